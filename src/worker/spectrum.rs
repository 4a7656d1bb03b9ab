//! Full spectrum of a kernel matrix. The decomposition of a large matrix can't be interrupted; when given up, its
//! result is ignored.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::Event;
use explorer::analysis::Watch;
use kernel_pca::{
    kernel::Kernel,
    kpca::{SpectrumStage, Workspace},
};

/// Request of all eigenvalues of a centred kernel matrix.
#[derive(Debug, Clone)]
pub struct SpectrumRequest {
    /// Number that identifies the request.
    pub id: u64,
    /// Scaled data, n × d.
    pub x: Arc<DMatrix<f64>>,
    pub kernel: Kernel,
    /// Bytes that the computation may hold at once.
    pub memory_budget: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub enum SpectrumNews {
    Reached(SpectrumStage),
    /// All eigenvalues, descending.
    Found(Arc<[f64]>),
    Failed(String),
}

impl SpectrumRequest {
    /// Computes the spectrum on this thread, and passes each stage that it reaches to `tell`.
    pub(super) fn run(self, watch: Watch<'_>, tell: &dyn Fn(Event)) -> Event {
        let reached = |stage| tell(Event::Spectrum(self.id, SpectrumNews::Reached(stage)));
        let found = Workspace::default().full_spectrum(
            &self.x,
            self.kernel,
            self.memory_budget,
            &reached,
            watch.cancelled,
        );
        let news = match found {
            Ok(values) => SpectrumNews::Found(values.into()),
            Err(error) => SpectrumNews::Failed(error.to_string()),
        };
        Event::Spectrum(self.id, news)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::{Executor as _, Task, TaskKey, testing::WatchedWorker};

    fn request(id: u64, n: usize) -> SpectrumRequest {
        SpectrumRequest {
            id,
            x: Arc::new(DMatrix::from_fn(n, 3, |i, j| ((i * (j + 2)) as f64).sin())),
            kernel: Kernel::laplacian(5.0),
            memory_budget: 1 << 30,
        }
    }

    fn next(worker: &mut WatchedWorker) -> (u64, SpectrumNews) {
        match worker.event() {
            Event::Spectrum(id, news) => (id, news),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_spectrum_given_up_is_silent_and_another_is_found() {
        let mut worker = WatchedWorker::start();
        worker.ask(Task::FindSpectrum(request(1, 1500)));
        let stage = SpectrumNews::Reached(SpectrumStage::Kernel);
        assert_eq!(next(&mut worker), (1, stage));
        worker.give_up(TaskKey::Spectrum);
        worker.ask(Task::FindSpectrum(request(2, 50)));
        loop {
            match next(&mut worker) {
                // News of the first request may have been on their way.
                (1, news) => assert!(matches!(news, SpectrumNews::Reached(_))),
                (_, SpectrumNews::Reached(_)) => {}
                (id, SpectrumNews::Found(values)) => {
                    assert_eq!((id, values.len()), (2, 50));
                    break;
                }
                (_, SpectrumNews::Failed(reason)) => panic!("{reason}"),
            }
        }
    }

    #[test]
    fn too_little_memory_is_said() {
        let mut worker = WatchedWorker::start();
        let memory_budget = 1 << 16;
        worker.ask(Task::FindSpectrum(SpectrumRequest {
            memory_budget,
            ..request(1, 400)
        }));
        let reason = loop {
            if let (_, SpectrumNews::Failed(reason)) = next(&mut worker) {
                break reason;
            }
        };
        assert!(reason.contains("memory"), "{reason}");
    }
}
