//! Who has played: a name, how the player was written, and the version of its program.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

use sha2::{Digest, Sha256};

use crate::db::{Db, Done, Value, transaction};
use crate::row::Read;
use crate::store::{Shared, lock};
use crate::{Store, Trouble};

/// A player as it takes part: its name, how it was written, and which version of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Entrant {
    /// The name on the screen.
    pub name: String,
    /// The player as it was written.
    pub text: String,
    /// The hash of its program's content; empty where nobody knows it.
    pub version: String,
}

/// A version of a player that is known to the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Version {
    /// Who, and which version.
    pub player: Entrant,
    /// When it was first seen: milliseconds since 1970, UTC.
    pub first_ms: u64,
}

/// The players by their numbers in the store, as far as they were needed.
#[derive(Default)]
pub(crate) struct Players {
    numbers: Mutex<HashMap<Entrant, i64>>,
    players: Mutex<HashMap<i64, Arc<Entrant>>>,
}

impl Entrant {
    /// What makes it one player and not another: texts may be too long for an index.
    fn hash(&self) -> String {
        let mut hash = Sha256::new();
        for text in [&self.name, &self.text, &self.version] {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        hash.finalize().iter().take(16).fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

impl Shared {
    /// The number of a player, which it gets if it has none.
    pub(crate) fn player_number(&self, player: &Entrant, now_ms: u64) -> Result<i64, Trouble> {
        if let Some(&number) = lock(&self.players.numbers).get(player) {
            return Ok(number);
        }
        let hash = player.hash();
        let number = self.write(|db| {
            if let Some(number) = find(db, &hash)? {
                return Ok(number);
            }
            transaction(db, |db| {
                let values = [
                    Value::Text(&hash),
                    Value::Text(&player.name),
                    Value::Text(&player.text),
                    Value::Text(&player.version),
                    Value::Int(now_ms as i64),
                ];
                db.execute(
                    "insert into players (hash, name, text, version, first_ms) \
                     values ($1, $2, $3, $4, $5) on conflict (hash) do nothing",
                    &values,
                )?;
                Ok(find(db, &hash)?.unwrap_or(0))
            })
        })?;
        lock(&self.players.numbers).insert(player.clone(), number);
        Ok(number)
    }

    /// Seats the players of games that were read.
    pub(crate) fn seat_players(&self, games: &mut [Read]) -> Result<(), Trouble> {
        if self.seat_known_players(games) {
            return Ok(());
        }
        self.load_players()?;
        // A number that nobody has means a damaged store; the game is shown all the same.
        self.seat_known_players(games);
        Ok(())
    }

    /// Whether all are known.
    fn seat_known_players(&self, games: &mut [Read]) -> bool {
        let known = lock(&self.players.players);
        let mut all_known = true;
        for game in games {
            let find = |number| {
                let player = known.get(number).cloned();
                all_known &= player.is_some();
                player.unwrap_or_default()
            };
            game.row.players = game.players().iter().map(find).collect();
        }
        all_known
    }

    fn load_players(&self) -> Result<(), Trouble> {
        self.read(|db| {
            let sql = "select number, name, text, version from players";
            db.query(sql, &[], &mut |row| {
                let player = Entrant {
                    name: row.text(1)?.to_owned(),
                    text: row.text(2)?.to_owned(),
                    version: row.text(3)?.to_owned(),
                };
                let number = row.int(0)?;
                lock(&self.players.players).entry(number).or_insert_with(|| Arc::new(player));
                Ok(())
            })
        })
    }
}

fn find(db: &mut dyn Db, hash: &str) -> Done<Option<i64>> {
    db.number("select number from players where hash = $1", &[Value::Text(hash)])
}

impl Store {
    /// All versions of all players, in the order in which they were first seen.
    pub fn versions(&self) -> Result<Vec<Version>, Trouble> {
        self.shared.read(|db| {
            let mut versions = Vec::new();
            let sql = "select name, text, version, first_ms from players \
                       where version <> '' order by first_ms, number";
            db.query(sql, &[], &mut |row| {
                let player = Entrant {
                    name: row.text(0)?.to_owned(),
                    text: row.text(1)?.to_owned(),
                    version: row.text(2)?.to_owned(),
                };
                let first_ms = u64::try_from(row.int(3)?).unwrap_or(0);
                versions.push(Version { player, first_ms });
                Ok(())
            })?;
            Ok(versions)
        })
    }
}
