//! Setup that a source starts from in the window, and what it keeps of the one before.

use super::{ContourView, Setup, View};
use kernel_pca::{
    kernel::{Gamma, KernelKind, KernelParams},
    manifold::ManifoldParams,
    objects::{ObjectKind, Scaling},
};
use tabular::{Columns, Seen, Source};

/// Source of the choice whether the columns of a table that is opened are standardised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ScalingBy {
    /// Setup: its own scaling stays.
    #[default]
    Setup,
    /// Data: columns are standardised where their deviations differ much.
    Data,
}

impl Setup {
    /// Setup of a source that nothing was chosen for yet: a kernel for the objects it plainly holds, and every γ
    /// from the data by the median heuristic.
    ///
    /// scikit-learn's 1/d, which the command line and a setup line mean where they say nothing, knows no unit: on most
    /// tables of one's own it gives one clump, or every row on its own.
    #[must_use]
    pub fn starting_with(source: Source) -> Self {
        let takes = source.takes_at_once();
        Self::starting_with_objects(source, takes)
    }

    /// Setup as [`starting_with`](Self::starting_with) gives it, for a source that plainly holds objects of the kind
    /// `takes`; `None` where the kind is not known.
    fn starting_with_objects(source: Source, takes: Option<ObjectKind>) -> Self {
        let mut setup = Self {
            source,
            kernel: KernelParams {
                gamma: Gamma::Median,
                ..KernelParams::default()
            },
            manifold: ManifoldParams {
                gamma: Gamma::Median,
                ..ManifoldParams::default()
            },
            ..Self::default()
        };
        if let Source::Generated(generator) = &setup.source
            && generator.shape.spec().seen == Seen::AlongSecond
        {
            setup.view.look_along_roll();
        }
        if let Some(takes) = takes {
            setup.take(takes);
        }
        setup
    }

    /// Opens another source as [`starting_with`](Self::starting_with) does. Only choices that concern no data stay: the
    /// family of kernels where it can take the new data, the number of components, the arrangement and look of panels.
    pub fn open(&mut self, source: Source) {
        let before = std::mem::take(self);
        // A look into a file takes time, and where it does not answer, all that there is for one.
        let takes = source.takes_at_once();
        *self = Self {
            components: before.components,
            ..Self::starting_with_objects(source, takes)
        };
        self.view = View {
            camera: self.view.camera,
            input: self.view.input,
            input_depth: self.view.input_depth,
            ..before.view.without_data()
        };
        let kind = before.kernel.kind;
        let kind = if kind.takes() == ObjectKind::Vectors && !kind.takes_negative_values() {
            KernelKind::default()
        } else {
            kind
        };
        // The kernel of the source before came with it.
        let came_along = || {
            matches!(kind.takes(), ObjectKind::Strings | ObjectKind::Graph)
                && before.source.takes_at_once().is_some()
        };
        let fits = takes.map_or_else(|| !came_along(), |takes| takes == kind.takes());
        if fits {
            self.kernel = KernelParams {
                kind,
                gamma: Gamma::Median,
                second: None,
                normalize: None,
                center: true,
                ..before.kernel
            };
        }
    }

    /// Resets the choice of columns, as when the same file is read in another way.
    pub fn choose_columns_anew(&mut self) {
        let Self {
            columns,
            new_rows,
            clean_rows,
            view,
            ..
        } = self;
        *columns = Columns::default();
        *new_rows = None;
        *clean_rows = None;
        view.input = View::default().input;
        view.probe = View::default().probe;
        view.node_places.clear();
        view.marking = View::default().marking;
    }

    /// Names, in plain words, of the choices that `before` had made for its data and this setup has not.
    #[must_use]
    pub fn left_behind(&self, before: &Self) -> Vec<String> {
        /// Returns true where a choice was made, and another one now stands in its place.
        fn is_lost<T: Default + PartialEq>(before: &T, now: &T) -> bool {
            *before != T::default() && before != now
        }
        let was_drawn = matches!(before.source, Source::Drawn(_));
        let was_standardized = before.scaling == Scaling::Standardize;
        let (had, has) = (&before.kernel, &self.kernel);
        let [hid, hides] = [before, self].map(|it| &it.view.marking.hidden);
        let choices = [
            (was_drawn && self.source != before.source, "the drawing"),
            (
                was_standardized && self.scaling != before.scaling,
                "standardising",
            ),
            (
                is_lost(&before.added_noise, &self.added_noise),
                "added noise",
            ),
            (is_lost(&had.second, &has.second), "the second kernel"),
            (is_lost(&had.normalize, &has.normalize), "normalising"),
            (!had.center && has.center, "the kernel without centring"),
            (is_lost(&before.new_rows, &self.new_rows), "new rows"),
            (is_lost(&before.clean_rows, &self.clean_rows), "clean rows"),
            (is_lost(hid, hides), "hidden rows"),
            (
                is_lost(&before.columns.rows, &self.columns.rows),
                "rows left out",
            ),
        ];
        let lost = choices.into_iter().filter(|(is_lost, _)| *is_lost);
        let mut left: Vec<String> = lost.map(|(_, name)| name.to_owned()).collect();
        let pins = before.view.pinned.iter();
        let gone = pins.filter(|pin| self.view.pinned(pin.letter) != Some(pin));
        left.extend(gone.map(|pin| format!("pin {}", pin.letter)));
        left
    }
}

