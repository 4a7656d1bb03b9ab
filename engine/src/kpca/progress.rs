//! How far a long fit is, for whoever waits for it.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use crate::count::Count;

/// What a fit is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FitStage {
    /// Evaluating the kernel on all pairs, for a solver that needs the whole matrix.
    Matrix,
    /// Making of that what a solver reads, such as a normalised matrix, which cannot be stopped midway.
    Composing,
    /// A pass over the kernel's values on all pairs; passes are counted, and how many it takes is not known.
    Pass,
    /// A proof that nothing was missed, which cannot be stopped midway.
    Proof,
    /// Features of the kernel written out.
    Features,
    /// A Cholesky factor; its columns are counted.
    Cholesky,
    /// Eigenvalues of a few columns or features, which cannot be stopped midway.
    FewEigenvalues,
    /// The eigenvalues of the whole matrix, likewise.
    AllEigenvalues,
    /// Spreading all points over a grid, and sums of waves over that.
    Spreading,
    /// A pass in the space of the waves; passes are counted.
    WavePass,
    /// The waves' values at all points.
    Scores,
}

impl FitStage {
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

/// How far a fit is in its stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FitStep {
    pub stage: FitStage,
    /// Passes that were begun or columns that there are, where the stage counts them; else zero.
    pub count: usize,
    /// From 0 to 1, of the stage or of its current pass, where it is known.
    pub share: Option<f64>,
}

impl fmt::Display for FitStep {
    /// Without the share, such as "pass 3" or "waves, scores".
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

/// Written by a fit, read from any thread.
#[derive(Debug, Default)]
pub struct FitProgress {
    /// Which of [`FitStage::ALL`] was begun, counted from one; zero before the first.
    stage: AtomicUsize,
    count: AtomicUsize,
    /// Of the stage or of its current pass. It is told by whoever does the work.
    parts: Arc<Count>,
}

impl FitProgress {
    /// What the fit is at; `None` before its first stage.
    #[must_use]
    pub fn step(&self) -> Option<FitStep> {
        let [stage, count] = [&self.stage, &self.count].map(|n| n.load(Ordering::Relaxed));
        Some(FitStep {
            stage: *FitStage::ALL.get(stage.checked_sub(1)?)?,
            count,
            share: self.parts.share(),
        })
    }

    pub(super) fn parts(&self) -> &Arc<Count> {
        &self.parts
    }

    pub(super) fn reset(&self) {
        self.stage.store(0, Ordering::Relaxed);
    }

    /// Begins a stage of so many parts, zero where that is not known.
    pub(super) fn begin(&self, stage: FitStage, parts: usize) {
        self.parts.begin(parts);
        self.count.store(0, Ordering::Relaxed);
        self.stage.store(number(stage), Ordering::Relaxed);
    }

    /// Begins the next pass of a stage, of so many parts.
    pub(super) fn begin_pass(&self, stage: FitStage, parts: usize) {
        if self.stage.load(Ordering::Relaxed) == number(stage) {
            self.parts.begin(parts);
        } else {
            self.begin(stage, parts);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
    }

    /// So many columns are there, and so much of the logarithm of what is to vanish has.
    pub(super) fn columns(&self, columns: usize, share: f64) {
        /// Parts that a share is told in.
        const PARTS: f64 = 1000.0;
        let done = (PARTS * share.clamp(0.0, 1.0)) as usize;
        self.parts.set(done, PARTS as usize);
        self.count.store(columns, Ordering::Relaxed);
        self.stage
            .store(number(FitStage::Cholesky), Ordering::Relaxed);
    }
}

fn number(stage: FitStage) -> usize {
    let place = FitStage::ALL.iter().position(|&s| s == stage);
    place.map_or(0, |place| place + 1)
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

    /// What a fit of n planar points says whenever it asks whether to go on.
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

    /// The stages one after the other, having seen that within each, and within each pass, shares only rise.
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

    /// The largest share that was told in a stage.
    fn largest(said: &[FitStep], stage: FitStage) -> Option<f64> {
        let of_stage = said.iter().filter(|step| step.stage == stage);
        of_stage.filter_map(|step| step.share).reduce(f64::max)
    }

    #[test]
    fn waves_tell_their_walks_over_all_points_and_count_passes() {
        let said = said(3000, Kernel::rbf(0.5), Solver::Fourier);
        let expected = [FitStage::Spreading, FitStage::WavePass, FitStage::Scores];
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
