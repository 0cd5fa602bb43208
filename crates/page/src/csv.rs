//! Tables for spreadsheets: RFC 4180, and nothing in them that a spreadsheet would run.

/// What tells a spreadsheet that the file is UTF-8; without it Excel garbles Japanese.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A table that is written row by row.
#[derive(Clone, Debug)]
pub struct Table {
    text: String,
}

impl Table {
    /// A table with these columns.
    pub fn new<S: AsRef<str>>(columns: impl IntoIterator<Item = S>) -> Table {
        let mut table = Table { text: BYTE_ORDER_MARK.to_string() };
        table.row(columns);
        table
    }

    /// Adds a row.
    pub fn row<S: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = S>) {
        for (index, value) in cells.into_iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            self.text.push_str(&cell(value.as_ref()));
        }
        self.text.push_str("\r\n");
    }

    /// The file.
    pub fn finish(self) -> String {
        self.text
    }
}

/// One cell. A name that begins as a formula does, with `=`, `+`, `-`, `@`, a tab or a carriage
/// return, gets an apostrophe in front, which makes it text; a number stays a number.
pub fn cell(value: &str) -> String {
    let is_formula = value.starts_with(['=', '+', '-', '@', '\t', '\r'])
        && !value.parse::<f64>().is_ok_and(f64::is_finite);
    let value = if is_formula { format!("'{value}") } else { value.to_owned() };
    let needs_quotes = is_formula || value.contains([',', '"', '\n', '\r', '\t', ';']);
    if needs_quotes { format!("\"{}\"", value.replace('"', "\"\"")) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_table_is_a_formula() {
        for (value, expected) in [
            ("plain", "plain"),
            ("", ""),
            ("=1+1", "\"'=1+1\""),
            ("+cmd|' /C calc'!A0", "\"'+cmd|' /C calc'!A0\""),
            ("@SUM(1,2)", "\"'@SUM(1,2)\""),
            ("-bot", "\"'-bot\""),
            ("\tx", "\"'\tx\""),
            ("\rx", "\"'\rx\""),
            ("-12.5", "-12.5"),
            ("+3", "+3"),
            ("-inf", "\"'-inf\""),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("行司", "行司"),
        ] {
            assert_eq!(cell(value), expected, "{value:?}");
        }
    }

    #[test]
    fn a_table_is_what_excel_reads() {
        let mut table = Table::new(["name", "score"]);
        table.row(["四隅, 同盟", "3.5"]);
        assert_eq!(table.finish(), "\u{feff}name,score\r\n\"四隅, 同盟\",3.5\r\n");
    }
}
