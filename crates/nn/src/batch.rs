//! Numbers as the kernels want them: rows of channels, padded to whole vectors, aligned.
//!
//! A row is one square of one position (channels last), or one whole position in front of a
//! fully connected layer. What pads a row is zero, and every layer keeps it zero.

use std::cell::RefCell;

use crate::simd::{LANES, Lanes};

/// The bytes of a vector and of a cache line.
const ALIGNMENT: usize = 64;

/// How much memory a thread keeps for its next step of training.
const MOST_KEPT: usize = 64;

thread_local! {
    /// Memory that was given back. Every step of training wants the same again; asking the system
    /// each time costs a tenth of the step.
    static KEPT: RefCell<Vec<Vec<f32>>> = const { RefCell::new(Vec::new()) };
}

/// A vector of numbers that begins at a cache line, so that no load touches two of them.
#[derive(Debug, Default)]
pub(crate) struct Aligned {
    store: Vec<f32>,
    start: usize,
    len: usize,
}

impl Aligned {
    /// So many zeros; whole vectors of them.
    pub(crate) fn zeros(len: usize) -> Aligned {
        let mut zeros = Aligned::unwritten(len);
        zeros.all_mut().fill(0.0);
        zeros
    }

    /// So many numbers that the caller is going to write: they may hold anything.
    fn unwritten(len: usize) -> Aligned {
        let size = len + LANES;
        let take = |kept: &mut Vec<Vec<f32>>| {
            let fits = kept.iter().position(|store| store.len() == size)?;
            Some(kept.swap_remove(fits))
        };
        let kept = KEPT.try_with(|kept| take(&mut kept.borrow_mut())).ok().flatten();
        let store = kept.unwrap_or_else(|| vec![0.0; size]);
        let offset = store.as_ptr().align_offset(ALIGNMENT);
        // Only a matter of speed: a start that cannot be aligned is as right as any other.
        Aligned { start: if offset < LANES { offset } else { 0 }, store, len }
    }

    pub(crate) fn all(&self) -> &[f32] {
        &self.store[self.start..self.start + self.len]
    }

    pub(crate) fn all_mut(&mut self) -> &mut [f32] {
        &mut self.store[self.start..self.start + self.len]
    }

    pub(crate) fn lanes(&self) -> &[Lanes] {
        self.all().as_chunks().0
    }

    pub(crate) fn lanes_mut(&mut self) -> &mut [Lanes] {
        self.all_mut().as_chunks_mut().0
    }
}

impl Drop for Aligned {
    fn drop(&mut self) {
        let store = std::mem::take(&mut self.store);
        // While a thread ends there is nobody left to keep anything.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if !store.is_empty() && kept.len() < MOST_KEPT {
                kept.push(store);
            }
        });
    }
}

// By hand, since a copy lies elsewhere and has another start.
impl Clone for Aligned {
    fn clone(&self) -> Aligned {
        let mut copy = Aligned::unwritten(self.len);
        copy.all_mut().copy_from_slice(self.all());
        copy
    }
}

/// How long a row of so many channels is.
pub(crate) fn padded(channels: usize) -> usize {
    channels.next_multiple_of(LANES)
}

/// Rows of channels: what flows between layers.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    rows: usize,
    channels: usize,
    stride: usize,
    data: Aligned,
}

impl Batch {
    /// Rows of zeros.
    pub fn zeros(rows: usize, channels: usize) -> Batch {
        let stride = padded(channels);
        Batch { rows, channels, stride, data: Aligned::zeros(rows * stride) }
    }

    /// Rows that the caller is going to write; only their padding is zero.
    pub(crate) fn unwritten(rows: usize, channels: usize) -> Batch {
        let stride = padded(channels);
        let mut data = Aligned::unwritten(rows * stride);
        if channels < stride {
            data.all_mut().chunks_exact_mut(stride).for_each(|row| row[channels..].fill(0.0));
        }
        Batch { rows, channels, stride, data }
    }

    /// From rows without padding, one behind the other.
    ///
    /// # Panics
    /// If the numbers are not whole rows.
    pub fn from_rows(channels: usize, numbers: &[f32]) -> Batch {
        assert!(channels > 0 && numbers.len().is_multiple_of(channels), "whole rows");
        let mut batch = Batch::zeros(numbers.len() / channels, channels);
        for (row, from) in numbers.chunks_exact(channels).enumerate() {
            batch.row_mut(row).copy_from_slice(from);
        }
        batch
    }

