//! The rules of a check: judgements on scenarios that have an answer. Each has a lasting name, a weight, a page that says
//! why it is wrong and how to mend it, and a place in the file.

mod compared;
mod costs;
mod plausible;
mod upkeep;
mod words;

use super::budget::WorkBudget;
use super::named_files::NamedFiles;
use crate::analysis::Answer;
use crate::analysis::statement::OptionStatement;
use crate::catalog::reference_rate;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::number;
use crate::scenario::demand::Workload;
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::quantity::Money;
use crate::scenario::{Date, exchange};
use crate::variation::Variation;
use rust_decimal::Decimal;

/// The version of the rule set: raised whenever a rule is added or finds more than before.
pub const VERSION: u32 = 1;

/// Of a scenario that decides nothing, of what it is expected to say, and of what it has to: errors that reject nothing, and no judgements of a rule.
const PAGES_OF_ERRORS: [(Code, &str); 3] = [
    (Code::NoEligibleOption, include_str!("../pages/no-eligible-option.md")),
    (Code::UnmetExpectation, include_str!("../pages/unmet-expectation.md")),
    (Code::UnmetRequirement, include_str!("../pages/unmet-requirement.md")),
];

/// A section for every error that rejects a scenario.
const REFUSED: &str = include_str!("../pages/refused.md");

/// What is found, or more of it, where the day of the check is known.
const FOUND_ON_A_DAY: [Code; 4] = [Code::DateAhead, Code::ExpiredPrice, Code::ReviewOverdue, Code::ExpiredAllowance];

/// Whether findings of a kind may wait for the day of the check.
#[must_use]
pub fn awaits_a_day(code: Code) -> bool {
    FOUND_ON_A_DAY.contains(&code)
}

/// The currency of the catalog's prices.
const CATALOG_CURRENCY: &str = "USD";

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// Its name and weight.
    pub code: Code,
    /// The version of the rule set that it came with.
    pub since: u32,
    /// Why it is wrong, an example, how to mend it; in Markdown.
    pub page: &'static str,
    /// Where its findings come from.
    pub found: Found,
}

/// Where the findings of a rule come from.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    /// Reading or comparing finds them: every command says so.
    Anywhere,
    /// A check looks for them.
    By(fn(&Subject<'_>) -> Vec<Diagnostic>),
    /// They are about allowances, which come after the findings that they are for.
    Allowances,
    /// They are about a baseline, which findings are held against.
    Baseline,
    /// They are about what the check itself did not look at.
    GivenUp,
}

/// A scenario with its answer, as rules see it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The scenario, its figures and its comparison.
    pub answer: &'a Answer,
    /// The day of the check, if that was said.
    pub today: Option<Date>,
    /// The files of its sources; none where nobody checks.
    pub(super) named_files: &'a NamedFiles,
    /// How much is worked out to judge it.
    pub(super) budget: &'a WorkBudget,
}

/// An amount in another currency.
#[derive(Clone, Debug)]
struct Converted<'c> {
    /// What it comes to.
    value: Decimal,
    /// What one of its own currency is worth.
    rate: Decimal,
    /// The other currency.
    currency: &'c str,
    /// By which rate, where that is none of the scenario: of another day than its prices.
    by_reference: Option<String>,
}

impl Converted<'_> {
    /// The currency, where a reader has to be told: the scenario has several, or not this one.
    fn told(&self, subject: &Subject<'_>) -> String {
        let has_several = subject.answer.loaded.scenario.exchange_rates.iter().next().is_some();
        if has_several || self.by_reference.is_some() { format!(" {}", self.currency) } else { String::new() }
    }

    /// A finding about it, which says the rate that its author has not.
    fn explained(self, finding: Diagnostic) -> Diagnostic {
        match self.by_reference {
            Some(rate) => finding.help(rate),
            None => finding,
        }
    }
}

impl<'a> Subject<'a> {
    /// The scenario at other values.
    fn variation(&self) -> Variation<'a> {
        Variation::of(&self.answer.loaded, &self.answer.traces)
    }

    /// What is said of an option, by its name.
    fn statement(&self, name: &str) -> Option<&'a OptionStatement> {
        self.answer.comparison.options.iter().find(|option| option.name == name)
    }

    /// An amount in the currency of the scenario, at the rate of the decision.
    fn reported(&self, amount: &impl Money) -> Option<Decimal> {
        exchange::at_the_decision(&self.answer.loaded.scenario.exchange_rates, amount)
    }

    /// An amount in some currency, by the rates of the scenario, or else by the reference rates of the catalog; none where neither
    /// says it.
    fn in_currency<'c>(&self, amount: &impl Money, currency: &'c str) -> Option<Converted<'c>> {
        let scenario = &self.answer.loaded.scenario;
        let from = amount.currency().unwrap_or(scenario.currency.value).code();
        let by_scenario = exchange::in_currency(scenario, amount, currency);
        let stated = amount.stated();
        let by_scenario = by_scenario.map(|value| {
            let rate = value.checked_div(stated).filter(|rate| !rate.is_zero()).unwrap_or(Decimal::ONE);
            Converted { value, rate, currency, by_reference: None }
        });
        by_scenario.or_else(|| {
            let (rate, day) = reference_rate(from, currency)?;
            let said = format!("1 {from} is taken for {} {currency} ({day}, ECB)", number::readable(rate, 4));
            Some(Converted { value: stated.checked_mul(rate)?, rate, currency, by_reference: Some(said) })
        })
    }

    /// An amount as it can be held against the catalog's.
    fn in_catalog_currency(&self, amount: &impl Money) -> Option<Converted<'static>> {
        self.in_currency(amount, CATALOG_CURRENCY)
    }

    /// Whether a rented option is paid by the unit of output.
    fn is_endpoint(&self, option: &str) -> bool {
        let rent = option.strip_prefix("rent.").and_then(|name| self.answer.loaded.scenario.rent.get(name));
        rent.is_some_and(|rent| rent.value.price_per_unit.is_some())
    }

    /// Whether a source says where a value is from: one of its path, or of a part around it.
    fn has_source(&self, path: &str) -> bool {
        let is_around =
            |source: &str| path.strip_prefix(source).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.answer.loaded.scenario.sources.iter().any(|entry| is_around(&entry.name))
    }

    /// The workloads that an option serves, by its part of the document; none in the short form.
    fn served(&self, option: NodeId) -> Vec<&'a Entry<Workload>> {
        let options = self.answer.evaluated.model.options.iter();
        let part = options.flat_map(|option| &option.parts).find(|part| part.at == option);
        let workloads = self.answer.loaded.scenario.demand.workloads.iter().enumerate();
        let is_served = |at: &usize| part.is_some_and(|part| part.workloads.contains(at));
        workloads.filter(|(at, _)| is_served(at)).map(|(_, entry)| entry).collect()
    }
}

