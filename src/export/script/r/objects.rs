//! Strings and graphs in R.

use super::{Recipe, quoted};
use crate::{
    data::{EdgeColumns, Form, Labels, Map, Objects, Source},
    export::script::r::{not_in_r, separator},
    kernel::{Kernel, Similarity},
};

const FASTA: &str = "\
lines <- trimws(readLines(PATH, encoding = \"UTF-8\", warn = FALSE))
entry <- cumsum(startsWith(lines, \">\"))
bases <- split(ifelse(startsWith(lines, \">\"), \"\", toupper(gsub(\"\\\\s\", \"\", lines))), entry)
strings <- unname(sapply(bases, paste, collapse = \"\"))";

const EDGES: &str = "\
names <- as.matrix(table[, c(SOURCE, TARGET)])
nodes <- unique(as.vector(t(names)))
i <- match(names[, 1], nodes)
j <- match(names[, 2], nodes)
A <- matrix(0, length(nodes), length(nodes))
A[cbind(i, j)] <- WEIGHTS
A[cbind(j, i)] <- WEIGHTS";

const COUNTS: &str = "\
# how often each string has each substring
substrings <- function(s, l) {
  if (nchar(s) < l) character(0) else substring(s, 1:(nchar(s) - l + 1), l:nchar(s))
}
found <- lapply(strings, function(s) unlist(lapply(LENGTHS, substrings, s = s)))
known <- unique(unlist(found))
X <- t(sapply(found, function(s) tabulate(match(s, known), length(known))))";

/// `X`, of which the kernel's code makes `K`; and `label`, where there is one.
pub(super) fn objects(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    match recipe.analysis.dataset.objects {
        Objects::Graph(_) => graph(recipe, line),
        Objects::Strings(_) | Objects::Vectors | Objects::Matrix(_) => strings(recipe, line),
    }
    labels(recipe, line);
}

fn strings(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    let form = recipe.reading.map_or(Form::Table, |reading| reading.form);
    let path = quoted(&recipe.path().to_string_lossy());
    match form {
        Form::Fasta => line(&FASTA.replace("PATH", &path)),
        Form::Lines => line(&lines("strings", &path, recipe.lines_above())),
        Form::Table | Form::Workbook(_) | Form::Arff | Form::Libsvm | Form::EdgeDictionaries => {
            table(recipe, line);
            let column = recipe.features.first().copied().unwrap_or_default();
            line(&format!("strings <- table[, {}]", column + 1));
        }
    }
    if recipe.setup.columns.map == Map::Symbols {
        line("symbols <- sort(unique(unlist(strsplit(strings, \"\"))), method = \"radix\")");
        line(
            "X <- t(sapply(strsplit(strings, \"\"), function(s) tabulate(match(s, symbols), length(symbols)) / length(s)))",
        );
    } else if let Some(spectrum) = recipe.analysis.kernel.spectrum() {
        let lengths = if spectrum.all_lengths {
            format!("1:{}", spectrum.length)
        } else {
            spectrum.length.to_string()
        };
        line(&COUNTS.replace("LENGTHS", &lengths));
    }
}

fn graph(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    if let Some(EdgeColumns { ends, weight }) = recipe.edges() {
        let [source, target] = ends;
        table(recipe, line);
        let weights = match weight {
            Some(weight) => format!("as.numeric(table[, {}])", weight + 1),
            None => "1".into(),
        };
        let edges = EDGES
            .replace("SOURCE", &(source + 1).to_string())
            .replace("TARGET", &(target + 1).to_string())
            .replace("WEIGHTS", &weights);
        line(&edges);
    } else {
        line("A <- unname(X)");
    }
    line(similarity(recipe.analysis.kernel));
    line("X <- S  # a row for each node");
}

fn similarity(kernel: Kernel) -> &'static str {
    match kernel.similarity().unwrap_or_default() {
        Similarity::Laplacian => "S <- A - diag(rowSums(A))",
        Similarity::Adjacency => "S <- A",
        Similarity::Normalized => {
            "degrees <- rowSums(A)\ndegrees[degrees == 0] <- 1\nS <- A / sqrt(outer(degrees, degrees))"
        }
    }
}

/// All cells as they are written.
fn table(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    if let Some(reason) = recipe.reading.and_then(not_in_r) {
        line(&reason);
        return;
    }
    let (from, separator, skipped) = match &recipe.setup.source {
        Source::Builtin(builtin) => {
            let text = builtin.spec().csv.trim_end();
            (format!("text = \"{text}\""), quoted(","), 1)
        }
        Source::File(_) | Source::Generated(_) | Source::Drawn(_) => {
            let separator = recipe.reading.map_or_else(String::new, separator);
            let skipped = recipe.lines_above();
            (
                quoted(&recipe.path().to_string_lossy()),
                quoted(&separator),
                skipped,
            )
        }
    };
    line("table <- read.table(");
    line(&format!("  {from},"));
    line(&format!(
        "  sep = {separator}, quote = \"\\\"\", comment.char = \"\", skip = {skipped},"
    ));
    line("  colClasses = \"character\", strip.white = TRUE, na.strings = character(0)");
    line(")");
}

fn lines(name: &str, path: &str, skipped: u64) -> String {
    let rest = match skipped {
        0 => String::new(),
        count => format!("[-seq_len({count})]"),
    };
    format!(
        "{name} <- Filter(nzchar, trimws(readLines({path}, encoding = \"UTF-8\", warn = FALSE))){rest}"
    )
}

pub(super) fn labels(recipe: &Recipe, line: &mut impl FnMut(&str)) {
    if matches!(recipe.labels(), Labels::None) {
        return;
    }
    match (recipe.labels_file(), recipe.shipped_labels()) {
        (Some(path), _) if recipe.has_unlabelled() => line(&format!(
            "label <- trimws(readLines({}, encoding = \"UTF-8\", warn = FALSE))[seq_len({})]",
            quoted(&path.to_string_lossy()),
            recipe.analysis.table.rows()
        )),
        (Some(path), _) => line(&lines("label", &quoted(&path.to_string_lossy()), 0)),
        (None, Some(labels)) => {
            let labels: Vec<String> = labels.lines().map(quoted).collect();
            line(&format!("label <- c({})", labels.join(", ")));
        }
        (None, None) => match recipe.label {
            Some(label) => line(&format!("label <- table[, {}]", label + 1)),
            None => return,
        },
    }
    match (recipe.label_is_number(), recipe.has_unlabelled()) {
        (true, true) => line("label <- suppressWarnings(as.numeric(label))"),
        (true, false) => line("label <- as.numeric(label)"),
        (false, true) => line("label[label == \"\"] <- NA"),
        (false, false) => {}
    }
}
