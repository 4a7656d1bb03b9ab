//! Choices for the axes of plots of dots: lists behind the axes' own names, and rows for the menus of panels.

use egui::{
    Button, CursorIcon, Popup, PopupCloseBehavior, Pos2, Rect, Role, Sense, Ui, Vec2, WidgetInfo,
    pos2, vec2,
};
use egui_plot::PlotTransform;

use super::{
    brush::text_width,
    explained::Explained,
    pixel_picker,
    place::position,
    plot, rename,
    theme::{self, Tokens},
    widgets::{drop_down, explained_row, list_entry, scrolling, triangle},
};
use crate::app::{Aim, App, Command, Edit};
use chart::{Chart, Mark, percent};
use explorer::{
    panel::{Control, Panel},
    setup::{Nameable, ScoreAxes, Side, clamp, plotted},
};
use kernel_pca::method::Method;

pub(super) const INPUT: &str = "Two columns of the data, before scaling. Other columns are there but \
                                not seen; linear PCA turns the whole cloud to show most of it.";
const PCA: &str = "Which principal components are drawn. Linear PCA turns the cloud so \
                              that its spread along the first is largest.";
const OTHERS: &str = "Which components of Isomap and its like are drawn, in all of their plots";
const KPCA: &str = "Which kernel components are drawn. They are linear components in the \
                               kernel's space, so in the input they may bend.";
const BY_ROW: &str = "Draws the scores in the order of the rows, as over time";
const STRIP: &str =
    "Draws one component alone; points are shaken a little so that none hides another";
const PLANE: &str = "Draws one component against another again";

/// Number of components offered before any are computed.
const COMPONENTS_BEFORE_DATA: usize = 2;
/// Room for the arrow beside an axis' name, in points.
const ARROW: f32 = 12.0;
/// Height of the part of an axis that its name takes, in points.
const NAME: f32 = 15.0;

/// Content of an axis, with the list that it is chosen from.
#[derive(Clone, Copy)]
enum Choices {
    /// Column of the data on a side (0 across, 1 upwards, 2 in depth).
    Columns(usize),
    /// Component of this method, on the side of this number (0 across, 1 upwards, 2 in depth).
    Components(Method, usize),
}

impl Choices {
    /// Choices for an axis of a panel's plot in the plane; `None` where it is fixed.
    fn of(panel: Panel, side: usize) -> Option<Self> {
        if panel.has_contours() {
            return Some(Self::Columns(side));
        }
        panel
            .spec()
            .controls()
            .iter()
            .find_map(|control| match control {
                Control::InputColumns => Some(Self::Columns(side)),
                Control::Axes => Some(Self::Components(panel.method()?, side)),
                _ => None,
            })
    }
}

/// Makes the names of axes open a list of what else can stand there.
pub(super) fn on_plot(
    ui: &mut Ui,
    panel: Panel,
    chart: &Chart,
    transform: &PlotTransform,
    app: &App,
    out: &mut Vec<Command>,
) {
    if panel.is_3d() {
        return in_space(ui, panel, chart, transform, app, out);
    }
    rename::note_axes(
        ui.ctx(),
        panel,
        [&chart.x, &chart.y].map(|axis| !axis.label.is_empty()),
    );
    let frame = *transform.frame();
    let around = plot::surroundings(chart);
    let corner = pos2(frame.left() - around.x, frame.bottom() + around.y);
    for (side, axis) in [&chart.x, &chart.y].into_iter().enumerate() {
        let length = [frame.width(), frame.height()][side];
        let name = plot::fitting_name(ui, &axis.label, length);
        if name.is_empty() {
            continue;
        }
        let half = text_width(ui.ctx(), &name, theme::SMALL) / 2.0;
        // A name as long as its axis leaves no room for an arrow, and the button ends where the axis does.
        let has_arrow = half + ARROW <= length / 2.0;
        let reach = (half + ARROW).min(length / 2.0);
        // Beside the name, where egui_plot sets it.
        let (place, arrow, pointing) = if side == 0 {
            let at = pos2(frame.center().x, corner.y - NAME / 2.0 - 2.0);
            let size = vec2(2.0 * reach, NAME);
            let arrow = at + vec2(half + ARROW / 2.0, 0.5);
            (Rect::from_center_size(at, size), arrow, DOWN)
        } else {
            let at = pos2(corner.x + NAME / 2.0 - 3.0, frame.center().y);
            let size = vec2(NAME, 2.0 * reach);
            let arrow = at - vec2(-0.5, half + ARROW / 2.0);
            (Rect::from_center_size(at, size), arrow, ASIDE)
        };
        let thing = Nameable::Axis(panel, side);
        rename::field(ui.ctx(), app, &thing, place, out);
        let Some(choices) = Choices::of(panel, side) else {
            let id = ui.scope_id().with(("name", panel.name(), side));
            let response = ui.interact(place, id, Sense::CLICK);
            let response = response.on_hover_text(rename::HINT);
            rename::on_double_click(&response, &thing, out);
            continue;
        };
        let direction = ["horizontal", "vertical"][side];
        let spoken = format!("{direction} axis of {}: {}", panel.title(), axis.label);
        let button = AxisName {
            place,
            arrow: has_arrow.then_some(arrow),
            pointing,
            label: &name,
            spoken,
            thing: Some(thing),
        };
        button.show(ui, choices, app, out);
    }
}

