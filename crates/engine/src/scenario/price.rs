//! How a price moves: by a rate a year or a month, or from one stated price to the next.

use super::document::{Given, MonthByDate};
use super::quantities::{
    Change, LaterMonth, PricePerAcceleratorHour, PricePerAcceleratorMonth, PricePerInstanceHour, PricePerInstanceMonth,
    PricePerKilowattHour, PricePerOutput,
};
use language::choice::Choice;
use language::declaration::Bound;
use language::{one_of, part};

one_of! {
    /// What a price of instances or output becomes.
    pub enum NextPrice of PriceStep by price {
        /// Instances by the hour.
        InstanceHour(per_instance_hour: Given<PricePerInstanceHour>);
        /// Accelerators by the hour.
        AcceleratorHour(per_accelerator_hour: Given<PricePerAcceleratorHour>);
        /// Dedicated instances by the month.
        InstanceMonth(per_instance_month: Given<PricePerInstanceMonth>);
        /// Dedicated accelerators by the month.
        AcceleratorMonth(per_accelerator_month: Given<PricePerAcceleratorMonth>);
        /// Useful output.
        PerUnit(per_unit: Given<PricePerOutput>);
    }
}

one_of! {
    /// From when on a price holds.
    pub enum StepStart of PriceStep, ElectricityStep by starts {
        /// From a month on.
        Month(month: Given<LaterMonth>);
        /// From a month on that is said by its date.
        From(from: Given<MonthByDate>);
    }
}

impl StepStart<'_> {
    /// The first month in which the price holds, with where that is said.
    #[must_use]
    pub fn first(self) -> Given<u32> {
        match self {
            StepStart::Month(month) => Given { value: month.value.count(), at: month.at },
            StepStart::From(from) => Given { value: from.value.number.max(0).unsigned_abs(), at: from.at },
        }
    }
}

/// What is said of a step that does not say when, and what to type.
const NO_START: (&str, &str) =
    ("does not say from when on", "add `month: 7`, or `from: 2027-07` with a `start` of the scenario");

part! {
    /// What a price of instances or output becomes in a month.
    pub struct PriceStep {
        /// First month in which the price holds; it holds until the next step.
        month: Option<Given<LaterMonth>>, example("7"), bound(Bound::Rising), within_horizon(), called("month");
        /// The same month by its date.
        from: Option<Given<MonthByDate>>, example("2027-07"), also(&["date", "since", "starts", "valid_from"]), called("first month");
        /// Price of an instance by the hour.
        per_instance_hour: Option<Given<PricePerInstanceHour>>, called("price of an instance");
        /// Price of an accelerator by the hour.
        per_accelerator_hour: Option<Given<PricePerAcceleratorHour>>, example("2.10"), called("price of an accelerator");
        /// Price of a dedicated instance by the month.
        per_instance_month: Option<Given<PricePerInstanceMonth>>, called("monthly rent of an instance");
        /// Price of a dedicated accelerator by the month.
        per_accelerator_month: Option<Given<PricePerAcceleratorMonth>>, called("monthly rent of an accelerator");
        /// Price of a unit of useful output.
        per_unit: Option<Given<PricePerOutput>>, called("price of output");
    }
    choices(&[
        Choice::one_of(
            NextPrice::KEYS,
            "has no price",
            "add the price from then on, such as `per_accelerator_hour: 2.10`",
        ),
        Choice::one_of(StepStart::KEYS, NO_START.0, NO_START.1),
    ]);
}

part! {
    /// What the price of electricity becomes in a month.
    pub struct ElectricityStep {
        /// First month in which the price holds; it holds until the next step.
        month: Option<Given<LaterMonth>>, example("7"), bound(Bound::Rising), within_horizon(), called("month");
        /// The same month by its date.
        from: Option<Given<MonthByDate>>, example("2027-07"), also(&["date", "since", "starts", "valid_from"]), called("first month");
        /// Price of metered electricity.
        per_kwh: Given<PricePerKilowattHour>, example("0.12"), called("price of electricity");
    }
    choices(&[Choice::one_of(StepStart::KEYS, NO_START.0, NO_START.1)]);
}

/// How a price moves from what it is today.
#[derive(Debug)]
pub enum PriceMove<'a, S> {
    /// A step at every anniversary of the decision.
    EveryYear(&'a Given<Change>),
    /// A step each month, from the second on.
    EveryMonth(&'a Given<Change>),
    /// From one stated price to the next.
    Path(&'a [S]),
}

impl<'a, S> PriceMove<'a, S> {
    /// As the keys of a part say it, of which one may be there.
    pub(super) fn of(
        year: &'a Given<Change>,
        month: Option<&'a Given<Change>>,
        path: Option<&'a Vec<S>>,
    ) -> PriceMove<'a, S> {
        match (month, path) {
            (Some(month), _) => PriceMove::EveryMonth(month),
            (None, Some(path)) => PriceMove::Path(path),
            (None, None) => PriceMove::EveryYear(year),
        }
    }
}

/// The months in which a price changes otherwise than at an anniversary: every one, with a change each month.
pub(super) fn months(
    change: Option<&Given<Change>>,
    steps: impl Iterator<Item = Given<u32>>,
    horizon: u32,
) -> Vec<u32> {
    match change {
        Some(_) => (2..=horizon).collect(),
        None => steps.map(|month| month.value).collect(),
    }
}
