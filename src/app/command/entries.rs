//! Entries of the commands, one each: name, tooltip, keys, effect, and the reason when it cannot be carried out.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::{
    Command,
    entry::{CommandEntry, entry},
};
use crate::{
    app::{
        AnswerWay, App, Arrangement, Blank, Consequence, Dialog, Edit, Effect, Layout, Subject,
        TableKind, Theme, Tool,
    },
    lesson::shipped,
    panel::{Letter, Panel},
    platform::link,
    printable::printable,
    setup::{RowSet, example},
};

const NONE: Modifiers = Modifiers::NONE;
/// Control key; ⌘ on a Mac.
const CTRL: Modifiers = Modifiers::COMMAND;
/// Control key with Shift.
const SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

const NO_LESSON: &str = "no lesson is open";
const NO_PICTURE: &str = "there is no picture yet";
const SAVE_PICTURE: &str =
    "Saves the panels on the screen as PNG, SVG or PDF, in a size of your choice";
const COPY_PICTURE: &str =
    "Copies the panels on the screen as an image, ready to be pasted into slides";
const SAVE_PANEL: &str = "Saves this panel alone as PNG, SVG or PDF, in a size of your choice";
const COPY_PANEL: &str = "Copies this panel alone as an image, ready to be pasted into slides";
const HANDOUT: &str = "Writes the open lesson with its pictures as a page (HTML), which a browser prints, also as PDF";
const SESSION: &str =
    "Saves data source, kernel and view in a small text file that brings them back";

impl Command {
    /// Name in menus and in the palette.
    #[must_use]
    pub fn label(&self) -> String {
        self.entry().label.text()
    }

    /// Sentence or two for a tooltip; empty for commands that no control offers.
    #[must_use]
    pub fn help(&self) -> String {
        self.entry().help.text()
    }

    /// Keys that call the command. On a Mac, `COMMAND` is ⌘.
    #[must_use]
    pub fn shortcut(&self) -> Option<KeyboardShortcut> {
        self.entry().shortcut
    }

