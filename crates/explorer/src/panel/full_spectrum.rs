//! Spectrum with every eigenvalue of kernel PCA, as curves: hundreds of bars would be a grey area.

use super::spectrum::SHARES;
use super::value_axis::{MOST_DOTS, ValueAxis, without_variance};
use crate::{analysis::Analysis, presented::Presented, view::method_paint};
use chart::{Aspect, Axis, Chart, Key, Line, Mark, Paint, Scale, noted};
use kernel_pca::method::Method;

pub(super) fn chart(analysis: &Analysis, values: &[f64], log: bool) -> Chart {
    let kpca = analysis.known_variance_ratio();
    let pca = analysis.pca.explained_variance_ratio();
    let others: Vec<(Method, Vec<f64>)> = Method::ALL
        .into_iter()
        .filter(|method| !method.is_always_there())
        .filter_map(|method| Some((method, analysis.shares(method)?)))
        .collect();
    let all = others.iter().flat_map(|(_, shares)| shares);
    let axis = ValueAxis::new(SHARES, log, kpca.iter().chain(&pca).chain(all).copied());
    let count = |wanted: fn(&f64) -> bool| values.iter().filter(|λ| wanted(λ)).count();
    let [positive, zero, negative] = [
        count(|λ| *λ > 0.0),
        count(|λ| *λ == 0.0),
        count(|λ| *λ < 0.0),
    ];
    let curve = |name: &str, paint, shares: &[f64], wanted: fn(f64) -> bool| {
        let points = shares.iter().enumerate();
        let xy: Vec<[f64; 2]> = points
            .filter(|&(_, &share)| wanted(share))
            .filter_map(|(j, &share)| Some([(j + 1) as f64, axis.height(share)?]))
            .collect();
        Mark::Line(Line {
            dots: xy.len() <= MOST_DOTS,
            ..Line::new(name.to_owned(), paint, xy)
        })
    };
    let paint = method_paint;
    let mut marks = vec![
        curve("linear PCA", paint(Method::Pca), &pca, |_| true),
        curve("kernel PCA", paint(Method::Kpca), &kpca, |share| {
            share >= 0.0
        }),
    ];
    let mut entries = vec![
        (format!("linear PCA: {}", pca.len()), paint(Method::Pca)),
        (format!("kernel PCA: {positive}"), paint(Method::Kpca)),
    ];
    for (method, shares) in &others {
        let name = method.presented().title_in_text;
        marks.push(curve(name, paint(*method), shares, |share| share >= 0.0));
        let positive = shares.iter().filter(|share| **share > 0.0).count();
        entries.push((format!("{name}: {positive} computed"), paint(*method)));
    }
    let n = values.len();
    let mut notes = Vec::new();
    if negative > 0 {
        let name = "negative eigenvalues";
        marks.push(curve(name, Paint::Warning, &kpca, |share| share < 0.0));
        entries.push((format!("negative: {negative}"), Paint::Warning));
        if log {
            notes.push("negative eigenvalues are drawn by their size".to_owned());
        }
    }
    if zero > 0 {
        notes.push(format!("{zero} of {n} eigenvalues are 0 but for rounding"));
    }
    notes.extend(without_variance(analysis));
    let title = format!("Eigenvalue spectrum · all {n}");
    Chart {
        summary: format!(
            "{title}: {positive} positive, {zero} zero and {negative} negative eigenvalues of kernel PCA."
        ),
        title,
        x: Axis::new("component", Scale::Count),
        y: axis.axis,
        aspect: Aspect::Free,
        marks,
        key: Key::legend("eigenvalues above 0", entries),
        note: noted(notes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;

    #[test]
    fn a_whole_spectrum_is_drawn_to_its_end() {
        let mut analysis = testing::classes(6, 3);
        analysis.full_spectrum = Some([4.0, 2.0, 1.0, 0.0, 0.0, -1.0].into());
        for log in [false, true] {
            let values = analysis.full_spectrum.clone().unwrap();
            let chart = chart(&analysis, &values, log);
            testing::assert_drawable(&chart);
            let lines = testing::lines(&chart);
            let [_, kpca, negative] = lines[..] else {
                panic!("three curves")
            };
            assert_eq!(kpca.xy.len(), if log { 3 } else { 5 });
            assert_eq!(negative.xy[0][0], 6.0);
            assert!(chart.note.unwrap().contains("2 of 6 eigenvalues are 0"));
        }
    }
}
