//! The calendar of a comparison: periods in which nothing changes, and the rows that every line shares.

use crate::inputs::Inputs as _;
use crate::scenario::Scenario;
use crate::scenario::document::{Given, NodeId};
use crate::scenario::exchange::ExchangeRates;
use crate::scenario::quantities::LaterMonth;
use crate::sheet::{Draft, Figure, Period};
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// The months in which something begins, from which the periods follow.
#[derive(Debug)]
pub struct Cuts {
    horizon: u32,
    firsts: BTreeSet<u32>,
}

impl Cuts {
    /// Every anniversary of the decision.
    #[must_use]
    pub fn anniversaries(horizon: u32) -> Cuts {
        Cuts { horizon, firsts: (1..=horizon).step_by(12).collect() }
    }

    /// Something begins in this month, or ended in the one before.
    pub fn begin(&mut self, month: u32) {
        if (2..=self.horizon).contains(&month) {
            self.firsts.insert(month);
        }
    }

    /// Something begins in each of these months.
    pub fn begin_all(&mut self, months: impl IntoIterator<Item = u32>) {
        for month in months {
            self.begin(month);
        }
    }

    /// Something lasts from `first` to `last`.
    pub fn span(&mut self, first: u32, last: u32) {
        self.begin(first);
        self.begin(last.saturating_add(1));
    }

    /// The first months of all periods so far.
    pub fn firsts(&self) -> impl Iterator<Item = u32> {
        self.firsts.iter().copied()
    }

    /// The periods between the cuts.
    #[must_use]
    pub fn periods(&self) -> Vec<Period> {
        let nexts = self.firsts.iter().skip(1).copied().chain([self.horizon + 1]);
        self.firsts.iter().zip(nexts).map(|(first, next)| Period { first: *first, last: next - 1 }).collect()
    }
}

/// The rows that every line shares.
#[derive(Clone, Copy, Debug)]
pub struct Timeline<'s> {
    /// The draft they are written in.
    pub draft: &'s Draft,
    /// Months compared.
    pub horizon: u32,
    /// Hours of an average month.
    pub hours: Figure<'s>,
    /// Months of each period.
    pub months: Figure<'s>,
    /// 1 in each period.
    pub once: Figure<'s>,
    /// `v = (1 + r)^(−1/12)`: what a payment a month later is worth today.
    pub monthly_discount: Figure<'s>,
    /// Σ `v^m` over the months of each period.
    pub discount: Figure<'s>,
    /// `v^m` of the first month of each period.
    pub first_discount: Figure<'s>,
    /// The rate of tax on invoices, where the scenario states one for all of them.
    pub indirect_tax: Option<Figure<'s>>,
    /// What other currencies are worth; none where amounts are in one.
    pub rates: Option<&'s ExchangeRates>,
    years_before: Figure<'s>,
}

/// What a price becomes.
#[derive(Clone, Copy, Debug)]
pub struct DatedPrice<'s> {
    /// First month in which it holds.
    pub month: Given<LaterMonth>,
    /// The price.
    pub price: Figure<'s>,
}

