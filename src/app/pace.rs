//! Pace of questions to the worker: previews while a parameter moves, an exact answer once it rests, and before that a
//! better preview where the picture is rough.

use std::collections::VecDeque;

use super::Consequence;
use kernel_pca::kpca::Tier;

/// Seconds that a parameter must rest before the exact answer is asked for.
pub const REST_SECONDS: f64 = 0.12;

/// Seconds after a change from which a picture without it looks stale: below, a picture that follows would flicker.
const STALE_SECONDS: f64 = 0.15;

/// Clock of previews and exact answers. Callers pass the time, in seconds, so that tests need no waiting.
#[derive(Debug, Default)]
pub(super) struct Pace {
    generation: u64,
    /// Question to be asked at once, true where the data changed; `None` where no question is.
    wanted: Option<bool>,
    /// Time at which the exact answer is due, if one is still owed.
    exact_due: Option<f64>,
    /// Time since which the newest question has been without any answer.
    busy_since: Option<f64>,
    /// Number of the better preview that was requested for the present parameters, also once it has arrived.
    refined: Option<u64>,
    /// Number of the newest preview requested, until it or a newer answer arrives.
    preview: Option<u64>,
    shown: u64,
    /// Changes that the picture does not show yet, oldest first.
    unseen: VecDeque<Unseen>,
    /// True where the newest question was given up, and nothing was asked for since.
    stopped: bool,
}

/// Change that no picture shows yet.
#[derive(Debug, Clone, Copy)]
struct Unseen {
    /// Number of the first question that was asked with this change.
    generation: u64,
    since: f64,
    /// True where the data changed.
    fresh: bool,
}

/// Quality of the picture on the screen, as far as the question for a parameter that rests depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quality {
    /// The exact answer follows.
    Good,
    /// A better preview is worth its time before the exact answer.
    Rough,
}

/// Question to send to the worker now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DueQuestion {
    pub generation: u64,
    pub tier: Tier,
    pub fresh: bool,
}

impl Pace {
    /// Notes a change of the setup.
    pub fn changed(&mut self, consequence: Consequence, now: f64) {
        if consequence == Consequence::Redraw {
            return;
        }
        let fresh = consequence == Consequence::Reload || self.wanted == Some(true);
        self.wanted = Some(fresh);
        self.stopped = false;
        self.refined = None;
        self.exact_due = Some(now + REST_SECONDS);
    }

    /// Question that is due at `now` beside a picture of this quality, if any. The exact answer, which may take
    /// minutes, waits for a requested preview, which the worker could not begin meanwhile.
    pub fn next(&mut self, now: f64, quality: Quality) -> Option<DueQuestion> {
        let (tier, fresh) = if let Some(fresh) = self.wanted.take() {
            (Tier::Preview, fresh)
        } else if !self.awaits_preview() && self.exact_due.is_some_and(|due| now >= due) {
            match quality {
                Quality::Rough if self.refined.is_none() => {
                    self.refined = Some(self.generation + 1);
                    (Tier::Refined, false)
                }
                Quality::Good | Quality::Rough => (Tier::Exact, false),
            }
        } else {
            return None;
        };
        if tier != Tier::Preview {
            self.exact_due = None;
        }
        self.generation += 1;
        self.busy_since.get_or_insert(now);
        if tier == Tier::Preview {
            self.preview = Some(self.generation);
            self.unseen.push_back(Unseen {
                generation: self.generation,
                since: now,
                fresh,
            });
        }
        Some(DueQuestion {
            generation: self.generation,
            tier,
            fresh,
        })
    }

    /// Returns true where the outcome of question `generation` is newer than the picture shown, which it should
    /// replace.
    pub fn accept(&mut self, generation: u64) -> bool {
        if generation >= self.generation {
            self.busy_since = None;
        }
        self.preview.take_if(|preview| generation >= *preview);
        if self.refined == Some(generation) && generation == self.generation {
            // Due at once.
            self.exact_due = Some(0.0);
        }
        self.unseen.retain(|change| change.generation > generation);
        let newer = generation > self.shown;
        self.shown = self.shown.max(generation);
        newer
    }

    /// Gives up the question under way and those due; no question up to the returned generation may be answered
    /// any more. `None` where nothing is awaited.
    pub fn stop(&mut self) -> Option<u64> {
        self.busy_since.take()?;
        self.wanted = None;
        self.preview = None;
        self.exact_due = None;
        self.refined = None;
        self.stopped = true;
        self.generation += 1;
        self.shown = self.generation;
        Some(self.generation)
    }

