//! The list of MCTS tests of the class document (seed 001), group by group.
//!
//! Every module is a group of the list and every test one of its lines, in the order of the list:
//! 39 in all. The document's program keeps dictionaries by state; here a tree of nodes does the
//! same, so where the list speaks of dictionaries and keys, the tests speak of nodes and positions.

mod network;

use std::collections::HashSet;

use fastrand::Rng;
use gyoji_contrast::bots::guide::Evaluated;
use gyoji_contrast::playout::RandomGame;
use gyoji_contrast::{Board, Contrast, Hand, Move};
use gyoji_core::{Budget, Game, Seat, TwoSeat};
use gyoji_search::mcts::{Noise, Proof, Searched, Settings};
use gyoji_search::{Guide, Limits, Mcts, Uniform};

const P1: Seat = Seat::FIRST;
const P2: Seat = Seat::SECOND;

fn square(x: u8, y: u8) -> u8 {
    y * 5 + x
}

fn set(squares: &[(u8, u8)]) -> u32 {
    squares.iter().fold(0, |set, &(x, y)| set | 1 << square(x, y))
}

/// A position with these pieces and black tiles, player 1 to move, hands empty.
fn position(first: &[(u8, u8)], second: &[(u8, u8)], black: &[(u8, u8)]) -> Contrast {
    let board = Board::new([set(first), set(second)], set(black), 0, [Hand::EMPTY; 2], P1);
    Contrast::from(board.unwrap())
}

fn step(from: (u8, u8), to: (u8, u8)) -> Move {
    Move::new(square(from.0, from.1), square(to.0, to.1))
}

/// Player 1 is one step from its far row.
fn won() -> Contrast {
    position(&[(2, 1), (4, 4)], &[(0, 0), (0, 1)], &[])
}

/// Player 2 can arrive in two places, and player 1 is too far from both and from its own goal.
fn lost() -> Contrast {
    position(&[(2, 2)], &[(0, 3), (4, 3)], &[])
}

/// One move before the limit, with nobody near a goal.
fn drawn() -> Contrast {
    let board = position(&[(0, 3), (4, 3)], &[(0, 1), (4, 1)], &[]).board();
    format!("{board} ply 149 of 150").parse().unwrap()
}

/// Player 1 has a single move: diagonally out of the corner.
fn forced() -> Contrast {
    position(&[(0, 4)], &[(4, 0), (3, 1)], &[(0, 4)])
}

/// Player 1 to move, and its only piece has nowhere to go: the game is over.
fn stuck() -> Contrast {
    position(&[(0, 4)], &[(1, 3)], &[(0, 4)])
}

fn after(position: &Contrast, mv: Move) -> Contrast {
    let mut next = position.clone();
    next.play(mv);
    next
}

type Search = Mcts<Contrast, Evaluated>;

fn new(settings: Settings) -> Search {
    Mcts::new(Evaluated::default(), settings)
}

fn run<E: Guide<Contrast>>(
    search: &mut Mcts<Contrast, E>,
    position: &Contrast,
    simulations: u64,
) -> Searched<Move> {
    let rng = &mut Rng::with_seed(7);
    search.search(position, &Limits::nodes(simulations), &Budget::default(), rng)
}

fn searched(position: &Contrast, simulations: u64) -> Searched<Move> {
    run(&mut new(Settings::default()), position, simulations)
}

fn visits(found: &Searched<Move>) -> u64 {
    found.candidates.iter().map(|one| one.visits).sum()
}

fn find(found: &Searched<Move>, mv: Move) -> gyoji_search::mcts::Candidate<Move> {
    *found.candidates.iter().find(|one| one.mv == mv).unwrap()
}

/// What the guide itself expects for `seat` in a position.
fn expected(position: &Contrast, seat: Seat) -> f64 {
    let moves: Vec<Move> = position.moves().collect();
    let mut priors = vec![1.0; moves.len()];
    let rng = &mut Rng::with_seed(1);
    let payoffs = Evaluated::default().guess(position, &moves, &mut priors, rng);
    f64::from(payoffs[seat.index()])
}

fn assert_near(left: f64, right: f64) {
    assert!((left - right).abs() < 1e-6, "{left} is not {right}");
}

