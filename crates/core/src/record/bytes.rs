//! Bytes exactly as they came, readable in JSON where they are text.

use std::borrow::Cow;
use std::fmt::Write;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::event::is_zero;

/// Bytes that a program sent. In JSON: a string if they are UTF-8, else `{"hex": "82a0…"}`;
/// with `"more": N` beside it if N further bytes were not kept.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bytes {
    /// The bytes that were kept.
    pub data: Vec<u8>,
    /// How many more there were.
    pub more: u64,
}

impl Bytes {
    /// All of `data`.
    pub fn new(data: impl Into<Vec<u8>>) -> Bytes {
        Bytes { data: data.into(), more: 0 }
    }

    /// `data`, of which only the first `most` bytes are kept.
    pub fn capped(data: &[u8], most: usize) -> Bytes {
        let kept = &data[..data.len().min(most)];
        Bytes { data: kept.to_vec(), more: (data.len() - kept.len()) as u64 }
    }

    /// The first so many bytes, and the rest.
    pub fn split_at(mut self, at: usize) -> (Bytes, Bytes) {
        let rest = self.data.split_off(at.min(self.data.len()));
        (Bytes::new(self.data), Bytes { data: rest, more: self.more })
    }

    /// The bytes as a line of text, without its end; what is not UTF-8 is replaced.
    pub fn line(&self) -> Cow<'_, str> {
        let data = self.data.strip_suffix(b"\n").unwrap_or(&self.data);
        let data = data.strip_suffix(b"\r").unwrap_or(data);
        String::from_utf8_lossy(data)
    }

    /// The bytes with everything unprintable escaped, as in a program text: `c5\r\n`, `\x82`.
    pub fn escaped(&self) -> String {
        let mut out = String::new();
        for chunk in self.data.utf8_chunks() {
            for c in chunk.valid().chars() {
                match c {
                    '"' | '\'' => out.push(c),
                    '\u{feff}' => out.push_str("\\u{feff}"),
                    _ if c.is_ascii() => out.extend(c.escape_default()),
                    _ if c.is_control() => out.extend(c.escape_unicode()),
                    _ => out.push(c),
                }
            }
            for byte in chunk.invalid() {
                let _ = write!(out, "\\x{byte:02x}");
            }
        }
        if self.more > 0 {
            let _ = write!(out, "… (+{} bytes)", self.more);
        }
        out
    }
}

#[derive(Serialize, Deserialize, Default)]
struct Long<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    more: u64,
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (std::str::from_utf8(&self.data), self.more) {
            (Ok(text), 0) => serializer.serialize_str(text),
            (Ok(text), more) => {
                Long { text: Some(text.into()), more, ..Long::default() }.serialize(serializer)
            }
            (Err(_), more) => {
                let hex = self.data.iter().fold(String::new(), |mut hex, byte| {
                    let _ = write!(hex, "{byte:02x}");
                    hex
                });
                Long { hex: Some(hex), more, ..Long::default() }.serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bytes, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Text(String),
            Long(Long<'static>),
        }
        match Form::deserialize(deserializer)? {
            Form::Text(text) => Ok(Bytes::new(text)),
            Form::Long(Long { text: Some(text), hex: None, more }) => {
                Ok(Bytes { data: text.into_owned().into_bytes(), more })
            }
            Form::Long(Long { text: None, hex: Some(hex), more }) => {
                let data = unhex(&hex).ok_or_else(|| D::Error::custom("not hexadecimal"))?;
                Ok(Bytes { data, more })
            }
            Form::Long(_) => Err(D::Error::custom("either text or hex")),
        }
    }
}

fn unhex(hex: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        hex.chars().map(|c| c.to_digit(16).map(|digit| digit as u8)).collect();
    let digits = digits.filter(|digits| digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_comes_back_as_it_was() {
        for bytes in [
            Bytes::new("c5\n"),
            Bytes::new("考え中…\r\n"),
            Bytes::new([0x82, 0xa0, 0x0a]),
            Bytes::new([0]),
            Bytes::new(""),
            Bytes { data: b"xxxx".to_vec(), more: 1_000_000 },
            Bytes { data: vec![0xff; 3], more: 7 },
        ] {
            let json = serde_json::to_string(&bytes).unwrap();
            assert_eq!(serde_json::from_str::<Bytes>(&json).unwrap(), bytes, "{json}");
        }
        assert_eq!(serde_json::to_string(&Bytes::new([0x82, 0xa0])).unwrap(), r#"{"hex":"82a0"}"#);
    }

    #[test]
    fn unprintable_bytes_are_escaped() {
        assert_eq!(Bytes::new("c5\r\n").escaped(), r"c5\r\n");
        assert_eq!(Bytes::new([b'c', 0, 0x82, b'5']).escaped(), r"c\u{0}\x825");
        assert_eq!(Bytes::new("\u{feff}c5").escaped(), r"\u{feff}c5");
        assert_eq!(Bytes::new("思考中\t\"x\"").escaped(), "思考中\\t\"x\"");
    }

    #[test]
    fn bad_forms_are_refused() {
        for bad in [r#"{"hex":"8"}"#, r#"{"hex":"zz"}"#, r#"{"more":3}"#, "3", r#"{"hex":"+f"}"#] {
            assert!(serde_json::from_str::<Bytes>(bad).is_err(), "{bad}");
        }
    }
}
