//! How a game came out, for two seats and four alike.

use crate::Seat;

/// The largest table there is.
pub const MAX_SEATS: usize = 4;

/// The result of a finished game: for each seat its place (1 is best, ties share) and its points.
///
/// It is small and `Copy` because searches ask for it at every leaf.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    seats: u8,
    places: [u8; MAX_SEATS],
    points: [i32; MAX_SEATS],
    /// Why the game is over: a key of [`Spec::endings`](crate::Spec::endings).
    pub why: &'static str,
}

impl Outcome {
    /// More points, better place.
    pub fn by_points(points: &[i32], why: &'static str) -> Outcome {
        let seats = points.len().min(MAX_SEATS);
        let mut outcome =
            Outcome { seats: seats as u8, places: [1; MAX_SEATS], points: [0; MAX_SEATS], why };
        for seat in 0..seats {
            outcome.points[seat] = points[seat];
            outcome.places[seat] = 1 + points.iter().filter(|&&p| p > points[seat]).count() as u8;
        }
        outcome
    }

    /// One seat wins a game that has no points.
    pub fn win(winner: Seat, seats: usize, why: &'static str) -> Outcome {
        let mut points = [0; MAX_SEATS];
        points[winner.index()] = 1;
        Outcome::by_points(&points[..seats], why)
    }

    /// One seat loses a game that has no points; the others share the first place.
    pub fn loss(loser: Seat, seats: usize, why: &'static str) -> Outcome {
        let mut points = [1; MAX_SEATS];
        points[loser.index()] = 0;
        Outcome::by_points(&points[..seats], why)
    }

    /// Nobody wins.
    pub fn draw(seats: usize, why: &'static str) -> Outcome {
        Outcome::by_points(&[0; MAX_SEATS][..seats], why)
    }

    /// Each seat's place, 1 being the best.
    pub fn places(&self) -> &[u8] {
        &self.places[..self.seats as usize]
    }

    /// Each seat's points, as the game counts them.
    pub fn points(&self) -> &[i32] {
        &self.points[..self.seats as usize]
    }

    /// The share of the opponents a seat has beaten, a tie being half a win: 0 to 1.
    ///
    /// With two seats this is 1, ½ or 0; with four it rewards every place.
    pub fn payoff(&self, seat: Seat) -> f32 {
        payoff(self.places(), seat)
    }

    /// The only seat in the first place, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        winner(self.places())
    }
}

/// See [`Outcome::payoff`].
pub(crate) fn payoff(places: &[u8], seat: Seat) -> f32 {
    let mine = places[seat.index()];
    let beaten: f32 = places
        .iter()
        .enumerate()
        .filter(|&(other, _)| other != seat.index())
        .map(|(_, &place)| match place.cmp(&mine) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        })
        .sum();
    beaten / (places.len() - 1).max(1) as f32
}

/// See [`Outcome::winner`].
pub(crate) fn winner(places: &[u8]) -> Option<Seat> {
    let mut first = Seat::all(places.len()).filter(|seat| places[seat.index()] == 1);
    match (first.next(), first.next()) {
        (Some(seat), None) => Some(seat),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_seats_pay_one_half_and_nothing() {
        let won = Outcome::by_points(&[40, 24], "full");
        assert_eq!((won.payoff(Seat(0)), won.payoff(Seat(1))), (1.0, 0.0));
        assert_eq!(won.winner(), Some(Seat(0)));
        let drawn = Outcome::by_points(&[32, 32], "full");
        assert_eq!((drawn.payoff(Seat(0)), drawn.payoff(Seat(1))), (0.5, 0.5));
        assert_eq!(drawn.winner(), None);
    }

    #[test]
    fn four_seats_share_places() {
        let outcome = Outcome::by_points(&[900, 1200, 900, 100], "turns");
        assert_eq!(outcome.places(), [2, 1, 2, 4]);
        let payoffs: Vec<f32> = Seat::all(4).map(|seat| outcome.payoff(seat)).collect();
        assert_eq!(payoffs, [0.5, 1.0, 0.5, 0.0]);
        assert_eq!(payoffs.iter().sum::<f32>(), 2.0);
    }

    #[test]
    fn a_loser_among_four_leaves_three_first() {
        assert_eq!(Outcome::loss(Seat(2), 4, "left").places(), [1, 1, 4, 1]);
    }
}
