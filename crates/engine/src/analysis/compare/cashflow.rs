//! Cash over time: peak cumulative cash, payback, and the return on buying instead of renting.

use super::statement::{Reversal, ReversalCause};
use crate::model::finance::{NoReturn, dated_rate_of_return};
use crate::model::{CostGroup, OptionModel};
use crate::number;
use crate::scenario::conventions::FlowDates;
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// Cash of an option at the end of each month, starting with month 0.
#[derive(Clone, Debug)]
pub struct Cashflow {
    /// All cash.
    pub cash: Vec<Decimal>,
    /// The cash that counts for payback.
    pub for_payback: PaybackFlows,
}

/// Cash of an option that counts for payback, by month: excludes sales, remaining values and the tax on them; includes
/// tax in the month in which it accrues, even if it is settled at the end of its tax year.
#[derive(Clone, Debug)]
pub struct PaybackFlows {
    /// All of it.
    pub all: Vec<Decimal>,
    /// Its purchases.
    bought: Vec<Decimal>,
    /// Its loan, if loans are part of the result.
    loan: Vec<Decimal>,
}

impl Cashflow {
    /// Cash of an option.
    #[must_use]
    pub fn of(evaluated: &Evaluated, option: &OptionModel) -> Cashflow {
        let months = evaluated.model.horizon as usize + 1;
        let (mut cash, mut for_payback) = (vec![Decimal::ZERO; months], PaybackFlows::nothing(months));
        for line in &option.lines {
            let paid = evaluated.cash(line);
            add(&mut cash, &paid);
            if !line.is_of_resale() {
                for_payback.add(line.group, &evaluated.accrued(line).unwrap_or(paid));
            }
        }
        Cashflow { cash, for_payback }
    }
}

impl PaybackFlows {
    /// Discounted cash of an option that counts for payback; accrued tax is discounted from its settlement.
    #[must_use]
    pub fn discounted(evaluated: &Evaluated, option: &OptionModel) -> PaybackFlows {
        let worth_when_settled =
            |(month, amount): (u32, &Decimal)| amount * evaluated.discount_factor(evaluated.settled_in(month));
        let mut flows = PaybackFlows::nothing(evaluated.model.horizon as usize + 1);
        for line in option.lines.iter().filter(|line| !line.is_of_resale()) {
            let discounted = match evaluated.accrued(line) {
                Some(accrued) => (0u32..).zip(&accrued).map(worth_when_settled).collect(),
                None => evaluated.discounted(&evaluated.cash(line)),
            };
            flows.add(line.group, &discounted);
        }
        flows
    }

    fn nothing(months: usize) -> PaybackFlows {
        let nothing = || vec![Decimal::ZERO; months];
        PaybackFlows { all: nothing(), bought: nothing(), loan: nothing() }
    }

    fn add(&mut self, group: CostGroup, months: &[Decimal]) {
        add(&mut self.all, months);
        match group {
            CostGroup::Purchase => add(&mut self.bought, months),
            CostGroup::Financing => add(&mut self.loan, months),
            CostGroup::Lease
            | CostGroup::Resale
            | CostGroup::Operating
            | CostGroup::Usage
            | CostGroup::OneOff
            | CostGroup::Burst
            | CostGroup::UntilDelivery
            | CostGroup::Delay
            | CostGroup::Tax => {}
        }
    }

    /// Largest cause by which the cash of a month exceeds that of another option.
    fn cause(&self, rent: &PaybackFlows, month: usize) -> ReversalCause {
        let of = |own: &[Decimal], rent: &[Decimal]| own[month] - rent[month];
        let (bought, loan) = (of(&self.bought, &rent.bought), of(&self.loan, &rent.loan));
        let running = of(&self.all, &rent.all) - bought - loan;
        if bought > Decimal::ZERO && bought >= loan.max(running) {
            ReversalCause::Purchase
        } else if loan > Decimal::ZERO && loan >= running {
            ReversalCause::Loan
        } else {
            ReversalCause::RunningCosts
        }
    }
}

fn add(sums: &mut [Decimal], months: &[Decimal]) {
    for (sum, amount) in sums.iter_mut().zip(months) {
        *sum += amount;
    }
}

/// Payback of owning against renting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payback {
    /// First month at whose end owning has cost no more than renting, after the first purchase is paid.
    pub month: u32,
    /// Payback in months, the cash of its month spread evenly over the month: `month − 1 + b / (b + a)`, where owning
    /// is behind by b at the beginning of the month and ahead by a at its end. `month` if owning is not behind at its
    /// beginning: the first purchase is paid at its end.
    pub months: Decimal,
    /// Later months at whose end owning has cost more again.
    pub reversal: Option<Reversal>,
}

