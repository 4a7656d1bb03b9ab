//! Plots of dots: the look of the rows, the key to their colours, and the marks over and under them.

use super::{
    super::{
        broken, hex, palette,
        plots::{Plot, column_name},
        recipe::Recipe,
        template::{Code, SectionValues, fill, values},
    },
    picture::label,
};
use crate::{
    analysis::{PinnedAnalysis, PreImages},
    data::Labels,
    method::Method,
    panel::{Coordinate, LINEAR_SIZE, PointSet, Space, pin_size},
    printable::{matplotlib_text, printable, quoted},
    setup::RowSet,
    view::{Emphasis, Mark, Marker, Paint},
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

/// Values for everything that dots may be drawn with: `color`, `shape`, `layers` and `ring`.
pub(super) fn values(recipe: &Recipe) -> SectionValues {
    let new_errors = recipe.is_coloured_by_novelty() && recipe.errors_of_new();
    let (measured, classes) = match recipe.labels() {
        _ if new_errors => (Some("np.concatenate([errors, new_errors])"), None),
        _ if recipe.is_coloured_by_novelty() => (Some("errors"), None),
        Labels::Continuous { .. } => (Some("label"), None),
        labels => (None, class_colors(labels)),
    };
    let grey = quoted(&hex(Paint::Unlabelled));
    let is_plain = measured.is_none() && classes.is_none();
    let [names, palette] = classes.map_or([None, None], |both| both.map(Some));
    let mut values = values! {
        measured,
        shades: if recipe.has_unlabelled() {
            format!("plt.get_cmap(\"viridis\").with_extremes(bad={grey})")
        } else {
            quoted("viridis")
        },
        plain: is_plain.then(|| hex(Paint::Plain)),
        names,
        palette,
        shaped: recipe.shaped(),
        shapes: SHAPES.iter().map(|(_, letter)| *letter).collect::<String>(),
        warning: hex(Paint::Warning),
        new_color: recipe.new_rows().map(|(_, new)| match (&new.labels, class_colors(&new.labels)) {
            _ if new_errors => "shades.to_rgba(new_errors)".to_owned(),
            (_, Some([_, colors])) => format!("np.array([{colors}])[new_label]"),
            (Labels::Continuous { .. }, _) => "shades.to_rgba(new_label)".to_owned(),
            (Labels::None | Labels::Classes { .. }, _) => quoted(&hex(Paint::NewRows)),
        }),
    };
    values.extend(marks(recipe).into_iter().flatten());
    values
}

/// Values for layers of rows that look alike, where the view hides, rings or fades some.
fn marks(recipe: &Recipe) -> Option<SectionValues> {
    let marking = &recipe.view.marking;
    let ids = &recipe.analysis.dataset.row_ids;
    let [hidden, selected] =
        [&marking.hidden, &marking.selected].map(|rows| rows.indices(ids).collect::<RowSet>());
    let alone = marking.isolated_class(recipe.labels());
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

/// Writes rows as runs, in lines of some length.
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
fn class_colors(labels: &Labels) -> Option<[String; 2]> {
    let names = Some(labels.classes()).filter(|names| !names.is_empty())?;
    Some(palette(names, labels.unlabelled() > 0, matplotlib_text))
}

/// Call that draws the dots.
pub(super) fn call(axes: &str, recipe: &Recipe) -> String {
    if recipe.shaped() || marks(recipe).is_some() {
        format!("dots(ax, {axes})")
    } else {
        format!("ax.scatter({axes}, c=color, s=12)")
    }
}

/// Writes the legend of classes, once for all panels.
pub(super) fn legend(recipe: &Recipe, code: &mut Code) {
    let Labels::Classes { column, names, .. } = recipe.labels() else {
        return;
    };
    if recipe.is_coloured_by_novelty() {
        return;
    }
    let columns = Some(names.len().div_ceil(20)).filter(|columns| *columns > 1);
    let columns = columns.map(|columns| format!(", ncols={columns}"));
    fill!(code, "legend", { title: matplotlib_text(column), columns: columns.unwrap_or_default() });
}

/// Writes the colour bar of a label that is a quantity, once for all panels, beside the last plot in `part`.
pub(super) fn color_bar(part: &str, recipe: &Recipe, code: &mut Code) {
    let title = match recipe.labels() {
        _ if recipe.is_coloured_by_novelty() => "reconstruction error",
        Labels::Continuous { column, .. } => column,
        Labels::None | Labels::Classes { .. } => return,
    };
    let title = matplotlib_text(title);
    code.line(&format!("{part}.colorbar(shades, ax=ax, label={title})"));
}

/// Places of some number of points along an axis, those of a column in the `variable` that holds it.
fn along(axis: Coordinate, variable: impl Fn(PointSet) -> String, count: &str) -> String {
    match axis {
        Coordinate::Column(points, j) => format!("{}[:, {j}]", variable(points)),
        Coordinate::Row => format!("np.arange({count})"),
        Coordinate::Jitter => format!("np.arange({count}) * {JITTER} % 1 - 0.5"),
    }
}

/// Line with rings of new rows at these coordinates, where they have a place.
pub(super) fn rings(axes: &[Coordinate], recipe: &Recipe) -> String {
    let points = axes.iter().find_map(|axis| match axis {
        Coordinate::Column(points, _) => Some(*points),
        Coordinate::Row | Coordinate::Jitter => None,
    });
    let placed = match points {
        Some(PointSet::Scores(method)) => recipe.puts_new(method),
        Some(PointSet::Input) | None => true,
    };
    if recipe.new_rows().is_none() || !placed {
        return String::new();
    }
    let variable = |points| format!("new_{}", recipe.variable(points));
    let axes = axes.iter().map(|axis| match axis {
        Coordinate::Row => "np.arange(len(X), len(X) + len(new_X))".into(),
        _ => along(*axis, variable, "len(new_X)"),
    });
    let axes: Vec<String> = axes.collect();
    format!("\nax.scatter({}, **ring)", axes.join(", "))
}

/// Writes dots in a plane, with all that lies over and under them.
pub(super) fn plane(plot: &Plot, axes: &[Coordinate; 2], recipe: &Recipe, code: &mut Code) {
    if let [Coordinate::Column(_, a), Coordinate::Column(_, b)] = axes {
        links(plot, &[*a, *b], recipe, code);
    }
    let [x, y] = axes.map(|axis| along(axis, |points| recipe.variable(points), "len(X)"));
    let dots = call(&format!("{x}, {y}"), recipe);
    code.line(&format!("{dots}{}", rings(axes, recipe)));
    if let [Coordinate::Column(table, a), Coordinate::Column(other, b)] = axes
        && table == other
    {
        over_dots(*table, [*a, *b], recipe, code);
    }
    // Arrows from the origin with their names, such as a biplot's loadings.
    for mark in &plot.chart.marks {
        if let Mark::Arrow(arrow) = mark {
            let ([x, y], name) = (arrow.head, arrow.name.split(": ").next());
            let name = matplotlib_text(name.unwrap_or_default());
            code.line(&format!(
                "ax.annotate({name}, (0, 0), ({x:?}, {y:?}), arrowprops={{\"arrowstyle\": \"<-\"}})"
            ));
        }
    }
    if let Some(found) = recipe.pre_images() {
        pins(axes, found, recipe, code);
    }
}

/// Writes dots in a box that is seen from where the window sees it.
pub(super) fn space(plot: &Plot, space: &Space, recipe: &Recipe, code: &mut Code) -> SectionValues {
    links(plot, &space.columns, recipe, code);
    let axes = format!(
        "*{}[:, {:?}].T",
        recipe.variable(space.points),
        space.columns
    );
    let columns = space.columns.map(|j| Coordinate::Column(space.points, j));
    code.line(&format!(
        "{}{}",
        call(&axes, recipe),
        rings(&columns, recipe)
    ));
    let [x, y, z] = space.columns.map(|j| {
        let (name, share) = column_name(space.points, j, recipe.analysis);
        label(&name, share)
    });
    let camera = recipe.view.camera;
    values! {
        x: x,
        y: y,
        z: z,
        // There a direction of view is where the eye stands, counted from the first axis.
        pitch: format!("{:?}", camera.pitch),
        azimuth: format!("{:?}", -90.0 - camera.yaw),
    }
}

/// Beginning of the names of a pinned picture's variables.
pub(super) fn prefix(pinned: &PinnedAnalysis) -> String {
    format!("{}_", pinned.picture.letter.to_string().to_lowercase())
}

/// Code of the dots of a pinned picture, in the colours of the rows where they are the same.
pub(super) fn pinned(pinned: &PinnedAnalysis, axes: [Coordinate; 2], recipe: &Recipe) -> String {
    let prefix = prefix(pinned);
    let variable = |points| match points {
        PointSet::Input => format!("{prefix}data"),
        PointSet::Scores(method) => format!("{prefix}{}scores", method.spec().prefix),
    };
    let [x, y] = axes.map(|axis| along(axis, variable, &format!("len({prefix}data)")));
    if pinned.linked {
        return call(&format!("{x}, {y}"), recipe);
    }
    let labels = pinned.shown.as_ref().map(|shown| &shown.dataset.labels);
    let color = match labels.map(|labels| (labels, class_colors(labels))) {
        Ok((_, Some([_, colors]))) => format!(", c=np.array([{colors}])[{prefix}label]"),
        Ok((Labels::Continuous { .. }, _)) => format!(", c={prefix}label"),
        _ => String::new(),
    };
    format!("ax.scatter({x}, {y}{color}, s=12)")
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

/// Writes names of columns where the method gives them places, the probe, its paths and the arrows of a feature.
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
    });
}

