//! Figures as files: size, resolution, transparency, and what an SVG of them holds.

use std::{collections::BTreeMap, fmt::Write, io::Cursor, path::Path};

use crate::{
    analysed::{analyse, analysed},
    drawn::{Drawn, Ends},
};
use chart::Tone;
use explorer::{
    analysis::Analysis,
    panel::Panel,
    setup::{ClassLook, Components, LegendPlace, ScoreAxes, Setup, View, example, open_session},
};
use export::{Figure, FigureSpec, Format, Preset, render};
use kernel_pca::kernel::{Gamma, KernelKind, KernelParams};
use tabular::{Builtin, Generator, Shape, Source};

fn analysis(name: &str) -> (Analysis, Setup) {
    let setup = example(name).unwrap().setup;
    (analyse(&setup), setup)
}

fn decode(bytes: &[u8]) -> (png::OutputInfo, Option<png::PixelDimensions>, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info, reader.info().pixel_dims, pixels)
}

#[test]
fn a_png_has_the_size_and_the_resolution_asked_for() {
    let (analysis, setup) = analysis("half-moons");
    for (width, height, dpi) in [(2000, 1250, 192), (801, 333, 300), (64, 64, 72)] {
        let spec = FigureSpec {
            width,
            height,
            dpi,
            ..FigureSpec::default()
        };
        let (info, dims, _) =
            decode(&render(&analysis, &setup, &spec, Format::Png, &|| false).unwrap());
        assert_eq!((info.width, info.height), (width, height));
        let dims = dims.unwrap();
        assert_eq!(dims.unit, png::Unit::Meter);
        let read = f64::from(dims.xppu) * 0.0254;
        assert!((read - f64::from(dpi)).abs() < 0.02, "{read} dpi");
    }
}

#[test]
fn a_transparent_png_shows_the_surface_below_and_opaque_ones_paint_their_own() {
    let (analysis, setup) = analysis("half-moons");
    for (tone, corner) in [
        (Tone::Light, [255, 255, 255, 255]),
        (Tone::Dark, [22, 24, 27, 255]),
    ] {
        let spec = FigureSpec {
            panels: vec![Panel::Kpca],
            width: 400,
            height: 300,
            tone,
            ..FigureSpec::default()
        };
        let (_, _, opaque) =
            decode(&render(&analysis, &setup, &spec, Format::Png, &|| false).unwrap());
        assert_eq!(opaque[..4], corner);
        let spec = FigureSpec {
            transparent: true,
            ..spec
        };
        let (_, _, clear) =
            decode(&render(&analysis, &setup, &spec, Format::Png, &|| false).unwrap());
        assert_eq!(clear[3], 0);
        // On its own surface the transparent picture is the opaque one.
        for (a, b) in opaque.chunks_exact(4).zip(clear.chunks_exact(4)) {
            let alpha = f64::from(b[3]) / 255.0;
            for i in 0..3 {
                let shown = f64::from(b[i]) * alpha + f64::from(corner[i]) * (1.0 - alpha);
                assert!((shown - f64::from(a[i])).abs() < 40.0);
            }
        }
    }
}

/// Content of a picture with its places: its texts in order with the middle of each, and the number of shapes of
/// each colour with the mean of their places (of all together where a colour map makes them many). A unit is a
/// point or less on paper.
fn content(svg: &[u8]) -> String {
    let drawn = Drawn::of(svg);
    let mut content = String::new();
    for it in &drawn.texts {
        let [left, top, right, bottom] = it.ends;
        let (x, y) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        writeln!(content, "{x:.0},{y:.0} {} {}", it.class, it.text).unwrap();
    }
    for (panel, ends) in &drawn.plots {
        let ends = ends.map(|end| format!("{end:.0}"));
        writeln!(content, "plot of {panel} {}", ends.join(",")).unwrap();
    }
    let mut shapes: BTreeMap<&str, BTreeMap<&str, Vec<[f64; 2]>>> = BTreeMap::new();
    for it in &drawn.shapes {
        let colors = shapes.entry(&it.kind).or_default();
        colors.entry(&it.color).or_default().push(it.middle);
    }
    let mean = |places: &[[f64; 2]]| {
        let sum = |axis: usize| places.iter().map(|it| it[axis]).sum::<f64>();
        let [x, y] = [0, 1].map(|axis| sum(axis) / places.len() as f64);
        format!("{x:.0},{y:.0}")
    };
    for (shape, colors) in shapes {
        if colors.len() > 20 {
            let all: Vec<[f64; 2]> = colors.into_values().flatten().collect();
            let (count, mean) = (all.len(), mean(&all));
            writeln!(content, "{count} × {shape} in many colours at {mean}").unwrap();
            continue;
        }
        for (color, places) in colors {
            let (count, mean) = (places.len(), mean(&places));
            writeln!(content, "{count} × {shape} {color} at {mean}").unwrap();
        }
    }
    content
}

