//! The lines of each option's present value along one input, as text.

#![allow(clippy::float_arithmetic, reason = "a place in a picture is no amount")]

use super::super::{Canvas, Colour, Meaning};
use super::words;
use crate::analysis::sweep::Sweep;
use crate::number;
use crate::variation::Standing;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Lines of text between the lowest and the highest amount.
const ROWS: usize = 14;
/// Columns that the picture may take beside the amounts.
const WIDEST: usize = 84;
/// Fewer columns show nothing.
const NARROWEST: usize = 20;

/// A picture of a sweep along one input.
struct Chart {
    cells: Vec<Vec<char>>,
    lowest: f64,
    highest: f64,
    first: f64,
    last: f64,
}

/// The picture, none where there is nothing to draw: two inputs, fewer than three values, or no room.
pub(super) fn lines(sweep: &Sweep, canvas: &Canvas) -> Option<Vec<String>> {
    let [input] = sweep.inputs.as_slice() else { return None };
    let amounts: Vec<Decimal> = sweep
        .points
        .iter()
        .flat_map(|point| point.decision.options.iter())
        .filter_map(Standing::present_value)
        .collect();
    let (lowest, highest) = (*amounts.iter().min()?, *amounts.iter().max()?);
    let labels = [highest, lowest].map(|amount| number::grouped(amount, 0));
    let margin = labels.iter().map(|label| label.chars().count()).max()? + 1;
    let columns = canvas.width.saturating_sub(margin + 3).min(WIDEST);
    if input.values.len() < 3 || columns < NARROWEST || lowest == highest {
        return None;
    }
    let mut chart = Chart {
        cells: vec![vec![' '; columns]; ROWS],
        lowest: lowest.to_f64()?,
        highest: highest.to_f64()?,
        first: input.values.first()?.to_f64()?,
        last: input.values.last()?.to_f64()?,
    };
    let options = sweep.points.first()?.decision.options.len();
    for option in (0..options).rev() {
        chart.draw(sweep, option);
    }
    chart.mark_changes(sweep);
    let row = |(at, cells): (usize, &Vec<char>)| {
        let label = match at {
            0 => labels[0].as_str(),
            _ if at == ROWS - 1 => labels[1].as_str(),
            _ => "",
        };
        let cells: String = cells.iter().map(|cell| painted(*cell, canvas.colour)).collect();
        format!(" {label:>margin$} ┤{cells}")
    };
    let mut lines: Vec<String> = chart.cells.iter().enumerate().map(row).collect();
    lines.extend(chart.axis(sweep, margin, canvas));
    Some(lines)
}

fn painted(cell: char, colour: Colour) -> String {
    if cell == '┼' { colour.paint("┼", Meaning::Crossing) } else { cell.to_string() }
}

impl Chart {
    /// The line of an option, straight from value to value; nothing where it is not possible at one of the two.
    fn draw(&mut self, sweep: &Sweep, option: usize) {
        for column in 0..self.cells[0].len() {
            if let Some(amount) = amount(sweep, option, self.value(column)) {
                let row = self.row(amount);
                self.cells[row][column] = words::letter(option);
            }
        }
    }

    /// Where the winner changes: between two values, at the height at which their lines meet.
    fn mark_changes(&mut self, sweep: &Sweep) {
        for pair in sweep.points.windows(2) {
            let (Some(before), Some(after)) = (pair[0].decision.winner, pair[1].decision.winner) else { continue };
            if before == after {
                continue;
            }
            let ends = [0, 1].map(|at| {
                let worth = |option: usize| {
                    pair[at].decision.options[option].present_value().and_then(|amount| amount.to_f64())
                };
                Some((pair[at].values[0].to_f64()?, worth(before)?, worth(after)?))
            });
            let [Some((from, own, other)), Some((to, own_after, other_after))] = ends else { continue };
            // the lines meet where their difference is nothing
            let (gap, gap_after) = (other - own, other_after - own_after);
            let share = if gap - gap_after == 0.0 { 0.5 } else { (gap / (gap - gap_after)).clamp(0.0, 1.0) };
            let (row, column) = (self.row(own + (own_after - own) * share), self.column(from + (to - from) * share));
            self.cells[row][column] = '┼';
        }
    }

    /// The input below the picture: its ends, and today's value.
    fn axis(&self, sweep: &Sweep, margin: usize, canvas: &Canvas) -> Vec<String> {
        let input = &sweep.inputs[0];
        let columns = self.cells[0].len();
        let mut line = vec!['─'; columns];
        let stated = input.stated.and_then(|stated| stated.to_f64());
        let today = stated.filter(|stated| (self.first..=self.last).contains(stated)).map(|stated| self.column(stated));
        if let Some(today) = today {
            line[today] = '●';
        }
        let ends = [input.values.first(), input.values.last()];
        let [first, last] = ends.map(|value| value.map(|value| words::value(input, *value)).unwrap_or_default());
        let room = columns.saturating_sub(first.chars().count());
        let line: String = line.into_iter().collect();
        let blank = " ".repeat(margin + 1);
        let mut legend = words::legend(sweep);
        if self.cells.iter().flatten().any(|cell| *cell == '┼') {
            legend.push("┼ the winner changes".to_owned());
        }
        legend.extend(today.map(|_| "● today".to_owned()));
        let mut lines = vec![format!("{blank} └{line}"), format!("{blank}  {first}{last:>room$}")];
        lines.extend(words::legend_lines(&legend, &format!("{blank}  "), canvas));
        lines
    }

    /// The value of the input in a column.
    fn value(&self, column: usize) -> f64 {
        let share = small(column) / small(self.cells[0].len() - 1);
        self.first + (self.last - self.first) * share
    }

    fn column(&self, value: f64) -> usize {
        place((value - self.first) / (self.last - self.first), self.cells[0].len())
    }

    fn row(&self, amount: f64) -> usize {
        place((self.highest - amount) / (self.highest - self.lowest), ROWS)
    }
}

/// The amount of an option at a value of the input.
fn amount(sweep: &Sweep, option: usize, value: f64) -> Option<f64> {
    let values = &sweep.inputs[0].values;
    let number = |at: usize| values.get(at)?.to_f64();
    let worth = |at: usize| sweep.points.get(at)?.decision.options[option].present_value()?.to_f64();
    // the last value that is not beyond, but for the end
    let beyond = (0..values.len()).take_while(|at| number(*at).is_some_and(|number| number <= value)).count();
    let at = beyond.saturating_sub(1).min(values.len().saturating_sub(2));
    let (from, to) = (number(at)?, number(at + 1)?);
    let (before, after) = (worth(at)?, worth(at + 1)?);
    Some(before + (after - before) * ((value - from) / (to - from)))
}

fn small(count: usize) -> f64 {
    count.to_f64().unwrap_or_default()
}

/// The cell of a share of the way, of so many cells.
fn place(share: f64, cells: usize) -> usize {
    (share * small(cells - 1)).round().to_usize().unwrap_or_default().min(cells - 1)
}
