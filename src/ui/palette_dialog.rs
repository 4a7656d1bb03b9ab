//! Dialog of the palette: commands by name, and parameters with their values.

use egui::{
    Button, Key, Response, ScrollArea, TextEdit, Ui, text::CCursor, text_selection::CCursorRange,
    vec2,
};

use super::{
    dialog_parts::{field_id, focused_field},
    explained::Explained,
    theme::{self, Tokens},
};
use crate::app::{Action, App, Command, Dialog, PaletteEntry};
use chart::cut;

/// Largest number of letters of a note: the label beside it keeps its line.
const MOST_NOTE: usize = 48;
const HELP: &str = "Words of a command, or a parameter and its value: gamma 0.5, kernel poly, \
                    components 20, n 800";

pub(super) fn show(ui: &mut Ui, app: &App, filter: &str, selected: usize, out: &mut Vec<Command>) {
    let mut text = filter.to_owned();
    let hint = "A command, or a parameter and its value such as gamma 0.5";
    focused_field(ui, &mut text, "Command", hint, HELP);
    let entries = app.palette(&text);
    let last = entries.len().saturating_sub(1);
    let mut new = if text == filter {
        selected.min(last)
    } else {
        0
    };
    let (up, down, enter) = ui.input_mut(|input| {
        let mut take = |key| input.consume_key(egui::Modifiers::NONE, key);
        (take(Key::ArrowUp), take(Key::ArrowDown), take(Key::Enter))
    });
    new = new.saturating_sub(usize::from(up)) + usize::from(down);
    new = new.min(last);
    ui.add_space(theme::GAP);
    let mut chosen = enter.then(|| entries.get(new).cloned()).flatten();
    // A modal is as high as it was the frame before; the list must not shrink with it.
    let list = ScrollArea::vertical()
        .max_height(320.0)
        .min_scrolled_height(320.0);
    list.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 0.0;
        for (i, entry) in entries.iter().enumerate() {
            let response = line(ui, entry, i == new);
            if i == new && (up || down) {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                chosen = Some(entry.clone());
            }
        }
        if entries.is_empty() {
            ui.weak("No command and no parameter of that name");
        }
    });
    match chosen.map(|entry| entry.action) {
        Some(Action::Run(command)) => {
            out.push(Command::CloseDialog);
            out.push(command);
            return;
        }
        Some(Action::Complete(whole)) => {
            write_on(ui, &whole);
            (text, new) = (whole, 0);
        }
        Some(Action::Refuse | Action::Unavailable) | None => {}
    }
    if text != filter || new != selected {
        out.push(Command::Show(Dialog::Palette {
            filter: text,
            selected: new,
        }));
    }
}

fn line(ui: &mut Ui, entry: &PaletteEntry, selected: bool) -> Response {
    let size = vec2(ui.available_width(), theme::ROW);
    if entry.action == Action::Refuse {
        let color = Tokens::of(ui.visuals()).error;
        let text = egui::RichText::new(&entry.label).color(color);
        let button = Button::new(text)
            .frame(false)
            .right_text(entry.note.as_str());
        return ui.add(button.min_size(size)).explained(&entry.help);
    }
    let button = Button::selectable(selected, &entry.label).min_size(size);
    let shortcut = match &entry.action {
        Action::Run(command) => command.shortcut(),
        _ => None,
    };
    let button = match shortcut {
        Some(shortcut) => button.shortcut_text(ui.ctx().format_shortcut(&shortcut)),
        None => button.right_text(cut(&entry.note, MOST_NOTE)),
    };
    let available = entry.action != Action::Unavailable;
    let response = ui.add_enabled(available, button);
    let response = response.explained(&entry.help);
    if entry.note.chars().count() > MOST_NOTE {
        return response.on_disabled_hover_text(&entry.note);
    }
    response
}

/// Puts the cursor behind `text`, which replaces the typed text.
fn write_on(ui: &Ui, text: &str) {
    let mut state = TextEdit::load_state(ui.ctx(), field_id()).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::one(end)));
    state.store(ui.ctx(), field_id());
    ui.memory_mut(|memory| memory.request_focus(field_id()));
}
