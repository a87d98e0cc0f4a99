//! Tax years, and the settlement of their tax.

use crate::model::line::Flow;
use crate::scenario::calendar::Calendar;
use crate::sheet::{Figure, Period};
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;

/// A tax year within the horizon.
#[derive(Clone, Copy, Debug)]
pub struct TaxYear<'s> {
    /// First month.
    first: u32,
    /// Last month, at most that of the horizon; the tax of the year is settled at its end.
    pub last: u32,
    /// Months of each period in this tax year.
    months: Figure<'s>,
}

/// Tax years within the horizon, in order: contract years, or fiscal years if the scenario has a calendar. Month 0
/// belongs to the year of month 1.
#[derive(Clone, Debug)]
pub struct TaxYears<'s> {
    years: Vec<TaxYear<'s>>,
}

impl<'s> TaxYears<'s> {
    /// Tax years of a comparison with an optional calendar.
    #[must_use]
    pub fn new(timeline: &Timeline<'s>, calendar: Option<Calendar>) -> TaxYears<'s> {
        let horizon = timeline.horizon;
        let year = |(first, last): (u32, u32)| {
            let months = timeline.draft.calendar("months of the period in the tax year", Unit::MONTH, move |period| {
                Decimal::from(overlap(period, (first, last)))
            });
            TaxYear { first, last, months: months.named_with(|| format!("[months {first}–{last}]")) }
        };
        let years = match calendar {
            Some(calendar) => {
                calendar.fiscal_years(horizon).iter().map(|fiscal| year((fiscal.first, fiscal.last))).collect()
            }
            None => (1..=horizon).step_by(12).map(|first| year((first, (first + 11).min(horizon)))).collect(),
        };
        TaxYears { years }
    }

    /// The years in order.
    pub fn iter(&self) -> impl Iterator<Item = &TaxYear<'s>> {
        self.years.iter()
    }

    /// The tax year of a month and all later ones.
    #[must_use]
    pub fn from(&self, month: u32) -> &[TaxYear<'s>] {
        let at = self.years.iter().position(|year| month <= year.last);
        at.map_or(&[], |at| &self.years[at..])
    }

    /// Flows summed for each year, as one amount in its last month.
    #[must_use]
    pub fn settled(&self, timeline: &Timeline<'s>, flows: &[Flow<Figure<'s>>]) -> Vec<Flow<Figure<'s>>> {
        let rows = Rows::of(flows);
        let settled = |year: &TaxYear<'s>| {
            let amount = rows.in_year(timeline, year, flows)?;
            Some(Flow::Once { month: year.last, amount })
        };
        self.years.iter().filter_map(settled).collect()
    }
}

impl TaxYear<'_> {
    /// Month after which it begins: 0 for the first.
    #[must_use]
    pub fn begins_after(&self) -> u32 {
        self.first - 1
    }

    /// Whether it contains the end of a month.
    fn holds(&self, month: u32) -> bool {
        (self.first..=self.last).contains(&month.max(1))
    }
}

/// Sums of the monthly flows, by payment date within the month.
struct Rows<'s> {
    monthly: Option<Figure<'s>>,
    in_advance: Option<Figure<'s>>,
    first_month: Option<Figure<'s>>,
}

impl<'s> Rows<'s> {
    fn of(flows: &[Flow<Figure<'s>>]) -> Rows<'s> {
        let mut rows = Rows { monthly: None, in_advance: None, first_month: None };
        for flow in flows {
            let (sum, row) = match *flow {
                Flow::Monthly(row) => (&mut rows.monthly, row),
                Flow::InAdvance(row) => (&mut rows.in_advance, row),
                Flow::FirstMonth(row) => (&mut rows.first_month, row),
                Flow::Once { .. } => continue,
            };
            *sum = Some(sum.map_or(row, |sum| sum + row));
        }
        rows
    }

    /// Sum of the flows in a year; none if there are none.
    fn in_year(&self, timeline: &Timeline<'s>, year: &TaxYear<'s>, flows: &[Flow<Figure<'s>>]) -> Option<Figure<'s>> {
        let (first, last) = (year.first, year.last);
        let in_advance = self.in_advance.map(|row| {
            // a payment in advance is due at the end of the month before; that for month 1 at the decision
            let paid = move |period: Period| overlap(period, (if first == 1 { 1 } else { first + 1 }, last + 1));
            let what = "months of the period that are paid for in the tax year";
            let months = timeline.draft.calendar(what, Unit::MONTH, move |period| Decimal::from(paid(period)));
            row.dot(months).named_with(|| format!("paid in advance in months {first} to {last}"))
        });
        let first_month = self.first_month.map(|row| {
            let is_in = move |period: Period| u8::from((first..=last).contains(&period.first));
            let what = "whether the first month of the period lies in the tax year";
            let firsts = timeline.draft.calendar(what, Unit::ONE, move |period| Decimal::from(is_in(period)));
            row.dot(firsts).named_with(|| format!("paid when rent begins in months {first} to {last}"))
        });
        let once = flows.iter().filter_map(|flow| match flow {
            Flow::Once { month, amount } => year.holds(*month).then_some(*amount),
            Flow::Monthly(_) | Flow::InAdvance(_) | Flow::FirstMonth(_) => None,
        });
        // named, because the sum of a year must not be shown as the row of a month
        let monthly = self
            .monthly
            .map(|row| row.dot(year.months).named_with(|| format!("monthly amounts in months {first} to {last}")));
        [monthly, in_advance, first_month].into_iter().flatten().chain(once).reduce(|a, b| a + b)
    }
}

/// Number of months of a period from `first` to `last`, inclusive.
fn overlap(period: Period, (first, last): (u32, u32)) -> u32 {
    (period.last.min(last) + 1).saturating_sub(period.first.max(first))
}
