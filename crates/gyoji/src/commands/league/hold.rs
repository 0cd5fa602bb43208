//! `gyoji league run`: holds an event, or goes on with one that was broken off.

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use gyoji_core::{Game, Kit, Lang, Visitor};
use gyoji_league::event::{Draw, EventFile, Holding, Past, Standing};
use gyoji_league::{League, Stop};
use gyoji_referee::player::{House, Kind};
use gyoji_referee::{Look, cores};
use gyoji_store::{Entrant, EventRow, Holder, NewEvent, Store};
use gyoji_words::{Text, cli, league as words};

use super::bar::{Audience, bar};
use super::entry::{Field, field};
use super::find::{bad_file, open, read};
use super::{check, state};
use crate::args::league::Run;
use crate::failure::{BAD_FILE, BOT_FAILED, FAILED, Failure, INTERRUPTED};
use crate::keep::folder_of;
use crate::players::{house, is_program, keep_apart, lock_in, warn_of_clocks};
use crate::{interrupt, screen};

/// How often it is looked whether to stop.
const GLANCE: Duration = Duration::from_millis(50);

pub fn run(args: &Run, lang: Lang) -> Result<ExitCode, Failure> {
    hold(args, args.again, lang)
}

fn hold(args: &Run, again: bool, lang: Lang) -> Result<ExitCode, Failure> {
    let seen = modified(&args.file);
    let file = read(&args.file, lang)?;
    let known = gyoji_catalog::GAMES;
    if !known.contains(&file.game.as_str()) {
        let mistake = file.no_such_game(known);
        return Err(bad_file(&mistake.render(&args.file.display().to_string(), &file.text, lang)));
    }
    let game = file.game.clone();
    gyoji_catalog::visit(&game, Hold { args, again, seen, file, lang })?
}

/// When a file was changed.
fn modified(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// Sets the flag when it goes.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// How it came that nothing more is played now.
enum Held {
    /// The event is over, or somebody wanted to stop.
    Played,
    /// A mistake of ours has cost games.
    Spoiled,
    /// There are more players now.
    Changed,
}

struct Hold<'a> {
    args: &'a Run,
    /// Whether to begin anew.
    again: bool,
    /// When the file was changed before it was read.
    seen: Option<SystemTime>,
    file: EventFile,
    lang: Lang,
}

impl Visitor for Hold<'_> {
    type Out = Result<ExitCode, Failure>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let (args, lang) = (self.args, self.lang);
        let wanted = args.sandbox.unwrap_or(self.file.sandbox);
        let mut field = field(kit, &self.file, &args.file, wanted, lang)?;
        let has_programs = field.texts.iter().any(is_program);
        if let Some(level) = lock_in(wanted, has_programs, lang)? {
            field.lock_in(level);
        }
        let mut house = house(lang, Look::default());
        let folders = [args.record.as_deref(), folder_of(args.data.data.as_ref())];
        keep_apart(&mut house, kit, &field.players, folders, lang);
        // Nothing that cannot be played is begun.
        self.draw::<G>(&self.file)?;
        warn_of_clocks(kit, &field.players, lang);
        if args.check {
            interrupt::listen(|| ());
            let checked = check::check(kit, &house, &field, lang);
            return Ok(match checked.failed + checked.suspects {
                _ if interrupt::is_asked() => ExitCode::from(INTERRUPTED),
                0 => ExitCode::SUCCESS,
                _ => ExitCode::from(BOT_FAILED),
            });
        }
        self.seat_all(kit, &house, &field)?;
        let store = open(&args.data, lang)?;
        let lock = match store.lock(&self.file.name)? {
            Ok(lock) => lock,
            Err(Holder { host, pid, .. }) => {
                let text = words::held_elsewhere(&self.file.name, host, pid);
                return Err(Failure { code: FAILED, text });
            }
        };
        let begun = store.event(&self.file.name)?;
        let event = match begun.filter(|_| !self.again) {
            Some(event) => self.come_back(&store, event, &field)?,
            None => {
                if !args.no_check {
                    interrupt::listen(|| ());
                    check::check(kit, &house, &field, lang);
                    if interrupt::is_asked() {
                        return Ok(ExitCode::from(INTERRUPTED));
                    }
                }
                store.begin_event(&self.new_event(&field))?
            }
        };
        if event.is_finished() {
            self.say(&words::is_finished(&event.name));
        } else {
            match self.play(kit, &house, &store, &event, &field, &lock)? {
                Held::Played => {}
                // A bug of ours has cost a game.
                Held::Spoiled => {
                    state::show(&store, &self.file.name, args.json, lang)?;
                    return Ok(ExitCode::from(FAILED));
                }
                Held::Changed => {
                    drop((lock, store));
                    return hold(args, false, lang);
                }
            }
        }
        drop(lock);
        state::show(&store, &self.file.name, args.json, lang)?;
        match store.event(&self.file.name)?.is_some_and(|event| event.is_finished()) {
            true => Ok(ExitCode::SUCCESS),
            false => Ok(ExitCode::from(INTERRUPTED)),
        }
    }
}

