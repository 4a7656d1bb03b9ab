//! Cost of a frame: the pass over the user interface and the tessellation, apart and together. At 60 frames a
//! second there are 16.7 ms for both.

#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::{cell::LazyCell, hint::black_box};

use criterion::{Criterion, criterion_group, criterion_main};
use egui::{
    ClippedPrimitive, Context, Event, FullOutput, RawInput, Rect, epaint::Primitive, pos2, vec2,
};

use chart::{DENSE, Held};
use explorer::{
    analysis::Analyzer,
    panel::Panel,
    setup::{Camera, Components, Setup},
};
use kernel_pca::{
    kernel::{Gamma, KernelKind},
    kpca::Tier,
};
use kpca_explorer::{
    app::{App, Arrangement, Command, Edit},
    ui::Window,
    worker::Inline,
};
use tabular::{Generator, Shape, Source};

fn moons(n: usize) -> Setup {
    let mut setup = Setup::welcome();
    setup.source = Source::Generated(Generator {
        n_samples: n,
        noise: 0.05,
        ..Generator::new(Shape::Moons)
    });
    setup
}

/// A window of 1280 × 720 without a screen. It is made once something is measured on it: a million points take a
/// while, and a filter may leave them out.
struct Screen {
    ctx: Context,
    window: Window,
    time: f64,
}

impl Screen {
    /// Shows the exact answer for n moons.
    fn of_moons(n: usize, command: Option<Command>) -> Self {
        let ctx = Context::default();
        let mut app = App::new(moons(n), Box::new(Inline::default()));
        if let Some(command) = command {
            app.apply(command);
        }
        let window = Window::new(&ctx, app);
        let mut screen = Self {
            ctx,
            window,
            time: 0.0,
        };
        screen.rest();
        let is_crowd = n > DENSE;
        assert!(
            is_crowd || screen.triangles() > 2 * n,
            "the dots are on the screen"
        );
        screen
    }

    /// Waits for the exact answer, and until nothing moves any more.
    fn rest(&mut self) {
        let end = self.time + 4.0;
        while !self.window.app().is_exact() || self.time < end {
            self.time += 0.25;
            self.pass(vec![]).drop_without_applying_deltas();
        }
    }

    fn pass(&mut self, events: Vec<Event>) -> FullOutput {
        let Self { ctx, window, time } = self;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1280.0, 720.0))),
            time: Some(*time),
            events,
            ..RawInput::default()
        };
        ctx.run_ui(input, |ui| window.draw(ui, None))
    }

    fn triangles(&mut self) -> usize {
        let mut output = self.pass(vec![]);
        let shapes = std::mem::take(&mut output.shapes);
        let primitives = self.ctx.tessellate(shapes, output.pixels_per_point);
        output.drop_without_applying_deltas();
        let triangles = |primitive: &ClippedPrimitive| match &primitive.primitive {
            Primitive::Mesh(mesh) => mesh.indices.len() / 3,
            Primitive::Callback(_) => 0,
        };
        primitives.iter().map(triangles).sum()
    }

    fn frame(&mut self, events: Vec<Event>) {
        let mut output = self.pass(events);
        let shapes = std::mem::take(&mut output.shapes);
        black_box(self.ctx.tessellate(shapes, output.pixels_per_point));
        output.drop_without_applying_deltas();
    }

    fn apply(&mut self, command: Command) {
        self.window.app_mut().apply(command);
    }
}

fn idle(c: &mut Criterion) {
    for n in [1000, 10_000, 100_000, 1_000_000] {
        let mut screen = LazyCell::new(|| Screen::of_moons(n, None));
        let mut group = c.benchmark_group(format!("frame, n = {n}"));
        group.sample_size(20);
        group.bench_function("pass", |b| {
            LazyCell::force(&screen);
            b.iter(|| screen.pass(vec![]).drop_without_applying_deltas());
        });
        group.bench_function("pass and tessellation", |b| {
            LazyCell::force(&screen);
            b.iter(|| screen.frame(vec![]));
        });
    }
}

fn hover(c: &mut Criterion) {
    let mut screen = LazyCell::new(|| Screen::of_moons(20_000, None));
    let mut step = 0;
    c.bench_function("hover, n = 20000", |b| {
        LazyCell::force(&screen);
        b.iter(|| {
            step += 1;
            // Over the kernel PCA panel, a little elsewhere in each frame.
            let at = pos2(1100.0 + (step % 100) as f32, 200.0);
            screen.frame(vec![Event::PointerMoved(at)]);
        });
    });
}

fn orbit(c: &mut Criterion) {
    let maximised = Command::ToggleMaximised(Panel::Kpca3d);
    let mut screen = LazyCell::new(|| Screen::of_moons(20_000, Some(maximised)));
    let mut yaw = 0.0;
    c.bench_function("orbit of three views, n = 20000", |b| {
        LazyCell::force(&screen);
        b.iter(|| {
            yaw += 1.0;
            screen.apply(Command::Edit(Edit::Camera(Camera { yaw, pitch: 25.0 })));
            screen.frame(vec![]);
        });
    });
}

