//! Measures the kernels and whole networks with every instruction set of this machine.
//!
//! `cargo run --release -p gyoji-nn --example bench [SECONDS]`: about so many seconds for each
//! number (0.2 unless told). The instruction sets take turns and the best turn of each counts, so
//! that what else the machine does falls on all alike; one thread.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gyoji_nn::{
    Adam, AdamConfig, Batch, Conv, Evaluator, Frozen, Head, Isa, Linear, Net, Output, Shape, loss,
};

/// How many turns each instruction set gets.
const TURNS: u32 = 5;

/// One thing to measure: does its work once.
type Work = Box<dyn FnMut()>;

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0.2);
    let bench = Bench { turn: Duration::from_secs_f64(seconds) / TURNS, isas: Isa::all() };
    let head = |name: &str, filters, outputs| Head { name: name.to_owned(), filters, outputs };
    let large = Shape {
        planes: 90,
        height: 5,
        width: 5,
        filters: 64,
        blocks: 5,
        heads: vec![head("policy", 32, 1250)],
        value_filters: 4,
        value_hidden: 64,
    };
    let two = vec![head("move", 32, 625), head("tile", 16, 51)];
    let dual = Shape { blocks: 4, heads: two, value_hidden: 32, ..large.clone() };
    let small = Shape { planes: 36, filters: 32, blocks: 3, ..dual.clone() };
    bench.title("kernels, GFLOP/s, 128 positions of 5x5 with 64 channels");
    bench.kernels();
    for (name, shape) in [
        ("90 planes, 64 filters, 5 blocks, policy 1250", large),
        ("90 planes, 64 filters, 4 blocks, policies 625 + 51", dual),
        ("36 planes, 32 filters, 3 blocks, policies 625 + 51", small),
    ] {
        println!();
        bench.title(&format!("{name} ({} parameters), positions/s", shape.parameters()));
        bench.network(&shape);
    }
}

struct Bench {
    turn: Duration,
    isas: Vec<Isa>,
}

impl Bench {
    fn title(&self, title: &str) {
        println!("{title}");
        let names: String = self.isas.iter().map(|isa| format!("{:>11}", isa.name())).collect();
        println!("{:34}{names}   ratios to the last", "");
    }

    /// One line: what is done in a second with each instruction set, if once does `amount`.
    fn line(&self, name: &str, amount: f64, make: impl Fn(Isa) -> Work) {
        let mut works: Vec<Work> = self.isas.iter().map(|&isa| make(isa)).collect();
        let mut best = vec![f64::INFINITY; works.len()];
        works.iter_mut().for_each(|work| work());
        for _ in 0..TURNS {
            for (work, best) in works.iter_mut().zip(&mut best) {
                let start = Instant::now();
                while start.elapsed() < self.turn {
                    let once = Instant::now();
                    work();
                    *best = best.min(once.elapsed().as_secs_f64());
                }
            }
        }
        let speeds: String = best.iter().map(|once| format!("{:>11.1}", amount / once)).collect();
        let last = best.last().copied().unwrap_or(f64::NAN);
        let ratios: String = best.iter().map(|once| format!(" {:6.2}", last / once)).collect();
        println!("{name:34}{speeds}  {ratios}");
    }

