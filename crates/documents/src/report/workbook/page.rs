//! Any page as cells: sentences line by line, tables with numbers as numbers, no formulas.

use super::canvas::{Printed, SheetWriter};
use super::styles::{self, Styles};
use crate::report::page::{
    AmountsIn, Block, Cell, Chart, Data, Notation, Say, Section, Table, TableLine, TableRow, Title,
};
use rust_decimal::Decimal;
use rust_xlsxwriter::{Format, Worksheet, XlsxError};

/// Characters per line of text.
const LINE: usize = 130;

/// Column widths of a report: labels, then figures.
const LABELS: u16 = 46;
const FIGURES: u16 = 22;

/// Writes blocks on a sheet of their own, with columns for its widest table, and sets up printing.
pub(super) fn write_report(
    writer: &mut SheetWriter<'_>,
    styles: &Styles,
    blocks: (&[&Block], &str),
    first: u32,
) -> Result<(), XlsxError> {
    // sentences need at least the width of four columns of figures
    let most = blocks.0.iter().map(|block| columns(block)).max().unwrap_or_default().max(4);
    let mut widths = vec![LABELS];
    widths.resize(most + 1, FIGURES);
    writer.widths(&widths)?;
    let below = write_blocks(writer, styles, blocks, first)?;
    writer.sheet.set_screen_gridlines(false);
    writer.print(&Printed { widths: &widths, last_row: below, head: None })
}

/// Maximum number of columns of figures in the tables of a block.
fn columns(block: &Block) -> usize {
    let of = |table: &Table| table.columns.len();
    match block {
        Block::Table(table) => of(table),
        Block::Moves(moves) => moves.tables().map(|table| of(&table)).max().unwrap_or_default(),
        Block::Chart(chart) => table_of(chart).iter().map(of).max().unwrap_or_default(),
        Block::Heading(_) | Block::Lead(_) | Block::Sections(_) | Block::Remarks(_) | Block::Snippet(_) => 0,
    }
}

/// Writes blocks of a page and its footer from a row on; returns the row below.
pub(super) fn write_blocks(
    writer: &mut SheetWriter<'_>,
    styles: &Styles,
    (blocks, footer): (&[&Block], &str),
    first: u32,
) -> Result<u32, XlsxError> {
    let mut row = first;
    for block in blocks {
        row = write_block(writer, styles, block, row)? + 1;
    }
    lines(writer, styles, row, footer)
}

/// Writes a block; returns the row below.
fn write_block(writer: &mut SheetWriter<'_>, styles: &Styles, block: &Block, row: u32) -> Result<u32, XlsxError> {
    match block {
        Block::Heading(heading) => {
            writer.text((row, 0), heading, &styles.title)?;
            Ok(row + 1)
        }
        Block::Lead(text) => lines(writer, styles, row, text),
        Block::Sections(sections) => {
            sections.iter().try_fold(row, |row, section| write_section(writer, styles, section, row))
        }
        Block::Table(table) => write_table(writer, styles, table, row),
        Block::Moves(moves) if moves.groups.is_empty() => lines(writer, styles, row, moves.none),
        Block::Moves(moves) => {
            moves.tables().try_fold(row, |row, table| Ok(write_table(writer, styles, &table, row)? + 1))
        }
        Block::Chart(chart) => {
            table_of(chart).iter().try_fold(row, |row, table| write_table(writer, styles, table, row))
        }
        Block::Remarks(remarks) => remarks.iter().try_fold(row, |row, remark| lines(writer, styles, row, remark)),
        Block::Snippet(snippet) => {
            writer.text((row, 0), snippet.heading, &styles.section)?;
            snippet.lines.iter().try_fold(row + 1, |row, line| {
                writer.text((row, 0), line, &styles.text)?;
                Ok(row + 1)
            })
        }
    }
}

fn write_section(writer: &mut SheetWriter<'_>, styles: &Styles, section: &Section, row: u32) -> Result<u32, XlsxError> {
    writer.text((row, 0), section.heading, &styles.section)?;
    let next = section.says.iter().try_fold(row + 1, |row, say| match say {
        Say::Text(text) => lines(writer, styles, row, text),
        Say::Axis(_) => Ok(row),
    })?;
    Ok(next + 1)
}

/// Writes wrapped text; returns the row below.
fn lines(writer: &mut SheetWriter<'_>, styles: &Styles, row: u32, text: &str) -> Result<u32, XlsxError> {
    let mut next = row;
    for line in textwrap::wrap(text, LINE) {
        writer.text((next, 0), &line, &styles.text)?;
        next += 1;
    }
    Ok(next)
}

