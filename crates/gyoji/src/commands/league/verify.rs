//! `gyoji league verify`: computes everything again from the records and compares.

use std::process::ExitCode;

use gyoji_core::record::Record;
use gyoji_core::{Game, Kit, Lang, Replay, Visitor};
use gyoji_league::event::Standing;
use gyoji_league::id_of;
use gyoji_store::{EventRow, GameRow, Store};
use gyoji_words::{Text, league as words};

use super::find::{event, open_there};
use crate::args::league::Verify;
use crate::failure::{FAILED, Failure};
use crate::screen;

/// How many differences are shown.
const MOST_SHOWN: usize = 20;

pub fn run(args: &Verify, lang: Lang) -> Result<ExitCode, Failure> {
    let store = open_there(&args.which.data, lang)?;
    let event = event(&store, &args.which, lang)?;
    screen::say(&format!("gyoji: {}", words::verifying(event.games).get(lang)));
    let (mut wrong, mut trouble) = (Vec::<Text>::new(), None);
    // Each is looked at when it comes by, so that memory does not grow with them.
    let standing =
        Standing::looking(&store, &event, gyoji_catalog::seats(&event.game)?, &mut |row| {
            if trouble.is_none() {
                match check(&store, row) {
                    Ok(found) => wrong.extend(found),
                    Err(failure) => trouble = Some(failure),
                }
            }
        })?;
    if let Some(failure) = trouble {
        return Err(failure);
    }
    wrong.extend(standing.unasked.iter().map(|place| words::verify_unplanned(id_of(place))));
    wrong.extend(standing.misseated.iter().map(|place| words::verify_misseated(id_of(place))));
    wrong.extend(check_result(&event, &standing));
    for text in wrong.iter().take(MOST_SHOWN) {
        super::super::print(&format!("{}\n", screen::clean(text.get(lang))))?;
    }
    match wrong.len() {
        0 => {
            let ok = words::verify_ok(standing.summary.games, standing.summary.void);
            super::super::print(&format!("{}\n", ok.get(lang)))
        }
        count => {
            super::super::print(&format!("{}\n", words::verify_bad(count).get(lang)))?;
            Ok(ExitCode::from(FAILED))
        }
    }
}

/// What of a row is not as its record says.
fn check(store: &Store, row: &GameRow) -> Result<Vec<Text>, Failure> {
    let record = match store.record(&row.id) {
        Ok(Some(record)) => record,
        Ok(None) => return Ok(vec![words::verify_missing(&row.id)]),
        Err(trouble) if trouble.kind == gyoji_store::Kind::Damaged => {
            return Ok(vec![words::verify_damaged(&row.id, trouble.text)]);
        }
        Err(trouble) => return Err(trouble.into()),
    };
    let mut wrong = Vec::new();
    let mut differs = |what: &str, is_different: bool| {
        if is_different {
            wrong.push(words::verify_differs(&row.id, what));
        }
    };
    let header = &record.header;
    differs(
        "id",
        header.id != row.id || header.place.as_ref().is_none_or(|it| id_of(it) != row.id),
    );
    differs("place", header.place != row.place);
    differs("game", header.game != row.game);
    let names = header.players.iter().map(|player| player.name.as_str());
    differs("players", !names.eq(row.players.iter().map(|player| player.name.as_str())));
    differs("result", record.ended() != Some(&row.ended));
    differs("started_ms", header.started_ms != row.started_ms);
    if let Err(problem) = gyoji_catalog::visit(&header.game, Again(&record))? {
        wrong.push(words::verify_replay(&row.id, problem));
    }
    Ok(wrong)
}

/// Plays a game again from its record: every move has to be legal, and an end by the rules has to
/// be the end that the rules give.
struct Again<'a>(&'a Record);

impl Visitor for Again<'_> {
    type Out = Result<(), String>;

    fn visit<G: Game>(self, _kit: &Kit<G>) -> Self::Out {
        let replay =
            Replay::<G>::new(self.0).map_err(|(line, bad)| format!("{}: {bad}", line + 1))?;
        let Some(ended) = self.0.ended() else { return Err("-".to_owned()) };
        let Some(outcome) = replay.table.position().outcome() else { return Ok(()) };
        let by_rules = ended.loser.is_none() && ended.counts();
        match by_rules && (ended.places != outcome.places() || ended.points != outcome.points()) {
            true => Err(format!("{:?} / {:?}", ended.places, outcome.places())),
            false => Ok(()),
        }
    }
}

/// Whether the result that was stored at the end is what the games come to.
fn check_result(event: &EventRow, standing: &Standing) -> Option<Text> {
    if !event.is_finished() {
        return None;
    }
    let now = serde_json::to_string(&standing.outcome()).unwrap_or_default();
    (now != event.result).then(words::verify_result)
}
