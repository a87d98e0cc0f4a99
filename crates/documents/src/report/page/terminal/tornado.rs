//! A tornado: a bar for each input from the difference at one end to the difference at the other, the longest on top.

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
pub(super) fn lines(tornado: &Tornado, canvas: &Canvas) -> Vec<String> {
    let labels: Vec<Vec<String>> = tornado.bars.iter().map(|bar| label_lines(&clean(&bar.label))).collect();
    let margin = labels.iter().flatten().map(|label| label.width()).max().unwrap_or_default();
    let cells = canvas.width.saturating_sub(margin + 4).clamp(CELLS.0, CELLS.1);
    let ends = tornado.bars.iter().flat_map(|bar| [bar.low, bar.high]);
    let amounts = || ends.clone().flatten().chain([tornado.stated]);
    let (least, most) = (amounts().min().unwrap_or_default(), amounts().max().unwrap_or_default());
    let scale = Scale { least: float(least), most: float(most), cells };
    let mut lines = Vec::new();
    for (bar, label) in tornado.bars.iter().zip(&labels) {
        let bar = painted(&scale.bar(tornado.stated, bar), canvas.colour);
        let first = label.first().map(String::as_str).unwrap_or_default();
        lines.push(format!(" {first}{}  {bar}", " ".repeat(margin.saturating_sub(first.width()))));
        lines.extend(label.iter().skip(1).map(|more| format!(" {more}")));
    }
    let (least, most) = (number::grouped(least, 0), number::grouped(most, 0));
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

/// A label in lines, broken at spaces.
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

    /// Where both cost the same, if that is in the picture.
    fn zero(&self) -> Option<usize> {
        (self.least <= 0.0 && self.most >= 0.0).then(|| self.place(0.0))
    }

    fn bar(&self, stated: Decimal, bar: &Bar) -> Vec<char> {
        let mut cells = vec![' '; self.cells];
        let middle = self.place(float(stated));
        let mut fill = |end: Option<Decimal>, with: char| {
            let Some(difference) = end else { return };
            let at = self.place(float(difference));
            for cell in &mut cells[middle.min(at)..=middle.max(at)] {
                *cell = with;
            }
        };
        // the end that reaches further is drawn first, so that the other stays visible where both lie on one side
        let reach = |end: Option<Decimal>| end.map(|difference| (difference - stated).abs());
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
