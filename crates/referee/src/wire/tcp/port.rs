//! Ports of this process: several seats, and several games at once, may wait at one.

use std::collections::BTreeMap;
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::super::listen::listen;
use super::super::lobby::{Lobby, Patience};

/// How long somebody who has connected may be silent before it is taken for a player. In many
/// protocols the referee speaks first; a probe is gone by then.
const PROBATION: Duration = Duration::from_millis(300);

/// A port at which we listen, and those who wait there for whichever seat wants them next.
#[derive(Debug)]
pub(super) struct Port {
    lobby: Mutex<Lobby>,
    /// Readable when somebody knocks.
    pub(super) door: TcpListener,
}

impl Port {
    /// Whoever is to play next, if somebody is there; and whether nobody can be let in for now.
    pub(super) fn next(&self) -> (Option<TcpStream>, bool) {
        // Held for a glance only: other seats wait here, too.
        let mut lobby = self.lobby.lock().unwrap_or_else(PoisonError::into_inner);
        let table = lobby.table_now(1);
        (table.and_then(|mut table| table.pop()), lobby.is_full())
    }
}

/// The ports this process listens on. A port can be had only once, but several seats, and
/// several games at once, may wait at it; and whoever has connected stays from game to game.
static PORTS: Mutex<BTreeMap<u16, Arc<Port>>> = Mutex::new(BTreeMap::new());

/// A port and its number; 0 is a new one, whichever is free.
pub(super) fn port_at(number: u16) -> std::io::Result<(u16, Arc<Port>)> {
    let mut ports = PORTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(port) = ports.get(&number) {
        return Ok((number, Arc::clone(port)));
    }
    let mut lobby = Lobby::new(listen(None, number)?, 0)?;
    lobby.patience = Patience { silent: PROBATION, player: Duration::ZERO };
    let number = lobby.address()?.port();
    let door = lobby.door()?;
    let port = Arc::new(Port { lobby: Mutex::new(lobby), door });
    ports.insert(number, Arc::clone(&port));
    Ok((number, port))
}

/// Listens on a free port from now on; [`Tcp::at`](super::Tcp::at) it, whoever connects plays.
pub fn free_port() -> std::io::Result<u16> {
    Ok(port_at(0)?.0)
}
