//! Figure of a script: a part for each panel, its title and axes, and its content, with matplotlib.

use super::{
    super::{
        plots::{Plot, Share, levels, limits},
        recipe::Recipe,
        rounded,
        template::{Code, SectionValues, fill, values},
    },
    curves, dots, lean,
};
use chart::paper::columns;
use chart::{Axis, Mark, Paint, Scale};
use explorer::{
    analysis::Contours,
    panel::{Content, Coordinate, PointSet},
    presented::Presented,
    setup::{ContourStyle, pair},
    view::{method_paint, unset_maths},
};
use kernel_pca::method::Method;
use tabular::printable::{matplotlib_text, quoted};

/// Writes the figure.
pub(super) fn picture(recipe: &Recipe, code: &mut Code) {
    let absences = recipe.plots.iter().filter_map(Plot::absence);
    absences.for_each(|absence| code.line(&absence));
    let is_drawn = |plot: &&Plot| plot.absence().is_none();
    let drawn: Vec<&Plot> = recipe.plots.iter().filter(is_drawn).collect();
    if drawn.is_empty() {
        return;
    }
    let across = columns(drawn.len(), 12.0 / 7.5);
    let down = drawn.len().div_ceil(across);
    // A panel of several plots has a part of the figure to itself, and then so have all.
    let in_parts = drawn.iter().any(|plot| plot.has_several());
    let mut panels = code.another();
    let first_dots = drawn.iter().position(|plot| plot.has_dots());
    for (i, plot) in drawn.iter().enumerate() {
        let part = if in_parts {
            format!("parts[{i}]")
        } else {
            "fig".to_owned()
        };
        panels.line("");
        plot.remarks().for_each(|remark| panels.line(&remark));
        if !plot.has_several() {
            let place = (!in_parts).then(|| format!("{down}, {across}, {}", i + 1));
            let space = matches!(plot.content, Content::Space(_));
            let space = space.then(|| "projection=\"3d\", proj_type=\"ortho\"".to_owned());
            let arguments: Vec<String> = place.into_iter().chain(space).collect();
            let arguments = arguments.join(", ");
            panels.line(&format!("ax = {part}.add_subplot({arguments})"));
        }
        panel(&part, plot, recipe, &mut panels);
        if first_dots == Some(i) {
            fill!(panels, "color-bar", { part: &*part });
        }
    }
    let read = lean::names(&panels.body);
    let is_coloured = ["color", "dots"].iter().any(|name| read.contains(*name));
    let has_legend = is_coloured && recipe.classes.is_some() && !recipe.is_coloured_by_novelty();
    let mut before = code.another();
    fill!(before, "look", { down, across, count: drawn.len(), in_parts, legend: has_legend });
    // The function that draws dots reads these.
    let through = read.contains("dots").then_some("layers, color, shape");
    let reader = panels.body.clone() + through.unwrap_or_default();
    code.line(&(lean::read_by(&before.body, &reader) + &panels.body));
    code.line("plt.savefig(\"picture.png\", dpi=150)\nplt.show()");
}

