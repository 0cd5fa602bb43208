//! `gyoji kits`: what `new-bot` can make, as a list or as an archive.

use std::process::ExitCode;

use gyoji_core::Lang;
use gyoji_kits::{File, LANGUAGES, Wish};
use gyoji_words::kits as words;
use serde_json::json;

use super::new_bot::About;
use crate::args::kits::Kits;
use crate::failure::{FAILED, Failure};
use crate::screen;

/// The name of the players in an archive.
const NAME: &str = "my-ai";

pub fn run(args: &Kits, lang: Lang) -> Result<ExitCode, Failure> {
    if let Some(game) = &args.game {
        About::game(game)?;
    }
    let wanted = |game: &&str| args.game.as_deref().is_none_or(|wanted| wanted == *game);
    let (mut rows, mut files) = (Vec::new(), Vec::new());
    for game in gyoji_kits::games().into_iter().filter(wanted) {
        let about = About::game(game)?;
        for language in LANGUAGES {
            for protocol in gyoji_kits::protocols(game, language) {
                rows.push(json!({
                    "game": game, "language": language.id, "protocol": &protocol,
                    "build": language.build, "run": language.run,
                }));
                let wish = Wish {
                    game,
                    title: &about.title,
                    seats: about.seats,
                    language,
                    protocol: &protocol,
                    name: NAME,
                };
                let folder = format!("{game}-{}-{protocol}", language.id);
                let all = gyoji_kits::make(&wish)?.into_iter();
                files.extend(
                    all.map(|file| File { path: format!("{folder}/{}", file.path), ..file }),
                );
            }
        }
    }
    if let Some(path) = &args.zip {
        let archive = gyoji_kits::zip("gyoji-kits", &files);
        let archive = archive.map_err(|error| Failure {
            code: FAILED,
            text: gyoji_words::cli::io_error(path.display(), error),
        })?;
        if path.as_os_str() == "-" {
            return super::print_bytes(&archive);
        }
        std::fs::write(path, archive).map_err(|error| Failure::io(path, &error))?;
        screen::say(words::zip_made(path.display()).get(lang));
        return Ok(ExitCode::SUCCESS);
    }
    if args.json {
        return super::print_json(&rows);
    }
    let text = |row: &serde_json::Value| {
        let [game, language, protocol] = ["game", "language", "protocol"]
            .map(|key| row[key].as_str().unwrap_or_default().to_owned());
        let protocol = match protocol == gyoji_kits::USUAL {
            true => String::new(),
            false => format!(" --protocol {protocol}"),
        };
        format!("gyoji new-bot {NAME} --game {game} --lang {language}{protocol}\n")
    };
    super::print(&rows.iter().map(text).collect::<String>())
}
