//! Rates in the files that other tools read.
//!
//! SkyPilot 0.14 reads `kubernetes.pricing.accelerators`, and `slurm.pricing.accelerators`, of `~/.sky/config.yaml`: USD for an hour of an accelerator with all that
//! belongs to it, by the name that SkyPilot gives the accelerator; instances without accelerators cost what `cpu` and `memory` say,
//! which is nothing where they are absent. It charges the hours that somebody holds accelerators, so that the cost of a useful
//! hour is what it asks for.
//!
//! OpenCost reads custom pricing as JSON (`default.json`), every price as text: `GPU` for an hour of an accelerator, `CPU` and
//! `RAM` beside it. A node costs its price in every hour that it is there, and what nobody uses of it is idle cost, so that the
//! cost of an hour in service is what it asks for. Which nodes have accelerators it knows by a label, `gpuLabel`. It parses the prices
//! of networks and of load balancers as numbers, and has none of them where one is missing (`NetworkPricing` and
//! `LoadBalancerPricing` in `pkg/cloud/provider/customprovider.go`, at 0d1f69cc); without `spotGPU` it takes 0.308
//! (`providerconfig.go`). `CPU` and `RAM` are the prices of every node, with accelerators or without.

use crate::analysis::rate::{FleetRate, Rates};
use crate::catalog::recognized;
use crate::number;
use crate::report::header;
use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A tool for whose files rates are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateTool {
    /// SkyPilot, for a cluster of Kubernetes.
    Skypilot,
    /// SkyPilot, for a cluster of Slurm.
    SkypilotSlurm,
    /// OpenCost.
    Opencost,
}

/// Which cost of an hour a tool is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateCost {
    /// All costs, spread over the hours.
    Levelized,
    /// What follows use.
    Marginal,
}

/// Why a tool cannot be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Untold {
    /// The scenario, or the option, owns nothing.
    NothingOwned,
    /// The tool takes one price, and there are several fleets.
    Several(Vec<String>),
    /// The tool compares with prices in USD.
    Currency(String),
    /// Nobody says which accelerators a fleet has.
    Accelerator(String),
    /// Two fleets have accelerators that the tool gives one name.
    SameName(String),
    /// The fleet has no such hour.
    NoHour(String),
    /// The tool charges hours in service, of which there is no marginal cost.
    NoMarginal,
}

/// Accelerators by their names in the catalog, with those that SkyPilot 0.14 gives them.
const NAMES: &str = include_str!("skypilot.csv");

/// The file of a tool, with the rates of what an option owns, or of all that is owned and no part of a hybrid.
///
/// # Errors
/// If it cannot be told.
pub fn write_for(tool: RateTool, rates: &Rates, option: Option<&str>, cost: RateCost) -> Result<Vec<u8>, Untold> {
    let chosen = chosen(rates, option)?;
    let mut written = Vec::new();
    let done = match tool {
        RateTool::Skypilot => skypilot(rates, &chosen, cost, "kubernetes", &mut written)?,
        RateTool::SkypilotSlurm => skypilot(rates, &chosen, cost, "slurm", &mut written)?,
        RateTool::Opencost => opencost(rates, &chosen, cost, &mut written)?,
    };
    done.map(|()| written).map_err(|_| Untold::NothingOwned)
}

fn chosen<'a>(rates: &'a Rates, option: Option<&str>) -> Result<Vec<&'a FleetRate>, Untold> {
    // a fleet may be in several hybrids too, which it serves with other work
    let owned = rates.fleets.iter().filter(|one| one.option == one.fleet);
    let found: Vec<&FleetRate> = match option {
        None => owned.collect(),
        Some(name) => rates.fleets.iter().filter(|one| one.option == name).collect(),
    };
    if found.is_empty() { Err(Untold::NothingOwned) } else { Ok(found) }
}

/// What the file is of, for its reader.
fn origin(rates: &Rates, cost: RateCost, per: &str) -> String {
    let cost = match cost {
        RateCost::Levelized => "levelized cost",
        RateCost::Marginal => "marginal cost",
    };
    // the scenario's own words may have line breaks, and a comment is one line
    let name: String = rates.header.name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("{cost} of {per}: {name}; {}", header::footer(&rates.header))
}

/// What a reader of the file should know before it is used; nothing of most tools.
#[must_use]
pub fn warning(tool: RateTool) -> Option<&'static str> {
    match tool {
        RateTool::Skypilot | RateTool::SkypilotSlurm => None,
        RateTool::Opencost => Some(
            "OpenCost has one price of processors and memory for all nodes. It is 0 in this file, since the price of an accelerator \
             includes them, so nodes without accelerators cost nothing; in a cluster with such nodes set CPU and RAM, and lower GPU by \
             what they add to a node with accelerators",
        ),
    }
}

