//! Nodes and edges of a graph, written as a list of edges.

use std::{collections::HashMap, fmt::Write};

use super::{Refusal, square::quoted};

/// Nodes by their ids, each with its label, and edges with their weights.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    ids: Vec<String>,
    labels: HashMap<String, String>,
    pub edges: Vec<[String; 3]>,
}

impl Nodes {
    pub fn add(&mut self, id: String, label: Option<String>) {
        if let Some(label) = label {
            self.labels.insert(id.clone(), label);
        }
        self.ids.push(id);
    }

    /// List of edges as a table with names, and true for its names; a node without edges has one of weight 0, which
    /// only names it.
    pub fn table(&self) -> Result<(String, bool), Refusal> {
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
        Ok((text, true))
    }
}
