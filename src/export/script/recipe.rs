//! Recipe of a picture for scripts in both languages: the source of its data, columns by position, the plots, and
//! the rows that are left out.

use std::{collections::BTreeSet, path::Path};

use super::{
    plots::{Plot, plots},
    template::{SectionValues, values},
};
use crate::{
    analysis::{Analysis, Novelty, PinnedAnalysis, PreImages, Separation},
    data::{
        AddedNoise, Dataset, EdgeColumns, Labels, Map, NewRows, Objects, Preparation, Reading,
        Scaling, Source, is_missing,
    },
    kernel::Normalize,
    kpca::SolverUsed,
    method::Method,
    panel::{Content, PointSet},
    preimage::PreImageMethod,
    setup::{DotColour, Panel, Setup, View},
    signs::TIE,
    sweep::{GridRows, HeldOutQuality, Sweep, SweptParameter},
    view::{Ranges, shapes_are_needed},
};

/// Picture as both languages need it, with names resolved to 0-based column positions.
pub(super) struct Recipe<'a> {
    pub(super) setup: &'a Setup,
    pub(super) view: &'a View,
    pub(super) analysis: &'a Analysis,
    pub(super) features: Vec<usize>,
    /// Recipe for features that are made of columns, where they are not just these.
    pub(super) made: Option<Preparation>,
    pub(super) label: Option<usize>,
    /// Number of columns of the table that can be features by default: all but a last label column.
    pub(super) plain: usize,
    /// Reading of the file, where the data come from one.
    pub(super) reading: Option<&'a Reading>,
    pub(super) plots: Vec<Plot<'a>>,
}

