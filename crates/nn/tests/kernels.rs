//! The kernels, on boards and channels of every kind, against sums written down plainly.

mod common;

use std::sync::Arc;

use common::{assert_close, noise, rows, values};
use gyoji_nn::{Batch, Conv, Isa, Linear};

/// The convolution as its definition says.
fn plain(board: (usize, usize), x: &Batch, weight: &[f32], outputs: usize) -> Vec<f32> {
    let ((height, width), inputs) = (board, x.channels());
    let mut out = Vec::new();
    for position in 0..x.rows() / (height * width) {
        for (y, column) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            for output in 0..outputs {
                let mut sum = 0.0;
                for tap in 0..9 {
                    let (from_y, from_x) = (y + tap / 3, column + tap % 3);
                    if (1..=height).contains(&from_y) && (1..=width).contains(&from_x) {
                        let row = position * height * width + (from_y - 1) * width + from_x - 1;
                        for (input, number) in x.row(row).iter().enumerate() {
                            let weight = weight[(output * inputs + input) * 9 + tap];
                            sum += f64::from(number * weight);
                        }
                    }
                }
                out.push(sum as f32);
            }
        }
    }
    out
}

#[test]
fn a_3x3_convolution_is_what_its_definition_says() {
    for isa in Isa::all() {
        for (height, width, inputs, outputs) in [
            (5, 5, 3, 64),
            (1, 1, 2, 1),
            (2, 2, 17, 16),
            (1, 3, 4, 17),
            (6, 6, 2, 32),
            (3, 7, 5, 48),
            (2, 8, 3, 70),
            (2, 9, 1, 100),
            (1, 11, 3, 128),
            (2, 13, 2, 31),
            (1, 19, 2, 65),
        ] {
            let lot = &mut fastrand::Rng::with_seed(4);
            let mut conv = Conv::three(isa, (height, width), inputs, outputs, lot);
            let x = rows(1, 2 * height * width, inputs);
            let wanted = plain((height, width), &x, &values(&conv)[0].1, outputs);
            let found = conv.forward(&Arc::new(x)).to_rows();
            let what = format!("{isa:?} {height}x{width}, {inputs} to {outputs}");
            assert_close(&found, &wanted, 1e-5, &what);
        }
    }
}

#[test]
fn a_fully_connected_layer_reads_a_board_channel_by_channel() {
    for isa in Isa::all() {
        for (squares, channels, outputs, positions) in
            [(1, 1, 1, 1), (12, 3, 7, 5), (25, 4, 32, 1), (6, 16, 65, 13), (9, 20, 113, 2)]
        {
            let lot = &mut fastrand::Rng::with_seed(4);
            let mut layer = Linear::new(isa, squares, channels, outputs, lot);
            let parameters = values(&layer);
            let (weight, bias) = (&parameters[0].1, &parameters[1].1);
            // As PyTorch flattens: all squares of a channel, then the next channel.
            let planes = noise(2, positions * squares * channels);
            let mut wanted = Vec::new();
            for inputs in planes.chunks(squares * channels) {
                for (weights, bias) in weight.chunks(squares * channels).zip(bias) {
                    let products = inputs.iter().zip(weights).map(|(a, b)| f64::from(a * b));
                    wanted.push((products.sum::<f64>() + f64::from(*bias)) as f32);
                }
            }
            let found = layer.forward(Batch::from_planes(channels, squares, &planes)).to_rows();
            let what = format!("{isa:?} {squares} x {channels} to {outputs}");
            assert_close(&found, &wanted, 1e-5, &what);
        }
    }
}
