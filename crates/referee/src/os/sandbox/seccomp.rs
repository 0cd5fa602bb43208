//! The system calls that a program in a sandbox does not have.
//!
//! A list of what is refused, not of what is allowed: runtimes need much, and new ones more. What
//! is refused reaches either nobody in particular (the network, other processes, the kernel's
//! settings) or memory that no limit counts. Refused calls are told to the supervisor, so that a
//! verdict can name them; where nobody listens they fail all the same.
//!
//! The kernel remembers for each call whether the filter always allows it: reading, writing and
//! waiting cost nothing.

use std::os::fd::{FromRawFd, OwnedFd};

use libc::{c_long, sock_filter};

/// What happens to a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    /// It fails, and the supervisor hears of it.
    Told,
    /// It fails as if the kernel did not have it: programs do without.
    Absent,
    /// It fails, and nobody hears of it: programs try it without meaning it.
    Quiet,
}

/// When a call is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum If {
    Always,
    /// One of these bits is in the argument with this number.
    Bits(u8, u32),
    /// This argument is not zero.
    NotZero(u8),
    /// This argument is exactly that.
    Is(u8, u32),
    /// This argument is anything but that.
    IsNot(u8, u32),
    /// These bits of the argument with this number are exactly that.
    Masked(u8, u32, u32),
    /// Both of these bits are in the argument with this number.
    Both(u8, u32, u32),
    /// The first of these bits is in the argument with this number, and the second is not.
    Without(u8, u32, u32),
}

/// Name spaces: whoever may make one has more powers in it.
const NEW_SPACES: u32 = 0x7e02_0080;

