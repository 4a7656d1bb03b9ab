//! What each command does, in a sentence or two for those who have not used it yet.

use super::Command;
use crate::{
    app::{Arrangement, Blank, Dialog, Subject, Theme, Tool},
    lesson::shipped,
    printable::printable,
    setup::example,
};

impl Command {
    /// A sentence or two for a tooltip; empty for what no control offers.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::Example(name) => {
                return example(name).map_or_else(String::new, |e| e.description.to_owned());
            }
            Self::Lesson(name) => {
                let lesson = shipped().iter().find(|lesson| lesson.name == *name);
                return lesson.map_or_else(String::new, |it| it.summary.to_owned());
            }
            Self::OpenPath(path) => {
                return format!("Opens {}", printable(&path.display().to_string()));
            }
            Self::ToggleMaximised(panel) => return panel.about().to_owned(),
            Self::ToggleIsolated(class) => {
                return format!("Shows the points of {class} among shadows of the others");
            }
            Self::CopyScript(language) => {
                return format!(
                    "Copies a {} script that computes the same numbers and draws the same picture",
                    language.title()
                );
            }
            _ => {}
        }
        self.fixed_help().to_owned()
    }

    #[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
    fn fixed_help(&self) -> &'static str {
        match self {
            Self::Undo => "Takes back the last change of data, kernel or view",
            Self::Redo => "Makes the change again that was taken back",
            Self::Open => "Opens a table of numbers (CSV, TSV or separated by blanks)",
            Self::OpenSession => "Opens a saved session: data, kernel and view as they were",
            Self::OpenLesson => "Opens a lesson from its file (.toml)",
            Self::NextStep => {
                "Goes on in the lesson; where a question waits, its answer comes first"
            }
            Self::PreviousStep => "Goes back to the lesson’s step before",
            Self::GoToStep(_) => "Goes to this step of the lesson",
            Self::ShowStepAgain => {
                "Data, kernel and panels as the lesson’s step has them, whatever was changed. The file of a \
                 lesson is read again, so that it can be written beside its picture."
            }
            Self::Answer(_) => "Takes this answer, and shows which one is right",
            Self::ShowAnswer => "Shows the answer and the picture that gives it",
            Self::TogglePresentation => {
                "Fills the screen with the picture, large enough for a lecture room. Escape goes back."
            }
            Self::Blank(Blank::Black) => {
                "Makes the screen black while one talks, or shows the picture again (B)"
            }
            Self::Blank(Blank::White) => {
                "Makes the screen white while one talks, or shows the picture again (W)"
            }
            Self::TogglePointer => {
                "Lets a disc follow the pointer, so that all see where it is (P)"
            }
            Self::NewLesson => {
                "Begins a lesson of your own, whose first step is the view on the screen"
            }
            Self::EditLesson => {
                "Opens the texts of this lesson beside it, to be changed. A lesson that comes with the \
                 program is copied first; comments in the file of your own are not kept."
            }
            Self::WriteLesson(edit) => edit.help(),
            Self::UndoWriting => "Takes back the last change of the lesson",
            Self::RedoWriting => "Makes the change of the lesson again that was taken back",
            Self::SaveLesson => "Writes the lesson to its file",
            Self::AskForLesson => {
                "Writes the lesson to another file. Tables up to 64 KiB go into it, larger ones are named \
                 with a checksum."
            }
            Self::StopWriting => "Closes the texts; the lesson stays open to be read",
            Self::AskForHandout | Self::SaveHandout(_) => {
                "Writes the open lesson with its pictures as a page (HTML), which a browser prints, also \
                 as PDF"
            }
            Self::SaveLessonAnd(_) => "Writes the lesson to its file, and goes on",
            Self::DiscardLessonAnd(_) => "Goes on, and the changes of the lesson are lost",
            Self::CloseLesson => "Closes the lesson; it goes on here when it is opened again",
            Self::CopyStep => {
                "Copies what is shown as text for the file of a lesson: a whole one where no lesson is open, \
                 else another step"
            }
            Self::CopyLine => {
                "Copies data, kernel and view as one line of text, for --setup or to be pasted here"
            }
            Self::Show(dialog) => dialog_help(dialog),
            Self::CloseDialog => "Closes the dialog and changes nothing",
            Self::Browse => "Chooses the file in the system's dialog",
            Self::BrowseNewRows => {
                "Chooses a table with the same features, whose rows are projected and not fitted"
            }
            Self::OpenNewRows(_) => {
                "Draws its rows as rings where the components that were fitted put them"
            }
            Self::SelectNovel => {
                "Selects the fitted rows whose reconstruction error is beyond the line, and lists them"
            }
            Self::CloseNewRows => "Draws the rows that were fitted alone again",
            Self::AskForPicture(Subject::AllPanels) => {
                "Saves the panels on the screen as PNG, SVG or PDF, in a size of your choice"
            }
            Self::AskForPicture(Subject::Panel(_)) => {
                "Saves this panel alone as PNG, SVG or PDF, in a size of your choice"
            }
            Self::CopyPicture(Subject::AllPanels) => {
                "Copies the panels on the screen as an image, ready to be pasted into slides"
            }
            Self::CopyPicture(Subject::Panel(_)) => {
                "Copies this panel alone as an image, ready to be pasted into slides"
            }
            Self::SavePicture(_) => "Draws the figure anew at its full size and writes the file",
            Self::CopyFigure(_) => "Copies the figure of the preview, ready to be pasted",
            Self::AskForTable { selected: false } => {
                "Writes scores, spectrum, kernel matrix or projections of new rows as CSV or NumPy"
            }
            Self::AskForTable { selected: true } => {
                "Writes the numbers of the selected rows as CSV or NumPy"
            }
            Self::SaveTable(_) => "Writes the table to the file above",
            Self::AskForSession | Self::SaveSession(_) => {
                "Saves data source, kernel and view in a small text file that brings them back"
            }
            Self::CopyData(_) => "Copies what this panel draws as a table, ready for a spreadsheet",
            Self::Tool(tool) => tool_help(*tool),
            Self::InvertSelection => {
                "Selects the rows that are not selected, and lets go of the others"
            }
            Self::Release => {
                "Lets go of the selected rows; then of the class that is shown alone; then brings \
                 the other panels back"
            }
            Self::HideSelected => {
                "Leaves the selected points out of the drawing. They stay in the fit, so no number \
                 changes."
            }
            Self::ShowOnlySelected => {
                "Draws the selected points alone. The others stay in the fit, so no number changes."
            }
            Self::ShowAllRows => "Draws every point again",
            Self::DrawAnew => {
                "An empty sheet in the input plot: click to add points, or spray them with the brush"
            }
            Self::EditPoints => {
                "Makes a drawing of the two columns in the input plot, or of both where there are two. Its \
                 points can be moved, added and erased."
            }
            Self::PenClass(_) => "The class of new points; selected points change to it at once",
            Self::ResizeBrush { larger: true } => "Brush and eraser reach farther",
            Self::ResizeBrush { larger: false } => "Brush and eraser reach less far",
            Self::DeleteSelected => "Takes the selected points out of the drawing",
            Self::Select(..) => "Selects this row alone, so that every plot marks it",
            Self::ToggleRecoloured => {
                "Gives the selected points a colour of their own in every plot"
            }
            Self::ToggleRowList => "Lists the selected rows with their features and scores",
            Self::ListNewRows(true) => {
                "Lists the new rows whose reconstruction error is beyond the line in the novelty panel, by their \
                 numbers in their file"
            }
            Self::ListNewRows(false) => "Lists the selected rows again",
            Self::CopyNovelNewRows => {
                "Copies the new rows beyond the line as a table: number, label, error and features"
            }
            Self::CopySelectedRows => {
                "Copies the selected rows as a table, ready for a spreadsheet"
            }
            Self::Pin(_) => {
                "Keeps this picture beside the live one as it is now, with its data and parameters, and says \
                 what differs from then on. Up to four can be pinned."
            }
            Self::Unpin(_) => "Takes the pinned picture away; Undo brings it back",
            Self::Swap(_) => {
                "Data and parameters of the pinned picture become the live ones, and the live picture is \
                 pinned in its place"
            }
            Self::Arrange(Arrangement::Usual) => {
                "Input, linear PCA and kernel PCA, below them small multiples, spectrum and explained variance"
            }
            Self::Arrange(Arrangement::WithContours) => {
                "The maps of the kernel components take the input's place"
            }
            Self::Arrange(Arrangement::Compare) => {
                "Linear PCA and kernel PCA side by side, each above its contours"
            }
            Self::Arrange(Arrangement::Explain) => {
                "Kernel PCA with its contours, the kernel matrix, the spectrum and the separation"
            }
            Self::Arrange(Arrangement::ChooseParameter) => {
                "Kernel PCA above the pictures of other values, their curves and the separation"
            }
            Self::Arrange(Arrangement::OneLarge) => {
                "Kernel PCA large, the others small beside it and behind tabs"
            }
            Self::Choose(choice) => choice.help(),
            Self::ContoursThrough(_) => {
                "Maps show a plane through the features. The columns that are not on its axes are \
                 held at this row's values."
            }
            Self::FindSpectrum => {
                "Computes all n eigenvalues, not only the leading ones. With thousands of rows this \
                 takes a while, and it can be given up."
            }
            Self::ForgetSpectrum => "Goes back to the eigenvalues of the components",
            Self::AskForAnimation => {
                "Saves the picture while a parameter runs through a range, as a GIF or as numbered PNGs"
            }
            Self::SaveAnimation(_) => "Draws a picture at each value and writes the files",
            Self::TogglePlay => {
                "Lets the parameter of the sweep run through its range while the picture follows. Any touch \
                 stops it where it stands."
            }
            Self::StopSweep => "Gives up the sweep; the values that are known stay",
            Self::RunSweepAgain => "Computes the sweep that was stopped, from its first value on",
            Self::ToggleGammaMarks => {
                "Rules for γ are asked in the background, and their answers marked at its slider"
            }
            Self::StopFit => {
                "Gives up the computation under way. The last picture stays until something is \
                 changed, or until the fit is run again."
            }
            Self::StopErrand => {
                "Gives up what the status line names, such as a figure that is being saved; nothing is written"
            }
            Self::RunFitAgain => {
                "Computes what was stopped, with the parameters that are set. Changing any of them \
                 does so too."
            }
            Self::ToggleSidePanel => "Shows or hides the controls, to give the plots their room",
            Self::ToggleInsight => {
                "One sentence about the result, such as which feature drowns the others"
            }
            Self::ResetLayout => "Panels and splits as they were at the first start",
            Self::FitPlots => "Every plot shows all of its data again",
            Self::Theme(Theme::System) => "Light or dark, as the system is set",
            Self::Theme(Theme::Light) => "Dark text on light, for bright rooms and projectors",
            Self::Theme(Theme::Dark) => "Light text on dark",
            Self::ZoomIn => "Enlarges texts and controls by a tenth",
            Self::ZoomOut => "Makes texts and controls smaller by a tenth",
            Self::ZoomReset => "Texts and controls in the size that suits the window",
            Self::DismissNotice => {
                "Closes this line. After an error the setup goes back to what is on the screen."
            }
            Self::CloseExample => "Closes the explanation of the example; nothing else changes",
            Self::Quit => "Ends the program. Data, kernel and view are back at the next start.",
            Self::Edit(_)
            | Self::Example(_)
            | Self::OpenPath(_)
            | Self::OpenLine(_)
            | Self::Lesson(_)
            | Self::SaveLessonTo(_)
            | Self::WriteTo(_)
            | Self::CopyScript(_)
            | Self::Zoomed(..)
            | Self::HoverRows(_)
            | Self::ToggleIsolated(_)
            | Self::WidenSide(_)
            | Self::ToggleMaximised(_)
            | Self::LimitMemory(_) => "",
        }
    }
}

