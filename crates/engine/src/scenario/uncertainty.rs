//! Uncertainty of inputs: ranges and distributions. Values are parsed with the quantity of the number at their path.

use super::document::{CurrencyCode, Document, Located, Named, NodeId};
use super::price_walk::RandomWalk;
use super::quantities::{Correlation, Share, Volatility};
use super::quantity::{NumberForm, Quantity, QuantityKind, QuantityProblem, ReadNumber};
use super::texts::NAME;
use super::{Scenario, declared};
use crate::diagnostic::{DocumentCode, FixSafety};
use language::choice::Choice;
use language::declaration::{KeyRole, Keyed, Scalar};
use language::expected_type::ExpectedType;
use language::part;
use language::reading::{Cursor, FromDocument};
use rust_decimal::Decimal;
use serde_json::json;

part! {
    /// Distribution of an input: uniform between `low` and `high`; PERT with `likely` between them as the most likely value;
    /// lognormal with the 10th and 90th percentiles `p10` and `p90`; or a list of `values` with their `weights`. A whole number
    /// is drawn in whole steps. For the change of a rental price, `volatility_per_year` draws the price of every month: a random
    /// walk of its logarithm around the stated change.
    pub struct Uncertainty {
        /// Minimum value.
        low: Option<Located<RawValue>>;
        /// Most likely value.
        likely: Option<Located<RawValue>>;
        /// Maximum value.
        high: Option<Located<RawValue>>;
        /// 10th percentile.
        p10: Option<Located<RawValue>>;
        /// 90th percentile.
        p90: Option<Located<RawValue>>;
        /// The only possible values, in ascending order.
        values: Option<Vec<Located<RawValue>>>, not_empty("add a value, or remove the key");
        /// Probability of each of the values; default: all are equally likely.
        weights: Option<Vec<Located<Share>>>, not_empty("add the weight of each value, or remove the key");
        /// Volatility of a rental price, at the path of its `price_change_per_year` or `price_change_per_month`: the standard
        /// deviation of the change of its logarithm in a year.
        volatility_per_year: Option<Located<Volatility>>, example("31%"), aliases(&["volatility"]);
        /// Name of a shared draw: inputs with the same name are set to the same percentile of their own ranges.
        with: Option<Located<String>>, example("cloud-prices"), text(&NAME), says_something();
        /// Correlations with other uncertain inputs, by path, each pair given once: -1 to 1, in a Gaussian copula; default: 0.
        correlation: Named<Located<Correlation>>, keyed(Keyed::ByPath);
    }
    choices(&[
        Choice::one_of(
            &[
                &["low", "high"],
                &["low", "likely", "high"],
                &["p10", "p90"],
                &["values"],
                &["values", "weights"],
                &["volatility_per_year"],
            ],
            "has no range",
            "add `low` and `high`, with `likely` between them, or `p10` and `p90`, or `values`",
        ),
        Choice::at_most_one_of(&[&["with"], &["correlation"]]),
    ]);
}

/// Value as written. Its quantity depends on its path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawValue(pub String);

impl RawValue {
    const SCALAR: Scalar = Scalar {
        name: "Written",
        meaning: "A value that is valid at the path, `38`, `20%` or `38 USD`.",
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

impl RawValue {
    /// Parses the value as a replacement of a number; for an amount in a foreign currency the currency code is required.
    pub(super) fn read_as(&self, number: &ReadNumber, currency: &str) -> Result<Decimal, QuantityProblem> {
        let read = number.kind.read_in(&self.0, number.currency, currency)?;
        match number.currency.filter(|_| number.kind.is_money()) {
            Some(own) if !self.0.ends_with(own.code()) => {
                let message = format!("is {}, of an amount in {}", self.0, own.code());
                let suggestion = format!("{} {}", self.0, own.code());
                let problem = QuantityProblem::new(DocumentCode::NotANumber, message, format!("write {suggestion}"));
                Err(problem.instead(FixSafety::Unsafe, suggestion))
            }
            Some(_) | None => Ok(read),
        }
    }
}

impl FromDocument for RawValue {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Scalar(&RawValue::SCALAR);

    fn read(cursor: Cursor<'_>) -> RawValue {
        RawValue(cursor.parsed(Self::EXPECTED, |text| Ok(text.to_owned())).unwrap_or_default())
    }
}

/// Distribution of an uncertain input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spread {
    /// Uniform distribution.
    Uniform {
        /// Minimum value.
        low: Decimal,
        /// Maximum value.
        high: Decimal,
    },
    /// PERT with λ = 4: a beta distribution with mean (low + 4 · likely + high) / 6.
    Pert {
        /// Minimum value.
        low: Decimal,
        /// Most likely value.
        likely: Decimal,
        /// Maximum value.
        high: Decimal,
    },
    /// Lognormal distribution.
    Lognormal {
        /// 10th percentile.
        p10: Decimal,
        /// 90th percentile.
        p90: Decimal,
    },
    /// Some values in ascending order, each with its probability.
    Discrete(Vec<(Decimal, Decimal)>),
    /// The change of a rental price whose logarithm is a random walk around it.
    Walk(RandomWalk),
}

impl Spread {
    /// Values used by `sensitivity`: the ends of the range, or P10 and P90 of a lognormal distribution.
    #[must_use]
    pub fn ends(&self) -> (Decimal, Decimal) {
        match self {
            Spread::Uniform { low, high } | Spread::Pert { low, high, .. } => (*low, *high),
            Spread::Lognormal { p10, p90 } => (*p10, *p90),
            Spread::Walk(walk) => walk.ends(),
            Spread::Discrete(values) => {
                let value = |entry: Option<&(Decimal, Decimal)>| entry.map(|(value, _)| *value).unwrap_or_default();
                (value(values.first()), value(values.last()))
            }
        }
    }