impl View {
    /// View reduced to what concerns no data: the arrangement of panels, but for those of pins, and their look.
    fn without_data(self) -> Self {
        let mut tiles = self.arrangement();
        for pin in &self.pinned {
            tiles.close(pin.letter.panel());
        }
        let new = Self::default();
        // Without `..new`: of a new field it is asked whether it concerns data.
        let mut view = Self {
            panels: self.panels,
            tiles: self.tiles,
            spectrum_components: self.spectrum_components,
            spectrum_log: self.spectrum_log,
            spectrum_eigenvalues: self.spectrum_eigenvalues,
            spectrum_shuffled: self.spectrum_shuffled,
            threshold: self.threshold,
            kernel_matrix: self.kernel_matrix,
            separation_components: self.separation_components,
            trust_neighbors: self.trust_neighbors,
            sweep: self.sweep,
            align_signs: self.align_signs,
            shapes: self.shapes,
            contours: ContourView {
                at_row: None,
                ..self.contours
            },
            taken_away: new.taken_away,
            input: new.input,
            input_depth: new.input_depth,
            pca: new.pca,
            kpca: new.kpca,
            manifold: new.manifold,
            camera: new.camera,
            marking: new.marking,
            pointed_at: new.pointed_at,
            mirrored: new.mirrored,
            dot_colour: new.dot_colour,
            novelty_threshold: new.novelty_threshold,
            novelty_confidence: new.novelty_confidence,
            novelty_view: new.novelty_view,
            hide_names: new.hide_names,
            pictures: new.pictures,
            neighbor_graph: new.neighbor_graph,
            node_places: new.node_places,
            probe: new.probe,
            pre_image: new.pre_image,
            denoising: new.denoising,
            reconstruction_space: new.reconstruction_space,
            pinned: new.pinned,
            wishes: new.wishes,
        };
        view.arrange(tiles);
        view
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{panel::Letter, setup::Panel};
    use kernel_pca::{
        kernel::{Join, Normalize, SecondKernel},
        objects::{AddedNoise, NoiseKind},
    };
    use tabular::Builtin;
    use tabular::{Generator, Shape};

    #[test]
    fn nothing_of_other_data_stays_and_all_of_it_is_named() {
        let mut setup = Setup::welcome();
        setup.scaling = Scaling::Standardize;
        setup.added_noise = Some(AddedNoise::new(NoiseKind::Gaussian));
        setup.new_rows = Some(Source::File("new.csv".into()));
        setup.kernel.kind = KernelKind::Poly;
        setup.kernel.degree = 5;
        setup.kernel.center = false;
        setup.kernel.normalize = Some(Normalize::After);
        setup.kernel.second = Some(SecondKernel {
            join: Join::Plus,
            kind: KernelKind::Rbf,
        });
        setup.manifold.neighbors = 30;
        setup.view.input = [3, 4];
        setup.view.spectrum_log = true;
        setup.view.novelty_threshold = Some(0.5);
        setup.view.marking.hidden = [3].into_iter().collect();
        setup.pin(Panel::Kpca);
        let before = setup.clone();
        setup.open(Source::Builtin(Builtin::Iris));

        let mut expected = Setup::starting_with(Source::Builtin(Builtin::Iris));
        assert_eq!(expected.kernel.gamma, Gamma::Median);
        expected.kernel.kind = KernelKind::Poly;
        expected.kernel.degree = 5;
        expected.view.spectrum_log = true;
        assert_eq!(setup.view.panels, expected.view.panels);
        expected.view.tiles.clone_from(&setup.view.tiles);
        assert_eq!(setup, expected);
        assert_eq!(
            setup.left_behind(&before).join(", "),
            "standardising, added noise, the second kernel, normalising, the kernel without centring, new rows, \
             hidden rows, pin A"
        );
        assert!(setup.view.pinned(Letter::A).is_none());
        assert_eq!(setup.left_behind(&setup), Vec::<String>::new());
    }

    #[test]
    fn a_kernel_of_positive_values_is_not_kept_for_other_data() {
        let mut setup = Setup::starting_with(Source::Builtin(Builtin::Wine));
        setup.kernel.kind = KernelKind::Chi2;
        setup.open(Source::Generated(Generator::new(Shape::Moons)));
        assert_eq!(setup.kernel.kind, KernelKind::Rbf);
    }
}
