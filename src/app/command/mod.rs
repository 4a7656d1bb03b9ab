//! Commands: every user action, as one enum. Menus, shortcuts, buttons, sliders, the palette and the tests all go
//! through [`App::apply`](super::App::apply).
//!
//! The table below has a row for each: the variant, its place in the palette, and its entry, which stands in one of the
//! files beside this and holds name, tooltip, keys, effect and the reason when it cannot be carried out.

mod computing;
mod editing;
mod entry;
mod files;
mod lesson;
mod obstacles;
mod panels;
mod plots;
mod presenting;
mod rows;
mod take_away;
mod window;
mod writing;

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

pub(in crate::app) use entry::{CommandEntry, CommandWords};

/// Writes the enum of the commands, the list of the palette and the way to each entry from one table.
///
/// A row says `listed` where the palette offers the command as it is, `lists` with the commands to offer at this place, or
/// `unlisted` where the command answers something on the screen: a row, a step, an open dialog.
macro_rules! commands {
    ($(
        $(#[$doc:meta])*
        $name:ident $(($value:ident: $of:ty $(, $second:ident: $of_second:ty)?))? $({$field:ident: $of_field:ty})?
        [$($listing:tt)+] => $entry:expr;
    )+) => {
        #[derive(Debug, Clone, PartialEq)]
        pub enum Command {
            $($(#[$doc])* $name $(($of $(, $of_second)?))? $({$field: $of_field})?,)+
        }

        impl Command {
            /// Commands that need no further input, in the order in which the palette lists them.
            #[must_use]
            pub fn listed() -> Vec<Self> {
                let mut commands = Vec::new();
                $(list!(commands, $name, $($listing)+);)+
                commands
            }

            pub(in crate::app) fn entry(&self) -> CommandEntry<'_> {
                match self {
                    $(Self::$name $(($value $(, $second)?))? $({$field})? => $entry,)+
                }
            }
        }
    };
}

/// Adds the commands that a row of the table offers to the palette's list.
macro_rules! list {
    ($commands:ident, $name:ident, listed) => {
        $commands.push(Self::$name);
    };
    ($commands:ident, $name:ident, lists $each:expr) => {
        $commands.extend($each);
    };
    ($commands:ident, $name:ident, unlisted) => {};
}

commands! {
    Edit(edit: Edit) [unlisted] => editing::edit(edit);

    /// Asks for a table with the system's dialog.
    Open [lists [Self::Open, Self::Show(Dialog::open_path())]] => files::open();
    /// Opens a session or a lesson when it is a `.toml`, else a table.
    OpenPath(path: PathBuf) [unlisted] => files::open_path(path);
    /// Asks with the system's dialog for a table of new rows, to be drawn or, where the dialog that exports a table is
    /// open, exported.
    BrowseNewRows [listed] => files::browse_new_rows();
    /// Opens a table of new rows beside the data.
    OpenNewRows(path: PathBuf) [unlisted] => files::open_new_rows(path);
    CloseNewRows [listed] => files::close_new_rows();
    /// Asks with the system's dialog for a table of clean rows.
    BrowseCleanRows [listed] => files::browse_clean_rows();
    /// Opens a table of clean rows, one for each row that is denoised.
    OpenCleanRows(path: PathBuf) [unlisted] => files::open_clean_rows(path);
    CloseCleanRows [listed] => files::close_clean_rows();
    /// Opens the list of the table's columns.
    ShowColumns [listed] => files::show_columns();
    /// Opens the dialog that saves a picture; those of single panels are listed with their panels.
    AskForPicture(subject: Subject)
        [lists [Self::AskForPicture(Subject::AllPanels)]] => take_away::ask_for_picture(*subject);
    /// Writes the picture that the dialog describes.
    SavePicture(options: PictureOptions) [unlisted] => take_away::save_picture(options);
    /// Copies the picture that the dialog describes.
    CopyFigure(options: PictureOptions) [unlisted] => take_away::copy_figure(options);
    /// Copies the picture that the dialog describes, as the text of an SVG.
    CopyFigureSvg(options: PictureOptions) [unlisted] => take_away::copy_figure_svg(options);
    /// Copies the picture on the screen.
    CopyPicture(subject: Subject)
        [lists [Self::CopyPicture(Subject::AllPanels)]] => take_away::copy_picture(*subject);
    /// Opens the dialog that exports a table, of all rows or of the selected ones.
    AskForTable { selected: bool }
        [lists [Self::AskForTable { selected: false }]] => take_away::ask_for_table(*selected);
    /// Opens the dialog that exports a table, of a panel's numbers.
    AskForNumbers(panel: Panel) [unlisted] => take_away::ask_for_numbers(*panel);
    /// Writes the table that the dialog describes.
    SaveTable(options: TableOptions) [unlisted] => take_away::save_table(options);
    /// Asks for a session with the system's dialog.
    OpenSession [listed] => files::open_session();
    AskForSession [listed] => files::ask_for_session();
    /// Writes the setup to the file that the save dialog names.
    SaveSession(to: Destination) [unlisted] => files::save_session(to);
    /// Shows the setup of a setup line.
    OpenLine(line: String) [unlisted] => files::open_line(line);
    /// Copies a script that makes the same picture elsewhere.
    CopyScript(language: Language)
        [lists Language::ALL.map(Self::CopyScript)] => take_away::copy_script(*language);
    CopyData(panel: Panel) [unlisted] => take_away::copy_data(*panel);
    /// Copies the setup as a setup line.
    CopyLine [listed] => take_away::copy_line();
    /// Copies the address under which a browser shows the setup, where the program runs in one.
    CopyLink [listed] => take_away::copy_link();
    /// Copies the address under which a browser shows the setup, with the setup's table compressed within it.
    CopyLinkWithTable [listed] => take_away::copy_link_with_table();
    /// Copies the setup as the step of a lesson, or as a new lesson where none is open.
    CopyStep [listed] => take_away::copy_step();
    /// Asks with the system's dialog for the file that the open dialog writes.
    Browse [unlisted] => files::browse();
    /// Takes over the path chosen in the system's dialog, which has asked about replacing a file already.
    WriteTo(path: PathBuf) [unlisted] => files::write_to(path);

    /// Asks for the file of a lesson with the system's dialog.
    OpenLesson [listed] => lesson::open_lesson();
    /// Shows the answer of the lesson's step, where one is owed, or the next step.
    NextStep [listed] => lesson::next_step();
    PreviousStep [listed] => lesson::previous_step();
    /// Goes to a step of the lesson, by its index from 0.
    GoToStep(step: usize) [unlisted] => lesson::go_to_step(*step);
    /// Restores the picture of the lesson's step.
    ShowStepAgain [listed] => lesson::show_step_again();
    /// Takes a choice of the lesson's question, by its index from 0.
    Answer(choice: usize) [unlisted] => lesson::answer(*choice);
    /// Shows the answer to the lesson's question.
    ShowAnswer [unlisted] => lesson::show_answer();
    CloseLesson [listed] => lesson::close_lesson();
    /// Begins a lesson whose first step is the picture on the screen.
    NewLesson [listed] => writing::new_lesson();
    /// Begins to edit the open lesson.
    EditLesson [listed] => writing::edit_lesson();
    WriteLesson(edit: LessonEdit)
        [lists LessonEdit::LISTED.map(Self::WriteLesson)] => writing::write_lesson(edit);
    /// Takes back the last change of the lesson's text.
    UndoWriting [listed] => writing::undo_writing();
    RedoWriting [listed] => writing::redo_writing();
    /// Saves the edited lesson in its file, or asks for one.
    SaveLesson [listed] => writing::save_lesson();
    AskForLesson [listed] => writing::ask_for_lesson();
    /// Writes the lesson to the file that the save dialog names.
    SaveLessonTo(to: Destination) [unlisted] => writing::save_lesson_to(to);
    StopWriting [listed] => writing::stop_writing();
    /// Saves the lesson, and then carries out the command that closes it.
    SaveLessonAnd(then: Box<Self>) [unlisted] => writing::save_lesson_and(then);
    /// Discards unsaved changes of the lesson, and carries out the command that closes it.
    DiscardLessonAnd(then: Box<Self>) [unlisted] => writing::discard_lesson_and(then);
    /// Asks where to write the open lesson as a page to print.
    AskForHandout [listed] => lesson::ask_for_handout();
    SaveHandout(to: Destination) [unlisted] => lesson::save_handout(to);

    /// Fills the screen with a large picture for a lecture room, or goes back.
    TogglePresentation [listed] => presenting::toggle_presentation();
    /// Makes the screen of a lecture room black or white, or shows the picture again.
    Blank(blank: Blank)
        [lists [Blank::Black, Blank::White].map(Self::Blank)] => presenting::blank(*blank);
    /// Lets a disc follow the pointer.
    TogglePointer [listed] => presenting::toggle_pointer();
    ToggleNotes [listed] => presenting::toggle_notes();

    Undo [listed] => editing::undo();
    Redo [listed] => editing::redo();
    /// Fits every plot to its data again.
    FitPlots [listed] => plots::fit_plots();
    /// Reports the part of a panel's plot that the user zoomed to, or all of it.
    Zoomed(panel: Panel, ranges: Option<Ranges>) [unlisted] => plots::zoomed(*panel, *ranges);

    /// Computes every eigenvalue of kernel PCA.
    FindSpectrum [listed] => computing::find_spectrum();
    /// Stops computing every eigenvalue, or shows the leading eigenvalues alone again.
    ForgetSpectrum [listed] => computing::forget_spectrum();
    /// Plays the swept parameter through its range, or stops it.
    TogglePlay [listed] => computing::toggle_play();
    /// Opens the dialog that saves the picture while a parameter runs.
    AskForAnimation [listed] => take_away::ask_for_animation();
    /// Makes the animation that the dialog describes.
    SaveAnimation(options: AnimationOptions) [unlisted] => take_away::save_animation(options);
    /// Stops the sweep under way; its results so far stay.
    StopSweep [listed] => computing::stop_sweep();
    /// Restarts the sweep that was stopped.
    RunSweepAgain [listed] => computing::run_sweep_again();
    /// Marks at the slider of γ the values that rules find, or removes the marks.
    ToggleGammaMarks [listed] => computing::toggle_gamma_marks();
    /// Stops the fit under way; the picture on the screen stays.
    StopFit [listed] => computing::stop_fit();
    /// Restarts the fit that was stopped.
    RunFitAgain [listed] => computing::run_fit_again();
    /// Stops the errand under way, such as a file being saved; those that wait go on.
    StopErrand [listed] => computing::stop_errand();
    /// Limits the memory of a fit, in MiB; `None` is half of what is free.
    LimitMemory(mebibytes: Option<u32>) [unlisted] => computing::limit_memory(*mebibytes);

    ToggleSidePanel [listed] => window::toggle_side_panel();
    /// Sets the width of the side panel, in points.
    WidenSide(width: f32) [unlisted] => window::widen_side(*width);
    /// Shows the sentence about the result, or hides it.
    ToggleInsight [listed] => window::toggle_insight();
    /// Opens the gallery of panels, with the place where the chosen one goes; `None` is beside the panel in the
    /// centre of attention.
    ShowGallery(aim: Option<Aim>) [lists [Self::ShowGallery(None)]] => panels::show_gallery(*aim);
    /// Types into the gallery's search field.
    SearchGallery(filter: String) [unlisted] => panels::search_gallery(filter);
    CloseGallery [unlisted] => panels::close_gallery();
    /// Restores the panels of the first start, with every plot fitted to its data.
    ResetLayout [listed] => window::reset_layout();
    ZoomIn [listed] => window::zoom_in();
    ZoomOut [listed] => window::zoom_out();
    ZoomReset [listed] => window::zoom_reset();

    /// Chooses the effect of dragging in a plot; the palette lists tools that draw with `EditPoints`.
    Tool(tool: Tool) [lists Tool::ALWAYS.map(Self::Tool)] => plots::tool(*tool);
    /// Reports the rows under the pointer: one for a dot, two for an entry of a matrix, or none.
    HoverRows(rows: Vec<usize>) [unlisted] => plots::hover_rows(rows);
    /// Begins an empty drawing.
    DrawAnew [listed] => plots::draw_anew();
    /// Makes a drawing of the points on the screen.
    EditPoints
        [lists [Self::EditPoints].into_iter().chain(Tool::DRAWING.map(Self::Tool))] => plots::edit_points();
    /// Sets the class of points to be drawn, and of those that are selected.
    PenClass(class: u8) [lists (1..=Self::KEYED_CLASSES).map(Self::PenClass)] => plots::pen_class(*class);
    ResizeBrush { larger: bool }
        [lists [true, false].map(|larger| Self::ResizeBrush { larger })] => plots::resize_brush(*larger);
    DeleteSelected [listed] => plots::delete_selected();

    /// Selects rows of the dataset.
    Select(rows: Vec<usize>, pick: Pick) [unlisted] => rows::select(rows, *pick);
    /// Clears the selection; without one, shows all classes again.
    Release [listed] => rows::release();
    InvertSelection [listed] => rows::invert_selection();
    /// Selects the rows that lie beyond the threshold of novelty, and lists them.
    SelectNovel [listed] => rows::select_novel();
    HideSelected [listed] => rows::hide_selected();
    ShowOnlySelected [listed] => rows::show_only_selected();
    ShowAllRows [listed] => rows::show_all_rows();
    /// Leaves the selected rows out of the fit.
    FitWithoutSelected [listed] => rows::fit_without_selected();
    /// Takes all rows that were left out back into the fit.
    FitAllRows [listed] => rows::fit_all_rows();
    /// Fits the rows of these classes, and no others.
    FitOnly(classes: Vec<String>) [unlisted] => rows::fit_only(classes);
    /// Leaves the rows of a class out of the fit.
    FitWithoutClass(class: String) [unlisted] => rows::fit_without_class(class);
    /// Gives selected rows a colour of their own, or their label's.
    ToggleRecoloured [listed] => rows::toggle_recoloured();
    /// Shows one class alone, by its name, with the others faded; or shows all again.
    ToggleIsolated(class: String) [unlisted] => rows::toggle_isolated(class);
    ToggleRowList [listed] => rows::toggle_row_list();
    CopySelectedRows [listed] => rows::copy_selected_rows();
    /// Lists the new rows beyond the threshold of novelty, or the selected rows again.
    ListNewRows(new: bool) [lists [Self::ListNewRows(true)]] => rows::list_new_rows(*new);
    CopyNovelNewRows
        [lists [Self::CopyNovelNewRows, Self::AskForTable { selected: true }]] => rows::copy_novel_new_rows();

    /// Folds a part of the side panel away, or opens it.
    ToggleSection(section: Section)
        [lists Section::ALL.map(Self::ToggleSection)] => window::toggle_section(*section);
    /// Pins the picture of a panel beside the live one; `None` takes the panel in the centre of attention.
    Pin(panel: Option<Panel>) [lists [Self::Pin(None)]] => panels::pin(*panel);
    /// Gives pinned pictures and the live one all the room, or takes it back.
    ToggleVersus [listed] => panels::toggle_versus();
    /// Makes a pinned picture live, and pins the live one.
    Swap(letter: Letter) [lists Letter::ALL.map(Self::Swap)] => panels::swap(*letter);
    /// Removes a pinned picture.
    Unpin(letter: Letter) [lists Letter::ALL.map(Self::Unpin)] => panels::unpin(*letter);
    /// Puts prepared panels into the window's places.
    Arrange(arrangement: Arrangement)
        [lists Arrangement::ALL.map(Self::Arrange)] => panels::arrange(*arrangement);
    Choose(choice: Choice) [lists Choice::all().map(Self::Choose)] => panels::choose(*choice);
    /// Draws contours over a plane through a row of the dataset, which gives the other columns their values; `None`
    /// takes the selected row.
    ContoursThrough(row: Option<usize>)
        [lists [Self::ContoursThrough(None)]] => panels::contours_through(*row);
    Theme(theme: Theme) [lists Theme::ALL.map(Self::Theme)] => window::theme(*theme);

    /// Opens an example by its name.
    Example(name: &'static str)
        [lists examples().into_iter().map(|it| Self::Example(it.name))] => lesson::example(name);
    /// Closes the explanation of an example.
    CloseExample [unlisted] => lesson::close_example();
    /// Opens a shipped lesson by its name, at the step that was open last.
    Lesson(name: &'static str)
        [lists shipped().iter().map(|it| Self::Lesson(it.name))] => lesson::lesson(name);

    /// Fills the window with one panel, or brings the others back.
    ToggleMaximised(panel: Panel)
        [lists Panel::ALL.into_iter().flat_map(Self::of_panel)] => panels::toggle_maximised(*panel);
    /// Begins to rename a title, an axis or a class where it stands.
    Rename(thing: Nameable) [unlisted] => editing::rename(thing);
    /// Takes the typed name of the thing that is renamed; an empty one brings the program's own back.
    TakeName(typed: String) [unlisted] => editing::take_name(typed);
    /// Leaves the name of the thing that is renamed as it is.
    LeaveName [unlisted] => editing::leave_name();

    Show(dialog: Dialog)
        [lists [Dialog::Memory, Dialog::palette(), Dialog::Shortcuts, Dialog::About].map(Self::Show)]
        => window::show(dialog);
    CloseDialog [unlisted] => window::close_dialog();
    DismissNotice [unlisted] => window::dismiss_notice();
    Quit [listed] => window::quit();
}

impl Command {
    /// Number of classes that have a key of their own.
    pub const KEYED_CLASSES: u8 = 9;

    /// Commands about one panel, in the order in which the palette lists them.
    fn of_panel(panel: Panel) -> [Self; 6] {
        [
            Self::ToggleMaximised(panel),
            Self::Rename(Nameable::Title(panel)),
            Self::AskForPicture(Subject::Panel(panel)),
            Self::CopyPicture(Subject::Panel(panel)),
            Self::CopyData(panel),
            Self::AskForNumbers(panel),
        ]
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
