//! The comparison: options stated side by side, judged, and set against each other in pairs.

use super::break_even::break_even;
use super::cashflow::{self, Cashflow};
use super::evaluated::{Evaluated, fault_diagnostic};
use super::horizon::break_even_horizons;
use super::left_out::left_out;
use super::statement::{
    Assumed, Basis, By, CashAhead, CommitmentStatement, Comparison, Header, LineStatement, OptionStatement,
    PairStatement, View,
};
use super::verdict::verdict;
use super::{requirements, view};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{self, Group, OptionKind, OptionModel, PairModel};
use crate::number;
use crate::scenario::document::{NodeId, Origin};
use crate::scenario::quantity::Quantity;
use crate::scenario::{Loaded, Rejected, Scenario};
use crate::sheet::{Condition, FigureId, Formula, Source};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// A comparison with everything it was computed from.
#[derive(Debug)]
pub struct Answer {
    /// The scenario as it was read.
    pub loaded: Loaded,
    /// Its figures.
    pub evaluated: Evaluated,
    /// What is said.
    pub comparison: Comparison,
}

impl Answer {
    /// The lines split over time.
    #[must_use]
    pub fn view(&self, by: By, basis: Basis) -> View {
        view(&self.evaluated, self.comparison.header.minor_digits, by, basis)
    }
}

/// Computes what a scenario says.
///
/// # Errors
/// If it asks for something impossible: demand that outgrows a fleet, figures beyond 10^27.
pub fn answer(loaded: Loaded) -> Result<Answer, Rejected> {
    let model = model::build(&loaded.scenario);
    // a fault names a figure, so the sheet is built again to look at: this path ends the run
    let evaluated = match Evaluated::new(model) {
        Ok(evaluated) => evaluated,
        Err(fault) => {
            let sheet = model::build(&loaded.scenario).sheet;
            let diagnostic = fault_diagnostic(&sheet, &loaded.document, fault);
            return Err(Rejected { diagnostics: vec![diagnostic], sources: loaded.sources });
        }
    };
    let broken = broken_conditions(&evaluated, &loaded);
    if !broken.is_empty() {
        return Err(Rejected { diagnostics: broken, sources: loaded.sources });
    }
    let comparison = Compare { loaded: &loaded, evaluated: &evaluated, header: header(&loaded) }.comparison();
    Ok(Answer { loaded, evaluated, comparison })
}

fn header(loaded: &Loaded) -> Header {
    let scenario = &loaded.scenario;
    let unit = scenario.demand.unit.as_ref();
    Header {
        name: scenario.name.value.clone(),
        owner: scenario.owner.as_ref().map(|owner| owner.value.clone()),
        date: scenario.date.as_ref().map(|date| date.value.to_string()),
        review_by: scenario.review_by.as_ref().map(|date| date.value.to_string()),
        notes: scenario.notes.as_ref().map(|notes| notes.value.clone()),
        currency: scenario.currency.value.code().to_owned(),
        minor_digits: scenario.currency.value.minor_digits(),
        horizon_months: scenario.horizon_months.value.count(),
        discount_rate: scenario.discount_rate.value.decimal(),
        budget: scenario.budget.as_ref().map(|budget| budget.value.decimal()),
        close_call: scenario.close_call.value.decimal(),
        output_unit: unit.map(|unit| unit.name.value.clone()),
        demand_utilization: Some(scenario.demand.utilization.value.decimal()),
        file: loaded.sources.name().to_owned(),
        sha256: loaded.sources.sha256(),
        set: loaded.sources.settings().to_vec(),
    }
}

/// Rules of the sheet that the stated values break.
fn broken_conditions(evaluated: &Evaluated, loaded: &Loaded) -> Vec<Diagnostic> {
    let conditions = evaluated.model.sheet.conditions().iter();
    conditions.filter_map(|condition| broken(evaluated, loaded, condition)).collect()
}

