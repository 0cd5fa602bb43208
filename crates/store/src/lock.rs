//! One runner for each event: a row that says who, kept fresh by a thread.
//!
//! Whether the holder is still there is seen at once on the same machine. Elsewhere it counts as
//! gone when its row has not been refreshed for a while, and is not refreshed while one looks.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::db::{Db, Done, Value};
use crate::process::Process;
use crate::store::{Shared, lock};
use crate::{Store, Trouble, open};

/// How often the row is refreshed.
const BEAT: Duration = Duration::from_secs(3);
/// After which time without it a holder on another machine may be gone.
const SILENCE: Duration = Duration::from_secs(20);
/// How long it is watched then: a database that was away has its own silence.
const LOOK: Duration = Duration::from_secs(8);

/// Who runs an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    /// The name of its machine.
    pub host: String,
    /// The number of its process.
    pub pid: u32,
    /// Since when: milliseconds since 1970, UTC.
    pub since_ms: u64,
}

/// The right to run an event, until it is dropped.
pub struct Lock {
    shared: Arc<Shared>,
    beating: Arc<Beating>,
    thread: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for Lock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Lock({})", self.beating.claim.event)
    }
}

struct Beating {
    claim: Claim,
    is_lost: AtomicBool,
    is_over: Mutex<bool>,
    over: Condvar,
}

/// A row as we would have it.
struct Claim {
    event: String,
    token: String,
    process: Process,
    since_ms: i64,
}

/// A row as it is.
#[derive(PartialEq)]
struct Held {
    token: String,
    process: Process,
    since_ms: i64,
    beat_ms: i64,
}

impl Held {
    fn holder(&self) -> Holder {
        Holder {
            host: self.process.host.clone(),
            pid: u32::try_from(self.process.pid).unwrap_or(0),
            since_ms: u64::try_from(self.since_ms).unwrap_or(0),
        }
    }
}

impl Store {
    /// Takes the right to run an event, or says who has it. A holder that has ended without
    /// giving it back loses it; to be sure of one on another machine may take some seconds.
    pub fn lock(&self, event: &str) -> Result<Result<Lock, Holder>, Trouble> {
        let process = Process::this();
        let since_ms = self.shared.write(|db| db.now_ms())?;
        let token = format!("{:032x}", fastrand::u128(..));
        let claim = Claim { event: event.to_owned(), token, process, since_ms };
        let mut watched: Option<(Held, Instant)> = None;
        loop {
            // Ours already, where the answer to an earlier attempt was lost.
            let held = self.shared.write(|db| match claim.insert(db)? {
                true => Ok(None),
                false => look(db, event).map(|held| held.filter(|held| held.token != claim.token)),
            })?;
            // It may also have gone in between.
            let Some(held) = held else {
                let found = self.shared.write(|db| look(db, event))?;
                match found.is_some_and(|held| held.token == claim.token) {
                    true => return Ok(Ok(Lock::start(&self.shared, claim))),
                    false => continue,
                }
            };
            let is_gone = match held.process.is_alive(&claim.process) {
                Some(is_alive) => !is_alive,
                None => {
                    let now = self.shared.write(|db| db.now_ms())?;
                    if now - held.beat_ms < SILENCE.as_millis() as i64 {
                        return Ok(Err(held.holder()));
                    }
                    match &watched {
                        Some((before, since)) if *before == held => since.elapsed() >= LOOK,
                        _ => {
                            watched = Some((held, Instant::now()));
                            continue;
                        }
                    }
                }
            };
            if is_gone {
                self.shared.write(|db| remove(db, event, &held.token))?;
            } else if watched.is_some() {
                std::thread::sleep(Duration::from_millis(200));
            } else {
                return Ok(Err(held.holder()));
            }
        }
    }

    /// Who runs an event, as far as can be seen at once.
    pub(crate) fn holder(&self, event: &str) -> Result<Option<Holder>, Trouble> {
        let (held, now) = self.shared.read(|db| Ok((look(db, event)?, db.now_ms()?)))?;
        let this = Process::this();
        let is_there = |held: &Held| {
            let is_fresh = now - held.beat_ms < SILENCE.as_millis() as i64;
            held.process.is_alive(&this).unwrap_or(is_fresh)
        };
        Ok(held.filter(is_there).map(|held| held.holder()))
    }
}

