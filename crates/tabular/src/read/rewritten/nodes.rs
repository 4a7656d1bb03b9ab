//! Nodes and edges of a graph, written as a list of edges.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use quick_xml::escape::unescape;

use super::rewriting::{Refusal, Rewriting, is_number, quoted};

/// Nodes, each with its id and its label where it has one, and edges between ids.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<Node>,
    pub edges: Vec<Edge>,
}

#[derive(Debug)]
struct Node {
    /// Line of the file, 1-based.
    line: u64,
    id: String,
    label: Option<String>,
}

/// Edge between two nodes.
#[derive(Debug)]
pub(super) struct Edge {
    /// Line of the file, 1-based.
    pub line: u64,
    /// Ids of its nodes.
    pub ends: [String; 2],
    /// Weight as it is written.
    pub weight: String,
}

impl Nodes {
    /// Adds a node that has no label yet, and returns its place among all.
    pub fn add(&mut self, line: u64, id: &str) -> usize {
        self.nodes.push(Node {
            line,
            id: id.trim().to_owned(),
            label: None,
        });
        self.nodes.len() - 1
    }

    /// Gives the node at a place a label, unless that is empty.
    pub fn call(&mut self, place: usize, label: &str) {
        let label = label.trim();
        if !label.is_empty() {
            self.nodes[place].label = Some(label.to_owned());
        }
    }

    /// Returns true where the node at a place has a label.
    pub fn has_label(&self, place: usize) -> bool {
        self.nodes[place].label.is_some()
    }

    /// Adds an edge.
    pub fn join(&mut self, line: u64, ends: [&str; 2], weight: &str) {
        self.edges.push(Edge {
            line,
            ends: ends.map(|end| end.trim().to_owned()),
            weight: weight.trim().to_owned(),
        });
    }

    /// Writes the list of edges as a table with names, for which it returns true; a node without edges has one of weight
    /// 0, which only names it. Nodes go by their labels, or all by their ids where two labels are alike.
    ///
    /// # Errors
    /// When two nodes have the same id, an edge ends in none of them or its weight is no number, or the table takes more
    /// than the memory left.
    pub fn table(&self, out: &mut Rewriting<'_>) -> Result<bool, Refusal> {
        out.names(["source", "target", "weight"])?;
        let mut known = HashMap::new();
        for (place, Node { line, id, .. }) in self.nodes.iter().enumerate() {
            if known.insert(id.as_str(), place).is_some() {
                let reason = format!("two of its nodes have the id {id}");
                return Err(Refusal::At(*line, reason));
            }
        }
        let names = self.names();
        let mut joined = vec![false; names.len()];
        for Edge { line, ends, weight } in &self.edges {
            let refused = |reason: String| Refusal::At(*line, reason);
            if !is_number(weight) {
                return Err(refused(format!("the weight \"{weight}\" is not a number")));
            }
            let mut places = [0; 2];
            for (place, end) in places.iter_mut().zip(ends) {
                let found = known.get(end.as_str()).copied();
                let lack = || refused(format!("an edge ends in {end}, which is none of its nodes"));
                *place = found.ok_or_else(lack)?;
                joined[*place] = true;
            }
            let [source, target] = places.map(|place| &names[place]);
            out.row(*line, [source, target, weight])?;
        }
        for place in (0..names.len()).filter(|place| !joined[*place]) {
            let other = names
                .get(usize::from(place == 0))
                .map_or("", String::as_str);
            out.row(self.nodes[place].line, [&names[place], other, "0"])?;
        }
        Ok(true)
    }

    /// Name of each node, in quotes.
    fn names(&self) -> Vec<String> {
        let of = |node: &Node| quoted(node.label.as_ref().unwrap_or(&node.id));
        let names: Vec<String> = self.nodes.iter().map(of).collect();
        let distinct: HashSet<&String> = names.iter().collect();
        if distinct.len() == names.len() {
            return names;
        }
        self.nodes.iter().map(|node| quoted(&node.id)).collect()
    }
}

/// Text in which the references that XML has of itself, such as `&amp;` and `&#233;`, are their characters; others stay as
/// they are.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let mut parts = text.split('&');
    let mut found = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(';').unwrap_or((part, ""));
        let reference = format!("&{name};");
        match unescape(&reference) {
            Ok(character) if part.contains(';') => {
                found += &character;
                found += rest;
            }
            _ => {
                found.push('&');
                found += part;
            }
        }
    }
    found.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_of_xml_are_characters() {
        for (text, expected) in [
            ("caf&#233; &amp; caf&#xe9;", "café & café"),
            ("R&D &lt;1&gt;", "R&D <1>"),
            ("&eacute; &; & a;b &#0;", "&eacute; &; & a;b &#0;"),
        ] {
            assert_eq!(plain(text), expected);
        }
    }
}
