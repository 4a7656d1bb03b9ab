//! What the explaining panels need, computed for those that are wanted and kept while it holds.

use std::sync::Arc;

use nalgebra::DMatrix;

use crate::{
    data::{Dataset, Labels, Scaler},
    explain::{
        Field, KernelMap, LevelLine, Plane, field, kernel_map::Limits, level_lines, round_levels,
        separation,
    },
    kpca::{Cancelled, FitError, KernelPca, Tier},
    pca::Pca,
    setup::{ContourView, KernelMatrixView, Panel, RowOrder, View},
};

/// `None` stands where nothing was wanted, or where the data do not allow it.
#[derive(Debug, Clone, Default)]
pub struct Explain {
    pub pca_contours: Option<Arc<Contours>>,
    pub kpca_contours: Option<Arc<Contours>>,
    pub kernel_map: Option<Arc<KernelMap>>,
    pub separation: Option<Arc<Separation>>,
}

/// Maps of components over a plane in input space.
#[derive(Debug, Clone, PartialEq)]
pub struct Contours {
    pub plane: Plane,
    /// Where the other columns are fixed, in words; empty when there are none.
    pub fixed: String,
    pub maps: Vec<ContourMap>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ContourMap {
    pub field: Field,
    /// Smallest and largest value of the field.
    pub range: [f64; 2],
    pub lines: Vec<LevelLine>,
}

/// Leave-one-out accuracy for q = 1, 2, … components.
#[derive(Debug, Clone, PartialEq)]
pub struct Separation {
    pub pca: Vec<f64>,
    pub kpca: Vec<f64>,
}

/// The fitted numbers that explanations are drawn from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fitted<'a> {
    pub dataset: &'a Arc<Dataset>,
    pub scaler: &'a Scaler,
    pub x: &'a Arc<DMatrix<f64>>,
    pub pca: &'a Arc<Pca>,
    pub kpca: &'a Arc<KernelPca>,
    pub tier: Tier,
}

/// The last explanations with what each was made from.
#[derive(Debug, Default)]
pub(super) struct Explainer {
    pca_contours: Kept<(Arc<Pca>, MapKey), Contours>,
    kpca_contours: Kept<(Arc<KernelPca>, MapKey), Contours>,
    kernel_map: Kept<(Arc<KernelPca>, KernelMatrixView), KernelMap>,
    separation: Kept<(Arc<KernelPca>, Arc<Dataset>), Separation>,
}

/// What something was made from, and what came of it.
type Kept<From, T> = Option<(From, Option<Arc<T>>)>;

type MapKey = ([usize; 2], ContourView, Tier);

/// Cells along a side of a map.
fn map_side(tier: Tier) -> usize {
    match tier {
        Tier::Preview => 48,
        Tier::Exact => 160,
    }
}

fn kernel_map_limits(tier: Tier) -> Limits {
    match tier {
        Tier::Preview => Limits {
            side: 128,
            rows: 512,
        },
        Tier::Exact => Limits {
            side: 256,
            rows: 2048,
        },
    }
}

/// Level lines in a map, about.
const LEVELS: usize = 12;

impl Explainer {
    /// What `view` asks for.
    pub fn run(
        &mut self,
        fitted: Fitted<'_>,
        view: &View,
        cancelled: Cancelled<'_>,
    ) -> Result<Explain, FitError> {
        let wants = |panel| view.panels.contains(&panel);
        let mut explain = Explain::default();
        if wants(Panel::PcaContours) {
            explain.pca_contours = self.pca_contours(fitted, view, cancelled)?;
        }
        if wants(Panel::KpcaContours) {
            explain.kpca_contours = self.kpca_contours(fitted, view, cancelled)?;
        }
        if wants(Panel::KernelMatrix) {
            explain.kernel_map = self.kernel_map(fitted, &view.kernel_matrix, cancelled)?;
        }
        if wants(Panel::Separation) || wants(Panel::Pca) || wants(Panel::Kpca) {
            explain.separation = self.separation(fitted);
        }
        Ok(explain)
    }

