//! A comparison in words.

use super::assumed::assumed;
use super::holds::holds;
use super::payback::{in_a_line, payback};
use super::{service, verdict};
use crate::amount::Ratio;
use crate::analysis::statement::{Comparison, OptionStatement, PairStatement};
use crate::diagnostic::{Diagnostic, SourceId};
use crate::number;
use crate::reasons;
use crate::report::figures;
use crate::report::page::{Meaning, Role, Section};

/// More pairs than these are not all said.
const MANY_PAIRS: usize = 6;
/// What the author left out and the model had to assume.
const ASSUMED: &str = "Assumed";

/// Everything there is to say about a comparison, in the order in which it changes a reader's mind.
pub(super) fn sections(comparison: &Comparison) -> Vec<Section> {
    let best = comparison.best_pair();
    let disagreements = comparison.verdict.disagreements.iter();
    let disagreements = disagreements.map(reasons::disagreement).collect();
    let warnings = comparison.warnings.iter().map(|finding| warning(comparison, finding)).collect();
    let assumed = assumed(comparison).into_iter().chain(service::independent_loads(comparison)).collect();
    let held = best.map(|pair| holds(comparison, pair));
    let all = [
        Some(Section::answer("Verdict", Meaning::Winner, vec![verdict::verdict(comparison)])),
        Section::detail("Hybrid", service::hybrids(comparison)),
        Section::detail("Excluded", excluded(comparison)),
        held.map(|says| Section { heading: "Holds", meaning: None, role: Role::Detail, says }),
        Section::detail("Payback", best.map(|pair| payback(comparison, pair)).unwrap_or_default()),
        Section::detail("Pairs", other_pairs(comparison, best)),
        Section::detail("Disagree", disagreements).map(|section| section.meaning(Meaning::Warning)),
        Section::detail("Shortfall", service::shortfalls(comparison)),
        Section::detail("Committed", committed(comparison)),
        Section::detail(ASSUMED, assumed),
        Section::detail("Warning", warnings).map(|section| section.meaning(Meaning::Warning)),
        Section::detail("Left out", left_out(comparison)),
    ];
    all.into_iter().flatten().collect()
}

/// How many sections change a reader's mind; the others say what the figures rest on.
pub(super) fn decisive(sections: &[Section]) -> usize {
    sections.iter().position(|section| section.heading == ASSUMED).unwrap_or(sections.len())
}

fn excluded(comparison: &Comparison) -> Vec<String> {
    let reasons = |option: &OptionStatement| {
        let name = &option.name;
        let barred = (!option.eligible()).then(|| {
            format!("{name} cannot be chosen: {}", reasons::joined(&option.ineligible_because, reasons::ineligible))
        });
        let incomparable = (!option.comparable()).then(|| {
            format!(
                "{name} does not compare: {}",
                reasons::joined(&option.not_comparable_because, reasons::not_comparable)
            )
        });
        [barred, incomparable]
    };
    comparison.options.iter().flat_map(reasons).flatten().collect()
}

fn other_pairs(comparison: &Comparison, best: Option<&PairStatement>) -> Vec<String> {
    let others = comparison.pairs.iter().filter(|pair| best.is_none_or(|best| !std::ptr::eq(*pair, best)));
    // of many, those with an option of the best pair; the others are in the JSON
    let of_interest = |pair: &&PairStatement| {
        comparison.pairs.len() <= MANY_PAIRS || best.is_none_or(|best| pair.own == best.own || pair.rent == best.rent)
    };
    let (said, unsaid): (Vec<_>, Vec<_>) = others.partition(of_interest);
    let mut said: Vec<String> = said.into_iter().map(|pair| in_a_line(comparison, pair)).collect();
    if !unsaid.is_empty() {
        let count = number::counted(u32::try_from(unsaid.len()).unwrap_or(u32::MAX), "more pair");
        said.push(format!("{count} in `--format json`"));
    }
    said
}

fn committed(comparison: &Comparison) -> Vec<String> {
    let mut said = Vec::new();
    for option in &comparison.options {
        for commitment in &option.commitments {
            let share = |share: Option<Ratio>| share.map_or_else(|| "no".to_owned(), |share| figures::share(*share));
            said.push(format!(
                "{} {}: {} of its hours are used; it covers {} of the hours needed",
                option.name,
                commitment.name,
                share(commitment.used_share),
                share(commitment.covered_share)
            ));
        }
    }
    said
}

/// A finding in one line, with its place.
fn warning(comparison: &Comparison, finding: &Diagnostic) -> String {
    let place = finding.place.map(|place| {
        let name = match place.source {
            SourceId::File(_) | SourceId::Trace(_) => comparison.header.file.as_str(),
            SourceId::Setting(_) => "--set",
        };
        format!(" ({name}:{}:{})", place.line, place.column)
    });
    format!("{}: {}{}", finding.code.text(), finding.message, place.unwrap_or_default())
}

fn left_out(comparison: &Comparison) -> Vec<String> {
    let lacking = comparison.options.iter().filter(|option| !option.left_out.is_empty());
    lacking.map(|option| format!("{}: {}", option.name, option.left_out.join(", "))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::example;
    use super::*;
    use crate::variation::{Ineligible, Lacks, NotComparable};

    fn texts(comparison: &Comparison, heading: &str) -> Vec<String> {
        let all = sections(comparison);
        let section = all.iter().find(|section| section.heading == heading);
        section.map(|section| section.texts().map(ToOwned::to_owned).collect()).unwrap_or_default()
    }

    #[test]
    fn what_is_empty_is_not_said() {
        let mut comparison = example::comparison(1);
        comparison.warnings.clear();
        comparison.assumed.clear();
        comparison.options[0].left_out.clear();
        let headings: Vec<&str> = sections(&comparison).iter().map(|section| section.heading).collect();
        assert_eq!(headings, ["Verdict"]);
    }

    #[test]
    fn every_reason_is_shown_where_nothing_can_be_chosen() {
        let mut comparison = example::comparison(2);
        comparison.verdict = crate::analysis::statement::Verdict::default();
        let lacks =
            |feature: &str| Ineligible { part: None, workload: None, lacks: Lacks::Feature(feature.to_owned()) };
        comparison.options[0].ineligible_because = vec![lacks("a"), lacks("b")];
        comparison.options[1].not_comparable_because = vec![NotComparable::DoesNotServe(vec!["c".to_owned()])];
        let feature = "it does not state the required feature";
        let expected = [
            format!("own.hgx cannot be chosen: {feature} a; {feature} b"),
            "rent.neocloud does not compare: it does not serve c".to_owned(),
        ];
        assert_eq!(texts(&comparison, "Excluded"), expected);
        assert_eq!(texts(&comparison, "Holds"), [""; 0]);
        let pair = "own.hgx against rent.neocloud: owning wins while busy more than 37 % of the time; payback month 20";
        assert_eq!(texts(&comparison, "Pairs"), [pair]);
    }

    #[test]
    fn findings_name_their_place() {
        let said = texts(&example::comparison(2), "Warning").concat();
        assert!(said.starts_with("book-resale: ") && said.ends_with(" (quote.yaml:11:5)"), "{said}");
    }
}
