//! Order of the rows and resolution for the picture of the kernel matrix.

use crate::setup::RowOrder;
use kernel_pca::{
    explain::kernel_map::MapLimits,
    kpca::{KernelPca, Tier},
    objects::Labels,
};
use tabular::Dataset;

pub(super) fn limits(tier: Tier) -> MapLimits {
    match tier {
        Tier::Preview | Tier::Refined => MapLimits {
            side: 128,
            rows: 512,
        },
        Tier::Exact => MapLimits {
            side: 1024,
            rows: 2048,
        },
    }
}

/// Permutation of the rows for the picture of the kernel matrix; by label, rows without one come last.
pub(super) fn row_order(dataset: &Dataset, kpca: &KernelPca, order: RowOrder) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..dataset.n()).collect();
    match (order, &dataset.labels) {
        (RowOrder::Source, _) | (RowOrder::Label, Labels::None) => {}
        (RowOrder::Label, Labels::Classes { codes, .. }) => {
            rows.sort_by_key(|&i| codes[i].unwrap_or(usize::MAX));
        }
        (RowOrder::Label, Labels::Continuous { values, .. }) => {
            rows.sort_by(|&i, &j| {
                let known = values[i].is_nan().cmp(&values[j].is_nan());
                known.then(values[i].total_cmp(&values[j]))
            });
        }
        (RowOrder::Component(component), _) => {
            // Entries of the eigenvector are ordered as the component's scores.
            if let Some(last) = kpca.eigenvectors.ncols().checked_sub(1) {
                let vector = kpca.eigenvectors.column(component.min(last));
                rows.sort_by(|&i, &j| vector[i].total_cmp(&vector[j]));
            }
        }
    }
    rows
}
