//! The players of a command line, with names that people can tell apart, and the house they are
//! invited to.

use std::path::Path;

use gyoji_core::record::{Plan, Player};
use gyoji_core::{BadText, Game, Kit, Lang, Seat};
use gyoji_referee::Look;
use gyoji_referee::player::{Folder, House, Kind, PlayerText, Terms, in_path};
use gyoji_referee::sandbox::{self, Wanted};
use gyoji_words::{cli, input, kits, players as words};

use crate::failure::{FAILED, Failure};
use crate::screen;
use crate::workshop::build;

/// Programs that run other programs: nobody means these alone.
const INTERPRETERS: &[&str] =
    &["python", "python3", "java", "node", "ruby", "perl", "lua", "php", "bash", "sh"];

/// Reads one player, and builds it if it is a folder that has to be built.
pub fn parse_player<G: Game>(kit: &Kit<G>, text: &str, lang: Lang) -> Result<PlayerText, Failure> {
    parse_player_in(kit, text, Wanted::Level(0), lang)
}

/// The same; whatever has to be built is built in such a sandbox.
pub fn parse_player_in<G: Game>(
    kit: &Kit<G>,
    text: &str,
    wanted: Wanted,
    lang: Lang,
) -> Result<PlayerText, Failure> {
    let dialects: Vec<&str> = kit.dialects.iter().map(|entry| entry.name).collect();
    let mut player = PlayerText::parse(text, &dialects)?;
    player.choose_port()?;
    if let Some(folder) = &player.folder {
        build(folder, wanted, lang)?;
        return Ok(player);
    }
    // `gyoji match othello python3 my_ai.py` forgets the quotes; a Python that waits for a
    // program on its stdin would only be explained after the time is up.
    match &player.kind {
        Kind::Program { command, .. } if Path::new(command).exists() => {}
        Kind::Program { command, .. } if INTERPRETERS.contains(&command.as_str()) => {
            return Err(Failure::usage_text(words::only_an_interpreter(command)));
        }
        // `greedy` alone: nothing of that name can be started, but a bot has it.
        Kind::Program { dialect: None, command } if in_path(command).is_none() => {
            let bots = kit.bots.iter().map(|entry| entry.name);
            if let Some(bot) = gyoji_core::nearest(command, bots) {
                let hint = input::did_you_mean(format!("bot:{bot}"));
                let problem = words::no_such_program().then("", &hint);
                return Err(BadText::new(command, problem).into());
            }
        }
        _ => {}
    }
    Ok(player)
}

/// Reads the players of a command line.
pub fn parse_players<G: Game>(
    kit: &Kit<G>,
    texts: &[String],
    wanted: Wanted,
    lang: Lang,
) -> Result<Vec<PlayerText>, Failure> {
    texts.iter().map(|text| parse_player_in(kit, text, wanted, lang)).collect()
}

/// The players' entries in a plan, under these conditions where they say nothing themselves.
pub fn entries<G: Game>(
    kit: &Kit<G>,
    players: &[PlayerText],
    terms: &Terms,
) -> Result<Vec<Player>, Failure> {
    players.iter().map(|player| entry(kit, player, terms)).collect()
}

/// The same for one.
pub fn entry<G: Game>(kit: &Kit<G>, text: &PlayerText, terms: &Terms) -> Result<Player, Failure> {
    let player = text.player(kit, terms)?;
    mind_its_folder::<G>(text, &player)?;
    Ok(player)
}

