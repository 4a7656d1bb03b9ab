//! Animation of a parameter through its range: position as a function of elapsed time.

/// Seconds of rest at each position where the parameter rests.
pub const REST: f64 = 1.5;

/// Movement of a parameter through a range in time, by positions on the parameter's axis, see
/// [`SweptParameter::place`](super::SweptParameter::place).
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// Lowest and highest position on the parameter's axis.
    ends: [f64; 2],
    /// Positions of rest on the parameter's axis, ascending, between the ends.
    rests: Vec<f64>,
    /// Seconds of movement from one end to the other, without rests.
    seconds: f64,
    /// True where the parameter returns the way it came.
    back: bool,
    /// True where the movement repeats without end.
    again: bool,
}

impl Track {
    /// Movement from one end to the other in the given seconds, without rests; `back` adds the way back, `again`
    /// repeats the movement without end.
    #[must_use]
    pub fn new([low, high]: [f64; 2], seconds: f64, back: bool, again: bool) -> Self {
        Self {
            ends: [low, high.max(low)],
            rests: vec![],
            seconds: seconds.max(1e-3),
            back,
            again,
        }
    }

    /// Sets the positions of rest to those of `places` that lie between the ends.
    #[must_use]
    pub fn resting_at(mut self, places: &[f64]) -> Self {
        let [low, high] = self.ends;
        let between = places
            .iter()
            .filter(|place| **place > low && **place < high);
        self.rests = between.copied().collect();
        self.rests.sort_by(f64::total_cmp);
        self.rests.dedup();
        self
    }

    /// Returns the position after the elapsed seconds, and whether the movement is over.
    #[must_use]
    pub fn at(&self, elapsed: f64) -> (f64, bool) {
        let one_way = self.one_way();
        let whole = self.whole();
        if elapsed >= whole && !self.again {
            let [low, high] = self.ends;
            return (if self.back { low } else { high }, true);
        }
        let elapsed = elapsed.max(0.0).rem_euclid(whole);
        // The way back is the way there in reversed time.
        let there = if elapsed > one_way {
            2.0 * one_way - elapsed
        } else {
            elapsed
        };
        (self.on_the_way_there(there), false)
    }

    /// Returns the seconds after which the movement first passes a position; 0 for a position beyond the ends, and for
    /// the upper end of a movement that does not return.
    #[must_use]
    pub fn time_of(&self, place: f64) -> f64 {
        let [low, high] = self.ends;
        let goes_on = place < high || self.back;
        if !(low..=high).contains(&place) || !goes_on {
            return 0.0;
        }
        let rests = self.rests.iter().filter(|rest| **rest < place).count();
        self.moving(place) + REST * rests as f64
    }

    /// Returns the seconds after which this movement is at the position that `other` has after `elapsed` seconds, on
    /// the way back if `other` is, where this movement returns.
    #[must_use]
    pub fn going_on_from(&self, other: &Self, elapsed: f64) -> f64 {
        let there = self.time_of(other.at(elapsed).0);
        if self.back && other.is_going_back(elapsed) {
            self.whole() - there
        } else {
            there
        }
    }

    /// Returns whether the movement is on its way back after the elapsed seconds.
    fn is_going_back(&self, elapsed: f64) -> bool {
        self.back && elapsed.rem_euclid(self.whole()) > self.one_way()
    }

    /// Seconds from one end to the other, rests included.
    fn one_way(&self) -> f64 {
        self.seconds + REST * self.rests.len() as f64
    }

    /// Seconds until the movement is over, or repeats.
    fn whole(&self) -> f64 {
        self.one_way() * if self.back { 2.0 } else { 1.0 }
    }

    /// Seconds of movement from the lower end to a position, without rests.
    fn moving(&self, place: f64) -> f64 {
        let [low, high] = self.ends;
        let share = (place - low) / (high - low);
        if share.is_finite() {
            self.seconds * share
        } else {
            0.0
        }
    }