    /// From planes as PyTorch orders them (position, plane, square): a row for each square.
    ///
    /// # Panics
    /// If the numbers are not whole positions.
    pub fn from_planes(planes: usize, squares: usize, numbers: &[f32]) -> Batch {
        let mut batch = Batch::default();
        batch.set_planes(planes, squares, numbers);
        batch
    }

    /// [`Batch::from_planes`] into memory that is there already.
    pub(crate) fn set_planes(&mut self, planes: usize, squares: usize, numbers: &[f32]) {
        let size = planes * squares;
        assert!(size > 0 && numbers.len().is_multiple_of(size), "whole positions");
        self.resize(numbers.len() / size * squares, planes);
        let stride = self.stride;
        let positions = self.data.all_mut().chunks_exact_mut(squares * stride);
        for (to, from) in positions.zip(numbers.chunks_exact(size)) {
            for (plane, from) in from.chunks_exact(squares).enumerate() {
                for (square, &number) in from.iter().enumerate() {
                    to[square * stride + plane] = number;
                }
            }
        }
    }

    /// Makes room for rows that are about to be written whole; what is in them is not defined,
    /// except that padding stays zero.
    pub(crate) fn resize(&mut self, rows: usize, channels: usize) {
        if (self.rows, self.channels) != (rows, channels) {
            *self = Batch::unwritten(rows, channels);
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many numbers of a row count.
    pub fn channels(&self) -> usize {
        self.channels
    }

    /// One row, without its padding.
    pub fn row(&self, row: usize) -> &[f32] {
        &self.data.all()[row * self.stride..][..self.channels]
    }

    /// One row, without its padding.
    pub fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.data.all_mut()[row * self.stride..][..self.channels]
    }

    /// All rows without padding, one behind the other.
    pub fn to_rows(&self) -> Vec<f32> {
        (0..self.rows).flat_map(|row| self.row(row).iter().copied()).collect()
    }

    /// How far apart two rows are.
    pub(crate) fn stride(&self) -> usize {
        self.stride
    }

    /// How many vectors a row has.
    pub(crate) fn blocks(&self) -> usize {
        self.stride / LANES
    }

    pub(crate) fn all(&self) -> &[f32] {
        self.data.all()
    }

    pub(crate) fn all_mut(&mut self) -> &mut [f32] {
        self.data.all_mut()
    }

    pub(crate) fn lanes(&self) -> &[Lanes] {
        self.data.lanes()
    }

    pub(crate) fn lanes_mut(&mut self) -> &mut [Lanes] {
        self.data.lanes_mut()
    }

    /// The rows of all squares of a position as one row, padding included.
    #[must_use]
    pub(crate) fn joined(self, squares: usize) -> Batch {
        let length = self.stride * squares;
        Batch { rows: self.rows / squares, channels: length, stride: length, data: self.data }
    }

    /// The reverse of [`Batch::joined`].
    #[must_use]
    pub(crate) fn parted(self, squares: usize, channels: usize) -> Batch {
        let (rows, stride) = (self.rows * squares, self.stride / squares);
        Batch { rows, channels, stride, data: self.data }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_become_rows_of_squares() {
        let numbers: Vec<f32> = (0..12u8).map(f32::from).collect();
        let batch = Batch::from_planes(3, 2, &numbers);
        assert_eq!((batch.rows(), batch.channels()), (4, 3));
        assert_eq!(batch.row(0), [0.0, 2.0, 4.0]);
        assert_eq!(batch.row(3), [7.0, 9.0, 11.0]);
    }

    #[test]
    fn a_copy_is_aligned_too_and_padding_is_zero() {
        let batch = Batch::from_rows(3, &[1.0; 9]).clone();
        assert_eq!(batch.all().as_ptr().align_offset(64), 0);
        assert_eq!(batch.all().iter().sum::<f32>(), 9.0);
        let joined = batch.joined(3);
        assert_eq!((joined.rows(), joined.channels()), (1, 48));
        assert_eq!(joined.parted(3, 3).to_rows(), [1.0; 9]);
    }
}
