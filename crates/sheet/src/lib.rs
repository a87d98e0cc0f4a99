//! A sheet: the figures of a calculation, each with a formula over figures before it.
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
//! // up to 2,000 kWh per month at 0.25 each, or a flat fee of 300
//! let draft = Draft::new(vec![Period { first: 1, last: 1 }]);
//! let share = draft.variable("share of the hours", Decimal::ONE);
//! let energy = draft.constant(2_000, ENERGY, "at full load") * share;
//! let tariff = draft.constant(Decimal::new(25, 2), MONEY.per(ENERGY), "tariff");
//! let bill = (energy * tariff).named("bill");
//! let dearer = bill - draft.constant(300, MONEY, "flat fee");
//! let (share, bill, dearer) = (share.id(), bill.id(), dearer.id());
//!
//! // evaluate with exact decimals
//! let sheet = draft.finish();
//! let mut values = sheet.values::<Decimal>();
//! sheet.evaluate(&sheet.all(), &mut values).unwrap();
//! assert_eq!(values[sheet.at(bill, 0)], Decimal::from(500));
//!
//! // write the same formulas as text
//! let leaf = |figure, period| sheet.operands(figure).is_empty().then(|| values[sheet.at(figure, period)].to_string());
//! assert_eq!(sheet.expression(bill, 0, &leaf), "2000 × 1 × 0.25");
//!
//! // search an interval: the fee is cheaper from 300 ÷ (2,000 × 0.25) of the hours on
//! let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000 };
//! let moving = MovingInput::new(&sheet, &values, share, scope.range, &[dearer]);
//! let found = crossings(&moving, dearer, scope).unwrap();
//! assert_eq!(found.crossings[0].at, Decimal::new(6, 1));
//! ```
//!
//! A figure is one number, or a row of numbers, one for each [`Period`]. Figures are added to a [`Draft`], whose handles have
//! operators and check units, and which becomes an immutable [`Sheet`]. The author of a sheet numbers its inputs and rules
//! ([`OriginId`], [`RuleId`]); the sheet returns these numbers and does not interpret them.
//!
//! Each file uses only files below it:
//!
//! | file | content |
//! |---|---|
//! | `first_crossing` | the value nearest to the base-case value at which an outcome changes |
//! | `lanes` | plays a tape for many draws at a time, in binary floating point |
//! | `relaxation` | integers over a box: a plane below every figure and one above it |
//! | `crossings` | points at which a difference changes sign |
//! | `difference` | a difference of figures over intervals of an input |
//! | `tape` | operations recorded once while the interpreter walks the sheet; played with bounds, balls, or lanes of draws |
//! | `spreadsheet` | formulas in spreadsheet syntax |
//! | `evaluate` | the interpreter: evaluates formulas with any kind of number |
//! | `expression` | formulas as text |
//! | `draft` | construction of a sheet |
//! | `alike` | comparison of sheets that differ only in the values of leaves |
//! | `sheet` | the finished figures and their dependencies |
//! | `bounds` | proven floating-point bounds of intervals, evaluated before exact intervals |
//! | `linear` | linear combinations of varying numbers |
//! | `interval` | a figure over an interval of an input: exact lines and bounds |
//! | `slots`, `curve`, `levels` | load-duration curves: slots of the clock with equal shares; functions of figures; descending levels with running sums, and their units |
//! | `float`, `ball` | decimals in binary floating point, and floats with a proven error |
//! | `arithmetic` | kinds of numbers that a sheet is evaluated with; exact decimals |
//! | `period`, `formula` | months of a row, and formulas of figures |
//! | [`unit`](mod@unit) | units of measure: products of base units from a list of the author of the sheet |
//! | [`number`] | exact decimals: parsing, roots, named rounding rules, formatting |

pub mod number;
pub mod unit;

mod alike;
mod arithmetic;
mod ball;
mod bounds;
mod crossings;
mod curve;
mod difference;
mod draft;
mod evaluate;
mod expression;
mod first_crossing;
mod float;
mod formula;
mod interval;
mod lanes;
mod levels;
mod linear;
mod period;
mod relaxation;
mod sheet;
mod slots;
mod spreadsheet;
mod tape;

pub use alike::MovedLeaf;
pub use arithmetic::{EvaluationErrorKind, Number};
pub use ball::Ball;
pub use bounds::{Bounds, Extent, LastValue};
pub use crossings::{Crossing, SearchScope, Solution, WorkBudgetExceeded, ZeroSide, crossings, lowest_crossing};
pub use curve::{CurveRow, LevelStep, Shape, Term, Weight, WholeSteps};
pub use difference::{DifferenceFigures, MovingInput, Subtrahend};
pub use draft::{Curve, CurveQuery, Draft, DraftShape, DraftTerm, Figure};
pub use evaluate::{EvaluationError, Values};
pub use first_crossing::{
    Direction, FirstCrossing, Grid, Probe, ProbeResult, RelativeOutcome, SearchDomain, SearchResult,
};
pub use formula::{Binary, CurveId, FigureId, Formula, Hours, OriginId, RuleId, Source};
pub use interval::{Interval, ProvenSign};
pub use lanes::{Drawn, LANES, LaneProgram, Lanes};
pub use levels::{Counted, CurveCache, DescendingLevels, Levels, Query};
pub use period::Period;
pub use relaxation::{DIMENSIONS, Relaxation};
pub use sheet::{Ancestry, Condition, FigureRow, Sheet};
pub use spreadsheet::{Cells, LevelRanges, StateFormulas, ValuedFormula};
pub use tape::{FloatFigures, MovingFigures, TapeNumber};
