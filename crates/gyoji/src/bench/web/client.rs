//! As much of HTTP and web sockets as somebody needs who plays and watches: blocking requests, and
//! sockets that are read when there is something to read.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(20);

/// Asks once and hands on the whole answer, its head included, as it came over the wire.
fn raw(addr: SocketAddr, path: &str, body: Option<&str>, more: &str) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(addr)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let method = if body.is_some() { "POST" } else { "GET" };
    let body = body.unwrap_or_default();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n{more}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    Ok(answer)
}

/// Asks once: the body of the answer.
pub(super) fn ask(addr: SocketAddr, path: &str, body: Option<&str>) -> io::Result<String> {
    let answer = raw(addr, path, body, "")?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (_, body) = answer.split_once("\r\n\r\n").ok_or(ErrorKind::InvalidData)?;
    Ok(body.to_owned())
}

/// What the first page costs: itself, its styles and scripts, and what they ask for.
pub(super) fn page_bytes(addr: SocketAddr) -> io::Result<usize> {
    let page = ask(addr, "/", None)?;
    let quoted = page.split('"').filter(|part| part.starts_with("/assets/"));
    let mut paths: Vec<&str> = quoted.chain(["/", "/api/lobby", "/api/catalog"]).collect();
    paths.sort_unstable();
    paths.dedup();
    let mut bytes = 0;
    for path in paths {
        bytes += raw(addr, path, None, "accept-encoding: gzip\r\n")?.len();
    }
    Ok(bytes)
}

/// A connection that is never waited for.
pub(super) struct Line {
    pub(super) stream: TcpStream,
    unread: Vec<u8>,
}

impl Line {
    /// A connection for requests, one after the other.
    pub(super) fn open(addr: SocketAddr) -> io::Result<Line> {
        let stream = TcpStream::connect(addr)?;
        stream.set_nodelay(true)?;
        stream.set_nonblocking(true)?;
        Ok(Line { stream, unread: Vec::new() })
    }

    /// A web socket on which a game is followed from its beginning.
    pub(super) fn watch(addr: SocketAddr, game: &str) -> io::Result<Line> {
        let mut stream = TcpStream::connect(addr)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let request = format!(
            "GET /ws?game={game}&since=0 HTTP/1.1\r\nhost: {addr}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: Z3lvamkgYmVuY2ggd2ViIQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes())?;
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") {
            stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        if !head.starts_with(b"HTTP/1.1 101") {
            return Err(io::Error::other(String::from_utf8_lossy(&head).into_owned()));
        }
        stream.set_nonblocking(true)?;
        Ok(Line { stream, unread: Vec::new() })
    }

    /// Reads what there is.
    pub(super) fn read(&mut self) -> io::Result<()> {
        let mut chunk = [0; 8 << 10];
        loop {
            match self.stream.read(&mut chunk) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => {
                    self.unread.extend_from_slice(&chunk[..count]);
                    // What did not fill it was all there is.
                    if count < chunk.len() {
                        return Ok(());
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends a move.
    pub(super) fn post(&mut self, addr: SocketAddr, path: &str, body: &str) -> io::Result<()> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {addr}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        // It is far smaller than what the system takes at once.
        self.stream.write_all(request.as_bytes())
    }

    /// The next whole answer: its status and its body.
    pub(super) fn answer(&mut self) -> Option<(u16, String)> {
        let end = self.unread.windows(4).position(|bytes| bytes == b"\r\n\r\n")? + 4;
        let head = String::from_utf8_lossy(&self.unread[..end]).to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
        let length: usize = length?.trim().parse().ok()?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        if self.unread.len() < end + length {
            return None;
        }
        let body = String::from_utf8_lossy(&self.unread[end..end + length]).into_owned();
        self.unread.drain(..end + length);
        Some((status, body))
    }

    /// Hands on every whole message; answers those who ask whether we are there.
    pub(super) fn messages(&mut self, mut each: impl FnMut(&[u8])) {
        let mut at = 0;
        while let Some((opcode, payload, next)) = frame(&self.unread, at) {
            match opcode {
                1 => each(&self.unread[payload..next]),
                // An empty answer, masked by nothing.
                9 => drop((&self.stream).write_all(&[0x8a, 0x80, 0, 0, 0, 0])),
                _ => {}
            }
            at = next;
        }
        self.unread.drain(..at);
    }
}

/// A frame from a server: what it is, where its payload begins and where it ends.
fn frame(bytes: &[u8], at: usize) -> Option<(u8, usize, usize)> {
    let head = bytes.get(at..at + 2)?;
    let (start, length) = match head[1] & 0x7f {
        126 => {
            let length = bytes.get(at + 2..at + 4)?;
            (at + 4, usize::from(u16::from_be_bytes([length[0], length[1]])))
        }
        127 => {
            let length: [u8; 8] = bytes.get(at + 2..at + 10)?.try_into().ok()?;
            (at + 10, usize::try_from(u64::from_be_bytes(length)).ok()?)
        }
        length => (at + 2, usize::from(length)),
    };
    let end = start + length;
    (bytes.len() >= end).then_some((head[0] & 0x0f, start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_whole_or_not_at_all() {
        let mut bytes = vec![0x81, 2, b'h', b'i', 0x81, 126, 1, 0];
        bytes.extend([b'x'; 256]);
        assert_eq!(frame(&bytes, 0), Some((1, 2, 4)));
        assert_eq!(frame(&bytes, 4), Some((1, 8, 264)));
        assert_eq!(frame(&bytes[..263], 4), None);
        assert_eq!(frame(&bytes, 264), None);
    }
}
