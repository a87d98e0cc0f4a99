//! Cover sheet: the verdict as formulas, and the summary of the report on the scenario as written.

use super::canvas::SheetWriter;
use super::comparison::{CLOSE, ComparisonSheet, Shown, VERDICT};
use super::page;
use super::styles::{self, Styles, WINS};
use crate::analysis::statement::OptionResult;
use crate::report::page::{Block, COSTS_BY_YEAR, Chart, INPUTS, Page, Say};
use rust_xlsxwriter::{ConditionalFormatFormula, Format, Worksheet, XlsxError};

/// Row of the winner, and that of the result.
const FIRST: u32 = 3;
const RESULT: u32 = FIRST + 4;
/// Label of the winner, and of the first of options that are too close to call.
const WINNER: &str = "winner";
const LOWEST: &str = "lowest present value";
/// Head row of the options table.
const OPTIONS: u32 = 10;

/// Column of the cost per unit of output or per useful hour.
const UNIT_COST: u16 = 4;

/// Height of the bar of an option in the chart, with the gap below it, and of a row of the sheet; in pixels.
const BAR_HEIGHT: u32 = 32;
const ROW_HEIGHT: u32 = 20;

/// Writes the cover.
pub(super) fn write(
    sheet: &mut Worksheet,
    comparison: &ComparisonSheet<'_, '_>,
    options: &[OptionResult],
    page: &Page,
    styles: &Styles,
    (whole, minor_digits): (&str, u32),
) -> Result<(), XlsxError> {
    let mut writer = SheetWriter { sheet };
    writer.widths(&[40, 22, 22, 22, 22, 22])?;
    let unit_cost = comparison.unit_cost_head();
    writer
        .sheet
        .set_column_width(UNIT_COST, u16::try_from(unit_cost.chars().count() + 2).unwrap_or(u16::MAX).max(22))?;
    writer.text((0, 0), &page.name, &styles.title)?;
    writer.text((1, 0), &page.conventions, &styles.subtitle)?;
    writer.formula((2, 0), &comparison.unusable_sentence(), "", &styles::problem())?;
    let money = styles::money(minor_digits);
    let rows = [
        (WINNER, VERDICT, styles.strong.clone().set_font_size(14)),
        ("runner-up", VERDICT + 1, styles.text.clone()),
        ("saving in present value", VERDICT + 2, styles::plain(&money).set_align(rust_xlsxwriter::FormatAlign::Left)),
        (
            "saving, share of runner-up",
            VERDICT + 3,
            styles::plain("0.0%").set_align(rust_xlsxwriter::FormatAlign::Left),
        ),
        ("result", VERDICT + 5, styles.text.clone()),
    ];
    for (row, ((label, of, format), value)) in (FIRST..).zip(rows.into_iter().zip(comparison.verdict_values())) {
        writer.text((row, 0), label, &styles.text)?;
        writer.formula((row, 1), &comparison.cell(of, 1), value, &format)?;
    }
    if let Some(share) = comparison.simulated(page) {
        writer.text((RESULT + 1, 0), "simulations, as written", &styles.text)?;
        writer.text((RESULT + 1, 1), share, &styles.text)?;
    }
    let winner = if comparison.wins_clearly() { WINNER } else { LOWEST };
    writer.formula((FIRST, 0), &format!("IF({},\"{WINNER}\",\"{LOWEST}\")", is_clear()), winner, &styles.text)?;
    // the winner has a larger font
    writer.sheet.set_row_height(FIRST, 21)?;
    writer.sheet.add_conditional_format(
        FIRST,
        1,
        FIRST,
        1,
        &coloured(&format!("AND($B${}=1,{})", OPTIONS + 2, is_clear())),
    )?;
    write_options(&mut writer, comparison, options, styles, &money)?;
    let chart = OPTIONS + 2 + u32::try_from(options.len()).unwrap_or_default();
    let (cover, last) = (writer.sheet.name(), chart - 2);
    let height = BAR_HEIGHT * (last - OPTIONS) + 130;
    let mut bars = comparison.bars((&cover, OPTIONS + 1, last));
    writer.sheet.insert_chart(chart, 0, bars.set_width(920).set_height(height))?;
    let next = chart + height.div_ceil(ROW_HEIGHT) + 1;
    writer.text((next, 0), "Report on the scenario as written", &styles.section)?;
    writer.text(
        (next + 1, 0),
        &format!("This part does not update with the inputs. The full report is on the sheet “{whole}”."),
        &styles.faint,
    )?;
    // the bars above are a chart of formulas
    let is_live = |block: &&Block| matches!(block, Block::Chart(Chart::Bars(_)));
    let leads = page.blocks.iter().filter(|block| !is_live(block)).take_while(|block| is_lead(block));
    let leads: Vec<Block> = leads.map(|block| pointing_to(whole, block)).collect();
    let leads: Vec<&Block> = leads.iter().collect();
    page::write_blocks(&mut writer, styles, (&leads, &page.footer), next + 3)?;
    writer.paper();
    writer.sheet.set_print_fit_to_pages(1, 1).set_screen_gridlines(false);
    Ok(())
}

