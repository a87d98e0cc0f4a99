//! Reasons why a pair has no break-even, and why a metric disagrees with the verdict.

use crate::analysis::statement::{Disagreement, NoBreakEven, Yardstick};
use crate::model::finance::NoReturn;
use crate::number;

/// Reason why there is no break-even, as the end of a sentence.
#[must_use]
pub fn no_break_even(why: NoBreakEven) -> &'static str {
    match why {
        NoBreakEven::NothingDemanded => "no useful hours are demanded",
        NoBreakEven::TooManyJumps => "the two costs jump at more points than were tested; `--effort 10` tests more",
        NoBreakEven::NotRequested => "it was not requested",
    }
}

/// Reason why buying instead of renting has no return, as the end of a sentence.
#[must_use]
pub fn no_return(why: &NoReturn) -> String {
    match why {
        NoReturn::NothingInvested => "owning has no initial outlay, so nothing is invested".to_owned(),
        NoReturn::NeverRepaid => "owning never recovers its initial outlay".to_owned(),
        NoReturn::Several(rates) => {
            let rates: Vec<String> = rates.iter().map(|rate| number::percent(*rate, 1)).collect();
            format!("several rates fit: {}", rates.join(", "))
        }
        NoReturn::OutOfRange => "no rate between −50 % and 10,000 % a year fits".to_owned(),
        NoReturn::GivenUp => "the cash flow changes sign too often to find every rate".to_owned(),
    }
}

/// Disagreement after the name of the winner, `own.hgx wins, but it does not pay back …`; the winner itself becomes `it`.
#[must_use]
pub fn disagreement_with(winner: &str, disagreement: &Disagreement) -> String {
    let said = self::disagreement(disagreement);
    match said.strip_prefix(winner).filter(|rest| rest.starts_with(' ')) {
        Some(of_itself) => format!("{winner} wins, but it{of_itself}"),
        None => format!("{winner} wins, but {said}"),
    }
}

/// The option that another metric favours and the reason, as a sentence without its full stop.
#[must_use]
pub fn disagreement(Disagreement { option, yardstick }: &Disagreement) -> String {
    match yardstick {
        Yardstick::Total { least, of_winner } => format!(
            "in cash over the horizon, {option} costs less ({} against {}): it pays earlier, and an earlier payment counts \
             more",
            least.grouped(),
            of_winner.grouped()
        ),
        Yardstick::LevelizedCost { least, of_winner } => format!(
            "per useful accelerator-hour, {option} costs less ({} against {}): the two do not serve the same demand",
            number::readable(**least, 6),
            number::readable(**of_winner, 6)
        ),
        Yardstick::Payback { own, rent, month: None, horizon_months, needs_resale } => format!(
            "{own} does not pay back against {rent} within {}: {}",
            number::counted(*horizon_months, "month"),
            if *needs_resale {
                "it wins only with its resale value"
            } else {
                "payback excludes resale and the tax on it, and does not discount payments"
            }
        ),
        Yardstick::Payback { own, rent, month: Some(month), .. } => {
            format!("{own} pays back against {rent} in {month} in cash, but not after the cost of capital")
        }
    }
}
