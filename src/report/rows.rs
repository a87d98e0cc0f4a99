//! The rows of the comparison: every line of every option, and the figures below them, as text.

use super::figures;
use crate::analysis::statement::{Comparison, LoanStatement, OptionStatement, Waste};
use crate::model::Group;
use crate::number;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// A row: its label, and one cell for each option.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// What the row says.
    pub(super) label: String,
    /// What it says of each option.
    pub(super) cells: Vec<Option<String>>,
}

/// Rows of a kind.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Which kind.
    pub(super) title: &'static str,
    /// The rows.
    pub(super) rows: Vec<Row>,
}

/// Lines that are shown together, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Capital,
    Operating,
    Usage,
    Burst,
    UntilDelivery,
    OneOff,
    Delay,
}

impl Section {
    /// Where the lines of a group stand: every group stands somewhere, so that no line is in a total and not in the table.
    fn of(group: Group) -> Section {
        match group {
            Group::Purchase | Group::Lease | Group::Resale => Section::Capital,
            Group::Operating => Section::Operating,
            Group::Usage => Section::Usage,
            Group::Burst => Section::Burst,
            Group::UntilDelivery => Section::UntilDelivery,
            Group::OneOff => Section::OneOff,
            Group::Delay => Section::Delay,
        }
    }

    fn title(self) -> &'static str {
        match self {
            Section::Capital => "capital",
            Section::Operating => "operating",
            Section::Usage => "usage",
            Section::Burst => "burst",
            Section::UntilDelivery => "until delivery",
            Section::OneOff => "one-off",
            Section::Delay => "delay",
        }
    }
}

/// What a row sums: the lines of a group that bear a name.
type Key<'a> = (Group, &'a str);

/// The sections that lines of whatever kind fall into.
fn sections<'a>(lines: impl Iterator<Item = Key<'a>>) -> BTreeMap<Section, Vec<Key<'a>>> {
    let mut sections: BTreeMap<Section, Vec<Key<'a>>> = BTreeMap::new();
    for line in lines {
        let keys = sections.entry(Section::of(line.0)).or_default();
        if !keys.contains(&line) {
            keys.push(line);
        }
    }
    for keys in sections.values_mut() {
        // the groups of a name beside each other, the names in the order in which they come
        let names: Vec<&str> = keys.iter().map(|(_, name)| *name).collect();
        keys.sort_by_key(|(group, name)| (names.iter().position(|other| other == name), *group));
    }
    sections
}

/// Lines of whatever kind, in parts: the title, and for each row its label and which lines it sums.
pub(super) fn parts<'a>(lines: impl Iterator<Item = Key<'a>>) -> Vec<(&'static str, Vec<Key<'a>>)> {
    sections(lines).into_iter().map(|(section, keys)| (section.title(), keys)).collect()
}

/// What a line is called on its row.
pub(super) fn label(group: Group, name: &str) -> String {
    match group {
        Group::Purchase => format!("{name}, purchase"),
        Group::Lease => format!("{name}, lease"),
        Group::Resale => format!("{name}, resale"),
        Group::Operating | Group::Usage | Group::OneOff | Group::Burst | Group::UntilDelivery | Group::Delay => {
            name.to_owned()
        }
    }
}

/// The lines of every option, those of the same group and name on one row.
pub(super) fn lines(comparison: &Comparison) -> Vec<Part> {
    let digits = comparison.header.minor_digits;
    let all = comparison.options.iter().flat_map(|option| option.lines.iter().map(|l| (l.group, l.name.as_str())));
    let mut found = Vec::new();
    for (section, keys) in sections(all) {
        let row = |(group, name): &(Group, &str)| Row {
            label: label(*group, name),
            cells: amounts(comparison, digits, |option| line(option, *group, name)),
        };
        let mut rows: Vec<Row> = keys.iter().map(row).collect();
        if section == Section::Capital {
            let cells = amounts(comparison, digits, |option| option.amortized_capital);
            rows.push(Row { label: "amortized capital".to_owned(), cells });
        }
        found.push(Part { title: section.title(), rows });
    }
    found
}

fn line(option: &OptionStatement, group: Group, name: &str) -> Option<Decimal> {
    let same = option.lines.iter().filter(|line| line.group == group && line.name == name);
    same.map(|line| line.total).reduce(|sum, amount| sum + amount)
}

fn amounts(
    comparison: &Comparison,
    digits: u32,
    amount: impl Fn(&OptionStatement) -> Option<Decimal>,
) -> Vec<Option<String>> {
    comparison.options.iter().map(|option| amount(option).map(|amount| number::grouped(amount, digits))).collect()
}

