//! Demand sheets: the calendar and the figures that all options share, and load-duration curves level by level.

use super::canvas::{Printed, SheetWriter};
use super::layout::{BODY, CHART, CHARTS_IN_A_ROW, Layout, Place};
use super::load::{LoadBlock, LoadPart};
use super::names::{cell, fixed_cell};
use super::styles::{self, Styles};
use crate::sheet::{Cells, StateFormulas};
use rust_decimal::Decimal;
use rust_xlsxwriter::{Chart, ChartFont, ChartType, Workbook, XlsxError};
use std::cmp::Reverse;

/// Column widths: hours as text, levels and shares; in characters and in pixels.
const HOURS: u16 = 34;
const LEVEL: u16 = 15;
const HOURS_PIXELS: u32 = 243;
const LEVEL_PIXELS: u32 = 110;
/// Size of a chart and the gap to the next one, in pixels.
const CHART_SIZE: (u32, u32) = (560, 320);
const GAP: u32 = 10;

/// Writes the figures that all options share.
pub(super) fn write(workbook: &mut Workbook, layout: &Layout<'_>, styles: &Styles) -> Result<(), XlsxError> {
    let sheet = workbook.add_worksheet();
    sheet.set_name(&layout.demand_sheet)?;
    let mut writer = SheetWriter { sheet };
    writer.text((0, 0), "Demand and calendar", &styles.title)?;
    writer.text(
        (1, 0),
        "Figures that all options share. A figure holds for every month of its period.",
        &styles.subtitle,
    )?;
    layout.write_heads(&mut writer, styles, ["figure", "", "unit", "value", "", ""])?;
    layout.write_workings(&mut writer, styles, Place::Demand, &layout.titles(None))
}

/// Writes the levels of every curve with several levels, each with a chart.
pub(super) fn write_loads(workbook: &mut Workbook, layout: &Layout<'_>, styles: &Styles) -> Result<(), XlsxError> {
    if layout.loads.is_empty() {
        return Ok(());
    }
    let sheet = workbook.add_worksheet();
    sheet.set_name(&layout.load_sheet)?;
    let mut writer = SheetWriter { sheet };
    writer.text((0, 0), "Load-duration curves", &styles.title)?;
    let subtitle = "Load levels, each with its share of the hours. Figures of a curve are sums over its levels. Only the charts are printed.";
    writer.text((1, 0), subtitle, &styles.subtitle)?;
    let charts = u32::try_from(layout.loads.len().min(CHARTS_IN_A_ROW)).unwrap_or(1);
    let columns = 1 + (charts * (CHART_SIZE.0 + GAP)).saturating_sub(HOURS_PIXELS).div_ceil(LEVEL_PIXELS);
    let mut widths = vec![HOURS];
    widths.resize(columns as usize, LEVEL);
    writer.widths(&widths)?;
    for (at, block) in layout.loads.iter().enumerate() {
        write_block(&mut writer, layout, styles, (at, block))?;
    }
    writer.sheet.set_freeze_panes(BODY - 1, 1)?;
    let last_row = layout.loads.first().map_or(BODY, |block| block.first - 3);
    writer.print(&Printed { widths: &widths, last_row, head: None })?;
    writer.sheet.set_print_fit_to_pages(1, 1);
    Ok(())
}

fn write_block(
    writer: &mut SheetWriter<'_>,
    layout: &Layout<'_>,
    styles: &Styles,
    (index, block): (usize, &LoadBlock),
) -> Result<(), XlsxError> {
    let (periods, head) = (layout.periods(), block.first - 1);
    let name = layout.sheet().row(block.curve).name.as_deref().map(str::to_owned);
    let words = name.unwrap_or_else(|| layout.in_words(block.curve, 0));
    writer.text((head - 1, 0), &words, &styles.section)?;
    writer.text((head, 0), "hours", &styles.head)?;
    writer.sheet.set_row_height(head, 45)?;
    for part in block.parts() {
        let what = match part {
            LoadPart::Share => "share of hours",
            LoadPart::Level => "level",
            LoadPart::Gauge => "reference level",
            LoadPart::Ratio => "level / reference level",
        };
        for (at, period) in periods.iter().enumerate() {
            let column = LoadBlock::column(*part, at, periods.len());
            writer.text(
                (head, column),
                &format!("{what}, from {}", layout.answer.comparison.header.dated(period.first)),
                &styles.head_wrapped,
            )?;
            writer.sheet.set_column_width(column, LEVEL)?;
        }
    }
    for period in 0..periods.len() {
        let seen = layout.seen_from(None);
        let known = (&seen as &dyn Cells, &layout.answer.evaluated.values);
        let states = layout.sheet().state_formulas(block.curve, period, known, usize::MAX).unwrap_or_default();
        for (row, state) in (block.first..).zip(&states) {
            if period == 0 {
                writer.text((row, 0), &state.when, &styles.text)?;
            }
            write_level(writer, period, (row, periods.len()), state)?;
        }
        if period == 0 {
            write_falling(writer, layout, styles, block, &states)?;
            insert_chart(writer, layout, (index, block), &words)?;
        }
    }
    Ok(())
}

