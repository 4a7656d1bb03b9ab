//! RBF kernels of points in few dimensions by equispaced Fourier modes, after Greengard, Rachh and Barnett,
//! "Equispaced Fourier representations for efficient Gaussian process regression from a billion data points"
//! (2022).
//!
//! A [cloud] of points is spread over a [grid](density) once, which gives [sums] over equispaced [modes]. For any γ the
//! [eigenproblem](toeplitz) is one in the space of these modes, whose size does not depend on the number of points. A
//! [transform back](nufft) gives the entries of the eigenvectors. While γ rests, a [space for previews](foreseen) of
//! kernels about this γ is made.

mod cloud;
mod convolution;
mod density;
mod foreseen;
mod gauss;
mod lines;
mod modes;
mod nufft;
mod span;
mod stencils;
mod sums;
mod toeplitz;
mod window;

use std::sync::Arc;

use kernel_pca_fft::num_complex::Complex64;
use nalgebra::{DMatrix, DVectorView};

use super::{krylov::capacity, orthogonal::center_columns};
use crate::{
    count::{CancelCheck, Count},
    kernel::Centering,
};
use cloud::Cloud;
use convolution::Symbol;
use density::Density;
pub(crate) use foreseen::PreviewPairs;
use foreseen::WavePreviews;
pub(crate) use gauss::{GaussSums, GaussTransform};
pub(crate) use modes::Modes;
use sums::ModeSums;
pub(crate) use toeplitz::Toeplitz;

/// Accuracy of sums over modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digits {
    /// Kernel values to 10⁻⁸.
    Some,
    /// Kernel values to double precision.
    All,
}

/// Fourier solver for the points of one data set, with all results that are kept between kernels.
#[derive(Debug)]
pub(crate) struct Fourier {
    /// Points of the data set, in an order in which neighbours in memory are neighbours in space.
    cloud: Cloud,
    /// Grid over which the points are spread; `None` until it is needed.
    density: Option<Density>,
    /// Sums of waves over the points, for a range of γ; `None` until they are needed.
    sums: Option<ModeSums>,
    /// Cache of the transformed sums on the grids of the latest products, the latest last.
    symbols: Vec<Symbol>,
    /// Cache of the points of the rows evaluated last; `None` before the first evaluation.
    some: Option<(Arc<[usize]>, Cloud)>,
    /// Space of waves for previews of kernels with γ near the value at which it last rested.
    foreseen: WavePreviews,
}

/// Values at some points of functions in the space of the modes, with means of the kernel.
pub(crate) struct WaveValues {
    /// Values at the points of k functions that modes add up to, less the mean of each function over all points of the
    /// data; points × k.
    pub(crate) columns: DMatrix<f64>,
    /// Means of the kernel less one: between each of these points and all points, and between all points.
    pub(crate) centering: Centering,
}

/// Estimated size of the eigenproblem of one kernel in the space of its modes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FourierCost {
    /// Number of modes.
    modes: f64,
    /// Number of points of the FFT grid on which the matrix is multiplied: 4m + 1 along an axis with modes −m..=m.
    places: f64,
    /// Number of axes.
    axes: i32,
    /// Number of multiplications of the sums over the points, which the first product waits for.
    pub(crate) sums: f64,
}

/// Largest number of axes along which points may vary, since the number of modes grows exponentially with it.
const DIMENSIONS: usize = 3;
/// Largest number of multiplications of sums that are computed in advance while γ rests.
const FORESEEN: f64 = 1e10;
/// Number of grids whose transformed sums are kept: one for previews and one for exact fits.
const SYMBOLS: usize = 2;
/// Factor by which the range of γ of the sums reaches beyond γ, up and down, once γ is seen to move. A wider range
/// serves more steps of γ, and takes more sums at once.
const WIDER: f64 = 1.5;
/// Factor by which the range of γ of the sums reaches beyond γ, up and down, where the sums are computed while γ rests
/// and nobody waits for them.
const WIDEST: f64 = 2.0;

impl Digits {
    /// Exponent c² of the modes' error bounds, which are about e^−c²: 9·10⁻⁹ and 9·10⁻¹⁷.
    fn log(self) -> f64 {
        match self {
            Self::Some => 18.5,
            Self::All => 37.0,
        }
    }

    /// Error that the window makes in a sum of waves whose coefficients have moduli that add up to one (tested in
    /// [`window`]).
    pub(crate) fn window(self) -> f64 {
        match self {
            Self::Some => 1e-6,
            Self::All => 6e-14,
        }
    }
}

