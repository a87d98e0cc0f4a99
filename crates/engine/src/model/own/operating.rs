//! The operating lines of an owned option.

use super::fleet::Fleet;
use super::plan::{Order, Plan};
use crate::inputs::Inputs as _;
use crate::model::asset_lot::{Generation, generations};
use crate::model::capital;
use crate::model::indirect_tax::IndirectTax;
use crate::model::line::{CostGroup, DraftLine, Flow, PriceChange};
use crate::model::operating::{self, Measures, Span};
use crate::scenario::dates::DeliveryTerm;
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::line::{OperatingBasis, OwnedLine};
use crate::sheet::Figure;
use crate::timeline::Timeline;

/// Operating lines of an owned option; `bill` is the monthly charge of its burst.
#[must_use]
pub fn operating_lines<'s>(
    timeline: &Timeline<'s>,
    plan: &Plan<'_>,
    fleet: &Fleet<'s>,
    bill: Option<Figure<'s>>,
) -> Vec<DraftLine<'s>> {
    let lines = plan.entry.value.operating.iter();
    lines.filter_map(|line| operating_line(timeline, plan, fleet, bill, line)).collect()
}

fn operating_line<'s>(
    timeline: &Timeline<'s>,
    plan: &Plan<'_>,
    fleet: &Fleet<'s>,
    bill: Option<Figure<'s>>,
    line: &Entry<OwnedLine>,
) -> Option<DraftLine<'s>> {
    let (draft, own) = (timeline.draft, &plan.entry.value);
    let after = own.warranty().filter(|_| draft.structural(&line.value.after_warranty));
    if let Some(warranty) = after {
        draft.shaped_by(warranty.lasts.at);
    }
    let capital = || {
        let prices = fleet.assets.iter().filter_map(|asset| asset.price_in_service(timeline, after));
        prices.reduce(|a, b| a + b)
    };
    let is_of_capital = matches!(line.value.basis(), OperatingBasis::ShareOfCapital(_));
    let measures = Measures {
        nodes: if after.is_some() { nodes_in_service(timeline, plan, fleet, after) } else { Some(fleet.nodes) },
        accelerators_per_node: Some(draft.given(&own.node.accelerators)),
        power: own.node.rated_power().map(|power| draft.given(power)),
        // adds rows for every asset and generation, so build it only if the line needs it
        capital: if is_of_capital { capital() } else { None },
        useful: Some(fleet.served.useful),
        bill,
    };
    let amount = operating::amount(timeline, &line.value.basis(), &measures)?;
    let begins = match (after, line.value.basis()) {
        // the price of each generation, of servers and of entries, counts from the end of its own warranty
        (None, _) | (Some(_), OperatingBasis::ShareOfCapital(_)) => plan.first_service,
        (Some(after), _) => first_after_warranty(timeline, plan, after)?,
    };
    let stated = line.value.starts_month.as_ref().map(|month| draft.structural(month).count());
    let keys = [&line.value.starts_month, &line.value.ends_month].into_iter().flatten().map(|month| month.at);
    let span = Span {
        growth: &line.value.growth_per_year,
        first: if after.is_some() { stated.unwrap_or(1).max(begins) } else { stated.unwrap_or(begins) },
        last: line.value.ends_month.as_ref().map_or(timeline.horizon, |month| draft.structural(month).count()),
        because: keys.chain(plan.dates.iter().copied()).chain(after.map(|warranty| warranty.lasts.at)).collect(),
    };
    let tax = IndirectTax::of_line(
        timeline,
        &line.value.basis(),
        line.value.indirect_tax.as_ref(),
        own.indirect_tax.as_ref(),
    );
    let row = tax.on(operating::row(timeline, amount, &span)?);
    let written = DraftLine::new(timeline, &line.name, CostGroup::Operating, &[Flow::Monthly(row)]);
    Some(written.changing(PriceChange::every_year(draft.given(&line.value.growth_per_year))))
}

/// Servers in service; with `after`, only those past that term.
fn nodes_in_service<'s>(
    timeline: &Timeline<'s>,
    plan: &Plan<'_>,
    fleet: &Fleet<'s>,
    after: Option<DeliveryTerm>,
) -> Option<Figure<'s>> {
    let generations = fleet.orders.iter().flat_map(|order| {
        node_generations(plan, (order.month, order.life.months), timeline.horizon)
            .into_iter()
            .map(|generation| (order.month, generation, order.nodes))
    });
    let lives = plan.orders.iter().map(|order| order.life.at);
    let dates: Vec<NodeId> = plan.dates.iter().copied().chain(lives).collect();
    capital::in_service(timeline, generations, after, &dates)
}

fn node_generations(plan: &Plan<'_>, (month, life): (i32, u32), horizon: u32) -> Vec<Generation> {
    generations(month, plan.entry.value.lead_time().value, life, horizon)
}

/// First month in which a server has been in service for longer than its warranty.
fn first_after_warranty(timeline: &Timeline<'_>, plan: &Plan<'_>, warranty: DeliveryTerm) -> Option<u32> {
    let beyond = plan.orders.iter().flat_map(|order: &Order<'_>| {
        let covered = warranty.months(order.month);
        let generations = node_generations(plan, (order.month, order.life.value.count()), timeline.horizon);
        generations.into_iter().filter_map(move |generation| {
            let month = generation.after(covered);
            (month <= generation.last.min(timeline.horizon)).then_some(month)
        })
    });
    beyond.min()
}
