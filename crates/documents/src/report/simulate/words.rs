//! A simulation in words, shared by every format that people read.

use crate::analysis::simulate::{DrawnDifference, DrawnInput, DrawnOption, MovesWith, Shortfalls, Simulation};
use crate::number;
use crate::reasons;
use crate::report::figures;
use crate::report::inputs::{phrase, said};
use crate::report::page::{Cell, Meaning, Notation, Section};
use crate::scenario::uncertainty::Spread;
use rust_decimal::Decimal;

/// What stands above the chances.
pub(super) const CHANCES: &str = "Chances; regret is what a choice costs above what turns out best";
/// What stands above the percentiles.
pub(super) const PRESENT_VALUES: &str = "Present value; below P5 lie 5 of 100 draws, below P50 half of them";
/// The row of expected shortfall.
pub(super) const WORST: &str = "mean of worst 5 %";

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

/// What stands above the inputs.
pub(super) fn drawn(simulation: &Simulation) -> &'static str {
    let alone = simulation.inputs.iter().all(|input| input.moves_with == MovesWith::Nothing);
    if alone { "What is drawn, independently" } else { "What is drawn; see below what moves together" }
}

/// Which inputs move together, and how.
fn together(simulation: &Simulation) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    let mut said = Vec::new();
    for input in &simulation.inputs {
        match &input.moves_with {
            MovesWith::Nothing => {}
            MovesWith::Shared(name) if names.contains(&name.as_str()) => {}
            MovesWith::Shared(name) => {
                names.push(name);
                said.push(by_one_draw(simulation, name));
            }
            // each pair once
            MovesWith::Correlated(others) => {
                said.extend(others.iter().filter(|other| input.path < other.path).map(|other| {
                    let by = number::readable(*other.correlation, 6);
                    let [one, two] = [&input.path, &other.path].map(|path| phrase(&simulation.header, path));
                    format!("{one} and {two}: correlation {by}")
                }));
            }
        }
    }
    said
}

fn by_one_draw(simulation: &Simulation, name: &str) -> String {
    let with = simulation.inputs.iter().filter(|input| input.moves_with == MovesWith::Shared(name.to_owned()));
    let called: Vec<String> = with.map(|input| phrase(&simulation.header, &input.path)).collect();
    format!("{name}: {} are moved by one draw, each to the same percentile of its range", reasons::listed(&called))
}

/// A share of the draws, to a tenth of a percent, but never 0 % of what happened or 100 % of what did not always.
pub(super) fn chance(share: Decimal) -> Cell {
    let tenths = share.round_dp(3);
    let seldom = (tenths.is_zero() && !share.is_zero()) || (tenths == Decimal::ONE && share != Decimal::ONE);
    if seldom {
        Cell::Number(share, Notation::Percent(figures::share_decimals(&[share])))
    } else {
        Cell::Number(tenths, Notation::Percent(1))
    }
}

/// `0 % to 60 %, likely 20 % (PERT)`.
pub(super) fn spread(drawn: &DrawnInput) -> String {
    let of = |number: Decimal| said(drawn.kind, drawn.currency, number);
    match drawn.spread {
        Spread::Uniform { low, high } => format!("{} to {}, all alike (uniform)", of(low), of(high)),
        Spread::Pert { low, likely, high } => format!("{} to {}, likely {} (PERT)", of(low), of(high), of(likely)),
        Spread::Lognormal { p10, p90 } => format!("P10 {}, P90 {} (lognormal)", of(p10), of(p90)),
    }
}

/// The option that wins most often; of those that win alike, the earlier.
pub(super) fn most_often(simulation: &Simulation) -> Option<usize> {
    let options = simulation.options.iter().enumerate().filter(|(_, option)| !option.wins.is_zero());
    options.rev().max_by_key(|(_, option)| option.wins).map(|(at, _)| at)
}

/// Which option wins most often.
pub(super) fn answer(simulation: &Simulation) -> Section {
    Section::answer("Verdict", Meaning::Winner, vec![verdict(simulation)])
}

/// What else the draws say.
pub(super) fn sections(simulation: &Simulation) -> Vec<Section> {
    let rest = [
        Section::detail("Regret", regrets(simulation)),
        Section::detail("Difference", simulation.difference.iter().map(difference).collect()),
        Section::detail("Worst 5 %", simulation.difference.iter().filter_map(worst).collect()),
        Section::detail("Together", together(simulation)),
        Section::detail("Excluded", excluded(simulation)),
        Section::detail("Clipped", simulation.inputs.iter().filter_map(|input| clipped(simulation, input)).collect()),
        Section::detail("Precision", vec![precision(simulation)]),
    ];
    rest.into_iter().flatten().collect()
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
        return vec![format!("none for {}, which turns out best in every draw", least.name)];
    }
    let amount = number::grouped(regret, 0);
    vec![format!(
        "least for {}, of what can be chosen in every draw: on average it costs {amount} more than what turns out best",
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
        format!(
            "; in 9 of 10 draws the difference is from {} to {}",
            number::grouped(*low, 0),
            number::grouped(*high, 0)
        )
    });
    format!("{} less {}: {chances}{}", found.own, found.rent, between.unwrap_or_default())
}

/// What each choice costs against the other where it does worst.
fn worst(found: &DrawnDifference) -> Option<String> {
    let Shortfalls { own, rent } = found.shortfalls?;
    let costs = |amount: Decimal| {
        if amount < Decimal::ZERO {
            format!("still costs {} less than", number::grouped(-amount, 0))
        } else {
            format!("costs {} more than", number::grouped(amount, 0))
        }
    };
    Some(format!(
        "on average over the 5 % of the draws that are worst for it, owning {} renting, and renting {} owning",
        costs(*own),
        costs(*rent)
    ))
}

/// How many draws of an input were beyond what it may be.
fn clipped(simulation: &Simulation, input: &DrawnInput) -> Option<String> {
    let counted = |count: usize| number::grouped(Decimal::from(count), 0);
    (input.clipped > 0).then(|| {
        format!(
            "{} of {} draws of {} lay beyond what it may be, {}, and were taken at that bound",
            counted(input.clipped),
            counted(simulation.sampling.draws),
            phrase(&simulation.header, &input.path),
            input.kind.range_in(input.currency, &simulation.header.currency)
        )
    })
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
    format!(
        "in 19 of 20 simulations a share of the draws is right to ±{points} percentage points; more draws make it surer"
    )
}
