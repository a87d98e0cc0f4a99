//! Table of quantities: unit, bounds, notation and an example value for every kind of number in a scenario.
//! Bounds checks, the JSON Schema, the reference and error messages are derived from it.

use crate::unit::{BaseUnits as _, Unit};
use language::quantities;
use rust_decimal::prelude::ToPrimitive;

quantities! {
    /// Amount for the whole horizon, or paid once.
    Amount: Unit::MONEY, 0 ..= 1_000_000_000_000, Money, like "12_000";
    /// Amount per month.
    AmountPerMonth: Unit::MONEY.per(Unit::MONTH), 0 ..= 1_000_000_000_000, Money, like "9_500";
    /// Amount per year.
    AmountPerYear: Unit::MONEY.per(Unit::YEAR), 0 ..= 1_000_000_000_000, Money, like "40_000";
    /// Price per node.
    PricePerNode: Unit::MONEY.per(Unit::NODE), 0 ..= 1_000_000_000_000, Money, like "289_000";
    /// Price per accelerator.
    PricePerAccelerator: Unit::MONEY.per(Unit::ACCELERATOR), 0 ..= 1_000_000_000_000, Money, like "36_125";
    /// Price per piece of equipment.
    PricePerPiece: Unit::MONEY, 0 ..= 1_000_000_000_000, Money, like "31_200";
    /// Price per kilowatt of rated power.
    PricePerKilowatt: Unit::MONEY.per(Unit::KILOWATT), 0 ..= 1_000_000_000_000, Money, like "4_000";
    /// Price per kilowatt-hour.
    PricePerKilowattHour: Unit::MONEY.per(Unit::KILOWATT.times(Unit::HOUR)), 0 ..= 1_000_000_000_000, Money, like "0.094";
    /// Price per kilowatt of rated power and month.
    PricePerKilowattMonth: Unit::MONEY.per(Unit::KILOWATT.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Money, like "165";
    /// Price per node and month.
    PricePerNodeMonth: Unit::MONEY.per(Unit::NODE.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Money, like "800";
    /// Price per node and year.
    PricePerNodeYear: Unit::MONEY.per(Unit::NODE.times(Unit::YEAR)), 0 ..= 1_000_000_000_000, Money, like "9_500";
    /// Price per accelerator and month.
    PricePerAcceleratorMonth: Unit::MONEY.per(Unit::ACCELERATOR.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Money, like "375";
    /// Price per accelerator-hour.
    PricePerAcceleratorHour: Unit::MONEY.per(Unit::ACCELERATOR.times(Unit::HOUR)), 0 ..= 1_000_000_000_000, Money, like "6.88";
    /// Price per instance-hour.
    PricePerInstanceHour: Unit::MONEY.per(Unit::INSTANCE.times(Unit::HOUR)), 0 ..= 1_000_000_000_000, Money, like "55.04";
    /// Price per instance and month.
    PricePerInstanceMonth: Unit::MONEY.per(Unit::INSTANCE.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Money, like "15_900";
    /// Price per unit of useful output.
    PricePerOutput: Unit::MONEY.per(Unit::OUTPUT), 0 ..= 1_000_000_000_000, Money, like "0.55";
    /// Price per useful reference accelerator-hour.
    PricePerUsefulHour: Unit::MONEY.per(Unit::REFERENCE.times(Unit::HOUR)), 0 ..= 1_000_000_000_000, Money, like "0.20";
    /// Annual cost per full-time equivalent.
    PricePerFteYear: Unit::MONEY.per(Unit::FTE.times(Unit::YEAR)), 0 ..= 1_000_000_000_000, Money, like "185_000";
    /// Price per terabyte stored and month.
    PricePerTerabyteMonth: Unit::MONEY.per(Unit::TERABYTE.times(Unit::MONTH)), 0 ..= 1_000_000_000_000, Money, like "23";
    /// Price per terabyte transferred.
    PricePerTerabyte: Unit::MONEY.per(Unit::TERABYTE), 0 ..= 1_000_000_000_000, Money, like "90";
    /// Price per million requests.
    PricePerMillionRequests: Unit::MONEY.per(Unit::MILLION_REQUESTS), 0 ..= 1_000_000_000_000, Money, like "0.20";
    /// Share, `65%` or `0.65`.
    Share: Unit::ONE, 0 ..= 1, Share, like "65%";
    /// Lost share, `8%` or `0.08`; less than the whole.
    LostShare: Unit::ONE, 0 ..= 0.999, Share, like "8%";
    /// Share per year, `5%` or `0.05`.
    SharePerYear: Unit::ONE.per(Unit::YEAR), 0 ..= 1, Share, like "5%";
    /// Annual discount or interest rate, `9%` or `0.09`.
    Rate: Unit::ONE, 0 ..= 1, Share, like "9%";
    /// Tax rate, `19%` or `0.19`.
    TaxRate: Unit::ONE, 0 ..= 1, Share, like "19%";
    /// Change per year or month, `-12%` or `0.2`.
    Change: Unit::ONE, -0.9 ..= 1, Share, like "3%";
    /// Volatility per year, `31%` or `0.31`: the standard deviation of the change of a logarithm in a year.
    Volatility: Unit::ONE, 0.001 ..= 5, Share, like "31%";
    /// Useful output per reference accelerator-hour.
    OutputPerHour: Unit::OUTPUT.per(Unit::REFERENCE.times(Unit::HOUR)), 0 ..= 1_000_000_000, Number, like "9.5";
    /// Reference accelerators; fractions are allowed.
    ReferenceAccelerators: Unit::REFERENCE, 0 ..= 1_000_000, Number, like "8";
    /// Reference accelerator-hours per month.
    AcceleratorHoursPerMonth: Unit::REFERENCE.times(Unit::HOUR).per(Unit::MONTH), 0 ..= 1_000_000_000, Number, like "9_000";
    /// Useful output per hour.
    OutputRate: Unit::OUTPUT.per(Unit::HOUR), 0 ..= 1_000_000_000_000, Number, like "450";
    /// Useful output per month.
    OutputPerMonth: Unit::OUTPUT.per(Unit::MONTH), 0 ..= 1_000_000_000_000, Number, like "120_000";
    /// Tokens per request, on average.
    TokensPerRequest: Unit::TOKEN.per(Unit::REQUEST), 0 ..= 10_000_000, Number, like "1_024";
    /// Requests per month.
    RequestsPerMonth: Unit::REQUEST.per(Unit::MONTH), 0 ..= 1_000_000_000_000, Number, like "7_000_000";
    /// Tokens per second of one accelerator.
    TokensPerSecond: Unit::TOKEN.per(Unit::ACCELERATOR.times(Unit::SECOND)), 0.1 ..= 10_000_000, Number, like "4_250";
    /// Factor on a rate.
    Speedup: Unit::ONE, 0.001 ..= 1_000, Number, like "1.6";
    /// Runs per month; fractions are allowed.
    RunsPerMonth: Unit::ONE.per(Unit::MONTH), 0 ..= 1_000_000, Number, like "12";
    /// Runs per year; fractions are allowed.
    RunsPerYear: Unit::ONE.per(Unit::YEAR), 0 ..= 1_000_000, Number, like "30";
    /// Hours per run.
    HoursPerRun: Unit::HOUR, 0 ..= 100_000, Number, like "18";
    /// Interruptions per instance and month.
    InterruptionsPerMonth: Unit::ONE.per(Unit::INSTANCE.times(Unit::MONTH)), 0 ..= 100_000, Number, like "0.2";
    /// Interruptions per instance-hour.
    InterruptionsPerHour: Unit::ONE.per(Unit::INSTANCE.times(Unit::HOUR)), 0 ..= 1_000, Number, like "0.015";
    /// Interruptions per node and month.
    NodeInterruptionsPerMonth: Unit::ONE.per(Unit::NODE.times(Unit::MONTH)), 0 ..= 100_000, Number, like "0.1";
    /// Minutes.
    Minutes: Unit::MINUTE, 0 ..= 100_000, Number, like "4";
    /// Minutes between two events.
    MinutesBetween: Unit::MINUTE, 0.1 ..= 100_000, Number, like "60";
    /// Accelerators per node.
    AcceleratorsPerNode: Unit::ACCELERATOR.per(Unit::NODE), 1 ..= 1_000_000, Count, like "8";
    /// Accelerators per instance.
    AcceleratorsPerInstance: Unit::ACCELERATOR.per(Unit::INSTANCE), 1 ..= 1_000_000, Count, like "8";
    /// Nodes.
    Nodes: Unit::NODE, 0 ..= 1_000_000, Count, like "6";
    /// CPU cores per accelerator.
    HostCores: Unit::ONE, 0 ..= 10_000, Number, like "14";
    /// Local storage per accelerator in terabytes.
    LocalTerabytes: Unit::ONE, 0 ..= 10_000, Number, like "3.8";
    /// Accelerators per replica of a model.
    AcceleratorsPerReplica: Unit::ACCELERATOR, 1 ..= 1_000_000, Count, like "8";
    /// Replicas of a model.
    ReplicaCount: Unit::ONE, 0 ..= 1_000_000, Count, like "2";
    /// Instances.
    Instances: Unit::INSTANCE, 0 ..= 1_000_000, Count, like "3";
    /// Pieces of equipment.
    Pieces: Unit::ONE, 0 ..= 1_000_000, Count, like "4";
    /// Staff in full-time equivalents.
    Ftes: Unit::FTE, 0 ..= 1_000_000, Number, like "1.5";
    /// Terabytes.
    Terabytes: Unit::TERABYTE, 0 ..= 1_000_000_000, Number, like "120";
    /// Terabytes per month.
    TerabytesPerMonth: Unit::TERABYTE.per(Unit::MONTH), 0 ..= 1_000_000_000, Number, like "30";
    /// Millions of requests per month; fractions are allowed.
    MillionRequestsPerMonth: Unit::MILLION_REQUESTS.per(Unit::MONTH), 0 ..= 1_000_000_000, Number, like "40";
    /// Memory per accelerator in gibibytes.
    Gibibytes: Unit::ONE, 0 ..= 1_000_000, Number, like "80";
    /// Kilowatts per node; 10,200 W is 10.2.
    KilowattsPerNode: Unit::KILOWATT.per(Unit::NODE), 0 ..= 1_000, Number, like "10.2", thousandfold "watts" "W";
    /// Kilowatts per instance; 10,200 W is 10.2.
    KilowattsPerInstance: Unit::KILOWATT.per(Unit::INSTANCE), 0 ..= 1_000, Number, like "10.2", thousandfold "watts" "W";
    /// Kilowatts of the site.
    Kilowatts: Unit::KILOWATT, 0 ..= 1_000_000, Number, like "120", thousandfold "watts" "W";
    /// Power usage effectiveness: power of the site over power of the servers.
    PowerUsageEffectiveness: Unit::ONE, 1 ..= 5, Number, like "1.3";
    /// Kilograms of CO2 equivalent per kilowatt-hour; 350 g is 0.35.
    KilogramsPerKilowattHour: Unit::KILOGRAM.per(Unit::KILOWATT.times(Unit::HOUR)), 0 ..= 10, Number, like "0.35", thousandfold "grams" "g";
    /// Useful work per accelerator-hour of the option, relative to the reference.
    Throughput: Unit::REFERENCE.per(Unit::ACCELERATOR), 0.001 ..= 1_000, Number, like "0.6";
    /// Hours in an average month.
    HoursPerMonth: Unit::HOUR.per(Unit::MONTH), 1 ..= 744, Number, like "730";
    /// Number of months; 0 is allowed.
    Months: Unit::MONTH, 0 ..= 360, Count, like "6";
    /// Number of weeks; 0 is allowed.
    Weeks: Unit::ONE, 0 ..= 1_560, Count, like "40";
    /// Month of an order, counted from the decision; negative before it.
    OrderMonth: Unit::MONTH, -360 ..= 360, Count, like "12";
    /// Number of months, at least 1.
    Term: Unit::MONTH, 1 ..= 360, Count, like "36";
    /// Month after month 1.
    LaterMonth: Unit::MONTH, 2 ..= 360, Count, like "7";
    /// Month of the calendar year: 1 is January, 12 December.
    MonthOfYear: Unit::ONE, 1 ..= 12, Count, like "4";
    /// Correlation of two uncertain inputs: 1 fully positive, 0 none, -1 fully negative.
    Correlation: Unit::ONE, -1 ..= 1, Number, like "0.6";
    /// Amount over the horizon; negative if more is received than paid.
    Balance: Unit::MONEY, -1_000_000_000_000_000 ..= 1_000_000_000_000_000, Number, like "6_000_000";
    /// Value of one unit of a foreign currency in the reporting currency.
    ExchangeRate: Unit::MONEY.per(Unit::FOREIGN_MONEY), 0.000001 ..= 1_000_000, Number, like "0.92";
    /// Annual rate of return, `15%`; negative if less is returned than was paid.
    Return: Unit::ONE, -0.99 ..= 100, Share, like "15%";
}

impl OrderMonth {
    /// Months from the decision; negative before it.
    #[must_use]
    pub fn from_decision(self) -> i32 {
        self.0.to_i32().unwrap_or_default()
    }

    /// Month of the payment, which is at the decision at the earliest.
    #[must_use]
    pub fn paid_in(self) -> u32 {
        self.from_decision().max(0).unsigned_abs()
    }
}

#[cfg(test)]
mod tests {
    use super::KINDS;
    use crate::diagnostic::DocumentCode;
    use crate::number;
    use language::quantity::QuantityKind;

    fn kind(name: &str) -> &'static QuantityKind {
        KINDS.iter().find(|kind| kind.name == name).unwrap()
    }

    #[test]
    fn every_row_has_bounds_in_order_an_example_and_a_meaning() {
        for kind in KINDS {
            assert!(number::decimal(kind.least).is_ok() && number::decimal(kind.most).is_ok(), "{kind:?}");
            assert!(kind.minimum() < kind.maximum(), "{kind:?}");
            assert!(kind.read(kind.example, "USD").is_ok(), "{kind:?}");
            assert!(kind.meaning.ends_with('.') && !kind.meaning.starts_with(' '), "{kind:?}");
        }
    }

    #[test]
    fn shares_are_fractions_to_the_last_digit() {
        let read = |name, text| kind(name).read(text, "USD").map(|value| value.to_string()).map_err(|p| p.code);
        assert_eq!(read("Share", "65%"), Ok("0.65".into()));
        assert_eq!(read("Share", "33.333333333333333333333333%"), Ok("0.33333333333333333333333333".into()));
        assert_eq!(read("Share", "1"), Ok("1".into()));
        assert_eq!(read("Share", "65 %"), Ok("0.65".into()));
        assert_eq!(read("Change", "-90%"), Ok("-0.9".into()));
        assert_eq!(read("Share", "65"), Err(DocumentCode::ShareAboveOne));
        assert_eq!(read("Share", "-0.1"), Err(DocumentCode::OutOfBounds));
        assert_eq!(read("Change", "-12"), Err(DocumentCode::ShareAboveOne));
        assert_eq!(read("Change", "-91%"), Err(DocumentCode::OutOfBounds));
        assert_eq!(read("Nodes", "1e1"), Ok("10".into()));
        assert_eq!(read("Nodes", "2.0"), Ok("2".into()));
        assert_eq!(read("Nodes", "2.5"), Err(DocumentCode::NotWhole));
    }

    #[test]
    fn an_amount_may_say_its_currency() {
        let read = |name: &str, text| {
            let amount = kind(name).read_amount(text, "EUR");
            amount.map(|(value, code)| (value.to_string(), code.map_or("", |code| code.code())))
        };
        assert_eq!(read("PricePerNode", "289_000 USD"), Ok(("289000".into(), "USD")));
        assert_eq!(read("PricePerNode", "3.20  JPY"), Ok(("3.2".into(), "JPY")));
        // the reporting currency is allowed
        assert_eq!(read("PricePerNode", "289_000 EUR"), Ok(("289000".into(), "")));
        assert_eq!(read("PricePerNode", "289_000"), Ok(("289000".into(), "")));
        let label = |name: &str, text: &str| kind(name).read_amount(text, "EUR").unwrap_err().label;
        assert_eq!(label("PricePerNode", "$289_000 USD"), "write 289_000 USD");
        assert_eq!(label("PricePerNode", "289.000,5 USD"), "write 289_000.5 USD");
        assert_eq!(label("PricePerNode", "289k USD"), "write 289_000 USD");
        assert_eq!(label("PricePerNode", "289_000 UDS"), "did you mean 289_000 USD?");
        assert_eq!(label("PricePerNode", "-1 USD"), "write 0 or more");
        let without = "convert it to kW/node and write the number alone, such as 10.2";
        assert_eq!(label("KilowattsPerNode", "10.2 USD"), without);
        assert_eq!(label("ExchangeRate", "0.92 USD"), "write 0.92");
    }

    #[test]
    fn what_is_offered_is_what_was_meant_and_would_be_read() {
        for (name, text, label) in [
            ("PricePerNode", "289k", "write 289_000"),
            ("PricePerNode", "2.5M", "write 2_500_000"),
            ("PricePerNode", "$1.2 bn", "write 1_200_000_000"),
            ("PricePerNode", "$289.000", "write 289_000"),
            (
                "PricePerNode",
                "€289.000",
                "write 289_000 EUR, and add the value of 1 EUR in USD as `exchange_rates: { EUR: … }`",
            ),
            (
                "PricePerNode",
                "289_000 eur",
                "write 289_000 EUR, and add the value of 1 EUR in USD as `exchange_rates: { EUR: … }`",
            ),
            ("PricePerNode", "1.234.567,89", "write 1_234_567.89"),
            ("PricePerNode", "289.000,5", "write 289_000.5"),
            ("PricePerNode", "1.234.5", "write a number such as 289_000"),
            ("KilowattsPerNode", "10.2 kW", "write 10.2"),
            ("KilowattsPerNode", "10200 W", "write 10.2"),
            ("KilowattsPerNode", "10kWh", "write the power draw in kW, such as 10.2"),
            ("PricePerKilowattHour", "14.6 ct/kWh", "write 0.146"),
            ("PricePerKilowattHour", "$0.125", "write 0.125"),
            ("PowerUsageEffectiveness", "130%", "write 1.3"),
            ("Nodes", "5%", "write a whole number such as 6"),
            ("PricePerKilowattHour", "9%", "write a number such as 0.094"),
            ("Share", "65 percent", "write 65%"),
            ("Share", "0,65", "write 0.65"),
            ("Share", "65,5%", "write 65.5%"),
            ("Share", "12,5", "write 12.5%"),
            ("Share", "15.6 h/day", "write 65%"),
            (
                "Rate",
                "1.09",
                "write 9% if 1.09 is a factor, or 1.09% if it is a percentage; 109% is out of bounds (0% to 100%)",
            ),
            // 12 weeks are 12 × 12/52 = 2.77 months; 260 weeks are five years
            ("Term", "12 weeks", "write 3"),
            ("Term", "260 weeks", "write 60"),
            ("Term", "5 Jahre", "write 60"),
            ("Term", "20 quarters", "write 60"),
            ("Term", "36 Monate", "write 36"),
            ("Term", "3 furlongs", "convert it to months and write the number alone, such as 36"),
            ("PricePerKilowattHour", "110.2 USD/MWh", "write 0.1102"),
            (
                "PricePerKilowattHour",
                "110.2 EUR/MWh",
                "write 0.1102 EUR, and add the value of 1 EUR in USD as `exchange_rates: { EUR: … }`",
            ),
            (
                "PricePerAcceleratorHour",
                "6.88 EUR/h",
                "write 6.88 EUR, and add the value of 1 EUR in USD as `exchange_rates: { EUR: … }`",
            ),
            ("PricePerAcceleratorHour", "$6.88", "write 6.88"),
            ("PricePerAcceleratorHour", "6.88 USD/GPU-hour", "write 6.88"),
            ("PricePerAcceleratorHour", "168 USD per day", "write 7"),
            (
                "PricePerAcceleratorHour",
                "5000 USD/month",
                "convert it to USD/accelerator-h and write the number alone, such as 6.88",
            ),
            ("Change", "1.2", "write 20% if 1.2 is a factor, or 1.2% if it is a percentage"),
            ("Change", "−5%", "write -5%"),
            ("Change", "120%", "the maximum is 100%; write it or less"),
        ] {
            let problem = kind(name).read(text, "USD").unwrap_err();
            assert_eq!(problem.label, label, "{text}: {problem:?}");
        }
        // no fix for a possible factor or an unknown unit
        for (name, text) in [("Share", "1.2"), ("Rate", "1.09"), ("Term", "3 furlongs"), ("KilowattsPerNode", "3 hp")] {
            assert_eq!(kind(name).read(text, "USD").unwrap_err().instead, None, "{text}");
        }
        assert!(
            kind("PricePerKilowattHour").read("9%", "USD").unwrap_err().message.ends_with("a price is not a share")
        );
    }

    #[test]
    fn bounds_are_spoken_with_their_units() {
        assert_eq!(kind("KilowattsPerNode").range("EUR"), "from 0 to 1,000 kW per node");
        assert_eq!(kind("Term").range("EUR"), "from 1 to 360 months");
        assert_eq!(
            kind("PricePerAcceleratorHour").range("EUR"),
            "from 0 to 1,000,000,000,000 EUR per accelerator-hour"
        );
        assert_eq!(kind("Change").range("EUR"), "from -90% to 100%");
        assert_eq!(
            kind("AcceleratorHoursPerMonth").range("EUR"),
            "from 0 to 1,000,000,000 reference accelerator-hours per month"
        );
        assert_eq!(kind("HoursPerMonth").range("EUR"), "from 1 to 744 hours per month");
        assert_eq!(kind("PricePerNode").range(""), "from 0 to 1,000,000,000,000 per node");
    }
}
