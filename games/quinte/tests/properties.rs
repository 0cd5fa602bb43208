//! What holds in every game of QUINTE, tried on many: the symmetry of the four places, what is
//! conserved, and agreement with a slow second implementation that shares no code with the first.

mod common;

use common::{Scene, setup, start};
use fastrand::Rng;
use gyoji_core::{Game, Seat};
use gyoji_quinte::{Cell, Corner, Cursor, Move, Quarter, Quinte, Spin, Tile, Way, home};

/// Any order, possible or not.
fn any_order(rng: &mut Rng) -> Move {
    let spin = [None, Some(Spin::Clockwise), Some(Spin::Anticlockwise)][rng.usize(..3)];
    let at = Corner::new(rng.u8(..18), rng.u8(..18));
    Move {
        cursor: (rng.u8(..8) > 0).then_some(Cursor { at, spin }),
        soldier: (rng.u8(..8) > 0).then(|| Way::ALL[rng.usize(..4)]),
    }
}

/// A map on which soldiers get about: mostly of one colour, which changes from map to map.
fn any_start(rng: &mut Rng) -> Quinte {
    let mut scene = Scene::new();
    let usual = Seat(rng.u8(..4));
    let others = rng.u8(1..70);
    for y in 1..=15 {
        for x in 1..=15 {
            let tile = match rng.u8(..100) {
                n if n < others => [Tile::GRAY, Tile::of(Seat(rng.u8(..4)))][rng.usize(..2)],
                _ => Tile::of(usual),
            };
            scene.tiles.put(Cell::new(x, y), tile);
        }
    }
    for seat in Seat::all(4) {
        let own = scene.tiles.iter().filter(|(_, tile)| tile.owner() == Some(seat));
        let own: Vec<(u8, u8)> = own.map(|(cell, _)| (cell.x, cell.y)).collect();
        if let Some(&cell) = rng.choice(&own) {
            scene.soldiers[seat.index()] = cell;
        }
    }
    scene.turns = 60;
    scene.super_from = rng.u32(..60);
    scene.scores = [(); 4].map(|()| rng.u32(..20_000));
    scene.position()
}

fn counts(position: &Quinte) -> [usize; 5] {
    let mut counts = [0; 5];
    for (_, tile) in position.tiles().iter() {
        counts[tile.owner().map_or(4, Seat::index)] += 1;
    }
    counts
}

fn sum(position: &Quinte) -> u32 {
    Seat::all(4).map(|seat| position.score(seat)).sum()
}

#[test]
fn turning_the_map_and_the_seats_commutes_with_play() {
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let mut position = if seed % 2 == 0 { any_start(&mut rng) } else { start() };
        for _ in 0..200 {
            let mv = any_order(&mut rng);
            if position.is_over() {
                break;
            }
            for turns in 0..4 {
                let quarter = Quarter::turns(turns);
                let (turned, order) = (position.turned(quarter), quarter.order(mv));
                assert_eq!(turned.is_legal(order), position.is_legal(mv), "{mv} in {position}");
                assert_eq!(turned.turned(quarter.back()), position);
                assert_eq!(quarter.back().order(order), mv);
                let (mut one, mut other) = (position.clone(), turned);
                one.play(mv);
                other.play(order);
                assert_eq!(one.turned(quarter), other, "{mv} in {position}");
            }
            position.play(mv);
        }
    }
}

#[test]
fn nothing_is_lost_or_made_in_any_game() {
    let (mut steps, mut attacks, mut turns) = (0, 0, 0);
    for seed in 0..400 {
        let mut rng = Rng::with_seed(seed);
        let mut position = any_start(&mut rng);
        let (tiles, points) = (counts(&position), sum(&position));
        while let Some(seat) = position.to_move() {
            let before = position.clone();
            let mv = position.possible(seat, any_order(&mut rng));
            assert!(position.is_legal(mv), "{mv} in {before}");
            position.play(mv);
            assert_eq!(counts(&position), tiles, "{mv} in {before}");
            assert_eq!(sum(&position), points, "{mv} in {before}");
            for other in Seat::all(4) {
                let at = position.soldier(other);
                let stands = at == home(other) || position.tiles().is_own(at, other);
                assert!(stands, "a soldier stands on its own colour: {mv} in {before}");
                assert!(other == seat || at == before.soldier(other), "{mv} in {before}");
                assert!(other == seat || position.cursor(other) == before.cursor(other));
            }
            let (from, to) = (before.soldier(seat), position.soldier(seat));
            let attacked = position.score(seat) > before.score(seat);
            assert!(from.distance(to) <= 1 || to == home(seat), "{mv} in {before}");
            assert!(!attacked || to == home(seat), "{mv} in {before}");
            steps += usize::from(from != to);
            attacks += usize::from(attacked);
            turns += usize::from(position.tiles() != before.tiles());
        }
        assert_eq!(position.turn(), 60);
    }
    assert!(steps > 10_000 && attacks > 100 && turns > 1_000, "{steps} {attacks} {turns}");
}

