//! A player as people write it: `python3 my_ai.py`, `bot:greedy`, `judge?lenient:./ai`, `human`.
//!
//! ```text
//! PATH                    a program; the interpreter is found by the ending
//! COMMAND ARGS…           a command line
//! FOLDER                  a folder with a gyoji.toml, which says how it is run
//! DIALECT:COMMAND         the same, with its dialect
//! bot:NAME                a built-in bot
//! human                   the person at the terminal
//! tcp:HOST:PORT           a program that listens there
//! tcp:listen=PORT         whoever connects to that port
//! WHAT?option=value&…:…   any of these with options
//! … {file} …              where the file's path stands, for a dialect that travels in a file
//! ```

mod address;
mod command;
mod folder;
mod house;
mod plan;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use gyoji_core::options::parse_duration;
use gyoji_core::record::{Clock, Limits, Policy};
use gyoji_core::{BadText, Lifetime, Options};
use gyoji_words::{input, players as words, server};

use crate::wire::tcp::free_port;

pub use command::{find_command, in_path};
pub use folder::Folder;
pub use house::House;

/// A player's text, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerText {
    /// As it was written.
    pub text: String,
    /// Who that is.
    pub kind: Kind,
    /// The options that are not the referee's, as they are written.
    pub options: Vec<(String, String)>,
    /// What the text says about the conditions.
    pub terms: Terms,
    /// What its folder says, if the text names one.
    pub folder: Option<Folder>,
}

/// Who a player is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A built-in bot, by name.
    Bot(String),
    /// The person at the terminal.
    Human,
    /// A program.
    Program {
        /// Its dialect, if the text names one.
        dialect: Option<String>,
        /// The command line.
        command: String,
    },
    /// A program that listens at `host:port`.
    Tcp(String),
    /// Whoever connects to this port.
    Listen(u16),
}

/// The conditions of one player, as far as they are said: `name`, `time`, `lifetime`, …
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// The name on the screen.
    pub name: Option<String>,
    /// The time for one answer; zero for no limit.
    pub time: Option<Duration>,
    /// The time for the whole game.
    pub clock: Option<Clock>,
    /// The additional time for the first answer of a new process.
    pub start_up: Option<Duration>,
    /// How long the process lives.
    pub lifetime: Option<Lifetime>,
    /// What happens when it answers badly.
    pub policy: Option<Policy>,
    /// The number of faults after which it loses all the same.
    pub strikes: Option<u32>,
    /// The dialect, where the text has no place for it.
    pub dialect: Option<String>,
    /// The folder its program runs in, where its files are looked for.
    pub dir: Option<String>,
    /// The name of the file, for a program that is run on a file and knows its name beforehand.
    pub file: Option<String>,
    /// Whether it may think while it is not its turn.
    pub ponder: Option<bool>,
    /// The level of the sandbox its program runs in; no player's text says that.
    pub sandbox: Option<u8>,
    /// What its program may use of the machine.
    pub limits: Limits,
}

impl PlayerText {
    /// Takes a player's text apart. `dialects` are the names that may stand before a command.
    pub fn parse(text: &str, dialects: &[&str]) -> Result<PlayerText, BadText> {
        let text = text.trim();
        if text.is_empty() {
            return Err(BadText::new(text, words::empty()));
        }
        let program = |dialect, command: &str| Kind::Program { dialect, command: command.into() };
        let (word, options, rest) = split(text);
        let kind = match (word, rest) {
            ("human", None) => Kind::Human,
            ("bot", Some(rest)) => {
                let (name, more) = rest.split_once('?').unwrap_or((rest, ""));
                let options = format!("{options}&{more}");
                return PlayerText::new(text, Kind::Bot(name.into()), &options);
            }
            ("tcp", rest) => {
                address::parse(rest.unwrap_or_default()).map_err(|why| BadText::new(text, why))?
            }
            (word, Some(command)) if dialects.contains(&word) => {
                if command.trim().is_empty() {
                    return Err(BadText::new(text, words::no_command(word)));
                }
                program(Some(word.to_owned()), command.trim())
            }
            // The name of a dialect alone, unless something of that name can be run.
            (word, None)
                if dialects.contains(&word)
                    && !Path::new(text).is_dir()
                    && find_command(text, Path::new("")).is_err() =>
            {
                return Err(BadText::new(text, words::no_command(word)));
            }
            (word, Some(_)) if is_word(word) && !Path::new(text).exists() => {
                let mut all = dialects.to_vec();
                all.extend(["bot", "tcp"].iter().filter(|word| !dialects.contains(word)));
                return Err(BadText::unknown(word, all, words::unknown_prefix));
            }
            _ => return PlayerText::new(text, program(None, text), ""),
        };
        PlayerText::new(text, kind, options)
    }

