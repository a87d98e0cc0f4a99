//! Comparison sheet: costs, eligibility and verdict of all options, as formulas.

mod order;
mod standing;

pub(super) use order::Shown;
pub(super) use standing::{CLOSE, RANKS, VERDICT};

use crate::analysis::statement::OptionResult;
use crate::model::OptionModel;
use crate::number;
use crate::report::compare;
use crate::report::page::{Block, Page, SURE, Say};
use crate::report::workbook::canvas::{Cached, NO_VALUE, SheetWriter};
use crate::report::workbook::inputs;
use crate::report::workbook::layout::{Layout, PRESENT_VALUE, VALUE, option_rows};
use crate::report::workbook::names::{cell, fixed_cell, quoted};
use crate::report::workbook::styles::{self, Styles, WINS};
use crate::sheet::FigureId;
use rust_xlsxwriter::{Chart, ConditionalFormatFormula, Format, Workbook, XlsxError};

/// Row of the option names.
pub(super) const NAMES: u32 = 3;
/// Row of the present values.
pub(super) const PRESENT_VALUES: u32 = 6;
/// Row of the cost per useful hour.
const PER_HOUR: u32 = 8;
/// Row of the cost per unit of output.
const PER_UNIT: u32 = 9;
/// Row of the cash over the horizon.
const TOTALS: u32 = 5;

/// Width of a column with this heading.
fn width(name: &str) -> u16 {
    u16::try_from(name.chars().count() + 2).unwrap_or(u16::MAX).clamp(24, 44)
}

/// Comparison sheet.
pub(super) struct ComparisonSheet<'l, 'a> {
    layout: &'l Layout<'a>,
    styles: &'l Styles,
    name: String,
    money: String,
}

impl<'l, 'a> ComparisonSheet<'l, 'a> {
    /// Comparison sheet with this sheet name.
    pub(super) fn new(layout: &'l Layout<'a>, styles: &'l Styles, name: String) -> ComparisonSheet<'l, 'a> {
        let money = styles::money(layout.answer.comparison.header.minor_digits);
        ComparisonSheet { layout, styles, name, money }
    }

    /// Cell of this sheet, for formulas of other sheets.
    pub(super) fn cell(&self, row: u32, column: u16) -> String {
        format!("{}!{}", quoted(&self.name), fixed_cell(row, column))
    }

    /// Formula for a sentence on entries that can't be used; empty if there are none.
    pub(super) fn unusable_sentence(&self) -> String {
        inputs::unusable_sentence(self.layout)
    }

    /// Formula that is `value` if all entries can be used, and `otherwise` if not.
    fn if_usable(&self, value: &str, otherwise: &str) -> String {
        format!("IF({}=0,{value},{otherwise})", inputs::unusable(self.layout))
    }