impl Claim {
    /// Whether it worked: nobody else has the event.
    fn insert(&self, db: &mut dyn Db) -> Done<bool> {
        let now = db.now_ms()?;
        let sql = "insert into locks (event, token, host, room, pid, born, since_ms, beat_ms) \
                   values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (event) do nothing";
        let Process { host, room, pid, born } = &self.process;
        let values = [
            Value::Text(&self.event),
            Value::Text(&self.token),
            Value::Text(host),
            Value::Text(room),
            Value::Int(*pid),
            Value::Int(*born),
            Value::Int(self.since_ms),
            Value::Int(now),
        ];
        Ok(db.execute(sql, &values)? > 0)
    }

    /// Whether we still have the event.
    fn refresh(&self, db: &mut dyn Db) -> Done<bool> {
        let now = db.now_ms()?;
        let sql = "update locks set beat_ms = $1 where event = $2 and token = $3";
        let values = [Value::Int(now), Value::Text(&self.event), Value::Text(&self.token)];
        // A server that went down may have forgotten the row; then nobody else has taken it.
        Ok(db.execute(sql, &values)? > 0 || self.insert(db)?)
    }
}

fn look(db: &mut dyn Db, event: &str) -> Done<Option<Held>> {
    let mut held = None;
    let sql = "select token, host, room, pid, born, since_ms, beat_ms from locks where event = $1";
    db.query(sql, &[Value::Text(event)], &mut |row| {
        held = Some(Held {
            token: row.text(0)?.to_owned(),
            process: Process {
                host: row.text(1)?.to_owned(),
                room: row.text(2)?.to_owned(),
                pid: row.int(3)?,
                born: row.int(4)?,
            },
            since_ms: row.int(5)?,
            beat_ms: row.int(6)?,
        });
        Ok(())
    })?;
    Ok(held)
}

fn remove(db: &mut dyn Db, event: &str, token: &str) -> Done<()> {
    let sql = "delete from locks where event = $1 and token = $2";
    db.execute(sql, &[Value::Text(event), Value::Text(token)]).map(drop)
}

impl Lock {
    fn start(shared: &Arc<Shared>, claim: Claim) -> Lock {
        let beating = Arc::new(Beating {
            claim,
            is_lost: AtomicBool::new(false),
            is_over: Mutex::new(false),
            over: Condvar::new(),
        });
        let (theirs, store) = (Arc::clone(&beating), Arc::clone(shared));
        let thread = std::thread::Builder::new()
            .name("gyoji-lock".into())
            .spawn(move || theirs.beat(&store))
            .ok();
        Lock { shared: Arc::clone(shared), beating, thread }
    }

    /// Whether somebody else has taken the event, because nothing was heard of us for long.
    pub fn is_lost(&self) -> bool {
        self.beating.is_lost.load(Ordering::Relaxed)
    }
}

impl Beating {
    /// Refreshes the row until it is over. A database that is away is asked again the next time.
    fn beat(&self, shared: &Shared) {
        let mut slot: Option<Box<dyn Db>> = None;
        loop {
            let is_over = lock(&self.is_over);
            let waited = self.over.wait_timeout_while(is_over, BEAT, |is_over| !*is_over);
            if *waited.unwrap_or_else(PoisonError::into_inner).0 {
                return;
            }
            let connected = match slot.take() {
                Some(db) => Ok(db),
                None => open::connect(&shared.location),
            };
            let refreshed = connected.and_then(|mut db| Ok((self.claim.refresh(&mut *db)?, db)));
            if let Ok((is_ours, db)) = refreshed {
                slot = Some(db);
                // Whoever has lost it once has no right to go on.
                self.is_lost.fetch_or(!is_ours, Ordering::Relaxed);
            }
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        *lock(&self.beating.is_over) = true;
        self.beating.over.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        // Tried once: whoever finds it later sees that this process is gone.
        let Claim { event, token, .. } = &self.beating.claim;
        let _ =
            open::connect(&self.shared.location).and_then(|mut db| remove(&mut *db, event, token));
    }
}
