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

/// Rewrites `GraphML` as a list of edges.
///
/// # Errors
/// When it is no XML, or an edge has no ends.
fn table(text: &str, out: &mut Rewriting<'_>) -> Result<bool, Refusal> {
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
            Event::CData(text) => content.push_str(&text),
            Event::GeneralRef(name) => content.push_str(&plain(&format!("&{};", &*name))),
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
    nodes.table(out)
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let value = tag.try_get_attribute(name).ok().flatten()?.value;
    Some(plain(&value).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{super::rewriting::rewritten, *};

    #[test]
    fn a_graph_becomes_a_list_of_edges() {
        let edges = "source,target,weight\n\"a\",\"b\",2.5\n\"b\",\"c\",1\n\"d\",\"a\",0\n";
        let graphml = "<?xml version=\"1.0\"?>\n<graphml><key id=\"d0\" for=\"edge\" attr.name=\"weight\"/><graph>\
                       <node id=\"a\"/><node id=\"b\"></node><node id=\"c\"/><node id=\"d\"/><edge source=\"a\" \
                       target=\"b\"><data key=\"d0\">2.5</data></edge><edge source=\"b\" target=\"c\"/></graph></graphml>";
        assert!(is_graphml(graphml));
        assert_eq!(rewritten(table, graphml).unwrap(), (edges.into(), true));
        assert!(rewritten(table, "<graphml><graph></graphml>").is_err());
    }
}
