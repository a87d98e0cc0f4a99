//! Interruptions and checkpoints of flexible work on a fleet and on on-demand instances. Spot instances have their own keys.

use super::document::Located;
use super::quantities::{InterruptionsPerMonth, Minutes, MinutesBetween};
use super::rent::Rent;
use language::declaration::Misplaced;
use language::{keys, part};

keys! {
    ($)
    /// Failures of the servers of a fleet.
    failing {
        /// Failures per node in a month of 730 hours that interrupt flexible work; work resumes from its last checkpoint.
        interruptions_per_month: Option<Located<NodeInterruptionsPerMonth>>,
            example("0.1"),
            called("fleet interruptions per node and month");
        /// Duration of a checkpoint in minutes.
        checkpoint_minutes: Option<Located<Minutes>>, with("interruptions_per_month"), called("fleet checkpoint duration");
        /// Interval between checkpoints in minutes; default: Young's optimum.
        checkpoint_interval_minutes: Option<Located<MinutesBetween>>,
            with("interruptions_per_month"),
            called("fleet checkpoint interval");
        /// Time from an interruption until work resumes, in minutes.
        restart_minutes: Option<Located<Minutes>>,
            with("interruptions_per_month"),
            called("fleet restart time");
    }
}

part! {
    /// Failures of on-demand instances, and the recovery of flexible work from its last checkpoint.
    pub struct OnDemand {
        /// Failures per instance in a month of 730 hours.
        interruptions_per_month: Located<InterruptionsPerMonth>, example("0.1"), called("on-demand interruptions per month");
        /// Duration of a checkpoint in minutes.
        checkpoint_minutes: Located<Minutes> = "0", called("on-demand checkpoint duration");
        /// Interval between checkpoints in minutes; default: Young's optimum.
        checkpoint_interval_minutes: Option<Located<MinutesBetween>>, called("on-demand checkpoint interval");
        /// Time from an interruption until work resumes, in minutes.
        restart_minutes: Located<Minutes> = "0", called("on-demand restart time");
    }
    misplaced(&[Misplaced::of(&[Rent::part], "belongs in the option, not in this part of it")]);
}
