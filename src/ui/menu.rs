//! Menu bar, and the shortcuts of everything in it.

use egui::{
    Align, Button, Context, FocusDirection, Id, InputState, Key, KeyboardShortcut, Layout, MenuBar,
    Modifiers, Popup, Response, Stroke, TextFormat, TextStyle, Ui, os::OperatingSystem,
    text::LayoutJob,
};

use super::{
    arrangements,
    command_widgets::{NO_ICON, clicked, command_item, entry, named_item, text_button},
    explained::Explained,
    fonts::icon,
    selection_menu, theme,
    widgets::{icon_button, list_entry, scrolling},
};
use crate::{
    app::{App, Arrangement, Choice, Command, Dialog, LessonEdit, Subject, Theme},
    words,
};
use explorer::setup::example_groups;
use lessons::shipped;
use scripts::Language;

/// Width of the View menu in points: as much as its longest entry with its keys.
const VIEW_WIDTH: f32 = 232.0;

/// Menu of the bar.
struct Menu {
    name: &'static str,
    /// Letter of the menu's name that opens the menu with Alt.
    letter: Key,
    help: &'static str,
    contents: fn(&mut Ui, &App, &mut Vec<Command>),
}

const MENUS: [Menu; 7] = [
    Menu {
        name: words::FILE.name,
        letter: Key::F,
        help: "Open data and sessions, save pictures, tables and scripts",
        contents: file,
    },
    Menu {
        name: words::EDIT.name,
        letter: Key::E,
        help: "Take changes back, and limit the memory of a fit",
        contents: edit,
    },
    Menu {
        name: words::SELECT.name,
        letter: Key::S,
        help: "Select points with the mouse, hide them, list them, export them",
        contents: selection_menu::show,
    },
    Menu {
        name: words::EXAMPLES.name,
        letter: Key::X,
        help: "Prepared pictures with what to look at and what to try",
        contents: examples_menu,
    },
    Menu {
        name: words::LESSONS.name,
        letter: Key::L,
        help: "Step by step, with questions and pictures to try things in",
        contents: lessons_menu,
    },
    Menu {
        name: words::VIEW.name,
        letter: Key::V,
        help: "What is shown and where, theme and size",
        contents: view,
    },
    Menu {
        name: words::HELP.name,
        letter: Key::H,
        help: "All commands and all keys",
        contents: help_menu,
    },
];

/// Width of the window in points, below which the palette's button loses its words, after the arrangements are left
/// out.
const ROOM_FOR_WORDS: f32 = 580.0;
/// Width of the window in points, below which the tools are left out, which are in a menu too.
const ROOM_FOR_TOOLS: f32 = 480.0;
/// Width of the window in points, below which the arrangements are left out, before all else.
const ROOM_FOR_ARRANGEMENTS: f32 = 760.0;
/// Width of the window in points, below which a single menu holds all others.
const ROOM_FOR_MENUS: f32 = 390.0;

/// Draws the bar and opens the menu with the index `called`, if any.
pub(super) fn show(ui: &mut Ui, called: Option<usize>, app: &App, out: &mut Vec<Command>) {
    let room = ui.available_width();
    by_keyboard(ui.ctx(), called);
    MenuBar::new().ui(ui, |ui| {
        let buttons = if room < ROOM_FOR_MENUS {
            let help = "All menus, which have no room side by side here";
            vec![list(ui, "Menu".into(), help, |ui| {
                menus(ui, app, out);
            })]
        } else {
            menus(ui, app, out)
        };
        let buttons: Vec<Id> = buttons.iter().map(|button| button.id).collect();
        ui.data_mut(|data| data.insert_temp(buttons_id(), buttons));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            palette_button(ui, room, out);
            if room >= ROOM_FOR_TOOLS {
                ui.add_space(theme::SECTION);
                selection_menu::tools(ui, app, out);
            }
            if room >= ROOM_FOR_ARRANGEMENTS {
                ui.add_space(theme::SECTION);
                arrangements::show(ui, app, out);
            }
        });
    });
}

/// Draws the menus and returns their buttons.
fn menus(ui: &mut Ui, app: &App, out: &mut Vec<Command>) -> Vec<Response> {
    let underlined = has_mnemonics(ui.ctx()) && ui.input(|input| input.modifiers.alt);
    let menus = MENUS.iter().map(|menu| {
        let name = name_in_bar(ui, menu, underlined);
        list(ui, name, menu.help, |ui| (menu.contents)(ui, app, out))
    });
    menus.collect()
}

