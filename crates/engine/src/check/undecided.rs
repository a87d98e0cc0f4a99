//! Scenarios without an option that is eligible and comparable.

use super::rules::Subject;
use crate::analysis::statement::OptionResult;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::reasons;

/// Number of options whose reason is shown; the comparison lists all.
const SHOWN: usize = 8;

/// Error if no option can be chosen, unless `expect` gives a winner: `none` accepts it, and another name is an unmet
/// expectation.
pub(super) fn no_eligible_option(subject: &Subject<'_>) -> Option<Diagnostic> {
    let (loaded, comparison) = (&subject.answer.loaded, &subject.answer.comparison);
    let is_said = loaded.scenario.expect.as_ref().is_some_and(|expect| !expect.here().winners().is_empty());
    if comparison.verdict.winner.is_some() || is_said {
        return None;
    }
    let options = u32::try_from(comparison.options.len()).unwrap_or(u32::MAX);
    let message = match &comparison.options[..] {
        [one] => format!("{} is the only option, and it can't be chosen: {}", one.name, reason(one)),
        _ => format!("none of the {} can be chosen, so there is no decision", counted(options, "option")),
    };
    let finding = subject.finding(Code::NoEligibleOption, loaded.scenario.name.at, message);
    let label = "fix what excludes the options, or write `expect: { winner: none }` if that is intended";
    let models = subject.answer.evaluated.model.options.iter();
    // for a single option the message gives the reason
    let excluded = models.zip(&comparison.options).take(SHOWN).filter(|_| options > 1);
    Some(excluded.fold(finding.label(label), |finding, (model, option)| {
        finding.related(loaded.document.key_place(model.at), reason(option))
    }))
}

/// Reasons why an option can't be chosen.
fn reason(option: &OptionResult) -> String {
    reasons::joined(&option.cannot_win_because(), reasons::cannot_win)
}
