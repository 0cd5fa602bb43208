//! Trouble that is nobody's fault but the machine's: no descriptor, process or thread to be had,
//! our own executable gone. No player loses by it, and the series goes on.

mod common;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::*;

/// A program of ours: as quick as any.
fn program() -> String {
    format!("judge:{} bot othello.random --dialect judge", gyoji())
}

/// Runs `gyoji` in a shell that first does something to itself.
fn after(lab: &Lab, first: &str, args: &[&str]) -> Command {
    let mut command = Command::new("sh");
    lab.at_home(&mut command);
    command.args(["-c", &format!("{first} && exec \"$0\" \"$@\""), gyoji()]).args(args);
    command
}

/// A command in the background, and what it has said on stderr so far.
struct Running {
    child: Child,
    said: Arc<Mutex<String>>,
}

impl Running {
    fn start(mut command: Command) -> Running {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("gyoji starts");
        let mut pipe = child.stderr.take().expect("a pipe");
        let said = Arc::new(Mutex::new(String::new()));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = pipe.read(&mut chunk) {
                heard.lock().unwrap().push_str(&String::from_utf8_lossy(&chunk[..count]));
            }
        });
        Running { child, said }
    }

    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        until(|| {
            let ended = self.child.try_wait().expect("our child");
            let said = self.said.lock().unwrap();
            assert!(ended.is_none() || said.contains(text), "it ended: {said}");
            said.contains(text)
        });
    }

    /// Its results, when it has ended well.
    #[track_caller]
    fn finish(mut self) -> serde_json::Value {
        let mut out = String::new();
        let mut pipe = self.child.stdout.take().expect("a pipe");
        let code = wait(&mut self.child).code();
        pipe.read_to_string(&mut out).expect("text");
        let said = self.said.lock().unwrap();
        assert_eq!(code, Some(0), "{out}\n{said}");
        assert!(!said.contains("panicked"), "{said}");
        serde_json::from_str(&out).expect("JSON")
    }
}

/// So many games were played, and nobody was blamed for anything.
#[track_caller]
fn all_well(result: &serde_json::Value, games: u64) {
    assert_eq!(result["games"], games, "{result}");
    for player in result["players"].as_array().expect("players") {
        assert_eq!(player["faults"], 0, "{result}");
    }
}

#[test]
fn too_few_descriptors_cost_nobody_a_game() {
    let lab = Lab::new();
    let args = ["match", "othello", &program(), "bot:random", "-n", "8", "-j", "4", "--json"];
    let said = finish(after(&lab, "ulimit -n 20", &args), "").expect(0);
    all_well(&said.json(), 8);
}

#[test]
fn a_series_waits_until_there_are_descriptors() {
    if !is_installed("prlimit") {
        return;
    }
    for (lang, waits) in [
        ("en", "nothing can be started now (Too many open files"),
        ("ja", "今はプログラムを起動できません（Too many open files"),
    ] {
        let lab = Lab::new();
        let program = program();
        let args =
            ["--lang", lang, "match", "othello", &program, "bot:random", "-n", "2", "--json"];
        let mut series = Running::start(after(&lab, "ulimit -Sn 8", &args));
        series.wait_for(waits);
        let pid = series.child.id().to_string();
        let lifted = Command::new("prlimit").args(["--pid", &pid, "--nofile=1024:"]).status();
        assert!(lifted.expect("prlimit runs").success());
        let said = series.finish();
        all_well(&said, 2);
        assert!(said["void"]["nothing_started"].as_u64() > Some(0), "{said}");
        assert_eq!(said["void"]["games"], 0, "no player was late: {said}");
    }
}

#[test]
fn judge_waits_for_descriptors_too() {
    if !is_installed("prlimit") {
        return;
    }
    let lab = Lab::new();
    let program = program();
    for more in [&[][..], &["-n", "1"]] {
        let args = [&["judge", &program, &program, "--json"], more].concat();
        let mut game = Running::start(after(&lab, "ulimit -Sn 8", &args));
        game.wait_for("Too many open files");
        let pid = game.child.id().to_string();
        let lifted = Command::new("prlimit").args(["--pid", &pid, "--nofile=1024:"]).status();
        assert!(lifted.expect("prlimit runs").success());
        assert_eq!(wait(&mut game.child).code(), Some(0));
        let said = game.said.lock().unwrap();
        assert!(!said.contains("FORFEIT"), "{said}");
    }
}

