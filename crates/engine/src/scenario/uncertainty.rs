//! How sure a number is: between which values it lies, and which of them are likely. Its values are read as the number at
//! its path is.

use super::document::{CurrencyCode, Document, Given, Named, NodeId};
use super::quantities::Correlation;
use super::quantity::{QuantityKind, QuantityProblem, ReadNumber};
use super::texts::NAME;
use super::{Scenario, declared};
use crate::diagnostic::{DocumentCode, FixMeaning};
use language::choice::Choice;
use language::declaration::{KeyRole, Keyed, Scalar};
use language::part;
use language::reading::{Cursor, FromDocument};
use language::wanted::Wanted;
use rust_decimal::Decimal;
use serde_json::json;

part! {
    /// Between which values a number lies: `low` and `high` are all alike (uniform); with `likely` between them it is the
    /// most likely (PERT); `p10` and `p90` are the values below which one and nine of ten cases lie (lognormal).
    pub struct Uncertainty {
        /// The least value.
        low: Option<Given<WrittenValue>>;
        /// The most likely value.
        likely: Option<Given<WrittenValue>>;
        /// The largest value.
        high: Option<Given<WrittenValue>>;
        /// Below which one of ten cases lies.
        p10: Option<Given<WrittenValue>>;
        /// Below which nine of ten cases lie.
        p90: Option<Given<WrittenValue>>;
        /// Numbers that name the same are moved by one draw, each to the same percentile of its own range.
        with: Option<Given<String>>, example("cloud-prices"), text(&NAME), says_something();
        /// How it moves together with other uncertain numbers, by their path, each pair at one of the two: from -1 (against
        /// each other) to 1 (as one); what is not said is 0. It is the correlation of a Gaussian copula.
        correlation: Named<Given<Correlation>>, keyed(Keyed::ByPath);
    }
    choices(&[
        Choice::one_of(
            &[&["low", "high"], &["low", "likely", "high"], &["p10", "p90"]],
            "does not say between which values the number lies",
            "add `low` and `high`, with `likely` between them, or `p10` and `p90`",
        ),
        Choice::at_most_one_of(&[&["with"], &["correlation"]]),
    ]);
}

/// A value as its author wrote it, of a kind that its path decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenValue(pub String);

impl WrittenValue {
    const SCALAR: Scalar = Scalar {
        name: "Written",
        meaning: "A value as it may stand at the path, `38`, `20%` or `38 USD`.",
        words: "a number or a share",
        example: "38",
        schema: || {
            json!({ "anyOf": [
                { "type": "number", "minimum": -1_000_000_000_000_i64, "maximum": 1_000_000_000_000_i64 },
                { "type": "string", "pattern": r"^[+-]?[0-9](_?[0-9])*(\.[0-9](_?[0-9])*)?([eE][+-]?[0-9]+)?(\s*%|\s+[A-Z]{3})?$" },
            ] })
        },
    };
}

impl WrittenValue {
    /// The number that it says in the place of another; in the place of an amount in another currency it says that too.
    pub(super) fn read_as(&self, number: &ReadNumber, currency: &str) -> Result<Decimal, QuantityProblem> {
        let read = number.kind.read_in(&self.0, number.currency, currency)?;
        match number.currency.filter(|_| number.kind.is_money()) {
            Some(own) if !self.0.ends_with(own.code()) => {
                let message = format!("is {}, of an amount in {}", self.0, own.code());
                let meant = format!("{} {}", self.0, own.code());
                let problem = QuantityProblem::new(DocumentCode::NotANumber, message, format!("write {meant}"));
                Err(problem.instead(FixMeaning::Guessed, meant))
            }
            Some(_) | None => Ok(read),
        }
    }
}

impl FromDocument for WrittenValue {
    const WANTED: &'static Wanted = &Wanted::Scalar(&WrittenValue::SCALAR);

    fn read(cursor: Cursor<'_>) -> WrittenValue {
        WrittenValue(cursor.parsed(Self::WANTED, |text| Ok(text.to_owned())).unwrap_or_default())
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
    pub kind: &'static QuantityKind,
    /// The other currency that it is an amount of, or of which it is the worth.
    pub currency: Option<CurrencyCode>,
    /// What the scenario states.
    pub stated: Decimal,
    /// How its cases are spread.
    pub spread: Spread,
    /// What the numbers are called that are moved by the same draw.
    pub with: Option<String>,
}

impl Uncertainty {
    /// The values that are given, by their keys.
    pub(super) fn values(&self) -> impl Iterator<Item = (&'static str, &Given<WrittenValue>)> {
        let keys = [
            ("low", &self.low),
            ("likely", &self.likely),
            ("high", &self.high),
            ("p10", &self.p10),
            ("p90", &self.p90),
        ];
        keys.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?)))
    }

    /// The spread that it states of a number; none where a value is missing or cannot be read.
    pub(super) fn spread(&self, number: &ReadNumber, currency: &str) -> Option<Spread> {
        let read = |value: &Option<Given<WrittenValue>>| {
            value.as_ref().and_then(|value| value.value.read_as(number, currency).ok())
        };
        match (read(&self.low), read(&self.likely), read(&self.high)) {
            (Some(low), None, Some(high)) if self.likely.is_none() => Some(Spread::Uniform { low, high }),
            (Some(low), Some(likely), Some(high)) => Some(Spread::Pert { low, likely, high }),
            (_, _, _) => Some(Spread::Lognormal { p10: read(&self.p10)?, p90: read(&self.p90)? }),
        }
    }
}

/// Whether a number is none that figures are computed from, but a threshold or requirement that they meet.
#[must_use]
pub fn is_judged_by(document: &Document, at: NodeId) -> bool {
    declared(document, at).key().is_some_and(|key| key.role == KeyRole::Judges)
}

/// The spread that a scenario states of the number at a path; none where it states none.
pub(crate) fn spread_at(scenario: &Scenario, path: &str, number: &ReadNumber) -> Option<Spread> {
    let entry = scenario.uncertainty.iter().find(|entry| entry.name == path)?;
    entry.value.spread(number, scenario.currency.value.code())
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
            let spread = entry.value.spread(&number, currency)?;
            Some(Uncertain {
                at: number.at,
                path: entry.name.clone(),
                kind: number.kind,
                currency: number.currency,
                stated: number.value,
                spread,
                with: entry.value.with.as_ref().map(|with| with.value.clone()),
            })
        })
        .collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}
