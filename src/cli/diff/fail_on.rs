//! Conditions under which a difference fails (`--fail-on`).

use crate::analysis::difference::{DiffSide, Difference};
use crate::report::review::{FileChange, FileVersion, Review, ReviewedFile};
use rust_decimal::Decimal;

/// Help text of `--fail-on`.
pub(super) const HELP: &str = "Condition for exit status 1. Repeatable. `flip`: a different option wins, an option wins where \
     none did, or with `--base` a scenario was removed. `margin=5%`: as `flip`, or the winner's margin changed by this many \
     percentage points or more. `any`: any input changed, even one that affects no amount, or with `--base` a scenario \
     was added or removed, or a policy changed";

/// Judgement of a removed scenario, whose decision cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gone {
    /// Fails: the removal may hide a flip.
    Fails,
    /// Passes unless another scenario replaced it: the change is meant to remove it.
    Passes,
}

/// Condition for exit status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailOn {
    /// A different option wins, an option wins where none did, or a scenario was removed.
    Flip,
    /// As `Flip`, or the margin of the winner changed by this share or more.
    Margin(Decimal),
    /// Any input changed, even one that affects no amount.
    Any,
}

impl FailOn {
    /// Parses `flip`, `margin=5%` or `any`.
    pub(super) fn parse(text: &str) -> Result<FailOn, String> {
        let wrong = || "write flip, margin=5% or any".to_owned();
        match text.split_once('=') {
            None if text == "flip" => Ok(FailOn::Flip),
            None if text == "any" => Ok(FailOn::Any),
            Some(("margin", share)) => {
                let percent = share.strip_suffix('%').ok_or_else(wrong)?.trim_end();
                let percent: Decimal = percent.parse().map_err(|_| wrong())?;
                let is_share = percent > Decimal::ZERO && percent <= Decimal::ONE_HUNDRED;
                if is_share { Ok(FailOn::Margin(percent / Decimal::ONE_HUNDRED)) } else { Err(wrong()) }
            }
            None | Some(_) => Err(wrong()),
        }
    }

    /// Whether the condition holds between two scenarios.
    pub(super) fn is_found_in(self, difference: &Difference) -> bool {
        match self {
            FailOn::Flip | FailOn::Margin(_) => self.is_found_between(&difference.old, &difference.new),
            FailOn::Any => !difference.changes.is_empty(),
        }
    }

    /// Whether the condition holds between two decisions, even in different currencies: a margin is a share.
    fn is_found_between(self, old: &DiffSide, new: &DiffSide) -> bool {
        match self {
            FailOn::Flip => old.choice.winner != new.choice.winner,
            // a margin that one side lacks counts as changed
            FailOn::Margin(least) => new.choice.margin_moved(&old.choice).is_none_or(|moved| *moved >= least),
            FailOn::Any => true,
        }
    }

    /// Whether the condition holds for a repository.
    pub(super) fn is_found_among(self, review: &Review, gone: Gone) -> bool {
        let is_judged_otherwise = self == FailOn::Any && review.has_other_policies();
        let is_replaced =
            |file: &ReviewedFile| review.files().iter().filter(|other| other.path == file.path).count() > 1;
        let fails = |file: &ReviewedFile| gone == Gone::Fails || is_replaced(file);
        is_judged_otherwise || review.files().iter().any(|file| self.is_found_of(file, fails))
    }

    /// Whether the condition holds for a scenario; `fails_gone` decides for a removed one.
    fn is_found_of(self, file: &ReviewedFile, fails_gone: impl Fn(&ReviewedFile) -> bool) -> bool {
        match &file.change {
            FileChange::Compared(difference) => {
                self.is_found_in(difference) || self == FailOn::Any && file.was.is_some()
            }
            FileChange::Apart { .. } if self == FailOn::Any => true,
            FileChange::Apart { then, now, .. } => match (then, now) {
                (FileVersion::Stands(then), FileVersion::Stands(now)) => self.is_found_between(then, now),
                (FileVersion::Stands(_) | FileVersion::Refused(_), FileVersion::Absent) => fails_gone(file),
                // one of the winners is unknown, which has its own exit status
                (FileVersion::Refused(_) | FileVersion::Absent, _)
                | (FileVersion::Stands(_), FileVersion::Refused(_)) => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_a_share_above_nothing() {
        assert_eq!(FailOn::parse("margin=5%"), Ok(FailOn::Margin(Decimal::new(5, 2))));
        assert_eq!(FailOn::parse("margin=0.5 %"), Ok(FailOn::Margin(Decimal::new(5, 3))));
        for wrong in ["margin", "margin=5", "margin=0%", "margin=-1%", "margin=101%", "Flip", "any=1%"] {
            assert!(FailOn::parse(wrong).is_err(), "{wrong}");
        }
    }
}
