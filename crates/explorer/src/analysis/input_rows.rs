//! Rows of a dataset in the form that a method starts from.

use std::borrow::Cow;

use nalgebra::DMatrix;

use super::Analysis;
use crate::{Error, Result};
use kernel_pca::{
    method::{Method, RowForm},
    objects::{GivenQuantity, InputRows, ObjectKind, Objects},
};
use tabular::Dataset;

/// Rows in the form that `method` takes, out of a dataset that holds such objects; `x` has them as the kernel takes them:
/// scaled features (n × d), or a given matrix (n × n).
///
/// # Errors
/// [`Error::Unsuited`] with the reason in one line for which there is no such form.
pub(super) fn rows_for<'a>(
    method: Method,
    holds: ObjectKind,
    dataset: &'a Dataset,
    x: &'a DMatrix<f64>,
) -> Result<InputRows<'a>> {
    let form = method.spec().takes;
    if let Some(lack) = form.lack(holds) {
        return Err(Error::Unsuited(lack.to_owned()));
    }
    Ok(match (holds, &dataset.objects) {
        _ if form == RowForm::AsTheyCame => InputRows::Features(&dataset.x),
        (_, Objects::Graph(graph)) => InputRows::Graph(graph),
        (ObjectKind::Matrix(GivenQuantity::Distances), _) => InputRows::Distances(Cow::Borrowed(x)),
        (ObjectKind::Matrix(GivenQuantity::KernelValues), _) => {
            InputRows::of_kernel_values(x).map_err(|[i, j]| {
                let id = |row: usize| dataset.row_ids.get(row).copied().unwrap_or(row) + 1;
                let (i, j) = (id(i), id(j));
                Error::Unsuited(format!(
                    "by this kernel matrix the squared distance of rows {i} and {j} is negative, and has no root"
                ))
            })?
        }
        (ObjectKind::Vectors | ObjectKind::Strings | ObjectKind::Graph, _) => {
            InputRows::Features(x)
        }
    })
}

impl Analysis {
    /// Rows in the form that a method takes.
    ///
    /// # Errors
    /// [`Error::Unsuited`] with the reason in one line for which these data have no such form.
    pub fn rows_for(&self, method: Method) -> Result<InputRows<'_>> {
        rows_for(method, self.kernel.kind().takes(), &self.dataset, &self.x)
    }
}
