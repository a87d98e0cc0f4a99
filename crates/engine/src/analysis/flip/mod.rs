//! Which single number would have to change, and by how much, to reverse the decision.
//!
//! The **flip value** of a number is the value, all else fixed, at which the best own and the best rent option cost the
//! same, nearest to today's value: min PV(own, hybrid) = min PV(rent), over the options that are possible, eligible and
//! comparable there. Where they never cost the same it is the value beyond which the other side wins: a whole instance
//! more, or an option that is not possible there.
//!
//! Beside the contest of the two sides stand the nearest rivals of the winner's own side: the values beyond which one of them
//! wins over all options.

mod above;
mod contest;
mod effort;
mod factor;
mod find;
mod findings;
mod glance;
mod group;
pub(super) mod holding;
mod json;
mod leader;
mod moving;
mod outgrown;
mod race;
mod range;
pub(super) mod result;
mod rivals;
mod search;
mod whole;

pub use factor::FactorMeasure;
pub use group::Group;
pub use range::InRange;
pub use result::{
    AskedNumber, Because, Beyond, Contest, Flip, Flips, Out, OutgrownFleet, Proof, RangeEnd, SameSideRival, Scope,
    Steady, Undecided, WhyOut,
};
