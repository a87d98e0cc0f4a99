//! Option to rent: on-demand, committed, spot or dedicated instances, or an endpoint priced per unit.

use super::demand::{Demand, Workload};
use super::document::{Label, Located, MonthByDate, Named, ScalarOr};
use super::finance::TermLength;
use super::limits::{MOST_LINES, MOST_WORKLOADS};
use super::line::{OneOff, RentedLine};
use super::option::{invoiced, labelled, offered, other_costs, served, throughput};
use super::own::{HardwareNode, Own};
use super::price::{self, PriceMove, PriceStep};
use super::quantities::{
    AcceleratorsPerInstance, AcceleratorsPerReplica, Amount, Change, Gibibytes, HostCores, Instances,
    InterruptionsPerHour, InterruptionsPerMonth, KilogramsPerKilowattHour, KilowattsPerInstance, LocalTerabytes,
    Minutes, MinutesBetween, Months, PowerUsageEffectiveness, PricePerAcceleratorHour, PricePerAcceleratorMonth,
    PricePerInstanceHour, PricePerInstanceMonth, PricePerOutput, Share, TaxRate, Term, Throughput,
};
use super::texts::{EXCHANGE, INDIRECT_TAX, INFLATION, OF_WORKLOADS, TAX};
use super::tokens::{TokenPrices, TokenThroughput};
use language::choice::Choice;
use language::declaration::{DefaultFrom, KeyRole, Misplaced, Nature, ReferenceKind};
use language::{one_of, part, words};

one_of! {
    /// Tariff of a rent option.
    pub enum Tariff of Rent by tariff {
        /// On-demand price per instance-hour.
        OnDemandInstance(on_demand_per_instance_hour: Located<PricePerInstanceHour>);
        /// On-demand price per accelerator-hour.
        OnDemandAccelerator(on_demand_per_accelerator_hour: Located<PricePerAcceleratorHour>);
        /// Monthly price of a dedicated instance.
        DedicatedInstance(dedicated_per_instance_month: Located<PricePerInstanceMonth>);
        /// Monthly price of a dedicated accelerator.
        DedicatedAccelerator(dedicated_per_accelerator_month: Located<PricePerAcceleratorMonth>);
        /// Price per unit of useful output.
        PerUnit(price_per_unit: Located<PricePerOutput>);
        /// Prices per million tokens.
        PerTokens(price_per_million_tokens: TokenPrices);
    }
}

