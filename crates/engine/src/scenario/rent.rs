//! An option to rent: instances by the hour, under commitments, dedicated by the month, or an endpoint by the unit.

use super::dates::TermLength;
use super::demand::{Demand, Workload};
use super::document::{Given, Label, MonthByDate, Named, ScalarOr};
use super::interruption::OnDemand;
use super::limits::MOST_LINES;
use super::line::{OneOff, RentedLine};
use super::option::{beside, invoiced, labelled, offered, served, throughput};
use super::own::{HardwareNode, Own};
use super::price::{self, PriceMove, PriceStep};
use super::quantities::{
    AcceleratorsPerInstance, Amount, Change, Gibibytes, Instances, InterruptionsPerHour, InterruptionsPerMonth,
    KilogramsPerKilowattHour, KilowattsPerInstance, Minutes, MinutesBetween, Months, PowerUsageEffectiveness,
    PricePerAcceleratorHour, PricePerAcceleratorMonth, PricePerInstanceHour, PricePerInstanceMonth, PricePerOutput,
    Share, TaxRate, Term, Throughput,
};
use super::texts::{EXCHANGE, INDIRECT_TAX, INFLATION, OF_WORKLOADS, TAX};
use language::choice::Choice;
use language::declaration::{Follows, KeyRole, Misplaced, Nature, StandsFor};
use language::{one_of, part, words};

one_of! {
    /// How a rent option is priced.
    pub enum Tariff of Rent by tariff {
        /// Instances by the hour.
        OnDemandInstance(on_demand_per_instance_hour: Given<PricePerInstanceHour>);
        /// Accelerators by the hour.
        OnDemandAccelerator(on_demand_per_accelerator_hour: Given<PricePerAcceleratorHour>);
        /// Dedicated instances by the month.
        DedicatedInstance(dedicated_per_instance_month: Given<PricePerInstanceMonth>);
        /// Dedicated accelerators by the month.
        DedicatedAccelerator(dedicated_per_accelerator_month: Given<PricePerAcceleratorMonth>);
        /// Useful output.
        PerUnit(price_per_unit: Given<PricePerOutput>);
    }
}

