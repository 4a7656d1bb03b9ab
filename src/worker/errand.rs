//! Work beside the computations: drawing figures, writing files.

use std::{path::PathBuf, sync::Arc};

use crate::{
    Result,
    analysis::Analysis,
    export::{self, ExportError, FigureSpec, Format, Language, Pixels},
    setup::{Opened, Setup, View, open_session, session_text},
};

/// Something to do once, away from the window.
#[derive(Debug, Clone)]
pub enum Errand {
    SavePicture {
        picture: Picture,
        format: Format,
        path: PathBuf,
        /// Whether an existing file may be replaced.
        replace: bool,
    },
    CopyPicture(Picture),
    OpenSession(PathBuf),
    SaveSession {
        setup: Box<Setup>,
        path: PathBuf,
        replace: bool,
    },
    CopyScript {
        language: Language,
        setup: Box<Setup>,
        analysis: Arc<Analysis>,
    },
}

/// What a figure is drawn from.
#[derive(Debug, Clone)]
pub struct Picture {
    pub analysis: Arc<Analysis>,
    pub setup: Box<Setup>,
    pub spec: FigureSpec,
}

/// What came of an errand.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    Saved(PathBuf),
    /// Nothing was written, because the file is there already.
    Exists(PathBuf),
    Drawn(Pixels),
    Opened(PathBuf, Box<Opened>),
    Scripted(Language, String),
    Failed(String),
}

impl Errand {
    pub(super) fn run(self) -> News {
        let result = match self {
            Self::SavePicture {
                picture,
                format,
                path,
                replace,
            } => match picture.render(format) {
                Ok(bytes) => write(path, &bytes, replace),
                Err(error) => Err(error.to_string()),
            },
            Self::CopyPicture(picture) => picture
                .pixels()
                .map(News::Drawn)
                .map_err(|error| error.to_string()),
            Self::OpenSession(path) => match open_session(&path) {
                Ok(opened) => Ok(News::Opened(path, Box::new(opened))),
                Err(error) => Err(error.to_string()),
            },
            Self::SaveSession {
                setup,
                path,
                replace,
            } => match session_text(&setup, &path) {
                Ok(session) => write(path, session.as_bytes(), replace),
                Err(error) => Err(error.to_string()),
            },
            Self::CopyScript {
                language,
                setup,
                analysis,
            } => export::script(language, &setup, &analysis)
                .map(|script| News::Scripted(language, script))
                .map_err(|error| error.to_string()),
        };
        result.unwrap_or_else(News::Failed)
    }
}

fn write(path: PathBuf, bytes: &[u8], replace: bool) -> Result<News, String> {
    match export::write_file(&path, bytes, replace) {
        Ok(()) => Ok(News::Saved(path)),
        Err(ExportError::Exists(_)) => Ok(News::Exists(path)),
        Err(error) => Err(error.to_string()),
    }
}

impl Picture {
    fn render(&self, format: Format) -> Result<Vec<u8>> {
        let analysis = self.explained()?;
        Ok(export::render(&analysis, &self.setup, &self.spec, format)?)
    }

    /// As many pixels as the figure has.
    fn pixels(&self) -> Result<Pixels> {
        let size = [self.spec.width, self.spec.height];
        let analysis = self.explained()?;
        Ok(export::draw(&analysis, &self.setup, &self.spec, size)?)
    }

    /// The analysis with what the figure's panels need: one may be asked for that is not on the screen.
    fn explained(&self) -> Result<Analysis> {
        let wanted = View {
            panels: self.spec.panels.clone(),
            ..self.setup.view.clone()
        };
        Ok(self.analysis.explained(&wanted, &|| false)?)
    }
}
