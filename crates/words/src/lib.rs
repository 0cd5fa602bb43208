//! Everything Gyoji says to a person, in Japanese and English.
//!
//! A message is a function of the catalogue ([`faults`], [`cli`], …) that takes its parts and
//! returns a [`Text`]: both languages at once. So an error can be made where it happens and
//! put into words where it is shown, and a message that lacks a language does not compile.
//! Games keep their own few texts (titles, options) beside their rules.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A language Gyoji speaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// The language a POSIX locale name such as `ja_JP.UTF-8` asks for.
    pub fn of_locale(locale: &str) -> Lang {
        if locale.starts_with("ja") { Lang::Ja } else { Lang::En }
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(s: &str) -> Result<Lang, String> {
        match s {
            "en" => Ok(Lang::En),
            "ja" => Ok(Lang::Ja),
            _ => Err(format!("{s:?}: en | ja")),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lang::En => "en",
            Lang::Ja => "ja",
        })
    }
}

/// One thing to say, in every language. As JSON: `{"en": "black", "ja": "黒"}`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Text {
    en: Cow<'static, str>,
    ja: Cow<'static, str>,
}

impl Text {
    /// A fixed text.
    pub const fn new(en: &'static str, ja: &'static str) -> Text {
        Text { en: Cow::Borrowed(en), ja: Cow::Borrowed(ja) }
    }

    /// A text put together at run time; see [`messages!`].
    pub fn made(en: String, ja: String) -> Text {
        Text { en: Cow::Owned(en), ja: Cow::Owned(ja) }
    }

    /// The same words in every language: a name, a path, what the system said.
    pub fn plain(words: impl Into<String>) -> Text {
        let words = words.into();
        Text { en: Cow::Owned(words.clone()), ja: Cow::Owned(words) }
    }

    /// The text in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Ja => &self.ja,
        }
    }

    /// This text with a value at every `{}`.
    #[must_use]
    pub fn fill(&self, value: &str) -> Text {
        Text::made(self.en.replace("{}", value), self.ja.replace("{}", value))
    }

    /// This text with another behind it, `between` them.
    #[must_use]
    pub fn then(self, between: &str, next: &Text) -> Text {
        Text::made(
            format!("{}{between}{}", self.en, next.en),
            format!("{}{between}{}", self.ja, next.ja),
        )
    }
}

/// Something that can be part of a message: another [`Text`], or anything that displays.
///
/// A [`Text`] does not display by itself, so none can slip into a message in the wrong language.
pub trait Part {
    /// The part in one language.
    fn say(&self, lang: Lang) -> String;
}

impl Part for Text {
    fn say(&self, lang: Lang) -> String {
        self.get(lang).to_owned()
    }
}

impl Part for &Text {
    fn say(&self, lang: Lang) -> String {
        self.get(lang).to_owned()
    }
}

impl<T: fmt::Display> Part for T {
    fn say(&self, _lang: Lang) -> String {
        self.to_string()
    }
}

/// Declares messages: `name(part, …) "English {part}" / "日本語 {part}";`
///
/// Each becomes a function from its parts (see [`Part`]) to a [`Text`].
#[macro_export]
macro_rules! messages {
    ($( $(#[$meta:meta])* $name:ident ( $($part:ident),* $(,)? ) $en:literal / $ja:literal ; )*) => {$(
        $(#[$meta])*
        #[allow(clippy::needless_pass_by_value, clippy::useless_format, missing_docs, unreachable_pub)]
        pub fn $name($($part: impl $crate::Part),*) -> $crate::Text {
            let say = |lang: $crate::Lang| {
                $( let $part = $crate::Part::say(&$part, lang); )*
                match lang {
                    $crate::Lang::En => format!($en),
                    $crate::Lang::Ja => format!($ja),
                }
            };
            $crate::Text::made(say($crate::Lang::En), say($crate::Lang::Ja))
        }
    )*};
}

pub mod arena;
pub mod bench;
pub mod check;
pub mod cli;
pub mod doctor;
pub mod events;
pub mod faults;
pub mod human;
pub mod input;
pub mod kits;
pub mod league;
pub mod page;
pub mod players;
pub mod records;
pub mod replay;
pub mod sandbox;
pub mod screen;
pub mod server;
pub mod site;
pub mod stats;
pub mod store;
pub mod system;
pub mod usage;
pub mod watch;
pub mod web;
pub mod weights;
pub mod zero;

#[cfg(test)]
mod tests {
    use super::*;

    messages! {
        greeting(name, count) "{name}: {count} games" / "{name}さん、{count}局";
    }

    #[test]
    fn a_message_comes_out_in_both_languages() {
        let text = greeting("Sato", 3);
        assert_eq!(text.get(Lang::En), "Sato: 3 games");
        assert_eq!(text.get(Lang::Ja), "Satoさん、3局");
    }

    #[test]
    fn a_text_inside_a_message_keeps_its_language() {
        let text = greeting(Text::new("Mr Sato", "佐藤"), 3);
        assert_eq!(text.get(Lang::Ja), "佐藤さん、3局");
    }

    #[test]
    fn a_text_is_plain_data_and_can_be_filled() {
        let text = Text::new("turn {}", "ターン {}");
        let json = r#"{"en":"turn {}","ja":"ターン {}"}"#;
        assert_eq!(serde_json::to_string(&text).unwrap(), json);
        assert_eq!(serde_json::from_str::<Text>(json).unwrap(), text);
        assert_eq!(text.fill("3"), Text::new("turn 3", "ターン 3"));
    }

    #[test]
    fn locale_names_choose_the_language() {
        assert_eq!(Lang::of_locale("ja_JP.UTF-8"), Lang::Ja);
        assert_eq!(Lang::of_locale("C.UTF-8"), Lang::En);
        assert_eq!(Lang::of_locale(""), Lang::En);
    }
}
