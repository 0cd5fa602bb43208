//! A peer at the other end of a TCP connection.

mod call;
mod farewell;
mod port;

use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::lines::Lines;
use super::{Arrival, Caps, Incoming, Interest, NoStart, Presence, Ready, Wire};
use crate::os::supervise::is_trouble;
use crate::os::undertaker::elsewhere;

pub use call::connect;
pub use port::free_port;

use call::Call;
use farewell::Farewell;
use port::{Port, port_at};

/// The most that waits to be sent to a peer that does not read.
const MOST_UNSENT: usize = 1 << 20;

/// How long somebody may take to connect to us.
const ACCEPT_TIME: Duration = Duration::from_secs(60);

/// A peer that speaks in lines.
#[derive(Debug)]
pub struct Tcp {
    origin: Origin,
    stream: Option<TcpStream>,
    /// How far it has come with a connection that was wished for.
    coming: Option<Coming>,
    /// Whether the connection is new: what was said over it belongs to the game that begins.
    is_new: bool,
    caps: Caps,
    lines: Lines,
    unsent: VecDeque<u8>,
    /// How long it may be silent when it is first asked, if it has never said anything.
    patience: Option<Duration>,
    /// When that time is over.
    silent_until: Option<Instant>,
}

/// Where connections come from.
#[derive(Debug)]
enum Origin {
    /// Somebody else has made it, and there will be no other.
    Given,
    /// We connect to `host:port`.
    Address(String),
    /// They connect to us.
    Listener(Arc<Port>),
}

/// A connection that is coming about.
#[derive(Debug)]
enum Coming {
    /// We have asked for it, in a thread of its own: finding a host's address may take long.
    Called(Call),
    /// Somebody has until then to connect to us.
    Awaited {
        until: Instant,
        /// Nobody can be let in for now: no descriptor is free.
        is_full: bool,
    },
}

impl Tcp {
    /// Takes over a connection.
    pub fn new(stream: TcpStream, caps: Caps) -> std::io::Result<Tcp> {
        prepare(&stream)?;
        Ok(Tcp { stream: Some(stream), is_new: true, ..Tcp::from(Origin::Given, caps) })
    }

    /// Will connect to `host:port` when a game begins, and stay connected.
    pub fn to(address: &str, caps: Caps) -> Tcp {
        Tcp::from(Origin::Address(address.to_owned()), caps)
    }

    /// Listens on a port; whoever connects plays.
    pub fn at(port: u16, caps: Caps) -> std::io::Result<Tcp> {
        Ok(Tcp::from(Origin::Listener(port_at(port)?.1), caps))
    }

    fn from(origin: Origin, caps: Caps) -> Tcp {
        let lines = Lines::new(caps);
        let unsent = VecDeque::new();
        Tcp {
            origin,
            stream: None,
            coming: None,
            is_new: false,
            caps,
            lines,
            unsent,
            patience: None,
            silent_until: None,
        }
    }

    /// Takes a peer for gone that has never said anything, and still has not so long after the
    /// first question: it may be a probe, and nobody else will ever notice it.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Tcp {
        Tcp { patience: Some(patience), ..self }
    }

    fn close(&mut self) {
        if !self.lines.is_over() {
            self.lines.close(Instant::now());
        }
    }
}

impl Wire for Tcp {
    fn start(&mut self, keep: bool) -> Arrival {
        self.pump();
        if self.stream.is_some() && (self.is_new || !self.lines.is_over()) {
            if std::mem::take(&mut self.is_new) {
                return Arrival::Up(Presence::Here);
            }
            if !keep {
                self.lines.forget();
            }
            return Arrival::Up(Presence::Stayed);
        }
        self.stream = None;
        self.coming = match &self.origin {
            Origin::Given => {
                return Arrival::Failed(NoStart::Player("the peer is gone".into()));
            }
            Origin::Address(address) => match Call::to(address) {
                Ok(call) => Some(Coming::Called(call)),
                Err(error) => return Arrival::Failed(NoStart::Trouble(error.to_string())),
            },
            Origin::Listener(_) => {
                Some(Coming::Awaited { until: Instant::now() + ACCEPT_TIME, is_full: false })
            }
        };
        self.arrival()
    }

    fn arrival(&mut self) -> Arrival {
        let stream = match (&mut self.coming, &self.origin) {
            (Some(Coming::Called(call)), _) => match call.answer() {
                Some(answer) => answer.map_err(|error| match is_trouble(&error) {
                    true => NoStart::Trouble(error.to_string()),
                    false => NoStart::Player(error.to_string()),
                }),
                None => return Arrival::Coming,
            },
            (Some(Coming::Awaited { until, is_full }), Origin::Listener(port)) => {
                let next;
                (next, *is_full) = port.next();
                match next {
                    Some(stream) if prepare(&stream).is_ok() => Ok(stream),
                    _ if Instant::now() < *until => return Arrival::Coming,
                    _ => {
                        let seconds = ACCEPT_TIME.as_secs();
                        Err(NoStart::Player(format!("nobody connected within {seconds} s")))
                    }
                }
            }
            _ => return Arrival::Up(Presence::Here),
        };
        self.coming = None;
        match stream {
            Ok(stream) => {
                self.stream = Some(stream);
                self.lines = Lines::new(self.caps);
                self.unsent.clear();
                // The connection is new, but whoever made it runs already: no time to come up.
                Arrival::Up(Presence::Here)
            }
            Err(why) => Arrival::Failed(why),
        }
    }

