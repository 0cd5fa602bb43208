//! The pages of `docs/`, as HTML: the same files that are read in the repository.
//!
//! A page has one name in both languages, `games/othello`; which of its two files is shown is up
//! to the reader's language. What is HTML in a page is shown as text.

use std::collections::HashMap;

use gyoji_words::Lang;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;

const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/docs.rs"));

/// The folders in the order in which they are listed: the empty one is `docs/` itself.
const FOLDERS: [&str; 4] = ["games", "protocols", "guides", ""];

/// A page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Page {
    /// Its name: `games/othello`.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) html: String,
}

/// A page in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) title: String,
}

/// A file that is no page: a picture.
pub(crate) fn picture(path: &str) -> Option<&'static [u8]> {
    let is_picture = |name: &str| name == path && name.ends_with(".svg");
    FILES.iter().find(|(name, _)| is_picture(name)).map(|&(_, bytes)| bytes)
}

/// A page by its name.
pub(crate) fn page(name: &str, lang: Lang) -> Option<Page> {
    let text = text(name, lang)?;
    Some(Page { name: name.to_owned(), title: title(text), html: render(text, name) })
}

/// The pages of each folder, by name.
pub(crate) fn list(lang: Lang) -> Vec<(&'static str, Vec<Entry>)> {
    let of = |folder: &'static str| {
        let pages = FILES.iter().filter_map(|(path, _)| {
            let name = path.strip_suffix(".md").filter(|name| !name.ends_with(".ja"))?;
            let inside = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            let text = text(name, lang).filter(|_| inside == folder)?;
            Some(Entry { name: name.to_owned(), title: title(text) })
        });
        (folder, pages.collect())
    };
    FOLDERS.map(of).into()
}

/// What is written in a page of the documentation, by its name: `games/othello`.
pub fn text(name: &str, lang: Lang) -> Option<&'static str> {
    let path = match lang {
        Lang::En => format!("{name}.md"),
        Lang::Ja => format!("{name}.ja.md"),
    };
    let (_, bytes) = FILES.iter().find(|(file, _)| *file == path)?;
    std::str::from_utf8(bytes).ok()
}

/// Its first heading.
fn title(text: &str) -> String {
    let heading = text.lines().find_map(|line| line.strip_prefix("# "));
    heading.unwrap_or_default().replace('`', "").trim().to_owned()
}

/// A page as HTML.
fn render(text: &str, name: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let mut events: Vec<Event<'_>> = Vec::new();
    let mut heading: Option<(HeadingLevel, usize)> = None;
    let mut ids = HashMap::new();
    // Links that lead out of the pages are only their text.
    let mut dropped = 0;
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => events.push(Event::Text(html)),
            Event::Start(Tag::Heading { level, .. }) => {
                heading = Some((level, events.len()));
                events.push(event);
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some((level, at)) = heading.take() {
                    let id = free(&mut ids, slug(&events[at + 1..]));
                    let (classes, attrs) = (Vec::new(), Vec::new());
                    let id = Some(CowStr::from(id));
                    events[at] = Event::Start(Tag::Heading { level, id, classes, attrs });
                }
                events.push(event);
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                match target(&dest_url, name) {
                    Some(url) => {
                        let dest_url = CowStr::from(url);
                        events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                    }
                    None => dropped += 1,
                }
            }
            Event::End(TagEnd::Link) if dropped > 0 => dropped -= 1,
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = CowStr::from(format!("/docs/{}", joined(name, &dest_url)));
                events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            Event::Start(Tag::Table(columns)) => {
                // Wide tables scroll inside themselves.
                events.push(Event::Html("<div class=\"scroll\" tabindex=\"0\">".into()));
                events.push(Event::Start(Tag::Table(columns)));
            }
            Event::End(TagEnd::Table) => {
                events.push(event);
                events.push(Event::Html("</div>".into()));
            }
            event => events.push(event),
        }
    }
    let mut out = String::with_capacity(text.len() * 2);
    html::push_html(&mut out, events.into_iter());
    // What scrolls sideways can be scrolled with the keyboard.
    out.replace("<pre>", "<pre tabindex=\"0\">")
}

