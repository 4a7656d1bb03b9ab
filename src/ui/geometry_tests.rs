//! Comparison of the window with figures: in plots of one size, both show the same values, ticks and marks at the
//! same places.

use std::sync::{Arc, Mutex};

use egui::{Context, Pos2, RawInput, Rect, Shape, UiBuilder, pos2, vec2};
use egui_plot::{PlotBounds, PlotItem as _, PlotMemory, PlotTransform};
use roxmltree::{Document, Node};

use super::{brush::Brush, chart_item::ChartItem, plot, plot_context::PlotContext, theme};
use crate::app::Tool;
use chart::{
    Chart, Mark, Ranges, Scale,
    layout::{self, NameMemory},
};
use explorer::{
    analysis::Analyzer,
    panel::PanelInputs,
    setup::{Setup, examples},
};
use export::panel_svg;
use kernel_pca::kpca::Tier;

/// Number of rows up to which an example is compared in every panel that it can have.
const MOST_ROWS_COMPARED: usize = 160;

/// Places in a plot, from its top left corner.
#[derive(Debug, Default)]
struct PlotPlaces {
    ranges: Ranges,
    /// Texts and places of ticks along either axis.
    ticks: [Vec<(String, f32)>; 2],
    marks: Vec<(ShapeKind, [f32; 2])>,
}

#[derive(Debug, Clone, PartialEq)]
enum ShapeKind {
    Area,
    Line,
    Text(String),
}

fn by_height(texts: &mut [(String, f32)]) {
    texts.sort_by(|a, b| a.1.total_cmp(&b.1));
}

/// Places of a chart in the window, and the size of its plot.
fn in_window(inputs: &PanelInputs, chart: &Chart, room: [f32; 2]) -> (PlotPlaces, [f64; 2]) {
    let ctx = Context::default();
    theme::install(&ctx);
    let id = egui::Id::unique("plot");
    let [[left, right], [bottom, top]] = layout::shown(chart);
    let context = PlotContext {
        id,
        seen: inputs,
        is_terse: false,
        bounds: PlotBounds::from_min_max([left, bottom], [right, top]),
        ringed_rows: &[],
        refit: false,
        turns: false,
        held: None,
        chooses: false,
        tool: Tool::default(),
        pen: None,
    };
    let screen = Rect::from_min_size(Pos2::ZERO, vec2(1000.0, 800.0));
    let place = Rect::from_min_size(pos2(100.0, 100.0), vec2(room[0], room[1]));
    let mut seen = PlotPlaces::default();
    let mut size = [0.0; 2];
    // Axes take the room that they needed in the frame before.
    for _ in 0..4 {
        let input = RawInput {
            screen_rect: Some(screen),
            ..RawInput::default()
        };
        let mut transform: Option<PlotTransform> = None;
        let mut shapes = Vec::new();
        let mut brush = None;
        // Names as a figure places them, which knows no frame before.
        ctx.data_mut(|data| data.remove::<Arc<Mutex<NameMemory>>>(id.with("names")));
        let output = ctx.run_ui(input, |ui| {
            let builder = UiBuilder::new().max_rect(place);
            ui.scope_builder(builder, |ui| plot::show(ui, chart, &context));
            let known = PlotMemory::load(ui.ctx(), id).map(|memory| memory.transform());
            if let Some(known) = known {
                let item = ChartItem::new(id, chart, Brush::of(ui), &[], context.bounds);
                shapes.clear();
                item.shapes(ui, &known, &mut shapes);
                transform = Some(known);
                brush = Some(Brush::of(ui));
            }
        });
        let transform = transform.unwrap();
        let frame = *transform.frame();
        size = [f64::from(frame.width()), f64::from(frame.height())];
        let (min, max) = (transform.bounds().min(), transform.bounds().max());
        seen = PlotPlaces {
            ranges: [0, 1].map(|axis| [min[axis], max[axis]]),
            ..PlotPlaces::default()
        };
        for clipped in &output.shapes {
            let Shape::Text(text) = &clipped.shape else {
                continue;
            };
            let center = text.visual_bounding_rect().center();
            let said = text.galley.text().to_owned();
            // Names stand farther out, or are turned.
            let below = center.y - frame.bottom();
            let is_marked = chart.x.scale != Scale::Unmarked;
            if is_marked && (0.0..17.0).contains(&below) {
                seen.ticks[0].push((said, center.x - frame.left()));
            } else if center.x < frame.left() && text.angle == 0.0 && below < 0.0 {
                seen.ticks[1].push((said, center.y - frame.top()));
            }
        }
        output.drop_without_applying_deltas();
        let rings = chart
            .marks
            .iter()
            .filter(|mark| matches!(mark, Mark::Pin(pin) if pin.held.is_some()));
        shapes.truncate(shapes.len() - 2 * rings.count());
        for shape in &shapes {
            painted(shape, frame.min, &mut seen.marks);
        }
    }
    for ticks in &mut seen.ticks {
        by_height(ticks);
    }
    (seen, size)
}

