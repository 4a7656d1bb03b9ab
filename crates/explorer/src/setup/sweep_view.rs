//! Choices of a sweep: its parameter, curves and pictures.

use serde::{Deserialize, Serialize};

use super::{ScoreAxes, Setup, View};
use kernel_pca::{
    kernel::KernelParams,
    method::Method,
    sweep::{GridRows, SweptParameter},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SweepView {
    /// Parameter that is swept; `None` takes the first that the kernel has.
    pub parameter: Option<SweptParameter>,
    pub curves: SweepCurves,
    /// Number of values at which the picture is shown side by side.
    pub multiples: usize,
    /// Quantity that differs from row to row of a grid of pictures; `None` where pictures stand in no grid.
    pub second: Option<GridRows>,
    /// Number of rows and of columns of a grid.
    pub side: usize,
    pub play: PlayView,
}

/// Way in which the parameter runs through its range when it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayView {
    /// Duration of a run from one end to the other, in seconds.
    pub seconds: u32,
    /// True where the run goes back to the start.
    pub back: bool,
    /// True where the run is repeated without end.
    pub again: bool,
    /// True where the run pauses at values that a criterion marks.
    pub rests: bool,
}

impl PlayView {
    pub const MOST_SECONDS: u32 = 600;
}

impl Default for PlayView {
    fn default() -> Self {
        Self {
            seconds: 12,
            back: true,
            again: true,
            rests: false,
        }
    }
}

impl SweepView {
    /// Numbers of pictures that may stand side by side.
    pub const MULTIPLES: [usize; 3] = [5, 7, 9];
    /// Numbers of rows and columns that a grid may have.
    pub const SIDES: [usize; 3] = [3, 4, 5];
}

impl Default for SweepView {
    fn default() -> Self {
        Self {
            parameter: None,
            curves: SweepCurves::default(),
            multiples: 9,
            second: None,
            side: 3,
            play: PlayView::default(),
        }
    }
}

/// Choice of the curves that share an axis of the sweep's chart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SweepCurves {
    /// Accuracy of predicting the label, and share of the variance in the first two components.
    #[default]
    Shares,
    /// Number of components that reach the threshold α.
    Components,
    Eigenvalues,
    /// Accuracy of predicting the label of held-out rows and error of rebuilding them, by cross-validation; for γ
    /// alone.
    HeldOut,
    /// Mean squared error of the rows' pre-images in the input.
    PreImages,
}

impl View {
    /// Parameters that a sweep can run through with this kernel: its own, and those of a method in sight; each
    /// with the method it belongs to.
    #[must_use]
    pub fn sweepable(&self, kernel: &KernelParams) -> Vec<(SweptParameter, Method)> {
        let of_kernel = kernel.parameters().into_iter();
        let of_kernel =
            of_kernel.map(|parameter| (SweptParameter::Kernel(parameter), Method::Kpca));
        let holds = kernel.kind.takes();
        let with_neighbors = self
            .methods()
            .find(|method| method.uses_neighbors_of(holds));
        let neighbors = with_neighbors.map(|method| (SweptParameter::Neighbors, method));
        of_kernel.chain(neighbors).collect()
    }

    /// Swept parameter and the method whose components are computed; `None` where there is no parameter.
    #[must_use]
    pub fn swept(&self, kernel: &KernelParams) -> Option<(SweptParameter, Method)> {
        let all = self.sweepable(kernel);
        let chosen = |(swept, _): &&(SweptParameter, Method)| Some(*swept) == self.sweep.parameter;
        all.iter().find(chosen).or(all.first()).copied()
    }

    /// Quantities that can differ from row to row in a grid with this kernel: its other parameters, or the
    /// components.
    #[must_use]
    pub fn seconds(&self, kernel: &KernelParams) -> Vec<GridRows> {
        let Some((first, method)) = self.swept(kernel) else {
            return vec![];
        };
        let all = self.sweepable(kernel).into_iter();
        let others = all.filter(|(swept, of)| *swept != first && *of == method);
        let others = others.map(|(swept, _)| GridRows::Parameter(swept));
        others.chain([GridRows::Components]).collect()
    }

    /// Quantity that differs from row to row; `None` where pictures stand in no grid.
    #[must_use]
    pub fn second(&self, kernel: &KernelParams) -> Option<GridRows> {
        let second = self.sweep.second?;
        self.seconds(kernel).contains(&second).then_some(second)
    }
}

impl Setup {
    /// Sets the quantity that differs from row to row of a grid to its value at the position `place` on its axis.
    pub fn sweep_rows_to(&mut self, place: f64) {
        let Some((_, method)) = self.view.swept(&self.kernel) else {
            return;
        };
        match self.view.second(&self.kernel) {
            Some(GridRows::Parameter(swept)) => self.set_at(swept, method, place),
            Some(GridRows::Components) => {
                let first = place.clamp(1.0, 1e6) as usize - 1;
                self.view
                    .set_axes(method, ScoreAxes::Pair(first, first + 1));
            }
            None => {}
        }
    }

    /// Sets the swept parameter to its value at the position `place` on its axis.
    pub fn sweep_to(&mut self, place: f64) {
        if let Some((swept, method)) = self.view.swept(&self.kernel) {
            self.set_at(swept, method, place);
        }
    }

    fn set_at(&mut self, swept: SweptParameter, method: Method, place: f64) {
        let value = swept.at(place);
        if swept.rule().allows(value) {
            swept.set(value, method, &mut self.kernel, &mut self.manifold);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::list::Panel;
    use kernel_pca::kernel::{Gamma, KernelKind, KernelParameter};

    #[test]
    fn a_place_on_the_axis_is_a_value() {
        let mut setup = Setup::welcome();
        setup.sweep_to(0.5);
        assert_eq!(setup.kernel.gamma, Gamma::Value(3.16));
        setup.sweep_to(f64::MAX);
        assert_eq!(setup.kernel.gamma, Gamma::Value(3.16));
        setup.kernel.kind = KernelKind::Poly;
        setup.view.sweep.parameter = Some(SweptParameter::Kernel(KernelParameter::Degree));
        setup.sweep_to(4.4);
        setup.sweep_to(0.2);
        assert_eq!(setup.kernel.degree, 4);
        setup.view.sweep.parameter = Some(SweptParameter::Kernel(KernelParameter::Coef0));
        setup.sweep_to(-1.2345);
        assert_eq!(setup.kernel.coef0, -1.23);
    }

    #[test]
    fn what_the_kernel_lacks_is_not_swept() {
        let mut view = View::default();
        let kernel = |kind| KernelParams {
            kind,
            ..KernelParams::default()
        };
        let poly = kernel(KernelKind::Poly);
        view.sweep.parameter = Some(SweptParameter::Kernel(KernelParameter::Degree));
        assert_eq!(
            view.swept(&poly),
            Some((
                SweptParameter::Kernel(KernelParameter::Degree),
                Method::Kpca
            ))
        );
        let rbf = kernel(KernelKind::Rbf);
        assert_eq!(
            view.swept(&rbf),
            Some((SweptParameter::GAMMA, Method::Kpca))
        );
        let linear = kernel(KernelKind::Linear);
        assert_eq!(view.swept(&linear), None);
        view.panels.push(Panel::Isomap);
        let neighbors = Some((SweptParameter::Neighbors, Method::Isomap));
        assert_eq!(view.swept(&linear), neighbors);
    }
}
