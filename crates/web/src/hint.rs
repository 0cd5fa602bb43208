//! Advice: what the game's analyser or its strongest bot would play now, or another that is named.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, Record, Value};
use gyoji_core::view::Step;
use gyoji_core::{
    AnalyserEntry, BadText, Budget, Game, Kit, Look, Means, Options, Replay, Seat, Text, Visitor,
    Worth,
};

/// What a bot advises.
#[derive(Debug)]
pub struct Advice {
    /// Whose turn it is.
    pub seat: Seat,
    /// The move.
    pub mv: String,
    /// Its steps.
    pub steps: Vec<Step>,
    /// What it said last of its thinking.
    pub line: String,
    /// What it thinks of its position, if it can say.
    pub value: Option<Value>,
    /// The same in the game's own points, if it can be analysed.
    pub points: Option<Points>,
}

/// What a move is worth in a game's own points.
#[derive(Clone, Debug)]
pub struct Points {
    /// More is better for whoever makes the move.
    pub value: f32,
    /// What is counted: discs.
    pub unit: Text,
}

impl Points {
    /// In tenths: no search knows more.
    pub(crate) fn tenths(&self) -> f64 {
        (f64::from(self.value) * 10.0).round() / 10.0
    }
}

/// What the tables of an analyser may take here, where many may ask at once.
const MOST_MEMORY: usize = 32 << 20;

/// Who is asked: a bot or a rank with options; none for the strongest.
#[derive(Clone, Debug, Default)]
pub struct Adviser {
    /// The bot or the rank.
    pub bot: Option<String>,
    /// Its options, as they are written.
    pub options: String,
}

