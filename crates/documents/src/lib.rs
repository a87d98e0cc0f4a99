//! Input and output around the answers of `engine`: reports in every format, imports of workbooks, telemetry, benchmarks and
//! price histories, templates, and editor support. The modules are documented with those of `rackrent`. None computes a cost or opens a file.

pub mod benchmark_import;
mod bounded;
pub mod editor;
pub mod price_history;
pub mod report;
pub mod reprice;
pub mod telemetry_import;
pub mod template;
pub mod workbook_import;

// Re-exports of engine modules under their own names, as in all crates.
use engine::{
    amount, analysis, catalog, check, demand, diagnostic, explain, fit, inputs, model, number, reasons, scan, scenario,
    sheet, unit, variation,
};
