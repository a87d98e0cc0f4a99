//! The verdict, and the metrics that disagree with it.

use super::statement::{Disagreement, Header, OptionResult, PairResult, Verdict, Winner, Yardstick};
use crate::amount::Ratio;
use rust_decimal::Decimal;

/// Eligible and comparable option with the lowest printed present value; ties go to the earlier option.
#[must_use]
pub fn verdict(header: &Header, options: &[OptionResult], pairs: &[PairResult]) -> Verdict {
    let mut ranked: Vec<&OptionResult> =
        options.iter().filter(|option| option.eligible() && option.comparable()).collect();
    ranked.sort_by_key(|option| option.present_value);
    let Some(winner) = ranked.first() else {
        return Verdict::default();
    };
    let mut verdict = Verdict { winner: Some(winner.name.clone()), ..Verdict::default() };
    if let Some(runner_up) = ranked.get(1) {
        let saving = runner_up.present_value - winner.present_value;
        verdict.runner_up = Some(runner_up.name.clone());
        verdict.saving = Some(saving);
        let share = saving.checked_div(*runner_up.present_value).map(Ratio::rounded);
        verdict.saving_share = share;
        verdict.close = share.is_some_and(|share| share < header.close_call) || saving.is_zero();
    }
    verdict.disagreements = disagreements(header, winner, &ranked, pairs);
    verdict
}

fn disagreements(
    header: &Header,
    winner: &OptionResult,
    ranked: &[&OptionResult],
    pairs: &[PairResult],
) -> Vec<Disagreement> {
    let cheapest = ranked.iter().min_by_key(|option| option.total).filter(|option| option.total < winner.total);
    let total = cheapest.map(|option| Disagreement {
        option: option.name.clone(),
        yardstick: Yardstick::Total { least: option.total, of_winner: winner.total },
    });
    let per_hour = |option: &OptionResult| option.per_useful_hour.unwrap_or(Ratio::from(Decimal::MAX));
    let best = ranked.iter().min_by_key(|option| per_hour(option)).filter(|option| per_hour(option) < per_hour(winner));
    let levelized_cost = best.map(|option| Disagreement {
        option: option.name.clone(),
        yardstick: Yardstick::LevelizedCost { least: per_hour(option), of_winner: per_hour(winner) },
    });
    let payback = payback_disagreement(header, winner, ranked, pairs);
    [total, levelized_cost, payback].into_iter().flatten().collect()
}

/// Disagreement of payback, which excludes resale and the cost of capital, on the winner and the best option of the
/// other side.
fn payback_disagreement(
    header: &Header,
    winner: &OptionResult,
    ranked: &[&OptionResult],
    pairs: &[PairResult],
) -> Option<Disagreement> {
    let side = Winner::of(winner.kind);
    let rival = ranked.iter().find(|option| Winner::of(option.kind) != side)?;
    let (own, rent) = match side {
        Winner::Own => (winner, *rival),
        Winner::Rent => (*rival, winner),
    };
    let pair = pairs.iter().find(|pair| pair.own == own.name && pair.rent == rent.name)?;
    let disagrees = match (side, pair.payback_month) {
        (Winner::Own, None) => !pair.leased,
        (Winner::Rent, Some(_)) => pair.payback_reversal.is_none(),
        (Winner::Own, Some(_)) | (Winner::Rent, None) => false,
    };
    disagrees.then(|| Disagreement {
        option: rival.name.clone(),
        yardstick: Yardstick::Payback {
            own: own.name.clone(),
            rent: rent.name.clone(),
            month: pair.payback_month.map(|month| header.dated(month)),
            horizon_months: header.horizon_months,
            needs_resale: pair.resale_needed.is_some_and(|needed| !needed.is_zero()),
        },
    })
}
