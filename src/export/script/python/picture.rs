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
use crate::{
    analysis::Contours,
    export::figure::columns,
    method::Method,
    panel::{Content, Coordinate, PointSet},
    printable::matplotlib_text,
    setup::{ContourStyle, pair},
    sweep::{GridRows, Sweep},
    view::{Axis, Mark, Paint, Scale},
};

/// Writes the figure.
pub(super) fn picture(recipe: &Recipe, code: &mut Code) {
    let absences = recipe.plots.iter().filter_map(Plot::absence);
    absences.for_each(|absence| code.line(&absence));
    let is_drawn = |plot: &&Plot| plot.absence().is_none();
    let drawn: Vec<&Plot> = recipe.plots.iter().filter(is_drawn).collect();
    if drawn.is_empty() {
        return;
    }
    let count = drawn.len();
    let across = columns(count, 12.0 / 7.5);
    let down = count.div_ceil(across);
    // A panel of several plots has a part of the figure to itself, and then so have all.
    let in_parts = drawn.iter().any(|plot| plot.has_several());
    let mut panels = code.another();
    let first_dots = drawn.iter().position(|plot| plot.has_dots());
    for (i, plot) in drawn.iter().enumerate() {
        let (part, place) = if in_parts {
            (format!("parts[{i}]"), None)
        } else {
            (
                "fig".to_owned(),
                Some(format!("{down}, {across}, {}", i + 1)),
            )
        };
        panels.line("");
        plot.remarks().for_each(|remark| panels.line(&remark));
        if !plot.has_several() {
            let space = matches!(plot.content, Content::Space(_));
            let space = space.then(|| "projection=\"3d\", proj_type=\"ortho\"".to_owned());
            let arguments: Vec<String> = place.into_iter().chain(space).collect();
            let arguments = arguments.join(", ");
            panels.line(&format!("ax = {part}.add_subplot({arguments})"));
        }
        panel(&part, plot, recipe, &mut panels);
        if first_dots == Some(i) {
            dots::color_bar(&part, recipe, &mut panels);
        }
    }
    let read = lean::names(&panels.body);
    let (mut look, mut legend) = (code.another(), code.another());
    fill!(look, "look", {});
    if ["color", "dots"].iter().any(|name| read.contains(*name)) {
        dots::legend(recipe, &mut legend);
    }
    // The function that draws dots reads these.
    let through = read.contains("dots").then_some("layers, color, shape");
    let reader = legend.body.clone() + &panels.body + through.unwrap_or_default();
    code.line(&lean::read_by(&look.body, &reader));
    code.line("fig = plt.figure(figsize=(12, 7.5), layout=\"constrained\")");
    if in_parts {
        code.line(&format!(
            "parts = list(fig.subfigures({down}, {across}, squeeze=False).flat)[:{count}]"
        ));
    }
    code.line(&(legend.body + &panels.body));
    code.line("plt.savefig(\"picture.png\", dpi=150)\nplt.show()");
}

fn panel(part: &str, plot: &Plot, recipe: &Recipe, code: &mut Code) {
    let is_dotted = plot.chart.marks.iter().all(|mark| match mark {
        Mark::Line(line) => line.dots,
        _ => true,
    });
    let mut all = values! {
        part,
        title: matplotlib_text(&plot.title),
        settings: settings(plot),
        style: if is_dotted { "o-" } else { "-" },
        // A logarithmic axis shows negative eigenvalues by their size.
        sign: if plot.chart.y.scale == Scale::Log10 { "-" } else { "" },
    };
    let (section, values) = match &plot.content {
        Content::Dots(axes) => {
            dots::plane(plot, axes, recipe, code);
            ("own", values! { own: "" })
        }
        Content::Space(space) => ("space", dots::space(plot, space, recipe, code)),
        Content::Pinned(pinned, axes) => {
            ("own", values! { own: dots::pinned(pinned, *axes, recipe) })
        }
        Content::Own(own) => ("own", values! { own: own.join("\n") }),
        Content::Maps(table, found) => ("maps", maps(plot, *table, found, recipe)),
        Content::Novelty { threshold, map } => novelty(*threshold, *map, recipe),
        Content::Multiples(sweep, places) => {
            let mut values = cells(square(places.len()), sweep, recipe);
            values.extend(values! { places: &places[..] });
            ("multiples", values)
        }
        Content::Grid(sweep, grid) => {
            let question = &grid.question;
            let size = [question.down.len(), question.across.len()];
            let mut values = cells(size, sweep, recipe);
            values.extend(values! {
                second: match question.second {
                    GridRows::Parameter(second) => Some(second.symbol()),
                    GridRows::Components => None,
                },
            });
            ("grid", values)
        }
        Content::KernelMatrix => (
            "kernel-matrix",
            values! { centred: recipe.view.kernel_matrix.centered },
        ),
        Content::PreImages(_) => ("pre-images", pixels(recipe)),
        Content::Denoising(_) => ("denoised", denoised(recipe)),
        Content::Nothing(_) => return,
        _ => curves::values(plot, recipe),
    };
    all.extend(values);
    code.fill(section, all);
}

