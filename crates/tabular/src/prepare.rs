//! Preparation of features from a table's columns: gaps filled, texts as 0/1 columns, logarithms and ranks, as
//! learnt from the rows that are fitted.

use std::collections::HashSet;

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use super::{Column, Columns, DataError, Table, column::Values, row_choice::ChosenRows};
use kernel_pca::compensated;
use kernel_pca::typed::short;
use system::breathe;

listed! {
    /// Treatment of features without a value.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Missing {
        /// Leaves out rows with a missing value.
        #[default]
        DropRows => "drop-rows",
        /// Leaves out columns with a missing value.
        DropColumns => "drop-columns",
        /// Fills in the mean of the column; of texts the most frequent.
        Mean => "mean",
        /// Fills in the median of the column; of texts the most frequent.
        Median => "median",
        /// Fills in the most frequent value of the column, the smallest of several.
        MostFrequent => "most-frequent",
    }
    /// Name in flags and files.
    fn name
}

impl Missing {
    /// Name in menus.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::DropRows => "Leave out rows",
            Self::DropColumns => "Leave out columns",
            Self::Mean => "Fill in the mean",
            Self::Median => "Fill in the median",
            Self::MostFrequent => "Fill in the most frequent",
        }
    }

    /// Strategy of scikit-learn's imputer; `None` where gaps are not filled.
    #[must_use]
    pub fn strategy(self) -> Option<&'static str> {
        match self {
            Self::DropRows | Self::DropColumns => None,
            Self::Mean => Some("mean"),
            Self::Median => Some("median"),
            Self::MostFrequent => Some("most_frequent"),
        }
    }
}

/// Largest number of distinct values of a column that can become 0/1 columns; with more, each says little.
const MAX_CATEGORIES: usize = 100;

/// Recipe of features from columns, with the rows that it was learnt from.
#[derive(Debug, Clone, PartialEq)]
pub struct Preparation {
    pub sources: Vec<SourceColumn>,
    missing: Missing,
    /// Rows from which the recipe was learnt, 0-based in the table, ascending.
    pub rows: Vec<usize>,
    /// Rows that were left out by number or name, 0-based in the table, ascending.
    pub left_out: Vec<usize>,
    /// Number of chosen rows that are left out since they lack a value.
    pub skipped: usize,
}

/// Column and the features that are made of it.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceColumn {
    pub name: String,
    /// Index in the table from which the recipe was learnt.
    pub place: usize,
    pub made: MadeOf,
}

#[derive(Debug, Clone, PartialEq)]
pub enum MadeOf {
    /// One feature of numbers.
    Numbers {
        /// Number filled in for a missing one; `None` where gaps are not filled.
        fill: Option<f64>,
        log: bool,
        /// Values of the fitted rows ascending, before any logarithm; `None` where ranks are not taken.
        ranked: Option<Vec<f64>>,
    },
    /// Features of categories, one each: 1 in its rows, else 0.
    Indicators {
        fill: Option<String>,
        categories: Vec<String>,
    },
}

impl MadeOf {
    /// Returns true where rows without a value get one.
    fn fills_gaps(&self) -> bool {
        match self {
            Self::Numbers { fill, .. } => fill.is_some(),
            Self::Indicators { fill, .. } => fill.is_some(),
        }
    }
}

impl Preparation {
    /// Names of the columns that are read.
    pub fn columns(&self) -> Vec<String> {
        self.sources
            .iter()
            .map(|source| source.name.clone())
            .collect()
    }

    /// Number of the features.
    pub fn width(&self) -> usize {
        let of = |source: &SourceColumn| match &source.made {
            MadeOf::Numbers { .. } => 1,
            MadeOf::Indicators { categories, .. } => categories.len(),
        };
        self.sources.iter().map(of).sum()
    }

    /// Names of the features: `column_category` for 0/1 columns.
    pub fn names(&self) -> Vec<String> {
        let named = |SourceColumn { name, made, .. }: &SourceColumn| match made {
            MadeOf::Numbers { log, ranked, .. } => {
                let rank = if ranked.is_some() { "rank " } else { "" };
                vec![format!("{rank}{}{name}", if *log { "log " } else { "" })]
            }
            MadeOf::Indicators { categories, .. } => categories
                .iter()
                .map(|category| format!("{name}_{category}"))
                .collect(),
        };
        self.sources.iter().flat_map(named).collect()
    }

