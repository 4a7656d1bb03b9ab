//! Executor with lanes: threads, or turns in a browser's only one.

use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{self, Receiver},
    },
};

use super::{
    Errand, Event, Executor, Known, News, Outcome, Report, Request, SpectrumRequest, SweepRequest,
    Ticket, job::Desk,
};
use crate::{
    analysis::{Progress, Step},
    platform::{Lane, Urgency, breathe},
};

/// Executor with a lane that answers the newest request, another that runs errands, and one for each full spectrum
/// and each sweep.
///
/// Dropping it abandons the computation and errands that end with the window, finishes the others and ends both
/// lanes; a spectrum or a sweep is left to itself.
pub struct Worker {
    mailbox: Arc<Mailbox>,
    /// Lane of requests; each job is a look into the mailbox.
    analysis: Lane<()>,
    errands: Lane<(Errand, Ticket)>,
    /// Flags that tell the spectrum and the sweep under way that they are given up.
    spectrum: Arc<AtomicBool>,
    sweep: Arc<AtomicBool>,
    /// Tickets of the errands that end with the window.
    tickets: Vec<Ticket>,
    events: Receiver<Event>,
    progress: Arc<Progress>,
    report: Report,
}

/// Mailbox with one slot: a new request overwrites the one that waits.
#[derive(Debug, Default)]
struct Mailbox {
    slot: Mutex<Option<Request>>,
    /// Generation of the newest request.
    newest: AtomicU64,
    /// Generation of the newest request that makes even previews before it useless.
    fresh: AtomicU64,
    /// True where a preview is under way.
    previewing: Arc<AtomicBool>,
}

impl Worker {
    /// Starts the lanes; `wake` is called from them whenever an outcome is ready.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(wake: impl Fn() + Send + Sync + 'static) -> io::Result<Self> {
        let mailbox = Arc::new(Mailbox::default());
        let progress = Arc::<Progress>::default();
        let (sender, events) = mpsc::channel();
        let report: Report = Arc::new(move |event| {
            // Only a spectrum that was given up outlives the receiver.
            let _ = sender.send(event);
            wake();
        });
        let analysis = Lane::start(Urgency::Live, {
            let (mailbox, report) = (Arc::clone(&mailbox), Arc::clone(&report));
            let mut desk = Desk::telling(Arc::clone(&progress));
            move |()| work(&mut desk, &mailbox, &*report)
        })?;
        let errands = Lane::start(Urgency::Errand, {
            let report = Arc::clone(&report);
            let mut known = Known::default();
            move |(errand, ticket)| report(Event::News(run(errand, &mut known, &ticket)))
        })?;
        Ok(Self {
            mailbox,
            analysis,
            errands,
            spectrum: Arc::default(),
            sweep: Arc::default(),
            tickets: vec![],
            events,
            progress,
            report,
        })
    }
}

impl Executor for Worker {
    fn submit(&mut self, request: Request) {
        self.mailbox
            .newest
            .store(request.generation, Ordering::Relaxed);
        if request.fresh {
            self.mailbox
                .fresh
                .store(request.generation, Ordering::Relaxed);
        }
        *self.mailbox.lock() = Some(request);
        self.analysis.send(());
    }

    fn abandon(&mut self, generation: u64) {
        self.mailbox.abandon(generation);
    }

    fn send(&mut self, errand: Errand) -> Ticket {
        let ticket = Ticket::default();
        self.tickets.retain(|known| !known.is_alone());
        if errand.doing().ends_with_the_window() {
            self.tickets.push(ticket.clone());
        }
        self.errands.send((errand, ticket.clone()));
        ticket
    }

    fn find_spectrum(&mut self, request: Option<SpectrumRequest>) {
        self.spectrum.store(true, Ordering::Relaxed);
        if let Some(request) = request {
            self.spectrum = Arc::default();
            let report = Arc::clone(&self.report);
            request.run_aside(Arc::clone(&self.spectrum), report);
        }
    }

    fn sweep(&mut self, request: Option<SweepRequest>) {
        self.sweep.store(true, Ordering::Relaxed);
        if let Some(request) = request {
            self.sweep = Arc::default();
            let report = Arc::clone(&self.report);
            let previewing = Arc::clone(&self.mailbox.previewing);
            request.run_aside(Arc::clone(&self.sweep), previewing, report);
        }
    }

