//! Proof-number search: right where everything is known, also where games go round in circles.

mod games;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use games::{Heap, Maze, Tic, positions, won_by};
use gyoji_core::{Game, GaveUp, Seat, Solution, SolveLimits, TwoSeat, Verdict};
use gyoji_search::Dfpn;
use gyoji_search::dfpn::{Answer, Draws, Look, NoProspect, Prospect, solve};

const LIMITS: SolveLimits<'static> =
    SolveLimits { nodes: None, deadline: None, memory: 1 << 20, stop: None };

fn solved<G: TwoSeat>(position: &G, limits: &SolveLimits<'_>) -> Solution<G::Move> {
    solve(position, &NoProspect, &Draws::default(), limits, &mut |_| ())
}

/// Follows a line and says who has won.
fn winner<G: Game>(position: &G, line: &[G::Move]) -> Option<Seat> {
    let mut position = position.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{mv} in {position}");
        position.play(mv);
    }
    position.outcome().and_then(|end| end.winner())
}

#[test]
fn circles_give_no_wrong_answers() {
    let mut sorts = [0; 3];
    for map in 0..150 {
        let won = [Seat::FIRST, Seat::SECOND].map(|seat| won_by(seat, map, &HashSet::new()));
        for position in positions(map) {
            let Some(seat) = position.to_move() else { continue };
            let solution = solved(&position, &LIMITS);
            let (mine, theirs) = (seat.index(), seat.other().index());
            let truth = match (won[mine].contains(&position), won[theirs].contains(&position)) {
                (true, _) => Verdict::Win,
                (_, true) => Verdict::Loss,
                _ => Verdict::Draw,
            };
            assert_eq!(solution.verdict, truth, "{position}");
            match truth {
                Verdict::Win => assert_eq!(winner(&position, &solution.line), Some(seat)),
                Verdict::Loss => assert_eq!(winner(&position, &solution.line), Some(seat.other())),
                _ => assert!(solution.line.is_empty()),
            }
            sorts[[Verdict::Win, Verdict::Loss, Verdict::Draw]
                .iter()
                .position(|&verdict| verdict == truth)
                .unwrap()] += 1;
        }
    }
    assert!(sorts.iter().all(|&count| count > 500), "{sorts:?}");
}

#[test]
fn one_table_serves_many_searches() {
    // What one search leaves in the table must not mislead the next.
    for map in 0..100 {
        for seat in [Seat::FIRST, Seat::SECOND] {
            let won = won_by(seat, map, &HashSet::new());
            let mut search = Dfpn::new(seat, NoProspect, 1 << 16);
            for position in positions(map) {
                let answer = search.prove(&position, &LIMITS);
                let is_won = matches!(answer, Answer::Proved(_));
                assert!(is_won || answer == Answer::Disproved, "{position} {answer:?}");
                assert_eq!(is_won, won.contains(&position), "{position} for {seat}");
            }
        }
    }
}

#[test]
fn a_tiny_table_forgets_but_does_not_lie() {
    for map in 0..40 {
        let won = won_by(Seat::FIRST, map, &HashSet::new());
        let mut search = Dfpn::new(Seat::FIRST, NoProspect, 0);
        for position in positions(map) {
            let limits = SolveLimits { nodes: Some(20_000), ..LIMITS };
            match search.prove(&position, &limits) {
                Answer::Proved(_) => assert!(won.contains(&position), "{position}"),
                Answer::Disproved => assert!(!won.contains(&position), "{position}"),
                Answer::Unknown(gave_up) => assert_eq!(gave_up, GaveUp::Nodes),
            }
        }
    }
}

#[test]
fn barred_positions_are_not_won() {
    let mut differs = 0;
    for map in 0..60 {
        let all = positions(map);
        let barred: HashSet<Maze> = all.iter().copied().step_by(5).collect();
        let keys: Vec<u64> = barred.iter().map(TwoSeat::key).collect();
        // A barred end is an end all the same.
        let open: HashSet<Maze> =
            barred.iter().copied().filter(|position| position.to_move().is_some()).collect();
        let won = won_by(Seat::SECOND, map, &open);
        let without = won_by(Seat::SECOND, map, &HashSet::new());
        for position in &all {
            let mut search = Dfpn::new(Seat::SECOND, NoProspect, 1 << 16);
            search.bar(keys.iter().copied());
            let is_won = matches!(search.prove(position, &LIMITS), Answer::Proved(_));
            // Where the search begins, nothing has come again yet.
            let others = open.iter().copied().filter(|barred| barred != position).collect();
            let fresh = won_by(Seat::SECOND, map, &others).contains(position);
            let truth = if open.contains(position) { fresh } else { won.contains(position) };
            assert_eq!(is_won, truth, "{position}");
            differs += usize::from(is_won != without.contains(position));
        }
    }
    assert!(differs > 20, "{differs}");
}

