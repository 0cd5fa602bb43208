//! From a path or a command line to something that can be started.

use std::ffi::OsString;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use gyoji_core::{BadText, Text};
use gyoji_words::players as words;

/// Which program runs files with an ending, and which package of Debian has it.
const INTERPRETERS: &[(&str, &[&str], &str)] = &[
    ("py", &["python3", "python"], "python3"),
    ("js", &["node"], "nodejs"),
    ("mjs", &["node"], "nodejs"),
    ("jar", &["java"], "default-jdk"),
    ("java", &["java"], "default-jdk"),
    ("class", &["java"], "default-jdk"),
    ("rb", &["ruby"], "ruby"),
    ("pl", &["perl"], "perl"),
    ("lua", &["lua"], "lua5.4"),
    ("php", &["php"], "php-cli"),
    ("sh", &["bash", "sh"], "bash"),
];

/// The program and its arguments for a path or a command line that is run in `folder`.
pub fn find_command(text: &str, folder: &Path) -> Result<Vec<OsString>, BadText> {
    // A path may have spaces in it: what exists is a path.
    let parts = match folder.join(text).is_file() {
        true => vec![text.to_owned()],
        false => shlex::split(text).ok_or_else(|| BadText::new(text, words::bad_quotes()))?,
    };
    let Some((first, rest)) = parts.split_first() else {
        return Err(BadText::new(text, words::empty()));
    };
    let path = Path::new(first);
    let mut command = if folder.join(path).is_file() {
        run_file(path, folder)?
    } else if first.contains('/') {
        return Err(BadText::new(first, no_such_file(path, folder)));
    } else if let Some(program) = in_path(first) {
        vec![program.into_os_string()]
    } else if ending(path).is_some() {
        return Err(BadText::new(first, no_such_file(path, folder)));
    } else {
        return Err(BadText::new(first, words::no_such_program()));
    };
    command.extend(rest.iter().map(OsString::from));
    // `python3 missing.py`: say so now, not after the game has begun.
    let script = script_of(rest);
    let interpreter = INTERPRETERS.iter().any(|(_, names, _)| names.contains(&first.as_str()));
    if let Some(script) = script.map(Path::new).filter(|_| interpreter)
        && ending(script).is_some()
        && !folder.join(script).exists()
    {
        return Err(BadText::new(script.to_string_lossy(), no_such_file(script, folder)));
    }
    Ok(command)
}

/// The same command line with every file of `folder` in it named so that it is found from any
/// other; but `own` is the name of a file that will be in that one.
pub(super) fn stand_anywhere(command: &mut [OsString], own: &str, folder: &Path) {
    for word in command {
        let path = Path::new(word);
        if path.is_relative()
            && path.strip_prefix(".").unwrap_or(path) != Path::new(own)
            && folder.join(path).exists()
            && let Ok(whole) = std::path::absolute(folder.join(path))
        {
            *word = whole.into_os_string();
        }
    }
}

/// The first argument that is neither an option nor a class path: the script or the class.
fn script_of(arguments: &[String]) -> Option<&String> {
    let mut after_classpath = false;
    arguments.iter().find(|part| {
        let skip = part.starts_with('-') || std::mem::take(&mut after_classpath);
        after_classpath = matches!(part.as_str(), "-cp" | "-classpath" | "--class-path");
        !skip
    })
}

/// How a file is run.
fn run_file(path: &Path, folder: &Path) -> Result<Vec<OsString>, BadText> {
    let shown = path.to_string_lossy();
    if folder.join(path).metadata().is_ok_and(|file| file.len() == 0) {
        return Err(BadText::new(&*shown, words::is_empty_file()));
    }
    let Some((end, names, package)) = ending(path) else {
        // A bare name would be looked up in PATH.
        let here =
            if path.components().count() == 1 { Path::new(".").join(path) } else { path.into() };
        if let Some(problem) = compile_first(path).or_else(|| unfit(&folder.join(path))) {
            return Err(BadText::new(&*shown, problem));
        }
        return match is_executable(&folder.join(path)) {
            true => Ok(vec![here.into_os_string()]),
            false => Err(BadText::new(&*shown, words::not_executable(&shown))),
        };
    };
    let interpreter = names.iter().find_map(|name| in_path(name));
    let Some(interpreter) = interpreter else {
        return Err(BadText::new(&*shown, words::no_interpreter(names[0], package)));
    };
    let mut command = vec![interpreter.into_os_string()];
    match *end {
        "jar" => command.extend(["-jar".into(), path.into()]),
        "class" => {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            let class = path.file_stem().unwrap_or_default();
            command.extend(["-cp".into(), folder.into(), class.to_owned()]);
        }
        _ => command.push(path.into()),
    }
    Ok(command)
}

