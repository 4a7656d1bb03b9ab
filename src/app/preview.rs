//! The figure as it will be written, drawn small while its dialog is open.

use std::sync::Arc;

use super::{App, Dialog};
use crate::{
    export::Pixels,
    worker::{Errand, Picture},
};

/// Pixels across and down that a preview has at most.
const MOST: [u32; 2] = [1040, 760];

/// One drawing at a time: the errand thread has files to write as well, so that only the newest
/// wish waits, and here.
#[derive(Default)]
pub(super) struct Previewer {
    under_way: Option<Picture>,
    drawn: Option<(Picture, Result<Arc<Pixels>, String>)>,
}

/// What is there to be seen of the figure.
#[derive(Debug, Clone, Copy)]
pub struct Preview<'a> {
    /// The last one that could be drawn, or why there is none.
    pub drawn: Option<Result<&'a Arc<Pixels>, &'a str>>,
    /// Whether it is not yet what the dialog asks for.
    pub stale: bool,
}

impl App {
    #[must_use]
    pub fn preview(&self) -> Preview<'_> {
        let drawn = self.preview.drawn.as_ref().map(|(_, result)| {
            let result = result.as_ref();
            result.map_err(String::as_str)
        });
        Preview {
            drawn,
            stale: self.preview.under_way.is_some() || drawn.is_none(),
        }
    }

    /// Has the figure of the open dialog drawn, if it is not the one that was drawn last.
    pub(super) fn ask_for_preview(&mut self) {
        let wanted = match &self.dialog {
            Some(Dialog::SavePicture(options)) => self.picture(options),
            _ => None,
        };
        let Some(wanted) = wanted else {
            self.preview.drawn = None;
            return;
        };
        let known = self.preview.drawn.as_ref();
        if self.preview.under_way.is_some() || known.is_some_and(|(picture, _)| *picture == wanted)
        {
            return;
        }
        self.preview.under_way = Some(wanted.clone());
        self.send(Errand::Preview(wanted, MOST));
    }

    pub(super) fn take_preview(&mut self, result: Result<Pixels, String>) {
        if let Some(picture) = self.preview.under_way.take() {
            self.preview.drawn = Some((picture, result.map(Arc::new)));
        }
    }
}
