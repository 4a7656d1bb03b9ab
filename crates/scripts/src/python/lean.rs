//! Lean scripts: of the computations, written in the order in which they may need each other, those stay whose
//! names the picture reads, or another computation that stays.

use std::collections::BTreeSet;

/// Statements of `text`, at module level or in one function, on whose names `reader` depends.
pub(super) fn read_by(text: &str, reader: &str) -> String {
    let all = statements(text);
    let targets: Vec<BTreeSet<String>> = all.iter().map(|it| targets(it)).collect();
    let mut needed = names(reader);
    let mut kept = vec![false; all.len()];
    // A function may read names that are assigned after it.
    while let Some(i) = (0..all.len()).find(|&i| !kept[i] && !targets[i].is_disjoint(&needed)) {
        kept[i] = true;
        needed.append(&mut names_of(all[i]));
    }
    let kept = all.into_iter().zip(kept).filter(|(_, is_kept)| *is_kept);
    kept.map(|(statement, _)| statement).collect()
}

/// Splits a text before each line that begins a statement, or the comments above one.
fn statements(text: &str) -> Vec<&str> {
    let mut starts = vec![0];
    let (mut at, mut is_quoted, mut above) = (0, false, None);
    for line in text.split_inclusive('\n') {
        if is_quoted {
            // Text of a table.
        } else if line.starts_with('#') || line.trim().is_empty() {
            above.get_or_insert(at);
        } else if line.starts_with([' ', ')', ']', '}']) {
            above = None;
        } else {
            starts.push(above.take().unwrap_or(at));
        }
        is_quoted ^= line.matches("\"\"\"").count() % 2 == 1;
        at += line.len();
    }
    starts.dedup();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(start, end)| &text[*start..end])
        .collect()
}

/// Names that a statement assigns, defines or changes.
fn targets(statement: &str) -> BTreeSet<String> {
    match defined(statement) {
        Some(name) => BTreeSet::from([name.to_owned()]),
        None => code_lines(statement).flat_map(assigned).collect(),
    }
}

/// Name of the function that a statement defines.
fn defined(statement: &str) -> Option<&str> {
    let line = code_lines(statement).next()?.strip_prefix("def ")?;
    line.split('(').next()
}

/// Lines of a statement that are no comment, without indent.
fn code_lines(statement: &str) -> impl Iterator<Item = &str> {
    let lines = statement.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Names that a line assigns, or whose object it changes.
fn assigned(line: &str) -> Vec<String> {
    let tokens = tokens(line);
    let at = |i: usize| tokens.get(i).map_or("", |token| token.as_str());
    let (mut names, mut depth, mut is_awaited) = (Vec::new(), 0, true);
    for (i, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "," => is_awaited |= depth == 0,
            "=" if depth == 0 => {
                // `scores = kpca.fit_transform(X)` changes both.
                let fits = at(i + 2) == "." && at(i + 3).starts_with("fit");
                names.extend(tokens.get(i + 1).filter(|_| fits).cloned());
                return names;
            }
            _ if is_awaited && depth == 0 && token.starts_with(is_of_name) => {
                names.push(token.clone());
                is_awaited = false;
            }
            _ => {}
        }
    }
    // A call changes its object at most: `strings.append(…)`.
    let changes = line.starts_with(at(0)) && (tokens.len() == 1 || at(1) == ".");
    names.truncate(usize::from(changes));
    names
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Names that a text reads, but for the local names of its functions.
pub(super) fn names(text: &str) -> BTreeSet<String> {
    statements(text).into_iter().flat_map(names_of).collect()
}

fn names_of(statement: &str) -> BTreeSet<String> {
    let tokens = tokens(statement);
    let at = |i: usize| tokens.get(i).map_or("", |token| token.as_str());
    let (mut read, mut own) = (BTreeSet::new(), BTreeSet::new());
    if defined(statement).is_some() {
        let end = tokens.iter().position(|token| token == ")");
        let parameters = tokens.get(3..end.unwrap_or(3)).unwrap_or_default();
        for parameter in parameters.split(|token| token == ",") {
            own.extend(parameter.first().cloned());
            // Its default value.
            read.extend(parameter.iter().skip(2).cloned());
        }
        own.extend(code_lines(statement).skip(1).flat_map(assigned));
    }
    for (i, token) in tokens.iter().enumerate() {
        let end = match token.as_str() {
            "lambda" => ":",
            "for" => "in",
            _ => continue,
        };
        let names = tokens.iter().skip(i + 1).take_while(|it| *it != end);
        own.extend(names.cloned());
    }
    for (i, token) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).map_or("", at);
        let is_given = at(i + 1) == "=";
        // A member, an argument's name, or the first word of an assignment.
        let is_other = before == "." || is_given && ["(", ",", ""].contains(&before);
        let is_name = token.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if is_name && !is_other && !own.contains(token) {
            read.insert(token.clone());
        }
    }
    read
}

