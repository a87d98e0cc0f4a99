//! Cost lines in addition to hardware and instances: operating lines and one-off payments.

use super::document::{Label, Located};
use super::option::{invoiced, labelled};
use super::quantities::{
    Amount, AmountPerMonth, AmountPerYear, Change, Ftes, MillionRequestsPerMonth, Months, PricePerAcceleratorMonth,
    PricePerFteYear, PricePerKilowattMonth, PricePerMillionRequests, PricePerNodeMonth, PricePerNodeYear,
    PricePerTerabyte, PricePerTerabyteMonth, PricePerUsefulHour, Share, SharePerYear, TaxRate, Terabytes,
    TerabytesPerMonth, Term,
};
use language::choice::Choice;
use language::declaration::{Bare, Bound, DefaultFrom, KeyRole, Misplaced, Nature};
use language::{keys, one_of, part};

keys! {
    ($)
    /// Fixed bases of an operating line.
    amounts {
        /// Amount per month.
        per_month: Option<Located<AmountPerMonth>>, display_name("amount per month");
        /// Amount per year, one twelfth each month.
        per_year: Option<Located<AmountPerYear>>, display_name("amount per year");
        /// Staff in full-time equivalents, with `per_fte_year`.
        fte: Option<Located<Ftes>>, display_name("full-time equivalents");
        /// Annual cost of one full-time equivalent, with `fte`.
        per_fte_year: Option<Located<PricePerFteYear>>, display_name("annual cost per full-time equivalent");
    }
}

keys! {
    ($)
    /// Volume bases of an operating line, and its growth.
    volumes {
        /// Terabytes stored, with `per_tb_month`.
        stored_tb: Option<Located<Terabytes>>, display_name("terabytes stored");
        /// Price per terabyte stored and month, with `stored_tb`.
        per_tb_month: Option<Located<PricePerTerabyteMonth>>, display_name("price per terabyte and month");
        /// Terabytes transferred per month, with `per_tb` or `tiers`.
        transferred_tb_per_month: Option<Located<TerabytesPerMonth>>, display_name("terabytes transferred per month");
        /// Price per terabyte transferred.
        per_tb: Option<Located<PricePerTerabyte>>, display_name("price per terabyte");
        /// Price tiers for terabytes transferred; each price applies to the volume above the previous tier.
        tiers: Option<Vec<Tier>>,
            example("[{ up_to_tb: 10, per_tb: 90 }, { per_tb: 70 }]"),
            not_empty("add a tier such as `{ per_tb: 90 }`"),
            display_name("price tiers"),
            each("tier");
        /// Millions of requests per month, with `per_million_requests`.
        million_requests_per_month: Option<Located<MillionRequestsPerMonth>>, display_name("million requests per month");
        /// Price per million requests, with `million_requests_per_month`.
        per_million_requests: Option<Located<PricePerMillionRequests>>, display_name("price per million requests");
        /// Annual growth of the amount, as a step on every anniversary of the decision.
        growth_per_year: Located<Change> = "0%", nature(Nature::Negotiated), display_name("growth per year");
    }
}

keys! {
    ($)
    /// Last month of an operating line.
    last_month {
        /// Last month; default: the last month of the horizon.
        ends_month: Option<Located<Term>>, within_horizon(), display_name("last month");
    }
}

one_of! {
    /// Basis of an operating line.
    pub enum OperatingBasis of OwnedLine, RentedLine by basis {
        /// Amount per month.
        PerMonth(per_month: Located<AmountPerMonth>);
        /// Amount per year.
        PerYear(per_year: Located<AmountPerYear>);
        /// Full-time equivalents and annual cost of one.
        Staff(fte: Located<Ftes>, per_fte_year: Located<PricePerFteYear>);
        only OwnedLine {
            /// Amount per node and month.
            PerNodeMonth(per_node_month: Located<PricePerNodeMonth>);
            /// Amount per node and year.
            PerNodeYear(per_node_year: Located<PricePerNodeYear>);
            /// Amount per accelerator and month.
            PerAcceleratorMonth(per_accelerator_month: Located<PricePerAcceleratorMonth>);
            /// Amount per kilowatt and month.
            PerKilowattMonth(per_kw_month: Located<PricePerKilowattMonth>);
            /// Share per year of the price of everything in service.
            ShareOfCapital(share_of_capital_per_year: Located<SharePerYear>);
        }
        /// Amount per useful hour.
        PerUsefulHour(per_useful_hour: Located<PricePerUsefulHour>);
        /// Share of the metered bill.
        ShareOfBill(share_of_bill: Located<Share>);
        /// Terabytes stored and monthly price of one.
        Stored(stored_tb: Located<Terabytes>, per_tb_month: Located<PricePerTerabyteMonth>);
        /// Terabytes transferred and price of one.
        Moved(transferred_tb_per_month: Located<TerabytesPerMonth>, per_tb: Located<PricePerTerabyte>);
        /// Terabytes transferred and price tiers.
        Tiers(transferred_tb_per_month: Located<TerabytesPerMonth>, tiers: Vec<Tier>);
        /// Millions of requests and price of a million.
        Requests(million_requests_per_month: Located<MillionRequestsPerMonth>, per_million_requests: Located<PricePerMillionRequests>);
    }
}

