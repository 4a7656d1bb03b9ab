//! Edits: changes of the setup that sliders, pickers and checkboxes make, and undo takes back.

use std::{
    mem::{Discriminant, discriminant},
    path::PathBuf,
};

use super::{Parameter, Touch, drawing, history::UndoStep};
use chart::Held;
use explorer::{
    analysis::Asked,
    panel::{Choice, Letter},
    setup::{
        Camera, Components, ContourView, DenoisingView, HowMany, KernelMatrixView, Marking, Panel,
        PreImageView, ProbeView, ScoreAxes, Setup, Side, SweepView, Tiles, Wishes,
    },
};
use kernel_pca::{
    kernel::{Gamma, KernelKind, Normalize, SecondKernel, Similarity},
    kpca::Solver,
    method::Method,
    objects::{AddedNoise, Scaling},
};
use tabular::{ColumnChoice, Columns, Missing, ReadAs, RowChoice, RowSet, Source, Symmetrise};

/// Landmarks that a slider starts from: few enough to differ from the exact answer, and to follow the slider.
const FIRST_LANDMARKS: usize = 100;

/// Change of one part of the setup.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// Source of data, with the setup that it starts from.
    Source(Source),
    /// Way in which the same file is read.
    ReadAs(ReadAs),
    /// Sheet of the same workbook, by its name.
    WorkbookSheet(String),
    /// Value of a parameter that is a number.
    Number(Parameter, f64),
    Label(ColumnChoice),
    /// Feature columns; `None` takes every numeric column.
    Features(Option<Vec<String>>),
    /// Feature columns with the way they are made.
    Columns(Columns),
    /// Treatment of features without a value.
    Missing(Missing),
    /// Treatment of a given matrix whose mirrored entries differ.
    Symmetrise(Symmetrise),
    /// Rows that are fitted.
    Rows(RowChoice),
    /// Noise added to the features, or none.
    AddNoise(Option<AddedNoise>),
    /// Source of rows that are projected and not fitted.
    NewRows(Option<Source>),
    /// Source of rows without noise, one for each row that is denoised.
    CleanRows(Option<Source>),
    Scaling(Scaling),
    Kernel(KernelKind),
    Gamma(Gamma),
    Similarity(Similarity),
    /// True to count substrings of all lengths up to the given one, false to count those of that length alone.
    AllLengths(bool),
    /// Kernel joined to the first.
    Second(Option<SecondKernel>),
    Normalize(Option<Normalize>),
    /// True to subtract the mean of the images in feature space.
    Center(bool),
    Components(Components),
    Solver(Solver),
    /// Number of components that are kept, computed and shown.
    HowMany(HowMany),
    /// γ of the diffusion map's random walk.
    DiffusionGamma(Gamma),
    InputAxes([usize; 2]),
    /// Column on the third axis in 3-D.
    InputDepth(usize),
    /// Components on the axes of a method's plot.
    Axes(Method, ScoreAxes),
    Camera(Camera),
    /// Choice of the view, made or taken back.
    Choose(Choice),
    Contours(ContourView),
    KernelMatrix(KernelMatrixView),
    SeparationComponents(usize),
    Sweep(SweepView),
    Mark(Marking),
    /// Probe, and arrows of how features move scores.
    Probe(ProbeView),
    /// Author's titles, names, looks and limits in figures.
    Wishes(Wishes),
    /// Drag of something in the plot of a panel to a place there.
    Drag(Held, [f64; 2], Panel),
    /// Value of the swept parameter, as a place on the parameter's axis, set by the play with this number.
    Play {
        place: f64,
        play: u64,
    },
    /// Touch of the pointer on data that are drawn by hand.
    Draw(Touch),
    /// Removes points of a drawing.
    Delete(RowSet),
    /// Changes the class of points of a drawing.
    Classify(RowSet, u8),
    /// Choices of pre-images.
    PreImage(PreImageView),
    /// Choices of denoising.
    Denoising(DenoisingView),
    /// Arrangement of the panels.
    Arrange(Tiles),
    /// Puts a panel into one of the arrangement's places, by the place's index.
    ShowIn(usize, Panel),
    /// Puts the first panel at a side of the last.
    Put(Panel, Side, Panel),
    /// Removes a panel from the window.
    Close(Panel),
    /// Pins the picture of a panel beside the live one.
    Pin(Panel),
    Unpin(Letter),
    /// Makes a pinned picture live, and pins the live one.
    Swap(Letter),
    /// Whole setup.
    Everything(Box<Setup>),
}

