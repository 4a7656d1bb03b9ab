//! Fits as pickles hold them: numbers, names and arrays.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    arrays::{array, matrix, matrix_of},
    errors::{raised, refused},
    interrupt::interruptible,
    kernels::{KernelRequest, checked},
};
use kernel_pca::{
    kernel::{Centering, KernelParams},
    kpca::{Accuracy, Bytes, Doubt, KernelPca, SavedFit, SolverUsed},
    preimage::Ridge,
};

/// Accuracy of a fit, the solver that answered, and the reason for doubt.
#[derive(Clone, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub struct Certificate {
    certified: bool,
    bound: Option<f64>,
    score_bound: Option<f64>,
    residual: f64,
    solver: String,
    landmarks: Option<usize>,
    doubt: Option<String>,
    rounding: Option<f64>,
    needed: Option<u64>,
}

/// Names of the reasons for doubt.
mod doubts {
    pub const UNPROVEN: &str = "unproven";
    pub const ROUNDING: &str = "rounding";
    pub const ALL_ROUNDING: &str = "all rounding";
    pub const MEMORY: &str = "memory";
    pub const LANDMARKS: &str = "landmarks";
}

impl Certificate {
    /// Certificate of a fit.
    pub fn of(kpca: &KernelPca) -> Self {
        let accuracy = kpca.accuracy;
        let (doubt, rounding, needed) = match accuracy.doubt {
            None => (None, None, None),
            Some(Doubt::Unproven) => (Some(doubts::UNPROVEN), None, None),
            Some(Doubt::Rounding(error)) => (Some(doubts::ROUNDING), Some(error), None),
            Some(Doubt::AllRounding) => (Some(doubts::ALL_ROUNDING), None, None),
            Some(Doubt::Memory { needed }) => (Some(doubts::MEMORY), None, Some(needed)),
            Some(Doubt::Landmarks { needed, .. }) => (Some(doubts::LANDMARKS), None, needed),
        };
        Self {
            certified: accuracy.is_certified(),
            bound: accuracy.eigenvalue_bound,
            score_bound: accuracy.score_bound,
            residual: accuracy.residual,
            solver: kpca.solver.name().to_owned(),
            landmarks: match kpca.solver {
                SolverUsed::Nystrom { landmarks } => Some(landmarks),
                _ => None,
            },
            doubt: doubt.map(str::to_owned),
            rounding,
            needed: needed.map(|Bytes(bytes)| bytes),
        }
    }

    fn accuracy(&self) -> PyResult<Accuracy> {
        let needed = self.needed.map(Bytes);
        let doubt = match (self.doubt.as_deref(), self.rounding, needed) {
            (None, ..) => None,
            (Some(doubts::UNPROVEN), ..) => Some(Doubt::Unproven),
            (Some(doubts::ROUNDING), Some(error), _) => Some(Doubt::Rounding(error)),
            (Some(doubts::ALL_ROUNDING), ..) => Some(Doubt::AllRounding),
            (Some(doubts::MEMORY), _, Some(needed)) => Some(Doubt::Memory { needed }),
            (Some(doubts::LANDMARKS), ..) => Some(Doubt::Landmarks {
                count: self.landmarks.unwrap_or_default(),
                needed,
            }),
            (Some(other), ..) => return Err(refused(format!("a fit was saved with {other}"))),
        };
        Ok(Accuracy {
            residual: self.residual,
            eigenvalue_bound: self.bound,
            score_bound: self.score_bound,
            doubt,
        })
    }

    fn solver(&self) -> PyResult<SolverUsed> {
        let landmarks = self.landmarks.unwrap_or_default();
        let all = [
            SolverUsed::Features,
            SolverUsed::Dense,
            SolverUsed::Cholesky,
            SolverUsed::Krylov,
            SolverUsed::Fourier,
            SolverUsed::Reduced,
            SolverUsed::Nystrom { landmarks },
        ];
        let found = all.into_iter().find(|solver| solver.name() == self.solver);
        found.ok_or_else(|| refused(format!("a fit was saved with solver {}", self.solver)))
    }
}

/// Entries that restore a fit, but for those of the kernel's name and other parameters, which stand in the same
/// dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct SavedNumbers<'py> {
    rows: Bound<'py, PyArray2<f64>>,
    gamma: f64,
    eigenvalues: Vec<f64>,
    eigenvectors: Bound<'py, PyArray2<f64>>,
    trace: f64,
    negative_eigenvalues: Vec<f64>,
    rank: Option<usize>,
    certificate: Certificate,
    undetermined: Vec<(usize, usize)>,
    column_means: Bound<'py, PyArray1<f64>>,
    grand_mean: f64,
    ridge_weights: Option<Bound<'py, PyArray2<f64>>>,
}

