//! Number of components that are kept: one choice that decides how many are computed, shown and marked.

use super::{Components, Setup};

/// Rule for the number of components.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum HowMany {
    /// Fixed number.
    Number(usize),
    /// Smallest number that holds this share of the variance.
    Share(f64),
    /// Number of components that stand out from independently shuffled columns (parallel analysis): the first `of`
    /// are compared and shown, of which `kept` are computed.
    BeyondNoise { kept: usize, of: usize },
}

impl HowMany {
    /// Default number of components that are compared with shuffled columns.
    pub const LOOKED_AT: usize = 64;
}

impl Setup {
    /// Returns the rule that the setup follows now.
    #[must_use]
    pub fn how_many(&self) -> HowMany {
        match self.components {
            Components::Count(kept) if self.view.spectrum_shuffled => HowMany::BeyondNoise {
                kept,
                of: self.view.spectrum_components.max(kept),
            },
            Components::Count(count) => HowMany::Number(count),
            Components::Share(share) => HowMany::Share(share),
        }
    }

    /// Rule that keeps `kept` components, and goes on comparing as many with shuffled columns as before, if any.
    #[must_use]
    pub fn keeping(&self, kept: usize) -> HowMany {
        match self.how_many() {
            HowMany::BeyondNoise { of, .. } => HowMany::BeyondNoise { kept, of },
            HowMany::Number(_) | HowMany::Share(_) => HowMany::Number(kept),
        }
    }

    /// Sets the number of components that the rule computes, and shows in the spectrum all components that it compares.
    pub fn keep(&mut self, how_many: HowMany) {
        self.view.spectrum_shuffled = matches!(how_many, HowMany::BeyondNoise { .. });
        let (kept, shown) = match how_many {
            HowMany::Number(kept) => (kept, kept),
            HowMany::BeyondNoise { kept, of } => (kept, of),
            HowMany::Share(share) => {
                self.components = Components::Share(share);
                self.view.threshold = share;
                self.view.spectrum_components = Components::MOST_FOR_SHARE;
                return;
            }
        };
        self.components = Components::Count(kept.max(1));
        self.view.spectrum_components = shown.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_back_and_everything_said_of_it_is_shown() {
        let mut setup = Setup::welcome();
        for how_many in [
            HowMany::Number(7),
            HowMany::Share(0.9),
            HowMany::BeyondNoise { kept: 64, of: 64 },
            HowMany::BeyondNoise { kept: 2, of: 64 },
            HowMany::Number(3),
        ] {
            setup.keep(how_many);
            assert_eq!(setup.how_many(), how_many);
        }
        assert_eq!(setup.view.threshold, 0.9);
        assert_eq!(setup.view.spectrum_components, 3);
    }
}
