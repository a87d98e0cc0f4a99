//! From text to a scenario that can be calculated, or to everything that is wrong with it.

use super::document::{Document, Given, NodeId};
use super::extends::{self, NotWhole, ReadBefore, ReplacedCurrency, Whole};
use super::paths::of_rate;
use super::{Files, FilesInMemory, Scenario, cases, path_beside, rules};
use crate::diagnostic::{Code, Diagnostic, Place, SET, Severity, SourceId, Sources, Style, render};
use language::declaration::KeyRole;
use language::reading::{FromDocument as _, Reading, read};
use rust_decimal::Decimal;
use sheet::number;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;

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

/// A value from a cell of a workbook that somebody has edited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellValue {
    /// Its path and its text.
    pub setting: Setting,
    /// The name of the cell: `edited.xlsx Inputs!C12`.
    pub cell: String,
}

/// The values of a workbook that differ from those of the scenario that it was written of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellValues {
    /// The name of the workbook.
    pub workbook: String,
    /// The values.
    pub values: Vec<CellValue>,
}

/// A scenario that can be calculated.
#[derive(Debug)]
pub struct Loaded {
    /// The tree, with the numbers that were read and the defaults that were assumed.
    pub document: Document,
    /// The typed scenario.
    pub scenario: Scenario,
    /// The case that was asked for; none of the file as it stands.
    pub case: Option<String>,
    /// The workbook whose values it was read with; none of the file as it stands.
    pub workbook: Option<String>,
    /// The texts that places refer to.
    pub sources: Sources,
    /// The paths of the files that it extends, relative to its folder, in the order of their texts.
    pub shared: Vec<String>,
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

impl fmt::Display for Rejected {
    /// Every finding with the author's own line, as the program says it where there is no terminal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(render(&self.diagnostics, &self.sources, Style::default()).trim_end())
    }
}

impl Error for Rejected {}

/// What is asked of the text of a scenario.
#[derive(Clone, Copy, Debug, Default)]
pub struct AskedOfText<'a> {
    /// One of its cases, by its name; none is the file as it stands.
    pub case: Option<&'a str>,
    /// Values that are set on top of that, in their order.
    pub settings: &'a [Setting],
    /// Values of a workbook on top of these.
    pub cells: Option<&'a CellValues>,
}

/// Reads a scenario that extends no file, as it stands: its text into a document, settings into that, the typed scenario from
/// it, and the rules between its keys.
///
/// # Errors
/// If there is any error in it, with everything that was found.
pub fn load(name: &str, text: &str, settings: &[Setting]) -> Result<Loaded, Rejected> {
    load_as(name, text, &FilesInMemory::none(), AskedOfText { settings, ..AskedOfText::default() })
}

/// Reads a scenario with the files that it extends, in one of its cases: as with settings of the same values, before those that
/// are set on top.
///
/// # Errors
/// As [`load`], if there is no such case, and if a file that it extends cannot be read.
pub fn load_as(name: &str, text: &str, files: &dyn Files, asked: AskedOfText<'_>) -> Result<Loaded, Rejected> {
    let numbered = |sources: &Sources| {
        let mut sources = sources.with_settings(asked.settings.iter().map(Setting::text));
        for value in asked.cells.iter().flat_map(|cells| &cells.values) {
            sources.add_setting(&value.cell, value.setting.text());
        }
        sources
    };
    match extends::whole(name, text, files) {
        Ok(Whole { mut document, sources, shared, replaced_currency }) => {
            let found = ask(asked, &mut document);
            let case = asked.case.filter(|case| *case != cases::STATED).map(str::to_owned);
            let loaded = typed(document, case, numbered(&sources), found, replaced_currency.as_ref())?;
            Ok(Loaded { workbook: asked.cells.map(|cells| cells.workbook.clone()), shared, ..loaded })
        }
        Err(NotWhole { found, sources }) => {
            let diagnostics = found.into_iter().map(refused).collect();
            Err(Rejected { diagnostics, sources: numbered(&sources) })
        }
    }
}

/// Gives a document the values that are asked for: those that are set within cases, then the case, then all others, and those
/// of a workbook last.
fn ask(AskedOfText { case, settings, cells }: AskedOfText<'_>, document: &mut Document) -> Vec<Diagnostic> {
    let numbered = || settings.iter().enumerate();
    let mut found = apply(numbered().filter(|(_, setting)| cases::is_within(&setting.path)), document);
    found.extend(cases::check(document));
    found.extend(case.and_then(|case| cases::apply(case, document).err()).map(|finding| *finding));
    found.extend(apply(numbered().filter(|(_, setting)| !cases::is_within(&setting.path)), document));
    let of_cells = cells.iter().flat_map(|cells| &cells.values).map(|value| &value.setting);
    found.extend(apply((settings.len()..).zip(of_cells), document));
    found
}