/// Entries of a dictionary that restores a fit.
pub fn saved<'py>(
    py: Python<'py>,
    kpca: &KernelPca,
    gamma: f64,
    ridge: Option<&Ridge>,
) -> PyResult<Bound<'py, PyDict>> {
    let fit = kpca.saved();
    let fit = fit.ok_or_else(|| refused("fits of kernels that are not plain cannot be saved"))?;
    let KernelParams {
        kind,
        degree,
        coef0,
        shape,
        ..
    } = KernelParams::from(fit.kernel);
    let entries = PyDict::new(py);
    entries.set_item("kernel", kind.name())?;
    entries.set_item("gamma", gamma)?;
    entries.set_item("degree", degree)?;
    entries.set_item("coef0", coef0)?;
    entries.set_item("shape", shape)?;
    entries.set_item("rows", array(py, (**kpca.training()).clone())?)?;
    entries.set_item("eigenvalues", fit.eigenvalues)?;
    entries.set_item("eigenvectors", array(py, fit.eigenvectors)?)?;
    entries.set_item("trace", fit.trace)?;
    entries.set_item("negative_eigenvalues", fit.negative_eigenvalues)?;
    entries.set_item("rank", fit.rank)?;
    entries.set_item("certificate", Certificate::of(kpca))?;
    let runs = fit.undetermined.iter().map(|run| (run.start, run.end));
    entries.set_item("undetermined", runs.collect::<Vec<_>>())?;
    let Centering {
        column_means,
        grand_mean,
    } = fit.centering;
    entries.set_item("column_means", PyArray1::from_vec(py, column_means))?;
    entries.set_item("grand_mean", grand_mean)?;
    let weights = ridge.map(|ridge| array(py, ridge.weights().clone()));
    entries.set_item("ridge_weights", weights.transpose()?)?;
    Ok(entries)
}

/// Fit, γ and ridge regression from the entries that [`saved`] gave.
///
/// # Errors
/// `ValueError` where the entries do not belong together.
pub fn restored(entries: &Bound<'_, PyDict>) -> PyResult<(KernelPca, f64, Option<Ridge>)> {
    let params = entries.extract::<KernelRequest>()?.params()?;
    let numbers: SavedNumbers<'_> = entries.extract()?;
    let x = Arc::new(matrix(&numbers.rows)?);
    let k = numbers.eigenvalues.len();
    let eigenvectors = matrix_of(&numbers.eigenvectors, k)?;
    let column_means = numbers.column_means.to_vec()?;
    let weights = numbers.ridge_weights.as_ref();
    let weights = weights.map(|weights| matrix_of(weights, x.ncols()));
    let weights = weights.transpose()?;
    let n = x.nrows();
    let lengths = [Some(eigenvectors.nrows()), Some(column_means.len())];
    let of_ridge = weights.as_ref().map(nalgebra::DMatrix::nrows);
    if lengths
        .into_iter()
        .chain([of_ridge])
        .flatten()
        .any(|length| length != n)
    {
        return Err(refused("the arrays of a saved fit differ in length"));
    }
    let SavedNumbers {
        gamma,
        eigenvalues,
        trace,
        negative_eigenvalues,
        rank,
        certificate,
        undetermined,
        grand_mean,
        ..
    } = numbers;
    let (accuracy, solver) = (certificate.accuracy()?, certificate.solver()?);
    // Not by the threads that the whole process shares, which a child made by `fork` lacks.
    interruptible(entries.py(), 0, move |_| {
        let (kernel, _) = checked(&params, &x).map_err(raised)?;
        let runs = undetermined.into_iter();
        let fit = SavedFit {
            kernel,
            eigenvalues,
            eigenvectors,
            trace,
            negative_eigenvalues,
            rank,
            accuracy,
            undetermined: runs.map(|(start, end)| start..end).collect(),
            solver,
            centering: Centering {
                column_means,
                grand_mean,
            },
        };
        let kpca = KernelPca::restored(fit, x).map_err(raised)?;
        let ridge = weights.map(|weights| Ridge::restored(&kpca, weights));
        Ok((kpca, gamma, ridge))
    })
}
