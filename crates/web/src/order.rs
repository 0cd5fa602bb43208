//! What somebody wants to play, as it comes over the network, and the plan that becomes of it.
//!
//! A seat is `me`, `open` or `bot:NAME`, and nothing else: no command, path or address ever comes
//! from outside. Of a bot's options only those in [`ALLOWED`] can be set, and no higher than there.

use std::collections::BTreeMap;
use std::time::Duration;

use gyoji_core::options::parse_duration;
use gyoji_core::record::{Clock, Plan, Player, Policy};
use gyoji_core::{BadText, Game, Kit, OptionKind, Options, Setup, Visitor};
use gyoji_league::random_id;
use gyoji_words::{input, web as words};
use serde::Deserialize;
use serde_json::Value;

use crate::hint::Adviser;
use crate::opening;

/// The longest name somebody can have.
pub(crate) const LONGEST_NAME: usize = 40;
/// The longest text of a position, moves or a seat.
const LONGEST_TEXT: usize = 16 << 10;

/// The highest value of an option over the network.
#[derive(Clone, Copy, Debug)]
enum Most {
    Number(u64),
    Time(Duration),
    /// A word from a list: none costs more than another.
    Any,
}

/// How many megabytes a bot has over the network, and has at the most: many games are played at
/// once.
const MEMORY: u64 = 8;

/// The options of bots that can be set over the network.
const ALLOWED: &[(&str, Most)] = &[
    ("time", Most::Time(Duration::from_secs(5))),
    ("playouts", Most::Number(200_000)),
    ("simulations", Most::Number(50_000)),
    ("nodes", Most::Number(2_000_000)),
    ("depth", Most::Number(20)),
    ("threads", Most::Number(1)),
    ("memory", Most::Number(MEMORY)),
    ("solve", Most::Number(18)),
    ("turns", Most::Number(8)),
    ("best", Most::Number(20)),
    ("variety", Most::Number(1000)),
    ("c", Most::Number(10_000)),
    ("reply", Most::Any),
    ("guide", Most::Any),
];

/// The body of `POST /api/games`.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    /// Which game.
    pub(crate) game: String,
    /// Who sits where.
    pub(crate) seats: Vec<String>,
    /// The game's options.
    #[serde(default)]
    options: BTreeMap<String, Value>,
    /// The position it starts from.
    #[serde(default)]
    position: Option<String>,
    /// Moves that are made before anybody is asked.
    #[serde(default)]
    moves: Option<Moves>,
    /// A game it starts from.
    #[serde(default)]
    pub(crate) from: Option<From>,
    /// The name of whoever orders.
    #[serde(default)]
    name: Option<String>,
    /// The time people have for one move.
    #[serde(default)]
    limit: Option<String>,
    /// The time people have for the whole game.
    #[serde(default)]
    clock: Option<String>,
    /// The seed of everything that is drawn by lot.
    #[serde(default)]
    seed: Option<u64>,
}

impl Order {
    /// An order for a game with nothing said about it.
    fn of(game: &str) -> Order {
        Order {
            game: game.to_owned(),
            seats: Vec::new(),
            options: BTreeMap::new(),
            position: None,
            moves: None,
            from: None,
            name: None,
            limit: None,
            clock: None,
            seed: None,
        }
    }
}

#[derive(Clone, Deserialize, Debug)]
#[serde(untagged)]
enum Moves {
    Text(String),
    List(Vec<String>),
}

/// A position of another game.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct From {
    /// Its id.
    pub(crate) id: String,
    /// After how many of its moves; all of them if it is not said.
    #[serde(default)]
    pub(crate) ply: Option<u32>,
}

/// Who sits at a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sits {
    Me,
    Friend,
    Bot,
}

/// A game that can be begun.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) plan: Plan,
    pub(crate) sits: Vec<Sits>,
}

/// Makes a plan of an order. `base` is the plan of the game it starts from, and its moves up to
/// there.
pub(crate) fn draft(
    order: &Order,
    base: Option<(Plan, Vec<String>)>,
    bot_time: Duration,
) -> Result<Draft, BadText> {
    gyoji_catalog::visit(&order.game, Make { order, base, bot_time })?
}

/// Somebody who plays for a person for a while: a bot, written as a seat is.
pub(crate) fn adviser(game: &str, text: &str) -> Result<Adviser, BadText> {
    let make = Make { order: &Order::of(game), base: None, bot_time: Duration::from_secs(1) };
    gyoji_catalog::visit(game, Advise(make, text))?
}

struct Advise<'a>(Make<'a>, &'a str);

