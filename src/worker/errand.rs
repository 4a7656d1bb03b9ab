//! Work beside the computations: drawing figures, writing files.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::{
    Error, Result,
    analysis::{Analysis, ShuffleTask},
    data::Source,
    export::{
        self, Animation, ExportError, FigureSpec, Format, Language, Making, Outputs, Pixels, Reel,
        TableSpec,
    },
    kpca::Cancelled,
    lesson::{self, Draft, Lesson, is_lesson, open_draft},
    setup::{Opened, Panel, Setup, View, open_session, session_text},
    sweep::Shuffled,
    view::Ranges,
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
    /// Draws a figure in at most so many pixels across and down.
    Preview(Picture, [u32; 2]),
    SaveTable {
        analysis: Arc<Analysis>,
        table: TableSpec,
        /// Where the data come from.
        source: Source,
        path: PathBuf,
        replace: bool,
    },
    /// Draws pictures at many values, which takes long.
    SaveAnimation {
        animation: Box<Animation>,
        reel: Reel,
        replace: bool,
        /// Bytes that a fit may use.
        memory: u64,
        given_up: Arc<AtomicBool>,
    },
    /// Holds eigenvalues against those of shuffled columns.
    Shuffle {
        /// Tells requests apart.
        id: u64,
        task: ShuffleTask,
        given_up: Arc<AtomicBool>,
    },
    /// Opens a session or a lesson.
    OpenSession(PathBuf),
    SaveSession {
        setup: Box<Setup>,
        path: PathBuf,
        replace: bool,
    },
    SaveLesson {
        draft: Box<Draft>,
        path: PathBuf,
        replace: bool,
    },
    /// Draws all pictures of a lesson, and writes it as a page.
    SaveHandout {
        lesson: Arc<Lesson>,
        path: PathBuf,
        replace: bool,
    },
    /// Puts the settings on the disk.
    KeepSettings {
        path: PathBuf,
        text: String,
    },
    CopyScript {
        language: Language,
        setup: Box<Setup>,
        analysis: Arc<Analysis>,
        /// What the panels show of their plots, where it is not all.
        zooms: Vec<(Panel, Ranges)>,
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
    /// What came of the only preview that was asked for.
    Previewed(Result<Pixels, String>),
    Animation(AnimationNews),
    /// What came of a comparison; `None` where it was given up.
    Shuffled(u64, Option<Arc<Result<Shuffled, String>>>),
    Opened(PathBuf, Box<Opened>),
    Lesson(PathBuf, Box<Lesson>),
    /// A lesson with rules that are none.
    LessonToMend(PathBuf, Box<lesson::Read>),
    /// A draft stands in a file now.
    LessonSaved(PathBuf, Box<Draft>),
    Scripted(Language, String),
    /// The settings are on the disk.
    Kept,
    /// They can't be put there.
    Unkept(String),
    Failed(String),
}

/// How an animation goes.
#[derive(Debug, Clone, PartialEq)]
pub enum AnimationNews {
    /// So many of its pictures are drawn.
    Drawn(usize),
    Saved(PathBuf),
    /// Nothing was written, because this file is there already.
    Exists(PathBuf),
    GivenUp,
    Failed(String),
}

impl Errand {
    /// The news when this cannot be carried out.
    pub(super) fn failure(&self) -> fn(String) -> News {
        match self {
            Self::Preview(..) => |reason| News::Previewed(Err(reason)),
            Self::KeepSettings { .. } => News::Unkept,
            Self::SaveAnimation { .. } => |reason| News::Animation(AnimationNews::Failed(reason)),
            _ => News::Failed,
        }
    }

    /// What tells this errand that it is given up, if it can be.
    pub(super) fn given_up(&self) -> Option<Arc<AtomicBool>> {
        match self {
            Self::SaveAnimation { given_up, .. } | Self::Shuffle { given_up, .. } => {
                Some(Arc::clone(given_up))
            }
            _ => None,
        }
    }

