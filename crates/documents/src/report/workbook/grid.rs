//! Cash by month, by quarter and by year: every cost line in columns of equal length. Months are formulas over the workings of the
//! options; quarters and years are sums of months.

use super::canvas::{Printed, SheetWriter};
use super::layout::{BODY, HEAD, Layout};
use super::names::{cell, letters, quoted};
use super::styles::{self, Styles};
use crate::analysis::statement::{By, TimeBasis};
use crate::model::{CostGroup, CostLine, Flow};
use crate::report::compare;
use rust_decimal::Decimal;
use rust_xlsxwriter::{Chart, ExcelDateTime, Workbook, XlsxError};
use std::ops::RangeInclusive;

/// Column of the kind of cost, of totals, and of the first month, quarter or year.
const KIND: u16 = 1;
const TOTAL: u16 = 2;
const FIRST: u16 = 3;
/// Column widths: lines, kinds, totals, amounts.
const WIDTHS: [u16; 3] = [36, 11, 16];
const AMOUNT: u16 = 14;
/// Months that are printed, with that of the decision.
const PRINTED_MONTHS: u16 = 13;
/// Row of the months of a column.
const MONTHS: u32 = HEAD + 1;

/// Kinds of cost with a subtotal.
const CAPITAL: &str = "capital";
const OPERATING: &str = "operating";
const OTHER: &str = "other";
const KINDS: [&str; 3] = [CAPITAL, OPERATING, OTHER];

/// Sheet with cash in columns of one length.
pub(super) struct Grid<'l, 'a> {
    layout: &'l Layout<'a>,
    styles: &'l Styles,
    by: By,
    name: &'l str,
    /// Names of the columns.
    heads: Vec<String>,
    /// Months of the columns; month 0 is the time of the decision.
    columns: Vec<RangeInclusive<u32>>,
}

/// Amount of a row by month, starting with month 0.
type Months = Vec<Decimal>;

impl<'l, 'a> Grid<'l, 'a> {
    /// Grids by month, by quarter and by year; years and quarters are those of the fiscal year if the scenario has a start.
    pub(super) fn all(layout: &'l Layout<'a>, styles: &'l Styles) -> Vec<Grid<'l, 'a>> {
        let comparison = &layout.answer.comparison;
        let year = if comparison.header.calendar.is_some() { By::FiscalYear } else { By::Year };
        let grid = |(by, name): (By, &'l String)| {
            let view = layout.answer.view(by, TimeBasis::Cash)?;
            let heads = match by {
                By::Month => view.columns.iter().map(|month| format!("month {month}")).collect(),
                By::Quarter | By::Year | By::FiscalYear => compare::column_heads(&view),
            };
            Some(Grid { layout, styles, by, name, heads, columns: view.months })
        };
        [By::Month, By::Quarter, year].into_iter().zip(&layout.grid_sheets).filter_map(grid).collect()
    }

    /// Row of the cash of an option in the summary, and its cumulative cash.
    fn summary(&self, option: usize) -> (u32, u32) {
        let count = rows(self.layout.options().len());
        let cash = BODY + 1 + rows(option);
        (cash, cash + count + 2)
    }

    /// Row of the first line of an option; its subtotals and its cash are below its lines.
    fn lines(&self, option: usize) -> u32 {
        let before = self.layout.options()[..option].iter();
        let above: usize = before.map(|option| option.lines.len() + KINDS.len() + 3).sum();
        self.summary(self.layout.options().len()).1 + 2 + rows(above)
    }

    /// Row of the cash of an option below its lines.
    fn cash(&self, option: usize) -> u32 {
        self.lines(option) + rows(self.layout.options()[option].lines.len() + KINDS.len())
    }

    fn last_column(&self) -> u16 {
        column(self.columns.len().saturating_sub(1))
    }

