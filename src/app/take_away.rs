//! What leaves the window: pictures, sessions, numbers.

use std::sync::Arc;

use super::{App, Destination, Dialog, Effect, PictureOptions, Subject, clipboard, session_target};
use crate::{
    export::Language,
    view::{Panel, RowTable},
    worker::{Errand, Picture},
};

impl App {
    pub(super) fn save_session(&mut self, mut to: Destination) {
        self.executor.send(Errand::SaveSession {
            setup: Box::new(self.setup.clone()),
            path: session_target(&to),
            replace: to.replace,
        });
        to.problem = None;
        self.dialog = Some(Dialog::SaveSession(to));
    }

    pub(super) fn copy_data(&mut self, panel: Panel) {
        let Some(chart) = self.chart(panel) else {
            return;
        };
        self.effects.push(Effect::CopyText(clipboard::tsv(&chart)));
        self.notify(format!("Data of {} copied", panel.title()), false);
    }

    pub(super) fn copy_selected_rows(&mut self) {
        let Some(shown) = &self.shown else { return };
        let table = RowTable::new(&shown.analysis, &shown.signs);
        let text = table.tsv(self.selected_rows());
        let count = self.selected_rows().count();
        self.effects.push(Effect::CopyText(text));
        self.notify(format!("{count} rows copied"), false);
    }

    pub(super) fn save_picture(&mut self, mut options: PictureOptions) {
        let errand = options.format().map(|format| {
            self.picture(&options).map(|picture| Errand::SavePicture {
                picture,
                format,
                path: options.target(),
                replace: options.to.replace,
            })
        });
        match errand {
            Ok(Some(errand)) => {
                options.to.problem = None;
                self.executor.send(errand);
            }
            Ok(None) => {}
            Err(problem) => options.to.problem = Some(problem),
        }
        self.dialog = Some(Dialog::SavePicture(options));
    }

    pub(super) fn copy_picture(&mut self, subject: Subject) {
        if let Some(picture) = self.picture(&PictureOptions::new(subject)) {
            self.executor.send(Errand::CopyPicture(picture));
        }
    }

    pub(super) fn copy_script(&mut self, language: Language) {
        if let Some(shown) = &self.shown {
            self.executor.send(Errand::CopyScript {
                language,
                setup: self.setup_shown(shown),
                analysis: Arc::clone(&shown.analysis),
            });
        }
    }

    /// What a figure of the shown result is drawn from.
    fn picture(&self, options: &PictureOptions) -> Option<Picture> {
        let shown = self.shown.as_ref()?;
        Some(Picture {
            analysis: Arc::clone(&shown.analysis),
            setup: self.setup_shown(shown),
            spec: options.spec(self.setup.view.places()),
        })
    }
}
