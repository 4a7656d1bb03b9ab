//! Figures as files: size, resolution and transparency.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Cursor;

use kpca_explorer::{
    analysis::{Analysis, Analyzer},
    export::{FigureSpec, Format, render},
    kpca::{Solver, Tier},
    setup::{View, example},
    view::{Panel, Tone},
};

fn analysis(name: &str) -> (Analysis, View) {
    let setup = example(name).unwrap().setup;
    let analysis = Analyzer::default()
        .run(&setup, Tier::Exact, Solver::Auto, &|| false)
        .unwrap();
    (analysis, setup.view)
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
