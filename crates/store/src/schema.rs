//! The tables, as a list of steps from each version to the next; and walking it.

use gyoji_words::store as words;

use crate::db::{Db, Done, Value, transaction};
use crate::{Kind, Trouble};

/// What makes version 1 of nothing, version 2 of version 1, and so on. A step that has been
/// released is never changed.
///
/// `{key}`, `{int}`, `{text}` and `{blob}` are the types; texts are compared byte by byte.
pub(crate) const STEPS: &[&str] = &[include_str!("schema/v1.sql"), include_str!("schema/v2.sql")];

/// The version of a store: 0 if there is nothing yet.
pub(crate) fn version(db: &mut dyn Db) -> Done<usize> {
    if !db.has_table("meta")? {
        return Ok(0);
    }
    let version = db.number("select value from meta where name = 'version'", &[])?;
    Ok(usize::try_from(version.unwrap_or(0)).unwrap_or(0))
}

/// Brings a store to the version that `steps` lead to. `copy` is called before one that is in use
/// is changed.
pub(crate) fn migrate(
    db: &mut dyn Db,
    place: &str,
    steps: &[&str],
    copy: &mut dyn FnMut(usize) -> Done<()>,
) -> Done<()> {
    let known = steps.len();
    let check = |db: &mut dyn Db| -> Done<usize> {
        let found = version(db)?;
        match found {
            0 if db.is_foreign()? => {
                Err(Trouble::new(Kind::NotAStore, words::not_a_store(place)).into())
            }
            _ if found > known => {
                Err(Trouble::new(Kind::Newer, words::newer(place, found, known)).into())
            }
            _ => Ok(found),
        }
    };
    let found = check(db)?;
    if found == known {
        return Ok(());
    }
    if found > 0 {
        copy(known)?;
    }
    transaction(db, |db| {
        db.claim()?;
        // Somebody else may have been faster.
        let found = check(db)?;
        for (step, version) in steps.iter().zip(1..).skip(found) {
            db.make(step)?;
            let version = [Value::Int(version)];
            let known =
                db.execute("update meta set value = $1 where name = 'version'", &version)?;
            if known == 0 {
                db.execute("insert into meta (name, value) values ('version', $1)", &version)?;
            }
        }
        Ok(())
    })
}
