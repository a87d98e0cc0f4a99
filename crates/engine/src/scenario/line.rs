//! Lines of cost that stand beside the hardware and the instances: operating lines and one-offs.

use super::document::{Given, Label};
use super::option::{invoiced, labelled};
use super::quantities::{
    Amount, AmountPerMonth, AmountPerYear, Change, Ftes, MillionRequestsPerMonth, Months, PricePerAcceleratorMonth,
    PricePerFteYear, PricePerKilowattMonth, PricePerMillionRequests, PricePerNodeMonth, PricePerNodeYear,
    PricePerTerabyte, PricePerTerabyteMonth, PricePerUsefulHour, Share, SharePerYear, TaxRate, Terabytes,
    TerabytesPerMonth, Term,
};
use language::choice::Choice;
use language::declaration::{Bare, Bound, Follows, KeyRole, Misplaced, Nature};
use language::{keys, one_of, part};

keys! {
    ($)
    /// What a line of either side costs whatever is in service.
    amounts {
        /// An amount a month.
        per_month: Option<Given<AmountPerMonth>>, called("amount per month");
        /// An amount a year, a twelfth of it each month.
        per_year: Option<Given<AmountPerYear>>, called("amount per year");
        /// Staff, with `per_fte_year`.
        fte: Option<Given<Ftes>>, called("full-time equivalents");
        /// What a full-time equivalent costs a year, with `fte`.
        per_fte_year: Option<Given<PricePerFteYear>>, called("cost of a full-time equivalent per year");
    }
}

keys! {
    ($)
    /// What a line of either side costs by what is kept, moved or asked, and how its amount grows.
    volumes {
        /// Terabytes kept, with `per_tb_month`.
        stored_tb: Option<Given<Terabytes>>, called("terabytes kept");
        /// Price of a terabyte kept for a month, with `stored_tb`.
        per_tb_month: Option<Given<PricePerTerabyteMonth>>, called("price per terabyte and month");
        /// Terabytes moved a month, with `per_tb` or `tiers`.
        transferred_tb_per_month: Option<Given<TerabytesPerMonth>>, called("terabytes moved per month");
        /// Price of a terabyte moved.
        per_tb: Option<Given<PricePerTerabyte>>, called("price per terabyte");
        /// Prices of terabytes moved, each for what lies above the tier before.
        tiers: Option<Vec<Tier>>,
            example("[{ up_to_tb: 10, per_tb: 90 }, { per_tb: 70 }]"),
            not_empty("add a tier such as `{ per_tb: 90 }`"),
            called("price tiers"),
            each("tier");
        /// Millions of requests a month, with `per_million_requests`.
        million_requests_per_month: Option<Given<MillionRequestsPerMonth>>, called("million requests per month");
        /// Price of a million requests, with `million_requests_per_month`.
        per_million_requests: Option<Given<PricePerMillionRequests>>, called("price of a million requests");
        /// Growth of the amount, a step at every anniversary of the decision.
        growth_per_year: Given<Change> = "0%", nature(Nature::Negotiated), called("growth per year");
    }
}

keys! {
    ($)
    /// When a line of either side ends.
    last_month {
        /// Last month; the last of the horizon when absent.
        ends_month: Option<Given<Term>>, within_horizon(), called("last month");
    }
}

one_of! {
    /// What the amount of an operating line follows from.
    pub enum OperatingBasis of OwnedLine, RentedLine by basis {
        /// An amount a month.
        PerMonth(per_month: Given<AmountPerMonth>);
        /// An amount a year.
        PerYear(per_year: Given<AmountPerYear>);
        /// Full-time equivalents and what one costs a year.
        Staff(fte: Given<Ftes>, per_fte_year: Given<PricePerFteYear>);
        only OwnedLine {
            /// For each node a month.
            PerNodeMonth(per_node_month: Given<PricePerNodeMonth>);
            /// For each node a year.
            PerNodeYear(per_node_year: Given<PricePerNodeYear>);
            /// For each accelerator a month.
            PerAcceleratorMonth(per_accelerator_month: Given<PricePerAcceleratorMonth>);
            /// For each kilowatt a month.
            PerKilowattMonth(per_kw_month: Given<PricePerKilowattMonth>);
            /// A share a year of what is in service.
            ShareOfCapital(share_of_capital_per_year: Given<SharePerYear>);
        }
        /// For each useful hour.
        PerUsefulHour(per_useful_hour: Given<PricePerUsefulHour>);
        /// A share of what is metered.
        ShareOfBill(share_of_bill: Given<Share>);
        /// Terabytes kept and what one costs a month.
        Stored(stored_tb: Given<Terabytes>, per_tb_month: Given<PricePerTerabyteMonth>);
        /// Terabytes moved and what one costs.
        Moved(transferred_tb_per_month: Given<TerabytesPerMonth>, per_tb: Given<PricePerTerabyte>);
        /// Terabytes moved and what one costs by tier.
        Tiers(transferred_tb_per_month: Given<TerabytesPerMonth>, tiers: Vec<Tier>);
        /// Millions of requests and what a million costs.
        Requests(million_requests_per_month: Given<MillionRequestsPerMonth>, per_million_requests: Given<PricePerMillionRequests>);
    }
}

