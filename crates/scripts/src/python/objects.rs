//! Strings, graphs and labels in Python.

use std::path::Path;

use nalgebra::DMatrix;

use super::{
    super::{
        recipe::Recipe,
        template::{Code, fill},
        written::Beginning,
    },
    data::{KNOWN, TEXTS, are_numbers, call, label, path, table},
};
use kernel_pca::{
    kernel::Similarity,
    objects::{Graph, GraphEdge, Objects},
};
use tabular::{EdgeColumns, Form, Map, Source, printable::quoted};

/// Number of letters of the first string by which a script recognises its data.
const BEGINNING: usize = 40;

/// Writes lines for `X`, from which the kernel's code makes `K`.
pub(super) fn strings(recipe: &Recipe, code: &mut Code) {
    let reading = recipe.reading;
    let form = reading.map_or(Form::Table, |reading| reading.form);
    let above = reading.map_or(0, |reading| reading.skipped_lines);
    let is_table = !matches!(form, Form::Fasta | Form::Lines);
    if is_table {
        texts(recipe, code);
    }
    let mapped = recipe.setup.columns.map == Map::Symbols;
    let spectrum = recipe.analysis.kernel.spectrum().filter(|_| !mapped);
    let column = recipe.features.first().copied().unwrap_or_default();
    let written = match &recipe.analysis.dataset.objects {
        Objects::Strings(strings) => strings.first().map(|first| {
            let first: String = first.chars().take(BEGINNING).collect();
            format!("({},), [{}]", strings.len(), quoted(&first))
        }),
        _ => None,
    };
    fill!(code, "strings", {
        strings: written,
        fasta: (form == Form::Fasta).then(|| path(recipe.path())),
        lines: (form == Form::Lines).then(|| lines(recipe.path(), above)),
        column: is_table.then_some(column),
        symbols: mapped,
        ngrams: spectrum.map(|spectrum| {
            let last = spectrum.length;
            format!("({}, {last})", if spectrum.all_lengths { 1 } else { last })
        }),
    });
}

pub(super) fn graph(recipe: &Recipe, code: &mut Code) {
    let edges = recipe.edges();
    if edges.is_some() {
        texts(recipe, code);
    }
    let similarity = recipe.analysis.kernel.similarity().unwrap_or_default();
    let adjacency = match &recipe.analysis.dataset.objects {
        Objects::Graph(graph) => Some(beginning_of(graph)),
        _ => None,
    };
    fill!(code, "graph", {
        graph: adjacency,
        ends: edges.as_ref().map(|EdgeColumns { ends, .. }| format!("{ends:?}")),
        weights: edges.as_ref().map(|edges| match edges.weight {
            Some(weight) => format!("table.iloc[:, {weight}].astype(float)"),
            None => "1".into(),
        }),
        laplacian: similarity == Similarity::Laplacian,
        adjacency: similarity == Similarity::Adjacency,
        normalized: similarity == Similarity::Normalized,
    });
}

/// Shape of a graph's adjacency matrix and the beginning of its first row, as arguments.
fn beginning_of(graph: &Graph) -> String {
    let n = graph.nodes.len();
    let mut row = DMatrix::zeros(n.min(1), n);
    for GraphEdge { ends, weight } in &graph.edges {
        if let [0, other] | [other, 0] = *ends {
            row[other] = *weight;
        }
    }
    format!("({n}, {n}), [{}]", Beginning::of(&row).items())
}

/// Writes lines for `table`, all cells as they are written.
fn texts(recipe: &Recipe, code: &mut Code) {
    let Source::Builtin(builtin) = &recipe.setup.source else {
        return table(
            recipe.path(),
            recipe.reading,
            Some(TEXTS.to_owned()),
            &[],
            code,
        );
    };
    let csv = builtin.spec().csv.trim_end();
    let csv = format!("io.StringIO(\"\"\"{csv}\"\"\")");
    let arguments = [csv, format!("header=None, skiprows=1, {TEXTS}")];
    fill!(code, "table", { call: call("pd.read_csv", arguments.into_iter()) });
}

/// Python expression for the lines of a file that are not blank, but for the first `skipped` of them.
fn lines(file: &Path, skipped: u64) -> String {
    let rest = if skipped > 0 {
        format!("[{skipped}:]")
    } else {
        String::new()
    };
    let path = path(file);
    format!("[line.strip() for line in open({path}, encoding=\"utf-8-sig\") if line.strip()]{rest}")
}

/// Writes lines for the `label` of objects, or from a file of its own.
pub(super) fn labels(recipe: &Recipe, code: &mut Code) {
    let file = recipe.labels_file();
    let shipped = match recipe.labels_beside {
        Some(Source::Builtin(builtin)) => builtin.spec().labels,
        _ => None,
    };
    let column = recipe.label.filter(|_| file.is_none() && shipped.is_none());
    if file.is_none() && shipped.is_none() && column.is_none() {
        return;
    }
    let gaps = recipe.has_unlabelled;
    fill!(code, "labels", {
        gaps: file.filter(|_| gaps).map(path),
        rows: recipe.analysis.table.rows(),
        lines: file.filter(|_| !gaps).map(|file| lines(file, 0)),
        shipped: shipped.map(|labels| labels.lines().map(quoted).collect::<Vec<_>>().join(", ")),
        column,
    });
    if are_numbers(recipe.labels.classes()) {
        label("pd.to_numeric(pd.Series(label), errors=\"coerce\")", code);
    } else {
        label(&format!("pd.Series(label){KNOWN}"), code);
    }
    if !recipe.is_of_objects() && recipe.leaves_out_rows() {
        code.line("label = label[kept]");
    }
}
