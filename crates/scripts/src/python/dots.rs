//! Plots of dots: the look of the rows, the key to their colours, and the marks over and under them.

use super::{
    super::{
        broken, hex, palette,
        plots::{Plot, column_name},
        recipe::Recipe,
        template::{Code, SectionValues, fill, values},
    },
    picture::{label, text},
};
use chart::{Emphasis, Mark, Marker, Paint, Pin};
use explorer::{
    analysis::{PinnedAnalysis, PreImages},
    panel::{Content, Coordinate, PointSet, Space},
    presented::Presented,
    view::pre_image_paint,
};
use kernel_pca::{method::Method, objects::Labels, preimage::PreImageMethod};
use tabular::{
    RowSet,
    printable::{matplotlib_text, printable, quoted},
};

/// Factor of a jitter that spreads rows evenly, whatever their number: the golden ratio less one.
const JITTER: &str = "0.6180339887498949";
/// Shapes of classes in the window's order, each with its letter in matplotlib.
const SHAPES: [(Marker, char); 5] = [
    (Marker::Disc, 'o'),
    (Marker::Square, 's'),
    (Marker::Triangle, '^'),
    (Marker::Diamond, 'D'),
    (Marker::TriangleDown, 'v'),
];

/// Template values for the look of dots, `color`, `shape`, `layers` and `ring`, and for the key.
pub(super) fn values(recipe: &Recipe) -> SectionValues {
    let by_novelty = recipe.is_coloured_by_novelty();
    let new_errors = by_novelty && recipe.errors_of_new();
    let measured = match recipe.labels {
        _ if new_errors => Some("np.concatenate([errors, new_errors])"),
        _ if by_novelty => Some("errors"),
        Labels::Continuous { .. } => Some("label"),
        _ => None,
    };
    let classes = class_colors(recipe, recipe.labels).filter(|_| measured.is_none());
    let is_plain = measured.is_none() && classes.is_none();
    let [names, palette] = classes.map_or([None, None], |both| both.map(Some));
    let grey = quoted(&hex(Paint::Unlabelled));
    let columns = recipe.labels.classes().len().div_ceil(20);
    let mut values = values! {
        measured,
        shades: if recipe.has_unlabelled {
            format!("plt.get_cmap(\"viridis\").with_extremes(bad={grey})")
        } else {
            quoted("viridis")
        },
        plain: is_plain.then(|| hex(Paint::Plain)),
        names,
        palette,
        key: matplotlib_text(match recipe.labels.column() {
            Some(column) if !by_novelty => column,
            _ => "reconstruction error",
        }),
        key_columns: if columns > 1 { format!(", ncols={columns}") } else { String::new() },
        shaped: recipe.shaped(),
        shapes: SHAPES.iter().map(|(_, letter)| *letter).collect::<String>(),
        warning: hex(Paint::Warning),
        new_color: recipe.new_rows.map(|(_, new)| match (&new.labels, class_colors(recipe, &new.labels)) {
            _ if new_errors => "shades.to_rgba(new_errors)".to_owned(),
            (_, Some([_, colors])) => format!("np.array([{colors}])[new_label]"),
            (Labels::Continuous { .. }, _) => "shades.to_rgba(new_label)".to_owned(),
            _ => quoted(&hex(Paint::NewRows)),
        }),
    };
    values.extend(marks(recipe).into_iter().flatten());
    values
}

/// Template values that draw rows in layers, one for each look; `None` where no row is hidden or selected and no class
/// is shown alone.
fn marks(recipe: &Recipe) -> Option<SectionValues> {
    let marking = &recipe.view.marking;
    let ids = &recipe.analysis.dataset.row_ids;
    let [hidden, selected] =
        [&marking.hidden, &marking.selected].map(|rows| rows.indices(ids).collect::<RowSet>());
    let alone = marking.isolated_class(recipe.labels);
    let is_marked = alone.is_some() || !hidden.is_empty() || !selected.is_empty();
    let color = format!(", \"c\": \"{}\"", hex(Paint::Selection));
    let rest = if selected.is_empty() {
        Emphasis::Plain
    } else {
        Emphasis::Faded
    };
    is_marked.then(|| {
        values! {
            marks: true,
            hidden: runs(&hidden),
            selected: runs(&selected),
            alone,
            shadow: Emphasis::Shadow.opacity().to_string(),
            faded: rest.opacity().to_string(),
            recoloured: if marking.recoloured { color } else { String::new() },
        }
    })
}