/// The preview's computation and the frame that shows it; the goal is 33 ms.
fn slider(c: &mut Criterion) {
    let contours = Command::Arrange(Arrangement::WithContours);
    let mut screen = LazyCell::new(|| Screen::of_moons(1000, Some(contours)));
    let mut step = 0;
    c.bench_function("step of γ with contours, n = 1000", |b| {
        LazyCell::force(&screen);
        b.iter(|| {
            step += 1;
            screen.time += 0.01;
            let gamma = Gamma::Value(15.0 * 1.05_f64.powi(step % 20));
            screen.apply(Command::Edit(Edit::Gamma(gamma)));
            screen.frame(vec![]);
        });
    });
}

/// Measures a step of γ's slider with many points, of which a preview shows some; the goals are 16 ms for the
/// preview and ten frames a second.
fn slider_of_many(c: &mut Criterion) {
    let mut group = c.benchmark_group("step of γ by 2 %, n = 1000000");
    group.sample_size(10);
    for (gamma, components) in [(1.0, 2), (15.0, 2), (100.0, 2), (15.0, 10)] {
        let components = Components::Count(components);
        let step_to = |factor| Command::Edit(Edit::Gamma(Gamma::Value(gamma * factor)));
        let mut screen = LazyCell::new(|| {
            let mut screen = Screen::of_moons(1_000_000, None);
            screen.apply(Command::Edit(Edit::Components(components)));
            screen.apply(step_to(1.0));
            screen
        });
        let mut step = 0;
        let name = format!("{gamma}, {components:?}");
        group.bench_function(name, |b| {
            LazyCell::force(&screen);
            b.iter(|| {
                step += 1;
                screen.time += 0.01;
                screen.apply(step_to(1.02_f64.powi(step % 10)));
                screen.frame(vec![]);
            });
        });
    }
}

/// Measures the worker's answers to such a step: a preview of the dots drawn, and the exact answer with all
/// scores. The goals are 16 ms and a second.
fn answers_of_many(c: &mut Criterion) {
    for tier in [Tier::Preview, Tier::Exact] {
        let name = format!("{tier:?} of γ by 2 %, n = 1000000");
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        for gamma in [1.0, 15.0, 100.0] {
            for components in [2, 10] {
                let mut setup = moons(1_000_000);
                setup.components = Components::Count(components);
                let mut answer = move |analyzer: &mut Analyzer, factor, tier| {
                    setup.kernel.gamma = Gamma::Value(gamma * factor);
                    let never = &|| false;
                    analyzer.run(&setup, tier, never).unwrap()
                };
                let mut analyzer = None;
                let mut step = 0;
                let name = format!("{gamma}, k = {components}");
                group.bench_function(name, |b| {
                    let analyzer = analyzer.get_or_insert_with(|| {
                        let mut analyzer = Analyzer::default();
                        answer(&mut analyzer, 1.0, Tier::Exact);
                        // As it does while the slider rests.
                        analyzer.foresee(&|| false).unwrap();
                        analyzer
                    });
                    b.iter(|| {
                        step += 1;
                        answer(analyzer, 1.02_f64.powi(step % 10), tier)
                    });
                });
            }
        }
    }
}

/// A point of a drawing is dragged: the preview with all that the usual panels show, and the frame that shows it; the
/// goal is 16 ms.
fn dragged_point(c: &mut Criterion) {
    let mut group = c.benchmark_group("step of a dragged point of 2000");
    for kind in [KernelKind::Rbf, KernelKind::Laplacian] {
        for gamma in [1.0, 15.0] {
            let mut screen = LazyCell::new(|| {
                let mut screen = Screen::of_moons(2000, None);
                screen.apply(Command::EditPoints);
                assert!(screen.window.app().can_draw(), "the points can be moved");
                screen.apply(Command::Edit(Edit::Kernel(kind)));
                screen.apply(Command::Edit(Edit::Gamma(Gamma::Value(gamma))));
                screen.rest();
                screen
            });
            let mut step = 0.0_f64;
            group.bench_function(format!("{kind:?}, γ = {gamma}"), |b| {
                LazyCell::force(&screen);
                b.iter(|| {
                    step += 0.05;
                    screen.time += 0.01;
                    let to = [step.cos(), step.sin()];
                    let drag = Edit::Drag(Held::DrawnPoint(7), to, Panel::Input);
                    screen.apply(Command::Edit(drag));
                    screen.frame(vec![]);
                });
            });
        }
    }
}

criterion_group!(
    benches,
    idle,
    hover,
    orbit,
    slider,
    dragged_point,
    slider_of_many,
    answers_of_many
);
criterion_main!(benches);
