//! QUINTE as a game like any other: what the trait promises, the move counts, the text forms.

mod common;

use common::{Scene, order, setup, start};
use gyoji_core::{Game, Seat, Setup};
use gyoji_quinte::{Move, Quinte};
use gyoji_testkit::{check_game, perft_lines};

#[test]
fn what_every_game_promises_holds() {
    check_game::<Quinte>(&setup("turns=8,super=4"), 6);
    check_game::<Quinte>(&setup("turns=1,score=1"), 6);
}

/// Counted by a second program, in Python, that shares no code with this one.
#[test]
fn move_counts_are_those_of_the_table() {
    let lines = perft_lines(include_str!("../data/perft.txt"));
    assert!(lines.len() >= 6, "the table is there");
    for line in lines {
        let position = match line.position {
            "start" => start(),
            text => text.parse().unwrap(),
        };
        let count = gyoji_search::perft(&position, line.depth);
        assert_eq!(count, line.count, "{} at depth {}", line.name, line.depth);
    }
}

#[test]
fn orders_read_back_as_they_were_written() {
    for text in ["- -", "cw@7,13 up", "ccw@0,15 down", "to@15,0 left", "- right", "cw@1,2 -"] {
        assert_eq!(order(text).to_string(), text);
    }
    for bad in [
        "",
        "-",
        "- ",
        " - -",
        "--",
        "cw 7,13 up",
        "cw@7 up",
        "cw@7,13",
        "cw@7,13 UP",
        "cw@7,13  up",
        "cw@-1,3 -",
        "cw@+1,3 -",
        "cw@1,300 -",
        "cw@1,2,3 -",
        "no@1,2 -",
        "cw@１,2 -",
        "- up down",
    ] {
        let refused = bad.parse::<Move>().expect_err(bad);
        assert!(refused.to_string().contains("the cursor's order"), "{refused}");
    }
}

#[test]
fn a_position_tells_all_there_is_to_know() {
    let text = start().to_string();
    let rest = text.split_once(' ').unwrap().1;
    assert_eq!(
        rest,
        "turn=0/1000 super=850 move=R first=R scores=10000;10000;10000;10000 \
         soldiers=8,16;0,8;8,0;16,8 cursors=7,14;1,7;8,1;14,8"
    );
    let mut position = start();
    position.play(order("- up"));
    assert!(position.to_string().contains(" soldiers=8,15<8,16;0,8;"), "{position}");
    assert_eq!(position.to_string().parse::<Quinte>().unwrap(), position);
    let turned = position.seen_by(Seat(2));
    assert!(turned.to_string().contains(" move=Y first=G "), "{turned}");
    assert_eq!(turned.to_string().parse::<Quinte>().unwrap(), turned);
}

#[test]
fn a_game_can_start_from_a_position() {
    let scene = Scene { turn: 998, ..Scene::new() };
    let text = scene.side(Seat(2)).position().to_string();
    let position = Quinte::start(&Setup { position: Some(text.clone()), ..setup("") }).unwrap();
    assert_eq!((position.to_string(), position.to_move()), (text, Some(Seat(2))));
}

#[test]
fn bad_positions_are_refused_with_a_reason() {
    let good = start().to_string();
    let check = |from: &str, to: &str, part: &str| {
        assert!(good.contains(from), "{from}");
        let bad = good.replacen(from, to, 1).parse::<Quinte>().expect_err(to);
        assert!(bad.to_string().contains(part), "{bad} lacks {part}");
    };
    check(" turn=0/1000", "", "expected turn=");
    check("turn=0/1000", "turn=0", "12/1000");
    check("turn=0/1000", "turn=-1/1000", "whole number");
    check("turn=0/1000", "turn=1001/1000", "the last turn is over");
    check("move=R", "move=Q", "R, B, G or Y");
    check("first=R", "first=RR", "R, B, G or Y");
    check("scores=10000;", "scores=", "four entries");
    check("scores=10000", "scores=99999999999", "whole number");
    check("scores=10000;10000", "scores=300000000;300000000", "together");
    check("soldiers=8,16", "soldiers=8,17", "x,y of a tile");
    check("soldiers=8,16", "soldiers=7,16", "x,y of a tile");
    check("soldiers=8,16", "soldiers=1,1", "its own colour");
    check("cursors=7,14", "cursors=16,14", "each from 0 to 15");
    check("cursors=7,14;1,7;8,1;14,8", "cursors=7,14;1,7;8,1;14,8 x", "nothing is expected");
    check("/", "", "15 rows of 15");
    check("R", "Z", "15 rows of 15");
    let over = good.replacen("turn=0/1000 super=850 move=R", "turn=5/5 super=850 move=B", 1);
    assert!(over.parse::<Quinte>().unwrap_err().to_string().contains("the last turn is over"));
    for bad in ["", " ", "R", "黒"] {
        assert!(bad.parse::<Quinte>().is_err());
    }
}

