//! From a player's text to somebody who can sit down.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gyoji_core::record::{Player, Policy};
use gyoji_core::{BadText, Game, Kit, Lang, Lifetime, Options, Transport};

use gyoji_words::{players, server as words};

use super::command::stand_anywhere;
use super::{Kind, PlayerText, Terms, find_command};
use crate::chair::Chair;
use crate::human::{Human, Look};
use crate::wire::process::Process;
use crate::wire::run_once::{RunOnce, Told};
use crate::wire::tcp::Tcp;
use crate::wire::terminal::Terminal;
use crate::wire::{Caps, Program, Wire};

/// What the house provides for every player.
#[derive(Clone, Debug)]
pub struct House {
    /// The executable that can act as a supervisor.
    pub supervisor: PathBuf,
    /// The conditions, where a player's text says nothing.
    pub terms: Terms,
    /// How much a program may print.
    pub caps: Caps,
    /// The language a person at the terminal is spoken to in.
    pub lang: Lang,
    /// How boards are drawn for them.
    pub look: Look,
}

impl PlayerText {
    /// The entry in the record, and the chair. Nothing is started yet.
    pub fn invite<G: Game>(
        &self,
        kit: &Kit<G>,
        house: &House,
    ) -> Result<(Player, Chair<G>), BadText> {
        let terms = self.terms.or(&house.terms);
        let time = terms.time.unwrap_or(G::SPEC.time);
        let limit = |time: std::time::Duration| Some(time.as_nanos() as u64).filter(|ns| *ns > 0);
        let mut player = Player {
            name: self.name(),
            text: self.text.clone(),
            dialect: None,
            dialect_options: BTreeMap::new(),
            lifetime: None,
            limit_ns: limit(time),
            start_up_ns: terms.start_up.map(|time| time.as_nanos() as u64),
            policy: terms.policy.unwrap_or(G::SPEC.policy),
            strikes: terms.strikes,
            sandbox: None,
        };
        let chair = match &self.kind {
            Kind::Bot(name) => {
                let entry = kit.bot(name)?;
                let options = Options::check(entry.options, pairs(&self.options))?;
                Chair::Bot { make: entry.make, options }
            }
            Kind::Human => {
                // A person is helped, not punished, and may think as long as they like unless
                // their own text says otherwise.
                player.policy = self.terms.policy.unwrap_or(Policy::Practice);
                player.limit_ns = self.terms.time.and_then(limit);
                let human = Human::new(kit, house.lang, house.look);
                Chair::outside(Box::new(Terminal::new()), human.dialects())
            }
            Kind::Program { dialect, command } => {
                let name = dialect.as_deref().or(terms.dialect.as_deref());
                let name = name.unwrap_or(G::SPEC.dialect);
                let command = find_command(command)?;
                player.sandbox = Some(0);
                let program = Program {
                    command,
                    folder: None,
                    supervisor: house.supervisor.clone(),
                    caps: house.caps,
                };
                let wire = self.program(kit, name, program, &terms)?;
                self.outside(kit, name, wire, &terms, &mut player)?
            }
            Kind::Tcp(address) => {
                let wire = Box::new(Tcp::to(address, house.caps));
                self.peer(kit, wire, &terms, &mut player)?
            }
            Kind::Listen(port) => {
                let wire = Tcp::at(*port, house.caps);
                let bad = |error| BadText::new(&self.text, words::cannot_listen(port, error));
                self.peer(kit, Box::new(wire.map_err(bad)?), &terms, &mut player)?
            }
        };
        Ok((player, chair))
    }

    /// The wire to a program: its streams, or a file it is run on.
    fn program<G: Game>(
        &self,
        kit: &Kit<G>,
        dialect: &str,
        mut program: Program,
        terms: &Terms,
    ) -> Result<Box<dyn Wire>, BadText> {
        let transport = kit.make_dialect(dialect, pairs(&self.options))?.transport();
        Ok(match (transport, &terms.file) {
            (Transport::Lines, Some(_)) => {
                return Err(BadText::new(&self.text, players::no_file(dialect)));
            }
            (Transport::Lines, None) => Box::new(Process::new(program)),
            (Transport::File(name), None) => Box::new(RunOnce::new(program, name, Told::Argument)),
            (Transport::File(_), Some(name)) => {
                // It runs in the folder of the file, and still has to be found.
                stand_anywhere(&mut program.command, name);
                Box::new(RunOnce::new(program, name, Told::Name))
            }
        })
    }

    /// A peer over TCP speaks the game's own network protocol, if it has one, and else `plain`.
    fn peer<G: Game>(
        &self,
        kit: &Kit<G>,
        wire: Box<dyn Wire>,
        terms: &Terms,
        player: &mut Player,
    ) -> Result<Chair<G>, BadText> {
        let usual = if kit.dialect("tcp").is_ok() { "tcp" } else { "plain" };
        let name = terms.dialect.as_deref().unwrap_or(usual);
        if name == "tcp" && terms.policy.is_none() {
            player.policy = Policy::Retry; // seed 002: an illegal PUT may be tried again
        }
        self.outside(kit, name, wire, terms, player)
    }

    fn outside<G: Game>(
        &self,
        kit: &Kit<G>,
        dialect: &str,
        wire: Box<dyn Wire>,
        terms: &Terms,
        player: &mut Player,
    ) -> Result<Chair<G>, BadText> {
        let entry = kit.dialect(dialect)?;
        let options = Options::check(entry.options, pairs(&self.options))?;
        if let Transport::File(_) = (entry.make)(&options)?.transport() {
            self.check_file_terms(entry.name, terms, player)?;
        }
        player.dialect = Some(entry.name.to_owned());
        player.dialect_options =
            options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let lifetime = terms.lifetime.unwrap_or(entry.lifetime);
        if lifetime == Lifetime::Keep && entry.lifetime != Lifetime::Keep {
            return Err(BadText::new(&self.text, players::cannot_keep(entry.name)));
        }
        player.lifetime = Some(lifetime);
        let make = entry.make;
        Ok(Chair::outside(wire, Box::new(move || make(&options))))
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
