//! What the judge asks when it is started without programs.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};

use gyoji_referee::player::PlayerText;
use gyoji_words::Text;

use super::words;

use super::Judge;
use crate::failure::Failure;
use crate::screen;

impl Judge<'_> {
    /// Asks for the two programs; an empty second answer means that a person plays. The original
    /// asks for any number of programs, until the answer is empty.
    pub(super) fn ask_for_players(&self) -> Result<Vec<PlayerText>, Failure> {
        self.ask(&words::welcome().then("\n", &Text::plain("")))?;
        let mut players = Vec::new();
        loop {
            let prompt = match players.len() {
                _ if self.args.original => words::next_path(),
                0 => words::first_path(),
                1 => words::second_path(),
                _ => return Ok(players),
            };
            self.ask(&prompt.then(" ", &Text::plain("")))?;
            let Some(line) = read_line() else {
                return match players.len() {
                    0 => Err(Failure::usage_text(words::no_players())),
                    1 if !self.args.original => Err(Failure::usage_text(words::no_second_player())),
                    _ => Ok(players),
                };
            };
            match &*at_home(line.trim()) {
                "" if players.is_empty() => {}
                "" => return Ok(players),
                text => match self.read(text) {
                    Ok(player) => players.push(player),
                    Err(failure) if std::io::stdin().is_terminal() => {
                        screen::say(&failure.message(self.lang));
                    }
                    Err(failure) => return Err(failure),
                },
            }
        }
    }

    /// Whether the person wants to be black, as the original asks.
    pub(super) fn ask_for_black(&self) -> Result<bool, Failure> {
        self.ask(&words::which_colour().then(" ", &Text::plain("")))?;
        Ok(read_line().is_some_and(|line| line.trim() == "b"))
    }

    /// Questions are no results: with --json they must not stand among them.
    fn ask(&self, question: &Text) -> Result<(), Failure> {
        let text = question.get(self.lang);
        match self.args.json {
            true => {
                let _ = std::io::stderr().write_all(text.as_bytes());
                Ok(())
            }
            false => crate::commands::print(text).map(drop),
        }
    }
}

/// One line from stdin, and not a byte more: what follows may be the moves of whoever plays.
/// None at the end.
fn read_line() -> Option<String> {
    let mut line = Vec::new();
    let mut byte = [0];
    let stdin = std::io::stdin();
    while matches!(rustix::io::read(&stdin, &mut byte), Ok(1)) {
        line.push(byte[0]);
        if byte[0] == b'\n' {
            break;
        }
    }
    (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned())
}

/// `~/my_ai.py` as a shell would read it: here there is none.
fn at_home(text: &str) -> Cow<'_, str> {
    match (text.strip_prefix("~/"), std::env::var("HOME")) {
        (Some(rest), Ok(home)) => format!("{home}/{rest}").into(),
        _ => text.into(),
    }
}
