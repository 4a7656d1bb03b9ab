//! Data drawn by hand: points in a plane.

use serde::{Deserialize, Serialize};

use super::{Dataset, Table, column::Column};
use kernel_pca::objects::Labels;

/// Editable data set: points of two coordinates in some classes, as plain numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Drawing {
    /// Names of the two axes.
    pub columns: [String; 2],
    /// Names of classes, from the first; further classes are called by their number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// Lower and upper end of the part of either axis that is always in view.
    pub sheet: [[f64; 2]; 2],
    pub points: Vec<DrawnPoint>,
}

/// Point and its class; three numbers in a file.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(from = "(f64, f64, u8)", into = "(f64, f64, u8)")]
pub struct DrawnPoint {
    pub at: [f64; 2],
    /// Number of the class, from 1.
    pub class: u8,
}

impl From<(f64, f64, u8)> for DrawnPoint {
    fn from((x, y, class): (f64, f64, u8)) -> Self {
        Self { at: [x, y], class }
    }
}

impl From<DrawnPoint> for (f64, f64, u8) {
    fn from(DrawnPoint { at: [x, y], class }: DrawnPoint) -> Self {
        (x, y, class)
    }
}

impl Default for Drawing {
    /// Makes an empty sheet.
    fn default() -> Self {
        Self {
            columns: ["x".to_owned(), "y".to_owned()],
            classes: vec![],
            sheet: [[-3.0, 3.0], [-2.0, 2.0]],
            points: vec![],
        }
    }
}

impl Drawing {
    /// Name of a drawing in titles and file names.
    pub const NAME: &'static str = "Drawing";
    /// Largest number of points: more are too many to be drawn, and to be fitted while one is dragged.
    pub const MOST_POINTS: usize = 5000;
    /// Largest number of a class.
    pub const MOST_CLASSES: u8 = 30;
    /// Largest magnitude of a coordinate.
    pub const FARTHEST: f64 = 1e9;
    /// Free space around the points, as a share of their extent.
    const AIR: f64 = 0.15;

    /// Makes a drawing from two features of a dataset, with its classes if they are at most [`Self::MOST_CLASSES`].
    #[must_use]
    pub fn of(dataset: &Dataset, columns: [usize; 2]) -> Self {
        let (classes, codes) = match &dataset.labels {
            Labels::Classes { names, codes, .. } if names.len() <= Self::MOST_CLASSES.into() => {
                (names.clone(), codes.clone())
            }
            _ => (vec![], vec![Some(0); dataset.n()]),
        };
        let points = codes.iter().enumerate().map(|(row, code)| DrawnPoint {
            at: columns.map(|column| dataset.x[(row, column)]),
            // A drawn point has a class; one without a label joins the first.
            class: code.map_or(1, |code| u8::try_from(code + 1).unwrap_or(1)),
        });
        let numbered = |(i, name): (usize, &String)| *name == (i + 1).to_string();
        Self {
            columns: columns.map(|column| dataset.feature_names[column].clone()),
            classes: if classes.iter().enumerate().all(numbered) {
                vec![]
            } else {
                classes
            },
            sheet: columns.map(|column| {
                let values = dataset.x.column(column);
                let (low, high) = (values.min(), values.max());
                let air = if high > low {
                    Self::AIR * (high - low)
                } else {
                    1.0
                };
                [low - air, high + air]
            }),
            points: points.collect(),
        }
    }

    /// Name of a class.
    #[must_use]
    pub fn class_name(&self, class: u8) -> String {
        let named = self.classes.get(usize::from(class).saturating_sub(1));
        named.cloned().unwrap_or_else(|| class.to_string())
    }

