//! A real `gyoji othello-server` on a free port, and peers on raw sockets that wait for nothing
//! longer than they must.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use gyoji_core::{Client, Cue, Game};
use gyoji_othello::Othello;
use gyoji_othello::dialects::tcp::TcpClient;

use super::common::{Lab, Said, wait};

/// No peer waits longer for a line: a hang is a failure.
const PATIENCE: Duration = Duration::from_secs(30);

/// The first board of the course's server, with the space at its end.
pub const FIRST_BOARD: &str = "BOARD \
    0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 -1 0 0 0 \
    0 0 0 -1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ";

/// A server that runs.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Server {
    /// Starts it on a free port of this machine.
    #[track_caller]
    pub fn start(lab: &Lab, args: &[&str]) -> Server {
        Server::start_at(lab, Some("127.0.0.1"), args)
    }

    /// Starts it on a free port of an address, or of all.
    #[track_caller]
    pub fn start_at(lab: &Lab, host: Option<&str>, args: &[&str]) -> Server {
        Server::start_reading(lab, host, args, Stdio::null())
    }

    /// Starts it with somebody at its keyboard.
    #[track_caller]
    pub fn start_with_input(lab: &Lab, args: &[&str]) -> Server {
        Server::start_reading(lab, Some("127.0.0.1"), args, Stdio::piped())
    }

    #[track_caller]
    fn start_reading(lab: &Lab, host: Option<&str>, args: &[&str], input: Stdio) -> Server {
        let mut command = lab.gyoji(&["othello-server", "--port", "0"]);
        command.args(host.map(|host| format!("--host={host}")));
        command.args(args).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let out = lines(child.stdout.take().expect("a pipe"));
        let err = lines(child.stderr.take().expect("a pipe"));
        let first = err.recv_timeout(PATIENCE).expect("it says where it listens");
        let address = first.strip_prefix("listening on ").and_then(|rest| rest.split(';').next());
        let address = address.and_then(|text| match text.strip_prefix("port ") {
            Some(port) => Some((std::net::Ipv4Addr::LOCALHOST, port.parse().ok()?).into()),
            None => text.parse().ok(),
        });
        Server { child, address: address.unwrap_or_else(|| panic!("{first}")), out, err }
    }

    /// Presses Enter at its keyboard.
    pub fn press_enter(&mut self) {
        let input = self.child.stdin.as_mut().expect("it was started with one");
        input.write_all(b"\n").expect("it reads");
    }

    pub fn child(&self) -> &Child {
        &self.child
    }

    pub fn port(&self) -> String {
        self.address.port().to_string()
    }

    /// The next line on stdout.
    #[track_caller]
    pub fn result(&self) -> String {
        self.out.recv_timeout(PATIENCE).expect("a line on stdout")
    }

    /// The next line on stderr.
    #[track_caller]
    pub fn remark(&self) -> String {
        self.err.recv_timeout(PATIENCE).expect("a line on stderr")
    }

    /// Its memory in use, in kilobytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a figure");
        line.trim().trim_end_matches(" kB").parse().expect("a number")
    }

    /// The end of it, as SIGKILL makes it.
    pub fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it is our child");
    }

    /// Waits until it leaves by itself.
    #[track_caller]
    pub fn finish(mut self) -> Said {
        let code = wait(&mut self.child).code();
        let all = |lines: &Receiver<String>| lines.iter().map(|line| line + "\n").collect();
        Said { code, out: all(&self.out), err: all(&self.err) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines(pipe: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(pipe).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Somebody connected to a server, or a server that somebody is connected to.
pub struct Peer {
    reader: BufReader<TcpStream>,
}

impl Peer {
    #[track_caller]
    pub fn connect(address: SocketAddr) -> Peer {
        Peer::over(TcpStream::connect(address).expect("the server listens"))
    }

    pub fn over(stream: TcpStream) -> Peer {
        stream.set_nodelay(true).expect("a socket");
        stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
        stream.set_write_timeout(Some(PATIENCE)).expect("a socket");
        Peer { reader: BufReader::new(stream) }
    }

    pub fn stream(&self) -> &TcpStream {
        self.reader.get_ref()
    }

    /// Sends bytes as they are.
    #[track_caller]
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.reader.get_mut().write_all(bytes).expect("the other side is there");
    }

    /// Sends lines.
    #[track_caller]
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// The next line without its `\n`; none at the end of the stream.
    #[track_caller]
    pub fn read(&mut self) -> Option<String> {
        let mut line = Vec::new();
        match self.reader.read_until(b'\n', &mut line) {
            Ok(0) => None,
            Ok(_) => {
                assert_eq!(line.pop(), Some(b'\n'), "{:?}", String::from_utf8_lossy(&line));
                Some(String::from_utf8(line).expect("all that is sent is UTF-8"))
            }
            Err(error) if error.kind() == ErrorKind::ConnectionReset => None,
            Err(error) => panic!("no line came: {error}"),
        }
    }

    #[track_caller]
    pub fn line(&mut self) -> String {
        self.read().expect("a line and not the end")
    }

    #[track_caller]
    pub fn expect(&mut self, line: &str) {
        assert_eq!(self.line(), line);
    }

    /// A board, whatever is on it.
    #[track_caller]
    pub fn expect_board(&mut self) -> String {
        let line = self.line();
        assert!(line.starts_with("BOARD ") && line.ends_with(' '), "{line}");
        assert_eq!(line.split_whitespace().count(), 65, "{line}");
        line
    }

    /// What is said to whoever has made no mistake and waits.
    #[track_caller]
    pub fn expect_turn(&mut self, colour: i32) {
        self.expect_board();
        self.expect(&format!("TURN {colour}"));
    }

    #[track_caller]
    pub fn expect_end_of_stream(&mut self) {
        assert_eq!(self.read(), None);
    }

    /// Asks for the board, so that whatever was said before it has been dealt with.
    #[track_caller]
    pub fn expect_nothing_more(&mut self) {
        self.send("BOARD");
        self.expect_board();
    }

    /// Plays whatever comes first until the connection is closed, whenever that is.
    pub fn play_until_closed(&mut self) {
        let mut client = TcpClient::default();
        let mut line = String::new();
        while let Ok(1..) = self.reader.read_line(&mut line) {
            if let Ok(Cue::Move(asked)) = client.hear(line.trim_end_matches('\n')) {
                let mv = asked.position.moves().next().expect("a move");
                let put = format!("{}\n", client.say(mv));
                if self.reader.get_mut().write_all(put.as_bytes()).is_err() {
                    return;
                }
            }
            line.clear();
        }
    }

    /// Plays whatever comes first until the end; the line that ended the game.
    #[track_caller]
    pub fn play_on(&mut self) -> String {
        let mut client = TcpClient::default();
        loop {
            let line = self.line();
            match client.hear(&line) {
                Ok(Cue::Move(asked)) => {
                    let mv = asked.position.moves().next().expect("a move");
                    self.send(&client.say(mv));
                }
                Ok(Cue::Leave) => return line,
                Ok(_) => {}
                Err(bad) => panic!("{bad}"),
            }
        }
    }
}

/// Two peers called A and B who have been paired and have read what comes first: black, then
/// white, with their names.
#[track_caller]
pub fn pair(server: &Server) -> [(Peer, &'static str); 2] {
    let mut peers = ["A", "B"].map(|name| {
        let mut peer = Peer::connect(server.address);
        peer.send(&format!("NICK {name}"));
        (peer, name)
    });
    let first = peers[0].0.line();
    let second = peers[1].0.line();
    match (first.as_str(), second.as_str()) {
        ("START 1", "START -1") => {}
        ("START -1", "START 1") => peers.reverse(),
        _ => panic!("{first} and {second}"),
    }
    for (peer, _) in &mut peers {
        peer.expect_turn(1);
    }
    peers
}

/// `d3` as a `PUT`.
pub fn put(square: &str) -> String {
    let [file, rank] = square.as_bytes() else { panic!("{square} is no square") };
    format!("PUT {} {}", file - b'a', rank - b'1')
}

/// Plays squares in turn, black first, and reads what both are told; the turns that were called.
#[track_caller]
pub fn play(peers: &mut [(Peer, &'static str); 2], squares: &str) -> Vec<i32> {
    let mut colour = 1;
    let mut turns = Vec::new();
    for square in squares.split_whitespace() {
        let mover = usize::from(colour != 1);
        peers[mover].0.send(&put(square));
        let boards = peers.each_mut().map(|(peer, _)| peer.expect_board());
        assert_eq!(boards[0], boards[1]);
        let called = peers.each_mut().map(|(peer, _)| peer.line());
        assert_eq!(called[0], called[1]);
        colour = called[0].strip_prefix("TURN ").expect(&called[0]).parse().expect("a colour");
        turns.push(colour);
    }
    turns
}

/// The start as the rules know it.
pub fn mirrored() -> Othello {
    Othello::MIRRORED
}
