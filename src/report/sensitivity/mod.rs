//! A sensitivity in every format.

mod json;
mod tornado;
mod words;

use super::csv::{text, unwritten};
use super::grid::{Grid, Row};
use super::markdown::escape;
use super::said::{markdown_grid, value};
use super::table::{titled, wrap};
use super::words::{conventions_of, footer_of};
use super::{Canvas, Report};
use crate::analysis::sensitivity::{Sensitivity, Swing, SwingEnd};
use crate::diagnostic::clean;
use crate::number;
use crate::scenario::own::with_age;
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Inputs that are shown in text; all of them are in JSON and CSV.
const SHOWN: usize = 20;

impl Report for Sensitivity {
    /// A bar for each input, the largest first, and below it the figures.
    fn table(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        let grid = grid(self);
        let mut lines = titled(&self.header, canvas, grid.width(canvas));
        lines.extend(wrap(&words::title(self), "", canvas));
        lines.push(String::new());
        lines.extend(tornado::lines(self, SHOWN, canvas));
        lines.push(String::new());
        lines.extend(wrap(&words::figures(self), "", canvas));
        lines.extend(grid.lines(canvas));
        lines.push(String::new());
        for said in words::sections(self, SHOWN) {
            lines.extend(said.lines(canvas));
        }
        lines.extend(wrap(&footer_of(&self.header), " ", canvas));
        lines.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }

    /// `path, unit, stated, low, high, difference_at_low, difference_at_high, swing, winner_at_low, winner_at_high,
    /// break_even_at_low, break_even_at_high`: one row for each input, the largest swing first. The difference is the present
    /// value of owning less that of renting; a break-even is the first demand factor at which the winner changes.
    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        let heads = ["path", "unit", "stated", "low", "high", "difference_at_low", "difference_at_high", "swing"];
        let ends = ["winner_at_low", "winner_at_high", "break_even_at_low", "break_even_at_high"];
        csv.write_record(heads.iter().chain(&ends)).map_err(unwritten)?;
        for swing in &self.swings {
            csv.write_record(record(self, swing)).map_err(unwritten)?;
        }
        csv.flush()
    }

    /// The input that matters most, then the figures of each.
    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "## {}\n", escape(&self.header.name))?;
        writeln!(out, "{}\n\n{}", escape(&words::title(self)), escape(&conventions_of(&self.header)))?;
        markdown_grid(&words::figures(self), &grid(self), out)?;
        words::sections(self, SHOWN).iter().try_for_each(|said| said.markdown(out))?;
        writeln!(out, "\n{}", escape(&footer_of(&self.header)))
    }
}

/// What each input does at its two ends. The unit of an input is in its key.
fn grid(sensitivity: &Sensitivity) -> Grid {
    let digits = sensitivity.header.minor_digits;
    let row = |swing: &Swing| {
        let cells = [
            words::turn(&value(swing.kind, swing.low.value), &value(swing.kind, swing.high.value)),
            words::difference(&swing.low, digits),
            words::difference(&swing.high, digits),
            number::grouped(swing.swing, digits),
            words::turn(
                &words::break_even(swing.low.break_even.as_ref()),
                &words::break_even(swing.high.break_even.as_ref()),
            ),
        ];
        Row::Cells(format!(" {}", clean(&with_age(&swing.path))), cells.map(Some).to_vec())
    };
    let heads = ["low → high", "at low", "at high", "swing", "break-even"];
    let rows = sensitivity.swings.iter().take(SHOWN).map(row).collect();
    Grid { heads: heads.map(str::to_owned).to_vec(), winner: None, rows }
}

fn record(sensitivity: &Sensitivity, swing: &Swing) -> Vec<String> {
    let digits = sensitivity.header.minor_digits;
    let plain = |amount: Option<Decimal>| amount.map(|amount| number::plain(amount, digits)).unwrap_or_default();
    let ratio = |value: Decimal| number::ratio(value).to_string();
    let winner = |end: &SwingEnd| text(end.winner.as_deref().unwrap_or_default());
    let first = |end: &SwingEnd| {
        let point = end.break_even.as_ref().and_then(|found| found.points.first());
        point.map(|point| ratio(point.factor)).unwrap_or_default()
    };
    vec![
        text(&swing.path),
        swing.kind.unit_text(&sensitivity.header.currency),
        ratio(swing.stated),
        ratio(swing.low.value),
        ratio(swing.high.value),
        plain(swing.low.difference),
        plain(swing.high.difference),
        plain(Some(swing.swing)),
        winner(&swing.low),
        winner(&swing.high),
        first(&swing.low),
        first(&swing.high),
    ]
}
