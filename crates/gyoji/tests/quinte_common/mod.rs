//! QUINTE from outside: the kits made ready to run, records read as plain JSON, and the rules
//! once more, written from the rule sheet alone and as simple as possible.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::common::{Lab, is_installed};

/// A file of the kits.
pub fn kit(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/quinte").join(path)
}

/// A player of the Python kit, as a player is written.
pub fn python(player: &str) -> String {
    kit(&format!("python/{player}.py")).display().to_string()
}

/// Runs a compiler in a folder for the whole test run, once.
fn made(cell: &'static OnceLock<Lab>, make: impl FnOnce(&Lab)) -> &'static Lab {
    cell.get_or_init(|| {
        let lab = Lab::new();
        make(&lab);
        lab
    })
}

/// Runs a compiler that has to succeed.
#[track_caller]
pub fn compile(lab: &Lab, command: &mut Command) {
    lab.at_home(command);
    // A version manager finds its tools by the real home.
    command.envs(std::env::vars_os().filter(|(name, _)| name == "HOME" || name == "RUSTUP_HOME"));
    let said = command.output().expect("the compiler starts");
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
}

/// The folder with the compiled Java kit; none where there is no Java.
pub fn java_classes() -> Option<PathBuf> {
    static KIT: OnceLock<Lab> = OnceLock::new();
    is_installed("javac").then(|| {
        let lab = made(&KIT, |lab| {
            let sources = std::fs::read_dir(kit("java/src")).unwrap().flatten();
            let sources = sources.map(|file| file.path()).filter(|path| path.is_file());
            let mut javac = Command::new("javac");
            javac.args(["-Xlint:all", "-Werror", "-encoding", "UTF-8", "-d", "classes"]);
            compile(lab, javac.arg("-sourcepath").arg(kit("java/src")).args(sources));
        });
        lab.path("classes")
    })
}

/// A player of the Java kit, as a player is written.
pub fn java(player: &str) -> Option<String> {
    Some(format!("java -cp {} {player}", java_classes()?.display()))
}

/// The folder with the compiled library of the Rust kit.
fn rust_kit() -> &'static Lab {
    static KIT: OnceLock<Lab> = OnceLock::new();
    made(&KIT, |lab| {
        let mut rustc = Command::new("rustc");
        rustc.args(["--edition", "2024", "-O", "-D", "warnings", "--crate-type", "rlib"]);
        compile(lab, rustc.args(["--crate-name", "quinte"]).arg(kit("rust/src/lib.rs")));
    })
}

/// Compiles a player of the Rust kit, into the folder of `lab`.
pub fn rust_program(lab: &Lab, source: &Path) {
    let library = rust_kit().path("libquinte.rlib");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "-O", "-D", "warnings", "--extern"]);
    compile(lab, rustc.arg(format!("quinte={}", library.display())).arg(source));
}

/// A player of the Rust kit, compiled and as a player is written.
pub fn rust(lab: &Lab, player: &str) -> String {
    rust_program(lab, &kit(&format!("rust/src/bin/{player}.rs")));
    lab.path(player).display().to_string()
}

/// The lines of a record.
pub fn record(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The lines of one event.
pub fn events<'a>(record: &'a [Value], event: &str) -> Vec<&'a Value> {
    record.iter().filter(|line| line["event"] == event).collect()
}

/// A number of a line.
#[track_caller]
pub fn number(line: &Value, field: &str) -> u64 {
    line[field].as_u64().unwrap_or_else(|| panic!("{field}: {line}"))
}

/// The game as the rule sheet has it, cell by cell. Shares nothing with `games/quinte` but the
/// map and the text of orders.
pub struct Castle {
    /// The colour of each tile by row and column: a seat, or none for gray. The wall is gray too.
    tiles: [[Option<usize>; 17]; 17],
    soldiers: [(i32, i32); 4],
    pub scores: [u64; 4],
    super_from: u64,
    orders: u64,
}

const HOMES: [(i32, i32); 4] = [(8, 16), (0, 8), (8, 0), (16, 8)];

impl Castle {
    pub fn new(score: u64, super_from: u64) -> Castle {
        let map = include_str!("../../../../games/quinte/data/map.txt");
        let rows = map.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        let mut tiles = [[None; 17]; 17];
        for (y, row) in rows.enumerate() {
            for (x, sign) in row.chars().enumerate() {
                tiles[y + 1][x + 1] = "RBGY".find(sign);
            }
        }
        Castle { tiles, soldiers: HOMES, scores: [score; 4], super_from, orders: 0 }
    }

    /// Carries out an order of whoever is to move, all of which has to be possible.
    pub fn order(&mut self, order: &str) {
        let seat = (self.orders % 4) as usize;
        let (cursor, soldier) = order.split_once(' ').unwrap();
        if let Some((word, place)) = cursor.split_once('@') {
            let (x, y) = place.split_once(',').unwrap();
            self.cursor(seat, word, x.parse().unwrap(), y.parse().unwrap());
        }
        let (x, y) = self.soldiers[seat];
        match soldier {
            "up" => self.step(seat, x, y - 1),
            "down" => self.step(seat, x, y + 1),
            "left" => self.step(seat, x - 1, y),
            "right" => self.step(seat, x + 1, y),
            other => assert_eq!(other, "-"),
        }
        self.orders += 1;
    }

    fn cursor(&mut self, seat: usize, word: &str, x: usize, y: usize) {
        assert!(x < 16 && y < 16, "the cursor stays on the map");
        // Clockwise from the top left, without the wall.
        let cells = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        let is_tile = |&(x, y): &(usize, usize)| (1..16).contains(&x) && (1..16).contains(&y);
        let cells: Vec<(usize, usize)> = cells.into_iter().filter(is_tile).collect();
        if word == "to" {
            return;
        }
        let inside = |&(sx, sy): &(i32, i32)| {
            (x as i32..=x as i32 + 1).contains(&sx) && (y as i32..=y as i32 + 1).contains(&sy)
        };
        assert!(!self.soldiers.iter().any(inside), "no soldier under the cursor");
        let mut colours: Vec<Option<usize>> =
            cells.iter().map(|&(x, y)| self.tiles[y][x]).collect();
        assert!(colours.contains(&Some(seat)), "a tile of the own colour under the cursor");
        match word {
            "cw" => colours.rotate_right(1),
            _ => colours.rotate_left(1),
        }
        for ((x, y), colour) in cells.into_iter().zip(colours) {
            self.tiles[y][x] = colour;
        }
    }

    fn step(&mut self, seat: usize, x: i32, y: i32) {
        let along = if (1..16).contains(&x) { x } else { y };
        let percent = match along {
            _ if (1..16).contains(&x) && (1..16).contains(&y) => {
                assert_eq!(self.tiles[y as usize][x as usize], Some(seat), "a tile of its colour");
                self.soldiers[seat] = (x, y);
                return;
            }
            7..=9 => 20,
            4 | 12 => 10,
            _ => panic!("a soldier in the wall"),
        };
        let defender = [y == 16, x == 0, y == 0, x == 16].iter().position(|&side| side).unwrap();
        assert_ne!(defender, seat);
        let twice = if self.orders / 4 >= self.super_from { 2 } else { 1 };
        let loss = self.scores[defender] * percent * twice / 100;
        self.scores[defender] -= loss;
        self.scores[seat] += loss;
        self.soldiers[seat] = HOMES[seat];
    }
}
