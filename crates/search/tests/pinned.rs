//! What the tree search does to the last bit, on small games: change a number only on purpose.
//!
//! Each number stands for a few games in which everything that the search says about every move is
//! counted: visits, rates, priors, proofs, the size of the tree, and what it drew by lot.

mod games;

use fastrand::Rng;
use games::{Heap, Maze, Pick, Tic};
use gyoji_core::{Budget, Game};
use gyoji_search::mcts::Settings;
use gyoji_search::{Guide, Limits, Mcts, Payoffs, Playout, RandomPlayout, Uniform};

/// FNV-1a: no hash of the standard library promises to stay the same.
fn mix(sum: u64, text: &str) -> u64 {
    text.bytes().fold(sum, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Plays four games against itself; every third move is drawn by lot.
fn games<G: Game, E: Guide<G>>(start: &G, guide: E, settings: Settings, walks: u64) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325;
    let mut search = Mcts::new(guide, settings);
    let mut rng = Rng::with_seed(7);
    for _ in 0..4 {
        let mut position = start.clone();
        for ply in 0..40 {
            let limits = Limits::nodes(walks);
            let found = search.search(&position, &limits, &Budget::default(), &mut rng);
            for one in &found.candidates {
                let (rate, prior) = (one.rate.to_bits(), one.prior.to_bits());
                let told = format!("{} {} {rate} {prior} {:?}", one.mv, one.visits, one.proof);
                sum = mix(sum, &told);
            }
            sum = mix(sum, &format!("{:?} {} {}", found.proof, found.walks, search.nodes()));
            let mv = if ply % 3 == 2 { found.draw(1.0, &mut rng) } else { found.best() };
            let Some(mv) = mv else { break };
            position.play(mv);
        }
    }
    mix(sum, &rng.u64(..).to_string())
}

/// Priors that differ without any power or logarithm: those differ from machine to machine.
struct Leaning(RandomPlayout<Pick>);

impl<G: Game<Move = Pick>> Guide<G> for Leaning {
    fn guess(&mut self, at: &G, moves: &[Pick], priors: &mut [f32], rng: &mut Rng) -> Payoffs {
        for (prior, mv) in priors.iter_mut().zip(moves) {
            *prior = f32::from(1 + mv.0 % 4);
        }
        self.0.play_out(at, rng)
    }
}

#[test]
fn the_search_walks_as_it_always_has() {
    let usual = Settings::default();
    let all = [
        ("usual", usual),
        ("fresh", Settings { reuse: false, ..usual }),
        ("small", Settings { tree_bytes: 2000, ..usual }),
        ("no room", Settings { tree_bytes: 0, ..usual }),
    ];
    let mut seen = Vec::new();
    for (name, settings) in all {
        let even = || Uniform(RandomPlayout::new(30));
        let leaning = || Leaning(RandomPlayout::new(30));
        let sums = [
            games(&Tic::default(), even(), settings, 60),
            games(&Tic::default(), leaning(), settings, 60),
            games(&Heap::<2>::of(30), even(), settings, 90),
            games(&Heap::<4>::of(30), leaning(), settings, 90),
            games(&Maze { map: 3, at: 1, turn: 0 }, leaning(), settings, 40),
        ];
        seen.push((name, sums));
    }
    let wanted = [
        (
            "usual",
            [
                0x0b09_b9e6_eae4_dbff,
                0x94c1_e2b0_80e1_88a0,
                0xb9f0_61f0_ec09_80a6,
                0x3ae1_48c5_53b8_c943,
                0xfa3f_7d9c_7043_597f,
            ],
        ),
        (
            "fresh",
            [
                0x75db_6c13_3841_9dbd,
                0x878f_0366_e350_f323,
                0x42e9_35d4_fe61_8e76,
                0xd3dd_e575_f39e_33fd,
                0x869f_00a4_a8b6_62ea,
            ],
        ),
        (
            "small",
            [
                0x7701_3ccf_aadf_046c,
                0xf9e4_efcd_b3cb_0f59,
                0xbfc0_ca2f_b763_181b,
                0xf0d3_884d_44f8_7416,
                0xd67c_bdcb_1f7f_88bb,
            ],
        ),
        (
            "no room",
            [
                0xcac9_862b_35e3_a71b,
                0x9ffb_0a56_1bc9_8d2d,
                0xbbaa_b1fe_aa71_634a,
                0x972d_99f0_4a2c_1dac,
                0x47f7_18a8_4ad5_eeea,
            ],
        ),
    ];
    assert_eq!(seen, wanted);
}
