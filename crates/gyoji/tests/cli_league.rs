//! `gyoji league`: events from their files to their results, and what stands in the way.

mod common;
mod league_common;

use common::{Lab, Said, finish, finish_within, interrupt, until, wait};
use league_common::{
    PATIENCE, endless, event, expect_all_different, expect_no_sleeper_left, folder, games, league,
    run, short,
};

/// The last line of what was printed.
fn last(said: &Said) -> &str {
    said.out.lines().last().unwrap_or_default()
}

/// What was stored agrees with itself.
#[track_caller]
fn expect_verified(lab: &Lab, name: &str) {
    let said = run(lab, &["verify", name]).expect(0);
    assert!(last(&said).starts_with("ok"), "{}", said.out);
}

#[test]
fn an_event_is_held_shown_and_verified() {
    let lab = Lab::new();
    lab.file("cup.toml", short("Cup"));
    let said = run(&lab, &["run", "cup.toml"]).expect(0).expect_harmless();
    assert!(said.err.contains("all 3 start and answer"), "{}", said.err);
    assert!(said.err.contains("Cup begins: 12 games"), "{}", said.err);
    assert!(last(&said).ends_with("has won"), "{}", said.out);
    // By its name, by its file, or because there is no other.
    for which in [&["Cup"][..], &["cup.toml"], &[]] {
        let status = run(&lab, &[&["status"], which].concat()).expect(0);
        assert_eq!(status.out, said.out);
    }
    let json = run(&lab, &["status", "Cup", "--json"]).expect(0).json();
    assert_eq!((&json["games"], &json["state"]), (&12.into(), &"over".into()), "{json}");
    assert_eq!(json["players"].as_array().map(Vec::len), Some(3));
    expect_verified(&lab, "Cup");
    let ja = {
        let mut command = league(&lab, &["verify"]);
        command.env("LANG", "ja_JP.UTF-8");
        finish(command, "").expect(0)
    };
    assert!(last(&ja).starts_with("ok: 12 局"), "{}", ja.out);
    expect_all_different(&games(&folder(&lab), "Cup"));
}

#[test]
fn several_events_share_a_store() {
    let lab = Lab::new();
    assert!(run(&lab, &["status"]).expect(2).err.contains("nothing is stored"));
    for name in ["Spring", "Autumn"] {
        lab.file("event.toml", short(name));
        run(&lab, &["run", "event.toml"]).expect(0);
    }
    let list = run(&lab, &["status"]).expect(0);
    let names: Vec<&str> = list.out.lines().skip(1).filter_map(|it| it.split(' ').next()).collect();
    assert_eq!(names, ["Autumn", "Spring"]);
    let json = run(&lab, &["status", "--json"]).expect(0).json();
    assert_eq!((&json[0]["event"], &json[1]["games"]), (&"Autumn".into(), &12.into()), "{json}");
    let lost = run(&lab, &["status", "Sprin"]).expect(2);
    assert!(lost.err.contains("did you mean Spring?"), "{}", lost.err);
    let which = run(&lab, &["verify"]).expect(2);
    assert!(which.err.contains("Autumn, Spring"), "{}", which.err);
}

#[test]
fn what_is_over_is_shown_and_can_be_held_again() {
    let lab = Lab::new();
    lab.file("cup.toml", short("Cup"));
    let first = run(&lab, &["run", "cup.toml"]).expect(0);
    let shown = run(&lab, &["run", "cup.toml"]).expect(0);
    assert!(shown.err.contains("Cup is over"), "{}", shown.err);
    assert_eq!(shown.out, first.out);
    let again = run(&lab, &["run", "cup.toml", "--again", "--json"]).expect(0).json();
    assert_eq!((&again["run"], &again["games"]), (&2.into(), &12.into()));
    expect_verified(&lab, "Cup");
    let rows = ["Cup", "Cup#2"].map(|series| games(&folder(&lab), series));
    assert_eq!(rows.each_ref().map(Vec::len), [12, 12], "the games of before are kept");
    expect_all_different(&rows.concat());
}

