//! Rules of uncertainties: the path is a number of the scenario, and the values are valid and in ascending order.

use super::{MOST_FOUND, Rules};
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::quantity::{NumberForm, ReadNumber};
use crate::scenario::uncertainty::{RawValue, Spread, Uncertainty, is_judged_by};
use crate::scenario::{example_path, is_expectation};
use rust_decimal::Decimal;

impl Rules<'_> {
    pub(super) fn uncertainty(&mut self) {
        for entry in &self.scenario.uncertainty {
            if self.found.len() >= MOST_FOUND {
                return;
            }
            let Some(at) = self.path_of(&entry.name, entry.at, "remove this uncertainty") else { continue };
            match self.document.number(at) {
                Some(number) if self.can_move(entry, &number) => self.spread(entry, &number),
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

    /// Whether a number can be sampled: not a whole number, and not one that no figure depends on.
    fn can_move(&mut self, entry: &Entry<Uncertainty>, number: &ReadNumber) -> bool {
        let message = if self.scenario.demand.is_job_size(number.at) {
            format!("`{}` is a job size: it must be a whole number, so it can't be sampled", entry.name)
        } else if number.kind.form == NumberForm::Count {
            format!("`{}` must be a whole number, so it can't be sampled", entry.name)
        } else if is_judged_by(self.document, number.at) {
            format!("`{}` is a threshold; no figure depends on it", entry.name)
        } else {
            return true;
        };
        let label = format!("remove it; test values with `rackrent sweep --vary {}=FROM..TO:STEP`", entry.name);
        self.found.push(self.at_key(Code::UncertainStructure, entry.at, message).label(label));
        false
    }

    fn spread(&mut self, entry: &Entry<Uncertainty>, number: &ReadNumber) {
        let currency = self.scenario.currency.value.code();
        let before = self.found.len();
        for (key, value) in entry.value.values().filter(|(_, value)| !self.placeholders.contains(&value.at)) {
            if let Err(problem) = value.value.read_as(number, currency) {
                let message = format!("`{key}` {}", problem.message);
                self.found.push(self.at(problem.code.into(), value.at, message).label(problem.label));
            }
        }
        if self.found.len() > before || self.is_unclear(entry.at) {
            return;
        }
        let wrong = match entry.value.spread(number, currency) {
            Some(Spread::Uniform { low, high }) => self.reversed(entry, &[("low", low), ("high", high)]),
            Some(Spread::Pert { low, likely, high }) => {
                self.reversed(entry, &[("low", low), ("likely", likely), ("high", high)])
            }
            Some(Spread::Lognormal { p10, p90 }) => {
                let rises = self.reversed(entry, &[("p10", p10), ("p90", p90)]);
                rises.or_else(|| self.not_above_zero(entry, p10)).or_else(|| self.same(entry, p10, p90))
            }
            // a missing key is reported by the part's choices
            None => None,
        };
        self.found.extend(wrong);
    }

    /// Finding about the first value that is below the previous one.
    fn reversed(&self, entry: &Entry<Uncertainty>, values: &[(&str, Decimal)]) -> Option<Diagnostic> {
        let pair = values.windows(2).find(|pair| pair[0].1 > pair[1].1)?;
        let (lower, upper) = (stated(&entry.value, pair[0].0)?, stated(&entry.value, pair[1].0)?);
        let message = format!("`{}` ({}) is above `{}` ({})", pair[0].0, lower.value.0, pair[1].0, upper.value.0);
        let diagnostic = self.at(Code::UncertainOrder, lower.at, message);
        let label = if values.len() == 2 { "swap the two" } else { "write the three values in ascending order" };
        Some(diagnostic.label(label).related(self.document.place(upper.at), "the other value"))
    }

    /// A lognormal distribution is above zero.
    fn not_above_zero(&self, entry: &Entry<Uncertainty>, p10: Decimal) -> Option<Diagnostic> {
        let value = stated(&entry.value, "p10").filter(|_| p10 <= Decimal::ZERO)?;
        let message = format!("`p10` is {}; a lognormal distribution must be above zero", value.value.0);
        Some(
            self.at(Code::UncertainOrder, value.at, message).label("write `low` and `high` instead of `p10` and `p90`"),
        )
    }

    fn same(&self, entry: &Entry<Uncertainty>, p10: Decimal, p90: Decimal) -> Option<Diagnostic> {
        let value = stated(&entry.value, "p90").filter(|_| p10 == p90)?;
        let message = format!("`p10` and `p90` are both {}", value.value.0);
        Some(self.at(Code::UncertainOrder, value.at, message).label("write a larger value, or remove the uncertainty"))
    }
}

fn stated<'a>(uncertainty: &'a Uncertainty, key: &str) -> Option<&'a Located<RawValue>> {
    uncertainty.values().find(|(known, _)| *known == key).map(|(_, value)| value)
}
