//! Which figures are which fields of a comparison.

use super::figures::Kept;
use crate::analysis::Answer;
use crate::analysis::LoadFigures;
use crate::analysis::statement::Waste;
use crate::inputs::FigureRule;
use crate::model::{
    CostLine, Event, Flow, Model, OptionKind, OptionModel, PairModel, PartModel, Touches, WasteModel, WorkloadCost,
    WorkloadModel,
};
use crate::reasons;
use crate::scenario::CurrencyCode;
use crate::scenario::document::{NodeId, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::quantity::Quantity;
use crate::sheet::{Condition, FigureId};
use crate::variation::{Ineligible, Lacks, comparable, eligible};
use rust_decimal::Decimal;
use serde_json::{Value, json};

/// The model of an answer, by the places of its figures.
pub(super) fn written(answer: &Answer, kept: &Kept<'_>) -> Value {
    let Answer { evaluated, comparison, loaded, .. } = answer;
    let (model, header, scenario) = (&evaluated.model, &comparison.header, &loaded.scenario);
    let written = ModelOf { answer, kept };
    json!({
        "currency": header.currency,
        "minor_digits": header.minor_digits,
        "horizon": model.horizon,
        "close_call": scenario.close_call.value.decimal().to_string(),
        "delay_has_a_price": scenario.cost_of_delay_per_month.is_some(),
        "flows": model.flows.name(),
        "tax_year_ends": model.tax_year_ends,
        "start": header.calendar.map(|calendar| calendar.start),
        "discount_rate": loaded.document.path(scenario.discount_rate.at),
        "tax_rate": scenario.tax.as_ref().map(|tax| loaded.document.path(tax.rate.at)),
        "utilization": scenario.demand.utilization.as_ref().map(|share| loaded.document.path(share.at)),
        "factor": kept.place(model.factor),
        "demand_utilization": kept.some(model.demand_utilization),
        "demanded": kept.place(model.demanded),
        "monthly_discount": kept.place(model.monthly_discount),
        "core": all(kept, crate::variation::core_figures(model)),
        "ratios": all(kept, model.ratios.iter().copied()),
        "conditions": model.sheet.conditions().iter().map(|rule| written.condition(rule)).collect::<Vec<_>>(),
        "options": model.options.iter().map(|option| written.option(option)).collect::<Vec<_>>(),
        "pairs": model.pairs.iter().map(|pair| written.pair(pair)).collect::<Vec<_>>(),
        "workloads": model.workloads.iter().map(|workload| written.workload(workload)).collect::<Vec<_>>(),
    })
}

fn all(kept: &Kept<'_>, figures: impl IntoIterator<Item = FigureId>) -> Vec<usize> {
    figures.into_iter().map(|figure| kept.place(figure)).collect()
}

pub(super) struct ModelOf<'a> {
    pub(super) answer: &'a Answer,
    pub(super) kept: &'a Kept<'a>,
}

