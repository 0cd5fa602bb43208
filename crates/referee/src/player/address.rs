//! Where a player over TCP is: `HOST:PORT`, or `listen=PORT`.

use gyoji_core::Text;
use gyoji_words::players as words;

use super::Kind;
use crate::wire::listen::is_host;

/// Reads what stands behind `tcp:`; else what is wrong with it.
pub(super) fn parse(text: &str) -> Result<Kind, Text> {
    if let Some(number) = text.strip_prefix("listen=") {
        return Ok(Kind::Listen(port(number)?));
    }
    let (host, number) = text.rsplit_once(':').ok_or_else(words::tcp_address)?;
    if !is_host(host) {
        return Err(words::tcp_host());
    }
    match port(number)? {
        0 => Err(words::tcp_port()),
        _ => Ok(Kind::Tcp(text.into())),
    }
}

fn port(text: &str) -> Result<u16, Text> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(words::tcp_port)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gyoji_words::Lang;

    #[test]
    fn hosts_and_ports_are_told_apart() {
        for address in ["localhost:5000", "10.0.0.1:1", "my-host.example:65535", "[::1]:5000"] {
            assert_eq!(parse(address), Ok(Kind::Tcp(address.into())));
        }
        assert_eq!(parse("listen=46000"), Ok(Kind::Listen(46000)));
        assert_eq!(parse("listen=0"), Ok(Kind::Listen(0)));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        let complaint = |text| parse(text).unwrap_err().get(Lang::En).to_owned();
        for text in ["", "5000", "localhost", "listen"] {
            assert!(complaint(text).contains("tcp:HOST:PORT"), "{text}: {}", complaint(text));
        }
        for text in [
            "localhost:listen=5000",
            "listen=5000:listen=5001",
            "listen=",
            "listen=70000",
            "listen=+5",
            "listen=5000?name=x",
            "localhost:",
            "localhost:http",
            "localhost:-1",
            "localhost:65536",
            "localhost:0",
        ] {
            assert!(complaint(text).contains("65535"), "{text}: {}", complaint(text));
        }
        for text in [":5000", "::1:5000", "[::1:5000", "[x]:5000", "a b:5000", "http://a:80"] {
            assert!(complaint(text).contains("host"), "{text}: {}", complaint(text));
        }
    }
}
