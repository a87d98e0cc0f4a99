//! What a figure is: a leaf, or a formula over figures before it.

/// Where a value comes from, in the numbering of whoever writes the sheet. A sheet hands it back and never looks into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OriginId(pub u32);

/// Which rule a condition stands for, in the numbering of whoever writes the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(pub u32);

/// A figure of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FigureId(pub(crate) u32);

impl FigureId {
    /// Its place among all figures of its sheet.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A load-duration curve of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveId(pub(crate) u32);

/// Where a value that is not computed comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The author of the numbers, at this place.
    Given(OriginId),
    /// A constant of the model, with the reason for it.
    Constant(&'static str),
    /// A row that follows from the calendar.
    Calendar(&'static str),
    /// What a solver moves; at its neutral value otherwise.
    Variable(&'static str),
}

/// Arithmetic of two figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// a + b
    Add,
    /// a − b
    Subtract,
    /// a × b
    Multiply,
    /// a ÷ b
    Divide,
    /// The smaller of a and b.
    Minimum,
    /// The larger of a and b.
    Maximum,
    /// The positive part of a − b, where 10^-20 of a is nothing: so much divisions leave over.
    PositivePart,
}

/// How a figure follows from figures before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Not computed.
    Leaf(Source),
    /// Arithmetic; a number is broadcast over a row.
    Binary(Binary, FigureId, FigureId),
    /// The smallest whole number that is not below.
    Ceil(FigureId),
    /// 1 if above zero, 0 otherwise.
    Any(FigureId),
    /// The first figure to the power of the second, a leaf of whole numbers.
    Power(FigureId, FigureId),
    /// The root of this degree.
    Root(FigureId, u8),
    /// For each period Σ `v^m` over its months, of a number `v`.
    Annuity(FigureId),
    /// Σ `v^m` over the first so many months, a leaf of whole numbers.
    Series(FigureId, FigureId),
    /// Σ a × b over the periods, of two rows.
    Dot(FigureId, FigureId),
    /// One period of a row.
    Pick(FigureId, usize),
    /// A row of numbers.
    Join(Vec<FigureId>),
    /// Unit-hours a month that serve what lies between levels of a load-duration curve; see [`Draft::hours`](crate::Draft::hours).
    Hours(Box<Hours>),
    /// The most units at any time that serve what lies between levels of a curve.
    Most(Box<Hours>),
    /// A load-duration curve; its number is its highest level.
    Curve(CurveId),
}

impl Formula {
    /// The leaf that says how many factors or terms it has. A sheet is written for that number: other values of it are not computed.
    #[must_use]
    pub fn count(&self) -> Option<FigureId> {
        match self {
            Formula::Power(_, count) | Formula::Series(_, count) => Some(*count),
            Formula::Leaf(_)
            | Formula::Binary(..)
            | Formula::Ceil(_)
            | Formula::Any(_)
            | Formula::Root(..)
            | Formula::Annuity(_)
            | Formula::Dot(..)
            | Formula::Pick(..)
            | Formula::Join(_)
            | Formula::Hours(_)
            | Formula::Most(_)
            | Formula::Curve(_) => None,
        }
    }
}

/// The operands of [`Draft::hours`](crate::Draft::hours).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hours {
    /// The curve.
    pub curve: FigureId,
    /// Hours of a month.
    pub month: FigureId,
    /// Multiplies every level.
    pub scale: Option<FigureId>,
    /// Only what lies above this.
    pub above: Option<FigureId>,
    /// Only so much of it.
    pub cap: Option<FigureId>,
    /// The size of a unit.
    pub step: Option<FigureId>,
    /// Units that are there already.
    pub reserved: Option<FigureId>,
}

impl Hours {
    /// Whether they are those of the levels as they are.
    pub(crate) fn is_plain(&self) -> bool {
        [self.scale, self.above, self.cap, self.step, self.reserved].iter().all(Option::is_none)
    }

    pub(crate) fn operands(&self) -> impl Iterator<Item = FigureId> {
        let query = [self.scale, self.above, self.cap, self.step, self.reserved];
        [self.curve].into_iter().chain(query.into_iter().flatten()).chain([self.month])
    }
}