/// Name of a menu, whose letter is underlined while Alt is held.
fn name_in_bar(ui: &Ui, menu: &Menu, underlined: bool) -> egui::WidgetText {
    let letter = menu.name.to_uppercase().find(menu.letter.name());
    let Some(at) = letter.filter(|_| underlined) else {
        return menu.name.into();
    };
    let color = ui.visuals().text_color();
    let plain = TextFormat::simple(TextStyle::Button.resolve(ui.style()), color);
    let marked = TextFormat {
        underline: Stroke::new(1.0, color),
        ..plain.clone()
    };
    let mut job = LayoutJob::default();
    let (before, rest) = menu.name.split_at(at);
    let (letter, after) = rest.split_at(menu.letter.name().len());
    for (text, format) in [(before, &plain), (letter, &marked), (after, &plain)] {
        job.append(text, 0.0, format.clone());
    }
    job.into()
}

/// Draws a menu, which scrolls where the window is too low for it, and returns its button.
fn list(
    ui: &mut Ui,
    name: egui::WidgetText,
    help: &str,
    contents: impl FnOnce(&mut Ui),
) -> Response {
    let button = ui.menu_button(name, |ui| scrolling(ui, contents));
    button.response.explained(help)
}

/// Returns whether Alt calls menus: on a Mac it types letters.
fn has_mnemonics(ctx: &Context) -> bool {
    ctx.os() != OperatingSystem::Mac
}

/// Takes F10 and Alt with a letter; returns the place of the menu that they call.
pub(super) fn called(ctx: &Context, app: &App) -> Option<usize> {
    if app.dialog().is_some() || !has_mnemonics(ctx) {
        return None;
    }
    let takes = |modifiers, key| ctx.input_mut(|input| input.consume_key(modifiers, key));
    if takes(Modifiers::NONE, Key::F10) {
        return Some(0);
    }
    let mut menus = MENUS.iter();
    menus.position(|menu| takes(Modifiers::ALT, menu.letter))
}

/// Opens the menu with the index `called` and gives it the keyboard; while a menu is open, arrow keys open those beside
/// it. Their buttons are remembered from the frame before, as an open menu takes the arrows for itself.
fn by_keyboard(ctx: &Context, called: Option<usize>) {
    let buttons: Vec<Id> = ctx
        .data(|data| data.get_temp(buttons_id()))
        .unwrap_or_default();
    let menu = |button: Id| button.with("popup");
    let pressed = |key| ctx.input(|input| input.key_pressed(key));
    let focused = ctx.memory(egui::Memory::focused);
    let open = buttons
        .iter()
        .position(|button| Popup::is_id_open(ctx, menu(*button)) && focused == Some(*button));
    let beside = open.and_then(|open| {
        let count = buttons.len();
        match [Key::ArrowLeft, Key::ArrowRight].map(pressed) {
            [true, false] => Some((open + count - 1) % count),
            [false, true] => Some((open + 1) % count),
            _ => None,
        }
    });
    let wanted = called.or(beside);
    if let Some(button) = wanted.and_then(|at| buttons.get(at).or(buttons.first())) {
        ctx.memory_mut(|memory| {
            memory.move_focus(FocusDirection::None);
            memory.request_focus(*button);
        });
        Popup::open_id(ctx, menu(*button));
    }
}

/// Key of the buttons of the bar among what the window remembers from frame to frame.
fn buttons_id() -> Id {
    Id::unique("menu buttons")
}

fn palette_button(ui: &mut Ui, room: f32, out: &mut Vec<Command>) {
    let palette = Command::Show(Dialog::palette());
    let button = if room < ROOM_FOR_WORDS {
        icon_button(ui, icon::SEARCH, "Commands", &palette.help())
    } else {
        let mut button = Button::new(entry(icon::SEARCH, "Commands")).frame_when_inactive(false);
        if let Some(shortcut) = palette.shortcut() {
            button = button.shortcut_text(ui.ctx().format_shortcut(&shortcut));
        }
        ui.add(button).explained(&palette.help())
    };
    clicked(&button, palette, out);
}

