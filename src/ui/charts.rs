//! Charts are built when something in them changed, not on every frame.

use std::{collections::HashMap, sync::Arc};

use crate::{
    analysis::Analysis,
    app::App,
    setup::View,
    view::{Chart, Panel},
};

#[derive(Debug, Default)]
pub(super) struct Charts {
    made_from: Option<(Arc<Analysis>, View)>,
    charts: HashMap<Panel, Arc<Chart>>,
}

impl Charts {
    /// The panel's chart, if there is a result.
    pub fn get(&mut self, app: &App, panel: Panel) -> Option<Arc<Chart>> {
        let analysis = &app.shown()?.analysis;
        let view = &app.setup().view;
        let current = self
            .made_from
            .as_ref()
            .is_some_and(|(a, v)| Arc::ptr_eq(a, analysis) && v == view);
        if !current {
            self.made_from = Some((Arc::clone(analysis), view.clone()));
            self.charts.clear();
        }
        if let Some(chart) = self.charts.get(&panel) {
            return Some(Arc::clone(chart));
        }
        let chart = Arc::new(app.chart(panel)?);
        self.charts.insert(panel, Arc::clone(&chart));
        Some(chart)
    }
}
