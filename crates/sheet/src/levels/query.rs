//! What is asked of a curve, and what one level comes to.

use crate::arithmetic::{Number, Trouble};
use crate::formula::{Binary, FigureId, Hours};
use rust_decimal::Decimal;

/// What of `scale` times a curve is counted: what lies above `above` and is at most `cap` of that, in units of `step`
/// beyond `reserved` of them. What is absent is 1, nothing, without a limit, continuous, none. On a gauged curve `above`
/// and `cap` are levels of the gauge.
#[derive(Clone, Copy, Debug)]
pub struct Query<'v, N> {
    /// Multiplies every level.
    pub scale: Option<&'v N>,
    /// Only what lies above this.
    pub above: Option<&'v N>,
    /// Only so much of it.
    pub cap: Option<&'v N>,
    /// The size of a unit.
    pub step: Option<&'v N>,
    /// Units that are there already.
    pub reserved: Option<&'v N>,
}

impl<N: Number> Query<'_, N> {
    /// What is counted by the query in exact numbers; nothing where one of its numbers is not known exactly.
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
    /// What is asked, from the values of figures.
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

/// The units of one level. On a gauge, a level is cut where the gauge is: in proportion.
pub(crate) fn units_at<N: Number>(level: &N, gauge: Option<&N>, query: &Query<'_, N>) -> Result<N, Trouble> {
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

pub(crate) fn scaled<N: Number>(level: &N, scale: Option<&N>) -> Result<N, Trouble> {
    scale.map_or_else(|| Ok(level.clone()), |scale| N::multiply(level, scale))
}

fn positive_part<N: Number>(level: N, above: Option<&N>) -> Result<N, Trouble> {
    match above {
        Some(above) => level.positive_part_over(above),
        None => Ok(level),
    }
}

fn at_most<N: Number>(units: N, cap: Option<&N>) -> Result<N, Trouble> {
    match cap {
        Some(cap) => N::binary(Binary::Minimum, &units, cap),
        None => Ok(units),
    }
}
