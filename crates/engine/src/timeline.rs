//! Calendar of a comparison: periods in which nothing changes, and the rows that all lines share.

use crate::inputs::Inputs as _;
use crate::scenario::Scenario;
use crate::scenario::conventions::FlowDates;
use crate::scenario::document::{Located, NodeId};
use crate::scenario::exchange::ExchangeRates;
use crate::sheet::{Draft, Figure, Period};
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// First months of periods.
#[derive(Debug)]
pub struct Cuts {
    horizon: u32,
    firsts: BTreeSet<u32>,
}

impl Cuts {
    /// A cut at every anniversary of the decision.
    #[must_use]
    pub fn anniversaries(horizon: u32) -> Cuts {
        Cuts { horizon, firsts: (1..=horizon).step_by(12).collect() }
    }

    /// Adds a cut before a month, in which something begins or after which something has ended.
    pub fn begin(&mut self, month: u32) {
        if (2..=self.horizon).contains(&month) {
            self.firsts.insert(month);
        }
    }

    /// Adds a cut before each month.
    pub fn begin_all(&mut self, months: impl IntoIterator<Item = u32>) {
        for month in months {
            self.begin(month);
        }
    }

    /// Adds cuts around the months from `first` to `last`.
    pub fn span(&mut self, first: u32, last: u32) {
        self.begin(first);
        self.begin(last.saturating_add(1));
    }

    /// First months of all periods so far.
    pub fn firsts(&self) -> impl Iterator<Item = u32> {
        self.firsts.iter().copied()
    }

    /// Periods between the cuts.
    #[must_use]
    pub fn periods(&self) -> Vec<Period> {
        let nexts = self.firsts.iter().skip(1).copied().chain([self.horizon + 1]);
        self.firsts.iter().zip(nexts).map(|(first, next)| Period { first: *first, last: next - 1 }).collect()
    }
}

/// Rows that all lines share.
#[derive(Clone, Copy, Debug)]
pub struct Timeline<'s> {
    /// The draft that contains the rows.
    pub draft: &'s Draft,
    /// Horizon in months.
    pub horizon: u32,
    /// Hours in an average month.
    pub hours: Figure<'s>,
    /// Number of months of each period.
    pub months: Figure<'s>,
    /// 1 in each period.
    pub once: Figure<'s>,
    /// `v = (1 + r)^(−1/12)`: the discount factor of one month.
    pub monthly_discount: Figure<'s>,
    /// Σ `v^m` over the months of each period.
    pub discount: Figure<'s>,
    /// `v^m` for the first month of each period.
    pub first_discount: Figure<'s>,
    /// Dates at which payments count.
    flows: FlowDates,
    /// Indirect tax rate, if the scenario gives one.
    pub indirect_tax: Option<Figure<'s>>,
    /// Exchange rates; `None` if all amounts are in one currency.
    pub rates: Option<&'s ExchangeRates>,
    /// Random walks of rental prices that are drawn; empty outside a simulation.
    pub walks: &'s [PriceWalk<'s>],
    years_before: Figure<'s>,
}

/// Random walk of a rental price, relative to its stated course.
#[derive(Clone, Debug)]
pub struct PriceWalk<'s> {
    /// Node of the rented option.
    pub rent: NodeId,
    /// Factor of each month from the second on.
    pub factors: Vec<Figure<'s>>,
    /// Factor by period; every month has its own.
    pub by_month: Figure<'s>,
}

impl<'s> PriceWalk<'s> {
    /// A walk whose factors are drawn; each is 1.
    #[must_use]
    pub fn new(timeline: &Timeline<'s>, rent: NodeId) -> PriceWalk<'s> {
        let factors: Vec<Figure<'s>> = (1..timeline.horizon)
            .map(|_| timeline.draft.variable("factor of the price in a month", Decimal::ONE))
            .collect();
        let months = (2..).zip(&factors).map(|(month, factor)| *factor * timeline.within(month, month, &[]));
        let by_month = months.fold(timeline.within(1, 1, &[]), |sum, month| sum + month).named("factor of the price");
        PriceWalk { rent, factors, by_month }
    }

    /// Factor of the month after a month; that of the last month beyond it.
    #[must_use]
    pub fn after(&self, month: u32) -> Option<Figure<'s>> {
        let index = usize::try_from(month).ok()?.checked_sub(1)?;
        self.factors.get(index).or(self.factors.last()).copied()
    }
}

/// A step of a price path.
#[derive(Clone, Copy, Debug)]
pub struct DatedPrice<'s> {
    /// First month in which it applies.
    pub month: Located<u32>,
    /// The price.
    pub price: Figure<'s>,
}

