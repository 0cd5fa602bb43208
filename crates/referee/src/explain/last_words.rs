//! What a program said on stderr before it ended: the one line that tells why, and where.

/// The reason a program gave, and the place in its source.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct LastWords {
    pub(super) reason: String,
    pub(super) place: Option<String>,
}

/// Finds the reason in what a program printed, in the manner of several languages.
pub(super) fn last_words(stderr: &str) -> Option<LastWords> {
    let lines: Vec<&str> = stderr.lines().map(str::trim_end).filter(|l| !l.is_empty()).collect();
    [python, rust, java, compiler, javascript, cpp, ruby, assertion, go]
        .into_iter()
        .find_map(|find| find(&lines))
}

/// `  File "ai.py", line 12, in think`, then at last `IndexError: list index out of range`.
fn python(lines: &[&str]) -> Option<LastWords> {
    let frame = |line: &str| {
        let (file, rest) = line.trim_start().strip_prefix("File \"")?.split_once("\", line ")?;
        let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
        Some((file.to_owned(), number))
    };
    let at = lines.iter().rposition(|line| frame(line).is_some())?;
    let reason = lines[at..].iter().rev().find(|line| !line.starts_with([' ', '\t']))?;
    // Where the player's own code was, not the library's.
    let own =
        |(file, _): &(String, String)| !file.starts_with('<') && !file.contains("/lib/python");
    let frames: Vec<_> = lines.iter().filter_map(|line| frame(line)).collect();
    let place = frames.iter().rev().find(|frame| own(frame)).or(frames.last());
    let place = place.map(|(file, line)| format!("{}:{line}", file_name(file)));
    Some(LastWords { reason: (*reason).to_owned(), place })
}

/// `Exception in thread "main" java.lang…`, then `at Ai.main(Ai.java:7)`.
fn java(lines: &[&str]) -> Option<LastWords> {
    let first = lines.iter().position(|line| line.starts_with("Exception in thread "))?;
    let cause = lines.iter().rposition(|line| line.starts_with("Caused by: ")).unwrap_or(first);
    let reason = lines[cause].trim_start_matches("Caused by: ");
    let reason = match reason.strip_prefix("Exception in thread \"") {
        Some(rest) => rest.split_once("\" ").map_or(rest, |(_, reason)| reason),
        None => reason,
    };
    let frames = lines[cause + 1..].iter().filter_map(|line| line.trim_start().strip_prefix("at "));
    let own =
        frames.filter(|frame| !["java.", "jdk.", "sun."].iter().any(|p| frame.starts_with(p)));
    let place = own.filter_map(|frame| frame.split_once('(')?.1.strip_suffix(')'));
    Some(LastWords {
        reason: reason.to_owned(),
        place: place.into_iter().find(|place| place.contains(':')).map(str::to_owned),
    })
}

/// `Ai.java:3: error: incompatible types: String cannot be converted to int`
fn compiler(lines: &[&str]) -> Option<LastWords> {
    lines.iter().find_map(|line| {
        let (place, reason) = line.split_once(": error: ")?;
        let place = file_name(place.split_whitespace().next_back()?);
        let is_place = place.split_once(':').is_some_and(|(_, line)| !line.is_empty());
        is_place.then(|| LastWords { reason: reason.to_owned(), place: Some(place.to_owned()) })
    })
}

/// `TypeError: x is not a function`, then `    at think (/home/me/ai.js:3:9)`.
fn javascript(lines: &[&str]) -> Option<LastWords> {
    let is_error = |line: &&str| {
        let line = line.strip_prefix("Uncaught ").unwrap_or(line);
        let name = line.split([':', ' ']).next().unwrap_or("");
        name.ends_with("Error") && line.len() > name.len()
    };
    let at = lines.iter().position(is_error)?;
    let frames = lines[at + 1..].iter().filter_map(|line| line.trim_start().strip_prefix("at "));
    let place = frames.filter(|frame| !frame.contains("node:")).find_map(|frame| {
        let place = frame.rsplit_once('(').map_or(frame, |(_, place)| place);
        let place = file_name(place.trim_end_matches(')'));
        place.contains(':').then(|| place.to_owned())
    });
    // Without a place it is anybody's line that happens to end in "Error".
    place.map(|place| LastWords { reason: lines[at].to_owned(), place: Some(place) })
}

/// `thread 'main' panicked at src/main.rs:3:5:`, then the message.
fn rust(lines: &[&str]) -> Option<LastWords> {
    let at = lines
        .iter()
        .position(|line| line.starts_with("thread '") && line.contains(" panicked at "))?;
    let place = lines[at].split_once(" panicked at ")?.1.trim_end_matches(':');
    let reason = lines.get(at + 1).copied().unwrap_or(lines[at]);
    Some(LastWords { reason: reason.to_owned(), place: Some(place.to_owned()) })
}

