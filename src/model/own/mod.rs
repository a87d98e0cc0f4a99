//! Owning: the fleet, what it serves, what stands around it, and where the rest of the work goes.

mod fleet;
mod operating;
mod plan;

pub use fleet::{Bringing, Fleet, Rest, fleet};
pub use operating::operating_lines;
pub use plan::{Elsewhere, Order, Ordered, Plan};
