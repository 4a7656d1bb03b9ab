//! One name and one formula for one thing, wherever it stands.

use crate::analysed::analyse;
use explorer::{
    presented::Presented,
    setup::{Components, Panel, Setup, View, examples},
    view::{formula, formula_parts, kernel_label, summary, symbolic},
};
use export::{FigureSpec, Format, render};
use kernel_pca::{
    kernel::{Gamma, Kernel, KernelKind, KernelParameter, KernelParams},
    method::Method,
    objects::{ObjectKind, Scaling},
    sweep::Criterion,
};
use scripts::{Language, script};
use tabular::{Builtin, Generator, Rewritten, Shape, Source};

const README: &str = include_str!("../../README.md");
const WINDOW: &str = include_str!("../../docs/window.md");
const REPORT: &str = include_str!("../../docs/report.md");
const PYTHON: &str = include_str!("../../python/README.md");
const KERNELS: &str = include_str!("../../docs/kernels.md");
const EXAMPLES: &str = include_str!("../../docs/examples.md");

/// Every kernel, with parameters that a formula may leave out and with others.
fn kernels() -> Vec<KernelParams> {
    let values = [(1.0, 2, 0.0), (0.25, 3, -0.5), (2e-7, 1, 1.0)];
    let with = |kind| {
        values.map(|(gamma, degree, coef0)| KernelParams {
            kind,
            gamma: Gamma::Value(gamma),
            degree,
            coef0,
            shape: 1.0 + coef0.abs(),
            ..KernelParams::default()
        })
    };
    let of_features = KernelKind::ALL
        .into_iter()
        .filter(|kind| kind.takes() == ObjectKind::Vectors);
    of_features.flat_map(with).collect()
}

#[test]
fn a_kernel_has_one_formula_everywhere() {
    let spec = FigureSpec {
        panels: vec![Panel::Kpca],
        width: 4000,
        ..FigureSpec::default()
    };
    for kernel in kernels() {
        let moons = Source::Generated(Generator {
            n_samples: 12,
            noise: 0.1,
            ..Generator::new(Shape::Moons)
        });
        let setup = Setup {
            source: if kernel.kind.takes_negative_values() {
                moons
            } else {
                Source::Builtin(Builtin::Iris)
            },
            view: View {
                panels: vec![Panel::Kpca],
                ..View::default()
            },
            components: Components::Count(2),
            kernel,
            ..Setup::default()
        };
        let analysis = analyse(&setup);
        let formula = formula(&analysis.kernel);
        let window = formula_parts(&setup.kernel, analysis.kernel.gamma());
        let window: String = window.into_iter().map(|part| part.text).collect();
        assert_eq!(window, formula);
        let figure = render(&analysis, &setup, &spec, Format::Svg, &|| false).unwrap();
        let figure = String::from_utf8(figure).unwrap();
        assert!(figure.contains(&formula), "{formula} in the caption");
        for language in Language::ALL {
            let script = script(
                language,
                &setup,
                &analysis,
                &[],
                std::path::Path::new("t.csv"),
            );
            assert!(script.contains(&formula), "{formula} in {language:?}");
        }
        let label = kernel_label(&analysis.kernel);
        assert!(summary(&analysis).contains(&label), "{label}");
        let title = Panel::Kpca.chart(&analysis, &setup.view).title;
        assert!(title.contains(&label), "{label} in {title}");
    }
    let homogeneous = Kernel::poly(1.0, 2, 0.0);
    assert_eq!(formula(&homogeneous), "k(x, y) = (x·y)²");
}

#[test]
fn pages_have_the_kernels_formulas_and_the_examples_titles() {
    for kind in KernelKind::ALL {
        // A bar would end the cell.
        let formula = symbolic(kind).replace('|', "\\|");
        let row = format!("| {} | {formula}", kind.name());
        let rest = KERNELS.split_once(&row).map(|(_, rest)| rest);
        let rest = rest.unwrap_or_else(|| panic!("{row}"));
        let line = rest.lines().next().unwrap().trim_end_matches([' ', '|']);
        let cell = line.rsplit(" | ").next().unwrap();
        let mut parameters = KernelParameter::ALL.into_iter();
        let lacking = parameters.find(|it| kind.uses(*it) && !cell.contains(it.symbol()));
        assert_eq!(lacking, None, "{kind}: {cell}");
    }
    for example in examples() {
        let title = format!("**{}", example.title);
        let cells = EXAMPLES.split('|');
        let mut cells = cells.filter(|cell| cell.contains(&format!("`{}`<br>", example.name)));
        assert!(cells.any(|cell| cell.contains(&title)), "{title}");
    }
}

