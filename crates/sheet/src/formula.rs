//! Figures: a leaf, or a formula over figures before it.

/// Source of a value, numbered by the author of the sheet. The sheet returns it and never interprets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OriginId(pub u32);

/// Rule of a condition, numbered by the author of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RuleId(pub u32);

/// A figure of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FigureId(pub(crate) u32);

impl FigureId {
    /// Index among all figures of its sheet.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A load-duration curve of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveId(pub(crate) u32);

/// Source of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// An input of the scenario.
    Given(OriginId),
    /// A constant of the model, with its reason.
    Constant(&'static str),
    /// A row that follows from the calendar.
    Calendar(&'static str),
    /// A variable that a solver changes; otherwise at its neutral value.
    Variable(&'static str),
}

/// A binary operation on figures.
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
    /// Minimum of a and b.
    Minimum,
    /// Maximum of a and b.
    Maximum,
    /// Positive part of a − b; up to 10^-20 of a, the residue of divisions, it is zero.
    PositivePart,
}

/// How a figure is computed from figures before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Not computed.
    Leaf(Source),
    /// A binary operation; a number is broadcast over a row.
    Binary(Binary, FigureId, FigureId),
    /// Smallest integer that is not below.
    Ceil(FigureId),
    /// 1 if above zero, 0 otherwise.
    Any(FigureId),
    /// The first figure to the power of the second, a leaf of integers.
    Power(FigureId, FigureId),
    /// Root of this degree.
    Root(FigureId, u8),
    /// Σ `v^m` over the months of each period, for a number `v`.
    Annuity(FigureId),
    /// Σ `v^m` over the first n months; n is a leaf of integers.
    Series(FigureId, FigureId),
    /// Σ a × b over the periods, of two rows.
    Dot(FigureId, FigureId),
    /// One period of a row.
    Pick(FigureId, usize),
    /// A row of numbers.
    Join(Vec<FigureId>),
    /// Unit-hours per month that serve the load between levels of a load-duration curve; see
    /// [`Draft::hours`](crate::Draft::hours).
    Hours(Box<Hours>),
    /// Maximum number of units at any time that serve the load between levels of a curve.
    Most(Box<Hours>),
    /// A load-duration curve; its number is its highest level.
    Curve(CurveId),
}

impl Formula {
    /// Leaf with the number of factors or terms. A sheet is built for that number: other values of the leaf are not
    /// evaluated.
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

/// Operands of [`Draft::hours`](crate::Draft::hours).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hours {
    /// The curve.
    pub curve: FigureId,
    /// Hours per month.
    pub month: FigureId,
    /// Multiplies every level.
    pub scale: Option<FigureId>,
    /// Counts only the load above this.
    pub above: Option<FigureId>,
    /// Counts at most this much of it.
    pub cap: Option<FigureId>,
    /// Size of a unit.
    pub step: Option<FigureId>,
    /// Units that exist already.
    pub reserved: Option<FigureId>,
}

impl Hours {
    /// Whether it counts the levels unchanged.
    pub(crate) fn is_plain(&self) -> bool {
        [self.scale, self.above, self.cap, self.step, self.reserved].iter().all(Option::is_none)
    }

    pub(crate) fn operands(&self) -> impl Iterator<Item = FigureId> {
        let query = [self.scale, self.above, self.cap, self.step, self.reserved];
        [self.curve].into_iter().chain(query.into_iter().flatten()).chain([self.month])
    }
}
