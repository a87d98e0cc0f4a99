//! Present values of options over other numbers of months than the scenario's own, without a sheet for each.
//!
//! The horizon determines the structure of a sheet, but changes it seldom: between two dates of the scenario only the
//! last period grows, and with it the few leaves that count months up to the horizon. So two sheets determine all
//! horizons between them. Every comparison of a date with the horizon changes once, and every number of months in a
//! sheet is that up to a date, up to the horizon, or up to the earlier of both. If two sheets have the same formulas,
//! and each leaf is the same in both or changes by one per month between them, then a sheet in between has the same
//! formulas, and its leaves are interpolated linearly. Monthly payments are then summed once, and figures that depend
//! on the horizon, such as remaining values or prepayments for the rest of a term, are recomputed from a few figures.

use super::Variation;
use super::comparable::not_comparable_because;
use super::eligible::ineligible_because;
use super::evaluated::{broken_rules, discount_factors};
use super::float_filter::decisive;
use crate::model::{Flow, OptionId, PresentValueModel, PresentValues};
use crate::scenario::Scenario;
use crate::scenario::conventions::FlowDates;
use crate::sheet::{FigureId, Formula, MovedLeaf, Sheet, Values};
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Sums beyond this are left to the sheet of their horizon, which checks whether they are too large.
const LARGEST: Decimal = Decimal::from_parts(1_661_992_960, 1_808_227_885, 5, false, 0);

/// Options over other horizons than a scenario's own.
#[derive(Debug)]
pub struct OtherHorizons<'a> {
    variation: &'a Variation<'a>,
    /// Names of the requested options.
    required: BTreeSet<OptionId>,
    /// Whether it is computed which options can win.
    with_winners: bool,
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
    /// Longest horizon.
    last: u32,
    /// The options that can be delivered within the shortest.
    options: Vec<OptionOverHorizons>,
}

/// An option over a stretch of horizons.
#[derive(Debug)]
pub struct OptionOverHorizons {
    /// Its name.
    pub id: OptionId,
    /// Number of its cost lines.
    pub lines: usize,
    /// Its present value over every horizon, ascending.
    present_values: Vec<Estimate>,
    /// Whether it can win over every horizon, ascending; empty if not computed.
    can_win: Vec<bool>,
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

impl<'a> OtherHorizons<'a> {
    /// Other horizons of a scenario: present values alone.
    #[must_use]
    pub fn of(variation: &'a Variation<'a>) -> OtherHorizons<'a> {
        OtherHorizons {
            variation,
            required: BTreeSet::new(),
            with_winners: false,
            written: BTreeMap::new(),
            begins: BTreeSet::new(),
            work: 0,
        }
    }

    /// Other horizons of a scenario, with the options that can win.
    #[must_use]
    pub fn with_winners(variation: &'a Variation<'a>) -> OtherHorizons<'a> {
        OtherHorizons { with_winners: true, ..OtherHorizons::of(variation) }
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
        let segment = match self.between(first..=longest) {
            Some(options) => HorizonRange { first, last: longest, options },
            None => HorizonRange { first: longest, last: longest, options: exact(self.written_for(longest)) },
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

    fn between(&self, horizons: RangeInclusive<u32>) -> Option<Vec<OptionOverHorizons>> {
        let (shortest, longest) = (&self.written[horizons.start()], &self.written[horizons.end()]);
        let line = Line::between(shortest, longest, horizons)?;
        let judge = self.with_winners.then_some(&self.variation.loaded.scenario);
        Summed::new(longest, &line, judge)?.options()
    }
}

/// Each option over one horizon, from its sheet.
fn exact(written: &PresentValues) -> Vec<OptionOverHorizons> {
    let over = |(option, (id, present_value)): (&PresentValueModel, (OptionId, Option<Decimal>))| {
        let present_values = vec![Estimate { present_value: present_value?, off_by: Decimal::ZERO }];
        Some(OptionOverHorizons { id, lines: option.lines.len(), present_values, can_win: Vec::new() })
    };
    written.options.iter().zip(written.present_values()).filter_map(over).collect()
}

impl HorizonRange {
    /// Shortest horizon.
    #[must_use]
    pub fn first(&self) -> u32 {
        self.first
    }

    /// Longest horizon.
    #[must_use]
    pub fn last(&self) -> u32 {
        self.last
    }

    /// Whether it is one horizon, with values from its sheet.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.options.iter().flat_map(|option| &option.present_values).any(Estimate::is_exact)
    }

    /// Present value of an option over a horizon of the stretch; none if it cannot be delivered within it.
    #[must_use]
    pub fn present_value(&self, months: u32, option: &OptionId) -> Option<Estimate> {
        let option = self.options.iter().find(|over| over.id == *option)?;
        option.present_values.get(months.checked_sub(self.first)? as usize).copied()
    }

