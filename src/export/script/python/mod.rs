//! Python, with scikit-learn's own `KernelPCA`.

mod axes;
mod curves;
mod denoising;
mod dots;
mod explain;
mod features;
mod kernel;
mod lean;
mod manifold;
mod new_rows;
mod novelty;
mod objects;
mod picture;
mod pinned;
mod pre_images;
mod prepared;
mod reconstruction;
mod sweep;

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::Path,
};

use nalgebra::DMatrix;

use super::{
    ColumnChoice, Content, Coordinate, POINTS_IN_LINE, Plot, PointSet, Recipe, SortedBy,
    approximation, arguments, comment, hex, list, marks, palette,
    plots::{Share, column_name, levels, limits},
    rounded,
};
use crate::{
    data::{
        AddedNoise, ArgumentValue, Builtin, BuiltinSpec, Decimal, Drawing, Form, Generator, Labels,
        MISSING_BESIDES, NoiseKind, Reading, Scaling, ShapeSpec, Source, TextEncoding,
        missing_spellings,
    },
    export::caption::caption,
    kernel::sigma_from_gamma,
    printable::{matplotlib_text, quoted},
    setup::Components,
    signs::TIE,
    view::number,
};

/// Lines of a script in the making, and what they import.
#[derive(Default)]
struct Code {
    imports: BTreeSet<String>,
    body: String,
}

impl Code {
    fn import(&mut self, line: &str) {
        self.imports.insert(line.to_owned());
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.body, "{line}");
    }

    /// The path of a file as an expression.
    fn path(&mut self, path: &Path) -> String {
        let Some(text) = path.to_str() else {
            self.import("import os");
            let bytes = path.as_os_str().as_encoded_bytes();
            let bytes: Vec<String> = bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect();
            return format!("os.fsdecode(b\"{}\")", bytes.concat());
        };
        if path.is_absolute() {
            return quoted(text);
        }
        format!("found({})", quoted(text))
    }
}

/// Data named from a folder are looked for where the script is, as it may be started from anywhere.
const FOUND: &str = "

def found(name):
    \"\"\"A file beside this script, or else where Python was started.\"\"\"
    beside = Path(__file__).parent / name if \"__file__\" in globals() else Path(name)
    return beside if beside.exists() else Path(name)


";

/// What every script may read.
const IMPORTS: [&str; 5] = [
    "import matplotlib.pyplot as plt",
    "import numpy as np",
    "from pathlib import Path",
    "from sklearn.decomposition import KernelPCA",
    "from sklearn.decomposition import PCA",
];

pub(super) fn script(recipe: &Recipe) -> String {
    let mut numbers = Code::default();
    numbers.line(FOUND);
    new_rows::load(recipe, &mut numbers);
    data(recipe, &mut numbers);
    scaling(recipe, &mut numbers);
    numbers.line("");
    numbers.line(&UPRIGHT.replace("TIE", &format!("{TIE:?}")));
    fit(recipe, &mut numbers);
    pinned::numbers(recipe, &mut numbers);
    manifold::manifolds(recipe, &mut numbers);
    explain::explain(recipe, &mut numbers);
    let mut picture = Code::default();
    picture::picture(recipe, &mut picture);
    let read = lean::read_by(&numbers.body, &picture.body);
    let body = format!("{}\n\n# the picture\n{}", read.trim(), picture.body);
    let imports = numbers.imports.into_iter().chain(picture.imports);
    let text = format!(
        "{}\n{}\n{}\n\n{}",
        comment(&format!(
            "{} with scikit-learn 1.9, as in Kernel PCA Explorer",
            recipe.analysis.dataset.name
        )),
        comment(&caption(
            recipe.setup,
            recipe.analysis,
            &recipe.setup.view.panels
        )),
        imported(imports.chain(IMPORTS.map(str::to_owned)), &body),
        body.trim_start()
    );
    let mut text = text;
    while text.contains("\n\n\n\n") {
        text = text.replace("\n\n\n\n", "\n\n\n");
    }
    text
}

