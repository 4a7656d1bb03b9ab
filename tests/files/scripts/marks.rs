//! Numbers of every panel: what a script in Python draws is what the window draws.

use std::collections::BTreeSet;

use chart::Mark;
use explorer::{panel::Kind, setup::example};
use kernel_pca::method::Method;

use super::*;

/// Prints what stands in each part of a figure, in units of its axes as the window has them: a line with the part's
/// title, then one for each dot, vertex of a line, place of a text, and middle of a bar's ends, and one for each text.
const DRAWN: &str = "
from matplotlib.patches import Rectangle
several = [(part.get_suptitle() or part.axes[0].get_title(), part.axes) for part in globals().get('parts', [])]
for title, axes in several or [(ax.get_title(), [ax]) for ax in fig.axes if ax.get_title()]:
    print('=', title.splitlines()[0].split(' · ')[0])
    for ax in axes:
        found = [line.get_xydata() for line in ax.lines] + [[text.get_position()] for text in ax.texts]
        for layer in ax.collections:
            found += layer.get_segments() if hasattr(layer, 'get_segments') else []
            found.append(layer.get_offsets())
        for bar in ax.patches:
            if isinstance(bar, Rectangle):
                x, y, w, h = bar.get_x(), bar.get_y(), bar.get_width(), bar.get_height()
                found.append([(x + w / 2, y + h), (x + w, y + h / 2), (x, y + h / 2), (x + w / 2, y)])
        for xy in found:
            xy = np.array(xy, float).reshape(-1, 2)
            for axis, scale in enumerate([ax.get_xscale(), ax.get_yscale()]):
                with np.errstate(all='ignore'):
                    xy[:, axis] = np.log10(xy[:, axis]) if scale == 'log' else xy[:, axis]
            for x, y in xy[np.isfinite(xy).all(axis=1)]:
                print(float(x), float(y))
        cells = [cell.get_text() for table in ax.tables for cell in table.get_celld().values()]
        for text in [*ax.texts, *cells]:
            print('text', ' '.join(text.get_text().split()))
";

/// Marks of a part of a figure.
#[derive(Default)]
struct Part<'a> {
    places: Vec<[f64; 2]>,
    texts: Vec<&'a str>,
}

/// Parts by their titles, as [`DRAWN`] prints them.
fn parts(printed: &str) -> BTreeMap<&str, Part<'_>> {
    let mut parts: BTreeMap<&str, Part<'_>> = BTreeMap::new();
    let mut title = "";
    for line in printed.lines() {
        if let Some(next) = line.strip_prefix("= ") {
            title = next;
        } else if let Some(text) = line.strip_prefix("text ") {
            parts.entry(title).or_default().texts.push(text);
        } else {
            let (x, y) = line.split_once(' ').unwrap();
            let place = [x.parse().unwrap(), y.parse().unwrap()];
            parts.entry(title).or_default().places.push(place);
        }
    }
    parts
}

/// Places of a mark that carries numbers; none of lines that only divide a plot, or that are one of many.
fn numbers(mark: &Mark) -> Vec<[f64; 2]> {
    match mark {
        Mark::Points(points) | Mark::NewRows(points) => points.xy.to_vec(),
        Mark::Bars(bars) => bars.xy.clone(),
        Mark::Links(links) => links.ends.iter().flatten().copied().collect(),
        Mark::Line(line) if line.style.is_of_series() || line.dots => line.xy.clone(),
        _ => vec![],
    }
}

/// Numbers with a decimal point in a text.
fn numbers_in(text: &str) -> Vec<f64> {
    let text = text.replace('−', "-");
    let words = text.split(|letter: char| !(letter.is_ascii_digit() || "-.".contains(letter)));
    let words = words.filter(|word| word.contains('.'));
    words.filter_map(|word| word.parse().ok()).collect()
}

/// Numbers that a mark has in words; none of the row that a point belongs to, whose label the window names.
fn written(mark: &Mark) -> Vec<f64> {
    match mark {
        Mark::Text(text) => numbers_in(text.text.split(", of ").next().unwrap_or_default()),
        _ => vec![],
    }
}

