//! PDFs as a reader shows them, beside PNGs.

use std::{
    io::{Cursor, Write},
    process::{Command, Stdio},
    sync::Mutex,
    thread,
};

use crate::analysed::{AnalysedExample, analysed};
use export::{FigureSpec, Format, render};

/// Number of figures that are compared.
const FIGURES: usize = 24;
/// Pixels of a figure that is a whole number of points wide and high, as a reader's pixels are then the same.
const SIZE: [u32; 2] = [900, 600];
const DPI: u32 = 108;
/// Standard deviation of the blur, in pixels: readers differ in how they soften edges.
const BLUR: f32 = 1.5;
/// Difference of a colour that is seen, in levels of 255.
const SEEN: f32 = 0.25 * 255.0;
/// Largest share of the pixels with such a difference.
const MOST_SEEN: f64 = 0.0005;

/// Returns true where poppler is installed; without it a test passes, but says so, except on CI.
fn has_poppler() -> bool {
    let found = Command::new("pdftoppm").arg("-v").output().is_ok();
    if !found {
        let optional = std::env::var_os("CI").is_none();
        assert!(optional, "pdftoppm of poppler-utils is missing");
        eprintln!("skipped: there is no pdftoppm of poppler-utils");
    }
    found
}

/// Levels of red, green and blue of each pixel.
fn of_pdf(pdf: &[u8]) -> Vec<u8> {
    let mut child = Command::new("pdftoppm")
        .args(["-r", &DPI.to_string(), "-singlefile", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let pdf = pdf.to_vec();
    let feeding = thread::spawn(move || input.write_all(&pdf));
    let output = child.wait_with_output().unwrap();
    feeding.join().unwrap().unwrap();
    let [width, height] = SIZE;
    let head = format!("P6\n{width} {height}\n255\n");
    let said = String::from_utf8_lossy(&output.stderr);
    let pixels = output.stdout.strip_prefix(head.as_bytes());
    pixels.unwrap_or_else(|| panic!("{said}")).to_vec()
}

fn of_png(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
    let mut rgba = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut rgba).unwrap();
    let pixels = rgba.chunks_exact(4);
    pixels.flat_map(|it| [it[0], it[1], it[2]]).collect()
}

/// Share of the pixels that differ by more than what is seen, after both pictures are blurred: the blur of a difference is
/// the difference of the blurs.
fn share_that_differs(a: &[u8], b: &[u8]) -> f64 {
    let [width, height] = SIZE.map(|side| side as usize);
    let reach = (3.0 * BLUR).ceil() as usize;
    let weights: Vec<f32> = (0..=2 * reach)
        .map(|i| (-0.5 * ((i as f32 - reach as f32) / BLUR).powi(2)).exp())
        .collect();
    let sum: f32 = weights.iter().sum();
    let mut differs = vec![false; width * height];
    for channel in 0..3 {
        let mut across = vec![0.0_f32; width * height];
        let mut blurred = vec![0.0_f32; width * height];
        for (at, cell) in across.iter_mut().enumerate() {
            *cell = f32::from(a[3 * at + channel]) - f32::from(b[3 * at + channel]);
        }
        // Along rows, then along columns; most of a picture is the same.
        for (step, line) in [(1, width), (width, height)] {
            blurred.fill(0.0);
            for (at, value) in across.iter().enumerate().filter(|(_, it)| **it != 0.0) {
                let place = at / step % line;
                for (i, weight) in weights.iter().enumerate() {
                    if (reach..line + reach).contains(&(place + i)) {
                        blurred[at + i * step - reach * step] += weight / sum * value;
                    }
                }
            }
            std::mem::swap(&mut across, &mut blurred);
        }
        for (differs, it) in differs.iter_mut().zip(&across) {
            *differs |= it.abs() > SEEN;
        }
    }
    differs.iter().filter(|it| **it).count() as f64 / differs.len() as f64
}

fn compare(it: &AnalysedExample) -> Option<String> {
    let [width, height] = SIZE;
    let spec = FigureSpec {
        panels: it.setup.view.places(),
        width,
        height,
        dpi: DPI,
        ..FigureSpec::default()
    };
    let file = |format| render(&it.analysis, &it.setup, &spec, format, &|| false).unwrap();
    let share = share_that_differs(&of_pdf(&file(Format::Pdf)), &of_png(&file(Format::Png)));
    println!("{}: {:.4} %", it.name, 100.0 * share);
    (share > MOST_SEEN).then(|| format!("{}: {:.3} % of the pixels differ", it.name, 100.0 * share))
}

#[test]
fn a_pdf_looks_like_its_png() {
    if !has_poppler() {
        return;
    }
    let rest = Mutex::new(analysed().take(FIGURES));
    let differing = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(it) = { rest.lock().unwrap().next() } {
                    let found = compare(it);
                    differing.lock().unwrap().extend(found);
                }
            });
        }
    });
    let differing = differing.into_inner().unwrap();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}
