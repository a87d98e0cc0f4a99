//! Rates in the file formats of other tools.
//!
//! SkyPilot 0.14 reads `kubernetes.pricing.accelerators` and `slurm.pricing.accelerators` of `~/.sky/config.yaml`: USD per
//! accelerator-hour, all costs included, by SkyPilot's name of the accelerator. Instances without accelerators cost `cpu` and
//! `memory`, which default to 0. SkyPilot charges the hours in which somebody holds accelerators, so its file has the cost of a
//! useful hour.
//!
//! OpenCost reads custom pricing as JSON (`default.json`), with every price as text: `GPU` per accelerator-hour, in addition to
//! `CPU` and `RAM`. A node costs its price in every hour that it exists, and its unused part is idle cost, so the file has the
//! cost of an hour in service. A label, `gpuLabel`, identifies nodes with accelerators. OpenCost parses network and load
//! balancer prices as numbers, and ignores all of them if one is missing (`NetworkPricing` and `LoadBalancerPricing` in
//! `pkg/cloud/provider/customprovider.go`, at 0d1f69cc); without `spotGPU` it uses 0.308 (`providerconfig.go`). `CPU` and `RAM`
//! are the prices of every node, with accelerators or without.

use crate::analysis::rate::{FleetRate, Rates};
use crate::catalog::recognized;
use crate::number;
use crate::report::header;
use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A tool that reads rates from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateTool {
    /// SkyPilot, for a Kubernetes cluster.
    Skypilot,
    /// SkyPilot, for a Slurm cluster.
    SkypilotSlurm,
    /// OpenCost.
    Opencost,
}

/// The hourly cost written for a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateCost {
    /// All costs, spread over the hours.
    Levelized,
    /// The cost of one more useful hour.
    Marginal,
}

/// Why rates can't be written for a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RateFileError {
    /// The scenario, or the option, owns nothing.
    NothingOwned,
    /// The tool supports one price, and there are several fleets.
    Several(Vec<String>),
    /// The tool's prices are in USD, and the scenario has another currency.
    Currency(String),
    /// The accelerators of a fleet are unknown.
    Accelerator(String),
    /// Two fleets have accelerators with the same name in the tool.
    SameName(String),
    /// The fleet has no hours of this kind.
    NoHour(String),
    /// The tool charges hours in service, which have no marginal cost.
    NoMarginal,
}

/// Accelerator names: the name in the catalog, then those of SkyPilot 0.14.
const NAMES: &str = include_str!("skypilot.csv");

/// The file of a tool, with the rates of one option, or of all owned options.
///
/// # Errors
/// If the rates can't be written for the tool.
pub fn write_for(
    tool: RateTool,
    rates: &Rates,
    option: Option<&str>,
    cost: RateCost,
) -> Result<Vec<u8>, RateFileError> {
    let chosen = chosen(rates, option)?;
    let mut written = Vec::new();
    let done = match tool {
        RateTool::Skypilot => skypilot(rates, &chosen, cost, "kubernetes", &mut written)?,
        RateTool::SkypilotSlurm => skypilot(rates, &chosen, cost, "slurm", &mut written)?,
        RateTool::Opencost => opencost(rates, &chosen, cost, &mut written)?,
    };
    done.map(|()| written).map_err(|_| RateFileError::NothingOwned)
}

fn chosen<'a>(rates: &'a Rates, option: Option<&str>) -> Result<Vec<&'a FleetRate>, RateFileError> {
    // without an option, hybrids are skipped: they have rates of their own for the same fleets
    let owned = rates.fleets.iter().filter(|one| one.option == one.fleet);
    let found: Vec<&FleetRate> = match option {
        None => owned.collect(),
        Some(name) => rates.fleets.iter().filter(|one| one.option == name).collect(),
    };
    if found.is_empty() { Err(RateFileError::NothingOwned) } else { Ok(found) }
}

/// Description for the file: cost, scenario, program and fingerprint.
fn origin(rates: &Rates, cost: RateCost, per: &str) -> String {
    let cost = match cost {
        RateCost::Levelized => "levelized cost",
        RateCost::Marginal => "marginal cost",
    };
    // the name may have line breaks, and a comment is one line
    let name: String = rates.header.name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("{cost} of {per}: {name}; {}", header::footer(&rates.header))
}

