//! A comparison in words: verdict and caveats, and details after the table.

use super::Compared;
use super::assumed::assumed;
use super::holds::{holds, turns};
use super::payback::payback;
use super::{cases, cliffs, groups, pairs, service, verdict};
use crate::amount::Ratio;
use crate::analysis::Answer;
use crate::analysis::statement::{Comparison, OptionResult};
use crate::check::Caveat;
use crate::reasons;
use crate::report::caveats::finding;
use crate::report::page::{Meaning, SURE, Section, SectionRole};
use crate::report::{figures, simulate};

/// Maximum number of findings with the verdict; the others are in the details.
const IN_THE_ANSWER: usize = 2;
/// Maximum number of inputs whose uncertainty is asked for.
const MOST_DOUBTFUL: usize = 3;

/// Verdict in one sentence; the colour of a winner only if there is a clear one.
pub(super) fn answer(comparison: &Comparison) -> Section {
    let section = Section::answer("Verdict", Meaning::Winner, verdict::verdict(comparison));
    Section { meaning: section.meaning.filter(|_| comparison.verdict.clear_winner().is_some()), ..section }
}

/// Cheaper plan, conditions of the verdict, inputs that change it, and main caveats.
pub(super) fn conditions(compared: &Compared<'_>) -> Vec<Section> {
    let comparison = compared.comparison;
    let held = comparison.best_pair().map(|pair| holds(comparison, pair));
    let caveats_section = caveats_section(compared);
    let all = [
        compared.plan.clone(),
        held.map(|says| Section { heading: "Holds", meaning: None, role: SectionRole::Detail, says }),
        Section::detail(SURE, sure(compared).into_iter().collect()),
        Section::detail("Turns if", turns(comparison)),
        Section::detail("Cases", cases::differing(compared)),
        Section::detail("Caveats", caveats_section).map(|section| section.meaning(Meaning::Warning)),
    ];
    all.into_iter().flatten().collect()
}

/// Details about the options, most important first.
pub(super) fn details(compared: &Compared<'_>) -> Vec<Section> {
    let comparison = compared.comparison;
    let best = comparison.best_pair();
    let all = [
        Section::detail("Work", compared.groups().map(|all| groups::work(all, comparison)).unwrap_or_default()),
        Section::detail("Hybrid", service::hybrids(comparison)),
        Section::detail("Excluded", excluded(comparison)),
        Section::detail("Cliffs", cliffs::cliffs(comparison)),
        Section::detail("Payback", best.map(|pair| payback(comparison, pair)).unwrap_or_default()),
        Section::detail("Pairs", pairs::lines(comparison)),
        Section::detail("Shortfall", service::shortfalls(comparison)),
        Section::detail("Committed", committed(comparison)),
    ];
    all.into_iter().flatten().collect()
}

/// Assumptions and further caveats.
pub(super) fn grounds(compared: &Compared<'_>) -> Vec<Section> {
    let comparison = compared.comparison;
    let assumed = assumed(comparison).into_iter().chain(service::independent_loads(comparison)).collect();
    let (outcome, accepted) = findings(compared);
    let others = outcome.into_iter().skip(IN_THE_ANSWER).collect();
    let all = [
        Section::detail("Assumed", assumed),
        Section::detail("Caveats", others).map(|section| section.meaning(Meaning::Warning)),
        Section::detail("Accepted", accepted),
        Section::detail("Left out", left_out(comparison)),
    ];
    all.into_iter().flatten().collect()
}

/// How often the winner wins in simulations, or inputs whose uncertainty should be stated; none without a winner.
fn sure(compared: &Compared<'_>) -> Option<String> {
    let winner = compared.comparison.verdict.winner.as_ref()?;
    if let Some(simulation) = compared.simulation() {
        return Some(simulate::in_a_line(simulation, winner));
    }
    let answer = compared.answer?;
    if !answer.loaded.scenario.uncertainty.is_empty() {
        return Some("not simulated; `rackrent simulate` says why".to_owned());
    }
    let inputs = reasons::listed(&doubtful(compared.comparison, answer));
    Some(format!("not tested: add `uncertainty` ranges, first for {inputs}"))
}

