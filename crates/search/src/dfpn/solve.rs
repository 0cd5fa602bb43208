//! Who wins a position: two proof searches in turn, one for each side.

use gyoji_core::{GaveUp, Seat, Solution, SolveLimits, TwoSeat, Verdict};

use super::{Answer, Dfpn, Prospect};

/// The nodes of the first turn; every round has twice as many.
const FIRST_TURN: u64 = 4096;

/// What makes a game end without a winner, apart from the positions themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Draws<'a> {
    /// The keys of positions that end it should they come again.
    pub barred: &'a [u64],
    /// How many more plies there can be.
    pub plies: Option<u32>,
}

/// Proves a position won, lost or drawn for the side to move, as far as the limits allow.
///
/// Both sides are tried in turn, each for longer and longer, so a quick loss is found as quickly as
/// a quick win. If neither side can force a win the game is a draw. The search itself knows nothing
/// of a limit of plies: a win that may take too long is not counted, though a shorter one may be
/// there.
pub fn solve<G: TwoSeat, P: Prospect<G> + Clone>(
    position: &G,
    prospect: &P,
    draws: &Draws<'_>,
    limits: &SolveLimits<'_>,
    tell: &mut dyn FnMut(&str),
) -> Solution<G::Move> {
    let nothing = |verdict| Solution { verdict, points: None, line: Vec::new(), nodes: 0 };
    let Some(seat) = position.to_move() else { return nothing(Verdict::NoWin) };
    let search = |attacker: Seat| {
        let mut search = Dfpn::new(attacker, prospect.clone(), limits.memory / 2);
        search.bar(draws.barred.iter().copied());
        search
    };
    let mut sides = [search(seat), search(seat.other())];
    let mut answers = [None, None];
    let mut turn = FIRST_TURN;
    let gave_up = 'searching: loop {
        for index in 0..2 {
            let nodes = sides[0].nodes() + sides[1].nodes();
            let left = limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(nodes));
            if answers[index].is_some() {
                continue;
            }
            if left == 0 {
                break 'searching Some(GaveUp::Nodes);
            }
            let turn = SolveLimits { nodes: Some(turn.min(left)), ..*limits };
            match sides[index].prove(position, &turn) {
                Answer::Unknown(GaveUp::Nodes) => {}
                Answer::Unknown(gave_up) => break 'searching Some(gave_up),
                known => answers[index] = Some(known),
            }
            tell(&format!("nodes {}", sides[0].nodes() + sides[1].nodes()));
            if matches!(answers[index], Some(Answer::Proved(_))) {
                break 'searching None;
            }
        }
        if answers == [Some(Answer::Disproved); 2] {
            break None;
        }
        turn = turn.saturating_mul(2);
    };
    let left = draws.plies.unwrap_or(u32::MAX);
    let is_late = |answer| matches!(answer, Some(Answer::Proved(plies)) if u32::from(plies) > left);
    let winner = answers.iter().position(|answer| matches!(answer, Some(Answer::Proved(_))));
    let verdict = match (winner, gave_up) {
        (Some(winner), _) if is_late(answers[winner]) => Verdict::Unknown(GaveUp::Late),
        (Some(0), _) => Verdict::Win,
        (Some(_), _) => Verdict::Loss,
        (None, None) => Verdict::Draw,
        (None, Some(gave_up)) => Verdict::Unknown(gave_up),
    };
    let winner = winner.filter(|_| !matches!(verdict, Verdict::Unknown(_)));
    let line = winner.map_or(Vec::new(), |winner| {
        let nodes = sides[0].nodes() + sides[1].nodes();
        let left = limits.nodes.map(|most| most.saturating_sub(nodes));
        sides[winner].line(position, &SolveLimits { nodes: left, ..*limits })
    });
    let nodes = sides[0].nodes() + sides[1].nodes();
    Solution { verdict, points: None, line, nodes }
}
