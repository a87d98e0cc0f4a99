//! Instances that may be taken away: what they cost.

use super::metering::Metering;
use crate::inputs::Inputs as _;
use crate::model::line::DraftLine;
use crate::model::price::MovingPrice;
use crate::model::quoted::Quoted;
use crate::scenario::price::PriceMove;
use crate::scenario::rent::{CommittedPrice, Meter};
use crate::sheet::Figure;
use crate::unit::{BaseUnits as _, Unit};

impl<'s> Metering<'_, 's> {
    /// What spot costs a month, also where nothing runs on it, and the line that it is charged on.
    ///
    /// Its price moves by its own path, else as the list price moves; one that is stated for itself stays where the list price
    /// has a path that is not its own.
    pub(super) fn spot_charge(
        &self,
        hours: Option<Figure<'s>>,
        list: &MovingPrice<'s>,
    ) -> Option<(Figure<'s>, DraftLine<'s>)> {
        let (timeline, spot) = (self.timeline, self.rent().spot.as_ref()?);
        let draft = timeline.draft;
        let today = match spot.price() {
            CommittedPrice::Discount(share) => list.stated * (1 - draft.given(share)),
            CommittedPrice::Instance(price) => Quoted::of(timeline, price),
            CommittedPrice::Accelerator(price) => Quoted::of(timeline, price) * self.accelerators(),
        };
        let path = spot.price_path.as_ref().map(|path| PriceMove::Path(path));
        let own = path.map(|path| {
            MovingPrice::new(timeline, today, &path, |step| (step.starts().first(), self.next_price(step)))
        });
        let (today, moving) = own.as_ref().map_or((today, list), |own| (own.stated, own));
        let never = || {
            let unit = Unit::INSTANCE.times(Unit::HOUR).per(Unit::MONTH);
            draft.calendar("nothing flexible is served", unit, |_| 0.into())
        };
        let charge = (hours.unwrap_or_else(never) * today).monthly(timeline);
        let charge = moving.moved(charge).named("spot charge");
        Some((charge, self.line(Meter::Spot, charge, moving)))
    }
}
