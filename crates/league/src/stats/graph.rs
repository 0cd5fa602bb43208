//! Who has scored against whom: whether finite ratings can exist at all.

/// Whether each player has scored anything against each other one.
#[derive(Clone, Debug)]
pub(super) struct Scored {
    players: usize,
    scored: Vec<bool>,
}

impl Scored {
    pub(super) fn new(players: usize) -> Scored {
        Scored { players, scored: vec![false; players * players] }
    }

    /// `player` has scored against `other`.
    pub(super) fn note(&mut self, player: usize, other: usize) {
        self.scored[player * self.players + other] = true;
    }

    fn has_scored(&self, player: usize, other: usize) -> bool {
        self.scored[player * self.players + other]
    }

    /// Everybody who can be reached from `start` by steps that are allowed.
    fn reach(&self, start: usize, is_step: impl Fn(usize, usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.players];
        reached[start] = true;
        let mut open = vec![start];
        while let Some(player) = open.pop() {
            for (other, is_reached) in reached.iter_mut().enumerate() {
                if !*is_reached && is_step(player, other) {
                    *is_reached = true;
                    open.push(other);
                }
            }
        }
        reached
    }

    fn groups(&self, same: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for player in 0..self.players {
            match groups.iter_mut().find(|group| same(group[0], player)) {
                Some(group) => group.push(player),
                None => groups.push(vec![player]),
            }
        }
        groups
    }

    /// Groups of players that have not met, directly or by others.
    pub(super) fn met(&self) -> Vec<Vec<usize>> {
        let met = |a, b| self.has_scored(a, b) || self.has_scored(b, a);
        let reached: Vec<_> = (0..self.players).map(|player| self.reach(player, met)).collect();
        self.groups(|a, b| reached[a][b])
    }

    /// Groups in which everybody has scored against everybody, directly or by others. Finite
    /// ratings exist where there is only one.
    pub(super) fn bound(&self) -> Vec<Vec<usize>> {
        let step = |a, b| self.has_scored(a, b);
        let reached: Vec<_> = (0..self.players).map(|player| self.reach(player, step)).collect();
        self.groups(|a, b| reached[a][b] && reached[b][a])
    }

    /// Whether somebody outside a group has scored against it.
    pub(super) fn is_untouched(&self, group: &[usize]) -> bool {
        (0..self.players)
            .filter(|player| !group.contains(player))
            .all(|player| group.iter().all(|&member| !self.has_scored(player, member)))
    }

    /// Whether a group has scored against nobody outside.
    pub(super) fn is_pointless(&self, group: &[usize]) -> bool {
        (0..self.players)
            .filter(|player| !group.contains(player))
            .all(|player| group.iter().all(|&member| !self.has_scored(member, player)))
    }
}
