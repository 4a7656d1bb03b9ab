//! Recipe of a picture for scripts in both languages: the source of its data, columns by position, the plots, and
//! the rows that are left out.

use std::{collections::BTreeSet, path::Path};

use super::{
    Language,
    plots::{Plot, plots},
    template::{SectionValues, values},
};
use chart::Ranges;
use explorer::{
    analysis::{Analysis, Novelty, Separation},
    panel::{Content, PointSet},
    presented::Presented,
    setup::{DotColour, Nameable, Panel, Setup, View},
    view::shapes_are_needed,
};
use kernel_pca::{
    kernel::Normalize,
    kpca::SolverUsed,
    method::Method,
    objects::{AddedNoise, Labels, Objects, Scaling},
    preimage::PreImageMethod,
    signs::TIE,
    sweep::{GridRows, HeldOutQuality, Sweep, SweptParameter},
};
use tabular::{
    EdgeColumns, KeptClasses, Map, NewRows, Preparation, Reading, Source, is_missing,
    printable::quoted,
};

/// Picture as both languages need it, with names resolved to 0-based column positions.
pub(super) struct Recipe<'a> {
    pub language: Language,
    pub setup: &'a Setup,
    pub view: &'a View,
    pub analysis: &'a Analysis,
    pub features: Vec<usize>,
    /// Preparation of the features from columns of the table, only where it does more than take columns.
    pub made: Option<Preparation>,
    /// Preparation of the features from columns of the table, also where columns are taken unchanged; `None` where
    /// features are not made of columns.
    pub prepared: Option<Preparation>,
    /// Column (0-based) by whose classes rows are kept, and the kept classes as Python spells them; `None` where all
    /// are kept.
    pub only: Option<(usize, Vec<String>)>,
    pub label: Option<usize>,
    pub labels: &'a Labels,
    /// Number of classes, where the label has some.
    pub classes: Option<usize>,
    /// Source of labels that are no column of the table.
    pub labels_beside: Option<&'a Source>,
    /// True where some rows lack the label that others have.
    pub has_unlabelled: bool,
    /// True where the data have features for linear PCA.
    pub has_features: bool,
    /// True where signs agree with linear PCA.
    pub is_aligned: bool,
    /// Number of columns of the table but the last. In data that come from no file the last is the label, and the
    /// others are the features by default.
    pub plain: usize,
    /// Reading of the file, where the data come from one.
    pub reading: Option<&'a Reading>,
    /// Noise in the features, where there is some.
    pub noise: Option<AddedNoise>,
    /// New rows and their source, where a script can read them.
    pub new_rows: Option<(&'a Source, &'a NewRows)>,
    /// Reconstruction errors, where they are known.
    pub novelty: Option<&'a Novelty>,
    /// Number of components of kernel PCA.
    pub components: usize,
    pub plots: Vec<Plot<'a>>,
}

impl<'a> Recipe<'a> {
    pub fn new(
        language: Language,
        setup: &'a Setup,
        analysis: &'a Analysis,
        zooms: &[(Panel, Ranges)],
    ) -> Self {
        let (table, dataset, view) = (&analysis.table, &analysis.dataset, &setup.view);
        let columns = table.columns();
        let position = |name: &str| columns.iter().position(|column| column.name == name);
        let has_features = dataset.has_features();
        let are_columns = has_features && !table.has_texts();
        let prepared = are_columns.then(|| table.prepare(&setup.columns).ok());
        let prepared = prepared.flatten();
        let features = if is_of_strings(analysis) {
            let column = table.string_column(&setup.columns);
            column.into_iter().collect()
        } else if has_features {
            let names = prepared.iter().flat_map(Preparation::columns);
            names.filter_map(|name| position(&name)).collect()
        } else {
            table.entry_columns(&setup.columns)
        };
        let mut plots = plots(analysis, view, zooms);
        for plot in &mut plots {
            if let Some(why) = obstacle(&plot.content, analysis) {
                plot.content = Content::Nothing(why.into());
            }
        }
        let labels = &dataset.labels;
        let classes = labels.classes().len();
        let beside = table.labels_beside();
        let new = setup.new_rows.as_ref().zip(analysis.new.as_ref());
        Self {
            language,
            setup,
            view,
            analysis,
            features,
            made: prepared.clone().filter(|made| !made.is_plain()),
            prepared,
            only: kept_classes(setup, analysis),
            label: labels.column().and_then(position),
            labels,
            classes: matches!(labels, Labels::Classes { .. }).then_some(classes),
            labels_beside: (beside.is_some() && beside == labels.column()).then_some(&setup.source),
            has_unlabelled: labels.unlabelled() > 0,
            has_features,
            is_aligned: view.align_signs && has_features,
            plain: columns.len().saturating_sub(1),
            reading: table.reading(),
            noise: setup.added_noise.filter(|_| analysis.clean.is_some()),
            new_rows: new
                .filter(|_| has_features)
                .map(|(source, new)| (source, &*new.rows)),
            novelty: analysis.explain.novelty.as_deref(),
            components: analysis.kpca.eigenvalues.len(),
            plots,
        }
    }

