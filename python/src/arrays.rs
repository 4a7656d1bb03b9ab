//! Arrays of NumPy and matrices of the engine.

use nalgebra::DMatrix;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods, npyffi::types::NPY_ORDER,
};
use pyo3::prelude::*;

use crate::errors::refused;

/// Number of rows that are copied from row order to column order at once: a line of the processor's cache holds eight
/// doubles.
const BLOCK: usize = 8;

/// Copies an array (n × d) of doubles or single-precision numbers into the engine's order, column by column.
///
/// # Errors
/// When it is another kind of array, or holds values that are not finite.
pub fn matrix(array: &Bound<'_, PyAny>) -> PyResult<DMatrix<f64>> {
    // References to numbers at odd addresses are no valid ones.
    let array = &require(array)?;
    let matrix = if let Ok(doubles) = array.cast::<PyArray2<f64>>() {
        copied(doubles)?
    } else if let Ok(singles) = array.cast::<PyArray2<f32>>() {
        copied(singles)?
    } else {
        return Err(refused("a matrix must be an array of floats with two axes"));
    };
    if matrix.iter().all(|value| value.is_finite()) {
        Ok(matrix)
    } else {
        Err(refused("the data hold values that are not finite numbers"))
    }
}

/// The array itself, or a copy where its numbers are not aligned in memory.
fn require<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let numpy = array.py().import("numpy")?;
    numpy.call_method1("require", (array, array.py().None(), "A"))
}

/// Copies an array (m × d) that must have d columns.
///
/// # Errors
/// The errors of [`matrix`], or when it has another number of columns.
pub fn matrix_of(array: &Bound<'_, PyAny>, d: usize) -> PyResult<DMatrix<f64>> {
    let matrix = matrix(array)?;
    let columns = matrix.ncols();
    if columns == d {
        Ok(matrix)
    } else {
        Err(refused(format!(
            "a matrix has {columns} columns, and {d} are expected"
        )))
    }
}

fn copied<T: Element + Copy + Into<f64>>(array: &Bound<'_, PyArray2<T>>) -> PyResult<DMatrix<f64>> {
    let (n, d) = (array.shape()[0], array.shape()[1]);
    let array = array.try_readonly()?;
    let view = array.as_array();
    if let Some(columns) = view.t().as_slice() {
        let values = columns.iter().map(|value| (*value).into());
        return Ok(DMatrix::from_iterator(n, d, values));
    }
    let mut matrix = DMatrix::zeros(n, d);
    let entries = matrix.as_mut_slice();
    for start in (0..n).step_by(BLOCK) {
        for i in start..(start + BLOCK).min(n) {
            for (j, value) in view.row(i).iter().enumerate() {
                entries[j * n + i] = (*value).into();
            }
        }
    }
    Ok(matrix)
}

/// Gives a matrix (n × k) to Python without a copy, column by column.
pub fn array(py: Python<'_>, matrix: DMatrix<f64>) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let (n, k) = matrix.shape();
    let entries: Vec<f64> = matrix.data.into();
    PyArray1::from_vec(py, entries).reshape_with_order([n, k], NPY_ORDER::NPY_FORTRANORDER)
}
