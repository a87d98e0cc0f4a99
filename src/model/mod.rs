//! The model: from a scenario to a sheet of figures and the lines of every option. Nothing else computes money.

pub mod capital;
pub mod figures;
pub mod finance;
pub mod line;
pub mod operating;
pub mod option;
pub mod own;
pub mod rent;

pub use figures::{CommitmentFigures, OptionKind, OptionModel, PairModel};
pub use line::{Flow, Group, Line};

use crate::demand;
use crate::scenario::Scenario;
use crate::scenario::document::NodeId;
use crate::sheet::{Draft, FigureId, Sheet};
use crate::timeline::{Cuts, Timeline};
use own::{Elsewhere, Plan};

/// A scenario as figures.
#[derive(Debug)]
pub struct Model {
    /// Every figure.
    pub sheet: Sheet,
    /// Every option, in the order of the file, owned ones first.
    pub options: Vec<OptionModel>,
    /// Every owned option against every rented one.
    pub pairs: Vec<PairModel>,
    /// Months compared.
    pub horizon: u32,
    /// The demand factor that a break-even moves.
    pub factor: FigureId,
    /// The share of the hours with work (short form), at the factor.
    pub demand_utilization: FigureId,
    /// Useful hours demanded over the horizon.
    pub demanded: FigureId,
    /// `(1 + r)^(−1/12)`.
    pub monthly_discount: FigureId,
    /// Figures that may have no value where nothing is demanded or owned: ratios.
    pub ratios: Vec<FigureId>,
    /// Defaults that are not numbers of their own: where they would stand and what they follow.
    pub assumptions: Vec<(NodeId, &'static str, &'static str)>,
}

/// Writes the figures of a scenario that follows the rules of `scenario::rules`, over its own horizon.
#[must_use]
pub fn build(scenario: &Scenario) -> Model {
    build_over(scenario, scenario.horizon_months.value.count())
}

/// The same over another number of months.
#[must_use]
pub fn build_over(scenario: &Scenario, months: u32) -> Model {
    let plans: Vec<Plan<'_>> = scenario
        .own
        .iter()
        .map(|entry| Plan::new(scenario, entry))
        .filter(|plan| plan.first_service <= months)
        .collect();
    let draft = Draft::new(periods(scenario, &plans, months));
    let timeline =
        Timeline::new(&draft, months, draft.given(&scenario.hours_per_month), draft.given(&scenario.discount_rate));
    draft.structural(&scenario.horizon_months);
    let demand = demand::short_form(&timeline, &scenario.demand);
    let writer = option::Writer { scenario, timeline: &timeline, demand: &demand };
    let owned: Vec<_> = plans.iter().map(|plan| writer.own(plan)).collect();
    let rented: Vec<_> = scenario.rent.iter().map(|entry| writer.rent(entry)).collect();
    let mut pairs = Vec::new();
    for (own, draft_own) in owned.iter().enumerate() {
        for (rent, draft_rent) in rented.iter().enumerate() {
            pairs.push(writer.pair((own, draft_own), (owned.len() + rent, draft_rent)));
        }
    }
    let demanded = demand.useful.dot(timeline.months).named("useful hours demanded over the horizon").id();
    let (factor, demand_utilization) = (demand.factor.id(), demand.utilization.id());
    let monthly_discount = timeline.monthly_discount.id();
    let options: Vec<OptionModel> = owned.into_iter().chain(rented).map(option::DraftOption::finish).collect();
    let ratios = options.iter().flat_map(OptionModel::ratios).chain(pairs.iter().filter_map(|pair| pair.resale_needed));
    let ratios = ratios.collect();
    let assumptions = assumptions(scenario);
    Model {
        options,
        pairs,
        horizon: months,
        factor,
        demand_utilization,
        demanded,
        monthly_discount,
        ratios,
        assumptions,
        sheet: draft.finish(),
    }
}

/// Cut at every anniversary and wherever something begins or ends.
fn periods(scenario: &Scenario, plans: &[Plan<'_>], horizon: u32) -> Vec<crate::sheet::Period> {
    let mut cuts = Cuts::anniversaries(horizon);
    for plan in plans {
        plan.cut(&mut cuts, horizon);
    }
    for entry in &scenario.rent {
        rent::cut(&mut cuts, &entry.value, &rent::stated(&entry.value), (1, horizon), horizon);
        // in a break-even it serves what waits
        for plan in plans.iter().filter(|plan| matches!(plan.burst, Elsewhere::Wait)) {
            rent::cut(&mut cuts, &entry.value, &[], (plan.first_service, horizon), horizon);
        }
        for line in &entry.value.operating {
            let first = line.value.starts_month.as_ref().map_or(1, |month| month.value.count());
            let last = line.value.ends_month.as_ref().map_or(horizon, |month| month.value.count());
            cuts.span(first, last);
        }
    }
    cuts.periods()
}

/// What follows another key where it is left out.
fn assumptions(scenario: &Scenario) -> Vec<(NodeId, &'static str, &'static str)> {
    let mut found = Vec::new();
    for entry in &scenario.own {
        let own = &entry.value;
        if own.node.power_kw.is_some() && own.node.idle_power_kw.is_none() && own.pue.is_some() {
            found.push((entry.at, "node.idle_power_kw", "power_kw"));
        }
        if own.payment.is_none() {
            found.push((entry.at, "payment", "all at the order"));
        }
        if own.nodes.is_none() && own.purchases.is_none() {
            found.push((entry.at, "nodes", "sized year by year"));
        }
    }
    found
}