/// Compares with `tests/golden/NAME.txt`, which `UPDATE_GOLDEN=1` rewrites.
fn assert_golden(name: &str, content: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    assert_eq!(
        content, golden,
        "{name} (UPDATE_GOLDEN=1 accepts the new picture)"
    );
}

#[test]
fn a_figure_says_and_shows_the_same_as_ever() {
    let indefinite = Setup {
        source: Source::Builtin(Builtin::Iris),
        kernel: KernelParams {
            kind: KernelKind::Sigmoid,
            gamma: Gamma::Value(0.01),
            coef0: -0.5,
            ..KernelParams::default()
        },
        view: View {
            pca: ScoreAxes::Index(1),
            kpca: ScoreAxes::Strip(0),
            spectrum_log: true,
            threshold: 0.8,
            ..View::default()
        },
        ..Setup::default()
    };
    let sigmoid = analyse(&indefinite);
    let pictures = analysed().map(|it| (it.name, &it.setup, &it.analysis));
    for (name, setup, analysis) in pictures.chain([("indefinite", &indefinite, &sigmoid)]) {
        let spec = FigureSpec {
            tone: if name == "swiss-roll" {
                Tone::Dark
            } else {
                Tone::Light
            },
            ..FigureSpec::default()
        };
        let svg = render(analysis, setup, &spec, Format::Svg, &|| false).unwrap();
        assert_golden(name, &content(&svg));
    }
}

#[test]
fn svg_and_pdf_have_the_size_on_paper() {
    let (analysis, setup) = analysis("half-moons");
    let spec = FigureSpec {
        panels: vec![Panel::Input, Panel::Kpca],
        width: 600,
        height: 300,
        dpi: 300,
        transparent: true,
        ..FigureSpec::default()
    };
    let svg = String::from_utf8(render(&analysis, &setup, &spec, Format::Svg, &|| false).unwrap())
        .unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let root = document.root_element();
    // 2 × 1 inches of 96 CSS pixels.
    assert_eq!(root.attribute("width"), Some("192"));
    assert_eq!(root.attribute("height"), Some("96"));

    let pdf = render(&analysis, &setup, &spec, Format::Pdf, &|| false).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    // 2 × 1 inches of 72 points.
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("MediaBox[0 0 144 72]"));
}

fn svg(analysis: &Analysis, setup: &Setup, spec: &FigureSpec) -> String {
    String::from_utf8(render(analysis, setup, spec, Format::Svg, &|| false).unwrap()).unwrap()
}

#[test]
fn a_figure_leaves_out_what_it_was_told_to() {
    let (analysis, setup) = analysis("iris-rbf");
    let whole = svg(&analysis, &setup, &FigureSpec::default());
    for (text, spec) in [
        (
            "Eigenvalue spectrum",
            FigureSpec {
                titles: false,
                ..FigureSpec::default()
            },
        ),
        (
            "virginica",
            FigureSpec {
                keys: false,
                ..FigureSpec::default()
            },
        ),
        (
            "not scaled",
            FigureSpec {
                caption: false,
                ..FigureSpec::default()
            },
        ),
    ] {
        let says = |svg: &str| {
            let drawn = Drawn::of(svg.as_bytes());
            drawn.said().iter().any(|it| it.contains(text))
        };
        assert!(says(&whole), "{text}");
        assert!(!says(&svg(&analysis, &setup, &spec)), "{text}");
    }
}

#[test]
fn panels_stand_in_the_columns_and_the_order_asked_for() {
    let (analysis, setup) = analysis("half-moons");
    let corners = |columns| {
        let spec = FigureSpec {
            panels: vec![Panel::Kpca, Panel::Input, Panel::Pca],
            columns,
            ..FigureSpec::default()
        };
        let svg = svg(&analysis, &setup, &spec);
        let titles = ["Kernel PCA", "Input", "Linear PCA"].map(|title| svg.find(title));
        assert!(titles.is_sorted(), "{titles:?}");
        let plots = plots(&svg);
        [plots[0], plots[1], plots[2]]
    };
    let [kpca, input, pca] = corners(Some(1));
    assert!(is_about(kpca[0], input[0]) && is_about(input[0], pca[0]));
    assert!(kpca[1] < input[1] && input[1] < pca[1]);
    let [kpca, input, pca] = corners(Some(2));
    assert!(is_about(kpca[1], input[1]) && kpca[0] < input[0]);
    assert!(pca[1] > kpca[1]);
}

/// The rectangles within the axes of a figure's panels: left, top, width and height.
fn plots(svg: &str) -> Vec<[f64; 4]> {
    let plots = Drawn::of(svg.as_bytes()).plots.into_iter();
    plots
        .map(|(_, [left, top, right, bottom])| [left, top, right - left, bottom - top])
        .collect()
}

/// Width and height of the sheet, in the unit of what stands on it.
fn sheet(svg: &str) -> [f64; 2] {
    Drawn::of(svg.as_bytes()).sheet
}

fn is_about(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.05
}

