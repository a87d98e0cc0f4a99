//! A comparison in words, shared by every format that people read. Sentences only; how they are laid out is the format's.

use super::assumed::assumed;
use super::axis::Axis;
use super::{figures, holds, service, verdict};
use crate::analysis::statement::{Comparison, Header, OptionStatement, PairStatement, Winner};
use crate::diagnostic::{Diagnostic, SourceId, clean};
use crate::number;
use crate::reasons;

/// What a section is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heading {
    /// Which option wins.
    Verdict,
    /// What hybrids are made of.
    Hybrid,
    /// What fleets have no room for, and where it goes.
    Shortfall,
    /// Options that cannot win, and why.
    Excluded,
    /// Under which demand and which resale that holds.
    Holds,
    /// When owning has paid back.
    Payback,
    /// The other pairs, one line each.
    Pairs,
    /// Yardsticks that point elsewhere.
    Disagree,
    /// How commitments are used.
    Committed,
    /// What the author left out and the model had to assume.
    Assumed,
    /// What a reader should know.
    Warning,
    /// Usual costs that nobody named.
    LeftOut,
}

impl Heading {
    /// As it is printed.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Heading::Verdict => "Verdict",
            Heading::Hybrid => "Hybrid",
            Heading::Shortfall => "Shortfall",
            Heading::Excluded => "Excluded",
            Heading::Holds => "Holds",
            Heading::Payback => "Payback",
            Heading::Pairs => "Pairs",
            Heading::Disagree => "Disagree",
            Heading::Committed => "Committed",
            Heading::Assumed => "Assumed",
            Heading::Warning => "Warning",
            Heading::LeftOut => "Left out",
        }
    }
}

/// One thing said in a section.
#[derive(Debug, PartialEq, Eq)]
pub enum Say {
    /// A sentence or a list, without control characters; no-break spaces hold together what belongs together.
    Text(String),
    /// The axis of demand, for formats that can draw it.
    Axis(Axis),
}

/// What is said under a heading; never nothing.
#[derive(Debug, PartialEq, Eq)]
pub struct Section {
    /// The heading.
    pub heading: Heading,
    /// What is said.
    pub says: Vec<Say>,
}

/// More pairs than these are not all said.
const MANY_PAIRS: usize = 6;

/// Everything there is to say about a comparison, in the order in which it changes a reader's mind.
#[must_use]
pub fn sections(comparison: &Comparison) -> Vec<Section> {
    let best = best_pair(comparison);
    let texts = |texts: Vec<String>| texts.into_iter().map(|text| Say::Text(clean(&text))).collect();
    let all = [
        (Heading::Verdict, texts(vec![verdict::verdict(comparison)])),
        (Heading::Hybrid, texts(service::hybrids(comparison))),
        (Heading::Excluded, texts(excluded(comparison))),
        (Heading::Holds, best.map(|pair| holds::holds(comparison, pair)).unwrap_or_default()),
        (Heading::Payback, texts(best.map(|pair| holds::payback(comparison, pair)).unwrap_or_default())),
        (Heading::Pairs, texts(other_pairs(comparison, best))),
        (Heading::Disagree, texts(disagreements(comparison))),
        (Heading::Shortfall, texts(service::shortfalls(comparison))),
        (Heading::Committed, texts(committed(comparison))),
        (
            Heading::Assumed,
            texts(assumed(comparison).into_iter().chain(service::independent_loads(comparison)).collect()),
        ),
        (Heading::Warning, texts(comparison.warnings.iter().map(|finding| warning(comparison, finding)).collect())),
        (Heading::LeftOut, texts(left_out(comparison))),
    ];
    let said = all.into_iter().filter(|(_, says): &(_, Vec<Say>)| !says.is_empty());
    said.map(|(heading, says)| Section { heading, says }).collect()
}

/// What the figures are: months, currency, and the convention of present values.
#[must_use]
pub fn conventions(comparison: &Comparison) -> String {
    conventions_of(&comparison.header)
}

/// The same for what is no whole comparison.
pub(super) fn conventions_of(header: &Header) -> String {
    format!(
        "{} · {} · before tax, nominal, month-end cash, {}/year",
        number::counted(header.horizon_months, "month"),
        header.currency,
        figures::rate(header.discount_rate)
    )
}

