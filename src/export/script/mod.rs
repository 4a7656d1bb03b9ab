//! The picture as code: a short script for scikit-learn or kernlab that gives the same numbers.

mod marks;
mod plots;
mod python;
mod r;

use std::path::Path;

use crate::{
    analysis::{Analysis, Novelty, PreImages},
    data::{
        AddedNoise, ArgumentValue, Dataset, EdgeColumns, Generator, Labels, Map, NewRows, Objects,
        Reading, Scaling, Source,
    },
    kernel::{Kernel, KernelParameter},
    method::Method,
    panel::{Content, Coordinate, PointSet, Space},
    preimage::PreImageMethod,
    printable::{is_unseen, printable},
    setup::{DotColour, Panel, RowOrder, Setup, View},
    view::{Paint, Ranges, paint_hex as hex, shapes_are_needed},
};
use marks::Marks;
use plots::{Plot, plots};

/// Points of a drawing that stand in one line.
const POINTS_IN_LINE: usize = 2;

/// What a script can be written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// scikit-learn, with matplotlib for the picture; pandas where a file is read.
    Python,
    /// kernlab; what R lacks of scikit-learn's points the script brings along.
    R,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::Python, Self::R];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::R => "r",
        }
    }

    /// The name in menus.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Python => "Python (scikit-learn)",
            Self::R => "R (kernlab)",
        }
    }
}

/// A script that loads the same data, fits the same kernel PCA and draws the same panels, those in
/// `zooms` within these ranges.
#[must_use]
pub fn script(
    language: Language,
    setup: &Setup,
    analysis: &Analysis,
    zooms: &[(Panel, Ranges)],
) -> String {
    let mut recipe = Recipe::new(setup, analysis, zooms);
    match language {
        Language::Python => python::script(&recipe),
        Language::R => {
            recipe.leave_out_other_methods();
            r::script(&recipe)
        }
    }
}

/// What both languages need to know, with names resolved to 0-based column positions.
struct Recipe<'a> {
    setup: &'a Setup,
    view: &'a View,
    analysis: &'a Analysis,
    features: Vec<usize>,
    label: Option<usize>,
    /// Number of columns of the table that can be features by default: all but a last label column.
    plain: usize,
    /// How the file is read, where the data come from one.
    reading: Option<&'a Reading>,
    plots: Vec<Plot<'a>>,
    /// `None` where all dots look alike.
    marks: Option<Marks>,
}

impl PointSet {
    /// Its name in the scripts.
    fn variable(self) -> String {
        match self {
            Self::Input => "data".to_owned(),
            Self::Scores(method) => format!("{}scores", method.spec().prefix),
        }
    }
}

enum SortedBy {
    Label,
    /// Kernel PCA's, 0-based.
    Component(usize),
}

/// Which columns are used of a table whose last one is its label.
enum ColumnChoice {
    Everything,
    /// Some of the features, or another order, with the table's own label or none.
    OfFeatures,
    /// The label serves as a feature, or a feature as the label.
    OfAllColumns,
}

impl<'a> Recipe<'a> {
    fn new(setup: &'a Setup, analysis: &'a Analysis, zooms: &[(Panel, Ranges)]) -> Self {
        let columns = analysis.table.columns();
        let position = |name: &String| columns.iter().position(|column| column.name == *name);
        let dataset = &analysis.dataset;
        let mut plots = plots(analysis, &setup.view, zooms);
        for plot in &mut plots {
            if let Content::Pinned(pinned, _) = plot.content
                && pinned.of_objects()
            {
                let why = "pinned pictures of strings, graphs and matrices are not written out";
                plot.content = Content::Nothing(why.into());
            }
            let why = match plot.content {
                _ if !plot.content.goes_back() => continue,
                _ if !analysis.kernel.is_plain() => {
                    "not written out for sums, products and normalised kernels"
                }
                Content::Denoising(found) | Content::DenoisingError(found)
                    if found.method == PreImageMethod::Gradient =>
                {
                    "not written out for gradient descent"
                }
                _ => continue,
            };
            plot.content = Content::Nothing(why.into());
        }
        Self {
            setup,
            view: &setup.view,
            analysis,
            features: match &dataset.objects {
                _ if is_of_strings(setup, dataset) => {
                    let column = analysis.table.string_column(&setup.columns);
                    column.into_iter().collect()
                }
                Objects::Vectors => dataset.feature_names.iter().filter_map(position).collect(),
                Objects::Matrix(_) | Objects::Graph(_) | Objects::Strings(_) => {
                    analysis.table.entry_columns(&setup.columns)
                }
            },
            label: match &dataset.labels {
                Labels::None => None,
                Labels::Classes { column, .. } | Labels::Continuous { column, .. } => {
                    position(column)
                }
            },
            plain: columns.len().saturating_sub(1),
            reading: analysis.table.reading(),
            plots,
            marks: Marks::of(analysis, &setup.view),
        }
    }

