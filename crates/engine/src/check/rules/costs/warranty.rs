//! Maintenance that is paid for while the warranty holds.

use crate::analysis::usual_costs;
use crate::check::rules::Subject;
use crate::check::rules::words::money;
use crate::diagnostic::{Code, Diagnostic, SourceId};
use crate::number::counted;
use crate::scenario::document::{Entry, Origin};
use crate::scenario::line::OwnedLine;
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;
use rust_decimal::Decimal;

/// Lines of maintenance that do not say whether they begin after the warranty, where there is one.
pub(super) fn maintenance(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let owned = subject.answer.loaded.scenario.own.iter();
    owned.flat_map(|option| option.value.operating.iter().filter_map(|line| of_line(subject, option, line))).collect()
}

fn of_line(subject: &Subject<'_>, option: &Entry<Own>, line: &Entry<OwnedLine>) -> Option<Diagnostic> {
    let warranty = option.value.warranty()?;
    let open = subject.answer.loaded.document.origin(line.value.after_warranty.at) == Origin::Assumed;
    // counted from the decision, as the months of a line are
    let lead = option.value.lead_time().value;
    let ordered = first_covered(&option.value);
    let months = warranty.months(ordered);
    let covered = ordered.saturating_add_unsigned(lead + months).max(0).unsigned_abs();
    let begins_later = line.value.starts_month.as_ref().is_some_and(|month| month.value.count() > covered);
    if months == 0 || !open || begins_later || !is_maintenance(line) {
        return None;
    }
    let name = format!("own.{}", option.name);
    let key = format!("{name}.operating.{}.after_warranty", line.name);
    if !subject.may_write_option_anew(Code::MaintenanceInWarranty, line.at) {
        return None;
    }
    let later = subject.variation().present_values(std::slice::from_ref(&name), |document| {
        // the line is there
        let _ = document.set(&key, "true", SourceId::FILE);
    });
    let early = subject.statement(&name)?.present_value - later.into_iter().next()??;
    let message = format!(
        "`{}` of {name} is paid while the warranty of {} holds: {} of present value",
        line.name,
        counted(months, "month"),
        money(subject, early)
    );
    let finding = subject.finding(Code::MaintenanceInWarranty, line.at, message);
    let label = "add `after_warranty: true`, or `after_warranty: false` if it is paid beside the warranty";
    (early > Decimal::ZERO).then(|| finding.label(label))
}

/// The month of the order, from the decision, of the servers of an option that are delivered first from the decision on, or else
/// of those that are owned already and were delivered last.
fn first_covered(own: &Own) -> i32 {
    let ordered = |purchase: &Purchase| purchase.month.value.from_decision();
    let purchases = || own.purchases.iter().flatten();
    let later = purchases().filter(|purchase| !purchase.is_owned_already()).map(ordered).min();
    let already = || purchases().map(ordered).max();
    later.or_else(already).unwrap_or_default()
}

/// Whether a line repairs the servers, by its name: not that of something else, as of cooling or software, and not the hours
/// in which somebody answers, which are often paid beside a warranty.
fn is_maintenance(line: &Entry<OwnedLine>) -> bool {
    let has = |word: &str| line.name.split(['-', '_']).any(|part| part == word);
    let repairs = ["maintenance", "repair", "repairs"].into_iter().any(has);
    let of_hardware = has("hardware") && (has("support") || has("service"));
    let of_something_else = usual_costs("own", &line.name).any(|cost| cost != "maintenance");
    (repairs || of_hardware) && !of_something_else
}
