//! Rules of prices that move from one stated price to the next.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::CalendarMonth;
use crate::scenario::document::{Entry, Given, MonthByDate, NodeId};
use crate::scenario::own::Own;
use crate::scenario::price::PriceStep;
use crate::scenario::quantities::LaterMonth;
use crate::scenario::rent::Rent;
use std::fmt;

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
        let steps = own.electricity_price_path.iter().flatten();
        self.months_of_path(steps.map(|step| (step.month.as_ref(), step.from.as_ref())));
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
        self.months_of_path(path.iter().map(|step| (step.month.as_ref(), step.from.as_ref())));
    }

    fn other_measure(&mut self, at: NodeId, by: PricedBy) {
        let message = format!("`{}` is not what the option is priced by", self.document.key(at));
        let diagnostic = self.at_key(Code::MisplacedKey, at, message);
        self.found.push(diagnostic.label(format!("write `{}`, as the price that it follows", by.key())));
    }

    /// Steps come in their order, after the first month, whose price is today's, and within the horizon.
    fn months_of_path<'a>(
        &mut self,
        steps: impl Iterator<Item = (Option<&'a Given<LaterMonth>>, Option<&'a Given<MonthByDate>>)>,
    ) {
        let mut before: Option<Step> = None;
        for (month, from) in steps {
            let stated = match (month, from) {
                (Some(month), _) => {
                    self.known(month).map(|known| Step { month: known.count(), date: None, at: month.at })
                }
                (None, Some(from)) => self.by_date(from),
                (None, None) => None,
            };
            let Some(step) = stated else { continue };
            match &before {
                Some(last) if step.month <= last.month => {
                    let message = format!("`{}` is {step}, not after {last}", self.document.key(step.at));
                    let diagnostic = self.at(Code::MonthsReversed, step.at, message + ", that of the step before");
                    let diagnostic = diagnostic.label("write a later month, or put the steps into their order");
                    self.found.push(diagnostic.related(self.document.place(last.at), "the step before"));
                }
                _ => self.beyond_horizon(step.at, step.month, "holds from"),
            }
            before = Some(step);
        }
    }

    /// A month by its date, which lies after the first.
    fn by_date(&mut self, from: &Given<MonthByDate>) -> Option<Step> {
        let known = self.known(from)?;
        let month = u32::try_from(known.number).ok().filter(|month| *month > 1);
        if month.is_none() {
            let start = known.date_of(1);
            let message = format!("`from` is {}, and the scenario starts in {start}", known.date);
            let label = format!("write {} or a later month; until then the price of today holds", known.date_of(2));
            self.found.push(self.at(Code::OutOfBounds, from.at, message).label(label));
        }
        month.map(|month| Step { month, date: Some(known.date), at: from.at })
    }
}

/// A step of a path.
struct Step {
    month: u32,
    date: Option<CalendarMonth>,
    at: NodeId,
}

impl fmt::Display for Step {
    /// As its author says it, with its month where that is by its date: `2027-07, month 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.date.map_or(Ok(()), |date| write!(f, "{date}, month "))?;
        write!(f, "{}", self.month)
    }
}
