//! Which of several exclusive keys a part was given with. The table in `choices` holds that it is exactly one of them
//! before a scenario is handed out.

use super::demand::Workload;
use super::document::{Given, ScalarOr};
use super::line::{OwnedLine, RentedLine, Tier};
use super::own::{CapitalEntry, HardwareNode};
use super::quantities::{
    AcceleratorHoursPerMonth, Amount, AmountPerMonth, AmountPerYear, Ftes, HoursPerRun, MillionRequestsPerMonth,
    OutputPerMonth, OutputRate, Pieces, PricePerAccelerator, PricePerAcceleratorHour, PricePerAcceleratorMonth,
    PricePerFteYear, PricePerInstanceHour, PricePerInstanceMonth, PricePerKilowatt, PricePerKilowattMonth,
    PricePerMillionRequests, PricePerNode, PricePerNodeMonth, PricePerNodeYear, PricePerOutput, PricePerPiece,
    PricePerTerabyte, PricePerTerabyteMonth, PricePerUsefulHour, ReferenceAccelerators, RunsPerMonth, RunsPerYear,
    Share, SharePerYear, Terabytes, TerabytesPerMonth,
};
use super::rent::{Commitment, Rent, Spot};

const ONE_OF_THEM: &str = "the table of choices holds that one of the keys is given";