    /// Position after the elapsed seconds on the way from the lower end to the upper.
    fn on_the_way_there(&self, elapsed: f64) -> f64 {
        let [low, high] = self.ends;
        let mut moved = elapsed;
        for &rest in &self.rests {
            let reached = self.moving(rest);
            if moved < reached {
                break;
            }
            if moved <= reached + REST {
                return rest;
            }
            moved -= REST;
        }
        low + (high - low) * (moved / self.seconds).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(track: &Track, times: &[f64]) -> Vec<f64> {
        times.iter().map(|time| track.at(*time).0).collect()
    }

    #[test]
    fn there_and_back_and_again() {
        let track = Track::new([-1.0, 3.0], 8.0, true, true);
        let times = [0.0, 2.0, 8.0, 10.0, 15.0, 16.0, 18.0, 24.0];
        assert_eq!(
            places(&track, &times),
            [-1.0, 0.0, 3.0, 2.0, -0.5, -1.0, 0.0, 3.0]
        );
        assert!(!track.at(1e6).1);
        let once = Track::new([-1.0, 3.0], 8.0, true, false);
        assert_eq!(
            (once.at(15.0), once.at(16.0)),
            ((-0.5, false), (-1.0, true))
        );
        let there = Track::new([-1.0, 3.0], 8.0, false, false);
        assert_eq!((there.at(4.0), there.at(8.5)), ((1.0, false), (3.0, true)));
        let anew = Track::new([-1.0, 3.0], 8.0, false, true);
        assert_eq!(anew.at(10.0), (0.0, false));
    }

    #[test]
    fn it_rests_at_marks_on_both_ways() {
        let track = Track::new([0.0, 4.0], 4.0, true, true);
        // Rests at the ends, or beyond them, are left out.
        let track = track.resting_at(&[3.0, 1.0, 9.0, 4.0, -1.0, 1.0]);
        let [first, second] = [1.0, 3.0 + REST];
        let times = [0.5, first, first + REST, first + REST + 0.5, second];
        assert_eq!(places(&track, &times), [0.5, 1.0, 1.0, 1.5, 3.0]);
        let end = 4.0 + 2.0 * REST;
        assert_eq!(track.at(end).0, 4.0);
        for time in times {
            assert!((track.at(2.0 * end - time).0 - track.at(time).0).abs() < 1e-12);
        }
    }

    #[test]
    fn it_begins_where_the_slider_stands() {
        let track = Track::new([0.0, 4.0], 4.0, true, true).resting_at(&[1.0, 3.0]);
        for place in [0.0, 0.5, 1.0, 2.0, 3.5, 4.0] {
            assert_eq!(track.at(track.time_of(place)).0, place);
        }
        assert_eq!([track.time_of(-1.0), track.time_of(7.0)], [0.0; 2]);
        // A movement that does not return has no way on from its end, whose time is that of the beginning.
        let there = Track::new([0.0, 4.0], 4.0, false, false);
        assert_eq!([there.time_of(4.0), there.time_of(3.0)], [0.0, 3.0]);
    }

    #[test]
    fn another_pace_goes_on_from_the_same_place_in_the_same_direction() {
        let slow = Track::new([0.0, 4.0], 8.0, true, true);
        let fast = Track::new([0.0, 4.0], 2.0, true, true).resting_at(&[1.0]);
        for elapsed in [1.0, 7.0, 9.0, 15.0, 33.0] {
            let there = fast.going_on_from(&slow, elapsed);
            assert!((fast.at(there).0 - slow.at(elapsed).0).abs() < 1e-12);
            assert_eq!(fast.is_going_back(there), slow.is_going_back(elapsed));
        }
        // A movement without a way back continues upwards from the same place.
        let there = Track::new([0.0, 4.0], 4.0, false, true);
        assert_eq!(there.going_on_from(&slow, 12.0), 2.0);
    }

    #[test]
    fn a_range_of_one_value_stays_there() {
        let track = Track::new([2.0, 2.0], 4.0, true, false);
        assert_eq!((track.at(1.0), track.at(99.0)), ((2.0, false), (2.0, true)));
        assert_eq!(track.time_of(2.0), 0.0);
    }
}
