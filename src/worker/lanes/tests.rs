//! Tests that tasks of one key replace each other.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::worker::{Outcome, Request, testing::WatchedWorker};
use explorer::setup::{ScalingBy, Setup};
use kernel_pca::{
    kernel::Gamma,
    kpca::{SolverUsed, Tier},
};
use tabular::{Generator, Shape, Source};

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
        setup: Box::new(setup),
        tier,
        memory_limit: None,
        fresh: false,
        scaling_by: ScalingBy::Setup,
    }
}

/// Outcomes until the one of `generation`, which is the last of them.
fn until(worker: &mut WatchedWorker, generation: u64) -> Vec<Outcome> {
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

/// Events of a task that is carried out here.
fn run(desk: &mut Desk, request: Request, ticket: &Ticket) -> Vec<Event> {
    let events = std::cell::RefCell::new(Vec::new());
    let tell = |event| events.borrow_mut().push(event);
    Task::Analyse(request).run(desk, ticket, &AtomicBool::default(), &tell);
    events.into_inner()
}

#[test]
fn of_ten_thousand_requests_the_last_is_answered_last() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut worker = WatchedWorker::start();
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
        worker.ask(Task::Analyse(request));
    }
    let outcomes = until(&mut worker, last);
    assert!(outcomes.is_sorted_by(|a, b| a.generation < b.generation));
    let (setup, _) = outcomes.last().unwrap().result.as_ref().unwrap();
    assert_eq!(setup.kernel.gamma, Gamma::Value(last as f64));
    assert_eq!(worker.end(), 0, "nothing comes after it");
}

#[test]
fn a_slider_that_rests_moves_on_without_a_pass_over_the_kernel() {
    let mut desk = Desk::default();
    let mut generation = 0;
    let mut ask = |desk: &mut Desk, gamma: f64, tier| {
        generation += 1;
        let mut request = request(generation, 1100, tier);
        request.setup.kernel.gamma = Gamma::Value(gamma);
        match run(desk, request, &Ticket::default()).pop() {
            Some(Event::Outcome(outcome)) => outcome.result.unwrap().1.kpca.solver,
            other => panic!("{other:?}"),
        }
    };
    ask(&mut desk, 5.0, Tier::Exact);
    assert_ne!(ask(&mut desk, 6.0, Tier::Preview), SolverUsed::Reduced);
    ask(&mut desk, 5.0, Tier::Exact);
    desk.foresee(&|| false);
    assert_eq!(ask(&mut desk, 6.0, Tier::Preview), SolverUsed::Reduced);
}

/// A rest after an exact answer is used to look ahead, until the next request.
#[test]
fn a_rest_is_used_until_the_next_request() {
    let mut worker = WatchedWorker::start();
    worker.ask(Task::Analyse(request(1, 1100, Tier::Exact)));
    until(&mut worker, 1);
    // The next answer comes however far the look-ahead is.
    worker.ask(Task::Analyse(request(2, 1100, Tier::Preview)));
    assert_eq!(until(&mut worker, 2).len(), 1);
}

#[test]
fn a_stale_task_is_given_up_unless_it_is_a_preview_of_the_same_data() {
    let mut worker = WatchedWorker::start();
    let mut ask = |generation, tier, fresh| {
        let request = Request {
            fresh,
            ..request(generation, 20, tier)
        };
        worker.ask(Task::Analyse(request))
    };
    let exact = ask(1, Tier::Exact, false);
    let preview = ask(2, Tier::Preview, false);
    assert!(exact.is_given_up());
    let another = ask(3, Tier::Exact, false);
    assert!(!preview.is_given_up() && preview.is_superseded());
    ask(4, Tier::Preview, true);
    assert!(preview.is_given_up());
    assert!(another.is_given_up());
    worker.give_up(TaskKey::Analysis);
}

#[test]
fn what_was_given_up_is_not_begun() {
    let mut desk = Desk::default();
    let ticket = Ticket::default();
    assert_eq!(
        run(&mut desk, request(1, 20, Tier::Exact), &ticket).len(),
        1
    );
    ticket.supersede();
    for tier in [Tier::Exact, Tier::Preview] {
        assert!(run(&mut desk, request(1, 20, tier), &ticket).is_empty());
    }
}

#[test]
fn dropping_ends_both_threads() {
    let mut worker = WatchedWorker::start();
    worker.ask(Task::Analyse(request(1, 20, Tier::Preview)));
    until(&mut worker, 1);
    worker.ask(Task::Analyse(request(2, 2000, Tier::Exact)));
    let previewing = Arc::downgrade(&worker.previewing);
    worker.end();
    // No lane holds a copy any more.
    assert!(previewing.upgrade().is_none());
}
