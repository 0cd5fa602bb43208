//! Files that are nearly right, for tests that no input makes a parser panic.

/// A file with up to three bytes changed, lost or put in, or with its end cut off. New bytes are
/// taken from `signs`: those that mean something in the format.
pub fn mutated(mut bytes: Vec<u8>, signs: &[u8], rng: &mut fastrand::Rng) -> Vec<u8> {
    for _ in 0..rng.usize(..4) {
        let at = rng.usize(..=bytes.len());
        match rng.u8(..4) {
            0 if at < bytes.len() => bytes[at] = signs[rng.usize(..signs.len())],
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.truncate(at),
            _ => bytes.insert(at, signs[rng.usize(..signs.len())]),
        }
    }
    bytes
}
