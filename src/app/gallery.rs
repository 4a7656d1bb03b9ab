//! Gallery of panels: its search, the place where a chosen panel goes, and thumbnails of the present data.

use std::sync::Arc;

use super::{App, Command, Edit};
use crate::worker::{Errand, News, Ticket};
use explorer::{
    analysis::Analysis,
    panel::Topic,
    setup::{Panel, Side},
};

/// Number of rows above which a thumbnail is not computed beside the picture: it would take as long as the panel
/// itself.
const MOST_ROWS_DRAWN: usize = 5000;

/// Gallery while it is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gallery {
    /// Text of the search field.
    pub filter: String,
    pub aim: Aim,
}

/// Place where a panel that is chosen in the gallery goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aim {
    /// Panel that the place is relative to.
    pub by: Panel,
    /// Side of that panel; `None` is its own place.
    pub side: Option<Side>,
}

/// Cache of results for thumbnails, computed beside the picture.
#[derive(Debug, Default)]
pub(super) struct Thumbnails {
    /// Identity of the analysis that the results belong to.
    of: Option<Arc<()>>,
    explained: Option<Arc<Analysis>>,
    /// Panels whose results were requested, also where that failed.
    tried: Vec<Panel>,
    under_way: Option<Ticket>,
}

/// Number of plots in a row beyond which they would be higher than wide at 1280 × 720.
const MOST_IN_ROW: usize = 3;

impl App {
    #[must_use]
    pub fn gallery(&self) -> Option<&Gallery> {
        self.gallery.as_ref()
    }

    /// Opens the gallery, or changes its aim where it is open.
    pub(super) fn show_gallery(&mut self, aim: Option<Aim>) {
        let Some(aim) = aim.or(self.usual_aim()) else {
            return;
        };
        let filter = self.gallery.take().map_or_else(String::new, |it| it.filter);
        self.gallery = Some(Gallery { filter, aim });
    }

    /// Place beside the panel in the centre of attention where its row has room, or else the last in sight.
    pub(super) fn usual_aim(&self) -> Option<Aim> {
        let tiles = self.setup.view.arrangement();
        let by = self
            .looked_at()
            .filter(|it| tiles.in_row_of(*it) < MOST_IN_ROW)
            .or_else(|| self.visible().last().copied())?;
        Some(Aim {
            by,
            side: Some(Side::Right),
        })
    }

    /// Command that puts a panel at the gallery's aim.
    #[must_use]
    pub fn placing(&self, panel: Panel, aim: Aim) -> Command {
        if self.settings.maximised.is_some() {
            return Command::ToggleMaximised(panel);
        }
        let place = self.visible().iter().position(|it| *it == aim.by);
        Command::Edit(match (aim.side, place) {
            (Some(side), Some(_)) if panel != aim.by => Edit::Put(panel, side, aim.by),
            (_, place) => Edit::ShowIn(place.unwrap_or(0), panel),
        })
    }

    /// Results that a panel's thumbnail is drawn from; `None` where they are still to come, or are computed only where
    /// the panel is opened.
    #[must_use]
    pub fn thumbnail(&self, panel: Panel) -> Option<Arc<Analysis>> {
        let live = self.analysis()?;
        let explained = self.thumbnails.explained.as_ref();
        let beside = explained.filter(|it| Arc::ptr_eq(&it.answer, &live.answer));
        let mut from = [Some(live), beside].into_iter().flatten();
        from.find(|analysis| analysis.holds(panel)).cloned()
    }

    /// Asks for the next thumbnail's results while the gallery is open and the picture rests.
    pub(super) fn follow_with_thumbnails(&mut self) {
        let live = self.shown.as_ref().map(|shown| &shown.analysis);
        let live = live.filter(|_| self.gallery.is_some());
        let same = |of: &Arc<()>| live.is_some_and(|live| Arc::ptr_eq(of, &live.answer));
        let is_live = self.thumbnails.of.as_ref().is_some_and(same);
        if let Some(ticket) = self.thumbnails.under_way.as_ref().filter(|_| !is_live) {
            ticket.give_up();
        }
        let Some(live) = live else { return };
        if !is_live {
            self.thumbnails = Thumbnails {
                of: Some(Arc::clone(&live.answer)),
                under_way: self.thumbnails.under_way.take(),
                ..Thumbnails::default()
            };
        }
        if !self.rests() || self.thumbnails.under_way.is_some() || live.rows() > MOST_ROWS_DRAWN {
            return;
        }
        let from = Arc::clone(self.thumbnails.explained.as_ref().unwrap_or(live));
        let mut panels = Topic::ALL.into_iter().flat_map(Topic::panels);
        let next = panels.find(|panel| {
            !from.holds(*panel)
                && !self.thumbnails.tried.contains(panel)
                && panel.letter().is_none()
        });
        if let Some(panel) = next {
            self.thumbnails.tried.push(panel);
            let mut view = self.setup.view.clone();
            // Known results of the others stay only where they are asked for too.
            view.panels.clone_from(&self.thumbnails.tried);
            let ticket = self.send(Errand::Explain {
                analysis: from,
                view: Box::new(view),
            });
            self.thumbnails.under_way = Some(ticket);
        }
    }

    /// Takes the results for a thumbnail; one that failed is not asked for again.
    pub(super) fn hear_of_thumbnail(&mut self, news: News) {
        self.thumbnails.under_way = None;
        if let News::Explained(analysis) = news
            && let Some(of) = &self.thumbnails.of
            && Arc::ptr_eq(of, &analysis.0.answer)
        {
            self.thumbnails.explained = Some(analysis.0);
        }
    }
}