#[test]
fn what_is_listed_is_what_is_legal() {
    for seed in 0..12 {
        let mut rng = Rng::with_seed(seed);
        let mut position = any_start(&mut rng);
        for _ in 0..rng.u32(..40) {
            position.play(any_order(&mut rng));
        }
        let listed: Vec<Move> = position.moves().collect();
        let spins = [None, Some(Spin::Clockwise), Some(Spin::Anticlockwise)];
        let corners = (0..=16).flat_map(|y| (0..=16).map(move |x| Corner::new(x, y)));
        let cursors = corners.flat_map(|at| spins.map(|spin| Some(Cursor { at, spin })));
        let ways = [None, Some(Way::Up), Some(Way::Right), Some(Way::Down), Some(Way::Left)];
        let mut legal = 0;
        for cursor in std::iter::once(None).chain(cursors) {
            for soldier in ways {
                let mv = Move { cursor, soldier };
                assert_eq!(listed.contains(&mv), position.is_legal(mv), "{mv} in {position}");
                assert_eq!(position.is_legal(mv), position.why_illegal(mv).is_none(), "{mv}");
                legal += usize::from(position.is_legal(mv));
            }
        }
        assert_eq!(listed.len(), legal);
    }
}

#[test]
fn two_implementations_agree() {
    let mut games: Vec<Quinte> =
        (0..150).map(|seed| any_start(&mut Rng::with_seed(seed))).collect();
    games.extend((0..20).map(|_| Quinte::start(&setup("turns=60,super=30")).unwrap()));
    for (seed, mut position) in games.into_iter().enumerate() {
        let mut rng = Rng::with_seed(seed as u64);
        let mut slow = slow::Game::of(&position);
        while position.to_move().is_some() {
            let mv = any_order(&mut rng);
            let text = mv.to_string();
            let done = slow.play(&text);
            assert_eq!(
                position.possible(position.side(), mv).to_string(),
                done,
                "{text}\n{position}"
            );
            position.play(mv);
            assert_eq!(position.to_string(), slow.text(), "after {text}");
        }
    }
}

/// The rules once more, on text and without a thought of speed.
mod slow {
    use gyoji_quinte::Quinte;
    use std::collections::BTreeMap;

    type Place = (i32, i32);

    pub(super) struct Game {
        tiles: BTreeMap<Place, char>,
        turn: i32,
        turns: i32,
        super_from: i32,
        to_move: usize,
        scores: Vec<i64>,
        soldiers: Vec<Place>,
        from: Vec<Place>,
        cursors: Vec<Place>,
    }

    const LETTERS: [char; 4] = ['R', 'B', 'G', 'Y'];
    const HOMES: [Place; 4] = [(8, 16), (0, 8), (8, 0), (16, 8)];

    fn place(text: &str) -> Place {
        let (x, y) = text.split_once(',').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    }

    /// Whose gate is there, and what it is worth.
    fn gate((x, y): Place) -> Option<(usize, i64)> {
        let side = [y == 16, x == 0, y == 0, x == 16].iter().position(|is| *is)?;
        let along = if side % 2 == 0 { x } else { y };
        let worth = [(4, 10), (7, 20), (8, 20), (9, 20), (12, 10)];
        let worth = worth.iter().find(|(at, _)| *at == along)?;
        Some((side, worth.1))
    }

