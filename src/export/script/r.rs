//! R, with kernlab's `kpca`: data, both fits, scores, spectrum, variance and new rows. Whatever else the view shows is
//! left to the script in Python, which is said in a comment.

use std::{fmt::Write, path::Path};

use super::{
    Content, Coordinate, Plot, PointSet, Recipe, approximation, comment, hex, list, palette,
    plots::limits, quoted, rounded, separator, with_values,
};
use crate::{
    data::{Coding, Form, Labels, ObjectKind, Reading, Scaling, Source, missing_spellings},
    export::{caption::caption, figure::columns},
    kernel::{Join, Kernel, Normalize, sigma_from_gamma},
    method::Method,
    printable::printable,
    signs::TIE,
    view::{Paint, Scale, number},
};

/// Finds a file beside the script, or else where R was started.
const BESIDE: &str = "
beside <- function(name) {
  script <- sub(\"^--file=\", \"\", grep(\"^--file=\", commandArgs(FALSE), value = TRUE))
  path <- file.path(dirname(script), name)
  c(path[file.exists(path)], name)[1]
}
";

/// scikit-learn's signs.
const SIGNS: &str = "
# signs: the entry of largest modulus is positive, the first where several tie
signs <- function(vectors) apply(vectors, 2, function(v) {
  sign(v[which(abs(v) >= (1 - TIE) * max(abs(v)))[1]])
})";

const PCA: &str = "
pca <- prcomp(X)
rotation <- sweep(pca$rotation, 2, signs(pca$rotation), \"*\")
pca_scores <- scale(X, pca$center, FALSE) %*% rotation
pca_share <- pca$sdev^2 / sum(pca$sdev^2)";

const STANDARDIZE: &str = "\
# standard deviation with divisor n; constant columns are only centred
deviation <- apply(X, 2, function(v) sqrt(mean((v - mean(v))^2)))
X <- scale(X, scale = ifelse(deviation > 0, deviation, 1))";

const LENGTHS: &str = "\
root <- sqrt(pmax(diag(K), 0))
root <- ifelse(root > 1e-7 * max(root), root, Inf)  # what has no length is divided by infinity
K <- K / outer(root, root)";

const CENTER: &str = "K <- K - outer(rowMeans(K), colMeans(K), \"+\") + mean(K)";

const FIT: &str = "\
kpca <- kpca(as.kernelMatrix(K), features = COUNT, th = 0)
# kernlab gives λ/n, and √n times the scores
lambda <- eig(kpca) * n
scores <- sweep(rotated(kpca), 2, signs(pcv(kpca)), \"*\") / sqrt(n)";

const FIT_UNCENTRED: &str = "\
# kernlab's kpca would centre it
found <- eigen(K, symmetric = TRUE)
lambda <- pmax(found$values[seq_len(COUNT)], 0)
vectors <- found$vectors[, seq_len(COUNT), drop = FALSE]
scores <- sweep(vectors, 2, signs(vectors) * sqrt(lambda), \"*\")";

const ALIGN: &str = "\
# signs are arbitrary: here those that agree with linear PCA
both <- seq_len(min(ncol(scores), ncol(pca_scores)))
agreement <- colSums(scores[, both, drop = FALSE] * pca_scores[, both, drop = FALSE])
scores[, both[agreement < 0]] <- -scores[, both[agreement < 0]]";

const SPECTRUM: &str = "
# all eigenvalues, without rounding errors about zero
centred <- CENTRED
spectrum <- eigen(centred, symmetric = TRUE, only.values = TRUE)$values / trace
spectrum[abs(spectrum) <= 4 * .Machine$double.eps * norm(K, \"F\") / trace] <- 0";

const NEW_SCORES: &str = "CENTRED
# a component without variance is 0 everywhere
divisor <- ifelse(lambda > 1e-12 * lambda[1], lambda, Inf)
new_scores <- new_k %*% sweep(scores, 2, divisor, \"/\")";

/// Where the data come from.
enum Origin<'a> {
    /// A plain file, and one of new rows where there are some.
    Read(&'a Path, &'a Reading),
    /// A table that this program writes.
    Written,
}

/// The script; `table` is the file that it reads where R cannot make or read the data itself.
pub(super) fn script(recipe: &Recipe, table: &Path) -> String {
    let mut body = String::new();
    let mut line = |text: &str| {
        let _ = writeln!(body, "{text}");
    };
    let relative = match origin(recipe) {
        Origin::Read(path, reading) => {
            read(path, reading, recipe, &mut line);
            path.is_relative()
        }
        Origin::Written => {
            written(table, recipe, &mut line);
            table.is_relative()
        }
    };
    line("n <- nrow(X)");
    scaling(recipe, &mut line);
    let drawn = drawn(recipe, &mut line);
    fit(recipe, &drawn, &mut line);
    picture(recipe, &drawn, &mut line);
    format!(
        "{}\n{}\nlibrary(kernlab)\n{}\n{body}",
        comment(&format!(
            "{} with kernlab, as in Kernel PCA Explorer",
            recipe.analysis.dataset.name
        )),
        comment(&caption(
            recipe.setup,
            recipe.analysis,
            &recipe.setup.view.panels
        )),
        if relative { BESIDE } else { "" },
    )
}

/// Whether the script reads a table that this program writes.
pub(super) fn reads_table(recipe: &Recipe) -> bool {
    matches!(origin(recipe), Origin::Written)
}

fn origin<'a>(recipe: &Recipe<'a>) -> Origin<'a> {
    let is_plain = |reading: &Reading| {
        let Reading {
            form,
            grouped,
            percent,
            respelled,
            escapes,
            coding,
            ..
        } = reading;
        *form == Form::Table
            && *coding == Coding::default()
            && !(*grouped || *percent || *respelled || *escapes)
    };
    let new_are_plain = recipe.new_rows().is_none_or(|(source, new)| {
        source.path().is_some() && new.reading.as_ref().is_some_and(is_plain)
    });
    match (&recipe.setup.source, recipe.reading) {
        (Source::File(file), Some(reading))
            if is_plain(reading)
                && new_are_plain
                && recipe.has_features()
                && recipe.made.is_none()
                && !recipe.is_of_objects()
                && recipe.labels_file().is_none()
                && recipe.added_noise().is_none()
                && !recipe.has_class_spelled_missing() =>
        {
            Origin::Read(&file.path, reading)
        }
        _ => Origin::Written,
    }
}

/// Path of a file as an expression.
fn path(path: &Path) -> String {
    let text = quoted(&path.to_string_lossy());
    if path.is_absolute() {
        text
    } else {
        format!("beside({text})")
    }
}

/// `X` and `label`, and those of new rows, from the files of the data.
fn read(file: &Path, reading: &Reading, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let table = |variable: &str, file: &Path, reading: &Reading| {
        format!(
            "{variable} <- read.table(\n  {},\n  sep = {}, dec = \"{}\", quote = \"\\\"\", comment.char = \"\", skip = {},\n  \
             strip.white = TRUE, na.strings = c({})\n)",
            path(file),
            quoted(&separator(reading).map_or_else(String::new, String::from)),
            reading.decimal.sign(),
            reading.skipped_lines,
            missing_spellings()
                .map(quoted)
                .collect::<Vec<_>>()
                .join(", ")
        )
    };
    line(&table("table", file, reading));
    if recipe.leaves_out_rows() {
        line("# rows that lack a feature are left out");
        line(&format!(
            "table <- table[complete.cases(table[, c({})]), ]",
            list(&recipe.features, 1)
        ));
    }
    line(&format!(
        "X <- as.matrix(table[, c({}), drop = FALSE])",
        list(&recipe.features, 1)
    ));
    if let Some(label) = recipe.label {
        line(&format!("label <- table[, {}]", label + 1));
    }
    if let Some((source, new)) = recipe.new_rows()
        && let (Some(file), Some(reading)) = (source.path(), &new.reading)
    {
        line(&table("new", file, reading));
        line(&format!(
            "new_X <- as.matrix(new[, c({}), drop = FALSE])",
            list(&new.columns, 1)
        ));
    }
}

/// The same from a table that this program writes: features, or the kernel matrix of what has none.
fn written(table: &Path, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let dataset = &recipe.analysis.dataset;
    line(
        "# written by `kpca-explorer script r … --table`, or by Export table as \"Data for the script in R\"",
    );
    line(&format!(
        "table <- read.csv({}, check.names = FALSE, na.strings = \"\")",
        path(table)
    ));
    if recipe.new_rows().is_some() {
        line("new <- table[table$rows == \"new\", ]");
        line("table <- table[table$rows == \"fitted\", ]");
    }
    // The label, and which rows are new, stand before the numbers.
    let first = 1
        + usize::from(recipe.new_rows().is_some())
        + usize::from(!matches!(recipe.labels(), Labels::None));
    let last = first - 1
        + if recipe.has_features() {
            dataset.d()
        } else {
            dataset.n()
        };
    line(&format!(
        "X <- as.matrix(table[, {first}:{last}, drop = FALSE])"
    ));
    if let Some(column) = recipe.labels().column() {
        line(&format!(
            "label <- table[, {}]  # {}",
            first - 1,
            printable(column)
        ));
    }
    if recipe.new_rows().is_some() {
        line(&format!(
            "new_X <- as.matrix(new[, {first}:{last}, drop = FALSE])"
        ));
    }
}

fn scaling(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    if !recipe.has_features() {
        return;
    }
    let scaled = match recipe.setup.scaling {
        Scaling::None => return,
        Scaling::Center => "X <- scale(X, scale = FALSE)",
        Scaling::Standardize => STANDARDIZE,
    };
    line("data <- X  # as it came, for the plot");
    line(scaled);
    if recipe.new_rows().is_some() {
        let deviation = match recipe.setup.scaling {
            Scaling::Standardize => "attr(X, \"scaled:scale\")",
            Scaling::None | Scaling::Center => "FALSE",
        };
        line("new_data <- new_X");
        line(&format!(
            "new_X <- scale(new_X, attr(X, \"scaled:center\"), {deviation})"
        ));
    }
}

/// The plots that R draws; what is left to Python is said.
fn drawn<'a, 'b>(recipe: &'b Recipe<'a>, line: &mut impl FnMut(&str)) -> Vec<&'b Plot<'a>> {
    let here = |plot: &&Plot| match &plot.content {
        Content::Dots(_) => plot.content.dots_of().is_none_or(|points| match points {
            PointSet::Input => true,
            PointSet::Scores(method) => method.is_always_there(),
        }),
        Content::Spectrum { .. } | Content::FullSpectrum | Content::Variance => true,
        _ => false,
    };
    let (absent, there): (Vec<&Plot>, Vec<&Plot>) = recipe
        .plots
        .iter()
        .filter(|plot| !here(plot))
        .partition(|plot| plot.absence().is_some());
    for absence in absent.into_iter().filter_map(Plot::absence) {
        line(&absence);
    }
    let mut there: Vec<String> = there
        .into_iter()
        .map(|plot| plot.title.replace('\n', " "))
        .collect();
    if recipe.marks.is_some() {
        there.push("marks of rows".into());
    }
    if recipe.shows(|content| {
        matches!(
            content,
            Content::Spectrum {
                shuffled: Some(_),
                ..
            }
        )
    }) {
        there.push("eigenvalues of shuffled columns".into());
    }
    if recipe.is_coloured_by_novelty() {
        there.push("colours by reconstruction error".into());
    }
    if recipe.setup.new_rows.is_some() && !has_new_scores(recipe) {
        there.push("new rows of this kernel".into());
    }
    if !there.is_empty() {
        line("");
        line(&comment(&format!(
            "Only the script in Python has: {}",
            there.join(", ")
        )));
    }
    recipe.plots.iter().filter(here).collect()
}

fn has_new_scores(recipe: &Recipe) -> bool {
    recipe.puts_new(Method::Kpca) && recipe.analysis.kernel.normalize().is_none()
}

fn shows(drawn: &[&Plot], wanted: impl Fn(&Content) -> bool) -> bool {
    drawn.iter().any(|plot| wanted(&plot.content))
}

fn has_shares(content: &Content) -> bool {
    matches!(
        content,
        Content::Spectrum { .. } | Content::FullSpectrum | Content::Variance
    )
}

fn fit(recipe: &Recipe, drawn: &[&Plot], line: &mut impl FnMut(&str)) {
    let of = |method| move |content: &Content| content.dots_of() == Some(PointSet::Scores(method));
    let shares = shows(drawn, has_shares);
    let kernel = shares || shows(drawn, of(Method::Kpca));
    let linear = recipe.has_features()
        && (shares || shows(drawn, of(Method::Pca)) || kernel && recipe.view.align_signs);
    if !linear && !kernel {
        return;
    }
    line(&SIGNS.replace("TIE", &format!("{TIE:?}")));
    if linear {
        line(PCA);
        if recipe.new_rows().is_some() {
            line("new_pca_scores <- scale(new_X, pca$center, FALSE) %*% rotation");
        }
    }
    if kernel {
        line("");
        fit_kernel(recipe, line);
    }
}

fn fit_kernel(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let kernel = recipe.analysis.kernel;
    if let Some(gamma) = kernel.gamma() {
        line(&format!("gamma <- {gamma:?}"));
    }
    let mut said: Vec<&str> = Vec::new();
    for part in kernel.parts() {
        let before = part.kind().family().r.as_ref().and_then(|r| r.before);
        if let Some(before) = before.filter(|before| !said.contains(before)) {
            said.push(before);
            let width = number(sigma_from_gamma(part.gamma().unwrap_or(1.0)));
            line(&with_values(part, before).replace("{width}", &width));
        }
    }
    line(&matrix(kernel, "K", "X"));
    if kernel.normalize() == Some(Normalize::After) && kernel.center() {
        line(CENTER);
    }
    if kernel.normalize().is_some() {
        line(LENGTHS);
    }
    let count = recipe.components().to_string();
    if let Some(note) = approximation(&recipe.analysis.kpca) {
        line(&comment(&note));
    }
    let centers = kernel.centers_last();
    line(&if centers { FIT } else { FIT_UNCENTRED }.replace("COUNT", &count));
    if recipe.view.align_signs && recipe.has_features() {
        line(ALIGN);
    }
    let mirrored = recipe.view.mirrored.of(Method::Kpca, recipe.components());
    if !mirrored.is_empty() {
        let numbers: Vec<String> = mirrored.iter().map(|it| (it + 1).to_string()).collect();
        let columns = format!("c({})", numbers.join(", "));
        line(&format!("scores[, {columns}] <- -scores[, {columns}]"));
    }
    line("# shares of the trace: of all variance, not of what is kept");
    line(match recipe.has_shares() {
        true if centers => "trace <- sum(diag(K)) - sum(K) / n",
        true => "trace <- sum(diag(K))",
        false => "trace <- Inf  # it is not positive, and shares of it mean nothing",
    });
    line("share <- lambda / trace");
    if recipe.analysis.full_spectrum.is_some() {
        let centred = if centers {
            CENTER.trim_start_matches("K <- ")
        } else {
            "K"
        };
        line(&SPECTRUM.replace("CENTRED", centred));
    }
    if has_new_scores(recipe) {
        line("");
        line(&matrix(kernel, "new_k", "new_X"));
        let centred = if centers {
            "new_k <- sweep(new_k - rowMeans(new_k), 2, colMeans(K)) + mean(K)"
        } else {
            "new_k <- as.matrix(new_k)"
        };
        line(&NEW_SCORES.replace("CENTRED", centred));
    }
}

/// Assigns the matrix of both kernels between `rows` and the rows of X.
fn matrix(kernel: Kernel, variable: &str, rows: &str) -> String {
    if kernel.kind().takes() != ObjectKind::Vectors {
        return format!("{variable} <- {rows}");
    }
    let join = match kernel.second().map(|second| second.join) {
        Some(Join::Times) => " * ",
        Some(Join::Plus) | None => " + ",
    };
    let parts = kernel.parts().into_iter().filter_map(|part| {
        let r = part.kind().family().r.as_ref()?;
        Some(with_values(part, r.matrix).replace("{rows}", rows))
    });
    let parts: Vec<String> = parts.collect();
    format!("{variable} <- matrix({}, ncol = n)", parts.join(join))
}

fn picture(recipe: &Recipe, drawn: &[&Plot], line: &mut impl FnMut(&str)) {
    line("\n# the picture");
    if drawn.is_empty() {
        return;
    }
    let has_dots = shows(drawn, |content| matches!(content, Content::Dots(_)));
    if has_dots {
        colors(recipe, line);
    }
    let has_key = has_dots && !matches!(recipe.labels(), Labels::None);
    let places = drawn.len() + usize::from(has_key);
    let across = columns(places, 12.0 / 7.5);
    line("if (!interactive()) cairo_pdf(\"picture.pdf\", 12, 7.5)");
    line(&format!(
        "par(mfrow = c({}, {across}), mar = c(4, 4, 4, 1), mgp = c(2.4, 0.8, 0))",
        places.div_ceil(across)
    ));
    if shows(drawn, has_shares) {
        curves(recipe, line);
    }
    for plot in drawn {
        line("");
        for remark in plot.remarks() {
            line(&remark);
        }
        panel(plot, recipe, line);
    }
    if has_key {
        key(recipe, line);
    }
}

/// A colour for each row, by its label.
fn colors(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let grey = quoted(&hex(Paint::Unlabelled));
    match recipe.labels() {
        Labels::None => line(&format!("color <- \"{}\"", hex(Paint::Plain))),
        Labels::Classes { names, .. } => {
            let [classes, shades] = palette(names, false, quoted);
            line(&format!("classes <- c({classes})"));
            line(&format!("shades <- c({shades})"));
            line(
                "color <- shades[match(label, type.convert(classes, as.is = TRUE, na.strings = \"\"))]",
            );
        }
        Labels::Continuous { .. } => {
            line("shades <- hcl.colors(256, \"viridis\")");
            line("color <- shades[cut(label, 256, labels = FALSE)]");
        }
    }
    if recipe.has_unlabelled() {
        line(&format!("color[is.na(color)] <- {grey}  # no label"));
    }
}

/// What several plots of shares read.
fn curves(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let shares = if recipe.analysis.full_spectrum.is_some() {
        "spectrum"
    } else {
        "share"
    };
    let mut methods = vec![(Method::Kpca, shares)];
    if recipe.has_features() {
        methods.insert(0, (Method::Pca, "pca_share"));
    }
    let each = methods
        .iter()
        .map(|(method, shares)| format!("{} = {shares}", quoted(method.spec().title_in_text)));
    line(&format!(
        "shares <- list({})",
        each.collect::<Vec<_>>().join(", ")
    ));
    line("shares <- sapply(shares, function(s) s[seq_len(max(lengths(shares)))])");
    let colors = methods
        .iter()
        .map(|(method, _)| quoted(&hex(Paint::Method(*method))));
    line(&format!(
        "colors <- c({})",
        colors.collect::<Vec<_>>().join(", ")
    ));
}

fn panel(plot: &Plot, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let settings = settings(plot);
    let m = match &recipe.analysis.full_spectrum {
        Some(values) => values.len(),
        None => recipe.view.spectrum_components.max(1),
    };
    let some = format!("head(shares, {m})");
    match &plot.content {
        Content::Dots(axes) => {
            let [x, y] = axes.map(|axis| coordinate(axis, recipe));
            if !plot.arrows.is_empty() {
                line("# the arrows of this plot are drawn in Python alone");
            }
            line(&format!(
                "plot({x}, {y}, col = color, pch = 19, {settings})"
            ));
            if let [Coordinate::Column(points, a), Coordinate::Column(_, b)] = axes
                && recipe.new_rows().is_some()
                && (*points != PointSet::Scores(Method::Kpca) || has_new_scores(recipe))
            {
                let new = format!("new_{}", recipe.variable(*points));
                line(&format!(
                    "points({new}[, {}], {new}[, {}])  # new rows",
                    a + 1,
                    b + 1
                ));
            }
        }
        Content::Spectrum { .. } => {
            let room = if plot.y.scale == Scale::Log10 || plot.y.range.is_some() {
                ""
            } else {
                ", ylim = c(0, 1.3 * max(shares, na.rm = TRUE))"
            };
            line(&format!("height <- t({some})"));
            line("height[height <= 0] <- NA");
            line(&format!(
                "barplot(height, beside = TRUE, names.arg = seq_len(ncol(height)), col = colors, border = NA{room},\n  \
                 legend.text = colnames(shares), args.legend = list(x = \"topright\", bty = \"n\", border = NA), {settings})"
            ));
        }
        Content::FullSpectrum => {
            line(&format!(
                "matplot({some}, type = \"l\", lty = 1, col = colors, {settings})"
            ));
            line("legend(\"topright\", colnames(shares), col = colors, lty = 1, bty = \"n\")");
        }
        Content::Variance => {
            let alpha = recipe.view.threshold;
            line("sums <- apply(shares, 2, cumsum)");
            line(&format!(
                "needed <- apply(sums >= {alpha:?} - 1e-12, 2, function(enough) which(enough)[1])"
            ));
            line(&format!(
                "matplot(head(sums, {m}), type = \"o\", pch = 19, lty = 1, col = colors, {settings})"
            ));
            line(&format!("abline(h = {alpha:?}, lty = 2)"));
            line("abline(v = needed, lty = 3, col = colors)");
            line(&format!(
                "legend(\"bottomright\", paste0(colnames(shares), \": r \", ifelse(is.na(needed), paste(\">\", nrow(shares)), paste(\"=\", needed))), col = colors, lty = 1, bty = \"n\",\n  \
                 title = \"smallest r for α = {alpha:?}\")"
            ));
        }
        _ => {}
    }
}

fn coordinate(coordinate: Coordinate, recipe: &Recipe) -> String {
    match coordinate {
        Coordinate::Column(points, j) => format!("{}[, {}]", recipe.variable(points), j + 1),
        Coordinate::Row => "seq_len(n) - 1".into(),
        Coordinate::Jitter => "(seq_len(n) - 1) * 0.6180339887498949 %% 1 - 0.5".into(),
    }
}

/// Title and axes as arguments.
fn settings(plot: &Plot) -> String {
    let mut said = vec![format!("main = {}", quoted(&plot.title))];
    for ((name, axis), share) in [("x", &plot.x), ("y", &plot.y)]
        .into_iter()
        .zip(&plot.shares)
    {
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
    if plot.equal {
        said.push("asp = 1".into());
    }
    said.join(", ")
}

/// What explains the colours, in a place of its own; the values of a quantity from the top down.
fn key(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let (entries, column) = match recipe.labels() {
        Labels::None => return,
        Labels::Classes { column, .. } => ("classes, col = shades", column),
        Labels::Continuous { column, .. } => (
            "signif(seq(max(label, na.rm = TRUE), min(label, na.rm = TRUE), length.out = 5), 3), col = shades[c(256, 192, 128, 64, 1)]",
            column,
        ),
    };
    line("\nplot.new()");
    line(&format!(
        "legend(\"center\", legend = {entries}, pch = 19, title = {}, bty = \"n\")",
        quoted(column)
    ));
}
