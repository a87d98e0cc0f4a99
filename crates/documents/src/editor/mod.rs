//! Editor support for a scenario: hover texts and completions. Positions are byte offsets of the text; the language server
//! protocol is not known here.

mod hover;
mod lines;
mod names;
mod proposals;

pub use hover::{Hover, hover};
pub use proposals::{LastRead, Proposal, ProposalKind, Proposals, proposals};

use crate::check;
use crate::scenario::Scenario;

/// Whether a text is or may become a scenario: every top-level key is a key of scenarios.
#[must_use]
pub fn may_become_scenario(text: &str) -> bool {
    let is_top = |line: &&str| !line.starts_with([' ', '\t', '#', '-', '\r', '%', '.']) && !line.is_empty();
    let mut lines = text.trim_start_matches('\u{feff}').lines().filter(is_top);
    // a line without a colon is a key that is being typed
    let fits = |line: &str| line.split_once(':').is_none_or(|(key, _)| Scenario::PART.key(key.trim()).is_some());
    check::is_scenario(text) || lines.all(fits)
}
