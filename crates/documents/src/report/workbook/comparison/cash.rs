//! Cash by contract year, and cumulative cash.

use super::{ComparisonSheet, NAMES};
use crate::report::workbook::canvas::SheetWriter;
use crate::report::workbook::layout::{AT_ONCE, option_rows};
use crate::report::workbook::names::{cell, letters};
use crate::report::workbook::option::column;
use crate::report::workbook::styles;
use rust_decimal::Decimal;
use rust_xlsxwriter::{Chart, XlsxError};

/// Row of year 0.
const CASH: u32 = 34;

/// First row below both tables, for this number of years.
pub(super) fn below(years: u32) -> u32 {
    CASH + 2 * (years + 4)
}

impl ComparisonSheet<'_, '_> {
    /// Writes cash by contract year and cumulative cash; returns the number of years.
    pub(super) fn write_cash(&self, writer: &mut SheetWriter<'_>) -> Result<u32, XlsxError> {
        let periods = self.layout.periods();
        let years = periods.last().map_or(0, |period| period.year());
        let sums = CASH + years + 4;
        writer.text(
            (CASH - 1, 0),
            "Cash by contract year (year 0 is the time of the decision)",
            &self.styles.section,
        )?;
        writer.text((sums - 1, 0), "Cumulative cash at the end of the year", &self.styles.section)?;
        for year in 0..=years {
            writer.number((CASH + year, 0), year.into(), &styles::plain("\"year\" 0"))?;
            writer.number((sums + year, 0), year.into(), &styles::plain("\"year\" 0"))?;
        }
        let money = styles::plain(&self.money);
        for (at, option) in self.layout.options().iter().enumerate() {
            let (column_of, total) = (Self::column(at), option_rows(option).total);
            let cash = self.layout.cash(option);
            let mut paid = Decimal::ZERO;
            for year in 0..=years {
                let of_year: Vec<usize> = (0..periods.len()).filter(|at| periods[*at].year() == year).collect();
                let (formula, value) = match (of_year.first(), of_year.last()) {
                    (Some(first), Some(last)) => {
                        let to = cell(total, column(*last));
                        let sum = of_year.iter().map(|at| cash.by_period[*at]).sum();
                        (format!("SUM({}:{to})", self.of_option(at, total, column(*first))), sum)
                    }
                    (None, _) | (_, None) => (self.of_option(at, total, AT_ONCE), cash.at_once),
                };
                paid += value;
                writer.formula((CASH + year, column_of), &formula, value, &money)?;
                let sum = format!(
                    "SUM({}:{})",
                    format_args!("{}${}", letters(column_of), CASH + 1),
                    cell(CASH + year, column_of)
                );
                writer.formula((sums + year, column_of), &sum, paid, &money)?;
            }
        }
        Ok(years)
    }

    /// Chart of the cumulative cash of every option.
    pub(super) fn cumulative(&self, years: u32) -> Chart {
        let sums = CASH + years + 4;
        let mut chart = Chart::new_line();
        for at in 0..self.statements().len() {
            let column = Self::column(at);
            chart
                .add_series()
                .set_name((self.name.as_str(), NAMES, column))
                .set_categories((self.name.as_str(), sums, 0, sums + years, 0))
                .set_values((self.name.as_str(), sums, column, sums + years, column));
        }
        let currency = &self.layout.answer.comparison.header.currency;
        chart.title().set_name("Cumulative cash by year");
        chart.y_axis().set_name(currency.as_str()).set_num_format("#,##0");
        chart.x_axis().set_name("contract year").set_num_format("0");
        chart
            .set_width(900)
            .set_height(380)
            .set_alt_text("Cumulative cash at the end of each year, one line per option");
        chart
    }
}
