//! Where a store is.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use gyoji_words::store as words;
use postgres::Config;
use postgres::config::Host;

use crate::{Kind, Trouble};

/// The port that nobody has to say.
const USUAL_PORT: u16 = 5432;

/// Where a store is: `results`, `/srv/gyoji`, `postgres://gyoji:secret@host/games`.
///
/// It is never shown with its password.
#[derive(Clone, PartialEq, Eq)]
pub enum Location {
    /// A folder, in which there is a file `gyoji.db`.
    Folder(PathBuf),
    /// A PostgreSQL database, as a URL.
    Postgres(String),
}

impl Location {
    /// Where games are kept unless somebody says otherwise: `$XDG_DATA_HOME/gyoji`, else
    /// `~/.local/share/gyoji`.
    pub fn usual() -> Option<Location> {
        let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
        let data =
            folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))?;
        Some(Location::Folder(data.join("gyoji")))
    }

    /// Whether a store was made there already, as far as that is known without asking a server.
    pub fn is_there(&self) -> bool {
        match self {
            Location::Folder(folder) => folder.join(crate::db::sqlite::FILE).exists(),
            Location::Postgres(_) => true,
        }
    }
}

impl FromStr for Location {
    type Err = Trouble;

    fn from_str(text: &str) -> Result<Location, Trouble> {
        if ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            config(text)?;
            return Ok(Location::Postgres(text.to_owned()));
        }
        Ok(Location::Folder(PathBuf::from(text)))
    }
}

/// What a URL says; a mistake in it is told without the URL, for there is a password in it.
pub(crate) fn config(url: &str) -> Result<Config, Trouble> {
    url.parse().map_err(|error: postgres::Error| {
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        let problem = cause.unwrap_or_else(|| error.to_string());
        Trouble::new(Kind::Asked, words::bad_url(problem))
    })
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let url = match self {
            Location::Folder(path) => return path.display().fmt(f),
            Location::Postgres(url) => url,
        };
        // Made from its parts, so that nothing slips through.
        let Ok(config) = config(url) else { return f.write_str("postgres://…") };
        f.write_str("postgres://")?;
        if let Some(user) = config.get_user() {
            write!(f, "{user}@")?;
        }
        for (index, host) in config.get_hosts().iter().enumerate() {
            let comma = if index > 0 { "," } else { "" };
            match host {
                Host::Tcp(name) => write!(f, "{comma}{name}")?,
                Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
            }
            let ports = config.get_ports();
            let port = ports.get(index).or(ports.first());
            if let Some(port) = port.filter(|&&port| port != USUAL_PORT) {
                write!(f, ":{port}")?;
            }
        }
        write!(f, "/{}", config.get_dbname().unwrap_or_default())
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_shown_without_its_password() {
        for (text, shown) in [
            ("postgres://me:s3cret@db.example:5433/games", "postgres://me@db.example:5433/games"),
            ("postgresql://me:s3cret@localhost/games", "postgres://me@localhost/games"),
            ("postgres://localhost/games?user=me&password=s3cret", "postgres://me@localhost/games"),
            ("postgres://me:s3cret@%2Frun%2Fpg/games", "postgres://me@/run/pg/games"),
            ("data/here", "data/here"),
        ] {
            let location: Location = text.parse().unwrap();
            assert_eq!(location.to_string(), shown);
            assert!(!format!("{location:?}").contains("s3cret"));
        }
        // Whoever makes one by hand is not better off.
        let odd = Location::Postgres("postgres://me:s3cret@host:port/x".into());
        assert!(!format!("{odd} {odd:?}").contains("s3cret"));
    }

    #[test]
    fn an_address_that_is_none_is_refused_without_the_password() {
        for bad in [
            "postgres://me:s3cret@host:port/x",
            "postgres://me:s3cret@host/x?nonsense=s3cret",
            "postgres://me:s3cret%zz@host/x?connect_timeout=s3cret",
        ] {
            let trouble = bad.parse::<Location>().unwrap_err();
            assert_eq!(trouble.kind, Kind::Asked);
            assert!(!format!("{trouble} {trouble:?}").contains("s3cret"), "{trouble}");
        }
    }
}
