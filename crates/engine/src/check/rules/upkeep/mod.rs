//! Rules on the upkeep of a scenario: owners, reviews, dates and sources, and the reliability of its verdict.

mod dates;
mod exchange;
mod named_files;
mod reasons;
mod sources;
mod trends;
mod verdict;

pub use trends::OBSERVED_CHANGE_PER_YEAR;

use super::{Found, Rule};
use crate::diagnostic::Code;

/// The rules: those of a check only, then warnings of every command, then those about allowances.
pub(super) const RULES: &[Rule] = &[
    Rule { code: Code::ExpiredPrice, since: 1, found: Found::By(dates::expired_price) },
    Rule { code: Code::StalePrice, since: 1, found: Found::By(dates::stale_price) },
    Rule { code: Code::DateAhead, since: 1, found: Found::By(dates::date_ahead) },
    Rule { code: Code::UnsourcedPrice, since: 1, found: Found::By(sources::unsourced) },
    Rule { code: Code::SourceDiffers, since: 1, found: Found::By(named_files::source_differs) },
    Rule { code: Code::UndatedRate, since: 1, found: Found::By(exchange::undated) },
    Rule { code: Code::UnsourcedFlip, since: 1, found: Found::By(verdict::unsourced_flip) },
    Rule { code: Code::NoOwner, since: 1, found: Found::By(dates::no_owner) },
    Rule { code: Code::NoReview, since: 1, found: Found::By(dates::no_review) },
    Rule { code: Code::ReviewOverdue, since: 1, found: Found::By(dates::review_overdue) },
    Rule { code: Code::CloseCall, since: 1, found: Found::By(verdict::close_call) },
    Rule { code: Code::TrendDecides, since: 1, found: Found::By(trends::trend_decides) },
    Rule { code: Code::MetricsDisagree, since: 1, found: Found::By(verdict::metrics_disagree) },
    Rule { code: Code::NoEffect, since: 1, found: Found::EveryCommand },
    Rule { code: Code::BeyondHorizon, since: 1, found: Found::EveryCommand },
    Rule { code: Code::CommitmentOutlastsHorizon, since: 1, found: Found::EveryCommand },
    Rule { code: Code::AlwaysOnBurst, since: 1, found: Found::EveryCommand },
    Rule { code: Code::ProfileBelowPeak, since: 1, found: Found::EveryCommand },
    Rule { code: Code::JobLargerThanFleet, since: 1, found: Found::EveryCommand },
    Rule { code: Code::ReviewBeforeDate, since: 1, found: Found::EveryCommand },
    Rule { code: Code::ReasonShort, since: 1, found: Found::By(reasons::short) },
    Rule { code: Code::OpenAllowance, since: 1, found: Found::By(reasons::open) },
    Rule { code: Code::ExpiredAllowance, since: 1, found: Found::Allowances },
    Rule { code: Code::UnusedAllowance, since: 1, found: Found::Allowances },
    Rule { code: Code::StaleBaseline, since: 1, found: Found::Baseline },
    Rule { code: Code::GivenUp, since: 1, found: Found::GivenUp },
];
