//! Charts are built when something in them changed, not on every frame.

use std::{collections::HashMap, sync::Arc};

use crate::{
    analysis::Analysis,
    app::App,
    setup::View,
    view::{Chart, Panel},
};

#[derive(Debug, Default)]
pub(super) struct Charts(HashMap<Panel, Built>);

/// A chart with what it was made from.
#[derive(Debug)]
struct Built {
    analysis: Arc<Analysis>,
    view: View,
    chart: Arc<Chart>,
}

impl Charts {
    /// The panel's chart, if there is a result.
    pub fn get(&mut self, app: &App, panel: Panel) -> Option<Arc<Chart>> {
        let analysis = &app.shown()?.analysis;
        let view = seen_by(panel, &app.setup().view);
        if let Some(built) = self.0.get(&panel)
            && Arc::ptr_eq(&built.analysis, analysis)
            && built.view == view
        {
            return Some(Arc::clone(&built.chart));
        }
        // Charts of an answer that is gone would keep it in memory.
        self.0
            .retain(|_, built| Arc::ptr_eq(&built.analysis, analysis));
        let chart = Arc::new(app.chart(panel)?);
        let built = Built {
            analysis: Arc::clone(analysis),
            view,
            chart: Arc::clone(&chart),
        };
        self.0.insert(panel, built);
        Some(chart)
    }
}

/// The view without what is dragged in other panels: else each step of a turn or of a threshold
/// would build every chart anew.
fn seen_by(panel: Panel, view: &View) -> View {
    let mut seen = view.clone();
    let unseen = View::default();
    if !panel.is_3d() {
        seen.camera = unseen.camera;
    }
    if panel != Panel::Variance {
        seen.threshold = unseen.threshold;
    }
    seen
}