/// Where a link of a page leads on this server; none if it leads to a file that is not here.
fn target(url: &str, page: &str) -> Option<String> {
    if url.starts_with('#') || url.starts_with("https://") || url.starts_with("http://") {
        return Some(url.to_owned());
    }
    let (path, place) = url.split_once('#').map_or((url, ""), |(path, place)| (path, place));
    let path = joined(page, path);
    let name = path.strip_suffix(".md")?;
    // A link to the other language is one to the same page, which says so.
    let (name, lang) = match name.strip_suffix(".ja") {
        Some(name) if name == page => (name, "?lang=ja"),
        Some(name) => (name, ""),
        None if name == page => (name, "?lang=en"),
        None => (name, ""),
    };
    text(name, Lang::En)?;
    let place = if place.is_empty() { String::new() } else { format!("#{place}") };
    Some(format!("/docs/{name}{lang}{place}"))
}

/// A path as a page writes it, from `docs/` on.
fn joined(page: &str, path: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => {
                // Out of docs/: nothing is called like that.
                if parts.pop().is_none() {
                    parts.push("..");
                }
            }
            "." | "" => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The name of a heading, as links call it.
fn slug(events: &[Event<'_>]) -> String {
    let mut slug = String::new();
    for event in events {
        let (Event::Text(text) | Event::Code(text)) = event else { continue };
        for c in text.chars() {
            match c {
                ' ' => slug.push('-'),
                '-' | '_' => slug.push(c),
                c if c.is_alphanumeric() => slug.extend(c.to_lowercase()),
                _ => {}
            }
        }
    }
    slug
}

/// A name that no heading before had.
fn free(ids: &mut HashMap<String, usize>, slug: String) -> String {
    let count = ids.entry(slug.clone()).or_default();
    *count += 1;
    if *count == 1 { slug } else { format!("{slug}-{}", *count - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_there_in_both_languages_and_every_link_inside_leads_somewhere() {
        let pages: Vec<Entry> = list(Lang::En).into_iter().flat_map(|(_, pages)| pages).collect();
        assert!(pages.iter().any(|page| page.name == "games/othello"));
        for lang in [Lang::En, Lang::Ja] {
            for entry in &pages {
                let page = page(&entry.name, lang).unwrap_or_else(|| panic!("{}", entry.name));
                assert!(!page.title.is_empty(), "{}", entry.name);
                for part in page.html.split("=\"/docs/").skip(1) {
                    let url = part.split('"').next().unwrap_or_default();
                    let (path, place) = url.split_once('#').unwrap_or((url, ""));
                    let path = path.split('?').next().unwrap_or_default();
                    let there = super::page(path, lang);
                    assert!(there.is_some() || picture(path).is_some(), "{}: {url}", entry.name);
                    let id = format!("id=\"{}\"", decoded(place));
                    let has_place = there.is_none_or(|page| page.html.contains(&id));
                    assert!(place.is_empty() || has_place, "{} ({lang}): {url}", entry.name);
                }
            }
        }
    }

    /// A place as a heading is called.
    fn decoded(place: &str) -> String {
        let mut bytes = Vec::new();
        let mut rest = place.bytes();
        while let Some(byte) = rest.next() {
            let hex = (byte == b'%').then(|| [rest.next(), rest.next()]);
            let hex = hex.and_then(|[a, b]| Some([a? as char, b? as char]));
            let hex = hex.and_then(|[a, b]| u8::from_str_radix(&format!("{a}{b}"), 16).ok());
            bytes.push(hex.unwrap_or(byte));
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    #[test]
    fn html_in_a_page_is_text_and_links_out_of_the_pages_are_none() {
        let html =
            render("a <b onclick=x>b</b> [k](../../kits/x) [r](renju.md#a)", "games/othello");
        assert!(html.contains("&lt;b onclick=x&gt;"), "{html}");
        assert!(html.contains(" k ") && html.contains("href=\"/docs/games/renju#a\""), "{html}");
    }

    #[test]
    fn headings_have_the_names_that_links_use() {
        let html = render("## A time, for `the` game\n## A time, for the game\n", "x");
        assert!(html.contains("id=\"a-time-for-the-game\""), "{html}");
        assert!(html.contains("id=\"a-time-for-the-game-1\""), "{html}");
    }
}
