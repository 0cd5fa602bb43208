//! Level 1's walls: which files may be opened, and whom signals reach.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope,
};

use super::Order;

/// What every program may read and run: the system's programs and libraries.
pub(super) const SYSTEM: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store"];

/// What runtimes read of `/etc`: nothing with a secret in it. Folders are dear: each is a mount at
/// level 2.
const ETC: &[&str] = &[
    "alternatives",
    "group",
    "host.conf",
    "hosts",
    "java",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.preload",
    "locale.alias",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "passwd",
    "ssl/openssl.cnf",
    "timezone",
    "debian_version",
    "os-release",
];

/// What runtimes read of the machine.
const MACHINE: &[&str] =
    &["/proc", "/sys/devices/system", "/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage"];

/// Devices that are everybody's. Not `/dev/zero`, which is memory to share that nobody counts.
pub(super) const DEVICES: &[&str] = &["/dev/null", "/dev/full", "/dev/random", "/dev/urandom"];

/// The version of Landlock this kernel has; 0 if none.
pub(crate) fn version() -> u32 {
    const VERSION: u32 = 1;
    // SAFETY: asks for a number; no pointer is followed.
    #[allow(unsafe_code)]
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0_usize, VERSION)
    };
    u32::try_from(version).unwrap_or(0)
}

/// Whether signals cannot leave (version 6).
pub(super) fn holds_signals(version: u32) -> bool {
    version >= 6
}

/// The files of `/etc` that there are here.
pub(super) fn etc() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = ETC.iter().map(|name| Path::new("/etc").join(name)).collect();
    // Debian keeps the settings of its Java there, one folder for each version.
    for entry in std::fs::read_dir("/etc").into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with("java-") {
            found.push(entry.path());
        }
    }
    found.retain(|path| path.exists());
    found
}

/// Locks this process in, for ever.
pub(super) fn lock(order: &Order) -> Result<(), String> {
    let say = |error: &dyn std::fmt::Display| error.to_string();
    let version = version();
    if version == 0 {
        return Err("this kernel has no Landlock".into());
    }
    let abi = ABI::V6;
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(abi)))
        .and_then(|rules| rules.scope(Scope::from_all(abi)))
        .and_then(Ruleset::create)
        .map_err(|error| say(&error))?;
    let reading = AccessFs::from_read(abi);
    let machine = AccessFs::ReadFile | AccessFs::ReadDir;
    let device = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
    let devices_made = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock;
    let all = AccessFs::from_all(abi) & !devices_made;
    let system = SYSTEM.iter().map(PathBuf::from).chain(etc());
    for path in system.filter(|path| path.exists()) {
        rules = allow(rules, &path, reading)?;
    }
    for path in &order.reads {
        rules = allow(rules, path, reading)?;
    }
    for path in MACHINE.iter().map(Path::new).filter(|path| path.exists()) {
        rules = allow(rules, path, machine)?;
    }
    for path in DEVICES.iter().map(Path::new).filter(|path| path.exists()) {
        rules = allow(rules, path, device)?;
    }
    for path in order.writes.iter().chain(&order.scratch) {
        rules = allow(rules, path, all)?;
    }
    let status = rules.restrict_self().map_err(|error| say(&error))?;
    match status.ruleset {
        RulesetStatus::NotEnforced => Err("Landlock is not enforced".into()),
        RulesetStatus::PartiallyEnforced | RulesetStatus::FullyEnforced => Ok(()),
    }
}

fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, String> {
    let say = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(ABI::V6) };
    let opened = PathFd::new(path).map_err(|error| say(&error))?;
    rules.add_rule(PathBeneath::new(opened, access)).map_err(|error| say(&error))
}