    /// The random walk of a price, if it is one.
    #[must_use]
    pub fn walk(&self) -> Option<&RandomWalk> {
        match self {
            Spread::Walk(walk) => Some(walk),
            Spread::Uniform { .. } | Spread::Pert { .. } | Spread::Lognormal { .. } | Spread::Discrete(_) => None,
        }
    }

    /// Values of a whole number, in ascending order; none for a distribution without ends, or of more than a thousand
    /// values.
    #[must_use]
    pub fn whole_values(&self) -> Option<Vec<Decimal>> {
        match self {
            Spread::Uniform { low, high } | Spread::Pert { low, high, .. } => {
                (high - low < Decimal::ONE_THOUSAND).then_some(())?;
                let steps = std::iter::successors(Some(*low), |value| Some(value + Decimal::ONE));
                Some(steps.take_while(|value| value <= high).collect())
            }
            Spread::Lognormal { .. } | Spread::Walk(_) => None,
            Spread::Discrete(values) => Some(values.iter().map(|(value, _)| *value).collect()),
        }
    }
}

/// An uncertain input.
#[derive(Clone, Debug)]
pub struct Uncertain {
    /// Node.
    pub at: NodeId,
    /// Path.
    pub path: String,
    /// Quantity.
    pub kind: &'static QuantityKind,
    /// Foreign currency of the amount or of the exchange rate.
    pub currency: Option<CurrencyCode>,
    /// Value in the scenario.
    pub base_value: Decimal,
    /// Distribution.
    pub spread: Spread,
    /// Name of the shared draw.
    pub with: Option<String>,
    /// Whether it is a whole number, which is drawn in whole steps.
    pub is_whole: bool,
}

/// Whether a number is whole: a count, or the size of a job.
pub(crate) fn is_whole(scenario: &Scenario, number: &ReadNumber) -> bool {
    number.kind.form == NumberForm::Count || scenario.demand.is_job_size(number.at)
}

impl Uncertainty {
    /// Given values with their keys.
    pub(super) fn all_values(&self) -> impl Iterator<Item = (&'static str, &Located<RawValue>)> {
        let keys = [
            ("low", &self.low),
            ("likely", &self.likely),
            ("high", &self.high),
            ("p10", &self.p10),
            ("p90", &self.p90),
        ];
        let list = self.values.iter().flatten().map(|value| ("values", value));
        keys.into_iter().filter_map(|(key, value)| Some((key, value.as_ref()?))).chain(list)
    }

    /// Distribution of a number; none if a value is missing or cannot be read.
    pub(super) fn spread(&self, number: &ReadNumber, scenario: &Scenario) -> Option<Spread> {
        if let Some(volatility) = &self.volatility_per_year {
            return RandomWalk::of(scenario, number, volatility.value.decimal()).map(Spread::Walk);
        }
        let currency = scenario.currency.value.code();
        let read = |value: &Option<Located<RawValue>>| {
            value.as_ref().and_then(|value| value.value.read_as(number, currency).ok())
        };
        if let Some(values) = &self.values {
            let values: Vec<Decimal> =
                values.iter().map(|value| value.value.read_as(number, currency).ok()).collect::<Option<_>>()?;
            let equal = Decimal::ONE.checked_div(Decimal::from(values.len()))?;
            let weight = |at: usize| match &self.weights {
                Some(weights) => weights.get(at).map(|weight| weight.value.decimal()),
                None => Some(equal),
            };
            let weighted = values.into_iter().enumerate().map(|(at, value)| Some((value, weight(at)?)));
            return weighted.collect::<Option<_>>().map(Spread::Discrete);
        }
        match (read(&self.low), read(&self.likely), read(&self.high)) {
            (Some(low), None, Some(high)) if self.likely.is_none() => Some(Spread::Uniform { low, high }),
            (Some(low), Some(likely), Some(high)) => Some(Spread::Pert { low, likely, high }),
            (_, _, _) => Some(Spread::Lognormal { p10: read(&self.p10)?, p90: read(&self.p90)? }),
        }
    }
}

/// Whether a number is a threshold or requirement, which no figure depends on.
#[must_use]
pub fn is_judged_by(document: &Document, at: NodeId) -> bool {
    declared(document, at).key().is_some_and(|key| key.role == KeyRole::Threshold)
}

/// Distribution given in a scenario for the number at a path, if any.
pub(crate) fn spread_at(scenario: &Scenario, path: &str, number: &ReadNumber) -> Option<Spread> {
    let entry = scenario.uncertainty.iter().find(|entry| entry.name == path)?;
    entry.value.spread(number, scenario)
}

/// All uncertain inputs of a valid scenario, sorted by path.
#[must_use]
pub fn uncertain(document: &Document, scenario: &Scenario) -> Vec<Uncertain> {
    let number = |path: &str| document.find(path).and_then(|at| document.number(at));
    let mut found: Vec<Uncertain> = scenario
        .uncertainty
        .iter()
        .filter_map(|entry| {
            let number = number(&entry.name)?;
            let spread = entry.value.spread(&number, scenario)?;
            Some(Uncertain {
                at: number.at,
                path: entry.name.clone(),
                kind: number.kind,
                currency: number.currency,
                base_value: number.value,
                spread,
                with: entry.value.with.as_ref().map(|with| with.value.clone()),
                is_whole: is_whole(scenario, &number),
            })
        })
        .collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}
