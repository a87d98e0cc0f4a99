//! What kind of number a flip is of: which of them somebody can do something about.

use super::result::{Because, Flip, Flips};
use crate::scenario::declared_at;
use language::declaration::Nature;
use serde::Serialize;

/// What a flip is to somebody who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// A price, a rate or a term that is negotiated or forecast.
    Terms,
    /// How much work is asked for.
    Demand,
    /// Where an option stops being possible, whatever it costs.
    Limit,
    /// Anything else: what is measured, counted or decided.
    Measure,
}

impl Group {
    /// All of them, in the order in which they are said.
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
    /// What it is to somebody who decides.
    #[must_use]
    pub fn group(&self) -> Group {
        let declared = declared_at(&self.number.path);
        let is = |nature| declared.any(|key| key.nature == nature);
        let is_price = self.number.kind.unit.is_of_money() || declared.any(|key| key.price.is_some());
        match &self.because {
            Because::Out(_) => Group::Limit,
            Because::Equal | Because::Jump | Because::In(_) => match () {
                () if is(Nature::Demanded) => Group::Demand,
                () if is(Nature::Negotiated) || is_price => Group::Terms,
                () => Group::Measure,
            },
        }
    }

    /// Whether it lies at today's value: any change at all reverses the decision.
    #[must_use]
    pub fn is_at_once(&self) -> bool {
        self.at == self.number.today
    }
}

impl Flips {
    /// The flips of a group, the nearest first. A discount is not among them where its price is: the two are one lever.
    pub fn of_group(&self, group: Group) -> impl Iterator<Item = &Flip> {
        let of_group = self.found.iter().filter(move |flip| flip.group() == group);
        of_group.filter(|flip| !flip.is_off_one_of(&self.found))
    }

    /// The flip of what is taken off a price, if there is one.
    #[must_use]
    pub fn discount_of(&self, price: &Flip) -> Option<&Flip> {
        price.discount_among(&self.found)
    }
}

impl Flip {
    /// Of some flips that of what is taken off this price, if there is one.
    #[must_use]
    pub fn discount_among<'a>(&self, flips: &'a [Flip]) -> Option<&'a Flip> {
        flips.iter().find(|flip| is_off(flip, self))
    }

    /// Whether it is of what is taken off a price among some flips: the two are one lever.
    #[must_use]
    pub fn is_off_one_of(&self, flips: &[Flip]) -> bool {
        flips.iter().any(|price| is_off(self, price))
    }
}

/// Whether a number is what is taken off a price, and both reverse the decision by what they cost.
fn is_off(discount: &Flip, price: &Flip) -> bool {
    let [taken, from] = [discount, price].map(|flip| flip.number.path.rsplit_once('.'));
    let (Some((part, _)), Some((of, name))) = (taken, from) else { return false };
    let is_taken_off = || declared_at(&discount.number.path).key().is_some_and(|key| key.off.contains(&name));
    part == of && is_taken_off() && [discount, price].iter().all(|flip| flip.group() == Group::Terms)
}
