//! Dialog that saves a figure: its preview, panels, size and destination.

use egui::{Align, Color32, Layout, Rect, ScrollArea, Ui, Vec2, vec2};

use super::{
    dialog_parts::{file_row, pixel_fields, save_row, title, whole_field},
    fonts::icon,
    pixels,
    theme::{self, Tokens},
    widgets::{busy, choice_of, explained_row, icon_button, row, row_enabled, segmented, tick_box},
    wish_rows,
};
use crate::app::{App, Command, Dialog, PictureOptions, Preview, Subject};
use chart::Tone;
use export::{Preset, Snippet};

/// Least and largest number of pixels along a side of a figure.
const SIDE: [u32; 2] = [100, 20_000];

const LEAVE_OUT: &str = "The panel is left out of the figure and stays in the window";
const MOVE: &str = "Panels are laid out in reading order, row by row";

/// Width of the dialog in points, where the window has room for it.
pub(super) const WIDTH: f32 = 944.0;
/// Width of the column of options, in points.
const OPTIONS: f32 = 356.0;
/// Height of preview and options, in points; options scroll where the window has less.
const HEIGHT: f32 = 456.0;
/// Millimetres per inch, by definition.
const MILLIMETRES_PER_INCH: f64 = 25.4;

pub(super) fn show(ui: &mut Ui, app: &App, options: &PictureOptions, out: &mut Vec<Command>) {
    let mut new = options.clone();
    title(
        ui,
        &match options.subject {
            Subject::AllPanels => "Save picture".to_owned(),
            Subject::Panel(panel) => format!("Save picture of {}", panel.title()),
        },
    );
    let height = HEIGHT.min(ui.ctx().content_rect().height() - 200.0);
    ui.horizontal_top(|ui| {
        let room = vec2(ui.available_width() - OPTIONS - theme::SECTION, height);
        let (rect, _) = ui.allocate_exact_size(room, egui::Sense::hover());
        preview(ui, rect, app.preview(), options);
        ui.add_space(theme::SPACE);
        ui.vertical(|ui| {
            let list = ScrollArea::vertical().max_height(height);
            list.auto_shrink(false).show(ui, |ui| {
                ui.set_width(ui.available_width() - theme::SPACE);
                controls(ui, app, &mut new);
            });
        });
    });
    ui.add_space(theme::GAP);
    let entered = file_row(ui, &mut new.to, ".png, .svg or .pdf", out);
    let target = new.target();
    let copies = [
        Command::CopyFigure(new.clone()),
        Command::CopyFigureSvg(new.clone()),
    ];
    if save_row(ui, app, &mut new.to, &target, entered, copies, out) {
        out.push(Command::SavePicture(new));
    } else if new != *options {
        out.push(Command::Show(Dialog::SavePicture(new)));
    }
}

/// Draws the figure in the middle of `rect`, with its size below.
fn preview(ui: &mut Ui, rect: Rect, preview: Preview<'_>, options: &PictureOptions) {
    let tokens = Tokens::of(ui.visuals());
    let figure = &options.figure;
    ui.painter()
        .rect_filled(rect, theme::RADIUS, tokens.control);
    let foot = rect.with_min_y(rect.bottom() - theme::BAR);
    let room = rect.with_max_y(foot.top()).shrink(theme::SPACE);
    match preview.drawing {
        Some(Ok(drawn)) => {
            let size = vec2(drawn.width as f32, drawn.height as f32);
            let fit = (room.width() / size.x).min(room.height() / size.y);
            let sheet = Rect::from_center_size(room.center(), size * fit);
            if figure.transparent {
                checkerboard(ui, sheet, figure.tone);
            }
            ui.painter().add(pixels::shape(ui.ctx(), drawn, sheet));
        }
        Some(Err(problem)) => {
            ui.place(room, |ui: &mut Ui| {
                ui.centered_and_justified(|ui| ui.colored_label(tokens.error, problem))
                    .inner
            });
        }
        None => {}
    }
    if preview.stale {
        let corner = Rect::from_center_size(
            room.right_top() + vec2(-theme::ROW / 2.0, theme::ROW / 2.0),
            Vec2::splat(theme::ROW),
        );
        ui.painter()
            .rect_filled(corner, theme::RADIUS, tokens.raised);
        ui.place(corner.shrink(theme::GAP), |ui: &mut Ui| {
            busy(ui, theme::ROW - 2.0 * theme::GAP)
        });
    }
    let millimetres = [figure.width, figure.height]
        .map(|side| f64::from(side) / f64::from(figure.dpi) * MILLIMETRES_PER_INCH);
    let text = format!(
        "{} × {} pixels · {:.0} × {:.0} mm on paper",
        figure.width, figure.height, millimetres[0], millimetres[1]
    );
    ui.painter().text(
        foot.center(),
        egui::Align2::CENTER_CENTER,
        text,
        egui::FontId::proportional(theme::SMALL),
        tokens.text_weak,
    );
}

/// Draws the background of transparent parts: squares of two greys, near the colour on which figures of this tone
/// stand.
fn checkerboard(ui: &Ui, rect: Rect, tone: Tone) {
    const SQUARE: f32 = 8.0;
    let greys = match tone {
        Tone::Light => [Color32::from_gray(255), Color32::from_gray(236)],
        Tone::Dark => [Color32::from_gray(24), Color32::from_gray(40)],
    };
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 0.0, greys[0]);
    let counts = (rect.size() / SQUARE).ceil();
    for row in 0..counts.y as usize {
        for column in (row % 2..counts.x as usize).step_by(2) {
            let corner = rect.min + SQUARE * vec2(column as f32, row as f32);
            let square = Rect::from_min_size(corner, Vec2::splat(SQUARE));
            painter.rect_filled(square, 0.0, greys[1]);
        }
    }
}

