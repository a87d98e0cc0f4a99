//! What is said of a flip: the number, its value today and there, and who wins beyond it.

use crate::analysis::flip::{
    AskedNumber, Because, Beyond, Contest, FactorMeasure, Flip, Flips, Group, InRange, Proof, SameSideRival, Steady,
};
use crate::analysis::statement::Header;
use crate::diagnostic::SourceId;
use crate::model::OptionKind;
use crate::number;
use crate::reasons;
use crate::report::figures;
use crate::report::page::{Cell, Notation as WrittenValue};
use crate::scenario::InputWords;
use crate::scenario::document::Origin;
use crate::scenario::quantity::NumberForm;
use crate::sheet::{Direction, Grid};
use rust_decimal::Decimal;

/// Significant digits of a flip value.
const DIGITS: u32 = 4;
/// Most decimals that it is given in order to tell it from today's value.
const MOST: u32 = 12;

/// The decision that is to be reversed.
pub(super) fn decision(flips: &Flips) -> String {
    let Some(Contest { winner, rival, .. }) = &flips.today else {
        let reasons = flips.undecided_because.iter().map(reasons::undecided).collect::<Vec<_>>().join(". ");
        let alone = flips.same_side.first().map(|rival| {
            format!(
                " {} costs least. Each line is one number that makes another option cost less on its own.",
                rival.winner
            )
        });
        let alone = alone.unwrap_or_default();
        return format!("There is no decision between owning and renting to reverse: {reasons}.{alone}");
    };
    let decided =
        if flips.close { format!("Too close to call, in favour of {winner}") } else { format!("{winner} wins") };
    format!(
        "{decided}; the best of the other side is {rival}. Each line is one number that reverses this on its own, while \
         everything else stays."
    )
}

/// A number in words, with what of a list moves.
pub(super) fn name(asked: &AskedNumber, header: &Header) -> String {
    let words = header.labels.words(&asked.path);
    let called = match asked.measure {
        FactorMeasure::Number => words.called,
        FactorMeasure::Mean => format!("mean {}", words.called),
        FactorMeasure::Multiple => format!("all {}", words.called),
    };
    let heading = InputWords { called, ..words }.heading();
    // what is paid in another currency is said in it
    match asked.currency.filter(|_| asked.kind.is_money() && asked.measure != FactorMeasure::Multiple) {
        Some(currency) => format!("{heading} ({})", currency.code()),
        None => heading,
    }
}

/// Its value today and at the flip, with as many digits as tell them apart, four at least.
pub(in crate::report) fn values(flip: &Flip, header: &Header) -> (Cell, Cell) {
    let asked = &flip.number;
    let is_share = asked.kind.form == NumberForm::Share || asked.measure != FactorMeasure::Number;
    if asked.grid == Grid::Whole && !is_share {
        return (Cell::fixed(asked.today, 0), Cell::fixed(flip.at, 0));
    }
    let shown = |value| if is_share { hundredfold(value) } else { value };
    let (today, at) = (shown(asked.today), shown(flip.at));
    // what is paid at once is said to the cent, the price of a kilowatt-hour to its own digits
    let own = today.normalize().scale();
    let is_money = asked.kind.unit.is_of_money();
    let least = if is_money && !is_share { header.minor_digits.max(own) } else { own.min(6) };
    let enough = |decimals: &u32| {
        let rounded = number::money(at, *decimals);
        let told_apart = rounded != number::money(today, *decimals) || at == today;
        told_apart && (rounded == at || rounded.abs() >= Decimal::new(10_i64.pow(DIGITS - 1), *decimals))
    };
    let decimals = (least..=MOST).find(enough).unwrap_or(MOST);
    let form = |decimals| if is_share { WrittenValue::Percent(decimals) } else { WrittenValue::Fixed(decimals) };
    (Cell::Number(asked.today, form(least)), Cell::Number(flip.at, form(decimals)))
}

fn hundredfold(share: Decimal) -> Decimal {
    share.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(share)
}

/// By how much it would have to change: a share in percentage points, another number as a share of its value today; of one
/// that is nothing today not at all.
pub(in crate::report) fn change(flip: &Flip) -> Option<String> {
    if flip.is_at_once() {
        return Some("at once".to_owned());
    }
    let sign = if flip.distance().is_sign_negative() { "−" } else { "+" };
    let share = |of: Decimal| figures::share(number::ratio(of.abs()));
    // all of a list is moved by a factor, which is no share
    if flip.number.kind.form == NumberForm::Share && flip.number.measure != FactorMeasure::Multiple {
        let points = share(flip.distance()).replace(" %", " points");
        return Some(format!("{sign}{points}"));
    }
    flip.distance_share().map(|of| format!("{sign}{}", share(of)))
}

