//! Work budgets for flips, in numbers of the sheet, so results are the same on every machine.

use rust_decimal::Decimal;

/// Number of flips that are searched for with the whole budget.
pub(super) const NEAREST: usize = 3;

/// Distance, as a share of the base value, beyond which a flip is not searched for with the whole budget.
pub(super) const FAR: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Searches that share the budget equally: of all inputs, and of those that could still have one of the nearest flips.
pub(super) const SEARCHES: usize = 2;

/// Budget for testing values of all integer inputs requested. With fewer inputs, each is tested further.
pub(super) const MOST_FOR_WHOLE_NUMBERS: usize = 6_000_000;

/// Budget for intervals of all inputs of figures.
pub(super) const MOST_FOR_FIGURES: usize = 4_000_000;

/// Budget for all prices that are listed as conditions of a verdict; prices that need more are omitted.
pub(super) const MOST_FOR_HOLDING: usize = 4_000_000;

/// Budget for one of these prices.
pub(super) const MOST_OF_ONE: usize = 2_000_000;

/// Budget for all inputs that could make another option of the winner's side win, per such option.
pub(super) const MAX_WORK_FOR_A_CANDIDATE: usize = 2_000_000;

/// Budget for one of these inputs.
pub(super) const MAX_FLIPS_OF_A_CANDIDATE: usize = 1_000_000;