/// A fleet that demand outgrows where nothing serves the rest: where it is short the most, and what to type.
fn broken(evaluated: &Evaluated, loaded: &Loaded, condition: &Condition) -> Option<Diagnostic> {
    let short = |at: usize| evaluated.value_in(condition.not_above_zero, at);
    let periods = evaluated.model.sheet.periods();
    // of equal ones the first
    let worst = (0..periods.len()).rev().max_by_key(|at| short(*at)).filter(|at| short(*at) > Decimal::ZERO)?;
    let (document, option) = (&loaded.document, loaded.scenario.own.iter().find(|entry| entry.at == condition.at)?);
    let own = &option.value;
    let per_node = own.node.accelerators.value.decimal() * own.relative_throughput.value.decimal();
    let nodes = (short(worst) / per_node).ceil();
    let plural = if nodes == Decimal::ONE { "" } else { "s" };
    let message = format!(
        "`own.{}` is {nodes} node{plural} short of the demand in month {}, and nothing serves what does not fit",
        option.name, periods[worst].first
    );
    let at = document.member(option.at, "nodes").or(document.member(option.at, "purchases")).unwrap_or(option.at);
    let rented = loaded.scenario.rent.iter().next().map(|rent| format!("add `burst_to: {}`, or ", rent.name));
    let label = format!("{}own {nodes} more, or add `burst_to: wait`", rented.unwrap_or_default());
    Some(document.diagnostic(condition.code, at, message).label(label))
}

struct Compare<'a> {
    loaded: &'a Loaded,
    evaluated: &'a Evaluated,
    header: Header,
}