#[test]
fn plots_stand_in_rows_and_columns_and_keep_their_proportions() {
    use Panel::{Input, Input3d, Kpca, Pca, Separation, Spectrum, Variance};
    for name in ["iris-rbf", "swiss-roll"] {
        let (analysis, setup) = analysis(name);
        for preset in Preset::ALL {
            for panels in [
                Panel::USUAL.to_vec(),
                vec![Kpca],
                vec![Input, Pca, Kpca],
                vec![Input3d, Spectrum, Kpca, Variance],
                vec![Input, Pca, Kpca, Spectrum, Variance, Input3d, Separation],
            ] {
                let spec = preset.apply(FigureSpec {
                    panels: panels.clone(),
                    ..FigureSpec::default()
                });
                let svg = svg(&analysis, &setup, &spec);
                let plots = plots(&svg);
                assert_eq!(plots.len(), panels.len());
                let [width, height] = sheet(&svg);
                // A row begins where a plot stands at the left of the one before.
                let mut rows = vec![vec![0]];
                for i in 1..plots.len() {
                    if plots[i][0] < plots[i - 1][0] + 1.0 {
                        rows.push(vec![]);
                    }
                    rows.last_mut().unwrap().push(i);
                }
                let row_of = |i: usize| rows.iter().position(|row| row.contains(&i)).unwrap();
                for (i, plot) in plots.iter().enumerate() {
                    let what = format!("{name}, {preset:?}, {panels:?}: {i} {plots:?}");
                    assert!(plot[0] > 0.0 && plot[0] + plot[2] < width, "{what}");
                    assert!(plot[1] > 0.0 && plot[1] + plot[3] < height, "{what}");
                    if panels[i] == Input3d {
                        // It has no axes, and takes the room that others need for theirs.
                        continue;
                    }
                    let like = |other: &usize| panels[*other] != Input3d;
                    let row = &rows[row_of(i)];
                    let place = row.iter().position(|other| *other == i).unwrap();
                    // Rows of as many plots share their columns.
                    let alike = rows.iter().filter(|other| other.len() == row.len());
                    let column = alike.map(|other| other[place]).find(like).unwrap();
                    let row = plots[row.iter().copied().find(|it| like(it)).unwrap()];
                    let column = plots[column];
                    assert!(
                        is_about(plot[1], row[1]) && is_about(plot[3], row[3]),
                        "{what}"
                    );
                    assert!(is_about(plot[0], column[0]), "{what}");
                    assert!(is_about(plot[2], column[2]), "{what}");
                    let ratio = plot[2] / plot[3];
                    assert!((0.79..3.01).contains(&ratio), "{what}");
                }
                if panels.len() == 3 && preset == Preset::Slide {
                    assert_eq!(rows.len(), 1);
                    assert!(is_about(plots[0][2], plots[2][2]));
                }
            }
        }
    }
}

#[test]
fn bands_beside_squares_are_shared_out() {
    let mut setup = example("half-moons").unwrap().setup;
    setup.view.panels = vec![Panel::KernelMatrix, Panel::Spectrum];
    let analysis = analyse(&setup);
    let of = |panels: &[Panel]| {
        let spec = FigureSpec {
            panels: panels.to_vec(),
            width: 2000,
            height: 900,
            ..FigureSpec::default()
        };
        let svg = svg(&analysis, &setup, &spec);
        (plots(&svg), sheet(&svg))
    };
    let (plots, [width, _]) = of(&[Panel::KernelMatrix, Panel::Spectrum]);
    let [map, curve] = plots[..] else {
        panic!("two plots")
    };
    assert!(is_about(map[2], map[3]) && is_about(map[3], curve[3]));
    assert!(curve[2] > 1.1 * map[2], "the spectrum gets the rest");
    assert!(curve[0] + curve[2] > 0.9 * width);
    // Alone a square stands in the middle, as high as the sheet allows.
    let (plots, [width, height]) = of(&[Panel::KernelMatrix]);
    let [left, _, side, _] = plots[0];
    // Its colour bar stands beside it.
    let bar = 76.0;
    assert!((left + f64::midpoint(side, bar) - width / 2.0).abs() < 20.0);
    assert!(side > 0.65 * height, "{side} of {height}");
}

#[test]
fn a_sheet_is_cut_to_its_panels_and_keeps_its_plots() {
    let (analysis, setup) = analysis("iris-rbf");
    // Width and height of the sheet, and those of its plot.
    let of = |crop: bool, keeps_width: bool, width: u32| {
        let spec = FigureSpec {
            panels: vec![Panel::Kpca],
            width,
            crop,
            keeps_width,
            caption: false,
            ..FigureSpec::default()
        };
        let svg = svg(&analysis, &setup, &spec);
        let [_, _, across, down] = plots(&svg)[0];
        (sheet(&svg), [across, down])
    };
    for (width, keeps_width, shorter) in [(2000, false, 0), (900, true, 1)] {
        let (whole, plot) = of(false, keeps_width, width);
        let (cut, left) = of(true, keeps_width, width);
        assert!(cut[shorter] < 0.8 * whole[shorter], "{cut:?} of {whole:?}");
        assert!((cut[1 - shorter] / whole[1 - shorter] - 1.0).abs() < 0.01);
        assert!(
            (left[0] / plot[0] - 1.0).abs() < 0.03,
            "{left:?} of {plot:?}"
        );
    }
    let (whole, _) = of(false, true, 2000);
    assert_eq!(of(true, true, 2000).0[0], whole[0]);
}

