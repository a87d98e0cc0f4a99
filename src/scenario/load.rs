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
            Some((path, value)) if !path.trim().is_empty() => Ok(Setting {
                path: path.trim().to_owned(),
                value: value.trim().to_owned(),
            }),
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
    let rejected = diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error);
    match read.scenario {
        Some(scenario) if !rejected => Ok(Loaded {
            document: read.document,
            scenario,
            sources,
            warnings: diagnostics,
        }),
        Some(_) | None => Err(Rejected { diagnostics, sources }),
    }
}

fn apply(settings: &[Setting], document: &mut Document) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (setting, number) in settings.iter().zip(1..) {
        let source = SourceId(number);
        if setting.path.split('.').any(str::is_empty) {
            let len = u32::try_from(setting.path.len()).unwrap_or(u32::MAX);
            let place = Place {
                source,
                start: 0,
                len,
                line: 1,
                column: 1,
            };
            let message = format!("`{}` is not a path of the scenario", setting.path);
            let finding = Diagnostic::new(Code::SetPath, setting.path.clone(), Some(place), message);
            diagnostics.push(finding.label("write a path such as `own.hgx-h100.node.price`"));
        } else if let Err(diagnostic) = document.set(&setting.path, &setting.value, source) {
            diagnostics.push(diagnostic);
        }
    }
    diagnostics
}
