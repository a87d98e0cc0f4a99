//! Timing: the present value of an owned option by the month of its order.

mod outlook;
mod replacement;
mod words;

use super::compare::{Key, in_sections, line_label};
use super::json::{self, Contract};
use super::page::{
    Align, Block, Cell, Chart, ChartOf, Column, Data, LineOf, Lines, Meaning, Page, Section, Table, TableLine, TableRow,
};
use super::{Report, header};
use crate::analysis::timing::{LineDifference, OrderMonth, Timing};
use crate::reasons;
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 12;

impl Report for Timing {
    /// The answer with a chart, the months, and the reasons by line: a table of every month would part the answer from its chart.
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, MARGIN, data(self));
        page.request = Some(words::title(self));
        page.blocks = vec![
            Block::Sections(vec![Section::answer("Timing", Meaning::Winner, answer(self))]),
            Block::Chart(Chart::Lines(lines(self))),
            Block::Table(table(self)),
            Block::Sections(outlook::section(self).into_iter().chain(words::details(self)).collect()),
        ];
        page.blocks.extend(differences(self).map(Block::Table));
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Timing, self, out)
    }
}

/// The choice at the stated prices, and what deciding later saves if prices walk.
fn answer(timing: &Timing) -> Vec<String> {
    words::answer(timing).into_iter().chain(outlook::answer(timing)).collect()
}

/// A row per month of ordering; the best is marked.
fn table(timing: &Timing) -> Table {
    let digits = timing.header.minor_digits;
    let names_differ = words::options_until_delivery(timing).len() > 1;
    let row = |(at, month): (usize, &OrderMonth)| {
        let present_value = month.present_value.map(|amount| Cell::fixed(amount, digits));
        let mut cells = vec![
            present_value.unwrap_or_else(|| "not possible".into()),
            Cell::added(month.against_now, digits),
            Cell::added(month.against_before, digits),
        ];
        cells.extend(outlook::cell(timing, at));
        if timing.successor.is_some() {
            cells.push((&month.option).into());
        }
        if names_differ {
            cells.push(month.until_delivery.as_ref().into());
        }
        let is_excluded = month.present_value.is_some() && !month.can_win();
        let is_stated = month.month == timing.stated_month && month.option == timing.option;
        let remark = match (is_stated, is_excluded) {
            (true, true) => Some("as stated, excluded"),
            (true, false) => Some("as stated"),
            (false, true) => Some("excluded"),
            (false, false) => None,
        };
        let best = (timing.best_month == Some(month.month)).then_some(PRESENT_VALUE);
        let label = timing.header.dated(month.month).to_string();
        let line = TableLine { remark, ..TableLine::new(label, cells).below() };
        TableRow::Cells(line.marked(best, "best month"))
    };
    let before = if timing.every == 1 { "against the month before" } else { "against the row before" };
    let heads = ["present value", "against now", before].into_iter();
    let heads = heads.chain(timing.outlook.as_ref().map(|_| "expected"));
    let mut table = Table::new(heads, timing.months.iter().enumerate().map(row).collect());
    if timing.successor.is_some() {
        table.columns.push(Column::new("ordered", Align::Left));
    }
    if names_differ {
        table.columns.push(Column::new("until delivery", Align::Left));
    }
    table
}

/// Column of the present value.
const PRESENT_VALUE: usize = 0;

/// The option by month of ordering, where it can be chosen, and never ordering as a level line.
fn lines(timing: &Timing) -> Lines {
    let months = || timing.months.iter();
    let own = LineOf {
        name: words::options(timing),
        amounts: months().map(|month| month.present_value.filter(|_| month.can_win()).map(Into::into)).collect(),
    };
    let rented = timing.never.as_ref().map(|never| LineOf {
        name: format!("never: {}", never.option),
        amounts: months().map(|_| Some(never.present_value.into())).collect(),
    });
    let winner = |month: &OrderMonth| {
        let own = month.present_value.filter(|_| month.can_win());
        match (own, timing.never.as_ref().map(|never| never.present_value)) {
            (Some(own), Some(rented)) if rented < own => Some(1),
            (Some(_), _) => Some(0),
            (None, rented) => rented.map(|_| 1),
        }
    };
    Lines {
        of: ChartOf::Sweep,
        title: "Cost of each option by month of the order".to_owned(),
        currency: timing.header.currency.clone(),
        decimals: 0,
        values: months().map(|month| month.month.into()).collect(),
        written: months().map(|month| Cell::exact(month.month)).collect(),
        today: Some(Decimal::ZERO),
        options: [Some(own), rented, outlook::line(timing)].into_iter().flatten().collect(),
        winners: months().map(winner).collect(),
    }
}