#[test]
fn maps_stand_in_the_grid_that_makes_them_largest() {
    let (analysis, setup) = analysis("nonlinear-iris");
    let names = |width, height| {
        let spec = FigureSpec {
            panels: vec![Panel::KpcaContours],
            width,
            height,
            ..FigureSpec::default()
        };
        let figure = svg(&analysis, &setup, &spec);
        let drawn = Drawn::of(figure.as_bytes());
        [0, 1, 2].map(|j| {
            let λ = chart::number(chart::rounded(analysis.kpca.eigenvalues[j], 2));
            let name = format!("PC{} · λ {λ}", j + 1);
            let [left, top, right, _] = drawn.text(&name).ends;
            [f64::midpoint(left, right), top]
        })
    };
    let [a, b, c] = names(2400, 900);
    assert!(is_about(a[1], b[1]) && is_about(b[1], c[1]), "side by side");
    let [a, b, c] = names(900, 2400);
    assert!(
        is_about(a[0], b[0]) && is_about(b[0], c[0]),
        "below each other"
    );
}

#[test]
fn a_zoomed_panel_shows_its_part_and_nothing_beyond() {
    let (analysis, setup) = analysis("half-moons");
    let spec = FigureSpec {
        panels: vec![Panel::Spectrum],
        width: 400,
        height: 400,
        dpi: 96,
        caption: false,
        keys: false,
        zoom: vec![(Panel::Spectrum, [[0.5, 3.5], [0.0, 0.01]])],
        ..FigureSpec::default()
    };
    let svg = svg(&analysis, &setup, &spec);
    let drawn = Drawn::of(svg.as_bytes());
    assert!(!drawn.said().contains(&"5"), "{drawn:?}");
    assert!(drawn.said().contains(&"0.010"), "{drawn:?}");
    // The bars are far higher than the plot: no pixel of theirs lies above its frame.
    let (_, _, pixels) = decode(&render(&analysis, &setup, &spec, Format::Png, &|| false).unwrap());
    let blue = |pixel: &[u8]| pixel[2] > pixel[0].saturating_add(60);
    let rows: Vec<usize> = pixels
        .chunks_exact(4)
        .enumerate()
        .filter(|(_, pixel)| blue(pixel))
        .map(|(i, _)| i / 400)
        .collect();
    assert!(rows.len() > 1000, "{}", rows.len());
    assert!(*rows.iter().min().unwrap() > 20);
}

#[test]
fn a_map_is_one_picture_in_a_vector_figure() {
    let mut setup = example("half-moons").unwrap().setup;
    setup.view.panels = vec![Panel::KernelMatrix];
    let analysis = analyse(&setup);
    let spec = FigureSpec {
        panels: setup.view.panels.clone(),
        ..FigureSpec::default()
    };
    let svg = svg(&analysis, &setup, &spec);
    let document = roxmltree::Document::parse(&svg).unwrap();
    let images: Vec<_> = document
        .descendants()
        .filter(|node| node.tag_name().name() == "image")
        .collect();
    assert_eq!(images.len(), 1);
    assert!(
        images[0]
            .attribute("href")
            .unwrap()
            .starts_with("data:image/png;base64,iVBOR")
    );
    assert!(svg.len() < 40_000, "{} bytes", svg.len());
    let pdf = render(&analysis, &setup, &spec, Format::Pdf, &|| false).unwrap();
    assert!(String::from_utf8_lossy(&pdf).contains("/Subtype/Image"));
    assert!(pdf.len() < 60_000, "{} bytes", pdf.len());
}

