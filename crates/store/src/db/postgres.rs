//! PostgreSQL: the tables are in a schema of their own, beside whatever else is in the database.

use std::collections::HashMap;
use std::error::Error as _;
use std::time::Duration;

use gyoji_words::{Text, store as words};
use postgres::config::SslMode;
use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::ToSql;
use postgres::{Client, Config, Error, NoTls, Statement};

use super::{Db, Done, Failure, NewGame, Row, Value, clean};
use crate::games::INSERT_BOTH;
use crate::{Kind, Location, Trouble, location};

/// The schema that the tables are in.
const SCHEMA: &str = "gyoji";
/// Taken while tables are made: any number that others are not likely to use.
const MAKING: &str = "select pg_advisory_xact_lock(7240521733)";
/// How long a host may take to answer when it is called.
const CALLING: Duration = Duration::from_secs(5);
/// After how long a silent network counts as gone.
const SILENCE: Duration = Duration::from_secs(20);

/// A connection to the database.
pub(crate) struct Postgres {
    client: Client,
    place: String,
    prepared: HashMap<&'static str, Statement>,
}

impl Postgres {
    /// Connects. Commits do not wait for the server's disk unless they are asked to.
    pub(crate) fn connect(url: &str) -> Done<Postgres> {
        let place = Location::Postgres(url.to_owned()).to_string();
        let config = prepare(location::config(url)?);
        if config.get_ssl_mode() == SslMode::Require {
            return Err(Trouble::new(Kind::Asked, words::no_encryption()).into());
        }
        let client = config.connect(NoTls).map_err(|error| failure(&place, &error))?;
        let mut db = Postgres { client, place, prepared: HashMap::new() };
        // Pages of results are read along an index that has their order. Before the server has
        // counted the rows of a new table it would rather sort all of them, for every page.
        db.run(&format!(
            "set search_path to {SCHEMA}; set synchronous_commit to off; \
             set client_min_messages to warning; set enable_sort to off; \
             set enable_bitmapscan to off"
        ))?;
        Ok(db)
    }

    fn run(&mut self, sql: &str) -> Done<()> {
        self.client.batch_execute(sql).map_err(|error| failure(&self.place, &error))
    }

    fn statement(&mut self, sql: &'static str) -> Done<Statement> {
        if let Some(statement) = self.prepared.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).map_err(|error| failure(&self.place, &error))?;
        self.prepared.insert(sql, statement.clone());
        Ok(statement)
    }
}

/// What the URL leaves open: the password may be in the environment, and nobody waits for ever.
fn prepare(mut config: Config) -> Config {
    if config.get_password().is_none()
        && let Ok(password) = std::env::var("PGPASSWORD")
    {
        config.password(password);
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CALLING);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(SILENCE);
    }
    if config.get_application_name().is_none() {
        config.application_name("gyoji");
    }
    config.keepalives_idle(SILENCE).keepalives_interval(CALLING).keepalives_retries(3);
    config
}

fn failure(place: &str, error: &Error) -> Failure {
    let trouble = |kind, text: Text| Failure::from(Trouble::new(kind, text));
    let Some(said) = error.as_db_error() else {
        // What went wrong below is more telling than that something did.
        let cause = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        // Without a word of the server, the connection is gone or was never there.
        let is_io = error.source().is_some_and(|source| source.is::<std::io::Error>());
        return match error.is_closed() || is_io || error.to_string().contains("timeout") {
            true => Failure::Away(Text::plain(cause)),
            false if error.to_string().contains("authentication") => {
                trouble(Kind::Refused, words::login_refused(place, cause))
            }
            false => trouble(Kind::System, words::database_error(place, cause)),
        };
    };
    let (code, message) = (said.code().clone(), said.message());
    if code == SqlState::INVALID_PASSWORD || code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION {
        return trouble(Kind::Refused, words::login_refused(place, message));
    }
    if code == SqlState::UNDEFINED_DATABASE {
        return trouble(Kind::Missing, words::no_such_database(place, message));
    }
    if code == SqlState::INSUFFICIENT_PRIVILEGE || code == SqlState::READ_ONLY_SQL_TRANSACTION {
        return trouble(Kind::Refused, words::no_rights(place, message));
    }
    if code == SqlState::DISK_FULL {
        return trouble(Kind::Full, words::full(place));
    }
    if code == SqlState::T_R_SERIALIZATION_FAILURE || code == SqlState::T_R_DEADLOCK_DETECTED {
        return Failure::Again(Text::plain(message));
    }
    let class = code.code().get(..2).unwrap_or_default();
    let is_stopping = class == "08" || code.code().starts_with("57P");
    if is_stopping || code == SqlState::TOO_MANY_CONNECTIONS {
        return Failure::Away(Text::plain(message));
    }
    if code == SqlState::DATA_CORRUPTED || code == SqlState::INDEX_CORRUPTED {
        return trouble(Kind::Damaged, words::damaged_database(place, message));
    }
    trouble(Kind::System, words::database_error(place, message))
}