    fn pca_contours(
        &mut self,
        fitted: Fitted<'_>,
        view: &View,
        cancelled: Cancelled<'_>,
    ) -> Result<Option<Arc<Contours>>, FitError> {
        let Fitted {
            scaler, pca, tier, ..
        } = fitted;
        let key = map_key(view, tier);
        if let Some(((from, known), contours)) = &self.pca_contours
            && Arc::ptr_eq(from, pca)
            && *known == key
        {
            return Ok(contours.clone());
        }
        let contours = contours(
            fitted.dataset,
            view,
            pca.eigenvalues.len(),
            |plane, which| field::pca_fields(pca, scaler, plane, map_side(tier), which, cancelled),
        )?;
        self.pca_contours = Some(((Arc::clone(pca), key), contours.clone()));
        Ok(contours)
    }

    fn kpca_contours(
        &mut self,
        fitted: Fitted<'_>,
        view: &View,
        cancelled: Cancelled<'_>,
    ) -> Result<Option<Arc<Contours>>, FitError> {
        let Fitted {
            scaler, kpca, tier, ..
        } = fitted;
        let key = map_key(view, tier);
        if let Some(((from, known), contours)) = &self.kpca_contours
            && Arc::ptr_eq(from, kpca)
            && *known == key
        {
            return Ok(contours.clone());
        }
        let contours = contours(
            fitted.dataset,
            view,
            kpca.eigenvalues.len(),
            |plane, which| {
                field::kpca_fields(kpca, scaler, plane, map_side(tier), which, cancelled)
            },
        )?;
        self.kpca_contours = Some(((Arc::clone(kpca), key), contours.clone()));
        Ok(contours)
    }

    fn kernel_map(
        &mut self,
        fitted: Fitted<'_>,
        view: &KernelMatrixView,
        cancelled: Cancelled<'_>,
    ) -> Result<Option<Arc<KernelMap>>, FitError> {
        let Fitted {
            dataset,
            x,
            kpca,
            tier,
            ..
        } = fitted;
        if let Some(((from, known), map)) = &self.kernel_map
            && Arc::ptr_eq(from, kpca)
            && known == view
        {
            return Ok(map.clone());
        }
        let order = row_order(dataset, kpca, view.order);
        let limits = kernel_map_limits(tier);
        let map = KernelMap::of(kpca.kernel, x, &order, view.centered, limits, cancelled)?;
        let map = Some(Arc::new(map));
        self.kernel_map = Some(((Arc::clone(kpca), view.clone()), map.clone()));
        Ok(map)
    }

    fn separation(&mut self, fitted: Fitted<'_>) -> Option<Arc<Separation>> {
        let Fitted {
            dataset, pca, kpca, ..
        } = fitted;
        if let Some(((from, labelled), separation)) = &self.separation
            && Arc::ptr_eq(from, kpca)
            && Arc::ptr_eq(labelled, dataset)
        {
            return separation.clone();
        }
        let separation = separate(&dataset.labels, pca, kpca).map(Arc::new);
        self.separation = Some(((Arc::clone(kpca), Arc::clone(dataset)), separation.clone()));
        separation
    }
}

fn map_key(view: &View, tier: Tier) -> MapKey {
    (view.input, view.contours.clone(), tier)
}

/// The maps that `view` asks for; `None` where there is no plane or no component.
fn contours(
    dataset: &Dataset,
    view: &View,
    components: usize,
    fields: impl FnOnce(&Plane, &[usize]) -> Result<Vec<Field>, FitError>,
) -> Result<Option<Arc<Contours>>, FitError> {
    let ContourView {
        component,
        maps,
        points: _,
        at_row,
    } = view.contours;
    let Some(last) = components.checked_sub(1) else {
        return Ok(None);
    };
    let columns = view.input.map(|j| j.min(dataset.d().saturating_sub(1)));
    let at_row = at_row.filter(|&row| row < dataset.n());
    let at = match at_row {
        Some(row) => dataset.x.row(row).iter().copied().collect(),
        None => dataset.x.row_mean().iter().copied().collect(),
    };
    let Some(plane) = Plane::around(&dataset.x, columns, at) else {
        return Ok(None);
    };
    let first = component.min(last);
    let which: Vec<usize> = (first..=last)
        .take(maps.clamp(1, ContourView::MOST_MAPS))
        .collect();
    let map = |field: Field| {
        let finite = field
            .values
            .iter()
            .copied()
            .filter(|value| value.is_finite());
        let range = finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        });
        ContourMap {
            lines: level_lines(&field, &plane, &round_levels(range, LEVELS)),
            range,
            field,
        }
    };
    let maps = fields(&plane, &which)?.into_iter().map(map).collect();
    let fixed = match at_row {
        _ if dataset.d() <= 2 => String::new(),
        Some(row) => format!("other columns as in row {}", dataset.row_ids[row]),
        None => "other columns at their means".to_owned(),
    };
    Ok(Some(Arc::new(Contours { plane, fixed, maps })))
}

