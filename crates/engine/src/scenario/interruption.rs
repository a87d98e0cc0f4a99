//! How often what runs is interrupted, and how work that keeps checkpoints goes on: on a fleet, and on instances on demand. Spot
//! instances state it among their own keys.

use super::document::Given;
use super::quantities::{InterruptionsPerMonth, Minutes, MinutesBetween};
use super::rent::Rent;
use language::declaration::Misplaced;
use language::{keys, part};

keys! {
    ($)
    /// How often the servers of a fleet fail.
    failing {
        /// Failures of one node in a month of 730 hours that interrupt flexible work, which goes on from its last checkpoint.
        interruptions_per_month: Option<Given<NodeInterruptionsPerMonth>>,
            example("0.1"),
            called("interruptions of a node per month");
        /// Time that a checkpoint takes.
        checkpoint_minutes: Option<Given<Minutes>>, with("interruptions_per_month"), called("time that a checkpoint takes on the fleet");
        /// Time from one checkpoint to the next; Young's optimum when absent.
        checkpoint_interval_minutes: Option<Given<MinutesBetween>>,
            with("interruptions_per_month"),
            called("time between checkpoints on the fleet");
        /// Time from an interruption until the work goes on.
        restart_minutes: Option<Given<Minutes>>,
            with("interruptions_per_month"),
            called("time until interrupted work goes on on the fleet");
    }
}

part! {
    /// How often instances on demand fail, and how flexible work on them goes on from its last checkpoint.
    pub struct OnDemand {
        /// Failures of one instance in a month of 730 hours.
        interruptions_per_month: Given<InterruptionsPerMonth>, example("0.1"), called("on-demand interruptions per month");
        /// Time that a checkpoint takes.
        checkpoint_minutes: Given<Minutes> = "0", called("time that a checkpoint takes on demand");
        /// Time from one checkpoint to the next; Young's optimum when absent.
        checkpoint_interval_minutes: Option<Given<MinutesBetween>>, called("time between checkpoints on demand");
        /// Time from an interruption until the work goes on.
        restart_minutes: Given<Minutes> = "0", called("time until interrupted work goes on on demand");
    }
    misplaced(&[Misplaced::of(&[Rent::part], "belongs in the option, not in this part of it")]);
}