/// Values as the client takes them, with room for texts that had to be cleaned.
fn clean_all<'a>(values: &[Value<'a>]) -> Vec<Box<dyn ToSql + Sync + Send + 'a>> {
    values
        .iter()
        .map(|value| -> Box<dyn ToSql + Sync + Send + 'a> {
            match *value {
                Value::Int(number) => Box::new(number),
                Value::Text(text) => Box::new(clean(text)),
                Value::Blob(bytes) => Box::new(bytes),
            }
        })
        .collect()
}

struct Found<'a>(&'a postgres::Row, &'a str);

impl Row for Found<'_> {
    fn int(&self, column: usize) -> Done<i64> {
        self.0.try_get(column).map_err(|error| failure(self.1, &error))
    }

    fn text(&self, column: usize) -> Done<&str> {
        self.0.try_get(column).map_err(|error| failure(self.1, &error))
    }

    fn blob(&self, column: usize) -> Done<&[u8]> {
        self.0.try_get(column).map_err(|error| failure(self.1, &error))
    }
}

impl Db for Postgres {
    fn execute(&mut self, sql: &'static str, values: &[Value<'_>]) -> Done<u64> {
        let statement = self.statement(sql)?;
        let values = clean_all(values);
        let values: Vec<&(dyn ToSql + Sync)> =
            values.iter().map(|value| &**value as &(dyn ToSql + Sync)).collect();
        self.client.execute(&statement, &values).map_err(|error| failure(&self.place, &error))
    }

    fn query(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Row) -> Done<()>,
    ) -> Done<()> {
        let statement = self.statement(sql)?;
        let values = clean_all(values);
        let values = values.iter().map(|value| &**value as &(dyn ToSql + Sync));
        let values: Vec<_> = values.collect();
        let fail = |error: &Error| failure(&self.place, error);
        let mut rows = self.client.query_raw(&statement, values).map_err(|error| fail(&error))?;
        while let Some(row) = rows.next().map_err(|error| fail(&error))? {
            each(&Found(&row, &self.place))?;
        }
        Ok(())
    }

    fn insert_games(&mut self, games: &mut dyn Iterator<Item = NewGame<'_>>) -> Done<u64> {
        // One statement is one journey to the server and back, and a transaction by itself. A
        // series of them need not be one: whoever is interrupted puts all of them again.
        let mut new = 0;
        for (game, record) in games {
            let values: Vec<Value<'_>> = game.into_iter().chain([Value::Blob(record)]).collect();
            new += self.execute(INSERT_BOTH, &values)?;
        }
        Ok(new)
    }

    fn make(&mut self, sql: &str) -> Done<()> {
        let sql = sql
            .replace("{key}", "bigint generated by default as identity primary key")
            .replace("{int}", "bigint")
            .replace("{text}", "text collate \"C\"")
            .replace("{blob}", "bytea");
        self.run(&sql)
    }

    fn begin(&mut self) -> Done<()> {
        self.run("begin; set local synchronous_commit to on")
    }

    fn commit(&mut self) -> Done<()> {
        self.run("commit")
    }

    fn rollback(&mut self) {
        // It fails only where the connection is gone, and then nothing was done.
        let _ = self.run("rollback");
    }

    fn claim(&mut self) -> Done<()> {
        self.run(MAKING)?;
        let sql = "select count(*) from pg_namespace where nspname = 'gyoji'";
        match (self as &mut dyn Db).number(sql, &[])? {
            Some(0) => self.run(&format!("create schema {SCHEMA}")),
            _ => Ok(()),
        }
    }

    fn has_table(&mut self, name: &str) -> Done<bool> {
        let sql = "select count(*) from pg_tables where schemaname = 'gyoji' and tablename = $1";
        let count = (self as &mut dyn Db).number(sql, &[Value::Text(name)])?;
        Ok(count.is_some_and(|count| count > 0))
    }

    fn is_foreign(&mut self) -> Done<bool> {
        let sql = "select count(*) from pg_tables where schemaname = 'gyoji'";
        let count = (self as &mut dyn Db).number(sql, &[])?;
        Ok(count.is_some_and(|count| count > 0))
    }

    fn now_ms(&mut self) -> Done<i64> {
        let sql = "select (extract(epoch from clock_timestamp()) * 1000)::bigint";
        Ok((self as &mut dyn Db).number(sql, &[])?.unwrap_or(0))
    }
}
