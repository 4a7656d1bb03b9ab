//! Pinned pictures: analyses of other setups, shown beside the picture and each computed once.

use std::sync::Arc;

use super::{Analysis, Analyzer, Explain, Watch, asked::PinnedQuestion};
use crate::{
    Error,
    panel::Letter,
    setup::{PinnedPicture, Setup},
};
use kernel_pca::{
    kpca::{CancelCheck, FitError, KernelPca, Tier},
    settled,
};
use tabular::{Generator, Source};

/// Pinned picture with its analysis.
#[derive(Debug, Clone)]
pub struct PinnedAnalysis {
    pub picture: PinnedPicture,
    /// Analysis to draw, or the reason for which there is none. Its signs agree with those of the picture beside it
    /// where both show the same rows.
    pub shown: Result<Arc<Analysis>, String>,
    /// True where the pinned picture has the rows of the picture beside it, so that pointing at a row marks it in both.
    pub linked: bool,
    /// Analysis with signs by their definition, or the reason for which there is none.
    exact: Result<Arc<Analysis>, String>,
    /// Entry j is true where component j has another sign in `shown` than in `exact`.
    turned: Vec<bool>,
}

impl Analysis {
    /// Picture pinned under a letter; `None` until it is computed.
    #[must_use]
    pub fn pinned(&self, letter: Letter) -> Option<&PinnedAnalysis> {
        let mut known = self.explain.pinned.iter();
        let found = known.find(|it| it.picture.letter == letter);
        found.map(|it| &**it)
    }

    /// Adds the pinned pictures that are asked for: those that are known, and beside an exact answer also the others whose
    /// panels are visible.
    ///
    /// # Errors
    /// When cancelled.
    pub(super) fn with_pinned(
        mut self,
        asked: &[PinnedQuestion],
        known: &[Arc<PinnedAnalysis>],
        watch: Watch<'_>,
    ) -> Result<Self, FitError> {
        let mut pinned = Vec::new();
        for PinnedQuestion {
            picture,
            is_in_sight,
        } in asked
        {
            let known = known.iter().find(|it| it.picture == *picture);
            let found = match known {
                Some(known) => Arc::clone(known),
                None if *is_in_sight && self.tier == Tier::Exact => {
                    PinnedAnalysis::new(picture, &self, watch)?
                }
                None => continue,
            };
            pinned.push(found.beside(&self, watch.cancelled)?);
        }
        self.explain.pinned = pinned;
        Ok(self)
    }
}

impl PinnedAnalysis {
    fn new(
        picture: &PinnedPicture,
        live: &Analysis,
        watch: Watch<'_>,
    ) -> Result<Arc<Self>, FitError> {
        let PinnedPicture { setup, .. } = picture;
        // A picture that was just pinned is on the screen already, and is not computed again.
        let found = if setup.computes_like(&live.origin) {
            let origin = Arc::new(setup.clone());
            explained_anew(live, Arc::clone(&live.kpca), &origin, watch.cancelled)
                .map_err(Error::from)
        } else {
            Analyzer::new(watch.memory).run(setup, Tier::Exact, watch.cancelled)
        };
        let exact = settled(found)?.map(Arc::new);
        Ok(Arc::new(Self {
            picture: picture.clone(),
            shown: exact.clone(),
            linked: false,
            exact,
            turned: vec![],
        }))
    }

    /// Turns the signs to agree with those of the picture `live`, where both have the same rows.
    fn beside(
        self: &Arc<Self>,
        live: &Analysis,
        cancelled: CancelCheck<'_>,
    ) -> Result<Arc<Self>, FitError> {
        let Ok(exact) = &self.exact else {
            return Ok(Arc::clone(self));
        };
        let linked = same_rows(exact, live);
        let mut turned = vec![];
        if linked {
            turned = exact.kpca.turned_against(&live.kpca.eigenvectors);
            // No entries are kept after the last component that is turned.
            turned.truncate(turned.iter().rposition(|it| *it).map_or(0, |last| last + 1));
        }
        if linked == self.linked && turned == self.turned {
            return Ok(Arc::clone(self));
        }
        let shown = if turned.is_empty() {
            Arc::clone(exact)
        } else {
            let mut kpca = KernelPca::clone(&exact.kpca);
            kpca.agree_with(&live.kpca.eigenvectors);
            Arc::new(explained_anew(
                exact,
                Arc::new(kpca),
                &exact.origin,
                cancelled,
            )?)
        };
        Ok(Arc::new(Self {
            picture: self.picture.clone(),
            shown: Ok(shown),
            linked,
            exact: self.exact.clone(),
            turned,
        }))
    }
}

/// Explains the same data anew, for the view of `origin`, with a fit whose signs were turned. Only results that
/// depend on neither view nor signs are kept.
fn explained_anew(
    analysis: &Analysis,
    kpca: Arc<KernelPca>,
    origin: &Arc<Setup>,
    cancelled: CancelCheck<'_>,
) -> Result<Analysis, FitError> {
    let kept = Explain {
        separation: analysis.explain.separation.clone(),
        embeddings: analysis.explain.embeddings.clone(),
        ..Explain::default()
    };
    let analysis = Analysis {
        kpca,
        explain: kept,
        origin: Arc::clone(origin),
        ..analysis.clone()
    };
    analysis.explained(&origin.view, Watch::new(&Arc::default(), cancelled))
}

