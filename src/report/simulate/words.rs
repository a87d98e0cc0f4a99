//! A simulation in words, shared by every format that people read.

use crate::analysis::simulate::{DrawnDifference, DrawnOption, Simulation};
use crate::number;
use crate::reasons;
use crate::report::figures;
use crate::report::inputs::value;
use crate::report::page::{Cell, Form, Meaning, Section};
use crate::scenario::quantity::Kind;
use crate::scenario::uncertainty::Spread;
use rust_decimal::Decimal;

/// How many draws of what, and from which random numbers.
pub(super) fn title(simulation: &Simulation) -> String {
    let count = u32::try_from(simulation.inputs.len()).unwrap_or(u32::MAX);
    format!(
        "{} draws of {} at once; seed {}; all else as stated",
        number::grouped(Decimal::from(simulation.sampling.draws), 0),
        number::counted(count, "uncertain input"),
        simulation.sampling.seed
    )
}

/// A share of the draws, to a tenth of a percent, but never 0 % of what happened or 100 % of what did not always.
pub(super) fn chance(share: Decimal) -> Cell {
    let tenths = share.round_dp(3);
    let seldom = (tenths.is_zero() && !share.is_zero()) || (tenths == Decimal::ONE && share != Decimal::ONE);
    if seldom {
        Cell::Number(share, Form::Percent(figures::share_decimals(&[share])))
    } else {
        Cell::Number(tenths, Form::Percent(1))
    }
}

/// `PERT 0 % to 60 %, likely 20 %`.
pub(super) fn spread(kind: &Kind, spread: Spread) -> String {
    let of = |number: Decimal| value(kind, number).text();
    match spread {
        Spread::Uniform { low, high } => format!("uniform {} to {}", of(low), of(high)),
        Spread::Pert { low, likely, high } => format!("PERT {} to {}, likely {}", of(low), of(high), of(likely)),
        Spread::Lognormal { p10, p90 } => format!("lognormal P10 {}, P90 {}", of(p10), of(p90)),
    }
}

/// The option that wins most often; of those that win alike, the earlier.
pub(super) fn most_often(simulation: &Simulation) -> Option<usize> {
    let options = simulation.options.iter().enumerate().filter(|(_, option)| !option.wins.is_zero());
    options.rev().max_by_key(|(_, option)| option.wins).map(|(at, _)| at)
}

/// What the draws say.
pub(super) fn sections(simulation: &Simulation) -> Vec<Section> {
    let rest = [
        Section::detail("Regret", regrets(simulation)),
        Section::detail("Difference", simulation.difference.iter().map(difference).collect()),
        Section::detail("Excluded", excluded(simulation)),
        Section::detail("Precision", vec![precision(simulation)]),
    ];
    let verdict = Section::answer("Verdict", Meaning::Winner, vec![verdict(simulation)]);
    std::iter::once(verdict).chain(rest.into_iter().flatten()).collect()
}

fn verdict(simulation: &Simulation) -> String {
    let Some(winner) = most_often(simulation).map(|at| &simulation.options[at]) else {
        return "No option can win in any draw.".to_owned();
    };
    let stated = stated_winner(simulation);
    let same = match stated {
        Some(stated) if stated.name == winner.name => ", and as stated".to_owned(),
        Some(stated) => format!("; as stated {} wins", stated.name),
        None => String::new(),
    };
    let nobody = if simulation.nobody.is_zero() {
        String::new()
    } else {
        format!(" In {} no option can win.", chance(*simulation.nobody).text())
    };
    format!("{} wins in {} of the draws{same}.{nobody}", winner.name, chance(*winner.wins).text())
}

/// The option that wins at the stated values.
fn stated_winner(simulation: &Simulation) -> Option<&DrawnOption> {
    let able = simulation.options.iter().filter(|option| option.cannot_win_because.is_empty());
    able.filter(|option| option.stated.is_some()).min_by_key(|option| option.stated)
}

/// The choice that is regretted least, and what its rivals cost on average.
fn regrets(simulation: &Simulation) -> Vec<String> {
    let certain = |option: &&DrawnOption| option.not_possible.is_zero() && option.cannot_win.is_zero();
    let able = simulation.options.iter().filter(certain).filter(|option| option.regret.is_some());
    let Some(least) = able.min_by_key(|option| option.regret) else { return Vec::new() };
    let regret = least.regret.map(Decimal::from).unwrap_or_default();
    if regret.is_zero() {
        return vec![format!("{} turns out best in every draw", least.name)];
    }
    let amount = number::grouped(regret, 0);
    vec![format!(
        "of what can be chosen in every draw, {} is regretted least: on average it costs {amount} more than what turns out best",
        least.name
    )]
}

fn difference(found: &DrawnDifference) -> String {
    let chances = found.own_costs_less.map_or_else(
        || "the two are never possible together".to_owned(),
        |share| format!("owning costs less in {} of the draws", chance(*share).text()),
    );
    let between = found.quantiles.as_ref().and_then(|quantiles| Some((quantiles.at(5)?, quantiles.at(95)?)));
    let between = between.map(|(low, high)| {
        format!("; nine of ten differences lie from {} to {}", number::grouped(*low, 0), number::grouped(*high, 0))
    });
    format!("{} less {}: {chances}{}", found.own, found.rent, between.unwrap_or_default())
}

fn excluded(simulation: &Simulation) -> Vec<String> {
    let barred = simulation.options.iter().filter(|option| !option.cannot_win_because.is_empty());
    barred
        .map(|option| {
            format!("{} cannot win: {}", option.name, reasons::joined(&option.cannot_win_because, reasons::cannot_win))
        })
        .collect()
}

/// Two standard errors of a share of one half, the least sure of all.
fn precision(simulation: &Simulation) -> String {
    let variance = Decimal::ONE / Decimal::from(simulation.sampling.draws.max(1));
    let points = number::root(variance, 2) * Decimal::ONE_HUNDRED;
    let points = number::readable(points, 1);
    format!("shares of the draws are sure to ±{points} percentage points; more draws make them surer")
}
