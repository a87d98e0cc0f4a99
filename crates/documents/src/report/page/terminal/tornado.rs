//! Terminal drawing of a tornado: a bar per input from the difference at its low value to the difference at its high
//! value, longest on top.

#![allow(clippy::float_arithmetic, reason = "a place in a picture is no amount")]

use super::super::{Bar, Canvas, Tornado};
use super::picture::painted;
use crate::diagnostic::clean;
use crate::number;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::borrow::Cow;
use textwrap::WordSplitter;
use unicode_width::UnicodeWidthStr;

/// Maximum width of labels.
const LABEL: usize = 40;
/// Minimum and maximum width of the drawing.
const CELLS: (usize, usize) = (24, 90);

/// Scale of the drawing.
struct Scale {
    least: f64,
    most: f64,
    cells: usize,
}

/// The drawing: labelled bars, axis and legend.
pub(super) fn lines(tornado: &Tornado, canvas: &Canvas) -> Vec<String> {
    let labels: Vec<Vec<String>> = tornado.bars.iter().map(|bar| label_lines(&clean(&bar.label))).collect();
    let margin = labels.iter().flatten().map(|label| label.width()).max().unwrap_or_default();
    let cells = canvas.width.saturating_sub(margin + 4).clamp(CELLS.0, CELLS.1);
    let ends = tornado.bars.iter().flat_map(|bar| [bar.low, bar.high]);
    let amounts = || ends.clone().flatten().chain([tornado.base_value]);
    let (least, most) = (amounts().min().unwrap_or_default(), amounts().max().unwrap_or_default());
    let scale = Scale { least: float(least), most: float(most), cells };
    let mut lines = Vec::new();
    for (bar, label) in tornado.bars.iter().zip(&labels) {
        let bar = painted(&scale.bar(tornado.base_value, bar), canvas.colour);
        let first = label.first().map(String::as_str).unwrap_or_default();
        lines.push(format!(" {first}{}  {bar}", " ".repeat(margin.saturating_sub(first.width()))));
        lines.extend(label.iter().skip(1).map(|more| format!(" {more}")));
    }
    let (least, most) = (number::grouped(least, 0), number::grouped(most, 0));
    let room = cells.saturating_sub(least.width());
    lines.push(format!(" {:margin$}  {least}{most:>room$}", ""));
    let marks = ["▒ low value", "█ high value", "│ base case"].into_iter();
    let marks: Vec<&str> = marks.chain(scale.zero().map(|_| "┼ both cost the same")).collect();
    lines.extend(legend(&marks, margin + 3, canvas.width));
    lines
}

/// The legend: below the drawing if it fits, otherwise from the left, otherwise in several lines.
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

/// Wraps a label at spaces.
fn label_lines(label: &str) -> Vec<String> {
    let options = textwrap::Options::new(LABEL).subsequent_indent("  ").word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(label, options).into_iter().map(Cow::into_owned).collect()
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

    /// Position at which both options cost the same, if it is in the drawing.
    fn zero(&self) -> Option<usize> {
        (self.least <= 0.0 && self.most >= 0.0).then(|| self.place(0.0))
    }

    fn bar(&self, base_value: Decimal, bar: &Bar) -> Vec<char> {
        let mut cells = vec![' '; self.cells];
        let middle = self.place(float(base_value));
        let mut fill = |end: Option<Decimal>, with: char| {
            let Some(difference) = end else { return };
            let at = self.place(float(difference));
            for cell in &mut cells[middle.min(at)..=middle.max(at)] {
                *cell = with;
            }
        };
        // the longer side is drawn first, so that the other stays visible if both are on one side
        let reach = |end: Option<Decimal>| end.map(|difference| (difference - base_value).abs());
        if reach(bar.low) >= reach(bar.high) {
            fill(bar.low, '▒');
            fill(bar.high, '█');
        } else {
            fill(bar.high, '█');
            fill(bar.low, '▒');
        }
        if let Some(zero) = self.zero() {
            cells[zero] = '┼';
        }
        cells[middle] = '│';
        cells
    }
}
