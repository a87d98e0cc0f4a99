//! Writing an option as a whole: its lines, its work, and the figures that a report compares.

use super::figures::{CommitmentFigures, OptionKind, OptionModel, PairModel};
use super::line::{DraftLine, Flow, Group};
use super::operating;
use super::own::{self, Elsewhere, Plan};
use super::rent::{self, Committed, Load, Usage};
use crate::demand::Demand;
use crate::scenario::Scenario;
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::rent::Rent;
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::Unit;

/// An option with its figures at hand, while the sheet is written.
#[derive(Debug)]
pub struct DraftOption<'s> {
    model: OptionModel,
    present_value: Figure<'s>,
    /// Total and present value of what is sold.
    resale: Option<(Figure<'s>, Figure<'s>)>,
    /// What is left undone once the fleet serves, and what that costs.
    waiting: Option<Waiting<'s>>,
}

/// Work beyond the fleet that waits.
#[derive(Debug)]
struct Waiting<'s> {
    load: Load<'s>,
    /// Present value of the delay that it causes beyond that before the first delivery.
    delay: Option<Figure<'s>>,
}

impl DraftOption<'_> {
    /// The figures by their identity.
    #[must_use]
    pub fn finish(self) -> OptionModel {
        self.model
    }
}

/// Work of an option and the hours paid for it, in reference accelerator-hours a month.
#[derive(Clone, Copy)]
struct Work<'s> {
    useful: Figure<'s>,
    paid: Option<Figure<'s>>,
    undone: Option<Figure<'s>>,
    lost: Option<Figure<'s>>,
}

/// What every option is written with.
#[derive(Clone, Copy, Debug)]
pub struct Writer<'a, 's> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The calendar.
    pub timeline: &'a Timeline<'s>,
    /// What is demanded.
    pub demand: &'a Demand<'s>,
}

