//! The words of the pages: each that a script asks for is there, and none that nobody asks for.

use std::collections::BTreeSet;

use gyoji_page::ASSETS;

/// Lists of which scripts ask by a name that is known only then.
const LISTS: &[&str] = &["tab_", "fault_", "end_", "tie_", "round_", "format_", "event_", "stage_"];

#[test]
fn every_word_is_there_and_is_used() {
    let scripts: String =
        ASSETS.iter().filter(|asset| asset.name.ends_with(".js")).map(|asset| asset.text).collect();
    let mut asked = BTreeSet::new();
    for (at, _) in scripts.match_indices("t(") {
        // `t("key"…` and `t(condition ? "one" : "other")`, but not `el.setAttribute(…`
        let is_other = scripts[..at].ends_with(|c: char| c.is_alphanumeric() || "_.".contains(c));
        if is_other {
            continue;
        }
        let call = scripts[at + 2..].split([')', '{']).next().unwrap_or_default();
        asked.extend(call.split('"').skip(1).step_by(2).map(str::to_owned));
    }
    for part in scripts.split("k(\"").skip(1) {
        asked.extend(part.split('"').next().map(str::to_owned));
    }
    let known: BTreeSet<String> =
        gyoji_words::page::ALL.iter().map(|(key, _)| (*key).to_owned()).collect();
    assert_eq!(known.len(), gyoji_words::page::ALL.len(), "a word is there twice");
    for key in &known {
        let is_listed = LISTS.iter().any(|list| key.starts_with(list));
        assert!(is_listed || asked.contains(key), "nobody asks for {key:?}");
    }
    for key in asked.iter().filter(|key| key.chars().all(|c| c.is_ascii_lowercase() || c == '_')) {
        let is_word = known.contains(key) || NOT_WORDS.contains(&key.as_str());
        assert!(is_word, "there is no word for {key:?}");
    }
}

/// What stands in the same brackets, but is an icon or an attribute.
const NOT_WORDS: &[&str] = &["copy", "ja", "en", "string"];

/// Dark is the same whether the system or the reader wishes for it.
#[test]
fn both_darks_are_the_same() {
    let tokens = gyoji_page::asset("tokens.css").expect("the tokens").text;
    let block = |start: &str| {
        let from = tokens.find(start).expect(start) + start.len();
        let to = tokens[from..].find('}').expect("its end");
        tokens[from..from + to].trim()
    };
    let asked = block(":root[data-theme=\"dark\"] {");
    assert_eq!(asked, block(":root:not([data-theme=\"light\"]) {"));
    // Everything that light has a colour for, dark has too.
    let names = |block: &str| {
        let names = block.split(';').filter_map(|line| Some(line.split_once(':')?.0.trim()));
        names.map(str::to_owned).collect::<BTreeSet<String>>()
    };
    assert_eq!(names(asked), names(block(":root {")));
}
