//! Which option wins, and which yardsticks point elsewhere.

use super::statement::{Disagreement, Header, OptionStatement, PairStatement, Verdict, Winner};
use crate::number;
use rust_decimal::Decimal;

/// The eligible and comparable option with the least printed present value; a tie goes to the earlier.
#[must_use]
pub fn verdict(header: &Header, options: &[OptionStatement], pairs: &[PairStatement]) -> Verdict {
    let mut ranked: Vec<&OptionStatement> =
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
        let share = saving.checked_div(runner_up.present_value).map(number::ratio);
        verdict.saving_share = share;
        verdict.close = share.is_some_and(|share| share < header.close_call) || saving.is_zero();
    }
    verdict.disagreements = disagreements(header, winner, &ranked, pairs);
    verdict
}

fn disagreements(
    header: &Header,
    winner: &OptionStatement,
    ranked: &[&OptionStatement],
    pairs: &[PairStatement],
) -> Vec<Disagreement> {
    let money = |amount| number::grouped(amount, header.minor_digits);
    let mut found = Vec::new();
    let cheapest = ranked.iter().min_by_key(|option| option.total).filter(|option| option.total < winner.total);
    if let Some(option) = cheapest {
        found.push(Disagreement {
            metric: "total",
            option: option.name.clone(),
            message: format!(
                "in cash over the horizon {} costs less ({} against {}): it pays earlier, and a payment today weighs more than one later",
                option.name,
                money(option.total),
                money(winner.total)
            ),
        });
    }
    let per_hour = |option: &OptionStatement| option.per_useful_hour.unwrap_or(Decimal::MAX);
    let best = ranked.iter().min_by_key(|option| per_hour(option)).filter(|option| per_hour(option) < per_hour(winner));
    if let Some(option) = best {
        found.push(Disagreement {
            metric: "levelized_cost",
            option: option.name.clone(),
            message: format!(
                "for each useful accelerator-hour {} costs less ({} against {}): the two do not do the same work",
                option.name,
                number::readable(per_hour(option), 6),
                number::readable(per_hour(winner), 6)
            ),
        });
    }
    found.extend(payback_disagreement(header, winner, ranked, pairs));
    found
}

/// Payback counts no resale and no cost of capital: it may say otherwise of the winner and the best of the other side.
fn payback_disagreement(
    header: &Header,
    winner: &OptionStatement,
    ranked: &[&OptionStatement],
    pairs: &[PairStatement],
) -> Option<Disagreement> {
    let side = Winner::of(winner.kind);
    let rival = ranked.iter().find(|option| Winner::of(option.kind) != side)?;
    let (own, rent) = match side {
        Winner::Own => (winner, *rival),
        Winner::Rent => (*rival, winner),
    };
    let pair = pairs.iter().find(|pair| pair.own == own.name && pair.rent == rent.name)?;
    let message = match (side, pair.payback_month) {
        (Winner::Own, None) if !pair.leased => format!(
            "{} does not pay back against {} within {}: it wins only with the resale that is counted",
            own.name,
            rent.name,
            number::counted(header.horizon_months, "month")
        ),
        (Winner::Rent, Some(month)) if pair.payback_reversal.is_none() => format!(
            "{} pays back against {} in month {month}, in cash: the cost of capital outweighs that",
            own.name, rent.name
        ),
        (Winner::Own | Winner::Rent, _) => return None,
    };
    Some(Disagreement { metric: "payback", option: rival.name.clone(), message })
}
