//! Programs in a sandbox that hide from whoever counts, or reach others by ways that few think of
//! (`sandbox/hide.py`). Each of them once worked.
//!
//! | what | test |
//! |---|---|
//! | a pair of datagram sockets sends to any socket by its name; a signal by the owner of a pipe; System V memory by its number; a hard link | `nobody_is_reached_by_ways_that_few_think_of` |
//! | calls without an honest use; other processes' streams and files in /proc | `nothing_is_to_be_had_of_others` |
//! | a process whose first thread is gone; page tables; programs that cannot be read; sockets | `memory_is_counted_wherever_it_hides` |
//! | files without a name on their way through a socket, or open in one thread; files with nothing in them | `files_are_counted_wherever_they_hide` |
//! | a folder that is swapped for a link while it is weighed | `watchdog::tests` |

mod common;

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixDatagram;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use common::locked::*;
use common::wait_until;

#[test]
fn nobody_is_reached_by_ways_that_few_think_of() {
    let _alone = alone();
    let by_datagram = |level: u8| {
        let (folder, _) = open_folder();
        let path = folder.path().join("socket");
        let socket = UnixDatagram::bind(&path).expect("a socket");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o777)).expect("a mode");
        socket.set_nonblocking(true).expect("a setting");
        hide(level, "datagram", &unnamed(&path));
        socket.recv(&mut [0; 8]).is_ok()
    };
    let by_owner = |level: u8| {
        let outsider = Outsider::new();
        hide(level, "own_signal", &outsider.0.id().to_string());
        // On a busy machine a signal takes its time.
        let patience = if level == 0 { 5000 } else { 20 };
        wait_until(Duration::from_millis(patience), || !outsider.lives())
    };
    let by_number = |level: u8| {
        let memory = SharedMemory::new();
        stderr(&hide(level, "shared_memory", &memory.number)).contains("secret words")
    };
    let by_link = |level: u8| {
        let (_folder, file) = open_folder();
        let played = hide(level, "link_in", &unnamed(&file));
        stderr(&played).contains("secret words") || !file.exists()
    };
    let ways: [(&str, &dyn Fn(u8) -> bool); 4] = [
        ("a datagram", &by_datagram),
        ("the owner of a pipe", &by_owner),
        ("the number of shared memory", &by_number),
        ("a link", &by_link),
    ];
    for (name, way) in ways {
        assert!(way(0), "{name} must work outside");
        for level in levels() {
            assert!(!way(level), "{name} worked at level {level}");
        }
    }
}

#[test]
fn nothing_is_to_be_had_of_others() {
    let _alone = alone();
    for level in levels() {
        if cfg!(target_arch = "x86_64") {
            let said = stderr(&hide(level, "calls", ""));
            assert!(said.contains("calls: []"), "level {level}: {said}");
        }
        let said = stderr(&hide(level, "others", ""));
        assert!(said.contains("others: []"), "level {level}: {said}");
    }
    let outside = stderr(&hide(0, "others", ""));
    assert!(outside.contains("/environ") && outside.contains("kill "), "{outside}");
}

#[test]
fn memory_is_counted_wherever_it_hides() {
    let _alone = alone();
    for level in levels() {
        for what in ["first_thread_leaves", "page_tables", "few_sockets", "cannot_be_read"] {
            let played = hide(level, what, "");
            let fault = held(level, &played);
            assert!(!stderr(&played).contains("nobody has seen"), "{what}: {}", played.story());
            println!("{level} {what}: {:?} {}", fault.kind, fault.system);
        }
    }
}

#[test]
fn files_are_counted_wherever_they_hide() {
    let _alone = alone();
    for level in levels() {
        held(level, &hide(level, "files_without_end", ""));
        for what in ["on_their_way", "files_of_a_thread"] {
            let said = stderr(&hide(level, what, ""));
            let is_refused =
                ["Permission denied", "refused [-13]"].iter().any(|it| said.contains(it));
            assert!(is_refused, "{what} at level {level}: {said}");
        }
    }
}

/// Memory of somebody else, for everybody who knows its number.
struct SharedMemory {
    owner: Child,
    number: String,
}

impl SharedMemory {
    fn new() -> SharedMemory {
        let code = "import ctypes, sys\nlibc = ctypes.CDLL(None)\n\
                    number = libc.shmget(0, 4096, 0o1666)\nlibc.shmat.restype = ctypes.c_void_p\n\
                    ctypes.memmove(libc.shmat(number, None, 0), b'secret words', 12)\n\
                    print(number, flush=True)\nsys.stdin.read()\nlibc.shmctl(number, 0, None)";
        let mut command = Command::new(python());
        command.args(["-c", code]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut owner = command.spawn().expect("python3 runs");
        let mut number = String::new();
        let stdout = owner.stdout.take().expect("its output");
        BufReader::new(stdout).read_line(&mut number).expect("a number");
        SharedMemory { owner, number: number.trim().to_owned() }
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        drop(self.owner.stdin.take()); // its sign to remove it
        let _ = self.owner.wait();
    }
}

/// All of the above once more, as a user without rights.
#[test]
#[ignore = "everything once more takes a while"]
fn it_holds_for_a_user_without_rights() {
    let _alone = alone();
    run_as_nobody();
}
