//! Records, small: zstd of their text.

use std::io::Read;
use std::sync::Mutex;

use gyoji_core::record::Record;
use gyoji_words::Text;
use zstd::bulk::Compressor;

use crate::store::lock;

/// Fast: a game is compressed while others are played.
const LEVEL: i32 = 1;
/// The room for a text that is kept; longer games are rare.
const USUAL: usize = 1 << 20;
/// No record is as large; a damaged one must not fill the memory.
const MOST: u64 = 1 << 30;

/// Compressors that are not in use, with room for a text: to make one costs as much as a game.
#[derive(Default)]
pub(crate) struct Compress(Mutex<Vec<(Compressor<'static>, Vec<u8>)>>);

impl Compress {
    /// A record, compressed.
    pub(crate) fn pack(&self, record: &Record) -> std::io::Result<Vec<u8>> {
        let idle = lock(&self.0).pop();
        let (mut compressor, mut text) = match idle {
            Some(idle) => idle,
            None => {
                let mut compressor = Compressor::new(LEVEL)?;
                compressor.include_checksum(true)?;
                (compressor, Vec::new())
            }
        };
        // The same as `Record::to_text`, in one piece.
        text.clear();
        serde_json::to_writer(&mut text, &record.header)?;
        text.push(b'\n');
        for event in &record.events {
            serde_json::to_writer(&mut text, event)?;
            text.push(b'\n');
        }
        let packed = compressor.compress(&text)?;
        text.shrink_to(USUAL);
        lock(&self.0).push((compressor, text));
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
