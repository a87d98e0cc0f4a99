//! Rules of a check, which judge scenarios that have an answer. Each has a stable name, a severity, and a page that explains the
//! finding and its fix; its findings have a place in the scenario.

mod compared;
mod costs;
mod pages;
mod plausible;
mod upkeep;
mod words;

pub use upkeep::OBSERVED_CHANGE_PER_YEAR;

use super::budget::WorkBudget;
use super::named_files::NamedFiles;
use crate::analysis::Answer;
use crate::analysis::statement::OptionResult;
use crate::catalog::reference_rate;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::model::OptionId;
use crate::number;
use crate::scenario::demand::Workload;
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::quantity::Money;
use crate::scenario::{Date, exchange};
use crate::variation::Variation;
use rust_decimal::Decimal;

/// Version of the rule set. Raised when a rule is added or finds more than before.
pub const VERSION: u32 = 1;

/// Rules that find something, or more, only if the day of the check is known.
const FOUND_ON_A_DAY: [Code; 4] = [Code::DateAhead, Code::ExpiredPrice, Code::ReviewOverdue, Code::ExpiredAllowance];

/// Whether a rule may depend on the day of the check.
#[must_use]
pub fn awaits_a_day(code: Code) -> bool {
    FOUND_ON_A_DAY.contains(&code)
}

/// Currency of the catalog's prices.
const CATALOG_CURRENCY: &str = "USD";

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// Name and severity.
    pub code: Code,
    /// Version of the rule set that introduced it.
    pub since: u32,
    /// Origin of its findings.
    pub found: Found,
}

/// Origin of the findings of a rule.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    /// Found when reading or comparing, and reported by every command.
    EveryCommand,
    /// Found by a check with this function.
    By(fn(&Subject<'_>) -> Vec<Diagnostic>),
    /// About allowances, which are evaluated after the findings they cover.
    Allowances,
    /// About the baseline.
    Baseline,
    /// About work that the check skipped.
    GivenUp,
}

/// Input of a rule: a scenario with its answer.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Scenario, figures and comparison.
    pub answer: &'a Answer,
    /// Day of the check, if given.
    pub today: Option<Date>,
    /// Files of its sources; empty outside a check.
    pub(super) named_files: &'a NamedFiles,
    /// Work budget.
    pub(super) budget: &'a WorkBudget,
}

/// An amount in another currency.
#[derive(Clone, Debug)]
struct Converted<'c> {
    /// Amount in the other currency.
    value: Decimal,
    /// Value of one unit of its own currency.
    rate: Decimal,
    /// The other currency.
    currency: &'c str,
    /// Description of the reference rate, if the scenario has no rate.
    by_reference: Option<String>,
}

impl Converted<'_> {
    /// The currency code, if a reader needs it: the scenario has several currencies, or not this one.
    fn currency_suffix(&self, subject: &Subject<'_>) -> String {
        let has_several = subject.answer.loaded.scenario.exchange_rates.iter().next().is_some();
        if has_several || self.by_reference.is_some() { format!(" {}", self.currency) } else { String::new() }
    }

    /// A finding about it, with the reference rate as help.
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

    /// Result of an option.
    fn statement(&self, id: &OptionId) -> Option<&'a OptionResult> {
        self.answer.comparison.option(id)
    }

    /// An amount in the currency of the scenario, at the rate of the decision.
    fn reported(&self, amount: &impl Money) -> Option<Decimal> {
        exchange::at_the_decision(&self.answer.loaded.scenario.exchange_rates, amount)
    }

    /// An amount in another currency, at the rates of the scenario or else at the reference rates of the catalog; `None` if
    /// neither has the rate.
    fn in_currency<'c>(&self, amount: &impl Money, currency: &'c str) -> Option<Converted<'c>> {
        let scenario = &self.answer.loaded.scenario;
        let from = amount.currency().unwrap_or(scenario.currency.value).code();
        let by_scenario = exchange::in_currency(scenario, amount, currency);
        let quoted = amount.amount();
        let by_scenario = by_scenario.map(|value| {
            let rate = value.checked_div(quoted).filter(|rate| !rate.is_zero()).unwrap_or(Decimal::ONE);
            Converted { value, rate, currency, by_reference: None }
        });
        by_scenario.or_else(|| {
            let (rate, day) = reference_rate(from, currency)?;
            let note = format!("converted at 1 {from} = {} {currency} ({day}, ECB)", number::readable(rate, 4));
            Some(Converted { value: quoted.checked_mul(rate)?, rate, currency, by_reference: Some(note) })
        })
    }

    /// An amount in the currency of the catalog.
    fn in_catalog_currency(&self, amount: &impl Money) -> Option<Converted<'static>> {
        self.in_currency(amount, CATALOG_CURRENCY)
    }

    /// Whether a rented option is paid per unit of output.
    fn is_endpoint(&self, option: &OptionId) -> bool {
        let rent = option.rented().and_then(|name| self.answer.loaded.scenario.rent.get(name));
        rent.is_some_and(|rent| rent.value.is_endpoint())
    }

    /// Whether a value has a source, at its path or at a part around it.
    fn has_source(&self, path: &str) -> bool {
        let is_around =
            |source: &str| path.strip_prefix(source).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.answer.loaded.scenario.sources.iter().any(|entry| is_around(&entry.name))
    }

    /// Workloads that an option serves, by its node; none in the short form.
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

