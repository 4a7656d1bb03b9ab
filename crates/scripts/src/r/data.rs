//! Data of a script in R: `X`, `label` and `new_X`.

use std::path::Path;

use super::{
    super::{
        recipe::Recipe,
        separator,
        template::{Code, fill},
        written::{Beginning, class_sizes, items},
    },
    counted,
};
use kernel_pca::objects::{Labels, Scaling};
use tabular::{
    Coding, Column, Delimiter, Form, Reading, Source, missing_spellings,
    printable::{printable, quoted},
};

/// Plain file that R reads the data from; `None` where it reads a table that this program writes.
pub(super) fn read_from<'a>(recipe: &Recipe<'a>) -> Option<(&'a Path, &'a Reading)> {
    let is_plain = |reading: &Reading| {
        let is_special = [
            reading.grouped,
            reading.spaced,
            reading.currency,
            reading.percent,
            reading.respelled,
            reading.escapes,
        ];
        // R splits quoted texts at blanks where blanks separate columns.
        let splits_texts = reading.delimiter == Some(Delimiter::Blank)
            && !recipe
                .analysis
                .table
                .columns()
                .iter()
                .all(Column::is_numeric);
        reading.form == Form::Table
            && reading.coding == Coding::default()
            && !is_special.contains(&true)
            && !splits_texts
    };
    let Source::File(file) = &recipe.setup.source else {
        return None;
    };
    let new_are_plain = recipe.new_rows.is_none_or(|(source, new)| {
        source.path().is_some() && new.reading.as_ref().is_some_and(is_plain)
    });
    let reading = recipe.reading.filter(|reading| is_plain(reading))?;
    // R keeps doubled quotes, and breaks of lines where they stand.
    let mut classes = recipe.labels.classes().iter();
    let are_quoted = classes.any(|name| name.contains(['"', '\n', '\r']));
    let is_table = new_are_plain
        && !are_quoted
        && recipe.has_features
        && recipe.made.is_none()
        && recipe.setup.columns.rows.takes_all()
        && !recipe.is_of_objects()
        && !recipe.is_mirrored()
        && recipe.labels_file().is_none()
        && recipe.noise.is_none()
        && !recipe.has_class_spelled_missing()
        && !recipe.has_class_spelled_number();
    is_table.then_some((&*file.path, reading))
}

pub(super) fn data(recipe: &Recipe, table: &Path, code: &mut Code) {
    let file = read_from(recipe);
    if file.map_or(table, |(path, _)| path).is_relative() {
        fill!(code, "beside", {});
    }
    if let Some(file) = file {
        read(["table", "X"], file, &recipe.features, recipe, code);
        if let Some((source, new)) = recipe.new_rows
            && let Some(file) = source.path().zip(new.reading.as_ref())
        {
            read(["new", "new_X"], file, &new.columns, recipe, code);
        }
    } else {
        written(table, recipe, code);
    }
    check(recipe, code);
    code.line("n <- nrow(X)");
    let scaling = recipe.setup.scaling;
    if recipe.has_features && scaling != Scaling::None {
        fill!(code, "scaling", { deviation: scaling == Scaling::Standardize });
    }
}

/// Writes lines that check the data: they are as they were when the script was written.
fn check(recipe: &Recipe, code: &mut Code) {
    let analysis = recipe.analysis;
    let kernel_row = || {
        let all: Vec<usize> = (0..analysis.dataset.n()).collect();
        let first = analysis.kpca.values_before_centering(&all[..1], &all);
        Beginning {
            shape: [all.len(); 2],
            ..Beginning::of(&first)
        }
    };
    let data = if recipe.has_features {
        Beginning::of(&analysis.dataset.x)
    } else {
        kernel_row()
    };
    let written = |it: Beginning| format!("c({}, {}), c({})", it.shape[0], it.shape[1], it.items());
    let new = recipe
        .new_rows
        .map(|(_, new)| written(Beginning::of(&new.x)));
    fill!(code, "checked", { data: written(data), new_data: new });
}

/// Sizes of the classes as the items of a vector of whole numbers.
pub(super) fn sizes(recipe: &Recipe) -> Option<String> {
    let sizes = class_sizes(recipe.labels)?;
    let known = sizes.iter().take(recipe.labels.classes().len());
    Some(items(known.map(|size| format!("{size}L"))))
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

/// Writes lines that read a file as the table `variable` and make the matrix `x` of its features; for the fitted rows,
/// the label as well.
fn read(
    [variable, x]: [&str; 2],
    (file, reading): (&Path, &Reading),
    features: &[usize],
    recipe: &Recipe,
    code: &mut Code,
) {
    let separator = separator(reading).map_or_else(String::new, String::from);
    let missing: Vec<String> = missing_spellings().map(quoted).collect();
    let is_fitted = variable == "table";
    fill!(code, "read", {
        variable,
        path: path(file),
        separator: quoted(&separator),
        decimal: reading.decimal.sign(),
        skipped: (reading.skipped_lines + reading.returns_above).to_string(),
        hollow: reading.hollow,
        missing: missing.join(", "),
        left_out: if is_fitted {
            recipe.leaves_out_rows()
        } else {
            recipe.new_rows.is_some_and(|(_, new)| new.skipped_rows > 0)
        },
        x,
        features: counted(features),
        label: recipe.label.filter(|_| is_fitted).map(|label| label + 1),
    });
}

/// Writes lines that read a table of this program's: features, or the kernel matrix of data without features.
fn written(table: &Path, recipe: &Recipe, code: &mut Code) {
    let dataset = &recipe.analysis.dataset;
    // The label, and which rows are new, stand before the numbers.
    let before = usize::from(recipe.new_rows.is_some())
        + usize::from(!matches!(recipe.labels, Labels::None));
    let count = if recipe.has_features {
        dataset.d()
    } else {
        dataset.n()
    };
    let column = recipe.labels.column();
    fill!(code, "written", {
        path: path(table),
        columns: format!("{}:{}", before + 1, before + count),
        label: before,
        column: column.map(|column| printable(column).into_owned()),
    });
}
