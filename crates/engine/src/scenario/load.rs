//! Loads a scenario: from text to a typed scenario, or to all findings.

use super::document::{Document, Located, NodeId};
use super::extends::{self, LoadedFiles, MergeFailure, MergedScenario, ReplacedCurrency};
use super::paths::of_rate;
use super::rejected::Rejected;
use super::{Files, FilesInMemory, Scenario, cases, path_relative_to, rules};
use crate::diagnostic::{Code, Diagnostic, Place, SET, Severity, SourceId, Sources};
use language::declaration::KeyRole;
use language::reading::{FromDocument as _, Reading, read};
use rust_decimal::Decimal;
use sheet::number;
use std::borrow::Cow;

/// Value set on the command line, `PATH=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Path of the value, `own.hgx.node.price`.
    pub path: String,
    /// Text of the value.
    pub value: String,
}

impl Setting {
    /// Parses `PATH=VALUE`; the value may contain an equals sign.
    ///
    /// # Errors
    /// A message, if there is no `=` or no path before it.
    pub fn parse(text: &str) -> Result<Setting, String> {
        match text.split_once('=') {
            Some((path, value)) if !path.trim().is_empty() => {
                Ok(Setting { path: path.trim().to_owned(), value: value.trim().to_owned() })
            }
            Some(_) | None => Err("write PATH=VALUE, such as own.hgx-h100.node.price=310000".to_owned()),
        }
    }

    /// Text shown in errors.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}={}", self.path, self.value)
    }
}

/// Value from a cell of an edited workbook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellValue {
    /// Path and text of the value.
    pub setting: Setting,
    /// Name of the cell: `edited.xlsx Inputs!C12`.
    pub cell: String,
}

/// Values of a workbook that differ from those of the scenario from which it was generated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellValues {
    /// Name of the workbook.
    pub workbook: String,
    /// Values.
    pub values: Vec<CellValue>,
}

/// Valid scenario, ready for calculation.
#[derive(Debug)]
pub struct Loaded {
    /// Document tree, with parsed numbers and assumed defaults.
    pub document: Document,
    /// Typed scenario.
    pub scenario: Scenario,
    /// Selected case; none for the base case.
    pub case: Option<String>,
    /// Workbook whose values are applied, if any.
    pub workbook: Option<String>,
    /// Texts that places refer to.
    pub sources: Sources,
    /// Paths of the files that it extends, relative to its folder, in the order of their texts.
    pub shared: Vec<String>,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Case and values to apply to the text of a scenario.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadRequest<'a> {
    /// Name of a case; none for the base case.
    pub case: Option<&'a str>,
    /// Values set after the case, in order.
    pub settings: &'a [Setting],
    /// Values of a workbook, set last.
    pub cells: Option<&'a CellValues>,
}

/// Loads the base case of a scenario that extends no file: parses the text, applies settings, reads the typed scenario and
/// checks the rules between its keys.
///
/// # Errors
/// If the scenario has an error; contains all findings.
pub fn load(name: &str, text: &str, settings: &[Setting]) -> Result<Loaded, Rejected> {
    load_as(name, text, &FilesInMemory::none(), LoadRequest { settings, ..LoadRequest::default() })
}

/// Loads a scenario with the files that it extends, in one of its cases. The values of the case are applied like settings,
/// before the settings.
///
/// # Errors
/// As [`load`]; also if the case does not exist, or if a file that it extends cannot be read.
pub fn load_as(name: &str, text: &str, files: &dyn Files, request: LoadRequest<'_>) -> Result<Loaded, Rejected> {
    let numbered = |sources: &Sources| {
        let mut sources = sources.with_settings(request.settings.iter().map(Setting::text));
        for value in request.cells.iter().flat_map(|cells| &cells.values) {
            sources.add_setting(&value.cell, value.setting.text());
        }
        sources
    };
    match extends::whole(name, text, files) {
        Ok(MergedScenario { mut document, sources, shared, replaced_currency }) => {
            let found = ask(request, &mut document);
            let case = request.case.filter(|case| *case != cases::STATED).map(str::to_owned);
            let loaded = typed(document, case, numbered(&sources), found, replaced_currency.as_ref())?;
            Ok(Loaded { workbook: request.cells.map(|cells| cells.workbook.clone()), shared, ..loaded })
        }
        Err(MergeFailure { found, sources }) => {
            let diagnostics = found.into_iter().map(refused).collect();
            Err(Rejected { diagnostics, sources: numbered(&sources) })
        }
    }
}

