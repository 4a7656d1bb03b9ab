//! Rows of the picture's dialog for an author's own words, colours and sizes.

use egui::{Id, TextEdit, Ui};

use super::{
    explained::Explained,
    number_field::NumberField,
    theme,
    widgets::{choice, explained_row, list_entry, row, segmented, tick},
};
use crate::{
    app::{App, PictureOptions},
    data::Labels,
    setup::{ClassLook, LegendPlace, PanelWords, Wishes},
    typed::Rule,
    view::{Paint, Panel, paint_rgb},
};

/// Width of a field for a number of points.
const POINTS: f32 = 56.0;
/// Range of letter heights of figures, in points, while dragged.
const LETTERS: std::ops::RangeInclusive<f64> = 4.0..=40.0;
/// Diameter from which dragging starts where dots have none of their own: the usual one on a slide.
const USUAL_DOTS: f64 = 4.0;
/// Width of the name of a class.
const CLASS: f32 = 96.0;

/// Draws rows for the heights of letters, letters of panels, dots and legends.
pub(super) fn sizes(ui: &mut Ui, options: &mut PictureOptions) {
    let PictureOptions { figure, wishes, .. } = options;
    let help = "Height of the letters of ticks and names on paper. Titles are larger, notes a little smaller; dots and \
                lines go with them.";
    explained_row(ui, "Letters", help, None, |ui| {
        points(ui, "Height of letters", &mut figure.font_size, LETTERS);
        let help = "Begins titles with (a), (b), … in reading order";
        tick(ui, &mut wishes.letters, "(a), (b), …", help);
    });
    let help = "How wide dots are; by default it depends on how many there are";
    explained_row(ui, "Dots", help, None, |ui| {
        let mut own = wishes.point_size.is_some();
        tick(ui, &mut own, "own width", help);
        wishes.point_size = own.then(|| wishes.point_size.unwrap_or(USUAL_DOTS));
        if let Some(size) = &mut wishes.point_size {
            points(ui, "Width of dots", size, Wishes::POINT_SIZES);
        }
    });
    let why = (!figure.keys).then_some("the figure has no legend");
    explained_row(ui, "Legend", "Where legends stand", why, |ui| {
        let places = [
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
        if let Some(place) = segmented(ui, wishes.legend, &places) {
            wishes.legend = place;
        }
    });
}

fn points(ui: &mut Ui, name: &'static str, value: &mut f64, range: std::ops::RangeInclusive<f64>) {
    let (least, most) = (*range.start(), *range.end());
    let field = NumberField {
        read: &|text| match Rule::Positive.read(text)? {
            value if (least..=most).contains(&value) => Ok(value),
            _ => Err(format!("must be from {least} to {most}")),
        },
        speed: 0.1,
        range,
        suffix: " pt",
    };
    field.show(ui, value, POINTS).accessible_name(name);
}

/// Access to one of the words of a panel.
type Field = fn(&mut PanelWords) -> &mut Option<String>;

/// Draws rows for title and names of axes of one panel, which is chosen first.
pub(super) fn words(ui: &mut Ui, options: &mut PictureOptions) {
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
        choice(ui, "panel of own words", chosen.title(), |ui| {
            for panel in panels {
                if list_entry(ui, *panel == chosen, panel.title(), panel.about()) {
                    chosen = *panel;
                }
            }
        });
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
}

/// Draws rows for colours and names of classes.
pub(super) fn classes(ui: &mut Ui, app: &App, options: &mut PictureOptions) {
    let Some(shown) = app.shown() else { return };
    let Labels::Classes { names, .. } = &shown.analysis.dataset.labels else {
        return;
    };
    for (class, name) in names.iter().enumerate().take(MOST_CLASSES) {
        let title = if class == 0 { "Classes" } else { "" };
        row(ui, title, |ui| {
            let looks = &mut options.wishes.classes;
            let place = looks.iter().position(|look| look.name == *name);
            let usual = ClassLook {
                name: name.clone(),
                color: paint_rgb(Paint::Class(class), options.figure.tone),
                text: None,
            };
            let mut look = place.map_or(usual.clone(), |place| looks[place].clone());
            let before = look.clone();
            ui.color_edit_button_srgb(&mut look.color)
                .accessible_name(format!("Colour of {name}"))
                .explained("The colour of the class in figures");
            let mut text = look.text.clone().unwrap_or_default();
            let edit = TextEdit::singleline(&mut text)
                .hint_text(name)
                .desired_width(CLASS);
            ui.add(edit)
                .accessible_name(format!("Name of {name}"))
                .explained("Another name of the class in figures");
            look.text = (!text.is_empty()).then_some(text);
            if look != before {
                looks.retain(|other| other.name != *name);
                if look != usual {
                    looks.push(look);
                }
            }
        });
    }
    ui.add_space(theme::GAP);
}

/// Number of classes above which looks are given by flags.
const MOST_CLASSES: usize = 12;
