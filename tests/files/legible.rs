//! Every text of every figure can be read: it is large enough, whole, and apart from all others.

use crate::{
    analysed::analysed,
    drawn::{Drawn, Ends, Written},
};
use chart::{APART_IN_GREY, Key, LineStyle, Mark, Tone, lightness, paint_rgb};
use export::{Figure, FigureSpec, Format, Preset};

/// Least height in points of small letters, of titles, and of letters anywhere.
fn least(preset: Option<Preset>, panels: usize) -> [f64; 3] {
    match preset {
        Some(Preset::Slide) if panels > 3 => [14.0, 18.0, 12.0],
        Some(Preset::Slide) => [16.0, 20.0, 12.0],
        Some(Preset::SingleColumn | Preset::DoubleColumn) => [7.0, 9.0, 6.0],
        None => [8.0, 10.0, 6.0],
    }
}

#[test]
fn texts_are_large_enough_whole_and_apart() {
    let mut problems = Vec::new();
    let mut shares = [(0.5, vec![]), (0.55, vec![]), (0.64, vec![]), (0.4, vec![])];
    let presets = Preset::ALL.into_iter().map(Some).chain([None]);
    for it in analysed() {
        let setup = &it.setup;
        for (preset, (_, shares)) in presets.clone().zip(&mut shares) {
            let spec = FigureSpec {
                panels: setup.view.places(),
                ..FigureSpec::default()
            };
            let spec = preset.map_or(spec.clone(), |preset| preset.apply(spec));
            let what = format!("{} {preset:?}", it.name);
            let figure = Figure::of(&it.analysis, setup, &spec, &|| false).unwrap();
            for remark in figure.remarks() {
                println!("{what}: {remark}");
            }
            let svg = figure.file(Format::Svg, &|| false).unwrap();
            let drawn = Drawn::of(&svg);
            look_at(
                &drawn,
                least(preset, setup.view.places().len()),
                &what,
                &mut problems,
            );
            let area = |[left, top, right, bottom]: Ends| (right - left) * (bottom - top);
            let plots: f64 = drawn.plots.iter().map(|(_, ends)| area(*ends)).sum();
            shares.push(plots / drawn.sheet.iter().product::<f64>());
        }
    }
    for (preset, (least, shares)) in presets.zip(shares) {
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        if mean < least {
            problems.push(format!("{preset:?}: plots take {mean:.3} of their sheets"));
        }
    }
    assert!(
        problems.is_empty(),
        "{} problems:\n{}",
        problems.len(),
        problems.join("\n")
    );
}

fn look_at(drawn: &Drawn, least: [f64; 3], what: &str, problems: &mut Vec<String>) {
    for it in &drawn.texts {
        let Written {
            text,
            class,
            points,
            ends: [left, top, right, bottom],
        } = it;
        let wanted = match &**class {
            "title" => least[1],
            "tick" | "name" | "legend" => least[0],
            _ => least[2],
        };
        if *points < wanted - 0.05 {
            problems.push(format!("{what}: {text:?} is {points:.1} points high"));
        }
        let [width, height] = drawn.sheet;
        if *left < 0.0 || *top < 0.0 || *right > width || *bottom > height {
            problems.push(format!("{what}: {text:?} leaves the sheet"));
        }
        if class != "label" && text.ends_with('…') {
            problems.push(format!("{what}: {text:?} is cut"));
        }
        // What explains a plot stands beside it.
        if !["label", "legend"].contains(&&**class) {
            let plots = drawn.plots.iter();
            for (panel, _) in plots.filter(|(_, plot)| common(&it.ends, plot)) {
                problems.push(format!("{what}: {:?} lies on {panel}", it.text));
            }
        }
    }
    for (i, a) in drawn.texts.iter().enumerate() {
        for b in &drawn.texts[..i] {
            if common(&a.ends, &b.ends) {
                problems.push(format!("{what}: {:?} lies on {:?}", a.text, b.text));
            }
        }
    }
}

/// Returns true where two boxes have an area in common.
fn common(a: &Ends, b: &Ends) -> bool {
    let common = |low: usize, high: usize| a[high].min(b[high]) - a[low].max(b[low]);
    common(0, 2) > 0.0 && common(1, 3) > 0.0
}

/// By dashes, dots, hatches or lightness, as in a copy in greys.
#[test]
fn series_and_signs_of_maps_are_told_apart_without_colours() {
    let (mut compared, mut dashed) = (0, 0);
    for it in analysed() {
        for panel in &it.panels {
            let chart = panel.chart(&it.analysis, &it.setup.view);
            let what = format!("{} {}", it.name, panel.name());
            for mark in &chart.marks {
                if let Mark::Line(line) = mark
                    && panel.has_contours()
                    && line.name.contains("= −")
                {
                    assert_eq!(line.style, LineStyle::FineDashed, "{what}");
                    dashed += 1;
                }
            }
            let Key::Legend { signs, .. } = &chart.key else {
                continue;
            };
            for (i, (paint, sign)) in signs.iter().enumerate() {
                for (other, its) in &signs[..i] {
                    let [a, b] = [paint, other].map(|it| lightness(paint_rgb(*it, Tone::Light)));
                    assert!(
                        sign != its || (a - b).abs() >= APART_IN_GREY,
                        "{what}: {paint:?} and {other:?}"
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 30 && dashed > 3, "{compared} {dashed}");
}
