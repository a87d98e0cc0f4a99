//! Cost lines over time.

use super::answer::Answer;
use super::statement::{By, TimeBasis, View, ViewLine, ViewOption, YearResult};
use crate::amount::Amount;
use crate::model::{CostGroup, CostLine, OptionModel};
use crate::number;
use crate::scenario::calendar::Calendar;
use crate::sheet::FigureId;
use crate::variation::Evaluated;
use rust_decimal::Decimal;
use std::ops::RangeInclusive;

impl Answer {
    /// Cost lines over time; none by fiscal year if the scenario has no start date.
    #[must_use]
    pub fn view(&self, by: By, basis: TimeBasis) -> Option<View> {
        let header = &self.comparison.header;
        let split = Split::of(by, self.evaluated.model.horizon, header.calendar.as_ref())?;
        Some(view(&self.evaluated, header.minor_digits, split, basis))
    }

    /// Cash of each line of an option, by its index, in groups of months from month 0 on. Assets that are already owned are left
    /// out, because they are not paid for. A line adds up to its printed total.
    pub(in crate::analysis) fn spending(
        &self,
        option: usize,
        months: &[RangeInclusive<u32>],
    ) -> Vec<(CostGroup, Vec<Amount>)> {
        let evaluated = &self.evaluated;
        let digits = self.comparison.header.minor_digits;
        let lines = evaluated.model.options.get(option).into_iter().flat_map(|option| &option.lines);
        let spent = lines.filter(|line| !line.is_already_owned).map(|line| {
            let cash = evaluated.cash(line);
            let sums: Vec<Decimal> = months.iter().map(|of| sum(&cash, of)).collect();
            let total = number::money(evaluated.value(line.total), digits);
            (line.group, Amount::all(settled(&sums, total, digits), digits))
        });
        spent.collect()
    }
}

/// Columns of a view.
struct Split {
    by: By,
    /// Number of each column.
    columns: Vec<u32>,
    /// Name of each column in the calendar.
    dates: Option<Vec<Option<String>>>,
    /// Months of each column.
    months: Vec<RangeInclusive<u32>>,
}

impl Split {
    /// Columns over a horizon; none by fiscal year without a calendar.
    fn of(by: By, horizon: u32, calendar: Option<&Calendar>) -> Option<Split> {
        Some(match by {
            By::Year => {
                Split { by, columns: (0..=horizon.div_ceil(12)).collect(), dates: None, months: contract(12, horizon) }
            }
            By::Quarter => match calendar {
                None => {
                    let columns = (0..=horizon.div_ceil(3)).collect();
                    Split { by, columns, dates: None, months: contract(3, horizon) }
                }
                Some(calendar) => {
                    let quarters = calendar.fiscal_quarters(horizon);
                    Split {
                        by,
                        columns: (1..).zip(&quarters).map(|(number, _)| number).collect(),
                        dates: Some(quarters.iter().map(|quarter| Some(quarter.to_string())).collect()),
                        months: quarters.iter().map(|quarter| with_decision(quarter.first)..=quarter.last).collect(),
                    }
                }
            },
            By::Month => {
                let date = |calendar: &Calendar, month| calendar.month(month).map(|date| date.to_string());
                let dates = calendar.map(|calendar| (0..=horizon).map(|month| date(calendar, month)).collect());
                Split { by, columns: (0..=horizon).collect(), dates, months: (0..=horizon).map(|m| m..=m).collect() }
            }
            By::FiscalYear => {
                let years = calendar?.fiscal_years(horizon);
                Split {
                    by,
                    columns: years.iter().map(|year| year.year).collect(),
                    dates: Some(years.iter().map(|year| Some(year.to_string())).collect()),
                    months: years.iter().map(|year| with_decision(year.first)..=year.last).collect(),
                }
            }
        })
    }

    fn sums(&self, months: &[Decimal]) -> Vec<Decimal> {
        self.months.iter().map(|of| sum(months, of)).collect()
    }
}

/// First month of a column of the calendar: payments at the decision belong to the first column.
fn with_decision(first: u32) -> u32 {
    if first == 1 { 0 } else { first }
}

/// Months of every contract year or quarter of `length` months; year or quarter 0 is month 0.
fn contract(length: u32, horizon: u32) -> Vec<RangeInclusive<u32>> {
    let column = |first: u32| first..=(first + length - 1).min(horizon);
    std::iter::once(0..=0).chain((1..=horizon).step_by(length as usize).map(column)).collect()
}

/// Sum of some months of amounts by month, starting with month 0.
fn sum(months: &[Decimal], of: &RangeInclusive<u32>) -> Decimal {
    let [first, last] = [*of.start(), *of.end()].map(|month| month as usize);
    months.get(first..=last).into_iter().flatten().sum()
}

