//! Purchases of an owned option moved to another month of ordering: the settings that an author would write.

use super::result::TimingError;
use crate::model::OptionId;
use crate::scenario::document::{Document, Entry};
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;

/// An owned option whose purchases can be moved together.
#[derive(Clone, Debug)]
pub(super) struct Shift<'a> {
    /// `own.NAME`.
    pub(super) option: OptionId,
    own: &'a Own,
    /// Month in which the scenario orders first.
    pub(super) stated_month: u32,
    /// Months from an order to its delivery.
    pub(super) lead_time: u32,
    horizon: u32,
}

impl<'a> Shift<'a> {
    /// An owned option over a horizon.
    ///
    /// # Errors
    /// If it has no purchase to move: the program sizes its fleet, or all its servers are already owned.
    pub(super) fn of(entry: &'a Entry<Own>, horizon: u32) -> Result<Shift<'a>, TimingError> {
        let (option, own) = (OptionId::own(&entry.name), &entry.value);
        let stated_month = match (&own.nodes, &own.purchases) {
            (Some(_), _) => 0,
            (None, None) => return Err(TimingError::Sized { option }),
            (None, Some(purchases)) => {
                let later = purchases.iter().filter_map(|purchase| month_of(purchase).try_into().ok());
                later.min().ok_or_else(|| TimingError::OwnedAlready { option: option.clone() })?
            }
        };
        Ok(Shift { option, own, stated_month, lead_time: own.lead_time().value, horizon })
    }

    /// Last month in which an order is delivered within the horizon.
    pub(super) fn last_month(&self) -> u32 {
        self.horizon.saturating_sub(self.lead_time + 1)
    }

    /// Whether nothing serves until the delivery of an order in a month: no server is there, and the scenario names no
    /// option.
    pub(super) fn lacks_service(&self, month: u32) -> bool {
        let already = self.own.purchases.iter().flatten().filter(|purchase| purchase.is_owned_already());
        let delivered = already.map(|purchase| purchase.delivered(self.lead_time));
        let first = delivered.chain([(month + self.lead_time).cast_signed()]).min();
        self.own.until_delivery.is_none() && first.is_some_and(|delivered| delivered > 0)
    }

    /// Moves all purchases from the decision on, so that the first is ordered in `month`; a purchase that this moves
    /// beyond the horizon is left out. `until_delivery` names the rented option that serves until then, if the scenario
    /// names none. Purchases that stay in their month are not touched.
    pub(super) fn apply(&self, document: &mut Document, month: u32, until_delivery: Option<&str>) {
        if month != self.stated_month {
            self.move_purchases(document, month);
        }
        if let Some(rented) = until_delivery {
            document.set_at(&self.option.path("until_delivery"), rented);
        }
    }

    fn move_purchases(&self, document: &mut Document, month: u32) {
        let list = self.option.path("purchases");
        let Some(purchases) = &self.own.purchases else {
            let stated = document.find(&self.option.path("nodes"));
            let nodes = stated.and_then(|at| document.text(at).map(str::to_owned)).unwrap_or_default();
            if let Some(at) = stated {
                document.remove(at);
            }
            if let Some(at) = document.set_list(&list) {
                document.append_part(at);
            }
            document.set_at(&format!("{list}.0.month"), &month.to_string());
            document.set_at(&format!("{list}.0.nodes"), &nodes);
            return;
        };
        let later = purchases.iter().enumerate().filter(|(_, purchase)| !purchase.is_owned_already());
        let moved: Vec<(usize, i64)> = later
            .map(|(at, purchase)| (at, i64::from(month_of(purchase)) + i64::from(month) - i64::from(self.stated_month)))
            .collect();
        // the last first, so that the index of those before them stays the same
        for (at, month) in moved.into_iter().rev() {
            if month <= i64::from(self.horizon) {
                document.set_at(&format!("{list}.{at}.month"), &month.to_string());
            } else if let Some(at) = document.find(&format!("{list}.{at}")) {
                document.remove(at);
            }
        }
    }
}

fn month_of(purchase: &Purchase) -> i32 {
    purchase.month.value.from_decision()
}
