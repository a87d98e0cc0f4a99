//! Terminal drawing of a demand axis: winner of each segment, break-even points and current value.

use super::super::{Axis, AxisSegment, Colour, Stroke};
use super::picture::painted;
use crate::number;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// The axis as text of at most a width: `0 % ├── rent ──┼━━ own ━━●━━┤ 100 %`.
pub(super) fn line(axis: &Axis, width: usize, colour: Colour) -> String {
    let start = number::percent(Decimal::ZERO, 0);
    let cells = width.saturating_sub(start.chars().count() + axis.end.chars().count() + 4).clamp(10, 64);
    let mut bar: Vec<char> = (0..cells).map(|cell| axis.stroke(cell, cells)).collect();
    let crossings: Vec<usize> = axis.points.iter().map(|point| place(*point, cells)).collect();
    let today = axis.today.map(|today| axis.free_cell(place(today, cells), today, &crossings, cells));
    axis.write_names(&mut bar, &crossings, today);
    for crossing in &crossings {
        bar[*crossing] = '┼';
    }
    if let Some(today) = today {
        bar[today] = '●';
    }
    format!("{start} ├{}┤ {}", painted(&bar, colour), axis.end)
}

impl Axis {
    /// Segment at the middle of a cell.
    fn segment(&self, cell: usize, cells: usize) -> Option<AxisSegment> {
        let middle = Decimal::from(2 * cell + 1) / Decimal::from(2 * cells);
        let side = self.points.iter().filter(|point| **point < middle).count();
        self.stretches.get(side).copied().filter(|_| middle <= self.known)
    }

    fn stroke(&self, cell: usize, cells: usize) -> char {
        match self.segment(cell, cells).map(|segment| segment.stroke) {
            Some(Stroke::Heavy) => '━',
            Some(Stroke::Light) => '─',
            None => '·',
        }
    }

    /// Cell of the current value; if a break-even point would hide it, the neighbouring cell on its side.
    fn free_cell(&self, cell: usize, today: Decimal, crossings: &[usize], cells: usize) -> usize {
        let hidden = crossings.iter().position(|crossing| *crossing == cell);
        match hidden.and_then(|at| self.points.get(at)) {
            Some(point) if today <= *point => cell.saturating_sub(1),
            Some(_) => (cell + 1).min(cells - 1),
            None => cell,
        }
    }

    /// Writes `own` or `rent` in the middle of every segment with enough space.
    fn write_names(&self, bar: &mut [char], crossings: &[usize], today: Option<usize>) {
        let known = place(self.known, bar.len()) + 1;
        let ends = crossings.iter().copied().chain([known]);
        let starts = std::iter::once(0).chain(crossings.iter().map(|crossing| crossing + 1));
        for ((start, end), segment) in starts.zip(ends).zip(&self.stretches) {
            // the current value splits a segment; the name goes to the longer part
            let (start, end) = match today.filter(|today| (start..end).contains(today)) {
                Some(today) if today - start >= end - today => (start, today),
                Some(today) => (today + 1, end),
                None => (start, end),
            };
            let name = format!(" {} ", segment.name);
            let room = end.saturating_sub(start);
            if room >= name.len() + 2 {
                let at = start + (room - name.len()) / 2;
                bar.iter_mut().skip(at).zip(name.chars()).for_each(|(cell, letter)| *cell = letter);
            }
        }
    }
}

/// Cell of a share of the axis.
fn place(share: Decimal, cells: usize) -> usize {
    let cell = (share * Decimal::from(cells)).trunc().to_usize().unwrap_or(0);
    cell.min(cells - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RENT: AxisSegment = AxisSegment { name: "rent", stroke: Stroke::Light };
    const OWN: AxisSegment = AxisSegment { name: "own", stroke: Stroke::Heavy };

    fn axis(points: &[&str], stretches: &[AxisSegment], today: &str) -> Axis {
        Axis {
            points: points.iter().map(|point| point.parse().unwrap()).collect(),
            stretches: stretches.to_vec(),
            today: Some(today.parse().unwrap()),
            known: Decimal::ONE,
            end: "100 %".to_owned(),
        }
    }

    #[test]
    fn the_crossing_and_today_stand_where_they_are() {
        let axis = axis(&["0.375"], &[RENT, OWN], "0.6");
        assert_eq!(line(&axis, 52, Colour::Plain), "0 % ├──── rent ─────┼━━━━━━━━●━━━━━ own ━━━━━┤ 100 %");
    }

    #[test]
    fn today_beside_a_crossing_stays_on_its_side() {
        let sides = [RENT, OWN];
        assert!(line(&axis(&["0.5"], &sides, "0.501"), 40, Colour::Plain).contains("┼●"));
        assert!(line(&axis(&["0.5"], &sides, "0.5"), 40, Colour::Plain).contains("●┼"));
    }

    #[test]
    fn what_was_not_looked_at_is_dotted() {
        let mut axis = axis(&["0.25"], &[OWN, RENT], "0.3");
        axis.known = Decimal::new(5, 1);
        let drawn = line(&axis, 40, Colour::Plain);
        assert!(drawn.contains("··········┤ 100 %"), "{drawn}");
    }
}
