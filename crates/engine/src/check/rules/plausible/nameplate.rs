//! Space and supply that are counted on less power than the nameplate of such servers.

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

/// Servers of one kind differ by less than this from maker to maker; what was measured at work is further below.
const NINE_TENTHS: Decimal = Decimal::from_parts(9, 0, 0, false, 1);

/// Of the rated power of its accelerators, the nameplate of a server of eight modules has been 1.46 to 2 times: 3.5 kW of 2.4 (V100), 6.5
/// of 3.2 (A100), 10.2 of 5.6 (H100), 14.3 of 8 (B200). One of such modules that is not in the catalog is held against less; servers of cards differ more.
const OF_ACCELERATORS: Decimal = Decimal::from_parts(14, 0, 0, false, 1);

/// Fleets whose space or supply is counted by the kilowatt, of servers whose kilowatts are fewer than their nameplate says.
pub(super) fn below(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_option(subject, option)).collect()
}

fn of_option(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let counted = counted(&option.value)?;
    let node = &option.value.node;
    let rated = node.rated_power()?;
    // power that can hardly be meant has a finding of its own
    if is_far_from_rated(option, rated) {
        return None;
    }
    let (least, of) = nameplate(option)?;
    if rated.value.decimal() >= least {
        return None;
    }
    let message = format!(
        "`{counted}` of own.{} counts {} kW for a server, less than a nameplate of such servers: {of}",
        option.name,
        few_digits(rated.value.decimal())
    );
    let finding = subject.finding(Code::BelowNameplate, rated.at, message);
    Some(finding.label(
        "sites sell space and supply by the nameplate: add it as `nameplate_kw`, what was measured is `power_kw`",
    ))
}

/// What is counted by the kilowatt of rated power, if anything is.
fn counted(own: &Own) -> Option<&str> {
    let is_line = |basis: &OperatingBasis<'_>| matches!(basis, OperatingBasis::PerKilowattMonth(_));
    let line = own.operating.iter().find(|line| is_line(&line.value.basis())).map(|line| line.name.as_str());
    let is_entry = |basis: CapitalBasis<'_>| matches!(basis, CapitalBasis::PerKilowatt(_));
    let entry = || own.capital.iter().find(|entry| is_entry(entry.value.basis())).map(|entry| entry.name.as_str());
    line.or_else(entry).or_else(|| own.available_power_kw.as_ref().map(|_| "available_power_kw"))
}

/// The least that the nameplate of such a server may say, and why.
fn nameplate(option: &Entry<Own>) -> Option<(Decimal, String)> {
    let count = option.value.node.accelerators.value.decimal();
    let known = recognized(option.value.accelerator.as_ref().map(|text| text.value.as_str()), &option.name)?;
    let is_such =
        |row: &&Server| row.grade.is_sound() && known.has(&row.accelerator) && Decimal::from(row.accelerators) == count;
    let such = servers().iter().filter(is_such).filter_map(|row| Some((row.power_kw?, row)));
    if let Some((power, row)) = such.min_by_key(|(power, _)| *power) {
        return Some((power.checked_mul(NINE_TENTHS)?, format!("{} kW ({})", few_digits(power), row.name)));
    }
    // a name that may mean a card says nothing of the server
    let is_module = |one: &Accelerator| ["SXM", "OAM"].iter().any(|form| one.form_factor.starts_with(form));
    if !known.accelerators().iter().all(|one| is_module(one)) {
        return None;
    }
    let watts = known.accelerators().iter().filter_map(|one| one.board_power_w).min()?;
    let of_all = (watts / Decimal::ONE_THOUSAND).checked_mul(count)?;
    let of = format!("its {count} accelerators alone are rated at {} kW", few_digits(of_all));
    Some((of_all.checked_mul(OF_ACCELERATORS)?, of))
}