part! {
    /// Accelerators rented from a cloud.
    pub struct Rent {
        include labelled;
        /// Name of the accelerators, such as `TPU v6e`.
        accelerator: Option<Located<String>>, aliases(&["gpu"]), role(KeyRole::Describes), stands_for(ReferenceKind::Accelerator);
        /// Location of the instances, checked against `requires.location`.
        location: Option<Located<String>>, role(KeyRole::Describes);
        include offered;
        /// Months until the option is available, checked against `requires.available_within_months`.
        available_after_months: Located<Months> = "0", role(KeyRole::Describes), display_name("months to availability");
        include throughput;
        include invoiced;
        /// Accelerators per instance; required unless the price is per unit.
        accelerators_per_instance: Option<Located<AcceleratorsPerInstance>>, aliases(&["gpus_per_instance"]), display_name("accelerators per instance");
        /// On-demand list price per instance-hour.
        on_demand_per_instance_hour: Option<Located<PricePerInstanceHour>>,
            aliases(&["per_instance_hour", "price_per_instance_hour"]),
            price(" per instance-hour"),
            display_name("on-demand price");
        /// On-demand list price per accelerator-hour; only whole instances are rented.
        on_demand_per_accelerator_hour: Option<Located<PricePerAcceleratorHour>>,
            aliases(&["per_accelerator_hour", "price_per_accelerator_hour", "per_gpu_hour", "price_per_gpu_hour", "on_demand_per_gpu_hour"]),
            price(" per accelerator-hour"),
            display_name("on-demand price");
        /// Monthly list price of a dedicated instance.
        dedicated_per_instance_month: Option<Located<PricePerInstanceMonth>>,
            price(" per instance and month"),
            display_name("monthly rent");
        /// Monthly list price of a dedicated accelerator; only whole instances are rented.
        dedicated_per_accelerator_month: Option<Located<PricePerAcceleratorMonth>>,
            price(" per accelerator and month"),
            display_name("monthly rent");
        /// List price per unit of useful output of a managed endpoint.
        price_per_unit: Option<Located<PricePerOutput>>, price(" per unit"), display_name("price of output");
        /// List prices per million tokens of a managed endpoint, for workloads in `tokens`.
        price_per_million_tokens: Option<TokenPrices>, example("{ input: 0.23, output: 0.40 }");
        /// Minimum term of a dedicated instance in months.
        minimum_term_months: Option<Located<Term>>, within_horizon(), nature(Nature::Negotiated), display_name("minimum term");
        /// Discount on the list price; commitments have their own.
        discount: Located<Share> = "0%",
            example("12%"),
            nature(Nature::Negotiated),
            off(&[
                "on_demand_per_instance_hour",
                "on_demand_per_accelerator_hour",
                "dedicated_per_instance_month",
                "dedicated_per_accelerator_month",
                "price_per_unit",
            ]),
            display_name("discount");
        /// Annual change of on-demand, dedicated and per-unit prices, as a step on every anniversary; also applies to renewed
        /// commitments.
        price_change_per_year: Located<Change> = "0%", nature(Nature::Negotiated), display_name("price change per year");
        /// Monthly change of the same prices from month 2, compounding; instead of the annual step.
        price_change_per_month: Option<Located<Change>>, example("-1.5%"), nature(Nature::Negotiated), display_name("price change per month");
        /// Price path: the list price from given months; instead of a rate of change.
        price_path: Option<Vec<PriceStep>>,
            example("[{ month: 7, per_accelerator_hour: 2.10 }]"),
            nature(Nature::Negotiated),
            not_empty("add a step such as `{ month: 7, per_accelerator_hour: 2.10 }`, or remove the key"),
            display_name("price path"),
            each("price step");
        /// Quota: instances that the provider grants at one time, commitments included.
        max_instances: Option<Located<Instances>>, aliases(&["quota", "instance_quota"]), display_name("instance quota");
        /// Rent option that serves the load above `max_instances`.
        burst_to: Option<Located<String>>, stands_for(ReferenceKind::RentOption), display_name("burst option");
        /// Scaling of on-demand instances with the load.
        scaling: Located<Scaling> = "autoscale";
        /// Minutes from the start of an on-demand instance until it serves, paid at every start: instances start where the load of
        /// an hour of the profile needs more of them than the hour before.
        cold_start_minutes: Option<Located<Minutes>>, aliases(&["cold_start"]), display_name("cold start");
        /// Idle hours paid in addition to each on-demand hour used, as a share.
        idle_overhead: Located<Share> = "0%", display_name("idle overhead");
        /// Commitments: instances paid for every hour of a term, used or not.
        commitments: Named<Commitment>, one_by_one(), at_most(MOST_LINES), each("commitment");
        /// Interruptible (spot) instances for flexible work.
        spot: Option<Spot>, example("{ discount: 65%, interruptions_per_month: 0.2 }");
        /// Failures of on-demand instances, which interrupt flexible work.
        on_demand: Option<OnDemand>, example("{ interruptions_per_month: 0.1, restart_minutes: 20 }");
        include served;
        /// Recurring costs in addition to the instances.
        operating: Named<RentedLine>, one_by_one(), at_most(MOST_LINES), each("operating line");
        include other_costs;
        /// Power of one instance in kW, only for the energy report.
        power_kw: Option<Located<KilowattsPerInstance>>, display_name("power of an instance");
        /// Power usage effectiveness (PUE), only for the energy report.
        pue: Option<Located<PowerUsageEffectiveness>>, display_name("power usage effectiveness");
        /// Carbon intensity of the electricity, only for the energy report.
        carbon_kg_per_kwh: Option<Located<KilogramsPerKilowattHour>>, role(KeyRole::Describes), display_name("carbon intensity of electricity");
    }
    choices(&[
        Choice::one_of(
            Tariff::KEYS,
            "has no price",
            "add a price, such as `on_demand_per_accelerator_hour: 6.88`",
        ),
        Choice::at_most_one_of(&[&["price_change_per_year"], &["price_change_per_month"], &["price_path"]]),
    ]);
    some_of(&["accelerators_per_instance", "price_per_unit", "price_per_million_tokens"]);
    misplaced(&[
        Misplaced::instead(
            &["per_hour", "hourly", "hourly_rate", "hourly_price", "price_per_hour", "price", "on_demand_per_hour"],
            "does not specify what is paid for",
            "write `on_demand_per_accelerator_hour`, or `on_demand_per_instance_hour` for a whole instance",
        ),
        TAX,
        INDIRECT_TAX,
        INFLATION,
        EXCHANGE,
        Misplaced::keys(
            &["interruptions_per_month", "checkpoint_minutes", "checkpoint_interval_minutes", "restart_minutes"],
            "belongs in `spot` or in `on_demand`",
        ),
        Misplaced::not_here(&[Own::part], "is only for owned options"),
        Misplaced::not_here(&[HardwareNode::part], "is only for owned options"),
        Misplaced::unclear(&[Spot::part, Commitment::part]),
        Misplaced::of(&[Spot::part], "belongs in `spot`"),
        Misplaced::of(&[Commitment::part], "belongs in a commitment, `commitments: { NAME: { … } }`"),
        Misplaced::of(&[Workload::part], OF_WORKLOADS),
        Misplaced::of(&[Demand::part], OF_WORKLOADS),
    ]);
}

