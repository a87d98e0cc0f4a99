//! Scenarios searched for a plan: one owned option with bursts to one rented option, or the rented option alone.

use crate::diagnostic::Code;
use crate::model::OptionId;
use crate::scenario::document::{Document, Entry, NodeId};
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::Rent;
use crate::scenario::tokens::state_references;
use crate::scenario::{Loaded, Rejected};
use crate::variation::Variation;
use rust_decimal::Decimal;

/// An owned and a rented option that both serve every workload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'a> {
    pub variation: &'a Variation<'a>,
    pub own: &'a Entry<Own>,
    pub rent: &'a Entry<Rent>,
}

/// Already owned servers, which a plan keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnedServers {
    /// Number of servers.
    pub nodes: u32,
    /// Equivalent number of servers bought at month 0 and in service from their delivery.
    pub as_bought: Decimal,
}

/// A scenario with the nodes of its variables in the document, in the order of the file.
#[derive(Debug)]
pub(crate) struct Variant {
    pub loaded: Loaded,
    /// Number of nodes; none if everything is rented.
    pub nodes: Option<NodeId>,
    /// Instances of each commitment.
    pub commitments: Vec<NodeId>,
    /// Whether `until_delivery` is set to the rented option although the scenario does not.
    pub until_delivery: UntilDelivery,
}

/// Purchases of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlannedNodes {
    /// Nodes at month 0.
    Nodes,
    /// Nothing in addition to already owned servers.
    Nothing,
}

/// Service until the first delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UntilDelivery {
    /// As in the scenario, or none if not needed.
    AsStated,
    /// The rented option of the pair.
    Rented,
}

impl<'a> Pair<'a> {
    /// ID of the owned option.
    pub(crate) fn own_id(&self) -> OptionId {
        OptionId::own(&self.own.name)
    }

    /// ID of the rented option.
    pub(crate) fn rent_id(&self) -> OptionId {
        OptionId::rent(&self.rent.name)
    }

    /// Purchases of already owned servers, with their index in the list.
    pub(crate) fn already(&self) -> impl Iterator<Item = (usize, &'a Purchase)> {
        let own: &'a Own = &self.own.value;
        own.purchases.iter().flatten().enumerate().filter(|(_, purchase)| purchase.is_owned_already())
    }

    /// Already owned servers, which a plan keeps; none if there are none.
    pub(crate) fn already_owned(&self) -> Option<OwnedServers> {
        let lead = self.own.value.lead_time().value;
        let horizon = self.variation.scenario().horizon_months.value.count();
        let in_service = |delivered: i32| Decimal::from(horizon.saturating_sub(delivered.max(0).unsigned_abs()));
        let months = |purchase: &Purchase| purchase.nodes.value.decimal() * in_service(purchase.delivered(lead));
        let nodes = self.already().map(|(_, purchase)| purchase.nodes.value.count()).reduce(u32::saturating_add)?;
        let months: Decimal = self.already().map(|(_, purchase)| months(purchase)).sum();
        let bought = in_service(lead.cast_signed());
        Some(OwnedServers { nodes, as_bought: months.checked_div(bought).unwrap_or_default() })
    }

    /// Path of the number of nodes bought at month 0.
    fn nodes_path(&self) -> String {
        let own = self.own_id();
        match &self.own.value.purchases {
            Some(purchases) if self.already().next().is_some() => {
                own.path(&format!("purchases.{}.nodes", purchases.len()))
            }
            _ => own.path("nodes"),
        }
    }

    /// Keeps the purchases of already owned servers, and adds one of a node at month 0 if `bought` is nodes.
    fn add_purchase(&self, document: &mut Document, bought: PlannedNodes) {
        let path = self.own_id().path("purchases");
        let (Some(list), Some(purchases)) = (document.find(&path), &self.own.value.purchases) else { return };
        let stated = document.children(list).to_vec();
        if bought == PlannedNodes::Nodes {
            document.append_part(list);
            document.set_at(&format!("{path}.{}.month", purchases.len()), "0");
            document.set_at(&self.nodes_path(), "1");
        }
        for (at, _) in stated.into_iter().zip(purchases).filter(|(_, purchase)| !purchase.is_owned_already()) {
            document.remove(at);
        }
    }

