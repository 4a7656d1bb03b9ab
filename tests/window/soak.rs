//! Thousands of random commands, as nobody would think of them, and what holds after each.

use std::time::{Duration, Instant};

use rand::{RngExt as _, SeedableRng, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;

use chart::{Chart, Held, Mark};
use explorer::{
    panel::Panel,
    setup::{
        Camera, Components, ContourStyle, ContourView, KernelMatrixView, Paths, ProbeView,
        RowOrder, ScoreAxes, Setup, Side,
    },
};
use kernel_pca::{
    kernel::{
        Gamma, Join, KernelKind, KernelParameter, KernelParams, Normalize, SecondKernel, Similarity,
    },
    method::Method,
    objects::Scaling,
};
use kpca_explorer::{
    app::{App, Arrangement, Choice, Command, Dialog, Edit, Parameter, Pick, REST_SECONDS, Tool},
    worker::Inline,
};
use tabular::{ColumnChoice, Columns, Decimal, Generator, ReadAs, Shape, Source};

const COMMANDS: usize = 10_000;

/// A slow machine tries fewer.
const MOST_TIME: Duration = Duration::from_secs(25);

/// Random commands, the same in every run.
struct Monkey(ChaCha8Rng);

impl Monkey {
    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        all.choose(&mut self.0).unwrap().clone()
    }

    fn below(&mut self, end: usize) -> usize {
        self.0.random_range(0..end)
    }

    /// Mostly a usual number, now and then one that makes no sense.
    fn number(&mut self) -> f64 {
        match self.below(12) {
            0 => self.one_of(&[0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 1e-300, f64::MAX]),
            _ => 10_f64.powf(self.0.random_range(-3.0..2.0)),
        }
    }

    /// A number of components, sometimes a share of the variance.
    fn components(&mut self) -> Components {
        if self.below(4) == 0 {
            Components::Share(self.one_of(&[0.95, 0.0, f64::NAN]))
        } else {
            Components::Count(self.count())
        }
    }

    fn count(&mut self) -> usize {
        match self.below(20) {
            0 => self.one_of(&[0, 1000, i64::MAX as usize]),
            _ => 1 + self.below(8),
        }
    }

    fn source(&mut self) -> Source {
        let shape = self.one_of(&Shape::ALL);
        Source::Generated(Generator {
            n_samples: 4 + self.below(20),
            noise: if self.below(4) == 0 {
                self.number()
            } else {
                0.1
            },
            random_state: self.below(3) as u32,
            ..Generator::new(shape)
        })
    }

    fn gamma(&mut self) -> Gamma {
        let value = Gamma::Value(self.number());
        self.one_of(&[Gamma::Auto, Gamma::Median, value, value])
    }

    fn kernel(&mut self) -> KernelParams {
        let mut kernel = KernelParams::default();
        for parameter in KernelParameter::ALL {
            let value = if parameter.rule().is_whole() {
                self.count() as f64
            } else {
                self.number()
            };
            kernel.set(parameter, value);
        }
        KernelParams {
            kind: self.one_of(&KernelKind::ALL),
            gamma: self.gamma(),
            similarity: self.one_of(&Similarity::ALL),
            all_lengths: self.below(2) == 0,
            second: self.second(),
            normalize: self.one_of(&[None, None, Some(Normalize::Before), Some(Normalize::After)]),
            center: self.below(4) != 0,
            ..kernel
        }
    }

    fn second(&mut self) -> Option<SecondKernel> {
        let join = self.one_of(&Join::ALL);
        let kind = self.one_of(&KernelKind::ALL);
        (self.below(3) == 0).then_some(SecondKernel { join, kind })
    }

    fn axes(&mut self) -> ScoreAxes {
        let fewer = self.below(2);
        let (a, b) = (self.count().saturating_sub(fewer), self.below(5));
        self.one_of(&[
            ScoreAxes::Pair(a, b),
            ScoreAxes::Index(a),
            ScoreAxes::Strip(b),
        ])
    }

    fn contours(&mut self) -> ContourView {
        ContourView {
            component: self.below(6),
            maps: 1 + self.below(3),
            style: self.one_of(&[ContourStyle::Lines, ContourStyle::Bands, ContourStyle::Both]),
            points: self.below(2) == 0,
            at_row: self.one_of(&[None, Some(0), Some(5), Some(1000)]),
        }
    }

    fn setup(&mut self) -> Setup {
        let mut setup = Setup {
            source: self.source(),
            columns: Columns::default(),
            scaling: self.one_of(&Scaling::ALL),
            kernel: self.kernel(),
            components: self.components(),
            ..Setup::default()
        };
        let place = self.below(5);
        setup.view.show_in(place, self.one_of(&Panel::ALL));
        setup.view.contours = self.contours();
        setup
    }

    fn edit(&mut self) -> Edit {
        match self.below(27) {
            0 => Edit::Source(self.source()),
            1 if self.below(2) == 0 => Edit::Number(Parameter::Samples, self.below(24) as f64),
            1 => Edit::Source(Source::Generated(Generator {
                n_samples: self.below(24),
                ..Generator::new(Shape::Moons)
            })),
            2 => Edit::Label(self.one_of(&[
                ColumnChoice::Auto,
                ColumnChoice::None,
                ColumnChoice::Column("0".into()),
                ColumnChoice::Column("nothing".into()),
            ])),
            3 => Edit::Features(self.one_of(&[
                None,
                Some(vec![]),
                Some(vec!["0".into()]),
                Some(vec!["1".into(), "0".into()]),
            ])),
            4 => Edit::Scaling(self.one_of(&Scaling::ALL)),
            5 => Edit::Kernel(self.one_of(&KernelKind::ALL)),
            6 => Edit::Gamma(self.gamma()),
            7 => Edit::Number(Parameter::Of(KernelParameter::Degree), self.count() as f64),
            8 => Edit::Number(Parameter::Of(KernelParameter::Coef0), self.number()),
            9 => Edit::Components(self.components()),
            10 => Edit::InputAxes([self.below(4), self.below(4)]),
            11 => Edit::Axes(Method::Pca, self.axes()),
            12 => Edit::Axes(Method::Kpca, self.axes()),
            13 => Edit::Number(Parameter::Eigenvalues, self.count() as f64),
            14 => Edit::Number(Parameter::Threshold, self.one_of(&[0.5, 0.95, 1.0])),
            15 => Edit::Camera(Camera {
                yaw: self.number(),
                pitch: 30.0,
            }),
            16 => Edit::Contours(self.contours()),
            17 => Edit::KernelMatrix(KernelMatrixView {
                centered: self.below(2) == 0,
                order: self.one_of(&[
                    RowOrder::Source,
                    RowOrder::Label,
                    RowOrder::Component(0),
                    RowOrder::Component(99),
                ]),
            }),
            18 => Edit::SeparationComponents(self.count()),
            19 => Edit::ShowIn(self.below(6), self.one_of(&Panel::ALL)),
            20 => Edit::ReadAs(ReadAs::decimal(Decimal::Comma)),
            21 => {
                let side = self.one_of(&[Side::Tab, Side::Right, Side::Below]);
                let [panel, by] = [0, 1].map(|_| self.one_of(&Panel::ALL));
                Edit::Put(panel, side, by)
            }
            22 => Edit::Close(self.one_of(&Panel::ALL)),
            24 => Edit::Probe(ProbeView {
                shown: self.below(3) > 0,
                at: self.one_of(&[None, Some([0.5, 0.2]), Some([-3.0, 1e9])]),
                paths: self.one_of(&[Paths::None, Paths::Strongest, Paths::Feature(1)]),
                arrows: self.one_of(&[None, Some(0), Some(99)]),
            }),
            25 => Edit::Drag(Held::Probe, [self.number(), self.number()], Panel::Input),
            23 => Edit::Arrange(self.one_of(&Arrangement::ALL).tiles()),
            _ => Edit::Everything(Box::new(self.setup())),
        }
    }

    fn command(&mut self) -> Command {
        let row = self.below(24);
        let panel = self.one_of(&Panel::ALL);
        match self.below(40) {
            0 => Command::Undo,
            1 => Command::Redo,
            2 => Command::OpenPath("no/such/file.csv".into()),
            3 => Command::Show(self.one_of(&[
                Dialog::open_path(),
                Dialog::Memory,
                Dialog::palette(),
            ])),
            4 => Command::CloseDialog,
            5 => Command::HoverRows(vec![row, 1000]),
            6 => Command::Tool(self.one_of(&Tool::ALWAYS)),
            7..10 => {
                let pick = self.one_of(&[Pick::Replace, Pick::Add, Pick::Toggle]);
                Command::Select(vec![row, row + 1, 1000], pick)
            }
            10 => Command::InvertSelection,
            11 => Command::Release,
            12 => Command::HideSelected,
            13 => Command::ShowOnlySelected,
            14 => Command::ShowAllRows,
            15 => Command::ToggleRecoloured,
            16 => Command::ToggleIsolated(self.one_of(&["0".into(), "nobody".into()])),
            17 => Command::ToggleRowList,
            18 => Command::CopySelectedRows,
            19 => Command::CopyData(panel),
            20 => Command::WidenSide(self.number() as f32),
            21 => Command::ToggleMaximised(panel),
            22 => Command::Arrange(self.one_of(&Arrangement::ALL)),
            23 => Command::Choose(self.one_of(&Choice::all().collect::<Vec<_>>())),
            24 => Command::ContoursThrough(Some(row)),
            25 => Command::FindSpectrum,
            26 => Command::ForgetSpectrum,
            27 => Command::ToggleSidePanel,
            28 => Command::ResetLayout,
            29 => Command::FitPlots,
            30 => self.one_of(&[Command::ZoomIn, Command::ZoomOut, Command::ZoomReset]),
            31 => Command::DismissNotice,
            32 => self.one_of(&[Command::StopFit, Command::RunFitAgain]),
            _ => Command::Edit(self.edit()),
        }
    }
}

