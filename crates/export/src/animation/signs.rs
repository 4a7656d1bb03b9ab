//! Signs of components that follow from one picture to the next.

use nalgebra::DMatrix;

use explorer::{analysis::Analysis, setup::Mirrored};
use kernel_pca::method::Method;

/// Scores (n × q) of the picture before, by method.
///
/// Which of its two signs a component has is decided by its largest entry, and as a parameter moves another one becomes
/// the largest: the picture would turn over. What is mirrored against that is kept in the setup, so that a still made from
/// the setup of a frame is that frame.
#[derive(Default)]
pub(super) struct Signs(Vec<(Method, DMatrix<f64>)>);

impl Signs {
    /// Mirrors the components that point away from those before; returns whether there are any.
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
