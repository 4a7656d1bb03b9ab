//! Result in one line: the data, the method, its parameters, accuracy and time.

use std::time::Duration;

use super::{kernel_label, parameters, shown_size, size};
use crate::{analysis::Analysis, presented::Presented};
use chart::{number, rounded};
use kernel_pca::{kpca::Tier, method::Method};

/// Summary of kernel PCA, such as "Half moons · n 500 · d 2 · RBF, γ = 15 · exact in 4.1 ms · residual 3e-11 ✓".
#[must_use]
pub fn summary(analysis: &Analysis) -> String {
    let Analysis {
        dataset,
        kernel,
        kpca,
        tier,
        timings,
        ..
    } = analysis;
    let tier = match tier {
        Tier::Preview | Tier::Refined => "preview",
        Tier::Exact if kpca.accuracy.is_certified() => "exact",
        Tier::Exact => "computed",
    };
    format!(
        "{} · {} · {} · {tier} in {} · residual {}{}",
        dataset.name,
        shown_size(analysis) + &chosen_rows(analysis),
        kernel_label(kernel),
        duration(timings.kpca),
        residual(kpca.accuracy.residual),
        if kpca.accuracy.is_certified() {
            " ✓"
        } else {
            ", not certified"
        },
    )
}

/// Summary of any method, such as "Swiss roll · n 1000 · d 3 · Isomap, k = 12".
#[must_use]
pub fn summary_of(analysis: &Analysis, method: Method) -> String {
    if method == Method::Kpca {
        return summary(analysis);
    }
    let dataset = &analysis.dataset;
    let parameters = parameters(method, analysis).map(|said| format!(", {said}"));
    format!(
        "{} · {} · {}{}",
        dataset.name,
        size(dataset) + &chosen_rows(analysis),
        method.presented().title,
        parameters.unwrap_or_default()
    )
}

/// Rows that were left out by choice, after the size of the data; empty where none were.
fn chosen_rows(analysis: &Analysis) -> String {
    let words = analysis.origin.columns.rows.in_words();
    words.map_or_else(String::new, |words| format!(", {words}"))
}

/// Text of a residual with one significant digit: only its size matters.
fn residual(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    format!("{value:.0e}").replace('-', "−")
}

/// Text of a duration with two significant digits, in the unit that fits.
fn duration(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 {
        format!("{} ms", number(rounded(seconds * 1e3, 1)))
    } else {
        format!("{} s", number(rounded(seconds, 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_take_the_unit_that_fits() {
        assert_eq!(duration(Duration::from_micros(4123)), "4.1 ms");
        assert_eq!(duration(Duration::from_micros(52)), "0.052 ms");
        assert_eq!(duration(Duration::from_millis(1234)), "1.2 s");
    }
}