    impl Game {
        pub(super) fn of(position: &Quinte) -> Game {
            let text = position.to_string();
            let words: Vec<&str> = text.split(' ').collect();
            let field = |number: usize| words[number].split_once('=').unwrap().1;
            let list = |number| field(number).split(';').collect::<Vec<_>>();
            let rows = words[0].split('/').enumerate();
            let tiles = rows.flat_map(|(y, row)| {
                row.chars().enumerate().map(move |(x, c)| ((x as i32 + 1, y as i32 + 1), c))
            });
            let (turn, turns) = field(1).split_once('/').unwrap();
            Game {
                tiles: tiles.collect(),
                turn: turn.parse().unwrap(),
                turns: turns.parse().unwrap(),
                super_from: field(2).parse().unwrap(),
                to_move: LETTERS.iter().position(|c| field(3) == c.to_string()).unwrap(),
                scores: list(5).iter().map(|score| score.parse().unwrap()).collect(),
                soldiers: list(6).iter().map(|text| place(text)).collect(),
                from: list(6).iter().map(|text| place(text)).collect(),
                cursors: list(7).iter().map(|text| place(text)).collect(),
            }
        }

        /// Plays what is possible of an order, and says what that was.
        pub(super) fn play(&mut self, text: &str) -> String {
            let (cursor, soldier) = text.split_once(' ').unwrap();
            let me = self.to_move;
            let mut done = String::from("-");
            if let Some((word, at)) = cursor.split_once('@') {
                let (x, y) = place(at);
                let square = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
                let inside = (0..=15).contains(&x) && (0..=15).contains(&y);
                let free = !self.soldiers.iter().any(|soldier| square.contains(soldier));
                let mut ring: Vec<Place> =
                    square.into_iter().filter(|place| self.tiles.contains_key(place)).collect();
                let own = ring.iter().any(|place| self.tiles[place] == LETTERS[me]);
                if inside {
                    self.cursors[me] = (x, y);
                    let turns = word != "to" && free && own;
                    done = if turns { cursor.to_owned() } else { format!("to@{at}") };
                    if word == "ccw" {
                        ring.reverse();
                    }
                    if turns {
                        let before: Vec<char> =
                            ring.iter().map(|place| self.tiles[place]).collect();
                        for (i, tile) in before.into_iter().enumerate() {
                            self.tiles.insert(ring[(i + 1) % ring.len()], tile);
                        }
                    }
                }
            }
            let (x, y) = self.soldiers[me];
            self.from[me] = (x, y);
            let to = match soldier {
                "up" => (x, y - 1),
                "down" => (x, y + 1),
                "left" => (x - 1, y),
                "right" => (x + 1, y),
                _ => (x, y),
            };
            let mut stepped = "-";
            if to != (x, y) && self.tiles.get(&to) == Some(&LETTERS[me]) {
                self.soldiers[me] = to;
                stepped = soldier;
            } else if to != (x, y)
                && let Some((owner, percent)) = gate(to).filter(|(owner, _)| *owner != me)
            {
                let twice = if self.turn >= self.super_from { 2 } else { 1 };
                let loss = self.scores[owner] * percent * twice / 100;
                self.scores[owner] -= loss;
                self.scores[me] += loss;
                self.soldiers[me] = HOMES[me];
                stepped = soldier;
            }
            self.to_move = (me + 1) % 4;
            self.turn += i32::from(self.to_move == 0);
            format!("{done} {stepped}")
        }

        pub(super) fn text(&self) -> String {
            let row = |y| (1..=15).map(|x| self.tiles[&(x, y)]).collect::<String>();
            let rows: Vec<String> = (1..=15).map(row).collect();
            let pair = |(x, y): Place| format!("{x},{y}");
            let soldier = |seat: usize| match (self.soldiers[seat], self.from[seat]) {
                (at, from) if at == from => pair(at),
                (at, from) => format!("{}<{}", pair(at), pair(from)),
            };
            let join =
                |each: &dyn Fn(usize) -> String| (0..4).map(each).collect::<Vec<_>>().join(";");
            format!(
                "{} turn={}/{} super={} move={} first=R scores={} soldiers={} cursors={}",
                rows.join("/"),
                self.turn,
                self.turns,
                self.super_from,
                LETTERS[self.to_move],
                join(&|seat| self.scores[seat].to_string()),
                join(&soldier),
                join(&|seat| pair(self.cursors[seat])),
            )
        }
    }
}
