//! Cost of spot instances.

use super::metering::Metering;
use crate::inputs::Inputs as _;
use crate::model::line::{DraftLine, PriceChange};
use crate::model::price::ChangingPrice;
use crate::model::quoted::Quoted;
use crate::scenario::price::PriceMove;
use crate::scenario::rent::{CommittedPrice, Meter};
use crate::sheet::Figure;
use crate::unit::{BaseUnits as _, Unit};

impl<'s> Metering<'_, 's> {
    /// Spot charge per month, zero if nothing runs on spot, and its line.
    ///
    /// A discount applies to the list price of each month until the first step of the spot price's own path. A fixed
    /// spot price follows its own path, otherwise the rate of the list price, but not the path of the list price.
    pub(super) fn spot_charge(
        &self,
        hours: Option<Figure<'s>>,
        list: &ChangingPrice<'s>,
    ) -> Option<(Figure<'s>, DraftLine<'s>)> {
        let (timeline, spot) = (self.timeline, self.rent().spot.as_ref()?);
        let draft = timeline.draft;
        let today = match spot.price() {
            CommittedPrice::Discount(share) => list.quoted * (1 - draft.given(share)),
            CommittedPrice::Instance(price) => Quoted::of(timeline, price),
            CommittedPrice::Accelerator(price) => Quoted::of(timeline, price) * self.accelerators(),
        };
        let follows_list = matches!(spot.price(), CommittedPrice::Discount(_));
        let own = spot.price_path.as_ref().map(|path| {
            let before = if follows_list { Quoted::converted(list.moved(today.monthly(timeline))) } else { today };
            ChangingPrice::new(timeline, before, &PriceMove::Path(path), |step| {
                (step.starts().first(), self.next_price(step))
            })
        });
        let (today, moving) = own.as_ref().map_or((today, list), |own| (own.quoted, own));
        let never = || {
            let unit = Unit::INSTANCE.times(Unit::HOUR).per(Unit::MONTH);
            draft.calendar("no flexible work", unit, |_| 0.into())
        };
        let charge = (hours.unwrap_or_else(never) * today).monthly(timeline);
        let charge = moving.moved(charge).named("spot charge");
        let line = self.line(Meter::Spot, charge, moving);
        let followed = list.change().filter(|_| follows_list).zip(own.as_ref());
        let line = followed
            .into_iter()
            .fold(line, |line, (change, own)| line.changing(PriceChange { until: own.first_step(), ..change }));
        Some((charge, line))
    }
}
