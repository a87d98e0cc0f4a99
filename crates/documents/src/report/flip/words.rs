//! Text about flips: the input, its value today and at the flip, and the winner beyond it.

use crate::analysis::flip::{
    BestBySide, Beyond, FactorMeasure, Flip, FlipInput, FlipReason, Flips, Group, InRange, Proof, SameSideFlips, Steady,
};
use crate::analysis::statement::Header;
use crate::diagnostic::SourceId;
use crate::model::{OptionId, OptionKind};
use crate::number;
use crate::reasons;
use crate::report::page::{Cell, Notation as RawValue};
use crate::report::{figures, inputs};
use crate::scenario::document::Origin;
use crate::scenario::quantity::NumberForm;
use crate::sheet::{Direction, Grid};
use rust_decimal::Decimal;

/// Significant digits of a flip value.
const DIGITS: u32 = 4;
/// Maximum decimals that distinguish a flip value from today's value.
const MOST: u32 = 12;

/// The decision to reverse.
pub(super) fn decision(flips: &Flips) -> String {
    let Some(BestBySide { winner, other_side, .. }) = &flips.today else {
        let reasons = flips.undecided_because.iter().map(reasons::undecided).collect::<Vec<_>>().join(". ");
        let alone = flips.same_side.first().map(|same_side| {
            format!(
                " {} costs the least. Each line is one input that makes another option cheaper while all others stay \
                 fixed.",
                same_side.winner
            )
        });
        let alone = alone.unwrap_or_default();
        return format!("There is no decision between owning and renting to reverse: {reasons}.{alone}");
    };
    let decided =
        if flips.close { format!("Too close to call, in favour of {winner}") } else { format!("{winner} wins") };
    format!(
        "{decided}; the best option of the other side is {other_side}. Each line is one input that reverses the decision \
         while all others stay fixed."
    )
}

/// Display name of an input: `mean …` or `all …` for the values of a list, with the currency if it is another one.
pub(super) fn name(input: &FlipInput, header: &Header) -> String {
    let heading = inputs::measured(header, &input.path, input.measure).heading();
    match input.currency.filter(|_| input.kind.is_money() && input.measure != FactorMeasure::Multiple) {
        Some(currency) => format!("{heading} ({})", currency.code()),
        None => heading,
    }
}

/// The value today and the flip value, with enough digits to distinguish them, at least four.
pub(in crate::report) fn values(flip: &Flip, header: &Header) -> (Cell, Cell) {
    let input = &flip.number;
    let is_share = is_share(input);
    if input.grid == Grid::Whole && !is_share {
        return (Cell::fixed(input.today, 0), Cell::fixed(flip.at, 0));
    }
    let shown = |value| if is_share { hundredfold(value) } else { value };
    let (today, at) = (shown(input.today), shown(flip.at));
    // amounts have cents; a unit price, such as that of a kilowatt-hour, keeps its own digits
    let own = today.normalize().scale();
    let is_money = input.kind.unit.is_of_money();
    let least = if is_money && !is_share { header.minor_digits.max(own) } else { own.min(6) };
    let enough = |decimals: &u32| {
        let rounded = number::money(at, *decimals);
        let told_apart = rounded != number::money(today, *decimals) || at == today;
        told_apart && (rounded == at || rounded.abs() >= Decimal::new(10_i64.pow(DIGITS - 1), *decimals))
    };
    let decimals = (least..=MOST).find(enough).unwrap_or(MOST);
    let form = |decimals| if is_share { RawValue::Percent(decimals) } else { RawValue::Fixed(decimals) };
    (Cell::Number(input.today, form(least)), Cell::Number(flip.at, form(decimals)))
}

/// Whether an input is shown as a percentage: a share, or a multiple of today's values.
pub(in crate::report) fn is_share(input: &FlipInput) -> bool {
    input.kind.form == NumberForm::Share || input.measure != FactorMeasure::Number
}

fn hundredfold(share: Decimal) -> Decimal {
    share.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(share)
}

