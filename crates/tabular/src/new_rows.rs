//! New rows, on which nothing was fitted, matched to the columns of the fitted ones.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    ColumnChoice, Columns, DataError, FittedTable, Map, Pictures, Reading, RowNames, Table,
};
use kernel_pca::objects::{Labels, Objects};

/// Rows of another table than the fitted one.
#[derive(Debug, Clone, PartialEq)]
pub struct NewRows {
    /// Short name for titles, such as `test.csv`.
    pub name: String,
    /// Values of the fitted features in these rows, before scaling, m × d; for a given matrix the entries with the n
    /// fitted objects, m × n.
    pub x: Arc<DMatrix<f64>>,
    /// Strings in place of features, where strings were fitted; else empty.
    pub strings: Arc<[String]>,
    /// Labels; classes have the numbers that they have among the fitted rows, and further ones follow.
    pub labels: Labels,
    /// Names of the rows, where a column identifies them.
    pub row_names: Option<RowNames>,
    /// Pictures, one per row, where the fitted rows are pictures.
    pub pictures: Option<Pictures>,
    /// Account of how the file of the rows was read; `None` for rows of the fitted table, and where there is no file.
    pub reading: Option<Reading>,
    /// Indices of the columns that hold the features, in the table of these rows; below, that of the label's column.
    pub columns: Vec<usize>,
    pub label_column: Option<usize>,
    /// Number of each row, 0-based among the data rows of its source.
    pub row_ids: Vec<usize>,
    /// Number of rows that are left out, since they lack a feature and no gap is filled.
    pub skipped_rows: usize,
    /// True where these are rows of the fitted table that were left out of the fit.
    pub are_left_out: bool,
}

impl NewRows {
    /// Takes the rows of `table` as those of the fitted table were taken.
    ///
    /// # Errors
    /// When the table lacks a feature, or all rows lack a value that is not filled.
    pub(super) fn of(table: &Table, fitted: &FittedTable<'_>) -> Result<Self, DataError> {
        let dataset = fitted.dataset;
        let mut rows: Vec<usize> = (0..table.rows()).collect();
        let mut places = Vec::new();
        let mut strings = Arc::from([]);
        let x = match (&dataset.objects, &fitted.made) {
            (Objects::Vectors, Some(made)) => {
                places = table.places_of(&made.columns())?;
                rows = made.complete_rows(table, &places)?;
                made.apply(table, &places, &rows)?
            }
            (Objects::Matrix(_), _) => {
                let labels = table.labels_like(&dataset.labels, &rows)?;
                places = table.entries_like(fitted, &labels)?;
                table.numbers_at(&places)?
            }
            _ => {
                let column = table.strings_like(fitted)?;
                let texts = table.texts_at(column)?;
                places.push(column);
                if fitted.columns.map == Map::Symbols {
                    let known = fitted
                        .table
                        .texts_at(fitted.table.string_column(fitted.columns)?)?;
                    Table::shares_of(&Table::symbols_of(known), texts)
                } else {
                    strings = texts.to_vec().into();
                    DMatrix::zeros(texts.len(), 0)
                }
            }
        };
        let labels = table.labels_like(&dataset.labels, &rows)?;
        let label_column = labels.column().and_then(|column| table.position(column));
        let used: Vec<usize> = places.iter().copied().chain(label_column).collect();
        let pictures = dataset.pictures.as_ref();
        Ok(Self {
            name: table.name.clone(),
            pictures: pictures.and_then(|fitted| fitted.of_same_pixels(&x)),
            reading: table.reading().copied(),
            // A file of new rows need not have the column that names the fitted ones.
            row_names: (table.row_names(fitted.columns, &used, &rows)).unwrap_or_default(),
            columns: places,
            label_column,
            x: Arc::new(x),
            strings,
            labels: numbered_like(&dataset.labels, labels),
            skipped_rows: table.rows() - rows.len(),
            row_ids: rows,
            are_left_out: false,
        })
    }

