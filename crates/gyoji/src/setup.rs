//! How the games of some players start: from the command line, and from what they take for
//! granted.

use gyoji_core::{Game, Kit, Known, Lang, Misfit, Options, Setup, settle};
use gyoji_referee::player::{PlayerText, Terms};
use gyoji_words::cli;

use crate::args::SetupArgs;
use crate::failure::Failure;
use crate::matches::parse_setup;
use crate::screen;

/// The start of a game of these players. What they take for granted of the game's options holds
/// unless the command line names another value, and whoever that does not suit is named.
pub fn setup_for<G: Game>(
    kit: &Kit<G>,
    args: &SetupArgs,
    players: &[PlayerText],
    terms: &Terms,
    seed: u64,
    lang: Lang,
) -> Result<Setup, Failure> {
    let given: Vec<(&str, &str)> =
        args.options.iter().flat_map(|text| Options::split(text)).collect();
    let named: Vec<&str> = given.iter().map(|(name, _)| *name).collect();
    let known = known(kit, players, terms)?;
    let options = Options::check(G::SPEC.options, given)?;
    let mut setup = Setup { position: args.position.clone(), options, seed };
    let misfits = settle::<G>(&mut setup, &named, &known);
    let pairs = setup.options.iter().map(|(name, value)| format!("{name}={value}"));
    let settled = SetupArgs { options: pairs.collect(), position: setup.position.clone() };
    let setup = parse_setup::<G>(&settled, seed)?;
    warn(&misfits, players, lang);
    Ok(setup)
}

/// Names whoever takes something else for granted than a game that is there already.
pub fn warn_guests<G: Game>(
    kit: &Kit<G>,
    setup: &Setup,
    guests: &[PlayerText],
    terms: &Terms,
    lang: Lang,
) -> Result<(), Failure> {
    let named: Vec<&str> = G::SPEC.options.iter().map(|spec| spec.name).collect();
    let misfits = settle::<G>(&mut setup.clone(), &named, &known(kit, guests, terms)?);
    warn(&misfits, guests, lang);
    Ok(())
}

fn known<G: Game>(
    kit: &Kit<G>,
    players: &[PlayerText],
    terms: &Terms,
) -> Result<Vec<Vec<Known>>, Failure> {
    let known = players.iter().map(|player| player.knows(kit, terms));
    Ok(known.collect::<Result<_, _>>()?)
}

fn warn(misfits: &[Misfit], players: &[PlayerText], lang: Lang) {
    for Misfit { player, known, value } in misfits {
        let name = screen::name(&players[*player].name());
        let text = cli::other_options(name, known.option, known.values.join(" | "), value);
        screen::say(&format!("gyoji: {}", text.get(lang)));
    }
}
