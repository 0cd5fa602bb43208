//! The language a player is written in, as far as its command tells, and how one prints there.

use gyoji_core::Text;
use gyoji_words::faults as words;

/// A programming language whose idioms we can name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    Python,
    Java,
    JavaScript,
    Ruby,
    Cpp,
    C,
    Rust,
    Unknown,
}

impl Language {
    /// The language of a player, from the text it was started with.
    pub(super) fn of(player: &str) -> Language {
        let words = words_of(player);
        let by_file = words.iter().find_map(|word| of_file(word));
        let by_command = || words.iter().find_map(|word| of_command(word));
        by_file.or_else(by_command).unwrap_or(Language::Unknown)
    }

    /// How a message for people is printed.
    pub(super) fn to_stderr(self) -> Text {
        Text::plain(match self {
            Language::Python => "print(..., file=sys.stderr)",
            Language::Java => "System.err.println(...)",
            Language::JavaScript => "console.error(...)",
            Language::Ruby => "$stderr.puts(...)",
            Language::Cpp => "std::cerr << ...",
            Language::C => "fprintf(stderr, ...)",
            Language::Rust => "eprintln!(...)",
            Language::Unknown => return words::fix_stderr_anywhere(),
        })
    }

    /// How a remark is made in the plain protocol.
    pub(super) fn plain_remark(self) -> Text {
        match self {
            Language::Unknown => words::fix_plain_remark_anywhere(),
            _ => words::fix_plain_remark(self.to_stderr()),
        }
    }

    /// How an answer is printed so that it leaves the program at once.
    pub(super) fn flush(self) -> Text {
        Text::plain(match self {
            Language::Python => "print(..., flush=True)",
            Language::Java => "System.out.flush()",
            Language::JavaScript => "console.log(...)",
            Language::Ruby => "$stdout.sync = true",
            Language::Cpp => "std::cout << ... << std::endl",
            Language::C => "fflush(stdout)",
            Language::Rust => "std::io::stdout().flush()",
            Language::Unknown => return words::fix_flush_anywhere(),
        })
    }

    /// How a move is printed as one whole line.
    pub(super) fn print_line(self) -> &'static str {
        match self {
            Language::Python => "print(move, flush=True)",
            Language::Java => "System.out.println(move)",
            Language::JavaScript => "console.log(move)",
            Language::Ruby => "puts move",
            Language::Cpp => "std::cout << move << std::endl",
            Language::C => "printf(\"%s\\n\", move)",
            Language::Rust => "println!(\"{mv}\")",
            Language::Unknown => "c5\\n",
        }
    }

    /// How a file is written in UTF-8.
    pub(super) fn utf8_file(self) -> Text {
        Text::plain(match self {
            Language::Python => "open(path, \"w\", encoding=\"utf-8\")",
            Language::Java => "Files.writeString(path, text, StandardCharsets.UTF_8)",
            _ => return words::fix_encoding_of_file(),
        })
    }

    /// How output is made UTF-8.
    pub(super) fn utf8(self) -> Text {
        Text::plain(match self {
            Language::Python => "sys.stdout.reconfigure(encoding=\"utf-8\")",
            Language::Java => "java -Dstdout.encoding=UTF-8 ...",
            _ => return words::fix_encoding_anywhere(),
        })
    }
}

/// The program that runs: the first word of a command, without the dialect before it.
pub(super) fn program(player: &str) -> String {
    words_of(player).into_iter().next().unwrap_or_default()
}

/// The command of a player, without the dialect before it: `judge?lenient:python3 ai.py`.
pub(super) fn command(player: &str) -> &str {
    let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let Some((head, rest)) = player.split_once(':') else { return player.trim() };
    let dialect = head.split('?').next().unwrap_or(head);
    // One letter is a drive of Windows.
    let is_dialect = dialect.len() > 1 && dialect.chars().all(is_name);
    if is_dialect { rest.trim() } else { player.trim() }
}

fn words_of(player: &str) -> Vec<String> {
    let command = command(player);
    shlex::split(command).unwrap_or_else(|| command.split_whitespace().map(str::to_owned).collect())
}

fn of_file(word: &str) -> Option<Language> {
    let (_, ending) = word.rsplit_once('.')?;
    Some(match ending.to_ascii_lowercase().as_str() {
        "py" | "pyw" | "pyz" => Language::Python,
        "java" | "jar" | "class" => Language::Java,
        "js" | "mjs" | "cjs" | "ts" => Language::JavaScript,
        "rb" => Language::Ruby,
        "cpp" | "cc" | "cxx" => Language::Cpp,
        "c" => Language::C,
        "rs" => Language::Rust,
        _ => return None,
    })
}

fn of_command(word: &str) -> Option<Language> {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word).to_ascii_lowercase();
    let name = name.trim_end_matches(".exe");
    Some(match name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.') {
        "python" | "pypy" | "py" => Language::Python,
        "java" => Language::Java,
        "node" | "deno" | "bun" => Language::JavaScript,
        "ruby" => Language::Ruby,
        "cargo" => Language::Rust,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_tells_the_language() {
        for (player, language) in [
            ("python3 my_ai.py", Language::Python),
            ("judge:python3 my_ai.py", Language::Python),
            ("judge?lenient&name=Taro:./my_ai.py", Language::Python),
            ("python3.11 -m ai", Language::Python),
            (r"C:\bots\ai.jar", Language::Java),
            ("java -cp classes Main", Language::Java),
            ("node ai.js", Language::JavaScript),
            ("'my bots/ai.rb'", Language::Ruby),
            ("./a.out", Language::Unknown),
            ("", Language::Unknown),
            ("it's broken.py", Language::Python),
        ] {
            assert_eq!(Language::of(player), language, "{player}");
        }
    }

    #[test]
    fn the_dialect_is_not_part_of_the_command() {
        assert_eq!(command("judge:python3 ai.py"), "python3 ai.py");
        assert_eq!(command("plain?x=1: ./ai"), "./ai");
        assert_eq!(command(r"C:\ai.exe"), r"C:\ai.exe");
        assert_eq!(command("./run --at 10:30"), "./run --at 10:30");
        assert_eq!(program("judge:/usr/bin/python3 ai.py"), "/usr/bin/python3");
    }
}
