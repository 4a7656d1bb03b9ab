//! Pinned pictures: whole setups, each with the panel it is seen in, beside the live one.

use serde::{Deserialize, Serialize};

use super::{Marking, Panel, Setup, Side, Tiles, View};
use crate::panel::Letter;

/// Picture as it was when it was pinned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PinnedPicture {
    /// Letter that names the picture; no two have the same.
    pub letter: Letter,
    /// Panel whose picture was pinned.
    pub panel: Panel,
    /// Setup that makes the picture. It has no pins of its own, no arrangement, and nothing marked.
    pub setup: Setup,
}

impl Default for PinnedPicture {
    fn default() -> Self {
        Self {
            letter: Letter::A,
            panel: Panel::Kpca,
            setup: Setup::default(),
        }
    }
}

impl PinnedPicture {
    /// Pins a panel's picture under a letter.
    fn of(setup: &Setup, panel: Panel, letter: Letter) -> Self {
        let mut setup = setup.clone();
        setup.view.panels = vec![panel];
        setup.view.tiles = None;
        setup.view.pinned.clear();
        setup.view.marking = Marking::default();
        Self {
            letter,
            panel,
            setup,
        }
    }

    /// Returns true where the panel can be pinned and nothing is pinned within the pin.
    pub(super) fn is_sound(&self) -> bool {
        self.panel.can_be_pinned() && self.setup.view.pinned.is_empty()
    }
}

impl View {
    /// Picture pinned under a letter.
    #[must_use]
    pub fn pinned(&self, letter: Letter) -> Option<&PinnedPicture> {
        self.pinned.iter().find(|it| it.letter == letter)
    }

    /// First letter that no picture has.
    #[must_use]
    pub fn free_letter(&self) -> Option<Letter> {
        let mut letters = Letter::ALL.into_iter();
        letters.find(|letter| self.pinned(*letter).is_none())
    }

    /// Panels that have something to show: all but those of missing pins.
    pub fn offered(&self) -> impl Iterator<Item = Panel> {
        let is_there = |panel: &Panel| {
            let letter = panel.letter();
            letter.is_none_or(|letter| self.pinned(letter).is_some())
        };
        Panel::ALL.into_iter().filter(is_there)
    }

    /// Brings the panel of a pinned picture into sight: beside the panel that it was pinned from, where up to four pins
    /// make two rows.
    fn show_pinned(&mut self, letter: Letter, of: Panel) {
        let mut tiles = self.arrangement();
        let panel = letter.panel();
        let shown = tiles.shown();
        let pins: Vec<Panel> = shown
            .iter()
            .copied()
            .filter(|it| it.letter().is_some())
            .collect();
        match pins[..] {
            _ if tiles.panels().contains(&panel) => tiles.open(panel),
            [only] => tiles.put(panel, Side::Below, only),
            [first, _] => tiles.put(panel, Side::Right, first),
            [.., last] => tiles.put(panel, Side::Right, last),
            [] => {
                let by = if shown.contains(&of) {
                    Some(of)
                } else {
                    shown.first().copied()
                };
                if let Some(by) = by {
                    tiles.put(panel, Side::Right, by);
                }
            }
        }
        self.arrange(tiles);
    }
}

impl Setup {
    /// Pins a panel's picture under the first free letter, beside the panel; does nothing where no letter is free, or
    /// for a panel that cannot be pinned.
    pub fn pin(&mut self, panel: Panel) {
        if let Some(letter) = self.view.free_letter().filter(|_| panel.can_be_pinned()) {
            self.view
                .pinned
                .push(PinnedPicture::of(self, panel, letter));
            self.view.show_pinned(letter, panel);
        }
    }

    /// Shows another setup's picture of a panel, pinned as A, beside the live one, and no other panel.
    pub fn set_against(&mut self, other: &Self, panel: Panel) {
        self.view.pinned.retain(|it| it.letter != Letter::A);
        let pinned = PinnedPicture::of(other, panel, Letter::A);
        self.view.pinned.insert(0, pinned);
        self.view
            .arrange(Tiles::side_by_side(&[Letter::A.panel(), panel]));
    }

    /// Removes a pinned picture and its panel.
    pub fn unpin(&mut self, letter: Letter) {
        self.view.pinned.retain(|it| it.letter != letter);
        let mut tiles = self.view.arrangement();
        tiles.close(letter.panel());
        self.view.arrange(tiles);
    }

