//! The names of games: 128 bits, written as 32 hexadecimal digits.

use std::fmt::Write;

use gyoji_core::record::Place;
use sha2::{Digest, Sha256};

/// A name that no other game has.
pub fn random_id() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// The name of the game at this place: the same whenever and wherever it is played, so that a
/// game that is on record already is known without playing it.
pub fn id_of(place: &Place) -> String {
    let Place { series, stage, round, pairing, game, replay } = place;
    let mut hash = Sha256::new();
    for text in [series, stage] {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text);
    }
    for number in [round, pairing, game, replay] {
        hash.update(number.to_le_bytes());
    }
    let digest = hash.finalize();
    digest.iter().take(16).fold(String::new(), |mut id, byte| {
        let _ = write!(id, "{byte:02x}");
        id
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_place_has_its_own_name_and_always_the_same() {
        let place =
            Place { series: "cup".into(), round: 1, pairing: 1, game: 1, ..Place::default() };
        // What is written in records and stores must not change.
        assert_eq!(id_of(&place), "91858809427ca748d80ac549981ee523");
        let mut ids = HashSet::new();
        for series in ["cup", "cu", ""] {
            for stage in ["", "p", "cup"] {
                for number in 0..32 {
                    let [round, pairing, game, replay] =
                        [0, 1, 2, 3].map(|bit| (number >> bit) & 1);
                    let (series, stage) = (series.to_owned(), stage.to_owned());
                    ids.insert(id_of(&Place { series, stage, round, pairing, game, replay }));
                }
            }
        }
        assert_eq!(ids.len(), 3 * 3 * 16);
        assert!(ids.iter().all(|id| id.len() == 32));
    }

    #[test]
    fn names_drawn_by_lot_are_as_long() {
        assert_eq!(random_id().len(), 32);
        assert_ne!(random_id(), random_id());
    }
}