    #[expect(clippy::too_many_lines, reason = "one table, an entry for each")]
    fn entry(&self) -> CommandEntry<'_> {
        match self {
            Self::Edit(edit @ Edit::Source(_)) => entry("Change", "", move |app| {
                app.start_with(edit.clone());
            }),
            Self::Edit(edit) => entry("Change", "", move |app| {
                app.note_strip(edit);
                app.edit(edit.clone());
            }),
            Self::Undo => entry(
                "Undo",
                "Takes back the last change of data, kernel or view",
                App::undo,
            )
            .keys(CTRL, Key::Z)
            .unless(move |app| (!app.history.can_undo()).then_some("nothing to undo")),
            Self::Redo => entry(
                "Redo",
                "Repeats the change you undid",
                App::redo,
            )
            .keys(SHIFT, Key::Z)
            .unless(move |app| (!app.history.can_redo()).then_some("nothing to redo")),
            Self::Example(name) => entry(
                move || example(name).map_or_else(String::new, |it| format!("Example: {}", it.title)),
                move || example(name).map_or_else(String::new, |it| it.description.to_owned()),
                move |app| app.open_example(name),
            ),
            Self::Lesson(name) => {
                let words = move |say: fn(&'static str, &'static str) -> String| {
                    move || {
                        let lesson = shipped().iter().find(|lesson| lesson.name == *name);
                        lesson.map_or_else(String::new, |it| say(it.title, it.summary))
                    }
                };
                entry(
                    words(|title, _| format!("Lesson: {title}")),
                    words(|_, summary| summary.to_owned()),
                    move |app| app.begin_shipped(name),
                )
            }
            Self::OpenLesson => entry(
                "Open lesson…",
                "Opens a lesson from its file (.toml)",
                move |app| app.effects.push(Effect::PickSession),
            ),
            Self::NextStep => entry(
                "Next step",
                "Goes on in the lesson; where a question waits, its answer comes first",
                App::next_step,
            )
            .keys(NONE, Key::PageDown)
            .unless(App::no_next_step),
            Self::PreviousStep => entry(
                "Previous step",
                "Goes back to the lesson’s step before",
                App::previous_step,
            )
            .keys(NONE, Key::PageUp)
            .unless(App::no_step_before),
            Self::GoToStep(step) => entry(
                move || format!("Go to step {}", step + 1),
                "Goes to this step of the lesson",
                move |app| app.go_to_step(*step),
            ),
            Self::ShowStepAgain => entry(
                "Show the step’s picture again",
                "Data, kernel and panels as the lesson’s step has them, whatever was changed. The file of a lesson \
                 is read again, so that it can be written beside its picture.",
                App::show_step_again,
            )
            .unless(no_lesson),
            Self::Answer(choice) => entry(
                "Answer",
                "Takes this answer; if it is wrong, others can be tried",
                move |app| app.choose_answer(*choice),
            ),
            Self::ShowAnswer => entry(
                "Show the answer",
                "Shows the answer and the picture that gives it",
                move |app| app.answer(AnswerWay::Shown),
            ),
            Self::CloseLesson => entry(
                "Close lesson",
                "Closes the lesson and leaves its picture; it goes on here when it is opened again",
                move |app| {
                    app.close_lesson();
                    app.stop_writing();
                },
            )
            .unless(no_lesson),
            Self::NewLesson => entry(
                "New lesson from here",
                "Begins a lesson of your own, whose first step is the view on the screen",
                App::new_lesson,
            ),
            Self::EditLesson => entry(
                "Edit this lesson",
                "Opens the texts of this lesson beside it, to be changed. A lesson that comes with the program is \
                 copied first; comments in the file of your own are not kept.",
                App::edit_lesson,
            )
            .unless(move |app| app.writing_obstacle(self)),
            Self::WriteLesson(edit) => entry(edit.label(), edit.help(), move |app| {
                app.edit_draft(edit.clone());
            })
            .unless(move |app| app.writing_obstacle(self)),
            Self::UndoWriting => entry(
                "Undo in the lesson",
                "Takes back the last change of the lesson",
                move |app| app.undo_writing(true),
            )
            .unless(move |app| app.writing_obstacle(self)),
            Self::RedoWriting => entry(
                "Redo in the lesson",
                "Repeats the change of the lesson that you undid",
                move |app| app.undo_writing(false),
            )
            .unless(move |app| app.writing_obstacle(self)),
            Self::SaveLesson => entry(
                "Save lesson",
                "Writes the lesson to its file",
                App::save_lesson,
            )
            .unless(move |app| app.writing_obstacle(self)),
            Self::AskForLesson => entry(
                "Save lesson as…",
                "Writes the lesson to another file. Tables up to 64 KiB go into it, larger ones are named with a \
                 checksum.",
                App::ask_for_lesson,
            )
            .unless(move |app| app.writing_obstacle(self)),
            Self::SaveLessonTo(to) => entry("Save the lesson", "", move |app| {
                app.save_lesson_to(to.clone());
            }),
            Self::StopWriting => entry(
                "Stop editing",
                "Closes the texts; the lesson stays open to be read",
                App::stop_writing,
            )
            .unless(move |app| app.writing_obstacle(self)),
            Self::AskForHandout => {
                entry("Save handout…", HANDOUT, App::ask_for_handout).unless(no_lesson)
            }
            Self::SaveHandout(to) => entry("Save handout", HANDOUT, move |app| {
                app.save_handout(to.clone());
            }),
            Self::SaveLessonAnd(then) => {
                entry("Save", "Writes the lesson to its file, and goes on", move |app| {
                    app.save_lesson_and(then.clone());
                })
            }
            Self::DiscardLessonAnd(then) => entry(
                "Discard",
                "Goes on, and the changes of the lesson are lost",
                move |app| app.discard_lesson_and((**then).clone()),
            ),
            Self::TogglePresentation => entry(
                "Present",
                "Fills the screen with the picture, large enough for a lecture room. Escape goes back.",
                App::toggle_presentation,
            )
            .keys(NONE, Key::F5),
            Self::Blank(blank) => {
                let (label, help) = match blank {
                    Blank::Black => (
                        "Black screen",
                        "Makes the screen black while one talks, or shows the picture again (B)",
                    ),
                    Blank::White => (
                        "White screen",
                        "Makes the screen white while one talks, or shows the picture again (W)",
                    ),
                };
                entry(label, help, move |app| app.blank(*blank)).unless(not_presenting)
            }
            Self::TogglePointer => entry(
                "Highlight the pointer",
                "Lets a disc follow the pointer, so that all see where it is (P)",
                App::toggle_pointer,
            )
            .unless(not_presenting),
            Self::ToggleNotes => entry(
                "Text of the step",
                "Lays the text of the step over the plots, or takes it away (N)",
                App::toggle_notes,
            )
            .unless(no_notes),
            Self::Open => entry(
                "Open…",
                "Opens a table of numbers (CSV, TSV or separated by blanks)",
                move |app| app.effects.push(Effect::PickFile),
            )
            .keys(CTRL, Key::O),
            Self::OpenSession => entry(
                "Open session or picture…",
                "Opens a saved session, or the setup of a picture that was saved: data, kernel and view as they were",
                move |app| app.effects.push(Effect::PickSession),
            ),
            Self::OpenPath(path) => entry(
                move || format!("Open {}", path.display()),
                move || format!("Opens {}", printable(&path.display().to_string())),
                move |app| app.open(path.clone()),
            ),
            Self::OpenLine(line) => entry("Open a setup", "", move |app| app.open_line(line)),
            Self::CopyLine => entry(
                "Copy setup as a line",
                "Copies data, kernel and view as one line of text, for --setup or to be pasted here",
                App::copy_line,
            ),
            Self::CopyLink => entry(
                "Copy link",
                "Copies an address that shows this picture in a browser",
                App::copy_link,
            )
            .unless(|_| no_link()),
            Self::CopyStep => entry(
                "Copy view as a lesson’s step",
                "Copies what is shown as text for the file of a lesson: a whole one where no lesson is open, else \
                 another step",
                App::copy_step,
            ),
            Self::Show(dialog) => {
                let (label, help) = dialog_words(dialog);
                let keys = match dialog {
                    Dialog::OpenPath { .. } => Some((SHIFT, Key::O)),
                    Dialog::Palette { .. } => Some((CTRL, Key::K)),
                    Dialog::Shortcuts => Some((NONE, Key::F1)),
                    _ => None,
                };
                let shown = entry(label, help, move |app| app.dialog = Some(dialog.clone()));
                match keys {
                    Some((modifiers, key)) => shown.keys(modifiers, key),
                    None => shown,
                }
            }
            Self::CloseDialog => entry("Close", "Closes the dialog and changes nothing", move |app| {
                app.dialog = None;
                app.forget_what_waits();
            }),
            Self::Browse => entry(
                "Browse…",
                "Chooses the file in the system's dialog",
                move |app| app.effects.push(Effect::PickTarget),
            ),
            Self::WriteTo(path) => entry(
                move || format!("Write to {}", path.display()),
                "",
                move |app| app.write_to(path),
            ),
            Self::AskForPicture(Subject::AllPanels) => {
                let subject = Subject::AllPanels;
                entry("Save picture…", SAVE_PICTURE, move |app| {
                    app.ask_for_picture(subject);
                })
                .keys(CTRL, Key::S)
                .unless(no_picture)
            }
            Self::AskForPicture(Subject::Panel(panel)) => entry(
                move || format!("Save picture of {}…", panel.title()),
                SAVE_PANEL,
                move |app| app.ask_for_picture(Subject::Panel(*panel)),
            )
            .unless(move |app| no_panel(app, *panel).or_else(|| no_picture(app))),
            Self::AskForSession => {
                entry("Save session…", SESSION, App::ask_for_session).keys(SHIFT, Key::S)
            }
            Self::SavePicture(options) => entry(
                "Save picture",
                "Draws the figure anew at its full size and writes the file",
                move |app| app.save_picture(options.clone()),
            )
            .unless(no_picture),
            Self::CopyFigure(options) => entry(
                "Copy picture as shown",
                "Copies the figure of the preview, ready to be pasted",
                move |app| app.copy_figure(options, false),
            ),
            Self::CopyFigureSvg(options) => entry(
                "Copy picture as SVG",
                "Copies the figure of the preview as the text of an SVG, which drawing programs and editors take",
                move |app| app.copy_figure(options, true),
            ),
            Self::CopyPicture(Subject::AllPanels) => {
                let subject = Subject::AllPanels;
                entry("Copy picture", COPY_PICTURE, move |app| app.copy_picture(subject))
                    .keys(SHIFT, Key::C)
                    .unless(no_picture)
            }
            Self::CopyPicture(Subject::Panel(panel)) => entry(
                move || format!("Copy picture of {}", panel.title()),
                COPY_PANEL,
                move |app| app.copy_picture(Subject::Panel(*panel)),
            )
            .unless(move |app| no_panel(app, *panel).or_else(|| no_picture(app))),
            Self::AskForTable { selected: false } => entry(
                "Export table…",
                "Writes scores, spectrum, kernel matrix or projections of new rows as CSV or NumPy",
                move |app| app.ask_for_table(TableKind::of(Panel::Kpca), false),
            )
            .keys(CTRL, Key::E)
            .unless(no_picture),
            Self::AskForTable { selected: true } => entry(
                "Export selected rows…",
                "Writes the numbers of the selected rows as CSV or NumPy",
                move |app| app.ask_for_table(TableKind::of(Panel::Kpca), true),
            )
            .unless(nothing_selected),
            Self::SaveTable(options) => {
                entry("Export table", "Writes the table to the file above", move |app| {
                    app.save_table(options.clone());
                })
            }
            Self::AskForAnimation => entry(
                "Save animation…",
                "Saves the picture while a parameter runs through a range, as a GIF, as numbered PNGs or side by side on a sheet",
                App::ask_for_animation,
            )
            .unless(nothing_swept),
            Self::SaveAnimation(options) => entry(
                "Save animation",
                "Draws a picture at each value and writes the files",
                move |app| app.save_animation(options.clone()),
            ),
            Self::BrowseNewRows => entry(
                "Open new rows…",
                "Chooses a table with the same features, whose rows are projected rather than fitted",
                move |app| app.effects.push(Effect::PickNewRows),
            ),
            Self::OpenNewRows(path) => entry(
                move || format!("Open {} as new rows", path.display()),
                "Draws its rows as rings where the components that were fitted put them",
                move |app| app.open_new_rows(path.clone()),
            ),
            Self::CloseNewRows => entry(
                "Close the new rows",
                "Draws the rows that were fitted alone again",
                move |app| app.edit(Edit::NewRows(None)),
            )
            .unless(move |app| app.setup.new_rows.is_none().then_some("no new rows are open")),
            Self::SaveSession(to) => {
                entry("Save session", SESSION, move |app| app.save_session(to.clone()))
            }
            Self::CopyScript(language) => entry(
                move || format!("Copy as {}", language.title()),
                move || {
                    let language = language.title();
                    format!(
                        "Copies a {language} script that computes the same numbers and draws the same picture"
                    )
                },
                move |app| app.copy_script(*language),
            )
            .unless(no_picture),
            Self::AskForNumbers(panel) => entry(
                move || format!("Export data of {}…", panel.title()),
                "Writes the numbers of this panel as CSV or NumPy",
                move |app| app.ask_for_table(TableKind::of(*panel), false),
            )
            .unless(move |app| no_numbers(app, *panel)),
            Self::CopyData(panel) => entry(
                move || format!("Copy data of {}", panel.title()),
                "Copies what this panel draws as a table, ready for a spreadsheet",
                move |app| app.copy_data(*panel),
            )
            .unless(move |app| no_numbers(app, *panel)),
            Self::Zoomed(panel, ranges) => entry(
                move || format!("Zoom into {}", panel.title()),
                "",
                move |app| app.zooms.set(*panel, *ranges),
            ),
            Self::HoverRows(rows) => {
                entry("Point at rows", "", move |app| app.hovered_rows.clone_from(rows))
            }
            Self::Tool(tool) => {
                let used = entry(tool.label(), tool.help(), move |app| app.tool = *tool);
                let used = used.keys(NONE, tool.key());
                match tool {
                    Tool::Draw | Tool::Brush | Tool::Erase => {
                        used.unless(move |app| app.drawing_obstacle(self))
                    }
                    Tool::Move | Tool::Rectangle | Tool::Lasso => used,
                }
            }
            Self::DrawAnew => entry(
                "Draw your own data",
                "An empty sheet in the input plot: click to add points, or spray them with the brush",
                App::draw_anew,
            ),
            Self::EditPoints => entry(
                "Edit these points",
                "Makes a drawing of the two columns in the input plot, or of both where there are two. Its points \
                 can be moved, added and erased.",
                App::edit_points,
            )
            .unless(move |app| app.drawing_obstacle(self)),
            Self::PenClass(class) => entry(
                move || format!("Draw class {class}"),
                "The class of new points; selected points change to it at once",
                move |app| app.choose_class(*class),
            )
            .keys(NONE, number_key(*class))
            .unless(move |app| app.drawing_obstacle(self)),
            Self::ResizeBrush { larger: true } => entry(
                "Larger brush",
                "Brush and eraser reach farther",
                move |app| app.resize_brush(true),
            )
            .keys(NONE, Key::CloseBracket)
            .unless(move |app| app.drawing_obstacle(self)),
            Self::ResizeBrush { larger: false } => entry(
                "Smaller brush",
                "Brush and eraser reach less far",
                move |app| app.resize_brush(false),
            )
            .keys(NONE, Key::OpenBracket)
            .unless(move |app| app.drawing_obstacle(self)),
            Self::DeleteSelected => entry(
                "Delete selected points",
                "Takes the selected points out of the drawing",
                App::delete_selected,
            )
            .keys(NONE, Key::Delete)
            .unless(move |app| app.drawing_obstacle(self)),
            Self::Select(rows, pick) => entry(
                "Select rows",
                "Selects this row alone, so that every plot marks it",
                move |app| app.select(rows, *pick),
            ),
            Self::InvertSelection => entry(
                "Invert selection",
                "Selects the rows that are not selected, and lets go of the others",
                App::invert_selection,
            )
            .keys(CTRL, Key::I)
            .unless(no_picture),
            Self::Release => entry(
                "Clear selection",
                "Lets go of the selected rows; then of the class that is shown alone; then brings the other panels \
                 back",
                App::release,
            )
            .keys(NONE, Key::Escape)
            .unless(move |app| {
                let isolated = app.setup.view.marking.isolated.as_ref();
                nothing_selected(app).filter(|_| isolated.is_none())
            }),
            Self::HideSelected => entry(
                "Hide selected rows",
                "Leaves the selected points out of the drawing. They stay in the fit, so no number changes.",
                App::hide_selected,
            )
            .keys(NONE, Key::H)
            .unless(nothing_selected),
            Self::ShowOnlySelected => entry(
                "Show only selected rows",
                "Draws the selected points alone. The others stay in the fit, so no number changes.",
                App::show_only_selected,
            )
            .keys(Modifiers::SHIFT, Key::H)
            .unless(nothing_selected),
            Self::ShowAllRows => entry("Show all rows", "Draws every point again", move |app| {
                app.mark(|marking| {
                    marking.hidden = RowSet::default();
                    marking.isolated = None;
                });
            })
            .keys(NONE, Key::A)
            .unless(move |app| {
                let marking = &app.setup.view.marking;
                let all = marking.hidden.is_empty() && marking.isolated.is_none();
                all.then_some("every row is drawn")
            }),
            Self::ToggleRecoloured => entry(
                "Colour selected rows",
                "Gives the selected points a colour of their own in every plot",
                move |app| app.mark(|marking| marking.recoloured = !marking.recoloured),
            ),
            Self::ToggleIsolated(class) => entry(
                move || format!("Show only {class}"),
                move || format!("Shows the points of {class} among shadows of the others"),
                move |app| {
                    app.mark(|marking| {
                        let alone = marking.isolated.as_ref() == Some(class);
                        marking.isolated = (!alone).then(|| class.clone());
                    });
                },
            ),
            Self::ToggleRowList => entry(
                "List of selected rows",
                "Lists the selected rows with their features and scores",
                move |app| app.settings.row_list = !app.settings.row_list,
            )
            .keys(CTRL, Key::L),
            Self::SelectNovel => entry(
                "Select rows beyond the novelty threshold",
                "Selects the fitted rows whose reconstruction error is beyond the line, and lists them",
                App::select_novel,
            )
            .unless(move |app| app.novel_rows().is_none().then_some("show the novelty panel first")),
            Self::CopySelectedRows => entry(
                "Copy selected rows",
                "Copies the selected rows as a table, ready for a spreadsheet",
                App::copy_selected_rows,
            )
            .unless(nothing_selected),
            Self::ListNewRows(true) => entry(
                "List of new rows beyond the threshold",
                "Lists the new rows whose reconstruction error is beyond the line in the novelty panel, by their \
                 numbers in their file",
                move |app| app.list_new_rows(true),
            )
            .unless(no_novel_new_rows),
            Self::ListNewRows(false) => entry(
                "Selected rows in the list",
                "Lists the selected rows again",
                move |app| app.list_new_rows(false),
            ),
            Self::CopyNovelNewRows => entry(
                "Copy new rows beyond the threshold",
                "Copies the new rows beyond the line as a table: number, label, error and features",
                App::copy_novel_new_rows,
            )
            .unless(no_novel_new_rows),
            Self::WidenSide(width) => entry("Widen the side panel", "", move |app| {
                app.settings.layout.widen_side(*width);
            }),
            Self::ToggleMaximised(panel) => entry(
                move || format!("Maximise {}", panel.title()),
                panel.about(),
                move |app| app.maximise((app.settings.maximised != Some(*panel)).then_some(*panel)),
            )
            .keys(CTRL, digit(*panel))
            .unless(move |app| no_panel(app, *panel)),
            Self::Pin(panel) => entry(
                move || match panel {
                    None => "Pin the picture".to_owned(),
                    Some(panel) => format!("Pin {}", panel.title()),
                },
                "Keeps this picture beside the live one as it is now, with its data and parameters, and says what \
                 differs from then on. Up to four can be pinned.",
                move |app| {
                    if let Some(panel) = panel.or_else(|| app.looked_at()) {
                        app.maximise(None);
                        app.edit(Edit::Pin(panel));
                    }
                },
            )
            .keys(CTRL, panel.is_none().then_some(Key::P))
            .unless(move |app| app.pin_obstacle(self)),
            Self::Unpin(letter) => entry(
                move || format!("Unpin {letter}"),
                "Takes the pinned picture away; Undo brings it back",
                move |app| {
                    if app.settings.maximised == Some(letter.panel()) {
                        app.maximise(None);
                    }
                    app.edit(Edit::Unpin(*letter));
                },
            )
            .unless(move |app| app.pin_obstacle(self)),
            Self::Swap(letter) => entry(
                move || format!("Swap {letter} with the live picture"),
                "Data and parameters of the pinned picture become the live ones, and the live picture is pinned in \
                 its place",
                move |app| {
                    app.edit(Edit::Swap(*letter));
                    app.fit_plots();
                },
            )
            .keys(SHIFT, (*letter == Letter::A).then_some(Key::P))
            .unless(move |app| app.pin_obstacle(self)),
            Self::ShowGallery(aim) => entry(
                "Add panel…",
                "All panels by what they answer, drawn from these data: click one, or drag it to where it is to stand",
                move |app| app.show_gallery(*aim),
            )
            .keys(CTRL, aim.is_none().then_some(Key::G)),
            Self::SearchGallery(filter) => entry("Search panels", "", move |app| {
                if let Some(gallery) = &mut app.gallery {
                    gallery.filter.clone_from(filter);
                }
            }),
            Self::CloseGallery => entry(
                "Close the gallery",
                "Brings the controls back; nothing else changes",
                |app| app.gallery = None,
            ),
            Self::ToggleVersus => entry(
                "A against B",
                "A pinned picture and the live one in equal halves; Escape brings the other panels back",
                App::toggle_versus,
            )
            .keys(SHIFT, Key::A)
            .unless(move |app| app.pin_obstacle(self)),
            Self::Arrange(arrangement) => entry(
                move || format!("Panels: {}", arrangement.title()),
                arrangement.help(),
                move |app| {
                    app.maximise(None);
                    app.edit(Edit::Arrange(app.tiles_of(*arrangement)));
                },
            ),
            Self::Choose(choice) => entry(
                move || choice.label(),
                choice.help(),
                move |app| app.choose(*choice),
            )
            .unless(move |app| {
                let analysis = app.shown.as_ref().map(|shown| &*shown.analysis);
                choice.lack(&app.setup.view, analysis)
            }),
            Self::ContoursThrough(row) => entry(
                match row {
                    None => "Contours through the selected row",
                    Some(_) => "Contours through this row",
                },
                "Maps show a plane through the features. The columns that are not on its axes are held at this \
                 row's values.",
                move |app| {
                    if let Some(row) = row.or_else(|| app.selected_rows().next()) {
                        app.contours_through(row);
                    }
                },
            )
            .unless(move |app| {
                let one = row.is_some() || app.selected_rows().count() == 1;
                match app.shown.as_ref().map_or(0, |shown| shown.analysis.dataset.d()) {
                    0..=2 => Some("every column is on an axis already"),
                    _ => (!one).then_some("select one row first"),
                }
            }),
            Self::FindSpectrum => entry(
                "Full spectrum",
                "Computes all n eigenvalues, not only the leading ones. With thousands of rows this takes a while, \
                 and it can be given up.",
                App::find_spectrum,
            )
            .unless(move |app| {
                let asked = app.spectrum.is_asked_for().then_some("it is asked for already");
                asked.or_else(|| no_picture(app))
            }),
            Self::ForgetSpectrum => entry(
                "Leading eigenvalues only",
                "Goes back to the eigenvalues of the components",
                App::forget_spectrum,
            )
            .unless(move |app| {
                let shown = "only the leading eigenvalues are shown";
                (!app.spectrum.is_asked_for()).then_some(shown)
            }),
            Self::TogglePlay => entry(
                "Play the sweep or pause it",
                "Lets the parameter of the sweep run through its range while the picture follows. Any touch stops \
                 it where it stands.",
                App::toggle_play,
            )
            .keys(NONE, Key::Space)
            .unless(nothing_swept),
            Self::StopSweep => entry(
                "Stop the sweep",
                "Gives up the sweep; the values that are known stay",
                App::stop_sweep,
            )
            .unless(move |app| {
                let none = app.sweep_under_way().is_none();
                none.then_some("no sweep is being computed")
            }),
            Self::RunSweepAgain => entry(
                "Run the sweep again",
                "Computes the sweep that was stopped, from its first value on",
                App::run_sweep_again,
            )
            .unless(move |app| (!app.sweep_is_stopped()).then_some("no sweep was stopped")),
            Self::ToggleGammaMarks => entry(
                "Marks for γ",
                "Rules for γ are asked in the background, and their answers marked at its slider",
                move |app| app.settings.gamma_marks = !app.settings.gamma_marks,
            ),
            Self::StopErrand => entry(
                "Stop saving and drawing beside the picture",
                "Gives up what the status line names, such as a figure that is being saved; nothing is written",
                App::stop_errand,
            )
            .unless(App::errand_obstacle),
            Self::StopFit => entry(
                "Stop the fit",
                "Gives up the computation under way. The last picture stays until something is changed, or until \
                 the fit is run again.",
                move |app| {
                    app.stop_playing();
                    app.stop_fit();
                },
            )
            .unless(move |app| {
                let none = app.pace.busy_since().is_none();
                none.then_some("nothing is being computed")
            }),
            Self::RunFitAgain => entry(
                "Run the fit again",
                "Computes what was stopped, with the parameters that are set. Changing any of them does so too.",
                App::run_fit_again,
            )
            .unless(move |app| (!app.pace.is_stopped()).then_some("no fit was stopped")),
            Self::LimitMemory(mebibytes) => entry("Limit memory", "", move |app| {
                app.settings.memory_mib = *mebibytes;
                app.pace.changed(Consequence::Refit, app.now);
            }),
            Self::ToggleSidePanel => entry(
                "Side panel",
                "Shows or hides the controls, to give the plots their room",
                App::toggle_side_panel,
            )
            .keys(CTRL, Key::B),
            Self::ToggleSection(section) => entry(
                move || format!("{} controls", section.in_text()),
                "Folds these controls away, or opens them",
                move |app| {
                    let folded = &mut app.settings.folded;
                    if !folded.remove(section) {
                        folded.insert(*section);
                    }
                },
            ),
            Self::ResetLayout => entry(
                "Reset layout",
                "Panels and splits as they were at the first start",
                move |app| {
                    app.maximise(None);
                    app.settings.film_strip = true;
                    app.edit(Edit::Arrange(app.tiles_of(Arrangement::Usual)));
                    if !app.shows_side_panel() {
                        app.toggle_side_panel();
                    }
                    app.fit_plots();
                    app.settings.layout = Layout::default();
                },
            ),
            Self::FitPlots => entry(
                "Fit plots to data",
                "Every plot shows all of its data again",
                App::fit_plots,
            )
            .keys(CTRL, Key::R),
            Self::Theme(theme) => entry(
                move || format!("Theme: {}", theme.label()),
                match theme {
                    Theme::System => "Light or dark, as the system is set",
                    Theme::Light => "Dark text on light, for bright rooms and projectors",
                    Theme::Dark => "Light text on dark",
                },
                move |app| app.settings.theme = *theme,
            ),
            Self::ZoomIn => entry("Zoom in", "Enlarges texts and controls by a tenth", move |app| {
                app.zoom_to(app.zoom() * 1.1);
            })
            .keys(CTRL, Key::Plus),
            Self::ZoomOut => entry(
                "Zoom out",
                "Makes texts and controls smaller by a tenth",
                move |app| app.zoom_to(app.zoom() / 1.1),
            )
            .keys(CTRL, Key::Minus),
            Self::ZoomReset => entry(
                "Actual size",
                "Texts and controls in the size that suits the window",
                move |app| app.settings.zoom = None,
            )
            .keys(CTRL, Key::Num0),
            Self::DismissNotice => entry(
                "Dismiss",
                "Closes this line. After an error the setup goes back to what is on the screen.",
                App::dismiss_notice,
            ),
            Self::CloseExample => entry(
                "Close the explanation",
                "Closes the explanation of the example; nothing else changes",
                move |app| app.example = None,
            ),
            Self::ToggleInsight => entry(
                "What you see",
                "One sentence about the result, such as which feature drowns the others",
                move |app| app.settings.insight = !app.settings.insight,
            ),
            Self::Quit => entry(
                "Quit",
                "Ends the program. Data, kernel and view are back at the next start.",
                move |app| app.effects.push(Effect::Quit),
            )
            .keys(CTRL, Key::Q),
        }
    }
}

