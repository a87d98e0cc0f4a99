//! One option with the workloads that it serves: its lines, its work, and what a report says of it. A hybrid has several.

use super::events::Event;
use super::figures::{CommitmentFigures, Sizing};
use super::line::{CostGroup, DraftLine, Flow};
use super::load::OptionLoad;
use super::loan::DraftLoan;
use super::own::{self, DemandedHours, Elsewhere, Fleet, FleetJob, Plan};
use super::rent::{self, Committed, Usage, WorkHours};
use super::taxed::Taxation;
use super::undone::Undone;
use super::{operating, schedule};
use crate::demand::{DraftDemand, Throughput};
use crate::inputs::Inputs as _;
use crate::scenario::Scenario;
use crate::scenario::conventions::Financing;
use crate::scenario::document::{Entry, Given, Named, NodeId, ScalarOr};
use crate::scenario::line::OneOff;
use crate::scenario::quantities::{Amount, TaxRate};
use crate::scenario::rent::Rent;
use crate::sheet::Figure;
use crate::timeline::Timeline;

/// What every option is written with.
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a, 's> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The calendar.
    pub timeline: &'a Timeline<'s>,
    /// What is demanded.
    pub demand: &'a DraftDemand<'s>,
    /// The tax, if there is one.
    pub tax: Option<Taxation<'a, 's>>,
}

/// An option with the workloads that it serves, while the sheet is written. Rows are amounts a month.
#[derive(Clone, Debug)]
pub struct DraftPart<'s> {
    /// `own.NAME` or `rent.NAME`.
    pub option: String,
    /// Its part of the document.
    pub at: NodeId,
    /// The workloads, by their place in the demand.
    pub set: Vec<usize>,
    /// Its lines.
    pub lines: Vec<DraftLine<'s>>,
    /// Present value of the tax on the whole of what is received for things sold.
    pub tax_on_receipts: Option<Figure<'s>>,
    /// Useful hours, in reference accelerator-hours.
    pub useful: Figure<'s>,
    /// Useful hours left undone, in reference accelerator-hours.
    pub undone: Option<Figure<'s>>,
    /// Hours in which the headroom of the work is not held, where nobody else holds it.
    pub without_headroom: Option<Figure<'s>>,
    /// Useful hours lost because the fleet is down, in reference accelerator-hours.
    pub lost: Option<Figure<'s>>,
    /// Hours owned or paid for, of the accelerators that are; none where a price per unit hides them.
    pub paid: Option<Figure<'s>>,
    /// What those hours are worked for.
    pub work: Option<WorkHours<'s>>,
    /// What it does of each workload.
    pub done: Vec<Done<'s>>,
    /// Metered energy.
    pub energy: Option<Figure<'s>>,
    /// CO2 equivalent of it.
    pub carbon: Option<Figure<'s>>,
    /// How its commitments are used.
    pub commitments: Vec<CommitmentFigures>,
    /// What the whole demand needs of it; none with a price per unit.
    pub sizing: Option<Sizing<Figure<'s>>>,
    /// What begins or ends within the horizon.
    pub events: Vec<Event>,
    /// What only an owned option has.
    pub owned: Option<Owned<'s>>,
}

/// Useful hours of a workload that an option does.
#[derive(Clone, Copy, Debug)]
pub struct Done<'s> {
    /// The workload, by its place in the demand.
    pub workload: usize,
    /// Hours, in reference accelerator-hours.
    pub useful: Figure<'s>,
    /// The same in hours of the option's own accelerators.
    pub own: Figure<'s>,
}

/// What only an owned option has.
#[derive(Clone, Debug)]
pub struct Owned<'s> {
    /// Servers in service.
    pub nodes: Figure<'s>,
    /// Power that the site has to deliver.
    pub site_power: Option<Figure<'s>>,
    /// Accelerators of the fleet.
    pub accelerators: Figure<'s>,
    /// Flexible workloads whose jobs have a size.
    pub jobs: Vec<FleetJob<'s>>,
    /// The month of the last payment for the first purchase.
    pub paid_in: u32,
    /// Hours in service, of its own accelerators.
    pub in_service: Figure<'s>,
    /// Hours in which they work usefully.
    pub worked: Figure<'s>,
    /// Useful hours that are demanded of it while it is in service.
    pub demanded: DemandedHours<'s>,
    /// What of the resale is unexpired book value.
    pub book_resale: Option<Figure<'s>>,
    /// The loan on the first purchase.
    pub loan: Option<DraftLoan<'s>>,
    /// Useful hours that options named for them serve in its place.
    pub elsewhere: Vec<ServedElsewhere<'s>>,
    /// How the commitments are used that are made for its bursts.
    pub burst_commitments: Vec<CommitmentFigures>,
    /// What is left undone once the fleet serves, where no option is named to serve it.
    pub waiting: Option<DeferredWork<'s>>,
}