/// The imports that `body` reads: plain ones first, as is usual, and one line for each module of the others.
fn imported(imports: impl Iterator<Item = String>, body: &str) -> String {
    let read = lean::names(body);
    let kept = imports.filter(|import| lean::is_imported_for(import, &read));
    let (plain, from): (BTreeSet<String>, BTreeSet<String>) =
        kept.partition(|line| line.starts_with("import"));
    let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (module, name) in from.iter().filter_map(|line| line.split_once(" import ")) {
        modules.entry(module).or_default().push(name);
    }
    let from = modules
        .into_iter()
        .map(|(module, names)| format!("{module} import {}", names.join(", ")));
    plain.into_iter().chain(from).collect::<Vec<_>>().join("\n")
}

fn data(recipe: &Recipe, code: &mut Code) {
    if recipe.is_of_objects() {
        // An adjacency matrix is read as any other.
        if let Some(path) = recipe.adjacency_file() {
            file(path, recipe, code);
        }
        return objects::objects(recipe, code);
    }
    if let Source::File(data) = &recipe.setup.source {
        file(&data.path, recipe, code);
        if recipe.labels_file().is_some() {
            objects::labels(recipe, code);
            if recipe.leaves_out_rows() {
                code.line("label = label[kept]");
            }
        }
        return;
    }
    shipped_or_generated(&recipe.setup.source, code);
    let features = list(&recipe.features, 0);
    let table = match (&recipe.made, recipe.choice()) {
        (None, ColumnChoice::Everything) => return,
        (None, ColumnChoice::OfFeatures) => {
            return code.line(&format!("X = X[:, [{features}]]"));
        }
        (None, ColumnChoice::OfAllColumns) => {
            code.line("table = np.column_stack([X, label])");
            code.line(&format!("X = table[:, [{features}]]"));
            "table"
        }
        (Some(made), _) => {
            code.import("import pandas as pd");
            code.line("table = pd.DataFrame(np.column_stack([X, label]))");
            prepared::features(made, &features, code);
            "table.to_numpy()"
        }
    };
    if let Some(label) = recipe.label.filter(|&label| label != recipe.plain) {
        let column = format!("{table}[:, {label}]");
        code.line(&if matches!(recipe.labels(), Labels::Classes { .. }) {
            format!("label = np.unique({column}, return_inverse=True)[1]")
        } else {
            format!("label = {column}")
        });
    }
}

/// `X` and `label` of what is no file.
fn shipped_or_generated(source: &Source, code: &mut Code) {
    match source {
        Source::Generated(generator) => generated(generator, code),
        Source::Builtin(builtin) => shipped(*builtin, code),
        Source::Drawn(drawing) => drawn(drawing, code),
        Source::File(_) => {}
    }
}

fn generated(generator: &Generator, code: &mut Code) {
    let ShapeSpec {
        function,
        constant,
        python,
        ..
    } = generator.shape.spec();
    if let Some(function) = function {
        code.import(&format!("from sklearn.datasets import {function}"));
        let arguments = arguments(generator);
        code.line(&format!("X, label = {function}({arguments}{constant})"));
    } else {
        for (name, value) in generator.arguments() {
            code.line(&match (name, value) {
                ("random_state", ArgumentValue::Count(seed)) => {
                    format!("draw = np.random.RandomState({seed})")
                }
                (_, ArgumentValue::Count(count)) => format!("{name} = {count}"),
                (_, ArgumentValue::Real(value)) => format!("{name} = {value:?}"),
            });
        }
    }
    if !python.is_empty() {
        code.line(python);
    }
}

fn shipped(builtin: Builtin, code: &mut Code) {
    let BuiltinSpec { loader, python, .. } = builtin.spec();
    if let Some(loader) = loader {
        code.import(&format!("from sklearn.datasets import {loader}"));
        code.line(&format!("X, label = {loader}(return_X_y=True)"));
    }
    for lines in *python {
        code.line(lines);
    }
}

/// The points themselves.
fn drawn(drawing: &Drawing, code: &mut Code) {
    code.line("points = np.array([  # two coordinates and the class of each");
    for points in drawing.points.chunks(POINTS_IN_LINE) {
        let points = points.iter().map(|point| {
            let [x, y] = point.at;
            format!("[{x:?}, {y:?}, {}]", point.class)
        });
        code.line(&format!("    {},", points.collect::<Vec<_>>().join(", ")));
    }
    code.line("])");
    code.line("X = points[:, :2]");
    code.line("label = np.unique(points[:, 2], return_inverse=True)[1]");
}