#[test]
fn a_mistake_is_shown_where_it_stands() {
    let lab = Lab::new();
    let good = event(
        "name = \"Cup\"\ngame = \"othello\"\nformat = \"swiss\"",
        &[("a", "bot:greedy"), ("b", "bot:random")],
    );
    let cases = [
        (
            ("\"swiss\"", "\"swis\""),
            "cup.toml:3:10: format has to be one of the known words\n  |\n3 | format = \"swis\"\n  |          ^^^^^^\n  = did you mean swiss?\n",
            "cup.toml:3:10: format に使えない語です\n  |\n3 | format = \"swis\"\n  |          ^^^^^^\n  = もしかして: swiss\n",
        ),
        (
            ("format", "fromat"),
            "3 | fromat = \"swiss\"\n  | ^^^^^^\n  = did you mean format?\n",
            "3 | fromat = \"swiss\"\n  | ^^^^^^\n  = もしかして: format\n",
        ),
        (
            ("othello", "otello"),
            "cup.toml:2:8: no such game\n  |\n2 | game = \"otello\"\n  |        ^^^^^^^^\n  = did you mean othello?\n",
            "cup.toml:2:8: そのようなゲームはありません\n",
        ),
        (
            ("bot:random", "bot:randon"),
            "did you mean random?\n   |\n11 | command = \"bot:randon\"\n   |           ^^^^^^^^^^^^\n",
            "もしかして: random\n   |\n11 |",
        ),
        (
            ("bot:random", "python3 gone/ai.py"),
            "11 | command = \"python3 gone/ai.py\"\n   |           ^^^^^^^^^^^^^^^^^^^^\n",
            "11 | command = \"python3 gone/ai.py\"\n   |           ^^^^^^^^^^^^^^^^^^^^\n",
        ),
        (
            ("\"swiss\"", "\"swiss\"\nsandbox = 7"),
            "cup.toml:4:11: sandbox must be one of \"best\" | 0 | 1 | 2 | 3\n",
            "cup.toml:4:11: sandbox は \"best\" | 0 | 1 | 2 | 3 のどれかにしてください\n",
        ),
        (
            ("name = \"b\"", "name = \"a\""),
            "cup.toml:10:8: a is there already, on line 6\n",
            "cup.toml:10:8: a は 6 行目にもあります\n",
        ),
    ];
    for ((from, to), en, ja) in cases {
        lab.file("cup.toml", good.replace(from, to));
        let said = run(&lab, &["run", "cup.toml"]).expect(4).expect_harmless();
        assert!(said.err.contains(en), "{}", said.err);
        let mut command = league(&lab, &["run", "cup.toml"]);
        command.env("LANG", "ja_JP.UTF-8");
        let said = finish(command, "").expect(4);
        assert!(said.err.contains(ja), "{}", said.err);
    }
    assert!(!lab.path("store").exists(), "nothing was begun");
}

#[test]
fn a_changed_file_is_refused_with_what_has_changed() {
    let lab = Lab::new();
    lab.file("cup.toml", short("Cup"));
    run(&lab, &["run", "cup.toml"]).expect(0);
    lab.file("cup.toml", short("Cup").replace("games = 4", "games = 6"));
    let said = run(&lab, &["run", "cup.toml"]).expect(4);
    assert!(said.err.contains("games"), "{}", said.err);
    assert!(said.err.contains('4') && said.err.contains('6'), "{}", said.err);
    assert!(said.err.contains("--again"), "{}", said.err);
    expect_verified(&lab, "Cup");
    // Comments and spaces are not what an event is.
    lab.file("cup.toml", format!("# the same\n{}", short("Cup")));
    run(&lab, &["run", "cup.toml"]).expect(0);
    lab.file("cup.toml", short("Cup").replace("games = 4", "games = 2"));
    let again = run(&lab, &["run", "cup.toml", "--again", "--json"]).expect(0).json();
    assert_eq!(again["games"], 6);
    expect_verified(&lab, "Cup");
}