#[rustfmt::skip]
const REFUSED: &[(c_long, &str, If, Then)] = &[
    // The network, and sockets of other programs. A pair of them is fine, if it stays one: one that
    // takes messages could send them to anybody's socket, by its name.
    (libc::SYS_socket, "socket", If::Always, Then::Told),
    (libc::SYS_socketpair, "socketpair", If::IsNot(0, libc::AF_UNIX as u32), Then::Told),
    (libc::SYS_socketpair, "socketpair", If::Masked(1, 0xf, libc::SOCK_DGRAM as u32), Then::Told),
    (libc::SYS_socketpair, "socketpair", If::Masked(1, 0xf, libc::SOCK_RAW as u32), Then::Told),
    (libc::SYS_connect, "connect", If::Always, Then::Told),
    (libc::SYS_bind, "bind", If::Always, Then::Told),
    (libc::SYS_listen, "listen", If::Always, Then::Told),
    (libc::SYS_accept, "accept", If::Always, Then::Told),
    (libc::SYS_accept4, "accept", If::Always, Then::Told),
    (libc::SYS_setsockopt, "setsockopt", If::Is(2, libc::SO_SNDBUF as u32), Then::Quiet),
    // Each thread sees the open files of all: nobody looks at those of each.
    (libc::SYS_clone, "clone", If::Without(0, libc::CLONE_THREAD as u32, libc::CLONE_FILES as u32), Then::Told),
    (libc::SYS_close_range, "close_range", If::Bits(2, libc::CLOSE_RANGE_UNSHARE), Then::Told),
    // Other processes.
    (libc::SYS_ptrace, "ptrace", If::Always, Then::Told),
    (libc::SYS_process_vm_readv, "process_vm_readv", If::Always, Then::Told),
    (libc::SYS_process_vm_writev, "process_vm_writev", If::Always, Then::Told),
    (libc::SYS_process_madvise, "process_madvise", If::Always, Then::Told),
    (libc::SYS_process_mrelease, "process_mrelease", If::Always, Then::Told),
    (libc::SYS_kcmp, "kcmp", If::Always, Then::Told),
    (libc::SYS_pidfd_getfd, "pidfd_getfd", If::Always, Then::Told),
    (libc::SYS_pidfd_open, "pidfd_open", If::Always, Then::Quiet),
    (libc::SYS_pidfd_send_signal, "pidfd_send_signal", If::Always, Then::Told),
    (libc::SYS_prlimit64, "prlimit64", If::NotZero(0), Then::Told),
    (libc::SYS_sched_setaffinity, "sched_setaffinity", If::NotZero(0), Then::Quiet),
    (libc::SYS_sched_setscheduler, "sched_setscheduler", If::NotZero(0), Then::Quiet),
    (libc::SYS_sched_setparam, "sched_setparam", If::NotZero(0), Then::Quiet),
    (libc::SYS_sched_setattr, "sched_setattr", If::NotZero(0), Then::Quiet),
    (libc::SYS_setpriority, "setpriority", If::NotZero(1), Then::Quiet),
    (libc::SYS_setpriority, "setpriority", If::Is(0, 2), Then::Quiet),
    (libc::SYS_ioprio_set, "ioprio_set", If::NotZero(1), Then::Quiet),
    (libc::SYS_ioprio_set, "ioprio_set", If::Is(0, 3), Then::Quiet),
    (libc::SYS_move_pages, "move_pages", If::NotZero(0), Then::Quiet),
    (libc::SYS_migrate_pages, "migrate_pages", If::Always, Then::Quiet),
    // Signals to whoever is named the owner of a file, and files that others have to wait for.
    (libc::SYS_fcntl, "fcntl", If::Is(1, libc::F_SETOWN as u32), Then::Told),
    (libc::SYS_fcntl, "fcntl", If::Is(1, F_SETOWN_EX), Then::Told),
    (libc::SYS_fcntl, "fcntl", If::Is(1, F_SETSIG), Then::Told),
    (libc::SYS_fcntl, "fcntl", If::Is(1, libc::F_SETLEASE as u32), Then::Told),
    (libc::SYS_fcntl, "fcntl", If::Is(1, libc::F_NOTIFY as u32), Then::Told),
    (libc::SYS_ioctl, "ioctl", If::Is(1, FIOSETOWN), Then::Told),
    (libc::SYS_ioctl, "ioctl", If::Is(1, SIOCSPGRP), Then::Told),
    // What happens in a folder that cannot be opened, as it happens.
    (libc::SYS_inotify_add_watch, "inotify_add_watch", If::Always, Then::Told),
    // Name spaces, mounts and roots.
    (libc::SYS_unshare, "unshare", If::Always, Then::Told),
    (libc::SYS_setns, "setns", If::Always, Then::Told),
    (libc::SYS_clone, "clone", If::Bits(0, NEW_SPACES), Then::Told),
    // Its flags lie in memory, where no filter looks.
    (libc::SYS_clone3, "clone3", If::Always, Then::Absent),
    (libc::SYS_mount, "mount", If::Always, Then::Told),
    (libc::SYS_umount2, "umount2", If::Always, Then::Told),
    (libc::SYS_pivot_root, "pivot_root", If::Always, Then::Told),
    (libc::SYS_chroot, "chroot", If::Always, Then::Told),
    (libc::SYS_move_mount, "move_mount", If::Always, Then::Told),
    (libc::SYS_open_tree, "open_tree", If::Always, Then::Told),
    (libc::SYS_fsopen, "fsopen", If::Always, Then::Told),
    (libc::SYS_fsconfig, "fsconfig", If::Always, Then::Told),
    (libc::SYS_fsmount, "fsmount", If::Always, Then::Told),
    (libc::SYS_fspick, "fspick", If::Always, Then::Told),
    (libc::SYS_mount_setattr, "mount_setattr", If::Always, Then::Told),
    (SYS_OPEN_TREE_ATTR, "open_tree", If::Always, Then::Told),
    (libc::SYS_name_to_handle_at, "name_to_handle_at", If::Always, Then::Quiet),
    (libc::SYS_open_by_handle_at, "open_by_handle_at", If::Always, Then::Told),
    // The kernel: keys, programs in it, its settings.
    (libc::SYS_keyctl, "keyctl", If::Always, Then::Told),
    (libc::SYS_add_key, "add_key", If::Always, Then::Told),
    (libc::SYS_request_key, "request_key", If::Always, Then::Told),
    (libc::SYS_io_uring_setup, "io_uring_setup", If::Always, Then::Absent),
    (libc::SYS_io_uring_enter, "io_uring_enter", If::Always, Then::Absent),
    (libc::SYS_io_uring_register, "io_uring_register", If::Always, Then::Absent),
    (libc::SYS_bpf, "bpf", If::Always, Then::Told),
    (libc::SYS_perf_event_open, "perf_event_open", If::Always, Then::Quiet),
    (libc::SYS_userfaultfd, "userfaultfd", If::Always, Then::Told),
    (libc::SYS_fanotify_init, "fanotify_init", If::Always, Then::Told),
    (libc::SYS_kexec_load, "kexec_load", If::Always, Then::Told),
    (libc::SYS_init_module, "init_module", If::Always, Then::Told),
    (libc::SYS_finit_module, "finit_module", If::Always, Then::Told),
    (libc::SYS_delete_module, "delete_module", If::Always, Then::Told),
    (libc::SYS_reboot, "reboot", If::Always, Then::Told),
    (libc::SYS_swapon, "swapon", If::Always, Then::Told),
    (libc::SYS_swapoff, "swapoff", If::Always, Then::Told),
    (libc::SYS_acct, "acct", If::Always, Then::Told),
    (libc::SYS_quotactl, "quotactl", If::Always, Then::Told),
    (SYS_QUOTACTL_FD, "quotactl", If::Always, Then::Told),
    (libc::SYS_syslog, "syslog", If::Always, Then::Told),
    (libc::SYS_vhangup, "vhangup", If::Always, Then::Told),
    (libc::SYS_sethostname, "sethostname", If::Always, Then::Told),
    (libc::SYS_setdomainname, "setdomainname", If::Always, Then::Told),
    (libc::SYS_settimeofday, "settimeofday", If::Always, Then::Told),
    (libc::SYS_clock_settime, "clock_settime", If::Always, Then::Told),
    (libc::SYS_clock_adjtime, "clock_adjtime", If::Always, Then::Told),
    (libc::SYS_adjtimex, "adjtimex", If::Always, Then::Told),
    // Words put into a terminal.
    (libc::SYS_ioctl, "ioctl", If::Is(1, libc::TIOCSTI as u32), Then::Told),
    (libc::SYS_ioctl, "ioctl", If::Is(1, libc::TIOCLINUX as u32), Then::Told),
    // Whoever cannot be looked into cannot be counted.
    (libc::SYS_prctl, "prctl", If::Is(0, libc::PR_SET_DUMPABLE as u32), Then::Quiet),
    // Memory that no limit counts, or that outlives the program. What is shared stays when nobody
    // has it in sight any more: the supervisor counts what is asked for.
    (libc::SYS_mmap, "mmap", If::Both(3, MAP_SHARED, MAP_ANONYMOUS), Then::Told),
    (libc::SYS_memfd_create, "memfd_create", If::Always, Then::Told),
    (libc::SYS_memfd_secret, "memfd_secret", If::Always, Then::Told),
    (libc::SYS_shmget, "shmget", If::Always, Then::Told),
    (libc::SYS_semget, "semget", If::Always, Then::Told),
    (libc::SYS_msgget, "msgget", If::Always, Then::Told),
    (libc::SYS_mq_open, "mq_open", If::Always, Then::Told),
    // The same of others, which are known by numbers that can be guessed.
    (libc::SYS_shmat, "shmat", If::Always, Then::Told),
    (libc::SYS_shmctl, "shmctl", If::Always, Then::Told),
    (libc::SYS_semop, "semop", If::Always, Then::Told),
    (libc::SYS_semtimedop, "semop", If::Always, Then::Told),
    (libc::SYS_semctl, "semctl", If::Always, Then::Told),
    (libc::SYS_msgsnd, "msgsnd", If::Always, Then::Told),
    (libc::SYS_msgrcv, "msgrcv", If::Always, Then::Told),
    (libc::SYS_msgctl, "msgctl", If::Always, Then::Told),
    (libc::SYS_mq_unlink, "mq_unlink", If::Always, Then::Told),
];

