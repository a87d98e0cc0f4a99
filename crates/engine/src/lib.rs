//! From a scenario to its figures, what they decide, and every reason behind that: what the package `rackrent` says of them,
//! in pages and on a terminal, it has from here. Its rooms are those of `rackrent`, which lists them and shows how they are
//! used; no room opens a file or writes a page.

pub mod amount;
pub mod analysis;
pub mod catalog;
pub mod check;
pub mod demand;
pub mod diagnostic;
pub mod explain;
pub mod inputs;
pub mod model;
pub mod reasons;
pub mod scan;
pub mod scenario;
pub mod timeline;
pub mod unit;
pub mod variation;
mod written;

pub use sheet::{self, number};