#[test]
fn a_view_of_space_has_its_box_and_no_axes() {
    let (analysis, setup) = analysis("swiss-roll");
    let [plane, space] = [Panel::Input, Panel::Input3d].map(|panel| {
        let spec = FigureSpec {
            panels: vec![panel],
            caption: false,
            keys: false,
            ..FigureSpec::default()
        };
        let svg = svg(&analysis, &setup, &spec);
        let ticks = svg.matches(r#"class="tick""#).count();
        (ticks, svg.contains(r#"class="grid""#))
    });
    assert!(plane.0 > 6 && plane.1, "{plane:?}");
    assert_eq!(space, (0, false));
}

#[test]
fn maps_name_their_axes_and_the_classes_on_them() {
    let (analysis, mut setup) = analysis("nonlinear-iris");
    let spec = FigureSpec {
        panels: vec![Panel::KpcaContours],
        ..FigureSpec::default()
    };
    let figure = svg(&analysis, &setup, &spec);
    for text in [">setosa<", ">virginica<", ">0.2a² + b² + 0.1ab<", ">b<"] {
        assert!(figure.contains(text), "{text}");
    }
    // Beside a plot of dots, whose key it is, it stands once.
    let both = FigureSpec {
        panels: vec![Panel::KpcaContours, Panel::Kpca],
        ..spec.clone()
    };
    let figure = svg(&analysis, &setup, &both);
    assert_eq!(figure.matches(">setosa<").count(), 1);
    setup.view.contours.points = false;
    assert!(!svg(&analysis, &setup, &spec).contains(">setosa<"));
}

#[test]
fn a_view_of_space_takes_the_room_of_its_neighbours_axes_and_its_texts_are_apart() {
    let (analysis, setup) = analysis("iris-three");
    for preset in [Preset::Slide, Preset::DoubleColumn] {
        let spec = preset.apply(FigureSpec {
            panels: setup.view.places(),
            ..FigureSpec::default()
        });
        let figure = svg(&analysis, &setup, &spec);
        let plots = plots(&figure);
        let [space, flat] = [plots[0], plots[1]];
        assert!(space[3] > flat[3] + 15.0, "{preset:?}: {plots:?}");

        let [left, top, width, height] = space;
        let drawn = Drawn::of(figure.as_bytes());
        let is_inside = |ends: &Ends| {
            let across = ends[0] >= left && ends[2] <= left + width;
            across && ends[1] >= top && ends[3] <= top + height
        };
        let inside = drawn.texts.iter().filter(|it| is_inside(&it.ends));
        let texts: Vec<(&str, Ends)> = inside.map(|it| (&*it.text, it.ends)).collect();
        // The names and most of the values.
        assert!(texts.len() > 4, "{preset:?}: {texts:?}");
        for (i, (text, a)) in texts.iter().enumerate() {
            for (other, b) in &texts[..i] {
                let common = |low: usize, high: usize| a[high].min(b[high]) - a[low].max(b[low]);
                let overlap = common(0, 2) > 1.0 && common(1, 3) > 2.0;
                assert!(!overlap, "{preset:?}: {text} on {other}");
            }
        }
        // The lowest of them stands near the lower end of the plot, on it where the width leaves it.
        let lowest = texts.iter().map(|(_, place)| place[3]).fold(0.0, f64::max);
        let bottom = space[1] + space[3];
        assert!(
            (bottom - lowest).abs() < 30.0,
            "{preset:?}: {lowest} of {bottom}"
        );
    }
}

#[test]
fn names_of_axes_in_space_stay_on_the_sheet() {
    let (analysis, setup) = analysis("iris-three");
    let spec = FigureSpec {
        panels: vec![Panel::Input3d, Panel::Pca, Panel::Kpca],
        width: 1000,
        height: 420,
        dpi: 144,
        ..FigureSpec::default()
    };
    let figure = svg(&analysis, &setup, &spec);
    let drawn = Drawn::of(figure.as_bytes());
    let names = ["sepal length (cm)", "sepal width (cm)"];
    let [left, right] = names.map(|name| drawn.text(name).ends);
    assert!(left[0] > 0.0 && right[0] > left[0], "{left:?} {right:?}");
}

#[test]
fn a_pinned_picture_stands_in_the_figure_with_its_setup_and_what_differs() {
    let mut setup = Setup::welcome();
    setup.pin(Panel::Kpca);
    setup.kernel.gamma = Gamma::Value(300.0);
    setup.view.panels = vec![Panel::Kpca, Panel::PinnedA];
    let spec = FigureSpec {
        panels: setup.view.panels.clone(),
        ..FigureSpec::default()
    };
    let svg = render(&analyse(&setup), &setup, &spec, Format::Svg, &|| false).unwrap();
    let svg = String::from_utf8(svg).unwrap();
    for said in [
        "A · γ = 15 · Kernel PCA",
        "γ = 300 · Kernel PCA",
        "in A γ = 15",
    ] {
        assert!(svg.contains(said), "{said}");
    }
    let circles = svg.matches("<circle").count();
    assert!(circles >= 1000, "both have 500 dots: {circles}");
}

/// More dots than are drawn one by one: a vector figure of them would be large and slow.
#[test]
fn a_crowd_is_one_picture_in_a_vector_figure_and_axes_stay_lines() {
    let mut setup = Setup::welcome();
    setup.source = Source::Generated(Generator {
        n_samples: 52_000,
        ..Generator::new(Shape::Moons)
    });
    setup.kernel.kind = KernelKind::Linear;
    setup.components = Components::Count(2);
    setup.view.panels = vec![Panel::Input];
    let analysis = analyse(&setup);
    let spec = FigureSpec {
        panels: setup.view.panels.clone(),
        ..FigureSpec::default()
    };
    let count = |svg: &str, name: &str| {
        let document = roxmltree::Document::parse(svg).unwrap();
        let nodes = document.descendants();
        nodes.filter(|node| node.tag_name().name() == name).count()
    };
    let whole = svg(&analysis, &setup, &spec);
    assert_eq!(count(&whole, "image"), 1);
    assert!(count(&whole, "path") > 10 && count(&whole, "text") > 10);
    // The two in the key.
    assert!(count(&whole, "circle") <= 2, "{}", count(&whole, "circle"));
    assert!(whole.len() < 500_000, "{} bytes", whole.len());
    let pdf = render(&analysis, &setup, &spec, Format::Pdf, &|| false).unwrap();
    assert!(String::from_utf8_lossy(&pdf).contains("/Subtype/Image"));
    assert!(pdf.len() < 500_000, "{} bytes", pdf.len());

    // Were all of them selected, they would be too many as well.
    let all = 0..analysis.dataset.n();
    setup.view.marking.selected = all.collect();
    let selected = svg(&analysis, &setup, &spec);
    assert_eq!(count(&selected, "image"), 1);
    assert!(selected.len() < 500_000, "{} bytes", selected.len());
    // A few of them stay dots.
    setup.view.marking.selected = (0..7).collect();
    let few = svg(&analysis, &setup, &spec);
    assert_eq!(count(&few, "image"), 1);
    assert!(count(&few, "circle") >= count(&whole, "circle") + 7);
}

/// The setup in a figure makes the same figure again, byte by byte.
#[test]
fn a_figure_of_each_format_gives_its_setup_back() {
    let (analysis, mut setup) = analysis("iris-rbf");
    setup.view.panels = vec![Panel::Kpca, Panel::Variance];
    setup.view.wishes.letters = true;
    let spec = FigureSpec {
        panels: setup.view.panels.clone(),
        ..FigureSpec::default()
    };
    let folder = tempfile::tempdir().unwrap();
    for (format, name) in [
        (Format::Png, "a.png"),
        (Format::Svg, "a.SVG"),
        (Format::Pdf, "a.pdf"),
    ] {
        let bytes = render(&analysis, &setup, &spec, format, &|| false).unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, &bytes).unwrap();
        let opened = open_session(&path).unwrap();
        assert_eq!(opened.setup, setup, "{name}");
        let again = render(
            &analyse(&opened.setup),
            &opened.setup,
            &spec,
            format,
            &|| false,
        )
        .unwrap();
        assert!(again == bytes, "{name}");
        std::fs::write(&path, b"something else").unwrap();
        let error = open_session(&path).unwrap_err().to_string();
        assert!(
            error.ends_with("holds no setup: only figures that this program wrote do"),
            "{error}"
        );
    }
}

#[test]
fn a_figure_says_and_shows_what_its_author_wishes() {
    let (analysis, mut setup) = analysis("iris-rbf");
    setup.view.panels = vec![Panel::Kpca, Panel::Spectrum];
    let wishes = &mut setup.view.wishes;
    wishes.letters = true;
    wishes.of_mut(Panel::Kpca).title = Some("Flowers at $\\gamma = 0.25$".into());
    wishes.of_mut(Panel::Spectrum).y_limits = Some([0.0, 0.3]);
    wishes.of_mut(Panel::Spectrum).y_label = Some("share $s_k$".into());
    wishes.point_size = Some(6.0);
    wishes.legend = LegendPlace::Right;
    let look = |name: &str, color, text: Option<&str>| ClassLook {
        name: name.into(),
        color: Some(color),
        text: text.map(str::to_owned),
    };
    wishes.classes = vec![
        look("virginica", [1, 2, 3], Some("I. virginica")),
        look("setosa", [4, 5, 6], None),
    ];
    let spec = FigureSpec {
        panels: setup.view.panels.clone(),
        ..FigureSpec::default()
    };
    let svg = svg(&analysis, &setup, &spec);
    let drawn = Drawn::of(svg.as_bytes());
    let title = drawn.text("(a) Flowers at γ = 0.25");
    drawn.text("(b) Eigenvalue spectrum");
    drawn.text("share sk");
    // A subscript is a smaller run of the text, below its line.
    assert!(svg.contains(">share s<tspan dy=\"2.2\" font-size=\"7.7\">k</tspan></text>"));
    // In the order of the wishes, then as ever, in a column at the right.
    let legend = ["I. virginica", "setosa", "versicolor"].map(|it| drawn.text(it).ends);
    assert!(
        legend[0][1] < legend[1][1] && legend[1][1] < legend[2][1],
        "{legend:?}"
    );
    assert!(
        legend
            .iter()
            .all(|ends| ends[0] > drawn.plots[1].1[2] && ends[2] < drawn.sheet[0])
    );
    assert!(title.ends[0] < legend[0][0]);
    let dots = |color: &str| {
        drawn
            .shapes
            .iter()
            .filter(|it| it.color == color && it.kind == "circle")
            .count()
    };
    assert!(
        dots("#010203") > 1 && dots("#040506") > 1 && dots("#0072b2") == 0,
        "{:?}",
        drawn.shapes.len()
    );
    // 6 points wide on paper.
    let document = roxmltree::Document::parse(&svg).unwrap();
    let group = document
        .descendants()
        .find(|node| node.attribute("class") == Some("dots"))
        .unwrap();
    let dot = group
        .descendants()
        .find(|node| node.has_tag_name("circle"))
        .unwrap();
    let radius: f64 = dot.attribute("r").unwrap().parse().unwrap();
    assert!((2.0 * radius * drawn.unit - 6.0).abs() < 0.02, "{radius}");
    assert!(drawn.said().contains(&"0.2") && !drawn.said().contains(&"0.9"));
}

#[test]
fn a_snippet_stands_beside_its_figure_and_is_not_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let render = |more: &str| {
        let output = assert_cmd::Command::cargo_bin("kpca-explorer")
            .unwrap()
            .current_dir(folder.path())
            .args("render moons --n-samples 40 --panels kpca --preset single-column".split(' '))
            .args(more.split(' '))
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    assert_eq!(render("--out a.pdf --snippet latex").0, Some(0));
    let tex = std::fs::read_to_string(folder.path().join("a.tex")).unwrap();
    assert!(
        tex.contains("\\includegraphics[width=\\columnwidth]")
            && tex.contains("\\caption{Kernel PCA.")
    );
    let (status, said) = render("--out b.pdf --snippet latex");
    assert_eq!((status, &*said), (Some(0), ""));
    std::fs::remove_file(folder.path().join("b.pdf")).unwrap();
    let (status, said) = render("--out b.pdf --snippet latex");
    assert!(status == Some(1) && said.contains("b.tex exists"), "{said}");
    assert!(!folder.path().join("b.pdf").exists(), "both or none");
    assert_eq!(render("--out b.svg --snippet markdown").0, Some(0));
    let markdown = std::fs::read_to_string(folder.path().join("b.md")).unwrap();
    assert!(markdown.starts_with("![Kernel PCA.") && markdown.ends_with("](<b.svg>)\n"));
}

#[test]
fn every_panel_of_every_example_gives_one_tidy_table() {
    let mut given = 0;
    for it in analysed() {
        for panel in &it.panels {
            let table = panel.table(&it.analysis, &it.setup.view);
            let what = format!("{}, {}", it.name, panel.name());
            let texts = table.texts.iter().map(|(name, cells)| (name, cells.len()));
            let numbers = table
                .numbers
                .iter()
                .map(|(name, cells)| (name, cells.len()));
            let columns: Vec<(&String, usize)> = texts.chain(numbers).collect();
            let Some((_, rows)) = columns.first() else {
                continue;
            };
            assert!(
                columns.iter().all(|(_, count)| count == rows),
                "{what}: {columns:?}"
            );
            let mut names: Vec<&String> = columns.iter().map(|(name, _)| *name).collect();
            assert!(
                names.iter().all(|name| !name.is_empty()),
                "{what}: {names:?}"
            );
            // A share of the variance would be another name with other data.
            assert!(
                names.iter().all(|name| !name.contains('%')),
                "{what}: {names:?}"
            );
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), columns.len(), "{what}: {names:?}");
            given += usize::from(*rows > 0);
        }
    }
    assert!(given > 100, "{given}");
}

