//! Programs that ended, did not start, said too much or were stopped.

use gyoji_core::record::{Exit, FaultKind};
use gyoji_core::{Game, Text};
use gyoji_words::faults as words;

use super::bytes;
use super::finding::Finding;
use super::language::{Language, command, program};
use super::last_words::last_words;
use super::scene::Scene;
use super::{Case, Quote};

/// How many lines of somebody's words are shown where they are the reason, and elsewhere.
const QUOTED_LINES: (usize, usize) = (8, 3);
/// How wide such a line may be.
const QUOTED_WIDTH: usize = 90;

/// The program ended, or closed its output.
pub(super) fn crash<G: Game>(scene: &Scene<'_, G>) -> Finding {
    match scene.fault.exit {
        None if scene.is_built_in() => {
            Finding::new(Case::BuiltIn, words::why_built_in()).fix(words::fix_report())
        }
        None if scene.is_file() => {
            Finding::new(Case::Signal, words::why_vanished()).fix(words::fix_repeat())
        }
        None => closed(scene),
        Some(exit @ Exit::Code(_)) if scene.is_file() => {
            ended(scene, exit).also(words::why_file_unchanged())
        }
        Some(exit) => ended(scene, exit),
    }
}

fn closed<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let fix = match scene.language {
        Language::Java => words::fix_closed_java(),
        _ => words::fix_closed(),
    };
    Finding::new(Case::ClosedOutput, words::why_closed()).fix(fix)
}

fn ended<G: Game>(scene: &Scene<'_, G>, exit: Exit) -> Finding {
    if let Some(program) = missing_file(scene) {
        return Finding::new(Case::FileMissing, words::why_file_missing(program))
            .fix(words::fix_path())
            .fix(words::fix_try_command(shown_command(scene)));
    }
    let says = |part: &str| scene.stderr().contains(part);
    if says("no main manifest attribute") {
        return Finding::new(Case::ExitCode, words::why_no_main_class())
            .fix(words::fix_no_main_class());
    }
    if says("Non-UTF-8 code starting with") || says("unmappable character") {
        return Finding::new(Case::ExitCode, words::why_source_encoding())
            .fix(words::fix_source_encoding());
    }
    let finding = match exit {
        Exit::Code(_) if let Some(known) = known_error(scene) => return known,
        Exit::Code(0) => return exited_normally(scene),
        Exit::Code(127) if is_shells(scene) => {
            return Finding::new(Case::ShellNotFound, words::why_shell_not_found())
                .fix(words::fix_try_command(shown_command(scene)));
        }
        Exit::Code(126) if is_shells(scene) => {
            return Finding::new(Case::ShellCannotRun, words::why_shell_cannot_run())
                .fix(words::fix_try_command(shown_command(scene)));
        }
        Exit::Code(code) => match signal(code.saturating_sub(128)).filter(|_| code > 128) {
            Some((name, meaning)) => {
                Finding::new(Case::Signal, words::why_signal_by_code(code, name)).also(meaning)
            }
            None => Finding::new(Case::ExitCode, words::why_exit_code(code)),
        },
        Exit::Signal(number) => match signal(number) {
            Some((name, meaning)) => {
                Finding::new(Case::Signal, words::why_signal(name)).also(meaning)
            }
            None => {
                let name = words::signal_name(number);
                Finding::new(Case::Signal, words::why_signal(name))
            }
        },
    };
    let killed = matches!(exit, Exit::Signal(9) | Exit::Code(137));
    match last_words(scene.stderr()) {
        Some(last) => {
            let finding = finding.also(words::why_last_words(bytes::tame(&last.reason, 70)));
            match last.place {
                Some(place) => finding.fix(words::fix_look_at(bytes::tame(&place, 40))),
                None => finding.fix(words::fix_repeat()),
            }
        }
        None if killed => finding.fix(words::fix_memory()),
        None if scene.stderr().trim().is_empty() => finding.fix(words::fix_print_more()),
        None => finding.fix(words::fix_repeat()),
    }
}

