//! `gyoji play`: a person in the terminal.

mod common;

use common::{Dialogue, Lab, legal};

fn play(lab: &Lab, args: &[&str]) -> Dialogue {
    let mut all = vec!["play", "othello"];
    all.extend(args);
    Dialogue::start(lab.gyoji(&all))
}

/// Plays the first legal move until the game is over.
fn play_to_the_end(dialogue: &mut Dialogue) {
    let mut moves = 0;
    while let Some(shown) = dialogue.prompt() {
        let legal = legal(&shown);
        dialogue.say(legal.first().unwrap_or_else(|| panic!("{shown}")));
        moves += 1;
        assert!(moves < 130, "{shown}");
    }
}

#[test]
fn a_whole_game() {
    let lab = Lab::new();
    let mut game = play(&lab, &["--vs", "greedy", "--record", "games"]);
    play_to_the_end(&mut game);
    assert_eq!(game.leave(), Some(0));
    assert!(game.shown.starts_with("You are black (X)."), "{}", game.shown);
    let last = game.shown.lines().last().unwrap_or_default();
    assert!(last.contains("wins") || last.contains("draw"), "{last}");
    let record = lab.files("games").remove(0);
    lab.run(&["replay", record.to_str().unwrap()]).expect(0);
}

#[test]
fn help_hint_undo_and_resigning() {
    let lab = Lab::new();
    let mut game = play(&lab, &["--vs", "random", "--seed", "3"]);
    assert_eq!(legal(&game.expect_prompt()), ["d3", "c4", "f5", "e6"]);
    assert!(game.ask("undo").contains("you have not moved yet"));
    let help = game.ask("help");
    assert!(help.contains("listed under \"legal\"") && help.contains("take your last move back"));
    assert!(game.ask("").contains("type a move, or help"));
    assert!(game.ask("a1").contains("a1 cannot be played here"));
    assert!(game.ask("xyzzy").contains("\"xyzzy\" is not a move"));
    assert!(game.ask("hint").contains("hint: "));
    assert!(game.ask("board").contains("> X black  2"));
    assert!(game.ask("D3").contains("white plays"), "capital letters are fine");
    assert_eq!(legal(&game.ask("u")), ["d3", "c4", "f5", "e6"]);
    game.say("q");
    assert_eq!(game.leave(), Some(0));
    assert!(game.shown.contains("white wins.") && game.shown.contains("by resignation"));
}

#[test]
fn in_japanese_with_emoji_from_the_other_side() {
    let lab = Lab::new();
    let args = ["play", "othello", "--vs", "random", "--seat", "白", "--glyphs", "emoji"];
    let mut command = lab.gyoji(&args);
    command.env("LANG", "ja_JP.UTF-8");
    let mut game = Dialogue::start(command);
    let shown = game.expect_prompt();
    assert!(shown.starts_with("あなたは白（O）です。"), "{shown}");
    assert!(shown.contains('⚫') && shown.contains("できる手: "), "{shown}");
    assert!(game.ask("ヘルプ").contains("待った（1手戻す）"));
    assert!(game.ask("待った").contains("まだ手がない"));
    game.say("投了");
    assert_eq!(game.leave(), Some(0));
    assert!(game.shown.contains("黒の勝ちです。") && game.shown.contains("投了"));
}

#[test]
fn a_closed_keyboard_ends_the_game() {
    let lab = Lab::new();
    for args in [&[][..], &["--vs", "human"], &["--seat", "white"]] {
        let mut game = play(&lab, args);
        assert_eq!(game.leave(), Some(0), "{args:?}");
        assert!(game.shown.len() < 10_000, "{}", game.shown.len());
    }
}

#[test]
fn two_people_share_a_keyboard() {
    let lab = Lab::new();
    let mut game = play(&lab, &["--vs", "human"]);
    play_to_the_end(&mut game);
    assert_eq!(game.leave(), Some(0));
    assert!(game.shown.contains("black, your move>") && game.shown.contains("white, your move>"));
}

#[test]
fn piped_moves_wait_for_their_prompts() {
    let lab = Lab::new();
    let args = ["play", "othello", "--vs", "random", "--seed", "3"];
    let said = lab.run_with(&args, "d3\nundo\nmoves\nc4\nquit\n").expect(0);
    assert!(said.out.contains("by resignation"), "{}", said.out);
    assert_eq!(said.out.matches("white plays").count(), 2, "{}", said.out);
    let shared = lab.run_with(&["play", "othello", "--vs", "human"], "d3\nc3\nq\n").expect(0);
    assert!(shared.out.contains("white wins. ") && shared.out.contains("by resignation"));
    let closed = lab.run_with(&args, "d3\n").expect(0);
    assert!(closed.out.contains("(the player left)"), "{}", closed.out);
}

