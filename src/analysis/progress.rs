//! How far a long computation is, for whoever waits for it.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use super::explain::Count;
use crate::{
    data::ReadProgress,
    kpca,
    manifold::{self, Stage},
    method::Method,
};

/// Written by a computation, read from any thread.
#[derive(Debug, Default)]
pub struct Progress {
    pub(super) read: ReadProgress,
    pub(super) fit: Arc<kpca::FitProgress>,
    pub(super) embedding: manifold::EmbeddingProgress,
    pub(super) denoising: Count,
    pub(super) reconstruction: Count,
    parts: Count,
    /// Whose embedding it is, a place in [`Method::ALL`].
    method: AtomicUsize,
}

/// What a computation is at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// The share (0 to 1) of a file that is read.
    Reading(f64),
    /// Passes over the kernel that were begun, and the share (0 to 1) of the last that is done.
    Pass(usize, f64),
    /// Of a method, how many steps of a stage are done, and of how many where that is known.
    Stage(Method, Stage, usize, Option<usize>),
    /// How many rows were cleaned, and of how many.
    Denoising(usize, usize),
    /// With how many numbers of components rows were rebuilt, and of how many.
    Rebuilding(usize, usize),
    /// How many of several equal parts are done, such as pictures, and of how many.
    Parts(usize, usize),
}

impl Progress {
    /// `None` where nothing that takes long is under way.
    #[must_use]
    pub fn step(&self) -> Option<Step> {
        // Each part may have steps of its own; whoever waits wants to know about the whole.
        if let Some((done, all)) = self.parts.step() {
            return Some(Step::Parts(done, all));
        }
        if let Some(share) = self.read.share() {
            return Some(Step::Reading(share));
        }
        if let Some((pass, share)) = self.fit.pass() {
            return Some(Step::Pass(pass, share));
        }
        if let Some((done, all)) = self.denoising.step() {
            return Some(Step::Denoising(done, all));
        }
        if let Some((done, all)) = self.reconstruction.step() {
            return Some(Step::Rebuilding(done, all));
        }
        let (stage, done, all) = self.embedding.stage()?;
        let method = *Method::ALL.get(self.method.load(Ordering::Relaxed))?;
        Some(Step::Stage(method, stage, done, all))
    }

    /// So many rows are to be cleaned; what comes back is told how many more are.
    pub fn denoising(&self, rows: usize) -> impl Fn(usize) + Sync + '_ {
        self.denoising.begin(rows);
        |rows| self.denoising.add(rows)
    }

    /// So many of equal parts are done, and of how many; none of none where what has parts is done.
    pub fn parts(&self, done: usize, all: usize) {
        self.parts.set(done, all);
    }

    /// What follows belongs to this method.
    pub(super) fn begin(&self, method: Method) {
        let place = Method::ALL.iter().position(|it| *it == method);
        self.method.store(place.unwrap_or(0), Ordering::Relaxed);
    }
}

impl Step {
    /// How much of it is done, from 0 to 1, where that is known.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        match *self {
            Self::Reading(share) | Self::Pass(_, share) => Some(share),
            Self::Stage(_, _, done, Some(all))
            | Self::Denoising(done, all)
            | Self::Rebuilding(done, all)
            | Self::Parts(done, all) => Some(done.min(all) as f64 / all.max(1) as f64),
            Self::Stage(_, _, _, None) => None,
        }
    }
}

impl fmt::Display for Step {
    /// Such as "pass 3: 40 %" or "Isomap, shortest paths: 12 %".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Reading(_) => write!(f, "reading the file")?,
            Self::Pass(pass, _) => write!(f, "pass {pass}")?,
            Self::Denoising(..) => write!(f, "denoising")?,
            Self::Rebuilding(..) => write!(f, "reconstruction")?,
            // What is counted is said by whoever counts.
            Self::Parts(done, all) => return write!(f, "{done} of {all}"),
            Self::Stage(method, stage, done, all) => {
                let (method, doing) = (method.spec().title_in_text, stage.title());
                write!(f, "{method}, {doing}")?;
                if all.is_none() && stage == Stage::Eigenvectors {
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
    use super::*;

    #[test]
    fn steps_are_said_in_words() {
        for (step, said) in [
            (Step::Reading(0.25), "reading the file: 25 %"),
            (Step::Pass(3, 0.401), "pass 3: 40 %"),
            (Step::Denoising(1, 4), "denoising: 25 %"),
            (Step::Rebuilding(3, 4), "reconstruction: 75 %"),
            (Step::Parts(3, 60), "3 of 60"),
            (
                Step::Stage(Method::Isomap, Stage::Paths, 3, Some(25)),
                "Isomap, shortest paths: 12 %",
            ),
            (
                Step::Stage(Method::Lle, Stage::Factorization, 0, None),
                "LLE, factorisation",
            ),
            (
                Step::Stage(Method::Lle, Stage::Eigenvectors, 7, None),
                "LLE, eigenvectors: pass 7",
            ),
        ] {
            assert_eq!(step.to_string(), said);
        }
        assert_eq!(Progress::default().step(), None);
    }
}