/// Errors whose own words say too little about what to do.
fn known_error<G: Game>(scene: &Scene<'_, G>) -> Option<Finding> {
    let stderr = scene.stderr();
    let quoted = |from: &str| {
        let rest = stderr.rsplit_once(from)?.1;
        let name = rest.split(['\'', '(', '\n']).next().unwrap_or(rest).trim();
        Some(bytes::tame(name, 40)).filter(|name| !name.is_empty())
    };
    let missing = || {
        let python = quoted("FileNotFoundError: [Errno 2] No such file or directory: '");
        let java = || quoted("java.io.FileNotFoundException: ");
        python.or_else(java).or_else(|| quoted("java.nio.file.NoSuchFileException: "))
    };
    let says = |parts: &[&str]| parts.iter().any(|part| stderr.contains(part));
    let (why, fix) = if says(&["UnsupportedClassVersionError"]) {
        (words::why_newer_java(), words::fix_newer_java())
    } else if says(&["Main method not found in class", "can't find main(String[]) method"]) {
        (words::why_no_main(), words::fix_no_main())
    } else if let Some(name) = quoted("ModuleNotFoundError: No module named '") {
        (words::why_no_module(&name), words::fix_no_module(&name))
    } else if says(&["RecursionError: ", "java.lang.StackOverflowError"]) {
        (words::why_recursion(), words::fix_recursion())
    } else if let Some(name) = missing() {
        (words::why_file_not_there(name), words::fix_file_not_there())
    } else {
        return None;
    };
    let finding = Finding::new(Case::ExitCode, why).fix(fix);
    Some(match last_words(stderr).and_then(|last| last.place) {
        Some(place) => finding.fix(words::fix_look_at(bytes::tame(&place, 40))),
        None => finding,
    })
}

fn exited_normally<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let finding = Finding::new(Case::ExitedNormally, words::why_exited_normally());
    let finding = match scene.answers().len() {
        0 => finding.also(words::why_never_answered()),
        1 => finding.also(words::why_answered_once_then_ended()),
        count => finding.also(words::why_answered_then_ended(count)),
    };
    finding.fix(words::fix_loop())
}

/// What the usual signals are called and mean (the numbers of Linux).
fn signal(number: i32) -> Option<(&'static str, Text)> {
    Some(match number {
        2 => ("SIGINT", words::signal_int()),
        4 => ("SIGILL", words::signal_ill()),
        5 => ("SIGTRAP", words::signal_trap()),
        6 => ("SIGABRT", words::signal_abrt()),
        7 => ("SIGBUS", words::signal_bus()),
        8 => ("SIGFPE", words::signal_fpe()),
        9 => ("SIGKILL", words::signal_kill()),
        11 => ("SIGSEGV", words::signal_segv()),
        13 => ("SIGPIPE", words::signal_pipe()),
        15 => ("SIGTERM", words::signal_term()),
        24 => ("SIGXCPU", words::signal_xcpu()),
        31 => ("SIGSYS", words::signal_sys()),
        _ => return None,
    })
}

/// The program did not come up.
pub(super) fn start<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let system = scene.fault.system.to_lowercase();
    let name = program(scene.player.map_or("", |player| &player.text));
    let name = bytes::tame(&name, 40);
    let try_it = words::fix_try_command(shown_command(scene));
    let says = |parts: &[&str]| parts.iter().any(|part| system.contains(part));
    if let Some(exit) = scene.fault.exit {
        ended(scene, exit)
    } else if says(&["no such file", "not found", "os error 2)"]) {
        Finding::new(Case::NotFound, words::why_not_found(&name)).fix(words::fix_install(&name))
    } else if says(&["permission denied", "os error 13)"]) {
        Finding::new(Case::NotPermitted, words::why_not_permitted(&name))
            .fix(Text::plain(format!("chmod +x {name}")))
    } else if says(&["exec format", "os error 8)"]) {
        Finding::new(Case::NotExecutable, words::why_not_executable(&name))
            .fix(words::fix_interpreter())
    } else if system.is_empty() {
        Finding::new(Case::NotReady, words::why_not_ready())
            .fix(words::fix_ready())
            .fix(scene.language.flush())
    } else {
        Finding::new(Case::CouldNotStart, words::why_could_not_start()).fix(try_it)
    }
}

