//! Input plot: two feature columns of the data as they came, in their own units.

use nalgebra::DMatrix;

use super::{
    Choice, Content, Control, Coordinate, PanelSpec, PointSet, neighbor_graph::links, pins,
    pre_images, strings,
};
use crate::{
    analysis::Analysis,
    setup::{View, pair},
    view::{aspect, chart_pictures, coloured_by, dots_of, jitter, key, paints, places, points},
};
use chart::{Anchor, Aspect, Axis, Chart, Links, Mark, Points, Scale, Text, noted};
use kernel_pca::objects::{Graph, Labels, Objects};
use tabular::{Dataset, Pictures};

pub(super) struct InputPlot;

impl PanelSpec for InputPlot {
    fn about(&self) -> &'static str {
        "The data as they came, before scaling and PCA: two columns of a table, a graph, or strings"
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        chart(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[
            Control::InputColumns,
            Control::EditPoints,
            Control::Choice(Choice::NeighborGraph),
            Control::Choice(Choice::NodesBack),
            Control::Probe,
        ]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let dataset = &analysis.dataset;
        if let Some(pictures) = on_a_sheet(dataset, view) {
            return Some(Content::Own(sheet_in_python(analysis, pictures)));
        }
        if matches!(dataset.objects, Objects::Strings(_)) {
            let lack = dataset.objects.lack_of_features()?;
            return Some(Content::Nothing(lack.to_owned()));
        }
        if let Objects::Graph(graph) = &dataset.objects {
            return Some(Content::Nodes(put(graph.layout()?, view)));
        }
        if !dataset.has_features() {
            return None;
        }
        let column = |j| Coordinate::Column(PointSet::Input, j);
        Some(Content::Dots(match pair(view.input, dataset.d()) {
            Some(columns) => columns.map(column),
            None => [column(0), Coordinate::Jitter],
        }))
    }
}

/// Pictures that the input shows on a sheet: rows that are pictures, until two of their pixels are chosen as axes.
fn on_a_sheet<'a>(dataset: &'a Dataset, view: &View) -> Option<&'a Pictures> {
    let no_axes = view.input == View::default().input;
    let pictures = dataset.pictures.as_deref();
    pictures.filter(|_| view.pictures || no_axes)
}

fn chart(analysis: &Analysis, view: &View) -> Chart {
    let dataset = &*analysis.dataset;
    let title = format!("Input · {}", dataset.name);
    if let Objects::Graph(graph) = &dataset.objects
        && let Some(places) = graph.layout()
    {
        return graph_chart(&title, analysis, graph, &put(places, view));
    }
    if let (Objects::Strings(objects), Some(spectrum)) =
        (&dataset.objects, analysis.kernel.spectrum())
        && let Some(chart) = strings::chart(&title, analysis, view, objects, spectrum)
    {
        return chart;
    }
    if let Some(lack) = dataset.objects.lack_of_features() {
        return Chart::empty(&title, lack);
    }
    if on_a_sheet(dataset, view).is_some() {
        return contact_sheet(title, analysis);
    }
    let axis = |j: usize| Axis {
        label: dataset.feature_names[j].clone(),
        scale: Scale::Linear,
        range: sheet(analysis, j),
    };
    let [x, y] = coordinates(&dataset.x, view).unwrap_or_default();
    let [horizontal, vertical] = match pair(view.input, dataset.d()) {
        Some(columns) => columns.map(axis),
        None if dataset.d() == 1 => [axis(0), Axis::strip()],
        None => [Axis::strip(), Axis::strip()],
    };
    let (links, remark) = links(analysis, view, |row| [x[row], y[row]]);
    let (aspect, squeezed) = match (vertical.scale, horizontal.range, vertical.range) {
        (Scale::Unmarked, ..) => (Aspect::Free, None),
        (_, Some(across), Some(up)) => aspect(&across, &up),
        _ => aspect(&x, &y),
    };
    let shown = match vertical.scale {
        Scale::Unmarked => horizontal.label.clone(),
        _ => format!("{} against {}", vertical.label, horizontal.label),
    };
    let pins = pins::in_input(analysis, view, |row| [x[row], y[row]]);
    let dots = Mark::Points(points(dataset, places(&x, &y)));
    let new = new_rows(analysis, view);
    // An empty sheet says what it is for.
    let hint = match (dataset.n(), horizontal.range, vertical.range) {
        (0, Some(across), Some(up)) => Some(Mark::Hint(Text::new(
            [across, up].map(|[low, high]| f64::midpoint(low, high)),
            "Click to add points",
            Anchor::Middle,
            up[1] - up[0],
        ))),
        _ => None,
    };
    let (found, unseen) = pre_images::in_input(analysis, view);
    let remarks = remark.into_iter().chain(squeezed);
    Chart {
        title,
        summary: format!(
            "Scatter plot of {}: {} points, {shown}, {}.",
            dataset.name,
            dataset.n(),
            coloured_by(&dataset.labels)
        ),
        x: horizontal,
        y: vertical,
        aspect,
        marks: links
            .into_iter()
            .chain(pins.below)
            .chain([dots])
            .chain(new)
            .chain(pins.above)
            .chain(hint)
            .chain(found)
            .collect(),
        key: key(&dataset.labels),
        note: noted(remarks.chain(pins.remarks).chain(unseen)),
    }
}

