//! The secret of a seat: whoever has it plays there.
//!
//! A key has 128 bits. It is given out once, when a game is made, travels in the fragment of a
//! link and in the bodies of requests, and is kept only as a hash.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// A new key: 32 hexadecimal digits. The error is the system's, which has no random numbers.
pub(crate) fn draw() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(hex(&bytes))
}

/// What is kept of a key.
pub(crate) fn hash(key: &str) -> String {
    hex(&Sha256::digest(key.as_bytes()))
}

/// Whether a key is the one of which this is kept, in a time that does not depend on how much of
/// it is right.
pub(crate) fn fits(key: &str, kept: &str) -> bool {
    let given = hash(key);
    let differs = given.bytes().zip(kept.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == kept.len() && differs == 0
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_fits_only_its_own_hash() {
        let (one, other) = (draw().unwrap(), draw().unwrap());
        assert_eq!(one.len(), 32);
        assert_ne!(one, other);
        assert!(fits(&one, &hash(&one)));
        assert!(!fits(&other, &hash(&one)));
        assert!(!fits("", &hash(&one)) && !fits(&one, "") && !fits(&hash(&one), &hash(&one)));
    }
}
