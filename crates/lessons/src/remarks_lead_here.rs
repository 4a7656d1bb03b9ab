//! Lessons to which remarks on results lead.

use explorer::{
    insight::{Agreement, Insight},
    view::why,
};
use kernel_pca::method::Method;

use crate::find_lesson;

#[test]
fn every_reason_is_two_sentences_and_names_a_step_that_is_there() {
    let insights = [
        Insight::NoDifference,
        Insight::Identifier { name: "id".into() },
        Insight::FewColumns {
            name: "a".into(),
            count: 1,
            of: 3,
            share: 0.95,
        },
        Insight::RowsRepeat(0.6),
        Insight::Negative(-0.1),
        Insight::EqualsLinear {
            difference: 0.01,
            why: Agreement::SmallGamma,
        },
        Insight::EqualsLinear {
            difference: 0.0,
            why: Agreement::LinearKernel,
        },
        Insight::NearlyDiagonal(0.1),
        Insight::FewRows { rows: 3, of: 90 },
        Insight::NearlyConstant(0.001),
        Insight::Pieces {
            method: Method::Isomap,
            pieces: 3,
            neighbors: Some(12),
        },
        Insight::OneRow {
            method: Method::Pca,
            component: 0,
            row: 3,
            called: "Hutt".into(),
            share: 0.6,
        },
        Insight::Distances,
        Insight::Gaps {
            rows: 238,
            of: 3201,
            sparse: None,
        },
        Insight::UnitsDiffer(31.0),
        Insight::LinearSeparates {
            linear: 0.9,
            kernel: 0.7,
        },
        Insight::OtherGamma {
            other: 0.9,
            now: 0.7,
        },
        Insight::EqualComponents { first: 0, end: 2 },
        Insight::ManyComponents {
            share: 0.1,
            standing_out: None,
        },
    ];
    for insight in insights {
        let (text, lesson) = why(&insight);
        assert_eq!(
            text.matches(". ").count() + text.matches("? ").count(),
            1,
            "{text}"
        );
        assert!(text.ends_with('.'), "{text}");
        if let Some((name, heading)) = lesson {
            let found = find_lesson(name).unwrap().1;
            let mut steps = found.steps.iter();
            assert!(
                steps.any(|step| step.heading.starts_with(heading)),
                "{name}: {heading}"
            );
        }
    }
}
