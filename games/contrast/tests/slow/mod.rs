//! A second Contrast, written from the rule sheet alone: arrays and loops, nothing shared with
//! the crate but the text of moves.

/// Who stands on a square.
pub(crate) type Player = usize;

/// Direction tables of the rule sheet.
const STRAIGHT: [(i32, i32); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

/// What lies on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ground {
    White,
    Black,
    Gray,
}

/// One action, as the rule sheet describes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Action {
    pub(crate) from: (i32, i32),
    pub(crate) to: (i32, i32),
    pub(crate) tile: Option<(Ground, (i32, i32))>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Slow {
    /// `pieces[y][x]`: 0 for nobody, else 1 or 2.
    pub(crate) pieces: [[Player; 5]; 5],
    pub(crate) tiles: [[Ground; 5]; 5],
    /// `hands[player - 1]`: black, gray.
    pub(crate) hands: [[u32; 2]; 2],
    pub(crate) player: Player,
    pub(crate) winner: Option<Player>,
}

impl Slow {
    pub(crate) fn start() -> Slow {
        let mut pieces = [[0; 5]; 5];
        pieces[0] = [2; 5];
        pieces[4] = [1; 5];
        Slow { pieces, tiles: [[Ground::White; 5]; 5], hands: [[3, 1]; 2], player: 1, winner: None }
    }

    /// Reads the text form of a board.
    pub(crate) fn parse(text: &str) -> Slow {
        let words: Vec<&str> = text.split(' ').collect();
        let mut board = Slow::start();
        for (at, (piece, tile)) in words[0].chars().zip(words[1].chars()).enumerate() {
            board.pieces[at / 5][at % 5] = piece.to_digit(10).unwrap_or(0) as Player;
            board.tiles[at / 5][at % 5] = match tile {
                'b' => Ground::Black,
                'g' => Ground::Gray,
                _ => Ground::White,
            };
        }
        board.player = words[2].parse().unwrap();
        for (count, word) in board.hands.iter_mut().flatten().zip(&words[3..]) {
            *count = word.parse().unwrap();
        }
        board.judge();
        board
    }

    fn piece(&self, (x, y): (i32, i32)) -> Option<Player> {
        let inside = (0..5).contains(&x) && (0..5).contains(&y);
        inside.then(|| self.pieces[y as usize][x as usize])
    }

    fn ways(&self) -> Vec<((i32, i32), (i32, i32))> {
        let mut ways = Vec::new();
        for y in 0..5i32 {
            for x in 0..5i32 {
                if self.piece((x, y)) != Some(self.player) {
                    continue;
                }
                let directions: Vec<(i32, i32)> = match self.tiles[y as usize][x as usize] {
                    Ground::White => STRAIGHT.to_vec(),
                    Ground::Black => DIAGONAL.to_vec(),
                    Ground::Gray => [STRAIGHT, DIAGONAL].concat(),
                };
                for (dx, dy) in directions {
                    let mut to = (x + dx, y + dy);
                    while self.piece(to) == Some(self.player) {
                        to = (to.0 + dx, to.1 + dy);
                    }
                    if self.piece(to) == Some(0) {
                        ways.push(((x, y), to));
                    }
                }
            }
        }
        ways
    }

    pub(crate) fn actions(&self) -> Vec<Action> {
        if self.winner.is_some() {
            return Vec::new();
        }
        let mut actions = Vec::new();
        for (from, to) in self.ways() {
            actions.push(Action { from, to, tile: None });
            let mut later = self.clone();
            later.pieces[to.1 as usize][to.0 as usize] = self.player;
            later.pieces[from.1 as usize][from.0 as usize] = 0;
            for y in 0..5 {
                for x in 0..5 {
                    if later.pieces[y][x] != 0 || later.tiles[y][x] != Ground::White {
                        continue;
                    }
                    for (kind, ground) in [Ground::Black, Ground::Gray].into_iter().enumerate() {
                        if self.hands[self.player - 1][kind] > 0 {
                            let tile = Some((ground, (x as i32, y as i32)));
                            actions.push(Action { from, to, tile });
                        }
                    }
                }
            }
        }
        actions
    }

    pub(crate) fn play(&mut self, action: Action) {
        let Action { from, to, tile } = action;
        self.pieces[to.1 as usize][to.0 as usize] = self.player;
        self.pieces[from.1 as usize][from.0 as usize] = 0;
        if let Some((ground, (x, y))) = tile {
            self.tiles[y as usize][x as usize] = ground;
            self.hands[self.player - 1][usize::from(ground == Ground::Gray)] -= 1;
        }
        self.player = 3 - self.player;
        self.judge();
    }

    fn judge(&mut self) {
        if self.pieces[0].contains(&1) {
            self.winner = Some(1);
        } else if self.pieces[4].contains(&2) {
            self.winner = Some(2);
        }
        if self.winner.is_none() && self.ways().is_empty() {
            self.winner = Some(3 - self.player);
        }
    }

    /// Leaves below, one by one.
    pub(crate) fn count(&self, depth: u32) -> u64 {
        let actions = self.actions();
        if depth == 0 || actions.is_empty() {
            return 1;
        }
        if depth == 1 {
            return actions.len() as u64;
        }
        let below = |action: &Action| {
            let mut next = self.clone();
            next.play(*action);
            next.count(depth - 1)
        };
        actions.iter().map(below).sum()
    }
}

/// The text of an action.
pub(crate) fn text(action: &Action) -> String {
    let name = |(x, y): (i32, i32)| format!("{}{}", ["a", "b", "c", "d", "e"][x as usize], 5 - y);
    let way = format!("{},{}", name(action.from), name(action.to));
    match action.tile {
        None => way,
        Some((Ground::Gray, at)) => format!("{way} {}g", name(at)),
        Some((_, at)) => format!("{way} {}b", name(at)),
    }
}
