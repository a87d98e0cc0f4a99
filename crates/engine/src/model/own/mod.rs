//! Owned options: the fleet, the work it serves, its operating lines, and the options that serve the rest.

mod assets;
mod fleet;
mod operating;
mod plan;
mod serving;

pub use fleet::{Delivery, ELECTRICITY, Fleet, fleet};
pub use operating::operating_lines;
pub use plan::{Order, OrderQuantity, OverflowTarget, Plan};
pub use serving::{DemandedHours, FleetJob, FleetServed, RemainingLoads};