/// NumPy expression for the indices of rows, as runs in lines of some length.
fn runs(rows: &RowSet) -> String {
    let runs = rows.runs().iter().map(|&[first, last]| {
        if first == last {
            first.to_string()
        } else {
            format!("{first}:{}", last + 1)
        }
    });
    match broken(runs, ", ", ",\n    ", 88) {
        runs if runs.is_empty() => "[]".to_owned(),
        runs => format!("np.r_[{runs}]"),
    }
}

/// Names and colours of classes as the items of lists.
fn class_colors(recipe: &Recipe, labels: &Labels) -> Option<[String; 2]> {
    let names = Some(labels.classes()).filter(|names| !names.is_empty())?;
    let literal = |name: &str| {
        let own = recipe.own_class(name);
        text(own.unwrap_or(name), own.is_some())
    };
    Some(palette(names, labels.unlabelled() > 0, literal))
}

/// Call that draws the dots.
pub(super) fn call(axes: &str, recipe: &Recipe) -> String {
    if recipe.shaped() || marks(recipe).is_some() {
        format!("dots(ax, {axes})")
    } else {
        format!("ax.scatter({axes}, c=color, s=12)")
    }
}

/// Python expression for the coordinates of `count` points along an axis; those in a column are read from the
/// `variable` that holds it.
fn along(axis: Coordinate, variable: impl Fn(PointSet) -> String, count: &str) -> String {
    match axis {
        Coordinate::Column(points, j) => format!("{}[:, {j}]", variable(points)),
        Coordinate::Row => format!("1 + np.arange({count})"),
        Coordinate::Jitter => format!("np.arange({count}) * {JITTER} % 1 - 0.5"),
    }
}

/// Matrix whose columns are on the axes; `None` where no axis shows a column.
fn table(axes: &[Coordinate]) -> Option<PointSet> {
    axes.iter().find_map(|axis| match axis {
        Coordinate::Column(points, _) => Some(*points),
        Coordinate::Row | Coordinate::Jitter => None,
    })
}

/// Lines that draw the rows at these coordinates, and rings of new rows where they have a place.
pub(super) fn rows_and_rings(axes: &[Coordinate], recipe: &Recipe) -> String {
    let joined = |places: &dyn Fn(Coordinate) -> String| {
        let places: Vec<String> = axes.iter().map(|axis| places(*axis)).collect();
        places.join(", ")
    };
    let of_rows = joined(&|axis| along(axis, |points| recipe.variable(points), "len(X)"));
    let torn = match table(axes) {
        Some(PointSet::Scores(method))
            if axes.len() == 2 && recipe.is_coloured_by_tearing(method) =>
        {
            let prefix = method.presented().prefix;
            let drawn = format!("ax.scatter({of_rows}, c={prefix}torn, s=12)");
            Some(format!(
                "fig.colorbar({drawn}, ax=ax, label=\"torn neighbours\")"
            ))
        }
        _ => None,
    };
    let dots = torn.unwrap_or_else(|| call(&of_rows, recipe));
    let is_placed = match table(axes) {
        Some(PointSet::Scores(method)) => recipe.puts_new(method),
        Some(PointSet::Input) | None => recipe.new_rows.is_some(),
    };
    if !is_placed {
        return dots;
    }
    let variable = |points| format!("new_{}", recipe.variable(points));
    let of_new = joined(&|axis| match axis {
        Coordinate::Row => "1 + np.arange(len(X), len(X) + len(new_X))".into(),
        _ => along(axis, variable, "len(new_X)"),
    });
    format!("{dots}\nax.scatter({of_new}, **ring)")
}

