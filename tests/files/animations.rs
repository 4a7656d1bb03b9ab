//! Pictures of an animation beside each other: axes, places, signs and titles.

use std::{fs, path::Path};

use assert_cmd::Command;
use tempfile::tempdir;

use crate::drawn::Drawn;
use explorer::{
    analysis::{Analysis, Analyzer},
    setup::{Mirrored, open_session},
};
use kernel_pca::{kpca::Tier, method::Method};

fn animate(folder: &Path, arguments: &str) -> String {
    let output = Command::cargo_bin("kpca-explorer")
        .unwrap()
        .current_dir(folder)
        .arg("animate")
        .args(arguments.split_whitespace())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments}: {said}");
    said
}

/// Texts of the ticks of each panel of a sheet, in reading order.
fn ticks(sheet: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(sheet).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let panels = document.descendants().filter(|it| {
        it.attribute("class")
            .is_some_and(|class| class.starts_with("panel "))
    });
    let ticks = |panel: roxmltree::Node| {
        let all = panel.descendants();
        let all = all.filter(|it| it.attribute("class") == Some("tick"));
        all.map(|it| it.text().unwrap_or_default().to_owned())
            .collect()
    };
    panels.map(ticks).collect()
}

const MOONS: &str =
    "moons --n-samples 60 --noise 0.05 --parameter gamma --from 0.05 --to 50 --steps 6";

#[test]
fn pictures_have_the_same_axes_unless_they_zoom() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    animate(folder, &format!("{MOONS} --sheet --out held.svg"));
    animate(folder, &format!("{MOONS} --sheet --zoom --out zoomed.svg"));
    let held = ticks(&folder.join("held.svg"));
    assert_eq!(held.len(), 6);
    assert!(
        held.iter().all(|it| !it.is_empty() && *it == held[0]),
        "{held:?}"
    );
    let zoomed = ticks(&folder.join("zoomed.svg"));
    assert!(zoomed.iter().any(|it| *it != zoomed[0]), "{zoomed:?}");
}

#[test]
fn a_sheet_says_each_value_once_and_the_range_in_its_caption() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    animate(
        folder,
        &format!("{MOONS} --panels kpca,spectrum --sheet --out both.svg"),
    );
    let drawn = Drawn::of(&fs::read(folder.join("both.svg")).unwrap());
    let titles = drawn.texts.iter().filter(|it| it.class == "title");
    let titles: Vec<&str> = titles.map(|it| &*it.text).collect();
    assert_eq!(titles.len(), 12, "{titles:?}");
    assert_eq!(titles[0], "γ = 0.05 · Kernel PCA");
    assert_eq!(titles[11], "γ = 50 · Eigenvalue spectrum");
    let caption = drawn.texts.iter().filter(|it| it.class == "caption");
    let caption: Vec<&str> = caption.map(|it| &*it.text).collect();
    let caption = caption.join(" ");
    assert!(
        caption.contains("exp(−γ ‖x − y‖²)") && caption.contains("γ from 0.05 to 50"),
        "{caption}"
    );
    assert_eq!(drawn.plots.len(), 12);
    // The panels of a value stand side by side.
    let plot = |place: usize| drawn.plots[place].1;
    for i in (0..12).step_by(2) {
        let [left, right] = [plot(i), plot(i + 1)];
        assert!((left[1] - right[1]).abs() < 0.1 && left[2] < right[0]);
    }
}

