//! Training: it learns, it is the same each time, and it goes on where it stopped.

mod common;

use common::{noise, small_shape, values};
use gyoji_nn::{Adam, AdamConfig, Isa, Net, Output, Tensors, loss};

const POSITIONS: usize = 8;

/// What the network should say of the positions of [`step`]: two legal moves, one of them right.
fn policies() -> Vec<loss::Policy> {
    let policy = |n: u32| loss::Policy {
        choices: vec![n % 20, n % 7, (n + 5) % 20, (n + 1) % 7],
        shares: vec![0.9, 0.1],
    };
    (0..POSITIONS as u32).map(policy).collect()
}

/// One step of training; gives the loss before it.
fn step(net: &mut Net, adam: &mut Adam) -> f64 {
    let shape = net.shape();
    let planes = noise(1, POSITIONS * shape.planes * shape.squares());
    let out = net.forward(&planes);
    let (value_loss, value) = loss::mean_squared(&out.value, &noise(2, POSITIONS));
    let (policy_loss, policy) = loss::legal_cross_entropy(&out.policy, &policies());
    net.zero_grad();
    net.backward(&Output { policy, value });
    net.clip_gradient(5.0);
    adam.step(net);
    value_loss + policy_loss
}

/// Some steps; gives the loss before the last.
fn steps(count: usize, net: &mut Net, adam: &mut Adam) -> f64 {
    (0..count).map(|_| step(net, adam)).last().unwrap()
}

fn start(isa: Isa, seed: u64) -> (Net, Adam) {
    let config = AdamConfig { rate: 1e-2, ..AdamConfig::default() };
    (Net::new(&small_shape(), isa, seed).unwrap(), Adam::new(config))
}

#[test]
fn the_loss_falls_to_what_cannot_be_known() {
    // Of shares of 9 to 1 this much is chance.
    let least = -(0.9f64.ln() * 0.9 + 0.1f64.ln() * 0.1);
    for isa in Isa::all() {
        let (mut net, mut adam) = start(isa, 1);
        let first = step(&mut net, &mut adam);
        let last = steps(150, &mut net, &mut adam);
        assert!(first > least + 0.5, "{isa:?}: {first}");
        assert!(last < least + 0.02 && last > least, "{isa:?}: {last}, not {least}");
    }
}

#[test]
fn the_same_seed_gives_the_same_weights() {
    for isa in Isa::all() {
        let run = |seed| {
            let (mut net, mut adam) = start(isa, seed);
            steps(5, &mut net, &mut adam);
            values(&net)
        };
        // Every bit of them: text would hide the last ones.
        let bits = |all: Vec<(String, Vec<f32>)>| -> Vec<u32> {
            all.iter().flat_map(|(_, numbers)| numbers.iter().map(|n| n.to_bits())).collect()
        };
        let first = bits(run(3));
        assert_eq!(first, bits(run(3)), "{isa:?}");
        assert_ne!(first, bits(run(4)), "{isa:?}: the seed does nothing");
    }
}

#[test]
fn instruction_sets_differ_in_rounding_only() {
    let run = |isa| {
        let (mut net, mut adam) = start(isa, 3);
        let losses: Vec<f32> = (0..5).map(|_| step(&mut net, &mut adam) as f32).collect();
        losses
    };
    let portable = run(Isa::portable());
    for isa in Isa::all() {
        common::assert_close(&run(isa), &portable, 1e-4, &format!("{isa:?}"));
    }
}

#[test]
fn a_training_that_was_stopped_goes_on_as_if_it_had_not() {
    let (mut net, mut adam) = start(Isa::best(), 5);
    steps(3, &mut net, &mut adam);
    let (weights, state) = (net.tensors().to_bytes(), adam.tensors(&net).to_bytes());
    steps(3, &mut net, &mut adam);

    let weights = Tensors::from_bytes(&weights).unwrap();
    let mut other = Net::from_tensors(&weights, (3, 4), Isa::best()).unwrap();
    let state = Tensors::from_bytes(&state).unwrap();
    let mut resumed = Adam::from_tensors(adam.config, &state, &other).unwrap();
    assert_eq!(resumed.steps(), 3);
    steps(3, &mut other, &mut resumed);
    assert_eq!(values(&other), values(&net));
    assert_eq!(resumed, adam);
}

#[test]
fn the_state_of_another_training_is_refused() {
    let (mut net, mut adam) = start(Isa::best(), 5);
    step(&mut net, &mut adam);
    let state = adam.tensors(&net);
    let larger = gyoji_nn::Shape { filters: 6, ..small_shape() };
    let deeper = gyoji_nn::Shape { blocks: 2, ..small_shape() };
    let shallower = gyoji_nn::Shape { blocks: 0, ..small_shape() };
    for shape in [larger, deeper, shallower] {
        let other = Net::new(&shape, Isa::best(), 1).unwrap();
        let flaw = Adam::from_tensors(adam.config, &state, &other).unwrap_err();
        assert!(flaw.to_string().contains("does not belong to this network"), "{flaw}");
    }
    let nothing = Tensors::default();
    assert!(Adam::from_tensors(adam.config, &nothing, &net).is_err());
    assert!(Adam::from_tensors(adam.config, &net.tensors(), &net).is_err());
}

#[test]
fn clipping_leaves_the_direction() {
    let (mut net, mut adam) = start(Isa::best(), 5);
    step(&mut net, &mut adam);
    let norm = net.gradient_norm();
    net.clip_gradient(norm * 2.0);
    assert_eq!(net.gradient_norm(), norm, "small enough already");
    net.clip_gradient(norm / 2.0);
    assert!((net.gradient_norm() - norm / 2.0).abs() < 1e-6 * norm);
}
