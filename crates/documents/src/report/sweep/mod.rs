//! A sweep: the winner along one input or two.

mod words;

use super::json::{self, Contract};
use super::page::{
    Align, Block, Cell, Chart, ChartOf, Data, Lead, LineOf, Lines, Map, MapAmounts, MapPoint, Page, Ruler, Table,
    TableLine, TableRow, When,
};
use super::{Report, header};
use crate::analysis::sweep::{self, Sweep, Swept};
use crate::reasons;
use crate::variation::OptionOutcome;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 12;

impl Report for Sweep {
    /// The winners; then for one input a table and a line chart, for two inputs a map.
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, MARGIN, data(self));
        page.request = Some(words::title(self));
        page.blocks.push(Block::Sections(vec![words::winner(self)]));
        match self.inputs.as_slice() {
            [down, across] => page.blocks.push(Block::Chart(Chart::Map(map(self, down, across)))),
            inputs => page.blocks.extend(
                inputs.iter().flat_map(|input| [Block::Table(table(self, input)), Block::Chart(lines(self, input))]),
            ),
        }
        page.blocks.push(Block::Sections(words::details(self)));
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Sweep, self, out)
    }
}

/// Table with a row per value, and a rule where the winner changes.
fn table(sweep: &Sweep, input: &Swept) -> Table {
    let digits = sweep.header.minor_digits;
    let amount = |option: &OptionOutcome| match option.present_value() {
        Some(amount) => Cell::fixed(amount, digits),
        None => "not possible".into(),
    };
    let mut rows = Vec::new();
    let mut winner = sweep.points.first().and_then(|point| point.decision.winner);
    for point in &sweep.points {
        if point.decision.winner != winner {
            rows.push(TableRow::Rule);
            winner = point.decision.winner;
        }
        let line =
            TableLine::new(words::value(input, point.values[0]), point.decision.options.iter().map(amount)).below();
        let remark = sweep.is_base_case(point).then_some("today");
        rows.push(TableRow::Cells(TableLine { remark, ..line }.marked(point.decision.winner, "wins")));
    }
    let table = Table::new(options(sweep).iter().map(|option| &option.name), rows);
    Table { corner: words::input(sweep, input), labels: Align::Right, ..table }
}

/// The options at the first point.
fn options(sweep: &Sweep) -> &[OptionOutcome] {
    sweep.points.first().map(|point| point.decision.options.as_slice()).unwrap_or_default()
}

fn lines(sweep: &Sweep, input: &Swept) -> Chart {
    let line = |(at, option): (usize, &OptionOutcome)| {
        let amounts = sweep.points.iter().map(|point| point.decision.options[at].present_value().map(Into::into));
        LineOf { name: option.name.to_string(), amounts: amounts.collect() }
    };
    Chart::Lines(Lines {
        of: ChartOf::Sweep,
        title: format!("Cost of each option by {}", words::input(sweep, input)),
        currency: sweep.header.currency.clone(),
        decimals: 0,
        values: input.values.clone(),
        written: input.values.iter().map(|value| words::value(input, *value)).collect(),
        today: input.base_value,
        options: options(sweep).iter().enumerate().map(line).collect(),
        winners: sweep.points.iter().map(|point| point.decision.winner).collect(),
    })
}

fn map(sweep: &Sweep, down: &Swept, across: &Swept) -> Map {
    let ruler = |input: &Swept| Ruler {
        name: words::input(sweep, input),
        values: input.values.iter().map(|value| words::value(input, *value)).collect(),
    };
    let amounts = words::amounts(sweep).map(|name| MapAmounts {
        name,
        currency: sweep.header.currency.clone(),
        minor_digits: sweep.header.minor_digits,
        close_call: *sweep.header.close_call,
    });
    let point = |point: &sweep::Point| {
        let when = if sweep.is_base_case(point) { When::Today } else { When::Otherwise };
        let choice = sweep.choice(point);
        let lead = if choice.close && amounts.is_some() { Lead::Close } else { Lead::Clear };
        MapPoint { winner: point.decision.winner, lead, when, amount: sweep.amount(point).map(Into::into) }
    };
    Map {
        down: ruler(down),
        across: ruler(across),
        options: options(sweep).iter().map(|option| option.name.to_string()).collect(),
        points: sweep.points.chunks(across.values.len()).map(|row| row.iter().map(point).collect()).collect(),
        amounts,
    }
}

/// One row per point and option: a column per input under its path, then `option, possible, wins, total, present_value,
/// per_useful_hour, because, option_label, saving`; `because` is why the option is not possible or can't be chosen, and `saving`
/// is that of the winner over the runner-up.
fn data(sweep: &Sweep) -> Data {
    let columns = [
        "option",
        "possible",
        "wins",
        "total",
        "present_value",
        "per_useful_hour",
        "because",
        "option_label",
        "saving",
    ];
    let inputs = sweep.inputs.iter().map(|input| input.path.clone());
    let rows = sweep
        .points
        .iter()
        .flat_map(|point| (0..point.decision.options.len()).map(move |option| row(sweep, point, option)));
    Data::new(inputs.chain(columns.map(str::to_owned)), rows)
}

fn row(sweep: &Sweep, point: &sweep::Point, option: usize) -> Vec<Cell> {
    let digits = sweep.header.minor_digits;
    let outcome = &point.decision.options[option];
    let cost = outcome.cost.as_ref().ok();
    let because = match &outcome.cost {
        Ok(cost) => reasons::joined(&cost.cannot_win_because, reasons::cannot_win),
        Err(why) => reasons::impossible(why),
    };
    let wins = point.decision.winner == Some(option);
    let saving = sweep.choice(point).saving.filter(|_| wins);
    let values = point.values.iter().map(|value| Cell::ratio(Some(*value)));
    let rest = [
        (&outcome.name).into(),
        cost.is_some().into(),
        wins.into(),
        Cell::amount(cost.map(|cost| cost.total), digits),
        Cell::amount(cost.map(|cost| cost.present_value), digits),
        cost.and_then(|cost| cost.per_useful_hour).map(Cell::exact).into(),
        because.into(),
        sweep.header.labels.of(outcome.name.as_str()).into(),
        Cell::amount(saving, digits),
    ];
    values.chain(rest).collect()
}
