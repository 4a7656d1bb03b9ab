//! Comparison A against B: a pinned picture and the live one in equal halves, other pins in a row below, all else
//! out of the way.

use super::{App, Consequence, Edit};
use explorer::{
    panel::{Letter, Panel},
    setup::{Side, Tiles},
};

impl App {
    /// Returns true where pinned pictures and the live one have the room of all panels.
    #[must_use]
    pub fn is_versus(&self) -> bool {
        self.versus && self.first_pin().is_some()
    }

    /// Letter of the live picture in the comparison: the first that no pin has.
    #[must_use]
    pub fn live_letter(&self) -> Option<Letter> {
        self.setup.view.free_letter().filter(|_| self.is_versus())
    }

    /// Pictures that a panel's is compared with: the live one and pins of the same panel. Empty outside of a
    /// comparison.
    #[must_use]
    pub fn opposite(&self, panel: Panel) -> Vec<Panel> {
        let view = &self.setup.view;
        let pinned = |letter| view.pinned(letter).map(|pin| pin.panel);
        let live = panel.letter().map_or(Some(panel), pinned);
        let pins = view.pinned.iter().filter(|pin| Some(pin.panel) == live);
        let all = live.into_iter().chain(pins.map(|pin| pin.letter.panel()));
        all.filter(|it| *it != panel && self.is_versus()).collect()
    }

    fn first_pin(&self) -> Option<Letter> {
        self.setup.view.pinned.first().map(|pin| pin.letter)
    }

    /// Starts the comparison, with a pin of the panel in the centre of attention where there is none, or ends it.
    pub(super) fn toggle_versus(&mut self) {
        if self.is_versus() {
            self.versus = false;
        } else {
            if self.first_pin().is_none()
                && let Some(panel) = self.looked_at()
            {
                self.edit(Edit::Pin(panel));
            }
            self.maximise(None);
            self.versus = self.first_pin().is_some();
        }
        self.pace.changed(Consequence::Refit, self.now);
    }

    /// Arrangement of the comparison: the first pin beside the live picture of its panel, and other pins below.
    pub(super) fn versus_tiles(&self) -> Option<Tiles> {
        let mut pins = self.setup.view.pinned.iter().filter(|_| self.is_versus());
        let first = pins.next()?;
        let half = |panel: Panel| (1.0, Tiles::one(panel));
        let mut tiles = Tiles::row([half(first.letter.panel()), half(first.panel)]);
        let others: Vec<Panel> = pins.map(|pin| pin.letter.panel()).collect();
        if let Some((left, rest)) = others.split_first() {
            let mut below = Tiles::one(*left);
            let mut last = *left;
            for panel in rest {
                below.put(*panel, Side::Right, last);
                last = *panel;
            }
            tiles = Tiles::column([(2.0, tiles), (1.0, below)]);
        }
        Some(tiles)
    }
}
