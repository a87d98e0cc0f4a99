//! Duration of each level.

use super::MOST_DIFFERENT;
use super::fault::Problem;
use rust_decimal::Decimal;
use std::collections::HashMap;

/// Whole levels below this are indexed by number.
const NUMBERED: usize = 1 << 16;

/// Durations in nanoseconds by level.
#[derive(Debug, Default)]
pub(super) struct Levels {
    /// Durations of whole levels below [`NUMBERED`]; zero if a level did not occur.
    numbered: Vec<i128>,
    others: HashMap<Decimal, i128>,
    different: usize,
}

impl Levels {
    /// Adds a positive duration to a level.
    pub(super) fn hold(&mut self, level: Decimal, nanoseconds: i128) -> Result<(), Problem> {
        // equal levels can differ in trailing zeros
        let level = if level.scale() > 0 { level.normalize() } else { level };
        let held = match number(level) {
            Some(number) => {
                if number >= self.numbered.len() {
                    self.numbered.resize(number + 1, 0);
                }
                &mut self.numbered[number]
            }
            None => self.others.entry(level).or_default(),
        };
        self.different += usize::from(*held == 0);
        *held += nanoseconds;
        if self.different > MOST_DIFFERENT { Err(Problem::too_varied("levels")) } else { Ok(()) }
    }

    /// Levels with their durations in seconds.
    pub(super) fn in_seconds(self) -> Vec<(Decimal, Decimal)> {
        let numbered = self.numbered.into_iter().enumerate().map(|(number, held)| (Decimal::from(number), held));
        let all = numbered.chain(self.others).filter(|(_, held)| *held > 0);
        all.map(|(level, held)| (level, seconds(held))).collect()
    }
}

/// Index of a small whole level.
fn number(level: Decimal) -> Option<usize> {
    let whole = (level.scale() == 0).then(|| usize::try_from(level.mantissa()).ok()).flatten();
    whole.filter(|number| *number < NUMBERED)
}

/// Exact conversion of nanoseconds to seconds.
pub(super) fn seconds(nanoseconds: i128) -> Decimal {
    // ten thousand years are 3.2 · 10^20 nanoseconds; a decimal holds 7.9 · 10^28
    Decimal::try_from_i128_with_scale(nanoseconds, 9).unwrap_or(Decimal::MAX).normalize()
}
