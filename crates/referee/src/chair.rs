//! A player that stays for many games: a bot that is made anew, or a wire that may stay open.

use std::time::Instant;

use gyoji_core::record::Header;
use gyoji_core::{
    BadText, Bot, Conversation, Dialect, Game, Kit, Lifetime, MakeBot, Options, Seat, Setup,
};

use crate::wire::{Usage, Wire};

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
        /// The dialect they speak.
        dialect: NewDialect<G>,
        /// The name they gave on this line, for the games after the one they gave it in.
        name: Option<String>,
    },
}

impl<G: Game> Chair<G> {
    /// A bot of the kit, by its name and its options as they are written.
    pub fn bot(kit: &Kit<G>, name: &str, options: &str) -> Result<Chair<G>, BadText> {
        let entry = kit.bot(name)?;
        let options = Options::check(entry.options, Options::split(options))?;
        Ok(Chair::Bot { make: entry.make, options })
    }

    /// Somebody outside, who has given no name yet.
    pub fn outside(wire: Box<dyn Wire>, dialect: NewDialect<G>) -> Chair<G> {
        Chair::Outside { wire, dialect, name: None }
    }

    /// Thanks a player whose process lived on for many games, and lets it go.
    pub fn dismiss(&mut self) {
        if let Chair::Outside { wire, dialect, .. } = self {
            let mut out = String::new();
            if let Ok(mut dialect) = dialect() {
                dialect.dismiss(&mut out);
            }
            wire.send(out.as_bytes());
            wire.stop(crate::play::LEAVE_TIME);
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
            Chair::Outside { wire, dialect, name } => Who::Outside {
                wire: wire.as_mut(),
                conversation: Conversation::new(dialect()?, seat, player, setup, start),
                name,
            },
        };
        Ok(Sitter {
            who,
            lifetime: player.lifetime.unwrap_or(Lifetime::PerGame),
            out: String::new(),
            is_new: false,
            awaited: false,
            closed: false,
            is_parted: false,
            faults: 0,
            answered: None,
            stderr: String::new(),
            usage: None,
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
    /// The processor time it had used when it last answered, and when that was.
    pub(crate) usage: Option<(Instant, Usage)>,
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