/// Names and signs of a text without its comments and strings; of an f-string the code in braces.
fn tokens(text: &str) -> Vec<String> {
    const QUOTES: [&str; 3] = ["\"\"\"", "\"", "'"];
    let mut found: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if let Some(quote) = QUOTES.into_iter().find(|it| rest.starts_with(it)) {
            let inside = string(&rest[quote.len()..], quote);
            let before = &text[..text.len() - rest.len()];
            if before.ends_with('f') && found.pop_if(|it| it == "f").is_some() {
                for part in inside.split('{').skip(1) {
                    found.extend(tokens(part.split('}').next().unwrap_or_default()));
                }
            }
            inside.len() + 2 * quote.len()
        } else if c == '#' {
            rest.find('\n').unwrap_or(rest.len())
        } else {
            let word = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
            let compares = ["==", "!=", "<=", ">="]
                .iter()
                .any(|it| rest.starts_with(it));
            let length = if compares { 2 } else { word.max(c.len_utf8()) };
            found.extend((!c.is_whitespace()).then(|| rest[..length].to_owned()));
            length
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    found
}

/// Beginning of a text up to the quote that ends it.
fn string<'a>(text: &'a str, quote: &str) -> &'a str {
    let mut is_escaped = false;
    for (i, c) in text.char_indices() {
        if !is_escaped && text[i..].starts_with(quote) {
            return &text[..i];
        }
        is_escaped = !is_escaped && c == '\\';
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_read_stays_with_all_that_it_needs() {
        let text = "\
X, label = load(\"scores\")  # not share

pca = PCA().fit(X)
pca.components_ *= upright(pca.components_)
pca_scores = pca.transform(X)

def swept(gamma):
    \"\"\"scores\"\"\"
    K = kernel(X, gamma=gamma)
    return K

# the fit
kpca = KernelPCA(
    kernel=\"rbf\",
)
scores = kpca.fit_transform(X)
points = [swept(value) for value in values]
values = 3
found = {}
found[\"x\"] = pca
";
        let kept = |picture| read_by(text, picture);
        assert_eq!(
            kept("ax.scatter(X, label=\"scores\")\n"),
            "X, label = load(\"scores\")  # not share\n"
        );
        let linear = kept("plot(pca_scores)");
        assert!(
            linear.contains("pca.components_ *=")
                && linear.contains("fit(X)")
                && !linear.contains("kpca"),
            "{linear}"
        );
        let kernel = kept("f\"{100 * scores[0]:.1f} share\"");
        assert!(
            kernel.contains("# the fit\nkpca = KernelPCA(\n    kernel=\"rbf\",\n)\n"),
            "{kernel}"
        );
        assert!(
            !kernel.contains("swept") && !kernel.contains("pca_scores"),
            "{kernel}"
        );
        assert!(kept("points").contains("def swept"));
        assert_eq!(kept("gamma"), "");
        assert!(kept("found").contains("found[\"x\"] = pca"));
    }
}
