//! Demand table: every figure that depends on demand, recalculated for each demand factor.

use super::search::Search;
use crate::report::workbook::canvas::{Printed, SheetWriter};
use crate::report::workbook::layout::{Layout, Seen};
use crate::report::workbook::names::{cell, quoted};
use crate::report::workbook::styles::{self, Styles};
use crate::sheet::{Cells, FigureId, LevelRanges};
use rust_xlsxwriter::{Workbook, XlsxError};
use std::collections::BTreeMap;

/// Row of the factors.
const FACTORS: u32 = 3;
/// First row of figures.
const FIGURES: u32 = FACTORS + 2;
/// Column of the first point.
const POINTS: u16 = 2;

/// Width of a column of figures.
const FIGURE_WIDTH: u16 = 16;

/// Layout of the demand table.
pub(super) struct DemandTable<'l, 'a> {
    layout: &'l Layout<'a>,
    /// Sheet name.
    pub name: String,
    rows: BTreeMap<FigureId, u32>,
}

/// Cells at one factor: of the table for figures that depend on demand, of other sheets for all others.
struct AtFactor<'t, 'l, 'a> {
    table: &'t DemandTable<'l, 'a>,
    others: Seen<'l, 'a>,
    point: usize,
}

impl<'l, 'a> DemandTable<'l, 'a> {
    /// Whether a difference can be tabulated: no load with several levels depends on the factor.
    pub(super) fn has(layout: &Layout<'_>, difference: FigureId) -> bool {
        let (model, sheet) = (&layout.answer.evaluated.model, layout.sheet());
        !sheet.affected(&[model.factor], &[difference]).iter().any(|figure| sheet.has_level_ranges(*figure))
    }

    /// Table for some differences.
    pub(super) fn of(layout: &'l Layout<'a>, differences: &[FigureId], name: String) -> DemandTable<'l, 'a> {
        let (model, sheet) = (&layout.answer.evaluated.model, layout.sheet());
        let affected = sheet.affected(&[model.factor], differences);
        let with_cells = affected.into_iter().filter(|figure| layout.has_cells(*figure));
        DemandTable { layout, name, rows: with_cells.zip(FIGURES..).collect() }
    }

    /// Number of cells with `points` points.
    pub(super) fn cells(&self, points: usize) -> usize {
        self.rows.len() * usize::from(self.column(points))
    }

    /// First column of a point.
    fn column(&self, point: usize) -> u16 {
        let width = self.layout.periods().len() + 1;
        POINTS + u16::try_from(point * width).unwrap_or(u16::MAX)
    }

    /// Cell of a figure at a point, for formulas of other sheets.
    pub(super) fn cell_at(&self, figure: FigureId, point: usize) -> String {
        let here = self.at(point).cell(figure, 0).unwrap_or_default();
        let is_here = self.rows.contains_key(&figure) || figure == self.layout.answer.evaluated.model.factor;
        if is_here { format!("{}!{here}", quoted(&self.name)) } else { here }
    }

    fn at(&self, point: usize) -> AtFactor<'_, 'l, 'a> {
        AtFactor { table: self, others: self.layout.seen_from(None), point }
    }

    /// Writes the table. `factor` gives the formula for the factor of a point.
    pub(super) fn write(
        &self,
        workbook: &mut Workbook,
        styles: &Styles,
        search: &Search,
        factor: &dyn Fn(usize) -> String,
    ) -> Result<(), XlsxError> {
        let (layout, sheet) = (self.layout, self.layout.sheet());
        let header = &layout.answer.comparison.header;
        let output = header.output_unit.as_deref().unwrap_or("unit");
        let mut writer = SheetWriter { sheet: workbook.add_worksheet().set_name(&self.name)? };
        writer.text((0, 0), "Table of demand", &styles.title)?;
        let subtitle =
            "Figures that depend on demand, recalculated for each demand factor. Only the first factor is printed.";
        writer.text((1, 0), subtitle, &styles.subtitle)?;
        writer.text((FACTORS, 0), "demand factor", &styles.head)?;
        writer.text((FACTORS, 1), "unit", &styles.head)?;
        let points = search.points().count();
        let mut widths = vec![50, 24];
        widths.resize(usize::from(self.column(points)), FIGURE_WIDTH);
        writer.widths(&widths)?;
        let titles = layout.titles(None);
        for (figure, row) in &self.rows {
            let (name, is_own) = titles.of(*figure);
            writer.text((*row, 0), &name, if is_own { &styles.text } else { &styles.faint })?;
            writer.text((*row, 1), &sheet.row(*figure).unit.plural(&header.currency, output), &styles.faint)?;
        }
        for (at, point) in search.points().enumerate() {
            let first = self.column(at);
            writer.formula((FACTORS, first), &factor(at), point.factor, &styles.head_factor)?;
            for (column, period) in (first + 1..).zip(layout.periods()) {
                writer.text((FACTORS, column), &layout.period_name(*period), &styles.head_right)?;
            }
            let seen = self.at(at);
            for (figure, row) in &self.rows {
                let format = styles::plain(&styles::of_unit(sheet.row(*figure).unit, header.minor_digits));
                let (count, first) =
                    if sheet.is_row(*figure) { (layout.periods().len(), first + 1) } else { (1, first) };
                for (period, column) in (0..count).zip(first..) {
                    let formula = sheet.spreadsheet_formula(*figure, period, &seen);
                    writer.formula((*row, column), &formula, point.values[sheet.at(*figure, period)], &format)?;
                }
            }
        }
        writer.sheet.set_freeze_panes(FACTORS + 1, POINTS)?;
        let last_row = self.rows.values().max().copied().unwrap_or(FACTORS);
        let printed = &widths[..usize::from(self.column(1))];
        writer.print(&Printed { widths: printed, last_row, head: Some(FACTORS) })
    }
}

impl Cells for AtFactor<'_, '_, '_> {
    fn cell(&self, figure: FigureId, period: usize) -> Option<String> {
        let layout = self.table.layout;
        let first = self.table.column(self.point);
        if figure == layout.answer.evaluated.model.factor {
            return Some(cell(FACTORS, first));
        }
        let Some(row) = self.table.rows.get(&figure) else { return self.others.cell(figure, period) };
        let period = u16::try_from(period).ok()?;
        Some(cell(*row, if layout.sheet().is_row(figure) { first + 1 + period } else { first }))
    }

    fn range(&self, row: FigureId) -> Option<String> {
        if !self.table.rows.contains_key(&row) {
            return self.others.range(row);
        }
        let last = self.table.layout.periods().len().checked_sub(1)?;
        Some(format!("{}:{}", self.cell(row, 0)?, self.cell(row, last)?))
    }

    fn levels(&self, curve: FigureId, period: usize) -> Option<LevelRanges> {
        self.others.levels(curve, period)
    }
}
