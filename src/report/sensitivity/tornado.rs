//! A tornado: a bar for each input from the difference at one end to the difference at the other, the longest on top.

#![allow(clippy::float_arithmetic, reason = "a place in a picture is no amount")]

use super::super::{Canvas, Colour, Meaning};
use crate::analysis::sensitivity::{Sensitivity, Swing, SwingEnd};
use crate::diagnostic::clean;
use crate::number;
use crate::scenario::own::with_age;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use unicode_width::UnicodeWidthStr;

/// Cells that a label may take.
const LABEL: usize = 40;
/// Cells of the picture, at least and at most.
const CELLS: (usize, usize) = (24, 90);

/// The places of amounts in the picture.
struct Scale {
    least: f64,
    most: f64,
    cells: usize,
}

/// The picture: each bar after its label, and below it the axis.
pub(super) fn lines(sensitivity: &Sensitivity, shown: usize, canvas: &Canvas) -> Vec<String> {
    let swings: Vec<&Swing> = sensitivity.swings.iter().take(shown).collect();
    let labels: Vec<String> = swings.iter().map(|swing| short(&clean(&with_age(&swing.path)))).collect();
    let margin = labels.iter().map(|label| label.width()).max().unwrap_or_default();
    let cells = canvas.width.saturating_sub(margin + 4).clamp(CELLS.0, CELLS.1);
    let ends = swings.iter().flat_map(|swing| [swing.low.difference, swing.high.difference]);
    let amounts: Vec<Decimal> = ends.flatten().chain([sensitivity.difference]).collect();
    let Some((least, most)) = amounts.iter().min().zip(amounts.iter().max()) else { return Vec::new() };
    let scale = Scale { least: float(*least), most: float(*most), cells };
    let bar = |(swing, label): (&&Swing, &String)| {
        let cells: String =
            scale.bar(sensitivity.difference, swing).iter().map(|c| painted(*c, canvas.colour)).collect();
        format!(" {label:<margin$}  {cells}")
    };
    let mut lines: Vec<String> = swings.iter().zip(&labels).map(bar).collect();
    let digits = 0;
    let (least, most) = (number::grouped(*least, digits), number::grouped(*most, digits));
    let room = cells.saturating_sub(least.width());
    lines.push(format!(" {:margin$}  {least}{most:>room$}", ""));
    let marks = ["▒ towards low", "█ towards high", "│ as stated"].into_iter();
    let marks: Vec<&str> = marks.chain(scale.zero().map(|_| "┼ both cost the same")).collect();
    lines.extend(legend(&marks, margin + 3, canvas.width));
    lines
}

/// What the marks of the picture mean: under the picture where that fits, else from the left, else below each other.
fn legend(marks: &[&str], margin: usize, width: usize) -> Vec<String> {
    let line = |margin: usize, marks: &[&str]| format!("{:margin$}{}", "", marks.join("   "));
    let (below, left) = (line(margin, marks), line(1, marks));
    if below.width() <= width {
        vec![below]
    } else if left.width() <= width {
        vec![left]
    } else {
        marks.chunks(2).map(|marks| line(1, marks)).collect()
    }
}

/// The end of a path that is too long.
fn short(path: &str) -> String {
    let letters: Vec<char> = path.chars().collect();
    match letters.len().checked_sub(LABEL) {
        None | Some(0) => path.to_owned(),
        Some(over) => format!("…{}", letters.iter().skip(over + 1).collect::<String>()),
    }
}

fn painted(cell: char, colour: Colour) -> String {
    if cell == '┼' { colour.paint("┼", Meaning::Crossing) } else { cell.to_string() }
}

fn float(amount: Decimal) -> f64 {
    amount.to_f64().unwrap_or_default()
}

impl Scale {
    fn place(&self, amount: f64) -> usize {
        let span = self.most - self.least;
        let share = if span > 0.0 { (amount - self.least) / span } else { 0.5 };
        let last = self.cells.saturating_sub(1);
        (share * last.to_f64().unwrap_or_default()).round().to_usize().unwrap_or_default().min(last)
    }

    /// Where both cost the same, if that is in the picture.
    fn zero(&self) -> Option<usize> {
        (self.least <= 0.0 && self.most >= 0.0).then(|| self.place(0.0))
    }

    fn bar(&self, stated: Decimal, swing: &Swing) -> Vec<char> {
        let mut cells = vec![' '; self.cells];
        let middle = self.place(float(stated));
        let mut fill = |end: &SwingEnd, with: char| {
            let Some(difference) = end.difference else { return };
            let at = self.place(float(difference));
            for cell in &mut cells[middle.min(at)..=middle.max(at)] {
                *cell = with;
            }
        };
        // the end that reaches further is drawn first, so that the other stays visible where both lie on one side
        let reach = |end: &SwingEnd| end.difference.map(|difference| (difference - stated).abs());
        if reach(&swing.low) >= reach(&swing.high) {
            fill(&swing.low, '▒');
            fill(&swing.high, '█');
        } else {
            fill(&swing.high, '█');
            fill(&swing.low, '▒');
        }
        if let Some(zero) = self.zero() {
            cells[zero] = '┼';
        }
        cells[middle] = '│';
        cells
    }
}
