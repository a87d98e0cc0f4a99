//! Workbook import: inputs changed in a workbook of a scenario, and the text of the scenario with these values. [`columns`] has
//! the column heads for writer and reader.

mod changed;
pub mod columns;
mod rewritten;
mod unpacked;
mod workbook;

pub use changed::{ImportError, ImportedChanges, changed};
pub use rewritten::rewritten;
pub(crate) use rewritten::values_by_path;
pub use unpacked::is_workbook;
pub use workbook::{CellContent, InputCell, ReturnedWorkbook};
