//! Errands, done beside the computations: drawing figures, and writing and opening files.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use super::{Doing, Picture, picture::KnownEmbeddings};
use crate::kept::KeptChange;
use chart::Ranges;
use explorer::{
    analysis::{Analysis, ShuffleTask, Watch},
    caption::caption,
    setup::{OpenedSession, Panel, SavedData, Setup, View, open_session, session_text},
};
use export::{
    Animation, Error, ExportError, Format, Handout, Making, Pixels, Reel, Result, Snippet,
    TableSpec,
};
use kernel_pca::{Cancellable, kpca::FitError, sweep::ShuffledEigenvalues};
use lessons::{Draft, Lesson, find_lesson, is_lesson, open_draft};
use scripts::Language;
use system::{
    Outputs, WriteError,
    input::{self, ContentKind},
};
use tabular::Source;

/// Work to be done once, outside the window's thread.
#[derive(Debug, Clone)]
pub enum Errand {
    SavePicture {
        picture: Picture,
        format: Format,
        /// Lines for a document, written to a file beside the figure; `None` for none.
        snippet: Option<Snippet>,
        to: OutputFile,
    },
    CopyPicture(Picture),
    /// Draws a figure as SVG text, to be copied.
    CopySvg(Picture),
    /// Draws a figure of at most this width and height in pixels.
    Preview(Picture, [u32; 2]),
    SaveTable {
        analysis: Arc<Analysis>,
        table: TableSpec,
        /// Source of the data, whose files must not be overwritten.
        source: Source,
        to: OutputFile,
    },
    /// Draws and writes pictures at many values of a parameter.
    SaveAnimation {
        animation: Box<Animation>,
        reel: Reel,
        replace: bool,
        /// Bytes that a fit may hold.
        memory: u64,
    },
    /// Compares eigenvalues with those of shuffled columns.
    Shuffle(ShuffleTask),
    /// Computes the results that the panels of a view need.
    Explain {
        analysis: Arc<Analysis>,
        view: Box<View>,
    },
    /// Opens a session or a lesson.
    OpenSession(PathBuf),
    /// Opens the lesson of this name that was open when the window closed.
    ResumeLesson(String),
    /// Compares the data of an opened session with those that it was saved with.
    CompareData(SavedData),
    SaveSession(Box<Setup>, OutputFile),
    SaveLesson(Box<Draft>, OutputFile),
    /// Draws all pictures of a lesson, and writes the lesson as a page.
    SaveHandout(Arc<Lesson>, OutputFile),
    /// Writes the settings and the draft of a lesson to disk.
    KeepSettings(Vec<KeptChange>),
    CopyScript {
        language: Language,
        setup: Box<Setup>,
        analysis: Arc<Analysis>,
        /// Ranges of plots that the user zoomed to, by panel.
        zooms: Vec<(Panel, Ranges)>,
    },
}

/// File to be written.
#[derive(Debug, Clone)]
pub struct OutputFile {
    pub path: PathBuf,
    /// True where an existing file may be replaced.
    pub replace: bool,
}

/// Analysis with the results that further panels need; equal only to copies of the same pointer.
#[derive(Debug, Clone)]
pub struct ExplainedAnalysis(pub Arc<Analysis>);

impl PartialEq for ExplainedAnalysis {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Outcome of an errand.
#[derive(Debug, Clone, PartialEq)]
pub enum News {
    Saved(PathBuf),
    /// Path of a file that exists already, so that nothing was written.
    Exists(PathBuf),
    Drawn(Pixels),
    /// SVG text of a figure, to be copied.
    DrawnSvg(String),
    Previewed(Pixels),
    Shuffled(Arc<Result<ShuffledEigenvalues, String>>),
    /// Analysis with the results that panels needed.
    Explained(ExplainedAnalysis),
    Opened(PathBuf, Box<OpenedSession>),
    /// Remark that the data of a session have changed, where they have.
    Compared(Option<String>),
    Lesson(PathBuf, Box<Lesson>),
    /// Lesson of this name that was open when the window closed, or the reason why it does not open.
    Resumed(String, Result<Box<Lesson>, String>),
    /// Lesson whose rules have errors, to be edited.
    LessonToMend(PathBuf, Box<lessons::Read>),
    /// File in which a draft was saved, with the draft.
    LessonSaved(PathBuf, Box<Draft>),
    /// File of a handout, with a sentence on each picture that it lacks.
    HandoutSaved(PathBuf, Vec<String>),
    /// Script with its language, and the name of the table that it reads; `None` where it reads none.
    Scripted(Language, String, Option<String>),
    /// Settings were written to the disk, with remarks on files that were set aside.
    Kept(Vec<String>),
    /// Errand that was given up, without any result.
    GivenUp,
    Failed(String),
}

impl Errand {
    #[must_use]
    pub fn doing(&self) -> Doing {
        match self {
            Self::SavePicture { .. } => Doing::SavingPicture,
            Self::CopyPicture(_) | Self::CopySvg(_) => Doing::CopyingPicture,
            Self::Preview(..) => Doing::DrawingPreview,
            Self::SaveTable { .. } => Doing::SavingTable,
            Self::SaveAnimation { .. } => Doing::MakingAnimation,
            Self::Shuffle(_) => Doing::Shuffling,
            Self::Explain { .. } => Doing::DrawingThumbnails,
            Self::OpenSession(_) | Self::ResumeLesson(_) => Doing::Opening,
            Self::CompareData(_) => Doing::ComparingData,
            Self::SaveSession(..) => Doing::SavingSession,
            Self::SaveLesson(..) => Doing::SavingLesson,
            Self::SaveHandout(..) => Doing::SavingHandout,
            Self::KeepSettings(_) => Doing::KeepingSettings,
            Self::CopyScript { .. } => Doing::CopyingScript,
        }
    }

