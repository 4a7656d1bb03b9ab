//! Table of rows: their place in the source, name, label, features and first scores.

use crate::analysis::Analysis;
use chart::number;
use kernel_pca::{embedding::Embedding, objects::Labels};
use tabular::{NewRows, RowNames};

/// Number of components whose scores stand beside the features.
const COMPONENTS: usize = 3;

/// Columns of a list of rows; cells are made as they are asked for.
pub struct RowTable<'a> {
    analysis: &'a Analysis,
    /// New rows, where the table lists them in place of the dataset's.
    new: Option<&'a NewRows>,
    columns: Vec<RowColumn>,
}

#[derive(Debug, Clone, Copy)]
enum RowColumn {
    Id,
    Name,
    Label,
    Feature(usize),
    Kpca(usize),
    Pca(usize),
    Novelty,
}

impl<'a> RowTable<'a> {
    #[must_use]
    pub fn new(analysis: &'a Analysis) -> Self {
        let kpca = analysis.kpca.eigenvalues.len().min(COMPONENTS);
        let pca = analysis.pca.scores.ncols().min(COMPONENTS);
        let novelty = analysis
            .explain
            .novelty
            .as_ref()
            .map(|_| RowColumn::Novelty);
        let scores = (0..kpca)
            .map(RowColumn::Kpca)
            .chain((0..pca).map(RowColumn::Pca));
        Self::with_results(analysis, None, scores.chain(novelty), analysis.dataset.d())
    }

    /// Table of new rows: index among them, name, label, reconstruction error and features.
    #[must_use]
    pub fn of_new(analysis: &'a Analysis, new: &'a NewRows) -> Self {
        let has_features = analysis.dataset.has_features();
        let features = if has_features {
            analysis.dataset.d()
        } else {
            0
        };
        Self::with_results(analysis, Some(new), [RowColumn::Novelty], features)
    }

    /// Table of the dataset's rows, or of `new` ones: index, name, label, the columns `results`, and the first
    /// `features` features.
    fn with_results(
        analysis: &'a Analysis,
        new: Option<&'a NewRows>,
        results: impl IntoIterator<Item = RowColumn>,
        features: usize,
    ) -> Self {
        let mut table = Self {
            analysis,
            new,
            columns: vec![RowColumn::Id],
        };
        let name = table.row_names().map(|_| RowColumn::Name);
        let label = table.labels().column().map(|_| RowColumn::Label);
        let columns = name.into_iter().chain(label).chain(results);
        let features = (0..features).map(RowColumn::Feature);
        table.columns.extend(columns.chain(features));
        table
    }

