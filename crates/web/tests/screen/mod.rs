//! Somebody who plays by looking at the screen.

#![allow(dead_code, unreachable_pub, reason = "as in `common`")]

use std::path::PathBuf;

use gyoji_testkit::browser::Browser;
use serde_json::json;

use crate::common::Arena;

/// A name that would do harm wherever it is taken for anything but text.
pub const NASTY: &str = "<img src=x onerror=document.title=1>";

/// Leaves a picture where the environment says.
pub fn picture(browser: &mut Browser, name: &str) {
    let Some(folder) = std::env::var_os("GYOJI_PICTURES").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    // What was just sent for is drawn a moment later.
    std::thread::sleep(std::time::Duration::from_millis(600));
    browser.picture(&folder.join(format!("{name}.png")));
}

/// The console has nothing to say.
#[track_caller]
pub fn quiet(browser: &mut Browser) {
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// A person in a game against bots.
#[derive(Debug)]
pub struct Player {
    pub id: String,
}

/// The cell to click on: with stones or discs near one's own, with pieces to the far side.
const CHOOSE: &str = "
    const { view } = gyoji.moment, seat = gyoji.mine.seat, cols = view.cols.length, rows = view.rows.length;
    const cells = [...document.querySelectorAll('.hit.can')].map(hit => hit.dataset.cell.split(',').map(Number));
    const own = (x, y) => x >= 0 && x < cols && view.cells[y * cols + x]?.pieces?.at(-1)?.seat === seat;
    const far = ([, y]) => seat === 0 ? y : rows - 1 - y;
    const row = ([x, y]) => Math.max(...[[1, 0], [0, 1], [1, 1], [1, -1]].map(([dx, dy]) => {
        let n = 0;
        for (const way of [1, -1]) for (let k = 1; own(x + k * dx * way, y + k * dy * way); k++) n++;
        return n;
    }));
    const steps = gyoji.steps.length;
    if (cols === 5) cells.sort((a, b) => far(a) - far(b));
    else cells.sort((a, b) => row(b) - row(a) || Math.abs(a[0] - cols / 2) - Math.abs(b[0] - cols / 2));
    return cells.length ? `[data-cell=\"${cells[0]}\"]` : null;
";

impl Player {
    /// Chooses the first seat and the weakest rank on the page of a game.
    pub fn begin(browser: &mut Browser, arena: &Arena, game: &str) -> Player {
        browser.visit(&arena.url(&format!("/play/{game}")));
        browser.click(".seg [role=radio]:nth-child(2)");
        if game == "quinte" {
            browser.click(".more summary");
            browser.eval("for (const field of document.querySelectorAll('.field')) { const input = field.querySelector('input'); if (input?.dataset.usual === '1000') input.value = '40'; }");
        }
        browser.click("[data-rank=jonokuchi]");
        let id = browser.await_true("return globalThis.gyoji?.replay ? gyoji.id : null");
        assert_eq!(browser.eval("return gyoji.mine.seat"), json!(0), "{game}");
        Player { id: id.as_str().unwrap().to_owned() }
    }

    /// Plays until the game is over, by clicking on what the page offers.
    pub fn play_by_mouse(&self, browser: &mut Browser) {
        for turn in 0.. {
            assert!(turn < 400, "{} does not end", self.id);
            browser.await_true("return gyoji.ended != null || gyoji.isChoosing && !gyoji.busy");
            if browser.eval("return gyoji.ended != null") == true {
                return;
            }
            let state = "return [gyoji.moment.ply, gyoji.steps.length, gyoji.pending != null, gyoji.refused].join()";
            let before = browser.eval(state);
            self.click_once(browser, turn);
            let changed = format!(
                "return gyoji.ended != null || gyoji.isChoosing && !gyoji.busy && (() => {{ {state} }})() !== {before}"
            );
            browser.await_true(&changed);
        }
    }

    fn click_once(&self, browser: &mut Browser, turn: usize) {
        if browser.eval("return gyoji.pending != null") == true {
            return browser.click(".guide .btn.go");
        }
        if browser.eval("return gyoji.isPass") == true {
            return browser.click(".banner .btn.go");
        }
        // A game of many turns: once by its parts, then the same again, then a bot goes on.
        if turn > 12
            && browser.eval(
                "return document.querySelector('.many button:last-child:not(:disabled)') !== null",
            ) == true
        {
            let which =
                if turn < 16 { ".many button:first-child" } else { ".many button:last-child" };
            // What was refused once is done by its parts.
            if browser.eval("return gyoji.steps.length === 0 && !gyoji.refused") == true {
                return browser.click(which);
            }
        }
        let cell = browser.eval(CHOOSE);
        match cell.as_str() {
            Some(cell) => browser.click(cell),
            // What has a name: a tile, a turn, a way.
            None => {
                let words = browser.eval("return document.querySelectorAll('.tilebtn').length");
                let which = 1 + turn % words.as_u64().unwrap_or(1).max(1) as usize;
                browser.click(&format!(".tilebtn:nth-child({which})"));
            }
        }
    }
}
