//! From text to a scenario that can be calculated, or to everything that is wrong with it.

use super::document::Document;
use super::{Scenario, read, rules};
use crate::diagnostic::{Code, Diagnostic, Place, Severity, SourceId, Sources};

/// A value from the command line, `PATH=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The path of the value, `own.hgx.node.price`.
    pub path: String,
    /// Its text.
    pub value: String,
}

impl Setting {
    /// Reads `PATH=VALUE`; the value may itself hold an equals sign.
    ///
    /// # Errors
    /// In words, if there is no `=` or no path before it.
    pub fn parse(text: &str) -> Result<Setting, String> {
        match text.split_once('=') {
            Some((path, value)) if !path.trim().is_empty() => {
                Ok(Setting { path: path.trim().to_owned(), value: value.trim().to_owned() })
            }
            Some(_) | None => Err("write PATH=VALUE, such as own.hgx-h100.node.price=310000".to_owned()),
        }
    }

    /// As it is shown in errors.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}={}", self.path, self.value)
    }
}

/// A scenario that can be calculated.
#[derive(Debug)]
pub struct Loaded {
    /// The tree, with the numbers that were read and the defaults that were assumed.
    pub document: Document,
    /// The typed scenario.
    pub scenario: Scenario,
    /// The texts that places refer to.
    pub sources: Sources,
    /// What its reader should know.
    pub warnings: Vec<Diagnostic>,
}

/// Everything that is wrong with a scenario.
#[derive(Debug)]
pub struct Rejected {
    /// The findings, in the order of the file; at least one of them is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts that places refer to.
    pub sources: Sources,
}

