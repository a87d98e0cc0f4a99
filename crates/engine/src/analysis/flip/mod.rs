//! Flip values: the smallest change of a single input that reverses the decision.
//!
//! The **flip value** (switching value) of an input is the value, all other inputs fixed, at which the best owned and
//! the best rented option cost the same, nearest to the base value: min PV(own, hybrid) = min PV(rent), over the
//! options that are possible, eligible and comparable there. If the costs never meet, it is the value beyond which the
//! other side wins: where a cost jumps by a whole instance, or where an option becomes impossible.
//!
//! In addition, flips among options of the winner's own side: values beyond which another option of that side wins over
//! all options.

mod above;
mod candidates;
mod effort;
mod evaluation;
pub(super) mod factor;
mod find;
mod findings;
mod float_filter;
mod group;
pub(super) mod holding;
mod json;
mod leader;
mod moving;
mod over_capacity;
mod range;
pub(super) mod result;
mod same_side;
mod search;
mod whole;

pub use factor::FactorMeasure;
pub use group::Group;
pub use range::InRange;
pub use result::{
    BestBySide, Beyond, ExcludedOption, FleetOverCapacity, Flip, FlipInput, FlipReason, Flips, OutReason, Proof,
    RangeEnd, SameSideFlips, Scope, Steady, Undecided,
};
