//! Games written and read back, what other programs write, what is refused, and noise.

use gyoji_core::record::Record;
use gyoji_core::{Game, Lang, Replay, Seat};

use super::*;
use crate::{Move, positions};

/// A random game from a start, with everything a file can say.
fn random_kifu(start: Othello, rng: &mut fastrand::Rng) -> Kifu {
    let mut kifu = Kifu::new(start);
    for _ in 0..rng.usize(..70) {
        let moves: Vec<Move> = kifu.position().moves().collect();
        let Some(&mv) = moves.get(rng.usize(..moves.len().max(1))) else { break };
        let known = mv.square().is_some() && rng.bool();
        let played = Played {
            mv,
            millis: known.then(|| rng.u64(..10_000) * 10),
            value: rng.bool().then(|| rng.i32(-6400..=6400)).filter(|_| known),
        };
        kifu.push(Some(kifu.position().side()), played).expect("a legal move");
    }
    kifu.settle();
    let names = ["", "Edax", "山田 太郎", "Ingvar é", "x;y (z)"];
    kifu.names = [(); 2].map(|()| names[rng.usize(..names.len())].to_owned());
    kifu.event = ["cup", "名人戦"][rng.usize(..2)].to_owned();
    let result = |discs, by| Some(Score { discs, by });
    let scores = [None, result(0, By::Discs), result(-64, By::Time), result(8, By::Resigned)];
    kifu.score = scores[rng.usize(..scores.len())];
    kifu.date = ["", "1999"][rng.usize(..2)].to_owned();
    kifu.time = ["", "15:00"][rng.usize(..2)].to_owned();
    kifu
}

/// A few games, from the usual start or from elsewhere.
fn random_games(format: Format, rng: &mut fastrand::Rng) -> Vec<Kifu> {
    let ffo = positions::ffo();
    let mut game = || {
        let start = match format {
            Format::Wthor => Othello::STANDARD,
            _ => match rng.u8(..4) {
                0 => ffo[rng.usize(..ffo.len())].position,
                1 => Othello::MIRRORED,
                _ => Othello::STANDARD,
            },
        };
        random_kifu(start, rng)
    };
    (0..4).map(|_| game()).collect()
}

fn moves(kifu: &Kifu) -> Vec<Move> {
    kifu.moves().iter().map(|played| played.mv).collect()
}

fn text(format: Format, games: &[Kifu]) -> String {
    let bytes = format.write(games).unwrap_or_else(|bad| panic!("{format}: {bad}"));
    String::from_utf8(bytes).unwrap_or_else(|bad| panic!("{format}: {bad}"))
}

#[test]
fn what_is_written_is_read_back() {
    let mut rng = fastrand::Rng::with_seed(8);
    for _ in 0..200 {
        for format in Format::ALL {
            let games = random_games(format, &mut rng);
            let bytes = format.write(&games).unwrap();
            let back = format.read(&bytes).unwrap_or_else(|bad| panic!("{format}: {bad}"));
            assert_eq!(back.len(), games.len(), "{format}");
            for (back, kifu) in back.iter().zip(&games) {
                if format == Format::Obf {
                    assert_eq!(back.position().board(), kifu.position().board());
                    assert_eq!(back.position().side(), kifu.position().side());
                } else {
                    assert_eq!(
                        (back.start(), moves(back)),
                        (kifu.start(), moves(kifu)),
                        "{format}"
                    );
                }
            }
            assert_eq!(format.write(&back), Ok(bytes), "{format}: writing settles");
        }
        let games = random_games(Format::Ggf, &mut rng);
        assert_eq!(Format::Ggf.read(&Format::Ggf.write(&games).unwrap()), Ok(games));
    }
}

#[test]
fn names_of_wthor_come_back() {
    let mut rng = fastrand::Rng::with_seed(9);
    for _ in 0..50 {
        let games = random_games(Format::Wthor, &mut rng);
        let files = wthor::write(&games).unwrap();
        let mut names = wthor::Names::default();
        names.read_tournaments(&files.tournaments.unwrap()).unwrap();
        if let Some(players) = files.players {
            names.read_players(&players).unwrap();
        }
        let back = wthor::read(&files.games, &names).unwrap();
        for (back, kifu) in back.iter().zip(&games) {
            assert_eq!((&back.names, &back.event), (&kifu.names, &kifu.event));
        }
        let without = wthor::read(&files.games, &wthor::Names::default()).unwrap();
        assert!(without.iter().all(|kifu| kifu.event.starts_with('#')), "numbers for names");
    }
}

