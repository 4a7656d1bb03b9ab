//! Interactive plot of one chart: axes, marks, tooltips, drags, picked rows.

use egui::{
    Align, CursorIcon, InputState, PointerButton, Popup, Rangef, Response, Role, Sense, TextStyle,
    Ui, Vec2, WidgetInfo, text::LayoutJob, vec2,
};
use egui_plot::{
    Axis as PlotAxis, AxisHints, GridInput, GridMark, Plot, PlotBounds, PlotMemory, PlotTransform,
};

use super::{
    brush::{Brush, job, text_width},
    chart_item::ChartItem,
    drawing, handles,
    held_dot::HeldDot,
    hit, outline,
    place::values,
    plot_context::PlotContext,
    theme::{self, Tokens},
};
use crate::app::{Tool, Touch};
use chart::{
    Aspect, Axis, Chart, Held, Mark, Ranges, Scale,
    layout::{self, Medium, Tick},
};

/// Heights in points of the axis below a plot: with ticks and a name, with a name only. They are fixed, since otherwise
/// the plot's size would depend on its ticks, and its ticks on its size.
const X_AXIS: [f32; 2] = [34.0, 20.0];
/// Widths in points of the axis beside a plot: with ticks and a name, with a name only.
const Y_AXIS: [f32; 2] = [52.0, 20.0];
/// Largest width in points of the note of a chart without marks.
const NOTE_WIDTH: f32 = 320.0;

/// Events of the pointer in a plot.
#[derive(Default)]
pub(super) struct PlotEvents {
    /// Rows that the mark under the pointer stands for.
    pub hovered_rows: Vec<usize>,
    /// Thing that is dragged, and its new place.
    pub dragged: Option<(Held, [f64; 2])>,
    /// Touch that draws data by hand.
    pub touched: Option<Touch>,
    /// Distance in points by which the pointer turned a 3-D plot.
    pub turned: Vec2,
    pub picked: Option<PickedDots>,
    /// Place of a click in the plot's units, where the plot has dots.
    pub clicked: Option<[f64; 2]>,
    /// Response of the plot, and the row of the dot that its context menu is about, if any.
    pub menu: Option<(Response, Option<usize>)>,
    /// Ranges that the plot shows; `None` where it shows all of its data.
    pub zoom: Option<Ranges>,
    /// Map from the plot's units to the screen.
    pub transform: Option<PlotTransform>,
}

/// Dots picked by a click or a drag.
#[derive(Debug)]
pub(super) enum PickedDots {
    Dot(usize),
    /// Click beside all dots.
    Nothing,
    /// Rows inside an outline.
    Inside(Vec<usize>),
}

/// Width in points that the axis at the left of a plot takes, and height of the axis below it.
pub(super) fn surroundings(chart: &Chart) -> Vec2 {
    let room = |axis: &Axis, [ticks, name]: [f32; 2]| match axis.scale {
        Scale::Unmarked if axis.label.is_empty() => 0.0,
        Scale::Unmarked => name,
        Scale::Linear | Scale::Log10 | Scale::Count => ticks,
    };
    vec2(room(&chart.y, Y_AXIS), room(&chart.x, X_AXIS))
}

