//! Flip values (switching values): single inputs whose change reverses the decision.

mod words;

#[cfg(test)]
mod tests;

pub(super) use words::{change, is_share, turn_in_short, values};

use super::caveats::finding;
use super::json::Contract;
use super::page::{Block, Cell, Data, Limit, Meaning, Move, MoveGroup, MoveRows, Moves, Page, Section};
use super::{Report, WithCaveats, header};
use crate::analysis::flip::{BestBySide, Flip, FlipReason, Flips, Group, InRange, SameSideFlips};
use crate::analysis::statement::Header;
use crate::check::Caveat;
use crate::model::OptionId;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 9;
/// Inputs shown for each same-side candidate; JSON has all of them.
const MAX_FLIPS_OF_A_CANDIDATE: usize = 3;

impl Report for WithCaveats<'_, Flips> {
    /// The decision, the inputs that reverse it, the inputs that make a same-side candidate win, findings about these inputs,
    /// and the inputs that reverse nothing.
    fn page(&self) -> Page {
        let flips = self.result;
        let mut page = header::page(&flips.header, MARGIN, data(flips));
        page.blocks.push(Block::Lead(words::decision(flips)));
        let of_sides =
            flips.today.iter().flat_map(|sides| Group::ALL.into_iter().filter_map(|group| shown(group, flips, sides)));
        let groups: Vec<MoveGroup> =
            of_sides.chain(flips.same_side.iter().filter_map(|same_side| same_side_moves(same_side, flips))).collect();
        if flips.today.is_some() || !groups.is_empty() {
            page.blocks.push(Block::Moves(Moves { groups, none: "No single input reverses the decision." }));
            page.blocks.extend(concerned(self));
        }
        let mut remarks = if flips.today.is_some() { words::steady(flips) } else { Vec::new() };
        remarks.extend(flips.same_side.iter().filter_map(|same_side| words::unfound(same_side, &flips.header)));
        if flips.today.is_some() || !remarks.is_empty() {
            page.blocks.push(Block::Remarks(remarks));
        }
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write(Contract::Flip, &self.result.header, out)
    }
}

impl<'a> WithCaveats<'a, Flips> {
    /// Flips with the caveats of the comparison.
    #[must_use]
    pub fn of_flips(flips: &'a Flips, caveats: Vec<Caveat>) -> WithCaveats<'a, Flips> {
        WithCaveats { result: flips, caveats }
    }
}

/// Caveats of the comparison that concern an input shown; `None` without any.
fn concerned(with_caveats: &WithCaveats<'_, Flips>) -> Option<Block> {
    let flips = with_caveats.result;
    let shown = || flips.found.iter().chain(flips.same_side.iter().flat_map(nearest));
    let concerns = |caveat: &&Caveat| shown().any(|flip| flip.findings.contains(&caveat.finding.code));
    let found = with_caveats.caveats.iter().filter(|caveat| caveat.accepted_because.is_none()).filter(concerns);
    let found = found.map(|caveat| finding(&flips.header, caveat)).collect();
    let section = Section::detail("Caveats", found)?.meaning(Meaning::Warning);
    Some(Block::Sections(vec![section]))
}

/// The inputs shown for a same-side candidate.
fn nearest(same_side: &SameSideFlips) -> Vec<&Flip> {
    each(same_side).take(MAX_FLIPS_OF_A_CANDIDATE).collect()
}

/// The inputs that make a same-side candidate win, without a discount whose price is among them.
fn each(same_side: &SameSideFlips) -> impl Iterator<Item = &Flip> {
    same_side.found.iter().filter(|flip| !flip.is_off_one_of(&same_side.found))
}

/// The rows of a group under its title; `None` without rows.
fn shown(group: Group, flips: &Flips, sides: &BestBySide) -> Option<MoveGroup> {
    let found: Vec<&Flip> = flips.of_group(group).collect();
    let rows = match group {
        Group::Terms | Group::Demand | Group::Measure => {
            let says = |flip: &Flip| words::outcome(flip, &flips.found, &flips.header, Some(sides));
            MoveRows::Moves(found.iter().map(|flip| moved(flip, &flips.header, says(flip))).collect())
        }
        Group::Limit => MoveRows::Limits(found.iter().map(|flip| limit(flip, flips, sides)).collect()),
    };
    (!found.is_empty()).then_some(MoveGroup { title: words::title(group).to_owned(), rows })
}

/// The nearest inputs that make a same-side candidate win; `None` without any.
fn same_side_moves(same_side: &SameSideFlips, flips: &Flips) -> Option<MoveGroup> {
    let row = |flip: &Flip| {
        let says = match &flip.because {
            FlipReason::Out(_) => format!("{} {}", words::beyond_it(flip.beyond()), words::ends(flip, None)),
            FlipReason::Equal | FlipReason::Jump | FlipReason::In(_) => {
                words::outcome(flip, &same_side.found, &flips.header, None)
            }
        };
        moved(flip, &flips.header, says)
    };
    let rows: Vec<Move> = nearest(same_side).into_iter().map(row).collect();
    let (title, all) = (words::of_same_side(same_side), each(same_side).count());
    let title = if all > rows.len() { format!("{title}: nearest {} of {all} inputs", rows.len()) } else { title };
    (!rows.is_empty()).then_some(MoveGroup { title, rows: MoveRows::Moves(rows) })
}

fn limit(flip: &Flip, flips: &Flips, sides: &BestBySide) -> Limit {
    Limit {
        name: words::name(&flip.number, &flips.header),
        path: flip.number.path.clone(),
        beyond: words::limit(flip, &flips.header),
        says: words::ends(flip, Some(sides)),
        place: words::place(&flip.number),
    }
}

fn moved(flip: &Flip, header: &Header, says: String) -> Move {
    let (today, at) = words::values(flip, header);
    Move {
        name: words::name(&flip.number, header),
        path: flip.number.path.clone(),
        today,
        at: if flip.is_at_once() { words::beyond(flip, &at).into() } else { at },
        change: words::change(flip).into(),
        says,
        place: words::place(&flip.number),
    }
}

/// One row per input that reverses the decision, nearest first, then one per input that makes a same-side candidate win.
/// `against` is the option to which the winner loses.
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
        "against",
        "findings",
    ];
    let row = |(flip, against): (&Flip, Option<&OptionId>)| {
        let findings: Vec<&str> = flip.findings.iter().map(|code| code.text()).collect();
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
            against.into(),
            Some(findings.join(" ")).filter(|findings| !findings.is_empty()).into(),
        ]
    };
    let of_sides = flips.found.iter().map(|flip| (flip, flips.today.as_ref().map(|today| &today.other_side)));
    let of_one_side = flips
        .same_side
        .iter()
        .flat_map(|same_side| same_side.found.iter().map(|flip| (flip, Some(&same_side.candidate))));
    Data::new(columns, of_sides.chain(of_one_side).map(row))
}
