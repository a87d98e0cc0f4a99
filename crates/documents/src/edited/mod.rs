//! A workbook of a scenario that comes back: which inputs somebody has changed in it, and the text of the scenario with these
//! values. Whoever writes a workbook takes the names of columns from here, so that they are found again.

mod changed;
pub mod columns;
mod rewritten;
mod unpacked;
mod workbook;

pub use changed::{Changed, NotTaken, changed};
pub use rewritten::rewritten;
pub use unpacked::is_workbook;
pub use workbook::{CellContent, EditedWorkbook, InputCell};
