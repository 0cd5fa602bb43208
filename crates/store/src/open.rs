//! Opening a store: making it, bringing it to this version, refusing what is none.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

use gyoji_words::store as words;

use crate::db::postgres::Postgres;
use crate::db::sqlite::{Sqlite, file_in};
use crate::db::{Db, Done, Failure};
use crate::{Kind, Location, Trouble, schema};

/// How long a database may take to be there when a store is opened.
const COMING_UP: Duration = Duration::from_secs(5);

/// Another connection to a store that has been opened.
pub(crate) fn connect(location: &Location) -> Done<Box<dyn Db>> {
    Ok(match location {
        Location::Folder(folder) => Box::new(Sqlite::open(folder)?),
        Location::Postgres(url) => Box::new(Postgres::connect(url)?),
    })
}

/// The first connection to a store: makes it, or brings it to the version that `steps` lead to.
pub(crate) fn open(location: &Location, steps: &[&str]) -> Result<Box<dyn Db>, Trouble> {
    if let Location::Folder(folder) = location {
        make_folder(folder)?;
    }
    let start = Instant::now();
    loop {
        let opened = match location {
            Location::Folder(folder) => open_file(folder, steps),
            Location::Postgres(url) => open_database(location, url, steps),
        };
        match opened {
            Ok(db) => return Ok(db),
            Err(Failure::Trouble(trouble)) => return Err(trouble),
            Err(Failure::Again(_) | Failure::Away(_)) if start.elapsed() < COMING_UP => {
                std::thread::sleep(Duration::from_millis(100));
            }
            Err(Failure::Again(error) | Failure::Away(error)) => {
                return Err(Trouble::new(Kind::Away, words::not_reached(location, error)));
            }
        }
    }
}

fn make_folder(folder: &Path) -> Result<(), Trouble> {
    let Err(error) = std::fs::create_dir_all(folder) else { return Ok(()) };
    let path = folder.display();
    Err(match error.kind() {
        _ if folder.is_file() => Trouble::new(Kind::Refused, words::not_a_folder(path)),
        ErrorKind::StorageFull => Trouble::new(Kind::Full, words::full(path)),
        _ => Trouble::new(Kind::Refused, words::no_folder(path, gyoji_words::system::said(&error))),
    })
}

fn open_file(folder: &Path, steps: &[&str]) -> Done<Box<dyn Db>> {
    let path = file_in(folder);
    let mut db = Sqlite::open(folder)?;
    let place = path.display().to_string();
    schema::migrate(&mut db, &place, steps, &mut |version| {
        let name = format!("{}.before-v{version}", path.display());
        Sqlite::open(folder)?.copy_to(Path::new(&name))
    })?;
    Ok(Box::new(db))
}

fn open_database(location: &Location, url: &str, steps: &[&str]) -> Done<Box<dyn Db>> {
    let mut db = Postgres::connect(url)?;
    // A database has its own backups, and a step is done whole or not at all.
    schema::migrate(&mut db, &location.to_string(), steps, &mut |_| Ok(()))?;
    Ok(Box::new(db))
}

#[cfg(test)]
mod tests {
    use gyoji_testkit::postgres::Server;

    use super::*;
    use crate::{Store, schema::STEPS};

    /// What a next version might bring.
    const NEXT: &str = "create table seats (game {int} not null primary key, light {text} not null); \
                        insert into seats (game, light) select 1, 'on' from meta where name = 'version'";

    fn version(location: &Location) -> usize {
        schema::version(&mut *connect(location).unwrap()).unwrap()
    }

    fn check(location: &Location) {
        let known = STEPS.len();
        drop(Store::open_at(location, &STEPS[..1]).unwrap());
        assert_eq!(version(location), 1);
        drop(Store::open(location).unwrap());
        assert_eq!(version(location), known);
        let steps = [STEPS, &[NEXT]].concat();
        drop(Store::open_at(location, &steps).unwrap());
        assert_eq!(version(location), known + 1);
        let mut db = connect(location).unwrap();
        assert_eq!(db.number("select game from seats", &[]).unwrap(), Some(1));
        // Once is enough.
        drop(Store::open_at(location, &steps).unwrap());
        let trouble = Store::open(location).err().expect("it is too new");
        assert_eq!(trouble.kind, Kind::Newer);
        // A step that does not work changes nothing.
        let bad = [&steps[..], &["create table half ({key}); create table half ({key})"]].concat();
        assert!(Store::open_at(location, &bad).is_err());
        assert_eq!(version(location), known + 1);
        assert!(!db.has_table("half").unwrap());
    }

    #[test]
    fn an_older_store_is_brought_to_this_version_after_a_copy_was_made() {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::Folder(folder.path().join("store"));
        check(&location);
        let copied = folder.path().join("copied");
        std::fs::create_dir(&copied).unwrap();
        let copy = folder.path().join("store/gyoji.db.before-v2");
        std::fs::copy(copy, copied.join("gyoji.db")).unwrap();
        let copied = Location::Folder(copied);
        assert_eq!(version(&copied), 1);
        Store::open(&copied).unwrap();
    }

    #[test]
    fn an_older_database_is_brought_to_this_version() {
        let server = Server::start();
        check(&Location::Postgres(server.database("games")));
    }
}
