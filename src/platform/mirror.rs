//! Mirror of the window for those who do not see it: what egui tells the screen reader of a desktop, as a tree of parts
//! of which a page makes HTML beside its canvas.

use std::collections::HashMap;

use egui::{
    Context, Event, FullOutput, Plugin, RawInput,
    accesskit::{
        Action, ActionData, ActionRequest, Live, Node, NodeId, Role, Toggled, TreeId, TreeUpdate,
    },
};
use serde::Serialize;

/// Seconds from one mirror to the next: soon for who listens, and too seldom for a drag to feel it.
const INTERVAL: f64 = 0.2;

/// Wish of a reader of the mirror: what is to be done, with which part, and a value.
pub(super) type Wish = [String; 3];

/// Shows the mirror whenever it has changed and nothing is held, and hands wishes of its readers to egui.
pub(super) struct MirrorPlugin {
    /// Takes the mirror as JSON.
    show: Box<dyn Fn(&str) + Send + Sync>,
    /// Returns the next wish.
    wished: Box<dyn Fn() -> Option<Wish> + Send + Sync>,
    shown: String,
    /// Time of the last mirror, in seconds.
    at: f64,
}

impl MirrorPlugin {
    pub fn new(
        show: impl Fn(&str) + Send + Sync + 'static,
        wished: impl Fn() -> Option<Wish> + Send + Sync + 'static,
    ) -> Self {
        Self {
            show: Box::new(show),
            wished: Box::new(wished),
            shown: String::new(),
            at: f64::NEG_INFINITY,
        }
    }
}

impl Plugin for MirrorPlugin {
    fn debug_name(&self) -> &'static str {
        "mirror"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        while let Some([what, part, value]) = (self.wished)() {
            let request = request(&what, &part, &value).map(Event::AccessKitActionRequest);
            input.events.extend(request);
        }
        let (last, held) = ctx.input(|input| (input.time, input.pointer.any_down()));
        let now = input.time.unwrap_or(last);
        if !held && now >= self.at + INTERVAL {
            self.at = now;
            ctx.enable_accesskit();
        } else {
            ctx.disable_accesskit();
        }
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = &output.platform_output.accesskit_update else {
            // Before the pass it would be forgotten where the last one asked for an earlier frame.
            ctx.request_repaint_after(std::time::Duration::from_secs_f64(INTERVAL));
            return;
        };
        let mirror = Mirror::of(update, ctx.zoom_factor());
        let text = serde_json::to_string(&mirror).unwrap_or_default();
        if text != self.shown {
            (self.show)(&text);
            self.shown = text;
        }
    }
}

/// Kind of a part, of which the page makes an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum PartKind {
    Group,
    Dialog,
    Heading,
    Text,
    Button,
    Tick,
    Radio,
    Slider,
    Number,
    Field,
    List,
    Link,
    Progress,
    Image,
}

/// Part of the mirror, with the parts inside it.
#[derive(Debug, PartialEq, Serialize)]
struct Part {
    /// Number of egui's widget, in letters: the numbers of JavaScript would round it.
    id: String,
    kind: PartKind,
    /// Text, or the name of a control; empty where it has none.
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    /// Number or text that a control holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// Smallest and largest number of a control.
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[f64; 2]>,
    /// True where a control is ticked, pressed or open, false where it could be.
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<bool>,
    #[serde(skip_serializing_if = "is_false")]
    disabled: bool,
    /// Said aloud once it appears.
    #[serde(skip_serializing_if = "is_false")]
    live: bool,
    /// Left and upper edge, width and height, in the page's pixels.
    place: [i32; 4],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Part>,
}