/// Too much output.
pub(super) fn flood<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let got = &scene.fault.got;
    let total = (got.data.len() as u64).saturating_add(got.more);
    let lines = got.data.iter().filter(|&&byte| byte == b'\n').count();
    let finding = match lines {
        _ if scene.is_file() => {
            return Finding::new(Case::LongLine, words::why_long_file(total))
                .fix(words::fix_long_file());
        }
        0 => Finding::new(Case::LongLine, words::why_long_line(total)),
        // Of very many lines one is kept.
        1 => Finding::new(Case::ManyLines, words::why_endless_lines(total)),
        _ => Finding::new(Case::ManyLines, words::why_many_lines(lines, total)),
    };
    finding.fix(words::fix_flood()).fix(words::fix_messages(scene.aside()))
}

/// Too much memory.
pub(super) fn memory<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let finding = Finding::new(Case::Memory, words::why_memory()).fix(words::fix_memory());
    match scene.fault.system.as_str() {
        "" => finding,
        what => finding
            .also(words::why_memory_of(bytes::tame(what, QUOTED_WIDTH)))
            .fix(words::fix_memory_limit()),
    }
}

/// The peer went away.
pub(super) fn disconnected<G: Game>(scene: &Scene<'_, G>) -> Finding {
    match scene.fault.exit {
        Some(exit) => ended(scene, exit),
        None => Finding::new(Case::Disconnected, words::why_disconnected())
            .fix(words::fix_disconnected()),
    }
}

/// The sandbox refused something.
pub(super) fn refused<G: Game>(scene: &Scene<'_, G>) -> Finding {
    let finding = Finding::new(Case::Refused, words::why_refused()).fix(words::fix_refused());
    match scene.fault.system.as_str() {
        "" => finding,
        what => finding.also(words::why_refused_what(bytes::tame(what, QUOTED_WIDTH))),
    }
}

fn shown_command<G: Game>(scene: &Scene<'_, G>) -> String {
    bytes::tame(command(scene.player.map_or("", |player| &player.text)), 60)
}

/// Whether what was printed are the words of a shell, or nobody's.
fn is_shells<G: Game>(scene: &Scene<'_, G>) -> bool {
    let Some(last) = scene.stderr().lines().rev().find(|line| !line.trim().is_empty()) else {
        return true;
    };
    let who = last.split(':').next().unwrap_or("");
    let who = who.rsplit('/').next().unwrap_or(who);
    matches!(who, "sh" | "bash" | "dash" | "zsh" | "env" | "ksh" | "fish")
}

/// The interpreter that says it did not find the player's own file.
fn missing_file<G: Game>(scene: &Scene<'_, G>) -> Option<String> {
    let says = |line: &str| {
        line.contains(": can't open file ")
            || line.contains("Unable to access jarfile")
            || line.contains("Could not find or load main class")
            || line.starts_with("ruby: No such file or directory")
            || line.contains("Cannot find module") && line.starts_with("Error: ")
    };
    scene.stderr().lines().any(says).then(|| {
        let program = program(scene.player.map_or("", |player| &player.text));
        let name = program.rsplit(['/', '\\']).next().unwrap_or(&program);
        bytes::tame(name, 20)
    })
}

/// What others said: the system first, then whoever wrote to stderr.
pub(super) fn quotes<G: Game>(scene: &Scene<'_, G>, case: Case) -> Vec<Quote> {
    let fault = scene.fault;
    let whose = match case {
        Case::ShellNotFound | Case::ShellCannotRun => words::label_shell(),
        Case::FileMissing => {
            words::label_interpreter(missing_file(scene).unwrap_or_else(|| scene.name.clone()))
        }
        _ if scene.is_file() => words::label_printed(&scene.name),
        _ => words::label_stderr(&scene.name),
    };
    let most = match fault.kind {
        FaultKind::Illegal | FaultKind::Format | FaultKind::Time => QUOTED_LINES.1,
        _ => QUOTED_LINES.0,
    };
    // What a sandbox did is the reason itself.
    let is_held = matches!(fault.kind, FaultKind::Memory | FaultKind::Refused);
    let system = if is_held { "" } else { &fault.system };
    let system = quote(words::label_system(), system, most);
    let stderr = quote(whose, scene.stderr(), most);
    system.into_iter().chain(stderr).collect()
}

fn quote(whose: Text, text: &str, most: usize) -> Option<Quote> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let left_out = lines.len().saturating_sub(most);
    let lines: Vec<String> =
        lines[left_out..].iter().map(|line| bytes::tame(line.trim_end(), QUOTED_WIDTH)).collect();
    (!lines.is_empty()).then(|| Quote { whose: whose.into(), lines, left_out })
}