    /// Carries out the errand. Nothing is written once it is cancelled.
    pub(super) fn run(self, known: &mut KnownEmbeddings, watch: Watch<'_>) -> News {
        match self.attempt(known, watch) {
            Ok(news) => news,
            Err(error) if error.is_cancelled() => News::GivenUp,
            Err(error) => News::Failed(error.to_string()),
        }
    }

    fn attempt(self, known: &mut KnownEmbeddings, watch: Watch<'_>) -> Result<News> {
        watch.check()?;
        match self {
            Self::SavePicture {
                picture,
                format,
                snippet,
                to,
            } => {
                let bytes = picture.render(format, known, watch)?;
                save_picture(&picture, &bytes, snippet, &to, watch)
            }
            Self::CopySvg(picture) => {
                let bytes = picture.render(Format::Svg, known, watch)?;
                Ok(News::DrawnSvg(String::from_utf8_lossy(&bytes).into_owned()))
            }
            Self::CopyPicture(picture) => {
                let size = [picture.spec.width, picture.spec.height];
                let pixels = picture.pixels(size, known, watch)?;
                Ok(News::Drawn(pixels))
            }
            Self::Preview(picture, most) => {
                let pixels = picture.pixels(most, known, watch)?;
                Ok(News::Previewed(pixels))
            }
            Self::SaveTable {
                analysis,
                table,
                source,
                to,
            } => {
                let read = [source.path(), table.reads()];
                write_all(&to, &[], &read, watch, |outputs| {
                    outputs.stage_by(&to.path, |out| {
                        export::write_table(&to.path, &analysis, &table, out, watch)
                    })
                })
            }
            Self::SaveAnimation {
                animation,
                reel,
                replace,
                memory,
            } => animate(&animation, &reel, replace, watch.within(memory)),
            Self::Shuffle(task) => {
                let found = task.run(watch)?;
                Ok(News::Shuffled(Arc::new(found)))
            }
            Self::Explain { analysis, view } => {
                let found = analysis.explained(&view, watch)?;
                Ok(News::Explained(ExplainedAnalysis(Arc::new(found))))
            }
            Self::OpenSession(path) => waited_for(watch, move || open(path)),
            Self::ResumeLesson(name) => waited_for(watch, move || {
                let lesson = find_lesson(&name).map_err(|error| error.to_string());
                News::Resumed(name, lesson.map(|(_, lesson)| Box::new(lesson)))
            }),
            Self::CompareData(data) => waited_for(watch, move || News::Compared(data.changed())),
            Self::SaveSession(setup, to) => {
                let (read, path) = (setup.source.path().map(Path::to_owned), to.path.clone());
                match waited_for(watch, move || session_text(&setup, &path))? {
                    Ok(session) => write(&to, session.as_bytes(), &[read.as_deref()], watch),
                    Err(error) => Ok(News::Failed(error.to_string())),
                }
            }
            Self::SaveLesson(draft, to) => save_lesson(draft, &to, watch),
            Self::SaveHandout(lesson, to) => {
                let Handout { html, remarks } = export::handout(&lesson, None, watch)?;
                Ok(match write(&to, html.as_bytes(), &[], watch)? {
                    News::Saved(path) => News::HandoutSaved(path, remarks),
                    other => other,
                })
            }
            Self::KeepSettings(changes) => {
                let written: Result<Vec<_>, _> = changes.iter().map(KeptChange::write).collect();
                Ok(News::Kept(written?.into_iter().flatten().collect()))
            }
            Self::CopyScript {
                language,
                setup,
                analysis,
                zooms,
            } => {
                let table = scripts::table_name(&setup);
                let script =
                    scripts::script(language, &setup, &analysis, &zooms, Path::new(&table));
                watch.check()?;
                let table = scripts::reads_table(language, &setup, &analysis).then_some(table);
                Ok(News::Scripted(language, script, table))
            }
        }
    }
}

/// Does work that may wait for a system that does not answer, until it is done or cancelled.
fn waited_for<T: Send + 'static>(
    watch: Watch<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    let done = system::unless_cancelled(watch.cancelled, |_| work());
    Ok(done.ok_or(FitError::Cancelled)?)
}

