//! Judgements of the values of a sweep that take work besides the fits.

use super::super::Analysis;
use kernel_pca::{
    explain::separation::{SeparationScore, obstacle},
    method::Method,
    objects::ObjectKind,
    preimage::PreImageMethod,
    sweep::{FOLDS, SweepPoint},
};

listed! {
    /// Judgement of a value of a sweep by kernel PCA.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SweepJudge {
        /// Mean squared error of the rows' pre-images in the input.
        PreImageError => "pre-image-error",
        /// Accuracy of predicting the label of rows that were held out.
        HeldOutAccuracy => "held-out-accuracy",
    }
    /// Name on the command line.
    fn name
}

impl SweepJudge {
    /// Reason in one line for which fits by a method with this kernel cannot be judged so; `None` where they can.
    #[must_use]
    pub fn obstacle(self, method: Method, analysis: &Analysis) -> Option<String> {
        let (kernel, dataset) = (&analysis.kernel, &analysis.dataset);
        if method != Method::Kpca || kernel.kind().takes() != ObjectKind::Vectors {
            return Some("needs kernel PCA of rows with features".to_owned());
        }
        match self {
            Self::PreImageError => match PreImageMethod::Ridge.check(kernel) {
                Err(error) => Some(error.to_string()),
                Ok(()) => None,
            },
            Self::HeldOutAccuracy => {
                let few = (dataset.n() < 2 * FOLDS).then_some(TOO_FEW);
                obstacle(&dataset.labels).or(few).map(str::to_owned)
            }
        }
    }
}

const TOO_FEW: &str = "ten rows are needed at least: two in each of five folds";

/// Point of a sweep with the judgements that take further work.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedPoint {
    pub point: SweepPoint,
    /// Mean squared difference of an entry of the data and of its pre-image by ridge regression with α = 1
    /// (scikit-learn's `inverse_transform`), in the squared units of the data; `None` where it was not asked for.
    pub pre_image_error: Option<f64>,
    /// Accuracy of predicting the label of held-out rows from the first 1, 2, … components, or R² of a quantity; empty
    /// where it was not asked for or no label can be predicted.
    pub held_out: Vec<SeparationScore>,
}

impl From<SweepPoint> for JudgedPoint {
    /// Point without further judgements.
    fn from(point: SweepPoint) -> Self {
        Self {
            point,
            pre_image_error: None,
            held_out: vec![],
        }
    }
}