/// The change from today's value to the flip value: a share in percentage points, another number as a share of its value
/// today; `None` if that value is 0.
pub(in crate::report) fn change(flip: &Flip) -> Option<String> {
    if flip.is_at_once() {
        return Some("any change".to_owned());
    }
    let sign = if flip.distance().is_sign_negative() { "−" } else { "+" };
    let share = |of: Decimal| figures::share(number::ratio(of.abs()));
    // a list changes by a factor, which is not a share
    if flip.number.kind.form == NumberForm::Share && flip.number.measure != FactorMeasure::Multiple {
        let points = share(flip.distance()).replace(" %", " points");
        return Some(format!("{sign}{points}"));
    }
    flip.distance_share().map(|of| format!("{sign}{}", share(of)))
}

/// Title of a group.
pub(super) fn title(group: Group) -> &'static str {
    match group {
        Group::Terms => "Prices, rates and terms",
        Group::Demand => "Demand",
        Group::Limit => "Where an option stops being possible",
        Group::Measure => "Everything else",
    }
}

/// The values at which an option is not possible, with today's value: `above 8 (today)`.
pub(super) fn limit(flip: &Flip, header: &Header) -> String {
    let (today, at) = values(flip, header);
    let today = if flip.is_at_once() { "today".to_owned() } else { format!("today {}", today.text()) };
    format!("{} ({today})", beyond(flip, &at))
}

/// The range beyond a flip value: `above 8`, `from 8 on`.
pub(super) fn beyond(flip: &Flip, at: &Cell) -> String {
    let (at, is_last) = (at.text(), flip.at <= flip.number.kind.minimum());
    match flip.beyond() {
        Beyond::Above => format!("above {at}"),
        Beyond::Below => format!("below {at}"),
        Beyond::From => format!("from {at} on"),
        Beyond::To if is_last => format!("at {at}"),
        Beyond::To => format!("up to {at}"),
    }
}

/// The range beyond a flip value and its winner: `Turns above 28.67: rent.base wins`.
pub(in crate::report) fn turn_in_short(flip: &Flip, header: &Header) -> String {
    let code = flip.number.currency.filter(|_| flip.number.kind.is_money());
    let code = code.map(|currency| format!(" {}", currency.code())).unwrap_or_default();
    let at = format!("{}{code}", values(flip, header).1.text());
    let range = match flip.beyond() {
        Beyond::Above => format!("above {at}"),
        Beyond::Below => format!("below {at}"),
        Beyond::From => format!("at {at} or more"),
        Beyond::To => format!("at {at} or less"),
    };
    let wins = match &flip.wins {
        Some(winner) => format!("{} wins", header.labels.of(winner.as_str()).unwrap_or(winner.as_str())),
        None => "no option is left".to_owned(),
    };
    format!("Turns {range}: {wins}")
}

/// The winner beyond a flip value, with the equivalent discount of a price: `below it, or above a discount of 12 %, renting
/// wins`.
pub(super) fn outcome(flip: &Flip, others: &[Flip], header: &Header, sides: Option<&BestBySide>) -> String {
    let entered = match &flip.because {
        FlipReason::In(options) => {
            let options: Vec<&str> = options.iter().map(OptionId::as_str).collect();
            format!("{} can be chosen and ", options.join(" and "))
        }
        FlipReason::Equal | FlipReason::Jump | FlipReason::Out(_) => String::new(),
    };
    let discount = flip.discount_among(others).map(|discount| or_discount(discount, header)).unwrap_or_default();
    format!("{}{discount} {entered}{}{}", beyond_it(flip.beyond()), wins(flip, sides), remarks(flip))
}

/// The discount equivalent to a price: `, or above a discount of 12 %,`.
fn or_discount(discount: &Flip, header: &Header) -> String {
    let (today, at) = values(discount, header);
    let today = if discount.number.today.is_zero() { String::new() } else { format!(" (today {})", today.text()) };
    let beyond = match discount.direction {
        Direction::Up => "above",
        Direction::Down => "below",
    };
    format!(", or {beyond} a discount of {}{today},", at.text())
}

