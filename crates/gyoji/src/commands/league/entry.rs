//! From the file of an event to players who can sit down.

use std::path::Path;

use gyoji_core::record::{Limits, Player};
use gyoji_core::{BadText, Game, Kit, Lang, Setup};
use gyoji_league::Openings;
use gyoji_league::event::{Entry, EventFile, Mistake};
use gyoji_referee::player::{Kind, PlayerText, Terms};
use gyoji_referee::sandbox::Wanted;
use gyoji_words::{Text, league as words};

use super::find::bad_file;
use crate::args::SetupArgs;
use crate::failure::Failure;
use crate::players::{entries, parse_player_in};
use crate::setup::setup_for;

/// How this program calls itself in versions of its own bots.
pub const GYOJI: &str = concat!("gyoji ", env!("CARGO_PKG_VERSION"));

/// Everybody who takes part, ready to play.
pub struct Field {
    /// Those of the file, with their paths as they are found from anywhere.
    pub entries: Vec<Entry>,
    /// Their texts, taken apart.
    pub texts: Vec<PlayerText>,
    /// Their entries in a plan, and behind them whoever takes empty seats.
    pub players: Vec<Player>,
    /// What version each of them is.
    pub versions: Vec<String>,
    /// How games start.
    pub setup: Setup,
    /// How they begin.
    pub openings: Openings,
}

impl Field {
    /// Locks all programs in at this level.
    pub fn lock_in(&mut self, level: u8) {
        for player in self.players.iter_mut().filter(|player| player.sandbox.is_some()) {
            player.sandbox = Some(level);
            if level > 0 {
                player.limits = player.limits.or(Limits::USUAL);
            }
        }
    }
}

/// Makes players of the entries of a file that lies at `path`; they are built in such a sandbox.
pub fn field<G: Game>(
    kit: &Kit<G>,
    file: &EventFile,
    path: &Path,
    wanted: Wanted,
    lang: Lang,
) -> Result<Field, Failure> {
    let shown = |mistake: &Mistake| {
        bad_file(&mistake.render(&path.display().to_string(), &file.text, lang))
    };
    file.check(&G::SPEC).map_err(|mistake| shown(&mistake))?;
    let base = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let base = base.unwrap_or(Path::new("."));
    let terms = terms(file);
    let mut entries_of_file = Vec::new();
    let (mut texts, mut versions) = (Vec::new(), Vec::new());
    for (number, entry) in file.players.iter().enumerate() {
        let wrong = |problem: Text| {
            shown(&file.mistake(&format!("player.{number}.command"), problem, None))
        };
        versions.push(entry.version(base, GYOJI).map_err(wrong)?);
        let entry = entry.resolve(base);
        let mut text = parse_player_in(kit, &entry.command, wanted, lang)
            .map_err(|failure| wrong(failure.text))?;
        if matches!(text.kind, Kind::Human) {
            return Err(wrong(words::no_people()));
        }
        text.terms.name = Some(entry.name.clone());
        if matches!(text.kind, Kind::Program { .. }) {
            text.terms.dir = entry.dir.as_ref().map(|dir| dir.display().to_string());
        }
        // Whatever is wrong with its options is said at its line.
        let bad =
            |bad: BadText| wrong(Text::plain(format!("{:?}", bad.input)).then(": ", &bad.problem));
        text.player(kit, &terms).map_err(bad)?;
        texts.push(text);
        entries_of_file.push(entry);
    }
    let mut players = entries(kit, &texts, &terms)?;
    players.extend(stand_in(kit, &terms)?);
    versions.push(GYOJI.to_owned());
    let options = file.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let args = SetupArgs { options, position: None };
    let setup = setup_for(kit, &args, &texts, &terms, file.seed, lang)?;
    let openings = match &file.openings {
        Some(name) => Openings::read(kit, &base.join(name), &setup, gyoji_league::Order::Random)?,
        None => Openings::random(file.opening),
    };
    Ok(Field { entries: entries_of_file, texts, players, versions, setup, openings })
}

/// The conditions of an event.
fn terms(file: &EventFile) -> Terms {
    Terms {
        time: file.time,
        clock: file.clock,
        ponder: Some(file.ponder),
        limits: file.limits,
        ..Terms::default()
    }
}

/// Whoever takes a seat that nobody has: the weakest bot of the game.
fn stand_in<G: Game>(kit: &Kit<G>, terms: &Terms) -> Result<Option<Player>, Failure> {
    let Some(bot) = kit.bots.first() else { return Ok(None) };
    let mut text = PlayerText::parse(&format!("bot:{}", bot.name), &[])?;
    text.terms.name = Some(words::stand_in().get(Lang::En).to_owned());
    Ok(Some(text.player(kit, terms)?))
}
