//! `GraphML`, the graph format in XML.

use std::collections::HashMap;

use kernel_pca::objects::ObjectKind;
use quick_xml::{
    Reader,
    events::{BytesStart, Event},
};

use super::{
    RewrittenSpec,
    nodes::{Nodes, plain},
    rewriting::{Refusal, Rewriting},
};

pub(super) const SPEC: RewrittenSpec = RewrittenSpec {
    name: "graphml",
    words: "GraphML",
    endings: &["graphml"],
    holds: Some(ObjectKind::Graph),
    has_mark: true,
    begins: |head, _| is_graphml(head),
    table,
};

/// Returns true where the text begins as `GraphML` does.
fn is_graphml(head: &str) -> bool {
    let head = head.trim_start();
    (head.starts_with("<?xml") || head.starts_with("<graphml")) && head.contains("<graphml")
}

/// Element that is open.
enum Open {
    /// Declaration of data, with what they are.
    Key(Option<Meaning>),
    /// Value of data where none is given, of edges' weights.
    WeightDefault,
    /// Node or edge, at its place among those.
    Node(usize),
    Edge(usize),
    Data(Option<Meaning>),
    Other,
}

/// Meaning of the data of a node or edge, of those that are read.
#[derive(Clone, Copy, PartialEq)]
enum Meaning {
    Weight,
    Label,
    /// Label where there is no other.
    Name,
}

/// Rewrites `GraphML` as a list of edges.
///
/// # Errors
/// When it is no XML or ends within an element, a node has no id, or an edge has no ends.
fn table(text: &str, out: &mut Rewriting<'_>) -> Result<bool, Refusal> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut nodes = Nodes::default();
    let mut keys: HashMap<String, Meaning> = HashMap::new();
    let mut usual_weight = "1".to_owned();
    let mut open: Vec<Open> = Vec::new();
    let mut content = String::new();
    let (mut line, mut counted) = (1, 0);
    loop {
        let event = reader.read_event();
        let event = event.map_err(|_| (line, "it is no well-formed XML".to_owned()))?;
        match event {
            Event::Start(tag) => {
                content.clear();
                open.push(match tag.local_name().as_ref() {
                    "key" => {
                        let kind = match attribute(&tag, "attr.name").unwrap_or_default().as_str() {
                            "weight" => Some(Meaning::Weight),
                            "label" => Some(Meaning::Label),
                            "name" => Some(Meaning::Name),
                            _ => None,
                        };
                        keys.extend(attribute(&tag, "id").zip(kind));
                        Open::Key(kind)
                    }
                    "default" if matches!(open.last(), Some(Open::Key(Some(Meaning::Weight)))) => {
                        Open::WeightDefault
                    }
                    "node" => {
                        let id = attribute(&tag, "id");
                        let id = id.ok_or((line, "a node has no id".to_owned()))?;
                        Open::Node(nodes.add(line, &id))
                    }
                    "edge" => {
                        let ends = attribute(&tag, "source").zip(attribute(&tag, "target"));
                        let (source, target) =
                            ends.ok_or((line, "an edge has no source or no target".to_owned()))?;
                        nodes.join(line, [&source, &target], &usual_weight);
                        Open::Edge(nodes.edges.len() - 1)
                    }
                    "data" => {
                        Open::Data(attribute(&tag, "key").and_then(|key| keys.get(&key).copied()))
                    }
                    _ => Open::Other,
                });
            }
            Event::Text(text) => content.push_str(&text),
            Event::CData(text) => content.push_str(&text),
            Event::GeneralRef(name) => content.push_str(&plain(&format!("&{};", &*name))),
            Event::End(_) => {
                let said = content.trim();
                match (open.pop(), open.last()) {
                    _ if said.is_empty() => {}
                    (Some(Open::WeightDefault), _) => said.clone_into(&mut usual_weight),
                    (Some(Open::Data(Some(Meaning::Weight))), Some(Open::Edge(place))) => {
                        said.clone_into(&mut nodes.edges[*place].weight);
                    }
                    (Some(Open::Data(Some(kind))), Some(Open::Node(place)))
                        if kind == Meaning::Label
                            || kind == Meaning::Name && !nodes.has_label(*place) =>
                    {
                        nodes.call(*place, said);
                    }
                    _ => {}
                }
                content.clear();
            }
            Event::Eof if open.is_empty() => break,
            Event::Eof => return Err(Refusal::At(line, "it ends within an element".into())),
            _ => {}
        }
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let read = text.get(counted..at).unwrap_or_default();
        line += read.matches('\n').count() as u64;
        counted = at.min(text.len());
    }
    nodes.table(out)
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let value = tag.try_get_attribute(name).ok().flatten()?.value;
    Some(plain(&value).into_owned())
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
        let graphml = "<?xml version=\"1.0\"?>\n<graphml><key id=\"d0\" for=\"edge\" attr.name=\"weight\"/><graph>\
                       <node id=\"a\"/><node id=\"b\"></node><node id=\"c\"/><node id=\"d\"/><edge source=\"a\" \
                       target=\"b\"><data key=\"d0\">2.5</data></edge><edge source=\"b\" target=\"c\"/></graph></graphml>";
        assert!(is_graphml(graphml));
        assert_eq!(rewritten(table, graphml).unwrap(), (edges.into(), true));
        let (whole_edge, _) = graphml.split_once("<edge source=\"b\"").unwrap();
        for (text, line, said) in [
            ("<graphml><graph></graphml>", 1, "well-formed"),
            (whole_edge, 2, "ends within an element"),
            (
                "<graphml><graph>\n<node id=\"a\"/>\n<edge source=\"a\" target=\"b\"/></graph></graphml>",
                3,
                "none of its nodes",
            ),
        ] {
            let (at, reason) = refused(table, text);
            assert!(
                at == line && reason.contains(said),
                "{text}: {at}, {reason}"
            );
        }
    }

    #[test]
    fn a_group_is_a_node_before_those_in_it_and_empty_data_are_none() {
        let graphml = "<graphml><key id=\"w\" attr.name=\"weight\"><default>3</default></key><key id=\"l\" \
                       attr.name=\"label\"/><graph><node id=\"g\"><graph><node id=\"a\"><data key=\"l\">x</data></node>\
                       </graph></node><node id=\"b\"><data key=\"l\"/></node><edge source=\"g\" target=\"a\"/>\
                       <edge source=\"a\" target=\"b\"><data key=\"w\"></data></edge></graph></graphml>";
        let edges = "source,target,weight\n\"g\",\"x\",3\n\"x\",\"b\",3\n";
        assert_eq!(rewritten(table, graphml).unwrap(), (edges.into(), true));
    }
}
