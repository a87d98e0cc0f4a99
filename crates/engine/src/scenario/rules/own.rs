//! Rules of options to own.

use super::names::{WAIT, ids};
use super::replicas::Servers;
use super::{Rules, lines};
use crate::diagnostic::{Code, FixSafety};
use crate::scenario::OptionId;
use crate::scenario::calendar::DatedMonths;
use crate::scenario::document::{Entry, Located, NodeId, ScalarOr};
use crate::scenario::own::{Burst, Own};
use crate::scenario::quantities::Share;
use crate::scenario::quantity::Quantity as _;
use crate::scenario::rent::{Rent, Scaling};
use language::suggest::{is_same_word, nearest};
use rust_decimal::Decimal;

impl<'a> Rules<'a> {
    pub(super) fn own(&mut self, option: &'a Entry<Own>) {
        self.owned_tpu(&option.value);
        self.serves(option.at, option.value.serves.as_deref());
        self.throughput(option.at, &option.value.relative_throughput, option.value.serves.as_deref());
        self.owned_rates(option);
        let accelerators = &option.value.node.accelerators;
        self.replicas(&Servers {
            at: option.at,
            path: OptionId::own(&option.name).to_string(),
            accelerators: self.known(accelerators).map(|count| (count.decimal(), accelerators.at)),
            replicas: &option.value.replica_accelerators,
            serves: option.value.serves.as_deref(),
        });
        self.bridges(&option.value);
        self.lease(option);
        self.loan(option);
        self.delivery(option);
        self.purchases(option);
        self.electricity(option);
        self.electricity_path(&option.value);
        self.owned_companions(option);
        let lines = [ids(&option.value.capital), ids(&option.value.operating), ids(&option.value.one_off)].concat();
        self.not_applicable(&option.value.not_applicable, &lines);
        self.idle_power(&option.value);
        self.payment(option);
        self.warranty(option);
        self.depreciation(option);
        if let Some(failing) = &option.value.interruptions_per_month {
            let serves = option.value.serves.as_deref();
            self.failures((&OptionId::own(&option.name), option.at), failing.at, serves);
        }
        self.bases(option);
        for line in lines::owned(&option.value.operating) {
            self.line(&line);
        }
        for line in &option.value.operating {
            self.indirect_tax_of_staff(line.value.fte.is_some(), line.value.indirect_tax.as_ref());
        }
        self.one_offs(&option.value.one_off);
    }

    fn owned_tpu(&mut self, own: &Own) {
        let Some(accelerator) = &own.accelerator else { return };
        if is_rented_tpu(&accelerator.value) {
            let message = format!("`{}` can only be rented; only edge TPUs are sold", accelerator.value);
            let diagnostic = self.at(Code::OwnedTpu, accelerator.at, message);
            self.found.push(diagnostic.label("move the option to `rent`"));
        }
    }

    /// Rules of the rent options that serve until delivery and above capacity.
    fn bridges(&mut self, own: &'a Own) {
        if let Some(until) = &own.until_delivery
            && let Some(option) = self.rent_option(until)
        {
            self.reaches(until, own.serves.as_deref(), option);
        }
        match &own.burst_to {
            None => {}
            Some(ScalarOr::Scalar(option)) => self.burst(own, option, None),
            Some(ScalarOr::Part(burst)) => self.burst(own, &burst.option, Some(burst)),
        }
    }

    fn burst(&mut self, own: &Own, name: &Located<String>, burst: Option<&Burst>) {
        let Some(option) = self.rent_option(name) else {
            self.commitments_of_none(name, burst);
            return;
        };
        if let Some(burst) = burst {
            self.burst_commitments(own, burst, &option.value);
        }
        self.reaches(name, own.serves.as_deref(), option);
        if self.known(&option.value.scaling) == Some(Scaling::AlwaysOn) {
            let message = format!("`{}` is always on, so bursts pay for the monthly peak in every hour", name.value);
            let diagnostic =
                self.at(Code::AlwaysOnBurst, name.at, message).label("burst to an option with `scaling: autoscale`");
            self.found.push(diagnostic.related(self.document.place(option.value.scaling.at), "always on"));
        }
        for entry in burst.iter().flat_map(|burst| &burst.commitments) {
            let known = option.value.commitments.iter().map(|commitment| commitment.name.as_str());
            if option.value.commitments.get(&entry.name).is_none() {
                let message = format!("`rent.{}` has no commitment `{}`", option.name, entry.name);
                let near = nearest(&entry.name, known.clone());
                let label = match (near, known.collect::<Vec<_>>().join("`, `")) {
                    (Some(near), _) => format!("did you mean `{near}`?"),
                    (None, all) if all.is_empty() => "remove it".to_owned(),
                    (None, all) => format!("it has `{all}`"),
                };
                let finding = self.at_key(Code::UnknownCommitment, entry.at, message).label(label);
                self.found.push(finding.suggestion(&entry.name, near));
            }
        }
    }

