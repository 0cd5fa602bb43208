//! What a game brings to the table, and how code that works for any game meets it.

use crate::{
    AnalyserEntry, BadText, Bot, BotEntry, Deal, Dialect, DialectEntry, Explain, Game, Inspect,
    Manners, Options, Planes, PlanesEntry, RANKS, RankEntry, ReadOpenings, SolverEntry, plain,
};
use gyoji_words::input;

/// The bots and dialects of a game.
#[derive(Clone, Debug)]
pub struct Kit<G: Game> {
    /// The bots, weakest first.
    pub bots: Vec<BotEntry<G>>,
    /// What each of the [`RANKS`] is, weakest first; none, or one for each.
    pub ranks: &'static [RankEntry],
    /// The dialects, including [`plain`](crate::plain).
    pub dialects: Vec<DialectEntry<G>>,
    /// A faster way to count the leaves of the game tree than the general one.
    pub perft: Option<fn(&G, u32) -> u64>,
    /// What can prove the worth of a position.
    pub solver: Option<SolverEntry<G>>,
    /// What says how good each move of a position is.
    pub analyser: Option<AnalyserEntry<G>>,
    /// How positions and moves are shown to learning programs.
    pub planes: Vec<PlanesEntry<G>>,
    /// Reads beginnings from files in the game's own formats.
    pub openings: Option<ReadOpenings>,
    /// Looks for what the rules of the game's contest forbid in what a team hands in.
    pub inspect: Option<Inspect>,
}

impl<G: Game> Kit<G> {
    /// The kit of a game with these bots and dialects, and nothing faster or cleverer.
    pub fn new(bots: Vec<BotEntry<G>>, dialects: Vec<DialectEntry<G>>) -> Kit<G> {
        Kit {
            bots,
            ranks: &[],
            dialects,
            perft: None,
            solver: None,
            analyser: None,
            planes: Vec::new(),
            openings: None,
            inspect: None,
        }
    }

    /// The bot of that name.
    pub fn bot(&self, name: &str) -> Result<&BotEntry<G>, BadText> {
        let known = self.bots.iter().map(|entry| entry.name);
        self.bots.iter().find(|entry| entry.name == name).ok_or_else(|| {
            BadText::unknown(name, known, |hint| input::no_such_bot(G::SPEC.id, hint))
        })
    }

    /// What a rank is in this game, if there is one of that name.
    pub fn rank(&self, name: &str) -> Option<&'static RankEntry> {
        RANKS.iter().zip(self.ranks).find_map(|(rank, entry)| (rank.id == name).then_some(entry))
    }

    /// A bot by its own name or by a rank, and its options: those of the rank where `given` says
    /// nothing else.
    pub fn bot_with<'a>(
        &self,
        name: &str,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<(&BotEntry<G>, Options), BadText> {
        let Some(rank) = self.rank(name) else {
            let known = self.bots.iter().map(|entry| entry.name);
            let known = known.chain(RANKS.iter().zip(self.ranks).map(|(rank, _)| rank.id));
            let entry = self.bots.iter().find(|entry| entry.name == name).ok_or_else(|| {
                BadText::unknown(name, known, |hint| input::no_such_bot(G::SPEC.id, hint))
            })?;
            return Ok((entry, Options::check(entry.options, given)?));
        };
        let entry = self.bot(rank.bot)?;
        let given: Vec<(&str, &str)> = given.into_iter().collect();
        let is_given = |name: &str| given.iter().any(|(other, _)| *other == name);
        let usual: Vec<_> = Options::split(rank.options).filter(|(n, _)| !is_given(n)).collect();
        Ok((entry, Options::check(entry.options, given.into_iter().chain(usual))?))
    }

    /// The dialect of that name.
    pub fn dialect(&self, name: &str) -> Result<&DialectEntry<G>, BadText> {
        let known = self.dialects.iter().map(|entry| entry.name);
        self.dialects.iter().find(|entry| entry.name == name).ok_or_else(|| {
            BadText::unknown(name, known, |hint| input::no_such_dialect(G::SPEC.id, hint))
        })
    }

    /// The planes of that name.
    pub fn plane_set(&self, name: &str) -> Result<&'static dyn Planes<G>, BadText> {
        let known = self.planes.iter().map(|entry| entry.name);
        let found = self.planes.iter().find(|entry| entry.name == name).map(|entry| entry.planes);
        found.ok_or_else(|| {
            BadText::unknown(name, known, |hint| input::no_such_planes(G::SPEC.id, hint))
        })
    }

    /// Makes a bot from its name or a rank, and options as they are written after `?`.
    pub fn make_bot(
        &self,
        name: &str,
        options: &str,
        seed: u64,
    ) -> Result<Box<dyn Bot<G>>, BadText> {
        let (entry, options) = self.bot_with(name, Options::split(options))?;
        (entry.make)(&options, seed)
    }

    /// Makes a dialect from its name and its options.
    pub fn make_dialect<'a>(
        &self,
        name: &str,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Box<dyn Dialect<G>>, BadText> {
        let entry = self.dialect(name)?;
        (entry.make)(&Options::check(entry.options, options)?)
    }

    /// The manners of a dialect with these options.
    pub fn manners<'a>(
        &self,
        name: &str,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Manners, BadText> {
        let entry = self.dialect(name)?;
        Ok((entry.manners)(&Options::check(entry.options, options)?))
    }

    /// What explains the mistakes of somebody who speaks a dialect with these options.
    pub fn make_explain<'a>(
        &self,
        name: &str,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
        deal: &Deal<'_, G>,
    ) -> Result<Box<dyn Explain<G>>, BadText> {
        let entry = self.dialect(name)?;
        Ok((entry.explain)(&Options::check(entry.options, options)?, deal))
    }

    /// The dialect of a peer over TCP that names none: the game's own network protocol, if it has
    /// one.
    pub fn network_dialect(&self) -> &'static str {
        let own = self.dialects.iter().find(|entry| entry.is_network);
        own.map_or(plain::NAME, |entry| entry.name)
    }
}

/// An operation that works for any game.
///
/// `games/catalog` turns a game's name into a call of [`visit`](Visitor::visit) with its type:
/// the one place where text becomes a type.
pub trait Visitor {
    /// What comes of it.
    type Out;

    /// Does it for one game.
    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out;
}
