//! Maintenance paid during the warranty, and missing maintenance after it.

use crate::analysis::statement::{LineResult, OptionResult};
use crate::analysis::{MAINTENANCE, usual_costs, usual_costs_of_line};
use crate::check::rules::Subject;
use crate::check::rules::words::money;
use crate::diagnostic::{Code, Diagnostic, SourceId};
use crate::model::OptionId;
use crate::number::counted;
use crate::scenario::document::{Entry, NodeId, Origin};
use crate::scenario::line::OwnedLine;
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;
use rust_decimal::Decimal;

/// Maintenance lines that do not say whether they begin after the warranty, if there is one.
pub(super) fn maintenance(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let owned = subject.answer.loaded.scenario.own.iter();
    owned.flat_map(|option| option.value.operating.iter().filter_map(|line| of_line(subject, option, line))).collect()
}

fn of_line(subject: &Subject<'_>, option: &Entry<Own>, line: &Entry<OwnedLine>) -> Option<Diagnostic> {
    let warranty = option.value.warranty()?;
    let open = subject.answer.loaded.document.origin(line.value.after_warranty.at) == Origin::Assumed;
    // counted from the decision, like the months of a line
    let lead = option.value.lead_time().value;
    let ordered = first_covered(&option.value);
    let months = warranty.months(ordered);
    let covered = ordered.saturating_add_unsigned(lead + months).max(0).unsigned_abs();
    let begins_later = line.value.starts_month.as_ref().is_some_and(|month| month.value.count() > covered);
    if months == 0 || !open || begins_later || !is_maintenance(line) {
        return None;
    }
    let name = OptionId::own(&option.name);
    let key = name.path(&format!("operating.{}.after_warranty", line.name));
    if !subject.may_write_option_anew(Code::MaintenanceInWarranty, line.at) {
        return None;
    }
    let later = subject.variation().present_values(std::slice::from_ref(&name), |document| {
        // the parent of the key exists
        let _ = document.set(&key, "true", SourceId::FILE);
    });
    let early = subject.statement(&name)?.present_value - later.into_iter().next()??;
    let message = format!(
        "`{}` of {name} is paid during the warranty of {}: {} in present value",
        line.name,
        counted(months, "month"),
        money(subject, early)
    );
    let finding = subject.finding(Code::MaintenanceInWarranty, line.at, message);
    let label = "add `after_warranty: true`, or `after_warranty: false` if it is paid in addition to the warranty";
    (early > Decimal::ZERO).then(|| finding.label(label))
}

/// Order month, relative to the decision, of the first servers ordered from the decision on; otherwise of the last ones owned
/// already.
fn first_covered(own: &Own) -> i32 {
    let ordered = |purchase: &Purchase| purchase.month.value.from_decision();
    let purchases = || own.purchases.iter().flatten();
    let later = purchases().filter(|purchase| !purchase.is_owned_already()).map(ordered).min();
    let already = || purchases().map(ordered).max();
    later.or_else(already).unwrap_or_default()
}

/// Whether a line pays for repairs of the servers, by its name. Maintenance of other things, such as cooling or software, does
/// not count, nor do support hours, which are often paid in addition to a warranty.
fn is_maintenance(line: &Entry<OwnedLine>) -> bool {
    let has = |word: &str| line.name.split(['-', '_']).any(|part| part == word);
    let repairs = ["maintenance", "repair", "repairs"].into_iter().any(has);
    let of_hardware = has("hardware") && (has("support") || has("service"));
    let of_something_else = usual_costs("own", &line.name).any(|cost| cost != "maintenance");
    (repairs || of_hardware) && !of_something_else
}

/// Lowest plausible repair contract, as a share of the price a year; contracts are quoted at some per cent.
const A_THOUSANDTH: Decimal = Decimal::from_parts(1, 0, 0, false, 3);

/// Months in a year.
const MONTHS: Decimal = Decimal::from_parts(12, 0, 0, false, 0);

/// First and last month in which servers are out of warranty.
struct Unwarranted {
    first: u32,
    last: u32,
}

/// Warranties that end while their servers stay in service without paid repairs.
pub(super) fn ends(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| ends_of(subject, option)).collect()
}

