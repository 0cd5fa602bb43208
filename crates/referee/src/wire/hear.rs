//! A program that is only listened to.

use std::time::{Duration, Instant};

use super::{Arrival, Incoming, Interest, NoStart, Wire};

/// Starts a program and reads its lines until it ends, which may take so long.
pub(crate) fn hear_out(wire: &mut dyn Wire, within: Duration) -> std::io::Result<Vec<String>> {
    let until = Instant::now() + within;
    let mut arrival = wire.start(false);
    let mut lines = Vec::new();
    loop {
        match &arrival {
            Arrival::Failed(NoStart::Player(words) | NoStart::Trouble(words)) => {
                return Err(std::io::Error::other(words.clone()));
            }
            Arrival::Failed(NoStart::Stopped) => return Ok(lines),
            Arrival::Coming | Arrival::Up(_) => {}
        }
        wire.pump();
        while let Some(incoming) = wire.take() {
            match incoming {
                Incoming::Line(text, _) => lines.push(text.line().into_owned()),
                Incoming::Flood(..) | Incoming::Closed(_) => return Ok(lines),
            }
        }
        let now = Instant::now();
        if now > until {
            return Err(std::io::Error::other("it took too long"));
        }
        let mut interest = Interest::new();
        wire.watch(&mut interest);
        interest.wait(now, until);
        if arrival == Arrival::Coming {
            arrival = wire.arrival();
        }
    }
}
