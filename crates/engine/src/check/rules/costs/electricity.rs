//! Electricity that may be paid twice, or is paid at full power in idle hours.

use crate::analysis::usual_costs;
use crate::check::rules::Subject;
use crate::check::rules::words::money;
use crate::diagnostic::{Code, Diagnostic, SourceId};
use crate::model::OptionId;
use crate::number;
use crate::scenario::document::{Entry, Located};
use crate::scenario::line::OperatingBasis;
use crate::scenario::own::Own;
use crate::scenario::quantities::PricePerKilowattMonth;
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Prices per kilowatt of rated power that do not say whether they include electricity, if electricity is billed too.
pub(super) fn unstated(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().flat_map(|option| unstated_lines(subject, option)).collect()
}

fn unstated_lines(subject: &Subject<'_>, option: &Entry<Own>) -> Vec<Diagnostic> {
    let name = OptionId::own(&option.name);
    let lines = subject.statement(&name).map(|result| result.lines.as_slice()).unwrap_or_default();
    let Some(electricity) = lines.iter().find(|line| line.name == "electricity") else { return Vec::new() };
    let billed = electricity.present_value.grouped();
    let open = option.value.operating.iter().filter(|line| line.value.includes_electricity.is_none());
    let finding = |line: &str, price: &Located<PricePerKilowattMonth>| {
        let message = format!(
            "`{line}` of {name} does not say whether its price includes electricity; if it does, {billed} in present value, \
             the line `electricity`, is paid twice"
        );
        let finding = subject.finding(Code::ElectricityUnstated, price.at, message);
        finding.label("add `includes_electricity: false`; if the price includes it, remove `electricity_per_kwh`")
    };
    let priced = open.filter_map(|line| {
        let OperatingBasis::PerKilowattMonth(price) = line.value.basis() else { return None };
        may_include_electricity(&line.name).then(|| finding(&line.name, price))
    });
    priced.collect()
}

/// Whether a price per kilowatt with this name may include electricity: not if it is named after another usual cost.
fn may_include_electricity(line: &str) -> bool {
    usual_costs("own", line).all(|cost| matches!(cost, "electricity" | "cooling" | "space"))
}

/// Share of an option's present value from which the electricity of idle hours is worth a measurement.
const MATERIAL: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// Servers that draw their rated power even when idle, if that is a notable cost.
pub(super) fn nameplate(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| nameplate_of(subject, option)).collect()
}

fn nameplate_of(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let node = &option.value.node;
    let power = node.power_kw.as_ref().filter(|_| node.idle_power_kw.is_none())?;
    option.value.electricity_per_kwh.as_ref()?;
    let name = OptionId::own(&option.name);
    let whole = subject.statement(&name)?.present_value;
    let key = name.path("node.idle_power_kw");
    if !subject.may_write_option_anew(Code::NameplatePower, power.at) {
        return None;
    }
    let asleep = subject.variation().present_values(std::slice::from_ref(&name), |document| {
        // the parent of the key exists
        let _ = document.set(&key, "0", SourceId::FILE);
    });
    let idle = whole - asleep.into_iter().next()??;
    let share = idle.checked_div(*whole).filter(|share| *share >= MATERIAL)?;
    let kilowatts = number::readable(power.value.decimal(), 6);
    let message = format!(
        "the servers of {name} draw {kilowatts} kW even when idle: {} of present value ({}) is electricity for hours \
         without work",
        money(subject, idle),
        number::percent(share, 1)
    );
    let finding = subject.finding(Code::NameplatePower, power.at, message);
    Some(
        finding.label(format!(
            "add the measured `idle_power_kw`, or `idle_power_kw: {kilowatts}` if full power is billed"
        )),
    )
}