/// Returns true where Python draws the panel's numbers in the places where the window has them.
fn is_comparable(panel: Panel) -> bool {
    // Views of space, level lines, cells of a sheet and triangles are laid out by matplotlib, a matrix is an image,
    // a distribution is drawn in steps, and scikit-learn's t-SNE descends from elsewhere. A sweep takes as long as many fits, and pictures are pinned one by one: both have tests of their
    // own.
    let otherwise = [
        Panel::KernelMatrix,
        Panel::Multiples,
        Panel::Geometry,
        Panel::Novelty,
        Panel::of(Method::Tsne),
        Panel::Sweep,
    ];
    let is_pinned = panel.letter().is_some();
    !is_pinned && !panel.is_3d() && panel.kind() != Kind::Maps && !otherwise.contains(&panel)
}

#[test]
fn python_draws_the_numbers_of_every_panel() {
    if !python_can("import sklearn, matplotlib") {
        return;
    }
    let mut wine = explained(KernelKind::Rbf, RowOrder::Source);
    wine.source = Source::Builtin(Builtin::Wine);
    let [mut by_hand, mut roll] =
        ["kernel-trick", "swiss-roll"].map(|name| example(name).unwrap().setup);
    for setup in [&mut wine, &mut by_hand, &mut roll] {
        setup.view.panels = Panel::ALL
            .into_iter()
            .filter(|panel| is_comparable(*panel))
            .collect();
    }
    if let Source::Generated(generator) = &mut roll.source {
        generator.n_samples = 300;
    }
    // Here two functions do not bend at all, one of them constant, and scikit-learn mixes them.
    wine.view
        .panels
        .retain(|panel| *panel != Panel::of(Method::HessianLle));
    let mut graph = example("karate-club").unwrap().setup;
    graph.view.panels = vec![Panel::Input, Panel::Kpca];
    let mut compared = BTreeSet::new();
    for setup in [wine, by_hand, roll, graph] {
        let analysis = analyse(&setup);
        let script = script_of(Language::Python, &setup, &analysis);
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("marks.py"), script + DRAWN).unwrap();
        let printed = python(&["marks.py"], folder.path());
        let theirs = parts(&printed);
        for &panel in &setup.view.panels {
            let chart = panel.chart(&analysis, &setup.view);
            let title = chart.title.split(" · ").next().unwrap();
            let Some(theirs) = theirs.get(title) else {
                let has_content = panel.content(&analysis, &setup.view).is_some();
                assert!(
                    !has_content || chart.marks.is_empty(),
                    "{panel:?} of {title}"
                );
                continue;
            };
            // Which of two rows at the same distance is the nearer one is arbitrary.
            let most = if panel == Panel::Trust { 1e-3 } else { 1e-5 };
            // A list has its numbers in words.
            if chart.marks.iter().all(|mark| numbers(mark).is_empty()) {
                let said = theirs.texts.join(" ");
                let said = numbers_in(&said);
                for number in chart.marks.iter().flat_map(written) {
                    let near = |other: &f64| (number - other).abs() <= 0.01 * number.abs();
                    assert!(
                        said.iter().any(near),
                        "{panel:?} of {title}: {number} in {said:?}"
                    );
                    compared.insert(panel.name());
                }
            }
            for xy in chart.marks.iter().map(numbers) {
                let size = |axis: usize| xy.iter().map(|at| at[axis].abs()).fold(0.0, f64::max);
                let far = [most * size(0), most * size(1)];
                let is_there = |at: &[f64; 2]| {
                    let near =
                        |other: &[f64; 2]| (0..2).all(|i| (at[i] - other[i]).abs() <= far[i]);
                    theirs.places.iter().any(near)
                };
                let lacking = xy.iter().find(|at| !is_there(at));
                assert_eq!(lacking, None, "{panel:?} of {title}");
                if !xy.is_empty() {
                    compared.insert(panel.name());
                }
            }
        }
    }
    let expected = Panel::ALL.into_iter().filter(|panel| is_comparable(*panel));
    assert_eq!(compared, expected.map(Panel::name).collect());
}

