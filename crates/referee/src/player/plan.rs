//! From a player's text to its entry in a plan.

use std::collections::BTreeMap;
use std::time::Duration;

use gyoji_core::record::{Limits, Player, Policy, Ponder};
use gyoji_core::{BadText, Game, Kit, Known, Lifetime, Options, Transport};
use gyoji_words::{kits, players};

use super::{Kind, PlayerText, Terms};

impl PlayerText {
    /// The player's entry in a plan, under the conditions of the house where its text says
    /// nothing.
    pub fn player<G: Game>(&self, kit: &Kit<G>, house: &Terms) -> Result<Player, BadText> {
        if let Some(folder) = self.folder.as_ref().filter(|folder| folder.game != G::SPEC.id) {
            let problem = kits::other_game(&folder.game, G::SPEC.id);
            return Err(BadText::new(&self.text, problem));
        }
        let terms = self.terms.or(house);
        let limit = |time: Duration| Some(time.as_nanos() as u64).filter(|ns| *ns > 0);
        let mut player = Player {
            limit_ns: limit(terms.time_or(G::SPEC.time)),
            clock: terms.clock,
            start_up_ns: terms.start_up.map(|time| time.as_nanos() as u64),
            policy: terms.policy.unwrap_or(G::SPEC.policy),
            strikes: terms.strikes,
            ..Player::new(&self.name(), &self.text)
        };
        match &self.kind {
            Kind::Bot(name) => {
                self.only_for_programs()?;
                let (entry, options) = kit.bot_with(name, pairs(&self.options))?;
                // A plan says which bot it is, whatever the rank may be at another time.
                if kit.rank(name).is_some() {
                    player.text = format!("bot:{}?{}", entry.name, options.written());
                }
                player.ponder = (options.get("ponder") == "yes").then_some(Ponder::Yes);
                player.bot_options = Some(all(&options));
            }
            Kind::Human => {
                self.only_for_programs()?;
                // A person is helped, not punished, and may think as long as they like unless
                // their own text says otherwise.
                player.policy = self.terms.policy.unwrap_or(Policy::Practice);
                player.limit_ns = self.terms.time.and_then(limit);
                player.clock = self.terms.clock;
                Options::check(&[], pairs(&self.options))?;
            }
            Kind::Program { .. } => {
                player.dir = terms.dir.clone();
                let level = terms.sandbox.unwrap_or(0);
                player.sandbox = Some(level);
                player.limits = match level {
                    0 => terms.limits,
                    _ => terms.limits.or(Limits::USUAL),
                };
                player.ponder = Some(if terms.may_ponder() { Ponder::Yes } else { Ponder::No });
                self.speak(kit, &terms, &mut player)?;
            }
            Kind::Tcp(_) | Kind::Listen(_) => {
                player.ponder = Some(if terms.may_ponder() { Ponder::Yes } else { Ponder::Remote });
                let entry = kit.dialect(self.dialect_of(kit, &terms))?;
                let usual = entry.peer_policy.unwrap_or(G::SPEC.policy);
                player.policy = terms.policy.unwrap_or(usual);
                self.speak(kit, &terms, &mut player)?;
            }
        }
        Ok(player)
    }

    fn only_for_programs(&self) -> Result<(), BadText> {
        match self.terms.about_a_program() {
            Some(option) => Err(BadText::new(&self.text, players::not_for_a_bot(option))),
            None => Ok(()),
        }
    }

    /// How somebody outside is spoken to.
    fn speak<G: Game>(
        &self,
        kit: &Kit<G>,
        terms: &Terms,
        player: &mut Player,
    ) -> Result<(), BadText> {
        let entry = kit.dialect(self.dialect_of(kit, terms))?;
        let options = Options::check(entry.options, pairs(&self.options))?;
        let is_program = matches!(self.kind, Kind::Program { .. });
        (entry.make)(&options)?; // options that do not go together are refused here
        match (entry.manners)(&options).transport {
            Transport::File { .. } => self.check_file_terms(entry.name, terms, player)?,
            Transport::MergedLines if !is_program => {
                return Err(BadText::new(&self.text, players::no_streams()));
            }
            Transport::Lines | Transport::MergedLines if is_program && terms.file.is_some() => {
                return Err(BadText::new(&self.text, players::no_file(entry.name)));
            }
            _ => {}
        }
        player.dialect = Some(entry.name.to_owned());
        player.dialect_options = all(&options);
        let lifetime = terms.lifetime.unwrap_or(entry.lifetime);
        if lifetime == Lifetime::Keep && entry.lifetime != Lifetime::Keep {
            return Err(BadText::new(&self.text, players::cannot_keep(entry.name)));
        }
        player.lifetime = Some(lifetime);
        Ok(())
    }

    /// What it can play of the game's options: everything, unless its dialect cannot say it all.
    pub fn knows<G: Game>(&self, kit: &Kit<G>, house: &Terms) -> Result<Vec<Known>, BadText> {
        if matches!(self.kind, Kind::Bot(_) | Kind::Human) {
            return Ok(Vec::new());
        }
        let terms = self.terms.or(house);
        let entry = kit.dialect(self.dialect_of(kit, &terms))?;
        Ok((entry.knows)(&Options::check(entry.options, pairs(&self.options))?))
    }

    /// The dialect of a player from outside. A peer over TCP speaks the game's own network
    /// protocol, if it has one, and else `plain`.
    fn dialect_of<'a, G: Game>(&'a self, kit: &Kit<G>, terms: &'a Terms) -> &'a str {
        match &self.kind {
            Kind::Program { dialect, .. } => {
                dialect.as_deref().or(terms.dialect.as_deref()).unwrap_or(G::SPEC.dialect)
            }
            _ => terms.dialect.as_deref().unwrap_or_else(|| kit.network_dialect()),
        }
    }

    /// A program that is run on a file can only be a program, lives for one answer, and has
    /// ended when it could be told to try again.
    fn check_file_terms(
        &self,
        dialect: &str,
        terms: &Terms,
        player: &Player,
    ) -> Result<(), BadText> {
        let problem = if !matches!(self.kind, Kind::Program { .. }) {
            players::file_needs_a_program(dialect)
        } else if terms.lifetime.is_some_and(|lifetime| lifetime != Lifetime::PerMove) {
            players::file_is_per_move(dialect)
        } else if player.policy == Policy::Retry {
            players::file_cannot_retry(dialect)
        } else {
            return Ok(());
        };
        Err(BadText::new(&self.text, problem))
    }
}

fn pairs(options: &[(String, String)]) -> impl Iterator<Item = (&str, &str)> {
    options.iter().map(|(name, value)| (name.as_str(), value.as_str()))
}

fn all(options: &Options) -> BTreeMap<String, String> {
    options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}
