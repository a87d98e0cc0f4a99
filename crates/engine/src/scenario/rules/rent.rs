//! Rules of options to rent.

use super::names::{WAIT, ids};
use super::replicas::Servers;
use super::{Rules, lines};
use crate::diagnostic::Code;
use crate::scenario::OptionId;
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::quantity::Quantity as _;
use crate::scenario::rent::{Rent, Scaling};

impl<'a> Rules<'a> {
    pub(super) fn rent(&mut self, option: &'a Entry<Rent>) {
        self.instances(option);
        self.serves(option.at, option.value.serves.as_deref());
        self.throughput(option.at, &option.value.relative_throughput, option.value.serves.as_deref());
        self.units_of(&option.value);
        self.rented_rates(option);
        if !option.value.is_endpoint() {
            let accelerators = option.value.accelerators_per_instance.as_ref();
            self.replicas(&Servers {
                at: option.at,
                path: OptionId::rent(&option.name).to_string(),
                accelerators: accelerators.and_then(|count| Some((self.known(count)?.decimal(), count.at))),
                replicas: &option.value.replica_accelerators,
                serves: option.value.serves.as_deref(),
            });
        }
        self.quota(option);
        self.tariff(option);
        self.price_paths(option);
        self.rented_companions(option);
        let rent = &option.value;
        let lines = [ids(&rent.operating), ids(&rent.one_off), ids(&rent.commitments)].concat();
        self.not_applicable(&rent.not_applicable, &lines);
        for commitment in &option.value.commitments {
            self.commitment(commitment);
        }
        if let Some(spot) = &option.value.spot {
            self.spot(option, spot);
        }
        let by_the_hour = rent.on_demand_per_instance_hour.is_some() || rent.on_demand_per_accelerator_hour.is_some();
        let failing = self.document.member(option.at, "on_demand").filter(|_| by_the_hour && rent.on_demand.is_some());
        if let Some(at) = failing {
            self.failures((&OptionId::rent(&option.name), option.at), at, rent.serves.as_deref());
        }
        for line in lines::rented(&option.value.operating) {
            self.line(&line);
        }
        for line in &option.value.operating {
            self.indirect_tax_of_staff(line.value.fte.is_some(), line.value.indirect_tax.as_ref());
        }
        self.one_offs(&option.value.one_off);
    }

    /// Instances have accelerators, unless the price is per unit.
    fn instances(&mut self, option: &Entry<Rent>) {
        let rent = &option.value;
        if !rent.is_endpoint() && rent.accelerators_per_instance.is_none() && !self.placeholders.contains(&option.at) {
            let message = format!("`rent.{}` has no `accelerators_per_instance`", option.name);
            let diagnostic = self.at(Code::MissingKey, option.at, message);
            self.found.push(diagnostic.label("add `accelerators_per_instance: 8`"));
        }
    }

    /// Commitments are part of a quota, and the load above it goes to another rented option that serves it.
    fn quota(&mut self, option: &Entry<Rent>) {
        let rent = &option.value;
        if let Some(quota) = &rent.max_instances
            && let Some(most) = self.known(quota).map(|quota| quota.decimal())
        {
            for commitment in &rent.commitments {
                let instances = &commitment.value.instances;
                if self.known(instances).is_some_and(|instances| instances.decimal() > most) {
                    let message = format!("`{}` commits to more instances than the quota", commitment.name);
                    let diagnostic = self.at(Code::OutOfBounds, instances.at, message);
                    let label = format!("write at most {}", most.normalize());
                    self.found.push(diagnostic.label(label).related(self.document.place(quota.at), "the quota"));
                }
            }
        }
        let Some(name) = &rent.burst_to else { return };
        if rent.max_instances.is_none() && !self.is_unclear(option.at) {
            let message = "`burst_to` has no effect without `max_instances`, the quota above which it serves";
            let diagnostic = self.at_key(Code::NoEffect, name.at, message);
            self.found.push(diagnostic.label("remove it, or add `max_instances: 10`"));
        } else if name.value == WAIT || name.value == option.name {
            let why = if name.value == WAIT { "only the work of a fleet can wait" } else { "it is full itself" };
            let message =
                format!("`{}` cannot serve what exceeds the quota of `rent.{}`: {why}", name.value, option.name);
            let diagnostic = self.at(Code::UnknownOption, name.at, message);
            self.found.push(diagnostic.label("name another rent option, or remove the key"));
        } else if let Some(target) = self.rent_option(name) {
            self.reaches(name, rent.serves.as_deref(), target);
        }
    }

