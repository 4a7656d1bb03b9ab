//! Pre-images: rows whose images are near points of feature space.

use std::sync::Arc;

use nalgebra::DMatrix;
use numpy::{PyArray1, PyArray2};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    arrays::{array, matrix_of},
    errors::{raised, refused},
    interrupt::interruptible,
    model::Model,
};
use kernel_pca::{
    preimage::{self, PreImage, PreImageMethod, PreImageOptions},
    sweep,
};

/// Method of pre-images with its parameters, from the entries of a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct PreImageRequest {
    method: String,
    alpha: f64,
    memory: u64,
    threads: usize,
}

/// Pre-images (m × d), the distance in feature space of each (length m), and whether each converged.
type Found<'py> = (
    Bound<'py, PyArray2<f64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
);

/// Pre-images of scores (m × k); iterations start at the rows `starts` (m × d) where given.
#[pyfunction]
#[pyo3(signature = (model, scores, starts, request))]
pub fn pre_images<'py>(
    py: Python<'py>,
    model: &Model,
    scores: &Bound<'py, PyAny>,
    starts: Option<&Bound<'py, PyAny>>,
    request: &Bound<'py, PyDict>,
) -> PyResult<Found<'py>> {
    let request: PreImageRequest = request.extract()?;
    let options = request.options()?;
    let d = model.columns();
    let scores = matrix_of(scores, model.kpca.eigenvalues.len())?;
    let starts = starts.map(|starts| matrix_of(starts, d)).transpose()?;
    if starts
        .as_ref()
        .is_some_and(|starts| starts.nrows() != scores.nrows())
    {
        return Err(refused("starts must have a row for each row of scores"));
    }
    let kpca = Arc::clone(&model.kpca);
    let found = interruptible(py, request.threads, move |cancelled| {
        let starts = starts.as_ref();
        preimage::pre_images(&kpca, &scores, starts, &options, cancelled).map_err(raised)
    })?;
    given(py, &found, d)
}

/// Pre-images of the projections of rows (m × d) on the components.
#[pyfunction]
pub fn denoised<'py>(
    py: Python<'py>,
    model: &Model,
    x: &Bound<'py, PyAny>,
    request: &Bound<'py, PyDict>,
) -> PyResult<Found<'py>> {
    let request: PreImageRequest = request.extract()?;
    let options = request.options()?;
    let d = model.columns();
    let x = matrix_of(x, d)?;
    let kpca = Arc::clone(&model.kpca);
    let found = interruptible(py, request.threads, move |cancelled| {
        options.method.check(&kpca.kernel).map_err(raised)?;
        kpca.kernel.check_values(&x).map_err(raised)?;
        preimage::denoised(&kpca, &x, &options, &|_| {}, cancelled).map_err(raised)
    })?;
    given(py, &found, d)
}

/// Squared distance of rows (m × d) from their pre-images, as a share of that from the mean of the fitted rows.
#[pyfunction]
pub fn pre_image_error(
    model: &Model,
    rows: &Bound<'_, PyAny>,
    rebuilt: &Bound<'_, PyAny>,
) -> PyResult<f64> {
    let d = model.columns();
    let (rows, rebuilt) = (matrix_of(rows, d)?, matrix_of(rebuilt, d)?);
    if rows.nrows() != rebuilt.nrows() {
        return Err(refused("each row must have a pre-image"));
    }
    let mean = model.kpca.training().row_mean();
    Ok(sweep::pre_image_error(&mean, &rows, &rebuilt))
}

impl PreImageRequest {
    fn options(&self) -> PyResult<PreImageOptions> {
        let named = |method: &PreImageMethod| method.name() == self.method;
        let method = PreImageMethod::ALL.into_iter().find(named);
        let unknown = || refused(format!("there are no pre-images by {}", self.method));
        Ok(PreImageOptions {
            method: method.ok_or_else(unknown)?,
            alpha: self.alpha,
            memory_budget: self.memory,
        })
    }
}

/// Gives pre-images to Python.
fn given<'py>(py: Python<'py>, found: &[PreImage], d: usize) -> PyResult<Found<'py>> {
    let points = DMatrix::from_fn(found.len(), d, |i, j| found[i].point[j]);
    let distances = found.iter().map(|it| it.distance);
    let converged = found.iter().map(|it| it.converged);
    Ok((
        array(py, points)?,
        PyArray1::from_iter(py, distances),
        PyArray1::from_iter(py, converged),
    ))
}