    /// Whether the rows come from strings or a graph.
    fn is_of_objects(&self) -> bool {
        let dataset = &self.analysis.dataset;
        is_of_strings(self.setup, dataset) || matches!(dataset.objects, Objects::Graph(_))
    }

    /// The columns of a list of edges; none for an adjacency matrix.
    fn edges(&self) -> Option<EdgeColumns> {
        let found = self.analysis.table.edge_columns(&self.setup.columns);
        found.ok().flatten()
    }

    /// The file of an adjacency matrix.
    fn adjacency_file(&self) -> Option<&Path> {
        let is_graph = matches!(self.analysis.dataset.objects, Objects::Graph(_));
        let path = self.setup.source.path()?;
        (is_graph && self.edges().is_none()).then_some(path)
    }

    /// The path of the data file.
    fn path(&self) -> String {
        let path = self.setup.source.path().unwrap_or(Path::new(""));
        path.display().to_string()
    }

    /// Lines above the first row.
    fn lines_above(&self) -> u64 {
        self.reading.map_or(0, |reading| reading.skipped_lines)
    }

    /// The file with the labels, where they are used.
    fn labels_file(&self) -> Option<String> {
        self.uses_labels_beside()?;
        match &self.setup.source {
            Source::File(file) => file.labels.as_ref().map(|path| path.display().to_string()),
            Source::Generated(_) | Source::Builtin(_) | Source::Drawn(_) => None,
        }
    }