/// The options that are not possible beyond a flip value, and the winner then.
pub(super) fn ends(flip: &Flip, sides: Option<&BestBySide>) -> String {
    let out: Vec<String> = match &flip.because {
        FlipReason::Out(out) => out.iter().map(|gone| reasons::limit(gone.option.as_str(), &gone.why)).collect(),
        FlipReason::Equal | FlipReason::Jump | FlipReason::In(_) => Vec::new(),
    };
    let said = out.into_iter().chain([wins(flip, sides)]).collect::<Vec<String>>().join("; ");
    format!("{said}{}", remarks(flip))
}

/// The winner beyond a flip value.
fn wins(flip: &Flip, sides: Option<&BestBySide>) -> String {
    match &flip.wins {
        None => "no option is left".to_owned(),
        Some(winner) => format!("{} wins", display_name(winner, sides)),
    }
}

/// Remarks about a flip value: its position in the uncertainty range, jobs over capacity, untested values, findings.
fn remarks(flip: &Flip) -> String {
    let range = match flip.in_range() {
        None => String::new(),
        Some(InRange::Within(_)) => "; within its uncertainty range".to_owned(),
        Some(InRange::Beyond(times)) => match number::readable(times, 2).as_str() {
            "1" => "; just outside its uncertainty range".to_owned(),
            times => format!("; {times} times as far as its uncertainty range extends"),
        },
        Some(InRange::OtherSide) => "; its uncertainty range does not extend in this direction".to_owned(),
    };
    let over_capacity =
        flip.over_capacity.iter().map(|job| format!("; a job of {} then no longer fits {}", job.workload, job.option));
    let over_capacity: String = over_capacity.collect();
    let findings = flip.findings.iter().map(|code| code.text()).collect::<Vec<_>>().join(", ");
    let see = if findings.is_empty() { String::new() } else { format!("; see {findings}") };
    format!("{range}{over_capacity}{}{see}", not_searched(flip))
}

/// Title of the inputs that make a same-side candidate win: `SpanSource rent.b wins against rent.a, both rented`.
pub(super) fn of_same_side(SameSideFlips { winner, candidate, .. }: &SameSideFlips) -> String {
    let both = match (winner.kind(), candidate.kind()) {
        (OptionKind::Rent, OptionKind::Rent) => ", both rented",
        (OptionKind::Own, OptionKind::Own) => ", both owned",
        (_, _) => "",
    };
    format!("Where {candidate} wins against {winner}{both}")
}

/// Values that were not tested, where a nearer flip value may lie: `; values below 0.83 were not tested`.
fn not_searched(flip: &Flip) -> String {
    let Some(until) = flip.other_until else { return String::new() };
    let (beyond, until) = match flip.direction {
        Direction::Up => ("below", number::readable(until, 6)),
        Direction::Down => ("above", number::readable(until, 6)),
    };
    format!("; values {beyond} {until} were not tested")
}

/// Display name of a winner: `owning` or `renting` for the best option of the other side.
fn display_name<'a>(winner: &'a OptionId, sides: Option<&BestBySide>) -> &'a str {
    let is_candidate = sides.is_some_and(|sides| *winner == sides.other_side);
    match winner.kind() {
        OptionKind::Own if is_candidate => "owning",
        OptionKind::Rent if is_candidate => "renting",
        OptionKind::Own | OptionKind::Rent | OptionKind::Hybrid => winner.as_str(),
    }
}

/// The range beyond a flip value that the sentence has already named.
pub(super) fn beyond_it(beyond: Beyond) -> &'static str {
    match beyond {
        Beyond::Above => "above it",
        Beyond::Below => "below it",
        Beyond::From => "from there on",
        Beyond::To => "there and below",
    }
}

