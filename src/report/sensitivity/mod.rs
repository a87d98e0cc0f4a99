//! A sensitivity: what each input does at its ends.

mod words;

use super::inputs::value;
use super::page::{Bar, Block, Cell, Chart, Data, Page, Row, Table, Tornado};
use super::{Report, header, json};
use crate::analysis::sensitivity::{Sensitivity, Swing, SwingEnd};
use crate::scenario::own::with_age;
use std::io::{self, Write};

/// Inputs that are shown to people; all of them are in JSON and CSV.
const SHOWN: usize = 20;
/// Cells that the headings of sections take.
const MARGIN: usize = 12;

impl Report for Sensitivity {
    /// A bar for each input, the largest first, and below it the figures.
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, MARGIN, data(self));
        page.asked = Some(words::title(self));
        page.blocks = vec![
            Block::Chart(Chart::Tornado(tornado(self))),
            Block::Table(table(self)),
            Block::Sections(words::sections(self, SHOWN)),
        ];
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write("rackrent.sensitivity/1", self, out)
    }
}

fn tornado(sensitivity: &Sensitivity) -> Tornado {
    let bar = |swing: &Swing| Bar {
        label: with_age(&swing.path).into_owned(),
        low: swing.low.difference.map(Into::into),
        high: swing.high.difference.map(Into::into),
    };
    Tornado { stated: *sensitivity.difference, bars: sensitivity.swings.iter().take(SHOWN).map(bar).collect() }
}

/// What each input does at its two ends. The unit of an input is in its key.
fn table(sensitivity: &Sensitivity) -> Table {
    let digits = sensitivity.header.minor_digits;
    let turn = |ends: [String; 2]| Cell::from(words::turn(&ends[0], &ends[1]));
    let row = |swing: &Swing| {
        let ends = [&swing.low, &swing.high];
        let [low, high] = ends.map(|end| words::difference(end, digits));
        let cells = [
            turn(ends.map(|end| value(swing.kind, end.value).text())),
            low,
            high,
            Cell::fixed(swing.swing, digits),
            turn(ends.map(|end| words::break_even(end.break_even.as_ref()))),
        ];
        Row::plain(&*with_age(&swing.path), cells)
    };
    let heads = ["low → high", "at low", "at high", "swing", "break-even"];
    Table::new(heads, sensitivity.swings.iter().take(SHOWN).map(row).collect()).titled(words::figures(sensitivity))
}

/// `path, unit, stated, low, high, difference_at_low, difference_at_high, swing, winner_at_low, winner_at_high,
/// break_even_at_low, break_even_at_high`: one row for each input, the largest swing first. The difference is the present
/// value of owning less that of renting; a break-even is the first demand factor at which the winner changes.
fn data(sensitivity: &Sensitivity) -> Data {
    let heads = ["path", "unit", "stated", "low", "high", "difference_at_low", "difference_at_high", "swing"];
    let ends = ["winner_at_low", "winner_at_high", "break_even_at_low", "break_even_at_high"];
    let rows = sensitivity.swings.iter().map(|swing| row(sensitivity, swing));
    Data::new(heads.into_iter().chain(ends), rows)
}

fn row(sensitivity: &Sensitivity, swing: &Swing) -> Vec<Cell> {
    let digits = sensitivity.header.minor_digits;
    let ratio = |value| Cell::ratio(Some(value));
    let first = |end: &SwingEnd| {
        let point = end.break_even.as_ref().and_then(|found| found.points.first());
        Cell::ratio(point.map(|point| point.factor))
    };
    vec![
        (&swing.path).into(),
        (&swing.unit).into(),
        ratio(swing.stated),
        ratio(swing.low.value),
        ratio(swing.high.value),
        Cell::amount(swing.low.difference, digits),
        Cell::amount(swing.high.difference, digits),
        Cell::fixed(swing.swing, digits),
        swing.low.winner.as_ref().into(),
        swing.high.winner.as_ref().into(),
        first(&swing.low),
        first(&swing.high),
    ]
}
