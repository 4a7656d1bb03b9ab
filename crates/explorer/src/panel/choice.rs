//! Choices of the view that take one action each, one entry each: menus, the palette and their tooltips follow.

use self::Offered::With;
use super::{Control, Panel, way};
use crate::{
    analysis::Analysis,
    setup::{
        ContourStyle, DotColour, ErrorSpace, NoveltyView, Others, Paths, PreImageView, ProbeView,
        RowOrder, View,
    },
    view::names_of_rows,
};
use kernel_pca::preimage::PreImageMethod;

/// Returns true where a box is ticked.
type IsOn = fn(&View) -> bool;

/// Place of a choice in the menus of panels.
enum Offered {
    /// Item of its own.
    Alone,
    With(Control),
    /// In the menu of every panel with dots.
    WithDots,
}

/// Description of a choice, with its change of the view.
struct ChoiceEntry {
    /// Name in the palette.
    label: String,
    help: &'static str,
    offered: Offered,
    /// Panel to bring into sight where none is seen that the choice concerns.
    panel: Panel,
    change: Box<dyn Fn(&mut View)>,
    /// Name beside a box to tick, with a function that says if it is ticked.
    tick: Option<(&'static str, IsOn)>,
    /// Function that gives the reason why the choice has no effect now.
    lack: fn(&View, Option<&Analysis>) -> Option<&'static str>,
}

/// Entry with a name, a tooltip, its place in menus with the panel that it brings, and a change of the view.
fn entry(
    label: impl Into<String>,
    help: &'static str,
    (offered, panel): (Offered, Panel),
    change: impl Fn(&mut View) + 'static,
) -> ChoiceEntry {
    ChoiceEntry {
        label: label.into(),
        help,
        offered,
        panel,
        change: Box::new(change),
        tick: None,
        lack: |_, _| None,
    }
}

impl ChoiceEntry {
    /// Adds a box to tick in menus.
    fn ticked(self, name: &'static str, is_on: IsOn) -> Self {
        Self {
            tick: Some((name, is_on)),
            ..self
        }
    }

    fn unless(self, lack: fn(&View, Option<&Analysis>) -> Option<&'static str>) -> Self {
        Self { lack, ..self }
    }
}

const CONTOURS: (Offered, Panel) = (With(Control::Contours), Panel::KpcaContours);
const MATRIX: (Offered, Panel) = (With(Control::KernelMatrix), Panel::KernelMatrix);
const DOTS: (Offered, Panel) = (Offered::WithDots, Panel::Kpca);

fn alone(panel: Panel) -> (Offered, Panel) {
    (Offered::Alone, panel)
}

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident $(($value:ident: $of:ty) in [$($one:expr),+])? => $entry:expr;)+) => {
        /// Choice of the view that takes one action.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Choice {
            $($(#[$doc])* $name $(($of))?,)+
        }

        impl Choice {
            /// Returns all choices, in the order in which the palette lists them.
            pub fn all() -> impl Iterator<Item = Self> {
                const EACH: &[&[Choice]] = &[$(each!($name $($($one),+)?)),+];
                EACH.iter().copied().flatten().copied()
            }

            fn entry(self) -> ChoiceEntry {
                match self {
                    $(Self::$name $(($value))? => $entry,)+
                }
            }
        }
    };
}

/// Choices of one name: a single one, or one for each of its values.
macro_rules! each {
    ($name:ident) => {
        &[Choice::$name]
    };
    ($name:ident $($one:expr),+) => {
        &[$(Choice::$name($one)),+]
    };
}

