//! What a script draws: dots, axes and the panels that it leaves out.

use super::*;
use chart::{Emphasis, Mark, Paint, Points, Ranges};
use explorer::{
    panel::Letter,
    setup::{Marking, example},
};
use kernel_pca::{
    explain::{Geometry, ImagePair},
    kernel::{Gamma, Kernel, Normalize},
};

#[test]
fn python_draws_every_panel_that_is_shown() {
    // What a figure says of itself, part by part: its title and how many pictures it holds.
    const TITLES: &str = "
for part in parts:
    kinds = {ax.name for ax in part.axes}
    title = part.get_suptitle() or part.axes[0].get_title()
    print(title.splitlines()[0].split(' · ')[0], len(part.axes), *kinds, sep=', ')
";
    if !python_can("import sklearn, matplotlib") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut setup = explained(KernelKind::Rbf, RowOrder::Label);
    // D is left free.
    for panel in [Panel::Kpca, Panel::Pca, Panel::Input] {
        setup.pin(panel);
    }
    setup.kernel.gamma = Gamma::Value(0.7);
    setup.view.panels = Panel::ALL.to_vec();
    let analysis = analyse(&setup);
    let script = script_of(Language::Python, &setup, &analysis);
    fs::write(folder.path().join("picture.py"), script + TITLES).unwrap();
    let printed = python(&["picture.py"], folder.path());
    // RBF has infinitely many features.
    let drawn = Panel::ALL
        .into_iter()
        .filter(|panel| *panel != Panel::FeatureMap && panel.letter() != Some(Letter::D));
    let expected: Vec<String> = drawn
        .map(|panel| {
            let chart = panel.chart(&analysis, &setup.view);
            let title = chart.title.split(" · ").next().unwrap();
            // Three maps and their colours, a matrix or a map and its own, or nine plots.
            let axes = match panel {
                Panel::PcaContours | Panel::KpcaContours => 4,
                Panel::KernelMatrix | Panel::NoveltyMap => 2,
                Panel::Multiples => 9,
                _ => 1,
            };
            let kind = if panel.is_3d() { "3d" } else { "rectilinear" };
            format!("{title}, {axes}, {kind}")
        })
        .collect();
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines, expected);
}

/// The bars of both feature panels: the coordinates of x, then those of y, of each.
fn coordinates(setup: &Setup, analysis: &Analysis) -> Vec<Vec<f64>> {
    let charts = setup
        .view
        .panels
        .iter()
        .map(|panel| panel.chart(analysis, &setup.view));
    let bars = charts.map(|chart| {
        let bars = chart.marks.into_iter().filter_map(|mark| match mark {
            Mark::Bars(bars) => Some(bars.xy),
            _ => None,
        });
        bars.flatten().map(|[_, value]| value).collect()
    });
    bars.collect()
}

#[test]
fn scripts_write_the_same_features_out() {
    const PYTHON: &str = "
for ax in fig.axes:
    print(*(float(bar.get_height()) for bar in ax.patches))
";
    let folder = tempfile::tempdir().unwrap();
    let quadratic = example("kernel-trick").unwrap().setup;
    let mut kernels = vec![quadratic.clone()];
    for kernel in [
        Kernel::poly(0.3, 3, 0.5),
        Kernel::linear(),
        Kernel::cosine(),
    ] {
        kernels.push(Setup {
            source: Source::Builtin(Builtin::Iris),
            kernel: kernel.into(),
            ..quadratic.clone()
        });
    }
    for mut setup in kernels {
        setup.view.panels = vec![Panel::FeatureMap, Panel::EmpiricalMaps];
        let analysis = analyse(&setup);
        let expected = coordinates(&setup, &analysis);
        let check = |printed: &str, expected: &[Vec<f64>]| {
            let lines: Vec<&str> = printed.lines().rev().take(expected.len()).collect();
            for (line, expected) in lines.iter().rev().zip(expected) {
                let values: Vec<f64> = line
                    .split_whitespace()
                    .map(|v| v.parse().unwrap())
                    .collect();
                assert_eq!(values.len(), expected.len());
                let scale = expected.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
                for (value, expected) in values.iter().zip(expected) {
                    assert!(
                        (value - expected).abs() < 1e-6 * scale,
                        "{value} for {expected}"
                    );
                }
            }
        };
        if python_can("import sklearn, matplotlib") {
            let script = script_of(Language::Python, &setup, &analysis);
            fs::write(folder.path().join("maps.py"), script + PYTHON).unwrap();
            check(&python(&["maps.py"], folder.path()), &expected);
        }
    }
}

