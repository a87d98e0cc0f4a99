//! Option sheet: every cost line with its payments by period, the totals, and the workings below.

use super::canvas::SheetWriter;
use super::layout::{AT_ONCE, Layout, OptionRows, PERIODS, PRESENT_VALUE, Place, VALUE, option_rows, rule};
use super::names::cell;
use super::styles::{self, Styles};
use crate::analysis::statement::OptionResult;
use crate::inputs::FigureRule;
use crate::model::{CostLine, Flow, OptionModel};
use crate::scenario::document::NodeId;
use crate::sheet::{Condition, FigureId};
use rust_decimal::Decimal;
use rust_xlsxwriter::{Workbook, XlsxError};

/// Result of a condition that holds.
const HOLDS: &str = "holds";
/// Result of the cash check if it adds up.
const ADDS_UP: &str = "adds up";

/// Option sheet.
struct OptionSheet<'l, 'a> {
    layout: &'l Layout<'a>,
    styles: &'l Styles,
    place: Place,
    rows: OptionRows,
    /// Number format of amounts, and the digits to which lines are rounded.
    money: String,
    digits: u32,
}

/// Writes the sheet of the option at an index.
pub(super) fn write(workbook: &mut Workbook, layout: &Layout<'_>, styles: &Styles, at: usize) -> Result<(), XlsxError> {
    let (option, header) = (&layout.options()[at], &layout.answer.comparison.header);
    let statement = &layout.answer.comparison.options[at];
    let sheet = workbook.add_worksheet();
    sheet.set_name(&layout.option_sheets[at])?;
    let mut writer = SheetWriter { sheet };
    let title = statement.label.as_deref().unwrap_or(option.id.as_str());
    writer.text((0, 0), title, &styles.title)?;
    let subtitle = format!(
        "{}: amounts in {}, costs positive; present value at the time of the decision",
        option.id, header.currency
    );
    writer.text((1, 0), &subtitle, &styles.subtitle)?;
    layout.write_heads(&mut writer, styles, ["line", "kind", "unit", "total", "present value", "month 0"])?;
    let (place, rows, money) = (Place::Option(at), option_rows(option), styles::money(header.minor_digits));
    let sheet = OptionSheet { layout, styles, place, rows, money, digits: header.minor_digits };
    for (row, (line, result)) in (rows.lines..).zip(option.lines.iter().zip(&statement.lines)) {
        let name = result.label.as_deref().unwrap_or(&line.name);
        writer.text((row, 0), name, &styles.text)?;
        writer.text((row, 1), &line.group.name().replace('_', " "), &styles.faint)?;
        writer.text((row, 2), &header.currency, &styles.faint)?;
        sheet.write_line(&mut writer, line, row)?;
    }
    sheet.write_total(&mut writer, option, statement)?;
    for (row, condition) in (rows.conditions..).zip(layout.conditions(option)) {
        sheet.write_condition(&mut writer, condition, row)?;
    }
    writer.text((rows.workings - 1, 0), "workings: from the inputs to the lines above", &styles.section)?;
    layout.write_workings(&mut writer, styles, place, &layout.titles(Some(at)))
}

impl OptionSheet<'_, '_> {
    fn rounded(&self, figure: FigureId) -> String {
        format!("ROUND({},{})", self.layout.cell_of(self.place, figure, 0), self.digits)
    }

    /// Writes the rounded total and present value of a line, and its cash by period.
    fn write_line(&self, writer: &mut SheetWriter<'_>, line: &CostLine, row: u32) -> Result<(), XlsxError> {
        let (evaluated, format) = (&self.layout.answer.evaluated, styles::plain(&self.money));
        let money = |figure| crate::number::money(evaluated.value(figure), self.digits);
        writer.formula((row, VALUE), &self.rounded(line.total), money(line.total), &format)?;
        writer.formula((row, PRESENT_VALUE), &self.rounded(line.present_value), money(line.present_value), &format)?;
        let cash = evaluated.cash(line);
        self.write_cash(writer, (row, AT_ONCE), &self.paid_at_once(line), cash[0])?;
        for (at, period) in self.layout.periods().iter().enumerate() {
            let paid = cash[period.first as usize..=period.last as usize].iter().sum();
            self.write_cash(writer, (row, column(at)), &self.paid_in(line, at), paid)?;
        }
        Ok(())
    }