/// `terminate called after throwing an instance of 'std::out_of_range'`, `  what():  …`.
fn cpp(lines: &[&str]) -> Option<LastWords> {
    let at = lines.iter().position(|line| line.starts_with("terminate called "))?;
    let thrown = lines[at].split('\'').nth(1).unwrap_or(lines[at]);
    let what = lines.get(at + 1).and_then(|line| line.trim_start().strip_prefix("what():"));
    let reason = match what {
        Some(what) => format!("{thrown}: {}", what.trim()),
        None => thrown.to_owned(),
    };
    Some(LastWords { reason, place: None })
}

/// ``ai: ai.c:10: think: Assertion `n > 0' failed.``
fn assertion(lines: &[&str]) -> Option<LastWords> {
    let line = lines.iter().rev().find(|line| line.contains(": Assertion `"))?;
    let mut parts = line.split(": ").skip(1);
    let place = parts.next().map(|place| place.trim_end_matches(':').to_owned());
    Some(LastWords { reason: (*line).to_owned(), place: place.filter(|place| place.contains(':')) })
}

/// ``ai.rb:3:in `think': undefined method (NoMethodError)``
fn ruby(lines: &[&str]) -> Option<LastWords> {
    let line = lines.iter().find(|line| line.contains(":in ") && line.contains(".rb:"))?;
    let (place, rest) = line.split_once(":in ")?;
    let reason = rest.split_once(": ").map_or(rest, |(_, reason)| reason);
    Some(LastWords { reason: reason.to_owned(), place: Some(file_name(place).to_owned()) })
}

/// `panic: runtime error: index out of range [8] with length 8`
fn go(lines: &[&str]) -> Option<LastWords> {
    let reason = lines.iter().find(|line| line.starts_with("panic: "))?;
    let frame = lines.iter().find(|line| line.starts_with('\t') && line.contains(".go:"));
    let place = frame.map(|line| file_name(line.trim()).split(' ').next().unwrap_or("").to_owned());
    Some(LastWords { reason: (*reason).to_owned(), place })
}

fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_languages_manner_is_understood() {
        let check = |stderr: &str, reason: &str, place: Option<&str>| {
            let found = last_words(stderr).unwrap_or_else(|| panic!("{stderr}"));
            assert_eq!((found.reason.as_str(), found.place.as_deref()), (reason, place));
        };
        check(
            "depth 3\nTraceback (most recent call last):\n  File \"/home/me/ai.py\", line 12, in \
             <module>\n    main()\n  File \"/usr/lib/python3.11/random.py\", line 373, in choice\n\
             \x20   raise IndexError('x')\nIndexError: Cannot choose from an empty sequence\n",
            "IndexError: Cannot choose from an empty sequence",
            Some("ai.py:12"),
        );
        check(
            "  File \"ai.py\", line 3\n    if x\n        ^\nSyntaxError: expected ':'\n",
            "SyntaxError: expected ':'",
            Some("ai.py:3"),
        );
        check(
            "Exception in thread \"main\" java.lang.ArrayIndexOutOfBoundsException: Index 8\n\
             \tat java.base/java.util.Arrays.x(Arrays.java:1)\n\tat Ai.think(Ai.java:31)\n",
            "java.lang.ArrayIndexOutOfBoundsException: Index 8",
            Some("Ai.java:31"),
        );
        check(
            "/home/me/ai.js:3\n  x()\n  ^\n\nTypeError: x is not a function\n    at think \
             (/home/me/ai.js:3:3)\n    at node:internal/main:1:1\n",
            "TypeError: x is not a function",
            Some("ai.js:3:3"),
        );
        check(
            "thread 'main' panicked at src/main.rs:3:5:\nindex out of bounds\nnote: run with\n",
            "index out of bounds",
            Some("src/main.rs:3:5"),
        );
        check(
            "terminate called after throwing an instance of 'std::out_of_range'\n  what():  at\n",
            "std::out_of_range: at",
            None,
        );
        check(
            "ai.rb:3:in `think': undefined method `x' (NoMethodError)\n\tfrom ai.rb:9:in `<main>'\n",
            "undefined method `x' (NoMethodError)",
            Some("ai.rb:3"),
        );
        check(
            "ai: ai.c:10: think: Assertion `n > 0' failed.\n",
            "ai: ai.c:10: think: Assertion `n > 0' failed.",
            Some("ai.c:10"),
        );
        check(
            "panic: runtime error\n\ngoroutine 1:\nmain.main()\n\t/tmp/ai.go:5 +0x1d\n",
            "panic: runtime error",
            Some("ai.go:5"),
        );
        assert_eq!(last_words("depth 3\nvalue 0.4\n"), None);
        assert_eq!(last_words(""), None);
    }
}
