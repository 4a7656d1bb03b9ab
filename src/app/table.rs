//! Table export: its kind, its rows and its destination.

use std::path::{Path, PathBuf};

use super::{App, Destination, Dialog};
use crate::worker::Errand;
use explorer::{
    panel::{Kind, Need, Panel, PointSet},
    presented::Presented,
    setup::View,
};
use export::{Back, Beside, TableContent, TableSpec, copied_table, is_array, table_path};
use kernel_pca::{method::Method, objects::Objects};
use tabular::Source;

/// Kind of table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableKind {
    Scores(Method),
    Spectrum(Method),
    KernelMatrix,
    /// Rows projected on the components and mapped back to the input.
    Denoised,
    /// Reconstruction error of each row.
    Novelty,
    /// Errors of fitted and of held-out rows with each number of components.
    Reconstruction,
    /// Results at the values of a swept parameter.
    Sweep,
    /// Numbers that a panel shows.
    Panel(Panel),
    /// Scores of new rows, by a method that has them.
    Projection(Method),
    /// Features and label as they came.
    Data,
    /// Data in the form of the file that a script in R reads.
    ForR,
}

impl TableKind {
    #[must_use]
    pub fn title(self) -> String {
        self.title_and_name().0
    }

    /// Title on the screen, and name of a file that holds it.
    fn title_and_name(self) -> (String, String) {
        let fixed = |title: &str, name: &str| (title.to_owned(), name.to_owned());
        // Kernel PCA's go without a name.
        let of = |method: Method, what| match method {
            Method::Kpca => String::from(what),
            _ => format!("{}-{what}", method.name()),
        };
        let in_text = |method: Method| method.presented().title_in_text;
        match self {
            Self::Scores(it) => (format!("Scores of {}", in_text(it)), of(it, "scores")),
            Self::Spectrum(it) => (
                format!("Eigenvalues of {}", in_text(it)),
                of(it, "spectrum"),
            ),
            Self::Projection(it) => (
                format!("{} of new rows", it.presented().title),
                of(it, "projection"),
            ),
            Self::KernelMatrix => fixed("Kernel matrix before centring", "matrix"),
            Self::Denoised => fixed("Denoised rows", "denoised"),
            Self::Novelty => fixed("Novelty of rows", "novelty"),
            Self::Reconstruction => fixed("Reconstruction errors", "reconstruction"),
            Self::Sweep => fixed("Values of the sweep", "sweep"),
            Self::Panel(it) => (format!("Numbers of {}", it.title()), it.name().to_owned()),
            Self::Data => fixed("Data as they came", "data"),
            Self::ForR => fixed("Data for the script in R", "data"),
        }
    }

    fn name(self) -> String {
        self.title_and_name().1
    }

    /// Kind of table for a panel's numbers: that of the command line where there is one, else the panel's own.
    pub(super) fn of(panel: Panel) -> Self {
        match (panel.kind(), panel.needs()) {
            (Kind::Dots(PointSet::Input) | Kind::Space(PointSet::Input), _) => Self::Data,
            _ if panel == Panel::Biplot => Self::Panel(panel),
            (Kind::Dots(PointSet::Scores(method)) | Kind::Space(PointSet::Scores(method)), _) => {
                Self::Scores(method)
            }
            (_, Some(Need::KernelMap)) => Self::KernelMatrix,
            (_, Some(Need::Novelty)) => Self::Novelty,
            (_, Some(Need::Denoising)) => Self::Denoised,
            (_, Some(Need::Reconstruction)) => Self::Reconstruction,
            (_, Some(Need::Sweep)) => Self::Sweep,
            _ => Self::Panel(panel),
        }
    }

    /// Returns true where row number, name, label and features can stand before the table's numbers.
    fn has_beside(self) -> bool {
        matches!(
            self,
            Self::Scores(_) | Self::Projection(_) | Self::Denoised | Self::Novelty
        )
    }
}

/// State of the export dialog.
#[derive(Debug, Clone, PartialEq)]
pub struct TableOptions {
    pub kind: TableKind,
    /// Path of the new rows to project.
    pub new_rows: String,
    pub beside: Beside,
    /// True where only the rows selected in the window are exported.
    pub selected: bool,
    pub to: Destination,
}

impl TableOptions {
    /// Path to write to: a bare name goes to the last folder saved in, else to the user's documents or home folder, and
    /// a name without an extension becomes CSV.
    #[must_use]
    pub fn target(&self) -> PathBuf {
        self.to.document("csv")
    }

