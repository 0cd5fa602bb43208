//! SQLite: one file in a folder, with a write-ahead log beside it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use gyoji_words::store as words;
use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, OpenFlags, params_from_iter};

use super::{Db, Done, Failure, NewGame, Row, Value, clean};
use crate::games::{INSERT_GAME, INSERT_RECORD};
use crate::{Kind, Trouble};

/// The name of the file in the folder.
pub(crate) const FILE: &str = "gyoji.db";
/// How long somebody else may hold the file.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many statements stay prepared.
const PREPARED: usize = 64;
/// From which size on the log is moved into the file by whoever brings games to the disk, and by
/// how many pages a commit does it after all, since that one keeps up.
pub(crate) const LONG_LOG: u64 = 16 << 20;
const TOO_LONG_LOG: u32 = 4 * (LONG_LOG >> 12) as u32;

/// The file of a store in this folder.
pub(crate) fn file_in(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// The write-ahead log beside it, where committed games are until they are moved into the file.
pub(crate) fn log_in(folder: &Path) -> PathBuf {
    folder.join(format!("{FILE}-wal"))
}

/// A connection to the file.
pub(crate) struct Sqlite {
    connection: Connection,
    place: String,
}

impl Sqlite {
    /// Opens the file, or makes it.
    pub(crate) fn open(folder: &Path) -> Done<Sqlite> {
        let path = file_in(folder);
        let place = path.display().to_string();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection =
            Connection::open_with_flags(&path, flags).map_err(|error| failure(&place, &error))?;
        connection.set_prepared_statement_cache_capacity(PREPARED);
        let db = Sqlite { connection, place };
        db.set_up().map_err(|error| failure(&db.place, &error))?;
        Ok(db)
    }

    fn set_up(&self) -> rusqlite::Result<()> {
        self.connection.busy_timeout(PATIENCE)?;
        // While another program does the same, SQLite gives up without waiting.
        let start = Instant::now();
        loop {
            let mode =
                self.connection.pragma_update_and_check(None, "journal_mode", "wal", |row| {
                    row.get::<_, String>(0)
                });
            match mode {
                Err(error) if is_busy(&error) && start.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(5));
                }
                // A file system that cannot do it: then every commit waits for the disk.
                Ok(mode) if mode != "wal" => {
                    return self.connection.pragma_update(None, "synchronous", "full");
                }
                other => {
                    other?;
                    break;
                }
            }
        }
        // A commit is in the kernel when it is done; `durable.rs` brings it to the disk.
        self.connection.pragma_update(None, "wal_autocheckpoint", TOO_LONG_LOG)?;
        self.connection.pragma_update(None, "synchronous", "normal")
    }

    /// Moves what is in the log into the file, without keeping anybody waiting.
    pub(crate) fn shorten_log(&self) -> Done<()> {
        let done = self.connection.query_row("pragma wal_checkpoint(passive)", [], |_| Ok(()));
        done.map_err(|error| self.fail(&error))
    }

    /// Writes a whole copy of the store into another file, which appears only when it is whole.
    pub(crate) fn copy_to(&self, copy: &Path) -> Done<()> {
        let part = copy.with_extension("part");
        let not_copied = |error: &dyn std::fmt::Display| {
            Trouble::new(Kind::System, words::not_copied(copy.display(), error))
        };
        let _ = std::fs::remove_file(&part);
        let name = part.to_string_lossy();
        let done = self.connection.execute("vacuum into ?1", [&name]);
        done.map_err(|error| match failure(&self.place, &error) {
            Failure::Trouble(trouble) if trouble.kind == Kind::System => not_copied(&error).into(),
            other => other,
        })?;
        let on_disk = std::fs::File::open(&part).and_then(|file| file.sync_all());
        on_disk
            .and_then(|()| std::fs::rename(&part, copy))
            .map_err(|error| not_copied(&error).into())
    }

    fn fail(&self, error: &rusqlite::Error) -> Failure {
        failure(&self.place, error)
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn failure(place: &str, error: &rusqlite::Error) -> Failure {
    let (kind, text) = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => (Kind::Full, words::full(place)),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            (Kind::Busy, words::busy(place))
        }
        Some(ErrorCode::NotADatabase) => (Kind::NotAStore, words::not_a_store(place)),
        Some(ErrorCode::DatabaseCorrupt) => (Kind::Damaged, words::damaged(place, error)),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => {
            (Kind::Refused, words::not_allowed(place, error))
        }
        _ => (Kind::System, words::database_error(place, error)),
    };
    Trouble::new(kind, text).into()
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Int(number) => ToSqlOutput::from(*number),
            Value::Text(text) => match clean(text) {
                std::borrow::Cow::Borrowed(text) => ToSqlOutput::from(text),
                std::borrow::Cow::Owned(text) => ToSqlOutput::from(text),
            },
            Value::Blob(bytes) => ToSqlOutput::from(*bytes),
        })
    }
}

