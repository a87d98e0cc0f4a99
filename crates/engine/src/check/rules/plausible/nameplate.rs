//! Space and power supply counted with less power than the nameplate of such servers.

use super::power::is_far_from_rated;
use crate::catalog::{Accelerator, Server, recognized, servers};
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::Entry;
use crate::scenario::line::OperatingBasis;
use crate::scenario::own::{CapitalBasis, Own};
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Servers of one kind stay above this share of each other's nameplate power; measured power at work is lower.
const NINE_TENTHS: Decimal = Decimal::from_parts(9, 0, 0, false, 1);

/// Lowest plausible ratio of nameplate power to the rated power of the accelerators, for modules without a server in the catalog.
/// Known servers with eight modules have 1.46 to 2: 3.5 kW of 2.4 (V100), 6.5 of 3.2 (A100), 10.2 of 5.6 (H100), 14.3 of 8
/// (B200). Servers with cards differ more.
const OF_ACCELERATORS: Decimal = Decimal::from_parts(14, 0, 0, false, 1);

/// Fleets with space or power supply counted per kilowatt, whose servers count with less than their nameplate power.
pub(super) fn below(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_option(subject, option)).collect()
}

fn of_option(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let counted = counted(&option.value)?;
    let node = &option.value.node;
    let rated = node.rated_power()?;
    // implausible power has a finding of its own
    if is_far_from_rated(option, rated) {
        return None;
    }
    let (least, of) = nameplate(option)?;
    if rated.value.decimal() >= least {
        return None;
    }
    let message = format!(
        "`{counted}` of own.{} counts {} kW per server, less than the nameplate of such servers: {of}",
        option.name,
        few_digits(rated.value.decimal())
    );
    let finding = subject.finding(Code::BelowNameplate, rated.at, message);
    Some(finding.label("sites bill by nameplate power: add it as `nameplate_kw`; `power_kw` is the measured power"))
}

/// Name of a line or key counted per kilowatt of rated power, if any.
fn counted(own: &Own) -> Option<&str> {
    let is_line = |basis: &OperatingBasis<'_>| matches!(basis, OperatingBasis::PerKilowattMonth(_));
    let line = own.operating.iter().find(|line| is_line(&line.value.basis())).map(|line| line.name.as_str());
    let is_entry = |basis: CapitalBasis<'_>| matches!(basis, CapitalBasis::PerKilowatt(_));
    let entry = || own.capital.iter().find(|entry| is_entry(entry.value.basis())).map(|entry| entry.name.as_str());
    line.or_else(entry).or_else(|| own.available_power_kw.as_ref().map(|_| "available_power_kw"))
}

/// Lowest plausible nameplate power of such a server, and the reason.
fn nameplate(option: &Entry<Own>) -> Option<(Decimal, String)> {
    let count = option.value.node.accelerators.value.decimal();
    let known = recognized(option.value.accelerator.as_ref().map(|text| text.value.as_str()), &option.name)?;
    let is_such =
        |row: &&Server| row.grade.is_sound() && known.has(&row.accelerator) && Decimal::from(row.accelerators) == count;
    let such = servers().iter().filter(is_such).filter_map(|row| Some((row.power_kw?, row)));
    if let Some((power, row)) = such.min_by_key(|(power, _)| *power) {
        return Some((power.checked_mul(NINE_TENTHS)?, format!("{} kW ({})", few_digits(power), row.name)));
    }
    // a name that may mean a card does not identify the server
    let is_module = |one: &Accelerator| ["SXM", "OAM"].iter().any(|form| one.form_factor.starts_with(form));
    if !known.accelerators().iter().all(|one| is_module(one)) {
        return None;
    }
    let watts = known.accelerators().iter().filter_map(|one| one.board_power_w).min()?;
    let of_all = (watts / Decimal::ONE_THOUSAND).checked_mul(count)?;
    let of = format!("the {count} accelerators alone are rated at {} kW", few_digits(of_all));
    Some((of_all.checked_mul(OF_ACCELERATORS)?, of))
}
