//! A program of the `plain` dialect that believes nothing but what it is told.

use gyoji_core::{Asked, BadText, Client, Cue, Game, Seat, Text};

/// A program of the `plain` dialect that keeps its own board: it takes the first `position` of a
/// game and from then on only the moves.
pub fn plain_listener<G: Game>() -> Box<dyn Client<G>> {
    Box::new(PlainListener { seat: Seat::FIRST, ply: 0, board: None })
}

struct PlainListener<G> {
    seat: Seat,
    ply: u32,
    board: Option<G>,
}

impl<G: Game> PlainListener<G> {
    fn play(&mut self, mv: G::Move) {
        if let Some(board) = &mut self.board {
            board.play(mv);
        }
        self.ply += 1;
    }
}

impl<G: Game> Client<G> for PlainListener<G> {
    fn hear(&mut self, line: &str) -> Result<Cue<G>, BadText> {
        let wrong = |why: &'static str| BadText::new(line, Text::new(why, why));
        match line.splitn(3, ' ').collect::<Vec<_>>()[..] {
            ["gyoji", "1", rest] => {
                let seat = rest.split_whitespace().nth(3).and_then(|seat| seat.parse().ok());
                let seat = Seat(seat.ok_or_else(|| wrong("no seat"))?);
                *self = PlainListener { seat, ply: 0, board: None };
                return Ok(Cue::Say("ready".into()));
            }
            ["position", ply, text] => {
                if ply != self.ply.to_string() {
                    return Err(wrong("another number of moves"));
                }
                match &self.board {
                    None => self.board = Some(text.parse()?),
                    Some(board) if board.to_string() == text => {}
                    Some(_) => return Err(wrong("another position")),
                }
            }
            ["played", ply, rest] => {
                let (seat, mv) = rest.split_once(' ').ok_or_else(|| wrong("no move"))?;
                let mv: G::Move = mv.parse()?;
                let board = self.board.as_ref().ok_or_else(|| wrong("a move before the start"))?;
                let mover = board.to_move().map(|mover| mover.to_string());
                if ply != self.ply.to_string() || mover.as_deref() != Some(seat) {
                    return Err(wrong("not the turn"));
                }
                if !board.is_legal(mv) {
                    return Err(wrong("not a legal move"));
                }
                self.play(mv);
            }
            ["go", ..] => {
                let position = self.board.clone().ok_or_else(|| wrong("no position"))?;
                return Ok(Cue::Move(Asked { seat: self.seat, position, left: None, clock: None }));
            }
            _ => {}
        }
        Ok(Cue::Nothing)
    }

    fn say(&self, mv: G::Move) -> String {
        format!("move {} {mv}", self.ply)
    }

    fn chosen(&mut self, mv: G::Move) -> Cue<G> {
        let line = self.say(mv);
        self.play(mv);
        Cue::Say(line)
    }
}
