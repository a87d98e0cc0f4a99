//! Break-even sheet: the demand factor at which the winner of two options changes. The workbook finds it with formulas in a table
//! of demand factors, for the pair of options that its verdict points to.

mod search;
mod table;

use super::canvas::{Cached, NO_VALUE, SheetWriter};
use super::comparison::{ComparisonSheet, NAMES, PRESENT_VALUES, RANKS};
use super::inputs;
use super::layout::{Layout, Place};
use super::names::{Names, cell, fixed_cell, quoted};
use super::styles::{self, Styles};
use crate::model::PairModel;
use crate::sheet::FigureId;
use rust_decimal::Decimal;
use rust_xlsxwriter::{Chart, ChartType, Workbook, XlsxError};
use search::{Bracket, COARSE, FINE, Search, share};
use table::DemandTable;

/// Row of the selected pair: its index in the list of pairs.
const AT_HAND: u32 = 2;
/// Row of the break-even; below it the bounds and the winner on each side.
const FOUND: u32 = 3;
/// First row of the search results.
const BRACKETS: u32 = 11;
/// First row of the coarse table.
const TABLE: u32 = 18;

/// First column of the differences between the bounds.
const BETWEEN: u16 = 5;
/// Row of the heading of the list of pairs, below the chart.
const PAIRS: u32 = TABLE + COARSE + 25;
/// Maximum number of pairs among which a workbook chooses, and of cells of the demand table.
const MOST_PAIRS: usize = 100;
const MOST_CELLS: usize = 500_000;

/// Break-even sheet.
struct BreakEvenSheet<'l, 'a> {
    layout: &'l Layout<'a>,
    styles: &'l Styles,
    comparison: &'l ComparisonSheet<'l, 'a>,
    /// Index of the pair in the base case.
    base_pair: usize,
    /// Indices of the pairs in the demand table.
    tabulated: Vec<usize>,
    name: String,
    table: DemandTable<'l, 'a>,
    search: Search,
}

/// Writes the break-even of the winner against the best option of the other side; nothing if there is no pair. The demand table
/// is omitted if its figures cannot be tabulated.
pub(super) fn write(
    workbook: &mut Workbook,
    layout: &Layout<'_>,
    styles: &Styles,
    names: &mut Names,
    comparison: &ComparisonSheet<'_, '_>,
) -> Result<(), XlsxError> {
    let Some(base_pair) = layout.base_case_pair() else { return Ok(()) };
    if let Some(sheet) = BreakEvenSheet::of(layout, styles, names, comparison, base_pair) {
        sheet.write(workbook)?;
        sheet.table.write(workbook, styles, &sheet.search, &|point| sheet.factor(point))?;
    }
    let mut writer = SheetWriter { sheet: workbook.add_worksheet().set_name(&layout.pair_sheet)? };
    writer.text((0, 0), "Break-even workings at the demand factor of the inputs", &styles.title)?;
    layout.write_heads(&mut writer, styles, ["figure", "", "unit", "value", "", ""])?;
    layout.write_workings(&mut writer, styles, Place::Pair, &layout.titles(None))
}

impl<'l, 'a> BreakEvenSheet<'l, 'a> {
    /// Sheet and search for all pairs, or for the base-case pair only if they are too many; none if that pair cannot be
    /// tabulated.
    fn of(
        layout: &'l Layout<'a>,
        styles: &'l Styles,
        names: &mut Names,
        comparison: &'l ComparisonSheet<'l, 'a>,
        base_pair: usize,
    ) -> Option<BreakEvenSheet<'l, 'a>> {
        let (evaluated, pairs) = (&layout.answer.evaluated, layout.pairs());
        let pair = &pairs[base_pair];
        let own = &layout.options()[pair.own];
        let limit = own.factor_limit.and_then(|figure| evaluated.ratio(figure)).unwrap_or(Decimal::ONE);
        let (name, table_name) = (names.sheet("Break-even"), names.sheet("Table of demand"));
        let possible = (0..pairs.len()).filter(|at| DemandTable::has(layout, pairs[*at].difference));
        let all: Vec<usize> = possible.collect();
        if !all.contains(&base_pair) {
            return None;
        }
        let searched = |tabulated: Vec<usize>| {
            let differences: Vec<FigureId> = tabulated.iter().map(|at| pairs[*at].difference).collect();
            let search = Search::of(evaluated, pair, limit, &differences)?;
            Some((DemandTable::of(layout, &differences, table_name.clone()), search, tabulated))
        };
        let all = (all.len() <= MOST_PAIRS).then_some(all).and_then(searched);
        let fits = all.filter(|(table, search, _)| table.cells(search.points().count()) <= MOST_CELLS);
        let (table, search, tabulated) = fits.or_else(|| searched(vec![base_pair]))?;
        Some(BreakEvenSheet { layout, styles, comparison, base_pair, tabulated, name, table, search })
    }

