//! Division of the window.

use serde::{Deserialize, Serialize};

use super::App;
use crate::words;
use explorer::setup::{Panel, Part, Side, Tiles};
use kernel_pca::objects::ObjectKind;

/// Width of the parts beside the plots; the arrangement of the plots is a part of the view.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    /// Width of the side panel, in points.
    pub side: f32,
}

listed! {
    /// Part of the side panel that can be folded away.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Section {
        Data => words::DATA.name,
        /// Choices about data that are seldom needed: how a file is read, seeds, added noise, new rows.
        MoreData => words::MORE.name,
        Kernel => words::KERNEL.name,
        Components => words::COMPONENTS.name,
        View => words::VIEW.name,
    }
    /// Title on the screen.
    fn title
}

impl Section {
    /// Title within a command's text.
    #[must_use]
    pub fn in_text(self) -> &'static str {
        match self {
            Self::MoreData => "More data",
            _ => self.title(),
        }
    }
}

listed! {
    /// Prepared arrangement of panels.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Arrangement {
        Usual => words::USUAL.name,
        WithContours => words::WITH_CONTOURS.name,
        Compare => words::COMPARE.name,
        Explain => words::EXPLAIN.name,
        ChooseParameter => words::CHOOSE.name,
        OneLarge => words::ONE_LARGE.name,
    }
    /// Name in menus.
    fn title
}

impl Arrangement {
    /// Sentence on the panels that it shows.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Self::Usual => {
                "Input, linear PCA and kernel PCA, below them small multiples, spectrum and explained variance"
            }
            Self::WithContours => "The maps of the kernel components take the input's place",
            Self::Compare => "Linear PCA and kernel PCA side by side, each above its contours",
            Self::Explain => {
                "Kernel PCA with its contours, the kernel matrix, the spectrum and the separation"
            }
            Self::ChooseParameter => {
                "Kernel PCA above the pictures of other values, their curves and the separation"
            }
            Self::OneLarge => "Kernel PCA large, the others small beside it and behind tabs",
        }
    }

    #[must_use]
    pub fn tiles(self) -> Tiles {
        let row = Tiles::side_by_side;
        let column = |panels: &[Panel]| (1.0, Tiles::Column(Part::equal(panels)));
        match self {
            Self::Usual => usual_tiles(true, ObjectKind::Vectors),
            // Over the plane that they are functions on, beside what they become.
            Self::WithContours => Tiles::five([
                Panel::KpcaContours,
                Panel::Pca,
                Panel::Kpca,
                Panel::Spectrum,
                Panel::Variance,
            ]),
            // The scores of each method stand above the maps of its components.
            Self::Compare => Tiles::row([
                column(&[Panel::Pca, Panel::PcaContours]),
                column(&[Panel::Kpca, Panel::KpcaContours]),
            ]),
            Self::Explain => {
                let above = row(&[Panel::Kpca, Panel::KpcaContours, Panel::KernelMatrix]);
                let below = row(&[Panel::Spectrum, Panel::Separation]);
                Tiles::column([(1.2, above), (1.0, below)])
            }
            // Pictures at other values stand above the curves that judge them.
            Self::ChooseParameter => Tiles::column([
                (0.46, row(&[Panel::Input, Panel::Kpca])),
                (0.2, Tiles::one(Panel::Multiples)),
                (0.34, row(&[Panel::Sweep, Panel::Separation])),
            ]),
            Self::OneLarge => {
                let (_, mut beside) = column(&[Panel::Input, Panel::Spectrum]);
                for (behind, by) in [
                    (Panel::Pca, Panel::Input),
                    (Panel::Variance, Panel::Spectrum),
                ] {
                    beside.put(behind, Side::Tab, by);
                    beside.open(by);
                }
                Tiles::row([(2.2, Tiles::one(Panel::Kpca)), (1.0, beside)])
            }
        }
    }
}

/// Usual arrangement for a kind of data, with small multiples if `film_strip`. Panels that would be empty for such data
/// give way to the kernel matrix.
#[must_use]
pub fn usual_tiles(film_strip: bool, takes: ObjectKind) -> Tiles {
    let row = Tiles::side_by_side;
    let above = match takes {
        ObjectKind::Vectors => row(&[Panel::Input, Panel::Pca, Panel::Kpca]),
        ObjectKind::Strings | ObjectKind::Graph => {
            row(&[Panel::Input, Panel::Kpca, Panel::KernelMatrix])
        }
        ObjectKind::Matrix(_) => row(&[Panel::Kpca, Panel::KernelMatrix]),
    };
    let below = row(&[Panel::Spectrum, Panel::Variance]);
    // The kernel of a given matrix has no parameter.
    if film_strip && !matches!(takes, ObjectKind::Matrix(_)) {
        Tiles::column([
            (0.47, above),
            (0.2, Tiles::one(Panel::Multiples)),
            (0.33, below),
        ])
    } else {
        Tiles::column([(0.58, above), (0.42, below)])
    }
}

impl App {
    /// Arrangement of panels as prepared, for the present kind of data.
    #[must_use]
    pub fn tiles_of(&self, arrangement: Arrangement) -> Tiles {
        match arrangement {
            Arrangement::Usual => {
                let takes = self.setup.kernel.kind.takes();
                usual_tiles(self.settings.film_strip, takes)
            }
            other => other.tiles(),
        }
    }
}

impl Default for Layout {
    fn default() -> Self {
        Self { side: 308.0 }
    }
}

