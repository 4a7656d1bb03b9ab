//! Wishes of the mirror's readers, as requests to egui.

use egui::accesskit::{Action, ActionData, ActionRequest, NodeId, TreeId};

/// Wish of a reader of the mirror: what is to be done, with which part, and a value.
pub(in crate::platform) type Wish = [String; 3];

/// Request to egui for a part: `click`; `more` or `less` to change a number by a step; `number` or `text` to set a
/// value; `reach` to scroll to the part. `None` where the wish makes no sense.
pub(super) fn request(what: &str, part: &str, value: &str) -> Option<ActionRequest> {
    let (action, data) = match what {
        "click" => (Action::Click, None),
        "more" => (Action::Increment, None),
        "less" => (Action::Decrement, None),
        "reach" => (Action::ScrollIntoView, None),
        "number" => {
            let number = value
                .trim()
                .parse()
                .ok()
                .filter(|it: &f64| it.is_finite())?;
            (Action::SetValue, Some(ActionData::NumericValue(number)))
        }
        "text" => (Action::SetValue, Some(ActionData::Value(value.into()))),
        _ => return None,
    };
    Some(ActionRequest {
        action,
        target_tree: TreeId::ROOT,
        target_node: NodeId(part.parse().ok()?),
        data,
    })
}