choices! {
    LogSpectrum => entry(
        "Logarithmic spectrum on or off",
        "On a logarithmic axis small eigenvalues show, and a spectrum that falls by a constant factor is a \
         straight line",
        alone(Panel::Spectrum),
        |view| view.spectrum_log = !view.spectrum_log,
    )
    .ticked("Logarithmic", |view| view.spectrum_log);
    /// Draws eigenvalues as such in place of their shares.
    Eigenvalues => entry(
        "Eigenvalues themselves on or off",
        "Draws kernel PCA’s eigenvalues λ themselves. Those of linear PCA are in other units, so they are left out.",
        alone(Panel::Spectrum),
        |view| view.spectrum_eigenvalues = !view.spectrum_eigenvalues,
    )
    .ticked("Eigenvalues themselves", |view| view.spectrum_eigenvalues)
    .unless(|_, analysis| {
        let all = analysis.is_some_and(|analysis| analysis.full_spectrum.is_some());
        all.then_some("the whole spectrum is drawn as shares")
    });
    /// Turns signs of kernel PCA to agree with linear PCA's.
    AlignSigns => entry(
        "Signs like linear PCA’s on or off",
        "Turns components of kernel PCA over that point away from those of linear PCA, to compare the two. A \
         sign is arbitrary, so nothing else changes.",
        alone(Panel::Kpca),
        |view| view.align_signs = !view.align_signs,
    )
    .ticked("Signs like linear PCA’s", |view| view.align_signs);
    /// Draws eigenvalues beside those of shuffled columns.
    ShuffledSpectrum => entry(
        "Compare the spectrum with shuffled columns on or off",
        "Draws what the same kernel gives when every column is shuffled by itself (95 % of 20 shufflings). \
         Components above that line show what columns have in common.",
        alone(Panel::Spectrum),
        |view| view.spectrum_shuffled = !view.spectrum_shuffled,
    )
    .ticked("Compare with shuffled columns", |view| view.spectrum_shuffled);
    // Without lines there are bands, and the other way round.
    ContourLines => entry(
        "Contour lines on or off",
        "Lines along which a component has one value",
        CONTOURS,
        |view| {
            view.contours.style = match view.contours.style {
                ContourStyle::Bands => ContourStyle::Both,
                ContourStyle::Both | ContourStyle::Lines => ContourStyle::Bands,
            };
        },
    );
    ContourBands => entry(
        "Contour bands on or off",
        "Colours between the lines of equal value",
        CONTOURS,
        |view| {
            view.contours.style = match view.contours.style {
                ContourStyle::Lines => ContourStyle::Both,
                ContourStyle::Both | ContourStyle::Bands => ContourStyle::Lines,
            };
        },
    );
    ContourPoints => entry(
        "Points on contours on or off",
        "The data on top of the maps",
        CONTOURS,
        |view| view.contours.points = !view.contours.points,
    )
    .ticked("Points on top", |view| view.contours.points);
    /// Number of components that have a map.
    ContourMaps(maps: usize) in [1, 4, 9] => entry(
        match maps {
            1 => "Contours: one map".to_owned(),
            maps => format!("Contours: {maps} maps"),
        },
        "How many components have a map, side by side",
        CONTOURS,
        move |view| view.contours.maps = maps,
    );
    /// Fixes the other columns at their means instead of the values of a row.
    ContoursAtMeans => entry(
        "Contours at the means",
        "Columns that are not on the maps' axes are held at their means",
        CONTOURS,
        |view| view.contours.at_row = None,
    );
    CenteredMatrix => entry(
        "Centred kernel matrix on or off",
        "Centring takes the rows' and columns' means away: this is the matrix whose eigenvectors are drawn",
        MATRIX,
        |view| view.kernel_matrix.centered = !view.kernel_matrix.centered,
    )
    .ticked("Centred", |view| view.kernel_matrix.centered);
    MatrixOrder(order: RowOrder) in [RowOrder::Source, RowOrder::Label, RowOrder::Component(0)] => {
        let (label, help) = match order {
            RowOrder::Source => (
                "Kernel matrix in the order of the file".to_owned(),
                "Rows of the matrix as they stand in the data",
            ),
            RowOrder::Label => (
                "Kernel matrix sorted by label".to_owned(),
                "Rows of one class beside each other: classes that the kernel tells apart are blocks",
            ),
            RowOrder::Component(component) => (
                format!("Kernel matrix sorted by PC{}", component + 1),
                "Rows in the order of a component's scores, which shows what the component orders by",
            ),
        };
        entry(label, help, MATRIX, move |view| view.kernel_matrix.order = order)
    };
    /// Draws classes with shapes besides colours, also where there are few.
    Shapes => entry(
        "Shapes for classes on or off",
        "Dots of each class have a shape as well as a colour. With more than eight classes they always have.",
        DOTS,
        |view| view.shapes = !view.shapes,
    )
    .ticked("Shapes for classes", |view| view.shapes);
    /// Draws names of rows beside their dots.
    Names => entry(
        "Names of rows on or off",
        "Writes the names of up to 200 rows beside their dots, where they have room; a line in a corner counts those without",
        DOTS,
        |view| view.hide_names = !view.hide_names,
    )
    .ticked("Names of rows", |view| !view.hide_names)
    .unless(|_, analysis| match analysis.map(|it| names_of_rows(&it.dataset)) {
        Some(None) => Some("the rows have no names, or are more than 200"),
        _ => None,
    });
    /// Draws rows that are pictures in place of dots.
    Pictures => entry(
        "Dots as pictures on or off",
        "Draws each row as the small picture that it is, in place of a dot",
        DOTS,
        |view| view.pictures = !view.pictures,
    )
    .ticked("Dots as pictures", |view| view.pictures);
    /// Draws the graph of neighbours over the input.
    NeighborGraph => entry(
        "Links between neighbours on or off",
        "Joins the rows that are neighbours for Isomap and its like, over the input",
        alone(Panel::Input),
        |view| view.neighbor_graph = !view.neighbor_graph,
    )
    .ticked("Links between neighbours", |view| view.neighbor_graph);
    /// Puts the nodes of a graph back where the layout puts them.
    NodesBack => entry(
        "Put nodes back",
        "The nodes of a graph stand again where they did before they were dragged",
        alone(Panel::Input),
        |view| view.node_places.clear(),
    )
    .unless(|view, _| {
        let none = view.node_places.is_empty();
        none.then_some("no node of a graph was dragged elsewhere")
    });
    /// Quantity that colours the dots.
    DotColour(by: DotColour) in [DotColour::Label, DotColour::Novelty, DotColour::Torn] => {
        let (label, help) = match by {
            DotColour::Label => (
                "Colour dots by label",
                "What the points are coloured by in the data",
            ),
            DotColour::Novelty => (
                "Colour dots by novelty",
                "Colours dots by their reconstruction error instead of their label: how far each row's image is from \
                 the components of kernel PCA",
            ),
            DotColour::Torn => (
                "Colour dots by torn neighbours",
                "Colours the dots of each method's plot by how far their nearest neighbours in the input were torn from \
                 them there: 0 where all are still the nearest",
            ),
        };
        entry(label, help, DOTS, move |view| view.dot_colour = by)
    };
    /// Puts the threshold of novelty where 5 % of the rows lie beyond.
    UsualNovelty => entry(
        "Novelty threshold for 5 % of the rows",
        "Puts the threshold where 5 % of the fitted rows lie beyond, also when the kernel changes",
        (With(Control::Novelty), Panel::Novelty),
        |view| view.novelty_threshold = None,
    );
    /// Look of the novelty panel.
    NoveltyAs(shown: NoveltyView) in [NoveltyView::Plane, NoveltyView::Rows, NoveltyView::Roc] => {
        let (name, label, help, is_on): (_, _, _, IsOn) = match shown {
            NoveltyView::Shares | NoveltyView::Plane => (
                "Q against T²",
                "Novelty: Q against T² on or off",
                "Each row by how far it lies along the components (T²) and away from them (Q), with the limits within \
                 which 95 % of rows like the fitted ones lie",
                |view| view.novelty_view == NoveltyView::Plane,
            ),
            NoveltyView::Rows => (
                "Over the row number",
                "Novelty: control chart over the row number on or off",
                "Q and T² of each row in the order of the file, new rows last, each over its 95 % limit",
                |view| view.novelty_view == NoveltyView::Rows,
            ),
            NoveltyView::Roc => (
                "ROC of new rows",
                "Novelty: ROC of new rows on or off",
                "How well Q and T² find new rows of classes that no fitted row has: the receiver operating \
                 characteristic with its area, and results by class",
                |view| view.novelty_view == NoveltyView::Roc,
            ),
        };
        let change = move |view: &mut View| {
            let is_shown = view.novelty_view == shown;
            view.novelty_view = if is_shown { NoveltyView::Shares } else { shown };
        };
        entry(label, help, alone(Panel::Novelty), change).ticked(name, is_on)
    };
    /// Draws the probe, the point whose image is followed.
    Probe => entry(
        "Probe on or off",
        "A point to drag in the input: its image moves in linear and kernel PCA, with lines to the rows that \
         weigh most in its scores",
        (With(Control::Probe), Panel::Input),
        |view| view.probe.shown = !view.probe.shown,
    )
    .ticked("Probe", |view| view.probe.shown)
    .unless(no_features);
    /// Draws lines along which the probe's image goes.
    ProbePaths => entry(
        "Paths of the probe on or off",
        "Lines along which the probe's image goes as one feature runs through its range and the others stay",
        (With(Control::Probe), Panel::Kpca),
        |view| {
            let ProbeView { shown, paths, .. } = &mut view.probe;
            *paths = match *paths {
                Paths::None => Paths::Strongest,
                paths if !*shown => paths,
                Paths::Feature(_) | Paths::Strongest => Paths::None,
            };
            *shown = true;
        },
    )
    .unless(no_features);
    /// Draws arrows of the feature on the input's first axis.
    Arrows => entry(
        "Arrows of a feature on or off",
        "At a sample of rows, where the scores go as one feature grows: the gradient, which bends in kernel PCA \
         and is the same everywhere in linear PCA",
        (With(Control::Arrows), Panel::Kpca),
        |view| {
            let first = view.input[0];
            view.probe.arrows = view.probe.arrows.is_none().then_some(first);
        },
    )
    .ticked("Arrows of a feature", |view| view.probe.arrows.is_some())
    .unless(no_features);
    /// Scores on the components that are not in the plot, of the point whose pre-images are shown.
    PreImageOthers(others: Others) in [Others::Zero, Others::Nearest] => {
        let (label, help) = match others {
            Others::Zero => (
                "Pre-images: other components at 0".to_owned(),
                "The point lies in the plane of the components that the plot of kernel PCA shows",
            ),
            Others::Nearest => (
                "Pre-images: other components as in the nearest row".to_owned(),
                OF_A_ROW,
            ),
            Others::Row(row) => (
                format!("Pre-images: other components as in row {}", row + 1),
                OF_A_ROW,
            ),
        };
        let place = (With(Control::PreImage), Panel::PreImages);
        entry(label, help, place, move |view| view.pre_image.others = others)
    };
    /// Puts the points whose pre-images are shown back where they stood at first.
    PreImageBack => entry(
        "Pre-images: put the points back",
        "The point of kernel PCA stands at the mean of the images, that of linear PCA at the row nearest to it",
        (With(Control::PreImage), Panel::PreImages),
        |view| {
            let PreImageView { at, linear_at, .. } = PreImageView::default();
            (view.pre_image.at, view.pre_image.linear_at) = (at, linear_at);
        },
    )
    .unless(|view, _| {
        let PreImageView { at, linear_at, .. } = view.pre_image;
        (at == [0.0; 2] && linear_at.is_none()).then_some("no point was dragged")
    });
    /// Kernel PCA's way back to the input when it cleans rows.
    DenoiseBy(method: PreImageMethod) in [PreImageMethod::Ridge, PreImageMethod::Mika, PreImageMethod::KwokTsang, PreImageMethod::Gradient] => entry(
        format!("Denoise by {}", way(method)),
        match method {
            PreImageMethod::Ridge => {
                "Cleaned rows are learnt from the training rows, as scikit-learn's inverse_transform does"
            }
            PreImageMethod::Mika => {
                "Each row moves repeatedly to a weighted mean of the training rows (fixed point); for the RBF kernel"
            }
            PreImageMethod::Gradient => {
                "Each row descends to where its image is nearest to its projection; for smooth kernels"
            }
            PreImageMethod::KwokTsang => {
                "Cleaned rows are placed by their distances to the ten nearest; for the RBF kernel"
            }
        },
        (With(Control::Denoising), Panel::Denoising),
        move |view| view.denoising.method = method,
    );
    /// Space in which reconstruction errors are measured.
    ErrorsIn(space: ErrorSpace) in [ErrorSpace::Feature, ErrorSpace::Input] => {
        let (label, help) = match space {
            ErrorSpace::Feature => (
                "Reconstruction error in feature space",
                "How far images are from their projections on the first q components, as a share of the total \
                 variance",
            ),
            ErrorSpace::Input => (
                "Reconstruction error in the input",
                "How far rows are from what q components rebuild of them, in the units of the data: kernel PCA \
                 goes back by ridge regression",
            ),
        };
        let place = (With(Control::Reconstruction), Panel::ReconstructionError);
        entry(label, help, place, move |view| view.reconstruction_space = space)
    };
}