    /// Carries it out; what takes long says meanwhile how far it is.
    pub(super) fn run(self, tell: &dyn Fn(News)) -> News {
        let failure = self.failure();
        let result = match self {
            Self::SavePicture {
                picture,
                format,
                path,
                replace,
            } => match picture.render(format) {
                Ok(bytes) => write(path, &bytes, replace, &[picture.setup.source.path()]),
                Err(error) => Err(error.to_string()),
            },
            Self::CopyPicture(picture) => picture
                .pixels([picture.spec.width, picture.spec.height])
                .map(News::Drawn)
                .map_err(|error| error.to_string()),
            Self::Preview(picture, most) => picture
                .pixels(most)
                .map(|pixels| News::Previewed(Ok(pixels)))
                .map_err(|error| error.to_string()),
            Self::SaveTable {
                analysis,
                table,
                source,
                path,
                replace,
            } => match export::table_file(&path, &analysis, &table) {
                Ok(bytes) => write(path, &bytes, replace, &[source.path(), table.reads()]),
                Err(error) => Err(error.to_string()),
            },
            Self::SaveAnimation {
                animation,
                reel,
                replace,
                memory,
                given_up,
            } => {
                let tell = |done| tell(News::Animation(AnimationNews::Drawn(done)));
                let cancelled = || given_up.load(Ordering::Relaxed);
                Ok(News::Animation(animate(
                    &animation, &reel, replace, memory, &tell, &cancelled,
                )))
            }
            Self::Shuffle { id, task, given_up } => {
                let found = task.run(&|| given_up.load(Ordering::Relaxed));
                Ok(News::Shuffled(id, found.ok().map(Arc::new)))
            }
            Self::OpenSession(path) => open(path),
            Self::SaveSession {
                setup,
                path,
                replace,
            } => match session_text(&setup, &path) {
                Ok(session) => write(path, session.as_bytes(), replace, &[setup.source.path()]),
                Err(error) => Err(error.to_string()),
            },
            Self::SaveLesson {
                draft,
                path,
                replace,
            } => save_lesson(draft, path, replace),
            Self::SaveHandout {
                lesson,
                path,
                replace,
            } => match export::handout(&lesson) {
                Ok(page) => write(path, page.as_bytes(), replace, &[]),
                Err(error) => Err(error.to_string()),
            },
            Self::KeepSettings { path, text } => export::write_own_file(&path, text.as_bytes())
                .map(|()| News::Kept)
                .map_err(|error| error.to_string()),
            Self::CopyScript {
                language,
                setup,
                analysis,
                zooms,
            } => {
                let script = export::script(language, &setup, &analysis, &zooms);
                Ok(News::Scripted(language, script))
            }
        };
        result.unwrap_or_else(failure)
    }
}

fn animate(
    animation: &Animation,
    reel: &Reel,
    replace: bool,
    memory: u64,
    tell: &dyn Fn(usize),
    cancelled: Cancelled<'_>,
) -> AnimationNews {
    let read: Vec<&Path> = animation.setup.source.path().into_iter().collect();
    let making = Making {
        memory,
        replace,
        read: &read,
        told: &mut |done, _| tell(done),
        cancelled,
    };
    match animation.write(reel, making) {
        Ok(()) => AnimationNews::Saved(reel.pattern()),
        Err(_) if cancelled() => AnimationNews::GivenUp,
        Err(Error::Export(ExportError::Exists(path))) => AnimationNews::Exists(path.into()),
        Err(error) => AnimationNews::Failed(error.to_string()),
    }
}

/// Writes a lesson with its data, and not over them.
fn save_lesson(draft: Box<Draft>, path: PathBuf, replace: bool) -> Result<News, String> {
    let text = draft.file_text(&path).map_err(|error| error.to_string())?;
    let data = draft.data_files();
    let read: Vec<Option<&Path>> = data.iter().map(|path| Some(path.as_path())).collect();
    match write(path, text.as_bytes(), replace, &read) {
        Ok(News::Saved(path)) => Ok(News::LessonSaved(path, draft)),
        other => other,
    }
}

/// Opens a session, or a lesson if it is one.
fn open(path: PathBuf) -> Result<News, String> {
    let is_lesson = fs::read_to_string(&path).is_ok_and(|text| is_lesson(&text));
    if is_lesson {
        let read = open_draft(&path).map_err(|error| error.to_string())?;
        return Ok(if read.problems.is_empty() {
            News::Lesson(path, Box::new(read.lesson))
        } else {
            News::LessonToMend(path, Box::new(read))
        });
    }
    let opened = open_session(&path).map_err(|error| error.to_string())?;
    Ok(News::Opened(path, Box::new(opened)))
}

/// Writes to `path` unless it is one of the files that were read.
fn write(
    path: PathBuf,
    bytes: &[u8],
    replace: bool,
    read: &[Option<&Path>],
) -> Result<News, String> {
    let read: Vec<&Path> = read.iter().copied().flatten().collect();
    let written = Outputs::new(&[&path], &read, replace).and_then(|mut outputs| {
        outputs.stage(&path, bytes)?;
        outputs.commit()
    });
    match written {
        Ok(()) => Ok(News::Saved(path)),
        Err(ExportError::Exists(_)) => Ok(News::Exists(path)),
        Err(error) => Err(error.to_string()),
    }
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.analysis, &other.analysis)
            && self.setup == other.setup
            && self.spec == other.spec
    }
}

impl Picture {
    fn render(&self, format: Format) -> Result<Vec<u8>> {
        let analysis = self.explained()?;
        Ok(export::render(&analysis, &self.setup, &self.spec, format)?)
    }

    fn pixels(&self, most: [u32; 2]) -> Result<Pixels> {
        let analysis = self.explained()?;
        Ok(export::draw(&analysis, &self.setup, &self.spec, most)?)
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
