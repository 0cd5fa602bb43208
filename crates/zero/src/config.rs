//! Every setting of a training, read from one TOML file.

use gyoji_words::{Text, zero as words};
use serde::Deserialize;

/// The usual settings as a file, with comments that say what each does.
pub const USUAL: &str = include_str!("config.toml");

/// The settings of a training.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// What everything drawn by lot depends on.
    pub seed: u64,
    /// Threads for self-play; 0 for one on each core.
    pub threads: usize,
    /// The network's shape.
    pub network: Network,
    /// How games are played.
    pub selfplay: SelfPlay,
    /// How moves are searched.
    pub search: Search,
    /// How is learnt from the games.
    pub learning: Learning,
    /// Which weights are kept.
    pub checkpoint: Checkpoint,
    /// How the strength is measured.
    pub evaluation: Evaluation,
}

/// The network's shape; the rest of it follows from the planes.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "config.toml says what each is")]
pub struct Network {
    pub planes: String,
    pub filters: usize,
    pub blocks: usize,
    pub policy_filters: usize,
    pub value_filters: usize,
    pub value_hidden: usize,
}

/// How games are played.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "config.toml says what each is")]
pub struct SelfPlay {
    pub games: u64,
    pub at_once: usize,
    pub random_plies: u32,
    pub exploring_plies: u32,
    pub most_plies: u32,
    pub stop_when_proved: bool,
    pub reuse_tree: bool,
}

/// How the root of a search shares out its simulations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Root {
    /// Sequential halving among moves drawn by the Gumbel trick.
    Gumbel,
    /// PUCT with Dirichlet noise.
    Puct,
}

/// How moves are searched.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "config.toml says what each is")]
pub struct Search {
    pub root: Root,
    pub full_share: f32,
    pub full_simulations: u64,
    pub quick_simulations: u64,
    pub explore: f32,
    pub first_play: f32,
    pub considered: usize,
    pub visit_offset: f32,
    pub value_scale: f32,
    pub noise_alpha: f64,
    pub noise_share: f32,
    pub temperature: f64,
}

/// How is learnt from the games.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "config.toml says what each is")]
pub struct Learning {
    pub batch: usize,
    pub reuse: f64,
    pub rate: f32,
    pub decay: f32,
    pub decoupled: bool,
    pub clip: f64,
    pub value_weight: f32,
    pub value_mix: f32,
    pub symmetries: bool,
    pub window_share: f64,
    pub window_least: usize,
    pub window_most: usize,
}

/// Which weights are kept.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "config.toml says what each is")]
pub struct Checkpoint {
    pub keep_every: u64,
}

/// How the strength is measured.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[allow(missing_docs, reason = "config.toml says what each is")]
pub struct Evaluation {
    pub every: u64,
    pub games: u64,
    pub opening: u32,
    pub simulations: u64,
    pub opponents: Vec<String>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            seed: 1,
            threads: 0,
            network: Network::default(),
            selfplay: SelfPlay::default(),
            search: Search::default(),
            learning: Learning::default(),
            checkpoint: Checkpoint::default(),
            evaluation: Evaluation::default(),
        }
    }
}

impl Default for Network {
    fn default() -> Network {
        let (filters, blocks) = (32, 3);
        let (policy_filters, value_filters, value_hidden) = (8, 4, 32);
        let planes = String::new();
        Network { planes, filters, blocks, policy_filters, value_filters, value_hidden }
    }
}

impl Default for SelfPlay {
    fn default() -> SelfPlay {
        SelfPlay {
            games: 200,
            at_once: 32,
            random_plies: 4,
            exploring_plies: 10,
            most_plies: 300,
            stop_when_proved: true,
            reuse_tree: true,
        }
    }
}

impl Default for Search {
    fn default() -> Search {
        Search {
            root: Root::Gumbel,
            full_share: 0.3,
            full_simulations: 64,
            quick_simulations: 16,
            explore: 1.25,
            first_play: 0.3,
            considered: 16,
            visit_offset: 50.0,
            value_scale: 0.5,
            noise_alpha: 0.3,
            noise_share: 0.25,
            temperature: 1.0,
        }
    }
}

impl Default for Learning {
    fn default() -> Learning {
        Learning {
            batch: 128,
            reuse: 4.0,
            rate: 1e-3,
            decay: 1e-4,
            decoupled: false,
            clip: 5.0,
            value_weight: 1.0,
            value_mix: 0.3,
            symmetries: true,
            window_share: 0.5,
            window_least: 20_000,
            window_most: 500_000,
        }
    }
}