/// Writes a figure and, where wanted, the lines for a document beside it: both or none.
fn save_picture(
    picture: &Picture,
    bytes: &[u8],
    snippet: Option<Snippet>,
    to: &OutputFile,
    watch: Watch<'_>,
) -> Result<News> {
    let read = [picture.setup.source.path()];
    let beside = snippet.map(|it| {
        let foot = caption(
            &picture.setup,
            &picture.analysis,
            &picture.spec.panels,
            picture.spec.titles,
        );
        let text = it.text(&foot, &picture.setup, &picture.spec, &to.path);
        (to.path.with_extension(it.extension()), text)
    });
    let others: Vec<&Path> = beside.iter().map(|(path, _)| path.as_path()).collect();
    write_all(to, &others, &read, watch, |outputs| {
        outputs.stage(&to.path, bytes)?;
        if let Some((path, text)) = &beside {
            outputs.stage(path, text.as_bytes())?;
        }
        Ok(())
    })
}

fn animate(animation: &Animation, reel: &Reel, replace: bool, watch: Watch<'_>) -> Result<News> {
    let read: Vec<&Path> = animation.setup.source.path().into_iter().collect();
    let all = animation.question.values.len();
    watch.progress.parts(0, all);
    let making = Making {
        memory: watch.memory,
        replace,
        read: &read,
        told: &mut |done, _| watch.progress.parts(done, all),
        cancelled: watch.cancelled,
    };
    saved_or_there(animation.write(reel, making).map(drop), reel.pattern())
}

/// Outcome of an errand that wrote the file at `path`, or found one there that must not be replaced.
fn saved_or_there(written: Result<()>, path: PathBuf) -> Result<News> {
    match written {
        Ok(()) => Ok(News::Saved(path)),
        Err(Error::Export(ExportError::File(WriteError::Exists(there)))) => {
            Ok(News::Exists(there.into()))
        }
        Err(error) => Err(error),
    }
}

/// Writes a lesson, unless that would overwrite the data of its steps.
fn save_lesson(draft: Box<Draft>, to: &OutputFile, watch: Watch<'_>) -> Result<News> {
    let text = match draft.file_text(&to.path) {
        Ok(text) => text,
        Err(error) => return Ok(News::Failed(error.to_string())),
    };
    let data = draft.data_files();
    let read: Vec<Option<&Path>> = data.iter().map(|path| Some(path.as_path())).collect();
    Ok(match write(to, text.as_bytes(), &read, watch)? {
        News::Saved(path) => News::LessonSaved(path, draft),
        other => other,
    })
}

/// Opens a session, or a lesson if the file is one.
fn open(path: PathBuf) -> News {
    let is_lesson = input::text(&path, ContentKind::Document).is_ok_and(|text| is_lesson(&text));
    if is_lesson {
        return match open_draft(&path) {
            Ok(read) if read.problems.is_empty() => News::Lesson(path, Box::new(read.lesson)),
            Ok(read) => News::LessonToMend(path, Box::new(read)),
            Err(error) => News::Failed(error.to_string()),
        };
    }
    match open_session(&path) {
        Ok(opened) => News::Opened(path, Box::new(opened)),
        Err(error) => News::Failed(error.to_string()),
    }
}

/// Writes `bytes` to a file, unless that is one of the files in `read`.
fn write(to: &OutputFile, bytes: &[u8], read: &[Option<&Path>], watch: Watch<'_>) -> Result<News> {
    write_all(to, &[], read, watch, |outputs| {
        Ok(outputs.stage(&to.path, bytes)?)
    })
}

/// Writes a file and `others`, whose contents `stage` prepares: all or none, and none where one of them is in `read`.
fn write_all(
    to: &OutputFile,
    others: &[&Path],
    read: &[Option<&Path>],
    watch: Watch<'_>,
    stage: impl FnOnce(&mut Outputs) -> Result<()>,
) -> Result<News> {
    let read: Vec<&Path> = read.iter().copied().flatten().collect();
    let all: Vec<&Path> = [&*to.path]
        .into_iter()
        .chain(others.iter().copied())
        .collect();
    let written = Outputs::new(&all, &read, to.replace)
        .map_err(Error::from)
        .and_then(|mut outputs| {
            stage(&mut outputs)?;
            // Last check: once moved to their places, files stay even if the errand is given up.
            watch.check()?;
            Ok(outputs.commit()?)
        });
    saved_or_there(written, to.path.clone())
}

#[cfg(test)]
mod tests;
