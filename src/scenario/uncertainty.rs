//! How sure a number is: between which values it lies, and which of them are likely. Its values are read as the number at
//! its path is.

use super::document::{Document, Given, NodeId, WRITTEN, read_text};
use super::quantity::{Kind, Problem};
use super::{Scenario, quantity};
use rust_decimal::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use std::borrow::Cow;

/// Between which values a number lies: `low` and `high` are all alike (uniform); with `likely` between them it is the
/// most likely (PERT); `p10` and `p90` are the values below which one and nine of ten cases lie (lognormal).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Uncertainty {
    /// The least value.
    pub low: Option<Given<Written>>,
    /// The most likely value.
    pub likely: Option<Given<Written>>,
    /// The largest value.
    pub high: Option<Given<Written>>,
    /// Below which one of ten cases lies.
    pub p10: Option<Given<Written>>,
    /// Below which nine of ten cases lie.
    pub p90: Option<Given<Written>>,
}

/// A value as its author wrote it, of a kind that its path decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written(pub String);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_text(deserializer, WRITTEN).map(Written)
    }
}

impl JsonSchema for Written {
    fn schema_name() -> Cow<'static, str> {
        "Written".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "number", "minimum": -1_000_000_000_000_i64, "maximum": 1_000_000_000_000_i64 },
                { "type": "string", "pattern": r"^[+-]?[0-9](_?[0-9])*(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9]+)?\s*%?$" },
            ],
            "description": "A value as it may stand at the path, `38` or `20%`.",
        })
    }
}

/// How the cases of an uncertain number are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// All values between the two are alike.
    Uniform {
        /// The least value.
        low: Decimal,
        /// The largest value.
        high: Decimal,
    },
    /// PERT with λ = 4: a beta distribution whose mean is (low + 4 · likely + high) / 6.
    Pert {
        /// The least value.
        low: Decimal,
        /// The most likely value.
        likely: Decimal,
        /// The largest value.
        high: Decimal,
    },
    /// Its logarithm is normally distributed.
    Lognormal {
        /// Below which one of ten cases lies.
        p10: Decimal,
        /// Below which nine of ten cases lie.
        p90: Decimal,
    },
}

impl Spread {
    /// The values that a sensitivity looks at: the ends, or P10 and P90 where there are none.
    #[must_use]
    pub fn ends(self) -> (Decimal, Decimal) {
        match self {
            Spread::Uniform { low, high } | Spread::Pert { low, high, .. } => (low, high),
            Spread::Lognormal { p10, p90 } => (p10, p90),
        }
    }
}

/// A number that is not sure.
#[derive(Clone, Debug)]
pub struct Uncertain {
    /// Its node.
    pub at: NodeId,
    /// Its path.
    pub path: String,
    /// What kind of quantity it is.
    pub kind: &'static Kind,
    /// What the scenario states.
    pub stated: Decimal,
    /// How its cases are spread.
    pub spread: Spread,
}

impl Uncertainty {
    /// The values that are given, by their keys.
    pub(super) fn values(&self) -> impl Iterator<Item = (&'static str, &Given<Written>)> {
        let keys = [
            ("low", &self.low),
            ("likely", &self.likely),
            ("high", &self.high),
            ("p10", &self.p10),
            ("p90", &self.p90),
        ];
        keys.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)))
    }

    /// The spread that it states of a number of some kind; none where a value is missing or cannot be read.
    pub(super) fn spread(&self, kind: &Kind, currency: &str) -> Option<Spread> {
        let read = |value: &Option<Given<Written>>| value.as_ref().and_then(|value| value.read(kind, currency).ok());
        match (read(&self.low), read(&self.likely), read(&self.high)) {
            (Some(low), None, Some(high)) if self.likely.is_none() => Some(Spread::Uniform { low, high }),
            (Some(low), Some(likely), Some(high)) => Some(Spread::Pert { low, likely, high }),
            (_, _, _) => Some(Spread::Lognormal { p10: read(&self.p10)?, p90: read(&self.p90)? }),
        }
    }
}

impl Given<Written> {
    pub(super) fn read(&self, kind: &quantity::Kind, currency: &str) -> Result<Decimal, Problem> {
        kind.read(&self.value.0, currency)
    }
}

/// Whether a number of this key is none that figures are computed from, but a threshold or requirement that they meet.
#[must_use]
pub fn is_judged_by(key: &str) -> bool {
    matches!(key, "budget" | "close_call" | "accelerator_memory_gib" | "available_power_kw")
}

/// Every uncertain number of a scenario that keeps the rules, by its path.
#[must_use]
pub fn uncertain(document: &Document, scenario: &Scenario) -> Vec<Uncertain> {
    let currency = scenario.currency.value.code();
    let number = |path: &str| document.find(path).and_then(|at| document.number(at));
    let mut found: Vec<Uncertain> = scenario
        .uncertainty
        .iter()
        .filter_map(|entry| {
            let number = number(&entry.name)?;
            let spread = entry.value.spread(number.kind, currency)?;
            Some(Uncertain { at: number.at, path: entry.name.clone(), kind: number.kind, stated: number.value, spread })
        })
        .collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}