fn painted(shape: &Shape, origin: Pos2, marks: &mut Vec<(ShapeKind, [f32; 2])>) {
    let mut add = |kind, at: Pos2| marks.push((kind, [at.x - origin.x, at.y - origin.y]));
    match shape {
        Shape::Mesh(mesh) => {
            for corners in mesh.vertices.chunks_exact(4) {
                let sum = corners
                    .iter()
                    .fold(vec2(0.0, 0.0), |sum, it| sum + it.pos.to_vec2());
                add(ShapeKind::Area, (sum / 4.0).to_pos2());
            }
        }
        Shape::Circle(circle) => add(ShapeKind::Area, circle.center),
        Shape::Rect(rect) => add(ShapeKind::Area, rect.rect.center()),
        Shape::Path(path) if path.closed => {
            let sum = path
                .points
                .iter()
                .fold(vec2(0.0, 0.0), |sum, it| sum + it.to_vec2());
            add(ShapeKind::Area, (sum / path.points.len() as f32).to_pos2());
        }
        Shape::Path(path) => {
            for point in &path.points {
                add(ShapeKind::Line, *point);
            }
        }
        Shape::Text(text) => {
            let said = text.galley.text().to_owned();
            add(ShapeKind::Text(said), text.pos + text.galley.size() / 2.0);
        }
        // Dashes.
        Shape::LineSegment { .. } => {}
        other => panic!("{other:?}"),
    }
}

/// Places of the chart in a figure whose plot has this size.
fn in_figure(chart: &Chart, size: [f64; 2]) -> PlotPlaces {
    let (svg, ranges) = panel_svg(chart, size);
    let document = Document::parse(&svg).unwrap();
    let mut seen = PlotPlaces {
        ranges,
        ..PlotPlaces::default()
    };
    let group = |class: &str| {
        let found = document
            .descendants()
            .find(|node| node.attribute("class") == Some(class));
        found.into_iter().flat_map(|node| node.children())
    };
    for node in group("axes") {
        if node.attribute("class") == Some("tick") {
            let (x, y) = (
                number(node, "x"),
                number(node, "y") - 0.364 * number(node, "font-size"),
            );
            let said = node.text().unwrap().to_owned();
            match node.attribute("text-anchor") {
                Some("middle") => seen.ticks[0].push((said, x)),
                _ => seen.ticks[1].push((said, y)),
            }
        }
    }
    for node in group("marks") {
        drawn(node, &mut seen.marks);
    }
    for ticks in &mut seen.ticks {
        by_height(ticks);
    }
    seen
}

fn number(node: Node, name: &str) -> f32 {
    node.attribute(name).unwrap().parse().unwrap()
}

fn drawn(node: Node, marks: &mut Vec<(ShapeKind, [f32; 2])>) {
    let mean = |corners: &[[f32; 2]]| {
        [0, 1].map(|axis| corners.iter().map(|it| it[axis]).sum::<f32>() / corners.len() as f32)
    };
    match node.tag_name().name() {
        "g" if node.attribute("class") == Some("bands") => {
            marks.extend(node.first_element_child().map(|ground| {
                let corners = subpaths(ground.attribute("d").unwrap());
                (ShapeKind::Area, mean(&corners[0].1))
            }));
        }
        "g" => node.children().for_each(|child| drawn(child, marks)),
        "circle" => marks.push((ShapeKind::Area, ["cx", "cy"].map(|name| number(node, name)))),
        "rect" | "image" => {
            let [x, y, width, height] =
                ["x", "y", "width", "height"].map(|name| number(node, name));
            marks.push((ShapeKind::Area, [x + width / 2.0, y + height / 2.0]));
        }
        "path" if node.has_attribute("stroke-dasharray") => {}
        "path" => {
            for (closed, corners) in subpaths(node.attribute("d").unwrap()) {
                if closed {
                    marks.push((ShapeKind::Area, mean(&corners)));
                } else {
                    marks.extend(corners.into_iter().map(|it| (ShapeKind::Line, it)));
                }
            }
        }
        "text" => {
            let said = node.text().unwrap().to_owned();
            let size = number(node, "font-size");
            // From the anchor to the middle, by the window's measure below.
            let at = [number(node, "x"), number(node, "y") - 0.364 * size];
            let share = match node.attribute("text-anchor").unwrap() {
                "start" => 0.5,
                "middle" => 0.0,
                _ => -0.5,
            };
            let width = chart::paper::width(&said, size);
            marks.push((ShapeKind::Text(said), [at[0] + share * width, at[1]]));
        }
        "" => {}
        other => panic!("{other}"),
    }
}