/// Returns true where row i of both analyses is the same row of the source. Noise and the like move the points of a
/// generated shape but keep their order.
fn same_rows(a: &Analysis, b: &Analysis) -> bool {
    let place = |source: &Source| match source {
        Source::Generated(generator) => Source::Generated(Generator {
            noise: 0.0,
            factor: 0.0,
            ..generator.clone()
        }),
        other => other.clone(),
    };
    a.dataset.row_ids == b.dataset.row_ids
        && a.dataset.name == b.dataset.name
        && place(&a.origin.source) == place(&b.origin.source)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{panel::Panel, setup::example};
    use kernel_pca::kernel::Gamma;

    fn run(analyzer: &mut Analyzer, setup: &Setup, tier: Tier) -> Analysis {
        let analysis = analyzer.run(setup, tier, &|| false);
        analysis.unwrap()
    }

    #[test]
    fn a_pin_costs_its_fit_once_and_none_where_it_was_just_shown() {
        let mut setup = example("half-moons").unwrap().setup;
        let mut analyzer = Analyzer::default();
        setup.pin(Panel::Kpca);
        let first = run(&mut analyzer, &setup, Tier::Exact);
        let exact = |analysis: &Analysis| analysis.pinned(Letter::A).unwrap().exact.clone();
        assert!(Arc::ptr_eq(&exact(&first).unwrap().kpca, &first.kpca));
        setup.kernel.gamma = Gamma::Value(80.0);
        for tier in [Tier::Preview, Tier::Exact] {
            let next = run(&mut analyzer, &setup, tier);
            assert!(!Arc::ptr_eq(&next.kpca, &first.kpca));
            assert!(Arc::ptr_eq(&exact(&first).unwrap(), &exact(&next).unwrap()));
        }
        // Pinned pictures of an opened session are fitted with signs by definition, and only beside an exact
        // answer.
        let mut opened = Analyzer::default();
        let preview = run(&mut opened, &setup, Tier::Preview);
        assert!(preview.pinned(Letter::A).is_none());
        let later = run(&mut opened, &setup, Tier::Exact);
        let [known, anew] = [&first, &later].map(|it| exact(it).unwrap().kpca.scores());
        assert_eq!(known, anew);
        // A figure of other panels has the pinned picture too.
        let full = preview
            .explained(&setup.view, Watch::new(&Arc::default(), &|| false))
            .unwrap();
        assert!(full.pinned(Letter::A).is_none(), "a preview stays one");
        let full = later
            .explained(&setup.view, Watch::new(&Arc::default(), &|| false))
            .unwrap();
        assert!(full.pinned(Letter::A).is_some());
    }

    #[test]
    fn signs_agree_with_the_picture_beside_it_and_other_data_are_left_alone() {
        let mut setup = example("half-moons").unwrap().setup;
        setup.pin(Panel::Kpca);
        let mut analyzer = Analyzer::default();
        let mut turned = 0;
        for gamma in [2.0, 15.0, 40.0, 150.0, 600.0] {
            setup.kernel.gamma = Gamma::Value(gamma);
            let live = run(&mut analyzer, &setup, Tier::Exact);
            let pinned = live.pinned(Letter::A).unwrap();
            assert!(pinned.linked);
            let shown = pinned.shown.as_ref().unwrap();
            let turned_now = shown.kpca.turned_against(&live.kpca.eigenvectors);
            assert!(!turned_now.contains(&true));
            assert_eq!(shown.kernel.gamma(), Some(15.0));
            turned += usize::from(!pinned.turned.is_empty());
        }
        assert!(turned > 0, "something had to be turned over");
        let mut circles = example("concentric-circles").unwrap().setup;
        circles.view.pinned.clone_from(&setup.view.pinned);
        let panels = setup.view.pinned.iter().map(|pin| pin.letter.panel());
        circles.view.panels.extend(panels);
        let live = run(&mut analyzer, &circles, Tier::Exact);
        let pinned = live.pinned(Letter::A).unwrap();
        assert!(!pinned.linked && pinned.turned.is_empty());
        assert_eq!(pinned.shown.as_ref().unwrap().dataset.name, "Half moons");
    }

    #[test]
    fn what_cannot_be_pinned_any_more_says_why() {
        let mut setup = example("half-moons").unwrap().setup;
        setup.pin(Panel::Kpca);
        setup.view.pinned[0].setup.source =
            Source::File(std::path::PathBuf::from("gone.csv").into());
        let analysis = run(&mut Analyzer::default(), &setup, Tier::Exact);
        let reason = analysis.pinned(Letter::A).unwrap().shown.as_ref().err();
        assert!(reason.unwrap().contains("gone.csv"));
    }
}
