//! The page that shows a training: plots as SVG in one HTML file that needs nothing else.

use std::collections::BTreeMap;
use std::fmt::Write;

use gyoji_words::{Lang, Text, zero as words};

use crate::log::{Entry, Measured, Round};

/// Size of a plot, and of the space around it.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 56.0;
const BELOW: f64 = 24.0;
const ABOVE: f64 = 12.0;
/// Lines can be told apart by these.
const COLOURS: &[&str] = &["#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2"];

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:720px;\
padding:0 1em;color:#1f2937;background:#fff}h1{font-size:1.5em}h2{font-size:1.1em;margin:1.6em 0 .3em}\
svg{width:100%;height:auto;background:#fafafa;border:1px solid #e5e7eb}text{font-size:11px;fill:#4b5563}\
table{border-collapse:collapse}td,th{padding:.15em .7em;text-align:right;border-bottom:1px solid #e5e7eb}\
td:nth-child(2),th:nth-child(2){text-align:left}\
@media(prefers-color-scheme:dark){body{background:#111827;color:#e5e7eb}svg{background:#1f2937;\
border-color:#374151}text{fill:#9ca3af}td,th{border-color:#374151}}";

/// A line of a plot: its name, and its points with the ends of their intervals.
struct Line {
    name: String,
    points: Vec<Point>,
}

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
    interval: Option<(f64, f64)>,
}

/// The page of a log.
pub fn html(game: &Text, entries: &[Entry], lang: Lang) -> String {
    let mut rounds: Vec<&Round> = Vec::new();
    let mut measured: Vec<&Measured> = Vec::new();
    for entry in entries {
        match entry {
            Entry::Round(round) => rounds.push(round),
            Entry::Measured(one) => measured.push(one),
        }
    }
    let title = escaped(words::report_title(game).get(lang));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{lang}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\
         <h1>{title}</h1>\n"
    );
    if let Some(last) = rounds.last() {
        let hours: f64 = rounds.iter().map(|one| one.playing + one.learning).sum::<f64>() / 3600.0;
        let (games, positions) = (last.all_games, last.positions);
        let hours = format!("{hours:.2}");
        let summary = words::report_summary(last.round, games, positions, hours);
        let _ = writeln!(page, "<p>{}</p>", escaped(summary.get(lang)));
    }
    let of = |name: Text, value: fn(&Round) -> f64| Line {
        name: name.get(lang).to_owned(),
        points: rounds
            .iter()
            .map(|round| Point { x: round.round as f64, y: value(round), interval: None })
            .collect(),
    };
    let mut show = |title: Text, lines: &[Line]| {
        let _ = writeln!(page, "<h2>{}</h2>\n{}", escaped(title.get(lang)), plot(lines));
    };
    show(words::plot_elo(), &elo_lines(&measured));
    show(
        words::plot_loss(),
        &[
            of(words::plot_value(), |round| round.losses.value),
            of(words::plot_policy(), |round| round.losses.policy),
            of(words::plot_entropy(), |round| round.losses.entropy),
        ],
    );
    show(
        words::plot_first(),
        &[
            of(words::plot_first_seat(), |round| 100.0 * round.first_seat),
            of(words::plot_draws(), |round| 100.0 * round.draws),
        ],
    );
    show(words::plot_plies(), &[of(Text::new("", ""), |round| round.plies)]);
    let speed = of(Text::new("", ""), Round::simulations_per_second);
    show(words::plot_speed(), &[speed]);
    show(words::plot_games(), &[of(Text::new("", ""), Round::games_per_hour)]);
    page.push_str(&table(&measured, lang));
    page.push_str("</body></html>\n");
    page
}

/// The difference to each opponent over the rounds.
fn elo_lines(measured: &[&Measured]) -> Vec<Line> {
    let mut lines: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for one in measured {
        if let Some(elo) = one.elo {
            let point = Point { x: one.round as f64, y: elo, interval: one.interval };
            lines.entry(&one.against).or_default().push(point);
        }
    }
    let line = |(name, points): (&str, Vec<Point>)| Line { name: name.to_owned(), points };
    lines.into_iter().map(line).collect()
}

fn table(measured: &[&Measured], lang: Lang) -> String {
    if measured.is_empty() {
        return String::new();
    }
    let mut out = format!(
        "<table><tr><th>{}</th><th>{}</th><th>+</th><th>=</th><th>−</th><th>{}</th><th>Elo</th></tr>\n",
        words::round().get(lang),
        words::against().get(lang),
        words::score().get(lang)
    );
    for one in measured {
        let elo = one.elo.map_or("?".to_owned(), |elo| format!("{elo:+.0}"));
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1} %</td><td>{elo}</td></tr>",
            one.round,
            escaped(&one.against),
            one.won,
            one.drawn,
            one.lost,
            100.0 * one.score()
        );
    }
    out.push_str("</table>\n");
    out
}

