//! What a diagnosis comes to.

use std::ops::Range;

use gyoji_core::Text;

use super::Case;

/// The case, where it shows, why it is one and what to do.
pub(super) struct Finding {
    pub(super) case: Case,
    /// Bytes of the fault's own words, and what stands under them.
    pub(super) mark: Option<(Range<usize>, Text)>,
    pub(super) why: Vec<Text>,
    pub(super) fix: Vec<Text>,
}

impl Finding {
    pub(super) fn new(case: Case, why: Text) -> Finding {
        Finding { case, mark: None, why: vec![why], fix: Vec::new() }
    }

    pub(super) fn mark(mut self, bytes: Range<usize>, says: Text) -> Finding {
        self.mark = Some((bytes, says));
        self
    }

    pub(super) fn also(mut self, why: Text) -> Finding {
        self.why.push(why);
        self
    }

    pub(super) fn fix(mut self, fix: Text) -> Finding {
        self.fix.push(fix);
        self
    }
}
