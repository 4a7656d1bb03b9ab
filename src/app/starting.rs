//! Start of the window's state: with a setup or at the very first start, and what an earlier run left.

use super::{
    App, Consequence, Settings, drawing::Pen, errands::Errands, full_spectrum::FullSpectrum,
    gallery::Thumbnails, history::History, keep::Keeper, marking::Tool, pace::Pace, play::Player,
    preview::Previewer, shuffled::Shuffler, sweep::Sweeper, usual_tiles, zoom::Zooms,
};
use crate::worker::Executor;
use explorer::{
    panel::Panel,
    setup::{SavedData, ScalingBy, Setup, examples},
};
use kernel_pca::objects::ObjectKind;

impl App {
    /// Starts with `setup`; the first answer comes after [`tick`](Self::tick).
    pub fn new(setup: Setup, executor: Box<dyn Executor>) -> Self {
        let mut pace = Pace::default();
        pace.changed(Consequence::Reload, 0.0);
        let example = examples()
            .into_iter()
            .find(|e| setup.is_apart_from_places(&e.setup));
        Self {
            example: example.map(|example| example.name),
            scaling_by: ScalingBy::default(),
            invites: false,
            versus: false,
            course: None,
            writing: None,
            presentation: None,
            setup,
            shown: None,
            refused: None,
            saved_data: None,
            insight: None,
            remarked: None,
            problem: None,
            notice: None,
            dialog: None,
            renaming: None,
            settings: Settings::default(),
            gallery: None,
            thumbnails: Thumbnails::default(),
            fitting_zoom: 1.0,
            lecture_zoom: 1.0,
            hovered_rows: vec![],
            tool: Tool::default(),
            pen: Pen::default(),
            new_rows_listed: false,
            // Not what eframe remembers of an earlier run, which showed other data.
            fits: 1,
            zooms: Zooms::default(),
            preview: Previewer::default(),
            history: History::default(),
            keeper: Keeper::default(),
            spectrum: FullSpectrum::default(),
            sweeper: Sweeper::default(),
            shuffler: Shuffler::default(),
            player: Player::default(),
            errands: Errands::default(),
            pace,
            now: 0.0,
            effects: Vec::new(),
            executor,
        }
    }

    /// Starts without a wish or an earlier run: with data and an invitation to drag γ.
    #[must_use]
    pub fn at_first_start(executor: Box<dyn Executor>) -> Self {
        let mut setup = Setup::first_start();
        setup.view.arrange(usual_tiles(true, ObjectKind::Vectors));
        Self {
            invites: true,
            ..Self::new(setup, executor)
        }
    }

    /// Returns true where the window invites to drag γ.
    #[must_use]
    pub fn invites(&self) -> bool {
        self.invites
    }

    /// Takes over the settings of an earlier run.
    #[must_use]
    pub fn with_settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        let takes = self.setup.kernel.kind.takes();
        let usual = usual_tiles(true, takes);
        if !self.settings.film_strip && self.setup.view.tiles.as_ref() == Some(&usual) {
            self.setup.view.arrange(usual_tiles(false, takes));
        }
        // A pin that filled the window may be gone.
        let offered: Vec<Panel> = self.setup.view.offered().collect();
        let maximised = &mut self.settings.maximised;
        *maximised = maximised.filter(|panel| offered.contains(panel));
        self
    }

    /// Says who decides in the first answer whether columns are standardised.
    #[must_use]
    pub fn with_scaling_by(mut self, scaling_by: ScalingBy) -> Self {
        self.scaling_by = scaling_by;
        self
    }

    /// Compares the data of the session that the window starts with, once they are read.
    #[must_use]
    pub fn comparing(mut self, data: Option<SavedData>) -> Self {
        self.saved_data = data;
        self
    }
}
