//! Engine of `rackrent`: computes the figures of a scenario, the decision they lead to, and the reasons for it. The
//! package `rackrent` builds its pages and terminal output on this crate and re-exports its modules; it lists them and
//! shows how they are used. No module opens a file or writes a page.

pub mod amount;
pub mod analysis;
pub mod catalog;
pub mod check;
pub mod demand;
pub mod diagnostic;
pub mod explain;
pub mod fit;
pub mod inputs;
pub mod model;
pub mod parallel;
pub mod reasons;
pub mod scan;
pub mod scenario;
mod serialized;
pub mod timeline;
pub mod unit;
pub mod variation;

pub use sheet::{self, number};