part! {
    /// A recurring cost of an owned option, with exactly one basis.
    pub struct OwnedLine {
        include labelled;
        include amounts;
        /// Price per node in service and month.
        per_node_month: Option<Located<PricePerNodeMonth>>, display_name("price per node and month");
        /// Price per node in service and year, one twelfth each month.
        per_node_year: Option<Located<PricePerNodeYear>>, display_name("price per node and year");
        /// Price per accelerator in service and month.
        per_accelerator_month: Option<Located<PricePerAcceleratorMonth>>, display_name("price per accelerator and month");
        /// Price per kilowatt of rated power in service and month.
        per_kw_month: Option<Located<PricePerKilowattMonth>>, display_name("price per kilowatt and month");
        /// Share per year of the price of nodes, spares and capital entries in service.
        share_of_capital_per_year: Option<Located<SharePerYear>>, nature(Nature::Negotiated), display_name("share of capital per year");
        /// Price per useful hour served by the fleet itself.
        per_useful_hour: Option<Located<PricePerUsefulHour>>, display_name("price per useful hour");
        /// Share of the monthly bill of the burst option.
        share_of_bill: Option<Located<Share>>, nature(Nature::Negotiated), display_name("share of the bill");
        include volumes;
        /// First month; default: the month of the first delivery.
        starts_month: Option<Located<Term>>, within_horizon(), display_name("first month");
        include last_month;
        /// Whether the price includes electricity, which is then metered but not billed.
        includes_electricity: Option<Located<bool>>, display_name("electricity included");
        /// Whether the line applies only to hardware in service beyond its warranty.
        after_warranty: Located<bool> = "false", display_name("start after the warranty");
        include invoiced;
    }
    choices(&[
        Choice::one_of(
            OperatingBasis::KEYS,
            "has no cost",
            "add a cost, such as `per_month: 9_500` or `per_node_year: 9_500`",
        ),
    ]);
    bare(Bare::Amount("per_month"));
}

part! {
    /// A recurring cost of a rented option, with exactly one basis.
    pub struct RentedLine {
        include labelled;
        include amounts;
        /// Price per useful hour served.
        per_useful_hour: Option<Located<PricePerUsefulHour>>, display_name("price per useful hour");
        /// Share of the monthly bill for instances or units.
        share_of_bill: Option<Located<Share>>, nature(Nature::Negotiated), display_name("share of the bill");
        include volumes;
        /// First month; default: month 1.
        starts_month: Option<Located<Term>>, within_horizon(), display_name("first month");
        include last_month;
        include invoiced;
    }
    choices(&[
        Choice::one_of(
            OperatingBasis::SHARED_KEYS,
            "has no cost",
            "add a cost, such as `per_month: 9_500` or `share_of_bill: 3%`",
        ),
    ]);
    bare(Bare::Amount("per_month"));
    misplaced(&[Misplaced::not_here(&[OwnedLine::part], "is only for owned options")]);
}

part! {
    /// A price tier: a price up to a volume.
    pub struct Tier {
        /// Upper limit of the tier in terabytes per month; omitted in the last tier.
        up_to_tb: Option<Located<TerabytesPerMonth>>, bound(Bound::Rising), display_name("upper limit");
        /// Price per terabyte in the tier.
        per_tb: Located<PricePerTerabyte>, display_name("price per terabyte");
    }
}

part! {
    /// A one-time payment.
    pub struct OneOff {
        include labelled;
        /// Amount paid.
        amount: Located<Amount>, display_name("amount");
        /// Month at whose end it is paid; 0 is the moment of the decision.
        month: Located<Months> = "0", example("12"), within_horizon(), display_name("month");
        include invoiced;
    }
}
