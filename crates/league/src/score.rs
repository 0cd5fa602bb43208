//! What a series of games says about the players.

use gyoji_core::Seat;
use gyoji_core::record::Ended;
use serde::Serialize;

/// The sum of one player's games.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// The player's name.
    pub name: String,
    /// Games counted.
    pub games: u64,
    /// Games with nobody better.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// The rest.
    pub losses: u64,
    /// The sum of payoffs: 1 for a win, ½ for a draw; shares of it where more than two play.
    pub score: f64,
    /// The sum of the game's own points (discs) in the games that were played out.
    pub points: i64,
    /// Games that ended by the rules, not by a fault or because somebody gave up.
    pub played_out: u64,
    /// The sum of places.
    pub places: u64,
    /// Games lost by a fault.
    pub faults: u64,
    /// Games that count for nobody, because the machine kept this player from answering.
    pub void: u64,
    /// The payoffs squared, for the interval.
    #[serde(skip)]
    squares: f64,
}

impl Tally {
    /// A player without games.
    pub fn new(name: &str) -> Tally {
        Tally { name: name.to_owned(), ..Tally::default() }
    }

    /// Adds a game in which the player had `seat`.
    pub fn add(&mut self, ended: &Ended, seat: Seat) {
        let payoff = f64::from(ended.payoff(seat));
        self.games += 1;
        self.score += payoff;
        self.squares += payoff * payoff;
        self.places += u64::from(ended.places[seat.index()]);
        match ended.winner() {
            Some(winner) if winner == seat => self.wins += 1,
            None if ended.places[seat.index()] == 1 => self.draws += 1,
            _ => self.losses += 1,
        }
        if ended.loser.is_none() {
            self.played_out += 1;
            self.points += i64::from(ended.points[seat.index()]);
        }
        if ended.fault.is_some() && ended.loser == Some(seat) {
            self.faults += 1;
        }
    }

    /// The mean payoff, 0 to 1.
    pub fn mean(&self) -> f64 {
        if self.games == 0 { 0.5 } else { self.score / self.games as f64 }
    }

    /// The mean of the game's own points, if any game was played out.
    pub fn mean_points(&self) -> Option<f64> {
        (self.played_out > 0).then(|| self.points as f64 / self.played_out as f64)
    }

    /// Half the width of the 95 % interval around the mean.
    ///
    /// One imagined game is added to each side, so that a short series without a loss does not
    /// claim to be certain.
    pub fn margin(&self) -> f64 {
        let games = self.games as f64 + 2.0;
        let mean = (self.score + 1.0) / games;
        let variance = ((self.squares + 1.0) / games - mean * mean).max(0.0);
        1.96 * (variance / games).sqrt()
    }
}

/// The difference in rating that makes such a score the expected one.
pub fn elo(score: f64) -> f64 {
    match score {
        s if s <= 0.0 => f64::NEG_INFINITY,
        s if s >= 1.0 => f64::INFINITY,
        s => 400.0 * (s / (1.0 - s)).log10(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(places: [u8; 2]) -> Ended {
        Ended {
            places: places.into(),
            points: vec![40, 24],
            why: "full".into(),
            loser: None,
            fault: None,
            system: String::new(),
        }
    }

    #[test]
    fn a_series_adds_up() {
        let mut tally = Tally::new("a");
        for _ in 0..6 {
            tally.add(&ended([1, 2]), Seat(0));
        }
        tally.add(&ended([2, 1]), Seat(0));
        tally.add(&ended([1, 1]), Seat(0));
        assert_eq!((tally.wins, tally.draws, tally.losses), (6, 1, 1));
        assert_eq!(tally.mean(), 6.5 / 8.0);
        let difference = elo(tally.mean());
        assert!((difference - 254.7).abs() < 0.1, "{difference}");
    }

    #[test]
    fn a_clean_sheet_is_not_certainty() {
        let mut tally = Tally::new("a");
        for _ in 0..10 {
            tally.add(&ended([1, 2]), Seat(0));
        }
        assert!(tally.margin() > 0.1, "{}", tally.margin());
    }

    #[test]
    fn a_fault_counts_by_its_winner_and_not_by_discs() {
        let mut tally = Tally::new("a");
        let fault = Some(gyoji_core::record::FaultKind::Time);
        tally.add(&Ended::lost(Seat(1), 2, Ended::FAULT, fault), Seat(1));
        assert_eq!((tally.losses, tally.faults, tally.points), (1, 1, 0));
        assert_eq!(tally.mean_points(), None);
        tally.add(&ended([1, 2]), Seat(1));
        assert_eq!(tally.mean_points(), Some(24.0));
    }
}