    fn poll(&mut self) -> Option<Event> {
        self.events.try_recv().ok()
    }

    fn progress(&self) -> Option<Step> {
        self.progress.step()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.mailbox.newest.store(u64::MAX, Ordering::Relaxed);
        self.mailbox.fresh.store(u64::MAX, Ordering::Relaxed);
        self.spectrum.store(true, Ordering::Relaxed);
        self.sweep.store(true, Ordering::Relaxed);
        for ticket in &self.tickets {
            ticket.give_up();
        }
        *self.mailbox.lock() = None;
    }
}

impl Mailbox {
    /// Locks the slot, which stays meaningful whatever happened to another holder of the lock.
    fn lock(&self) -> MutexGuard<'_, Option<Request>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes every request up to this generation useless: the one that waits and the one under way.
    fn abandon(&self, generation: u64) {
        self.newest.store(generation, Ordering::Relaxed);
        self.fresh.store(generation, Ordering::Relaxed);
        *self.lock() = None;
    }
}

/// Runs an errand; a panic while drawing must not end the thread that saves.
fn run(errand: Errand, known: &mut Known, ticket: &Ticket) -> News {
    let title = errand.doing().title();
    let run = || errand.run(known, ticket.progress(), &|| ticket.is_given_up());
    catch_unwind(AssertUnwindSafe(run))
        .unwrap_or_else(|_| News::Failed(format!("{title} stopped unexpectedly")))
}

/// Answers the request that waits, if one still does.
fn work(desk: &mut Desk, mailbox: &Mailbox, report: &dyn Fn(Event)) {
    let waiting = mailbox.lock().take();
    let Some(request) = waiting else {
        return;
    };
    let (generation, rests) = (request.generation, !request.job.is_preview());
    mailbox.previewing.store(!rests, Ordering::Relaxed);
    let outcome = answer(desk, mailbox, request);
    mailbox.previewing.store(false, Ordering::Relaxed);
    if let Some(outcome) = outcome {
        report(Event::Outcome(outcome));
        if rests {
            desk.foresee(&|| {
                breathe();
                mailbox.newest.load(Ordering::Relaxed) > generation
            });
        }
    }
}

