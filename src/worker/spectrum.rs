//! Full spectrum, on a thread of its own: the decomposition of a large matrix can't be interrupted, so giving it
//! up means no longer to listen.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use nalgebra::DMatrix;

use super::{Event, Report, aside};
use crate::{
    kernel::Kernel,
    kpca::{SpectrumStage, Workspace},
    platform::breathe,
};

/// Request of every eigenvalue of a centred kernel matrix.
#[derive(Debug, Clone)]
pub struct SpectrumRequest {
    /// Number that tells requests apart.
    pub id: u64,
    /// Scaled data, n × d.
    pub x: Arc<DMatrix<f64>>,
    pub kernel: Kernel,
    /// Bytes that it may hold at once.
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
    /// Computes on this thread and reports to `report` until `given_up` is set.
    pub(super) fn run(self, given_up: &AtomicBool, report: &dyn Fn(Event)) {
        let Self {
            id,
            x,
            kernel,
            memory_budget,
        } = self;
        let tell = |news| {
            if !given_up.load(Ordering::Relaxed) {
                report(Event::Spectrum(id, news));
            }
        };
        let found = catch_unwind(AssertUnwindSafe(|| {
            Workspace::default().full_spectrum(
                &x,
                kernel,
                memory_budget,
                &|stage| tell(SpectrumNews::Reached(stage)),
                &|| {
                    breathe();
                    given_up.load(Ordering::Relaxed)
                },
            )
        }));
        tell(match found {
            Ok(Ok(values)) => SpectrumNews::Found(values.into()),
            Ok(Err(error)) => SpectrumNews::Failed(error.to_string()),
            Err(_) => SpectrumNews::Failed("its computation stopped unexpectedly".into()),
        });
    }

    /// Computes on a thread of its own, beside the live picture.
    pub(super) fn run_aside(self, given_up: Arc<AtomicBool>, report: Report) {
        let id = self.id;
        let failed = |reason| Event::Spectrum(id, SpectrumNews::Failed(reason));
        let work = move |report: &dyn Fn(Event)| self.run(&given_up, report);
        aside("spectrum", report, failed, work);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::{Executor as _, testing::Watched};

    fn request(id: u64, n: usize) -> SpectrumRequest {
        SpectrumRequest {
            id,
            x: Arc::new(DMatrix::from_fn(n, 3, |i, j| ((i * (j + 2)) as f64).sin())),
            kernel: Kernel::laplacian(5.0),
            memory_budget: 1 << 30,
        }
    }

    fn next(worker: &mut Watched) -> (u64, SpectrumNews) {
        match worker.event() {
            Event::Spectrum(id, news) => (id, news),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_spectrum_given_up_is_silent_and_another_is_found() {
        let mut worker = Watched::start();
        worker.find_spectrum(Some(request(1, 1500)));
        let stage = SpectrumNews::Reached(SpectrumStage::Kernel);
        assert_eq!(next(&mut worker), (1, stage));
        worker.find_spectrum(None);
        worker.find_spectrum(Some(request(2, 50)));
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
        let mut worker = Watched::start();
        let memory_budget = 1 << 16;
        worker.find_spectrum(Some(SpectrumRequest {
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
