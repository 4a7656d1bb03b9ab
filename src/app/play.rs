//! Play: the swept parameter runs through its range by itself until something is touched.
//!
//! Where it stands follows from the time alone. A value is asked for once the one before has its picture,
//! so that slider and picture stay together however long a fit takes.

use super::{App, Edit};
use explorer::{
    setup::{PlayView, Setup},
    view::marks_of_gamma,
};
use kernel_pca::sweep::{SweptParameter, Track};

/// Seconds between two values, where fits are fast enough: a frame of a usual screen.
const STEP: f64 = 1.0 / 60.0;

#[derive(Debug, Default)]
pub(super) struct Player {
    playing: Option<Playing>,
    /// Number of plays so far.
    begun: u64,
}

#[derive(Debug)]
struct Playing {
    track: Track,
    /// Time at which the track begins, in seconds.
    since: f64,
}

impl App {
    /// Returns true where the swept parameter runs by itself.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.player.playing.is_some()
    }

    /// Starts the play from the parameter's present value, or stops it.
    pub(super) fn toggle_play(&mut self) {
        if self.player.playing.take().is_some() {
            return;
        }
        let (Some(track), Some(place)) = (self.track(), self.swept_place()) else {
            return;
        };
        self.player.begun += 1;
        self.player.playing = Some(Playing {
            since: self.now - track.time_of(place),
            track,
        });
    }

    /// Moves the parameter to its value at the present time.
    pub(super) fn play_on(&mut self) {
        if !self.is_playing() || self.pace.awaits_preview() {
            return;
        }
        let wanted = self.track();
        let (Some(mut playing), Some(wanted)) = (self.player.playing.take(), wanted) else {
            return;
        };
        // Another pace was chosen, or more marks are known.
        if wanted != playing.track {
            let elapsed = self.now - playing.since;
            playing.since = self.now - wanted.going_on_from(&playing.track, elapsed);
            playing.track = wanted;
        }
        let (place, is_over) = playing.track.at(self.now - playing.since);
        let play = self.player.begun;
        // Nothing plays meanwhile, and what it does itself is no touch.
        self.edit(Edit::Play { place, play });
        if !is_over {
            self.player.playing = Some(playing);
        }
    }

    /// Stops the play at a change of anything but its pace.
    pub(super) fn stop_playing_for(&mut self, new: &Setup) {
        if self.is_playing() {
            let mut before = self.setup.clone();
            before.view.sweep.play = new.view.sweep.play;
            if before != *new {
                self.stop_playing();
            }
        }
    }

    pub(super) fn stop_playing(&mut self) {
        self.player.playing = None;
    }

    /// Seconds until the next value is due; `None` where a picture is awaited, which wakes the window.
    pub(super) fn seconds_to_next_value(&self) -> Option<f64> {
        (self.is_playing() && !self.pace.awaits_preview()).then_some(STEP)
    }

    /// Track along which the swept parameter moves.
    fn track(&self) -> Option<Track> {
        let analysis = self.analysis()?;
        let view = &self.setup.view;
        let (swept, _) = view.swept(&self.setup.kernel)?;
        let PlayView {
            seconds,
            back,
            again,
            rests,
        } = view.sweep.play;
        let ends = analysis.range_of(swept).map(|end| swept.place(end));
        let track = Track::new(ends, f64::from(seconds), back, again);
        if !rests || swept != SweptParameter::GAMMA {
            return Some(track);
        }
        let marks = marks_of_gamma(analysis, view);
        let marks = marks.iter().filter_map(|found| found.answer.value());
        let places: Vec<f64> = marks.map(|value| swept.place(value)).collect();
        Some(track.resting_at(&places))
    }

    /// Place of the swept parameter on its axis.
    fn swept_place(&self) -> Option<f64> {
        let (swept, _) = self.setup.view.swept(&self.setup.kernel)?;
        Some(swept.place(self.analysis()?.value_of(swept)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{Command, Parameter, REST_SECONDS},
        worker::Inline,
    };
    use explorer::setup::examples;
    use kernel_pca::{
        kernel::{Gamma, KernelKind, KernelParameter},
        kpca::Tier,
    };
    use tabular::Source;

    /// Window with small moons whose picture is there, at time 1.
    fn app(change: impl FnOnce(&mut Setup)) -> App {
        let mut setup = Setup::welcome();
        if let Source::Generated(generator) = &mut setup.source {
            generator.n_samples = 40;
        }
        change(&mut setup);
        let mut app = App::new(setup, Box::new(Inline::default()));
        for now in [0.0, REST_SECONDS, 1.0] {
            app.tick(now);
        }
        app
    }

    fn gamma(app: &App) -> f64 {
        match app.setup().kernel.gamma {
            Gamma::Value(value) => value,
            rule => panic!("{rule}"),
        }
    }

    /// Values of γ at these times.
    fn seen(app: &mut App, times: &[f64]) -> Vec<f64> {
        let value = |time: &f64| {
            app.tick(*time);
            let kernel = app.shown().unwrap().analysis.kernel;
            assert_eq!(kernel.gamma(), Some(gamma(app)), "the picture follows");
            gamma(app)
        };
        times.iter().map(value).collect()
    }

    #[test]
    fn it_runs_from_where_it_stands_and_is_one_step_of_undo() {
        let mut app = app(|setup| setup.kernel.gamma = Gamma::Value(10.0));
        let before = app.setup().clone();
        app.apply(Command::TogglePlay);
        // Five decades from 0.001 on in 12 seconds.
        let decade = 12.0 / 5.0;
        let times = [1.0 + 0.5 * decade, 1.0 + decade, 1.0 + 2.0 * decade];
        assert_eq!(seen(&mut app, &times), [31.6, 100.0, 10.0]);
        assert_eq!(app.shown().unwrap().analysis.tier, Tier::Preview);
        app.apply(Command::TogglePlay);
        assert!(!app.is_playing());
        app.tick(20.0);
        assert_eq!(gamma(&app), 10.0);
        app.apply(Command::Undo);
        assert_eq!(*app.setup(), before);
        assert!(app.obstacle(&Command::Undo).is_some());
    }

    #[test]
    fn any_touch_ends_it_where_it_stands() {
        let touches = [
            Command::Edit(Edit::Gamma(Gamma::Value(3.0))),
            Command::Edit(Edit::Number(Parameter::Threshold, 0.5)),
            Command::Undo,
            Command::StopFit,
            Command::Example(examples()[1].name),
        ];
        for touch in touches {
            let mut app = app(|_| {});
            app.apply(Command::TogglePlay);
            app.tick(2.0);
            // A fit is under way where it can be stopped.
            app.apply(touch.clone());
            assert!(!app.is_playing(), "{touch:?}");
            let gamma = app.setup().kernel.gamma;
            app.tick(3.0);
            assert_eq!(app.setup().kernel.gamma, gamma);
        }
        let mut app = app(|_| {});
        app.apply(Command::TogglePlay);
        app.apply(Command::HoverRows(vec![1]));
        assert!(app.is_playing());
    }

    #[test]
    fn another_pace_is_taken_up_on_the_way() {
        let mut app = app(|setup| setup.kernel.gamma = Gamma::Value(1e-3));
        app.apply(Command::TogglePlay);
        assert_eq!(seen(&mut app, &[1.0 + 12.0 / 5.0]), [0.01]);
        let mut sweep = app.setup().view.sweep;
        sweep.play.seconds = 5;
        app.apply(Command::Edit(Edit::Sweep(sweep)));
        assert!(app.is_playing());
        assert_eq!(seen(&mut app, &[3.4, 4.4]), [0.01, 0.1]);
    }

    #[test]
    fn it_ends_at_the_end_unless_it_begins_anew() {
        let mut app = app(|setup| {
            setup.view.sweep.play.back = false;
            setup.view.sweep.play.again = false;
        });
        app.apply(Command::TogglePlay);
        app.tick(99.0);
        assert_eq!((gamma(&app), app.is_playing()), (100.0, false));
        // From there on it is the whole way.
        app.apply(Command::TogglePlay);
        app.tick(99.0 + 12.0 / 5.0);
        assert_eq!((gamma(&app), app.is_playing()), (0.01, true));
    }

    #[test]
    fn it_rests_at_marks_where_that_is_chosen() {
        let mut app = app(|setup| {
            setup.kernel.gamma = Gamma::Value(0.1);
            setup.view.sweep.play.rests = true;
        });
        let auto = app.shown().unwrap().analysis.gamma_auto;
        assert_eq!(auto, 0.5);
        app.apply(Command::TogglePlay);
        let times: Vec<f64> = (0..300).map(|i| 1.0 + 0.02 * f64::from(i)).collect();
        let seen = seen(&mut app, &times);
        let rests = seen.iter().filter(|gamma| **gamma == 0.5).count();
        assert!((70..80).contains(&rests), "{rests}");
    }

    #[test]
    fn whole_numbers_step_and_what_has_no_parameter_does_not_play() {
        let mut app = app(|setup| {
            setup.kernel.kind = KernelKind::Poly;
            setup.kernel.gamma = Gamma::Value(1.0);
            setup.kernel.degree = 1;
            setup.view.sweep.parameter = Some(SweptParameter::Kernel(KernelParameter::Degree));
        });
        app.apply(Command::TogglePlay);
        app.tick(1.0 + 12.0 / 9.0);
        assert_eq!(app.setup().kernel.degree, 2);
        app.apply(Command::Edit(Edit::Kernel(KernelKind::Linear)));
        assert!(!app.is_playing());
        let why = app.obstacle(&Command::TogglePlay).unwrap();
        assert!(why.contains("no parameter"), "{why}");
    }
}
