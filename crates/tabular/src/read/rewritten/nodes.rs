//! Nodes and edges of a graph, written as a list of edges.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use quick_xml::escape::unescape;

use super::rewriting::{Refusal, Rewriting, quoted};

/// Nodes, each with its id and its label where it has one, and edges, each with the ids of its ends and its weight.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    nodes: Vec<(String, Option<String>)>,
    pub edges: Vec<[String; 3]>,
}

impl Nodes {
    pub fn add(&mut self, id: String, label: Option<String>) {
        self.nodes.push((id, label));
    }

    /// Writes the list of edges as a table with names, for which it returns true; a node without edges has one of weight
    /// 0, which only names it. Nodes go by their labels, or all by their ids where two labels are alike.
    ///
    /// # Errors
    /// When two nodes have the same id, an edge ends in none of them, or the table takes more than the memory left.
    pub fn table(&self, out: &mut Rewriting<'_>) -> Result<bool, Refusal> {
        out.line(["source", "target", "weight"])?;
        let mut known = HashMap::new();
        for (place, (id, _)) in self.nodes.iter().enumerate() {
            if known.insert(id.as_str(), place).is_some() {
                return Err(Refusal::At(1, format!("two of its nodes have the id {id}")));
            }
        }
        let names = self.names();
        let mut joined = vec![false; names.len()];
        for [source, target, weight] in &self.edges {
            let mut place = |end: &String| {
                let place = known.get(end.as_str()).copied().ok_or_else(|| {
                    Refusal::At(
                        1,
                        format!("an edge ends in {end}, which is none of its nodes"),
                    )
                })?;
                joined[place] = true;
                Ok::<_, Refusal>(place)
            };
            let (source, target) = (place(source)?, place(target)?);
            out.line([&names[source], &names[target], weight])?;
        }
        for place in (0..names.len()).filter(|place| !joined[*place]) {
            let other = names
                .get(usize::from(place == 0))
                .map_or("", String::as_str);
            out.line([names[place].as_str(), other, "0"])?;
        }
        Ok(true)
    }

    /// Name of each node, in quotes.
    fn names(&self) -> Vec<String> {
        let of = |(id, label): &(String, Option<String>)| quoted(label.as_ref().unwrap_or(id));
        let names: Vec<String> = self.nodes.iter().map(of).collect();
        let distinct: HashSet<&String> = names.iter().collect();
        if distinct.len() == names.len() {
            return names;
        }
        self.nodes.iter().map(|(id, _)| quoted(id)).collect()
    }
}

/// Text whose characters written as references (`&amp;`, `&#233;`) are these characters; as it stands where one refers to
/// nothing known.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    unescape(text).unwrap_or(Cow::Borrowed(text))
}