    /// Returns true where the picture has lacked a change for a while: one of the data, or with `of_kernel` any other
    /// too.
    pub fn is_stale(&self, of_kernel: bool, now: f64) -> bool {
        let lacks = |change: &Unseen| of_kernel || change.fresh;
        let first = self.unseen.iter().find(|change| lacks(change));
        first.is_some_and(|change| now - change.since >= STALE_SECONDS)
    }

    /// Seconds until the picture begins to look stale, unless it does already.
    pub fn seconds_to_stale(&self, now: f64) -> Option<f64> {
        let left = self.unseen.front()?.since + STALE_SECONDS - now;
        (left > 0.0).then_some(left)
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Seconds until the exact answer or a better preview is to be requested; `None` where a preview is awaited before
    /// or neither is due.
    pub fn seconds_to_exact(&self, now: f64) -> Option<f64> {
        let due = self.exact_due.filter(|_| !self.awaits_preview())?;
        Some((due - now).max(0.0))
    }

    /// Returns true where a preview was asked for that is not there yet.
    pub fn awaits_preview(&self) -> bool {
        self.preview.is_some()
    }

    /// Time since which an answer is awaited.
    pub fn busy_since(&self) -> Option<f64> {
        self.busy_since
    }
}

#[cfg(test)]
mod tests {
    use super::{Quality::*, *};

    #[test]
    fn moving_asks_for_previews_and_resting_for_the_exact_answer() {
        let mut pace = Pace::default();
        for step in 0..3 {
            let now = f64::from(step) * 0.05;
            pace.changed(Consequence::Refit, now);
            assert_eq!(pace.next(now, Good).unwrap().tier, Tier::Preview);
            assert_eq!(pace.next(now, Good), None);
        }
        assert!(pace.accept(3));
        assert_eq!(pace.next(0.1 + REST_SECONDS - 0.01, Good), None);
        let exact = pace.next(0.1 + REST_SECONDS, Good).unwrap();
        assert_eq!((exact.tier, exact.generation), (Tier::Exact, 4));
        assert_eq!(pace.next(9.0, Good), None);
    }

    #[test]
    fn a_preview_is_awaited_until_it_or_what_is_newer_is_there() {
        let mut pace = Pace::default();
        let ask = |pace: &mut Pace, now| {
            pace.changed(Consequence::Refit, now);
            pace.next(now, Good).unwrap().generation
        };
        let slow = ask(&mut pace, 0.0);
        assert_eq!(pace.next(REST_SECONDS, Good), None);
        assert!(pace.awaits_preview() && pace.accept(slow));
        let exact = pace.next(REST_SECONDS, Good).unwrap();
        assert_eq!(exact.tier, Tier::Exact);
        assert!(!pace.awaits_preview());

        let replaced = ask(&mut pace, 1.0);
        assert!(pace.accept(exact.generation) && pace.awaits_preview());
        assert!(pace.accept(replaced + 1) && !pace.awaits_preview());
        ask(&mut pace, 2.0);
        pace.stop();
        assert!(!pace.awaits_preview());
    }

    #[test]
    fn a_picture_is_stale_while_it_lacks_what_has_changed_for_a_while() {
        let mut pace = Pace::default();
        let step = |pace: &mut Pace, consequence, now| {
            pace.changed(consequence, now);
            pace.next(now, Good).unwrap().generation
        };
        let [first, second] = [0.0, 0.1].map(|now| step(&mut pace, Consequence::Refit, now));
        assert!(!pace.is_stale(true, 0.1) && pace.seconds_to_stale(0.1).is_some());
        assert!(pace.is_stale(true, 0.2) && !pace.is_stale(false, 0.2));
        assert_eq!(pace.seconds_to_stale(0.2), None);
        // The picture of the first change lacks the second one only.
        assert!(pace.accept(first) && !pace.is_stale(true, 0.2));
        assert!(pace.is_stale(true, 0.3));
        assert!(pace.accept(second) && !pace.is_stale(true, 9.0));
        // The exact answer changes digits, and until it is there the preview stands for it.
        assert_eq!(pace.next(9.0, Good).unwrap().tier, Tier::Exact);
        assert!(!pace.is_stale(true, 99.0));

        step(&mut pace, Consequence::Reload, 100.0);
        assert!(pace.is_stale(false, 101.0));
        // The picture before a fit that was stopped is still that of before.
        pace.stop();
        assert!(pace.is_stale(false, 102.0));
        let again = step(&mut pace, Consequence::Refit, 103.0);
        assert!(pace.accept(again) && !pace.is_stale(true, 110.0));
    }