/// Work that follows a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// Charts are drawn anew, and nothing is computed.
    Redraw,
    /// Results are computed anew from the same data.
    Refit,
    /// Data are loaded anew.
    Reload,
}

/// Kind that edits of one step of undo share.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum EditKind {
    Stroke(u64),
    Play(u64),
    /// Thing that is dragged.
    Drag(Held),
    Number(Parameter),
    Choose(Choice),
    /// Part of the setup that is changed.
    Part(Discriminant<Edit>),
}

impl Edit {
    pub(super) fn step(&self) -> UndoStep<EditKind> {
        match self {
            Self::Draw(touch) => touch.stroke().map_or(UndoStep::Alone, |stroke| {
                UndoStep::Whole(EditKind::Stroke(stroke))
            }),
            Self::Delete(_)
            | Self::Classify(..)
            | Self::Rows(_)
            | Self::Pin(_)
            | Self::Unpin(_)
            | Self::Swap(_) => UndoStep::Alone,
            Self::Drag(held, ..) => UndoStep::Brisk(EditKind::Drag(*held)),
            Self::Number(parameter, _) => UndoStep::Brisk(EditKind::Number(*parameter)),
            Self::Choose(choice) => UndoStep::Brisk(EditKind::Choose(*choice)),
            Self::Play { play, .. } => UndoStep::Whole(EditKind::Play(*play)),
            other => UndoStep::Brisk(EditKind::Part(discriminant(other))),
        }
    }

    /// Edit that opens a file, with its columns chosen anew.
    #[must_use]
    pub fn file(path: PathBuf) -> Self {
        Self::Source(Source::File(path.into()))
    }

    pub(super) fn apply(self, setup: &mut Setup) {
        match self {
            Self::Source(source) => setup.open(source),
            Self::ReadAs(read_as) => {
                if let Source::File(file) = &mut setup.source {
                    file.read_as = read_as;
                    setup.choose_columns_anew();
                }
            }
            Self::WorkbookSheet(sheet) => {
                if let Source::File(file) = &mut setup.source {
                    file.sheet = Some(sheet);
                    setup.choose_columns_anew();
                }
            }
            Self::Label(label) => {
                setup.columns.label = label;
                // Rows stay what they are under another label; classes don't.
                setup.view.marking.isolated = None;
            }
            Self::Features(features) => choose(setup, |columns| columns.features = features),
            Self::Columns(chosen) => choose(setup, |columns| *columns = chosen),
            Self::Missing(missing) => choose(setup, |columns| columns.missing = missing),
            Self::Symmetrise(symmetrise) => setup.columns.symmetrise = symmetrise,
            Self::Rows(rows) => {
                setup.columns.rows = rows;
                setup.view.marking.selected = RowSet::default();
                setup.view.marking.isolated = None;
            }
            Self::Number(parameter, value) => parameter.set(setup, value),
            Self::AddNoise(noise) => setup.added_noise = noise,
            Self::NewRows(new) => {
                setup.new_rows = new;
                // Other rows are denoised now.
                setup.clean_rows = None;
            }
            Self::CleanRows(clean) => setup.clean_rows = clean,
            Self::Scaling(scaling) => setup.scaling = scaling,
            Self::Kernel(kind) => setup.kernel.kind = kind,
            Self::Gamma(gamma) => setup.kernel.gamma = gamma,
            Self::Similarity(similarity) => setup.kernel.similarity = similarity,
            Self::AllLengths(all) => setup.kernel.all_lengths = all,
            Self::Second(second) => setup.kernel.second = second,
            Self::Normalize(normalize) => setup.kernel.normalize = normalize,
            Self::Center(center) => setup.kernel.center = center,
            Self::Components(components) => setup.components = components,
            Self::Solver(solver) => {
                setup.solver = solver;
                if solver == Solver::Nystrom {
                    setup.landmarks.get_or_insert(FIRST_LANDMARKS);
                }
            }
            Self::HowMany(how_many) => setup.keep(how_many),
            Self::DiffusionGamma(gamma) => setup.manifold.gamma = gamma,
            Self::InputAxes(axes) => {
                setup.view.input = axes;
                // The probe stood in the plane of the other columns.
                setup.view.probe.at = None;
            }
            Self::InputDepth(column) => setup.view.input_depth = column,
            Self::Axes(method, axes) => setup.view.set_axes(method, axes),
            Self::Choose(choice) => choice.change(&mut setup.view),
            Self::Camera(camera) => setup.view.camera = camera,
            Self::Contours(contours) => setup.view.contours = contours,
            Self::KernelMatrix(choice) => setup.view.kernel_matrix = choice,
            Self::Sweep(sweep) => setup.view.sweep = sweep,
            Self::SeparationComponents(q) => setup.view.separation_components = q,
            Self::Probe(probe) => setup.view.probe = probe,
            Self::Mark(marking) => setup.view.marking = marking,
            Self::Wishes(wishes) => setup.view.wishes = wishes,
            Self::Draw(touch) => touch.apply(setup),
            Self::Delete(rows) => drawing::delete(setup, &rows),
            Self::Classify(rows, class) => drawing::classify(setup, &rows, class),
            Self::Drag(held, to, panel) => drag(setup, held, to, panel),
            Self::Play { place, .. } => setup.sweep_to(place),
            Self::Denoising(denoising) => setup.view.denoising = denoising,
            Self::PreImage(pre_image) => setup.view.pre_image = pre_image,
            Self::Arrange(tiles) => setup.view.arrange(tiles),
            Self::ShowIn(place, panel) => setup.view.show_in(place, panel),
            Self::Put(panel, side, by) => {
                let mut tiles = setup.view.arrangement();
                tiles.put(panel, side, by);
                setup.view.arrange(tiles);
            }
            Self::Close(panel) => {
                let mut tiles = setup.view.arrangement();
                tiles.close(panel);
                setup.view.arrange(tiles);
            }
            Self::Pin(panel) => setup.pin(panel),
            Self::Unpin(letter) => setup.unpin(letter),
            Self::Swap(letter) => setup.swap_with_pinned(letter),
            Self::Everything(new) => *setup = *new,
        }
    }
}

