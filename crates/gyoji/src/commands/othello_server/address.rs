//! What people type to reach this machine.

use std::net::{IpAddr, SocketAddr, UdpSocket};

use gyoji_web::lan_addresses;
use gyoji_words::{Text, server as words};

/// Where clients find the server: at the address, or, if that is every address of this machine,
/// at the one that others in the network know; then the others, if there are some.
pub fn lines(address: SocketAddr) -> Vec<Text> {
    if !address.ip().is_unspecified() {
        return vec![words::listening(address)];
    }
    let mut all: Vec<IpAddr> = routed().into_iter().collect();
    for own in lan_addresses().into_iter().filter(|own| own.is_ipv4() || address.is_ipv6()) {
        if !all.contains(&own) {
            all.push(own);
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

#[cfg(test)]
mod tests {
    use super::*;
    use gyoji_core::Lang;

    #[test]
    fn an_address_that_was_asked_for_is_the_one_to_connect_to() {
        let said = lines("127.0.0.1:46000".parse().unwrap());
        assert_eq!(said.len(), 1);
        assert!(said[0].get(Lang::En).contains("127.0.0.1:46000"));
        let anywhere = lines("0.0.0.0:46000".parse().unwrap());
        assert!(anywhere[0].get(Lang::Ja).contains("46000"));
        assert!(anywhere.iter().all(|text| !text.get(Lang::En).contains("127.0.0.1")));
    }
}
