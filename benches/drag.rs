//! Drag of γ's slider with a million points, in a window of 1280 × 720 without a screen and with the worker on its
//! thread: times of previews, and the numbers of pictures and frames per second. `cargo bench --bench drag`, with
//! `-- drag`, `-- window` or `-- soak` for a part of it.

#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::{
    env, fs,
    hint::black_box,
    sync::Arc,
    thread::sleep,
    time::{Duration, Instant},
};

use egui::{Context, RawInput, Rect, pos2, vec2};

use explorer::{
    analysis::{Analysis, Analyzer},
    setup::{Components, Setup},
};
use kernel_pca::{kernel::Gamma, kpca::Tier};
use kpca_explorer::{
    app::{App, Command, Edit},
    ui::Window,
    worker::Worker,
};
use tabular::{Generator, Shape, Source};

const POINTS: usize = 1_000_000;
/// Factor of γ from step to step of the slider, for a drag over two decades.
const STEP: f64 = 1.05;
/// Seconds between frames.
const FRAME: f64 = 1.0 / 60.0;
/// Seconds that the slider rests before it is dragged.
const REST: f64 = 4.0;

fn moons(components: usize, gamma: f64) -> Setup {
    let mut setup = Setup::welcome();
    setup.source = Source::Generated(Generator {
        n_samples: POINTS,
        noise: 0.05,
        ..Generator::new(Shape::Moons)
    });
    setup.components = Components::Count(components);
    setup.kernel.gamma = Gamma::Value(gamma);
    setup
}

struct Screen {
    ctx: Context,
    window: Window,
    start: Instant,
    /// Number of frames so far.
    frames: usize,
    pictures: Vec<Picture>,
    last: Option<Arc<Analysis>>,
}

struct Picture {
    /// Time at which it came.
    at: f64,
    tier: Tier,
    /// Time that the worker took for it, in milliseconds.
    took: f64,
}

impl Screen {
    /// Shows the exact answer, and has rested since.
    fn of(setup: Setup) -> Self {
        let ctx = Context::default();
        let worker = Worker::start(|| ()).unwrap();
        let window = Window::new(&ctx, App::new(setup, Box::new(worker)));
        let mut screen = Self {
            ctx,
            window,
            start: Instant::now(),
            frames: 0,
            pictures: vec![],
            last: None,
        };
        screen.rest();
        screen
    }

    fn now(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    /// A frame, with its tessellation, once it is time for it.
    fn frame(&mut self) {
        let due = (self.now() / FRAME).ceil() * FRAME;
        sleep(Duration::from_secs_f64((due - self.now()).max(0.0)));
        let Self { ctx, window, .. } = self;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 720.0))),
            time: Some(self.start.elapsed().as_secs_f64()),
            ..RawInput::default()
        };
        let mut output = ctx.run_ui(input, |ui| window.draw(ui, None));
        let shapes = std::mem::take(&mut output.shapes);
        black_box(ctx.tessellate(shapes, output.pixels_per_point));
        output.drop_without_applying_deltas();
        self.frames += 1;
        if let Some(shown) = self.window.app().shown() {
            let (known, analysis) = (self.last.as_ref(), &shown.analysis);
            if known.is_none_or(|known| !Arc::ptr_eq(known, analysis)) {
                self.pictures.push(Picture {
                    at: self.now(),
                    tier: analysis.tier,
                    took: 1e3 * analysis.timings.total().as_secs_f64(),
                });
                self.last = Some(Arc::clone(analysis));
            }
        }
    }

    /// Until the exact answer has been there for some time.
    fn rest(&mut self) {
        let mut until = self.now() + REST;
        while self.now() < until {
            self.frame();
            if !self.is_at_rest() {
                until = self.now() + REST;
            }
        }
    }

    fn is_at_rest(&self) -> bool {
        let app = self.window.app();
        let asked = app.setup().kernel.gamma;
        app.is_exact() && app.shown().is_some_and(|it| it.setup.kernel.gamma == asked)
    }

    fn set(&mut self, gamma: f64) {
        let edit = Edit::Gamma(Gamma::Value(gamma));
        self.window.app_mut().apply(Command::Edit(edit));
    }

    /// Forgets what was counted so far.
    fn count(&mut self) -> f64 {
        self.frames = 0;
        self.pictures.clear();
        self.now()
    }

    /// Says what was counted since.
    fn report(&self, name: &str, since: f64) {
        let took = self.now() - since;
        let mut gaps = Vec::new();
        let mut last = since;
        for picture in &self.pictures {
            gaps.push(1e3 * (picture.at - last));
            last = picture.at;
        }
        let previews = self.pictures.iter();
        let previews = previews.filter(|it| it.tier == Tier::Preview);
        let took_each = previews.map(|it| it.took).collect();
        let [preview, gap] = [took_each, gaps].map(middle_and_most);
        println!(
            "{name}: {:.1} pictures and {:.1} frames a second over {took:.1} s; preview {preview}; between pictures {gap}",
            self.pictures.len() as f64 / took,
            self.frames as f64 / took,
        );
    }
}

