//! The supervisor hears which calls are refused, and decides about signals and shared memory.

use std::fs::File;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use gyoji_core::record::size_text;
use libc::{c_long, seccomp_notif, seccomp_notif_resp};
use rustix::process::Pid;

use super::super::tree;
use super::{modes, seccomp};

/// `_IOWR('!', 0, struct seccomp_notif)` and `_IOWR('!', 1, struct seccomp_notif_resp)`.
const RECEIVE: u32 = 0xc050_2100;
const ANSWER: u32 = 0xc018_2101;
/// How many different refusals are told: a program may try without end.
const MOST_TOLD: usize = 16;
/// How much of a path is read, and how much is told.
const LONGEST_PATH: usize = 4096;
const LONGEST_TOLD: usize = 256;

/// Where refused calls are heard of.
#[derive(Debug)]
pub(super) struct Listener {
    fd: OwnedFd,
    told: Vec<String>,
    /// How much memory may still be shared. What is given back does not count: it may be kept out
    /// of sight.
    shareable: u64,
    /// The folders that are its own.
    places: Vec<PathBuf>,
}

impl Listener {
    /// Of a program that may have so much memory, and write in these folders.
    pub(super) fn new(fd: OwnedFd, memory: Option<u64>, places: Vec<PathBuf>) -> Listener {
        let places = places.into_iter().filter_map(|place| place.canonicalize().ok()).collect();
        Listener { fd, told: Vec::new(), shareable: memory.unwrap_or(u64::MAX), places }
    }

    pub(super) fn fd(&self) -> &OwnedFd {
        &self.fd
    }

    /// Hears of one call and answers it. What was refused, if that has not been told yet.
    pub(super) fn hear(&mut self) -> Option<String> {
        let call = self.receive()?;
        let number = c_long::from(call.data.nr);
        if let Some(done) = modes::change(&call, &self.places) {
            let error = done.err().map_or(0, |error| -error.raw_os_error().unwrap_or(libc::EACCES));
            self.answer(&seccomp_notif_resp { id: call.id, val: 0, error, flags: 0 });
            return None;
        }
        let is_fine = match number {
            libc::SYS_mmap => self.share(call.data.args[1]),
            _ => seccomp::is_signal(number) && is_within(number, call.data.args[0]),
        };
        let told = (!is_fine).then(|| describe(&call));
        self.answer(&seccomp_notif_resp {
            id: call.id,
            val: 0,
            error: match number {
                _ if is_fine => 0,
                libc::SYS_mmap => -libc::ENOMEM,
                _ => -libc::EACCES,
            },
            // Whom a signal is for stands in a register: nobody can change it meanwhile.
            flags: if is_fine { libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32 } else { 0 },
        });
        let told = told.filter(|told| !self.told.contains(told) && self.told.len() < MOST_TOLD)?;
        self.told.push(told.clone());
        Some(told)
    }

    /// Whether so much memory may be shared; it counts from now on.
    fn share(&mut self, bytes: u64) -> bool {
        let left = self.shareable.checked_sub(bytes);
        self.shareable = left.unwrap_or(self.shareable);
        left.is_some()
    }

    fn receive(&self) -> Option<seccomp_notif> {
        // SAFETY: it consists of numbers, for which zero is a value; the kernel wants it so.
        #[allow(unsafe_code)]
        let mut call: seccomp_notif = unsafe { std::mem::zeroed() };
        // SAFETY: the kernel fills exactly this structure.
        #[allow(unsafe_code)]
        let given = unsafe { libc::ioctl(self.fd.as_raw_fd(), RECEIVE.into(), &raw mut call) };
        (given == 0).then_some(call)
    }

    fn answer(&self, answer: &seccomp_notif_resp) {
        // SAFETY: the kernel reads exactly this structure. If the caller is gone, it says so.
        #[allow(unsafe_code)]
        unsafe {
            libc::ioctl(self.fd.as_raw_fd(), ANSWER.into(), std::ptr::from_ref(answer));
        }
    }
}

/// Whether a signal is for somebody of the program's own family, or for its own group.
fn is_within(call: c_long, whom: u64) -> bool {
    let whom = whom as i32;
    match whom {
        0 => true,
        // Everybody, or a group, whoever may be in it.
        whom if whom < 0 => {
            let group = whom.checked_neg().filter(|group| *group > 1 && call == libc::SYS_kill);
            group.and_then(Pid::from_raw).is_some_and(is_ours)
        }
        whom => Pid::from_raw(whom).is_some_and(is_ours),
    }
}

/// Whether a process is below this one, its supervisor.
fn is_ours(pid: Pid) -> bool {
    const DEEPEST: u32 = 256;
    let us = rustix::process::getpid();
    let mut at = pid;
    for _ in 0..DEEPEST {
        match tree::parent_of(at) {
            Some(parent) if parent == us => return true,
            Some(parent) => at = parent,
            None => return false,
        }
    }
    false
}

/// A call in words: its name, and what it was about.
fn describe(call: &seccomp_notif) -> String {
    let number = c_long::from(call.data.nr);
    let name = seccomp::name(number);
    let about = match number {
        libc::SYS_socket => family(call.data.args[0] as i32).to_owned(),
        libc::SYS_mmap => format!("{} shared", size_text(call.data.args[1])),
        _ if seccomp::is_signal(number) => (call.data.args[0] as i32).to_string(),
        _ => path_of(call).unwrap_or_default(),
    };
    format!("{name} {about}").trim_end().to_owned()
}

/// The kind of socket that was wanted.
fn family(family: i32) -> &'static str {
    match family {
        libc::AF_UNIX => "unix",
        libc::AF_INET => "internet",
        libc::AF_INET6 => "internet (IPv6)",
        libc::AF_NETLINK => "netlink",
        libc::AF_PACKET => "packet",
        _ => "other",
    }
}

/// The path that a call was about, as the caller has it in memory: for people only.
fn path_of(call: &seccomp_notif) -> Option<String> {
    let number = c_long::from(call.data.nr);
    let argument = match seccomp::name(number) {
        "chmod" | "chown" | "utimensat" | "utimes"
            if matches!(
                number,
                libc::SYS_fchmodat | libc::SYS_fchownat | libc::SYS_utimensat | 261 | 452
            ) =>
        {
            1
        }
        "chmod" | "chown" | "utime" | "utimes" | "truncate" | "setxattr" | "removexattr"
        | "chroot" | "umount2" => 0,
        "mount" => 1,
        _ => return None,
    };
    let text = text_at(call, argument)?;
    let text = text.chars().filter(|c| !c.is_control());
    Some(text.take(LONGEST_TOLD).collect())
}

/// The text that an argument of a call points to.
pub(super) fn text_at(call: &seccomp_notif, argument: usize) -> Option<String> {
    let memory = File::open(format!("/proc/{}/mem", call.pid)).ok()?;
    let mut text = [0; LONGEST_PATH];
    let count = memory.read_at(&mut text, call.data.args[argument]).ok()?;
    let text = text[..count].split(|byte| *byte == 0).next()?;
    Some(String::from_utf8_lossy(text).into_owned())
}
