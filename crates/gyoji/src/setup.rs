//! How the games of some players start: from the command line, and from what they take for
//! granted.

use gyoji_core::{Game, Kit, Known, Lang, Misfit, Options, Setup, is_decided, settle};
use gyoji_referee::player::{PlayerText, Terms};
use gyoji_words::cli;

use crate::args::SetupArgs;
use crate::failure::Failure;
use crate::screen;

/// The start of a game as the command line has it.
pub fn parse_setup<G: Game>(args: &SetupArgs, seed: u64) -> Result<Setup, Failure> {
    true_to_position::<G>(read::<G>(args, seed)?)
}

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
    let known = known(kit, players, terms)?;
    let mut setup = read::<G>(args, seed)?;
    let named: Vec<&str> = given(args).map(|(name, _)| name).collect();
    let misfits = settle::<G>(&mut setup, &named, &known);
    check_start::<G>(&setup)?;
    warn(&misfits, players, lang);
    true_to_position::<G>(setup)
}

/// The options that the command line names.
fn given(args: &SetupArgs) -> impl Iterator<Item = (&str, &str)> {
    args.options.iter().flat_map(|text| Options::split(text))
}

/// Reads the command line. An option that the position settles must not be named as something
/// else: the game would not be what its record says.
fn read<G: Game>(args: &SetupArgs, seed: u64) -> Result<Setup, Failure> {
    let options = Options::check(G::SPEC.options, given(args))?;
    let setup = Setup { position: args.position.clone(), options, seed, ..Setup::default() };
    let start = check_start::<G>(&setup)?;
    let is_wrong = |(name, value): &(&str, &str)| {
        is_decided::<G>(&setup, name) && start.option(name).is_none_or(|it| it != *value)
    };
    match given(args).find(is_wrong) {
        Some((name, value)) => Err(Failure::usage_text(cli::position_decides(name, value))),
        None => Ok(setup),
    }
}

fn check_start<G: Game>(setup: &Setup) -> Result<G, Failure> {
    let start = G::start(setup)?;
    match start.to_move() {
        Some(_) => Ok(start),
        None => Err(Failure::usage_text(cli::already_over())),
    }
}

/// The setup with the options that the position settles as the position has them: the record must
/// not tell of defaults that are not what is played.
fn true_to_position<G: Game>(setup: Setup) -> Result<Setup, Failure> {
    let start = G::start(&setup)?;
    let options =
        setup.options.clone().changed(|name, value| match is_decided::<G>(&setup, name) {
            true => start.option(name),
            false => Some(value),
        });
    Ok(Setup { options, ..setup })
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
