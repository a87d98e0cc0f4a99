//! A sheet: every figure of a calculation, computed once, in one place, from figures before it.

pub mod number;
pub mod unit;

mod band_units;
mod bands;
mod course;
mod curve;
mod draft;
mod evaluate;
mod expression;
mod formula;
mod lanes;
mod levels;
mod nearest;
mod period;
mod pieces;
mod sheet;
mod stairs;
mod symbol;
mod tape;

pub use bands::{Band, DIMENSIONS};
pub use curve::{CurveRow, Shape, Step, Term};
pub use draft::{Curve, Draft, DraftShape, DraftTerm, Figure, Query as CurveQuery};
pub use evaluate::{Fault, Number, Trouble, Values};
pub use formula::{Binary, CurveId, FigureId, Formula, Hours, Provenance, RuleId, Source};
pub use lanes::{Drawn, LANES, Lanes, Tape};
pub use levels::{Falling, Levels, Query};
pub use nearest::{Direction, Grid, Mover, Search, Sight, Stance, Stretch, Turn};
pub use period::Period;
pub use pieces::{Crossing, Piece, Scope, Side, Solution, TooManyPieces, crossings};
pub use sheet::{Condition, Row, Sheet};
