//! Text of a simulation, shared by the formats for people.

use crate::analysis::simulate::{DrawnDifference, DrawnInput, DrawnOption, MovesWith, Shortfalls, Simulation};
use crate::model::OptionId;
use crate::number;
use crate::reasons;
use crate::report::figures;
use crate::report::inputs::{phrase, text_with_currency};
use crate::report::page::{Cell, Meaning, Notation, Section};
use crate::scenario::uncertainty::Spread;
use rust_decimal::Decimal;

/// Title of the table of chances.
pub(super) const CHANCES: &str =
    "Chances; regret is the extra cost of a choice over the best option of each simulation";
/// Title of the table of percentiles.
pub(super) const PRESENT_VALUES: &str = "Present value; 5 % of simulations are below P5, 50 % below P50";
/// Label of the row of expected shortfall.
pub(super) const WORST: &str = "mean of worst 5 %";

/// Number of simulations and of uncertain inputs, and the seed.
pub(super) fn title(simulation: &Simulation) -> String {
    let count = u32::try_from(simulation.inputs.len()).unwrap_or(u32::MAX);
    format!(
        "{} simulations of {}; seed {}; all other inputs fixed",
        number::grouped(Decimal::from(simulation.sampling.draws), 0),
        number::counted(count, "uncertain input"),
        simulation.sampling.seed
    )
}

/// Title of the table of inputs.
pub(super) fn drawn(simulation: &Simulation) -> &'static str {
    let alone = simulation.inputs.iter().all(|input| input.moves_with == MovesWith::Nothing);
    if alone {
        "Uncertain inputs, drawn independently"
    } else {
        "Uncertain inputs; see Correlated for those that are not independent"
    }
}

/// Correlated inputs, and how they are correlated.
fn together(simulation: &Simulation) -> Vec<String> {
    let mut names: Vec<&str> = Vec::new();
    let mut sentences = Vec::new();
    for input in &simulation.inputs {
        match &input.moves_with {
            MovesWith::Nothing => {}
            MovesWith::Shared(name) if names.contains(&name.as_str()) => {}
            MovesWith::Shared(name) => {
                names.push(name);
                sentences.push(by_one_draw(simulation, name));
            }
            // each pair once
            MovesWith::Correlated(others) => {
                sentences.extend(others.iter().filter(|other| input.path < other.path).map(|other| {
                    let by = number::readable(*other.correlation, 6);
                    let [one, two] = [&input.path, &other.path].map(|path| phrase(&simulation.header, path));
                    format!("{one} and {two}: correlation {by}")
                }));
            }
        }
    }
    sentences
}

fn by_one_draw(simulation: &Simulation, name: &str) -> String {
    let with = simulation.inputs.iter().filter(|input| input.moves_with == MovesWith::Shared(name.to_owned()));
    let (walks, others): (Vec<&DrawnInput>, Vec<&DrawnInput>) = with.partition(|input| input.spread.walk().is_some());
    let [walks, others] = [walks, others].map(|inputs| -> Vec<String> {
        inputs.into_iter().map(|input| phrase(&simulation.header, &input.path)).collect()
    });
    match (walks.as_slice(), others.as_slice()) {
        ([], others) => {
            format!("{name}: {} share one draw, each at the same percentile of its range", reasons::listed(others))
        }
        (walks, []) => format!("{name}: {} share the draws of every month", reasons::listed(walks)),
        (walks, others) => format!(
            "{name}: {} at the percentile that {} in the last month",
            reasons::listed(others),
            if let [walk] = walks { format!("{walk} has") } else { format!("{} have", reasons::listed(walks)) },
        ),
    }
}

/// A share of simulations, to a tenth of a percent, with more decimals instead of a rounded 0 % or 100 %.
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
    let of = |number: Decimal| text_with_currency(drawn.kind, drawn.currency, number);
    match &drawn.spread {
        Spread::Uniform { low, high } => format!("{} to {} (uniform)", of(*low), of(*high)),
        Spread::Pert { low, likely, high } => format!("{} to {}, likely {} (PERT)", of(*low), of(*high), of(*likely)),
        Spread::Lognormal { p10, p90 } => format!("P10 {}, P90 {} (lognormal)", of(*p10), of(*p90)),
        Spread::Walk(walk) => {
            let (p10, p90) = walk.ends();
            format!("P10 {}, P90 {} (random walk, {})", of(p10), of(p90), of(walk.volatility))
        }
        Spread::Discrete(values) => {
            let weights: Vec<Decimal> = values.iter().map(|(_, weight)| *weight).collect();
            let weighted = |((value, _), share): (&(Decimal, Decimal), String)| format!("{} ({share})", of(*value));
            let values = values.iter().zip(figures::shares(&weights)).map(weighted);
            reasons::listed(&values.collect::<Vec<String>>())
        }
    }
}

/// The index of the option that wins most often, the first one on a tie; `None` if no option wins.
pub(in crate::report) fn most_often(simulation: &Simulation) -> Option<usize> {
    let options = simulation.options.iter().enumerate().filter(|(_, option)| !option.wins.is_zero());
    options.rev().max_by_key(|(_, option)| option.wins).map(|(at, _)| at)
}

/// The verdict.
pub(super) fn answer(simulation: &Simulation) -> Section {
    Section::answer("Verdict", Meaning::Winner, vec![verdict(simulation)])
}