fn controls(ui: &mut Ui, app: &App, options: &mut PictureOptions) {
    size(ui, options);
    wish_rows::sizes(ui, app, options);
    let figure = &mut options.figure;
    row(ui, "Theme", |ui| {
        let tones = [
            (
                Tone::Light,
                "light",
                "Dark text on white, for paper and most slides",
            ),
            (Tone::Dark, "dark", "Light text on black, for dark slides"),
        ];
        segmented(ui, &mut figure.tone, &tones);
    });
    row(ui, "Background", |ui| {
        let help = "Nothing behind the data, so that a slide's own background shows";
        tick_box(ui, &mut figure.transparent, "transparent", help);
    });
    row(ui, "With", |ui| {
        tick_box(
            ui,
            &mut figure.titles,
            "titles",
            "What each panel shows, above it",
        );
        tick_box(
            ui,
            &mut figure.keys,
            "legend",
            "What the colours of the points mean",
        );
        let caption = "A line with data, scaling and kernel, below the panels";
        tick_box(ui, &mut figure.caption, "caption", caption);
    });
    let whole = app.zooms(&figure.panels).is_empty();
    let why = whole.then_some("no plot of this figure is zoomed in the window");
    row_enabled(ui, "Zoom", why, |ui| {
        let help = "Plots that are zoomed in the window show the same part in the figure";
        tick_box(ui, &mut options.as_zoomed, "as in the window", help);
    });
    let help = "A file with the lines that put the figure with its caption into a document";
    explained_row(ui, "Beside it", help, None, |ui| {
        let choices = [
            (None, "nothing", "The figure alone"),
            (
                Some(Snippet::Latex),
                "LaTeX",
                "A file .tex with the figure's lines",
            ),
            (
                Some(Snippet::Markdown),
                "Markdown",
                "A file .md with the figure's line",
            ),
        ];
        segmented(ui, &mut options.snippet, &choices);
    });
    columns(ui, options);
    panels(ui, app, options);
    wish_rows::words(ui, app, options);
    wish_rows::classes(ui, app, options);
}

fn size(ui: &mut Ui, options: &mut PictureOptions) {
    let figure = &mut options.figure;
    let preset = Preset::of(figure);
    let help = "Sets width, height and resolution for slides, a column of a journal or the web";
    explained_row(ui, "Made for", help, None, |ui| {
        let name = preset.map_or("own size", Preset::title);
        let all = Preset::ALL.map(|it| {
            let help = format!("The size and resolution for {}", it.title());
            (it, it.title(), help)
        });
        if let Some(chosen) = choice_of(ui, "preset", name, preset.as_ref(), all) {
            *figure = chosen.apply(figure.clone());
        }
    });
    let help = "Pixels across and down, and how many of them are an inch on paper";
    explained_row(ui, "Size", help, None, |ui| {
        pixel_fields(ui, [&mut figure.width, &mut figure.height], SIDE);
        ui.label("px at");
        whole_field(ui, "Resolution", &mut figure.dpi, [36, 1200]);
        ui.label("dpi");
    });
}

fn columns(ui: &mut Ui, options: &mut PictureOptions) {
    let count = options.figure.panels.len();
    let why = (count < 2).then_some("there is one panel only");
    row_enabled(ui, "Columns", why, |ui| {
        let numbers = ["1", "2", "3", "4", "5", "6"].iter().enumerate();
        // Seven buttons share the row.
        ui.spacing_mut().button_padding.x = theme::GAP;
        let auto = "As many panels side by side as makes them largest";
        let mut choices = vec![(None, "auto", auto)];
        let help = "So many panels side by side";
        choices.extend(
            numbers
                .take(count)
                .map(|(i, name)| (Some(i + 1), *name, help)),
        );
        let mut columns = options.figure.columns;
        if segmented(ui, &mut columns, &choices) {
            options.arrange(options.figure.panels.clone(), columns);
        }
    });
}

/// Draws the panels in reading order, each with buttons to move it or leave it out.
fn panels(ui: &mut Ui, app: &App, options: &mut PictureOptions) {
    let shown = &options.figure.panels;
    let mut new = shown.clone();
    for (i, panel) in shown.iter().enumerate() {
        let name = if i == 0 { "Panels" } else { "" };
        row(ui, name, |ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 0.0;
                let title = panel.title();
                ui.add_enabled_ui(shown.len() > 1, |ui| {
                    if icon_button(ui, icon::X, &format!("Leave out {title}"), LEAVE_OUT).clicked()
                    {
                        new.remove(i);
                    }
                });
                ui.add_enabled_ui(i + 1 < shown.len(), |ui| {
                    if icon_button(ui, "↓", &format!("Move {title} back"), MOVE).clicked() {
                        new.swap(i, i + 1);
                    }
                });
                ui.add_enabled_ui(i > 0, |ui| {
                    if icon_button(ui, "↑", &format!("Move {title} forward"), MOVE).clicked() {
                        new.swap(i, i - 1);
                    }
                });
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(egui::Label::new(title).truncate());
                });
            });
        });
    }
    let help = "Puts another view behind the others in the figure";
    explained_row(ui, "", help, None, |ui| {
        let others = app.setup().view.offered().filter(|p| !shown.contains(p));
        let others = others.map(|panel| (panel, panel.title(), panel.spec().about()));
        new.extend(choice_of(ui, "more panels", "Add a panel", None, others));
    });
    if new != *shown {
        let columns = options.figure.columns;
        options.arrange(new, columns);
    }
}
