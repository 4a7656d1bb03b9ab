//! Rows of the picture's dialog for an author's own words, colours and sizes.

use egui::{Id, TextEdit, Ui};

use super::{
    explained::Explained,
    number_field::NumberField,
    theme,
    widgets::{choice_of, explained_row, icon_button, row, segmented, tick_box},
};
use crate::app::{App, PictureOptions};
use chart::{Paint, layout, paint_rgb};
use explorer::{
    panel::Panel,
    setup::{LegendPlace, PanelWords, Wishes},
    view::shapes_are_needed,
};
use kernel_pca::{objects::Labels, typed::NumberRange};

/// Width of a field for a number of points, itself in points.
const POINTS: f32 = 56.0;
/// Range of letter heights of figures, in points, while dragged.
const LETTERS: std::ops::RangeInclusive<f64> = 4.0..=40.0;
/// Diameter in points from which dragging starts where dots have none of their own: the usual one on a slide.
const USUAL_DOTS: f64 = 4.0;
/// Width of the field for one end of an axis, in points.
const LIMIT: f32 = 64.0;
/// Width of the name of a class, in points.
const CLASS: f32 = 96.0;

/// Draws the rows for the heights of letters and of panel letters, the dots and the legends.
pub(super) fn sizes(ui: &mut Ui, app: &App, options: &mut PictureOptions) {
    let PictureOptions {
        figure,
        wishes,
        shapes,
        ..
    } = options;
    let help = "Height of the letters of ticks and names on paper. Titles are larger, notes a little smaller; dots and \
                lines go with them.";
    explained_row(ui, "Letters", help, None, |ui| {
        points(ui, "Height of letters", &mut figure.font_size, LETTERS);
        let help = "Begins titles with (a), (b), … in reading order";
        tick_box(ui, &mut wishes.letters, "(a), (b), …", help);
    });
    let help = "How wide dots are; by default it depends on how many there are";
    explained_row(ui, "Dots", help, None, |ui| {
        let mut own = wishes.point_size.is_some();
        tick_box(ui, &mut own, "own width", help);
        wishes.point_size = own.then(|| wishes.point_size.unwrap_or(USUAL_DOTS));
        if let Some(size) = &mut wishes.point_size {
            points(ui, "Width of dots", size, Wishes::POINT_SIZES);
        }
    });
    let labels = app.dataset().map(|it| &it.labels);
    let why = match labels {
        Some(labels) if shapes_are_needed(labels) => {
            Some("with more than eight classes, colours alone are too alike")
        }
        Some(Labels::Classes { .. }) => None,
        _ => Some("the rows have no classes"),
    };
    let help = "Gives classes shapes besides colours, so that they are told apart in greys";
    explained_row(ui, "Classes by", help, why, |ui| {
        let by_figure = labels.is_some_and(|labels| figure.has_shapes(labels));
        let before = *shapes || by_figure || why.is_some_and(|why| why.starts_with("with"));
        let mut now = before;
        tick_box(ui, &mut now, "shapes and colours", help);
        if now != before {
            *shapes = now;
            // A preset for print has shapes of its own accord.
            figure.shapes_from = figure.shapes_from.filter(|_| now);
        }
    });
    let why = (!figure.keys).then_some("the figure has no legend");
    explained_row(ui, "Legend", "Where legends stand", why, |ui| {
        let places = [
            (
                LegendPlace::Auto,
                "inside",
                "In a plot that it explains, where that has room, else below",
            ),
            (
                LegendPlace::Bottom,
                "below",
                "Below the panels that it explains",
            ),
            (
                LegendPlace::Right,
                "at the right",
                "In a column at the right of the sheet",
            ),
        ];
        segmented(ui, &mut wishes.legend, &places);
    });
}

fn points(ui: &mut Ui, name: &'static str, value: &mut f64, range: std::ops::RangeInclusive<f64>) {
    let (least, most) = (*range.start(), *range.end());
    let field = NumberField {
        read: &|text| match NumberRange::Positive.read(text)? {
            value if (least..=most).contains(&value) => Ok(value),
            _ => Err(format!("must be from {least} to {most}")),
        },
        speed: 0.1,
        range,
        suffix: " pt",
    };
    field.show(ui, value, POINTS).accessible_name(name);
}

/// Function that gives access to one of the texts of a panel.
type Field = fn(&mut PanelWords) -> &mut Option<String>;

