//! The one place where errors of the engine become Python's.

use pyo3::{
    PyErr,
    exceptions::{PyKeyboardInterrupt, PyMemoryError, PyValueError},
};

use kernel_pca::{
    Cancellable, Error, kpca::FitError, manifold::ManifoldError, preimage::PreImageError,
};

/// Turns an error of the engine into Python's with the same line: too little memory into `MemoryError`, work that was
/// given up into `KeyboardInterrupt`, and all others into `ValueError`.
pub fn raised(error: impl Into<Error>) -> PyErr {
    let error = error.into();
    let line = error.to_string();
    match error {
        Error::Fit(FitError::OutOfMemory { .. })
        | Error::Manifold(ManifoldError::OutOfMemory { .. })
        | Error::PreImage(PreImageError::OutOfMemory { .. }) => PyMemoryError::new_err(line),
        error if error.is_cancelled() => PyKeyboardInterrupt::new_err(line),
        _ => PyValueError::new_err(line),
    }
}

/// `ValueError` with a line of this module's own.
pub fn refused(line: impl Into<String>) -> PyErr {
    PyValueError::new_err(line.into())
}
