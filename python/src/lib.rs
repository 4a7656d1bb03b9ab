//! Thin module `kpca._engine` between Python and the engine: arrays in, a fit, arrays out. What scikit-learn asks of an
//! estimator stands in Python, and all mathematics in the engine.

mod arrays;
mod embeddings;
mod errors;
mod interrupt;
mod kernels;
mod model;
mod pre_images;
mod saved;
mod workspace;

/// Allocator that holds large blocks in huge pages and keeps them between fits, as in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Engine of the package `kpca`. Its functions take arrays that were checked, and are no public interface.
#[pyo3::pymodule(gil_used = false)]
mod _engine {
    use kernel_pca::{
        kernel::KernelKind,
        kpca::{FitOptions, Solver},
        objects::ObjectKind,
        preimage::PreImageMethod,
    };
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        embeddings::{Fitted, embed},
        model::Model,
        pre_images::{denoised, pre_image_error, pre_images},
        workspace::Workspace,
    };

    /// Adds to the module the names that arguments take, and the memory that is allowed by default, in bytes.
    #[pymodule_init]
    fn names(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let of_rows = KernelKind::ALL.into_iter();
        let of_rows = of_rows.filter(|kind| kind.takes() == ObjectKind::Vectors);
        module.add("KERNELS", of_rows.map(KernelKind::name).collect::<Vec<_>>())?;
        module.add("SOLVERS", Solver::ALL.map(Solver::name).to_vec())?;
        module.add(
            "PRE_IMAGES",
            PreImageMethod::ALL.map(PreImageMethod::name).to_vec(),
        )?;
        module.add("MEMORY", FitOptions::default().memory_budget)
    }
}
