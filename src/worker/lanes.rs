//! Executor with lanes of work: threads, or turns on a browser's single thread.

use std::{
    io,
    sync::{
        Arc,
        atomic::AtomicBool,
        mpsc::{self, Receiver},
    },
};

use super::{Desk, Event, Executor, Task, TaskKey, Ticket};
use explorer::analysis::{Progress, Step};
use system::{Lane, Urgency};

/// Callback that receives events, on any thread.
type Report = Arc<dyn Fn(Event) + Send + Sync>;

/// Executor with one lane for the visible picture, another for errands, and threads beside them that nobody waits
/// for.
///
/// Dropping it gives up the tasks that end with the window, finishes the other errands, and ends both lanes.
pub struct Worker {
    live: Lane<(Task, Ticket)>,
    errands: Lane<(Task, Ticket)>,
    /// Tasks that were sent and are not done.
    sent: Vec<SentTask>,
    events: Receiver<Event>,
    /// Progress of the computations for the visible picture.
    progress: Arc<Progress>,
    previewing: Arc<AtomicBool>,
    report: Report,
}

/// Properties of a task that was sent, as far as later tasks need them.
struct SentTask {
    key: Option<TaskKey>,
    is_preview: bool,
    ends_with_the_window: bool,
    ticket: Ticket,
}

impl Worker {
    /// Starts the lanes; `wake` is called on their threads at each event.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(wake: impl Fn() + Send + Sync + 'static) -> io::Result<Self> {
        let (progress, previewing) = (Arc::<Progress>::default(), Arc::<AtomicBool>::default());
        let (sender, events) = mpsc::channel();
        let report: Report = Arc::new(move |event| {
            // Sending fails only for threads that outlive the receiver, which nobody waits for.
            let _ = sender.send(event);
            wake();
        });
        let lane = |urgency| {
            let (report, previewing) = (Arc::clone(&report), Arc::clone(&previewing));
            let mut desk = Desk::telling(Arc::clone(&progress));
            Lane::start(urgency, move |(task, ticket): (Task, Ticket)| {
                let rests = task.key() == Some(TaskKey::Analysis) && !task.is_preview();
                task.run(&mut desk, &ticket, &previewing, &*report);
                if rests {
                    desk.foresee(&|| ticket.is_superseded());
                }
            })
        };
        Ok(Self {
            live: lane(Urgency::Live)?,
            errands: lane(Urgency::Errand)?,
            sent: vec![],
            events,
            progress,
            previewing,
            report,
        })
    }

    /// Carries out a task in a thread that nobody waits for.
    fn aside(&self, task: Task, ticket: Ticket) {
        let failed = task.failure();
        let (report, previewing) = (Arc::clone(&self.report), Arc::clone(&self.previewing));
        let started = system::aside("aside", move || {
            task.run(&mut Desk::default(), &ticket, &previewing, &*report);
        });
        if let Err(reason) = started {
            (self.report)(failed(&reason));
        }
    }
}

impl Executor for Worker {
    fn ask(&mut self, task: Task) -> Ticket {
        let key = task.key();
        self.sent.retain(|sent| {
            if sent.ticket.is_alone() {
                return false;
            }
            if key.is_none() || sent.key != key {
                return true;
            }
            // A preview runs to its end unless the data changed: if each preview were given up for the next, the
            // picture would stand still for as long as the slider moves.
            let goes_on = sent.is_preview && !task.ends_previews();
            if goes_on {
                sent.ticket.supersede();
            } else {
                sent.ticket.give_up();
            }
            goes_on
        });
        let ticket = match key {
            Some(TaskKey::Analysis) => Ticket::telling(&self.progress),
            _ => Ticket::default(),
        };
        self.sent.push(SentTask {
            key,
            is_preview: task.is_preview(),
            ends_with_the_window: task.ends_with_the_window(),
            ticket: ticket.clone(),
        });
        match task.urgency() {
            Urgency::Live => self.live.send((task, ticket.clone())),
            Urgency::Errand => self.errands.send((task, ticket.clone())),
            Urgency::Aside => self.aside(task, ticket.clone()),
        }
        ticket
    }

    fn give_up(&mut self, key: TaskKey) {
        for sent in self.sent.iter().filter(|sent| sent.key == Some(key)) {
            sent.ticket.give_up();
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
        for sent in self.sent.iter().filter(|sent| sent.ends_with_the_window) {
            sent.ticket.give_up();
        }
    }
}

#[cfg(test)]
mod tests;
