//! Strings, graphs and labels in Python.

use std::path::Path;

use super::{
    super::{code::Code, recipe::Recipe, template::values},
    data::{TEXTS, in_lines, path, table},
};
use crate::{
    data::{EdgeColumns, Form, Labels, Map, Source},
    kernel::Similarity,
    printable::quoted,
};

/// Writes lines for `X`, from which the kernel's code makes `K`.
pub(super) fn strings(recipe: &Recipe, code: &mut Code) {
    let form = recipe.reading.map_or(Form::Table, |reading| reading.form);
    let is_table = !matches!(form, Form::Fasta | Form::Lines);
    if is_table {
        texts(recipe, code);
    }
    let mapped = recipe.setup.columns.map == Map::Symbols;
    let spectrum = recipe.analysis.kernel.spectrum().filter(|_| !mapped);
    let column = recipe.features.first().copied().unwrap_or_default();
    code.fill(
        "strings",
        &values! {
            fasta: (form == Form::Fasta).then(|| path(recipe.path())),
            lines: (form == Form::Lines).then(|| lines(recipe.path(), recipe.lines_above())),
            column: is_table.then_some(column),
            symbols: mapped,
            ngrams: spectrum.map(|spectrum| {
                let last = spectrum.length;
                format!("({}, {last})", if spectrum.all_lengths { 1 } else { last })
            }),
        },
    );
}

pub(super) fn graph(recipe: &Recipe, code: &mut Code) {
    let edges = recipe.edges();
    if edges.is_some() {
        texts(recipe, code);
    }
    let similarity = recipe.analysis.kernel.similarity().unwrap_or_default();
    code.fill(
        "graph",
        &values! {
            ends: edges.as_ref().map(|EdgeColumns { ends, .. }| format!("{ends:?}")),
            weights: edges.as_ref().map(|edges| match edges.weight {
                Some(weight) => format!("table.iloc[:, {weight}].astype(float)"),
                None => "1".into(),
            }),
            laplacian: similarity == Similarity::Laplacian,
            adjacency: similarity == Similarity::Adjacency,
            normalized: similarity == Similarity::Normalized,
        },
    );
}

/// Writes lines for `table`, all cells as they are written.
fn texts(recipe: &Recipe, code: &mut Code) {
    let Source::Builtin(builtin) = &recipe.setup.source else {
        return table(recipe.path(), recipe.reading, Some(TEXTS.to_owned()), code);
    };
    let csv = builtin.spec().csv.trim_end();
    let csv = format!("io.StringIO(\"\"\"{csv}\"\"\")");
    let arguments = [csv, format!("header=None, skiprows=1, {TEXTS}")];
    let call = in_lines("pd.read_csv", &arguments);
    code.fill("table", &values! { call: call });
}

/// Lines of a file that hold something.
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
    if matches!(recipe.labels(), Labels::None) {
        return;
    }
    let (file, shipped) = (recipe.labels_file(), recipe.shipped_labels());
    let column = recipe.label.filter(|_| file.is_none() && shipped.is_none());
    if file.is_none() && shipped.is_none() && column.is_none() {
        return;
    }
    let values = match (recipe.label_is_number(), recipe.has_unlabelled()) {
        (true, true) => "pd.to_numeric(pd.Series(label), errors=\"coerce\")",
        (true, false) => "pd.Series(label).astype(float)",
        (false, true) => "pd.Series(label).where(lambda cell: cell != \"\")",
        (false, false) => "pd.Series(label)",
    };
    let (gaps, classes) = (recipe.has_unlabelled(), recipe.has_classes());
    code.fill(
        "labels",
        &values! {
            gaps: file.filter(|_| gaps).map(path),
            rows: recipe.analysis.table.rows(),
            lines: file.filter(|_| !gaps).map(|file| lines(file, 0)),
            shipped: shipped.map(|labels| labels.lines().map(quoted).collect::<Vec<_>>().join(", ")),
            column: column,
            classes: classes.then_some(values),
            unlabelled: classes && gaps,
            quantity: (!classes).then_some(values),
            left_out: !recipe.is_of_objects() && recipe.leaves_out_rows(),
        },
    );
}