/// A plot of some lines.
fn plot(lines: &[Line]) -> String {
    let all = || lines.iter().flat_map(|line| &line.points);
    let finite = |value: &f64| value.is_finite();
    let ends = |point: &Point| point.interval.map_or(vec![point.y], |(low, high)| vec![low, high]);
    let ys: Vec<f64> = all().flat_map(ends).filter(finite).collect();
    let xs: Vec<f64> = all().map(|point| point.x).collect();
    let (x0, x1) = range(&xs);
    let (y0, y1) = range(&ys);
    let at = |x: f64, y: f64| {
        let right = LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - 12.0);
        let height = HEIGHT - BELOW - ABOVE;
        (right, ABOVE + height - (y - y0) / (y1 - y0) * height)
    };
    let mut svg = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">");
    for step in 0..=4 {
        let y = y0 + (y1 - y0) * f64::from(step) / 4.0;
        let (_, down) = at(x0, y);
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{down:.1}\" y2=\"{down:.1}\" stroke=\"#9ca3af\" \
             stroke-width=\".3\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 4.0,
            down + 4.0,
            short(y)
        );
    }
    for (x, anchor) in [(x0, "start"), (x1, "end")] {
        let (right, _) = at(x, y0);
        let below = HEIGHT - 8.0;
        let _ = write!(
            svg,
            "<text x=\"{right:.1}\" y=\"{below}\" text-anchor=\"{anchor}\">{}</text>",
            short(x)
        );
    }
    for (number, line) in lines.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let mut way = String::new();
        for point in line.points.iter().filter(|point| point.y.is_finite()) {
            let (right, down) = at(point.x, point.y);
            let _ = write!(way, "{right:.1},{down:.1} ");
            if let Some((low, high)) = point.interval.filter(|(a, b)| finite(a) && finite(b)) {
                let ((_, bottom), (_, top)) = (at(point.x, low), at(point.x, high));
                let _ = write!(
                    svg,
                    "<line x1=\"{right:.1}\" x2=\"{right:.1}\" y1=\"{bottom:.1}\" y2=\"{top:.1}\" \
                     stroke=\"{colour}\" stroke-width=\"1\" opacity=\".5\"/>"
                );
            }
        }
        let _ = write!(
            svg,
            "<polyline points=\"{way}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"/>"
        );
        if !line.name.is_empty() {
            let down = ABOVE + 12.0 + 14.0 * number as f64;
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{down}\" style=\"fill:{colour}\">{}</text>",
                LEFT + 8.0,
                escaped(&line.name)
            );
        }
    }
    svg.push_str("</svg>");
    svg
}

/// The least and the largest, never the same.
fn range(values: &[f64]) -> (f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match most - least {
        _ if values.is_empty() => (0.0, 1.0),
        0.0 => (least - 0.5, most + 0.5),
        _ => (least, most),
    }
}

fn short(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_what_the_log_has_and_nothing_can_break_it() {
        let game = Text::new("<Game>", "<ゲーム>");
        let round = |round, value| {
            let mut one = Round { round, all_games: 7, ..Round::default() };
            one.losses.value = value;
            Entry::Round(one)
        };
        let measured = Measured {
            round: 2,
            against: "bot:a<b".to_owned(),
            won: 3,
            lost: 1,
            elo: Some(190.0),
            interval: Some((-20.0, f64::INFINITY)),
            ..Measured::default()
        };
        let log = [round(1, 0.5), round(2, f64::NAN), Entry::Measured(measured)];
        for lang in [Lang::En, Lang::Ja] {
            let page = html(&game, &log, lang);
            assert!(page.contains("bot:a&lt;b") && page.contains("75.0 %"), "{page}");
            assert!(!page.contains("<Game>") && !page.contains("NaN") && !page.contains("inf"));
            assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
        }
        assert!(html(&game, &[], Lang::En).contains("</html>"));
    }
}
