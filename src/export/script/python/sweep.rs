//! Other values of one parameter: what they give, and curves of it.

use super::{Code, Content, Plot, Recipe, axes::settings, dots, hex, kernel, matplotlib_text};
use crate::{
    data::Labels,
    setup::SweepCurves,
    sweep::{GridQuestion, GridRows, Sweep, SweepGrid, SweptParameter, ValueSpacing},
    view::Paint,
};

/// Whether the sweep asks how well components predict the label.
pub(super) fn predicts(content: &Content<'_>) -> bool {
    match content {
        Content::Sweep(sweep) => sweep.known().any(|(_, point)| !point.separation.is_empty()),
        _ => false,
    }
}

/// Eigenvalues, shares and separation at each value, where a panel shows any of it.
pub(super) fn numbers(recipe: &Recipe, code: &mut Code) {
    let mut shown = recipe.plots.iter().map(|plot| &plot.content);
    let whole = shown.clone().find_map(|content| match content {
        Content::Sweep(sweep) => Some(*sweep),
        _ => None,
    });
    let some = shown.find_map(|content| match content {
        Content::Multiples(sweep, _) => Some(*sweep),
        _ => None,
    });
    if let Some((sweep, cells)) = shown_grid(recipe) {
        grid_numbers(sweep, cells, recipe, code);
    }
    let Some(sweep) = whole.or(some) else { return };
    let parameter = sweep.question.parameter;
    let variable = parameter.name();
    let counts = sweep.known().map(|(_, point)| point.eigenvalues.len());
    let k = counts.max().unwrap_or(0);
    code.line("");
    code.line("");
    code.line(&format!("def swept({variable}):"));
    code.line(&format!(
        "    \"\"\"Eigenvalues, their shares and the scores with another {variable}.\"\"\""
    ));
    for line in kernel::matrix_at(recipe.analysis.kernel, &[parameter]) {
        code.line(&format!("    {line}"));
    }
    code.line("    values, vectors = np.linalg.eigh(K)");
    code.line(&format!(
        "    values, vectors = values[::-1][:{k}], vectors[:, ::-1][:, :{k}]"
    ));
    code.line("    return values, values / np.trace(K), vectors * np.sqrt(np.maximum(values, 0))");
    code.line("");
    code.line("");
    code.line(&format!("sweep_values = {}", values(sweep)));
    if whole.is_none() {
        return;
    }
    code.line("sweep_points = [swept(value) for value in sweep_values]");
    code.line("sweep_eigenvalues = np.array([point[0] for point in sweep_points])");
    code.line("sweep_share = np.array([point[1] for point in sweep_points])");
    if predicts(&Content::Sweep(sweep)) {
        code.line("sweep_quality = np.array([halved(point[2])[:, 0] for point in sweep_points])");
    }
}

fn values(sweep: &Sweep) -> String {
    let values = &sweep.question.values;
    let [first, last] = [values.first(), values.last()].map(|end| end.copied().unwrap_or(1.0));
    let count = values.len();
    match sweep.question.parameter.spread() {
        ValueSpacing::Ratios => format!("np.geomspace({first:?}, {last:?}, {count})"),
        ValueSpacing::Steps => format!("np.linspace({first:?}, {last:?}, {count})"),
        ValueSpacing::Whole => format!("np.arange({first:.0}, {:.0})", last + 1.0),
    }
}

