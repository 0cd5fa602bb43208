//! Wins and losses by nickname, in a file `nick,wins,losses`; and the table of the cup.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gyoji_core::{Lang, Seat};
use gyoji_words::server as words;
use serde_json::json;

use crate::failure::Failure;
use crate::server::Finished;
use crate::table::table;

/// What one nickname has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Score {
    wins: u64,
    losses: u64,
    draws: u64,
}

impl Score {
    fn games(self) -> u64 {
        self.wins + self.losses + self.draws
    }

    fn rate(self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }
}

/// The scores of everybody who gave a name.
#[derive(Debug, Default)]
pub struct Scores {
    path: Option<PathBuf>,
    scores: BTreeMap<String, Score>,
}

impl Scores {
    /// Goes on with the scores of a file; it need not be there yet.
    pub fn open(path: &Path) -> Result<Scores, Failure> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Failure::io(path, &error)),
        };
        let mut scores = BTreeMap::new();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
            let bad = || Failure::bad_file(path, number + 1, &words::bad_score_line());
            let (rest, losses) = line.rsplit_once(',').ok_or_else(bad)?;
            let (name, wins) = rest.rsplit_once(',').ok_or_else(bad)?;
            let count = |text: &str| text.trim().parse().map_err(|_| bad());
            let score = Score { wins: count(wins)?, losses: count(losses)?, draws: 0 };
            scores.insert(name.to_owned(), score);
        }
        Ok(Scores { path: Some(path.to_owned()), scores })
    }

    /// Counts a game for whoever gave a name.
    pub fn add(&mut self, finished: &Finished) {
        if !finished.ended.counts() {
            return;
        }
        for (seat, name) in Seat::all(finished.names.len()).zip(&finished.names) {
            let Some(name) = name else { continue };
            let score = self.scores.entry(name.clone()).or_default();
            match finished.ended.winner() {
                Some(winner) if winner == seat => score.wins += 1,
                Some(_) => score.losses += 1,
                None => score.draws += 1,
            }
        }
    }

    /// Writes the file anew, so that it is always whole.
    pub fn save(&self) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let lines = self
            .scores
            .iter()
            .map(|(name, score)| format!("{name},{},{}\n", score.wins, score.losses));
        let text: String = lines.collect();
        let new = path.with_extension("new");
        let written = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, path));
        written.map_err(|error| Failure::io(path, &error))
    }

    /// Those with enough games, the best first.
    fn cup(&self, min_games: u64) -> Vec<(&str, Score)> {
        let mut rows: Vec<(&str, Score)> = self
            .scores
            .iter()
            .map(|(name, score)| (name.as_str(), *score))
            .filter(|(_, score)| score.games() >= min_games.max(1))
            .collect();
        rows.sort_by(|(_, a), (_, b)| {
            b.rate().total_cmp(&a.rate()).then(b.games().cmp(&a.games()))
        });
        rows
    }

    /// The table of the cup.
    pub fn cup_table(&self, min_games: u64, lang: Lang) -> String {
        let heading = words::cup_heading().get(lang).split('|').map(str::to_owned).collect();
        let mut rows: Vec<Vec<String>> = vec![heading];
        for (place, (name, score)) in self.cup(min_games).into_iter().enumerate() {
            rows.push(vec![
                format!("{}. {}", place + 1, crate::screen::name(name)),
                score.games().to_string(),
                score.wins.to_string(),
                score.draws.to_string(),
                score.losses.to_string(),
                format!("{:.1} %", 100.0 * score.rate()),
            ]);
        }
        table(&rows)
    }

    /// The same as data.
    pub fn json(&self, min_games: u64) -> serde_json::Value {
        let rows = self.cup(min_games).into_iter().map(|(name, score)| {
            json!({
                "nick": name, "games": score.games(), "wins": score.wins,
                "draws": score.draws, "losses": score.losses, "rate": score.rate(),
            })
        });
        json!(rows.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_survive_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.csv");
        let mut scores = Scores::open(&path).unwrap();
        let won = Score { wins: 3, losses: 1, draws: 0 };
        scores.scores.insert("a,b".into(), won);
        scores.save().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "a,b,3,1\n");
        assert_eq!(Scores::open(&path).unwrap().scores["a,b"], won);
    }

    #[test]
    fn a_damaged_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.csv");
        std::fs::write(&path, "alice,3,1\nbob;2;2\n").unwrap();
        let failure = Scores::open(&path).unwrap_err();
        assert_eq!(failure.code, crate::failure::BAD_FILE);
        assert!(failure.text.get(Lang::En).contains("line 2"), "{failure:?}");
    }
}
