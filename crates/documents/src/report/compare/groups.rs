//! Costs of each option by owner or by a tag of the work: one table per option.

use super::data::verdict;
use super::rows;
use crate::analysis::groups::{GroupResult, Grouping, OptionGroups, WorkGroups};
use crate::analysis::statement::{Comparison, OptionResult, WorkloadResult};
use crate::report::figures;
use crate::report::page::{Cell, Data, Notation, Table, TableLine, TableRow, Title, Weight};
use crate::scenario::cases::STATED;
use rust_decimal::Decimal;

/// Columns of a table.
const HEADS: [&str; 5] = ["cash", "share", "present value", "useful hours", "per hour"];
/// Maximum decimals of shares.
const MOST_DECIMALS: u32 = 1;

/// CSV columns: first those of every row, then the row's keys, then figures.
const COLUMNS: [&str; 15] = [
    "scenario",
    "case",
    "date",
    "currency",
    "option",
    "verdict",
    "by",
    "group",
    "workloads",
    "amount",
    "present_value",
    "share",
    "useful_hours",
    "per_useful_hour",
    "option_label",
];

/// Display name of a group; brackets if no owner or tag is given.
pub(in crate::report) fn display_name(by: &Grouping, group: Option<&str>) -> String {
    match (group, by) {
        (Some(group), _) => group.to_owned(),
        (None, Grouping::Owner) => "(no owner)".to_owned(),
        (None, Grouping::Tag(name)) => format!("(no {name})"),
    }
}

/// A table per option with its total.
pub(super) fn tables(groups: &WorkGroups, comparison: &Comparison) -> Vec<Table> {
    let what = match &groups.by {
        Grouping::Owner => "cost by owner, allocated by useful hours".to_owned(),
        Grouping::Tag(name) => format!("cost by {name}, allocated by useful hours"),
    };
    let of = |(option, result): (&OptionGroups, &OptionResult)| {
        let rates = option.groups.iter().map(|group| group.per_useful_hour).chain([result.per_useful_hour]);
        let mut rates = rows::rates(rates.map(|rate| rate.map(Decimal::from))).into_iter();
        let mut rate = || rates.next().unwrap_or(Cell::Absent);
        let mut rows: Vec<TableRow> =
            option.groups.iter().map(|group| row(&groups.by, option, group, rate(), comparison)).collect();
        rows.extend([TableRow::Rule, total(option, result, rate(), comparison)]);
        let title = Title::Of(option.name.to_string(), what.clone());
        Table { title: Some(title), ..Table::new(HEADS, rows) }
    };
    groups.options.iter().zip(&comparison.options).map(of).collect()
}

fn row(by: &Grouping, option: &OptionGroups, group: &GroupResult, per_hour: Cell, comparison: &Comparison) -> TableRow {
    let digits = comparison.header.minor_digits;
    let shares: Vec<Decimal> = option.groups.iter().filter_map(|group| group.share).map(Decimal::from).collect();
    let decimals = figures::share_decimals(&shares).min(MOST_DECIMALS);
    let cells = [
        Cell::fixed(group.total, digits),
        group.share.map(|share| Cell::Number(*share, Notation::Percent(decimals))).into(),
        Cell::fixed(group.present_value, digits),
        Cell::fixed(group.useful_hours, 0),
        per_hour,
    ];
    TableRow::plain(display_name(by, group.group.as_deref()), cells)
}

fn total(option: &OptionGroups, result: &OptionResult, per_hour: Cell, comparison: &Comparison) -> TableRow {
    let digits = comparison.header.minor_digits;
    let cells = [
        Cell::fixed(option.total, digits),
        Cell::Absent,
        Cell::fixed(option.present_value, digits),
        Cell::fixed(result.useful_hours, 0),
        per_hour,
    ];
    TableRow::Cells(TableLine { weight: Weight::Strong, ..TableLine::new("total", cells) })
}

/// Workloads of each group, the same for every option: `research: notebooks, tuning`. Empty in the short form.
pub(super) fn work(groups: &WorkGroups, comparison: &Comparison) -> Vec<String> {
    let mut costs: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
    let all = groups.options.iter().flat_map(|option| &option.groups);
    for group in all.filter(|group| !group.workloads.is_empty()) {
        let display_name = comparison.workloads.iter().filter(|workload| group.workloads.contains(&workload.name));
        let display_name = display_name.map(WorkloadResult::display_name);
        match costs.iter_mut().find(|(name, _)| *name == group.group.as_deref()) {
            Some((_, known)) => known.extend(display_name.filter(|name| !known.contains(name)).collect::<Vec<_>>()),
            None => costs.push((group.group.as_deref(), display_name.collect())),
        }
    }
    costs.sort_by_key(|(group, _)| group.is_none());
    costs
        .into_iter()
        .map(|(group, names)| format!("{}: {}", display_name(&groups.by, group), names.join(", ")))
        .collect()
}

/// All groups of all options; the amounts of an option's rows add up to its cost. `group` is empty without owner or
/// tag, `workloads` are names separated by spaces.
pub(super) fn data(groups: &WorkGroups, comparison: &Comparison) -> Data {
    let header = &comparison.header;
    let case = header.case.as_deref().unwrap_or(STATED);
    let of = |(option, result): (&OptionGroups, &OptionResult)| {
        let before = [
            Cell::from(&header.name),
            case.into(),
            header.date.as_deref().into(),
            (&header.currency).into(),
            (&option.name).into(),
            verdict(comparison, result).into(),
            groups.by.to_string().into(),
        ];
        let label: Cell = result.label.as_deref().into();
        let row = |group: &GroupResult| {
            let names = Some(group.workloads.join(" ")).filter(|names| !names.is_empty());
            let cells = [
                group.group.as_deref().into(),
                names.into(),
                Cell::fixed(group.total, header.minor_digits),
                Cell::fixed(group.present_value, header.minor_digits),
                Cell::ratio(group.share),
                Cell::ratio(Some(group.useful_hours)),
                Cell::ratio(group.per_useful_hour),
                label.clone(),
            ];
            before.iter().cloned().chain(cells).collect()
        };
        option.groups.iter().map(row).collect::<Vec<Vec<Cell>>>()
    };
    Data::new(COLUMNS, groups.options.iter().zip(&comparison.options).flat_map(of))
}
