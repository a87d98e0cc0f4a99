//! A portfolio as a page: total in a sentence, cost by group, all scenarios, and next steps.

use super::{PortfolioReport, UnansweredFile, data};
use crate::amount::Amount;
use crate::analysis::flip::Flip;
use crate::analysis::groups::Grouping;
use crate::analysis::portfolio::{CurrencyTotal, GroupTotal, Member, MemberWinner, MonthlyCost, Portfolio, ReviewDay};
use crate::number;
use crate::report::page::{
    Align, Block, Cell, Column, ColumnWidth, Meaning, Notation, Page, Section, Table, TableLine, TableRow, Weight,
};
use crate::report::{compare, figures, header};
use rust_decimal::Decimal;

/// Width of section headings in terminal cells.
const MARGIN: usize = 12;
/// Maximum number of reviews, inputs and errors listed; the others are counted.
const MOST_SAID: usize = 10;

/// Maximum decimals of shares.
const MOST_DECIMALS: u32 = 1;

/// Part of a cost.
type PartOfCost = fn(&MonthlyCost) -> Amount;

/// Kinds of options with their display name and part of a cost.
const KINDS: [(&str, PartOfCost); 3] =
    [("owned", |cost| cost.own), ("rented", |cost| cost.rent), ("hybrid", |cost| cost.hybrid)];

/// The page.
pub(super) fn page(report: &PortfolioReport) -> Page {
    let portfolio = &report.portfolio;
    let currencies = portfolio.currencies();
    let tables = currencies.iter().map(|currency| by_group(currency, portfolio)).chain(scenarios(portfolio));
    let blocks = std::iter::once(answer(report, &currencies)).chain(tables.map(Block::Table)).chain(details(report));
    let name = format!("{}, by {}", scenarios_counted(portfolio.members.len()), by(&portfolio.by));
    let conventions = "monthly cash: cost of the winning option over its horizon, divided by its months";
    let page = header::page_alone(name, conventions, MARGIN, blocks.collect(), data::data(portfolio));
    Page { footer: header::footer_of_several(portfolio.members.first().map(|member| &member.header)), ..page }
}

fn by(by: &Grouping) -> &str {
    match by {
        Grouping::Owner => "owner",
        Grouping::Tag(name) => name,
    }
}

/// `3 scenarios`.
pub(in crate::report) fn scenarios_counted(count: usize) -> String {
    number::counted(count, "scenario")
}

/// Total monthly cost, and the number of scenarios that are not included.
fn answer(report: &PortfolioReport, currencies: &[CurrencyTotal]) -> Block {
    let costs = currencies.iter().map(cost);
    let apart = (currencies.len() > 1).then(|| "Amounts in different currencies are not added.".to_owned());
    let without = report.portfolio.members.iter().filter(|member| member.winner.is_none()).count();
    let without = (without > 0).then(|| format!("No option can be chosen in {}.", scenarios_counted(without)));
    let unanswered = report.unanswered.len();
    let verb = if unanswered == 1 { "has" } else { "have" };
    let unanswered = (unanswered > 0).then(|| format!("{} {verb} no answer.", scenarios_counted(unanswered)));
    let notes: Vec<String> = costs.chain(apart).chain(without).chain(unanswered).collect();
    Block::Sections(vec![Section::answer("Total", Meaning::Winner, vec![notes.join(" ")])])
}

/// `9 scenarios cost 12,345.00 USD a month: 10,000.00 of it owned, 2,345.00 rented.`
fn cost(currency: &CurrencyTotal) -> String {
    let kinds = KINDS.iter().map(|(name, of)| (name, of(&currency.per_month)));
    let kinds: Vec<String> =
        kinds.filter(|(_, of)| !of.is_zero()).map(|(name, of)| format!("{} {name}", of.grouped())).collect();
    let verb = if currency.scenarios == 1 { "costs" } else { "cost" };
    let scenarios = scenarios_counted(currency.scenarios);
    let total = currency.per_month.all.grouped();
    let kinds = if kinds.is_empty() { String::new() } else { format!(": {}", kinds.join(", ")) };
    let code = &currency.currency;
    format!("{scenarios} {verb} {total} {code} a month{kinds}.")
}