#[test]
fn the_table_of_eigenvalues_is_that_of_the_fit() {
    let (analysis, setup) = analysis("iris-rbf");
    let table = Panel::Spectrum.table(&analysis, &setup.view);
    let of: Vec<&str> = table.numbers.iter().map(|(name, _)| &**name).collect();
    assert_eq!(of, ["eigenvalue", "explained_variance_ratio", "cumulative"]);
    let methods = &table.texts[0].1;
    let of_kernel = methods.iter().position(|it| it == "kpca").unwrap();
    let eigenvalues = &table.numbers[0].1[of_kernel..];
    assert_eq!(eigenvalues, &analysis.kpca.eigenvalues[..eigenvalues.len()]);
    let of_pca = &table.numbers[0].1[..of_kernel];
    let x = &analysis.x;
    // Variances with divisor n add up to the total variance.
    let total: f64 = x.column_iter().map(|column| column.variance()).sum();
    assert!((of_pca.iter().sum::<f64>() / total - 1.0).abs() < 1e-12);
}

#[test]
fn limits_that_were_asked_for_are_kept_in_equal_units_too() {
    let (analysis, mut setup) = analysis("half-moons");
    let alone = vec![Panel::Kpca];
    let among = vec![Panel::Input, Panel::Kpca, Panel::Spectrum, Panel::Pca];
    for panels in [alone, among] {
        for limits in [
            [None, Some([0.0, 0.2])],
            [Some([-0.1, 0.1]), None],
            [Some([-0.1, 0.1]), Some([0.0, 0.2])],
            [Some([-0.8, 0.8]), Some([0.0, 0.2])],
        ] {
            let words = setup.view.wishes.of_mut(Panel::Kpca);
            [words.x_limits, words.y_limits] = limits;
            let spec = FigureSpec {
                panels: panels.clone(),
                caption: false,
                keys: false,
                ..FigureSpec::default()
            };
            let figure = Figure::of(&analysis, &setup, &spec, &|| false).unwrap();
            let svg = figure.file(Format::Svg, &|| false).unwrap();
            let drawn = Drawn::of(&svg);
            let what = format!("{panels:?} {limits:?}");
            let shown = shown(&drawn, "kpca");
            for (axis, limits) in limits.into_iter().enumerate() {
                for (end, wanted) in limits.into_iter().flatten().enumerate() {
                    let pixel = (shown[axis][1] - shown[axis][0]) / 100.0;
                    assert!(
                        (shown[axis][end] - wanted).abs() < pixel,
                        "{what}: {shown:?}"
                    );
                }
            }
            // Of the axis that was left to the program all is shown.
            let all = analysis.kpca.scores();
            for axis in (0..2).filter(|axis| limits[*axis].is_none()) {
                let column = all.column(axis);
                let [low, high] = shown[axis];
                assert!(
                    low < column.min() && column.max() < high,
                    "{what}: {shown:?}"
                );
            }
            let (_, [left, top, right, bottom]) =
                drawn.plots.iter().find(|it| it.0 == "kpca").unwrap();
            let unit = |axis: usize, length: f64| length / (shown[axis][1] - shown[axis][0]);
            let ratio = unit(0, right - left) / unit(1, bottom - top);
            let remarks = figure.remarks().join("\n");
            let is_told = remarks.contains("Kernel PCA: a unit is not as long on both axes");
            assert_eq!(
                is_told,
                (ratio - 1.0).abs() > 0.02,
                "{what}: {ratio} {remarks}"
            );
        }
    }
}

