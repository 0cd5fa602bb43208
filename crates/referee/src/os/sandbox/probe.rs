//! Finds out what this machine can do by doing it: a probe tries everything a program must be
//! able to do, and everything it must not, first outside and then inside each level.

use std::ffi::OsString;
use std::fs::Permissions;
use std::io::Write;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use gyoji_core::record::Limits;
use rustix::process::{Pid, Signal};

use super::{Room, bubblewrap, landlock};
use crate::os::cage::Cage;
use crate::wire::process::Process;
use crate::wire::{Caps, Program, hear_out};

/// The name of the program that a stage itself is.
pub(super) const PROBE: &str = "__probe";
/// How long a probe may take.
const PROBE_TIME: Duration = Duration::from_secs(10);

/// Something that was tried, and whether a program in a sandbox must be able to do it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Its name.
    pub name: &'static str,
    /// Whether it has to work inside.
    pub wanted: bool,
}

#[rustfmt::skip]
const TRIALS: &[Trial] = &[
    Trial { name: "read its own folder", wanted: true },
    Trial { name: "write a temporary file", wanted: true },
    Trial { name: "write to /dev/null", wanted: true },
    Trial { name: "start a thread", wanted: true },
    Trial { name: "read another folder", wanted: false },
    Trial { name: "write into another folder", wanted: false },
    Trial { name: "connect by TCP", wanted: false },
    Trial { name: "send by UDP", wanted: false },
    Trial { name: "connect to a local socket", wanted: false },
    Trial { name: "signal another process", wanted: false },
];

/// What a level came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The level.
    pub level: u8,
    /// What is in the way; nothing if it can be had.
    pub missing: Option<Missing>,
    /// What was tried, and whether it worked.
    pub trials: Vec<(Trial, bool)>,
}

/// Why a level cannot be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The kernel has no Landlock.
    Landlock,
    /// There is no bubblewrap.
    Bubblewrap,
    /// Nobody but root may make name spaces of users; what was said.
    UserSpaces(String),
    /// No control groups can be made that hold memory and processes.
    Groups,
    /// Something else failed; what was said.
    Trouble(String),
    /// It let through what it must not, or kept what it must not; the name of the trial.
    Leaks(&'static str),
}

/// Tries one level.
pub(crate) fn level(supervisor: &Path, level: u8) -> Found {
    let found = |missing, trials| Found { level, missing, trials };
    if let Some(missing) = lacks(level) {
        return found(Some(missing), Vec::new());
    }
    match Yard::new().and_then(|yard| yard.run(supervisor, level)) {
        Ok(trials) => {
            let is_wrong = |(trial, works): &&(Trial, bool)| *works != (level == 0 || trial.wanted);
            let wrong = trials.iter().find(is_wrong).map(|(trial, _)| Missing::Leaks(trial.name));
            found(wrong, trials)
        }
        Err(error) => {
            let words = error.to_string();
            let is_about_spaces = level >= 2
                && ["user namespace", "uid map", "Operation not permitted", "Permission denied"]
                    .iter()
                    .any(|part| words.contains(part));
            let missing = match is_about_spaces && !rustix::process::geteuid().is_root() {
                true => Missing::UserSpaces(words),
                false => Missing::Trouble(words),
            };
            found(Some(missing), Vec::new())
        }
    }
}

/// What is known to be missing without trying; `GYOJI_WITHOUT` names parts that are to be taken
/// for missing, so that one can see what happens on another machine.
fn lacks(level: u8) -> Option<Missing> {
    let without = std::env::var("GYOJI_WITHOUT").unwrap_or_default();
    let is_gone = |part: &str| without.split(',').any(|gone| gone == part);
    match level {
        1 if is_gone("landlock") || landlock::version() == 0 => Some(Missing::Landlock),
        2 | 3 if is_gone("bubblewrap") || bubblewrap::find().is_none() => Some(Missing::Bubblewrap),
        2 | 3 if is_gone("userns") => Some(Missing::UserSpaces("GYOJI_WITHOUT".into())),
        3 if is_gone("cgroup") || !Cage::can_hold() => Some(Missing::Groups),
        _ => None,
    }
}

/// A place with something to reach and something to keep away from.
struct Yard {
    folder: tempfile::TempDir,
    tcp: TcpListener,
    _udp: UdpSocket,
    _unix: UnixListener,
    ports: [u16; 2],
}