const MAP_SHARED: u32 = libc::MAP_SHARED as u32;
const MAP_ANONYMOUS: u32 = libc::MAP_ANONYMOUS as u32;
/// Orders to files and devices that nobody names here; the same everywhere.
const F_SETSIG: u32 = 10;
const F_SETOWN_EX: u32 = 15;
const FIOSETOWN: u32 = 0x8901;
const SIOCSPGRP: u32 = 0x8902;
const FS_IOC_SETFLAGS: u32 = 0x4008_6602;
const FS_IOC_FSSETXATTR: u32 = 0x401c_5820;
const FS_IOC_ENABLE_VERITY: u32 = 0x4080_6685;
/// Calls that are newer than what names them; they have the same number everywhere.
const SYS_QUOTACTL_FD: c_long = 443;
pub(super) const SYS_FCHMODAT2: c_long = 452;
const SYS_SETXATTRAT: c_long = 463;
const SYS_REMOVEXATTRAT: c_long = 466;
const SYS_OPEN_TREE_ATTR: c_long = 467;
const SYS_FILE_SETATTR: c_long = 469;

/// Calls that only one processor has.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[(c_long, &str, If, Then)] = &[
    (libc::SYS_iopl, "iopl", If::Always, Then::Told),
    (libc::SYS_ioperm, "ioperm", If::Always, Then::Told),
    (libc::SYS_modify_ldt, "modify_ldt", If::Always, Then::Told),
    (libc::SYS_kexec_file_load, "kexec_file_load", If::Always, Then::Told),
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[(c_long, &str, If, Then)] = &[];

