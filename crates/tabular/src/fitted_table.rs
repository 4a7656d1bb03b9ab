//! Fitted table as readers of new rows know it: the names, kinds and places of its columns.

use std::{
    collections::{HashMap, HashSet},
    ops::RangeInclusive,
};

use super::{
    Columns, DataError, Dataset, Form, Holds, MadeOf, Map, NewRows, Preparation, ReadAs, ReadTask,
    Source, Table,
    column::Values,
    read::{KnownCells, shown_name},
};
use kernel_pca::objects::{Labels, Objects};

/// Table that was fitted, with the choice of its columns and the dataset made from them. New rows are read like its
/// rows: one new row, or one without any number, does not show how its columns are to be read.
pub struct FittedTable<'a> {
    pub(super) table: &'a Table,
    pub(super) columns: &'a Columns,
    pub(super) dataset: &'a Dataset,
    /// Recipe of the features; `None` where features are not made of columns.
    pub(super) made: Option<Preparation>,
    /// Indices of the columns that new rows must have, in the order in which they are used.
    pub(super) needed: Vec<usize>,
    /// Kind of the cells of each column, as new rows hold them.
    kinds: Vec<ColumnKind>,
    places: HashMap<&'a str, usize>,
}

/// Content of new rows in a column of a fitted table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ColumnKind {
    Numbers,
    NumberedCategories,
    Texts,
    /// Numbers that are not needed: new rows may have anything in such a column.
    Unneeded,
}

impl<'a> FittedTable<'a> {
    /// Learns the columns of `table` from which `dataset` was made by the choice `columns`.
    ///
    /// # Errors
    /// When `dataset` is a graph, to which no rows can be added, or `columns` are not those of the table.
    pub fn new(
        table: &'a Table,
        columns: &'a Columns,
        dataset: &'a Dataset,
    ) -> Result<Self, DataError> {
        let mut made = None;
        let needed = match &dataset.objects {
            Objects::Graph(_) => {
                let reason =
                    "new rows need scores, and a new node would change the kernel of all others";
                return Err(table.unusable(reason));
            }
            Objects::Matrix(_) => table.entry_columns(columns),
            Objects::Strings(_) => vec![table.string_column(columns)?],
            Objects::Vectors if columns.map == Map::Symbols => vec![table.string_column(columns)?],
            Objects::Vectors => {
                let recipe = table.prepare(columns)?;
                let sources = recipe.sources.iter().map(|source| source.place).collect();
                made = Some(recipe);
                sources
            }
        };
        let mut kinds: Vec<ColumnKind> = (table.columns().iter())
            .map(|column| match column.values {
                Values::Text { .. } => ColumnKind::Texts,
                Values::Numbers { .. } => ColumnKind::Unneeded,
            })
            .collect();
        let mut know = |j: usize, kind| {
            if kinds[j] == ColumnKind::Unneeded {
                kinds[j] = kind;
            }
        };
        for (at, &j) in needed.iter().enumerate() {
            let is_made_category = (made.as_ref())
                .is_some_and(|made| matches!(made.sources[at].made, MadeOf::Indicators { .. }));
            know(
                j,
                if is_made_category {
                    ColumnKind::NumberedCategories
                } else {
                    ColumnKind::Numbers
                },
            );
        }
        if let Some(label) = table.label_column(&columns.label)? {
            know(
                label,
                match dataset.labels {
                    Labels::Classes { .. } => ColumnKind::NumberedCategories,
                    Labels::None | Labels::Continuous { .. } => ColumnKind::Numbers,
                },
            );
        }
        let all = table.columns().iter().enumerate();
        Ok(Self {
            table,
            columns,
            dataset,
            made,
            needed,
            kinds,
            places: all.map(|(j, column)| (&*column.name, j)).collect(),
        })
    }

