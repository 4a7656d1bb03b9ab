//! Contours of constant projection: maps of components over a plane in input space.

use std::sync::Arc;

use super::asked::MapQuestion;
use chart::round_levels;
use kernel_pca::{
    explain::{Field, Fields, LevelLine, Plane, level_lines},
    kpca::{CancelCheck, FitError, Tier},
    objects::Scaler,
};
use tabular::{Dataset, row_in_words};

/// Maps of components over a plane in input space.
#[derive(Debug, Clone, PartialEq)]
pub struct Contours {
    pub plane: Plane,
    /// Values at which the columns outside the plane are fixed, in words; empty where there are no such columns.
    pub fixed: String,
    pub maps: Vec<ContourMap>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ContourMap {
    pub field: Field,
    /// Smallest and largest value of the field.
    pub range: [f64; 2],
    /// Values of the level lines, ascending and evenly spaced.
    pub levels: Vec<f64>,
    pub lines: Vec<LevelLine>,
}

/// Choices on which contours depend, besides the fitted method.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ContourKey {
    asked: MapQuestion,
    /// Number of cells along each side of a map.
    side: usize,
}

impl ContourKey {
    /// Reduces the request to one map, for quantities that have no components.
    pub(super) fn single(self) -> Self {
        Self {
            asked: MapQuestion {
                component: 0,
                maps: 1,
                ..self.asked
            },
            ..self
        }
    }
}

/// Approximate number of level lines in a map: enough to show the shape, few enough to tell apart.
const LEVELS: usize = 12;

pub(super) fn key(asked: &MapQuestion, tier: Tier) -> ContourKey {
    ContourKey {
        asked: asked.clone(),
        side: match tier {
            Tier::Preview | Tier::Refined => 48,
            Tier::Exact => 160,
        },
    }
}

/// Computes the maps asked for; `None` where there is no plane or no component.
pub(super) fn contours(
    method: &impl Fields,
    dataset: &Dataset,
    scaler: &Scaler,
    key: &ContourKey,
    cancelled: CancelCheck<'_>,
) -> Result<Option<Arc<Contours>>, FitError> {
    let Some(last) = method.components().checked_sub(1) else {
        return Ok(None);
    };
    let asked = &key.asked;
    let columns = asked.columns.map(|j| j.min(dataset.d().saturating_sub(1)));
    let at_row = asked.at_row.filter(|&row| row < dataset.n());
    let at = match at_row {
        Some(row) => dataset.x.row(row).iter().copied().collect(),
        None => dataset.x.row_mean().iter().copied().collect(),
    };
    let Some(mut plane) = Plane::around(&dataset.x, columns, at) else {
        return Ok(None);
    };
    if !method.takes_negative_values() {
        for [low, _] in &mut plane.spans {
            *low = low.max(0.0);
        }
    }
    let which: Vec<usize> = (asked.component.min(last)..=last)
        .take(asked.maps)
        .collect();
    let fields = method.fields(scaler, &plane, key.side, &which, cancelled)?;
    let maps = fields.into_iter().map(|field| map(field, &plane)).collect();
    let fixed = match at_row {
        _ if dataset.d() <= 2 => String::new(),
        Some(row) => format!("other columns as in {}", row_in_words(dataset, row)),
        None => "other columns at their means".to_owned(),
    };
    Ok(Some(Arc::new(Contours { plane, fixed, maps })))
}

fn map(field: Field, plane: &Plane) -> ContourMap {
    let finite = field.values.iter().copied().filter(|v| v.is_finite());
    let range = finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
        [low.min(value), high.max(value)]
    });
    let levels = round_levels(range, LEVELS);
    ContourMap {
        lines: level_lines(&field, plane, &levels),
        levels,
        range,
        field,
    }
}