/// Up to three inputs whose uncertainty matters most: the prices that turn the verdict, the load, and resale.
fn doubtful(comparison: &Comparison, answer: &Answer) -> Vec<String> {
    let prices = comparison.flips.iter().map(|flip| comparison.header.labels.words(&flip.number.path).phrase());
    let load = if answer.loaded.scenario.demand.workloads.is_empty() { "utilization" } else { "demand" };
    let resale = comparison.best_pair().and_then(|pair| pair.resale_counted).filter(|counted| !counted.is_zero());
    let rest = [Some(load), resale.map(|_| "resale value"), Some("rental prices")];
    let rest = rest.into_iter().flatten().map(str::to_owned);
    prices.take(MOST_DOUBTFUL - 1).chain(rest).take(MOST_DOUBTFUL).collect()
}

/// Main caveats, and the number of the others.
fn caveats_section(compared: &Compared<'_>) -> Vec<String> {
    let (mut said, _) = findings(compared);
    let others = said.split_off(IN_THE_ANSWER.min(said.len())).len();
    let extent = compared.extent;
    let others = extent.further(others, "more finding", ["is listed", "are listed"]);
    let more: Vec<String> = others.into_iter().chain(accepted_by_author(compared)).collect();
    if !more.is_empty() {
        said.push(more.join("; "));
    }
    said
}