/// Below the rule: what the lines add up to, and what that means.
pub(super) fn totals(comparison: &Comparison) -> Vec<Row> {
    let (header, options) = (&comparison.header, &comparison.options);
    let digits = header.minor_digits;
    let money = |amount: &dyn Fn(&OptionStatement) -> Option<Decimal>| amounts(comparison, digits, amount);
    let share = |share: &dyn Fn(&OptionStatement) -> Option<Decimal>| shares(options, share);
    let rate = |rate: &dyn Fn(&OptionStatement) -> Option<Decimal>| {
        figures::rates(&options.iter().map(rate).collect::<Vec<_>>(), 2)
    };
    let count = |count: &dyn Fn(&OptionStatement) -> Option<Decimal>| -> Vec<Option<String>> {
        options.iter().map(|option| count(option).map(|count| number::readable(count, 6))).collect()
    };
    let other = if options.len() > 2 { "another option" } else { "the other" };
    let unit = header.output_unit.as_deref().unwrap_or("unit");
    let mut rows = vec![
        (format!("cash over {}", number::counted(header.horizon_months, "month")), money(&|option| Some(option.total))),
        ("present value".to_owned(), money(&|option| Some(option.present_value))),
        ("per useful accelerator-hour, levelized".to_owned(), rate(&|option| option.per_useful_hour)),
        (format!("per {unit}, levelized"), rate(&|option| option.per_unit)),
        ("useful share of paid hours".to_owned(), share(&|option| option.useful_share_of_paid_hours)),
    ];
    rows.extend(WASTE.map(|(cause, label)| (label.to_owned(), money(&|option| wasted(option, cause)))));
    rows.extend([
        ("utilization of the fleet".to_owned(), share(&|option| option.utilization)),
        (format!("most cash paid ahead of {other}"), money(&|option| most_ahead(option).map(|(amount, _)| amount))),
        ("  at the end of month".to_owned(), count(&|option| most_ahead(option).map(|(_, month)| month.into()))),
        ("work done".to_owned(), work_done(options)),
        (
            "useful hours lost to downtime".to_owned(),
            count(&|o| Some(o.hours_lost_to_downtime).filter(|h| !h.is_zero())),
        ),
        ("energy, kWh a year".to_owned(), count(&|option| option.energy_kwh_per_year.map(|energy| energy.round()))),
        ("CO2e, kg a year".to_owned(), count(&|option| option.carbon_kg_per_year.map(|carbon| carbon.round()))),
        ("servers at the end".to_owned(), count(&|option| option.nodes)),
    ]);
    rows.into_iter()
        .filter(|(_, cells)| cells.iter().any(Option::is_some))
        .map(|(label, cells)| Row { label, cells })
        .collect()
}

/// What is paid for hours that are not useful, below their share.
const WASTE: [(Waste, &str); 4] = [
    (Waste::Idle, "  cash for idle hours"),
    (Waste::WarmAndHeadroom, "  cash for warm and headroom hours"),
    (Waste::Failed, "  cash for hours of failed runs"),
    (Waste::Interrupted, "  cash for interrupted hours"),
];

/// Nothing where there are no such hours.
fn wasted(option: &OptionStatement, cause: Waste) -> Option<Decimal> {
    let waste = option.waste.iter().find(|waste| waste.cause == cause && !waste.hours.is_zero())?;
    Some(waste.cost)
}

/// The title above the rows of loans: they are part of no total.
pub(super) const LOAN: &str = "loan; totals are before financing";

/// The loans of owned options; none without a loan.
pub(super) fn loans(comparison: &Comparison) -> Vec<Row> {
    let header = &comparison.header;
    let row = |label: String, amount: fn(&LoanStatement) -> Decimal| {
        let cells = amounts(comparison, header.minor_digits, |option| option.loan.as_ref().map(amount));
        Row { label, cells }
    };
    if comparison.options.iter().all(|option| option.loan.is_none()) {
        return Vec::new();
    }
    let mut rows = vec![
        row("borrowed at month 0".to_owned(), |loan| loan.borrowed),
        row("paid back a month".to_owned(), |loan| loan.payment),
        row("interest".to_owned(), |loan| loan.interest),
        row("present value".to_owned(), |loan| loan.present_value),
    ];
    let owed = comparison.options.iter().filter_map(|option| option.loan.as_ref());
    if owed.into_iter().any(|loan| !loan.balance.is_zero()) {
        rows.insert(2, row(format!("still owed at month {}", header.horizon_months), |loan| loan.balance));
    }
    rows
}

fn shares(options: &[OptionStatement], share: impl Fn(&OptionStatement) -> Option<Decimal>) -> Vec<Option<String>> {
    let values: Vec<Option<Decimal>> = options.iter().map(share).collect();
    let mut written = figures::shares(&values.iter().flatten().copied().collect::<Vec<_>>()).into_iter();
    values.iter().map(|value| value.and_then(|_| written.next())).collect()
}

/// Said of every option as soon as one of them leaves work undone.
fn work_done(options: &[OptionStatement]) -> Vec<Option<String>> {
    let less = options.iter().any(|option| option.work_done.is_some_and(|done| done < Decimal::ONE));
    shares(options, |option| option.work_done.filter(|_| less))
}

fn most_ahead(option: &OptionStatement) -> Option<(Decimal, u32)> {
    let ahead = option.cash_ahead.iter().map(|ahead| (ahead.amount, ahead.month));
    ahead.reduce(|most, next| if next.0 > most.0 { next } else { most })
}
