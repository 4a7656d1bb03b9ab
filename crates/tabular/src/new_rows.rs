//! New rows, on which nothing was fitted, matched to the columns of the fitted ones.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    Columns, DataError, Dataset, LabelChoice, Pictures, Preparation, Reading, RowNames, Table,
};
use kernel_pca::objects::{Labels, Objects};

/// Rows of another table than the fitted one.
#[derive(Debug, Clone, PartialEq)]
pub struct NewRows {
    /// Short name for titles, such as `test.csv`.
    pub name: String,
    /// Features of the fitted rows, as they came (m × d); for a given matrix m × n.
    pub x: Arc<DMatrix<f64>>,
    /// Strings in place of features, where strings were fitted; else empty.
    pub strings: Arc<[String]>,
    /// Labels; classes have the numbers that they have among the fitted rows, and further ones follow.
    pub labels: Labels,
    /// Names of the rows, where a column identifies them.
    pub row_names: Option<RowNames>,
    /// Pictures, one per row, where the fitted rows are pictures.
    pub pictures: Option<Pictures>,
    /// Reading of the file that the rows come from.
    pub reading: Option<Reading>,
    /// Columns of their table that hold the features, and below the one with the label.
    pub columns: Vec<usize>,
    pub label_column: Option<usize>,
}

impl NewRows {
    /// Reads the rows of `table` as those of `fitted` are read.
    ///
    /// # Errors
    /// When the table lacks a feature, or a row has no value for one of them.
    pub fn of(table: &Table, fitted: &Dataset) -> Result<Self, DataError> {
        Self::made_as(None, table, fitted)
    }

    /// Reads the rows as [`of`](Self::of) does, where the features of `fitted` are `made` of columns.
    pub fn made_as(
        made: Option<&Preparation>,
        table: &Table,
        fitted: &Dataset,
    ) -> Result<Self, DataError> {
        if let Objects::Graph(_) = fitted.objects {
            let reason =
                "new rows need scores, and a new node would change the kernel of all others";
            return Err(table.unusable(reason));
        }
        let places = match made {
            Some(made) => table.places_of(&made.columns())?,
            None => table.places_of(&fitted.feature_names)?,
        };
        let rows: Vec<usize> = (0..table.rows()).collect();
        let (x, strings, labels) = if let Objects::Matrix(_) = fitted.objects {
            let labels = table.labels_like(&fitted.labels)?;
            let x = table.entries_with(fitted.n(), &labels)?;
            (Arc::new(x), Arc::from([]), labels)
        } else if let Objects::Strings(_) = fitted.objects {
            let found = table.strings(&Columns::default())?;
            let strings = match found.objects {
                Objects::Strings(strings) => strings,
                Objects::Vectors | Objects::Matrix(_) | Objects::Graph(_) => Arc::from([]),
            };
            (Arc::new(found.x), strings, found.labels)
        } else {
            let x = match made {
                Some(made) => made.apply(table, &places, &rows)?,
                None => table.features_named(&fitted.feature_names)?,
            };
            let labels = table.labels_like(&fitted.labels)?;
            (Arc::new(x), Arc::from([]), labels)
        };
        let label_column = labels.column().and_then(|column| table.position(column));
        let used: Vec<usize> = places.iter().copied().chain(label_column).collect();
        let are_pictures = fitted.pictures.is_some();
        let pictures = are_pictures.then(|| Pictures::of(&fitted.feature_names, &x));
        Ok(Self {
            name: table.name.clone(),
            pictures: pictures.flatten(),
            reading: table.reading().copied(),
            row_names: table.row_names(&used, &rows),
            columns: places,
            label_column,
            x,
            strings,
            labels: numbered_like(&fitted.labels, labels),
        })
    }

    /// Number of rows.
    #[must_use]
    pub fn n(&self) -> usize {
        self.x.nrows()
    }
}

impl Table {
    /// Features `names` of new observations, m × d.
    ///
    /// Columns are found by name. A file without a header is taken by position if it has exactly d
    /// columns; so is one with a header where `names` are only placeholders (`x0`, `x₁`).
    ///
    /// # Errors
    /// When a column or a value is missing: each row of the result must be a row of the table.
    pub fn features_named(&self, names: &[String]) -> Result<DMatrix<f64>, DataError> {
        let features = self.places_of(names)?.into_iter();
        let features = features
            .map(|j| self.clean_numbers(j))
            .collect::<Result<Vec<_>, _>>()?;
        for (column, values) in &features {
            if let Some(row) = values.iter().position(|value| value.is_nan()) {
                return Err(self.no_value(row, column));
            }
        }
        Ok(DMatrix::from_fn(self.rows(), names.len(), |i, j| {
            features[j].1[i]
        }))
    }

    /// Positions in this table of the columns with these names, see [`features_named`](Self::features_named).
    fn places_of(&self, names: &[String]) -> Result<Vec<usize>, DataError> {
        let has_header = self.reading().is_some_and(|reading| reading.header);
        let by_position = !has_header || names.iter().all(|name| is_placeholder(name));
        if by_position && self.columns().len() == names.len() {
            return Ok((0..names.len()).collect());
        }
        let place = |name: &String| self.position(name).ok_or_else(|| self.no_such_column(name));
        names.iter().map(place).collect()
    }

