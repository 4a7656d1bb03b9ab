//! The panels, with matplotlib.

use super::{
    Code, Content, Coordinate, Plot, PointSet, Recipe,
    axes::{axis_settings, label, settings},
    column_name, curves, denoising, dots,
    explain::values,
    features, levels, matplotlib_text, new_rows, novelty, pinned, pre_images, reconstruction,
    sweep,
};
use crate::{
    analysis::Contours, export::figure::columns, method::Method, panel::Space, setup::ContourStyle,
};

/// Spreads rows evenly, whatever their number.
pub(super) const JITTER: &str = "0.6180339887498949";

/// Where a panel is drawn.
struct Place {
    /// The figure, or the part of it that is the panel's.
    part: String,
    /// What its only plot is asked for with.
    subplot: String,
}

pub(super) fn picture(recipe: &Recipe, code: &mut Code) {
    let drawn = recipe.drawn(|absence| code.line(absence));
    if drawn.is_empty() {
        return;
    }
    if recipe.has_dots() {
        dots::colors(recipe, code);
        dots::layers(recipe, code);
        new_rows::colors(recipe, code);
    }
    if recipe.jitters() {
        code.line(&format!("jitter = np.arange(len(X)) * {JITTER} % 1 - 0.5"));
    }
    let count = drawn.len();
    let columns = columns(count, 12.0 / 7.5);
    let rows = count.div_ceil(columns);
    code.line("fig = plt.figure(figsize=(12, 7.5), layout=\"constrained\")");
    // A panel of several plots has a part of the figure to itself, and then so have all.
    let in_parts = drawn.iter().any(|plot| {
        matches!(
            plot.content,
            Content::Maps(..) | Content::Multiples(..) | Content::Grid(..)
        )
    });
    if in_parts {
        code.line(&format!(
            "parts = list(fig.subfigures({rows}, {columns}, squeeze=False).flat)[:{count}]"
        ));
    }
    if recipe.has_dots() {
        dots::legend(recipe, code);
    }
    let place = |i: usize| {
        let [part, subplot] = if in_parts {
            [format!("parts[{i}]"), String::new()]
        } else {
            ["fig".to_owned(), format!("{rows}, {columns}, {}", i + 1)]
        };
        Place { part, subplot }
    };
    let has_dots = |plot: &&Plot| matches!(plot.content, Content::Dots(_) | Content::Space(_));
    let first_dots = drawn.iter().position(has_dots);
    for (i, plot) in drawn.iter().enumerate() {
        code.line("");
        panel(&place(i), plot, recipe, code);
        if first_dots == Some(i) {
            dots::color_bar(&place(i).part, recipe, code);
        }
    }
    code.line("");
    code.line("plt.savefig(\"picture.png\", dpi=150)");
    code.line("plt.show()");
}