/// 1. Initialisation (3).
mod group_01_initialisation {
    use super::*;

    #[test]
    fn the_usual_settings() {
        let settings = Settings::default();
        let search = new(settings);
        assert_eq!(*search.settings(), settings);
        // As in the document's program: c is 1, and noise is there only when asked for.
        assert_eq!((settings.explore, settings.noise), (1.0, None));
        assert_eq!((Noise::USUAL.alpha, Noise::USUAL.share), (0.3, 0.25));
    }

    #[test]
    fn own_parameters_are_kept() {
        let noise = Some(Noise { alpha: 0.5, share: 0.1 });
        let settings = Settings { explore: 2.5, noise, reuse: false, ..Settings::default() };
        assert_eq!(*new(settings).settings(), settings);
    }

    #[test]
    fn nothing_is_remembered_at_first() {
        assert_eq!(new(Settings::default()).nodes(), 1, "a bare root");
    }
}

/// 2. Keys of game states (4).
mod group_02_keys {
    use super::*;

    #[test]
    fn the_same_moves_lead_to_the_same_key() {
        let moves = ["c5,c4", "c1,c2"].map(|text| text.parse::<Move>().unwrap());
        let play = || {
            let mut position = Contrast::new();
            for mv in moves.map(|mv| if position.is_legal(mv) { mv } else { mv.turned() }) {
                position.play(mv);
            }
            position
        };
        assert_eq!((play(), play().key()), (play(), play().key()));
    }

    #[test]
    fn different_states_have_different_keys() {
        let start = Contrast::new();
        let keys: HashSet<u64> = start.moves().map(|mv| after(&start, mv).key()).collect();
        assert_eq!(keys.len(), 155);
    }

    #[test]
    fn the_number_of_moves_made_is_part_of_a_state() {
        let early = Contrast::new();
        let late: Contrast = format!("{} ply 10", early.board()).parse().unwrap();
        assert_ne!(early, late);
        // What was found for one is not used for the other.
        let mut search = new(Settings::default());
        run(&mut search, &early, 20);
        assert_eq!(visits(&run(&mut search, &late, 5)), 5);
        assert_eq!(visits(&run(&mut search, &late, 5)), 10);
    }

    #[test]
    fn whose_turn_it_is_is_part_of_a_state() {
        let first = Board::START;
        let side = P2;
        let pieces = [first.pieces(P1), first.pieces(P2)];
        let second = Board::new(pieces, 0, 0, [Hand::FULL; 2], side).unwrap();
        assert_ne!(first.key(), second.key());
        assert_ne!(Contrast::from(first), Contrast::from(second));
    }
}

/// 3. Expanding nodes (6).
mod group_03_expansion {
    use super::*;

    #[test]
    fn every_simulation_makes_one_entry() {
        let mut search = new(Settings::default());
        run(&mut search, &Contrast::new(), 0);
        assert_eq!(search.nodes(), 1);
        run(&mut search, &Contrast::new(), 12);
        assert_eq!(search.nodes(), 13);
    }

    #[test]
    fn new_entries_start_from_nothing() {
        for one in searched(&Contrast::new(), 0).candidates {
            assert_eq!((one.visits, one.rate, one.proof), (0, 0.5, Proof::Open));
        }
    }

    #[test]
    fn the_guess_of_a_new_position_comes_back() {
        let start = Contrast::new();
        let found = searched(&start, 1);
        let tried = found.candidates[0];
        assert_near(tried.rate, expected(&after(&start, tried.mv), P1));
    }

    #[test]
    fn only_legal_moves_are_there_and_all_of_them() {
        for position in [Contrast::new(), lost(), forced(), drawn()] {
            let found = searched(&position, 3);
            let moves: HashSet<Move> = found.candidates.iter().map(|one| one.mv).collect();
            assert_eq!(moves, position.moves().collect::<HashSet<Move>>());
            assert_eq!(moves.len(), found.candidates.len(), "each once");
        }
    }

    #[test]
    fn priors_sum_up_to_one() {
        for position in [Contrast::new(), lost(), won(), forced()] {
            let priors = searched(&position, 0).candidates;
            assert!(priors.iter().all(|one| (0.0..=1.0).contains(&one.prior)));
            assert!((priors.iter().map(|one| one.prior).sum::<f32>() - 1.0).abs() < 1e-3);
        }
    }