/// The curves that the window shows.
pub(super) fn curves(plot: &Plot, sweep: &Sweep, recipe: &Recipe, code: &mut Code) {
    let style = match sweep.question.parameter.spread() {
        ValueSpacing::Whole => "o-",
        ValueSpacing::Ratios | ValueSpacing::Steps => "-",
    };
    let colors = [0, 1].map(|class| hex(Paint::Class(class)));
    match recipe.view.sweep.curves {
        SweepCurves::Shares => {
            if predicts(&plot.content) {
                let q = recipe.view.separation_components.max(1);
                let name = match recipe.labels() {
                    Labels::Continuous { .. } => "R²",
                    Labels::None | Labels::Classes { .. } => "separation",
                };
                code.line(&format!("q = min({q}, sweep_quality.shape[1])"));
                code.line(&format!(
                    "ax.plot(sweep_values, sweep_quality[:, q - 1], \"{style}\", color=\"{}\", label=f\"{name} by {{q}}\")",
                    colors[0]
                ));
            }
            code.line(&format!(
                "ax.plot(sweep_values, sweep_share[:, :2].sum(axis=1), \"{style}\", color=\"{}\", label=\"variance in the first two\")",
                colors[1]
            ));
        }
        SweepCurves::Components => {
            let alpha = format!("{:?}", recipe.view.threshold);
            code.line(&format!(
                "enough = np.cumsum(sweep_share, axis=1) >= {alpha} - 1e-12"
            ));
            code.line("needed = np.where(enough.any(axis=1), enough.argmax(axis=1) + 1.0, np.nan)");
            code.line(&format!(
                "ax.plot(sweep_values, needed, \"{style}\", color=\"{}\", label=\"smallest r for α = {alpha}\")",
                colors[0]
            ));
        }
        SweepCurves::Eigenvalues => {
            code.line("for j, values in enumerate(sweep_eigenvalues.T[:10]):");
            code.line(
                "    values = np.where(values > 1e-14 * sweep_eigenvalues[:, 0], values, np.nan)",
            );
            code.line(&format!(
                "    ax.plot(sweep_values, values, \"{style}\", color=plt.cm.viridis(0.09 * j), label=f\"λ{{j + 1}}\")"
            ));
        }
        // Its panel says that it is not written.
        SweepCurves::HeldOut => {}
    }
    if let Some(now) = present(sweep, recipe) {
        code.line(&format!(
            "ax.axvline({now:?}, linestyle=\"--\", color=\"gray\")"
        ));
    }
    settings(plot, code);
    code.line("ax.legend()");
}

fn present(sweep: &Sweep, recipe: &Recipe) -> Option<f64> {
    let parameter: SweptParameter = sweep.question.parameter;
    recipe.analysis.kernel.value(parameter.of_kernel()?)
}

/// The scores at some values, each turned over where it points away from the one before.
pub(super) fn multiples(
    part: &str,
    plot: &Plot,
    sweep: &Sweep,
    places: &[usize],
    recipe: &Recipe,
    code: &mut Code,
) {
    let across = (places.len() as f64).sqrt().ceil().max(1.0) as usize;
    let down = places.len().div_ceil(across);
    let symbol = sweep.question.parameter.symbol();
    code.line(&format!(
        "{part}.suptitle({})",
        matplotlib_text(&plot.title)
    ));
    code.line("before = None");
    code.line(&format!(
        "for place, value in enumerate(sweep_values[{places:?}], start=1):"
    ));
    code.line("    plane = swept(value)[2][:, :2]");
    code.line("    if before is not None:");
    code.line("        plane = plane * np.where((plane * before).sum(axis=0) < 0, -1, 1)");
    code.line("    before = plane");
    code.line(&format!(
        "    ax = {part}.add_subplot({down}, {across}, place)"
    ));
    let dots = dots::call("plane[:, 0], plane[:, 1]", recipe);
    code.line(&format!("    {dots}"));
    code.line(&format!(
        "    ax.set(title=f\"{symbol} = {{value:.4g}}\", xticks=[], yticks=[], aspect=\"equal\", adjustable=\"datalim\")"
    ));
}

fn shown_grid<'a>(recipe: &Recipe<'a>) -> Option<(&'a Sweep, &'a SweepGrid)> {
    let mut shown = recipe.plots.iter().map(|plot| &plot.content);
    shown.find_map(|content| match content {
        Content::Grid(sweep, grid) => Some((*sweep, *grid)),
        _ => None,
    })
}

