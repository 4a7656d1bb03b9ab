//! Progress of a long computation: written by the computation, read by whoever shows it.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use kernel_pca::{
    count::Count,
    kpca::{self, CancelCheck, FitError, FitStep},
    manifold::{self, EmbeddingStage},
    method::Method,
};
use tabular::ReadProgress;

use crate::presented::Presented;

listed! {
    /// Long work other than the stages of fits, embeddings and reading files.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Work {
        /// Generating points, picking columns, adding noise.
        Data => "data",
        LinearPca => "linear PCA",
        /// Kernel PCA before and after the fit's own stages.
        KernelPca => "kernel PCA",
        /// Computing the results of panels.
        Panels => "panels",
        PreImages => "pre-images",
        KernelValues => "kernel values",
        Projection => "projection",
        Writing => "writing",
        Drawing => "drawing",
    }
    /// Name of the work, in a word or two.
    fn title
}

/// Progress of a computation, which writes it; any thread may read.
#[derive(Debug, Default)]
pub struct Progress {
    pub(super) read: ReadProgress,
    pub(super) fit: Arc<kpca::FitProgress>,
    pub(super) embedding: manifold::EmbeddingProgress,
    pub(super) denoising: Count,
    pub(super) reconstruction: Count,
    parts: Count,
    /// Method whose embedding is being computed, as an index into [`Method::ALL`].
    method: AtomicUsize,
    /// Work under way, as an index into [`Work::ALL`] counted from one; zero where there is none.
    work: AtomicUsize,
    worked: Count,
    /// Number of new rows that were left out, since they lack a value.
    left_out: AtomicUsize,
}

/// Observer of long work: receives progress, is asked whether to stop, and bounds memory.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    pub progress: &'a Arc<Progress>,
    pub cancelled: CancelCheck<'a>,
    /// Bytes that a fit may use.
    pub memory: u64,
}

impl<'a> Watch<'a> {
    /// Creates an observer without a bound on memory.
    #[must_use]
    pub fn new(progress: &'a Arc<Progress>, cancelled: CancelCheck<'a>) -> Self {
        Self {
            progress,
            cancelled,
            memory: u64::MAX,
        }
    }

    /// Returns the observer with another bound on memory.
    #[must_use]
    pub fn within(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Checks that the work is still wanted.
    ///
    /// # Errors
    /// When cancelled.
    pub fn check(&self) -> Result<(), FitError> {
        if (self.cancelled)() {
            return Err(FitError::Cancelled);
        }
        Ok(())
    }
}

/// Step that a computation has reached.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// Share of a file that is read, from 0 to 1.
    Reading(f64),
    /// Step of a fit.
    Fit(FitStep),
    /// Stage of a method, the number of its steps that are done, and their total where known.
    Stage(Method, EmbeddingStage, usize, Option<usize>),
    /// Number of rows that are denoised, and their total.
    Denoising(usize, usize),
    /// Number of points of a curve that are computed, and their total.
    Rebuilding(usize, usize),
    /// Number of equal parts, such as pictures, that are done, and their total.
    Parts(usize, usize),
    /// Work, and the share of it that is done, from 0 to 1, where known.
    Work(Work, Option<f64>),
}

impl Progress {
    /// Sets the number of new rows that were left out.
    pub fn leave_out(&self, new_rows: usize) {
        self.left_out.store(new_rows, Ordering::Relaxed);
    }

    /// Number of new rows that were left out when they were read last.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.left_out.load(Ordering::Relaxed)
    }

    /// Step under way; `None` where no long work is.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        // Each part may have steps of its own, but progress is shown for the whole.
        if let Some((done, all)) = self.parts.step() {
            return Some(Step::Parts(done, all));
        }
        if let Some(share) = self.read.share() {
            return Some(Step::Reading(share));
        }
        if let Some(step) = self.fit.step() {
            return Some(Step::Fit(step));
        }
        if let Some((done, all)) = self.denoising.step() {
            return Some(Step::Denoising(done, all));
        }
        if let Some((done, all)) = self.reconstruction.step() {
            return Some(Step::Rebuilding(done, all));
        }
        if let Some((stage, done, all)) = self.embedding.stage() {
            let method = *Method::ALL.get(self.method.load(Ordering::Relaxed))?;
            return Some(Step::Stage(method, stage, done, all));
        }
        let work = self.work.load(Ordering::Relaxed).checked_sub(1)?;
        Some(Step::Work(*Work::ALL.get(work)?, self.worked.share()))
    }

    /// Begins some work, and returns the counter by which the work may report its share.
    pub fn work(&self, work: Work) -> &Count {
        self.worked.begin(0);
        self.work.store(work as usize + 1, Ordering::Relaxed);
        &self.worked
    }

    /// Ends the work under way.
    pub fn end(&self) {
        self.work.store(0, Ordering::Relaxed);
    }

    /// Begins denoising `rows` rows, and returns a function to call with the number of newly finished rows.
    pub fn denoising(&self, rows: usize) -> impl Fn(usize) + Sync + '_ {
        self.denoising.begin(rows);
        |rows| self.denoising.add(rows)
    }

    /// Sets the number of equal parts that are done and their total; zero of zero once they are finished.
    pub fn parts(&self, done: usize, all: usize) {
        self.parts.set(done, all);
    }

    /// Begins the embedding of this method.
    pub(super) fn begin(&self, method: Method) {
        self.method.store(method as usize, Ordering::Relaxed);
    }
}

