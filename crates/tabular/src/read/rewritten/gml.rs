//! GML, the graph format of `NetworkX`, Gephi and igraph.

use std::collections::HashMap;

use kernel_pca::objects::ObjectKind;

use super::{
    RewrittenSpec,
    nodes::{Nodes, plain},
    rewriting::{Refusal, Rewriting},
};

pub(super) const SPEC: RewrittenSpec = RewrittenSpec {
    name: "gml",
    words: "GML",
    endings: &["gml"],
    holds: Some(ObjectKind::Graph),
    has_mark: true,
    begins: |head, _| is_gml(head),
    table,
};

/// Returns true where the text begins as GML does: `graph [`, below remarks and keys of its creator.
fn is_gml(head: &str) -> bool {
    let lines = head.lines().map(str::trim);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_key = |line: &&str| {
        let key = line.split_whitespace().next().unwrap_or_default();
        ["creator", "version"].contains(&key.to_lowercase().as_str())
    };
    let Some(first) = lines.find(|line| !is_key(line)) else {
        return false;
    };
    match first.strip_prefix("graph").map(str::trim_start) {
        Some("") => lines.next().is_some_and(|line| line.starts_with('[')),
        Some(rest) => rest.starts_with('['),
        None => false,
    }
}

/// Words of a GML text, each with its line: brackets, keys, numbers, and texts with their quotes.
fn gml_words(text: &str) -> Vec<(u64, &str)> {
    let mut words = Vec::new();
    let mut quote: Option<usize> = None;
    let mut start: Option<usize> = None;
    let (mut line, mut is_remark) = (1, false);
    for (at, letter) in text.char_indices() {
        let is_break = letter == '\n';
        if let Some(open) = quote {
            if letter == '"' {
                words.push((line, &text[open..=at]));
                quote = None;
            }
        } else if is_remark {
            is_remark = !is_break;
        } else {
            let ends = letter.is_whitespace() || matches!(letter, '[' | ']' | '"' | '#');
            if ends {
                words.extend(start.take().map(|start| (line, &text[start..at])));
            } else if start.is_none() {
                start = Some(at);
            }
            match letter {
                '[' | ']' => words.push((line, &text[at..=at])),
                '"' => quote = Some(at),
                '#' => is_remark = true,
                _ => {}
            }
        }
        line += u64::from(is_break);
    }
    words.extend(start.map(|start| (line, &text[start..])));
    words
}

/// Rewrites GML as a list of edges.
///
/// # Errors
/// When a bracket is missing, a node has no id or an edge no ends.
fn table(text: &str, out: &mut Rewriting<'_>) -> Result<bool, Refusal> {
    let words = gml_words(text);
    let mut nodes = Nodes::default();
    // Keys of the brackets that are open, and the values of the node or edge among them.
    let mut open: Vec<&str> = Vec::new();
    let mut values: HashMap<&str, &str> = HashMap::new();
    let mut words = words.into_iter();
    let mut last = 1;
    while let Some((line, word)) = words.next() {
        last = line;
        if word == "]" {
            let key = open.pop();
            let mut take = |name: &str| {
                let value = values.remove(name);
                value.map(|value| plain(value.trim_matches('"')).into_owned())
            };
            let within_graph = open == ["graph"];
            match key {
                Some("node") if within_graph => {
                    let id = take("id").ok_or((line, "a node has no id".to_owned()))?;
                    let place = nodes.add(line, &id);
                    nodes.call(place, &take("label").unwrap_or_default());
                }
                Some("edge") if within_graph => {
                    let ends = take("source").zip(take("target"));
                    let (source, target) =
                        ends.ok_or((line, "an edge has no source or no target".to_owned()))?;
                    let weight = take("weight").or_else(|| take("value"));
                    let weight = weight.as_deref().unwrap_or("1");
                    nodes.join(line, [&source, &target], weight);
                }
                Some(_) => {}
                None => {
                    let reason = "a bracket closes here that none opened";
                    return Err(Refusal::At(line, reason.into()));
                }
            }
            if within_graph {
                values.clear();
            }
            continue;
        }
        match words.next() {
            Some((_, "[")) => open.push(word),
            Some((_, value)) if open.len() == 2 => {
                values.insert(word, value);
            }
            Some(_) => {}
            None => return Err(Refusal::At(line, "its last key has no value".into())),
        }
    }
    if !open.is_empty() {
        return Err(Refusal::At(last, "a bracket is open at its end".into()));
    }
    nodes.table(out)
}

#[cfg(test)]
mod tests {
    use super::{
        super::rewriting::{refused, rewritten},
        *,
    };

    #[test]
    fn a_graph_becomes_a_list_of_edges() {
        let edges = "source,target,weight\n\"a\",\"b\",2.5\n\"b\",\"c\",1\n\"d\",\"a\",0\n";
        let gml = "Creator \"me\"\ngraph [ # it\n node [ id 1 label \"a\" graphics [ x 1 ] ]\n node [ id 2 label \"b\" ]\n \
                   node [ id 3 label \"c\" ] node [ id 4 label \"d\" ]\n edge [ source 1 target 2 weight 2.5 ]\n edge [\n \
                   source 2\n target 3 ]\n]\n";
        assert!(is_gml(gml) && !is_gml("graph,a\n1,2\n") && !is_gml("a [\n"));
        assert_eq!(rewritten(table, gml).unwrap(), (edges.into(), true));
        for (text, said) in [
            ("graph [\n node [ id 1 ]\n", "a bracket is open"),
            ("graph [ ] ]", "none opened"),
            ("graph [ node [ label \"a\" ] ]", "no id"),
            ("graph [ edge [ source 1 ] ]", "no target"),
            ("graph [ edge [ source 1 target 2 ] ]", "none of its nodes"),
            ("graph", "no value"),
            (
                "graph [ node [ id 1 ] edge [ source 1 target 1 weight 1,5 ] ]",
                "\"1,5\" is not a number",
            ),
            (
                "graph [ node [ id 1 ] node [ id 1 ] ]",
                "two of its nodes have the id 1",
            ),
        ] {
            let (_, reason) = refused(table, text);
            assert!(reason.contains(said), "{text}: {reason}");
        }
    }
}
