//! Figures drawn outside the window's thread.

use std::sync::{Arc, Weak};

use nalgebra::DMatrix;

use explorer::{
    analysis::{Analysis, EmbeddingResult, Explain, Watch, Work},
    setup::{Setup, View},
};
use export::{Figure, FigureSpec, Format, Pixels, Result};
use kernel_pca::{kpca::KernelPca, manifold::ManifoldParams, method::Method};

/// Inputs from which a figure is drawn.
#[derive(Debug, Clone)]
pub struct Picture {
    pub analysis: Arc<Analysis>,
    pub setup: Box<Setup>,
    pub spec: FigureSpec,
}

/// Cache of the last figure's embeddings: a figure is drawn again and again while its options are tried, and each
/// embedding may take minutes.
#[derive(Debug, Default)]
pub(super) struct KnownEmbeddings {
    /// Data of the embeddings, held weakly so that they can be freed.
    x: Weak<DMatrix<f64>>,
    kpca: Weak<KernelPca>,
    manifold: ManifoldParams,
    embeddings: Vec<(Method, EmbeddingResult)>,
}

impl KnownEmbeddings {
    fn of(analysis: &Analysis) -> Self {
        Self {
            x: Arc::downgrade(&analysis.x),
            kpca: Arc::downgrade(&analysis.kpca),
            manifold: analysis.manifold,
            embeddings: analysis.explain.embeddings.clone(),
        }
    }

    /// Copy of an analysis with the kept embeddings that it lacks, where these are of its data and parameters.
    fn add_to(&self, analysis: &Analysis) -> Analysis {
        let is_its = self.x.as_ptr() == Arc::as_ptr(&analysis.x)
            && self.kpca.as_ptr() == Arc::as_ptr(&analysis.kpca)
            && self.manifold == analysis.manifold;
        let known = self.embeddings.iter().filter(|_| is_its);
        let lacking = known.filter(|(method, _)| analysis.explain.embedding(*method).is_none());
        let mut embeddings = analysis.explain.embeddings.clone();
        embeddings.extend(lacking.cloned());
        Analysis {
            explain: Explain {
                embeddings,
                ..analysis.explain.clone()
            },
            ..analysis.clone()
        }
    }
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.analysis, &other.analysis)
            && self.setup == other.setup
            && self.spec == other.spec
    }
}

impl Picture {
    pub(super) fn render(
        &self,
        format: Format,
        known: &mut KnownEmbeddings,
        watch: Watch<'_>,
    ) -> Result<Vec<u8>> {
        let analysis = self.explained(known, watch)?;
        let (setup, spec) = (&self.setup, &self.spec);
        Ok(export::render(
            &analysis,
            setup,
            spec,
            format,
            watch.cancelled,
        )?)
    }

    pub(super) fn pixels(
        &self,
        most: [u32; 2],
        known: &mut KnownEmbeddings,
        watch: Watch<'_>,
    ) -> Result<Pixels> {
        let analysis = self.explained(known, watch)?;
        let figure = Figure::of(&analysis, &self.setup, &self.spec, watch.cancelled)?;
        Ok(figure.pixels(most, watch.cancelled)?)
    }

    /// Adds the results that the figure's panels need, some of which may not be on the screen.
    fn explained(&self, known: &mut KnownEmbeddings, watch: Watch<'_>) -> Result<Analysis> {
        let wanted = View {
            panels: self.spec.panels.clone(),
            ..self.setup.view.clone()
        };
        let analysis = known.add_to(&self.analysis);
        let analysis = analysis.explained(&wanted, watch)?;
        *known = KnownEmbeddings::of(&analysis);
        watch.check()?;
        watch.progress.work(Work::Drawing);
        Ok(analysis)
    }
}