/// Every rule.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    [costs::RULES, plausible::RULES, compared::RULES, upkeep::RULES].into_iter().flatten()
}

/// The rule of a name.
#[must_use]
pub fn rule(code: Code) -> Option<&'static Rule> {
    all().find(|rule| rule.code == code)
}

/// Why a finding is wrong and how to mend it, in Markdown: the page of a rule or of expectations, or the section of an error.
#[must_use]
pub fn page(code: Code) -> String {
    let of_rule = rule(code).map(|rule| rule.page);
    match of_rule.or_else(|| page_of_error(code)) {
        Some(page) => page.to_owned(),
        None => refused(code).unwrap_or_else(|| format!("# {}\n\n{}\n", code.text(), code.description())),
    }
}

/// The page of an error that rejects nothing.
fn page_of_error(code: Code) -> Option<&'static str> {
    PAGES_OF_ERRORS.iter().find(|(other, _)| *other == code).map(|(_, page)| *page)
}

/// Whether a finding is judged by a rule, with a page of its own, or is an error that rejects a scenario.
#[must_use]
pub fn is_rule(code: Code) -> bool {
    code.may_be_set_aside()
}

/// The first paragraph of its page, as text on one line.
#[must_use]
pub fn summary(code: Code) -> String {
    let page = page(code);
    let paragraph = page.split("\n\n").nth(1).unwrap_or_default();
    paragraph.replace('`', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is said of an error that rejects a scenario.
fn refused(code: Code) -> Option<String> {
    let mut sections = REFUSED.split("\n# ");
    let section = sections.find(|section| section.trim_start_matches("# ").lines().next() == Some(code.text()))?;
    Some(format!("# {}\n", section.trim_start_matches("# ").trim_end()))
}

/// What weighs against a verdict: warnings about costs, unlikely numbers and the comparison. What is only worth knowing is not looked for,
/// and a close call is not among them, because the verdict says it.
pub(super) fn against_the_verdict(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let of_decisions = costs::RULES.iter().chain(plausible::RULES).chain(compared::RULES);
    let applied = of_decisions.chain(rule(Code::MetricsDisagree));
    let warn = applied.filter(|rule| rule.code.severity() <= Severity::Warning);
    warn.flat_map(|rule| rule.look(subject)).collect()
}

/// Rules on costs that doubt a number, as all rules of `plausible` do.
const DOUBT_A_PRICE: [Code; 5] = [
    Code::OutsidePublished,
    Code::InstancePriceLow,
    Code::ServerPriceLow,
    Code::LifeInYears,
    Code::InterruptionsUnusual,
];

/// Whether a finding doubts that a number is the one that was meant.
pub(super) fn doubts_a_number(code: Code) -> bool {
    DOUBT_A_PRICE.contains(&code) || plausible::RULES.iter().any(|rule| rule.code == code)
}

/// What the ranges of uncertain numbers have against them: those who read what follows from the ranges have to know it.
pub(super) fn of_uncertainty(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let codes = [Code::OutsideUncertainty, Code::UncertaintyWithoutEffect, Code::UncertaintyBeyondHorizon];
    codes.into_iter().filter_map(rule).flat_map(|rule| rule.look(subject)).collect()
}

impl Rule {
    /// What it finds beyond what every command says.
    pub(super) fn look(&self, subject: &Subject<'_>) -> Vec<Diagnostic> {
        match self.found {
            Found::Anywhere | Found::Allowances | Found::Baseline | Found::GivenUp => Vec::new(),
            Found::By(find) => find(subject),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_begins_with_a_sentence() {
        for code in Code::ALL {
            let summary = summary(*code);
            assert!(summary.ends_with(['.', ':', ')']) && summary.len() > 20, "{}: {summary}", code.text());
        }
    }

    #[test]
    fn every_error_has_a_section_and_every_section_an_error() {
        let has_no_page = |code: Code| rule(code).is_none() && page_of_error(code).is_none();
        let errors = Code::ALL.iter().filter(|code| code.severity() == Severity::Error && has_no_page(**code));
        let mut sections = 0;
        for code in errors {
            let section = refused(*code).unwrap_or_else(|| panic!("{} has no section", code.text()));
            assert!(section.starts_with(&format!("# {}\n\n", code.text())) && section.len() > 40, "{section}");
            sections += 1;
        }
        assert_eq!(REFUSED.split("\n# ").count(), sections);
    }
}
