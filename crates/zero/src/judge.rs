//! Judges the leaves of search trees with a network, many at once.

use std::sync::Arc;

use gyoji_core::{Game, Planes, PolicyIndex};
use gyoji_nn::{Evaluator, Frozen};
use gyoji_search::guide::softmax;
use gyoji_search::mcts::Leaf;

use crate::model::Model;

/// A network at work. Leaves are added, looked at together, and answered one by one.
#[derive(Debug)]
pub struct Judge<G: Game> {
    planes: &'static dyn Planes<G>,
    evaluator: Evaluator,
    input: Vec<f32>,
    past: Vec<G>,
    heads: Vec<Wanted>,
}

/// The choices of one head that some legal move needs, each once.
#[derive(Debug)]
struct Wanted {
    choices: Vec<u32>,
    /// Where in `choices` a choice is, if it was seen in this round.
    place: Vec<(u32, u32)>,
    round: u32,
    logits: Vec<f32>,
}

impl Wanted {
    fn new(outputs: usize) -> Wanted {
        Wanted { choices: Vec::new(), place: vec![(0, 0); outputs], round: 0, logits: Vec::new() }
    }

    fn begin(&mut self) {
        self.choices.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.place.fill((0, 0));
            self.round = 1;
        }
    }

    fn want(&mut self, choice: usize) {
        if self.place[choice].0 != self.round {
            self.place[choice] = (self.round, self.choices.len() as u32);
            self.choices.push(choice as u32);
        }
    }

    fn logit(&self, choice: usize) -> f32 {
        self.logits[self.place[choice].1 as usize]
    }
}

impl<G: Game> Judge<G> {
    /// A judge with the model's network as it is now.
    pub fn new(model: &Model<G>) -> Judge<G> {
        Judge::sharing(&Arc::new(Frozen::new(&model.net)), model.planes)
    }

    /// A judge with a network that others use, too.
    pub fn sharing(net: &Arc<Frozen>, planes: &'static dyn Planes<G>) -> Judge<G> {
        let heads = net.shape().heads.iter().map(|head| Wanted::new(head.outputs)).collect();
        let evaluator = Evaluator::new(net);
        Judge { planes, evaluator, input: Vec::new(), past: Vec::new(), heads }
    }

    /// Forgets the leaves of the last time.
    pub fn clear(&mut self) {
        self.input.clear();
    }

    /// Adds a leaf of a tree whose root is the last position of `past`.
    pub fn add(&mut self, past: &[G], leaf: &Leaf<G>) {
        let size = self.planes.shape().input_len();
        let start = self.input.len();
        self.input.resize(start + size, 0.0);
        let out = &mut self.input[start..];
        if self.planes.history() <= 1 {
            self.planes.write(std::slice::from_ref(leaf.position()), out);
            return;
        }
        let before = self.planes.history().saturating_sub(leaf.line().len());
        self.past.clear();
        self.past.extend_from_slice(&past[past.len().saturating_sub(before.max(1))..]);
        let Some(mut position) = past.last().cloned() else { return };
        for &mv in leaf.line() {
            position.play(mv);
            self.past.push(position.clone());
        }
        let start = self.past.len().saturating_sub(self.planes.history());
        self.planes.write(&self.past[start..], out);
    }

    /// Looks at all leaves that were added.
    pub fn look(&mut self) {
        if !self.input.is_empty() {
            self.evaluator.look(&self.input);
        }
    }

    /// Writes the priors of the leaf that was added as number `place`, and gives what whoever is
    /// to move may expect there, from -1 to 1.
    pub fn answer(&mut self, place: usize, leaf: &mut Leaf<G>) -> f32 {
        let (position, moves, priors) = leaf.to_judge();
        self.heads.iter_mut().for_each(Wanted::begin);
        for &mv in moves {
            match self.planes.index(position, mv) {
                PolicyIndex::One(one) => self.heads[0].want(one),
                PolicyIndex::Pair(one, two) => {
                    self.heads[0].want(one);
                    self.heads[1].want(two);
                }
            }
        }
        for (head, wanted) in self.heads.iter_mut().enumerate() {
            self.evaluator.logits(head, place, &wanted.choices, &mut wanted.logits);
        }
        for (&mv, prior) in moves.iter().zip(priors.iter_mut()) {
            *prior = match self.planes.index(position, mv) {
                PolicyIndex::One(one) => self.heads[0].logit(one),
                PolicyIndex::Pair(one, two) => self.heads[0].logit(one) + self.heads[1].logit(two),
            };
        }
        softmax(priors, 1.0);
        self.evaluator.value(place)
    }
}

/// Notes what can be seen of a leaf without a network: a move that wins at once, or else those that
/// let the opponent do so.
pub(crate) fn foresee<G: Game>(planes: &dyn Planes<G>, leaf: &mut Leaf<G>) {
    match planes.win_in_one(leaf.position(), leaf.moves()) {
        Some(win) => leaf.set_win(win),
        None => leaf.drop_moves(|position, moves| planes.drop_blunders(position, moves)),
    }
}