    /// Returns true where kernel PCA is computed by this project's package `kpca`, not by scikit-learn.
    pub fn is_by_kpca(&self) -> bool {
        self.language == Language::Kpca
    }

    /// Author's name of a class, as it was typed.
    pub fn own_class(&self, class: &str) -> Option<&str> {
        let thing = Nameable::Class(class.to_owned());
        self.view.wishes.own_name(&thing)
    }

    /// Returns true where the rows come from strings or a graph.
    pub fn is_of_objects(&self) -> bool {
        let is_graph = matches!(self.analysis.dataset.objects, Objects::Graph(_));
        is_graph || is_of_strings(self.analysis)
    }

    /// Columns of a list of edges; none for an adjacency matrix.
    pub fn edges(&self) -> Option<EdgeColumns> {
        let found = self.analysis.table.edge_columns(&self.setup.columns);
        found.ok().flatten()
    }

    /// Template values that both languages name.
    pub fn values(&self) -> SectionValues {
        let (kernel, kpca) = (self.analysis.kernel, &self.analysis.kpca);
        let landmarks = match kpca.solver {
            SolverUsed::Nystrom { landmarks } => Some(landmarks),
            _ => None,
        };
        values! {
            left_out: self.leaves_out_rows(),
            linear: self.has_features,
            classes: self.classes,
            unlabelled: self.has_unlabelled,
            unlabelled_class: self.classes.filter(|_| self.has_unlabelled),
            new: self.new_rows.is_some(),
            original: if self.noise.is_some() { "clean" } else { "data" },
            count: self.components,
            q: self.view.separation_components.max(1),
            threshold: self.view.threshold,
            tie: TIE,
            aligned: self.is_aligned,
            // The program's landmarks no script has.
            landmarks,
            centers: kernel.centers_last(),
            centers_first: kernel.normalize() == Some(Normalize::After) && kernel.center(),
            normalizes: kernel.normalize().is_some(),
            // Eigenvalues are shares of something.
            shares: kpca.trace > 0.0,
        }
    }