#[test]
fn scripts_work_the_same_geometry_out() {
    const PYTHON: &str = "
found = [*pair.ravel(), distance, angle]
found += [*centred.ravel(), mean, variance] if len(feet) > 1 else []
print(*(float(value) for value in found))
";
    let folder = tempfile::tempdir().unwrap();
    let by_hand = example("feature-space").unwrap().setup;
    let mut setups = vec![by_hand.clone()];
    for kernel in [
        Kernel::rbf(0.3),
        Kernel::linear().normalized(Normalize::After),
    ] {
        setups.push(Setup {
            source: Source::Builtin(Builtin::Iris),
            kernel: kernel.into(),
            ..by_hand.clone()
        });
    }
    for mut setup in setups {
        setup.view.panels = vec![Panel::Geometry];
        setup.view.marking.selected = [1, 3].into_iter().collect();
        let analysis = analyse(&setup);
        let geometry = Geometry::of(&analysis.kpca, [1, 3]);
        let products = |pair: ImagePair| [pair.own[0], pair.between, pair.between, pair.own[1]];
        let mut expected = products(geometry.pair).to_vec();
        let pair = geometry.pair;
        expected.extend([pair.distance().unwrap(), pair.angle().unwrap()]);
        if let (Some(centered), Some(mean)) = (geometry.centered(), geometry.mean) {
            expected.extend(products(centered));
            expected.extend([mean.own, geometry.variance]);
        }
        let check = |printed: &str| {
            let last = printed.lines().last().unwrap().split_whitespace();
            let found: Vec<f64> = last.map(|value| value.parse().unwrap()).collect();
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < 1e-6, "{found} for {expected}");
            }
        };
        if python_can("import sklearn, matplotlib") {
            let script = script_of(Language::Python, &setup, &analysis);
            fs::write(folder.path().join("geometry.py"), script + PYTHON).unwrap();
            check(&python(&["geometry.py"], folder.path()));
        }
    }
}

#[test]
fn what_a_script_does_not_draw_it_names() {
    let mut setup = explained(KernelKind::Rbf, RowOrder::Label);
    setup.columns.features = Some(vec!["0".into(), "1".into()]);
    let analysis = analyse(&setup);
    let line = "# Input in 3-D · Iris: three columns are needed\n";
    for language in Language::ALL {
        let script = script_of(language, &setup, &analysis);
        assert!(script.contains(line), "{script}");
    }
    setup.view.panels = vec![Panel::Input3d];
    let script = script_of(Language::Python, &setup, &analysis);
    let (_, picture) = script.split_once("\n# the picture").unwrap();
    assert!(picture.ends_with(line), "nothing follows: {picture}");
}

/// Rows of a file of which one is left out, some marked by their numbers in the file.
fn marked(folder: &Path, marking: Marking) -> Setup {
    let row = |i: u32| {
        let class = ["a", "b", "c"][i as usize % 3];
        format!("{},{},{class}\n", f64::from(i * i % 31) / 8.0, i * 7 % 19)
    };
    let rows: String = (0..2).map(row).collect::<String>() + "?,1,a\n";
    let rows: String = (3..30).map(row).fold(rows, |rows, row| rows + &row);
    let path = folder.join("marked.csv");
    fs::write(&path, format!("x,y,class\n{rows}")).unwrap();
    Setup {
        source: Source::File(path.into()),
        components: Components::Count(3),
        view: View {
            panels: vec![Panel::Input, Panel::Kpca],
            marking,
            ..View::default()
        },
        ..Setup::default()
    }
}

fn markings() -> [Marking; 4] {
    let selected = Marking {
        selected: (3..9).chain([20]).collect(),
        hidden: [0, 2, 5, 11].into_iter().collect(),
        ..Marking::default()
    };
    [
        Marking::default(),
        Marking {
            isolated: Some("b".into()),
            ..selected.clone()
        },
        Marking {
            recoloured: true,
            ..selected.clone()
        },
        Marking {
            selected: Marking::default().selected,
            ..selected
        },
    ]
}

/// Each dot of the input plot: where it is, what is left of its colour, whether it is ringed and
/// whether it has the colour of selected rows; from back to front.
fn dots(analysis: &Analysis, view: &View) -> Vec<Vec<f64>> {
    let chart = Panel::Input.chart(analysis, view);
    let points: &Points = chart
        .marks
        .iter()
        .find_map(|mark| match mark {
            Mark::Points(points) => Some(points),
            _ => None,
        })
        .unwrap();
    let dot = |i: usize| {
        let [x, y] = points.xy[i];
        let emphasis = points.emphasis(i);
        let ringed = u8::from(emphasis == Emphasis::Selected);
        let chosen = u8::from(points.paints[i] == Paint::Selection);
        let opacity = (100.0 * f64::from(emphasis.opacity())).round() / 100.0;
        vec![x, y, opacity, ringed.into(), chosen.into()]
    };
    (0..points.xy.len()).map(dot).collect()
}

/// What a script prints of each dot.
fn printed_dots(printed: &str) -> Vec<Vec<f64>> {
    let numbers = |line: &str| line.split(' ').map(|v| v.parse().unwrap()).collect();
    printed.lines().map(numbers).collect()
}