fn file(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let mut item = |ui: &mut Ui, icon, command| command_item(ui, app, icon, command, out);
    item(ui, icon::FOLDER_OPEN, Command::Open);
    item(ui, icon::FILE_TEXT, Command::Show(Dialog::open_path()));
    item(ui, NO_ICON, Command::BrowseNewRows);
    if app.setup().new_rows.is_some() {
        item(ui, NO_ICON, Command::CloseNewRows);
    }
    item(ui, NO_ICON, Command::BrowseCleanRows);
    if app.setup().clean_rows.is_some() {
        item(ui, NO_ICON, Command::CloseCleanRows);
    }
    if !app.settings().recent.is_empty() {
        let recent = ui.menu_button(entry(icon::ROTATE_CCW, "Open recent"), |ui| {
            for path in &app.settings().recent {
                let name = path.file_name().map_or_else(
                    || path.display().to_string(),
                    |n| n.to_string_lossy().into(),
                );
                text_button(ui, &name, Command::OpenPath(path.clone()), out);
            }
        });
        let help = "Tables and sessions that were opened lately";
        recent.response.explained(help);
    }
    let mut item = |ui: &mut Ui, icon, command| command_item(ui, app, icon, command, out);
    ui.separator();
    item(ui, NO_ICON, Command::OpenSession);
    item(ui, NO_ICON, Command::AskForSession);
    ui.separator();
    let save = Command::AskForPicture(Subject::AllPanels);
    item(ui, icon::SAVE, save);
    item(ui, icon::IMAGE, Command::CopyPicture(Subject::AllPanels));
    item(ui, NO_ICON, Command::AskForAnimation);
    item(ui, icon::TABLE, Command::AskForTable { selected: false });
    for language in Language::ALL {
        item(ui, NO_ICON, Command::CopyScript(language));
    }
    item(ui, NO_ICON, Command::CopyLine);
    if app.obstacle(&Command::CopyLink).is_none() {
        item(ui, NO_ICON, Command::CopyLink);
        item(ui, NO_ICON, Command::CopyLinkWithTable);
    }
    ui.separator();
    item(ui, icon::X, Command::Quit);
}

fn edit(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    command_item(ui, app, icon::UNDO_2, Command::Undo, out);
    command_item(ui, app, icon::REDO_2, Command::Redo, out);
    ui.separator();
    command_item(ui, app, NO_ICON, Command::Show(Dialog::Memory), out);
}

fn examples_menu(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    for group in example_groups() {
        let list = ui.menu_button(&group.title, |ui| {
            scrolling(ui, |ui| {
                for example in &group.examples {
                    let selected = app.setup().is_apart_from_places(&example.setup);
                    if list_entry(ui, selected, example.title, example.description) {
                        out.push(Command::Example(example.name));
                        ui.close();
                    }
                }
            });
        });
        list.response.explained(&group.about);
    }
}

fn lessons_menu(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    for lesson in shipped() {
        let place = app
            .settings()
            .place_in(lesson.name)
            .filter(|place| *place > 0);
        let note = match place {
            Some(place) => format!("step {}", place + 1),
            None => format!("{} min", lesson.minutes),
        };
        let button = Button::new(lesson.title).shortcut_text(note);
        let title = |name: &&str| {
            shipped()
                .iter()
                .find(|it| it.name == *name)
                .map(|it| it.title)
        };
        let needs: Vec<&str> = lesson.needs.iter().filter_map(title).collect();
        let about = match &needs[..] {
            [] => lesson.summary.to_owned(),
            needs => format!("{}. Builds on: {}", lesson.summary, needs.join(", ")),
        };
        if ui.add(button).explained(&about).clicked() {
            out.push(Command::Lesson(lesson.name));
            ui.close();
        }
    }
    ui.separator();
    for command in [
        Command::OpenLesson,
        Command::NewLesson,
        Command::EditLesson,
        Command::WriteLesson(LessonEdit::AddStep),
        Command::SaveLesson,
        Command::AskForLesson,
        Command::AskForHandout,
        Command::CopyStep,
        Command::CloseLesson,
    ] {
        command_item(ui, app, NO_ICON, command, out);
    }
}