/// The scores at a pair of values, or with those components of a pair.
fn grid_numbers(sweep: &Sweep, grid: &SweepGrid, recipe: &Recipe, code: &mut Code) {
    let GridQuestion {
        across,
        second,
        down,
    } = &grid.question;
    let first = sweep.question.parameter;
    let (parameters, names) = match second {
        GridRows::Parameter(second) => (
            vec![first, *second],
            [first.name().to_owned(), second.name().to_owned()],
        ),
        GridRows::Components => (
            vec![first],
            [first.name().to_owned(), "component=1".to_owned()],
        ),
    };
    let from = match second {
        GridRows::Parameter(_) => "0",
        GridRows::Components => "component - 1",
    };
    let numbers = |values: &[f64]| {
        let values: Vec<String> = values.iter().map(|value| format!("{value:?}")).collect();
        values.join(", ")
    };
    code.line("");
    code.line("");
    code.line(&format!("def plane_at({}):", names.join(", ")));
    code.line("    \"\"\"The scores on two components with other values.\"\"\"");
    for line in kernel::matrix_at(recipe.analysis.kernel, &parameters) {
        code.line(&format!("    {line}"));
    }
    code.line("    values, vectors = np.linalg.eigh(K)");
    code.line(&format!("    first = int({from})"));
    code.line("    values, vectors = values[::-1][first:][:2], vectors[:, ::-1][:, first:][:, :2]");
    code.line("    return vectors * np.sqrt(np.maximum(values, 0))");
    code.line("");
    code.line("");
    code.line(&format!("grid_across = np.array([{}])", numbers(across)));
    code.line(&format!("grid_down = np.array([{}])", numbers(down)));
    code.line("grid_planes = np.zeros((len(grid_down), len(grid_across), len(X), 2))");
    code.line("for i, down in enumerate(grid_down):");
    code.line("    for j, across in enumerate(grid_across):");
    code.line("        plane = plane_at(across, down)");
    code.line("        # signs agree from each to the next");
    code.line("        alike = np.zeros(2)");
    let beside = match second {
        GridRows::Parameter(_) => "[(i, j - 1), (i - 1, j)]",
        GridRows::Components => "[(i, j - 1)]",
    };
    code.line(&format!("        for other in {beside}:"));
    code.line("            if min(other) >= 0:");
    code.line("                other = grid_planes[other]");
    code.line(
        "                lengths = np.linalg.norm(plane, axis=0) * np.linalg.norm(other, axis=0)",
    );
    code.line("                cosine = np.sum(plane * other, axis=0) / np.where(lengths > 0, lengths, np.inf)");
    code.line("                alike += cosine * np.abs(cosine)");
    code.line("        grid_planes[i, j] = plane * np.where(alike < 0, -1, 1)");
}

/// The grid, with its values at the left and below.
pub(super) fn grid(
    part: &str,
    plot: &Plot,
    sweep: &Sweep,
    grid: &SweepGrid,
    recipe: &Recipe,
    code: &mut Code,
) {
    let GridQuestion {
        across,
        second,
        down,
    } = &grid.question;
    let symbol = sweep.question.parameter.symbol();
    let row = match second {
        GridRows::Parameter(second) => format!("f\"{} = {{grid_down[i]:.4g}}\"", second.symbol()),
        GridRows::Components => "f\"PC{grid_down[i]:.0f}, PC{grid_down[i] + 1:.0f}\"".to_owned(),
    };
    code.line(&format!(
        "{part}.suptitle({})",
        matplotlib_text(&plot.title)
    ));
    code.line(&format!(
        "cells = {part}.subplots({}, {}, squeeze=False)",
        down.len(),
        across.len()
    ));
    code.line("for (i, j), ax in np.ndenumerate(cells):");
    code.line("    plane = grid_planes[i, j]");
    let dots = dots::call("plane[:, 0], plane[:, 1]", recipe);
    code.line(&format!("    {dots}"));
    code.line("    ax.set(xticks=[], yticks=[], aspect=\"equal\", adjustable=\"datalim\")");
    code.line("    if j == 0:");
    code.line(&format!("        ax.set_ylabel({row})"));
    code.line("    if i == len(grid_down) - 1:");
    code.line(&format!(
        "        ax.set_xlabel(f\"{symbol} = {{grid_across[j]:.4g}}\")"
    ));
}