/// Draws the rows for the title, and the names and limits of the axes, of a panel that is chosen first.
pub(super) fn words(ui: &mut Ui, app: &App, options: &mut PictureOptions) {
    let panels = &options.figure.panels;
    let id = Id::unique("panel of own words");
    let kept = ui.data(|data| data.get_temp::<Panel>(id));
    let chosen = kept
        .filter(|panel| panels.contains(panel))
        .or(panels.first().copied());
    let Some(mut chosen) = chosen else { return };
    let help = "Titles and names of axes in place of the panel's own. Between dollar signs simple maths is set: $x_1$, \
                $\\gamma$, $10^{-2}$.";
    explained_row(ui, "Own words", help, None, |ui| {
        let all = panels.iter().map(|it| (*it, it.title(), it.spec().about()));
        let picked = choice_of(ui, "panel of own words", chosen.title(), Some(&chosen), all);
        chosen = picked.unwrap_or(chosen);
    });
    ui.data_mut(|data| data.insert_temp(id, chosen));
    let fields: [(&str, Field); 3] = [
        ("Title", |words| &mut words.title),
        ("Axis across", |words| &mut words.x_label),
        ("Upright axis", |words| &mut words.y_label),
    ];
    for (name, field) in fields {
        row(ui, name, |ui| {
            let known = options.wishes.of(chosen).cloned();
            let mut text = known
                .and_then(|mut words| field(&mut words).take())
                .unwrap_or_default();
            let edit = TextEdit::singleline(&mut text)
                .hint_text("as in the window")
                .desired_width(f32::INFINITY);
            if ui.add(edit).accessible_name(name).explained(help).changed() {
                let own = (!text.is_empty()).then_some(text);
                *field(options.wishes.of_mut(chosen)) = own;
            }
        });
    }
    for (name, axis) in [("Limits across", 0), ("Limits upright", 1)] {
        limits(ui, app, (name, axis), chosen, &mut options.wishes);
    }
}

/// Draws the row for the values at both ends of an axis, where the author sets them.
fn limits(
    ui: &mut Ui,
    app: &App,
    (name, axis): (&'static str, usize),
    panel: Panel,
    wishes: &mut Wishes,
) {
    let help = "Values at both ends of the axis; by default it shows all of the data";
    let known = wishes
        .of(panel)
        .map(|words| [words.x_limits, words.y_limits]);
    let known = known.and_then(|it| it[axis]);
    let mut new = known;
    explained_row(ui, name, help, None, |ui| {
        let mut own = known.is_some();
        tick_box(ui, &mut own, "own", help);
        if !own {
            new = None;
            return;
        }
        let all = || app.chart(panel).map(|chart| layout::shown(&chart)[axis]);
        let Some(mut ends) = known.or_else(all) else {
            return;
        };
        let speed = (ends[1] - ends[0]).abs() * 0.01;
        for (end, which) in ends.iter_mut().zip(["first", "last"]) {
            let field = NumberField {
                read: &|text| NumberRange::Any.read(text),
                speed,
                range: f64::MIN..=f64::MAX,
                suffix: "",
            };
            field
                .show(ui, end, LIMIT)
                .accessible_name(format!("{name}, {which} value"));
        }
        if ends[0] < ends[1] {
            new = Some(ends);
        }
    });
    if new != known {
        let words = wishes.of_mut(panel);
        *[&mut words.x_limits, &mut words.y_limits][axis] = new;
    }
}

/// Draws the rows for the colours, names and order of classes.
pub(super) fn classes(ui: &mut Ui, app: &App, options: &mut PictureOptions) {
    let Some(Labels::Classes { names, .. }) = app.dataset().map(|it| &it.labels) else {
        return;
    };
    let before = options.wishes.looks_in_order(names);
    let mut looks = before.clone();
    let mut moved = None;
    for (place, look) in looks.iter_mut().enumerate().take(MOST_CLASSES) {
        let class = names
            .iter()
            .position(|name| *name == look.name)
            .unwrap_or(0);
        let usual = paint_rgb(Paint::Class(class), options.figure.tone);
        let title = if place == 0 { "Classes" } else { "" };
        row(ui, title, |ui| {
            let name = look.name.clone();
            let mut color = look.color.unwrap_or(usual);
            ui.color_edit_button_srgb(&mut color)
                .accessible_name(format!("Colour of {name}"))
                .explained("The colour of the class in figures");
            look.color = (color != usual).then_some(color);
            let mut text = look.text.clone().unwrap_or_default();
            let edit = TextEdit::singleline(&mut text)
                .hint_text(&name)
                .desired_width(CLASS);
            ui.add(edit)
                .accessible_name(format!("Name of {name}"))
                .explained("Another name of the class in figures");
            look.text = (!text.is_empty()).then_some(text);
            for (sign, way, there) in [
                ("↑", "forward", place.checked_sub(1)),
                ("↓", "back", Some(place + 1).filter(|it| *it < names.len())),
            ] {
                ui.add_enabled_ui(there.is_some(), |ui| {
                    let name = format!("Move {name} {way}");
                    if icon_button(ui, sign, &name, ORDER).clicked() {
                        moved = there.map(|there| (place, there));
                    }
                });
            }
        });
    }
    if let Some((from, to)) = moved {
        looks.swap(from, to);
    }
    if looks != before {
        options.wishes.set_looks(looks, names);
    }
    ui.add_space(theme::GAP);
}

const ORDER: &str = "Classes stand in legends in this order";

/// Largest number of classes that have a row here.
const MOST_CLASSES: usize = 12;
