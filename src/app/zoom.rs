//! Parts of plots that the user zoomed to.

use super::App;
use chart::Ranges;
use explorer::panel::Panel;

#[derive(Debug, Default)]
pub(super) struct Zooms(Vec<(Panel, Ranges)>);

impl Zooms {
    pub fn set(&mut self, panel: Panel, ranges: Option<Ranges>) {
        self.0.retain(|(zoomed, _)| *zoomed != panel);
        self.0.extend(ranges.map(|ranges| (panel, ranges)));
    }
}

impl App {
    /// Ranges of a panel's plot that the user zoomed to; `None` where the plot shows all of its data.
    #[must_use]
    pub fn zoomed(&self, panel: Panel) -> Option<Ranges> {
        let mut zooms = self.zooms.0.iter();
        zooms.find(|(p, _)| *p == panel).map(|(_, ranges)| *ranges)
    }

    /// Parts that a figure of these panels must show to look like the window.
    #[must_use]
    pub fn zooms(&self, panels: &[Panel]) -> Vec<(Panel, Ranges)> {
        let zoomed = |&panel: &Panel| Some((panel, self.zoomed(panel)?));
        panels.iter().filter_map(zoomed).collect()
    }

    /// Makes every plot show all of its data again.
    pub(super) fn fit_plots(&mut self) {
        self.fits += 1;
        self.zooms.0.clear();
    }
}