    fn write(&self, workbook: &mut Workbook) -> Result<(), XlsxError> {
        let mut writer = SheetWriter { sheet: workbook.add_worksheet().set_name(&self.name)? };
        let (own, rent) = self.base_case_names();
        let title = format!("Break-even of {own} against {rent}");
        writer.widths(&[46, 24, 24, 24, 24, 18, 18, 18, 18])?;
        let titled = format!("\"Break-even of \"&{}&\" against \"&{}", self.at_hand(0), self.at_hand(1));
        writer.formula((0, 0), &titled, title.as_str(), &self.styles.title)?;
        let subtitle = "All demand is multiplied by a factor. The break-even is the first factor at which the difference of the present values changes sign.";
        writer.text((1, 0), subtitle, &self.styles.subtitle)?;
        self.write_found(&mut writer)?;
        self.write_brackets(&mut writer)?;
        self.write_table(&mut writer)?;
        self.write_pairs(&mut writer)?;
        writer.sheet.insert_chart(TABLE + COARSE + 3, 0, &self.chart())?;
        writer.paper();
        writer.sheet.set_print_fit_to_pages(1, 1);
        Ok(())
    }

    /// Writes the list of pairs. A pair that contains the winner has the sum of both present values; the lowest sum selects the
    /// pair.
    fn write_pairs(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        let heads =
            ["pairs: owned or hybrid option", "rented option", "sum, if one of them wins", "largest demand factor"];
        for (column, head) in (0..).zip(heads) {
            writer.text((PAIRS, column), head, if column < 2 { &self.styles.head } else { &self.styles.head_right })?;
        }
        let comparison = &self.layout.answer.comparison;
        let money = styles::plain(&styles::money(comparison.header.minor_digits));
        let winner = comparison.verdict.winner.as_ref();
        for (row, pair) in (PAIRS + 1..).zip(self.layout.pairs()) {
            let columns = [pair.own, pair.rent].map(ComparisonSheet::column);
            let [own, rent] = columns.map(|column| self.comparison.cell(NAMES, column));
            writer.formula((row, 0), &own, self.display_name(pair.own), &self.styles.text)?;
            writer.formula((row, 1), &rent, self.display_name(pair.rent), &self.styles.text)?;
            let [own, rent] = columns.map(|column| self.comparison.cell(RANKS, column));
            let [cost, other] = columns.map(|column| self.comparison.cell(PRESENT_VALUES, column));
            let formula = format!("IF(OR({own}=1,{rent}=1),IFERROR({cost}+{other},\"{NO_VALUE}\"),\"{NO_VALUE}\")");
            let options = [pair.own, pair.rent].map(|at| &comparison.options[at]);
            let is_of_winner = options.iter().any(|option| Some(&option.name) == winner);
            let both = is_of_winner.then(|| options.iter().map(|option| *option.present_value).sum::<Decimal>());
            writer.formula((row, 2), &formula, Cached::from(both), &money)?;
            let limit = self.layout.options()[pair.own].factor_limit;
            let value = limit.and_then(|figure| self.layout.answer.evaluated.ratio(figure)).unwrap_or(Decimal::ONE);
            let limit = limit.map_or("1".to_owned(), |figure| {
                use crate::sheet::Cells as _;
                let cell = self.layout.seen_from(None).cell(figure, 0).unwrap_or_default();
                format!("IF(ISNUMBER({cell}),{cell},1)")
            });
            writer.formula((row, 3), &limit, value, &styles::plain("0.000000"))?;
        }
        let both = self.of_pairs(2);
        writer.text((AT_HAND, 0), "row in the list of pairs below", &self.styles.faint)?;
        let formula = format!("IFERROR(MATCH(MIN({both}),{both},0),1)");
        writer.formula((AT_HAND, 1), &formula, Decimal::from(self.base_pair + 1), &self.styles.faint)
    }