#[test]
fn a_game_becomes_a_record_and_comes_back() {
    let mut rng = fastrand::Rng::with_seed(10);
    for _ in 0..100 {
        for mut kifu in random_games(Format::Ggf, &mut rng) {
            let record = record::of_kifu(&kifu, "test").unwrap();
            assert_eq!(Record::parse(&record.to_text()).as_ref(), Ok(&record));
            let replay = Replay::<Othello>::new(&record).unwrap();
            assert_eq!(replay.table.position(), kifu.position());
            let back = record::to_kifu(&record).unwrap();
            assert_eq!((back.start(), moves(&back)), (kifu.start(), moves(&kifu)));
            for (name, instead) in kifu.names.iter_mut().zip(["black", "white"]) {
                if name.is_empty() {
                    *name = instead.to_owned();
                }
            }
            assert_eq!(back.names, kifu.names);
            let loser = back.score.and_then(Score::loser);
            match kifu.final_count() {
                Some(count) => assert_eq!(loser, Score::count(count).loser()),
                None => assert_eq!(loser, kifu.score.and_then(Score::loser)),
            }
        }
    }
}

#[test]
fn a_game_in_every_format() {
    let mut kifu = Format::Transcript.read(b"F5 d6,c3\n").unwrap().remove(0);
    kifu.names = ["A".into(), "B]".into()];
    kifu.score = Some(Score { discs: 12, by: By::Resigned });
    let games = [kifu];
    assert_eq!(text(Format::Transcript, &games), "f5d6c3\n");
    assert_eq!(
        text(Format::Ggf, &games),
        "(;GM[Othello]PC[gyoji]PB[A]PW[B)]RE[+12.000:r]TY[8]\
         BO[8 ---------------------------O*------*O--------------------------- *]\
         B[F5]W[D6]B[C3];)\n"
    );
    assert_eq!(
        text(Format::Obf, &games),
        "------------------X--------XX------OXX-----O-------------------- O;\n"
    );
    let bytes = Format::Wthor.write(&games).unwrap();
    assert_eq!(bytes.len(), 16 + 68);
    assert_eq!(bytes[4..8], [1, 0, 0, 0]);
    assert_eq!(bytes[16 + 6..16 + 12], [64, 64, 56, 64, 33, 0]);
}

#[test]
fn what_others_write_is_read() {
    let one = |format: Format, text: &str| {
        let games = format.read(text.as_bytes()).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        assert_eq!(games.len(), 1, "{text}");
        games[0].clone()
    };
    let nboard = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]\
                  TI[15:00]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- \
                  -------- -------- *]B[F5//1.2]W[F6/-2.50/3]B[D3]W[C5/1.5];)";
    let kifu = one(Format::Ggf, nboard);
    assert_eq!(text(Format::Transcript, std::slice::from_ref(&kifu)), "f5f6d3c5\n");
    assert_eq!((kifu.names.clone(), kifu.score), (["./mEdax".into(), "chris".into()], None));
    let said: Vec<_> = kifu.moves().iter().map(|it| (it.value, it.millis)).collect();
    let expected = [(None, Some(1200)), (Some(-250), Some(3000)), (None, None), (Some(150), None)];
    assert_eq!(said, expected);
    let several = format!("2 {nboard}{nboard}\nrest\n{nboard}");
    assert_eq!(Format::Ggf.read(several.as_bytes()).unwrap().len(), 3);

    let edax = "% comment\n\n--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXOXXXOXOX--OOXOX---OOO---- O; \
                G8:+0; H1 : +2;a3 % end";
    let worth = one(Format::Obf, edax).worth;
    let worth: Vec<_> = worth.iter().map(|it| (it.mv.to_string(), it.discs)).collect();
    assert_eq!(worth, [("g8".into(), Some(0)), ("h1".into(), Some(2)), ("a3".into(), None)]);
}

#[test]
fn the_tables_of_the_ffo_tests_are_read() {
    let files = [include_str!("../../data/ffo20-39.txt"), include_str!("../../data/ffo40-59.txt")];
    let games = files.map(|file| Format::Obf.read(file.as_bytes()).unwrap()).concat();
    let known = positions::ffo();
    assert_eq!(games.len(), known.len());
    for (kifu, known) in games.iter().zip(&known) {
        assert_eq!(*kifu.start(), known.position);
        let best: Vec<u8> = kifu.worth.iter().filter_map(|worth| worth.mv.square()).collect();
        assert_eq!(best, known.best);
        assert!(kifu.worth.iter().all(|worth| worth.discs == Some(known.score)));
    }
    let again = Format::Obf.write(&games).unwrap();
    assert_eq!(Format::Obf.read(&again), Ok(games));
}

