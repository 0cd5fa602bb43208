//! Advice: what the strongest bot would play now, or another that is named.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gyoji_core::record::Record;
use gyoji_core::view::Step;
use gyoji_core::{BadText, Budget, Game, Kit, Options, Replay, Visitor};

/// What a bot advises.
#[derive(Debug)]
pub(crate) struct Advice {
    pub(crate) mv: String,
    pub(crate) steps: Vec<Step>,
    /// What it said last of its thinking.
    pub(crate) line: String,
}

/// Who is asked: a bot or a rank with options; none for the strongest.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adviser {
    pub(crate) bot: Option<String>,
    pub(crate) options: String,
}

/// What a bot would play after this record; `None` if nobody is to move or nobody can say.
pub(crate) fn advise(
    record: &Record,
    adviser: &Adviser,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Option<Advice>, BadText> {
    gyoji_catalog::visit(&record.header.game, Ask { record, adviser, time, stop })?
}

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
        let mut line = String::new();
        let mv = bot.choose(&turn, &budget, &mut |thought| line = thought.line);
        let position = turn.position();
        Ok(position.is_legal(mv).then(|| Advice {
            mv: mv.to_string(),
            steps: position.steps(mv),
            line,
        }))
    }
}
