//! What an approximation leaves of an operator, bounded by random columns that go along with the
//! passes of an iteration.

use nalgebra::DMatrix;

use super::{
    Failure,
    accuracy::Totals,
    factored::Factored,
    gemm::{add_product, tr_product, view},
    krylov::{Approximation, Operator, Precision},
    orthogonal::{center_columns, random_columns},
    probe::{PROBES, SHADOW},
};

/// Powers after which the bound hardly falls.
const POWERS: i32 = 6;
/// Powers after which it has fallen within a factor of three of where it will end.
const FEW: i32 = 3;
/// Of a gap: a remainder smaller than this shows that nothing was missed across it.
const ENOUGH: f64 = 0.9;

/// An operator `A = BBᵀ + E`, and what is known of E.
///
/// Let λ be the largest eigenvalue of E, u its unit eigenvector, and g a column of normal numbers.
/// Then λᵖ |u·g| ≤ ‖Eᵖg‖, and u·g is normal (Dixon 1983).
pub(crate) struct Accompanied<'a, O> {
    op: &'a mut O,
    remainder: Option<Remainder<'a>>,
}

struct Remainder<'a> {
    factored: &'a Factored,
    /// Eᵖg for each of the random columns.
    columns: DMatrix<f64>,
    power: i32,
    /// The most that rounding has added to E.
    rounding: f64,
    /// Of the eigenvalues of E.
    bound: f64,
    /// A smaller bound is of no use.
    sought: f64,
}

impl<'a, O: Operator> Accompanied<'a, O> {
    /// Looks for a bound of E where the approximation's is not enough to tell the first
    /// `components` eigenvalues, or a few more, from those that follow, and a better one may be.
    pub(crate) fn new(
        op: &'a mut O,
        approximation: Option<Approximation<'a>>,
        components: usize,
        seed: u64,
    ) -> Self {
        let n = op.dim();
        let remainder = approximation.and_then(|Approximation { factored, left, .. }| {
            let values = factored.values();
            let gaps = values.windows(2).map(|pair| pair[0] - pair[1]);
            let candidates = gaps.skip(components.saturating_sub(1)).take(PROBES);
            let sought = ENOUGH * candidates.fold(0.0, f64::max);
            // E begins about where the approximation's spectrum ends.
            let within_reach = values.last().is_some_and(|&last| last < sought);
            (left > sought && within_reach).then(|| {
                let mut columns = random_columns(n, PROBES, seed);
                center_columns(&mut columns);
                Remainder {
                    factored,
                    columns,
                    power: 0,
                    rounding: 0.0,
                    bound: left,
                    sought,
                }
            })
        });
        Self { op, remainder }
    }

    /// A bound of the eigenvalues of E, but for a chance of 10⁻⁶, where one was looked for.
    pub(crate) fn bound(&self) -> Option<f64> {
        self.remainder.as_ref().map(|remainder| remainder.bound)
    }
}

impl<O: Operator> Operator for Accompanied<'_, O> {
    fn dim(&self) -> usize {
        self.op.dim()
    }

    fn totals(&self) -> Option<&Totals> {
        self.op.totals()
    }

    fn rounding(&self, precision: Precision) -> f64 {
        self.op.rounding(precision)
    }

    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure> {
        let Some(remainder) = self.remainder.as_mut().filter(|r| r.is_wanted()) else {
            return self.op.apply(x, precision);
        };
        let (n, b) = x.shape();
        let both = [x.as_slice(), remainder.columns.as_slice()].concat();
        let both = DMatrix::from_vec(n, b + PROBES, both);
        let image = self.op.apply(&both, precision)?;
        let rounding = self.op.rounding(precision);
        remainder.advance(image.columns(b, PROBES).into_owned(), rounding);
        Ok(image.columns(0, b).into_owned())
    }
}

impl Remainder<'_> {
    fn is_wanted(&self) -> bool {
        let hopeful = self.power < FEW || self.bound < 3.0 * self.sought;
        self.bound > self.sought && self.power < POWERS && hopeful
    }

    /// Takes up the operator's image of the columns, which rounding has put off by as much as an
    /// operator of norm `rounding`.
    fn advance(&mut self, mut image: DMatrix<f64>, rounding: f64) {
        let b = self.factored.b();
        let inner = tr_product(b, view(&self.columns));
        add_product(&mut image, b, view(&inner), -1.0);
        self.columns = image;
        self.power += 1;
        let largest = self.columns.column_iter().map(|c| c.norm());
        let largest = largest.fold(0.0, f64::max);
        let root = f64::from(self.power).recip();
        self.rounding = self.rounding.max(rounding);
        let bound = (largest / SHADOW).powf(root) + self.rounding;
        self.bound = self.bound.min(bound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Explicit(DMatrix<f64>);

    impl Operator for Explicit {
        fn dim(&self) -> usize {
            self.0.nrows()
        }

        fn apply(&mut self, x: &DMatrix<f64>, _: Precision) -> Result<DMatrix<f64>, Failure> {
            Ok(&self.0 * x)
        }

        fn rounding(&self, _: Precision) -> f64 {
            0.0
        }
    }

    /// Diagonal but for centring, which the columns given to it have had already.
    fn diagonal(values: impl Fn(usize) -> f64, n: usize) -> DMatrix<f64> {
        DMatrix::from_fn(n, n, |i, j| if i == j { values(i) } else { 0.0 })
    }

    #[test]
    fn the_bound_holds_and_nears_the_largest_eigenvalue() {
        let n = 400;
        let large = [2.0, 1.9, 1.5, 0.6];
        let rest = |i: usize| large.get(i).copied().unwrap_or(0.5 / (1 + i) as f64);
        let mut op = Explicit(diagonal(rest, n));
        let b = DMatrix::from_fn(n, 4, |i, j| if i == j { large[j].sqrt() } else { 0.0 });
        let factored = Factored::new(b).unwrap();
        let approximation = Approximation {
            factored: &factored,
            left: 0.5,
            trace: 1.0,
        };
        let x = random_columns(n, 3, 5);
        let plain = op.apply(&x, Precision::Double).unwrap();
        // The gap of 1.5 − 0.6 is wider.
        assert!(
            Accompanied::new(&mut op, Some(approximation), 3, 1)
                .bound()
                .is_none()
        );
        let approximation = Approximation {
            left: (4..n).map(rest).sum(),
            ..approximation
        };
        let mut accompanied = Accompanied::new(&mut op, Some(approximation), 3, 1);
        let mut bounds = Vec::new();
        for _ in 0..POWERS {
            assert!((accompanied.apply(&x, Precision::Double).unwrap() - &plain).amax() < 1e-12);
            bounds.push(accompanied.bound().unwrap());
        }
        assert!(bounds.iter().all(|&bound| bound >= rest(4)), "{bounds:?}");
        assert!(
            bounds[0] > 0.81 && bounds[POWERS as usize - 1] < 0.5,
            "{bounds:?}"
        );
    }
}
