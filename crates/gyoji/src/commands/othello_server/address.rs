//! What people type to reach this machine.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use gyoji_words::{Text, server as words};

/// Where the system keeps its routes, and with them its own addresses.
const ROUTES: &str = "/proc/net/fib_trie";

/// Where clients find the server: at the address, or, if that is every address of this machine,
/// at the one that others in the network know; then the others, if there are some.
pub fn lines(address: SocketAddr) -> Vec<Text> {
    if !address.ip().is_unspecified() {
        return vec![words::listening(address)];
    }
    let mut all: Vec<IpAddr> = routed().into_iter().collect();
    for own in own_addresses(&std::fs::read_to_string(ROUTES).unwrap_or_default()) {
        if !all.contains(&own.into()) {
            all.push(own.into());
        }
    }
    let Some((first, others)) = all.split_first() else { return vec![words::listening(address)] };
    let mut lines = vec![words::listening_here(address.port(), first)];
    if !others.is_empty() {
        let others: Vec<String> = others.iter().map(ToString::to_string).collect();
        lines.push(words::also_at(others.join(", ")));
    }
    lines
}

/// The address of this machine from which it would reach others. Nothing is sent.
fn routed() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?; // an address for examples, outside of any network
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_unspecified())
}

/// The addresses that the system calls its own: the line before `/32 host LOCAL` has each.
fn own_addresses(routes: &str) -> Vec<Ipv4Addr> {
    let mut found: Vec<Ipv4Addr> = Vec::new();
    let mut last = None;
    for line in routes.lines().map(str::trim) {
        if let Some(address) = line.strip_prefix("|-- ") {
            last = address.parse::<Ipv4Addr>().ok();
        } else if line.starts_with("/32 host LOCAL")
            && let Some(address) = last.filter(|it| !it.is_loopback() && !found.contains(it))
        {
            found.push(address);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_addresses_are_found_among_the_routes() {
        let routes = "Main:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 0.0.0.0\n        /0 universe UNICAST\n     \
                      |-- 127.0.0.1\n        /32 host LOCAL\n     |-- 192.168.1.5\n        \
                      /32 host LOCAL\n     |-- 192.168.1.255\n        /32 link BROADCAST\nLocal:\n     \
                      |-- 10.0.0.2\n        /32 host LOCAL\n     |-- 192.168.1.5\n        /32 host LOCAL\n";
        let own: Vec<Ipv4Addr> = vec!["192.168.1.5".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        assert_eq!(own_addresses(routes), own);
    }
}
