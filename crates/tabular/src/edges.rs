//! A table as a graph: a list of edges, or an adjacency matrix.

use std::collections::HashMap;

use super::{Column, ColumnChoice, Columns, DataError, Dataset, RowNames, Table};
use crate::printable::brief;
use kernel_pca::objects::{Graph, GraphEdge, Objects};

/// Column names of the edges' first nodes; beside one of [`TARGET`], they mark a list of edges.
pub(super) const SOURCE: [&str; 3] = ["source", "from", "node1"];
/// Column names of the edges' second nodes; beside one of [`SOURCE`], they mark a list of edges.
pub(super) const TARGET: [&str; 3] = ["target", "to", "node2"];
/// Names of the column of edges' weights.
const WEIGHT: [&str; 1] = ["weight"];

/// Columns of a list of edges.
pub struct EdgeColumns {
    pub ends: [usize; 2],
    pub weight: Option<usize>,
}

impl EdgeColumns {
    /// Phrase on the columns that hold the edges, such as "edges from source to target with weight w".
    pub fn said(&self, table: &Table) -> String {
        let [source, target] = self.ends.map(|j| &table.columns[j].name);
        let weight = self.weight.map(|j| &table.columns[j].name);
        let weight = weight.map_or_else(String::new, |name| format!(" with weight {name}"));
        format!("edges from {source} to {target}{weight}")
    }
}

impl Table {
    /// Reads the table as a graph, with a name and a label for each node.
    ///
    /// A table of two or three columns is a list of edges: source, target, and weight if there is one; nodes stand in
    /// the order in which they first appear. A symmetric table of as many columns of numbers as rows, with zeros on its
    /// diagonal, is an adjacency matrix. Its nodes are named by a column of texts that all differ, the label or
    /// that of the rows' names, else by the header, else by numbers from 0; a column of texts that recur has their labels.
    ///
    /// # Errors
    /// When an edge leads back to its node, has two weights or a negative one, or when there is none.
    pub fn graph(&self, columns: &Columns) -> Result<Dataset, DataError> {
        if !self.has_texts() && !self.is_plainly_adjacency() {
            let reason = "it holds no graph, whose nodes this kernel compares";
            return Err(self.unusable(reason));
        }
        let (graph, label) = match self.edge_columns(columns)? {
            Some(edges) => (self.listed_edges(&edges)?, None),
            None => self.adjacency(columns)?,
        };
        if graph.edges.is_empty() {
            return Err(self.unusable("the graph has no edges"));
        }
        let n = graph.nodes.len();
        let names = RowNames {
            column: "node".to_owned(),
            names: graph.nodes.clone().into(),
        };
        let objects = Objects::Graph(graph.into());
        Ok(Dataset {
            row_names: Some(names),
            ..self.without_features((objects, n), columns, label)?
        })
    }

    /// Columns of a list of edges; `None` where the table is none, as an adjacency matrix is.
    ///
    /// # Errors
    /// When a column that `columns` names is not there.
    pub fn edge_columns(&self, columns: &Columns) -> Result<Option<EdgeColumns>, DataError> {
        if let Some(names) = &columns.features
            && let [source, target] | [source, target, _] = &names[..]
        {
            let weight = names.get(2).map(|name| self.find(name)).transpose()?;
            let ends = [self.find(source)?, self.find(target)?];
            return Ok(Some(EdgeColumns { ends, weight }));
        }
        let named = |known: &[&str]| {
            let is_known = |column: &Column| known.contains(&column.name.to_lowercase().as_str());
            self.columns.iter().position(is_known)
        };
        let count = self.columns.len();
        if let (Some(source), Some(target)) = (named(&SOURCE), named(&TARGET)) {
            let third = (0..count).find(|j| ![source, target].contains(j));
            let third = third.filter(|&j| count == 3 && self.columns[j].is_numeric());
            return Ok(Some(EdgeColumns {
                ends: [source, target],
                weight: named(&WEIGHT).or(third),
            }));
        }
        if self.is_plainly_adjacency() || !(2..=3).contains(&count) {
            return Ok(None);
        }
        Ok(Some(EdgeColumns {
            ends: [0, 1],
            weight: (count == 3).then_some(2),
        }))
    }

    /// Returns true where there are as many columns of numbers as rows, symmetric and with a zero diagonal.
    fn is_plainly_adjacency(&self) -> bool {
        let numeric = (0..self.columns.len()).filter(|&j| self.columns[j].is_numeric());
        let Ok(entries) = numeric
            .map(|j| Ok(self.clean_numbers(j)?.1))
            .collect::<Result<Vec<_>, DataError>>()
        else {
            return false;
        };
        let n = self.rows();
        entries.len() == n
            && (0..n)
                .all(|i| entries[i][i] == 0.0 && (0..i).all(|j| entries[i][j] == entries[j][i]))
    }

