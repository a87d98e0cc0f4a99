//! Owning: the fleet, what it serves, what stands around it, and where the rest of the work goes.

mod assets;
mod fleet;
mod operating;
mod plan;
mod serving;

pub use fleet::{Bringing, ELECTRICITY, Fleet, fleet};
pub use operating::operating_lines;
pub use plan::{Elsewhere, Order, Ordered, Plan};
pub use serving::{DemandedHours, FleetJob, FleetServed, Unserved};
