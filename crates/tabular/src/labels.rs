//! Choice of the column that labels rows, and meaning of the label's values.

use super::{
    column::{Column, Values},
    names::{LabelName, label_name},
    sense::{Kind, Sense},
};
use kernel_pca::objects::Labels;

/// Number of distinct values above which they are a quantity, not classes.
const MAX_CLASSES: usize = 30;

/// Reads the values of `column` in `rows` as labels.
///
/// Text gives classes. So do numbers that are whole, few, and occur more than once; other numbers
/// are a continuous label. Rows without a value have no label; where all are, there are no labels.
pub(super) fn labels(column: Option<&Column>, rows: &[usize]) -> Labels {
    let Some(label) = column else {
        return Labels::None;
    };
    let column = label.name.clone();
    match &label.values {
        Values::Text { names, codes } => {
            let codes: Vec<Option<u32>> = rows.iter().map(|&i| codes[i]).collect();
            let mut used: Vec<u32> = codes.iter().copied().flatten().collect();
            used.sort_unstable();
            used.dedup();
            if used.is_empty() {
                return Labels::None;
            }
            let place = |code: u32| used.partition_point(|&u| u < code);
            Labels::Classes {
                column,
                names: used.iter().map(|&c| names[c as usize].clone()).collect(),
                codes: codes.iter().map(|code| code.map(place)).collect(),
            }
        }
        Values::Numbers { values, .. } => {
            let values: Vec<f64> = rows.iter().map(|&i| values[i]).collect();
            match few_integers(&values) {
                _ if values.iter().all(|value| value.is_nan()) => Labels::None,
                Some((classes, known)) if classes.len() < known || label.truth.is_some() => {
                    numbered(label, &classes, &values)
                }
                _ => Labels::Continuous { column, values },
            }
        }
    }
}

impl Column {
    /// Reads the values of these rows as classes, also where there are many of them or each occurs once.
    pub(super) fn classes_of(&self, rows: &[usize]) -> Labels {
        let Values::Numbers { values, .. } = &self.values else {
            return labels(Some(self), rows);
        };
        let values: Vec<f64> = rows.iter().map(|&i| values[i]).collect();
        let mut distinct: Vec<f64> = values.iter().copied().filter(|v| !v.is_nan()).collect();
        distinct.sort_by(f64::total_cmp);
        distinct.dedup();
        numbered(self, &distinct, &values)
    }

    /// Reads the values of these rows as a quantity; no labels where the column holds text.
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

/// Makes classes of numbers; `distinct` are those that occur, ascending.
fn numbered(column: &Column, distinct: &[f64], values: &[f64]) -> Labels {
    let code = |value: &f64| {
        let place = distinct.partition_point(|known| known < value);
        (!value.is_nan()).then_some(place)
    };
    Labels::Classes {
        column: column.name.clone(),
        names: distinct
            .iter()
            .map(|&value| column.number_word(value))
            .collect(),
        codes: values.iter().map(code).collect(),
    }
}

/// Finds the label column of a file, if there is one; it is none that identifies rows, and none of times.
///
/// With a header: the column whose name comes first among the names of labels, where its numbers are few
/// or the name is one of quantities too. Else a column of texts of which some stand in several rows: the only
/// one, or of several the last with 2 to √n of them, or the last. Else, without a header, the first or the
/// last column if one of the two, but not both, holds whole numbers that look like codes: 2 to 30 distinct
/// values, with five rows to each on average (`zip.train` has its label first, UCI's files have it at either
/// end).
pub(super) fn find_label(columns: &[Column], senses: &[Sense], has_header: bool) -> Option<usize> {
    let others: Vec<usize> = (0..columns.len())
        .filter(|&j| !senses[j].kind.identifies() && senses[j].kind != Kind::Time)
        .collect();
    let by_name = || {
        let coordinate = |name: &str| matches!(name.trim(), "x" | "X" | "z" | "Z");
        let coordinates = columns.iter().any(|column| coordinate(&column.name));
        let named = others.iter().filter_map(|&j| {
            let name = label_name(&columns[j].name, coordinates)?;
            can_be_label(&columns[j], name).then_some((name.rank, j))
        });
        named.min().map(|(_, j)| j)
    };
    let named = if has_header { by_name() } else { None };
    named
        .or_else(|| class_texts(columns, senses, &others))
        .or_else(|| {
            if has_header {
                None
            } else {
                end_column(columns).filter(|j| others.contains(j))
            }
        })
}

/// Returns true where the values of a column with a label's name can be labels.
fn can_be_label(column: &Column, name: LabelName) -> bool {
    match &column.values {
        Values::Text { names, .. } => names.len() > 1 || !column.is_empty(),
        Values::Numbers { .. } if name.may_be_quantity => !column.is_empty(),
        Values::Numbers { stray: Some(_), .. } => false,
        Values::Numbers { values, .. } => few_integers(values)
            .is_some_and(|(distinct, known)| (1..known).contains(&distinct.len())),
    }
}

/// Finds the column of texts that are most likely classes, or else of truth values.
fn class_texts(columns: &[Column], senses: &[Sense], others: &[usize]) -> Option<usize> {
    let classes = |&j: &usize| {
        let Values::Text { names, codes } = &columns[j].values else {
            return None;
        };
        let (count, rows) = (names.len(), codes.iter().flatten().count());
        let few = count <= MAX_CLASSES || count * count <= codes.len();
        let are_classes = few && count < rows && senses[j].kind != Kind::Code;
        (are_classes && !columns[j].is_empty()).then_some((j, count, codes.len()))
    };
    let found: Vec<_> = others.iter().filter_map(classes).collect();
    let usual = |&&(_, count, n): &&(usize, usize, usize)| count >= 2 && count * count <= n;
    let best = found.iter().rfind(usual).or(found.last());
    let is_truth = |j: &&usize| senses[**j].kind == Kind::Truth && columns[**j].len() > 2;
    let truth = || others.iter().rfind(is_truth).copied();
    best.map(|&(j, ..)| j).or_else(truth)
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
    few_integers(values)
        .is_some_and(|(distinct, known)| distinct.len() >= 2 && 5 * distinct.len() <= known)
}

/// Distinct values in ascending order and the number of rows with a value, if all are whole and at most `MAX_CLASSES`
/// differ.
fn few_integers(values: &[f64]) -> Option<(Vec<f64>, usize)> {
    let mut distinct: Vec<f64> = Vec::new();
    let mut known = 0;
    for &value in values.iter().filter(|value| !value.is_nan()) {
        known += 1;
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
    Some((distinct, known))
}
