//! Groups of flips by the kind of their input: inputs to negotiate or forecast come first.

use super::result::{Flip, FlipReason, Flips};
use crate::scenario::declared_at;
use language::declaration::Nature;
use serde::Serialize;

/// Group of a flip for decision makers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// A price, a rate or a term that is negotiated or forecast.
    Terms,
    /// The amount of work demanded.
    Demand,
    /// A limit beyond which an option is not possible, whatever it costs.
    Limit,
    /// Any other input that is measured, counted or decided.
    Measure,
}

impl Group {
    /// All groups, in display order.
    pub const ALL: [Group; 4] = [Group::Terms, Group::Demand, Group::Limit, Group::Measure];

    /// Its name in machine-readable formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Group::Terms => "terms",
            Group::Demand => "demand",
            Group::Limit => "limit",
            Group::Measure => "measure",
        }
    }
}

impl Flip {
    /// Its group.
    #[must_use]
    pub fn group(&self) -> Group {
        let declared = declared_at(&self.number.path);
        let is = |nature| declared.any(|key| key.nature == nature);
        let is_price = self.number.kind.unit.is_of_money() || declared.any(|key| key.price.is_some());
        match &self.because {
            FlipReason::Out(_) => Group::Limit,
            FlipReason::Equal | FlipReason::Jump | FlipReason::In(_) => match () {
                () if is(Nature::Demanded) => Group::Demand,
                () if is(Nature::Negotiated) || is_price => Group::Terms,
                () => Group::Measure,
            },
        }
    }

    /// Whether it lies at the base value: any change flips the decision.
    #[must_use]
    pub fn is_at_once(&self) -> bool {
        self.at == self.number.today
    }
}

impl Flips {
    /// Flips of a group, nearest first. A discount is excluded if its price is included, as both act on the same
    /// amount.
    pub fn of_group(&self, group: Group) -> impl Iterator<Item = &Flip> {
        let of_group = self.found.iter().filter(move |flip| flip.group() == group);
        of_group.filter(|flip| !flip.is_off_one_of(&self.found))
    }

    /// Flip of the discount on a price, if there is one.
    #[must_use]
    pub fn discount_of(&self, price: &Flip) -> Option<&Flip> {
        price.discount_among(&self.found)
    }
}

impl Flip {
    /// Flip of the discount on this price among some flips, if there is one.
    #[must_use]
    pub fn discount_among<'a>(&self, flips: &'a [Flip]) -> Option<&'a Flip> {
        flips.iter().find(|flip| is_off(flip, self))
    }

    /// Whether it is the discount on a price among some flips, so both act on the same amount.
    #[must_use]
    pub fn is_off_one_of(&self, flips: &[Flip]) -> bool {
        flips.iter().any(|price| is_off(self, price))
    }
}

/// Whether an input is the discount on a price, and both flip the decision by their cost.
fn is_off(discount: &Flip, price: &Flip) -> bool {
    let [taken, from] = [discount, price].map(|flip| flip.number.path.rsplit_once('.'));
    let (Some((part, _)), Some((of, name))) = (taken, from) else { return false };
    let is_taken_off = || declared_at(&discount.number.path).key().is_some_and(|key| key.off.contains(&name));
    part == of && is_taken_off() && [discount, price].iter().all(|flip| flip.group() == Group::Terms)
}