impl Fourier {
    /// Sorts the points of x (n × d); passes over all points report their progress to `count`. `None` where the points
    /// vary along no axis or along more than [`DIMENSIONS`].
    pub(crate) fn new(x: &DMatrix<f64>, count: &Arc<Count>) -> Option<Self> {
        let mut cloud = Cloud::new(x)?;
        cloud.walk = Arc::clone(count);
        Some(Self {
            cloud,
            density: None,
            sums: None,
            symbols: Vec::new(),
            some: None,
            foreseen: WavePreviews::default(),
        })
    }

    /// Estimates the size of the eigenproblem of the kernel with this γ.
    pub(crate) fn cost(&self, gamma: f64) -> FourierCost {
        let widths = &self.cloud.widths;
        let log = Digits::All.log();
        let spacing = modes::spacing(widths, gamma, log);
        let sides = spacing.iter().map(|&h| modes::reach(h, gamma, log));
        // Share of its bounding box that an ellipsoid fills in 1, 2 and 3 dimensions: 1, π/4 and π/6.
        let part = [1.0, 0.785, 0.524][widths.len() - 1];
        FourierCost {
            modes: part * sides.clone().map(|m| 2.0 * m + 1.0).product::<f64>(),
            places: sides.map(|m| 4.0 * m + 1.0).product(),
            axes: widths.len() as i32,
            sums: multiplications_of_sums(&self.cloud, gamma, gamma),
        }
    }

    /// Returns the modes for the kernel with this γ, and computes the sums over the points that they need.
    pub(crate) fn modes(&mut self, gamma: f64, digits: Digits) -> Modes {
        let known = self.sums.take();
        let wider = if known.is_some() { WIDER } else { 1.0 };
        let known = known.filter(|sums| sums.serve(&self.cloud.widths, gamma));
        let sums = known.unwrap_or_else(|| self.summed(gamma / wider, gamma * wider));
        let sums = self.sums.insert(sums);
        Modes::new(&sums.spacing, &self.cloud.widths, gamma, digits.log())
    }

    /// Computes the sums of waves over the points that serve all kernels from γ = `least` to `most`, and drops the
    /// transforms of earlier sums.
    fn summed(&mut self, least: f64, most: f64) -> ModeSums {
        self.symbols.clear();
        ModeSums::over(&self.cloud, &mut self.density, least, most)
    }

    /// Computes the sums for every γ from half to twice `gamma` in advance, if sums were needed before, the present
    /// ones do not serve this range, and the work is at most [`FORESEEN`].
    pub(crate) fn foresee(&mut self, gamma: f64) {
        let [least, most] = [gamma / WIDEST, gamma * WIDEST];
        let serve = |sums: &ModeSums| {
            [least, most]
                .iter()
                .all(|gamma| sums.serve(&self.cloud.widths, *gamma))
        };
        if !self.sums.as_ref().is_none_or(serve)
            && multiplications_of_sums(&self.cloud, least, most) <= FORESEEN
        {
            self.sums = Some(self.summed(least, most));
        }
    }

