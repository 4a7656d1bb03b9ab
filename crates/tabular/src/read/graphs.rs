//! Graphs in formats of their own, GML and `GraphML`, rewritten as a list of edges.

use std::{collections::HashMap, fmt::Write};

use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::matrices::{Refusal, quoted};

/// Nodes by their ids, each with its label, and edges with their weights.
#[derive(Debug, Default)]
struct Nodes {
    ids: Vec<String>,
    labels: HashMap<String, String>,
    edges: Vec<[String; 3]>,
}

impl Nodes {
    fn add(&mut self, id: String, label: Option<String>) {
        if let Some(label) = label {
            self.labels.insert(id.clone(), label);
        }
        self.ids.push(id);
    }

    /// List of edges; a node without one has an edge of weight 0, which only names it.
    fn text(&self) -> Result<String, Refusal> {
        let mut text = String::from("source,target,weight\n");
        let name = |id: &str| quoted(self.labels.get(id).map_or(id, String::as_str));
        let known: HashMap<&str, usize> = self.ids.iter().map(String::as_str).zip(0..).collect();
        let mut joined = vec![false; self.ids.len()];
        for [source, target, weight] in &self.edges {
            for end in [source, target] {
                let Some(&place) = known.get(end.as_str()) else {
                    let reason = format!("an edge ends in {end}, which is none of its nodes");
                    return Err((1, reason));
                };
                joined[place] = true;
            }
            let _ = writeln!(text, "{},{},{weight}", name(source), name(target));
        }
        let alone = self.ids.iter().zip(&joined).filter(|(_, joined)| !**joined);
        for (id, _) in alone {
            let other = self.ids.iter().find(|other| *other != id);
            let other = other.map_or_else(String::new, |other| name(other));
            let _ = writeln!(text, "{},{other},0", name(id));
        }
        Ok(text)
    }
}

/// Returns true where the text begins as GML does: `graph [`, below remarks and keys of its creator.
pub(super) fn is_gml(head: &str) -> bool {
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
pub(super) fn from_gml(text: &str) -> Result<String, Refusal> {
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
                value.map(|value| value.trim_matches('"').to_owned())
            };
            let within_graph = open == ["graph"];
            match key {
                Some("node") if within_graph => {
                    let id = take("id").ok_or((line, "a node has no id".to_owned()))?;
                    nodes.add(id, take("label"));
                }
                Some("edge") if within_graph => {
                    let ends = take("source").zip(take("target"));
                    let (source, target) =
                        ends.ok_or((line, "an edge has no source or no target".to_owned()))?;
                    let weight = take("weight").or_else(|| take("value"));
                    nodes
                        .edges
                        .push([source, target, weight.unwrap_or_else(|| "1".into())]);
                }
                Some(_) => {}
                None => return Err((line, "a bracket closes here that none opened".into())),
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
            None => return Err((line, "its last key has no value".into())),
        }
    }
    if !open.is_empty() {
        return Err((last, "a bracket is open at its end".into()));
    }
    nodes.text()
}

/// Returns true where the text begins as `GraphML` does.
pub(super) fn is_graphml(head: &str) -> bool {
    let head = head.trim_start();
    (head.starts_with("<?xml") || head.starts_with("<graphml")) && head.contains("<graphml")
}

