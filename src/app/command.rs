//! Every user action, as one enum: menus, shortcuts, buttons, sliders, the palette and the tests
//! all go through [`App::apply`](super::App::apply).

use std::path::PathBuf;

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{
    AnimationOptions, Arrangement, Blank, Choice, Destination, Dialog, Edit, LessonEdit, Pick,
    PictureOptions, Subject, TableOptions, Theme, Tool,
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
    /// Gives up the animation that is being made.
    StopAnimation,
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
    /// Gives up the fit under way; what is on the screen stays.
    StopFit,
    /// Asks once more for the fit that was given up.
    RunFitAgain,
    /// How much memory a fit may use, in MiB; `None` is half of what is free.
    LimitMemory(Option<u32>),
    ToggleSidePanel,
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
            Self::Undo,
            Self::Redo,
            Self::FitPlots,
            Self::FindSpectrum,
            Self::ForgetSpectrum,
            Self::TogglePlay,
            Self::AskForAnimation,
            Self::StopAnimation,
            Self::StopSweep,
            Self::RunSweepAgain,
            Self::ToggleGammaMarks,
            Self::StopFit,
            Self::RunFitAgain,
            Self::ToggleSidePanel,
            Self::ToggleInsight,
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
        commands.push(Self::Pin(None));
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

    /// What menus and the palette call it.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
    pub fn label(&self) -> String {
        let picture = |subject: &Subject| match subject {
            Subject::AllPanels => "picture".to_owned(),
            Subject::Panel(panel) => format!("picture of {}", panel.title()),
        };
        match self {
            Self::Edit(_) => "Change".into(),
            Self::Undo => "Undo".into(),
            Self::Redo => "Redo".into(),
            Self::Example(name) => examples()
                .into_iter()
                .find(|example| example.name == *name)
                .map_or_else(String::new, |example| format!("Example: {}", example.title)),
            Self::Lesson(name) => shipped()
                .iter()
                .find(|lesson| lesson.name == *name)
                .map_or_else(String::new, |lesson| format!("Lesson: {}", lesson.title)),
            Self::OpenLesson => "Open lesson…".into(),
            Self::NextStep => "Next step".into(),
            Self::PreviousStep => "Previous step".into(),
            Self::GoToStep(step) => format!("Go to step {}", step + 1),
            Self::ShowStepAgain => "Show the step’s picture again".into(),
            Self::Answer(_) => "Answer".into(),
            Self::ShowAnswer => "Show the answer".into(),
            Self::CloseLesson => "Close lesson".into(),
            Self::NewLesson => "New lesson from here".into(),
            Self::EditLesson => "Edit this lesson".into(),
            Self::WriteLesson(edit) => edit.label().into(),
            Self::UndoWriting => "Undo in the lesson".into(),
            Self::RedoWriting => "Redo in the lesson".into(),
            Self::SaveLesson => "Save lesson".into(),
            Self::AskForLesson => "Save lesson as…".into(),
            Self::SaveLessonTo(_) => "Save the lesson".into(),
            Self::StopWriting => "Stop editing".into(),
            Self::AskForHandout => "Save handout…".into(),
            Self::SaveHandout(_) => "Save handout".into(),
            Self::SaveLessonAnd(_) => "Save".into(),
            Self::DiscardLessonAnd(_) => "Discard".into(),
            Self::TogglePresentation => "Present".into(),
            Self::Blank(Blank::Black) => "Black screen".into(),
            Self::Blank(Blank::White) => "White screen".into(),
            Self::TogglePointer => "Highlight the pointer".into(),
            Self::Open => "Open…".into(),
            Self::OpenSession => "Open session…".into(),
            Self::OpenPath(path) => format!("Open {}", path.display()),
            Self::OpenLine(_) => "Open a setup".into(),
            Self::CopyLine => "Copy setup as a line".into(),
            Self::CopyStep => "Copy view as a lesson’s step".into(),
            Self::Show(dialog) => match dialog {
                Dialog::OpenPath { .. } => "Open by path…".into(),
                Dialog::SavePicture(_) => "Save picture…".into(),
                Dialog::Animation(_) => "Animation…".into(),
                Dialog::ExportTable(_) => "Export table…".into(),
                Dialog::SaveSession(_) => "Save session…".into(),
                Dialog::SaveLesson(_) => "Save lesson as…".into(),
                Dialog::SaveHandout(_) => "Save handout…".into(),
                Dialog::UnsavedLesson(_) => "The lesson is not saved".into(),
                Dialog::Memory => "Memory limit…".into(),
                Dialog::Palette { .. } => "Command palette…".into(),
                Dialog::Shortcuts => "Keyboard shortcuts".into(),
                Dialog::About => "About".into(),
            },
            Self::CloseDialog => "Close".into(),
            Self::AskForPicture(subject) => format!("Save {}…", picture(subject)),
            Self::AskForSession => "Save session…".into(),
            Self::SavePicture(_) => "Save picture".into(),
            Self::CopyFigure(_) => "Copy picture as shown".into(),
            Self::AskForTable { selected: false } => "Export table…".into(),
            Self::AskForTable { selected: true } => "Export selected rows…".into(),
            Self::SaveTable(_) => "Export table".into(),
            Self::AskForAnimation => "Save animation…".into(),
            Self::SaveAnimation(_) => "Save animation".into(),
            Self::StopAnimation => "Stop the animation".into(),
            Self::BrowseNewRows => "Open new rows…".into(),
            Self::OpenNewRows(path) => format!("Open {} as new rows", path.display()),
            Self::CloseNewRows => "Close the new rows".into(),
            Self::SaveSession(_) => "Save session".into(),
            Self::Browse => "Browse…".into(),
            Self::WriteTo(path) => format!("Write to {}", path.display()),
            Self::Zoomed(panel, _) => format!("Zoom into {}", panel.title()),
            Self::CopyScript(language) => format!("Copy as {}", language.title()),
            Self::CopyPicture(subject) => format!("Copy {}", picture(subject)),
            Self::CopyData(panel) => format!("Copy data of {}", panel.title()),
            Self::HoverRows(_) => "Point at rows".into(),
            Self::Tool(tool) => tool.label().into(),
            Self::DrawAnew => "Draw your own data".into(),
            Self::EditPoints => "Edit these points".into(),
            Self::PenClass(class) => format!("Draw class {class}"),
            Self::ResizeBrush { larger: true } => "Larger brush".into(),
            Self::ResizeBrush { larger: false } => "Smaller brush".into(),
            Self::DeleteSelected => "Delete selected points".into(),
            Self::Select(..) => "Select rows".into(),
            Self::InvertSelection => "Invert selection".into(),
            Self::Release => "Clear selection".into(),
            Self::HideSelected => "Hide selected rows".into(),
            Self::ShowOnlySelected => "Show only selected rows".into(),
            Self::ShowAllRows => "Show all rows".into(),
            Self::ToggleRecoloured => "Colour selected rows".into(),
            Self::ToggleIsolated(class) => format!("Show only {class}"),
            Self::ToggleRowList => "List of selected rows".into(),
            Self::CopySelectedRows => "Copy selected rows".into(),
            Self::ListNewRows(true) => "List of new rows beyond the threshold".into(),
            Self::ListNewRows(false) => "Selected rows in the list".into(),
            Self::CopyNovelNewRows => "Copy new rows beyond the threshold".into(),
            Self::WidenSide(_) => "Widen the side panel".into(),
            Self::ToggleMaximised(panel) => format!("Maximise {}", panel.title()),
            Self::Pin(None) => "Pin the picture".into(),
            Self::Pin(Some(panel)) => format!("Pin {}", panel.title()),
            Self::Unpin(letter) => format!("Unpin {letter}"),
            Self::Swap(letter) => format!("Swap {letter} with the live picture"),
            Self::Arrange(arrangement) => format!("Panels: {}", arrangement.title()),
            Self::Choose(choice) => choice.label(),
            Self::ContoursThrough(None) => "Contours through the selected row".into(),
            Self::ContoursThrough(Some(_)) => "Contours through this row".into(),
            Self::FindSpectrum => "Full spectrum".into(),
            Self::ForgetSpectrum => "Leading eigenvalues only".into(),
            Self::SelectNovel => "Select rows beyond the novelty threshold".into(),
            Self::TogglePlay => "Play the sweep or pause it".into(),
            Self::StopSweep => "Stop the sweep".into(),
            Self::RunSweepAgain => "Run the sweep again".into(),
            Self::ToggleGammaMarks => "Marks for γ".into(),
            Self::StopFit => "Stop the fit".into(),
            Self::RunFitAgain => "Run the fit again".into(),
            Self::LimitMemory(_) => "Limit memory".into(),
            Self::ToggleSidePanel => "Side panel".into(),
            Self::ResetLayout => "Reset layout".into(),
            Self::FitPlots => "Fit plots to data".into(),
            Self::Theme(theme) => format!("Theme: {}", theme.label()),
            Self::ZoomIn => "Zoom in".into(),
            Self::ZoomOut => "Zoom out".into(),
            Self::ZoomReset => "Actual size".into(),
            Self::DismissNotice => "Dismiss".into(),
            Self::CloseExample => "Close the explanation".into(),
            Self::ToggleInsight => "What you see".into(),
            Self::Quit => "Quit".into(),
        }
    }

    /// The keys that call it. On a Mac, `COMMAND` is ⌘.
    #[must_use]
    pub fn shortcut(&self) -> Option<KeyboardShortcut> {
        const SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
        let (modifiers, key) = match self {
            Self::Undo => (Modifiers::COMMAND, Key::Z),
            Self::Redo => (SHIFT, Key::Z),
            Self::Open => (Modifiers::COMMAND, Key::O),
            Self::Show(Dialog::OpenPath { .. }) => (SHIFT, Key::O),
            Self::AskForPicture(Subject::AllPanels) => (Modifiers::COMMAND, Key::S),
            Self::AskForTable { selected: false } => (Modifiers::COMMAND, Key::E),
            Self::AskForSession => (SHIFT, Key::S),
            Self::CopyPicture(Subject::AllPanels) => (SHIFT, Key::C),
            Self::Show(Dialog::Palette { .. }) => (Modifiers::COMMAND, Key::K),
            Self::Show(Dialog::Shortcuts) => (Modifiers::NONE, Key::F1),
            Self::Tool(Tool::Move) => (Modifiers::NONE, Key::M),
            Self::Tool(Tool::Rectangle) => (Modifiers::NONE, Key::R),
            Self::Tool(Tool::Lasso) => (Modifiers::NONE, Key::L),
            Self::Tool(Tool::Draw) => (Modifiers::NONE, Key::D),
            Self::Tool(Tool::Brush) => (Modifiers::NONE, Key::S),
            Self::Tool(Tool::Erase) => (Modifiers::NONE, Key::E),
            Self::PenClass(class) => (Modifiers::NONE, number_key(*class)?),
            Self::ResizeBrush { larger: true } => (Modifiers::NONE, Key::CloseBracket),
            Self::ResizeBrush { larger: false } => (Modifiers::NONE, Key::OpenBracket),
            Self::DeleteSelected => (Modifiers::NONE, Key::Delete),
            Self::Release => (Modifiers::NONE, Key::Escape),
            Self::InvertSelection => (Modifiers::COMMAND, Key::I),
            Self::HideSelected => (Modifiers::NONE, Key::H),
            Self::ShowOnlySelected => (Modifiers::SHIFT, Key::H),
            Self::ShowAllRows => (Modifiers::NONE, Key::A),
            Self::ToggleRowList => (Modifiers::COMMAND, Key::L),
            Self::ToggleSidePanel => (Modifiers::COMMAND, Key::B),
            Self::FitPlots => (Modifiers::COMMAND, Key::R),
            Self::TogglePresentation => (Modifiers::NONE, Key::F5),
            Self::TogglePlay => (Modifiers::NONE, Key::Space),
            Self::NextStep => (Modifiers::NONE, Key::PageDown),
            Self::PreviousStep => (Modifiers::NONE, Key::PageUp),
            Self::ToggleMaximised(panel) => (Modifiers::COMMAND, digit(*panel)?),
            Self::Pin(None) => (Modifiers::COMMAND, Key::P),
            Self::Swap(Letter::A) => (SHIFT, Key::P),
            Self::ZoomIn => (Modifiers::COMMAND, Key::Plus),
            Self::ZoomOut => (Modifiers::COMMAND, Key::Minus),
            Self::ZoomReset => (Modifiers::COMMAND, Key::Num0),
            Self::Quit => (Modifiers::COMMAND, Key::Q),
            _ => return None,
        };
        Some(KeyboardShortcut::new(modifiers, key))
    }
}

/// ⌘1 … ⌘5, in the order of the panels on the screen.
fn digit(panel: Panel) -> Option<Key> {
    let place = Panel::USUAL.iter().position(|usual| *usual == panel)?;
    number_key(u8::try_from(place + 1).ok()?)
}

/// The key of a number from 1 to 9.
fn number_key(number: u8) -> Option<Key> {
    (1..=9).contains(&number).then_some(())?;
    Key::from_name(&number.to_string())
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
