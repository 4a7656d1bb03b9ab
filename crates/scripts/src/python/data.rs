//! Data of a script in Python: `X` and `label`, new rows, and scaling.

use std::{collections::HashSet, path::Path};

use super::{
    super::{
        broken, index,
        recipe::Recipe,
        separator,
        template::{Code, SectionValues, fill, values},
        written,
    },
    objects,
};
use kernel_pca::objects::{Labels, NoiseKind, Objects, Scaling};
use tabular::{
    ArgumentValue, Decimal, Form, MISSING_BESIDES, MadeOf, Preparation, Reading, Source,
    Symmetrise, TextEncoding, is_missing, missing_spellings, printable::quoted,
};

pub(super) fn data(recipe: &Recipe, code: &mut Code) {
    let of_objects = recipe.is_of_objects();
    let is_graph = matches!(recipe.analysis.dataset.objects, Objects::Graph(_));
    match &recipe.setup.source {
        // An adjacency matrix is read as any other.
        Source::File(data) if !of_objects || is_graph && recipe.edges().is_none() => {
            let words = recipe.has_class_spelled_missing();
            let is_number = |j: usize| recipe.analysis.table.columns()[j].is_numeric();
            let has_gaps = recipe.leaves_out_rows()
                || recipe.is_mirrored()
                || recipe.made.is_some()
                || recipe.has_unlabelled && recipe.label.is_some_and(is_number);
            let left = recipe.reading.map_or(0, |reading| reading.left_columns);
            let features: Vec<usize> = recipe.features.iter().map(|j| j + left).collect();
            let cells = cells(has_gaps, words.then_some(&features));
            let texts = recipe.label.filter(|&label| !is_number(label));
            let classes = recipe.only.iter().map(|(column, _)| *column);
            let texts = texts
                .into_iter()
                .chain(classes.filter(|&column| !is_number(column)))
                .chain(made_of_texts(recipe.made.as_ref(), &recipe.features));
            let mut texts: Vec<usize> = texts.collect();
            let mut seen = HashSet::new();
            texts.retain(|&column| seen.insert(column));
            let is_code = |j: &usize| recipe.analysis.table.columns()[*j].holds_padded();
            let cells = with_codes(cells, texts.iter().copied().filter(is_code));
            table(&data.path, recipe.reading, cells, &texts, code);
            columns(recipe, code);
        }
        _ if of_objects => {}
        other => {
            source(other, code);
            chosen(recipe, code);
            let (features, plain) = (&recipe.features, recipe.plain);
            let is_own = recipe.label.is_none_or(|label| label == plain);
            if !is_own || recipe.made.is_some() || features.contains(&plain) {
                code.line("table = pd.DataFrame(np.column_stack([X, label]))");
                columns(recipe, code);
            } else if !features.iter().copied().eq(0..plain) {
                code.line(&format!("X = X[:, {}]", index(features)));
            }
        }
    }
    if is_graph {
        objects::graph(recipe, code);
    } else if of_objects {
        objects::strings(recipe, code);
    }
    if of_objects || recipe.labels_file().is_some() {
        objects::labels(recipe, code);
    }
    code.fill("written", written::python(recipe));
}

/// Writes lines for `X` and `label` of anything but a file.
fn source(source: &Source, code: &mut Code) {
    match source {
        Source::Generated(generator) => {
            let spec = generator.shape.spec();
            let arguments = generator.arguments().into_iter();
            let arguments = arguments.map(|(name, value)| match value {
                ArgumentValue::Count(count) => (name, count.to_string()),
                ArgumentValue::Real(value) => (name, format!("{value:?}")),
            });
            if let Some(function) = spec.function {
                code.imports
                    .insert(format!("from sklearn.datasets import {function}"));
                let arguments: Vec<String> = arguments
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                let arguments = format!("{}{}", arguments.join(", "), spec.constant);
                code.line(&format!("X, label = {function}({arguments})"));
            } else {
                for (name, value) in arguments {
                    code.line(&match name {
                        "random_state" => format!("draw = np.random.RandomState({value})"),
                        _ => format!("{name} = {value}"),
                    });
                }
            }
            if !spec.python.is_empty() {
                code.line(spec.python.trim_end());
            }
        }
        Source::Builtin(builtin) => {
            let spec = builtin.spec();
            if let Some(loader) = spec.loader {
                code.imports
                    .insert(format!("from sklearn.datasets import {loader}"));
                code.line(&format!("X, label = {loader}(return_X_y=True)"));
            }
            for line in spec.python {
                code.line(line);
            }
        }
        Source::Drawn(drawing) => {
            let points = drawing.points.iter().map(|point| {
                let [x, y] = point.at;
                format!("[{x:?}, {y:?}, {}]", point.class)
            });
            fill!(code, "drawn", { points: broken(points, ", ", ",\n", 100) });
        }
        Source::File(_) => {}
    }
}

