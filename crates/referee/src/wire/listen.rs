//! Hosts as people write them, and listening sockets: at one address, or everywhere, for both
//! families of addresses.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};

use rustix::net::{AddressFamily, SocketFlags, SocketType, sockopt};

/// How many may knock before they are let in: a whole class connects at once.
const BACKLOG: i32 = 1024;

/// Listens at a host's address, or everywhere. Port 0 is any free one.
pub fn listen(host: Option<&str>, port: u16) -> std::io::Result<TcpListener> {
    match host {
        Some(host) => TcpListener::bind((bare(host), port)),
        // A machine may have no IPv6 at all.
        None => everywhere(port).or_else(|_| TcpListener::bind((Ipv4Addr::UNSPECIFIED, port))),
    }
}

/// A host without the brackets that an IPv6 address has where a port follows it.
pub fn bare(host: &str) -> &str {
    host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
}

/// A name or an address; one of IPv6 needs its brackets, or nobody knows where the port begins.
pub fn is_host(text: &str) -> bool {
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        // Behind a `%` is the interface, where one machine has several.
        Some(address) => address.split('%').next().is_some_and(|a| a.parse::<Ipv6Addr>().is_ok()),
        None => {
            let is_fine = |c: char| c.is_alphanumeric() || "-_.".contains(c);
            !text.is_empty() && text.chars().all(is_fine)
        }
    }
}

/// One socket for IPv6 and IPv4, whatever the system does if nobody says.
fn everywhere(port: u16) -> std::io::Result<TcpListener> {
    let socket = rustix::net::socket_with(
        AddressFamily::INET6,
        SocketType::STREAM,
        SocketFlags::CLOEXEC,
        None,
    )?;
    sockopt::set_socket_reuseaddr(&socket, true)?;
    sockopt::set_ipv6_v6only(&socket, false)?;
    rustix::net::bind(&socket, &SocketAddr::from((Ipv6Addr::UNSPECIFIED, port)))?;
    rustix::net::listen(&socket, BACKLOG)?;
    Ok(TcpListener::from(socket))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpStream;

    #[test]
    fn everywhere_is_both_families() {
        let port = listen(None, 0).unwrap();
        let number = port.local_addr().unwrap().port();
        TcpStream::connect(("127.0.0.1", number)).expect("IPv4");
        if TcpListener::bind("[::1]:0").is_ok() {
            TcpStream::connect(("::1", number)).expect("IPv6");
        }
        assert!(listen(None, number).is_err(), "it is taken");
    }

    #[test]
    fn an_address_may_have_brackets() {
        assert_eq!([bare("[::1]"), bare("::1"), bare("localhost")], ["::1", "::1", "localhost"]);
        assert!(listen(Some("[127.0.0.1]"), 0).is_ok());
        assert!(listen(Some("[::1"), 0).is_err());
    }
}
