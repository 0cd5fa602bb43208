//! A player that stays for many games: a bot that is made anew, or a wire that may stay open.

use std::time::{Duration, Instant};

use gyoji_core::record::{Bytes, Header, Value};
use gyoji_core::{
    BadText, Bot, Conversation, Dialect, Game, Kit, Lifetime, MakeBot, Manners, Options, Seat,
    Setup,
};

use crate::wire::{Interest, Usage, Wire};

/// How often somebody who leaves is looked at: not everybody can be heard leaving.
const GLANCE: Duration = Duration::from_millis(20);

/// Makes the dialect of a new game.
pub type NewDialect<G> = Box<dyn FnMut() -> Result<Box<dyn Dialect<G>>, BadText> + Send>;

/// Whoever plays, game after game.
pub enum Chair<G: Game> {
    /// A built-in bot.
    Bot {
        /// Makes it.
        make: MakeBot<G>,
        /// Its options.
        options: Options,
    },
    /// Somebody outside.
    Outside {
        /// The line to them.
        wire: Box<dyn Wire>,
        /// The manners of the dialect they speak.
        manners: Manners,
        /// That dialect.
        dialect: NewDialect<G>,
        /// The name they gave on this line, for the games after the one they gave it in.
        name: Option<String>,
    },
}

impl<G: Game> Chair<G> {
    /// A bot of the kit, by its name and its options as they are written.
    pub fn bot(kit: &Kit<G>, name: &str, options: &str) -> Result<Chair<G>, BadText> {
        let (entry, options) = kit.bot_with(name, Options::split(options))?;
        Ok(Chair::Bot { make: entry.make, options })
    }

    /// Somebody outside who speaks a dialect of the kit, and has given no name yet.
    pub fn speaking<'a>(
        kit: &Kit<G>,
        dialect: &str,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
        wire: Box<dyn Wire>,
    ) -> Result<Chair<G>, BadText> {
        let entry = kit.dialect(dialect)?;
        let options = Options::check(entry.options, options)?;
        let (manners, make) = ((entry.manners)(&options), entry.make);
        Ok(Chair::outside(wire, manners, Box::new(move || make(&options))))
    }

    /// Somebody outside, who has given no name yet.
    pub fn outside(wire: Box<dyn Wire>, manners: Manners, dialect: NewDialect<G>) -> Chair<G> {
        Chair::Outside { wire, manners, dialect, name: None }
    }

    /// Thanks a player whose process lived on for many games, and lets it go.
    pub fn dismiss(&mut self) {
        if let Chair::Outside { wire, dialect, .. } = self {
            let mut out = String::new();
            if let Ok(mut dialect) = dialect() {
                dialect.dismiss(&mut out);
            }
            wire.thaw();
            wire.send(out.as_bytes());
            wire.stop(crate::play::LEAVE_TIME);
            // Whatever it does at its end, it has done when this returns.
            while wire.is_leaving() {
                let mut interest = Interest::new();
                wire.watch(&mut interest);
                let now = Instant::now();
                interest.wait(now, now + GLANCE);
            }
        }
    }

    /// Sits down for one game.
    pub(crate) fn sit(
        &mut self,
        header: &Header,
        seat: Seat,
        setup: &Setup,
        start: &G,
    ) -> Result<Sitter<'_, G>, BadText> {
        let player = &header.players[seat.index()];
        let who = match self {
            Chair::Bot { make, options } => {
                let seed = header.seed.wrapping_add(0x9e37_79b9 * (u64::from(seat.0) + 1));
                Who::Bot(make(options, seed)?)
            }
            Chair::Outside { wire, manners, dialect, name } => Who::Outside {
                wire: wire.as_mut(),
                conversation: Conversation::new(dialect()?, *manners, seat, player, setup, start),
                name,
            },
        };
        Ok(Sitter {
            who,
            lifetime: player.lifetime.unwrap_or(Lifetime::PerGame),
            out: String::new(),
            is_new: false,
            is_kept: false,
            awaited: false,
            closed: false,
            is_parted: false,
            faults: 0,
            answered: None,
            stderr: String::new(),
            metered: Metered::default(),
            greeted: Greeted::now(Duration::ZERO),
            asked: Instant::now(),
            is_quiet: false,
            is_looked_at: false,
            silences: 0,
            value: None,
            allowance: Allowance::default(),
        })
    }
}

/// A player during one game.
pub(crate) struct Sitter<'a, G: Game> {
    pub(crate) who: Who<'a, G>,
    pub(crate) lifetime: Lifetime,
    /// What will be sent next.
    pub(crate) out: String,
    /// Whether its process has just been started, and its first answer includes that.
    pub(crate) is_new: bool,
    /// Whether it has stayed from the last game, and nothing of this one has been asked of it:
    /// what it says until then may be about the last.
    pub(crate) is_kept: bool,
    /// Whether it has yet to say that it is ready.
    pub(crate) awaited: bool,
    /// Whether nothing will come from it any more.
    pub(crate) closed: bool,
    /// Whether it is known to have left, and its exit has been waited for.
    pub(crate) is_parted: bool,
    pub(crate) faults: u32,
    /// When its last answer came.
    pub(crate) answered: Option<Instant>,
    /// What it had printed to stderr when its last fault was put on record.
    pub(crate) stderr: String,
    /// The processor time it has used.
    pub(crate) metered: Metered,
    /// When it was told of the game: its time to come up counts from there.
    pub(crate) greeted: Greeted,
    /// When it was last asked.
    pub(crate) asked: Instant,
    /// Whether it had said nothing when everybody was last listened to.
    pub(crate) is_quiet: bool,
    /// Whether it takes its time with this answer, and has been looked at closely.
    pub(crate) is_looked_at: bool,
    /// How often in a row it has let its time pass without a word.
    pub(crate) silences: u32,
    /// What it thinks of its position, if it has said so since it was asked.
    pub(crate) value: Option<Value>,
    /// How much it may still say beside its moves.
    pub(crate) allowance: Allowance,
}

