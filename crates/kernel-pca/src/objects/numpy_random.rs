//! Legacy random stream of `NumPy` (`numpy.random.RandomState`), number for number.
//!
//! scikit-learn's generators draw from it, so the same `random_state` must give the same points.
//! `NumPy` has frozen this stream (NEP 19); the algorithms below are those of its
//! `legacy-distributions.c` and `mtrand.pyx`.

/// Random stream of `RandomState(seed)`: MT19937 seeded by `init_genrand`.
pub struct RandomState {
    twister: Mt19937,
    /// Normal number of the last pair that is still to be returned; `None` where both were.
    spare_normal: Option<f64>,
}

impl RandomState {
    /// Starts the stream of `RandomState(seed)`.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self {
            twister: Mt19937::new(seed),
            spare_normal: None,
        }
    }

    /// Draws a number in [0, 1) made of 53 random bits, as `random_sample()`.
    pub fn random(&mut self) -> f64 {
        let high = self.twister.next_u32() >> 5;
        let low = self.twister.next_u32() >> 6;
        (f64::from(high) * 67_108_864.0 + f64::from(low)) / 9_007_199_254_740_992.0
    }

    /// Draws a number between `low` and `high`, as `uniform(low, high)`.
    pub fn uniform(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.random()
    }

    /// Draws a standard normal number, as `standard_normal()`: by Marsaglia's polar method, which returns the
    /// second number of each pair first.
    pub fn standard_normal(&mut self) -> f64 {
        if let Some(normal) = self.spare_normal.take() {
            return normal;
        }
        loop {
            let a = 2.0 * self.random() - 1.0;
            let b = 2.0 * self.random() - 1.0;
            let r2 = a * a + b * b;
            if r2 < 1.0 && r2 != 0.0 {
                let factor = (-2.0 * r2.ln() / r2).sqrt();
                self.spare_normal = Some(factor * a);
                return factor * b;
            }
        }
    }

    /// Draws a normal number, as `normal(mean, std)`.
    pub fn normal(&mut self, mean: f64, std: f64) -> f64 {
        mean + std * self.standard_normal()
    }

    /// Draws a permutation of 0 … n − 1, as `permutation(n)`: Fisher–Yates from the end, as in
    /// `shuffle(arange(n))`.
    pub fn permutation(&mut self, n: u32) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n as usize).collect();
        for i in (1..n).rev() {
            order.swap(i as usize, self.interval(i) as usize);
        }
        order
    }

    /// Draws an integer in [0, max], max ≥ 1, by rejection: random bits are masked and drawn again until at most
    /// `max`.
    pub fn interval(&mut self, max: u32) -> u32 {
        let mask = u32::MAX >> max.leading_zeros();
        loop {
            let value = self.twister.next_u32() & mask;
            if value <= max {
                return value;
            }
        }
    }
}

/// Mersenne Twister of Matsumoto and Nishimura (1998), in their reference code's letters.
struct Mt19937 {
    state: [u32; Self::N],
    next: usize,
}

impl Mt19937 {
    /// Number of words of the state.
    const N: usize = 624;
    /// Offset between the words that the recurrence combines.
    const M: usize = 397;

    /// Seeds the state, as `init_genrand` does.
    fn new(seed: u32) -> Self {
        let mut state = [seed; Self::N];
        for i in 1..Self::N {
            let previous = state[i - 1];
            state[i] = 1_812_433_253_u32
                .wrapping_mul(previous ^ (previous >> 30))
                .wrapping_add(i as u32);
        }
        Self {
            state,
            next: Self::N,
        }
    }

    /// Draws 32 random bits, as `genrand_int32`.
    fn next_u32(&mut self) -> u32 {
        if self.next == Self::N {
            for i in 0..Self::N {
                let y =
                    (self.state[i] & 0x8000_0000) | (self.state[(i + 1) % Self::N] & 0x7fff_ffff);
                let twist = if y & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[i] = self.state[(i + Self::M) % Self::N] ^ (y >> 1) ^ twist;
            }
            self.next = 0;
        }
        let mut y = self.state[self.next];
        self.next += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares bit for bit, but for the last bits that one C library's logarithm may round otherwise.
    #[test]
    fn the_stream_is_numpys() {
        let mut compared = 0;
        for line in include_str!("../../tests/fixtures/random_stream.csv")
            .lines()
            .skip(1)
        {
            let mut fields = line.split(',');
            let mut random = RandomState::new(fields.next().unwrap().parse().unwrap());
            let method = fields.next().unwrap();
            let expected: Vec<f64> = fields.map(|v| v.parse().unwrap()).collect();
            let n = expected.len();
            let order = |order: Vec<usize>| order.into_iter().map(|i| i as f64);
            let got: Vec<f64> = match method {
                "random" => (0..n).map(|_| random.random()).collect(),
                "uniform" => (0..n).map(|_| random.uniform(-10.0, 10.0)).collect(),
                "normal" => (0..n).map(|_| random.normal(1.5, 0.25)).collect(),
                "permutation" => order(random.permutation(n as u32)).collect(),
                "mixed" => order(random.permutation(9))
                    .chain([
                        random.normal(0.0, 1.0),
                        random.random(),
                        random.normal(0.0, 1.0),
                    ])
                    .collect(),
                other => panic!("{other}"),
            };
            assert_eq!(got, expected, "{method}");
            compared += n;
        }
        assert!(compared > 3000);
    }
}
