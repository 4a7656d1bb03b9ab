//! Figures as files: size, resolution, transparency, and what an SVG of them holds.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{collections::BTreeMap, fmt::Write, io::Cursor, path::Path};

use kpca_explorer::{
    analysis::{Analysis, Analyzer},
    data::{Builtin, Source},
    export::{FigureSpec, Format, caption, render},
    kernel::{Gamma, KernelKind, KernelParams},
    kpca::{Solver, Tier},
    setup::{ScoreAxes, Setup, View, example},
    view::{Panel, Tone},
};

fn analyse(setup: &Setup) -> Analysis {
    Analyzer::default()
        .run(setup, Tier::Exact, Solver::Auto, &|| false)
        .unwrap()
}

fn analysis(name: &str) -> (Analysis, View) {
    let setup = example(name).unwrap().setup;
    (analyse(&setup), setup.view)
}

fn decode(bytes: &[u8]) -> (png::OutputInfo, Option<png::PixelDimensions>, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info, reader.info().pixel_dims, pixels)
}

#[test]
fn a_png_has_the_size_and_the_resolution_asked_for() {
    let (analysis, view) = analysis("half-moons");
    for (width, height, dpi) in [(2000, 1250, 192), (801, 333, 300), (64, 64, 72)] {
        let spec = FigureSpec {
            width,
            height,
            dpi,
            ..FigureSpec::default()
        };
        let (info, dims, _) = decode(&render(&analysis, &view, &spec, Format::Png).unwrap());
        assert_eq!((info.width, info.height), (width, height));
        let dims = dims.unwrap();
        assert_eq!(dims.unit, png::Unit::Meter);
        let read = f64::from(dims.xppu) * 0.0254;
        assert!((read - f64::from(dpi)).abs() < 0.02, "{read} dpi");
    }
}

#[test]
fn a_transparent_png_shows_the_surface_below_and_opaque_ones_paint_their_own() {
    let (analysis, view) = analysis("half-moons");
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
        let (_, _, opaque) = decode(&render(&analysis, &view, &spec, Format::Png).unwrap());
        assert_eq!(opaque[..4], corner);
        let spec = FigureSpec {
            transparent: true,
            ..spec
        };
        let (_, _, clear) = decode(&render(&analysis, &view, &spec, Format::Png).unwrap());
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

/// What a picture says and shows, without where: its texts in order, and the number of shapes of
/// each colour (of all together where a colour map makes them many).
fn content(svg: &[u8]) -> String {
    let text = std::str::from_utf8(svg).unwrap();
    let document = roxmltree::Document::parse(text).unwrap();
    let mut content = String::new();
    let mut shapes: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for node in document.descendants() {
        let paint = match node.tag_name().name() {
            "text" => {
                writeln!(content, "{}", node.text().unwrap_or_default()).unwrap();
                continue;
            }
            "circle" | "rect" => "fill",
            "line" | "path" => "stroke",
            _ => continue,
        };
        let color = node.ancestors().find_map(|n| n.attribute(paint));
        let colors = shapes.entry(node.tag_name().name()).or_default();
        *colors.entry(color.unwrap_or("-")).or_default() += 1;
    }
    for (shape, colors) in shapes {
        if colors.len() > 20 {
            let count: usize = colors.values().sum();
            writeln!(content, "{count} × {shape} in many colours").unwrap();
            continue;
        }
        for (color, count) in colors {
            writeln!(content, "{count} × {shape} {color}").unwrap();
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
    let iris = example("iris-poly").unwrap().setup;
    let roll = example("swiss-roll").unwrap().setup;
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
    for (name, setup, tone) in [
        ("iris-poly", iris, Tone::Light),
        ("swiss-roll", roll, Tone::Dark),
        ("indefinite", indefinite, Tone::Light),
    ] {
        let analysis = analyse(&setup);
        let spec = FigureSpec {
            tone,
            caption: Some(caption(&setup, &analysis)),
            ..FigureSpec::default()
        };
        let svg = render(&analysis, &setup.view, &spec, Format::Svg).unwrap();
        assert_golden(name, &content(&svg));
    }
}

#[test]
fn svg_and_pdf_have_the_size_on_paper() {
    let (analysis, view) = analysis("half-moons");
    let spec = FigureSpec {
        panels: vec![Panel::Input, Panel::Kpca],
        width: 600,
        height: 300,
        dpi: 300,
        transparent: true,
        ..FigureSpec::default()
    };
    let svg = String::from_utf8(render(&analysis, &view, &spec, Format::Svg).unwrap()).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let root = document.root_element();
    // 2 × 1 inches of 96 CSS pixels.
    assert_eq!(root.attribute("width"), Some("192"));
    assert_eq!(root.attribute("height"), Some("96"));

    let pdf = render(&analysis, &view, &spec, Format::Pdf).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    // 2 × 1 inches of 72 points.
    let text = String::from_utf8_lossy(&pdf);
    assert!(text.contains("MediaBox[0 0 144 72]"));
}