/// Writes dots in a plane or in space, with all that lies over and under them.
pub(super) fn all(plot: &Plot, axes: &[Coordinate], recipe: &Recipe, code: &mut Code) {
    let column = |axis: &Coordinate| match axis {
        Coordinate::Column(_, j) => Some(*j),
        Coordinate::Row | Coordinate::Jitter => None,
    };
    let columns: Vec<usize> = axes.iter().filter_map(column).collect();
    let table = table(axes);
    if table == Some(PointSet::Input) && recipe.view.neighbor_graph && columns.len() == axes.len() {
        links(plot, &columns, recipe, code);
    }
    code.line(&rows_and_rings(axes, recipe));
    if let (Some(table), [a, b]) = (table, &columns[..]) {
        over_dots(table, [*a, *b], recipe, code);
    }
    for mark in &plot.chart.marks {
        if let Mark::Pin(pin) = mark {
            self::pin(pin, axes, recipe, code);
        }
        // From the origin with its name, such as a loading of a biplot.
        if let (Mark::Arrow(arrow), 2) = (mark, axes.len()) {
            let ([x, y], name) = (arrow.head, arrow.name.split(": ").next());
            let name = matplotlib_text(name.unwrap_or_default());
            code.line(&format!(
                "ax.annotate({name}, (0, 0), ({x:?}, {y:?}), arrowprops={{\"arrowstyle\": \"<-\"}})"
            ));
        }
    }
}

/// Writes dots in a box in 3-D; returns template values for its axes and for the direction from which the window sees
/// it.
pub(super) fn space(plot: &Plot, space: &Space, recipe: &Recipe, code: &mut Code) -> SectionValues {
    let columns = space.columns.map(|j| Coordinate::Column(space.points, j));
    all(plot, &columns, recipe, code);
    let [x, y, z] = space.columns.map(|j| {
        let (name, share) = column_name(space.points, j, recipe.analysis);
        label(&name, share)
    });
    let camera = recipe.view.camera;
    values! {
        x,
        y,
        z,
        // There a direction of view is where the eye stands, counted from the first axis.
        pitch: camera.pitch,
        azimuth: -90.0 - camera.yaw,
    }
}

/// Beginning of the names of a pinned picture's variables.
pub(super) fn prefix(pinned: &PinnedAnalysis) -> String {
    format!("{}_", pinned.picture.letter.to_string().to_lowercase())
}

/// Python code that draws the dots of a pinned picture, in the colours of the present picture where both have the same
/// rows.
pub(super) fn pinned(pinned: &PinnedAnalysis, axes: [Coordinate; 2], recipe: &Recipe) -> String {
    let prefix = prefix(pinned);
    let variable = |points| match points {
        PointSet::Input => format!("{prefix}data"),
        PointSet::Scores(method) => format!("{prefix}{}scores", method.presented().prefix),
    };
    let [x, y] = axes.map(|axis| along(axis, variable, &format!("len({prefix}data)")));
    if pinned.linked {
        return call(&format!("{x}, {y}"), recipe);
    }
    let labels = pinned.shown.as_ref().map(|shown| &shown.dataset.labels);
    let color = match labels.map(|labels| (labels, class_colors(recipe, labels))) {
        Ok((_, Some([_, colors]))) => format!(", c=np.array([{colors}])[{prefix}label]"),
        Ok((Labels::Continuous { .. }, _)) => format!(", c={prefix}label"),
        _ => String::new(),
    };
    format!("ax.scatter({x}, {y}{color}, s=12)")
}

/// Template values for the nodes of a graph at these places.
pub(super) fn nodes(places: &[[f64; 2]], recipe: &Recipe) -> SectionValues {
    let places = places.iter().map(|[x, y]| format!("[{x:.6}, {y:.6}]"));
    values! {
        places: broken(places, ", ", ",\n    ", 88),
        nodes: call("places[:, 0], places[:, 1]", recipe),
    }
}

/// Writes links between neighbours, over these columns of the input.
fn links(plot: &Plot, columns: &[usize], recipe: &Recipe, code: &mut Code) {
    let mut marks = plot.chart.marks.iter();
    let is_linked = marks.any(|mark| matches!(mark, Mark::Links(_)));
    let Some((method, _)) = recipe.analysis.neighbor_graph().filter(|_| is_linked) else {
        return;
    };
    let k = recipe.analysis.manifold.neighbors;
    let k = match method {
        // There a row counts as one of its own neighbours.
        Method::LaplacianEigenmaps => k.saturating_sub(1),
        _ => k,
    };
    let values = values! { k: k, columns: format!("{columns:?}"), plane: columns.len() == 2 };
    code.fill("links", values);
}