#[test]
fn a_win_within_the_plies_left_can_be_played() {
    /// Whether the attacker wins within so many plies, whatever the other does.
    fn wins(position: &Maze, attacker: Seat, plies: u32) -> bool {
        let Some(seat) = position.to_move() else {
            return position.outcome().and_then(|end| end.winner()) == Some(attacker);
        };
        let mut nexts = position.moves().map(|mv| {
            let mut next = *position;
            next.play(mv);
            next
        });
        match plies {
            0 => false,
            _ if seat == attacker => nexts.any(|next| wins(&next, attacker, plies - 1)),
            _ => nexts.all(|next| wins(&next, attacker, plies - 1)),
        }
    }
    let (mut kept, mut late) = (0, 0);
    for position in (0..40).flat_map(positions) {
        let Some(seat) = position.to_move() else { continue };
        let always = solved(&position, &LIMITS).verdict;
        for plies in 0..8 {
            let draws = Draws { plies: Some(plies), ..Draws::default() };
            let solution = solve(&position, &NoProspect, &draws, &LIMITS, &mut |_| ());
            let winner = match solution.verdict {
                Verdict::Win => seat,
                Verdict::Loss => seat.other(),
                Verdict::Unknown(why) => {
                    assert_eq!((why, solution.line.len()), (GaveUp::Late, 0), "{position}");
                    late += 1;
                    continue;
                }
                verdict => {
                    assert_eq!(verdict, always, "{position}");
                    continue;
                }
            };
            assert!(wins(&position, winner, plies), "{position} in {plies}");
            kept += 1;
        }
    }
    assert!(kept > 500 && late > 500, "{kept} {late}");
}

#[test]
fn games_without_circles_are_solved_too() {
    assert_eq!(solved(&Tic::default(), &LIMITS).verdict, Verdict::Draw);
    let fork: Tic = "x../.o./..x".parse().unwrap();
    assert_eq!(solved(&fork, &LIMITS).verdict, Verdict::Draw);
    let won: Tic = "x.o/.../..x".parse().unwrap();
    let solution = solved(&won, &LIMITS);
    // o has to stop the diagonal, and then x makes two threats at once.
    assert_eq!((solution.verdict, solution.line.len()), (Verdict::Loss, 4));
    assert_eq!(winner(&won, &solution.line), Some(Seat::FIRST));
    for stones in 1..15 {
        let solution = solved(&Heap::<2>::of(stones), &LIMITS);
        assert!(!matches!(solution.verdict, Verdict::Unknown(_)));
    }
    assert_eq!(solved(&Heap::<2>::of(0), &LIMITS).verdict, Verdict::NoWin);
}

#[test]
fn what_the_game_knows_is_taken_over() {
    /// Sees a win in one.
    #[derive(Clone)]
    struct Sharp;
    impl Prospect<Tic> for Sharp {
        fn look(&mut self, position: &Tic, attacker: Seat) -> Look {
            let mover = position.to_move().unwrap();
            let wins = position.moves().any(|mv| {
                let mut next = *position;
                next.play(mv);
                next.outcome().is_some_and(|end| end.winner() == Some(mover))
            });
            match wins {
                true if mover == attacker => Look::Won(1),
                true => Look::NotWon,
                false => Look::Open(1, 1),
            }
        }
    }
    let won: Tic = "x.o/.../..x".parse().unwrap();
    let sharp = solve(&won, &Sharp, &Draws::default(), &LIMITS, &mut |_| ());
    let plain = solved(&won, &LIMITS);
    assert_eq!((sharp.verdict, sharp.line.len()), (plain.verdict, plain.line.len()));
    assert!(sharp.nodes < plain.nodes, "{} {}", sharp.nodes, plain.nodes);
}

#[test]
fn limits_are_kept() {
    let stop = AtomicBool::new(true);
    let position = Tic::default();
    for (limits, why) in [
        (SolveLimits { nodes: Some(0), ..LIMITS }, GaveUp::Nodes),
        (SolveLimits { nodes: Some(100), ..LIMITS }, GaveUp::Nodes),
        (SolveLimits { deadline: Some(Instant::now()), ..LIMITS }, GaveUp::Time),
        (SolveLimits { stop: Some(&stop), ..LIMITS }, GaveUp::Stopped),
    ] {
        let solution = solved(&position, &limits);
        assert_eq!(solution.verdict, Verdict::Unknown(why));
        assert!(solution.nodes <= limits.nodes.unwrap_or(0), "{}", solution.nodes);
    }
    let mut told = 0;
    let limits = SolveLimits { nodes: Some(20_000), ..LIMITS };
    solve(&Heap::<2>::of(250), &NoProspect, &Draws::default(), &limits, &mut |_| told += 1);
    assert!(told > 0);
}
