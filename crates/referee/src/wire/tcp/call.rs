//! Calling a peer: in a thread of its own, since finding a host's address may take long.

use std::io::ErrorKind;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::prepare;
use crate::os::bell::Bell;

/// How long a connection may take to come about.
const CONNECT_TIME: Duration = Duration::from_secs(5);

/// A call that somebody may answer.
#[derive(Debug)]
pub(super) struct Call {
    answer: Arc<Mutex<Option<std::io::Result<TcpStream>>>>,
    /// Rings when it is answered.
    pub(super) bell: Bell,
}

impl Call {
    /// Calls `host:port`.
    pub(super) fn to(address: &str) -> std::io::Result<Call> {
        let call = Call { answer: Arc::default(), bell: Bell::new()? };
        let (answer, bell) = (Arc::clone(&call.answer), call.bell.clone());
        let address = address.to_owned();
        std::thread::Builder::new().name("caller".into()).spawn(move || {
            let stream = connect(address).and_then(|stream| prepare(&stream).map(|()| stream));
            *answer.lock().unwrap_or_else(PoisonError::into_inner) = Some(stream);
            bell.ring();
        })?;
        Ok(call)
    }

    /// What came of it, if anything has yet.
    pub(super) fn answer(&self) -> Option<std::io::Result<TcpStream>> {
        self.bell.hush();
        self.answer.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Connects to whichever of a host's addresses answers first.
pub fn connect(to: impl ToSocketAddrs) -> std::io::Result<TcpStream> {
    let mut refused = std::io::Error::from(ErrorKind::AddrNotAvailable);
    for address in to.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_TIME) {
            Ok(stream) => return Ok(stream),
            Err(error) => refused = error,
        }
    }
    Err(refused)
}
