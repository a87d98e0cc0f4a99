//! Rules of cost lines: months and price tiers.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::{Located, Named, NodeId, ScalarOr};
use crate::scenario::line::{OneOff, OwnedLine, RentedLine, Tier};
use crate::scenario::quantities::{Amount, Term};

/// Common keys of owned and rented lines.
pub(super) struct Line<'a> {
    starts_month: Option<&'a Located<Term>>,
    ends_month: Option<&'a Located<Term>>,
    tiers: Option<&'a Vec<Tier>>,
}

/// Lines of an owned option.
pub(super) fn owned(lines: &Named<OwnedLine>) -> impl Iterator<Item = Line<'_>> {
    lines.iter().map(|line| Line {
        starts_month: line.value.starts_month.as_ref(),
        ends_month: line.value.ends_month.as_ref(),
        tiers: line.value.tiers.as_ref(),
    })
}

/// Lines of a rented option.
pub(super) fn rented(lines: &Named<RentedLine>) -> impl Iterator<Item = Line<'_>> {
    lines.iter().map(|line| Line {
        starts_month: line.value.starts_month.as_ref(),
        ends_month: line.value.ends_month.as_ref(),
        tiers: line.value.tiers.as_ref(),
    })
}

impl Rules<'_> {
    pub(super) fn line(&mut self, line: &Line<'_>) {
        self.months(line.starts_month, line.ends_month);
        if let Some(tiers) = line.tiers {
            self.tiers(tiers);
        }
    }

    /// The first month is not after the last month, and is within the horizon.
    pub(super) fn months(&mut self, starts: Option<&Located<Term>>, ends: Option<&Located<Term>>) {
        let month = |given: Option<&Located<Term>>| given.and_then(|g| Some((g.at, self.known(g)?.count())));
        let (starts, ends) = (month(starts), month(ends));
        if let (Some((first, start)), Some((last, end))) = (starts, ends)
            && end < start
        {
            let message = format!("`ends_month` ({end}) is before `starts_month` ({start})");
            let diagnostic = self.at(Code::MonthsReversed, last, message).label("write a later month");
            self.found.push(diagnostic.related(self.document.place(first), "starts here"));
        } else if let Some((first, start)) = starts {
            self.beyond_horizon(first, start, "starts in");
        }
    }

    pub(super) fn one_offs(&mut self, one_offs: &Named<ScalarOr<Located<Amount>, OneOff>>) {
        for one_off in one_offs {
            if let ScalarOr::Part(OneOff { month, .. }) = &one_off.value
                && let Some(paid) = self.known(month)
            {
                self.beyond_horizon(month.at, paid.count(), "is paid in");
            }
        }
    }

    /// Warning about a month after the horizon.
    pub(super) fn beyond_horizon(&mut self, at: NodeId, month: u32, what: &str) {
        let Some(horizon) = self.horizon().filter(|horizon| month > *horizon) else {
            return;
        };
        let owner = self.document.node(at).parent.map(|parent| self.document.path(parent)).unwrap_or_default();
        let month = self.month(month);
        let message =
            format!("`{owner}` {what} {month}, after the horizon of {horizon} months, so it is never counted");
        let diagnostic = self.at(Code::BeyondHorizon, at, message);
        self.found.push(diagnostic.label(format!("write a month up to {horizon}, or remove it")));
    }

    /// Tiers are in ascending order, and only the last has no upper limit.
    fn tiers(&mut self, tiers: &[Tier]) {
        let Some((last, before)) = tiers.split_last() else { return };
        if let Some(end) = &last.up_to_tb {
            let diagnostic = self.at(Code::TierOrder, end.at, "the last tier must have no upper limit");
            self.found.push(diagnostic.label("remove `up_to_tb`, or add a tier without it"));
        }
        let mut reached = rust_decimal::Decimal::ZERO;
        for tier in before {
            let Some(end) = &tier.up_to_tb else {
                let diagnostic = self.at(Code::TierOrder, tier.per_tb.at, "only the last tier can have no upper limit");
                self.found.push(diagnostic.label("add `up_to_tb` to this tier"));
                continue;
            };
            let Some(value) = self.known(end) else { continue };
            if value.0 <= reached {
                let message = format!("`up_to_tb` is {}; it must be above {reached}, where the tier begins", value.0);
                let diagnostic = self.at(Code::TierOrder, end.at, message);
                self.found.push(diagnostic.label(format!("write more than {reached}")));
            }
            reached = value.0.max(reached);
        }
    }
}
