//! Flip values as CSV: a row for each number that reverses the decision, the nearest first.

use super::json::{because, measure};
use super::words;
use crate::analysis::flip::{Flip, Flips};
use crate::number;
use crate::report::csv::{text, unwritten};
use std::io::{self, Write};

/// # Errors
/// If nothing can be written.
pub(super) fn write(flips: &Flips, out: &mut dyn Write) -> io::Result<()> {
    let mut rows = csv::Writer::from_writer(out);
    let heads =
        ["path", "measure", "today", "flips_at", "side", "distance", "distance_share", "because", "wins", "place"];
    rows.write_record(heads).map_err(unwritten)?;
    for flip in &flips.found {
        rows.write_record(row(flip, flips)).map_err(unwritten)?;
    }
    rows.flush()
}

fn row(flip: &Flip, flips: &Flips) -> [String; 10] {
    let plain = |value| number::ratio(value).to_string();
    [
        text(&flip.number.path),
        measure(flip.number.measure).to_owned(),
        plain(flip.number.today),
        plain(flip.at),
        words::side(flip).to_owned(),
        plain(flip.distance()),
        flip.distance_share().map(plain).unwrap_or_default(),
        because(&flip.because).to_owned(),
        text(flip.wins.as_deref().unwrap_or_default()),
        text(&words::place(&flip.number, &flips.header)),
    ]
}
