//! The comparison as JSON, schema `rackrent.compare/1`.
//!
//! Amounts are strings with the currency's minor digits, everything else is a number of at most 12 significant digits without
//! exponent; what is absent is `null`. Fields are only ever added.

mod case;
mod option;
mod pair;
mod visible;
mod workload;

use super::Compared;
use super::flip::Reversal;
use crate::analysis::statement::{Comparison, Header};
use crate::number;
use crate::scenario::cases::STATED;
use case::Case;
use option::Choice;
pub(super) use pair::Crossings;
use pair::{Finding, Pair, Split, Winning};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::io::{self, Write};
use visible::Visible;
use workload::Workload;

/// One comparison as an object.
///
/// # Errors
/// If nothing can be written.
pub fn write(compared: &Compared<'_>, out: &mut dyn Write) -> io::Result<()> {
    pretty(&Document::of(compared), out)
}

/// Comparisons as an array.
///
/// # Errors
/// If nothing can be written.
pub fn write_several(all: &[Compared<'_>], out: &mut dyn Write) -> io::Result<()> {
    pretty(&all.iter().map(Document::of).collect::<Vec<_>>(), out)
}

pub(super) fn pretty(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, Visible::default()))?;
    writeln!(out)
}

/// A number that is no amount.
pub(super) struct Number(pub(super) Decimal);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = number::ratio(self.0).to_string();
        RawValue::from_string(text).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

pub(super) fn number(value: Option<Decimal>) -> Option<Number> {
    value.map(Number)
}

/// How amounts are written: with the currency's minor digits.
#[derive(Clone, Copy)]
pub(super) struct Money(pub(super) u32);

impl Money {
    pub(super) fn of(self, amount: Decimal) -> String {
        number::plain(amount, self.0)
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    scenario: Scenario<'a>,
    options: Vec<Choice<'a>>,
    workloads: Vec<Workload<'a>>,
    pairs: Vec<Pair<'a>>,
    verdict: Winning<'a>,
    flips: Vec<Reversal<'a>>,
    assumed: Vec<Assumption<'a>>,
    cases: Vec<Case<'a>>,
    warnings: Vec<Finding>,
    view: Option<Split<'a>>,
}

impl<'a> Document<'a> {
    fn of(compared: &'a Compared<'a>) -> Document<'a> {
        let Comparison { header, options, workloads, pairs, verdict, flips, assumed, warnings } = compared.comparison;
        let money = Money(header.minor_digits);
        Document {
            schema: "rackrent.compare/1",
            scenario: Scenario::of(header, money),
            options: options.iter().map(|option| Choice::of(option, money)).collect(),
            workloads: workloads.iter().map(|workload| Workload::of(workload, money)).collect(),
            pairs: pairs.iter().map(|pair| Pair::of(pair, money)).collect(),
            verdict: Winning::of(verdict, money),
            flips: flips.iter().map(|flip| Reversal::of(flip, header)).collect(),
            assumed: assumed.iter().map(|assumed| Assumption { path: &assumed.path, value: &assumed.value }).collect(),
            cases: compared.cases.iter().map(|case| Case::of(case, header)).collect(),
            warnings: warnings.iter().map(|warning| Finding::of(warning, header)).collect(),
            view: compared.view.as_ref().map(|view| Split::of(view, money)),
        }
    }
}

/// What was asked, as every document says it.
#[derive(Serialize)]
pub(super) struct Scenario<'a> {
    name: &'a str,
    owner: Option<&'a str>,
    date: Option<&'a str>,
    review_by: Option<&'a str>,
    notes: Option<&'a str>,
    currency: &'a str,
    horizon_months: u32,
    discount_rate: Number,
    budget: Option<String>,
    close_call: Number,
    unit: Option<&'a str>,
    demand_utilization: Option<Number>,
    file: &'a str,
    sha256: &'a str,
    case: &'a str,
    set: &'a [String],
}

impl<'a> Scenario<'a> {
    pub(super) fn of(header: &'a Header, money: Money) -> Scenario<'a> {
        Scenario {
            name: &header.name,
            owner: header.owner.as_deref(),
            date: header.date.as_deref(),
            review_by: header.review_by.as_deref(),
            notes: header.notes.as_deref(),
            currency: &header.currency,
            horizon_months: header.horizon_months,
            discount_rate: Number(header.discount_rate),
            budget: header.budget.map(|budget| money.of(budget)),
            close_call: Number(header.close_call),
            unit: header.output_unit.as_deref(),
            demand_utilization: number(header.demand_utilization),
            file: &header.file,
            sha256: &header.sha256,
            case: header.case.as_deref().unwrap_or(STATED),
            set: &header.set,
        }
    }
}

#[derive(Serialize)]
struct Assumption<'a> {
    path: &'a str,
    value: &'a str,
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;
    use serde_json::Value;

    /// The names of the documented contract.
    const NAMES: &str = "schema
        scenario: name currency horizon_months discount_rate sha256 set
        options: name kind eligible ineligible_because comparable work_done total present_value per_month per_useful_hour
        options: per_unit useful_hours useful_share_of_paid_hours utilization energy_kwh_per_year nodes lines years loan
        options/lines: name group total present_value
        options/years: year cash amortized present_value
        options/loan: borrowed interest present_value
        workloads: name kind peak mean useful_hours spent_hours costs
        workloads/costs: option cost per_unit
        pairs: own rent break_even payback_month discounted_payback_month break_even_horizon_months resale_needed irr irr_reason
        pairs: payback_turns payback_reversal discounted_payback_reversal
        pairs/break_even: outcome utilization demand_utilization demand_factor wins
        verdict: winner close saving saving_share runner_up disagreements
        flips: path measure assumed file line column today flips_at side other_until distance distance_share because out in wins
        assumed: path value
        warnings: code message path line";

    fn written(comparison: &Comparison) -> String {
        let mut out = Vec::new();
        write(&example::compared(comparison), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_names_are_those_of_the_contract() {
        let document: Value = serde_json::from_str(&written(&example::of_workloads())).unwrap();
        for row in NAMES.lines() {
            let (path, names) = row.trim().split_once(':').unwrap_or(("", row.trim()));
            let part = path.split('/').filter(|key| !key.is_empty()).fold(&document, |part, key| match &part[key] {
                Value::Array(entries) => &entries[0],
                other => other,
            });
            for name in names.split_whitespace() {
                assert!(part.get(name).is_some(), "{path}: {name} is missing in {part}");
            }
        }
        assert_eq!(document["schema"], "rackrent.compare/1");
        assert_eq!(document["options"][0]["lines"][1]["total"], "-584080.00");
        assert_eq!(document["options"][1]["energy_kwh_per_year"], Value::Null);
    }

    #[test]
    fn numbers_have_no_exponent_and_twelve_digits() {
        let mut comparison = example::comparison(2);
        comparison.options[0].per_unit = "0.00000000000123456789012345".parse().ok();
        comparison.options[0].useful_hours = "123456789012345678".parse().unwrap();
        let text = written(&comparison);
        assert!(text.contains("\"per_unit\": 0.00000000000123456789012,"), "{text}");
        assert!(text.contains("\"useful_hours\": 123456789012000000,"), "{text}");
    }

    #[test]
    fn several_are_an_array_also_of_one() {
        let comparison = example::comparison(1);
        let mut out = Vec::new();
        write_several(&[example::compared(&comparison)], &mut out).unwrap();
        let document: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(document.as_array().map(Vec::len), Some(1));
    }
}
