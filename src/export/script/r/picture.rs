//! The panels, with base graphics.

use super::{
    Content, Coordinate, Plot, PointSet, Recipe, Space,
    axes::{settings, titled},
    curves, dots,
    explain::values,
    levels, quoted,
};
use crate::{analysis::Contours, data::Labels, export::figure::columns, setup::ContourStyle};

/// Points in space: R's box, seen from so far that the view is parallel.
const SOLID: &str = "solid <- function(points, names, title) {
  ends <- apply(points, 2, range)
  view <- persp(
    ends[, 1], ends[, 2], matrix(NA_real_, 2, 2), zlim = ends[, 3], main = title,
    theta = THETA, phi = PHI, r = 1000, ticktype = \"detailed\",
    xlab = names[1], ylab = names[2], zlab = names[3]
  )
  at <- trans3d(points[, 1], points[, 2], points[, 3], view)
  dots(at$x, at$y)
}";

/// The colours of values from −limit to limit, and what they mean.
const SIGNED: &str = "signed <- colorRampPalette(c(\"#92c5de\", \"#f7f7f7\", \"#f4a582\"))(101)
scale_bar <- function(ends, colors) legend(
  par(\"usr\")[2], mean(par(\"usr\")[3:4]), zapsmall(seq(ends[2], ends[1], length.out = 5), 2),
  fill = colors[seq(length(colors), 1, length.out = 5)], bty = \"n\", yjust = 0.5, xpd = NA
)";

pub(super) fn picture(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    line("\n# the picture");
    if recipe.moves_features() {
        line("# how features move scores (probe, arrows, influence) is in the Python script");
    }
    let drawn = recipe.drawn(&mut *line);
    if drawn.is_empty() {
        return;
    }
    if recipe.has_dots() {
        dots::colors(recipe, line);
        dots::function(recipe, line);
    }
    if recipe.jitters() {
        line("jitter <- ((seq_len(n) - 1) * 0.6180339887498949) %% 1 - 0.5");
    }
    if recipe.shows(|content| matches!(content, Content::Space(_))) {
        let camera = recipe.view.camera;
        let solid = SOLID.replace("THETA", &format!("{:?}", -camera.yaw));
        line(&solid.replace("PHI", &format!("{:?}", camera.pitch)));
    }
    let has_scale =
        |content: &Content| matches!(content, Content::Maps(..) | Content::KernelMatrix);
    if recipe.shows(has_scale) {
        line(SIGNED);
    }
    if recipe.shows(|content| matches!(content, Content::Maps(..))) {
        map_function(recipe.view.contours.style, line);
    }
    // Here each map is a plot of its own.
    let plots = drawn.iter().map(|plot| match &plot.content {
        Content::Maps(_, contours) => contours.maps.len(),
        _ => 1,
    });
    let has_key = recipe.has_dots() && !matches!(recipe.labels(), Labels::None);
    line("\nif (!interactive()) cairo_pdf(\"picture.pdf\", 12, 7.5)");
    line(&places(plots.sum(), has_key));
    line("par(mar = c(4, 4, 4, 4), mgp = c(2.4, 0.8, 0))");
    for plot in drawn {
        line("");
        for remark in plot.remarks() {
            line(&remark);
        }
        panel(plot, recipe, line);
    }
    if has_key {
        line("");
        dots::key(recipe, line);
    }
}

/// R's `layout` for so many plots, and a narrow place beside them.
fn places(count: usize, has_key: bool) -> String {
    let columns = columns(count, 12.0 / 7.5);
    let rows = count.div_ceil(columns);
    let mut numbers = format!("seq_len({count})");
    let empty = rows * columns - count;
    if empty > 0 {
        numbers = format!("c({numbers}, rep(0, {empty}))");
    }
    let places = format!("matrix({numbers}, {rows}, byrow = TRUE)");
    if has_key {
        format!(
            "layout(cbind({places}, {}), widths = rep(c(1, {:.2}), c({columns}, 1)))",
            count + 1,
            columns as f64 / 7.0
        )
    } else {
        format!("layout({places})")
    }
}

fn panel(plot: &Plot, recipe: &Recipe, line: &mut impl FnMut(&str)) {
    match &plot.content {
        Content::Dots(axes) => {
            let [x, y] = axes.map(coordinate);
            let frame = dots::frame([&x, &y], recipe);
            line(&format!("{frame}, {})", settings(plot, [None, None])));
            line(&format!("dots({x}, {y})"));
        }
        Content::Space(Space {
            points,
            columns,
            names,
        }) => {
            let [a, b, c] = columns.map(|column| column + 1);
            let names = names.each_ref().map(|name| quoted(name)).join(", ");
            line(&format!(
                "solid({}[, c({a}, {b}, {c})], c({names}), {})",
                points.variable(),
                quoted(&plot.title)
            ));
        }
        Content::Maps(table, contours) => maps(plot, *table, contours, recipe, line),
        Content::KernelMatrix => {
            let (ends, colors) = if recipe.view.kernel_matrix.centered {
                ("c(-1, 1) * max(abs(ordered))", "signed")
            } else {
                ("range(ordered)", "hcl.colors(256, \"viridis\")")
            };
            line(&format!("ends <- {ends}"));
            line(&format!("colors <- {colors}"));
            // `image` draws columns upwards; a matrix is read downwards.
            line(&format!(
                "image(seq_len(n) - 0.5, seq_len(n) - 0.5, t(ordered[n:1, ]), zlim = ends, col = colors, useRaster = TRUE, bty = \"n\", {})",
                settings(plot, [None, None])
            ));
            line("scale_bar(ends, colors)");
        }
        Content::Spectrum {
            lowest, shuffled, ..
        } => {
            if shuffled.is_some() {
                line("# what shuffled columns give is left to Python");
            }
            curves::spectrum(plot, lowest.as_ref(), recipe, line);
        }
        Content::FullSpectrum => curves::full_spectrum(plot, recipe, line),
        Content::Separation(_) => curves::separation(plot, recipe, line),
        Content::Own(code) => {
            let settings = settings(plot, code.r_limits.clone());
            for own in &code.r {
                line(&own.replace("SETTINGS", &settings));
            }
        }
        // The recipe for R has none of these.
        Content::Novelty { .. }
        | Content::Sweep(_)
        | Content::Multiples(..)
        | Content::Grid(..)
        | Content::Pinned(..)
        | Content::PreImages(_)
        | Content::Denoising(_)
        | Content::DenoisingError(_)
        | Content::Reconstruction(_)
        | Content::Nothing(_) => {}
    }
}

/// A function that draws one component over a plane.
fn map_function(style: ContourStyle, line: &mut impl FnMut(&str)) {
    line(
        "contour_map <- function(plane, j, limit, levels, xlim = range(plane$u), ylim = range(plane$v), ...) {",
    );
    line("  plot(NA, xlim = xlim, ylim = ylim, ...)");
    if style != ContourStyle::Lines {
        line("  middles <- (head(levels, -1) + tail(levels, -1)) / 2");
        line("  fill <- signed[51 + round(50 * pmax(-1, pmin(1, middles / limit)))]");
        line("  .filled.contour(plane$u, plane$v, plane$values[, j, ], levels, fill)");
        line("  scale_bar(c(-limit, limit), signed)");
    }
    if style != ContourStyle::Bands {
        line("  contour(");
        line("    plane$u, plane$v, plane$values[, j, ], levels = levels,");
        line("    drawlabels = FALSE, add = TRUE, lwd = 0.5");
        line("  )");
    }
    line("}");
}

/// Components over a plane, in colours that they share.
fn maps(
    plot: &Plot,
    table: PointSet,
    contours: &Contours,
    recipe: &Recipe,
    line: &mut impl FnMut(&str),
) {
    let plane = values(table);
    let numbers: Vec<String> = contours
        .maps
        .iter()
        .map(|map| (map.field.component + 1).to_string())
        .collect();
    line(&format!(
        "limit <- max(abs({plane}$values[, c({}), ]))",
        numbers.join(", ")
    ));
    for (map, number) in contours.maps.iter().zip(&numbers) {
        let title = if numbers.len() > 1 {
            format!("{} · PC{number}", plot.title)
        } else {
            plot.title.clone()
        };
        line("contour_map(");
        line(&format!(
            "  {plane}, {number}, limit, levels = c({}),",
            levels(map)
        ));
        line(&format!("  {}", titled(&title, plot, [None, None])));
        line(")");
        if recipe.view.contours.points {
            let [a, b] = contours.plane.columns.map(|column| column + 1);
            line(&format!("dots(data[, {a}], data[, {b}])"));
        }
    }
}

fn coordinate(coordinate: Coordinate) -> String {
    match coordinate {
        Coordinate::Column(table, j) => format!("{}[, {}]", table.variable(), j + 1),
        Coordinate::Row => "seq_len(n) - 1".into(),
        Coordinate::Jitter => "jitter".into(),
    }
}
