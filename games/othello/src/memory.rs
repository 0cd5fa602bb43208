//! Memory for tables: cache lines of words that several threads may read and write at once, on large pages where the
//! system grants them. A table of hundreds of megabytes on small pages spends more time on finding the page than on
//! reading it.
#![allow(unsafe_code, reason = "one call to the system, which only advises it")]

use std::sync::atomic::AtomicU64;

use gyoji_core::BadText;

/// Words in a line.
pub(crate) const WORDS: usize = 8;

/// One cache line.
#[derive(Debug, Default)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [AtomicU64; WORDS]);

/// Whether the system would give so many bytes, or what is wrong with asking.
pub(crate) fn check(bytes: usize) -> Result<(), BadText> {
    let fits = Vec::<Line>::new().try_reserve_exact(bytes / size_of::<Line>()).is_ok();
    let megabytes = bytes >> 20;
    fits.then_some(()).ok_or_else(|| {
        BadText::new(format!("memory={megabytes}"), gyoji_words::input::no_such_memory(megabytes))
    })
}

/// So many lines of zeros.
pub(crate) fn lines(count: usize) -> Vec<Line> {
    let mut lines = Vec::with_capacity(count);
    // Before the memory is touched for the first time: that is when it gets its pages.
    ask_for_large_pages(&lines);
    lines.resize_with(count, Line::default);
    lines
}

#[cfg(target_os = "linux")]
fn ask_for_large_pages(lines: &Vec<Line>) {
    const PAGE: usize = 2 << 20;
    let bytes = lines.capacity() * size_of::<Line>();
    let start = lines.as_ptr().addr();
    let (first, end) = (start.next_multiple_of(PAGE), (start + bytes) / PAGE * PAGE);
    if first < end {
        let at = lines.as_ptr().cast::<u8>().wrapping_add(first - start).cast_mut();
        // SAFETY: whole pages within memory that the vector owns; the advice changes nothing of what is in them. If it
        // is not taken, nothing is lost.
        let _ = unsafe { libc::madvise(at.cast(), end - first, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_lines: &Vec<Line>) {}