    /// Reads new rows from `source`, which is taken to be written as the fitted file unless it says otherwise.
    ///
    /// # Errors
    /// When the source cannot be read, or lacks a column or a value.
    pub fn read(&self, source: &Source, task: &ReadTask<'_>) -> Result<NewRows, DataError> {
        let is_of_strings =
            self.columns.map == Map::Symbols || matches!(self.dataset.objects, Objects::Strings(_));
        let task = ReadTask {
            holds: if is_of_strings {
                Holds::Strings
            } else {
                Holds::Numbers
            },
            fitted: Some(self),
            ..*task
        };
        let table = self.written_alike(source).load_by(&task)?;
        NewRows::of(&table, self)
    }

    /// Copies `source`, with the user's statements on the fitted file if it has none of its own.
    fn written_alike(&self, source: &Source) -> Source {
        let mut source = source.clone();
        if let (Source::File(file), Some(reading)) = (&mut source, self.table.reading())
            && file.read_as == ReadAs::default()
        {
            file.read_as = reading.said;
        }
        source
    }

    /// Index in the fitted table of the column called `name`.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Kind of the cells of the column called `name`; `None` where it is unknown or not needed.
    pub(super) fn cells_of(&self, name: &str) -> Option<KnownCells<'a>> {
        self.cells_at(self.place(name)?)
    }

    fn cells_at(&self, j: usize) -> Option<KnownCells<'a>> {
        match self.kinds[j] {
            ColumnKind::Numbers => Some(KnownCells::Numbers),
            ColumnKind::NumberedCategories => Some(KnownCells::NumberedCategories),
            ColumnKind::Texts => {
                let Values::Text { names, .. } = &self.table.columns()[j].values else {
                    return None;
                };
                Some(KnownCells::Texts(
                    names.iter().map(String::as_str).collect(),
                ))
            }
            ColumnKind::Unneeded => None,
        }
    }

    /// Returns true where `fields` name columns of the fitted table: all that new rows need, or more than half of
    /// `fields` do.
    pub(super) fn are_names<'f>(&self, fields: impl Iterator<Item = &'f str>) -> bool {
        let fields: Vec<String> = fields.map(shown_name).collect();
        let known: HashSet<usize> = fields.iter().filter_map(|name| self.place(name)).collect();
        let all_needed = self.needed.iter().all(|j| known.contains(j));
        !known.is_empty() && (all_needed || 2 * known.len() > fields.len())
    }

    /// Indices in the fitted table of the columns of a file of new rows that names none and has `width` of them: all,
    /// or only the needed ones; `None` where `width` is neither number.
    pub(super) fn columns_of_width(&self, width: usize) -> Option<Vec<usize>> {
        let all = self.table.columns().len();
        if width == all {
            return Some((0..all).collect());
        }
        (width == self.needed.len()).then(|| self.needed.clone())
    }

    /// Names of the columns that [`columns_of_width`](Self::columns_of_width) gives.
    pub(super) fn names_of_width(&self, width: usize) -> Option<Vec<String>> {
        let name = |j: usize| self.table.columns()[j].name.clone();
        let columns = self.columns_of_width(width)?;
        Some(columns.into_iter().map(name).collect())
    }

    /// Returns true where column `j` of the fitted table holds numbers that new rows need.
    pub(super) fn needs_numbers(&self, j: usize) -> bool {
        self.kinds[j] == ColumnKind::Numbers
    }

    /// First and last index of the features, where the fitted file has LIBSVM's format, which leaves out zeros; `None`
    /// for other formats.
    pub(super) fn libsvm_indices(&self) -> Option<RangeInclusive<usize>> {
        self.table.reading().filter(|it| it.form == Form::Libsvm)?;
        let [_, first, ..] = self.table.columns() else {
            return None;
        };
        let last = self.table.columns().last()?;
        let index = |name: &str| name.strip_prefix('x')?.parse().ok();
        Some(index(&first.name)?..=index(&last.name)?)
    }
}
