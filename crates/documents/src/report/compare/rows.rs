//! Rows of the comparison table: lines of all options, and totals.

use super::bars::ranking;
use crate::amount::Ratio;
use crate::analysis::statement::{Comparison, Header, LoanResult, OptionResult, Waste};
use crate::model::CostGroup;
use crate::number;
use crate::report::figures;
use crate::report::page::{Cell, Notation, RowsTitle, Table, TableLine, TableRow, Weight};
use crate::scenario::conventions::Financing;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Sections of the table, in display order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Capital,
    Operating,
    Usage,
    Burst,
    UntilDelivery,
    OneOff,
    Delay,
    Financing,
    Tax,
}

impl Section {
    /// Section of a cost group. Every group has one, so that every line in a total is also in the table.
    fn of(group: CostGroup) -> Section {
        match group {
            CostGroup::Purchase | CostGroup::Lease | CostGroup::Resale => Section::Capital,
            CostGroup::Operating => Section::Operating,
            CostGroup::Usage => Section::Usage,
            CostGroup::Burst => Section::Burst,
            CostGroup::UntilDelivery => Section::UntilDelivery,
            CostGroup::OneOff => Section::OneOff,
            CostGroup::Delay => Section::Delay,
            CostGroup::Financing => Section::Financing,
            CostGroup::Tax => Section::Tax,
        }
    }

    /// Title of a section and prefix of its lines; lines of capital need no prefix.
    fn part(self) -> RowsTitle {
        let title = match self {
            Section::Capital => return RowsTitle { title: "capital".to_owned(), prefix: None },
            Section::Operating => "operating",
            Section::Usage => "usage",
            Section::Burst => "burst",
            Section::UntilDelivery => "until delivery",
            Section::OneOff => "one-off",
            Section::Delay => "delay",
            Section::Financing => "financing",
            Section::Tax => "tax",
        };
        RowsTitle { title: title.to_owned(), prefix: Some(title.to_owned()) }
    }
}

/// Key of a row: a cost group and a line name.
pub(in crate::report) type Key<'a> = (CostGroup, &'a str);

/// Sections of lines.
fn sections<'a>(lines: impl Iterator<Item = Key<'a>>) -> BTreeMap<Section, Vec<Key<'a>>> {
    let mut sections: BTreeMap<Section, Vec<Key<'a>>> = BTreeMap::new();
    for line in lines {
        let keys = sections.entry(Section::of(line.0)).or_default();
        if !keys.contains(&line) {
            keys.push(line);
        }
    }
    for keys in sections.values_mut() {
        // the groups of a name are adjacent, names in order of occurrence
        let names: Vec<&str> = keys.iter().map(|(_, name)| *name).collect();
        keys.sort_by_key(|(group, name)| (names.iter().position(|other| other == name), *group));
    }
    sections
}

/// Rows of lines by section, each with its cells. Lines of the same group and name share a row; a line that costs nothing
/// in any column has none.
pub(in crate::report) fn in_sections<'a>(
    lines: impl Iterator<Item = Key<'a>>,
    display_name: impl Fn(Key<'a>) -> String,
    cells: impl Fn(Key<'a>) -> Vec<Cell>,
    explained: impl Fn(Key<'a>) -> Vec<Option<String>>,
    amortized: Option<&[Cell]>,
) -> Vec<TableRow> {
    let mut rows = Vec::new();
    for (section, keys) in sections(lines.filter(|key| cells(*key).iter().any(Cell::is_something))) {
        rows.push(TableRow::Title(section.part()));
        let row = |key: Key<'a>| {
            let line = TableLine::new(display_name(key), cells(key)).below();
            TableRow::Cells(line.explained_by(explained(key)))
        };
        rows.extend(keys.into_iter().map(row));
        if section == Section::Capital {
            let amortized = amortized.map(|cells| TableLine::new("amortized capital", cells.to_vec()).below());
            rows.extend(amortized.map(TableRow::Cells));
        }
    }
    rows
}

/// Display name of a line by its label or name.
pub(in crate::report) fn label(name: &str, group: CostGroup, is_already_owned: bool) -> String {
    match group {
        CostGroup::Purchase if is_already_owned => name.to_owned(),
        CostGroup::Purchase => format!("{name}, purchase"),
        CostGroup::Lease => format!("{name}, lease"),
        CostGroup::Resale => format!("{name}, resale"),
        CostGroup::Operating
        | CostGroup::Usage
        | CostGroup::OneOff
        | CostGroup::Burst
        | CostGroup::UntilDelivery
        | CostGroup::Delay
        | CostGroup::Financing
        | CostGroup::Tax => name.to_owned(),
    }
}

/// A table with a column per option.
pub(super) fn of_options(comparison: &Comparison, rows: Vec<TableRow>) -> Table {
    let winner = comparison.verdict.clear_winner();
    let mut table = Table::new(comparison.options.iter().map(|option| &option.name), rows);
    table.winner = comparison.options.iter().position(|option| Some(&option.name) == winner);
    table.in_order(&ranking(comparison))
}

/// Lines of all options by section.
pub(super) fn lines(comparison: &Comparison) -> Vec<TableRow> {
    let all = comparison.options.iter().flat_map(|option| option.lines.iter().map(|l| (l.group, l.name.as_str())));
    let amortized = amounts(comparison, |option| option.amortized_capital.map(Decimal::from));
    let display_name = |key| display_name(comparison.options.iter(), key);
    let cells = |key| amounts(comparison, |option| line(option, key));
    let topic = |option: &OptionResult, (group, name): Key<'_>| {
        line(option, (group, name)).map(|_| format!("{}.{}.{name}", option.name, group.name()))
    };
    let explained = |key| comparison.options.iter().map(|option| topic(option, key)).collect();
    in_sections(all, display_name, cells, explained, Some(&amortized))
}