/// Signals, where Landlock does not keep them in: the supervisor decides.
const SIGNALS: &[(c_long, &str, If, Then)] = &[
    (libc::SYS_kill, "kill", If::Always, Then::Told),
    (libc::SYS_tkill, "tkill", If::Always, Then::Told),
    (libc::SYS_tgkill, "tgkill", If::Always, Then::Told),
    (libc::SYS_rt_sigqueueinfo, "rt_sigqueueinfo", If::Always, Then::Told),
    (libc::SYS_rt_tgsigqueueinfo, "rt_tgsigqueueinfo", If::Always, Then::Told),
];

/// What changes a file that cannot be opened: Landlock says nothing about it, and where a program
/// runs as the same user as we do, nobody else does.
#[rustfmt::skip]
const OUTSIDE: &[(c_long, &str, If, Then)] = &[
    (libc::SYS_fchmodat, "chmod", If::Always, Then::Told),
    (SYS_FCHMODAT2, "chmod", If::Always, Then::Told),
    (libc::SYS_fchownat, "chown", If::Always, Then::Told),
    (libc::SYS_setxattr, "setxattr", If::Always, Then::Told),
    (libc::SYS_lsetxattr, "setxattr", If::Always, Then::Told),
    (libc::SYS_removexattr, "removexattr", If::Always, Then::Told),
    (libc::SYS_lremovexattr, "removexattr", If::Always, Then::Told),
    (SYS_SETXATTRAT, "setxattr", If::Always, Then::Told),
    (SYS_REMOVEXATTRAT, "removexattr", If::Always, Then::Told),
    (SYS_FILE_SETATTR, "file_setattr", If::Always, Then::Told),
    // Its own folder can be opened, to read.
    (libc::SYS_fchmod, "fchmod", If::Always, Then::Told),
    (libc::SYS_fchown, "fchown", If::Always, Then::Told),
    (libc::SYS_fsetxattr, "fsetxattr", If::Always, Then::Told),
    (libc::SYS_fremovexattr, "fremovexattr", If::Always, Then::Told),
    (libc::SYS_ioctl, "ioctl", If::Is(1, FS_IOC_SETFLAGS), Then::Told),
    (libc::SYS_ioctl, "ioctl", If::Is(1, FS_IOC_FSSETXATTR), Then::Told),
    (libc::SYS_ioctl, "ioctl", If::Is(1, FS_IOC_ENABLE_VERITY), Then::Told),
    // With a path; without one it is about an open file.
    (libc::SYS_utimensat, "utimensat", If::NotZero(1), Then::Told),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chmod, "chmod", If::Always, Then::Told),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_chown, "chown", If::Always, Then::Told),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_lchown, "chown", If::Always, Then::Told),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_utime, "utime", If::Always, Then::Told),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_utimes, "utimes", If::Always, Then::Told),
    #[cfg(target_arch = "x86_64")]
    (libc::SYS_futimesat, "utimes", If::Always, Then::Told),
];

/// Files cut short by their names, which Landlock knows from version 3 on.
const TRUNCATE: &[(c_long, &str, If, Then)] =
    &[(libc::SYS_truncate, "truncate", If::Always, Then::Told)];

/// Which lists a filter has beside the usual one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Extra {
    pub(super) signals: bool,
    pub(super) outside: bool,
    pub(super) truncate: bool,
}

/// Whether a call sends a signal.
pub(super) fn is_signal(call: c_long) -> bool {
    SIGNALS.iter().any(|(known, ..)| *known == call)
}

