//! Instances that may be taken away: how much of their time is work, and what they cost.

use super::metering::{Job, Metering};
use crate::inputs::{FigureRule, Inputs as _};
use crate::model::line::DraftLine;
use crate::model::price::MovingPrice;
use crate::model::quoted::Quoted;
use crate::scenario::price::PriceMove;
use crate::scenario::rent::{CommittedPrice, Meter, Spot};
use crate::sheet::Figure;
use crate::unit::{BaseUnits as _, Unit};

impl<'s> Metering<'_, 's> {
    /// The share of the time on spot that is work, with checkpoint time δ, restart time R, interval τ and λ interruptions an
    /// hour of all instances of a job: `(1 − δ/τ) · (1 − λ·(τ/2 + R))`. Without an interval Young's `τ = √(2δ/λ)` is put
    /// in: with `w = √(δλ/2)` it is `(1 − w) · (1 − w − λR)`. J. W. Young, A first order approximation to the optimum
    /// checkpoint interval, Communications of the ACM 17 (1974).
    ///
    /// Where either factor is not above zero, spot cannot finish `work`: a condition of the sheet.
    pub(super) fn goodput(&self, spot: &Spot, (job, name): (&Job<'s>, &str), work: Figure<'s>) -> Figure<'s> {
        let draft = self.timeline.draft;
        let checkpoint = self.in_hours(draft.given(&spot.checkpoint_minutes));
        let restart = self.in_hours(draft.given(&spot.restart_minutes));
        let interruptions =
            (self.interruptions(spot) * job.instances).named(format!("interruptions of a job of {name} an hour"));
        let two = || draft.constant(2, Unit::ONE, "half of it, on average");
        let (kept, unbroken) = if let Some(interval) = &spot.checkpoint_interval_minutes {
            let interval = self.in_hours(draft.given(interval));
            (1 - checkpoint / interval, 1 - interruptions * (interval / two() + restart))
        } else {
            let waste = (checkpoint * interruptions / two()).square_root();
            let waste =
                waste.named(format!("share of time lost to checkpoints of {name} at the interval of Young 1974"));
            (1 - waste, 1 - waste - interruptions * restart)
        };
        let kept = kept.named(format!("share of time that is no checkpoint of {name}"));
        let unbroken = unbroken.named(format!("share of time that is not lost to interruptions of {name}"));
        let fails = work.any() * (2 - kept.any() - unbroken.any());
        draft.condition(fails.named("spot cannot finish"), FigureRule::SpotCannotFinish, spot.share.at);
        (kept * unbroken).named(format!("goodput of {name} on spot"))
    }

    fn in_hours(&self, minutes: Figure<'s>) -> Figure<'s> {
        minutes / self.timeline.draft.constant(60, Unit::MINUTE.per(Unit::HOUR), "minutes of an hour")
    }

    /// Interruptions of one instance an hour; a month of interruptions has 730 hours, whatever the scenario's has.
    fn interruptions(&self, spot: &Spot) -> Figure<'s> {
        let draft = self.timeline.draft;
        let per_hour = Unit::ONE.per(Unit::INSTANCE.times(Unit::HOUR));
        let month = || draft.constant(730, Unit::HOUR.per(Unit::MONTH), "hours of a month of interruptions");
        match (&spot.interruptions_per_hour, &spot.interruptions_per_month) {
            (Some(rate), _) => draft.given(rate),
            (None, Some(rate)) => draft.given(rate) / month(),
            (None, None) => draft.constant(0, per_hour, "interruptions are not stated"),
        }
    }

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
        let own = path.map(|path| MovingPrice::new(timeline, today, &path, |step| (step.month, self.next_price(step))));
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