/// The text that pandas parts columns at, as a literal.
fn separator(reading: &Reading) -> String {
    match super::separator(reading) {
        Some(character) => quoted(&character.to_string()),
        None => "r\"\\s+\"".to_owned(),
    }
}

fn file(path: &Path, recipe: &Recipe, code: &mut Code) {
    let Some(reading) = recipe.reading else {
        return array(path, recipe, code);
    };
    let only = recipe
        .has_class_spelled_missing()
        .then_some(&*recipe.features);
    let missing = cells(recipe.has_gaps(), only);
    match reading.form {
        Form::Libsvm => libsvm(path, code),
        Form::Workbook(_) => workbook(path, reading, &missing, code),
        _ => read_csv(path, reading, &missing, code),
    }
    let features = list(&recipe.features, 0);
    if recipe.leaves_out_rows() {
        code.line("# rows that lack a feature are left out");
        code.line(&format!(
            "used = table.iloc[:, [{features}]].replace([np.inf, -np.inf], np.nan)"
        ));
        code.line("kept = used.notna().all(axis=1).to_numpy()");
        code.line("table = table[kept]");
    }
    match &recipe.made {
        Some(made) => prepared::features(made, &features, code),
        None => code.line(&format!("X = table.iloc[:, [{features}]].to_numpy(float)")),
    }
    if let Some(label) = recipe.label {
        let column = format!("table.iloc[:, {label}]");
        if !matches!(recipe.labels(), Labels::Classes { .. }) {
            code.line(&format!("label = {column}.to_numpy(float)"));
            return;
        }
        let no_cell_is_a_class = recipe.has_class_spelled_missing() && recipe.has_unlabelled();
        let known = if no_cell_is_a_class {
            ".where(lambda cell: cell != \"\")"
        } else {
            ""
        };
        code.line(&format!(
            "label = pd.factorize({column}{known}, sort=True)[0]"
        ));
        unlabelled_last(recipe, code);
    }
}

/// A number for rows without a label, which `factorize` gives -1.
fn unlabelled_last(recipe: &Recipe, code: &mut Code) {
    if recipe.has_unlabelled() {
        code.line("label[label < 0] = label.max() + 1  # rows without a label come last");
    }
}

/// Arguments that say which cells hold nothing: the spellings that pandas does not know, where columns of
/// numbers have gaps; or all spellings, `only` in these columns where elsewhere `NA` is a class.
fn cells(gaps: bool, only: Option<&[usize]>) -> String {
    let list = |spellings: Vec<&str>| {
        let spellings: Vec<String> = spellings.into_iter().map(quoted).collect();
        format!("[{}]", spellings.join(", "))
    };
    match only {
        Some(columns) => format!(
            "    keep_default_na=False,  # as a class \"NA\" is a word\n    na_values=dict.fromkeys({columns:?}, {}),",
            list(missing_spellings().collect())
        ),
        None if gaps => format!("    na_values={},", list(MISSING_BESIDES.to_vec())),
        None => String::new(),
    }
}

/// A LIBSVM file as a full table, its label first.
fn libsvm(path: &Path, code: &mut Code) {
    code.import("import pandas as pd");
    code.import("from sklearn.datasets import load_svmlight_file");
    let path = quoted(&path.display().to_string());
    code.line(&format!("values, first = load_svmlight_file({path})"));
    code.line("table = pd.DataFrame(np.column_stack([first, values.toarray()]))");
}

/// The first sheet of a workbook, with a line of further arguments.
fn workbook(path: &Path, reading: &Reading, arguments: &str, code: &mut Code) {
    code.import("import pandas as pd");
    code.line("table = pd.read_excel(");
    code.line(&format!("    {},", quoted(&path.display().to_string())));
    code.line(&format!(
        "    header=None, skiprows={},",
        reading.skipped_lines
    ));
    if !arguments.is_empty() {
        code.line(arguments);
    }
    code.line(")");
    respelled(reading, code);
}

