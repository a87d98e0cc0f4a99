//! Cost lines that exceed everything they are for.

use crate::analysis::statement::{LineResult, OptionResult};
use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::CostGroup;
use crate::scenario::document::Entry;
use crate::scenario::line::OperatingBasis;
use crate::scenario::own::{CapitalBasis, Own};
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Running hardware may cost as much as the hardware, hardly ever twice as much.
const TWICE: Decimal = Decimal::TWO;

/// Lines that exceed all other costs, equipment around servers for more than half of their price, and running costs above it.
pub(super) fn all(subject: &Subject<'_>) -> Vec<Diagnostic> {
    [dominating(subject), around(subject), running(subject)].concat()
}

/// Lines, other than servers and usage, that cost more than twice all other costs of their option.
fn dominating(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let options = subject.answer.evaluated.model.options.iter().zip(&subject.answer.comparison.options);
    let found = options.filter_map(|(model, option)| {
        let line = option.lines.iter().filter(|line| is_stated(line)).max_by_key(|line| line.present_value)?;
        let others = others(option, line);
        let times = line.present_value.checked_div(others)?;
        if others <= Decimal::ZERO || times <= TWICE {
            return None;
        }
        let message = format!(
            "`{}` of {} costs {} in present value, {} times all other costs of the option",
            line.name,
            option.name,
            line.present_value.grouped(),
            few_digits(times)
        );
        let document = &subject.answer.loaded.document;
        let parts = ["operating", "capital", "one_off"];
        let at = parts.into_iter().find_map(|part| document.member(document.member(model.at, part)?, &line.name));
        let label = "check the unit: per month or year, per node or in total, currency units or thousands";
        Some(subject.finding(Code::LineDominates, at.unwrap_or(model.at), message).label(label))
    });
    found.collect()
}

/// Equipment around servers has cost up to 30 % of their price: 4 to 13 % for networks in H100 clusters of 64 to 4,096 nodes (a
/// cost sheet of August 2024), 20 to 30 % claimed in February 2026.
const AROUND: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Capital entries per node that cost more than half of a server.
fn around(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let entries = subject.answer.loaded.scenario.own.iter().flat_map(|option| {
        option.value.capital.iter().filter_map(|entry| of_entry(subject, option, &entry.name, entry.value.basis()))
    });
    entries.collect()
}

fn of_entry(subject: &Subject<'_>, option: &Entry<Own>, entry: &str, basis: CapitalBasis<'_>) -> Option<Diagnostic> {
    let CapitalBasis::PerNode(price) = basis else { return None };
    let node = &option.value.node;
    let list = node.server_list_price(&subject.answer.loaded.scenario.exchange_rates)?;
    let of_node = subject.reported(&price.value)?.checked_div(list).filter(|of_node| *of_node > AROUND)?;
    let message = format!(
        "`{entry}` of own.{} costs {} of the price of a server per node",
        option.name,
        share(of_node.round_dp(3))
    );
    let label = "networks have cost 4 to 30 % of the servers; check that this is for one node";
    Some(subject.finding(Code::LineDominates, price.at, message).label(label))
}

/// Whether the amount of a line is given directly, rather than as a usage and its price.
fn is_stated(line: &LineResult) -> bool {
    match line.group {
        CostGroup::Operating | CostGroup::OneOff => true,
        CostGroup::Purchase => !line.name.starts_with("nodes"),
        CostGroup::Lease
        | CostGroup::Resale
        | CostGroup::Usage
        | CostGroup::Burst
        | CostGroup::UntilDelivery
        | CostGroup::Delay
        | CostGroup::Financing
        | CostGroup::Tax => false,
    }
}

/// Present value of all costs but one line; resale is excluded.
fn others(option: &OptionResult, line: &LineResult) -> Decimal {
    let costs = option.lines.iter().map(|line| line.present_value).filter(|value| *value > Decimal::ZERO);
    costs.sum::<Decimal>() - line.present_value
}

/// Months in a year.
const MONTHS: Decimal = Decimal::from_parts(12, 0, 0, false, 0);

/// Operating lines per server or accelerator that cost more than the server each year.
fn running(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let lines = subject.answer.loaded.scenario.own.iter().flat_map(|option| {
        option.value.operating.iter().filter_map(|line| of_line(subject, option, &line.name, &line.value.basis()))
    });
    lines.collect()
}

fn of_line(subject: &Subject<'_>, option: &Entry<Own>, line: &str, basis: &OperatingBasis<'_>) -> Option<Diagnostic> {
    let node = &option.value.node;
    let accelerators = node.accelerators.value.decimal();
    let (at, a_year) = match basis {
        OperatingBasis::PerNodeMonth(price) => (price.at, subject.reported(&price.value)?.checked_mul(MONTHS)?),
        OperatingBasis::PerNodeYear(price) => (price.at, subject.reported(&price.value)?),
        OperatingBasis::PerAcceleratorMonth(price) => {
            (price.at, subject.reported(&price.value)?.checked_mul(MONTHS)?.checked_mul(accelerators)?)
        }
        OperatingBasis::PerMonth(_)
        | OperatingBasis::PerYear(_)
        | OperatingBasis::Staff(..)
        | OperatingBasis::PerKilowattMonth(_)
        | OperatingBasis::ShareOfCapital(_)
        | OperatingBasis::PerUsefulHour(_)
        | OperatingBasis::ShareOfBill(_)
        | OperatingBasis::Stored(..)
        | OperatingBasis::Moved(..)
        | OperatingBasis::Tiers(..)
        | OperatingBasis::Requests(..) => return None,
    };
    let list = node.server_list_price(&subject.answer.loaded.scenario.exchange_rates)?;
    let of_price = a_year.checked_div(list).filter(|share| *share > Decimal::ONE)?;
    let message = format!(
        "`{line}` of own.{} costs {} of the price of a server per year",
        option.name,
        share(of_price.round_dp(3))
    );
    let label = "check the unit: per month or per year, per accelerator or per server";
    Some(subject.finding(Code::LineDominates, at, message).label(label))
}