/// Whatever is thrown at the parsers, they answer; and what they take, they can write.
#[test]
fn no_text_makes_the_parsers_panic() {
    let mut rng = fastrand::Rng::with_seed(3);
    let good = start().to_string().into_bytes();
    let mut taken = 0;
    for round in 0..20_000 {
        let mut bytes = match round % 4 {
            0 => (0..rng.usize(..60)).map(|_| rng.u8(..)).collect(),
            1 => (0..rng.usize(..20)).map(|_| b"cwto@,-09 updnl"[rng.usize(..15)]).collect(),
            _ => good.clone(),
        };
        for _ in 0..rng.usize(..3) {
            if round % 4 > 1 {
                let at = rng.usize(..bytes.len());
                bytes[at] = [rng.u8(..), b"RBGY./=;,<0123456789"[rng.usize(..20)]][round % 2];
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(mv) = text.parse::<Move>() {
            assert_eq!(mv.to_string().parse::<Move>().unwrap(), mv, "{text:?}");
        }
        if let Ok(mut position) = text.parse::<Quinte>() {
            taken += 1;
            assert_eq!(position.to_string().parse::<Quinte>().unwrap(), position, "{text:?}");
            assert_eq!(position.to_move().is_none(), position.outcome().is_some(), "{text:?}");
            position.play(Move::NONE);
        }
    }
    assert!(taken > 100, "some of the texts were good");
}

#[test]
fn a_view_has_everything_the_game_screen_shows() {
    let scene = Scene { turn: 851, ..Scene::new() };
    let position = scene.soldier(Seat(0), (8, 14)).tiles(Seat(0), &[(8, 13)]).position();
    let mut next = position.clone();
    next.play(order("cw@3,3 up")); // the cursor only goes there: no red tile to turn
    let view = next.view();
    assert_eq!((view.cols.len(), view.rows.len()), (17, 17));
    let ground = |x, y| {
        let cell = view.cell(x, y).unwrap();
        (cell.ground.as_str(), cell.owner)
    };
    assert_eq!(ground(0, 0), ("wall", None));
    assert_eq!(ground(7, 16), ("big-gate", Some(Seat(0))));
    assert_eq!(ground(0, 12), ("small-gate", Some(Seat(1))));
    assert_eq!(ground(8, 14), ("tile", Some(Seat(0))));
    assert_eq!(ground(5, 5), ("gray", None));
    assert!(!view.cell(8, 14).unwrap().dim, "red's soldier can walk there");
    let soldier = &view.cell(8, 13).unwrap().pieces[0];
    assert_eq!((soldier.seat, soldier.kind.as_str()), (Seat(0), "super"));
    assert_eq!(soldier.from, Some([8, 14]), "a screen can show it move");
    assert_eq!(view.cell(0, 8).unwrap().pieces[0].from, None);
    assert_eq!(view.frames.len(), 4);
    assert_eq!((view.frames[0].seat, view.frames[0].area), (Seat(0), [3, 3, 2, 2]));
    assert!(view.seats.iter().all(|seat| seat.points == Some(10_000)));
    assert_eq!(view.facts[0], ("turn".into(), "851/1000".into()));
    assert_eq!(view.facts[1], ("super".into(), "1".into()));
    let back = serde_json::from_str(&serde_json::to_string(&view).unwrap()).unwrap();
    assert_eq!(view, back);
}