    /// Range of a column of the list of pairs.
    fn of_pairs(&self, column: u16) -> String {
        let last = PAIRS + u32::try_from(self.layout.pairs().len()).unwrap_or(1);
        format!("{}:{}", fixed_cell(PAIRS + 1, column), fixed_cell(last, column))
    }

    /// Formula for a column of the list of pairs at the selected pair.
    fn at_hand(&self, column: u16) -> String {
        format!("INDEX({},{})", self.of_pairs(column), fixed_cell(AT_HAND, 1))
    }

    /// Formula for a figure of the selected pair at a point of the demand table; no value for a pair that is not in the table.
    fn of_pair(&self, figure: impl Fn(&PairModel) -> FigureId, point: usize) -> String {
        let place = format!("{}!{}", quoted(&self.name), fixed_cell(AT_HAND, 1));
        let cells = self.layout.pairs().iter().enumerate().map(|(at, pair)| {
            let is_tabulated = self.tabulated.contains(&at);
            if is_tabulated { self.table.cell_at(figure(pair), point) } else { format!("\"{NO_VALUE}\"") }
        });
        let cells: Vec<String> = cells.collect();
        match self.tabulated.as_slice() {
            [only] => format!("IF({place}={},{},\"{NO_VALUE}\")", only + 1, cells[*only]),
            _ => format!("CHOOSE({place},{})", cells.join(",")),
        }
    }

    /// Names of the owned and the rented option of the base-case pair.
    fn base_case_names(&self) -> (&str, &str) {
        let pair = &self.layout.pairs()[self.base_pair];
        (self.display_name(pair.own), self.display_name(pair.rent))
    }

    fn display_name(&self, option: usize) -> &str {
        let option = &self.layout.answer.comparison.options[option];
        option.label.as_deref().unwrap_or(option.name.as_str())
    }

    /// Row and bracket of the last search step.
    fn last(&self) -> (u32, Option<&Bracket>) {
        let rows = u32::try_from(self.search.fine.len()).unwrap_or_default();
        (BRACKETS + rows, self.search.brackets.last().and_then(Option::as_ref))
    }

    fn write_found(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        let (row, bracket) = self.last();
        let at = |column| cell(row, column);
        let (low, high, below, above) = (at(1), at(2), at(3), at(4));
        let factor = styles::plain("0.000000");
        writer.text((FOUND, 0), "break-even demand factor (1 = base case)", &self.styles.strong)?;
        let crossing = bracket.and_then(Bracket::crossing);
        let formula = format!("IFERROR({low}+({high}-{low})*{below}/({below}-{above}),\"{NO_VALUE}\")");
        let usable = |formula: &str| format!("IF({}=0,{formula},\"{NO_VALUE}\")", inputs::unusable(self.layout));
        writer.formula((FOUND, 1), &usable(&formula), Cached::from(crossing), &factor.clone().set_bold())?;
        writer.text((FOUND + 1, 0), "lower bound", &self.styles.text)?;
        writer.formula((FOUND + 1, 1), &usable(&low), Cached::from(bracket.map(|b| b.low.factor)), &factor)?;
        writer.text((FOUND + 2, 0), "upper bound; break-even at a jump in between", &self.styles.text)?;
        writer.formula((FOUND + 2, 1), &usable(&high), Cached::from(bracket.map(|b| b.high.factor)), &factor)?;
        let sides = [
            ("winner below it", &below, bracket.map(|b| b.low.difference)),
            ("winner above it", &above, bracket.map(|b| b.high.difference)),
        ];
        for (row, (label, difference, value)) in (FOUND + 3..).zip(sides) {
            let (own, rent) = self.base_case_names();
            let formula = format!(
                "IF(ISNUMBER({difference}),IF({difference}>0,{},{}),\"{NO_VALUE}\")",
                self.at_hand(1),
                self.at_hand(0)
            );
            let wins = value.map_or(NO_VALUE, |value| if value > Decimal::ZERO { rent } else { own });
            writer.text((row, 0), label, &self.styles.text)?;
            writer.formula((row, 1), &usable(&formula), wins, &self.styles.text)?;
        }
        let Some(utilization) = &self.layout.answer.loaded.scenario.demand.utilization else { return Ok(()) };
        let Some(name) = self.layout.input_name(utilization.at) else { return Ok(()) };
        writer.text((FOUND + 5, 0), "utilization at the break-even", &self.styles.text)?;
        let planned = self.layout.answer.comparison.header.demand_utilization.map(Decimal::from);
        let share = crossing.zip(planned).map(|(crossing, stated)| crossing * stated);
        let formula = format!("IFERROR({}*{name},\"{NO_VALUE}\")", cell(FOUND, 1));
        writer.formula((FOUND + 5, 1), &formula, Cached::from(share), &styles::plain("0.00%"))
    }

