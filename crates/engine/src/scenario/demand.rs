//! Demand: one load for everything, or one per workload.

use super::Requires;
use super::document::{Date, Entry, Label, Located, Named, NodeId, ScalarOr};
use super::limits::{MOST_TAGS, MOST_WORKLOADS};
use super::option::{labelled, tagged};
use super::profiles;
use super::quantities::{
    AcceleratorHoursPerMonth, AcceleratorsPerReplica, Amount, Change, HoursPerRun, LostShare, OutputPerHour,
    OutputPerMonth, OutputRate, PricePerOutput, ReferenceAccelerators, ReplicaCount, RunsPerMonth, RunsPerYear, Share,
    Term,
};
use super::quantity::Quantity as _;
use super::texts::PROFILE;
use super::tokens::{MILLION_TOKENS, Tokens};
use language::choice::Choice;
use language::declaration::{DefaultFrom, KeyRole, Misplaced, Owners, ReferenceKind};
use language::{part, words};
use rust_decimal::Decimal;

part! {
    /// Demand, in reference accelerators.
    pub struct Demand {
        /// Unit of useful output, to show costs per unit.
        unit: Option<OutputUnit>, example("{ name: 1M tokens, per_accelerator_hour: 9.5 }");
        /// Annual growth of demand, as a step on every anniversary of the decision.
        growth_per_year: Located<Change> = "0%", display_name("demand growth per year");
        /// Reference accelerators needed while there is work.
        accelerators: Option<Located<ReferenceAccelerators>>, aliases(&["gpus"]), display_name("accelerators needed");
        /// Share of hours in which the accelerators are needed.
        utilization: Option<Located<Share>>, display_name("utilization");
        /// Workloads, which add up to the demand.
        workloads: Named<Workload>, at_most(MOST_WORKLOADS), some_entries(), each("workload"), owners(Owners::ByName);
    }
    choices(&[
        Choice::one_of(
            &[&["accelerators", "utilization"], &["workloads"]],
            "specifies no load",
            "add `accelerators: 8` and `utilization: 65%`, or `workloads`",
        ),
    ]);
    misplaced(&[Misplaced::of(&[Workload::part], "belongs in a workload, `workloads: { chat: { … } }`")]);
}

