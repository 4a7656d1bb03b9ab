//! Parts of the mirror, made from egui's accessibility tree.

use std::collections::HashMap;

use egui::accesskit::{Live, Node, NodeId, Role, Toggled, TreeUpdate};
use serde::Serialize;

use super::part::{Part, PartKind, around, in_reading_order};

/// Mirror of a window.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Mirror {
    /// Number of the part that has the keyboard's focus; `None` where none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    focus: Option<String>,
    parts: Vec<Part>,
}

impl Mirror {
    /// Mirror of an accessibility tree; `zoom` is the number of the page's pixels in a point.
    pub fn of(update: &TreeUpdate, zoom: f32) -> Self {
        let nodes = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let root = update.tree.as_ref().map(|tree| tree.root);
        let parts = root.map_or_else(Vec::new, |root| {
            let reader = Reader {
                nodes,
                zoom: f64::from(zoom),
            };
            reader.inside(root)
        });
        let focus = Some(update.focus).filter(|focus| Some(*focus) != root);
        Self {
            focus: focus.map(letters),
            parts,
        }
    }
}

fn letters(id: NodeId) -> String {
    id.0.to_string()
}

/// Nodes of egui's accessibility tree by their numbers.
struct Reader<'a> {
    nodes: HashMap<NodeId, &'a Node>,
    zoom: f64,
}

impl Reader<'_> {
    /// Parts of the nodes inside a node, with pieces of running text put together.
    fn inside(&self, id: NodeId) -> Vec<Part> {
        let children = self.nodes.get(&id).map_or(&[][..], |node| node.children());
        let mut parts: Vec<Part> = Vec::new();
        // What stands in one line with the text before it goes on with that.
        let mut goes_on = false;
        for child in children {
            let Some(node) = self.nodes.get(child) else {
                continue;
            };
            if node.role() == Role::Label && node.value().is_some_and(|it| it.trim() == "") {
                goes_on &= !node.value().is_some_and(|it| it.contains('\n'));
                if let Some(last) = parts.last_mut().filter(|_| goes_on) {
                    last.name.push(' ');
                }
                continue;
            }
            let Some(part) = self.part(*child, node) else {
                continue;
            };
            let is_text = part.kind == PartKind::Text;
            match parts.last_mut() {
                Some(last) if is_text && goes_on && last.shares_line(&part) => last.join(&part),
                _ => parts.push(part),
            }
            goes_on = is_text;
        }
        for part in &mut parts {
            part.name.truncate(part.name.trim_end().len());
        }
        in_reading_order(parts)
    }

    fn part(&self, id: NodeId, node: &Node) -> Option<Part> {
        let kind = match node.role() {
            Role::TextRun => return None,
            Role::Heading => PartKind::Heading,
            Role::Label | Role::Paragraph => PartKind::Text,
            Role::Button | Role::MenuItem | Role::Tab => PartKind::Button,
            Role::CheckBox | Role::Switch => PartKind::Tick,
            Role::RadioButton => PartKind::Radio,
            Role::Slider => PartKind::Slider,
            Role::SpinButton => PartKind::Number,
            Role::TextInput
            | Role::MultilineTextInput
            | Role::SearchInput
            | Role::PasswordInput => PartKind::Field,
            Role::ComboBox => PartKind::List,
            Role::Link => PartKind::Link,
            Role::ProgressIndicator => PartKind::Progress,
            Role::Image => PartKind::Image,
            Role::Window | Role::Dialog | Role::AlertDialog => PartKind::Dialog,
            _ => PartKind::Group,
        };
        let mut name = self.name(node);
        let mut parts = Vec::new();
        match kind {
            PartKind::Group | PartKind::Dialog => {
                parts = self.inside(id);
                if kind == PartKind::Dialog && name.is_empty() {
                    name = heading(&parts).unwrap_or_default();
                }
                // A group without a name says nothing but that its parts belong together.
                if kind == PartKind::Group && name.is_empty() && parts.len() < 2 {
                    return parts.pop();
                }
            }
            PartKind::Text | PartKind::Heading | PartKind::Image | PartKind::Button
                if name.is_empty() =>
            {
                return None;
            }
            _ => {}
        }
        let range = node.min_numeric_value().zip(node.max_numeric_value());
        let value = match kind {
            PartKind::Slider | PartKind::Progress => node.numeric_value().map(|it| it.to_string()),
            PartKind::Number | PartKind::Field | PartKind::List => node.value().map(words),
            _ => None,
        };
        let place = node.bounds().unwrap_or_default();
        let edges = [place.x0, place.y0, place.width(), place.height()];
        let place = match kind {
            PartKind::Group | PartKind::Dialog => around(&parts),
            _ => edges.map(|it| (it * self.zoom).round() as i32),
        };
        Some(Part {
            id: letters(id),
            kind,
            name,
            description: node.description().map(words).unwrap_or_default(),
            value,
            range: range.map(|(low, high)| [low, high]),
            on: node
                .toggled()
                .map(|it| it == Toggled::True)
                .or(node.is_expanded()),
            disabled: node.is_disabled(),
            live: node.live().is_some_and(|it| it != Live::Off),
            place,
            parts,
        })
    }

    /// Name of a node: its own, or that of the labels that name it.
    fn name(&self, node: &Node) -> String {
        let own = match node.role() {
            Role::Label | Role::Heading => node.label().or(node.value()),
            _ => node.label(),
        };
        if let Some(own) = own {
            return if node.role() == Role::Label {
                without_icons(own)
            } else {
                words(own)
            };
        }
        let labels = node.labelled_by().iter();
        let labels = labels.filter_map(|id| self.nodes.get(id));
        let names = labels.filter_map(|label| label.label().or(label.value()));
        names.map(words).collect::<Vec<_>>().join(" ")
    }
}

/// Text without the letters of the icon font, which are in Unicode's private-use area.
fn without_icons(text: &str) -> String {
    text.replace(|c: char| ('\u{e000}'..='\u{f8ff}').contains(&c), "")
}

fn words(text: &str) -> String {
    without_icons(text).trim().to_owned()
}

/// First heading among the parts, or within them.
fn heading(parts: &[Part]) -> Option<String> {
    parts.iter().find_map(|part| match part.kind {
        PartKind::Heading => Some(part.name.clone()),
        _ => heading(&part.parts),
    })
}