impl App {
    /// Carries out one user action.
    pub fn apply(&mut self, command: Command) {
        if self.loses_lesson(&command) {
            self.ask_before(command);
        } else {
            (command.entry().run)(self);
        }
    }

    /// Reason why a command can't be carried out now; `None` when it can.
    #[must_use]
    pub fn obstacle(&self, command: &Command) -> Option<&'static str> {
        (command.entry().obstacle)(self)
    }
}

/// Name of a dialog in menus, and a sentence on its purpose.
fn dialog_words(dialog: &Dialog) -> (&'static str, &'static str) {
    match dialog {
        Dialog::OpenPath { .. } => (
            "Open by path…",
            "Opens a table or a session whose path is typed or pasted",
        ),
        Dialog::SavePicture(_) => ("Save picture…", ""),
        Dialog::Animation(_) => ("Animation…", ""),
        Dialog::ExportTable(_) => ("Export table…", ""),
        Dialog::SaveSession(_) => ("Save session…", ""),
        Dialog::SaveLesson(_) => ("Save lesson as…", ""),
        Dialog::SaveHandout(_) => ("Save handout…", ""),
        Dialog::UnsavedLesson(_) => ("The lesson is not saved", ""),
        Dialog::Memory => (
            "Memory limit…",
            "How much memory a fit may use before it approximates the kernel matrix",
        ),
        Dialog::Palette { .. } => (
            "Command palette…",
            "Finds every command by its name, and sets parameters: gamma 0.5, kernel poly, n 800",
        ),
        Dialog::Shortcuts => (
            "Keyboard shortcuts",
            "Lists the keys, and what the mouse does in a plot",
        ),
        Dialog::About => ("About", "Version and licences"),
    }
}