/// Draws `chart` into all the room that `ui` has.
#[expect(
    clippy::too_many_lines,
    reason = "one event after the other, from top to bottom"
)]
pub(super) fn show(ui: &mut Ui, chart: &Chart, context: &PlotContext<'_>) -> PlotEvents {
    let tokens = Tokens::of(ui.visuals());
    let tone = theme::tone(ui.visuals());
    if chart.marks.is_empty() {
        empty(ui, chart, &tokens);
        return PlotEvents::default();
    }
    let has_dots = chart.marks.iter().any(|m| matches!(m, Mark::Points(_)));
    let outline_id = context.id.with("outline");
    let tool = has_dots
        .then(|| outline::tool(ui, outline_id, context.tool))
        .flatten();
    let pen = context.pen.filter(|_| tool.is_none());
    let sweeps = pen.is_some() && matches!(context.tool, Tool::Brush | Tool::Erase);
    let free = context.held.filter(|_| tool.is_none() && !sweeps);
    let held = HeldDot::under_press(ui, context.id, chart, free);
    let tool = tool.filter(|_| held.is_none());
    let moves = !context.turns && tool.is_none() && held.is_none() && pen.is_none();
    let mut plot = framed(ui, chart, context, &tokens)
        .allow_drag(moves)
        // Two points that are drawn in quick succession are no wish to see everything.
        .allow_double_click_reset(pen.is_none());
    if context.refit {
        plot = plot.reset();
    }
    let (rows, bounds) = (context.ringed_rows, context.bounds);
    let item = ChartItem::new(context.id, chart, Brush { tone, tokens }, rows, bounds);
    let inner = plot.show(ui, |plot_ui| {
        plot_ui.add(item);
        // The wheel, and two fingers on a touchpad or a screen.
        let turned =
            |input: &InputState| (input.smooth_scroll_delta.y / 240.0).exp() * input.zoom_delta();
        let factor = f64::from(plot_ui.ctx().input(turned));
        if factor.to_bits() != 1.0_f64.to_bits()
            && plot_ui.response().contains_pointer()
            && let Some(at) = plot_ui.pointer_coordinate()
        {
            let mut all = ranges(context.bounds);
            if chart.aspect == Aspect::Equal {
                let size = plot_ui.response().rect.size();
                all = layout::in_equal_units(all, [size.x, size.y].map(f64::from));
            }
            let seen = ranges(plot_ui.plot_bounds());
            match layout::zoomed(seen, all, [at.x, at.y], factor) {
                Some([x, y]) => {
                    plot_ui.set_plot_bounds_x(x[0]..=x[1]);
                    plot_ui.set_plot_bounds_y(y[0]..=y[1]);
                }
                None => plot_ui.set_auto_bounds(true),
            }
        }
        if let Some(held) = &held {
            held.keep_still(plot_ui);
        }
    });
    let (response, transform) = (inner.response, inner.transform);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, chart.summary.clone()));
    // Space has a box of its own.
    if !chart.is_space() {
        let line = (1.0, tokens.line);
        ui.painter()
            .rect_stroke(*transform.frame(), 0.0, line, egui::StrokeKind::Inside);
    }

    let handle = handles::drag(ui, chart, &transform, context.id, context.chooses)
        .or_else(|| handles::jump(chart, &response, &transform));
    let moved_dot = held.and_then(|held| held.moved_to(&response, &transform));
    let turns = context.turns && tool.is_none() && response.dragged_by(PointerButton::Primary);
    let mut events = PlotEvents {
        dragged: handle.or(moved_dot),
        turned: if turns {
            response.drag_delta()
        } else {
            Vec2::ZERO
        },
        // Ranges that are held for a dragged dot were not chosen by the user.
        zoom: zoom(ui, context.id).filter(|_| !held.is_some_and(|held| held.fits)),
        transform: Some(transform),
        ..PlotEvents::default()
    };
    if has_dots {
        let inside = outline::drag(ui, outline_id, tool, chart, &response, &transform);
        events.picked = inside.map(PickedDots::Inside);
    }
    let hit = response
        .hover_pos()
        .filter(|_| !response.dragged() && !sweeps)
        .and_then(|pointer| hit::find(chart, &transform, pointer, context));
    if let Some(hit) = &hit {
        events.hovered_rows.clone_from(&hit.rows);
    }
    if let Some((Held::Node(row) | Held::DrawnPoint(row), _)) = events.dragged {
        events.hovered_rows = vec![row];
    }
    // A menu that is open has the pointer to itself.
    if let Some(hit) = hit.as_ref().filter(|_| !Popup::is_any_open(ui.ctx())) {
        hit::tooltip(&response, chart, hit, context.seen.analysis);
    }
    let row = hit
        .filter(|_| has_dots)
        .and_then(|hit| hit.rows.first().copied());
    let menu_id = context.id.with("menu");
    if response.secondary_clicked() {
        ui.data_mut(|data| data.insert_temp(menu_id, row));
    }
    let of_row = ui.data(|data| data.get_temp::<Option<usize>>(menu_id));
    events.menu = Some((response.clone(), of_row.flatten()));
    if let Some(pen) = pen {
        let (tool, on_dot) = ((context.tool, pen), row.is_some());
        events.touched = drawing::touch(ui, context.id, tool, on_dot, &response, &transform);
    }
    if has_dots && response.clicked() && events.touched.is_none() && !sweeps {
        click(&mut events, row, &response, &transform);
    }
    if tool.is_some() || pen.is_some() && row.is_none() && moved_dot.is_none() {
        response.on_hover_and_drag_cursor(CursorIcon::Crosshair);
    } else if moved_dot.is_some() {
        response.on_hover_and_drag_cursor(CursorIcon::Grabbing);
    } else if context.held.is_some() && row.is_some() {
        response.on_hover_cursor(CursorIcon::Grab);
    }
    events
}

/// Ranges of x and y of a plot.
pub(super) fn ranges(bounds: PlotBounds) -> Ranges {
    let (low, high) = (bounds.min(), bounds.max());
    [0, 1].map(|axis| [low[axis], high[axis]])
}

/// Notes the dot that a click hits, and its place.
fn click(
    events: &mut PlotEvents,
    row: Option<usize>,
    response: &Response,
    transform: &PlotTransform,
) {
    events.picked = Some(row.map_or(PickedDots::Nothing, PickedDots::Dot));
    let pointer = response.interact_pointer_pos();
    events.clicked = pointer.map(|pointer| values(transform, pointer));
}

