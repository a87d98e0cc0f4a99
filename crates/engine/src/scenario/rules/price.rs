//! Rules of price paths.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::CalendarMonth;
use crate::scenario::document::{Entry, Located, MonthByDate, NodeId};
use crate::scenario::own::Own;
use crate::scenario::price::PriceStep;
use crate::scenario::quantities::LaterMonth;
use crate::scenario::rent::{Rent, Spot};
use std::fmt;

/// Unit that a price is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PaidFor {
    Hours,
    Months,
    Units,
}

/// Price that a path changes: its unit, and the matching key of a step.
#[derive(Clone, Copy, Debug)]
struct Followed {
    paid_for: PaidFor,
    key: &'static str,
}

impl Followed {
    /// List price of an option; none if it has none, which is reported separately.
    fn of_tariff(rent: &Rent) -> Option<Followed> {
        let (hours, months) = (PaidFor::Hours, PaidFor::Months);
        let tariffs = [
            (rent.on_demand_per_instance_hour.is_some(), hours, "per_instance_hour"),
            (rent.on_demand_per_accelerator_hour.is_some(), hours, "per_accelerator_hour"),
            (rent.dedicated_per_instance_month.is_some(), months, "per_instance_month"),
            (rent.dedicated_per_accelerator_month.is_some(), months, "per_accelerator_month"),
            (rent.price_per_unit.is_some(), PaidFor::Units, "per_unit"),
        ];
        tariffs.into_iter().find_map(|(is_there, paid_for, key)| is_there.then_some(Followed { paid_for, key }))
    }

    /// Spot price, which can also be given as a discount on the on-demand price.
    fn of_spot(rent: &Rent, spot: &Spot) -> Followed {
        let of_share = || spot.per_accelerator_hour.is_none() && rent.on_demand_per_instance_hour.is_some();
        let is_of_instance = spot.per_instance_hour.is_some() || of_share();
        let key = if is_of_instance { "per_instance_hour" } else { "per_accelerator_hour" };
        Followed { paid_for: PaidFor::Hours, key }
    }
}

impl Rules<'_> {
    /// Price paths of a rent option and of its spot instances.
    pub(super) fn price_paths(&mut self, option: &Entry<Rent>) {
        let rent = &option.value;
        if let (Some(path), Some(followed)) = (&rent.price_path, Followed::of_tariff(rent)) {
            self.price_path(path, followed);
        }
        if let Some((spot, path)) = rent.spot.as_ref().and_then(|spot| Some((spot, spot.price_path.as_ref()?))) {
            self.price_path(path, Followed::of_spot(rent, spot));
        }
    }

    /// Electricity price path.
    pub(super) fn electricity_path(&mut self, own: &Own) {
        let steps = own.electricity_price_path.iter().flatten();
        self.months_of_path(steps.map(|step| (step.month.as_ref(), step.from.as_ref())));
    }

    fn price_path(&mut self, path: &[PriceStep], followed: Followed) {
        for step in path {
            // several prices in a step are reported separately; each is checked here
            let stated = [
                (PaidFor::Hours, step.per_instance_hour.as_ref().map(|price| price.at)),
                (PaidFor::Hours, step.per_accelerator_hour.as_ref().map(|price| price.at)),
                (PaidFor::Months, step.per_instance_month.as_ref().map(|price| price.at)),
                (PaidFor::Months, step.per_accelerator_month.as_ref().map(|price| price.at)),
                (PaidFor::Units, step.per_unit.as_ref().map(|price| price.at)),
            ];
            for at in stated.into_iter().filter(|(stated, _)| *stated != followed.paid_for).filter_map(|(_, at)| at) {
                self.other_measure(at, followed);
            }
        }
        self.months_of_path(path.iter().map(|step| (step.month.as_ref(), step.from.as_ref())));
    }

    fn other_measure(&mut self, at: NodeId, followed: Followed) {
        let message = format!("`{}` does not match the price of the option", self.document.key(at));
        let diagnostic = self.at_key(Code::MisplacedKey, at, message);
        self.found.push(diagnostic.label(format!("write `{}`, the unit of that price", followed.key)));
    }

    /// Steps are in ascending order, after month 1, which has today's price, and within the horizon.
    fn months_of_path<'a>(
        &mut self,
        steps: impl Iterator<Item = (Option<&'a Located<LaterMonth>>, Option<&'a Located<MonthByDate>>)>,
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
                    let diagnostic = self.at(Code::MonthsReversed, step.at, message + ", the previous step");
                    let diagnostic = diagnostic.label("write a later month, or sort the steps");
                    self.found.push(diagnostic.related(self.document.place(last.at), "the previous step"));
                }
                _ => self.beyond_horizon(step.at, step.month, "holds from"),
            }
            before = Some(step);
        }
    }

    /// Month given as a date; it must be after month 1.
    fn by_date(&mut self, from: &Located<MonthByDate>) -> Option<Step> {
        let known = self.known(from)?;
        let month = u32::try_from(known.number).ok().filter(|month| *month > 1);
        if month.is_none() {
            let start = known.date_of(1);
            let message = format!("`from` is {}, but the scenario starts in {start}", known.date);
            let label = format!("write {} or a later month; today's price holds until then", known.date_of(2));
            self.found.push(self.at(Code::OutOfBounds, from.at, message).label(label));
        }
        month.map(|month| Step { month, date: Some(known.date), at: from.at })
    }
}

/// Step of a price path.
struct Step {
    month: u32,
    date: Option<CalendarMonth>,
    at: NodeId,
}

impl fmt::Display for Step {
    /// As written, with the month number of a date: `2027-07, month 4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.date.map_or(Ok(()), |date| write!(f, "{date}, month "))?;
        write!(f, "{}", self.month)
    }
}
