//! A cash plan: capital and operating cash of several scenarios by calendar period, against annual budgets.

mod data;
mod json;
mod page;

#[cfg(feature = "schema")]
pub(super) use json::CashPlanJson;

use super::page::Page;
use super::{Report, UnansweredFile};
use crate::analysis::cash_plan::CashPlan;
use std::io::{self, Write};

/// A cash plan, with the scenarios that are not in it.
#[derive(Debug)]
pub struct CashPlanReport {
    /// Scenarios with a result.
    pub plan: CashPlan,
    /// Policy files that apply to the folder, and state its budget; empty without any.
    pub policies: Vec<String>,
    /// Scenarios without a result, or without a start month.
    pub unanswered: Vec<UnansweredFile>,
}

impl Report for CashPlanReport {
    fn page(&self) -> Page {
        page::page(self)
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }

    fn cash_plan(&self) -> Option<&CashPlan> {
        Some(&self.plan)
    }
}
