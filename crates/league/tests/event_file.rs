//! The file of an event: what it says, and how its mistakes are shown.

use std::time::Duration;

use gyoji_core::{Game, Lang};
use gyoji_league::event::{At, EventFile, Format, KEYS, KeyKind, Mistake, Seeding, TABLES, schema};

const HEAD: &str = "name = \"Spring cup\"\ngame = \"othello\"\n";
const PLAYERS: &str = r#"
[[player]]
name = "a"
command = "bot:greedy"

[[player]]
name = "b"
command = "bot:random"
"#;

fn parse(more: &str) -> Result<EventFile, Mistake> {
    EventFile::parse(&format!("{HEAD}{more}{PLAYERS}"))
}

/// The mistake in a file, shown; also what only the game knows.
fn shown(text: &str) -> String {
    let checked = EventFile::parse(text)
        .and_then(|file| file.check(&gyoji_othello::Othello::SPEC).map(|_| file));
    match checked {
        Err(mistake) => mistake.render("event.toml", text, Lang::En),
        Ok(_) => panic!("nothing is wrong with\n{text}"),
    }
}

fn wrong(more: &str) -> String {
    shown(&format!("{HEAD}{more}\n{PLAYERS}"))
}

#[test]
fn a_whole_file_is_read() {
    let file = parse(
        r#"format = "round-robin"
games = 10
time = "500ms"
clock = "60s+0.5s"
opening = 6
seed = 7
slots = 4
ponder = true
sandbox = 0
points = [3, 0]

[options]
start = "mirrored"
"#,
    );
    let file = file.unwrap();
    assert_eq!((file.name.as_str(), file.game.as_str()), ("Spring cup", "othello"));
    assert_eq!(file.time, Some(Duration::from_millis(500)));
    assert_eq!(file.clock.unwrap().to_string(), "60s+0.5s");
    assert_eq!((file.opening, file.seed, file.slots, file.ponder), (6, 7, Some(4), true));
    assert_eq!(file.format(), Some(Format::RoundRobin));
    assert_eq!((file.stages[0].games, file.stages[0].points.clone()), (Some(10), Some(vec![3, 0])));
    assert_eq!(file.options, [("start".to_owned(), "mirrored".to_owned())]);
    let names: Vec<&str> = file.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["a", "b"]);
}

#[test]
fn stages_follow_each_other() {
    let file = parse(
        "points = [2, 0]\n[[stage]]\nname = \"groups\"\nformat = \"groups\"\ntable = 3\nadvance = 1\n\
         [[stage]]\nname = \"final\"\nformat = \"knock-out\"\nbest-of = 5\nthird-place = true\nseeding = \"lot\"\n",
    );
    let [groups, last] = &file.unwrap().stages[..] else { panic!("two stages") };
    assert_eq!(
        (groups.table, groups.advance, groups.points.clone()),
        (Some(3), Some(1), Some(vec![2, 0]))
    );
    assert_eq!((last.name.as_str(), last.format), ("final", Format::KnockOut));
    assert_eq!((last.best_of, last.third_place, last.seeding), (Some(5), true, Seeding::Lot));
}

#[test]
fn the_seed_comes_from_the_name_unless_it_is_given() {
    let seed = |more: &str| parse(more).unwrap().seed;
    assert_eq!(seed(""), seed("games = 4\n"));
    assert_eq!(seed("seed = 5\n"), 5);
    let other = format!("name = \"Autumn cup\"\ngame = \"othello\"\n{PLAYERS}");
    assert_ne!(EventFile::parse(&other).unwrap().seed, seed(""));
    assert_eq!(seed(""), 128_146_011_874_626, "what is in stores must not change");
}

