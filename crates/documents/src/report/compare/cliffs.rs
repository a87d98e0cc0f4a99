//! Cliffs in words: months from which an option costs another amount per month.

use crate::amount::Amount;
use crate::analysis::statement::{Cliff, CliffCause, CliffLine, Comparison, Header, OptionResult};
use crate::model::{CostGroup, EventKind};
use crate::number;
use crate::reasons;
use rust_decimal::Decimal;
use std::cmp::Reverse;

/// Maximum number of cliffs per option; JSON has all of them.
const MANY: usize = 3;
/// Maximum number of lines per cliff.
const MANY_LINES: usize = 3;

/// The largest cliffs of every option, in month order. Cliffs caused by changes of demand or prices are merged into one
/// sentence.
pub(super) fn cliffs(comparison: &Comparison) -> Vec<String> {
    comparison.options.iter().flat_map(|option| of_option(&comparison.header, option)).collect()
}

fn of_option(header: &Header, option: &OptionResult) -> Vec<String> {
    let (path, dated): (Vec<&Cliff>, Vec<&Cliff>) = option.cliffs.iter().partition(|cliff| cliff.is_on_a_path());
    let on_path = match path.as_slice() {
        [] => None,
        [one] => Some(sentence(header, option, one)),
        several => Some(steps(header, option.name.as_str(), several)),
    };
    let mut largest = dated.clone();
    largest.sort_by_key(|cliff| Reverse((*cliff.to - *cliff.from).abs()));
    let said = dated.iter().filter(|cliff| largest.iter().take(MANY).any(|large| large.month == cliff.month));
    let unsaid = dated.len().saturating_sub(MANY);
    let unsaid = u32::try_from(unsaid)
        .ok()
        .filter(|count| *count > 0)
        .map(|count| format!("{}: {} in `--format json`", option.name, number::counted(count, "smaller cliff")));
    said.map(|cliff| sentence(header, option, cliff)).chain(unsaid).chain(on_path).collect()
}

/// `rent.cloud: from month 37 on 394.20 a month instead of 226.70 (+74 %), because the commitment
/// `long` has ended … (on-demand +394.20, committed −226.70)`.
fn sentence(header: &Header, option: &OptionResult, cliff: &Cliff) -> String {
    let month = header.dated(cliff.month);
    let (from, to) = (cliff.from.grouped(), cliff.to.grouped());
    let change = cliff.change().map(|change| format!(" ({})", moved(*change))).unwrap_or_default();
    let amounts = if cliff.from.is_zero() {
        format!("{to} a month instead of nothing")
    } else if cliff.to.is_zero() {
        format!("nothing instead of {from} a month")
    } else {
        format!("{to} a month instead of {from}{change}")
    };
    let causes: Vec<String> = cliff.causes.iter().map(|cause| reasons::cliff(cause, option.name.as_str())).collect();
    let because = if causes.is_empty() { String::new() } else { format!(", because {}", causes.join("; ")) };
    format!("{}: from {month} on {amounts}{because} ({})", option.name, lines(option, cliff))
}

/// Lines with the largest changes, and the sum of all other changes.
fn lines(option: &OptionResult, cliff: &Cliff) -> String {
    let most = &cliff.lines[..MANY_LINES.min(cliff.lines.len())];
    let rest = most.iter().fold(cliff.to - cliff.from, |rest, line| rest - (line.to - line.from));
    let rest = (!rest.is_zero()).then(|| format!("all else {}", signed(rest)));
    most.iter().map(|one| line(option, one)).chain(rest).collect::<Vec<_>>().join(", ")
}

/// `+394.20`, `−12.00`.
fn signed(change: Amount) -> String {
    let sign = if *change > Decimal::ZERO { "+" } else { "" };
    format!("{sign}{}", change.grouped())
}

/// `on-demand +394.20`, `burst on-demand −12.00`. Uses the line's label if it has one.
fn line(option: &OptionResult, line: &CliffLine) -> String {
    let group = match line.group {
        CostGroup::Burst => "burst ",
        CostGroup::UntilDelivery => "until delivery ",
        CostGroup::Lease => "lease of ",
        CostGroup::Purchase
        | CostGroup::Resale
        | CostGroup::Operating
        | CostGroup::Usage
        | CostGroup::OneOff
        | CostGroup::Delay
        | CostGroup::Financing
        | CostGroup::Tax => "",
    };
    let same = option.lines.iter().find(|other| other.name == line.name && other.group == line.group);
    let display_name = same.and_then(|same| same.label.as_ref()).unwrap_or(&line.name);
    format!("{group}{display_name} {}", signed(line.to - line.from))
}

/// Maximum number of steps listed; for a longer path the first ones and the number of the others.
const MOST_STEPS: usize = 6;

