//! The sheet of the break-even: at which demand the winner of two options changes, found by the workbook itself in a table of
//! demand.

mod search;
mod table;

use super::canvas::{Cached, NO_VALUE, SheetWriter};
use super::figures::Titles;
use super::layout::{Layout, Place};
use super::names::{Names, cell, fixed_cell, quoted};
use super::styles::{self, Styles};
use crate::model::PairModel;
use rust_decimal::Decimal;
use rust_xlsxwriter::{Chart, ChartType, Workbook, XlsxError};
use search::{Bracket, COARSE, FINE, Search, share};
use table::DemandTable;

/// The row of the break-even, and below it what it is between, and who wins on its sides.
const FOUND: u32 = 3;
/// The row of what the first table found.
const BRACKETS: u32 = 11;
/// The row of the first point of the first table.
const TABLE: u32 = 18;

/// The sheet while it is written.
struct BreakEvenSheet<'l, 'a> {
    layout: &'l Layout<'a>,
    styles: &'l Styles,
    pair: &'l PairModel,
    name: String,
    table: DemandTable<'l, 'a>,
    search: Search,
}

/// Writes the break-even of the winner against the best of the other side; nothing where there is no pair. The table of demand
/// is left out where what depends on demand cannot be tabulated.
pub(super) fn write(
    workbook: &mut Workbook,
    layout: &Layout<'_>,
    styles: &Styles,
    names: &mut Names,
) -> Result<(), XlsxError> {
    let Some(pair) = layout.pair() else { return Ok(()) };
    write_searched(workbook, layout, styles, names, pair)?;
    let mut writer = SheetWriter { sheet: workbook.add_worksheet().set_name(&layout.pair_sheet)? };
    writer.text((0, 0), "Workings of the break-even, at the demand factor of the inputs", &styles.title)?;
    layout.write_heads(&mut writer, styles, ["figure", "", "unit", "value", "", ""])?;
    layout.write_workings(&mut writer, styles, Place::Pair, &Titles::new())
}

/// Writes what the workbook finds, and the table in which it does.
fn write_searched(
    workbook: &mut Workbook,
    layout: &Layout<'_>,
    styles: &Styles,
    names: &mut Names,
    pair: &PairModel,
) -> Result<(), XlsxError> {
    let (evaluated, own) = (&layout.answer.evaluated, &layout.options()[pair.own]);
    let limit = own.factor_limit.and_then(|figure| evaluated.ratio(figure)).unwrap_or(Decimal::ONE);
    let (name, table) = (names.sheet("Break-even"), names.sheet("Table of demand"));
    let Some(table) = DemandTable::of(layout, pair.difference, table) else { return Ok(()) };
    let Some(search) = Search::of(evaluated, pair, limit) else { return Ok(()) };
    let sheet = BreakEvenSheet { layout, styles, pair, name, table, search };
    sheet.write(workbook)?;
    sheet.table.write(workbook, styles, &sheet.search, &|point| sheet.factor(point))
}

impl BreakEvenSheet<'_, '_> {
    fn write(&self, workbook: &mut Workbook) -> Result<(), XlsxError> {
        let mut writer = SheetWriter { sheet: workbook.add_worksheet().set_name(&self.name)? };
        let title = format!("Break-even of {} against {}", self.called(self.pair.own), self.called(self.pair.rent));
        writer.widths(&[46, 24, 24, 24, 24])?;
        writer.text((0, 0), &title, &self.styles.title)?;
        let subtitle = "All demand is multiplied by a factor; the first one at which the difference of the present values changes its sign.";
        writer.text((1, 0), subtitle, &self.styles.subtitle)?;
        self.write_found(&mut writer)?;
        self.write_brackets(&mut writer)?;
        self.write_table(&mut writer)?;
        writer.sheet.insert_chart(TABLE + COARSE + 3, 0, &self.chart())?;
        writer.paper();
        writer.sheet.set_print_fit_to_pages(1, 1);
        Ok(())
    }

    fn called(&self, option: usize) -> &str {
        let option = &self.layout.answer.comparison.options[option];
        option.label.as_deref().unwrap_or(&option.name)
    }

    /// What the last table found.
    fn last(&self) -> (u32, Option<&Bracket>) {
        let rows = u32::try_from(self.search.fine.len()).unwrap_or_default();
        (BRACKETS + rows, self.search.brackets.last().and_then(Option::as_ref))
    }

