//! Terminal drawing of lines of options over the values of an input.

#![allow(clippy::float_arithmetic, reason = "a place in a picture is no amount")]

use super::super::chart::letter;
use super::super::{Canvas, Cell, LineOf, Lines};
use super::picture::{legend, letters, painted};
use crate::number;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Height in lines.
const ROWS: usize = 14;
/// Maximum width of the drawing in columns, without amounts.
const WIDEST: usize = 84;
/// Minimum width of the drawing in columns.
const NARROWEST: usize = 20;

/// A drawing of lines.
struct Picture {
    cells: Vec<Vec<char>>,
    lowest: f64,
    highest: f64,
    first: f64,
    last: f64,
}

/// The drawing; none with fewer than three values or too little space.
pub(super) fn lines(chart: &Lines, canvas: &Canvas) -> Option<Vec<String>> {
    let amounts = || chart.options.iter().flat_map(|option| option.amounts.iter().flatten().copied());
    let (lowest, highest) = (amounts().min()?, amounts().max()?);
    let labels = [highest, lowest].map(|amount| number::grouped(amount, chart.decimals));
    let margin = labels.iter().map(|label| label.chars().count()).max()? + 1;
    let columns = canvas.width.saturating_sub(margin + 3).min(WIDEST);
    if chart.values.len() < 3 || columns < NARROWEST || lowest == highest {
        return None;
    }
    let mut picture = Picture {
        cells: vec![vec![' '; columns]; ROWS],
        lowest: lowest.to_f64()?,
        highest: highest.to_f64()?,
        first: chart.values.first()?.to_f64()?,
        last: chart.values.last()?.to_f64()?,
    };
    for (at, option) in chart.options.iter().enumerate().rev() {
        picture.draw(&chart.values, option, letter(at));
    }
    picture.mark_changes(chart);
    let row = |(at, cells): (usize, &Vec<char>)| {
        let label = match at {
            0 => labels[0].as_str(),
            _ if at == ROWS - 1 => labels[1].as_str(),
            _ => "",
        };
        format!(" {label:>margin$} ┤{}", painted(cells, canvas.colour))
    };
    let mut lines: Vec<String> = picture.cells.iter().enumerate().map(row).collect();
    lines.extend(picture.axis(chart, margin, canvas));
    Some(lines)
}

impl Picture {
    /// Draws the line of an option by linear interpolation; no line next to a value at which the option is not
    /// possible.
    fn draw(&mut self, values: &[Decimal], option: &LineOf, letter: char) {
        for column in 0..self.cells[0].len() {
            if let Some(amount) = amount(values, &option.amounts, self.value(column)) {
                let row = self.row(amount);
                self.cells[row][column] = letter;
            }
        }
    }

    /// Marks changes of the winner where the lines of the old and the new winner cross.
    fn mark_changes(&mut self, chart: &Lines) {
        for (at, pair) in chart.winners.windows(2).enumerate() {
            let [Some(before), Some(after)] = *pair else { continue };
            if before == after {
                continue;
            }
            let ends = [at, at + 1].map(|at| {
                let amount = |option: usize| chart.options.get(option)?.amounts.get(at)?.as_ref()?.to_f64();
                Some((chart.values.get(at)?.to_f64()?, amount(before)?, amount(after)?))
            });
            let [Some((from, own, other)), Some((to, own_after, other_after))] = ends else { continue };
            // the lines cross where their difference is zero
            let (gap, gap_after) = (other - own, other_after - own_after);
            let share = if gap - gap_after == 0.0 { 0.5 } else { (gap / (gap - gap_after)).clamp(0.0, 1.0) };
            let (row, column) = (self.row(own + (own_after - own) * share), self.column(from + (to - from) * share));
            self.cells[row][column] = '┼';
        }
    }

    /// Axis of the input: ends and current value.
    fn axis(&self, chart: &Lines, margin: usize, canvas: &Canvas) -> Vec<String> {
        let columns = self.cells[0].len();
        let mut line = vec!['─'; columns];
        let today = chart.today.and_then(|today| today.to_f64());
        let today = today.filter(|today| (self.first..=self.last).contains(today)).map(|today| self.column(today));
        if let Some(today) = today {
            line[today] = '●';
        }
        let [first, last] =
            [chart.written.first(), chart.written.last()].map(|end| end.map(Cell::text).unwrap_or_default());
        let room = columns.saturating_sub(first.chars().count());
        let line: String = line.into_iter().collect();
        let blank = " ".repeat(margin + 1);
        let mut entries = letters(chart.options.iter().map(|option| &option.name));
        if self.cells.iter().flatten().any(|cell| *cell == '┼') {
            entries.push("┼ the winner changes".to_owned());
        }
        entries.extend(today.map(|_| "● today".to_owned()));
        let mut lines = vec![format!("{blank} └{line}"), format!("{blank}  {first}{last:>room$}")];
        lines.extend(legend(&entries, &format!("{blank}  "), canvas));
        lines
    }

    /// Value of the input in a column.
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

/// Amount of an option at a value of the input.
fn amount(values: &[Decimal], amounts: &[Option<Decimal>], value: f64) -> Option<f64> {
    let number = |at: usize| values.get(at)?.to_f64();
    let amount = |at: usize| amounts.get(at)?.as_ref()?.to_f64();
    // last index whose value is not greater, except at the end
    let beyond = (0..values.len()).take_while(|at| number(*at).is_some_and(|number| number <= value)).count();
    let at = beyond.saturating_sub(1).min(values.len().saturating_sub(2));
    let (from, to) = (number(at)?, number(at + 1)?);
    let (before, after) = (amount(at)?, amount(at + 1)?);
    Some(before + (after - before) * ((value - from) / (to - from)))
}

fn small(count: usize) -> f64 {
    count.to_f64().unwrap_or_default()
}

/// Cell of a share of `cells` cells.
fn place(share: f64, cells: usize) -> usize {
    (share * small(cells - 1)).round().to_usize().unwrap_or_default().min(cells - 1)
}
