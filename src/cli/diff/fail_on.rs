//! What of a difference is a finding.

use crate::analysis::difference::{DiffSide, Difference};
use crate::report::review::{FileChange, FileVersion, Review, ReviewedFile};
use rust_decimal::Decimal;

/// What the help says.
pub(super) const HELP: &str = "What ends the program with exit status 1; may be repeated: `flip` another option wins, or one \
     does where none did, or with `--base` a scenario is gone; `margin=5%` the same, or the winner's margin moved by so many \
     percentage points or more; `any` any input changed, also one that no amount depends on, or with `--base` a scenario came \
     or went, or a policy is another";

/// What is made of a scenario that is gone, and whose decision nobody can compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gone {
    /// It fails, since it may be gone to hide that it flipped.
    Fails,
    /// It passes where nothing stands in its place, since that is what the change is about.
    Passes,
}

/// What is a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailOn {
    /// Another option wins, one does where none did, or a scenario is gone.
    Flip,
    /// The same, or the margin of the winner moved by this share or more.
    Margin(Decimal),
    /// Any input changed, also one that no amount depends on.
    Any,
}

impl FailOn {
    /// Reads `flip`, `margin=5%` or `any`.
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

    /// Whether it is found between two scenarios.
    pub(super) fn is_found_in(self, difference: &Difference) -> bool {
        match self {
            FailOn::Flip | FailOn::Margin(_) => self.is_found_between(&difference.old, &difference.new),
            FailOn::Any => !difference.changes.is_empty(),
        }
    }

    /// Whether it is found between what was decided and what is, also in another currency: a margin is a share.
    fn is_found_between(self, old: &DiffSide, new: &DiffSide) -> bool {
        match self {
            FailOn::Flip => old.choice.winner != new.choice.winner,
            // a margin that one of them does not have has moved as far as one can
            FailOn::Margin(least) => new.choice.margin_moved(&old.choice).is_none_or(|moved| *moved >= least),
            FailOn::Any => true,
        }
    }

    /// Whether it is found in a repository.
    pub(super) fn is_found_among(self, review: &Review, gone: Gone) -> bool {
        let is_judged_otherwise = self == FailOn::Any && review.has_other_policies();
        let is_replaced =
            |file: &ReviewedFile| review.files().iter().filter(|other| other.path == file.path).count() > 1;
        let fails = |file: &ReviewedFile| gone == Gone::Fails || is_replaced(file);
        is_judged_otherwise || review.files().iter().any(|file| self.is_found_of(file, fails))
    }

    /// Whether it is found in a scenario, of which `fails_gone` is asked where it is gone.
    fn is_found_of(self, file: &ReviewedFile, fails_gone: impl Fn(&ReviewedFile) -> bool) -> bool {
        match &file.change {
            FileChange::Compared(difference) => {
                self.is_found_in(difference) || self == FailOn::Any && file.was.is_some()
            }
            FileChange::Apart { .. } if self == FailOn::Any => true,
            FileChange::Apart { then, now, .. } => match (then, now) {
                (FileVersion::Stands(then), FileVersion::Stands(now)) => self.is_found_between(then, now),
                (FileVersion::Stands(_) | FileVersion::Refused(_), FileVersion::Absent) => fails_gone(file),
                // nobody knows who won before, or wins now, which has a status of its own
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