/// Plot with the chart's axes, grid and proportions, as large as the room.
fn framed<'a>(ui: &Ui, chart: &Chart, context: &PlotContext<'_>, tokens: &Tokens) -> Plot<'a> {
    let axis_room = surroundings(chart);
    let length = ui.available_size() - axis_room;
    let names = [(&chart.x, length.x), (&chart.y, length.y)];
    let [x_name, y_name] = names.map(|(axis, length)| fitting_name(ui, &axis.label, length));
    let (x_scale, y_scale) = (chart.x.scale, chart.y.scale);
    let ctx = ui.ctx().clone();
    let mut plot = Plot::new(context.id)
        .id(context.id)
        .custom_x_axes(hints(x_scale, &x_name, PlotAxis::X, axis_room.y, tokens))
        .custom_y_axes(hints(y_scale, &y_name, PlotAxis::Y, axis_room.x, tokens))
        .x_grid_spacer(move |input| {
            let measure = |text: &str, size: f32| text_width(&ctx, text, size);
            let (range, length) = range_and_length(&input);
            grid_marks(layout::across(x_scale, range, length, medium(&measure)))
        })
        .y_grid_spacer(move |input| {
            let (range, length) = range_and_length(&input);
            grid_marks(layout::up(y_scale, range, length))
        })
        .grid_spacing(Rangef::new(1.0, 2.0))
        .grid_color(tokens.grid)
        .set_margin_fraction(Vec2::ZERO)
        .show_background(false)
        .show_crosshair(false)
        .allow_scroll(false)
        .allow_zoom(false)
        .allow_boxed_zoom(true);
    if chart.aspect == Aspect::Equal {
        plot = plot.data_aspect(1.0);
    }
    plot
}

/// Name shortened to a length.
pub(super) fn fitting_name(ui: &Ui, name: &str, length: f32) -> String {
    let measure = |text: &str, size: f32| text_width(ui.ctx(), text, size);
    layout::fitted_name(name, length, medium(&measure))
}

/// Medium in which the window lays out charts, with `measure` for the width of texts.
pub(super) fn medium(measure: &dyn Fn(&str, f32) -> f32) -> Medium<'_> {
    Medium {
        measure,
        least: 0.0,
        hints: true,
    }
}

/// Range of values that an axis shows, and its length in points.
fn range_and_length(input: &GridInput) -> ([f64; 2], f64) {
    let (low, high) = input.bounds;
    ([low, high], (high - low) / input.base_step_size)
}

fn grid_marks(ticks: Vec<Tick>) -> Vec<GridMark> {
    let mark = |Tick { value, step }| GridMark {
        value,
        step_size: step,
    };
    ticks.into_iter().map(mark).collect()
}

/// Axis for egui's plot with this width or height in points; none where that is 0.
fn hints(
    scale: Scale,
    name: &str,
    plot_axis: PlotAxis,
    thickness: f32,
    tokens: &Tokens,
) -> Vec<AxisHints<'static>> {
    if thickness == 0.0 {
        return vec![];
    }
    let hints = AxisHints::new(plot_axis)
        .label(job(
            name,
            &egui::FontId::proportional(theme::SMALL),
            tokens.text_weak,
        ))
        .formatter(move |mark, _| {
            let GridMark { value, step_size } = mark;
            let step = step_size;
            layout::tick_text(scale, Tick { value, step })
        })
        .tick_label_color(tokens.text_weak)
        .tick_label_font(egui::FontId::proportional(theme::SMALL))
        .label_spacing(Rangef::new(0.0, 1.0))
        .min_thickness(thickness);
    vec![hints]
}

/// Draws the reason why there is nothing to draw, and what to do.
fn empty(ui: &mut Ui, chart: &Chart, tokens: &Tokens) {
    let room = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(room, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, chart.summary.clone()));
    let note = chart.note.clone().unwrap_or_default();
    let mut job = LayoutJob::simple(
        note,
        TextStyle::Body.resolve(ui.style()),
        tokens.text_weak,
        (room.width() - 2.0 * theme::SECTION).clamp(0.0, NOTE_WIDTH),
    );
    job.halign = Align::Center;
    let galley = ui.painter().layout_job(job);
    let top = room.center() - vec2(0.0, galley.size().y / 2.0);
    ui.painter().galley(top, galley, tokens.text_weak);
}

fn zoom(ui: &Ui, plot: egui::Id) -> Option<Ranges> {
    let memory = PlotMemory::load(ui.ctx(), plot).filter(|memory| !memory.auto_bounds.all())?;
    Some(ranges(*memory.bounds()))
}