    /// Writes the bracket that each search step finds: the first two neighbouring points with different signs.
    fn write_brackets(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        let heads = ["search step", "from", "to", "difference at from", "difference at to", "in between"];
        for (column, head) in (0..).zip(heads) {
            writer.text(
                (BRACKETS - 1, column),
                head,
                if column == 0 { &self.styles.head } else { &self.styles.head_right },
            )?;
        }
        let money = styles::plain(&styles::money(self.layout.answer.comparison.header.minor_digits));
        let factor = styles::plain("0.000000");
        for (round, (row, bracket)) in (BRACKETS..).zip(&self.search.brackets).enumerate() {
            let label = if round == 0 {
                "table below".to_owned()
            } else {
                format!("refinement {round}: {FINE} points in between")
            };
            writer.text((row, 0), &label, &self.styles.text)?;
            let points = self.cells_of_round(round);
            let low = |bracket: &Bracket| {
                [bracket.low.factor, bracket.high.factor, bracket.low.difference, bracket.high.difference]
            };
            let values = bracket.as_ref().map(low);
            for (at, column) in (0..4).zip(1..) {
                let format = if at < 2 { &factor } else { &money };
                let value = Cached::from(values.map(|values| values[at]));
                writer.formula((row, column), &first_change(&points, at), value, format)?;
            }
            let Some(before) = round.checked_sub(1) else { continue };
            let difference = self.layout.pairs()[self.base_pair].difference;
            for (column, point) in (BETWEEN..).zip(&self.search.fine[before]) {
                let at = self.search.coarse.len() + before * FINE as usize + usize::from(column - BETWEEN);
                let value = point.values[self.layout.sheet().at(difference, 0)];
                writer.formula((row, column), &self.of_pair(|pair| pair.difference, at), value, &money)?;
            }
        }
        Ok(())
    }

    /// Cells of factor and difference of every point of a search step, including the bounds of the step before.
    fn cells_of_round(&self, round: usize) -> Vec<(String, String)> {
        let coarse = self.search.coarse.len();
        let fine = usize::try_from(FINE).unwrap_or_default();
        let Some(before) = round.checked_sub(1) else {
            let row = |at: usize| TABLE + u32::try_from(at).unwrap_or_default();
            return (0..coarse).map(|at| (fixed_cell(row(at), 0), fixed_cell(row(at), 3))).collect();
        };
        let row = BRACKETS + u32::try_from(before).unwrap_or_default();
        let end = |factor, difference| (fixed_cell(row, factor), fixed_cell(row, difference));
        let points = (0..fine).map(|at| {
            let point = coarse + before * fine + at;
            let column = BETWEEN + u16::try_from(at).unwrap_or_default();
            let factor = self.table.cell_at(self.layout.answer.evaluated.model.factor, point);
            (factor, fixed_cell(row + 1, column))
        });
        [end(1, 3)].into_iter().chain(points).chain([end(2, 4)]).collect()
    }

