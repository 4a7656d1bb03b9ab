//! Table of rows: their place in the source, name, label, features and first scores.

use super::number;
use crate::{
    analysis::Analysis,
    data::{Labels, NewRows, RowNames},
    embedding::Embedding,
};

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

enum RowCell<'a> {
    Count(usize),
    Number(f64),
    Text(&'a str),
}

impl<'a> RowTable<'a> {
    #[must_use]
    pub fn new(analysis: &'a Analysis) -> Self {
        let dataset = &analysis.dataset;
        let name = dataset.row_names.as_ref().map(|_| RowColumn::Name);
        let label = dataset.labels.column().map(|_| RowColumn::Label);
        let kpca = analysis.kpca.eigenvalues.len().min(COMPONENTS);
        let pca = analysis.pca.scores.ncols().min(COMPONENTS);
        let columns = [RowColumn::Id]
            .into_iter()
            .chain(name)
            .chain(label)
            .chain((0..kpca).map(RowColumn::Kpca))
            .chain((0..pca).map(RowColumn::Pca))
            .chain(
                analysis
                    .explain
                    .novelty
                    .as_ref()
                    .map(|_| RowColumn::Novelty),
            )
            .chain((0..dataset.d()).map(RowColumn::Feature));
        Self {
            analysis,
            new: None,
            columns: columns.collect(),
        }
    }

    /// Table of new rows, by their indices in their file: label, reconstruction error and features.
    #[must_use]
    pub fn of_new(analysis: &'a Analysis, new: &'a NewRows) -> Self {
        let name = new.row_names.as_ref().map(|_| RowColumn::Name);
        let label = new.labels.column().map(|_| RowColumn::Label);
        let features = if analysis.dataset.has_features() {
            analysis.dataset.d()
        } else {
            0
        };
        let columns = [RowColumn::Id]
            .into_iter()
            .chain(name)
            .chain(label)
            .chain([RowColumn::Novelty])
            .chain((0..features).map(RowColumn::Feature));
        Self {
            analysis,
            new: Some(new),
            columns: columns.collect(),
        }
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

    /// Cells of a row of the dataset, short enough to read.
    pub fn texts(&self, row: usize) -> impl Iterator<Item = String> {
        self.columns.iter().map(move |c| match self.cell(row, *c) {
            RowCell::Count(count) => count.to_string(),
            RowCell::Number(value) => number(value),
            RowCell::Text(text) => text.to_owned(),
        })
    }

    /// Rows with a header line, as tab-separated text whose numbers read back to the same f64.
    #[must_use]
    pub fn tsv(&self, rows: impl Iterator<Item = usize>) -> String {
        let exact = |row: usize| {
            let cells = self.columns.iter().map(|c| match self.cell(row, *c) {
                RowCell::Count(count) => count.to_string(),
                RowCell::Number(value) => value.to_string(),
                RowCell::Text(text) => text.to_owned(),
            });
            cells.collect::<Vec<_>>().join("\t")
        };
        let lines = [self.headers().join("\t")].into_iter();
        lines.chain(rows.map(exact)).collect::<Vec<_>>().join("\n")
    }

    fn cell(&self, row: usize, column: RowColumn) -> RowCell<'_> {
        let Analysis {
            dataset, pca, kpca, ..
        } = self.analysis;
        match column {
            RowColumn::Id if self.new.is_some() => RowCell::Count(row),
            RowColumn::Id => RowCell::Count(dataset.row_ids[row]),
            RowColumn::Name => {
                let name = self.row_names().and_then(|names| names.get(row));
                RowCell::Text(name.unwrap_or_default())
            }
            RowColumn::Label => match self.labels() {
                Labels::Classes { names, codes, .. } => {
                    RowCell::Text(codes[row].map_or("", |code| &names[code]))
                }
                Labels::Continuous { values, .. } if values[row].is_nan() => RowCell::Text(""),
                Labels::Continuous { values, .. } => RowCell::Number(values[row]),
                Labels::None => RowCell::Text(""),
            },
            RowColumn::Novelty => {
                let novelty = self.analysis.explain.novelty.as_ref();
                let error = novelty.and_then(|it| match self.new {
                    Some(_) => it.of_new().get(row),
                    None => it.fitted.get(row),
                });
                RowCell::Number(error.copied().unwrap_or(f64::NAN))
            }
            RowColumn::Feature(j) => RowCell::Number(match self.new {
                Some(new) => new.x[(row, j)],
                None => dataset.x[(row, j)],
            }),
            RowColumn::Kpca(j) => RowCell::Number(kpca.score(row, j)),
            RowColumn::Pca(j) => RowCell::Number(pca.scores[(row, j)]),
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
            ("row 1 · q · no label".into(), "row 4 · class 0".into())
        );
        let texts: Vec<String> = table.texts(1).collect();
        assert_eq!((&*texts[0], &*texts[6]), ("1", "3"));
    }
}
