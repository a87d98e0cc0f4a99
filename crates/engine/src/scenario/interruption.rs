//! Failures of the servers of a fleet, and checkpoints of flexible work. Spot and on-demand instances have their own keys.

use language::keys;

keys! {
    ($)
    /// Failures of the servers of a fleet.
    failing {
        /// Failures per node in a month of 730 hours that interrupt flexible work; work resumes from its last checkpoint.
        interruptions_per_month: Option<Located<NodeInterruptionsPerMonth>>,
            example("0.1"),
            display_name("fleet interruptions per node and month");
        /// Duration of a checkpoint in minutes.
        checkpoint_minutes: Option<Located<Minutes>>, with("interruptions_per_month"), display_name("fleet checkpoint duration");
        /// Interval between checkpoints in minutes; default: Young's optimum.
        checkpoint_interval_minutes: Option<Located<MinutesBetween>>,
            with("interruptions_per_month"),
            display_name("fleet checkpoint interval");
        /// Time from an interruption until work resumes, in minutes.
        restart_minutes: Option<Located<Minutes>>,
            with("interruptions_per_month"),
            display_name("fleet restart time");
    }
}
