//! What is counted in a series.

use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use gyoji_core::Seat;
use gyoji_core::record::Event;
use gyoji_league::stats::{PairBook, Results, SprtRun};
use gyoji_league::{CrossTable, News, Played, Standings, Tally};
use gyoji_referee::player::PlayerText;

use crate::players::seated;

/// Everything that is counted.
pub(super) struct Sheet {
    pub(super) tallies: Vec<Tally>,
    pub(super) standings: Standings,
    pub(super) cross: CrossTable,
    /// Who took which places: what ratings are made from.
    pub(super) results: Results,
    /// The games of two, in pairs.
    pub(super) book: Option<PairBook>,
    /// The test that ends the series, if there is one.
    pub(super) sprt: Option<SprtRun>,
    pub(super) games: u64,
    pub(super) seed: u64,
    pub(super) first_seat: f64,
    /// Games that the machine has made void, and how many of them were played again.
    pub(super) void: u64,
    pub(super) again: u64,
    /// Games for which nothing could be started.
    pub(super) troubled: u64,
    /// Games lost to a bug of ours, and records that could not be written.
    pub(super) bugs: u64,
    pub(super) unkept: u64,
    /// Whether the person at the keyboard left before the last game.
    pub(super) is_deserted: bool,
    pub(super) different: HashSet<u64>,
    pub(super) endings: BTreeMap<String, u64>,
}

impl Sheet {
    /// Nothing has been played yet.
    pub(super) fn new(players: &[PlayerText], seats: usize, seed: u64) -> Sheet {
        Sheet {
            tallies: players.iter().map(|player| Tally::new(&player.name())).collect(),
            standings: Standings::new(players.len(), seats),
            cross: CrossTable::new(players.len()),
            results: Results::new(players.len()),
            book: (players.len() == 2 && seats == 2).then(PairBook::default),
            sprt: None,
            games: 0,
            seed,
            first_seat: 0.0,
            void: 0,
            again: 0,
            troubled: 0,
            bugs: 0,
            unkept: 0,
            is_deserted: false,
            different: HashSet::new(),
            endings: BTreeMap::new(),
        }
    }

    /// Counts what is no result.
    pub(super) fn note(&mut self, news: &News, players: &[PlayerText]) {
        match (news, &mut self.sprt) {
            (News::Void(played, false), Some(sprt)) => sprt.without(pair(played)),
            (News::Bug(_), Some(sprt)) => sprt.in_any_order(),
            _ => {}
        }
        match news {
            News::Void(played, again) => match played.excused() {
                Some(seat) => {
                    let player = seated(played.plan(), players)[seat.index()];
                    self.tallies[player].void += 1;
                    self.void += 1;
                    self.again += u64::from(*again);
                }
                None => self.troubled += 1,
            },
            News::Bug(_) => self.bugs += 1,
            News::NotKept(_) => self.unkept += 1,
            News::Played(_) | News::Waits(_) | News::FewerThreads(..) => {}
        }
    }

    /// Counts a game of these players, by seat.
    pub(super) fn add(&mut self, played: &Played, seated: &[usize]) {
        self.games += 1;
        for (seat, &player) in Seat::all(seated.len()).zip(seated) {
            self.tallies[player].add(&played.ended, seat);
        }
        self.standings.add(played, seated);
        self.cross.add(&played.ended, seated);
        self.results.add(seated, &played.ended.places);
        self.add_to_pair(played, seated);
        self.first_seat += f64::from(played.ended.payoff(Seat::FIRST));
        *self.endings.entry(played.ended.why.clone()).or_default() += 1;
        let mut hasher = DefaultHasher::new();
        (seated, &played.plan().position, &played.plan().opening).hash(&mut hasher);
        for event in &played.record.events {
            if let Event::Moved(moved) = event {
                moved.mv.hash(&mut hasher);
            }
        }
        self.different.insert(hasher.finish());
    }

    /// Games of two come in pairs with changed seats.
    fn add_to_pair(&mut self, played: &Played, seated: &[usize]) {
        let Some(book) = &mut self.book else { return };
        let Some(seat) = Seat::all(seated.len()).find(|seat| seated[seat.index()] == 0) else {
            return;
        };
        let half_points = (2.0 * played.ended.payoff(seat)).round() as usize;
        let number = pair(played);
        if let (Some(half_points), Some(sprt)) = (book.add(number, half_points), &mut self.sprt) {
            sprt.pair(number, half_points);
        }
    }
}

/// The number of the pair a game belongs to, from 0.
fn pair(played: &Played) -> u64 {
    let round = played.plan().place.as_ref().map_or(1, |place| place.round);
    u64::from(round).saturating_sub(1)
}
