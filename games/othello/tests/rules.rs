//! The rules against a slow, obviously right implementation, and against the published move counts.

use gyoji_othello::board::Board;
use gyoji_othello::perft;

/// Discs turned over, walked square by square.
fn slow_flips(board: Board, square: u8) -> u64 {
    let at = |set: u64, file: i32, rank: i32| {
        (0..8).contains(&file) && (0..8).contains(&rank) && set >> (8 * rank + file) & 1 == 1
    };
    let (file, rank) = (i32::from(square % 8), i32::from(square / 8));
    if at(board.own | board.opp, file, rank) {
        return 0;
    }
    let mut turned = 0;
    for (file_step, rank_step) in
        [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
    {
        let (mut f, mut r, mut run) = (file + file_step, rank + rank_step, 0);
        while at(board.opp, f, r) {
            run |= 1 << (8 * r + f);
            f += file_step;
            r += rank_step;
        }
        if at(board.own, f, r) {
            turned |= run;
        }
    }
    turned
}

fn slow_moves(board: Board) -> u64 {
    (0..64).filter(|&square| slow_flips(board, square) != 0).map(|square| 1 << square).sum()
}

/// A small generator of its own, so that the positions are the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn pick(&mut self, set: u64) -> Option<u8> {
        let nth = self.next() % u64::from(set.count_ones().max(1));
        (0..64).filter(|square| set >> square & 1 == 1).nth(nth as usize)
    }
}

fn check(board: Board) {
    assert_eq!(board.moves(), slow_moves(board), "moves of {board:?}");
    for square in 0..64 {
        let flips = slow_flips(board, square);
        assert_eq!(board.flips(square), flips, "flips of {board:?} by {square}");
        assert_eq!(board.play(square).is_some(), flips != 0);
    }
}

#[test]
fn positions_of_random_games_follow_the_rules() {
    let mut random = Random(2026);
    for _ in 0..60 {
        let mut board = Board::STANDARD;
        loop {
            check(board);
            board = match random.pick(board.moves()).and_then(|square| board.play(square)) {
                Some(next) => next,
                None if board.pass().moves() != 0 => board.pass(),
                None => break,
            };
        }
    }
}

#[test]
fn nonsense_positions_follow_the_rules_too() {
    let mut random = Random(7);
    for density in 0..600 {
        let (own, mut opp) = (random.next(), random.next());
        // From a few discs to nearly full boards.
        let mask = match density % 3 {
            0 => u64::MAX,
            1 => random.next() | random.next(),
            _ => random.next(),
        };
        opp &= !own;
        check(Board { own: own & mask, opp: opp & mask });
        check(Board { own, opp: !own & !(random.next() & random.next() & random.next()) });
    }
}

#[test]
fn squares_off_the_board_and_taken_squares_are_no_moves() {
    for square in [27, 28, 64, 255] {
        assert_eq!(Board::STANDARD.flips(square), 0);
        assert_eq!(Board::STANDARD.play(square), None);
    }
    assert_eq!(Board::STANDARD.moves(), 1 << 19 | 1 << 26 | 1 << 37 | 1 << 44); // d3 c4 f5 e6
    assert_eq!(Board::MIRRORED.moves(), 1 << 20 | 1 << 29 | 1 << 34 | 1 << 43); // e3 f4 c5 d6
}

/// A pass is one ply, and a game that ended early is one leaf.
const COUNTS: [u64; 13] = [
    1,
    4,
    12,
    56,
    244,
    1396,
    8200,
    55092,
    390_216,
    3_005_288,
    24_571_284,
    212_258_800,
    1_939_886_636,
];

#[test]
fn move_counts_from_both_starts() {
    for (depth, &leaves) in COUNTS.iter().enumerate().take(9) {
        assert_eq!(perft::count(Board::STANDARD, depth as u32), leaves, "depth {depth}");
        assert_eq!(perft::count(Board::MIRRORED, depth as u32), leaves, "mirrored, depth {depth}");
        assert_eq!(
            perft::count_portable(Board::STANDARD, depth as u32),
            leaves,
            "portable, depth {depth}"
        );
    }
}

#[test]
#[ignore = "slow: run by CI with --ignored"]
fn move_counts_far_down() {
    for depth in 9..=12 {
        assert_eq!(perft::count(Board::STANDARD, depth), COUNTS[depth as usize], "depth {depth}");
    }
    assert_eq!(perft::count_portable(Board::STANDARD, 10), COUNTS[10]);
}

/// The tree walked move by move with the slow rules.
fn slow_count(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    match slow_moves(board) {
        0 if slow_moves(board.pass()) == 0 => 1,
        0 => slow_count(board.pass(), depth - 1),
        moves => (0..64)
            .filter(|square| moves >> square & 1 == 1)
            .map(|square| {
                let flips = slow_flips(board, square);
                let next = Board { own: board.opp ^ flips, opp: board.own ^ flips ^ 1 << square };
                slow_count(next, depth - 1)
            })
            .sum(),
    }
}

/// Passes and early ends are common near the end of the game, so count there too.
#[test]
fn move_counts_with_passes_and_early_ends() {
    let mut random = Random(99);
    for _ in 0..30 {
        let mut board = Board::STANDARD;
        while board.empties() > 6 {
            board = match random.pick(board.moves()).and_then(|square| board.play(square)) {
                Some(next) => next,
                None if board.pass().moves() != 0 => board.pass(),
                None => break,
            };
        }
        for depth in 0..8 {
            assert_eq!(
                perft::count(board, depth),
                slow_count(board, depth),
                "{board:?} depth {depth}"
            );
        }
    }
    assert_eq!(perft::count(Board::default(), 5), 1);
    assert_eq!(perft::count(Board { own: u64::MAX, opp: u64::MAX }, 5), 1);
}

/// A stable disc is never turned over in any continuation: play many, and watch.
#[test]
fn stable_discs_stay() {
    let mut random = Random(5);
    let mut seen = 0;
    for _ in 0..300 {
        let mut board = Board::STANDARD;
        let (mut mine, mut theirs) = (0, 0);
        loop {
            mine |= board.stable();
            theirs |= board.pass().stable();
            assert_eq!(mine & !board.own, 0, "a stable disc was lost before {board:?}");
            assert_eq!(theirs & !board.opp, 0, "a stable disc was lost before {board:?}");
            board = match random.pick(board.moves()).and_then(|square| board.play(square)) {
                Some(next) => next,
                None if board.pass().moves() != 0 => board.pass(),
                None => break,
            };
            (mine, theirs) = (theirs, mine);
        }
        seen += mine.count_ones() + theirs.count_ones();
    }
    assert!(seen > 300 * 20, "the estimate finds next to nothing: {seen}");
    assert_eq!(Board { own: u64::MAX, opp: 0 }.stable(), u64::MAX);
    assert_eq!(Board { own: 0b111, opp: 0 }.stable(), 0b111);
}

#[test]
fn features_of_the_start() {
    assert_eq!(Board::STANDARD.frontier(), Board::STANDARD.own);
    assert_eq!(Board::STANDARD.potential_moves().count_ones(), 10);
    assert_eq!(Board::STANDARD.corners(), 0);
    assert_eq!(Board { own: 3, opp: 4 }.final_score(), 62);
    assert_eq!(Board { own: 4, opp: 3 }.final_score(), -62);
    assert_eq!(Board::STANDARD.final_score(), 0);
}