/// Number of pictures along a side of a contact sheet: even in a small panel each is larger than the eye needs to tell
/// digits apart.
const SHEET_SIDE: usize = 10;

/// Rows of a contact sheet: all where there is room, else some in the order of their labels. Up to ten classes have
/// lines of their own, if each has rows enough to fill them; without that, rows are spread evenly over all.
fn sheet_rows(labels: &Labels, n: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    let mut classes = Vec::new();
    match labels {
        Labels::None => {}
        Labels::Classes { codes, .. } => {
            order.sort_by_key(|&row| codes[row]);
            classes = order.chunk_by(|&a, &b| codes[a] == codes[b]).collect();
        }
        Labels::Continuous { values, .. } => {
            order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
        }
    }
    let spread = |rows: &[usize], count: usize| -> Vec<usize> {
        (0..count).map(|i| rows[i * rows.len() / count]).collect()
    };
    let lines = |class: usize| {
        let end_of = |classes_before: usize| classes_before * SHEET_SIDE / classes.len();
        end_of(class + 1) - end_of(class)
    };
    let has_lines = |(class, rows): (usize, &&[usize])| {
        lines(class) > 0 && lines(class) * SHEET_SIDE <= rows.len()
    };
    if !classes.is_empty() && classes.iter().enumerate().all(has_lines) {
        let classes = classes.iter().enumerate();
        return classes
            .flat_map(|(class, rows)| spread(rows, lines(class) * SHEET_SIDE))
            .collect();
    }
    spread(&order, n.min(SHEET_SIDE * SHEET_SIDE))
}

/// Rows that are pictures, side by side: two of their pixels as axes would show nothing of them.
fn contact_sheet(title: String, analysis: &Analysis) -> Chart {
    let dataset = &*analysis.dataset;
    let n = dataset.n();
    let rows = sheet_rows(&dataset.labels, n);
    let side = SHEET_SIDE as f64;
    let place = |i: usize| {
        [
            (i % SHEET_SIDE) as f64,
            side - 1.0 - (i / SHEET_SIDE) as f64,
        ]
    };
    let shown = rows.len();
    let (name, xy) = (dataset.name.clone(), (0..shown).map(place).collect());
    let dots = Points {
        pictures: dataset.pictures.as_deref().map(chart_pictures),
        ..Points::new(name, xy, paints(&dataset.labels, &rows), rows.into())
    };
    let axis = Axis::bare([-0.75, side - 0.25]);
    let mut notes = Vec::new();
    if shown < n {
        notes.push(format!("{shown} of {n} rows, in the order of their labels"));
    }
    if let Some(new) = &analysis.new {
        let which = if new.rows.are_left_out {
            "rows left out"
        } else {
            "new rows"
        };
        notes.push(format!("{which} are not among them"));
    }
    Chart {
        summary: format!(
            "Pictures of {}: {shown} of {n} rows, {}.",
            dataset.name,
            coloured_by(&dataset.labels)
        ),
        title,
        x: axis.clone(),
        y: axis,
        aspect: Aspect::Equal,
        marks: vec![Mark::Points(dots)],
        key: key(&dataset.labels),
        note: noted(notes),
    }
}

/// Lines of Python that draw the contact sheet.
fn sheet_in_python(analysis: &Analysis, pictures: &Pictures) -> Vec<String> {
    let [across, down] = pictures.size();
    let rows = sheet_rows(&analysis.dataset.labels, analysis.dataset.n());
    vec![
        format!("shown = {rows:?}"),
        "for i, row in enumerate(shown):".to_owned(),
        format!(
            "    x, y = i % {SHEET_SIDE}, {} - i // {SHEET_SIDE}",
            SHEET_SIDE - 1
        ),
        format!("    picture = np.reshape(data[row], ({down}, {across}))"),
        "    ax.imshow(picture, cmap=\"gray_r\", extent=(x - 0.4, x + 0.4, y - 0.4, y + 0.4))"
            .to_owned(),
    ]
}

