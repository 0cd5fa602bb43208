//! Teaches a new network for Contrast from games that another one has played: a way to try a shape
//! or a set of planes without playing all over again.
//!
//! `cargo run --release -p gyoji-zero --example fit GAMES.replay CONFIG.toml OUT.safetensors [STEPS]`
//!
//! Of the settings it takes the network's shape, `seed`, `window_most`, and what concerns learning;
//! the rate falls from `rate` to a thirtieth along a cosine. `gyoji train contrast --from OUT` goes on
//! from there.

use std::error::Error;
use std::path::Path;

use fastrand::Rng;
use gyoji_contrast::Contrast;
use gyoji_core::Lang;
use gyoji_nn::{Adam, AdamConfig, Isa};
use gyoji_zero::trainer::{Window, learn};
use gyoji_zero::{Config, Model, Store};

/// Steps between two lines, and in the beginning of which the rate rises.
const SOME: u64 = 250;
/// What is left of the rate at the end.
const LEAST: f32 = 1.0 / 30.0;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, config, out, rest @ ..] = args.as_slice() else {
        return Err("fit GAMES.replay CONFIG.toml OUT.safetensors [STEPS]".into());
    };
    let steps: u64 = rest.first().map_or(Ok(8000), |steps| steps.parse())?;
    let config = Config::parse(&std::fs::read_to_string(config)?);
    let config = config.map_err(|bad| bad.get(Lang::En).to_owned())?;
    let planes = gyoji_contrast::planes::planes();
    let name = &config.network.planes;
    let entry = planes.iter().find(|entry| name.is_empty() || entry.name == name);
    let entry = entry.ok_or_else(|| format!("{name}: no such planes"))?;
    let made = Model::new(entry, &config.network, Isa::best(), config.seed);
    let mut model = made.map_err(|flaw| flaw.text().get(Lang::En).to_owned())?;
    let start = Contrast::new();
    let found = Store::open(Path::new(games), &start);
    let mut games = found.map_err(|trouble| trouble.text().get(Lang::En).to_owned())?.games;
    games.sort_by_key(|game| game.number);
    let learning = &config.learning;
    let window = Window::new(&start, &games, learning.window_most);
    if window.lessons.is_empty() {
        return Err("no games to learn from".into());
    }
    println!("{} games, {} positions", games.len(), window.lessons.len());
    let settings = AdamConfig {
        decay: learning.decay,
        decoupled: learning.decoupled,
        ..AdamConfig::default()
    };
    let mut adam = Adam::new(settings);
    let mut rng = Rng::with_seed(config.seed);
    let mut done = 0;
    while done < steps {
        let turn = std::f32::consts::PI * done as f32 / steps as f32;
        let share = LEAST + (1.0 - LEAST) * 0.5 * (1.0 + turn.cos());
        let rising = if done == 0 { 0.1 } else { 1.0 };
        adam.config.rate = learning.rate * share * rising;
        let some = SOME.min(steps - done);
        let losses =
            learn(&mut model.net, &mut adam, model.planes, &window, learning, some, &mut rng);
        done += some;
        let (value, policy, entropy) = (losses.value, losses.policy, losses.entropy);
        println!("{done}/{steps}: value {value:.4} policy {policy:.4} (entropy {entropy:.4})");
        gyoji_zero::replace(Path::new(out), &model.to_bytes())
            .map_err(|trouble| trouble.text().get(Lang::En).to_owned())?;
    }
    Ok(())
}