    /// The labels of a shipped table that has no column for them, one per line.
    fn shipped_labels(&self) -> Option<&'static str> {
        self.uses_labels_beside()?;
        match self.setup.source {
            Source::Builtin(builtin) => builtin.spec().labels,
            Source::Generated(_) | Source::File(_) | Source::Drawn(_) => None,
        }
    }

    fn uses_labels_beside(&self) -> Option<()> {
        let beside = self.analysis.table.labels_beside()?;
        let used = match self.labels() {
            Labels::None => false,
            Labels::Classes { column, .. } | Labels::Continuous { column, .. } => column == beside,
        };
        used.then_some(())
    }

    /// Whether labels are numbers, not names.
    fn label_is_number(&self) -> bool {
        match self.labels() {
            Labels::None => false,
            Labels::Continuous { .. } => true,
            Labels::Classes { names, .. } => names.iter().all(|name| name.parse::<f64>().is_ok()),
        }
    }

    /// Whether there is something for linear PCA.
    fn has_features(&self) -> bool {
        self.analysis.dataset.has_features()
    }

    /// Whether classes have shapes besides colours.
    fn shaped(&self) -> bool {
        let labels = self.labels();
        let wanted = self.view.shapes && matches!(labels, Labels::Classes { .. });
        wanted || shapes_are_needed(labels)
    }

    /// How features and label lie in what a generator or shipped table gives, X and label.
    fn choice(&self) -> ColumnChoice {
        let own_label = self.label.is_none_or(|label| label == self.plain);
        if own_label && self.features.iter().copied().eq(0..self.plain) {
            ColumnChoice::Everything
        } else if own_label && self.features.iter().all(|&j| j < self.plain) {
            ColumnChoice::OfFeatures
        } else {
            ColumnChoice::OfAllColumns
        }
    }

    fn components(&self) -> usize {
        self.analysis.kpca.eigenvalues.len()
    }

    /// The plots with something to draw; comments on the others go to `line`.
    fn drawn(&self, mut line: impl FnMut(&str)) -> Vec<&Plot<'a>> {
        let mut drawn = Vec::new();
        for plot in &self.plots {
            match plot.absence() {
                Some(absence) => line(&absence),
                None => drawn.push(plot),
            }
        }
        drawn
    }

    fn shows(&self, wanted: impl Fn(&Content<'_>) -> bool) -> bool {
        self.plots.iter().any(|plot| wanted(&plot.content))
    }

    /// What the rows of the kernel matrix are sorted by, if by anything.
    fn sorted_by(&self) -> Option<SortedBy> {
        match self.view.kernel_matrix.order {
            RowOrder::Source => None,
            RowOrder::Label => self.label.map(|_| SortedBy::Label),
            RowOrder::Component(component) => {
                let last = self.components().checked_sub(1)?;
                Some(SortedBy::Component(component.min(last)))
            }
        }
    }

    /// Rows that nothing is fitted on, where a script can read them.
    fn new_rows(&self) -> Option<(&'a Source, &'a NewRows)> {
        let source = self.setup.new_rows.as_ref()?;
        let new = self.analysis.new.as_ref()?;
        self.has_features().then_some((source, &*new.rows))
    }

    /// Whether a method has a place for new rows.
    fn puts_new(&self, method: Method) -> bool {
        let found = self.analysis.projected(method);
        self.new_rows().is_some() && found.is_some_and(|found| found.is_ok())
    }

    /// The reconstruction errors, where something shows them.
    fn novelty(&self) -> Option<&'a Novelty> {
        let shown = self.shows(|content| matches!(content, Content::Novelty { .. }));
        let novelty = self.analysis.explain.novelty.as_deref();
        novelty.filter(|_| shown || self.is_coloured_by_novelty())
    }

    fn is_coloured_by_novelty(&self) -> bool {
        let known = self.analysis.explain.novelty.is_some();
        known && self.view.dot_colour == DotColour::Novelty
    }

    fn labels(&self) -> &'a Labels {
        &self.analysis.dataset.labels
    }

    /// Whether some panel has a dot for each row.
    fn has_dots(&self) -> bool {
        let points = self.view.contours.points;
        self.shows(|content| match content {
            Content::Dots(_) | Content::Space(_) | Content::Multiples(..) | Content::Grid(..) => {
                true
            }
            // Else it has colours of its own.
            Content::Pinned(pinned, _) => pinned.linked,
            Content::Maps(..) | Content::Novelty { map: Some(_), .. } => points,
            Content::Novelty { map: None, .. }
            | Content::Spectrum { .. }
            | Content::FullSpectrum
            | Content::KernelMatrix
            | Content::Separation(_)
            | Content::Sweep(_)
            | Content::PreImages(_)
            | Content::Denoising(_)
            | Content::DenoisingError(_)
            | Content::Reconstruction(_)
            | Content::Own(_)
            | Content::Nothing(_) => false,
        })
    }

    /// Whether eigenvalues are shares of something.
    fn has_shares(&self) -> bool {
        self.analysis.kpca.trace > 0.0
    }

    /// Whether all eigenvalues of kernel PCA are needed, and not only those of the components.
    fn needs_spectrum(&self) -> bool {
        self.shows(|content| match content {
            Content::Spectrum { lowest, .. } => lowest.is_some(),
            Content::FullSpectrum => true,
            Content::Own(code) => code.all_eigenvalues,
            Content::Dots(_)
            | Content::Space(_)
            | Content::Maps(..)
            | Content::KernelMatrix
            | Content::Separation(_)
            | Content::Novelty { .. }
            | Content::Sweep(_)
            | Content::Multiples(..)
            | Content::Grid(..)
            | Content::PreImages(_)
            | Content::Denoising(_)
            | Content::DenoisingError(_)
            | Content::Pinned(..)
            | Content::Reconstruction(_)
            | Content::Nothing(_) => false,
        })
    }

    /// What is found for a point of feature space, where some plot shows it.
    fn pre_images(&self) -> Option<&'a PreImages> {
        self.plots.iter().find_map(|plot| match plot.content {
            Content::PreImages(found) => Some(found),
            _ => None,
        })
    }

    /// Noise in the features, where there is some.
    fn added_noise(&self) -> Option<AddedNoise> {
        self.setup
            .added_noise
            .filter(|_| self.analysis.clean.is_some())
    }

    /// Whether columns are scaled.
    fn is_scaled(&self) -> bool {
        self.setup.scaling != Scaling::None
    }

    /// For a language that has linear and kernel PCA only.
    fn leave_out_other_methods(&mut self) {
        for plot in &mut self.plots {
            if matches!(
                plot.content,
                Content::Novelty { .. } | Content::Reconstruction(_)
            ) {
                let why = "reconstruction errors are left to the script for Python";
                plot.content = Content::Nothing(why.into());
            }
            if plot.content.goes_back() {
                plot.content = Content::Nothing("kernlab has no pre-images".into());
            }
            if let Some(PointSet::Scores(method)) = plot.content.dots_of()
                && !method.is_always_there()
            {
                plot.content = Content::Nothing("not among kernlab's methods".into());
            }
            if let Content::Pinned(..) = plot.content {
                plot.content = Content::Nothing("the script in Python has what is pinned".into());
            }
            if let Content::Sweep(_) | Content::Multiples(..) | Content::Grid(..) = plot.content {
                plot.content = Content::Nothing("the script in Python has the sweep".into());
            }
        }
    }

    /// The methods besides linear and kernel PCA that some plot shows, with how many components each
    /// has.
    fn other_methods(&self) -> impl Iterator<Item = (Method, usize)> {
        let compares = self.shows(|content| match content {
            Content::Spectrum { .. }
            | Content::FullSpectrum
            | Content::Separation(_)
            | Content::Own(_) => true,
            Content::Dots(_)
            | Content::Space(_)
            | Content::Maps(..)
            | Content::KernelMatrix
            | Content::Novelty { .. }
            | Content::Sweep(_)
            | Content::Multiples(..)
            | Content::Grid(..)
            | Content::PreImages(_)
            | Content::Denoising(_)
            | Content::DenoisingError(_)
            | Content::Pinned(..)
            | Content::Reconstruction(_)
            | Content::Nothing(_) => false,
        });
        let shown = move |method| {
            compares || self.shows(|it| it.dots_of() == Some(PointSet::Scores(method)))
        };
        let all = self.analysis.embeddings();
        all.filter(move |(method, _)| !method.is_always_there() && shown(*method))
            .map(|(method, embedding)| (method, embedding.eigenvalues().len()))
    }

    fn jitters(&self) -> bool {
        self.shows(|content| matches!(content, Content::Dots([_, Coordinate::Jitter])))
    }

    /// Whether something is shown of how single features move scores.
    fn moves_features(&self) -> bool {
        let features = &self.analysis.explain.features;
        features.probe.is_some() || features.arrows.is_some() || features.influence.is_some()
    }

    /// The row that fixes the columns which contours do not run over.
    fn at_row(&self) -> Option<usize> {
        let row = self.view.contours.at_row;
        row.filter(|&row| row < self.analysis.dataset.n())
    }
}

