//! The axis of demand as a bar: who wins where, the crossings, and today's point.

use super::figures;
use super::{Colour, Meaning};
use crate::analysis::statement::Winner;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// An axis from nothing to its end, cut where the winner changes.
#[derive(Debug, PartialEq, Eq)]
pub struct Axis {
    /// Where the winner changes, rising, as shares of the axis.
    pub(super) points: Vec<Decimal>,
    /// Who wins below, between and above the points.
    pub(super) wins: Vec<Winner>,
    /// Whose stretches are drawn heavy.
    pub(super) heavy: Winner,
    /// What the owning side is called: `own`, `hybrid`.
    pub(super) own: &'static str,
    /// Today's point, as a share of the axis.
    pub(super) today: Option<Decimal>,
    /// Up to where was looked, as a share of the axis.
    pub(super) known: Decimal,
    /// What stands at the end of the axis: `100 %`.
    pub(super) end: String,
}

impl Axis {
    /// The axis as text of at most this width: `0 % ├── rent ──┼━━ own ━━●━━┤ 100 %`.
    pub(super) fn draw(&self, width: usize, colour: Colour) -> String {
        let start = figures::share(Decimal::ZERO);
        let cells = width.saturating_sub(start.chars().count() + self.end.chars().count() + 4).clamp(10, 64);
        let mut bar: Vec<char> = (0..cells).map(|cell| self.stroke(cell, cells)).collect();
        let crossings: Vec<usize> = self.points.iter().map(|point| place(*point, cells)).collect();
        let today = self.today.map(|today| self.beside(place(today, cells), today, &crossings, cells));
        self.write_names(&mut bar, &crossings, today);
        for crossing in &crossings {
            bar[*crossing] = '┼';
        }
        if let Some(today) = today {
            bar[today] = '●';
        }
        let painted: String = bar.iter().map(|c| stroke_painted(*c, colour)).collect();
        format!("{start} ├{painted}┤ {}", self.end)
    }

    /// The winner in the middle of a cell.
    fn winner(&self, cell: usize, cells: usize) -> Option<Winner> {
        let middle = Decimal::from(2 * cell + 1) / Decimal::from(2 * cells);
        let side = self.points.iter().filter(|point| **point < middle).count();
        self.wins.get(side).copied().filter(|_| middle <= self.known)
    }

    fn stroke(&self, cell: usize, cells: usize) -> char {
        match self.winner(cell, cells) {
            Some(winner) if winner == self.heavy => '━',
            Some(_) => '─',
            None => '·',
        }
    }

    /// Today's cell; beside a crossing that would hide it, on the side on which it lies.
    fn beside(&self, cell: usize, today: Decimal, crossings: &[usize], cells: usize) -> usize {
        let hidden = crossings.iter().position(|crossing| *crossing == cell);
        match hidden.and_then(|at| self.points.get(at)) {
            Some(point) if today <= *point => cell.saturating_sub(1),
            Some(_) => (cell + 1).min(cells - 1),
            None => cell,
        }
    }

    /// `own` or `rent` in the middle of every stretch that has room for it.
    fn write_names(&self, bar: &mut [char], crossings: &[usize], today: Option<usize>) {
        let known = place(self.known, bar.len()) + 1;
        let ends = crossings.iter().copied().chain([known]);
        let starts = std::iter::once(0).chain(crossings.iter().map(|crossing| crossing + 1));
        for ((start, end), winner) in starts.zip(ends).zip(&self.wins) {
            // today's point cuts a stretch in two; the name goes to the longer
            let (start, end) = match today.filter(|today| (start..end).contains(today)) {
                Some(today) if today - start >= end - today => (start, today),
                Some(today) => (today + 1, end),
                None => (start, end),
            };
            let name = match winner {
                Winner::Own => format!(" {} ", self.own),
                Winner::Rent => " rent ".to_owned(),
            };
            let room = end.saturating_sub(start);
            if room >= name.len() + 2 {
                let at = start + (room - name.len()) / 2;
                bar.iter_mut().skip(at).zip(name.chars()).for_each(|(cell, letter)| *cell = letter);
            }
        }
    }
}

/// The cell of a share of the axis.
fn place(share: Decimal, cells: usize) -> usize {
    let cell = (share * Decimal::from(cells)).trunc().to_usize().unwrap_or(0);
    cell.min(cells - 1)
}

fn stroke_painted(stroke: char, colour: Colour) -> String {
    if stroke == '┼' { colour.paint("┼", Meaning::Crossing) } else { stroke.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(points: &[&str], wins: &[Winner], today: &str) -> Axis {
        Axis {
            points: points.iter().map(|point| point.parse().unwrap()).collect(),
            wins: wins.to_vec(),
            heavy: Winner::Own,
            own: "own",
            today: Some(today.parse().unwrap()),
            known: Decimal::ONE,
            end: "100 %".to_owned(),
        }
    }

    #[test]
    fn the_crossing_and_today_stand_where_they_are() {
        let axis = axis(&["0.375"], &[Winner::Rent, Winner::Own], "0.6");
        assert_eq!(axis.draw(52, Colour::Plain), "0 % ├──── rent ─────┼━━━━━━━━●━━━━━ own ━━━━━┤ 100 %");
    }

    #[test]
    fn today_beside_a_crossing_stays_on_its_side() {
        let sides = [Winner::Rent, Winner::Own];
        assert!(axis(&["0.5"], &sides, "0.501").draw(40, Colour::Plain).contains("┼●"));
        assert!(axis(&["0.5"], &sides, "0.5").draw(40, Colour::Plain).contains("●┼"));
    }

    #[test]
    fn what_was_not_looked_at_is_dotted() {
        let mut axis = axis(&["0.25"], &[Winner::Own, Winner::Rent], "0.3");
        axis.known = Decimal::new(5, 1);
        let drawn = axis.draw(40, Colour::Plain);
        assert!(drawn.contains("··········┤ 100 %"), "{drawn}");
    }
}