/// Writes lines that keep the fitted rows of `X` and `label`, where the data come from anything but a file.
fn chosen(recipe: &Recipe, code: &mut Code) {
    if recipe.setup.columns.rows.takes_all() {
        return;
    }
    // Labels are numbered by class here.
    let codes = |column: usize, classes: &[String]| {
        let column = &recipe.analysis.table.columns()[column];
        let code = |class: &String| column.code_of(class).map(|code| code.to_string());
        let spelled = classes
            .iter()
            .map(|class| code(class).unwrap_or_else(|| class.clone()));
        format!("[{}]", spelled.collect::<Vec<_>>().join(", "))
    };
    let only = &recipe.setup.columns.rows.only;
    let only = recipe.only.as_ref().zip(only.as_ref());
    fill!(code, "chosen", {
        without: without(recipe),
        classes_kept: only.map(|((column, _), kept)| codes(*column, &kept.classes)),
        renumbered: recipe.classes.is_some(),
    });
}

/// Numbers of the rows that are left out, 0-based in the source; `None` where none are.
fn without(recipe: &Recipe) -> Option<String> {
    let rows = recipe.prepared.as_ref().map(|made| &*made.left_out)?;
    (!rows.is_empty()).then(|| format!("{rows:?}"))
}

/// Writes lines for `X` and `label` from the columns of `table`.
fn columns(recipe: &Recipe, code: &mut Code) {
    let features = index(&recipe.features);
    let plain = recipe.made.is_none();
    let is_matrix = matches!(recipe.analysis.dataset.objects, Objects::Matrix(_));
    let is_file = recipe.setup.source.path().is_some();
    let only = recipe.only.as_ref().filter(|_| is_file);
    fill!(code, "columns", {
        without: without(recipe).filter(|_| is_file),
        class_column: only.map(|(column, _)| *column),
        classes_kept: only.map(|(_, classes)| classes.join(", ")).map(|all| format!("[{all}]")),
        plain,
        made: !plain,
        features,
        mirrored: recipe.is_mirrored(),
        symmetrised: is_matrix && recipe.setup.columns.symmetrise == Symmetrise::Mean,
    });
    if let Some(j) = recipe.label.filter(|&j| is_file || j != recipe.plain) {
        let is_word = recipe.has_unlabelled && recipe.has_class_spelled_missing();
        let known = if is_word { KNOWN } else { "" };
        label(&format!("table.iloc[:, {j}]{known}"), code);
    }
}

/// Columns, among `columns`, of texts of which 0/1 features are made.
fn made_of_texts(made: Option<&Preparation>, columns: &[usize]) -> Vec<usize> {
    let sources = made.into_iter().flat_map(|made| &made.sources);
    let pairs = sources.zip(columns);
    let texts = pairs.filter(|(source, _)| matches!(source.made, MadeOf::Indicators { .. }));
    texts.map(|(_, column)| *column).collect()
}

/// Template values for the functions `features`, which makes features of columns, and `in_ranks`, which takes ranks of
/// them.
pub(super) fn prepared(made: &Preparation) -> SectionValues {
    let (mut parts, mut logs, mut ranks) = (Vec::new(), Vec::new(), Vec::new());
    let mut next = 0;
    for (j, source) in made.sources.iter().enumerate() {
        next += match &source.made {
            MadeOf::Numbers { log, ranked, .. } => {
                parts.push(format!("(numbers, [{j}])"));
                logs.extend(log.then_some(next));
                ranks.extend(ranked.as_ref().map(|_| next));
                1
            }
            MadeOf::Indicators { categories, .. } => {
                parts.push(format!("(texts, [{j}])"));
                categories.len()
            }
        };
    }
    let some = |places: Vec<usize>| (!places.is_empty()).then(|| index(&places));
    values! {
        strategy: made.strategy(),
        parts: broken(parts.into_iter(), ", ", ",\n    ", 88),
        logs: some(logs),
        ranks: some(ranks),
    }
}

/// Method call that, appended to a column of cells, makes the empty ones missing.
pub(super) const KNOWN: &str = ".where(lambda cell: cell != \"\")";

/// Writes lines for `label` from a column of cells.
pub(super) fn label(cells: &str, code: &mut Code) {
    fill!(code, "label", { cells });
}