    #[test]
    fn drawing_alone_asks_nothing_and_new_data_says_so() {
        let mut pace = Pace::default();
        pace.changed(Consequence::Redraw, 0.0);
        assert_eq!(pace.next(1.0, Good), None);
        pace.changed(Consequence::Reload, 1.0);
        pace.changed(Consequence::Refit, 1.0);
        assert!(pace.next(1.0, Good).unwrap().fresh);
    }

    #[test]
    fn the_exact_answer_waits_for_the_preview() {
        for consequence in [Consequence::Reload, Consequence::Refit] {
            let mut pace = Pace::default();
            pace.changed(consequence, 0.0);
            let first = pace.next(0.0, Good).unwrap().generation;
            let waits = (pace.next(9.0, Good), pace.seconds_to_exact(9.0));
            assert_eq!(waits, (None, None));
            assert!(pace.accept(first));
            assert_eq!(pace.seconds_to_exact(9.0), Some(0.0));
            assert_eq!(pace.next(9.0, Good).unwrap().tier, Tier::Exact);
        }
    }

    #[test]
    fn what_is_stopped_is_not_answered_and_the_next_change_is() {
        let mut pace = Pace::default();
        assert_eq!(pace.stop(), None);
        assert!(!pace.is_stopped());
        pace.changed(Consequence::Refit, 0.0);
        let asked = pace.next(0.0, Good).unwrap().generation;
        let given_up = pace.stop().unwrap();
        assert!(given_up > asked && pace.is_stopped());
        assert_eq!((pace.next(9.0, Good), pace.busy_since()), (None, None));
        assert!(!pace.accept(asked));
        pace.changed(Consequence::Refit, 10.0);
        assert!(!pace.is_stopped());
        let next = pace.next(10.0, Good).unwrap().generation;
        assert!(next > given_up && pace.accept(next));
    }

    #[test]
    fn a_late_answer_is_dropped_and_busy_ends_with_the_newest() {
        let mut pace = Pace::default();
        pace.changed(Consequence::Refit, 0.0);
        pace.next(0.0, Good).unwrap();
        pace.changed(Consequence::Refit, 0.1);
        pace.next(0.1, Good).unwrap();
        assert_eq!(pace.busy_since(), Some(0.0));
        assert!(pace.accept(1));
        assert!(pace.busy_since() == Some(0.0) && pace.awaits_preview());
        assert!(pace.accept(2));
        assert!(pace.busy_since().is_none() && !pace.awaits_preview());
        assert!(!pace.accept(1));
    }

    #[test]
    fn a_rough_picture_is_refined_once_before_the_exact_answer() {
        let mut pace = Pace::default();
        pace.changed(Consequence::Refit, 0.0);
        let preview = pace.next(0.0, Good).unwrap().generation;
        assert_eq!(pace.next(1.0, Rough), None);
        assert_eq!(pace.seconds_to_exact(1.0), None);
        pace.accept(preview);
        let refined = pace.next(1.0, Rough).unwrap();
        assert_eq!(refined.tier, Tier::Refined);
        assert_eq!(pace.next(9.0, Rough), None, "its answer is awaited");
        assert!(pace.accept(refined.generation));
        // However rough it still is.
        assert_eq!(pace.next(2.0, Rough).unwrap().tier, Tier::Exact);
        assert_eq!(pace.next(9.0, Rough), None);

        pace.changed(Consequence::Refit, 10.0);
        let preview = pace.next(10.0, Rough).unwrap().generation;
        pace.accept(preview);
        let late = pace.next(11.0, Rough).unwrap();
        assert_eq!(late.tier, Tier::Refined);
        // The hand moves on: the exact answer waits until it rests again.
        pace.changed(Consequence::Refit, 11.1);
        let preview = pace.next(11.1, Rough).unwrap();
        assert_eq!(preview.tier, Tier::Preview);
        pace.accept(late.generation);
        assert_eq!(pace.next(11.1, Rough), None);
        pace.accept(preview.generation);
        assert_eq!(pace.next(12.0, Rough).unwrap().tier, Tier::Refined);
    }
}
