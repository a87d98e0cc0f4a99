//! One pair of a comparison: an owned and a rented option.

use super::answer::Depth;
use super::cashflow::{self, Cashflow, Payback, PaybackFlows};
use super::context::Compare;
use super::horizon::ShortestHorizon;
use super::statement::{BreakEven, PairResult};
use crate::amount::{Amount, Ratio};
use crate::model::{CostGroup, OptionModel, PairModel};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

impl Compare<'_> {
    /// Pair of an owned and a rented option with its break-even; `shortest` is the shortest horizon from which owning
    /// wins.
    pub(super) fn pair(
        &self,
        pair: &PairModel,
        flows: &[Cashflow],
        break_even: BreakEven,
        shortest: ShortestHorizon,
    ) -> PairResult {
        let model = &self.evaluated.model;
        let (own, rent) = (&model.options[pair.own], &model.options[pair.rent]);
        let (owned, rented) = (&flows[pair.own], &flows[pair.rent]);
        let digits = self.header.minor_digits;
        let payback = payback(own, &owned.for_payback, &rented.for_payback, digits);
        let discounted = match self.depth {
            Depth::Whole => discounted_payback(self.evaluated, (own, rent), digits),
            Depth::WithoutHorizons | Depth::Verdict => None,
        };
        let irr = match self.depth {
            Depth::Whole => Some(cashflow::return_of_buying(&owned.cash, &rented.cash, model.flows)),
            Depth::WithoutHorizons | Depth::Verdict => None,
        };
        let (irr, no_return) = irr.map_or((None, None), |irr| (irr.as_ref().ok().copied(), irr.err()));
        let money = |amount: Decimal| Amount::rounded(amount, digits);
        let resale = own.lines.iter().filter(|line| line.group == CostGroup::Resale);
        let resale_counted = resale.map(|line| -self.money(line.total)).reduce(|a, b| a + b);
        let reversal = |payback: Option<Payback>| payback?.reversal.map(|reversal| reversal.dated(&self.header));
        let date = |payback: Option<Payback>| payback.and_then(|payback| self.header.dated(payback.month).date);
        PairResult {
            own: own.id.clone(),
            rent: rent.id.clone(),
            break_even,
            leased: is_leased(own),
            payback_date: date(payback),
            payback_month: payback.map(|payback| payback.month),
            payback_months: payback.map(|payback| Ratio::rounded(payback.months)),
            payback_reversal: reversal(payback),
            discounted_payback_date: date(discounted),
            discounted_payback_month: discounted.map(|payback| payback.month),
            discounted_payback_months: discounted.map(|payback| Ratio::rounded(payback.months)),
            discounted_payback_reversal: reversal(discounted),
            break_even_horizon_months: shortest.months(),
            break_even_horizon_at_most: shortest.at_most(),
            resale_needed: pair.resale_needed.iter().find_map(|figure| self.evaluated.ratio(*figure)).map(money),
            resale_counted,
            irr: irr.map(Ratio::rounded),
            no_return,
        }
    }
}

/// Whether an option leases servers; it has no purchase to pay back.
fn is_leased(own: &OptionModel) -> bool {
    own.lines.iter().any(|line| line.group == CostGroup::Lease)
}

/// Payback of an owned option from the flows of both sides.
fn payback(own: &OptionModel, owned: &PaybackFlows, rented: &PaybackFlows, minor_digits: u32) -> Option<Payback> {
    if is_leased(own) {
        return None;
    }
    let paid = own.parts.iter().filter_map(|part| part.paid_in).max().unwrap_or_default();
    cashflow::payback(owned, rented, paid, minor_digits)
}

/// Payback of an owned option in discounted cash.
pub(super) fn discounted_payback(
    evaluated: &Evaluated,
    (own, rent): (&OptionModel, &OptionModel),
    minor_digits: u32,
) -> Option<Payback> {
    let [owned, rented] = [own, rent].map(|option| PaybackFlows::discounted(evaluated, option));
    payback(own, &owned, &rented, minor_digits)
}
