//! Sums of Gaussians by waves, at a cost that grows with the number of points they are about and of points they are
//! asked for, not with the product (a fast Gauss transform; Greengard and Strain 1991).

use nalgebra::DMatrix;

use super::{
    DIMENSIONS, Digits,
    cloud::{Cloud, Extent},
    density::{Density, WIDTH},
    modes::{self, Modes},
    nufft,
};

/// Modes past which grids take too much memory.
const MOST: f64 = 4e6;
/// What a place of a point's windows takes, and a multiplication of a product of matrices; nanoseconds on two cores.
const PLACE: f64 = 0.6;
const MULTIPLICATION: f64 = 0.05;

/// How to find Σᵢ aᵢ exp(−γ‖x − yᵢ‖²) for all x.
pub(crate) struct GaussTransform<'a> {
    /// n × d.
    y: &'a DMatrix<f64>,
    /// m × d.
    x: &'a DMatrix<f64>,
    gamma: f64,
    extent: Extent,
    spacing: Vec<f64>,
    reach: Vec<f64>,
}

impl<'a> GaussTransform<'a> {
    /// What it takes at least, before anything is looked at: for so many points in all, and columns.
    pub(crate) fn least_nanoseconds(points: usize, columns: usize) -> f64 {
        PLACE * (points * columns * WIDTH) as f64
    }

    /// `None` in many dimensions, and where too many waves were needed.
    pub(crate) fn new(y: &'a DMatrix<f64>, x: &'a DMatrix<f64>, gamma: f64) -> Option<Self> {
        let extent = Extent::of(&[y, x]).filter(|extent| extent.axes() <= DIMENSIONS)?;
        let digits = Digits::All.log();
        let spacing = modes::spacing(&extent.widths(), gamma, digits);
        let reach = spacing.iter().map(|&h| modes::reach(h, gamma, digits));
        let reach: Vec<f64> = reach.collect();
        let count: f64 = reach.iter().map(|m| 2.0 * m + 1.0).product();
        (count <= MOST).then_some(Self {
            y,
            x,
            gamma,
            extent,
            spacing,
            reach,
        })
    }

    /// What it takes for some columns a, in nanoseconds on two cores, about.
    pub(crate) fn nanoseconds(&self, columns: usize) -> f64 {
        let points = (self.y.nrows() + self.x.nrows()) as f64;
        let windows = PLACE * points * (WIDTH as f64).powi(self.extent.axes() as i32);
        let widths = self.extent.widths();
        let sums = Density::operations(&widths, self.y.nrows(), &self.spacing, &self.reach);
        columns as f64 * (windows + MULTIPLICATION * sums)
    }

    /// The sums (m × k) for the columns of a (n × k), each off by no more than the second value times Σᵢ |aᵢ|; `None`
    /// where no number is.
    pub(crate) fn sums(&self, a: &DMatrix<f64>) -> Option<(DMatrix<f64>, f64)> {
        let about = Cloud::within(self.y, &self.extent)?;
        let asked = Cloud::within(self.x, &self.extent)?;
        let modes = Modes::new(&self.spacing, &about.widths, self.gamma, Digits::All.log());
        let finest = self.reach.iter().zip(&self.spacing).map(|(m, h)| m * h);
        let finest: Vec<f64> = finest.collect();
        let waves: Vec<_> = a
            .column_iter()
            .map(|a| {
                let weights = about.own_order(a.as_slice());
                let density = Density::of(&about, &finest, Some(&weights));
                let sums = density.sums(&modes.spacing, &modes.reach);
                let terms = sums.into_iter().enumerate();
                terms.map(|(p, sum)| sum * modes.weight(p)).collect()
            })
            .collect();
        let found = nufft::at_points::<WIDTH>(&asked, &modes.spacing, &modes.shape(), &waves);
        let values = asked.given_order(found.as_slice());
        // Once where the sums are taken, and once where they are given out.
        let error = modes.error + 2.0 * (Digits::All.window() + modes.rounding());
        Some((DMatrix::from_vec(self.x.nrows(), a.ncols(), values), error))
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
            // Also beyond them.
            let x = DMatrix::from_fn(70, d, |i, j| 1.3 * entry(i + 1000, j));
            let a = DMatrix::from_fn(300, 3, |i, j| ((i + 7 * j) as f64).cos());
            let gauss = GaussTransform::new(&y, &x, gamma).unwrap();
            let (found, error) = gauss.sums(&a).unwrap();
            let k = DMatrix::from_fn(70, 300, |i, j| {
                (-gamma * (x.row(i) - y.row(j)).norm_squared()).exp()
            });
            let allowed = error * a.column(0).lp_norm(1).max(a.column(1).lp_norm(1)) * 1.01;
            assert!(allowed < 1e-10);
            let off = (found - k * &a).amax();
            assert!(off <= allowed, "{d}: off by {off:e} of {allowed:e}");
        }
    }
}