impl Loaded {
    /// The scenario in another of its cases, with the same values set on top.
    ///
    /// # Errors
    /// If there is any error in it then, with everything that was found.
    pub fn in_case(&self, case: &str) -> Result<Loaded, Rejected> {
        let (settings, values) = self.set();
        let cells = self.workbook.as_ref().map(|workbook| CellValues { workbook: workbook.clone(), values });
        let asked = AskedOfText { case: Some(case), settings: &settings, cells: cells.as_ref() };
        load_as(self.sources.name(), self.sources.text(), &self.read_before(), asked)
    }

    /// Another text of the same file, in the same case and with the same values set on top.
    ///
    /// # Errors
    /// If there is any error in it, with everything that was found.
    pub fn in_other_words(&self, text: &str) -> Result<Loaded, Rejected> {
        let (settings, _) = self.set();
        let asked = AskedOfText { case: self.case.as_deref(), settings: &settings, cells: None };
        load_as(self.sources.name(), text, &self.read_before(), asked)
    }

    /// The files that it extends, as they were read.
    fn read_before(&self) -> ReadBefore<'_> {
        ReadBefore { shared: &self.shared, sources: &self.sources }
    }

    /// The path, relative to the scenario's folder, of what a value names by a path relative to the file that says it.
    #[must_use]
    pub fn beside<'a>(&self, path: &'a Given<String>) -> Cow<'a, str> {
        let source = self.document.place(path.at).map(|place| place.source);
        let shared = match source {
            Some(SourceId::File(number)) => usize::from(number).checked_sub(1).and_then(|at| self.shared.get(at)),
            Some(SourceId::Setting(_) | SourceId::Trace(_)) | None => None,
        };
        shared.map_or(Cow::Borrowed(&path.value), |shared| path_beside(shared, &path.value).into())
    }

    /// The values that were set on the command line, and those of a workbook.
    #[must_use]
    pub fn set(&self) -> (Vec<Setting>, Vec<CellValue>) {
        let (mut settings, mut values) = (Vec::new(), Vec::new());
        for set in self.sources.settings() {
            match Setting::parse(set.text) {
                Ok(setting) if set.name == SET => settings.push(setting),
                Ok(setting) => values.push(CellValue { setting, cell: set.name.to_owned() }),
                Err(_) => {}
            }
        }
        (settings, values)
    }

    /// The same scenario with other values: the settings are applied to what its author wrote, after those that were
    /// given before, and it is read as if they had been given on the command line.
    ///
    /// # Errors
    /// If there is any error in it then, with everything that was found.
    pub(crate) fn with(&self, settings: &[Setting]) -> Result<Loaded, Rejected> {
        let before = self.sources.settings().len();
        let mut document = self.document.written();
        let diagnostics = apply((before..).zip(settings), &mut document);
        let sources = self.sources.with_settings(settings.iter().map(Setting::text));
        let loaded = typed(document, self.case.clone(), sources, diagnostics, None)?;
        Ok(Loaded { workbook: self.workbook.clone(), shared: self.shared.clone(), ..loaded })
    }

    /// The same scenario after a change of the tree of what its author wrote, without what is expected of that: a changed
    /// one may lack options that it names.
    ///
    /// # Errors
    /// If there is any error in it then, with everything that was found.
    pub(crate) fn again(&self, edit: impl FnOnce(&mut Document)) -> Result<Loaded, Rejected> {
        let mut document = self.document.written();
        edit(&mut document);
        for key in Scenario::PART.keys.iter().filter(|key| key.role == KeyRole::Expectation) {
            if let Some(expectation) = document.member(NodeId::ROOT, key.name) {
                document.remove(expectation);
            }
        }
        let loaded = typed(document, self.case.clone(), self.sources.clone(), Vec::new(), None)?;
        Ok(Loaded { shared: self.shared.clone(), ..loaded })
    }

    /// The typed scenario with other numbers at some of its nodes, each within the bounds of its quantity, as if they were
    /// written there.
    ///
    /// # Errors
    /// What the rules between keys say against it; nothing where there is no number at one of the nodes.
    pub(crate) fn restated(&self, numbers: &[(NodeId, Decimal)]) -> Result<Scenario, Vec<Diagnostic>> {
        let mut scenario = self.scenario.clone();
        if !numbers.iter().all(|(at, number)| scenario.restate(*at, *number)) {
            return Err(Vec::new());
        }
        let mut refused = rules::check(&self.document, &scenario, &BTreeSet::new());
        refused.retain(|finding| finding.severity == Severity::Error);
        if refused.is_empty() { Ok(scenario) } else { Err(refused) }
    }
}

