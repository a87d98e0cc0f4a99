//! Price changes: an annual or monthly rate, or a path of prices.

use super::document::{Located, MonthByDate};
use super::quantities::{
    Change, LaterMonth, PricePerAcceleratorHour, PricePerAcceleratorMonth, PricePerInstanceHour, PricePerInstanceMonth,
    PricePerKilowattHour, PricePerOutput,
};
use language::choice::Choice;
use language::declaration::Bound;
use language::{one_of, part};

one_of! {
    /// Basis of a price step of instances or output.
    pub enum NextPrice of PriceStep by price {
        /// Price per instance-hour.
        InstanceHour(per_instance_hour: Located<PricePerInstanceHour>);
        /// Price per accelerator-hour.
        AcceleratorHour(per_accelerator_hour: Located<PricePerAcceleratorHour>);
        /// Monthly price of a dedicated instance.
        InstanceMonth(per_instance_month: Located<PricePerInstanceMonth>);
        /// Monthly price of a dedicated accelerator.
        AcceleratorMonth(per_accelerator_month: Located<PricePerAcceleratorMonth>);
        /// Price per unit of useful output.
        PerUnit(per_unit: Located<PricePerOutput>);
    }
}

one_of! {
    /// Start of a price step.
    pub enum StepStart of PriceStep, ElectricityStep by starts {
        /// Number of the month.
        Month(month: Located<LaterMonth>);
        /// Date of the month.
        From(from: Located<MonthByDate>);
    }
}

impl StepStart<'_> {
    /// First month of the price, with the node that gives it.
    #[must_use]
    pub fn first(self) -> Located<u32> {
        match self {
            StepStart::Month(month) => Located { value: month.value.count(), at: month.at },
            StepStart::From(from) => Located { value: from.value.number.max(0).unsigned_abs(), at: from.at },
        }
    }
}

/// Message and suggestion for a step without a start.
const NO_START: (&str, &str) =
    ("has no first month", "add `month: 7`, or `from: 2027-07` if the scenario has a `start`");

part! {
    /// Price step of instances or output.
    pub struct PriceStep {
        /// First month of the price, which holds until the next step.
        month: Option<Located<LaterMonth>>, example("7"), bound(Bound::Rising), within_horizon(), display_name("month");
        /// First month as a date.
        from: Option<Located<MonthByDate>>, example("2027-07"), aliases(&["date", "since", "starts", "valid_from"]), display_name("first month");
        /// Price per instance-hour.
        per_instance_hour: Option<Located<PricePerInstanceHour>>, display_name("price of an instance");
        /// Price per accelerator-hour.
        per_accelerator_hour: Option<Located<PricePerAcceleratorHour>>, example("2.10"), display_name("price of an accelerator");
        /// Monthly price of a dedicated instance.
        per_instance_month: Option<Located<PricePerInstanceMonth>>, display_name("monthly rent of an instance");
        /// Monthly price of a dedicated accelerator.
        per_accelerator_month: Option<Located<PricePerAcceleratorMonth>>, display_name("monthly rent of an accelerator");
        /// Price per unit of useful output.
        per_unit: Option<Located<PricePerOutput>>, display_name("price of output");
    }
    choices(&[
        Choice::one_of(
            NextPrice::KEYS,
            "has no price",
            "add the new price, such as `per_accelerator_hour: 2.10`",
        ),
        Choice::one_of(StepStart::KEYS, NO_START.0, NO_START.1),
    ]);
}

part! {
    /// Price step of electricity.
    pub struct ElectricityStep {
        /// First month of the price, which holds until the next step.
        month: Option<Located<LaterMonth>>, example("7"), bound(Bound::Rising), within_horizon(), display_name("month");
        /// First month as a date.
        from: Option<Located<MonthByDate>>, example("2027-07"), aliases(&["date", "since", "starts", "valid_from"]), display_name("first month");
        /// Price of metered electricity.
        per_kwh: Located<PricePerKilowattHour>, example("0.12"), display_name("electricity price");
    }
    choices(&[Choice::one_of(StepStart::KEYS, NO_START.0, NO_START.1)]);
}

/// Price changes from today's price.
#[derive(Debug)]
pub enum PriceMove<'a, S> {
    /// Step on every anniversary of the decision.
    EveryYear(&'a Located<Change>),
    /// Step every month from month 2.
    EveryMonth(&'a Located<Change>),
    /// Path of prices.
    Path(&'a [S]),
}

impl<'a, S> PriceMove<'a, S> {
    /// From the keys of a part, at most one of which is given.
    pub(super) fn of(
        year: &'a Located<Change>,
        month: Option<&'a Located<Change>>,
        path: Option<&'a Vec<S>>,
    ) -> PriceMove<'a, S> {
        match (month, path) {
            (Some(month), _) => PriceMove::EveryMonth(month),
            (None, Some(path)) => PriceMove::Path(path),
            (None, None) => PriceMove::EveryYear(year),
        }
    }
}

/// Months in which a price changes, other than anniversaries: with a monthly rate, every month from month 2.
pub(super) fn months(
    change: Option<&Located<Change>>,
    steps: impl Iterator<Item = Located<u32>>,
    horizon: u32,
) -> Vec<u32> {
    match change {
        Some(_) => (2..=horizon).collect(),
        None => steps.map(|month| month.value).collect(),
    }
}
