//! Scripts in R, with kernlab's `kpca`: data, both fits, scores, spectrum, variance and new rows. Whatever else
//! the view shows is left to the script in Python, which is said in a comment.
//!
//! The lines stand in `script.R`; the modules here give its sections their values.

mod data;

use std::path::Path;

use super::{
    comment, head, hex, of_parts, palette,
    plots::{Plot, limits},
    recipe::Recipe,
    rounded,
    template::{Code, SectionValues, fill, values},
    with_values,
};
use chart::{Paint, Scale, layout::runs, number, paper::columns};
use explorer::{
    panel::{Content, Coordinate, PointSet},
    presented::Presented,
    view::{maths, method_paint},
};
use kernel_pca::{
    kernel::{Kernel, sigma_from_gamma},
    method::Method,
    objects::ObjectKind,
};
use tabular::printable::quoted;

/// Marks on plots that R leaves out.
const ON_PLOTS: &str = "marks, shapes, links, arrows and pins on plots of rows, colours by reconstruction error, \
                        shuffled columns, and new rows of normalised kernels";

/// Writes the script; `table` is the file that it reads where R cannot make or read the data itself.
pub(super) fn script(recipe: &Recipe, table: &Path) -> String {
    let mut code = Code::new(include_str!("script.R"), recipe.values());
    data::data(recipe, table, &mut code);
    let drawn = plots_in_r(recipe, &mut code);
    let shows = |wanted: &dyn Fn(&Content) -> bool| drawn.iter().any(|it| wanted(&it.content));
    let of = |method| move |content: &Content| content.dots_of() == Some(PointSet::Scores(method));
    let shares = shows(&has_shares);
    let kernel = shares || shows(&of(Method::Kpca));
    let linear =
        recipe.has_features && (shares || shows(&of(Method::Pca)) || kernel && recipe.is_aligned);
    if linear || kernel {
        fill!(code, "fit", { linear, new_linear: linear && recipe.new_rows.is_some() });
    }
    if kernel {
        fit_kernel(recipe, &mut code);
    }
    code.line("\n# the picture");
    if !drawn.is_empty() {
        picture(recipe, &drawn, shares, &mut code);
    }
    format!(
        "{}\nlibrary(kernlab)\n{}",
        head("kernlab", recipe),
        code.body
    )
}

/// Returns true where the script reads a table that this program writes.
pub(super) fn reads_table(recipe: &Recipe) -> bool {
    data::read_from(recipe).is_none()
}

/// Plots that R draws; a comment names those left to Python.
fn plots_in_r<'a, 'b>(recipe: &'b Recipe<'a>, code: &mut Code) -> Vec<&'b Plot<'a>> {
    let is_here = |plot: &&Plot| match &plot.content {
        Content::Dots(_) => plot.content.dots_of().is_none_or(|points| match points {
            PointSet::Input => true,
            PointSet::Scores(method) => method.is_always_there(),
        }),
        content => has_shares(content),
    };
    let (drawn, others): (Vec<&Plot>, Vec<&Plot>) = recipe.plots.iter().partition(is_here);
    let absences = others.iter().filter_map(|plot| plot.absence());
    absences.for_each(|absence| code.line(&absence));
    let left = others.iter().filter(|plot| plot.absence().is_none());
    let left = left.map(|plot| plot.title.replace('\n', " "));
    let left: Vec<String> = left.chain([ON_PLOTS.to_owned()]).collect();
    let left = format!("Only the script in Python has: {}", left.join(", "));
    code.line(&format!("\n{}", comment(&left)));
    drawn
}

fn has_shares(content: &Content) -> bool {
    matches!(
        content,
        Content::Spectrum { .. } | Content::FullSpectrum | Content::Variance { .. }
    )
}

fn fit_kernel(recipe: &Recipe, code: &mut Code) {
    let kernel = recipe.analysis.kernel;
    let mut before: Vec<String> = Vec::new();
    for part in kernel.parts() {
        let lines = part.kind().presented().r.as_ref().map(|r| r.before);
        let width = number(sigma_from_gamma(part.gamma().unwrap_or(1.0)));
        for line in lines.unwrap_or_default() {
            let line = with_values(part, line).replace("{width}", &width);
            if !before.contains(&line) {
                before.push(line);
            }
        }
    }
    let new_k = has_new_scores(recipe).then(|| matrix(kernel, "new_X"));
    let mirrored = recipe.mirrored(Method::Kpca);
    fill!(code, "kernel", {
        gamma: kernel.gamma(),
        before: (!before.is_empty()).then(|| before.join("\n")),
        matrix: matrix(kernel, "X"),
        mirrored: mirrored.map(|columns| format!("c({})", counted(&columns))),
        spectrum: recipe.analysis.full_spectrum.is_some(),
        new_centred: new_k.is_some() && kernel.centers_last(),
        new_k,
    });
}

/// R expression for the matrix of kernel values, of one kernel or two joined, between `rows` and the rows of X; `rows`
/// itself where the kernel does not compare vectors.
fn matrix(kernel: Kernel, rows: &str) -> String {
    if kernel.kind().takes() != ObjectKind::Vectors {
        return rows.to_owned();
    }
    let matrix = of_parts(kernel, |part| {
        let matrix = part.kind().presented().r.as_ref().map(|r| r.matrix);
        with_values(part, matrix.unwrap_or_default()).replace("{rows}", rows)
    });
    format!("matrix({matrix}, ncol = n)")
}