#[test]
fn python_draws_the_dots_that_the_window_draws() {
    const DOTS: &str = "
from matplotlib.colors import to_hex
for layer in fig.axes[0].collections:
    faces, edges = layer.get_facecolors(), layer.get_edgecolors()
    for i, (x, y) in enumerate(layer.get_offsets()):
        face, edge = faces[i % len(faces)], edges[i % len(edges)]
        ringed = tuple(face) != tuple(edge)
        print(float(x), float(y), round(float(face[3]), 2), int(ringed), int(to_hex(face) == '#e0005e'))
";
    if !python_can("import sklearn, pandas, matplotlib") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for marking in markings() {
        let setup = marked(folder.path(), marking);
        let analysis = analyse(&setup);
        assert_eq!(analysis.dataset.n(), 29);
        let script = script_of(Language::Python, &setup, &analysis) + DOTS;
        fs::write(folder.path().join("marked.py"), script).unwrap();
        let printed = python(&["marked.py"], folder.path());
        assert_eq!(printed_dots(&printed), dots(&analysis, &setup.view));
    }
}

/// A plot for each panel that R has, the key of the classes among them, and a word on the others.
#[test]
fn r_draws_what_kernlab_computes_and_names_the_rest() {
    const COUNTED: &str = r#"
setHook("before.plot.new", function(...) cat("plot\n"))
"#;
    if !r_has_kernlab() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for log in [false, true] {
        let mut setup = explained(KernelKind::Rbf, RowOrder::Label);
        setup.view.spectrum_log = log;
        let analysis = analyse(&setup);
        let script = script_of(Language::R, &setup, &analysis);
        let (_, rest) = script
            .split_once("# Only the script in Python has: ")
            .unwrap();
        for panel in [
            Panel::Input3d,
            Panel::KpcaContours,
            Panel::Novelty,
            Panel::Isomap,
        ] {
            assert!(
                rest.lines().next().unwrap().contains(panel.title()),
                "{rest}"
            );
        }
        write_table(folder.path(), &setup, &analysis);
        fs::write(
            folder.path().join("picture.R"),
            COUNTED.to_owned() + &script,
        )
        .unwrap();
        let printed = r(&["picture.R"], folder.path());
        let plots = printed.lines().filter(|line| *line == "plot");
        // The usual five, the scores of the biplot and the key.
        assert_eq!(plots.count(), 7);
        let picture = fs::read(folder.path().join("picture.pdf")).unwrap();
        assert!(picture.starts_with(b"%PDF"));
    }
}

#[test]
fn python_shows_the_part_that_the_window_shows() {
    const PARTS: &str = "
for part in parts:
    print(*(float(end) for limits in [part.axes[0].get_xlim(), part.axes[0].get_ylim()] for end in limits))
";
    if !python_can("import sklearn, matplotlib") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut setup = explained(KernelKind::Rbf, RowOrder::Label);
    setup.view.spectrum_log = true;
    setup.view.contours.maps = 1;
    setup.view.panels = vec![
        Panel::Input,
        Panel::Spectrum,
        Panel::KpcaContours,
        Panel::KernelMatrix,
        Panel::Input3d,
    ];
    let analysis = analyse(&setup);
    let zooms: [(Panel, Ranges); 5] = [
        (Panel::Input, [[1.0, 3.5], [4.25, 6.0]]),
        (Panel::Spectrum, [[0.5, 3.5], [-2.0, -1.0]]),
        (Panel::KpcaContours, [[2.0, 4.0], [5.0, 6.5]]),
        (Panel::KernelMatrix, [[10.0, 60.0], [20.0, 70.0]]),
        (Panel::Input3d, [[-0.5, 0.5], [-0.5, 0.5]]),
    ];
    let code = script(
        Language::Python,
        &setup,
        &analysis,
        &zooms,
        Path::new(TABLE),
    );
    let remark = "# the window shows a part of this plot\n";
    assert_eq!(code.matches(remark).count(), 1, "{code}");
    fs::write(folder.path().join("zoomed.py"), code + PARTS).unwrap();
    let printed = python(&["zoomed.py"], folder.path());
    let shown: Vec<Ranges> = printed
        .lines()
        .map(|line| {
            let ends: Vec<f64> = line.split(' ').map(|end| end.parse().unwrap()).collect();
            [[ends[0], ends[1]], [ends[2], ends[3]]]
        })
        .collect();
    for (shown, (panel, zoom)) in shown.iter().zip(zooms) {
        match panel {
            Panel::Input3d => {}
            Panel::Spectrum => assert_eq!(*shown, [zoom[0], [0.01, 0.1]]),
            _ => assert_eq!(*shown, zoom, "{panel:?}"),
        }
    }
}