    /// Rows of `table`, ascending, that have all values which the recipe does not fill in, in the columns at `places`
    /// (one for each source).
    ///
    /// # Errors
    /// When a text stands amid numbers, or no row is complete; the first missing value is named.
    pub fn complete_rows(&self, table: &Table, places: &[usize]) -> Result<Vec<usize>, DataError> {
        let all: Vec<(&SourceColumn, &Column)> = (self.sources.iter())
            .zip(places.iter().map(|&place| &table.columns()[place]))
            .collect();
        for (source, column) in &all {
            if matches!(source.made, MadeOf::Numbers { .. }) {
                table.check_stray(column)?;
            }
        }
        let needed: Vec<&Column> = (all.iter())
            .filter(|(source, column)| !source.made.fills_gaps() && column.missing() > 0)
            .map(|(_, column)| *column)
            .collect();
        let lacking = |row: usize| needed.iter().find(|column| column.is_missing(row));
        let rows: Vec<usize> = (0..table.rows())
            .filter(|&row| lacking(row).is_none())
            .collect();
        if table.rows() > 0
            && rows.is_empty()
            && let Some(column) = lacking(0)
        {
            return Err(table.no_value(0, &column.name));
        }
        Ok(rows)
    }

    /// Features (m × d) of the m `rows` of a table whose columns stand at `places`, one for each source.
    ///
    /// # Errors
    /// When a value is missing that is not filled, or has no logarithm.
    pub fn apply(
        &self,
        table: &Table,
        places: &[usize],
        rows: &[usize],
    ) -> Result<DMatrix<f64>, DataError> {
        let mut features: Vec<Vec<f64>> = Vec::new();
        for (SourceColumn { made, .. }, &place) in self.sources.iter().zip(places) {
            breathe();
            match made {
                MadeOf::Numbers { fill, log, ranked } => {
                    let (name, values) = table.clean_numbers(place)?;
                    let feature = rows.iter().map(|&row| {
                        let value = Some(values[row]).filter(|value| !value.is_nan()).or(*fill);
                        let value = value.ok_or_else(|| table.no_value(row, name))?;
                        let of_log = log.then(|| logarithm(table, name, row, value));
                        let feature = of_log.transpose()?.unwrap_or(value);
                        // Logarithms keep the order, and two of them may be one once they are rounded.
                        Ok(ranked
                            .as_ref()
                            .map_or(feature, |sorted| rank(sorted, value)))
                    });
                    features.push(feature.collect::<Result<_, DataError>>()?);
                }
                MadeOf::Indicators { fill, categories } => {
                    let column = &table.columns()[place];
                    let cells = rows.iter().map(|&row| {
                        match category(column, row).or_else(|| fill.clone()) {
                            Some(cell) => Ok(cell),
                            None => Err(table.no_value(row, &column.name)),
                        }
                    });
                    let cells = cells.collect::<Result<Vec<String>, DataError>>()?;
                    let of = |category| {
                        cells
                            .iter()
                            .map(|cell| f64::from(u8::from(cell == category)))
                            .collect()
                    };
                    features.extend(categories.iter().map(of));
                }
            }
        }
        Ok(DMatrix::from_fn(rows.len(), features.len(), |i, j| {
            features[j][i]
        }))
    }
}

