//! Cache of thresholds by levels and query: equal requests share one list.

use super::thresholds::{Thresholds, WholeUnitsQuery};
use crate::ball::Ball;
use crate::levels::DescendingLevels;
use foldhash::fast::FixedState;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of cached scales of all lists: some four megabytes. Beyond it, lists are computed again.
const MOST_SCALES: usize = 250_000;

/// Cached thresholds of constant levels. The cache affects run time and never results.
#[derive(Debug, Default)]
pub(crate) struct ThresholdCache(Mutex<Listed>);

#[derive(Debug, Default)]
struct Listed {
    lists: HashMap<ThresholdRequest, Option<Arc<Thresholds>>, FixedState>,
    /// Number of scales of all lists.
    scales: usize,
}

/// A query of levels, up to a scale.
#[derive(Debug, PartialEq)]
struct ThresholdRequest {
    levels: LevelsByAddress,
    query: WholeUnitsQuery,
    most: Ball,
}

/// Levels by address. They are owned, so that the address is not used again.
#[derive(Debug)]
struct LevelsByAddress(Arc<DescendingLevels>);

impl PartialEq for LevelsByAddress {
    fn eq(&self, other: &LevelsByAddress) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

// a scale is never NaN: bounds with NaN are unknown
impl Eq for ThresholdRequest {}

impl Hash for ThresholdRequest {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (Arc::as_ptr(&self.levels.0), self.query).hash(state);
    }
}

impl ThresholdCache {
    /// Thresholds of levels up to a scale, from the cache or computed now; none if counting the levels is faster.
    pub(crate) fn of(
        &self,
        falling: &Arc<DescendingLevels>,
        query: WholeUnitsQuery,
        most: Ball,
    ) -> Option<Arc<Thresholds>> {
        let request = ThresholdRequest { levels: LevelsByAddress(Arc::clone(falling)), query, most };
        let mut listed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = listed.lists.get(&request) {
            return known.clone();
        }
        let thresholds = Thresholds::new(falling, query, most).map(Arc::new);
        let scales = listed.scales + 1 + thresholds.as_ref().map_or(0, |thresholds| thresholds.count());
        if scales <= MOST_SCALES {
            listed.scales = scales;
            listed.lists.insert(request, thresholds.clone());
        }
        thresholds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rust_decimal::Decimal;

    #[test]
    fn equal_requests_share_a_list() {
        let levels = || Arc::new(DescendingLevels::of_weighted(vec![(Decimal::TEN, Decimal::ONE)]).unwrap());
        let of_step = |step: i64| WholeUnitsQuery { above: 0.into(), cap: None, step: step.into(), reserved: 0.into() };
        let (kept, ours, others) = (ThresholdCache::default(), levels(), levels());
        let list = |levels: &Arc<DescendingLevels>, step, most: f64| {
            kept.of(levels, of_step(step), Ball::whole(most)).unwrap()
        };
        let first = list(&ours, 4, 2.0);
        // a level of ten needs one more unit of four above the scales 0, 0.4, 0.8, 1.2, 1.6 and 2
        assert_eq!(first.count(), 6);
        assert!(Arc::ptr_eq(&first, &list(&ours, 4, 2.0)));
        let differ = [list(&ours, 5, 2.0), list(&ours, 4, 3.0), list(&others, 4, 2.0)];
        assert!(differ.iter().all(|other| !Arc::ptr_eq(&first, other)));
        // a request without a list is cached too
        assert!(kept.of(&ours, of_step(0), Ball::whole(2.0)).is_none());
        assert!(kept.of(&ours, of_step(0), Ball::whole(2.0)).is_none());
    }
}