    fn statements(&self) -> &'a [OptionResult] {
        &self.layout.answer.comparison.options
    }

    /// Column of an option.
    pub(super) fn column(at: usize) -> u16 {
        u16::try_from(at + 1).unwrap_or(u16::MAX)
    }

    fn last_column(&self) -> u16 {
        Self::column(self.statements().len().saturating_sub(1))
    }

    /// Range of a row over all options.
    fn all(&self, row: u32) -> String {
        format!("{}:{}", fixed_cell(row, 1), fixed_cell(row, self.last_column()))
    }

    /// Cell of an option's sheet.
    fn of_option(&self, at: usize, row: u32, column: u16) -> String {
        format!("{}!{}", quoted(&self.layout.option_sheets[at]), cell(row, column))
    }

    /// Writes the sheet, with a chart of the cumulative cash.
    pub(super) fn write(&self, workbook: &mut Workbook, cumulative: Option<&Chart>) -> Result<(), XlsxError> {
        let header = &self.layout.answer.comparison.header;
        let sheet = workbook.add_worksheet();
        sheet.set_name(&self.name)?;
        let mut writer = SheetWriter { sheet };
        writer.text((0, 0), "Comparison", &self.styles.title)?;
        let subtitle = format!("{}, {}", number::counted(header.horizon_months, "month"), header.currency);
        writer.text((1, 0), &subtitle, &self.styles.subtitle)?;
        writer.formula((2, 0), &self.unusable_sentence(), "", &styles::problem())?;
        writer.text((NAMES, 0), "", &self.styles.head)?;
        writer.widths(&[46])?;
        for (at, option) in self.statements().iter().enumerate() {
            let column = Self::column(at);
            let name = option.label.as_deref().unwrap_or(option.name.as_str());
            writer.text((NAMES, column), name, &self.styles.head_right)?;
            writer.sheet.set_column_width(column, width(name))?;
        }
        self.write_costs(&mut writer)?;
        self.write_outcome(&mut writer)?;
        self.write_verdict(&mut writer)?;
        self.write_order(&mut writer)?;
        let wins = ConditionalFormatFormula::new()
            .set_rule(format!("=AND(B${}=1,{})", RANKS + 1, Self::is_clear()).as_str())
            .set_format(Format::new().set_background_color(WINS));
        writer.sheet.add_conditional_format(NAMES + 1, 1, RANKS, self.last_column(), &wins)?;
        writer.sheet.set_freeze_panes(NAMES + 1, 1)?;
        writer.paper();
        writer.sheet.set_print_fit_to_pages(1, 1);
        if let Some(chart) = cumulative {
            writer.sheet.insert_chart(order::BELOW + 1, 0, chart)?;
        }
        Ok(())
    }

    fn write_costs(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        let header = &self.layout.answer.comparison.header;
        let unit = header.output_unit.as_deref().unwrap_or("unit");
        let labels = [
            (NAMES + 1, "path".to_owned()),
            (TOTALS, format!("cash over {}", number::counted(header.horizon_months, "month"))),
            (PRESENT_VALUES, "present value".to_owned()),
            (7, "cash per month".to_owned()),
            (PER_HOUR, "per useful accelerator-hour, levelized".to_owned()),
            (PER_UNIT, format!("per {unit}, levelized")),
            (10, "useful accelerator-hours".to_owned()),
            (11, "useful share of paid hours".to_owned()),
            (12, "utilization of the fleet".to_owned()),
            (13, "energy, kWh a year".to_owned()),
            (14, "CO2e, kg a year".to_owned()),
            (15, "servers at the end".to_owned()),
            (16, "value of the work, present value".to_owned()),
        ];
        for (row, label) in labels {
            writer.text((row, 0), &label, &self.styles.text)?;
        }
        let (options, money) = (self.layout.options(), styles::plain(&self.money));
        for (at, (option, stated)) in options.iter().zip(self.statements()).enumerate() {
            let (column, rows) = (Self::column(at), option_rows(option));
            writer.text((NAMES + 1, column), option.id.as_str(), &self.styles.absent)?;
            let total = self.of_option(at, rows.total, VALUE);
            writer.formula((TOTALS, column), &total, *stated.total, &money)?;
            let present = self.of_option(at, rows.total, PRESENT_VALUE);
            writer.formula(
                (PRESENT_VALUES, column),
                &present,
                *stated.present_value,
                &styles::plain(&self.money).set_bold(),
            )?;
            let all = self.layout.anywhere(option.total, 0);
            let monthly = format!("ROUND({all}/{},{})", header.horizon_months, header.minor_digits);
            writer.formula((7, column), &monthly, *stated.per_month, &money)?;
            self.write_figures(writer, column, option)?;
        }
        // hide rows that apply to no option
        let none = |of: fn(&OptionModel) -> Option<FigureId>| options.iter().all(|option| of(option).is_none());
        let rows = [
            (PER_UNIT, none(|option| option.per_unit)),
            (11, none(|option| option.useful_share)),
            (12, none(|option| option.utilization)),
            (13, none(|option| option.energy)),
            (14, none(|option| option.carbon)),
            (15, none(|option| option.nodes)),
            (16, none(|option| option.value.map(|value| value.present_value))),
        ];
        for (row, _) in rows.into_iter().filter(|(_, none)| *none) {
            writer.sheet.set_row_hidden(row)?;
        }
        Ok(())
    }

    fn write_figures(&self, writer: &mut SheetWriter<'_>, column: u16, option: &OptionModel) -> Result<(), XlsxError> {
        let last = self.layout.periods().len() - 1;
        let rows = [
            (PER_HOUR, Some(option.per_useful_hour), "#,##0.0000", 0),
            (PER_UNIT, option.per_unit, "#,##0.0000", 0),
            (10, Some(option.useful_hours), "#,##0", 0),
            (11, option.useful_share, "0.0%", 0),
            (12, option.utilization, "0.0%", 0),
            (13, option.energy, "#,##0", 0),
            (14, option.carbon, "#,##0", 0),
            (15, option.nodes, "#,##0", last),
            (16, option.value.map(|value| value.present_value), &self.money, 0),
        ];
        for (row, figure, format, period) in rows {
            let format = styles::plain(format);
            match figure {
                Some(figure) => {
                    let value = Cached::from(self.layout.value(figure, period));
                    writer.formula((row, column), &self.layout.anywhere(figure, period), value, &format)?;
                }
                None => writer.text((row, column), NO_VALUE, &self.styles.absent)?,
            }
        }
        Ok(())
    }

    /// Unit of output whose cost the cover shows; none if it shows the cost per useful hour.
    fn output_unit(&self) -> Option<&'a str> {
        let comparison = &self.layout.answer.comparison;
        compare::common_output_unit(comparison, &comparison.options.iter().collect::<Vec<_>>())
    }

    /// Head of the unit costs on the cover.
    pub(super) fn unit_cost_head(&self) -> String {
        let unit = self.output_unit().unwrap_or("useful hour");
        format!("per {unit}{}", compare::after_tax(&self.layout.answer.comparison.header))
    }

    /// How often the winner of the base case wins in simulations, from the page; none if the scenario states no uncertainty.
    pub(super) fn simulated<'p>(&self, page: &'p Page) -> Option<&'p str> {
        if self.layout.answer.loaded.scenario.uncertainty.is_empty() {
            return None;
        }
        let sections =
            page.blocks.iter().filter_map(|block| if let Block::Sections(all) = block { Some(all) } else { None });
        let said = sections.flatten().filter(|section| section.heading == SURE).flat_map(|section| &section.says);
        said.into_iter().find_map(|say| match say {
            Say::Text(text) => Some(text.as_str()),
            Say::Axis(_) => None,
        })
    }
}