part! {
    /// A workload, with exactly one basis for its demand.
    pub struct Workload {
        include labelled;
        /// Kind of work, which determines whether it can wait and be interrupted (see `flexible`).
        kind: Located<WorkloadKind>, example("realtime_inference"), aliases(&["type"]), display_name("kind of work");
        /// Person or team responsible for the workload.
        owner: Option<Located<String>>, role(KeyRole::Describes), says_something();
        include tagged;
        /// Budget of the workload over the whole horizon, nominal.
        budget: Option<Located<Amount>>, role(KeyRole::Threshold), display_name("workload budget");
        /// Date of the next review, or a list of dates.
        review_by: Option<ScalarOr<Located<Date>, Vec<Located<Date>>>>,
            example("2027-06-30"),
            words("a date such as 2027-06-30, or a list of dates"),
            not_empty("add a date, or remove the key"),
            role(KeyRole::Describes);
        /// Reference accelerators needed while there is work, or per run or job; a job that can wait needs a whole number.
        accelerators: Option<Located<ReferenceAccelerators>>, aliases(&["gpus"]), display_name("accelerators needed");
        /// Share of hours in which the accelerators are needed.
        utilization: Option<Located<Share>>, display_name("utilization");
        /// Runs started per month.
        runs_per_month: Option<Located<RunsPerMonth>>, aliases(&["runs"]), display_name("runs per month");
        /// Runs started per year, one twelfth each month.
        runs_per_year: Option<Located<RunsPerYear>>, display_name("runs per year");
        /// Duration of a run in hours.
        hours_per_run: Option<Located<HoursPerRun>>, aliases(&["hours"]), display_name("hours per run");
        /// Share of accelerator-hours lost to failed runs.
        failed_share: Located<LostShare> = "0%", aliases(&["failure_rate"]), display_name("share of hours lost to failed runs");
        /// Reference accelerators needed at the peak of the profile.
        peak_accelerators: Option<Located<ReferenceAccelerators>>,
            example("48"),
            aliases(&["peak", "peak_gpus"]),
            example_when_required("8"),
            display_name("accelerators at the peak");
        /// Units of useful output per hour at the peak of the profile.
        peak_units_per_hour: Option<Located<OutputRate>>, aliases(&["peak_tokens_per_hour", "peak_requests_per_hour"]), display_name("output per hour at the peak");
        /// Units of useful output per month, distributed over the hours by the profile.
        units_per_month: Option<Located<OutputPerMonth>>, aliases(&["tokens_per_month", "requests_per_month"]), display_name("output per month");
        /// Requests in tokens: with a `profile` they are spread over the day, without one over all hours.
        tokens: Option<Tokens>, example("{ requests_per_month: 7_000_000, input: 1_024, output: 256 }");
        /// Load profile: a name, 24 shares of the peak by hour of the day, or 168 by hour of the week from Monday 00:00.
        profile: Option<ScalarOr<Located<String>, Vec<Located<Share>>>>,
            example("business_hours"),
            words("the name of a profile, or a list of 24 or 168 shares"),
            aliases(&["shape"]),
            text(&PROFILE),
            lengths(&[24, 168]),
            stands_for(ReferenceKind::Profile),
            display_name("load profile"),
            each("load in hour");
        /// Reference accelerators kept ready even when idle.
        warm_accelerators: Located<ReferenceAccelerators> = "0", aliases(&["warm_gpus"]), display_name("warm accelerators");
        /// Accelerators that a replica of the model occupies in the servers of an option, a copy of all its weights: capacity then
        /// comes in whole replicas. Options can state their own.
        replica_accelerators: Option<Located<AcceleratorsPerReplica>>, example("4"), aliases(&["accelerators_per_replica", "tensor_parallel"]), display_name("accelerators of a replica");
        /// Replicas that always run, for availability.
        min_replicas: Option<Located<ReplicaCount>>, aliases(&["minimum_replicas"]), display_name("minimum number of replicas");
        /// Limit of the autoscaler on rented accelerators: an option whose own load needs more is refused.
        max_replicas: Option<Located<ReplicaCount>>, example("20"), aliases(&["maximum_replicas"]), display_name("maximum number of replicas");
        /// Spare capacity above the load, as a share of the load.
        headroom: Located<Share> = "0%", display_name("headroom");
        /// Reference accelerator-hours per month: a flat load if firm, a pool of work if flexible.
        accelerator_hours_per_month: Option<Located<AcceleratorHoursPerMonth>>, aliases(&["gpu_hours_per_month"]), display_name("accelerator-hours per month");
        /// Share of busy hours in which accelerators wait for data, after deducting failed runs.
        stalled_share: Option<Located<LostShare>>, aliases(&["stall_rate", "data_wait_share"]), display_name("share of hours spent waiting for data");
        /// CSV file of measured load; a path relative to the scenario's folder.
        trace: Option<Located<String>>, example("traces/research.csv"), aliases(&["csv"]), stands_for(ReferenceKind::Trace), display_name("measured load");
        /// Whether the work can wait and be interrupted; default: set by `kind`.
        flexible: Option<Located<bool>>, aliases(&["interruptible"]), display_name("flexibility");
        /// Whether jobs can run on fewer accelerators for longer. Hours then pack as if no job size were given, and interruptions
        /// count as for jobs on one server or instance.
        elastic: Located<bool> = "false", aliases(&["malleable"]), display_name("job elasticity");
        /// First month with demand; default: month 1.
        starts_month: Option<Located<Term>>, within_horizon(), display_name("first month");
        /// Last month with demand; default: the last month of the horizon.
        ends_month: Option<Located<Term>>, within_horizon(), display_name("last month");
        /// Annual growth of the workload; default: `growth_per_year` of `demand`.
        growth_per_year: Option<Located<Change>>, default_from(DefaultFrom::Around), display_name("growth per year");
        /// Unit of useful output; default: `unit` of `demand`.
        unit: Option<OutputUnit>, example("{ name: 1M tokens, per_accelerator_hour: 9.5 }");
        /// Requirements for the options that serve the workload.
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
                &["tokens", "profile"],
                &["tokens"],
                &["accelerator_hours_per_month"],
                &["accelerator_hours_per_month", "accelerators"],
                &["trace"],
            ],
            "specifies no load",
            "add `accelerators: 8` and `utilization: 65%`, or runs, `tokens`, a profile, accelerator-hours or a trace",
        ),
    ]);
    misplaced(&[Misplaced::keys(&["workloads"], "belongs in `demand`, not in one workload")]);
}