    /// Path of the data file.
    pub fn path(&self) -> &'a Path {
        self.setup.source.path().unwrap_or(Path::new(""))
    }

    /// File with the labels, where they are used.
    pub fn labels_file(&self) -> Option<&'a Path> {
        match self.labels_beside? {
            Source::File(file) => file.labels.as_deref(),
            _ => None,
        }
    }

    /// Returns true where a class in the table is spelled as "no value" is, such as `NA`.
    pub fn has_class_spelled_missing(&self) -> bool {
        let is_text = |j: usize| !self.analysis.table.columns()[j].is_numeric();
        let mut names = self.labels.classes().iter();
        self.label.is_some_and(is_text) && names.any(|name| is_missing(name))
    }

    /// Returns true where a class in a column of texts is spelled as a number.
    pub fn has_class_spelled_number(&self) -> bool {
        let is_text = |j: usize| !self.analysis.table.columns()[j].is_numeric();
        let mut names = self.labels.classes().iter();
        self.label.is_some_and(is_text) && names.any(|name| name.parse::<f64>().is_ok())
    }

    /// Returns true where the file holds one half of a given matrix, and the other half is made by mirroring.
    pub fn is_mirrored(&self) -> bool {
        let is_matrix = matches!(self.analysis.dataset.objects, Objects::Matrix(_));
        is_matrix
            && self
                .features
                .iter()
                .any(|&j| self.analysis.table.has_gaps(j))
    }

    /// Returns true where some rows of the table are left out for want of a feature.
    pub fn leaves_out_rows(&self) -> bool {
        self.analysis.dataset.skipped_rows > 0
    }

    /// Returns true where classes have shapes besides colours.
    pub fn shaped(&self) -> bool {
        self.view.shapes && self.classes.is_some() || shapes_are_needed(self.labels)
    }

    /// Components of a method that are shown mirrored, where there are some.
    pub fn mirrored(&self, method: Method) -> Option<Vec<usize>> {
        let mirrored = self.view.mirrored.of(method, self.components);
        (!mirrored.is_empty()).then_some(mirrored)
    }

    /// Returns true where there are new rows and the method has scores for them.
    pub fn puts_new(&self, method: Method) -> bool {
        let found = self.analysis.projected(method);
        self.new_rows.is_some() && found.is_some_and(|found| found.is_ok())
    }

    pub fn is_coloured_by_novelty(&self) -> bool {
        self.novelty.is_some() && self.view.dot_colour == DotColour::Novelty
    }

    /// Returns true where the dots of a method's plot show how far neighbours were torn.
    pub fn is_coloured_by_tearing(&self, method: Method) -> bool {
        let found = self.analysis.explain.trust.as_ref();
        let is_judged = found.is_some_and(|it| it.of(method).is_some());
        is_judged && self.view.dot_colour == DotColour::Torn
    }

    /// Returns true where new rows have reconstruction errors, and scores by kernel PCA.
    pub fn errors_of_new(&self) -> bool {
        let has_some = self.novelty.is_some_and(|it| !it.of_new().is_empty());
        has_some && self.puts_new(Method::Kpca)
    }

    /// Expression for points after a step of the scaler, `transform` or `inverse_transform`.
    pub fn scaled(&self, step: &str, points: &str) -> String {
        match self.setup.scaling {
            Scaling::None => points.to_owned(),
            Scaling::Center | Scaling::Standardize => format!("scaler.{step}({points})"),
        }
    }

    /// Methods besides linear and kernel PCA, with the number of components of each.
    pub fn other_methods(&self) -> impl Iterator<Item = (Method, usize)> {
        let all = self.analysis.embeddings();
        all.filter(|(method, _)| !method.is_always_there())
            .map(|(method, embedding)| (method, embedding.eigenvalues().len()))
    }

    /// Methods whose separation is known, with the number of components of each.
    pub fn judged(&self) -> Vec<(Method, usize)> {
        let separation = self.analysis.explain.separation.iter();
        let curves = separation.flat_map(Separation::curves);
        let counts = curves.map(|(method, curve)| (method, curve.len()));
        counts.collect()
    }

    /// Methods whose separation of new rows is drawn, with the number of components of each.
    pub fn judged_on_new(&self) -> Vec<(Method, usize)> {
        let separation = self.analysis.explain.separation.as_ref();
        let has_new = |method| separation.is_some_and(|it| !it.on_new(method).is_empty());
        let mut judged = self.judged();
        judged.retain(|(method, _)| has_new(*method) && self.puts_new(*method));
        judged
    }

    /// Returns true first where cross-validation predicts the label, and second where it measures the error of
    /// pre-images.
    pub fn held_out(sweep: &Sweep) -> [bool; 2] {
        let any = |has: fn(&HeldOutQuality) -> bool| sweep.held_out().any(|(_, it)| has(it));
        [
            any(|it| !it.accuracy.is_empty()),
            any(|it| it.pre_image_error.is_some()),
        ]
    }

    /// Names of the kernel's parameters that some panel varies.
    pub fn varied(&self) -> BTreeSet<&'static str> {
        let of = |plot: &Plot| match &plot.content {
            Content::Sweep(sweep) | Content::Multiples(sweep, _) => vec![sweep.question.parameter],
            Content::Grid(sweep, grid) => match grid.question.second {
                GridRows::Parameter(second) => vec![sweep.question.parameter, second],
                GridRows::Components => vec![sweep.question.parameter],
            },
            _ => vec![],
        };
        let varied = self.plots.iter().flat_map(of);
        varied.map(SweptParameter::name).collect()
    }

    /// Name of the variable that holds points, one per row.
    pub fn variable(&self, points: PointSet) -> String {
        match points {
            PointSet::Input if self.setup.scaling == Scaling::None => "X".to_owned(),
            PointSet::Input => "data".to_owned(),
            PointSet::Scores(method) => format!("{}scores", method.presented().prefix),
        }
    }
}

/// Column (0-based) by whose classes rows are kept, and the kept classes as Python spells them; `None` where all are
/// kept.
fn kept_classes(setup: &Setup, analysis: &Analysis) -> Option<(usize, Vec<String>)> {
    let KeptClasses { column, classes } = setup.columns.rows.only.as_ref()?;
    let column = analysis.table.column_called(column)?;
    let is_number = analysis.table.columns()[column].is_numeric();
    let spelled = classes
        .iter()
        .map(|class| match class.trim().parse::<f64>() {
            Ok(number) if is_number => format!("{number:?}"),
            _ => quoted(class),
        });
    Some((column, spelled.collect()))
}

/// Reason why a script leaves out what the window shows.
fn obstacle(content: &Content, analysis: &Analysis) -> Option<&'static str> {
    match content {
        Content::Pinned(pinned, _) => {
            let shown = pinned.shown.as_deref();
            let is_of_rows = |it: &Analysis| it.dataset.has_features() && !is_of_strings(it);
            (!shown.is_ok_and(is_of_rows))
                .then_some("pinned pictures of strings, graphs and matrices are not written out")
        }
        _ if content.goes_back() && !analysis.kernel.is_plain() => {
            Some("not written out for sums, products and normalised kernels")
        }
        Content::Denoising(_) | Content::DenoisingError(_) if analysis.clean_rows.is_some() => {
            Some("not written out for clean rows of a file")
        }
        Content::Denoising(found) | Content::DenoisingError(found) => (found.method
            == PreImageMethod::Gradient)
            .then_some("not written out for gradient descent"),
        _ => None,
    }
}

/// Returns true where the rows are strings, or vectors made of them.
fn is_of_strings(analysis: &Analysis) -> bool {
    let mapped = analysis.origin.columns.map == Map::Symbols && analysis.dataset.has_features();
    mapped || matches!(analysis.dataset.objects, Objects::Strings(_))
}