#[test]
#[ignore = "it waits a minute"]
fn a_series_for_which_nothing_can_be_started_gives_up() {
    let lab = Lab::new();
    let args = ["match", "othello", &program(), "bot:random", "-n", "4", "-j", "2"];
    let patience = Duration::from_secs(150);
    let said = finish_within(after(&lab, "ulimit -n 8", &args), "", patience).expect(1);
    assert!(said.err.contains("nothing could be started for a minute: Too many"), "{}", said.err);
    assert!(!said.err.contains("FORFEIT"), "{}", said.err);
}

#[test]
fn a_game_of_one_person_that_cannot_begin_is_void() {
    let lab = Lab::new();
    let args = ["play", "othello", "--vs", &program(), "--record", "records"];
    let said = finish(after(&lab, "ulimit -n 9", &args), "").expect(1);
    let void = "the game is void, nobody has lost: Too many open files";
    assert!(said.err.contains(void), "{}", said.err);
}

/// A control group of its own, in which there may be so many processes and threads.
struct Pids(PathBuf);

impl Pids {
    /// None where it cannot be made: not every machine lets us.
    fn new(most: u32) -> Option<Pids> {
        let own = fs::read_to_string("/proc/self/cgroup").ok()?;
        let parent = own.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':');
            let (_, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
            let root = match controllers {
                "" => "/sys/fs/cgroup",
                "pids" => "/sys/fs/cgroup/pids",
                _ => return None,
            };
            let folder = Path::new(root).join(path.trim_start_matches('/'));
            // In a container the path may be told as it is outside.
            let folder = if folder.is_dir() { folder } else { root.into() };
            folder.join("cgroup.procs").exists().then_some(folder)
        })?;
        let name = format!("gyoji-test-{}-{most}", std::process::id());
        let group = Pids(parent.join(name));
        let made = fs::create_dir(&group.0).and_then(|()| group.limit(&most.to_string()));
        made.inspect_err(|error| eprintln!("skipped: no control group ({error})")).ok()?;
        Some(group)
    }

    fn limit(&self, most: &str) -> std::io::Result<()> {
        fs::write(self.0.join("pids.max"), most)
    }

    /// What a shell does to be in it.
    fn enter(&self) -> String {
        format!("echo $$ > '{}'", self.0.join("cgroup.procs").display())
    }
}

impl Drop for Pids {
    fn drop(&mut self) {
        // Empty by now, or it stays for whoever looks into it.
        let _ = fs::remove_dir(&self.0);
    }
}

#[test]
fn fewer_threads_play_the_same_games() {
    for (most, told) in [(3, "only 1 games at once"), (2, "only 1 games at once"), (1, "Ctrl-C")] {
        let Some(group) = Pids::new(most) else { return };
        let lab = Lab::new();
        let args = ["match", "othello", "bot:random", "bot:greedy", "-n", "6", "-j", "3", "--json"];
        let said = finish(after(&lab, &group.enter(), &args), "").expect(0);
        all_well(&said.json(), 6);
        assert!(said.err.contains(told), "{most}: {}", said.err);
    }
}

#[test]
fn too_few_processes_cost_nobody_a_game() {
    let Some(group) = Pids::new(4) else { return };
    let lab = Lab::new();
    let args = ["match", "othello", &program(), "bot:random", "-n", "4", "-j", "2", "--json"];
    let args = [&args[..], &["--record", "records"]].concat();
    let mut series = Running::start(after(&lab, &group.enter(), &args));
    series.wait_for("nothing can be started now");
    group.limit("max").expect("it is our group");
    all_well(&series.finish(), 4);
    // What was not played stays, and says so in both languages.
    let void: Vec<PathBuf> =
        lab.files("records").into_iter().filter(|path| is_void(path)).collect();
    let void = void.first().expect("the record of a game that did not begin").to_str().unwrap();
    let said = lab.run(&["replay", void]).expect(0);
    assert!(said.out.contains("Void, no result."), "{}", said.out);
    let said = lab.ja(&["replay", void]).expect(0);
    assert!(said.out.contains("無効"), "{}", said.out);
}

fn is_void(path: &Path) -> bool {
    let text = fs::read_to_string(path).expect("a record");
    text.lines().last().is_some_and(|line| line.contains(r#""why":"void""#))
}

#[test]
fn our_own_executable_may_be_replaced_while_it_plays() {
    let lab = Lab::new();
    let copy = lab.path("gyoji-copy");
    fs::copy(gyoji(), &copy).expect("a copy");
    let mut command = Command::new(&copy);
    lab.at_home(&mut command);
    let args = ["match", "othello", &program(), "bot:random", "-n", "12", "--json"];
    command.args(args).args(["--record", "records"]);
    let series = Running::start(command);
    until(|| !lab.files("records").is_empty());
    fs::remove_file(&copy).expect("it may be removed");
    fs::write(&copy, "something else").expect("and replaced");
    all_well(&series.finish(), 12);
}
