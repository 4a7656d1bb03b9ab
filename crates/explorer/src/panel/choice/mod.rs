//! Choices of the view that take one action each, one entry each: menus, the palette and their tooltips follow.

mod back;
mod dots;
mod entry;
mod maps;
mod novelty;
mod numbered;
mod probe;
mod spectrum;
mod sweep;

use self::entry::{ChoiceEntry, Offered, Offered::With};
use super::{Control, Panel};
use crate::{
    analysis::Analysis,
    setup::{DotColour, ErrorSpace, NoveltyView, Others, RowOrder, SweepCurves, View},
};
use kernel_pca::preimage::PreImageMethod;

pub use numbered::NumberedChoice;

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident $(($value:ident: $of:ty) in [$($one:expr),+])? => $entry:expr;)+) => {
        /// Choice of the view that takes one action.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Choice {
            $($(#[$doc])* $name $(($of))?,)+
        }

        impl Choice {
            /// Returns all choices, in the order in which the command palette lists them.
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
    LogSpectrum => spectrum::log_spectrum();
    /// Draws eigenvalues as such in place of their shares.
    Eigenvalues => spectrum::eigenvalues();
    /// Turns signs of kernel PCA to agree with linear PCA's.
    AlignSigns => dots::align_signs();
    /// Draws eigenvalues beside those of shuffled columns.
    ShuffledSpectrum => spectrum::shuffled_spectrum();
    ContourLines => maps::contour_lines();
    ContourBands => maps::contour_bands();
    ContourPoints => maps::contour_points();
    /// Number of components that have a map, from 1 to 9.
    ContourMaps(maps: usize) in [1, 4, 9] => maps::contour_maps(maps);
    /// Fixes the columns that are not on the axes of maps at their means, instead of at the values of a row.
    ContoursAtMeans => maps::contours_at_means();
    CenteredMatrix => maps::centered_matrix();
    MatrixOrder(order: RowOrder) in [RowOrder::Source, RowOrder::Label, RowOrder::Component(0)] => maps::matrix_order(order);
    /// Draws classes with shapes besides colours, also where there are few.
    Shapes => dots::shapes();
    /// Draws names of rows beside their dots.
    Names => dots::names();
    /// Draws rows that are pictures in place of dots.
    Pictures => dots::pictures();
    /// Draws the graph of neighbours over the input.
    NeighborGraph => dots::neighbor_graph();
    /// Puts the nodes of a graph back where the layout puts them.
    NodesBack => dots::nodes_back();
    /// Quantity that colours the dots.
    DotColour(by: DotColour) in [DotColour::Label, DotColour::Novelty, DotColour::Torn] => dots::dot_colour(by);
    /// Puts the threshold of novelty where 5 % of the rows lie beyond.
    UsualNovelty => novelty::usual_novelty();
    /// Look of the novelty panel.
    NoveltyAs(shown: NoveltyView) in [NoveltyView::Plane, NoveltyView::Rows, NoveltyView::Roc] => novelty::novelty_as(shown);
    /// Draws the probe, the point whose image is followed.
    Probe => probe::probe();
    /// Draws lines along which the probe's image goes as one feature runs through its range.
    ProbePaths => probe::probe_paths();
    /// Draws arrows along which scores go as the feature on the input's first axis grows.
    Arrows => probe::arrows();
    /// Scores, on the components that are not in the plot, of the point whose pre-images are shown.
    PreImageOthers(others: Others) in [Others::Zero, Others::Nearest] => back::pre_image_others(others);
    /// Puts the points whose pre-images are shown back where they stood at first.
    PreImageBack => back::pre_image_back();
    /// Kernel PCA's way back to the input when it cleans rows.
    DenoiseBy(method: PreImageMethod) in [PreImageMethod::Ridge, PreImageMethod::Mika, PreImageMethod::KwokTsang, PreImageMethod::Gradient]
        => back::denoise_by(method);
    /// Number of components that rows are rebuilt from, from 1.
    DenoiseFrom(q: usize) in [1, 2] => back::denoise_from(q);
    /// Space in which reconstruction errors are measured.
    ErrorsIn(space: ErrorSpace) in [ErrorSpace::Feature, ErrorSpace::Input] => back::errors_in(space);
    /// Curves against the swept parameter.
    Curves(curves: SweepCurves) in [SweepCurves::Shares, SweepCurves::Components, SweepCurves::Eigenvalues, SweepCurves::HeldOut, SweepCurves::PreImages]
        => sweep::curves(curves);
    /// Number of values at which the picture is shown side by side, such as 5.
    Multiples(count: usize) in [5, 7, 9] => sweep::multiples(count);
    /// Number of rows, and of columns, of a grid of pictures, such as 3.
    MultiplesGrid(side: usize) in [3, 4, 5] => sweep::multiples_grid(side);
    /// Number of components that predict the label, from 1.
    PredictFrom(q: usize) in [1, 2] => sweep::predict_from(q);
}

impl Choice {
    /// Name in the command palette.
    #[must_use]
    pub fn label(self) -> String {
        self.entry().label
    }

    /// Sentence or two for a tooltip.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.entry().help
    }

    /// Words by which a search finds the choice besides its label, such as terms of the literature, in lower case.
    #[must_use]
    pub fn called(self) -> &'static str {
        self.entry().called
    }

    /// Name beside a box in menus, and true if it is ticked; `None` where there is no such box.
    #[must_use]
    pub fn check_box(self, view: &View) -> Option<(&'static str, bool)> {
        let (name, is_on) = self.entry().check_box?;
        Some((name, is_on(view)))
    }

    /// Reason why the choice has no effect now; `None` where it has one.
    #[must_use]
    pub fn lack(self, view: &View, analysis: Option<&Analysis>) -> Option<&'static str> {
        (self.entry().lack)(view, analysis)
    }

    /// Choices of how dots are drawn, in the menu of every panel with dots.
    pub fn of_dots() -> impl Iterator<Item = Self> {
        let with_dots = |it: &Self| matches!(it.entry().offered, Offered::WithDots);
        Self::all().filter(with_dots)
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

    /// Panel to show where no panel in sight shows an effect of the choice.
    #[must_use]
    pub fn panel(self) -> Panel {
        self.entry().panel
    }

    /// Applies the choice to the view.
    pub fn change(self, view: &mut View) {
        (self.entry().change)(view);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;

    #[test]
    fn every_choice_concerns_the_panel_that_it_brings() {
        for choice in Choice::all() {
            assert!(choice.concerns(choice.panel()), "{choice:?}");
        }
    }

    #[test]
    fn how_dots_look_is_alike_in_pictures_that_are_compared() {
        for choice in Choice::of_dots() {
            let mut live = View::default();
            choice.change(&mut live);
            let pinned = View::default().looking_like(&live);
            assert_eq!(
                choice.check_box(&pinned),
                choice.check_box(&live),
                "{choice:?}"
            );
        }
    }

    #[test]
    fn how_dots_look_changes_no_number_that_is_exported() {
        let analysis = testing::classes(3, 2);
        for choice in Choice::of_dots() {
            let (plain, mut view) = (View::default(), View::default());
            choice.change(&mut view);
            let mut compared = 0;
            for panel in Panel::ALL
                .into_iter()
                .filter(|panel| choice.concerns(*panel))
            {
                let [before, after] = [&plain, &view].map(|it| panel.table(&analysis, it).numbers);
                compared += before.len();
                assert_eq!(before, after, "{choice:?}, {panel:?}");
            }
            assert!(compared > 0, "{choice:?}");
        }
    }

    #[test]
    fn a_box_that_is_ticked_is_ticked_no_more() {
        for choice in Choice::all() {
            let mut view = View::default();
            let Some((_, before)) = choice.check_box(&view) else {
                continue;
            };
            choice.change(&mut view);
            assert_eq!(
                choice.check_box(&view).map(|(_, on)| on),
                Some(!before),
                "{choice:?}"
            );
        }
    }
}
