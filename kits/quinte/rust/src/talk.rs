//! The conversation with the referee; `docs/protocols/quinte.md` describes the lines.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{CursorAction, GameInfo, MapInfo, Player, Point, RotateType, SoldierAction};

/// Plays one game over stdin and stdout.
pub fn start(mut player: impl Player) {
    let mut info = GameInfo::new();
    let mut stdout = std::io::stdout();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        let Some(answer) = hear(&mut player, &mut info, &line) else { continue };
        if writeln!(stdout, "{answer}").and_then(|()| stdout.flush()).is_err() {
            return; // the referee has left, and so do we
        }
    }
}

/// What to answer to a line, if anything.
fn hear(player: &mut impl Player, info: &mut GameInfo, line: &str) -> Option<String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["quinte", _, ref facts @ ..] => {
            for fact in facts.chunks_exact(2) {
                info.begin(fact[0], fact[1]);
            }
            return Some("ready".into());
        }
        ["map", rows] => info.map.read_rows(rows)?,
        ["scores", ref scores @ ..] => {
            for (score, text) in info.scores.iter_mut().zip(scores) {
                *score = text.parse().ok()?;
            }
        }
        ["soldiers", ref words @ ..] => read_points(&mut info.map.soldiers, words)?,
        ["cursors", ref words @ ..] => read_points(&mut info.map.cursors, words)?,
        ["turn", number, _] => {
            info.time = number.parse().ok()?;
            return Some(format!("order {number} {}", orders(player, info)));
        }
        _ => {}
    }
    None
}

/// Both orders of a turn. A panic has printed its message already.
fn orders(player: &mut impl Player, info: &mut GameInfo) -> String {
    let cursor = catch_unwind(AssertUnwindSafe(|| player.next_cursor_action(info)));
    let cursor = cursor.ok().flatten().unwrap_or(CursorAction::here(RotateType::None));
    info.map.carry_out(cursor);
    let soldier = catch_unwind(AssertUnwindSafe(|| player.next_soldier_action(info)));
    let soldier = soldier.ok().flatten().unwrap_or(SoldierAction::None);
    let rotate = match cursor.rotate {
        RotateType::Clockwise => "CLOCKWISE",
        RotateType::Anticlockwise => "ANTICLOCKWISE",
        RotateType::None => "NONE",
    };
    let place = cursor.location.map_or(String::new(), |at| format!(" {} {}", at.x, at.y));
    let soldier = match soldier {
        SoldierAction::Up => "UP",
        SoldierAction::Down => "DOWN",
        SoldierAction::Right => "RIGHT",
        SoldierAction::Left => "LEFT",
        SoldierAction::None => "NONE",
    };
    format!("{rotate}{place} {soldier}")
}

fn read_points(points: &mut [Point; 4], words: &[&str]) -> Option<()> {
    for (point, pair) in points.iter_mut().zip(words.chunks_exact(2)) {
        *point = Point::new(pair[0].parse().ok()?, pair[1].parse().ok()?);
    }
    Some(())
}

impl GameInfo {
    fn new() -> GameInfo {
        GameInfo {
            map: MapInfo::new(),
            scores: [0; 4],
            player: 1,
            time: 0,
            end_time: 1000,
            super_time: 850,
            color: String::new(),
            time_limit: None,
        }
    }

    fn begin(&mut self, fact: &str, value: &str) {
        match fact {
            "player" => self.player = value.parse().unwrap_or(1).clamp(1, 4),
            "color" => self.color = value.into(),
            "turns" => self.end_time = value.parse().unwrap_or(self.end_time),
            "super" => self.super_time = value.parse().unwrap_or(self.super_time),
            "ms" => self.time_limit = value.parse().ok(),
            _ => {}
        }
    }
}