    /// Formula for the demand factor of a point.
    fn factor(&self, point: usize) -> String {
        let here = |row, column| format!("{}!{}", quoted(&self.name), fixed_cell(row, column));
        let Some(after) = point.checked_sub(self.search.coarse.len()) else {
            return here(TABLE + u32::try_from(point).unwrap_or_default(), 0);
        };
        let fine = usize::try_from(FINE).unwrap_or(1);
        let (round, step) = (after / fine, after % fine + 1);
        let row = BRACKETS + u32::try_from(round).unwrap_or_default();
        let (low, high) = (here(row, 1), here(row, 2));
        format!("IF(ISNUMBER({low}),{low}+({high}-{low})*{step}/{},1)", FINE + 1)
    }

    fn write_table(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        let (own, rent) = self.base_case_names();
        writer.text((TABLE - 1, 0), "demand factor", &self.styles.head_right)?;
        writer.formula((TABLE - 1, 1), &self.at_hand(0), own, &self.styles.head_right)?;
        writer.formula((TABLE - 1, 2), &self.at_hand(1), rent, &self.styles.head_right)?;
        writer.text((TABLE - 1, 3), "difference", &self.styles.head_right)?;
        let (options, sheet) = (self.layout.options(), self.layout.sheet());
        let money = styles::plain(&styles::money(self.layout.answer.comparison.header.minor_digits));
        let of_own = |pair: &PairModel| options[pair.own].present_value;
        let of_rent = |pair: &PairModel| options[pair.rent].present_value;
        let figures: [&dyn Fn(&PairModel) -> FigureId; 3] = [&of_own, &of_rent, &|pair| pair.difference];
        let (limit, pair) = (self.at_hand(3), &self.layout.pairs()[self.base_pair]);
        for (at, ((row, point), step)) in (TABLE..).zip(&self.search.coarse).zip(0..).enumerate() {
            let factor = format!("{limit}*{}", share(step).normalize());
            writer.formula((row, 0), &factor, point.factor, &styles::plain("0.000000"))?;
            for (column, figure) in (1..).zip(figures) {
                let value = point.values[sheet.at(figure(pair), 0)];
                writer.formula((row, column), &self.of_pair(figure, at), value, &money)?;
            }
        }
        Ok(())
    }

    /// Chart of the present values of both options by demand factor.
    fn chart(&self) -> Chart {
        let mut chart = Chart::new(ChartType::ScatterStraight);
        let last = TABLE + COARSE;
        for column in [1, 2] {
            chart
                .add_series()
                .set_name((self.name.as_str(), TABLE - 1, column))
                .set_categories((self.name.as_str(), TABLE, 0, last, 0))
                .set_values((self.name.as_str(), TABLE, column, last, column));
        }
        chart.title().set_name("Present value by demand");
        chart.x_axis().set_name("demand factor (1 = base case)").set_num_format("0.0");
        chart.y_axis().set_name(self.layout.answer.comparison.header.currency.as_str()).set_num_format("#,##0");
        chart.set_width(900).set_height(380).set_alt_text("Present value of both options by demand");
        chart
    }
}

/// Formula for one value at the first two neighbours with different signs: 0 lower factor, 1 higher factor, 2 and 3 their
/// differences.
fn first_change(points: &[(String, String)], expected: usize) -> String {
    let choice = |low: &(String, String), high: &(String, String)| match expected {
        0 => low.0.clone(),
        1 => high.0.clone(),
        2 => low.1.clone(),
        _ => high.1.clone(),
    };
    let mut formula = format!("\"{NO_VALUE}\"");
    for two in points.windows(2).rev() {
        let [low, high] = two else { continue };
        formula = format!("IF(({}>0)<>({}>0),{},{formula})", low.1, high.1, choice(low, high));
    }
    // the bounds of the step before are text if it found nothing
    let numbers: Vec<String> = points.iter().map(|(_, difference)| format!("ISNUMBER({difference})")).collect();
    format!("IF(AND({}),{formula},\"{NO_VALUE}\")", numbers.join(","))
}
