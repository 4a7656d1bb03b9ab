//! Remedies: buttons of the line on top, as commands.

use super::{App, Command, Edit, Parameter, Pick};
use explorer::{
    insight::Remedy,
    setup::{HowMany, Panel, Setup},
    view::why,
};
use kernel_pca::{kernel::Gamma, objects::Scaling};
use lessons::shipped;

impl App {
    /// Command that carries out a remedy for what is shown.
    #[must_use]
    pub fn carry_out(&self, remedy: &Remedy) -> Option<Command> {
        let analysis = self.analysis()?;
        let edit = match remedy {
            Remedy::MedianGamma(_) => Edit::Gamma(Gamma::Median),
            Remedy::Gamma(gamma) => Edit::Gamma(Gamma::Value(*gamma)),
            Remedy::SeparatingGamma(found) => Edit::Gamma(Gamma::Value(found.gamma)),
            Remedy::Standardize => Edit::Scaling(Scaling::Standardize),
            Remedy::LeaveOut(name) => {
                let names = analysis.dataset.feature_names.iter();
                Edit::Features(Some(names.filter(|it| *it != name).cloned().collect()))
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
        Some(Command::Edit(edit))
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
