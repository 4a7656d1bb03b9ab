//! A dot for each row: its colour, and how it looks where some are marked.

use super::{Recipe, hex, marks, palette, quoted};
use crate::{data::Labels, view::Paint};

/// The variable that tells the labels apart.
pub(super) fn labels(recipe: &Recipe) -> &'static str {
    match recipe.labels() {
        Labels::Classes { .. } => "code",
        Labels::None | Labels::Continuous { .. } => "label",
    }
}

/// A colour for each row, by its label.
pub(super) fn colors(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    match recipe.labels() {
        Labels::None => line(&format!("color <- rep(\"{}\", n)", hex(Paint::Plain))),
        Labels::Classes { names, .. } => {
            let [all, colors] = palette(names, recipe.has_unlabelled(), quoted);
            line(&format!("classes <- c({all})"));
            line(&format!("shades <- c({colors})"));
            line("color <- shades[code]");
            if recipe.shaped() {
                line(&format!("shapes <- rep_len({SHAPES}, length(shades))"));
                if recipe.has_unlabelled() {
                    line("shapes[length(shapes)] <- 21");
                }
                line("shape <- shapes[code]");
            }
        }
        Labels::Continuous { .. } => {
            line("shades <- hcl.colors(256, \"viridis\")");
            line("color <- shades[cut(label, 256, labels = FALSE)]");
            if recipe.has_unlabelled() {
                let grey = quoted(&hex(Paint::Unlabelled));
                line(&format!("color[is.na(label)] <- {grey}  # no label"));
            }
        }
    }
}

/// R's numbers for the shapes of classes, in the order of the window's.
const SHAPES: &str = "c(21, 22, 24, 23, 25)";

/// A function that draws dots, in layers where some are marked.
pub(super) fn function(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let Some(marks) = &recipe.marks else {
        line(if recipe.shaped() {
            "dots <- function(x, y) points(x, y, col = color, bg = color, pch = shape)"
        } else {
            "dots <- function(x, y) points(x, y, col = color, pch = 19)"
        });
        return;
    };
    let among = |rows| {
        let run = |[first, last]: [usize; 2]| match last - first {
            0 => (first + 1).to_string(),
            _ => format!("{}:{}", first + 1, last + 1),
        };
        format!("seq_len(n) %in% c({})", marks::runs(rows, run))
    };
    line(&marks.remark());
    if !marks.hidden.is_empty() {
        line(&format!("drawn <- !({})", among(&marks.hidden)));
    }
    if let Some(class) = marks.alone {
        line(&format!("others <- code != {}", class + 1));
    }
    if !marks.selected.is_empty() {
        line(&format!("selected <- {}", among(&marks.selected)));
    }
    let layers = marks.layers();
    if let Some(color) = layers.iter().find_map(|layer| layer.color.as_ref()) {
        line(&format!("color[selected] <- \"{color}\""));
    }
    line("layers <- list(");
    for (i, layer) in layers.iter().enumerate() {
        line(&format!(
            "  list(rows = which({}), opacity = {}, ring = {}){}",
            layer.rows("!"),
            layer.opacity,
            if layer.ringed { "\"black\"" } else { "NA" },
            if i + 1 < layers.len() { "," } else { "" }
        ));
    }
    line(")");
    line("dots <- function(x, y) for (look in layers) {");
    line("  fill <- adjustcolor(color, look$opacity)[look$rows]");
    let shape = if recipe.shaped() {
        "shape[look$rows]"
    } else {
        "21"
    };
    line(&format!(
        "  points(x[look$rows], y[look$rows], pch = {shape}, bg = fill, col = look$ring)"
    ));
    line("}");
}

/// A plot without dots whose axes reach as far as all that are drawn.
pub(super) fn frame([x, y]: [&str; 2], recipe: &Recipe) -> String {
    let hides = recipe.marks.as_ref().is_some_and(|m| !m.hidden.is_empty());
    let [x, y] = [x, y].map(|values| {
        if hides {
            format!("({values})[drawn]")
        } else {
            values.to_owned()
        }
    });
    format!("plot({x}, {y}, type = \"n\"")
}

/// What explains the colours, beside all panels; the values of a quantity from the top down.
pub(super) fn key(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let (entries, column) = match recipe.labels() {
        Labels::None => return,
        Labels::Classes { column, .. } if recipe.shaped() => (
            "classes, col = shades, pt.bg = shades, pch = shapes",
            column,
        ),
        Labels::Classes { column, .. } => ("classes, col = shades, pch = 19", column),
        Labels::Continuous { column, .. } => (
            "signif(seq(max(label, na.rm = TRUE), min(label, na.rm = TRUE), length.out = 5), 3), col = shades[c(256, 192, 128, 64, 1)], pch = 19",
            column,
        ),
    };
    line("par(mar = rep(0, 4))");
    line("plot.new()");
    line(&format!(
        "legend(\"center\", legend = {entries}, title = {}, bty = \"n\")",
        quoted(column)
    ));
}