fn ends_of(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let horizon = subject.answer.loaded.scenario.horizon_months.value.count();
    let warranty = option.value.warranty()?;
    let out = unwarranted(&option.value, horizon)?;
    if is_maintained(subject, option, &out) {
        return None;
    }
    let dated = |month| subject.answer.comparison.header.dated(month);
    let message = format!(
        "servers of own.{} are out of warranty from {}, and no line pays for their maintenance until {}",
        option.name,
        dated(out.first),
        dated(out.last)
    );
    let finding = subject.finding(Code::WarrantyEnds, warranty.lasts.at, message);
    Some(finding.label("add `maintenance: { share_of_capital_per_year: 5%, after_warranty: true }` to `operating`"))
}

/// Months out of warranty within the horizon, of the servers whose warranty ends first.
fn unwarranted(own: &Own, horizon: u32) -> Option<Unwarranted> {
    let (warranty, lead) = (own.warranty()?, own.lead_time().value);
    let stated = own.purchases.iter().flatten();
    let stated = stated.map(|purchase| (purchase.month.value.from_decision(), purchase.life(own).value.count()));
    let life = own.useful_life_months.value.count();
    let others = own.deliveries(horizon).into_iter().map(|delivered| delivered.saturating_sub_unsigned(lead));
    let orders: Vec<(i32, u32)> =
        if own.purchases.is_some() { stated.collect() } else { others.map(|ordered| (ordered, life)).collect() };
    let out = orders.into_iter().filter_map(|(ordered, life)| {
        // leased servers are returned at the end of the term, unless they are bought out
        let term = own.leased().filter(|(lease, _)| lease.buyout.is_none()).map(|(_, term)| term.months(ordered));
        let (serves, covered) = (term.map_or(life, |term| term.min(life)), warranty.months(ordered));
        let delivered = ordered.saturating_add_unsigned(lead);
        let month = |after: u32| delivered.saturating_add_unsigned(after).max(0).unsigned_abs();
        let (first, last) = (month(covered) + 1, month(serves).min(horizon));
        (covered < serves && first <= last).then_some(Unwarranted { first, last })
    });
    out.min_by_key(|out| out.first)
}

/// Whether the maintenance of servers out of warranty is paid, once or until their last month, or declared not applicable.
fn is_maintained(subject: &Subject<'_>, option: &Entry<Own>, out: &Unwarranted) -> bool {
    let document = &subject.answer.loaded.document;
    let lines = |part: &str| document.member(option.at, part).map(|part| document.children(part)).unwrap_or_default();
    let is_of_servers = |line: NodeId| {
        let costs: Vec<&str> = usual_costs_of_line(document, "own", line).collect();
        let of_hardware = document.key(line).split(['-', '_']).any(|word| word == "hardware");
        costs.contains(&MAINTENANCE) && (of_hardware || costs.iter().all(|cost| [MAINTENANCE, "spares"].contains(cost)))
    };
    if lines("not_applicable").iter().copied().any(is_of_servers) {
        return true;
    }
    let last = option
        .value
        .operating
        .iter()
        .filter(|line| line.value.ends_month.as_ref().map_or(u32::MAX, |month| month.value.count()) >= out.last);
    let once = ["capital", "one_off"].into_iter().flat_map(lines).copied();
    let paying = last.map(|line| line.at).chain(once).filter(|line| is_of_servers(*line));
    let paying: Vec<&str> = paying.map(|line| document.key(line)).collect();
    let Some(statement) = subject.statement(&OptionId::own(&option.name)) else { return true };
    let is_paying = |line: &LineResult| {
        line.group.is_of_the_fleet() && line.name.split(',').next().is_some_and(|name| paying.contains(&name))
    };
    let paid: Decimal = statement.lines.iter().filter(|line| is_paying(line)).map(|line| *line.total).sum();
    paid >= least(subject, option, statement, out).unwrap_or(Decimal::ZERO) && paid > Decimal::ZERO
}

/// Lowest plausible cost of maintenance in the months out of warranty; `None` for servers without a price.
fn least(subject: &Subject<'_>, option: &Entry<Own>, statement: &OptionResult, out: &Unwarranted) -> Option<Decimal> {
    let list = option.value.node.server_list_price(&subject.answer.loaded.scenario.exchange_rates)?;
    let servers = list.checked_mul(*statement.nodes?)?;
    let years = Decimal::from(out.last + 1 - out.first).checked_div(MONTHS)?;
    servers.checked_mul(A_THOUSANDTH)?.checked_mul(years)
}
