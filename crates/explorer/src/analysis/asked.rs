//! Questions of a view to an analysis: the part of the view that computations for its panels receive.

use std::collections::BTreeSet;

use crate::{
    panel::list::{Need, Panel},
    setup::{
        ContourView, DenoisingView, DotColour, ErrorSpace, KernelMatrixView, Mirrored, Paths,
        PinnedPicture, PreImageView, ScoreAxes, View,
    },
};
use kernel_pca::{explain::limits::CONFIDENCE, method::Method};

/// Questions that the panels of a view ask of an analysis. A question that no panel asks is `None`.
///
/// Computations are given these in place of the view, so that two views with equal questions have the same results.
/// Sweeps and shuffled spectra are tasks of their own ([`SweepTask`](super::SweepTask),
/// [`ShuffleTask`](super::ShuffleTask)).
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// Results that are needed beyond the fit.
    pub(super) needs: BTreeSet<Need>,
    /// Methods whose scores are asked for, besides linear and kernel PCA.
    pub(super) methods: Vec<Method>,
    /// True where signs of kernel PCA are turned to agree with those of linear PCA.
    pub(super) align_signs: bool,
    pub(super) mirrored: Mirrored,
    /// True where a panel or a colour reads all rows, so that a preview of a sample is not enough.
    pub(super) every_row: bool,
    pub(super) maps: Option<MapQuestion>,
    pub(super) kernel_matrix: Option<KernelMatrixView>,
    pub(super) trust: Option<TrustQuestion>,
    /// Number q of components by which classes of new rows are judged; `None` where there are no new rows.
    pub(super) judged_by: Option<usize>,
    pub(super) features: Option<FeatureQuestion>,
    pub(super) pre_images: Option<PreImageQuestion>,
    pub(super) denoising: Option<DenoisingQuestion>,
    pub(super) reconstruction: Option<ErrorQuestion>,
    /// Probability, from 0.5 to below 1, that a row like the fitted ones lies within the control limits of Q and T².
    pub(super) confidence: f64,
    pub(super) pinned: Vec<PinnedQuestion>,
}

/// Request for maps of components over the plane of the input plot.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MapQuestion {
    /// Feature columns along the sides of the plane.
    pub columns: [usize; 2],
    /// Row whose values the columns outside the plane take; `None` takes their means.
    pub at_row: Option<usize>,
    /// First component that is mapped, 0-based.
    pub component: usize,
    /// Number of maps.
    pub maps: usize,
}

/// Request to judge how far the plot of each method keeps neighbours and distances of the input.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TrustQuestion {
    /// Number k of neighbours.
    pub neighbors: usize,
    /// Axes of the plots of linear PCA, of kernel PCA, and of all other methods.
    axes: [ScoreAxes; 3],
}

impl TrustQuestion {
    /// Axes of the plot of a method's scores.
    pub fn axes(&self, method: Method) -> ScoreAxes {
        let [pca, kpca, manifold] = self.axes;
        match method {
            Method::Pca => pca,
            Method::Kpca => kpca,
            _ => manifold,
        }
    }
}

/// Request for the influence of single features on the scores that are shown.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FeatureQuestion {
    /// Axes of the plots of kernel PCA and of linear PCA.
    pub axes: [ScoreAxes; 2],
    pub probe: Option<ProbeQuestion>,
    /// Feature along which arrows point; `None` for no arrows.
    pub arrows: Option<usize>,
}

/// Request for the probe: a point of the input whose scores are followed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ProbeQuestion {
    /// Feature columns of the input plot.
    pub input: [usize; 2],
    /// Coordinates of the probe in the input plot, in the units of the data; `None` takes the columns' means.
    pub at: Option<[f64; 2]>,
    /// Row that gives the columns not on the axes of the input plot; `None` takes their means.
    pub row: Option<usize>,
    pub paths: Paths,
}

/// Request for pre-images of a point in the plot of kernel PCA.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PreImageQuestion {
    pub view: PreImageView,
    /// Axes of the plots of kernel PCA and of linear PCA.
    pub axes: [ScoreAxes; 2],
}

/// Request to denoise the rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DenoisingQuestion {
    pub view: DenoisingView,
    /// Penalty α of the ridge regression.
    pub alpha: f64,
}

/// Request for reconstruction errors by number of components.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ErrorQuestion {
    pub space: ErrorSpace,
    /// Penalty α of the ridge regression.
    pub alpha: f64,
}

/// Request for a pinned picture beside the live one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PinnedQuestion {
    pub picture: PinnedPicture,
    /// True where the panel of the pinned picture is shown.
    pub is_in_sight: bool,
}

