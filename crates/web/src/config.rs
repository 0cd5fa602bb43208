//! What a server is told when it is started.

use std::path::PathBuf;
use std::time::Duration;

use gyoji_store::Location;

/// How a server runs. [`Config::default`] is what `gyoji serve` does without options.
#[derive(Clone, Debug)]
pub struct Config {
    /// Names, beside addresses, by which this server may be called.
    pub names: Vec<String>,
    /// The store in which games are kept; none: in memory only.
    pub data: Option<Location>,
    /// Folders in which a server of an earlier version has kept its games.
    pub old: Vec<PathBuf>,
    /// Folders in which others on this machine write the records of their games.
    pub watch: Vec<PathBuf>,
    /// Whether the house's bots play demonstration games while somebody looks at the lobby.
    pub demo: bool,
    /// Whether what programs print is shown to other machines, too.
    pub open_talk: bool,
    /// How long a game is left alone before it sleeps.
    pub sleep_after: Duration,
    /// How much is allowed.
    pub limits: Limits,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            names: Vec::new(),
            data: None,
            old: Vec::new(),
            watch: Vec::new(),
            demo: true,
            open_talk: false,
            sleep_after: Duration::from_secs(600),
            limits: Limits::default(),
        }
    }
}

/// How much is allowed, to all together and to one address.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Games that are awake.
    pub games: usize,
    /// Games that are awake and were begun from one address.
    pub games_per_address: usize,
    /// Connections.
    pub connections: usize,
    /// Connections from one address.
    pub connections_per_address: usize,
    /// Games that one web socket follows.
    pub watched: usize,
    /// How long a bot may think about one move.
    pub bot_time: Duration,
    /// Bots that think at the same time; 0: as many as there are processors.
    pub thinkers: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 64 << 10,
            games: 400,
            games_per_address: 50,
            connections: 4096,
            connections_per_address: 256,
            watched: 32,
            bot_time: Duration::from_secs(10),
            thinkers: 0,
        }
    }
}
