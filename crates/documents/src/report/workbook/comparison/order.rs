//! Order of the options on the cover, and the bars of its chart.

use super::standing::remark;
use super::{ComparisonSheet, NAMES, PER_HOUR, PER_UNIT, PRESENT_VALUES, RANKS, TOTALS};
use crate::analysis::statement::OptionResult;
use crate::report::workbook::canvas::{Cached, NO_VALUE, SheetWriter};
use crate::report::workbook::names::{cell, letters, quoted};
use crate::report::workbook::styles::{self, WINNER};
use rust_decimal::Decimal;
use rust_xlsxwriter::{
    Chart, ChartDataLabel, ChartFont, ChartFormat, ChartLegendPosition, ChartSolidFill, ChartType, Color, Format,
    XlsxError,
};

/// Row of the name of each option with its remark, and of its place on the cover.
const REMARKED: u32 = 34;
const PLACES: u32 = 35;
/// Row of the index of the option at each place on the cover; below it the bars of the chart.
const OPTION_AT: u32 = 38;
const BARS: u32 = 39;
/// First row below.
pub(super) const BELOW: u32 = BARS + 4;

/// Series of the chart on the cover: an option has a bar in one of them.
const SERIES: [(&str, Color); 3] = [
    ("winner, unless too close to call", WINNER),
    ("other options", Color::RGB(0x8E_A9_C1)),
    ("options that cannot win", Color::RGB(0xD9_D9_D9)),
];

/// Column of the table of options on the cover.
#[derive(Clone, Copy, Debug)]
pub(in crate::report::workbook) enum Shown {
    Name,
    Rank,
    PresentValue,
    Cash,
    UnitCost,
}