/// Answers a request; `None` when it was abandoned for a newer one.
fn answer(desk: &mut Desk, mailbox: &Mailbox, request: Request) -> Option<Outcome> {
    let generation = request.generation;
    // A preview runs to its end unless the data changed: were each one abandoned for the
    // next, the picture would stand still for as long as the slider moves.
    let superseding = if request.job.is_preview() {
        &mailbox.fresh
    } else {
        &mailbox.newest
    };
    let cancelled = || {
        breathe();
        superseding.load(Ordering::Relaxed) > generation
    };
    desk.run(request, &cancelled)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::{
        data::{Generator, Shape, Source},
        kernel::Gamma,
        kpca::{SolverUsed, Tier},
        setup::Setup,
        worker::{Answer, Job, testing::Watched},
    };

    /// Small problem, told apart from others by its γ.
    fn request(generation: u64, samples: usize, tier: Tier) -> Request {
        let mut setup = Setup::welcome();
        setup.source = Source::Generated(Generator {
            n_samples: samples,
            ..Generator::new(Shape::Moons)
        });
        setup.kernel.gamma = Gamma::Value(generation as f64);
        Request {
            generation,
            job: Job::Analyse {
                setup: Box::new(setup),
                tier,
                memory_limit: None,
            },
            fresh: false,
        }
    }

    /// Outcomes until the one of `generation`, which is the last of them.
    fn until(worker: &mut Watched, generation: u64) -> Vec<Outcome> {
        let mut outcomes = Vec::new();
        while outcomes
            .last()
            .is_none_or(|last: &Outcome| last.generation != generation)
        {
            match worker.event() {
                Event::Outcome(outcome) => outcomes.push(outcome),
                other => panic!("{other:?}"),
            }
        }
        outcomes
    }

    fn answered_gamma(outcome: &Outcome) -> Gamma {
        let Ok(Answer::Analysis { setup, .. }) = &outcome.result else {
            panic!("{outcome:?}")
        };
        setup.kernel.gamma
    }

    #[test]
    fn of_ten_thousand_requests_the_last_is_answered_last() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut worker = Watched::start();
        let last = 10_000;
        for generation in 1..=last {
            let tier = if random.random_bool(0.5) {
                Tier::Preview
            } else {
                Tier::Exact
            };
            let samples = random.random_range(10..60);
            let mut request = request(generation, samples, tier);
            request.fresh = random.random_bool(0.1);
            worker.submit(request);
        }
        let outcomes = until(&mut worker, last);
        assert!(outcomes.is_sorted_by(|a, b| a.generation < b.generation));
        let outcome = outcomes.last().unwrap();
        assert_eq!(answered_gamma(outcome), Gamma::Value(last as f64));
        assert_eq!(worker.end(), 0, "nothing comes after it");
    }

    #[test]
    fn a_slider_that_rests_moves_on_without_a_pass_over_the_kernel() {
        let (mailbox, mut desk) = (Mailbox::default(), Desk::default());
        let mut generation = 0;
        let mut ask = |desk: &mut Desk, gamma: f64, tier| {
            generation += 1;
            let mut request = request(generation, 1100, tier);
            let Job::Analyse { setup, .. } = &mut request.job;
            setup.kernel.gamma = Gamma::Value(gamma);
            let outcome = answer(desk, &mailbox, request).unwrap();
            match outcome.result {
                Ok(Answer::Analysis { analysis, .. }) => analysis.kpca.solver,
                Err(problem) => panic!("{problem}"),
            }
        };
        ask(&mut desk, 5.0, Tier::Exact);
        assert_ne!(ask(&mut desk, 6.0, Tier::Preview), SolverUsed::Reduced);
        ask(&mut desk, 5.0, Tier::Exact);
        desk.foresee(&|| false);
        assert_eq!(ask(&mut desk, 6.0, Tier::Preview), SolverUsed::Reduced);
    }

    /// The thread looks ahead once an exact answer is out, and leaves that for the next request.
    #[test]
    fn a_rest_is_used_until_the_next_request() {
        let mut worker = Watched::start();
        worker.submit(request(1, 1100, Tier::Exact));
        until(&mut worker, 1);
        // However far that has come, the next answer comes.
        worker.submit(request(2, 1100, Tier::Preview));
        assert_eq!(until(&mut worker, 2).len(), 1);
    }

    #[test]
    fn a_stale_request_is_abandoned_unless_it_is_a_preview_of_the_same_data() {
        let mailbox = Mailbox::default();
        let mut desk = Desk::default();
        let mut is_answered = |tier| answer(&mut desk, &mailbox, request(1, 20, tier)).is_some();
        assert!(is_answered(Tier::Exact) && is_answered(Tier::Preview));
        mailbox.newest.store(2, Ordering::Relaxed);
        assert!(!is_answered(Tier::Exact) && is_answered(Tier::Preview));
        mailbox.fresh.store(2, Ordering::Relaxed);
        assert!(!is_answered(Tier::Preview));
    }

    #[test]
    fn what_was_given_up_is_not_answered() {
        let mailbox = Mailbox::default();
        let mut desk = Desk::default();
        *mailbox.lock() = Some(request(1, 20, Tier::Exact));
        mailbox.abandon(2);
        assert!(mailbox.lock().is_none());
        let mut is_answered =
            |generation, tier| answer(&mut desk, &mailbox, request(generation, 20, tier)).is_some();
        assert!(!is_answered(1, Tier::Exact) && !is_answered(1, Tier::Preview));
        assert!(is_answered(3, Tier::Preview) && is_answered(3, Tier::Exact));
    }

    #[test]
    fn dropping_ends_both_threads() {
        let mut worker = Watched::start();
        worker.submit(request(1, 20, Tier::Preview));
        until(&mut worker, 1);
        worker.submit(request(2, 2000, Tier::Exact));
        let mailbox = Arc::downgrade(&worker.mailbox);
        worker.end();
        // The analysis thread owned the other half of the mailbox.
        assert!(mailbox.upgrade().is_none());
    }
}