    fn new(text: &str, kind: Kind, options: &str) -> Result<PlayerText, BadText> {
        let mut terms = Terms::default();
        let mut others = Vec::new();
        let mut names = BTreeSet::new();
        for (name, value) in Options::split(options) {
            if !names.insert(name) {
                return Err(BadText::new(name, input::option_twice(name)));
            }
            let is_bot = matches!(kind, Kind::Bot(_));
            // A bot is no program that could be held to a limit: its memory is what its own tables may take.
            let is_term = !(is_bot && name == "memory") && terms.take(name, value)?;
            // A bot that is to think in others' time has to be one that can.
            let is_bots_too = is_bot && name == "ponder" && value == "yes";
            if !is_term || is_bots_too {
                others.push((name.to_owned(), value.to_owned()));
            }
        }
        let player =
            PlayerText { text: text.to_owned(), kind, options: others, terms, folder: None };
        player.in_folder()
    }

    /// The same, with what its folder says, if the command is one.
    fn in_folder(mut self) -> Result<PlayerText, BadText> {
        if let Kind::Program { dialect, command } = &mut self.kind
            && Path::new(command.as_str()).is_dir()
        {
            let folder = Folder::read(Path::new(command.as_str()))?;
            *dialect = dialect.take().or_else(|| folder.dialect.clone());
            command.clone_from(&folder.run);
            self.terms.dir = Some(folder.path.to_string_lossy().into_owned());
            self.terms.name.get_or_insert_with(|| folder.name.clone());
            self.folder = Some(folder);
        }
        Ok(self)
    }

    /// Begins to listen on a free port, if the text says port 0: whoever is to connect has to
    /// know the port before the game. Each player who says so has a port of its own.
    pub fn choose_port(&mut self) -> Result<(), BadText> {
        if self.kind == Kind::Listen(0) {
            let bad = |error| {
                BadText::new(
                    &self.text,
                    server::cannot_listen(0, gyoji_words::system::said(&error)),
                )
            };
            let port = free_port().map_err(bad)?;
            // Whoever reads the plan has to find it there, too.
            self.text = self.text.replace("listen=0", &format!("listen={port}"));
            self.kind = Kind::Listen(port);
        }
        Ok(())
    }

    /// The name on the screen: the one it was given, or one made from what it is.
    pub fn name(&self) -> String {
        if let Some(name) = &self.terms.name {
            return name.clone();
        }
        match &self.kind {
            Kind::Bot(name) if self.options.is_empty() => name.clone(),
            Kind::Bot(name) => {
                let options: Vec<String> =
                    self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
                format!("{name}?{}", options.join("&"))
            }
            Kind::Human => "human".into(),
            Kind::Tcp(address) => address.clone(),
            Kind::Listen(port) => format!("tcp-{port}"),
            Kind::Program { command, .. } => {
                let folder = self.terms.dir.as_deref().unwrap_or_default();
                command::name_of(command, Path::new(folder))
            }
        }
    }
}