    /// Names of the commitments, in the order of the file.
    pub(crate) fn commitments(&self) -> impl Iterator<Item = &'a str> {
        self.rent.value.commitments.iter().map(|entry| entry.name.as_str())
    }

    /// The owned option with one node bought at month 0, or with only already owned servers; the rented option serves
    /// the rest.
    pub(crate) fn owned(&self, bought: PlannedNodes) -> Result<Variant, Rejected> {
        let stated = if self.waits_for_nothing() { UntilDelivery::Rented } else { UntilDelivery::AsStated };
        match self.owned_until(stated, bought) {
            Err(rejected) if rejected.diagnostics.iter().any(|d| d.code == Code::DemandBeforeDelivery) => {
                self.owned_until(UntilDelivery::Rented, bought)
            }
            other => other,
        }
    }

    /// Whether work waits without a cost of delay, which would make owning seem cheaper than it is.
    fn waits_for_nothing(&self) -> bool {
        let waits = self.own.value.until_delivery.as_ref().is_some_and(|name| name.value == "wait");
        let delivered_at_once = self.own.value.available_after() == 0;
        waits && !delivered_at_once && self.variation.scenario().cost_of_delay_per_month.is_none()
    }

    fn owned_until(&self, until_delivery: UntilDelivery, bought: PlannedNodes) -> Result<Variant, Rejected> {
        let own = self.own_id();
        let kept = self.own.value.until_delivery.as_ref().filter(|_| until_delivery == UntilDelivery::AsStated);
        let kept = kept.map(|name| name.value.as_str());
        let loaded = self.variation.read(|document| {
            state_references(document);
            keep_only(document, own.as_str(), |rent| rent == self.rent.name || Some(rent) == kept);
            match self.already_owned() {
                None => {
                    document.remove_at(&own.path("purchases"));
                    document.set_at(&own.path("nodes"), "1");
                }
                Some(_) => self.add_purchase(document, bought),
            }
            document.set_part(&own.path("burst_to"));
            document.set_at(&own.path("burst_to.option"), &self.rent.name);
            if self.commitments().next().is_some() {
                document.set_part(&own.path("burst_to.commitments"));
            }
            for name in self.commitments() {
                document.set_at(&format!("{own}.burst_to.commitments.{name}"), "0");
            }
            if until_delivery == UntilDelivery::Rented {
                document.set_at(&own.path("until_delivery"), &self.rent.name);
            }
        })?;
        let at = |path: String| loaded.document.find(&path);
        Ok(Variant {
            nodes: at(self.nodes_path()).filter(|_| bought == PlannedNodes::Nodes),
            commitments: self
                .commitments()
                .filter_map(|name| at(format!("{own}.burst_to.commitments.{name}")))
                .collect(),
            until_delivery,
            loaded,
        })
    }

    /// The rented option alone.
    pub(crate) fn rented(&self) -> Result<Variant, Rejected> {
        let rent = self.rent_id();
        let loaded = self.variation.read(|document| {
            state_references(document);
            document.remove_at("own");
            keep_only(document, "own", |name| name == self.rent.name);
            for name in self.commitments() {
                document.set_at(&format!("{rent}.commitments.{name}.instances"), "0");
            }
        })?;
        let at = |name: &str| loaded.document.find(&format!("{rent}.commitments.{name}.instances"));
        Ok(Variant {
            nodes: None,
            commitments: self.commitments().filter_map(at).collect(),
            until_delivery: UntilDelivery::AsStated,
            loaded,
        })
    }
}

/// Keeps one owned option and some rented ones, and removes all parts that refer to others.
pub(crate) fn keep_only(document: &mut Document, own: &str, rented: impl Fn(&str) -> bool) {
    for part in ["hybrid", "sources", "uncertainty", "allow"] {
        document.remove_at(part);
    }
    let options = |document: &Document, side: &str| -> Vec<NodeId> {
        document.find(side).map(|side| document.children(side).to_vec()).unwrap_or_default()
    };
    for option in options(document, "own") {
        if document.path(option) != own {
            document.remove(option);
        }
    }
    for option in options(document, "rent") {
        if !rented(document.key(option)) {
            document.remove(option);
        } else if let Some(burst) = document.member(option, "burst_to")
            && document.text(burst).is_some_and(|name| !rented(name))
        {
            document.remove(burst);
        }
    }
}
