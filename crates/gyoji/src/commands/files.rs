//! Game files: which format they have, reading them, and writing them without losing others.
//! What the commands for several games share.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;

use gyoji_core::record::Record;
use gyoji_core::{BadText, Lang};

use crate::args::Output;
use crate::failure::{BAD_FILE, FAILED, Failure, quoted};
use crate::replace::replace;
use crate::screen;

/// What stands for stdin, and for stdout.
const STANDARD: &str = "-";

gyoji_words::messages! {
    too_large(path, most) "{path}: too large for a game file (more than {most} KB)" / "{path}: 対局ファイルとしては大きすぎます（{most} KB 超）";
    not_utf8(path) "{path}: not text in UTF-8; save the file in UTF-8 or plain ASCII" / "{path}: UTF-8 のテキストではありません。UTF-8 か半角英数字で保存してください";
    no_file(path) "{path}: this is not a file" / "{path}: ファイルではありません";
    changed(path) "{path}: another program has changed the file meanwhile (it is left as it is); let only one program move at a time" / "{path}: 考えている間に、ほかのプログラムがファイルを書き換えました（ファイルは変更していません）。一度に動かすプログラムは1つにしてください";
    which_format(path, flag, formats) "{path}: its ending does not tell the format; use {flag} with one of {formats}" / "{path}: 拡張子から形式がわかりません。{flag} で {formats} のどれかを指定してください";
    no_such_file(path) "{path}: no such file" / "{path}: そのようなファイルはありません";
    bad_game(path, problem) "{path}: {problem}" / "{path}: {problem}";
    exists(path) "{path}: there is such a file already (it is left as it is); use --force to replace it" / "{path}: すでにファイルがあります（変更していません）。置き換えるには --force を付けてください";
}

/// A format that an option or the ending of a file can name.
pub trait Named: FromStr<Err = BadText> {
    /// The names.
    fn names() -> Vec<&'static str>;
    /// The format of files with this ending.
    fn of_ending(ending: &str) -> Option<Self>;
}

/// The format that `option` names, the value of `flag`, or else the ending of a file.
pub fn format<F: Named>(
    option: Option<&str>,
    path: Option<&Path>,
    flag: &str,
) -> Result<F, Failure> {
    if let Some(name) = option {
        return Ok(name.parse()?);
    }
    let ending = path.and_then(Path::extension).and_then(|ending| ending.to_str());
    ending.and_then(F::of_ending).ok_or_else(|| {
        let shown = path.unwrap_or(Path::new("stdout"));
        Failure::usage_text(which_format(shown.display(), flag, F::names().join(", ")))
    })
}

/// Whether a path stands for stdin or stdout.
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == STANDARD
}

/// The bytes of a game file of so many kilobytes at most; none if there is no such file.
pub fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, Failure> {
    // Looked at before it is opened: to open a pipe is to wait for whoever writes into it.
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() => {
            return Err(Failure { code: BAD_FILE, text: no_file(path.display()) });
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::io(path, &error)),
    }
    let file = File::open(path).map_err(|error| Failure::io(path, &error))?;
    read_all(file, path, most).map(Some)
}

/// Games from wherever they come; `path` is what that is called.
fn read_all(from: impl Read, path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let mut data = Vec::new();
    let bytes = most << 10;
    from.take(bytes + 1).read_to_end(&mut data).map_err(|error| Failure::io(path, &error))?;
    match data.len() as u64 > bytes {
        true => Err(Failure { code: BAD_FILE, text: too_large(path.display(), most) }),
        false => Ok(data),
    }
}

/// The bytes of a game file that has to be there, or of stdin.
pub fn input(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    if is_standard(path) {
        return read_all(std::io::stdin().lock(), path, most);
    }
    let missing = || Failure { code: BAD_FILE, text: no_such_file(path.display()) };
    read(path, most)?.ok_or_else(missing)
}

/// The text that bytes of a file are.
pub fn text(bytes: Vec<u8>, path: &Path) -> Result<String, Failure> {
    let bad = |_| Failure { code: BAD_FILE, text: not_utf8(path.display()) };
    String::from_utf8(bytes).map_err(bad)
}

/// A whole record of ours.
pub fn record(path: &Path) -> Result<Record, Failure> {
    let (record, damage) = gyoji_league::records::read(path)?;
    damage.map_or(Ok(record), |damage| Err(damage.into()))
}

/// What is wrong with a game file.
pub fn bad_file(path: &Path, bad: &BadText) -> Failure {
    let problem = match bad.input.is_empty() {
        true => bad.problem.clone(),
        false => quoted(&bad.input).then(": ", &bad.problem),
    };
    Failure { code: BAD_FILE, text: bad_game(path.display(), problem) }
}

/// Refuses to write where a file is already, unless that is wanted.
pub fn check_free(path: &Path, output: &Output) -> Result<(), Failure> {
    match !output.force && std::fs::symlink_metadata(path).is_ok() {
        true => Err(Failure { code: FAILED, text: exists(path.display()) }),
        false => Ok(()),
    }
}

/// Writes a result to the file that was asked for, and `said` of it, or to stdout.
pub fn write(
    output: &Output,
    data: &[u8],
    said: impl FnOnce(&Path) -> gyoji_core::Text,
    lang: Lang,
) -> Result<ExitCode, Failure> {
    let Some(path) = output.file() else { return super::print_bytes(data) };
    check_free(path, output)?;
    replace(path, data)?;
    screen::say(said(path).get(lang));
    Ok(ExitCode::SUCCESS)
}

/// Like [`replace`], for a file that held `before` when it was read: what somebody else has
/// written there since is not lost.
pub fn replace_unchanged(path: &Path, before: &str, text: &str, most: u64) -> Result<(), Failure> {
    if read(path, most)?.unwrap_or_default() != before.as_bytes() {
        return Err(Failure { code: BAD_FILE, text: changed(path.display()) });
    }
    replace(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_else_wrote_meanwhile_is_not_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.csv");
        let replace = |before, text| replace_unchanged(&path, before, text, 1);
        replace("", "1,1;8;8").expect("a new file");
        let failure = replace("", "1,1;7;7").expect_err("it is there now");
        assert_eq!(failure.code, BAD_FILE);
        replace("1,1;8;8", "2,1;8;8,2;7;7").expect("as it was read");
        assert_eq!(read(&path, 1).expect("a file").as_deref(), Some(&b"2,1;8;8,2;7;7"[..]));
    }

    #[test]
    fn a_game_from_a_stream_without_end_is_refused() {
        let endless = std::io::repeat(b'1');
        let failure = read_all(endless, Path::new("-"), 1024).expect_err("too much");
        assert_eq!(failure.code, BAD_FILE);
    }
}
