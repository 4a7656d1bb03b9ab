//! Pre-images by L-BFGS descent to the point with the nearest image, for every kernel that has a gradient,
//! polynomial kernels included.

use std::cell::Cell;

use argmin::{
    core::{CostFunction, Error, Gradient, IterState, Problem, Solver, State},
    solver::{linesearch::MoreThuenteLineSearch, quasinewton::LBFGS},
};
use nalgebra::DMatrix;

use super::PreImage;
use crate::{
    eigen::elsewhere::breathe,
    kpca::{KernelPca, Tangents},
};

/// Number of L-BFGS steps after which a descent is given up.
const MOST_STEPS: usize = 200;
/// Number of steps that L-BFGS remembers: a customary value.
const MEMORY: usize = 7;
/// Largest number of evaluations in one step: near a minimum rounding hides which value is lower, and a line search
/// would not end.
const MOST_LOOKS: usize = 20;
/// Norm below which a gradient counts as zero, in units in which data and images have the size of about one.
const FLAT: f64 = 1e-6;
/// Distance, in sizes of the data, from a place to a test point farther out from the data's middle: beyond [`REACH`], a
/// place is a minimum only if the objective at the test point is larger by more than [`FLAT`], since the objective may
/// flatten towards infinity.
const OUTWARD: f64 = 0.1;
/// Distance from the data's middle, in sizes of the data, within which a vanishing gradient counts as a minimum,
/// and within which places that are no minimum are kept. Farther out the objective may be flat without end. A
/// smaller value would give up far minima, a larger one would take flat regions for minima.
const REACH: f64 = 10.0;
/// Norm of the gradient at which a descent ends, in the units of [`FLAT`]. It is far below [`FLAT`], so that
/// rounding does not decide convergence; a larger one would save steps and lose digits.
const AIM: f64 = 1e-9;

/// Inputs that the descents to all points share.
pub(super) struct Descent<'a> {
    kpca: &'a KernelPca,
    scores: DMatrix<f64>,
    /// Squared lengths ‖φ(xᵢ)‖² of the centred training images, length n.
    squared_lengths: Vec<f64>,
    /// Size of the data (largest range of a feature), and largest ‖φ(xᵢ)‖²: the units of the descent.
    units: [f64; 2],
    /// Mean of the data, length d.
    middle: Vec<f64>,
}

impl<'a> Descent<'a> {
    pub(super) fn new(kpca: &'a KernelPca) -> Self {
        let scores = kpca.scores();
        let left = kpca.training_errors().into_iter();
        let squared_lengths: Vec<f64> = left
            .zip(scores.row_iter())
            .map(|(left, scores)| left + scores.norm_squared())
            .collect();
        let size = |values: &mut dyn Iterator<Item = f64>| {
            let largest = values.fold(0.0, f64::max);
            if largest > 0.0 { largest } else { 1.0 }
        };
        let x = kpca.training();
        let spread = |column: nalgebra::DVectorView<'_, f64>| column.max() - column.min();
        Self {
            units: [
                size(&mut x.column_iter().map(spread)),
                size(&mut squared_lengths.iter().copied()),
            ],
            middle: x.row_mean().iter().copied().collect(),
            kpca,
            scores,
            squared_lengths,
        }
    }

    /// Finds the point whose image is nearest to the point P with these scores, from `start`, or from the training
    /// row with the nearest image. Where the distance falls all the way to infinity, returns the last place within
    /// reach of the data, marked as not converged.
    pub(super) fn to(&self, wanted: &[f64], start: Option<Vec<f64>>) -> PreImage {
        let count = wanted.len().min(self.scores.ncols());
        let wanted = DMatrix::from_column_slice(count, 1, &wanted[..count]);
        let start = start.unwrap_or_else(|| self.nearest_row(&wanted));
        let Some(tangents) = Tangents::new(self.kpca, &wanted) else {
            return super::fixed(start);
        };
        let looks = Cell::new(0);
        let distance = FeatureDistance {
            looks: &looks,
            tangents,
            squared_norm: wanted.norm_squared(),
            units: self.units,
        };
        let [unit, _] = self.units;
        let in_unit = |z: &[f64]| -> Vec<f64> { z.iter().map(|z| z / unit).collect() };
        let middle = in_unit(&self.middle);
        let (mut places, gradient) = path(&distance, in_unit(&start));
        let is_minimum = |place: &Vec<f64>| distance.rises_outward(place, &middle);
        let converged = gradient <= FLAT && places.last().is_some_and(is_minimum);
        if !converged {
            let within = |place: &&Vec<f64>| from(place, &middle) <= REACH;
            let kept = places.iter().skip(1).take_while(within).count();
            places.truncate(1 + kept);
        }
        let in_data = |place: Vec<f64>| place.into_iter().map(|u| u * unit).collect();
        super::at_end(places.into_iter().map(in_data).collect(), converged)
    }

