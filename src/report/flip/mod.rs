//! Flip values: which single number would reverse the decision.

mod words;

pub(super) use words::{change, values};

use super::page::{Block, Cell, Data, Move, Moves, Page};
use super::{Report, header, json};
use crate::analysis::flip::{Contest, Flip, Flips};
use std::io::{self, Write};

impl Report for Flips {
    /// The decision, each number that reverses it, and what reverses nothing.
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, 0, data(self));
        page.blocks.push(Block::Lead(words::decision(self)));
        if let Some(sides) = &self.today {
            let all = self.found.iter().map(|flip| moved(flip, self, sides)).collect();
            page.blocks.push(Block::Moves(Moves { all, none: "No single number reverses it." }));
            page.blocks.push(Block::Remarks(words::steady(self)));
        }
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write("rackrent.flip/1", self, out)
    }
}

fn moved(flip: &Flip, flips: &Flips, sides: &Contest) -> Move {
    let (today, at) = words::values(flip, &flips.header);
    Move {
        name: words::name(&flip.number),
        today,
        at,
        change: words::change(flip).into(),
        says: words::outcome(flip, sides),
        place: words::place(&flip.number),
    }
}

/// A row for each number that reverses the decision, the nearest first.
fn data(flips: &Flips) -> Data {
    let columns =
        ["path", "measure", "today", "flips_at", "side", "distance", "distance_share", "because", "wins", "place"];
    let row = |flip: &Flip| {
        let ratio = |value| Cell::ratio(Some(value));
        vec![
            Cell::from(&flip.number.path),
            flip.number.measure.name().into(),
            ratio(flip.number.today),
            ratio(flip.at),
            flip.beyond().name().into(),
            ratio(flip.distance()),
            Cell::ratio(flip.distance_share()),
            flip.because.name().into(),
            flip.wins.as_ref().into(),
            words::place(&flip.number).into(),
        ]
    };
    Data::new(columns, flips.found.iter().map(row))
}