/// How source code becomes a program, if a file is that.
fn compile_first(path: &Path) -> Option<Text> {
    let stem = path.file_stem()?.to_string_lossy();
    let name = path.to_string_lossy();
    Some(words::source_file(match path.extension()?.to_str()? {
        "c" => format!("gcc -O2 -o {stem} {name}"),
        "cpp" | "cc" | "cxx" => format!("g++ -O2 -o {stem} {name}"),
        "rs" => format!("rustc -O -o {stem} {name}"),
        "go" => format!("go build -o {stem} {name}"),
        _ => return None,
    }))
}

/// Why the system could not start a file that is there, as far as its first bytes tell.
fn unfit(path: &Path) -> Option<Text> {
    let mut head = Vec::new();
    std::fs::File::open(path).ok()?.take(256).read_to_end(&mut head).ok()?;
    if let Some(rest) = head.strip_prefix(b"#!") {
        let line = rest.split(|byte| *byte == b'\n').next()?;
        if line.ends_with(b"\r") {
            return Some(words::shebang_crlf());
        }
        let line = String::from_utf8_lossy(line).into_owned();
        let mut parts = line.split_whitespace();
        let program = parts.next()?;
        if !Path::new(program).exists() {
            return Some(words::shebang_missing(program));
        }
        let name =
            parts.next().filter(|name| program.ends_with("/env") && !name.starts_with('-'))?;
        return in_path(name).is_none().then(|| words::shebang_missing(name));
    }
    head.strip_prefix(b"\x7fELF")?;
    // The numbers of Linux; a program of 32 bits may run where there are 64.
    let ours: &[u16] = match std::env::consts::ARCH {
        "x86_64" => &[62, 3],
        "aarch64" => &[183, 40],
        _ => return None,
    };
    match head.get(18..20) {
        _ if head.len() < 52 => Some(words::broken_program()),
        Some([low, high]) if !ours.contains(&u16::from_le_bytes([*low, *high])) => {
            Some(words::other_machine())
        }
        _ => None,
    }
}

/// The program of that name in the search path.
pub fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_executable(file))
}

