//! Lines split over time.

use super::answer::Answer;
use super::statement::{By, TimeBasis, View, ViewLine, ViewOption, YearStatement};
use crate::amount::Amount;
use crate::model::{CostLine, OptionModel};
use crate::number;
use crate::sheet::FigureId;
use crate::variation::Evaluated;
use rust_decimal::Decimal;

impl Answer {
    /// The lines split over time.
    #[must_use]
    pub fn view(&self, by: By, basis: TimeBasis) -> View {
        view(&self.evaluated, self.comparison.header.minor_digits, by, basis)
    }
}

/// The lines of every option split over years or months.
#[must_use]
pub fn view(evaluated: &Evaluated, minor_digits: u32, by: By, basis: TimeBasis) -> View {
    let columns: Vec<u32> = match by {
        By::Year => (0..=evaluated.model.horizon.div_ceil(12)).collect(),
        By::Month => (0..=evaluated.model.horizon).collect(),
    };
    let option = |option: &OptionModel| {
        let lines: Vec<ViewLine> =
            option.lines.iter().map(|line| view_line(evaluated, line, minor_digits, by, basis)).collect();
        let sum = |column: usize| Amount::sum(lines.iter().map(|line| line.amounts[column]), minor_digits);
        ViewOption {
            name: option.name.clone(),
            totals: (0..columns.len()).map(sum).collect(),
            total: Amount::sum(lines.iter().map(|line| line.total), minor_digits),
            lines,
        }
    };
    View { by, basis, options: evaluated.model.options.iter().map(option).collect(), columns }
}

fn view_line(evaluated: &Evaluated, line: &CostLine, minor_digits: u32, by: By, basis: TimeBasis) -> ViewLine {
    let split = |months: Vec<Decimal>, total: FigureId| {
        let total = number::money(evaluated.value(total), minor_digits);
        let amounts = match by {
            By::Month => months,
            By::Year => years(&months),
        };
        (Amount::all(settled(&amounts, total, minor_digits), minor_digits), total)
    };
    let (present_values, worth) = split(evaluated.discounted(&evaluated.cash(line)), line.present_value);
    let (amounts, total) = match basis {
        TimeBasis::Cash => split(evaluated.cash(line), line.total),
        TimeBasis::Amortized => split(evaluated.amortized(line), line.total),
        TimeBasis::PresentValue => (present_values.clone(), worth),
    };
    let total = Amount::new(total, minor_digits);
    ViewLine { name: line.name.clone(), group: line.group, amounts, present_values, total }
}

/// Sums of contract years; year 0 is month 0.
pub(super) fn years(months: &[Decimal]) -> Vec<Decimal> {
    let (decision, months) = months.split_at(1);
    decision.iter().copied().chain(months.chunks(12).map(|year| year.iter().sum())).collect()
}

/// Rounded amounts of which the last that is not nothing takes what is left of the printed total.
#[must_use]
pub fn settled(amounts: &[Decimal], total: Decimal, minor_digits: u32) -> Vec<Decimal> {
    let mut rounded: Vec<Decimal> = amounts.iter().map(|amount| number::money(*amount, minor_digits)).collect();
    let left = total - rounded.iter().sum::<Decimal>();
    if let Some(last) = rounded.iter().rposition(|amount| !amount.is_zero()).or(rounded.len().checked_sub(1)) {
        rounded[last] += left;
    }
    rounded
}

/// Cash, amortized and present value of an option by year: sums of what its views print.
#[must_use]
pub fn year_statements(evaluated: &Evaluated, option: &OptionModel, minor_digits: u32) -> Vec<YearStatement> {
    let of = |basis| -> Vec<Amount> {
        let lines = option.lines.iter().map(|line| view_line(evaluated, line, minor_digits, By::Year, basis).amounts);
        lines.reduce(|sum, line| sum.iter().zip(&line).map(|(a, b)| *a + *b).collect()).unwrap_or_default()
    };
    let (cash, amortized, present) = (of(TimeBasis::Cash), of(TimeBasis::Amortized), of(TimeBasis::PresentValue));
    let years = (0u32..).zip(cash.into_iter().zip(amortized).zip(present));
    years
        .map(|(year, ((cash, amortized), present_value))| YearStatement { year, cash, amortized, present_value })
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
