//! A cash plan as a page: total and budget in a sentence, cash by period, and the cash of each scenario.

use super::{CashPlanReport, data};
use crate::amount::Amount;
use crate::analysis::cash_plan::{
    AnnualBudget, CashMember, CashPlan, CurrencyPlan, PeriodCash, PlanPeriod, PlannedPeriod,
};
use crate::number;
use crate::report::page::{Block, Cell, Meaning, Page, Section, Table, TableLine, TableRow, Weight};
use crate::report::{figures, header, portfolio};
use rust_decimal::Decimal;

/// Width of section headings in terminal cells.
const MARGIN: usize = 12;

/// Part of the cash of a period.
type PartOfCash = fn(&PeriodCash) -> Amount;

/// Columns that are left out if they are zero in every period.
const OTHER: &str = "resale and other";
const TAX: &str = "of which tax";

/// Parts of cash with their display names.
const PARTS: [(&str, PartOfCash); 5] = [
    ("capital", |cash| cash.capital),
    ("operating", |cash| cash.operating),
    (OTHER, |cash| cash.other),
    (TAX, |cash| cash.tax),
    ("total", |cash| cash.total),
];

/// The page.
pub(super) fn page(report: &CashPlanReport) -> Page {
    let plan = &report.plan;
    let currencies = plan.currencies();
    let tables = currencies.iter().flat_map(|currency| [by_period(plan, currency), by_scenario(plan, currency)]);
    let answer = Block::Sections(answers(report, &currencies));
    let details = portfolio::no_answer(&report.unanswered).map(|section| Block::Sections(vec![section]));
    let name = format!("{}, by {}", portfolio::scenarios_counted(plan.members.len()), words(plan.by));
    let conventions = "cash of the winning options, nominal; payments at the decision count in the first month";
    let page = header::page_alone(
        name,
        conventions,
        MARGIN,
        std::iter::once(answer).chain(tables.map(Block::Table)).chain(details).collect(),
        data::data(plan),
    );
    Page { footer: header::footer_of_several(plan.members.first().map(|member| &member.header)), ..page }
}

/// `fiscal year`.
fn words(by: PlanPeriod) -> &'static str {
    match by {
        PlanPeriod::Year => "year",
        PlanPeriod::FiscalYear => "fiscal year",
        PlanPeriod::Quarter => "quarter",
    }
}

/// The total and the budget.
fn answers(report: &CashPlanReport, currencies: &[CurrencyPlan]) -> Vec<Section> {
    let plan = &report.plan;
    let totals = currencies.iter().map(total);
    let apart = (currencies.len() > 1).then(|| "Amounts in different currencies are not added.".to_owned());
    let without = plan.members.iter().filter(|member| member.winner.is_none()).count();
    let without =
        (without > 0).then(|| format!("No option can be chosen in {}.", portfolio::scenarios_counted(without)));
    let unanswered = report.unanswered.len();
    let verb = if unanswered == 1 { "is" } else { "are" };
    let unanswered = (unanswered > 0).then(|| format!("{} {verb} left out.", portfolio::scenarios_counted(unanswered)));
    let notes: Vec<String> = totals.chain(apart).chain(without).chain(unanswered).collect();
    let total = Section::answer("Total", Meaning::Winner, vec![notes.join(" ")]);
    let budget = plan.budget.as_ref().map(|budget| budget_section(report, budget, currencies));
    std::iter::once(total).chain(budget).collect()
}

/// `3 scenarios cost USD 1.23 m from 2027/28 to 2029/30.`
fn total(plan: &CurrencyPlan) -> String {
    let verb = if plan.scenarios == 1 { "costs" } else { "cost" };
    let span = match plan.periods.as_slice() {
        [] => String::new(),
        [only] => format!(" in {}", only.period),
        [first, .., last] => format!(" from {} to {}", first.period, last.period),
    };
    let amount = |amount: Amount| figures::headline(&plan.currency, *amount);
    let parts = PARTS.iter().take(3).map(|(name, of)| (name, of(&plan.total))).filter(|(_, part)| !part.is_zero());
    let parts: Vec<String> = parts.map(|(name, part)| format!("{} {name}", amount(part))).collect();
    let scenarios = portfolio::scenarios_counted(plan.scenarios);
    format!("{scenarios} {verb} {}{span}: {}.", amount(plan.total.total), parts.join(", "))
}

