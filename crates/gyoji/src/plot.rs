//! Plots in a terminal, of Braille characters: each has two by four dots, and is one cell wide in
//! every terminal, also where box drawing and blocks are two.

/// How many dots a character has across and down.
const ACROSS: usize = 2;
const DOWN: usize = 4;
/// The bit of each dot, line by line.
const DOTS: [[u8; ACROSS]; DOWN] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// Draws `ys` over the whole width, from `least` below to `most` above, in so many lines.
pub fn curve(ys: &[f64], (least, most): (f64, f64), width: usize, height: usize) -> Vec<String> {
    let (columns, rows) = (width * ACROSS, height * DOWN);
    let mut dots = vec![vec![0_u8; width]; height];
    let share = |y: f64| (y - least) / (most - least).max(f64::MIN_POSITIVE);
    let row = |y: f64| (rows - 1) - (share(y).clamp(0.0, 1.0) * (rows - 1) as f64).round() as usize;
    let mut before = None;
    for column in 0..columns {
        let Some(y) = at(ys, column, columns) else { continue };
        let now = row(y);
        // A steep step is drawn as an upright line, from where the column before has ended.
        let from = match before {
            Some(before) if before < now => before + 1,
            Some(before) if before > now => before - 1,
            _ => now,
        };
        for row in from.min(now)..=from.max(now) {
            dots[row / DOWN][column / ACROSS] |= DOTS[row % DOWN][column % ACROSS];
        }
        before = Some(now);
    }
    let braille = |&dots: &u8| char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' ');
    dots.iter().map(|line| line.iter().map(braille).collect()).collect()
}

/// What is drawn in a column: the mean of the values that fall into it, or a point on the line
/// between its neighbours.
fn at(ys: &[f64], column: usize, columns: usize) -> Option<f64> {
    if ys.len() > columns {
        let place = |column: usize| column * ys.len() / columns;
        let inside = ys[place(column)..place(column + 1)].iter().filter(|y| y.is_finite());
        let (count, sum) = inside.fold((0, 0.0), |(count, sum), y| (count + 1, sum + y));
        return (count > 0).then(|| sum / f64::from(count));
    }
    let place = column as f64 * ys.len().saturating_sub(1) as f64 / (columns - 1).max(1) as f64;
    let left = *ys.get(place as usize)?;
    let right = ys.get(place as usize + 1).copied().unwrap_or(left);
    Some(left + (right - left) * place.fract()).filter(|y| y.is_finite())
}

/// The least and the largest of the finite values, never the same.
pub fn range(ys: &[f64]) -> (f64, f64) {
    let finite = || ys.iter().copied().filter(|y| y.is_finite());
    let (least, most) = (finite().fold(f64::MAX, f64::min), finite().fold(f64::MIN, f64::max));
    match most > least {
        true => (least, most),
        false if finite().next().is_none() => (0.0, 1.0),
        false => (least - 0.5, most + 0.5),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_rises_and_falls_where_its_values_do() {
        assert_eq!(curve(&[0.0, 1.0, 2.0, 3.0], (0.0, 3.0), 2, 1), ["⡠⠊"]);
        assert_eq!(curve(&[3.0, 0.0], (0.0, 3.0), 2, 1), ["⠑⢄"]);
        assert_eq!(curve(&[], (0.0, 1.0), 3, 1), ["⠀⠀⠀"]);
    }

    #[test]
    fn there_is_always_a_range() {
        assert_eq!(range(&[2.0, f64::NAN, 1.0]), (1.0, 2.0));
        assert_eq!(range(&[2.0]), (1.5, 2.5));
        assert_eq!(range(&[]), (0.0, 1.0));
    }
}