/// Writes marks over the dots: names of columns where the method gives these coordinates, the probe, its paths, the
/// arrows of a feature, and the path to a pre-image.
fn over_dots(table: PointSet, plane: [usize; 2], recipe: &Recipe, code: &mut Code) {
    let features = &recipe.analysis.explain.features;
    let names = &recipe.analysis.dataset.feature_names;
    let texts = |places: &mut dyn Iterator<Item = usize>| {
        let texts: Vec<String> = places.map(|j| matplotlib_text(&names[j])).collect();
        texts.join(", ")
    };
    let (prefix, image) = match table {
        PointSet::Input => ("", Some("probe")),
        PointSet::Scores(Method::Pca) => ("pca_", Some("pca_probe_scores")),
        PointSet::Scores(Method::Kpca) => ("", Some("probe_scores")),
        PointSet::Scores(_) => ("", None),
    };
    let view = &recipe.view.probe;
    let scores = image.filter(|_| table != PointSet::Input);
    let arrows = features.arrows.as_ref().filter(|_| view.arrows.is_some());
    let probed = features
        .probe
        .as_ref()
        .filter(|_| view.shown && image.is_some());
    let paths = probed
        .map(|probed| &probed.probe.paths)
        .filter(|paths| !paths.is_empty());
    let counts = table == PointSet::Scores(Method::Correspondence);
    fill!(code, "over-dots", {
        plane: format!("{plane:?}"),
        columns: counts.then(|| texts(&mut (0..names.len()))),
        over_arrows: arrows.filter(|_| scores.is_some()).map(|it| printable(&names[it.feature]).into_owned()),
        scores: recipe.variable(table),
        prefix,
        image,
        heaviest: probed.is_some() && table != PointSet::Scores(Method::Pca),
        paths: paths.filter(|_| scores.is_some()).map(|paths| texts(&mut paths.iter().map(|it| it.feature))),
        probe: probed.is_some(),
        mika_path: table == PointSet::Input && pre_images(recipe).is_some_and(has_path),
    });
}

/// Pre-images that some plot shows.
fn pre_images<'a>(recipe: &Recipe<'a>) -> Option<&'a PreImages> {
    recipe.plots.iter().find_map(|plot| match plot.content {
        Content::PreImages(found) => Some(found),
        _ => None,
    })
}

/// Returns true where the fixed point was reached in steps.
fn has_path(found: &PreImages) -> bool {
    let mut ways = found.ways.iter();
    let is_fixed_point = |it: &PreImageMethod| *it == PreImageMethod::Mika;
    ways.any(|(of, one)| is_fixed_point(of) && one.as_ref().is_ok_and(|it| it.path.len() > 1))
}

/// Writes a mark of pre-images, where some plot shows these: a pre-image in the input, or the point asked for in a plot
/// of scores.
fn pin(pin: &Pin, axes: &[Coordinate], recipe: &Recipe, code: &mut Code) {
    let Some(found) = pre_images(recipe) else {
        return;
    };
    let mut found = found.ways.iter().filter(|(_, one)| one.is_ok());
    let i = match pin.paint {
        Paint::Role(_) => {
            let count = found.clone().count();
            let place = found.position(|(of, _)| pre_image_paint(*of) == pin.paint);
            Some(place.unwrap_or(count))
        }
        _ => None,
    };
    let Some(i) = i else { return };
    let is_found = matches!(axes, [Coordinate::Column(PointSet::Input, _), _]);
    let place = |(axis, at): (&Coordinate, f64)| match axis {
        Coordinate::Column(_, j) if is_found => format!("pre_images[{i}, {j}]"),
        _ => format!("{at:?}"),
    };
    let places: Vec<String> = axes.iter().zip(pin.xy).map(place).collect();
    let letter = SHAPES.iter().find(|(shape, _)| *shape == pin.marker);
    let (letter, color) = (letter.map_or('o', |it| it.1), hex(pin.paint));
    let (places, size) = (places.join(", "), 9.0 * pin.size);
    code.line(&format!(
        "ax.plot({places}, \"{letter}\", color=\"{color}\", markeredgecolor=\"black\", markersize={size:.0})"
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_of_rows_are_broken_between_runs() {
        let rows: RowSet = (0..90).map(|i| 3 * i).chain([300, 301]).collect();
        let text = runs(&rows);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 3, "{text}");
        assert!(lines.iter().all(|line| line.len() < 96), "{text}");
        assert!(text.ends_with("267, 300:302]"), "{text}");
    }
}