#[test]
fn passes_may_be_written_or_not() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut seen = 0;
    while seen < 20 {
        let kifu = random_kifu(Othello::STANDARD, &mut rng);
        let moves = moves(&kifu);
        if !moves.contains(&Move::Pass) {
            continue;
        }
        seen += 1;
        for pass in ["", "pa", "PASS", " -- ", "\n"] {
            let written: String = moves
                .iter()
                .map(|mv| if *mv == Move::Pass { pass.to_owned() } else { mv.to_string() })
                .collect();
            let back = Format::Transcript.read(written.as_bytes()).unwrap();
            assert_eq!(super::tests::moves(&back[0]), moves, "{written:?}");
        }
    }
}

#[test]
fn lines_are_games_unless_they_go_on_with_each_other() {
    let count = |text: &str| {
        let games = Format::Transcript.read(text.as_bytes()).unwrap_or_else(|bad| panic!("{bad}"));
        games.iter().map(|kifu| kifu.moves().len()).collect::<Vec<_>>()
    };
    assert_eq!(count("f5d6c3\nf5f6\r\n# a comment\n\nc4e3\n"), [3, 2, 2]);
    assert_eq!(count("f5\nd6\nc3\n\nf5f6\ne6\n"), [3, 3]);
    assert_eq!(count("\u{feff}f5d6\n"), [2]);
    let position = Othello::MIRRORED.to_string();
    assert_eq!(count(&format!("{position} f4\n{position}\nf5")), [1, 0, 1]);
}

#[test]
fn openings_are_the_moves_of_the_games() {
    let found = openings("txt", b"f5d6\nc4").unwrap().unwrap();
    assert_eq!(found[1].moves, ["c4"]);
    assert_eq!((found.len(), found[0].moves.len(), &found[0].position), (2, 2, &None));
    let ffo = openings("obf", include_bytes!("../../data/ffo40-59.txt")).unwrap().unwrap();
    let start: Othello = ffo[0].position.as_ref().unwrap().parse().unwrap();
    assert_eq!((ffo.len(), ffo[0].moves.len(), start.side()), (20, 0, Seat::FIRST));
    assert!(openings("pdf", b"").is_none());
}