/// Writes the levels of the first period, highest first, with the share of the hours at or above each.
fn write_falling(
    writer: &mut SheetWriter<'_>,
    layout: &Layout<'_>,
    styles: &Styles,
    block: &LoadBlock,
    states: &[StateFormulas],
) -> Result<(), XlsxError> {
    let (count, head, last) = (layout.periods().len(), block.first - 1, block.first + block.levels - 1);
    let column = block.falling(count);
    let range = |part| {
        let column = LoadBlock::column(part, 0, count);
        format!("{}:{}", fixed_cell(block.first, column), fixed_cell(last, column))
    };
    let (levels, shares) = (range(LoadPart::Level), range(LoadPart::Share));
    writer.text((head, column), "levels, highest first", &styles.head_wrapped)?;
    writer.text((head, column + 1), "share of hours at or above", &styles.head_wrapped)?;
    writer.sheet.set_column_width(column, LEVEL)?.set_column_width(column + 1, LEVEL)?;
    let mut falling: Vec<(Decimal, Decimal)> = states.iter().map(|state| (state.level.1, state.share.1)).collect();
    falling.sort_by_key(|(level, _)| Reverse(*level));
    for (at, (row, (level, _))) in (block.first..).zip(&falling).enumerate() {
        // levels that agree to twelve digits count as one, as in the formula
        let least = *level * (Decimal::ONE - Decimal::new(1, 12));
        let reached: Decimal = falling.iter().filter(|(other, _)| *other >= least).map(|(_, share)| *share).sum();
        let formula = format!("LARGE({levels},{})", at + 1);
        writer.formula((row, column), &formula, *level, &styles::plain("#,##0.0000"))?;
        let formula = format!("SUMPRODUCT(({levels}>={}*(1-1E-12))*{shares})", cell(row, column));
        writer.formula((row, column + 1), &formula, reached, &styles::plain("0.0000%"))?;
    }
    Ok(())
}

/// Inserts the chart of a curve in the first period above the levels of all curves.
fn insert_chart(
    writer: &mut SheetWriter<'_>,
    layout: &Layout<'_>,
    (index, block): (usize, &LoadBlock),
    name: &str,
) -> Result<(), XlsxError> {
    let (sheet, column) = (layout.load_sheet.as_str(), block.falling(layout.periods().len()));
    let (first, last) = (block.first, block.first + block.levels - 1);
    let mut chart = Chart::new(ChartType::ScatterStraight);
    let series = chart.add_series().set_name("level");
    series.set_categories((sheet, first, column + 1, last, column + 1));
    series.set_values((sheet, first, column, last, column));
    let title = format!("{name}, first period");
    chart.title().set_name(title.as_str()).set_font(ChartFont::new().set_size(12));
    chart.x_axis().set_name("share of hours at or above the level").set_num_format("0%").set_min(0.0).set_max(1.0);
    chart.y_axis().set_name("level").set_num_format("#,##0");
    chart.legend().set_hidden();
    chart.set_width(CHART_SIZE.0).set_height(CHART_SIZE.1).set_alt_text("Load-duration curve of the first period");
    let [across, down] = [index % CHARTS_IN_A_ROW, index / CHARTS_IN_A_ROW].map(|at| u32::try_from(at).unwrap_or(0));
    writer.sheet.insert_chart_with_offset(BODY - 2 + down * CHART, 0, &chart, across * (CHART_SIZE.0 + GAP), 0)?;
    Ok(())
}

fn write_level(
    writer: &mut SheetWriter<'_>,
    period: usize,
    (row, count): (u32, usize),
    state: &StateFormulas,
) -> Result<(), XlsxError> {
    let at = |part| (row, LoadBlock::column(part, period, count));
    let (share, plain) = (styles::plain("0.0000%"), styles::plain("#,##0.0000"));
    writer.formula(at(LoadPart::Share), &state.share.0, state.share.1, &share)?;
    writer.formula(at(LoadPart::Level), &state.level.0, state.level.1, &plain)?;
    if let Some((formula, value)) = &state.gauge {
        writer.formula(at(LoadPart::Gauge), formula, *value, &plain)?;
        let (gauge, level) = (cell(row, at(LoadPart::Gauge).1), cell(row, at(LoadPart::Level).1));
        let ratio = state.level.1.checked_div(*value).unwrap_or_default();
        writer.formula(at(LoadPart::Ratio), &format!("IF({gauge}=0,0,{level}/{gauge})"), ratio, &plain)?;
    }
    Ok(())
}