    fn awaits_somebody(&self) -> bool {
        matches!(self.origin, Origin::Listener(_)) && self.stream.is_none()
    }

    fn send(&mut self, text: &[u8]) {
        let Some(stream) = &mut self.stream else { return };
        self.unsent.extend(text);
        if write_some(stream, &mut self.unsent).is_err() {
            return self.close();
        }
        if self.unsent.len() > MOST_UNSENT {
            self.close();
        }
    }

    fn watch<'a>(&'a self, interest: &mut Interest<'a>) {
        match (&self.coming, &self.origin) {
            (Some(Coming::Called(call)), _) => interest.read(&call.bell),
            (Some(Coming::Awaited { is_full: false, .. }), Origin::Listener(port)) => {
                interest.read(&port.door);
            }
            _ => {}
        }
        if let Some(stream) = self.stream.as_ref().filter(|_| !self.lines.is_over()) {
            interest.read_and(!self.unsent.is_empty(), stream);
        }
    }

    fn pump_ready(&mut self, _: Ready, now: Instant) {
        self.send(&[]);
        let Some(stream) = self.stream.as_mut().filter(|_| !self.lines.is_over()) else { return };
        let mut chunk = [0; 16 << 10];
        match stream.read(&mut chunk) {
            Ok(0) => self.close(),
            Ok(count) => {
                (self.patience, self.silent_until) = (None, None);
                self.lines.push(&chunk[..count], now);
            }
            Err(error) if is_later(&error) => {}
            Err(_) => self.close(),
        }
    }

    fn take(&mut self) -> Option<Incoming> {
        if self.silent_until.is_some_and(|until| Instant::now() >= until) {
            self.silent_until = None;
            self.close();
        }
        self.lines.take()
    }

    fn partial(&self) -> &[u8] {
        self.lines.partial()
    }

    fn new_turn(&mut self) {
        self.lines.new_turn();
        if let Some(patience) = self.patience.take() {
            self.silent_until = Some(Instant::now() + patience);
        }
    }

    fn stop(&mut self, grace: Duration) {
        self.coming = None;
        let Some(stream) = self.stream.take() else { return };
        let farewell = Farewell { stream, unsent: std::mem::take(&mut self.unsent) };
        match grace.is_zero() {
            true => farewell.say(grace),
            false => elsewhere(move || farewell.say(grace)),
        }
    }
}

/// Writes what can be written now.
fn write_some(stream: &mut TcpStream, unsent: &mut VecDeque<u8>) -> std::io::Result<()> {
    while !unsent.is_empty() {
        match stream.write(unsent.as_slices().0) {
            Ok(count) => drop(unsent.drain(..count)),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn is_later(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

fn prepare(stream: &TcpStream) -> std::io::Result<()> {
    stream.set_nonblocking(true)?;
    stream.set_nodelay(true)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use super::*;

    /// The lines that count in a new game, if somebody has said one since the last.
    fn said_between_games(keep: bool) -> Vec<Incoming> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let mut wire = Tcp::new(listener.accept().unwrap().0, Caps::default()).unwrap();
        assert_eq!(wire.start(keep), Arrival::Up(Presence::Here), "the first game");
        client.write_all(b"READY\n").unwrap();
        // Until it has arrived.
        while wire.stream.as_ref().unwrap().peek(&mut [0]).is_err() {}
        assert_eq!(wire.start(keep), Arrival::Up(Presence::Stayed), "the second");
        std::iter::from_fn(|| wire.take()).collect()
    }

    #[test]
    fn what_is_said_between_games_is_kept_only_if_asked() {
        let kept = said_between_games(true);
        assert!(matches!(&kept[..], [Incoming::Line(line, _)] if line.data == b"READY\n"));
        assert_eq!(said_between_games(false), []);
    }

    #[test]
    fn a_peer_that_never_speaks_is_given_up_when_it_is_asked() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let peer = |words: &[u8]| {
            let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            client.write_all(words).unwrap();
            let wire = Tcp::new(listener.accept().unwrap().0, Caps::default()).unwrap();
            let mut wire = wire.with_patience(Duration::ZERO);
            assert_eq!(wire.start(true), Arrival::Up(Presence::Here));
            while !words.is_empty() && wire.lines.partial().is_empty() {
                wire.pump();
            }
            (client, wire)
        };
        let (_client, mut silent) = peer(b"");
        assert_eq!(silent.take(), None, "nobody has asked it anything");
        silent.new_turn();
        assert!(matches!(silent.take(), Some(Incoming::Closed(_))));
        let (_client, mut speaker) = peer(b"NICK");
        speaker.new_turn();
        assert_eq!(speaker.take(), None, "it has begun to speak");
    }

    #[test]
    fn each_free_port_is_another() {
        let [one, other] = [free_port().unwrap(), free_port().unwrap()];
        assert!(one != other && one != 0);
        let mut wire = Tcp::at(one, Caps::default()).unwrap();
        let _client = TcpStream::connect(("127.0.0.1", one)).unwrap();
        let mut arrival = wire.start(false);
        while arrival == Arrival::Coming {
            std::thread::sleep(Duration::from_millis(1));
            arrival = wire.arrival();
        }
        assert_eq!(arrival, Arrival::Up(Presence::Here), "somebody is there");
    }
}
