//! Cache of curves by the numbers they are built from: a curve of the same numbers is built once for all sheets.

use super::falling::DescendingLevels;
use crate::curve::{CurveRow, Shape, Term};
use crate::formula::FigureId;
use foldhash::fast::FixedState;
use rust_decimal::Decimal;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of cached levels of all curves: some thirty megabytes. Beyond it, curves are built again.
const MOST_LEVELS: usize = 250_000;

/// Exact curves by the numbers they are built from, for all sheets of one run. The cache affects run time and never
/// results, so any two are equal.
#[derive(Debug, Default)]
pub struct CurveCache(Mutex<Built>);

impl PartialEq for CurveCache {
    fn eq(&self, _: &CurveCache) -> bool {
        true
    }
}

impl Eq for CurveCache {}

#[derive(Debug, Default)]
struct Built {
    curves: HashMap<CurveKey, Arc<DescendingLevels>, FixedState>,
    /// Number of levels of all curves.
    levels: usize,
}

/// Identity of a curve: its shapes, and the digits of every number in them.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct CurveKey {
    shapes: Vec<usize>,
    numbers: Vec<[u8; 16]>,
    measured: Vec<Measured>,
}

/// Measured levels, by address. They are owned, so that the address is not used again.
#[derive(Debug)]
struct Measured(Arc<[(Decimal, Decimal)]>);

impl PartialEq for Measured {
    fn eq(&self, other: &Measured) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Measured {}

impl Hash for Measured {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_ptr().hash(state);
    }
}

impl CurveKey {
    /// Identity of a curve whose numbers are all known; none if one varies.
    pub(crate) fn numbers(row: &CurveRow, number: &dyn Fn(FigureId) -> Option<Decimal>) -> Option<CurveKey> {
        // mostly a height varies, so it is checked before the shares are copied
        let moves = |term: &Term| match &term.shape {
            Shape::Steps(steps) => steps.iter().any(|step| number(step.level).is_none()),
            Shape::Clock { height, .. } => number(*height).is_none(),
            Shape::Measured { factor, .. } => number(*factor).is_none(),
        };
        if row.terms.iter().any(moves) {
            return None;
        }
        let mut of = CurveKey {
            shapes: vec![usize::from(row.gauged) + 2 * usize::from(row.with_next)],
            numbers: Vec::new(),
            measured: Vec::new(),
        };
        for term in &row.terms {
            let shape = match &term.shape {
                Shape::Steps(steps) => [0, steps.len()],
                Shape::Clock { shares, floor, .. } => [1 + usize::from(floor.is_some()), shares.len()],
                Shape::Measured { levels, .. } => {
                    of.measured.push(Measured(Arc::clone(levels)));
                    [3, levels.len()]
                }
            };
            of.shapes.extend(shape);
            of.shapes.push(usize::from(term.gauge.is_some()));
            for weight in term.weights() {
                let steps = weight.whole.map_or(0, |whole| 1 + usize::from(whole.least.is_some()));
                of.shapes.push(2 * steps + usize::from(weight.factor.is_some()));
            }
        }
        let mut known = true;
        row.each_operand(&mut |operand| match if known { number(operand) } else { None } {
            Some(number) => of.numbers.push(number.serialize()),
            None => known = false,
        });
        known.then_some(of)
    }
}

impl CurveCache {
    pub(crate) fn get(&self, of: &CurveKey) -> Option<Arc<DescendingLevels>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).curves.get(of).cloned()
    }

    pub(crate) fn keep(&self, of: CurveKey, curve: &Arc<DescendingLevels>) {
        let mut built = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let levels = built.levels + of.numbers.len() + curve.kept_levels();
        if levels <= MOST_LEVELS {
            built.levels = levels;
            built.curves.insert(of, Arc::clone(curve));
        }
    }
}
