//! Checks of values that make no sense in a setup, before anything is computed from it.

use std::collections::BTreeSet;

use super::{
    ContourView, DenoisingView, PinnedPicture, PlayView, PreImageView, Setup, SweepView, Tiles,
    View,
};
use crate::{
    data::{Generator, Source},
    kernel::{Gamma, KernelParameter, KernelParams},
    manifold::ManifoldParams,
};

/// Field of a setup, by its name in session files, whose value cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{field} must be {range}")]
pub struct SetupError {
    pub field: &'static str,
    pub range: String,
}

impl Setup {
    /// Checks every field that does not depend on the data.
    ///
    /// # Errors
    /// Names the first field that is out of range.
    pub fn check(&self) -> Result<(), SetupError> {
        let Self {
            source,
            columns: _,
            added_noise,
            new_rows,
            scaling: _,
            kernel,
            components,
            solver: _,
            landmarks,
            manifold,
            view,
        } = self;
        for source in [Some(source), new_rows.as_ref()].into_iter().flatten() {
            match source {
                Source::Generated(generator) => check_generator(generator)?,
                Source::Drawn(drawing) => {
                    let range = "points with a class from 1 to 30, on a sheet that is not empty";
                    require("source.drawn", drawing.is_sound(), range)?;
                }
                Source::Builtin(_) | Source::File(_) => {}
            }
        }
        if let Some(noise) = added_noise {
            let range = noise.kind.rule().wants();
            require("added_noise.amount", noise.is_valid(), &range)?;
        }
        check_kernel(kernel)?;
        let range = "a whole number from 1, or a share below 1";
        require("components", components.is_valid(), range)?;
        require("landmarks", *landmarks != Some(0), "a whole number from 1")?;
        check_manifold(manifold)?;
        check_view(view)
    }
}

fn require(field: &'static str, holds: bool, range: &str) -> Result<(), SetupError> {
    if holds {
        return Ok(());
    }
    Err(SetupError {
        field,
        range: range.into(),
    })
}

/// Checks a generator, also the fields that its shape ignores: they count once the shape changes. An upper bound
/// on the number of points is the generator's to check.
fn check_generator(generator: &Generator) -> Result<(), SetupError> {
    let Generator {
        shape: _,
        n_samples,
        noise,
        factor,
        centers,
        random_state: _,
    } = generator;
    require("n_samples", *n_samples >= 1, "at least 1")?;
    let finite = noise.is_finite() && *noise >= 0.0;
    require("noise", finite, "a finite number, 0 or more")?;
    let inside = (0.0..1.0).contains(factor);
    require("factor", inside, "from 0 up to, but not including, 1")?;
    require("centers", *centers >= 1, "at least 1")
}

fn check_kernel(kernel: &KernelParams) -> Result<(), SetupError> {
    KernelParameter::ALL.into_iter().try_for_each(|parameter| {
        let (rule, value) = (parameter.rule(), kernel.value(parameter));
        let holds = value.is_none_or(|value| rule.allows(value));
        require(parameter.name(), holds, &rule.wants())
    })
}

fn check_manifold(manifold: &ManifoldParams) -> Result<(), SetupError> {
    let ManifoldParams {
        neighbors,
        gamma,
        alpha,
        time,
    } = manifold;
    require("manifold.neighbors", *neighbors >= 1, "at least 1")?;
    if let Gamma::Value(value) = gamma {
        let positive = *value > 0.0 && value.is_finite();
        require("manifold.gamma", positive, "a positive number")?;
    }
    let share = (0.0..=1.0).contains(alpha);
    require("manifold.alpha", share, "from 0 to 1")?;
    let forward = *time >= 0.0 && time.is_finite();
    require("manifold.time", forward, "a finite number, 0 or more")
}