impl<'s> Timeline<'s> {
    /// The rows of a scenario over the periods of `draft`.
    #[must_use]
    pub fn of(scenario: &'s Scenario, draft: &'s Draft, horizon: u32) -> Timeline<'s> {
        let (hours, rate) = (draft.given(&scenario.hours_per_month), draft.given(&scenario.discount_rate));
        Timeline { rates: Some(&scenario.exchange_rates), ..Timeline::new(draft, horizon, hours, rate) }
    }

    /// The rows over the periods of `draft`, of amounts in one currency; `rate` is the yearly effective cost of capital.
    #[must_use]
    pub fn new(draft: &'s Draft, horizon: u32, hours: Figure<'s>, rate: Figure<'s>) -> Timeline<'s> {
        let row = |what, unit, of: fn(Period) -> u32| draft.calendar(what, unit, move |p| Decimal::from(of(p)));
        let first = row("first month of the period", Unit::ONE, |p| p.first);
        let monthly_discount = (1 / (1 + rate).twelfth_root()).named("v");
        Timeline {
            draft,
            horizon,
            hours,
            months: row("months of the period", Unit::MONTH, Period::months),
            once: row("once in the period", Unit::ONE, |_| 1),
            monthly_discount,
            discount: monthly_discount.annuity(Unit::MONTH).named("discounted months"),
            first_discount: monthly_discount.power(first).named("discount of the first month"),
            rates: None,
            years_before: row("years before this one", Unit::ONE, |p| p.year() - 1),
            indirect_tax: None,
        }
    }

    /// The same, with a rate of tax on invoices.
    #[must_use]
    pub fn with_indirect_tax(self, rate: Option<Figure<'s>>) -> Timeline<'s> {
        Timeline { indirect_tax: rate, ..self }
    }

    /// `(1 + g)^(Y(m) − 1)`: everything that grows steps on the anniversaries of the decision.
    #[must_use]
    pub fn growth(&self, rate: Figure<'s>) -> Figure<'s> {
        (1 + rate).power(self.years_before)
    }

    /// `(1 + g)^(m − 1)`: what changes each month from the second on; every month has its own period then.
    #[must_use]
    pub fn monthly_growth(&self, rate: Figure<'s>) -> Figure<'s> {
        let before = |period: Period| Decimal::from(period.first - 1);
        (1 + rate).power(self.draft.calendar("months before this one", Unit::ONE, before))
    }

    /// `(1 + g)^month`: a price that changes each month, at a date.
    #[must_use]
    pub fn monthly_price_index(&self, change: Figure<'s>, month: u32) -> Figure<'s> {
        (1 + change).power(self.draft.constant(month, Unit::ONE, "months until then"))
    }

    /// A price of today that becomes others, each from its month on, in the order of the months; those after the horizon
    /// are never reached.
    #[must_use]
    pub fn path(&self, today: Figure<'s>, steps: &[DatedPrice<'s>]) -> Figure<'s> {
        for step in steps {
            self.draft.structural(&step.month);
        }
        let starts: Vec<u32> = steps.iter().map(|step| step.month.value.count()).collect();
        let ends = starts.iter().copied().chain([u32::MAX]).map(|next| (next - 1).min(self.horizon));
        let prices = [(1, today)].into_iter().chain(starts.iter().copied().zip(steps.iter().map(|step| step.price)));
        let dates: Vec<NodeId> = steps.iter().map(|step| step.month.at).collect();
        let spans = prices.zip(ends).filter(|((first, _), _)| *first <= self.horizon);
        let parts = spans.map(|((first, price), last)| price * self.within(first, last, &dates));
        parts.reduce(|a, b| a + b).unwrap_or(today)
    }

    /// `(1 + g)^⌊month / 12⌋`: a price of today at a date.
    #[must_use]
    pub fn price_index(&self, change: Figure<'s>, month: u32) -> Figure<'s> {
        (1 + change).power(self.draft.constant(month / 12, Unit::ONE, "full years until then"))
    }

    /// `(1 + g)^⌊m / 12⌋` of the first month m of each period: a price of today at the end of that month.
    #[must_use]
    pub fn index_of_first_months(&self, change: Figure<'s>) -> Figure<'s> {
        let years = |p: Period| Decimal::from(p.first / 12);
        (1 + change).power(self.draft.calendar("full years until the first month of the period", Unit::ONE, years))
    }

    /// `v^month`: what a payment at the end of the month is worth today; month 0 is today.
    #[must_use]
    pub fn discount_at(&self, month: u32) -> Figure<'s> {
        self.monthly_discount.power(self.draft.constant(month, Unit::ONE, "months until then"))
    }

    /// 1 from month `first` to month `last`, 0 otherwise.
    ///
    /// `because` names the values of the scenario that the months follow from.
    ///
    /// # Panics
    /// If a period is only partly within: the month is missing among the cuts, a bug.
    #[must_use]
    pub fn within(&self, first: u32, last: u32, because: &[NodeId]) -> Figure<'s> {
        let inside = |p: Period| first <= p.first && p.last <= last;
        for period in self.draft.periods() {
            let outside = period.last < first || last < period.first;
            assert!(inside(*period) || outside, "period {period:?} is cut by months {first} to {last}");
        }
        let row =
            self.draft.calendar("1 in the months it applies to", Unit::ONE, |p| Decimal::from(u8::from(inside(p))));
        row.named(format!("[months {first}–{last}]")).decided_by(because.iter().copied())
    }

    /// `figure` from month `first` to month `last`, nothing otherwise; untouched where that is the whole horizon.
    #[must_use]
    pub fn limited(&self, figure: Figure<'s>, first: u32, last: u32, because: &[NodeId]) -> Figure<'s> {
        if first <= 1 && last >= self.horizon { figure } else { figure * self.within(first, last, because) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_cut_at_anniversaries_and_events() {
        let mut cuts = Cuts::anniversaries(30);
        cuts.span(5, 40);
        cuts.begin(31);
        let periods: Vec<(u32, u32)> = cuts.periods().iter().map(|p| (p.first, p.last)).collect();
        assert_eq!(periods, [(1, 4), (5, 12), (13, 24), (25, 30)]);
    }
}