impl<'a> Recipe<'a> {
    pub(super) fn new(setup: &'a Setup, analysis: &'a Analysis, zooms: &[(Panel, Ranges)]) -> Self {
        let columns = analysis.table.columns();
        let position = |name: &str| columns.iter().position(|column| column.name == name);
        let dataset = &analysis.dataset;
        let mut plots = plots(analysis, &setup.view, zooms);
        for plot in &mut plots {
            if let Content::Pinned(pinned, _) = plot.content
                && is_pinned_of_objects(pinned)
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
                    let names = names.iter().flatten();
                    names.filter_map(|name| position(name)).collect()
                }
                Objects::Matrix(_) | Objects::Graph(_) | Objects::Strings(_) => {
                    analysis.table.entry_columns(&setup.columns)
                }
            },
            label: dataset.labels.column().and_then(position),
            made: prepared.filter(|made| !made.is_plain()),
            plain: columns.len().saturating_sub(1),
            reading: analysis.table.reading(),
            plots,
        }
    }

    /// Returns true where the rows come from strings or a graph.
    pub(super) fn is_of_objects(&self) -> bool {
        let dataset = &self.analysis.dataset;
        is_of_strings(self.setup, dataset) || matches!(dataset.objects, Objects::Graph(_))
    }

    /// Columns of a list of edges; none for an adjacency matrix.
    pub(super) fn edges(&self) -> Option<EdgeColumns> {
        let found = self.analysis.table.edge_columns(&self.setup.columns);
        found.ok().flatten()
    }

    /// Returns true for a graph whose file is its adjacency matrix.
    pub(super) fn is_adjacency(&self) -> bool {
        matches!(self.analysis.dataset.objects, Objects::Graph(_)) && self.edges().is_none()
    }

    /// Values that both languages name.
    pub(super) fn values(&self) -> SectionValues {
        let (kernel, kpca) = (self.analysis.kernel, &self.analysis.kpca);
        let classes = self.has_classes().then(|| self.labels().classes().len());
        let landmarks = match kpca.solver {
            SolverUsed::Nystrom { landmarks } => Some(landmarks),
            _ => None,
        };
        values! {
            left_out: self.analysis.dataset.skipped_rows > 0,
            linear: self.has_features(),
            classes: classes.is_some(),
            class_count: classes,
            unlabelled: self.has_unlabelled(),
            unlabelled_class: classes.filter(|_| self.has_unlabelled()),
            new: self.new_rows().is_some(),
            original: if self.added_noise().is_some() { "clean" } else { "data" },
            count: self.components(),
            q: self.view.separation_components.max(1),
            threshold: self.view.threshold,
            tie: TIE,
            aligned: self.is_aligned(),
            // The program's landmarks no script has.
            landmarks,
            centers: kernel.centers_last(),
            centers_first: kernel.normalize() == Some(Normalize::After) && kernel.center(),
            normalizes: kernel.normalize().is_some(),
            // Eigenvalues are shares of something.
            shares: kpca.trace > 0.0,
            shares_centred: kpca.trace > 0.0 && kernel.centers_last(),
            shares_as_it_is: kpca.trace > 0.0 && !kernel.centers_last(),
        }
    }

    /// Path of the data file.
    pub(super) fn path(&self) -> &'a Path {
        self.setup.source.path().unwrap_or(Path::new(""))
    }

    /// File with the labels, where they are used.
    pub(super) fn labels_file(&self) -> Option<&'a Path> {
        match self.source_of_labels()? {
            Source::File(file) => file.labels.as_deref(),
            _ => None,
        }
    }

    /// Labels of a shipped table that has no column for them, one per line.
    pub(super) fn shipped_labels(&self) -> Option<&'static str> {
        match self.source_of_labels()? {
            Source::Builtin(builtin) => builtin.spec().labels,
            _ => None,
        }
    }

    /// Source of the data, where their labels are used and are no column of the table.
    fn source_of_labels(&self) -> Option<&'a Source> {
        let beside = self.analysis.table.labels_beside()?;
        (self.labels().column() == Some(beside)).then_some(&self.setup.source)
    }

    /// Returns true where labels are numbers, not names.
    pub(super) fn label_is_number(&self) -> bool {
        let mut names = self.labels().classes().iter();
        self.labels().column().is_some() && names.all(|name| name.parse::<f64>().is_ok())
    }

    /// Returns true where some rows lack the label that others have.
    pub(super) fn has_unlabelled(&self) -> bool {
        self.labels().unlabelled() > 0
    }

    /// Returns true where a class in the table is spelled as "no value" is, such as `NA`.
    pub(super) fn has_class_spelled_missing(&self) -> bool {
        let is_text = |j: usize| !self.analysis.table.columns()[j].is_numeric();
        let mut names = self.labels().classes().iter();
        self.label.is_some_and(is_text) && names.any(|name| is_missing(name))
    }

    /// Returns true where some rows of the table are left out for want of a feature.
    pub(super) fn leaves_out_rows(&self) -> bool {
        self.analysis.dataset.skipped_rows > 0
    }

    /// Returns true where a column of numbers that is used has gaps.
    pub(super) fn has_gaps(&self) -> bool {
        let is_number = |j: usize| self.analysis.table.columns()[j].is_numeric();
        self.leaves_out_rows()
            || self.made.is_some()
            || self.has_unlabelled() && self.label.is_some_and(is_number)
    }

    /// Returns true where the data have features for linear PCA.
    pub(super) fn has_features(&self) -> bool {
        self.analysis.dataset.has_features()
    }

    /// Returns true where classes have shapes besides colours.
    pub(super) fn shaped(&self) -> bool {
        let labels = self.labels();
        let wanted = self.view.shapes && matches!(labels, Labels::Classes { .. });
        wanted || shapes_are_needed(labels)
    }

    pub(super) fn components(&self) -> usize {
        self.analysis.kpca.eigenvalues.len()
    }

    /// Components of a method that are shown mirrored, where there are some.
    pub(super) fn mirrored(&self, method: Method) -> Option<Vec<usize>> {
        let mirrored = self.view.mirrored.of(method, self.components());
        (!mirrored.is_empty()).then_some(mirrored)
    }

    /// New rows and their source, where a script can read them.
    pub(super) fn new_rows(&self) -> Option<(&'a Source, &'a NewRows)> {
        let source = self.setup.new_rows.as_ref()?;
        let new = self.analysis.new.as_ref()?;
        self.has_features().then_some((source, &*new.rows))
    }

    /// Returns true where a method has a place for new rows.
    pub(super) fn puts_new(&self, method: Method) -> bool {
        let found = self.analysis.projected(method);
        self.new_rows().is_some() && found.is_some_and(|found| found.is_ok())
    }

    /// Reconstruction errors, where they are known.
    pub(super) fn novelty(&self) -> Option<&'a Novelty> {
        self.analysis.explain.novelty.as_deref()
    }

    pub(super) fn is_coloured_by_novelty(&self) -> bool {
        self.novelty().is_some() && self.view.dot_colour == DotColour::Novelty
    }

    pub(super) fn labels(&self) -> &'a Labels {
        &self.analysis.dataset.labels
    }

    /// Pre-images of a point of feature space, where some plot shows them.
    pub(super) fn pre_images(&self) -> Option<&'a PreImages> {
        self.plots.iter().find_map(|plot| match plot.content {
            Content::PreImages(found) => Some(found),
            _ => None,
        })
    }

    /// Returns true where new rows have errors too, and a place.
    pub(super) fn errors_of_new(&self) -> bool {
        let has_some = self.novelty().is_some_and(|it| !it.of_new().is_empty());
        has_some && self.puts_new(Method::Kpca)
    }

    /// Returns true where signs agree with linear PCA.
    pub(super) fn is_aligned(&self) -> bool {
        self.view.align_signs && self.has_features()
    }

    /// Noise in the features, where there is some.
    pub(super) fn added_noise(&self) -> Option<AddedNoise> {
        self.setup
            .added_noise
            .filter(|_| self.analysis.clean.is_some())
    }

    /// Expression for points after a step of the scaler, `transform` or `inverse_transform`.
    pub(super) fn scaled(&self, step: &str, points: &str) -> String {
        match self.setup.scaling {
            Scaling::None => points.to_owned(),
            Scaling::Center | Scaling::Standardize => format!("scaler.{step}({points})"),
        }
    }

    pub(super) fn has_classes(&self) -> bool {
        matches!(self.labels(), Labels::Classes { .. })
    }

    /// Methods besides linear and kernel PCA, with the number of components of each.
    pub(super) fn other_methods(&self) -> impl Iterator<Item = (Method, usize)> {
        let all = self.analysis.embeddings();
        all.filter(|(method, _)| !method.is_always_there())
            .map(|(method, embedding)| (method, embedding.eigenvalues().len()))
    }

    /// Methods whose separation is known, with the number of components of each.
    pub(super) fn judged(&self) -> Vec<(Method, usize)> {
        let separation = self.analysis.explain.separation.iter();
        let curves = separation.flat_map(Separation::curves);
        curves
            .map(|(method, curve)| (method, curve.len()))
            .collect()
    }

    /// Methods whose separation of new rows is drawn, with the number of components of each.
    pub(super) fn judged_on_new(&self) -> Vec<(Method, usize)> {
        let separation = self.analysis.explain.separation.as_ref();
        let has_new = |method| separation.is_some_and(|it| !it.on_new(method).is_empty());
        let mut judged = self.judged();
        judged.retain(|(method, _)| has_new(*method) && self.puts_new(*method));
        judged
    }

    /// Returns true first where cross-validation predicts the label, and second where it has pre-images.
    pub(super) fn held_out(sweep: &Sweep) -> [bool; 2] {
        let any = |has: fn(&HeldOutQuality) -> bool| sweep.held_out().any(|(_, it)| has(it));
        [
            any(|it| !it.accuracy.is_empty()),
            any(|it| it.pre_image_error.is_some()),
        ]
    }

    /// The first for classes, the second for a quantity.
    pub(super) fn of_label<T>(&self, classes: T, quantity: T) -> T {
        if self.has_classes() {
            classes
        } else {
            quantity
        }
    }

    /// Names of the kernel's parameters that some panel varies.
    pub(super) fn varied(&self) -> Vec<&'static str> {
        let varied = self.plots.iter().flat_map(|plot| match &plot.content {
            Content::Sweep(sweep) | Content::Multiples(sweep, _) => {
                [Some(sweep.question.parameter), None]
            }
            Content::Grid(sweep, grid) => match grid.question.second {
                GridRows::Parameter(second) => [Some(sweep.question.parameter), Some(second)],
                GridRows::Components => [Some(sweep.question.parameter), None],
            },
            _ => [None; 2],
        });
        let names: BTreeSet<&str> = varied.flatten().map(SweptParameter::name).collect();
        names.into_iter().collect()
    }

    /// Variable with a row for each point.
    pub(super) fn variable(&self, points: PointSet) -> String {
        match points {
            PointSet::Input => match self.setup.scaling {
                Scaling::None => "X".to_owned(),
                Scaling::Center | Scaling::Standardize => "data".to_owned(),
            },
            PointSet::Scores(method) => format!("{}scores", method.spec().prefix),
        }
    }
}

/// Returns true where the rows of a pinned picture are no rows of a table.
fn is_pinned_of_objects(pinned: &PinnedAnalysis) -> bool {
    pinned.shown.as_deref().is_ok_and(|analysis| {
        let dataset = &analysis.dataset;
        let is_made = analysis.origin.columns.map == Map::Symbols;
        is_made || !dataset.has_features() || !matches!(dataset.objects, Objects::Vectors)
    })
}

/// Returns true where the rows are strings, or vectors made of them.
fn is_of_strings(setup: &Setup, dataset: &Dataset) -> bool {
    let mapped = setup.columns.map == Map::Symbols && dataset.has_features();
    mapped || matches!(dataset.objects, Objects::Strings(_))
}
