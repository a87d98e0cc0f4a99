//! Workbook of a cash plan: a summary with totals by period and what is left of each budget, a sheet with a row per scenario for
//! each part of the cash, and the data.

use super::canvas::{Printed, SheetWriter};
use super::page;
use super::styles::{self, Styles};
use crate::amount::Amount;
use crate::analysis::cash_plan::{CashMember, CashPlan, CurrencyPlan, PeriodCash};
use crate::report::page::Page;
use rust_xlsxwriter::utility::row_col_to_cell;
use rust_xlsxwriter::{Workbook, XlsxError};

/// Column widths: names, then amounts.
const NAMES: u16 = 44;
const AMOUNTS: u16 = 18;
/// Rows of the head and of the first scenario of a sheet.
const HEAD: u32 = 2;
const FIRST: u32 = HEAD + 1;
/// Column of the first period on a sheet of scenarios, after the file and the winning option.
const PERIODS: u16 = 2;

/// Part of the cash of a period.
type PartOfCash = fn(&PeriodCash) -> Amount;

/// Parts of cash, each with a sheet of its own.
const PARTS: [(&str, PartOfCash); 3] =
    [("Capital", |cash| cash.capital), ("Operating", |cash| cash.operating), ("Resale and other", |cash| cash.other)];

/// A plan in one currency, with its scenarios.
struct Plan<'p> {
    of_all: &'p CashPlan,
    currency: &'p CurrencyPlan,
    members: Vec<&'p CashMember>,
}

/// Writes the workbook.
pub(super) fn write(workbook: &mut Workbook, plan: &CashPlan, page: &Page) -> Result<(), XlsxError> {
    let styles = Styles::new();
    let currencies = plan.currencies();
    let of_currency = |currency| {
        let has = |member: &&CashMember| member.winner.is_some() && member.header.currency == currency_code(currency);
        Plan { of_all: plan, currency, members: plan.members.iter().filter(has).collect() }
    };
    let plans: Vec<Plan<'_>> = currencies.iter().map(of_currency).collect();
    summary(workbook, &plans, page, &styles)?;
    for plan in &plans {
        for (name, of) in PARTS {
            plan.scenarios(workbook, name, of, &styles)?;
        }
    }
    page::write_data(workbook.add_worksheet(), &styles, &page.data)
}

fn currency_code(currency: &CurrencyPlan) -> &str {
    &currency.currency
}

