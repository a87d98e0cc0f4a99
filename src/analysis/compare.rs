//! The comparison: options stated side by side, judged, and set against each other in pairs.

use super::break_even::{break_even, unsought};
use super::cashflow::{self, Cashflow};
use super::horizon::Horizons;
use super::statement::{Assumed, Basis, By, Comparison, Header, OptionStatement, PairStatement, View};
use super::too_varied::{TooVaried, too_varied};
use super::verdict::verdict;
use super::{flip, view};
use crate::demand::trace::Traces;
use crate::model::{self, Group, OptionModel, PairModel};
use crate::number;
use crate::scenario::document::{NodeId, Origin};
use crate::scenario::quantity::Quantity;
use crate::scenario::{Loaded, Scenario};
use crate::sheet::{FigureId, Formula, Source};
use crate::variation::{Evaluated, Unanswered, Variation};
use rayon::prelude::*;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// A comparison with everything it was computed from.
#[derive(Debug)]
pub struct Answer {
    /// The scenario as it was read.
    pub loaded: Loaded,
    /// The levels of its traces.
    pub traces: Traces,
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

/// A scenario that asks for something impossible.
#[derive(Debug)]
pub enum NoAnswer {
    /// More levels of traces than are computed.
    TooVaried(Loaded, TooVaried),
    /// Demand that outgrows a fleet, figures beyond 10^27.
    Unanswered(Loaded, Unanswered),
}

/// How much of a comparison is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Everything that a report says.
    Whole,
    /// No break-evens, by demand or by horizon, which take longer than all the rest: nobody may read those of the pairs.
    WithoutBreakEvens,
}

/// Computes what a scenario says.
///
/// # Errors
/// If it asks for something impossible.
pub fn answer(loaded: Loaded, traces: Traces) -> Result<Answer, Box<NoAnswer>> {
    answer_to(loaded, traces, Depth::Whole)
}

/// Computes as much of what a scenario says.
///
/// # Errors
/// As [`answer`].
pub fn answer_to(loaded: Loaded, traces: Traces, depth: Depth) -> Result<Answer, Box<NoAnswer>> {
    if let Some(why) = too_varied(&loaded, &traces) {
        return Err(Box::new(NoAnswer::TooVaried(loaded, why)));
    }
    let model = model::build(&loaded.scenario, &traces);
    let evaluated = match Evaluated::new(model) {
        Ok(evaluated) => evaluated,
        Err(why) => return Err(Box::new(NoAnswer::Unanswered(loaded, why))),
    };
    let compare = Compare { loaded: &loaded, traces: &traces, evaluated: &evaluated, header: header(&loaded) };
    let comparison = compare.comparison(depth);
    Ok(Answer { loaded, traces, evaluated, comparison })
}

/// What was asked.
#[must_use]
pub fn header(loaded: &Loaded) -> Header {
    let scenario = &loaded.scenario;
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
        output_unit: scenario.demand.unit.as_ref().map(|unit| unit.name.value.clone()),
        demand_utilization: scenario.demand.utilization.as_ref().map(|share| share.value.decimal()),
        file: loaded.sources.name().to_owned(),
        sha256: loaded.sources.sha256(),
        set: loaded.sources.settings().to_vec(),
    }
}

/// A comparison while it is stated.
pub(super) struct Compare<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) traces: &'a Traces,
    pub(super) evaluated: &'a Evaluated,
    pub(super) header: Header,
}

impl Compare<'_> {
    fn comparison(self, depth: Depth) -> Comparison {
        let model = &self.evaluated.model;
        let flows: Vec<Cashflow> = model.options.iter().map(|option| Cashflow::of(self.evaluated, option)).collect();
        let options: Vec<OptionStatement> = (0..model.options.len()).map(|at| self.option(at, &flows)).collect();
        // on all cores, in their order
        let mut pairs: Vec<PairStatement> = model.pairs.par_iter().map(|pair| self.pair(pair, &flows, depth)).collect();
        if depth == Depth::Whole {
            let variation = Variation::of(self.loaded, self.traces);
            let (evaluated, minor_digits) = (self.evaluated, self.header.minor_digits);
            Horizons { variation: &variation, evaluated, minor_digits }.break_even(&mut pairs);
        }
        let workloads = self.workloads();
        let verdict = verdict(&self.header, &options, &pairs);
        let warnings = self.warnings(&options, &workloads, &pairs);
        let assumed = self.assumed();
        let flips = flip::holds_while(self.loaded, self.evaluated);
        Comparison { header: self.header, options, workloads, pairs, verdict, flips, assumed, warnings }
    }

    pub(super) fn scenario(&self) -> &Scenario {
        &self.loaded.scenario
    }

    pub(super) fn money(&self, figure: FigureId) -> Decimal {
        number::money(self.evaluated.value(figure), self.header.minor_digits)
    }

    pub(super) fn ratio(&self, figure: Option<FigureId>) -> Option<Decimal> {
        figure.and_then(|figure| self.evaluated.ratio(figure)).map(number::ratio)
    }

    pub(super) fn value(&self, figure: Option<FigureId>) -> Option<Decimal> {
        figure.map(|figure| number::ratio(self.evaluated.value(figure)))
    }

    fn pair(&self, pair: &PairModel, flows: &[Cashflow], depth: Depth) -> PairStatement {
        let model = &self.evaluated.model;
        let (own, rent) = (&model.options[pair.own], &model.options[pair.rent]);
        let (owned, rented) = (&flows[pair.own], &flows[pair.rent]);
        let digits = self.header.minor_digits;
        let leased = own.lines.iter().any(|line| line.group == Group::Lease);
        let payback = |own, rent| if leased { None } else { cashflow::payback(own, rent, digits) };
        let discounted = payback(&owned.discounted_before_resale, &rented.discounted_before_resale);
        let payback = payback(&owned.before_resale, &rented.before_resale);
        let irr = cashflow::return_of_buying(&owned.cash, &rented.cash);
        let money = |amount: Decimal| number::money(amount, digits);
        let resale = own.lines.iter().filter(|line| line.group == Group::Resale);
        let resale_counted = resale.map(|line| -self.money(line.total)).reduce(|a, b| a + b);
        PairStatement {
            own: own.name.clone(),
            rent: rent.name.clone(),
            break_even: match depth {
                Depth::Whole => break_even(self.evaluated, own, pair),
                Depth::WithoutBreakEvens => unsought(),
            },
            leased,
            payback_month: payback.map(|payback| payback.month),
            discounted_payback_month: discounted.map(|payback| payback.month),
            payback_turns: payback.is_some_and(|payback| payback.turns),
            break_even_horizon_months: None,
            resale_needed: pair.resale_needed.iter().find_map(|figure| self.evaluated.ratio(*figure)).map(money),
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
}
