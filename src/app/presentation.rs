//! Presentation mode for a lecture room: full screen, large, without what is not being talked about.

use super::{App, Course};
use explorer::setup::{Panel, Tiles};
use lessons::{Highlight, QuestionKind};

/// State of the presentation, besides the step or the setup.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Presentation {
    /// Colour of a blanked screen, which leads all eyes to the speaker; `None` where the screen shows plots.
    pub blank: Option<Blank>,
    /// True where a disc is drawn at the pointer.
    pub pointer: bool,
    /// True where the text of the step is shown over the plots.
    pub notes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blank {
    Black,
    White,
}

/// Height of the smallest text as a share of the window's, so that the last row can read it.
const LEGIBLE: f32 = 1.0 / 30.0;
/// Height of the smallest text at zoom 1, in points.
const SMALLEST: f32 = 11.0;

/// Zoom at which a window of this height is legible from the last row.
pub(super) fn legible_zoom(height: f32) -> f32 {
    (height * LEGIBLE / SMALLEST).max(1.0)
}

/// Returns true where the panel shows kernel PCA's result in the plane, in space or as contours.
fn is_main(panel: Panel) -> bool {
    matches!(panel, Panel::Kpca | Panel::KpcaContours | Panel::Kpca3d)
}

impl App {
    /// Returns true where the panel has nothing to show of the data on the screen, such as a map over two columns of
    /// which one has the same value in all rows.
    fn is_empty_of_these_data(&self, panel: Panel) -> bool {
        self.shown.as_ref().is_some_and(|shown| {
            let was_asked = shown.setup.view.panels.contains(&panel);
            was_asked && shown.setup.source == self.setup.source && !shown.analysis.holds(panel)
        })
    }

    /// State of the presentation; `None` outside of a lecture room.
    #[must_use]
    pub fn presentation(&self) -> Option<Presentation> {
        self.presentation
    }

    /// Panel for a window with room for one: the maximised one, else the one that the lesson points at, else kernel
    /// PCA's, else the first.
    #[must_use]
    pub fn alone(&self) -> Option<Panel> {
        self.settings.maximised.or_else(|| {
            let panels = self.setup.view.places().into_iter();
            panels.min_by_key(|panel| {
                let is_empty = self.is_empty_of_these_data(*panel);
                (!self.is_pointed_at(*panel), is_empty, !is_main(*panel))
            })
        })
    }

    fn is_pointed_at(&self, panel: Panel) -> bool {
        let course = self.course.as_ref();
        course.is_some_and(|it| it.points_at(Highlight::Panel(panel)))
    }

    /// Arrangement of panels in the window. In a lecture room at most two are side by side: those that the lesson's
    /// step names or points at come first.
    #[must_use]
    pub fn arrangement(&self) -> Tiles {
        if let Some(tiles) = self.versus_tiles() {
            return tiles;
        }
        let tiles = self.setup.view.arrangement();
        let mut panels = tiles.shown();
        if self.presentation.is_none() || panels.len() < 2 {
            return tiles;
        }
        let wanted = self.course.as_ref().and_then(|it| it.step());
        let wanted = wanted.map_or(&[][..], |it| &it.present);
        // Kernel PCA's pictures before what stands beside them.
        panels.sort_by_key(|panel| {
            let named = wanted.iter().position(|it| it == panel);
            let named = named.unwrap_or(usize::MAX);
            let is_empty = self.is_empty_of_these_data(*panel);
            let pointed_at = self.is_pointed_at(*panel);
            (named, !pointed_at, is_empty, !is_main(*panel))
        });
        if self.asks_in_lecture() {
            // The question has the other half.
            let free = |panel: &&Panel| !self.course.as_ref().is_some_and(|it| it.hides(**panel));
            let shown = panels.iter().find(free).or(panels.first());
            return shown.map_or(tiles, |panel| Tiles::one(*panel));
        }
        match panels[..] {
            [a, ..] if *wanted == [a] => Tiles::one(a),
            [a, b, ..] => Tiles::row([(1.0, Tiles::one(a)), (1.0, Tiles::one(b))]),
            _ => tiles,
        }
    }

    /// Returns true where a question with choices waits in a lecture room, where it has half of the window.
    #[must_use]
    pub fn asks_in_lecture(&self) -> bool {
        let course = self.course.as_ref().filter(|it| it.is_asking());
        let question = course.and_then(Course::question);
        let is_choice = question.is_some_and(|it| matches!(it.kind, QuestionKind::Choice { .. }));
        self.presentation.is_some() && is_choice
    }

    pub(super) fn toggle_presentation(&mut self) {
        let presents = self.presentation.is_none();
        self.presentation = presents.then(Presentation::default);
        self.effects.push(super::Effect::FullScreen(presents));
    }

    /// Blanks the screen, or shows it again.
    pub(super) fn blank(&mut self, blank: Blank) {
        if let Some(presentation) = &mut self.presentation {
            let on = presentation.blank != Some(blank);
            presentation.blank = on.then_some(blank);
        }
    }

    pub(super) fn toggle_notes(&mut self) {
        if let Some(presentation) = &mut self.presentation {
            presentation.notes = !presentation.notes;
        }
    }

    pub(super) fn toggle_pointer(&mut self) {
        if let Some(presentation) = &mut self.presentation {
            presentation.pointer = !presentation.pointer;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::Command, worker::Inline};
    use explorer::setup::Setup;
    use tabular::{Drawing, DrawnPoint, Source};

    /// Made as pictures are, whose first pixels are blank.
    #[test]
    fn a_map_that_these_data_have_not_is_not_presented() {
        for varies in [true, false] {
            let x = |i: u32| if varies { f64::from(i % 5) } else { 1.0 };
            let points = (0..30).map(|i| DrawnPoint::from((x(i), f64::from(i * i % 7), 1)));
            let mut setup = Setup::welcome();
            setup.source = Source::Drawn(Drawing {
                points: points.collect(),
                ..Drawing::default()
            });
            let panels = [Panel::KpcaContours, Panel::Kpca, Panel::Spectrum];
            let tiles = panels.map(|panel| (1.0, Tiles::one(panel)));
            setup.view.arrange(Tiles::row(tiles));
            let mut app = App::new(setup, Box::new(Inline::default()));
            app.apply(Command::TogglePresentation);
            app.tick(0.0);
            app.tick(1.0);
            let first = usize::from(!varies);
            assert_eq!(app.arrangement().shown(), panels[first..][..2]);
            assert_eq!(app.alone(), Some(panels[first]));
        }
    }

    #[test]
    fn the_smallest_text_is_a_thirtieth_of_the_height() {
        for height in [720.0, 1080.0, 2160.0] {
            let text = SMALLEST * legible_zoom(height);
            assert!(text >= height / 30.0 - 1e-3, "{height}: {text}");
        }
    }
}
