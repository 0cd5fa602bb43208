//! Wherever a game starts, a program that only listens knows the board at each of its turns.

use std::collections::HashMap;

use gyoji_contrast::{Contrast, Move, kit};
use gyoji_core::{Asked, BadText, Client, Cue, Seat, Setup, Text};
use gyoji_testkit::{Told, plain_listener};

/// The board, whose turn it is, and our own seat. The numbers of moves are not told by `arena`.
fn knows_board(asked: &Asked<Contrast>, seat: Seat, real: &Contrast) -> bool {
    asked.seat == seat && asked.position.board() == real.board()
}

#[test]
fn every_seat_is_told_the_start() {
    let kit = kit();
    let known: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    assert_eq!(known, ["plain", "arena"], "a new dialect is tried here, too");
    let plain = Told {
        kit: &kit,
        dialect: "plain",
        client: plain_listener,
        knows: |asked, seat, real| asked.seat == seat && asked.position == *real,
    };
    let arena = Told { dialect: "arena", client: arena_client, knows: knows_board, ..plain };
    for told in [plain, arena] {
        assert_eq!(told.check(&Setup::usual::<Contrast>(), 5), 20);
    }
}

/// A client of `arena` that knows what the last `STATE` has said.
struct ArenaClient {
    seat: Seat,
    greeted: bool,
    facts: HashMap<String, String>,
}

fn arena_client() -> Box<dyn Client<Contrast>> {
    Box::new(ArenaClient { seat: Seat::FIRST, greeted: false, facts: HashMap::new() })
}

/// `a1:O,a5:X` as 25 signs from a5 at our top left; the rows of `arena` count from the top.
fn squares(list: &str, sign: impl Fn(&str) -> char) -> String {
    let mut squares = ['-'; 25];
    for (place, what) in list.split(',').filter_map(|entry| entry.split_once(':')) {
        let [x, y] = place.as_bytes() else { panic!("{place}") };
        squares[usize::from((y - b'1') * 5 + x - b'a')] = sign(what);
    }
    squares.iter().collect()
}

impl ArenaClient {
    fn position(&self) -> Result<Contrast, BadText> {
        let fact = |name: &str| self.facts.get(name).map(String::as_str).unwrap_or_default();
        let player = |role: &str| if role == "X" { '1' } else { '2' };
        let count = |name: &str, role: &str| {
            let entry = fact(name).split(',').find_map(|entry| entry.strip_prefix(role));
            entry.unwrap_or_default().trim_start_matches(':').to_owned()
        };
        let hands = ["X", "O"].map(|role| [count("stock_b", role), count("stock_g", role)]);
        let text = format!(
            "{} {} {} {} ply 0",
            squares(fact("pieces"), player),
            squares(fact("tiles"), |tile| tile.chars().next().unwrap_or('-')),
            player(fact("turn")),
            hands.concat().join(" ")
        );
        text.parse()
    }
}

impl Client<Contrast> for ArenaClient {
    fn hear(&mut self, line: &str) -> Result<Cue<Contrast>, BadText> {
        if let Some(role) = line.strip_prefix("INFO You are ") {
            self.seat = if role.starts_with('X') { Seat::FIRST } else { Seat::SECOND };
        } else if line == "STATE" {
            self.facts.clear();
        } else if let Some((name, value)) = line.split_once('=') {
            self.facts.insert(name.to_owned(), value.to_owned());
        } else if line == "END" {
            let is = |name: &str, value: &str| self.facts.get(name).is_some_and(|it| it == value);
            let own = if self.seat == Seat::FIRST { "X" } else { "O" };
            if is("turn", own) && is("status", "ongoing") {
                let position = self.position()?;
                return Ok(Cue::Move(Asked { seat: self.seat, position, left: None, clock: None }));
            }
        } else if line.is_empty() && !std::mem::replace(&mut self.greeted, true) {
            return Ok(Cue::Say("ROLE - listener".into()));
        } else {
            let problem = Text::new("not a line of arena", "arena の行ではありません");
            return Err(BadText::new(line, problem));
        }
        Ok(Cue::Nothing)
    }

    fn say(&self, mv: Move) -> String {
        let place = |at: u8| format!("{}{}", char::from(b'a' + at % 5), at / 5 + 1);
        let tile = mv.tile().map(|(tile, at)| format!("{}{}", place(at), tile.letter()));
        let tile = tile.unwrap_or_else(|| "-1".into());
        format!("MOVE {},{} {tile}", place(mv.from()), place(mv.to()))
    }
}
