//! The little linear algebra that fitting needs: symmetric positive definite systems.

/// A square matrix, row by row.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn add(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] += value;
    }

    /// Its Cholesky factor, if it is positive definite beyond rounding.
    pub(super) fn factor(&self) -> Option<Factor> {
        const LEAST_PIVOT: f64 = 1e-11;
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|k| lower.get(row, k) * lower.get(column, k)).sum();
                let rest = self.get(row, column) - known;
                let value = match row == column {
                    true if rest > LEAST_PIVOT * self.get(row, row).abs() => rest.sqrt(),
                    true => return None,
                    false => rest / lower.get(column, column),
                };
                lower.add(row, column, value);
            }
        }
        Some(Factor(lower))
    }
}

/// The lower triangle whose square a matrix is.
#[derive(Debug)]
pub(super) struct Factor(Matrix);

impl Factor {
    /// The solution of `matrix · x = right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let (lower, size) = (&self.0, self.0.size);
        let mut x = right.to_vec();
        for row in 0..size {
            let known: f64 = (0..row).map(|k| lower.get(row, k) * x[k]).sum();
            x[row] = (x[row] - known) / lower.get(row, row);
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|k| lower.get(k, row) * x[k]).sum();
            x[row] = (x[row] - known) / lower.get(row, row);
        }
        x
    }

    /// The inverse of the matrix.
    pub(super) fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::zero(size);
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse.add(row, column, value);
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[f64; 3]; 3]) -> Matrix {
        Matrix { size: 3, cells: rows.concat() }
    }

    #[test]
    fn a_solution_solves_and_an_inverse_inverts() {
        let a = matrix([[4.0, 2.0, 0.6], [2.0, 5.0, 1.0], [0.6, 1.0, 3.0]]);
        let factor = a.factor().unwrap();
        let x = factor.solve(&[1.0, -2.0, 3.0]);
        let inverse = factor.inverse();
        for (row, right) in [1.0, -2.0, 3.0].into_iter().enumerate() {
            let left: f64 = (0..3).map(|k| a.get(row, k) * x[k]).sum();
            assert!((left - right).abs() < 1e-12);
            for column in 0..3 {
                let cell: f64 = (0..3).map(|k| a.get(row, k) * inverse.get(k, column)).sum();
                assert!((cell - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn what_has_no_single_solution_is_told() {
        assert!(matrix([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).factor().is_none());
        assert!(matrix([[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]).factor().is_none());
    }
}
