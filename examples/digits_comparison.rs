//! Do kernel PCA's features classify digits better than linear PCA's?
//!
//! ```sh
//! cargo run --release --example digits_comparison
//! ```
//!
//! Half of the shipped 8×8 digits, drawn with a seed, train components and a linear discriminant on
//! them; the other half is projected and classified. Schölkopf, Smola and Müller (1998) made this
//! comparison on 16×16 digits.

use std::{error::Error, sync::Arc};

use kpca_explorer::{
    data::{Builtin, Columns, Labels, Source},
    explain::separation::held_out,
    kernel::Kernel,
    kpca::{FitOptions, Workspace},
    pca::Pca,
};
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;

/// Numbers of components compared, as far as a method has them.
const COMPONENTS: [usize; 6] = [8, 16, 32, 64, 128, 256];

fn main() -> Result<(), Box<dyn Error>> {
    let table = Source::Builtin(Builtin::Digits).load(&|| false)?;
    let digits = table.dataset(&Columns::default())?;
    let Labels::Classes { codes, .. } = &digits.labels else {
        return Err("the digits have no classes".into());
    };
    // Pixels run from 0 to 16.
    let x = &digits.x / 16.0;
    let gamma = 1.0 / digits.d() as f64;

    let mut rows: Vec<usize> = (0..digits.n()).collect();
    rows.shuffle(&mut ChaCha8Rng::seed_from_u64(0));
    let (train, test) = rows.split_at(digits.n() / 2);
    let [train_x, test_x] = [train, test].map(|rows| x.select_rows(rows));
    let [train_codes, test_codes] =
        [train, test].map(|rows| rows.iter().map(|&i| codes[i]).collect::<Vec<_>>());

    println!(
        "test accuracy on {} of {} digits, by number of components",
        test.len(),
        digits.n()
    );
    let head: Vec<String> = COMPONENTS.iter().map(|q| format!("{q:>8}")).collect();
    println!("{:<24}{}", "", head.concat());
    let print = |name: &str, accuracy: &[f64]| {
        let cell = |q: &usize| match accuracy.get(q - 1) {
            Some(share) => format!("{:>6.2} %", 100.0 * share),
            None => format!("{:>8}", "–"),
        };
        let cells: Vec<String> = COMPONENTS.iter().map(cell).collect();
        println!("{name:<24}{}", cells.concat());
    };

    let pca = Pca::fit(&train_x);
    let accuracy = held_out(
        &pca.scores,
        &train_codes,
        &pca.project(&test_x),
        &test_codes,
    );
    print("linear PCA", &accuracy);
    let train_x = Arc::new(train_x);
    let poly = |degree| Kernel::poly(gamma, degree, 1.0);
    for (name, kernel) in [
        ("polynomial, degree 2", poly(2)),
        ("polynomial, degree 3", poly(3)),
        ("RBF", Kernel::rbf(gamma)),
    ] {
        let options = FitOptions {
            components: 256,
            ..FitOptions::default()
        };
        let kpca = Workspace::default().fit(&train_x, kernel, &options, &|| false)?;
        let (train, test) = (kpca.scores(), kpca.project(&test_x));
        print(name, &held_out(&train, &train_codes, &test, &test_codes));
    }
    Ok(())
}
