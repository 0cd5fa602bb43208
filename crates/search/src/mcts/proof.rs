//! What a tree search has proved of a position, beyond all guessing.

/// How a game ends if both sides play their best, for whoever made the move in question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Proof {
    /// Nothing is proved yet.
    #[default]
    Open,
    /// It wins, in so many plies at most.
    Win(u16),
    /// Neither side can do better than a draw.
    Draw,
    /// It loses, in so many plies at least if the loser holds out as long as was found possible.
    Loss(u16),
}

impl Proof {
    /// Whether the result is proved.
    pub fn is_known(self) -> bool {
        self != Proof::Open
    }

    /// Whether it is proved to lose.
    pub fn is_loss(self) -> bool {
        matches!(self, Proof::Loss(_))
    }

    /// Whether it is proved to win.
    pub fn is_win(self) -> bool {
        matches!(self, Proof::Win(_))
    }

    /// What it pays, if it is known.
    pub(crate) fn payoff(self) -> Option<f32> {
        match self {
            Proof::Open => None,
            Proof::Win(_) => Some(1.0),
            Proof::Draw => Some(0.5),
            Proof::Loss(_) => Some(0.0),
        }
    }

    /// The same for the other side.
    pub(crate) fn turned(self) -> Proof {
        match self {
            Proof::Win(plies) => Proof::Loss(plies),
            Proof::Loss(plies) => Proof::Win(plies),
            same => same,
        }
    }

    /// What a choice among all of `moves` comes to for the one who chooses, a ply earlier. A win
    /// settles it, however little is known of the rest; anything else needs every move known.
    pub(crate) fn of_choice(moves: impl Iterator<Item = Proof>) -> Proof {
        let (mut win, mut loss) = (None, 0);
        let (mut open, mut draw) = (false, false);
        for proof in moves {
            match proof {
                Proof::Open => open = true,
                Proof::Win(plies) => win = Some(win.map_or(plies, |best: u16| best.min(plies))),
                Proof::Draw => draw = true,
                Proof::Loss(plies) => loss = loss.max(plies),
            }
        }
        match win {
            Some(plies) => Proof::Win(plies.saturating_add(1)),
            None if open => Proof::Open,
            None if draw => Proof::Draw,
            None => Proof::Loss(loss.saturating_add(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Proof::{self, Draw, Loss, Open, Win};

    #[test]
    fn a_choice_takes_the_nearest_win_and_the_farthest_loss() {
        let of = |moves: &[Proof]| Proof::of_choice(moves.iter().copied());
        assert_eq!(of(&[Open, Win(5), Loss(0), Win(3)]), Win(4));
        assert_eq!(of(&[Open, Loss(1), Draw]), Open);
        assert_eq!(of(&[Loss(1), Draw, Loss(9)]), Draw);
        assert_eq!(of(&[Loss(1), Loss(9)]), Loss(10));
        assert_eq!(Win(2).turned(), Loss(2));
    }
}
