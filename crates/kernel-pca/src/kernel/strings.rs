//! Spectrum kernel of strings: inner products of their counts of substrings (C. Leslie, E. Eskin and W. S. Noble,
//! *The spectrum kernel: a string kernel for SVM protein classification*, 2002). Substrings are numbered length by
//! length, so that their length costs no comparisons of texts.

use std::collections::HashMap;

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::MadeError;
use crate::count::CancelCheck;

/// Kernel k(x, y) = Σ over the substrings s of length l of count(s in x)·count(s in y).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpectrumKernel {
    /// Length l of the substrings; the largest one if all lengths count.
    pub length: usize,
    /// True to sum over the lengths 1 … l.
    pub all_lengths: bool,
}

/// Number of times that a string contains a substring, named by its number.
#[derive(Debug, Clone, Copy)]
struct SubstringCount {
    substring: u32,
    count: u32,
}

impl SpectrumKernel {
    /// Kernel matrix (n × n) of `strings`.
    ///
    /// # Errors
    /// When cancelled.
    pub fn matrix(
        self,
        strings: &[String],
        cancelled: CancelCheck<'_>,
    ) -> Result<DMatrix<f64>, MadeError> {
        let counts = self.counts(strings, &[], cancelled)?;
        let mut matrix = products(&counts, &counts, |i| i + 1, cancelled)?;
        matrix.fill_upper_triangle_with_lower_triangle();
        Ok(matrix)
    }

    /// Kernel values (m × n) between m new strings and n others.
    ///
    /// # Errors
    /// When cancelled.
    pub fn between(
        self,
        new: &[String],
        strings: &[String],
        cancelled: CancelCheck<'_>,
    ) -> Result<DMatrix<f64>, MadeError> {
        let counts = self.counts(strings, new, cancelled)?;
        let (strings, new) = counts.split_at(strings.len());
        products(new, strings, |_| strings.len(), cancelled)
    }

    /// Counts of the substrings of each of `strings` and then of each of `more`, in ascending order of the
    /// substrings' numbers.
    ///
    /// A substring one symbol longer is a pair of a numbered substring and a symbol, so each length takes one pass
    /// over all positions, however long the substrings are.
    fn counts(
        self,
        strings: &[String],
        more: &[String],
        cancelled: CancelCheck<'_>,
    ) -> Result<Vec<Vec<SubstringCount>>, MadeError> {
        let symbols = numbered_symbols(strings.iter().chain(more));
        let mut counts = vec![Vec::new(); symbols.len()];
        // Number of the substring that begins at each position of each string.
        let mut begins = symbols.clone();
        let mut first = 0;
        for length in 1..=self.length {
            if cancelled() {
                return Err(MadeError::Cancelled);
            }
            if length > 1 {
                lengthen(&mut begins, &symbols, length);
            }
            if length == self.length || self.all_lengths {
                counts
                    .par_iter_mut()
                    .zip(&begins)
                    .for_each(|(counts, begins)| count(counts, begins, first));
                first = counts
                    .iter()
                    .filter_map(|counts| counts.last())
                    .map(|last| last.substring + 1)
                    .fold(first, u32::max);
            }
        }
        Ok(counts)
    }
}

/// Symbols of each string, numbered from 0 in the order of their first appearance.
fn numbered_symbols<'a>(strings: impl Iterator<Item = &'a String>) -> Vec<Vec<u32>> {
    let mut numbers: HashMap<char, u32> = HashMap::new();
    let numbered = strings.map(|string| {
        let number = |symbol| {
            let next = numbers.len() as u32;
            *numbers.entry(symbol).or_insert(next)
        };
        string.chars().map(number).collect()
    });
    numbered.collect()
}

/// Replaces the number of the substring of `length` − 1 that begins at each position by the number of that of
/// `length`.
fn lengthen(begins: &mut [Vec<u32>], symbols: &[Vec<u32>], length: usize) {
    let pair = |prefix: u32, symbol: u32| u64::from(prefix) << 32 | u64::from(symbol);
    let pairs: Vec<Vec<u64>> = begins
        .par_iter()
        .zip(symbols)
        .map(|(begins, symbols)| {
            let last = symbols.iter().skip(length - 1);
            let pairs = begins.iter().zip(last);
            pairs.map(|(&begin, &symbol)| pair(begin, symbol)).collect()
        })
        .collect();
    let mut known: Vec<u64> = pairs.concat();
    known.par_sort_unstable();
    known.dedup();
    begins
        .par_iter_mut()
        .zip(pairs)
        .for_each(|(begins, pairs)| {
            let number = |pair: &u64| known.partition_point(|known| known < pair) as u32;
            *begins = pairs.iter().map(number).collect();
        });
}

/// Appends how often each number occurs in `begins`; `first` is added to the numbers.
fn count(counts: &mut Vec<SubstringCount>, begins: &[u32], first: u32) {
    let mut sorted = begins.to_vec();
    sorted.sort_unstable();
    counts.extend(sorted.chunk_by(|a, b| a == b).map(|same| SubstringCount {
        substring: first + same[0],
        count: same.len() as u32,
    }));
}

/// Inner products (m × n) of the counts of `rows` (m) with those of `columns` (n); row i holds zeros from column
/// `end(i)` on.
fn products(
    rows: &[Vec<SubstringCount>],
    columns: &[Vec<SubstringCount>],
    end: impl Fn(usize) -> usize + Sync,
    cancelled: CancelCheck<'_>,
) -> Result<DMatrix<f64>, MadeError> {
    let holders = holders(columns);
    let rows: Vec<Vec<f64>> = rows
        .par_iter()
        .enumerate()
        .map(|(i, counts)| {
            let mut row = vec![0.0; columns.len()];
            if cancelled() {
                return row;
            }
            let end = end(i);
            for own in counts {
                let Some(holders) = holders.get(own.substring as usize) else {
                    continue;
                };
                let before_end = holders.partition_point(|holder| (holder.0 as usize) < end);
                for &(j, count) in &holders[..before_end] {
                    // Counts are integers, so the sum is exact up to 2⁵³.
                    row[j as usize] += f64::from(own.count) * f64::from(count);
                }
            }
            row
        })
        .collect();
    if cancelled() {
        return Err(MadeError::Cancelled);
    }
    let values = rows.iter().flatten().copied();
    Ok(DMatrix::from_row_iterator(
        rows.len(),
        columns.len(),
        values,
    ))
}

/// Indices of the strings that contain each substring, ascending, with the number of times that each contains it.
fn holders(strings: &[Vec<SubstringCount>]) -> Vec<Vec<(u32, u32)>> {
    let numbers = strings.iter().filter_map(|counts| counts.last());
    let most = numbers.map(|last| last.substring as usize + 1).max();
    let mut holders = vec![Vec::new(); most.unwrap_or_default()];
    for (j, counts) in strings.iter().enumerate() {
        for own in counts {
            holders[own.substring as usize].push((j as u32, own.count));
        }
    }
    holders
}
