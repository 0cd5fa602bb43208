//! Where peers wait for a game: a listening socket and those who have come.
//!
//! Only who is still connected is given a seat. Somebody who has said something that players say
//! is certainly a player, and such peers meet at once. A silent connection may be a probe, or a
//! machine that is long gone: it meets another silent one after a while, and a player only when
//! that one has waited in vain for a player. Nothing is read from those who wait: what they say
//! stays in the system's buffer, which is bounded, and is heard when their game begins.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fastrand::Rng;
use rustix::net::sockopt;

use crate::os::poll::{self, Interest};

/// How long a wait lasts before it looks whether it should stop.
const GLANCE: Duration = Duration::from_millis(100);
/// The most who may wait; for whoever comes then, a silent peer has to go.
const MOST_WAITING: usize = 10_000;
/// How much of somebody's first words is looked at.
const FIRST_WORDS: usize = 64;
/// How much of what somebody says while waiting is shown to whoever looks for a certain one.
const WORDS: usize = 1024;
/// When the system asks a peer that says nothing whether it is still there, how often, and how
/// many unanswered questions mean that it is not.
const ALIVE: (Duration, Duration, u32) = (Duration::from_secs(10), Duration::from_secs(5), 3);

/// How long peers wait for each other.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// A silent peer, before it meets anybody.
    pub silent: Duration,
    /// A player, before it has to make do with a silent peer.
    pub player: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { silent: Duration::from_secs(2), player: Duration::from_secs(5) }
    }
}

/// A listening socket and the peers who wait.
#[derive(Debug)]
pub struct Lobby {
    listener: TcpListener,
    waiting: Vec<Waiting>,
    rng: Rng,
    /// How long peers wait for each other.
    pub patience: Patience,
    /// Whether first words are those of a player; more may follow.
    pub is_player: fn(&[u8]) -> bool,
    /// No descriptor is free: nobody can come in for now.
    is_full: bool,
}

#[derive(Debug)]
struct Waiting {
    stream: TcpStream,
    since: Instant,
    first_words: FirstWords,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FirstWords {
    None,
    OfAPlayer,
    OfSomebodyElse,
}

impl Lobby {
    /// Waits at `listener`; the seed decides who meets whom. Whoever speaks is taken for a player.
    pub fn new(listener: TcpListener, seed: u64) -> std::io::Result<Lobby> {
        listener.set_nonblocking(true)?;
        Ok(Lobby {
            listener,
            waiting: Vec::new(),
            rng: Rng::with_seed(seed),
            patience: Patience::default(),
            is_player: |_| true,
            is_full: false,
        })
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
            if let Some(table) = self.table_now(seats) {
                return Some(table);
            }
            if Instant::now() >= until {
                return None;
            }
            self.wait(until);
        }
        None
    }

    /// What those who wait have said so far, or the beginning of it. Nothing is read by that.
    pub fn words(&self) -> impl Iterator<Item = Vec<u8>> {
        self.waiting.iter().map(Waiting::words)
    }

    /// Lets in the first of those who wait whose words are the wanted ones.
    pub fn take(&mut self, is_wanted: impl Fn(&[u8]) -> bool) -> Option<TcpStream> {
        let found = self.waiting.iter().position(|peer| is_wanted(&peer.words()))?;
        Some(self.waiting.remove(found).stream)
    }

    /// Waits for a moment, less if somebody comes or leaves.
    pub fn pause(&mut self) {
        self.wait(Instant::now() + GLANCE / 4);
        self.look_around();
    }

    /// A [table](Lobby::table) without waiting.
    pub(super) fn table_now(&mut self, seats: usize) -> Option<Vec<TcpStream>> {
        self.look_around();
        self.choose(seats)
    }

    /// Whether nobody can come in for now: no descriptor is free.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// The listening socket once more, for whoever waits that somebody knocks.
    pub(super) fn door(&self) -> std::io::Result<TcpListener> {
        self.listener.try_clone()
    }

