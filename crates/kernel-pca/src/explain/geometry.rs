//! Lengths, distances and angles of images in feature space, computed from kernel values alone.

use crate::kpca::KernelPca;

/// Inner products of two images φ(x) and φ(y) with themselves and with each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ImagePair {
    /// Squared lengths ‖φ(x)‖² and ‖φ(y)‖².
    pub own: [f64; 2],
    /// Inner product φ(x)·φ(y).
    pub between: f64,
}

impl ImagePair {
    /// Lengths ‖φ(x)‖ and ‖φ(y)‖; `None` for a negative square, which indefinite kernels have.
    #[must_use]
    pub fn lengths(&self) -> [Option<f64>; 2] {
        self.own.map(root)
    }

    /// Squared distance ‖φ(x) − φ(y)‖² = k(x, x) − 2 k(x, y) + k(y, y).
    #[must_use]
    pub fn squared_distance(&self) -> f64 {
        self.own[0] - 2.0 * self.between + self.own[1]
    }

    /// Distance ‖φ(x) − φ(y)‖; `None` where its square is negative.
    #[must_use]
    pub fn distance(&self) -> Option<f64> {
        root(self.squared_distance())
    }

    /// Cosine of the angle between both images; `None` where one of them has no length.
    #[must_use]
    pub fn cosine(&self) -> Option<f64> {
        let [a, b] = self.lengths();
        let product = a? * b?;
        (product > 0.0).then(|| self.between / product)
    }

    /// Angle between both images in degrees; `None` where the cosine is beyond 1, as indefinite kernels may have
    /// it.
    #[must_use]
    pub fn angle(&self) -> Option<f64> {
        // Largest modulus of a cosine beyond 1 that counts as rounding.
        const ROUNDING: f64 = 1e-12;
        let cosine = self.cosine().filter(|it| it.abs() <= 1.0 + ROUNDING)?;
        Some(cosine.clamp(-1.0, 1.0).acos().to_degrees())
    }

    /// Inner products of both images divided by their lengths; `None` where one has no length.
    #[must_use]
    pub fn normalized(&self) -> Option<Self> {
        Some(Self {
            own: [1.0; 2],
            between: self.cosine()?,
        })
    }
}

fn root(square: f64) -> Option<f64> {
    (square >= 0.0).then(|| square.sqrt())
}

/// Geometry of the images of two rows, with means over the images of all rows to compare with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Geometry {
    /// Inner products of both images.
    pub pair: ImagePair,
    /// Inner products with the mean image that centring subtracts; `None` where images are not centred, or are
    /// normalised after centring.
    pub mean: Option<MeanImage>,
    /// Mean of k(x, x) over all rows.
    pub mean_own: f64,
    /// Mean squared length of the decomposed images, about their mean where they are centred: trace of the
    /// decomposed matrix, divided by n.
    pub variance: f64,
}

/// Mean μ of all images, given by its inner products.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanImage {
    /// Inner products φ(x)·μ and φ(y)·μ: the means of two rows of the kernel matrix.
    pub with: [f64; 2],
    /// Squared length ‖μ‖², the mean of all entries of the kernel matrix.
    pub own: f64,
}

impl Geometry {
    /// Computes the inner products of the images of two training rows, from which lengths, distance and angle follow.
    #[must_use]
    pub fn of(kpca: &KernelPca, rows: [usize; 2]) -> Self {
        let values = kpca.kernel_values(&rows, &rows);
        let pair = ImagePair {
            own: [values[(0, 0)], values[(1, 1)]],
            between: values[(0, 1)],
        };
        let (means, grand) = kpca.means();
        let mean = kpca.kernel.centers_last().then(|| MeanImage {
            with: rows.map(|row| means[row]),
            own: grand,
        });
        let variance = kpca.trace / means.len() as f64;
        Self {
            pair,
            mean,
            mean_own: variance + grand,
            variance,
        }
    }

