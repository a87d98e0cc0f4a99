//! A sensitivity: the effect of each input at its low and its high value.

mod words;

pub(super) use words::in_a_line;

use super::json::Contract;
use super::page::{Bar, Block, Cell, Chart, Data, Page, Table, TableLine, TableRow, Tornado};
use super::{Report, WithCaveats, header};
use crate::analysis::sensitivity::{Range, Sensitivity, Swing, SwingEnd};
use std::io::{self, Write};

/// Maximum inputs shown to people; JSON and CSV have all of them.
const SHOWN: usize = 20;
/// Width of the column of section headings, in cells.
const MARGIN: usize = 12;

impl Report for WithCaveats<'_, Sensitivity> {
    /// The key input with its caveats, a bar per input, largest first, and the table.
    fn page(&self) -> Page {
        let sensitivity = self.result;
        let mut page = header::page(&sensitivity.header, MARGIN, data(sensitivity));
        page.request = Some(words::title(sensitivity));
        let answer = words::answer(sensitivity).into_iter().chain(self.caveats_section(&sensitivity.header));
        page.blocks = vec![
            Block::Sections(answer.collect()),
            Block::Chart(Chart::Tornado(tornado(sensitivity))),
            Block::Table(table(sensitivity)),
            Block::Sections(words::sections(sensitivity, SHOWN)),
        ];
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write(Contract::Sensitivity, &self.result.header, out)
    }
}

fn tornado(sensitivity: &Sensitivity) -> Tornado {
    let bar = |swing: &Swing| Bar {
        label: words::display_name(sensitivity, swing),
        low: swing.low.difference.map(Into::into),
        high: swing.high.difference.map(Into::into),
    };
    let currency = sensitivity.header.currency.clone();
    Tornado {
        currency,
        base_value: *sensitivity.difference,
        bars: sensitivity.swings.iter().take(SHOWN).map(bar).collect(),
    }
}

/// Table of each input, or group of inputs, at its two ends. The unit of an input is in its key.
fn table(sensitivity: &Sensitivity) -> Table {
    let digits = sensitivity.header.minor_digits;
    let turn = |ends: [String; 2]| Cell::from(words::turn(&ends[0], &ends[1]));
    let row = |swing: &Swing| {
        let ends = [&swing.low, &swing.high];
        let [low, high] = ends.map(|end| words::difference(end, digits));
        let cells = [
            words::way(swing).into(),
            low,
            high,
            Cell::fixed(swing.swing, digits),
            turn(ends.map(|end| words::break_even(end.break_even.as_ref(), words::planned(sensitivity, swing)))),
        ];
        let line = TableLine::new(words::display_name(sensitivity, swing), cells);
        TableRow::Cells(TableLine { path: words::path(swing), ..line })
    };
    let heads = ["low → high", "at low", "at high", "swing", "break-even"];
    Table::new(heads, sensitivity.swings.iter().take(SHOWN).map(row).collect()).titled(words::figures(sensitivity))
}

/// `path, unit, stated, low, high, difference_at_low, difference_at_high, swing, winner_at_low, winner_at_high,
/// break_even_at_low, break_even_at_high, with, measure`: one row per input, largest swing first. The difference is the present value of
/// owning minus that of renting; a break-even is the first demand factor at which the winner changes. Inputs that change as a
/// group have a row each, with the figures of the group.
fn data(sensitivity: &Sensitivity) -> Data {
    let heads = ["path", "unit", "stated", "low", "high", "difference_at_low", "difference_at_high", "swing"];
    let ends = ["winner_at_low", "winner_at_high", "break_even_at_low", "break_even_at_high", "with", "measure"];
    let ranges = sensitivity.swings.iter().flat_map(|swing| swing.ranges.iter().map(move |range| (swing, range)));
    let rows = ranges.map(|(swing, range)| row(sensitivity, swing, range));
    Data::new(heads.into_iter().chain(ends), rows)
}

fn row(sensitivity: &Sensitivity, swing: &Swing, range: &Range) -> Vec<Cell> {
    let digits = sensitivity.header.minor_digits;
    let ratio = |value| Cell::ratio(Some(value));
    let first = |end: &SwingEnd| {
        let point = end.break_even.as_ref().and_then(|found| found.points.first());
        Cell::ratio(point.map(|point| point.factor))
    };
    vec![
        (&range.path).into(),
        (&range.unit).into(),
        ratio(range.base_value),
        ratio(range.low),
        ratio(range.high),
        Cell::amount(swing.low.difference, digits),
        Cell::amount(swing.high.difference, digits),
        Cell::fixed(swing.swing, digits),
        swing.low.winner.as_ref().into(),
        swing.high.winner.as_ref().into(),
        first(&swing.low),
        first(&swing.high),
        swing.with.as_ref().into(),
        range.measure.name().into(),
    ]
}
