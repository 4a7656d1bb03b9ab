//! Fits of kernel PCA, and what is kept between them.

use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use nalgebra::DMatrix;
use pyo3::{prelude::*, types::PyDict};

use crate::{
    arrays::matrix,
    errors::{raised, refused},
    interrupt::interruptible,
    kernels::{KernelRequest, checked},
    model::Model,
};
use kernel_pca::{
    kernel::KernelKind,
    kpca::{self, CancelCheck, FitOptions, KernelPca, Solver},
};

/// Data and results kept between fits, from which the next fit of the same rows starts.
#[pyclass(frozen, module = "kpca._engine")]
#[derive(Default)]
pub struct Workspace {
    kept: Mutex<Kept>,
}

/// Workspace of the engine, with the rows of its last fit.
#[derive(Default)]
struct Kept {
    workspace: kpca::Workspace,
    x: Option<Arc<DMatrix<f64>>>,
}

/// Options of a fit, from the entries of a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct FitRequest {
    components: usize,
    share: Option<f64>,
    solver: String,
    landmarks: Option<usize>,
    memory: u64,
    threads: usize,
}

impl FitRequest {
    fn options(&self) -> PyResult<FitOptions> {
        let named = |solver: &Solver| solver.name() == self.solver;
        let solver = Solver::ALL.into_iter().find(named);
        if self.components == 0 || self.landmarks == Some(0) {
            return Err(refused("components and landmarks must be at least 1"));
        }
        Ok(FitOptions {
            components: self.components,
            solver: solver.ok_or_else(|| refused(format!("there is no solver {}", self.solver)))?,
            landmarks: self.landmarks,
            memory_budget: self.memory,
            ..FitOptions::default()
        })
    }
}

#[pymethods]
impl Workspace {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Fits kernel PCA to the rows of `x` (n × d), or to the kernel matrix `x` (n × n) where the kernel is "precomputed".
    /// Signs agree with those of `before` where given.
    #[pyo3(signature = (x, request, before=None))]
    fn fit(
        &self,
        py: Python<'_>,
        x: &Bound<'_, PyAny>,
        request: &Bound<'_, PyDict>,
        before: Option<&Model>,
    ) -> PyResult<Model> {
        let params = request.extract::<KernelRequest>()?.params()?;
        let request: FitRequest = request.extract()?;
        let options = request.options()?;
        let mut x = matrix(x)?;
        if x.is_empty() {
            return Err(refused("the data have no rows or no columns"));
        }
        if params.kind == KernelKind::Precomputed {
            symmetrize(&mut x)?;
        }
        let mut kept = mem::take(&mut *self.lock());
        let before = before.map(|model| Arc::clone(&model.kpca));
        let fit = move |cancelled: CancelCheck<'_>| {
            let same = kept.x.take().filter(|kept| **kept == x);
            let x = same.unwrap_or_else(|| Arc::new(x));
            let (kernel, gamma) = checked(&params, &x).map_err(raised)?;
            let workspace = &mut kept.workspace;
            let fit = match request.share {
                Some(share) => workspace.fit_share(&x, kernel, share, &options, cancelled),
                None => workspace.fit(&x, kernel, &options, cancelled),
            };
            let mut fit: KernelPca = fit.map_err(raised)?;
            if let Some(before) = before {
                fit.agree_with(&before.eigenvectors);
            }
            kept.x = Some(x);
            Ok((fit, gamma, kept))
        };
        let (fit, gamma, kept) = interruptible(py, request.threads, fit)?;
        *self.lock() = kept;
        Ok(Model::new(fit, gamma))
    }
}

impl Workspace {
    fn lock(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Replaces a square matrix by the mean of itself and its transpose: the nearest symmetric one.
fn symmetrize(x: &mut DMatrix<f64>) -> PyResult<()> {
    let (n, d) = x.shape();
    if n != d {
        return Err(refused(format!(
            "a kernel matrix must be square, and this one is {n} × {d}"
        )));
    }
    for j in 0..n {
        for i in 0..j {
            let mean = f64::midpoint(x[(i, j)], x[(j, i)]);
            x[(i, j)] = mean;
            x[(j, i)] = mean;
        }
    }
    Ok(())
}
