//! Tally of the draws of a block.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

/// Outcome of an option in a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawOutcome {
    /// It can win.
    CanWin,
    /// It is possible but cannot win.
    CannotWin,
    /// It is not possible.
    NotPossible,
}

/// Tally of the draws of a block.
#[derive(Debug)]
pub(super) struct DrawCounts {
    pub options: Vec<OptionDrawCounts>,
    pub nobody: usize,
}

/// Tally of an option.
#[derive(Debug)]
pub(super) struct OptionDrawCounts {
    /// Its present value in each draw; NaN if it is not possible.
    pub present_values: Vec<f64>,
    pub wins: usize,
    pub not_possible: usize,
    pub cannot_win: usize,
    /// Number of draws in which it can win, and the sum of its extra cost over the winner in them.
    pub can_win: usize,
    pub regret: f64,
}

impl DrawCounts {
    pub fn new(options: usize, draws: usize) -> DrawCounts {
        let empty = || OptionDrawCounts {
            present_values: Vec::with_capacity(draws),
            wins: 0,
            not_possible: 0,
            cannot_win: 0,
            can_win: 0,
            regret: 0.0,
        };
        DrawCounts { options: (0..options).map(|_| empty()).collect(), nobody: 0 }
    }

    /// Adds one draw: present value and outcome of each option.
    pub fn add(&mut self, present_values: impl Iterator<Item = (f64, DrawOutcome)> + Clone, minor_units: f64) {
        let mut best: Option<(usize, f64, f64)> = None;
        for (at, (present_value, _)) in
            present_values.clone().enumerate().filter(|(_, (_, outcome))| *outcome == DrawOutcome::CanWin)
        {
            // as printed; ties go to the earlier option
            let printed = libm::round(present_value * minor_units);
            if best.is_none_or(|(_, least, _)| printed < least) {
                best = Some((at, printed, present_value));
            }
        }
        for (at, ((present_value, outcome), counts)) in present_values.zip(&mut self.options).enumerate() {
            counts.present_values.push(if outcome == DrawOutcome::NotPossible { f64::NAN } else { present_value });
            match (outcome, best) {
                (DrawOutcome::CanWin, Some((winner, _, least))) => {
                    counts.wins += usize::from(at == winner);
                    counts.can_win += 1;
                    counts.regret += (present_value - least).max(0.0);
                }
                (DrawOutcome::CanWin | DrawOutcome::CannotWin, _) => counts.cannot_win += 1,
                (DrawOutcome::NotPossible, _) => counts.not_possible += 1,
            }
        }
        self.nobody += usize::from(best.is_none());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_wins_as_printed_and_regret_is_what_the_others_cost_more() {
        let mut tally = DrawCounts { options: Vec::new(), nobody: 0 };
        tally.options.extend((0..3).map(|_| OptionDrawCounts {
            present_values: Vec::new(),
            wins: 0,
            not_possible: 0,
            cannot_win: 0,
            can_win: 0,
            regret: 0.0,
        }));
        let can = DrawOutcome::CanWin;
        // 10.004 and 10.001 are both printed as 10.00: the earlier wins
        tally.add([(10.004, can), (10.001, can), (25.0, can)].into_iter(), 100.0);
        tally.add([(10.0, DrawOutcome::NotPossible), (12.0, can), (8.0, DrawOutcome::CannotWin)].into_iter(), 100.0);
        tally.add(
            [(10.0, DrawOutcome::NotPossible), (12.0, DrawOutcome::CannotWin), (8.0, DrawOutcome::CannotWin)]
                .into_iter(),
            100.0,
        );
        let counts: Vec<(usize, usize, usize, usize)> =
            tally.options.iter().map(|o| (o.wins, o.not_possible, o.cannot_win, o.can_win)).collect();
        assert_eq!((counts, tally.nobody), (vec![(1, 2, 0, 1), (1, 0, 1, 2), (0, 0, 2, 1)], 1));
        assert!((tally.options[2].regret - 14.996).abs() < 1e-12 && tally.options[0].present_values[1].is_nan());
    }
}
