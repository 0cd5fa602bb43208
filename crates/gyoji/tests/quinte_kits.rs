//! The QUINTE kits: every sample plays, and each kit sees the map as the referee does.

mod common;
mod quinte_common;

use common::{Lab, gyoji, is_installed};
use quinte_common::{events, java, java_classes, kit, python, record, rust, rust_program};

/// Plays one game with all the time in the world: only what the programs do counts.
fn play(lab: &Lab, players: [&str; 4], turns: u32) -> serde_json::Value {
    let turns = format!("turns={turns}");
    let terms =
        ["-n", "1", "--time", "30s", "-o", &turns, "--seed", "1", "--json", "--record", "games"];
    let said = lab.run(&[&["match", "quinte"][..], &players, &terms].concat()).expect(0);
    said.json()
}

/// None of the players missed a turn or wanted the impossible.
fn expect_clean(result: &serde_json::Value) {
    for player in result["players"].as_array().unwrap() {
        assert_eq!(player["missed_turns"], serde_json::json!({}), "{player}");
        assert_eq!(player["impossible_orders"], 0, "{player}");
    }
}

/// The samples of one kit against a skeleton: no faults, and the other two do something.
fn samples_play([skeleton, random, high_score]: [&str; 3]) {
    let lab = Lab::new();
    expect_clean(&play(&lab, [skeleton, random, high_score, "bot:skeleton"], 200));
    let record = record(&lab.files("games")[0]);
    for (seat, player) in record[0]["players"].as_array().unwrap().iter().enumerate() {
        let moves = events(&record, "moved").into_iter().filter(|line| line["seat"] == seat);
        let orders = moves.filter(|line| line["move"] != "- -").count();
        let name = player["name"].as_str().unwrap().to_lowercase();
        match name.contains("skeleton") {
            true => assert_eq!(orders, 0, "{name}"),
            false => assert!(orders > 100, "{name}: {orders}"),
        }
    }
}

#[test]
fn the_python_samples_play() {
    if is_installed("python3") {
        let players = ["skeleton", "random_player", "high_score_player"].map(python);
        samples_play([&players[0], &players[1], &players[2]]);
    }
}

#[test]
fn the_java_samples_play() {
    let players = ["Skeleton", "RandomPlayer", "HighScorePlayer"].map(java);
    if let [Some(skeleton), Some(random), Some(high_score)] = &players {
        samples_play([skeleton, random, high_score]);
    }
}

#[test]
fn the_rust_samples_play() {
    let lab = Lab::new();
    let players = ["skeleton", "random_player", "high_score_player"];
    let players = players.map(|player| rust(&lab, player));
    samples_play([&players[0], &players[1], &players[2]]);
}

/// A player that turns tiles anywhere, walls and corners included, and leaves at once if the map
/// of the next turn, or the place of its cursor, is not the one its kit foresaw. Alone among
/// skeletons it must be.
const FORESEES_PY: &str = "
import os, random, sys
sys.path.insert(0, os.environ.get('KIT', ''))
from quinte import *

class Foresees(Player):
    def colours(self, info):
        cells = (Point(x, y) for x in range(17) for y in range(17))
        cursor = info.getMap().getCursorLocation(info.getMyCountry())
        return [cursor] + [info.getMap().getTile(at).getOwner() for at in cells]

    def nextCursorAction(self, info):
        if info.getTime() > 0 and self.colours(info) != self.foreseen:
            os._exit(9)
        return CursorAction(random.choice(list(RotateType)), random.randrange(-1, 17), random.randrange(-1, 17))

    def nextSoldierAction(self, info):
        self.foreseen = self.colours(info)
        return random.choice(list(SoldierAction))

start(Foresees())
";

const FORESEES_JAVA: &str = "
import java.util.*;
import jp.ac.washi.quinte.api.*;

public class Foresees extends Player {
    private final Random random = new Random();
    private List<Object> foreseen;

    private List<Object> colours(GameInfo info) {
        List<Object> colours = new ArrayList<>();
        colours.add(info.getMap().getCursorLocation(info.getMyCountry()));
        for (int x = 0; x < 17; x++) {
            for (int y = 0; y < 17; y++) {
                colours.add(info.getMap().getTile(x, y).getOwner());
            }
        }
        return colours;
    }

    @Override
    public CursorAction nextCursorAction(GameInfo info) {
        if (info.getTime() > 0 && !colours(info).equals(foreseen)) {
            Runtime.getRuntime().halt(9);
        }
        RotateType type = RotateType.values()[random.nextInt(3)];
        return new CursorAction(type, random.nextInt(18) - 1, random.nextInt(18) - 1);
    }