    /// Classes that some point has, ascending.
    #[must_use]
    pub fn used_classes(&self) -> Vec<u8> {
        let mut used: Vec<u8> = self.points.iter().map(|point| point.class).collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    /// Adds a point, unless there are too many or it lies too far off.
    pub fn add(&mut self, at: [f64; 2], class: u8) {
        if self.points.len() < Self::MOST_POINTS && is_near(at) {
            self.points.push(DrawnPoint { at, class });
        }
    }

    /// Moves a point to `at`, unless that lies too far off.
    pub fn put(&mut self, point: usize, at: [f64; 2]) {
        if let Some(point) = self.points.get_mut(point).filter(|_| is_near(at)) {
            point.at = at;
        }
    }

    /// Returns true where every number can be drawn and fitted.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let [[left, right], [low, high]] = self.sheet;
        let classes = 1..=Self::MOST_CLASSES;
        left < right
            && low < high
            && is_near([left, low])
            && is_near([right, high])
            && self.columns[0] != self.columns[1]
            && self.points.len() <= Self::MOST_POINTS
            && self
                .points
                .iter()
                .all(|point| is_near(point.at) && classes.contains(&point.class))
    }

    /// Makes a table of the points, with a label.
    pub(super) fn table(&self) -> Table {
        let column = |axis: usize| {
            let values = self.points.iter().map(|point| point.at[axis]);
            Column::numbers(&self.columns[axis], values.collect())
        };
        let names = (1..=Self::MOST_CLASSES).map(|class| self.class_name(class));
        let codes = self.points.iter().map(|point| u32::from(point.class) - 1);
        let label = self.label();
        let label = Column::classes(&label, names, codes);
        let mut table = Table::with_label(Self::NAME, vec![column(0), column(1)], label);
        table.sheet = Some(self.sheet);
        table
    }

    /// Name of the label's column: `class`, with `_` appended as often as an axis has that name.
    fn label(&self) -> String {
        let mut label = "class".to_owned();
        while self.columns.contains(&label) {
            label.push('_');
        }
        label
    }
}

fn is_near(at: [f64; 2]) -> bool {
    at.iter().all(|value| value.abs() <= Drawing::FARTHEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Builtin, Columns, Source};

    #[test]
    fn a_drawing_is_a_table_even_when_it_is_empty() {
        let mut drawing = Drawing::default();
        let load = |drawing: &Drawing| {
            let table = Source::Drawn(drawing.clone()).load(&|| false).unwrap();
            table.dataset(&Columns::default()).unwrap()
        };
        assert_eq!((load(&drawing).n(), load(&drawing).d()), (0, 2));
        drawing.add([0.5, -1.0], 1);
        drawing.add([f64::NAN, 0.0], 1);
        drawing.add([2.0, 1.0], 3);
        drawing.put(0, [0.25, 0.0]);
        drawing.put(7, [0.0, 0.0]);
        let dataset = load(&drawing);
        assert_eq!(
            dataset.x.row(0).iter().copied().collect::<Vec<_>>(),
            [0.25, 0.0]
        );
        let Labels::Classes { names, codes, .. } = dataset.labels else {
            panic!("no classes");
        };
        assert_eq!(
            (names, codes),
            (vec!["1".into(), "3".into()], vec![Some(0), Some(1)])
        );
    }

    #[test]
    fn two_columns_of_a_table_can_be_drawn_on() {
        let table = Source::Builtin(Builtin::Iris).load(&|| false).unwrap();
        let iris = table.dataset(&Columns::default()).unwrap();
        let drawing = Drawing::of(&iris, [2, 0]);
        assert!(drawing.is_sound());
        assert_eq!(drawing.points[60].at, [iris.x[(60, 2)], iris.x[(60, 0)]]);
        assert_eq!(drawing.class_name(drawing.points[60].class), "versicolor");
        let table = Source::Drawn(drawing).load(&|| false).unwrap();
        let again = table.dataset(&Columns::default()).unwrap();
        assert_eq!(again.feature_names[0], iris.feature_names[2]);
        let (
            Labels::Classes { names, codes, .. },
            Labels::Classes {
                names: n, codes: c, ..
            },
        ) = (&again.labels, &iris.labels)
        else {
            panic!("no classes");
        };
        assert_eq!((names, codes), (n, c));
    }
}