    /// Kernel values or distances of new objects with each of the n fitted ones, m × n.
    fn entries_with(&self, n: usize, labels: &Labels) -> Result<DMatrix<f64>, DataError> {
        let named = labels.column();
        let entries = |with_identifiers: bool| -> Vec<String> {
            let columns = self.columns().iter().enumerate();
            columns
                .filter(|(j, column)| {
                    let is_entry = with_identifiers || !self.identifies(*j);
                    is_entry && column.is_numeric() && Some(column.name.as_str()) != named
                })
                .map(|(_, column)| column.name.clone())
                .collect()
        };
        // Beside n others a column that tells rows apart is no entry.
        let names = Some(entries(false)).filter(|names| names.len() == n);
        let names = names.unwrap_or_else(|| entries(true));
        if names.len() != n {
            let reason = format!(
                "new rows of a given matrix have a column for each of the {n} rows that were fitted, and here \
                 are {} columns of numbers",
                names.len()
            );
            return Err(self.unusable(&reason));
        }
        self.features_named(&names)
    }

    /// Labels in the column of this name, if the table has one.
    fn labels_like(&self, fitted: &Labels) -> Result<Labels, DataError> {
        let Some(column) = fitted.column() else {
            return Ok(Labels::None);
        };
        let found = self.position(column).map(|j| &self.columns()[j]);
        // Labels from a file of their own have its name, which need not be that of the other one.
        let choice = Columns {
            label: LabelChoice::Auto,
            ..Columns::default()
        };
        let Some(label) = self.label_of(&choice, found, self.rows())? else {
            return Ok(Labels::None);
        };
        let rows: Vec<usize> = (0..self.rows()).collect();
        Ok(match fitted {
            // A few whole numbers would be taken for classes.
            Labels::Continuous { .. } => label.quantity(&rows),
            Labels::None | Labels::Classes { .. } => label.classes_of(&rows),
        })
    }

    pub(super) fn no_value(&self, row: usize, column: &str) -> DataError {
        self.unusable(&format!(
            "data row {} has no value in \"{column}\"",
            row + 1
        ))
    }
}

/// Numbers new labels with the classes of the fitted rows first, in their order.
fn numbered_like(fitted: &Labels, new: Labels) -> Labels {
    match (fitted, new) {
        (
            Labels::Classes { names: known, .. },
            Labels::Classes {
                column,
                names,
                codes,
            },
        ) => {
            let mut all = known.clone();
            let place = |name: &String| {
                all.iter().position(|it| it == name).unwrap_or_else(|| {
                    all.push(name.clone());
                    all.len() - 1
                })
            };
            let places: Vec<usize> = names.iter().map(place).collect();
            Labels::Classes {
                column,
                names: all,
                codes: codes
                    .into_iter()
                    .map(|code| code.map(|code| places[code]))
                    .collect(),
            }
        }
        (Labels::Continuous { .. }, new @ Labels::Continuous { .. }) => new,
        // Labels of another kind say nothing here.
        _ => Labels::None,
    }
}

/// Returns true where a feature's name is an invented one: an x and a number.
fn is_placeholder(name: &str) -> bool {
    name.strip_prefix('x').is_some_and(|rest| {
        rest.chars()
            .all(|c| c.is_ascii_digit() || ('₀'..='₉').contains(&c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadAs, parse_table};

    fn table(text: &str) -> Table {
        parse_table("rows.csv", text.as_bytes(), ReadAs::default()).unwrap()
    }

    fn fitted(text: &str) -> Dataset {
        table(text).dataset(&Columns::default()).unwrap()
    }

    #[test]
    fn columns_and_classes_are_found_by_their_names() {
        let fitted = fitted("a,b,class\n1,2,u\n3,4,v\n5,6,u\n");
        let new = NewRows::of(&table("class,b,a\nw,1,2\nv,3,4\n"), &fitted).unwrap();
        assert_eq!(*new.x, DMatrix::from_row_slice(2, 2, &[2.0, 1.0, 4.0, 3.0]));
        let Labels::Classes { names, codes, .. } = new.labels else {
            panic!("classes")
        };
        assert_eq!(
            (names.join(" ").as_str(), codes),
            ("u v w", vec![Some(2), Some(1)])
        );

        let unlabelled = NewRows::of(&table("b,a\n1,2\n"), &fitted).unwrap();
        assert_eq!(unlabelled.labels, Labels::None);
    }

    #[test]
    fn a_few_whole_numbers_may_be_a_quantity_here_too() {
        let lines: Vec<String> = (0..40).map(|i| format!("{i},{}.5\n", i % 7)).collect();
        let fitted = fitted(&format!("a,y\n{}", lines.concat()));
        let Labels::Continuous { .. } = fitted.labels else {
            panic!("a quantity")
        };
        let new = NewRows::of(&table("a,y\n1,2\n2,2\n"), &fitted).unwrap();
        assert!(matches!(new.labels, Labels::Continuous { values, .. } if values == [2.0, 2.0]));
    }

    #[test]
    fn what_is_missing_is_said_in_a_line() {
        let fitted = fitted("a,b,class\n1,2,u\n3,4,v\n5,6,u\n");
        for (text, words) in [
            ("a,c\n1,2\n", "no column \"b\""),
            ("a,b\n1,2\n3,\n", "data row 2 has no value in \"b\""),
        ] {
            let error = NewRows::of(&table(text), &fitted).unwrap_err().to_string();
            assert!(error.contains(words) && !error.contains('\n'), "{error}");
        }
    }
}