    @Override
    public SoldierAction nextSoldierAction(GameInfo info) {
        foreseen = colours(info);
        return SoldierAction.values()[random.nextInt(5)];
    }
}
";

const FORESEES_RS: &str = "
use quinte::*;

#[derive(Default)]
struct Foresees {
    random: Random,
    foreseen: Option<(Point, Vec<Option<CountryInfo>>)>,
}

fn colours(info: &GameInfo) -> Option<(Point, Vec<Option<CountryInfo>>)> {
    let cells = (0..17).flat_map(|x| (0..17).map(move |y| Point::new(x, y)));
    let colours = cells.map(|at| info.map().tile(at).unwrap().owner).collect();
    Some((info.map().cursor_location(info.my_country()), colours))
}

impl Player for Foresees {
    fn next_cursor_action(&mut self, info: &GameInfo) -> Option<CursorAction> {
        if info.time() > 0 && colours(info) != self.foreseen {
            std::process::exit(9);
        }
        let rotate = [RotateType::Clockwise, RotateType::Anticlockwise, RotateType::None];
        let (x, y) = (self.random.below(18) as i32 - 1, self.random.below(18) as i32 - 1);
        Some(CursorAction::new(self.random.choose(&rotate), x, y))
    }

    fn next_soldier_action(&mut self, info: &GameInfo) -> Option<SoldierAction> {
        use SoldierAction::{Down, Left, None, Right, Up};
        self.foreseen = colours(info);
        Some(self.random.choose(&[Up, Down, Right, Left, None]))
    }
}

fn main() {
    start(Foresees::default());
}
";

/// Plays 500 turns of a player that leaves as soon as its kit is wrong.
fn foresees(lab: &Lab, player: &str) {
    let result = play(lab, [player, "bot:skeleton", "bot:skeleton", "bot:skeleton"], 500);
    let player = &result["players"][0];
    assert_eq!(player["missed_turns"], serde_json::json!({}), "{player}");
    assert!(player["impossible_orders"].as_u64().unwrap() > 100, "nobody may turn just anything");
}

#[test]
fn the_python_kit_foresees_what_its_cursor_does() {
    if is_installed("python3") {
        let lab = Lab::new();
        let source =
            FORESEES_PY.replace("os.environ.get('KIT', '')", &format!("{:?}", kit("python")));
        lab.file("foresees.py", source);
        foresees(&lab, "foresees.py");
    }
}

#[test]
fn the_java_kit_foresees_what_its_cursor_does() {
    let Some(classes) = java_classes() else { return };
    let lab = Lab::new();
    let source = lab.file("Foresees.java", FORESEES_JAVA);
    let mut javac = std::process::Command::new("javac");
    javac.args(["-d", ".", "-cp"]).arg(&classes).arg(source);
    quinte_common::compile(&lab, &mut javac);
    // Players from the contest have no main of their own.
    let starter = "jp.ac.washi.quinte.api.GameStarter";
    foresees(&lab, &format!("java -cp {}:. {starter} Foresees", classes.display()));
}

#[test]
fn the_rust_kit_foresees_what_its_cursor_does() {
    let lab = Lab::new();
    let source = lab.file("foresees.rs", FORESEES_RS);
    rust_program(&lab, &source);
    foresees(&lab, "./foresees");
}