/// The sections below the tables.
pub(super) fn sections(simulation: &Simulation) -> Vec<Section> {
    let rest = [
        Section::detail("Regret", regrets(simulation)),
        Section::detail("Difference", simulation.difference.iter().map(difference).collect()),
        Section::detail("Worst 5 %", simulation.difference.iter().filter_map(worst).collect()),
        Section::detail("Correlated", together(simulation)),
        Section::detail("Excluded", excluded(simulation)),
        Section::detail("Clipped", simulation.inputs.iter().filter_map(|input| clipped(simulation, input)).collect()),
        Section::detail("Precision", vec![precision(simulation)]),
    ];
    rest.into_iter().flatten().collect()
}

fn verdict(simulation: &Simulation) -> String {
    let Some(winner) = most_often(simulation).map(|at| &simulation.options[at]) else {
        return "No option can be chosen in any simulation.".to_owned();
    };
    let base_winner = base_case_winner(simulation);
    let same = match base_winner {
        Some(base_winner) if base_winner.name == winner.name => ", and in the base case".to_owned(),
        Some(base_winner) => format!("; in the base case {} wins", base_winner.name),
        None => String::new(),
    };
    let nobody = if simulation.nobody.is_zero() {
        String::new()
    } else {
        format!(" In {} no option can be chosen.", chance(*simulation.nobody).text())
    };
    format!("{} wins in {} of simulations{same}.{nobody}", winner.name, chance(*winner.wins).text())
}

/// How often an option wins: `own.hgx wins in 62.1 % of simulations`.
pub(in crate::report) fn chance_of(simulation: &Simulation, option: &OptionId) -> Option<String> {
    let drawn = simulation.options.iter().find(|drawn| drawn.name == *option)?;
    Some(format!("{option} wins in {} of simulations", chance(*drawn.wins).text()))
}

/// How often an option wins, which one wins most often, and which has the lowest expected regret, in one line.
pub(in crate::report) fn in_a_line(simulation: &Simulation, winner: &OptionId) -> String {
    let won = |option: &DrawnOption| chance(*option.wins).text();
    let of_winner = chance_of(simulation, winner).unwrap_or_default();
    let other = most_often(simulation).map(|at| &simulation.options[at]).filter(|most| most.name != *winner);
    let other = other.map(|most| format!(", {} in {}", most.name, won(most))).unwrap_or_default();
    let regret = least_regret(simulation).map(|least| format!("; lowest expected regret: {}", least.name));
    format!("{of_winner}{other}{}", regret.unwrap_or_default())
}

/// The option with the lowest expected regret among those that can be chosen in every simulation.
fn least_regret(simulation: &Simulation) -> Option<&DrawnOption> {
    let certain = |option: &&DrawnOption| option.not_possible.is_zero() && option.cannot_win.is_zero();
    let able = simulation.options.iter().filter(certain).filter(|option| option.regret.is_some());
    able.min_by_key(|option| option.regret)
}

/// The winner of the base case.
fn base_case_winner(simulation: &Simulation) -> Option<&DrawnOption> {
    let able = simulation.options.iter().filter(|option| option.cannot_win_because.is_empty());
    able.filter(|option| option.base_value.is_some()).min_by_key(|option| option.base_value)
}

/// The option with the lowest expected regret, and that regret.
fn regrets(simulation: &Simulation) -> Vec<String> {
    let Some(least) = least_regret(simulation) else { return Vec::new() };
    let regret = least.regret.map(Decimal::from).unwrap_or_default();
    if regret.is_zero() {
        return vec![format!("none for {}, which is the best option in every simulation", least.name)];
    }
    let amount = number::grouped(regret, 0);
    vec![format!(
        "lowest expected regret among options that can be chosen in every simulation: {}, {amount} above the best on \
         average",
        least.name
    )]
}

fn difference(found: &DrawnDifference) -> String {
    let chances = found.own_costs_less.map_or_else(
        || "the two are never possible in the same simulation".to_owned(),
        |share| format!("owning costs less in {} of simulations", chance(*share).text()),
    );
    let between = found.quantiles.as_ref().and_then(|quantiles| Some((quantiles.at(5)?, quantiles.at(95)?)));
    let between = between.map(|(low, high)| {
        format!(
            "; in 90 % of simulations the difference is from {} to {}",
            number::grouped(*low, 0),
            number::grouped(*high, 0)
        )
    });
    format!("{} minus {}: {chances}{}", found.own, found.rent, between.unwrap_or_default())
}

/// Sentence on the expected shortfall of each side against the other; `None` without shortfalls.
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
        "on average over its worst 5 % of simulations, owning {} renting, and renting {} owning",
        costs(*own),
        costs(*rent)
    ))
}

/// Sentence on the draws of an input outside its bounds; `None` without any.
fn clipped(simulation: &Simulation, input: &DrawnInput) -> Option<String> {
    let counted = |count: usize| number::grouped(Decimal::from(count), 0);
    (input.clipped > 0).then(|| {
        format!(
            "{} of {} draws of {} were outside its bounds, {}, and were set to the bound",
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
            format!(
                "{} can't be chosen: {}",
                option.name,
                reasons::joined(&option.cannot_win_because, reasons::cannot_win)
            )
        })
        .collect()
}

/// Precision of the shares: two standard errors of a share of one half, where they are the largest.
fn precision(simulation: &Simulation) -> String {
    let variance = Decimal::ONE / Decimal::from(simulation.sampling.draws.max(1));
    let points = number::root(variance, 2) * Decimal::ONE_HUNDRED;
    let points = number::readable(points, 1);
    format!("95 % confidence: ±{points} points on a share of simulations; a larger `--draws` narrows it")
}
