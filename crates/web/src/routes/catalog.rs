//! What can be played here: `GET /api` and `GET /api/catalog`.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use gyoji_core::view::Legend;
use gyoji_core::{
    Budget, Game, Kit, OptionKind, OptionSpec, RANKS, Setup, Stepper, Text, Turn, Visitor,
};
use serde_json::{Value, json};

use super::App;
use crate::problem::Problem;
use crate::{API, assets};

/// Whose moves a game's picture shows, and how many: it looks like a game.
const PAINTER: usize = 3;
const PAINTED: usize = 20;

pub(super) async fn version() -> Json<Value> {
    Json(json!({ "api": API, "gyoji": env!("CARGO_PKG_VERSION") }))
}

pub(super) async fn catalog(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    super::blocking(move || assets::json(&headers, app.catalog.get_or_init(all))).await
}

/// Everything that can be played: it is the same as long as the server runs.
pub(crate) fn all() -> Value {
    json!({ "api": API, "games": gyoji_catalog::visit_all(&Describe) })
}

/// One game's entry, if there is such a game.
pub(super) fn entry(game: &str) -> Option<Value> {
    gyoji_catalog::visit(game, Describe).ok()
}

/// What a game is called.
pub(super) fn title(game: &str) -> Option<Text> {
    struct Title;

    impl Visitor for Title {
        type Out = Text;

        fn visit<G: Game>(self, _: &Kit<G>) -> Text {
            G::SPEC.title
        }
    }

    gyoji_catalog::visit(game, Title).ok()
}

/// What a game's things are called, as it is usually played.
pub(super) fn legend(game: &str) -> Option<Legend> {
    struct Look;

    impl Visitor for Look {
        type Out = Option<Legend>;

        fn visit<G: Game>(self, _: &Kit<G>) -> Option<Legend> {
            let start = G::start(&Setup::usual::<G>()).ok()?;
            Some(Stepper::of(start).legend().clone())
        }
    }

    gyoji_catalog::visit(game, Look).ok().flatten()
}

#[derive(Clone, Copy)]
struct Describe;

impl Visitor for Describe {
    type Out = Value;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Value {
        let spec = G::SPEC;
        let seats = spec.seats.iter().map(
            |seat| json!({ "id": seat.id, "title": seat.title, "letter": seat.letter.to_string() }),
        );
        let bots = kit.bots.iter().map(|bot| {
            json!({
                "name": bot.name,
                "level": bot.level,
                "about": bot.about,
                "options": options(bot.options),
            })
        });
        let ranks = RANKS.iter().zip(kit.ranks).map(|(rank, entry)| {
            json!({
                "name": rank.id,
                "title": rank.title,
                "bot": entry.bot,
                "options": entry.options,
                "rating": gyoji_catalog::rating(spec.id, entry)
                    .map(|rating| json!({ "elo": rating.elo, "margin": rating.margin })),
            })
        });
        // How it looks at the start.
        let start = G::start(&Setup::usual::<G>()).ok().map(Stepper::of);
        json!({
            "id": spec.id,
            "title": spec.title,
            "legend": start.as_ref().map(|start| start.legend().clone()),
            "moment": start.as_ref().map(Stepper::now),
            "picture": some_way_in(kit).map(|there| Stepper::of(there).now()),
            "seats": seats.collect::<Vec<_>>(),
            "options": options(spec.options),
            "bots": bots.collect::<Vec<_>>(),
            "ranks": ranks.collect::<Vec<_>>(),
        })
    }
}

/// A position some moves into a game of a bot against itself, always the same.
fn some_way_in<G: Game>(kit: &Kit<G>) -> Option<G> {
    let painter = kit.ranks.get(PAINTER)?;
    let mut past = vec![G::start(&Setup::usual::<G>()).ok()?];
    let mut moves = Vec::new();
    let mut bot = kit.make_bot(painter.bot, painter.options, PAINTED as u64).ok()?;
    while let Some(seat) = past.last()?.to_move().filter(|_| moves.len() < PAINTED) {
        let turn = Turn { seat, past: &past, moves: &moves, left: None, clock: None };
        let mv = bot.choose(&turn, &Budget::default(), &mut |_| ());
        let mut next = past.last()?.clone();
        next.play(mv);
        past.push(next);
        moves.push(mv);
    }
    // One that is over already is no invitation.
    past.iter().rev().find(|position| position.outcome().is_none()).cloned()
}

fn options(options: &[OptionSpec]) -> Vec<Value> {
    let kind = |kind| match kind {
        OptionKind::Choice(choices) => json!({ "choices": choices }),
        OptionKind::Number(min, max) => json!({ "min": min, "max": max }),
        OptionKind::Time => json!("time"),
        OptionKind::File => json!("file"),
    };
    let all = options.iter().map(|option| {
        json!({
            "name": option.name,
            "kind": kind(option.kind),
            "default": option.default,
            "about": option.about,
        })
    });
    all.collect()
}
