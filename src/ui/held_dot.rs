//! Dot that the pointer drags to another place.

use egui::{Id, PointerButton, Response, Ui, Vec2};
use egui_plot::{PlotMemory, PlotTransform, PlotUi};

use super::{hit, place};
use chart::{Chart, Held};

/// Dot that is held, kept by egui from frame to frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeldDot {
    held: Held,
    /// Vector from where the pointer took hold to the middle of the dot, in points.
    grip: Vec2,
    /// True where the plot was fitted to its data when the dot was taken hold of.
    pub fits: bool,
}

impl HeldDot {
    /// Dot that was under the pointer when the button went down, until the frame after the button goes up; `held` gives
    /// the thing to drag from the dot's row. To be called before the plot is drawn, which would take the drag for
    /// itself.
    pub fn under_press(
        ui: &Ui,
        plot: Id,
        chart: &Chart,
        held: Option<fn(usize) -> Held>,
    ) -> Option<Self> {
        let id = plot.with("held dot");
        let button = PointerButton::Primary;
        let [pressed, down, released] = ui.input(|input| {
            let pointer = &input.pointer;
            [
                pointer.button_pressed(button),
                pointer.button_down(button),
                pointer.button_released(button),
            ]
        });
        let before = ui.data(|data| data.get_temp::<Self>(id));
        let taken = if pressed {
            held.and_then(|held| Self::taken(ui, plot, chart, held))
        } else {
            before
        };
        let kept = taken.filter(|_| pressed || down || released);
        ui.data_mut(|data| {
            if let Some(kept) = kept {
                data.insert_temp(id, kept);
            } else {
                data.remove::<Self>(id);
            }
        });
        taken
    }

    /// Dot that the pointer takes hold of in the plot as it was drawn last.
    fn taken(ui: &Ui, plot: Id, chart: &Chart, held: fn(usize) -> Held) -> Option<Self> {
        let memory = PlotMemory::load(ui.ctx(), plot)?;
        let origin = ui.input(|input| input.pointer.press_origin())?;
        let transform = memory.transform();
        if !transform.frame().contains(origin) {
            return None;
        }
        let (place, row) = hit::dot(chart, &transform, origin)?;
        Some(Self {
            held: held(row),
            grip: place::position(&transform, place) - origin,
            fits: memory.auto_bounds.all(),
        })
    }

    /// Keeps the plot's ranges until the dot is let go: one that fits itself to its data would run away from the
    /// pointer with its outermost dots.
    pub fn keep_still(&self, plot: &mut PlotUi<'_>) {
        if self.fits {
            let held = plot.response().dragged_by(PointerButton::Primary);
            plot.set_auto_bounds(!held);
        }
    }

    /// Thing that is dragged and its new place, which is inside the plot.
    pub fn moved_to(
        &self,
        response: &Response,
        transform: &PlotTransform,
    ) -> Option<(Held, [f64; 2])> {
        let dragged = response.dragged_by(PointerButton::Primary);
        let pointer = response.interact_pointer_pos().filter(|_| dragged)?;
        let frame = transform.frame();
        let to = (pointer + self.grip).clamp(frame.min, frame.max);
        Some((self.held, place::values(transform, to)))
    }
}
