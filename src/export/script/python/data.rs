//! Data of a script in Python: `X` and `label`, new rows, and scaling.

use std::path::Path;

use super::{
    super::{
        POINTS_IN_LINE, arguments,
        code::Code,
        list,
        recipe::{ColumnChoice, Recipe},
        separator,
        template::values,
    },
    objects,
    prepared::features,
};
use crate::{
    data::{
        AddedNoise, ArgumentValue, Decimal, Form, Generator, Labels, MISSING_BESIDES, NoiseKind,
        Objects, Reading, Scaling, Source, TextEncoding, is_missing, missing_spellings,
    },
    printable::quoted,
};

pub(super) fn data(recipe: &Recipe, code: &mut Code) {
    if recipe.is_of_objects() {
        // An adjacency matrix is read as any other.
        if let Some(path) = recipe.adjacency_file() {
            file(path, recipe, code);
        }
        match recipe.analysis.dataset.objects {
            Objects::Graph(_) => objects::graph(recipe, code),
            Objects::Strings(_) | Objects::Vectors | Objects::Matrix(_) => {
                objects::strings(recipe, code);
            }
        }
        return objects::labels(recipe, code);
    }
    if let Source::File(data) = &recipe.setup.source {
        file(&data.path, recipe, code);
        if recipe.labels_file().is_some() {
            objects::labels(recipe, code);
        }
        return;
    }
    source(&recipe.setup.source, code);
    let columns = list(&recipe.features, 0);
    let made = recipe.made.as_ref().map(|made| features(made, &columns));
    let (some, all) = match (&made, recipe.choice()) {
        (Some(_), _) | (None, ColumnChoice::Everything) => (None, None),
        (None, ColumnChoice::OfFeatures) => (Some(&*columns), None),
        (None, ColumnChoice::OfAllColumns) => (None, Some(&*columns)),
    };
    let table = if made.is_some() {
        "table.to_numpy()"
    } else {
        "table"
    };
    let label = recipe.label.filter(|&label| label != recipe.plain);
    let label = label.filter(|_| made.is_some() || all.is_some());
    let label = label.map(|label| format!("{table}[:, {label}]"));
    let classes = recipe.has_classes();
    code.fill(
        "columns",
        &values! {
            some: some,
            all: all,
            made: made,
            class: label.clone().filter(|_| classes),
            quantity: label.filter(|_| !classes),
        },
    );
}

/// Writes lines for `X` and `label` of anything but a file.
fn source(source: &Source, code: &mut Code) {
    let mut values = values! {};
    match source {
        Source::Generated(generator) => {
            let spec = generator.shape.spec();
            if let Some(function) = spec.function {
                code.import(&format!("from sklearn.datasets import {function}"));
                let arguments = format!("{}{}", arguments(generator), spec.constant);
                values.extend(values! { function: function, arguments: arguments });
            }
            let own = spec.function.is_none().then(|| assigned(generator));
            let lines = format!("{}{}", own.unwrap_or_default(), spec.python);
            values.extend(values! { lines: (!lines.is_empty()).then_some(lines) });
        }
        Source::Builtin(builtin) => {
            let spec = builtin.spec();
            if let Some(loader) = spec.loader {
                code.import(&format!("from sklearn.datasets import {loader}"));
            }
            let lines = (!spec.python.is_empty()).then(|| spec.python.join("\n"));
            values.extend(values! { loader: spec.loader, lines: lines });
        }
        Source::Drawn(drawing) => {
            let points = drawing.points.chunks(POINTS_IN_LINE).map(|points| {
                let points = points.iter().map(|point| {
                    let [x, y] = point.at;
                    format!("[{x:?}, {y:?}, {}]", point.class)
                });
                format!("    {},", points.collect::<Vec<_>>().join(", "))
            });
            values.extend(values! { points: points.collect::<Vec<_>>().join("\n") });
        }
        Source::File(_) => {}
    }
    code.fill("source", &values);
}

/// Arguments of a generator as variables that its own lines read.
fn assigned(generator: &Generator) -> String {
    let lines = generator
        .arguments()
        .into_iter()
        .map(|argument| match argument {
            ("random_state", ArgumentValue::Count(seed)) => {
                format!("draw = np.random.RandomState({seed})\n")
            }
            (name, ArgumentValue::Count(count)) => format!("{name} = {count}\n"),
            (name, ArgumentValue::Real(value)) => format!("{name} = {value:?}\n"),
        });
    lines.collect()
}