    /// Keys that require a certain tariff.
    fn tariff(&mut self, option: &Entry<Rent>) {
        let rent = &option.value;
        let on_demand = rent.on_demand_per_instance_hour.is_some() || rent.on_demand_per_accelerator_hour.is_some();
        let dedicated = rent.dedicated_per_instance_month.is_some() || rent.dedicated_per_accelerator_month.is_some();
        let priced = on_demand || dedicated || rent.is_endpoint();
        let commitments = self.document.member(option.at, "commitments");
        if let Some(at) = commitments.filter(|_| priced && !on_demand && !rent.commitments.is_empty()) {
            let diagnostic = self.at_key(Code::MisplacedKey, at, "commitments require an on-demand price");
            let diagnostic =
                diagnostic.label("remove it, or add `on_demand_per_instance_hour` instead of the other price");
            self.found.push(diagnostic);
        }
        let failing = self.document.member(option.at, "on_demand");
        if let Some(at) = failing.filter(|_| priced && !on_demand) {
            let diagnostic = self.at_key(Code::MisplacedKey, at, "`on_demand` requires an on-demand price");
            let label = "remove it, or add `on_demand_per_instance_hour` instead of the other price";
            self.found.push(diagnostic.label(label));
        }
        let spot = self.document.member(option.at, "spot");
        if let Some(at) = spot.filter(|_| priced && !on_demand) {
            let diagnostic = self.at_key(Code::MisplacedKey, at, "`spot` requires an on-demand price");
            let label = "remove it, or add `on_demand_per_instance_hour` instead of the other price";
            self.found.push(diagnostic.label(label));
        }
        if let Some(term) = rent.minimum_term_months.as_ref().filter(|_| priced && !dedicated) {
            let message = "`minimum_term_months` requires a dedicated price";
            let diagnostic = self.at_key(Code::MisplacedKey, term.at, message);
            self.found.push(diagnostic.label("remove it, or write it as `term_months` of a commitment"));
        }
    }

    /// Keys that have no effect with the tariff, or without others.
    fn rented_companions(&mut self, option: &Entry<Rent>) {
        if self.is_unclear(option.at) {
            return;
        }
        let rent = &option.value;
        let dedicated = rent.dedicated_per_instance_month.is_some() || rent.dedicated_per_accelerator_month.is_some();
        let power = rent.power_kw.as_ref().map(|power| power.at);
        let pue = rent.pue.as_ref().map(|pue| pue.at);
        let carbon = rent.carbon_kg_per_kwh.as_ref().map(|carbon| carbon.at);
        let cold_start = rent.cold_start_minutes.as_ref().map(|minutes| minutes.at);
        let served = self.served(rent.serves.as_deref());
        let never = if self.known(&rent.scaling) == Some(Scaling::AlwaysOn) {
            Some(("instances that are always on do not start", "remove it"))
        } else if served.iter().all(|workload| !workload.value.varies_by_hour()) {
            Some(("no load of the option varies by the hour", "remove it, or give a workload a `profile`"))
        } else {
            None
        };
        if let (Some(at), Some((why, label))) = (cold_start.filter(|_| !rent.is_endpoint() && !dedicated), never) {
            let message = format!("`cold_start_minutes` has no effect: {why}");
            self.found.push(self.at_key(Code::NoEffect, at, message).label(label));
        }
        let per_load = [Some(rent.scaling.at), Some(rent.idle_overhead.at), cold_start];
        let accelerators = rent.accelerators_per_instance.as_ref().map(|accelerators| accelerators.at);
        let throughput = ["relative_throughput", "token_throughput", "replica_accelerators"];
        let throughput = throughput.map(|key| self.document.member(option.at, key));
        let quota = rent.max_instances.as_ref().map(|quota| quota.at);
        let per_instance = [accelerators, quota, power, pue, carbon].into_iter().chain(throughput);
        let (idle, price): (Vec<NodeId>, &str) = if rent.is_endpoint() {
            (per_load.into_iter().chain(per_instance).flatten().collect(), "a price per unit of output")
        } else if dedicated {
            (per_load.into_iter().flatten().collect(), "a dedicated price")
        } else {
            (Vec::new(), "")
        };
        for at in idle.into_iter().filter(|at| self.is_given(*at)).collect::<Vec<_>>() {
            let message = format!("`{}` has no effect with {price}", self.document.key(at));
            let diagnostic = self.at_key(Code::NoEffect, at, message);
            self.found.push(diagnostic.label("remove it"));
        }
        if !rent.is_endpoint() {
            let energy = power.is_some() || pue.is_some();
            self.companions(&[
                (power, pue.is_some(), "`pue`", "add `pue: 1.1` next to it"),
                (pue, power.is_some(), "`power_kw`", "add `power_kw: 10.2` next to it"),
                (carbon, energy, "`power_kw` and `pue`", "add `power_kw: 10.2` and `pue: 1.1` next to it"),
            ]);
        }
    }
}
