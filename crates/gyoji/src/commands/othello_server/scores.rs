//! Scores by nickname, in a file `nick,wins,losses,draws`; and the table of the cup.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use gyoji_core::{Lang, Seat};
use gyoji_words::{cli, server as words};
use serde_json::json;

use crate::failure::{FAILED, Failure};
use crate::replace::replace;
use crate::server::Finished;
use crate::table::table;

/// The first line of the file.
const HEADING: &str = "nick,wins,losses,draws";

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
    /// Goes on with the scores of a file; it need not be there yet. It is written at once: that it
    /// cannot be must not be found out after the first game.
    pub fn open(path: &Path) -> Result<Scores, Failure> {
        let fail = |text| Err(Failure { code: FAILED, text });
        match std::fs::metadata(path) {
            Ok(about) if !about.is_file() => return fail(cli::no_plain_file(path.display())),
            Ok(about) if about.permissions().readonly() => {
                return fail(cli::read_only(path.display()));
            }
            _ => {}
        }
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(Failure::io(path, &error)),
        };
        let text = text.trim_start_matches('\u{feff}');
        let is_old = text.lines().next().is_none_or(|line| line.trim_end() != HEADING);
        let read = if is_old { read_old } else { read_line };
        let mut scores = BTreeMap::new();
        let lines = text.lines().map(str::trim_end).enumerate().skip(usize::from(!is_old));
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let bad = || Failure::bad_file(path, number + 1, &words::bad_score_line());
            let (name, score) = read(line).ok_or_else(bad)?;
            scores.insert(name, score);
        }
        let scores = Scores { path: Some(path.to_owned()), scores };
        scores.save()?;
        Ok(scores)
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
        let mut text = format!("{HEADING}\n");
        for (name, Score { wins, losses, draws }) in &self.scores {
            let _ = writeln!(text, "{},{wins},{losses},{draws}", quoted(name));
        }
        replace(path, text.as_bytes())
    }

    /// How many games somebody has.
    pub fn games_of(&self, name: &str) -> u64 {
        self.scores.get(name).map_or(0, |score| score.games())
    }

    /// The names of those with enough games, the best first.
    pub fn best(&self, min_games: u64) -> impl Iterator<Item = &str> {
        self.cup(min_games).into_iter().map(|(name, _)| name)
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

/// A line of the file: the name, which may stand in quotation marks, and three numbers.
fn read_line(line: &str) -> Option<(String, Score)> {
    let (name, numbers) = match line.strip_prefix('"') {
        Some(rest) => {
            let end = closing_mark(rest)?;
            (rest[..end].replace("\"\"", "\""), rest[end + 1..].strip_prefix(',')?)
        }
        None => line.split_once(',').map(|(name, numbers)| (name.to_owned(), numbers))?,
    };
    let mut counts = numbers.split(',').map(|text| text.trim().parse().ok());
    let score = Score { wins: counts.next()??, losses: counts.next()??, draws: counts.next()?? };
    counts.next().is_none().then_some((name, score))
}

/// Where the quotation ends: at a mark that is not one of two.
fn closing_mark(text: &str) -> Option<usize> {
    let mut marks = text.match_indices('"').map(|(place, _)| place).peekable();
    while let Some(place) = marks.next() {
        if marks.next_if_eq(&(place + 1)).is_none() {
            return Some(place);
        }
    }
    None
}

/// A line of a file without a heading, as they were before draws were counted: the name as it
/// is, and two numbers.
fn read_old(line: &str) -> Option<(String, Score)> {
    let (rest, losses) = line.rsplit_once(',')?;
    let (name, wins) = rest.rsplit_once(',')?;
    let count = |text: &str| text.trim().parse().ok();
    Some((name.to_owned(), Score { wins: count(wins)?, losses: count(losses)?, draws: 0 }))
}

/// A name as it stands between commas.
fn quoted(name: &str) -> Cow<'_, str> {
    match name.contains([',', '"']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")).into(),
        false => name.into(),
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
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "nick,wins,losses,draws\n");
        let won = Score { wins: 3, losses: 1, draws: 2 };
        for name in ["plain", "a,b", "\"quoted\"", "\"", "名前"] {
            scores.scores.insert(name.into(), won);
        }
        scores.save().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.contains("\nplain,3,1,2\n"), "{text}");
        assert!(text.contains("\n\"a,b\",3,1,2\n"), "{text}");
        assert!(text.contains("\n\"\"\"quoted\"\"\",3,1,2\n"), "{text}");
        let again = Scores::open(&path).unwrap();
        assert_eq!(again.scores, scores.scores);
        assert_eq!(again.cup_table(1, Lang::En), scores.cup_table(1, Lang::En));
        // A spreadsheet puts a mark at the beginning and other line ends.
        std::fs::write(&path, format!("\u{feff}{}", text.replace('\n', "\r\n"))).unwrap();
        assert_eq!(Scores::open(&path).unwrap().scores, scores.scores);
    }

    #[test]
    fn files_without_draws_are_still_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.csv");
        std::fs::write(&path, "alice,3,1\na,b,5,2\n\"x,0,4\n").unwrap();
        let scores = Scores::open(&path).unwrap();
        let old = |wins, losses| Score { wins, losses, draws: 0 };
        assert_eq!(scores.scores["alice"], old(3, 1));
        assert_eq!(scores.scores["a,b"], old(5, 2));
        assert_eq!(scores.scores["\"x"], old(0, 4));
        assert_eq!(Scores::open(&path).unwrap().scores, scores.scores, "and as it is written now");
    }

    #[test]
    fn a_damaged_file_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scores.csv");
        for (text, line) in [
            ("alice,3,1\nbob;2;2\n", "line 2"),
            ("nick,wins,losses,draws\nalice,3,1\n", "line 2"),
            ("nick,wins,losses,draws\n\n\"bob,3,1,0\n", "line 3"),
            ("nick,wins,losses,draws\nbob,1,2,3,4\n", "line 2"),
        ] {
            std::fs::write(&path, text).unwrap();
            let failure = Scores::open(&path).unwrap_err();
            assert_eq!(failure.code, crate::failure::BAD_FILE);
            assert!(failure.text.get(Lang::En).contains(line), "{failure:?}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_file_that_cannot_be_written_is_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let complaint = |path: &Path| {
            let failure = Scores::open(path).unwrap_err();
            assert_eq!(failure.code, FAILED);
            failure.text.get(Lang::En).to_owned()
        };
        let nowhere = complaint(&folder.path().join("nowhere/scores.csv"));
        assert!(nowhere.contains("there is no folder"), "{nowhere}");
        assert!(complaint(folder.path()).contains("no plain file"), "{}", complaint(folder.path()));
        let path = folder.path().join("fixed.csv");
        std::fs::write(&path, "").unwrap();
        let mut permissions = path.metadata().unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&path, permissions).unwrap();
        assert!(complaint(&path).contains("read-only"), "{}", complaint(&path));
    }
}