    /// Rows of the fitted table that were left out by number or name and have all features; `None` where there are
    /// none, or where features are not made of columns.
    ///
    /// # Errors
    /// When the label has a text amid its numbers.
    pub fn left_out(fitted: &FittedTable<'_>) -> Result<Option<Self>, DataError> {
        let FittedTable { table, dataset, .. } = *fitted;
        let Some(made) = &fitted.made else {
            return Ok(None);
        };
        let places = &fitted.needed;
        // A value without a logarithm may be what a row was left out for.
        let features = |row: usize| Some((row, made.apply(table, places, &[row]).ok()?));
        let rows: Vec<_> = made
            .left_out
            .iter()
            .filter_map(|&row| features(row))
            .collect();
        if rows.is_empty() {
            return Ok(None);
        }
        let x = DMatrix::from_fn(rows.len(), dataset.d(), |i, j| rows[i].1[(0, j)]);
        let rows: Vec<usize> = rows.into_iter().map(|(row, _)| row).collect();
        let labels = table.labels_like(&dataset.labels, &rows)?;
        let label_column = labels.column().and_then(|column| table.position(column));
        let used: Vec<usize> = places.iter().copied().chain(label_column).collect();
        let pictures = dataset.pictures.as_ref();
        Ok(Some(Self {
            name: table.name.clone(),
            pictures: pictures.and_then(|fitted| fitted.of_same_pixels(&x)),
            reading: None,
            row_names: table.row_names(fitted.columns, &used, &rows)?,
            columns: places.clone(),
            label_column,
            x: Arc::new(x),
            strings: Arc::from([]),
            labels: numbered_like(&dataset.labels, labels),
            skipped_rows: 0,
            row_ids: rows,
            are_left_out: true,
        }))
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
        self.numbers_at(&self.places_of(names)?)
    }

    /// Numbers in the columns at `places`, of all rows.
    ///
    /// # Errors
    /// When a text stands among them, or a row has no value.
    fn numbers_at(&self, places: &[usize]) -> Result<DMatrix<f64>, DataError> {
        let features = places.iter().map(|&j| self.clean_numbers(j));
        let features = features.collect::<Result<Vec<_>, _>>()?;
        for (column, values) in &features {
            if let Some(row) = values.iter().position(|value| value.is_nan()) {
                return Err(self.no_value(row, column));
            }
        }
        Ok(DMatrix::from_fn(self.rows(), places.len(), |i, j| {
            features[j].1[i]
        }))
    }

    /// Positions in this table of the columns with these names, see [`features_named`](Self::features_named).
    fn places_of(&self, names: &[String]) -> Result<Vec<usize>, DataError> {
        let found = self.find_named(names);
        let has_header = self.reading().is_some_and(|reading| reading.header);
        let by_position = !has_header || names.iter().all(|name| is_placeholder(name));
        if found.is_err() && by_position && self.columns().len() == names.len() {
            return Ok((0..names.len()).collect());
        }
        found
    }

    /// Indices of the n columns that hold the kernel values or distances of new objects with the fitted ones.
    fn entries_like(
        &self,
        fitted: &FittedTable<'_>,
        labels: &Labels,
    ) -> Result<Vec<usize>, DataError> {
        let n = fitted.dataset.n();
        let known = fitted.needed.iter();
        let known: Vec<String> = known
            .map(|&j| fitted.table.columns()[j].name.clone())
            .collect();
        if let Ok(entries) = self.find_named(&known) {
            return Ok(entries);
        }
        let named = labels.column();
        let entries = |with_identifiers: bool| -> Vec<usize> {
            let columns = self.columns().iter().enumerate();
            columns
                .filter(|(j, column)| {
                    let is_entry = with_identifiers || !self.identifies(*j);
                    is_entry && column.is_numeric() && Some(column.name.as_str()) != named
                })
                .map(|(j, _)| j)
                .collect()
        };
        // Beside n others a column that tells rows apart is no entry.
        let columns = Some(entries(false)).filter(|columns| columns.len() == n);
        let columns = columns.unwrap_or_else(|| entries(true));
        if columns.len() != n {
            let reason = format!(
                "new rows of a given matrix have a column for each of the {n} rows that were fitted, and here \
                 are {} columns of numbers",
                columns.len()
            );
            return Err(self.unusable(&reason));
        }
        Ok(columns)
    }

