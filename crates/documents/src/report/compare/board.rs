//! Board page of a comparison: one side of paper for those who decide, with rounded amounts and without places of files.

use super::bars::{bars, ranking};
use super::{Compared, holds, sections, verdict};
use crate::analysis::flip::{FactorMeasure, Flip, FlipReason};
use crate::analysis::statement::{Comparison, OptionResult};
use crate::model::OptionId;
use crate::report::page::{Bars, Block, Cell, Chart, Notation, OptionBar, Page, PageContext, Say, Section, Table};
use crate::report::{figures, header, simulate};
use crate::scenario::Labels;
use language::facts::capitalized;

/// Maximum number of options that the question names.
const NAMED: usize = 4;
/// Maximum number of inputs that turn the verdict.
const TURNS: usize = 3;
/// Longest notes of the author with the question, in characters.
const NOTES: usize = 240;
/// Width of section headings in terminal cells: `Recommendation`.
const MARGIN: usize = 16;

/// Parts of a board page from other commands.
#[derive(Debug)]
pub(in crate::report) struct BoardParts<'f> {
    /// Cash of each option by year.
    pub(in crate::report) cash: Option<Table>,
    /// Inputs that turn the verdict, nearest first.
    pub(in crate::report) flips: &'f [Flip],
    /// Inputs with the largest effect.
    pub(in crate::report) assumptions: Vec<String>,
}

/// Board page: question, answer, bars, conditions, cash, assumptions, owner and recommendation.
pub(in crate::report) fn board(compared: &Compared<'_>, parts: BoardParts<'_>) -> Page {
    let comparison = compared.comparison;
    let mut page = header::page(&comparison.header, MARGIN, super::data::data(compared));
    page.labels = short_names(comparison);
    page.read = PageContext::Board;
    let bars = bars(comparison).map(|drawn| Block::Chart(Chart::Bars(rounded(drawn, comparison))));
    let rest = [
        Section::detail("Assumptions", parts.assumptions),
        Section::detail("Owner", vec![owner(comparison)]),
        Section::detail("Recommendation", vec![recommendation(compared)]),
    ];
    let blocks = [
        Some(Block::Lead(question(comparison))),
        Some(Block::Sections(vec![sections::answer(comparison)])),
        bars,
        super::sections_block(conditions(compared, parts.flips)),
        parts.cash.map(Block::Table),
        super::sections_block(rest.into_iter().flatten().collect()),
    ];
    page.blocks = blocks.into_iter().flatten().collect();
    page
}

/// Labels of options; one without a label is called by its name without the side, if no other is called so.
fn short_names(comparison: &Comparison) -> Labels {
    let labels = &comparison.header.labels;
    let display_name = |option: &OptionResult| {
        let label = labels.of(option.name.as_str());
        label.unwrap_or_else(|| option.name.name()).to_owned()
    };
    let is_alone = |name: &String| comparison.options.iter().filter(|other| display_name(other) == *name).count() == 1;
    let options = comparison.options.iter().map(|option| (option, display_name(option)));
    options.filter(|(_, name)| is_alone(name)).map(|(option, name)| (option.name.to_string(), name)).collect()
}

/// The options to decide between, and short notes of the author.
fn question(comparison: &Comparison) -> String {
    let ranked = ranking(comparison).into_iter().map(|at| verdict::using(comparison, &comparison.options[at]));
    let mut options: Vec<String> = ranked.collect();
    let further = options.len().saturating_sub(NAMED);
    let months = comparison.header.horizon_months;
    let notes = comparison.header.notes.as_ref().filter(|notes| notes.chars().count() <= NOTES);
    let notes = notes.map(|notes| format!(" {notes}")).unwrap_or_default();
    if further > 1 {
        options.truncate(NAMED);
        options.push(format!("one of {further} other options"));
    }
    let last = options.pop().unwrap_or_default();
    if options.is_empty() {
        return format!("What does {last} cost over {months} months?{notes}");
    }
    format!("What costs the least over {months} months: {} or {last}?{notes}", options.join(", "))
}

/// Bars with rounded amounts, without explanations.
fn rounded(bars: Bars, comparison: &Comparison) -> Bars {
    let bar = |bar: OptionBar| {
        let amount = bar.amount.number().map(|amount| Cell::Number(amount, Notation::Rounded));
        OptionBar { explained: None, amount: amount.into(), ..bar }
    };
    let amount = format!("{}, {}", bars.amount, comparison.header.currency);
    Bars { amount, options: bars.options.into_iter().map(bar).collect(), ..bars }
}

/// Conditions of the verdict with rounded amounts; caveats are part of the recommendation.
fn conditions(compared: &Compared<'_>, flips: &[Flip]) -> Vec<Section> {
    let rounded = |say: Say| match say {
        Say::Text(text) => Say::Text(figures::with_rounded_amounts(&text)),
        Say::Axis(axis) => Say::Axis(axis),
    };
    let all = sections::conditions(compared).into_iter();
    let kept = all.filter(|section| !matches!(section.heading, "Caveats" | "Turns if"));
    let kept = kept.map(|section| Section { says: section.says.into_iter().map(rounded).collect(), ..section });
    // rounded prices would hide how near they are
    kept.chain(Section::detail("Turns if", turns(compared.comparison, flips))).collect()
}