/// Ranges that a panel's axes show, by the places of their first and last ticks.
fn shown(drawn: &Drawn, panel: &str) -> [[f64; 2]; 2] {
    let (_, [left, top, right, bottom]) = drawn.plots.iter().find(|it| it.0 == panel).unwrap();
    let middle = |it: &Ends, axis: usize| f64::midpoint(it[axis], it[axis + 2]);
    let ticks = drawn.texts.iter().filter(|it| it.class == "tick");
    let ticks: Vec<(f64, &Ends)> = ticks
        .filter_map(|it| Some((it.text.replace('−', "-").parse().ok()?, &it.ends)))
        .collect();
    let range = |axis: usize, [from, to]: [f64; 2], is_own: &dyn Fn(&Ends) -> bool| {
        let own = ticks.iter().filter(|(_, ends)| is_own(ends));
        let own: Vec<(f64, f64)> = own.map(|(value, it)| (*value, middle(it, axis))).collect();
        let ((a, at_a), (b, at_b)) = (own[0], own[own.len() - 1]);
        let value = |at: f64| a + (at - at_a) * (b - a) / (at_b - at_a);
        [value(from), value(to)]
    };
    let (plot, below) = ((*left, *right), *bottom);
    [
        range(0, [*left, *right], &|it| {
            let x = middle(it, 0);
            plot.0 - 1.0 < x && x < plot.1 + 1.0 && (below..below + 15.0).contains(&middle(it, 1))
        }),
        range(1, [*bottom, *top], &|it| {
            let y = middle(it, 1);
            top - 1.0 < y && y < bottom + 1.0 && (left - 40.0..*left).contains(&it[2])
        }),
    ]
}

