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

    /// Packs weights: those of an input lie `step` apart from output to output, the first of
    /// them at `start(input)`; an input without is padding.
    pub(crate) fn new(
        isa: Isa,
        depth: usize,
        outputs: usize,
        weights: &[f32],
        step: usize,
        start: impl Fn(usize) -> Option<usize>,
    ) -> Packed {
        let mut packed = Packed::zeros(isa, depth, outputs);
        packed.for_each(|input, output, numbers| {
            if let Some(start) = start(input) {
                let from = weights[start + output * step..].iter().step_by(step);
                numbers.iter_mut().zip(from).for_each(|(number, weight)| *number = *weight);
            }
        });
        packed
    }

    /// Every input with an output and the numbers from that output on, as far as they lie together.
    pub(crate) fn for_each(&mut self, mut visit: impl FnMut(usize, usize, &mut [f32])) {
        let (depth, outputs) = (self.depth, self.outputs);
        for (first, count) in groups(self.blocks(), self.widest) {
            let group = &mut self.data.lanes_mut()[first * depth..][..count * depth];
            let length = (count * LANES).min(outputs - first * LANES);
            for (input, lanes) in group.chunks_exact_mut(count).enumerate() {
                visit(input, first * LANES, &mut lanes.as_flattened_mut()[..length]);
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
        let weights: Vec<f32> = (0..350u16).map(f32::from).collect();
        for isa in Isa::all() {
            let place = |input: usize| (input != 3).then_some(input);
            let mut packed = Packed::new(isa, 5, 70, &weights, 5, place);
            let mut seen = 0;
            packed.for_each(|input, output, numbers| {
                for (output, number) in (output..).zip(numbers) {
                    let wanted = if input == 3 { 0.0 } else { weights[output * 5 + input] };
                    assert_eq!(*number, wanted);
                    seen += 1;
                }
            });
            assert_eq!(seen, 5 * 70);
        }
    }
}
