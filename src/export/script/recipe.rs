//! What the scripts in both languages ask of a picture: where its data come from, which columns by position, what is
//! shown, and what is left out and why.

use std::path::Path;

use super::{
    marks::Marks,
    plots::{Plot, plots},
};
use crate::{
    analysis::{Analysis, Novelty, PreImages},
    data::{
        AddedNoise, Dataset, EdgeColumns, Labels, Map, NewRows, Objects, Preparation, Reading,
        Scaling, Source, is_missing,
    },
    method::Method,
    panel::{Content, Coordinate, PointSet},
    preimage::PreImageMethod,
    setup::{DotColour, Panel, RowOrder, Setup, View},
    view::{Ranges, shapes_are_needed},
};

/// What both languages need to know, with names resolved to 0-based column positions.
pub(super) struct Recipe<'a> {
    pub(super) setup: &'a Setup,
    pub(super) view: &'a View,
    pub(super) analysis: &'a Analysis,
    pub(super) features: Vec<usize>,
    /// How the features are made of columns, where they are not just these.
    pub(super) made: Option<Preparation>,
    pub(super) label: Option<usize>,
    /// Number of columns of the table that can be features by default: all but a last label column.
    pub(super) plain: usize,
    /// How the file is read, where the data come from one.
    pub(super) reading: Option<&'a Reading>,
    pub(super) plots: Vec<Plot<'a>>,
    /// `None` where all dots look alike.
    pub(super) marks: Option<Marks>,
}

pub(super) enum SortedBy {
    Label,
    /// Kernel PCA's, 0-based.
    Component(usize),
}

/// Which columns are used of a table whose last one is its label.
pub(super) enum ColumnChoice {
    Everything,
    /// Some of the features, or another order, with the table's own label or none.
    OfFeatures,
    /// The label serves as a feature, or a feature as the label.
    OfAllColumns,
}

impl<'a> Recipe<'a> {
    pub(super) fn new(setup: &'a Setup, analysis: &'a Analysis, zooms: &[(Panel, Ranges)]) -> Self {
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
        let are_columns =
            matches!(dataset.objects, Objects::Vectors) && !analysis.table.has_texts();
        let prepared = are_columns.then(|| analysis.table.prepare(&analysis.origin.columns).ok());
        let prepared = prepared.flatten();
        Self {
            setup,
            view: &setup.view,
            analysis,
            features: match &dataset.objects {
                _ if is_of_strings(setup, dataset) => {
                    let column = analysis.table.string_column(&setup.columns);
                    column.into_iter().collect()
                }
                Objects::Vectors => {
                    let names = prepared.as_ref().map(Preparation::columns);
                    names.iter().flatten().filter_map(position).collect()
                }
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
            made: prepared.filter(|made| !made.is_plain()),
            plain: columns.len().saturating_sub(1),
            reading: analysis.table.reading(),
            plots,
            marks: Marks::of(analysis, &setup.view),
        }
    }

    /// Whether the rows come from strings or a graph.
    pub(super) fn is_of_objects(&self) -> bool {
        let dataset = &self.analysis.dataset;
        is_of_strings(self.setup, dataset) || matches!(dataset.objects, Objects::Graph(_))
    }

    /// The columns of a list of edges; none for an adjacency matrix.
    pub(super) fn edges(&self) -> Option<EdgeColumns> {
        let found = self.analysis.table.edge_columns(&self.setup.columns);
        found.ok().flatten()
    }

    /// The file of an adjacency matrix.
    pub(super) fn adjacency_file(&self) -> Option<&Path> {
        let is_graph = matches!(self.analysis.dataset.objects, Objects::Graph(_));
        let path = self.setup.source.path()?;
        (is_graph && self.edges().is_none()).then_some(path)
    }

    /// The path of the data file.
    pub(super) fn path(&self) -> &'a Path {
        self.setup.source.path().unwrap_or(Path::new(""))
    }

    /// Lines above the first row.
    pub(super) fn lines_above(&self) -> u64 {
        self.reading.map_or(0, |reading| reading.skipped_lines)
    }

