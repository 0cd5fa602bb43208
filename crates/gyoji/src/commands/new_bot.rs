//! `gyoji new-bot`: a folder with an AI that plays already.

use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

use gyoji_core::{BadText, Game, Kit, Lang, Text, Visitor};
use gyoji_kits::{LANGUAGES, Language, USUAL, Wish};
use gyoji_referee::player::in_path;
use gyoji_words::kits as words;

use crate::args::kits::NewBot;
use crate::failure::Failure;

/// What a kit has to know of a game.
#[derive(Clone, Debug)]
pub struct About {
    /// How it is called.
    pub title: Text,
    /// How many play it.
    pub seats: usize,
}

impl About {
    /// Looks a game up.
    pub fn game(id: &str) -> Result<About, BadText> {
        gyoji_catalog::visit(id, Look)
    }
}

struct Look;

impl Visitor for Look {
    type Out = About;

    fn visit<G: Game>(self, _: &Kit<G>) -> About {
        About { title: G::SPEC.title, seats: G::SPEC.seats.len() }
    }
}

pub fn run(args: &NewBot, lang: Lang) -> Result<ExitCode, Failure> {
    let about = About::game(&args.game)?;
    let Some(language) = &args.language else {
        let known: Vec<&str> = LANGUAGES.iter().map(|language| language.id).collect();
        return Err(Failure::usage_text(words::no_language_named(known.join("|"))));
    };
    let language = find(language)?;
    let name = name_of(&args.folder)?;
    let wish = Wish {
        game: &args.game,
        title: &about.title,
        seats: about.seats,
        language,
        protocol: args.protocol.as_deref().unwrap_or(USUAL),
        name: &name,
    };
    let files = gyoji_kits::make(&wish)?;
    let folder = &args.folder;
    let is_taken = match std::fs::read_dir(folder) {
        Ok(entries) => entries.count() > 0,
        Err(error) => error.kind() == ErrorKind::NotADirectory,
    };
    if is_taken {
        return Err(Failure::usage_text(words::folder_is_there(folder.display())));
    }
    for file in &files {
        let path = folder.join(&file.path);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| Failure::io(parent, &error))?;
        std::fs::write(&path, &file.text).map_err(|error| Failure::io(&path, &error))?;
    }
    let shown = folder.display();
    let opponents = vec!["bot:random"; about.seats - 1].join(" ");
    let made = match wish.has_own_api() {
        true => words::made_own_api(shown),
        false => words::made(shown, folder.join(language.file).display()),
    };
    let mut said = vec![
        made,
        words::next_check(folder.display()),
        words::next_match(&args.game, folder.display(), opponents),
    ];
    let missing = language.programs.iter().filter(|program| in_path(program).is_none());
    said.extend(missing.map(words::missing_program));
    let said: String = said.iter().map(|text| format!("{}\n", text.get(lang))).collect();
    super::print(&said)
}

/// The language of that name.
pub fn find(id: &str) -> Result<&'static Language, BadText> {
    let known = LANGUAGES.iter().map(|language| language.id);
    Language::find(id).ok_or_else(|| BadText::unknown(id, known, words::no_such_language))
}

/// The player's name: the folder's, if it can be one. It stands in source files and on a line of
/// the protocol.
fn name_of(folder: &Path) -> Result<String, BadText> {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let is_fine = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    match !name.is_empty() && name.chars().all(is_fine) {
        true => Ok(name),
        false => Err(BadText::new(folder.to_string_lossy(), words::not_a_name())),
    }
}