fn row_order(dataset: &Dataset, kpca: &KernelPca, order: RowOrder) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..dataset.n()).collect();
    match (order, &dataset.labels) {
        (RowOrder::Source, _) | (RowOrder::Label, Labels::None) => {}
        (RowOrder::Label, Labels::Classes { codes, .. }) => rows.sort_by_key(|&i| codes[i]),
        (RowOrder::Label, Labels::Continuous { values, .. }) => {
            rows.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
        }
        (RowOrder::Component(component), _) => {
            // The scores of one component are in the order of its eigenvector's entries.
            if let Some(last) = kpca.eigenvectors.ncols().checked_sub(1) {
                let vector = kpca.eigenvectors.column(component.min(last));
                rows.sort_by(|&i, &j| vector[i].total_cmp(&vector[j]));
            }
        }
    }
    rows
}

fn separate(labels: &Labels, pca: &Pca, kpca: &KernelPca) -> Option<Separation> {
    let Labels::Classes { codes, .. } = labels else {
        return None;
    };
    let scores = kpca.scores();
    let count = pca.scores.ncols().min(scores.ncols().max(1));
    Some(Separation {
        pca: separation::leave_one_out(&pca.scores.columns(0, count).into_owned(), codes)?,
        kpca: separation::leave_one_out(&scores, codes)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::{Analysis, Analyzer},
        kpca::Solver,
        setup::{Setup, example},
    };

    fn setup(panels: &[Panel]) -> Setup {
        let mut setup = example("half-moons").unwrap().setup;
        setup.view.panels = panels.to_vec();
        setup
    }

    fn run(analyzer: &mut Analyzer, setup: &Setup) -> Analysis {
        analyzer
            .run(setup, Tier::Preview, Solver::Auto, &|| false)
            .unwrap()
    }

    #[test]
    fn only_what_is_wanted_is_computed_and_nothing_twice() {
        let mut analyzer = Analyzer::default();
        let mut setup = setup(&[Panel::Spectrum]);
        let none = run(&mut analyzer, &setup).explain;
        assert!(none.kpca_contours.is_none() && none.separation.is_none());
        setup.view.panels = Panel::ALL.to_vec();
        let first = run(&mut analyzer, &setup).explain;
        setup.view.threshold = 0.5;
        let second = run(&mut analyzer, &setup).explain;
        assert!(Arc::ptr_eq(
            &first.kpca_contours.unwrap(),
            &second.kpca_contours.clone().unwrap()
        ));
        assert!(Arc::ptr_eq(
            &first.kernel_map.unwrap(),
            &second.kernel_map.unwrap()
        ));
        assert!(Arc::ptr_eq(
            &first.separation.unwrap(),
            &second.separation.unwrap()
        ));
        setup.view.contours.component = 1;
        let third = run(&mut analyzer, &setup).explain;
        assert_eq!(third.kpca_contours.unwrap().maps[0].field.component, 1);
    }

    #[test]
    fn rows_are_ordered_by_what_was_asked() {
        let mut analyzer = Analyzer::default();
        let analysis = run(&mut analyzer, &setup(&[]));
        let order = |order| row_order(&analysis.dataset, &analysis.kpca, order);
        assert!(order(RowOrder::Source).is_sorted());
        let Labels::Classes { codes, .. } = &analysis.dataset.labels else {
            panic!("moons have classes")
        };
        assert!(order(RowOrder::Label).iter().map(|&i| codes[i]).is_sorted());
        let scores = analysis.kpca.scores();
        let last = scores.ncols() - 1;
        assert!(
            order(RowOrder::Component(99))
                .iter()
                .map(|&i| scores[(i, last)])
                .is_sorted()
        );
    }

    #[test]
    fn kernel_components_separate_the_moons() {
        let analysis = run(&mut Analyzer::default(), &setup(&[Panel::Separation]));
        let separation = analysis.explain.separation.unwrap();
        assert_eq!(separation.pca.len(), 2);
        assert_eq!(separation.kpca.len(), analysis.kpca.eigenvalues.len());
        assert!(
            separation.pca[1] < 0.9 && separation.kpca[1] > 0.98,
            "{separation:?}"
        );
    }
}
