//! Whole setup of a step, for which a step in the file gives only changes to that of the step before.

use toml::{Table, Value};

use explorer::setup::{Panel, Setup, Tiles};

/// Parts of a setup of which a step may give some fields; any other part is given as a whole.
const MERGED: [&str; 4] = ["columns", "kernel", "manifold", "view"];

/// Setup of a step, as a table that the next step changes.
#[derive(Clone, Default)]
pub(super) struct WholeSetup {
    pub(super) setup: Table,
    /// Arrangement of its panels, until a step gives another.
    pub(super) tiles: Option<Tiles>,
}

impl WholeSetup {
    /// Applies the fields in `change`. A change of the source drops all earlier fields first, as choices for the last
    /// data do not suit others.
    pub(super) fn change(&mut self, change: &Table) {
        if change.contains_key("source") {
            self.setup.clear();
        }
        for (name, value) in change {
            match (self.setup.get_mut(name), value) {
                (Some(Value::Table(fields)), Value::Table(new))
                    if MERGED.contains(&name.as_str()) =>
                {
                    fields.extend(new.clone());
                }
                _ => {
                    self.setup.insert(name.clone(), value.clone());
                }
            }
        }
    }

    /// Reads the setup with its panels; `placed` is true where its table arranges them.
    pub(super) fn read(&mut self, placed: bool) -> Result<Setup, String> {
        let mut setup: Setup = Value::Table(self.setup.clone())
            .try_into()
            .map_err(|error: toml::de::Error| error.message().to_owned())?;
        if let (true, Some(tiles)) = (placed, &setup.view.tiles) {
            self.tiles = Some(tiles.clone());
        }
        if let Some(tiles) = &self.tiles {
            setup.view.arrange(tiles.clone());
        }
        Ok(setup)
    }
}

/// Arrangement of panels that are given by name alone, one to five; of three, the first is the largest.
pub fn arranged(panels: &[Panel]) -> Tiles {
    let one = |panel: &Panel| (1.0, Tiles::one(*panel));
    match panels {
        [a] => Tiles::one(*a),
        [a, b] => Tiles::row([one(a), one(b)]),
        [a, b, c] => Tiles::row([
            (1.2, Tiles::one(*a)),
            (1.0, Tiles::column([one(b), one(c)])),
        ]),
        [a, b, c, d] => Tiles::column([
            (1.0, Tiles::row([one(a), one(b)])),
            (1.0, Tiles::row([one(c), one(d)])),
        ]),
        [a, b, c, d, e, ..] => Tiles::five([*a, *b, *c, *d, *e]),
        [] => Tiles::five(Panel::USUAL),
    }
}