fn no_picture(app: &App) -> Option<&'static str> {
    app.shown.is_none().then_some(NO_PICTURE)
}

fn no_lesson(app: &App) -> Option<&'static str> {
    app.course.is_none().then_some(NO_LESSON)
}

fn not_presenting(app: &App) -> Option<&'static str> {
    app.presentation
        .is_none()
        .then_some("only while presenting")
}

fn no_notes(app: &App) -> Option<&'static str> {
    not_presenting(app).or_else(|| no_lesson(app))
}

fn nothing_selected(app: &App) -> Option<&'static str> {
    let none = app.setup.view.marking.selected.is_empty();
    none.then_some("nothing is selected")
}

fn nothing_swept(app: &App) -> Option<&'static str> {
    let none = app.setup.view.swept(&app.setup.kernel).is_none();
    none.then_some("this kernel has no parameter to run through")
        .or_else(|| no_picture(app))
}

fn no_novel_new_rows(app: &App) -> Option<&'static str> {
    match app.novel_new_rows() {
        None => Some("open new rows and show the novelty panel first"),
        Some(rows) if rows.is_empty() => Some("no new row lies beyond the threshold"),
        Some(_) => None,
    }
}

/// Why a panel's numbers cannot be had.
fn no_numbers(app: &App, panel: Panel) -> Option<&'static str> {
    let unseen = panel.explains() && !app.visible().contains(&panel);
    let unseen = unseen.then_some("show this panel first");
    no_panel(app, panel).or_else(|| no_picture(app)).or(unseen)
}

/// Reason why a panel can't be shown: the picture of a pin that is not there.
fn no_panel(app: &App, panel: Panel) -> Option<&'static str> {
    let offered = app.setup.view.offered().any(|it| it == panel);
    (!offered).then_some("nothing is pinned there")
}

fn no_link() -> Option<&'static str> {
    let has_link = link("").is_some();
    (!has_link).then_some("only a page in a browser has an address")
}

/// Digit of a panel, 1 to 5, in the order of the panels on the screen.
fn digit(panel: Panel) -> Option<Key> {
    let place = Panel::USUAL.iter().position(|usual| *usual == panel)?;
    number_key(u8::try_from(place + 1).ok()?)
}

/// Key of a number from 1 to 9.
fn number_key(number: u8) -> Option<Key> {
    (1..=9).contains(&number).then_some(())?;
    Key::from_name(&number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

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
