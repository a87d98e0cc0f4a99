//! Serialized form of a sweep.

use super::{Point, Sweep, Swept, WinnerRange};
use crate::amount::Ratio;
use crate::analysis::difference::Chosen;
use crate::analysis::header::Header;
use crate::scenario::document::Origin;
use crate::serialized::written_as;
use crate::variation::OptionOutcome;
use serde::Serialize;

written_as! {
    Sweep => WrittenSweep<'_>;
}

/// Decisions for values of one or two inputs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenSweep<'a> {
    /// Settings of the scenario.
    scenario: &'a Header,
    /// The inputs with their values.
    inputs: Vec<Input<'a>>,
    /// One point for every value; for two inputs, one for every value of the second within every value of the first.
    points: Vec<At<'a>>,
    /// Ranges of values with the same winner, for one input; empty for two.
    #[serde(rename = "stretches")]
    winner_ranges: Vec<WinnerRange>,
}

impl<'a> From<&'a Sweep> for WrittenSweep<'a> {
    fn from(sweep: &'a Sweep) -> WrittenSweep<'a> {
        WrittenSweep {
            scenario: &sweep.header,
            inputs: sweep.inputs.iter().map(|input| Input::of(input, &sweep.header.currency)).collect(),
            points: sweep.points.iter().map(|point| At::of(sweep, point)).collect(),
            winner_ranges: sweep.winner_ranges(),
        }
    }
}

/// An input with its values.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Input<'a> {
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

impl<'a> Input<'a> {
    fn of(input: &'a Swept, currency: &str) -> Input<'a> {
        Input {
            path: &input.path,
            unit: input.kind.unit_text_in(input.currency, currency),
            stated: input.stated.map(Ratio::from),
            assumed: input.stated.is_some() && input.origin == Origin::Assumed,
            values: input.values.iter().copied().map(Ratio::from).collect(),
        }
    }
}

/// Decision at a point.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct At<'a> {
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

impl<'a> At<'a> {
    fn of(sweep: &Sweep, point: &'a Point) -> At<'a> {
        At {
            values: point.values.iter().copied().map(Ratio::from).collect(),
            stated: sweep.is_stated(point),
            choice: sweep.choice(point),
            options: &point.decision.options,
        }
    }
}
