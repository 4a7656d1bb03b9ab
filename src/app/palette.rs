//! Palette: commands by name and parameters with their values, for a typed text.

use super::{App, Command, Edit, Parameter};
use crate::words::{BESIDE_PANELS, COLOUR_BY, LEAVE_OUT_COLUMN, is_meant, parameter_meant};
use explorer::{
    panel::Panel,
    word::{Word, word},
};
use kernel_pca::objects::ObjectKind;
use tabular::{Builtin, ColumnChoice, Shape, Source, Table};

/// Line of the palette.
#[derive(Debug, Clone, PartialEq)]
pub struct PaletteEntry {
    pub label: String,
    /// Words of the field by which people look for it, in lower case.
    pub called: &'static str,
    /// Text at the right end: the values that can be typed, or the present one.
    pub note: String,
    pub help: String,
    pub action: Action,
}

impl PaletteEntry {
    fn of(label: String, help: &str, command: Command) -> Self {
        Self {
            label,
            called: "",
            note: String::new(),
            help: help.to_owned(),
            action: Action::Run(command),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a list of a few dozen, made anew at each key"
)]
pub enum Action {
    Run(Command),
    /// Completes the typed text to this one.
    Complete(String),
    /// Does nothing: the label says why the value is not taken.
    Refuse,
    /// Does nothing: the note says why the command can't be carried out now.
    Unavailable,
}

impl App {
    /// Lines for a typed text: the parameter that it names, if any, then the commands and data sets that hold all
    /// of its words or their synonyms. Those that can be carried out come first, and among them those with words
    /// that begin so.
    #[must_use]
    pub fn palette(&self, typed: &str) -> Vec<PaletteEntry> {
        let words = meaningful(typed);
        let entries = match words.split_first() {
            Some((first, rest)) => {
                let first = parameter_meant(first).unwrap_or(first);
                self.parameters(&[&[first.to_owned()], rest].concat().join(" "))
            }
            None => vec![],
        };
        let typed_words = !words.is_empty();
        let panels = typed_words.then(|| self.panels());
        let data = typed_words.then(data_sets);
        let labels = typed_words.then(|| self.labels());
        let columns = typed_words.then(|| self.columns_to_leave_out());
        let commands = Command::listed().into_iter().map(|command| PaletteEntry {
            label: command.label(),
            called: command.called(),
            note: self.obstacle(&command).unwrap_or_default().to_owned(),
            help: command.help(),
            action: match self.obstacle(&command) {
                Some(_) => Action::Unavailable,
                None => Action::Run(command),
            },
        });
        let mut found: Vec<PaletteEntry> = panels
            .into_iter()
            .flatten()
            .chain(commands)
            .chain(data.into_iter().flatten())
            .chain(labels.into_iter().flatten())
            .chain(columns.into_iter().flatten())
            .filter(|entry| {
                let label = entry.label.to_lowercase();
                let called = word("", entry.called);
                let is_meant =
                    |typed: &String| called.is_meant_by(typed) || is_meant(typed, &label, named());
                words.iter().all(is_meant)
            })
            .collect();
        let name = words.join(" ");
        found.sort_by_cached_key(|entry| {
            let label = entry.label.to_lowercase();
            let begins = |word: &String| label.split(' ').any(|known| known.starts_with(word));
            let unavailable = entry.action == Action::Unavailable;
            let is_name = label.split(": ").last() == Some(&*name);
            (unavailable, !is_name, !words.iter().all(begins))
        });
        // A parameter that the setup has not comes after what can be done, unless a value was typed for it.
        let asks = |entry: &PaletteEntry| words.len() > 1 || entry.action != Action::Refuse;
        let (first, last): (Vec<_>, Vec<_>) = entries.into_iter().partition(asks);
        first.into_iter().chain(found).chain(last).collect()
    }

    /// Panels that can be added beside those on the screen.
    fn panels(&self) -> impl Iterator<Item = PaletteEntry> {
        let visible = self.visible();
        let aim = self.usual_aim();
        let panels = self
            .setup
            .view
            .offered()
            .filter(move |it| !visible.contains(it));
        panels.filter_map(move |panel| {
            let label = format!("Add panel: {}", panel.title());
            let command = self.placing(panel, aim?);
            Some(PaletteEntry::of(label, panel.spec().about(), command))
        })
    }