    /// Changes the kind of table, and the suggested name with it.
    pub fn choose(&mut self, kind: TableKind) {
        let name = self.to.suggestion.strip_suffix(&self.kind.name());
        self.to.suggestion = format!("{}{}", name.unwrap_or_default(), kind.name());
        self.kind = kind;
    }

    /// Reason why no columns can stand beside the numbers.
    #[must_use]
    pub fn no_columns(&self) -> Option<&'static str> {
        if !self.kind.has_beside() {
            Some("only tables of scores or of what is made of rows have columns beside them")
        } else if is_array(&self.target()) {
            Some("an array has room for numbers alone; use .csv")
        } else {
            None
        }
    }

    /// Reason why the table cannot be limited to the selected rows; `None` where it can.
    #[must_use]
    pub fn no_rows(&self) -> Option<&'static str> {
        let of_rows = matches!(
            self.kind,
            TableKind::Scores(_) | TableKind::KernelMatrix | TableKind::Data
        );
        (!of_rows).then_some("this table is not one of the rows")
    }

    /// Problem of the typed paths, in a sentence.
    fn problem(&self, target: &Path) -> Option<String> {
        if let Err(error) = table_path(target.to_owned()) {
            return Some(error.to_string());
        }
        let unnamed =
            matches!(self.kind, TableKind::Projection(_)) && self.new_rows.trim().is_empty();
        unnamed.then(|| "name the file with the new rows".to_owned())
    }
}

impl App {
    pub(super) fn ask_for_table(&mut self, kind: TableKind, selected: bool) {
        self.dialog = Some(Dialog::ExportTable(TableOptions {
            kind,
            new_rows: match &self.setup.new_rows {
                Some(Source::File(file)) => file.path.display().to_string(),
                _ => String::new(),
            },
            beside: Beside {
                row: true,
                name: false,
                label: true,
                features: false,
            },
            selected,
            to: self.suggestion(&kind.name()),
        }));
    }

    pub(super) fn save_table(&mut self, mut options: TableOptions) {
        let Some(shown) = &self.shown else { return };
        let path = options.target();
        let missing = "the exact numbers are still being computed; try again in a moment";
        let stopped = "the fit was stopped before its exact numbers were there; run it again first";
        options.to.problem = if self.is_exact() {
            options.problem(&path)
        } else if self.stopped().is_some() {
            Some(stopped.to_owned())
        } else {
            Some(missing.to_owned())
        };
        if options.to.problem.is_none() {
            self.send(Errand::SaveTable {
                analysis: shown.analysis.clone(),
                table: self.table_spec(&options),
                source: shown.setup.source.clone(),
                to: options.to.file(path),
            });
        }
        self.dialog = Some(Dialog::ExportTable(options));
    }

    fn table_spec(&self, options: &TableOptions) -> TableSpec {
        let mut rows = options.selected && options.no_rows().is_none();
        rows &= self.selected_rows().next().is_some();
        TableSpec {
            beside: match options.no_columns() {
                None => options.beside,
                Some(_) => Beside::default(),
            },
            rows: rows.then(|| self.selected_rows().collect()),
            ..TableSpec::new(self.content_of(options.kind, &options.new_rows))
        }
    }

    fn content_of(&self, kind: TableKind, new_rows: &str) -> TableContent {
        match kind {
            TableKind::Scores(method) => TableContent::Scores(method),
            TableKind::Spectrum(method) => TableContent::Spectrum(method),
            TableKind::KernelMatrix => TableContent::KernelMatrix,
            TableKind::Projection(method) => {
                TableContent::Projection(method, new_rows.trim().into())
            }
            TableKind::Denoised => TableContent::Denoised(None, self.back()),
            TableKind::Novelty => TableContent::Novelty(None),
            TableKind::Reconstruction => TableContent::Reconstruction(None, self.back()),
            TableKind::Sweep => TableContent::Sweep(self.setup.view.separation_components),
            TableKind::Panel(panel) => {
                TableContent::Panel(panel, Box::new(self.setup.view.clone()))
            }
            TableKind::Data => TableContent::Data,
            TableKind::ForR => TableContent::ForR,
        }
    }

    /// Pre-image method of the denoising panel, with ridge's α.
    fn back(&self) -> Back {
        let View {
            denoising,
            pre_image,
            ..
        } = &self.setup.view;
        Back {
            method: denoising.method,
            alpha: Some(pre_image.alpha),
        }
    }

