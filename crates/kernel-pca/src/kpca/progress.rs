//! Progress of a long fit: its stage, a count and a share done, written by the fit and read by any thread.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::work::WorkCounts;
use crate::count::Count;

/// Stage of a fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FitStage {
    /// Evaluation of the kernel on all pairs, for a solver that needs the whole matrix.
    Matrix,
    /// Preparation of the matrix that a solver reads, such as a normalised one, which cannot be stopped midway.
    Composing,
    /// Pass over the kernel's values on all pairs; passes are counted, and their total is not known in advance.
    Pass,
    /// Proof that nothing was missed, which cannot be stopped midway.
    Proof,
    /// Explicit features of the kernel.
    Features,
    /// Cholesky factor; its columns are counted.
    Cholesky,
    /// Eigenvalues of a few columns or features, which cannot be stopped midway.
    FewEigenvalues,
    /// Eigenvalues of the whole matrix, which cannot be stopped midway.
    AllEigenvalues,
    /// Spreading of all points over a grid, and sums of waves over the grid.
    Spreading,
    /// Pass in the space of the waves; passes are counted.
    WavePass,
    /// Values of the waves at all points.
    Scores,
}

impl FitStage {
    /// All stages, in the order of their numbers.
    const ALL: [Self; 11] = [
        Self::Matrix,
        Self::Composing,
        Self::Pass,
        Self::Proof,
        Self::Features,
        Self::Cholesky,
        Self::FewEigenvalues,
        Self::AllEigenvalues,
        Self::Spreading,
        Self::WavePass,
        Self::Scores,
    ];
}

/// Progress of a fit: its stage, and the progress within the stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FitStep {
    /// Current stage.
    pub stage: FitStage,
    /// Number of passes begun or of columns made, where the stage counts them; else zero.
    pub count: usize,
    /// Share done of the stage or of its current pass, from 0 to 1; `None` where it is unknown.
    pub share: Option<f64>,
}

impl fmt::Display for FitStep {
    /// Writes stage and count without the share, such as "pass 3" or "waves, scores".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count;
        match self.stage {
            FitStage::Matrix => write!(f, "kernel matrix"),
            FitStage::Composing => write!(f, "kernel matrix, made ready"),
            FitStage::Pass => write!(f, "pass {count}"),
            FitStage::Proof => write!(f, "proof that nothing was missed"),
            FitStage::Features => write!(f, "explicit features"),
            FitStage::Cholesky => write!(f, "Cholesky factor, {count} columns"),
            FitStage::FewEigenvalues => write!(f, "eigenvalues"),
            FitStage::AllEigenvalues => write!(f, "all eigenvalues"),
            FitStage::Spreading => write!(f, "waves, all points"),
            FitStage::WavePass => write!(f, "waves, pass {count}"),
            FitStage::Scores => write!(f, "waves, scores"),
        }
    }
}

/// Progress of a fit in atomic numbers, written by the fit and read from any thread.
#[derive(Debug, Default)]
pub struct FitProgress {
    /// Number of the stage in [`FitStage::ALL`], counted from one; zero before the first.
    stage: AtomicUsize,
    /// Number of passes begun or of columns made in the stage.
    count: AtomicUsize,
    /// Count of the parts done of the stage or of its current pass.
    parts: Arc<Count>,
    /// Counts of the passes of the fit under way.
    work: WorkCounts,
}

impl FitProgress {
    /// Returns the progress of the fit; `None` before its first stage.
    #[must_use]
    pub fn step(&self) -> Option<FitStep> {
        let [stage, count] = [&self.stage, &self.count].map(|n| n.load(Ordering::Relaxed));
        Some(FitStep {
            stage: *FitStage::ALL.get(stage.checked_sub(1)?)?,
            count,
            share: self.parts.share(),
        })
    }

    /// Count of the parts of the stage, which the work itself raises.
    pub(super) fn parts(&self) -> &Arc<Count> {
        &self.parts
    }

    /// Counts of the passes of the fit under way.
    pub(super) fn work(&self) -> &WorkCounts {
        &self.work
    }

    /// Returns to the state before the first stage.
    pub(super) fn reset(&self) {
        self.stage.store(0, Ordering::Relaxed);
    }

    /// Begins a stage of `parts` parts; zero where their number is unknown.
    pub(super) fn begin(&self, stage: FitStage, parts: usize) {
        self.parts.begin(parts);
        self.count.store(0, Ordering::Relaxed);
        self.stage.store(stage as usize + 1, Ordering::Relaxed);
    }