#[test]
fn ctrl_c_finishes_what_runs_and_the_same_command_goes_on() {
    let lab = Lab::new();
    lab.file("ladder.toml", endless(&lab, "Ladder"));
    let mut before = 0;
    for _ in 0..2 {
        let mut command = league(&lab, &["run", "ladder.toml"]);
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().expect("gyoji starts");
        until(|| lab.path("store/gyoji.db").exists());
        until(|| games(&folder(&lab), "Ladder").len() > before);
        let pid = child.id();
        // Meanwhile nobody else may hold it.
        let second = run(&lab, &["run", "ladder.toml"]).expect(1);
        assert!(second.err.contains(&format!("by process {pid}")), "{}", second.err);
        let status = run(&lab, &["status", "--json"]).expect(0).json();
        assert_eq!(status["state"], "running");
        interrupt(&child);
        assert_eq!(wait(&mut child).code(), Some(5));
        let said = child.wait_with_output().expect("its output");
        let err = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(err.contains("the same command goes on"), "{err}");
        let goes_on = format!("goes on: {before} games are stored already");
        assert!(before == 0 || err.contains(&goes_on), "{err}");
        let rows = games(&folder(&lab), "Ladder");
        expect_all_different(&rows);
        before = rows.len();
        let status = run(&lab, &["status", "--json"]).expect(0).json();
        assert_eq!(status["state"], "broken-off");
        assert_eq!(status["games"], before);
        expect_verified(&lab, "Ladder");
    }
    expect_no_sleeper_left(&lab);
}

