//! Fitted kernel PCA as Python holds it.

use std::sync::Arc;

use nalgebra::DMatrix;
use numpy::{PyArray1, PyArray2};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    arrays::{array, matrix_of},
    errors::raised,
    interrupt::interruptible,
    saved::{self, Certificate},
};
use kernel_pca::{
    explain::limits::{CONFIDENCE, ControlLimits, hotelling},
    kpca::KernelPca,
    preimage::{PreImageMethod, Ridge},
};

/// Fitted kernel PCA of n rows with k components.
#[pyclass(frozen, module = "kpca._engine")]
pub struct Model {
    pub(crate) kpca: Arc<KernelPca>,
    /// Value of γ by the number or the rule that was asked for, also where the kernel has none.
    gamma: f64,
    /// Ridge regression from scores to rows, where it was asked for.
    ridge: Option<Arc<Ridge>>,
}

impl Model {
    pub(crate) fn new(kpca: KernelPca, gamma: f64) -> Self {
        Self {
            kpca: Arc::new(kpca),
            gamma,
            ridge: None,
        }
    }

    /// Number d of columns of rows to be projected.
    pub(crate) fn columns(&self) -> usize {
        self.kpca.training().ncols()
    }

    /// Evaluates `of`, which gives a number for each row, on rows (m × d), outside the interpreter; returns length m.
    fn of_rows<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        threads: usize,
        of: impl FnOnce(&KernelPca, &DMatrix<f64>) -> Vec<f64> + Send + 'static,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let py = x.py();
        let (x, kpca) = (matrix_of(x, self.columns())?, Arc::clone(&self.kpca));
        kpca.kernel.check_values(&x).map_err(raised)?;
        let found = interruptible(py, threads, move |_| Ok(of(&kpca, &x)))?;
        Ok(PyArray1::from_vec(py, found))
    }
}

#[pymethods]
impl Model {
    /// Eigenvalues of the centred kernel matrix, descending.
    #[getter]
    fn eigenvalues<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, &self.kpca.eigenvalues)
    }

    /// Unit eigenvectors, n × k.
    #[getter]
    fn eigenvectors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, self.kpca.eigenvectors.clone())
    }

    /// Shares of the variance (length k).
    #[getter]
    fn shares<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.kpca.explained_variance_ratio())
    }

    /// Training rows, n × d.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, (**self.kpca.training()).clone())
    }

    /// Value of γ by the number or the rule that was asked for, also where the kernel has none.
    #[getter]
    fn gamma(&self) -> f64 {
        self.gamma
    }

    /// Accuracy of the fit.
    #[getter]
    fn certificate(&self) -> Certificate {
        Certificate::of(&self.kpca)
    }

    /// First and last component, from 1, of each run whose eigenvalues cannot be told apart; the last may be k + 1.
    #[getter]
    fn undetermined(&self) -> Vec<(usize, usize)> {
        let runs = self.kpca.undetermined.iter();
        runs.map(|run| (run.start + 1, run.end)).collect()
    }

    /// Weights of the ridge regression (n × d), where it was fitted.
    #[getter]
    fn ridge_weights<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let weights = self.ridge.as_ref().map(|ridge| ridge.weights().clone());
        weights.map(|weights| array(py, weights)).transpose()
    }

    /// Fit with the first k components alone, without a ridge regression.
    fn first(&self, k: usize) -> Self {
        Self::new((*self.kpca).clone().first(k), self.gamma)
    }

    /// Scores of the training rows, n × k.
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, self.kpca.scores())
    }

    /// Scores (m × k) of new rows.
    fn project<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (x, kpca) = (matrix_of(x, self.columns())?, Arc::clone(&self.kpca));
        kpca.kernel.check_new().map_err(raised)?;
        kpca.kernel.check_values(&x).map_err(raised)?;
        array(
            py,
            interruptible(py, threads, move |_| Ok(kpca.project(&x)))?,
        )
    }

    /// Squared distances of the images of new rows from the span of the components (length m).
    fn novelty<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let kernel = &self.kpca.kernel;
        kernel.check_new_lengths("novelty").map_err(raised)?;
        self.of_rows(x, threads, KernelPca::reconstruction_errors)
    }

    /// Hotelling's T² of new rows (length m).
    fn hotelling<'py>(
        &self,
        x: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        self.of_rows(x, threads, |kpca, x| hotelling(kpca, &kpca.project(x)))
    }

    /// Limits of novelty and of T² at the customary confidence of 0.95; `None` for a limit that does not exist.
    fn limits(&self, py: Python<'_>, threads: usize) -> PyResult<(Option<f64>, Option<f64>)> {
        let kpca = Arc::clone(&self.kpca);
        let limits = interruptible(py, threads, move |cancelled| {
            ControlLimits::of(&kpca, CONFIDENCE, cancelled).map_err(raised)
        })?;
        Ok((limits.q.ok(), limits.t2.ok()))
    }

    /// Copy of the fit with a ridge regression of the rows on the scores.
    fn with_ridge(
        &self,
        py: Python<'_>,
        alpha: f64,
        memory: u64,
        threads: usize,
    ) -> PyResult<Self> {
        let kpca = Arc::clone(&self.kpca);
        let ridge = interruptible(py, threads, move |cancelled| {
            PreImageMethod::Ridge.check(&kpca.kernel).map_err(raised)?;
            Ridge::new(&kpca, alpha, memory, cancelled).map_err(raised)
        })?;
        Ok(Self {
            kpca: Arc::clone(&self.kpca),
            gamma: self.gamma,
            ridge: Some(Arc::new(ridge)),
        })
    }

    /// Rows (m × d) that the ridge regression gives for scores (m × k); `None` where it was not fitted.
    fn by_ridge<'py>(
        &self,
        py: Python<'py>,
        scores: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let Some(ridge) = self.ridge.clone() else {
            return Ok(None);
        };
        let scores = matrix_of(scores, self.kpca.eigenvalues.len())?;
        array(
            py,
            interruptible(py, threads, move |_| Ok(ridge.at(&scores)))?,
        )
        .map(Some)
    }

    /// Function and argument that restore this fit.
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let restored = py.get_type::<Self>().getattr("restored")?;
        let entries = saved::saved(py, &self.kpca, self.gamma, self.ridge.as_deref())?;
        Ok((restored, (entries,)))
    }

    /// Fit made from the entries that were saved of it.
    #[staticmethod]
    fn restored(entries: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (kpca, gamma, ridge) = saved::restored(entries)?;
        Ok(Self {
            kpca: Arc::new(kpca),
            gamma,
            ridge: ridge.map(Arc::new),
        })
    }
}