    /// The file with the labels, where they are used.
    pub(super) fn labels_file(&self) -> Option<&'a Path> {
        self.uses_labels_beside()?;
        match &self.setup.source {
            Source::File(file) => file.labels.as_deref(),
            Source::Generated(_) | Source::Builtin(_) | Source::Drawn(_) => None,
        }
    }

    /// The labels of a shipped table that has no column for them, one per line.
    pub(super) fn shipped_labels(&self) -> Option<&'static str> {
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
    pub(super) fn label_is_number(&self) -> bool {
        match self.labels() {
            Labels::None => false,
            Labels::Continuous { .. } => true,
            Labels::Classes { names, .. } => names.iter().all(|name| name.parse::<f64>().is_ok()),
        }
    }

    /// Whether some rows lack the label that others have.
    pub(super) fn has_unlabelled(&self) -> bool {
        self.labels().unlabelled() > 0
    }

    /// Whether a class in the table is spelled as "no value" is, such as `NA`.
    pub(super) fn has_class_spelled_missing(&self) -> bool {
        let is_text = |j: usize| !self.analysis.table.columns()[j].is_numeric();
        match self.labels() {
            Labels::Classes { names, .. } if self.label.is_some_and(is_text) => {
                names.iter().any(|name| is_missing(name))
            }
            _ => false,
        }
    }

    /// Whether some rows of the table are left out for want of a feature.
    pub(super) fn leaves_out_rows(&self) -> bool {
        self.analysis.dataset.skipped_rows > 0
    }

    /// Whether a column of numbers that is used has gaps.
    pub(super) fn has_gaps(&self) -> bool {
        let is_number = |j: usize| self.analysis.table.columns()[j].is_numeric();
        self.leaves_out_rows()
            || self.made.is_some()
            || self.has_unlabelled() && self.label.is_some_and(is_number)
    }

    /// Whether there is something for linear PCA.
    pub(super) fn has_features(&self) -> bool {
        self.analysis.dataset.has_features()
    }

    /// Whether classes have shapes besides colours.
    pub(super) fn shaped(&self) -> bool {
        let labels = self.labels();
        let wanted = self.view.shapes && matches!(labels, Labels::Classes { .. });
        wanted || shapes_are_needed(labels)
    }

    /// How features and label lie in what a generator or shipped table gives, X and label.
    pub(super) fn choice(&self) -> ColumnChoice {
        let own_label = self.label.is_none_or(|label| label == self.plain);
        if own_label && self.features.iter().copied().eq(0..self.plain) {
            ColumnChoice::Everything
        } else if own_label && self.features.iter().all(|&j| j < self.plain) {
            ColumnChoice::OfFeatures
        } else {
            ColumnChoice::OfAllColumns
        }
    }

    pub(super) fn components(&self) -> usize {
        self.analysis.kpca.eigenvalues.len()
    }

    /// The plots with something to draw; comments on the others go to `line`.
    pub(super) fn drawn(&self, mut line: impl FnMut(&str)) -> Vec<&Plot<'a>> {
        let mut drawn = Vec::new();
        for plot in &self.plots {
            match plot.absence() {
                Some(absence) => line(&absence),
                None => drawn.push(plot),
            }
        }
        drawn
    }

    pub(super) fn shows(&self, wanted: impl Fn(&Content<'_>) -> bool) -> bool {
        self.plots.iter().any(|plot| wanted(&plot.content))
    }

    /// What the rows of the kernel matrix are sorted by, if by anything.
    pub(super) fn sorted_by(&self) -> Option<SortedBy> {
        match self.view.kernel_matrix.order {
            RowOrder::Source => None,
            RowOrder::Label => self.labels().column().map(|_| SortedBy::Label),
            RowOrder::Component(component) => {
                let last = self.components().checked_sub(1)?;
                Some(SortedBy::Component(component.min(last)))
            }
        }
    }

    /// Rows that nothing is fitted on, where a script can read them.
    pub(super) fn new_rows(&self) -> Option<(&'a Source, &'a NewRows)> {
        let source = self.setup.new_rows.as_ref()?;
        let new = self.analysis.new.as_ref()?;
        self.has_features().then_some((source, &*new.rows))
    }

    /// Whether a method has a place for new rows.
    pub(super) fn puts_new(&self, method: Method) -> bool {
        let found = self.analysis.projected(method);
        self.new_rows().is_some() && found.is_some_and(|found| found.is_ok())
    }

    /// The reconstruction errors, where something shows them.
    pub(super) fn novelty(&self) -> Option<&'a Novelty> {
        let shown = self.shows(|content| matches!(content, Content::Novelty { .. }));
        let novelty = self.analysis.explain.novelty.as_deref();
        novelty.filter(|_| shown || self.is_coloured_by_novelty())
    }

    pub(super) fn is_coloured_by_novelty(&self) -> bool {
        let known = self.analysis.explain.novelty.is_some();
        known && self.view.dot_colour == DotColour::Novelty
    }

    pub(super) fn labels(&self) -> &'a Labels {
        &self.analysis.dataset.labels
    }

    /// Whether some panel has a dot for each row.
    pub(super) fn has_dots(&self) -> bool {
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
            | Content::Variance
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
    pub(super) fn has_shares(&self) -> bool {
        self.analysis.kpca.trace > 0.0
    }

    /// Whether all eigenvalues of kernel PCA are needed, and not only those of the components.
    pub(super) fn needs_spectrum(&self) -> bool {
        self.shows(|content| match content {
            Content::Spectrum { lowest, .. } => lowest.is_some(),
            Content::FullSpectrum => true,
            Content::Variance => self.analysis.full_spectrum.is_some(),
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
            | Content::Own(_)
            | Content::Nothing(_) => false,
        })
    }

    /// What is found for a point of feature space, where some plot shows it.
    pub(super) fn pre_images(&self) -> Option<&'a PreImages> {
        self.plots.iter().find_map(|plot| match plot.content {
            Content::PreImages(found) => Some(found),
            _ => None,
        })
    }

    /// Noise in the features, where there is some.
    pub(super) fn added_noise(&self) -> Option<AddedNoise> {
        self.setup
            .added_noise
            .filter(|_| self.analysis.clean.is_some())
    }

    /// Whether columns are scaled.
    pub(super) fn is_scaled(&self) -> bool {
        self.setup.scaling != Scaling::None
    }

    /// The methods besides linear and kernel PCA that some plot shows, with how many components each
    /// has.
    pub(super) fn other_methods(&self) -> impl Iterator<Item = (Method, usize)> {
        let compares = self.shows(|content| match content {
            Content::Spectrum { .. }
            | Content::FullSpectrum
            | Content::Variance
            | Content::Separation(_) => true,
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
            | Content::Own(_)
            | Content::Nothing(_) => false,
        });
        let shown = move |method| {
            compares || self.shows(|it| it.dots_of() == Some(PointSet::Scores(method)))
        };
        let all = self.analysis.embeddings();
        all.filter(move |(method, _)| !method.is_always_there() && shown(*method))
            .map(|(method, embedding)| (method, embedding.eigenvalues().len()))
    }

    /// The variable with a row for each point.
    pub(super) fn variable(&self, points: PointSet) -> String {
        match points {
            PointSet::Input if self.is_scaled() => "data".to_owned(),
            PointSet::Input => "X".to_owned(),
            PointSet::Scores(method) => format!("{}scores", method.spec().prefix),
        }
    }

    pub(super) fn jitters(&self) -> bool {
        self.shows(|content| matches!(content, Content::Dots([_, Coordinate::Jitter])))
    }

    /// Whether something is shown of how single features move scores.
    pub(super) fn moves_features(&self) -> bool {
        let features = &self.analysis.explain.features;
        features.probe.is_some() || features.arrows.is_some() || features.influence.is_some()
    }

    /// The row that fixes the columns which contours do not run over.
    pub(super) fn at_row(&self) -> Option<usize> {
        let row = self.view.contours.at_row;
        row.filter(|&row| row < self.analysis.dataset.n())
    }
}

/// Whether the rows are strings, or vectors made of them.
fn is_of_strings(setup: &Setup, dataset: &Dataset) -> bool {
    let mapped = setup.columns.map == Map::Symbols && dataset.has_features();
    mapped || matches!(dataset.objects, Objects::Strings(_))
}
