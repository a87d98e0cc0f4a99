//! Text of a timing, shared by the formats for people.

use crate::amount::Amount;
use crate::analysis::timing::{Alternative, OrderMonth, Reason, Timing, When};
use crate::model::{CostGroup, OptionId};
use crate::number::counted;
use crate::reasons;
use crate::report::figures;
use crate::report::page::Section;
use crate::scenario::calendar::DatedMonth;
use crate::scenario::conventions::FlowDates;
use crate::variation::{CannotWin, Impossible};
use language::facts::capitalized;
use rust_decimal::Decimal;
use std::mem::discriminant;

/// What is shown.
pub(super) fn title(timing: &Timing) -> String {
    let what = match &timing.successor {
        Some(new) => {
            format!("{}, or of {} from {} on,", timing.option, new.option, timing.header.dated(new.first_month))
        }
        None => timing.option.to_string(),
    };
    format!("Present value of {what} by the month of its first order; all other inputs fixed")
}

/// `own.lab`, or `own.lab or own.next`.
pub(super) fn options(timing: &Timing) -> String {
    let new = timing.successor.as_ref().map(|new| format!(" or {}", new.option)).unwrap_or_default();
    format!("{}{new}", timing.option)
}

/// The option that is ordered in a month.
fn option_in(timing: &Timing, month: u32) -> &OptionId {
    timing.months.iter().find(|row| row.month == month).map_or(&timing.option, |row| &row.option)
}

/// `now`, or `month 7`.
pub(super) fn ordering(month: u32) -> String {
    if month == 0 { "now".to_owned() } else { format!("month {month}") }
}

/// Name of the alternative of a reason.
pub(super) fn alternative(reason: &Reason) -> String {
    match &reason.against {
        Alternative::Order { month } => ordering(*month),
        Alternative::Never { option } => option.to_string(),
    }
}

/// When to order, and the margin to the other two of now, later and never.
pub(super) fn answer(timing: &Timing) -> Vec<String> {
    let mut says = vec![format!("{}.", choice(timing))];
    let share = timing.choice.saving_share.filter(|_| timing.choice.close);
    says.extend(share.map(|share| {
        let other = timing.choice.runner_up.map_or("", alternative_name);
        format!("Too close to call: {} below {other}.", figures::share(*share))
    }));
    says
}

fn alternative_name(when: When) -> &'static str {
    match when {
        When::Now => "ordering now",
        When::Wait => "ordering later",
        When::Never => "renting",
    }
}

fn choice(timing: &Timing) -> String {
    let option = options(timing);
    let best = timing.best_month.map(|month| timing.header.dated(month));
    match (timing.choice.choice, best, &timing.never) {
        (Some(When::Now), ..) => now(timing),
        (Some(When::Wait), Some(month), _) => wait(timing, month),
        (Some(When::Never), Some(month), Some(never)) => {
            let is_rented = |reason: &&Reason| matches!(reason.against, Alternative::Never { .. });
            let less = timing.reasons.iter().find(is_rented).map(|reason| amount(timing, reason.difference));
            let month = if month.month == 0 { "now".to_owned() } else { format!("in {month}") };
            format!(
                "Never order {option}: {} costs {} less than ordering {month}, its best month",
                never.option,
                less.unwrap_or_default()
            )
        }
        (Some(When::Never), None, Some(never)) => {
            format!("Never order {option}: it cannot be chosen in any month, and {} can", never.option)
        }
        _ => format!("{option} cannot be ordered in any month, and no rented option can be chosen"),
    }
}

/// Costs of the alternatives to ordering now.
fn now(timing: &Timing) -> String {
    let cost = |reason: &Reason| {
        let what = match &reason.against {
            Alternative::Order { month } => format!("waiting until {}", timing.header.dated(*month)),
            Alternative::Never { option } => format!("never ordering ({option})"),
        };
        format!("{what} costs {} more", amount(timing, -reason.difference))
    };
    let costs: Vec<String> = timing.reasons.iter().map(cost).collect();
    let costs = if costs.is_empty() { "there is no alternative".to_owned() } else { costs.join(", ") };
    format!("Order {} now: {costs}", option_in(timing, 0))
}