/// Makes the names beside a box open the list of columns.
fn in_space(
    ui: &mut Ui,
    panel: Panel,
    chart: &Chart,
    transform: &PlotTransform,
    app: &App,
    out: &mut Vec<Command>,
) {
    if !panel.spec().controls().contains(&Control::InputColumns) {
        return;
    }
    let view = &app.setup().view;
    let names = column_names(app);
    for (side, column) in view.input.into_iter().chain([view.input_depth]).enumerate() {
        let name = names.get(column.min(names.len().saturating_sub(1)));
        let text = chart.marks.iter().find_map(|mark| match mark {
            Mark::Text(text) if Some(&text.text) == name => Some(text),
            _ => None,
        });
        let Some(text) =
            text.filter(|text| transform.frame().contains(position(transform, text.xy)))
        else {
            continue;
        };
        let width = text_width(ui.ctx(), &text.text, theme::SMALL);
        let left = position(transform, text.xy) - vec2(text.anchor.share_before() * width, 0.0);
        // A name that has no room at the edge stands a little aside.
        let frame = transform.frame();
        let beyond = (left.x + width + ARROW - frame.right()).max(0.0);
        let left = left + vec2((frame.left() - left.x).max(0.0) - beyond, 0.0);
        let place = Rect::from_min_size(
            left - vec2(theme::GAP, NAME / 2.0),
            vec2(width + theme::GAP + ARROW, NAME),
        );
        let button = AxisName {
            place,
            arrow: Some(left + vec2(width + ARROW / 2.0, 0.5)),
            pointing: DOWN,
            label: &text.text,
            spoken: format!("axis {} of {}: {}", side + 1, panel.title(), text.text),
            thing: None,
        };
        button.show(ui, Choices::Columns(side), app, out);
    }
}

/// Corners of an arrow that points down, and of one for a name that is read upwards.
const DOWN: [Vec2; 3] = [vec2(-3.0, -1.5), vec2(3.0, -1.5), vec2(0.0, 2.0)];
const ASIDE: [Vec2; 3] = [vec2(-1.5, -3.0), vec2(-1.5, 3.0), vec2(2.0, 0.0)];

/// Name of an axis as a button.
struct AxisName<'a> {
    place: Rect,
    /// Middle of the arrow; `None` where there is no room for it.
    arrow: Option<Pos2>,
    pointing: [Vec2; 3],
    label: &'a str,
    /// Name for those who do not see the plot.
    spoken: String,
    /// Axis as a thing that can be renamed; `None` where it cannot.
    thing: Option<Nameable>,
}

impl AxisName<'_> {
    /// Draws the arrow and highlight of the name, and the list that it opens.
    fn show(self, ui: &mut Ui, choices: Choices, app: &App, out: &mut Vec<Command>) {
        let axis = self.spoken.split(": ").next().unwrap_or_default();
        let id = ui.scope_id().with(axis);
        let response = ui.interact(self.place, id, Sense::CLICK);
        let tokens = Tokens::of(ui.visuals());
        let active = response.hovered() || response.has_focus();
        let color = if active {
            tokens.accent
        } else {
            tokens.text_weak
        };
        if active {
            let lit = tokens.accent.gamma_multiply(0.12);
            ui.painter().rect_filled(self.place, theme::RADIUS, lit);
        }
        // On a lecture room's screen it would only ask for an explanation.
        if let Some(arrow) = self.arrow
            && (active || app.presentation().is_none())
        {
            triangle(ui, arrow, self.pointing, color);
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &self.spoken));
        let response = response.on_hover_cursor(CursorIcon::PointingHand);
        let mut help = "Chooses what stands on this axis".to_owned();
        if self.thing.is_some() {
            help = format!("{help}. {}.", rename::HINT);
        }
        let response = response.explained_with_name(self.label, &help);
        Popup::menu(&response).show(|ui| {
            scrolling(ui, |ui| {
                choose(ui, choices, app, out);
                if let Some(thing) = &self.thing {
                    rename_entry(ui, thing, out);
                }
            });
        });
        if let Some(thing) = &self.thing {
            rename::on_double_click(&response, thing, out);
        }
    }
}

