//! Remedies: buttons of the line on top, as commands.

use super::{App, Command, Edit, Parameter, Pick};
use explorer::{
    insight::Remedy,
    setup::{HowMany, Panel, Setup},
    view::why,
};
use kernel_pca::{kernel::Gamma, objects::Scaling};
use lessons::shipped;
use tabular::Missing;

impl App {
    /// Command that carries out a remedy for the picture shown; `None` where it would change nothing or cannot be done.
    #[must_use]
    pub fn carry_out(&self, remedy: &Remedy) -> Option<Command> {
        let analysis = self.analysis()?;
        let edit = match remedy {
            Remedy::MedianGamma(_) => Edit::Gamma(Gamma::Median),
            Remedy::Gamma(gamma) => Edit::Gamma(Gamma::Value(*gamma)),
            Remedy::SeparatingGamma(found) => Edit::Gamma(Gamma::Value(found.gamma)),
            Remedy::Standardize => Edit::Scaling(Scaling::Standardize),
            Remedy::LeaveOut { name, .. } => {
                let table = &analysis.table;
                Edit::Columns(table.columns_without(&self.setup.columns, name).ok()?)
            }
            Remedy::FillGaps(_) => Edit::Missing(Missing::Median),
            Remedy::FitWithout { row, .. } => {
                let row = analysis.dataset.row_ids.binary_search(row).ok()?;
                Edit::Rows(self.rows_without(&[row]))
            }
            Remedy::Kernel(kind) => Edit::Kernel(*kind),
            Remedy::Neighbors(count) => Edit::Number(Parameter::Neighbors, *count as f64),
            Remedy::SelectRow(id) => {
                let row = analysis.dataset.row_ids.binary_search(id).ok()?;
                return Some(Command::Select(vec![row], Pick::Replace));
            }
            Remedy::ShowSweep => self.with_in_sight(Panel::Sweep, self.setup.clone()),
            Remedy::HoldAgainstShuffled => {
                let most = HowMany::LOOKED_AT.min(analysis.rows());
                self.show_components(HowMany::BeyondNoise {
                    kept: most,
                    of: most,
                })
            }
            Remedy::Components(count) => {
                let keeping = self.setup.keeping(*count);
                if keeping == self.setup.how_many() {
                    return None;
                }
                self.show_components(keeping)
            }
        };
        let mut setup = self.setup.clone();
        edit.clone().apply(&mut setup);
        // What is so already is no help.
        (setup != self.setup).then_some(Command::Edit(edit))
    }

    /// Edit that keeps so many components and shows their eigenvalues.
    fn show_components(&self, how_many: HowMany) -> Edit {
        let mut setup = self.setup.clone();
        setup.keep(how_many);
        self.with_in_sight(Panel::Spectrum, setup)
    }

    /// Edit to a setup that shows a panel.
    fn with_in_sight(&self, panel: Panel, mut setup: Setup) -> Edit {
        if !self.visible().contains(&panel) {
            setup.view.bring_into_sight(panel);
        }
        Edit::Everything(Box::new(setup))
    }

