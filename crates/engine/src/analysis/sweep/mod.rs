//! The same comparison along one or two inputs: what each option comes to at every value, and which wins there.

mod json;
mod unswept;
mod vary;

pub use unswept::{StepFault, Unswept};
pub use vary::{MOST_POINTS, Swept, Vary};

use super::header::{Header, header};
use crate::amount;
use crate::demand::trace::Traces;
use crate::scenario::Loaded;
use crate::variation::{Decision, Variation};
use rayon::prelude::*;
use rust_decimal::Decimal;
use serde::Serialize;

/// What a scenario decides along its inputs.
#[derive(Debug)]
pub struct Sweep {
    /// What was asked.
    pub header: Header,
    /// The inputs that run: one or two.
    pub inputs: Vec<Swept>,
    /// What is decided at every value of the first input and, within that, of the second.
    pub points: Vec<Point>,
}

/// What is decided at one value of every input.
#[derive(Debug, PartialEq, Eq)]
pub struct Point {
    /// The value of each input.
    pub values: Vec<Decimal>,
    /// What is decided there.
    pub decision: Decision,
}

/// Equal decisions from one value of an input to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stretch {
    /// Who wins; none where no option can be chosen.
    pub winner: Option<String>,
    /// The first value.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "amount::Ratio"))]
    pub from: Decimal,
    /// The last value.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "amount::Ratio"))]
    pub to: Decimal,
}

/// Reads the inputs of a sweep and decides at every point; all cores take part, and the points are in their order.
///
/// # Errors
/// If an input does not exist, cannot take a value, or there are too many points.
pub fn sweep(loaded: &Loaded, traces: &Traces, inputs: &[Vary]) -> Result<Sweep, Unswept> {
    let variation = Variation::of(loaded, traces);
    let inputs: Vec<Swept> = inputs.iter().map(|input| input.resolve(&variation)).collect::<Result<_, _>>()?;
    if let [first, second] = inputs.as_slice()
        && first.path == second.path
    {
        return Err(Unswept::Twice { path: first.path.clone() });
    }
    let count: usize = inputs.iter().map(|input| input.values.len()).product();
    if count > MOST_POINTS {
        let values = inputs.iter().map(|input| input.values.len()).collect();
        return Err(Unswept::TooManyPoints { values, points: count });
    }
    let all: Vec<Vec<Decimal>> = combinations(&inputs);
    let along = variation.along(&inputs.iter().map(|input| input.path.clone()).collect::<Vec<_>>());
    let decided = all.into_par_iter().map(|values| {
        let texts: Vec<String> = inputs.iter().zip(&values).map(|(input, value)| input.text(*value)).collect();
        Point { decision: along.at(&texts), values }
    });
    let points = decided.collect();
    Ok(Sweep { header: header(loaded), inputs, points })
}

/// Every value of the first input with every value of the others.
fn combinations(inputs: &[Swept]) -> Vec<Vec<Decimal>> {
    inputs.iter().fold(vec![Vec::new()], |before, input| {
        let with = |values: Vec<Decimal>| {
            input.values.iter().map(move |value| values.iter().copied().chain([*value]).collect::<Vec<_>>())
        };
        before.into_iter().flat_map(with).collect()
    })
}

impl Sweep {
    /// Who wins from where to where along the first input; of one input alone.
    #[must_use]
    pub fn stretches(&self) -> Vec<Stretch> {
        let mut found: Vec<Stretch> = Vec::new();
        for point in self.points.iter().filter(|point| point.values.len() == 1) {
            let winner = point.decision.winning().map(|option| option.name.clone());
            match found.last_mut() {
                Some(last) if last.winner == winner => last.to = point.values[0],
                Some(_) | None => found.push(Stretch { winner, from: point.values[0], to: point.values[0] }),
            }
        }
        found
    }

    /// Whether a point is the scenario as it is stated.
    #[must_use]
    pub fn is_stated(&self, point: &Point) -> bool {
        self.inputs.iter().zip(&point.values).all(|(input, value)| input.stated == Some(*value))
    }
}
