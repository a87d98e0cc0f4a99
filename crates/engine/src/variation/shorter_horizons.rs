//! Present values of options over every number of months up to the scenario's own, without a sheet for each.
//!
//! The horizon determines the structure of a sheet, but changes it seldom: between two dates of the scenario only the
//! last period grows, and with it the few leaves that count months up to the horizon. So two sheets determine all
//! horizons between them. Every comparison of a date with the horizon changes once, and every number of months in a
//! sheet is that up to a date, up to the horizon, or up to the earlier of both. If two sheets have the same formulas,
//! and each leaf is the same in both or changes by one per month between them, then a sheet in between has the same
//! formulas, and its leaves are interpolated linearly. Monthly payments are then summed once, and figures that depend
//! on the horizon, such as remaining values or prepayments for the rest of a term, are recomputed from a few figures.

use super::Variation;
use super::evaluated::discount_factors;
use crate::model::{Flow, OptionId, PresentValueModel, PresentValues};
use crate::scenario::conventions::FlowDates;
use crate::sheet::{FigureId, Formula, MovedLeaf, Sheet, Values};
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Sums beyond this are left to the sheet of their horizon, which checks whether they are too large.
const LARGEST: Decimal = Decimal::from_parts(1_661_992_960, 1_808_227_885, 5, false, 0);

/// Options over horizons up to a scenario's own.
#[derive(Debug)]
pub struct ShorterHorizons<'a> {
    variation: &'a Variation<'a>,
    /// Names of the requested options.
    required: BTreeSet<OptionId>,
    /// Sheets built so far, by horizon.
    written: BTreeMap<u32, PresentValues>,
    /// Months of a contract year in which earlier stretches began.
    begins: BTreeSet<u32>,
    /// Numbers built and computed so far.
    work: usize,
}

/// Options over a stretch of horizons without a date in it.
#[derive(Debug)]
pub struct HorizonRange {
    /// Shortest horizon.
    first: u32,
    /// For every horizon, ascending: present values of the options that can be delivered within it.
    present_values: Vec<Vec<(OptionId, Estimate)>>,
}

/// An estimate of an unrounded present value.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// Estimated value.
    pub present_value: Decimal,
    /// Maximum error; zero for a value from a sheet.
    pub off_by: Decimal,
}

impl Estimate {
    /// Whether it is from a sheet.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.off_by.is_zero()
    }
}

impl<'a> ShorterHorizons<'a> {
    /// Shorter horizons of a scenario.
    #[must_use]
    pub fn of(variation: &'a Variation<'a>) -> ShorterHorizons<'a> {
        ShorterHorizons {
            variation,
            required: BTreeSet::new(),
            written: BTreeMap::new(),
            begins: BTreeSet::new(),
            work: 0,
        }
    }

    /// Numbers built and computed so far; building a number counts as much as computing it.
    #[must_use]
    pub fn work(&self) -> usize {
        self.work
    }

    /// Present values of the options with these names over the horizon `longest`, and over all shorter ones with the
    /// same formulas.
    pub fn up_to(&mut self, longest: u32, required: BTreeSet<OptionId>) -> HorizonRange {
        if self.required != required {
            self.required = required;
            self.written.clear();
        }
        let first = self.first_of_stretch(longest);
        self.work += self.written_for(longest).sheet.numbers();
        let present_values = self.between(first..=longest);
        let segment = match present_values {
            Some(present_values) => HorizonRange { first, present_values },
            None => {
                HorizonRange { first: longest, present_values: vec![exact_present_values(self.written_for(longest))] }
            }
        };
        // sheets for this and longer horizons are no longer needed
        self.written.split_off(&longest);
        segment
    }

    /// Shortest horizon with the same formulas: the beginning of its last period, or the position in the year at which
    /// an earlier stretch began, or found by bisection.
    fn first_of_stretch(&mut self, longest: u32) -> u32 {
        let begin = self.written_for(longest).sheet.periods().last().map_or(longest, |period| period.first);
        let known = self.begins.iter().filter_map(|month| longest.checked_sub((longest + 12 - month) % 12));
        let known = known.filter(|first| (begin + 1..=longest).contains(first)).min().unwrap_or(begin);
        if self.is_alike(known, longest) {
            return known;
        }
        let (mut unlike, mut alike) = (known, longest);
        while alike - unlike > 1 {
            let middle = u32::midpoint(unlike, alike);
            if self.is_alike(middle, longest) { alike = middle } else { unlike = middle }
        }
        self.begins.insert(alike % 12);
        alike
    }

    fn is_alike(&mut self, shorter: u32, longer: u32) -> bool {
        self.written_for(shorter);
        Line::between(&self.written[&shorter], &self.written[&longer], shorter..=longer).is_some()
    }

    fn written_for(&mut self, months: u32) -> &PresentValues {
        let Variation { loaded, traces, .. } = self.variation;
        let (required, work) = (&self.required, &mut self.work);
        self.written.entry(months).or_insert_with(|| {
            let written = PresentValues::over(&loaded.scenario, traces, months, Some(required));
            *work += written.sheet.numbers();
            written
        })
    }

    fn between(&self, horizons: RangeInclusive<u32>) -> Option<Vec<Vec<(OptionId, Estimate)>>> {
        let (shortest, longest) = (&self.written[horizons.start()], &self.written[horizons.end()]);
        let line = Line::between(shortest, longest, horizons)?;
        Summed::new(longest, &line)?.present_values(longest)
    }
}