impl<'a> ComparisonSheet<'_, 'a> {
    /// Options in the order of the cover, with their indices in the scenario: by rank, then those that cannot win.
    pub(in crate::report::workbook) fn in_order(&self) -> Vec<(usize, &'a OptionResult)> {
        let mut all: Vec<_> = self.statements().iter().enumerate().collect();
        all.sort_by_key(|(_, option)| (!option.cannot_win_because().is_empty(), self.rank(option)));
        all
    }

    /// Formula and value of the cover for an option at a place, both from 0.
    pub(in crate::report::workbook) fn shown(
        &self,
        place: usize,
        (at, option): (usize, &OptionResult),
        what: Shown,
    ) -> (String, Cached) {
        let (row, value) = match what {
            Shown::Name => (REMARKED, remarked(option).as_str().into()),
            Shown::Rank => (RANKS, self.rank(option).into()),
            Shown::PresentValue => (PRESENT_VALUES, Decimal::from(option.present_value).into()),
            Shown::Cash => (TOTALS, Decimal::from(option.total).into()),
            Shown::UnitCost => {
                let model = &self.layout.options()[at];
                let unit = self.output_unit().and(model.per_unit);
                let row = if unit.is_some() { PER_UNIT } else { PER_HOUR };
                (row, self.layout.value(unit.unwrap_or(model.per_useful_hour), 0).into())
            }
        };
        let all = format!("{}!{}", quoted(&self.name), self.all(row));
        let found = format!("INDEX({all},{})", self.cell(OPTION_AT, Self::column(place)));
        match what {
            Shown::Name => (found, value),
            Shown::Rank | Shown::PresentValue | Shown::Cash | Shown::UnitCost => {
                (self.if_usable(&found, &format!("\"{NO_VALUE}\"")), value)
            }
        }
    }

    /// Writes the place of every option on the cover, and the bars of its chart in this order.
    pub(super) fn write_order(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        writer.text((REMARKED - 1, 0), "Order of the cover", &self.styles.section)?;
        writer.text((REMARKED, 0), "name on the cover", &self.styles.text)?;
        writer.text((PLACES, 0), "place: by rank, then options that cannot win", &self.styles.text)?;
        writer.text((OPTION_AT - 1, 0), "Chart of the cover, in its order", &self.styles.section)?;
        writer.text((OPTION_AT, 0), "column of the option above", &self.styles.text)?;
        for (row, (name, _)) in (BARS..).zip(SERIES) {
            writer.text((row, 0), name, &self.styles.text)?;
        }
        let (order, whole, money) = (self.in_order(), styles::plain("0"), styles::plain(&self.money));
        for (place, (at, option)) in order.iter().enumerate() {
            let column = Self::column(*at);
            let name = cell(NAMES, column);
            let named = self.if_usable(&format!("{name}&{}", Self::remark_formula(column)), &name);
            writer.formula((REMARKED, column), &named, remarked(option).as_str(), &self.styles.absent)?;
            let rank = cell(RANKS, column);
            let so_far = format!("$B${}:{}${}", RANKS + 1, letters(column), RANKS + 1);
            let before = format!("SUMPRODUCT(--({so_far}=\"{NO_VALUE}\"))");
            let formula = format!("IF(ISNUMBER({rank}),{rank},COUNT({})+{before})", self.all(RANKS));
            writer.formula((PLACES, column), &formula, number(place + 1), &whole)?;
            self.write_bars(writer, place, option, &money)?;
            let found = format!("MATCH({},{},0)", place + 1, self.all(PLACES));
            writer.formula((OPTION_AT, Self::column(place)), &found, number(*at + 1), &whole)?;
        }
        Ok(())
    }

    /// Writes the bars of the option at a place on the cover.
    fn write_bars(
        &self,
        writer: &mut SheetWriter<'_>,
        place: usize,
        option: &OptionResult,
        money: &Format,
    ) -> Result<(), XlsxError> {
        let column = Self::column(place);
        let at_place = |row| format!("INDEX({},{})", self.all(row), cell(OPTION_AT, column));
        let (rank, cost) = (at_place(RANKS), at_place(PRESENT_VALUES));
        let of = |series: u32| cell(BARS + series, column);
        let formulas = [
            format!("IF(AND(ISNUMBER({rank}),{rank}=1,{}),{cost},0)", Self::is_clear()),
            format!("IF(ISNUMBER({rank}),{cost}-{},0)", of(0)),
            self.if_usable(&format!("IF(ISNUMBER({rank}),0,{cost})"), "0"),
        ];
        let series = match self.rank(option) {
            None => 2,
            Some(rank) if rank == Decimal::ONE && self.wins_clearly() => 0,
            Some(_) => 1,
        };
        for (row, (at, formula)) in (BARS..).zip(formulas.iter().enumerate()) {
            let value = if at == series { *option.present_value } else { Decimal::ZERO };
            writer.formula((row, column), formula, value, money)?;
        }
        Ok(())
    }

    /// Bar chart of the present values, with the names of the cover between two rows. The colours follow the verdict.
    pub(in crate::report::workbook) fn bars(&self, (cover, first, last): (&str, u32, u32)) -> Chart {
        let mut chart = Chart::new(ChartType::BarStacked);
        for (row, (_, colour)) in (BARS..).zip(SERIES) {
            chart
                .add_series()
                .set_name((self.name.as_str(), row, 0))
                .set_categories((cover, first, 0, last, 0))
                .set_values((self.name.as_str(), row, 1, row, self.last_column()))
                .set_format(ChartFormat::new().set_solid_fill(ChartSolidFill::new().set_color(colour)))
                // a bar of another series is zero, and has no label
                .set_data_label(ChartDataLabel::new().show_value().set_num_format("#,##0;-#,##0;;"))
                .set_gap(60);
        }
        let currency = &self.layout.answer.comparison.header.currency;
        let title = format!("Present value of each option, {currency}");
        chart.title().set_name(title.as_str()).set_font(ChartFont::new().set_size(12));
        chart.x_axis().set_num_format("#,##0");
        // without negative values the axis starts at 0, so that bar lengths are proportional to the values
        if self.statements().iter().all(|option| !option.present_value.is_sign_negative()) {
            chart.x_axis().set_min(0);
        }
        chart.y_axis().set_reverse().set_label_interval(1);
        chart.legend().set_position(ChartLegendPosition::Bottom);
        chart.set_alt_text("Present value of each option, one bar per option");
        chart
    }
}

/// Name of an option with the reason why it cannot win.
fn remarked(option: &OptionResult) -> String {
    format!("{}{}", option.label.as_deref().unwrap_or(option.name.as_str()), remark(option))
}

fn number(count: usize) -> Decimal {
    u32::try_from(count).unwrap_or_default().into()
}