    /// Title of the lesson with more on the remark, and the commands that open it at the step about it.
    #[must_use]
    pub fn lesson_on_remark(&self) -> Option<(&'static str, [Command; 2])> {
        let (name, heading) = why(&self.insight()?.insight).1?;
        let shipped = shipped().iter().find(|it| it.name == name)?;
        let lesson = shipped.lesson().ok()?;
        let mut steps = lesson.steps.iter();
        let step = steps.position(|step| step.heading.starts_with(heading));
        let open = [
            Command::Lesson(shipped.name),
            Command::GoToStep(step.unwrap_or_default()),
        ];
        Some((shipped.title, open))
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::worker::Inline;
    use explorer::{insight::Insight, setup::View};
    use kernel_pca::kernel::KernelKind;
    use tabular::{Builtin, Generator, Shape, Source};

    /// Largest number of remedies that are followed one after the other.
    const FOLLOWED: usize = 3;

    /// Starts with a setup and waits for its exact answer.
    fn shown(setup: &Setup) -> App {
        let mut app = App::new(setup.clone(), Box::new(Inline::sweeping()));
        for second in 0..40 {
            app.tick(f64::from(second));
        }
        assert!(app.is_exact(), "{:?}", app.problem());
        app
    }

    fn file(folder: &Path, name: &str, text: String) -> Setup {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        Setup::starting_with(Source::File(path.into()))
    }

    /// CSV table of sixty rows in two classes, with columns `names`; `cell` gives the value at row and column, or
    /// `None` for a gap.
    fn table(names: &str, cell: impl Fn(usize, usize) -> Option<f64>) -> String {
        let width = names.split(',').count() - 2;
        let row = |i: usize| {
            let cells =
                (0..width).map(|j| cell(i, j).map_or_else(String::new, |it| it.to_string()));
            let cells: Vec<String> = cells.collect();
            format!("n{i},{},{}\n", cells.join(","), ["a", "b"][i % 2])
        };
        let rows: String = (0..60).map(row).collect();
        format!("{names}\n{rows}")
    }

    fn cases(folder: &Path) -> Vec<Setup> {
        let wave = |i: usize, j: usize| ((i * (2 * j + 3) + j) as f64).sin() + 2.0 * (i % 2) as f64;
        let moons = |gamma| {
            let mut setup = Setup::starting_with(Source::Generated(Generator {
                n_samples: 60,
                noise: 0.1,
                ..Generator::new(Shape::Moons)
            }));
            setup.kernel.gamma = Gamma::Value(gamma);
            setup
        };
        let mut linear = Setup::starting_with(Source::Builtin(Builtin::Iris));
        linear.kernel.kind = KernelKind::Linear;
        let mut numbered = file(
            folder,
            "id.csv",
            table("name,ID,a,b,kind", |i, j| {
                Some(if j == 0 { i as f64 } else { wave(i, j) })
            }),
        );
        numbered.columns.features = Some(["ID", "a", "b"].map(str::to_owned).to_vec());
        vec![
            file(
                folder,
                "units.csv",
                table("name,a,b,c,kind", |i, j| {
                    Some(wave(i, j) * 30_f64.powi(j as i32 - 1))
                }),
            ),
            file(
                folder,
                "gaps.csv",
                table("name,a,b,c,kind", |i, j| {
                    (j != 1 || i % 3 == 0).then(|| wave(i, j))
                }),
            ),
            file(
                folder,
                "far.csv",
                table("name,a,b,c,kind", |i, j| {
                    Some(if i == 15 { 90.0 } else { wave(i, j) })
                }),
            ),
            numbered,
            linear,
            moons(1e-4),
            moons(1e4),
            moons(15.0),
        ]
    }

    /// Data and parameters, on which advice has its effect.
    fn apart_from_view(app: &App) -> Setup {
        Setup {
            view: View::default(),
            ..app.setup.clone()
        }
    }

    /// Applies each remedy of the remark shown, then those of the result, and so on.
    fn follow(app: &App, before: &[Setup]) {
        let now = apart_from_view(app);
        let mut before = before.to_vec();
        if before.last() != Some(&now) {
            assert!(!before.contains(&now), "back to {now:?}");
            before.push(now);
        }
        if before.len() > FOLLOWED {
            return;
        }
        for help in app.insight().map(|it| it.remedies).unwrap_or_default() {
            let Some(Command::Edit(edit)) = app.carry_out(&help) else {
                continue;
            };
            let mut setup = app.setup.clone();
            edit.apply(&mut setup);
            // A look at other values changes nothing, and is followed once.
            let looks = setup.is_apart_from_places(&app.setup);
            if !looks || !app.visible().contains(&Panel::Sweep) {
                follow(&shown(&setup), &before);
            }
        }
    }

    #[test]
    fn no_advice_leads_back_to_where_it_was_given() {
        let folder = tempfile::tempdir().unwrap();
        for setup in cases(folder.path()) {
            follow(&shown(&setup), &[]);
        }
    }

    #[test]
    fn no_advice_on_a_table_of_the_cases_leads_back() {
        let files = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/cases/files");
        let mut walked = 0;
        for file in fs::read_dir(files).unwrap() {
            let path = file.unwrap().path();
            let setup = Setup::starting_with(Source::File(path.clone().into()));
            let mut app = App::new(setup, Box::new(Inline::sweeping()));
            for second in 0..40 {
                app.tick(f64::from(second));
            }
            // A few are refused until a person says more.
            if app.is_exact() {
                println!("{}", path.display());
                follow(&app, &[]);
                walked += 1;
            }
        }
        assert!(walked > 50, "{walked}");
    }

    #[test]
    fn each_advice_is_a_step_that_helps() {
        let folder = tempfile::tempdir().unwrap();
        let cases = cases(folder.path());
        let [units, gaps, far, numbered, ..] = &cases[..] else {
            panic!("there are more")
        };
        let first = |setup: &Setup| {
            let mut app = shown(setup);
            let found = app.insight().unwrap();
            let command = app.carry_out(&found.remedies[0]).unwrap();
            app.apply(command);
            for second in 40..50 {
                app.tick(f64::from(second));
            }
            (found.insight, app)
        };
        let (insight, app) = first(gaps);
        assert!(
            matches!(
                insight,
                Insight::Gaps {
                    rows: 20,
                    of: 60,
                    sparse: Some(_)
                }
            ),
            "{insight:?}"
        );
        assert_eq!(app.dataset().unwrap().n(), 60);
        let (_, app) = first(units);
        assert_eq!(app.setup.scaling, Scaling::Standardize);
        let (insight, app) = first(numbered);
        assert_eq!(insight, Insight::Identifier { name: "ID".into() });
        assert_eq!(app.dataset().unwrap().feature_names, ["a", "b"]);
        let (insight, app) = first(far);
        assert!(
            matches!(insight, Insight::OneRow { row: 15, .. }),
            "{insight:?}"
        );
        // By its name, and drawn where the components put it.
        assert_eq!(app.setup.columns.rows.left_out_names, ["n15"]);
        let new = app.analysis().unwrap().new.as_ref().unwrap();
        assert_eq!((app.dataset().unwrap().n(), new.rows.n()), (59, 1));
        let title = explorer::view::new_row_title(app.analysis().unwrap(), 0);
        assert_eq!(title, "n15 · b · left out of the fit");
    }
}