/// Reads a scenario: its text into a document, settings into that, the typed scenario from it, and the rules between its keys.
///
/// # Errors
/// If there is any error in it, with everything that was found.
pub fn load(name: &str, text: &str, settings: &[Setting]) -> Result<Loaded, Rejected> {
    let sources = Sources::new(name, text, settings.iter().map(Setting::text).collect());
    let mut document = match Document::parse(text) {
        Ok(document) => document,
        Err(diagnostics) => return Err(Rejected { diagnostics, sources }),
    };
    let mut diagnostics = apply(settings, &mut document);
    let mut read = read::read(document);
    diagnostics.append(&mut read.diagnostics);
    if let Some(scenario) = &read.scenario {
        diagnostics.append(&mut rules::check(&read.document, scenario, &read.stand_ins));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    let rejected = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    match read.scenario {
        Some(scenario) if !rejected => Ok(Loaded { document: read.document, scenario, sources, warnings: diagnostics }),
        Some(_) | None => Err(Rejected { diagnostics, sources }),
    }
}

fn apply(settings: &[Setting], document: &mut Document) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (setting, number) in settings.iter().zip(1..) {
        let source = SourceId(number);
        if setting.path.split('.').any(str::is_empty) {
            let len = u32::try_from(setting.path.len()).unwrap_or(u32::MAX);
            let place = Place { source, start: 0, len, line: 1, column: 1 };
            let message = format!("`{}` is not a path of the scenario", setting.path);
            let finding = Diagnostic::new(Code::SetPath, setting.path.clone(), Some(place), message);
            diagnostics.push(finding.label(format!("write a path such as `{}`", document.example_path())));
        } else if let Err(diagnostic) = document.set(&setting.path, &setting.value, source) {
            diagnostics.push(*diagnostic);
        }
    }
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::super::document::{Origin, ScalarOr};
    use super::super::own::HorizonValue;
    use super::*;

    const SHORT: &str = "\
name: Eight H100s for serving
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { accelerators: 8, utilization: 65% }
own:
  hgx-h100:
    node: { price: 289_000, accelerators: 8, power_kw: 10.2, idle_power_kw: 2.4 }
    useful_life_months: 60
    pue: 1.3
    electricity_per_kwh: 0.094
    one_off: { training: 12_000, removal: { amount: 9_000, month: 36 } }
rent:
  aws-p5:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 6.88
";

    fn loaded(settings: &[&str]) -> Loaded {
        let settings: Vec<Setting> = settings.iter().map(|text| Setting::parse(text).unwrap()).collect();
        load("short.yaml", SHORT, &settings).unwrap_or_else(|rejected| panic!("{rejected:?}"))
    }

    #[test]
    fn a_short_scenario_is_read_with_its_defaults() {
        let Loaded { document, scenario, warnings, .. } = loaded(&[]);
        let own = &scenario.own.get("hgx-h100").unwrap().value;
        assert_eq!(warnings, []);
        assert_eq!((scenario.currency.value.code(), scenario.currency.value.minor_digits()), ("USD", 2));
        assert_eq!(own.node.price.unwrap().value.0.to_string(), "289000");
        assert_eq!((own.useful_life_months.value.count(), own.spare_nodes.value.count()), (60, 0));
        assert_eq!(
            (own.availability.value.0.to_string().as_str(), own.value_at_horizon.value),
            ("1", HorizonValue::Book)
        );
        assert!(own.burst_to.is_none() && own.capital.is_empty() && scenario.sources.is_empty());
        assert_eq!(document.path(own.availability.at), "own.hgx-h100.availability");
        let one_offs: Vec<&str> = own.one_off.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(one_offs, ["training", "removal"]);
        let ScalarOr::Part(removal) = &own.one_off.get("removal").unwrap().value else { panic!("a part") };
        assert_eq!(
            (removal.month.value.count(), document.path(removal.month.at).as_str()),
            (36, "own.hgx-h100.one_off.removal.month")
        );
    }

    #[test]
    fn every_default_has_a_path_and_no_place() {
        let document = loaded(&[]).document;
        let assumed: Vec<String> = document.assumed().into_iter().map(|at| document.path(at)).collect();
        assert!(assumed.contains(&"close_call".to_owned()) && assumed.contains(&"rent.aws-p5.scaling".to_owned()));
        assert!(document.assumed().into_iter().all(|at| document.place(at).is_none() && document.text(at).is_some()));
        let given = ["own.hgx-h100.node.price", "discount_rate", "own.hgx-h100.one_off.training"];
        let numbers: Vec<String> = document.numbers().iter().map(|number| document.path(number.at)).collect();
        assert!(given.iter().all(|path| numbers.contains(&(*path).to_owned())));
        assert_eq!(numbers.first().map(String::as_str), Some("horizon_months"));
    }

    #[test]
    fn a_setting_replaces_a_value_or_a_default() {
        let loaded = loaded(&["own.hgx-h100.node.price=310_000", "own.hgx-h100.availability = 97%"]);
        let own = &loaded.scenario.own.get("hgx-h100").unwrap().value;
        assert_eq!(own.node.price.unwrap().value.0.to_string(), "310000");
        assert_eq!(own.availability.value.0.to_string(), "0.97");
        assert_eq!(loaded.document.origin(own.availability.at), Origin::Set);
        assert_eq!(loaded.document.set_values().len(), 2);
        let place = loaded.document.place(own.availability.at).unwrap();
        assert_eq!((place.source, loaded.sources.slice(place)), (SourceId(2), Some("97%")));
    }

    #[test]
    fn settings_have_a_path_and_a_value() {
        let parse = |text| Setting::parse(text).map(|setting| (setting.path, setting.value));
        assert_eq!(parse("a.b=c=d"), Ok(("a.b".into(), "c=d".into())));
        assert_eq!(parse("a="), Ok(("a".into(), String::new())));
        assert!(parse("a.b").is_err() && parse("=1").is_err());
    }

    #[test]
    fn one_bad_entry_does_not_hide_the_others() {
        let text = SHORT.replace("accelerators_per_instance: 8", "accelerators_per_instance: eight")
            + "  b: 5\n  c: { accelerators_per_instance: 0, on_demand_per_instance_hour: 1 }\n";
        let found = load("x", &text, &[]).unwrap_err().diagnostics;
        let paths: Vec<&str> = found.iter().map(|diagnostic| diagnostic.path.as_str()).collect();
        assert_eq!(paths, ["rent.aws-p5.accelerators_per_instance", "rent.b", "rent.c.accelerators_per_instance"]);
    }

    #[test]
    fn a_scenario_with_any_part_spoilt_is_read_or_rejected_but_never_a_panic() {
        let junk =
            ["", "~", "[]", "{}", "-1", "1e27", "x", "[1, {a: b}]", "{price: {price: 1}}", "*a", "wait", "0", "100%"];
        let words: Vec<&str> = SHORT.split_inclusive([' ', '\n']).collect();
        for (i, word) in words.iter().enumerate() {
            for spoilt in junk {
                let end = if word.ends_with('\n') { "\n" } else { " " };
                let text = [&words[..i].concat(), spoilt, end, &words[i + 1..].concat()].concat();
                if let Err(rejected) = load("x", &text, &[]) {
                    assert!(rejected.diagnostics.iter().any(|d| d.severity == Severity::Error), "{text}");
                }
            }
        }
    }
}
