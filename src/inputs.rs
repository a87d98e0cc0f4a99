//! Values of a scenario in the sheet: a number becomes a figure whose provenance is its node of the document, a month or a
//! choice shapes the sheet, and a rule of the sheet is known by the code of its diagnostic.

use crate::diagnostic::Code;
use crate::scenario::document::Given;
use crate::scenario::quantity::Quantity;
use crate::sheet::{Draft, Figure, RuleId};

impl From<Code> for RuleId {
    fn from(code: Code) -> RuleId {
        RuleId(code as u32)
    }
}

impl From<RuleId> for Code {
    /// The code that the rule was made from: its place among all codes.
    fn from(rule: RuleId) -> Code {
        Code::ALL[rule.0 as usize]
    }
}

/// Values of a scenario, written into a draft.
pub trait Inputs {
    /// A number of the scenario. The same place is the same figure.
    fn given<Q: Quantity>(&self, given: &Given<Q>) -> Figure<'_>;

    /// A value of the scenario that decides the shape of the sheet: a month, a choice.
    fn structural<T: Clone>(&self, given: &Given<T>) -> T;
}

impl Inputs for Draft {
    fn given<Q: Quantity>(&self, given: &Given<Q>) -> Figure<'_> {
        self.input(given.at, given.value.decimal(), Q::UNIT)
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
    fn a_rule_is_known_by_its_code() {
        for code in Code::ALL {
            assert_eq!(Code::from(RuleId::from(*code)), *code);
        }
    }
}