#[test]
fn a_mistake_is_shown_with_its_line_a_caret_and_what_was_meant() {
    assert_eq!(
        wrong("fromat = \"swiss\""),
        "event.toml:3:1: there is no key fromat here\n  |\n3 | fromat = \"swiss\"\n  | ^^^^^^\n  = did you mean format?\n"
    );
    assert_eq!(
        wrong("format = \"swis\""),
        "event.toml:3:10: format has to be one of the known words\n  |\n3 | format = \"swis\"\n  |          ^^^^^^\n  = did you mean swiss?\n"
    );
    let text = format!("name = \"春の大会\" # 行司\ngame = \"othello\"\n{PLAYERS}");
    let text = text.replace("name = \"b\"", "name = \"a\"");
    let mistake = EventFile::parse(&text).unwrap_err();
    assert_eq!(
        mistake.render("大会.toml", &text, Lang::Ja),
        "大会.toml:9:8: a は 5 行目にもあります\n  |\n9 | name = \"a\"\n  |        ^^^\n  = 名前が重ならないようにしてください\n"
    );
}

#[test]
fn every_mistake_is_found_where_it_is() {
    for (more, at, words) in [
        ("games = \"ten\"", "3:9", "whole number"),
        ("games = 0", "3:9", "from 1"),
        ("games = -2", "3:9", "from 1"),
        ("time = \"soon\"", "3:8", "500ms"),
        ("clock = \"0s\"", "3:9", "60s"),
        ("ponder = \"yes\"", "3:10", "true or false"),
        ("sandbox = 4", "3:11", "best"),
        ("sandbox = \"much\"", "3:11", "best"),
        ("memory = \"much\"", "3:10", "512MB"),
        ("processes = -1", "3:13", "whole number"),
        ("points = [1, 2]", "3:10", "worse place"),
        ("points = [1, \"x\"]", "3:10", "list of whole numbers"),
        ("points = [3, 1, 0]", "3:10", "2 places, but 3"),
        ("opening = 4\nopenings = \"x.txt\"", "4:12", "both"),
        ("seed = 1.5", "3:8", "whole number"),
        ("name = \"again\"", "3:1", "twice"),
        ("= 5", "3:1", "TOML"),
        ("best-of = 3", "3:11", "means nothing"),
        ("advance = 2", "3:11", "nothing comes after"),
        ("[option]\nx = 1", "3:2", "no table"),
        ("options = 5", "3:1", "has to be a table"),
        ("[options]\nbaord = \"x\"", "4:1", "no key baord"),
        ("[options]\nstart = \"odd\"", "4:9", "must be one of"),
        ("[options]\nstart = [1]", "4:9", "text, a number"),
        ("stage = 5", "3:1", "[[stage]]"),
        ("stage = []", "3:1", "[[stage]]"),
        ("format = \"knock-out\"\npoints = [3, 0]", "4:10", "means nothing"),
        ("format = \"swiss\"\n[[stage]]\nname = \"x\"", "3:10", "stands in the stages"),
        ("[[stage]]\nformat = \"swiss\"", "3:1", "name is missing in this [[stage]]"),
        ("[[stage]]\nname = \"x\"\nformat = \"cup\"", "5:10", "no stage"),
        ("[[stage]]\nname = \"x\"\n[[stage]]\nname = \"x\"", "6:8", "on line 4"),
        ("[[stage]]\nname = \"x\"\n[[stage]]\nname = \"y\"", "3:1", "advance is missing"),
        ("[[stage]]\nname = \"x\"\nadvance = 9\n[[stage]]\nname = \"y\"", "5:11", "only 2"),
        ("[[stage]]\nname = \"x\"\nadvance = 1\n[[stage]]\nname = \"y\"", "5:11", "at least 2"),
        ("[[player]]\nname = \"c\"", "3:1", "command is missing"),
        ("[[player]]\nname = \"\"\ncommand = \"x\"", "4:8", "cannot be shown"),
        ("[[player]]\nname = \"a\\u0007\"\ncommand = \"x\"", "4:8", "cannot be shown"),
        ("[[player]]\nname = \"a\\u202eb\"\ncommand = \"x\"", "4:8", "cannot be shown"),
        ("[[player]]\nname = \"c\"\ncommand = \" \"", "5:11", ""),
        ("[[player]]\nname = \"c\"\ncomand = \"x\"", "5:1", "did you mean command?"),
        ("games = 1000001", "3:9", "1000000"),
    ] {
        let shown = wrong(more);
        assert!(shown.starts_with(&format!("event.toml:{at}: ")), "{more}\n{shown}");
        assert!(shown.contains(words), "{more}\n{shown}");
    }
}

