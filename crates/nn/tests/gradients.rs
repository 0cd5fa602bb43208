//! Every layer's gradient is what a small change of its input or weights makes of its output.

mod common;

use std::sync::Arc;

use common::{noise, rows, small_shape};
use gyoji_nn::{
    After, Batch, Conv, Isa, Kind, Linear, Named, Net, Norm, Output, Residual, loss, relu,
    relu_back, tanh, tanh_back,
};

/// A layer as the checks see it: numbers in, numbers out.
trait Layer: Named + Clone {
    fn out(&mut self, x: Batch) -> Batch;
    fn back(&mut self, grad: Batch) -> Batch;
}

impl Layer for Conv {
    fn out(&mut self, x: Batch) -> Batch {
        self.forward(&Arc::new(x))
    }
    fn back(&mut self, grad: Batch) -> Batch {
        self.backward_weight(&grad);
        self.backward_input(&grad, None)
    }
}

impl Layer for Norm {
    fn out(&mut self, x: Batch) -> Batch {
        self.forward(x, After::default())
    }
    fn back(&mut self, mut grad: Batch) -> Batch {
        self.backward(&mut grad, None)
    }
}

impl Layer for Linear {
    fn out(&mut self, x: Batch) -> Batch {
        self.forward(x)
    }
    fn back(&mut self, grad: Batch) -> Batch {
        self.backward(&grad)
    }
}

impl Layer for Residual {
    fn out(&mut self, x: Batch) -> Batch {
        (*self.forward(&Arc::new(x))).clone()
    }
    fn back(&mut self, grad: Batch) -> Batch {
        self.backward(grad)
    }
}

/// The sum of what comes out, each number weighed by lot, so that none can stand for another.
fn weighed(out: &Batch, weights: &[f32]) -> f64 {
    out.to_rows().iter().zip(weights).map(|(a, b)| f64::from(a * b)).sum()
}

/// Compares a gradient with differences at about a dozen places; gives at how many of them there
/// was something to compare. Where a ReLU bends the line between, the slopes to both sides differ.
fn compare(
    what: &str,
    grad: &[f32],
    step: f32,
    mut at: impl FnMut(usize, f32) -> f64,
) -> (usize, usize) {
    let largest = grad.iter().fold(0.05f32, |most, number| most.max(number.abs()));
    let (here, close) = (at(0, 0.0), 0.01 * f64::from(largest));
    let (mut compared, mut places) = (0, 0);
    for index in (0..grad.len()).step_by(grad.len().div_ceil(12)) {
        let (over, under) = (at(index, step) - here, here - at(index, -step));
        let step = f64::from(step);
        places += 1;
        if (over - under).abs() <= close * step {
            let slope = (over + under) / (2.0 * step);
            let error = (slope - f64::from(grad[index])).abs();
            assert!(error <= close, "{what} {index}: {} but {slope} by differences", grad[index]);
            compared += 1;
        }
    }
    (compared, places)
}

/// Fails if most places said nothing.
fn assert_most(what: &str, counts: &[(usize, usize)]) {
    let compared: usize = counts.iter().map(|(compared, _)| compared).sum();
    let places: usize = counts.iter().map(|(_, places)| places).sum();
    assert!(compared * 3 > places * 2, "{what}: {compared} of {places} places compared");
}

fn check_layer(what: &str, mut layer: impl Layer, x: &Batch, step: f32) {
    let (channels, fresh) = (x.channels(), layer.clone());
    let out = layer.out(x.clone());
    let weights = noise(77, out.rows() * out.channels());
    let grad = layer.back(Batch::from_rows(out.channels(), &weights)).to_rows();
    let mut counts = vec![compare(&format!("{what} input"), &grad, step, |index, step| {
        let mut moved = x.to_rows();
        moved[index] += step;
        weighed(&fresh.clone().out(Batch::from_rows(channels, &moved)), &weights)
    })];
    layer.visit("", &mut |name, param| {
        if param.kind == Kind::Weight {
            counts.push(compare(&format!("{what} {name}"), &param.grad, step, |index, step| {
                let mut moved = fresh.clone();
                moved.visit_mut("", &mut |other, param| {
                    if name == other {
                        param.value[index] += step;
                    }
                });
                weighed(&moved.out(x.clone()), &weights)
            }));
        }
    });
    assert_most(what, &counts);
}

#[test]
fn convolutions() {
    let lot = &mut fastrand::Rng::with_seed(1);
    for isa in Isa::all() {
        // Lines that are one tile, and lines that are cut.
        for (height, width) in [(1, 1), (3, 4), (2, 6), (4, 7), (1, 15)] {
            let conv = Conv::three(isa, (height, width), 3, 18, lot);
            let x = rows(1, 2 * height * width, 3);
            check_layer(&format!("{isa:?} 3x3 on {height}x{width}"), conv, &x, 0.1);
        }
        check_layer(&format!("{isa:?} 1x1"), Conv::one(isa, 7, 33, lot), &rows(2, 14, 7), 0.1);
    }
}

#[test]
fn batch_normalisation() {
    for isa in Isa::all() {
        let mut norm = Norm::new(isa, 5);
        norm.visit_mut("", &mut |name, param| {
            param.value.iter_mut().zip(noise(5, 5)).for_each(|(number, noise)| *number += noise);
            assert!(name.starts_with('.'));
        });
        check_layer(&format!("{isa:?}"), norm, &rows(3, 70, 5), 0.02);
    }
}