/// Monthly cost by group in one currency.
fn by_group(currency: &CurrencyTotal, portfolio: &Portfolio) -> Table {
    let digits = currency.minor_digits;
    let kinds: Vec<_> = KINDS.iter().filter(|(_, of)| !of(&currency.per_month).is_zero()).collect();
    // a single kind equals the total
    let kinds = if kinds.len() > 1 { kinds } else { Vec::new() };
    let shares: Vec<Decimal> = currency.groups.iter().filter_map(|group| group.share).map(Decimal::from).collect();
    let decimals = figures::share_decimals(&shares).min(MOST_DECIMALS);
    let costs = |cost: &MonthlyCost| -> Vec<Cell> {
        let of_kinds = kinds.iter().map(|(_, of)| of(cost)).map(|of| Some(of).filter(|of| !of.is_zero()));
        std::iter::once(Cell::fixed(cost.all, digits)).chain(of_kinds.map(|of| Cell::amount(of, digits))).collect()
    };
    let row = |group: &GroupTotal| {
        let share = group.share.map(|share| Cell::Number(*share, Notation::Percent(decimals)));
        let beside = [share.into(), Cell::fixed(Decimal::from(group.scenarios.len()), 0)];
        let display_name = compare::group_name(&portfolio.by, group.group.as_deref());
        TableRow::plain(display_name, costs(&group.per_month).into_iter().chain(beside))
    };
    let total = costs(&currency.per_month).into_iter();
    let total = total.chain([Cell::Absent, Cell::fixed(Decimal::from(currency.scenarios), 0)]);
    let total = TableRow::Cells(TableLine { weight: Weight::Strong, ..TableLine::new("total", total) });
    let rows = currency.groups.iter().map(row).chain([TableRow::Rule, total]).collect();
    let heads = ["a month"].into_iter().chain(kinds.iter().map(|(name, _)| *name)).chain(["share", "scenarios"]);
    let title = format!("{} a month by {}", currency.currency, by(&portfolio.by));
    Table { corner: by(&portfolio.by).to_owned(), ..Table::new(heads, rows) }.titled(title)
}

/// All scenarios, one per row; none without scenarios.
fn scenarios(portfolio: &Portfolio) -> Option<Table> {
    let columns = [
        Column { room: ColumnWidth::Shared, ..Column::new("wins", Align::Left) },
        Column::new("a month", Align::Right),
        Column::new("currency", Align::Left),
        Column::new("months", Align::Right),
        Column::new("review by", Align::Left),
    ];
    let row = |member: &Member| {
        let header = &member.header;
        let winner = member.winner.as_ref();
        let cells = [
            winner.map(|winner| wins(member, winner)).into(),
            Cell::amount(winner.map(|winner| winner.per_month), header.minor_digits),
            (&header.currency).into(),
            Cell::fixed(Decimal::from(header.horizon_months), 0),
            member.reviews.first().map(|review| &review.day).into(),
        ];
        TableRow::plain(&header.file, cells)
    };
    let table = Table {
        columns: columns.into(),
        corner: "scenario".to_owned(),
        ..Table::new(<[&str; 0]>::default(), portfolio.members.iter().map(row).collect())
    };
    (!table.rows.is_empty()).then(|| table.titled("all scenarios with winning option and next review"))
}

/// Display name of the winning option.
fn wins(member: &Member, winner: &MemberWinner) -> String {
    let name = member.header.labels.display_text(winner.option.as_str());
    if winner.close { format!("{name}, too close to call") } else { name }
}

/// Reviews, inputs nearest to changing a verdict, and errors.
fn details(report: &PortfolioReport) -> Option<Block> {
    let portfolio = &report.portfolio;
    let turns = portfolio.nearest().into_iter().filter_map(|(member, flip)| turn(member, flip));
    let sections = [
        Section::detail("Reviews", first(portfolio.reviews().into_iter().map(review).collect())),
        Section::detail("Turns if", first(turns.collect())),
        no_answer(&report.unanswered),
    ];
    let sections: Vec<Section> = sections.into_iter().flatten().collect();
    (!sections.is_empty()).then_some(Block::Sections(sections))
}

/// Scenarios without an answer, each with its first error; none if all have one.
pub(in crate::report) fn no_answer(files: &[UnansweredFile]) -> Option<Section> {
    let section = Section::detail("No answer", first(files.iter().map(unanswered).collect()))?;
    Some(section.meaning(Meaning::Warning))
}

/// The first entries, and the number of the others.
fn first(mut sentences: Vec<String>) -> Vec<String> {
    let more = sentences.len().saturating_sub(MOST_SAID);
    sentences.truncate(MOST_SAID);
    sentences.extend((more > 0).then(|| format!("and {more} more, listed in `--format json`")));
    sentences
}

/// `2027-06-30: department.yaml, tuning (research)`.
fn review(review: &ReviewDay) -> String {
    let workload = review.workload.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
    let owner = review.owner.as_ref().map(|owner| format!(" ({owner})")).unwrap_or_default();
    format!("{}: {}{workload}{owner}", review.day, review.file)
}

/// `quote.yaml: the on-demand price falls below 34.12 per instance-hour (today 55.04, −38 %)`.
fn turn(member: &Member, flip: &Flip) -> Option<String> {
    let header = &member.header;
    let said = compare::flips_of(flip, header, member.options)?;
    Some(format!("{}: {}", header.file, header.labels.display_text(&said)))
}

fn unanswered(unanswered: &UnansweredFile) -> String {
    format!("{}: {}", unanswered.file, unanswered.errors.in_a_line(&unanswered.file))
}