/// What the numbers of a group are.
pub(super) fn title(group: Group) -> &'static str {
    match group {
        Group::Terms => "Prices, rates and terms",
        Group::Demand => "Demand",
        Group::Limit => "Where an option stops being possible",
        Group::Measure => "Everything else",
    }
}

/// For which values an option is not possible, and how far today's is from there: `above 8 (today)`.
pub(super) fn limit(flip: &Flip, header: &Header) -> String {
    let (today, at) = values(flip, header);
    let today = if flip.is_at_once() { "today".to_owned() } else { format!("today {}", today.text()) };
    format!("{} ({today})", beyond(flip, &at))
}

/// The values beyond a flip value, with it: `above 8`.
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

/// Who wins beyond it, with the discount that does the same as a price: `below it, or above a discount of 12 %, renting wins`.
pub(super) fn outcome(flip: &Flip, others: &[Flip], header: &Header, sides: Option<&Contest>) -> String {
    let entered = match &flip.because {
        Because::In(options) => format!("{} can be chosen and ", options.join(" and ")),
        Because::Equal | Because::Jump | Because::Out(_) => String::new(),
    };
    let discount = flip.discount_among(others).map(|discount| or_discount(discount, header)).unwrap_or_default();
    format!("{}{discount} {entered}{}{}", beyond_it(flip.beyond()), wins(flip, sides), remarks(flip))
}

/// The discount that does the same as a price: `, or above a discount of 12 %,`.
fn or_discount(discount: &Flip, header: &Header) -> String {
    let (today, at) = values(discount, header);
    let today = if discount.number.today.is_zero() { String::new() } else { format!(" (today {})", today.text()) };
    let beyond = match discount.direction {
        Direction::Up => "above",
        Direction::Down => "below",
    };
    format!(", or {beyond} a discount of {}{today},", at.text())
}

/// Which options are not possible there, and who wins then.
pub(super) fn ends(flip: &Flip, sides: Option<&Contest>) -> String {
    let out: Vec<String> = match &flip.because {
        Because::Out(out) => out.iter().map(|gone| reasons::limit(&gone.option, &gone.why)).collect(),
        Because::Equal | Because::Jump | Because::In(_) => Vec::new(),
    };
    let said = out.into_iter().chain([wins(flip, sides)]).collect::<Vec<String>>().join("; ");
    format!("{said}{}", remarks(flip))
}

/// Who wins beyond it.
fn wins(flip: &Flip, sides: Option<&Contest>) -> String {
    match &flip.wins {
        None => "no option is left".to_owned(),
        Some(winner) => format!("{} wins", called(winner, sides)),
    }
}

/// What else is said of a flip value: how sure the number is, and where something nearer may have been missed.
fn remarks(flip: &Flip) -> String {
    let range = match flip.in_range() {
        None => String::new(),
        Some(InRange::Within(_)) => "; within its range".to_owned(),
        Some(InRange::Beyond(times)) => match number::readable(times, 2).as_str() {
            "1" => "; just beyond its range".to_owned(),
            times => format!("; {times} times as far as its range reaches"),
        },
        Some(InRange::OtherSide) => "; its range does not reach that way".to_owned(),
    };
    let outgrown =
        flip.outgrown.iter().map(|job| format!("; a job of {} is then larger than {}", job.workload, job.option));
    let outgrown: String = outgrown.collect();
    let findings = flip.findings.iter().map(|code| code.text()).collect::<Vec<_>>().join(", ");
    let see = if findings.is_empty() { String::new() } else { format!("; see {findings}") };
    format!("{range}{outgrown}{}{see}", not_searched(flip))
}

/// What the numbers do that make a rival of the winner's own side win: `Where rent.b costs less than rent.a, both rented`.
pub(super) fn of_rival(SameSideRival { winner, rival, .. }: &SameSideRival) -> String {
    let both = match (OptionKind::of(winner), OptionKind::of(rival)) {
        (Some((OptionKind::Rent, _)), Some((OptionKind::Rent, _))) => ", both rented",
        (Some((OptionKind::Own, _)), Some((OptionKind::Own, _))) => ", both owned",
        (_, _) => "",
    };
    format!("Where {rival} wins against {winner}{both}")
}

/// Where something nearer may have been missed: `; below 0.83 it was not searched`.
fn not_searched(flip: &Flip) -> String {
    let Some(until) = flip.other_until else { return String::new() };
    let (beyond, until) = match flip.direction {
        Direction::Up => ("below", number::readable(until, 6)),
        Direction::Down => ("above", number::readable(until, 6)),
    };
    format!("; {beyond} {until} it was not searched")
}