impl ModelOf<'_> {
    fn at(&self, figure: FigureId) -> usize {
        self.kept.place(figure)
    }

    fn option(&self, option: &OptionModel) -> Value {
        let some = |figure| self.kept.some(figure);
        json!({
            "total": self.at(option.total),
            "present_value": self.at(option.present_value),
            "useful_hours": self.at(option.useful_hours),
            "demanded": self.at(option.demanded),
            "demand": self.at(option.demand),
            "undone": self.at(option.undone),
            "without_headroom": some(option.without_headroom),
            "lost": self.at(option.lost),
            "nodes": some(option.nodes),
            "energy": some(option.energy),
            "carbon": some(option.carbon),
            "book_resale": some(option.book_resale),
            "factor_limit": some(option.factor_limit),
            "filling_factor": some(option.filling_factor),
            "too_large": some(option.too_large),
            "per_useful_hour": self.at(option.per_useful_hour),
            "per_unit": some(option.per_unit),
            "value": option.value.map(|value| json!({
                "total": self.at(value.total),
                "present_value": self.at(value.present_value),
            })),
            "utilization": some(option.utilization),
            "useful_share": some(option.useful_share),
            "waste": option.waste.as_ref().map(|waste| self.waste(waste)),
            "loan": option.loan.map(|loan| json!({
                "borrowed": self.at(loan.borrowed),
                "payment": self.at(loan.payment),
                "balance": self.at(loan.balance),
                "interest": self.at(loan.interest),
                "present_value": self.at(loan.present_value),
                "months": loan.months,
            })),
            "commitments": option.commitments.iter()
                .map(|one| [self.at(one.used_share), self.at(one.covered_share)]).collect::<Vec<_>>(),
            "workloads": option.workloads.iter().map(|cost| self.cost(cost)).collect::<Vec<_>>(),
            "parts": option.parts.iter().map(|part| self.part(option, part)).collect::<Vec<_>>(),
            "lines": option.lines.iter().map(|line| self.line(line)).collect::<Vec<_>>(),
            "load": self.answer.load_figures(option).map(|load| self.load(&load)),
            "conditions": [option.conditions.start, option.conditions.end],
            "serves_some": comparable::serves_some(self.model(), option).map(|why| reasons::not_comparable(&why)),
        })
    }

    /// What a picture of the load is drawn of.
    fn load(&self, load: &LoadFigures) -> Value {
        json!({
            "curve": self.at(load.curve),
            "unit": self.at(load.unit),
            "nodes": self.kept.some(load.nodes),
            "instances": all(self.kept, load.instances.iter().copied()),
            "holds": self.kept.some(load.holds),
        })
    }

    /// The hours that are not useful, by the names of what they go to, in the order in which they are stated.
    fn waste(&self, waste: &WasteModel) -> Value {
        let WasteModel { paid, useful_share: _, idle, ready, failed, stalled, interrupted } = *waste;
        let causes = [
            (Waste::Idle, Some(idle)),
            (Waste::WarmAndHeadroom, ready),
            (Waste::Failed, failed),
            (Waste::Stalled, stalled),
            (Waste::Interrupted, interrupted),
        ];
        let causes = causes.into_iter().filter_map(|(cause, figure)| Some(json!([cause.name(), self.at(figure?)])));
        json!({ "paid": self.at(paid), "causes": causes.collect::<Vec<_>>() })
    }

    fn cost(&self, cost: &WorkloadCost) -> Value {
        json!({
            "workload": cost.workload,
            "done": self.at(cost.done),
            "total": self.at(cost.total),
            "cost": self.at(cost.cost),
            "per_unit": self.kept.some(cost.per_unit),
        })
    }

    fn part(&self, option: &OptionModel, part: &PartModel) -> Value {
        let own = self.own(part.at);
        let power = part.site_power.zip(own.and_then(|own| own.available_power_kw.as_ref()));
        json!({
            "paid_in": part.paid_in,
            "reasons": self.reasons(option, part),
            "option": part.option,
            "elsewhere": part.elsewhere.iter().map(|served| json!({
                "group": served.group, "option": served.option, "useful_hours": self.at(served.useful_hours),
            })).collect::<Vec<_>>(),
            "accelerators": self.kept.some(part.accelerators),
            "availability": own.and_then(|own| self.moved(own.availability.at)),
            "is_down": own.is_some_and(|own| own.availability.value.decimal() < Decimal::ONE),
            "events": part.events.iter().map(event).collect::<Vec<_>>(),
            "power": power.map(|(needed, delivered)| json!({
                "needed": self.at(needed),
                "delivered": delivered.value.decimal().to_string(),
                "whose": (option.kind == OptionKind::Hybrid).then_some(&part.option),
                "cooled": own.is_some_and(|own| own.pue.is_some()),
            })),
        })
    }

    /// Why a part may not be chosen, whatever its inputs are.
    fn reasons(&self, option: &OptionModel, part: &PartModel) -> Vec<String> {
        let evaluated = &self.answer.evaluated;
        let all = eligible::ineligible_because(&self.answer.loaded.scenario, option, &|row| evaluated.largest(row));
        let of_part = |why: &&Ineligible| why.part.as_ref().is_none_or(|of| *of == part.option);
        let moves = |why: &&Ineligible| matches!(why.lacks, Lacks::Power { .. });
        all.iter().filter(of_part).filter(|why| !moves(why)).map(reasons::ineligible).collect()
    }

    fn model(&self) -> &Model {
        &self.answer.evaluated.model
    }

    fn own(&self, at: NodeId) -> Option<&Own> {
        self.answer.loaded.scenario.own.iter().find(|entry| entry.at == at).map(|entry| &entry.value)
    }

    fn line(&self, line: &CostLine) -> Value {
        let flow = |flow: &Flow<FigureId>| match flow {
            Flow::Monthly(amount) => json!(["monthly", self.at(*amount)]),
            Flow::InAdvance(amount) => json!(["in_advance", self.at(*amount)]),
            Flow::FirstMonth(amount) => json!(["first_month", self.at(*amount)]),
            Flow::Once { month, amount } => json!(["once", self.at(*amount), month]),
        };
        json!({
            "name": line.name,
            "group": line.group,
            "flows": line.flows.iter().map(flow).collect::<Vec<_>>(),
            "price_changes": line.price_changes.iter().map(|change| json!([self.at(change.rate), change.every, change.currency.map(CurrencyCode::code), change.until])).collect::<Vec<_>>(),
            "amortized": all(self.kept, line.amortized.iter().copied()),
            "accrued": line.accrued.iter().map(|accrual| json!([self.at(accrual.share), accrual.flows.iter().map(flow).collect::<Vec<_>>()])).collect::<Vec<_>>(),
            "total": self.at(line.total),
            "present_value": self.at(line.present_value),
        })
    }

    fn pair(&self, pair: &PairModel) -> Value {
        json!({
            "own": pair.own,
            "rent": pair.rent,
            "difference": self.at(pair.difference),
            "resale_needed": all(self.kept, pair.resale_needed.iter().copied()),
        })
    }

    fn workload(&self, workload: &WorkloadModel) -> Value {
        json!({
            "peak": self.kept.some(workload.peak),
            "mean": self.at(workload.mean),
            "useful_hours": self.at(workload.useful_hours),
            "spent_hours": self.at(workload.spent_hours),
        })
    }

    /// A rule with what is said where it is broken.
    fn condition(&self, condition: &Condition) -> Value {
        let (document, at) = (&self.answer.loaded.document, NodeId::from(condition.at));
        let rule = FigureRule::from(condition.rule);
        let path = match rule {
            FigureRule::DemandExceedsFleet => {
                let servers = document.member(at, "nodes").or(document.member(at, "purchases")).unwrap_or(at);
                document.path(servers)
            }
            FigureRule::SpotCannotFinish => document.path(document.node(at).parent.unwrap_or(at)),
        };
        json!({
            "figure": self.at(condition.not_above_zero),
            "code": rule.code().text(),
            "option": document.path(at),
            "path": path,
            "capacity": self.capacity(at),
        })
    }

    /// The figure of a number that shapes nothing.
    pub(super) fn moved(&self, at: NodeId) -> Option<usize> {
        let sheet = &self.model().sheet;
        sheet.input(at).filter(|_| !sheet.is_structural(at)).map(|figure| self.at(figure))
    }

    /// What a node of a fleet holds: each factor is the place of a figure, or digits.
    fn capacity(&self, at: NodeId) -> Vec<Value> {
        let Some(own) = self.own(at) else { return Vec::new() };
        let factor =
            |node: NodeId, digits: String| self.moved(node).map_or_else(|| json!(digits), |place| json!(place));
        let accelerators = &own.node.accelerators;
        let accelerators = factor(accelerators.at, accelerators.value.decimal().to_string());
        let throughput = match &own.relative_throughput {
            ScalarOr::Scalar(throughput) => Some(factor(throughput.at, throughput.value.decimal().to_string())),
            // the capacity is then counted in its own accelerators
            ScalarOr::Part(_) => None,
        };
        [accelerators].into_iter().chain(throughput).collect()
    }
}

/// What begins or ends, and the lines whose cost that can change.
fn event(event: &Event) -> Value {
    let touches = match &event.touches {
        Touches::Any => json!([]),
        Touches::Group(group) => json!([group]),
        Touches::Line(group, name) => json!([group, name]),
    };
    json!({ "month": event.month, "cause": event.kind, "touches": touches })
}