/// Present value of each option from the sheet of one horizon.
fn exact_present_values(written: &PresentValues) -> Vec<(OptionId, Estimate)> {
    let exact = written.present_values().into_iter();
    exact
        .filter_map(|(name, present_value)| {
            Some((name, Estimate { present_value: present_value?, off_by: Decimal::ZERO }))
        })
        .collect()
}

impl HorizonRange {
    /// Shortest horizon.
    #[must_use]
    pub fn first(&self) -> u32 {
        self.first
    }

    /// Present value of an option over a horizon of the stretch; none if it cannot be delivered within it.
    #[must_use]
    pub fn present_value(&self, months: u32, option: &OptionId) -> Option<Estimate> {
        let present_values = self.present_values.get(months.checked_sub(self.first)? as usize)?;
        present_values.iter().find(|(name, _)| name == option).map(|(_, estimate)| *estimate)
    }
}

/// Differences of the sheets between two horizons: only leaves, and the months of payments at the horizon.
struct Line {
    horizons: RangeInclusive<u32>,
    /// Leaves that change by one per month.
    moved: Vec<MovedLeaf>,
}

impl Line {
    fn between(shortest: &PresentValues, longest: &PresentValues, horizons: RangeInclusive<u32>) -> Option<Line> {
        let months = Decimal::from(horizons.end() - horizons.start());
        let moved = shortest.sheet.moved_leaves(&longest.sheet)?;
        let is_on_the_line = |leaf: &MovedLeaf| leaf.more.abs() == months;
        let names =
            |written: &'_ PresentValues| written.options.iter().map(|option| option.id.clone()).collect::<Vec<_>>();
        let (before, after) = (flows(shortest), flows(longest));
        let are_alike = names(shortest) == names(longest)
            && before.len() == after.len()
            && before.iter().zip(&after).all(|(a, b)| are_alike(*a, *b, &horizons))
            && moved.iter().all(is_on_the_line);
        are_alike.then_some(Line { horizons, moved })
    }
}

/// All flows of all options, in order.
fn flows(written: &PresentValues) -> Vec<Flow<FigureId>> {
    written.options.iter().flat_map(|option| option.flows.iter().copied()).collect()
}

/// Whether two flows are the same, in the same month or each at its own horizon.
fn are_alike(shorter: Flow<FigureId>, longer: Flow<FigureId>, horizons: &RangeInclusive<u32>) -> bool {
    match (shorter, longer) {
        (Flow::Monthly(a), Flow::Monthly(b))
        | (Flow::InAdvance(a), Flow::InAdvance(b))
        | (Flow::FirstMonth(a), Flow::FirstMonth(b)) => a == b,
        (Flow::Once { month: before, amount: a }, Flow::Once { month: after, amount: b }) => {
            let is_at_the_horizon = (before, after) == (*horizons.start(), *horizons.end());
            a == b && (is_at_the_horizon || before == after && after <= *horizons.start())
        }
        (Flow::Monthly(_) | Flow::InAdvance(_) | Flow::FirstMonth(_) | Flow::Once { .. }, _) => false,
    }
}