impl Preparation {
    /// Bounds the rounding error of each of the d features x (n × d) that this recipe made.
    pub fn errors(&self, x: &DMatrix<f64>) -> Vec<f64> {
        let mut columns = x.column_iter();
        let mut errors = Vec::with_capacity(x.ncols());
        for SourceColumn { made, .. } in &self.sources {
            match made {
                // Ranks and indicators are whole numbers or halves.
                MadeOf::Indicators { categories, .. } => {
                    errors.extend(categories.iter().map(|_| 0.0));
                    columns.by_ref().take(categories.len()).for_each(drop);
                }
                MadeOf::Numbers { fill, log, ranked } => {
                    let values = columns.next();
                    let units = match (values, fill) {
                        _ if ranked.is_some() => 0.0,
                        // The logarithm of a mean takes over the error of the mean.
                        (Some(values), fill) if *log => {
                            values.amax() + if fill.is_some() { 1.0 } else { 0.0 }
                        }
                        (Some(values), Some(fill)) if values.iter().any(|it| it == fill) => {
                            match self.missing {
                                Missing::Mean | Missing::Median => fill.abs(),
                                Missing::DropRows
                                | Missing::DropColumns
                                | Missing::MostFrequent => 0.0,
                            }
                        }
                        _ => 0.0,
                    };
                    errors.push(f64::EPSILON * units);
                }
            }
        }
        errors
    }

    /// Strategy of scikit-learn's imputer for gaps in numbers; `None` where they are not filled.
    pub fn strategy(&self) -> Option<&'static str> {
        self.missing.strategy()
    }

    /// Returns true where every feature is a column of numbers as it stands: without filling of gaps, logarithms or
    /// ranks.
    pub fn is_plain(&self) -> bool {
        let plain = MadeOf::Numbers {
            fill: None,
            log: false,
            ranked: None,
        };
        self.sources.iter().all(|source| source.made == plain)
    }
}

impl Table {
    /// Returns true where column `j` holds texts whose distinct values are few enough for a 0/1 feature each, and fewer
    /// than the rows.
    #[must_use]
    pub fn has_categories(&self, j: usize) -> bool {
        let column = &self.columns()[j];
        let are_few =
            matches!(&column.values, Values::Text { names, .. } if names.len() <= MAX_CATEGORIES);
        are_few && column.holds_classes()
    }

    /// Learns the recipe of the features that `columns` names from this table.
    ///
    /// # Errors
    /// When a column named is not there or cannot be used so, or nothing is left of the features.
    pub fn prepare(&self, columns: &Columns) -> Result<Preparation, DataError> {
        let Columns {
            missing,
            one_hot,
            log,
            rank,
            ..
        } = columns;
        let mut features = self.feature_columns(columns)?;
        let find = |names: &[String]| -> Result<HashSet<usize>, DataError> {
            Ok(self.find_all(names)?.into_iter().collect())
        };
        let asked = self.find_all(log.iter().chain(rank))?;
        let [one_hot, log, rank] = [find(one_hot)?, find(log)?, find(rank)?];
        for &j in &features {
            if one_hot.contains(&j) {
                self.check_stray(&self.columns()[j])?;
            } else {
                self.clean_numbers(j)?;
            }
        }
        let all: HashSet<usize> = features.iter().copied().collect();
        if let Some(&j) = (asked.iter()).find(|j| !all.contains(j) || one_hot.contains(j)) {
            let name = &self.columns()[j].name;
            return Err(self.unusable(&format!(
                "\"{name}\" is no feature of numbers, so it has no logarithm or rank"
            )));
        }
        if *missing == Missing::DropColumns {
            features.retain(|&j| self.columns()[j].missing() == 0);
            if features.is_empty() {
                return Err(self.unusable("every column used lacks a value in some row"));
            }
        }
        let columns_of = features.iter().map(|&j| &self.columns()[j]);
        let with_gaps: Vec<&Column> = columns_of.filter(|it| it.missing() > 0).collect();
        let lacks = |row: usize| with_gaps.iter().any(|column| column.is_missing(row));
        let label = self.label_column(&columns.label)?;
        let used: Vec<usize> = features.iter().copied().chain(label).collect();
        let ChosenRows {
            fitted: mut rows,
            left_out,
        } = self.chosen_rows(columns, &used)?;
        let chosen = rows.len();
        if *missing == Missing::DropRows {
            rows.retain(|&row| !lacks(row));
        }
        let source = |&j: &usize| {
            breathe();
            let column = &self.columns()[j];
            let made = if one_hot.contains(&j) {
                self.indicators(column, *missing, &rows)?
            } else {
                self.numbers(j, *missing, [log.contains(&j), rank.contains(&j)], &rows)?
            };
            Ok(SourceColumn {
                name: column.name.clone(),
                place: j,
                made,
            })
        };
        Ok(Preparation {
            sources: features
                .iter()
                .map(source)
                .collect::<Result<_, DataError>>()?,
            missing: *missing,
            skipped: chosen - rows.len(),
            rows,
            left_out,
        })
    }

