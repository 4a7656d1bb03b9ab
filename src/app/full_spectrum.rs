//! Full spectrum: all eigenvalues, computed on demand and kept for as long as data and kernel stay.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::App;
use crate::worker::{SpectrumNews, SpectrumRequest, Task, TaskKey};
use explorer::analysis::Analysis;
use kernel_pca::{kernel::Kernel, kpca::SpectrumStage};

/// Full spectrum that is known or under way.
#[derive(Debug, Default)]
pub(super) struct FullSpectrum {
    /// Number of spectra asked for so far.
    asked: u64,
    /// Inputs of the kernel matrix that the spectrum belongs to: scaled data, n × d, and the kernel.
    of: Option<(Arc<DMatrix<f64>>, Kernel)>,
    state: SpectrumState,
}

#[derive(Debug, Default)]
enum SpectrumState {
    #[default]
    Unknown,
    UnderWay(UnderWay),
    Known(Arc<[f64]>),
}

/// Spectrum that is being computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnderWay {
    pub stage: SpectrumStage,
    /// Time at which the spectrum was requested, in seconds.
    pub since: f64,
}

impl App {
    /// Requests all eigenvalues of the kernel matrix that is shown.
    pub(super) fn find_spectrum(&mut self) {
        let Some(shown) = &self.shown else { return };
        let Analysis { x, kernel, .. } = &*shown.analysis;
        let id = self.spectrum.asked + 1;
        self.executor.ask(Task::FindSpectrum(SpectrumRequest {
            id,
            x: Arc::clone(x),
            kernel: *kernel,
            memory_budget: self.settings.memory_budget(),
        }));
        self.spectrum = FullSpectrum {
            asked: id,
            of: Some((Arc::clone(x), *kernel)),
            state: SpectrumState::UnderWay(UnderWay {
                stage: SpectrumStage::Kernel,
                since: self.now,
            }),
        };
    }

    /// Stops the spectrum under way, or forgets the known one.
    pub(super) fn forget_spectrum(&mut self) {
        self.executor.give_up(TaskKey::Spectrum);
        self.spectrum.state = SpectrumState::Unknown;
        if let Some(shown) = &mut self.shown
            && shown.analysis.full_spectrum.is_some()
        {
            Arc::make_mut(&mut shown.analysis).full_spectrum = None;
        }
    }

    pub(super) fn hear_of_spectrum(&mut self, id: u64, news: SpectrumNews) {
        let SpectrumState::UnderWay(under_way) = &mut self.spectrum.state else {
            return;
        };
        if id != self.spectrum.asked {
            return;
        }
        match news {
            SpectrumNews::Reached(stage) => under_way.stage = stage,
            SpectrumNews::Found(values) => {
                self.spectrum.state = SpectrumState::Known(values);
                if let Some(shown) = &mut self.shown {
                    self.spectrum.complete(&mut shown.analysis);
                }
            }
            SpectrumNews::Failed(reason) => {
                self.spectrum.state = SpectrumState::Unknown;
                self.notify(&format!("No full spectrum: {reason}"), true);
            }
        }
    }

    /// Spectrum that is being computed.
    #[must_use]
    pub fn spectrum_under_way(&self) -> Option<UnderWay> {
        match self.spectrum.state {
            SpectrumState::UnderWay(under_way) => Some(under_way),
            SpectrumState::Unknown | SpectrumState::Known(_) => None,
        }
    }
}

impl FullSpectrum {
    /// Returns true where the spectrum is known or under way.
    pub fn is_asked_for(&self) -> bool {
        !matches!(self.state, SpectrumState::Unknown)
    }

    /// Returns true where the spectrum belongs to another matrix than the one that is now shown.
    pub fn is_outdated(&self, analysis: &Analysis) -> bool {
        let same = self
            .of
            .as_ref()
            .is_some_and(|(x, kernel)| Arc::ptr_eq(x, &analysis.x) && *kernel == analysis.kernel);
        !same && self.is_asked_for()
    }

    /// Adds the spectrum to an analysis of the same matrix.
    pub fn complete(&self, analysis: &mut Arc<Analysis>) {
        if let SpectrumState::Known(values) = &self.state {
            Arc::make_mut(analysis).full_spectrum = Some(Arc::clone(values));
        }
    }
}