/// The findings that the author accepts, with the amounts at stake: `accepted by the author: book-resale (USD 258 k)`;
/// none without any.
pub(super) fn accepted_by_author(compared: &Compared<'_>) -> Option<String> {
    let currency = &compared.comparison.header.currency;
    let named = |caveat: &Caveat| {
        let amount = caveat.finding.at_stake.map(|amount| format!(" ({})", figures::headline(currency, amount)));
        format!("{}{}", caveat.finding.code.text(), amount.unwrap_or_default())
    };
    let accepted = compared.caveats.iter().filter(|caveat| caveat.accepted_because.is_some());
    let mut all: Vec<String> = Vec::new();
    for name in accepted.map(named) {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    (!all.is_empty()).then(|| format!("accepted by the author: {}", reasons::listed(&all)))
}

/// Caveats in words: open ones, and those accepted by the author.
fn findings(compared: &Compared<'_>) -> (Vec<String>, Vec<String>) {
    let (accepted, outcome): (Vec<_>, Vec<_>) =
        compared.caveats.iter().partition(|caveat| caveat.accepted_because.is_some());
    let said = |caveats: Vec<&Caveat>| {
        caveats.into_iter().map(|caveat| finding(&compared.comparison.header, caveat)).collect()
    };
    (said(outcome), said(accepted))
}

fn excluded(comparison: &Comparison) -> Vec<String> {
    let reasons = |option: &OptionResult| {
        let name = &option.name;
        let barred = (!option.eligible()).then(|| {
            format!("{name} can't be chosen: {}", reasons::joined(&option.ineligible_because, reasons::ineligible))
        });
        let incomparable = (!option.comparable()).then(|| {
            format!(
                "{name} can't be compared: {}",
                reasons::joined(&option.not_comparable_because, reasons::not_comparable)
            )
        });
        [barred, incomparable]
    };
    comparison.options.iter().flat_map(reasons).flatten().collect()
}

fn committed(comparison: &Comparison) -> Vec<String> {
    let mut said = Vec::new();
    for option in &comparison.options {
        for commitment in &option.commitments {
            let share = |share: Option<Ratio>| share.map_or_else(|| "none".to_owned(), |share| figures::share(*share));
            said.push(format!(
                "{} {}: {} of its hours are used; it covers {} of the hours needed",
                option.name,
                comparison
                    .header
                    .labels
                    .of(&format!("{}.commitments.{}", option.name, commitment.name))
                    .unwrap_or(&commitment.name),
                share(commitment.used_share),
                share(commitment.covered_share)
            ));
        }
    }
    said
}

fn left_out(comparison: &Comparison) -> Vec<String> {
    let lacking = comparison.options.iter().filter(|option| !option.left_out.is_empty());
    lacking.map(|option| format!("{}: {}", option.name, option.left_out.join(", "))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::example;
    use super::super::Extent;
    use super::*;
    use crate::variation::{Ineligible, Lacks, NotComparable};

    fn texts(sections: &[Section], heading: &str) -> Vec<String> {
        let section = sections.iter().find(|section| section.heading == heading);
        section.map(|section| section.texts().map(ToOwned::to_owned).collect()).unwrap_or_default()
    }

    #[test]
    fn what_is_empty_is_not_said() {
        let mut comparison = example::comparison(1);
        comparison.warnings.clear();
        comparison.assumed.clear();
        comparison.flips.clear();
        comparison.options[0].left_out.clear();
        let compared = example::compared(&comparison);
        let said = [conditions(&compared), details(&compared), grounds(&compared)].concat();
        assert_eq!(said, []);
    }

    #[test]
    fn every_reason_is_shown_where_nothing_can_be_chosen() {
        let mut comparison = example::comparison(2);
        comparison.verdict = crate::analysis::statement::Verdict::default();
        let lacks =
            |feature: &str| Ineligible { part: None, workload: None, lacks: Lacks::Feature(feature.to_owned()) };
        comparison.options[0].ineligible_because = vec![lacks("a"), lacks("b")];
        comparison.options[1].not_comparable_because = vec![NotComparable::DoesNotServe(vec!["c".to_owned()])];
        let feature = "it does not list the required feature";
        let expected = [
            format!("own.hgx can't be chosen: {feature} a; {feature} b"),
            "rent.neocloud can't be compared: it does not serve c".to_owned(),
        ];
        let details = details(&example::compared(&comparison));
        assert_eq!(texts(&details, "Excluded"), expected);
        assert_eq!(texts(&conditions(&example::compared(&comparison)), "Holds"), [""; 0]);
        let pair = "own.hgx against rent.neocloud: owning wins while busy more than 37 % of the time; payback month 20; own.hgx can't be chosen; rent.neocloud can't be compared";
        assert_eq!(texts(&details, "Pairs"), [pair]);
    }

    #[test]
    fn the_nearest_price_says_where_it_turns_the_verdict() {
        let said = texts(&conditions(&example::compared(&example::comparison(2))), "Turns if");
        // 34.12 / 55.04 − 1 = −0.3801
        assert_eq!(said, ["the on-demand price falls below USD 34.12 per instance-hour (today 55.04, −38 %)"]);
    }

    #[test]
    fn findings_name_their_place_and_why_they_are_accepted() {
        let comparison = example::comparison(2);
        let mut compared = example::compared(&comparison);
        let stands = texts(&conditions(&compared), "Caveats").concat();
        assert!(
            stands.starts_with("book-resale, 584,080.00 at stake: ") && stands.ends_with(" (quote.yaml:11:5)"),
            "{stands}"
        );
        compared.caveats[0].accepted_because = Some("the broker confirmed it".to_owned());
        assert_eq!(texts(&conditions(&compared), "Caveats"), ["accepted by the author: book-resale (USD 584 k)"]);
        let accepted = texts(&grounds(&compared), "Accepted").concat();
        assert!(accepted.ends_with("; accepted because: the broker confirmed it (quote.yaml:11:5)"), "{accepted}");
    }

    #[test]
    fn what_does_not_fit_the_answer_stands_in_the_details() {
        let comparison = example::comparison(2);
        let mut compared = example::compared(&comparison);
        compared.caveats = (0..5).map(|_| compared.caveats[0].clone()).collect();
        let caveats_section = texts(&conditions(&compared), "Caveats");
        assert_eq!((caveats_section.len(), caveats_section[2].as_str()), (3, "3 more findings are listed below"));
        assert_eq!(texts(&grounds(&compared), "Caveats").len(), 3);
        compared.extent = Extent::Brief;
        assert_eq!(
            texts(&conditions(&compared), "Caveats")[2],
            "3 more findings are listed in the full comparison, without `--brief`"
        );
    }
}
