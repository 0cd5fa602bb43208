//! The 3x3 convolution with a border of zeros: a row of squares stays in registers while the
//! nine neighbours go by. Neighbours off the board are left out, not multiplied by zero.
//!
//! Backwards it is the same convolution with the weights turned round and transposed.

use super::{Finish, MOST_ROWS, TOGETHER, add_products, by_size, load_all, parts};
use crate::batch::Batch;
use crate::pack::Packed;
use crate::simd::{Isa, Kernel, Lanes, Simd};

/// Height and width of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    pub(crate) height: usize,
    pub(crate) width: usize,
}

impl Board {
    pub(crate) fn squares(self) -> usize {
        self.height * self.width
    }
}

/// `out = x convolved with w`, finished. The inputs of `w` are the nine neighbours in reading
/// order, the channels of each.
pub(crate) fn conv3x3(
    isa: Isa,
    board: Board,
    x: &Batch,
    w: &Packed,
    finish: Finish<'_>,
    out: &mut Batch,
) {
    let channels = w.depth() / 9;
    assert!(x.stride() >= channels && x.rows().is_multiple_of(board.squares()));
    out.resize(x.rows(), w.outputs());
    // Stands for a square off the board where a row is cut into several tiles.
    let nothing = if board.width > MOST_ROWS { vec![0.0; channels] } else { Vec::new() };
    isa.run(Conv { board, x, w, finish, out, nothing: &nothing });
}

struct Conv<'a> {
    board: Board,
    x: &'a Batch,
    w: &'a Packed,
    finish: Finish<'a>,
    out: &'a mut Batch,
    nothing: &'a [f32],
}

impl Kernel for Conv<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Board { height, width } = self.board;
        let (stride, depth, blocks) = (self.x.stride(), self.w.depth(), self.out.blocks());
        let out = self.out.lanes_mut();
        for (first, cols) in self.w.groups() {
            let w = &self.w.lanes()[first * depth..][..cols * depth];
            for line in 0..self.x.rows() / width {
                // The lines above and below, as far as they are on the board.
                let y = line % height;
                let above = usize::from(y == 0);
                let below = if y + 1 == height { 2 } else { 3 };
                for (start, count) in parts(width) {
                    let place = Place {
                        x: &self.x.all()[(line + above - 1) * width * stride..],
                        stride,
                        channels: depth / 9,
                        width,
                        start,
                        w: &w[above * 3 * (depth / 9) * cols..below * 3 * (depth / 9) * cols],
                        finish: self.finish,
                        nothing: self.nothing,
                        at: (line * width + start) * blocks + first,
                        blocks,
                        first,
                    };
                    let out = &mut *out;
                    by_size!(count, cols, |R, C| {
                        if count == width {
                            simd.enter(Tile::<'_, R, C, true> { place, out });
                        } else if R > 2 {
                            simd.enter(Tile::<'_, R, C, false> { place, out });
                        }
                    });
                }
            }
        }
    }
}

/// What a tile has to know.
struct Place<'a> {
    /// From the first line on that touches the tile.
    x: &'a [f32],
    stride: usize,
    channels: usize,
    width: usize,
    /// The first square of the tile in its line.
    start: usize,
    /// The weights of the group for the lines that are on the board.
    w: &'a [Lanes],
    finish: Finish<'a>,
    nothing: &'a [f32],
    /// Where the first vector belongs in `out`.
    at: usize,
    blocks: usize,
    /// Which vector of the outputs is the first.
    first: usize,
}

/// `R` squares of a line by `C` vectors of outputs; `WHOLE` if there are no more in the line.
struct Tile<'a, const R: usize, const C: usize, const WHOLE: bool> {
    place: Place<'a>,
    out: &'a mut [Lanes],
}

impl<const R: usize, const C: usize, const WHOLE: bool> Kernel for Tile<'_, R, C, WHOLE> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let place = &self.place;
        let mut sums = [[simd.splat(0.0); C]; R];
        for row in &mut sums {
            for (col, sum) in row.iter_mut().enumerate() {
                *sum = place.finish.start(simd, place.first + col);
            }
        }
        let weights = place.w.as_chunks::<C>().0;
        for (y, w) in weights.chunks_exact(3 * place.channels).enumerate() {
            let line = &place.x[y * place.width * place.stride..][..place.width * place.stride];
            let (left, w) = w.split_at(place.channels);
            let (middle, right) = w.split_at(place.channels);
            side::<S, R, C, WHOLE, 0>(simd, place, line, left, &mut sums);
            side::<S, R, C, WHOLE, 1>(simd, place, line, middle, &mut sums);
            side::<S, R, C, WHOLE, 2>(simd, place, line, right, &mut sums);
        }
        for (r, row) in sums.into_iter().enumerate() {
            for (c, sum) in row.into_iter().enumerate() {
                place.finish.store(simd, sum, self.out, place.at + r * place.blocks + c);
            }
        }
    }
}

/// Adds what comes from the squares to the left (0), straight (1) or to the right (2) in a line.
#[inline(always)]
fn side<S: Simd, const R: usize, const C: usize, const WHOLE: bool, const SIDE: usize>(
    simd: S,
    place: &Place<'_>,
    line: &[f32],
    weights: &[[Lanes; C]],
    sums: &mut [[S::V; C]; R],
) {
    let channels = place.channels;
    let mut squares = [[].as_slice(); R];
    for (r, found) in squares.iter_mut().enumerate() {
        // One too many, so that the square left of the board is 0.
        let square = place.start + r + SIDE;
        if (1..=place.width).contains(&square) {
            *found = &line[(square - 1) * place.stride..][..channels];
        } else if !WHOLE {
            *found = &place.nothing[..channels];
        }
    }
    let (groups, rest) = weights[..channels].as_chunks::<TOGETHER>();
    for (k, weights) in groups.iter().enumerate() {
        let mut inputs = [&[0.0; TOGETHER]; R];
        for r in 0..R {
            if is_on_board::<R, WHOLE, SIDE>(r) {
                inputs[r] = &squares[r].as_chunks().0[k];
            }
        }
        for i in 0..TOGETHER {
            let w = load_all(simd, &weights[i]);
            for r in 0..R {
                if is_on_board::<R, WHOLE, SIDE>(r) {
                    add_products(simd, inputs[r][i], &w, &mut sums[r]);
                }
            }
        }
    }
    for (k, weights) in (channels - rest.len()..channels).zip(rest) {
        let w = load_all(simd, weights);
        for r in 0..R {
            if is_on_board::<R, WHOLE, SIDE>(r) {
                add_products(simd, squares[r][k], &w, &mut sums[r]);
            }
        }
    }
}

/// Whether square `r` of a tile has a neighbour on that side; where a line is cut, zeros stand for
/// those that have none.
#[inline(always)]
fn is_on_board<const R: usize, const WHOLE: bool, const SIDE: usize>(r: usize) -> bool {
    !WHOLE || (1..=R).contains(&(r + SIDE))
}