/// An amount that depends on the horizon, paid in a month or at the horizon.
struct Closing {
    amount: FigureId,
    month: Option<u32>,
}

/// Payments of an option over a stretch of horizons.
struct Payments {
    id: OptionId,
    /// Sum that is the same for all of them.
    settled: Sum,
    /// Payment in each month of the last period.
    monthly: Decimal,
    /// Payment in advance for each month of the last period, at the end of the month before.
    in_advance: Decimal,
    closings: Vec<Closing>,
}

/// A sum of present values, with a size that bounds its error.
#[derive(Clone, Copy, Default)]
struct Sum {
    present_value: Decimal,
    size: Decimal,
}

impl Sum {
    /// Adds an amount times a discount factor; none beyond the largest sum.
    fn with(self, amount: Decimal, factor: Decimal) -> Option<Sum> {
        let product = amount.checked_mul(factor)?;
        let size = self.size.checked_add(product.abs())?.checked_add(amount.abs())?;
        (size < LARGEST).then_some(Sum { present_value: self.present_value.checked_add(product)?, size })
    }

    /// Estimate; each product and sum, also those of a sheet, is accurate to 28 decimals or digits.
    fn estimate(self) -> Estimate {
        Estimate { present_value: self.present_value, off_by: self.size * Decimal::new(1, 15) + Decimal::new(1, 12) }
    }
}

/// The sheet of the longest of some horizons, with data for all of them.
struct Summed<'a> {
    sheet: &'a Sheet,
    line: &'a Line,
    values: Values<Decimal>,
    /// Figures that depend on the horizon.
    again: Vec<FigureId>,
    calendar: Discounts,
}

