//! What programs read of a sweep, where it is not field for field what it is.

use super::{Point, Stretch, Sweep, Swept};
use crate::amount::Ratio;
use crate::analysis::header::Header;
use crate::scenario::document::Origin;
use crate::variation::Standing;
use crate::written::written_as;
use serde::Serialize;

written_as! {
    Sweep => WrittenSweep<'_>;
}

/// What is decided over values of one or two inputs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenSweep<'a> {
    /// What was asked.
    scenario: &'a Header,
    /// The inputs with their values.
    inputs: Vec<Input<'a>>,
    /// One for every value, of two inputs for every value of the second within the first.
    points: Vec<At<'a>>,
    /// Of one input: equal decisions from one value to another; empty of two.
    stretches: Vec<Stretch>,
}

impl<'a> From<&'a Sweep> for WrittenSweep<'a> {
    fn from(sweep: &'a Sweep) -> WrittenSweep<'a> {
        WrittenSweep {
            scenario: &sweep.header,
            inputs: sweep.inputs.iter().map(|input| Input::of(input, &sweep.header.currency)).collect(),
            points: sweep.points.iter().map(|point| At::of(sweep, point)).collect(),
            stretches: sweep.stretches(),
        }
    }
}

/// An input with its values.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Input<'a> {
    /// Its path.
    path: &'a str,
    /// What it is counted in.
    unit: String,
    /// Its value as stated; none where it is not given.
    stated: Option<Ratio>,
    /// Whether the author left it out.
    assumed: bool,
    /// The values, rising; shares are fractions.
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

/// What is decided at a point.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct At<'a> {
    /// The value of each input.
    values: Vec<Ratio>,
    /// Whether it is the scenario as it is.
    stated: bool,
    /// Who wins; none where no option can be chosen.
    winner: Option<&'a str>,
    /// Where every option stands.
    options: &'a [Standing],
}

impl<'a> At<'a> {
    fn of(sweep: &Sweep, point: &'a Point) -> At<'a> {
        At {
            values: point.values.iter().copied().map(Ratio::from).collect(),
            stated: sweep.is_stated(point),
            winner: point.decision.winning().map(|option| option.name.as_str()),
            options: &point.decision.options,
        }
    }
}
