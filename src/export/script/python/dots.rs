//! A dot for each row: its colour, and how it looks where some are marked.

use super::{Code, Recipe, hex, marks, matplotlib_text, palette, quoted};
use crate::{data::Labels, method::Method, view::Paint};

/// A colour for each row, by its label.
pub(super) fn colors(recipe: &Recipe, code: &mut Code) {
    match recipe.labels() {
        Labels::None if recipe.marks.is_none() && !recipe.is_coloured_by_novelty() => return,
        Labels::None => {
            code.line(&format!(
                "color = np.repeat(\"{}\", len(X))",
                hex(Paint::Plain)
            ));
        }
        Labels::Classes { names, .. } => {
            let [all, colors] = palette(names, recipe.has_unlabelled(), matplotlib_text);
            code.line(&format!("names = [{all}]"));
            code.line(&format!("palette = np.array([{colors}])"));
            code.line("color = palette[label]");
            if recipe.shaped() {
                code.line(&format!(
                    "shape = np.array(list(\"{SHAPES}\"))[label % {}]",
                    SHAPES.len()
                ));
                if recipe.has_unlabelled() {
                    code.line(&format!("shape[label == {}] = \"o\"", names.len()));
                }
            }
        }
        Labels::Continuous { .. } => {
            let map = if recipe.has_unlabelled() {
                let grey = quoted(&hex(Paint::Unlabelled));
                format!("plt.get_cmap(\"viridis\").with_extremes(bad={grey})")
            } else {
                quoted("viridis")
            };
            let ends = if recipe.has_unlabelled() {
                "np.nanmin(label), np.nanmax(label)"
            } else {
                "label.min(), label.max()"
            };
            code.line(&format!(
                "shades = plt.cm.ScalarMappable(plt.Normalize({ends}), {map})"
            ));
            code.line("color = shades.to_rgba(label)");
        }
    }
    if let Some(novelty) = recipe.novelty().filter(|_| recipe.is_coloured_by_novelty()) {
        let known = if novelty.of_new().is_empty() || !recipe.puts_new(Method::Kpca) {
            "errors"
        } else {
            "np.concatenate([errors, new_errors])"
        };
        code.line(&format!("known = {known}"));
        code.line(
            "shades = plt.cm.ScalarMappable(plt.Normalize(known.min(), known.max()), \"viridis\")",
        );
        code.line("color = shades.to_rgba(errors)");
    }
    code.line("");
}

/// matplotlib's letters for the shapes of classes, in the order of the window's.
const SHAPES: &str = "os^Dv";

const LAYERED: &str = "


def dots(ax, *axes):
    for rows, look in layers:
        ax.scatter(*(values[rows] for values in axes), **{\"c\": color[rows], \"s\": 12, **look})

";

/// Likewise with a shape for each class: one call of `scatter` takes one.
const SHAPED: &str = "

def dots(ax, *axes):
    for rows, look in layers:
        for marker in np.unique(shape):
            kept = rows & (shape == marker)
            full = {\"c\": color[kept], \"s\": 12, **look, \"marker\": marker}
            ax.scatter(*(values[kept] for values in axes), **full)

";

/// A function that draws dots in layers, where some are marked or have shapes.
pub(super) fn layers(recipe: &Recipe, code: &mut Code) {
    let drawing = if recipe.shaped() { SHAPED } else { LAYERED };
    let Some(marks) = &recipe.marks else {
        if recipe.shaped() {
            code.line("layers = [(np.full(len(X), True), {})]");
            code.line(drawing);
        }
        return;
    };
    let among = |rows| {
        let run = |[first, last]: [usize; 2]| match last - first {
            0 => first.to_string(),
            _ => format!("{first}:{}", last + 1),
        };
        let rows = marks::runs(rows, run);
        format!("np.isin(np.arange(len(X)), np.r_[{rows}])")
    };
    code.line(&marks.remark());
    if !marks.hidden.is_empty() {
        code.line(&format!("drawn = ~{}", among(&marks.hidden)));
    }
    if let Some(class) = marks.alone {
        code.line(&format!("others = label != {class}"));
    }
    if !marks.selected.is_empty() {
        code.line(&format!("selected = {}", among(&marks.selected)));
    }
    code.line("layers = [");
    for layer in marks.layers() {
        let mut look = Vec::new();
        if layer.opacity < 1.0 {
            look.push(format!("\"alpha\": {}", layer.opacity));
        }
        if layer.ringed {
            look.push("\"edgecolors\": \"black\", \"s\": 16".to_owned());
        }
        if let Some(color) = &layer.color {
            look.push(format!("\"c\": \"{color}\""));
        }
        let rows = layer.rows("~");
        code.line(&format!("    ({rows}, {{{}}}),", look.join(", ")));
    }
    code.line("]");
    code.line(drawing);
}

/// A call that draws the dots.
pub(super) fn call(axes: &str, recipe: &Recipe) -> String {
    match (&recipe.marks, recipe.labels()) {
        (Some(_), _) => format!("dots(ax, {axes})"),
        (None, _) if recipe.shaped() => format!("dots(ax, {axes})"),
        (None, Labels::None) if !recipe.is_coloured_by_novelty() => {
            format!("ax.scatter({axes}, s=12)")
        }
        (None, _) => format!("ax.scatter({axes}, c=color, s=12)"),
    }
}

/// The classes, once for all panels.
pub(super) fn legend(recipe: &Recipe, code: &mut Code) {
    let Labels::Classes { column, names, .. } = recipe.labels() else {
        return;
    };
    if recipe.is_coloured_by_novelty() {
        return;
    }
    let key = |look: &str, each: &str| format!("plt.Line2D([], [], {look}, linestyle=\"\"){each}");
    let keys = if recipe.shaped() {
        let each = format!(" for c, m in zip(palette, \"{SHAPES}\" * len(palette))");
        key("color=c, marker=m", &each)
    } else {
        key("color=c, marker=\"o\"", " for c in palette")
    };
    code.line(&format!("keys = [{keys}]"));
    let new = if recipe.new_rows().is_some() {
        let ring = key("color=\"black\", marker=\"o\", fillstyle=\"none\"", "");
        code.line(&format!("keys.append({ring})"));
        " + [\"new rows\"]"
    } else {
        ""
    };
    let columns = match names.len().div_ceil(20) {
        1 => String::new(),
        count => format!(", ncols={count}"),
    };
    code.line(&format!(
        "fig.legend(keys, names{new}, title={}{columns}, loc=\"outside right center\")",
        matplotlib_text(column)
    ));
}

/// The values of a label that is a quantity, once for all panels, beside the last plot in `part`.
pub(super) fn color_bar(part: &str, recipe: &Recipe, code: &mut Code) {
    let title = match recipe.labels() {
        _ if recipe.is_coloured_by_novelty() => "reconstruction error",
        Labels::Continuous { column, .. } => column,
        Labels::None | Labels::Classes { .. } => return,
    };
    code.line(&format!(
        "{part}.colorbar(shades, ax=ax, label={})",
        matplotlib_text(title)
    ));
}