    fn kernels(&self) {
        let (positions, squares, filters) = (128, 25, 64);
        let lot = || fastrand::Rng::with_seed(1);
        let rows = move || Arc::new(noise(positions * squares, filters));
        // Neighbours on the board: of 3 x 5 in a line 13, the same for columns.
        let pairs = (positions * 13 * 13 * filters * filters) as f64;
        self.line("conv3x3 forward", 2e-9 * pairs, |isa| {
            let (mut conv, x) = (Conv::three(isa, (5, 5), filters, filters, &mut lot()), rows());
            Box::new(move || drop(black_box(conv.forward(&x))))
        });
        self.line("conv3x3 gradient of inputs", 2e-9 * pairs, |isa| {
            let (conv, grad) = (Conv::three(isa, (5, 5), filters, filters, &mut lot()), rows());
            Box::new(move || drop(black_box(conv.backward_input(&grad, None))))
        });
        self.line("conv3x3 gradient of weights", 2e-9 * pairs, |isa| {
            let (mut conv, x) = (Conv::three(isa, (5, 5), filters, filters, &mut lot()), rows());
            conv.forward(&x);
            Box::new(move || conv.backward_weight(&x))
        });
        let pairs = (positions * squares * filters * 32) as f64;
        self.line("conv1x1 to 32 forward", 2e-9 * pairs, |isa| {
            let (mut conv, x) = (Conv::one(isa, filters, 32, &mut lot()), rows());
            Box::new(move || drop(black_box(conv.forward(&x))))
        });
        let pairs = (positions * 800 * 1250) as f64;
        let joined = move || noise(positions * squares, 32);
        self.line("linear 800 to 1250 forward", 2e-9 * pairs, |isa| {
            let (mut layer, x) = (Linear::new(isa, squares, 32, 1250, &mut lot()), joined());
            Box::new(move || drop(black_box(layer.forward(x.clone()))))
        });
        self.line("linear 800 to 1250 backward", 4e-9 * pairs, |isa| {
            let mut layer = Linear::new(isa, squares, 32, 1250, &mut lot());
            let grad = layer.forward(joined());
            Box::new(move || drop(black_box(layer.backward(&grad))))
        });
    }

    fn network(&self, shape: &Shape) {
        let planes = |positions: usize| numbers(positions * shape.planes * shape.squares());
        for positions in [1, 32, 128] {
            let looks = |isa| {
                let net = Net::new(shape, isa, 1).expect("a sound shape");
                (Evaluator::new(&Arc::new(Frozen::new(&net))), planes(positions))
            };
            self.line(&format!("look, batch {positions}, all logits"), positions as f64, |isa| {
                let ((mut evaluator, x), heads) = (looks(isa), shape.heads.len());
                Box::new(move || {
                    black_box(evaluator.look(&x));
                    for head in 0..heads {
                        black_box(evaluator.all_logits(head));
                    }
                })
            });
            self.line(
                &format!("look, batch {positions}, 1 of 8 logits"),
                positions as f64,
                |isa| {
                    let (mut evaluator, x) = looks(isa);
                    let outputs = shape.heads.iter().map(|head| head.outputs as u32);
                    let wanted: Vec<Vec<u32>> =
                        outputs.map(|count| (0..count).step_by(8).collect()).collect();
                    let mut out = Vec::new();
                    Box::new(move || {
                        black_box(evaluator.look(&x));
                        for (head, wanted) in wanted.iter().enumerate() {
                            for position in 0..positions {
                                evaluator.logits(head, position, wanted, &mut out);
                                black_box(&out);
                            }
                        }
                    })
                },
            );
        }
        let positions = 256;
        self.line("train, batch 256", positions as f64, |isa| {
            let mut net = Net::new(shape, isa, 1).expect("a sound shape");
            let mut adam = Adam::new(AdamConfig::default());
            let (x, values) = (planes(positions), vec![0.5; positions]);
            let uniform = |outputs: usize| {
                Batch::from_rows(outputs, &vec![1.0 / outputs as f32; positions * outputs])
            };
            let policies: Vec<Batch> =
                shape.heads.iter().map(|head| uniform(head.outputs)).collect();
            Box::new(move || {
                net.zero_grad();
                let out = net.forward(&x);
                let policy = out.policy.iter().zip(&policies);
                let policy = policy.map(|(logits, target)| loss::cross_entropy(logits, target).1);
                let value = loss::mean_squared(&out.value, &values).1;
                net.backward(&Output { policy: policy.collect(), value });
                adam.step(&mut net);
            })
        });
    }
}

fn noise(rows: usize, channels: usize) -> Batch {
    Batch::from_rows(channels, &numbers(rows * channels))
}

fn numbers(count: usize) -> Vec<f32> {
    let mut lot = fastrand::Rng::with_seed(2);
    (0..count).map(|_| lot.f32() - 0.5).collect()
}