    /// Index of the column of strings: the one with the name of the fitted column, else the one that would be fitted.
    fn strings_like(&self, fitted: &FittedTable<'_>) -> Result<usize, DataError> {
        let names = fitted.needed.iter();
        let mut names = names.map(|&j| &fitted.table.columns()[j].name);
        match names.next().and_then(|name| self.position(name)) {
            Some(column) => Ok(column),
            None => self.string_column(&Columns::default()),
        }
    }

    /// Labels of `rows`, from labels in a file of their own, else from the column with the name of the fitted label; no
    /// labels where there is neither.
    fn labels_like(&self, fitted: &Labels, rows: &[usize]) -> Result<Labels, DataError> {
        let Some(column) = fitted.column() else {
            return Ok(Labels::None);
        };
        let found = self.position(column).map(|j| &self.columns()[j]);
        // Labels from a file of their own have its name, which need not be that of the other one.
        let choice = Columns {
            label: ColumnChoice::Auto,
            ..Columns::default()
        };
        let Some(label) = self.label_of(&choice, found, self.rows())? else {
            return Ok(Labels::None);
        };
        Ok(match fitted {
            // A few whole numbers would be taken for classes.
            Labels::Continuous { .. } => label.quantity(rows),
            Labels::None | Labels::Classes { .. } => label.classes_of(rows),
        })
    }

    pub(super) fn no_value(&self, row: usize, column: &str) -> DataError {
        self.unusable(&format!("row {} has no value in \"{column}\"", row + 1))
    }
}

/// Numbers the classes of `new` labels by those of the fitted rows, behind which further classes follow; no labels
/// where `new` are of another kind than the fitted ones.
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
    use crate::{Dataset, ReadAs, parse_table, read::parse_new_rows};

    fn table(text: &str) -> Table {
        parse_table("rows.csv", text.as_bytes(), ReadAs::default()).unwrap()
    }

    fn new_rows(text: &str, fitted: &Table) -> Result<NewRows, DataError> {
        let columns = Columns::default();
        let dataset: Dataset = fitted.dataset(&columns)?;
        let fitted = FittedTable::new(fitted, &columns, &dataset)?;
        NewRows::of(
            &parse_new_rows("rows.csv", text.as_bytes(), &fitted)?,
            &fitted,
        )
    }

    #[test]
    fn columns_and_classes_are_found_by_their_names() {
        let fitted = table("a,b,class\n1,2,u\n3,4,v\n5,6,u\n");
        let new = new_rows("class,b,a\nw,1,2\nv,3,4\n", &fitted).unwrap();
        assert_eq!(*new.x, DMatrix::from_row_slice(2, 2, &[2.0, 1.0, 4.0, 3.0]));
        let Labels::Classes { names, codes, .. } = new.labels else {
            panic!("classes")
        };
        assert_eq!(
            (names.join(" ").as_str(), codes),
            ("u v w", vec![Some(2), Some(1)])
        );

        let unlabelled = new_rows("b,a\n1,2\n", &fitted).unwrap();
        assert_eq!(unlabelled.labels, Labels::None);
    }

    #[test]
    fn a_few_whole_numbers_may_be_a_quantity_here_too() {
        let lines: Vec<String> = (0..40).map(|i| format!("{i},{}.5\n", i % 7)).collect();
        let fitted = table(&format!("a,y\n{}", lines.concat()));
        let new = new_rows("a,y\n1,2\n2,2\n", &fitted).unwrap();
        assert!(matches!(new.labels, Labels::Continuous { values, .. } if values == [2.0, 2.0]));
    }

    #[test]
    fn what_is_missing_is_said_in_a_line() {
        let fitted = table("a,b,class\n1,2,u\n3,4,v\n5,6,u\n");
        for (text, words) in [
            ("a,c\n1,2\n", "no column \"b\""),
            ("a,b\n3,\n", "row 1 has no value in \"b\""),
            ("1,2,3,4\n", "no column \"a\""),
            ("a,b\n3,x\n", "line 2, column \"b\": \"x\" is not a number"),
        ] {
            let error = new_rows(text, &fitted).unwrap_err().to_string();
            assert!(error.contains(words) && !error.contains('\n'), "{error}");
        }
        let left_out = new_rows("a,b\n1,2\n3,\n5,6\n", &fitted).unwrap();
        assert_eq!((left_out.n(), left_out.skipped_rows), (2, 1));
        assert_eq!(left_out.row_ids, [0, 2]);
    }
}
