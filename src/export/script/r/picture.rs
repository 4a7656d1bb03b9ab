//! Plots of a script in R, and the sentence on those left to Python.

use super::{
    super::{
        comment, hex, palette,
        plots::{Plot, limits},
        recipe::Recipe,
        rounded,
        template::{Code, fill, values},
    },
    has_new_scores,
};
use crate::{
    export::figure::columns,
    method::Method,
    panel::{Content, Coordinate, PointSet},
    printable::quoted,
    view::{Paint, Scale},
};

/// Plots that R draws; a comment names those left to Python.
pub(super) fn drawn<'a, 'b>(recipe: &'b Recipe<'a>, code: &mut Code) -> Vec<&'b Plot<'a>> {
    let here = |plot: &&Plot| match &plot.content {
        Content::Dots(_) => plot.content.dots_of().is_none_or(|points| match points {
            PointSet::Input => true,
            PointSet::Scores(method) => method.is_always_there(),
        }),
        content => has_shares(content),
    };
    let mut left = Vec::new();
    for plot in recipe.plots.iter().filter(|plot| !here(plot)) {
        match plot.absence() {
            Some(absence) => code.line(&absence),
            None => left.push(plot.title.replace('\n', " ")),
        }
    }
    left.push(ON_PLOTS.to_owned());
    let left = format!("Only the script in Python has: {}", left.join(", "));
    code.line(&format!("\n{}", comment(&left)));
    recipe.plots.iter().filter(here).collect()
}

/// Marks on plots that R leaves out.
const ON_PLOTS: &str = "marks, shapes, links, arrows and pins on plots of rows, colours by reconstruction error, \
                        shuffled columns, and new rows of normalised kernels";

pub(super) fn shows(drawn: &[&Plot], wanted: impl Fn(&Content) -> bool) -> bool {
    drawn.iter().any(|plot| wanted(&plot.content))
}

pub(super) fn has_shares(content: &Content) -> bool {
    matches!(
        content,
        Content::Spectrum { .. } | Content::FullSpectrum | Content::Variance { .. }
    )
}

pub(super) fn picture(recipe: &Recipe, drawn: &[&Plot], code: &mut Code) {
    code.line("\n# the picture");
    if drawn.is_empty() {
        return;
    }
    let has_dots = drawn.iter().any(|plot| plot.has_dots());
    if has_dots {
        colors(recipe, code);
    }
    let column = recipe.labels().column().filter(|_| has_dots);
    let places = drawn.len() + usize::from(column.is_some());
    let across = columns(places, 12.0 / 7.5);
    let spectra = shows(drawn, has_shares).then(|| spectra(recipe));
    let [spectra, colors] = spectra.map_or([None, None], |both| both.map(Some));
    fill!(code, "page", { down: places.div_ceil(across), across, spectra, colors });
    for plot in drawn {
        code.line("");
        plot.remarks().for_each(|remark| code.line(&remark));
        panel(plot, recipe, code);
    }
    if let Some(column) = column {
        // What explains the colours, in a place of its own; the values of a quantity from the top down.
        fill!(code, "key", { title: quoted(column) });
    }
}

/// Writes a colour for each row, by its label.
fn colors(recipe: &Recipe, code: &mut Code) {
    let [names, shades] = palette(recipe.labels().classes(), false, quoted)
        .map(|items| recipe.has_classes().then_some(items));
    let none = recipe.labels().column().is_none();
    fill!(code, "look", {
        plain: none.then(|| hex(Paint::Plain)),
        quantity: !none && !recipe.has_classes(),
        names,
        shades,
        unlabelled: recipe.has_unlabelled().then(|| hex(Paint::Unlabelled)),
    });
}

/// Shares of methods and their colours, as the items of lists.
fn spectra(recipe: &Recipe) -> [String; 2] {
    let shares = match recipe.analysis.full_spectrum {
        Some(_) => "spectrum",
        None => "share",
    };
    let linear = recipe.has_features().then_some((Method::Pca, "pca_share"));
    let methods = linear.into_iter().chain([(Method::Kpca, shares)]);
    let (shares, colors): (Vec<String>, Vec<String>) = methods
        .map(|(method, shares)| {
            let name = quoted(method.spec().title_in_text);
            (
                format!("{name} = {shares}"),
                quoted(&hex(Paint::Method(method))),
            )
        })
        .unzip();
    [shares.join(", "), colors.join(", ")]
}

fn panel(plot: &Plot, recipe: &Recipe, code: &mut Code) {
    let mut values = values! { settings: settings(plot) };
    let section = match &plot.content {
        Content::Dots(axes) => {
            let [x, y] = axes.map(|axis| coordinate(axis, recipe));
            let new = match axes {
                [Coordinate::Column(points, a), Coordinate::Column(_, b)]
                    if recipe.new_rows().is_some()
                        && (*points != PointSet::Scores(Method::Kpca)
                            || has_new_scores(recipe)) =>
                {
                    let new = format!("new_{}", recipe.variable(*points));
                    Some(format!("{new}[, {}], {new}[, {}]", a + 1, b + 1))
                }
                _ => None,
            };
            values.extend(values! { x: x, y: y, new: new });
            "dots"
        }
        Content::Spectrum { shown, .. } => {
            let is_free = plot.chart.y.scale != Scale::Log10 && plot.chart.y.range.is_none();
            let room = if is_free {
                ", ylim = c(0, 1.3 * max(shares, na.rm = TRUE))"
            } else {
                ""
            };
            values.extend(values! { room: room, m: *shown });
            "spectrum"
        }
        Content::FullSpectrum => "full-spectrum",
        Content::Variance { shown, .. } => {
            values.extend(values! { m: *shown });
            "variance"
        }
        _ => return,
    };
    code.fill(section, values);
}

fn coordinate(coordinate: Coordinate, recipe: &Recipe) -> String {
    match coordinate {
        Coordinate::Column(points, j) => format!("{}[, {}]", recipe.variable(points), j + 1),
        Coordinate::Row => "seq_len(n) - 1".into(),
        Coordinate::Jitter => "(seq_len(n) - 1) * 0.6180339887498949 %% 1 - 0.5".into(),
    }
}

/// Arguments for title and axes.
fn settings(plot: &Plot) -> String {
    let mut said = vec![format!("main = {}", quoted(&plot.title))];
    let axes = [("x", &plot.chart.x), ("y", &plot.chart.y)].into_iter();
    for ((name, axis), share) in axes.zip(&plot.shares) {
        said.push(match share {
            Some((method, j)) => format!(
                "{name}lab = sprintf(\"{} (%.1f %%)\", 100 * {}share[{}])",
                axis.label,
                method.spec().prefix,
                j + 1
            ),
            None => format!("{name}lab = {}", quoted(&axis.label)),
        });
        said.extend(
            limits(axis)
                .map(|[low, high]| format!("{name}lim = c({}, {})", rounded(low), rounded(high))),
        );
        match axis.scale {
            Scale::Log10 => said.push(format!("log = \"{name}\"")),
            Scale::Unmarked => said.push(format!("{name}axt = \"n\"")),
            Scale::Linear | Scale::Count => {}
        }
    }
    if plot.is_equal() {
        said.push("asp = 1".into());
    }
    said.join(", ")
}
