//! Values that are kept from frame to frame, and made again only when something in them changed.

use egui::{Context, Id, Pos2, Rect, pos2};

/// Whole of a texture.
pub(super) const WHOLE: Rect = Rect {
    min: Pos2::ZERO,
    max: pos2(1.0, 1.0),
};

/// Value that was kept under `id` where it is still current, else one that is made and kept now.
pub(super) fn kept<T: Clone + Send + Sync + 'static>(
    ctx: &Context,
    id: Id,
    is_current: impl FnOnce(&T) -> bool,
    make: impl FnOnce() -> T,
) -> T {
    let known = ctx.data(|data| data.get_temp::<T>(id));
    known.filter(is_current).unwrap_or_else(|| {
        let made = make();
        ctx.data_mut(|data| data.insert_temp(id, made.clone()));
        made
    })
}