/// A finding of a text that is no document, with where to begin if there is nothing in it.
fn refused(finding: Diagnostic) -> Diagnostic {
    let is_of_a_scenario = finding.place.is_none_or(|place| place.source == SourceId::FILE);
    let is_empty = finding.code == Code::EmptyFile && is_of_a_scenario;
    if is_empty { finding.help("copy scenarios/serving-8xh100.yaml to start from") } else { finding }
}

/// The typed scenario of a tree that keeps the rules between its keys, and of which no file has replaced the currency that amounts
/// of another are in.
fn typed(
    document: Document,
    case: Option<String>,
    sources: Sources,
    mut diagnostics: Vec<Diagnostic>,
    replaced_currency: Option<&ReplacedCurrency>,
) -> Result<Loaded, Rejected> {
    let Reading { document, value: scenario, diagnostics: found, stand_ins, beyond } = read::<Scenario>(document);
    diagnostics.extend(found.into_iter().map(language::diagnostic::Diagnostic::coded));
    let in_another: Vec<Diagnostic> =
        replaced_currency.into_iter().flat_map(|replaced| replaced.findings(&document, &sources)).collect();
    let mut of_rules = rules::check(&document, &scenario, &stand_ins);
    let are_all_listed = of_rules.len() < rules::MOST_FOUND;
    // a rate that no amount needs will be needed once amounts say their currency
    let is_of_rate = |found: &Diagnostic| found.code == Code::NoEffect && found.path.starts_with("exchange_rates.");
    of_rules.retain(|found| in_another.is_empty() || !is_of_rate(found));
    diagnostics.extend(in_another);
    diagnostics.append(&mut of_rules);
    diagnostics.extend(more_mistakes(&diagnostics, beyond, are_all_listed));
    diagnostics.sort_by_key(|diagnostic| diagnostic.place);
    if diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        Err(Rejected { diagnostics, sources })
    } else {
        let shared = Vec::new();
        Ok(Loaded { document, scenario, case, workbook: None, sources, shared, warnings: diagnostics })
    }
}

/// What is said of mistakes that are not listed: how many there are, or at least.
fn more_mistakes(found: &[Diagnostic], beyond: usize, are_all_listed: bool) -> Option<Diagnostic> {
    let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
    if (beyond == 0 && are_all_listed) || !found.iter().any(is_error) {
        return None;
    }
    let number = |count: usize| number::grouped(count.into(), 0);
    let more = if are_all_listed {
        number(found.len() + beyond)
    } else {
        format!("more than {}", number(found.len() + beyond))
    };
    let message = format!("{more} mistakes were found, of which {} are listed", number(found.len()));
    let finding = Diagnostic::new(Code::MoreMistakes, String::new(), None, message);
    Some(finding.help("mend what they have in common, and ask again"))
}

/// Applies settings to a tree, each with its number among all that are applied to it.
fn apply<'a>(settings: impl Iterator<Item = (usize, &'a Setting)>, document: &mut Document) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for (number, setting) in settings {
        let source = SourceId::setting(number);
        let refused = |message: String, label: String| {
            let len = u32::try_from(setting.path.len()).unwrap_or(u32::MAX);
            let place = Place { source, start: 0, len, line: 1, column: 1 };
            Diagnostic::new(Code::SetPath, setting.path.clone(), Some(place), message).label(label)
        };
        if setting.path.split('.').any(str::is_empty) {
            let message = format!("`{}` is not a path of the scenario", setting.path);
            diagnostics.push(refused(message, example_path(document)));
        } else if extends::is_within(&setting.path) {
            let message = "`extends` names files, which are read before a value is set".to_owned();
            diagnostics.push(refused(message, "set the values that they would bring".to_owned()));
        } else if let Some(rate) = of_rate(document, &setting.path) {
            let message = format!("`{}` has keys of its own, and one value is set at a time", setting.path);
            diagnostics.push(refused(message, format!("set `{rate}`")));
        } else if let Err(finding) = document.set(&setting.path, &setting.value, source) {
            let finding: Diagnostic = finding.coded();
            let is_told = !finding.label.is_empty();
            diagnostics.push(if is_told { finding } else { finding.label(example_path(document)) });
        }
    }
    diagnostics
}

/// Advice on how paths are written: as that of the first number of an option.
fn example_path(document: &Document) -> String {
    format!("write a path such as `{}`", super::example_path(document))
}

#[cfg(test)]
mod tests;