    /// Writes the sheet.
    pub(super) fn write(&self, workbook: &mut Workbook) -> Result<(), XlsxError> {
        let header = &self.layout.answer.comparison.header;
        let mut writer = SheetWriter { sheet: workbook.add_worksheet().set_name(self.name)? };
        let title = match self.by {
            By::Month => "Cash by month",
            By::Quarter if header.calendar.is_some() => "Cash by quarter of the fiscal year",
            By::Quarter => "Cash by quarter of the contract",
            By::FiscalYear => "Cash by fiscal year",
            By::Year => "Cash by contract year",
        };
        writer.text((0, 0), title, &self.styles.title)?;
        let printed = match self.by {
            By::Month => " Printed are the first twelve months, without the lines of the options.",
            By::Quarter => " Printed without the lines of the options.",
            By::FiscalYear | By::Year => "",
        };
        let subtitle = format!(
            "Payments in {}, costs positive, unrounded. Month 0 is the time of the decision.{printed}",
            header.currency
        );
        writer.text((1, 0), &subtitle, &self.styles.subtitle)?;
        self.write_heads(&mut writer)?;
        let options = self.layout.options();
        writer.text((self.summary(0).0 - 1, 0), "cash", &self.styles.section)?;
        writer.text((self.summary(0).1 - 1, 0), "cumulative cash", &self.styles.section)?;
        let mut last_row = self.summary(options.len().saturating_sub(1)).1;
        for (at, option) in options.iter().enumerate() {
            let result = &self.layout.answer.comparison.options[at];
            let (name, first) = (result.label.as_deref().unwrap_or(option.id.as_str()), self.lines(at));
            writer.text((first - 1, 0), name, &self.styles.section)?;
            let mut all = Vec::new();
            for (row, (line, line_result)) in (first..).zip(option.lines.iter().zip(&result.lines)) {
                writer.text((row, 0), line_result.label.as_deref().unwrap_or(&line.name), &self.styles.text)?;
                writer.text((row, KIND), kind(line.group), &self.styles.faint)?;
                let months = self.layout.answer.evaluated.cash(line);
                self.write_row(&mut writer, row, &months, |month| self.paid_in(line, month), false)?;
                all.push((kind(line.group), months));
            }
            let below = first + rows(all.len());
            for (row, of) in (below..).zip(KINDS) {
                writer.text((row, 0), of, &self.styles.strong)?;
                let months = self.sum(all.iter().filter(|(kind, _)| *kind == of));
                let sum = |month: u32| {
                    let letters = letters(column(month as usize));
                    let kinds = format!("$B${}:$B${below}", first + 1);
                    (first < below).then(|| format!("SUMIF({kinds},\"{of}\",{letters}{}:{letters}{below})", first + 1))
                };
                self.write_row(&mut writer, row, &months, sum, false)?;
                // hide subtotals of kinds that the option does not have
                if !all.iter().any(|(kind, _)| *kind == of) {
                    writer.sheet.set_row_hidden(row)?;
                }
            }
            let (row, months) = (self.cash(at), self.sum(all.iter()));
            writer.text((row, 0), "cash", &self.styles.strong)?;
            let sum = |month: u32| {
                let column = column(month as usize);
                Some(format!("SUM({}:{})", cell(below, column), cell(row - 1, column)))
            };
            self.write_row(&mut writer, row, &months, sum, true)?;
            self.write_summary(&mut writer, at, name, &months)?;
            if self.by != By::Month && self.by != By::Quarter {
                last_row = row;
            }
        }
        writer.sheet.set_freeze_panes(MONTHS + 1, 1)?;
        let mut widths = WIDTHS.to_vec();
        widths.resize(usize::from(self.last_column()) + 1, AMOUNT);
        writer.widths(&widths)?;
        if self.by == By::Month {
            widths.truncate(usize::from(FIRST + PRINTED_MONTHS));
        }
        writer.print(&Printed { widths: &widths, last_row, head: Some(HEAD) })
    }

    fn sum<'s>(&self, of: impl Iterator<Item = &'s (&'static str, Months)>) -> Months {
        let none = vec![Decimal::ZERO; self.layout.answer.evaluated.model.horizon as usize + 1];
        of.fold(none, |sum, (_, months)| sum.iter().zip(months).map(|(a, b)| a + b).collect())
    }

