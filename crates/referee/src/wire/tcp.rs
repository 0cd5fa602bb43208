//! A peer at the other end of a TCP connection.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::PollFd;

use super::lines::Lines;
use super::{Caps, Incoming, Wire};
use crate::os::poll;

/// The most that waits to be sent to a peer that does not read.
const MOST_UNSENT: usize = 1 << 20;

/// How long a connection may take to come about.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// A peer that speaks in lines.
#[derive(Debug)]
pub struct Tcp {
    address: Option<String>,
    stream: Option<TcpStream>,
    caps: Caps,
    lines: Lines,
    unsent: VecDeque<u8>,
}

impl Tcp {
    /// Takes over a connection.
    pub fn new(stream: TcpStream, caps: Caps) -> std::io::Result<Tcp> {
        prepare(&stream)?;
        let lines = Lines::new(caps);
        Ok(Tcp { address: None, stream: Some(stream), caps, lines, unsent: VecDeque::new() })
    }

    /// Will connect to `host:port` when a game begins, and stay connected.
    pub fn to(address: &str, caps: Caps) -> Tcp {
        let address = Some(address.to_owned());
        Tcp { address, stream: None, caps, lines: Lines::new(caps), unsent: VecDeque::new() }
    }

    fn close(&mut self) {
        if !self.lines.is_over() {
            self.lines.close(Instant::now());
        }
    }
}

impl Wire for Tcp {
    fn start(&mut self) -> Result<bool, String> {
        self.pump();
        if self.stream.is_some() && !self.lines.is_over() {
            self.lines.forget(); // said between two games, it belongs to neither
            return Ok(false);
        }
        let Some(address) = &self.address else { return Err("the peer is gone".into()) };
        let connect = || -> std::io::Result<TcpStream> {
            let mut refused = std::io::Error::from(ErrorKind::AddrNotAvailable);
            for address in address.to_socket_addrs()? {
                match TcpStream::connect_timeout(&address, CONNECT_TIME) {
                    Ok(stream) => return prepare(&stream).map(|()| stream),
                    Err(error) => refused = error,
                }
            }
            Err(refused)
        };
        self.stream = Some(connect().map_err(|error| error.to_string())?);
        self.lines = Lines::new(self.caps);
        self.unsent.clear();
        Ok(true)
    }

    fn send(&mut self, text: &[u8]) {
        let Some(stream) = &mut self.stream else { return };
        self.unsent.extend(text);
        while !self.unsent.is_empty() {
            match stream.write(self.unsent.as_slices().0) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => return self.close(),
            }
        }
        if self.unsent.len() > MOST_UNSENT {
            self.close();
        }
    }

    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        if let Some(stream) = self.stream.as_ref().filter(|_| !self.lines.is_over()) {
            let write = if self.unsent.is_empty() { poll::READ } else { poll::READ | poll::WRITE };
            fds.push(PollFd::from_borrowed_fd(stream.as_fd(), write));
        }
    }

    fn pump(&mut self) {
        self.send(&[]);
        let Some(stream) = self.stream.as_mut().filter(|_| !self.lines.is_over()) else { return };
        let mut chunk = [0; 16 << 10];
        match stream.read(&mut chunk) {
            Ok(0) => self.close(),
            Ok(count) => self.lines.push(&chunk[..count], Instant::now()),
            Err(error) if is_later(&error) => {}
            Err(_) => self.close(),
        }
    }

    fn take(&mut self) -> Option<Incoming> {
        self.lines.take()
    }

    fn partial(&self) -> &[u8] {
        self.lines.partial()
    }

    fn new_turn(&mut self) {
        self.lines.new_turn();
    }

    fn stop(&mut self, grace: Duration) {
        self.send(&[]);
        let Some(mut stream) = self.stream.take() else { return };
        let _ = stream.shutdown(Shutdown::Write);
        // Closing while something is unread resets the connection, and our last words may be lost.
        let until = Instant::now() + grace;
        let mut chunk = [0; 16 << 10];
        loop {
            match stream.read(&mut chunk) {
                Ok(count) if count > 0 && Instant::now() < until => {}
                Err(error) if is_later(&error) && Instant::now() < until => {
                    let mut fds = [PollFd::from_borrowed_fd(stream.as_fd(), poll::READ)];
                    poll::wait(&mut fds, until);
                }
                _ => return,
            }
        }
    }
}

fn is_later(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

fn prepare(stream: &TcpStream) -> std::io::Result<()> {
    stream.set_nonblocking(true)?;
    stream.set_nodelay(true)
}
