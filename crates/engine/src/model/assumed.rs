//! Assumptions of the model for missing keys that have no numeric default.

use crate::scenario::Scenario;
use crate::scenario::document::{NodeId, ScalarOr};
use crate::scenario::schedules::DepreciationMethod;

/// Assumptions for missing keys: the part of the document, the missing key, and the assumption.
pub(super) fn assumptions(scenario: &Scenario) -> Vec<(NodeId, &'static str, &'static str)> {
    let mut found = Vec::new();
    if let Some(tax) = &scenario.tax {
        found.push((NodeId::ROOT, "tax", "losses offset other profits"));
        let line = DepreciationMethod::StraightLine;
        let is_a_line = matches!(&tax.depreciation, ScalarOr::Scalar(method) if method.value == line);
        if is_a_line && tax.depreciation_months.is_none() {
            found.push((NodeId::ROOT, "tax.depreciation_months", "useful_life_months"));
        }
    }
    if scenario.start.is_some() && scenario.fiscal_year_starts.is_none() {
        found.push((NodeId::ROOT, "fiscal_year_starts", "1"));
    }
    for entry in &scenario.own {
        let own = &entry.value;
        if own.node.power_kw.is_some() && own.node.idle_power_kw.is_none() && own.pue.is_some() {
            found.push((entry.at, "node.idle_power_kw", "power_kw"));
        }
        if own.payment.is_none() {
            found.push((entry.at, "payment", "all at the order"));
        }
        if own.nodes.is_none() && own.purchases.is_none() {
            found.push((entry.at, "nodes", "sized year by year"));
        }
    }
    found
}