#[test]
fn ctrl_c_leaves_at_once_and_saves() {
    let lab = Lab::new();
    let mut game = play(&lab, &["--vs", "random", "--record", "games"]);
    game.expect_prompt();
    game.ask("d3");
    game.interrupt();
    while game.prompt().is_some() {}
    assert_eq!(game.leave(), Some(5));
    let record = lab.files("games").remove(0);
    let shown = lab.run(&["replay", record.to_str().unwrap()]).expect(0).out;
    assert!(shown.contains("1. black d3") && shown.contains("Stopped, no result."), "{shown}");
}

#[test]
fn a_program_that_fails_is_explained() {
    let lab = Lab::new();
    let ai =
        lab.file("ai.sh", "while read line; do case $line in MOVE*) echo hello;; esac; done\n");
    let mut command = lab.gyoji(&["play", "othello", "--vs", ai.to_str().unwrap(), "--seat", "1"]);
    command.stdin(std::process::Stdio::null());
    let said = common::finish(command, "").expect(3);
    assert!(said.err.contains("FORFEIT") && said.err.contains("\"hello\\n\""), "{}", said.err);
    assert_eq!(lab.files("state/gyoji/records").len(), 1, "kept for gyoji replay");
}

#[test]
fn what_cannot_be_played_is_said_at_once() {
    let lab = Lab::new();
    let complaint = |args: &[&str]| lab.run(args).expect(2).err;
    let no_bot = complaint(&["play", "othello", "--vs", "gredy"]);
    assert!(no_bot.contains("did you mean greedy?"), "{no_bot}");
    let no_game = complaint(&["play", "otelo"]);
    assert!(no_game.contains("did you mean othello?"), "{no_game}");
    let no_seat = complaint(&["play", "othello", "--seat", "red"]);
    assert!(no_seat.contains("black, white"), "{no_seat}");
    let no_player = complaint(&["play", "othello", "--player", "3"]);
    assert!(no_player.contains("there is no player 3: 2 play"), "{no_player}");
    let too_many = complaint(&["play", "othello", "--vs", "greedy", "--vs", "random"]);
    assert!(too_many.contains("needs 2 players"), "{too_many}");
}

#[test]
fn a_choice_of_colours_is_offered_before_the_points() {
    let lab = Lab::new();
    let args = ["play", "renju", "--vs", "random", "--seat", "white", "-o", "opening=swap2"];
    let args = [&args[..], &["--seed", "1"]].concat();
    let said = lab.run_with(&args, "black\nmoves\nquit\n").expect(0);
    assert!(said.out.contains("legal: black  more  a1  "), "{}", said.out);
    assert!(said.out.contains("swapped: who began as black has white (O)"), "{}", said.out);
    // The person sits in the second seat, and is black from now on.
    assert!(said.out.contains("white, your move>") && said.out.contains("black, your move>"));
    assert!(said.out.contains("white wins.  (by resignation)"), "{}", said.out);
    let in_japanese = [&args[..], &["--lang", "ja"]].concat();
    let japanese = lab.run_with(&in_japanese, "black\nquit\n").expect(0).out;
    for line in ["ルール: renju", "選択: black", "more（さらに2石置く）", "交代しました"]
    {
        assert!(japanese.contains(line), "{line}\n{japanese}");
    }
    // A few points stand for all of them until somebody wants to see them.
    let listed = said.out.lines().filter(|line| line.contains("o15")).count();
    assert_eq!(listed, 1, "{}", said.out);
}

#[test]
fn who_resigns_among_four_loses() {
    let lab = Lab::new();
    let args = ["play", "quinte", "--vs", "skeleton", "--record", "games"];
    let said = lab.run_with(&args, "- -\nquit\n").expect(0).out;
    assert!(said.contains("red loses.  ") && !said.contains("A draw"), "{said}");
    let record = lab.files("games").remove(0);
    let replay = lab.run(&["replay", record.to_str().unwrap()]).expect(0).out;
    assert!(replay.lines().last().unwrap().starts_with("red human loses."), "{replay}");
}

#[test]
fn a_closed_keyboard_is_on_record_as_somebody_who_left() {
    let lab = Lab::new();
    for (seat, moves) in [("black", ""), ("white", ""), ("black", "d3\n")] {
        let folder = format!("records-{seat}-{}", moves.len());
        let args = ["play", "othello", "--seat", seat, "--record", &folder];
        let said = lab.run_with(&args, moves).expect(0);
        assert!(said.out.contains("(the player left)"), "{}", said.out);
        let record = lab.files(&folder).remove(0);
        let text = std::fs::read_to_string(&record).unwrap();
        let ended: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!((&ended["why"], &ended["fault"]), (&"fault".into(), &"disconnected".into()));
        let shown = lab.ja(&["replay", record.to_str().unwrap()]).expect(0).out;
        assert!(shown.contains("接続が切れた") && !shown.contains("投了"), "{shown}");
    }
    let said = lab.run_with(&["play", "othello", "--record", "resigned"], "quit\n").expect(0);
    let text = std::fs::read_to_string(&lab.files("resigned")[0]).unwrap();
    assert!(text.contains(r#""why":"resigned""#), "{text}\n{}", said.out);
}