#[test]
fn data_have_one_name_everywhere() {
    let shapes = Shape::ALL.map(|shape| Source::Generated(Generator::new(shape)));
    let tables = Builtin::ALL.map(Source::Builtin);
    for source in shapes.into_iter().chain(tables) {
        let name = source.to_string();
        let mut setup = Setup {
            view: View {
                panels: vec![Panel::Input],
                ..View::default()
            },
            components: Components::Count(2),
            ..Setup::default()
        };
        setup.open(source);
        setup.scaling = Scaling::Standardize;
        let has_features = setup.kernel.kind.takes() == ObjectKind::Vectors;
        let analysis = analyse(&setup);
        let input = Panel::Input.chart(&analysis, &setup.view);
        assert_eq!(input.title, format!("Input · {name}"));
        assert!(summary(&analysis).starts_with(&format!("{name} · ")));
        for language in Language::ALL {
            let script = script(
                language,
                &setup,
                &analysis,
                &[],
                std::path::Path::new("t.csv"),
            );
            let caption = script.lines().nth(1).unwrap();
            assert!(caption.starts_with(&format!("# {name} ")), "{caption}");
            let standardised = caption.contains(" · standardised");
            assert_eq!(standardised, has_features, "{caption}");
        }
    }
    for example in examples() {
        let source = example.setup.source.to_string();
        let is_same = source.to_lowercase().replace(' ', "-") == example.name;
        assert!(!is_same || example.title == source, "{source}");
    }
}

#[test]
fn a_panel_has_one_name_everywhere() {
    let mut setup = Setup {
        source: Source::Builtin(Builtin::Iris),
        ..Setup::default()
    };
    setup.view.panels = Panel::ALL.to_vec();
    let analysis = analyse(&setup);
    for centered in [false, true] {
        setup.view.kernel_matrix.centered = centered;
        for panel in Panel::ALL {
            let chart = panel.chart(&analysis, &setup.view);
            let (said, name) = (chart.title.to_lowercase(), panel.title().to_lowercase());
            assert!(said.contains(&name), "{name}: {said}");
        }
    }
}

/// Docs that say how many kernels and rules for γ there are.
const COUNTED: [&str; 3] = [README, include_str!("../../CHANGELOG.md"), WINDOW];
/// Kernels of features that scikit-learn's `KernelPCA` takes by name, and takes as here.
const OF_SCIKIT_LEARN: [KernelKind; 5] = [
    KernelKind::Linear,
    KernelKind::Poly,
    KernelKind::Rbf,
    KernelKind::Sigmoid,
    KernelKind::Cosine,
];
/// Lists of the kernels of rows with features.
const LISTED: [(&str, &str); 2] = [
    (
        "_kernel_pca.py",
        include_str!("../../python/kpca/_kernel_pca.py"),
    ),
    ("bounds.py", include_str!("../fixtures/bounds.py")),
];

#[test]
fn docs_name_each_format_that_is_read() {
    let docs = include_str!("../../docs/reading.md").to_lowercase();
    let (refused, _) = docs
        .split_once("each of these is refused by the name of its")
        .and_then(|(_, rest)| rest.split_once("\n\n"))
        .unwrap();
    for format in Rewritten::ALL {
        let words = format.spec().words.to_lowercase();
        assert!(docs.contains(&words), "{words}");
        assert!(!refused.contains(&words), "{words} is no longer refused");
    }
}

#[test]
fn docs_name_each_method() {
    let (_, refused) = REPORT
        .split_once("is refused for methods without a variance: ")
        .unwrap();
    let (refused, _) = refused.split_once('.').unwrap();
    for method in Method::ALL {
        let title = method.presented().title_in_text.to_lowercase();
        for (file, text) in [("README.md", README), ("window.md", WINDOW)] {
            let text = text.to_lowercase();
            let words: Vec<&str> = text.split_whitespace().collect();
            let is_there = method.is_always_there() || words.join(" ").contains(&title);
            assert!(is_there, "{file}: {title}");
        }
        assert_eq!(
            refused.contains(&format!("`{method}`")),
            !method.spec().has_shares,
            "{method}: {refused}"
        );
    }
}

#[test]
fn docs_count_and_list_all_kernels_and_rules() {
    let docs = COUNTED.join(" ").to_lowercase();
    let docs = docs.split_whitespace().collect::<Vec<_>>().join(" ");
    let number = |count: usize| {
        let words = "seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty";
        let word = words.split(' ').nth(count - 7);
        word.unwrap_or_else(|| panic!("write {count} as a word above, to be looked for"))
    };
    for (of, count, says) in [
        ("kernels", KernelKind::ALL.len(), 2),
        ("rules", Criterion::ALL.len(), 3),
    ] {
        let right = format!("{} {of}", number(count));
        assert_eq!(docs.matches(&right).count(), says, "{right}");
    }
    let is_further = |line: &&str| line.ends_with("| kernels beside those of scikit-learn |");
    let further = PYTHON.lines().find(is_further).unwrap();
    let of_rows = KernelKind::ALL.into_iter();
    let of_rows = of_rows.filter(|kind| kind.takes() == ObjectKind::Vectors);
    for kind in of_rows {
        let is_listed = further.contains(&format!("\"{kind}\""));
        assert_eq!(is_listed, !OF_SCIKIT_LEARN.contains(&kind), "{kind}");
        for (file, text) in LISTED {
            let name = kind.name();
            let is_there = [format!("'{name}'"), format!("\"{name}\"")];
            assert!(
                is_there.iter().any(|it| text.contains(it)),
                "{file}: {name}"
            );
        }
    }
}
