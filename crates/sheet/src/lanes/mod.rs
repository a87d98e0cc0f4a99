//! Many draws of some inputs at a time, in binary floating point.

mod counted;
mod course;
mod play;
mod recording;
mod symbol;
mod tape;

pub use play::{LANES, Lanes};
pub use tape::{Drawn, Tape};