impl<'a> Summed<'a> {
    /// None if amounts cannot be computed, if more than one-time payments depends on the horizon, or if the number of
    /// terms of a power or series depends on it: a sheet fixes those for its own horizon.
    fn new(longest: &'a PresentValues, line: &'a Line) -> Option<Summed<'a>> {
        // the payment date in the last year depends on the horizon
        if longest.flows != FlowDates::MonthEnd {
            return None;
        }
        let sheet = &longest.sheet;
        let amounts: Vec<FigureId> = flows(longest).into_iter().map(Flow::amount).collect();
        let results: Vec<FigureId> = amounts.iter().copied().chain([longest.monthly_discount]).collect();
        let needed = sheet.ancestors(&results);
        if needed.iter().any(|figure| matches!(sheet.row(*figure).formula, Formula::Annuity(_))) {
            return None;
        }
        let mut values = sheet.values();
        sheet.evaluate(&needed, &mut values).ok()?;
        let moved: Vec<FigureId> = line.moved.iter().map(|leaf| leaf.figure).collect();
        let again = sheet.affected(&moved, &amounts);
        let is_counted =
            |figure: &FigureId| sheet.row(*figure).formula.count().is_some_and(|count| moved.contains(&count));
        if again.iter().any(is_counted) {
            return None;
        }
        let v = values[sheet.at(longest.monthly_discount, 0)];
        let calendar = Discounts::new(v, *line.horizons.end())?;
        Some(Summed { sheet, line, values, again, calendar })
    }

    /// Present values of all options over every horizon, ascending.
    fn present_values(mut self, longest: &PresentValues) -> Option<Vec<Vec<(OptionId, Estimate)>>> {
        let payments: Option<Vec<Payments>> = longest.options.iter().map(|option| self.payments(option)).collect();
        let payments = payments?;
        let mut found = Vec::new();
        for months in self.line.horizons.clone() {
            self.move_to(months)?;
            let estimate = |paid: &Payments| Some((paid.id.clone(), self.present_value(paid, months)?.estimate()));
            found.push(payments.iter().map(estimate).collect::<Option<Vec<(OptionId, Estimate)>>>()?);
        }
        Some(found)
    }

    fn payments(&self, option: &PresentValueModel) -> Option<Payments> {
        let id = option.id.clone();
        let mut paid =
            Payments { id, settled: Sum::default(), monthly: 0.into(), in_advance: 0.into(), closings: Vec::new() };
        for flow in &option.flows {
            self.add(*flow, &mut paid)?;
        }
        Some(paid)
    }

    fn add(&self, flow: Flow<FigureId>, paid: &mut Payments) -> Option<()> {
        let hangs = self.again.binary_search(&flow.amount()).is_ok();
        let value = |figure, at| self.values[self.sheet.at(figure, at)];
        let (last, before) = self.sheet.periods().split_last()?;
        let periods = || before.iter().enumerate();
        match flow {
            Flow::Monthly(_) | Flow::InAdvance(_) | Flow::FirstMonth(_) if hangs => return None,
            Flow::Monthly(row) => {
                for (at, period) in periods() {
                    paid.settled = paid.settled.with(value(row, at), self.calendar.over(period.first, period.last))?;
                }
                paid.monthly = paid.monthly.checked_add(value(row, before.len()))?;
            }
            Flow::InAdvance(row) => {
                for (at, period) in periods() {
                    let factor = self.calendar.over(period.first - 1, period.last - 1);
                    paid.settled = paid.settled.with(value(row, at), factor)?;
                }
                paid.in_advance = paid.in_advance.checked_add(value(row, before.len()))?;
            }
            Flow::FirstMonth(row) => {
                for (at, period) in periods().chain([(before.len(), last)]) {
                    paid.settled = paid.settled.with(value(row, at), self.calendar.at(period.first))?;
                }
            }
            Flow::Once { month, amount } => {
                let at_horizon = month > *self.line.horizons.start();
                if at_horizon || hangs {
                    paid.closings.push(Closing { amount, month: (!at_horizon).then_some(month) });
                } else {
                    paid.settled = paid.settled.with(value(amount, 0), self.calendar.at(month))?;
                }
            }
        }
        Some(())
    }

    /// Sets the leaves for another horizon, and recomputes the figures that depend on it.
    fn move_to(&mut self, months: u32) -> Option<()> {
        let back = Decimal::from(self.line.horizons.end() - months);
        for MovedLeaf { figure, period, more } in &self.line.moved {
            let at = self.sheet.at(*figure, *period);
            let moved = if *more > Decimal::ZERO { -back } else { back };
            self.values[at] = self.sheet.leaf(*figure, *period).checked_add(moved)?;
        }
        self.sheet.evaluate(&self.again, &mut self.values).ok()
    }

    fn present_value(&self, paid: &Payments, months: u32) -> Option<Sum> {
        let first = self.sheet.periods().last()?.first;
        let mut sum = paid.settled.with(paid.monthly, self.calendar.over(first, months))?;
        sum = sum.with(paid.in_advance, self.calendar.over(first - 1, months - 1))?;
        for closing in &paid.closings {
            let amount = self.values[self.sheet.at(closing.amount, 0)];
            sum = sum.with(amount, self.calendar.at(closing.month.unwrap_or(months)))?;
        }
        Some(sum)
    }
}

/// Discount factors by month.
struct Discounts {
    /// `v^m` for every month, from 0.
    factors: Vec<Decimal>,
    /// Σ `v^m` over the first months, from 0.
    sums: Vec<Decimal>,
}

impl Discounts {
    fn new(v: Decimal, horizon: u32) -> Option<Discounts> {
        let factors = discount_factors(v, horizon, FlowDates::MonthEnd);
        let mut sums = vec![Decimal::ZERO];
        for factor in &factors {
            sums.push(sums.last()?.checked_add(*factor)?);
        }
        Some(Discounts { factors, sums })
    }

    /// Factor for a payment at the end of a month.
    fn at(&self, month: u32) -> Decimal {
        self.factors[month as usize]
    }

    /// Factor for a payment at the end of each of some months.
    fn over(&self, first: u32, last: u32) -> Decimal {
        self.sums[last as usize + 1] - self.sums[first as usize]
    }
}