/// Whether the annual budgets are kept, and by how much each is exceeded.
fn budget_section(report: &CashPlanReport, budget: &AnnualBudget, currencies: &[CurrencyPlan]) -> Section {
    let files: Vec<&str> = report.policies.iter().map(String::as_str).collect();
    let file = files.join(" and ");
    let answer = |meaning: Meaning, text: String| Section::answer("Budget", meaning, vec![text]);
    if report.plan.by == PlanPeriod::Quarter {
        let text = format!("The budget in {file} is annual: compare it by year or fiscal year.");
        return Section::answer("Budget", Meaning::Winner, vec![text]);
    }
    let code = budget.currency.code();
    let Some(plan) = currencies.iter().find(|currency| currency.currency == code) else {
        return answer(Meaning::Warning, format!("The budget in {file} is in {code}, and no scenario is."));
    };
    let over = plan.periods.iter().flat_map(|period| period.budgets.iter().map(move |used| (period, used)));
    let over = over.filter(|(_, used)| *used.headroom < Decimal::ZERO).map(|(period, used)| {
        let by = figures::headline(code, -*used.headroom);
        format!("{} in {} by {by}", limited(used.budget), period.period)
    });
    let over: Vec<String> = over.collect();
    if over.is_empty() {
        return answer(Meaning::Winner, format!("Within the annual budget in {file}."));
    }
    answer(Meaning::Warning, format!("Over the annual budget in {file}: {}.", over.join(", ")))
}

/// What a budget limits: `capital`.
fn limited(budget: &str) -> &'static str {
    match budget {
        "capital_per_year" => "capital",
        "operating_per_year" => "operating cash",
        _ => "total cash",
    }
}

/// Parts of cash that are not zero in every period.
fn parts(plan: &CurrencyPlan) -> Vec<(&'static str, PartOfCash)> {
    let is_needed = |of: PartOfCash| plan.periods.iter().any(|period| !of(&period.cash).is_zero());
    PARTS.into_iter().filter(|(name, of)| !matches!(*name, OTHER | TAX) || is_needed(*of)).collect()
}

/// Cash by period in one currency, with what is left of each budget.
fn by_period(plan: &CashPlan, currency: &CurrencyPlan) -> Table {
    let digits = currency.minor_digits;
    let parts = parts(currency);
    let limits = currency.periods.first().map(|period| period.budgets.as_slice()).unwrap_or_default();
    let left =
        limits.iter().map(|used| format!("{} left of {}", limited(used.budget), number::grouped(*used.limit, 0)));
    let heads: Vec<String> = parts.iter().map(|(name, _)| (*name).to_owned()).chain(left).collect();
    let cash = |cash: &PeriodCash| parts.iter().map(|(_, of)| Cell::fixed(of(cash), digits)).collect::<Vec<Cell>>();
    let row = |period: &PlannedPeriod| {
        let left = period.budgets.iter().map(|used| Cell::fixed(used.headroom, digits));
        TableRow::plain(&period.period, cash(&period.cash).into_iter().chain(left))
    };
    let absent = limits.iter().map(|_| Cell::Absent);
    let total = TableLine::new("total", cash(&currency.total).into_iter().chain(absent));
    let total = TableRow::Cells(TableLine { weight: Weight::Strong, ..total });
    let rows = currency.periods.iter().map(row).chain([TableRow::Rule, total]).collect();
    let by = words(plan.by);
    Table { corner: by.to_owned(), ..Table::new(heads, rows) }.titled(format!("{} by {by}", currency.currency))
}

/// Total cash of each scenario by period in one currency.
fn by_scenario(plan: &CashPlan, currency: &CurrencyPlan) -> Table {
    let digits = currency.minor_digits;
    let firsts: Vec<_> = currency.periods.iter().map(|period| period.first_month).collect();
    let members =
        plan.members.iter().filter(|member| member.winner.is_some() && member.header.currency == currency.currency);
    let option = |member: &CashMember| {
        let winner = member.winner.as_ref().map_or("", |winner| winner.option.as_str());
        Cell::from(member.header.labels.display_text(winner))
    };
    let row = |member: &CashMember| {
        let cash = plan.cash(member, &firsts);
        let total = PeriodCash::sum(&cash, digits).total;
        let of_period = |cash: &PeriodCash| Cell::amount(Some(cash.total).filter(|total| !total.is_zero()), digits);
        let cells: Vec<Cell> = cash.iter().map(of_period).chain([Cell::fixed(total, digits)]).collect();
        TableRow::plain(&member.header.file, std::iter::once(option(member)).chain(cells))
    };
    let totals = currency.periods.iter().map(|period| Cell::fixed(period.cash.total, digits));
    let totals = std::iter::once(Cell::from("")).chain(totals).chain([Cell::fixed(currency.total.total, digits)]);
    let total = TableRow::Cells(TableLine { weight: Weight::Strong, ..TableLine::new("total", totals) });
    let rows = members.map(row).chain([TableRow::Rule, total]).collect();
    let periods = currency.periods.iter().map(|period| period.period.as_str());
    let heads = std::iter::once("winning option").chain(periods).chain(["total"]);
    let title = format!("{} by scenario, total cash", currency.currency);
    Table { corner: "scenario".to_owned(), ..Table::new(heads, rows) }.titled(title)
}