/// Arguments by which pandas reads all cells as they are written.
pub(super) const TEXTS: &str = "dtype=str, keep_default_na=False";

/// Arguments by which pandas knows cells without a value: all spellings, in the columns `only`, where elsewhere `NA` is
/// a class; else the spellings that pandas does not know itself, where columns of numbers have `gaps`. `None` without
/// either.
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

/// Arguments for cells, with one more by which the columns `codes` stay texts with their leading zeros; `None` where
/// there are none.
fn with_codes(cells: Option<String>, codes: impl Iterator<Item = usize>) -> Option<String> {
    let codes: Vec<String> = codes.map(|j| format!("{j}: str")).collect();
    let dtype = (!codes.is_empty()).then(|| format!("dtype={{{}}}", codes.join(", ")));
    let all: Vec<String> = cells.into_iter().chain(dtype).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

/// Writes lines that read a file as `table`: by pandas, or by NumPy where `reading` is `None`; the columns `texts` hold
/// words.
pub(super) fn table(
    path: &Path,
    reading: Option<&Reading>,
    cells: Option<String>,
    texts: &[usize],
    code: &mut Code,
) {
    let path = self::path(path);
    let form = reading.map(|reading| reading.form);
    let is_text = cells.as_deref() == Some(TEXTS);
    let of = |wanted: bool| wanted.then(|| path.clone());
    let [libsvm, edges] = [Form::Libsvm, Form::EdgeDictionaries].map(|it| form == Some(it));
    let own = match form {
        Some(Form::Rewritten(format)) => Some(format!("{}({path})", format.spec().name)),
        _ => None,
    };
    let reading = reading.filter(|_| !libsvm && !edges && own.is_none());
    let call = reading.map(|reading| {
        let skipped = reading.skipped_lines;
        let is_counted = reading.is_plain_above();
        let file = if is_counted {
            path.clone()
        } else {
            format!("below({path}, {skipped})")
        };
        let skipped = (is_counted && skipped > 0).then(|| format!("skiprows={skipped}"));
        let fixed = [file, "header=None".to_owned()];
        let (function, format) = match reading.form {
            Form::Workbook { sheet: 0, .. } => ("pd.read_excel", vec![]),
            Form::Workbook { sheet, .. } => ("pd.read_excel", vec![format!("sheet_name={sheet}")]),
            _ => ("pd.read_csv", format(reading)),
        };
        let all = fixed.into_iter().chain(skipped).chain(format).chain(cells);
        self::call(function, all)
    });
    let respelled =
        reading.filter(|it| !is_text && (it.percent || it.respelled || it.spaced || it.currency));
    fill!(code, "table", {
        npy: of(form.is_none()),
        packed: form.is_none() && !path.contains(".npy"),
        libsvm: of(libsvm),
        edges: of(edges),
        own,
        call,
        hollow: reading.is_some_and(|it| it.hollow || matches!(it.form, Form::Workbook { .. })),
        left: reading.map(|it| it.left_columns).filter(|left| *left > 0),
        texts: (!texts.is_empty()).then_some(texts),
        number: respelled.map(|reading| match reading.decimal {
            Decimal::Point => "number",
            Decimal::Comma => "number, decimal=\",\"",
        }),
    });
}

/// Call of a function.
pub(super) fn call(function: &str, arguments: impl Iterator<Item = String>) -> String {
    format!("{function}({})", broken(arguments, ", ", ",\n    ", 88))
}

/// Arguments that tell pandas of the separators, packing, encoding and quoting of a file.
fn format(reading: &Reading) -> Vec<String> {
    let separator = separator(reading);
    let sep = separator.map_or("r\"\\s+\"".to_owned(), |it| quoted(&it.to_string()));
    let thousands = reading.decimal.other().sign();
    // Else it is unpacked and decoded already.
    let is_file = reading.is_plain_above();
    let words = [
        (separator != Some(','), &*format!("sep={sep}")),
        (reading.grouped, &format!("thousands=\"{thousands}\"")),
        (true, "skipinitialspace=True"),
        (reading.decimal == Decimal::Comma, "decimal=\",\""),
        (is_file && reading.coding.gzip, "compression=\"gzip\""),
        (
            is_file && reading.coding.encoding == TextEncoding::Windows1252,
            "encoding=\"cp1252\"",
        ),
        (
            is_file
                && matches!(
                    reading.coding.encoding,
                    TextEncoding::Utf16LittleEndian | TextEncoding::Utf16BigEndian
                ),
            "encoding=\"utf-16\"",
        ),
        (reading.form == Form::Arff, "quotechar=\"'\", comment=\"%\""),
        (reading.escapes, r#"escapechar="\\""#),
    ];
    let words = words.iter().filter(|(is_so, _)| *is_so);
    words.map(|(_, word)| (*word).to_owned()).collect()
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

/// Writes lines for `new_data` and `new_label`. They stand before the lines for the data, as the loaders of both use
/// the same names.
pub(super) fn new_rows(recipe: &Recipe, code: &mut Code) {
    let Some((source, new)) = recipe.new_rows else {
        if recipe.setup.new_rows.is_some() {
            code.line("# new rows are left out: they are no vectors");
        }
        return;
    };
    code.line("# rows that nothing is fitted on");
    let places = index(&new.columns);
    let is_made = recipe.made.is_some();
    let (columns, numbers) = if let Source::File(file) = source {
        let words = new.labels.classes().iter().any(|name| is_missing(name));
        let gaps = new.labels.unlabelled() > 0 || is_made || new.skipped_rows > 0;
        let are_texts = !are_numbers(new.labels.classes());
        let texts = new.label_column.filter(|_| are_texts);
        let texts = texts
            .into_iter()
            .chain(made_of_texts(recipe.made.as_ref(), &new.columns));
        let is_code = |name: &String| {
            name.len() > 1 && name.starts_with('0') && name.bytes().all(|it| it.is_ascii_digit())
        };
        let has_codes = new.labels.classes().iter().any(is_code);
        let codes = new.label_column.filter(|_| has_codes);
        let cells = cells(gaps, words.then_some(&new.columns));
        table(
            &file.path,
            new.reading.as_ref(),
            with_codes(cells, codes.into_iter()),
            &texts.collect::<Vec<_>>(),
            code,
        );
        if new.skipped_rows > 0 {
            let cells = format!("table.iloc[:, {places}].replace([np.inf, -np.inf], np.nan)");
            code.line("# rows that lack a feature are left out");
            code.line(&format!("table = table[{cells}.notna().all(axis=1)]"));
        }
        let columns = format!("table.iloc[:, {places}]");
        (columns.clone(), format!("{columns}.to_numpy(float)"))
    } else {
        self::source(source, code);
        let columns = format!("np.column_stack([X, label])[:, {places}]");
        (format!("pd.DataFrame({columns})"), columns)
    };
    let of_file = new.label_column.filter(|_| source.path().is_some());
    let names = new.labels.classes();
    let truth = |name: &str| match name {
        "TRUE" | "true" | "True" => Some("True"),
        "FALSE" | "false" | "False" => Some("False"),
        _ => None,
    };
    let are_truths = names.iter().all(|name| truth(name).is_some());
    let are_numbers = are_numbers(names);
    let spell = |name: &str| match truth(name).filter(|_| are_truths) {
        _ if are_numbers => name.to_owned(),
        // As pandas spells what it reads.
        Some(truth) => quoted(truth),
        None => quoted(name),
    };
    let spelled: Vec<String> = names.iter().map(|name| spell(name)).collect();
    fill!(code, "new", {
        own: source.path().is_none(),
        columns: is_made.then_some(columns),
        data: (!is_made).then_some(numbers),
        quantity: of_file.filter(|_| matches!(new.labels, Labels::Continuous { .. })),
        class: of_file.filter(|_| !names.is_empty()),
        names: spelled.join(", "),
    });
}

/// Returns true where all names of classes are numbers.
pub(super) fn are_numbers(names: &[String]) -> bool {
    let is_number = |name: &String| {
        let is_code =
            name.len() > 1 && name.starts_with('0') && name.bytes().all(|it| it.is_ascii_digit());
        !is_code && name.parse::<f64>().is_ok()
    };
    names.iter().all(is_number)
}

/// Writes lines for noise that is added to the features, and their scaling.
pub(super) fn scaling(recipe: &Recipe, code: &mut Code) {
    if !recipe.has_features {
        return;
    }
    let noise = recipe.noise;
    let of = |wanted| noise.filter(|it| it.kind == wanted).map(|it| it.amount);
    let half = of(NoiseKind::SaltPepper).map(|amount| amount / 2.0);
    fill!(code, "scaling", {
        noise_seed: noise.map(|noise| noise.seed),
        gaussian: of(NoiseKind::Gaussian),
        low: half,
        high: half.map(|half| 1.0 - half),
        scaler: match recipe.setup.scaling {
            Scaling::None => None,
            Scaling::Center => Some("StandardScaler(with_std=False)"),
            Scaling::Standardize => Some("StandardScaler()"),
        },
    });
}