fn subpaths(d: &str) -> Vec<(bool, Vec<[f32; 2]>)> {
    let each = d.split('M').filter(|it| !it.is_empty());
    each.map(|it| {
        let corners = it.trim_end_matches('Z').split('L').map(|pair| {
            let (x, y) = pair.split_once(',').unwrap();
            [x, y].map(|side| side.parse().unwrap())
        });
        (it.ends_with('Z'), corners.collect())
    })
    .collect()
}

#[test]
fn window_and_figure_show_the_same_in_the_same_room() {
    for example in examples() {
        let mut setup = example.setup;
        let mut analyzer = Analyzer::default();
        let mut fit = |setup: &Setup| {
            let analysis = analyzer.run(setup, Tier::Exact, &|| false);
            analysis.unwrap()
        };
        let mut analysis = fit(&setup);
        if analysis.dataset.n() <= MOST_ROWS_COMPARED {
            setup.view.panels = setup.view.offered().collect();
            analysis = fit(&setup);
        }
        for panel in setup.view.places() {
            let mut chart = panel.chart(&analysis, &setup.view);
            if chart.is_space() {
                leave_out_names(&mut chart);
            }
            if chart.marks.is_empty() {
                continue;
            }
            for room in [[460.0, 340.0], [300.0, 280.0]] {
                let what = format!("{} of {} in {room:?}", panel.name(), example.name);
                let (window, size) = in_window(&panel.seen(&analysis, &setup.view), &chart, room);
                let figure = in_figure(&chart, size);
                compare(&chart, &window, &figure, size, &what);
            }
        }
    }
}

/// Leaves out the names of dots: where space is larger, others move aside.
fn leave_out_names(chart: &mut Chart) {
    for mark in &mut chart.marks {
        if let Mark::Points(points) = mark {
            points.names = None;
        }
    }
}

fn compare(chart: &Chart, window: &PlotPlaces, figure: &PlotPlaces, size: [f64; 2], what: &str) {
    let is_near = |a: f32, b: f32| (a - b).abs() <= 1.0;
    // A view of space is turned in the window and stands still in a figure: larger, but the same.
    if !chart.is_space() {
        for (axis, length) in size.iter().enumerate() {
            let pixel = (window.ranges[axis][1] - window.ranges[axis][0]) / length;
            for end in 0..2 {
                let apart = (window.ranges[axis][end] - figure.ranges[axis][end]).abs();
                assert!(
                    apart <= pixel,
                    "{what}: {:?} and {:?}",
                    window.ranges,
                    figure.ranges
                );
            }
        }
        for (a, b) in window.ticks.iter().zip(&figure.ticks) {
            let texts = |ticks: &[(String, f32)]| -> Vec<String> {
                ticks.iter().map(|(text, _)| text.clone()).collect()
            };
            assert_eq!(texts(a), texts(b), "{what}");
            for ((text, a), (_, b)) in a.iter().zip(b) {
                assert!(is_near(*a, *b), "{what}: {text} at {a} and {b}");
            }
        }
    }
    let kinds = |seen: &PlotPlaces| -> Vec<ShapeKind> {
        let kinds = seen.marks.iter().map(|(kind, _)| kind.clone());
        // Where space is larger, other texts have room.
        kinds
            .filter(|kind| !chart.is_space() || !matches!(kind, ShapeKind::Text(_)))
            .collect()
    };
    let (a, b) = (kinds(window), kinds(figure));
    let first = a.iter().zip(&b).position(|(a, b)| a != b);
    assert!(
        a.len() == b.len() && first.is_none(),
        "{what}: {} and {} marks, first other at {first:?}",
        a.len(),
        b.len()
    );
    if chart.is_space() {
        return;
    }
    for ((kind, a), (_, b)) in window.marks.iter().zip(&figure.marks) {
        let apart = (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        assert!(apart <= 1.0, "{what}: {kind:?} at {a:?} and {b:?}");
    }
}
