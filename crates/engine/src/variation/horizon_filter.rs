//! Winner over other horizons, as far as estimates of stretches of them decide it.

use super::float_filter::{Best, Between};
use super::other_horizons::{Estimate, HorizonRange, OtherHorizons};
use super::{Variation, options};
use crate::model::{OptionKind, calendar};
use crate::sheet::Period;
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// Months of a period below which a sheet for each horizon costs no more than a stretch of them.
const SHORTEST_STRETCH: u32 = 3;

/// Other horizons of a scenario, each stretch computed once.
#[derive(Debug)]
pub(super) struct HorizonFilter<'a> {
    variation: &'a Variation<'a>,
    stretches: Mutex<Stretches<'a>>,
}

/// Stretches computed so far.
#[derive(Debug)]
struct Stretches<'a> {
    horizons: OtherHorizons<'a>,
    known: Vec<Arc<HorizonRange>>,
    /// Periods of the horizons that are the ends of years.
    calendars: BTreeMap<u32, Vec<Period>>,
    /// Whether a horizon needed a sheet of its own; others would, too.
    are_single: bool,
}

impl<'a> HorizonFilter<'a> {
    /// Other horizons of a scenario.
    pub(super) fn new(variation: &'a Variation<'a>) -> HorizonFilter<'a> {
        let horizons = OtherHorizons::with_winners(variation);
        let stretches = Stretches { horizons, known: Vec::new(), calendars: BTreeMap::new(), are_single: false };
        HorizonFilter { variation, stretches: Mutex::new(stretches) }
    }

    /// Whether an option of some kinds wins over a number of months that the rules between keys allow; none if undecided.
    pub(super) fn wins(&self, months: u32, of_kinds: &dyn Fn(OptionKind) -> bool) -> Option<bool> {
        let minor_unit = Decimal::new(1, self.variation.loaded.scenario.currency.value.minor_digits());
        let mut best = Best::default();
        // in the order of all options; ties are left to the sheet of their horizon
        for (position, (option, Estimate { present_value, off_by })) in self.range(months)?.can_win(months).enumerate()
        {
            // each line is rounded to the minor unit
            let off_by = off_by + minor_unit * Decimal::from(option.lines);
            let between = Between { least: present_value - off_by, most: present_value + off_by };
            best.meet(position, of_kinds(option.id.kind()), between);
        }
        best.is_of_kinds()
    }

    /// The stretch with a horizon; none if it is too short, or if horizons need sheets of their own.
    fn range(&self, months: u32) -> Option<Arc<HorizonRange>> {
        let scenario = &self.variation.loaded.scenario;
        let mut stretches = self.stretches.lock().expect("no stretch panics");
        let Stretches { horizons, known, calendars, are_single } = &mut *stretches;
        loop {
            let above = known.iter().filter(|range| range.last() >= months).min_by_key(|range| range.first());
            if let Some(range) = above.filter(|range| range.first() <= months) {
                return Some(Arc::clone(range));
            }
            let year_end = months.next_multiple_of(12);
            let calendar = calendars.entry(year_end).or_insert_with(|| calendar(scenario, year_end));
            let period = calendar.iter().find(|period| period.last >= months)?;
            if *are_single || period.months() < SHORTEST_STRETCH {
                return None;
            }
            // from the end of its period downwards, or from the next known stretch
            let longest = above.map_or(period.last, |range| period.last.min(range.first() - 1));
            let range = horizons.up_to(longest, options(scenario).collect());
            *are_single = range.is_exact();
            if !range.is_exact() {
                known.push(Arc::new(range));
            }
        }
    }
}