/// Totals by period in each currency, as formulas, and what is left of each budget, which can be changed.
fn summary(workbook: &mut Workbook, plans: &[Plan<'_>], page: &Page, styles: &Styles) -> Result<(), XlsxError> {
    let mut writer = SheetWriter { sheet: workbook.add_worksheet().set_name("Summary")? };
    writer.text((0, 0), &page.name, &styles.title)?;
    writer.text((1, 0), &page.conventions, &styles.subtitle)?;
    let mut row = 3;
    for answer in page.answers() {
        for line in textwrap::wrap(&answer, 120) {
            writer.text((row, 0), &line, &styles.text)?;
            row += 1;
        }
    }
    let mut most = PARTS.len() + 1;
    for plan in plans {
        row = plan.totals(&mut writer, styles, row + 1)?;
        let budgets = plan.currency.periods.first().map_or(0, |period| period.budgets.len());
        most = most.max(PARTS.len() + 1 + 2 * budgets);
    }
    writer.text((row + 1, 0), &page.footer, &styles.subtitle)?;
    let mut widths = vec![NAMES];
    widths.resize(most + 1, AMOUNTS);
    writer.widths(&widths)?;
    writer.sheet.set_screen_gridlines(false);
    writer.print(&Printed { widths: &widths, last_row: row + 1, head: None })
}

impl Plan<'_> {
    /// Name of the sheet of a part: `Capital USD`.
    fn sheet(&self, part: &str) -> String {
        format!("{part} {}", self.currency.currency)
    }

    /// Row of the totals of a sheet of scenarios.
    fn total_row(&self) -> u32 {
        FIRST + u32::try_from(self.members.len()).unwrap_or_default()
    }

    /// Totals of all scenarios by period; returns the row below.
    fn totals(&self, writer: &mut SheetWriter<'_>, styles: &Styles, first: u32) -> Result<u32, XlsxError> {
        let CurrencyPlan { currency, minor_digits, periods, total, .. } = self.currency;
        let (money, sum) = (styles::plain(&styles::money(*minor_digits)), styles::total(&styles::money(*minor_digits)));
        let budgets = periods.first().map(|period| period.budgets.as_slice()).unwrap_or_default();
        writer.text((first, 0), &format!("{currency} by {}", self.of_all.by.text().replace('-', " ")), &styles.head)?;
        let names = PARTS.iter().map(|(name, _)| (*name).to_owned()).chain(["Total".to_owned()]);
        let budget = |budget: &str| match budget {
            "capital_per_year" => ["Capital budget", "left"],
            "operating_per_year" => ["Operating budget", "left"],
            _ => ["Total budget", "left"],
        };
        let names = names.chain(budgets.iter().flat_map(|used| budget(used.budget).map(str::to_owned)));
        for (column, name) in (1..).zip(names) {
            writer.text((first, column), &name, &styles.head_right)?;
        }
        let mut row = first + 1;
        for (at, period) in (0..).zip(periods) {
            writer.text((row, 0), &period.period, &styles.text)?;
            for (column, (name, of)) in (1..).zip(PARTS) {
                let cell = row_col_to_cell(self.total_row(), PERIODS + at);
                writer.formula((row, column), &format!("'{}'!{cell}", self.sheet(name)), *of(&period.cash), &money)?;
            }
            let total = format!("SUM({}:{})", row_col_to_cell(row, 1), row_col_to_cell(row, 3));
            writer.formula((row, 4), &total, *period.cash.total, &money)?;
            for (column, used) in (5..).step_by(2).zip(&period.budgets) {
                let spent = match used.budget {
                    "capital_per_year" => 1,
                    "operating_per_year" => 2,
                    _ => 4,
                };
                writer.number((row, column), *used.limit, &styles::changeable(&styles::money(*minor_digits)))?;
                let left = format!("{}-{}", row_col_to_cell(row, column), row_col_to_cell(row, spent));
                writer.formula((row, column + 1), &left, *used.headroom, &money)?;
            }
            row += 1;
        }
        writer.text((row, 0), "total", &styles.strong)?;
        let parts = PARTS.iter().map(|(_, of)| of(total)).chain([total.total]);
        for (column, amount) in (1..).zip(parts) {
            let formula = format!("SUM({}:{})", row_col_to_cell(first + 1, column), row_col_to_cell(row - 1, column));
            writer.formula((row, column), &formula, *amount, &sum)?;
        }
        Ok(row + 1)
    }

    /// Sheet of a part: a row per scenario, a column per period, and their sums.
    fn scenarios(&self, workbook: &mut Workbook, part: &str, of: PartOfCash, styles: &Styles) -> Result<(), XlsxError> {
        let CurrencyPlan { minor_digits, periods, .. } = self.currency;
        let (money, sum) = (styles::plain(&styles::money(*minor_digits)), styles::total(&styles::money(*minor_digits)));
        let name = self.sheet(part);
        let mut writer = SheetWriter { sheet: workbook.add_worksheet().set_name(&name)? };
        writer.text((0, 0), &name, &styles.title)?;
        writer.text((HEAD, 0), "Scenario", &styles.head)?;
        writer.text((HEAD, 1), "Option", &styles.head)?;
        let end = PERIODS + u16::try_from(periods.len()).unwrap_or(u16::MAX - PERIODS);
        for (column, period) in (PERIODS..).zip(periods) {
            writer.text((HEAD, column), &period.period, &styles.head_right)?;
        }
        writer.text((HEAD, end), "Total", &styles.head_right)?;
        let firsts: Vec<_> = periods.iter().map(|period| period.first_month).collect();
        for (row, member) in (FIRST..).zip(&self.members) {
            let winner = member.winner.as_ref().map_or("", |winner| winner.option.as_str());
            writer.text((row, 0), &member.header.file, &styles.text)?;
            writer.text((row, 1), &member.header.labels.display_text(winner), &styles.text)?;
            let cash = self.of_all.cash(member, &firsts);
            for (column, cash) in (PERIODS..).zip(&cash) {
                writer.number((row, column), *of(cash), &money)?;
            }
            let formula = format!("SUM({}:{})", row_col_to_cell(row, PERIODS), row_col_to_cell(row, end - 1));
            writer.formula((row, end), &formula, *of(&PeriodCash::sum(&cash, *minor_digits)), &sum)?;
        }
        let row = self.total_row();
        writer.text((row, 0), "total", &styles.strong)?;
        let totals = periods.iter().map(|period| &period.cash).chain([&self.currency.total]);
        for (column, cash) in (PERIODS..).zip(totals) {
            let formula = format!("SUM({}:{})", row_col_to_cell(FIRST, column), row_col_to_cell(row - 1, column));
            writer.formula((row, column), &formula, *of(cash), &sum)?;
        }
        let mut widths = vec![NAMES, 24];
        widths.resize(usize::from(end) + 1, AMOUNTS);
        writer.widths(&widths)?;
        writer.sheet.set_screen_gridlines(false);
        writer.sheet.set_freeze_panes(FIRST, PERIODS)?;
        writer.print(&Printed { widths: &widths, last_row: row, head: Some(HEAD) })
    }
}
