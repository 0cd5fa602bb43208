//! `gyoji play` where a move has several parts: step by step, or in one line.

mod common;

use common::{Dialogue, Lab};

fn play(lab: &Lab, args: &[&str]) -> Dialogue {
    let mut all = vec!["play", "contrast", "--seed", "3"];
    all.extend(args);
    Dialogue::start(lab.gyoji(&all))
}

#[test]
fn a_move_is_typed_step_by_step() {
    let lab = Lab::new();
    let mut game = play(&lab, &["--vs", "random", "--player", "1"]);
    let shown = game.expect_prompt();
    assert!(shown.contains("You are player 1 (1)."), "{shown}");
    assert!(shown.contains("> 1 player 1  # black x3  + gray x1"), "{shown}");
    assert!(shown.contains("which piece?") && shown.contains("a1  b1  c1  d1  e1"), "{shown}");
    let shown = game.ask("2,4");
    assert!(shown.contains("where to?  c2"), "{shown}");
    assert!(shown.contains("2 .  .  *  .  .\n1 1  1 >1  1  1\n"), "the target is marked: {shown}");
    let shown = game.ask("2,3");
    assert!(shown.contains("which tile?  0: no tile  1: black  2: gray"), "{shown}");
    let shown = game.ask("2");
    assert!(shown.contains("onto which square?  a4  b4"), "{shown}");
    assert!(shown.contains("4 *  *  *  *  *\n"), "{shown}");
    let shown = game.ask("1,2");
    assert!(shown.contains("player 2 plays"), "{shown}");
    assert!(shown.contains("> 1 player 1  # black x3  + gray x0"), "{shown}");
    game.say("q");
    assert_eq!(game.leave(), Some(0));
}

#[test]
fn what_is_wrong_is_explained_and_asked_again() {
    let lab = Lab::new();
    let mut game = play(&lab, &["--vs", "random"]);
    game.expect_prompt();
    for (said, answer) in [
        ("2,0", "c5 cannot be chosen here; choose from: a1  b1  c1  d1  e1"),
        ("7,7", "7,7 cannot be chosen here"),
        ("xyzzy", "\"xyzzy\" is not a move: a move such as b1,b2"),
        ("c1,c3", "c1,c3 cannot be played here: a piece moves one square, or jumps over its own"),
        ("c1,c2 c2g", "c1,c2 c2g cannot be played here: no tile can be put on c2"),
        ("c1", "where to?  c2"),
        ("c4", "c4 cannot be chosen here; choose from: c2"),
        ("nowhere", "nowhere cannot be chosen here; choose from: c2"),
        ("moves", "c2"),
        ("undo", "which piece?"),
        ("undo", "you have not moved yet"),
        ("c1 c2 1 c3", "player 2 plays"),
        ("undo", "> 1 player 1  # black x3"),
        ("C1,C2 B3G", "player 2 plays"),
        ("hint", "hint: "),
        ("help", "type a move step by step"),
    ] {
        let shown = game.ask(said);
        assert!(shown.contains(answer), "{said}: {shown}");
    }
    game.say("q");
    assert_eq!(game.leave(), Some(0));
    let end = "player 2 wins.  (by resignation)";
    assert!(game.shown.contains(end), "there are no points to tell: {}", game.shown);
}

#[test]
fn as_player_2_in_japanese_with_a_japanese_keyboard() {
    let lab = Lab::new();
    let mut command =
        lab.gyoji(&["play", "contrast", "--vs", "random", "--player", "2", "--seed", "3"]);
    command.env("LANG", "ja_JP.UTF-8");
    let mut game = Dialogue::start(command);
    let shown = game.expect_prompt();
    assert!(shown.starts_with("あなたはプレイヤー2（2）です。"), "{shown}");
    assert!(shown.contains("# 黒タイル 3枚  + グレータイル 1枚"), "{shown}");
    assert!(game.ask("２，０").contains("移動先は？"), "full-width digits");
    assert!(game.ask("ｃ４").contains("0: なし  1: 黒  2: グレー"), "full-width letters");
    assert!(game.ask("黒").contains("どのマスに置きますか？"));
    assert!(game.ask("a3").contains("プレイヤー1: "));
    game.say("投了");
    assert_eq!(game.leave(), Some(0));
}

#[test]
fn simulations_are_the_strength_of_the_opponent() {
    let lab = Lab::new();
    let othello = ["play", "othello", "--simulations", "50", "--record", "games", "--player", "2"];
    let mut game = Dialogue::start(lab.gyoji(&othello));
    game.expect_prompt();
    game.say("q");
    assert_eq!(game.leave(), Some(0));
    let record = std::fs::read_to_string(lab.files("games").remove(0)).unwrap();
    assert!(record.contains("bot:mcts") && record.contains("50"), "{record}");
    let none = lab.run(&["play", "contrast", "--vs", "greedy", "--simulations", "9"]).expect(2).err;
    assert!(none.contains("greedy makes no simulations"), "{none}");
    let no_player = lab.run(&["play", "contrast", "--player", "3"]).expect(2).err;
    assert!(no_player.contains("there is no player 3"), "{no_player}");
}
