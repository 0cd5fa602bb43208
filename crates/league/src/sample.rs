//! The mean of a few whole numbers, and how far it can be trusted.

/// Student's t for 97.5 %, by degrees of freedom from 1.
const STUDENT: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042,
];

/// Numbers that were counted.
///
/// The sums are whole numbers, so the order in which games end changes not even the last digit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    count: u64,
    sum: i128,
    squares: i128,
}

impl Sample {
    /// Counts one more.
    pub fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += i128::from(value);
        self.squares += i128::from(value) * i128::from(value);
    }

    /// The mean, if there is anything.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// Half the width of the 95 % interval around the mean; there is none for a single number.
    pub fn margin(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let count = i128::from(self.count);
        let spread = (count * self.squares - self.sum * self.sum) as f64;
        let variance = spread / (count * (count - 1)) as f64;
        Some(student(self.count - 1) * (variance / self.count as f64).sqrt())
    }
}

fn student(freedom: u64) -> f64 {
    match STUDENT.get(freedom as usize - 1) {
        Some(t) => *t,
        // The first terms of its series: right to three digits from here on.
        None => 1.960 + 2.372 / freedom as f64 + 2.823 / (freedom * freedom) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: &[i64]) -> Sample {
        let mut sample = Sample::default();
        values.iter().for_each(|&value| sample.add(value));
        sample
    }

    #[test]
    fn a_known_interval() {
        // Mean 5, variance 32/7, so 2.365 * sqrt(32/7/8).
        let sample = sample(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!(sample.mean(), Some(5.0));
        assert!((sample.margin().unwrap() - 1.7876).abs() < 1e-3, "{:?}", sample.margin());
    }

    #[test]
    fn little_is_known_of_one_number_and_nothing_of_none() {
        assert_eq!((sample(&[]).mean(), sample(&[]).margin()), (None, None));
        assert_eq!((sample(&[7]).mean(), sample(&[7]).margin()), (Some(7.0), None));
        assert!(sample(&[0, 1]).margin().unwrap() > 6.0, "two numbers say almost nothing");
    }

    #[test]
    fn the_table_goes_on_smoothly() {
        for (freedom, t) in
            [(31, 2.040), (40, 2.021), (60, 2.000), (120, 1.980), (1_000_000, 1.960)]
        {
            assert!((student(freedom) - t).abs() < 1e-3, "{freedom}: {}", student(freedom));
        }
    }
}
