//! Records, small: zstd of their text.

use std::io::Read;
use std::sync::{Mutex, PoisonError};

use gyoji_core::record::Record;
use gyoji_words::Text;
use zstd::bulk::Compressor;

/// Fast: a game is compressed while others are played.
const LEVEL: i32 = 1;
/// No record is as large; a damaged one must not fill the memory.
const MOST: u64 = 1 << 30;

/// Compressors that are not in use; to make one costs as much as a short game.
#[derive(Default)]
pub(crate) struct Compress(Mutex<Vec<Compressor<'static>>>);

impl Compress {
    /// A record, compressed.
    pub(crate) fn pack(&self, record: &Record) -> std::io::Result<Vec<u8>> {
        let text = record.to_text();
        let idle = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut compressor = match idle {
            Some(compressor) => compressor,
            None => {
                let mut compressor = Compressor::new(LEVEL)?;
                compressor.include_checksum(true)?;
                compressor
            }
        };
        let packed = compressor.compress(text.as_bytes())?;
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(compressor);
        Ok(packed)
    }
}

/// The record that was compressed; else what is wrong with it.
pub(crate) fn unpack(packed: &[u8]) -> Result<Record, Text> {
    let system = |error: std::io::Error| Text::plain(error.to_string());
    let mut text = String::new();
    let unpacking = zstd::stream::read::Decoder::with_buffer(packed).map_err(system)?;
    unpacking.take(MOST).read_to_string(&mut text).map_err(system)?;
    Record::parse(&text).map_err(|bad| bad.problem)
}
