//! Command lines that are not understood: what the library that reads them found, in the user's
//! language and with what to do.

use std::error::Error as _;
use std::fmt;
use std::io::{IsTerminal, Write};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use gyoji_words::{Lang, Text, usage as words};

use crate::tty;

/// What a value has to be: why a reader of values refuses one.
#[derive(Clone, Debug)]
pub struct Hint(pub Text);

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.get(Lang::En))
    }
}

impl std::error::Error for Hint {}

/// A complaint in a language; none where the library's own words are right: help, the version, and
/// English.
pub fn complaint(error: &clap::Error, lang: Lang) -> Option<String> {
    if lang == Lang::En || !error.use_stderr() {
        return None;
    }
    let mut lines = vec![format!("gyoji: {}", problem(error)?.get(lang))];
    if let Some(hint) = hint(error) {
        lines.push(format!("  {}", hint.get(lang)));
    }
    let usage = text(error, ContextKind::Usage);
    let usage = usage.map(|usage| usage.trim_start_matches("Usage:").trim().to_owned());
    let command: Vec<&str> = usage.iter().flat_map(|line| words_of(line)).collect();
    let see = match command.is_empty() {
        true => words::see_help(asked_command().0.join(" ")),
        false => words::see_help(command.join(" ")),
    };
    lines.extend(usage.as_ref().map(|usage| words::usage(usage).get(lang).to_owned()));
    lines.push(see.get(lang).to_owned());
    Some(lines.join("\n") + "\n")
}

/// Shows help or the version, and leaves. The library breaks lines at spaces alone, so Japanese is
/// folded here.
pub fn show(error: &clap::Error, lang: Lang) -> ! {
    let (width, _) = tty::size();
    let is_seen = match error.use_stderr() {
        true => std::io::stderr().is_terminal(),
        false => std::io::stdout().is_terminal(),
    };
    if lang == Lang::En || !is_seen {
        error.exit();
    }
    let has_colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let help = error.render();
    let help =
        if has_colours && tty::can_draw() { help.ansi().to_string() } else { help.to_string() };
    let lines = help.lines().flat_map(|line| folded(line, width));
    let folded: String = lines.map(|line| line + "\n").collect();
    // Whoever has closed the stream does not want to know.
    let _ = match error.use_stderr() {
        true => std::io::stderr().write_all(folded.as_bytes()),
        false => std::io::stdout().write_all(folded.as_bytes()),
    };
    std::process::exit(error.exit_code());
}

/// A line of help as several, which begin where its words do: behind the name of an option, if
/// there is one before them.
fn folded(line: &str, width: usize) -> Vec<String> {
    let name = line.len() - line.trim_start_matches(' ').len();
    let gap = line[name..].find("  ").map(|at| name + at);
    let words = gap.map_or(name, |at| line.len() - line[at..].trim_start_matches(' ').len());
    let (head, words) = line.split_at(words);
    let inset = tty::width(head);
    if inset > width / 2 {
        return tty::wrap(line, width);
    }
    let lines = tty::wrap(words, width - inset).into_iter().enumerate();
    let line = |(number, line): (usize, String)| match number {
        0 => format!("{head}{line}"),
        _ => format!("{:inset$}{}", "", line.trim_start_matches(' ')),
    };
    lines.map(line).collect()
}

/// The command that was asked for, as far as it is one: `gyoji league run`; and what it leads to.
fn asked_command() -> (Vec<String>, clap::Command) {
    let mut known = crate::args::command(Lang::En);
    let mut names = vec![known.get_name().to_owned()];
    for arg in std::env::args_os().skip(1) {
        let name = arg.to_string_lossy().into_owned();
        if let Some(sub) = known.find_subcommand(&name).cloned() {
            names.push(name);
            known = sub;
        }
    }
    (names, known)
}

/// The command at the beginning of a line of usage: `gyoji league run`.
fn words_of(usage: &str) -> impl Iterator<Item = &str> {
    let is_name = |word: &&str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    usage.split_whitespace().take_while(is_name).filter(|word| !word.starts_with('-'))
}