/// Whose scenario it is and of when, if that is known.
#[must_use]
pub fn provenance(comparison: &Comparison) -> Option<String> {
    let header = &comparison.header;
    let known = [
        header.owner.clone(),
        header.date.as_ref().map(|date| format!("prices of {date}")),
        header.review_by.as_ref().map(|date| format!("review by {date}")),
    ];
    let known: Vec<String> = known.into_iter().flatten().collect();
    (!known.is_empty()).then(|| clean(&known.join(" · ")))
}

/// Which program said it, of which file, and what was set on the command line.
#[must_use]
pub fn footer(comparison: &Comparison) -> String {
    footer_of(&comparison.header)
}

/// The same for what is no whole comparison.
pub(super) fn footer_of(header: &Header) -> String {
    let hash = header.sha256.get(..8).unwrap_or(&header.sha256);
    let mut text = format!("rackrent {} · {} · sha256 {hash}", env!("CARGO_PKG_VERSION"), header.file);
    for set in &header.set {
        text.push_str(" · --set ");
        text.push_str(set);
    }
    clean(&text)
}

/// The winner against the best option of the other side that could win.
#[must_use]
pub fn best_pair(comparison: &Comparison) -> Option<&PairStatement> {
    let winner = option(comparison, comparison.verdict.winner.as_deref()?)?;
    let side = Winner::of(winner.kind);
    let others = comparison.options.iter().filter(|option| Winner::of(option.kind) != side);
    let rival =
        others.filter(|option| option.eligible() && option.comparable()).min_by_key(|option| option.present_value)?;
    let (own, rent) = match side {
        Winner::Own => (winner, rival),
        Winner::Rent => (rival, winner),
    };
    comparison.pairs.iter().find(|pair| pair.own == own.name && pair.rent == rent.name)
}

/// The option of a name.
pub(super) fn option<'a>(comparison: &'a Comparison, name: &str) -> Option<&'a OptionStatement> {
    comparison.options.iter().find(|option| option.name == name)
}

fn disagreements(comparison: &Comparison) -> Vec<String> {
    let digits = comparison.header.minor_digits;
    comparison.verdict.disagreements.iter().map(|other| reasons::disagreement(other, digits)).collect()
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
    let mut said: Vec<String> = said.into_iter().map(|pair| holds::in_a_line(comparison, pair)).collect();
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
            let share = |share: Option<_>| share.map_or_else(|| "no".to_owned(), figures::share);
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
    use super::super::example;
    use super::*;
    use crate::variation::{Ineligible, Lacks, NotComparable};

    fn texts(comparison: &Comparison, heading: Heading) -> Vec<String> {
        let section = sections(comparison).into_iter().find(|section| section.heading == heading);
        let says = section.map(|section| section.says).unwrap_or_default();
        says.into_iter().filter_map(|say| if let Say::Text(text) = say { Some(text) } else { None }).collect()
    }

    #[test]
    fn what_is_empty_is_not_said() {
        let mut comparison = example::comparison(1);
        comparison.warnings.clear();
        comparison.assumed.clear();
        comparison.options[0].left_out.clear();
        let headings: Vec<Heading> = sections(&comparison).iter().map(|section| section.heading).collect();
        assert_eq!(headings, [Heading::Verdict]);
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
        assert_eq!(texts(&comparison, Heading::Excluded), expected);
        assert_eq!(texts(&comparison, Heading::Holds), [""; 0]);
        let pair = "own.hgx against rent.neocloud: owning wins while busy more than 37 % of the time; payback month 20";
        assert_eq!(texts(&comparison, Heading::Pairs), [pair]);
    }

    #[test]
    fn findings_name_their_place_and_cannot_steer_a_terminal() {
        let mut comparison = example::comparison(2);
        comparison.header.file = "a\u{1b}.yaml".to_owned();
        let said = texts(&comparison, Heading::Warning).concat();
        assert!(said.starts_with("book-resale: ") && said.ends_with(" (a\u{fffd}.yaml:11:5)"), "{said}");
    }

    #[test]
    fn the_footer_says_which_program_file_and_settings() {
        let mut comparison = example::comparison(2);
        comparison.header.set = vec!["demand.utilization=45%".to_owned()];
        let version = env!("CARGO_PKG_VERSION");
        let expected = format!("rackrent {version} · quote.yaml · sha256 3f9a41c2 · --set demand.utilization=45%");
        assert_eq!(footer(&comparison), expected);
    }
}