fn has_nan<'a>(mut values: impl Iterator<Item = &'a f64>) -> bool {
    values.any(|value| value.is_nan())
}

/// Number that is NaN, in a chart that is to be drawn.
fn not_a_number(chart: &Chart) -> Option<String> {
    let ranges = [&chart.x.range, &chart.y.range];
    if has_nan(ranges.into_iter().flatten().flatten()) {
        return Some(format!("range of {}", chart.title));
    }
    chart.marks.iter().find_map(|mark| {
        let found = match mark {
            Mark::Points(points) | Mark::NewRows(points) => has_nan(points.xy.iter().flatten()),
            Mark::Links(links) => has_nan(links.ends.iter().flatten().flatten()),
            Mark::Bars(bars) => has_nan(bars.xy.iter().flatten()),
            Mark::Line(line) => has_nan(line.xy.iter().flatten()),
            Mark::CrossLine(rule) => rule.at.is_nan(),
            Mark::Image(image) => has_nan(image.range.iter().chain(image.values.iter())),
            Mark::Text(text) | Mark::Hint(text) => has_nan(text.xy.iter()),
            Mark::Pin(pin) => has_nan(pin.xy.iter()),
            Mark::Arrow(arrow) => has_nan(arrow.tail.iter().chain(&arrow.head)),
        };
        found.then(|| format!("{} of {}", mark_name(mark), chart.title))
    })
}