    fn listed_edges(&self, columns: &EdgeColumns) -> Result<Graph, DataError> {
        let [sources, targets] = columns.ends.map(|j| self.columns[j].texts());
        let (Some(sources), Some(targets)) = (sources, targets) else {
            return Err(self.unusable("it is no list of edges"));
        };
        let weights = match columns.weight {
            Some(j) => Some(self.clean_numbers(j)?.1),
            None => None,
        };
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut nodes = Vec::new();
        // Maps each pair of nodes to its weight and the row that has it first.
        let mut known: HashMap<[usize; 2], (f64, usize)> = HashMap::new();
        let mut edges = Vec::new();
        for (row, (source, target)) in sources.iter().zip(targets).enumerate() {
            if source.is_empty() || target.is_empty() {
                return Err(self.at_row(row, "an edge needs two nodes"));
            }
            let weight = weights.map_or(1.0, |weights| weights[row]);
            self.check_edge(row, [source, target], source == target, weight)?;
            let mut ends = [source, target].map(|name| {
                *places.entry(name).or_insert_with(|| {
                    nodes.push(brief(name));
                    nodes.len() - 1
                })
            });
            ends.sort_unstable();
            match known.get(&ends) {
                Some(&(before, first)) if before != weight => {
                    let (first, pair) = (self.place_of(first), pair([source, target]));
                    let reason =
                        format!("the edge {pair} has weight {weight}, and {before} in {first}");
                    return Err(self.at_row(row, &reason));
                }
                Some(_) => {}
                None => {
                    known.insert(ends, (weight, row));
                    if weight > 0.0 {
                        edges.push(GraphEdge { ends, weight });
                    }
                }
            }
        }
        Ok(Graph::new(nodes, edges))
    }

    fn check_edge(
        &self,
        row: usize,
        ends: [&str; 2],
        is_loop: bool,
        weight: f64,
    ) -> Result<(), DataError> {
        let reason = if is_loop {
            format!("an edge leads from \"{}\" to itself", brief(ends[0]))
        } else if weight.is_nan() {
            format!("the edge {} lacks a weight", pair(ends))
        } else if weight < 0.0 {
            let pair = pair(ends);
            format!("the edge {pair} has weight {weight}, and weights are 0 or more")
        } else {
            return Ok(());
        };
        Err(self.at_row(row, &reason))
    }

    /// Column of texts that all differ and name the nodes of an adjacency matrix with these columns of `entries`: the
    /// label, the one chosen for names, or the first; `None` where there is none.
    ///
    /// # Errors
    /// When a column is chosen that the table lacks.
    pub(crate) fn node_names(
        &self,
        columns: &Columns,
        entries: &[usize],
    ) -> Result<Option<usize>, DataError> {
        let is_name = |j: &usize| {
            let column = &self.columns[*j];
            !column.is_numeric() && !column.holds_classes() && !column.is_empty()
        };
        let label = self.label_column(&columns.label)?;
        let first = || (0..self.columns.len()).find(|j| !entries.contains(j) && is_name(j));
        let other = match &columns.names {
            ColumnChoice::Auto => first(),
            ColumnChoice::None | ColumnChoice::Column(_) => {
                self.names_column(columns, |_| false)?
            }
        };
        Ok(label.into_iter().chain(other).find(is_name))
    }

    /// Graph of an adjacency matrix, and the column of its labels or of its nodes' names, if there is one.
    fn adjacency(&self, columns: &Columns) -> Result<(Graph, Option<&Column>), DataError> {
        let (label, matrix) = self.square(columns, "an adjacency matrix")?;
        let n = matrix.nrows();
        let entries = self.entry_columns(columns);
        let header = self.reading().is_some_and(|reading| reading.header);
        let names = self.node_names(columns, &entries)?;
        let nodes: Vec<String> = match names.and_then(|j| self.columns[j].texts()) {
            Some(texts) => texts.iter().map(|name| brief(name)).collect(),
            None if header => entries
                .iter()
                .map(|&j| self.columns[j].name.clone())
                .collect(),
            None => (0..n).map(|i| i.to_string()).collect(),
        };
        let mut edges = Vec::new();
        for i in 0..n {
            self.check_edge(i, [&nodes[i]; 2], matrix[(i, i)] != 0.0, 0.0)?;
            for j in 0..i {
                let weight = matrix[(i, j)];
                self.check_edge(i, [&nodes[j], &nodes[i]], false, weight)?;
                if weight > 0.0 {
                    edges.push(GraphEdge {
                        ends: [j, i],
                        weight,
                    });
                }
            }
        }
        Ok((Graph::new(nodes, edges), label))
    }
}

/// Words for the nodes that an edge connects.
fn pair(ends: [&str; 2]) -> String {
    let [source, target] = ends.map(brief);
    format!("\"{source}\" – \"{target}\"")
}
