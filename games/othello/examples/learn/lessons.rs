//! Lessons on disk: a position, the discs by which the side to move came out ahead, and what a search had said.

use std::io;
use std::path::Path;

use gyoji_othello::board::Board;

/// Bytes of a lesson.
const SIZE: usize = 19;
/// What a search said that said nothing.
pub(crate) const UNSAID: i32 = i16::MAX as i32;

/// A position, its result for the side to move, and the score of a search in units of the evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lesson {
    pub(crate) board: Board,
    pub(crate) score: i8,
    pub(crate) said: i16,
}

/// Writes lessons to a file, all or nothing.
pub(crate) fn write(path: &Path, lessons: &[Lesson]) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(lessons.len() * SIZE);
    for lesson in lessons {
        bytes.extend(lesson.board.own.to_le_bytes());
        bytes.extend(lesson.board.opp.to_le_bytes());
        bytes.push(lesson.score.cast_unsigned());
        bytes.extend(lesson.said.to_le_bytes());
    }
    let unfinished = path.with_extension("part");
    std::fs::write(&unfinished, bytes)?;
    std::fs::rename(unfinished, path)
}

/// Reads all lessons of a folder, one list for each chunk, in the order of their names.
pub(crate) fn read_folder(folder: &Path) -> io::Result<Vec<Vec<Lesson>>> {
    let mut files: Vec<_> =
        std::fs::read_dir(folder)?.map(|file| Ok(file?.path())).collect::<io::Result<_>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "games"));
    files.sort();
    files.iter().map(|path| Ok(parse(&std::fs::read(path)?))).collect()
}

fn parse(bytes: &[u8]) -> Vec<Lesson> {
    let (records, _) = bytes.as_chunks::<SIZE>();
    let word = |record: &[u8; SIZE], at: usize| {
        record[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    };
    let read = |record: &[u8; SIZE]| Lesson {
        board: Board { own: word(record, 0), opp: word(record, 8) },
        score: record[16].cast_signed(),
        said: i16::from_le_bytes([record[17], record[18]]),
    };
    records.iter().map(read).collect()
}