/// Mirror of a window.
#[derive(Debug, PartialEq, Serialize)]
struct Mirror {
    /// Number of the part that the keyboard works; `None` where it is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    focus: Option<String>,
    parts: Vec<Part>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Mirror {
    /// Mirror of what egui tells; `zoom` is the number of the page's pixels in a point.
    fn of(update: &TreeUpdate, zoom: f32) -> Self {
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

/// Reads egui's nodes by their numbers.
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
        let name = self.name(node);
        let mut parts = Vec::new();
        match kind {
            PartKind::Group | PartKind::Dialog => {
                parts = self.inside(id);
                // A group without a name says nothing but that its parts belong together.
                if name.is_empty() && parts.len() < 2 {
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

impl Part {
    /// Returns true where another text goes on in the last line of this one; from right to left none does.
    fn shares_line(&self, other: &Self) -> bool {
        other.place[0] >= self.place[0] && other.place[1] < self.place[1] + self.place[3]
    }

    /// Puts a text behind this one.
    fn join(&mut self, other: &Self) {
        let ends = self.name.ends_with(char::is_whitespace);
        let begins = |c: char| c.is_whitespace() || ".,;:?!)’”".contains(c);
        if !ends && !other.name.starts_with(begins) && !self.name.ends_with(['(', '“']) {
            self.name.push(' ');
        }
        self.name += &other.name;
        self.live |= other.live;
        self.place = union(self.place, other.place);
    }
}

/// Place that holds two others.
fn union(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    let start = [0, 1].map(|i| a[i].min(b[i]));
    let end = [0, 1].map(|i| (a[i] + a[i + 2]).max(b[i] + b[i + 2]));
    [start[0], start[1], end[0] - start[0], end[1] - start[1]]
}

/// Place that holds all parts.
fn around(parts: &[Part]) -> [i32; 4] {
    let places = parts.iter().map(|part| part.place);
    places.reduce(union).unwrap_or_default()
}

/// Parts by rows from above, each from the left; dialogs, which lie over everything, come last. egui tells them as they
/// were drawn, and a bar at the bottom or a button at the right edge is drawn first.
fn in_reading_order(mut parts: Vec<Part>) -> Vec<Part> {
    let key = |part: &Part| (part.kind == PartKind::Dialog, part.place[1]);
    parts.sort_by_key(key);
    let mut ordered: Vec<Part> = Vec::with_capacity(parts.len());
    let mut parts = parts.into_iter().peekable();
    while let Some(first) = parts.next() {
        let middle = first.place[1] + first.place[3] / 2;
        let mut row = vec![first];
        while let Some(next) =
            parts.next_if(|it| it.kind != PartKind::Dialog && it.place[1] < middle)
        {
            row.push(next);
        }
        row.sort_by_key(|part| part.place[0]);
        ordered.extend(row);
    }
    ordered
}

/// Text without the letters of the icon font, which lie where Unicode leaves letters to fonts.
fn without_icons(text: &str) -> String {
    text.replace(|c: char| ('\u{e000}'..='\u{f8ff}').contains(&c), "")
}

fn words(text: &str) -> String {
    without_icons(text).trim().to_owned()
}

/// Request to egui for a part: `click`, `more` or `less` of a number, `number` or `text` with a value, or `reach` for what
/// is out of sight. `None` where a wish makes no sense.
fn request(what: &str, part: &str, value: &str) -> Option<ActionRequest> {
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

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::{app::App, ui::Window, worker::Inline};
    use explorer::setup::Setup;
    use kernel_pca::kernel::Gamma;
    use lessons::find_lesson;
    use serde_json::Value;

    /// Window with a lesson whose mirror is kept, and wishes to it.
    struct Reading {
        ctx: Context,
        window: Window,
        frames: u32,
        shown: Arc<Mutex<String>>,
        wishes: Arc<Mutex<Vec<Wish>>>,
    }

    impl Reading {
        fn of(lesson: &str) -> Self {
            let ctx = Context::default();
            let (shown, wishes) = (Arc::<Mutex<String>>::default(), Arc::default());
            let (show, wished) = (Arc::clone(&shown), Arc::<Mutex<Vec<Wish>>>::clone(&wishes));
            ctx.add_plugin(MirrorPlugin::new(
                move |text| text.clone_into(&mut show.lock().expect("no panic")),
                move || wished.lock().expect("no panic").pop(),
            ));
            let app = App::new(Setup::welcome(), Box::<Inline>::default());
            let app = app.with_lesson(find_lesson(lesson).ok());
            let mut reading = Self {
                window: Window::new(&ctx, app),
                ctx,
                frames: 0,
                shown,
                wishes,
            };
            reading.run();
            reading
        }

        /// Draws frames a quarter of a second apart until an exact answer is there.
        fn run(&mut self) {
            for _ in 0..6 {
                self.frames += 1;
                let size = egui::vec2(1280.0, 720.0);
                let input = RawInput {
                    screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
                    time: Some(0.25 * f64::from(self.frames)),
                    ..RawInput::default()
                };
                let window = &mut self.window;
                let mut output = self.ctx.run_ui(input, |ui| window.draw(ui, None));
                output.textures_delta.clear();
            }
        }

        fn app(&self) -> &App {
            self.window.app()
        }

        /// Kind and name of each part, in order.
        fn read(&self) -> Vec<(String, String)> {
            fn add(parts: &Value, read: &mut Vec<(String, String)>) {
                for part in parts.as_array().into_iter().flatten() {
                    let text = |key: &str| part[key].as_str().unwrap_or_default().to_owned();
                    read.push((text("kind"), text("name")));
                    add(&part["parts"], read);
                }
            }
            let mut read = Vec::new();
            add(&self.mirror()["parts"], &mut read);
            read
        }

        fn mirror(&self) -> Value {
            serde_json::from_str(&self.shown.lock().expect("no panic")).expect("JSON")
        }

        /// Control with this name.
        fn part(&self, name: &str) -> Value {
            fn find(parts: &Value, name: &str) -> Option<Value> {
                let mut parts = parts.as_array().into_iter().flatten();
                parts.find_map(|part| {
                    let is_it = part["name"] == name && part["kind"] != "text";
                    is_it
                        .then(|| part.clone())
                        .or_else(|| find(&part["parts"], name))
                })
            }
            find(&self.mirror()["parts"], name)
                .unwrap_or_else(|| panic!("no {name}: {:#?}", self.read()))
        }

        fn wish(&mut self, what: &str, name: &str, value: &str) {
            let id = self.part(name)["id"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            let wish = [what.to_owned(), id, value.to_owned()];
            self.wishes.lock().expect("no panic").push(wish);
            self.run();
        }
    }

    #[test]
    fn a_step_of_a_lesson_is_read_in_order_and_answered() {
        let mut reading = Reading::of("kernel-trick");
        let read = reading.read();
        let place = |kind: &str, name: &str| {
            let is_it = |part: &(String, String)| part.0 == kind && part.1.starts_with(name);
            read.iter()
                .position(is_it)
                .unwrap_or_else(|| panic!("no {kind} {name}: {read:#?}"))
        };
        let order = [
            place("text", "The kernel trick"),
            place("heading", "A map can make bent things straight"),
            // One paragraph, though egui draws it in pieces.
            place(
                "text",
                "What φ makes of a point is called its image. The images",
            ),
            place("button", "Step 1 of 6"),
            place("button", "Answer"),
        ];
        assert!(order.is_sorted(), "{order:?}: {read:#?}");
        let is_icon = |c: char| ('\u{e000}'..='\u{f8ff}').contains(&c);
        assert!(read.iter().all(|(_, name)| !name.contains(is_icon)));
        reading.wish("click", "Answer", "");
        assert!(reading.app().course().is_some_and(|it| !it.is_asking()));
        reading.wish("click", "Next", "");
        reading.part("Step 2 of 6");
    }

    #[test]
    fn a_slider_is_set_by_a_wish_and_nonsense_is_none() {
        let mut reading = Reading::of("which-gamma");
        reading.wish("number", "γ", "3");
        let gamma = reading.app().setup().kernel.gamma;
        assert_eq!(gamma, Gamma::Value(3.0));
        assert!(request("number", "1", "NaN").is_none());
        assert!(request("number", "x", "1").is_none());
        assert!(request("jump", "1", "").is_none());
    }
}