/// The processor time somebody has used, as far as it was read: that costs more than everything
/// else about a quick answer, which needs no excuse.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Metered {
    /// The last reading, however old.
    pub(crate) last: Option<Usage>,
    /// What it had used when it was asked.
    pub(crate) asked: Option<Usage>,
    /// Whether its last answer was a quick one.
    pub(crate) is_quick: bool,
}

impl Metered {
    /// What it had used when it was asked, if that was not read, from a reading so long after.
    /// All it has used since the last one may have been since the question, but no more than
    /// there was time for.
    pub(crate) fn reconstruct(&mut self, now: Option<Usage>, since: Duration) {
        let (None, Some(now)) = (self.asked, now) else { return };
        let used = now.since(self.last.unwrap_or_default());
        let most = since.as_nanos() as u64;
        let used = Usage { cpu: used.cpu.min(most), wait: used.wait.min(most) };
        self.asked = Some(now.since(used));
    }
}

/// A moment, and how long the referee itself had lost until then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Greeted {
    pub(crate) at: Instant,
    pub(crate) lost: Duration,
}

impl Greeted {
    pub(crate) fn now(lost: Duration) -> Greeted {
        Greeted { at: Instant::now(), lost }
    }
}

/// How much of what a player says beside its moves is put on record in one game, and what is
/// left of it: whoever talks without end must fill neither our memory nor the disk.
#[derive(Debug)]
pub(crate) struct Allowance {
    left: usize,
    /// How many bytes were said beyond it.
    pub(crate) excess: u64,
}

impl Default for Allowance {
    fn default() -> Allowance {
        Allowance { left: 2 << 20, excess: 0 }
    }
}

impl Allowance {
    /// What a line on record costs beside its text.
    const EACH: usize = 128;

    /// Whether so many bytes more can be put on record; counts them either way.
    pub(crate) fn takes(&mut self, bytes: usize) -> bool {
        match self.left.checked_sub(bytes + Allowance::EACH) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.left = 0;
                self.excess += bytes as u64;
                false
            }
        }
    }
}

pub(crate) enum Who<'a, G: Game> {
    Bot(Box<dyn Bot<G>>),
    Outside {
        wire: &'a mut dyn Wire,
        conversation: Conversation<G>,
        /// See [`Chair::Outside`].
        name: &'a mut Option<String>,
    },
}

impl<'a, G: Game> Sitter<'a, G> {
    pub(crate) fn wire(&mut self) -> Option<&mut (dyn Wire + 'a)> {
        match &mut self.who {
            Who::Bot(_) => None,
            Who::Outside { wire, .. } => Some(*wire),
        }
    }

    pub(crate) fn conversation(&mut self) -> Option<(&mut Conversation<G>, &mut String)> {
        match &mut self.who {
            Who::Bot(_) => None,
            Who::Outside { conversation, .. } => Some((conversation, &mut self.out)),
        }
    }

    /// What it has printed to stderr, for the record of a fault; empty if that is on record
    /// already. A program that is gone commits the same fault at each of its turns.
    pub(crate) fn new_stderr(&mut self) -> String {
        let all = self.wire().map(|wire| wire.all_stderr()).unwrap_or_default();
        let is_known = self.lifetime != Lifetime::PerMove && all == self.stderr;
        if is_known {
            return String::new();
        }
        self.stderr.clone_from(&all);
        all
    }

    /// Lets it run, if it was frozen.
    pub(crate) fn thaw(&mut self) {
        if let Some(wire) = self.wire() {
            wire.thaw();
        }
    }

    /// Text for the record, as far as there is room for it.
    pub(crate) fn allow(&mut self, text: String) -> String {
        match text.is_empty() || self.allowance.takes(text.len()) {
            true => text,
            false => String::new(),
        }
    }

    /// Words for the record; of very long ones only the beginning, where there is no room.
    pub(crate) fn allow_words(&mut self, got: Bytes) -> Bytes {
        const ALWAYS: usize = 256;
        match got.data.len() <= ALWAYS || self.allowance.takes(got.data.len()) {
            true => got,
            false => {
                let more = got.more;
                let kept = Bytes::capped(&got.data, ALWAYS);
                Bytes { more: kept.more + more, ..kept }
            }
        }
    }

    /// Sends what there is to send.
    pub(crate) fn flush(&mut self) {
        if self.out.is_empty() {
            return;
        }
        if let Who::Outside { wire, .. } = &mut self.who {
            wire.send(self.out.as_bytes());
        }
        self.out.clear();
    }
}