fn panel(part: &str, plot: &Plot, recipe: &Recipe, code: &mut Code) {
    let is_dotted = plot.chart.marks.iter().all(|mark| match mark {
        Mark::Line(line) => line.dots,
        _ => true,
    });
    let mut all = values! {
        part,
        title: text(&plot.title, plot.own[0]),
        settings: settings(plot),
        // Dots of one plot of several.
        cell: dots::call("plane[:, 0], plane[:, 1]", recipe),
        style: if is_dotted { "o-" } else { "-" },
        // A logarithmic axis shows negative eigenvalues by their size.
        sign: if plot.chart.y.scale == Scale::Log10 { "-" } else { "" },
    };
    let (section, values) = match &plot.content {
        Content::Dots(axes) => {
            dots::all(plot, axes, recipe, code);
            ("own", values! { own: "" })
        }
        Content::Space(space) => ("space", dots::space(plot, space, recipe, code)),
        Content::Nodes(places) => ("nodes", dots::nodes(places, recipe)),
        Content::Pinned(pinned, axes) => {
            ("own", values! { own: dots::pinned(pinned, *axes, recipe) })
        }
        Content::Own(own) => ("own", values! { own: own.join("\n") }),
        Content::Maps(table, found) => ("maps", maps(plot, *table, found, recipe)),
        Content::Novelty { threshold, map } => novelty(*threshold, *map, recipe),
        Content::Multiples(_, places) => {
            let [down, across] = square(places.len());
            ("multiples", values! { down, across, places: &places[..] })
        }
        Content::Grid(..) => ("grid", values! {}),
        Content::KernelMatrix => ("kernel-matrix", values! {}),
        Content::PreImages(_) => ("pre-images", pixels(recipe)),
        Content::Denoising(_) => ("denoised", denoised(recipe)),
        Content::Nothing(_) => return,
        _ => curves::values(plot, recipe),
    };
    all.extend(values);
    code.fill(section, all);
}

/// Lines that set title and axes.
fn settings(plot: &Plot) -> String {
    let [x, y] = [&plot.chart.x, &plot.chart.y];
    let mut said = vec![format!("title={}", text(&plot.title, plot.own[0]))];
    said.extend(axis_settings("x", x, plot.shares[0], plot.own[1]));
    said.extend(axis_settings("y", y, plot.shares[1], plot.own[2]));
    if plot.is_equal() {
        said.push("aspect=\"equal\"".into());
        // Axes are prolonged, as in the window; a part, or what fills its frame, has it made fit.
        if matches!(plot.content, Content::Dots(_)) && x.range.is_none() {
            said.push("adjustable=\"datalim\"".into());
        }
    }
    let mut lines = format!("ax.set({})", said.join(", "));
    for (name, axis) in [("x", x), ("y", y)] {
        if axis.scale == Scale::Count {
            lines = format!("{lines}\nax.locator_params(axis=\"{name}\", integer=True)");
        }
    }
    lines
}

/// Name of an axis, with the share of the variance that the script computes.
pub(super) fn label(name: &str, share: Share) -> String {
    match share {
        Some((method, j)) => {
            let prefix = method.presented().prefix;
            format!("f\"{name} ({{100 * {prefix}share[{j}]:.1f}} %)\"")
        }
        None => matplotlib_text(name),
    }
}

/// Python literal of a text for matplotlib; in an author's `is_own` text, what stands between dollar signs stays maths.
pub(super) fn text(text: &str, is_own: bool) -> String {
    let is_maths = is_own && text.matches('$').count().is_multiple_of(2);
    if is_maths && unset_maths(text).is_none() {
        quoted(text)
    } else {
        matplotlib_text(text)
    }
}

/// Arguments of `ax.set` for the label, limits and scale of an axis; `is_own` is true where the label is the author's.
fn axis_settings(
    name: &str,
    axis: &Axis,
    share: Share,
    is_own: bool,
) -> impl Iterator<Item = String> {
    let said = || match share {
        None => text(&axis.label, is_own),
        Some(_) => label(&axis.label, share),
    };
    let label = (!axis.label.is_empty()).then(|| format!("{name}label={}", said()));
    let limits =
        limits(axis).map(|[low, high]| format!("{name}lim=({}, {})", rounded(low), rounded(high)));
    let scale = match axis.scale {
        Scale::Log10 => Some(format!("{name}scale=\"log\"")),
        Scale::Unmarked => Some(format!("{name}ticks=[]")),
        Scale::Linear | Scale::Count => None,
    };
    label.into_iter().chain(limits).chain(scale)
}

/// Rows and columns of a grid of plots, nearly square, that holds `count` of them.
fn square(count: usize) -> [usize; 2] {
    let across = (count as f64).sqrt().ceil().max(1.0) as usize;
    [count.div_ceil(across), across]
}

