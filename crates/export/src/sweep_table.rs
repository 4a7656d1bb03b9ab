//! Tables of sweeps.

use std::path::Path;

use nalgebra::DMatrix;

use crate::{
    Result,
    sheet::{CellForm, Sheet},
};
use explorer::{
    analysis::{Analysis, JudgedPoint, SweepJudge},
    view::TidyTable,
};
use kernel_pca::{
    objects::Labels,
    sweep::{SweepPoint, SweepQuestion},
};

/// Bytes of the file called `path`, its cells in this form, with a row for each value of a sweep: the value, under its
/// parameter's name; how well the first q components predict the label, as `separation` (0–1) of classes or `r_squared`
/// of a number (empty without labels); `pre_image_error` and `held_out_accuracy` by q components (`held_out_r_squared`
/// of a number) where `judges` has them; eigenvalues, then shares of the variance (empty where a method has none).
///
/// # Errors
/// When the table has no room in that format.
pub fn sweep_file(
    (path, form): (&Path, CellForm),
    question: &SweepQuestion,
    (labels, judges): (&Labels, &[SweepJudge]),
    points: &[JudgedPoint],
    q: usize,
) -> Result<Vec<u8>> {
    let plain = points.iter().map(|it| &it.point);
    let found: Vec<(f64, &SweepPoint)> = question.values.iter().copied().zip(plain).collect();
    let of_number = matches!(labels, Labels::Continuous { .. });
    let judged = judges.iter().map(|judge| {
        let value = |it: &JudgedPoint| match judge {
            SweepJudge::PreImageError => it.pre_image_error,
            SweepJudge::HeldOutAccuracy => {
                let last = it.held_out.len().min(q.max(1)).checked_sub(1);
                last.map(|last| it.held_out[last].mean)
            }
        };
        let name = match judge {
            SweepJudge::PreImageError => "pre_image_error",
            SweepJudge::HeldOutAccuracy if of_number => "held_out_r_squared",
            SweepJudge::HeldOutAccuracy => "held_out_accuracy",
        };
        (name, points.iter().map(value).collect())
    });
    let judged: Vec<JudgedColumn> = judged.collect();
    let sheet = sweep_sheet(question, labels, &found, (q, &judged));
    Ok(sheet.file(path, form)?)
}

/// Name of a column of one judge of the sweep's values, with a score for each value; `None` makes an empty cell.
type JudgedColumn = (&'static str, Vec<Option<f64>>);

/// Table of a sweep's results at the values in `found`.
fn sweep_sheet(
    question: &SweepQuestion,
    labels: &Labels,
    found: &[(f64, &SweepPoint)],
    (q, judged): (usize, &[JudgedColumn]),
) -> Sheet {
    let score = match labels {
        Labels::Continuous { .. } => "r_squared",
        Labels::Classes { .. } | Labels::None => "separation",
    };
    let k = found.iter().map(|(_, point)| point.eigenvalues.len()).max();
    let k = k.unwrap_or(0);
    let numbered = |name: &'static str| (1..=k).map(move |j| format!("{name}_{j}"));
    let mut names = vec![question.parameter.name().to_owned(), score.to_owned()];
    names.extend(judged.iter().map(|(name, _)| (*name).to_owned()));
    let first = names.len();
    names.extend(numbered("eigenvalue").chain(numbered("ratio")));
    let numbers = DMatrix::from_fn(found.len(), names.len(), |i, j| {
        let (value, point) = found[i];
        let cell = match j {
            0 => Some(value),
            1 => point.separation_by(q).map(|score| score.mean),
            _ if j < first => judged[j - 2].1[i],
            _ if j < first + k => point.eigenvalues.get(j - first).copied(),
            _ => point.shares.get(j - first - k).copied(),
        };
        cell.unwrap_or(f64::NAN)
    });
    Sheet::new(names, numbers)
}

/// Table of the values that the sweep of a result has reached; empty where there is none.
pub(super) fn swept(analysis: &Analysis, q: usize) -> Sheet {
    let Some(sweep) = &analysis.explain.sweep else {
        return TidyTable::default().into();
    };
    let all = sweep.question.values.iter().zip(&sweep.points);
    let found = all.filter_map(|(value, point)| Some((*value, point.as_ref()?.as_ref().ok()?)));
    let found: Vec<(f64, &SweepPoint)> = found.collect();
    sweep_sheet(&sweep.question, &analysis.dataset.labels, &found, (q, &[]))
}
