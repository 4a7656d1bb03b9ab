//! Which column labels the rows, and what its values mean.

use super::{
    Labels,
    column::{Column, Values},
};

/// More distinct values than this are a quantity, not classes.
const MAX_CLASSES: usize = 30;

/// Usual names of label columns, in order of preference.
const LABEL_NAMES: [&str; 16] = [
    "label",
    "labels",
    "class",
    "classes",
    "target",
    "species",
    "category",
    "group",
    "cluster",
    "type",
    "diagnosis",
    "color",
    "colour",
    "digit",
    "y",
    "t",
];

/// The values of `column` in `rows` as labels.
///
/// Text gives classes. So do numbers that are whole, few, and occur more than once; other numbers
/// are a continuous label.
pub(super) fn labels(column: Option<&Column>, rows: &[usize]) -> Labels {
    let Some(Column { name, values, .. }) = column else {
        return Labels::None;
    };
    let column = name.clone();
    match values {
        Values::Text { names, codes } => {
            let codes: Vec<u32> = rows.iter().filter_map(|&i| codes[i]).collect();
            let mut used = codes.clone();
            used.sort_unstable();
            used.dedup();
            Labels::Classes {
                column,
                names: used.iter().map(|&c| names[c as usize].clone()).collect(),
                codes: codes
                    .iter()
                    .map(|c| used.partition_point(|u| u < c))
                    .collect(),
            }
        }
        Values::Numbers { values, .. } => {
            let values: Vec<f64> = rows.iter().map(|&i| values[i]).collect();
            match few_integers(&values) {
                Some(classes) if classes.len() < values.len() => Labels::Classes {
                    column,
                    names: classes.iter().map(f64::to_string).collect(),
                    codes: values
                        .iter()
                        .map(|v| classes.partition_point(|c| c < v))
                        .collect(),
                },
                _ => Labels::Continuous { column, values },
            }
        }
    }
}

impl Column {
    /// The values of these rows as classes, also where there are many of them or each occurs once.
    pub(super) fn classes_of(&self, rows: &[usize]) -> Labels {
        let Values::Numbers { values, .. } = &self.values else {
            return labels(Some(self), rows);
        };
        let mut distinct: Vec<f64> = rows.iter().map(|&i| values[i]).collect();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        let code = |&i: &usize| distinct.partition_point(|known| *known < values[i]);
        Labels::Classes {
            column: self.name.clone(),
            codes: rows.iter().map(code).collect(),
            names: distinct.iter().map(f64::to_string).collect(),
        }
    }

    /// The values of these rows as a quantity; no labels where the column holds text.
    pub(super) fn quantity(&self, rows: &[usize]) -> Labels {
        match &self.values {
            Values::Text { .. } => Labels::None,
            Values::Numbers { values, .. } => Labels::Continuous {
                column: self.name.clone(),
                values: rows.iter().map(|&i| values[i]).collect(),
            },
        }
    }
}

/// The label column of a file, if one can be told.
///
/// With a header: the column whose name comes first in `LABEL_NAMES` (`y` only where no `x` or `z`
/// makes it a coordinate). Else the last column of text with few distinct values. Else, without a
/// header, the first or the last column if one of the two, but not both, holds whole numbers that
/// look like codes: 2 to 30 distinct values, with five rows to each on average (`zip.train` has its
/// label first, UCI's files have it at either end).
pub(super) fn find_label(columns: &[Column], has_header: bool) -> Option<usize> {
    let named = |wanted: &str| {
        columns
            .iter()
            .position(|column| column.name.trim().eq_ignore_ascii_case(wanted))
    };
    if has_header {
        let coordinates = named("x").is_some() || named("z").is_some();
        let by_name = LABEL_NAMES
            .iter()
            .filter(|name| !(coordinates && **name == "y"))
            .find_map(|name| named(name));
        if by_name.is_some() {
            return by_name;
        }
    }
    columns.iter().rposition(is_class_names).or_else(|| {
        if has_header {
            None
        } else {
            end_column(columns)
        }
    })
}

fn is_class_names(column: &Column) -> bool {
    let Values::Text { names, codes } = &column.values else {
        return false;
    };
    (1..=MAX_CLASSES).contains(&names.len()) && names.len() < codes.len()
}

fn end_column(columns: &[Column]) -> Option<usize> {
    let last = columns.len().checked_sub(1).filter(|&last| last > 0)?;
    match (is_class_codes(&columns[0]), is_class_codes(&columns[last])) {
        (true, false) => Some(0),
        (false, true) => Some(last),
        _ => None,
    }
}

fn is_class_codes(column: &Column) -> bool {
    let Values::Numbers {
        values,
        stray: None,
    } = &column.values
    else {
        return false;
    };
    let present: Vec<f64> = values.iter().copied().filter(|v| !v.is_nan()).collect();
    few_integers(&present).is_some_and(|d| d.len() >= 2 && 5 * d.len() <= present.len())
}

/// The distinct values in ascending order, if all are whole and there are at most `MAX_CLASSES`.
fn few_integers(values: &[f64]) -> Option<Vec<f64>> {
    let mut distinct: Vec<f64> = Vec::new();
    for &value in values {
        if value.fract() != 0.0 {
            return None;
        }
        let at = distinct.partition_point(|&d| d < value);
        if distinct.get(at) != Some(&value) {
            if distinct.len() == MAX_CLASSES {
                return None;
            }
            distinct.insert(at, value);
        }
    }
    Some(distinct)
}