impl<'s> Timeline<'s> {
    /// Rows of a scenario over the periods of `draft`.
    #[must_use]
    pub fn of(scenario: &'s Scenario, draft: &'s Draft, horizon: u32) -> Timeline<'s> {
        let (hours, rate) = (draft.given(&scenario.hours_per_month), draft.given(&scenario.discount_rate));
        let timeline = Timeline { rates: Some(&scenario.exchange_rates), ..Timeline::new(draft, horizon, hours, rate) };
        scenario.flows.as_ref().map_or(timeline, |flows| timeline.counted_at(draft.structural(flows)))
    }

    /// Rows over the periods of `draft`, with amounts in one currency; `rate` is the effective cost of capital per year.
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
            flows: FlowDates::MonthEnd,
            rates: None,
            years_before: row("years before this one", Unit::ONE, |p| p.year() - 1),
            indirect_tax: None,
            walks: &[],
        }
    }

    /// Timeline with payments counted at other dates: Σ `v^e(m)` over the months of each period, where `e(m)` is the date of a
    /// payment of month m.
    #[must_use]
    pub fn counted_at(self, flows: FlowDates) -> Timeline<'s> {
        let timeline = Timeline { flows, ..self };
        match flows {
            FlowDates::MonthEnd => timeline,
            FlowDates::YearEnd | FlowDates::MidYear => {
                let discount = timeline.discount_of(|period| period.first);
                let first_discount = discount.named("discount of the first month");
                let discount = (discount * self.months).named("discounted months");
                Timeline { discount, first_discount, ..timeline }
            }
        }
    }

    /// `v^e` of a month of each period, where e is the date at which that month counts.
    fn discount_of(&self, month: impl Fn(Period) -> u32 + 'static) -> Figure<'s> {
        let Timeline { flows, horizon, .. } = *self;
        let (base, halves) = self.discount_base();
        let what = if halves == 1 { "half months until its date" } else { "months until its date" };
        let until = move |period| Decimal::from(flows.half_months(month(period), horizon) / halves);
        base.power(self.draft.calendar(what, Unit::ONE, until))
    }

    /// Discount factor of a step, and the half months per step: whole months if all dates are month ends.
    fn discount_base(&self) -> (Figure<'s>, u32) {
        if self.flows.at_month_ends(self.horizon) {
            (self.monthly_discount, 2)
        } else {
            (self.monthly_discount.square_root().named("discount of half a month"), 1)
        }
    }

    /// Present value of an amount that is paid for every month at the end of the month before.
    #[must_use]
    pub fn present_value_in_advance(&self, amount: Figure<'s>) -> Figure<'s> {
        match self.flows {
            FlowDates::MonthEnd => amount.dot(self.discount) / self.monthly_discount,
            FlowDates::YearEnd | FlowDates::MidYear => {
                // within a contract year all months count alike; the first is paid at the end of the year before
                let begins = |period: Period| u32::from(period.first % 12 == 1);
                let count = |what, of: fn(u32, u32) -> u32| {
                    let row = move |period: Period| Decimal::from(of(period.months(), begins(period)));
                    self.draft.calendar(what, Unit::MONTH, row)
                };
                let before = count("months paid for in the year before", |_, first| first);
                let within = count("months paid for within the year", |months, first| months - first);
                let paid = self.discount_of(|period| period.first - 1) * before + self.first_discount * within;
                amount.dot(paid.named("discounted months, in advance"))
            }
        }
    }

    /// Σ `v^e(m)` over a constant number of first months.
    #[must_use]
    pub fn discounted_months(&self, months: u32) -> Figure<'s> {
        match self.flows {
            FlowDates::MonthEnd => self.monthly_discount.series(months),
            FlowDates::YearEnd | FlowDates::MidYear => {
                let years = contract_years(months).map(|(first, last)| {
                    let count = self.draft.constant(last + 1 - first, Unit::ONE, "payments of the year");
                    self.discount_at(last) * count
                });
                self.draft.sum(Unit::ONE, years)
            }
        }
    }

    /// Dates at which payments count.
    #[must_use]
    pub fn flows(&self) -> FlowDates {
        self.flows
    }

    /// Timeline with an indirect tax rate.
    #[must_use]
    pub fn with_indirect_tax(self, rate: Option<Figure<'s>>) -> Timeline<'s> {
        Timeline { indirect_tax: rate, ..self }
    }

    /// Timeline with drawn rental prices.
    #[must_use]
    pub fn with_walks(self, walks: &'s [PriceWalk<'s>]) -> Timeline<'s> {
        Timeline { walks, ..self }
    }

    /// `(1 + g)^(Y(m) − 1)`: growth in steps at the anniversaries of the decision.
    #[must_use]
    pub fn growth(&self, rate: Figure<'s>) -> Figure<'s> {
        (1 + rate).power(self.years_before)
    }

    /// `(1 + g)^(m − 1)`: growth from the second month on; every month then has its own period.
    #[must_use]
    pub fn monthly_growth(&self, rate: Figure<'s>) -> Figure<'s> {
        let before = |period: Period| Decimal::from(period.first - 1);
        (1 + rate).power(self.draft.calendar("months before this one", Unit::ONE, before))
    }

    /// `(1 + g)^month`: index of a price that changes monthly, at a month.
    #[must_use]
    pub fn monthly_price_index(&self, change: Figure<'s>, month: u32) -> Figure<'s> {
        (1 + change).power(self.draft.constant(month, Unit::ONE, "months until then"))
    }

    /// A price path: today's price, and others from their months on, in order of months; those after the horizon are ignored.
    #[must_use]
    pub fn path(&self, today: Figure<'s>, steps: &[DatedPrice<'s>]) -> Figure<'s> {
        for step in steps {
            self.draft.structural(&step.month);
        }
        let starts: Vec<u32> = steps.iter().map(|step| step.month.value).collect();
        let ends = starts.iter().copied().chain([u32::MAX]).map(|next| (next - 1).min(self.horizon));
        let prices = [(1, today)].into_iter().chain(starts.iter().copied().zip(steps.iter().map(|step| step.price)));
        let dates: Vec<NodeId> = steps.iter().map(|step| step.month.at).collect();
        let spans = prices.zip(ends).filter(|((first, _), _)| *first <= self.horizon);
        let parts = spans.map(|((first, price), last)| price * self.within(first, last, &dates));
        parts.reduce(|a, b| a + b).unwrap_or(today)
    }

    /// `(1 + g)^⌊month / 12⌋`: index of a price at a month.
    #[must_use]
    pub fn price_index(&self, change: Figure<'s>, month: u32) -> Figure<'s> {
        (1 + change).power(self.draft.constant(month / 12, Unit::ONE, "full years until then"))
    }

    /// `(1 + g)^⌊m / 12⌋` for the first month m of each period: index of a price at the end of that month.
    #[must_use]
    pub fn index_of_first_months(&self, change: Figure<'s>) -> Figure<'s> {
        let years = |p: Period| Decimal::from(p.first / 12);
        (1 + change).power(self.draft.calendar("full years until the first month of the period", Unit::ONE, years))
    }

    /// `v^e(month)`: discount factor of a payment at the end of a month; month 0 is today.
    #[must_use]
    pub fn discount_at(&self, month: u32) -> Figure<'s> {
        let (base, halves) = self.discount_base();
        let until = self.flows.half_months(month, self.horizon) / halves;
        let what = if halves == 1 { "half months until then" } else { "months until then" };
        base.power(self.draft.constant(until, Unit::ONE, what))
    }

    /// 1 from month `first` to month `last`, 0 otherwise.
    ///
    /// `because` lists the values of the scenario that determine the months.
    ///
    /// # Panics
    /// If a period is only partly within: a cut is missing, which is a bug.
    #[must_use]
    pub fn within(&self, first: u32, last: u32, because: &[NodeId]) -> Figure<'s> {
        let inside = |p: Period| first <= p.first && p.last <= last;
        for period in self.draft.periods() {
            let outside = period.last < first || last < period.first;
            assert!(inside(*period) || outside, "period {period:?} is cut by months {first} to {last}");
        }
        let row =
            self.draft.calendar("1 in the months it applies to", Unit::ONE, |p| Decimal::from(u8::from(inside(p))));
        row.named_with(|| format!("[months {first}–{last}]")).decided_by(because.iter().copied())
    }

    /// `figure` from month `first` to month `last`, zero otherwise; unchanged if that is the whole horizon.
    #[must_use]
    pub fn limited(&self, figure: Figure<'s>, first: u32, last: u32, because: &[NodeId]) -> Figure<'s> {
        if first <= 1 && last >= self.horizon { figure } else { figure * self.within(first, last, because) }
    }
}

/// First and last month of each contract year, up to a month.
pub fn contract_years(months: u32) -> impl Iterator<Item = (u32, u32)> {
    (1..=months).step_by(12).map(move |first| (first, (first + 11).min(months)))
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
