//! Sums of Gaussians by waves, at a cost that grows with the number of sources plus that of targets, and not with their
//! product: a fast Gauss transform (Greengard and Strain 1991), here by equispaced Fourier modes.

use kernel_pca_fft::num_complex::Complex64;
use nalgebra::DMatrix;

use super::{
    Digits,
    cloud::{Cloud, Extent},
    density::{Density, WIDTH},
    modes::{self, Modes},
    nufft::{self, GridValues},
};

/// Largest number of modes: more would take too much memory for the grid.
const MOST_MODES: f64 = 4e6;
/// Time in nanoseconds, on two cores, for one place of a point's window; with [`MULTIPLICATION`] it decides between
/// waves and direct sums.
const PLACE: f64 = 0.6;
/// Time in nanoseconds, on two cores, for a multiplication in a product of matrices; with [`PLACE`] it decides between
/// waves and direct sums.
const MULTIPLICATION: f64 = 0.05;
/// Time in nanoseconds, on two cores, per column and place of a point's window, once the sums at the places of the grid
/// are known.
const COLLECTED: f64 = 0.07;
/// Largest number of values that [`GaussSums`] hold at once: 240 MB.
const HELD: f64 = 3e7;

/// Fast computation of the sums Σᵢ aᵢ exp(−γ‖x − yᵢ‖²) over sources yᵢ at all targets x.
pub(crate) struct GaussTransform<'a> {
    /// Sources yᵢ, n × d.
    y: &'a DMatrix<f64>,
    /// Targets x, m × d.
    x: &'a DMatrix<f64>,
    /// Parameter γ > 0 of the Gaussian, in the inverse squared unit of the rows.
    gamma: f64,
    /// Bounding box of all sources and targets.
    extent: Extent,
    /// Spacing of the modes along each axis.
    spacing: Vec<f64>,
    /// Number of modes to each side of zero along each axis.
    reach: Vec<f64>,
}

impl<'a> GaussTransform<'a> {
    /// Lower bound on the time in nanoseconds of sums with `columns` columns over `points` sources and targets
    /// together, which needs no look at the data.
    pub(crate) fn least_nanoseconds(points: usize, columns: usize) -> f64 {
        PLACE * (points * columns * WIDTH) as f64
    }

    /// Chooses the modes for sources y (n × d), targets x (m × d) and γ; `None` where [`Extent::of`] returns `None`, or
    /// more than [`MOST_MODES`] modes are needed.
    pub(crate) fn new(y: &'a DMatrix<f64>, x: &'a DMatrix<f64>, gamma: f64) -> Option<Self> {
        let extent = Extent::of(&[y, x])?;
        let digits = Digits::All.log();
        let spacing = modes::spacing(&extent.widths(), gamma, digits);
        let reach = spacing.iter().map(|&h| modes::reach(h, gamma, digits));
        let reach: Vec<f64> = reach.collect();
        let count: f64 = reach.iter().map(|m| 2.0 * m + 1.0).product();
        (count <= MOST_MODES).then_some(Self {
            y,
            x,
            gamma,
            extent,
            spacing,
            reach,
        })
    }

    /// Estimates the time in nanoseconds of [`sums`](Self::sums) on two cores for `columns` columns.
    pub(crate) fn nanoseconds(&self, columns: usize) -> f64 {
        let points = (self.y.nrows() + self.x.nrows()) as f64;
        let windows = PLACE * points * (WIDTH as f64).powi(self.extent.axes() as i32);
        let widths = self.extent.widths();
        let sums = Density::operations(&widths, self.y.nrows(), &self.spacing, &self.reach);
        columns as f64 * (windows + MULTIPLICATION * sums)
    }

    /// Returns the sums (m × k) for the columns of a (n × k), and a bound on the error of a sum as a share of Σᵢ |aᵢ|;
    /// `None` where there are more rows than a `u32` can number.
    pub(crate) fn sums(&self, a: &DMatrix<f64>) -> Option<(DMatrix<f64>, f64)> {
        let asked = Cloud::within(self.x, &self.extent)?;
        let (modes, waves) = self.waves(a)?;
        let found = nufft::at_points::<WIDTH>(&asked, &modes.spacing, &modes.shape(), &waves);
        let values = asked.given_order(found.as_slice());
        Some((
            DMatrix::from_vec(self.x.nrows(), a.ncols(), values),
            error(&modes),
        ))
    }

    /// Prepares the sums for the columns of a (n × k) at any row in the bounding box of all y and x; `None` where there
    /// are more rows than a `u32` can number, or the values would exceed [`HELD`].
    pub(crate) fn anywhere(self, a: &DMatrix<f64>) -> Option<GaussSums> {
        let count = self.reach.iter().map(|m| 2.0 * m + 1.0).product();
        if GridValues::<WIDTH>::numbers(count, self.extent.axes(), a.ncols()) > HELD {
            return None;
        }
        let (modes, waves) = self.waves(a)?;
        Some(GaussSums {
            at_places: GridValues::new(&modes.spacing, &modes.shape(), &waves),
            columns: a.ncols(),
            error: error(&modes),
            extent: self.extent,
        })
    }

