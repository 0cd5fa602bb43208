//! The door: how many connections there are, in all and from one address.
//!
//! Whoever has too many is not heard at all: the connection is closed. So it does not matter what
//! a connection is used for, or whether anything is said on it.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

use crate::config::Limits;

/// How long nobody is let in when the system cannot make connections.
const PATIENCE: Duration = Duration::from_millis(200);

/// Listens, and counts.
#[derive(Debug)]
pub(crate) struct Crowd {
    listener: TcpListener,
    limits: Limits,
    inside: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A connection that is counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted {
    stream: TcpStream,
    remote: IpAddr,
    inside: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Crowd {
    pub(crate) fn new(listener: TcpListener, limits: Limits) -> Crowd {
        Crowd { listener, limits, inside: Arc::default() }
    }

    /// Counts a connection, if there is room for it.
    fn admit(&self, stream: TcpStream, remote: IpAddr) -> Option<Counted> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = inside.values().sum();
        let own = inside.entry(remote).or_default();
        if all >= self.limits.connections || *own >= self.limits.connections_per_address {
            return None;
        }
        *own += 1;
        drop(inside);
        // Moves are small and wanted now.
        let _ = stream.set_nodelay(true);
        Some(Counted { stream, remote, inside: Arc::clone(&self.inside) })
    }
}

impl Counted {
    pub(crate) fn local_addr(&self) -> io::Result<SocketAddr> {
        self.stream.local_addr()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = inside.get_mut(&self.remote) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.remote);
            }
        }
    }
}

impl Listener for Crowd {
    type Io = Counted;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Counted, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, addr)) => {
                    if let Some(counted) = self.admit(stream, addr.ip()) {
                        return (counted, addr);
                    }
                }
                Err(_) => tokio::time::sleep(PATIENCE).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl AsyncRead for Counted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