    fn write_heads(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        for (column, head) in [(0, "line"), (KIND, "kind"), (TOTAL, "total")] {
            writer.text(
                (HEAD, column),
                head,
                if column < TOTAL { &self.styles.head } else { &self.styles.head_right },
            )?;
        }
        let calendar = self.layout.answer.comparison.header.calendar;
        for (at, (head, months)) in self.heads.iter().zip(&self.columns).enumerate() {
            writer.text((HEAD, column(at)), head, &self.styles.head_right)?;
            let (first, last) = (*months.start(), *months.end());
            match (self.by, calendar.and_then(|calendar| calendar.month(first))) {
                (By::Month, Some(date)) => {
                    let year = u16::try_from(date.year()).unwrap_or(u16::MAX);
                    let day = ExcelDateTime::from_ymd(year, u8::try_from(date.of_year()).unwrap_or(1), 1)?;
                    let format = styles::plain("yyyy-mm").set_align(rust_xlsxwriter::FormatAlign::Right);
                    writer.sheet.write_datetime_with_format(MONTHS, column(at), day, &format)?;
                }
                (By::Month, None) => {}
                (By::Quarter | By::Year | By::FiscalYear, _) => {
                    let months =
                        if first == last { format!("month {first}") } else { format!("months {first}–{last}") };
                    writer.text((MONTHS, column(at)), &months, &self.styles.absent)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the amounts of a row and their total. `month` gives the formula for a month if there is something in it.
    fn write_row(
        &self,
        writer: &mut SheetWriter<'_>,
        row: u32,
        months: &[Decimal],
        month: impl Fn(u32) -> Option<String>,
        is_total: bool,
    ) -> Result<(), XlsxError> {
        let money = styles::money(self.layout.answer.comparison.header.minor_digits);
        let format = if is_total { styles::total(&money) } else { styles::plain(&money) };
        for (at, of) in self.columns.iter().enumerate() {
            let formula = match self.by {
                By::Month => month(*of.start()),
                By::Quarter | By::Year | By::FiscalYear => {
                    let [first, last] = [of.start(), of.end()].map(|month| cell(row, column(*month as usize)));
                    Some(format!("SUM({}!{first}:{last})", quoted(&self.layout.grid_sheets[0])))
                }
            };
            let value: Decimal = months[*of.start() as usize..=*of.end() as usize].iter().sum();
            if let Some(formula) = formula {
                writer.formula((row, column(at)), &formula, value, &format)?;
            }
        }
        self.write_total(writer, row, months.iter().sum(), &format)
    }

    fn write_total(
        &self,
        writer: &mut SheetWriter<'_>,
        row: u32,
        total: Decimal,
        format: &rust_xlsxwriter::Format,
    ) -> Result<(), XlsxError> {
        let all = format!("SUM({}:{})", cell(row, FIRST), cell(row, self.last_column()));
        writer.formula((row, TOTAL), &all, total, format)
    }

    /// Writes the cash of an option and its cumulative cash above the lines of all options.
    fn write_summary(
        &self,
        writer: &mut SheetWriter<'_>,
        option: usize,
        name: &str,
        months: &[Decimal],
    ) -> Result<(), XlsxError> {
        let (cash, cumulative) = self.summary(option);
        let format = styles::plain(&styles::money(self.layout.answer.comparison.header.minor_digits));
        writer.text((cash, 0), name, &self.styles.text)?;
        writer.text((cumulative, 0), name, &self.styles.text)?;
        for (at, of) in self.columns.iter().enumerate() {
            let (column, last) = (column(at), *of.end() as usize);
            let value: Decimal = months[*of.start() as usize..=last].iter().sum();
            writer.formula((cash, column), &cell(self.cash(option), column), value, &format)?;
            let sum = format!("SUM(${}{}:{})", letters(FIRST), cash + 1, cell(cash, column));
            writer.formula((cumulative, column), &sum, months[..=last].iter().sum::<Decimal>(), &format)?;
        }
        self.write_total(writer, cash, months.iter().sum(), &format)
    }

    /// Formula for the payments of a line in a month; none if nothing is paid in it.
    fn paid_in(&self, line: &CostLine, month: u32) -> Option<String> {
        let periods = self.layout.periods();
        let of = |month: u32| periods.iter().position(|period| (period.first..=period.last).contains(&month));
        let paid = |flow: &Flow<_>| {
            let at = match *flow {
                Flow::Monthly(_) => of(month)?,
                // the amount of a month is paid at the end of the month before
                Flow::InAdvance(_) => of(month + 1)?,
                Flow::FirstMonth(_) => of(month).filter(|at| periods[*at].first == month)?,
                Flow::Once { month: paid, .. } => (paid == month).then_some(0)?,
            };
            Some(self.layout.anywhere(flow.amount(), at))
        };
        let paid: Vec<String> = line.flows.iter().filter_map(paid).collect();
        (!paid.is_empty()).then(|| paid.join("+"))
    }

    /// Chart of the cumulative cash of every option.
    pub(super) fn cumulative(&self) -> Chart {
        let mut chart = Chart::new_line();
        for at in 0..self.layout.options().len() {
            let (_, row) = self.summary(at);
            chart
                .add_series()
                .set_name((self.name, row, 0))
                .set_categories((self.name, HEAD, FIRST, HEAD, self.last_column()))
                .set_values((self.name, row, FIRST, row, self.last_column()));
        }
        let currency = &self.layout.answer.comparison.header.currency;
        let (title, axis) = match self.by {
            By::FiscalYear => ("Cumulative cash at the end of each fiscal year", "fiscal year"),
            By::Year | By::Quarter | By::Month => ("Cumulative cash at the end of each contract year", "contract year"),
        };
        chart.title().set_name(title);
        chart.y_axis().set_name(currency.as_str()).set_num_format("#,##0");
        chart.x_axis().set_name(axis);
        chart.set_width(900).set_height(380).set_alt_text(format!("{title}, one line per option"));
        chart
    }
}

/// Kind of a cost.
fn kind(group: CostGroup) -> &'static str {
    match group {
        CostGroup::Purchase | CostGroup::Resale => CAPITAL,
        _ if group.is_operating() => OPERATING,
        _ => OTHER,
    }
}

fn rows(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Column of a month, quarter or year.
fn column(at: usize) -> u16 {
    FIRST + u16::try_from(at).unwrap_or_default()
}