impl<'s> Writer<'_, 's> {
    /// A rent option that serves the whole demand.
    #[must_use]
    pub fn rent(&self, entry: &Entry<Rent>) -> DraftOption<'s> {
        let (timeline, rent) = (self.timeline, &entry.value);
        let load = Load::whole(timeline, self.demand);
        let usage = rent::usage(timeline, self.demand, rent, &load, &rent::stated(rent), Group::Usage);
        let mut lines = usage.lines.clone();
        lines.extend(rent::operating(timeline, rent, &usage, Group::Operating, None));
        lines.extend(rent.one_off.iter().filter_map(|entry| operating::one_off_line(timeline, entry)));
        let paid = usage.paid.map(|paid| paid.instance_hours * paid.step);
        let work = Work { useful: usage.useful, paid, undone: None, lost: None };
        let mut option = self.option(OptionKind::Rent, &entry.name, entry.at, lines, work);
        option.model.commitments = commitment_figures(&usage);
        option.model.energy = self.rented_energy(rent, &usage).map(|energy| self.per_year(energy).id());
        option.model.carbon = self
            .rented_energy(rent, &usage)
            .zip(rent.carbon_kg_per_kwh.as_ref())
            .map(|(energy, carbon)| self.per_year(energy * timeline.draft.given(carbon)).id());
        option
    }

    fn rented_energy(&self, rent: &Rent, usage: &Usage<'s>) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        let (power, pue) = (draft.given(rent.power_kw.as_ref()?), draft.given(rent.pue.as_ref()?));
        Some((usage.paid?.instance_hours * power * pue).named("energy"))
    }

    /// A monthly row as an average year of the horizon.
    fn per_year(&self, row: Figure<'s>) -> Figure<'s> {
        let draft = self.timeline.draft;
        let year = draft.constant(12, Unit::MONTH.per(Unit::YEAR), "months of a year");
        let horizon = draft.constant(self.timeline.horizon, Unit::MONTH, "months of the horizon");
        row.dot(self.timeline.months).named("the horizon's") * year / horizon
    }

    /// An owned option, with what it bursts to and what serves until it is delivered.
    #[must_use]
    pub fn own(&self, plan: &Plan<'_>) -> DraftOption<'s> {
        let (timeline, own) = (self.timeline, &plan.entry.value);
        let (fleet, rest) = own::fleet(timeline, self.demand, plan);
        let mut lines = fleet.lines.clone();
        let before = rest.before.as_ref();
        let until = before
            .zip(plan.until_delivery.to())
            .map(|(load, (entry, committed))| (entry, self.role(entry, load, committed, Group::UntilDelivery)));
        let burst =
            plan.burst.to().map(|(entry, committed)| (entry, self.role(entry, &rest.burst(), committed, Group::Burst)));
        lines.extend(own::operating_lines(timeline, plan, &fleet, burst.as_ref().map(|(_, usage)| usage.bill)));
        self.role_lines(&mut lines, until.as_ref(), burst.as_ref());
        lines.extend(own.one_off.iter().filter_map(|entry| operating::one_off_line(timeline, entry)));
        let waits_before = before.filter(|_| matches!(plan.until_delivery, Elsewhere::Wait));
        let waits_before = waits_before.map(|load| load.useful(timeline));
        let waits_beyond = matches!(plan.burst, Elsewhere::Wait).then(|| rest.beyond());
        let beyond = waits_beyond.as_ref().map(|load| load.useful(timeline));
        let undone = [waits_before, beyond].into_iter().flatten().reduce(|a, b| a + b);
        let delay = undone.and_then(|undone| self.delay(undone));
        let delay_before = waits_before.and_then(|undone| self.delay(undone));
        let waiting = waits_beyond.map(|load| Waiting {
            load,
            delay: match (&delay, &delay_before) {
                (Some(all), Some(before)) => Some(all.present_value - before.present_value),
                (Some(all), None) => Some(all.present_value),
                (None, _) => None,
            },
        });
        lines.extend(delay);
        let usages: Vec<&Usage<'s>> = [&until, &burst].into_iter().flatten().map(|(_, usage)| usage).collect();
        let useful = usages.iter().fold(fleet.served, |sum, usage| sum + usage.useful);
        let paid = usages
            .iter()
            .try_fold(fleet.in_service, |sum, usage| usage.paid.map(|paid| sum + paid.instance_hours * paid.step));
        let work = Work { useful, paid, undone, lost: fleet.lost };
        let mut option = self.option(OptionKind::Own, &plan.entry.name, plan.entry.at, lines, work);
        option.waiting = waiting;
        option.model.nodes = Some(fleet.nodes.id());
        option.model.book_resale = fleet.book_resale.map(Figure::id);
        option.model.site_power = fleet.site_power.map(Figure::id);
        option.model.energy = fleet.energy.map(|energy| self.per_year(energy).id());
        let carbon = fleet.energy.zip(own.carbon_kg_per_kwh.as_ref());
        option.model.carbon = carbon.map(|(energy, carbon)| self.per_year(energy * timeline.draft.given(carbon)).id());
        let in_service = fleet.in_service.dot(timeline.months).named("hours in service over the horizon");
        let served = fleet.served.dot(timeline.months).named("useful hours of the fleet over the horizon");
        option.model.utilization = Some((served / in_service).named("utilization").id());
        option.model.factor_limit = Some(self.factor_limit(plan, in_service).id());
        option
    }

    /// The largest demand factor that a break-even looks at: the larger of 1 and what fills every hour in service, but
    /// no more than the demand's statement allows.
    fn factor_limit(&self, plan: &Plan<'_>, in_service: Figure<'s>) -> Figure<'s> {
        let timeline = self.timeline;
        let demanded = timeline.limited(self.demand.useful, plan.first_service, timeline.horizon, &plan.dates);
        let one = timeline.draft.constant(1, Unit::ONE, "the stated demand");
        let demanded = demanded.dot(timeline.months).named("useful hours demanded while in service");
        one.max(in_service / demanded).min(self.demand.factor_limit).named("largest demand factor")
    }

    fn role(&self, entry: &Entry<Rent>, load: &Load<'s>, committed: &[Committed<'_>], group: Group) -> Usage<'s> {
        rent::usage(self.timeline, self.demand, &entry.value, load, committed, group)
    }

    /// Usage, operating lines and one-offs of the options that serve what the fleet does not; the one-offs of an option
    /// once for both roles, at the end of the first month in which anything is rented.
    fn role_lines(
        &self,
        lines: &mut Vec<DraftLine<'s>>,
        until: Option<&(&Entry<Rent>, Usage<'s>)>,
        burst: Option<&(&Entry<Rent>, Usage<'s>)>,
    ) {
        let roles = [(until, Group::UntilDelivery), (burst, Group::Burst)];
        for (role, group) in roles {
            let Some((entry, usage)) = role else { continue };
            lines.extend(usage.lines.clone());
            let beside = rent::operating(self.timeline, &entry.value, usage, group, Some(usage.rented));
            lines.extend(beside);
            let earlier = until.filter(|(other, _)| group == Group::Burst && other.at == entry.at);
            let first = self.first_rented(usage.rented, earlier.map(|(_, usage)| usage.rented));
            for one_off in &entry.value.one_off {
                let amount = operating::one_off(self.timeline, &one_off.value).0 * first;
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

    /// Charged in every month in which work is left undone.
    fn delay(&self, undone: Figure<'s>) -> Option<DraftLine<'s>> {
        let cost = self.timeline.draft.given(self.scenario.cost_of_delay_per_month.as_ref()?);
        let row = cost * undone.any();
        Some(DraftLine::new(self.timeline, "delay", Group::Delay, &[Flow::Monthly(row)]))
    }

    fn option(
        &self,
        kind: OptionKind,
        name: &str,
        at: NodeId,
        lines: Vec<DraftLine<'s>>,
        work: Work<'s>,
    ) -> DraftOption<'s> {
        let (timeline, draft) = (self.timeline, self.timeline.draft);
        let total = draft.sum(Unit::MONEY, lines.iter().map(|line| line.total)).named("total");
        let present_value = draft.sum(Unit::MONEY, lines.iter().map(|line| line.present_value)).named("present value");
        let useful = work.useful.named("useful hours");
        let useful_hours = useful.dot(timeline.months).named("useful hours over the horizon");
        let discounted = useful.dot(timeline.discount).named("discounted useful hours");
        let hours = |row: Option<Figure<'s>>| {
            row.map_or_else(|| draft.nothing(useful_hours.unit()), |row| row.dot(timeline.months))
        };
        let (undone, lost) = (hours(work.undone).named("work left undone"), hours(work.lost).named("lost to downtime"));
        let paid = work.paid.map(|paid| paid.dot(timeline.months).named("hours paid for"));
        let sold = || lines.iter().filter(|line| line.line.group == Group::Resale);
        let resale =
            sold().map(|l| l.total).reduce(|a, b| a + b).zip(sold().map(|l| l.present_value).reduce(|a, b| a + b));
        let model = OptionModel {
            name: format!("{}.{name}", kind.name()),
            at,
            kind,
            total: total.id(),
            present_value: present_value.id(),
            useful_hours: useful_hours.id(),
            undone: undone.id(),
            lost: lost.id(),
            nodes: None,
            site_power: None,
            energy: None,
            carbon: None,
            book_resale: None,
            factor_limit: None,
            per_useful_hour: (present_value / discounted).named("per useful hour").id(),
            per_unit: self.demand.output.map(|output| (present_value / (discounted * output)).named("per unit").id()),
            utilization: None,
            useful_share: paid.map(|paid| (useful_hours / paid).named("useful share of paid hours").id()),
            commitments: Vec::new(),
            lines: lines.into_iter().map(|line| line.line).collect(),
        };
        DraftOption { model, present_value, resale, waiting: None }
    }

    /// An owned option against a rented one. Where work beyond the fleet waits, the compared option serves it at its
    /// metered prices, without its other lines, so that both sides do the same work at every demand.
    #[must_use]
    pub fn pair(&self, own: (usize, &DraftOption<'s>), rent: (usize, &DraftOption<'s>)) -> PairModel {
        let timeline = self.timeline;
        let ((own_at, own), (rent_at, rent)) = (own, rent);
        let (mut owning, mut adjustments) = (own.present_value, Vec::new());
        if let Some(waiting) = &own.waiting {
            let entry =
                self.scenario.rent.iter().find(|entry| entry.at == rent.model.at).expect("a rent option of the file");
            let served = rent::usage(timeline, self.demand, &entry.value, &waiting.load, &[], Group::Burst);
            let served = timeline.draft.sum(Unit::MONEY, served.lines.iter().map(|line| line.present_value));
            owning = owning + served;
            adjustments.push(("what waits, rented", served.id()));
            if let Some(delay) = waiting.delay {
                let spared = timeline.draft.nothing(Unit::MONEY) - delay;
                owning = owning + spared;
                adjustments.push(("no delay", spared.id()));
            }
        }
        let difference = (owning - rent.present_value).named("present value of owning less renting");
        let resale_needed = own.resale.map_or_else(
            || (own.present_value - rent.present_value).above_zero() / timeline.discount_at(timeline.horizon),
            |(total, present_value)| {
                let needed = (own.present_value - present_value - rent.present_value).above_zero();
                // the ratio first: two sums of money multiplied would soon be beyond all bounds
                needed * (total / present_value)
            },
        );
        let resale_needed = Some(resale_needed.named("resale needed").id());
        PairModel { own: own_at, rent: rent_at, difference: difference.id(), adjustments, resale_needed }
    }
}

fn commitment_figures(usage: &Usage<'_>) -> Vec<CommitmentFigures> {
    let figures = |used: &rent::CommitmentUse<'_>| CommitmentFigures {
        name: used.name.clone(),
        used_share: used.used_share.id(),
        covered_share: used.covered_share.id(),
    };
    usage.commitments.iter().map(figures).collect()
}

impl<'a> Elsewhere<'a> {
    fn to(&self) -> Option<(&'a Entry<Rent>, &[Committed<'a>])> {
        match self {
            Elsewhere::To(entry, committed) => Some((entry, committed)),
            Elsewhere::Unnamed | Elsewhere::Wait => None,
        }
    }
}