    fn row_names(&self) -> Option<&'a RowNames> {
        match self.new {
            Some(new) => new.row_names.as_ref(),
            None => self.analysis.dataset.row_names.as_ref(),
        }
    }

    fn labels(&self) -> &'a Labels {
        self.new
            .map_or(&self.analysis.dataset.labels, |new| &new.labels)
    }

    #[must_use]
    pub fn headers(&self) -> Vec<String> {
        let dataset = &self.analysis.dataset;
        let header = |column: &RowColumn| match *column {
            RowColumn::Id if self.new.is_some() => "new row".into(),
            RowColumn::Id => "row".into(),
            RowColumn::Name => {
                let names = self.row_names();
                names.map_or_else(String::new, |names| names.column.clone())
            }
            RowColumn::Label => self.labels().column().unwrap_or_default().to_owned(),
            RowColumn::Feature(j) => dataset.feature_names[j].clone(),
            RowColumn::Kpca(j) => format!("kernel PC{}", j + 1),
            RowColumn::Pca(j) => format!("PC{}", j + 1),
            RowColumn::Novelty => "error".into(),
        };
        self.columns.iter().map(header).collect()
    }

    /// Cells of a row, short enough to read.
    pub fn texts(&self, row: usize) -> impl Iterator<Item = String> {
        let columns = self.columns.iter();
        columns.map(move |column| match column {
            // Whoever reads counts from 1.
            RowColumn::Id => (self.id(row) + 1).to_string(),
            _ => self.cell(row, *column, number),
        })
    }

    /// Rows with a header line, as tab-separated text whose numbers read back to the same f64; as in every table,
    /// `row` counts from 0.
    #[must_use]
    pub fn tsv(&self, rows: impl Iterator<Item = usize>) -> String {
        let exact = |row: usize| {
            let columns = self.columns.iter();
            let cells = columns.map(|column| self.cell(row, *column, |value| value.to_string()));
            cells.collect::<Vec<_>>().join("\t")
        };
        let lines = [self.headers().join("\t")].into_iter();
        lines.chain(rows.map(exact)).collect::<Vec<_>>().join("\n")
    }

    /// Index of a row among the data rows of its source, or of a new row among the new ones; from 0.
    fn id(&self, row: usize) -> usize {
        match self.new {
            Some(_) => row,
            None => self.analysis.dataset.row_ids[row],
        }
    }

    /// Text of a cell, whose number, if it is one, is written by `number`.
    fn cell(&self, row: usize, column: RowColumn, number: fn(f64) -> String) -> String {
        let Analysis {
            dataset, pca, kpca, ..
        } = self.analysis;
        match column {
            RowColumn::Id => self.id(row).to_string(),
            RowColumn::Name => {
                let name = self.row_names().and_then(|names| names.get(row));
                name.unwrap_or_default().to_owned()
            }
            RowColumn::Label => match self.labels() {
                Labels::Classes { names, codes, .. } => {
                    codes[row].map_or_else(String::new, |code| names[code].clone())
                }
                Labels::Continuous { values, .. } if !values[row].is_nan() => number(values[row]),
                Labels::Continuous { .. } | Labels::None => String::new(),
            },
            RowColumn::Novelty => {
                let novelty = self.analysis.explain.novelty.as_ref();
                let error = novelty.and_then(|it| match self.new {
                    Some(_) => it.of_new().get(row),
                    None => it.fitted.get(row),
                });
                number(error.copied().unwrap_or(f64::NAN))
            }
            RowColumn::Feature(j) => number(match self.new {
                Some(new) => new.x[(row, j)],
                None => dataset.x[(row, j)],
            }),
            RowColumn::Kpca(j) => number(kpca.score(row, j)),
            RowColumn::Pca(j) => number(pca.scores[(row, j)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;

    #[test]
    fn a_row_says_what_it_is_and_where_it_went() {
        let analysis = testing::classes(5, 2);
        let table = RowTable::new(&analysis);
        let tsv = table.tsv([4, 1].into_iter());
        let lines: Vec<Vec<&str>> = tsv.lines().map(|line| line.split('\t').collect()).collect();
        let header = [
            "row",
            "class",
            "kernel PC1",
            "kernel PC2",
            "PC1",
            "PC2",
            "f0",
            "f1",
        ];
        assert_eq!(lines[0], header);
        assert_eq!(lines.len(), 3);
        for (line, row) in lines[1..].iter().zip([4, 1]) {
            assert_eq!(line[0], row.to_string());
            assert_eq!(line[1], format!("class {}", row % 2));
            let number = |column: usize| line[column].parse::<f64>().unwrap();
            let scores = analysis.kpca.scores();
            assert_eq!(number(2), scores[(row, 0)]);
            assert_eq!(number(3), scores[(row, 1)]);
            assert_eq!(number(5), analysis.pca.scores[(row, 1)]);
            assert_eq!(number(7), analysis.dataset.x[(row, 1)]);
        }
        let mut named = testing::classes(5, 2);
        let dataset = std::sync::Arc::make_mut(&mut named.dataset);
        dataset.row_names = Some(RowNames {
            column: "id".into(),
            names: ["p", "q", "r", "s", ""].map(String::from).into(),
        });
        if let Labels::Classes { codes, .. } = &mut dataset.labels {
            codes[1] = None;
        }
        let named_table = RowTable::new(&named);
        let tsv = named_table.tsv([1, 4].into_iter());
        let starts: Vec<&str> = tsv
            .lines()
            .map(|line| &line[..line.len().min(11)])
            .collect();
        assert!(starts[0].starts_with("row\tid\tclas"), "{starts:?}");
        assert!(starts[1].starts_with("1\tq\t\t"), "{starts:?}");
        assert!(starts[2].starts_with("4\t\tclass 0"), "{starts:?}");
        let title = |row| crate::view::text::row_title(&named, row);
        assert_eq!(
            (title(1), title(4)),
            ("q · no label".into(), "row 5 · class 0".into())
        );
        let texts: Vec<String> = table.texts(1).collect();
        assert_eq!((&*texts[0], &*texts[6]), ("2", "3"));
    }
}
