//! One small way to talk to both databases: integers, texts and blobs, never null.
//!
//! Statements are written once, with `$1`, `$2`, … in the order in which they first appear: that
//! means the same to SQLite and to PostgreSQL.

pub(crate) mod postgres;
pub(crate) mod sqlite;

use std::borrow::Cow;

use gyoji_words::Text;

use crate::Trouble;

/// A value that goes into a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    Int(i64),
    Text(&'a str),
    Blob(&'a [u8]),
}

/// What came of a statement that did not work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The connection is gone, or there is none to be had: it is worth waiting.
    Away(Text),
    /// Two transactions got into each other's way: the same again will do.
    Again(Text),
    /// It will not work.
    Trouble(Trouble),
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        Failure::Trouble(trouble)
    }
}

pub(crate) type Done<T> = Result<T, Failure>;

/// The values of `INSERT_GAME`, and the record.
pub(crate) type NewGame<'a> = ([Value<'a>; 14], &'a [u8]);

/// A row of an answer, by column.
pub(crate) trait Row {
    fn int(&self, column: usize) -> Done<i64>;
    fn text(&self, column: usize) -> Done<&str>;
    fn blob(&self, column: usize) -> Done<&[u8]>;
}

/// A connection.
pub(crate) trait Db: Send {
    /// Carries out a statement and says how many rows it changed.
    fn execute(&mut self, sql: &'static str, values: &[Value<'_>]) -> Done<u64>;
    /// Hands on the rows of an answer, one after the other.
    fn query(
        &mut self,
        sql: &'static str,
        values: &[Value<'_>],
        each: &mut dyn FnMut(&dyn Row) -> Done<()>,
    ) -> Done<()>;
    /// Puts games and their records, all or none; says how many there were none of that id of.
    fn insert_games(&mut self, games: &mut dyn Iterator<Item = NewGame<'_>>) -> Done<u64>;
    /// Carries out statements that make tables, with the types as this database calls them.
    fn make(&mut self, sql: &str) -> Done<()>;
    /// Begins a transaction. What it does is on the disk when it is committed, on PostgreSQL.
    fn begin(&mut self) -> Done<()>;
    fn commit(&mut self) -> Done<()>;
    fn rollback(&mut self);
    /// Makes the place for the tables, and keeps others from making them until the transaction
    /// ends.
    fn claim(&mut self) -> Done<()>;
    /// Whether the store has this table.
    fn has_table(&mut self, name: &str) -> Done<bool>;
    /// Whether somebody else's tables are where ours should be.
    fn is_foreign(&mut self) -> Done<bool>;
    /// The time by which everybody who uses this store can go: milliseconds since 1970.
    fn now_ms(&mut self) -> Done<i64>;
}

impl dyn Db + '_ {
    /// The first column of the first row, if it is a number.
    pub(crate) fn number(&mut self, sql: &'static str, values: &[Value<'_>]) -> Done<Option<i64>> {
        let mut found = None;
        self.query(sql, values, &mut |row| {
            found = Some(row.int(0)?);
            Ok(())
        })?;
        Ok(found)
    }
}

/// Does all of it or nothing.
pub(crate) fn transaction<T>(
    db: &mut dyn Db,
    work: impl FnOnce(&mut dyn Db) -> Done<T>,
) -> Done<T> {
    db.begin()?;
    let done = work(db).and_then(|value| db.commit().map(|()| value));
    if done.is_err() {
        db.rollback();
    }
    done
}

/// A text as both databases take it: PostgreSQL has no NUL in texts.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    match text.contains('\0') {
        true => text.replace('\0', "␀").into(),
        false => text.into(),
    }
}
