//! What must hold for the planes of any game, tried on random games.

use std::collections::{HashMap, HashSet};

use gyoji_core::{Game, Planes, PolicyIndex, Setup};

/// The longest random game that is still followed.
const MOST_PLIES: usize = 400;

/// Plays `games` random games from each of the setups, each beside its image under every symmetry,
/// and checks in every position what [`Planes`] promises. Panics with the position where something
/// does not hold.
///
/// Nothing has to know how a position is turned: the image of a move is the one with the turned
/// index, so only the images of the starts have to be among the `setups`.
pub fn check_planes<G: Game>(planes: &dyn Planes<G>, setups: &[Setup], games: u64) {
    check_symmetries(planes);
    let starts: Vec<G> = setups.iter().map(|setup| G::start(setup).expect("a setup")).collect();
    for symmetry in 0..planes.symmetries() {
        for start in &starts {
            let wanted = turned(planes, symmetry, &written(planes, std::slice::from_ref(start)));
            let image = |other: &&G| written(planes, std::slice::from_ref(*other)) == wanted;
            let Some(image) = starts.iter().find(image) else {
                panic!("symmetry {symmetry} of {start} is none of the starts")
            };
            for seed in 0..games {
                let mut rng = fastrand::Rng::with_seed(seed);
                check_pair(planes, symmetry, start.clone(), image.clone(), &mut rng);
            }
        }
    }
}

/// The sizes are good, and every symmetry moves cells and indices about without losing any.
fn check_symmetries<G: Game>(planes: &dyn Planes<G>) {
    let shape = planes.shape();
    assert!(shape.input_len() > 0 && shape.policy_len() > 0, "{shape:?}");
    assert!((1..=2).contains(&shape.heads.len()), "one head or two: {shape:?}");
    assert!(planes.history() > 0 && planes.symmetries() > 0);
    let indices: Vec<PolicyIndex> = match *shape.heads {
        [only] => (0..only).map(PolicyIndex::One).collect(),
        [first, second] => (0..first)
            .flat_map(|way| (0..second).map(move |rest| PolicyIndex::Pair(way, rest)))
            .collect(),
        _ => Vec::new(),
    };
    let all = planes.symmetries();
    let cells = |symmetry| move |cell| planes.turn_cell(symmetry, cell);
    let tables: Vec<Vec<usize>> =
        (0..all).map(|symmetry| (0..shape.cells()).map(cells(symmetry)).collect()).collect();
    let names: Vec<Vec<PolicyIndex>> = (0..all)
        .map(|symmetry| indices.iter().map(|&one| planes.turn_index(symmetry, one)).collect())
        .collect();
    assert!(tables[0].iter().copied().eq(0..shape.cells()), "symmetry 0 leaves the cells");
    assert_eq!(names[0], indices, "symmetry 0 leaves the policy");
    let place: HashMap<PolicyIndex, usize> =
        indices.iter().enumerate().map(|(place, &index)| (index, place)).collect();
    for (symmetry, (cells, policy)) in tables.iter().zip(&names).enumerate() {
        let reached: HashSet<&usize> = cells.iter().collect();
        assert!(reached.len() == shape.cells() && cells.iter().all(|&to| to < shape.cells()));
        let reached: HashSet<&PolicyIndex> = policy.iter().collect();
        assert!(reached.len() == indices.len(), "symmetry {symmetry} puts two indices on one");
        assert!(reached.iter().all(|index| place.contains_key(index)), "symmetry {symmetry}");
        // Whatever was turned can be turned back, and further.
        for (other, cells_then) in tables.iter().enumerate() {
            let both: Vec<usize> = cells.iter().map(|&cell| cells_then[cell]).collect();
            let both_policy = policy.iter().map(|index| names[other][place[index]]);
            let same = tables.iter().position(|table| *table == both);
            let same = same.unwrap_or_else(|| panic!("{symmetry} and then {other} is none"));
            assert!(both_policy.eq(names[same].iter().copied()), "{symmetry} and then {other}");
        }
    }
}

