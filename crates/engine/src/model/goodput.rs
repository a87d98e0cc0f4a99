//! Share of time that is useful for work with interruptions.

use crate::inputs::{FigureRule, Inputs as _};
use crate::scenario::document::{Located, NodeId};
use crate::scenario::own::Own;
use crate::scenario::quantities::{Minutes, MinutesBetween};
use crate::scenario::rent::OnDemand;
use crate::scenario::rent::Spot;
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};

/// Rate of interruptions of servers or instances, and their cost for work with checkpoints.
#[derive(Clone, Copy, Debug)]
pub struct Interruptions<'s> {
    /// Interruptions per hour of one server or instance.
    per_hour: Figure<'s>,
    /// Hours per checkpoint.
    checkpoint: Figure<'s>,
    /// Hours between checkpoints; none for the optimal interval.
    interval: Option<Figure<'s>>,
    /// Hours until the work resumes.
    restart: Figure<'s>,
    /// Where they run, as a suffix: ` on spot`.
    place: &'static str,
    /// A key of the part that specifies them.
    at: NodeId,
}

/// Work subject to interruptions.
#[derive(Clone, Copy, Debug)]
pub struct Interrupted<'a, 's> {
    /// Servers or instances of one job.
    pub units: Figure<'s>,
    /// Its name.
    pub name: &'a str,
    /// Its hours a month; if zero, nothing has to be finished.
    pub work: Figure<'s>,
}

impl<'s> Interruptions<'s> {
    /// Interruptions of spot instances.
    #[must_use]
    pub fn of_spot(timeline: &Timeline<'s>, spot: &Spot) -> Interruptions<'s> {
        let draft = timeline.draft;
        let per_hour = match (&spot.interruptions_per_hour, &spot.interruptions_per_month) {
            (Some(rate), _) => draft.given(rate),
            (None, Some(rate)) => draft.given(rate) / hours_of_a_month(timeline),
            (None, None) => {
                let unit = Unit::ONE.per(Unit::INSTANCE.times(Unit::HOUR));
                draft.constant(0, unit, "interruptions are not specified")
            }
        };
        Interruptions {
            per_hour,
            checkpoint: in_hours(timeline, draft.given(&spot.checkpoint_minutes)),
            interval: spot.checkpoint_interval_minutes.as_ref().map(|minutes| in_hours(timeline, draft.given(minutes))),
            restart: in_hours(timeline, draft.given(&spot.restart_minutes)),
            place: " on spot",
            at: spot.share.at,
        }
    }

    /// Interruptions of on-demand instances.
    #[must_use]
    pub fn on_demand(timeline: &Timeline<'s>, stated: &OnDemand) -> Interruptions<'s> {
        let draft = timeline.draft;
        Interruptions {
            per_hour: draft.given(&stated.interruptions_per_month) / hours_of_a_month(timeline),
            checkpoint: in_hours(timeline, draft.given(&stated.checkpoint_minutes)),
            interval: stated
                .checkpoint_interval_minutes
                .as_ref()
                .map(|minutes| in_hours(timeline, draft.given(minutes))),
            restart: in_hours(timeline, draft.given(&stated.restart_minutes)),
            place: " on demand",
            at: stated.interruptions_per_month.at,
        }
    }

    /// Interruptions of the servers of a fleet, if specified.
    #[must_use]
    pub fn of_fleet(timeline: &Timeline<'s>, own: &Own) -> Option<Interruptions<'s>> {
        let draft = timeline.draft;
        let stated = own.interruptions_per_month.as_ref()?;
        let minutes = |given: Option<&Located<Minutes>>| match given {
            Some(given) => in_hours(timeline, draft.given(given)),
            None => draft.constant(0, Unit::HOUR, "not specified"),
        };
        let interval = |given: &Located<MinutesBetween>| in_hours(timeline, draft.given(given));
        Some(Interruptions {
            per_hour: draft.given(stated) / hours_of_a_month(timeline),
            checkpoint: minutes(own.checkpoint_minutes.as_ref()),
            interval: own.checkpoint_interval_minutes.as_ref().map(interval),
            restart: minutes(own.restart_minutes.as_ref()),
            place: " on the fleet",
            at: stated.at,
        })
    }

    /// Useful share of time, with checkpoint time δ, restart time R, interval τ and λ interruptions per hour of all
    /// servers or instances of a job: `(1 − δ/τ) · (1 − λ·(τ/2 + R))`. Without an interval Young's `τ = √(2δ/λ)` is
    /// used: with `w = √(δλ/2)` it is `(1 − w) · (1 − w − λR)`. J. W. Young, A first order approximation to the optimum
    /// checkpoint interval, Communications of the ACM 17 (1974).
    #[must_use]
    pub fn goodput(&self, timeline: &Timeline<'s>, job: &Interrupted<'_, 's>) -> Figure<'s> {
        let [kept, unbroken] = self.factors(timeline, job);
        (kept * unbroken).named_with(|| format!("goodput of {}{}", job.name, self.place))
    }

    /// Goodput with a condition of the sheet that the work can be finished: both factors must be above zero.
    #[must_use]
    pub fn finishing(&self, timeline: &Timeline<'s>, job: &Interrupted<'_, 's>) -> Figure<'s> {
        let [kept, unbroken] = self.factors(timeline, job);
        let fails = job.work.any() * (2 - kept.any() - unbroken.any());
        let fails = fails.named_with(|| format!("work{} cannot be finished", self.place));
        timeline.draft.condition(fails, FigureRule::SpotCannotFinish, self.at);
        (kept * unbroken).named_with(|| format!("goodput of {}{}", job.name, self.place))
    }

    /// Share of time not spent on checkpoints, and share of time not lost to interruptions.
    fn factors(&self, timeline: &Timeline<'s>, job: &Interrupted<'_, 's>) -> [Figure<'s>; 2] {
        let Interruptions { checkpoint, restart, place, .. } = *self;
        let Interrupted { units, name, .. } = *job;
        let interruptions =
            (self.per_hour * units).named_with(|| format!("interruptions of a job of {name}{place} an hour"));
        let two = || timeline.draft.constant(2, Unit::ONE, "half, on average");
        let (kept, unbroken) = if let Some(interval) = self.interval {
            (1 - checkpoint / interval, 1 - interruptions * (interval / two() + restart))
        } else {
            let waste = (checkpoint * interruptions / two()).square_root();
            let waste = waste.named_with(|| {
                format!("share of time lost to checkpoints of {name}{place} at the interval of Young 1974")
            });
            (1 - waste, 1 - waste - interruptions * restart)
        };
        [
            kept.named_with(|| format!("share of time not spent on checkpoints of {name}{place}")),
            unbroken.named_with(|| format!("share of time not lost to interruptions of {name}{place}")),
        ]
    }
}

/// Minutes in hours.
#[must_use]
pub fn in_hours<'s>(timeline: &Timeline<'s>, minutes: Figure<'s>) -> Figure<'s> {
    minutes / timeline.draft.constant(60, Unit::MINUTE.per(Unit::HOUR), "minutes of an hour")
}

/// A month of interruptions always has 730 hours, regardless of the scenario's setting.
fn hours_of_a_month<'s>(timeline: &Timeline<'s>) -> Figure<'s> {
    timeline.draft.constant(730, Unit::HOUR.per(Unit::MONTH), "hours of a month of interruptions")
}