/// Arguments for title and axes.
fn settings(plot: &Plot) -> String {
    let mut said = vec![format!("title={}", matplotlib_text(&plot.title))];
    let mut lines = vec![];
    let axes = [("x", &plot.chart.x), ("y", &plot.chart.y)];
    for ((name, axis), share) in axes.into_iter().zip(plot.shares) {
        said.extend(axis_settings(name, axis, share));
        match axis.scale {
            Scale::Log10 => said.push(format!("{name}scale=\"log\"")),
            Scale::Unmarked => said.push(format!("{name}ticks=[]")),
            Scale::Count => {
                lines.push(format!("ax.locator_params(axis=\"{name}\", integer=True)"));
            }
            Scale::Linear => {}
        }
    }
    if plot.is_equal() {
        said.push("aspect=\"equal\"".into());
        // Axes are prolonged, as in the window; a part, or what fills its frame, has it made fit.
        if matches!(plot.content, Content::Dots(_)) && plot.chart.x.range.is_none() {
            said.push("adjustable=\"datalim\"".into());
        }
    }
    lines.insert(0, format!("ax.set({})", said.join(", ")));
    lines.join("\n")
}

/// Name of an axis, with the share of the variance that the script computes.
pub(super) fn label(name: &str, share: Share) -> String {
    match share {
        Some((method, j)) => {
            let prefix = method.spec().prefix;
            format!("f\"{name} ({{100 * {prefix}share[{j}]:.1f}} %)\"")
        }
        None => matplotlib_text(name),
    }
}

fn axis_settings(name: &str, axis: &Axis, share: Share) -> impl Iterator<Item = String> {
    let label =
        (!axis.label.is_empty()).then(|| format!("{name}label={}", label(&axis.label, share)));
    let limits =
        limits(axis).map(|[low, high]| format!("{name}lim=({}, {})", rounded(low), rounded(high)));
    label.into_iter().chain(limits)
}

/// Rows and columns of the smallest square of plots that holds so many.
fn square(count: usize) -> [usize; 2] {
    let across = (count as f64).sqrt().ceil().max(1.0) as usize;
    [count.div_ceil(across), across]
}

/// Values for plots of scores in rows and columns, at values of a parameter.
fn cells([down, across]: [usize; 2], sweep: &Sweep, recipe: &Recipe) -> SectionValues {
    let dots = dots::call("plane[:, 0], plane[:, 1]", recipe);
    let symbol = sweep.question.parameter.symbol();
    values! { down, across, dots, symbol }
}

/// Values for bands and lines of maps, and the rows over two columns, as far as the view shows them.
fn over_map(found: &Contours, recipe: &Recipe) -> SectionValues {
    let [a, b] = found.plane.columns;
    let axes = [a, b].map(|j| Coordinate::Column(PointSet::Input, j));
    let dots = format!("data[:, {a}], data[:, {b}]");
    let dots = format!(
        "{}{}",
        dots::call(&dots, recipe),
        dots::rings(&axes, recipe)
    );
    let style = recipe.view.contours.style;
    values! {
        bands: style != ContourStyle::Lines,
        lines: style != ContourStyle::Bands,
        dots: recipe.view.contours.points.then_some(dots),
    }
}

/// Values for components over a plane side by side, in colours that they share.
fn maps(plot: &Plot, table: PointSet, found: &Contours, recipe: &Recipe) -> SectionValues {
    let maps = &found.maps;
    let [down, across] = square(maps.len());
    let levels = maps
        .iter()
        .map(|map| format!("{}: [{}],", map.field.component, levels(map)));
    let title = (maps.len() > 1).then(|| "title=f\"PC{j + 1}\"".to_owned());
    let aspect = plot.is_equal().then(|| "aspect=\"equal\"".to_owned());
    let axes =
        axis_settings("x", &plot.chart.x, None).chain(axis_settings("y", &plot.chart.y, None));
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

/// Values for the errors of rows, or of the plane of the input.
fn novelty(
    threshold: f64,
    map: Option<&Contours>,
    recipe: &Recipe,
) -> (&'static str, SectionValues) {
    let Some(found) = map else {
        let of_new = recipe
            .errors_of_new()
            .then_some(("new rows", "new_errors", Paint::NewRows));
        let fitted = ("fitted rows", "errors", Paint::Method(Method::Kpca));
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

/// Values for size and pixels of pictures, where rows are some.
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

/// Values for rebuilt rows as pictures below each other, or over two columns.
fn denoised(recipe: &Recipe) -> SectionValues {
    let mut values = pixels(recipe);
    let is_pictures = !values.is_empty();
    let noisy = recipe.added_noise().map_or("", |_| "data[rows], ");
    let two = pair(recipe.view.input, recipe.analysis.dataset.d()).filter(|_| !is_pictures);
    values.extend(values! {
        noisy: is_pictures.then_some(noisy),
        plane: two,
        methods: curves::of_both(["pca_rebuilt", "rebuilt"]),
    });
    values
}