    fn write_cash(
        &self,
        writer: &mut SheetWriter<'_>,
        at: (u32, u16),
        payments: &[String],
        value: Decimal,
    ) -> Result<(), XlsxError> {
        let formula = if payments.is_empty() { "0".to_owned() } else { payments.join("+") };
        writer.formula(at, &formula, value, &styles::plain(&self.money))
    }

    /// Payments at the time of the decision: those of month 0, and those in advance for the first month.
    fn paid_at_once(&self, line: &CostLine) -> Vec<String> {
        let paid = line.flows.iter().filter_map(|flow| match *flow {
            Flow::Once { month: 0, amount } => Some(amount),
            Flow::InAdvance(row) => Some(row),
            Flow::Once { .. } | Flow::Monthly(_) | Flow::FirstMonth(_) => None,
        });
        paid.map(|amount| self.layout.cell_of(self.place, amount, 0)).collect()
    }

    /// Payments in the months of a period.
    fn paid_in(&self, line: &CostLine, at: usize) -> Vec<String> {
        let (periods, months) = (self.layout.periods(), Layout::months_of(at));
        let amount = |figure, at| self.layout.cell_of(self.place, figure, at);
        let of = |flow: &Flow<FigureId>| match *flow {
            Flow::Monthly(row) => Some(format!("{}*{months}", amount(row, at))),
            Flow::FirstMonth(row) => Some(amount(row, at)),
            // payments in advance are one month early, so this period includes the first month of the next
            Flow::InAdvance(row) => {
                let next = if at + 1 < periods.len() { format!("+{}", amount(row, at + 1)) } else { String::new() };
                Some(format!("{}*({months}-1){next}", amount(row, at)))
            }
            Flow::Once { month, amount: figure } => {
                let within = (periods[at].first..=periods[at].last).contains(&month);
                within.then(|| amount(figure, 0))
            }
        };
        line.flows.iter().filter_map(of).collect()
    }

    /// Writes the totals of the lines, and the check that cash by period adds up to the total.
    fn write_total(
        &self,
        writer: &mut SheetWriter<'_>,
        option: &OptionModel,
        statement: &OptionResult,
    ) -> Result<(), XlsxError> {
        let OptionRows { lines, total, check, .. } = self.rows;
        let format = styles::total(&self.money);
        writer.text((total, 0), "total (sum of the rounded lines)", &self.styles.strong)?;
        let sum = |column| format!("SUM({}:{})", cell(lines, column), cell(total - 1, column));
        let sum = |column| if lines < total { sum(column) } else { "0".to_owned() };
        writer.formula((total, VALUE), &sum(VALUE), *statement.total, &format)?;
        writer.formula((total, PRESENT_VALUE), &sum(PRESENT_VALUE), *statement.present_value, &format)?;
        let cash = self.layout.cash(option);
        writer.formula((total, AT_ONCE), &sum(AT_ONCE), cash.at_once, &format)?;
        for (at, paid) in cash.by_period.iter().enumerate() {
            writer.formula((total, column(at)), &sum(column(at)), *paid, &format)?;
        }
        writer.text((check, 0), "check: cash by period against the total", &self.styles.faint)?;
        let last = column(self.layout.periods().len() - 1);
        let all = format!("SUM({}:{})", cell(total, AT_ONCE), cell(total, last));
        let most = Decimal::from(option.lines.len().max(1)) * Decimal::new(1, self.digits);
        let formula = format!("IF(ABS({all}-{})<={most},\"{ADDS_UP}\",\"differs\")", cell(total, VALUE));
        writer.formula((check, VALUE), &formula, ADDS_UP, &self.styles.faint)
    }

