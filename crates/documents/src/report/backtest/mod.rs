//! Backtest: what past decisions would have cost with the prices that followed.

mod words;

use super::json::{self, Contract};
use super::page::{
    Block, Cell, Chart, ChartOf, Data, LineOf, Lines, Meaning, Notation, Page, Section, Table, TableLine, TableRow,
};
use super::{Report, header};
use crate::amount::Amount;
use crate::analysis::backtest::{Backtest, BacktestMonth, Outlook, OutlookResult};
use crate::model::OptionKind;
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 12;

/// Digits of a price per hour.
const DIGITS: u32 = 4;

impl Report for Backtest {
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, MARGIN, data(self));
        page.request = Some(words::title().to_owned());
        page.blocks = vec![
            Block::Sections(vec![Section::answer("Backtest", Meaning::Winner, words::answer(self))]),
            Block::Table(outlooks(self)),
            Block::Chart(Chart::Lines(lines(self))),
            Block::Table(months(self)),
            Block::Sections(words::details(self)),
        ];
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Backtest, self, out)
    }
}

/// A row per outlook.
fn outlooks(of: &Backtest) -> Table {
    let digits = of.header.minor_digits;
    let row = |result: &OutlookResult| {
        let cells: [Cell; 7] = [
            Cell::exact(result.decisions),
            Cell::exact(result.own),
            Cell::exact(result.held),
            Cell::amount(result.mean_regret, digits),
            Cell::amount(result.worst_regret, digits),
            result.worst_month.filter(|_| has_regret(result)).map(|month| month.to_string()).into(),
            result.coverage.map(words::coverage).into(),
        ];
        TableRow::plain(words::outlook(result.outlook), cells)
    };
    let heads = ["decisions", "to own", "held", "mean regret", "worst", "worst in", "in range"];
    Table::new(heads, of.outlooks.iter().map(row).collect()).titled(words::of_outlooks())
}

fn has_regret(result: &OutlookResult) -> bool {
    result.worst_regret.is_some_and(|regret| *regret > Decimal::ZERO)
}

/// A row per month, with the decision by the scenario's own outlook.
fn months(of: &Backtest) -> Table {
    let digits = of.header.minor_digits;
    let row = |month: &BacktestMonth| {
        let decision = month.by(Outlook::Stated);
        let prices = month.prices.iter().map(|price| Cell::Number(Decimal::from(*price), Notation::Readable(DIGITS)));
        let rest: [Cell; 4] = [
            decision.map(|decision| &decision.choice).into(),
            Some(&month.best).into(),
            Cell::amount(decision.map(|decision| decision.regret), digits),
            Cell::exact(month.observed_months),
        ];
        TableRow::Cells(TableLine::new(month.month.to_string(), prices.chain(rest)))
    };
    let prices = of.options.iter().map(|priced| priced.option.to_string());
    let heads = prices.chain(["decision", "best", "regret", "observed"].map(str::to_owned));
    Table::new(heads, of.months.iter().map(row).collect()).titled(words::of_months(of))
}

/// Lowest present value of each side by month of the decision, with the prices that followed.
fn lines(of: &Backtest) -> Lines {
    let line = |name: &str, is_rented: bool| LineOf {
        name: name.to_owned(),
        amounts: of.months.iter().map(|month| of_side(month, is_rented).map(Decimal::from)).collect(),
    };
    let number = |at: usize| Decimal::from(at);
    Lines {
        of: ChartOf::Sweep,
        title: "Cost of the best option of each side by month of the decision, with the prices that followed"
            .to_owned(),
        currency: of.header.currency.clone(),
        decimals: 0,
        values: (0..of.months.len()).map(number).collect(),
        written: of.months.iter().map(|month| month.month.to_string().into()).collect(),
        today: None,
        options: vec![line("own", false), line("rent", true)],
        winners: of.months.iter().map(|month| Some(usize::from(is_rented(month)))).collect(),
    }
}

fn is_rented(month: &BacktestMonth) -> bool {
    month.best.kind() == OptionKind::Rent
}

fn of_side(month: &BacktestMonth, rented: bool) -> Option<Amount> {
    if is_rented(month) == rented { Some(month.best_present_value) } else { month.other_side_present_value }
}

/// One row per month and outlook: `month, observed_months, outlook, choice, best, held, regret, best_present_value,
/// other_side_present_value`, then a list price per option.
fn data(of: &Backtest) -> Data {
    let columns = [
        "month",
        "observed_months",
        "outlook",
        "choice",
        "best",
        "held",
        "regret",
        "best_present_value",
        "other_side_present_value",
    ];
    let digits = of.header.minor_digits;
    let prices = of.options.iter().map(|priced| format!("{}.price", priced.option));
    let columns: Vec<String> = columns.into_iter().map(str::to_owned).chain(prices).collect();
    let rows = of.months.iter().flat_map(|month| {
        month.decisions.iter().map(move |decision| {
            let cells: [Cell; 9] = [
                month.month.to_string().into(),
                Cell::exact(month.observed_months),
                words::name(decision.outlook).into(),
                Some(&decision.choice).into(),
                Some(&month.best).into(),
                decision.held.to_string().into(),
                Cell::amount(Some(decision.regret), digits),
                Cell::amount(Some(month.best_present_value), digits),
                Cell::amount(month.other_side_present_value, digits),
            ];
            cells.into_iter().chain(month.prices.iter().map(|price| Cell::exact(Decimal::from(*price)))).collect()
        })
    });
    Data::new(columns, rows)
}