/// A game and its image, move by move.
fn check_pair<G: Game>(
    planes: &dyn Planes<G>,
    symmetry: usize,
    start: G,
    image: G,
    rng: &mut fastrand::Rng,
) {
    let (mut past, mut images) = (vec![start], vec![image]);
    for _ in 0..MOST_PLIES {
        let input = written(planes, &past);
        let (position, image) = (past[past.len() - 1].clone(), images[images.len() - 1].clone());
        assert_eq!(input, written(planes, &past), "{position}: the same twice");
        let seen = &past[past.len().saturating_sub(planes.history())..];
        assert_eq!(input, written(planes, seen), "{position}: more is looked at than is said");
        let turned = turned(planes, symmetry, &input);
        assert_eq!(turned, written(planes, &images), "{position} and {image}, turned {symmetry}");

        let (moves, others) = (indexed(planes, &position), indexed(planes, &image));
        assert_eq!(moves.len(), others.len(), "{position} and {image}");
        let others: HashMap<PolicyIndex, G::Move> = others.into_iter().collect();
        let pairs: Vec<(G::Move, G::Move)> = moves
            .iter()
            .map(|&(index, mv)| match others.get(&planes.turn_index(symmetry, index)) {
                Some(&other) => (mv, other),
                None => panic!("{mv} in {position}, turned {symmetry}, is no move in {image}"),
            })
            .collect();
        if pairs.is_empty() {
            let results = [position, image].map(|end| end.outcome());
            assert_eq!(results[0], results[1], "the game and its image end alike");
            return;
        }
        check_foresight(planes, &position, rng);
        let (mv, other) = pairs[rng.usize(..pairs.len())];
        for (games, mv) in [(&mut past, mv), (&mut images, other)] {
            let mut next = games[games.len() - 1].clone();
            next.play(mv);
            games.push(next);
        }
    }
}

/// A win at once is one, and a move that was dropped lets the opponent win at once.
fn check_foresight<G: Game>(planes: &dyn Planes<G>, position: &G, rng: &mut fastrand::Rng) {
    let after = |position: &G, mv: G::Move| {
        let mut next = position.clone();
        next.play(mv);
        next
    };
    let wins = |position: &G, mv: G::Move| {
        let end = after(position, mv).outcome();
        end.is_some_and(|end| end.winner().is_some() && end.winner() == position.to_move())
    };
    let moves: Vec<G::Move> = position.moves().collect();
    if let Some(mv) = planes.win_in_one(position, &moves) {
        assert!(wins(position, mv), "{position}: {mv} is no win");
    }
    let mut kept = moves.clone();
    planes.drop_blunders(position, &mut kept);
    let mut left = kept.iter().peekable();
    let mut dropped: Vec<G::Move> =
        moves.into_iter().filter(|mv| left.next_if_eq(&mv).is_none()).collect();
    assert!(left.next().is_none(), "{position}: what is left is in another order");
    // A few are enough: each costs all replies.
    rng.shuffle(&mut dropped);
    for mv in dropped.into_iter().take(2) {
        let next = after(position, mv);
        assert!(next.outcome().is_none(), "{position}: {mv} ends the game");
        assert!(next.moves().any(|reply| wins(&next, reply)), "{position}: {mv} is no blunder");
    }
}

fn written<G: Game>(planes: &dyn Planes<G>, past: &[G]) -> Vec<f32> {
    let mut out = vec![f32::NAN; planes.shape().input_len()];
    planes.write(past, &mut out);
    let position = &past[past.len() - 1];
    assert!(out.iter().all(|value| value.is_finite()), "{position}: not all places are written");
    out
}

fn turned<G: Game>(planes: &dyn Planes<G>, symmetry: usize, input: &[f32]) -> Vec<f32> {
    let mut out = vec![f32::NAN; input.len()];
    planes.turn(symmetry, input, &mut out);
    out
}

/// The legal moves with their indices, each its own and within the heads.
fn indexed<G: Game>(planes: &dyn Planes<G>, position: &G) -> Vec<(PolicyIndex, G::Move)> {
    let mut taken = HashSet::new();
    let mut all = Vec::new();
    for mv in position.moves() {
        let index = planes.index(position, mv);
        let is_good = match (index, planes.shape().heads) {
            (PolicyIndex::One(one), &[only]) => one < only,
            (PolicyIndex::Pair(way, rest), &[first, second]) => way < first && rest < second,
            _ => false,
        };
        assert!(is_good, "{position}: {mv} has the index {index:?}");
        assert!(taken.insert(index), "{position}: {mv} has the index of another move, {index:?}");
        all.push((index, mv));
    }
    all
}