    /// Lets new peers in, and forgets those who have left.
    pub fn look_around(&mut self) {
        let is_player = self.is_player;
        self.waiting.retain_mut(|peer| peer.is_here(is_player));
        self.is_full = false;
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    if self.waiting.len() >= MOST_WAITING && !self.dismiss_a_silent_one() {
                        continue; // so many players: this one is turned away
                    }
                    let since = Instant::now();
                    ask_for_signs_of_life(&stream);
                    let mut peer = Waiting { stream, since, first_words: FirstWords::None };
                    if peer.is_here(is_player) {
                        self.waiting.push(peer);
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // No descriptor is free: silent peers must not keep players out.
                Err(_) if self.dismiss_a_silent_one() => {}
                Err(_) => {
                    self.is_full = true;
                    break;
                }
            }
        }
    }

    /// Drops the silent peer that has been here longest; false if there is none.
    fn dismiss_a_silent_one(&mut self) -> bool {
        let silent = self.waiting.iter().enumerate().filter(|(_, peer)| !peer.is_player());
        let oldest = silent.min_by_key(|(_, peer)| peer.since).map(|(index, _)| index);
        oldest.map(|index| self.waiting.swap_remove(index)).is_some()
    }

    fn choose(&mut self, seats: usize) -> Option<Vec<TcpStream>> {
        let Patience { silent, player } = self.patience;
        let find = |may_play: &dyn Fn(&Waiting) -> bool| -> Vec<usize> {
            (0..self.waiting.len()).filter(|&index| may_play(&self.waiting[index])).collect()
        };
        let mut ready = find(&Waiting::is_player);
        if ready.len() < seats {
            // The players among them have waited long enough for better company.
            ready = find(&|peer| {
                peer.since.elapsed() >= if peer.is_player() { player } else { silent }
            });
        }
        if ready.len() < seats {
            return None;
        }
        self.rng.shuffle(&mut ready);
        // Whoever is certain to play comes first; the lot decides among equals.
        ready.sort_by_key(|&index| !self.waiting[index].is_player());
        ready.truncate(seats);
        self.rng.shuffle(&mut ready);
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
        let mut interest = Interest::new();
        if !self.is_full {
            interest.read(&self.listener);
        }
        for peer in &self.waiting {
            // Who has spoken is only watched for leaving: its words stay unread.
            interest.leave_and(peer.first_words == FirstWords::None, &peer.stream);
        }
        // Patience is over at some time, too.
        let Patience { silent, player } = self.patience;
        let until = self
            .waiting
            .iter()
            .map(|peer| peer.since + if peer.is_player() { player } else { silent })
            .filter(|end| *end > Instant::now())
            .fold(until, Instant::min);
        interest.wait(Instant::now(), until);
    }
}

impl Waiting {
    fn words(&self) -> Vec<u8> {
        let mut words = vec![0; WORDS];
        // Somebody who has said nothing must not be waited for.
        let count = match self.first_words {
            FirstWords::None => 0,
            _ => self.stream.peek(&mut words).unwrap_or(0),
        };
        words.truncate(count);
        words
    }

    fn is_player(&self) -> bool {
        self.first_words == FirstWords::OfAPlayer
    }

    /// Whether the peer is still connected; notices whether it has spoken.
    fn is_here(&mut self, is_player: fn(&[u8]) -> bool) -> bool {
        let (has_words, has_left) = poll::news_of(&self.stream);
        if has_words && self.first_words == FirstWords::None {
            let mut words = [0; FIRST_WORDS];
            let count = self.stream.peek(&mut words).unwrap_or(0);
            self.first_words = match is_player(&words[..count]) {
                true => FirstWords::OfAPlayer,
                false => FirstWords::OfSomebodyElse,
            };
        }
        !has_left
    }
}

/// A machine that is switched off, or cut from the network, says no goodbye: the system has to
/// ask. If it cannot, the peer is noticed when it does not answer in its game.
pub fn ask_for_signs_of_life(stream: &TcpStream) {
    let (idle, interval, count) = ALIVE;
    let _ = sockopt::set_socket_keepalive(stream, true);
    let _ = sockopt::set_tcp_keepidle(stream, idle);
    let _ = sockopt::set_tcp_keepintvl(stream, interval);
    let _ = sockopt::set_tcp_keepcnt(stream, count);
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
    fn a_player_meets_a_silent_peer_only_after_a_while() {
        let (mut lobby, address) = lobby();
        lobby.patience =
            Patience { silent: Duration::from_millis(50), player: Duration::from_millis(300) };
        let _silent = TcpStream::connect(address).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        let mut speaker = TcpStream::connect(address).unwrap();
        speaker.write_all(b"NICK speaker\n").unwrap();
        let start = Instant::now();
        assert!(table(&mut lobby, 5).is_some());
        assert!(start.elapsed() >= Duration::from_millis(250), "{:?}", start.elapsed());
    }

    #[test]
    fn two_silent_peers_meet_after_a_while() {
        let (mut lobby, address) = lobby();
        lobby.patience.silent = Duration::from_millis(100);
        let _silent = [TcpStream::connect(address).unwrap(), TcpStream::connect(address).unwrap()];
        let start = Instant::now();
        assert!(table(&mut lobby, 5).is_some());
        assert!(start.elapsed() >= Duration::from_millis(90), "{:?}", start.elapsed());
    }

    #[test]
    fn players_are_not_kept_from_each_other() {
        let (mut lobby, address) = lobby();
        lobby.is_player = |words| words.starts_with(b"NICK");
        lobby.patience = Patience { silent: Duration::ZERO, player: Duration::from_secs(60) };
        let _silent = TcpStream::connect(address).unwrap();
        let mut browser = TcpStream::connect(address).unwrap();
        browser.write_all(b"GET / HTTP/1.1\r\n\r\n").unwrap();
        let mut first = TcpStream::connect(address).unwrap();
        first.write_all(b"NICK first\n").unwrap();
        // The two strangers are given to each other, and not to the player.
        assert!(table(&mut lobby, 1).is_some());
        assert!(table(&mut lobby, 1).is_none());
        assert_eq!(lobby.waiting(), 1);
        let mut second = TcpStream::connect(address).unwrap();
        second.write_all(b"NICK second\n").unwrap();
        assert!(table(&mut lobby, 1).is_some());
    }
}
