//! Entries of the commands, one each: name, tooltip, keys, effect, and the reason when it cannot be carried out.

use egui::{Key, Modifiers};

use super::{
    Command,
    entry::{CTRL, CommandEntry, NONE, SHIFT, digit, entry, number_key},
    obstacles::{
        no_lesson, no_link, no_notes, no_novel_new_rows, no_numbers, no_panel, no_picture, no_pin,
        no_table_to_link, no_versus, not_presenting, nothing_selected, nothing_swept,
    },
};
use crate::{
    app::{
        AnswerWay, App, Arrangement, Blank, Consequence, Dialog, Edit, Effect, Layout, Subject,
        TableKind, renaming::in_words,
    },
    words::commands as words,
};
use explorer::{
    panel::{Letter, Panel},
    setup::example,
};
use lessons::shipped;
use tabular::{Dataset, RowChoice, RowSet, printable::printable};

impl Command {
    #[expect(clippy::too_many_lines, reason = "one table, an entry for each")]
    pub(in crate::app) fn entry(&self) -> CommandEntry<'_> {
        match self {
            Self::Edit(edit @ Edit::Source(_)) => entry(words::CHANGE, move |app| {
                app.start_with(edit.clone());
            }),
            Self::Edit(edit) => entry(words::CHANGE, move |app| {
                app.note_strip(edit);
                app.edit(edit.clone());
            }),
            Self::Undo => entry(words::UNDO, App::undo)
                .keys(CTRL, Key::Z)
                .unless(move |app| (!app.history.can_undo()).then_some("nothing to undo")),
            Self::Redo => entry(words::REDO, App::redo)
                .keys(SHIFT, Key::Z)
                .unless(move |app| (!app.history.can_redo()).then_some("nothing to redo")),
            Self::Example(name) => entry(words::EXAMPLE, move |app| app.open_example(name))
                .about(move || example(name).map_or("", |it| it.title))
                .explained(move || example(name).map_or("", |it| it.description)),
            Self::Lesson(name) => {
                let found = || shipped().iter().find(|lesson| lesson.name == *name);
                entry(words::LESSON, move |app| app.begin_shipped(name))
                    .about(move || found().map_or("", |it| it.title))
                    .explained(move || found().map_or("", |it| it.summary))
            }
            Self::OpenLesson => entry(words::OPEN_LESSON, move |app| {
                app.effects.push(Effect::PickSession);
            }),
            Self::NextStep => entry(words::NEXT_STEP, App::next_step)
                .keys(NONE, Key::PageDown)
                .unless(App::no_next_step),
            Self::PreviousStep => entry(words::PREVIOUS_STEP, App::previous_step)
                .keys(NONE, Key::PageUp)
                .unless(App::no_step_before),
            Self::GoToStep(step) => entry(words::GO_TO_STEP, move |app| app.go_to_step(*step))
                .about(move || (step + 1).to_string()),
            Self::ShowStepAgain => {
                entry(words::SHOW_STEP_AGAIN, App::show_step_again).unless(no_lesson)
            }
            Self::Answer(choice) => entry(words::ANSWER, move |app| app.choose_answer(*choice)),
            Self::ShowAnswer => entry(words::SHOW_ANSWER, move |app| app.answer(AnswerWay::Shown)),
            Self::CloseLesson => entry(words::CLOSE_LESSON, move |app| {
                app.close_lesson();
                app.stop_writing();
            })
            .unless(no_lesson),
            Self::NewLesson => entry(words::NEW_LESSON, App::new_lesson),
            Self::EditLesson => entry(words::EDIT_LESSON, App::edit_lesson)
                .unless(move |app| app.writing_obstacle(self)),
            Self::WriteLesson(edit) => entry(edit.words(), move |app| {
                app.edit_draft(edit.clone());
            })
            .unless(move |app| app.writing_obstacle(self)),
            Self::UndoWriting => entry(words::UNDO_WRITING, move |app| app.undo_writing(true))
                .unless(move |app| app.writing_obstacle(self)),
            Self::RedoWriting => entry(words::REDO_WRITING, move |app| app.undo_writing(false))
                .unless(move |app| app.writing_obstacle(self)),
            Self::SaveLesson => entry(words::SAVE_LESSON, App::save_lesson)
                .unless(move |app| app.writing_obstacle(self)),
            Self::AskForLesson => entry(words::ASK_FOR_LESSON, App::ask_for_lesson)
                .unless(move |app| app.writing_obstacle(self)),
            Self::SaveLessonTo(to) => entry(words::SAVE_LESSON_TO, move |app| {
                app.save_lesson_to(to.clone());
            }),
            Self::StopWriting => entry(words::STOP_WRITING, App::stop_writing)
                .unless(move |app| app.writing_obstacle(self)),
            Self::AskForHandout => {
                entry(words::ASK_FOR_HANDOUT, App::ask_for_handout).unless(no_lesson)
            }
            Self::SaveHandout(to) => entry(words::SAVE_HANDOUT, move |app| {
                app.save_handout(to.clone());
            }),
            Self::SaveLessonAnd(then) => entry(words::SAVE_LESSON_AND, move |app| {
                app.save_lesson_and(then.clone());
            }),
            Self::DiscardLessonAnd(then) => entry(words::DISCARD_LESSON_AND, move |app| {
                app.discard_lesson_and((**then).clone());
            }),
            Self::TogglePresentation => {
                entry(words::TOGGLE_PRESENTATION, App::toggle_presentation).keys(NONE, Key::F5)
            }
            Self::Blank(blank) => {
                let words = match blank {
                    Blank::Black => words::BLACK_SCREEN,
                    Blank::White => words::WHITE_SCREEN,
                };
                entry(words, move |app| app.blank(*blank)).unless(not_presenting)
            }
            Self::TogglePointer => {
                entry(words::TOGGLE_POINTER, App::toggle_pointer).unless(not_presenting)
            }
            Self::ToggleNotes => entry(words::TOGGLE_NOTES, App::toggle_notes).unless(no_notes),
            Self::Open => {
                entry(words::OPEN, move |app| app.effects.push(Effect::PickFile)).keys(CTRL, Key::O)
            }
            Self::OpenSession => entry(words::OPEN_SESSION, move |app| {
                app.effects.push(Effect::PickSession);
            }),
            Self::OpenPath(path) => entry(words::OPEN_PATH, move |app| app.open(path.clone()))
                .about(move || printable(&path.display().to_string()).into_owned()),
            Self::OpenLine(line) => entry(words::OPEN_LINE, move |app| app.open_line(line)),
            Self::CopyLine => entry(words::COPY_LINE, App::copy_line),
            Self::CopyLink => entry(words::COPY_LINK, App::copy_link).unless(|_| no_link()),
            Self::CopyLinkWithTable => {
                entry(words::COPY_LINK_WITH_TABLE, App::copy_link_with_table)
                    .unless(no_table_to_link)
            }
            Self::CopyStep => entry(words::COPY_STEP, App::copy_step),
            Self::Show(dialog) => {
                let (modifiers, key) = match dialog {
                    Dialog::OpenPath { .. } => (SHIFT, Some(Key::O)),
                    Dialog::Palette { .. } => (CTRL, Some(Key::K)),
                    Dialog::Shortcuts => (NONE, Some(Key::F1)),
                    _ => (NONE, None),
                };
                entry(dialog.words(), move |app| {
                    app.dialog = Some(dialog.clone());
                })
                .keys(modifiers, key)
            }
            Self::ShowColumns => entry(words::COLUMNS, App::show_columns)
                .unless(|app| app.table().is_none().then_some("no table is read")),
            Self::CloseDialog => entry(words::CLOSE_DIALOG, move |app| {
                app.dialog = None;
                app.forget_what_waits();
            }),
            Self::Browse => entry(words::BROWSE, move |app| {
                app.effects.push(Effect::PickTarget);
            }),
            Self::WriteTo(path) => entry(words::WRITE_TO, move |app| app.write_to(path))
                .about(move || path.display().to_string()),
            Self::Rename(thing) => entry(words::RENAME, move |app| app.begin_renaming(thing))
                .about(move || in_words(thing))
                .unless(move |app| app.no_name(thing)),
            Self::TakeName(typed) => entry(words::TAKE_NAME, move |app| app.take_name(typed)),
            Self::LeaveName => entry(words::LEAVE_NAME, App::leave_name),
            Self::AskForPicture(all @ Subject::AllPanels) => {
                entry(words::ASK_FOR_PICTURE, move |app| {
                    app.ask_for_picture(*all);
                })
                .keys(CTRL, Key::S)
                .unless(no_picture)
            }
            Self::AskForPicture(Subject::Panel(panel)) => {
                entry(words::ASK_FOR_PANEL_PICTURE, move |app| {
                    app.ask_for_picture(Subject::Panel(*panel));
                })
                .about(move || panel.title())
                .unless(move |app| no_panel(app, *panel).or_else(|| no_picture(app)))
            }
            Self::AskForSession => {
                entry(words::ASK_FOR_SESSION, App::ask_for_session).keys(SHIFT, Key::S)
            }
            Self::SavePicture(options) => entry(words::SAVE_PICTURE, move |app| {
                app.save_picture(options.clone());
            })
            .unless(no_picture),
            Self::CopyFigure(options) => entry(words::COPY_FIGURE, move |app| {
                app.copy_figure(options, false);
            }),
            Self::CopyFigureSvg(options) => entry(words::COPY_FIGURE_SVG, move |app| {
                app.copy_figure(options, true);
            }),
            Self::CopyPicture(all @ Subject::AllPanels) => {
                entry(words::COPY_PICTURE, move |app| app.copy_picture(*all))
                    .keys(SHIFT, Key::C)
                    .unless(no_picture)
            }
            Self::CopyPicture(Subject::Panel(panel)) => {
                entry(words::COPY_PANEL_PICTURE, move |app| {
                    app.copy_picture(Subject::Panel(*panel));
                })
                .about(move || panel.title())
                .unless(move |app| no_panel(app, *panel).or_else(|| no_picture(app)))
            }
            Self::AskForTable { selected: false } => entry(words::ASK_FOR_TABLE, move |app| {
                app.ask_for_table(TableKind::of(Panel::Kpca), false);
            })
            .keys(CTRL, Key::E)
            .unless(no_picture),
            Self::AskForTable { selected: true } => {
                entry(words::ASK_FOR_SELECTED_TABLE, move |app| {
                    app.ask_for_table(TableKind::of(Panel::Kpca), true);
                })
                .unless(nothing_selected)
            }
            Self::SaveTable(options) => entry(words::SAVE_TABLE, move |app| {
                app.save_table(options.clone());
            }),
            Self::AskForAnimation => {
                entry(words::ASK_FOR_ANIMATION, App::ask_for_animation).unless(nothing_swept)
            }
            Self::SaveAnimation(options) => entry(words::SAVE_ANIMATION, move |app| {
                app.save_animation(options.clone());
            }),
            Self::BrowseNewRows => entry(words::BROWSE_NEW_ROWS, move |app| {
                app.effects.push(Effect::PickNewRows);
            }),
            Self::OpenNewRows(path) => entry(words::OPEN_NEW_ROWS, move |app| {
                app.open_new_rows(path.clone());
            })
            .about(move || path.display().to_string()),
            Self::CloseNewRows => entry(words::CLOSE_NEW_ROWS, move |app| {
                app.edit(Edit::NewRows(None));
            })
            .unless(move |app| {
                let are_open = app.setup.new_rows.is_some();
                (!are_open).then_some("no new rows are open")
            }),
            Self::SaveSession(to) => {
                entry(words::SAVE_SESSION, move |app| app.save_session(to.clone()))
            }
            Self::CopyScript(language) => entry(words::COPY_SCRIPT, move |app| {
                app.copy_script(*language);
            })
            .about(move || language.title())
            .unless(no_picture),
            Self::AskForNumbers(panel) => entry(words::ASK_FOR_NUMBERS, move |app| {
                app.ask_for_table(TableKind::of(*panel), false);
            })
            .about(move || panel.title())
            .unless(move |app| no_numbers(app, *panel)),
            Self::CopyData(panel) => entry(words::COPY_DATA, move |app| app.copy_data(*panel))
                .about(move || panel.title())
                .unless(move |app| no_numbers(app, *panel)),
            Self::Zoomed(panel, ranges) => {
                entry(words::ZOOMED, move |app| app.zooms.set(*panel, *ranges))
                    .about(move || panel.title())
            }
            Self::HoverRows(rows) => entry(words::HOVER_ROWS, move |app| {
                app.hovered_rows.clone_from(rows);
            }),
            Self::Tool(tool) => {
                let (words, key) = tool.words_and_key();
                let used = entry(words, move |app| app.tool = *tool).keys(NONE, key);
                if tool.draws() {
                    used.unless(move |app| app.drawing_obstacle(self))
                } else {
                    used
                }
            }
            Self::DrawAnew => entry(words::DRAW_ANEW, App::draw_anew),
            Self::EditPoints => entry(words::EDIT_POINTS, App::edit_points)
                .unless(move |app| app.drawing_obstacle(self)),
            Self::PenClass(class) => entry(words::PEN_CLASS, move |app| app.choose_class(*class))
                .about(move || class.to_string())
                .keys(NONE, number_key(*class))
                .unless(move |app| app.drawing_obstacle(self)),
            Self::ResizeBrush { larger } => {
                let (words, key) = match larger {
                    true => (words::LARGER_BRUSH, Key::CloseBracket),
                    false => (words::SMALLER_BRUSH, Key::OpenBracket),
                };
                entry(words, move |app| app.pen.resize(*larger))
                    .keys(NONE, key)
                    .unless(move |app| app.drawing_obstacle(self))
            }
            Self::DeleteSelected => entry(words::DELETE_SELECTED, App::delete_selected)
                .keys(NONE, Key::Delete)
                .unless(move |app| app.drawing_obstacle(self)),
            Self::Select(rows, pick) => entry(words::SELECT, move |app| app.select(rows, *pick)),
            Self::InvertSelection => entry(words::INVERT_SELECTION, App::invert_selection)
                .keys(CTRL, Key::I)
                .unless(no_picture),
            Self::Release => entry(words::RELEASE, App::release)
                .keys(NONE, Key::Escape)
                .unless(move |app| {
                    let isolated = app.setup.view.marking.isolated.as_ref();
                    nothing_selected(app).filter(|_| isolated.is_none())
                }),
            Self::HideSelected => entry(words::HIDE_SELECTED, App::hide_selected)
                .keys(NONE, Key::H)
                .unless(nothing_selected),
            Self::ShowOnlySelected => entry(words::SHOW_ONLY_SELECTED, App::show_only_selected)
                .keys(Modifiers::SHIFT, Key::H)
                .unless(nothing_selected),
            Self::ShowAllRows => entry(words::SHOW_ALL_ROWS, move |app| {
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
            Self::FitWithoutSelected => {
                entry(words::FIT_WITHOUT_SELECTED, App::fit_without_selected)
                    .unless(move |app| nothing_selected(app).or_else(|| app.rows_obstacle()))
            }
            Self::FitAllRows => entry(words::FIT_ALL_ROWS, move |app| {
                app.edit(Edit::Rows(RowChoice::default()));
            })
            .unless(move |app| {
                let all = app.setup.columns.rows.takes_all();
                all.then_some("no row was left out")
            }),
            Self::FitOnly(classes) => entry(words::FIT_ONLY, move |app| {
                app.fit_only(classes.clone());
            })
            .about(move || classes.join(" and ")),
            Self::FitWithoutClass(class) => entry(words::FIT_WITHOUT_CLASS, move |app| {
                app.fit_without_class(class);
            })
            .about(move || class.clone()),
            Self::ToggleRecoloured => entry(words::TOGGLE_RECOLOURED, move |app| {
                app.mark(|marking| marking.recoloured = !marking.recoloured);
            }),
            Self::ToggleIsolated(class) => entry(words::TOGGLE_ISOLATED, move |app| {
                app.mark(|marking| {
                    let alone = marking.isolated.as_ref() == Some(class);
                    marking.isolated = (!alone).then(|| class.clone());
                });
            })
            .about(move || class.clone()),
            Self::ToggleRowList => entry(words::TOGGLE_ROW_LIST, move |app| {
                app.settings.row_list = !app.settings.row_list;
            })
            .keys(CTRL, Key::L),
            Self::SelectNovel => entry(words::SELECT_NOVEL, App::select_novel).unless(move |app| {
                app.novel_rows()
                    .is_none()
                    .then_some("show the novelty panel first")
            }),
            Self::CopySelectedRows => {
                entry(words::COPY_SELECTED_ROWS, App::copy_selected_rows).unless(nothing_selected)
            }
            Self::ListNewRows(true) => {
                entry(words::LIST_NEW_ROWS, move |app| app.list_new_rows(true))
                    .unless(no_novel_new_rows)
            }
            Self::ListNewRows(false) => entry(words::LIST_SELECTED_ROWS, move |app| {
                app.list_new_rows(false);
            }),
            Self::CopyNovelNewRows => entry(words::COPY_NOVEL_NEW_ROWS, App::copy_novel_new_rows)
                .unless(no_novel_new_rows),
            Self::WidenSide(width) => entry(words::WIDEN_SIDE, move |app| {
                app.settings.layout.widen_side(*width);
            }),
            Self::ToggleMaximised(panel) => entry(words::TOGGLE_MAXIMISED, move |app| {
                app.maximise((app.settings.maximised != Some(*panel)).then_some(*panel));
            })
            .about(move || panel.title())
            .explained(move || panel.spec().about())
            .keys(CTRL, digit(*panel))
            .unless(move |app| no_panel(app, *panel)),
            Self::Pin(panel) => entry(words::PIN, move |app| {
                if let Some(panel) = panel.or_else(|| app.looked_at()) {
                    app.maximise(None);
                    app.edit(Edit::Pin(panel));
                }
            })
            .about(move || panel.map_or("the picture", Panel::title))
            .keys(CTRL, panel.is_none().then_some(Key::P))
            .unless(move |app| no_pin(app, *panel)),
            Self::Unpin(letter) => entry(words::UNPIN, move |app| {
                if app.settings.maximised == Some(letter.panel()) {
                    app.maximise(None);
                }
                app.edit(Edit::Unpin(*letter));
            })
            .about(move || letter.to_string())
            .unless(move |app| no_panel(app, letter.panel())),
            Self::Swap(letter) => entry(words::SWAP, move |app| {
                app.edit(Edit::Swap(*letter));
                app.fit_plots();
            })
            .about(move || letter.to_string())
            .keys(SHIFT, (*letter == Letter::A).then_some(Key::P))
            .unless(move |app| no_panel(app, letter.panel())),
            Self::ShowGallery(aim) => entry(words::SHOW_GALLERY, move |app| app.show_gallery(*aim))
                .keys(CTRL, aim.is_none().then_some(Key::G)),
            Self::SearchGallery(filter) => entry(words::SEARCH_GALLERY, move |app| {
                if let Some(gallery) = &mut app.gallery {
                    gallery.filter.clone_from(filter);
                }
            }),
            Self::CloseGallery => entry(words::CLOSE_GALLERY, |app| app.gallery = None),
            Self::ToggleVersus => entry(words::TOGGLE_VERSUS, App::toggle_versus)
                .keys(SHIFT, Key::A)
                .unless(no_versus),
            Self::Arrange(arrangement) => entry(words::ARRANGE, move |app| {
                app.maximise(None);
                app.edit(Edit::Arrange(app.tiles_of(*arrangement)));
            })
            .about(move || arrangement.title())
            .explained(move || arrangement.help()),
            Self::Choose(choice) => entry(words::CHOOSE, move |app| app.choose(*choice))
                .about(move || choice.label())
                .explained(move || choice.help())
                .unless(move |app| choice.lack(&app.setup.view, app.analysis().map(|it| &**it))),
            Self::ContoursThrough(row) => entry(words::CONTOURS_THROUGH, move |app| {
                if let Some(row) = row.or_else(|| app.selected_rows().next()) {
                    app.contours_through(row);
                }
            })
            .about(move || row.map_or("the selected", |_| "this"))
            .unless(move |app| {
                let one = row.is_some() || app.selected_rows().count() == 1;
                match app.dataset().map_or(0, Dataset::d) {
                    0..=2 => Some("every column is on an axis already"),
                    _ => (!one).then_some("select one row first"),
                }
            }),
            Self::FindSpectrum => {
                entry(words::FIND_SPECTRUM, App::find_spectrum).unless(move |app| {
                    let asked = app
                        .spectrum
                        .is_asked_for()
                        .then_some("it is asked for already");
                    asked.or_else(|| no_picture(app))
                })
            }
            Self::ForgetSpectrum => {
                entry(words::FORGET_SPECTRUM, App::forget_spectrum).unless(move |app| {
                    let shown = "only the leading eigenvalues are shown";
                    (!app.spectrum.is_asked_for()).then_some(shown)
                })
            }
            Self::TogglePlay => entry(words::TOGGLE_PLAY, App::toggle_play)
                .keys(NONE, Key::Space)
                .unless(nothing_swept),
            Self::StopSweep => entry(words::STOP_SWEEP, App::stop_sweep).unless(move |app| {
                let none = app.sweep_under_way().is_none();
                none.then_some("no sweep is being computed")
            }),
            Self::RunSweepAgain => entry(words::RUN_SWEEP_AGAIN, App::run_sweep_again)
                .unless(move |app| (!app.sweep_is_stopped()).then_some("no sweep was stopped")),
            Self::ToggleGammaMarks => entry(words::TOGGLE_GAMMA_MARKS, move |app| {
                app.settings.gamma_marks = !app.settings.gamma_marks;
            }),
            Self::StopErrand => {
                entry(words::STOP_ERRAND, App::stop_errand).unless(App::errand_obstacle)
            }
            Self::StopFit => entry(words::STOP_FIT, move |app| {
                app.stop_playing();
                app.stop_fit();
            })
            .unless(move |app| {
                let none = app.pace.busy_since().is_none();
                none.then_some("nothing is being computed")
            }),
            Self::RunFitAgain => entry(words::RUN_FIT_AGAIN, App::run_fit_again)
                .unless(move |app| (!app.pace.is_stopped()).then_some("no fit was stopped")),
            Self::LimitMemory(mebibytes) => entry(words::LIMIT_MEMORY, move |app| {
                app.settings.memory_mib = *mebibytes;
                app.pace.changed(Consequence::Refit, app.now);
            }),
            Self::ToggleSidePanel => {
                entry(words::TOGGLE_SIDE_PANEL, App::toggle_side_panel).keys(CTRL, Key::B)
            }
            Self::ToggleSection(section) => entry(words::TOGGLE_SECTION, move |app| {
                let folded = &mut app.settings.folded;
                if !folded.remove(section) {
                    folded.insert(*section);
                }
            })
            .about(move || section.in_text()),
            Self::ResetLayout => entry(words::RESET_LAYOUT, move |app| {
                app.maximise(None);
                app.settings.film_strip = true;
                app.edit(Edit::Arrange(app.tiles_of(Arrangement::Usual)));
                if !app.shows_side_panel() {
                    app.toggle_side_panel();
                }
                app.fit_plots();
                app.settings.layout = Layout::default();
            }),
            Self::FitPlots => entry(words::FIT_PLOTS, App::fit_plots).keys(CTRL, Key::R),
            Self::Theme(theme) => entry(words::THEME, move |app| app.settings.theme = *theme)
                .about(move || theme.label())
                .explained(move || theme.help()),
            Self::ZoomIn => entry(words::ZOOM_IN, move |app| {
                app.zoom_to(app.zoom() * 1.1);
            })
            .keys(CTRL, Key::Plus),
            Self::ZoomOut => entry(words::ZOOM_OUT, move |app| app.zoom_to(app.zoom() / 1.1))
                .keys(CTRL, Key::Minus),
            Self::ZoomReset => {
                entry(words::ZOOM_RESET, move |app| app.settings.zoom = None).keys(CTRL, Key::Num0)
            }
            Self::DismissNotice => entry(words::DISMISS_NOTICE, App::dismiss_notice),
            Self::CloseExample => entry(words::CLOSE_EXAMPLE, move |app| app.example = None),
            Self::ToggleInsight => entry(words::TOGGLE_INSIGHT, move |app| {
                app.settings.insight = !app.settings.insight;
            }),
            Self::Quit => {
                entry(words::QUIT, move |app| app.effects.push(Effect::Quit)).keys(CTRL, Key::Q)
            }
        }
    }
}
