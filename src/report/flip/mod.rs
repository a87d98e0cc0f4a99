//! Flip values: which single number would reverse the decision.

mod words;

#[cfg(test)]
mod tests;

pub(super) use words::{change, values};

use super::json::{self, Contract};
use super::page::{Block, Cell, Data, Limit, Move, MoveGroup, MoveRows, Moves, Page};
use super::{Report, header};
use crate::analysis::flip::{Contest, Flip, Flips, Group, InRange};
use std::io::{self, Write};

impl Report for Flips {
    /// The decision, each number that reverses it, and what reverses nothing.
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, 0, data(self));
        page.blocks.push(Block::Lead(words::decision(self)));
        if let Some(sides) = &self.today {
            let groups = Group::ALL.into_iter().filter_map(|group| shown(group, self, sides)).collect();
            page.blocks.push(Block::Moves(Moves { groups, none: "No single number reverses it." }));
            page.blocks.push(Block::Remarks(words::steady(self)));
        }
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Flip, self, out)
    }
}

/// The numbers of a group below its title; nothing where there are none.
fn shown(group: Group, flips: &Flips, sides: &Contest) -> Option<MoveGroup> {
    let found: Vec<&Flip> = flips.of_group(group).collect();
    let rows = match group {
        Group::Terms | Group::Demand | Group::Measure => {
            MoveRows::Moves(found.iter().map(|flip| moved(flip, flips, sides)).collect())
        }
        Group::Limit => MoveRows::Limits(found.iter().map(|flip| limit(flip, flips, sides)).collect()),
    };
    (!found.is_empty()).then_some(MoveGroup { title: words::title(group), rows })
}

fn limit(flip: &Flip, flips: &Flips, sides: &Contest) -> Limit {
    Limit {
        name: words::name(&flip.number),
        beyond: words::limit(flip, &flips.header),
        says: words::ends(flip, sides),
        place: words::place(&flip.number),
    }
}

fn moved(flip: &Flip, flips: &Flips, sides: &Contest) -> Move {
    let (today, at) = words::values(flip, &flips.header);
    Move {
        name: words::name(&flip.number),
        today,
        at: if flip.is_at_once() { words::beyond(flip, &at).into() } else { at },
        change: words::change(flip).into(),
        says: words::outcome(flip, flips, sides),
        place: words::place(&flip.number),
    }
}

/// A row for each number that reverses the decision, the nearest first.
fn data(flips: &Flips) -> Data {
    let columns = [
        "path",
        "measure",
        "today",
        "flips_at",
        "side",
        "distance",
        "distance_share",
        "because",
        "wins",
        "place",
        "group",
        "range_share",
    ];
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
            flip.group().name().into(),
            Cell::ratio(flip.in_range().and_then(InRange::share)),
        ]
    };
    Data::new(columns, flips.found.iter().map(row))
}
