//! Wishes of an author for figures, beyond what their panels say.

use serde::{Deserialize, Serialize};

use super::Panel;

/// Author's words, colours and limits for a figure.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// True where titles begin with (a), (b), … in reading order.
    pub letters: bool,
    /// Words of panels, at most one entry for each.
    pub words: Vec<PanelWords>,
    /// Looks of classes by their names in the data; those named here stand first in legends, in this order.
    pub classes: Vec<ClassLook>,
    /// Diameter of dots in points on paper; `None` depends on their number.
    pub point_size: Option<f64>,
    pub legend: LegendPlace,
    /// True where curves over a parameter leave out the marks of criteria, the present value and lines of comparison.
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

/// Colour and name that an author gives a class; `None` keeps the usual colour or the name in the data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassLook {
    pub name: String,
    /// Red, green and blue; `None` is the usual colour.
    pub color: Option<[u8; 3]>,
    pub text: Option<String>,
}

/// Thing in a picture that an author can give another name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Nameable {
    Title(Panel),
    /// Axis of a panel across (0) or upwards (1).
    Axis(Panel, usize),
    /// Class by its name in the data.
    Class(String),
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

    /// Words that replace a panel's own; `None` where there are none.
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

    /// Name that the author typed for a thing; `None` where it keeps its own.
    #[must_use]
    pub fn own_name(&self, thing: &Nameable) -> Option<&str> {
        let own = match thing {
            Nameable::Title(panel) => &self.of(*panel)?.title,
            Nameable::Axis(panel, 0) => &self.of(*panel)?.x_label,
            Nameable::Axis(panel, _) => &self.of(*panel)?.y_label,
            Nameable::Class(class) => {
                let mut looks = self.classes.iter();
                &looks.find(|look| look.name == *class)?.text
            }
        };
        own.as_deref()
    }

    /// Gives a thing another name, or for `None` its own again; `classes` are those of the data, whose order in legends
    /// stays.
    pub fn rename(&mut self, thing: &Nameable, name: Option<String>, classes: &[String]) {
        match thing {
            Nameable::Title(panel) => self.of_mut(*panel).title = name,
            Nameable::Axis(panel, 0) => self.of_mut(*panel).x_label = name,
            Nameable::Axis(panel, _) => self.of_mut(*panel).y_label = name,
            Nameable::Class(class) => {
                let mut looks = self.looks_in_order(classes);
                if let Some(look) = looks.iter_mut().find(|look| look.name == *class) {
                    look.text = name;
                }
                self.set_looks(looks, classes);
            }
        }
        self.words.retain(|words| !words.say_nothing());
    }

    /// Look of every class of the data, in the order of legends.
    #[must_use]
    pub fn looks_in_order(&self, classes: &[String]) -> Vec<ClassLook> {
        let looks = &self.classes;
        let known = looks.iter().filter(|look| classes.contains(&look.name));
        let rest = classes
            .iter()
            .filter(|name| looks.iter().all(|look| look.name != **name));
        let rest = rest.map(|name| ClassLook {
            name: name.clone(),
            color: None,
            text: None,
        });
        known.cloned().chain(rest).collect()
    }

    /// Sets the looks of all classes of the data; none are kept where each is the usual one and the order is that of
    /// `classes`.
    pub fn set_looks(&mut self, looks: Vec<ClassLook>, classes: &[String]) {
        let is_usual = |look: &ClassLook| look.color.is_none() && look.text.is_none();
        let in_data = looks.iter().map(|look| &look.name).eq(classes.iter());
        self.classes = if in_data && looks.iter().all(is_usual) {
            vec![]
        } else {
            looks
        };
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

impl PanelWords {
    /// Returns true where nothing replaces the panel's own.
    fn say_nothing(&self) -> bool {
        let Self {
            panel: _,
            title,
            x_label,
            y_label,
            x_limits,
            y_limits,
        } = self;
        let texts = [title, x_label, y_label];
        texts.into_iter().all(Option::is_none) && x_limits.or(*y_limits).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_renamed_class_keeps_its_place_and_own_names_come_back() {
        let classes = ["a", "b", "c"].map(str::to_owned);
        let b = Nameable::Class("b".into());
        let title = Nameable::Title(Panel::Kpca);
        let mut wishes = Wishes::default();
        wishes.rename(&b, Some("second".into()), &classes);
        wishes.rename(&title, Some("$x_1$".into()), &classes);
        assert_eq!(wishes.own_name(&b), Some("second"));
        assert_eq!(wishes.own_name(&title), Some("$x_1$"));
        let order: Vec<&str> = wishes.classes.iter().map(|it| &*it.name).collect();
        assert_eq!(order, classes);
        wishes.rename(&b, None, &classes);
        wishes.rename(&title, None, &classes);
        assert_eq!(wishes, Wishes::default());
    }
}