fn check_view(view: &View) -> Result<(), SetupError> {
    let View {
        panels: _,
        taken_away: _,
        tiles,
        input: _,
        input_depth: _,
        pca: _,
        kpca: _,
        manifold: _,
        camera,
        spectrum_components,
        spectrum_log: _,
        spectrum_shuffled: _,
        threshold,
        contours,
        kernel_matrix: _,
        align_signs: _,
        mirrored,
        shapes: _,
        pictures: _,
        dot_colour: _,
        novelty_threshold,
        novelty_limits: _,
        neighbor_graph: _,
        node_places,
        probe,
        separation_components,
        sweep,
        marking: _,
        pointed_at: _,
        pre_image,
        denoising,
        pinned,
        reconstruction_space: _,
        wishes,
    } = view;
    let range = "limits that rise, and dots 0.5 to 30 points wide";
    require("wishes", wishes.are_sound(), range)?;
    let range =
        "components counted from 1, each once and in order, of a method with a kernel or a graph";
    require("mirrored", mirrored.is_sound(), range)?;
    check_pinned(pinned)?;
    check_back(pre_image, *denoising)?;
    let sound = tiles.as_ref().is_none_or(Tiles::is_sound);
    require("tiles", sound, "rows and columns with each panel once")?;
    let near = |place: &[f64; 2]| place.iter().all(|at| at.abs() <= View::FARTHEST_NODE);
    let finite = probe
        .at
        .is_none_or(|at| at.iter().all(|value| value.is_finite()));
    require("probe.at", finite, "two finite numbers")?;
    let near = node_places.iter().all(|(_, place)| near(place));
    let nodes: BTreeSet<usize> = node_places.iter().map(|(node, _)| *node).collect();
    let sound = near && nodes.len() == node_places.len();
    let range = "each node once, with two coordinates up to 1e6";
    require("node_places", sound, range)?;
    let sound = novelty_threshold.is_none_or(|it| it.is_finite() && it >= 0.0);
    require("novelty_threshold", sound, "a finite number, 0 or more")?;
    let angle = |angle: f64| angle.is_finite() && angle.abs() <= 1e6;
    require("camera.yaw", angle(camera.yaw), "an angle in degrees")?;
    require("camera.pitch", angle(camera.pitch), "an angle in degrees")?;
    let known = SweepView::MULTIPLES.contains(&sweep.multiples);
    require("sweep.multiples", known, "5, 7 or 9")?;
    let most = PlayView::MOST_SECONDS;
    let some = (1..=most).contains(&sweep.play.seconds);
    require("sweep.play.seconds", some, &format!("from 1 to {most}"))?;
    let known = SweepView::SIDES.contains(&sweep.side);
    require("sweep.side", known, "3, 4 or 5")?;
    let count = *spectrum_components;
    require("spectrum_components", count >= 1, "at least 1")?;
    let share = *threshold > 0.0 && *threshold <= 1.0;
    require("threshold", share, "above 0 and at most 1")?;
    let most = ContourView::MOST_MAPS;
    let range = format!("between 1 and {most}");
    require("contours.maps", (1..=most).contains(&contours.maps), &range)?;
    let count = *separation_components;
    require("separation_components", count >= 1, "at least 1")
}

/// Checks each pinned picture as a setup of its own.
fn check_pinned(pinned: &[PinnedPicture]) -> Result<(), SetupError> {
    let mut before = pinned.iter().enumerate();
    let once = before.all(|(i, it)| pinned[..i].iter().all(|other| other.letter != it.letter));
    let sound = once && pinned.iter().all(PinnedPicture::is_sound);
    let range = "pictures with a letter each, none of them of a sweep or with pins of its own";
    require("pinned", sound, range)?;
    pinned.iter().try_for_each(|it| it.setup.check())
}

fn check_back(pre_image: &PreImageView, denoising: DenoisingView) -> Result<(), SetupError> {
    let PreImageView {
        at,
        linear_at,
        others: _,
        alpha,
    } = pre_image;
    let near = |at: &[f64; 2]| at.iter().all(|v| v.abs() <= PreImageView::FARTHEST);
    let range = "two numbers up to 1e12";
    require("pre_image.at", near(at), range)?;
    let linear = linear_at.as_ref().is_none_or(near);
    require("pre_image.linear_at", linear, range)?;
    let positive = *alpha > 0.0 && alpha.is_finite();
    require("pre_image.alpha", positive, "a positive number")?;
    let DenoisingView {
        components,
        method: _,
    } = denoising;
    require("denoising.components", components >= 1, "at least 1")
}