fn dialog_help(dialog: &Dialog) -> &'static str {
    match dialog {
        Dialog::OpenPath { .. } => "Opens a table or a session whose path is typed or pasted",
        Dialog::SavePicture(_)
        | Dialog::ExportTable(_)
        | Dialog::Animation(_)
        | Dialog::SaveSession(_)
        | Dialog::SaveLesson(_)
        | Dialog::SaveHandout(_)
        | Dialog::UnsavedLesson(_) => "",
        Dialog::Memory => "How much memory a fit may use before it approximates the kernel matrix",
        Dialog::Palette { .. } => {
            "Finds every command by its name, and sets parameters: gamma 0.5, kernel poly, n 800"
        }
        Dialog::Shortcuts => "Lists the keys, and what the mouse does in a plot",
        Dialog::About => "Version and licences",
    }
}

fn tool_help(tool: Tool) -> &'static str {
    match tool {
        Tool::Move => {
            "Drag to move a plot, a node of a graph in the input, or to turn a plot in 3-D"
        }
        Tool::Draw => "Click to add a point of the current class, or drag one to another place",
        Tool::Brush => "Drag to spray points of the current class",
        Tool::Erase => "Drag over points to take them out, or click on one",
        Tool::Rectangle | Tool::Lasso => {
            "Drag around dots; Ctrl or ⌘ adds them, a click beside all dots lets them go. Shift and \
             drag draws a rectangle with any tool"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Panel;

    #[test]
    fn every_listed_command_teaches_something() {
        let mut commands = Command::listed();
        commands.extend(Panel::ALL.map(Command::ToggleMaximised));
        for command in commands {
            let help = command.help();
            assert!(
                help.split_whitespace().count() >= 3,
                "{}: {help}",
                command.label()
            );
            assert_ne!(help, command.label());
            // One sentence ends without a full stop, as tooltips do.
            let sentences = help.matches(". ").count() + 1;
            assert!(sentences <= 3, "{help}");
        }
    }
}