impl Terms {
    /// Takes an option that is the referee's; false if it is somebody else's.
    fn take(&mut self, name: &str, value: &str) -> Result<bool, BadText> {
        let bad_time = || BadText::new(value, input::bad_duration(name));
        match name {
            "name" => self.name = Some(value.to_owned()),
            "dialect" => self.dialect = Some(value.to_owned()),
            "dir" => match Path::new(value).is_dir() {
                true => self.dir = Some(value.to_owned()),
                false => return Err(BadText::new(value, words::no_such_folder(value))),
            },
            "file" => {
                let is_name = !value.is_empty() && !value.contains(['/', '\0']) && value != "..";
                let name = Some(value.to_owned()).filter(|name| is_name && name != ".");
                self.file = Some(name.ok_or_else(|| BadText::new(value, words::file_name()))?);
            }
            "limit" => self.time = Some(parse_duration(value).ok_or_else(bad_time)?),
            "clock" => self.clock = Some(value.parse()?),
            "start-up" => self.start_up = Some(parse_duration(value).ok_or_else(bad_time)?),
            "lifetime" => self.lifetime = Some(value.parse()?),
            "ponder" => self.ponder = Some(parse_ponder(value)?),
            "policy" => self.policy = Some(value.parse()?),
            "strikes" => {
                let strikes = value.parse().ok().filter(|strikes| *strikes > 0);
                let problem = || BadText::new(value, input::bad_number(name, 1, u32::MAX));
                self.strikes = Some(strikes.ok_or_else(problem)?);
            }
            _ => return self.limits.take(name, value),
        }
        Ok(true)
    }

    /// The first of these terms that only a program can keep.
    fn about_a_program(&self) -> Option<&'static str> {
        let given = [
            ("start-up", self.start_up.is_some()),
            ("lifetime", self.lifetime.is_some()),
            ("dialect", self.dialect.is_some()),
            ("dir", self.dir.is_some()),
            ("file", self.file.is_some()),
        ];
        let first = given.into_iter().find_map(|(name, given)| given.then_some(name));
        first.or_else(|| self.limits.said().next().map(|(name, _)| name))
    }

    /// These terms, with those of `house` where nothing is said.
    #[must_use]
    pub fn or(&self, house: &Terms) -> Terms {
        let own = self.clone();
        Terms {
            name: own.name,
            time: own.time.or(house.time),
            clock: own.clock.or(house.clock),
            start_up: own.start_up.or(house.start_up),
            lifetime: own.lifetime.or(house.lifetime),
            policy: own.policy.or(house.policy),
            strikes: own.strikes.or(house.strikes),
            dialect: own.dialect.or_else(|| house.dialect.clone()),
            dir: own.dir.or_else(|| house.dir.clone()),
            file: own.file.or_else(|| house.file.clone()),
            ponder: own.ponder.or(house.ponder),
            sandbox: own.sandbox.or(house.sandbox),
            limits: own.limits.or(house.limits),
        }
    }

    /// The time for one answer, zero for no limit; `usual` where nothing at all is said of time.
    pub fn time_or(&self, usual: Duration) -> Duration {
        let usual = if self.clock.is_some() { Duration::ZERO } else { usual };
        self.time.unwrap_or(usual)
    }

    /// Whether it may think while it is not its turn: it may, unless it was said.
    pub fn may_ponder(&self) -> bool {
        self.ponder.unwrap_or(true)
    }
}

/// Whether a player may think while it is not its turn: `yes` or `no`.
pub fn parse_ponder(text: &str) -> Result<bool, BadText> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(BadText::new(text, input::bad_choice("ponder", "yes | no"))),
    }
}

/// `word?options:rest` in its three parts.
fn split(text: &str) -> (&str, &str, Option<&str>) {
    let (head, rest) = match text.split_once(':') {
        Some((head, rest)) => (head, Some(rest)),
        None => (text, None),
    };
    let (word, options) = head.split_once('?').unwrap_or((head, ""));
    (word, options, rest)
}

