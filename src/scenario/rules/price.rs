//! Rules of prices that move from one stated price to the next.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::{Entry, Given, NodeId};
use crate::scenario::own::Own;
use crate::scenario::price::PriceStep;
use crate::scenario::quantities::LaterMonth;
use crate::scenario::rent::Rent;

/// What a price is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PricedBy {
    Hour,
    Month,
    Unit,
}

impl PricedBy {
    /// Of a tariff; none where the option has no price, which is an error of its own.
    fn of_tariff(rent: &Rent) -> Option<PricedBy> {
        let hourly = rent.on_demand_per_instance_hour.is_some() || rent.on_demand_per_accelerator_hour.is_some();
        let monthly = rent.dedicated_per_instance_month.is_some() || rent.dedicated_per_accelerator_month.is_some();
        let tariffs =
            [(hourly, PricedBy::Hour), (monthly, PricedBy::Month), (rent.price_per_unit.is_some(), PricedBy::Unit)];
        tariffs.into_iter().find_map(|(is_there, by)| is_there.then_some(by))
    }

    /// What to write in a step.
    fn key(self) -> &'static str {
        match self {
            PricedBy::Hour => "per_accelerator_hour",
            PricedBy::Month => "per_accelerator_month",
            PricedBy::Unit => "per_unit",
        }
    }
}

impl Rules<'_> {
    /// The paths of a rent option and of its spot instances.
    pub(super) fn price_paths(&mut self, option: &Entry<Rent>) {
        let rent = &option.value;
        if let (Some(path), Some(by)) = (&rent.price_path, PricedBy::of_tariff(rent)) {
            self.price_path(path, by);
        }
        if let Some(path) = rent.spot.as_ref().and_then(|spot| spot.price_path.as_ref()) {
            self.price_path(path, PricedBy::Hour);
        }
    }

    /// The path of the price of electricity.
    pub(super) fn electricity_path(&mut self, own: &Own) {
        self.months_of_path(own.electricity_price_path.iter().flatten().map(|step| &step.month));
    }

    fn price_path(&mut self, path: &[PriceStep], by: PricedBy) {
        for step in path {
            // of several prices, which is an error of its own, each is looked at
            let stated = [
                (PricedBy::Hour, step.per_instance_hour.as_ref().map(|price| price.at)),
                (PricedBy::Hour, step.per_accelerator_hour.as_ref().map(|price| price.at)),
                (PricedBy::Month, step.per_instance_month.as_ref().map(|price| price.at)),
                (PricedBy::Month, step.per_accelerator_month.as_ref().map(|price| price.at)),
                (PricedBy::Unit, step.per_unit.as_ref().map(|price| price.at)),
            ];
            for at in stated.into_iter().filter(|(stated, _)| *stated != by).filter_map(|(_, at)| at) {
                self.other_measure(at, by);
            }
        }
        self.months_of_path(path.iter().map(|step| &step.month));
    }

    fn other_measure(&mut self, at: NodeId, by: PricedBy) {
        let message = format!("`{}` is not what the option is priced by", self.document.key(at));
        let diagnostic = self.at_key(Code::MisplacedKey, at, message);
        self.found.push(diagnostic.label(format!("write `{}`, as the price that it follows", by.key())));
    }

    /// Months rise, and lie within the horizon.
    fn months_of_path<'a>(&mut self, months: impl Iterator<Item = &'a Given<LaterMonth>>) {
        let mut before: Option<(NodeId, u32)> = None;
        for given in months {
            let Some(month) = self.known(given).map(LaterMonth::count) else { continue };
            match before {
                Some((at, last)) if month <= last => {
                    let message = format!("`month` is {month}, not after {last}, that of the step before");
                    let diagnostic = self.at(Code::MonthsReversed, given.at, message);
                    let diagnostic = diagnostic.label("write a later month, or put the steps into their order");
                    self.found.push(diagnostic.related(self.document.place(at), "the step before"));
                }
                _ => self.beyond_horizon(given.at, month, "holds from"),
            }
            before = Some((given.at, month));
        }
    }
}
