//! Reading game files, and replacing those that are still as they were read.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use super::words;

use crate::failure::{BAD_FILE, Failure};
use crate::replace::replace;

/// How large a game file may be. A full board is a few kilobytes.
const MOST_KILOBYTES: u64 = 1024;

/// The text of a game file; none if there is no such file.
pub fn read(path: &Path) -> Result<Option<String>, Failure> {
    // Looked at before it is opened: to open a pipe is to wait for whoever writes into it.
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() => {
            return Err(Failure { code: BAD_FILE, text: words::no_file(path.display()) });
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::io(path, &error)),
    }
    let file = File::open(path).map_err(|error| Failure::io(path, &error))?;
    read_text(file, path).map(Some)
}

/// A whole game from wherever it comes; `path` is what that is called.
pub fn read_text(from: impl Read, path: &Path) -> Result<String, Failure> {
    let bad = |text| Failure { code: BAD_FILE, text };
    let mut data = Vec::new();
    let most = MOST_KILOBYTES << 10;
    from.take(most + 1).read_to_end(&mut data).map_err(|error| Failure::io(path, &error))?;
    if data.len() as u64 > most {
        return Err(bad(words::too_large(path.display(), MOST_KILOBYTES)));
    }
    String::from_utf8(data).map_err(|_| bad(words::not_utf8(path.display())))
}

/// Like [`replace`], for a file that held `before` when it was read: what somebody else has
/// written there since is not lost.
pub fn replace_unchanged(path: &Path, before: &str, text: &str) -> Result<(), Failure> {
    if read(path)?.unwrap_or_default() != before {
        return Err(Failure { code: BAD_FILE, text: words::changed(path.display()) });
    }
    replace(path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_else_wrote_meanwhile_is_not_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.csv");
        replace_unchanged(&path, "", "1,1;8;8").expect("a new file");
        let failure = replace_unchanged(&path, "", "1,1;7;7").expect_err("it is there now");
        assert_eq!(failure.code, BAD_FILE);
        replace_unchanged(&path, "1,1;8;8", "2,1;8;8,2;7;7").expect("as it was read");
        assert_eq!(read(&path).expect("a file").as_deref(), Some("2,1;8;8,2;7;7"));
    }

    #[test]
    fn a_game_from_a_stream_without_end_is_refused() {
        let endless = std::io::repeat(b'1');
        let failure = read_text(endless, Path::new("-")).expect_err("too much");
        assert_eq!(failure.code, BAD_FILE);
    }
}