/// A cell as a number, where it is written as pandas doesn't read it.
const NUMBER: &str = "
def number(cell):
    \"\"\"The number in a cell with a percent sign, a typeset minus sign or Fortran's exponent.\"\"\"
    text = str(cell).strip().removesuffix(\"%\").replace(\"\\u2212\", \"-\")
    text = re.sub(\"(?<=[0-9.])[dD](?=[-+0-9])\", \"e\", text.replace(\"DECIMAL\", \".\"))
    try:
        return float(text)
    except ValueError:
        return cell

table = table.map(number)";

fn respelled(reading: &Reading, code: &mut Code) {
    if reading.percent || reading.respelled {
        code.import("import re");
        code.line(&NUMBER.replace("DECIMAL", reading.decimal.sign()));
    }
}

/// How pandas is told of the packing, encoding and quoting of a file, each with a blank in front.
fn coding(reading: &Reading) -> String {
    let mut words = Vec::new();
    if reading.coding.gzip {
        words.push(" compression=\"gzip\"");
    }
    if reading.coding.encoding != TextEncoding::Utf8 {
        words.push(" encoding=\"utf-16\"");
    }
    if reading.form == Form::Arff {
        words.push(" quotechar=\"'\", comment=\"%\"");
    }
    if reading.escapes {
        words.push(" escapechar=\"\\\\\"");
    }
    words.join(",")
}

/// `table`, as the file was read; with a line of further arguments.
fn read_csv(path: &Path, reading: &Reading, arguments: &str, code: &mut Code) {
    code.import("import pandas as pd");
    let separator = separator(reading);
    let mut numerals = match reading.decimal {
        Decimal::Point => String::new(),
        Decimal::Comma => ", decimal=\",\"".to_owned(),
    };
    if reading.grouped {
        let _ = write!(
            numerals,
            ", thousands=\"{}\"",
            reading.decimal.other().sign()
        );
    }
    let path = code.path(path);
    code.line("table = pd.read_csv(");
    code.line(&format!("    {path},"));
    code.line(&format!(
        "    sep={separator}, skipinitialspace=True{numerals},"
    ));
    code.line(&format!(
        "    header=None, skiprows={},",
        reading.skipped_lines
    ));
    let coding = coding(reading);
    if !coding.is_empty() {
        code.line(&format!("   {coding},"));
    }
    if !arguments.is_empty() {
        code.line(arguments);
    }
    code.line(")");
    respelled(reading, code);
}

/// A NumPy file.
fn array(path: &Path, recipe: &Recipe, code: &mut Code) {
    let path = code.path(path);
    code.line(&format!("table = np.load({path})"));
    code.line("table = table.reshape(len(table), -1).astype(float)");
    if let Some(label) = recipe.label {
        let classes = matches!(recipe.labels(), Labels::Classes { .. });
        code.line(&if classes {
            // Not-a-numbers are one value, and the last.
            format!("label = np.unique(table[:, {label}], return_inverse=True)[1]")
        } else {
            format!("label = table[:, {label}]")
        });
    }
    let features = list(&recipe.features, 0);
    match &recipe.made {
        Some(made) => {
            code.import("import pandas as pd");
            code.line("table = pd.DataFrame(table)");
            prepared::features(made, &features, code);
        }
        None => code.line(&format!("X = table[:, [{features}]]")),
    }
}

/// Noise that is added to the features.
fn noise(recipe: &Recipe, code: &mut Code) {
    let Some(AddedNoise { kind, amount, seed }) = recipe.added_noise() else {
        return;
    };
    code.line("clean = X");
    code.line(&format!("random = np.random.RandomState({seed})"));
    match kind {
        NoiseKind::Gaussian => code.line(&format!(
            "X = X + random.normal(scale={amount:?}, size=X.shape)"
        )),
        NoiseKind::SaltPepper => {
            code.line("drawn = random.random_sample(X.shape)");
            let half = amount / 2.0;
            code.line(&format!("X = np.where(drawn < {half:?}, X.min(axis=0), X)"));
            code.line(&format!(
                "X = np.where(drawn >= {:?}, clean.max(axis=0), X)",
                1.0 - half
            ));
        }
    }
}

fn scaling(recipe: &Recipe, code: &mut Code) {
    if !recipe.has_features() {
        return;
    }
    noise(recipe, code);
    code.line("data = X  # as it came, for the plot");
    let scaler = match recipe.setup.scaling {
        Scaling::None => return,
        Scaling::Center => "StandardScaler(with_std=False)",
        Scaling::Standardize => "StandardScaler()",
    };
    code.import("from sklearn.preprocessing import StandardScaler");
    code.line(&format!("scaler = {scaler}"));
    code.line("X = scaler.fit_transform(X)");
}

/// scikit-learn's own signs but for ties, which rounding would decide.
const UPRIGHT: &str = "
def upright(vectors):
    \"\"\"Signs that make the largest entry of each column positive, the first where several tie.\"\"\"
    size = np.abs(vectors)
    first = np.argmax(size >= (1 - TIE) * size.max(axis=0), axis=0)
    return np.where(vectors[first, range(len(first))] < 0, -1, 1)

";

const ALIGN: &str = "\
# signs are arbitrary: here those that agree with linear PCA
both = min(kpca.eigenvectors_.shape[1], pca_scores.shape[1])
agreement = kpca.eigenvectors_[:, :both] * pca_scores[:, :both]
kpca.eigenvectors_[:, :both] *= np.where(agreement.sum(axis=0) < 0, -1, 1)";

/// Whether entries of a column tie for the largest, so that rounding decides scikit-learn's sign.
fn has_ties(columns: &DMatrix<f64>) -> bool {
    columns.column_iter().any(|column| {
        let least = (1.0 - TIE) * column.amax();
        column.iter().filter(|value| value.abs() >= least).count() > 1
    })
}

fn fit(recipe: &Recipe, code: &mut Code) {
    if recipe.has_features() {
        code.line("pca = PCA()");
        code.line("pca_scores = pca.fit_transform(X)");
        if has_ties(&recipe.analysis.pca.components.transpose()) {
            code.line("pca.components_ *= upright(pca.components_.T)[:, None]");
            code.line("pca_scores = pca.transform(X)");
        }
        code.line("pca_share = pca.explained_variance_ratio_");
        code.line("");
    }
    let kernel = recipe.analysis.kernel;
    if let Some(gamma) = kernel.gamma() {
        let width = kernel.kind().family().length_scale.map(|symbol| {
            let width = number(sigma_from_gamma(gamma));
            format!("  # {symbol} = 1/√(2γ) = {width}")
        });
        code.line(&format!("gamma = {gamma:?}{}", width.unwrap_or_default()));
    }
    kernel::imports(kernel, code);
    if let Components::Share(share) = recipe.setup.components {
        let reached = "# as many components as reach this share of the variance";
        code.line(&format!("{reached}: {share:?}"));
    }
    let found = &recipe.analysis.kpca;
    let positive = found.eigenvalues.iter().filter(|value| **value > 0.0);
    let spectrum = kernel::Spectrum {
        wanted: recipe.components(),
        // Without any, one that is zero does not stop it.
        positive: positive.count().max(1),
        // Of all eigenvalues KernelPCA takes no negative ones.
        repeats: !found.undetermined.is_empty() && found.negative_eigenvalues.is_empty(),
    };
    if let Some(note) = approximation(found) {
        code.line(&comment(&note));
    }
    kernel::fit(kernel, spectrum, code);
    let aligned = recipe.view.align_signs && recipe.has_features();
    let mut turned = false;
    if spectrum.is_cut() || !kernel.centers_last() || has_ties(&found.eigenvectors) {
        code.line("kpca.eigenvectors_ *= upright(kpca.eigenvectors_)");
        turned = true;
    }
    if aligned {
        code.line(ALIGN);
        turned = true;
    }
    let mirrored = recipe
        .view
        .mirrored
        .of(crate::method::Method::Kpca, recipe.components());
    if !mirrored.is_empty() {
        code.line(&format!("kpca.eigenvectors_[:, {mirrored:?}] *= -1"));
        turned = true;
    }
    if turned {
        code.line("scores = kpca.eigenvectors_ * np.sqrt(kpca.eigenvalues_)");
    }
    code.line(if recipe.has_shares() && kernel.centers_last() {
        "trace = np.trace(K) - K.sum() / len(K)  # of the centred matrix: all variance, not what is kept"
    } else if recipe.has_shares() {
        "trace = np.trace(K)"
    } else {
        "trace = np.inf  # it is not positive, and shares of it mean nothing"
    });
    code.line("share = kpca.eigenvalues_ / trace");
}