/// What a call is named.
pub(super) fn name(call: c_long) -> &'static str {
    let lists = [REFUSED, REFUSED_HERE, SIGNALS, OUTSIDE, TRUNCATE];
    let found = lists.into_iter().flatten().find(|(known, ..)| *known == call);
    found.map_or("a system call", |(_, name, ..)| name)
}

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: u32 = 0xC000_00B7;
#[cfg(target_arch = "riscv64")]
const ARCHITECTURE: u32 = 0xC000_00F3;

/// Calls of the x32 way, which carry this bit.
const X32: u32 = 0x4000_0000;
/// Where things lie in what a filter sees.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const ARGUMENTS: u32 = 16;

/// The filter, as the kernel reads it.
fn program(extra: Extra, tells: bool) -> Vec<sock_filter> {
    let mut code = vec![
        load(ARCH),
        jump(libc::BPF_JEQ, ARCHITECTURE, 1, 0),
        give(libc::SECCOMP_RET_KILL_PROCESS), // 32 bits
        load(NUMBER),
    ];
    if cfg!(target_arch = "x86_64") {
        code.extend([jump(libc::BPF_JGE, X32, 0, 1), give(libc::SECCOMP_RET_KILL_PROCESS)]);
    }
    let mut rules: Vec<_> = [REFUSED, REFUSED_HERE].concat();
    for (wanted, list) in
        [(extra.signals, SIGNALS), (extra.outside, OUTSIDE), (extra.truncate, TRUNCATE)]
    {
        rules.extend(list.iter().filter(|_| wanted));
    }
    for (call, _, when, then) in rules {
        let refuse = give(match then {
            Then::Told if tells => libc::SECCOMP_RET_USER_NOTIF,
            Then::Told => libc::SECCOMP_RET_ERRNO | libc::EACCES as u32,
            Then::Quiet => libc::SECCOMP_RET_ERRNO | libc::EPERM as u32,
            Then::Absent => libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32,
        });
        let argument = |number: u8| ARGUMENTS + 8 * u32::from(number);
        // Little-endian: the lower half of an argument comes first.
        let test = match when {
            If::Always => vec![refuse],
            If::Bits(number, bits) => {
                vec![load(argument(number)), jump(libc::BPF_JSET, bits, 0, 1), refuse, load(NUMBER)]
            }
            If::Is(number, value) => {
                vec![load(argument(number)), jump(libc::BPF_JEQ, value, 0, 1), refuse, load(NUMBER)]
            }
            If::IsNot(number, value) => {
                vec![load(argument(number)), jump(libc::BPF_JEQ, value, 1, 0), refuse, load(NUMBER)]
            }
            If::Masked(number, mask, value) => vec![
                load(argument(number)),
                only(mask),
                jump(libc::BPF_JEQ, value, 0, 1),
                refuse,
                load(NUMBER),
            ],
            If::Without(number, one, other) => vec![
                load(argument(number)),
                jump(libc::BPF_JSET, one, 0, 2),
                jump(libc::BPF_JSET, other, 1, 0),
                refuse,
                load(NUMBER),
            ],
            If::Both(number, one, other) => vec![
                load(argument(number)),
                jump(libc::BPF_JSET, one, 0, 2),
                jump(libc::BPF_JSET, other, 0, 1),
                refuse,
                load(NUMBER),
            ],
            If::NotZero(number) => vec![
                load(argument(number)),
                jump(libc::BPF_JEQ, 0, 0, 2),
                load(argument(number) + 4),
                jump(libc::BPF_JEQ, 0, 1, 0),
                refuse,
                load(NUMBER),
            ],
        };
        code.push(jump(libc::BPF_JEQ, call as u32, 0, test.len() as u8));
        code.extend(test);
    }
    code.push(give(libc::SECCOMP_RET_ALLOW));
    code
}

fn load(offset: u32) -> sock_filter {
    let code = (libc::BPF_LD | libc::BPF_W | libc::BPF_ABS) as u16;
    sock_filter { code, jt: 0, jf: 0, k: offset }
}

/// Keeps these bits of what was loaded.
fn only(bits: u32) -> sock_filter {
    let code = (libc::BPF_ALU | libc::BPF_AND | libc::BPF_K) as u16;
    sock_filter { code, jt: 0, jf: 0, k: bits }
}

fn jump(test: u32, value: u32, yes: u8, no: u8) -> sock_filter {
    sock_filter { code: (libc::BPF_JMP | libc::BPF_K | test) as u16, jt: yes, jf: no, k: value }
}

