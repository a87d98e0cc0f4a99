//! Thresholds that were listed, by what was asked of which levels: one list serves whoever asks the same again.

use super::thresholds::{Thresholds, WholeUnitsOf};
use crate::ball::Ball;
use crate::levels::Falling;
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Scales that are kept, of all lists together: some four megabytes. Beyond them lists are made again.
const MOST_SCALES: usize = 250_000;

/// Thresholds of levels that stay. What is kept changes how long an answer takes and never what it is.
#[derive(Debug, Default)]
pub(crate) struct KeptThresholds(Mutex<Listed>);

#[derive(Debug, Default)]
struct Listed {
    lists: HashMap<AskedOf, Option<Arc<Thresholds>>, FixedState>,
    /// Scales of all of them.
    scales: usize,
}

/// What is asked of levels, up to which scale.
#[derive(Debug, PartialEq)]
struct AskedOf {
    levels: LevelsAsked,
    asked: WholeUnitsOf,
    most: Ball,
}

/// Levels by their identity: they are held, so that no others come to stand at their place.
#[derive(Debug)]
struct LevelsAsked(Arc<Falling>);

impl PartialEq for LevelsAsked {
    fn eq(&self, other: &LevelsAsked) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

// a scale is no NaN: bounds with one are unknown
impl Eq for AskedOf {}

impl Hash for AskedOf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (Arc::as_ptr(&self.levels.0), self.asked).hash(state);
    }
}

impl KeptThresholds {
    /// Those of levels up to a scale, listed now unless they were; none where levels are counted sooner.
    pub(crate) fn of(&self, falling: &Arc<Falling>, asked: WholeUnitsOf, most: Ball) -> Option<Arc<Thresholds>> {
        let of = AskedOf { levels: LevelsAsked(Arc::clone(falling)), asked, most };
        let mut listed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = listed.lists.get(&of) {
            return known.clone();
        }
        let thresholds = Thresholds::new(falling, asked, most).map(Arc::new);
        let scales = listed.scales + 1 + thresholds.as_ref().map_or(0, |thresholds| thresholds.count());
        if scales <= MOST_SCALES {
            listed.scales = scales;
            listed.lists.insert(of, thresholds.clone());
        }
        thresholds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::Decimal;

    #[test]
    fn a_list_serves_who_asks_the_same_of_the_same_levels() {
        let levels = || Arc::new(Falling::of_weighted(vec![(Decimal::TEN, Decimal::ONE)]).unwrap());
        let of_step = |step: i64| WholeUnitsOf { above: 0.into(), cap: None, step: step.into(), reserved: 0.into() };
        let (kept, ours, others) = (KeptThresholds::default(), levels(), levels());
        let list = |levels: &Arc<Falling>, step, most: f64| kept.of(levels, of_step(step), Ball::whole(most)).unwrap();
        let first = list(&ours, 4, 2.0);
        // a level of ten needs one unit of four more above the scales 0, 0.4, 0.8, 1.2, 1.6 and 2
        assert_eq!(first.count(), 6);
        assert!(Arc::ptr_eq(&first, &list(&ours, 4, 2.0)));
        let differ = [list(&ours, 5, 2.0), list(&ours, 4, 3.0), list(&others, 4, 2.0)];
        assert!(differ.iter().all(|other| !Arc::ptr_eq(&first, other)));
        // what cannot be listed is asked once as well
        assert!(kept.of(&ours, of_step(0), Ball::whole(2.0)).is_none());
        assert!(kept.of(&ours, of_step(0), Ball::whole(2.0)).is_none());
    }
}
