//! Allowances and declarations without a usable reason or an end date.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::NodeId;

/// Minimum letters of a reason in a script without spaces between words.
const FEWEST: usize = 4;

/// One-word reasons of costs that do not apply and of allowances.
pub(crate) fn short(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let own = scenario.own.iter().flat_map(|option| option.value.not_applicable.iter());
    let rent = scenario.rent.iter().flat_map(|option| option.value.not_applicable.iter());
    let costs = own.chain(rent).map(|cost| (&cost.name, "does not apply", &cost.value));
    let allowed = subject.allowances().map(|one| (&one.rule.value, "is allowed", &one.reason));
    let of_one_word = costs.chain(allowed).filter(|(_, _, reason)| !is_a_reason(&reason.value));
    let finding = |what: &str, is_so: &str, word: &str, at: NodeId| {
        let message = format!("`{}` does not explain why `{what}` {is_so}", word.trim());
        subject.finding(Code::ReasonShort, at, message).label("give the reason in a few words")
    };
    of_one_word.map(|(what, is_so, reason)| finding(what, is_so, &reason.value, reason.at)).collect()
}

/// Whether a text has more than one word, or enough letters of a script without spaces.
fn is_a_reason(text: &str) -> bool {
    let is_unspaced =
        |letter: &char| matches!(letter, '\u{e00}'..='\u{edf}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{9fff}');
    let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric));
    words.count() > 1 || text.chars().filter(is_unspaced).count() >= FEWEST
}

/// Allowances without an end date.
pub(super) fn open(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let open = subject.allowances().filter(|allowance| allowance.until.is_none());
    let finding = |rule: &str, at: NodeId| {
        let finding = subject.finding(Code::OpenAllowance, at, format!("`{rule}` is allowed without an end date"));
        finding.label("add `until:` with the date of the next review")
    };
    open.map(|allowance| finding(&allowance.rule.value, allowance.rule.at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_no_reason() {
        for word in ["none", "n/a", "staff", " ok ", "none.", "no -", "-- !", "不要"] {
            assert!(!is_a_reason(word), "{word}");
        }
        for reason in ["in the rate", "the provider runs it", "OPS-4471: agreed", "含在租金里"] {
            assert!(is_a_reason(reason), "{reason}");
        }
    }
}