/// `rent.cloud: monthly cost as demand changes: +40 % from month 13 on and +38 % from month 25 on`.
fn steps(header: &Header, option: &str, cliffs: &[&Cliff]) -> String {
    let causes = || cliffs.iter().flat_map(|cliff| &cliff.causes);
    let of_demand = causes().any(|cause| matches!(cause, CliffCause::Demand { .. }));
    let is_of_prices =
        |cause: &CliffCause| matches!(cause, CliffCause::Price { .. } | CliffCause::Event(EventKind::NextPrice));
    let of_prices = causes().any(is_of_prices);
    let of_rates = causes().any(|cause| matches!(cause, CliffCause::ExchangeRate { .. }));
    let all = [(of_demand, "demand"), (of_prices, "prices"), (of_rates, "exchange rates")];
    let moving: Vec<&str> = all.into_iter().filter_map(|(moves, what)| moves.then_some(what)).collect();
    let verb = if moving == ["demand"] { "changes" } else { "change" };
    let what = format!("{} {verb}", reasons::listed(&moving));
    let step = |cliff: &&Cliff| {
        let change = cliff.change().map_or_else(|| format!("{} a month", cliff.to.grouped()), |change| moved(*change));
        format!("{change} from {} on", header.dated(cliff.month))
    };
    let mut steps: Vec<String> = cliffs.iter().map(step).collect();
    if let (true, Some(last)) = (cliffs.len() > MOST_STEPS, cliffs.last()) {
        let more = cliffs.len() - MOST_STEPS + 1;
        steps.truncate(MOST_STEPS - 1);
        steps.push(format!("{more} more times until {}", header.dated(last.month)));
    }
    let vanishing = causes().find(|cause| matches!(cause, CliffCause::Price { left: Some(_), .. }));
    let vanishing = vanishing.map(|cause| format!("; {}", reasons::cliff(cause, option))).unwrap_or_default();
    match steps.as_slice() {
        [before @ .., last] => {
            format!("{option}: monthly cost as {what}: {} and {last}{vanishing}", before.join(", "))
        }
        [] => String::new(),
    }
}

/// `+74 %`, `−12 %`.
fn moved(change: Decimal) -> String {
    let sign = if change > Decimal::ZERO { "+" } else { "" };
    // rounded before the comparison: 9.9999 % is 10 %
    let decimals = u32::from(change.abs() < Decimal::new(995, 4));
    format!("{sign}{}", number::percent(change, decimals))
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{amount, comparison, ratio};
    use super::*;
    use crate::model::OptionId;
    use crate::model::{CommitmentName, PriceStepping};

    fn cliff(month: u32, [from, to]: [&str; 2], cause: CliffCause) -> Cliff {
        let line =
            CliffLine { name: "on-demand".to_owned(), group: CostGroup::Usage, from: amount(from), to: amount(to) };
        Cliff { month, from: amount(from), to: amount(to), lines: vec![line], causes: vec![cause] }
    }

    fn of_year_four() -> Cliff {
        let commitment = CommitmentName { option: OptionId::rent("neocloud"), name: "long".to_owned() };
        let mut cliff = cliff(37, ["600", "1000"], CliffCause::Event(EventKind::CommitmentEnds(commitment)));
        cliff.lines[0].from = amount("0");
        cliff.lines.push(CliffLine {
            name: "committed".to_owned(),
            group: CostGroup::Usage,
            from: amount("600"),
            to: amount("0"),
        });
        cliff
    }

    fn said(cliffs: Vec<Cliff>) -> Vec<String> {
        let mut comparison = comparison(2);
        comparison.options[1].cliffs = cliffs;
        super::cliffs(&comparison)
    }

    #[test]
    fn a_cliff_says_its_month_its_amounts_its_cause_and_its_lines() {
        let expected = "rent.neocloud: from month 37 on 1,000.00 a month instead of 600.00 (+67 %), because the \
                        commitment `long` has ended, and its hours are charged at other prices (on-demand +1,000.00, \
                        committed −600.00)";
        assert_eq!(said(vec![of_year_four()]), [expected]);
        let work = |amounts, change: Option<&str>| {
            said(vec![cliff(7, amounts, CliffCause::Demand { change: change.map(ratio) })]).concat()
        };
        let begins = "rent.neocloud: from month 7 on 600.00 a month instead of nothing, because work begins (on-demand \
                      +600.00)";
        assert_eq!(work(["0", "600"], None), begins);
        let ends =
            "rent.neocloud: from month 7 on nothing instead of 600.00 a month, because work ends (on-demand −600.00)";
        assert_eq!(work(["600", "0"], Some("-1")), ends);
    }

    #[test]
    fn steps_of_a_path_are_one_sentence_beside_the_three_largest_dates() {
        let price = |month, amounts| {
            let (change, left) = (ratio("-0.6"), Some(ratio("0.064")));
            cliff(
                month,
                amounts,
                CliffCause::Price { line: "on-demand".to_owned(), every: PriceStepping::Year, change, left },
            )
        };
        let delivery = |month, amounts| cliff(month, amounts, CliffCause::Event(EventKind::Delivery));
        let cliffs = vec![
            delivery(2, ["1000", "900"]),
            delivery(3, ["900", "700"]),
            price(13, ["700", "280"]),
            price(25, ["280", "112"]),
            delivery(26, ["112", "600"]),
            of_year_four(),
        ];
        let said = said(cliffs);
        let months = |text: &String| text.split(": from month ").nth(1).map(|rest| rest[..2].trim().to_owned());
        assert_eq!(said.iter().filter_map(months).collect::<Vec<_>>(), ["3", "26", "37"]);
        assert_eq!(said[3], "rent.neocloud: 1 smaller cliff in `--format json`");
        let path = "rent.neocloud: monthly cost as prices change: −60 % from month 13 on and −60 % from month 25 on; the \
                    price of on-demand falls by 60 % a year and reaches 6.4 % of today's price in the last year";
        assert_eq!(said[4], path);
        assert_eq!(said.len(), 5);
    }
}