    pub(super) fn copy_data(&mut self, panel: Panel) {
        let Some(shown) = &self.shown else { return };
        let kind = match TableKind::of(panel) {
            // What takes long or much room goes to files.
            TableKind::KernelMatrix
            | TableKind::Denoised
            | TableKind::Novelty
            | TableKind::Reconstruction => TableKind::Panel(panel),
            kind => kind,
        };
        let spec = TableSpec {
            beside: Beside {
                row: true,
                name: true,
                label: true,
                features: false,
            },
            ..TableSpec::new(self.content_of(kind, ""))
        };
        let text = copied_table(&shown.analysis, &spec);
        self.copy(text, &format!("Data of {} copied", panel.title()));
    }

    /// Kinds of tables that can be exported, those of kernel PCA first.
    #[must_use]
    pub fn tables(&self) -> Vec<TableKind> {
        let analysis = self.analysis();
        let methods = analysis.into_iter().flat_map(|it| it.embeddings());
        let mut methods: Vec<Method> = methods.map(|(method, _)| method).collect();
        methods.sort_by_key(|method| *method != Method::Kpca);
        let scores = methods.iter().copied().map(TableKind::Scores);
        let spectra = methods.iter().copied().map(TableKind::Spectrum);
        let projecting = methods.iter().copied().filter(|it| it.spec().projects);
        let projections = projecting.map(TableKind::Projection);
        let tables = scores.chain(spectra).chain([TableKind::KernelMatrix]);
        let has_features = analysis.is_some_and(|it| it.dataset.has_features());
        let data = has_features.then_some(TableKind::Data);
        let back = has_features.then_some([TableKind::Denoised, TableKind::Reconstruction]);
        let mut of_panels: Vec<TableKind> = self.visible().into_iter().map(TableKind::of).collect();
        of_panels.retain(|it| matches!(it, TableKind::Sweep | TableKind::Panel(_)));
        of_panels.dedup();
        tables
            .chain([TableKind::Novelty])
            .chain(back.into_iter().flatten())
            .chain(of_panels)
            .chain(projections)
            .chain(data)
            .chain([TableKind::ForR])
            .collect()
    }

    /// Size of the table, in words.
    #[must_use]
    pub fn table_size(&self, options: &TableOptions) -> String {
        let Some(analysis) = self.analysis() else {
            return String::new();
        };
        let rows = match self.table_spec(options).rows {
            Some(rows) => rows.len(),
            None => analysis.dataset.n(),
        };
        let of = |method| analysis.asked(method);
        match options.kind {
            TableKind::Scores(method) => {
                format!("{rows} rows of {} components", of(method))
            }
            TableKind::Spectrum(method) => {
                let all = analysis.full_spectrum.as_ref();
                let all = all.filter(|_| method == Method::Kpca);
                let count = all.map_or_else(|| of(method), |all| all.len());
                format!("{count} eigenvalues, their shares of the trace and the sums of those")
            }
            TableKind::KernelMatrix => format!("{rows} × {rows} values"),
            TableKind::Data => {
                let dataset = &analysis.dataset;
                let of = match &dataset.objects {
                    Objects::Vectors => format!("{} features", dataset.d()),
                    Objects::Matrix(_) => format!("{rows} values"),
                    Objects::Strings(_) => "a string".to_owned(),
                    Objects::Graph(_) => "a node and its degree".to_owned(),
                };
                format!("{rows} rows of {of}, with the label where there is one")
            }
            TableKind::Denoised => format!("{rows} rows of {} features", analysis.dataset.d()),
            TableKind::Novelty => format!("{rows} rows with their errors"),
            TableKind::Reconstruction => {
                "a row for each number of components, a column for each curve".to_owned()
            }
            TableKind::Sweep => "a row for each value that has been reached".to_owned(),
            TableKind::Panel(panel) => format!("what {} shows, as one table", panel.title()),
            TableKind::ForR => format!("{} rows, and new ones below them", analysis.dataset.n()),
            TableKind::Projection(method) => {
                let components = of(method);
                format!("{components} components for each row of a file with the same features")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::Inline;
    use explorer::setup::Setup;

    #[test]
    fn columns_stand_beside_the_tables_that_take_them() {
        let app = App::new(Setup::default(), Box::new(Inline::default()));
        for kind in [
            TableKind::Scores(Method::Kpca),
            TableKind::Spectrum(Method::Kpca),
            TableKind::KernelMatrix,
            TableKind::Denoised,
            TableKind::Novelty,
            TableKind::Reconstruction,
            TableKind::Sweep,
            TableKind::Panel(Panel::Variance),
            TableKind::Projection(Method::Pca),
            TableKind::Data,
            TableKind::ForR,
        ] {
            let takes = app.content_of(kind, "new.csv").takes_beside();
            assert_eq!(kind.has_beside(), takes, "{kind:?}");
        }
    }
}