impl Visitor for Advise<'_> {
    type Out = Result<Adviser, BadText>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let (Sits::Bot, player) = self.0.seat(kit, self.1.trim())? else {
            return Err(BadText::new(self.1, words::bots_only()));
        };
        let text = player.text.strip_prefix("bot:").unwrap_or_default();
        let (bot, options) = text.split_once('?').unwrap_or((text, ""));
        Ok(Adviser { bot: Some(bot.to_owned()), options: options.to_owned() })
    }
}

struct Make<'a> {
    order: &'a Order,
    base: Option<(Plan, Vec<String>)>,
    bot_time: Duration,
}

impl Visitor for Make<'_> {
    type Out = Result<Draft, BadText>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let order = self.order;
        let count = G::SPEC.seats.len();
        if order.seats.len() != count {
            let problem = words::seats_are(G::SPEC.id, count);
            return Err(BadText::new(order.seats.len().to_string(), problem));
        }
        let mut players = Vec::new();
        let mut sits = Vec::new();
        for text in &order.seats {
            let (who, player) = self.seat(kit, text.trim())?;
            sits.push(who);
            players.push(player);
        }
        let seed = order.seed.unwrap_or_else(|| fastrand::u64(..));
        let plan = self.start::<G>(seed, players)?;
        let (_, start) = gyoji_core::replay::start::<G>(&plan)?;
        if start.to_move().is_none() {
            return Err(BadText::new(start.to_string(), words::over_already()));
        }
        Ok(Draft { plan, sits })
    }
}

impl Make<'_> {
    fn seat<G: Game>(&self, kit: &Kit<G>, text: &str) -> Result<(Sits, Player), BadText> {
        match text {
            "me" => Ok((Sits::Me, self.person(self.order.name.as_deref())?)),
            "open" => Ok((Sits::Friend, self.person(None)?)),
            _ => match text.strip_prefix("bot:") {
                Some(bot) if text.len() < LONGEST_TEXT => Ok((Sits::Bot, self.bot(kit, bot)?)),
                _ => {
                    let said: String = text.chars().take(LONGEST_NAME).collect();
                    Err(BadText::new(&said, words::bad_seat(format!("{said:?}"))))
                }
            },
        }
    }

    fn person(&self, name: Option<&str>) -> Result<Player, BadText> {
        let nanos = |time: Duration| Some(time.as_nanos() as u64).filter(|ns| *ns > 0);
        let limit_ns = match &self.order.limit {
            Some(text) => {
                let bad = || BadText::new(text, input::bad_duration("limit"));
                nanos(parse_duration(text).ok_or_else(bad)?)
            }
            None => None,
        };
        let clock: Option<Clock> = self.order.clock.as_deref().map(str::parse).transpose()?;
        // Whoever has no clock is helped, not punished; whoever has one can lose by it.
        let is_timed = limit_ns.is_some() || clock.is_some();
        let policy = if is_timed { Policy::Retry } else { Policy::Practice };
        let name = name.map(clean_name).transpose()?.unwrap_or_default();
        let name = if name.is_empty() { "human" } else { &name };
        Ok(Player { limit_ns, clock, policy, ..Player::new(name, "human") })
    }

    fn bot<G: Game>(&self, kit: &Kit<G>, text: &str) -> Result<Player, BadText> {
        let (name, options) = text.split_once('?').unwrap_or((text, ""));
        let given = Options::split(options).map(|(name, value)| clamp(name, value));
        let mut given = given.collect::<Result<Vec<_>, _>>()?;
        // What is added here is nobody's wish, and not in the name.
        let shown: Vec<String> =
            given.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let shown = match shown.is_empty() {
            true => name.to_owned(),
            false => format!("{name}?{}", shown.join("&")),
        };
        let has_memory = kit
            .bot_with(name, [])
            .is_ok_and(|(entry, _)| entry.options.iter().any(|option| option.name == "memory"));
        if has_memory && !given.iter().any(|(name, _)| *name == "memory") {
            given.push(("memory", MEMORY.to_string()));
        }
        let pairs = given.iter().map(|(name, value)| (*name, value.as_str()));
        let (entry, all) = kit.bot_with(name, pairs)?;
        // Files cannot be named from here: whoever needs one can only play with its own.
        if entry.options.iter().any(|option| matches!(option.kind, OptionKind::File)) {
            (entry.make)(&all, 0)?;
        }
        let text = match all.written() {
            options if options.is_empty() => format!("bot:{}", entry.name),
            options => format!("bot:{}?{options}", entry.name),
        };
        let options = all.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        Ok(Player {
            bot_options: Some(options.collect()),
            limit_ns: Some(self.bot_time.as_nanos() as u64),
            policy: G::SPEC.policy,
            ..Player::new(&shown, &text)
        })
    }

    /// How the game starts.
    fn start<G: Game>(&self, seed: u64, players: Vec<Player>) -> Result<Plan, BadText> {
        let order = self.order;
        let mut plan = match &self.base {
            Some((base, moves)) => {
                if order.position.is_some() || !order.options.is_empty() {
                    return Err(BadText::new("from", words::position_or_moves()));
                }
                let opening = base.opening.iter().chain(moves).cloned().collect();
                let id = random_id();
                Plan { id, players, opening, place: None, ..base.clone() }
            }
            None => {
                let given: Vec<(&str, String)> = order
                    .options
                    .iter()
                    .map(|(name, value)| (name.as_str(), plain(value)))
                    .collect();
                let given = given.iter().map(|(name, value)| (*name, value.as_str()));
                let options = Options::check(G::SPEC.options, given)?;
                let position = order.position.as_deref().map(fitting).transpose()?;
                let position = position.map(str::to_owned).filter(|text| !text.is_empty());
                let setup = Setup { position, options, seed, ..Setup::default() };
                Plan::new::<G>(random_id(), &setup, players)
            }
        };
        if let Some(moves) = &order.moves {
            let (_, start) = gyoji_core::replay::start::<G>(&plan)?;
            let more = match moves {
                Moves::Text(text) => opening::read(&start, fitting(text)?)?,
                Moves::List(list) => opening::read(&start, fitting(&list.join("\n"))?)?,
            };
            plan.opening.extend(more);
        }
        Ok(plan)
    }
}