/// Display name of a line: by the label that the options agree on, otherwise by the line name.
pub(super) fn display_name<'a>(options: impl Iterator<Item = &'a OptionResult>, (group, name): Key<'_>) -> String {
    let mut same = options.flat_map(|option| &option.lines).filter(|line| line.group == group && line.name == name);
    let Some(first) = same.next() else { return label(name, group, false) };
    let agreed = first.label.as_deref().filter(|_| same.all(|line| line.label == first.label));
    label(agreed.unwrap_or(name), group, first.is_already_owned)
}

fn line(option: &OptionResult, (group, name): Key<'_>) -> Option<Decimal> {
    let same = option.lines.iter().filter(|line| line.group == group && line.name == name);
    same.map(|line| line.total).reduce(|sum, amount| sum + amount).map(Decimal::from)
}

fn amounts(comparison: &Comparison, amount: impl Fn(&OptionResult) -> Option<Decimal>) -> Vec<Cell> {
    let digits = comparison.header.minor_digits;
    comparison.options.iter().map(|option| Cell::amount(amount(option), digits)).collect()
}

/// `, after tax` if all figures are.
pub(in crate::report) fn after_tax(header: &Header) -> &'static str {
    if header.tax_rate.is_some() { ", after tax" } else { "" }
}

/// Totals and derived figures, below the rule.
pub(super) fn totals(comparison: &Comparison) -> Vec<TableRow> {
    let (header, options) = (&comparison.header, &comparison.options);
    let money = |amount: &dyn Fn(&OptionResult) -> Option<Decimal>| amounts(comparison, amount);
    let share = |share: &dyn Fn(&OptionResult) -> Option<Decimal>| shares(options.iter().map(share));
    let rate = |rate: &dyn Fn(&OptionResult) -> Option<Decimal>| rates(options.iter().map(rate));
    let count = |count: &dyn Fn(&OptionResult) -> Option<Decimal>| -> Vec<Cell> {
        let cell = |count| Cell::Number(count, Notation::Readable(6));
        options.iter().map(|option| count(option).map(cell).into()).collect()
    };
    let row = |label: &str, cells: Vec<Cell>| TableLine { weight: Weight::Strong, ..TableLine::new(label, cells) };
    let of = |figure: &str| -> Vec<Option<String>> {
        options.iter().map(|option| Some(format!("{}{figure}", option.name))).collect()
    };
    let other = if options.len() > 2 { "another option" } else { "the other option" };
    let unit = header.output_unit.as_deref().unwrap_or("unit");
    let taxed = after_tax(header);
    let kept = header.tax_rate.map(|tax| Decimal::ONE - *tax);
    let before_tax = |after: Option<Ratio>| (*after?).checked_div(kept?);
    let mut lines = vec![
        row(&format!("cash over {}", number::counted(header.horizon_months, "month")), money(&|o| Some(*o.total)))
            .explained_by(of("")),
        row("of which indirect tax", money(&|option| option.indirect_tax.map(|tax| *tax.total))).below(),
        row("present value", money(&|option| Some(*option.present_value))).explained_by(of("")),
        row("of which indirect tax", money(&|option| option.indirect_tax.map(|tax| *tax.present_value))).below(),
        row(
            &format!("per useful accelerator-hour, levelized{taxed}"),
            rate(&|option| option.per_useful_hour.map(Decimal::from)),
        )
        .explained_by(of(".per_useful_hour")),
        row("equivalent before tax", rate(&|option| before_tax(option.per_useful_hour))).below(),
        row(&format!("per {unit}, levelized{taxed}"), rate(&|option| option.per_unit.map(Decimal::from)))
            .explained_by(of(".per_unit")),
        row("equivalent before tax", rate(&|option| before_tax(option.per_unit))).below(),
        row(
            "value of the work, present value",
            money(&|option| option.value_of_work.map(|value| *value.present_value)),
        )
        .explained_by(of(".value_of_work")),
        row("net of cost", money(&|option| option.value_of_work.map(|value| *value.less_cost)))
            .below()
            .explained_by(of(".value_less_cost")),
        row("useful share of paid hours", share(&|option| option.useful_share_of_paid_hours.map(Decimal::from)))
            .explained_by(of(".useful_share_of_paid_hours")),
    ];
    lines.extend(
        WASTE.map(|(cause, label)| {
            row(label, money(&|option| wasted(option, cause))).below().explained_by(of(".waste"))
        }),
    );
    let lost = |option: &OptionResult| Some(*option.hours_lost_to_downtime).filter(|hours| !hours.is_zero());
    lines.extend([
        row("utilization of the fleet", share(&|option| option.utilization.map(Decimal::from)))
            .explained_by(of(".utilization")),
        row(
            &format!("peak cumulative cash above {other}"),
            money(&|option| most_ahead(option).map(|(amount, _)| amount)),
        ),
        row("at the end of month", months(header, options.iter().map(|option| Some(most_ahead(option)?.1)))).below(),
        row("work done", work_done(options)),
        row("useful hours lost to downtime", count(&lost)).explained_by(of(".hours_lost_to_downtime")),
        row("energy, kWh a year", count(&|option| option.energy_kwh_per_year.map(|energy| energy.round())))
            .explained_by(of(".energy_kwh_per_year")),
        row("CO2e, kg a year", count(&|option| option.carbon_kg_per_year.map(|carbon| carbon.round())))
            .explained_by(of(".carbon_kg_per_year")),
        row("servers at the end", count(&|option| option.nodes.map(Decimal::from)))
            .explained_by(of(".nodes_in_service")),
    ]);
    lines.into_iter().filter(TableLine::says_something).map(TableRow::Cells).collect()
}

