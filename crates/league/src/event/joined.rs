//! From which round on those take part who came into a ladder while it ran: a line behind the
//! event's file, as the store keeps it. Without it nobody could tell later who met in which round.

/// What the line begins with. It is a comment, so the file stays what it was.
const MARK: &str = "\n# takes part from round: ";

/// The file, with the rounds behind it.
pub fn with_rounds(file: &str, since: &[u32]) -> String {
    let rounds: Vec<String> = since.iter().map(u32::to_string).collect();
    format!("{file}{MARK}{}\n", rounds.join(" "))
}

/// The rounds behind a file; nothing if all were there from the beginning.
pub fn rounds(text: &str) -> Vec<u32> {
    let last = text.rfind(MARK).map(|at| &text[at + MARK.len()..]);
    let numbers = last.unwrap_or_default().split_whitespace().map(str::parse);
    numbers.collect::<Result<_, _>>().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_read_as_they_were_written() {
        let file = "name = \"x\"\n# takes part from round: later";
        assert_eq!(rounds(file), []);
        let kept = with_rounds(file, &[1, 1, 7]);
        assert!(kept.starts_with(file));
        assert_eq!(rounds(&kept), [1, 1, 7]);
    }
}