fn give(what: u32) -> sock_filter {
    sock_filter { code: (libc::BPF_RET | libc::BPF_K) as u16, jt: 0, jf: 0, k: what }
}

/// Puts the filter on this process, for ever. Gives the descriptor on which refused calls are
/// told; none where the kernel has no such thing, or somebody else listens already.
pub(super) fn filter(extra: Extra) -> std::io::Result<Option<OwnedFd>> {
    match install(&program(extra, true), libc::SECCOMP_FILTER_FLAG_NEW_LISTENER) {
        Ok(listener) => {
            // SAFETY: the kernel has just made this descriptor for us.
            #[allow(unsafe_code)]
            Ok(Some(unsafe { OwnedFd::from_raw_fd(listener) }))
        }
        // Nobody could decide about signals then.
        Err(error) if extra.signals => Err(error),
        Err(_) => install(&program(extra, false), 0).map(|_| None),
    }
}

/// Refuses, once the stage has said its last, what it needed for that. Open files on their way through
/// a socket are nobody's: no limit would count them.
pub(super) fn send_nothing_more() -> std::io::Result<()> {
    install(&program_of_silence(), 0).map(drop)
}

/// The filter for that. Other ways to call the kernel are no more by then.
fn program_of_silence() -> Vec<sock_filter> {
    let refuse = give(libc::SECCOMP_RET_ERRNO | libc::EACCES as u32);
    vec![
        load(NUMBER),
        jump(libc::BPF_JEQ, libc::SYS_sendmsg as u32, 1, 0),
        jump(libc::BPF_JEQ, libc::SYS_sendmmsg as u32, 0, 1),
        refuse,
        give(libc::SECCOMP_RET_ALLOW),
    ]
}

