//! Java as text.

use gyoji_core::Finding;

use super::{REFLECTION, about, forbidden};

/// Looks at the text of a Java file.
pub(super) fn inspect(source: &str) -> Vec<Finding> {
    let words = names(&without_comments(source));
    let mut findings: Vec<Finding> = Vec::new();
    let mut note = |line, problem| {
        let finding = Finding { line: Some(line), problem };
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    };
    for (line, name, is_called) in &words {
        let last = name.rsplit('.').next().unwrap_or_default();
        if let Some(problem) = about(name) {
            note(*line, problem);
        } else if *is_called && REFLECTION.contains(&last) && name.contains('.') {
            note(*line, forbidden(name.trim_start_matches('.')));
        }
    }
    findings
}

/// The text with nothing but spaces where comments and texts are, line for line.
fn without_comments(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => end_of(rest, 2, "*/"),
            '"' if rest.starts_with("\"\"\"") => end_of(rest, 3, "\"\"\""),
            '"' | '\'' => quoted(rest, first),
            _ => {
                out.push(first);
                rest = &rest[first.len_utf8()..];
                continue;
            }
        };
        let (skipped, left) = rest.split_at(length);
        out.extend(skipped.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = left;
    }
    out
}

/// Where something that began with so many letters is over.
fn end_of(text: &str, start: usize, end: &str) -> usize {
    text[start..].find(end).map_or(text.len(), |at| start + at + end.len())
}

/// The length of a text in quotation marks; one that is not closed ends with its line.
fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if std::mem::take(&mut escaped) => {}
            '\\' => escaped = true,
            c if c == mark => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// All names with the dots between their parts, the line each ends on, and whether it is called.
fn names(text: &str) -> Vec<(usize, String, bool)> {
    let mut found = Vec::new();
    let (mut line, mut name) = (1, String::new());
    let mut chars = text.chars().peekable();
    // Whether a name that has ended may go on with a dot.
    let mut is_open = false;
    let mut ended_on = 1;
    while let Some(c) = chars.next() {
        let is_part = c.is_alphanumeric() || c == '_' || c == '$';
        match c {
            _ if is_part || c == '*' && name.ends_with('.') => {
                if is_open && !name.ends_with('.') {
                    found.push((ended_on, std::mem::take(&mut name), false));
                }
                name.push(c);
                ended_on = line;
                is_open =
                    chars.peek().is_some_and(|c| !(c.is_alphanumeric() || *c == '_' || *c == '$'));
            }
            '.' => {
                name.push('.');
                is_open = true;
            }
            '\n' => line += 1,
            c if c.is_whitespace() => is_open |= !name.is_empty(),
            c => {
                if !name.is_empty() {
                    found.push((ended_on, std::mem::take(&mut name), c == '('));
                }
                is_open = false;
            }
        }
    }
    if !name.is_empty() {
        found.push((ended_on, name, false));
    }
    found
}