impl Compare<'_> {
    fn comparison(self) -> Comparison {
        let model = &self.evaluated.model;
        let flows: Vec<Cashflow> = model.options.iter().map(|option| Cashflow::of(self.evaluated, option)).collect();
        let options: Vec<OptionStatement> = (0..model.options.len()).map(|at| self.option(at, &flows)).collect();
        let mut pairs: Vec<PairStatement> = model.pairs.iter().map(|pair| self.pair(pair, &flows)).collect();
        break_even_horizons(self.scenario(), self.header.minor_digits, &mut pairs);
        let verdict = verdict(&self.header, &options, &pairs);
        let warnings = self.warnings(&options, &pairs);
        let assumed = self.assumed();
        Comparison { header: self.header, options, pairs, verdict, assumed, warnings }
    }

    fn scenario(&self) -> &Scenario {
        &self.loaded.scenario
    }

    fn money(&self, figure: FigureId) -> Decimal {
        number::money(self.evaluated.value(figure), self.header.minor_digits)
    }

    fn ratio(&self, figure: Option<FigureId>) -> Option<Decimal> {
        figure.and_then(|figure| self.evaluated.ratio(figure)).map(number::ratio)
    }

    fn value(&self, figure: Option<FigureId>) -> Option<Decimal> {
        figure.map(|figure| number::ratio(self.evaluated.value(figure)))
    }

    fn option(&self, at: usize, flows: &[Cashflow]) -> OptionStatement {
        let model = &self.evaluated.model.options[at];
        let lines: Vec<LineStatement> = model
            .lines
            .iter()
            .map(|line| LineStatement {
                name: line.name.clone(),
                group: line.group,
                total: self.money(line.total),
                present_value: self.money(line.present_value),
            })
            .collect();
        let total: Decimal = lines.iter().map(|line| line.total).sum();
        let capital = lines.iter().filter(|line| matches!(line.group, Group::Purchase | Group::Resale));
        let months = Decimal::from(self.evaluated.model.horizon);
        let demanded = self.evaluated.value(self.evaluated.model.demanded);
        let useful_hours = self.evaluated.value(model.useful_hours);
        OptionStatement {
            name: model.name.clone(),
            kind: model.kind,
            ineligible_because: self.ineligible_because(model),
            not_comparable_because: self.not_comparable_because(model),
            work_done: useful_hours.checked_div(demanded).map(number::ratio),
            total,
            present_value: lines.iter().map(|line| line.present_value).sum(),
            per_month: number::money(self.evaluated.value(model.total) / months, self.header.minor_digits),
            per_useful_hour: self.ratio(Some(model.per_useful_hour)),
            per_unit: self.ratio(model.per_unit),
            useful_hours: number::ratio(useful_hours),
            useful_share_of_paid_hours: self.ratio(model.useful_share),
            utilization: self.ratio(model.utilization),
            energy_kwh_per_year: self.value(model.energy),
            carbon_kg_per_year: self.value(model.carbon),
            nodes: model.nodes.map(|nodes| {
                self.evaluated.value_in(nodes, self.evaluated.model.sheet.periods().len() - 1).normalize()
            }),
            hours_lost_to_downtime: number::ratio(self.evaluated.value(model.lost)),
            amortized_capital: capital.map(|line| line.total).reduce(|a, b| a + b),
            book_resale: model.book_resale.map(|book| self.money(book)).filter(|book| !book.is_zero()),
            years: view::year_statements(self.evaluated, model, self.header.minor_digits),
            commitments: model
                .commitments
                .iter()
                .map(|commitment| CommitmentStatement {
                    name: commitment.name.clone(),
                    used_share: self.ratio(Some(commitment.used_share)),
                    covered_share: self.ratio(Some(commitment.covered_share)),
                })
                .collect(),
            cash_ahead: self.cash_ahead(at, flows),
            left_out: left_out(&self.loaded.document, model.kind.name(), model.at),
            lines,
        }
    }

    fn cash_ahead(&self, at: usize, flows: &[Cashflow]) -> Vec<CashAhead> {
        let others = self.evaluated.model.options.iter().zip(flows).enumerate().filter(|(other, _)| *other != at);
        let ahead = others.filter_map(|(_, (other, flow))| {
            let (amount, month) = cashflow::most_ahead(&flows[at].cash, &flow.cash)?;
            let amount = number::money(amount, self.header.minor_digits);
            Some(CashAhead { other: other.name.clone(), amount, month })
        });
        ahead.filter(|ahead| !ahead.amount.is_zero()).collect()
    }

    fn ineligible_because(&self, model: &OptionModel) -> Vec<String> {
        let scenario = self.scenario();
        match model.kind {
            OptionKind::Own => scenario
                .own
                .iter()
                .find(|entry| entry.at == model.at)
                .map(|entry| requirements::of_own(self.evaluated, scenario, &entry.value, model))
                .unwrap_or_default(),
            OptionKind::Rent => scenario
                .rent
                .iter()
                .find(|entry| entry.at == model.at)
                .map(|entry| requirements::of_rent(scenario, &entry.value))
                .unwrap_or_default(),
        }
    }

    /// An option compares if it does all the demanded work, downtime aside, or if what it costs to wait is stated.
    fn not_comparable_because(&self, model: &OptionModel) -> Vec<String> {
        let undone = self.evaluated.value(model.undone);
        let demanded = self.evaluated.value(self.evaluated.model.demanded);
        if self.scenario().cost_of_delay_per_month.is_some() || is_nothing(undone, demanded) {
            return Vec::new();
        }
        let hours = number::readable(undone, 6);
        vec![format!("it leaves {hours} useful hours undone, and no `cost_of_delay_per_month` says what that costs")]
    }

    fn pair(&self, pair: &PairModel, flows: &[Cashflow]) -> PairStatement {
        let model = &self.evaluated.model;
        let (own, rent) = (&model.options[pair.own], &model.options[pair.rent]);
        let (owned, rented) = (&flows[pair.own], &flows[pair.rent]);
        let digits = self.header.minor_digits;
        let payback = cashflow::payback(&owned.before_resale, &rented.before_resale, digits);
        let discounted = cashflow::payback(&owned.discounted_before_resale, &rented.discounted_before_resale, digits);
        let irr = cashflow::return_of_buying(&owned.cash, &rented.cash);
        let money = |amount: Decimal| number::money(amount, digits);
        let resale = own.lines.iter().filter(|line| line.group == Group::Resale);
        let resale_counted = resale.map(|line| -self.money(line.total)).reduce(|a, b| a + b);
        PairStatement {
            own: own.name.clone(),
            rent: rent.name.clone(),
            break_even: break_even(self.evaluated, own, pair),
            payback_month: payback.map(|payback| payback.month),
            discounted_payback_month: discounted.map(|payback| payback.month),
            payback_turns: payback.is_some_and(|payback| payback.turns),
            break_even_horizon_months: None,
            resale_needed: pair.resale_needed.and_then(|figure| self.evaluated.ratio(figure)).map(money),
            resale_counted,
            irr: irr.ok().map(number::ratio),
            irr_reason: irr.err().map(|none| none.reason().to_owned()),
        }
    }

    /// Defaults that a figure or the shape of the sheet depends on, and what follows other keys: those of the scenario,
    /// then those of each option, by path, so that the order of keys in a file does not matter.
    fn assumed(&self) -> Vec<Assumed> {
        let (document, model) = (&self.loaded.document, &self.evaluated.model);
        let results = model.options.iter().flat_map(|option| [option.total, option.present_value, option.useful_hours]);
        let results: Vec<FigureId> = results.chain(model.options.iter().flat_map(OptionModel::ratios)).collect();
        let used =
            model.sheet.ancestors(&results).into_iter().filter_map(|figure| match model.sheet.row(figure).formula {
                Formula::Leaf(Source::Given(node)) => Some(node),
                _ => None,
            });
        let used: BTreeSet<NodeId> = used.chain(model.sheet.structural().iter().copied()).collect();
        let plain = used.into_iter().filter(|node| document.origin(*node) == Origin::Assumed).map(|node| Assumed {
            path: document.path(node),
            value: document.text(node).unwrap_or_default().to_owned(),
        });
        let following = model.assumptions.iter().map(|(option, key, value)| Assumed {
            path: format!("{}.{key}", document.path(*option)),
            value: (*value).to_owned(),
        });
        let mut assumed: Vec<Assumed> = plain.chain(following).collect();
        assumed.sort_by_cached_key(|assumed| {
            let of =
                |option: &OptionModel| assumed.path.strip_prefix(&option.name).is_some_and(|key| key.starts_with('.'));
            (model.options.iter().position(of), assumed.path.clone())
        });
        assumed
    }

    fn warnings(&self, options: &[OptionStatement], pairs: &[PairStatement]) -> Vec<Diagnostic> {
        let mut found = self.loaded.warnings.clone();
        found.extend(self.book_resale(options));
        found.extend(self.over_budget(options));
        found.extend(pairs.iter().filter(|pair| pair.payback_turns).map(|pair| {
            let month = pair.payback_month.unwrap_or_default();
            let message = format!(
                "{} pays back against {} in month {month} and costs more again later, when something is replaced or bought",
                pair.own, pair.rent
            );
            let node = self.evaluated.model.options.iter().find(|option| option.name == pair.own).map(|o| o.at);
            let diagnostic = self.loaded.document.diagnostic(Code::PaybackTurns, node.unwrap_or(NodeId::ROOT), message);
            diagnostic.label("`--by month` shows when")
        }));
        found
    }

    fn book_resale<'a>(&'a self, options: &'a [OptionStatement]) -> impl Iterator<Item = Diagnostic> + 'a {
        self.evaluated.model.options.iter().zip(options).filter_map(|(model, option)| {
            let book = option.book_resale?;
            let bought: Decimal = option.lines.iter().filter(|l| l.group == Group::Purchase).map(|l| l.total).sum();
            let share = book.checked_div(bought)?;
            let amount = number::grouped(book, self.header.minor_digits);
            let message = format!(
                "{amount} of the resale of {} at month {} is unexpired book value ({} of what was bought), not a market price",
                model.name,
                self.header.horizon_months,
                number::percent(share, 0)
            );
            let node = self.loaded.document.member(model.at, "useful_life_months").unwrap_or(model.at);
            Some(self.loaded.document.diagnostic(Code::BookResale, node, message).label("state `market_values` to use prices"))
        })
    }

    fn over_budget<'a>(&'a self, options: &'a [OptionStatement]) -> impl Iterator<Item = Diagnostic> + 'a {
        let budget = self.scenario().budget.as_ref();
        options.iter().filter_map(move |option| {
            let budget = budget.filter(|budget| option.total > budget.value.decimal())?;
            let money = |amount| number::grouped(amount, self.header.minor_digits);
            let over = option.total - budget.value.decimal();
            let message = format!("{} costs {}, {} above the budget", option.name, money(option.total), money(over));
            let diagnostic = self.loaded.document.diagnostic(Code::OverBudget, budget.at, message);
            Some(diagnostic.label("for the whole horizon, nominal"))
        })
    }
}

/// Whether hours of work are nothing beside all of it, to the 12 digits to which ratios are compared.
fn is_nothing(hours: Decimal, of: Decimal) -> bool {
    hours.is_zero() || !of.is_zero() && number::ratio((of + hours) / of) == Decimal::ONE
}