/// Draws the entry that renames an axis.
fn rename_entry(ui: &mut Ui, thing: &Nameable, out: &mut Vec<Command>) {
    let command = Command::Rename(thing.clone());
    if list_entry(ui, false, "Rename…", &command.help()) {
        out.push(command);
        ui.close();
    }
}

/// Draws the list that an axis' name opens: its choices, and an entry for the panel of the features that make up its
/// component.
fn choose(ui: &mut Ui, choices: Choices, app: &App, out: &mut Vec<Command>) {
    let mut chosen = pick(ui, choices, app);
    if let Choices::Components(method, side) = choices {
        let axes = app.setup().view.axes(method);
        chosen = drives(ui, app, method, axes, side).or(chosen);
    }
    if let Some(command) = chosen {
        out.push(command);
        ui.close();
    }
}

/// Draws the choices of an axis; returns the command of the one that was clicked.
fn pick(ui: &mut Ui, choices: Choices, app: &App) -> Option<Command> {
    let view = &app.setup().view;
    let edit = match choices {
        Choices::Columns(2) => columns(ui, app, view.input_depth).map(Edit::InputDepth),
        Choices::Columns(side) => {
            let mut axes = view.input;
            let axis = axes.get_mut(side)?;
            *axis = columns(ui, app, *axis)?;
            Some(Edit::InputAxes(axes))
        }
        Choices::Components(method, side) => {
            let axes = view.axes(method);
            let chosen = components(ui, app, method, axes, side).filter(|it| *it != axes);
            chosen.map(|axes| Edit::Axes(method, axes))
        }
    };
    edit.map(Command::Edit)
}

/// Draws a drop-down list of an axis' choices.
fn picker(ui: &mut Ui, choices: Choices, app: &App, width: f32, out: &mut Vec<Command>) {
    let view = &app.setup().view;
    let (id, text) = match choices {
        Choices::Columns(side) => {
            let column = view.input.get(side).copied().unwrap_or(view.input_depth);
            let names = column_names(app);
            let name = names.get(column).or(names.last());
            (
                format!("input-{side}"),
                name.map_or("…", String::as_str).to_owned(),
            )
        }
        Choices::Components(method, side) => {
            let text = text_on(view.axes(method), side, count(app, method));
            (format!("{}-{side}", method.name()), text)
        }
    };
    let close = PopupCloseBehavior::CloseOnClick;
    drop_down(ui, &id, text, width, close, |ui| {
        out.extend(pick(ui, choices, app));
    });
}

/// Reason why there is nothing to choose about features.
pub(super) fn lack(app: &App) -> Option<&'static str> {
    let lacks = app.dataset().is_some_and(|it| !it.has_features());
    lacks.then_some("These data have no features")
}

/// Draws pickers of the input plot's two columns.
pub(super) fn input_axes(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    pair(ui, |ui, width, side| {
        picker(ui, Choices::Columns(side), app, width, out);
    });
}

/// Draws a picker of the third column in 3-D.
pub(super) fn input_depth(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    picker(ui, Choices::Columns(2), app, ui.available_width(), out);
}

/// Names of the features, none before there are data.
pub(super) fn column_names(app: &App) -> &[String] {
    app.dataset().map_or(&[], |it| &it.feature_names)
}

/// Draws the feature columns, or the grid of pixels that they are; returns the one that was clicked.
fn columns(ui: &mut Ui, app: &App, current: usize) -> Option<usize> {
    let names = column_names(app);
    let current = current.min(names.len().saturating_sub(1));
    if let Some(pictures) = app.dataset().and_then(|it| it.pictures.as_ref()) {
        return pixel_picker::show(ui, pictures, names, current);
    }
    let mut picked = None;
    for (i, name) in names.iter().enumerate() {
        let help = format!("Puts {name} on this axis");
        if list_entry(ui, i == current, name, &help) {
            picked = Some(i);
        }
    }
    picked
}

