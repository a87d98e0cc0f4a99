//! One option after a change of the document: its cost and its printed lines.

use super::Variation;
use super::allowed::Allowed;
use super::judge::Judge;
use super::outcome::OptionCost;
use super::reason::Impossible;
use crate::amount::Amount;
use crate::model::{self, CostGroup, OptionId};
use crate::scenario::document::Document;
use std::collections::BTreeSet;

/// Cost of an option with its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionLines {
    /// Its cost, and the reasons why it cannot win.
    pub cost: OptionCost,
    /// Its lines, in the order of the model; their present values add up to that of the option.
    pub lines: Vec<PrintedLine>,
}

/// A cost line of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedLine {
    /// Group of the line.
    pub group: CostGroup,
    /// Name of the line.
    pub name: String,
    /// Whether it is the resale value of assets already owned.
    pub is_already_owned: bool,
    /// Printed present value.
    pub present_value: Amount,
}

impl Variation<'_> {
    /// An option after a change of the document. All figures are built again, for this option alone.
    ///
    /// # Errors
    /// The reason why the option is not possible.
    pub fn option_after(&self, option: &OptionId, change: impl Fn(&mut Document)) -> Result<OptionLines, Impossible> {
        self.option_within(None, option, change)
    }

    /// Like `option_after`, over a horizon of at most that of the changed scenario: later payments are excluded, and
    /// assets count for their value then.
    ///
    /// # Errors
    /// The reason why the option is not possible.
    pub fn option_over(
        &self,
        months: u32,
        option: &OptionId,
        change: impl Fn(&mut Document),
    ) -> Result<OptionLines, Impossible> {
        self.option_within(Some(months), option, change)
    }

    fn option_within(
        &self,
        months: Option<u32>,
        option: &OptionId,
        change: impl Fn(&mut Document),
    ) -> Result<OptionLines, Impossible> {
        let allowed = Allowed::after(self.loaded, change);
        let stated = self.scenario().horizon_months.value.count();
        let late = || Impossible::NotDeliveredWithin(months.unwrap_or(stated));
        let why_not = || allowed.why_not(option).cloned().unwrap_or_else(late);
        let loaded = allowed.loaded.as_ref().ok_or_else(why_not)?;
        let months = months.unwrap_or_else(|| loaded.scenario.horizon_months.value.count());
        let model = model::build_some(&loaded.scenario, self.traces, months, &BTreeSet::from([option.clone()]));
        let built = model.options.iter().find(|built| built.id == *option).ok_or_else(why_not)?;
        Judge::new(&loaded.scenario, &loaded.document, &model).lines(built)
    }
}
