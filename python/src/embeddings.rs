//! Methods beside kernel PCA.

use std::sync::Arc;

use nalgebra::DMatrix;
use numpy::{PyArray1, PyArray2};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    arrays::{array, matrix, matrix_of},
    errors::{raised, refused},
    interrupt::interruptible,
    kernels::GammaRequest,
};
use kernel_pca::{
    embedding::Embedding,
    manifold::{EmbeddingOptions, EmbeddingProgress, ManifoldParams},
    method::{FitInputs, Method, MethodFit},
    pca::Pca,
};

/// Parameters and limits of a method, from the entries of a dictionary; parameters that it does not use are ignored.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct EmbeddingRequest {
    method: String,
    neighbors: usize,
    gamma: GammaRequest,
    alpha: f64,
    time: f64,
    components: usize,
    memory: u64,
    threads: usize,
}

/// Embedding of rows by a method other than kernel PCA.
#[pyclass(frozen, module = "kpca._engine")]
pub struct Fitted {
    embedding: Arc<dyn Embedding>,
    /// Axes of linear PCA, r × d, and its mean, length d; `None` for other methods.
    axes: Option<(DMatrix<f64>, Vec<f64>)>,
    /// Number d of columns of the rows.
    columns: usize,
}

/// Embeds the rows of `x` (n × d) by the method that the request names.
#[pyfunction]
pub fn embed(
    py: Python<'_>,
    x: &Bound<'_, PyAny>,
    request: &Bound<'_, PyDict>,
) -> PyResult<Fitted> {
    let request: EmbeddingRequest = request.extract()?;
    let named = |method: &Method| method.name() == request.method;
    let method = Method::ALL.into_iter().find(named);
    let method = method.ok_or_else(|| refused(format!("there is no method {}", request.method)))?;
    let x = matrix(x)?;
    if x.is_empty() {
        return Err(refused("the data have no rows or no columns"));
    }
    let params = ManifoldParams {
        neighbors: request.neighbors,
        gamma: request.gamma.read()?,
        alpha: request.alpha,
        time: request.time,
    };
    let options = EmbeddingOptions {
        components: request.components,
        share: None,
        memory_budget: request.memory,
    };
    interruptible(py, request.threads, move |cancelled| {
        let columns = x.ncols();
        let asked = FitInputs {
            rows: (&x).into(),
            params,
            options,
            progress: &EmbeddingProgress::default(),
            cancelled,
        };
        let (embedding, axes): (Arc<dyn Embedding>, _) = match method.spec().fit {
            MethodFit::Linear => {
                let pca = Pca::fit(&x);
                let axes = (pca.components.clone(), pca.mean.clone());
                (Arc::new(pca), Some(axes))
            }
            MethodFit::WhereShown { fit, .. } => (fit(method, &asked).map_err(raised)?, None),
            MethodFit::Kernel => return Err(refused("kernel PCA is fitted by a workspace")),
        };
        Ok(Fitted {
            embedding,
            axes,
            columns,
        })
    })
}

#[pymethods]
impl Fitted {
    /// Scores of the rows, n × q.
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array(py, self.embedding.scores().into_owned())
    }

    /// Eigenvalues (length q).
    #[getter]
    fn eigenvalues<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.embedding.eigenvalues())
    }

    /// Shares of the variance (length q), where the method has them.
    #[getter]
    fn shares<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        let shares = self.embedding.shares();
        shares.map(|shares| PyArray1::from_vec(py, shares))
    }

    /// Positions of the columns, d × q, where the method places them.
    #[getter]
    fn column_scores<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray2<f64>>>> {
        let columns = self.embedding.columns().cloned();
        columns.map(|columns| array(py, columns)).transpose()
    }

    /// Axes of linear PCA (r × d) and its mean (length d); `None` for other methods.
    #[getter]
    fn axes<'py>(&self, py: Python<'py>) -> PyResult<Option<Axes<'py>>> {
        let Some((components, mean)) = &self.axes else {
            return Ok(None);
        };
        Ok(Some((
            array(py, components.clone())?,
            PyArray1::from_slice(py, mean),
        )))
    }

    /// Number of connected pieces of the graph of neighbours; 1 without a graph.
    #[getter]
    fn pieces(&self) -> usize {
        self.embedding.pieces()
    }

    /// Scores (m × q) of new rows.
    fn project<'py>(
        &self,
        py: Python<'py>,
        x: &Bound<'py, PyAny>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let x = matrix_of(x, self.columns)?;
        let embedding = Arc::clone(&self.embedding);
        let scores = interruptible(py, threads, move |_| embedding.project(&x).map_err(refused))?;
        array(py, scores)
    }
}

/// Axes and mean of linear PCA.
type Axes<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<f64>>);
