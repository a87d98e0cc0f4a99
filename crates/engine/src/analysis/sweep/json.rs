//! Serialized form of a sweep.

use super::{Point, Sweep, Swept, WinnerRange};
use crate::amount::Ratio;
use crate::analysis::difference::Chosen;
use crate::analysis::header::Header;
use crate::scenario::document::Origin;
use crate::serialized::serialized_as;
use crate::variation::OptionOutcome;
use serde::Serialize;

serialized_as! {
    Sweep => SweepJson<'_>;
}

/// Decisions for values of one or two inputs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SweepJson<'a> {
    /// Settings of the scenario.
    scenario: &'a Header,
    /// The inputs with their values.
    inputs: Vec<SweptJson<'a>>,
    /// One point for every value; for two inputs, one for every value of the second within every value of the first.
    points: Vec<PointJson<'a>>,
    /// Ranges of values with the same winner, for one input; empty for two.
    #[serde(rename = "stretches")]
    winner_ranges: Vec<WinnerRange>,
}

impl<'a> From<&'a Sweep> for SweepJson<'a> {
    fn from(sweep: &'a Sweep) -> SweepJson<'a> {
        SweepJson {
            scenario: &sweep.header,
            inputs: sweep.inputs.iter().map(|input| SweptJson::of(input, &sweep.header.currency)).collect(),
            points: sweep.points.iter().map(|point| PointJson::of(sweep, point)).collect(),
            winner_ranges: sweep.winner_ranges(),
        }
    }
}

/// An input with its values.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SweptJson<'a> {
    /// Path of the input.
    path: &'a str,
    /// Unit of its values.
    unit: String,
    /// Value in the base case; null if not given.
    stated: Option<Ratio>,
    /// Whether the author left it out.
    assumed: bool,
    /// The values in ascending order; shares are fractions.
    values: Vec<Ratio>,
}

impl<'a> SweptJson<'a> {
    fn of(input: &'a Swept, currency: &str) -> SweptJson<'a> {
        SweptJson {
            path: &input.path,
            unit: input.kind.unit_text_in(input.currency, currency),
            stated: input.base_value.map(Ratio::from),
            assumed: input.base_value.is_some() && input.origin == Origin::Assumed,
            values: input.values.iter().copied().map(Ratio::from).collect(),
        }
    }
}

/// Decision at a point.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PointJson<'a> {
    /// Value of each input.
    values: Vec<Ratio>,
    /// Whether the point is the base case.
    stated: bool,
    /// Option that wins, and its margin over the runner-up.
    #[serde(flatten)]
    choice: Chosen,
    /// Outcome of every option.
    options: &'a [OptionOutcome],
}

impl<'a> PointJson<'a> {
    fn of(sweep: &Sweep, point: &'a Point) -> PointJson<'a> {
        PointJson {
            values: point.values.iter().copied().map(Ratio::from).collect(),
            stated: sweep.is_base_case(point),
            choice: sweep.choice(point),
            options: &point.decision.options,
        }
    }
}
