//! The table of quantities: for every kind of number a scenario may hold, its unit, its bounds and how it is written.
//! The check of bounds, the JSON Schema, the reference and the wording of errors all come from these rows.

use super::quantity::{Form, quantities};
use crate::unit::{BaseUnits as _, Unit};

quantities! {
    /// Money for the whole horizon or paid once.
    Amount: Unit::MONEY, 0 ..= 1_000_000_000_000, Form::Number;
    /// Money a month.
    AmountPerMonth: Unit::MONEY.per(Unit::MONTH), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money a year.
    AmountPerYear: Unit::MONEY.per(Unit::YEAR), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one node.
    PricePerNode: Unit::MONEY.per(Unit::NODE), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one accelerator.
    PricePerAccelerator: Unit::MONEY.per(Unit::ACCELERATOR), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one piece of equipment.
    PricePerPiece: Unit::MONEY, 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one kilowatt of rated power.
    PricePerKilowatt: Unit::MONEY.per(Unit::KILOWATT), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one kilowatt-hour.
    PricePerKilowattHour: Unit::MONEY.per(Unit::KILOWATT.times(Unit::HOUR)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one kilowatt of rated power a month.
    PricePerKilowattMonth: Unit::MONEY.per(Unit::KILOWATT.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one node a month.
    PricePerNodeMonth: Unit::MONEY.per(Unit::NODE.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one node a year.
    PricePerNodeYear: Unit::MONEY.per(Unit::NODE.times(Unit::YEAR)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one accelerator a month.
    PricePerAcceleratorMonth: Unit::MONEY.per(Unit::ACCELERATOR.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one accelerator for an hour.
    PricePerAcceleratorHour: Unit::MONEY.per(Unit::ACCELERATOR.times(Unit::HOUR)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one instance for an hour.
    PricePerInstanceHour: Unit::MONEY.per(Unit::INSTANCE.times(Unit::HOUR)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one instance a month.
    PricePerInstanceMonth: Unit::MONEY.per(Unit::INSTANCE.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one unit of useful output.
    PricePerOutput: Unit::MONEY.per(Unit::OUTPUT), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one useful reference accelerator-hour.
    PricePerUsefulHour: Unit::MONEY.per(Unit::REFERENCE.times(Unit::HOUR)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one full-time equivalent a year.
    PricePerFteYear: Unit::MONEY.per(Unit::FTE.times(Unit::YEAR)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one terabyte kept for a month.
    PricePerTerabyteMonth: Unit::MONEY.per(Unit::TERABYTE.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Form::Number;
    /// Money for one terabyte moved.
    PricePerTerabyte: Unit::MONEY.per(Unit::TERABYTE), 0 ..= 1_000_000_000_000, Form::Number;
    /// A share, `65%` or `0.65`.
    Share: Unit::ONE, 0 ..= 1, Form::Share;
    /// A share that is lost, `8%` or `0.08`; something of the whole is left.
    LostShare: Unit::ONE, 0 ..= 0.999, Form::Share;
    /// A share a year, `5%` or `0.05`.
    SharePerYear: Unit::ONE.per(Unit::YEAR), 0 ..= 1, Form::Share;
    /// A discount or interest rate a year, `9%` or `0.09`.
    Rate: Unit::ONE, 0 ..= 1, Form::Share;
    /// A change a year, `-12%` or `0.2`.
    Change: Unit::ONE, -0.9 ..= 1, Form::Share;
    /// Useful output of one reference accelerator in an hour.
    OutputPerHour: Unit::OUTPUT.per(Unit::REFERENCE.times(Unit::HOUR)), 0 ..= 1_000_000_000, Form::Number;
    /// Reference accelerators; fractions of one are allowed.
    ReferenceAccelerators: Unit::REFERENCE, 0 ..= 1_000_000, Form::Number;
    /// Reference accelerator-hours a month.
    AcceleratorHoursPerMonth: Unit::REFERENCE.times(Unit::HOUR).per(Unit::MONTH), 0 ..= 1_000_000_000, Form::Number;
    /// Useful output an hour.
    OutputRate: Unit::OUTPUT.per(Unit::HOUR), 0 ..= 1_000_000_000_000, Form::Number;
    /// Useful output a month.
    OutputPerMonth: Unit::OUTPUT.per(Unit::MONTH), 0 ..= 1_000_000_000_000, Form::Number;
    /// Runs a month; fractions of one are allowed.
    RunsPerMonth: Unit::ONE.per(Unit::MONTH), 0 ..= 1_000_000, Form::Number;
    /// Runs a year; fractions of one are allowed.
    RunsPerYear: Unit::ONE.per(Unit::YEAR), 0 ..= 1_000_000, Form::Number;
    /// Hours of one run.
    HoursPerRun: Unit::HOUR, 0 ..= 100_000, Form::Number;
    /// Interruptions of one instance in a month.
    InterruptionsPerMonth: Unit::ONE.per(Unit::INSTANCE.times(Unit::MONTH)), 0 ..= 100_000, Form::Number;
    /// Interruptions of one instance in an hour.
    InterruptionsPerHour: Unit::ONE.per(Unit::INSTANCE.times(Unit::HOUR)), 0 ..= 1_000, Form::Number;
    /// Minutes.
    Minutes: Unit::MINUTE, 0 ..= 100_000, Form::Number;
    /// Minutes from one thing to the next.
    MinutesBetween: Unit::MINUTE, 0.1 ..= 100_000, Form::Number;
    /// Accelerators in one node.
    AcceleratorsPerNode: Unit::ACCELERATOR.per(Unit::NODE), 1 ..= 1_000_000, Form::Count;
    /// Accelerators in one instance.
    AcceleratorsPerInstance: Unit::ACCELERATOR.per(Unit::INSTANCE), 1 ..= 1_000_000, Form::Count;
    /// Nodes.
    Nodes: Unit::NODE, 0 ..= 1_000_000, Form::Count;
    /// Instances.
    Instances: Unit::INSTANCE, 0 ..= 1_000_000, Form::Count;
    /// Pieces of equipment.
    Pieces: Unit::ONE, 0 ..= 1_000_000, Form::Count;
    /// Full-time equivalents of staff.
    Ftes: Unit::FTE, 0 ..= 1_000_000, Form::Number;
    /// Terabytes.
    Terabytes: Unit::TERABYTE, 0 ..= 1_000_000_000, Form::Number;
    /// Terabytes a month.
    TerabytesPerMonth: Unit::TERABYTE.per(Unit::MONTH), 0 ..= 1_000_000_000, Form::Number;
    /// Gibibytes of memory of one accelerator.
    Gibibytes: Unit::ONE, 0 ..= 1_000_000, Form::Number;
    /// Kilowatts of one node; 10,200 W is 10.2.
    KilowattsPerNode: Unit::KILOWATT.per(Unit::NODE), 0 ..= 1_000, Form::Number;
    /// Kilowatts of one instance; 10,200 W is 10.2.
    KilowattsPerInstance: Unit::KILOWATT.per(Unit::INSTANCE), 0 ..= 1_000, Form::Number;
    /// Kilowatts of a site.
    Kilowatts: Unit::KILOWATT, 0 ..= 1_000_000, Form::Number;
    /// Power usage effectiveness: power of the site over power of the servers.
    PowerUsageEffectiveness: Unit::ONE, 1 ..= 5, Form::Number;
    /// Kilograms of CO2 equivalent for one kilowatt-hour; 350 g is 0.35.
    KilogramsPerKilowattHour: Unit::KILOGRAM.per(Unit::KILOWATT.times(Unit::HOUR)), 0 ..= 10, Form::Number;
    /// Useful work of one accelerator-hour of the option against the reference.
    Throughput: Unit::REFERENCE.per(Unit::ACCELERATOR), 0.001 ..= 1_000, Form::Number;
    /// Hours of an average month.
    HoursPerMonth: Unit::HOUR.per(Unit::MONTH), 1 ..= 744, Form::Number;
    /// Months, from none on.
    Months: Unit::MONTH, 0 ..= 360, Form::Count;
    /// Months, from one on.
    Term: Unit::MONTH, 1 ..= 360, Form::Count;
    /// Money over the horizon; negative where more is received than paid.
    Balance: Unit::MONEY, -1_000_000_000_000_000 ..= 1_000_000_000_000_000, Form::Number;
    /// A return a year, `15%`; negative where less comes back than was paid.
    Return: Unit::ONE, -0.99 ..= 100, Form::Share;
}