/// Condition that the result is neither a close call nor a tie.
fn is_clear() -> String {
    // rows of formulas count from 1
    format!("$B${}<>\"{CLOSE}\"", RESULT + 1)
}

/// The colour of the winner where a condition holds.
fn coloured(condition: &str) -> ConditionalFormatFormula {
    let colour = Format::new().set_background_color(WINS);
    ConditionalFormatFormula::new().set_rule(format!("={condition}").as_str()).set_format(colour)
}

/// The block, with “listed below” replaced by the name of the sheet that has the full report.
fn pointing_to(whole: &str, block: &Block) -> Block {
    let mut block = block.clone();
    if let Block::Sections(sections) = &mut block {
        for say in sections.iter_mut().flat_map(|section| &mut section.says) {
            if let Say::Text(text) = say {
                *text = text.replace(" listed below", &format!(" listed on the sheet “{whole}”"));
            }
        }
    }
    block
}

/// Whether a block belongs above the tables: the verdict and its conditions.
fn is_lead(block: &Block) -> bool {
    match block {
        Block::Lead(_) | Block::Sections(_) => true,
        Block::Heading(_)
        | Block::Table(_)
        | Block::Moves(_)
        | Block::Chart(_)
        | Block::Remarks(_)
        | Block::Snippet(_) => false,
    }
}

/// Writes the sheet with the full report on the scenario as written, without the chapters that are sheets of formulas: inputs and
/// costs by year.
pub(super) fn write_whole(sheet: &mut Worksheet, page: &Page, styles: &Styles) -> Result<(), XlsxError> {
    let mut writer = SheetWriter { sheet };
    writer.text((0, 0), &page.name, &styles.title)?;
    writer.text((1, 0), "Report on the scenario as written. It does not update with the inputs.", &styles.subtitle)?;
    let mut is_sheet = false;
    let is_kept = |block: &&Block| {
        if let Block::Heading(heading) = block {
            is_sheet = [INPUTS, COSTS_BY_YEAR].contains(heading);
        }
        !is_sheet
    };
    let blocks: Vec<&Block> = page.blocks.iter().filter(is_kept).collect();
    page::write_report(&mut writer, styles, (&blocks, &page.footer), 3)
}

/// Writes the table of options: cost, rank and eligibility.
fn write_options(
    writer: &mut SheetWriter<'_>,
    comparison: &ComparisonSheet<'_, '_>,
    options: &[OptionResult],
    styles: &Styles,
    money: &str,
) -> Result<(), XlsxError> {
    let unit_cost = comparison.unit_cost_head();
    let heads = ["option", "rank", "present value", "cash", &unit_cost];
    for (column, head) in (0..).zip(heads) {
        writer.text((OPTIONS, column), head, if column == 0 { &styles.head } else { &styles.head_right })?;
    }
    let (amount, rate) = (styles::plain(money), styles::plain("#,##0.0000"));
    let whole = styles::plain("0").set_align(rust_xlsxwriter::FormatAlign::Right);
    let columns = [
        (Shown::Name, &styles.text),
        (Shown::Rank, &whole),
        (Shown::PresentValue, &amount),
        (Shown::Cash, &amount),
        (Shown::UnitCost, &rate),
    ];
    for (place, (row, option)) in (OPTIONS + 1..).zip(comparison.in_order()).enumerate() {
        for (column, (what, format)) in (0..).zip(columns) {
            let (formula, value) = comparison.shown(place, option, what);
            writer.formula((row, column), &formula, value, format)?;
        }
    }
    let last = OPTIONS + u32::try_from(options.len()).unwrap_or_default();
    let wins = coloured(&format!("AND($B{}=1,{})", OPTIONS + 2, is_clear()));
    writer.sheet.add_conditional_format(OPTIONS + 1, 0, last, UNIT_COST, &wins)?;
    Ok(())
}
