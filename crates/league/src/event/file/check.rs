//! What the game has to say about the file: its options and its seats.

use gyoji_core::{Options, Spec};
use gyoji_words::events as words;

use super::{EventFile, Mistake, near_or_known};
use crate::event::draw::Draw;

impl EventFile {
    /// Checks whatever depends on the game: options, points, the number of players, and whether
    /// the formats can be held so. Gives the game's options, complete.
    pub fn check(&self, spec: &Spec) -> Result<Options, Mistake> {
        let known: Vec<&str> = spec.options.iter().map(|option| option.name).collect();
        for (name, value) in &self.options {
            if !known.contains(&name.as_str()) {
                let problem = match known.is_empty() {
                    true => gyoji_words::input::no_options(name),
                    false => words::unknown_key(name),
                };
                let hint = (!known.is_empty()).then(|| near_or_known(name, &known));
                return Err(self.mistake(&format!("options.{name}="), problem, hint));
            }
            Options::check(spec.options, [(name.as_str(), value.as_str())])
                .map_err(|bad| self.mistake(&format!("options.{name}"), bad.problem, None))?;
        }
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let options = Options::check(spec.options, given)
            .map_err(|bad| self.mistake("options", bad.problem, None))?;
        Draw::new(self, spec.seats.len())?;
        Ok(options)
    }
}
