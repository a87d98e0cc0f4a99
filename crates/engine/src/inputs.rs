//! Values of a scenario in the sheet: a number becomes a figure whose provenance is its node of the document, a month or a
//! choice shapes the sheet, and a rule of the sheet is one of a list.

use crate::diagnostic::Code;
use crate::scenario::document::{CurrencyCode, Given};
use crate::scenario::quantities::ExchangeRate;
use crate::scenario::quantity::{Money, Quantity};
use crate::sheet::{Draft, Figure, RuleId};

/// A rule of the figures: a figure that must not be above zero, or the scenario is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureRule {
    /// A fleet serves its demand, or something is named that serves the rest.
    DemandExceedsFleet,
    /// Interruptions, checkpoints and restarts leave spot instances some time for work.
    SpotCannotFinish,
}

impl FigureRule {
    /// Every rule, in the order of the numbers by which a sheet knows them.
    const ALL: [FigureRule; 2] = [FigureRule::DemandExceedsFleet, FigureRule::SpotCannotFinish];

    /// The diagnostic of a scenario that breaks it.
    #[must_use]
    pub fn code(self) -> Code {
        match self {
            FigureRule::DemandExceedsFleet => Code::DemandExceedsFleet,
            FigureRule::SpotCannotFinish => Code::SpotCannotFinish,
        }
    }
}

impl From<FigureRule> for RuleId {
    fn from(rule: FigureRule) -> RuleId {
        RuleId(rule as u32)
    }
}

impl From<RuleId> for FigureRule {
    /// The rule that the number was made from: its place among all rules.
    fn from(rule: RuleId) -> FigureRule {
        FigureRule::ALL[rule.0 as usize]
    }
}

/// Values of a scenario, written into a draft.
pub trait Inputs {
    /// A number of the scenario that is no money. The same place is the same figure.
    fn given<Q: Quantity>(&self, given: &Given<Q>) -> Figure<'_>;

    /// An amount of money in the currency in which it is stated: what it comes to, its quote says.
    fn amount<Q: Money>(&self, given: &Given<Q>) -> Figure<'_>;

    /// What one of a currency is worth in that of the scenario.
    fn exchange_rate(&self, given: &Given<ExchangeRate>, currency: CurrencyCode) -> Figure<'_>;

    /// A value of the scenario that decides the shape of the sheet: a month, a choice.
    fn structural<T: Clone>(&self, given: &Given<T>) -> T;
}

impl Inputs for Draft {
    fn given<Q: Quantity>(&self, given: &Given<Q>) -> Figure<'_> {
        self.input(given.at, given.value.decimal(), Q::UNIT)
    }

    fn amount<Q: Money>(&self, given: &Given<Q>) -> Figure<'_> {
        self.input(given.at, given.value.stated(), Q::KIND.unit_in(given.value.currency()))
    }

    fn exchange_rate(&self, given: &Given<ExchangeRate>, currency: CurrencyCode) -> Figure<'_> {
        self.input(given.at, given.value.decimal(), ExchangeRate::KIND.unit_in(Some(currency)))
    }

    fn structural<T: Clone>(&self, given: &Given<T>) -> T {
        self.shaped_by(given.at);
        given.value.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_known_by_its_number() {
        for rule in FigureRule::ALL {
            assert_eq!(FigureRule::from(RuleId::from(rule)), rule);
        }
    }
}
