//! Program on a page of a browser: reads the address as a setup, then opens the window on the canvas.

use crate::{
    app::Theme,
    platform::{asked, fail},
    ui::{self, Start},
};
use explorer::setup::{Panel, Setup, Tiles, View, parse_line};
use lessons::{find_lesson, shipped};
use system::share_work;
use tabular::Source;

/// Panels of an embedded picture whose address names none.
const EMBEDDED: [Panel; 2] = [Panel::Input, Panel::Kpca];

/// Runs the program on the page, as its address asks; in a worker of the page, waits to be asked for computations.
pub fn main() {
    if !share_work() {
        return;
    }
    if let Err(error) = ui::run(start()) {
        fail(&format!("{error:#}"));
    }
}

/// Reads the address: the line of a setup behind `#`, and `?data=`, `?panels=`, `?lesson=`, `?theme=`, `?present` and
/// `?embed`. Parts that make no sense are remarked on.
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
                start.setup = Some(with_table(opened.setup));
                start.data = opened.data;
                remarks.extend(opened.remarks);
            }
            Err(error) => remarks.push(error.to_string()),
        }
    }
    if start.embedded && start.setup.is_none() {
        start.setup = Some(Setup::welcome());
    }
    if let Some(names) = asked("panels") {
        match panels(&names) {
            Ok(panels) => {
                let mut setup = start.setup.take().unwrap_or_else(Setup::welcome);
                setup.view.arrange(row(&panels));
                start.setup = Some(setup);
            }
            Err(remark) => remarks.push(remark),
        }
    } else if let Some(setup) = &mut start.setup
        && start.embedded
        && setup.view.tiles.is_none()
    {
        let named = &setup.view.panels;
        let usual = *named == View::default().panels;
        let panels = if usual {
            EMBEDDED.to_vec()
        } else {
            named.clone()
        };
        setup.view.arrange(row(&panels));
    }
    let named = asked("embed").filter(|name| name == "lesson");
    match asked("lesson") {
        Some(name) => match find_lesson(&name) {
            Ok(lesson) => start.lesson = Some(lesson),
            Err(_) => remarks.push(no_lesson(&name)),
        },
        None if named.is_some() => remarks.push(
            "?embed=lesson needs the name of a lesson, as in &lesson=kernel-trick".to_owned(),
        ),
        None => {}
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

/// Setup with the table that came with the address, where the address's line names no other data.
fn with_table(mut setup: Setup) -> Setup {
    if let Some(name) = asked("data")
        && setup.source == Setup::default().source
    {
        setup.source = Source::File(std::path::PathBuf::from(name).into());
    }
    setup
}

/// Panels of these names, with commas between them.
fn panels(names: &str) -> Result<Vec<Panel>, String> {
    let find = |name: &str| {
        let name = name.trim();
        let found = Panel::ALL.iter().find(|panel| panel.name() == name);
        found.copied().ok_or_else(|| {
            let all: Vec<&str> = Panel::ALL.iter().map(|panel| panel.name()).collect();
            format!(
                "There is no panel “{name}”; ?panels= names some of {}",
                all.join(", ")
            )
        })
    };
    names.split(',').map(find).collect()
}

/// Panels side by side; one alone is no row.
fn row(panels: &[Panel]) -> Tiles {
    match panels {
        [panel] => Tiles::one(*panel),
        panels => Tiles::side_by_side(panels),
    }
}

/// Sentence on a name that no lesson has.
fn no_lesson(name: &str) -> String {
    let names: Vec<&str> = shipped().iter().map(|it| it.name).collect();
    format!(
        "There is no lesson “{name}”; there are {}",
        names.join(", ")
    )
}
