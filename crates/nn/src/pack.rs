//! Weights in the order in which a kernel reads them, and gradients in the order in which one
//! writes them; to and from PyTorch's order.
//!
//! The outputs are cut into vectors, the vectors into groups that one register tile holds. Within
//! a group lies, for each input in turn, one number for every output of the group.

use crate::batch::{Aligned, padded};
use crate::simd::{Isa, LANES, Lanes};

/// Packed weights, or a packed gradient.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    /// How many inputs an output has; for a 3x3 convolution nine times the channels.
    depth: usize,
    outputs: usize,
    widest: usize,
    data: Aligned,
}

impl Packed {
    pub(crate) fn zeros(isa: Isa, depth: usize, outputs: usize) -> Packed {
        let data = Aligned::zeros(depth * padded(outputs));
        Packed { depth, outputs, widest: isa.widest(), data }
    }

    /// Packs `at(input, output)`.
    pub(crate) fn new(
        isa: Isa,
        depth: usize,
        outputs: usize,
        at: impl Fn(usize, usize) -> f32,
    ) -> Packed {
        let mut packed = Packed::zeros(isa, depth, outputs);
        packed.for_each(|input, output, number| *number = at(input, output));
        packed
    }

    /// Every number with its input and output.
    pub(crate) fn for_each(&mut self, mut visit: impl FnMut(usize, usize, &mut f32)) {
        let (depth, outputs) = (self.depth, self.outputs);
        for (first, count) in groups(self.blocks(), self.widest) {
            let group = &mut self.data.lanes_mut()[first * depth..][..count * depth];
            for (input, lanes) in group.chunks_exact_mut(count).enumerate() {
                let numbers = lanes.as_flattened_mut().iter_mut().enumerate();
                for (lane, number) in numbers.take(outputs.saturating_sub(first * LANES)) {
                    visit(input, first * LANES + lane, number);
                }
            }
        }
    }

    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// How many vectors the outputs fill.
    pub(crate) fn blocks(&self) -> usize {
        padded(self.outputs) / LANES
    }

    pub(crate) fn outputs(&self) -> usize {
        self.outputs
    }

    /// The groups: first vector and how many.
    pub(crate) fn groups(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        groups(self.blocks(), self.widest)
    }

    pub(crate) fn lanes(&self) -> &[Lanes] {
        self.data.lanes()
    }

    pub(crate) fn lanes_mut(&mut self) -> &mut [Lanes] {
        self.data.lanes_mut()
    }
}

/// Cuts vectors into groups of at most `widest`, each a power of two: there is a tile for each.
fn groups(blocks: usize, widest: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut first = 0;
    std::iter::from_fn(move || {
        let left = (blocks - first).min(widest);
        let count = if left == 0 { return None } else { 1 << left.ilog2() };
        first += count;
        Some((first - count, count))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_cover_everything_once() {
        assert_eq!(groups(7, 4).collect::<Vec<_>>(), [(0, 4), (4, 2), (6, 1)]);
        assert_eq!(groups(2, 1).collect::<Vec<_>>(), [(0, 1), (1, 1)]);
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        for isa in Isa::all() {
            let mut packed = Packed::new(isa, 5, 70, |input, output| (input * 100 + output) as f32);
            let mut seen = 0;
            packed.for_each(|input, output, number| {
                assert_eq!(*number, (input * 100 + output) as f32);
                seen += 1;
            });
            assert_eq!(seen, 5 * 70);
        }
    }
}
