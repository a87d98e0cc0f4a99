//! What warnings beside the figures need to be found anew: budgets, jobs, and where each of them would be mended; and what the
//! author of the scenario accepts.

use super::figures::Kept;
use super::model::ModelOf;
use crate::analysis::Answer;
use crate::check;
use crate::demand;
use crate::diagnostic::Code;
use crate::model::{JobModel, OptionKind, OptionModel, PartModel};
use crate::report::weighed::located;
use crate::scenario::Allowance;
use crate::scenario::budget::{self, BudgetScope};
use crate::scenario::document::{Given, NodeId, ScalarOr};
use crate::scenario::exchange::StatedRate;
use crate::scenario::quantity::{Money, Quantity};
use serde_json::{Value, json};

/// What is needed, by the places of figures.
pub(super) fn written(answer: &Answer, kept: &Kept<'_>) -> Value {
    let scenario = &answer.loaded.scenario;
    let model = &answer.evaluated.model;
    let of = WeighingOf { answer, model: ModelOf { answer, kept } };
    let workloads = scenario.demand.workloads.iter().enumerate();
    let of_workloads = workloads.filter_map(|(at, entry)| Some((at, entry.value.budget.as_ref()?)));
    let of_workloads = of_workloads.filter_map(|(at, limit)| {
        Some(json!({ "workload": at, "allowed": of.allowed(limit)?, "at": of.at(limit.at) }))
    });
    let stated = scenario.budget.iter().flat_map(budget::stated);
    let budgets = stated.filter_map(|(scope, limit)| {
        Some(json!({ "scope": scope_name(scope), "allowed": of.allowed(limit)?, "at": of.at(limit.at) }))
    });
    let rate = scenario.tax.as_ref().map(|tax| &tax.rate);
    json!({
        "allowed": scenario.allow.iter().flatten().map(allowance).collect::<Vec<_>>(),
        "doubts": Code::ALL.iter().filter(|code| check::doubts_a_number(**code)).map(|code| code.text()).collect::<Vec<_>>(),
        "tax_rate": rate.map(|rate| of.number(rate.at, || rate.value.decimal().to_string())),
        "discount_rate": of.at(scenario.discount_rate.at),
        "options": model.options.iter().map(|option| of.option(option)).collect::<Vec<_>>(),
        "budgets": budgets.collect::<Vec<_>>(),
        "fiscal_years": fiscal_years(answer),
        "workload_budgets": of_workloads.collect::<Vec<_>>(),
    })
}

fn allowance(allowance: &Allowance) -> Value {
    json!([allowance.rule.value, allowance.path.as_ref().map(|path| &path.value), allowance.reason.value])
}

fn scope_name(scope: BudgetScope) -> &'static str {
    match scope {
        BudgetScope::Horizon => "horizon",
        BudgetScope::Year => "year",
        BudgetScope::Capital => "capital",
        BudgetScope::Operating => "operating",
    }
}

/// The fiscal years that a budget of a year limits: the first and the last month of each, and its name; none where it limits
/// contract years.
fn fiscal_years(answer: &Answer) -> Option<Vec<(u32, u32, String)>> {
    let (scenario, header) = (&answer.loaded.scenario, &answer.comparison.header);
    scenario.fiscal_year_starts.as_ref()?;
    let years = header.calendar?.fiscal_years(header.horizon_months);
    // what is paid at the decision belongs to the first
    let first = |first: u32| if first == 1 { 0 } else { first };
    Some(years.iter().map(|year| (first(year.first), year.last, year.to_string())).collect())
}

struct WeighingOf<'a> {
    answer: &'a Answer,
    model: ModelOf<'a>,
}

impl WeighingOf<'_> {
    /// Where a finding would be mended: its path, and its place in brackets.
    fn at(&self, at: NodeId) -> [String; 2] {
        let document = &self.answer.loaded.document;
        let finding = document.diagnostic(Code::OverBudget, at, "");
        let finding = crate::diagnostic::Diagnostic { place: document.place_around(at), ..finding };
        [document.path(at), located(&finding, &self.answer.comparison.header)]
    }

    /// The place of its figure, or digits.
    fn number(&self, at: NodeId, digits: impl FnOnce() -> String) -> Value {
        self.model.moved(at).map_or_else(|| json!(digits()), |place| json!(place))
    }

    /// What may be spent: places of figures, or digits, whose product it is.
    fn allowed<Q: Money>(&self, limit: &Given<Q>) -> Option<Vec<Value>> {
        let amount = json!(limit.value.stated().to_string());
        let Some(currency) = limit.value.currency() else { return Some(vec![amount]) };
        let StatedRate { rate, .. } = StatedRate::of_currency(&self.answer.loaded.scenario.exchange_rates, currency)?;
        Some(vec![amount, self.number(rate.at, || rate.value.decimal().to_string())])
    }

    fn option(&self, option: &OptionModel) -> Value {
        let document = &self.answer.loaded.document;
        let member = |key| document.member(option.at, key);
        let resale = match member("market_values") {
            None => member("useful_life_months"),
            Some(_) => member("capital"),
        };
        let is_alone = option.kind == OptionKind::Own;
        let parts = option.parts.iter().filter(|_| is_alone);
        json!({
            "at": self.at(option.at),
            "resale": self.at(resale.unwrap_or(option.at)),
            "jobs": parts.flat_map(|part| self.jobs(part)).collect::<Vec<_>>(),
        })
    }

    /// Flexible work whose jobs have a size, on a fleet.
    fn jobs(&self, part: &PartModel) -> Vec<Value> {
        let Answer { evaluated, loaded, .. } = self.answer;
        let periods = evaluated.model.sheet.periods();
        let Some(accelerators) = part.accelerators else { return Vec::new() };
        let job = |job: &JobModel| {
            let workload = &evaluated.model.workloads[job.workload];
            let asked = periods
                .iter()
                .map(|period| demand::is_asked(&loaded.scenario, &[job.workload], (period.first, period.last)));
            let member = loaded.document.member(workload.at, "accelerators");
            json!({
                "workload": workload.name,
                "size": self.model.kept.place(job.size),
                "room": self.model.kept.place(job.room),
                "option": part.option,
                "accelerators": self.model.kept.place(accelerators),
                "asked": asked.collect::<Vec<_>>(),
                "instead": self.instead(part),
                "at": self.at(member.unwrap_or(workload.at)),
            })
        };
        part.jobs.iter().map(job).collect()
    }

    /// Who does what a fleet does not: the name of a rent option, or `wait`.
    fn instead(&self, part: &PartModel) -> Option<String> {
        let own = self.answer.loaded.scenario.own.iter().find(|entry| entry.at == part.at)?;
        Some(match own.value.burst_to.as_ref()? {
            ScalarOr::Scalar(name) => name.value.clone(),
            ScalarOr::Part(burst) => burst.option.value.clone(),
        })
    }
}