    /// Returns the centred kernel matrix as an operator in the space of the modes; `None` where [`modes`](Self::modes)
    /// has not computed the sums.
    pub(crate) fn operator<'a>(
        &mut self,
        modes: &'a Modes,
        cancelled: CancelCheck<'a>,
    ) -> Option<Toeplitz<'a>> {
        let (cloud, sums) = (&self.cloud, self.sums.as_ref()?);
        let known = self.symbols.iter().position(|it| it.serves(modes));
        let symbol = match known {
            Some(place) => self.symbols.remove(place),
            None => Symbol::new(modes, sums, !self.symbols.is_empty()),
        };
        let op = Toeplitz::new(modes, sums, &symbol, cloud.len(), cancelled);
        self.symbols.push(symbol);
        if self.symbols.len() > SYMBOLS {
            self.symbols.remove(0);
        }
        Some(op)
    }

    /// Evaluates functions in the space of the modes, given by coefficients w (dim × k), at the points of some `rows`
    /// (ascending), or of all, in the order of the data; `None` without sums.
    pub(crate) fn values(
        &mut self,
        rows: Option<&Arc<[usize]>>,
        modes: &Modes,
        w: &DMatrix<f64>,
        digits: Digits,
    ) -> Option<WaveValues> {
        let (cloud, sums) = (&self.cloud, self.sums.as_ref()?);
        let around = sums.around_zero(&modes.shape());
        // Last come the kernel's means with all points.
        let mut waves = toeplitz::coefficients(modes, w);
        let last = waves.len();
        waves.push(mean_wave(modes, &around, cloud.len()));
        let less_one = |means: DVectorView<'_, f64>| means.iter().map(|mean| mean - 1.0).collect();
        let Some(rows) = rows else {
            let values = values(cloud, modes, &waves, digits);
            let centering = Centering::of_means(less_one(values.column(last)));
            let mut columns = values.remove_column(last);
            center_columns(&mut columns);
            return Some(WaveValues { columns, centering });
        };
        let found = self.at_some(rows, modes, &waves, digits)?;
        let centering = Centering {
            column_means: less_one(found.values.column(last)),
            grand_mean: found.means.last()? - 1.0,
        };
        let columns = found.centered().remove_column(last);
        Some(WaveValues { columns, centering })
    }

    /// Evaluates sums of waves at the points of some `rows` (ascending), in their order; `waves` holds the coefficients
    /// of each sum over the grid of modes. `None` without sums.
    fn at_some(
        &mut self,
        rows: &Arc<[usize]>,
        modes: &Modes,
        waves: &[Vec<Complex64>],
        digits: Digits,
    ) -> Option<RowValues> {
        let (cloud, sums) = (&self.cloud, self.sums.as_ref()?);
        let around = sums.around_zero(&modes.shape());
        let n = cloud.len() as f64;
        let mean = |waves: &Vec<Complex64>| {
            let terms = waves.iter().zip(&around);
            terms.map(|(c, t)| (c * t.conj()).re).sum::<f64>() / n
        };
        let kept = self.some.take().filter(|(of, _)| Arc::ptr_eq(of, rows));
        let kept = kept.unwrap_or_else(|| (Arc::clone(rows), cloud.some(rows)));
        let (_, some) = &*self.some.insert(kept);
        Some(RowValues {
            means: waves.iter().map(mean).collect(),
            values: values(some, modes, waves, digits),
        })
    }
}

/// Returns the coefficients, over the grid of modes, of the mean of k(x, xᵢ) over all n points xᵢ as a function of x;
/// `around` holds the sum of each mode over the points.
fn mean_wave(modes: &Modes, around: &[Complex64], n: usize) -> Vec<Complex64> {
    let means = around.iter().enumerate();
    means
        .map(|(p, t)| t * (modes.weight(p) / n as f64))
        .collect()
}

/// Evaluates sums of waves at the points of a cloud, in the order of the data (n × number of sums).
fn values(cloud: &Cloud, modes: &Modes, waves: &[Vec<Complex64>], digits: Digits) -> DMatrix<f64> {
    let (spacing, shape) = (&modes.spacing, modes.shape());
    let found = match digits {
        Digits::Some => nufft::at_points::<8>(cloud, spacing, &shape, waves),
        Digits::All => nufft::at_points::<16>(cloud, spacing, &shape, waves),
    };
    DMatrix::from_vec(
        cloud.len(),
        waves.len(),
        cloud.given_order(found.as_slice()),
    )
}

/// Estimates the number of multiplications of the sums that kernels from γ = `least` to `most` need.
fn multiplications_of_sums(cloud: &Cloud, least: f64, most: f64) -> f64 {
    let log = Digits::All.log();
    let spacing = modes::spacing(&cloud.widths, least, log);
    let reach = spacing.iter().map(|&h| 2.0 * modes::reach(h, most, log));
    let reach: Vec<f64> = reach.collect();
    Density::operations(&cloud.widths, cloud.len(), &spacing, &reach)
}

/// Values of sums of waves at the points of some rows.
struct RowValues {
    /// Values, rows × number of sums.
    values: DMatrix<f64>,
    /// Mean of each sum over all points.
    means: Vec<f64>,
}

impl RowValues {
    /// Returns the values less their means over all points.
    fn centered(self) -> DMatrix<f64> {
        let mut values = self.values;
        for (mut column, mean) in values.column_iter_mut().zip(self.means) {
            column.add_scalar_mut(-mean);
        }
        values
    }
}

impl FourierCost {
    /// Estimates the number of bytes that a fit of k components to n points holds at once.
    pub(crate) fn bytes(&self, n: usize, k: usize) -> f64 {
        // Three parts: a basis, its image and a copy; grids, also those of the window, twice as fine; columns of
        // values.
        let basis = 24.0 * capacity(self.modes as usize, k) as f64 * self.modes;
        let [n, k] = [n, k].map(|count| count as f64);
        let grids = (100.0 + 40.0 * 2.0_f64.powi(self.axes) + 8.0 * k) * self.places;
        basis + grids + 8.0 * n * (6.0 * k + 12.0)
    }

    /// Estimated number of operations of a product: N log₂ N on a grid of N places.
    pub(crate) fn operations(&self) -> f64 {
        self.places * self.places.log2()
    }
}
