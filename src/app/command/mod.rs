//! Every user action, as one enum: menus, shortcuts, buttons, sliders, the palette and the tests
//! all go through [`App::apply`](super::App::apply).

mod entries;
mod entry;

use std::path::PathBuf;

use super::{
    Aim, AnimationOptions, Arrangement, Blank, Choice, Destination, Dialog, Edit, LessonEdit, Pick,
    PictureOptions, Section, Subject, TableOptions, Theme, Tool,
};
use crate::{
    export::Language,
    lesson::shipped,
    panel::Letter,
    setup::examples,
    view::{Panel, Ranges},
};

#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    Edit(Edit),
    Undo,
    Redo,
    /// Opens a prepared setup by its name.
    Example(&'static str),
    /// Opens a shipped lesson by its name, where one was in it.
    Lesson(&'static str),
    /// Asks for the file of a lesson with the system's dialog.
    OpenLesson,
    /// The answer of the lesson's step, where it asks, or its next step.
    NextStep,
    PreviousStep,
    /// Another step of the lesson, by its place from 0.
    GoToStep(usize),
    /// The picture of the lesson's step as it was.
    ShowStepAgain,
    /// Takes a choice of the lesson's question, by its place from 0.
    Answer(usize),
    /// Shows the answer to the lesson's question.
    ShowAnswer,
    CloseLesson,
    /// Begins a lesson whose first step is what is on the screen.
    NewLesson,
    /// Writes on the lesson that is open.
    EditLesson,
    WriteLesson(LessonEdit),
    /// Takes the last change of the lesson's text back.
    UndoWriting,
    RedoWriting,
    /// Saves the lesson that is written where it stands, or asks where.
    SaveLesson,
    AskForLesson,
    /// Writes the lesson to the file that the save dialog names.
    SaveLessonTo(Destination),
    StopWriting,
    /// Asks where to write the open lesson as a page to print.
    AskForHandout,
    SaveHandout(Destination),
    /// Saves the lesson, and then carries out what closes it.
    SaveLessonAnd(Box<Self>),
    /// Lets go of what is not saved of the lesson, and carries out what closes it.
    DiscardLessonAnd(Box<Self>),
    /// Fills the screen with a large picture for a lecture room, or goes back.
    TogglePresentation,
    /// Makes the screen of a lecture room black or white, or shows the picture again.
    Blank(Blank),
    /// Lets a disc follow the pointer.
    TogglePointer,
    ToggleNotes,
    /// Asks for a table with the system's dialog.
    Open,
    /// Asks for a session with the system's dialog.
    OpenSession,
    /// Opens a session or a lesson when it is a `.toml`, else a table.
    OpenPath(PathBuf),
    /// Shows the setup that a line holds.
    OpenLine(String),
    /// Copies the setup as a line.
    CopyLine,
    /// Copies the setup as the step of a lesson, or as a new lesson where none is open.
    CopyStep,
    Show(Dialog),
    CloseDialog,
    /// Asks with the system's dialog where to write what the open dialog describes.
    Browse,
    /// The place that was chosen there, which has asked about replacing already.
    WriteTo(PathBuf),
    /// Opens the dialog that saves a picture.
    AskForPicture(Subject),
    AskForSession,
    /// Writes the picture that the dialog describes.
    SavePicture(PictureOptions),
    /// Copies the picture that the dialog describes.
    CopyFigure(PictureOptions),
    /// Copies what is on the screen.
    CopyPicture(Subject),
    /// Opens the dialog that exports a table, of all rows or of the selected ones.
    AskForTable {
        selected: bool,
    },
    /// Writes the table that the dialog describes.
    SaveTable(TableOptions),
    /// Opens the dialog that saves the picture while a parameter runs.
    AskForAnimation,
    /// Makes the animation that the dialog describes.
    SaveAnimation(AnimationOptions),
    /// Asks with the system's dialog for a table of new rows, to be drawn or, where that dialog is open,
    /// exported.
    BrowseNewRows,
    /// Opens a table of new rows beside the data.
    OpenNewRows(PathBuf),
    CloseNewRows,
    /// Writes the setup to the file that the save dialog names.
    SaveSession(Destination),
    /// Copies a script that makes the same picture elsewhere.
    CopyScript(Language),
    CopyData(Panel),
    /// The part of a panel's plot that the user zoomed to, or all of it.
    Zoomed(Panel, Option<Ranges>),
    /// The pointer is over the dot of a row, over what two rows have in common, or over none.
    HoverRows(Vec<usize>),
    /// What dragging in a plot does from now on.
    Tool(Tool),
    /// Begins an empty drawing.
    DrawAnew,
    /// Makes a drawing of the points on the screen.
    EditPoints,
    /// The class of points that are drawn, and of those that are selected.
    PenClass(u8),
    ResizeBrush {
        larger: bool,
    },
    DeleteSelected,
    /// Selects rows of the dataset.
    Select(Vec<usize>, Pick),
    InvertSelection,
    /// Lets go of the selection; without one, of the class that is shown alone.
    Release,
    HideSelected,
    ShowOnlySelected,
    ShowAllRows,
    /// Gives selected rows a colour of their own, or their label's back.
    ToggleRecoloured,
    /// Shows one class, by its name, among shadows of the others; or all again.
    ToggleIsolated(String),
    ToggleRowList,
    /// Selects the rows that lie beyond the threshold of novelty, and lists them.
    SelectNovel,
    CopySelectedRows,
    /// Lists the new rows beyond the threshold of novelty, or the selected rows again.
    ListNewRows(bool),
    CopyNovelNewRows,
    /// Gives the side panel another width, in points.
    WidenSide(f32),
    /// Fills the window with one panel, or brings the others back.
    ToggleMaximised(Panel),
    /// Keeps the picture of a panel beside the live one; `None` takes the one that is looked at.
    Pin(Option<Panel>),
    /// Takes a pinned picture away.
    Unpin(Letter),
    /// Makes a pinned picture live, and pins what was.
    Swap(Letter),
    /// Opens the gallery of panels, where a panel goes that is chosen there; `None` beside what is looked at.
    ShowGallery(Option<Aim>),
    /// Types into the gallery's search field.
    SearchGallery(String),
    CloseGallery,
    /// Gives pinned pictures and the live one all the room, or takes it back.
    ToggleVersus,
    /// Puts prepared panels into the window's places.
    Arrange(Arrangement),
    Choose(Choice),
    /// Contours with the other columns as in a row of the dataset; `None` takes the selected one.
    ContoursThrough(Option<usize>),
    /// Asks for every eigenvalue of kernel PCA.
    FindSpectrum,
    /// Gives that up, or shows the leading ones alone again.
    ForgetSpectrum,
    /// Lets the swept parameter run through its range, or stops it there.
    TogglePlay,
    /// Gives up the sweep under way; what is known of it stays.
    StopSweep,
    /// Computes once more the sweep that was given up.
    RunSweepAgain,
    /// Asks the rules for γ and marks their answers at its slider, or not.
    ToggleGammaMarks,
    /// Gives up what is saved, copied or drawn beside the picture; those that wait for it go on.
    StopErrand,
    /// Gives up the fit under way; what is on the screen stays.
    StopFit,
    /// Asks once more for the fit that was given up.
    RunFitAgain,
    /// How much memory a fit may use, in MiB; `None` is half of what is free.
    LimitMemory(Option<u32>),
    ToggleSidePanel,
    /// Folds a part of the side panel away, or opens it.
    ToggleSection(Section),
    /// Panels as they were at the first start, every plot fitted to its data.
    ResetLayout,
    /// Fits every plot to its data again.
    FitPlots,
    Theme(Theme),
    ZoomIn,
    ZoomOut,
    ZoomReset,
    DismissNotice,
    /// Closes the explanation of an example.
    CloseExample,
    /// Shows the sentence about the result, or hides it.
    ToggleInsight,
    Quit,
}

impl Command {
    /// Classes that have a key of their own.
    pub const KEYED_CLASSES: u8 = 9;

    /// The commands that need no further input, in the order in which the palette lists them.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
    pub fn listed() -> Vec<Self> {
        let mut commands = vec![
            Self::Open,
            Self::Show(Dialog::open_path()),
            Self::BrowseNewRows,
            Self::CloseNewRows,
            Self::AskForPicture(Subject::AllPanels),
            Self::CopyPicture(Subject::AllPanels),
            Self::AskForTable { selected: false },
            Self::OpenSession,
            Self::AskForSession,
            Self::CopyScript(Language::Python),
            Self::CopyScript(Language::R),
            Self::CopyLine,
            Self::CopyStep,
            Self::OpenLesson,
            Self::NextStep,
            Self::PreviousStep,
            Self::ShowStepAgain,
            Self::CloseLesson,
            Self::NewLesson,
            Self::EditLesson,
            Self::WriteLesson(LessonEdit::AddStep),
            Self::WriteLesson(LessonEdit::Picture),
            Self::WriteLesson(LessonEdit::MoveStep { down: false }),
            Self::WriteLesson(LessonEdit::MoveStep { down: true }),
            Self::WriteLesson(LessonEdit::DeleteStep),
            Self::UndoWriting,
            Self::RedoWriting,
            Self::SaveLesson,
            Self::AskForLesson,
            Self::StopWriting,
            Self::AskForHandout,
            Self::TogglePresentation,
            Self::Blank(Blank::Black),
            Self::Blank(Blank::White),
            Self::TogglePointer,
            Self::ToggleNotes,
            Self::Undo,
            Self::Redo,
            Self::FitPlots,
            Self::FindSpectrum,
            Self::ForgetSpectrum,
            Self::TogglePlay,
            Self::AskForAnimation,
            Self::StopSweep,
            Self::RunSweepAgain,
            Self::ToggleGammaMarks,
            Self::StopFit,
            Self::RunFitAgain,
            Self::StopErrand,
            Self::ToggleSidePanel,
            Self::ToggleInsight,
            Self::ShowGallery(None),
            Self::ResetLayout,
            Self::ZoomIn,
            Self::ZoomOut,
            Self::ZoomReset,
        ];
        commands.extend(Tool::ALWAYS.map(Self::Tool));
        commands.extend([Self::DrawAnew, Self::EditPoints]);
        commands.extend(Tool::DRAWING.map(Self::Tool));
        commands.extend((1..=Self::KEYED_CLASSES).map(Self::PenClass));
        commands.extend([true, false].map(|larger| Self::ResizeBrush { larger }));
        commands.extend([
            Self::DeleteSelected,
            Self::Release,
            Self::InvertSelection,
            Self::SelectNovel,
            Self::HideSelected,
            Self::ShowOnlySelected,
            Self::ShowAllRows,
            Self::ToggleRecoloured,
            Self::ToggleRowList,
            Self::CopySelectedRows,
            Self::ListNewRows(true),
            Self::CopyNovelNewRows,
            Self::AskForTable { selected: true },
        ]);
        commands.extend(Section::ALL.map(Self::ToggleSection));
        commands.push(Self::Pin(None));
        commands.push(Self::ToggleVersus);
        commands.extend(Letter::ALL.map(Self::Swap));
        commands.extend(Letter::ALL.map(Self::Unpin));
        commands.extend(Arrangement::ALL.map(Self::Arrange));
        commands.extend(Choice::ALL.map(Self::Choose));
        commands.push(Self::ContoursThrough(None));
        commands.extend(Theme::ALL.map(Self::Theme));
        commands.extend(examples().into_iter().map(|e| Self::Example(e.name)));
        commands.extend(shipped().iter().map(|lesson| Self::Lesson(lesson.name)));
        for panel in Panel::ALL {
            commands.push(Self::ToggleMaximised(panel));
            commands.push(Self::AskForPicture(Subject::Panel(panel)));
            commands.push(Self::CopyPicture(Subject::Panel(panel)));
            commands.push(Self::CopyData(panel));
        }
        commands.extend([
            Self::Show(Dialog::Memory),
            Self::Show(Dialog::palette()),
            Self::Show(Dialog::Shortcuts),
            Self::Show(Dialog::About),
            Self::Quit,
        ]);
        commands
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_shortcuts_are_unique() {
        let commands = Command::listed();
        for (i, a) in commands.iter().enumerate() {
            assert!(!a.label().is_empty());
            for b in &commands[..i] {
                assert_ne!(a.label(), b.label());
                if let (Some(a), Some(b)) = (a.shortcut(), b.shortcut()) {
                    assert_ne!(a, b);
                }
            }
        }
    }
}
