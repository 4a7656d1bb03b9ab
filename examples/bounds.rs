//! Compares the bounds of fits with their errors: `cargo run --example bounds FILE`, where FILE is made by
//! `tests/fixtures/bounds.py`. Prints each bound that does not hold, and fails if there is one.

#[path = "../tests/maths/bounds.rs"]
mod bounds;

use std::{error::Error, process::ExitCode};

use bounds::{BoundsVerdict, read_cases};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("no file is given")?;
    let (mut certified, mut doubted, mut refused, mut broken) = (0, 0, 0, 0);
    for case in read_cases(&std::fs::read_to_string(path)?)? {
        match case.verdict() {
            BoundsVerdict::Certified => certified += 1,
            BoundsVerdict::Doubted => doubted += 1,
            BoundsVerdict::Refused => refused += 1,
            BoundsVerdict::Broken(what) => {
                broken += 1;
                println!("{what}");
            }
        }
    }
    println!("{certified} certified, {doubted} not, {refused} refused, {broken} broken");
    Ok(ExitCode::from(u8::from(broken > 0)))
}