    /// Columns that may colour the dots, those of texts first.
    fn labels(&self) -> impl Iterator<Item = PaletteEntry> {
        let is_read = !matches!(self.setup.source, Source::Generated(_));
        let table = self.table().filter(|_| is_read).into_iter();
        let mut columns: Vec<_> = table.flat_map(Table::columns).collect();
        columns.sort_by_key(|column| column.is_numeric());
        columns.into_iter().take(MOST_LABELS).map(|column| {
            let name = &column.name;
            let edit = Edit::Label(ColumnChoice::Column(name.clone()));
            let help = format!("Colours the points by {name}");
            let label = format!("{}: {name}", COLOUR_BY.name);
            PaletteEntry::of(label, &help, Command::Edit(edit))
        })
    }

    /// Features, each of which may be left out.
    fn columns_to_leave_out(&self) -> impl Iterator<Item = PaletteEntry> {
        let chosen = &self.setup.columns;
        let are_columns = self.setup.kernel.kind.takes() == ObjectKind::Vectors;
        let table = self.table().filter(|_| are_columns);
        let used = table.and_then(|table| table.feature_columns(chosen).ok());
        let used = used.filter(|used| used.len() > 1).unwrap_or_default();
        used.into_iter().take(MOST_LABELS).filter_map(move |j| {
            let table = table?;
            let name = &table.columns().get(j)?.name;
            let edit = Edit::Columns(table.columns_without(chosen, name).ok()?);
            let help = format!("Fits without {name}");
            let label = format!("{}: {name}", LEAVE_OUT_COLUMN.name);
            Some(PaletteEntry::of(label, &help, Command::Edit(edit)))
        })
    }

    fn parameters(&self, typed: &str) -> Vec<PaletteEntry> {
        let (word, value) = split(typed);
        if word.is_empty() {
            return vec![];
        }
        // With a value the name must be whole; without one its beginning is enough.
        let named = |parameter: &Parameter| {
            let mut words = parameter.words();
            words.any(|known| {
                known == word || (value.is_none() && word.len() > 1 && known.starts_with(&word))
            })
        };
        Parameter::all()
            .filter(named)
            .flat_map(|parameter| {
                let value = value.as_deref();
                self.settings_of(
                    parameter,
                    value.and_then(|it| past_title(parameter.title(), it)),
                )
            })
            .collect()
    }