/// Template values for bands and lines of maps, and the rows over two columns, as far as the view shows them.
fn over_map(found: &Contours, recipe: &Recipe) -> SectionValues {
    let view = &recipe.view.contours;
    let columns = found
        .plane
        .columns
        .map(|j| Coordinate::Column(PointSet::Input, j));
    values! {
        bands: view.style != ContourStyle::Lines,
        lines: view.style != ContourStyle::Bands,
        dots: view.points.then(|| dots::rows_and_rings(&columns, recipe)),
    }
}

/// Template values of a section that draws maps of components over a plane side by side, with one colour scale.
fn maps(plot: &Plot, table: PointSet, found: &Contours, recipe: &Recipe) -> SectionValues {
    let maps = &found.maps;
    let [down, across] = square(maps.len());
    let levels = maps
        .iter()
        .map(|map| format!("{}: [{}],", map.field.component, levels(map)));
    let eigenvalues = match table {
        PointSet::Scores(Method::Pca) => "pca.explained_variance_",
        _ => "kpca.eigenvalues_",
    };
    let title =
        (maps.len() > 1).then(|| format!("title=f\"PC{{j + 1}} · λ {{{eigenvalues}[j]:.3g}}\""));
    let aspect = plot.is_equal().then(|| "aspect=\"equal\"".to_owned());
    let [x, y] = [&plot.chart.x, &plot.chart.y];
    let [_, own_x, own_y] = plot.own;
    let axes = axis_settings("x", x, None, own_x).chain(axis_settings("y", y, None, own_y));
    let axes: Vec<String> = title.into_iter().chain(axes).chain(aspect).collect();
    let mut values = over_map(found, recipe);
    values.extend(values! {
        levels: levels.collect::<Vec<_>>().join("\n"),
        places: if table == PointSet::Scores(Method::Pca) { "pca_places" } else { "places" },
        values: format!("{}_over_plane", recipe.variable(table)),
        down,
        across,
        axes: axes.join(", "),
    });
    values
}

/// Section of the template that draws reconstruction errors, of the rows, or over the plane of a `map`; with its
/// values.
fn novelty(
    threshold: f64,
    map: Option<&Contours>,
    recipe: &Recipe,
) -> (&'static str, SectionValues) {
    let Some(found) = map else {
        let of_new = recipe
            .errors_of_new()
            .then_some(("new rows", "new_errors", Paint::NewRows));
        let fitted = ("fitted rows", "errors", method_paint(Method::Kpca));
        let methods = curves::items([fitted].into_iter().chain(of_new));
        return ("novelty", values! { novelty_threshold: threshold, methods });
    };
    let mut values = over_map(found, recipe);
    let map = found.maps.first();
    values.extend(values! {
        levels: map.map(levels),
        most: map.map(|map| rounded(map.range[1])),
        novelty_threshold: threshold,
    });
    ("novelty-map", values)
}

/// Template values for the size and pixels of pictures; empty where rows are no pictures.
fn pixels(recipe: &Recipe) -> SectionValues {
    let Some(pictures) = &recipe.analysis.dataset.pictures else {
        return values! {};
    };
    // A pixel without a feature is the one that is added.
    let d = recipe.analysis.dataset.d();
    let pixels: Vec<usize> = pictures.features().iter().map(|j| j.unwrap_or(d)).collect();
    let [width, height] = pictures.size();
    values! { pixels, width, height }
}

/// Template values that draw rebuilt rows, as pictures below each other or over two columns.
fn denoised(recipe: &Recipe) -> SectionValues {
    let mut values = pixels(recipe);
    let is_pictures = !values.is_empty();
    let noisy = recipe.noise.map_or("", |_| "data[rows], ");
    let two = pair(recipe.view.input, recipe.analysis.dataset.d()).filter(|_| !is_pictures);
    values.extend(values! {
        noisy: is_pictures.then_some(noisy),
        plane: two,
        methods: curves::of_both(["pca_rebuilt", "rebuilt"]),
    });
    values
}