impl Default for Checkpoint {
    fn default() -> Checkpoint {
        Checkpoint { keep_every: 20 }
    }
}

impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation { every: 10, games: 20, opening: 4, simulations: 100, opponents: Vec::new() }
    }
}

impl Config {
    /// Reads a file's text.
    ///
    /// # Errors
    /// If it is no such file, or nothing could be learnt with these settings.
    pub fn parse(text: &str) -> Result<Config, Text> {
        let config: Config = toml::from_str(text)
            .map_err(|bad| words::bad_config(bad.to_string().trim_end().replace('\n', "; ")))?;
        config.check()?;
        Ok(config)
    }

    /// Says which setting makes learning impossible.
    fn check(&self) -> Result<(), Text> {
        let (play, search, learning) = (&self.selfplay, &self.search, &self.learning);
        let counts = [
            ("selfplay.games", play.games, 1_000_000),
            ("selfplay.at_once", play.at_once as u64, 4096),
            ("search.full_simulations", search.full_simulations, 1_000_000),
            ("search.quick_simulations", search.quick_simulations, 1_000_000),
            ("search.considered", search.considered as u64, 100_000),
            ("learning.batch", learning.batch as u64, 65536),
            ("learning.window_least", learning.window_least as u64, 1 << 30),
            ("learning.window_most", learning.window_most as u64, 1 << 30),
        ];
        for (name, value, most) in counts {
            if value == 0 || value > most {
                return Err(words::out_of_range(name, value, 1, most));
            }
        }
        let shares = [
            ("search.full_share", f64::from(search.full_share), 1.0),
            ("search.explore", f64::from(search.explore), 100.0),
            ("search.first_play", f64::from(search.first_play), 2.0),
            ("search.visit_offset", f64::from(search.visit_offset), 1e4),
            ("search.value_scale", f64::from(search.value_scale), 100.0),
            ("search.noise_alpha", search.noise_alpha, 1e4),
            ("search.noise_share", f64::from(search.noise_share), 1.0),
            ("search.temperature", search.temperature, 100.0),
            ("learning.reuse", learning.reuse, 1000.0),
            ("learning.rate", f64::from(learning.rate), 1.0),
            ("learning.decay", f64::from(learning.decay), 1.0),
            ("learning.clip", learning.clip, 1e9),
            ("learning.value_weight", f64::from(learning.value_weight), 1000.0),
            ("learning.value_mix", f64::from(learning.value_mix), 1.0),
            ("learning.window_share", learning.window_share, 1.0),
        ];
        for (name, value, most) in shares {
            if !(0.0..=most).contains(&value) {
                return Err(words::out_of_range(name, value, 0, most));
            }
        }
        if search.full_share == 0.0 {
            return Err(words::nothing_to_learn("search.full_share"));
        }
        if self.threads > 1024 {
            return Err(words::out_of_range("threads", self.threads, 0, 1024));
        }
        if self.evaluation.every > 0 && self.evaluation.games < 2 {
            return Err(words::out_of_range(
                "evaluation.games",
                self.evaluation.games,
                2,
                1_000_000,
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use gyoji_words::Lang;

    use super::*;

    #[test]
    fn the_usual_file_says_what_is_usual_and_leaves_nothing_out() {
        assert_eq!(Config::parse(USUAL).unwrap(), Config::default());
        let names = format!("{:?}", Config::default());
        for name in names.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
            if let Some(name) = name.strip_suffix(':') {
                let said =
                    USUAL.contains(&format!("\n{name} =")) || USUAL.contains(&format!("[{name}]"));
                assert!(said, "{name} is not in config.toml");
            }
        }
    }

    #[test]
    fn a_file_needs_only_what_differs_and_nonsense_is_refused_with_its_name() {
        let config = Config::parse("[network]\nblocks = 1\n").unwrap();
        assert_eq!((config.network.blocks, config.network.filters), (1, 32));
        let refused = |text| Config::parse(text).unwrap_err().get(Lang::En).to_owned();
        assert!(refused("[search]\nsimulation = 3").contains("simulation"), "an unknown name");
        assert!(refused("[search]\nroot = \"minimax\"").contains("minimax"));
        assert!(refused("seed = ").contains("line 1"));
        assert!(refused("[selfplay]\ngames = 0").contains("selfplay.games"));
        assert!(refused("[learning]\nrate = nan").contains("learning.rate"));
        assert!(refused("[search]\nfull_share = 0.0").contains("search.full_share"));
    }
}