/// A row together with where it comes from, for complaints.
struct Found<'a, 'b>(&'a rusqlite::Row<'b>, &'a str);

impl Found<'_, '_> {
    fn value(&self, column: usize) -> Done<ValueRef<'_>> {
        self.0.get_ref(column).map_err(|error| failure(self.1, &error))
    }

    /// Another type than the tables have: somebody else has written there.
    fn damaged(&self, error: impl std::fmt::Display) -> Failure {
        Trouble::new(Kind::Damaged, words::damaged(self.1, error)).into()
    }
}

impl Row for Found<'_, '_> {
    fn int(&self, column: usize) -> Done<i64> {
        self.value(column)?.as_i64().map_err(|error| self.damaged(error))
    }

    fn text(&self, column: usize) -> Done<&str> {
        self.value(column)?.as_str().map_err(|error| self.damaged(error))
    }

    fn blob(&self, column: usize) -> Done<&[u8]> {
        self.value(column)?.as_blob().map_err(|error| self.damaged(error))
    }
}

impl Db for Sqlite {
    fn execute(&mut self, sql: &'static str, values: &[Value<'_>]) -> Done<u64> {
        let mut statement =
            self.connection.prepare_cached(sql).map_err(|error| self.fail(&error))?;
        let changed = statement.execute(params_from_iter(values));
        changed.map(|rows| rows as u64).map_err(|error| self.fail(&error))
    }

    fn query(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Row) -> Done<()>,
    ) -> Done<()> {
        let mut statement =
            self.connection.prepare_cached(sql).map_err(|error| self.fail(&error))?;
        let mut rows =
            statement.query(params_from_iter(values)).map_err(|error| self.fail(&error))?;
        while let Some(row) = rows.next().map_err(|error| self.fail(&error))? {
            each(&Found(row, &self.place))?;
        }
        Ok(())
    }

    fn insert_games(&mut self, games: &mut dyn Iterator<Item = NewGame<'_>>) -> Done<u64> {
        super::transaction(self, |db| {
            let mut new = 0;
            for (game, record) in games {
                let Some(number) = db.number(INSERT_GAME, &game)? else { continue };
                db.execute(INSERT_RECORD, &[Value::Int(number), Value::Blob(record)])?;
                new += 1;
            }
            Ok(new)
        })
    }

    fn make(&mut self, sql: &str) -> Done<()> {
        let sql = sql
            .replace("{key}", "integer primary key")
            .replace("{int}", "integer")
            .replace("{text}", "text")
            .replace("{blob}", "blob");
        self.connection.execute_batch(&sql).map_err(|error| self.fail(&error))
    }

    fn begin(&mut self) -> Done<()> {
        self.execute("begin immediate", &[]).map(drop)
    }

    fn commit(&mut self) -> Done<()> {
        self.execute("commit", &[]).map(drop)
    }

    fn rollback(&mut self) {
        // It fails only where SQLite has done it already.
        let _ = self.execute("rollback", &[]);
    }

    fn claim(&mut self) -> Done<()> {
        // The transaction has the file for itself, and the file is the place.
        Ok(())
    }

    fn has_table(&mut self, name: &str) -> Done<bool> {
        let sql = "select count(*) from sqlite_master where type = 'table' and name = $1";
        let count = (self as &mut dyn Db).number(sql, &[Value::Text(name)])?;
        Ok(count.is_some_and(|count| count > 0))
    }

    fn is_foreign(&mut self) -> Done<bool> {
        let count = (self as &mut dyn Db).number("select count(*) from sqlite_master", &[])?;
        Ok(count.is_some_and(|count| count > 0))
    }

    fn now_ms(&mut self) -> Done<i64> {
        // Everybody who shares the file is on this machine.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(now.as_millis() as i64)
    }
}
