//! Workloads, the options that serve them, and the hours served in place of a fleet.

use super::context::Compare;
use super::option::share_of;
use super::statement::{
    Availability, DemandMeasure, ElsewhereHours, ElsewhereResult, LoadJoining, PartResult, PlannedDemand,
    TokenCostsResult, WorkloadCostResult, WorkloadResult,
};
use super::view;
use crate::amount::{Amount, Ratio};
use crate::analysis::header::tags;
use crate::model::{
    CostGroup, CostLine, ElsewhereModel, OptionKind, OptionModel, PartModel, WorkloadCost, WorkloadModel,
};
use crate::number;
use crate::scenario::bases::{DemandBasis, Height, Runs};
use crate::scenario::demand::Workload;
use crate::scenario::own::Own;
use crate::scenario::quantity::Quantity;
use crate::scenario::tokens::TokenAmount;
use crate::sheet::FigureId;
use rust_decimal::Decimal;

impl Compare<'_> {
    /// Parts of an option with the workloads that each serves.
    pub(super) fn parts(&self, model: &OptionModel) -> Vec<PartResult> {
        let name = |at: &usize| self.evaluated.model.workloads.get(*at).map(|workload| workload.name.clone());
        let part = |part: &PartModel| PartResult {
            option: part.option.clone(),
            workloads: part.workloads.iter().filter_map(name).collect(),
        };
        model.parts.iter().map(part).collect()
    }

    /// Work that other options serve in place of an option's fleets.
    pub(super) fn elsewhere(&self, model: &OptionModel) -> Vec<ElsewhereResult> {
        let demanded = self.evaluated.value(model.demanded);
        let result = |part: &PartModel, served: &ElsewhereModel| {
            let hours = self.evaluated.value(served.useful_hours);
            ElsewhereResult {
                group: served.group,
                option: served.option.clone(),
                useful_hours: Ratio::rounded(hours),
                share: share_of(hours, demanded),
                fleet: (model.id.kind() == OptionKind::Hybrid).then(|| part.option.clone()),
                which: self.which_hours(part, served.group),
            }
        };
        let all = model.parts.iter().flat_map(|part| part.elsewhere.iter().map(move |served| result(part, served)));
        all.filter(|served| !served.useful_hours.is_zero()).collect()
    }

    /// Hours before the first delivery, or beyond the accelerators of a fleet.
    fn which_hours(&self, part: &PartModel, group: CostGroup) -> ElsewhereHours {
        if group == CostGroup::UntilDelivery {
            return ElsewhereHours::BeforeFirstDelivery;
        }
        let rent = self.scenario().rent.iter().find(|entry| entry.at == part.at);
        if let Some(quota) = rent.and_then(|entry| entry.value.max_instances.as_ref()) {
            return ElsewhereHours::BeyondQuota(quota.value.decimal());
        }
        let own = self.scenario().own.iter().find(|entry| entry.at == part.at).map(|entry| &entry.value);
        let is_down = |own: &Own| own.availability.value.decimal() < Decimal::ONE;
        let availability = if own.is_some_and(is_down) { Availability::AtTimesDown } else { Availability::Always };
        ElsewhereHours::BeyondAccelerators { counts: self.counts(part), availability }
    }

    /// Smallest and largest number of accelerators in service.
    fn counts(&self, part: &PartModel) -> Option<(Decimal, Decimal)> {
        let row = part.accelerators?;
        let periods = 0..self.evaluated.model.sheet.periods().len();
        let counts = periods.map(|period| self.evaluated.value_in(row, period)).filter(|count| !count.is_zero());
        let counts: Vec<Decimal> = counts.collect();
        counts.iter().min().copied().zip(counts.iter().max().copied())
    }

    /// Workloads with their cost for every option that serves them.
    pub(super) fn workloads(&self) -> Vec<WorkloadResult> {
        let model = &self.evaluated.model;
        let given = self.scenario().demand.workloads.iter().map(|entry| &entry.value);
        let one = |((at, workload), given): ((usize, &WorkloadModel), &Workload)| WorkloadResult {
            name: workload.name.clone(),
            label: self.header.labels.of(&format!("demand.workloads.{}", workload.name)).map(str::to_owned),
            owner: given.owner.as_ref().map(|owner| owner.value.clone()),
            tags: tags(&given.tags),
            kind: workload.kind,
            load: load(given),
            output_unit: workload.output.clone(),
            peak: workload.peak.map(|peak| Ratio::rounded(self.evaluated.largest(peak))),
            mean: Ratio::rounded(self.evaluated.value(workload.mean)),
            useful_hours: Ratio::rounded(self.evaluated.value(workload.useful_hours)),
            spent_hours: Ratio::rounded(self.evaluated.value(workload.spent_hours)),
            costs: model.options.iter().filter_map(|option| self.workload_cost(option, at)).collect(),
        };
        model.workloads.iter().enumerate().zip(given).map(one).collect()
    }

    /// Planned demand in the number that the author states.
    pub(super) fn planned_demand(&self, workloads: &[WorkloadResult]) -> Option<PlannedDemand> {
        let planned = |amount: Decimal, measure| PlannedDemand {
            amount: Ratio::rounded(amount),
            measure,
            unit: None,
            tokens_per_request: None,
        };
        let mean = || planned(workloads.iter().map(|workload| *workload.mean).sum(), DemandMeasure::MeanAccelerators);
        let mut all = self.scenario().demand.workloads.iter();
        let (stated, None) = (all.next()?, all.next()) else { return Some(mean()) };
        let unit = workloads.first().and_then(|workload| workload.output_unit.clone());
        Some(match stated.value.basis() {
            DemandBasis::Level(level, _) => planned(level.value.decimal(), DemandMeasure::Accelerators),
            DemandBasis::Runs(Runs::PerMonth(runs), ..) => planned(runs.value.decimal(), DemandMeasure::RunsPerMonth),
            DemandBasis::Runs(Runs::PerYear(runs), ..) => planned(runs.value.decimal(), DemandMeasure::RunsPerYear),
            DemandBasis::Serving(Height::Accelerators(peak), _) => {
                planned(peak.value.decimal(), DemandMeasure::PeakAccelerators)
            }
            DemandBasis::Serving(Height::OutputAtPeak(rate), _) => {
                PlannedDemand { unit, ..planned(rate.value.decimal(), DemandMeasure::PeakUnitsPerHour) }
            }
            DemandBasis::Serving(Height::OutputPerMonth(output), _) => {
                PlannedDemand { unit, ..planned(output.value.decimal(), DemandMeasure::UnitsPerMonth) }
            }
            DemandBasis::Serving(Height::Tokens(tokens), _) | DemandBasis::Tokens(tokens) => {
                let all = tokens.input.value.decimal() + tokens.output.value.decimal();
                let stated = match tokens.amount() {
                    TokenAmount::Requests(requests) => {
                        planned(requests.value.decimal(), DemandMeasure::RequestsPerMonth)
                    }
                    TokenAmount::Millions(millions) => {
                        PlannedDemand { unit, ..planned(millions.value.decimal(), DemandMeasure::UnitsPerMonth) }
                    }
                };
                PlannedDemand { tokens_per_request: Some(Ratio::rounded(all)), ..stated }
            }
            DemandBasis::Hours(hours, _) => planned(hours.value.decimal(), DemandMeasure::AcceleratorHoursPerMonth),
            DemandBasis::Trace(_) => mean(),
        })
    }

    fn workload_cost(&self, option: &OptionModel, workload: usize) -> Option<WorkloadCostResult> {
        let at = option.workloads.iter().position(|cost| cost.workload == workload)?;
        let cost = &option.workloads[at];
        let totals = self.settled_shares(option, |cost| cost.total, |line| line.total);
        let costs = self.settled_shares(option, |cost| cost.cost, |line| line.present_value);
        // an option that serves none of it has no cost per unit
        let served = |_: &FigureId| number::is_something(self.evaluated.value(cost.done));
        Some(WorkloadCostResult {
            option: option.id.clone(),
            total: totals.map(|totals| totals[at]),
            cost: costs.map(|costs| costs[at]),
            per_unit: self.ratio(cost.per_unit.filter(served)),
            per_run: self.ratio(cost.per_run.filter(served)),
            per_million_tokens: cost.per_kind.filter(|of| served(&of.input)).map(|of| TokenCostsResult {
                input: self.ratio(Some(of.input)),
                cached_input: self.ratio(of.cached),
                output: self.ratio(Some(of.output)),
            }),
            allocation: cost.allocation,
        })
    }
}

impl Compare<'_> {
    /// Cost of each workload of an option, rounded so that they add up to its printed total; none if nothing is served.
    fn settled_shares(
        &self,
        option: &OptionModel,
        of: impl Fn(&WorkloadCost) -> FigureId,
        of_line: impl Fn(&CostLine) -> FigureId,
    ) -> Option<Vec<Amount>> {
        let shares = option.workloads.iter().map(|cost| self.evaluated.ratio(of(cost)));
        let shares = shares.collect::<Option<Vec<Decimal>>>()?;
        let printed = option.lines.iter().map(|line| self.money(of_line(line))).sum();
        let digits = self.header.minor_digits;
        Some(Amount::all(view::settled(&shares, printed, digits), digits))
    }
}

/// How the load of a workload combines with that of others.
fn load(workload: &Workload) -> LoadJoining {
    match workload.basis() {
        _ if workload.is_flexible() => LoadJoining::Flexible,
        DemandBasis::Serving(..) | DemandBasis::Hours(..) | DemandBasis::Tokens(_) => LoadJoining::Clock,
        DemandBasis::Level(..) | DemandBasis::Runs(..) | DemandBasis::Trace(_) => LoadJoining::Independent,
    }
}
