//! Uncertainty ranges that do not fit the scenario.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::scenario::document::{NodeId, Origin};
use crate::scenario::own::quoted_with_age;
use crate::scenario::quantities::Term;
use crate::scenario::quantity::Quantity;
use crate::scenario::uncertainty::{Spread, Uncertain, uncertain};
use crate::variation::Variation;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Most ranges without effect that are reported.
const MOST_IDLE: usize = 20;

/// Values outside their own uncertainty range.
pub(super) fn outside(subject: &Subject<'_>) -> Vec<Diagnostic> {
    all(subject).iter().filter_map(|entry| outside_of(subject, entry)).collect()
}

/// Uncertain inputs without effect.
pub(super) fn without_effect(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let idle = idle(subject, Code::UncertaintyWithoutEffect, DelayedEffect::Nowhere);
    idle.iter().filter_map(|entry| range_without_effect(subject, entry)).collect()
}

/// Uncertain inputs with an effect only after the horizon.
pub(super) fn beyond_horizon(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let idle = idle(subject, Code::UncertaintyBeyondHorizon, DelayedEffect::BeyondHorizon);
    idle.iter().filter_map(|entry| range_beyond_horizon(subject, entry)).collect()
}

fn all(subject: &Subject<'_>) -> Vec<Uncertain> {
    let loaded = &subject.answer.loaded;
    uncertain(&loaded.document, &loaded.scenario)
}

fn outside_of(subject: &Subject<'_>, entry: &Uncertain) -> Option<Diagnostic> {
    let (low, high) = entry.spread.ends();
    if (low..=high).contains(&entry.base_value) {
        return None;
    }
    let loaded = &subject.answer.loaded;
    let document = &loaded.document;
    let range = loaded.scenario.uncertainty.get(&entry.path)?;
    let (from, to) = written_ends(subject, entry)?;
    let stated = document.text(entry.at).unwrap_or_default();
    let message =
        format!("{} is {stated}, outside its uncertainty range of {from} to {to}", quoted_with_age(&entry.path));
    // a default has no place of its own
    let (at, other) = match document.origin(entry.at) {
        Origin::Assumed => (range.at, None),
        Origin::File | Origin::Set => (entry.at, document.place(range.at)),
    };
    let finding = subject.finding(Code::OutsideUncertainty, at, message);
    Some(finding.label(format!("write a value from {from} to {to}, or widen the range")).related(other, "its range"))
}

/// Ends of a range as written.
fn written_ends<'a>(subject: &'a Subject<'_>, entry: &Uncertain) -> Option<(&'a str, &'a str)> {
    let range = &subject.answer.loaded.scenario.uncertainty.get(&entry.path)?.value;
    let values = range.values.as_deref().unwrap_or_default();
    let (from, to) = match entry.spread {
        Spread::Uniform { .. } | Spread::Pert { .. } => (range.low.as_ref(), range.high.as_ref()),
        Spread::Lognormal { .. } => (range.p10.as_ref(), range.p90.as_ref()),
        Spread::Discrete(_) => (values.first(), values.last()),
        // the stated change is its median
        Spread::Walk(_) => return None,
    };
    Some((&from?.value.0, &to?.value.0))
}

/// Effect of an input that has none within the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DelayedEffect {
    Nowhere,
    BeyondHorizon,
}

/// Uncertain inputs that change nothing within their range, with this effect over a longer horizon.
fn idle(subject: &Subject<'_>, asker: Code, effect: DelayedEffect) -> Vec<Uncertain> {
    let horizon = subject.answer.loaded.scenario.horizon_months.value.count();
    let variation = subject.variation();
    // a price walks from the second month on
    let effect_of_walk = if horizon == 1 { DelayedEffect::BeyondHorizon } else { DelayedEffect::Nowhere };
    let seems_idle = |entry: &Uncertain| match entry.spread.walk() {
        Some(_) => effect_of_walk == effect,
        None => {
            subject.may_move_all(asker, entry.at, 2)
                && !ends(entry).iter().any(|value| subject.answer.evaluated.amounts_follow(entry.at, *value))
        }
    };
    let is_idle = |entry: &Uncertain| {
        if let Some(walk) = entry.spread.walk() {
            return subject.may_write_all_anew(asker, entry.at, 2) && !variation.follows_walk(walk);
        }
        let values = [&ends(entry)[..], &[entry.base_value]].concat();
        let longer = longer_horizons(horizon);
        subject.may_write_all_anew(asker, entry.at, values.len())
            && !variation.changes_over(horizon, &entry.path, &values)
            && subject.may_write_all_anew(asker, entry.at, 2 * longer.len())
            && delayed_effect(&variation, &longer, entry) == effect
    };
    all(subject).into_iter().filter(seems_idle).take(MOST_IDLE).filter(is_idle).collect()
}

fn ends(entry: &Uncertain) -> [Decimal; 2] {
    let (low, high) = entry.spread.ends();
    [low, high]
}

/// Longer horizons: twice as long, four times, up to the maximum.
fn longer_horizons(horizon: u32) -> Vec<u32> {
    let longest = Term::KIND.maximum().to_u32().unwrap_or(horizon);
    let doubled = std::iter::successors(Some(horizon), |months| Some(months.saturating_mul(2).min(longest)));
    let longer = doubled.skip(1).take_while(|months| *months < longest).chain([longest]);
    longer.filter(|months| *months > horizon).collect()
}

/// Whether an input without effect within the horizon has one over a longer horizon.
fn delayed_effect(variation: &Variation<'_>, longer: &[u32], entry: &Uncertain) -> DelayedEffect {
    let follows = longer.iter().any(|months| variation.changes_over(*months, &entry.path, &ends(entry)));
    if follows { DelayedEffect::BeyondHorizon } else { DelayedEffect::Nowhere }
}

/// Node of an entry of `uncertainty`.
fn node(subject: &Subject<'_>, entry: &Uncertain) -> Option<NodeId> {
    Some(subject.answer.loaded.scenario.uncertainty.get(&entry.path)?.at)
}

fn range_without_effect(subject: &Subject<'_>, entry: &Uncertain) -> Option<Diagnostic> {
    if entry.spread.walk().is_some() {
        let message =
            format!("{} has a volatility, but no effect: every option costs the same", quoted_with_age(&entry.path));
        let finding = subject.finding(Code::UncertaintyWithoutEffect, node(subject, entry)?, message);
        return Some(finding.label("remove this entry, or write that of a price that counts"));
    }
    let (from, to) = written_ends(subject, entry)?;
    let path = quoted_with_age(&entry.path);
    let [low, high] = ends(entry);
    let (message, label) = if low == high {
        (format!("{path} is uncertain, but its range has one value, {from}"), "widen the range, or remove this entry")
    } else {
        let message =
            format!("{path} is uncertain from {from} to {to}, but has no effect: every option costs the same");
        (message, "remove this entry, or write that of an input that counts")
    };
    Some(subject.finding(Code::UncertaintyWithoutEffect, node(subject, entry)?, message).label(label))
}

fn range_beyond_horizon(subject: &Subject<'_>, entry: &Uncertain) -> Option<Diagnostic> {
    let months = counted(subject.answer.loaded.scenario.horizon_months.value.count(), "month");
    let message =
        format!("{} is uncertain, but counts only after the {months} of the comparison", quoted_with_age(&entry.path));
    let finding = subject.finding(Code::UncertaintyBeyondHorizon, node(subject, entry)?, message);
    Some(finding.label("remove this entry, or extend the horizon"))
}
