//! A comparison as JSON, schema `rackrent.compare/1`.

use super::compared::Compared;
use crate::amount::Amount;
use crate::analysis::statement::{Comparison, Header, View};
use crate::check::Weighing;
use crate::diagnostic::SourceId;
use crate::report::json::{self, Document};
use serde::{Serialize, Serializer};
use std::io::{self, Write};

const SCHEMA: &str = "rackrent.compare/1";

/// One comparison as an object.
pub(super) fn write(compared: &Compared<'_>, out: &mut dyn Write) -> io::Result<()> {
    json::write(SCHEMA, compared, out)
}

/// Comparisons as an array.
pub(in crate::report) fn write_several(all: &[Compared<'_>], out: &mut dyn Write) -> io::Result<()> {
    let documents: Vec<Document<&Compared<'_>>> =
        all.iter().map(|result| Document { schema: SCHEMA, result }).collect();
    json::pretty(&documents, out)
}

#[derive(Serialize)]
struct Finding<'a> {
    code: &'static str,
    message: &'a str,
    path: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    at_stake: Option<Amount>,
    accepted_because: Option<&'a str>,
}

impl<'a> Finding<'a> {
    fn of(Weighing { finding, accepted_because }: &'a Weighing, header: &'a Header) -> Finding<'a> {
        // a line of a `--set` is no line of the file
        let place = finding.place.filter(|place| place.source == SourceId::FILE);
        Finding {
            code: finding.code.text(),
            message: &finding.message,
            path: &finding.path,
            file: place.map(|_| header.file.as_str()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            at_stake: finding.at_stake.map(|amount| Amount::new(amount, header.minor_digits)),
            accepted_because: accepted_because.as_deref(),
        }
    }
}

impl Serialize for Compared<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Whole<'a> {
            #[serde(flatten)]
            comparison: &'a Comparison,
            warnings: Vec<Finding<'a>>,
            view: Option<&'a View>,
        }
        let header = &self.comparison.header;
        let warnings = self.weighing.iter().map(|weighing| Finding::of(weighing, header)).collect();
        Whole { comparison: self.comparison, warnings, view: self.view.as_ref() }.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::statement::Comparison;
    use crate::report::example;
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
    fn several_are_an_array_also_of_one() {
        let comparison = example::comparison(1);
        let mut out = Vec::new();
        write_several(&[example::compared(&comparison)], &mut out).unwrap();
        let document: Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(document.as_array().map(Vec::len), Some(1));
    }
}