/// Refuses a program whose folder is a player, where it is named itself and would be spoken to in
/// a protocol that it does not know: it would be waited for until its time is up.
fn mind_its_folder<G: Game>(text: &PlayerText, player: &Player) -> Result<(), Failure> {
    let (Kind::Program { dialect: None, command }, None) = (&text.kind, &text.folder) else {
        return Ok(());
    };
    let place = Path::new(player.dir.as_deref().unwrap_or("."));
    for word in std::iter::once(command.as_str()).chain(command.split_whitespace()) {
        let file = place.join(word);
        let Some(parent) = file.parent().filter(|_| file.is_file()) else { continue };
        let Ok(folder) = Folder::read(parent) else { continue };
        let is_it = |run: &str| Path::new(run).file_stem() == file.file_stem();
        if !folder.run.split_whitespace().any(is_it) {
            continue;
        }
        if folder.game != G::SPEC.id {
            return Err(BadText::new(word, kits::other_game(folder.game, G::SPEC.id)).into());
        }
        if let Some(dialect) = folder.dialect.filter(|it| Some(it) != player.dialect.as_ref()) {
            let written = format!("{dialect}:{command}");
            let problem = kits::its_folder(&dialect, parent.display(), format!("{written:?}"));
            return Err(BadText::new(word, problem).into());
        }
    }
    Ok(())
}

/// The numbers of the players of a plan among these, by seat. Everybody has a name of their own.
pub fn seated(plan: &Plan, players: &[PlayerText]) -> Vec<usize> {
    let number = |player: &Player| players.iter().position(|known| known.name() == player.name);
    plan.players.iter().filter_map(number).collect()
}

/// The very program that runs, even if its file has been replaced since it was started.
pub const SUPERVISOR: &str = "/proc/self/exe";

/// What this program provides for every player.
pub fn house(lang: Lang, look: Look) -> House {
    House {
        supervisor: SUPERVISOR.into(),
        caps: Default::default(),
        lang,
        look,
        private: Vec::new(),
    }
}

/// Whether a player is a program that we start.
pub fn is_program(player: &PlayerText) -> bool {
    matches!(player.kind, Kind::Program { .. })
}

/// The level at which programs are locked in, where there are any. If it is less than the best
/// there is, that is said: nobody falls back in silence.
pub fn lock_in(wanted: Wanted, has_programs: bool, lang: Lang) -> Result<Option<u8>, Failure> {
    if !has_programs {
        return Ok(None);
    }
    let decided = sandbox::decide(wanted, Path::new(SUPERVISOR));
    let decided = decided.map_err(|text| Failure { code: FAILED, text })?;
    if let Some(less) = decided.less {
        screen::say(&format!("gyoji: {}", screen::clean(less.get(lang))));
    }
    Ok(Some(decided.level))
}

/// Sees to it that no program in a sandbox sees another player, or these folders. Whoever sees
/// less than its own folder because of that is named.
pub fn keep_apart<'a, G: Game>(
    house: &mut House,
    kit: &Kit<G>,
    players: &[Player],
    folders: impl IntoIterator<Item = Option<&'a Path>>,
    lang: Lang,
) {
    let folders = folders.into_iter().flatten().filter_map(|it| std::path::absolute(it).ok());
    house.private = folders.chain(house.files_of(kit, players)).collect();
    for (name, folder) in house.hidden_from(kit, players) {
        let text = gyoji_words::sandbox::only_file(screen::name(&name), folder.display());
        screen::say(&format!("gyoji: {}", text.get(lang)));
    }
}

/// Finds a seat by its number or its name.
pub fn parse_seat<G: Game>(text: &str) -> Result<Seat, Failure> {
    let seats = G::SPEC.seats;
    let by_name = seats.iter().position(|seat| {
        let title = &seat.title;
        [seat.id, title.get(Lang::En), title.get(Lang::Ja)].contains(&text)
    });
    let by_number = text.parse().ok().filter(|number| *number < seats.len());
    match by_name.or(by_number) {
        Some(seat) => Ok(Seat(seat as u8)),
        None => {
            let known: Vec<&str> = seats.iter().map(|seat| seat.id).collect();
            Err(Failure::usage_text(cli::no_such_seat(text, known.join(", "))))
        }
    }
}

