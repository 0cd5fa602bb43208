//! An explanation as text for a terminal, aligned by display width.

use std::fmt::Write;

use gyoji_core::record::{FaultKind, Then};
use gyoji_core::{Lang, Text};
use gyoji_words::faults as words;
use unicode_width::UnicodeWidthStr;

use super::board::{LEGAL, WRONG};
use super::{Board, Case, Explanation, Line, Quote, Speaker};

/// How wide the lines of the conversation may be.
pub(super) const TEXT_WIDTH: usize = 46;
/// How wide names may be.
pub(super) const NAME_WIDTH: usize = 24;
/// How wide a line may become by putting two things into it.
const PAGE_WIDTH: usize = 80;
/// How wide a mark and what it says may be in one line.
const MARK_WIDTH: usize = 88;
/// How many legal moves there may be for a list of the first to be worth showing.
pub(super) const MOST_LISTED: usize = 120;
/// Where the second of them begins if there is room, and how far it is at least.
const LEGAL_COLUMN: usize = 43;
const GAP: usize = 4;

/// How an explanation is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// With the colour codes of terminals.
    pub colour: bool,
}

const BAD: &str = "1;31";
const MILD: &str = "1;33";
const GOOD: &str = "32";
const FAINT: &str = "2";

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        if self.colour && !text.is_empty() {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

impl Style {
    pub(super) fn faint(self, text: &str) -> String {
        self.paint(FAINT, text)
    }
}

impl Explanation {
    /// The explanation as text: whole lines, each ending in `\n`.
    pub fn render(&self, lang: Lang, style: Style) -> String {
        let mut page = Page { lang, style, out: String::new() };
        page.headline(self);
        page.exchange(self);
        if let Some(board) = &self.board {
            page.board(board);
        }
        for quote in &self.quotes {
            page.quote(quote);
        }
        if let Some(times) = &self.times {
            page.items(&words::label_times(), &times.lines(lang), FAINT);
        }
        let of = |list: &[super::Words]| -> Vec<String> {
            list.iter().map(|words| words.get(lang).to_owned()).collect()
        };
        page.items(&words::label_why(), &of(&self.why), MILD);
        page.items(&words::label_fix(), &of(&self.fix), GOOD);
        page.legal(self);
        if let Some(instead) = &self.instead {
            page.items(&words::label_instead(), std::slice::from_ref(instead), FAINT);
        }
        if !self.again.is_empty() {
            page.items(&words::label_again(), std::slice::from_ref(&self.again), FAINT);
        }
        page.out
    }
}

struct Page {
    lang: Lang,
    style: Style,
    out: String,
}

impl Page {
    fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    fn headline(&mut self, it: &Explanation) {
        let when = match it.kind {
            FaultKind::Start => words::label_start(),
            _ if it.case == Case::NotReady => words::label_start(),
            _ => match &it.round {
                Some(round) => words::label_move_of_round(it.move_number, round.get(self.lang)),
                None => words::label_move(it.move_number),
            },
        };
        let colour = if it.then == Then::Loses { BAD } else { MILD };
        let headline = format!(
            "{}  {}  {}  {} {}  {}",
            it.game.get(self.lang),
            words::label_game(&it.id).get(self.lang),
            when.get(self.lang),
            it.seat.get(self.lang),
            it.player,
            self.style.paint(colour, it.verdict.get(self.lang)),
        );
        self.line(&headline);
    }

    fn exchange(&mut self, it: &Explanation) {
        let label = |line: &Line| match line.speaker {
            Speaker::Referee if it.by_file => words::label_we_gave(),
            Speaker::Player if it.by_file => words::label_wrote(&it.player),
            Speaker::Referee => words::label_we_sent(),
            Speaker::Player => words::label_said(&it.player),
            Speaker::Nobody => Text::plain(""),
        };
        let labels: Vec<Text> = it.exchange.iter().map(label).collect();
        let width = labels.iter().map(|label| label.get(self.lang).width()).max().unwrap_or(0);
        let mut before: Option<Speaker> = None;
        for (line, label) in it.exchange.iter().zip(&labels) {
            // Whoever goes on speaking is named once.
            let label = if before == Some(line.speaker) { "" } else { label.get(self.lang) };
            before = Some(line.speaker);
            let arrow = match line.speaker {
                Speaker::Referee => '>',
                Speaker::Player => '<',
                Speaker::Nobody => ' ',
            };
            let nothing = words::said_nothing();
            let text = match line.text.get(self.lang) {
                "" if it.by_file => nothing.get(self.lang),
                text => text,
            };
            let mut row = format!("  {}  {arrow} {}", pad(label, width), pad(text, TEXT_WIDTH));
            if let Some(time) = &line.time {
                let _ = write!(row, "  {}", self.style.paint(FAINT, time));
            }
            self.line(&row);
            if let Some(mark) = &line.mark {
                let before: String = text.chars().take(mark.start).collect();
                let under: String = text.chars().skip(mark.start).take(mark.length).collect();
                let indent = " ".repeat(2 + width + 4 + before.width());
                let carets = self.style.paint(BAD, &"^".repeat(under.width().max(1)));
                let says = mark.says.get(self.lang);
                if indent.len() + under.width() + says.width() < MARK_WIDTH {
                    self.line(&format!("{indent}{carets} {says}"));
                } else {
                    self.line(&format!("{indent}{carets}"));
                    self.line(&format!("{indent}{says}"));
                }
            }
        }
    }

    fn board(&mut self, board: &Board) {
        for line in &board.lines {
            let mut row = String::from("    ");
            for c in line.chars() {
                let colour = match c {
                    WRONG => BAD,
                    LEGAL => GOOD,
                    _ => {
                        row.push(c);
                        continue;
                    }
                };
                row += &self.style.paint(colour, c.encode_utf8(&mut [0; 4]));
            }
            self.line(&row);
        }
        self.line(&format!("    {}", self.style.paint(FAINT, board.key.get(self.lang))));
    }

    fn quote(&mut self, quote: &Quote) {
        self.line(&format!("  {}", quote.whose.get(self.lang)));
        if quote.left_out > 0 {
            let left_out = words::lines_left_out(quote.left_out);
            self.line(&format!("    | {}", self.style.paint(FAINT, left_out.get(self.lang))));
        }
        for line in &quote.lines {
            self.line(&format!("    | {line}"));
        }
    }

    /// A label and what belongs to it, a line each.
    fn items(&mut self, label: &Text, items: &[String], colour: &str) {
        let label = label.get(self.lang);
        for (i, item) in items.iter().enumerate() {
            let label = if i == 0 { label.to_owned() } else { " ".repeat(label.width()) };
            let row = format!("  {} {item}", self.style.paint(colour, &label));
            self.line(&row);
        }
    }

    /// The legal moves, beside the last line if there is room.
    fn legal(&mut self, it: &Explanation) {
        let asked_for_one = matches!(it.kind, FaultKind::Illegal | FaultKind::Format);
        // A file that is wrong is not so for want of a legal move.
        // Nor is anybody helped by a few of very many.
        let of_use = (!it.by_file || it.kind == FaultKind::Illegal)
            && it.legal.len() + it.legal_more <= MOST_LISTED;
        if it.legal.is_empty() || !asked_for_one || !of_use {
            return;
        }
        let mut legal = it.legal.join(" ");
        if it.legal_more > 0 {
            let _ = write!(legal, " ... (+{})", it.legal_more);
        }
        let label = words::label_legal();
        let label = label.get(self.lang);
        let painted = format!("{} {legal}", self.style.paint(GOOD, label));
        let used = self.last_width();
        let wanted = label.width() + 1 + legal.width();
        if it.fix.len() == 1 && used + GAP + wanted <= PAGE_WIDTH {
            let gap = GAP.max(LEGAL_COLUMN.saturating_sub(used));
            let gap = if used + gap + wanted > PAGE_WIDTH { GAP } else { gap };
            self.out.pop();
            self.out.push_str(&" ".repeat(gap));
            self.line(&painted);
        } else {
            self.line(&format!("  {painted}"));
        }
    }

    /// How wide the last line is on the screen: colour codes take no room.
    fn last_width(&self) -> usize {
        let last = self.out.lines().last().unwrap_or("");
        let mut parts = last.split('\x1b');
        let first = parts.next().unwrap_or("").width();
        first
            + parts
                .map(|part| part.split_once('m').map_or(0, |(_, text)| text.width()))
                .sum::<usize>()
    }
}

/// The text with spaces up to a display width.
fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}
