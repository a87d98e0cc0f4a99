//! An owned option against a rented one, as a comparison states it.

use super::answer::Depth;
use super::break_even::break_even;
use super::cashflow::{self, Cashflow};
use super::statement::{BreakEven, NoBreakEven, PairStatement};
use super::stating::Compare;
use crate::amount::{Amount, Ratio};
use crate::model::{Group, PairModel};
use rust_decimal::Decimal;

impl Compare<'_> {
    /// An owned option against a rented one; `shortest` is the shortest horizon from which on owning wins.
    pub(super) fn pair(
        &self,
        pair: &PairModel,
        flows: &[Cashflow],
        (depth, shortest): (Depth, Option<u32>),
    ) -> PairStatement {
        let model = &self.evaluated.model;
        let (own, rent) = (&model.options[pair.own], &model.options[pair.rent]);
        let (owned, rented) = (&flows[pair.own], &flows[pair.rent]);
        let digits = self.header.minor_digits;
        let leased = own.lines.iter().any(|line| line.group == Group::Lease);
        let paid = own.parts.iter().filter_map(|part| part.paid_in).max().unwrap_or_default();
        let payback = |own, rent| if leased { None } else { cashflow::payback(own, rent, paid, digits) };
        let discounted = payback(&owned.discounted_before_resale, &rented.discounted_before_resale);
        let payback = payback(&owned.before_resale, &rented.before_resale);
        let irr = cashflow::return_of_buying(&owned.cash, &rented.cash);
        let money = |amount: Decimal| Amount::rounded(amount, digits);
        let resale = own.lines.iter().filter(|line| line.group == Group::Resale);
        let resale_counted = resale.map(|line| -self.money(line.total)).reduce(|a, b| a + b);
        PairStatement {
            own: own.name.clone(),
            rent: rent.name.clone(),
            break_even: match depth {
                Depth::Whole | Depth::WithoutHorizons => break_even(self.evaluated, own, pair),
                Depth::WithoutBreakEvens => BreakEven::none(NoBreakEven::NotAsked, None),
            },
            leased,
            payback_month: payback.map(|payback| payback.month),
            payback_reversal: payback.and_then(|payback| payback.reversal),
            discounted_payback_month: discounted.map(|payback| payback.month),
            discounted_payback_reversal: discounted.and_then(|payback| payback.reversal),
            break_even_horizon_months: shortest,
            resale_needed: pair.resale_needed.iter().find_map(|figure| self.evaluated.ratio(*figure)).map(money),
            resale_counted,
            irr: irr.as_ref().ok().copied().map(Ratio::rounded),
            no_return: irr.err(),
        }
    }
}
