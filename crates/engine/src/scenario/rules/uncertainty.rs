//! Rules of uncertainties: the path is a number of the scenario, and the values are valid and in ascending order.

use super::{MOST_FOUND, Rules};
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::price::PriceMove;
use crate::scenario::quantity::ReadNumber;
use crate::scenario::uncertainty::{RawValue, Spread, Uncertainty, is_judged_by, is_whole};
use crate::scenario::{example_path, is_expectation};
use rust_decimal::Decimal;

/// Maximum number of combinations of whole numbers: the figures are built for each of them.
const MOST_COMBINATIONS: usize = 16;

impl Rules<'_> {
    pub(super) fn uncertainty(&mut self) {
        let mut combinations = 1;
        for entry in &self.scenario.uncertainty {
            if self.found.len() >= MOST_FOUND {
                return;
            }
            let Some(at) = self.path_of(&entry.name, entry.at, "remove this uncertainty") else { continue };
            match self.document.number(at) {
                Some(number) if self.can_move(entry, &number) => {
                    let found = self.found.len();
                    self.spread(entry, &number);
                    if self.found.len() == found && is_whole(self.scenario, &number) {
                        self.whole(entry, &number, &mut combinations);
                    }
                }
                Some(_) => {}
                None if self.placeholders.contains(&at) => {}
                None if is_expectation(self.document, at) => {
                    let message = format!("`{}` is an expectation; no figure depends on it", entry.name);
                    self.found.push(self.at_key(Code::UncertainStructure, entry.at, message).label("remove it"));
                }
                None => {
                    let message = format!("`{}` is not a number", entry.name);
                    let label = match self.numbers_below(at) {
                        Some(path) => format!("write the path of a number, such as `{path}`"),
                        None => format!("write the path of a number, such as `{}`", example_path(self.document)),
                    };
                    self.found.push(self.at_key(Code::UncertainText, entry.at, message).label(label));
                }
            }
        }
    }

    /// Path of the first number in a part.
    fn numbers_below(&self, part: NodeId) -> Option<String> {
        let prefix = format!("{}.", self.document.path(part));
        let paths = self.document.numbers().into_iter().map(|number| self.document.path(number.at));
        paths.into_iter().find(|path| path.starts_with(&prefix))
    }

    /// Whether a number can be sampled: not the horizon, over which options are compared, and not one that no figure
    /// depends on.
    fn can_move(&mut self, entry: &Entry<Uncertainty>, number: &ReadNumber) -> bool {
        let message = if number.at == self.scenario.horizon_months.at {
            format!("`{}` is the length of the comparison, so it can't be sampled", entry.name)
        } else if is_judged_by(self.document, number.at) {
            format!("`{}` is a threshold; no figure depends on it", entry.name)
        } else {
            return true;
        };
        let label = format!("remove it; test values with `rackrent sweep --vary {}=FROM..TO:STEP`", entry.name);
        self.found.push(self.at_key(Code::UncertainStructure, entry.at, message).label(label));
        false
    }

    /// A whole number has few values: `combinations` is the number of combinations of those before it.
    fn whole(&mut self, entry: &Entry<Uncertainty>, number: &ReadNumber, combinations: &mut usize) {
        let Some(spread) = entry.value.spread(number, self.scenario) else { return };
        let Some(values) = spread.whole_values() else {
            let message = match spread {
                Spread::Lognormal { .. } => {
                    format!("`{}` is a whole number, without a lognormal distribution", entry.name)
                }
                _ => format!("`{}` has more than {MOST_COMBINATIONS} whole values", entry.name),
            };
            let label = "write `low` and `high`, or `values` with `weights`";
            self.found.push(self.at_key(Code::UncertainStructure, entry.at, message).label(label));
            return;
        };
        let (low, high) = spread.ends();
        if !low.is_integer() || !high.is_integer() {
            let message = format!("`{}` is a whole number, from {low} to {high} here", entry.name);
            let label = "write whole numbers";
            self.found.push(self.at_key(Code::UncertainStructure, entry.at, message).label(label));
            return;
        }
        *combinations = combinations.saturating_mul(values.len());
        if *combinations > MOST_COMBINATIONS {
            let message = format!(
                "with `{}`, the uncertain whole numbers have {combinations} combinations; at most {MOST_COMBINATIONS} can be evaluated",
                entry.name
            );
            let label = "write fewer `values`, such as the low, likely and high ones";
            self.found.push(self.at_key(Code::UncertainStructure, entry.at, message).label(label));
            // each further one would exceed it too
            *combinations = 1;
        }
    }

    fn spread(&mut self, entry: &Entry<Uncertainty>, number: &ReadNumber) {
        let currency = self.scenario.currency.value.code();
        let before = self.found.len();
        for (key, value) in entry.value.all_values().filter(|(_, value)| !self.placeholders.contains(&value.at)) {
            if let Err(problem) = value.value.read_as(number, currency) {
                let message = format!("`{key}` {}", problem.message);
                self.found.push(self.at(problem.code.into(), value.at, message).label(problem.label));
            }
        }
        if self.found.len() > before || self.is_unclear(entry.at) {
            return;
        }
        let wrong = match entry.value.spread(number, self.scenario) {
            Some(Spread::Uniform { low, high }) => self.reversed(entry, &[("low", low), ("high", high)]),
            Some(Spread::Pert { low, likely, high }) => {
                self.reversed(entry, &[("low", low), ("likely", likely), ("high", high)])
            }
            Some(Spread::Lognormal { p10, p90 }) => {
                let rises = self.reversed(entry, &[("p10", p10), ("p90", p90)]);
                rises.or_else(|| self.not_above_zero(entry, p10)).or_else(|| self.same(entry, p10, p90))
            }
            Some(Spread::Walk(_)) => self.no_correlation(entry),
            Some(Spread::Discrete(values)) => self.not_rising(entry, &values).or_else(|| self.not_all(entry, &values)),
            // a missing key is reported by the part's choices, a missing weight here
            None => self.no_walk(entry).or_else(|| self.missing_weight(entry)),
        };
        self.found.extend(wrong);
    }

    /// Finding about the first value that is below the previous one.
    fn reversed(&self, entry: &Entry<Uncertainty>, values: &[(&str, Decimal)]) -> Option<Diagnostic> {
        let pair = values.windows(2).find(|pair| pair[0].1 > pair[1].1)?;
        let (lower, upper) = (value_of(&entry.value, pair[0].0)?, value_of(&entry.value, pair[1].0)?);
        let message = format!("`{}` ({}) is above `{}` ({})", pair[0].0, lower.value.0, pair[1].0, upper.value.0);
        let diagnostic = self.at(Code::UncertainOrder, lower.at, message);
        let label = if values.len() == 2 { "swap the two" } else { "write the three values in ascending order" };
        Some(diagnostic.label(label).related(self.document.place(upper.at), "the other value"))
    }

    /// Finding about the first of the values that is not above the one before it.
    fn not_rising(&self, entry: &Entry<Uncertainty>, values: &[(Decimal, Decimal)]) -> Option<Diagnostic> {
        let at = values.windows(2).position(|pair| pair[0].0 >= pair[1].0)?;
        let written = entry.value.values.as_ref()?;
        let (before, value) = (&written[at], &written[at + 1]);
        let message = format!("{} is not above {}, the value before it", value.value.0, before.value.0);
        let diagnostic = self.at(Code::UncertainOrder, value.at, message).label("write the values in ascending order");
        Some(diagnostic.related(self.document.place(before.at), "the value before"))
    }

    /// The weights of all values are 100 %.
    fn not_all(&self, entry: &Entry<Uncertainty>, values: &[(Decimal, Decimal)]) -> Option<Diagnostic> {
        let weights = entry.value.weights.as_ref()?;
        // a weight that is no share has a finding of its own
        if weights.iter().any(|weight| self.known(weight).is_none()) {
            return None;
        }
        if weights.len() > values.len() {
            return self.wrong_count(entry);
        }
        let sum: Decimal = values.iter().map(|(_, weight)| weight).sum();
        let first = weights.first().filter(|_| sum != Decimal::ONE)?;
        let percent = (sum * Decimal::ONE_HUNDRED).normalize();
        let message = format!("the weights add up to {percent}%; they must add up to 100%");
        Some(self.at(Code::UncertainOrder, first.at, message).label("change them so that they add up to 100%"))
    }

    /// Only the change of a rental price that is in force has a volatility.
    fn no_walk(&self, entry: &Entry<Uncertainty>) -> Option<Diagnostic> {
        let volatility = entry.value.volatility_per_year.as_ref()?;
        let of_rent =
            self.scenario.rent.iter().find(|rent| entry.name.starts_with(&format!("rent.{}.price_change_", rent.name)));
        let (message, label) = match of_rent.map(|rent| (rent, rent.value.price_move())) {
            Some((rent, PriceMove::Path(_))) => (
                format!("`rent.{}` has a price path, so its price has no volatility", rent.name),
                "remove the path, or this entry".to_owned(),
            ),
            Some((rent, PriceMove::EveryMonth(change))) => (
                format!("the price of `rent.{}` changes every month, so this change has no effect", rent.name),
                format!("write `{}`", self.document.path(change.at)),
            ),
            Some((_, PriceMove::EveryYear(_))) | None => (
                format!("`{}` is no change of a rental price, so it has no volatility", entry.name),
                "write `low` and `high`; a volatility is for `rent.NAME.price_change_per_year`".to_owned(),
            ),
        };
        Some(self.at_key(Code::UncertainStructure, volatility.at, message).label(label))
    }

    /// A walk shares the draws of every month by name; a correlation is of single numbers.
    fn no_correlation(&self, entry: &Entry<Uncertainty>) -> Option<Diagnostic> {
        let of_others = self
            .scenario
            .uncertainty
            .iter()
            .flat_map(|other| other.value.correlation.iter().map(move |pair| (other, pair)));
        let mut with_it = of_others.filter(|(other, pair)| other.name == entry.name || pair.name == entry.name);
        let (_, pair) = with_it.next()?;
        let message = format!("`{}` has a price in every month, so it has no single correlation", entry.name);
        Some(self.at_key(Code::UncertainStructure, pair.at, message).label("write `with: NAME` at both"))
    }

    /// Each value has a weight.
    fn missing_weight(&self, entry: &Entry<Uncertainty>) -> Option<Diagnostic> {
        let (values, weights) = (entry.value.values.as_ref()?, entry.value.weights.as_ref()?);
        if weights.len() < values.len() { self.wrong_count(entry) } else { None }
    }

    fn wrong_count(&self, entry: &Entry<Uncertainty>) -> Option<Diagnostic> {
        let (values, weights) = (entry.value.values.as_ref()?, entry.value.weights.as_ref()?);
        let message = format!("{} for {}", count(weights.len(), "weight"), count(values.len(), "value"));
        Some(self.at(Code::UncertainOrder, weights.first()?.at, message).label("write one weight for each value"))
    }

    /// A lognormal distribution is above zero.
    fn not_above_zero(&self, entry: &Entry<Uncertainty>, p10: Decimal) -> Option<Diagnostic> {
        let value = value_of(&entry.value, "p10").filter(|_| p10 <= Decimal::ZERO)?;
        let message = format!("`p10` is {}; a lognormal distribution must be above zero", value.value.0);
        Some(
            self.at(Code::UncertainOrder, value.at, message).label("write `low` and `high` instead of `p10` and `p90`"),
        )
    }

    fn same(&self, entry: &Entry<Uncertainty>, p10: Decimal, p90: Decimal) -> Option<Diagnostic> {
        let value = value_of(&entry.value, "p90").filter(|_| p10 == p90)?;
        let message = format!("`p10` and `p90` are both {}", value.value.0);
        Some(self.at(Code::UncertainOrder, value.at, message).label("write a larger value, or remove the uncertainty"))
    }
}

fn count(count: usize, noun: &str) -> String {
    counted(u32::try_from(count).unwrap_or(u32::MAX), noun)
}

fn value_of<'a>(uncertainty: &'a Uncertainty, key: &str) -> Option<&'a Located<RawValue>> {
    uncertainty.all_values().find(|(known, _)| *known == key).map(|(_, value)| value)
}
