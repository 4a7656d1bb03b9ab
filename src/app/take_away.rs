//! Export from the window: pictures, sessions, numbers.

use std::{path::Path, sync::Arc};

use super::{App, Choice, Command, Destination, Dialog, Edit, PictureOptions, Subject};
use crate::worker::{Errand, Picture};
use chart::counted;
use explorer::{panel::Panel, view::RowTable};
use export::FigureSpec;
use scripts::Language;

impl App {
    /// Suggested name of a file: its data, its kernel and `what` it holds.
    pub(super) fn suggestion(&self, what: &str) -> Destination {
        let setup = &self.setup;
        let kernel = setup.kernel.kind.name();
        Destination {
            folder: self.settings.saved_in.clone(),
            ..Destination::suggesting([&setup.source.short_name(), kernel, what].join("-"))
        }
    }

    pub(super) fn ask_for_session(&mut self) {
        self.dialog = Some(Dialog::SaveSession(self.suggestion("session")));
    }

    pub(super) fn save_session(&mut self, mut to: Destination) {
        let file = to.file(to.document("toml"));
        self.send(Errand::SaveSession(Box::new(self.setup.clone()), file));
        to.problem = None;
        self.dialog = Some(Dialog::SaveSession(to));
    }

    pub(super) fn copy_selected_rows(&mut self) {
        let Some(analysis) = self.analysis() else {
            return;
        };
        let text = RowTable::new(analysis).tsv(self.selected_rows());
        let rows = counted(self.selected_rows().count(), ["row", "rows"]);
        self.copy_text(text, &format!("{rows} copied"));
    }

    pub(super) fn copy_novel_new_rows(&mut self) {
        let analysis = self.analysis();
        let new = analysis.and_then(|it| Some((it, it.new.as_ref()?, self.novel_new_rows()?)));
        if let Some((analysis, new, rows)) = new {
            let said = counted(rows.len(), ["new row", "new rows"]);
            let text = RowTable::of_new(analysis, &new.rows).tsv(rows.into_iter());
            self.copy_text(text, &format!("{said} copied"));
        }
    }

    pub(super) fn save_picture(&mut self, mut options: PictureOptions) {
        let errand = options.format().map(|format| {
            self.picture(&options).map(|picture| Errand::SavePicture {
                picture,
                format,
                snippet: options.snippet,
                to: options.to.file(options.target()),
            })
        });
        match errand {
            Ok(Some(errand)) => {
                options.to.problem = None;
                self.keep_figure(&options);
                self.send(errand);
            }
            Ok(None) => {}
            Err(problem) => options.to.problem = Some(problem),
        }
        self.dialog = Some(Dialog::SavePicture(options));
    }

    pub(super) fn ask_for_picture(&mut self, subject: Subject) {
        let figures = &self.settings.figures;
        let figure = figures.figure(subject, self.panels_of(subject));
        self.dialog = Some(Dialog::SavePicture(PictureOptions {
            subject,
            to: self.suggestion(match subject {
                Subject::AllPanels => "figure",
                Subject::Panel(panel) => panel.name(),
            }),
            figure,
            wishes: Box::new(self.setup.view.wishes.clone()),
            shapes: self.setup.view.shapes,
            snippet: None,
            as_zoomed: true,
        }));
    }

    /// Copies the panels on the screen or the one of `subject`, in the look of the last figure.
    pub(super) fn copy_picture(&mut self, subject: Subject) {
        let panels = self.panels_of(subject);
        let mut figure = self.settings.figures.figure(subject, panels.clone());
        figure.panels = panels;
        if let Some(picture) = self.picture_of(figure, true) {
            self.send(Errand::CopyPicture(picture));
        }
    }

    /// Copies the dialog's figure, as an image or as the text of an SVG.
    pub(super) fn copy_figure(&mut self, options: &PictureOptions, as_svg: bool) {
        if let Some(picture) = self.picture(options) {
            self.keep_figure(options);
            self.send(if as_svg {
                Errand::CopySvg(picture)
            } else {
                Errand::CopyPicture(picture)
            });
            self.dialog = None;
        }
    }

    pub(super) fn copy_script(&mut self, language: Language) {
        if let Some(shown) = &self.shown {
            let mut setup = self.setup_shown(shown);
            setup.view.panels = self.visible();
            self.send(Errand::CopyScript {
                language,
                zooms: self.zooms(&setup.view.panels),
                setup,
                analysis: Arc::clone(&shown.analysis),
            });
        }
    }

    fn panels_of(&self, subject: Subject) -> Vec<Panel> {
        match subject {
            Subject::AllPanels => self.visible(),
            Subject::Panel(panel) => vec![panel],
        }
    }

    fn keep_figure(&mut self, options: &PictureOptions) {
        let panels = self.panels_of(options.subject);
        let figures = &mut self.settings.figures;
        figures.keep(options.subject, options.figure.clone(), &panels);
        if *options.wishes != self.setup.view.wishes {
            self.apply(Command::Edit(Edit::Wishes((*options.wishes).clone())));
        }
        if options.shapes != self.setup.view.shapes {
            self.apply(Command::Edit(Edit::Choose(Choice::Shapes)));
        }
    }

    /// Picture that the dialog describes.
    pub(super) fn picture(&self, options: &PictureOptions) -> Option<Picture> {
        let mut picture = self.picture_of(options.figure.clone(), options.as_zoomed)?;
        picture.setup.view.wishes = (*options.wishes).clone();
        picture.setup.view.shapes = options.shapes;
        Some(picture)
    }

    fn picture_of(&self, mut spec: FigureSpec, as_zoomed: bool) -> Option<Picture> {
        let shown = self.shown.as_ref()?;
        if as_zoomed {
            spec.zoom = self.zooms(&spec.panels);
        }
        Some(Picture {
            analysis: Arc::clone(&shown.analysis),
            setup: self.setup_shown(shown),
            spec,
        })
    }

    /// Takes over a path from the system's dialog.
    pub(super) fn write_to(&mut self, path: &Path) {
        if let Some(to) = self.destination() {
            to.choose(path);
        }
    }
}