part! {
    /// A cost that recurs, of an owned option, with exactly one basis.
    pub struct OwnedLine {
        include labelled;
        include amounts;
        /// For each node in service.
        per_node_month: Option<Given<PricePerNodeMonth>>, called("price per node and month");
        /// For each node in service, a twelfth each month.
        per_node_year: Option<Given<PricePerNodeYear>>, called("price per node and year");
        /// For each accelerator in service.
        per_accelerator_month: Option<Given<PricePerAcceleratorMonth>>, called("price per accelerator and month");
        /// For each kilowatt of rated power in service.
        per_kw_month: Option<Given<PricePerKilowattMonth>>, called("price per kilowatt and month");
        /// Share a year of the price of what is in service: nodes, spares and capital entries.
        share_of_capital_per_year: Option<Given<SharePerYear>>, nature(Nature::Negotiated), called("share of the capital per year");
        /// For each useful hour that the fleet itself serves.
        per_useful_hour: Option<Given<PricePerUsefulHour>>, called("price per useful hour");
        /// Share of what the burst is billed for in the month.
        share_of_bill: Option<Given<Share>>, nature(Nature::Negotiated), called("share of the bill");
        include volumes;
        /// First month; that of the first delivery when absent.
        starts_month: Option<Given<Term>>, within_horizon(), called("first month");
        include last_month;
        /// Whether the price contains the electricity, which is then metered and not billed.
        includes_electricity: Option<Given<bool>>, called("whether it includes electricity");
        /// Only for what has been in service for longer than the warranty.
        after_warranty: Given<bool> = "false", called("whether it begins after the warranty");
        include invoiced;
    }
    choices(&[
        Choice::one_of(
            OperatingBasis::KEYS,
            "does not say what it costs",
            "add what it costs, such as `per_month: 9_500` or `per_node_year: 9_500`",
        ),
    ]);
    bare(Bare::Amount("per_month"));
}

part! {
    /// A cost that recurs, of a rented option, with exactly one basis.
    pub struct RentedLine {
        include labelled;
        include amounts;
        /// For each useful hour served.
        per_useful_hour: Option<Given<PricePerUsefulHour>>, called("price per useful hour");
        /// Share of what is billed for instances or units in the month.
        share_of_bill: Option<Given<Share>>, nature(Nature::Negotiated), called("share of the bill");
        include volumes;
        /// First month.
        starts_month: Option<Given<Term>>, within_horizon(), called("first month");
        include last_month;
        include invoiced;
    }
    choices(&[
        Choice::one_of(
            OperatingBasis::SHARED_KEYS,
            "does not say what it costs",
            "add what it costs, such as `per_month: 9_500` or `share_of_bill: 3%`",
        ),
    ]);
    bare(Bare::Amount("per_month"));
    misplaced(&[Misplaced::not_here(&[OwnedLine::part], "is only for owned options")]);
}

part! {
    /// A price that holds up to a volume.
    pub struct Tier {
        /// Volume a month up to which the price holds; absent in the last tier.
        up_to_tb: Option<Given<TerabytesPerMonth>>, bound(Bound::Rising), called("volume");
        /// Price of a terabyte in this tier.
        per_tb: Given<PricePerTerabyte>, called("price per terabyte");
    }
}

part! {
    /// A cost that is paid once, at a date.
    pub struct OneOff {
        include labelled;
        /// What is paid.
        amount: Given<Amount>, called("amount");
        /// At the end of which month; 0 is the moment of the decision.
        month: Given<Months> = "0", example("12"), within_horizon(), called("month");
        include invoiced;
    }
}
