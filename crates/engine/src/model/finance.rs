//! Formulas of capital budgeting that need a solver.

use super::rates::{GivenUp, roots};
use crate::number;
use crate::scenario::conventions::FlowDates;
use rust_decimal::Decimal;

/// Reason why cash flows have no internal rate of return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReturn {
    /// There is no flow, or the first one is a receipt: nothing is invested.
    NothingInvested,
    /// No rate exists at which later savings repay the outlay.
    NeverRepaid,
    /// Several rates, in ascending order: none of them is the return.
    Several(Vec<Decimal>),
    /// No rate between −50 % and +10,000 % a year.
    OutOfRange,
    /// The search was given up: the flows change sign too often.
    GivenUp,
}

/// Rate i, effective per year, at which Σ `flow_m · (1 + i)^(−m/12)` is zero; `flows[m]` is received at the end of
/// month m. It is the only such rate from 0 % to +10,000 %, or if there is none, the only one from −50 % to 0 %. All
/// rates are searched, so a second outlay hides none. Accurate to 15 significant digits of `1 + i`.
///
/// # Errors
/// If the first flow is a receipt, or if there are several rates or none.
pub fn internal_rate_of_return(flows: &[Decimal]) -> Result<Decimal, NoReturn> {
    rate_of_return(flows, 12)
}

/// Like `internal_rate_of_return`, with other payment dates: `flows[m]` is received in month m and counts at the date
/// that `dates` gives. Flows of one date are added, so the first nonzero sum decides whether something is invested.
/// Rounding residue of flows that cancel counts as zero.
///
/// # Errors
/// Those of `internal_rate_of_return`.
pub fn dated_rate_of_return(flows: &[Decimal], dates: FlowDates) -> Result<Decimal, NoReturn> {
    let horizon = u32::try_from(flows.len().saturating_sub(1)).unwrap_or(u32::MAX);
    let halves = if dates.at_month_ends(horizon) { 2 } else { 1 };
    let nothing = || vec![Decimal::ZERO; flows.len() * 2 / halves as usize];
    let (mut dated, mut sizes) = (nothing(), nothing());
    for (month, flow) in (0u32..).zip(flows) {
        let at = (dates.half_months(month, horizon) / halves) as usize;
        dated[at] += flow;
        sizes[at] += flow.abs();
    }
    for (sum, size) in dated.iter_mut().zip(sizes) {
        if sum.abs() <= size * Decimal::new(1, 20) {
            *sum = Decimal::ZERO;
        }
    }
    rate_of_return(&dated, if halves == 2 { 12 } else { 24 })
}

/// Rate of return, where `flows[k]` is received after k steps of `1 / steps` of a year.
fn rate_of_return(flows: &[Decimal], steps: u8) -> Result<Decimal, NoReturn> {
    if flows.iter().find(|flow| !flow.is_zero()).is_none_or(|first| *first > Decimal::ZERO) {
        return Err(NoReturn::NothingInvested);
    }
    if flows.iter().all(|flow| *flow <= Decimal::ZERO) {
        return Err(NoReturn::NeverRepaid);
    }
    let rates = |least: Decimal, most: Decimal| -> Result<Vec<Decimal>, NoReturn> {
        // the higher the rate, the lower the discount factor; a rate at a bound counts despite the error of the root
        let (from, to) = (discount(Decimal::ONE + most, steps), discount(Decimal::ONE + least, steps));
        let little = Decimal::new(1, 14);
        let found = roots(flows, from - little, to + little).map_err(|GivenUp| NoReturn::GivenUp)?;
        Ok(found.into_iter().rev().map(|w| yearly_rate(w, steps)).collect())
    };
    let mut found = rates(Decimal::ZERO, Decimal::ONE_HUNDRED)?;
    if found.is_empty() {
        found = rates(Decimal::new(-5, 1), Decimal::ZERO)?;
    }
    match found.as_slice() {
        [] => Err(NoReturn::OutOfRange),
        [rate] => Ok(*rate),
        [_, _, ..] => Err(NoReturn::Several(found)),
    }
}

/// Discount factor of one step, `growth^(−1/steps)`, for a yearly growth factor.
fn discount(growth: Decimal, steps: u8) -> Decimal {
    number::root(Decimal::ONE / growth, steps)
}