/// What a bot would play after this record; `None` if nobody is to move or nobody can say.
pub fn advise(
    record: &Record,
    adviser: &Adviser,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Option<Advice>, BadText> {
    let ask = Ask { record, adviser, time, stop };
    if adviser.bot.is_none()
        && let Some(all) = gyoji_catalog::visit(&record.header.game, Weigh(ask))??
    {
        return Ok(all.into_iter().next());
    }
    gyoji_catalog::visit(&record.header.game, ask)?
}

/// What the strongest bot thinks of a move that was made.
#[derive(Debug)]
pub(crate) struct Review {
    /// What it would have played.
    pub(crate) better: Advice,
    /// What it thinks of the mover's position after the move that was played.
    pub(crate) after: Option<Value>,
    /// What the move lost, in the game's own points.
    pub(crate) lost: Option<Points>,
    /// The move that was played, and its steps.
    pub(crate) played: (String, Vec<Step>),
}

/// Looks at the position before the move that came after `ply` others, and at that after it.
pub(crate) fn review(
    record: &Record,
    ply: usize,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Option<Review>, BadText> {
    let stepper = {
        let mut stepper = gyoji_catalog::stepper(&record.header)?;
        for event in &record.events {
            stepper.apply(event)?;
        }
        stepper
    };
    let moment = u32::try_from(ply + 1).ok().and_then(|ply| stepper.at(ply));
    let Some(last) = moment.and_then(|moment| moment.last) else { return Ok(None) };
    let cut = |plies: usize| until(record, &stepper.moves(), plies);
    let adviser = Adviser::default();
    let played = (last.mv.clone(), last.steps.clone());
    let ask = Ask { record: &cut(ply), adviser: &adviser, time, stop };
    // Where all moves have been looked at equally deep, they can be compared.
    if let Some(all) = gyoji_catalog::visit(&record.header.game, Weigh(ask))?? {
        let after = all.iter().find(|advice| advice.mv == last.mv);
        let (after, then) = after.map_or((None, None), |it| (it.value, it.points.clone()));
        let Some(better) = all.into_iter().next() else { return Ok(None) };
        let lost = better
            .points
            .as_ref()
            .zip(then)
            .map(|(best, then)| Points { value: best.value - then.value, unit: then.unit });
        return Ok(Some(Review { better, after, lost, played }));
    }
    let Some(better) = advise(&cut(ply), &adviser, time, stop)? else { return Ok(None) };
    // Its own move need not be looked at again.
    let after = match better.mv == last.mv {
        true => better.value,
        false => opponents_view(&cut(ply + 1), last.seat, time, stop)?,
    };
    Ok(Some(Review { better, after, lost: None, played }))
}

/// What a position is worth to `seat`, which has just moved, by what the next one thinks of it.
fn opponents_view(
    record: &Record,
    seat: Seat,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Option<Value>, BadText> {
    let next = advise(record, &Adviser::default(), time, stop)?;
    let (is_two, is_same) = (record.header.players.len() == 2, next.as_ref().map(|it| it.seat));
    let value = next.and_then(|next| next.value).filter(|_| is_two);
    Ok(value.map(|value| if is_same == Some(seat) { value } else { value.to_other() }))
}

/// The record as it was after so many moves, without what was taken back.
fn until(record: &Record, moves: &[String], plies: usize) -> Record {
    let mut events = Vec::new();
    let mut kept = record.events.iter().rev().filter_map(|event| match event {
        Event::Moved(moved) => Some(moved.clone()),
        _ => None,
    });
    for (ply, mv) in moves.iter().enumerate().take(plies).rev() {
        // Of moves that were taken back and made again, the last one counts.
        let found = kept.find(|moved| moved.ply as usize == ply && moved.mv == *mv);
        events.extend(found.map(Event::Moved));
    }
    events.reverse();
    Record { header: record.header.clone(), events }
}

#[derive(Clone, Copy)]
struct Ask<'a> {
    record: &'a Record,
    adviser: &'a Adviser,
    time: Duration,
    stop: &'a AtomicBool,
}

impl Visitor for Ask<'_> {
    type Out = Result<Option<Advice>, BadText>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let replay = Replay::<G>::new(self.record).map_err(|(_, bad)| bad)?;
        let table = replay.table;
        let Some(seat) = table.to_move() else { return Ok(None) };
        let seed = self.record.header.seed ^ u64::from(table.ply());
        let mut bot = match &self.adviser.bot {
            Some(name) => kit.make_bot(name, &self.adviser.options, seed)?,
            None => match kit.bots.iter().max_by_key(|entry| entry.level) {
                Some(best) => (best.make)(&Options::defaults(best.options), seed)?,
                None => return Ok(None),
            },
        };
        let turn = table.turn(seat, Some(self.time));
        let budget = Budget { deadline: Some(Instant::now() + self.time), stop: Some(self.stop) };
        let (mut line, mut value) = (String::new(), None);
        let mv = bot.choose(&turn, &budget, &mut |thought| {
            if !thought.line.is_empty() {
                line = thought.line;
            }
            value = thought.value.or(value);
        });
        let position = turn.position();
        Ok(position.is_legal(mv).then(|| Advice {
            seat,
            mv: mv.to_string(),
            steps: position.steps(mv),
            line,
            value,
            points: None,
        }))
    }
}

/// What every move is worth, the best first; `None` if the game has no analyser.
struct Weigh<'a>(Ask<'a>);

impl Visitor for Weigh<'_> {
    type Out = Result<Option<Vec<Advice>>, BadText>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let Some(entry) = &kit.analyser else { return Ok(None) };
        let Ask { record, time, stop, .. } = self.0;
        let replay = Replay::<G>::new(record).map_err(|(_, bad)| bad)?;
        let position = replay.table.position();
        let Some(seat) = position.to_move() else { return Ok(Some(Vec::new())) };
        let budget = Budget { deadline: Some(Instant::now() + time), stop: Some(stop) };
        let mut analyser = (entry.make)(Means { threads: 1, memory: MOST_MEMORY })?;
        let all = analyser.look(position, &Look { depth: None, budget });
        Ok(Some(all.iter().map(|worth| advice_of(entry, position, seat, worth)).collect()))
    }
}

fn advice_of<G: Game>(
    entry: &AnalyserEntry<G>,
    position: &G,
    seat: Seat,
    worth: &Worth<G::Move>,
) -> Advice {
    let line = worth.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Advice {
        seat,
        mv: worth.mv.to_string(),
        steps: position.steps(worth.mv),
        line,
        value: Some(entry.chances(worth)),
        points: Some(Points { value: worth.value, unit: entry.unit.clone() }),
    }
}
