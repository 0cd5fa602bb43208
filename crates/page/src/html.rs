//! A page that is one file: styles, scripts and data inside, nothing fetched from anywhere.

use gyoji_core::Lang;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::assets;

/// A page before it is written.
pub(crate) struct Shell<'a> {
    pub(crate) title: &'a str,
    pub(crate) lang: Lang,
    /// The script that draws it; it comes last in the bundle.
    pub(crate) script: &'a str,
}

impl Shell<'_> {
    /// The page with its data.
    pub(crate) fn write(&self, data: &impl Serialize) -> String {
        let style = assets::style();
        let script = assets::bundle(self.script);
        let policy = format!(
            "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; \
             base-uri 'none'; form-action 'none'",
            hash(&script),
            hash(&style),
        );
        let icon = format!("data:image/svg+xml,{}", percent(assets::FAVICON));
        let (lang, title) = (self.lang, escape(self.title));
        let data = json_for_script(data);
        format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <title>{title}</title>\n<link rel=\"icon\" href=\"{icon}\">\n\
             <style>{style}</style>\n</head>\n<body>\n\
             <script type=\"application/json\" id=\"data\">{data}</script>\n\
             <script type=\"module\">{script}</script>\n</body>\n</html>\n"
        )
    }
}

/// Text inside an element or an attribute.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// JSON that can stand in a `<script type="application/json">`: no character in it can end the
/// element, begin another or a comment, or end a line of a script.
pub fn json_for_script(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).unwrap_or_else(|_| "null".to_owned());
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // These stand only inside strings, where an escape means the same.
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", c as u32));
            }
            _ => out.push(c),
        }
    }
    out
}

/// The hash by which a policy knows a script or a style.
fn hash(text: &str) -> String {
    base64(&Sha256::digest(text.as_bytes()))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let all = chunk.iter().fold(0_u32, |all, &byte| all << 8 | u32::from(byte));
        let all = all << (8 * (3 - chunk.len()));
        for digit in 0..4 {
            if digit <= chunk.len() {
                let index = all >> (18 - 6 * digit) & 63;
                out.push(char::from(DIGITS[index as usize]));
            } else {
                out.push('=');
            }
        }
    }
    out
}

/// An SVG in an address.
fn percent(svg: &str) -> String {
    let mut out = String::new();
    for c in svg.trim().chars() {
        match c {
            '"' => out.push('\''),
            '#' | '%' | '<' | '>' | '&' => out.push_str(&format!("%{:02X}", c as u32)),
            '\n' => {}
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_leave_its_script() {
        let nasty = "</script><script>alert(1)</script><!-- & \u{2028}\u{2029} 行司";
        let json = json_for_script(&nasty);
        assert!(!json.contains(['<', '>', '&', '\u{2028}', '\u{2029}']), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), nasty);
    }

    #[test]
    fn titles_are_text() {
        assert_eq!(escape("<b a=\"'\">&"), "&lt;b a=&quot;&#39;&quot;&gt;&amp;");
    }

    #[test]
    fn hashes_are_written_as_a_policy_reads_them() {
        for (bytes, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), expected);
        }
        assert_eq!(hash(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }
}
