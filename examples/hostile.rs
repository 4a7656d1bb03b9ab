//! Tries thousands of fits that are hard to get right against an independent solver:
//! `cargo run --release --example hostile 5000`. Prints each that is certified and wrong, and fails
//! if there is one. As many again are in few dimensions, by Fourier modes.

#[path = "../tests/maths/double_double.rs"]
mod double_double;
#[path = "../tests/maths/hostile.rs"]
mod hostile;

use std::process::ExitCode;

use hostile::{Outcome, outcome, planar_outcome};

fn main() -> ExitCode {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let (mut right, mut open, mut refused, mut wrong) = (0, 0, 0, 0);
    let seeds = 0..count.unwrap_or(5000);
    let all = seeds.clone().map(outcome).chain(seeds.map(planar_outcome));
    for outcome in all {
        match outcome {
            Outcome::Right => right += 1,
            Outcome::NotCertified => open += 1,
            Outcome::Refused => refused += 1,
            Outcome::Wrong(what) => {
                wrong += 1;
                println!("{what}");
            }
        }
    }
    println!("{right} right, {open} not certified, {refused} refused, {wrong} certified and wrong");
    ExitCode::from(u8::from(wrong > 0))
}
