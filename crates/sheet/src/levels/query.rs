//! Queries of a curve, and the units of one level.

use crate::arithmetic::{EvaluationErrorKind, Number};
use crate::formula::{Binary, FigureId, Hours};
use rust_decimal::Decimal;

/// Counts the part of `scale` times a curve above `above`, up to `cap` of it, in units of `step` beyond `reserved` of
/// them. Absent values mean: scale 1, above zero, no cap, continuous units, none reserved. On a gauged curve, `above`
/// and `cap` are levels of the gauge.
#[derive(Clone, Copy, Debug)]
pub struct Query<'v, N> {
    /// Multiplies every level.
    pub scale: Option<&'v N>,
    /// Counts only the load above this.
    pub above: Option<&'v N>,
    /// Counts at most this much of it.
    pub cap: Option<&'v N>,
    /// Size of a unit.
    pub step: Option<&'v N>,
    /// Units that exist already.
    pub reserved: Option<&'v N>,
}

impl<N: Number> Query<'_, N> {
    /// Evaluates the query in exact numbers; none if one of its numbers is not known exactly.
    pub(crate) fn exactly<T>(&self, count: impl FnOnce(&Query<'_, Decimal>) -> T) -> Option<T> {
        let exact = |operand: Option<&N>| match operand {
            None => Some(None),
            Some(number) => number.exact().map(Some),
        };
        let (scale, above, cap) = (exact(self.scale)?, exact(self.above)?, exact(self.cap)?);
        let (step, reserved) = (exact(self.step)?, exact(self.reserved)?);
        Some(count(&Query {
            scale: scale.as_ref(),
            above: above.as_ref(),
            cap: cap.as_ref(),
            step: step.as_ref(),
            reserved: reserved.as_ref(),
        }))
    }
}

impl Hours {
    /// The query with the values of its figures.
    pub(crate) fn query<'v, N>(&self, value: impl Fn(FigureId) -> &'v N) -> Query<'v, N> {
        let operand = |figure: Option<FigureId>| figure.map(&value);
        Query {
            scale: operand(self.scale),
            above: operand(self.above),
            cap: operand(self.cap),
            step: operand(self.step),
            reserved: operand(self.reserved),
        }
    }
}

/// Units of one level. On a gauge, a level is cut in proportion to the gauge.
pub(crate) fn units_at<N: Number>(
    level: &N,
    gauge: Option<&N>,
    query: &Query<'_, N>,
) -> Result<N, EvaluationErrorKind> {
    let cut = |of: &N| at_most(positive_part(scaled(of, query.scale)?, query.above)?, query.cap);
    let units = match gauge {
        None => cut(level)?,
        Some(gauge) => N::quotient_or(&N::multiply(level, &cut(gauge)?)?, gauge, &scaled(level, query.scale)?)?,
    };
    match query.step {
        Some(step) => positive_part(N::binary(Binary::Divide, &units, step)?.ceil(), query.reserved),
        None => Ok(units),
    }
}

pub(crate) fn scaled<N: Number>(level: &N, scale: Option<&N>) -> Result<N, EvaluationErrorKind> {
    scale.map_or_else(|| Ok(level.clone()), |scale| N::multiply(level, scale))
}

fn positive_part<N: Number>(level: N, above: Option<&N>) -> Result<N, EvaluationErrorKind> {
    match above {
        Some(above) => level.positive_part_over(above),
        None => Ok(level),
    }
}

fn at_most<N: Number>(units: N, cap: Option<&N>) -> Result<N, EvaluationErrorKind> {
    match cap {
        Some(cap) => N::binary(Binary::Minimum, &units, cap),
        None => Ok(units),
    }
}
