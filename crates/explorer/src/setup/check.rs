//! Checks of values that make no sense in a setup, before anything is computed from it.

use std::collections::BTreeSet;

use super::{
    ContourView, DenoisingView, Panel, PinnedPicture, PlayView, PreImageView, Setup, SweepView,
    Tiles, View,
};
use kernel_pca::{
    kernel::{Gamma, KernelParameter, KernelParams},
    manifold::ManifoldParams,
    typed::NumberRange,
};
use tabular::{Generator, Source};

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
            clean_rows,
            scaling: _,
            kernel,
            components,
            solver: _,
            landmarks,
            manifold,
            view,
        } = self;
        for source in [Some(source), new_rows.as_ref(), clean_rows.as_ref()]
            .into_iter()
            .flatten()
        {
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

/// Checks that `value` lies in the range of numbers that `rule` allows, as do fields in which it is typed.
fn within(field: &'static str, rule: NumberRange, value: f64) -> Result<(), SetupError> {
    require(field, rule.allows(value), &rule.wants())
}

/// Range of counts: whole numbers from 1.
const AT_LEAST_ONE: NumberRange = NumberRange::Whole(1, u32::MAX);

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
    within("n_samples", AT_LEAST_ONE, *n_samples as f64)?;
    within("noise", NumberRange::NotNegative, *noise)?;
    within("factor", NumberRange::BelowOne, *factor)?;
    within("centers", AT_LEAST_ONE, *centers as f64)
}

fn check_kernel(kernel: &KernelParams) -> Result<(), SetupError> {
    let mut held = KernelParameter::ALL.into_iter();
    held.try_for_each(|parameter| match kernel.value(parameter) {
        Some(value) => within(parameter.name(), parameter.rule(), value),
        None => Ok(()),
    })
}

fn check_manifold(manifold: &ManifoldParams) -> Result<(), SetupError> {
    let ManifoldParams {
        neighbors,
        gamma,
        alpha,
        time,
    } = manifold;
    within("manifold.neighbors", AT_LEAST_ONE, *neighbors as f64)?;
    if let Gamma::Value(value) = gamma {
        within("manifold.gamma", NumberRange::Positive, *value)?;
    }
    within("manifold.alpha", NumberRange::FromZeroToOne, *alpha)?;
    within("manifold.time", NumberRange::NotNegative, *time)
}

fn check_view(view: &View) -> Result<(), SetupError> {
    let View {
        panels,
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
        spectrum_eigenvalues: _,
        spectrum_shuffled: _,
        threshold,
        contours,
        kernel_matrix: _,
        align_signs: _,
        mirrored,
        shapes: _,
        hide_names: _,
        pictures: _,
        dot_colour: _,
        novelty_threshold,
        novelty_confidence,
        novelty_view: _,
        neighbor_graph: _,
        node_places,
        probe,
        separation_components,
        trust_neighbors,
        sweep,
        marking: _,
        pointed_at: _,
        pre_image,
        denoising,
        pinned,
        reconstruction_space: _,
        wishes,
    } = view;
    let all = Panel::ALL.len();
    let range = format!("a list of at most {all} panels, as many as there are");
    require("panels", panels.len() <= all, &range)?;
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
    if let Some(threshold) = novelty_threshold {
        within("novelty_threshold", NumberRange::NotNegative, *threshold)?;
    }
    if let Some(confidence) = novelty_confidence {
        let rule = NumberRange::FromHalfBelowOne;
        within("novelty_confidence", rule, *confidence)?;
    }
    let angle = |angle: f64| angle.is_finite() && angle.abs() <= 1e6;
    require("camera.yaw", angle(camera.yaw), "an angle in degrees")?;
    require("camera.pitch", angle(camera.pitch), "an angle in degrees")?;
    let known = SweepView::MULTIPLES.contains(&sweep.multiples);
    require("sweep.multiples", known, "5, 7 or 9")?;
    let seconds = NumberRange::Whole(1, PlayView::MOST_SECONDS);
    within("sweep.play.seconds", seconds, sweep.play.seconds.into())?;
    let known = SweepView::SIDES.contains(&sweep.side);
    require("sweep.side", known, "3, 4 or 5")?;
    let (shown, judged) = (*spectrum_components, *separation_components);
    within("spectrum_components", AT_LEAST_ONE, shown as f64)?;
    within("separation_components", AT_LEAST_ONE, judged as f64)?;
    within("trust_neighbors", AT_LEAST_ONE, *trust_neighbors as f64)?;
    within("threshold", NumberRange::Share, *threshold)?;
    let maps = NumberRange::Whole(1, ContourView::MOST_MAPS as u32);
    within("contours.maps", maps, contours.maps as f64)
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
    within("pre_image.alpha", NumberRange::Positive, *alpha)?;
    let DenoisingView {
        components,
        method: _,
    } = denoising;
    within("denoising.components", AT_LEAST_ONE, components as f64)
}