#[test]
fn fully_connected_layers() {
    let lot = &mut fastrand::Rng::with_seed(1);
    for isa in Isa::all() {
        let after_board = Linear::new(isa, 6, 3, 70, lot);
        check_layer(&format!("{isa:?} after a board"), after_board, &rows(4, 12, 3), 0.1);
        let alone = Linear::new(isa, 1, 19, 2, lot);
        check_layer(&format!("{isa:?} alone"), alone, &rows(5, 7, 19), 0.1);
    }
}

#[test]
fn residual_blocks() {
    let lot = &mut fastrand::Rng::with_seed(1);
    for isa in Isa::all() {
        let block = Residual::new(isa, (3, 4), 5, lot);
        // Small steps: a number that crosses zero bends the line.
        check_layer(&format!("{isa:?}"), block, &rows(6, 48, 5), 1e-3);
    }
}

#[test]
fn activations() {
    type Pair = (fn(&mut Batch), fn(&mut Batch, &Batch));
    let both: [(&str, Pair); 2] = [("relu", (relu, relu_back)), ("tanh", (tanh, tanh_back))];
    for (what, (forward, back)) in both {
        let (x, weights) = (rows(7, 4, 3), noise(8, 12));
        let out = |x: &[f32]| {
            let mut out = Batch::from_rows(3, x);
            forward(&mut out);
            out
        };
        let mut grad = Batch::from_rows(3, &weights);
        back(&mut grad, &out(&x.to_rows()));
        let count = compare(what, &grad.to_rows(), 1e-3, |index, step| {
            let mut moved = x.to_rows();
            moved[index] += step;
            weighed(&out(&moved), &weights)
        });
        assert_most(what, &[count]);
    }
}

/// Shares of choices: each row adds up to one.
fn shares(seed: u32, rows: usize, channels: usize) -> Batch {
    let mut batch = common::rows(seed, rows, channels);
    for row in 0..rows {
        let row = batch.row_mut(row);
        row.iter_mut().for_each(|share| *share = share.abs());
        let sum: f32 = row.iter().sum();
        row.iter_mut().for_each(|share| *share /= sum);
    }
    batch
}

#[test]
fn losses() {
    let (logits, targets) = (rows(9, 4, 6), shares(10, 4, 6));
    let moved = |batch: &Batch, index: usize, step: f32| {
        let mut numbers = batch.to_rows();
        numbers[index] += step;
        Batch::from_rows(batch.channels(), &numbers)
    };
    let (_, grad) = loss::cross_entropy(&logits, &targets);
    let count = compare("cross-entropy", &grad.to_rows(), 0.01, |index, step| {
        loss::cross_entropy(&moved(&logits, index, step), &targets).0
    });
    assert_most("cross-entropy", &[count]);
    let (values, results) = (rows(11, 5, 1), noise(12, 5));
    let (_, grad) = loss::mean_squared(&values, &results);
    let count = compare("mean squared", &grad.to_rows(), 0.002, |index, step| {
        loss::mean_squared(&moved(&values, index, step), &results).0
    });
    assert_most("mean squared", &[count]);
    let heads = [rows(13, 2, 5), rows(14, 2, 4)];
    let policies = [
        loss::Policy { choices: vec![0, 0, 0, 3, 4, 1], shares: vec![0.5, 0.2, 0.3] },
        loss::Policy { choices: vec![2, 2], shares: vec![1.0] },
    ];
    let (found, grads) = loss::legal_cross_entropy(&heads, &policies);
    for head in 0..2 {
        let count = compare("legal cross-entropy", &grads[head].to_rows(), 0.01, |index, step| {
            let mut changed = heads.clone();
            changed[head] = moved(&heads[head], index, step);
            loss::legal_cross_entropy(&changed, &policies).0
        });
        assert_most("legal cross-entropy", &[count]);
    }
    // By hand: the second position has one legal move, which is certain.
    let logit = |one: usize, two: usize| f64::from(heads[0].row(0)[one] + heads[1].row(0)[two]);
    let logits = [logit(0, 0), logit(0, 3), logit(4, 1)];
    let all: f64 = logits.iter().map(|logit| logit.exp()).sum();
    let by_hand: f64 =
        logits.iter().zip([0.5, 0.2, 0.3]).map(|(logit, share)| share * (all.ln() - logit)).sum();
    assert!((found - by_hand / 2.0).abs() < 1e-6, "{found} is not {by_hand} / 2");
}

#[test]
fn a_whole_network() {
    let shape = small_shape();
    let planes = noise(15, 6 * 3 * 12);
    let results = noise(16, 6);
    let targets = [shares(17, 6, 20), shares(18, 6, 7)];
    let judge = |net: &mut Net| {
        let out = net.forward(&planes);
        let (mut sum, value) = loss::mean_squared(&out.value, &results);
        let mut policy = Vec::new();
        for (logits, target) in out.policy.iter().zip(&targets) {
            let (loss, grad) = loss::cross_entropy(logits, target);
            sum += loss;
            policy.push(grad);
        }
        (sum, Output { policy, value })
    };
    for isa in Isa::all() {
        let fresh = Net::new(&shape, isa, 3).unwrap();
        let mut net = fresh.clone();
        let (_, grad) = judge(&mut net);
        net.backward(&grad);
        let mut counts = Vec::new();
        net.visit("", &mut |name, param| {
            if param.kind == Kind::Weight {
                counts.push(compare(
                    &format!("{isa:?} {name}"),
                    &param.grad,
                    2e-3,
                    |index, step| {
                        let mut moved = fresh.clone();
                        moved.visit_mut("", &mut |other, param| {
                            if name == other {
                                param.value[index] += step;
                            }
                        });
                        judge(&mut moved).0
                    },
                ));
            }
        });
        assert_most(&format!("{isa:?}"), &counts);
    }
}