fn problem(error: &clap::Error) -> Option<Text> {
    let get = |kind| text(error, kind).unwrap_or_default();
    let arg = get(ContextKind::InvalidArg);
    let value = get(ContextKind::InvalidValue);
    Some(match error.kind() {
        ErrorKind::UnknownArgument if arg.starts_with('-') => words::unknown_argument(arg),
        ErrorKind::UnknownArgument => words::extra_argument(arg),
        ErrorKind::InvalidSubcommand => words::unknown_command(get(ContextKind::InvalidSubcommand)),
        ErrorKind::MissingRequiredArgument => words::missing(arg),
        ErrorKind::MissingSubcommand => words::missing_command(get(ContextKind::ValidSubcommand)),
        ErrorKind::InvalidValue if value.is_empty() => words::needs_value(arg),
        ErrorKind::InvalidValue => words::bad_value(value, arg),
        ErrorKind::ValueValidation => match reason(error) {
            Some(why) => words::bad_value_because(value, arg, why),
            None => words::bad_value(value, arg),
        },
        ErrorKind::ArgumentConflict => match get(ContextKind::PriorArg) {
            other if other == arg || other.is_empty() => words::twice(arg),
            others => words::conflict(arg, others),
        },
        ErrorKind::TooManyValues => words::too_many_values(value, arg),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => words::needs_value(arg),
        ErrorKind::NoEquals => words::no_equals(arg),
        ErrorKind::InvalidUtf8 => words::not_utf8(),
        _ => return None,
    })
}

/// What can be done about it.
fn hint(error: &clap::Error) -> Option<Text> {
    let suggested = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
        ContextKind::SuggestedCommand,
    ];
    if let Some(near) = suggested.into_iter().find_map(|kind| text(error, kind)) {
        return Some(words::did_you_mean(near));
    }
    let values = || text(error, ContextKind::ValidValue).filter(|values| !values.is_empty());
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let known = asked_command().1;
            let names: Vec<&str> = known.get_subcommands().map(clap::Command::get_name).collect();
            Some(words::one_of(names.join(" ")))
        }
        ErrorKind::InvalidValue => values().map(words::one_of),
        // A number below zero, or a name that begins like an option.
        ErrorKind::UnknownArgument => {
            let arg = text(error, ContextKind::InvalidArg)?;
            let is_number = arg.strip_prefix('-').is_some_and(|rest| rest.parse::<f64>().is_ok());
            is_number.then(|| words::as_value(arg))
        }
        _ => None,
    }
}

/// Why a value was refused.
fn reason(error: &clap::Error) -> Option<Text> {
    let source = error.source()?;
    if let Some(Hint(text)) = source.downcast_ref() {
        return Some(text.clone());
    }
    if let Some(trouble) = source.downcast_ref::<gyoji_store::Trouble>() {
        return Some(trouble.text.clone());
    }
    let said = source.to_string();
    if let Some((_, range)) = said.split_once(" is not in ") {
        let (least, most) = range.split_once("..")?;
        let most = most.trim_start_matches('=');
        // Whatever fits into a number of the machine is no limit to anybody.
        let is_open = most.parse::<i128>().map_or(true, |most| most > 1 << 32);
        return Some(match is_open {
            true => words::number_from(least),
            false => words::number_between(least, most),
        });
    }
    let of_numbers = ["invalid digit", "empty string", "number too large", "number too small"];
    match of_numbers.iter().any(|part| said.contains(part)) {
        true => Some(words::whole_number()),
        false => Some(Text::plain(said)),
    }
}

/// A part of what the library knows, as text.
fn text(error: &clap::Error, kind: ContextKind) -> Option<String> {
    Some(match error.get(kind)? {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(all) => all.join(" "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(all) => {
            all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }
        ContextValue::Number(number) => number.to_string(),
        ContextValue::Bool(flag) => flag.to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_is_folded_below_its_words() {
        let option = "  --order <ORDER>  ファイルの序盤を使う順番です";
        let lines = folded(option, 40);
        assert_eq!(
            lines,
            ["  --order <ORDER>  ファイルの序盤を使う", "                   順番です"]
        );
        let alone = folded("          どのゲームのプログラムか", 24);
        assert_eq!(alone, ["          どのゲームのプ", "          ログラムか"]);
        assert_eq!(folded("使い方: gyoji [OPTIONS]", 80), ["使い方: gyoji [OPTIONS]"]);
    }
}