#[test]
fn a_against_b_says_in_both_titles_what_differs_and_has_common_axes() {
    let against = |change: fn(&mut Setup)| {
        let mut setup = Setup::welcome();
        let mut other = setup.clone();
        change(&mut other);
        setup.set_against(&other, Panel::Kpca);
        let analysis = analyse(&setup);
        let slide = Preset::Slide.apply(FigureSpec {
            panels: setup.view.panels.clone(),
            ..FigureSpec::default()
        });
        let drawn = Drawn::of(svg(&analysis, &setup, &slide).as_bytes());
        let of = |class: &str| -> Vec<String> {
            let all = drawn.texts.iter().filter(|it| it.class == class);
            all.map(|it| it.text.clone()).collect()
        };
        let caption = of("caption").join(" ");
        let [title, note] = [of("title"), of("note")];
        let middle = of("tick").len() / 2;
        let ticks = of("tick");
        (title, note, caption, ticks[..middle] == ticks[middle..])
    };
    let (titles, notes, caption, is_common) =
        against(|other| other.kernel.gamma = Gamma::Value(40.0));
    assert_eq!(titles.len(), 2);
    assert!(
        titles[0].starts_with("A · γ = 40 · Kernel PCA · "),
        "{titles:?}"
    );
    assert!(
        titles[1].starts_with("B · γ = 15 · Kernel PCA · "),
        "{titles:?}"
    );
    assert!(caption.contains("in A γ = 40"), "{caption}");
    assert!(notes.is_empty() && is_common, "{notes:?}");
    let (titles, notes, _, is_common) = against(|other| other.kernel.kind = KernelKind::Linear);
    assert!(
        titles[0].starts_with("A · linear · Kernel PCA · "),
        "{titles:?}"
    );
    assert!(titles[1].starts_with("B · RBF, γ = 15 · "), "{titles:?}");
    let said = notes.join(" ");
    assert!(said.contains("axes of its own") != is_common, "{said}");
}