impl Hold<'_> {
    fn say(&self, text: &Text) {
        screen::say(&format!("gyoji: {}", screen::clean(text.get(self.lang))));
    }

    fn draw<G: Game>(&self, file: &EventFile) -> Result<Draw, Failure> {
        Draw::new(file, G::SPEC.seats.len()).map_err(|mistake| {
            let path = self.args.file.display().to_string();
            bad_file(&mistake.render(&path, &file.text, self.lang))
        })
    }

    /// Whoever cannot even sit down is said where it stands in the file, before anything is begun.
    fn seat_all<G: Game>(&self, kit: &Kit<G>, house: &House, field: &Field) -> Result<(), Failure> {
        for (number, player) in field.players.iter().enumerate() {
            if let Err(bad) = house.chair(kit, player) {
                let problem = Text::plain(format!("{:?}", bad.input)).then(": ", &bad.problem);
                let key = format!("player.{number}.command");
                let mistake = self.file.mistake(&key, problem, None);
                let path = self.args.file.display().to_string();
                return Err(bad_file(&mistake.render(&path, &self.file.text, self.lang)));
            }
        }
        Ok(())
    }

    fn entrants(&self, field: &Field) -> Vec<Entrant> {
        let entrants = self.file.players.iter().zip(&field.versions);
        let entrant = |(entry, version): (&gyoji_league::event::Entry, &String)| Entrant {
            name: entry.name.clone(),
            text: entry.command.clone(),
            version: version.clone(),
        };
        entrants.map(entrant).collect()
    }

    fn new_event(&self, field: &Field) -> NewEvent {
        NewEvent {
            name: self.file.name.clone(),
            game: self.file.game.clone(),
            text: self.file.text.clone(),
            started_ms: now_ms(),
            entrants: self.entrants(field),
        }
    }

    /// An event that was begun before: is it still the same?
    fn come_back(
        &self,
        store: &Store,
        event: EventRow,
        field: &Field,
    ) -> Result<EventRow, Failure> {
        let before = EventFile::parse(&event.text).ok();
        let changes = before.as_ref().map_or(Vec::new(), |before| before.difference(&self.file));
        if before.as_ref().is_some_and(|before| before.only_gains_players(&self.file)) {
            let old = before.map_or(0, |before| before.players.len());
            let new: Vec<&str> =
                self.file.players[old..].iter().map(|entry| entry.name.as_str()).collect();
            let round = Standing::draw(store, &event, gyoji_catalog::seats(&event.game)?)?
                .join(&self.file)
                .unwrap_or(1);
            let mut joined = event.joined.clone();
            joined.resize(old, 1);
            joined.resize(self.file.players.len(), round);
            self.say(&words::gains(new.join(", ")));
            // Its result is another one from now on.
            if event.is_finished() {
                store.reopen_event(&event.name)?;
            }
            let (text, entrants) = (&self.file.text, self.entrants(field));
            store.set_event_text(&event.name, text, &entrants, &joined, now_ms())?;
            return Ok(store.event(&event.name)?.unwrap_or(event));
        }
        if !changes.is_empty() {
            let mut text = words::has_changed(&event.name);
            for change in &changes {
                text = text.then("\n  ", change);
            }
            return Err(Failure { code: BAD_FILE, text: text.then("\n", &words::change_hint()) });
        }
        let known = store.entrants(&event.name)?;
        for entrant in self.entrants(field) {
            let before = known.iter().find(|known| known.name == entrant.name);
            if before.is_some_and(|before| before.version != entrant.version) {
                self.say(&words::new_version(screen::name(&entrant.name)));
            }
        }
        Ok(event)
    }

    /// Plays what is left, as long as the file stays what it is.
    fn play<G: Game>(
        &self,
        kit: &Kit<G>,
        house: &House,
        store: &Store,
        event: &EventRow,
        field: &Field,
        lock: &gyoji_store::Lock,
    ) -> Result<Held, Failure> {
        let (args, lang) = (self.args, self.lang);
        let draw = self.draw::<G>(&self.file)?.named(&event.series());
        let mut draw = draw.joined(&event.joined);
        let mut played = 0;
        let past = Past::load(store, &event.series(), &mut draw, &mut |row| {
            played += u64::from(row.ended.counts());
        })?;
        let (left, is_exact) = draw.remaining();
        match played {
            0 if is_exact => self.say(&words::begins(&event.name, left)),
            0 => self.say(&words::begins_openly(&event.name, left)),
            played => self.say(&words::goes_on(&event.name, played)),
        }
        self.say(&words::stored_in(store.location()));
        let bar = bar(left + played, played, is_exact, lang);
        let shown = bar.clone();
        interrupt::listen(move || shown.suspend(|| screen::say(words::interrupted().get(lang))));
        let holding = Holding {
            league: League {
                record: args.record.as_deref(),
                threads: self.slots::<G>(field),
                pin: args.pin,
                ..League::new(kit, house)
            },
            store,
            players: &field.players,
            versions: &field.versions,
            setup: &field.setup,
            openings: &field.openings,
        };
        let audience = Audience::new(kit, lang, args.quiet, &bar, lock);
        let stop = Stop::new();
        let is_over = AtomicBool::new(false);
        let (held, has_changed) = std::thread::scope(|scope| {
            let look = scope.spawn(|| self.look_out((kit, house), &stop, &is_over));
            // Also if something of ours panics: nobody may look out for ever.
            let over = Over(&is_over);
            let held = holding.run(draw, past, &stop, &audience);
            drop(over);
            (held, look.join().unwrap_or(false))
        });
        let (draw, held) = held;
        bar.finish_and_clear();
        store.sync()?;
        held?;
        if audience.bugs() > 0 {
            self.say(&words::paused(&event.name));
            return Ok(Held::Spoiled);
        }
        if has_changed && !interrupt::is_asked() {
            return Ok(Held::Changed);
        }
        if draw.is_over() && !lock.is_lost() {
            let standing = Standing::of(store, event, gyoji_catalog::seats(&event.game)?)?;
            let outcome = serde_json::to_string(&standing.outcome()).unwrap_or_default();
            store.finish_event(&event.name, &outcome, now_ms())?;
        } else {
            self.say(&words::paused(&event.name));
        }
        Ok(Held::Played)
    }

    /// Passes on the wish to stop, and looks whether a ladder has gained players: then what runs
    /// is finished, and it goes on with them. Says whether that is so.
    fn look_out<G: Game>(
        &self,
        (kit, house): (&Kit<G>, &House),
        stop: &Stop,
        is_over: &AtomicBool,
    ) -> bool {
        let (mut seen, mut has_changed) = (self.seen, false);
        while !is_over.load(Ordering::Relaxed) {
            std::thread::sleep(GLANCE);
            if interrupt::now().load(Ordering::Relaxed) {
                stop.stop_now();
            } else if interrupt::is_asked() {
                stop.ask();
            }
            let changed = modified(&self.args.file);
            if changed == seen || stop.is_asked() {
                continue;
            }
            seen = changed;
            let Ok(text) = std::fs::read_to_string(&self.args.file) else { continue };
            let newer = EventFile::parse(&text).ok();
            let Some(file) = newer.filter(|file| self.file.only_gains_players(file)) else {
                continue;
            };
            // Whoever cannot play does not end what others play.
            let newer = Hold { args: self.args, again: false, seen, file, lang: self.lang };
            let wanted = self.args.sandbox.unwrap_or(newer.file.sandbox);
            let fit = field(kit, &newer.file, &self.args.file, wanted, self.lang)
                .and_then(|field| newer.seat_all(kit, house, &field));
            match fit {
                Ok(()) => {
                    has_changed = true;
                    stop.ask();
                }
                Err(failure) => screen::say(&failure.message(self.lang)),
            }
        }
        has_changed
    }

    /// How many games at once: never more who think than there are cores, unless it was asked for.
    fn slots<G: Game>(&self, field: &Field) -> usize {
        let cores = cores::count();
        let thinking = if self.file.ponder { G::SPEC.seats.len() } else { 1 };
        let usual = (cores / thinking).max(1);
        let asked = self.args.slots.map(usize::from).or(self.file.slots);
        let all_bots = field.texts.iter().all(|text| matches!(text.kind, Kind::Bot(_)));
        if let Some(asked) = asked.filter(|asked| *asked > usual && !all_bots) {
            self.say(&cli::too_many_jobs(asked, cores));
        }
        asked.unwrap_or(usual)
    }
}

/// Milliseconds since 1970, UTC.
fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as u64)
}
