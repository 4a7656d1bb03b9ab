//! Commands: every user action, as one enum. Menus, shortcuts, buttons, sliders, the palette and the tests all go
//! through [`App::apply`](super::App::apply).

mod entries;
mod entry;
mod obstacles;

use std::path::PathBuf;

use super::{
    Aim, AnimationOptions, Arrangement, Blank, Choice, Destination, Dialog, Edit, LessonEdit, Pick,
    PictureOptions, Section, Subject, TableOptions, Theme, Tool,
};
use chart::Ranges;
use explorer::{
    panel::{Letter, Panel},
    setup::{Nameable, examples},
};
use lessons::shipped;
use scripts::Language;

#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    Edit(Edit),
    Undo,
    Redo,
    /// Opens an example by its name.
    Example(&'static str),
    /// Opens a shipped lesson by its name, at the step that was open last.
    Lesson(&'static str),
    /// Asks for the file of a lesson with the system's dialog.
    OpenLesson,
    /// Shows the answer of the lesson's step, where one is owed, or the next step.
    NextStep,
    PreviousStep,
    /// Goes to a step of the lesson, by its index from 0.
    GoToStep(usize),
    /// Restores the picture of the lesson's step.
    ShowStepAgain,
    /// Takes a choice of the lesson's question, by its index from 0.
    Answer(usize),
    /// Shows the answer to the lesson's question.
    ShowAnswer,
    CloseLesson,
    /// Begins a lesson whose first step is the picture on the screen.
    NewLesson,
    /// Begins to edit the open lesson.
    EditLesson,
    WriteLesson(LessonEdit),
    /// Takes back the last change of the lesson's text.
    UndoWriting,
    RedoWriting,
    /// Saves the edited lesson in its file, or asks for one.
    SaveLesson,
    AskForLesson,
    /// Writes the lesson to the file that the save dialog names.
    SaveLessonTo(Destination),
    StopWriting,
    /// Asks where to write the open lesson as a page to print.
    AskForHandout,
    SaveHandout(Destination),
    /// Saves the lesson, and then carries out the command that closes it.
    SaveLessonAnd(Box<Self>),
    /// Discards unsaved changes of the lesson, and carries out the command that closes it.
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
    /// Shows the setup of a setup line.
    OpenLine(String),
    /// Copies the address under which a browser shows the setup, where the program runs in one.
    CopyLink,
    /// Copies such an address with the table packed into it.
    CopyLinkWithTable,
    /// Copies the setup as a setup line.
    CopyLine,
    /// Copies the setup as the step of a lesson, or as a new lesson where none is open.
    CopyStep,
    Show(Dialog),
    /// Opens the list of the table's columns.
    ShowColumns,
    CloseDialog,
    /// Asks with the system's dialog for the file that the open dialog writes.
    Browse,
    /// Takes over the path chosen there; the system's dialog has asked about replacing already.
    WriteTo(PathBuf),
    /// Begins to rename a title, an axis or a class where it stands.
    Rename(Nameable),
    /// Takes the typed name of the thing that is renamed; an empty one brings the program's own back.
    TakeName(String),
    /// Leaves the name of the thing that is renamed as it is.
    LeaveName,
    /// Opens the dialog that saves a picture.
    AskForPicture(Subject),
    AskForSession,
    /// Writes the picture that the dialog describes.
    SavePicture(PictureOptions),
    /// Copies the picture that the dialog describes.
    CopyFigure(PictureOptions),
    /// Copies it as the text of an SVG.
    CopyFigureSvg(PictureOptions),
    /// Copies the picture on the screen.
    CopyPicture(Subject),
    /// Opens the dialog that exports a table, of all rows or of the selected ones.
    AskForTable {
        selected: bool,
    },
    /// Opens the dialog that exports a table, of a panel's numbers.
    AskForNumbers(Panel),
    /// Writes the table that the dialog describes.
    SaveTable(TableOptions),
    /// Opens the dialog that saves the picture while a parameter runs.
    AskForAnimation,
    /// Makes the animation that the dialog describes.
    SaveAnimation(AnimationOptions),
    /// Asks with the system's dialog for a table of new rows, to be drawn or, where that dialog is open, exported.
    BrowseNewRows,
    /// Opens a table of new rows beside the data.
    OpenNewRows(PathBuf),
    CloseNewRows,
    /// Writes the setup to the file that the save dialog names.
    SaveSession(Destination),
    /// Copies a script that makes the same picture elsewhere.
    CopyScript(Language),
    CopyData(Panel),
    /// Reports the part of a panel's plot that the user zoomed to, or all of it.
    Zoomed(Panel, Option<Ranges>),
    /// Reports the rows under the pointer: of a dot, of an entry of two rows, or none.
    HoverRows(Vec<usize>),
    /// Chooses the effect of dragging in a plot.
    Tool(Tool),
    /// Begins an empty drawing.
    DrawAnew,
    /// Makes a drawing of the points on the screen.
    EditPoints,
    /// Sets the class of points to be drawn, and of those that are selected.
    PenClass(u8),
    ResizeBrush {
        larger: bool,
    },
    DeleteSelected,
    /// Selects rows of the dataset.
    Select(Vec<usize>, Pick),
    InvertSelection,
    /// Clears the selection; without one, shows all classes again.
    Release,
    HideSelected,
    ShowOnlySelected,
    ShowAllRows,
    /// Leaves the selected rows out of the fit.
    FitWithoutSelected,
    /// Takes all rows that were left out back into the fit.
    FitAllRows,
    /// Fits the rows of these classes, and no others.
    FitOnly(Vec<String>),
    /// Leaves the rows of a class out of the fit.
    FitWithoutClass(String),
    /// Gives selected rows a colour of their own, or their label's.
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
    /// Sets the width of the side panel, in points.
    WidenSide(f32),
    /// Fills the window with one panel, or brings the others back.
    ToggleMaximised(Panel),
    /// Pins the picture of a panel beside the live one; `None` takes the panel in the centre of attention.
    Pin(Option<Panel>),
    /// Removes a pinned picture.
    Unpin(Letter),
    /// Makes a pinned picture live, and pins the live one.
    Swap(Letter),
    /// Opens the gallery of panels, with the place where the chosen one goes; `None` is beside the panel in the
    /// centre of attention.
    ShowGallery(Option<Aim>),
    /// Types into the gallery's search field.
    SearchGallery(String),
    CloseGallery,
    /// Gives pinned pictures and the live one all the room, or takes it back.
    ToggleVersus,
    /// Puts prepared panels into the window's places.
    Arrange(Arrangement),
    Choose(Choice),
    /// Draws contours with the other columns as in a row of the dataset; `None` takes the selected one.
    ContoursThrough(Option<usize>),
    /// Computes every eigenvalue of kernel PCA.
    FindSpectrum,
    /// Stops that computation, or shows the leading eigenvalues alone again.
    ForgetSpectrum,
    /// Plays the swept parameter through its range, or stops it.
    TogglePlay,
    /// Stops the sweep under way; its results so far stay.
    StopSweep,
    /// Restarts the sweep that was stopped.
    RunSweepAgain,
    /// Marks the values of γ by the rules at its slider, or removes the marks.
    ToggleGammaMarks,
    /// Stops the errand under way, such as a file being saved; those that wait go on.
    StopErrand,
    /// Stops the fit under way; the picture on the screen stays.
    StopFit,
    /// Restarts the fit that was stopped.
    RunFitAgain,
    /// Limits the memory of a fit, in MiB; `None` is half of what is free.
    LimitMemory(Option<u32>),
    ToggleSidePanel,
    /// Folds a part of the side panel away, or opens it.
    ToggleSection(Section),
    /// Restores the panels of the first start, with every plot fitted to its data.
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
    /// Number of classes that have a key of their own.
    pub const KEYED_CLASSES: u8 = 9;

    /// Commands that need no further input, in the order in which the palette lists them.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
    pub fn listed() -> Vec<Self> {
        let mut commands = vec![
            Self::Open,
            Self::Show(Dialog::open_path()),
            Self::BrowseNewRows,
            Self::CloseNewRows,
            Self::ShowColumns,
            Self::AskForPicture(Subject::AllPanels),
            Self::CopyPicture(Subject::AllPanels),
            Self::AskForTable { selected: false },
            Self::OpenSession,
            Self::AskForSession,
            Self::CopyScript(Language::Python),
            Self::CopyScript(Language::Kpca),
            Self::CopyScript(Language::R),
            Self::CopyLine,
            Self::CopyLink,
            Self::CopyLinkWithTable,
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
            Self::FitWithoutSelected,
            Self::FitAllRows,
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
        commands.extend(Choice::all().map(Self::Choose));
        commands.push(Self::ContoursThrough(None));
        commands.extend(Theme::ALL.map(Self::Theme));
        commands.extend(examples().into_iter().map(|e| Self::Example(e.name)));
        commands.extend(shipped().iter().map(|lesson| Self::Lesson(lesson.name)));
        for panel in Panel::ALL {
            commands.push(Self::ToggleMaximised(panel));
            commands.push(Self::Rename(Nameable::Title(panel)));
            commands.push(Self::AskForPicture(Subject::Panel(panel)));
            commands.push(Self::CopyPicture(Subject::Panel(panel)));
            commands.push(Self::CopyData(panel));
            commands.push(Self::AskForNumbers(panel));
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