fn check(format: Format, bytes: &[u8], en: &str, ja: &str) {
    let bad = format.read(bytes).expect_err("it is wrong");
    assert!(bad.get(Lang::En).contains(en), "{}", bad.get(Lang::En));
    assert!(bad.get(Lang::Ja).contains(ja), "{}", bad.get(Lang::Ja));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    use Format::*;
    check(Transcript, b"f5d6\nf5f6x1\n", "line 2, column 5 (game 2): not a move", "2 行 5 文字目");
    check(Transcript, b"f5d6\nf5f5", "white cannot play f5 (that square is taken)", "白は f5");
    check(Transcript, b"f5 pa", "move 2: white cannot play pass (a pass is only", "2 手目");
    check(Transcript, "f5　d6\nｆ５".as_bytes(), "line 2, column 1", "2 行 1 文字目");
    check(Transcript, b"---------------------XO X f5", "64 squares", "64文字");
    check(Transcript, b"", "no game in it", "1局も");
    check(Transcript, b"f5\xff", "not text in UTF-8 (byte 2)", "2 バイト目");

    let board = Othello::STANDARD.to_string();
    check(
        Obf,
        format!("{board}; f5:+2; f9:+1;").as_bytes(),
        "column 76 (game 1): expected a move",
        "76 文字目",
    );
    check(Obf, format!("{board}; f5:+200;").as_bytes(), "what it is worth", "手とその値");
    check(Obf, b"hello", "64 squares", "64文字");
    check(Obf, format!("1 {board} 60").as_bytes(), "best moves", "最善手");

    check(Ggf, b"f5d6", "no game begins with \"(;\"", "「(;」");
    check(
        Ggf,
        b"(;GM[Othello]B[F5]\n",
        "line 2, column 1 (game 1): the file ends",
        "2 行 1 文字目",
    );
    check(Ggf, b"(;GM[Othello]B[F5", "the value of B has no end", "B の値");
    check(Ggf, b"(;GM[Chess];)", "GM[Chess]", "GM[Chess]");
    check(
        Ggf,
        b"(;B[F5];)\n(;BO[10 ---- *];)",
        "line 2, column 3 (game 2): a board of 10x10",
        "2 局目",
    );
    check(Ggf, b"(;TY[6r20];)", "only games on 8x8", "8x8 の対局だけ");
    check(Ggf, b"(;BO[8 ---- *];)", "64 squares of *", "64文字");
    check(Ggf, b"(;B[F5]B[F6];)", "move 2, f6: it is white's turn", "白の番");
    check(Ggf, b"(;B[A1];)", "black cannot play a1", "黒は a1");
    check(Ggf, b"(;B[F5//x];)", "\"F5//x\" is not a move", "手ではありません");
    check(Ggf, b"(;B[F5//-1];)", "\"F5//-1\" is not a move", "手ではありません");
    check(Ggf, b"(;[x];)", "expected a name", "項目");
    check(Ggf, format!("(;B[F5]BO[8 {board}];)").as_bytes(), "BO stands behind a move", "手の後");

    let games = Transcript.read(b"f5d6\nc4").unwrap();
    let sound = Wthor.write(&games).unwrap();
    let changed = |at: usize, to: u8| {
        let mut bytes = sound.clone();
        bytes[at] = to;
        bytes
    };
    check(Wthor, b"short", "5 bytes are too few", "5 バイトしか");
    check(Wthor, &sound[..100], "it says 2 games, but its 100 bytes have room for 1", "2 局と");
    check(Wthor, &changed(12, 10), "a board of 10x10", "10x10");
    check(
        Wthor,
        &changed(16 + 68 + 6, 65),
        "game 2, byte 90: black has 65 discs",
        "2 局目（90 バイト目）",
    );
    check(Wthor, &changed(16 + 8, 99), "game 1, byte 24: 99 is not a square", "99 は");
    check(Wthor, &changed(16 + 9, 11), "game 1, byte 25: move 2: white cannot play a1", "白は a1");
    let bad = Wthor.write(&[Kifu::new(Othello::MIRRORED)]).expect_err("it begins otherwise");
    assert!(bad.get(Lang::En).contains("game 1: WTHOR has only games from the usual start"));
}

#[test]
fn passes_of_both_sides_may_stand_behind_the_end_but_no_disc() {
    let stuck = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
    let game = format!("{stuck} h8 pa pa");
    assert_eq!(moves(&Format::Transcript.read(game.as_bytes()).unwrap()[0]).len(), 1);
    let game = format!("{stuck} h8 a1");
    check(Format::Transcript, game.as_bytes(), "a1 comes after the end", "終局後の手");
}

#[test]
fn names_and_endings_of_formats() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
        assert_eq!(Format::of_ending(&format.name().to_uppercase()), Some(format));
    }
    assert_eq!(Format::of_ending("WTB"), Some(Format::Wthor));
    assert!("gff".parse::<Format>().unwrap_err().get(Lang::En).contains("ggf"));
    assert_eq!(Format::of_ending("doc"), None);
}

/// Files that are nearly right, and files that are not files: nothing may panic, and whatever
/// is taken can be written and read again.
#[test]
fn no_bytes_make_a_parser_panic() {
    const SIGNS: &[u8] = b"[]();:/ \n\r0123456789-+XO*abhBWPA%#\xe3\x80\xef\xbb\xbf\0";
    let mut rng = fastrand::Rng::with_seed(4712);
    let mut taken = [0; Format::ALL.len()];
    for _ in 0..8_000 {
        let format = Format::ALL[rng.usize(..Format::ALL.len())];
        let bytes = match rng.u8(..8) {
            0 => (0..rng.usize(..200)).map(|_| rng.u8(..)).collect(),
            _ => {
                let games = random_games(format, &mut rng);
                gyoji_testkit::mutated(format.write(&games).unwrap(), SIGNS, &mut rng)
            }
        };
        let shown = String::from_utf8_lossy(&bytes);
        let mut names = wthor::Names::default();
        let _ = names.read_players(&bytes).and_then(|()| names.read_tournaments(&bytes));
        if let Ok(read) = format.read(&bytes) {
            taken[format as usize] += 1;
            let again = format.read(&format.write(&read).unwrap()).unwrap();
            let all = |games: &[Kifu]| {
                games.iter().map(|kifu| (*kifu.start(), moves(kifu))).collect::<Vec<_>>()
            };
            assert_eq!(all(&again), all(&read), "{format} {shown:?}");
        }
    }
    assert!(taken.iter().all(|&count| count > 20), "too few got through: {taken:?}");
}