#[test]
fn what_is_missing_is_said() {
    assert!(shown("game = \"othello\"").contains("name is missing"));
    assert!(shown("name = \"x\"").contains("game is missing"));
    assert!(shown("").contains("event.toml:1:1: name is missing"));
    assert!(shown(HEAD).contains("0 players, but it takes at least 2"));
    let wide = format!("name = \"{}\"\ngame = \"othello\"", "あ".repeat(31));
    assert!(shown(&wide).contains("wider than 60 columns"));
    assert!(shown("name = \"cup#2\"\ngame = \"othello\"").contains('#'));
    let file = parse("").unwrap();
    let unknown = file.no_such_game(&["otello", "renju"]);
    assert_eq!((unknown.line, unknown.column), (2, 8));
    assert!(unknown.render("f", &file.text, Lang::En).contains("did you mean otello?"));
}

#[test]
fn formats_that_do_not_fit_the_game_are_refused() {
    let text = format!(
        "{HEAD}format = \"knock-out\"\n{PLAYERS}{}",
        PLAYERS.replace("\"a\"", "\"c\"").replace("\"b\"", "\"d\"")
    );
    let file = EventFile::parse(&text).unwrap();
    let mistake = file.check(&gyoji_quinte::Quinte::SPEC).unwrap_err();
    let shown = mistake.render("f", &text, Lang::En);
    assert!(shown.contains("knock-out is for games of two"), "{shown}");
    let mut teams = format!("{HEAD}format = \"contest\"\nqualifying = 6\n");
    for player in 0..17 {
        teams += &format!("[[player]]\nname = \"p{player}\"\ncommand = \"bot:x\"\n");
    }
    let file = EventFile::parse(&teams).unwrap();
    let uneven = file.check(&gyoji_quinte::Quinte::SPEC).unwrap_err().render("f", &teams, Lang::En);
    assert!(uneven.starts_with("f:4:14: 17 teams with 6 games each"), "{uneven}");
    assert!(uneven.contains("a multiple of 4 does"), "{uneven}");
    let of_two = file.check(&gyoji_othello::Othello::SPEC).unwrap_err();
    assert!(of_two.problem.get(Lang::En).contains("for games of four"), "{of_two:?}");
    let mut many = format!("{HEAD}format = \"round-robin\"\ngames = 4\n");
    for player in 0..200 {
        many += &format!("[[player]]\nname = \"p{player}\"\ncommand = \"bot:x\"\n");
    }
    let file = EventFile::parse(&many).unwrap();
    let mistake = file.check(&gyoji_quinte::Quinte::SPEC).unwrap_err();
    assert!(mistake.problem.get(Lang::En).contains("258739800 games"), "{mistake:?}");
}

#[test]
fn random_damage_gives_a_mistake_and_never_a_panic() {
    let whole = format!(
        "{HEAD}format = \"groups\"\npoints = [3, 1]\ntime = \"5s\"\n[options]\nstart = \"mirrored\"\n{PLAYERS}"
    );
    let mut rng = fastrand::Rng::with_seed(5);
    let signs = ["\"", "[", "]", "=", "\n", "あ", "\u{0}", "#", "0", "-", ".", "{", "'''", "\r"];
    for _ in 0..3000 {
        let mut text = whole.clone();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..text.chars().count());
            let at = text.char_indices().nth(at).unwrap().0;
            match rng.u8(..3) {
                0 => {
                    text.remove(at);
                }
                1 => text.insert_str(at, signs[rng.usize(..signs.len())]),
                _ => text.truncate(at),
            }
            if text.is_empty() {
                break;
            }
        }
        let checked = EventFile::parse(&text)
            .and_then(|file| file.check(&gyoji_othello::Othello::SPEC).map(|_| file));
        if let Err(mistake) = checked {
            let shown = mistake.render("f", &text, Lang::Ja);
            assert!(shown.contains('^'), "{shown}");
        }
    }
}

