//! Choice of the column that labels rows, and meaning of the label's values.

use std::{cmp::Reverse, collections::HashSet};

use super::{
    column::{Column, Values},
    names::{LabelName, label_name},
    sense::{Kind, Sense},
};
use kernel_pca::objects::Labels;

/// Number of distinct values of a label above which numbers are a quantity, not classes.
const MAX_CLASSES: usize = 30;

/// Reads the values of `column` in `rows` as labels.
///
/// Text gives classes. So do numbers that are whole, few, and occur more than once; other numbers are a continuous
/// label. Rows without a value have no label; where no row has a value, there are no labels.
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

/// Finds the indices of the columns of a file that may be its label, the likeliest first; none of them identifies rows,
/// holds times, or mixes numbers and texts.
///
/// With a header: the columns whose names are among the names of labels, in their order, where numbers are few or the
/// name is one of quantities too; a column that lacks most values comes behind the others. Then the columns of texts of
/// which some stand in several rows: those without gaps first, among them those with 2 to √n classes, and among these
/// the one with the fewest, the last of several. Then columns of truth values, the last first. Else, without a header,
/// the first or the last column if one of the two, but not both, holds whole numbers that look like codes: 2 to 30
/// distinct values, with five rows to each on average (`zip.train` has its label first, UCI's files have it at either
/// end).
pub(super) fn find_labels(columns: &[Column], senses: &[Sense], has_header: bool) -> Vec<usize> {
    let others: Vec<usize> = (0..columns.len())
        .filter(|&j| {
            let kind = senses[j].kind;
            !kind.identifies() && !matches!(kind, Kind::Time | Kind::Mixed)
        })
        .collect();
    let mut found = if has_header {
        named_labels(columns, &others)
    } else {
        Vec::new()
    };
    found.extend(class_texts(columns, senses, &others));
    if found.is_empty() && !has_header {
        found.extend(end_column(columns).filter(|j| others.contains(j)));
    }
    let mut seen = HashSet::new();
    found.retain(|j| seen.insert(*j));
    found
}

/// Columns among `others` with names of labels, the likeliest first.
fn named_labels(columns: &[Column], others: &[usize]) -> Vec<usize> {
    let coordinate = |name: &str| matches!(name.trim(), "x" | "X" | "z" | "Z");
    let coordinates = columns.iter().any(|column| coordinate(&column.name));
    let named = others.iter().filter_map(|&j| {
        let column = &columns[j];
        let name = label_name(&column.name, coordinates)?;
        let is_sparse = 2 * column.missing() > column.len();
        can_be_label(column, name).then_some((is_sparse, name.rank, j))
    });
    let mut named: Vec<_> = named.collect();
    named.sort_unstable();
    named.into_iter().map(|(.., j)| j).collect()
}

/// Returns true where the values of a column with a label's name can be labels.
fn can_be_label(column: &Column, name: LabelName) -> bool {
    match &column.values {
        // One class alone may be that which new rows are held against; signs for no value may be classes.
        Values::Text { names, .. } => names.len() > 1 || !column.is_empty(),
        Values::Numbers { .. } if name.may_be_quantity => !column.is_empty(),
        Values::Numbers { stray: Some(_), .. } => false,
        Values::Numbers { values, .. } => few_integers(values)
            .is_some_and(|(distinct, known)| (1..known).contains(&distinct.len())),
    }
}

/// Columns of texts that may be classes, the likeliest first, and after them those of truth values, the last first.
fn class_texts(columns: &[Column], senses: &[Sense], others: &[usize]) -> Vec<usize> {
    let classes = |&j: &usize| {
        let Values::Text { names, codes } = &columns[j].values else {
            return None;
        };
        let (count, rows, n) = (names.len(), codes.iter().flatten().count(), codes.len());
        let few = count <= MAX_CLASSES || count * count <= n;
        let is_usual = count >= 2 && count * count <= n;
        let order = (rows < n, !is_usual, count, Reverse(j));
        let are_classes = few && (2..rows).contains(&count) && senses[j].kind != Kind::Code;
        (are_classes && !columns[j].is_empty()).then_some(order)
    };
    let mut found: Vec<_> = others.iter().filter_map(classes).collect();
    found.sort_unstable();
    let is_truth = |j: &&usize| senses[**j].kind == Kind::Truth && columns[**j].len() > 2;
    let truths = others.iter().rev().filter(is_truth).copied();
    let texts = found.into_iter().map(|(.., Reverse(j))| j);
    texts.chain(truths).collect()
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

#[cfg(test)]
mod tests {
    use crate::{ColumnChoice, ReadAs, parse_table};

    #[test]
    fn the_label_is_found_by_sense_and_the_next_stands_beside_it() {
        for (text, label, other) in [
            // An outcome before a class, wherever they stand.
            (
                "class,age,survived\n1,2.5,0\n1,3,1\n2,5,1\n3,4,0\n",
                "survived",
                Some("class"),
            ),
            // Few classes before many, and no gaps before some.
            (
                "clarity,cut,x\na,u,1\nb,v,2\nc,u,3\na,v,4\nb,u,5\nc,v,6\na,u,7\nb,v,8\nc,v,9\n",
                "cut",
                Some("clarity"),
            ),
            (
                "sex,island,x\nm,u,1\n,v,2\nf,u,3\nf,v,4\n",
                "island",
                Some("sex"),
            ),
            ("kind,x\na,1\nb,2\na,3\n", "kind", None),
        ] {
            let table = parse_table("t.csv", text.as_bytes(), ReadAs::default()).unwrap();
            let dataset = table.dataset(&crate::Columns::default()).unwrap();
            assert_eq!(dataset.labels.column(), Some(label));
            assert_eq!(table.other_label(&ColumnChoice::Auto), other);
            if let Some(other) = other {
                let chosen = ColumnChoice::Column(other.into());
                assert_eq!(table.other_label(&chosen), Some(label));
            }
        }
    }
}