    /// Begins the next pass, of `parts` parts, of a stage, and the stage itself if it is not the current one.
    pub(super) fn begin_pass(&self, stage: FitStage, parts: usize) {
        if self.stage.load(Ordering::Relaxed) == stage as usize + 1 {
            self.parts.begin(parts);
        } else {
            self.begin(stage, parts);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// Reports the number of columns of a Cholesky factor, and the `share` (from 0 to 1) of the way to its goal.
    pub(super) fn columns(&self, columns: usize, share: f64) {
        /// Number of parts into which a share is divided: thousandths are finer than a progress bar.
        const PARTS: f64 = 1000.0;
        let done = (PARTS * share.clamp(0.0, 1.0)) as usize;
        self.parts.set(done, PARTS as usize);
        self.count.store(columns, Ordering::Relaxed);
        let stage = FitStage::Cholesky as usize + 1;
        self.stage.store(stage, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{
        eigen::orthogonal::random_columns,
        kernel::Kernel,
        kpca::{FitOptions, Solver, Workspace},
    };

    /// Steps that a fit of n planar points reports, read at each of its checks for cancellation.
    fn said(n: usize, kernel: Kernel, solver: Solver) -> Vec<FitStep> {
        let x = Arc::new(random_columns(n, 2, 3));
        let options = FitOptions {
            components: 3,
            solver,
            ..FitOptions::default()
        };
        let progress = Arc::new(FitProgress::default());
        let said = Mutex::new(Vec::new());
        let listen = || {
            let mut said = said.lock().unwrap();
            said.extend(progress.step());
            false
        };
        let fit = Workspace::telling(Arc::clone(&progress)).fit(&x, kernel, &options, &listen);
        assert!(fit.is_ok() && progress.step().is_none());
        said.into_inner().unwrap()
    }

    /// Stages in their order; checks that shares only rise within each stage and each pass.
    fn stages(said: &[FitStep]) -> Vec<FitStage> {
        for pair in said.windows(2) {
            let [a, b] = [pair[0], pair[1]];
            let counts_passes = matches!(a.stage, FitStage::Pass | FitStage::WavePass);
            if a.stage == b.stage {
                assert!(a.count <= b.count, "{a:?}, {b:?}");
            }
            if a.stage == b.stage && (a.count == b.count || !counts_passes) {
                assert!(a.share <= b.share, "{a:?}, {b:?}");
            }
            assert!(b.share.is_none_or(|share| (0.0..=1.0).contains(&share)));
        }
        let mut stages: Vec<_> = said.iter().map(|step| step.stage).collect();
        stages.dedup();
        stages
    }

    /// Largest share that was reported in a stage.
    fn largest(said: &[FitStep], stage: FitStage) -> Option<f64> {
        let of_stage = said.iter().filter(|step| step.stage == stage);
        of_stage.filter_map(|step| step.share).reduce(f64::max)
    }

    #[test]
    fn waves_tell_their_walks_over_all_points_and_count_passes() {
        let said = said(3000, Kernel::rbf(0.5), Solver::Fourier);
        let expected = [
            FitStage::Spreading,
            FitStage::WavePass,
            FitStage::Scores,
            FitStage::FewEigenvalues,
        ];
        assert_eq!(stages(&said), expected);
        for walk in [FitStage::Spreading, FitStage::Scores] {
            assert_eq!(largest(&said, walk), Some(1.0), "{walk:?}");
        }
        let passes = said.iter().filter(|step| step.stage == FitStage::WavePass);
        let passes: Vec<usize> = passes.map(|step| step.count).collect();
        assert!(passes.len() > 2 && passes.iter().copied().eq(1..=passes.len()));
        assert_eq!(
            largest(&said, FitStage::WavePass),
            None,
            "their end is not known"
        );
    }

    #[test]
    fn a_factor_tells_its_columns_and_what_of_the_trace_is_gone() {
        let said = said(700, Kernel::rbf(1.0), Solver::Cholesky);
        let few = FitStage::FewEigenvalues;
        let stages = stages(&said);
        assert!(stages.starts_with(&[FitStage::Cholesky, few]) && stages.ends_with(&[few]));
        let last = said.iter().rfind(|step| step.stage == FitStage::Cholesky);
        let Some(FitStep { count, share, .. }) = last else {
            panic!("{said:?}");
        };
        assert!(*count > 16 && *share > Some(0.5), "{last:?}");
        assert_eq!(largest(&said, few), None);
    }

    #[test]
    fn an_iteration_counts_passes_over_tiles_also_those_that_are_kept() {
        let said = said(700, Kernel::laplacian(3.0), Solver::Krylov);
        assert_eq!(stages(&said), [FitStage::Pass]);
        let last = said.last().unwrap().count;
        assert!(last > 2, "{last}");
        assert!(largest(&said, FitStage::Pass) > Some(0.5));
    }

    #[test]
    fn the_whole_spectrum_tells_the_matrix_and_features_are_named() {
        let said_of_all = said(300, Kernel::laplacian(3.0), Solver::Dense);
        let expected = [FitStage::Matrix, FitStage::AllEigenvalues];
        assert_eq!(stages(&said_of_all), expected);
        assert!(largest(&said_of_all, FitStage::Matrix) > Some(0.5));

        let said_of_composed = said(300, Kernel::laplacian(3.0).uncentered(), Solver::Krylov);
        let expected = [FitStage::Matrix, FitStage::Composing, FitStage::Pass];
        assert_eq!(stages(&said_of_composed)[..3], expected);
        assert_eq!(largest(&said_of_composed, FitStage::Matrix), Some(1.0));

        let said = said(300, Kernel::poly(1.0, 3, 1.0), Solver::Auto);
        let expected = [FitStage::Features, FitStage::FewEigenvalues];
        assert_eq!(stages(&said), expected);
    }
}
