//! Page in a browser: its address to a setup, then the window on its canvas.

use crate::{
    app::Theme,
    platform::{asked, fail},
    ui::{self, Start},
};
use explorer::setup::parse_line;
use lessons::find_lesson;
use system::share_work;

/// Runs the program on the page, as its address asks; in a worker of the page, waits to be asked for computations.
pub fn main() {
    if !share_work() {
        return;
    }
    if let Err(error) = ui::run(start()) {
        fail(&format!("{error:#}"));
    }
}

/// Reads the address: the line of a setup behind `#`, and `?lesson=`, `?theme=`, `?present` and `?embed`. Parts that make
/// no sense are remarked on.
fn start() -> Start {
    let mut start = Start {
        presents: asked("present").is_some(),
        embedded: asked("embed").is_some(),
        ..Start::default()
    };
    let mut remarks = Vec::new();
    if let Some(line) = asked("line") {
        match parse_line(&line) {
            Ok(opened) => {
                start.setup = Some(opened.setup);
                remarks.extend(opened.remarks);
            }
            Err(error) => remarks.push(error.to_string()),
        }
    }
    if let Some(name) = asked("lesson") {
        match find_lesson(&name) {
            Ok(lesson) => start.lesson = Some(lesson),
            Err(error) => remarks.push(error.to_string()),
        }
    }
    if let Some(name) = asked("theme") {
        start.theme = match name.as_str() {
            "light" => Some(Theme::Light),
            "dark" => Some(Theme::Dark),
            _ => {
                remarks.push("The theme of the address is light or dark".to_owned());
                None
            }
        };
    }
    start.remark = remarks.join("; ");
    start
}
