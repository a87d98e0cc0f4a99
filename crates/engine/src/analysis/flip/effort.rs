//! How much is worked out for flips before what is left is given up: counted in numbers of the sheet, not timed, so that the
//! same is said on every machine.

/// Numbers that may be worked out to try values of all whole numbers that are asked about: about two seconds of one core. Who
/// names fewer has each of them tried further.
pub(super) const MOST_FOR_WHOLE_NUMBERS: usize = 20_000_000;

/// Numbers that may be worked out over intervals of all numbers that figures follow from.
pub(super) const MOST_FOR_FIGURES: usize = 20_000_000;

/// The same of one of the prices that a comparison says its verdict holds under.
pub(super) const MOST_OF_ONE: usize = 2_000_000;

/// The same of a number that may make a rival of the winner's own side win, of which nothing is said where that is too little.
pub(super) const MOST_OF_A_RIVAL: usize = 1_000_000;