impl Rent {
    /// Whether output is paid for, not accelerators.
    #[must_use]
    pub fn is_endpoint(&self) -> bool {
        self.price_per_unit.is_some() || self.price_per_million_tokens.is_some()
    }

    /// Changes of the list price.
    #[must_use]
    pub fn price_move(&self) -> PriceMove<'_, PriceStep> {
        PriceMove::of(&self.price_change_per_year, self.price_change_per_month.as_ref(), self.price_path.as_ref())
    }

    /// Months in which a price of the option changes, other than anniversaries.
    #[must_use]
    pub fn price_months(&self, horizon: u32) -> Vec<u32> {
        let of_spot = self.spot.iter().filter_map(|spot| spot.price_path.as_ref());
        let steps = self.price_path.iter().chain(of_spot).flatten().map(|step| step.starts().first());
        price::months(self.price_change_per_month.as_ref(), steps, horizon)
    }
}

/// Price type by which use is metered; each has its own report line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meter {
    /// Spot instances.
    Spot,
    /// On-demand instances.
    OnDemand,
    /// Dedicated instances.
    Dedicated,
    /// Units of output.
    Endpoint,
}

impl Meter {
    /// Name of the report line, reserved in scenarios.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Meter::Spot => "spot",
            Meter::OnDemand => "on-demand",
            Meter::Dedicated => "dedicated",
            Meter::Endpoint => "endpoint",
        }
    }
}

one_of! {
    /// Price basis of spot and committed instances.
    pub enum CommittedPrice of Spot, Commitment by price {
        /// Discount on the on-demand list price.
        Discount(discount: Located<Share>);
        /// Price per instance-hour.
        Instance(per_instance_hour: Located<PricePerInstanceHour>);
        /// Price per accelerator-hour.
        Accelerator(per_accelerator_hour: Located<PricePerAcceleratorHour>);
    }
}

part! {
    /// Spot instances, which can be interrupted at any time, for flexible work with checkpoints.
    pub struct Spot {
        /// Discount on the on-demand list price.
        discount: Option<Located<Share>>, example("12%"), nature(Nature::Negotiated), display_name("spot discount");
        /// Spot price per instance-hour.
        per_instance_hour: Option<Located<PricePerInstanceHour>>, aliases(&["price"]), price(" an hour"), display_name("spot price of an instance");
        /// Spot price per accelerator-hour.
        per_accelerator_hour: Option<Located<PricePerAcceleratorHour>>, example("9.5"), price(" an hour"), display_name("spot price of an accelerator");
        /// Spot price path: the price from given months. Until the first step, a discount applies to each month's list price, and
        /// an amount is constant. Without a path, a discount applies to the list price throughout, and an amount changes at the
        /// rate of the list price.
        price_path: Option<Vec<PriceStep>>,
            example("[{ month: 7, per_accelerator_hour: 2.10 }]"),
            nature(Nature::Negotiated),
            not_empty("add a step such as `{ month: 7, per_accelerator_hour: 2.10 }`, or remove the key"),
            display_name("spot price path"),
            each("spot price step");
        /// Share of flexible work, beyond what fits on idle commitments, that runs on spot; the rest runs on demand.
        share: Located<Share> = "100%", vague(), display_name("share of flexible work on spot");
        /// Interruptions per instance in a month of 730 hours.
        interruptions_per_month: Option<Located<InterruptionsPerMonth>>, aliases(&["interruptions", "interruption_rate"]), display_name("spot interruptions per month");
        /// Interruptions per instance-hour.
        interruptions_per_hour: Option<Located<InterruptionsPerHour>>, display_name("spot interruptions per hour");
        /// Duration of a checkpoint in minutes.
        checkpoint_minutes: Located<Minutes> = "0", display_name("spot checkpoint duration");
        /// Interval between checkpoints in minutes; default: Young's optimum.
        checkpoint_interval_minutes: Option<Located<MinutesBetween>>, display_name("spot checkpoint interval");
        /// Time from an interruption until work resumes, in minutes.
        restart_minutes: Located<Minutes> = "0", display_name("spot restart time");
    }
    choices(&[
        Choice::one_of(
            CommittedPrice::KEYS,
            "has no price",
            "add `discount: 65%` off the list price, `per_instance_hour` or `per_accelerator_hour`",
        ),
        Choice::at_most_one_of(&[&["interruptions_per_month"], &["interruptions_per_hour"]]),
    ]);
    misplaced(&[Misplaced::of(&[Rent::part], "belongs in the option, not in this part of it")]);
}