/// Moves the thing held to the place it was dragged to.
fn drag(setup: &mut Setup, held: Held, to: [f64; 2], panel: Panel) {
    if to.iter().any(|value| !value.is_finite()) {
        return;
    }
    match held {
        Held::NoveltyThreshold => setup.view.novelty_threshold = Some(to[0].max(0.0)),
        Held::Threshold => setup.view.threshold = to[1].clamp(0.01, 1.0),
        Held::Node(node) => setup.view.put_node(node, to),
        Held::DrawnPoint(point) => drawing::put(setup, point, to),
        Held::Probe => setup.view.probe.at = Some(to),
        Held::SweepValue => {
            setup.sweep_to(to[0]);
            if panel == Panel::Multiples {
                setup.sweep_rows_to(to[1]);
            }
        }
        Held::DenoisingComponents => {
            setup.view.denoising.components = to[0].round().clamp(1.0, 1e6) as usize;
        }
        Held::PreImage => {
            let (at, pre_image) = (PreImageView::place(to), &mut setup.view.pre_image);
            match panel.method() {
                Some(Method::Pca) => pre_image.linear_at = Some(at),
                _ => pre_image.at = at,
            }
        }
    }
}

impl Consequence {
    /// Work that the step from one setup to another needs.
    #[must_use]
    pub fn between(before: &Setup, after: &Setup) -> Self {
        // By name, so that no part can be forgotten.
        let Setup {
            source,
            columns,
            added_noise,
            new_rows,
            clean_rows,
            scaling,
            kernel,
            components,
            solver,
            landmarks,
            manifold,
            view,
        } = before;
        // Another touch of the same drawing follows the last one as a slider's next step does: a preview
        // that is running is worth showing.
        let touched = matches!(
            (source, &after.source),
            (Source::Drawn(_), Source::Drawn(_))
        );
        let other_data = *source != after.source && !touched;
        if other_data
            || *columns != after.columns
            || *added_noise != after.added_noise
            || *new_rows != after.new_rows
            || *clean_rows != after.clean_rows
        {
            Self::Reload
        } else if *source != after.source
            || *scaling != after.scaling
            || *kernel != after.kernel
            || *components != after.components
            || *solver != after.solver
            || *landmarks != after.landmarks
            || *manifold != after.manifold
            || Asked::of(view, new_rows.is_some())
                != Asked::of(&after.view, after.new_rows.is_some())
        {
            Self::Refit
        } else {
            Self::Redraw
        }
    }
}

/// Changes the columns, and forgets choices that refer to the columns before.
fn choose(setup: &mut Setup, change: impl FnOnce(&mut Columns)) {
    change(&mut setup.columns);
    // Other columns may name other nodes.
    setup.view.node_places.clear();
    setup.view.probe = ProbeView {
        shown: setup.view.probe.shown,
        ..ProbeView::default()
    };
}