fn is_word(word: &str) -> bool {
    word.len() > 1
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<PlayerText, String> {
        PlayerText::parse(text, &["judge", "plain"]).map_err(|bad| bad.to_string())
    }

    fn program(dialect: Option<&str>, command: &str) -> Kind {
        Kind::Program { dialect: dialect.map(str::to_owned), command: command.to_owned() }
    }

    #[test]
    fn every_form_is_understood() {
        let kind = |text| parse(text).unwrap().kind;
        assert_eq!(kind("python3 my_ai.py"), program(None, "python3 my_ai.py"));
        assert_eq!(kind("./my_ai"), program(None, "./my_ai"));
        assert_eq!(kind("java -cp a:b Main"), program(None, "java -cp a:b Main"));
        assert_eq!(kind("judge:python3 my_ai.py"), program(Some("judge"), "python3 my_ai.py"));
        assert_eq!(kind("plain:./ai"), program(Some("plain"), "./ai"));
        assert_eq!(kind("human"), Kind::Human);
        assert_eq!(kind("bot:greedy"), Kind::Bot("greedy".into()));
        assert_eq!(kind("tcp:localhost:5000"), Kind::Tcp("localhost:5000".into()));
        assert_eq!(kind("tcp:listen=46000"), Kind::Listen(46000));
    }

    #[test]
    fn options_go_to_the_referee_or_to_the_dialect() {
        let player = parse("judge?lenient&lifetime=per-move&name=Taro:./ai").unwrap();
        assert_eq!(player.options, [("lenient".to_owned(), "true".to_owned())]);
        assert_eq!(player.terms.lifetime, Some(Lifetime::PerMove));
        assert_eq!(player.name(), "Taro");
        let bot = parse("bot:mcts?playouts=100&limit=1s").unwrap();
        assert_eq!(bot.terms.time, Some(Duration::from_secs(1)));
        assert_eq!(bot.name(), "mcts?playouts=100");
        let engine = parse("bot:pattern?memory=16").unwrap();
        assert_eq!(engine.options, [("memory".to_owned(), "16".to_owned())]);
        assert!(engine.terms == Terms::default() && parse("./ai").unwrap().terms == engine.terms);
        let clock = parse("bot:mcts?clock=60s+0.5s").unwrap().terms.clock;
        assert_eq!(clock, "60s+0.5s".parse().ok());
        let both = parse("bot?limit=1s:mcts?playouts=100").unwrap();
        assert_eq!((both.terms, both.options), (bot.terms, bot.options));
    }

    #[test]
    fn names_come_from_the_program() {
        let name = |text| parse(text).unwrap().name();
        assert_eq!(name("python3 -u bots/my_ai.py --fast"), "my_ai");
        assert_eq!(name("bots/Strong.jar"), "Strong");
        assert_eq!(name("java -cp classes Main"), "Main");
        assert_eq!(name("./a.out"), "a.out");
        assert_eq!(name("judge:node ai.js"), "ai");
    }

    #[test]
    fn bad_texts_are_explained() {
        let complaint = |text| parse(text).unwrap_err();
        assert!(complaint("").contains("write a player"), "{}", complaint(""));
        assert!(
            complaint("juge:./ai").contains("did you mean judge?"),
            "{}",
            complaint("juge:./ai")
        );
        assert!(complaint("judge:").contains("command"), "{}", complaint("judge:"));
        for text in ["judge?lenient", "plain", "judge? :"] {
            assert!(complaint(text).contains("a command belongs after"), "{}", complaint(text));
        }
        let foo = complaint("foo:my_ai.py");
        assert!(foo.ends_with("known: judge, plain, bot, tcp"), "{foo}");
        let twice = complaint("judge?limit=1s&limit=2s:./ai");
        assert!(twice.contains("limit is given twice"), "{twice}");
        for text in ["judge?clock=0:./ai", "bot:greedy?clock=1m+", "human?clock=soon"] {
            assert!(complaint(text).contains("5m+2s"), "{}", complaint(text));
        }
        assert!(complaint("judge?lifetime=long:./ai").contains("per-move | per-game | keep"));
    }
}