impl Yard {
    fn new() -> std::io::Result<Yard> {
        let folder = crate::wire::private_folder()?;
        // For everybody: it is the sandbox that has to keep them out.
        let open = |path: &Path| std::fs::set_permissions(path, Permissions::from_mode(0o777));
        open(folder.path())?;
        for name in ["own", "other"] {
            std::fs::create_dir(folder.path().join(name))?;
            open(&folder.path().join(name))?;
            std::fs::write(folder.path().join(name).join("file"), "text")?;
        }
        let (tcp, udp) = (TcpListener::bind("127.0.0.1:0")?, UdpSocket::bind("127.0.0.1:0")?);
        let unix = UnixListener::bind(folder.path().join("other/socket"))?;
        open(&folder.path().join("other/socket"))?;
        let ports = [tcp.local_addr()?.port(), udp.local_addr()?.port()];
        Ok(Yard { folder, tcp, _udp: udp, _unix: unix, ports })
    }

    /// Runs the probe at a level: what worked.
    fn run(&self, supervisor: &Path, level: u8) -> std::io::Result<Vec<(Trial, bool)>> {
        let own = self.folder.path().join("own");
        let mut command: Vec<OsString> = vec![PROBE.into(), self.folder.path().into()];
        command.extend(self.ports.map(|port| port.to_string().into()));
        command.push(std::process::id().to_string().into());
        // Nothing of the command line is a file of the program's own.
        let mut none = [OsString::from(PROBE)];
        let room = Room::new(level, Limits::USUAL, &mut none, Some(&own), &[])?;
        let program = Program {
            command,
            folder: None,
            supervisor: supervisor.to_owned(),
            caps: Caps::default(),
            freezable: false,
            merges: false,
            room: Some(room),
            shared: None,
        };
        let lines = hear_out(&mut Process::new(program), PROBE_TIME)?;
        let mut trials = Vec::new();
        for trial in TRIALS {
            let says = |line: &String| line.strip_prefix(trial.name).map(|rest| rest == ": yes");
            let works = lines.iter().find_map(says);
            let works = works.ok_or_else(|| std::io::Error::other("the probe did not answer"))?;
            trials.push((*trial, works));
        }
        // What counts is what has arrived.
        self.tcp.set_nonblocking(true)?;
        let arrived = self.tcp.accept().is_ok();
        if let Some(tcp) = trials.iter_mut().find(|(trial, _)| trial.name == "connect by TCP") {
            tcp.1 |= arrived;
        }
        Ok(trials)
    }
}

/// The probe itself: `FOLDER TCP UDP PID`. Tries everything and says on stdout what worked.
pub(super) fn try_everything(args: &[OsString], tmp: &Path) -> i32 {
    let [folder, tcp, udp, pid] = args else { return 2 };
    let folder = PathBuf::from(folder);
    let number = |text: &OsString| text.to_str().and_then(|text| text.parse::<i32>().ok());
    let (tcp, udp) = (number(tcp).unwrap_or(0) as u16, number(udp).unwrap_or(0) as u16);
    let pid = number(pid).and_then(Pid::from_raw);
    let works = |name: &str| match name {
        "read its own folder" => std::fs::read(folder.join("own/file")).is_ok(),
        "write a temporary file" => std::fs::write(tmp.join("probe"), "text").is_ok(),
        "write to /dev/null" => std::fs::write("/dev/null", "text").is_ok(),
        "start a thread" => std::thread::Builder::new().spawn(|| ()).is_ok(),
        "read another folder" => std::fs::read(folder.join("other/file")).is_ok(),
        "write into another folder" => std::fs::write(folder.join("other/new"), "text").is_ok(),
        "connect by TCP" => TcpStream::connect(("127.0.0.1", tcp)).is_ok(),
        "send by UDP" => UdpSocket::bind("127.0.0.1:0")
            .and_then(|socket| socket.send_to(b"text", ("127.0.0.1", udp)))
            .is_ok(),
        "connect to a local socket" => UnixStream::connect(folder.join("other/socket")).is_ok(),
        "signal another process" => {
            pid.is_some_and(|pid| rustix::process::kill_process(pid, Signal::CONT).is_ok())
        }
        _ => false,
    };
    let mut out = std::io::stdout().lock();
    for trial in TRIALS {
        let word = if works(trial.name) { "yes" } else { "no" };
        if writeln!(out, "{}: {word}", trial.name).is_err() {
            return 1;
        }
    }
    0
}