impl Choice {
    /// Name in the palette.
    #[must_use]
    pub fn label(self) -> String {
        self.entry().label
    }

    /// Sentence or two for a tooltip.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.entry().help
    }

    /// Name beside a box in menus, and true if it is ticked; `None` where there is no such box.
    #[must_use]
    pub fn tick(self, view: &View) -> Option<(&'static str, bool)> {
        let (name, is_on) = self.entry().tick?;
        Some((name, is_on(view)))
    }

    /// Reason why the choice has no effect now; `None` where it has one.
    #[must_use]
    pub fn lack(self, view: &View, analysis: Option<&Analysis>) -> Option<&'static str> {
        (self.entry().lack)(view, analysis)
    }

    /// Returns true where the choice changes what this panel shows.
    #[must_use]
    pub fn concerns(self, panel: Panel) -> bool {
        match self.entry().offered {
            Offered::Alone => panel.spec().controls().contains(&Control::Choice(self)),
            With(control) => panel.spec().controls().contains(&control),
            Offered::WithDots => panel.has_dots(),
        }
    }

    /// Panel to bring into sight where none is seen that the choice concerns.
    #[must_use]
    pub fn panel(self) -> Panel {
        self.entry().panel
    }

    /// Applies the choice to the view.
    pub fn change(self, view: &mut View) {
        (self.entry().change)(view);
    }
}

const OF_A_ROW: &str =
    "The point has the scores of a row in the components that the plot does not show";

fn no_features(_: &View, analysis: Option<&Analysis>) -> Option<&'static str> {
    let lacks = analysis.is_some_and(|analysis| !analysis.dataset.has_features());
    lacks.then_some("these data have no features")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_concerns_the_panel_that_it_brings() {
        for choice in Choice::all() {
            assert!(choice.concerns(choice.panel()), "{choice:?}");
        }
    }

    #[test]
    fn a_box_that_is_ticked_is_ticked_no_more() {
        for choice in Choice::all() {
            let mut view = View::default();
            let Some((_, before)) = choice.tick(&view) else {
                continue;
            };
            choice.change(&mut view);
            assert_eq!(
                choice.tick(&view).map(|(_, on)| on),
                Some(!before),
                "{choice:?}"
            );
        }
    }
}
