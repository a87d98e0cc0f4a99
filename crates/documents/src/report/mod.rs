//! Reports: each question turns its result into a [`Page`] of words and tables, and one module per format writes any page to a
//! `Write`. Reports compute nothing, open nothing, and know of the terminal only what a [`Canvas`] contains.

mod address;
mod backtest;
mod cash_plan;
mod catalog;
mod caveats;
mod chart;
pub mod check;
mod compare;
mod difference;
mod errors;
pub mod explain;
mod figures;
mod fit;
mod fix;
mod flip;
mod format;
mod full_report;
mod header;
mod history;
mod html;
mod inputs;
mod json;
mod page;
mod page_scenario;
mod panel;
mod plan;
mod portfolio;
pub mod profiles;
mod rate;
mod reprice;
mod result;
pub mod review;
mod scan;
#[cfg(feature = "schema")]
mod schemas;
mod sensitivity;
mod simulate;
mod span;
mod sweep;
pub mod telemetry;
mod throughput;
mod timing;
mod uncertain;
mod workbook;

#[cfg(test)]
mod example;

pub use cash_plan::CashPlanReport;
pub use catalog::{FoundFacts, FoundThroughput};
pub use caveats::WithCaveats;
pub use compare::{Compared, ComparedOrErrors, Extent, SplitCosts, verdict_text};
pub use difference::{LinkBase, LinkedDifference};
pub use errors::{ErrorKind, Errors};
pub use fix::{LocatedEdit, LocatedFix};
pub use format::{Format, FormatInfo, Warnings, write_several};
pub use full_report::{Board, FullReport, Length, ReportOrErrors, write_several as write_full_reports};
pub use html::{app, article, first_answer, live_page};
pub use json::Contract;
pub use page::base64::base64;
pub(crate) use page::markup::escaped;
pub use page::{Canvas, ChartOf, Colour, Dialect, IllustratedPage, Page, PageKind};
pub use page_scenario::{PageOf, PageScenario, PageTrace};
pub use panel::{PanelInputs, PanelTurn, panel_inputs, panel_turns};
pub use portfolio::{PortfolioReport, UnansweredFile};
pub use rate::{RateCost, RateFileError, RateTool, warning, write_for};
pub use result::Report;
#[cfg(feature = "schema")]
pub use schemas::derived;
pub use workbook::write as workbook;