fn panel(Place { part, subplot }: &Place, plot: &Plot, recipe: &Recipe, code: &mut Code) {
    for remark in plot.remarks() {
        code.line(&remark);
    }
    match &plot.content {
        Content::Maps(table, contours) => return maps(part, plot, *table, contours, recipe, code),
        Content::Multiples(it, places) => {
            return sweep::multiples(part, plot, it, places, recipe, code);
        }
        Content::Grid(it, grid) => return sweep::grid(part, plot, it, grid, recipe, code),
        Content::Space(_) => {
            let comma = if subplot.is_empty() { "" } else { ", " };
            code.line(&format!(
                "ax = {part}.add_subplot({subplot}{comma}projection=\"3d\", proj_type=\"ortho\")"
            ));
        }
        _ => code.line(&format!("ax = {part}.add_subplot({subplot})")),
    }
    match &plot.content {
        Content::Space(it) => space(plot, it, recipe, code),
        Content::Dots(axes) => {
            if let [Coordinate::Column(_, a), Coordinate::Column(_, b)] = axes {
                links(plot, &[*a, *b], recipe, code);
            }
            let [x, y] = axes.map(|axis| coordinate(axis, recipe));
            code.line(&dots::call(&format!("{x}, {y}"), recipe));
            new_rows::rings(axes, recipe, code);
            columns_of_counts(axes, recipe, code);
            features::over_dots(axes, recipe, code);
            arrows(plot, code);
            if let Some(found) = recipe.pre_images() {
                pre_images::pins(axes, found, recipe, code);
            }
            settings(plot, code);
        }
        Content::KernelMatrix => {
            let colors = if recipe.view.kernel_matrix.centered {
                code.line("limit = np.abs(ordered).max()");
                "\"RdBu_r\", vmin=-limit, vmax=limit"
            } else {
                "\"viridis\""
            };
            code.line(&format!(
                "image = ax.imshow(ordered, cmap={colors}, extent=(0, len(X), 0, len(X)))"
            ));
            code.line(&format!("{part}.colorbar(image, ax=ax)"));
            settings(plot, code);
        }
        Content::Spectrum {
            width,
            offsets,
            lowest,
            shuffled,
        } => {
            let beside = (lowest.as_ref(), shuffled.is_some());
            curves::spectrum(plot, (*width, offsets), beside, recipe, code);
        }
        Content::FullSpectrum => curves::full_spectrum(plot, recipe, code),
        Content::Variance => curves::variance(plot, recipe, code),
        Content::Separation(counts) => curves::separation(plot, counts, recipe, code),
        Content::Novelty {
            threshold,
            map: None,
        } => novelty::distribution(plot, *threshold, recipe, code),
        Content::Novelty {
            threshold,
            map: Some(contours),
        } => novelty::map(part, plot, (*threshold, *contours), recipe, code),
        Content::Sweep(it) => sweep::curves(plot, it, recipe, code),
        Content::PreImages(_) => pre_images::panel(recipe, code),
        Content::Denoising(_) => denoising::cleaned(plot, recipe, code),
        Content::DenoisingError(found) => denoising::errors(plot, found, recipe, code),
        Content::Pinned(it, axes) => pinned::draw(plot, it, *axes, recipe, code),
        Content::Reconstruction(found) => reconstruction::errors(plot, found, recipe, code),
        Content::Own(own) => {
            for line in own {
                code.line(line);
            }
            settings(plot, code);
        }
        Content::Maps(..) | Content::Multiples(..) | Content::Grid(..) | Content::Nothing(_) => {}
    }
}

/// Dots in a box that is seen from where the window sees it.
fn space(plot: &Plot, space: &Space, recipe: &Recipe, code: &mut Code) {
    links(plot, &space.columns, recipe, code);
    let axes = format!(
        "*{}[:, {:?}].T",
        recipe.variable(space.points),
        space.columns
    );
    code.line(&dots::call(&axes, recipe));
    let axes = space.columns.map(|j| Coordinate::Column(space.points, j));
    new_rows::rings(&axes, recipe, code);
    code.line("ax.set_box_aspect((1, 1, 1), zoom=0.85)");
    let names = space.columns.map(|j| {
        let (name, share) = column_name(space.points, j, recipe.analysis);
        label(&name, share)
    });
    let [x, y, z] = names;
    code.line(&format!(
        "ax.set(title={}, xlabel={x}, ylabel={y}, zlabel={z})",
        matplotlib_text(&plot.title)
    ));
    // There a direction of view is where the eye stands, counted from the first axis.
    let camera = recipe.view.camera;
    code.line(&format!(
        "ax.view_init(elev={:?}, azim={:?})",
        camera.pitch,
        -90.0 - camera.yaw
    ));
    code.line("ax.locator_params(nbins=4)");
}

/// Arrows from the origin with their names, such as a biplot's loadings.
fn arrows(plot: &Plot, code: &mut Code) {
    for (name, [x, y]) in &plot.arrows {
        let name = matplotlib_text(name);
        code.line(&format!(
            "ax.annotate({name}, (0, 0), ({x:?}, {y:?}), arrowprops={{\"arrowstyle\": \"<-\"}})"
        ));
    }
}

/// The names of columns among the rows, where the method gives them places.
fn columns_of_counts(axes: &[Coordinate; 2], recipe: &Recipe, code: &mut Code) {
    let [
        Coordinate::Column(PointSet::Scores(Method::Correspondence), a),
        Coordinate::Column(_, b),
    ] = axes
    else {
        return;
    };
    let names = &recipe.analysis.dataset.feature_names;
    let names: Vec<String> = names.iter().map(|name| matplotlib_text(name)).collect();
    code.line(&format!(
        "for name, place in zip([{}], ca_columns[:, [{a}, {b}]]):",
        names.join(", ")
    ));
    code.line("    ax.annotate(name, place, ha=\"center\", va=\"center\")");
    code.line(
        "ax.update_datalim(ca_columns[:, ORDER])"
            .replace("ORDER", &format!("[{a}, {b}]"))
            .as_str(),
    );
    code.line("ax.autoscale_view()");
}

