//! Why a pair has no break-even, and why a yardstick points elsewhere than the verdict.

use crate::analysis::statement::{Disagreement, NoBreakEven, Yardstick};
use crate::model::finance::NoReturn;
use crate::number;

/// Why there is no break-even, as the end of a sentence.
#[must_use]
pub fn no_break_even(why: NoBreakEven) -> &'static str {
    match why {
        NoBreakEven::NothingDemanded => "no useful hours are demanded",
        NoBreakEven::TooManyJumps => {
            "the costs of the two jump at more points than are looked at; `--effort 10` looks at more"
        }
        NoBreakEven::NotAsked => "it was not asked for",
    }
}

/// Why buying instead of renting has no return, as the end of a sentence.
#[must_use]
pub fn no_return(why: &NoReturn) -> String {
    match why {
        NoReturn::NothingInvested => "owning does not begin with an outlay, so that nothing is invested".to_owned(),
        NoReturn::NeverRepaid => "owning never saves what it costs first".to_owned(),
        NoReturn::Several(rates) => {
            let rates: Vec<String> = rates.iter().map(|rate| number::percent(*rate, 1)).collect();
            format!("several rates would be right: {}", rates.join(", "))
        }
        NoReturn::OutOfRange => "none lies between −50 % and 10,000 % a year".to_owned(),
        NoReturn::GivenUp => "what owning costs and saves takes turns too often to find every rate".to_owned(),
    }
}

/// The same after the name of the winner, `own.hgx wins, but it does not pay back …`: what is said of itself says `it`.
#[must_use]
pub fn disagreement_with(winner: &str, disagreement: &Disagreement) -> String {
    let said = self::disagreement(disagreement);
    match said.strip_prefix(winner).filter(|rest| rest.starts_with(' ')) {
        Some(of_itself) => format!("{winner} wins, but it{of_itself}"),
        None => format!("{winner} wins, but {said}"),
    }
}

/// Which option another yardstick points to and why, as a sentence without its stop.
#[must_use]
pub fn disagreement(Disagreement { option, yardstick }: &Disagreement) -> String {
    match yardstick {
        Yardstick::Total { least, of_winner } => format!(
            "in cash over the horizon {option} costs less ({} against {}): it pays earlier, and a payment today weighs more \
             than one later",
            least.grouped(),
            of_winner.grouped()
        ),
        Yardstick::LevelizedCost { least, of_winner } => format!(
            "for each useful accelerator-hour {option} costs less ({} against {}): the two do not do the same work",
            number::readable(**least, 6),
            number::readable(**of_winner, 6)
        ),
        Yardstick::Payback { own, rent, month: None, horizon_months, needs_resale } => format!(
            "{own} does not pay back against {rent} within {}: {}",
            number::counted(*horizon_months, "month"),
            if *needs_resale {
                "it wins only with the resale that is counted"
            } else {
                "payback leaves out the resale and the tax on it, and weighs early and late payments alike"
            }
        ),
        Yardstick::Payback { own, rent, month: Some(month), .. } => {
            format!("{own} pays back against {rent} in {month}, in cash: the cost of capital outweighs that")
        }
    }
}
