//! The same words and the same gradients as PyTorch, on what python/make_fixture.py made with it.

mod common;

use std::sync::Arc;

use common::{assert_close, noise};
use gyoji_nn::{
    Adam, AdamConfig, Batch, Evaluator, Frozen, Head, Isa, Kind, Named, Net, Output, Shape,
    Tensors, loss,
};

const SMALL: &[u8] = include_bytes!("fixture/small.safetensors");
const WORDS: &[u8] = include_bytes!("fixture/small_words.safetensors");
const CONTRAST: &[u8] = include_bytes!("fixture/contrast.safetensors");
const NEAR: f32 = 1e-4;

fn small(isa: Isa) -> Net {
    Net::from_tensors(&Tensors::from_bytes(SMALL).unwrap(), (3, 4), isa).unwrap()
}

/// Numbers of the fixture by name.
struct Words(Tensors);

impl Words {
    fn read(bytes: &[u8]) -> Words {
        Words(Tensors::from_bytes(bytes).unwrap())
    }

    fn get(&self, name: &str) -> &[f32] {
        &self.0.get(name).unwrap_or_else(|| panic!("{name} is in the fixture")).numbers
    }
}

/// A step of training as the public program takes it: loss and gradient.
fn learn(net: &mut Net, words: &Words) -> (Output, [f64; 3]) {
    let out = net.forward(words.get("x"));
    let target = |name: &str, outputs| Batch::from_rows(outputs, words.get(name));
    let (value_loss, value) = loss::mean_squared(&out.value, words.get("target.value"));
    let (move_loss, moves) = loss::cross_entropy(&out.policy[0], &target("target.move", 20));
    let (tile_loss, tiles) = loss::cross_entropy(&out.policy[1], &target("target.tile", 7));
    net.zero_grad();
    net.backward(&Output { policy: vec![moves, tiles], value });
    (out, [value_loss, move_loss, tile_loss])
}

fn all_logits(evaluator: &Evaluator, head: usize, outputs: u32) -> Vec<f32> {
    let wanted: Vec<u32> = (0..outputs).collect();
    let (mut all, mut some) = (Vec::new(), Vec::new());
    for position in 0..evaluator.positions() {
        evaluator.logits(head, position, &wanted, &mut some);
        all.extend(&some);
    }
    all
}

#[test]
fn a_frozen_network_says_what_pytorch_says() {
    let words = Words::read(WORDS);
    for isa in Isa::all() {
        let mut evaluator = Evaluator::new(&Arc::new(Frozen::new(&small(isa))));
        let values = evaluator.look(words.get("x")).to_vec();
        assert_close(&values, words.get("eval.value"), NEAR, "value");
        for (head, name, outputs) in [(0, "eval.move", 20), (1, "eval.tile", 7)] {
            let found = all_logits(&evaluator, head, outputs);
            assert_close(&found, words.get(name), NEAR, name);
            let found = evaluator.all_logits(head).to_rows();
            assert_close(&found, words.get(name), NEAR, name);
        }
    }
}

#[test]
fn training_has_the_words_losses_and_gradients_of_pytorch() {
    let words = Words::read(WORDS);
    for isa in Isa::all() {
        let mut net = small(isa);
        let (out, losses) = learn(&mut net, &words);
        assert_close(&out.policy[0].to_rows(), words.get("train.move"), NEAR, "move");
        assert_close(&out.policy[1].to_rows(), words.get("train.tile"), NEAR, "tile");
        assert_close(&out.value.to_rows(), words.get("train.value"), NEAR, "value");
        assert_close(&losses.map(|loss| loss as f32), words.get("losses"), NEAR, "losses");
        let mut compared = 0;
        net.visit("", &mut |name, param| {
            if param.kind == Kind::Weight {
                assert_close(&param.grad, words.get(&format!("grad.{name}")), NEAR, name);
                compared += 1;
            }
        });
        assert_eq!(compared, 32, "every weight has a gradient");
    }
}

#[test]
fn adam_and_adamw_go_where_those_of_pytorch_go() {
    let words = Words::read(WORDS);
    for isa in Isa::all() {
        for (kind, decoupled) in [("adam", false), ("adamw", true)] {
            let mut net = small(isa);
            let epsilon = 1e-3;
            let config = AdamConfig { epsilon, decay: 1e-2, decoupled, ..AdamConfig::default() };
            let mut adam = Adam::new(config);
            for _ in 0..3 {
                learn(&mut net, &words);
                adam.step(&mut net);
            }
            net.visit("", &mut |name, param| {
                let wanted = words.get(&format!("{kind}.{name}"));
                // Three steps move a weight by 3e-3: this is a hundredth of that.
                assert_close(&param.value, wanted, 3e-5, &format!("{kind} {isa:?} {name}"));
            });
        }
    }
}

/// The public program's network in full size, with the weights of the formula.
fn contrast(planes: usize, blocks: usize, isa: Isa) -> Net {
    let head = |name: &str, filters, outputs| Head { name: name.to_owned(), filters, outputs };
    let shape = Shape {
        planes,
        height: 5,
        width: 5,
        filters: 64,
        blocks,
        heads: vec![head("move", 32, 625), head("tile", 16, 51)],
        value_filters: 4,
        value_hidden: 32,
    };
    let mut tensors = Net::new(&shape, isa, 0).unwrap().tensors();
    let names: Vec<String> = tensors.names().map(str::to_owned).collect();
    for (number, name) in names.into_iter().enumerate() {
        let mut tensor = tensors.get(&name).unwrap().clone();
        if name.ends_with("num_batches_tracked") {
            continue;
        }
        let numbers = noise(number as u32, tensor.numbers.len());
        let near_one =
            name.ends_with(".running_var") || name.contains("bn") && name.ends_with(".weight");
        let inputs: usize = tensor.shape.iter().skip(1).product();
        let scale = if tensor.shape.len() > 1 { (4.0 / inputs as f32).sqrt() } else { 0.25 };
        let made =
            |x: f32| if near_one && tensor.shape.len() == 1 { 1.0 + x / 2.0 } else { x * scale };
        tensor.numbers = numbers.into_iter().map(made).collect();
        tensors.insert(name, tensor);
    }
    // The shape is not told again: it is found in the file.
    let read = Tensors::from_bytes(&tensors.to_bytes()).unwrap();
    let net = Net::from_tensors(&read, (5, 5), isa).unwrap();
    assert_eq!(net.shape(), &shape);
    net
}

#[test]
fn networks_of_the_public_contrast_program_load_and_say_what_they_said_there() {
    let words = Words::read(CONTRAST);
    for (name, planes, blocks) in [("seed", 90, 4), ("newest", 66, 8)] {
        for isa in Isa::all() {
            let net = contrast(planes, blocks, isa);
            let mut evaluator = Evaluator::new(&Arc::new(Frozen::new(&net)));
            let values = evaluator.look(&noise(1000, 2 * planes * 25)).to_vec();
            let check = |found: &[f32], what: &str| {
                let wanted = words.get(&format!("{name}.{what}"));
                assert_close(found, wanted, NEAR, &format!("{name}.{what}, {isa:?}"));
            };
            check(&values, "value");
            check(&all_logits(&evaluator, 0, 625), "move");
            check(&all_logits(&evaluator, 1, 51), "tile");
        }
    }
}
