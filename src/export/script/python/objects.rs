//! Strings and graphs in Python.

use super::{Code, Recipe, coding, quoted, separator, unlabelled_last};
use crate::{
    data::{Builtin, EdgeColumns, Form, Labels, Map, Objects, Source},
    kernel::{Kernel, Similarity},
};

const FASTA: &str = "\
strings = []
for line in open(PATH, encoding=\"utf-8-sig\"):
    if line.startswith(\">\"):
        strings.append(\"\")
    else:
        strings[-1] += \"\".join(line.split()).upper()";

const EDGES: &str = "\
names = table.iloc[:, [SOURCE, TARGET]].to_numpy()
nodes = {name: i for i, name in enumerate(pd.unique(names.ravel()))}
i, j = np.vectorize(nodes.get)(names).T
A = np.zeros((len(nodes), len(nodes)))
A[i, j] = A[j, i] = WEIGHTS";

/// `X`, of which the kernel's code makes `K`; and `label`, where there is one.
pub(super) fn objects(recipe: &Recipe, code: &mut Code) {
    match recipe.analysis.dataset.objects {
        Objects::Graph(_) => graph(recipe, code),
        Objects::Strings(_) | Objects::Vectors | Objects::Matrix(_) => strings(recipe, code),
    }
    labels(recipe, code);
}

fn strings(recipe: &Recipe, code: &mut Code) {
    let form = recipe.reading.map_or(Form::Table, |reading| reading.form);
    match form {
        Form::Fasta => {
            let path = code.path(recipe.path());
            code.line(&FASTA.replace("PATH", &path));
        }
        Form::Lines => {
            let path = code.path(recipe.path());
            code.line(&lines("strings", &path, recipe.lines_above()));
        }
        Form::Table | Form::Workbook(_) | Form::Arff | Form::Libsvm | Form::EdgeDictionaries => {
            table(recipe, code);
            let column = recipe.features.first().copied().unwrap_or_default();
            code.line(&format!("strings = table.iloc[:, {column}].str.strip()"));
        }
    }
    if recipe.setup.columns.map == Map::Symbols {
        code.line("symbols = sorted(set(\"\".join(strings)))");
        code.line("X = np.array([[s.count(c) / len(s) for c in symbols] for s in strings])");
    } else if let Some(spectrum) = recipe.analysis.kernel.spectrum() {
        let first = if spectrum.all_lengths {
            1
        } else {
            spectrum.length
        };
        code.line("# how often each string has each substring");
        code.line(&format!(
            "counter = CountVectorizer(analyzer=\"char\", ngram_range=({first}, {}), lowercase=False)",
            spectrum.length
        ));
        code.line("X = counter.fit_transform(strings).toarray().astype(float)");
    }
}

fn graph(recipe: &Recipe, code: &mut Code) {
    if let Some(EdgeColumns { ends, weight }) = recipe.edges() {
        let [source, target] = ends;
        table(recipe, code);
        let weights = match weight {
            Some(weight) => format!("table.iloc[:, {weight}].astype(float)"),
            None => "1".into(),
        };
        let edges = EDGES
            .replace("SOURCE", &source.to_string())
            .replace("TARGET", &target.to_string())
            .replace("WEIGHTS", &weights);
        code.line(&edges);
    } else {
        code.line("A = X");
    }
    code.line(similarity(recipe.analysis.kernel));
    code.line("X = S  # a row for each node");
}

fn similarity(kernel: Kernel) -> &'static str {
    match kernel.similarity().unwrap_or_default() {
        Similarity::Laplacian => "S = A - np.diag(A.sum(axis=0))",
        Similarity::Adjacency => "S = A",
        Similarity::Normalized => {
            "degrees = A.sum(axis=0)\ndegrees[degrees == 0] = 1\nS = A / np.sqrt(np.outer(degrees, degrees))"
        }
    }
}

/// Edges as `NetworkX` writes them, with a dictionary behind each.
const DICTIONARIES: &str = "\
edges = [line.split(\"{\") for line in open(PATH) if \"{\" in line and not line.startswith(\"#\")]
weight = re.compile(\"['\\\"]weight['\\\"]: *([^,}]+)\")
table = pd.DataFrame([nodes.split() + weight.findall(rest) for nodes, rest in edges])";

/// All cells as they are written.
fn table(recipe: &Recipe, code: &mut Code) {
    code.import("import pandas as pd");
    if recipe
        .reading
        .is_some_and(|it| it.form == Form::EdgeDictionaries)
    {
        code.import("import re");
        let path = code.path(recipe.path());
        code.line(&DICTIONARIES.replace("PATH", &path));
        return;
    }
    if recipe
        .reading
        .is_some_and(|it| matches!(it.form, Form::Workbook(_)))
    {
        let (path, skipped) = (code.path(recipe.path()), recipe.lines_above());
        code.line(&format!(
            "table = pd.read_excel({path}, header=None, skiprows={skipped}, dtype=str, keep_default_na=False)"
        ));
        return;
    }
    let (from, separator, skipped) = match &recipe.setup.source {
        Source::Builtin(builtin) => {
            code.import("import io");
            (shipped(*builtin), quoted(","), 1)
        }
        Source::File(_) | Source::Generated(_) | Source::Drawn(_) => {
            let separator = recipe.reading.map_or_else(|| quoted(","), separator);
            (code.path(recipe.path()), separator, recipe.lines_above())
        }
    };
    code.line("table = pd.read_csv(");
    code.line(&format!("    {from},"));
    code.line(&format!(
        "    sep={separator}, skipinitialspace=True, header=None, skiprows={skipped},"
    ));
    let coding = recipe.reading.map(coding).unwrap_or_default();
    if !coding.is_empty() {
        code.line(&format!("   {coding},"));
    }
    code.line("    dtype=str, keep_default_na=False,");
    code.line(")");
}

fn shipped(builtin: Builtin) -> String {
    format!("io.StringIO(\"\"\"{}\"\"\")", builtin.spec().csv.trim_end())
}

fn lines(name: &str, path: &str, skipped: u64) -> String {
    let rest = if skipped > 0 {
        format!("[{skipped}:]")
    } else {
        String::new()
    };
    format!(
        "{name} = [line.strip() for line in open({path}, encoding=\"utf-8-sig\") if line.strip()]{rest}"
    )
}

pub(super) fn labels(recipe: &Recipe, code: &mut Code) {
    if matches!(recipe.labels(), Labels::None) {
        return;
    }
    match (recipe.labels_file(), recipe.shipped_labels()) {
        (Some(path), _) if recipe.has_unlabelled() => {
            let path = code.path(path);
            code.line(&format!(
                "label = [line.strip() for line in open({path}, encoding=\"utf-8-sig\")][:{}]",
                recipe.analysis.table.rows()
            ));
        }
        (Some(path), _) => {
            let path = code.path(path);
            code.line(&lines("label", &path, 0));
        }
        (None, Some(labels)) => {
            let labels: Vec<String> = labels.lines().map(quoted).collect();
            code.line(&format!("label = [{}]", labels.join(", ")));
        }
        (None, None) => match recipe.label {
            Some(label) => code.line(&format!("label = table.iloc[:, {label}].str.strip()")),
            None => return,
        },
    }
    code.import("import pandas as pd");
    let is_number = recipe.label_is_number();
    let values = match (is_number, recipe.has_unlabelled()) {
        (true, true) => "pd.to_numeric(pd.Series(label), errors=\"coerce\")",
        (true, false) => "pd.Series(label).astype(float)",
        (false, true) => "pd.Series(label).where(lambda cell: cell != \"\")",
        (false, false) => "pd.Series(label)",
    };
    if matches!(recipe.labels(), Labels::Classes { .. }) {
        code.line(&format!("label = pd.factorize({values}, sort=True)[0]"));
        unlabelled_last(recipe, code);
    } else {
        code.line(&format!("label = {values}.to_numpy()"));
    }
}
