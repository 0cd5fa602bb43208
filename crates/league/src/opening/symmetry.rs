//! Openings that are the same but for a turn of the board.

use gyoji_core::{Game, Kit, Opening, Planes, Setup};

/// The turns of a game's board that leave its start as it is.
pub(super) struct Symmetries<G: Game> {
    start: Option<(G, &'static dyn Planes<G>)>,
    turns: Vec<usize>,
}

impl<G: Game> Symmetries<G> {
    /// Those of this start; none where the game does not say how its board turns.
    pub(super) fn new(kit: &Kit<G>, setup: &Setup) -> Symmetries<G> {
        let planes = kit.planes.first().map(|entry| entry.planes);
        let Some((start, planes)) = G::start(setup).ok().zip(planes) else {
            return Symmetries { start: None, turns: Vec::new() };
        };
        let mut before = vec![0.0; planes.shape().input_len()];
        planes.write(std::slice::from_ref(&start), &mut before);
        let mut turned = before.clone();
        let keeps_the_start = |symmetry: &usize| {
            planes.turn(*symmetry, &before, &mut turned);
            turned == before
        };
        let turns = (1..planes.symmetries()).filter(keeps_the_start).collect();
        Symmetries { start: Some((start, planes)), turns }
    }

    /// The opening, then all others that it becomes by turning the board, each once. One that
    /// begins with a position of its own stays alone: there is no telling how a position turns.
    pub(super) fn all(&self, opening: Opening) -> Vec<Opening> {
        let mut alike = vec![opening];
        if alike[0].position.is_none() {
            for &symmetry in &self.turns {
                let turned = self.turn(symmetry, &alike[0].moves);
                let turned = turned.map(|moves| Opening { position: None, moves });
                alike.extend(turned.filter(|turned| !alike.contains(turned)));
            }
        }
        alike
    }

    /// The same moves on the turned board: those that the planes have at the turned places.
    fn turn(&self, symmetry: usize, moves: &[String]) -> Option<Vec<String>> {
        let (mut position, planes) = self.start.clone()?;
        let mut other = position.clone();
        let mut turned = Vec::new();
        for text in moves {
            let mv: G::Move = text.parse().ok()?;
            let index = planes.turn_index(symmetry, planes.index(&position, mv));
            let same = other.moves().find(|&mv| planes.index(&other, mv) == index)?;
            turned.push(same.to_string());
            position.play(mv);
            other.play(same);
        }
        Some(turned)
    }
}