/// Prices that turn the verdict, nearest first; if there are none, other inputs.
fn turns(comparison: &Comparison, flips: &[Flip]) -> Vec<String> {
    let prices = holds::turns(comparison);
    if !prices.is_empty() {
        return prices.into_iter().take(TURNS).collect();
    }
    // where an option stops being possible is its limit and does not turn the verdict by cost
    let is_turn =
        |flip: &&Flip| flip.number.measure == FactorMeasure::Number && !matches!(flip.because, FlipReason::Out(_));
    let numbers = flips.iter().filter(is_turn).take(TURNS);
    // unlike a price, such an input can belong to either of two options
    let mut flips: Vec<String> = numbers.map(|flip| holds::turn(flip, "", &comparison.header, usize::MAX)).collect();
    if flips.is_empty() {
        flips.push("no tested input turns it on its own".to_owned());
    }
    flips
}

/// Owner of the decision, date of its prices, and review.
fn owner(comparison: &Comparison) -> String {
    let header = &comparison.header;
    let owner = header.owner.as_deref().unwrap_or("no owner is stated (`owner`)");
    let date = header.date.as_ref().map(|date| format!("; prices of {date}")).unwrap_or_default();
    let review = match (&header.review_by, header.reviews.as_slice()) {
        (None, _) => "no review date is stated (`review_by`)".to_owned(),
        (Some(date), []) => format!("review by {date}"),
        (Some(_), reviews) => format!("reviews by {}", reviews.join(", ")),
    };
    format!("{owner}; {review}{date}")
}

/// What to do, in sentences composed from the results: verdict, margin, simulations and the first caveat.
fn recommendation(compared: &Compared<'_>) -> String {
    let comparison = compared.comparison;
    let Some(winner) = comparison.verdict.winner.as_ref() else {
        return "None: no option can be chosen.".to_owned();
    };
    let plan = compared.plan.as_ref().map(|_| "Price the plan above first: it costs less.".to_owned());
    let sentences = [
        Some(choice(comparison, winner)),
        plan,
        simulated(compared, winner),
        Some(caveat(compared)),
        accepted(compared),
    ];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Choice and its margin.
fn choice(comparison: &Comparison, winner: &OptionId) -> String {
    let using = |name: &OptionId| {
        comparison.option(name).map_or_else(|| name.to_string(), |option| verdict::using(comparison, option))
    };
    let verdict = &comparison.verdict;
    let (Some(runner_up), Some(saving)) = (&verdict.runner_up, verdict.saving) else {
        return format!(
            "{} has no alternative in this comparison; add one before deciding.",
            capitalized(&using(winner))
        );
    };
    let (best, other) = (using(winner), using(runner_up));
    if saving.is_zero() {
        return format!("Choose between {best} and {other} on other grounds than cost: both cost the same.");
    }
    let amount = figures::headline(&comparison.header.currency, *saving);
    let share = verdict.saving_share.map(|share| format!(" ({})", figures::share(*share))).unwrap_or_default();
    if verdict.close {
        let margin = figures::rate(*comparison.header.close_call);
        return format!(
            "Choose between {best} and {other} on other grounds than cost, or firm up the inputs above first: the \
             difference of {amount}{share} is within the margin of {margin}."
        );
    }
    format!("In the base case choose {best}: it costs {amount}{share} less than {other}.")
}

/// How often the winner wins in simulations, with a warning where another option wins more often; or that it is not known.
fn simulated(compared: &Compared<'_>, winner: &OptionId) -> Option<String> {
    let Some(simulation) = compared.simulation() else { return Some("No uncertainty was tested.".to_owned()) };
    let chance = simulate::chance_of(simulation, winner)?;
    let better = simulate::most_often(simulation).map(|at| &simulation.options[at].name);
    let better = better.filter(|most| *most != winner).and_then(|most| simulate::chance_of(simulation, most));
    let warning = better.map(|better| format!(", but {better}: do not decide on the base case alone"));
    Some(format!("{chance}{}.", warning.unwrap_or_default()))
}

/// First caveat, with the amount at stake.
fn caveat(compared: &Compared<'_>) -> String {
    let mut open = compared.caveats.iter().filter(|caveat| caveat.accepted_because.is_none());
    let Some(first) = open.next() else { return "No caveat is open.".to_owned() };
    let currency = &compared.comparison.header.currency;
    let stake = first.finding.at_stake.map(|amount| format!(" ({} at stake)", figures::headline(currency, amount)));
    let message = figures::with_rounded_amounts(&first.finding.message);
    let others = match open.count() {
        0 => String::new(),
        1 => " One more caveat is in the full report.".to_owned(),
        others => format!(" {others} more caveats are in the full report."),
    };
    format!("Settle first: {message}{}.{others}", stake.unwrap_or_default())
}

/// Findings that the author accepts.
fn accepted(compared: &Compared<'_>) -> Option<String> {
    sections::accepted_by_author(compared).map(|accepted| format!("{}.", capitalized(&accepted)))
}