    /// Training row whose image is nearest to P, by ‖φ(xᵢ) − P‖² = ‖φ(xᵢ)‖² − 2⟨f(xᵢ), β⟩ + ‖β‖² with all images
    /// centred, f the scores of the row and β those of P.
    fn nearest_row(&self, wanted: &DMatrix<f64>) -> Vec<f64> {
        let with = self.scores.columns(0, wanted.nrows()) * wanted;
        let squares = self.squared_lengths.iter().zip(with.iter());
        let squares = squares.map(|(own, with)| own - 2.0 * with).enumerate();
        let nearest = squares.min_by(|a, b| a.1.total_cmp(&b.1));
        let x = self.kpca.training();
        nearest.map_or_else(
            || vec![0.0; x.ncols()],
            |(row, _)| x.row(row).iter().copied().collect(),
        )
    }
}

/// Places of a descent from `start`, and the norm of the gradient at the last.
fn path(distance: &FeatureDistance<'_>, start: Vec<f64>) -> (Vec<Vec<f64>>, f64) {
    let search = MoreThuenteLineSearch::new();
    let mut path = vec![start.clone()];
    let mut flatness = f64::INFINITY;
    let Ok(mut solver) = LBFGS::new(search, MEMORY).with_tolerance_grad(AIM) else {
        return (path, flatness);
    };
    let mut problem = Problem::new(distance);
    let state: IterState<Vec<f64>, Vec<f64>, (), (), (), f64> = IterState::new().param(start);
    let Ok((mut state, _)) = solver.init(&mut problem, state) else {
        return (path, flatness);
    };
    let mut cost = f64::INFINITY;
    for step in 0..=MOST_STEPS {
        // A failed line search leaves no place or gradient, and the place before is the last.
        let (Some(place), Some(gradient)) = (state.get_param(), state.get_gradient()) else {
            break;
        };
        let length = gradient.iter().map(|g| g * g).sum::<f64>().sqrt();
        let is_better = state.get_cost() <= cost && place.iter().all(|u| u.is_finite());
        if !is_better || length.is_nan() {
            break;
        }
        if step > 0 {
            path.push(place.clone());
        }
        (cost, flatness) = (state.get_cost(), length);
        if flatness <= AIM {
            break;
        }
        distance.looks.set(0);
        breathe();
        match solver.next_iter(&mut problem, state) {
            Ok((next, _)) => state = next,
            Err(_) => break,
        }
    }
    (path, flatness)
}

/// Squared distance ‖φ(z) − P‖² as a function of z, both in units of about their size.
struct FeatureDistance<'a> {
    tangents: Tangents<'a>,
    squared_norm: f64,
    units: [f64; 2],
    /// Number of evaluations in the current step.
    looks: &'a Cell<usize>,
}

impl FeatureDistance<'_> {
    fn tangent(&self, place: &[f64]) -> crate::kpca::Tangent {
        let [unit, _] = self.units;
        let z: Vec<f64> = place.iter().map(|u| u * unit).collect();
        self.tangents.at(&z)
    }

    fn squared(&self, place: &[f64]) -> f64 {
        let at = self.tangent(place);
        (at.squared_length - 2.0 * at.values[0] + self.squared_norm) / self.units[1]
    }

    /// Returns whether the objective grows a little farther from the middle; always true within [`REACH`] of the
    /// middle.
    fn rises_outward(&self, place: &[f64], middle: &[f64]) -> bool {
        let length = from(place, middle);
        if length <= REACH {
            return true;
        }
        let outward = place.iter().zip(middle);
        let farther: Vec<f64> = outward
            .map(|(u, middle)| u + OUTWARD * (u - middle) / length)
            .collect();
        self.squared(&farther) > self.squared(place) + FLAT
    }
}

/// Distance ‖a − b‖.
fn from(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

impl CostFunction for &FeatureDistance<'_> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, place: &Vec<f64>) -> Result<f64, Error> {
        self.looks.set(self.looks.get() + 1);
        if self.looks.get() > MOST_LOOKS {
            return Err(Error::msg("no lower place was found"));
        }
        Ok(self.squared(place))
    }
}

impl Gradient for &FeatureDistance<'_> {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, place: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let at = self.tangent(place);
        let [unit, scale] = self.units;
        let slopes = at.length_slopes.iter().zip(at.slopes.column(0));
        Ok(slopes
            .map(|(length, along)| (length - 2.0 * along) * unit / scale)
            .collect())
    }
}