    /// Inner products of both images less their mean; `None` where images are not centred.
    #[must_use]
    pub fn centered(&self) -> Option<ImagePair> {
        let MeanImage { with: [x, y], own } = self.mean?;
        let [xx, yy] = self.pair.own;
        Some(ImagePair {
            own: [xx - 2.0 * x + own, yy - 2.0 * y + own],
            between: self.pair.between - x - y + own,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nalgebra::DMatrix;

    use super::*;
    use crate::{
        kernel::{Kernel, KernelParams, Normalize},
        kpca::{FitOptions, Workspace},
    };

    /// Geometry of two of five irises' rows, counted from 1.
    fn geometry(kernel: Kernel, rows: [usize; 2]) -> Geometry {
        // Sepal length and width.
        let x = DMatrix::from_row_slice(5, 2, &[5.9, 3.0, 6.9, 3.1, 6.6, 2.9, 4.6, 3.2, 6.0, 2.2]);
        let options = FitOptions::default();
        let kpca = Workspace::default()
            .fit(&Arc::new(x), kernel, &options, &|| false)
            .unwrap();
        Geometry::of(&kpca, rows.map(|row| row - 1))
    }

    fn assert_is(value: f64, published: f64, digits: i32) {
        let unit = 10_f64.powi(-digits);
        assert!(
            (value - published).abs() <= 0.5001 * unit,
            "{value} for {published}"
        );
    }

    /// Compares with M. J. Zaki and W. Meira Jr., Data Mining and Machine Learning, §5.4.
    #[test]
    fn five_irises_are_where_the_textbook_has_them() {
        let first = geometry(Kernel::linear(), [1, 2]);
        assert_is(first.pair.own[0], 43.81, 2);
        assert_is(first.pair.between, 50.01, 2);
        assert_is(first.pair.distance().unwrap(), 1.00499, 5);
        assert_is(first.pair.cosine().unwrap(), 0.9988, 4);
        assert_is(first.mean.unwrap().own, 44.2944, 4);
        assert_is(first.variance, 0.7536, 4);
        assert_is(first.mean_own, 45.048, 4);
        let centered = first.centered().unwrap();
        assert_is(centered.own[0], 0.024, 3);
        assert_is(centered.own[1], 0.858, 3);
        let second = geometry(Kernel::linear(), [2, 4]);
        let centered = second.centered().unwrap();
        assert_is(centered.own[1], 2.062, 3);
        assert_is(centered.between, -1.190, 3);
        let last = geometry(Kernel::linear(), [4, 5]);
        assert_is(last.pair.normalized().unwrap().between, 0.9673, 4);

        let quadratic = Kernel::poly(1.0, 2, 0.0);
        let first = geometry(quadratic, [1, 2]);
        assert_is(first.pair.between, 2501.00, 2);
        assert_is(first.pair.distance().unwrap(), 13.8363, 4);
        assert_is(first.mean.unwrap().own, 2006.2526, 4);
        assert_is(first.variance, 103.3856, 4);
        let last = geometry(quadratic, [4, 5]);
        assert_is(last.pair.cosine().unwrap(), 0.9357, 4);
    }

    #[test]
    fn moving_to_the_mean_keeps_distances() {
        for kernel in [Kernel::rbf(0.7), Kernel::laplacian(0.3), Kernel::cosine()] {
            let found = geometry(kernel, [2, 5]);
            let distance = |pair: ImagePair| pair.distance().unwrap();
            let moved = distance(found.centered().unwrap());
            assert!((moved - distance(found.pair)).abs() < 1e-7);
        }
    }

    #[test]
    fn what_has_no_length_has_no_angle() {
        let pair = ImagePair {
            own: [-0.5, 0.5],
            between: 0.1,
        };
        assert_eq!(pair.lengths()[0], None);
        assert_eq!((pair.cosine(), pair.angle()), (None, None));
        assert_eq!(pair.normalized(), None);
        let beyond = ImagePair {
            own: [0.1, 0.1],
            between: 0.9,
        };
        assert_eq!((beyond.angle(), beyond.distance()), (None, None));
        let same = ImagePair {
            own: [0.7; 2],
            between: 0.7,
        };
        assert!(same.angle().is_some_and(|angle| angle < 1e-5));
    }

    #[test]
    fn an_image_that_is_not_moved_has_no_mean() {
        let params = KernelParams {
            normalize: Some(Normalize::After),
            ..Kernel::linear().into()
        };
        let x = nalgebra::DMatrix::from_fn(4, 2, |i, j| ((i * i + j) as f64).sin());
        let kernel = params.check(&x).unwrap();
        let kpca = Workspace::default()
            .fit(&Arc::new(x), kernel, &FitOptions::default(), &|| false)
            .unwrap();
        let found = Geometry::of(&kpca, [0, 1]);
        assert_eq!(found.mean, None);
        assert!((found.mean_own - 1.0).abs() < 1e-12);
        assert!((found.variance - 1.0).abs() < 1e-12);
    }
}