/// What the amount of an operating line follows from.
#[derive(Clone, Copy, Debug)]
pub enum OperatingBasis<'a> {
    /// An amount a month.
    PerMonth(&'a Given<AmountPerMonth>),
    /// An amount a year.
    PerYear(&'a Given<AmountPerYear>),
    /// Full-time equivalents and what one costs a year.
    Staff(&'a Given<Ftes>, &'a Given<PricePerFteYear>),
    /// For each node a month.
    PerNodeMonth(&'a Given<PricePerNodeMonth>),
    /// For each node a year.
    PerNodeYear(&'a Given<PricePerNodeYear>),
    /// For each accelerator a month.
    PerAcceleratorMonth(&'a Given<PricePerAcceleratorMonth>),
    /// For each kilowatt a month.
    PerKilowattMonth(&'a Given<PricePerKilowattMonth>),
    /// A share a year of what is in service.
    ShareOfCapital(&'a Given<SharePerYear>),
    /// For each useful hour.
    PerUsefulHour(&'a Given<PricePerUsefulHour>),
    /// A share of what is metered.
    ShareOfBill(&'a Given<Share>),
    /// Terabytes kept and what one costs a month.
    Stored(&'a Given<Terabytes>, &'a Given<PricePerTerabyteMonth>),
    /// Terabytes moved and what one costs.
    Moved(&'a Given<TerabytesPerMonth>, &'a Given<PricePerTerabyte>),
    /// Terabytes moved and what one costs by tier.
    Tiers(&'a Given<TerabytesPerMonth>, &'a [Tier]),
    /// Millions of requests and what a million costs.
    Requests(&'a Given<MillionRequestsPerMonth>, &'a Given<PricePerMillionRequests>),
}

/// The bases that lines of both sides have; the struct's fields bear the same names.
macro_rules! shared_basis {
    ($line:expr) => {
        if let Some(amount) = &$line.per_month {
            Some(OperatingBasis::PerMonth(amount))
        } else if let Some(amount) = &$line.per_year {
            Some(OperatingBasis::PerYear(amount))
        } else if let (Some(fte), Some(price)) = (&$line.fte, &$line.per_fte_year) {
            Some(OperatingBasis::Staff(fte, price))
        } else if let Some(price) = &$line.per_useful_hour {
            Some(OperatingBasis::PerUsefulHour(price))
        } else if let Some(share) = &$line.share_of_bill {
            Some(OperatingBasis::ShareOfBill(share))
        } else if let (Some(volume), Some(price)) = (&$line.stored_tb, &$line.per_tb_month) {
            Some(OperatingBasis::Stored(volume, price))
        } else if let (Some(volume), Some(price)) = (&$line.transferred_tb_per_month, &$line.per_tb) {
            Some(OperatingBasis::Moved(volume, price))
        } else if let (Some(volume), Some(tiers)) = (&$line.transferred_tb_per_month, &$line.tiers) {
            Some(OperatingBasis::Tiers(volume, tiers))
        } else if let (Some(volume), Some(price)) = (&$line.million_requests_per_month, &$line.per_million_requests) {
            Some(OperatingBasis::Requests(volume, price))
        } else {
            None
        }
    };
}

impl OwnedLine {
    /// What its amount follows from.
    #[must_use]
    pub fn basis(&self) -> OperatingBasis<'_> {
        let owned = || {
            let per_node = self.per_node_month.as_ref().map(OperatingBasis::PerNodeMonth);
            per_node
                .or(self.per_node_year.as_ref().map(OperatingBasis::PerNodeYear))
                .or(self.per_accelerator_month.as_ref().map(OperatingBasis::PerAcceleratorMonth))
                .or(self.per_kw_month.as_ref().map(OperatingBasis::PerKilowattMonth))
                .or(self.share_of_capital_per_year.as_ref().map(OperatingBasis::ShareOfCapital))
        };
        shared_basis!(self).or_else(owned).expect(ONE_OF_THEM)
    }
}

impl RentedLine {
    /// What its amount follows from.
    #[must_use]
    pub fn basis(&self) -> OperatingBasis<'_> {
        shared_basis!(self).expect(ONE_OF_THEM)
    }
}

/// How the list price of a server is stated.
#[derive(Clone, Copy, Debug)]
pub enum NodePrice<'a> {
    /// For the whole server.
    Node(&'a Given<PricePerNode>),
    /// Divided by its accelerators.
    Accelerator(&'a Given<PricePerAccelerator>),
}

impl HardwareNode {
    /// How its list price is stated.
    #[must_use]
    pub fn list_price(&self) -> NodePrice<'_> {
        let node = self.price.as_ref().map(NodePrice::Node);
        node.or(self.price_per_accelerator.as_ref().map(NodePrice::Accelerator)).expect(ONE_OF_THEM)
    }
}

/// What the price of a capital entry follows from.
#[derive(Clone, Copy, Debug)]
pub enum CapitalBasis<'a> {
    /// For each node.
    PerNode(&'a Given<PricePerNode>),
    /// Pieces and what one costs.
    Pieces(&'a Given<Pieces>, &'a Given<PricePerPiece>),
    /// A sum.
    Amount(&'a Given<Amount>),
    /// For each kilowatt.
    PerKilowatt(&'a Given<PricePerKilowatt>),
    /// A share of what the nodes cost.
    ShareOfNodes(&'a Given<Share>),
}

impl CapitalEntry {
    /// What its price follows from.
    #[must_use]
    pub fn basis(&self) -> CapitalBasis<'_> {
        let pieces = self.count.as_ref().zip(self.price.as_ref());
        let per_node = self.per_node.as_ref().map(CapitalBasis::PerNode);
        per_node
            .or(pieces.map(|(count, price)| CapitalBasis::Pieces(count, price)))
            .or(self.amount.as_ref().map(CapitalBasis::Amount))
            .or(self.per_kw.as_ref().map(CapitalBasis::PerKilowatt))
            .or(self.share_of_nodes.as_ref().map(CapitalBasis::ShareOfNodes))
            .expect(ONE_OF_THEM)
    }
}

/// How a workload states what it demands.
#[derive(Clone, Copy, Debug)]
pub enum DemandBasis<'a> {
    /// Accelerators for a share of the hours.
    Level(&'a Given<ReferenceAccelerators>, &'a Given<Share>),
    /// Runs of some hours on some accelerators.
    Runs(Runs<'a>, &'a Given<HoursPerRun>, &'a Given<ReferenceAccelerators>),
    /// A profile and how high it is.
    Serving(Height<'a>, &'a ScalarOr<Given<String>, Vec<Given<Share>>>),
    /// Accelerator-hours a month, in jobs of a size if one is given.
    Hours(&'a Given<AcceleratorHoursPerMonth>, Option<&'a Given<ReferenceAccelerators>>),
    /// A file of measured load.
    Trace(&'a Given<String>),
}

/// How often runs are started.
#[derive(Clone, Copy, Debug)]
pub enum Runs<'a> {
    /// A month.
    PerMonth(&'a Given<RunsPerMonth>),
    /// A year.
    PerYear(&'a Given<RunsPerYear>),
}

/// How high a profile is.
#[derive(Clone, Copy, Debug)]
pub enum Height<'a> {
    /// Accelerators at its peak.
    Accelerators(&'a Given<ReferenceAccelerators>),
    /// Units of useful output an hour at its peak.
    OutputAtPeak(&'a Given<OutputRate>),
    /// Units of useful output in a month of it.
    OutputPerMonth(&'a Given<OutputPerMonth>),
}

impl Workload {
    /// How it states what it demands.
    #[must_use]
    pub fn stated(&self) -> DemandBasis<'_> {
        let runs = self.runs_per_month.as_ref().map(Runs::PerMonth);
        let runs = runs.or(self.runs_per_year.as_ref().map(Runs::PerYear));
        let height = self.peak_accelerators.as_ref().map(Height::Accelerators);
        let height = height.or(self.peak_units_per_hour.as_ref().map(Height::OutputAtPeak));
        let height = height.or(self.units_per_month.as_ref().map(Height::OutputPerMonth));
        if let (Some(accelerators), Some(utilization)) = (&self.accelerators, &self.utilization) {
            DemandBasis::Level(accelerators, utilization)
        } else if let (Some(runs), Some(hours), Some(accelerators)) = (runs, &self.hours_per_run, &self.accelerators) {
            DemandBasis::Runs(runs, hours, accelerators)
        } else if let (Some(height), Some(profile)) = (height, &self.profile) {
            DemandBasis::Serving(height, profile)
        } else if let Some(hours) = &self.accelerator_hours_per_month {
            DemandBasis::Hours(hours, self.accelerators.as_ref())
        } else {
            DemandBasis::Trace(self.trace.as_ref().expect(ONE_OF_THEM))
        }
    }
}

impl Spot {
    /// How it is priced.
    #[must_use]
    pub fn price(&self) -> CommittedPrice<'_> {
        let discount = self.discount.as_ref().map(CommittedPrice::Discount);
        discount
            .or(self.per_instance_hour.as_ref().map(CommittedPrice::Instance))
            .or(self.per_accelerator_hour.as_ref().map(CommittedPrice::Accelerator))
            .expect(ONE_OF_THEM)
    }
}

/// How a rent option is priced.
#[derive(Clone, Copy, Debug)]
pub enum Tariff<'a> {
    /// Instances by the hour.
    OnDemandInstance(&'a Given<PricePerInstanceHour>),
    /// Accelerators by the hour.
    OnDemandAccelerator(&'a Given<PricePerAcceleratorHour>),
    /// Dedicated instances by the month.
    DedicatedInstance(&'a Given<PricePerInstanceMonth>),
    /// Dedicated accelerators by the month.
    DedicatedAccelerator(&'a Given<PricePerAcceleratorMonth>),
    /// Useful output.
    PerUnit(&'a Given<PricePerOutput>),
}

impl Rent {
    /// How it is priced.
    #[must_use]
    pub fn tariff(&self) -> Tariff<'_> {
        let on_demand = self.on_demand_per_instance_hour.as_ref().map(Tariff::OnDemandInstance);
        on_demand
            .or(self.on_demand_per_accelerator_hour.as_ref().map(Tariff::OnDemandAccelerator))
            .or(self.dedicated_per_instance_month.as_ref().map(Tariff::DedicatedInstance))
            .or(self.dedicated_per_accelerator_month.as_ref().map(Tariff::DedicatedAccelerator))
            .or(self.price_per_unit.as_ref().map(Tariff::PerUnit))
            .expect(ONE_OF_THEM)
    }
}

/// How a commitment is priced.
#[derive(Clone, Copy, Debug)]
pub enum CommittedPrice<'a> {
    /// Off the list price on demand.
    Discount(&'a Given<Share>),
    /// Instances by the hour.
    Instance(&'a Given<PricePerInstanceHour>),
    /// Accelerators by the hour.
    Accelerator(&'a Given<PricePerAcceleratorHour>),
}

impl Commitment {
    /// How it is priced.
    #[must_use]
    pub fn price(&self) -> CommittedPrice<'_> {
        let discount = self.discount.as_ref().map(CommittedPrice::Discount);
        discount
            .or(self.per_instance_hour.as_ref().map(CommittedPrice::Instance))
            .or(self.per_accelerator_hour.as_ref().map(CommittedPrice::Accelerator))
            .expect(ONE_OF_THEM)
    }
}
