//! Executor without a thread, which computes when polled.

use std::{cell::RefCell, collections::VecDeque, sync::atomic::AtomicBool};

use super::{
    Errand, Event, Executor, Known, Request, SpectrumRequest, SweepRequest, Ticket, job::Desk,
};

/// Executor that keeps the newest request until it is polled, then answers it on the caller's thread.
#[derive(Debug, Default)]
pub struct Inline {
    desk: Desk,
    waiting: Option<Request>,
    errands: VecDeque<(Errand, Ticket)>,
    known: Known,
    spectrum: Option<SpectrumRequest>,
    /// True where sweeps are computed, which take as long as many fits.
    sweeps: bool,
    sweep: Option<SweepRequest>,
}

impl Inline {
    /// Makes an executor that computes sweeps too.
    #[must_use]
    pub fn sweeping() -> Self {
        Self {
            sweeps: true,
            ..Self::default()
        }
    }
}

impl Executor for Inline {
    fn submit(&mut self, request: Request) {
        self.waiting = Some(request);
    }

    fn abandon(&mut self, _generation: u64) {
        self.waiting = None;
    }

    fn send(&mut self, errand: Errand) -> Ticket {
        let ticket = Ticket::default();
        self.errands.push_back((errand, ticket.clone()));
        ticket
    }

    fn find_spectrum(&mut self, request: Option<SpectrumRequest>) {
        self.spectrum = request;
    }

    fn sweep(&mut self, request: Option<SweepRequest>) {
        self.sweep = request.filter(|_| self.sweeps);
    }

    fn poll(&mut self) -> Option<Event> {
        if let Some((errand, ticket)) = self.errands.pop_front() {
            let news = errand.run(&mut self.known, ticket.progress(), &|| ticket.is_given_up());
            return Some(Event::News(news));
        }
        if let Some(request) = self.waiting.take() {
            return self.desk.run(request, &|| false).map(Event::Outcome);
        }
        let events = RefCell::new(Vec::new());
        let tell = |event| events.borrow_mut().push(event);
        if let Some(request) = self.spectrum.take() {
            request.run(&AtomicBool::new(false), &tell);
        } else {
            let no = AtomicBool::new(false);
            self.sweep.take()?.run(&no, &no, &tell);
        }
        // News on the way matter no more once it is done.
        events.into_inner().pop()
    }
}