/// An option of a bot, if it can be set over the network, and no higher than it may be.
fn clamp<'a>(name: &'a str, value: &str) -> Result<(&'a str, String), BadText> {
    let Some((_, most)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
        let known: Vec<&str> = ALLOWED.iter().map(|(known, _)| *known).collect();
        return Err(BadText::new(name, words::option_not_here(name, known.join(", "))));
    };
    let value = match *most {
        Most::Number(most) => match value.parse::<u64>() {
            Ok(number) => number.min(most).to_string(),
            Err(_) => value.to_owned(),
        },
        Most::Time(most) => match parse_duration(value) {
            Some(time) => format!("{}ms", time.min(most).as_millis()),
            None => value.to_owned(),
        },
        Most::Any => value.to_owned(),
    };
    Ok((name, value))
}

/// A name for the screen: one line without signs that command anything.
pub(crate) fn clean_name(name: &str) -> Result<String, BadText> {
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    let name = name.trim();
    match name.chars().count() > LONGEST_NAME {
        true => Err(BadText::new(name, words::no_more_than(LONGEST_NAME))),
        false => Ok(name.to_owned()),
    }
}

fn fitting(text: &str) -> Result<&str, BadText> {
    match text.len() > LONGEST_TEXT {
        true => Err(BadText::new("", words::no_more_than(LONGEST_TEXT))),
        false => Ok(text.trim()),
    }
}

/// A JSON value as an option is written.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn make(order: Value) -> Result<Draft, BadText> {
        let order: Order = serde_json::from_value(order).expect("an order");
        draft(&order, None, Duration::from_secs(1))
    }

    #[test]
    fn options_are_allowed_and_clamped() {
        let seat = "bot:mcts?time=1h&playouts=999999999";
        let draft = make(json!({ "game": "othello", "seats": ["me", seat] })).unwrap();
        let options = draft.plan.players[1].bot_options.clone().unwrap();
        assert_eq!((options["time"].as_str(), options["playouts"].as_str()), ("5000ms", "200000"));
        assert_eq!(draft.sits, [Sits::Me, Sits::Bot]);
    }

    #[test]
    fn a_rank_is_a_bot_whose_plan_names_it() {
        let draft = make(json!({ "game": "othello", "seats": ["bot:ozeki", "open"] })).unwrap();
        let player = &draft.plan.players[0];
        assert_eq!(player.name, "ozeki");
        assert!(
            player.text.starts_with("bot:pattern?") && player.text.contains("depth=9"),
            "{}",
            player.text
        );
    }

    #[test]
    fn a_game_can_start_anywhere() {
        let seats = json!(["me", "bot:random"]);
        let order = json!({ "game": "othello", "seats": seats, "moves": "f5d6c3" });
        assert_eq!(make(order).unwrap().plan.opening, ["f5", "d6", "c3"]);
        let bad = json!({ "game": "othello", "seats": seats, "position": "nonsense" });
        assert!(make(bad).is_err());
        let bad = json!({ "game": "othello", "seats": seats, "moves": ["f5", "f5"] });
        assert!(make(bad).is_err());
    }
}