fn mark_name(mark: &Mark) -> &'static str {
    match mark {
        Mark::Points(_) => "points",
        Mark::NewRows(_) => "new rows",
        Mark::Links(_) => "links",
        Mark::Bars(_) => "bars",
        Mark::Line(_) => "line",
        Mark::CrossLine(_) => "rule",
        Mark::Image(_) => "image",
        Mark::Text(_) => "text",
        Mark::Hint(_) => "hint",
        Mark::Pin(_) => "pin",
        Mark::Arrow(_) => "arrow",
    }
}

/// Lets everything come to rest; time goes on.
fn rest(app: &mut App, now: &mut f64) {
    for _ in 0..3 {
        *now += REST_SECONDS + 1.0;
        app.tick(*now);
    }
}

/// The part of a setup that makes numbers.
fn numbers_of(setup: &Setup) -> String {
    let Setup {
        source,
        columns,
        added_noise,
        new_rows,
        clean_rows,
        scaling,
        kernel,
        components,
        solver,
        landmarks,
        manifold,
        view: _,
    } = setup;
    // As text, in which NaN equals NaN.
    format!(
        "{source:?} {columns:?} {added_noise:?} {new_rows:?} {clean_rows:?} {scaling:?} {kernel:?} {components} {solver:?} {landmarks:?} \
         {manifold:?}"
    )
}

fn check(app: &App) -> Result<(), String> {
    if let Some(problem) = app.problem() {
        let plain = !problem.is_empty() && !problem.chars().any(char::is_control);
        return if plain {
            Ok(())
        } else {
            Err(format!("{problem:?}"))
        };
    }
    let shown = app
        .shown()
        .ok_or("there is neither a result nor a problem")?;
    let (wanted, got) = (numbers_of(app.setup()), numbers_of(&shown.setup));
    if wanted != got {
        return Err(format!("{got} is shown instead of {wanted}"));
    }
    if !app.is_exact() {
        return Err("a preview stays".into());
    }
    let mut charts = app
        .visible()
        .into_iter()
        .filter_map(|panel| app.chart(panel));
    charts
        .find_map(|chart| not_a_number(&chart))
        .map_or(Ok(()), Err)
}

#[test]
fn ten_thousand_commands_leave_one_result_and_a_way_back() {
    let mut monkey = Monkey(ChaCha8Rng::seed_from_u64(13));
    let mut app = App::new(monkey.setup(), Box::<Inline>::default());
    let mut now = 0.0;
    rest(&mut app, &mut now);
    let (mut tried, mut solved) = (0, 0);
    let start = Instant::now();
    for i in 0..COMMANDS {
        if start.elapsed() > MOST_TIME {
            break;
        }
        tried += 1;
        let before = app.setup().clone();
        let command = monkey.command();
        let moves = matches!(command, Command::Undo | Command::Redo);
        app.apply(command.clone());
        app.take_effects();
        rest(&mut app, &mut now);
        let said = format!("{command:?}");
        check(&app).unwrap_or_else(|fault| panic!("after command {i}, {said}: {fault}"));
        solved += usize::from(app.problem().is_none());

        // There and back again, without computing anything between.
        let after = app.setup().clone();
        let changed = format!("{after:?}") != format!("{before:?}");
        if changed && !moves {
            app.apply(Command::Undo);
            assert_eq!(
                format!("{:?}", app.setup()),
                format!("{before:?}"),
                "{said}"
            );
            app.apply(Command::Redo);
            assert_eq!(format!("{:?}", app.setup()), format!("{after:?}"), "{said}");
        }
        if i % 50 == 0 {
            // Out of whatever corner it is in.
            let setup = monkey.setup();
            app.apply(Command::Edit(Edit::Everything(Box::new(setup))));
            rest(&mut app, &mut now);
        }
    }
    assert!(
        5 * solved > 2 * tried,
        "only {solved} of {tried} setups had a picture"
    );
}