    fn write_found(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        let (row, bracket) = self.last();
        let at = |column| cell(row, column);
        let (low, high, below, above) = (at(1), at(2), at(3), at(4));
        let factor = styles::plain("0.000000");
        writer.text((FOUND, 0), "break-even: demand factor, 1 as stated", &self.styles.strong)?;
        let crossing = bracket.and_then(Bracket::crossing);
        let formula = format!("IFERROR({low}+({high}-{low})*{below}/({below}-{above}),\"{NO_VALUE}\")");
        writer.formula((FOUND, 1), &formula, Cached::from(crossing), &factor.clone().set_bold())?;
        writer.text((FOUND + 1, 0), "it lies between", &self.styles.text)?;
        writer.formula((FOUND + 1, 1), &low, Cached::from(bracket.map(|b| b.low.factor)), &factor)?;
        writer.text((FOUND + 2, 0), "and; where the difference jumps there, at the jump", &self.styles.text)?;
        writer.formula((FOUND + 2, 1), &high, Cached::from(bracket.map(|b| b.high.factor)), &factor)?;
        let sides = [
            ("below it wins", &below, bracket.map(|b| b.low.difference)),
            ("above it wins", &above, bracket.map(|b| b.high.difference)),
        ];
        for (row, (label, difference, value)) in (FOUND + 3..).zip(sides) {
            let (own, rent) = (self.called(self.pair.own), self.called(self.pair.rent));
            let quoted = |name: &str| name.replace('"', "\"\"");
            let formula = format!(
                "IF(ISNUMBER({difference}),IF({difference}>0,\"{}\",\"{}\"),\"{NO_VALUE}\")",
                quoted(rent),
                quoted(own)
            );
            let wins = value.map_or(NO_VALUE, |value| if value > Decimal::ZERO { rent } else { own });
            writer.text((row, 0), label, &self.styles.text)?;
            writer.formula((row, 1), &formula, wins, &self.styles.text)?;
        }
        let Some(utilization) = &self.layout.answer.loaded.scenario.demand.utilization else { return Ok(()) };
        let Some(name) = self.layout.input_name(utilization.at) else { return Ok(()) };
        writer.text((FOUND + 5, 0), "share of the hours with work at the break-even", &self.styles.text)?;
        let stated = self.layout.answer.comparison.header.demand_utilization.map(Decimal::from);
        let share = crossing.zip(stated).map(|(crossing, stated)| crossing * stated);
        let formula = format!("IFERROR({}*{name},\"{NO_VALUE}\")", cell(FOUND, 1));
        writer.formula((FOUND + 5, 1), &formula, Cached::from(share), &styles::plain("0.00%"))
    }

    /// What each table found: the first two neighbours of unlike signs.
    fn write_brackets(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        let heads = ["search", "from", "to", "difference there", "and there"];
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
                "in the table below".to_owned()
            } else {
                format!("between those, {FINE} points, round {round}")
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
        }
        Ok(())
    }

    /// The factor and the difference of every point of a round, with the ends that it begins with.
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
            (
                self.table.cell_at(self.layout.answer.evaluated.model.factor, point),
                self.table.cell_at(self.pair.difference, point),
            )
        });
        [end(1, 3)].into_iter().chain(points).chain([end(2, 4)]).collect()
    }

    /// The formula of the factor of a point.
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
        let heads = ["demand factor", self.called(self.pair.own), self.called(self.pair.rent), "difference"];
        for (column, head) in (0..).zip(heads) {
            writer.text((TABLE - 1, column), head, &self.styles.head_right)?;
        }
        let (options, sheet) = (self.layout.options(), self.layout.sheet());
        let money = styles::plain(&styles::money(self.layout.answer.comparison.header.minor_digits));
        let figures =
            [options[self.pair.own].present_value, options[self.pair.rent].present_value, self.pair.difference];
        let limit = options[self.pair.own].factor_limit;
        let limit = limit.map_or("1".to_owned(), |figure| {
            use crate::sheet::Cells as _;
            let cell = self.layout.seen_from(None).cell(figure, 0).unwrap_or_default();
            format!("IF(ISNUMBER({cell}),{cell},1)")
        });
        for (at, ((row, point), step)) in (TABLE..).zip(&self.search.coarse).zip(0..).enumerate() {
            let factor = format!("{limit}*{}", share(step).normalize());
            writer.formula((row, 0), &factor, point.factor, &styles::plain("0.000000"))?;
            for (column, figure) in (1..).zip(figures) {
                writer.formula(
                    (row, column),
                    &self.table.cell_at(figure, at),
                    point.values[sheet.at(figure, 0)],
                    &money,
                )?;
            }
        }
        Ok(())
    }

    /// The present values of both options against demand.
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
        chart.title().set_name("Present value against demand");
        chart.x_axis().set_name("demand factor; 1 is the stated demand").set_num_format("0.0");
        chart.y_axis().set_name(self.layout.answer.comparison.header.currency.as_str()).set_num_format("#,##0");
        chart.set_width(900).set_height(380).set_alt_text("Present value of both options against demand");
        chart
    }
}

/// What stands at the first two neighbours of unlike signs: the lower factor, the higher one, the difference at either.
fn first_change(points: &[(String, String)], wanted: usize) -> String {
    let choice = |low: &(String, String), high: &(String, String)| match wanted {
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
    // the ends of the round before are words where it found nothing
    let numbers: Vec<String> = points.iter().map(|(_, difference)| format!("ISNUMBER({difference})")).collect();
    format!("IF(AND({}),{formula},\"{NO_VALUE}\")", numbers.join(","))
}