/// Place of an input: `quote.yaml:8:18`, `--set:1:25` or `assumed`.
pub(super) fn place(input: &FlipInput) -> String {
    match (input.origin, input.place) {
        (Origin::Assumed, _) | (_, None) => "assumed".to_owned(),
        (Origin::File | Origin::Set, Some(place)) => {
            let file = input.file.rsplit('/').next().unwrap_or(&input.file);
            let name = match place.source {
                SourceId::File(_) | SourceId::Trace(_) => file,
                SourceId::Setting(_) => "--set",
            };
            format!("{name}:{}:{}", place.line, place.column)
        }
    }
}

/// Inputs that do not reverse the decision, and how this is known.
pub(super) fn steady(flips: &Flips) -> Vec<String> {
    let count = |proof| flips.steady.iter().filter(|steady| steady.proof == proof).count();
    let numbers = |count: usize, noun: &str| number::counted(count, noun);
    let mut sentences = Vec::new();
    let (bounded, tried) = (count(Proof::Bounded), count(Proof::Tried));
    if bounded > 0 {
        let its = if bounded == 1 { "its" } else { "their" };
        let reach = match flips.within {
            None => format!("within {its} bounds"),
            Some(share) => format!("within {} of today's value", figures::share(share)),
        };
        sentences.push(format!("{} cannot reverse the decision {reach}", numbers(bounded, "input")));
    }
    if tried > 0 {
        let (verb, its, none) =
            if tried == 1 { ("was", "its", "it does not reverse") } else { ("were", "their", "none reverses") };
        let reach = match flips.within {
            None => format!(", usually up to {} years or twice {its} value", flips.years_tested),
            Some(share) => format!(" within {} of today's value", figures::share(share)),
        };
        sentences.push(format!("{} {verb} tested stepwise{reach}; {none} the decision", numbers(tried, "integer")));
    }
    let is_open = |steady: &&Steady| matches!(steady.proof, Proof::TriedSoFar | Proof::GivenUp);
    let (searched, unsearched): (Vec<&Steady>, Vec<&Steady>) =
        flips.steady.iter().filter(is_open).partition(|steady| steady.least < steady.most);
    if let Some(first) = unsearched.first() {
        let verb = if unsearched.len() == 1 { "was" } else { "were" };
        sentences.push(format!(
            "{} {verb} not tested because the work budget is used up; `--only {}` or `--effort 10` tests more",
            numbers(unsearched.len(), "input"),
            first.number.path
        ));
    }
    for steady in searched {
        let is_share = steady.number.kind.form == NumberForm::Share;
        let text = |value| if is_share { figures::rate(value) } else { number::readable(value, 6) };
        let further = match steady.proof {
            Proof::TriedSoFar => format!("; `--only {}` or `--effort 10` tests more", steady.number.path),
            Proof::Bounded | Proof::Tried | Proof::GivenUp => String::new(),
        };
        sentences.push(format!(
            "{}: no value from {} to {} changes the winner; values outside were not tested{further}",
            name(&steady.number, &flips.header),
            text(steady.least),
            text(steady.most)
        ));
    }
    if flips.idle > 0 {
        let verb = if flips.idle == 1 { "affects" } else { "affect" };
        sentences.push(format!("{} {verb} no eligible option", numbers(flips.idle, "input")));
    }
    sentences
}

/// The inputs at whose lower or upper bound a same-side candidate wins, but whose flip value was not found; `None` without
/// any.
pub(super) fn unfound(same_side: &SameSideFlips, header: &Header) -> Option<String> {
    let SameSideFlips { candidate, given_up, .. } = same_side;
    let named: Vec<String> = given_up.iter().map(|steady| name(&steady.number, header)).collect();
    let of = match named.as_slice() {
        [] => return None,
        [_] => "this input",
        [..] => "each of these inputs",
    };
    let longer = given_up.iter().any(|steady| steady.proof == Proof::TriedSoFar);
    let longer = if longer { "; `--effort 10` searches longer" } else { "" };
    let named = named.join("; ");
    Some(format!("{candidate} wins at the lower or upper bound of {of}; the flip value was not found: {named}{longer}"))
}