/// Savings of a later month.
fn wait(timing: &Timing, month: DatedMonth) -> String {
    let saving = |reason: &Reason| {
        let than = match &reason.against {
            Alternative::Order { month } => ordering(*month),
            Alternative::Never { option } => format!("never ({option})"),
        };
        format!("{} less than {than}", amount(timing, -reason.difference))
    };
    let order = format!("Order {} in {month}", option_in(timing, month.month));
    let savings: Vec<String> = timing.reasons.iter().map(saving).collect();
    let order = if savings.is_empty() { order } else { format!("{order}: {}", savings.join(", ")) };
    match timing.months.first().filter(|now| !now.can_win()) {
        Some(now) if now.impossible_because.is_some() => format!("{order}; ordering now is not possible"),
        Some(_) => format!("{order}; ordering now can't be chosen"),
        None => order,
    }
}

fn amount(timing: &Timing, amount: Amount) -> String {
    headline(&timing.header.currency, amount)
}

/// A rounded amount that does not break at the end of a line: `USD 120 k`.
pub(super) fn headline(currency: &str, amount: Amount) -> String {
    figures::headline(currency, amount.into()).replace(' ', NO_BREAK_SPACE)
}

const NO_BREAK_SPACE: &str = "\u{a0}";

/// The sections below the table.
pub(super) fn details(timing: &Timing) -> Vec<Section> {
    let details = [
        Section::detail("Reasons", timing.reasons.iter().map(|reason| why(timing, reason)).collect()),
        Section::detail("Meanwhile", until_delivery(timing)),
        Section::detail("Lead time", lead_times(timing)),
        Section::detail("Horizon", horizon(timing).into_iter().collect()),
        Section::detail("Dates", dates(timing).into_iter().collect()),
        Section::detail("Impossible", excluded(timing, ["is not possible", "are not possible"], impossible)),
        Section::detail("Excluded", excluded(timing, ["can't be chosen", "can't be chosen"], cannot_win)),
    ];
    details.into_iter().flatten().collect()
}

/// `Month 7 against now, USD −120 k: purchases −150 k, rent until delivery +60 k, resale −30 k`.
fn why(timing: &Timing, reason: &Reason) -> String {
    let best = capitalized(&ordering(timing.best_month.unwrap_or_default()));
    let other = alternative(reason);
    let mut groups: Vec<(CostGroup, Decimal)> = Vec::new();
    for line in &reason.lines {
        match groups.iter_mut().find(|(group, _)| *group == line.group) {
            Some((_, sum)) => *sum += Decimal::from(line.difference),
            None => groups.push((line.group, line.difference.into())),
        }
    }
    groups.sort_by_key(|(_, sum)| std::cmp::Reverse(sum.abs()));
    let parts: Vec<String> = groups
        .iter()
        .filter(|(_, sum)| !sum.is_zero())
        .map(|(group, sum)| format!("{} {}", costs(*group), signed(*sum)))
        .collect();
    let difference = signed(reason.difference.into());
    if parts.is_empty() {
        return format!("{best} against {other}: no line differs");
    }
    format!("{best} against {other}, {} {difference}: {}", timing.header.currency, parts.join(", "))
}

/// A rounded difference with its sign: `+60 k`.
fn signed(difference: Decimal) -> String {
    let sign = if difference > Decimal::ZERO { "+" } else { "" };
    format!("{sign}{}", figures::rounded(difference).replace(' ', NO_BREAK_SPACE))
}

/// Costs of a group, in a sentence.
fn costs(group: CostGroup) -> &'static str {
    match group {
        CostGroup::Purchase => "purchases",
        CostGroup::Lease => "leases",
        CostGroup::Resale => "resale",
        CostGroup::Operating => "running costs",
        CostGroup::Usage => "rent",
        CostGroup::OneOff => "one-time payments",
        CostGroup::Burst => "bursts",
        CostGroup::UntilDelivery => "rent until delivery",
        CostGroup::Delay => "cost of delay",
        CostGroup::Financing => "loans",
        CostGroup::Tax => "tax",
    }
}

/// Rented options chosen until delivery, each once.
pub(super) fn options_until_delivery(timing: &Timing) -> Vec<&OptionId> {
    let mut found: Vec<&OptionId> = Vec::new();
    for option in timing.months.iter().filter_map(|month| month.until_delivery.as_ref()) {
        if !found.contains(&option) {
            found.push(option);
        }
    }
    found
}