/// The rule with a code.
#[must_use]
pub fn rule(code: Code) -> Option<&'static Rule> {
    all().find(|rule| rule.code == code)
}

/// Explanation of a finding and its fix, in Markdown: the page of a rule or error, or the section of an error.
#[must_use]
pub fn page(code: Code) -> String {
    match pages::of(code) {
        Some(page) => page.to_owned(),
        None => refused(code).unwrap_or_else(|| format!("# {}\n\n{}\n", code.text(), code.description())),
    }
}

/// Whether a finding comes from a rule, which a policy may turn off, and not from an error.
#[must_use]
pub fn is_rule(code: Code) -> bool {
    code.may_be_set_aside()
}

/// First paragraph of its page, as text on one line.
#[must_use]
pub fn summary(code: Code) -> String {
    let page = page(code);
    let paragraph = page.split("\n\n").nth(1).unwrap_or_default();
    paragraph.replace('`', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Section of an error that rejects a scenario.
fn refused(code: Code) -> Option<String> {
    let mut sections = pages::REFUSED.split("\n# ");
    let section = sections.find(|section| section.trim_start_matches("# ").lines().next() == Some(code.text()))?;
    Some(format!("# {}\n", section.trim_start_matches("# ").trim_end()))
}

/// Caveats of a verdict: warnings about costs, implausible inputs and the comparison. Rules that only inform are skipped, and so
/// is a close call, because the verdict states it.
pub(super) fn against_the_verdict(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let of_decisions = costs::RULES.iter().chain(plausible::RULES).chain(compared::RULES);
    let applied = of_decisions.chain(rule(Code::MetricsDisagree));
    let warn = applied.filter(|rule| rule.code.severity() <= Severity::Warning);
    warn.flat_map(|rule| rule.look(subject)).collect()
}

/// Rules on costs that doubt an input, as all rules of `plausible` do.
const DOUBT_A_PRICE: [Code; 5] = [
    Code::OutsidePublished,
    Code::InstancePriceLow,
    Code::ServerPriceLow,
    Code::LifeInYears,
    Code::InterruptionsUnusual,
];

/// Whether a finding doubts the value of an input.
pub(super) fn doubts_a_number(code: Code) -> bool {
    DOUBT_A_PRICE.contains(&code) || plausible::RULES.iter().any(|rule| rule.code == code)
}

/// Findings about uncertainty ranges, which readers of sensitivity and simulation need.
pub(super) fn of_uncertainty(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let codes = [Code::OutsideUncertainty, Code::UncertaintyWithoutEffect, Code::UncertaintyBeyondHorizon];
    codes.into_iter().filter_map(rule).flat_map(|rule| rule.look(subject)).collect()
}

impl Rule {
    /// Findings in addition to those that every command reports.
    pub(super) fn look(&self, subject: &Subject<'_>) -> Vec<Diagnostic> {
        match self.found {
            Found::EveryCommand | Found::Allowances | Found::Baseline | Found::GivenUp => Vec::new(),
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
        let has_no_page = |code: Code| pages::of(code).is_none();
        let errors = Code::ALL.iter().filter(|code| code.severity() == Severity::Error && has_no_page(**code));
        let mut sections = 0;
        for code in errors {
            let section = refused(*code).unwrap_or_else(|| panic!("{} has no section", code.text()));
            assert!(section.starts_with(&format!("# {}\n\n", code.text())) && section.len() > 40, "{section}");
            sections += 1;
        }
        assert_eq!(pages::REFUSED.split("\n# ").count(), sections);
    }
}