/// Applies values to a document in this order: settings inside cases, the case, all other settings, workbook values.
fn ask(LoadRequest { case, settings, cells }: LoadRequest<'_>, document: &mut Document) -> Vec<Diagnostic> {
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
    /// Loads the scenario in another of its cases, with the same settings.
    ///
    /// # Errors
    /// If the result has an error; contains all findings.
    pub fn in_case(&self, case: &str) -> Result<Loaded, Rejected> {
        let (settings, values) = self.set();
        let cells = self.workbook.as_ref().map(|workbook| CellValues { workbook: workbook.clone(), values });
        let request = LoadRequest { case: Some(case), settings: &settings, cells: cells.as_ref() };
        load_as(self.sources.name(), self.sources.text(), &self.read_before(), request)
    }

    /// Loads another text of the same file, in the same case and with the same settings.
    ///
    /// # Errors
    /// If the text has an error; contains all findings.
    pub fn in_other_words(&self, text: &str) -> Result<Loaded, Rejected> {
        let (settings, _) = self.set();
        let request = LoadRequest { case: self.case.as_deref(), settings: &settings, cells: None };
        load_as(self.sources.name(), text, &self.read_before(), request)
    }

    /// The files that it extends, from memory.
    fn read_before(&self) -> LoadedFiles<'_> {
        LoadedFiles { shared: &self.shared, sources: &self.sources }
    }

    /// Converts a path relative to the file that contains it to a path relative to the scenario's folder.
    #[must_use]
    pub fn path_from_scenario<'a>(&self, path: &'a Located<String>) -> Cow<'a, str> {
        let source = self.document.place(path.at).map(|place| place.source);
        let shared = match source {
            Some(SourceId::File(number)) => usize::from(number).checked_sub(1).and_then(|at| self.shared.get(at)),
            Some(SourceId::Setting(_) | SourceId::Trace(_)) | None => None,
        };
        shared.map_or(Cow::Borrowed(&path.value), |shared| path_relative_to(shared, &path.value).into())
    }

    /// Values set on the command line, and values of a workbook.
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

    /// The same scenario with more settings, applied after the existing ones as if given on the command line.
    ///
    /// # Errors
    /// If the result has an error; contains all findings.
    pub(crate) fn with(&self, settings: &[Setting]) -> Result<Loaded, Rejected> {
        let before = self.sources.settings().len();
        let mut document = self.document.written();
        let diagnostics = apply((before..).zip(settings), &mut document);
        let sources = self.sources.with_settings(settings.iter().map(Setting::text));
        let loaded = typed(document, self.case.clone(), sources, diagnostics, None)?;
        Ok(Loaded { workbook: self.workbook.clone(), shared: self.shared.clone(), ..loaded })
    }

    /// The same scenario after an edit of its tree as written, without expectations, which may name removed options.
    ///
    /// # Errors
    /// If the result has an error; contains all findings.
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

    /// The typed scenario with other numbers at some nodes, each within the bounds of its quantity.
    ///
    /// # Errors
    /// Errors of the rules between keys; empty if one of the nodes has no number.
    pub(crate) fn with_numbers(&self, numbers: &[(NodeId, Decimal)]) -> Result<Scenario, Vec<Diagnostic>> {
        let mut scenario = self.scenario.clone();
        // without a change, the rules hold
        if numbers.is_empty() {
            return Ok(scenario);
        }
        if !numbers.iter().all(|(at, number)| scenario.restate(*at, *number)) {
            return Err(Vec::new());
        }
        let mut refused = rules::check_numbers(&self.document, &scenario);
        refused.retain(|finding| finding.severity == Severity::Error);
        if refused.is_empty() { Ok(scenario) } else { Err(refused) }
    }
}

/// Finding about an unreadable text; an empty scenario gets a hint for a start.
fn refused(finding: Diagnostic) -> Diagnostic {
    let is_of_a_scenario = finding.place.is_none_or(|place| place.source == SourceId::FILE);
    let is_empty = finding.code == Code::EmptyFile && is_of_a_scenario;
    if is_empty { finding.help("start from a copy of scenarios/serving-8xh100.yaml") } else { finding }
}

/// Reads the typed scenario of a tree and checks the rules between its keys and the currencies of its files.
fn typed(
    document: Document,
    case: Option<String>,
    sources: Sources,
    mut diagnostics: Vec<Diagnostic>,
    replaced_currency: Option<&ReplacedCurrency>,
) -> Result<Loaded, Rejected> {
    let Reading { document, value: scenario, diagnostics: found, placeholders, beyond } = read::<Scenario>(document);
    diagnostics.extend(found.into_iter().map(language::diagnostic::Diagnostic::coded));
    let in_another: Vec<Diagnostic> =
        replaced_currency.into_iter().flat_map(|replaced| replaced.findings(&document, &sources)).collect();
    let mut of_rules = rules::check(&document, &scenario, &placeholders);
    let are_all_listed = of_rules.len() < rules::MOST_FOUND;
    // an unused rate will be used once amounts without a code get their currency
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

/// Finding with the number of mistakes, if not all are listed.
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
    let message = format!("{more} mistakes were found; {} are listed", number(found.len()));
    let finding = Diagnostic::new(Code::MoreMistakes, String::new(), None, message);
    Some(finding.help("fix their common cause, and run again"))
}

/// Applies numbered settings to a tree.
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
            let message = "`extends` cannot be set: its files are read before values are set".to_owned();
            diagnostics.push(refused(message, "set the values of those files instead".to_owned()));
        } else if let Some(rate) = of_rate(document, &setting.path) {
            let message = format!("`{}` is a part with keys; only single values can be set", setting.path);
            diagnostics.push(refused(message, format!("set `{rate}`")));
        } else if let Err(finding) = document.set(&setting.path, &setting.value, source) {
            let finding: Diagnostic = finding.coded();
            let is_told = !finding.label.is_empty();
            diagnostics.push(if is_told { finding } else { finding.label(example_path(document)) });
        }
    }
    diagnostics
}

/// Suggestion of an example path: that of the first number of an option.
fn example_path(document: &Document) -> String {
    format!("write a path such as `{}`", super::example_path(document))
}

#[cfg(test)]
mod tests;