impl Asked {
    /// Collects the questions of `view`, for data with or without new rows.
    #[must_use]
    pub fn of(view: &View, has_new_rows: bool) -> Self {
        let mut needs: BTreeSet<Need> = view
            .panels
            .iter()
            .filter_map(|panel| panel.needs())
            .filter(|need| *need != Need::Sweep)
            .collect();
        if view.dot_colour == DotColour::Novelty {
            needs.insert(Need::Novelty);
        }
        if view.dot_colour == DotColour::Torn {
            needs.insert(Need::Trust);
        }
        let needs_any = |of: &[Need]| of.iter().any(|need| needs.contains(need));
        let alpha = view.pre_image.alpha;
        let ContourView {
            component,
            maps,
            style: _,
            points: _,
            at_row,
        } = view.contours;
        let probe = view.shows_probe().then_some(ProbeQuestion {
            input: view.input,
            at: view.probe.at,
            row: at_row,
            paths: view.probe.paths,
        });
        let pinned = view.pinned.iter().map(|picture| PinnedQuestion {
            is_in_sight: view.panels.contains(&picture.letter.panel()),
            picture: picture.clone(),
        });
        Self {
            methods: view.methods().collect(),
            align_signs: view.align_signs,
            mirrored: view.mirrored.clone(),
            every_row: view.panels.contains(&Panel::Geometry)
                || view.dot_colour != DotColour::Label,
            maps: needs_any(&[Need::PcaContours, Need::KpcaContours, Need::NoveltyMap]).then_some(
                MapQuestion {
                    columns: view.input,
                    at_row,
                    component,
                    maps: maps.clamp(1, ContourView::MOST_MAPS),
                },
            ),
            kernel_matrix: needs_any(&[Need::KernelMap]).then(|| view.kernel_matrix.clone()),
            trust: needs_any(&[Need::Trust]).then_some(TrustQuestion {
                neighbors: view.trust_neighbors,
                axes: [view.pca, view.kpca, view.manifold],
            }),
            judged_by: has_new_rows.then_some(view.separation_components),
            features: view.explains_features().then_some(FeatureQuestion {
                axes: [view.kpca, view.pca],
                probe,
                arrows: view.probe.arrows,
            }),
            pre_images: needs_any(&[Need::PreImages]).then_some(PreImageQuestion {
                view: view.pre_image,
                axes: [view.kpca, view.pca],
            }),
            denoising: needs_any(&[Need::Denoising, Need::DenoisingCurve]).then_some(
                DenoisingQuestion {
                    view: view.denoising,
                    alpha,
                },
            ),
            reconstruction: needs_any(&[Need::Reconstruction]).then_some(ErrorQuestion {
                space: view.reconstruction_space,
                alpha,
            }),
            confidence: view.novelty_confidence.unwrap_or(CONFIDENCE),
            pinned: pinned.collect(),
            needs,
        }
    }

    /// Returns true where eigenvalues and the scores of a sample of the rows answer all questions.
    pub(super) fn is_of_few(&self) -> bool {
        let Self {
            needs,
            methods,
            every_row,
            features,
            pinned,
            ..
        } = self;
        needs.iter().all(|need| *need == Need::Separation)
            && methods.is_empty()
            && !every_row
            && features.is_none()
            && pinned.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{ContourStyle, Setup};

    fn asked(change: impl FnOnce(&mut View), has_new_rows: bool) -> Asked {
        let mut view = Setup::welcome().view;
        change(&mut view);
        Asked::of(&view, has_new_rows)
    }

    #[test]
    fn what_no_shown_panel_computes_from_is_not_asked() {
        let usual = asked(|_| (), false);
        let same: [fn(&mut View); 7] = [
            |view| view.panels.reverse(),
            |view| view.panels.push(Panel::Sweep),
            |view| view.kpca = ScoreAxes::Pair(2, 3),
            |view| view.contours.at_row = Some(7),
            |view| view.trust_neighbors += 1,
            |view| view.separation_components += 1,
            |view| view.pre_image.alpha *= 2.0,
        ];
        for change in same {
            assert_eq!(asked(change, false), usual);
        }
        let other: [fn(&mut View); 5] = [
            |view| view.panels.push(Panel::KernelMatrix),
            |view| view.panels.push(Panel::Isomap),
            |view| view.panels.push(Panel::Geometry),
            |view| view.dot_colour = DotColour::Torn,
            |view| view.align_signs ^= true,
        ];
        for change in other {
            assert_ne!(asked(change, false), usual);
        }
        let by_more = asked(|view| view.separation_components += 1, true);
        assert_ne!(by_more, asked(|_| (), true), "classes of new rows");
    }

    #[test]
    fn a_look_is_not_asked_and_a_place_is() {
        let maps = |change: fn(&mut View)| {
            asked(
                |view| {
                    view.panels.push(Panel::KpcaContours);
                    change(view);
                },
                false,
            )
        };
        let usual = maps(|_| ());
        assert_eq!(
            maps(|view| view.contours.style = ContourStyle::Lines),
            usual
        );
        assert_ne!(maps(|view| view.contours.at_row = Some(7)), usual);
        assert_ne!(maps(|view| view.input = [1, 0]), usual);
    }
}
