//! What the tests share: a house without a terminal.

use gyoji_core::Lang;
use gyoji_referee::Look;
use gyoji_referee::player::House;

/// A house for built-in bots: no program can be started in it.
pub(crate) fn house() -> House {
    House {
        supervisor: "/no/supervisor".into(),
        caps: Default::default(),
        lang: Lang::En,
        look: Look::default(),
        private: Vec::new(),
    }
}
