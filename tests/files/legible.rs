//! Every text of every figure can be read: it is large enough, whole, and apart from all others.

use kpca_explorer::{
    analysis::Analyzer,
    export::{Figure, FigureSpec, Format, Preset},
    kpca::Tier,
    setup::examples,
};

use crate::drawn::{Drawn, Written};

/// Least height in points of small letters, of titles, and of letters anywhere.
fn least(preset: Option<Preset>) -> [f64; 3] {
    match preset {
        Some(Preset::Slide) => [14.0, 18.0, 6.0],
        Some(Preset::SingleColumn | Preset::DoubleColumn) => [7.0, 9.0, 6.0],
        None => [8.0, 10.0, 6.0],
    }
}

#[test]
fn texts_are_large_enough_whole_and_apart() {
    let mut problems = Vec::new();
    let presets = Preset::ALL.into_iter().map(Some).chain([None]);
    for example in examples() {
        let setup = example.setup;
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        for preset in presets.clone() {
            let spec = FigureSpec {
                panels: setup.view.places(),
                ..FigureSpec::default()
            };
            let spec = preset.map_or(spec.clone(), |preset| preset.apply(spec));
            let what = format!("{} {preset:?}", example.name);
            let figure = Figure::of(&analysis, &setup, &spec, &|| false).unwrap();
            for remark in figure.remarks() {
                println!("{what}: {remark}");
            }
            let svg = figure.file(Format::Svg, &|| false).unwrap();
            look_at(&Drawn::of(&svg), least(preset), &what, &mut problems);
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
    for text in &drawn.texts {
        let Written {
            text,
            class,
            points,
            ends: [left, top, right, bottom],
        } = text;
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
    }
    for (i, a) in drawn.texts.iter().enumerate() {
        for b in &drawn.texts[..i] {
            let common = |low: usize, high: usize| {
                a.ends[high].min(b.ends[high]) - a.ends[low].max(b.ends[low])
            };
            if common(0, 2) > 0.0 && common(1, 3) > 0.0 {
                problems.push(format!("{what}: {:?} lies on {:?}", a.text, b.text));
            }
        }
    }
}
