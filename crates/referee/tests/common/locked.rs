//! Programs in a sandbox that try what they must not do, and whether it happens: as seen from
//! outside, not by what the program was told.

use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use gyoji_core::record::{Fault, FaultKind};
use gyoji_core::{Lang, Seat};
use gyoji_othello::Othello;
use gyoji_referee::player::{PlayerText, Terms};
use gyoji_referee::sandbox::{self, Missing};

use super::{Guest, Played, first_move, fixture, house, play_guests, require, wait_until};

/// What is tried: a kind of socket, something with a file, something with another process.
pub const SOCKETS: &[&str] = &["tcp", "mptcp", "udp", "unix", "abstract"];
pub const FILES: &[&str] =
    &["read", "write", "truncate", "chmod", "remove", "rename", "link", "through_a_link"];
pub const PROCESSES: &[&str] = &["kill", "stop", "ptrace", "environ_of", "prlimit", "renice"];

/// The levels above 0 that this machine has; what is missing is said.
pub fn levels() -> Vec<u8> {
    let supervisor = house().supervisor;
    let holds = |level: &u8| match sandbox::try_level(&supervisor, *level).missing {
        None => true,
        // Something is wrong with us, and not with this machine.
        Some(missing @ (Missing::Trouble(_) | Missing::Leaks(_))) => {
            panic!("level {level}: {}", sandbox::why(&missing).get(Lang::En))
        }
        Some(missing) => {
            eprintln!("level {level}: {}", sandbox::why(&missing).get(Lang::En));
            false
        }
    };
    (1..=3).filter(holds).collect()
}

/// Python as everybody can start it.
pub fn python() -> String {
    let system = Path::new("/usr/bin/python3");
    if system.exists() { system.display().to_string() } else { require("python3", "python3") }
}

pub fn invite_at(level: u8, text: &str) -> Guest<Othello> {
    let kit = gyoji_othello::kit();
    let dialects: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    let player = PlayerText::parse(text, &dialects).unwrap_or_else(|bad| panic!("{bad}"));
    let terms = Terms { sandbox: Some(level), ..Terms::default() };
    let player = player.player(&kit, &terms).unwrap_or_else(|bad| panic!("{bad}"));
    let chair = house().chair(&kit, &player).unwrap_or_else(|bad| panic!("{bad}"));
    (player, chair)
}

/// One test at a time: they count processes.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Lets `escape.py` try something at a level.
pub fn attempt(level: u8, what: &str, argument: &str) -> Played {
    attempt_with(level, what, argument, "limit=20s")
}

pub fn attempt_with(level: u8, what: &str, argument: &str, terms: &str) -> Played {
    run("escape.py", level, what, argument, terms)
}

/// Lets `hide.py` try something at a level, with limits that are soon reached.
pub fn hide(level: u8, what: &str, argument: &str) -> Played {
    run("hide.py", level, what, argument, "limit=20s&memory=200MB&processes=64&disk=32MB")
}

fn run(file: &str, level: u8, what: &str, argument: &str, terms: &str) -> Played {
    let script = fixture(&format!("sandbox/{file}"));
    let text = format!("plain?{terms}:{} -B {script} {what} {argument}", python());
    let played = play_guests(&mut [invite_at(level, text.trim_end()), first_move()]);
    played.check_record::<Othello>();
    played
}

/// The one fault of a program that was ended by its sandbox.
pub fn held(level: u8, played: &Played) -> &Fault {
    let [fault] = played.faults()[..] else { panic!("level {level}: {}", played.story()) };
    let is_held = matches!(fault.kind, FaultKind::Refused | FaultKind::Memory);
    assert!(is_held, "level {level}: {}", played.story());
    fault
}

/// All it has said on stderr.
pub fn stderr(played: &Played) -> String {
    let moves = played.moves_of(Seat(0)).into_iter().map(|moved| moved.stderr.clone());
    moves.chain(played.faults().iter().map(|fault| fault.stderr.clone())).collect()
}

