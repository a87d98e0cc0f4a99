//! How much is worked out for flips before what is left is given up: counted in numbers of the sheet, not timed, so that the
//! same is said on every machine.

/// Numbers that may be worked out to try values of all whole numbers that are asked about. Who names fewer
/// has each of them tried further.
pub(super) const MOST_FOR_WHOLE_NUMBERS: usize = 8_000_000;

/// Numbers that may be worked out over intervals of all numbers that figures follow from.
pub(super) const MOST_FOR_FIGURES: usize = 8_000_000;

/// The same of all prices that a comparison says its verdict holds under, which says nothing of those that take more.
pub(super) const MOST_FOR_HOLDING: usize = 4_000_000;

/// The same of one of these prices.
pub(super) const MOST_OF_ONE: usize = 2_000_000;

/// The same of all numbers that may make a rival of the winner's own side win, for each such rival.
pub(super) const MOST_FOR_A_RIVAL: usize = 2_000_000;

/// The same of one of these numbers.
pub(super) const MOST_OF_A_RIVAL: usize = 1_000_000;