fn file(path: &Path, recipe: &Recipe, code: &mut Code) {
    let words = recipe.has_class_spelled_missing();
    let cells = cells(recipe.has_gaps(), words.then_some(&*recipe.features));
    table(path, recipe.reading, cells, code);
    let columns = list(&recipe.features, 0);
    let classes = recipe.has_classes();
    let known = if words && recipe.has_unlabelled() {
        ".where(lambda cell: cell != \"\")"
    } else {
        ""
    };
    code.fill(
        "file",
        &values! {
            left_out: recipe.leaves_out_rows(),
            plain: recipe.made.is_none(),
            made: recipe.made.as_ref().map(|made| features(made, &columns)),
            features: columns,
            class: recipe.label.filter(|_| classes),
            known: known,
            unlabelled: classes && recipe.label.is_some() && recipe.has_unlabelled(),
            quantity: recipe.label.filter(|_| !classes),
        },
    );
}

/// Arguments by which pandas reads all cells as they are written.
pub(super) const TEXTS: &str = "dtype=str, keep_default_na=False";

/// Arguments that name the cells without a value: the spellings that pandas does not know, where columns of
/// numbers have gaps; or all spellings, `only` in these columns where elsewhere `NA` is a class.
fn cells(gaps: bool, only: Option<&[usize]>) -> Option<String> {
    let list = |spellings: &mut dyn Iterator<Item = &'static str>| {
        let spellings: Vec<String> = spellings.map(quoted).collect();
        format!("[{}]", spellings.join(", "))
    };
    match only {
        Some(columns) => {
            let all = list(&mut missing_spellings());
            Some(format!(
                "keep_default_na=False, na_values=dict.fromkeys({columns:?}, {all})"
            ))
        }
        None => gaps.then(|| format!("na_values={}", list(&mut MISSING_BESIDES.into_iter()))),
    }
}

/// Writes lines for `table`, as pandas reads a file, or NumPy where nothing is to be known of the reading.
pub(super) fn table(
    path: &Path,
    reading: Option<&Reading>,
    cells: Option<String>,
    code: &mut Code,
) {
    let path = self::path(path);
    let form = reading.map(|reading| reading.form);
    let is_text = cells.as_deref() == Some(TEXTS);
    let of = |wanted: bool| wanted.then(|| path.clone());
    let [libsvm, edges] = [Form::Libsvm, Form::EdgeDictionaries].map(|it| form == Some(it));
    let reading = reading.filter(|_| !libsvm && !edges);
    let call = reading.map(|reading| {
        let skipped = reading.skipped_lines;
        let skipped = (skipped > 0).then(|| format!("skiprows={skipped}"));
        let fixed = [path.clone(), "header=None".to_owned()];
        let (function, format) = match reading.form {
            Form::Workbook(_) => ("pd.read_excel", vec![]),
            _ => ("pd.read_csv", format(reading)),
        };
        let all = fixed.into_iter().chain(skipped).chain(format).chain(cells);
        in_lines(function, &all.collect::<Vec<_>>())
    });
    let respelled = reading.filter(|it| !is_text && (it.percent || it.respelled));
    code.fill(
        "table",
        &values! {
            npy: of(form.is_none()),
            libsvm: of(libsvm),
            edges: of(edges),
            call: call,
            number: respelled.map(|reading| match reading.decimal {
                Decimal::Point => "number",
                Decimal::Comma => "number, decimal=\",\"",
            }),
        },
    );
}

/// Call of a function, in one line where it fits.
pub(super) fn in_lines(function: &str, arguments: &[String]) -> String {
    const WIDTH: usize = 90;
    let line = format!("{function}({})", arguments.join(", "));
    if line.len() <= WIDTH {
        line
    } else {
        // A text among them may have lines of its own.
        format!("{function}(\n    {},\n)", arguments.join(",\n    "))
    }
}

