//! What is demanded: one load for everything, or a load for each workload.

use super::Requires;
use super::document::{Date, Given, Label, Named, NodeId, ScalarOr};
use super::limits::{MOST_TAGS, MOST_WORKLOADS};
use super::option::{labelled, tagged};
use super::quantities::{
    AcceleratorHoursPerMonth, Amount, Change, HoursPerRun, LostShare, OutputPerHour, OutputPerMonth, OutputRate,
    PricePerOutput, ReferenceAccelerators, RunsPerMonth, RunsPerYear, Share, Term,
};
use super::texts::PROFILE;
use language::choice::Choice;
use language::declaration::{Follows, KeyRole, Misplaced, Owners, StandsFor};
use language::{part, words};

part! {
    /// The work that has to be done, stated in reference accelerators.
    pub struct Demand {
        /// Useful output, if costs are to be shown per unit of it.
        unit: Option<OutputUnit>, example("{ name: 1M tokens, per_accelerator_hour: 9.5 }");
        /// Growth of the demand, a step at every anniversary of the decision.
        growth_per_year: Given<Change> = "0%", called("growth of demand per year");
        /// Accelerators needed while there is work.
        accelerators: Option<Given<ReferenceAccelerators>>, also(&["gpus"]), called("accelerators needed");
        /// Share of the hours in which they are needed.
        utilization: Option<Given<Share>>, called("utilization");
        /// Loads that add up, each of its own kind.
        workloads: Named<Workload>, at_most(MOST_WORKLOADS), some_entries(), each("workload"), owners(Owners::ByName);
    }
    choices(&[
        Choice::one_of(
            &[&["accelerators", "utilization"], &["workloads"]],
            "does not say what is demanded",
            "add `accelerators: 8` and `utilization: 65%`, or `workloads`",
        ),
    ]);
    misplaced(&[Misplaced::of(&[Workload::part], "belongs in a workload, `workloads: { chat: { … } }`")]);
}

part! {
    /// A load of one kind. What it demands is stated in exactly one way.
    pub struct Workload {
        include labelled;
        /// What it does; whether it can wait and be interrupted follows from it.
        kind: Given<WorkloadKind>, example("realtime_inference"), also(&["type"]), called("kind of work");
        /// Who answers for it.
        owner: Option<Given<String>>, role(KeyRole::Describes), says_something();
        include tagged;
        /// What may be spent on it over the whole horizon, nominal.
        budget: Option<Given<Amount>>, role(KeyRole::Judges), called("budget");
        /// The day until which it should be looked at again.
        review_by: Option<ScalarOr<Given<Date>, Vec<Given<Date>>>>,
            example("2027-06-30"),
            words("a day such as 2027-06-30, or a list of days"),
            not_empty("write the days, or remove the key"),
            role(KeyRole::Describes);
        /// Accelerators needed while there is work, or by one run or job; a job that can wait takes a whole number of them.
        accelerators: Option<Given<ReferenceAccelerators>>, also(&["gpus"]), called("accelerators needed");
        /// Share of the hours in which they are needed.
        utilization: Option<Given<Share>>, called("utilization");
        /// Runs started a month.
        runs_per_month: Option<Given<RunsPerMonth>>, also(&["runs"]), called("runs per month");
        /// Runs started a year, a twelfth of them each month.
        runs_per_year: Option<Given<RunsPerYear>>, called("runs per year");
        /// Hours that a run takes on its accelerators.
        hours_per_run: Option<Given<HoursPerRun>>, also(&["hours"]), called("hours per run");
        /// Share of the hours spent that is lost to runs which fail.
        failed_share: Given<LostShare> = "0%", also(&["failure_rate"]), called("share of hours lost to failed runs");
        /// Accelerators needed at the peak of the profile.
        peak_accelerators: Option<Given<ReferenceAccelerators>>,
            example("48"),
            also(&["peak", "peak_gpus"]),
            beside("8"),
            called("accelerators at the peak");
        /// Units of useful output an hour at the peak of the profile.
        peak_units_per_hour: Option<Given<OutputRate>>, also(&["peak_tokens_per_hour", "peak_requests_per_hour"]), called("output per hour at the peak");
        /// Units of useful output a month, spread as the profile says.
        units_per_month: Option<Given<OutputPerMonth>>, also(&["tokens_per_month", "requests_per_month"]), called("output per month");
        /// A named profile, or 24 shares of the peak by hour of the day, or 168 by hour of the week from Monday 00:00 on.
        profile: Option<ScalarOr<Given<String>, Vec<Given<Share>>>>,
            example("business_hours"),
            words("the name of a profile, or a list of 24 or 168 shares"),
            also(&["shape"]),
            text(&PROFILE),
            lengths(&[24, 168]),
            stands_for(StandsFor::Profile),
            called("load profile"),
            each("load in hour");
        /// Accelerators kept ready even when idle.
        warm_accelerators: Given<ReferenceAccelerators> = "0", also(&["warm_gpus"]), called("accelerators kept warm");
        /// Capacity above the load, as a share of it.
        headroom: Given<Share> = "0%", called("headroom");
        /// Accelerator-hours a month: a flat load if firm, a pool if flexible.
        accelerator_hours_per_month: Option<Given<AcceleratorHoursPerMonth>>, also(&["gpu_hours_per_month"]), called("accelerator-hours per month");
        /// Share of the hours at work in which its accelerators wait for data, after those of runs that fail.
        stalled_share: Option<Given<LostShare>>, also(&["stall_rate", "data_wait_share"]), called("share of hours that wait for data");
        /// A CSV file of measured load, relative to the scenario's folder.
        trace: Option<Given<String>>, example("traces/research.csv"), also(&["csv"]), stands_for(StandsFor::Trace), called("measured load");
        /// Whether the work can wait and be interrupted; follows from the kind when absent.
        flexible: Option<Given<bool>>, also(&["interruptible"]), called("whether it can wait");
        /// Whether its jobs run on fewer accelerators for longer: its hours then pack as if no job size were given, and where servers or
        /// instances fail they are interrupted as jobs of one of them.
        elastic: Given<bool> = "false", also(&["malleable"]), called("whether its jobs shrink");
        /// First month in which it is demanded.
        starts_month: Option<Given<Term>>, within_horizon(), called("first month");
        /// Last month in which it is demanded.
        ends_month: Option<Given<Term>>, within_horizon(), called("last month");
        /// Growth of this workload; that of the demand when absent.
        growth_per_year: Option<Given<Change>>, follows(Follows::Around), called("growth per year");
        /// Useful output of this workload; that of the demand when absent.
        unit: Option<OutputUnit>, example("{ name: 1M tokens, per_accelerator_hour: 9.5 }");
        /// What an option that serves it must offer.
        requires: Option<Requires>, example("{ features: [infiniband] }"), role(KeyRole::Describes);
    }
    choices(&[
        Choice::one_of(
            &[
                &["accelerators", "utilization"],
                &["runs_per_month", "hours_per_run", "accelerators"],
                &["runs_per_year", "hours_per_run", "accelerators"],
                &["peak_accelerators", "profile"],
                &["peak_units_per_hour", "profile"],
                &["units_per_month", "profile"],
                &["accelerator_hours_per_month"],
                &["accelerator_hours_per_month", "accelerators"],
                &["trace"],
            ],
            "does not say what it demands",
            "add `accelerators: 8` and `utilization: 65%`, or runs, a profile, accelerator-hours or a trace",
        ),
    ]);
    misplaced(&[Misplaced::keys(&["workloads"], "belongs in `demand`, not in one workload")]);
}