/// Draws pickers of the components that the plot of a method shows.
pub(super) fn axes_row(
    ui: &mut Ui,
    label: &str,
    method: Method,
    app: &App,
    out: &mut Vec<Command>,
) {
    let help = match method {
        Method::Pca => PCA,
        Method::Kpca => KPCA,
        _ => OTHERS,
    };
    let reason = lack(app).filter(|_| method == Method::Pca);
    explained_row(ui, label, help, reason, |ui| {
        pair(ui, |ui, width, side| {
            picker(ui, Choices::Components(method, side), app, width, out);
        });
    });
}

/// Number of components that a method has.
fn count(app: &App, method: Method) -> usize {
    let embedding = app.analysis().and_then(|it| it.embedding(method).ok());
    embedding.map_or(COMPONENTS_BEFORE_DATA, |it| it.eigenvalues().len())
}

/// Word for the content of an axis (0 across, 1 upwards).
fn text_on(axes: ScoreAxes, side: usize, count: usize) -> String {
    let shown = plotted(clamp(axes, count).unwrap_or(axes));
    match shown.get(side) {
        Some(Some(component)) => format!("PC{}", component + 1),
        _ => ["row", "strip"][usize::from(side > 0)].to_owned(),
    }
}

/// Draws the components of a method with their shares, and the entry that puts row numbers or a strip on the axis
/// instead; returns the new axes where an entry was clicked.
fn components(
    ui: &mut Ui,
    app: &App,
    method: Method,
    axes: ScoreAxes,
    side: usize,
) -> Option<ScoreAxes> {
    let shares = app.analysis().and_then(|it| it.shares(method));
    let way = ["across", "upwards"][side];
    let count = count(app, method);
    let axes = clamp(axes, count).unwrap_or(axes);
    let mut new = None;
    for i in 0..count {
        let option = axes.with(side, i);
        let mut button = Button::selectable(option == axes, format!("PC{}", i + 1));
        if let Some(share) = shares.as_ref().and_then(|shares| shares.get(i)) {
            button = button.shortcut_text(percent(*share));
        }
        let help = format!("Draws each row's score on component {} {way}", i + 1);
        if ui.add(button).explained(&help).clicked() {
            new = Some(option);
        }
    }
    ui.separator();
    let (option, text, help) = match (axes, side) {
        (ScoreAxes::Strip(i), 0) => (
            axes.with(1, usize::from(i == 0)),
            "another component",
            PLANE,
        ),
        (ScoreAxes::Pair(_, i) | ScoreAxes::Index(i), 0) => {
            (ScoreAxes::Index(i), "row index", BY_ROW)
        }
        (ScoreAxes::Pair(i, _) | ScoreAxes::Index(i) | ScoreAxes::Strip(i), _) => {
            (ScoreAxes::Strip(i), "strip, jittered", STRIP)
        }
    };
    if list_entry(ui, axes == option, text, help) {
        new = Some(option);
    }
    new
}

/// Draws an entry for the panel of the features that make up the component on an axis; returns its command where it was
/// clicked.
fn drives(ui: &mut Ui, app: &App, method: Method, axes: ScoreAxes, side: usize) -> Option<Command> {
    let (by, panel) = match method {
        Method::Pca => (Panel::Pca, Panel::Loadings),
        Method::Kpca => (Panel::Kpca, Panel::Gradients),
        _ => return None,
    };
    let shown = plotted(clamp(axes, count(app, method)).unwrap_or(axes));
    let component = shown.get(side).copied().flatten()?;
    if lack(app).is_some() || app.visible().contains(&panel) {
        return None;
    }
    let aim = Aim {
        by,
        side: Some(Side::Right),
    };
    let text = format!("What drives PC{}?", component + 1);
    list_entry(ui, false, &text, panel.spec().about()).then(|| app.placing(panel, aim))
}

/// Calls `half` for each of two equal parts of a row, with its width in points and its index.
fn pair(ui: &mut Ui, mut half: impl FnMut(&mut Ui, f32, usize)) {
    ui.spacing_mut().item_spacing.x = theme::GAP;
    let width = (ui.available_width() - theme::GAP) / 2.0;
    for side in 0..2 {
        // A list cuts its text to the room it is given, so each has a room of its own.
        ui.allocate_ui(Vec2::new(width, theme::row(ui)), |ui| half(ui, width, side));
    }
}