/// Payback of `own` against `rent`, compared in the currency's minor unit, from the month `paid` of the last payment
/// for the first purchase on.
#[must_use]
pub fn payback(own: &PaybackFlows, rent: &PaybackFlows, paid: u32, minor_digits: u32) -> Option<Payback> {
    let (mut owned, mut rented, mut before) = (Decimal::ZERO, Decimal::ZERO, Decimal::ZERO);
    let mut found: Option<Payback> = None;
    for (at, (month, (of_own, of_rent))) in (0u32..).zip(own.all.iter().zip(&rent.all)).enumerate() {
        owned += of_own;
        rented += of_rent;
        let behind = is_printed_above(owned, rented, minor_digits);
        match &mut found {
            None if month >= paid && !behind => {
                let months = within_month(month, before, rented - owned);
                found = Some(Payback { month, months, reversal: None });
            }
            None => before = owned - rented,
            Some(Payback { reversal, .. }) => *reversal = followed(*reversal, month, behind, || own.cause(rent, at)),
        }
    }
    found
}

/// Payback in months from the cash by which owning is `behind` at the beginning of its month and `ahead` at its end.
fn within_month(month: u32, behind: Decimal, ahead: Decimal) -> Decimal {
    let (month, ahead) = (Decimal::from(month), ahead.max(Decimal::ZERO));
    if month.is_zero() || behind <= Decimal::ZERO {
        return month;
    }
    month - Decimal::ONE + behind / (behind + ahead)
}

/// Whether an amount is printed as more than another; rounds only if they are close.
fn is_printed_above(amount: Decimal, other: Decimal, minor_digits: u32) -> bool {
    let surely = Decimal::new(2, minor_digits);
    match amount.checked_sub(other) {
        Some(apart) if apart.abs() > surely => apart > surely,
        Some(_) | None => number::money(amount, minor_digits) > number::money(other, minor_digits),
    }
}

/// Updates a reversal with one more month.
fn followed(
    known: Option<Reversal>,
    month: u32,
    behind: bool,
    cause: impl FnOnce() -> ReversalCause,
) -> Option<Reversal> {
    match (known, behind) {
        (None, false) => None,
        (None, true) => Some(Reversal { months: 1, times: 1, until: None, cause: cause() }),
        (Some(Reversal { months, times, until, cause }), true) => {
            Some(Reversal { months: months + 1, times: times + u32::from(until.is_some()), until: None, cause })
        }
        (Some(reversal), false) => Some(Reversal { until: reversal.until.or(Some(month.into())), ..reversal }),
    }
}

/// Peak cumulative cash of `this` above `other`, in the currency's minor unit, and its first month; none if it is never
/// above.
#[must_use]
pub fn most_ahead(this: &[Decimal], other: &[Decimal], minor_digits: u32) -> Option<(Decimal, u32)> {
    let mut ahead = Decimal::ZERO;
    let mut most: Option<(Decimal, u32)> = None;
    for (month, (this, other)) in (0u32..).zip(this.iter().zip(other)) {
        ahead += this - other;
        let so_far = most.map_or(Decimal::ZERO, |(amount, _)| amount);
        if is_printed_above(ahead, so_far, minor_digits) {
            most = Some((number::money(ahead, minor_digits), month));
        }
    }
    most
}