words! {
    /// What a workload does.
    pub enum WorkloadKind {
        /// Training; can wait and be interrupted.
        Training = "training";
        /// Fine-tuning; can wait and be interrupted.
        FineTuning = "fine_tuning" also "tuning", "sft", "lora";
        /// Inference of jobs; can wait and be interrupted.
        BatchInference = "batch_inference" also "offline", "batch";
        /// Evaluation of models; can wait and be interrupted.
        Evaluation = "evaluation" also "eval", "evals", "benchmark", "test";
        /// Serving; must be served when it comes.
        RealtimeInference = "realtime_inference" also "serving", "online", "chat", "api";
        /// Interactive work; must be served when it comes.
        Notebooks = "notebooks" also "notebook", "interactive", "development", "dev", "research";
    }
}

impl WorkloadKind {
    /// Whether such work can wait and be interrupted unless its author says otherwise.
    #[must_use]
    pub fn is_flexible(self) -> bool {
        match self {
            WorkloadKind::Training
            | WorkloadKind::FineTuning
            | WorkloadKind::BatchInference
            | WorkloadKind::Evaluation => true,
            WorkloadKind::RealtimeInference | WorkloadKind::Notebooks => false,
        }
    }
}

impl Workload {
    /// Whether its work can wait and be interrupted: as stated, or by its kind.
    #[must_use]
    pub fn is_flexible(&self) -> bool {
        self.flexible.as_ref().map_or(self.kind.value.is_flexible(), |stated| stated.value)
    }

    /// The accelerators that a job takes all at once: a whole number of them, where those of other work are a level.
    #[must_use]
    pub fn job_size(&self) -> Option<&Given<ReferenceAccelerators>> {
        self.accelerators.as_ref().filter(|_| self.is_flexible() && !self.elastic.value)
    }
}

impl Demand {
    /// Whether a number is the size of a job.
    #[must_use]
    pub fn is_job_size(&self, at: NodeId) -> bool {
        self.workloads.iter().any(|entry| entry.value.job_size().is_some_and(|size| size.at == at))
    }
}

part! {
    /// What one reference accelerator produces.
    pub struct OutputUnit {
        /// What is counted, in the singular: `1M tokens`, `run`.
        name: Given<String>, example("Eight H100s for serving"), role(KeyRole::Describes), called("unit of output");
        /// Units that a reference accelerator produces in a useful hour.
        per_accelerator_hour: Given<OutputPerHour>, called("output per accelerator-hour");
        /// What a unit is worth to those whom it is for; reported beside the cost, and deciding nothing.
        value_per_unit: Option<Given<PricePerOutput>>, also(&["revenue_per_unit"]), role(KeyRole::Beside), called("value of a unit of output");
    }
}