/// Rewrites `GraphML` as a list of edges.
///
/// # Errors
/// When it is no XML, or an edge has no ends.
pub(super) fn from_graphml(text: &str) -> Result<String, Refusal> {
    let mut reader = Reader::from_str(text);
    let line = |at: u64| {
        let at = usize::try_from(at).unwrap_or(usize::MAX).min(text.len());
        1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count() as u64
    };
    let mut nodes = Nodes::default();
    // Ids of the keys for weights and for labels.
    let mut keys: HashMap<String, &'static str> = HashMap::new();
    let mut edge: Option<[String; 3]> = None;
    let mut node: Option<(String, Option<String>)> = None;
    let mut data: Option<&'static str> = None;
    let mut content = String::new();
    loop {
        let at = reader.buffer_position();
        let event = reader.read_event();
        let event = event.map_err(|_| (line(at), "it is no well-formed XML".to_owned()))?;
        let is_empty = matches!(event, Event::Empty(_));
        match event {
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                "key" => {
                    let kind = match attribute(&tag, "attr.name").unwrap_or_default().as_str() {
                        "weight" => Some("weight"),
                        "label" | "name" => Some("label"),
                        _ => None,
                    };
                    keys.extend(attribute(&tag, "id").zip(kind));
                }
                "node" => {
                    let id = attribute(&tag, "id");
                    let id = id.ok_or((line(at), "a node has no id".to_owned()))?;
                    if is_empty {
                        nodes.add(id, None);
                    } else {
                        node = Some((id, None));
                    }
                }
                "edge" => {
                    let ends = attribute(&tag, "source").zip(attribute(&tag, "target"));
                    let (source, target) =
                        ends.ok_or((line(at), "an edge has no source or no target".to_owned()))?;
                    let new = [source, target, "1".to_owned()];
                    if is_empty {
                        nodes.edges.push(new);
                    } else {
                        edge = Some(new);
                    }
                }
                "data" => {
                    content.clear();
                    data = attribute(&tag, "key").and_then(|key| keys.get(&key).copied());
                }
                _ => {}
            },
            Event::Text(text) => content.push_str(&text),
            Event::End(tag) => match tag.local_name().as_ref() {
                "data" => {
                    let content = content.trim().to_owned();
                    match (data.take(), &mut edge, &mut node) {
                        (Some("weight"), Some(edge), _) => edge[2] = content,
                        (Some("label"), None, Some(node)) => node.1 = Some(content),
                        _ => {}
                    }
                }
                "node" => {
                    if let Some((id, label)) = node.take() {
                        nodes.add(id, label);
                    }
                }
                "edge" => nodes.edges.extend(edge.take()),
                _ => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    nodes.text()
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let value = tag.try_get_attribute(name).ok().flatten()?.value;
    Some(value.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_become_lists_of_edges() {
        let edges = "source,target,weight\n\"a\",\"b\",2.5\n\"b\",\"c\",1\n\"d\",\"a\",0\n";
        let gml = "Creator \"me\"\ngraph [ # it\n node [ id 1 label \"a\" graphics [ x 1 ] ]\n node [ id 2 label \"b\" ]\n \
                   node [ id 3 label \"c\" ] node [ id 4 label \"d\" ]\n edge [ source 1 target 2 weight 2.5 ]\n edge [\n \
                   source 2\n target 3 ]\n]\n";
        assert!(is_gml(gml) && !is_gml("graph,a\n1,2\n") && !is_gml("a [\n"));
        assert_eq!(from_gml(gml).unwrap(), edges);
        let graphml = "<?xml version=\"1.0\"?>\n<graphml><key id=\"d0\" for=\"edge\" attr.name=\"weight\"/><graph>\
                       <node id=\"a\"/><node id=\"b\"></node><node id=\"c\"/><node id=\"d\"/><edge source=\"a\" \
                       target=\"b\"><data key=\"d0\">2.5</data></edge><edge source=\"b\" target=\"c\"/></graph></graphml>";
        assert!(is_graphml(graphml));
        assert_eq!(from_graphml(graphml).unwrap(), edges);
        for (text, said) in [
            ("graph [\n node [ id 1 ]\n", "a bracket is open"),
            ("graph [ ] ]", "none opened"),
            ("graph [ node [ label \"a\" ] ]", "no id"),
            ("graph [ edge [ source 1 ] ]", "no target"),
            ("graph [ edge [ source 1 target 2 ] ]", "none of its nodes"),
            ("graph", "no value"),
        ] {
            let (_, reason) = from_gml(text).unwrap_err();
            assert!(reason.contains(said), "{text}: {reason}");
        }
        assert!(from_graphml("<graphml><graph></graphml>").is_err());
    }
}