impl Step {
    /// Returns true where rows are read or made.
    #[must_use]
    pub fn is_of_reading(&self) -> bool {
        matches!(self, Self::Reading(_) | Self::Work(Work::Data, _))
    }

    /// Share of the step that is done, from 0 to 1; `None` where not known.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        match *self {
            Self::Reading(share) => Some(share),
            Self::Fit(step) => step.share,
            Self::Stage(_, _, done, Some(all))
            | Self::Denoising(done, all)
            | Self::Rebuilding(done, all)
            | Self::Parts(done, all) => Some(done.min(all) as f64 / all.max(1) as f64),
            Self::Work(_, share) => share,
            Self::Stage(_, _, _, None) => None,
        }
    }
}

impl fmt::Display for Step {
    /// Writes text such as "pass 3: 40 %" or "Isomap, shortest paths: 12 %".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Reading(_) => write!(f, "reading the file")?,
            Self::Fit(step) => write!(f, "{step}")?,
            Self::Denoising(..) => write!(f, "denoising")?,
            Self::Rebuilding(..) => write!(f, "reconstruction")?,
            Self::Work(work, _) => write!(f, "{}", work.title())?,
            // The errand's own words say what is counted.
            Self::Parts(done, all) => return write!(f, "{done} of {all}"),
            Self::Stage(method, stage, done, all) => {
                let (method, doing) = (method.presented().title_in_text, stage.title());
                write!(f, "{method}, {doing}")?;
                if all.is_none() && stage == EmbeddingStage::Eigenvectors {
                    write!(f, ": pass {done}")?;
                }
            }
        }
        match self.share() {
            Some(share) => write!(f, ": {:.0} %", 100.0 * share),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::{analysis::Analyzer, setup::Setup};
    use kernel_pca::kpca::{FitStage, Tier};

    fn fit(stage: FitStage, count: usize, share: Option<f64>) -> Step {
        Step::Fit(FitStep {
            stage,
            count,
            share,
        })
    }

    #[test]
    fn steps_are_said_in_words() {
        for (step, said) in [
            (Step::Reading(0.25), "reading the file: 25 %"),
            (fit(FitStage::Pass, 3, Some(0.401)), "pass 3: 40 %"),
            (
                fit(FitStage::Cholesky, 48, Some(0.25)),
                "Cholesky factor, 48 columns: 25 %",
            ),
            (fit(FitStage::AllEigenvalues, 0, None), "all eigenvalues"),
            (fit(FitStage::WavePass, 7, None), "waves, pass 7"),
            (fit(FitStage::Scores, 0, Some(0.5)), "waves, scores: 50 %"),
            (Step::Work(Work::LinearPca, None), "linear PCA"),
            (Step::Work(Work::Writing, Some(0.5)), "writing: 50 %"),
            (Step::Denoising(1, 4), "denoising: 25 %"),
            (Step::Rebuilding(3, 4), "reconstruction: 75 %"),
            (Step::Parts(3, 60), "3 of 60"),
            (
                Step::Stage(Method::Isomap, EmbeddingStage::Paths, 3, Some(25)),
                "Isomap, shortest paths: 12 %",
            ),
            (
                Step::Stage(Method::Lle, EmbeddingStage::Factorization, 0, None),
                "LLE, factorisation",
            ),
            (
                Step::Stage(Method::Lle, EmbeddingStage::Eigenvectors, 7, None),
                "LLE, eigenvectors: pass 7",
            ),
        ] {
            assert_eq!(step.to_string(), said);
        }
        assert_eq!(Progress::default().step(), None);
    }

    #[test]
    fn work_is_told_until_it_rests_and_the_whole_comes_first() {
        let progress = Progress::default();
        progress.work(Work::Writing).begin(4);
        progress.work(Work::PreImages);
        assert_eq!(progress.step(), Some(Step::Work(Work::PreImages, None)));
        let count = progress.work(Work::Drawing);
        count.begin(4);
        count.add(1);
        assert_eq!(progress.step(), Some(Step::Work(Work::Drawing, Some(0.25))));
        progress.parts(1, 2);
        assert_eq!(progress.step(), Some(Step::Parts(1, 2)));
        progress.parts(0, 0);
        progress.end();
        assert_eq!(progress.step(), None);
    }

    #[test]
    fn an_analysis_names_its_parts_and_rests_afterwards() {
        let progress: Arc<Progress> = Arc::default();
        let said = Mutex::new(Vec::new());
        let listen = || {
            if let Some(Step::Work(work, _)) = progress.step() {
                said.lock().unwrap().push(work);
            }
            false
        };
        let mut analyzer = Analyzer::default().telling(Arc::clone(&progress));
        let found = analyzer.run(&Setup::welcome(), Tier::Exact, &listen);
        assert!(found.is_ok() && progress.step().is_none());
        let mut said = said.into_inner().unwrap();
        said.dedup();
        assert!(said.starts_with(&[Work::Data, Work::LinearPca, Work::KernelPca]));
    }
}