/// Present values by line of the best month and of the alternatives; none if there is no alternative.
fn differences(timing: &Timing) -> Option<Table> {
    let best = timing.best_month.filter(|_| !timing.reasons.is_empty())?;
    let digits = timing.header.minor_digits;
    let all = timing.reasons.iter().flat_map(|reason| &reason.lines);
    let keys = all.clone().map(|line| (line.group, line.name.as_str()));
    let cells = |key| {
        let lines = lines_of(timing, key);
        let best = lines.iter().flatten().find_map(|line| line.best);
        // a line that is the same in an alternative is not among its differences
        let others = lines.iter().flat_map(|line| {
            let difference = line.map_or(Decimal::ZERO, |line| line.difference.into());
            [Cell::amount(line.map_or(best, |line| line.other), digits), Cell::added(Some(difference), digits)]
        });
        [Cell::amount(best, digits)].into_iter().chain(others).collect()
    };
    let display_name = |key: Key<'_>| {
        let already = lines_of(timing, key).into_iter().flatten().any(|line| line.is_already_owned);
        line_label(key.1, key.0, already)
    };
    let mut rows = in_sections(keys, display_name, cells, |_| Vec::new(), None);
    rows.push(TableRow::Rule);
    rows.push(TableRow::Cells(total(timing, best)));
    let heads = timing.reasons.iter().flat_map(|reason| [words::alternative(reason), "difference".to_owned()]);
    let heads = [words::ordering(best)].into_iter().chain(heads);
    Some(Table::new(heads, rows).titled("Lines that differ, present value"))
}

/// Differences of a line, one per reason; none where the line is the same.
fn lines_of<'t>(timing: &'t Timing, (group, name): Key<'_>) -> Vec<Option<&'t LineDifference>> {
    let is_it = |line: &&LineDifference| line.group == group && line.name == name;
    timing.reasons.iter().map(|reason| reason.lines.iter().find(is_it)).collect()
}

/// Present values of whole options.
fn total(timing: &Timing, best: u32) -> TableLine {
    let digits = timing.header.minor_digits;
    let whole = timing.months.iter().find(|month| month.month == best).and_then(|month| month.present_value);
    let whole = whole.map(Decimal::from);
    let others = timing.reasons.iter().flat_map(|reason| {
        let difference = Decimal::from(reason.difference);
        [Cell::amount(whole.map(|whole| whole - difference), digits), Cell::added(Some(difference), digits)]
    });
    TableLine::new("present value", [Cell::amount(whole, digits)].into_iter().chain(others))
}

/// One row per month of ordering: `month, option, first_month_of_service, until_delivery, possible, best, total, present_value,
/// against_now, against_before, because`, and with prices that walk `expected, standard_error, p10, p90`; `because` is why the option
/// is not possible or can't be chosen.
fn data(timing: &Timing) -> Data {
    let columns = [
        "month",
        "option",
        "first_month_of_service",
        "until_delivery",
        "possible",
        "best",
        "total",
        "present_value",
        "against_now",
        "against_before",
        "because",
    ];
    let digits = timing.header.minor_digits;
    let row = |(at, month): (usize, &OrderMonth)| {
        let because = match &month.impossible_because {
            Some(why) => reasons::impossible(why),
            None => reasons::joined(&month.cannot_win_because, reasons::cannot_win),
        };
        let mut cells = vec![
            Cell::exact(month.month),
            (&month.option).into(),
            Cell::exact(month.first_month_of_service),
            month.until_delivery.as_ref().into(),
            month.impossible_because.is_none().to_string().into(),
            (timing.best_month == Some(month.month)).to_string().into(),
            Cell::amount(month.total, digits),
            Cell::amount(month.present_value, digits),
            Cell::amount(month.against_now, digits),
            Cell::amount(month.against_before, digits),
            because.into(),
        ];
        cells.extend(outlook::data(timing, at));
        cells
    };
    let of_outlook = timing.outlook.iter().flat_map(|_| outlook::COLUMNS);
    Data::new(columns.into_iter().chain(of_outlook), timing.months.iter().enumerate().map(row))
}