    /// `wait` has no commitments.
    fn commitments_of_none(&mut self, name: &Located<String>, burst: Option<&Burst>) {
        if name.value != WAIT {
            return;
        }
        if let Some(entry) = burst.and_then(|burst| burst.commitments.iter().next()) {
            let diagnostic = self.at_key(Code::UnknownCommitment, entry.at, "`wait` has no commitments");
            self.found.push(diagnostic.label("remove it, or burst to a rent option"));
        }
    }

    /// Rent option with a name; none for `wait`, and none with a finding for an unknown name.
    pub(super) fn rent_option(&mut self, name: &Located<String>) -> Option<&'a Entry<Rent>> {
        let scenario = self.scenario;
        if name.value == WAIT || self.placeholders.contains(&name.at) {
            return None;
        }
        let required = name.value.strip_prefix("rent.").unwrap_or(&name.value);
        if let Some(option) = scenario.rent.get(&name.value) {
            return Some(option);
        }
        let rented = self.document.member(NodeId::ROOT, "rent");
        if rented.is_none_or(|rent| self.placeholders.contains(&rent)) && self.is_unclear(NodeId::ROOT) {
            return None;
        }
        let known = || scenario.rent.iter().map(|option| option.name.as_str());
        let owned = required.strip_prefix("own.").unwrap_or(required);
        let (message, label, near) = if scenario.rent.get(required).is_some() {
            let message = format!("`{}` is a path; write the name without `rent.`", name.value);
            (message, format!("write `{required}`"), Some((FixSafety::Safe, required)))
        } else if scenario.own.get(owned).is_some() {
            (format!("`{owned}` is an option to own; this must be a rent option"), options(known()), None)
        } else {
            let near = nearest(required, known());
            let label = near.map(|near| format!("did you mean `{near}`?"));
            let label = label.unwrap_or_else(|| options(known()));
            let meaning = |near| FixSafety::safe_if(is_same_word(required, near));
            (format!("there is no rent option `{}`", name.value), label, near.map(|near| (meaning(near), near)))
        };
        let finding = self.at(Code::UnknownOption, name.at, message).label(label);
        self.found.push(match near {
            Some((meaning, near)) => finding.instead(meaning, near),
            None => finding,
        });
        None
    }

    /// The first servers arrive within the horizon, and an option serves until then.
    fn delivery(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        let (Some(horizon), Some(lead)) = (self.horizon(), self.known(&own.lead_time())) else {
            return;
        };
        let purchases: Option<Vec<(NodeId, u32)>> = own
            .purchases
            .iter()
            .flatten()
            .map(|purchase| {
                self.known(&purchase.month)?;
                Some((purchase.month.at, purchase.delivered(lead).max(0).unsigned_abs()))
            })
            .collect();
        let Some(purchases) = purchases else { return };
        let first = purchases.iter().copied().min_by_key(|(_, delivered)| *delivered);
        let in_service = first.map_or(lead, |(_, delivered)| delivered) + 1;
        let cause = if lead > 0 { own.lead_time().at } else { first.map_or(option.at, |(at, _)| at) };
        if in_service > horizon {
            let message = format!(
                "the first servers of `own.{}` enter service in {}, after the horizon of {horizon} months",
                option.name,
                self.month(in_service)
            );
            let diagnostic = self.at(Code::DeliveryBeyondHorizon, cause, message).label("order or deliver earlier");
            let horizon = self.document.place(self.scenario.horizon_months.at);
            self.found.push(diagnostic.related(horizon, "or extend the horizon"));
            return;
        }
        if in_service > 1 && own.until_delivery.is_none() && self.is_demanded(own, in_service) {
            let (first, last) = (self.month(1), self.month(in_service - 1));
            let until = if first.date.is_some() || first == last {
                DatedMonths { first, last }.to_string()
            } else {
                format!("months 1 to {}", last.month)
            };
            let message =
                format!("nothing serves the demand in {until}, before the first servers of `own.{}`", option.name);
            let rented = self.scenario.rent.iter().next();
            let label = match rented {
                Some(rented) => format!("add `until_delivery: {}`, or `until_delivery: wait`", rented.name),
                None => "add `until_delivery: wait`, or a rent option to serve until then".to_owned(),
            };
            self.found.push(self.at(Code::DemandBeforeDelivery, cause, message).label(label));
        }
        if let Some(until) = own.until_delivery.as_ref().filter(|_| in_service == 1 && !self.is_unclear(option.at)) {
            let message = format!(
                "`until_delivery` has no effect: the first servers of `own.{}` serve from month 1",
                option.name
            );
            let diagnostic = self.at_key(Code::NoEffect, until.at, message);
            let diagnostic = diagnostic.label("remove it, or add `lead_time_months`");
            self.found.push(diagnostic.help("`rackrent timing` uses it for later orders"));
        }
        for (at, delivered) in purchases {
            self.beyond_horizon(at, delivered + 1, "serves from");
        }
    }

    /// Whether an option has demand before a month.
    fn is_demanded(&self, own: &Own, month: u32) -> bool {
        let demand = &self.scenario.demand;
        let is_some = |value: Option<Decimal>| value.is_some_and(|value| value > Decimal::ZERO);
        let accelerators = demand.accelerators.as_ref().and_then(|needed| self.known(needed)).map(|needed| needed.0);
        let utilization = demand.utilization.as_ref().and_then(|share| self.known(share)).map(|share| share.0);
        let serves =
            |name: &str| own.serves.as_ref().is_none_or(|served| served.iter().any(|other| other.value == name));
        let starts = |starts: Option<u32>| starts.is_none_or(|starts| starts < month);
        let mut workloads = demand.workloads.iter().filter(|workload| serves(&workload.name));
        let early = workloads.any(|workload| starts(workload.value.starts_month.as_ref().map(|m| m.value.count())));
        early || is_some(accelerators) && is_some(utilization)
    }

    fn electricity(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        let unclear = self.is_unclear(option.at) || self.is_node_unclear(option);
        let included: Vec<NodeId> = own
            .operating
            .iter()
            .filter_map(|line| line.value.includes_electricity.as_ref())
            .filter(|includes| self.known(*includes) == Some(true))
            .map(|includes| includes.at)
            .collect();
        // included in a line, or declared not applicable
        let silenced = unclear || !included.is_empty() || own.not_applicable.get("electricity").is_some();
        match &own.electricity_per_kwh {
            Some(price) => {
                for at in &included {
                    let diagnostic = self.at(
                        Code::ElectricityTwice,
                        *at,
                        "this line includes electricity, which is also priced separately",
                    );
                    let related = self.document.key_place(price.at);
                    let diagnostic = diagnostic.instead(FixSafety::Unsafe, "false");
                    self.found.push(diagnostic.label("write false").related(related, "or remove the price"));
                }
                if own.node.power_kw.is_none() && !silenced {
                    let message = format!(
                        "`own.{}` has an electricity price but no `power_kw`, so electricity costs nothing",
                        option.name
                    );
                    let diagnostic = self.at_key(Code::NoElectricity, price.at, message);
                    self.found.push(diagnostic.label("add `power_kw: 10.2` to `node`"));
                }
            }
            None if !silenced => {
                let message = format!("`own.{}` has no electricity cost", option.name);
                let diagnostic = self.at_key(Code::NoElectricity, option.at, message);
                self.found.push(
                    diagnostic
                        .label("add `electricity_per_kwh` and `pue`")
                        .help("or `includes_electricity: true` to the operating line whose price includes it"),
                );
            }
            None => {}
        }
    }

    /// Keys that have no effect without others.
    fn owned_companions(&mut self, option: &Entry<Own>) {
        if self.is_unclear(option.at) || self.is_node_unclear(option) {
            return;
        }
        let own = &option.value;
        let carbon = own.carbon_kg_per_kwh.as_ref().map(|carbon| carbon.at);
        let idle = own.node.idle_power_kw.as_ref().map(|idle| idle.at);
        let growth = Some(own.electricity_growth_per_year.at);
        let (power, pue) = (own.node.power_kw.is_some(), own.pue.is_some());
        let priced = own.electricity_per_kwh.is_some();
        self.companions(&[
            (idle, power, "`power_kw`", "add `power_kw: 10.2` next to it"),
            (carbon, power, "`power_kw` of the node", "add `power_kw: 10.2` to `node`"),
            (carbon, pue || priced, "`pue`", "add `pue: 1.3` next to it"),
            (growth, priced, "`electricity_per_kwh`", "add `electricity_per_kwh: 0.094`, or remove it"),
        ]);
    }

    fn is_node_unclear(&self, option: &Entry<Own>) -> bool {
        self.document.member(option.at, "node").is_none_or(|node| self.is_unclear(node))
    }

    fn idle_power(&mut self, own: &Own) {
        let (Some(power), Some(idle)) = (&own.node.power_kw, &own.node.idle_power_kw) else {
            return;
        };
        let (Some(most), Some(least)) = (self.known(power), self.known(idle)) else {
            return;
        };
        if least.0 > most.0 {
            let message = format!("`idle_power_kw` ({}) is above `power_kw` ({})", least.0, most.0);
            let diagnostic = self.at(Code::IdleAbovePower, idle.at, message);
            let diagnostic = diagnostic.label(format!("write at most {}", most.0));
            self.found.push(diagnostic.related(self.document.place(power.at), "power under load"));
        }
    }

    fn payment(&mut self, option: &Entry<Own>) {
        let Some(payment) = &option.value.payment else { return };
        let Some(at) = self.document.member(option.at, "payment").filter(|at| !self.placeholders.contains(at)) else {
            return;
        };
        let percent = |share: Share| format!("{}%", (share.0 * Decimal::ONE_HUNDRED).normalize());
        match (&payment.order, &payment.delivery) {
            (None, None) => {
                let diagnostic = self.at(Code::PaymentShares, at, "`payment` has no shares");
                self.found
                    .push(diagnostic.label("write `order: 30%`, or remove the key to pay everything at the order"));
            }
            (Some(order), Some(delivery)) => {
                let (Some(first), Some(second)) = (self.known(order), self.known(delivery)) else {
                    return;
                };
                if first.0 + second.0 != Decimal::ONE {
                    let sum = percent(Share(first.0 + second.0));
                    let message = format!("`order` and `delivery` add up to {sum}; they must add up to 100%");
                    let diagnostic = self.at(Code::PaymentShares, delivery.at, message);
                    let rest = format!("write {}, or remove `delivery`", percent(Share(Decimal::ONE - first.0)));
                    self.found.push(diagnostic.label(rest).related(self.document.place(order.at), "paid at the order"));
                }
            }
            (Some(_), None) | (None, Some(_)) => {}
        }
    }

    /// A price per kilowatt requires the power, and a share of the burst bill requires a burst option.
    fn bases(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        let entries = own.capital.iter().filter_map(|entry| Some(entry.value.per_kw.as_ref()?.at));
        let lines = own.operating.iter().filter_map(|line| Some(line.value.per_kw_month.as_ref()?.at));
        let per_kilowatt: Vec<NodeId> = entries.chain(lines).collect();
        let node_unclear = self.is_node_unclear(option);
        let is_unknown = own.node.rated_power().is_none() && !node_unclear;
        for at in per_kilowatt.into_iter().filter(|_| is_unknown) {
            let message = format!("`{}` requires `power_kw` of the node, which is missing", self.document.key(at));
            let diagnostic = self.at_key(Code::MissingKey, at, message);
            self.found.push(diagnostic.label("add `power_kw: 10.2` to `node`"));
        }
        let waits = match &own.burst_to {
            None => true,
            Some(ScalarOr::Scalar(name)) => name.value == WAIT,
            Some(ScalarOr::Part(burst)) => burst.option.value == WAIT,
        };
        for line in own.operating.iter().filter(|_| waits) {
            if let Some(share) = &line.value.share_of_bill {
                let message = "`share_of_bill` has no effect: no rent option serves bursts";
                let diagnostic = self.at_key(Code::NoEffect, share.at, message);
                self.found.push(diagnostic.label("name a rent option in `burst_to`, or remove the line"));
            }
        }
    }
}

/// Whether an accelerator is a cloud TPU: `Cloud TPU v5p`, `TPUv6e`, `Trillium`.
fn is_rented_tpu(name: &str) -> bool {
    let lower = name.to_lowercase();
    if lower.contains("edge") || lower.contains("coral") {
        return false;
    }
    let versioned = |rest: &str| {
        let version = rest.trim_start_matches([' ', '-', '_']).strip_prefix('v');
        version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
    };
    lower.contains("trillium") || lower.match_indices("tpu").any(|(at, word)| versioned(&lower[at + word.len()..]))
}

/// Label that lists the rent options.
fn options<'a>(known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<String> = known.take(5).map(|name| format!("`{name}`")).collect();
    if known.is_empty() {
        "write `wait`, or add a rent option".to_owned()
    } else {
        format!("write {} or `wait`", known.join(", "))
    }
}
