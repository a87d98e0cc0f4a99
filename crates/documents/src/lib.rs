//! What people and other programs read of the answers of `engine`, and what they hand in beside scenarios: reports in every
//! format, workbooks that come back, measured load, templates, and what editors ask. Its rooms are those of `rackrent`, which
//! lists them; no room computes a cost, and none opens a file.

pub mod edited;
pub mod editor;
pub mod measured;
pub mod report;
pub mod template;

// the rooms of the engine by their names alone, as all rooms are named
use engine::{
    amount, analysis, catalog, check, demand, diagnostic, explain, inputs, model, number, reasons, scan, scenario,
    sheet, unit, variation,
};
