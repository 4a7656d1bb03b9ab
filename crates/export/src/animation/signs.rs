//! Signs of components that follow from one picture to the next.

use nalgebra::DMatrix;

use explorer::{analysis::Analysis, setup::Mirrored};
use kernel_pca::method::Method;

/// Scores (n × q) of the picture before, by method.
///
/// The sign of a component is decided by its largest entry, and as a parameter moves another entry becomes the largest:
/// the picture would turn over. The components that are mirrored against that are kept in the setup, so that a still
/// made from the setup of a frame is that frame.
#[derive(Default)]
pub(super) struct Signs(Vec<(Method, DMatrix<f64>)>);

impl Signs {
    /// Toggles in `mirrored` the components whose scores point away from those of the picture before; returns true
    /// where there are any.
    pub fn follow(&self, analysis: &Analysis, mirrored: &mut Mirrored) -> bool {
        let mut turned = false;
        for (method, before) in &self.0 {
            let Ok(embedding) = analysis.embedding(*method) else {
                continue;
            };
            let scores = embedding.scores();
            let pairs = scores.column_iter().zip(before.column_iter());
            for (component, (now, before)) in pairs.enumerate() {
                if now.len() == before.len() && now.dot(&before) < 0.0 {
                    mirrored.toggle(*method, component);
                    turned = true;
                }
            }
        }
        turned
    }

    /// Keeps the scores that the next picture is to agree with.
    pub fn keep(&mut self, analysis: &Analysis) {
        let all = analysis.embeddings();
        let moving = all.filter(|(method, _)| Mirrored::concerns(*method));
        self.0 = moving
            .map(|(method, it)| (method, it.scores().into_owned()))
            .collect();
    }
}
