//! The class's library in Python beside the one in Rust: on random games every function says the
//! same. And the sample that is written with it plays.

mod common;

use std::process::{Command, Stdio};

use common::{Lab, finish};
use gyoji_renju::class_api::{
    Config, Decided, Direction, Line, LoadError, Move, OptionContainer, Point, Table, load_data,
    write_data,
};
use serde_json::{Value, json};

const KIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kits/renju/python");
const FACTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/renju_facts.py");

/// A game file, how it is to be read, and how far to look ahead.
struct Task {
    config: Config,
    depth: u32,
    text: String,
}

impl Task {
    /// As the script in Python reads it.
    fn line(&self) -> String {
        let Config { table_size, table_starts_with_one: one, raise_on_csv_count_error: strict } =
            self.config;
        let [one, strict] = [one, strict].map(u8::from);
        format!("{table_size};{one};{strict};{}\t{}", self.depth, self.text)
    }

    /// Everything the library in Rust says about it.
    fn facts(&self) -> Value {
        let config = &self.config;
        let lenient = Config { raise_on_csv_count_error: false, ..*config };
        let loaded = match load_data(&self.text, config) {
            // Here it is known when the file is read; there, as in the document, at `compute`.
            Err(LoadError { loser: Some(_), .. }) => load_data(&self.text, &lenient),
            loaded => loaded,
        };
        let Ok(loaded) = loaded else { return json!({ "error": true }) };
        let mut table = Table::new(*config, loaded.moves.iter().copied());
        let decided = table.compute();
        let mut numbers: Vec<u32> = loaded.moves.iter().map(|mv| mv.program_number).collect();
        numbers.push(table.me());
        numbers.sort_unstable();
        numbers.dedup();
        let stones = table.table();
        let mut facts = json!({
            "count": loaded.count,
            "moves": loaded.moves.iter().map(|mv| of_move(*mv)).collect::<Vec<_>>(),
            "decided": decided.map(|decided| {
                let Move { program_number, point } = decided.deciding_move();
                json!([program_number, point.y, point.x, matches!(decided, Decided::Won(_))])
            }),
            "me": table.me(),
            "stones": stones.iter().map(|(at, who)| json!([at.y, at.x, who])).collect::<Vec<_>>(),
            "players": numbers.iter().map(|&it| of_player(&table, it)).collect::<Vec<_>>(),
        });
        if decided.is_some() {
            return facts;
        }
        let chosen = table.choose_next_move(table.me(), self.depth, 3);
        facts["chosen"] = json!(chosen.as_ref().map(|(mv, options)| {
            json!([mv.program_number, mv.point.y, mv.point.x, of_container(options)])
        }));
        if let Some((mv, _)) = chosen {
            facts["foul"] = table.compute_move(mv).is_err().into();
            facts["written"] = write_data(&table).into();
        }
        facts
    }
}

fn of_move(mv: Move) -> Value {
    json!([mv.program_number, mv.point.y, mv.point.x])
}

fn of_point(point: Point) -> Value {
    json!([point.y, point.x])
}

fn of_line(line: &Line) -> Value {
    let direction = Direction::ALL.iter().position(|it| *it == line.direction);
    let Line { first, second, program_number, .. } = line;
    json!([direction, first.y, first.x, second.y, second.x, program_number])
}

fn of_grown(grown: Option<(Line, Point)>) -> Value {
    json!(grown.map(|(line, point)| json!([of_line(&line), of_point(point)])))
}

fn of_container(it: &OptionContainer) -> Value {
    let option = |option: &gyoji_renju::class_api::Candidate| {
        json!([format!("{:?}", option.kind), option.win_to, option.point.map(of_point)])
    };
    let options: Vec<Value> = it.options().iter().map(option).collect();
    json!([options, option(&it.max()), it.winnable_with_skip(), it.score()])
}

fn of_player(table: &Table, number: u32) -> Value {
    let config = table.config();
    let key = |line: &Line| of_line(line).to_string();
    let order = |line: &Line| {
        let direction = Direction::ALL.iter().position(|it| *it == line.direction);
        (direction, line.first, line.second)
    };
    let mut by_length = serde_json::Map::new();
    let mut all: Vec<Line> = Vec::new();
    for (length, mut lines) in table.get_lines(number) {
        lines.sort_by_key(order);
        assert!(lines.windows(2).all(|pair| key(&pair[0]) != key(&pair[1])), "each once");
        by_length.insert(length.to_string(), lines.iter().map(of_line).collect());
        all.extend(lines);
    }
    all.sort_by_key(order);
    let size = config.table_size;
    let points = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(y, x)));
    let fouls = points.filter(|&at| table.check_foul(Move::new(number, at)));
    let near = [0, 1, 2, 4].map(|distance| {
        let points = table.available_extended_points(number, distance);
        points.into_iter().map(of_point).collect::<Vec<_>>()
    });
    let rows = all.iter().map(|line| {
        let first = [true, false].map(|check| of_grown(table.line_extend_first(line, check)));
        let second = [true, false].map(|check| of_grown(table.line_extend_second(line, check)));
        json!([
            of_line(line),
            line.length(),
            [of_grown(line.extend_first(config)), of_grown(line.extend_second(config))],
            first,
            second,
            of_container(&table.find_options(line)),
        ])
    });
    json!({
        "opponent": table.opponent(number),
        "black": table.is_black(number),
        "wins": table.is_win(number),
        "lines": by_length,
        "fouls": fouls.map(of_point).collect::<Vec<_>>(),
        "near": near,
        "rows": rows.collect::<Vec<_>>(),
    })
}

