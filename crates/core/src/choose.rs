//! A move put together step by step: what can come next, what a line adds, which move it is.
//!
//! Terminal and browser ask the same way: [`Chooser`] for code that knows the game's type,
//! [`Choice`] as plain data for whoever draws.

use serde::{Deserialize, Serialize};

use crate::view::{Legend, Step, View};
use crate::{Game, Lang, Text};

/// A move of which the first steps are taken.
#[derive(Clone, Debug)]
pub struct Chooser<'a, G: Game> {
    position: &'a G,
    view: View,
    legend: Legend,
    /// Every legal move with all its steps.
    moves: Vec<(G::Move, Vec<Step>)>,
    taken: Vec<Step>,
}

/// A question for the next step of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The question itself.
    pub text: Text,
    /// What somebody may type for an answer; a screen with a board to click on leaves it out.
    pub typing: Option<Text>,
    /// Which of the legend's parts of a move it is about; empty if it has none.
    pub part: &'static str,
}

impl From<Text> for Ask {
    fn from(text: Text) -> Ask {
        Ask { text, typing: None, part: "" }
    }
}

impl Ask {
    /// A question about a part of a move.
    pub const fn part(part: &'static str, text: Text) -> Ask {
        Ask { text, typing: None, part }
    }

    /// With what may be typed.
    #[must_use]
    pub fn typing(self, typing: Text) -> Ask {
        Ask { typing: Some(typing), ..self }
    }
}

/// What can be chosen, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The steps that are taken already.
    pub taken: Vec<Step>,
    /// The part of the move that each of them is, where the legend names such parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// What is asked now.
    pub ask: Text,
    /// What somebody who types may answer; nothing for a screen with a board to click on.
    #[serde(skip)]
    pub typing: Option<Text>,
    /// The part of the move that is asked for.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// The steps that can come next; none if the move is whole.
    pub next: Vec<Offer>,
    /// The move, in its text form, once it is whole.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
}

/// A step that can be taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// The step.
    pub step: Step,
    /// What people call it.
    pub name: Text,
}

/// What a line means for a move of which the first steps are taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spelled<M> {
    /// The move is whole.
    Whole(M),
    /// These steps are taken now.
    More(Vec<Step>),
    /// This step cannot be taken after these.
    Not(Vec<Step>, Step),
    /// No step of any kind.
    Nothing,
}

impl<'a, G: Game> Chooser<'a, G> {
    /// A move that has not been begun.
    pub fn new(position: &'a G) -> Chooser<'a, G> {
        let moves = position.moves().map(|mv| (mv, position.steps(mv))).collect();
        let (view, legend) = (position.view(), position.legend());
        Chooser { position, view, legend, moves, taken: Vec::new() }
    }

    /// A move that begins with these steps; `None` if no legal move does.
    pub fn after(position: &'a G, taken: &[Step]) -> Option<Chooser<'a, G>> {
        let mut chooser = Chooser::new(position);
        taken.iter().all(|step| chooser.take(step.clone())).then_some(chooser)
    }

    /// The steps that are taken.
    pub fn taken(&self) -> &[Step] {
        &self.taken
    }

    /// What the position looks like.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// What things are called in it.
    pub fn legend(&self) -> &Legend {
        &self.legend
    }

    /// The moves that begin with the steps taken, and what is left of their steps.
    fn left(&self) -> impl Iterator<Item = (G::Move, &[Step])> {
        self.moves.iter().filter_map(|(mv, steps)| Some((*mv, steps.strip_prefix(&*self.taken)?)))
    }

    /// The steps that can come next, each once, in the order of the moves they lead to.
    pub fn next_steps(&self) -> Vec<Step> {
        let mut found: Vec<Step> = Vec::new();
        for step in self.left().filter_map(|(_, rest)| rest.first()) {
            if !found.contains(step) {
                found.push(step.clone());
            }
        }
        found
    }

    /// Takes a step; false, and nothing happens, if it cannot be taken.
    pub fn take(&mut self, step: Step) -> bool {
        let is_possible = self.left().any(|(_, rest)| rest.first() == Some(&step));
        if is_possible {
            self.taken.push(step);
        }
        is_possible
    }

    /// Takes the last step back; false if there is none.
    pub fn back(&mut self) -> bool {
        self.taken.pop().is_some()
    }

    /// The move that the steps taken spell, to the last one.
    pub fn spelled(&self) -> Option<G::Move> {
        self.left().find(|(_, rest)| rest.is_empty()).map(|(mv, _)| mv)
    }

    /// The only move that begins with the steps taken, unless a cell is still to be chosen: nobody
    /// likes a piece to move to a square that was not named.
    pub fn whole(&self) -> Option<G::Move> {
        let mut left = self.left().filter(|_| !self.taken.is_empty());
        match (left.next(), left.next()) {
            (Some((mv, rest)), None) if rest.iter().all(|step| step.cell().is_none()) => Some(mv),
            _ => None,
        }
    }

    /// Whether moves have several steps here, so that a list of all of them would be long.
    pub fn has_steps(&self) -> bool {
        self.moves.iter().any(|(_, steps)| steps.len() > 1)
    }

    /// What is asked now of somebody who types.
    pub fn ask(&self) -> Text {
        let Ask { text, typing, .. } = self.position.ask_step(&self.taken);
        let Some(typing) = typing else { return text };
        let [en, ja] = [Lang::En, Lang::Ja].map(|lang| (text.get(lang), typing.get(lang)));
        Text::made(format!("{} {}", en.0, en.1), format!("{}{}", ja.0, ja.1))
    }

    /// What people call a step.
    pub fn name(&self, step: &Step) -> Text {
        self.legend.name_step(&self.view, step)
    }

    /// The step that a person means here: a word that can come next, by any of its names, else a
    /// cell, else just a word.
    pub fn read(&self, text: &str) -> Step {
        let text = text.trim().to_lowercase();
        let is_meant = |step: &Step| match step {
            Step::Word(word) => self.legend.is_word(word, &text),
            Step::Cell(..) => false,
        };
        self.next_steps().into_iter().find(is_meant).unwrap_or_else(|| self.view.read_step(&text))
    }

    /// Takes the steps of a line, one after the other. They may stand in one line: `2,4 2,3 0`.
    pub fn spell(mut self, line: &str) -> Spelled<G::Move> {
        let was_begun = !self.taken.is_empty();
        for (count, word) in line.split_whitespace().enumerate() {
            let step = self.read(word);
            if !self.take(step.clone()) {
                return match step {
                    Step::Word(_) if count == 0 && !was_begun => Spelled::Nothing,
                    _ => Spelled::Not(self.taken, step),
                };
            }
        }
        match self.whole() {
            Some(mv) => Spelled::Whole(mv),
            None => Spelled::More(self.taken),
        }
    }

    /// The same as plain data.
    pub fn choice(&self) -> Choice {
        let mv = self.whole();
        let next = if mv.is_some() { Vec::new() } else { self.next_steps() };
        let offer = |step: Step| Offer { name: self.name(&step), step };
        let Ask { text, typing, part } = self.position.ask_step(&self.taken);
        let part_of = |count| self.position.ask_step(&self.taken[..count]).part.to_owned();
        let parts: Vec<String> = (0..self.taken.len()).map(part_of).collect();
        Choice {
            taken: self.taken.clone(),
            parts: if part.is_empty() { Vec::new() } else { parts },
            ask: text,
            typing,
            part: part.to_owned(),
            next: next.into_iter().map(offer).collect(),
            mv: mv.map(|mv| mv.to_string()),
        }
    }
}
