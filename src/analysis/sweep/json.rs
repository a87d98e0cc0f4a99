//! What programs read of a sweep, where it is not field for field what it is.

use super::{Point, Stretch, Sweep, Swept};
use crate::amount::Ratio;
use crate::analysis::header::Header;
use crate::scenario::document::Origin;
use crate::variation::Standing;
use serde::{Serialize, Serializer};

impl Serialize for Sweep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'a> {
            scenario: &'a Header,
            inputs: Vec<Input<'a>>,
            points: Vec<At<'a>>,
            stretches: Vec<Stretch>,
        }
        let written = Written {
            scenario: &self.header,
            inputs: self.inputs.iter().map(|input| Input::of(input, &self.header.currency)).collect(),
            points: self.points.iter().map(|point| At::of(self, point)).collect(),
            stretches: self.stretches(),
        };
        written.serialize(serializer)
    }
}

#[derive(Serialize)]
struct Input<'a> {
    path: &'a str,
    unit: String,
    stated: Option<Ratio>,
    assumed: bool,
    values: Vec<Ratio>,
}

impl<'a> Input<'a> {
    fn of(input: &'a Swept, currency: &str) -> Input<'a> {
        Input {
            path: &input.path,
            unit: input.kind.unit_text(currency),
            stated: input.stated.map(Ratio::from),
            assumed: input.stated.is_some() && input.origin == Origin::Assumed,
            values: input.values.iter().copied().map(Ratio::from).collect(),
        }
    }
}

#[derive(Serialize)]
struct At<'a> {
    values: Vec<Ratio>,
    stated: bool,
    winner: Option<&'a str>,
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