/// The rented option until delivery, if the scenario names none.
fn until_delivery(timing: &Timing) -> Vec<String> {
    match options_until_delivery(timing).as_slice() {
        [] => Vec::new(),
        [only] => vec![format!(
            "{only} serves until delivery: the cheapest rented option that can be chosen; {} names none",
            timing.option
        )],
        _ => vec![format!(
            "the cheapest rented option of each month serves until delivery; {} names none in `until_delivery`",
            timing.option
        )],
    }
}

/// Remark that payments do not count in their month.
fn dates(timing: &Timing) -> Option<String> {
    let counted = match timing.header.flows? {
        FlowDates::MonthEnd => return None,
        FlowDates::YearEnd => "at the end of its year",
        FlowDates::MidYear => "in the middle of its year",
    };
    Some(format!(
        "a payment counts {counted}, so that an order in month 1 is discounted like one in month 12; `flows: month_end` \
         counts each month"
    ))
}

/// Months from an order to its service, of each option.
fn lead_times(timing: &Timing) -> Vec<String> {
    let lead_time = |months: u32, of: &str| {
        (months > 0).then(|| format!("servers{of} serve from {} after their order", counted(months, "month")))
    };
    let Some(new) = &timing.successor else { return lead_time(timing.lead_time_months, "").into_iter().collect() };
    let of = [(&timing.option, timing.lead_time_months), (&new.option, new.lead_time_months)];
    of.iter().filter_map(|(option, months)| lead_time(*months, &format!(" of {option}"))).collect()
}

/// Remark that the horizon ends before a later month could be tested.
fn horizon(timing: &Timing) -> Option<String> {
    let last = timing.months.last()?;
    let horizon = timing.header.horizon_months;
    if last.month == 0 {
        return Some(format!(
            "only month 0 was tested: a later order is not delivered within {}",
            counted(horizon, "month")
        ));
    }
    (timing.best_month == Some(last.month)).then(|| {
        format!(
            "month {} is the last that was tested, and its servers serve for {} of {horizon} months; their value at the \
             horizon decides, and a longer horizon may have a later best month",
            last.month,
            horizon + 1 - last.first_month_of_service
        )
    })
}

/// A reason without its amounts and names, and as a sentence.
type Why<K> = Option<(K, String)>;

fn impossible(month: &OrderMonth) -> Why<impl PartialEq + use<>> {
    month.impossible_because.as_ref().map(|why| {
        let code = if let Impossible::Refused(finding) = why { Some(finding.code) } else { None };
        let broken = if let Impossible::Breaks(broken) = why { Some(discriminant(broken)) } else { None };
        ((discriminant(why), code, broken), reasons::impossible(why))
    })
}

fn cannot_win(month: &OrderMonth) -> Why<impl PartialEq + use<>> {
    let kind = |why: &CannotWin| match why {
        CannotWin::Ineligible(why) => (Some(discriminant(&why.lacks)), None),
        CannotWin::NotComparable(why) => (None, Some(discriminant(why))),
    };
    let because = &month.cannot_win_because;
    let kinds: Vec<_> = because.iter().map(kind).collect();
    (!because.is_empty()).then(|| (kinds, reasons::joined(because, reasons::cannot_win)))
}

/// Months that are excluded, with the reason; consecutive months with the same kind of reason together.
fn excluded<K: PartialEq>(
    timing: &Timing,
    [one, several]: [&str; 2],
    because: impl Fn(&OrderMonth) -> Why<K>,
) -> Vec<String> {
    let months: Vec<(u32, Why<K>)> = timing.months.iter().map(|month| (month.month, because(month))).collect();
    let is_same_kind = |(_, one): &(u32, Why<K>), (_, other): &(u32, Why<K>)| match (one, other) {
        (Some((one, _)), Some((other, _))) => one == other,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let together = months.chunk_by(is_same_kind);
    let text = |months: &[(u32, Why<K>)]| {
        let ((first, why), (last, _)) = (months.first()?, months.last()?);
        let (_, why) = why.as_ref()?;
        let is_same = months.iter().flat_map(|(_, other)| other).all(|(_, other)| other == why);
        Some(match (first == last, is_same) {
            (true, _) => format!("an order in month {first} {one}: {why}"),
            (false, true) => format!("orders in months {first} to {last} {several}: {why}"),
            (false, false) => format!("orders in months {first} to {last} {several}; in month {first}: {why}"),
        })
    };
    together.filter_map(text).collect()
}