fn install(code: &[sock_filter], flags: libc::c_ulong) -> std::io::Result<i32> {
    let code = libc::sock_fprog { len: code.len() as u16, filter: code.as_ptr().cast_mut() };
    // SAFETY: the kernel copies the filter, which lives until after the call; nothing else is
    // changed in memory.
    #[allow(unsafe_code)]
    let given = unsafe {
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const code)
    };
    match i32::try_from(given) {
        Ok(given) if given >= 0 => Ok(given),
        _ => Err(std::io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the filter says to a call, as the kernel would find out.
    fn verdict(code: &[sock_filter], arch: u32, call: u32, arguments: [u64; 6]) -> u32 {
        let word = |offset: u32| match offset {
            NUMBER => call,
            ARCH => arch,
            offset => {
                let (number, half) = ((offset - ARGUMENTS) / 8, (offset - ARGUMENTS) % 8);
                (arguments[number as usize] >> (8 * half)) as u32
            }
        };
        let (mut at, mut value) = (0, 0);
        loop {
            let one = code[at];
            at += 1;
            let code = u32::from(one.code);
            if code == libc::BPF_LD | libc::BPF_W | libc::BPF_ABS {
                value = word(one.k);
            } else if code == libc::BPF_ALU | libc::BPF_AND | libc::BPF_K {
                value &= one.k;
            } else if code == libc::BPF_RET | libc::BPF_K {
                return one.k;
            } else {
                let holds = match code & 0xf0 {
                    libc::BPF_JEQ => value == one.k,
                    libc::BPF_JGE => value >= one.k,
                    libc::BPF_JSET => value & one.k != 0,
                    _ => panic!("an instruction nobody wrote"),
                };
                at += usize::from(if holds { one.jt } else { one.jf });
            }
        }
    }

    fn here(call: c_long, arguments: &[u64]) -> u32 {
        let mut all = [0; 6];
        all[..arguments.len()].copy_from_slice(arguments);
        verdict(&program(Extra::default(), true), ARCHITECTURE, call as u32, all)
    }

    #[test]
    fn what_is_refused_is_refused_and_nothing_else() {
        let (told, allowed) = (libc::SECCOMP_RET_USER_NOTIF, libc::SECCOMP_RET_ALLOW);
        assert_eq!(here(libc::SYS_socket, &[2]), told);
        assert_eq!(here(libc::SYS_socketpair, &[1, 1]), allowed, "a stream");
        assert_eq!(here(libc::SYS_socketpair, &[1, 0x80805]), allowed, "whole messages in order");
        assert_eq!(here(libc::SYS_socketpair, &[1, 0x80802]), told, "messages to anybody");
        assert_eq!(here(libc::SYS_socketpair, &[1, 3]), told, "the same by another name");
        assert_eq!(here(libc::SYS_socketpair, &[30, 1]), told, "another family");
        assert_eq!(here(libc::SYS_close_range, &[3, 9, 4]), allowed);
        assert_eq!(here(libc::SYS_close_range, &[3, 9, 2]), told);
        assert_eq!(here(libc::SYS_clone, &[0x003d_0f00]), allowed, "a thread of the C library");
        assert_eq!(here(libc::SYS_clone, &[0x003d_0b00]), told, "with open files of its own");
        assert_eq!(here(libc::SYS_clone, &[0x11]), allowed, "a process");
        assert_eq!(here(libc::SYS_fcntl, &[0, 3]), allowed);
        assert_eq!(here(libc::SYS_fcntl, &[0, 8, 1]), told, "signals to anybody");
        assert_eq!(here(libc::SYS_ptrace, &[]), told);
        assert_eq!(here(libc::SYS_read, &[]), allowed);
        assert_eq!(here(libc::SYS_kill, &[1, 9]), allowed, "kept in by Landlock");
        assert_eq!(here(libc::SYS_clone3, &[]), libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32);
        assert_eq!(here(libc::SYS_clone, &[0x0001_0d00]), allowed, "a thread");
        assert_eq!(here(libc::SYS_clone, &[0x1000_0011]), told, "a user name space");
        assert_eq!(here(libc::SYS_prlimit64, &[0, 7]), allowed);
        assert_eq!(here(libc::SYS_prlimit64, &[4711, 7]), told);
        assert_eq!(here(libc::SYS_prlimit64, &[1 << 32, 7]), told);
        assert_eq!(here(libc::SYS_ioctl, &[0, libc::TIOCGWINSZ]), allowed);
        assert_eq!(here(libc::SYS_ioctl, &[0, libc::TIOCSTI]), told);
        assert_eq!(here(libc::SYS_exit_group, &[]), allowed);
        assert_eq!(here(libc::SYS_mmap, &[0, 4096, 3, 0x22]), allowed, "memory of its own");
        assert_eq!(here(libc::SYS_mmap, &[0, 4096, 3, 0x01]), allowed, "a file");
        assert_eq!(here(libc::SYS_mmap, &[0, 4096, 3, 0x21]), told, "memory that is shared");
        assert_eq!(here(libc::SYS_read, &[0x21, 0x21, 0x21, 0x21]), allowed);
    }

    #[test]
    fn open_files_cannot_be_sent() {
        let says = |call: c_long| verdict(&program_of_silence(), ARCHITECTURE, call as u32, [0; 6]);
        let refused = libc::SECCOMP_RET_ERRNO | libc::EACCES as u32;
        assert_eq!((says(libc::SYS_sendmsg), says(libc::SYS_sendmmsg)), (refused, refused));
        assert_eq!(says(libc::SYS_sendto), libc::SECCOMP_RET_ALLOW);
    }

    #[test]
    fn other_ways_to_call_the_kernel_end_the_program() {
        let code = program(Extra::default(), true);
        let dead = libc::SECCOMP_RET_KILL_PROCESS;
        assert_eq!(verdict(&code, 0x4000_0003, 102, [0; 6]), dead, "32 bits");
        #[cfg(target_arch = "x86_64")]
        assert_eq!(verdict(&code, ARCHITECTURE, X32 | 41, [0; 6]), dead, "x32");
    }

    #[test]
    fn what_landlock_does_not_hold_is_refused_where_it_matters() {
        let extra = Extra { signals: true, outside: true, truncate: true };
        let says =
            |extra, call: c_long| verdict(&program(extra, true), ARCHITECTURE, call as u32, [1; 6]);
        for call in [libc::SYS_kill, libc::SYS_fchmodat, libc::SYS_truncate, libc::SYS_utimensat] {
            assert_eq!(says(extra, call), libc::SECCOMP_RET_USER_NOTIF, "{}", name(call));
            assert_eq!(says(Extra::default(), call), libc::SECCOMP_RET_ALLOW, "{}", name(call));
        }
    }

    #[test]
    fn the_filter_fits() {
        let extra = Extra { signals: true, outside: true, truncate: true };
        assert!(program(extra, true).len() < 4096);
    }
}
