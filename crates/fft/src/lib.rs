//! Fourier transforms in single and double precision, by rustfft. A crate of its own, since rustfft is generic, and so
//! compiled with the crate that asks for a plan: within the engine it took a third of each build.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

pub use rustfft::{Fft, num_complex};
use rustfft::{FftNum, FftPlanner};

/// Planner that keeps its plans, since making one takes as long as some hundred transforms.
type SharedPlanner<T> = LazyLock<Mutex<FftPlanner<T>>>;

/// Floating-point number in which transforms are computed: `f32` or `f64`.
pub trait FourierScalar: FftNum {
    /// Returns the plans of transforms of length `len`: forward, and back without a factor 1/N.
    ///
    /// ```
    /// use kernel_pca_fft::{FourierScalar, num_complex::Complex};
    ///
    /// let [forward, back] = f64::plans(6);
    /// let mut values: Vec<_> = (0..6).map(|i| Complex::new(f64::from(i), 0.0)).collect();
    /// forward.process(&mut values);
    /// assert!((values[0].re - 15.0).abs() < 1e-12, "the sum");
    /// back.process(&mut values);
    /// assert!((values[4].re - 6.0 * 4.0).abs() < 1e-12);
    /// ```
    fn plans(len: usize) -> [Arc<dyn Fft<Self>>; 2];
}

impl FourierScalar for f32 {
    fn plans(len: usize) -> [Arc<dyn Fft<Self>>; 2] {
        static PLANNER: SharedPlanner<f32> = LazyLock::new(|| Mutex::new(FftPlanner::new()));
        of(&PLANNER, len)
    }
}

impl FourierScalar for f64 {
    fn plans(len: usize) -> [Arc<dyn Fft<Self>>; 2] {
        static PLANNER: SharedPlanner<f64> = LazyLock::new(|| Mutex::new(FftPlanner::new()));
        of(&PLANNER, len)
    }
}

fn of<T: FftNum>(planner: &SharedPlanner<T>, len: usize) -> [Arc<dyn Fft<T>>; 2] {
    // A plan is complete or absent, even where a thread panicked while planning.
    let mut planner = planner.lock().unwrap_or_else(PoisonError::into_inner);
    [planner.plan_fft_forward(len), planner.plan_fft_inverse(len)]
}