/// In every language: prints to its standard output, fails, and gives no orders at all.
#[test]
fn an_ai_that_fails_or_prints_gives_no_order_and_plays_on() {
    let lab = Lab::new();
    let mut players = Vec::new();
    if is_installed("python3") {
        let source = "
import sys
sys.path.insert(0, KIT)
from quinte import *
class Fails(Player):
    def nextCursorAction(self, info):
        print('thinking in Python')
        raise ValueError('a Python mistake')
start(Fails())
";
        lab.file("fails.py", source.replace("KIT", &format!("{:?}", kit("python"))));
        players.push(("fails.py".to_owned(), "a Python mistake", "thinking in Python"));
    }
    if let Some(classes) = java_classes() {
        let source = "
import jp.ac.washi.quinte.api.*;
public class Fails extends Player {
    public CursorAction nextCursorAction(GameInfo info) {
        System.out.println(\"thinking in Java\");
        return null;
    }
    public SoldierAction nextSoldierAction(GameInfo info) {
        throw new IllegalStateException(\"a Java mistake\");
    }
}
";
        let source = lab.file("Fails.java", source);
        let mut javac = std::process::Command::new("javac");
        javac.args(["-d", ".", "-cp"]).arg(&classes).arg(source);
        quinte_common::compile(&lab, &mut javac);
        let starter = "jp.ac.washi.quinte.api.GameStarter";
        let player = format!("java -cp {}:. {starter} Fails", classes.display());
        players.push((player, "a Java mistake", "thinking in Java"));
    }
    let source = "
use quinte::*;
struct Fails;
impl Player for Fails {
    fn next_cursor_action(&mut self, _: &GameInfo) -> Option<CursorAction> {
        panic!(\"a Rust mistake\")
    }
    fn next_soldier_action(&mut self, _: &GameInfo) -> Option<SoldierAction> {
        None
    }
}
fn main() {
    start(Fails);
}
";
    let source = lab.file("fails.rs", source);
    rust_program(&lab, &source);
    players.push(("./fails".to_owned(), "a Rust mistake", ""));

    let mut seats: Vec<&str> = players.iter().map(|(player, ..)| player.as_str()).collect();
    seats.resize(4, "bot:skeleton");
    expect_clean(&play(&lab, seats.try_into().unwrap(), 5));
    let record = record(&lab.files("games")[0]);
    for (player, mistake, thought) in players {
        let names = record[0]["players"].as_array().unwrap();
        let seat = names.iter().position(|entry| entry["text"] == player.as_str()).unwrap();
        let moves = events(&record, "moved").into_iter().filter(|line| line["seat"] == seat);
        let mut stderr = String::new();
        for line in moves {
            assert_eq!(line["move"], "- -", "{line}");
            stderr += line["stderr"].as_str().unwrap_or_default();
        }
        assert!(stderr.contains(mistake) && stderr.contains(thought), "{player}: {stderr}");
    }
}

#[test]
fn the_contests_starter_runs_a_game_of_four() {
    let Some(classes) = java_classes() else { return };
    let lab = Lab::new();
    // A Starter as the contest's, with a team's own name.
    let source = "
import jp.ac.washi.quinte.api.*;
public class Starter2010 {
    public static class あなたのチーム名 extends Player {
        public CursorAction nextCursorAction(GameInfo info) {
            return new CursorAction(RotateType.CLOCKWISE, 3, 12);
        }
        public SoldierAction nextSoldierAction(GameInfo info) {
            return SoldierAction.NONE;
        }
    }
    public static void main(String[] args) {
        GameOption option = new GameOption();
        option.setEnableSound(true);
        option.setEnableThreadToLimitTime(true);
        option.setFps(2);
        GameStarter.start(new あなたのチーム名(), new RandomPlayer(), new HighScorePlayer(), new Skeleton(), option);
    }
}
";
    let source = lab.file("Starter2010.java", source);
    let mut javac = std::process::Command::new("javac");
    javac.args(["-encoding", "UTF-8", "-d", ".", "-cp"]).arg(&classes).arg(source);
    quinte_common::compile(&lab, &mut javac);
    let mut java = std::process::Command::new("java");
    lab.at_home(&mut java);
    java.env("GYOJI", gyoji()).env("LC_ALL", "C.UTF-8");
    java.arg("-cp").arg(format!("{}:.", classes.display())).arg("Starter2010");
    let said = common::finish(java, "").expect(0);
    for name in ["あなたのチーム名", "RandomPlayer", "HighScorePlayer", "Skeleton"] {
        assert!(said.out.contains(&format!("\n{name} ")), "{}", said.out);
    }
    assert!(said.err.contains("turn 1000/1000"), "the game is shown: {}", said.err);
}

/// The player of the guide, in both languages, beside the Python kit as its reader has it.
#[test]
fn the_player_of_the_guide_plays() {
    let program = |page: &'static str| {
        let (_, rest) = page.split_once("```python\n").expect("the page has a program");
        rest.split_once("\n```").expect("the program ends").0
    };
    let english = program(include_str!("../../../docs/guides/quinte-contest.md"));
    assert_eq!(english, program(include_str!("../../../docs/guides/quinte-contest.ja.md")));
    if is_installed("python3") {
        let lab = Lab::new();
        std::fs::copy(kit("python/quinte.py"), lab.path("quinte.py")).unwrap();
        lab.file("my_player.py", english);
        let skeletons = ["my_player.py", "bot:skeleton", "bot:skeleton", "bot:skeleton"];
        let result = play(&lab, skeletons, 100);
        assert_eq!(result["players"][0]["missed_turns"], serde_json::json!({}), "{result}");
    }
}
