//! `gyoji games`: what there is to play, and who with.

use std::process::ExitCode;

use gyoji_core::{Game, Kit, Lang, OptionKind, OptionSpec, Visitor};
use gyoji_words::cli;
use serde_json::json;

use crate::args;
use crate::failure::Failure;

pub fn run(args: &args::Games, lang: Lang) -> Result<ExitCode, Failure> {
    let describe = Describe { lang };
    let games = match &args.game {
        Some(game) => vec![gyoji_catalog::visit(game, describe)?],
        None => gyoji_catalog::visit_all(&describe),
    };
    if args.json {
        let all: Vec<_> = games.into_iter().map(|(_, json)| json).collect();
        return super::print_json(&all);
    }
    let texts: Vec<String> = games.into_iter().map(|(text, _)| text).collect();
    super::print_lines(&texts.join("\n"))
}

#[derive(Clone, Copy)]
struct Describe {
    lang: Lang,
}

impl Visitor for Describe {
    type Out = (String, serde_json::Value);

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let lang = self.lang;
        let spec = G::SPEC;
        let seats: Vec<&str> = spec.seats.iter().map(|seat| seat.title.get(lang)).collect();
        let mut text = format!("{}  {}  ({})\n", spec.id, spec.title.get(lang), seats.join(", "));
        text += &format!("  {}\n", cli::time_per_answer(format!("{:?}", spec.time)).get(lang));
        let mut part = |title: gyoji_words::Text, rows: Vec<(String, String)>| {
            if rows.is_empty() {
                return;
            }
            text += &format!("  {}\n", title.get(lang));
            for (name, about) in rows {
                text += &format!("    {name:<24}  {about}\n");
            }
        };
        part(cli::options_title(), describe(spec.options, lang));
        let bots = kit.bots.iter().map(|bot| {
            (format!("{}. bot:{}", bot.level, bot.name), bot.about.get(lang).to_owned())
        });
        part(cli::bots_title(), bots.collect());
        let ranks =
            gyoji_core::RANKS.iter().zip(kit.ranks).zip(1..).map(|((rank, entry), number)| {
                let options = if entry.options.is_empty() { "" } else { "?" };
                let bot = format!("bot:{}{options}{}", entry.bot, entry.options);
                let title = rank.title.get(lang);
                let rating = gyoji_catalog::rating(spec.id, entry);
                let rating = rating.map(|it| cli::rank_rating(rounded(it.elo), rounded(it.margin)));
                let rating = rating.map_or_else(String::new, |text| text.get(lang).to_owned());
                (format!("{number:>2}. bot:{}", rank.id), format!("{title}: {bot}{rating}"))
            });
        part(cli::ranks_title(), ranks.collect());
        for bot in &kit.bots {
            part(cli::options_of(format!("bot:{}", bot.name)), describe(bot.options, lang));
        }
        let dialects = kit.dialects.iter().map(|dialect| {
            let mark = if dialect.name == spec.dialect { " *" } else { "" };
            (format!("{}:{mark}", dialect.name), dialect.about.get(lang).to_owned())
        });
        part(cli::dialects_title(), dialects.collect());
        for dialect in &kit.dialects {
            let title = cli::options_of(format!("{}:", dialect.name));
            part(title, describe(dialect.options, lang));
        }
        if let Some(solver) = &kit.solver {
            let mut rows = vec![("gyoji solve".to_owned(), solver.about.get(lang).to_owned())];
            rows.extend(describe(solver.options, lang));
            part(cli::solver_title(), rows);
        }
        let json = json!({
            "id": spec.id,
            "title": { "en": spec.title.get(Lang::En), "ja": spec.title.get(Lang::Ja) },
            "seats": spec.seats.iter().map(|seat| seat.id).collect::<Vec<_>>(),
            "time_ms": spec.time.as_millis() as u64,
            "policy": spec.policy,
            "dialect": spec.dialect,
            "options": options_json(spec.options),
            "bots": kit.bots.iter().map(|bot| json!({
                "name": bot.name,
                "level": bot.level,
                "about": { "en": bot.about.get(Lang::En), "ja": bot.about.get(Lang::Ja) },
                "options": options_json(bot.options),
            })).collect::<Vec<_>>(),
            "ranks": gyoji_core::RANKS.iter().zip(kit.ranks).map(|(rank, entry)| json!({
                "name": rank.id,
                "title": rank.title,
                "bot": entry.bot,
                "options": entry.options,
                "rating": gyoji_catalog::rating(spec.id, entry).map(|it| it.elo),
                "margin95": gyoji_catalog::rating(spec.id, entry).map(|it| it.margin),
            })).collect::<Vec<_>>(),
            "dialects": kit.dialects.iter().map(|dialect| json!({
                "name": dialect.name,
                "lifetime": dialect.lifetime,
                "options": options_json(dialect.options),
            })).collect::<Vec<_>>(),
            "solver": kit.solver.as_ref().map(|solver| json!({
                "about": { "en": solver.about.get(Lang::En), "ja": solver.about.get(Lang::Ja) },
                "options": options_json(solver.options),
            })),
        });
        (text, json)
    }
}

fn describe(options: &[OptionSpec], lang: Lang) -> Vec<(String, String)> {
    let values = |kind| match kind {
        OptionKind::Choice(choices) => choices.join("|"),
        OptionKind::Number(min, max) => format!("{min}..{max}"),
        OptionKind::Time => "TIME".to_owned(),
        OptionKind::File => "FILE".to_owned(),
    };
    options
        .iter()
        .map(|option| {
            let about = match option.default {
                "" => option.about.clone(),
                default => cli::with_default(&option.about, default),
            };
            let about = about.get(lang).to_owned();
            (format!("{}={}", option.name, values(option.kind)), about)
        })
        .collect()
}

fn options_json(options: &[OptionSpec]) -> Vec<serde_json::Value> {
    options
        .iter()
        .map(|option| {
            let kind = match option.kind {
                OptionKind::Choice(choices) => json!({ "choices": choices }),
                OptionKind::Number(min, max) => json!({ "min": min, "max": max }),
                OptionKind::Time => json!("time"),
                OptionKind::File => json!("file"),
            };
            json!({
                "name": option.name,
                "kind": kind,
                "default": option.default,
                "about": { "en": option.about.get(Lang::En), "ja": option.about.get(Lang::Ja) },
            })
        })
        .collect()
}

/// A rating as people read it.
fn rounded(elo: f64) -> i64 {
    elo.round() as i64
}
