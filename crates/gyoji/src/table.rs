//! Tables in a terminal, aligned by what the eye sees: a Japanese letter is two cells wide.

use std::io::IsTerminal;

use unicode_width::UnicodeWidthStr;

use crate::tty;

/// Lines up rows of cells; the first column to the left, the others to the right.
pub fn table(rows: &[Vec<String>]) -> String {
    let room = if std::io::stdout().is_terminal() { tty::size().0 } else { usize::MAX };
    lined_up(rows, room)
}

/// Two spaces stand between columns, and one where there is no room for more.
fn lined_up(rows: &[Vec<String>], room: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let whole = widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1);
    let gap = if whole <= room { "  " } else { " " };
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let space = " ".repeat(widths[column] - cell.width());
            if column == 0 {
                line += &format!("{cell}{space}");
            } else {
                line += &format!("{gap}{space}{cell}");
            }
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn japanese_names_do_not_push_the_columns_apart() {
        let rows = [["名前", "勝"], ["my_ai", "10"], ["田中の最強AI", "3"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let wide = "名前          勝\nmy_ai         10\n田中の最強AI   3\n";
        assert_eq!(lined_up(&rows, 16), wide);
        let narrow = "名前         勝\nmy_ai        10\n田中の最強AI  3\n";
        assert_eq!(lined_up(&rows, 15), narrow);
    }
}