/// A folder for everybody, with a file in it.
pub fn open_folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let open = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
    };
    open(folder.path(), 0o777);
    let file = folder.path().join("file");
    std::fs::write(&file, "secret words").expect("a file");
    open(&file, 0o666);
    (folder, file)
}

/// A path that `escape.py` understands and that names no file: what a command line names is seen.
pub fn unnamed(path: &Path) -> String {
    format!("@{}", path.display())
}

/// Somebody outside.
pub struct Outsider(pub Child);

impl Outsider {
    pub fn new() -> Outsider {
        let mut command = Command::new("sleep");
        command.arg("600").env("OUTSIDERS_SECRET", "secret words");
        Outsider(command.spawn().expect("sleep runs"))
    }

    pub fn status(&self, field: &str) -> String {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.0.id()));
        let text = text.unwrap_or_default();
        let found = text.lines().find_map(|line| line.strip_prefix(field));
        found.unwrap_or("").trim().to_owned()
    }

    pub fn lives(&self) -> bool {
        !matches!(self.status("State:").chars().next(), None | Some('Z' | 'X'))
    }

    pub fn stat(&self, field: usize) -> String {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.0.id()));
        text.unwrap_or_default().split(' ').nth(field).unwrap_or("").to_owned()
    }
}

impl Drop for Outsider {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether somebody outside was reached by a kind of socket.
pub fn reached(level: u8, what: &str) -> bool {
    let (folder, _) = open_folder();
    let tcp = TcpListener::bind("127.0.0.1:0").expect("a port");
    let udp = UdpSocket::bind("127.0.0.1:0").expect("a port");
    let path = folder.path().join(format!("{what}-{level}"));
    let unix = UnixListener::bind(&path).expect("a socket");
    let _ = std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o777));
    let name = format!("gyoji-test-{}-{level}", std::process::id());
    let address = SocketAddr::from_abstract_name(&name);
    let hidden = UnixListener::bind_addr(&address.expect("a name")).expect("a socket");
    for listener in [&unix, &hidden] {
        listener.set_nonblocking(true).expect("a setting");
    }
    tcp.set_nonblocking(true).expect("a setting");
    udp.set_nonblocking(true).expect("a setting");
    let port = |address: std::io::Result<std::net::SocketAddr>| {
        address.expect("an address").port().to_string()
    };
    let (kind, argument) = match what {
        "tcp" | "mptcp" => (what, port(tcp.local_addr())),
        "udp" => (what, port(udp.local_addr())),
        "abstract" => ("unix", format!("@@{name}")),
        _ => (what, unnamed(&path)),
    };
    let played = attempt(level, kind, &argument);
    assert_eq!(played.faults().len(), 0, "{what} at {level}: {}", played.story());
    match what {
        "tcp" | "mptcp" => tcp.accept().is_ok(),
        "udp" => udp.recv(&mut [0; 8]).is_ok(),
        "abstract" => hidden.accept().is_ok(),
        _ => unix.accept().is_ok(),
    }
}

/// Whether a file outside was read or changed.
pub fn spoilt(level: u8, what: &str) -> bool {
    let (_folder, file) = open_folder();
    let played = attempt(level, what, &unnamed(&file));
    assert_eq!(played.faults().len(), 0, "{what} at {level}: {}", played.story());
    let about = std::fs::metadata(&file);
    let is_same = about.is_ok_and(|about| about.permissions().mode() & 0o777 == 0o666)
        && std::fs::read_to_string(&file).is_ok_and(|text| text == "secret words");
    !is_same || stderr(&played).contains("secret words")
}