/// Rows of cash paid for hours that are not useful.
const WASTE: [(Waste, &str); 5] = [
    (Waste::Idle, "cash for idle hours"),
    (Waste::WarmAndHeadroom, "cash for warm and headroom hours"),
    (Waste::Failed, "cash for hours of failed runs"),
    (Waste::Stalled, "cash for hours that wait for data"),
    (Waste::Interrupted, "cash for interrupted hours"),
];

/// None without such hours.
fn wasted(option: &OptionResult, cause: Waste) -> Option<Decimal> {
    let waste = option.waste.iter().find(|waste| waste.cause == cause && !waste.hours.is_zero())?;
    Some(*waste.cost)
}

/// Rows of loans; empty without a loan.
pub(super) fn loans(comparison: &Comparison) -> Vec<TableRow> {
    if comparison.options.iter().all(|option| option.loan.is_none()) {
        return Vec::new();
    }
    let row = |label: &str, amount: fn(&LoanResult) -> Decimal| {
        let cells = amounts(comparison, |option| option.loan.as_ref().map(amount));
        TableRow::Cells(TableLine::new(label, cells).below())
    };
    let (title, prefix) = match comparison.header.financing {
        Financing::Separate => ("loan; not included in totals", "loan, not in the totals"),
        Financing::Inside => ("loan, included in the totals", "loan, in the totals"),
    };
    let mut rows = vec![
        TableRow::Title(RowsTitle { title: title.to_owned(), prefix: Some(prefix.to_owned()) }),
        row("borrowed at month 0", |loan| *loan.borrowed),
        row("repayment per month", |loan| *loan.payment),
        row("interest", |loan| *loan.interest),
        row("present value", |loan| *loan.present_value),
    ];
    let owed = comparison.options.iter().filter_map(|option| option.loan.as_ref());
    if owed.into_iter().any(|loan| !loan.balance.is_zero()) {
        let still_owed = format!("still owed at month {}", comparison.header.horizon_months);
        rows.insert(3, row(&still_owed, |loan| *loan.balance));
    }
    rows
}

/// Shares with the same number of decimals.
fn shares(values: impl Iterator<Item = Option<Decimal>>) -> Vec<Cell> {
    let values: Vec<Option<Decimal>> = values.collect();
    let decimals = figures::share_decimals(&known(&values));
    values.iter().map(|value| value.map(|value| Cell::Number(value, Notation::Percent(decimals))).into()).collect()
}

/// Costs per hour or unit with the same number of decimals.
pub(super) fn rates(values: impl Iterator<Item = Option<Decimal>>) -> Vec<Cell> {
    let values: Vec<Option<Decimal>> = values.collect();
    let decimals = figures::rate_decimals(&known(&values));
    values.iter().map(|value| Cell::amount(*value, decimals)).collect()
}

fn known(values: &[Option<Decimal>]) -> Vec<Decimal> {
    values.iter().flatten().copied().collect()
}

/// Work done by each option; empty if all options do all work.
fn work_done(options: &[OptionResult]) -> Vec<Cell> {
    let less = options.iter().any(|option| option.work_done.is_some_and(|done| done < Decimal::ONE));
    shares(options.iter().map(|option| option.work_done.filter(|_| less).map(Decimal::from)))
}

/// Month numbers, with dates if the scenario has a start date.
fn months(header: &Header, months: impl Iterator<Item = Option<u32>>) -> Vec<Cell> {
    let cell = |month: u32| match header.dated(month).date {
        None => Cell::fixed(month, 0),
        Some(date) => Cell::Text(format!("{month} ({date})")),
    };
    months.map(|month| month.map(cell).into()).collect()
}

fn most_ahead(option: &OptionResult) -> Option<(Decimal, u32)> {
    let ahead = option.cash_ahead.iter().map(|ahead| (*ahead.amount, ahead.month));
    ahead.reduce(|most, next| if next.0 > most.0 { next } else { most })
}