fn view(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    ui.set_width(VIEW_WIDTH.min(ui.ctx().content_rect().width() - 2.0 * theme::SECTION));
    let mark = |checked| if checked { icon::CHECK } else { NO_ICON };
    let mut item =
        |ui: &mut Ui, checked, command| command_item(ui, app, mark(checked), command, out);
    let tiles = app.setup().view.arrangement();
    for arrangement in Arrangement::ALL {
        let current = app.maximised().is_none() && tiles.stands_like(&app.tiles_of(arrangement));
        item(ui, current, Command::Arrange(arrangement));
    }
    ui.separator();
    for choice in [Choice::Probe, Choice::Arrows] {
        if let Some((name, on)) = choice.check_box(&app.setup().view) {
            named_item(ui, app, mark(on), name, Command::Choose(choice), out);
        }
    }
    let mut item =
        |ui: &mut Ui, checked, command| command_item(ui, app, mark(checked), command, out);
    item(ui, app.is_versus(), Command::ToggleVersus);
    item(ui, false, Command::Pin(None));
    item(ui, false, Command::ShowGallery(None));
    ui.separator();
    let settings = app.settings();
    for (on, command) in [
        (app.shows_side_panel(), Command::ToggleSidePanel),
        (settings.insight, Command::ToggleInsight),
        (false, Command::TogglePresentation),
        (settings.gamma_marks, Command::ToggleGammaMarks),
        (false, Command::FitPlots),
        (false, Command::ResetLayout),
    ] {
        item(ui, on, command);
    }
    ui.separator();
    let themes = Theme::ALL.map(|theme| (settings.theme == theme, Command::Theme(theme)));
    let sizes = [Command::ZoomIn, Command::ZoomOut, Command::ZoomReset];
    let help = "Dark text on light or light on dark";
    submenu(ui, "Theme", help, app, &themes, out);
    let help = "How large texts and controls are";
    submenu(ui, "Size", help, app, &sizes.map(|size| (false, size)), out);
}

/// Draws commands under one entry, of which some are ticked.
fn submenu(
    ui: &mut Ui,
    name: &str,
    help: &str,
    app: &App,
    commands: &[(bool, Command)],
    out: &mut Vec<Command>,
) {
    let button = ui.menu_button(entry(NO_ICON, name), |ui| {
        for (ticked, command) in commands {
            let mark = if *ticked { icon::CHECK } else { NO_ICON };
            command_item(ui, app, mark, command.clone(), out);
        }
    });
    button.response.explained(help);
}

fn help_menu(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    for command in [
        Command::Show(Dialog::palette()),
        Command::Show(Dialog::Shortcuts),
        Command::Show(Dialog::About),
    ] {
        command_item(ui, app, NO_ICON, command, out);
    }
}

/// Takes the keys of all commands that can be carried out now.
pub(super) fn shortcuts(ctx: &Context, app: &App, out: &mut Vec<Command>) {
    // Keys belong to a text field while one is edited; a dialog has its own.
    if app.dialog().is_some() || ctx.text_edit_focused() || app.renames() {
        return;
    }
    // Escape gives up an outline that is being drawn, or closes a menu, before it does more.
    let engaged = ctx.input(|input| input.pointer.any_down()) || egui::Popup::is_any_open(ctx);
    let listed = Command::listed().into_iter();
    let listed = listed.filter(|command| !engaged || *command != Command::Release);
    let mut keyed: Vec<(KeyboardShortcut, Command)> = listed
        .filter_map(|command| Some((command.shortcut()?, command)))
        .collect();
    // The one with more modifiers first: ⇧⌘Z also looks like ⌘Z.
    keyed.sort_by_key(|(shortcut, _)| !shortcut.modifiers.shift);
    for (shortcut, command) in keyed {
        // The space bar presses the button that has the focus.
        let focused = || ctx.memory(egui::Memory::focused).is_some();
        if shortcut.logical_key == Key::Space && focused() {
            continue;
        }
        // On most keyboards plus is the shifted equals key; people press it either way.
        let mut keys = vec![shortcut];
        // Browsers and readers present with F11.
        if command == Command::TogglePresentation {
            keys.push(KeyboardShortcut::new(shortcut.modifiers, Key::F11));
        }
        if shortcut.logical_key == Key::Plus {
            keys.push(KeyboardShortcut::new(shortcut.modifiers, Key::Equals));
        }
        // On a Mac the key that is called delete is this one.
        if shortcut.logical_key == Key::Delete {
            keys.push(KeyboardShortcut::new(shortcut.modifiers, Key::Backspace));
        }
        let pressed = |input: &mut InputState| keys.iter().any(|key| input.consume_shortcut(key));
        if app.obstacle(&command).is_none() && ctx.input_mut(pressed) {
            out.push(command);
        }
    }
}