/// Coordinates of the rows of x (n × d) on both axes; `None` where there are no columns.
fn coordinates(x: &DMatrix<f64>, view: &View) -> Option<[Vec<f64>; 2]> {
    let column = |j: usize| -> Vec<f64> { x.column(j).iter().copied().collect() };
    match pair(view.input, x.ncols()) {
        Some(columns) => Some(columns.map(column)),
        None => (x.ncols() == 1).then(|| [column(0), jitter(x.nrows())]),
    }
}

/// Marks of the new rows at their places among the others.
fn new_rows(analysis: &Analysis, view: &View) -> Option<Mark> {
    let new = &analysis.new.as_ref()?.rows;
    let [x, y] = coordinates(&new.x, view)?;
    let dots = dots_of(new, &analysis.dataset.labels, places(&x, &y));
    Some(Mark::NewRows(dots))
}

/// Range of a hand-drawn column that is in sight: the sheet, or more on both sides alike, so that a point which is
/// added or moved inside the plot does not change the range. `None` for other columns.
fn sheet(analysis: &Analysis, column: usize) -> Option<[f64; 2]> {
    let dataset = &analysis.dataset;
    let [low, high] = analysis.table.sheet(&dataset.feature_names[column])?;
    let (middle, half) = (f64::midpoint(low, high), (high - low) / 2.0);
    let values = dataset.x.column(column);
    let farthest = values.iter().map(|value| (value - middle).abs());
    let half = farthest.fold(half, f64::max);
    Some([middle - half, middle + half])
}

/// Places of the nodes: those of the layout, but for nodes that were dragged elsewhere.
fn put(places: &[[f64; 2]], view: &View) -> Vec<[f64; 2]> {
    let mut places = places.to_vec();
    for (node, at) in &view.node_places {
        // A graph that has changed since may have fewer nodes.
        if let Some(place) = places.get_mut(*node) {
            *place = *at;
        }
    }
    places
}

/// Chart of nodes and edges; only nearness in it has a meaning.
fn graph_chart(title: &str, analysis: &Analysis, graph: &Graph, places: &[[f64; 2]]) -> Chart {
    let dataset = &*analysis.dataset;
    let edges = graph.edges.iter().map(|edge| edge.ends);
    let edges = edges.map(|ends| (ends, ends.map(|node| places[node])));
    let edges = Mark::Links(Links::new("edges", edges));
    let dots = Mark::Points(points(dataset, places.iter().copied()));
    Chart {
        title: title.to_owned(),
        summary: format!(
            "Graph of {}: {} nodes and {} edges, {}.",
            dataset.name,
            graph.nodes.len(),
            graph.edges.len(),
            coloured_by(&dataset.labels)
        ),
        x: Axis::new("", Scale::Unmarked),
        y: Axis::new("", Scale::Unmarked),
        aspect: Aspect::Equal,
        marks: vec![edges, dots],
        key: key(&dataset.labels),
        note: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;
    use chart::Key;

    #[test]
    fn two_columns_in_original_units() {
        let analysis = testing::classes(4, 3);
        let view = View {
            input: [2, 1],
            ..View::default()
        };
        let chart = chart(&analysis, &view);
        let [Mark::Points(points)] = &chart.marks[..] else {
            panic!("one scatter")
        };
        let x = &analysis.dataset.x;
        assert_eq!(points.xy[3], [x[(3, 2)], x[(3, 1)]]);
        assert_eq!(&points.rows[..], [0, 1, 2, 3]);
        assert_eq!((&*chart.x.label, &*chart.y.label), ("f2", "f1"));
        assert!(matches!(&chart.key, Key::Legend { entries, .. } if entries.len() == 2));
    }

    #[test]
    fn each_class_of_pictures_has_a_line_of_the_sheet() {
        let setup = crate::setup::example("digits").unwrap().setup;
        let table = setup.source.load(&|| false).unwrap();
        let labels = &table.dataset(&setup.columns).unwrap().labels;
        let rows = sheet_rows(labels, 1797);
        assert_eq!(rows.len(), 100);
        let Labels::Classes { codes, .. } = labels else {
            panic!("digits have classes")
        };
        let of: Vec<usize> = rows.iter().filter_map(|&row| codes[row]).collect();
        let expected: Vec<usize> = (0..100).map(|place| place / SHEET_SIDE).collect();
        assert_eq!(of, expected);
        assert_eq!(sheet_rows(&Labels::None, 3), [0, 1, 2]);
    }

    #[test]
    fn one_column_becomes_a_strip() {
        let chart = chart(&testing::classes(5, 1), &View::default());
        assert_eq!(chart.y.scale, Scale::Unmarked);
        assert_eq!(chart.aspect, Aspect::Free);
        testing::assert_drawable(&chart);
    }
}
