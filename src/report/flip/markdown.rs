//! Flip values as Markdown: the decision, a table of what reverses it, and what does not.

use super::words;
use crate::analysis::flip::Flips;
use crate::report::markdown::{cells, escape};
use crate::report::words as comparison;
use std::io::{self, Write};

/// # Errors
/// If nothing can be written.
pub(super) fn write(flips: &Flips, out: &mut dyn Write) -> io::Result<()> {
    let header = &flips.header;
    writeln!(out, "## {}\n", escape(&header.name))?;
    writeln!(out, "{}\n", escape(&words::decision(flips)))?;
    writeln!(out, "{}\n", escape(&comparison::conventions_of(header)))?;
    if let Some(sides) = &flips.today {
        writeln!(out, "| number | today | flips at | change | what then | written |")?;
        writeln!(out, "|:---|---:|---:|---:|:---|:---|")?;
        for flip in &flips.found {
            let (today, at) = words::values(flip, header);
            let says = words::outcome(flip, sides);
            let place = words::place(&flip.number, header);
            let row = [Some(today), Some(at), words::change(flip), Some(says), Some(place)];
            cells(&escape(&words::name(&flip.number)), &row, out)?;
        }
        writeln!(out)?;
        let steady = words::steady(flips);
        steady.iter().try_for_each(|said| writeln!(out, "- {}", escape(said)))?;
        if !steady.is_empty() {
            writeln!(out)?;
        }
    }
    writeln!(out, "{}", escape(&comparison::footer_of(header)))
}