#[test]
fn what_has_changed_is_said_in_words() {
    let old = parse("games = 4\ntime = \"1s\"\nslots = 2\n").unwrap();
    let changes = |new: &EventFile| -> Vec<String> {
        old.difference(new).iter().map(|text| text.get(Lang::En).to_owned()).collect()
    };
    assert_eq!(changes(&parse("games = 4\ntime = 1\nslots = 8 # more\n").unwrap()), [""; 0]);
    assert_eq!(
        changes(&parse("games = 6\nopening = 2\n").unwrap()),
        ["games: 4 → 6", "opening: 0 → 2", "time: 1s → (not there)"]
    );
    let players = PLAYERS.replace("\"b\"", "\"c\"").replace("bot:greedy", "bot:mcts");
    let new = EventFile::parse(&format!("{HEAD}games = 4\ntime = \"1s\"\n{players}")).unwrap();
    assert_eq!(
        changes(&new),
        ["player a, command: bot:greedy → bot:mcts", "player b is gone", "player c is new"]
    );
    let turned = "[[player]]\nname = \"b\"\ncommand = \"bot:random\"\n[[player]]\nname = \"a\"\ncommand = \"bot:greedy\"\n";
    let new = EventFile::parse(&format!("{HEAD}games = 4\ntime = \"1s\"\n{turned}")).unwrap();
    assert_eq!(changes(&new), ["the players are in another order"]);
}

#[test]
fn only_a_ladder_may_gain_players() {
    let more = format!("{PLAYERS}[[player]]\nname = \"c\"\ncommand = \"bot:mcts\"\n");
    for (format, gains) in [("ladder", true), ("round-robin", false)] {
        let file = |players: &str| {
            EventFile::parse(&format!("{HEAD}format = \"{format}\"\n{players}")).unwrap()
        };
        assert_eq!(file(PLAYERS).only_gains_players(&file(&more)), gains, "{format}");
        assert!(!file(&more).only_gains_players(&file(PLAYERS)));
        assert!(!file(PLAYERS).only_gains_players(&file(PLAYERS)));
    }
}

/// A value that fits a key.
fn fitting(kind: KeyKind) -> String {
    match kind {
        KeyKind::Text => "\"x\"".into(),
        KeyKind::Word(words) => format!("{:?}", words[0]),
        KeyKind::Number(least, _) => least.to_string(),
        KeyKind::Flag => "true".into(),
        KeyKind::Time => "\"5s\"".into(),
        KeyKind::Clock => "\"5m\"".into(),
        KeyKind::Points => "[1, 0]".into(),
        KeyKind::Sandbox => "\"best\"".into(),
        KeyKind::Limit => "64".into(),
    }
}