/// Note to read before the file is used; `None` for most tools.
#[must_use]
pub fn warning(tool: RateTool) -> Option<&'static str> {
    match tool {
        RateTool::Skypilot | RateTool::SkypilotSlurm => None,
        RateTool::Opencost => Some(
            "OpenCost has one price of CPU and memory for all nodes. It is 0 in this file because the price of an \
             accelerator includes them, so nodes without accelerators cost nothing. In a cluster with such nodes, set CPU \
             and RAM, and lower GPU by what they add to a node with accelerators",
        ),
    }
}

fn skypilot(
    rates: &Rates,
    fleets: &[&FleetRate],
    cost: RateCost,
    infrastructure: &str,
    out: &mut Vec<u8>,
) -> Result<io::Result<()>, RateFileError> {
    if rates.header.currency != "USD" {
        return Err(RateFileError::Currency(rates.header.currency.clone()));
    }
    let mut prices: BTreeMap<String, Decimal> = BTreeMap::new();
    for fleet in fleets {
        let hourly = match cost {
            RateCost::Levelized => fleet.levelized,
            RateCost::Marginal => fleet.marginal,
        };
        let rate = hourly.per_useful_accelerator_hour.ok_or_else(|| RateFileError::NoHour(fleet.option.to_string()))?;
        for name in names(fleet)? {
            if prices.insert(name.clone(), rate.into()).is_some() {
                return Err(RateFileError::SameName(name));
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
    writeln!(out, "# USD per accelerator-hour, all costs included; for ~/.sky/config.yaml")?;
    writeln!(out, "{infrastructure}:\n  pricing:\n    accelerators:")?;
    prices.iter().try_for_each(|(name, price)| writeln!(out, "      {name}: {}", number::ratio(*price)))
}

/// SkyPilot's names of the accelerators of a fleet.
fn names(fleet: &FleetRate) -> Result<Vec<String>, RateFileError> {
    let kinds = recognized(fleet.accelerator.as_deref(), fleet.fleet.name());
    let kinds = kinds.ok_or_else(|| RateFileError::Accelerator(fleet.fleet.to_string()))?;
    let mut names: Vec<String> = Vec::new();
    for accelerator in kinds.accelerators() {
        let row = NAMES.lines().filter_map(|line| line.split_once(',')).find(|(name, _)| accelerator.name == **name);
        let (_, known) = row.ok_or_else(|| RateFileError::Accelerator(fleet.fleet.to_string()))?;
        names.extend(known.split('|').map(str::to_owned));
    }
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// OpenCost custom pricing, with every price as text.
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

/// Price of items that the accelerator price includes.
const WITHIN: &str = "0";

fn opencost(
    rates: &Rates,
    fleets: &[&FleetRate],
    cost: RateCost,
    out: &mut Vec<u8>,
) -> Result<io::Result<()>, RateFileError> {
    let [fleet] = fleets else {
        return Err(RateFileError::Several(fleets.iter().map(|fleet| fleet.option.to_string()).collect()));
    };
    let rate = match cost {
        RateCost::Levelized => fleet.levelized.per_accelerator_hour,
        RateCost::Marginal => return Err(RateFileError::NoMarginal),
    };
    let rate = rate.ok_or_else(|| RateFileError::NoHour(fleet.option.to_string()))?;
    let gpu = number::ratio(rate.into()).to_string();
    let pricing = CustomPricing {
        provider: "custom",
        description: origin(rates, cost, "an accelerator-hour in service"),
        cpu: WITHIN,
        spot_cpu: WITHIN,
        ram: WITHIN,
        spot_ram: WITHIN,
        // owned nodes cost the same with and without a spot label
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
        // NVIDIA's feature discovery sets this label on nodes with accelerators
        gpu_label: "nvidia.com/gpu.present",
        gpu_label_value: "true",
        custom_prices_enabled: "true",
        currency_code: rates.header.currency.clone(),
    };
    Ok(serde_json::to_writer_pretty(&mut *out, &pricing).map_err(io::Error::from).and_then(|()| writeln!(out)))
}
