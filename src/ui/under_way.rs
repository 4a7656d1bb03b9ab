//! Work under way beside the picture: a spinner, its progress, and its name.

use egui::Ui;

use super::{
    theme,
    widgets::{busy, progress_bar},
};
use crate::app::ErrandUnderWay;

/// Draws a spinner, a bar where the share done (0 to 1) is known, and the text, in the order in which `ui` goes.
pub(super) fn show(ui: &mut Ui, text: &str, share: Option<f64>) {
    busy(ui, 12.0);
    if let Some(share) = share {
        progress_bar(ui, share as f32);
    }
    ui.label(theme::small(text).weak());
}

/// Draws the progress of an errand, such as "saving the figure · Isomap, shortest paths: 12 %".
pub(super) fn errand(ui: &mut Ui, errand: &ErrandUnderWay) {
    let title = errand.doing.title();
    if errand.stopping {
        return show(ui, &format!("stopping: {title}"), None);
    }
    match errand.step {
        Some(step) => show(ui, &format!("{title} · {step}"), step.share()),
        None => show(ui, title, None),
    }
}