    /// Estimates the time in nanoseconds that [`GaussSums::at`] takes per row on two cores.
    pub(crate) fn nanoseconds_a_row(&self, columns: usize) -> f64 {
        COLLECTED * columns as f64 * (WIDTH as f64).powi(self.extent.axes() as i32)
    }

    /// Returns the modes, and for each column of a the coefficients of the waves that add up to its sum; `None` where
    /// there are more rows than a `u32` can number.
    fn waves(&self, a: &DMatrix<f64>) -> Option<(Modes, Vec<Vec<Complex64>>)> {
        let about = Cloud::within(self.y, &self.extent)?;
        let modes = Modes::new(&self.spacing, &about.widths, self.gamma, Digits::All.log());
        let finest = self.reach.iter().zip(&self.spacing).map(|(m, h)| m * h);
        let finest: Vec<f64> = finest.collect();
        let waves = a.column_iter().map(|a| {
            let weights = about.own_order(a.as_slice());
            let density = Density::new(&about, &finest, Some(&weights));
            let sums = density.sums(&modes.spacing, &modes.reach);
            let terms = sums.into_iter().enumerate();
            terms.map(|(p, sum)| sum * modes.weight(p)).collect()
        });
        let waves = waves.collect();
        Some((modes, waves))
    }
}

/// Upper bound on the error of a sum as a share of Σᵢ |aᵢ|. Window and rounding count twice: for the sums over sources,
/// and for the values at targets.
fn error(modes: &Modes) -> f64 {
    modes.error + 2.0 * (Digits::All.window() + modes.rounding())
}

/// Sums of Gaussians, prepared for fast evaluation at any row in a box.
#[derive(Debug)]
pub(crate) struct GaussSums {
    /// Box in which rows must lie.
    extent: Extent,
    /// Values of the sums at the places of a grid.
    at_places: GridValues<WIDTH>,
    /// Number k of columns.
    columns: usize,
    /// Upper bound on the error of a sum, as a share of Σᵢ |aᵢ|.
    pub(crate) error: f64,
}

impl GaussSums {
    /// Returns true where a row (length d) lies in the box.
    pub(crate) fn hold(&self, row: &[f64]) -> bool {
        self.extent.holds(row)
    }

    /// Returns the sums (k × b) at b rows in the box, which are the columns of `rows` (d × b).
    pub(crate) fn at(&self, rows: &DMatrix<f64>) -> DMatrix<f64> {
        let d = rows.nrows().max(1);
        let rows = rows.as_slice().chunks_exact(d);
        let points: Vec<f64> = rows.flat_map(|row| self.extent.along(row)).collect();
        let width = self.at_places.width;
        let found = self.at_places.at(&points);
        let found = DMatrix::from_vec(width, found.len() / width, found);
        found.resize_vertically(self.columns, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_the_sum_of_gaussians() {
        for (d, gamma) in [(1, 200.0), (2, 15.0), (3, 2.0)] {
            let entry = |i: usize, j: usize| ((i * (2 * j + 3)) as f64 * 0.37 + j as f64).sin();
            let y = DMatrix::from_fn(300, d, entry);
            // Targets lie also beyond the sources.
            let x = DMatrix::from_fn(70, d, |i, j| 1.3 * entry(i + 1000, j));
            let a = DMatrix::from_fn(300, 3, |i, j| ((i + 7 * j) as f64).cos());
            let gauss = GaussTransform::new(&y, &x, gamma).unwrap();
            let (found, error) = gauss.sums(&a).unwrap();
            let k = DMatrix::from_fn(70, 300, |i, j| {
                (-gamma * (x.row(i) - y.row(j)).norm_squared()).exp()
            });
            let expected = k * &a;
            let allowed = error * a.column(0).lp_norm(1).max(a.column(1).lp_norm(1)) * 1.01;
            assert!(allowed < 1e-10);
            let off = (found - &expected).amax();
            assert!(off <= allowed, "{d}: off by {off:e} of {allowed:e}");
            let anywhere = gauss.anywhere(&a).unwrap();
            let off = (anywhere.at(&x.transpose()).transpose() - expected).amax();
            assert!(off <= allowed, "{d}: off by {off:e} of {allowed:e}");
        }
    }

    #[test]
    fn a_row_is_held_where_it_is_in_the_box_and_has_what_all_have() {
        let y = DMatrix::from_row_slice(3, 2, &[0.0, 7.0, 1.0, 7.0, 4.0, 7.0]);
        let x = DMatrix::from_row_slice(1, 2, &[-1.0, 7.0]);
        let gauss = GaussTransform::new(&y, &x, 1.0).unwrap();
        let sums = gauss.anywhere(&DMatrix::repeat(3, 1, 1.0)).unwrap();
        assert!(sums.hold(&[-1.0, 7.0]) && sums.hold(&[4.0, 7.0]));
        let others = [[-1.1, 7.0], [4.1, 7.0], [2.0, 7.5], [f64::NAN, 7.0]];
        assert!(others.iter().all(|row| !sums.hold(row)));
    }
}