/// Returns true where new rows have scores by kernel PCA in R.
fn has_new_scores(recipe: &Recipe) -> bool {
    recipe.puts_new(Method::Kpca) && recipe.analysis.kernel.normalize().is_none()
}

/// Positions counted from 1, as the arguments of `c`.
fn counted(positions: &[usize]) -> String {
    let counted = positions.iter().map(|j| (j + 1).to_string());
    counted.collect::<Vec<_>>().join(", ")
}

fn picture(recipe: &Recipe, drawn: &[&Plot], shares: bool, code: &mut Code) {
    let has_dots = drawn.iter().any(|plot| plot.has_dots());
    let column = recipe.labels.column();
    let has_key = has_dots && column.is_some();
    if has_dots {
        let items = palette(recipe.labels.classes(), false, quoted);
        let [names, shades] = items.map(|items| recipe.classes.map(|_| items));
        fill!(code, "look", {
            plain: column.is_none().then(|| hex(Paint::Plain)),
            quantity: column.is_some() && recipe.classes.is_none(),
            names,
            shades,
            sizes: data::sizes(recipe),
            unlabelled: recipe.has_unlabelled.then(|| hex(Paint::Unlabelled)),
        });
    }
    let places = drawn.len() + usize::from(has_key);
    let across = columns(places, 12.0 / 7.5);
    let of = |(method, shares): (Method, &str)| {
        let name = quoted(method.presented().title_in_text);
        (
            format!("{name} = {shares}"),
            quoted(&hex(method_paint(method))),
        )
    };
    let of_kernel = recipe.analysis.full_spectrum.as_ref();
    let of_kernel = (Method::Kpca, of_kernel.map_or("share", |_| "spectrum"));
    let linear = recipe.has_features.then_some((Method::Pca, "pca_share"));
    let spectra = linear.into_iter().chain([of_kernel]).map(of);
    let (spectra, colors): (Vec<String>, Vec<String>) = spectra.unzip();
    fill!(code, "page", {
        down: places.div_ceil(across),
        across,
        spectra: shares.then(|| spectra.join(", ")),
        colors: colors.join(", "),
    });
    for plot in drawn {
        code.line("");
        plot.remarks().for_each(|remark| code.line(&remark));
        panel(plot, recipe, code);
    }
    // What explains the colours, in a place of its own; the values of a quantity from the top down.
    if let Some(column) = column.filter(|_| has_key) {
        let classes = recipe.labels.classes();
        let own = |name: &String| recipe.own_class(name).map(plain);
        let said = classes
            .iter()
            .map(|it| quoted(&own(it).unwrap_or_else(|| it.clone())));
        let said: Vec<String> = said.collect();
        let is_own = classes.iter().any(|it| own(it).is_some());
        let said = is_own.then(|| format!("c({})", said.join(", ")));
        let said = said.unwrap_or_else(|| "classes".to_owned());
        fill!(code, "key", { title: quoted(column), said });
    }
}

fn panel(plot: &Plot, recipe: &Recipe, code: &mut Code) {
    let (section, values) = match &plot.content {
        Content::Dots(axes) => ("dots", dots(plot, axes, recipe)),
        Content::Spectrum { shown, .. } => {
            let is_free = plot.chart.y.scale != Scale::Log10 && plot.chart.y.range.is_none();
            ("spectrum", values! { m: *shown, free: is_free })
        }
        Content::FullSpectrum => ("full-spectrum", values! {}),
        Content::Variance { shown, .. } => ("variance", values! { m: *shown }),
        _ => return,
    };
    let mut all = values! { settings: settings(plot) };
    all.extend(values);
    code.fill(section, all);
}

fn dots(plot: &Plot, axes: &[Coordinate; 2], recipe: &Recipe) -> SectionValues {
    let [x, y] = axes.map(|axis| match axis {
        Coordinate::Column(points, j) => format!("{}[, {}]", recipe.variable(points), j + 1),
        Coordinate::Row => "seq_len(n)".into(),
        Coordinate::Jitter => "(seq_len(n) - 1) * 0.6180339887498949 %% 1 - 0.5".into(),
    });
    let is_of_kernel = plot.content.dots_of() == Some(PointSet::Scores(Method::Kpca));
    let is_new = recipe.new_rows.is_some() && (!is_of_kernel || has_new_scores(recipe));
    let is_plane = matches!(axes, [Coordinate::Column(..), Coordinate::Column(..)]);
    values! { new: (is_new && is_plane).then(|| format!("new_{x}, new_{y}")), x, y }
}

/// Text with its maths as letters in one line, as R's plots take it.
fn plain(text: &str) -> String {
    runs(&maths(text)).map(|(_, run)| run).collect()
}

/// Arguments for title and axes.
fn settings(plot: &Plot) -> String {
    let [own_title, own_axes @ ..] = plot.own;
    let literal = |text: &str, is_own: bool| {
        if is_own {
            quoted(&plain(text))
        } else {
            quoted(text)
        }
    };
    let mut said = vec![format!("main = {}", literal(&plot.title, own_title))];
    let axes = [("x", &plot.chart.x), ("y", &plot.chart.y)].into_iter();
    for (((name, axis), share), is_own) in axes.zip(&plot.shares).zip(own_axes) {
        said.push(match share {
            Some((method, j)) => format!(
                "{name}lab = sprintf(\"{} (%.1f %%)\", 100 * {}share[{}])",
                axis.label,
                method.presented().prefix,
                j + 1
            ),
            None => format!("{name}lab = {}", literal(&axis.label, is_own)),
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
    said.extend(plot.is_equal().then(|| "asp = 1".to_owned()));
    said.join(", ")
}
