//! An event from a store: what it has come to, and again after more of its games were played.

use std::collections::HashSet;

use gyoji_core::record::Plan;
use gyoji_core::view::Legend;
use gyoji_core::{BadText, Game, Kit, Lang, Options, Setup, Stepper, Text, Visitor};
use gyoji_league::Trouble;
use gyoji_league::event::Standing;
use gyoji_store::{EventRow, Store};
use gyoji_words::league as words;

use crate::gather::Gather;
use crate::report::EventReport;
use crate::{Show, explained};

/// An event as far as it is known. Games that were read are not read again.
#[derive(Clone, Debug)]
pub struct EventSoFar {
    gather: Gather,
    show: Show,
    known: HashSet<String>,
}

impl EventSoFar {
    /// The event with all games that are stored. [`Show::Game`] keeps to what players did on the
    /// board: neither commands nor what programs print are in it.
    pub fn of(store: &Store, event: &EventRow, show: Show) -> Result<EventSoFar, Trouble> {
        let (standing, games) = look(store, event, &HashSet::new())?;
        let options = standing.file.options.clone();
        let legend = gyoji_catalog::visit(&event.game, Look { options })??;
        let gather = Gather::new(&event.name, legend, about(&standing), standing.chart.clone());
        let mut so_far = EventSoFar { gather, show, known: HashSet::new() };
        so_far.add(store, standing, games)?;
        Ok(so_far)
    }

    /// Adds what was stored since.
    pub fn update(&mut self, store: &Store, event: &EventRow) -> Result<(), Trouble> {
        let (standing, games) = look(store, event, &self.known)?;
        self.add(store, standing, games)
    }

    fn add(&mut self, store: &Store, standing: Standing, games: Games) -> Result<(), Trouble> {
        let mut chart = standing.chart;
        if standing.summary.has_stand_in() {
            chart.entrants.push(words::stand_in().get(Lang::En).to_owned());
        }
        self.gather.set_chart(chart);
        for (_, id) in games {
            let Some(record) = store.record(&id)? else { continue };
            let names = record.header.players.iter().map(|player| player.name.as_str());
            let seated = standing.summary.numbers(names);
            let why = match self.show {
                Show::All => explained(&record),
                Show::Game => Vec::new(),
            };
            self.gather.add(&record, &seated, &why);
            self.known.insert(id);
        }
        Ok(())
    }

    /// Everything there is to say of it.
    pub fn report(&self) -> EventReport {
        self.gather.clone().finish()
    }
}

/// Games by when they began, and their ids.
type Games = Vec<(u64, String)>;

/// How an event stands, and its games that are not known yet, in the order of their beginnings.
fn look(
    store: &Store,
    event: &EventRow,
    known: &HashSet<String>,
) -> Result<(Standing, Games), Trouble> {
    let mut games = Vec::new();
    let seats = gyoji_catalog::seats(&event.game)?;
    let standing = Standing::looking(store, event, seats, &mut |row| {
        if !known.contains(&row.id) {
            games.push((row.started_ms, row.id.clone()));
        }
    })?;
    games.sort();
    Ok((standing, games))
}

/// How an event is held, in a few words.
fn about(standing: &Standing) -> Vec<Text> {
    let stages = standing.chart.stages.iter().map(|stage| stage.format.as_str());
    let mut about = vec![Text::plain(stages.collect::<Vec<_>>().join(" → "))];
    about.extend(standing.file.time.map(|time| words::time_each(format!("{time:?}"))));
    about.extend(standing.file.clock.map(words::clock_each));
    about
}

/// What a game's things are called and look like.
struct Look {
    options: Vec<(String, String)>,
}

impl Visitor for Look {
    type Out = Result<Legend, BadText>;

    fn visit<G: Game>(self, _kit: &Kit<G>) -> Self::Out {
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::check(G::SPEC.options, given)?;
        let setup = Setup { options, ..Setup::usual::<G>() };
        let players = vec![gyoji_core::record::Player::new("", ""); G::SPEC.seats.len()];
        let plan = Plan::new::<G>(String::new(), &setup, players);
        Stepper::new::<G>(&plan).map(|stepper| stepper.legend().clone())
    }
}
