//! The end of a connection: nothing we have said is lost.

use std::collections::VecDeque;
use std::io::Read;
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::super::Interest;
use super::{is_later, write_some};

/// How much of what a peer still says is read when we leave at once.
const MOST_UNREAD: usize = 1 << 20;

/// The end of a connection.
pub(super) struct Farewell {
    pub(super) stream: TcpStream,
    pub(super) unsent: VecDeque<u8>,
}

impl Farewell {
    /// Sends what is unsent, and waits until the peer has heard it and closes its side, too.
    pub(super) fn say(mut self, grace: Duration) {
        let until = Instant::now() + grace;
        let (mut sending, mut hearing, mut unread) = (true, true, 0);
        let mut chunk = [0; 16 << 10];
        while sending || hearing {
            let stream = &mut self.stream;
            if sending && (write_some(stream, &mut self.unsent).is_err() || self.unsent.is_empty())
            {
                let _ = stream.shutdown(Shutdown::Write);
                sending = false;
            }
            // Closing while something is unread resets the connection, and our last words may
            // be lost: so what the peer still says is read and forgotten.
            match stream.read(&mut chunk) {
                Ok(count) if count > 0 => {
                    unread += count;
                    if Instant::now() >= until && unread > MOST_UNREAD {
                        return;
                    }
                    continue;
                }
                Err(error) if is_later(&error) => {}
                _ => hearing = false,
            }
            let now = Instant::now();
            if now >= until {
                return;
            }
            let mut interest = Interest::new();
            if hearing {
                interest.read_and(sending, stream);
            } else {
                interest.write(stream);
            }
            interest.wait(now, until);
        }
    }
}
