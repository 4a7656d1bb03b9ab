//! Places of everything in an SVG of a figure: texts with their boxes, plots, and shapes.

use std::sync::LazyLock;

use roxmltree::{Document, Node};
use ttf_parser::Face;

static FACES: LazyLock<[Face<'static>; 2]> = LazyLock::new(|| {
    let face = |bytes| Face::parse(bytes, 0).unwrap();
    [
        face(include_bytes!("../../assets/fonts/Inter-Regular.ttf")),
        face(include_bytes!("../../assets/fonts/Inter-SemiBold.ttf")),
    ]
});

/// Left, upper, right and lower end, in the unit of what stands on the sheet.
pub type Ends = [f64; 4];

/// A text on the sheet.
#[derive(Debug, Clone)]
pub struct Written {
    pub text: String,
    pub class: String,
    /// Height of its letters, in points on paper.
    pub points: f64,
    pub ends: Ends,
}

/// A shape: what it is, its colour, and the middle of the box around it.
#[derive(Debug, Clone)]
pub struct Painted {
    pub kind: String,
    pub color: String,
    pub middle: [f64; 2],
}

#[derive(Debug, Clone, Default)]
pub struct Drawn {
    pub sheet: [f64; 2],
    /// Points on paper for each unit of the sheet.
    pub unit: f64,
    pub texts: Vec<Written>,
    /// Name of each panel and the ends of its plot.
    pub plots: Vec<(String, Ends)>,
    pub shapes: Vec<Painted>,
}

impl Drawn {
    pub fn of(svg: &[u8]) -> Self {
        let document = Document::parse(std::str::from_utf8(svg).unwrap()).unwrap();
        let root = document.root_element();
        let sides = root.attribute("viewBox").unwrap().split(' ');
        let sides: Vec<f64> = sides.map(|side| side.parse().unwrap()).collect();
        let mut drawn = Self {
            sheet: [sides[2], sides[3]],
            unit: number(root, "width") / sides[2] * 72.0 / 96.0,
            ..Self::default()
        };
        drawn.walk(root, [0.0; 2], "", "");
        drawn
    }

    /// The text that reads so.
    pub fn text(&self, wanted: &str) -> &Written {
        let found = self.texts.iter().find(|it| it.text == wanted);
        found.unwrap_or_else(|| panic!("{wanted} among {:?}", self.said()))
    }

    pub fn said(&self) -> Vec<&str> {
        self.texts.iter().map(|it| &*it.text).collect()
    }

    fn walk(&mut self, node: Node, [x, y]: [f64; 2], panel: &str, color: &str) {
        let own = node.attribute("transform");
        let own = own.filter(|_| node.tag_name().name() == "g");
        let moved = own.map_or([0.0; 2], |it| {
            pair(it.trim_start_matches("translate(").trim_end_matches(')'))
        });
        let at = [x + moved[0], y + moved[1]];
        let class = node.attribute("class").unwrap_or_default();
        let panel = class.strip_prefix("panel ").unwrap_or(panel);
        let mut paint = ["fill", "stroke"].into_iter();
        let color = paint
            .find_map(|name| node.attribute(name).filter(|it| *it != "none"))
            .unwrap_or(color);
        match node.tag_name().name() {
            "clipPath" => {
                let rect = node.first_element_child().unwrap();
                self.plots.push((panel.to_owned(), rect_ends(rect, at)));
                return;
            }
            "text" => self.write(node, at),
            kind @ ("circle" | "rect" | "path" | "image") => self.shapes.push(Painted {
                kind: kind.to_owned(),
                color: color.to_owned(),
                middle: middle(node, at),
            }),
            _ => {}
        }
        for child in node.children() {
            self.walk(child, at, panel, color);
        }
    }

    fn write(&mut self, node: Node, at: [f64; 2]) {
        let size = number(node, "font-size");
        // Sub- and superscripts are letters of other sizes.
        let runs = node.descendants().filter(Node::is_text);
        let runs: Vec<(f64, &str)> = runs
            .map(|run| {
                let size = number(run.parent().unwrap(), "font-size");
                (size, run.text().unwrap())
            })
            .collect();
        let text: String = runs.iter().map(|(_, run)| *run).collect();
        let face = &FACES[usize::from(node.has_attribute("font-weight"))];
        let em = f64::from(face.units_per_em());
        let advance = |c| {
            let glyph = face.glyph_index(c)?;
            face.glyph_hor_advance(glyph)
        };
        let wide = |c| advance(c).map_or(1.0, |it| f64::from(it) / em);
        let long = runs
            .iter()
            .map(|(size, run)| size * run.chars().map(wide).sum::<f64>());
        let long: f64 = long.sum();
        let before = match node.attribute("text-anchor").unwrap() {
            "start" => 0.0,
            "middle" => long / 2.0,
            _ => long,
        };
        // From the height of capitals to the baseline, and half a stroke below.
        let (above, below) = (0.73 * size, 0.05 * size);
        let ends = if let Some(turned) = node.attribute("transform") {
            let place = turned.trim_start_matches("translate(");
            let [x, y] = pair(place.split(')').next().unwrap());
            [x - above, y + before - long, x + below, y + before]
        } else {
            let (x, y) = (number(node, "x"), number(node, "y"));
            [x - before, y - above, x - before + long, y + below]
        };
        self.texts.push(Written {
            text,
            class: node.attribute("class").unwrap_or_default().to_owned(),
            points: size * self.unit,
            ends: [
                at[0] + ends[0],
                at[1] + ends[1],
                at[0] + ends[2],
                at[1] + ends[3],
            ],
        });
    }
}

fn number(node: Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

fn pair(text: &str) -> [f64; 2] {
    let (x, y) = text.split_once(',').unwrap();
    [x, y].map(|side| side.parse().unwrap())
}

fn rect_ends(node: Node, at: [f64; 2]) -> Ends {
    let sides = ["x", "y", "width", "height"];
    let [x, y, width, height] = sides.map(|name| number(node, name));
    let (x, y) = (at[0] + x, at[1] + y);
    [x, y, x + width, y + height]
}

/// Middle of the box around a shape.
fn middle(node: Node, at: [f64; 2]) -> [f64; 2] {
    let [left, top, right, bottom] = match node.tag_name().name() {
        "circle" => {
            let (x, y) = (at[0] + number(node, "cx"), at[1] + number(node, "cy"));
            [x, y, x, y]
        }
        "path" => {
            let numbers = node.attribute("d").unwrap().split(['M', 'L', 'Z']);
            let numbers = numbers.filter(|it| !it.is_empty());
            let corners: Vec<[f64; 2]> = numbers.map(pair).collect();
            let ends = |axis: usize| {
                let values = corners.iter().map(|corner| at[axis] + corner[axis]);
                values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], it| {
                    [low.min(it), high.max(it)]
                })
            };
            let ([left, right], [top, bottom]) = (ends(0), ends(1));
            [left, top, right, bottom]
        }
        _ => rect_ends(node, at),
    };
    [f64::midpoint(left, right), f64::midpoint(top, bottom)]
}