/// What an option serves in the place of a fleet.
#[derive(Clone, Debug)]
pub struct ServedElsewhere<'s> {
    /// `burst` or `until_delivery`.
    pub group: CostGroup,
    /// `rent.NAME`.
    pub option: String,
    /// Useful hours, in reference accelerator-hours.
    pub useful: Figure<'s>,
}

/// Work beyond a fleet that no option is named for.
#[derive(Clone, Debug)]
pub struct DeferredWork<'s> {
    /// The work.
    pub load: OptionLoad<'s>,
    /// Present value of the delay that it causes beyond that before the first delivery.
    pub delay: Option<Figure<'s>>,
}

/// An option that serves what a fleet does not, and what it charges for it.
type Role<'a, 's> = (&'a Entry<Rent>, Usage<'s>);

impl<'s> Writer<'_, 's> {
    /// A rent option that serves a set of workloads.
    #[must_use]
    pub fn rent(&self, entry: &Entry<Rent>, set: &[usize]) -> DraftPart<'s> {
        let (timeline, rent) = (self.timeline, &entry.value);
        let load = OptionLoad::whole(timeline, self.demand, set);
        let usage = rent::usage(timeline, self.demand, entry, &load, &rent::stated(rent), CostGroup::Usage);
        let mut lines = usage.lines.clone();
        lines.extend(rent::operating(timeline, rent, &usage, CostGroup::Operating, None));
        lines.extend(self.one_offs(&rent.one_off, rent.indirect_tax.as_ref()));
        let tax_on_receipts = self.add_tax(&mut lines, None);
        let energy = self.rented_energy(rent, &usage);
        let carbon = energy.zip(rent.carbon_kg_per_kwh.as_ref());
        DraftPart {
            option: format!("rent.{}", entry.name),
            at: entry.at,
            set: set.to_vec(),
            lines,
            tax_on_receipts,
            useful: usage.useful,
            undone: None,
            without_headroom: None,
            lost: None,
            paid: usage.paid.map(|paid| paid.instance_hours * paid.accelerators),
            work: usage.work,
            done: self.done(&rent.relative_throughput, set, &[]),
            energy,
            carbon: carbon.map(|(energy, carbon)| energy * timeline.draft.given(carbon)),
            commitments: commitment_figures(&usage),
            sizing: usage.sizing,
            events: schedule::of_rented(entry, &self.firsts(), timeline.horizon),
            owned: None,
        }
    }

    /// What an option pays once; `tax` is the rate on what it is invoiced.
    fn one_offs(
        &self,
        one_offs: &Named<ScalarOr<Given<Amount>, OneOff>>,
        tax: Option<&Given<TaxRate>>,
    ) -> Vec<DraftLine<'s>> {
        one_offs.iter().filter_map(|entry| operating::one_off_line(self.timeline, entry, tax)).collect()
    }

    /// The first months of all periods.
    fn firsts(&self) -> Vec<u32> {
        self.timeline.draft.periods().iter().map(|period| period.first).collect()
    }

    /// What an option does of each workload of a set: what is demanded, less what is missed.
    fn done(&self, throughput: &Throughput, set: &[usize], missed: &[&OptionLoad<'s>]) -> Vec<Done<'s>> {
        let measure = self.demand.measure(throughput);
        let one = |at: &usize| {
            let demanded = self.demand.workloads[*at].useful;
            let of_one = |load: &&OptionLoad<'s>| load.useful_of(self.timeline, self.demand, *at);
            let missed = missed.iter().map(of_one).reduce(|a, b| a + b);
            let useful = missed.map_or(demanded, |missed| demanded.positive_part_over(missed));
            Done { workload: *at, useful, own: measure.own_accelerators(*at, useful) }
        };
        set.iter().map(one).collect()
    }

    /// The work that nobody does: what waits, and what is lost to downtime.
    fn missed<'f>(&self, plan: &Plan<'_>, fleet: &'f Fleet<'s>) -> Vec<&'f OptionLoad<'s>> {
        // the short form has no workloads to tell apart
        if self.demand.is_short() {
            return Vec::new();
        }
        let rest = &fleet.served.rest;
        let before = rest.before.as_ref().filter(|_| matches!(plan.until_delivery, Elsewhere::Wait));
        let beyond = match plan.burst {
            Elsewhere::To(..) => Vec::new(),
            Elsewhere::Unnamed => vec![&rest.lost],
            Elsewhere::Wait => vec![&rest.lost, &rest.beyond],
        };
        before.into_iter().chain(beyond).collect()
    }

    /// Metered energy of the instances paid for, where their power is stated; without a PUE that of the servers alone.
    fn rented_energy(&self, rent: &Rent, usage: &Usage<'s>) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        let servers = usage.paid?.instance_hours * draft.given(rent.power_kw.as_ref()?);
        let energy = rent.pue.as_ref().map_or(servers, |pue| servers * draft.given(pue));
        Some(energy.named("energy"))
    }

    /// An owned option with what it bursts to and what serves until it is delivered.
    #[must_use]
    pub fn own(&self, plan: &Plan<'_>) -> DraftPart<'s> {
        let set = plan.set.as_slice();
        let (timeline, own) = (self.timeline, &plan.entry.value);
        let fleet = own::fleet(timeline, self.demand, plan);
        let rest = &fleet.served.rest;
        let before = rest.before.as_ref().zip(plan.until_delivery.to());
        let until = before
            .map(|(load, (entry, committed))| (entry, self.role(entry, load, committed, CostGroup::UntilDelivery)));
        let burst = plan
            .burst
            .to()
            .map(|(entry, committed)| (entry, self.role(entry, &rest.burst, committed, CostGroup::Burst)));
        let mut lines = fleet.lines.clone();
        lines.extend(own::operating_lines(timeline, plan, &fleet, burst.as_ref().map(|(_, usage)| usage.bill)));
        self.role_lines(&mut lines, until.as_ref(), burst.as_ref());
        lines.extend(self.one_offs(&own.one_off, own.indirect_tax.as_ref()));
        let undone = self.undone(plan, &fleet);
        lines.extend(undone.delay.clone());
        let tax_on_receipts = self.add_tax(&mut lines, Some((plan, &fleet)));
        if let (Financing::Inside, Some(loan)) = (self.scenario.financing(), &fleet.loan) {
            lines.extend(loan.lines(timeline, self.tax.map(|tax| tax.draft)));
        }
        let served = |(entry, usage): &Role<'_, 's>, group| ServedElsewhere {
            group,
            option: format!("rent.{}", entry.name),
            useful: usage.useful,
        };
        let until_delivery = until.as_ref().map(|role| served(role, CostGroup::UntilDelivery));
        let elsewhere =
            until_delivery.into_iter().chain(burst.as_ref().map(|role| served(role, CostGroup::Burst))).collect();
        let burst_commitments = burst.as_ref().map(|(_, usage)| commitment_figures(usage)).unwrap_or_default();
        let usages: Vec<&Usage<'s>> = [&until, &burst].into_iter().flatten().map(|(_, usage)| usage).collect();
        let rented = usages.iter().filter_map(|usage| usage.paid);
        let paid = rented.fold(fleet.in_service, |sum, paid| sum + paid.instance_hours * paid.accelerators);
        let carbon = fleet.energy.zip(own.carbon_kg_per_kwh.as_ref());
        DraftPart {
            option: format!("own.{}", plan.entry.name),
            at: plan.entry.at,
            set: set.to_vec(),
            useful: usages.iter().fold(fleet.served.useful, |sum, usage| sum + usage.useful),
            undone: undone.hours,
            without_headroom: undone.without_headroom,
            lost: self.lost(plan, &fleet),
            paid: Some(paid),
            work: Some(
                usages.iter().filter_map(|usage| usage.work).fold(fleet.served.work(), |sum, work| sum.and(&work)),
            ),
            done: self.done(&own.relative_throughput, set, &self.missed(plan, &fleet)),
            energy: fleet.energy,
            carbon: carbon.map(|(energy, carbon)| energy * timeline.draft.given(carbon)),
            commitments: Vec::new(),
            sizing: Some(fleet.sizing),
            events: schedule::of_owned(plan, &self.firsts(), timeline.horizon),
            owned: Some(Owned { elsewhere, burst_commitments, ..self.owned(plan, fleet, &undone) }),
            lines,
            tax_on_receipts,
        }
    }

    fn owned(&self, plan: &Plan<'_>, fleet: Fleet<'s>, undone: &Undone<'s>) -> Owned<'s> {
        let timeline = self.timeline;
        // in the short form the factor moves the share of the hours, and what fits does so at every factor
        let waits = match plan.burst {
            Elsewhere::Wait => true,
            Elsewhere::Unnamed => !self.demand.is_short(),
            Elsewhere::To(..) => false,
        };
        let kept = |line: &DraftLine<'s>| self.after_tax(line)[1];
        let delay = match (&undone.delay, &undone.delay_before) {
            (Some(all), Some(before)) => Some(kept(all) - kept(before)),
            (Some(all), None) => Some(kept(all)),
            (None, _) => None,
        };
        let in_service = |hours| timeline.limited(hours, plan.first_service, timeline.horizon, &plan.dates);
        Owned {
            nodes: fleet.nodes,
            site_power: fleet.site_power,
            accelerators: fleet.accelerators,
            jobs: fleet.served.jobs,
            paid_in: plan.paid(),
            in_service: fleet.in_service,
            worked: fleet.served.useful_accelerators,
            demanded: DemandedHours {
                within: in_service(fleet.demanded.within),
                too_large: fleet.demanded.too_large.map(in_service),
            },
            book_resale: fleet.book_resale,
            loan: match self.tax {
                Some(tax) => fleet.loan.map(|loan| loan.after_tax(timeline, tax.draft)),
                None => fleet.loan,
            },
            elsewhere: Vec::new(),
            burst_commitments: Vec::new(),
            waiting: waits.then_some(DeferredWork { load: fleet.served.rest.beyond, delay }),
        }
    }

    fn role(
        &self,
        entry: &Entry<Rent>,
        load: &OptionLoad<'s>,
        committed: &[Committed<'_>],
        group: CostGroup,
    ) -> Usage<'s> {
        rent::usage(self.timeline, self.demand, entry, load, committed, group)
    }

    /// Usage, operating lines and one-offs of the options that serve what the fleet does not; the one-offs of an option
    /// once for both roles, at the end of the first month in which anything is rented.
    fn role_lines(&self, lines: &mut Vec<DraftLine<'s>>, until: Option<&Role<'_, 's>>, burst: Option<&Role<'_, 's>>) {
        let roles = [(until, CostGroup::UntilDelivery), (burst, CostGroup::Burst)];
        for (role, group) in roles {
            let Some((entry, usage)) = role else { continue };
            lines.extend(usage.lines.clone());
            lines.extend(rent::operating(self.timeline, &entry.value, usage, group, Some(usage.rented)));
            let earlier = until.filter(|(other, _)| group == CostGroup::Burst && other.at == entry.at);
            let first = self.first_rented(usage.rented, earlier.map(|(_, usage)| usage.rented));
            for one_off in &entry.value.one_off {
                let tax = entry.value.indirect_tax.as_ref();
                let (amount, _) = operating::one_off(self.timeline, &one_off.value, tax);
                let amount = amount.paid_in_first_months(self.timeline) * first;
                lines.push(DraftLine::new(self.timeline, &one_off.name, group, &[Flow::FirstMonth(amount)]));
            }
        }
    }

    /// 1 in the first period in which `rented` is 1, unless `earlier` was 1 anywhere before.
    fn first_rented(&self, rented: Figure<'s>, earlier: Option<Figure<'s>>) -> Figure<'s> {
        let periods = 0..self.timeline.draft.periods().len();
        let mut before = earlier.and_then(|row| periods.clone().map(|at| row.pick(at)).reduce(|a, b| a.max(b)));
        let mut firsts = Vec::new();
        for at in periods {
            let now = rented.pick(at);
            firsts.push(before.map_or(now, |before| now * (1 - before)));
            before = Some(before.map_or(now, |before| before.max(now)));
        }
        self.timeline.draft.join(&firsts).named("first month in which anything is rented")
    }
}

fn commitment_figures(usage: &Usage<'_>) -> Vec<CommitmentFigures> {
    usage.commitments.iter().map(rent::CommitmentUse::finished).collect()
}

impl<'a> Elsewhere<'a> {
    fn to(&self) -> Option<(&'a Entry<Rent>, &[Committed<'a>])> {
        match self {
            Elsewhere::To(entry, committed) => Some((entry, committed)),
            Elsewhere::Unnamed | Elsewhere::Wait => None,
        }
    }
}