/// Links between neighbours, over these columns of the input.
fn links(plot: &Plot, columns: &[usize], recipe: &Recipe, code: &mut Code) {
    let Some((method, _)) = recipe.analysis.neighbor_graph().filter(|_| plot.linked) else {
        return;
    };
    let k = recipe.analysis.manifold.neighbors;
    let k = match method {
        // There a row counts as one of its own neighbours.
        Method::LaplacianEigenmaps => k.saturating_sub(1),
        _ => k,
    };
    let (module, collection, add) = match columns.len() {
        3 => (
            "mpl_toolkits.mplot3d.art3d",
            "Line3DCollection",
            "add_collection3d",
        ),
        _ => ("matplotlib.collections", "LineCollection", "add_collection"),
    };
    code.import("from sklearn.neighbors import kneighbors_graph");
    code.import(&format!("from {module} import {collection}"));
    code.line(&format!("links = kneighbors_graph(X, {k}).tocoo()"));
    code.line(&format!("places = data[:, {columns:?}]"));
    code.line("ends = np.stack([places[links.row], places[links.col]], axis=1)");
    code.line(&format!(
        "ax.{add}({collection}(ends, colors=\"gray\", linewidths=0.4, alpha=0.35, zorder=0))"
    ));
}

/// Components over a plane side by side, in colours that they share.
fn maps(
    part: &str,
    plot: &Plot,
    table: PointSet,
    contours: &Contours,
    recipe: &Recipe,
    code: &mut Code,
) {
    let [a, b] = contours.plane.columns;
    let maps = &contours.maps;
    let components: Vec<usize> = maps.iter().map(|map| map.field.component).collect();
    let across = (maps.len() as f64).sqrt().ceil() as usize;
    let down = maps.len().div_ceil(across.max(1));
    let style = recipe.view.contours.style;
    code.line(&format!(
        "{part}.suptitle({})",
        matplotlib_text(&plot.title)
    ));
    code.line("levels = {");
    for map in maps {
        code.line(&format!("    {}: [{}],", map.field.component, levels(map)));
    }
    code.line("}");
    code.line(&format!(
        "limit = np.abs({}[:, :, {components:?}]).max()",
        values(table, recipe)
    ));
    code.line("for place, j in enumerate(levels, start=1):");
    code.line(&format!(
        "    ax = {part}.add_subplot({down}, {across}, place)"
    ));
    code.line(&format!("    values = {}[:, :, j]", values(table, recipe)));
    if style != ContourStyle::Lines {
        code.line(
            "    ax.contourf(u, v, values, levels[j], cmap=\"RdBu_r\", vmin=-limit, vmax=limit, alpha=0.5)",
        );
    }
    if style != ContourStyle::Bands {
        code.line(
            "    ax.contour(u, v, values, levels[j], colors=\"black\", linewidths=0.5, linestyles=\"solid\")",
        );
    }
    if recipe.view.contours.points {
        let axes = format!("data[:, {a}], data[:, {b}]");
        code.line(&format!("    {}", dots::call(&axes, recipe)));
        if recipe.new_rows().is_some() {
            code.line(&format!(
                "    ax.scatter(new_data[:, {a}], new_data[:, {b}], **ring)"
            ));
        }
    }
    let mut said = Vec::new();
    if maps.len() > 1 {
        said.push("title=f\"PC{j + 1}\"".to_owned());
    }
    said.extend(axis_settings("x", &plot.x, None));
    said.extend(axis_settings("y", &plot.y, None));
    if plot.equal {
        said.push("aspect=\"equal\"".into());
    }
    code.line(&format!("    ax.set({})", said.join(", ")));
    if style != ContourStyle::Lines {
        code.line(&format!(
            "{part}.colorbar(plt.cm.ScalarMappable(plt.Normalize(-limit, limit), \"RdBu_r\"), ax={part}.axes, alpha=0.5)"
        ));
    }
}

fn coordinate(coordinate: Coordinate, recipe: &Recipe) -> String {
    match coordinate {
        Coordinate::Column(table, j) => format!("{}[:, {j}]", recipe.variable(table)),
        Coordinate::Row => "np.arange(len(X))".into(),
        Coordinate::Jitter => "jitter".into(),
    }
}
