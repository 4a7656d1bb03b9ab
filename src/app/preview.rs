//! Preview of a figure, drawn small while its dialog is open.

use std::sync::Arc;

use super::{App, Dialog};
use crate::worker::{Errand, Picture};
use export::Pixels;

/// Largest width and height of a preview, in pixels.
const LARGEST: [u32; 2] = [1040, 760];

/// State of the drawing of previews, one at a time. Only the newest figure waits, and it waits here, as the errand
/// thread has files to write as well.
#[derive(Default)]
pub(super) struct Previewer {
    under_way: Option<Picture>,
    drawing: Option<(Picture, Result<Arc<Pixels>, String>)>,
}

/// Preview of the figure as far as there is one.
#[derive(Debug, Clone, Copy)]
pub struct Preview<'a> {
    /// Last drawing, or the reason why there is none.
    pub drawing: Option<Result<&'a Arc<Pixels>, &'a str>>,
    /// True where a drawing is under way that may replace this one, or where there is none yet.
    pub stale: bool,
}

impl App {
    #[must_use]
    pub fn preview(&self) -> Preview<'_> {
        let drawing = self.preview.drawing.as_ref().map(|(_, result)| {
            let result = result.as_ref();
            result.map_err(String::as_str)
        });
        Preview {
            drawing,
            stale: self.preview.under_way.is_some() || drawing.is_none(),
        }
    }

    /// Asks for a drawing of the open dialog's figure, if it is not the one that was drawn last.
    pub(super) fn ask_for_preview(&mut self) {
        let wanted = match &self.dialog {
            Some(Dialog::SavePicture(options)) => self.picture(options),
            _ => None,
        };
        let Some(wanted) = wanted else {
            self.preview.drawing = None;
            return;
        };
        let known = self.preview.drawing.as_ref();
        if self.preview.under_way.is_some() || known.is_some_and(|(picture, _)| *picture == wanted)
        {
            return;
        }
        self.preview.under_way = Some(wanted.clone());
        self.send(Errand::Preview(wanted, LARGEST));
    }

    pub(super) fn take_preview(&mut self, result: Result<Pixels, String>) {
        if let Some(picture) = self.preview.under_way.take() {
            self.preview.drawing = Some((picture, result.map(Arc::new)));
        }
    }
}