    /// Writes a condition: how far it is missed, and the result.
    fn write_condition(&self, writer: &mut SheetWriter<'_>, condition: &Condition, row: u32) -> Result<(), XlsxError> {
        let figure = condition.not_above_zero;
        let seen = self.layout.seen_from(Some(self.place));
        let cells = seen.cells(figure).unwrap_or_else(|| self.layout.cell_of(self.place, figure, 0));
        let most = self.layout.answer.evaluated.largest(figure);
        writer.text((row, 0), rule(condition), &self.styles.text)?;
        writer.formula((row, VALUE), &format!("MAX({cells})"), most, &styles::plain("#,##0.00"))?;
        let missed = cell(row, VALUE);
        let broken = self.broken(condition, &missed, &cells);
        writer.formula(
            (row, PRESENT_VALUE),
            &format!("IF({missed}>1E-6,{broken},\"{HOLDS}\")"),
            HOLDS,
            &self.styles.indented,
        )
    }

    /// Formula for a month as text, with its date if the scenario has a start.
    fn dated(&self, month: &str) -> String {
        let Some(calendar) = self.layout.answer.comparison.header.calendar else { return month.to_owned() };
        let start = calendar.start;
        let date = format!("DATE({},{}+{month},1)", start.year(), start.of_year() - 1);
        format!("{month}&\" (\"&YEAR({date})&\"-\"&RIGHT(\"0\"&MONTH({date}),2)&\")\"")
    }

    /// Formula for the message of a broken condition.
    fn broken(&self, condition: &Condition, missed: &str, cells: &str) -> String {
        let at = NodeId::from(condition.at);
        let document = &self.layout.answer.loaded.document;
        match FigureRule::from(condition.rule) {
            FigureRule::DemandExceedsFleet => {
                let firsts: Vec<String> = self.layout.periods().iter().map(|period| period.first.to_string()).collect();
                let month = if self.layout.sheet().is_row(condition.not_above_zero) {
                    format!("INDEX({{{}}},MATCH({missed},{cells},0))", firsts.join(","))
                } else {
                    "1".to_owned()
                };
                let option = quoted_text(&document.path(at));
                let month = self.dated(&month);
                format!("\"`{option}` is short of the demand in month \"&{month}&\", and nothing serves the rest\"")
            }
            FigureRule::LimitExceeded => {
                let limit = quoted_text(&document.path(at));
                format!("\"the load needs more than `{limit}` allows\"")
            }
            FigureRule::SpotCannotFinish => {
                let spot = quoted_text(&document.path(document.node(at).parent.unwrap_or(at)));
                format!(
                    "\"work on `{spot}` never finishes: interruptions, checkpoints and restarts take all the time\""
                )
            }
        }
    }
}

/// Text escaped for a string in a formula.
fn quoted_text(text: &str) -> String {
    text.replace('"', "\"\"")
}

/// Column of a period.
pub(super) fn column(period: usize) -> u16 {
    PERIODS + u16::try_from(period).unwrap_or_default()
}

/// Payments of an option, all lines together.
pub(super) struct Cash {
    /// At the time of the decision.
    pub at_once: Decimal,
    /// In each period.
    pub by_period: Vec<Decimal>,
}

impl Layout<'_> {
    /// Payments of an option.
    pub(super) fn cash(&self, option: &OptionModel) -> Cash {
        let lines: Vec<Vec<Decimal>> = option.lines.iter().map(|line| self.answer.evaluated.cash(line)).collect();
        let paid = |months: std::ops::RangeInclusive<u32>| -> Decimal {
            lines.iter().flat_map(|line| &line[*months.start() as usize..=*months.end() as usize]).sum()
        };
        let by_period = self.periods().iter().map(|period| paid(period.first..=period.last)).collect();
        Cash { at_once: paid(0..=0), by_period }
    }
}
