//! A page with one game in it.

use gyoji_core::Lang;

use crate::game::GameDocument;
use crate::html::Shell;

/// One game as a page that needs nothing else: it opens from a disk, without a server.
///
/// Both languages are in it; it begins with `lang`.
pub fn replay_page(game: &GameDocument, lang: Lang) -> String {
    let players: Vec<&str> = game.players.iter().map(|player| player.name.as_str()).collect();
    let title = gyoji_words::page::game_title(&game.frames.legend.title, players.join(" – "));
    Shell { title: title.get(lang), lang, script: "game-page.js" }.write(game)
}
