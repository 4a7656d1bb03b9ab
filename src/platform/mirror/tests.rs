//! Tests that read and work a lesson through its mirror alone.

use std::sync::{Arc, Mutex};

use super::*;
use crate::{
    app::{App, Command, Dialog},
    ui::Window,
    worker::Inline,
};
use explorer::setup::Setup;
use kernel_pca::kernel::Gamma;
use lessons::find_lesson;
use serde_json::Value;

/// Window with a lesson, its last mirror, and the wishes to be passed to it.
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

#[test]
fn a_dialog_is_called_by_its_heading() {
    let mut reading = Reading::of("half-moons");
    reading
        .window
        .app_mut()
        .apply(Command::Show(Dialog::Memory));
    reading.run();
    let dialog = ("dialog".to_owned(), "Memory limit".to_owned());
    assert!(reading.read().contains(&dialog), "{:?}", reading.read());
}