    #[test]
    fn finished_positions_are_not_expanded() {
        let over = after(&won(), step((2, 1), (2, 0)));
        let mut search = new(Settings::default());
        assert!(run(&mut search, &over, 10).candidates.is_empty());
        assert_eq!(search.nodes(), 1);
    }
}

/// 4. Searching (5).
mod group_04_search {
    use super::*;

    #[test]
    fn a_policy_comes_back() {
        let found = searched(&Contrast::new(), 20);
        assert_eq!(found.policy(1.0).len(), 155);
        assert!(Contrast::new().is_legal(found.best().unwrap()));
    }

    #[test]
    fn the_policy_sums_up_to_one() {
        for simulations in [0, 1, 50] {
            for temperature in [0.0, 0.3, 1.0] {
                let policy = searched(&Contrast::new(), simulations).policy(temperature);
                assert_near(policy.iter().sum(), 1.0);
            }
        }
    }

    #[test]
    fn as_many_simulations_are_made_as_asked_for() {
        for simulations in [2, 17, 100] {
            let found = searched(&Contrast::new(), simulations);
            assert_eq!((found.walks, visits(&found)), (simulations, simulations));
        }
    }

    #[test]
    fn dirichlet_noise_is_added_when_asked_for() {
        let priors = |noise| {
            let settings = Settings { noise, ..Settings::default() };
            let mut all = run(&mut new(settings), &Contrast::new(), 0).candidates;
            all.sort_by_key(|one| one.mv);
            all.into_iter().map(|one| one.prior).collect::<Vec<f32>>()
        };
        let (calm, noisy) = (priors(None), priors(Some(Noise::USUAL)));
        assert_eq!(calm, priors(None));
        assert_ne!(calm, noisy);
        assert!((noisy.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        assert!(calm.iter().zip(&noisy).all(|(calm, noisy)| *noisy >= 0.75 * calm - 1e-4));
    }

    #[test]
    fn a_finished_game_gives_nothing() {
        let over = after(&won(), step((2, 1), (2, 0)));
        let found = searched(&over, 10);
        assert!(found.candidates.is_empty() && found.policy(1.0).is_empty());
        assert_eq!((found.best(), found.walks), (None, 0));
    }
}

/// 5. Evaluating (5).
mod group_05_evaluation {
    use super::*;

    #[test]
    fn a_finished_game_is_worth_one_to_the_winner() {
        let found = searched(&won(), 5);
        assert_eq!(found.value(), 1.0);
        assert_eq!(find(&found, step((2, 1), (2, 0))).rate, 1.0);
    }

    #[test]
    fn a_finished_game_is_worth_minus_one_to_the_loser() {
        let found = searched(&lost(), 50);
        assert_eq!(found.value(), -1.0);
        assert!(found.candidates.iter().all(|one| one.rate == 0.0));
    }

    #[test]
    fn a_drawn_game_is_worth_nothing() {
        let found = searched(&drawn(), 100);
        assert_eq!((found.value(), found.proof), (0.0, Proof::Draw));
        assert!(found.candidates.iter().all(|one| one.rate == 0.5));
    }

    #[test]
    fn what_is_not_expanded_yet_is_expanded() {
        // With one move at the root, the second simulation has to go a move further.
        let mut search = new(Settings::default());
        run(&mut search, &forced(), 1);
        assert_eq!(search.nodes(), 2);
        run(&mut search, &forced(), 1);
        assert_eq!(search.nodes(), 3);
    }

    #[test]
    fn statistics_follow_every_simulation() {
        let mut search = new(Settings::default());
        let before = run(&mut search, &Contrast::new(), 30);
        let later = run(&mut search, &Contrast::new(), 1);
        assert_eq!((visits(&before), visits(&later)), (30, 31));
        let changed = later
            .candidates
            .iter()
            .filter(|one| find(&before, one.mv).visits != one.visits)
            .count();
        assert_eq!(changed, 1);
    }
}

/// 6. PUCT (2).
mod group_06_puct {
    use super::*;

    #[test]
    fn what_was_not_visited_comes_first() {
        // The most promising move first; with priors all the same, one new move after the other.
        let best = searched(&Contrast::new(), 0);
        let most = best.candidates.iter().map(|one| one.prior).fold(0.0, f32::max);
        assert_eq!(searched(&Contrast::new(), 1).candidates[0].prior, most);
        let settings = Settings { explore: 1000.0, ..Settings::default() };
        let found = run(&mut Mcts::new(Uniform(RandomGame), settings), &Contrast::new(), 155);
        assert!(found.candidates.iter().all(|one| one.visits == 1));
    }

    #[test]
    fn exploring_and_exploiting_are_in_balance() {
        let tried = |explore| {
            let settings = Settings { explore, ..Settings::default() };
            let found = run(&mut new(settings), &Contrast::new(), 300);
            let tried = found.candidates.iter().filter(|one| one.visits > 0).count();
            (tried, found.candidates[0].visits)
        };
        let (narrow, wide) = (tried(0.5), tried(5.0));
        assert!(narrow.0 < wide.0, "more moves are tried: {narrow:?} {wide:?}");
        assert!(narrow.1 > wide.1, "and the best less often: {narrow:?} {wide:?}");
        assert!(narrow.0 > 1 && wide.1 > 1, "but neither extreme: {narrow:?} {wide:?}");
    }
}

/// 7. Backing up (2).
mod group_07_backing_up {
    use super::*;

    #[test]
    fn visits_are_counted_on_the_whole_way() {
        let mut search = new(Settings::default());
        for round in 1..=10 {
            let found = run(&mut search, &forced(), 1);
            assert_eq!(found.candidates[0].visits, round);
        }
    }

    #[test]
    fn values_are_the_mean_of_what_came_back() {
        let mut search = new(Settings::default());
        let start = forced();
        let first = run(&mut search, &start, 1);
        let child = after(&start, first.candidates[0].mv);
        assert_near(first.candidates[0].rate, expected(&child, P1));
        let second = run(&mut search, &start, 1);
        // The second simulation went on with what looks best to player 2.
        let reply = searched(&child, 1).candidates[0].mv;
        let both = [expected(&child, P1), expected(&after(&child, reply), P1)];
        assert_near(second.candidates[0].rate, (both[0] + both[1]) / 2.0);
    }
}

/// 8. Edge cases (5).
mod group_08_edges {
    use super::*;

    #[test]
    fn no_simulation_gives_a_uniform_policy() {
        let policy = searched(&Contrast::new(), 0).policy(1.0);
        assert!(policy.iter().all(|&share| (share - 1.0 / 155.0).abs() < 1e-9));
    }

    #[test]
    fn one_simulation_gives_one_move() {
        let found = searched(&Contrast::new(), 1);
        assert_eq!(found.policy(1.0)[0], 1.0);
        assert_eq!(visits(&found), 1);
    }

    #[test]
    fn a_player_without_moves_has_nothing_to_search() {
        assert_eq!(stuck().outcome().unwrap().winner(), Some(P2));
        let found = searched(&stuck(), 10);
        assert!(found.candidates.is_empty() && found.policy(1.0).is_empty());
    }

    #[test]
    fn searching_again_goes_on_in_the_same_tree() {
        let mut search = new(Settings::default());
        for round in 1..=3 {
            assert_eq!(visits(&run(&mut search, &Contrast::new(), 10)), 10 * round);
        }
    }

    #[test]
    fn the_game_itself_is_not_changed() {
        let start = after(&Contrast::new(), step((2, 4), (2, 3)));
        let (copy, text) = (start.clone(), start.to_string());
        searched(&start, 100);
        assert_eq!((start.to_string(), start.boards().count()), (text, copy.boards().count()));
        assert_eq!(start, copy);
    }
}

/// 9. With a real network (2): one that computes all it says from the 90 planes.
mod group_09_network {
    use super::network::Linear;
    use super::*;

    #[test]
    fn it_works_with_a_real_network() {
        let mut search = Mcts::new(Linear::drawn(1), Settings::default());
        let mut position = Contrast::new();
        for _ in 0..4 {
            let found = run(&mut search, &position, 25);
            assert!(visits(&found) >= 25);
            assert!((-1.0..=1.0).contains(&found.value()));
            position.play(found.best().unwrap());
        }
        // Another network has other opinions.
        let other = run(&mut Mcts::new(Linear::drawn(2), Settings::default()), &position, 25);
        let same = run(&mut Mcts::new(Linear::drawn(1), Settings::default()), &position, 25);
        assert_ne!(other.candidates[0].prior, same.candidates[0].prior);
    }

    #[test]
    fn its_policy_is_legal() {
        let mut rng = Rng::with_seed(3);
        let mut search = Mcts::new(Linear::drawn(1), Settings::default());
        let mut position = Contrast::new();
        for _ in 0..12 {
            let found = run(&mut search, &position, 10);
            let policy = found.policy(1.0);
            assert_near(policy.iter().sum(), 1.0);
            assert!(found.candidates.iter().all(|one| position.is_legal(one.mv)));
            let Some(mv) = found.draw(1.0, &mut rng) else { break };
            position.play(mv);
        }
    }
}

/// 10. All together (3).
mod group_10_together {
    use super::*;

    /// Plays a game with so many simulations for each seat; what player 1 gets.
    fn game(simulations: [u64; 2], seed: u64) -> f32 {
        let mut rng = Rng::with_seed(seed);
        let mut searches = simulations.map(|_| new(Settings::default()));
        let mut position: Contrast = format!("{} ply 0 of 150", Board::START).parse().unwrap();
        for _ in 0..4 {
            let moves: Vec<Move> = position.moves().collect();
            position.play(moves[rng.usize(..moves.len())]);
        }
        while let Some(seat) = position.to_move() {
            let limits = Limits::nodes(simulations[seat.index()]);
            let search = &mut searches[seat.index()];
            let found = search.search(&position, &limits, &Budget::default(), &mut rng);
            let mv = found.best().unwrap();
            assert!(position.is_legal(mv));
            position.play(mv);
        }
        position.outcome().unwrap().payoff(P1)
    }

    #[test]
    fn whole_games_are_played_to_their_end() {
        for seed in 0..3 {
            assert!([0.0, 0.5, 1.0].contains(&game([25, 25], seed)));
        }
    }

    #[test]
    fn more_simulations_play_better() {
        let games = 6;
        let points: f32 =
            (0..games).map(|seed| game([300, 5], seed) + 1.0 - game([5, 300], seed)).sum();
        assert!(points > 1.5 * games as f32, "{points} of {}", 2 * games);
    }

    #[test]
    fn the_search_follows_the_game() {
        let mut search = new(Settings::default());
        let mut position = Contrast::new();
        for _ in 0..8 {
            let found = run(&mut search, &position, 60);
            let next = searched(&position, 60).candidates[0].mv;
            assert!(position.is_legal(next));
            assert!(found.candidates.iter().all(|one| position.is_legal(one.mv)));
            let Some(mv) = found.best() else { break };
            let kept = find(&found, mv).visits;
            position.play(mv);
            let zero = run(&mut search, &position, 0);
            // The visit that found the position itself is not one of its moves'.
            assert!(visits(&zero) + 1 == kept || zero.proof.is_known(), "{kept} visits are kept");
        }
    }
}

/// 11. How values travel (2).
mod group_11_values {
    use super::*;

    #[test]
    fn a_value_changes_its_sign_with_the_mover() {
        let start = lost();
        let mine = searched(&start, 100);
        for mv in start.moves() {
            let theirs = searched(&after(&start, mv), 0);
            assert_eq!((mine.value(), theirs.value()), (-1.0, 1.0));
            assert_eq!(find(&mine, mv).proof, Proof::Loss(1));
            assert_eq!(theirs.proof, Proof::Win(1));
        }
    }

    #[test]
    fn the_end_of_a_game_is_felt_at_the_root() {
        // Player 1 needs two moves and nobody can stop it; player 2 needs two as well, but later.
        let race = position(&[(2, 2)], &[(4, 2)], &[]);
        let found = searched(&race, 200);
        assert_eq!((found.proof, found.value()), (Proof::Win(3), 1.0));
        assert_eq!(found.best(), Some(step((2, 2), (2, 1))));
        assert_near(found.policy(1.0)[0], 1.0);
    }
}
