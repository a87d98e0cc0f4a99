//! Summary of draws: percentiles, shares, regret. Sums are taken in the order of the draws, so they do not depend on
//! the number of threads.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]
#![allow(clippy::cast_precision_loss, reason = "there are fewer draws than a float counts exactly")]

use super::programs::Programs;
use super::quantiles::{Quantiles, decimal, mean_of_worst};
use super::ranked::Ranked;
use super::result::{DrawnDifference, DrawnOption, Shortfalls};
use super::tally::{DrawCounts, OptionDrawCounts};
use crate::amount::{Amount, Ratio};
use crate::parallel::on_all_cores;
use crate::variation::{BestOfEach, Decision};
use rust_decimal::Decimal;

/// A count as a share of another; zero if the other is zero.
fn share(count: usize, of: usize) -> Ratio {
    Ratio::from(Decimal::from(count).checked_div(Decimal::from(of)).unwrap_or_default())
}

/// Summarizes all blocks, in order.
pub(super) fn summarize(
    tallies: &[&DrawCounts],
    draws: usize,
    programs: &Programs,
    decision: &Decision,
    sides: Option<&BestOfEach>,
) -> (Vec<DrawnOption>, Option<DrawnDifference>, Ratio) {
    let one = |at: usize| option(tallies, draws, (at, programs), decision);
    let options = on_all_cores(0..programs.options(), one);
    let nobody = tallies.iter().map(|tally| tally.nobody).sum();
    let difference = sides.and_then(|sides| difference(tallies, decision, sides, programs.minor_digits()));
    (options, difference, share(nobody, draws))
}

fn option(
    tallies: &[&DrawCounts],
    draws: usize,
    (at, programs): (usize, &Programs),
    decision: &Decision,
) -> DrawnOption {
    let counts = || tallies.iter().map(|tally| &tally.options[at]);
    let digits = programs.minor_digits();
    let outcome = &decision.options[at];
    let cannot_win_because = programs.cannot_win_because(at);
    let count = |of: fn(&OptionDrawCounts) -> usize| counts().map(of).sum::<usize>();
    let part = |of: fn(&OptionDrawCounts) -> usize| share(count(of), draws);
    let present_values =
        Ranked::of(counts().flat_map(|counts| counts.present_values.iter().copied()).filter(|value| !value.is_nan()));
    let amount = |value| Amount::new(value, digits);
    let can_win = count(|counts| counts.can_win);
    let regret = counts().map(|counts| counts.regret).sum::<f64>();
    let cannot_win = if cannot_win_because.is_empty() { part(|counts| counts.cannot_win) } else { share(0, draws) };
    DrawnOption {
        name: outcome.name.clone(),
        kind: outcome.kind,
        base_value: outcome.present_value(),
        cannot_win_because,
        wins: part(|counts| counts.wins),
        not_possible: part(|counts| counts.not_possible),
        cannot_win,
        present_value: present_values.as_ref().map(|present_values| Quantiles::of(present_values, amount)),
        shortfall: present_values.as_ref().map(mean_of_worst).map(amount),
        regret: (can_win > 0).then(|| Amount::new(decimal(regret / can_win as f64), digits)),
    }
}

fn difference(
    tallies: &[&DrawCounts],
    decision: &Decision,
    sides: &BestOfEach,
    digits: u32,
) -> Option<DrawnDifference> {
    let (own, rent) = (&decision.options[sides.own], &decision.options[sides.rent]);
    let present_values =
        |at: usize| tallies.iter().flat_map(move |tally| tally.options[at].present_values.iter().copied());
    let differences = present_values(sides.own).zip(present_values(sides.rent)).map(|(own, rent)| own - rent);
    let differences = differences.filter(|difference| !difference.is_nan());
    let amount = |value| Amount::new(value, digits);
    let (ranked, of_rent) =
        (Ranked::of(differences.clone()), Ranked::of(differences.clone().map(|difference| -difference)));
    let less = differences.filter(|difference| *difference < 0.0).count();
    Some(DrawnDifference {
        own: own.name.clone(),
        rent: rent.name.clone(),
        base_value: own.present_value()? - rent.present_value()?,
        own_costs_less: ranked.as_ref().map(|ranked| share(less, ranked.count())),
        quantiles: ranked.as_ref().map(|ranked| Quantiles::of(ranked, amount)),
        shortfalls: ranked
            .as_ref()
            .zip(of_rent.as_ref())
            .map(|(own, rent)| Shortfalls { own: amount(mean_of_worst(own)), rent: amount(mean_of_worst(rent)) }),
    })
}