/// Return on buying instead of renting: internal rate of return of the flows rent − own, at the dates at which they
/// count. Rounding residue counts as zero where both pay the same, so it causes no change of sign.
///
/// # Errors
/// If there is no such rate.
pub fn return_of_buying(own: &[Decimal], rent: &[Decimal], dates: FlowDates) -> Result<Decimal, NoReturn> {
    let flow = |(own, rent): (&Decimal, &Decimal)| {
        let flow = rent - own;
        if flow.abs() <= rent.abs() * Decimal::new(1, 20) { Decimal::ZERO } else { flow }
    };
    let flows: Vec<Decimal> = own.iter().zip(rent).map(flow).collect();
    dated_rate_of_return(&flows, dates)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amounts(values: &[i64]) -> Vec<Decimal> {
        values.iter().map(|value| Decimal::from(*value)).collect()
    }

    /// Cash with purchases and running costs.
    fn flows(bought: &[i64], running: &[i64]) -> PaybackFlows {
        let mut flows = PaybackFlows::nothing(bought.len());
        flows.add(CostGroup::Purchase, &amounts(bought));
        flows.add(CostGroup::Usage, &amounts(running));
        flows
    }

    /// A payback at the end of a month, at which both have cost the same.
    fn whole(month: u32, reversal: Option<Reversal>) -> Payback {
        Payback { month, months: month.into(), reversal }
    }

    fn bought(values: &[i64]) -> PaybackFlows {
        flows(values, &vec![0; values.len()])
    }

    fn running(values: &[i64]) -> PaybackFlows {
        flows(&vec![0; values.len()], values)
    }

    #[test]
    fn payback_is_at_the_end_of_the_month_in_which_both_have_cost_the_same() {
        // owning: 30 at the decision; renting: 10 a month. After 3 months both have cost 30.
        let payback = payback(&bought(&[30, 0, 0, 0, 0]), &running(&[0, 10, 10, 10, 10]), 0, 2);
        assert_eq!(payback, Some(whole(3, None)));
    }

    #[test]
    fn payback_is_none_when_owning_never_catches_up() {
        assert_eq!(payback(&bought(&[50, 0, 0, 0, 0]), &running(&[0, 10, 10, 10, 10]), 0, 2), None);
    }

    #[test]
    fn payback_is_on_the_first_day_when_owning_is_always_cheaper() {
        let payback = payback(&running(&[5, 1, 1]), &running(&[5, 2, 2]), 0, 2);
        assert_eq!(payback, Some(whole(0, None)));
    }

    #[test]
    fn nothing_is_paid_back_before_it_is_paid() {
        // 30 are paid in month 2; from month 4 on renting has cost 40 too
        let (own, rent) = (bought(&[0, 0, 30, 0, 0]), running(&[0, 10, 0, 10, 20]));
        // behind by 10 at the end of month 3, ahead by 10 at the end of month 4
        assert_eq!(payback(&own, &rent, 2, 2), Some(Payback { months: Decimal::new(35, 1), ..whole(4, None) }));
        // paid in month 2, when renting has cost 40: payback in the same month
        assert_eq!(payback(&own, &running(&[40, 0, 0, 0, 0]), 2, 2).map(|payback| payback.month), Some(2));
    }

    #[test]
    fn a_replacement_turns_a_payback() {
        // sums 10, 10, 40, 40 against 0, 10, 20, 30: behind at the ends of months 2 and 3
        let found = payback(&bought(&[10, 0, 30, 0]), &running(&[0, 10, 10, 10]), 0, 2);
        let reversal = Reversal { months: 2, times: 1, until: None, cause: ReversalCause::Purchase };
        assert_eq!(found, Some(whole(1, Some(reversal))));
        // sums 10, 10, 25, 25, 45, 45, 45 against 0, 10, 20, 30, 40, 50, 60: behind in months 2 and 4, not from 5 on
        let found = payback(&bought(&[10, 0, 15, 0, 20, 0, 0]), &running(&[0, 10, 10, 10, 10, 10, 10]), 0, 2);
        let reversal = Reversal { months: 2, times: 2, until: Some(5.into()), cause: ReversalCause::Purchase };
        assert_eq!(found, Some(whole(1, Some(reversal))));
    }

    #[test]
    fn what_turns_a_payback_is_the_most_of_what_a_month_costs_more() {
        let cause = |own: &PaybackFlows| {
            let found = payback(own, &running(&[10, 0, 20]), 0, 2).and_then(|payback| payback.reversal);
            found.map(|reversal| (reversal.months, reversal.cause))
        };
        // sums 10, 40, 40 against 10, 10, 30: most of the 30 in month 1 is for purchases, or for running costs
        assert_eq!(cause(&flows(&[10, 20, 0], &[0, 10, 0])), Some((2, ReversalCause::Purchase)));
        assert_eq!(cause(&flows(&[10, 10, 0], &[0, 20, 0])), Some((2, ReversalCause::RunningCosts)));
        // no purchases; half of it is for a loan
        let mut borrowed = running(&[10, 15, 0]);
        borrowed.add(CostGroup::Financing, &amounts(&[0, 15, 0]));
        assert_eq!(cause(&borrowed), Some((2, ReversalCause::Loan)));
    }

    #[test]
    fn months_in_which_both_pay_the_same_change_no_sign() {
        // 100 at the decision saves 90 after a year; in between both sides pay thirds, added in a different order
        let third = Decimal::ONE_HUNDRED / Decimal::from(3);
        let thrice = third + third + third;
        let (mut own, mut rent) = (vec![Decimal::ONE_HUNDRED; 13], vec![thrice; 13]);
        (rent[0], own[12], rent[12]) = (Decimal::ZERO, Decimal::ZERO, Decimal::from(90));
        own[6] = thrice;
        rent[6] = Decimal::ONE_HUNDRED;
        let rate = return_of_buying(&own, &rent, FlowDates::MonthEnd).unwrap();
        assert_eq!(number::ratio(rate), Decimal::new(-1, 1));
    }

    #[test]
    fn the_most_cash_ahead_is_where_the_gap_is_widest() {
        assert_eq!(most_ahead(&amounts(&[30, 0, 25, 0]), &amounts(&[0, 10, 10, 10]), 2), Some((Decimal::from(35), 2)));
        assert_eq!(most_ahead(&amounts(&[0, 1]), &amounts(&[0, 2]), 2), None);
    }
}
