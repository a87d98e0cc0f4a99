//! An option in a comparison: the sum of its parts.

use super::figures::{
    CostAllocation, ElsewhereModel, OptionModel, PairModel, PartModel, Sizing, TokenCosts, WorkValue, WorkloadCost,
};
use super::line::{CostGroup, DraftLine, Flow};
use super::loan::{DraftLoan, LoanModel};
use super::own::FleetJob;
use super::part::{DeferredWork, DraftPart, Owned, ServedElsewhere, ServedWorkload, Writer};
use super::waste::waste;
use super::{quoted, rent};
use crate::demand::{DraftWorkload, Output, reference_hours};
use crate::scenario::document::NodeId;
use crate::scenario::{OptionId, OptionKind};
use crate::sheet::{Figure, FigureId};
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};
use std::borrow::Cow;
use std::ops::Range;

/// An option with its figures, while the sheet is built.
#[derive(Debug)]
pub struct DraftOption<'s> {
    model: OptionModel,
    present_value: Figure<'s>,
    /// Total of the resale, and its present value including the tax on it.
    resale: Option<(Figure<'s>, Figure<'s>)>,
    /// Work that waits because no option is named to serve it.
    waiting: Vec<DeferredWork<'s>>,
    /// Whether it serves every workload.
    serves_all: bool,
}

impl DraftOption<'_> {
    /// Sets the range of its conditions.
    #[must_use]
    pub fn ruled_by(mut self, conditions: Range<usize>) -> Self {
        self.model.conditions = conditions;
        self
    }

    /// The option by figure IDs.
    #[must_use]
    pub fn finish(self) -> OptionModel {
        self.model
    }

    /// Whether it is only rented.
    #[must_use]
    pub fn is_rented(&self) -> bool {
        self.model.id.kind() == OptionKind::Rent
    }

    /// Whether it serves every workload, as required for a pair.
    #[must_use]
    pub fn serves_all(&self) -> bool {
        self.serves_all
    }
}

/// ID and position of an option.
#[derive(Clone, Debug)]
pub struct Titled {
    /// Its ID.
    pub id: OptionId,
    /// Its node in the document.
    pub at: NodeId,
}

/// What decides whether an option wins: its payments and their present value, and the work that it does.
#[derive(Clone, Debug, PartialEq)]
pub struct PresentValueModel {
    /// ID of the option.
    pub id: OptionId,
    /// The options that it consists of.
    pub parts: Vec<PresentValuePart>,
    /// Σ of its payments, discounted.
    pub present_value: FigureId,
    /// Total and present value of each of its lines.
    pub lines: Vec<[FigureId; 2]>,
    /// Unserved useful hours over the horizon.
    pub unserved: FigureId,
    /// Hours over the horizon without headroom; none if it has no headroom.
    pub without_headroom: Option<FigureId>,
    /// Range of its conditions among those of the sheet.
    pub conditions: Range<usize>,
    /// Payments and their dates.
    pub flows: Vec<Flow<FigureId>>,
}

/// A part of such an option.
#[derive(Clone, Debug, PartialEq)]
pub struct PresentValuePart {
    /// `own.NAME` or `rent.NAME`.
    pub option: OptionId,
    /// Its node in the document.
    pub at: NodeId,
    /// Indices of the workloads in the demand.
    pub workloads: Vec<usize>,
    /// Power that its site must deliver, by period.
    pub site_power: Option<FigureId>,
}

