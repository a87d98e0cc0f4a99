//! Plays a tape for many draws of its inputs at a time, in binary floating point.

mod piecewise;
mod play;
mod program;

pub use play::{LANES, Lanes};
pub use program::{Drawn, LaneProgram};