part! {
    /// Accelerators of a cloud.
    pub struct Rent {
        include labelled;
        /// What the accelerators are called, `TPU v6e`.
        accelerator: Option<Given<String>>, also(&["gpu"]), role(KeyRole::Describes), stands_for(StandsFor::Accelerator);
        /// Where the instances run; `requires.location` is checked against it.
        location: Option<Given<String>>, role(KeyRole::Describes);
        include offered;
        /// Months until it can be had; `requires.available_within_months` is checked against it.
        available_after_months: Given<Months> = "0", role(KeyRole::Describes), called("months until it is available");
        include throughput;
        include invoiced;
        /// Accelerators in one instance; required unless the price is per unit.
        accelerators_per_instance: Option<Given<AcceleratorsPerInstance>>, also(&["gpus_per_instance"]), called("accelerators in an instance");
        /// List price of an instance by the hour.
        on_demand_per_instance_hour: Option<Given<PricePerInstanceHour>>,
            also(&["per_instance_hour", "price_per_instance_hour"]),
            price(" per instance-hour"),
            called("on-demand price");
        /// List price of an accelerator by the hour; instances are rented whole.
        on_demand_per_accelerator_hour: Option<Given<PricePerAcceleratorHour>>,
            also(&["per_accelerator_hour", "price_per_accelerator_hour", "per_gpu_hour", "price_per_gpu_hour", "on_demand_per_gpu_hour"]),
            price(" per accelerator-hour"),
            called("on-demand price");
        /// List price of a dedicated instance by the month.
        dedicated_per_instance_month: Option<Given<PricePerInstanceMonth>>,
            price(" per instance and month"),
            called("monthly rent");
        /// List price of a dedicated accelerator by the month; instances are rented whole.
        dedicated_per_accelerator_month: Option<Given<PricePerAcceleratorMonth>>,
            price(" per accelerator and month"),
            called("monthly rent");
        /// List price of a unit of useful output from a managed endpoint.
        price_per_unit: Option<Given<PricePerOutput>>, price(" per unit"), called("price of output");
        /// Months that a dedicated instance is paid for at least.
        minimum_term_months: Option<Given<Term>>, within_horizon(), nature(Nature::Negotiated), called("minimum term");
        /// Taken off the list price; commitments state their own.
        discount: Given<Share> = "0%",
            example("12%"),
            nature(Nature::Negotiated),
            off(&[
                "on_demand_per_instance_hour",
                "on_demand_per_accelerator_hour",
                "dedicated_per_instance_month",
                "dedicated_per_accelerator_month",
                "price_per_unit",
            ]),
            called("discount");
        /// Change of on-demand, dedicated and per-unit prices, a step at every anniversary; also of renewed commitments.
        price_change_per_year: Given<Change> = "0%", nature(Nature::Negotiated), called("price change per year");
        /// Change of the same prices each month from the second on, compounding; in place of the step at every anniversary.
        price_change_per_month: Option<Given<Change>>, example("-1.5%"), nature(Nature::Negotiated), called("price change per month");
        /// What the list price becomes, month by month; in place of a change by a rate.
        price_path: Option<Vec<PriceStep>>,
            example("[{ month: 7, per_accelerator_hour: 2.10 }]"),
            nature(Nature::Negotiated),
            not_empty("add a step such as `{ month: 7, per_accelerator_hour: 2.10 }`, or remove the key"),
            called("price path"),
            each("price step");
        /// Whether instances follow the load.
        scaling: Given<Scaling> = "autoscale";
        /// Idle hours paid for every hour used on demand.
        idle_overhead: Given<Share> = "0%", called("idle hours paid for");
        /// Instances paid for every hour of a term, used or not.
        commitments: Named<Commitment>, one_by_one(), at_most(MOST_LINES), each("commitment");
        /// Instances that may be taken away, for flexible work.
        spot: Option<Spot>, example("{ discount: 65%, interruptions_per_month: 0.2 }");
        /// How often instances on demand fail, for flexible work of many of them.
        on_demand: Option<OnDemand>, example("{ interruptions_per_month: 0.1, restart_minutes: 20 }");
        include served;
        /// What running there costs beside the instances.
        operating: Named<RentedLine>, one_by_one(), at_most(MOST_LINES), each("operating line");
        include beside;
        /// Power of one instance, for the energy report alone.
        power_kw: Option<Given<KilowattsPerInstance>>, called("power of an instance");
        /// Power usage effectiveness, for the energy report alone.
        pue: Option<Given<PowerUsageEffectiveness>>, called("power usage effectiveness");
        /// Carbon intensity, for the energy report alone.
        carbon_kg_per_kwh: Option<Given<KilogramsPerKilowattHour>>, role(KeyRole::Describes), called("carbon intensity of the electricity");
    }
    choices(&[
        Choice::one_of(
            Tariff::KEYS,
            "has no price",
            "add a price, such as `on_demand_per_accelerator_hour: 6.88`",
        ),
        Choice::at_most_one_of(&[&["price_change_per_year"], &["price_change_per_month"], &["price_path"]]),
    ]);
    some_of(&["accelerators_per_instance", "price_per_unit"]);
    misplaced(&[
        Misplaced::instead(
            &["per_hour", "hourly", "hourly_rate", "hourly_price", "price_per_hour", "price", "on_demand_per_hour"],
            "does not say what is paid for",
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
    /// How its list price moves.
    #[must_use]
    pub fn price_move(&self) -> PriceMove<'_, PriceStep> {
        PriceMove::of(&self.price_change_per_year, self.price_change_per_month.as_ref(), self.price_path.as_ref())
    }

    /// The months in which a price of it changes otherwise than at an anniversary.
    #[must_use]
    pub fn price_months(&self, horizon: u32) -> Vec<u32> {
        let of_spot = self.spot.iter().filter_map(|spot| spot.price_path.as_ref());
        let steps = self.price_path.iter().chain(of_spot).flatten().map(|step| step.starts().first());
        price::months(self.price_change_per_month.as_ref(), steps, horizon)
    }
}

/// A price by which use is metered; a report has a line for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meter {
    /// Instances that may be taken away.
    Spot,
    /// Instances by the hour.
    OnDemand,
    /// Instances by the month.
    Dedicated,
    /// Units of output.
    Endpoint,
}

impl Meter {
    /// The name of its line, which no author gives to a line of theirs.
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
    /// How instances are priced that are not rented on demand.
    pub enum CommittedPrice of Spot, Commitment by price {
        /// Off the list price on demand.
        Discount(discount: Given<Share>);
        /// Instances by the hour.
        Instance(per_instance_hour: Given<PricePerInstanceHour>);
        /// Accelerators by the hour.
        Accelerator(per_accelerator_hour: Given<PricePerAcceleratorHour>);
    }
}

part! {
    /// Instances that may be taken away at any time, for flexible work that keeps checkpoints.
    pub struct Spot {
        /// Off the list price on demand.
        discount: Option<Given<Share>>, example("12%"), nature(Nature::Negotiated), called("spot discount");
        /// Price of an instance by the hour.
        per_instance_hour: Option<Given<PricePerInstanceHour>>, also(&["price"]), price(" an hour"), called("spot price of an instance");
        /// Price of an accelerator by the hour.
        per_accelerator_hour: Option<Given<PricePerAcceleratorHour>>, example("9.5"), price(" an hour"), called("spot price of an accelerator");
        /// What the spot price becomes, month by month. Until the first step a discount is off the list price of each month, and an
        /// amount stays. Without a path a discount is off the list price throughout, and an amount moves by its rate.
        price_path: Option<Vec<PriceStep>>,
            example("[{ month: 7, per_accelerator_hour: 2.10 }]"),
            nature(Nature::Negotiated),
            not_empty("add a step such as `{ month: 7, per_accelerator_hour: 2.10 }`, or remove the key"),
            called("path of the spot price"),
            each("step of the spot price");
        /// Share of the flexible work beyond idle commitments that runs on spot; the rest runs on demand.
        share: Given<Share> = "100%", vague(), called("share of flexible work on spot");
        /// Interruptions of one instance in a month of 730 hours.
        interruptions_per_month: Option<Given<InterruptionsPerMonth>>, also(&["interruptions", "interruption_rate"]), called("spot interruptions per month");
        /// Interruptions of one instance in an hour.
        interruptions_per_hour: Option<Given<InterruptionsPerHour>>, called("spot interruptions per hour");
        /// Time that a checkpoint takes.
        checkpoint_minutes: Given<Minutes> = "0", called("time that a checkpoint takes");
        /// Time from one checkpoint to the next; Young's optimum when absent.
        checkpoint_interval_minutes: Option<Given<MinutesBetween>>, called("time between checkpoints");
        /// Time from an interruption until the work goes on.
        restart_minutes: Given<Minutes> = "0", called("time until interrupted work goes on");
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

words! {
    /// Whether instances follow the load.
    pub enum Scaling {
        /// Instances are rented for the hours in which they are needed.
        Autoscale = "autoscale";
        /// The month's peak is rented for every hour of the month.
        AlwaysOn = "always_on";
    }
}

part! {
    /// Instances paid for every hour of a term, used or not.
    pub struct Commitment {
        include labelled;
        /// Instances committed.
        instances: Given<Instances>, called("committed instances");
        /// Off the list price on demand.
        discount: Option<Given<Share>>, example("12%"), nature(Nature::Negotiated), called("commitment discount");
        /// Price of an instance by the hour.
        per_instance_hour: Option<Given<PricePerInstanceHour>>, price(" an hour"), called("committed price of an instance");
        /// Price of an accelerator by the hour.
        per_accelerator_hour: Option<Given<PricePerAcceleratorHour>>, example("9.5"), price(" an hour"), called("committed price of an accelerator");
        /// Months of a term.
        term_months: Option<Given<Term>>, within_horizon(), nature(Nature::Negotiated), called("commitment term");
        /// The month with whose end the first term is over, in place of its months; terms that follow have as many months.
        until: Option<Given<MonthByDate>>,
            example("2028-03"),
            also(&["ends", "end", "end_date", "until_date", "expires"]),
            nature(Nature::Negotiated),
            called("end of the commitment");
        /// First month of the first term.
        starts_month: Given<Term> = "1", within_horizon(), called("first month");
        /// Share of a term's charge that is paid before it begins.
        upfront: Given<Share> = "0%", nature(Nature::Negotiated), called("share paid upfront");
        /// Whether a term follows a term.
        renew: Given<bool> = "false", called("renewal");
    }
    choices(&[
        Choice::one_of(
            CommittedPrice::KEYS,
            "has no price",
            "add `discount: 45%` off the list price, `per_instance_hour` or `per_accelerator_hour`",
        ),
        Choice::one_of(
            TermLength::KEYS,
            "does not say how long it lasts",
            "add `term_months: 12`, or `until: 2028-03` with a `start` of the scenario",
        ),
    ]);
    misplaced(&[Misplaced::of(&[Rent::part], "belongs in the option, not in this part of it")]);
}
