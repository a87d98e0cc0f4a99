//! Caveats of a verdict, for readers who rely on it.

use super::allowed::{AllowedFinding, sifted};
use super::budget::WorkBudget;
use super::named_files::NamedFiles;
use super::rules::{self, Subject};
use crate::analysis::Answer;
use crate::analysis::statement::{Comparison, Concern, Warning};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::model::OptionId;
use crate::reasons;

/// A caveat of a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caveat {
    /// The finding.
    pub finding: Diagnostic,
    /// Reason why the author of the scenario accepts it; `None` if not accepted.
    pub accepted_because: Option<String>,
}

/// Caveats that are not accepted.
pub fn standing(caveats: &[Caveat]) -> impl Iterator<Item = &Diagnostic> {
    caveats.iter().filter(|caveat| caveat.accepted_because.is_none()).map(|caveat| &caveat.finding)
}

/// Caveats of a comparison: its warnings, and the warnings of the rules on costs, plausibility and comparisons. Those about
/// the best two options, or about no single option, come first. Among these, doubtful inputs come first, because the rest
/// may follow from them; then by the amount at stake; then those that are not accepted. Close calls are excluded, because
/// the verdict states them.
#[must_use]
pub fn caveats(answer: &Answer) -> Vec<Caveat> {
    let subject = Subject { answer, today: None, named_files: &NamedFiles::default(), budget: &WorkBudget::of(answer) };
    let found = [answer.warnings(), rules::against_the_verdict(&subject), subject.given_up()].concat();
    let found = found.into_iter().map(|finding| at_stake_for_the_winner(answer, finding)).collect();
    sorted(found, &subject)
}

/// Whether a finding doubts the value of an input: such findings come first.
#[must_use]
pub fn doubts_a_number(code: Code) -> bool {
    rules::doubts_a_number(code)
}

/// Findings about uncertainty ranges, in the same order.
#[must_use]
pub fn caveats_of_uncertainty(answer: &Answer) -> Vec<Caveat> {
    let subject = Subject { answer, today: None, named_files: &NamedFiles::default(), budget: &WorkBudget::of(answer) };
    let found = rules::of_uncertainty(&subject);
    sorted([found, subject.given_up()].concat(), &subject)
}

fn sorted(found: Vec<Diagnostic>, subject: &Subject<'_>) -> Vec<Caveat> {
    let warned = found.into_iter().filter(|finding| finding.severity <= Severity::Warning).collect();
    let (stand, allowed) = sifted(warned, subject);
    let stand = stand.into_iter().map(|finding| Caveat { finding, accepted_because: None });
    let accepted = allowed
        .into_iter()
        .map(|AllowedFinding { finding, reason, .. }| Caveat { finding, accepted_because: Some(reason) });
    let mut all: Vec<Caveat> = stand.chain(accepted).collect();
    let leaders = Leaders::of(&subject.answer.comparison);
    let rank =
        |finding: &Diagnostic| (leaders.concerned_by(finding), rules::doubts_a_number(finding.code), finding.at_stake);
    all.sort_by_key(|caveat| std::cmp::Reverse(rank(&caveat.finding)));
    all
}

/// The best two options, with the parts of hybrids.
struct Leaders<'c> {
    options: Vec<&'c OptionId>,
    /// Messages about the budgets of other options, whose path is that of the budget.
    of_others: Vec<String>,
}

impl Leaders<'_> {
    fn of(comparison: &Comparison) -> Leaders<'_> {
        let verdict = &comparison.verdict;
        let best = [&verdict.winner, &verdict.runner_up].into_iter().flatten();
        let best = best.filter_map(|name| comparison.option(name));
        let options: Vec<&OptionId> = best
            .flat_map(|option| std::iter::once(&option.name).chain(option.parts.iter().map(|part| &part.option)))
            .collect();
        let is_of_another = |warning: &&Warning| match &warning.concern {
            Concern::OverBudget { whose, .. } => !options.contains(&whose.option()),
            _ => false,
        };
        let of_others = comparison.warnings.iter().filter(is_of_another);
        let of_others = of_others.map(|warning| reasons::warning(warning).message).collect();
        Leaders { options, of_others }
    }

    /// Whether a finding is about one of them, or about no single option.
    fn concerned_by(&self, finding: &Diagnostic) -> bool {
        let is_of_them = OptionId::of_path(&finding.path).is_none_or(|option| self.options.contains(&&option));
        is_of_them && !self.of_others.contains(&finding.message)
    }
}

/// The finding, with an amount at stake only if it is about the winner: what flatters another option supports the verdict.
fn at_stake_for_the_winner(answer: &Answer, finding: Diagnostic) -> Diagnostic {
    let comparison = &answer.comparison;
    let winner = comparison.options.iter().find(|option| Some(&option.name) == comparison.verdict.winner.as_ref());
    let mut parts = winner.iter().flat_map(|winner| &winner.parts);
    let option = OptionId::of_path(&finding.path);
    let at_stake = finding.at_stake.filter(|_| parts.any(|part| option.as_ref() == Some(&part.option)));
    Diagnostic { at_stake, ..finding }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::answer;
    use crate::demand::Traces;
    use crate::scenario::load;
    use rust_decimal::Decimal;

    /// Two servers, each at half of its life when the year ends. Renting costs 0.15 an hour for 50 hours a month, 90 in cash:
    /// more than the cheap server with its book value, and less than it without.
    const TWO: &str = "
name: Two servers
currency: USD
horizon_months: 12
hours_per_month: 100
discount_rate: 21%
demand: { accelerators: 1, utilization: 50% }
own:
  cheap: { node: { price: 100, accelerators: 1 }, nodes: 1, useful_life_months: 24 }
  dear: { node: { price: 200, accelerators: 1 }, nodes: 1, useful_life_months: 24 }
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 0.15 }
";

    fn sorted(text: &str) -> Vec<Caveat> {
        caveats(&answer(load("x.yaml", text, &[]).unwrap(), Traces::default()).unwrap())
    }

    #[test]
    fn what_flatters_the_winner_is_at_stake_by_what_it_is_worth_today() {
        let sorted = sorted(TWO);
        let resale: Vec<(&str, Option<Decimal>)> = sorted
            .iter()
            .filter(|caveat| caveat.finding.code == Code::BookResale)
            .map(|caveat| (caveat.finding.path.as_str(), caveat.finding.at_stake))
            .collect();
        // half of 100 after a year at 21 %: 50 / 1.21 = 41.32; the resale of the dear server decides nothing
        assert_eq!(resale, [("own.cheap.useful_life_months", Some(Decimal::new(4_132, 2)))]);
    }

    #[test]
    fn a_number_that_can_hardly_be_meant_comes_before_what_rests_on_others() {
        let cheap = TWO.replace("node: { price: 100", "accelerator: H100 SXM, node: { price: 100");
        let codes: Vec<Code> = sorted(&cheap).iter().map(|caveat| caveat.finding.code).collect();
        let at = |code: Code| codes.iter().position(|other| *other == code);
        assert!(at(Code::OutsidePublished) < at(Code::BookResale) && at(Code::OutsidePublished).is_some(), "{codes:?}");
    }

    #[test]
    fn what_the_author_accepts_says_why() {
        let accepted = format!("{TWO}allow: [{{ rule: book-resale, reason: a broker said so }}]\n");
        let accepted = sorted(&accepted);
        let reasons = accepted.iter().filter(|caveat| caveat.finding.code == Code::BookResale);
        let reasons: Vec<Option<&str>> = reasons.map(|caveat| caveat.accepted_because.as_deref()).collect();
        assert_eq!(reasons, [Some("a broker said so")]);
    }
}