    /// The options that can win over a horizon of the stretch, with their present values.
    pub fn can_win(&self, months: u32) -> impl Iterator<Item = (&OptionOverHorizons, Estimate)> {
        let at = (months - self.first) as usize;
        let can_win = self.options.iter().filter(move |option| option.can_win.get(at) == Some(&true));
        can_win.map(move |option| (option, option.present_values[at]))
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
        let is_same = |(before, after): (&PresentValueModel, &PresentValueModel)| {
            let mut flows = before.flows.iter().zip(&after.flows);
            flows.all(|(before, after)| are_alike(*before, *after, &horizons))
                && before.flows.len() == after.flows.len()
                && *before == PresentValueModel { flows: before.flows.clone(), ..after.clone() }
        };
        let are_alike = shortest.options.len() == longest.options.len()
            && shortest.options.iter().zip(&longest.options).all(is_same)
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
    longest: &'a PresentValues,
    sheet: &'a Sheet,
    /// The scenario, if it is computed which options can win.
    judge: Option<&'a Scenario>,
    line: &'a Line,
    values: Values<Decimal>,
    /// Figures that depend on the horizon.
    again: Vec<FigureId>,
    calendar: Discounts,
}

impl<'a> Summed<'a> {
    /// None if amounts cannot be computed, if more than one-time payments depends on the horizon, or if the number of
    /// terms of a power or series depends on it: a sheet fixes those for its own horizon.
    fn new(longest: &'a PresentValues, line: &'a Line, judge: Option<&'a Scenario>) -> Option<Summed<'a>> {
        // the payment date in the last year depends on the horizon
        if longest.flows != FlowDates::MonthEnd {
            return None;
        }
        let sheet = &longest.sheet;
        let mut results: Vec<FigureId> = flows(longest).into_iter().map(Flow::amount).collect();
        if judge.is_some() {
            results.extend(longest.options.iter().flat_map(|option| decisive(sheet, option)).chain([longest.demanded]));
        }
        let needed = sheet.ancestors(&[&results[..], &[longest.monthly_discount]].concat());
        if needed.iter().any(|figure| matches!(sheet.row(*figure).formula, Formula::Annuity(_))) {
            return None;
        }
        let mut values = sheet.values();
        sheet.evaluate(&needed, &mut values).ok()?;
        let moved: Vec<FigureId> = line.moved.iter().map(|leaf| leaf.figure).collect();
        let again = sheet.affected(&moved, &results);
        let is_counted =
            |figure: &FigureId| sheet.row(*figure).formula.count().is_some_and(|count| moved.contains(&count));
        if again.iter().any(is_counted) {
            return None;
        }
        let v = values[sheet.at(longest.monthly_discount, 0)];
        let calendar = Discounts::new(v, *line.horizons.end())?;
        Some(Summed { longest, sheet, judge, line, values, again, calendar })
    }

    /// All options over every horizon.
    fn options(mut self) -> Option<Vec<OptionOverHorizons>> {
        let models = &self.longest.options;
        let payments = models.iter().map(|option| self.payments(option)).collect::<Option<Vec<Payments>>>()?;
        let over = |option: &PresentValueModel| OptionOverHorizons {
            id: option.id.clone(),
            lines: option.lines.len(),
            present_values: Vec::new(),
            can_win: Vec::new(),
        };
        let mut options: Vec<OptionOverHorizons> = models.iter().map(over).collect();
        for months in self.line.horizons.clone() {
            self.move_to(months)?;
            for ((over, option), paid) in options.iter_mut().zip(models).zip(&payments) {
                over.present_values.push(self.present_value(paid, months)?.estimate());
                over.can_win.extend(self.judge.map(|scenario| self.can_win(scenario, option)));
            }
        }
        Some(options)
    }

    /// Whether an option is possible, eligible and comparable at the current horizon.
    fn can_win(&self, scenario: &Scenario, option: &PresentValueModel) -> bool {
        let (sheet, values) = (self.sheet, &self.values);
        let largest = |row| (0..sheet.periods().len()).map(|at| values[sheet.at(row, at)]).max().unwrap_or_default();
        let value = |figure| values[sheet.at(figure, 0)];
        broken_rules(sheet, &sheet.conditions()[option.conditions.clone()], values).is_empty()
            && ineligible_because(scenario, option, &largest).is_empty()
            && not_comparable_because(scenario, option, self.longest.demanded, &value).is_empty()
    }

    fn payments(&self, option: &PresentValueModel) -> Option<Payments> {
        let mut paid =
            Payments { settled: Sum::default(), monthly: 0.into(), in_advance: 0.into(), closings: Vec::new() };
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