part! {
    /// Failures of on-demand instances, and the recovery of flexible work from its last checkpoint.
    pub struct OnDemand {
        /// Failures per instance in a month of 730 hours.
        interruptions_per_month: Located<InterruptionsPerMonth>, example("0.1"), display_name("on-demand interruptions per month");
        /// Duration of a checkpoint in minutes.
        checkpoint_minutes: Located<Minutes> = "0", display_name("on-demand checkpoint duration");
        /// Interval between checkpoints in minutes; default: Young's optimum.
        checkpoint_interval_minutes: Option<Located<MinutesBetween>>, display_name("on-demand checkpoint interval");
        /// Time from an interruption until work resumes, in minutes.
        restart_minutes: Located<Minutes> = "0", display_name("on-demand restart time");
    }
    misplaced(&[Misplaced::of(&[Rent::part], "belongs in the option, not in this part of it")]);
}

words! {
    /// Scaling of on-demand instances with the load.
    pub enum Scaling {
        /// Instances are rented only for the hours in which they are needed.
        Autoscale = "autoscale";
        /// Instances for the monthly peak are rented for every hour of the month.
        AlwaysOn = "always_on";
    }
}

one_of! {
    TermLength of Commitment by term {
        Months(term_months);
        Until(until);
    }
}

part! {
    /// A commitment: instances paid for every hour of a term, used or not.
    pub struct Commitment {
        include labelled;
        /// Number of committed instances.
        instances: Located<Instances>, display_name("committed instances");
        /// Discount on the on-demand list price.
        discount: Option<Located<Share>>, example("12%"), nature(Nature::Negotiated), display_name("commitment discount");
        /// Committed price per instance-hour.
        per_instance_hour: Option<Located<PricePerInstanceHour>>, price(" an hour"), display_name("committed price of an instance");
        /// Committed price per accelerator-hour.
        per_accelerator_hour: Option<Located<PricePerAcceleratorHour>>, example("9.5"), price(" an hour"), display_name("committed price of an accelerator");
        /// Term in months.
        term_months: Option<Located<Term>>, within_horizon(), nature(Nature::Negotiated), display_name("commitment term");
        /// Last month of the first term, instead of `term_months`; subsequent terms have the same length.
        until: Option<Located<MonthByDate>>,
            example("2028-03"),
            aliases(&["ends", "end", "end_date", "until_date", "expires"]),
            nature(Nature::Negotiated),
            display_name("end of the commitment");
        /// First month of the first term.
        starts_month: Located<Term> = "1", within_horizon(), display_name("first month");
        /// Share of a term's charge that is paid upfront.
        upfront: Located<Share> = "0%", nature(Nature::Negotiated), display_name("share paid upfront");
        /// Whether the commitment is renewed at the end of a term.
        renew: Located<bool> = "false", display_name("renewal");
    }
    choices(&[
        Choice::one_of(
            CommittedPrice::KEYS,
            "has no price",
            "add `discount: 45%` off the list price, `per_instance_hour` or `per_accelerator_hour`",
        ),
        Choice::one_of(
            TermLength::KEYS,
            "has no term",
            "add `term_months: 12`, or `until: 2028-03` if the scenario has a `start`",
        ),
    ]);
    misplaced(&[Misplaced::of(&[Rent::part], "belongs in the option, not in this part of it")]);
}
