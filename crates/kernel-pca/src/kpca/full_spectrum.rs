//! Full spectrum: all eigenvalues of a kernel matrix, without eigenvectors, by few features or a low rank where
//! possible, else by a dense decomposition.

use std::sync::{Arc, atomic::AtomicBool};

use nalgebra::DMatrix;

use super::{
    CancelCheck, FitError, FitOptions, SpectrumStage, Tier, Workspace,
    plan::MemoryPlan,
    solve::{SolverTask, by_cholesky, by_features, of_equal_points},
    workspace::stays_cancelled,
};
use crate::{
    eigen::dense::{SMALL, symmetric_eigenvalues},
    kernel::{Kernel, ScaledKernel},
    power_of_two::times,
};

impl Workspace {
    /// Returns all n eigenvalues of the matrix of `kernel` on `x` (n × d), centred where the kernel's images are, in
    /// descending order. `reached` is called with each stage as it begins.
    ///
    /// # Errors
    /// When cancelled, when the kernel overflows on these data, when the matrix does not fit into `memory_budget`
    /// bytes, or when the decomposition does not converge.
    pub fn full_spectrum(
        &mut self,
        x: &Arc<DMatrix<f64>>,
        kernel: Kernel,
        memory_budget: u64,
        reached: &dyn Fn(SpectrumStage),
        cancelled: CancelCheck<'_>,
    ) -> Result<Vec<f64>, FitError> {
        let latch = AtomicBool::new(false);
        let cancelled = &|| stays_cancelled(&latch, cancelled);
        if !kernel.is_plain() {
            let options = FitOptions {
                memory_budget,
                ..FitOptions::default()
            };
            let (prepared, FitOptions { memory_budget, .. }) =
                self.prepare(x, kernel, &options, cancelled)?;
            let (matrix, kernel) = (&prepared.matrix, prepared.plain_kernel());
            let values = self.full_spectrum(matrix, kernel, memory_budget, reached, cancelled)?;
            return Ok(prepared.finish_spectrum(values));
        }
        let cache = self.cache(x, kernel.metric());
        let n = x.nrows();
        let kernel = ScaledKernel::new(kernel, &cache.points, None)?;
        reached(SpectrumStage::Kernel);
        // Few features or a low rank give all eigenvalues that are not zero.
        let task = SolverTask {
            points: &cache.points,
            kernel,
            k: 0,
            tier: Tier::Exact,
            progress: &cache.progress,
            cancelled,
        };
        let plan = MemoryPlan::new(n, cache.points.features(), 0, memory_budget);
        let rank = plan.rank().min(n / 4);
        let mut solution = if cache.points.are_equal() {
            Some(of_equal_points(task)?)
        } else {
            by_features(task, rank)?
        };
        if solution.is_none() && kernel.kernel().is_positive() && n > SMALL {
            let found = by_cholesky(task, &mut cache.factor, rank, true)?;
            solution = found.filter(|found| found.rank.is_some());
        }
        let (mut values, noise) = if let Some(solution) = solution {
            let values = solution.values.into_iter().map(|λ| λ.max(0.0));
            let mut values: Vec<f64> = values.collect();
            values.resize(n.max(values.len()), 0.0);
            values.truncate(n);
            (values, solution.matrix.noise)
        } else {
            if !plan.has_room_for_dense() {
                return Err(plan.out_of_memory(plan.dense));
            }
            let mut op = cache.tiles.centered(task, plan);
            let matrix = op.explicit()?;
            reached(SpectrumStage::Decomposition);
            let values = symmetric_eigenvalues(&matrix, cancelled)?;
            (values, op.sums().map_or(0.0, |sums| sums.matrix.noise))
        };
        for value in &mut values {
            let is_noise = value.abs() <= noise;
            *value = if is_noise {
                0.0
            } else {
                times(*value, kernel.exponent())
            };
        }
        values.sort_by(|a, b| b.total_cmp(a));
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        Ok(values)
    }
}