/// Writes points of pre-images: those found in the input, and those asked for in plots of scores.
fn pins(axes: &[Coordinate; 2], found: &PreImages, recipe: &Recipe, code: &mut Code) {
    let mut pin = |x: &str, y: &str, (marker, paint, size): (Marker, Paint, f32)| {
        let letter = SHAPES.iter().find(|(shape, _)| *shape == marker);
        let (letter, color, size) = (letter.map_or('o', |it| it.1), hex(paint), 9.0 * size);
        code.line(&format!(
            "ax.plot({x}, {y}, \"{letter}\", color=\"{color}\", markeredgecolor=\"black\", markersize={size:.0})"
        ));
    };
    match axes {
        [Coordinate::Column(PointSet::Input, a), second] => {
            let methods = found.found.iter().filter(|(_, one)| one.is_ok());
            let looks = methods.map(|(method, _)| {
                let (marker, paint) = (Marker::of_pre_image(*method), Paint::PreImage(*method));
                (marker, paint, pin_size(*method))
            });
            let linear = (Marker::Disc, Paint::Method(Method::Pca), LINEAR_SIZE);
            let mut looks: Vec<_> = looks.chain([linear]).enumerate().collect();
            // Large ones below, as in the window.
            looks.sort_by(|(_, a), (_, b)| b.2.total_cmp(&a.2));
            for (i, look) in looks {
                let y = match second {
                    Coordinate::Column(_, b) => format!("pre_images[{i}, {b}]"),
                    Coordinate::Row | Coordinate::Jitter => "0".to_owned(),
                };
                pin(&format!("pre_images[{i}, {a}]"), &y, look);
            }
        }
        [
            Coordinate::Column(PointSet::Scores(method), _),
            Coordinate::Column(..),
        ] if method.is_always_there() => {
            let at = match method {
                Method::Pca => found.linear.at,
                _ => recipe.view.pre_image.at,
            };
            let [x, y] = at.map(|at| format!("{at:?}"));
            pin(&x, &y, (Marker::Disc, Paint::Method(*method), 1.0));
        }
        _ => {}
    }
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
