//! Where peers wait for a game: a listening socket and those who have come.
//!
//! Only who is still connected is given a seat. Somebody who has said something is certainly a
//! player; a silent connection may be a probe, and has to wait for a while before it is put
//! before anybody. Nothing is read from those who wait: what they say stays in the system's
//! buffer, which is bounded, and is heard when their game begins.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;
use rustix::event::{PollFd, PollFlags};

use crate::os::poll;

/// How long a silent peer waits before it may meet anybody.
const SILENCE: Duration = Duration::from_secs(2);
/// How long a wait lasts before it looks whether it should stop.
const GLANCE: Duration = Duration::from_millis(100);
/// The most who may wait; whoever comes then is turned away.
const MOST_WAITING: usize = 10_000;

/// A listening socket and the peers who wait.
#[derive(Debug)]
pub struct Lobby {
    listener: TcpListener,
    waiting: Vec<Waiting>,
    rng: Rng,
    silence: Duration,
}

#[derive(Debug)]
struct Waiting {
    stream: TcpStream,
    since: Instant,
    has_spoken: bool,
}

impl Lobby {
    /// Waits at `listener`; the seed decides who meets whom.
    pub fn new(listener: TcpListener, seed: u64) -> std::io::Result<Lobby> {
        listener.set_nonblocking(true)?;
        Ok(Lobby { listener, waiting: Vec::new(), rng: Rng::with_seed(seed), silence: SILENCE })
    }

    /// How many wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Where the lobby is.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Waits until `seats` peers can sit down together, drawn by lot, in the order of their
    /// seats. `None` when `stop` is set, or after a glance: so that the caller can look around.
    pub fn table(&mut self, seats: usize, stop: &AtomicBool) -> Option<Vec<TcpStream>> {
        let until = Instant::now() + GLANCE;
        while !stop.load(Ordering::Relaxed) {
            self.look_around();
            if let Some(table) = self.choose(seats) {
                return Some(table);
            }
            if Instant::now() >= until {
                return None;
            }
            self.wait(until);
        }
        None
    }

    /// Lets new peers in, and forgets those who have left.
    fn look_around(&mut self) {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) if self.waiting.len() < MOST_WAITING => {
                    let since = Instant::now();
                    self.waiting.push(Waiting { stream, since, has_spoken: false });
                }
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // Nobody more; or no descriptor is free, and later there may be one.
                Err(_) => break,
            }
        }
        self.waiting.retain_mut(Waiting::is_here);
    }

    fn choose(&mut self, seats: usize) -> Option<Vec<TcpStream>> {
        let silence = self.silence;
        let may_play = |peer: &Waiting| peer.has_spoken || peer.since.elapsed() >= silence;
        let mut ready: Vec<usize> =
            (0..self.waiting.len()).filter(|&index| may_play(&self.waiting[index])).collect();
        if ready.len() < seats {
            return None;
        }
        self.rng.shuffle(&mut ready);
        ready.truncate(seats);
        // Taken out from the back, so that the other numbers stay right.
        let mut by_number = ready.clone();
        by_number.sort_unstable_by(|a, b| b.cmp(a));
        let mut taken: Vec<(usize, TcpStream)> = by_number
            .into_iter()
            .map(|index| (index, self.waiting.swap_remove(index).stream))
            .collect();
        taken.sort_by_key(|(index, _)| ready.iter().position(|other| other == index));
        Some(taken.into_iter().map(|(_, stream)| stream).collect())
    }

    fn wait(&self, until: Instant) {
        let mut fds = vec![PollFd::from_borrowed_fd(self.listener.as_fd(), poll::READ)];
        for peer in &self.waiting {
            // Who has spoken is only watched for leaving: its words stay unread.
            let news =
                if peer.has_spoken { PollFlags::RDHUP } else { poll::READ | PollFlags::RDHUP };
            fds.push(PollFd::from_borrowed_fd(peer.stream.as_fd(), news));
        }
        // Silence is over at some time, too.
        let silent = self.waiting.iter().filter(|peer| !peer.has_spoken);
        let until = silent
            .map(|peer| peer.since + self.silence)
            .filter(|end| *end > Instant::now())
            .fold(until, Instant::min);
        poll::wait(&mut fds, until);
    }
}

impl Waiting {
    /// Whether the peer is still connected; notices whether it has spoken.
    fn is_here(&mut self) -> bool {
        let mut fds =
            [PollFd::from_borrowed_fd(self.stream.as_fd(), poll::READ | PollFlags::RDHUP)];
        poll::wait(&mut fds, Instant::now());
        let news = fds[0].revents();
        let left = PollFlags::RDHUP | PollFlags::HUP | PollFlags::ERR;
        self.has_spoken |= news.contains(PollFlags::IN);
        !news.intersects(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn lobby() -> (Lobby, SocketAddr) {
        let lobby = Lobby::new(TcpListener::bind("127.0.0.1:0").unwrap(), 1).unwrap();
        let address = lobby.address().unwrap();
        (lobby, address)
    }

    fn table(lobby: &mut Lobby, seconds: u64) -> Option<Vec<TcpStream>> {
        let until = Instant::now() + Duration::from_secs(seconds);
        let stop = AtomicBool::new(false);
        while Instant::now() < until {
            if let Some(table) = lobby.table(2, &stop) {
                return Some(table);
            }
        }
        None
    }

    #[test]
    fn two_who_speak_meet_at_once() {
        let (mut lobby, address) = lobby();
        let mut a = TcpStream::connect(address).unwrap();
        let mut b = TcpStream::connect(address).unwrap();
        a.write_all(b"NICK a\n").unwrap();
        b.write_all(b"NICK b\n").unwrap();
        let met = table(&mut lobby, 1).expect("both have spoken");
        let mut peers: Vec<SocketAddr> = met.iter().map(|s| s.peer_addr().unwrap()).collect();
        peers.sort();
        let mut wanted = [a.local_addr().unwrap(), b.local_addr().unwrap()];
        wanted.sort();
        assert_eq!(peers, wanted);
        assert_eq!(lobby.waiting(), 0);
    }

    #[test]
    fn who_has_left_meets_nobody() {
        let (mut lobby, address) = lobby();
        let mut gone = TcpStream::connect(address).unwrap();
        gone.write_all(b"NICK gone\n").unwrap();
        drop(gone);
        let mut here = TcpStream::connect(address).unwrap();
        here.write_all(b"NICK here\n").unwrap();
        assert!(table(&mut lobby, 1).is_none());
        assert_eq!(lobby.waiting(), 1);
    }

    #[test]
    fn a_silent_peer_waits_longer() {
        let (mut lobby, address) = lobby();
        lobby.silence = Duration::from_millis(300);
        let _silent = TcpStream::connect(address).unwrap();
        let mut speaker = TcpStream::connect(address).unwrap();
        speaker.write_all(b"NICK speaker\n").unwrap();
        let start = Instant::now();
        assert!(table(&mut lobby, 5).is_some());
        assert!(start.elapsed() >= Duration::from_millis(250), "{:?}", start.elapsed());
    }
}