impl Layout {
    /// Least width and height, in points, at which a panel can still be read. The window keeps as much for each of
    /// its panels; where it is smaller itself, it shows a part and scrolls.
    pub const LEAST_PLACE: [f32; 2] = [144.0, 150.0];
    /// Least width and height of a panel that is maximised, in points.
    const LEAST_MAXIMISED: [f32; 2] = [240.0, 180.0];
    /// Least height of the list of selected rows, in points.
    pub const LEAST_LIST: f32 = 104.0;
    /// Least and greatest width of the side panel, in points.
    const SIDE: [f32; 2] = [264.0, 480.0];

    /// Least width and height, in points, of the room for plots: for all of `tiles`, or for one panel alone where it is
    /// `maximised`.
    #[must_use]
    pub fn least_room(tiles: &Tiles, maximised: bool) -> [f32; 2] {
        if maximised {
            Self::LEAST_MAXIMISED
        } else {
            let [width, height] = Self::LEAST_MAXIMISED;
            let least = tiles.least(Self::LEAST_PLACE);
            [least[0].max(width), least[1].max(height)]
        }
    }

    /// Width of the side panel, in points, in a window of this width: as set, or down to the least where the plots
    /// would have less than the width `plots`.
    #[must_use]
    pub fn side_within(self, width: f32, plots: f32) -> f32 {
        self.side.min(width - plots).max(Self::SIDE[0])
    }

    /// Returns true where the controls have room: a file may hold anything.
    pub(super) fn leaves_room(self) -> bool {
        let side = Self::SIDE[0]..=Self::SIDE[1];
        side.contains(&self.side)
    }

    /// Sets the width of the side panel.
    pub(super) fn widen_side(&mut self, width: f32) {
        self.side = width.clamp(Self::SIDE[0], Self::SIDE[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{App, Command, Edit},
        worker::Inline,
    };
    use explorer::setup::{Setup, example};
    use kernel_pca::objects::GivenQuantity;
    use lessons::{Draft, DraftStep, parse_lesson};
    use std::path::Path;
    use tabular::{Builtin, Source};

    #[test]
    fn every_arrangement_is_a_step_of_a_lesson_that_comes_back() {
        let setups = Arrangement::ALL.map(|arrangement| {
            let mut setup = Setup::welcome();
            setup.view.arrange(arrangement.tiles());
            setup
        });
        let draft = Draft {
            steps: setups.iter().cloned().map(DraftStep::from_view).collect(),
            ..Draft::from_view(Setup::welcome())
        };
        let lesson = parse_lesson(&draft.text().unwrap(), Path::new("copied.toml")).unwrap();
        for (step, wanted) in lesson.steps.iter().zip(setups) {
            assert_eq!(step.setup.view.arrangement(), wanted.view.arrangement());
        }
    }

    #[test]
    fn prepared_arrangements_are_sound_and_differ() {
        for (i, arrangement) in Arrangement::ALL.iter().enumerate() {
            assert!(arrangement.tiles().is_sound(), "{arrangement:?}");
            for other in &Arrangement::ALL[..i] {
                assert_ne!(arrangement.tiles(), other.tiles());
            }
        }
    }

    #[test]
    fn the_strip_is_closed_for_good_and_opened_again() {
        let mut app = App::new(Setup::welcome(), Box::new(Inline::default()));
        let shows = |app: &App| app.visible().contains(&Panel::Multiples);
        assert!(!shows(&app), "a setup that says five panels has five");
        app.apply(Command::Example("iris-rbf"));
        assert!(
            shows(&app),
            "one that says nothing of them has the usual ones"
        );
        app.apply(Command::Edit(Edit::Close(Panel::Multiples)));
        app.apply(Command::Example("half-moons"));
        assert!(!shows(&app) && app.visible() == Panel::USUAL);
        app.apply(Command::Edit(Edit::Put(
            Panel::Multiples,
            Side::Below,
            Panel::Kpca,
        )));
        app.apply(Command::Example("iris-rbf"));
        assert!(shows(&app));
        app.apply(Command::Example("kernel-trick"));
        let own = example("kernel-trick").unwrap().setup.view.places();
        assert_eq!(app.visible(), own, "its own panels stay");
    }

    #[test]
    fn data_without_features_have_panels_that_show_them() {
        let open = |table| Command::Edit(Edit::Source(Source::Builtin(table)));
        let mut app = App::new(Setup::welcome(), Box::new(Inline::default()));
        app.apply(open(Builtin::Karate));
        assert!(!app.visible().contains(&Panel::Pca) && app.visible().contains(&Panel::Input));
        app.apply(open(Builtin::Iris));
        assert!(app.visible().contains(&Panel::Pca));
        app.apply(Command::Arrange(Arrangement::Explain));
        app.apply(open(Builtin::Karate));
        let own = Arrangement::Explain.tiles();
        assert!(
            own.stands_like(&app.setup().view.arrangement()),
            "panels of one's own stay"
        );
        for takes in [
            ObjectKind::Strings,
            ObjectKind::Graph,
            ObjectKind::Matrix(GivenQuantity::KernelValues),
        ] {
            for film_strip in [true, false] {
                assert!(usual_tiles(film_strip, takes).is_sound());
            }
        }
    }

    #[test]
    fn the_side_panel_gives_way_before_the_plots() {
        let layout = Layout::default();
        let [plots, _] = Layout::least_room(&Arrangement::Usual.tiles(), false);
        assert_eq!(layout.side_within(1280.0, plots), layout.side);
        assert_eq!(layout.side_within(700.0, plots), 268.0);
        assert_eq!(layout.side_within(400.0, plots), Layout::SIDE[0]);
    }
}