fn ending(path: &Path) -> Option<&'static (&'static str, &'static [&'static str], &'static str)> {
    let end = path.extension()?.to_str()?.to_ascii_lowercase();
    INTERPRETERS.iter().find(|(known, ..)| *known == end)
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Says that a file is not there, and which one nearby may have been meant.
fn no_such_file(path: &Path, base: &Path) -> Text {
    if base.join(path).is_dir() {
        return words::is_a_folder();
    }
    if base.join(path).exists() {
        return words::no_plain_file();
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let Ok(entries) = std::fs::read_dir(base.join(folder)) else {
        return words::no_such_folder(folder.to_string_lossy());
    };
    let names: Vec<String> =
        entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let wanted = path.file_name().unwrap_or_default().to_string_lossy();
    match gyoji_core::nearest(&wanted, names.iter().map(String::as_str)) {
        Some(near) => words::no_such_file()
            .then("", &gyoji_words::input::did_you_mean(folder.join(near).to_string_lossy())),
        None => words::no_such_file(),
    }
}

/// A name for a program: the script or class rather than the interpreter.
pub(super) fn name_of(text: &str, folder: &Path) -> String {
    let parts = match folder.join(text).is_file() {
        true => vec![text.to_owned()],
        false => shlex::split(text).unwrap_or_else(|| vec![text.to_owned()]),
    };
    let script = script_of(parts.get(1..).unwrap_or_default());
    let interpreter = parts.first().is_some_and(|first| {
        let stem = Path::new(first).file_name().unwrap_or_default().to_string_lossy();
        INTERPRETERS.iter().any(|(_, names, _)| names.contains(&&*stem))
    });
    let best = script.filter(|_| interpreter).or(parts.first()).cloned().unwrap_or_default();
    let path = Path::new(&best);
    let name = if ending(path).is_some() { path.file_stem() } else { path.file_name() };
    name.map_or(best.clone(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(text: &str) -> String {
        find_command(text, Path::new("")).unwrap_err().to_string()
    }

    #[test]
    fn interpreters_are_found_by_the_ending() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("my ai.py");
        std::fs::write(&script, "print('c4')").unwrap();
        let command = find_command(script.to_str().unwrap(), Path::new("")).unwrap();
        assert!(command[0].to_str().unwrap().ends_with("/python3"), "{command:?}");
        assert_eq!(command[1], script.as_os_str());
        let with_args =
            find_command(&format!("'{}' --fast", script.display()), Path::new("")).unwrap();
        assert_eq!(with_args[2], "--fast");
    }

    #[test]
    fn files_are_looked_for_in_the_folder_the_program_runs_in() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("my_ai.py"), "pass\n").unwrap();
        for text in ["my_ai.py", "python3 my_ai.py", "./my_ai.py"] {
            assert!(find_command(text, Path::new("")).is_err(), "{text} is not here");
            let command = find_command(text, folder.path()).unwrap();
            assert!(command[1].to_str().unwrap().ends_with("my_ai.py"), "{command:?}");
        }
        let near = find_command("my_a.py", folder.path()).unwrap_err().to_string();
        assert!(near.contains("my_ai.py?"), "{near}");
        let device = find_command("/dev/null", folder.path()).unwrap_err().to_string();
        assert!(device.contains("neither a file nor a folder"), "{device}");
    }

    #[test]
    fn a_class_path_is_not_taken_for_the_program() {
        let script = |text| script_of(&shlex::split(text).unwrap()).cloned();
        assert_eq!(script("-Xmx1g -cp classes:lib/some.jar Main x.py").unwrap(), "Main");
        assert_eq!(script("--class-path a.jar Missing.java").unwrap(), "Missing.java");
        assert_eq!(script("-u my_ai.py").unwrap(), "my_ai.py");
        assert_eq!(script("-version"), None);
    }

    #[test]
    fn files_are_found_from_any_folder_but_the_one_that_will_be_there() {
        let mut command: Vec<OsString> =
            ["src/lib.rs", "./Cargo.toml", "Cargo.toml", "-x", "nowhere"].map(Into::into).into();
        stand_anywhere(&mut command, "Cargo.toml", Path::new(""));
        assert!(Path::new(&command[0]).is_absolute() && Path::new(&command[0]).exists());
        assert_eq!(command[1..], ["./Cargo.toml", "Cargo.toml", "-x", "nowhere"]);
        stand_anywhere(&mut command, "other", Path::new(""));
        assert!(Path::new(&command[2]).is_absolute());
    }

    #[test]
    fn what_cannot_be_started_is_explained() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("my_ai.py");
        std::fs::write(&script, "").unwrap();
        let wrong = folder.path().join("my_a.py");
        assert!(complaint(wrong.to_str().unwrap()).contains("my_ai.py?"), "guesses the file");
        let text = folder.path().join("notes");
        std::fs::write(&text, "what was thought of").unwrap();
        assert!(complaint(text.to_str().unwrap()).contains("chmod +x"));
        assert!(complaint(script.to_str().unwrap()).contains("this file is empty"));
        let program = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
            complaint(path.to_str().unwrap())
        };
        assert!(program("ai.cpp", b"int main() {}").contains("g++ -O2 -o ai"));
        assert!(program("ai.rs", b"fn main() {}").contains("rustc -O -o ai"));
        assert!(program("windows", b"#!/usr/bin/python3\r\n").contains("CRLF"));
        assert!(program("gone", b"#!/usr/bin/nosuch -x\n").contains("/usr/bin/nosuch"));
        assert!(program("env", b"#!/usr/bin/env no-such-language\n").contains("no-such-language"));
        assert!(program("cut", b"\x7fELF\x02\x01\x01").contains("damaged"));
        let mut sparc = vec![0; 64];
        sparc[..4].copy_from_slice(b"\x7fELF");
        sparc[18] = 43;
        assert!(program("sparc", &sparc).contains("processor"));
        assert!(complaint("no-such-program-at-all").contains("no such program"));
        assert!(complaint("python3 missing_script.py").contains("no such file"));
        assert!(complaint("python3 'oops").contains("quotation"));
        assert!(complaint(folder.path().to_str().unwrap()).contains("folder"));
    }
}