    /// Line of a parameter with a typed value, or with the values that can be typed.
    fn settings_of(&self, parameter: Parameter, value: Option<&str>) -> Vec<PaletteEntry> {
        let setup = self.setup();
        let entry = |label: String, action: Action| PaletteEntry {
            label,
            called: "",
            note: match parameter.value(setup).as_str() {
                "" => String::new(),
                now => format!("now {now}"),
            },
            help: parameter.help().to_owned(),
            action,
        };
        if let Some(reason) = parameter.unused(setup) {
            return vec![entry(reason, Action::Refuse)];
        }
        let title = parameter.title();
        let typed = value.unwrap_or_default().to_lowercase();
        let values: Vec<PaletteEntry> = parameter
            .named()
            .into_iter()
            .filter(|value| {
                value.name.starts_with(&typed) || value.title.to_lowercase().starts_with(&typed)
            })
            .map(|value| {
                let command = Command::Edit(value.edit);
                let refused = self.refused(&command);
                let action = match refused {
                    Some(_) => Action::Unavailable,
                    None => Action::Run(command),
                };
                let usual = entry(format!("{title}: {}", value.title), action);
                PaletteEntry {
                    help: value.help.to_owned(),
                    note: refused.unwrap_or(usual.note),
                    ..usual
                }
            })
            .collect();
        if !values.is_empty() {
            return values;
        }
        let Some(value) = value else {
            let name = parameter.words().next().unwrap_or_default();
            return vec![entry(
                format!("Set {title} to {}", parameter.takes(setup)),
                Action::Complete(format!("{name} ")),
            )];
        };
        vec![match parameter.read(value, setup) {
            Ok(edit) => entry(
                format!("Set {title} to {value}"),
                Action::Run(Command::Edit(edit)),
            ),
            Err(reason) => entry(reason, Action::Refuse),
        }]
    }
}

/// Largest number of columns that are offered as labels: a table of pixels has hundreds.
const MOST_LABELS: usize = 30;

/// Words of a typed text in lower case, without those that ask rather than name.
fn meaningful(typed: &str) -> Vec<String> {
    const ASKING: [&str; 9] = [
        "how", "what", "which", "why", "is", "are", "the", "of", "to",
    ];
    let words = typed.split_whitespace().map(str::to_lowercase);
    words.filter(|word| !ASKING.contains(&&**word)).collect()
}

/// Things that words of the field may mean.
fn named() -> impl Iterator<Item = Word> {
    let panels = Panel::ALL.into_iter().map(Panel::word);
    panels.chain(BESIDE_PANELS)
}

/// Generators and shipped tables.
fn data_sets() -> impl Iterator<Item = PaletteEntry> {
    let shapes = Shape::ALL.into_iter().map(|shape| {
        let source = Source::Generated(shape.spec().starting.clone());
        (source, shape.spec().help)
    });
    let tables = Builtin::ALL.into_iter();
    let tables = tables.map(|table| (Source::Builtin(table), table.spec().help));
    shapes.chain(tables).map(|(source, help)| {
        let label = format!("Data: {source}");
        PaletteEntry::of(label, help, Command::Edit(Edit::Source(source)))
    })
}

/// Splits a text into its first word, also where it is written as a flag, and the value after it: `gamma 0.5`,
/// `gamma = 0.5`, `--gamma=0.5`.
fn split(typed: &str) -> (String, Option<String>) {
    let typed = typed.trim_start().trim_start_matches('-').to_lowercase();
    let Some((word, value)) = typed.split_once(|c: char| c.is_whitespace() || c == '=') else {
        return (typed, None);
    };
    let value = value.trim().trim_start_matches('=').trim();
    (
        word.to_owned(),
        (!value.is_empty()).then(|| value.to_owned()),
    )
}

/// Value behind the further words of a parameter's title, as in `radius ratio 0.3`; `None` where none follows them.
fn past_title<'a>(title: &str, value: &'a str) -> Option<&'a str> {
    let further = title.split_once(' ').map(|(_, words)| words.to_lowercase());
    match further.and_then(|words| value.strip_prefix(&*words)) {
        Some(rest) => Some(rest.trim_start_matches([' ', '='])).filter(|it| !it.is_empty()),
        None => Some(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::Inline;
    use explorer::setup::Setup;
    use kernel_pca::{
        kernel::{Gamma, KernelKind},
        objects::Scaling,
    };

    fn app() -> App {
        App::new(Setup::welcome(), Box::new(Inline::default()))
    }

    fn first(typed: &str) -> PaletteEntry {
        app().palette(typed).remove(0)
    }

    #[test]
    fn a_parameter_with_its_value_is_one_command() {
        for (typed, edit) in [
            ("gamma 0.5", Edit::Gamma(Gamma::Value(0.5))),
            ("γ 1/4", Edit::Gamma(Gamma::Value(0.25))),
            ("gamma = 0,5", Edit::Gamma(Gamma::Value(0.5))),
            ("--gamma=median", Edit::Gamma(Gamma::Median)),
            ("kernel poly", Edit::Kernel(KernelKind::Poly)),
            ("Kernel Lap", Edit::Kernel(KernelKind::Laplacian)),
            ("components 20", Edit::Number(Parameter::Components, 20.0)),
            ("scale standardize", Edit::Scaling(Scaling::Standardize)),
            ("scale standardise", Edit::Scaling(Scaling::Standardize)),
        ] {
            assert_eq!(
                first(typed).action,
                Action::Run(Command::Edit(edit)),
                "{typed}"
            );
        }
        for (typed, parameter, value) in [
            ("n 800", Parameter::Samples, 800.0),
            ("points n 800", Parameter::Samples, 800.0),
            ("points n = 800", Parameter::Samples, 800.0),
            ("noise 0.1", Parameter::Noise, 0.1),
        ] {
            let edit = Action::Run(Command::Edit(Edit::Number(parameter, value)));
            assert_eq!(first(typed).action, edit);
        }
    }

    #[test]
    fn what_cannot_be_is_refused_in_the_palette() {
        for (typed, reason) in [
            (
                "gamma 0",
                "γ must be a positive number (or auto, or median)",
            ),
            (
                "gamma wide",
                "γ must be a positive number (or auto, or median)",
            ),
            ("degree 4", "The RBF kernel has no degree"),
            (
                "kernel gauss",
                &format!(
                    "Kernel must be one of {}",
                    KernelKind::ALL.map(KernelKind::name).join(", ")
                ),
            ),
        ] {
            let entry = first(typed);
            assert_eq!(
                (entry.label.as_str(), entry.action),
                (reason, Action::Refuse)
            );
        }
    }

    #[test]
    fn the_beginning_of_a_name_says_what_to_type() {
        let entry = first("gam");
        assert_eq!(entry.action, Action::Complete("gamma ".into()));
        assert_eq!(entry.note, "now 15");
        assert!(entry.label.contains("positive number, auto or median"));
        let kernels = app().palette("kernel ");
        let kinds = kernels
            .iter()
            .take_while(|e| e.label.starts_with("Kernel: "));
        assert_eq!(kinds.count(), KernelKind::ALL.len());
        let data = app().palette("data wine").remove(0);
        let wine = Source::Builtin(tabular::Builtin::Wine);
        assert_eq!(data.action, Action::Run(Command::Edit(Edit::Source(wine))));
    }

    #[test]
    fn commands_are_still_found_by_their_words() {
        let swiss = first("swiss");
        assert_eq!(swiss.action, Action::Run(Command::Example("swiss-roll")));
        // The whole name before longer ones.
        let wine: Vec<String> = app()
            .palette("wine")
            .into_iter()
            .map(|it| it.label)
            .collect();
        assert_eq!(wine[..2], ["Example: Wine", "Data: Wine"]);
        assert_eq!(first("denoising").label, "Add panel: Denoising");
        // Not "Highlight the pointer".
        assert_eq!(first("light").label, "Theme: light");
        let all = app().palette("");
        assert_eq!(all.len(), Command::listed().len());
        assert!(app().palette("no such thing").is_empty());
    }

    #[test]
    fn words_of_the_field_and_names_of_data_are_found() {
        for (typed, wanted) in [
            ("wine", "Data: Wine"),
            ("moons", "Data: Half moons"),
            ("scree", "Save picture of Eigenvalue spectrum"),
            ("elbow", "Maximise Eigenvalue spectrum"),
            ("loadings", "Feature influence"),
            ("outlier", "Novelty"),
            ("bandwidth", "Set σ to"),
            ("how many", "Set Components to"),
            ("figure", "Save picture…"),
            ("compare", "A against B"),
            ("what drives pc1", "Add panel: Loadings"),
        ] {
            let found = app().palette(typed);
            let has = |entry: &PaletteEntry| entry.label.contains(wanted);
            let labels: Vec<&str> = found.iter().map(|entry| entry.label.as_str()).collect();
            assert!(found.iter().any(has), "{typed}: {labels:?}");
        }
    }

    #[test]
    fn everyday_words_give_the_obvious_command_first() {
        let mut app = app();
        app.apply(Command::Example("iris-rbf"));
        app.tick(0.0);
        let expected = [
            ("paste", "Open by path…"),
            ("copy", "Copy picture"),
            ("screenshot", "Save picture…"),
            ("dark", "Theme: dark"),
            ("zoom", "Zoom in"),
            ("colour blind", "Shapes for classes on or off"),
            ("sigma", "Set σ to a positive number"),
            ("bandwidth", "Set σ to a positive number"),
            ("centre", "Centring: about the mean"),
            ("normalise", "Normalised: no"),
            ("outlier", "Example: One outlier"),
            ("cluster", "Example: Elongated clusters"),
            ("labels", "Colour by: species"),
            ("save picture", "Save picture…"),
            ("share", "Copy setup as a line"),
            ("copy link", "Copy setup as a line"),
            ("reset", "Reset layout"),
            ("standardise", "Scaling: Standardise"),
            ("standardize", "Scaling: Standardise"),
            ("scale", "Scaling: None"),
            ("missing", "Missing: Leave out rows"),
            ("gaps", "Missing: Leave out rows"),
            ("header", "Columns…"),
            ("sheet", "Columns…"),
            ("drop", "Leave out column: sepal length (cm)"),
            ("exclude", "Leave out column: sepal length (cm)"),
        ];
        let found = expected.map(|(typed, _)| (typed, app.palette(typed).remove(0).label));
        assert_eq!(
            found,
            expected.map(|(typed, label)| (typed, label.to_owned()))
        );
    }

    #[test]
    fn what_can_be_done_comes_first() {
        for typed in ["un", "pin", "swap", "lesson", "rows"] {
            let found = app().palette(typed);
            let can = |entry: &PaletteEntry| entry.action != Action::Unavailable;
            let first_not = found.iter().position(|entry| !can(entry));
            let last_can = found.iter().rposition(can);
            assert!(
                first_not.is_none_or(|not| last_can.is_none_or(|can| can < not)),
                "{typed}"
            );
        }
    }
}