/// A game of random moves, most of them beside a stone of the same player; some end with five,
/// with a foul, with a point that is taken or with somebody moving twice.
fn random_game(rng: &mut fastrand::Rng, config: &Config) -> String {
    let size = i32::from(config.table_size);
    let [black, white] = [[1, 2], [2, 1], [7, 3]][rng.usize(..3)];
    let mut table = Table::new(*config, []);
    let mut moves: Vec<Move> = Vec::new();
    for index in 0..rng.usize(1..40) {
        let number = if index % 2 == 0 { black } else { white };
        let own: Vec<Point> = moves.iter().rev().skip(1).step_by(2).map(|mv| mv.point).collect();
        for _ in 0..50 {
            let [y, x] = match own.get(rng.usize(..own.len() + 1)) {
                Some(at) => {
                    let (dy, dx) = Direction::ALL[rng.usize(..4)].step();
                    let steps = [-2, -1, -1, 1, 1, 2][rng.usize(..6)];
                    [
                        i32::from(at.y) + i32::from(dy) * steps,
                        i32::from(at.x) + i32::from(dx) * steps,
                    ]
                }
                None => [size / 2 + rng.i32(-3..4), size / 2 + rng.i32(-3..4)],
            };
            if !(0..size).contains(&y) || !(0..size).contains(&x) {
                continue;
            }
            let mv = Move::new(number, Point::new(y as u8, x as u8));
            let last_word = rng.u8(..200) == 0;
            let wins = || {
                let mut next = table.clone();
                next.compute_move(mv).is_ok() && next.is_win(number)
            };
            if last_word || !table.check_foul(mv) && !wins() {
                moves.push(mv);
                let _ = table.compute_move(mv);
                break;
            }
        }
    }
    if rng.u8(..10) == 0 {
        moves.extend(moves.last().copied()); // twice, and on a stone
    }
    write_data(&Table::new(*config, moves))
}

fn tasks() -> Vec<Task> {
    let usual = Config::default();
    let lenient = Config { raise_on_csv_count_error: false, ..usual };
    let mut rng = fastrand::Rng::with_seed(2004);
    let mut tasks = Vec::new();
    for number in 0..48 {
        let config = match number % 8 {
            0 => Config { table_starts_with_one: false, ..usual },
            1 => Config { table_size: 9, ..usual },
            2 => lenient,
            _ => usual,
        };
        let depth = if number % 6 == 5 { 2 } else { 1 };
        tasks.push(Task { config, depth, text: random_game(&mut rng, &config) });
    }
    for text in [
        "",
        "0",
        "0,",
        "1,1;8;8",
        "1,1;1;1",
        "2, 1;8;8 ,2;7;7,",
        "1,5;15;15",
        // A wrong count, a player who moves twice, and what is no such file.
        "3,1;8;8,2;7;7",
        "2,1;8;8,1;7;7",
        "1,1;0;8",
        "1,1;8;16",
        "1,1;8",
        "1,1;8;8;8",
        "x",
        "1,1;a;8",
        "1,-1;8;8",
        "1,1;8;8,,",
        "1;1;8;8",
        "１,1;8;8",
    ] {
        for config in [usual, lenient] {
            tasks.push(Task { config, depth: 1, text: text.to_owned() });
        }
    }
    tasks
}

#[test]
fn python_and_rust_say_the_same_of_every_table() {
    let lab = Lab::new();
    let tasks = tasks();
    let lines: String = tasks.iter().map(|task| task.line() + "\n").collect();
    let mut command = Command::new("python3");
    lab.at_home(&mut command);
    command.args(["-B", "-X", "utf8", FACTS, KIT]).stdout(Stdio::piped());
    let said = finish(command, &lines).expect(0);
    let answers: Vec<&str> = said.out.lines().collect();
    assert_eq!(answers.len(), tasks.len(), "{}", said.err);
    let (mut threats, mut errors) = (0, 0);
    for (task, answer) in tasks.iter().zip(answers) {
        let (python, rust): (Value, Value) =
            (serde_json::from_str(answer).expect("JSON"), task.facts());
        for (name, fact) in rust.as_object().expect("facts") {
            assert_eq!(&python[name], fact, "{name} of {}", task.line());
        }
        assert_eq!(python, rust, "{}", task.line());
        threats += rust.to_string().matches("ToCheckmate").count();
        errors += rust.to_string().matches("error").count();
    }
    // There is something to disagree about.
    assert!(threats > 100 && errors > 10, "{threats} threats, {errors} errors");
}

#[test]
fn the_examples_of_the_page_run() {
    let lab = Lab::new();
    for page in [
        include_str!("../../../docs/games/renju-class.md"),
        include_str!("../../../docs/games/renju-class.ja.md"),
    ] {
        let blocks = page.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next());
        let program: String = blocks.collect();
        assert!(program.contains("import"), "no example");
        let mut command = Command::new("python3");
        lab.at_home(&mut command);
        command.args(["-B", "-X", "utf8", "-c", &program]).env("PYTHONPATH", KIT);
        finish(command, "").expect(0);
    }
}

#[test]
fn the_sample_on_the_library_plays_both_colours() {
    let lab = Lab::new();
    let sample = format!("csv?limit=60s:python3 -B {KIT}/class_ai.py");
    let args = ["match", "renju", &sample, "bot:random", "-n", "2", "--seed", "3", "--json"];
    let said = lab.run(&args).expect(0).json();
    assert_eq!(said["players"][0]["wins"], 2, "{said}");
    assert_eq!(said["players"][0]["faults"], 0, "{said}");
}
