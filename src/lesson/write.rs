//! A picture as the step of a lesson, to be filled with words.

use std::fmt::Write as _;

use serde::Serialize;
use toml::Value;

use super::read::arranged;
use crate::setup::{SessionError, Setup, differences};

/// What the file of a lesson begins with.
pub const HEAD: &str = "\
# A lesson of Kernel PCA Explorer: open it with --lesson, try it with `kpca-explorer lesson check`
version = 1
title = \"My lesson\"
summary = \"What it is about, in a sentence\"
minutes = 10
";

/// What is written before and after the setup.
const WORDS: &str = "
[[step]]
heading = \"What this picture shows, as a claim\"
text = \"\"\"
A few sentences: what to look at, and why it is so.
\"\"\"
controls = [\"gamma\"]
claims = []
";

/// The step that shows a setup, with words to be replaced.
///
/// # Errors
/// When the path of a data file is not Unicode.
pub fn step_text(setup: &Setup) -> Result<String, SessionError> {
    let mut text = WORDS.to_owned();
    let panels = setup.view.places();
    let tiles = setup.view.arrangement();
    let by_name = panels.len() <= 5 && arranged(&panels) == tiles;
    if by_name {
        let names: Vec<&str> = panels.iter().map(|panel| panel.name()).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "panels = {names:?}");
    }
    // The source in any case, so that the step does not depend on the one before.
    let _ = writeln!(text, "setup.source = {}", value(&setup.source)?);
    for (name, value) in differences(setup)? {
        let is_said = ["source", "view.panels", "view.tiles"];
        if !is_said.iter().any(|said| name.starts_with(said)) {
            let _ = writeln!(text, "setup.{name} = {value}");
        }
    }
    if !by_name {
        let _ = writeln!(text, "setup.view.panels = {}", value(&panels)?);
        let _ = writeln!(text, "setup.view.tiles = {}", value(&tiles)?);
    }
    Ok(text)
}

fn value(part: &impl Serialize) -> Result<Value, SessionError> {
    Value::try_from(part).map_err(|error| SessionError::Unwritable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{app::Arrangement, lesson::parse_lesson, setup::examples};

    #[test]
    fn every_example_is_a_step_that_comes_back() {
        let mut setups: Vec<Setup> = examples().into_iter().map(|it| it.setup).collect();
        for arrangement in Arrangement::ALL {
            let mut setup = Setup::welcome();
            setup.view.arrange(arrangement.tiles());
            setups.push(setup);
        }
        let steps = setups.iter().map(|setup| step_text(setup).unwrap());
        let text = HEAD.to_owned() + &steps.collect::<String>();
        let lesson = parse_lesson(&text, Path::new("copied.toml")).unwrap();
        assert_eq!(lesson.steps.len(), setups.len());
        for (step, setup) in lesson.steps.iter().zip(setups) {
            let mut wanted = setup;
            assert_eq!(step.setup.view.arrangement(), wanted.view.arrangement());
            wanted.view.panels.clone_from(&step.setup.view.panels);
            wanted.view.tiles.clone_from(&step.setup.view.tiles);
            assert_eq!(step.setup, wanted);
        }
    }
}
