//! A PostgreSQL server for tests: in a folder of its own, reached by a socket in it, gone with the
//! value. It can be killed and started again.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The user of the database, and its password.
pub const USER: &str = "gyoji";
/// What must never be shown.
pub const PASSWORD: &str = "kept-to-oneself";

/// How long a server may take to come up or to go away, on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server that runs, or was killed.
pub struct Server {
    programs: PathBuf,
    folder: TempDir,
    user: Option<(u32, u32)>,
    child: Option<Child>,
}

impl Server {
    /// Makes an empty server and starts it.
    ///
    /// # Panics
    /// If PostgreSQL is not installed, or does not start.
    pub fn start() -> Server {
        let programs = programs().expect("PostgreSQL is not installed: run `tools/setup test`");
        let folder = tempfile::tempdir().expect("a folder for the server");
        // It refuses to run as root.
        let user = is_root().then(|| other_user().expect("a user for the server"));
        if let Some((user, group)) = user {
            chown(folder.path(), Some(user), Some(group)).expect("the server's folder is its own");
        }
        let mut server = Server { programs, folder, user, child: None };
        let secret = server.folder.path().join("secret");
        fs::write(&secret, PASSWORD).expect("a file for the password");
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).expect("readable");
        let made = server
            .command("initdb")
            .arg("-D")
            .arg(server.data())
            .args(["-U", USER, "-A", "scram-sha-256", "--no-sync", "-E", "UTF8", "--locale=C"])
            .arg(format!("--pwfile={}", secret.display()))
            .output();
        expect_success(&made.expect("initdb runs"));
        server.restart();
        server
    }

    /// Where a database of the server is, which is made if there is none of that name.
    ///
    /// # Panics
    /// If the server does not run.
    pub fn database(&self, name: &str) -> String {
        let made = self.client("createdb").arg(name).output().expect("createdb runs");
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success() || said.contains("already exists"), "{said}");
        let socket = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgres://{USER}:{PASSWORD}@{socket}/{name}")
    }

    /// Kills it like the loss of power: it has no time to save anything.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it again after it was killed, and waits until it answers.
    ///
    /// # Panics
    /// If it does not come up.
    pub fn restart(&mut self) {
        self.kill();
        let start = Instant::now();
        let mut child = self.launch();
        while !self.answers() {
            assert!(start.elapsed() < PATIENCE, "PostgreSQL does not start: {}", self.log());
            // What the killed one had started may still hold the folder for a moment.
            if child.try_wait().is_ok_and(|ended| ended.is_some()) {
                child = self.launch();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        self.child = Some(child);
    }

    fn answers(&self) -> bool {
        let mut ask = self.client("psql");
        ask.args(["-c", "select 1", "postgres"]).stdout(Stdio::null()).stderr(Stdio::null());
        ask.status().is_ok_and(|status| status.success())
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn launch(&self) -> Child {
        let log = fs::File::create(self.folder.path().join("log")).expect("a file for the log");
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).arg("-k").arg(self.folder.path());
        command.args(["-c", "listen_addresses="]).stdout(Stdio::null()).stderr(log);
        command.spawn().expect("PostgreSQL can be started")
    }

    /// One of its programs, as the user that the server runs as.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command
    }

    /// One of its programs that talks to the running server.
    fn client(&self, program: &str) -> Command {
        let mut command = self.command(program);
        command.env("PGPASSWORD", PASSWORD).arg("-h").arg(self.folder.path()).args(["-U", USER]);
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

fn expect_success(output: &Output) {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The folder with the server's programs: Debian keeps them out of the way.
fn programs() -> Option<PathBuf> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = debian.map(|entry| entry.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    folders.into_iter().find(|folder| folder.join("initdb").exists())
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|this| this.uid() == 0)
}

/// The user and group that the server runs as where we are root.
fn other_user() -> Option<(u32, u32)> {
    let users = fs::read_to_string(Path::new("/etc/passwd")).ok()?;
    let find = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    find("postgres").or_else(|| find("nobody"))
}