fn write_table(writer: &mut SheetWriter<'_>, styles: &Styles, table: &Table, row: u32) -> Result<u32, XlsxError> {
    let mut row = row;
    if let Some(title) = &table.title {
        writer.text((row, 0), &Title::text(title), &styles.section)?;
        row += 1;
    }
    writer.text((row, 0), &table.corner, &styles.head)?;
    for (at, column) in (1..).zip(&table.columns) {
        writer.text((row, at), &column.name, &styles.head_right)?;
    }
    row += 1;
    for line in &table.rows {
        match line {
            TableRow::Title(title) => writer.text((row, 0), &title.title, &styles.faint)?,
            TableRow::Cells(line) => write_line(writer, styles, line, row)?,
            TableRow::Rule => continue,
        }
        row += 1;
    }
    table.notes.iter().try_fold(row, |row, note| lines(writer, styles, row, note))
}

fn write_line(writer: &mut SheetWriter<'_>, styles: &Styles, line: &TableLine, row: u32) -> Result<(), XlsxError> {
    let indent = u8::try_from(line.depth).unwrap_or_default();
    writer.text((row, 0), &line.whole_label(None), &styles.text.clone().set_indent(indent))?;
    (1..).zip(line.cells.iter().enumerate()).try_for_each(|(column, (at, cell))| {
        let format = match (line.mark(at), cell) {
            (Some(mark), Cell::Number(_, Notation::Fixed(decimals))) => {
                styles::with_mark(mark, &styles::decimals(*decimals))
            }
            _ => return write_cell(writer, styles, (row, column), cell),
        };
        let format = if line.marked.is_some_and(|marked| marked.at == at) { format.set_bold() } else { format };
        writer.number((row, column), cell.number().unwrap_or_default(), &format)
    })
}

/// Table of a chart, with all digits of its amounts.
fn table_of(chart: &Chart) -> Option<Table> {
    match chart {
        Chart::Map(map) => Some(map.table(AmountsIn::Full)),
        Chart::Bars(_) | Chart::Tornado(_) | Chart::Lines(_) | Chart::Load(_) => chart.table(),
    }
}

fn write_cell(writer: &mut SheetWriter<'_>, styles: &Styles, at: (u32, u16), cell: &Cell) -> Result<(), XlsxError> {
    match cell {
        Cell::Absent => writer.text(at, &cell.text(), &styles.absent),
        Cell::Text(text) => writer.text(at, text, &styles.text),
        Cell::Number(value, notation) => writer.number(at, *value, &format_of(*notation, *value)),
    }
}

/// Writes the data of an answer for programs: column names, then one row per record. Cells that do not apply are empty.
pub(super) fn write_data(sheet: &mut Worksheet, styles: &Styles, data: &Data) -> Result<(), XlsxError> {
    let mut writer = SheetWriter { sheet: sheet.set_name("Data")? };
    for (column, name) in (0..).zip(&data.columns) {
        writer.text((0, column), name, &styles.head)?;
        writer.sheet.set_column_width(column, 18)?;
    }
    for (row, cells) in (1..).zip(&data.rows) {
        let stated = (0..).zip(cells).filter(|(_, cell)| !cell.is_absent());
        stated.into_iter().try_for_each(|(column, cell)| write_cell(&mut writer, styles, (row, column), cell))?;
    }
    writer.sheet.set_freeze_panes(1, 0)?;
    Ok(())
}

/// Number format of a page's number.
fn format_of(notation: Notation, value: Decimal) -> Format {
    match notation {
        Notation::Fixed(decimals) => styles::plain(&styles::money(decimals)),
        Notation::Added(decimals) => {
            let plain = styles::decimals(decimals);
            styles::plain(&format!("+{plain};-{plain};{plain}"))
        }
        Notation::Rounded | Notation::Readable(_) | Notation::Exact => styles::plain(&styles::as_written(value)),
        Notation::Percent(decimals) => styles::plain(&format!("0{}%", fraction(decimals))),
        Notation::Rate => styles::plain(&styles::share(value)),
        Notation::Scaled(_) => styles::plain(&styles::decimals(0)),
    }
}

fn fraction(decimals: u32) -> String {
    if decimals == 0 { String::new() } else { format!(".{}", "0".repeat(decimals as usize)) }
}
