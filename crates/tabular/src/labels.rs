//! Choice of the columns that label rows and that tell them apart, and meaning of the label's values.

use std::{cmp::Reverse, collections::HashSet};

use super::{
    column::{Column, Values},
    names::{
        LabelName, is_identifying, is_numbered_coordinate, is_unnamed, label_name,
        speaks_of_quantity,
    },
};
use kernel_pca::objects::Labels;

/// Number of distinct values above which they are a quantity, not classes.
const MAX_CLASSES: usize = 30;

/// Number of rows below which a column may count up by chance.
const LEAST_COUNTED: usize = 8;

/// Reads the values of `column` in `rows` as labels.
///
/// Text gives classes. So do numbers that are whole, few, and occur more than once; other numbers
/// are a continuous label. Rows without a value have no label; where all are, there are no labels.
pub(super) fn labels(column: Option<&Column>, rows: &[usize]) -> Labels {
    let Some(Column { name, values, .. }) = column else {
        return Labels::None;
    };
    let column = name.clone();
    match values {
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
                Some((classes, known)) if classes.len() < known => {
                    numbered(column, &classes, &values)
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
        numbered(self.name.clone(), &distinct, &values)
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
fn numbered(column: String, distinct: &[f64], values: &[f64]) -> Labels {
    let code = |value: &f64| {
        let place = distinct.partition_point(|known| known < value);
        (!value.is_nan()).then_some(place)
    };
    Labels::Classes {
        column,
        names: distinct.iter().map(f64::to_string).collect(),
        codes: values.iter().map(code).collect(),
    }
}

/// Finds the columns of a table that tell its rows apart, ascending.
///
/// They have another value in every row, and are named so; or are the first, not named as labels are, and
/// hold texts, or whole numbers that rise by 1 over [`LEAST_COUNTED`] rows and more under a name that speaks
/// of no quantity and, where the file has a line of names, of no numbered coordinate such as `x0`. Numbers are whole, and
/// those without a name stand in front or count from 0 or 1.
pub(super) fn identifiers(columns: &[Column], has_header: bool) -> Vec<usize> {
    let all = 0..columns.len();
    all.filter(|&j| is_identifier(columns, j, has_header))
        .collect()
}

fn is_identifier(columns: &[Column], j: usize, has_header: bool) -> bool {
    let column = &columns[j];
    let leads = j == 0 && columns.len() > 1 && label_name(&column.name, false).is_none();
    let Values::Numbers { values, stray } = &column.values else {
        return (leads || is_identifying(&column.name)) && column.is_distinct();
    };
    let are_whole = values.iter().all(|v| v.is_nan() || v.fract() == 0.0);
    if stray.is_some() || !are_whole || !column.is_distinct() {
        return false;
    }
    if is_identifying(&column.name) {
        let from_start = || values.first().is_some_and(|v| [0.0, 1.0].contains(v));
        return j == 0 || !is_unnamed(&column.name) || from_start() && column.counts_up();
    }
    let is_other = |(k, other): (usize, &Column)| k != j && other.is_numeric() && !other.is_empty();
    leads
        && values.len() >= LEAST_COUNTED
        && column.counts_up()
        && !speaks_of_quantity(&column.name)
        && !(has_header && is_numbered_coordinate(&column.name))
        && columns.iter().enumerate().any(is_other)
}

/// Finds the columns of a file that may be its label, the likeliest first; they are none of the `identifiers`.
///
/// With a header: the columns whose names are among the names of labels, in their order, where numbers are few or the
/// name is one of quantities too; one that lacks most values comes behind the others. Then the columns of texts of which
/// some stand in several rows: those without gaps first, among them those with 2 to √n classes, and among these the one
/// with the fewest, the last of several. Else, without a header, the first or the last column if one of the two, but not
/// both, holds whole numbers that look like codes: 2 to 30 distinct values, with five rows to each on average (`zip.train`
/// has its label first, UCI's files have it at either end).
pub(super) fn find_labels(
    columns: &[Column],
    identifiers: &[usize],
    has_header: bool,
) -> Vec<usize> {
    let others: Vec<usize> = (0..columns.len())
        .filter(|j| !identifiers.contains(j))
        .collect();
    let mut found = if has_header {
        named_labels(columns, &others)
    } else {
        Vec::new()
    };
    found.extend(class_texts(columns, &others));
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
        Values::Text { names, .. } => names.len() > 1 || !column.is_empty(),
        Values::Numbers { .. } if name.may_be_quantity => !column.is_empty(),
        Values::Numbers { stray: Some(_), .. } => false,
        Values::Numbers { values, .. } => few_integers(values)
            .is_some_and(|(distinct, known)| (1..known).contains(&distinct.len())),
    }
}

/// Columns of texts that may be classes, the likeliest first.
fn class_texts(columns: &[Column], others: &[usize]) -> Vec<usize> {
    let classes = |&j: &usize| {
        let Values::Text { names, codes } = &columns[j].values else {
            return None;
        };
        let (count, rows, n) = (names.len(), codes.iter().flatten().count(), codes.len());
        let few = count <= MAX_CLASSES || count * count <= n;
        let is_usual = count >= 2 && count * count <= n;
        let order = (rows < n, !is_usual, count, Reverse(j));
        (few && count < rows && !columns[j].is_empty()).then_some(order)
    };
    let mut found: Vec<_> = others.iter().filter_map(classes).collect();
    found.sort_unstable();
    found.into_iter().map(|(.., Reverse(j))| j).collect()
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
    use crate::{LabelChoice, ReadAs, parse_table};

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
            assert_eq!(table.other_label(&LabelChoice::Auto), other);
            if let Some(other) = other {
                let chosen = LabelChoice::Column(other.into());
                assert_eq!(table.other_label(&chosen), Some(label));
            }
        }
    }
}