#[test]
fn whoever_was_killed_is_taken_over_at_once() {
    let lab = Lab::new();
    lab.file("ladder.toml", endless(&lab, "Ladder"));
    let mut child = league(&lab, &["run", "ladder.toml", "-q"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("gyoji starts");
    until(|| lab.path("store/gyoji.db").exists() && !games(&folder(&lab), "Ladder").is_empty());
    child.kill().expect("it runs");
    let stored = games(&folder(&lab), "Ladder").len();
    wait(&mut child);
    let mut next = league(&lab, &["run", "ladder.toml"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("gyoji starts");
    until(|| games(&folder(&lab), "Ladder").len() > stored);
    interrupt(&next);
    assert_eq!(wait(&mut next).code(), Some(5));
    expect_verified(&lab, "Ladder");
    expect_no_sleeper_left(&lab);
}

#[test]
fn a_ladder_may_gain_players() {
    let lab = Lab::new();
    let top = |games: u32| {
        format!("name = \"Ladder\"\ngame = \"othello\"\nformat = \"ladder\"\ngames = {games}")
    };
    let players = [("a", "bot:greedy"), ("b", "bot:weights"), ("c", "bot:random")];
    lab.file("ladder.toml", event(&top(20), &players[..2]));
    let json = run(&lab, &["run", "ladder.toml", "--json"]).expect(0).json();
    assert_eq!(json["games"], 20);
    lab.file("ladder.toml", event(&top(20), &players));
    let said = run(&lab, &["run", "ladder.toml", "--json"]).expect(0);
    assert!(said.err.contains("new in this ladder: c"), "{}", said.err);
    assert_eq!(said.json()["players"].as_array().map(Vec::len), Some(3));
    expect_verified(&lab, "Ladder");
    // Nobody may leave, or come in before the others.
    for players in [&players[..1], &[players[2], players[0], players[1]]] {
        lab.file("ladder.toml", event(&top(20), players));
        run(&lab, &["run", "ladder.toml"]).expect(4);
    }
    lab.file("ladder.toml", event(&top(30), &players));
    let more = run(&lab, &["run", "ladder.toml"]).expect(4);
    assert!(more.err.contains("games"), "{}", more.err);
}

/// Holds the ladder of a lab until so many games are stored, and stops it.
fn hold_until(lab: &Lab, least: usize) {
    let mut child = league(lab, &["run", "ladder.toml", "--no-check"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("gyoji starts");
    until(|| lab.path("store/gyoji.db").exists() && games(&folder(lab), "Ladder").len() >= least);
    interrupt(&child);
    assert_eq!(wait(&mut child).code(), Some(5));
}

#[test]
fn whoever_joins_a_ladder_changes_nothing_of_what_was_played() {
    let lab = Lab::new();
    let text = endless(&lab, "Ladder").replace("sleeper.py 20", "sleeper.py 2");
    lab.file("ladder.toml", &text);
    hold_until(&lab, 5);
    let more = event("", &[("b", "bot:weights"), ("c", "bot:random"), ("d", "bot:greedy")]);
    lab.file("ladder.toml", text + &more);
    for least in [9, 20, 33] {
        hold_until(&lab, least);
        let json = run(&lab, &["status", "--json"]).expect(0).json();
        // Who met whom is drawn again from the results: it has to be who really played.
        let rows = json["chart"]["stages"][0]["groups"][0]["rows"].as_array().expect("a table");
        assert_eq!(rows.len(), 5);
        for row in rows {
            let player = &json["players"][row["entrant"].as_u64().expect("a number") as usize];
            assert_eq!(row["games"], player["games"], "{player}: {row}");
        }
        expect_verified(&lab, "Ladder");
    }
    let rows = games(&folder(&lab), "Ladder");
    assert!(rows.iter().any(|row| row.players.iter().any(|player| player.name == "d")));
    expect_all_different(&rows);
}

#[test]
fn an_event_locks_programs_in_unless_its_file_says_otherwise() {
    let lab = Lab::new();
    let report = finish(lab.gyoji(&["doctor", "--json"]), "").expect(0).json();
    let best = report["best"].as_u64().expect("a level");
    let mut players = vec![("locked", league_common::sleeper(&lab, 0))];
    players.push(("bot", "bot:greedy".to_owned()));
    let players: Vec<(&str, &str)> = players.iter().map(|(name, it)| (*name, &**it)).collect();
    for (more, level) in [("", best), ("\nsandbox = 0", 0)] {
        let top = format!("name = \"Cup {level}\"\ngame = \"othello\"\ngames = 1{more}");
        lab.file("cup.toml", event(&top, &players));
        let folder = format!("records-{}", more.len());
        let args = ["run", "cup.toml", "--no-check", "--record", &folder];
        finish_within(league(&lab, &args), "", PATIENCE).expect(0);
        let record = std::fs::read_dir(lab.path(&folder)).expect("records").flatten().next();
        let text = std::fs::read_to_string(record.expect("a record").path()).expect("text");
        let header = text.lines().next().expect("a header");
        assert!(header.contains(&format!("\"sandbox\":{level},")), "{header}");
        assert_eq!(header.contains("\"memory\":2147483648"), level > 0, "{header}");
    }
    // A level that cannot be had is an error, and nothing is played.
    let mut command = league(&lab, &["run", "cup.toml", "--no-check", "--sandbox", "2", "--again"]);
    command.env("GYOJI_WITHOUT", "bubblewrap");
    let said = finish(command, "").expect(1);
    assert!(said.err.contains("bubblewrap (bwrap) is not installed"), "{}", said.err);
}

#[test]
fn check_says_who_cannot_play_and_why() {
    let lab = Lab::new();
    lab.file(
        "talks/ai.py",
        "print('thinking depth 4...', flush=True)\ninput()\ninput()\ninput()\n",
    );
    lab.file("leaves/ai.py", "import sys\nsys.exit(3)\n");
    let players = [
        ("good", "bot:greedy"),
        ("talks", "python3 talks/ai.py"),
        ("leaves", "python3 leaves/ai.py"),
        ("gone", "python3 gone/ai.py"),
    ];
    let top = "name = \"Cup\"\ngame = \"othello\"";
    lab.file("cup.toml", event(top, &players));
    let said = run(&lab, &["run", "cup.toml", "--check"]).expect(3).expect_harmless();
    for name in ["talks", "leaves", "gone"] {
        assert!(said.err.contains(&format!("{name} does not play as it should")), "{}", said.err);
    }
    for why in ["thinking depth 4...", "exit", "1 of 4 cannot take part"] {
        assert!(said.err.contains(why), "{why}: {}", said.err);
    }
    assert!(!said.err.contains("good does not"), "{}", said.err);
    assert!(!lab.path("store").exists(), "nothing is begun by a check");
    // Without whoever is not there at all, the event is held and they lose their games.
    lab.file("cup.toml", event(top, &players[..3]));
    let said = run(&lab, &["run", "cup.toml", "--json"]).expect(0);
    assert!(said.err.contains("2 of 3 would lose by a fault"), "{}", said.err);
    let json = said.json();
    assert_eq!(json["players"][0]["wins"], 4, "{json}");
    expect_verified(&lab, "Cup");
}

#[test]
fn check_reports_what_the_contest_forbids() {
    let lab = Lab::new();
    lab.file("team/Team.java", "class Team {\n  Object o = Class.forName(\"x\");\n}\n");
    lab.file("team/ai.py", "");
    let kit = league_common::root("kits/quinte/python/skeleton.py").display().to_string();
    let mut players: Vec<(&str, String)> = vec![("fair", format!("python3 {kit}"))];
    players.extend(["x", "y"].map(|name| (name, "bot:skeleton".to_owned())));
    let mut text = event("name = \"Contest\"\ngame = \"quinte\"\nsandbox = 0", &[]);
    for (name, command) in &players {
        text += &format!("[[player]]\nname = {name:?}\ncommand = {command:?}\n");
    }
    text += &format!("[[player]]\nname = \"sly\"\ncommand = \"python3 {kit}\"\ndir = \"team\"\n");
    lab.file("contest.toml", text);
    let said = finish_within(league(&lab, &["run", "contest.toml", "--check"]), "", PATIENCE);
    let said = said.expect(3);
    assert!(said.err.contains("sly: Team.java, line 2: Class.forName"), "{}", said.err);
    assert!(said.err.contains("1 of them use what the rules"), "{}", said.err);
    assert!(said.err.contains("all 4 start and answer"), "{}", said.err);
}

/// Changes a store behind our back, as whoever has the file can.
fn tamper(lab: &Lab, sql: &str) {
    let mut python = std::process::Command::new("python3");
    lab.at_home(&mut python);
    let program = "import sqlite3, sys\ndb = sqlite3.connect('store/gyoji.db')\n\
                   db.execute(sys.argv[1])\ndb.commit()";
    let said = finish(
        {
            python.args(["-c", program, sql]);
            python
        },
        "",
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
}

#[test]
fn verify_notices_what_was_tampered_with() {
    let changes = [
        ("update games set why = 'moves' where number = 3", "result in the table"),
        ("update games set started_ms = 7 where number = 3", "started_ms in the table"),
        ("update games set nth = 9 where number = 3", "none that this event asks for"),
        (
            "update games set seats = (select seats from games where pairing = 2 limit 1) \
             where pairing = 1 and nth = 1",
            "was played by others than those who were drawn",
        ),
        ("delete from records where number = 3", "its record is missing"),
        ("update records set zstd = x'00' where number = 3", "damaged"),
        (
            "update records set zstd = (select zstd from records where number = 4) where number = 3",
            "id in the table",
        ),
        ("delete from games where number = 3", "the stored result"),
        (
            "update events set result = replace(result, '\"wins\":', '\"wins\":1')",
            "the stored result",
        ),
    ];
    for (sql, expected) in changes {
        let lab = Lab::new();
        lab.file("cup.toml", short("Cup"));
        run(&lab, &["run", "cup.toml", "--no-check"]).expect(0);
        tamper(&lab, sql);
        let said = run(&lab, &["verify"]).expect(1);
        assert!(said.out.contains(expected), "{sql}: {}", said.out);
        assert!(!last(&said).starts_with("ok"), "{sql}: {}", said.out);
    }
}
