//! Network between the servers of a cluster.

use crate::analysis::usual_costs;
use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, money, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;
use rust_decimal::Decimal;

/// Number of servers from which switches and cables are a notable part of a cluster's cost.
const CLUSTER: Decimal = Decimal::from_parts(16, 0, 0, false, 0);

/// Share of the servers' price below which a network is missing: a quarter of the lowest. Networks have cost 4 to 13 % in H100
/// clusters of 64 to 4,096 servers (a cost sheet of August 2024); 20 to 30 % is claimed (February 2026).
const NEXT_TO_NOTHING: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// Clusters whose network costs nothing, or hardly anything compared with the servers.
pub(super) fn unpaid(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_fleet(subject, option)).collect()
}

fn of_fleet(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let own = &option.value;
    // the network of servers owned already is already paid for
    let purchases = own.purchases.as_deref().unwrap_or_default();
    if !purchases.is_empty() && purchases.iter().all(Purchase::is_owned_already) {
        return None;
    }
    let name = OptionId::own(&option.name);
    let statement = subject.statement(&name)?;
    let nodes = *statement.nodes?;
    if nodes < CLUSTER {
        return None;
    }
    let list = own.node.server_list_price(&subject.answer.loaded.scenario.exchange_rates)?;
    let servers = list.checked_mul(nodes)?;
    let lines = statement.lines.iter().filter(|line| line.group.is_of_the_fleet() && is_network(&line.name));
    let paid: Decimal = lines.map(|line| (*line.present_value).max(Decimal::ZERO)).sum();
    if paid >= servers.checked_mul(NEXT_TO_NOTHING)? {
        return None;
    }
    let nodes = few_digits(nodes);
    let message = if paid.is_zero() {
        format!("no line pays for the network between the {nodes} servers of {name}")
    } else {
        let of_servers = share(paid.checked_div(servers)?.round_dp(5));
        format!(
            "the network between the {nodes} servers of {name} costs {} in present value, {of_servers} of their price",
            money(subject, paid)
        )
    };
    let at = named(subject, option).or_else(|| subject.answer.loaded.document.member(option.at, "nodes"));
    let finding = subject.finding(Code::NoNetwork, at.unwrap_or(option.at), message);
    Some(finding.label("add `network` to `capital`: switches, optics and cables have cost 4 to 30 % of the servers"))
}

fn is_network(line: &str) -> bool {
    // the name of a capital line may continue after a comma
    usual_costs("own", line.split(',').next().unwrap_or_default()).any(|cost| cost == "network")
}

/// Node of the line named after the network, if any.
fn named(subject: &Subject<'_>, option: &Entry<Own>) -> Option<NodeId> {
    let document = &subject.answer.loaded.document;
    let parts = ["not_applicable", "capital", "operating", "one_off"].into_iter();
    let mut lines = parts.filter_map(|part| document.member(option.at, part)).flat_map(|part| document.children(part));
    lines.find(|line| is_network(document.key(**line))).copied()
}
