//! What an editor asks of a scenario while it is written: what stands at a place and what follows from it today, what fits
//! there, and what the file comes to. Places are bytes of the text; of the protocol of editors nothing is known here.

mod hover;
mod lines;
mod names;
mod proposals;

pub use hover::{Hover, hover};
pub use proposals::{LastRead, Proposal, ProposalKind, Proposals, proposals};

use crate::check;
use crate::scenario::Scenario;

/// Whether a text is a scenario, or may become one: nothing stands at its top level that no scenario has there.
#[must_use]
pub fn may_become_scenario(text: &str) -> bool {
    let is_top = |line: &&str| !line.starts_with([' ', '\t', '#', '-', '\r', '%', '.']) && !line.is_empty();
    let mut lines = text.trim_start_matches('\u{feff}').lines().filter(is_top);
    // a line without a colon is a word that is being typed
    let fits = |line: &str| line.split_once(':').is_none_or(|(key, _)| Scenario::PART.key(key.trim()).is_some());
    check::is_scenario(text) || lines.all(fits)
}