words! {
    /// Kind of work.
    pub enum WorkloadKind {
        /// Training; flexible.
        Training = "training";
        /// Fine-tuning; flexible.
        FineTuning = "fine_tuning" aliases "tuning", "sft", "lora";
        /// Batch inference; flexible.
        BatchInference = "batch_inference" aliases "offline", "batch";
        /// Model evaluation; flexible.
        Evaluation = "evaluation" aliases "eval", "evals", "benchmark", "test";
        /// Real-time inference; served on arrival.
        RealtimeInference = "realtime_inference" aliases "serving", "online", "chat", "api";
        /// Interactive work; served on arrival.
        Notebooks = "notebooks" aliases "notebook", "interactive", "development", "dev", "research";
    }
}

impl WorkloadKind {
    /// Whether this kind of work can wait and be interrupted by default.
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

/// Accelerators of a replica of a workload on an option: those of the option, otherwise those of the workload.
#[must_use]
pub fn replica_accelerators<'a>(
    of_option: &'a Named<Located<AcceleratorsPerReplica>>,
    workload: &'a Entry<Workload>,
) -> Option<&'a Located<AcceleratorsPerReplica>> {
    let own = of_option.get(&workload.name).map(|entry| &entry.value);
    own.or(workload.value.replica_accelerators.as_ref())
}

impl Workload {
    /// Whether the work can wait and be interrupted: `flexible` if given, otherwise by kind.
    #[must_use]
    pub fn is_flexible(&self) -> bool {
        self.flexible.as_ref().map_or(self.kind.value.is_flexible(), |stated| stated.value)
    }

    /// Whether its load is served on arrival and is not the same in all hours of its profile; measured loads have no hours.
    #[must_use]
    pub fn varies_by_hour(&self) -> bool {
        let shares: Vec<Decimal> = match &self.profile {
            Some(ScalarOr::Scalar(name)) => profiles::named(&name.value).map(|named| named.shares().to_vec()),
            Some(ScalarOr::Part(shares)) => Some(shares.iter().map(|share| share.value.decimal()).collect()),
            None => None,
        }
        .unwrap_or_default();
        !self.is_flexible() && shares.iter().any(|share| *share != shares[0])
    }

    /// Accelerators of one job, a whole number; none for work that is not in whole jobs.
    #[must_use]
    pub fn job_size(&self) -> Option<&Located<ReferenceAccelerators>> {
        self.accelerators.as_ref().filter(|_| self.is_flexible() && !self.elastic.value)
    }
}

impl Demand {
    /// Name of the unit of output: that of all work, or a million tokens if every workload is in tokens.
    #[must_use]
    pub fn output_unit(&self) -> Option<&str> {
        let in_tokens =
            || !self.workloads.is_empty() && self.workloads.iter().all(|entry| entry.value.tokens.is_some());
        self.unit.as_ref().map(|unit| unit.name.value.as_str()).or_else(|| in_tokens().then_some(MILLION_TOKENS))
    }

    /// Whether the number at a node is a job size.
    #[must_use]
    pub fn is_job_size(&self, at: NodeId) -> bool {
        self.workloads.iter().any(|entry| entry.value.job_size().is_some_and(|size| size.at == at))
    }
}

part! {
    /// Output of one reference accelerator.
    pub struct OutputUnit {
        /// Name of the unit in the singular: `1M tokens`, `run`.
        name: Located<String>, example("Eight H100s for serving"), role(KeyRole::Describes), display_name("unit of output");
        /// Units produced by a reference accelerator in a useful hour.
        per_accelerator_hour: Located<OutputPerHour>, display_name("output per accelerator-hour");
        /// Value of a unit to its users; reported next to the cost, without effect on the decision.
        value_per_unit: Option<Located<PricePerOutput>>, aliases(&["revenue_per_unit"]), role(KeyRole::Separate), display_name("value of a unit of output");
    }
}