/// Yearly rate `w^(−steps) − 1` for the discount factor of a step.
fn yearly_rate(w: Decimal, steps: u8) -> Decimal {
    let year = (0..steps).fold(Decimal::ONE, |power, _| power * w);
    Decimal::ONE / year - Decimal::ONE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yearly(flows: &[i64]) -> Vec<Decimal> {
        let mut months = vec![Decimal::ZERO; (flows.len() - 1) * 12 + 1];
        for (year, flow) in flows.iter().enumerate() {
            months[year * 12] = Decimal::from(*flow);
        }
        months
    }

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[track_caller]
    fn returns(flows: &[Decimal], rate: &str) {
        let found = internal_rate_of_return(flows).unwrap();
        assert!((found - d(rate)).abs() < Decimal::new(1, 12), "{found} is not {rate}");
    }

    /// Yearly flows with a present value of zero at exactly these rates: with x = w^12, −100 · Π (1 − (1 + i) · x).
    fn with_rates(rates: &[&str]) -> Vec<Decimal> {
        let mut flows = vec![Decimal::from(-100)];
        for rate in rates {
            let factor = Decimal::ONE + d(rate);
            let shifted: Vec<Decimal> =
                std::iter::once(Decimal::ZERO).chain(flows.iter().map(|f| -f * factor)).collect();
            flows.push(Decimal::ZERO);
            flows = flows.iter().zip(&shifted).map(|(flow, later)| flow + later).collect();
        }
        let mut months = vec![Decimal::ZERO; (flows.len() - 1) * 12 + 1];
        for (year, flow) in flows.into_iter().enumerate() {
            months[year * 12] = flow;
        }
        months
    }

    #[test]
    fn the_published_irr_of_numpy_financial() {
        returns(&yearly(&[-250_000, 100_000, 150_000, 200_000, 250_000, 300_000]), "0.5672303344358536");
    }

    #[test]
    fn money_back_after_a_year_returns_nothing_a_hundredth_and_a_hundredfold() {
        // −100 and x back a year later return x / 100 − 1 by definition
        for (back, rate) in [(100, "0"), (110, "0.1"), (51, "-0.49"), (10_000, "99"), (10_099, "99.99")] {
            returns(&yearly(&[-100, back]), rate);
        }
        assert_eq!(internal_rate_of_return(&yearly(&[-100, 10_101])), Err(NoReturn::OutOfRange));
        assert_eq!(internal_rate_of_return(&yearly(&[-100, 49])), Err(NoReturn::OutOfRange));
    }

    #[test]
    fn flows_return_by_the_dates_at_which_they_count() {
        // −100 at once and 10 in each of months 1 to 13
        let mut flows = vec![Decimal::TEN; 14];
        flows[0] = Decimal::from(-100);
        let returned = |dates| dated_rate_of_return(&flows, dates).unwrap();
        assert_eq!(Ok(returned(FlowDates::MonthEnd)), internal_rate_of_return(&flows));
        // 120 at month 12 and 10 at month 13
        let mut by_year = vec![Decimal::ZERO; 14];
        (by_year[0], by_year[12], by_year[13]) = (flows[0], Decimal::from(120), Decimal::TEN);
        assert_eq!(Ok(returned(FlowDates::YearEnd)), internal_rate_of_return(&by_year));
        // 120 at month 6 and 10 halfway between months 12 and 13: with x for half a month, −100 + 120 x^12 + 10 x^25 is
        // zero
        let rate = returned(FlowDates::MidYear);
        let x = number::root(Decimal::ONE / (Decimal::ONE + rate), 24);
        let power = |steps: u32| (0..steps).fold(Decimal::ONE, |power, _| power * x);
        let left = Decimal::from(-100) + Decimal::from(120) * power(12) + Decimal::TEN * power(25);
        assert!(left.abs() < Decimal::new(1, 9), "{left} at {rate}");
    }

    #[test]
    fn the_first_flow_is_the_first_sum_of_a_date() {
        // month 1 receives 30 and month 2 pays 130: by month the first flow is a receipt; at the end of the year it is
        // −100
        let mut flows = vec![Decimal::ZERO; 25];
        (flows[1], flows[2], flows[24]) = (d("30"), d("-130"), d("110"));
        assert_eq!(dated_rate_of_return(&flows, FlowDates::MonthEnd), Err(NoReturn::NothingInvested));
        // −100 after a year and 110 after two
        let rate = dated_rate_of_return(&flows, FlowDates::YearEnd).unwrap();
        assert!((rate - d("0.1")).abs() < Decimal::new(1, 12), "{rate}");
        // with opposite signs, −30 and 130 are a receipt of 100
        (flows[1], flows[2], flows[24]) = (d("-30"), d("130"), d("-50"));
        assert_eq!(dated_rate_of_return(&flows, FlowDates::YearEnd), Err(NoReturn::NothingInvested));
        // thirds of 100 that cancel except for their last digit are no flow of the first year
        let third = d("33.3333333333333333333333333");
        let mut flows = vec![Decimal::ZERO; 37];
        (flows[1], flows[2], flows[3], flows[4]) = (-third, -third, -third, Decimal::ONE_HUNDRED);
        (flows[24], flows[36]) = (d("-100"), d("110"));
        assert_ne!(flows.iter().take(13).sum::<Decimal>(), Decimal::ZERO);
        let rate = dated_rate_of_return(&flows, FlowDates::YearEnd).unwrap();
        assert!((rate - d("0.1")).abs() < Decimal::new(1, 12), "{rate}");
    }

    #[test]
    fn a_later_first_outlay_is_an_outlay() {
        returns(&yearly(&[0, -100, 110]), "0.1");
    }

    #[test]
    fn the_only_rate_from_nothing_on_counts_before_those_below() {
        // −100 + 250 x − 100 x² with x = 1 / (1 + i) is zero at x = 1/2 and at x = 2: at 100 % and at −50 %
        returns(&yearly(&[-100, 250, -100]), "1");
        // −100 · (1 − 1.3 x)(1 − 0.9 x)(1 − 0.6 x) at 30 %, −10 % and −40 %
        returns(&with_rates(&["0.3", "-0.1", "-0.4"]), "0.3");
        // one rate from −50 % to 0 %; 0 itself is a rate from 0 % on
        returns(&with_rates(&["-0.2", "-0.6", "-0.7"]), "-0.2");
        returns(&with_rates(&["0", "-0.2", "-0.3"]), "0");
    }

    #[test]
    fn a_second_outlay_does_not_hide_the_return() {
        // −100, 210 and −20 at 100 %: −100 + 210/2 − 20/4 = 0
        returns(&yearly(&[-100, 210, -20]), "1");
        // −100 twice, each back as 120 a year after
        returns(&yearly(&[-100, 120, -100, 120]), "0.2");
        // Π of a rate of 25 % and four without one: 1 + x² and 1 + x + x² have no real root
        let mut flows = vec![d("-100"), d("125")];
        for factor in [[1, 0, 1], [1, 1, 1]] {
            let mut product = vec![Decimal::ZERO; flows.len() + 2];
            for (at, flow) in flows.iter().enumerate() {
                for (power, by) in factor.iter().enumerate() {
                    product[at + power] += flow * Decimal::from(*by);
                }
            }
            flows = product;
        }
        let mut months = vec![Decimal::ZERO; (flows.len() - 1) * 12 + 1];
        for (year, flow) in flows.into_iter().enumerate() {
            months[year * 12] = flow;
        }
        returns(&months, "0.25");
    }

    #[test]
    fn several_rates_are_none() {
        for rates in [["0.05", "0.2", "0.8"], ["0.1", "0.11", "0.12"], ["0", "0.1", "-0.2"], ["-0.1", "-0.2", "-0.3"]] {
            let found = internal_rate_of_return(&with_rates(&rates));
            let mut expected: Vec<Decimal> = rates.iter().map(|rate| d(rate)).collect();
            if expected.contains(&d("0.1")) {
                expected.retain(|rate| *rate >= Decimal::ZERO);
            }
            expected.sort();
            let Err(NoReturn::Several(found)) = found else { panic!("{found:?} for {rates:?}") };
            assert_eq!(found.len(), expected.len(), "{found:?} for {rates:?}");
            for (found, expected) in found.iter().zip(&expected) {
                assert!((found - expected).abs() < Decimal::new(1, 10), "{found} for {rates:?}");
            }
        }
        // 0 % and 10 % both solve −100 + 210 x − 110 x²
        let found = internal_rate_of_return(&yearly(&[-100, 210, -110])).unwrap_err();
        let NoReturn::Several(rates) = found else { panic!("{found:?}") };
        let rounded: Vec<Decimal> = rates.iter().map(|rate| rate.round_dp(12).normalize()).collect();
        assert_eq!(rounded, [Decimal::ZERO, Decimal::new(1, 1)]);
    }

    #[test]
    fn a_rate_that_is_only_touched_is_a_rate() {
        // −100 · (1 − 1.2 x)² is never above zero, and is zero at 20 %
        returns(&with_rates(&["0.2", "0.2"]), "0.2");
        // with 0.01 less at the start there is no rate
        let mut short = with_rates(&["0.2", "0.2"]);
        short[0] -= d("0.01");
        assert_eq!(internal_rate_of_return(&short), Err(NoReturn::OutOfRange));
    }

    #[test]
    fn flows_without_a_rate() {
        // −100 + 300 x − 250 x² is negative everywhere: 300² < 4 · 100 · 250
        assert_eq!(internal_rate_of_return(&yearly(&[-100, 300, -250])), Err(NoReturn::OutOfRange));
        assert_eq!(internal_rate_of_return(&yearly(&[-100])), Err(NoReturn::NeverRepaid));
        assert_eq!(internal_rate_of_return(&yearly(&[100, -50])), Err(NoReturn::NothingInvested));
        assert_eq!(internal_rate_of_return(&yearly(&[0, 100, -50])), Err(NoReturn::NothingInvested));
        assert_eq!(internal_rate_of_return(&yearly(&[0, 0])), Err(NoReturn::NothingInvested));
    }

    #[test]
    fn flows_whose_sign_changes_every_month_are_searched_to_the_end() {
        // −1 + w − w² + … + w^359 = −(1 − w^360) / (1 + w): zero only at w = 1
        let flows: Vec<Decimal> = (0..360).map(|month| Decimal::from(if month % 2 == 0 { -1 } else { 1 })).collect();
        returns(&flows, "0");
    }
}
