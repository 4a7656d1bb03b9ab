//! Figure of a script: a part for each panel, its title and axes, and its content, with matplotlib.

use super::{
    super::{
        hex,
        plots::{Plot, Share, levels, limits},
        recipe::Recipe,
        rounded,
        template::{Code, SectionValues, values},
    },
    back, computed, curves, dots, lean,
};
use crate::{
    analysis::Contours,
    export::figure::columns,
    method::Method,
    panel::{Content, Coordinate, PointSet},
    printable::matplotlib_text,
    setup::{ContourStyle, pair},
    sweep::{GridRows, Sweep},
    view::{Axis, Paint, Scale},
};

/// Writes the figure, and the numbers of single panels to `numbers`.
pub(super) fn picture(recipe: &Recipe, numbers: &mut Code, code: &mut Code) {
    let drawn = recipe.drawn(|absence| code.line(absence));
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
            (format!("parts[{i}]"), String::new())
        } else {
            ("fig".to_owned(), format!("{down}, {across}, {}", i + 1))
        };
        panels.line("");
        for remark in plot.remarks() {
            panels.line(&remark);
        }
        if !plot.has_several() {
            let space = matches!(plot.content, Content::Space(_));
            let space = space.then(|| "projection=\"3d\", proj_type=\"ortho\"".to_owned());
            let place = Some(place).filter(|place| !place.is_empty());
            let arguments: Vec<String> = place.into_iter().chain(space).collect();
            panels.line(&format!(
                "ax = {part}.add_subplot({})",
                arguments.join(", ")
            ));
        }
        panel(&part, plot, recipe, numbers, &mut panels);
        if first_dots == Some(i) {
            dots::color_bar(&part, recipe, &mut panels);
        }
    }
    let read = lean::names(&panels.body);
    let (mut look, mut legend) = (code.another(), code.another());
    dots::look(recipe, &mut look);
    if ["color", "dots", "shapes"]
        .iter()
        .any(|name| read.contains(*name))
    {
        dots::legend(recipe, &mut legend);
    }
    // The functions that draw dots read these.
    let through = if read.contains("dots") || read.contains("shapes") {
        "layers, color, shape"
    } else {
        ""
    };
    let reader = format!("{}{}{through}", legend.body, panels.body);
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

fn panel(part: &str, plot: &Plot, recipe: &Recipe, numbers: &mut Code, code: &mut Code) {
    let mut all = values! {
        part,
        title: matplotlib_text(&plot.title),
        settings: settings(plot),
        warning: hex(Paint::Warning),
        style: if plot.dotted { "o-" } else { "-" },
        sign: plot.sign_of_negative(),
        alpha: recipe.view.threshold,
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
        Content::Maps(table, found) => ("maps", maps(plot, *table, found, recipe, numbers)),
        Content::Novelty {
            threshold,
            map: Some(found),
        } => (
            "novelty-map",
            novelty_map(*threshold, found, recipe, numbers),
        ),
        Content::Multiples(sweep, places) => {
            computed::swept(sweep, recipe, numbers);
            let mut values = cells(square(places.len()), sweep, recipe);
            values.extend(values! { places: &places[..] });
            ("multiples", values)
        }
        Content::Grid(sweep, grid) => {
            let question = &grid.question;
            let mut values = computed::grid(sweep, grid, recipe);
            let size = [question.down.len(), question.across.len()];
            values.extend(cells(size, sweep, recipe));
            values.extend(values! {
                second: match question.second {
                    GridRows::Parameter(second) => Some(second.symbol()),
                    GridRows::Components => None,
                },
            });
            ("grid", values)
        }
        Content::KernelMatrix => ("kernel-matrix", computed::kernel_matrix(recipe)),
        Content::PreImages(found) => {
            let mut values = back::pre_images(found, recipe);
            values.extend(pixels(recipe));
            ("pre-images", values)
        }
        Content::Denoising(found) => {
            back::denoising(found, recipe, numbers);
            ("denoised", denoised(recipe))
        }
        _ => match curves::values(plot, recipe, numbers) {
            Some(found) => found,
            None => return,
        },
    };
    all.extend(values);
    // Empty where a panel has none of its own.
    numbers.fill(&format!("{section}-numbers"), &all);
    code.fill(section, &all);
}

/// Arguments for title and axes.
fn settings(plot: &Plot) -> String {
    let mut said = vec![format!("title={}", matplotlib_text(&plot.title))];
    let mut lines = vec![];
    let axes = [("x", &plot.x), ("y", &plot.y)];
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
    if plot.equal {
        said.push("aspect=\"equal\"".into());
        // Axes are prolonged, as in the window; a part, or what fills its frame, has it made fit.
        if matches!(plot.content, Content::Dots(_)) && plot.x.range.is_none() {
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
fn over_map([a, b]: [usize; 2], recipe: &Recipe) -> SectionValues {
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
fn maps(
    plot: &Plot,
    table: PointSet,
    found: &Contours,
    recipe: &Recipe,
    numbers: &mut Code,
) -> SectionValues {
    let variable = format!("{}_over_plane", recipe.variable(table));
    let function = match table {
        PointSet::Scores(Method::Kpca) => "project",
        PointSet::Scores(_) | PointSet::Input => "pca.transform",
    };
    computed::over_plane(&variable, function, found, recipe, numbers);
    let maps = &found.maps;
    let [down, across] = square(maps.len());
    let levels = maps
        .iter()
        .map(|map| format!("{}: [{}],", map.field.component, levels(map)));
    let title = (maps.len() > 1).then(|| "title=f\"PC{j + 1}\"".to_owned());
    let aspect = plot.equal.then(|| "aspect=\"equal\"".to_owned());
    let axes = axis_settings("x", &plot.x, None).chain(axis_settings("y", &plot.y, None));
    let axes: Vec<String> = title.into_iter().chain(axes).chain(aspect).collect();
    let mut values = over_map(found.plane.columns, recipe);
    values.extend(values! {
        levels: levels.collect::<Vec<_>>().join("\n"),
        values: variable,
        down,
        across,
        axes: axes.join(", "),
    });
    values
}

/// Values for the error over the plane of the input.
fn novelty_map(
    threshold: f64,
    found: &Contours,
    recipe: &Recipe,
    numbers: &mut Code,
) -> SectionValues {
    let function = "reconstruction_errors";
    computed::over_plane("error_over_plane", function, found, recipe, numbers);
    let mut values = over_map(found.plane.columns, recipe);
    let map = found.maps.first();
    values.extend(values! {
        levels: map.map(levels),
        most: map.map(|map| rounded(map.range[1])),
        threshold,
    });
    values
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
    let original = recipe.original();
    let is_pictures = !values.is_empty();
    let noisy = recipe.added_noise().map_or("", |_| "data[rows], ");
    let two = pair(recipe.view.input, recipe.analysis.dataset.d()).filter(|_| !is_pictures);
    values.extend(values! {
        lines: is_pictures.then(|| format!("{original}[rows], {noisy}pca_rebuilt, rebuilt")),
        original,
        plane: two,
        methods: curves::of_both(["pca_rebuilt", "rebuilt"]),
    });
    values
}