/// A generator's arguments as Python takes them.
fn arguments(generator: &Generator) -> String {
    let arguments = generator.arguments().into_iter();
    let arguments: Vec<String> = arguments
        .map(|(name, value)| match value {
            ArgumentValue::Count(count) => format!("{name}={count}"),
            ArgumentValue::Real(value) => format!("{name}={value:?}"),
        })
        .collect();
    arguments.join(", ")
}

/// The classes' names and colours, each as the items of a list.
fn palette(names: &[String]) -> [String; 2] {
    let colors = (0..names.len()).map(|class| format!("\"{}\"", hex(Paint::Class(class))));
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    [names.join(", "), colors.collect::<Vec<_>>().join(", ")]
}

/// A number to as many digits as a plot can show.
fn rounded(value: f64) -> String {
    let rounded: f64 = format!("{value:.8e}").parse().unwrap_or(value);
    format!("{rounded:?}")
}

/// A comment in both languages; a line break in a name must not end it.
fn comment(text: &str) -> String {
    format!("# {}", printable(text))
}

/// Whether the rows are strings, or vectors made of them.
fn is_of_strings(setup: &Setup, dataset: &Dataset) -> bool {
    let mapped = setup.columns.map == Map::Symbols && dataset.has_features();
    mapped || matches!(dataset.objects, Objects::Strings(_))
}

/// A text as a literal that Python and R read alike.
fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|c| match c {
            '"' | '\\' => vec!['\\', c],
            '\n' => vec!['\\', 'n'],
            '\r' => vec!['\\', 'r'],
            '\t' => vec!['\\', 't'],
            // Both languages take four digits; R refuses other kinds of escapes beside them.
            c if is_unseen(c) => format!("\\u{:04x}", c as u32).chars().collect(),
            c => vec![c],
        })
        .collect();
    format!("\"{escaped}\"")
}

/// Positions as `0, 1, 2`, counted from `first`.
fn list(positions: &[usize], first: usize) -> String {
    let numbers: Vec<String> = positions.iter().map(|j| (j + first).to_string()).collect();
    numbers.join(", ")
}

/// A kernel's code with the values of its parameters; `gamma` stays a variable.
fn with_values(kernel: Kernel, code: &str) -> String {
    let replace = |code: String, name, parameter| match kernel.value(parameter) {
        // A degree is whole.
        Some(value)
            if matches!(
                parameter,
                KernelParameter::Degree | KernelParameter::Power | KernelParameter::Length
            ) =>
        {
            code.replace(name, &value.to_string())
        }
        Some(value) => code.replace(name, &format!("{value:?}")),
        None => code,
    };
    let code = replace(code.to_owned(), "{degree}", KernelParameter::Degree);
    let code = replace(code, "{coef0}", KernelParameter::Coef0);
    let code = replace(code, "{shape}", KernelParameter::Shape);
    let code = replace(code, "{beta}", KernelParameter::Beta);
    replace(code, "{power}", KernelParameter::Power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_literals_and_comments() {
        assert_eq!(quoted(r#"C:\a "b".csv"#), r#""C:\\a \"b\".csv""#);
        assert_eq!(quoted("a\u{1b}[0m\n"), "\"a\\u001b[0m\\n\"");
        assert_eq!(comment("a\nb <- 1"), "# a\\nb <- 1");
        assert_eq!(list(&[0, 3], 1), "1, 4");
    }
}