    fn numbers(
        &self,
        j: usize,
        missing: Missing,
        [log, rank]: [bool; 2],
        rows: &[usize],
    ) -> Result<MadeOf, DataError> {
        let (name, values) = self.clean_numbers(j)?;
        let mut known: Vec<f64> = Vec::new();
        if rank || missing.strategy().is_some() {
            let of_rows = rows.iter().map(|&row| values[row]);
            known.extend(of_rows.filter(|value| !value.is_nan()));
            known.sort_by(f64::total_cmp);
        }
        let n = known.len();
        if n == 0 && missing.strategy().is_some() {
            return Err(self.unusable(&format!("column \"{name}\" has no value at all")));
        }
        let fill = match missing {
            _ if n == 0 => None,
            Missing::DropRows | Missing::DropColumns => None,
            Missing::Mean => Some(compensated::mean(&known)),
            Missing::Median => Some(f64::midpoint(known[(n - 1) / 2], known[n / 2])),
            Missing::MostFrequent => most_frequent(&known).copied(),
        };
        if log {
            for &row in rows {
                let value = Some(values[row]).filter(|value| !value.is_nan()).or(fill);
                value
                    .map(|value| logarithm(self, name, row, value))
                    .transpose()?;
            }
        }
        let ranked = rank.then(|| {
            let gaps = rows.len() - n;
            let mut all = known.clone();
            all.extend(fill.into_iter().cycle().take(gaps));
            all.sort_by(f64::total_cmp);
            all
        });
        Ok(MadeOf::Numbers { fill, log, ranked })
    }

    fn indicators(
        &self,
        column: &Column,
        missing: Missing,
        rows: &[usize],
    ) -> Result<MadeOf, DataError> {
        let mut known: Vec<(f64, String)> = rows
            .iter()
            .filter_map(|&row| Some((column.number_of(row).unwrap_or(0.0), category(column, row)?)))
            .collect();
        known.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.cmp(&b.1)));
        let known: Vec<String> = known.into_iter().map(|(_, text)| text).collect();
        let fill = missing
            .strategy()
            .and_then(|_| most_frequent(&known).cloned());
        let mut categories = known;
        categories.dedup();
        if categories.len() > MAX_CATEGORIES {
            return Err(self.unusable(&format!(
                "column \"{}\" has {} different values, and {MAX_CATEGORIES} are the most for 0/1 columns",
                column.name,
                categories.len()
            )));
        }
        Ok(MadeOf::Indicators { fill, categories })
    }
}

/// Category of a row's cell; `None` where it is empty.
fn category(column: &Column, row: usize) -> Option<String> {
    (!column.is_missing(row)).then(|| column.text_of(row))
}

fn logarithm(table: &Table, name: &str, row: usize, value: f64) -> Result<f64, DataError> {
    if value > 0.0 {
        return Ok(value.ln());
    }
    let reason = format!(
        "row {} has {} in \"{name}\", which has no logarithm",
        row + 1,
        short(value)
    );
    Err(table.unusable(&reason))
}

/// Mean rank of a value among others that ascend, from 1; halfway between its neighbours where it is not among them.
fn rank(sorted: &[f64], value: f64) -> f64 {
    let below = sorted.partition_point(|other| *other < value);
    let up_to = sorted.partition_point(|other| *other <= value);
    f64::midpoint(below as f64, up_to as f64) + 0.5
}

/// Value that occurs most often in a sorted list, the first of several; `None` where the list is empty.
fn most_frequent<T: PartialEq>(sorted: &[T]) -> Option<&T> {
    // Of equal runs, the one that comes last from the end.
    let runs = sorted.chunk_by(T::eq).rev();
    runs.max_by_key(|run| run.len())?.first()
}