fn middle_and_most(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    let of = |share: f64| values[(share * (values.len() - 1) as f64) as usize];
    if values.is_empty() {
        return "none".into();
    }
    format!("{:.1} ms (at most {:.1})", of(0.5), of(1.0))
}

/// From 1 to 100, each step once the picture of the last is there, and at a steady pace.
fn drag(components: usize) {
    let steps = || {
        (1..)
            .map(|i| STEP.powi(i))
            .take_while(|gamma| *gamma <= 100.0)
    };
    let mut screen = Screen::of(moons(components, 1.0));
    let since = screen.count();
    for gamma in steps() {
        let before = screen.pictures.len();
        screen.set(gamma);
        while screen.pictures.len() == before {
            screen.frame();
        }
    }
    let name = format!("drag from 1 to 100 by 5 %, k = {components}, each step after a picture");
    screen.report(&name, since);
    for seconds in [2.0, 5.0, 10.0] {
        screen.set(1.0);
        screen.rest();
        let since = screen.count();
        loop {
            let part = (screen.now() - since) / seconds;
            if part > 1.0 {
                break;
            }
            screen.set(STEP.powf((part * 100_f64.ln() / STEP.ln()).round()));
            screen.frame();
        }
        let name = format!("drag from 1 to 100 by 5 %, k = {components}, in {seconds} s");
        screen.report(&name, since);
    }
}

/// To and fro about where it rests, as one looks for a picture.
fn window(components: usize) {
    for middle in [1.0, 15.0, 100.0] {
        let mut screen = Screen::of(moons(components, middle));
        let since = screen.count();
        while screen.now() < since + 5.0 {
            let phase = 2.0 * (screen.now() - since);
            screen.set(middle * 1.4_f64.powf(phase.sin()));
            screen.frame();
        }
        screen.report(
            &format!("γ about {middle}, k = {components}, another in each frame"),
            since,
        );
    }
}

/// Ten thousand steps, the last of which is answered as by a fit from nothing.
fn soak() {
    const STEPS: i32 = 10_000;
    let mut screen = Screen::of(moons(10, 10.0));
    println!("before: {}", memory());
    let since = screen.count();
    for step in 0..STEPS {
        // Over two decades, to and fro, and never the same.
        screen.set(10.0 * 10_f64.powf((f64::from(step) * 0.05).sin()));
        screen.frame();
        if step % 1000 == 999 {
            println!("after {}: {}", step + 1, memory());
        }
    }
    screen.report("10,000 steps", since);
    screen.rest();
    println!("at rest: {}", memory());
    let shown = screen.window.app().shown().unwrap().clone();
    let fresh = Analyzer::default().run(&shown.setup, Tier::Exact, &|| false);
    let [fresh, shown] = [&fresh.unwrap().kpca, &shown.analysis.kpca].map(|it| it.scores());
    let mut off = 0.0_f64;
    for (a, b) in fresh.column_iter().zip(shown.column_iter()) {
        off = off.max((a - b).amax());
    }
    let off = off / fresh.amax();
    println!("the last picture is off a fit from nothing by {off:.1e} of the largest score");
    assert!(off <= 1e-6, "more than promised");
    // Where the system says.
    let peak = memory().split("VmHWM:").nth(1).and_then(|peak| {
        let kibibytes = peak.split_whitespace().next()?;
        kibibytes.parse::<u64>().ok()
    });
    assert!(peak.is_none_or(|peak| peak < 2 << 20), "more than 2 GiB");
}

/// Memory that the system counts for this program, now and at most.
fn memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let lines = status.lines();
    let lines = lines.filter(|line| line.starts_with("VmRSS") || line.starts_with("VmHWM"));
    lines.collect::<Vec<_>>().join(", ").replace('\t', " ")
}

fn main() {
    let parts: Vec<String> = env::args().skip(1).collect();
    let wanted = |part: &str| {
        let mut named = parts.iter().filter(|it| !it.starts_with('-')).peekable();
        named.peek().is_none() || named.any(|it| it == part)
    };
    for components in [2, 10] {
        if wanted("drag") {
            drag(components);
        }
        if wanted("window") {
            window(components);
        }
    }
    if wanted("soak") {
        soak();
    }
}
