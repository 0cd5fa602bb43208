//! Hears what happens while games are played, for a command that may fail in telling it.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use gyoji_core::record::Header;
use gyoji_league::{News, Played, Sink};
use gyoji_referee::Watch;
use gyoji_store::Store;

use crate::failure::Failure;

/// Whether more games shall begin; a failure ends them, too.
pub type Heard = Result<ControlFlow<()>, Failure>;
/// Goes on to the next game.
pub const GO_ON: Heard = Ok(ControlFlow::Continue(()));

type Act<'a> = Box<dyn FnMut(News) -> Heard + Send + 'a>;
/// Makes somebody who shows a game that begins.
pub type Show<'a> = Box<dyn Fn(&Header) -> Box<dyn Watch + 'a> + Sync + 'a>;

/// Hands everything to a closure, one thing after the other, and keeps its first failure.
pub struct Listener<'a> {
    act: Mutex<(Act<'a>, Option<Failure>)>,
    show: Option<Show<'a>>,
    store: Option<&'a Store>,
    /// Which versions the players are, by name.
    versions: Vec<(String, String)>,
}

impl<'a> Listener<'a> {
    /// Hears with `act`.
    pub fn new(act: impl FnMut(News) -> Heard + Send + 'a) -> Listener<'a> {
        Listener {
            act: Mutex::new((Box::new(act), None)),
            show: None,
            store: None,
            versions: Vec::new(),
        }
    }

    /// Shows each game while it is played.
    pub fn showing(self, show: Option<Show<'a>>) -> Listener<'a> {
        Listener { show, ..self }
    }

    /// Stores every game before anybody hears of it; `versions` are the players', by name.
    pub fn storing(
        self,
        store: Option<&'a Store>,
        versions: Vec<(String, String)>,
    ) -> Listener<'a> {
        Listener { store, versions, ..self }
    }

    /// Which versions have played a game, by seat.
    fn versions(&self, played: &Played) -> Vec<String> {
        let version = |name: &str| self.versions.iter().find(|(known, _)| known == name);
        let players = played.plan().players.iter();
        players
            .map(|player| version(&player.name).map_or_else(String::new, |it| it.1.clone()))
            .collect()
    }

    /// What went wrong while things were told, if anything.
    pub fn finish(self) -> Result<(), Failure> {
        let (_, failed) = self.act.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(()), Err)
    }
}

impl Sink for Listener<'_> {
    fn tell(&self, news: News) -> ControlFlow<()> {
        let stored = match (self.store, &news) {
            (Some(store), News::Played(played) | News::Void(played, _)) => {
                store.put(&played.record, &self.versions(played)).map(drop)
            }
            _ => Ok(()),
        };
        let mut inner = self.act.lock().unwrap_or_else(PoisonError::into_inner);
        let (act, failed) = &mut *inner;
        stored.map_err(Failure::from).and_then(|()| act(news)).unwrap_or_else(|failure| {
            failed.get_or_insert(failure);
            ControlFlow::Break(())
        })
    }

    fn watch<'a>(&'a self, header: &'a Header) -> Option<Box<dyn Watch + 'a>> {
        self.show.as_ref().map(|show| show(header) as Box<dyn Watch + 'a>)
    }
}
