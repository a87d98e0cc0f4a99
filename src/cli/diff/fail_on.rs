//! What of a difference is a finding.

use crate::analysis::difference::Difference;
use crate::report::review::{Review, ReviewedFile};
use rust_decimal::Decimal;

/// What the help says.
pub(super) const HELP: &str = "What ends the program with exit status 1; may be repeated: `flip` another option wins, or one \
     does where none did; `margin=5%` the same, or the winner's margin moved by so many percentage points or more; `any` any \
     input changed, also one that no amount depends on, or with `--base` a scenario came or went, or a policy is another";

/// What is a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailOn {
    /// Another option wins, or one does where none did.
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
            FailOn::Flip => difference.flipped(),
            // a margin that one of them does not have has moved as far as one can
            FailOn::Margin(least) => difference.margin_moved().is_none_or(|moved| *moved >= least),
            FailOn::Any => !difference.changes.is_empty(),
        }
    }

    /// Whether it is found in a repository.
    pub(super) fn is_found_among(self, review: &Review) -> bool {
        let of_file = |file: &ReviewedFile| match (self, file.difference()) {
            (_, Some(difference)) => self.is_found_in(difference) || self == FailOn::Any && file.was.is_some(),
            (FailOn::Any, None) => true,
            (FailOn::Flip | FailOn::Margin(_), None) => false,
        };
        let is_judged_otherwise = self == FailOn::Any && review.has_other_policies();
        is_judged_otherwise || review.files().iter().any(of_file)
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