fn skypilot(
    rates: &Rates,
    fleets: &[&FleetRate],
    cost: RateCost,
    infrastructure: &str,
    out: &mut Vec<u8>,
) -> Result<io::Result<()>, Untold> {
    if rates.header.currency != "USD" {
        return Err(Untold::Currency(rates.header.currency.clone()));
    }
    let mut prices: BTreeMap<String, Decimal> = BTreeMap::new();
    for fleet in fleets {
        let hourly = match cost {
            RateCost::Levelized => fleet.levelized,
            RateCost::Marginal => fleet.marginal,
        };
        let rate = hourly.per_useful_accelerator_hour.ok_or_else(|| Untold::NoHour(fleet.option.clone()))?;
        for name in names(fleet)? {
            if prices.insert(name.clone(), rate.into()).is_some() {
                return Err(Untold::SameName(name));
            }
        }
    }
    Ok(written_as_yaml(&origin(rates, cost, "a useful accelerator-hour"), infrastructure, &prices, out))
}

fn written_as_yaml(
    origin: &str,
    infrastructure: &str,
    prices: &BTreeMap<String, Decimal>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    writeln!(out, "# {origin}")?;
    writeln!(out, "# USD for an hour of one accelerator with all that belongs to it; belongs into ~/.sky/config.yaml")?;
    writeln!(out, "{infrastructure}:\n  pricing:\n    accelerators:")?;
    prices.iter().try_for_each(|(name, price)| writeln!(out, "      {name}: {}", number::ratio(*price)))
}

/// The names that SkyPilot gives the accelerators of a fleet.
fn names(fleet: &FleetRate) -> Result<Vec<String>, Untold> {
    let own = fleet.fleet.split_once('.').map_or(fleet.fleet.as_str(), |(_, name)| name);
    let kinds = recognized(fleet.accelerator.as_deref(), own);
    let kinds = kinds.ok_or_else(|| Untold::Accelerator(fleet.fleet.clone()))?;
    let mut names: Vec<String> = Vec::new();
    for accelerator in kinds.accelerators() {
        let row = NAMES.lines().filter_map(|line| line.split_once(',')).find(|(name, _)| *name == accelerator.name);
        let (_, known) = row.ok_or_else(|| Untold::Accelerator(fleet.fleet.clone()))?;
        names.extend(known.split('|').map(str::to_owned));
    }
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// Custom pricing of OpenCost: every price is text.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CustomPricing {
    provider: &'static str,
    description: String,
    #[serde(rename = "CPU")]
    cpu: &'static str,
    #[serde(rename = "spotCPU")]
    spot_cpu: &'static str,
    #[serde(rename = "RAM")]
    ram: &'static str,
    #[serde(rename = "spotRAM")]
    spot_ram: &'static str,
    #[serde(rename = "GPU")]
    gpu: String,
    #[serde(rename = "spotGPU")]
    spot_gpu: String,
    storage: &'static str,
    zone_network_egress: &'static str,
    region_network_egress: &'static str,
    internet_network_egress: &'static str,
    nat_gateway_egress: &'static str,
    nat_gateway_ingress: &'static str,
    first_five_forwarding_rules_cost: &'static str,
    additional_forwarding_rule_cost: &'static str,
    #[serde(rename = "LBIngressDataCost")]
    lb_ingress_data_cost: &'static str,
    gpu_label: &'static str,
    gpu_label_value: &'static str,
    custom_prices_enabled: &'static str,
    currency_code: String,
}

/// What the price of an accelerator has in it already.
const WITHIN: &str = "0";

fn opencost(rates: &Rates, fleets: &[&FleetRate], cost: RateCost, out: &mut Vec<u8>) -> Result<io::Result<()>, Untold> {
    let [fleet] = fleets else {
        return Err(Untold::Several(fleets.iter().map(|fleet| fleet.option.clone()).collect()));
    };
    let rate = match cost {
        RateCost::Levelized => fleet.levelized.per_accelerator_hour,
        RateCost::Marginal => return Err(Untold::NoMarginal),
    };
    let rate = rate.ok_or_else(|| Untold::NoHour(fleet.option.clone()))?;
    let gpu = number::ratio(rate.into()).to_string();
    let pricing = CustomPricing {
        provider: "custom",
        description: origin(rates, cost, "an accelerator-hour in service"),
        cpu: WITHIN,
        spot_cpu: WITHIN,
        ram: WITHIN,
        spot_ram: WITHIN,
        // what is owned is not taken away, and costs the same however a node is labelled
        spot_gpu: gpu.clone(),
        gpu,
        storage: WITHIN,
        zone_network_egress: WITHIN,
        region_network_egress: WITHIN,
        internet_network_egress: WITHIN,
        nat_gateway_egress: WITHIN,
        nat_gateway_ingress: WITHIN,
        first_five_forwarding_rules_cost: WITHIN,
        additional_forwarding_rule_cost: WITHIN,
        lb_ingress_data_cost: WITHIN,
        // the label that NVIDIA's feature discovery gives every node with accelerators
        gpu_label: "nvidia.com/gpu.present",
        gpu_label_value: "true",
        custom_prices_enabled: "true",
        currency_code: rates.header.currency.clone(),
    };
    Ok(serde_json::to_writer_pretty(&mut *out, &pricing).map_err(io::Error::from).and_then(|()| writeln!(out)))
}