/// What an option is called where there is no doubt which is meant.
fn called<'a>(winner: &'a str, sides: Option<&'a Contest>) -> &'a str {
    let is_rival = sides.is_some_and(|sides| *winner == sides.rival);
    match winner.split_once('.') {
        Some(("own", _)) if is_rival => "owning",
        Some(("rent", _)) if is_rival => "renting",
        Some(_) | None => winner,
    }
}

/// The values beyond a flip value, where it was named.
pub(super) fn beyond_it(beyond: Beyond) -> &'static str {
    match beyond {
        Beyond::Above => "above it",
        Beyond::Below => "below it",
        Beyond::From => "from there on",
        Beyond::To => "there and below",
    }
}

/// Where a number was written: `quote.yaml:8:18`.
pub(super) fn place(asked: &AskedNumber) -> String {
    match (asked.origin, asked.place) {
        (Origin::Assumed, _) | (_, None) => "assumed".to_owned(),
        (Origin::File | Origin::Set, Some(place)) => {
            let file = asked.file.rsplit('/').next().unwrap_or(&asked.file);
            let name = match place.source {
                SourceId::File(_) | SourceId::Trace(_) => file,
                SourceId::Setting(_) => "--set",
            };
            format!("{name}:{}:{}", place.line, place.column)
        }
    }
}

/// What reverses nothing, and how that is known.
pub(super) fn steady(flips: &Flips) -> Vec<String> {
    let count = |proof| flips.steady.iter().filter(|steady| steady.proof == proof).count();
    let numbers = |count: usize, noun: &str| number::counted(u32::try_from(count).unwrap_or(u32::MAX), noun);
    let mut said = Vec::new();
    let (bounded, tried) = (count(Proof::Bounded), count(Proof::Tried));
    if bounded > 0 {
        let verb = if bounded == 1 { "reverses" } else { "reverse" };
        let reach = match flips.within {
            None => "within their bounds".to_owned(),
            Some(share) => format!("within {} of today's value", figures::share(share)),
        };
        said.push(format!("{} {verb} it nowhere {reach}", numbers(bounded, "number")));
    }
    if tried > 0 {
        let verb = if tried == 1 { "was" } else { "were" };
        said.push(format!(
            "{} {verb} tried one by one, as far as ten years, without reversing it",
            numbers(tried, "whole number")
        ));
    }
    let is_open = |steady: &&Steady| matches!(steady.proof, Proof::TriedSoFar | Proof::GivenUp);
    let (searched, unsearched): (Vec<&Steady>, Vec<&Steady>) =
        flips.steady.iter().filter(is_open).partition(|steady| steady.least < steady.most);
    if let Some(first) = unsearched.first() {
        let verb = if unsearched.len() == 1 { "was" } else { "were" };
        said.push(format!(
            "{} {verb} not searched, as that takes more than is worked out; `--only {}` or `--effort 10` searches further",
            numbers(unsearched.len(), "number"),
            first.number.path
        ));
    }
    for steady in searched {
        let is_share = steady.number.kind.form == NumberForm::Share;
        let text = |value| if is_share { figures::rate(value) } else { number::readable(value, 6) };
        let further = match steady.proof {
            Proof::TriedSoFar => format!("; `--only {}` or `--effort 10` tries more", steady.number.path),
            Proof::Bounded | Proof::Tried | Proof::GivenUp => String::new(),
        };
        said.push(format!(
            "{}: nothing reverses it from {} to {}; further away it was not searched{further}",
            name(&steady.number, &flips.header),
            text(steady.least),
            text(steady.most)
        ));
    }
    if flips.idle > 0 {
        let verb = if flips.idle == 1 { "has" } else { "have" };
        said.push(format!("{} {verb} nothing to do with an option that could win", numbers(flips.idle, "number")));
    }
    said
}

/// The numbers at an end of whose range a rival of the winner's own side wins, and of which it was not found from which value on;
/// nothing where there are none.
pub(super) fn unfound(rival: &SameSideRival, header: &Header) -> Option<String> {
    let SameSideRival { rival, given_up, .. } = rival;
    let named: Vec<String> = given_up.iter().map(|steady| name(&steady.number, header)).collect();
    let of = match named.as_slice() {
        [] => return None,
        [_] => "this number",
        [..] => "each of these numbers",
    };
    let longer = given_up.iter().any(|steady| steady.proof == Proof::TriedSoFar);
    let longer = if longer { "; `--effort 10` searches longer" } else { "" };
    let named = named.join("; ");
    Some(format!(
        "{rival} wins at the least or greatest value of {of}; the value beyond which it does was not found: {named}{longer}"
    ))
}
