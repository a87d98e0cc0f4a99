//! Explanation of hours owned or paid for by use, with their cost.

use super::{Explained, Sums};
use crate::amount::Ratio;
use crate::analysis::Answer;
use crate::analysis::statement::{OptionResult, Waste, WasteResult, cash_by_the_hour};
use crate::model::OptionModel;
use rust_decimal::Decimal;

impl Answer {
    /// Whether an option pays for hours that are not useful.
    pub(super) fn has_waste(&self, option: &OptionModel) -> bool {
        self.statement(option).is_some_and(|statement| wasted(statement).next().is_some())
    }

    /// Hours that an option pays for: useful ones, and others by cause.
    pub(super) fn explain_waste(&self, option: &OptionModel) -> Option<Explained> {
        let statement = self.statement(option).filter(|_| self.has_waste(option))?;
        let paid = self.evaluated.value(option.waste.as_ref()?.paid);
        let rest = |of: fn(&WasteResult) -> Decimal| -> Decimal { wasted(statement).map(of).sum() };
        let hours = |hours: Decimal| Ratio::rounded(hours).into();
        let row = |label: &str, [hours, share, cash]: [Decimal; 3]| {
            (label.to_owned(), vec![Some(hours), Some(share * Decimal::ONE_HUNDRED), Some(cash)])
        };
        let by_the_hour = cash_by_the_hour(statement.total, &statement.lines);
        let useful = [
            hours(paid - rest(|waste| *waste.hours)),
            Decimal::ONE - rest(|waste| *waste.share),
            *by_the_hour - rest(|waste| *waste.cost),
        ];
        let others = wasted(statement).map(|waste| row(label(waste.cause), [*waste.hours, *waste.share, *waste.cost]));
        let rows = std::iter::once(row("useful", useful)).chain(others).collect();
        let names: Vec<String> =
            wasted(statement).map(|waste| format!("{}.{}", option.id, figure(waste.cause))).collect();
        Some(Explained::Sums(Sums {
            title: format!("{}.waste", option.id),
            sentences: vec![
                "Each kind of hours bears its share of the cash: hours ÷ hours paid for × total, excluding what is \
                 paid per unit of output."
                    .to_owned(),
                format!("The numbers of hours are explained separately: {}.", names.join(", ")),
            ],
            columns: ["accelerator-hours", "% of hours", "cash"].map(ToOwned::to_owned).to_vec(),
            rows,
            totals: Some(("paid for".to_owned(), vec![hours(paid), Decimal::ONE_HUNDRED, *by_the_hour])),
        }))
    }
}

/// Causes with any hours.
fn wasted(statement: &OptionResult) -> impl Iterator<Item = &WasteResult> {
    statement.waste.iter().filter(|waste| !waste.hours.is_zero())
}

fn label(waste: Waste) -> &'static str {
    match waste {
        Waste::Idle => "idle",
        Waste::WarmAndHeadroom => "warm and headroom",
        Waste::Failed => "failed runs",
        Waste::Stalled => "waiting for data",
        Waste::Interrupted => "interrupted",
    }
}

/// Name under which the hours are explained.
fn figure(waste: Waste) -> &'static str {
    match waste {
        Waste::Idle => "idle_hours",
        Waste::WarmAndHeadroom => "warm_and_headroom_hours",
        Waste::Failed => "failed_hours",
        Waste::Stalled => "stalled_hours",
        Waste::Interrupted => "interrupted_hours",
    }
}
