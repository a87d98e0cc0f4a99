//! Tax by the months in which it accrues, even if it is settled at the end of a tax year.

use super::Evaluated;
use crate::model::CostLine;
use rust_decimal::Decimal;

impl Evaluated {
    /// Tax of a line in the months in which it accrues, starting with month 0; none for a line that is paid as it
    /// accrues.
    #[must_use]
    pub fn accrued(&self, line: &CostLine) -> Option<Vec<Decimal>> {
        let mut all = vec![Decimal::ZERO; self.model.horizon as usize + 1];
        for accrual in &line.accrued {
            let (share, mut months) = (self.value(accrual.share), vec![Decimal::ZERO; all.len()]);
            for flow in &accrual.flows {
                self.add_flow(*flow, &mut months);
            }
            for (sum, amount) in all.iter_mut().zip(months) {
                *sum += share * amount;
            }
        }
        (!line.accrued.is_empty()).then_some(all)
    }

    /// Month in which tax of a month is settled.
    #[must_use]
    pub fn settled_in(&self, month: u32) -> u32 {
        self.model.tax_year_ends.iter().copied().find(|last| month <= *last).unwrap_or(month)
    }
}
