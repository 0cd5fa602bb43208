//! The usual ways to tell apart players with equal points.

/// What a player has beside its points.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tiebreaks {
    /// Its points.
    pub points: f64,
    /// The points of all opponents it has met.
    pub buchholz: f64,
    /// The same without the lowest.
    pub buchholz_cut1: f64,
    /// The same without the lowest and the highest.
    pub median_buchholz: f64,
    /// The points of each opponent times what was made against it.
    pub sonneborn_berger: f64,
}

/// The figures of all players, from games as `(one, other, score of one)`.
pub fn tiebreaks(players: usize, games: &[(usize, usize, f64)]) -> Vec<Tiebreaks> {
    tiebreaks_with_byes(players, games, &[])
}

/// The same with byes, by who had them: each is a win against an imagined opponent who has as
/// many points in the end as the player itself.
pub fn tiebreaks_with_byes(
    players: usize,
    games: &[(usize, usize, f64)],
    byes: &[usize],
) -> Vec<Tiebreaks> {
    let mut met: Vec<Vec<(usize, f64)>> = vec![Vec::new(); players];
    for &(one, other, score) in games {
        met[one].push((other, score));
        met[other].push((one, 1.0 - score));
    }
    for &player in byes {
        met[player].push((player, 1.0));
    }
    let points: Vec<f64> =
        met.iter().map(|games| games.iter().map(|(_, score)| score).sum()).collect();
    let figures = |(player, games): (usize, &Vec<(usize, f64)>)| {
        let mut others: Vec<f64> = games.iter().map(|&(other, _)| points[other]).collect();
        others.sort_by(f64::total_cmp);
        let most = others.len().saturating_sub(1).max(1);
        let sum = |part: Option<&[f64]>| part.unwrap_or_default().iter().sum();
        Tiebreaks {
            points: points[player],
            buchholz: sum(Some(&others)),
            buchholz_cut1: sum(others.get(1..)),
            median_buchholz: sum(others.get(1..most)),
            sonneborn_berger: games.iter().map(|&(other, score)| score * points[other]).sum(),
        }
    };
    met.iter().enumerate().map(figures).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_games_are_no_trouble() {
        assert_eq!(tiebreaks(1, &[]), [Tiebreaks::default()]);
        let one = tiebreaks(2, &[(0, 1, 1.0)]);
        assert_eq!((one[1].buchholz, one[1].buchholz_cut1), (1.0, 0.0));
        let bye = tiebreaks_with_byes(3, &[(0, 1, 1.0)], &[2]);
        assert_eq!((bye[2].points, bye[2].buchholz, bye[2].sonneborn_berger), (1.0, 1.0, 1.0));
        assert_eq!((one[1].median_buchholz, one[1].sonneborn_berger), (0.0, 0.0));
    }
}
