//! Sentences about a backtest.

use crate::analysis::backtest::{Backtest, Coverage, Outlook, OutlookResult};
use crate::number::counted;
use crate::report::figures::{self, headline};
use crate::report::page::Section;
use rust_decimal::Decimal;

/// What is shown.
pub(super) fn title() -> &'static str {
    "Decisions with the rental prices of past months, and what they cost with the prices that followed"
}

/// How often the verdict held, and the regret.
pub(super) fn answer(of: &Backtest) -> Vec<String> {
    let Some(stated) = of.outlooks.first() else { return Vec::new() };
    vec![held(of, stated), regret(of, stated)]
}

fn held(of: &Backtest, stated: &OutlookResult) -> String {
    let months = match (of.months.first(), of.months.last()) {
        (Some(first), Some(last)) if first.month != last.month => format!(", {} to {}", first.month, last.month),
        (Some(first), _) => format!(", {}", first.month),
        (None, _) => String::new(),
    };
    let rent = stated.decisions.saturating_sub(stated.own);
    let of = format!("{}{months} ({} to own, {rent} to rent)", counted(stated.decisions, "month"), stated.own);
    if stated.held == stated.decisions {
        return format!("The verdict would have held in all of {of}.");
    }
    format!("The verdict would have held in {} of {of}.", stated.held)
}

fn regret(of: &Backtest, stated: &OutlookResult) -> String {
    let amount = |amount: Decimal| headline(&of.header.currency, amount);
    let (mean, worst) = (stated.mean_regret.map(Decimal::from), stated.worst_regret.map(Decimal::from));
    match (mean, worst, stated.worst_month) {
        (Some(mean), Some(worst), Some(month)) if worst > Decimal::ZERO => format!(
            "Mean regret {}, at most {} ({month}): the extra cost of the chosen option over the best one.",
            amount(mean),
            amount(worst)
        ),
        _ => "No regret: the chosen option was the cheapest in every month.".to_owned(),
    }
}

/// Name of an outlook in JSON and CSV.
pub(super) fn name(outlook: Outlook) -> &'static str {
    match outlook {
        Outlook::Stated => "stated",
        Outlook::Flat => "flat",
        Outlook::Falling => "falling",
        Outlook::LastYear => "last_year",
        Outlook::Estimated => "estimated",
    }
}

/// Name of an outlook in a table.
pub(super) fn outlook(outlook: Outlook) -> &'static str {
    match outlook {
        Outlook::Stated => "as stated",
        Outlook::Flat => "0 % a year",
        Outlook::Falling => "−8 % a year",
        Outlook::LastYear => "last year's trend",
        Outlook::Estimated => "estimated at the time",
    }
}

/// `21 of 24`.
pub(super) fn coverage(coverage: Coverage) -> String {
    format!("{} of {}", coverage.within, coverage.prices)
}

/// Title of the table of outlooks.
pub(super) fn of_outlooks() -> &'static str {
    "Price outlooks; held: the chosen side, own or rent, was the cheaper one; regret: present value above that of the best option; in \
     range: prices a year later within the 80 % range"
}

/// Title of the table of months.
pub(super) fn of_months(of: &Backtest) -> String {
    format!(
        "Decisions as stated; list prices per accelerator-hour, regret in {}, months of the horizon with an observed price",
        of.header.currency
    )
}

/// The sections below the tables.
pub(super) fn details(of: &Backtest) -> Vec<Section> {
    let details = [
        Section::detail("Prices", prices(of)),
        Section::detail("Note", notes(of)),
        Section::detail("Files", files(of)),
    ];
    details.into_iter().flatten().collect()
}

fn prices(of: &Backtest) -> Vec<String> {
    let series = of.options.iter().map(|priced| {
        let (first, last) = (priced.first_month, priced.last_month);
        let spot = if priced.has_spot_prices { ", with its spot prices" } else { "" };
        let missing = match priced.missing_months {
            0 => String::new(),
            some => format!("; {} without an observation, at the price of the month before", counted(some, "month")),
        };
        format!("{}: {}, {first} to {last}{spot}{missing}", priced.option, priced.series)
    });
    series.collect()
}

fn files(of: &Backtest) -> Vec<String> {
    of.files.iter().map(|file| format!("{} · sha256 {}", file.name, file.sha256)).collect()
}

fn notes(of: &Backtest) -> Vec<String> {
    let horizon = counted(of.header.horizon_months, "month");
    let decisions = u32::try_from(of.months.len()).unwrap_or(u32::MAX);
    let observed = if of.complete == decisions {
        format!("after every decision, prices were observed for all {horizon}")
    } else {
        format!(
            "after {} of {}, prices were observed for all {horizon}; after the others, the last price is held",
            of.complete,
            counted(decisions, "decision")
        )
    };
    let unchanged =
        (!of.unchanged.is_empty()).then(|| format!("at the stated amount in every month: {}", of.unchanged.join(", ")));
    let covered = of.outlooks.iter().filter_map(|result| Some((result, share(result.coverage?)?)));
    let covered = covered.map(|(result, share)| {
        format!("{}: {share} of the prices a year later were within the 80 % range", outlook(result.outlook))
    });
    let rest = [
        "servers and all other inputs cost what the scenario states in every month".to_owned(),
        "decisions of neighbouring months share most of their prices, so they are not independent evidence".to_owned(),
    ];
    [Some(observed), unchanged].into_iter().flatten().chain(covered).chain(rest).collect()
}

fn share(coverage: Coverage) -> Option<String> {
    Decimal::from(coverage.within).checked_div(Decimal::from(coverage.prices)).map(figures::share)
}
