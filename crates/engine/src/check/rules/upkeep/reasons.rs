//! Whether what is set aside has a reason that somebody can weigh, and an end.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::NodeId;

/// Fewest letters of a reason in a script that is written without spaces between words.
const FEWEST: usize = 4;

/// Reasons of a single word: why a cost does not arise, and why something is allowed.
pub(crate) fn short(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let own = scenario.own.iter().flat_map(|option| option.value.not_applicable.iter());
    let rent = scenario.rent.iter().flat_map(|option| option.value.not_applicable.iter());
    let costs = own.chain(rent).map(|cost| (&cost.name, "does not arise", &cost.value));
    let allowed = subject.allowances().map(|one| (&one.rule.value, "is allowed", &one.reason));
    let of_one_word = costs.chain(allowed).filter(|(_, _, reason)| !is_a_reason(&reason.value));
    let finding = |what: &str, is_so: &str, word: &str, at: NodeId| {
        let message = format!("`{}` is no reason why `{what}` {is_so}", word.trim());
        subject.finding(Code::ReasonShort, at, message).label("say why, in a few words")
    };
    of_one_word.map(|(what, is_so, reason)| finding(what, is_so, &reason.value, reason.at)).collect()
}

/// Whether a text has more than a word, or letters enough of a script that does not part them.
fn is_a_reason(text: &str) -> bool {
    let is_unspaced =
        |letter: &char| matches!(letter, '\u{e00}'..='\u{edf}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{9fff}');
    let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric));
    words.count() > 1 || text.chars().filter(is_unspaced).count() >= FEWEST
}

/// Allowances without a last day.
pub(super) fn open(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let open = subject.allowances().filter(|allowance| allowance.until.is_none());
    let finding = |rule: &str, at: NodeId| {
        let finding = subject.finding(Code::OpenAllowance, at, format!("`{rule}` is allowed without a last day"));
        finding.label("add `until:` with the day on which somebody asks again")
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
