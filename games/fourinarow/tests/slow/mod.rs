//! Four in a Row once more, slow and obvious, to compare with: a grid of letters.

/// Columns of discs, the lowest first.
#[derive(Clone)]
pub(crate) struct Slow {
    columns: [Vec<char>; 7],
}

impl Slow {
    pub(crate) fn read(text: &str) -> Slow {
        let mut columns: [Vec<char>; 7] = Default::default();
        for row in text.split('/').rev() {
            for (column, disc) in
                columns.iter_mut().zip(row.chars()).filter(|(_, disc)| *disc != '.')
            {
                column.push(disc);
            }
        }
        Slow { columns }
    }

    /// How many games of so many more moves there are; one that is over counts once.
    pub(crate) fn count(&self, depth: u32) -> u64 {
        if depth == 0 || self.is_won() {
            return 1;
        }
        let open: Vec<usize> = (0..7).filter(|&col| self.columns[col].len() < 6).collect();
        if open.is_empty() {
            return 1;
        }
        let discs: usize = self.columns.iter().map(Vec::len).sum();
        let disc = if discs.is_multiple_of(2) { 'R' } else { 'Y' };
        let mut count = 0;
        for col in open {
            let mut next = self.clone();
            next.columns[col].push(disc);
            count += next.count(depth - 1);
        }
        count
    }

    fn at(&self, col: i32, row: i32) -> Option<char> {
        let column = usize::try_from(col).ok().and_then(|col| self.columns.get(col))?;
        usize::try_from(row).ok().and_then(|row| column.get(row)).copied()
    }

    fn is_won(&self) -> bool {
        let mut ways = Vec::new();
        for col in 0..7 {
            for row in 0..6 {
                for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    ways.push((0..4).map(|n| self.at(col + n * right, row + n * up)).collect());
                }
            }
        }
        ways.iter().any(|four: &Vec<Option<char>>| {
            four[0].is_some() && four.iter().all(|disc| *disc == four[0])
        })
    }
}
