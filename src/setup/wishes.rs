//! What an author wants of figures besides what their panels say.

use serde::{Deserialize, Serialize};

use super::Panel;

/// An author's own words, colours and limits for a figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// Whether titles begin with (a), (b), … in reading order.
    pub letters: bool,
    /// At most one for each panel.
    pub words: Vec<Words>,
    /// Looks of classes by their names in the data; those named here stand first in legends, in this order.
    pub classes: Vec<ClassLook>,
    /// Diameter of dots in points on paper; `None` goes with how many there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_size: Option<f64>,
    pub legend: LegendPlace,
}

/// What a panel says and shows in place of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Words {
    pub panel: Panel,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x_label: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y_label: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x_limits: Option<[f64; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y_limits: Option<[f64; 2]>,
}

/// A colour for a class, and another name if it has one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassLook {
    pub name: String,
    /// Red, green and blue.
    pub color: [u8; 3],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Where legends stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LegendPlace {
    /// Below the panels that they explain.
    #[default]
    Bottom,
    /// In a column at the right of the sheet.
    Right,
    None,
}

impl LegendPlace {
    pub const ALL: [Self; 3] = [Self::Bottom, Self::Right, Self::None];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bottom => "bottom",
            Self::Right => "right",
            Self::None => "none",
        }
    }
}

impl Wishes {
    /// Points on paper that dots may be wide.
    pub const POINT_SIZES: std::ops::RangeInclusive<f64> = 0.5..=30.0;

    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// What a panel says in place of its own.
    #[must_use]
    pub fn of(&self, panel: Panel) -> Option<&Words> {
        self.words.iter().find(|words| words.panel == panel)
    }

    /// What a panel is to say in place of its own.
    pub fn of_mut(&mut self, panel: Panel) -> &mut Words {
        let place = self.words.iter().position(|words| words.panel == panel);
        let place = place.unwrap_or_else(|| {
            self.words.push(Words {
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

    /// Whether all numbers are such that a figure can be drawn.
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
