//! The line of a proved win: the attacker's proved moves, and the defence that holds out longest.

use gyoji_core::{SolveLimits, TwoSeat};

use super::{Answer, Child, DEEPEST, Dfpn, Prospect};
use crate::perft::after;

impl<G: TwoSeat, P: Prospect<G>> Dfpn<G, P> {
    /// How a position that was proved to be won goes to its end. The line is cut short where the
    /// table has forgotten the way and the limits do not allow to find it again.
    pub fn line(&mut self, position: &G, limits: &SolveLimits<'_>) -> Vec<G::Move> {
        let mut position = position.clone();
        let mut line = Vec::new();
        let mut met = vec![position.key()];
        let most = limits.nodes.map(|nodes| self.nodes.saturating_add(nodes));
        while position.to_move().is_some() && line.len() < DEEPEST {
            let left =
                SolveLimits { nodes: most.map(|most| most.saturating_sub(self.nodes)), ..*limits };
            let mut next = self.proved_move(&position);
            if next.is_none() && matches!(self.prove(&position, &left), Answer::Proved(_)) {
                next = self.proved_move(&position);
            }
            let Some(next) = next.filter(|next| !met.contains(&next.key)) else { break };
            position.play(next.mv);
            met.push(next.key);
            line.push(next.mv);
        }
        line
    }

    /// The attacker's nearest proved win, or the defender's farthest loss among those remembered.
    fn proved_move(&mut self, position: &G) -> Option<Child<G::Move>> {
        let is_attacking = position.to_move() == Some(self.attacker);
        let mut best: Option<Child<G::Move>> = None;
        for mv in position.moves() {
            let child = after(position, mv);
            let key = child.key();
            let known = self.look_at(&child, key, 0);
            let is_better = best.is_none_or(|best| match is_attacking {
                true => known.plies < best.known.plies,
                false => known.plies > best.known.plies,
            });
            if known.proof == 0 && is_better {
                best = Some(Child { mv, key, known });
            }
        }
        best
    }
}
