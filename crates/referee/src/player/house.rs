//! From a player of a plan to somebody who can sit down.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use gyoji_core::record::{Player, Ponder};
use gyoji_core::{BadText, Game, Kit, Lang, Lifetime, Manners, Transport};
use gyoji_words::{players, server as words};

use super::command::stand_anywhere;
use super::{Kind, PlayerText, find_command};
use crate::chair::Chair;
use crate::human::{Human, Look};
use crate::os::sandbox::room::named_files;
use crate::wire::channel::{FarEnd, channel};
use crate::wire::process::Process;
use crate::wire::run_once::{RunOnce, Told};
use crate::wire::tcp::Tcp;
use crate::wire::terminal::Terminal;
use crate::wire::{Caps, Program, Room, Wire};

/// What the house provides for every player.
#[derive(Clone, Debug)]
pub struct House {
    /// The executable that can act as a supervisor.
    pub supervisor: PathBuf,
    /// How much a program may print.
    pub caps: Caps,
    /// The language a person at the terminal is spoken to in.
    pub lang: Lang,
    /// How boards are drawn for them.
    pub look: Look,
    /// What no program in a sandbox may see: the other players, records, the store.
    pub private: Vec<PathBuf>,
}

impl House {
    /// The chair of a plan's player. Nothing is started yet.
    pub fn chair<G: Game>(&self, kit: &Kit<G>, player: &Player) -> Result<Chair<G>, BadText> {
        let dialects: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
        let text = PlayerText::parse(&player.text, &dialects)?;
        let wire: Box<dyn Wire> = match &text.kind {
            Kind::Bot(name) => {
                let given: Vec<(&str, &str)> = match &player.bot_options {
                    Some(options) => {
                        options.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect()
                    }
                    // A record of version 1 has them only in the text.
                    None => text.options.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect(),
                };
                let (entry, options) = kit.bot_with(name, given)?;
                return Ok(Chair::Bot { make: entry.make, options });
            }
            Kind::Human => {
                let human = Human::new(kit, self.lang, self.look);
                let (wire, manners) = (Box::new(Terminal::new()), Manners::default());
                return Ok(Chair::outside(wire, manners, human.dialects()));
            }
            Kind::Program { command, .. } => self.program(kit, &text, command, player)?,
            Kind::Tcp(address) => Box::new(Tcp::to(address, self.caps)),
            Kind::Listen(port) => {
                let bad = |error| {
                    BadText::new(
                        &player.text,
                        words::cannot_listen(port, gyoji_words::system::said(&error)),
                    )
                };
                Box::new(Tcp::at(*port, self.caps).map_err(bad)?)
            }
        };
        Chair::speaking(kit, dialect::<G>(player), player.dialect_options(), wire)
    }

    /// The chair of a plan's player who is elsewhere in this process, and the far end of the wire
    /// to it, for whoever plays there.
    pub fn channel<G: Game>(
        &self,
        kit: &Kit<G>,
        player: &Player,
    ) -> Result<(Chair<G>, FarEnd), BadText> {
        let (wire, far) = channel(self.caps);
        let options = player.dialect_options();
        Ok((Chair::speaking(kit, dialect::<G>(player), options, Box::new(wire))?, far))
    }

    /// The files and folders of these players, as their command lines name them.
    pub fn files_of<G: Game>(&self, kit: &Kit<G>, players: &[Player]) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for (player, mut command) in self.commands(kit, players) {
            let dir = player.dir.as_deref().unwrap_or(".");
            let Ok(base) = std::path::absolute(dir) else { continue };
            found.extend(named_files(&mut command, &base));
            found.extend(player.dir.as_ref().map(|_| base));
        }
        found
    }

    /// Those of these players whose own folder is hidden from them, since it holds what is
    /// private: their names, and the folders.
    pub fn hidden_from<G: Game>(&self, kit: &Kit<G>, players: &[Player]) -> Vec<(String, PathBuf)> {
        let hidden = |(player, mut command): (&Player, Vec<OsString>)| {
            let level = player.sandbox.filter(|level| *level > 0)?;
            let dir = player.dir.as_deref().map(Path::new);
            let room = Room::new(level, player.limits, &mut command, dir, &self.private).ok()?;
            Some((player.name.clone(), room.hidden?))
        };
        self.commands(kit, players).filter_map(hidden).collect()
    }

    fn commands<'a, G: Game>(
        &self,
        kit: &Kit<G>,
        players: &'a [Player],
    ) -> impl Iterator<Item = (&'a Player, Vec<OsString>)> {
        let dialects: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
        players.iter().filter_map(move |player| {
            let folder = Path::new(player.dir.as_deref().unwrap_or_default());
            match PlayerText::parse(&player.text, &dialects).ok()?.kind {
                Kind::Program { command, .. } => {
                    Some((player, find_command(&command, folder).ok()?))
                }
                _ => None,
            }
        })
    }

    /// The wire to a program: its streams, or a file it is run on.
    fn program<G: Game>(
        &self,
        kit: &Kit<G>,
        text: &PlayerText,
        command: &str,
        player: &Player,
    ) -> Result<Box<dyn Wire>, BadText> {
        let folder = player.dir.as_deref().unwrap_or_default();
        let mut program = Program {
            command: find_command(command, Path::new(folder))?,
            folder: player.dir.as_ref().map(PathBuf::from),
            supervisor: self.supervisor.clone(),
            caps: self.caps,
            // Somebody who lives for one answer is gone when it is not its turn.
            freezable: player.ponder == Some(Ponder::No)
                && player.lifetime != Some(Lifetime::PerMove),
            merges: false,
            room: None,
            shared: None,
        };
        let level = player.sandbox.unwrap_or(0);
        if level > 0 || !player.limits.is_empty() {
            let dir = player.dir.as_deref().map(Path::new);
            let room = Room::new(level, player.limits, &mut program.command, dir, &self.private);
            let bad = |error: std::io::Error| BadText::new(&player.text, players::no_room(error));
            program.room = Some(room.map_err(bad)?);
        }
        let manners = kit.manners(dialect::<G>(player), player.dialect_options())?;
        Ok(match (manners.transport, &text.terms.file) {
            (Transport::Lines, _) => Box::new(Process::new(program)),
            (Transport::MergedLines, _) => {
                Box::new(Process::new(Program { merges: true, ..program }))
            }
            (Transport::File { name, missing_if_empty }, None) => {
                Box::new(RunOnce::new(program, name, Told::Argument, missing_if_empty))
            }
            (Transport::File { missing_if_empty, .. }, Some(name)) => {
                // It runs in the folder of the file, and still has to be found.
                stand_anywhere(&mut program.command, name, Path::new(folder));
                Box::new(RunOnce::new(program, name, Told::Name, missing_if_empty))
            }
        })
    }
}

/// The dialect of somebody outside.
fn dialect<G: Game>(player: &Player) -> &str {
    player.dialect.as_deref().unwrap_or(G::SPEC.dialect)
}