/// Cost lines of every option over time.
fn view(evaluated: &Evaluated, minor_digits: u32, split: Split, basis: TimeBasis) -> View {
    let option = |option: &OptionModel| {
        let line = |line: &CostLine| view_line(evaluated, line, minor_digits, &split, basis);
        let lines: Vec<ViewLine> = option.lines.iter().map(line).collect();
        let sum = |column: usize| Amount::sum(lines.iter().map(|line| line.amounts[column]), minor_digits);
        ViewOption {
            name: option.id.clone(),
            totals: (0..split.columns.len()).map(sum).collect(),
            total: Amount::sum(lines.iter().map(|line| line.total), minor_digits),
            loan: option.loan.map(|loan| {
                let months = evaluated.loan(&loan);
                let total = number::money(months.iter().sum(), minor_digits);
                Amount::all(settled(&split.sums(&months), total, minor_digits), minor_digits)
            }),
            lines,
        }
    };
    let options = evaluated.model.options.iter().map(option).collect();
    View { by: split.by, basis, options, columns: split.columns, dates: split.dates, months: split.months }
}

fn view_line(evaluated: &Evaluated, line: &CostLine, minor_digits: u32, split: &Split, basis: TimeBasis) -> ViewLine {
    let settled = |months: Vec<Decimal>, total: FigureId| {
        let total = number::money(evaluated.value(total), minor_digits);
        (Amount::all(settled(&split.sums(&months), total, minor_digits), minor_digits), total)
    };
    let (present_values, present_value) = settled(evaluated.discounted(&evaluated.cash(line)), line.present_value);
    let (amounts, total) = match basis {
        TimeBasis::Cash => settled(evaluated.cash(line), line.total),
        TimeBasis::Amortized => settled(evaluated.amortized(line), line.total),
        TimeBasis::PresentValue => (present_values.clone(), present_value),
    };
    let total = Amount::new(total, minor_digits);
    ViewLine { name: line.name.clone(), group: line.group, amounts, present_values, total }
}

/// Sums of contract years; year 0 is month 0.
pub(super) fn years(months: &[Decimal]) -> Vec<Decimal> {
    let horizon = u32::try_from(months.len().saturating_sub(1)).unwrap_or(u32::MAX);
    contract(12, horizon).iter().map(|year| sum(months, year)).collect()
}

/// Rounded amounts; the last nonzero one takes the difference to the printed total.
#[must_use]
pub fn settled(amounts: &[Decimal], total: Decimal, minor_digits: u32) -> Vec<Decimal> {
    let mut rounded: Vec<Decimal> = amounts.iter().map(|amount| number::money(*amount, minor_digits)).collect();
    let left = total - rounded.iter().sum::<Decimal>();
    if let Some(last) = rounded.iter().rposition(|amount| !amount.is_zero()).or(rounded.len().checked_sub(1)) {
        rounded[last] += left;
    }
    rounded
}

/// Cash of an option by column, as sums of its printed lines. None by fiscal year without a calendar.
#[must_use]
pub(super) fn cash_by(
    by: By,
    calendar: Option<&Calendar>,
    (evaluated, option): (&Evaluated, &OptionModel),
    minor_digits: u32,
) -> Option<Vec<Amount>> {
    let split = Split::of(by, evaluated.model.horizon, calendar)?;
    Some(sums_of_lines(&split, TimeBasis::Cash, (evaluated, option), minor_digits))
}

/// Sums of the printed lines of an option in each column.
fn sums_of_lines(
    split: &Split,
    basis: TimeBasis,
    (evaluated, option): (&Evaluated, &OptionModel),
    minor_digits: u32,
) -> Vec<Amount> {
    let lines = option.lines.iter().map(|line| view_line(evaluated, line, minor_digits, split, basis).amounts);
    lines.reduce(|sum, line| sum.iter().zip(&line).map(|(a, b)| *a + *b).collect()).unwrap_or_default()
}

/// Cash, amortized cost and present value of an option by year, as sums of its printed lines.
#[must_use]
pub fn year_statements(evaluated: &Evaluated, option: &OptionModel, minor_digits: u32) -> Vec<YearResult> {
    let Some(years) = Split::of(By::Year, evaluated.model.horizon, None) else { return Vec::new() };
    let of = |basis| sums_of_lines(&years, basis, (evaluated, option), minor_digits);
    let (cash, amortized, present) = (of(TimeBasis::Cash), of(TimeBasis::Amortized), of(TimeBasis::PresentValue));
    let years = (0u32..).zip(cash.into_iter().zip(amortized).zip(present));
    years
        .map(|(year, ((cash, amortized), present_value))| YearResult { year, cash, amortized, present_value })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_amount_takes_what_is_left() {
        let third = Decimal::ONE_HUNDRED / Decimal::from(3);
        let settled = settled(&[third, third, third, Decimal::ZERO], Decimal::ONE_HUNDRED, 2);
        let texts: Vec<String> = settled.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["33.33", "33.33", "33.34", "0"]);
    }

    #[test]
    fn year_zero_is_the_decision() {
        let months: Vec<Decimal> = (0..=14).map(Decimal::from).collect();
        // 1 + … + 12 = 78, 13 + 14 = 27
        assert_eq!(years(&months), [0, 78, 27].map(Decimal::from));
    }
}
