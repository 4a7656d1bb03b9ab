//! Wishes of an author for figures, beyond what their panels say.

use serde::{Deserialize, Serialize};

use super::Panel;

/// Author's words, colours and limits for a figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// Begins titles with (a), (b), … in reading order.
    pub letters: bool,
    /// Words of panels, at most one entry for each.
    pub words: Vec<PanelWords>,
    /// Looks of classes by their names in the data; those named here stand first in legends, in this order.
    pub classes: Vec<ClassLook>,
    /// Diameter of dots in points on paper; `None` depends on their number.
    pub point_size: Option<f64>,
    pub legend: LegendPlace,
    /// Leaves out of curves over a parameter the marks of rules, the present value and lines of comparison.
    pub no_marks: bool,
}

/// Title, axis names and limits that replace a panel's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PanelWords {
    pub panel: Panel,
    pub title: Option<String>,
    pub x_label: Option<String>,
    pub y_label: Option<String>,
    pub x_limits: Option<[f64; 2]>,
    pub y_limits: Option<[f64; 2]>,
}

/// A colour and another name for a class, where it has them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassLook {
    pub name: String,
    /// Red, green and blue; `None` is the usual colour.
    pub color: Option<[u8; 3]>,
    pub text: Option<String>,
}

listed! {
    /// Place of legends.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum LegendPlace {
        /// Plot with room for them, else below.
        #[default]
        Auto => "auto",
        /// Strip below the panels that they explain.
        Bottom => "bottom",
        /// Column at the right of the sheet.
        Right => "right",
        None => "none",
    }
    /// Name on the command line.
    fn name
}

impl Wishes {
    /// Diameters that dots may have, in points on paper.
    pub const POINT_SIZES: std::ops::RangeInclusive<f64> = 0.5..=30.0;

    /// Words that replace a panel's own, if there are any.
    #[must_use]
    pub fn of(&self, panel: Panel) -> Option<&PanelWords> {
        self.words.iter().find(|words| words.panel == panel)
    }

    /// Words that replace a panel's own, created empty where there are none.
    pub fn of_mut(&mut self, panel: Panel) -> &mut PanelWords {
        let place = self.words.iter().position(|words| words.panel == panel);
        let place = place.unwrap_or_else(|| {
            self.words.push(PanelWords {
                panel,
                title: None,
                x_label: None,
                y_label: None,
                x_limits: None,
                y_limits: None,
            });
            self.words.len() - 1
        });
        &mut self.words[place]
    }

    /// Returns true where a figure can be drawn with all limits and sizes.
    pub(super) fn are_sound(&self) -> bool {
        let limits = self
            .words
            .iter()
            .flat_map(|words| [words.x_limits, words.y_limits]);
        let is_range = |[low, high]: [f64; 2]| low.is_finite() && high.is_finite() && low < high;
        let size = self
            .point_size
            .is_none_or(|size| Self::POINT_SIZES.contains(&size));
        size && limits.flatten().all(is_range)
    }
}