impl<'s> Writer<'_, 's> {
    /// Only what decides whether an option with these parts wins.
    #[must_use]
    pub fn present_value(&self, titled: Titled, parts: &[DraftPart<'s>]) -> PresentValueModel {
        let lines = added(parts);
        let present_values = lines.iter().map(|line| line.present_value);
        let present_value = self.timeline.draft.sum(Unit::MONEY, present_values).named("present value");
        let part = |part: &DraftPart<'s>| PresentValuePart {
            option: part.option.clone(),
            at: part.at,
            workloads: part.set.clone(),
            site_power: site_power(part),
        };
        PresentValueModel {
            id: titled.id,
            parts: parts.iter().map(part).collect(),
            present_value: present_value.id(),
            lines: lines.iter().map(|line| [line.total.id(), line.present_value.id()]).collect(),
            unserved: self.unserved_hours(parts).id(),
            without_headroom: self.hours_without_headroom(parts).map(Figure::id),
            conditions: 0..0,
            flows: lines.iter().flat_map(|line| line.line.flows.iter().copied()).collect(),
        }
    }

    /// Option with these parts: their lines, hours and energy are added.
    #[must_use]
    pub fn option(&self, titled: Titled, parts: &[DraftPart<'s>]) -> DraftOption<'s> {
        let (timeline, draft) = (self.timeline, self.timeline.draft);
        let lines = added(parts);
        let total = draft.sum(Unit::MONEY, lines.iter().map(|line| line.total)).named("total");
        let present_value = draft.sum(Unit::MONEY, lines.iter().map(|line| line.present_value)).named("present value");
        let useful = parts.iter().map(|part| part.useful).reduce(|a, b| a + b).expect("an option has a part");
        let useful = useful.named("useful hours");
        let useful_hours = useful.dot(timeline.months).named("useful hours over the horizon");
        let discounted = useful.dot(timeline.discount).named("discounted useful hours");
        let unserved = self.unserved_hours(parts);
        let without_headroom = self.hours_without_headroom(parts);
        let lost = self.hours(sum(parts.iter().map(|part| part.lost))).named("lost to downtime");
        let sold = || lines.iter().filter(|line| line.line.group == CostGroup::Resale);
        let tax_on_receipts = sum(parts.iter().map(|part| part.tax_on_receipts));
        let received = sold().map(|l| l.present_value).chain(tax_on_receipts).reduce(|a, b| a + b);
        let resale = sold().map(|l| l.total).reduce(|a, b| a + b).zip(received);
        let owned = || parts.iter().filter_map(|part| part.owned.as_ref());
        let of_owned = |of: &dyn Fn(&Owned<'s>) -> Option<Figure<'s>>| sum(owned().map(of));
        let waste = waste(timeline, parts);
        let discounted_units = self.discounted_units(parts, discounted);
        let demand = self.demand(parts);
        let filling_factor = self.filling_factor(parts);
        let model = OptionModel {
            at: titled.at,
            total: total.id(),
            present_value: present_value.id(),
            useful_hours: useful_hours.id(),
            demanded: demand.dot(timeline.months).named("useful hours demanded of the option").id(),
            demand: demand.id(),
            unserved: unserved.id(),
            without_headroom: without_headroom.map(Figure::id),
            lost: lost.id(),
            replicas: sum(parts.iter().flat_map(|part| &part.replicas).map(|(_, rows)| Some(*rows))).map(Figure::id),
            nodes: of_owned(&|owned| Some(owned.nodes)).map(Figure::id),
            energy: sum(parts.iter().map(|part| part.energy)).map(|energy| self.per_year(energy).id()),
            carbon: sum(parts.iter().map(|part| part.carbon)).map(|carbon| self.per_year(carbon).id()),
            book_resale: of_owned(&|owned| owned.book_resale).map(Figure::id),
            factor_limit: self.factor_limit(titled.id.kind(), filling_factor).map(Figure::id),
            filling_factor: filling_factor.map(Figure::id),
            too_large: of_owned(&|owned| owned.demanded.too_large).map(|row| self.over_the_horizon(row).id()),
            per_useful_hour: (present_value / discounted).named("per useful hour").id(),
            output: discounted_units.as_ref().map(|(name, _)| name.clone()),
            per_unit: discounted_units.map(|(_, units)| (present_value / units).named("per unit").id()),
            value: self.value(parts, present_value),
            utilization: self.utilization(parts).map(Figure::id),
            useful_share: waste.as_ref().map(|waste| waste.useful_share),
            waste,
            loan: loan(titled.id.kind(), parts),
            commitments: parts.iter().flat_map(|part| part.commitments.clone()).collect(),
            workloads: parts.iter().flat_map(|part| self.workload_costs(part)).collect(),
            parts: parts.iter().map(|part| PartModel { fleet: self.fleet(part), ..finished(timeline, part) }).collect(),
            lines: lines.iter().map(|line| line.line.clone()).collect(),
            conditions: 0..0,
            id: titled.id,
        };
        let waiting = owned().filter_map(|owned| owned.waiting.clone()).collect();
        let served: usize = parts.iter().map(|part| part.set.len()).sum();
        let serves_all = served == self.demand.workloads.len();
        DraftOption { model, present_value, resale, waiting, serves_all }
    }

    /// Hours over the horizon of a row; zero without one.
    fn hours(&self, row: Option<Figure<'s>>) -> Figure<'s> {
        let unit = reference_hours().times(Unit::MONTH);
        row.map_or_else(|| self.timeline.draft.nothing(unit), |row| row.dot(self.timeline.months))
    }

    fn unserved_hours(&self, parts: &[DraftPart<'s>]) -> Figure<'s> {
        self.hours(sum(parts.iter().map(|part| part.unserved))).named("unserved hours")
    }

    fn hours_without_headroom(&self, parts: &[DraftPart<'s>]) -> Option<Figure<'s>> {
        let row = sum(parts.iter().map(|part| part.without_headroom))?;
        Some(row.dot(self.timeline.months).named("hours without headroom over the horizon"))
    }

    /// Useful hours demanded per month by the workloads of an option.
    fn demand(&self, parts: &[DraftPart<'s>]) -> Figure<'s> {
        let set = parts.iter().flat_map(|part| part.set.iter());
        let rows = set.map(|at| self.demand.workloads[*at].useful);
        rows.reduce(|a, b| a + b).unwrap_or_else(|| self.demand.useful())
    }

    /// Hours over the horizon of jobs larger than the fleets.
    fn over_the_horizon(&self, too_large: Figure<'s>) -> Figure<'s> {
        too_large.dot(self.timeline.months).named("useful hours demanded in jobs larger than the fleet")
    }

    /// Converts a monthly row to an average year of the horizon.
    fn per_year(&self, row: Figure<'s>) -> Figure<'s> {
        let draft = self.timeline.draft;
        let year = draft.constant(12, Unit::MONTH.per(Unit::YEAR), "months of a year");
        let horizon = draft.constant(self.timeline.horizon, Unit::MONTH, "months of the horizon");
        row.dot(self.timeline.months).named("total over the horizon") * year / horizon
    }

    /// Useful hours of the fleets divided by their hours in service.
    fn utilization(&self, parts: &[DraftPart<'s>]) -> Option<Figure<'s>> {
        let months = self.timeline.months;
        let owned = || parts.iter().filter_map(|part| part.owned.as_ref());
        let in_service = sum(owned().map(|owned| Some(owned.in_service)))?.dot(months);
        let worked = sum(owned().map(|owned| Some(owned.worked)))?.dot(months);
        let in_service = in_service.named("hours in service over the horizon");
        Some((worked.named("useful hours of the fleet over the horizon") / in_service).named("utilization"))
    }

    /// Demand factor at which the demand fills all hours of the fleets while they are in service. A job larger than its
    /// fleet doesn't count.
    fn filling_factor(&self, parts: &[DraftPart<'s>]) -> Option<Figure<'s>> {
        let months = self.timeline.months;
        let owned = || parts.iter().filter_map(|part| part.owned.as_ref());
        let in_service = sum(owned().map(|owned| Some(owned.in_service)))?;
        let demanded = sum(owned().map(|owned| Some(owned.demanded.within)))?;
        let demanded = demanded.dot(months).named("useful hours demanded while in service");
        Some(in_service.dot(months) / demanded)
    }

    /// Largest demand factor tested for a break-even: at least 1 and at least the factor that fills every hour in
    /// service, but at most the limit of the demand in the short form; 1 if nothing is owned.
    fn factor_limit(&self, kind: OptionKind, filling: Option<Figure<'s>>) -> Option<Figure<'s>> {
        if kind == OptionKind::Rent {
            return None;
        }
        let one = self.timeline.draft.constant(1, Unit::ONE, "the demand of the plan");
        let limit = filling.map_or(one, |filling| one.max(filling));
        let limit = self.demand.short.map_or(limit, |short| limit.min(short.factor_limit));
        Some(limit.named("largest demand factor"))
    }

    /// Unit of output and present value of the units of an option; none if its workloads have different units.
    fn discounted_units(&self, parts: &[DraftPart<'s>], discounted: Figure<'s>) -> Option<(String, Figure<'s>)> {
        let set = || parts.iter().flat_map(|part| part.set.iter());
        let outputs: Vec<&Output<'s>> =
            set().map(|at| self.demand.workloads[*at].output.as_ref()).collect::<Option<_>>()?;
        let first = outputs.first()?;
        if outputs.iter().any(|output| output.name != first.name) {
            return None;
        }
        if outputs.iter().all(|output| output.per_hour.id() == first.per_hour.id()) {
            return Some((first.name.clone(), discounted * first.per_hour));
        }
        let done = parts.iter().flat_map(|part| &part.done).zip(&outputs);
        let units = done.map(|(done, output)| {
            let name = self.demand.workloads[done.workload].name.as_deref().unwrap_or_default();
            let useful =
                done.useful.dot(self.timeline.discount).named_with(|| format!("discounted useful hours of {name}"));
            useful * output.per_hour
        });
        Some((first.name.clone(), units.reduce(|a, b| a + b)?))
    }

    /// Value of the work of the parts, if any work has a value; after tax, like the cost it is compared with.
    fn value(&self, parts: &[DraftPart<'s>], cost: Figure<'s>) -> Option<WorkValue> {
        let timeline = self.timeline;
        let value = |part: &DraftPart<'s>, done: &ServedWorkload<'s>| {
            let output = self.demand.workloads[done.workload].output.as_ref()?;
            // a demand in the short form is not split by workloads
            let useful = if self.demand.is_short() { part.useful } else { done.useful };
            Some(useful * output.per_hour * quoted::monthly(timeline, output.value.as_ref()?))
        };
        let done = parts.iter().flat_map(|part| part.done.iter().map(move |done| (part, done)));
        let value = sum(done.map(|(part, done)| value(part, done)))?.named("value of the work");
        let line = DraftLine::new(timeline, "value of the work", CostGroup::Usage, &[Flow::Monthly(value)]);
        let [total, present_value] = self.after_tax(&line);
        let total = total.named("value of the work over the horizon");
        let present_value = present_value.named("present value of the work");
        let less_cost = (present_value - cost).named("value minus cost");
        Some(WorkValue { total: total.id(), present_value: present_value.id(), less_cost: less_cost.id() })
    }

    /// Shares of the workloads in the present value of a part, by useful hours in the part's own accelerators; for an endpoint
    /// whose prices depend on the workload, by charge.
    fn workload_costs(&self, part: &DraftPart<'s>) -> Vec<WorkloadCost> {
        let discount = self.timeline.discount;
        let present_value = part.lines.iter().map(|line| line.present_value).reduce(|a, b| a + b);
        let total = part.lines.iter().map(|line| line.total).reduce(|a, b| a + b);
        let all = part.done.iter().map(|done| done.charge.map_or(done.own, |charge| charge.all)).reduce(|a, b| a + b);
        let by_charge = part.done.iter().any(|done| done.charge.is_some());
        let Some(((present_value, total), all)) = present_value.zip(total).zip(all) else {
            return Vec::new();
        };
        if self.demand.is_short() {
            return Vec::new();
        }
        let of_all = "discounted useful hours of all workloads, in own accelerators";
        let all = all.dot(discount).named(if by_charge { "discounted charge for all workloads" } else { of_all });
        let cost = |done: &ServedWorkload<'s>| {
            let workload = &self.demand.workloads[done.workload];
            let name = workload.name.as_deref().unwrap_or_default();
            let share = if let Some(charge) = done.charge {
                let charge = charge.all.dot(discount).named_with(|| format!("discounted charge for {name}"));
                (charge / all).named_with(|| format!("share of {name} in the charge"))
            } else {
                let hours = done.own.dot(discount);
                let hours = hours.named_with(|| format!("discounted useful hours of {name}, in own accelerators"));
                (hours / all).named_with(|| format!("share of {name} in useful hours"))
            };
            let cost = (present_value * share).named_with(|| format!("cost of {name}"));
            let hours = done.useful.dot(self.timeline.months).named_with(|| format!("useful hours served of {name}"));
            let useful = done.useful.dot(discount).named_with(|| format!("discounted useful hours of {name}"));
            let units = workload.output.as_ref().map(|output| {
                let units = useful * output.per_hour;
                units.named_with(|| format!("discounted units of {name}"))
            });
            let per_unit = units.map(|units| (cost / units).named_with(|| format!("cost of a unit of {name}")).id());
            let per_kind = units.and_then(|units| self.token_costs(workload, done, cost, units));
            let per_run = workload.run.map(|run| {
                let runs = (useful / run).named_with(|| format!("discounted runs of {name}"));
                (cost / runs).named_with(|| format!("cost of a run of {name}")).id()
            });
            WorkloadCost {
                workload: done.workload,
                useful_hours: hours.id(),
                done: useful.id(),
                whole: present_value.id(),
                total: (total * share).id(),
                cost: cost.id(),
                per_unit,
                per_run,
                per_kind,
                allocation: if by_charge { CostAllocation::Charges } else { CostAllocation::UsefulHours },
            }
        };
        part.done.iter().map(cost).collect()
    }

    /// Cost of a million tokens read, read from the cache, and written: the cost of a workload is split by the time that
    /// accelerators spend on each, or by the charges of an endpoint; none if its rate is the same for all tokens.
    fn token_costs(
        &self,
        workload: &DraftWorkload<'s>,
        done: &ServedWorkload<'s>,
        cost: Figure<'s>,
        units: Figure<'s>,
    ) -> Option<TokenCosts> {
        let (tokens, name) = (workload.tokens.as_ref()?.shares(), workload.name.as_deref()?);
        let of = |what: &str, of_cost: Figure<'s>, of_tokens: Figure<'s>| {
            (cost * of_cost / (units * of_tokens))
                .named_with(|| format!("cost of a million tokens {what} of {name}"))
                .id()
        };
        let Some(charge) = done.charge else {
            let reading = done.reading?;
            let (input, output) = (of("read", reading, tokens.input), of("written", 1 - reading, tokens.output));
            return Some(TokenCosts { input, cached: None, output });
        };
        let whats = ["read", "read from the cache", "written"];
        let discounted = |at: usize| {
            let kind = charge.kinds[at].dot(self.timeline.discount);
            kind.named_with(|| format!("discounted charge for tokens {} of {name}", whats[at]))
        };
        let [input, cached, output] = [0, 1, 2].map(discounted);
        let all = (input + cached + output)
            .named_with(|| format!("discounted charge for {name}, without discount of a batch"));
        Some(TokenCosts {
            input: of("read", input / all, tokens.input),
            cached: Some(of("read from the cache", cached / all, tokens.cached)),
            output: of("written", output / all, tokens.output),
        })
    }

    /// Pair of an owned option or hybrid with a rented option. If no option is named for work beyond a fleet, the
    /// rented option serves it at its metered prices, without its other lines, so both sides do the same work at every
    /// demand.
    #[must_use]
    pub fn pair(&self, own: (usize, &DraftOption<'s>), rent: (usize, &DraftOption<'s>)) -> PairModel {
        let timeline = self.timeline;
        let ((own_at, own), (rent_at, rent)) = (own, rent);
        let (mut owning, mut adjustments) = (own.present_value, Vec::new());
        let entry = self.scenario.rent.iter().find(|entry| entry.at == rent.model.at);
        let entry = entry.expect("a rent option of the file");
        for waiting in &own.waiting {
            let served = rent::usage(timeline, self.demand, entry, &waiting.load, &[], CostGroup::Burst);
            let relief = self.tax.and_then(|tax| tax.draft.relief(timeline, &served.lines));
            let lines = served.lines.iter().chain(&relief);
            let served = timeline.draft.sum(Unit::MONEY, lines.map(|line| line.present_value));
            owning = owning + served;
            adjustments.push(("deferred work, rented", served.id()));
            if let Some(delay) = waiting.delay {
                let spared = timeline.draft.nothing(Unit::MONEY) - delay;
                owning = owning + spared;
                adjustments.push(("cost of delay avoided", spared.id()));
            }
        }
        let difference = (owning - rent.present_value).named("present value of owning minus renting");
        let beyond =
            |present_value: Figure<'s>| (own.present_value - present_value).positive_part_over(rent.present_value);
        let at_horizon = beyond(timeline.draft.nothing(Unit::MONEY)) / timeline.discount_at(timeline.horizon);
        // higher sale prices are taxed
        let at_horizon = self.tax.map_or(at_horizon, |tax| at_horizon / tax.draft.kept());
        // the ratio first: the product of two sums of money would exceed the number range
        let as_counted = own.resale.map(|(total, present_value)| beyond(present_value) * (total / present_value));
        let resale_needed = [as_counted, Some(at_horizon)].into_iter().flatten();
        let resale_needed = resale_needed.map(|needed| needed.named("resale needed").id()).collect();
        PairModel { own: own_at, rent: rent_at, difference: difference.id(), adjustments, resale_needed }
    }
}

/// The part by figure IDs.
fn finished<'s>(timeline: &Timeline<'s>, part: &DraftPart<'s>) -> PartModel {
    let elsewhere = |served: &ServedElsewhere<'s>| ElsewhereModel {
        group: served.group,
        option: served.option.clone(),
        useful_hours: served.useful.dot(timeline.months).named("useful hours served by other options").id(),
    };
    PartModel {
        option: part.option.clone(),
        at: part.at,
        workloads: part.set.clone(),
        site_power: site_power(part),
        accelerators: part.owned.as_ref().map(|owned| owned.accelerators.id()),
        jobs: part.owned.iter().flat_map(|owned| &owned.jobs).map(FleetJob::finished).collect(),
        paid_in: part.owned.as_ref().map(|owned| owned.paid_in),
        elsewhere: part.elsewhere.iter().map(elsewhere).collect(),
        sizing: part.sizing.as_ref().map(Sizing::finished),
        events: part.events.clone(),
        fleet: None,
        burst_commitments: part.owned.iter().flat_map(|owned| owned.burst_commitments.clone()).collect(),
    }
}

/// Power that the site of a part must deliver.
fn site_power(part: &DraftPart<'_>) -> Option<FigureId> {
    part.owned.as_ref()?.site_power.map(Figure::id)
}

/// Loan of an owned option.
fn loan(kind: OptionKind, parts: &[DraftPart<'_>]) -> Option<LoanModel> {
    match (kind, parts) {
        (OptionKind::Own, [part]) => part.owned.as_ref()?.loan.as_ref().map(DraftLoan::finished),
        (OptionKind::Own | OptionKind::Rent | OptionKind::Hybrid, _) => None,
    }
}

/// Sum of the rows that exist.
fn sum<'s>(rows: impl Iterator<Item = Option<Figure<'s>>>) -> Option<Figure<'s>> {
    rows.flatten().reduce(|a, b| a + b)
}

/// Lines of all parts; lines with the same name and group are added.
fn added<'a, 's>(parts: &'a [DraftPart<'s>]) -> Vec<Cow<'a, DraftLine<'s>>> {
    let mut lines: Vec<Cow<'a, DraftLine<'s>>> = Vec::new();
    for line in parts.iter().flat_map(|part| &part.lines) {
        let same = |other: &&mut Cow<'a, DraftLine<'s>>| {
            other.line.name == line.line.name && other.line.group == line.line.group
        };
        match lines.iter_mut().find(same).filter(|_| parts.len() > 1) {
            Some(first) => *first = Cow::Owned(first.and(line)),
            None => lines.push(Cow::Borrowed(line)),
        }
    }
    lines
}
