//! The best rule of the form: order in the first month in which a price is above a threshold, not later than some month; if
//! there is none, rent on demand to the end.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: they are computed in binary floating point")]
#![allow(clippy::cast_precision_loss, reason = "there are fewer draws than a float counts exactly")]

use crate::amount::Ratio;
use crate::analysis::simulate::decimal;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::ops::Range;

/// Number of thresholds that are tested; they are whole percentages of today's price.
const MOST_THRESHOLDS: u32 = 100;

/// The alternatives of a rule, in every draw.
pub(super) struct RuleSearch<'d> {
    /// Months in which an order is possible, with the price relative to today's, and the present value of ordering then.
    pub(super) rows: Vec<(u32, Vec<f64>, &'d [f64])>,
    /// Present value of renting on demand to the end.
    pub(super) rent: &'d [f64],
}

/// A rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rule {
    /// Price above which it orders, relative to today's.
    pub(super) above: Ratio,
    /// Index of the last row in which it orders.
    pub(super) last: usize,
}

/// What a rule costs.
pub(super) struct RuleOutcome {
    /// Present value in every draw.
    pub(super) present_values: Vec<f64>,
    /// Share of the draws with an order.
    pub(super) orders: Ratio,
    /// Their mean month; none without an order.
    pub(super) mean_month: Option<Ratio>,
}

impl RuleOutcome {
    /// What the rule costs less than another choice in the same draws.
    pub(super) fn savings(&self, other: &[f64]) -> Vec<f64> {
        other.iter().zip(&self.present_values).map(|(other, rule)| other - rule).collect()
    }
}

impl RuleSearch<'_> {
    /// The rule with the lowest mean in some draws; ties go to the lower threshold and to the earlier last month. None if nothing
    /// can be ordered.
    pub(super) fn best(&self, draws: Range<usize>) -> Option<Rule> {
        let mut best: Option<(f64, Rule)> = None;
        for percent in self.thresholds(draws.clone()) {
            let above = Ratio::from(Decimal::new(percent.into(), 2));
            let last = self.rows.len().checked_sub(1)?;
            // what ordering in each row adds to the cost of renting, over the draws that order there
            let mut added = vec![0.0; self.rows.len()];
            for draw in draws.clone() {
                if let Some(row) = self.order(Rule { above, last }, draw) {
                    added[row] += self.rows[row].2[draw] - self.rent[draw];
                }
            }
            let mut sum = 0.0;
            for (last, added) in added.into_iter().enumerate() {
                sum += added;
                if best.is_none_or(|(least, _)| sum < least) {
                    best = Some((sum, Rule { above, last }));
                }
            }
        }
        best.map(|(_, rule)| rule)
    }

    /// What a rule costs in some draws.
    pub(super) fn outcome(&self, rule: Rule, draws: Range<usize>) -> RuleOutcome {
        let orders: Vec<Option<usize>> = draws.clone().map(|draw| self.order(rule, draw)).collect();
        let cost = |(draw, row): (usize, &Option<usize>)| row.map_or(self.rent[draw], |row| self.rows[row].2[draw]);
        let months: Vec<u32> = orders.iter().flatten().map(|row| self.rows[*row].0).collect();
        let share = |part: f64, of: usize| (of > 0).then(|| Ratio::from(decimal(part / of as f64)));
        RuleOutcome {
            present_values: draws.zip(&orders).map(cost).collect(),
            orders: share(months.len() as f64, orders.len()).unwrap_or_else(|| Decimal::ZERO.into()),
            mean_month: share(months.iter().copied().map(f64::from).sum(), months.len()),
        }
    }

    /// Index of the row in which a rule orders; none if it does not.
    fn order(&self, rule: Rule, draw: usize) -> Option<usize> {
        let above = rule.above.to_f64()?;
        self.rows[..=rule.last].iter().position(|(_, prices, _)| prices[draw] > above)
    }

    /// Thresholds in percent of today's price: multiples of a step from below the lowest to above the highest price of the draws,
    /// about [`MOST_THRESHOLDS`].
    fn thresholds(&self, draws: Range<usize>) -> impl Iterator<Item = u32> {
        let prices = self.rows.iter().flat_map(|(_, prices, _)| &prices[draws.clone()]);
        let (low, high) = prices.fold((f64::MAX, 0.0_f64), |(low, high), price| (low.min(*price), high.max(*price)));
        let percent = |price: f64| decimal(price * 100.0).to_u32().unwrap_or_default();
        let (low, high) = (percent(low.min(high)).saturating_sub(1), percent(high).min(1_000));
        let step = high.saturating_sub(low).div_ceil(MOST_THRESHOLDS).max(1);
        (low / step * step..=high + step).step_by(step as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(text: &str) -> Ratio {
        Ratio::from(text.parse::<Decimal>().unwrap())
    }

    #[test]
    fn a_rule_orders_where_the_price_is_first_above_its_threshold() {
        // month 0: the price is 1 in every draw; ordering costs 100. Month 1: 60 where the price is 1.5, and 140 where it is 0.5;
        // renting costs 150 and 80
        let rows = vec![(0, vec![1.0, 1.0], [100.0, 100.0].as_slice()), (1, vec![1.5, 0.5], [60.0, 140.0].as_slice())];
        let search = RuleSearch { rows, rent: &[150.0, 80.0] };
        let rule = search.best(0..2).unwrap();
        // 60 and 80: the lowest threshold that does not order in month 0
        assert_eq!(rule, Rule { above: ratio("1"), last: 1 });
        let outcome = search.outcome(rule, 0..2);
        assert_eq!(outcome.present_values, [60.0, 80.0]);
        assert_eq!((outcome.orders, outcome.mean_month), (ratio("0.5"), Some(ratio("1"))));
        // with the first draw alone nothing is better than month 1; the second draw then rents
        assert_eq!(search.outcome(search.best(0..1).unwrap(), 1..2).present_values, [80.0]);
        // with the second draw alone, never: a threshold above every price
        let never = search.outcome(search.best(1..2).unwrap(), 1..2);
        assert_eq!((never.orders, never.mean_month, never.present_values), (ratio("0"), None, vec![80.0]));
    }

    #[test]
    fn a_rule_ends_with_its_last_month() {
        // an order in month 6 costs 50 less than renting, one in month 12 costs 50 more
        let rows =
            vec![(6, vec![2.0, 1.0], [100.0, 100.0].as_slice()), (12, vec![2.0, 2.0], [200.0, 200.0].as_slice())];
        let search = RuleSearch { rows, rent: &[150.0, 150.0] };
        let limited = search.outcome(Rule { above: ratio("1.2"), last: 0 }, 0..2);
        assert_eq!(limited.present_values, [100.0, 150.0]);
        let longer = search.outcome(Rule { above: ratio("1.2"), last: 1 }, 0..2);
        assert_eq!(longer.present_values, [100.0, 200.0]);
        // ordering in month 6 at any price is best
        assert_eq!(search.outcome(search.best(0..2).unwrap(), 0..2).present_values, [100.0, 100.0]);
    }

    #[test]
    fn nothing_to_order_has_no_rule() {
        assert!(RuleSearch { rows: Vec::new(), rent: &[1.0] }.best(0..1).is_none());
    }
}
