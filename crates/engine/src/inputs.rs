//! Values of a scenario in the sheet: a number becomes a figure whose origin is its node, a month or a choice is structural,
//! and rules of the sheet come from one list.

use crate::diagnostic::Code;
use crate::scenario::document::{CurrencyCode, Located};
use crate::scenario::quantities::ExchangeRate;
use crate::scenario::quantity::{Money, Quantity};
use crate::sheet::{Draft, Figure, RuleId};

/// A rule of the sheet: a figure that must not be above zero, or the scenario is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureRule {
    /// A fleet serves its demand, or a `burst_to` serves the rest.
    DemandExceedsFleet,
    /// Interruptions, checkpoints and restarts leave spot instances time for work.
    SpotCannotFinish,
    /// A load needs no more instances or replicas than a limit allows.
    LimitExceeded,
}

impl FigureRule {
    /// All rules, in the order of their ids.
    const ALL: [FigureRule; 3] =
        [FigureRule::DemandExceedsFleet, FigureRule::SpotCannotFinish, FigureRule::LimitExceeded];

    /// Code of the finding if it is broken.
    #[must_use]
    pub fn code(self) -> Code {
        match self {
            FigureRule::DemandExceedsFleet => Code::DemandExceedsFleet,
            FigureRule::SpotCannotFinish => Code::SpotCannotFinish,
            FigureRule::LimitExceeded => Code::LimitExceeded,
        }
    }
}

impl From<FigureRule> for RuleId {
    fn from(rule: FigureRule) -> RuleId {
        RuleId(rule as u32)
    }
}

impl From<RuleId> for FigureRule {
    /// The rule with an id: its index in the list.
    fn from(rule: RuleId) -> FigureRule {
        FigureRule::ALL[rule.0 as usize]
    }
}

/// Adds values of a scenario to a draft.
pub trait Inputs {
    /// A number that is not money. The same node gives the same figure.
    fn given<Q: Quantity>(&self, given: &Located<Q>) -> Figure<'_>;

    /// An amount of money in its own currency, before conversion.
    fn amount<Q: Money>(&self, given: &Located<Q>) -> Figure<'_>;

    /// Value of one unit of a currency in that of the scenario.
    fn exchange_rate(&self, given: &Located<ExchangeRate>, currency: CurrencyCode) -> Figure<'_>;

    /// A structural value: a month, a choice.
    fn structural<T: Clone>(&self, given: &Located<T>) -> T;
}

impl Inputs for Draft {
    fn given<Q: Quantity>(&self, given: &Located<Q>) -> Figure<'_> {
        self.input(given.at, given.value.decimal(), Q::UNIT)
    }

    fn amount<Q: Money>(&self, given: &Located<Q>) -> Figure<'_> {
        self.input(given.at, given.value.amount(), Q::KIND.unit_in(given.value.currency()))
    }

    fn exchange_rate(&self, given: &Located<ExchangeRate>, currency: CurrencyCode) -> Figure<'_> {
        self.input(given.at, given.value.decimal(), ExchangeRate::KIND.unit_in(Some(currency)))
    }

    fn structural<T: Clone>(&self, given: &Located<T>) -> T {
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
