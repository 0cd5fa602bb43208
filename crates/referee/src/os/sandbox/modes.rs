//! Changing the modes of files, for a program that may not do it itself.
//!
//! Where a program runs as the same user as we do, nobody but the filter keeps it from changing the
//! modes of files outside (Landlock says nothing about them). But compilers and linkers change
//! those of what they make, in folders that are theirs: the supervisor does that for them.
//!
//! What is decided about is what was opened, and what was opened is what is changed: whoever
//! changes names or memory meanwhile, or takes the number of a process that is gone, comes to
//! nothing but a file in these folders.

use std::fs::Permissions;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use libc::{c_long, seccomp_notif};
use rustix::fs::{CWD, Mode, OFlags};

use super::notify::text_at;
use super::seccomp::SYS_FCHMODAT2;

/// Whether a call changes the mode of a file in one of these folders; it is done then, as far as
/// the system allows.
pub(super) fn change(call: &seccomp_notif, places: &[PathBuf]) -> Option<std::io::Result<()>> {
    let arguments = call.data.args;
    let here = libc::AT_FDCWD as u32 as u64;
    let (opened, mode) = match c_long::from(call.data.nr) {
        libc::SYS_fchmod => (open(call.pid, arguments[0], None)?, arguments[1]),
        libc::SYS_fchmodat | SYS_FCHMODAT2 => {
            (open(call.pid, arguments[0], Some(text_at(call, 1)?))?, arguments[2])
        }
        #[cfg(target_arch = "x86_64")]
        libc::SYS_chmod => (open(call.pid, here, Some(text_at(call, 0)?))?, arguments[1]),
        _ => return None,
    };
    let name = format!("/proc/self/fd/{}", opened.as_raw_fd());
    let path = std::fs::read_link(&name).ok()?;
    let is_inside = places.iter().any(|place| path.starts_with(place) && path != *place);
    // No powers come with a mode.
    let mode = Permissions::from_mode(mode as u32 & 0o777);
    is_inside.then(|| std::fs::set_permissions(name, mode))
}

/// What a process means by a descriptor, or by a path from there. No link at its end is followed.
fn open(pid: u32, folder: u64, path: Option<String>) -> Option<OwnedFd> {
    let from = match folder as i32 {
        libc::AT_FDCWD => format!("/proc/{pid}/cwd"),
        fd => format!("/proc/{pid}/fd/{fd}"),
    };
    let look = |above: &dyn std::os::fd::AsFd, path: &Path, flags: OFlags| {
        rustix::fs::openat(
            above.as_fd(),
            path,
            OFlags::PATH | OFlags::CLOEXEC | flags,
            Mode::empty(),
        )
    };
    let from = look(&CWD, Path::new(&from), OFlags::empty()).ok()?;
    match path {
        None => Some(from),
        Some(path) if path.is_empty() => None,
        Some(path) => look(&from, Path::new(&path), OFlags::NOFOLLOW).ok(),
    }
}