#[test]
fn a_sheet_is_made_for_a_column_with_the_words_of_its_author() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let line = "--sheet --preset single-column --columns 2 --letters --no-caption --snippet latex --title Moons --x-label $x_1$ \
                --class upper=black,Above --out s.svg";
    animate(folder, &format!("{MOONS} {line}"));
    let text = fs::read_to_string(folder.join("s.svg")).unwrap();
    let drawn = Drawn::of(text.as_bytes());
    let of = |class: &str| -> Vec<&str> {
        let all = drawn.texts.iter().filter(|it| it.class == class);
        all.map(|it| &*it.text).collect()
    };
    let titles = of("title");
    assert!(
        titles.len() == 6 && titles[0].starts_with("(a) γ = 0.05"),
        "{titles:?}"
    );
    assert!(
        of("caption").is_empty() && of("name").contains(&"x1"),
        "{:?}",
        of("name")
    );
    // As wide as a column: 85 mm in CSS pixels.
    let wide = 85.0 / 25.4 * 96.0;
    let document = roxmltree::Document::parse(&text).unwrap();
    let width = document.root_element().attribute("width").unwrap();
    let width: f64 = width.trim_end_matches("px").parse().unwrap();
    assert!((width - wide).abs() < 0.2, "{width}");
    let tex = fs::read_to_string(folder.join("s.tex")).unwrap();
    assert!(
        tex.contains("width=\\columnwidth") && tex.contains("\\gamma} from 0.05 to 50"),
        "{tex}"
    );
}

#[test]
fn an_animation_refuses_what_it_cannot_give_and_writes_nothing() {
    let folder = tempdir().unwrap();
    for (line, said) in [
        ("--out a.gif --class nobody=black", "nobody"),
        (
            "--out a.gif --transparent",
            "--transparent needs PNG, SVG or PDF",
        ),
        ("--out a.gif --snippet latex", "LaTeX shows no GIF"),
        ("--out a/ --snippet markdown", "draw a sheet or a GIF"),
    ] {
        let output = Command::cargo_bin("kpca-explorer")
            .unwrap()
            .current_dir(folder.path())
            .args(["animate", "--width", "200", "--height", "160"])
            .args(MOONS.split_whitespace().chain(line.split_whitespace()))
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && stderr.contains(said),
            "{line}: {stderr}"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{line}");
    }
}

/// The results that the frames' own setups give.
fn stills(folder: &Path, count: usize) -> Vec<Analysis> {
    let still = |i: usize| {
        let opened = open_session(&folder.join(format!("f-{i}.png"))).unwrap();
        let run = Analyzer::default().run(&opened.setup, Tier::Exact, &|| false);
        run.unwrap()
    };
    (1..=count).map(still).collect()
}

/// Steps between pictures at which a component points away from what it was.
fn turns(stills: &[Analysis], method: Method) -> usize {
    let turned = |pair: &[Analysis]| {
        let [before, now] = [0, 1].map(|i| pair[i].embedding(method).unwrap().scores());
        let pairs = before.column_iter().zip(now.column_iter());
        pairs.filter(|(a, b)| a.dot(b) < 0.0).count()
    };
    stills.windows(2).map(turned).sum()
}

#[test]
fn stills_from_frames_do_not_turn_over_whatever_the_method() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let roll = "swiss-roll --n-samples 120 --components 2";
    let mut by_definition = 0;
    for (method, count, arguments) in [
        (
            Method::Kpca,
            8,
            "--parameter gamma --from 0.001 --to 1 --steps 8",
        ),
        (
            Method::Isomap,
            9,
            "--method isomap --parameter neighbors --from 5 --to 13 --steps 9",
        ),
        (
            Method::Lle,
            9,
            "--method lle --parameter neighbors --from 5 --to 13 --steps 9",
        ),
    ] {
        let size = "--width 200 --height 160 --force --out f-#.png";
        animate(folder, &format!("{roll} {arguments} {size}"));
        let mut stills = stills(folder, count);
        assert_eq!(turns(&stills, method), 0, "{method:?}");
        // By their definition alone some turn over.
        for still in &mut stills {
            let mut setup = (*still.origin).clone();
            setup.view.mirrored = Mirrored::default();
            let run = Analyzer::default().run(&setup, Tier::Exact, &|| false);
            *still = run.unwrap();
        }
        by_definition += turns(&stills, method);
    }
    assert!(by_definition > 0, "nothing would turn over");
}