#[test]
fn parser_and_schema_know_the_same_keys() {
    let schema = schema();
    let known = |at: &serde_json::Value| -> Vec<String> {
        at["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let mut top: Vec<&str> = KEYS
        .iter()
        .filter(|key| matches!(key.at, At::Top | At::Stage))
        .map(|key| key.name)
        .chain(TABLES.iter().copied())
        .collect();
    top.sort_unstable();
    assert_eq!(known(&schema), top);
    for key in KEYS {
        // The parser takes it where the schema has it, with a format that knows it.
        let format = key.formats.first().unwrap_or(&Format::RoundRobin).name();
        let line = format!("{} = {}\n", key.name, fitting(key.kind));
        let format =
            if key.name == "format" { String::new() } else { format!("format = \"{format}\"\n") };
        let text = match key.at {
            At::Top if matches!(key.name, "name" | "game") => continue,
            At::Top | At::Stage => format!("{HEAD}{line}{format}"),
            At::StageOnly => format!("{HEAD}[[stage]]\n{line}"),
            At::Player => {
                let others = ["name = \"x\"\n", "command = \"x\"\n"];
                let others = others.into_iter().filter(|other| !other.starts_with(key.name));
                format!("{HEAD}[[player]]\n{line}{}", others.collect::<String>())
            }
        };
        let parsed = EventFile::parse(&text);
        assert!(parsed.is_ok(), "{text}{parsed:?}");
        let table = match key.at {
            At::Top | At::Stage => &schema["properties"][key.name],
            At::StageOnly => &schema["properties"]["stage"]["items"]["properties"][key.name],
            At::Player => &schema["properties"]["player"]["items"]["properties"][key.name],
        };
        assert!(table["description"].is_string(), "{}", key.name);
        assert!(!key.about.0.is_empty() && !key.about.1.is_empty());
    }
    let required = |at: &serde_json::Value| at["required"].clone();
    assert_eq!(required(&schema), serde_json::json!(["name", "game"]));
    assert_eq!(
        required(&schema["properties"]["player"]["items"]),
        serde_json::json!(["name", "command"])
    );
}

/// The table of the keys at a place, as the documentation has it.
fn table(at: &[At], japanese: bool) -> String {
    let say = |(en, ja): (&'static str, &'static str)| if japanese { ja } else { en };
    let stage = at.contains(&At::Stage);
    let mut table = match (japanese, stage) {
        (false, true) => {
            "| key | formats | if it is not there | what it does |\n|---|---|---|---|\n"
        }
        (true, true) => "| 項目 | 形式 | 省略すると | 説明 |\n|---|---|---|---|\n",
        (false, false) => "| key | if it is not there | what it does |\n|---|---|---|\n",
        (true, false) => "| 項目 | 省略すると | 説明 |\n|---|---|---|\n",
    }
    .to_owned();
    for key in KEYS.iter().filter(|key| at.contains(&key.at)) {
        let required = if japanese { "（必須）" } else { "(required)" };
        let default = if key.required { required } else { say(key.default) };
        let formats: Vec<&str> = key.formats.iter().map(|format| format.name()).collect();
        let all = if japanese { "すべて" } else { "all" }.to_owned();
        let formats = if formats.is_empty() { all } else { formats.join(", ") };
        let about = say(key.about);
        table += &match stage {
            true => format!("| `{}` | {formats} | {default} | {about} |\n", key.name),
            false => format!("| `{}` | {default} | {about} |\n", key.name),
        };
    }
    table
}

#[test]
fn the_pages_have_every_key() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (page, japanese) in [("docs/events.md", false), ("docs/events.ja.md", true)] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        for at in [&[At::Top][..], &[At::Stage], &[At::Player]] {
            let table = table(at, japanese);
            assert!(text.contains(&table), "{page} has to have this table:\n{table}");
        }
        for format in Format::ALL {
            let heading =
                text.lines().any(|line| line.starts_with("### ") && line.contains(format.name()));
            assert!(heading, "{page} has nothing about {}", format.name());
        }
    }
}

#[test]
fn the_examples_of_the_pages_can_be_read() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut read = 0;
    for page in ["docs/events.md", "docs/events.ja.md"] {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        for example in text.split("```toml\n").skip(1) {
            let example = example.split("```").next().unwrap();
            let file = EventFile::parse(example)
                .unwrap_or_else(|mistake| panic!("{}", mistake.render(page, example, Lang::En)));
            if !file.players.is_empty() {
                file.check(&gyoji_othello::Othello::SPEC).unwrap();
            }
            read += 1;
        }
    }
    assert_eq!(read, 4);
}