/// Arguments that tell pandas of the separators, packing, encoding and quoting of a file.
fn format(reading: &Reading) -> Vec<String> {
    let separator = match separator(reading) {
        Some(',') => None,
        Some(character) => Some(format!("sep={}", quoted(&character.to_string()))),
        None => Some("sep=r\"\\s+\"".to_owned()),
    };
    let thousands = reading.decimal.other().sign();
    let thousands = reading
        .grouped
        .then(|| format!("thousands=\"{thousands}\""));
    let utf16 = reading.coding.encoding != TextEncoding::Utf8;
    let words = [
        (true, "skipinitialspace=True"),
        (reading.decimal == Decimal::Comma, "decimal=\",\""),
        (reading.coding.gzip, "compression=\"gzip\""),
        (utf16, "encoding=\"utf-16\""),
        (reading.form == Form::Arff, "quotechar=\"'\", comment=\"%\""),
        (reading.escapes, "escapechar=\"\\\\\""),
    ];
    let words = words.into_iter().filter(|(is_so, _)| *is_so);
    let words = words.map(|(_, word)| word.to_owned());
    separator
        .into_iter()
        .chain(thousands)
        .chain(words)
        .collect()
}

/// Path of a file as an expression.
pub(super) fn path(path: &Path) -> String {
    match path.to_str() {
        Some(text) if path.is_absolute() => quoted(text),
        Some(text) => format!("data_file({})", quoted(text)),
        None => {
            let bytes = path.as_os_str().as_encoded_bytes();
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect();
            format!("os.fsdecode(b\"{}\")", bytes.concat())
        }
    }
}

/// Writes lines for `new_data` and `new_label`; before the data themselves, whose names the loaders use.
pub(super) fn new_rows(recipe: &Recipe, code: &mut Code) {
    let Some((source, new)) = recipe.new_rows() else {
        if recipe.setup.new_rows.is_some() {
            code.line("# new rows are left out: they are no vectors");
        }
        return;
    };
    code.line("# rows that nothing is fitted on");
    let places = &new.columns;
    let is_made = recipe.made.is_some();
    let (columns, numbers) = if let Source::File(file) = source {
        let words = new.labels.classes().iter().any(|name| is_missing(name));
        let gaps = new.labels.unlabelled() > 0 || is_made;
        table(
            &file.path,
            new.reading.as_ref(),
            cells(gaps, words.then_some(places)),
            code,
        );
        let columns = format!("table.iloc[:, {places:?}]");
        (columns.clone(), format!("{columns}.to_numpy(float)"))
    } else {
        self::source(source, code);
        let columns = format!("np.column_stack([X, label])[:, {places:?}]");
        (format!("pd.DataFrame({columns})"), columns)
    };
    let of_file = new.label_column.filter(|_| source.path().is_some());
    let names = new.labels.classes();
    let are_numbers = names.iter().all(|name| name.parse::<f64>().is_ok());
    let spelled = names.iter().map(|name| {
        if are_numbers {
            name.clone()
        } else {
            quoted(name)
        }
    });
    code.fill(
        "new",
        &values! {
            own: source.path().is_none(),
            columns: is_made.then_some(columns),
            data: (!is_made).then_some(numbers),
            quantity: of_file.filter(|_| matches!(new.labels, Labels::Continuous { .. })),
            class: of_file.filter(|_| !names.is_empty()),
            classes: (of_file.is_some() && !names.is_empty())
                .then(|| spelled.collect::<Vec<_>>().join(", ")),
            place: if new.labels.unlabelled() > 0 {
                "classes.index(c) if c in classes else len(classes)"
            } else {
                "classes.index(c)"
            },
        },
    );
}

/// Writes lines for noise that is added to the features, and their scaling.
pub(super) fn scaling(recipe: &Recipe, code: &mut Code) {
    if !recipe.has_features() {
        return;
    }
    let noise = recipe.added_noise();
    let of = |wanted| move |noise: &AddedNoise| (noise.kind == wanted).then_some(noise.amount);
    let half = noise
        .as_ref()
        .and_then(of(NoiseKind::SaltPepper))
        .map(|amount| amount / 2.0);
    code.fill(
        "scaling",
        &values! {
            seed: noise.as_ref().map(|noise| noise.seed.to_string()),
            gaussian: noise.as_ref().and_then(of(NoiseKind::Gaussian)),
            low: half,
            high: half.map(|half| 1.0 - half),
            scaler: match recipe.setup.scaling {
                Scaling::None => None,
                Scaling::Center => Some("StandardScaler(with_std=False)"),
                Scaling::Standardize => Some("StandardScaler()"),
            },
        },
    );
}
