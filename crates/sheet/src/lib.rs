//! A sheet: every figure of a calculation, computed once, in one place, from figures before it.
//!
//! ```
//! use rust_decimal::Decimal;
//! use sheet::unit::{Base, Unit};
//! use sheet::{Draft, MovingInput, Period, SearchScope, crossings};
//!
//! const BASES: &[Base] = &[Base::Currency, Base::Symbol("kW"), Base::Symbol("h")];
//! const MONEY: Unit = Unit::base(BASES, 0);
//! const ENERGY: Unit = Unit::base(BASES, 1).times(Unit::base(BASES, 2));
//!
//! // at most 2,000 kWh a month at 0.25 each, or all of them for 300
//! let draft = Draft::new(vec![Period { first: 1, last: 1 }]);
//! let share = draft.variable("share of the hours", Decimal::ONE);
//! let energy = draft.constant(2_000, ENERGY, "at full load") * share;
//! let tariff = draft.constant(Decimal::new(25, 2), MONEY.per(ENERGY), "tariff");
//! let bill = (energy * tariff).named("bill");
//! let dearer = bill - draft.constant(300, MONEY, "flat fee");
//! let (share, bill, dearer) = (share.id(), bill.id(), dearer.id());
//!
//! // evaluated with exact decimals
//! let sheet = draft.finish();
//! let mut values = sheet.values::<Decimal>();
//! sheet.evaluate(&sheet.all(), &mut values).unwrap();
//! assert_eq!(values[sheet.at(bill, 0)], Decimal::from(500));
//!
//! // as text, from the same formulas
//! let leaf = |figure, period| sheet.operands(figure).is_empty().then(|| values[sheet.at(figure, period)].to_string());
//! assert_eq!(sheet.expression(bill, 0, &leaf), "2000 × 1 × 0.25");
//!
//! // over an interval: the fee is cheaper from 300 ÷ (2,000 × 0.25) of the hours on
//! let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000 };
//! let moving = MovingInput::new(&sheet, &values, share, scope.range, &[dearer]);
//! let found = crossings(&moving, dearer, scope).unwrap();
//! assert_eq!(found.crossings[0].at, Decimal::new(6, 1));
//! ```
//!
//! A figure is one number, or a row of numbers, one for each [`Period`]. It is written into a [`Draft`], whose handles
//! have operators and whose units are checked, and finished into an immutable [`Sheet`]. Whoever writes it numbers its
//! inputs and rules ([`OriginId`], [`RuleId`]); the sheet hands the numbers back and knows nothing of what they stand for.
//!
//! Each file uses only files above it in this list:
//!
//! | file | what it is |
//! |---|---|
//! | [`number`] | exact decimals: reading, roots, rounding by name, writing |
//! | [`unit`](mod@unit) | units of measure: products of base units that whoever writes the sheet lists |
//! | `period`, `formula`, `curve` | what a figure is, and a load-duration curve as a function of figures |
//! | `sheet` | the finished figures, and which follow from which |
//! | `alike` | whether two sheets are the same but for the values of some leaves |
//! | `draft` | writing them |
//! | `expression` | formulas as text |
//! | `spreadsheet` | formulas as a spreadsheet computes them |
//! | `arithmetic` | what a kind of number does, and exact decimals as the first of them |
//! | `ball` | binary floating point with a proven error |
//! | `levels` | a curve at some values: falling levels with running sums, and the units that serve them |
//! | `evaluate` | the interpreter: one walk over the formulas for every kind of number |
//! | `interval` | an input over an interval: exact lines and bounds |
//! | `linear` | sums of multiples of numbers that move |
//! | `bounds` | what is sure of an interval in binary floating point, before it is worked out exactly |
//! | `folded` | a sheet folded to what moves: what stays is a constant, and sums are one |
//! | `gap` | a difference while one input runs over intervals |
//! | `crossings` | where a difference changes sign |
//! | `relaxation` | whole numbers over a box: a plane below every figure and one above it |
//! | `lanes` | many draws of inputs at a time, in binary floating point |
//! | `first_crossing` | the value nearest to today's at which something turns |

pub mod number;
pub mod unit;

mod alike;
mod arithmetic;
mod ball;
mod bounds;
mod crossings;
mod curve;
mod draft;
mod evaluate;
mod expression;
mod first_crossing;
mod float;
mod folded;
mod formula;
mod gap;
mod interval;
mod lanes;
mod levels;
mod linear;
mod period;
mod relaxation;
mod sheet;
mod spreadsheet;

pub use alike::MovedLeaf;
pub use arithmetic::{Number, Trouble};
pub use ball::Ball;
pub use bounds::{Bounds, LastValue, Reach};
pub use crossings::{Crossing, SearchScope, Solution, TooManyIntervals, ZeroSide, crossings};
pub use curve::{CurveRow, LevelStep, Shape, Term};
pub use draft::{Curve, CurveQuery, Draft, DraftShape, DraftTerm, Figure};
pub use evaluate::{Fault, Values};
pub use first_crossing::{Direction, Grid, Mover, Probe, Search, Sight, Stance, Turn};
pub use folded::{FirstLooks, FloatFigures, Foldable, MovingFigures, StatedInFloats};
pub use formula::{Binary, CurveId, FigureId, Formula, Hours, OriginId, RuleId, Source};
pub use gap::{Gap, Less, MovingInput};
pub use interval::{Interval, Sure};
pub use lanes::{Drawn, LANES, Lanes, Tape};
pub use levels::{BuiltCurves, Counted, Falling, Levels, Query};
pub use period::Period;
pub use relaxation::{DIMENSIONS, Relaxation};
pub use sheet::{Ancestry, Condition, FigureRow, Sheet};
pub use spreadsheet::{Cells, LevelRanges, StateFormulas, ValuedFormula};