/// Names whoever plays under a clock that its dialect has no words for.
pub fn warn_of_clocks<G: Game>(kit: &Kit<G>, players: &[Player], lang: Lang) {
    for player in players {
        if let (Some(clock), Some(dialect)) = (player.clock, &player.dialect)
            && kit.dialect(dialect).is_ok_and(|entry| !entry.says_clock)
        {
            let text = words::unheard_clock(screen::name(&player.name), dialect, clock);
            screen::say(&format!("gyoji: {}", text.get(lang)));
        }
    }
}

/// Says where those who have yet to come can connect.
pub fn say_where_to_connect(players: &[PlayerText], lang: Lang) {
    for player in players {
        if let Kind::Listen(port) = player.kind {
            screen::say(cli::waiting_for_client(port).get(lang));
        }
    }
}

/// Gives every player a name that is fit for a screen and that no other has: in a class room
/// every program is called `my_ai`. The folder tells them apart, or else a number.
pub fn tell_apart(players: &mut [PlayerText]) {
    let shown = |player: &PlayerText| match screen::name(&player.name()) {
        name if name.is_empty() => screen::name(&player.text),
        name => name,
    };
    let names: Vec<String> = players.iter().map(shown).collect();
    let with_folder: Vec<Option<String>> =
        players.iter().zip(&names).map(|(player, name)| in_folder(player, name)).collect();
    for (number, player) in players.iter_mut().enumerate() {
        let same: Vec<usize> =
            (0..names.len()).filter(|&other| names[other] == names[number]).collect();
        let by_folder = same.iter().all(|&one| {
            let is_taken =
                |&&other: &&usize| other != one && with_folder[other] == with_folder[one];
            with_folder[one].is_some() && !same.iter().any(|other| is_taken(&other))
        });
        let name = match &with_folder[number] {
            _ if same.len() == 1 => names[number].clone(),
            Some(name) if by_folder => name.clone(),
            _ => format!("{}#{}", names[number], number + 1),
        };
        player.terms.name = Some(name);
    }
}

/// `taro/my_ai` for a program that lies in a folder and was given no name.
fn in_folder(player: &PlayerText, name: &str) -> Option<String> {
    let Kind::Program { command, .. } = &player.kind else { return None };
    if player.terms.name.is_some() {
        return None;
    }
    let whole = Path::new(command).exists().then(|| Path::new(command));
    let file = whole.or_else(|| {
        let is_it = |part: &&str| Path::new(part).file_stem().is_some_and(|stem| stem == name);
        command.split_whitespace().find(is_it).map(Path::new)
    })?;
    let folder = file.parent()?.file_name()?.to_str()?;
    Some(screen::name(&format!("{folder}/{name}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(texts: &[&str]) -> Vec<String> {
        let parse = |text: &&str| PlayerText::parse(text, &["judge"]).unwrap();
        let mut players: Vec<PlayerText> = texts.iter().map(parse).collect();
        tell_apart(&mut players);
        players.iter().map(PlayerText::name).collect()
    }

    #[test]
    fn different_names_stay_as_they_are() {
        assert_eq!(names(&["a/my_ai.py", "bot:greedy"]), ["my_ai", "greedy"]);
        assert_eq!(names(&["bot:greedy?name= ", "human"]), ["bot:greedy?name=", "human"]);
    }

    #[test]
    fn a_class_of_my_ai_is_told_apart() {
        let class = names(&["taro/my_ai.py", "python3 hanako/my_ai.py", "bot:random"]);
        assert_eq!(class, ["taro/my_ai", "hanako/my_ai", "random"]);
        assert_eq!(names(&["x/a.py", "x/a.py"]), ["a#1", "a#2"]);
        assert_eq!(names(&["bot:greedy", "bot:greedy"]), ["greedy#1", "greedy#2"]);
        assert_eq!(names(&["judge?name=A:x", "judge?name=A:y"]), ["A#1", "A#2"]);
    }

    #[test]
    fn names_cannot_command_the_terminal() {
        assert_eq!(names(&["judge?name=\x1b[2Jx:ai", "bot:greedy"])[0], r"\e[2Jx");
    }
}