/// Whether somebody outside was killed, stopped, looked into or changed.
pub fn touched(level: u8, what: &str) -> bool {
    let outsider = Outsider::new();
    assert!(wait_until(Duration::from_secs(5), || outsider.status("Name:") == "sleep"));
    let nice = outsider.stat(18);
    let played = attempt(level, what, &outsider.0.id().to_string());
    let said = stderr(&played);
    assert_eq!(played.faults().len(), 0, "{what} at {level}: {}", played.story());
    let is_changed = || {
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", outsider.0.id()));
        let limits = limits.unwrap_or_default();
        let files = limits.lines().find(|line| line.starts_with("Max open files"));
        !outsider.lives()
            || outsider.status("State:").starts_with(['T', 't'])
            || outsider.status("TracerPid:") != "0"
            || outsider.stat(18) != nice
            || files.is_some_and(|line| line.split_whitespace().nth(3) == Some("5"))
            || said.contains("secret words")
            || said.contains("memory_of: b")
            || said.contains("ptrace: 0")
    };
    // On a busy machine a signal takes its time.
    let patience = if level == 0 { Duration::from_secs(5) } else { Duration::from_millis(20) };
    wait_until(patience, is_changed)
}

/// Whether this is root.
pub fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0)
}

/// Runs all tests of this file once more, as a user without rights; what control groups there are
/// are handed down to it.
pub fn run_as_nobody() {
    const NOBODY: u32 = 65534;
    if !is_root() {
        return; // it is one already
    }
    let home = tempfile::tempdir().expect("a folder");
    std::fs::set_permissions(home.path(), std::fs::Permissions::from_mode(0o777)).expect("a mode");
    let groups = HandedDown::new(NOBODY);
    // The shell goes into the groups as root, and becomes somebody else there.
    let enter = "for door in $DOORS; do echo $$ > $door; done; \
                 exec setpriv --reuid 65534 --regid 65534 --clear-groups \"$@\"";
    let mut this = Command::new("sh");
    this.args(["-c", enter, "sh"]).arg(std::env::current_exe().expect("this test"));
    this.args(["--nocapture", "--test-threads=1", "--include-ignored"]);
    this.env("DOORS", groups.doors()).env_remove("GYOJI_BLESS");
    this.env("HOME", home.path()).env("TMPDIR", home.path()).stdin(Stdio::null());
    this.env("PATH", "/usr/local/bin:/usr/bin:/bin");
    let done = this.output().expect("this test runs again");
    let said = [&done.stdout[..], &done.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    println!("{said}");
    assert!(done.status.success(), "as a user without rights");
}

/// Control groups that belong to somebody without rights.
struct HandedDown(Vec<PathBuf>);

impl HandedDown {
    fn new(user: u32) -> HandedDown {
        let own = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mounts = std::fs::read_to_string("/proc/self/mounts").unwrap_or_default();
        let mut groups = Vec::new();
        for mount in mounts.lines() {
            let fields: Vec<&str> = mount.split(' ').collect();
            let [_, root, kind, options, ..] = fields[..] else { continue };
            let wanted = ["memory", "pids", "freezer"];
            let controller = match kind {
                "cgroup2" => "",
                "cgroup" => match wanted.iter().find(|it| options.split(',').any(|o| o == **it)) {
                    Some(controller) => controller,
                    None => continue,
                },
                _ => continue,
            };
            let ends_so = |line: &&str| line.split(':').nth(1) == Some(controller);
            let Some(path) = own.lines().find(ends_so).and_then(|line| line.splitn(3, ':').nth(2))
            else {
                continue;
            };
            let group = Path::new(root).join(path.trim_start_matches('/'));
            let group = group.join(format!("handed-down-{}", std::process::id()));
            if std::fs::create_dir(&group).is_err() {
                continue;
            }
            for file in ["", "cgroup.procs", "cgroup.threads", "cgroup.subtree_control"] {
                let _ = std::os::unix::fs::chown(group.join(file), Some(user), Some(user));
            }
            groups.push(group);
        }
        HandedDown(groups)
    }

    fn doors(&self) -> String {
        let doors = self.0.iter().map(|group| group.join("cgroup.procs").display().to_string());
        doors.collect::<Vec<_>>().join(" ")
    }
}

impl Drop for HandedDown {
    fn drop(&mut self) {
        for group in &self.0 {
            wait_until(Duration::from_secs(5), || std::fs::remove_dir(group).is_ok());
        }
    }
}