#[test]
fn every_panel_that_shows_something_has_a_table() {
    let mut wine = explained(KernelKind::Rbf, RowOrder::Source);
    wine.source = Source::Builtin(Builtin::Wine);
    let others = ["kernel-trick", "karate-club", "promoters"];
    let others = others.map(|name| example(name).unwrap().setup);
    let mut shown = BTreeSet::new();
    for mut setup in std::iter::once(wine).chain(others) {
        let all = Panel::ALL.into_iter();
        // Strings have a table of their own, and pictures that are pinned are those of other panels.
        let all = all.filter(|panel| *panel != Panel::Input && panel.letter().is_none());
        setup.view.panels = all.collect();
        let analysis = analyse(&setup);
        for &panel in &setup.view.panels {
            if panel.chart(&analysis, &setup.view).marks.is_empty() {
                continue;
            }
            shown.insert(panel.name());
            let table = panel.table(&analysis, &setup.view);
            let texts = table.texts.iter().map(|(_, cells)| cells.len());
            let numbers = table.numbers.iter().map(|(_, cells)| cells.len());
            let rows = texts.chain(numbers).max();
            assert!(rows > Some(0), "{panel:?} of {}", setup.source);
        }
    }
    let left: Vec<Panel> = Panel::ALL
        .into_iter()
        .filter(|panel| !shown.contains(panel.name()) && panel.letter().is_none())
        .collect();
    assert_eq!(left, [Panel::Input]);
}

/// Prints the names that a part of a picture reads as another part has left them.
const READ_ELSEWHERE: &str = r#"
import ast, re, sys

def read_elsewhere(source):
    assigned, found, free, part = {}, set(), {}, 0

    def read(name):
        seen, new = set(), {name}
        while new:
            name = new.pop()
            seen.add(name)
            if assigned.get(name, 0) not in (0, part):
                found.add(name)
            new |= free.get(name, set()) - seen

    def names(nodes):
        return {it.id for node in nodes for it in ast.walk(node) if isinstance(it, ast.Name)}

    def visit(node, own):
        if isinstance(node, ast.FunctionDef):
            assigned[node.name] = part
            inner = {it.arg for it in ast.walk(node.args) if isinstance(it, ast.arg)}
            stored = {it.id for it in ast.walk(node) if isinstance(it, ast.Name) and isinstance(it.ctx, ast.Store)}
            free[node.name] = names([node]) - stored - inner
        elif isinstance(node, ast.Lambda):
            visit(node.body, own | {it.arg for it in ast.walk(node.args) if isinstance(it, ast.arg)})
        elif hasattr(node, "generators"):
            inner = own | names(it.target for it in node.generators)
            for child in ast.iter_child_nodes(node):
                visit(child, inner)
        elif isinstance(node, (ast.Assign, ast.For)):
            first = node.value if isinstance(node, ast.Assign) else node.iter
            then = node.targets if isinstance(node, ast.Assign) else [node.target, *node.body]
            for child in [first, *then]:
                visit(child, own)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            assigned[node.id] = part
        elif isinstance(node, ast.Name) and node.id not in own:
            read(node.id)
        else:
            for child in ast.iter_child_nodes(node):
                visit(child, own)

    for statement in ast.parse(source).body:
        for it in ast.walk(statement):
            whole = isinstance(it, (ast.Subscript, ast.Call)) and ast.unparse(it)
            if whole and (whole.startswith("fig.add_subplot(") or re.fullmatch(r"parts\[\d+\]", whole)):
                part = whole
        visit(statement, frozenset())
    return found

for path in sys.argv[1:]:
    print(path, *sorted(read_elsewhere(open(path).read())))
"#;

#[test]
fn no_part_of_a_picture_reads_what_another_part_assigned() {
    if !python_can("import ast") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let names = [
        "digits",
        "kernel-trick",
        "karate-club",
        "promoters",
        "smoke",
    ];
    for name in names {
        let mut setup = example(name).unwrap().setup;
        setup.view.panels = explained(KernelKind::Rbf, RowOrder::Source).view.panels;
        let script = script_of(Language::Python, &setup, &analyse(&setup));
        fs::write(folder.path().join(name), script).unwrap();
    }
    let printed = python(
        &[&["-c", READ_ELSEWHERE], &names[..]].concat(),
        folder.path(),
    );
    assert_eq!(printed.lines().collect::<Vec<_>>(), names);
}
