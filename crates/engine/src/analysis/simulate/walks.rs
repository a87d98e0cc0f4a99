//! Draws of prices that walk: a factor of each month from the second on, `exp(σ / √12 · (z₂ + … + z_m))`.
//!
//! Walks that share a name have the same z. Another input with that name is drawn by the score of the last month,
//! `(z₂ + … + z_n) / √(n − 1)`, which is standard normal.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: they are made in binary floating point")]

use super::Input;
use super::normal::{self, END};
use super::stream::Stream;
use crate::scenario::price_walk::RandomWalk;

/// Inputs with the same walk, or with the score of its last month.
#[derive(Debug)]
pub(super) struct WalkGroup {
    /// Name of the stream of z.
    stream: String,
    /// Number of z.
    steps: u32,
    /// Indices of the inputs.
    members: Vec<usize>,
}

impl WalkGroup {
    /// All groups, by their first walk.
    pub(super) fn all(inputs: &[Input]) -> Vec<WalkGroup> {
        let mut groups: Vec<WalkGroup> = Vec::new();
        for (at, input) in inputs.iter().enumerate() {
            let Some(walk) = input.uncertain.spread.walk() else { continue };
            let name = input.uncertain.with.as_deref();
            let stream = name.map_or_else(|| input.uncertain.path.clone(), |name| format!("with {name}"));
            if groups.iter().any(|group| group.stream == stream) {
                continue;
            }
            let members = match name {
                None => vec![at],
                Some(name) => {
                    let has_name = |input: &Input| input.uncertain.with.as_deref() == Some(name);
                    (0..inputs.len()).filter(|at| has_name(&inputs[*at])).collect()
                }
            };
            groups.push(WalkGroup { stream, steps: walk.steps(), members });
        }
        groups
    }

    /// Indices of the inputs.
    pub(super) fn members(&self) -> &[usize] {
        &self.members
    }

    /// `z₂ + … + z_m` of every month m in a block of draws.
    pub(super) fn sums(&self, seed: u64, block: u64, count: usize) -> Vec<Vec<f64>> {
        let mut stream = Stream::new(seed, &self.stream, block);
        let mut sum = vec![0.0; count];
        let mut months = Vec::new();
        for _ in 0..self.steps {
            for sum in &mut sum {
                *sum += normal::quantile(stream.uniform());
            }
            months.push(sum.clone());
        }
        months
    }

    /// Score of the last month.
    pub(super) fn scores(&self, sums: &[Vec<f64>]) -> Vec<f64> {
        let root = libm::sqrt(f64::from(self.steps));
        sums.last().into_iter().flatten().map(|sum| sum / root).collect()
    }
}

/// Factors of a month.
pub(super) fn factors<'a>(walk: &RandomWalk, sums: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
    let monthly = walk.monthly_deviation();
    sums.iter().map(move |sum| libm::exp(monthly * sum))
}

/// Smallest and largest factor of a month, counted from 0 for the second.
pub(super) fn support(walk: &RandomWalk, month: u32) -> (f64, f64) {
    let reach = END * (f64::from(month) + 1.0) * walk.monthly_deviation();
    (libm::exp(-reach), libm::exp(reach))
}