    /// Makes a pinned picture the live one, and pins the live one in its place. The arrangement, the other pins
    /// and the look of dots stay; so do marks, where both are of the same rows.
    pub fn swap_with_pinned(&mut self, letter: Letter) {
        let Some(at) = self.view.pinned.iter().position(|it| it.letter == letter) else {
            return;
        };
        let panel = self.view.pinned[at].panel;
        let live = PinnedPicture::of(self, panel, letter);
        let pinned = std::mem::replace(&mut self.view.pinned[at], live).setup;
        let is_same = pinned.source == self.source && pinned.columns == self.columns;
        let before = std::mem::replace(self, pinned).view;
        let view = self.view.clone().looking_like(&before);
        self.view = View {
            panels: before.panels,
            tiles: before.tiles,
            pinned: before.pinned,
            marking: if is_same {
                before.marking
            } else {
                Marking::default()
            },
            ..view
        };
    }

    /// Returns true where both setups are equal except for their views, and so are fitted alike.
    #[must_use]
    pub fn computes_like(&self, other: &Self) -> bool {
        let apart_from_view = |setup: &Self| Self {
            view: View::default(),
            ..setup.clone()
        };
        apart_from_view(self) == apart_from_view(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel_pca::kernel::Gamma;

    #[test]
    fn four_pins_stand_in_two_rows() {
        let mut setup = Setup::welcome();
        for _ in 0..4 {
            setup.pin(Panel::Kpca);
        }
        let tiles = setup.view.arrangement();
        let pins = [
            Panel::PinnedA,
            Panel::PinnedC,
            Panel::PinnedB,
            Panel::PinnedD,
        ];
        assert_eq!(tiles.shown()[3..7], pins);
        assert_eq!(pins.map(|pin| tiles.in_row_of(pin)), [2; 4]);
        // The column of pins is the fourth part of its row.
        assert_eq!(tiles.in_row_of(Panel::Kpca), 4);
    }

    #[test]
    fn a_picture_is_pinned_beside_its_panel_and_goes_again() {
        let mut setup = Setup::welcome();
        setup.pin(Panel::Kpca);
        let usual = Panel::USUAL;
        let [input, pca, kpca, spectrum, variance] = usual;
        let with = [input, pca, kpca, Panel::PinnedA, spectrum, variance];
        assert_eq!(setup.view.panels, with);
        setup.kernel.gamma = Gamma::Value(100.0);
        setup.pin(Panel::Kpca);
        let pinned = setup.view.pinned(Letter::B).unwrap();
        assert!(pinned.is_sound() && pinned.setup.view.panels == [Panel::Kpca]);
        assert_eq!(pinned.setup.kernel.gamma, Gamma::Value(100.0));
        setup.unpin(Letter::A);
        assert_eq!(setup.view.free_letter(), Some(Letter::A));
        for _ in 0..5 {
            setup.pin(Panel::Pca);
        }
        setup.pin(Panel::PinnedA);
        assert_eq!(setup.view.pinned.len(), Letter::ALL.len());
        assert_eq!(setup.view.offered().count(), Panel::ALL.len());
        for letter in Letter::ALL {
            setup.unpin(letter);
        }
        assert_eq!(setup.view.panels, usual);
        assert_eq!(setup.view.offered().count(), Panel::ALL.len() - 4);
    }

    #[test]
    fn what_is_pinned_and_what_is_live_change_places_twice() {
        let mut setup = Setup::welcome();
        setup.pin(Panel::Kpca);
        setup.kernel.gamma = Gamma::Value(100.0);
        setup.view.marking.hidden = [3].into_iter().collect();
        let before = setup.clone();
        setup.swap_with_pinned(Letter::A);
        assert_eq!(setup.kernel.gamma, Gamma::Value(15.0));
        let pinned = setup.view.pinned(Letter::A).unwrap();
        assert_eq!(pinned.setup.kernel.gamma, Gamma::Value(100.0));
        assert_eq!(setup.view.panels, before.view.panels);
        setup.swap_with_pinned(Letter::A);
        assert_eq!(setup, before);
        setup.swap_with_pinned(Letter::D);
        assert_eq!(setup, before);
    }
}
