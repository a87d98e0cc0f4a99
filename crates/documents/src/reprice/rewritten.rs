//! Texts of a scenario with new prices. Each edit changes one value; the text is parsed again before the next one.

use super::ListPath;
use super::error::RepriceError;
use super::prices::TakenPrice;
use super::source::ListSource;
use crate::diagnostic::{Place, SourceId, TextEdit, edited};
use crate::scenario::document::{Document, NodeId};
use crate::scenario::{Date, FilesInMemory, LoadRequest, Loaded, as_scalar, load_as};
use crate::workbook_import::values_by_path;
use serde::Serialize;
use std::collections::BTreeSet;

/// Part of a scenario with the sources of values.
const SOURCES: &str = "sources";
/// Key of the date of a scenario's prices.
const DATE: &str = "date";

/// A file with new prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RewrittenFile {
    /// Its path.
    pub name: String,
    /// Its text as it was read.
    #[serde(skip)]
    pub before: String,
    /// Its text with the new prices.
    #[serde(skip)]
    pub after: String,
}

/// Texts that are being changed.
pub(super) struct Texts<'a> {
    loaded: &'a Loaded,
    /// The scenario, then the files that it extends.
    files: Vec<RewrittenFile>,
    prices: Vec<TakenPrice>,
    /// Paths whose value may differ afterwards, with everything below.
    changed: BTreeSet<String>,
}

impl<'a> Texts<'a> {
    pub(super) fn of(loaded: &'a Loaded) -> Texts<'a> {
        let file = |name: &str, text: &str| RewrittenFile {
            name: name.to_owned(),
            before: text.to_owned(),
            after: text.to_owned(),
        };
        let files = loaded.sources.files().map(|one| file(one.name, one.text)).collect();
        Texts { loaded, files, prices: Vec::new(), changed: BTreeSet::new() }
    }

    /// Writes a price in the place of the stated one, in its notation; with its currency if that is not the scenario's, or if the
    /// stated one had one.
    pub(super) fn write_price(&mut self, price: &TakenPrice) -> Result<(), RepriceError> {
        let scenario_currency = self.loaded.scenario.currency.value;
        let written = self.loaded.document.text(price.at).unwrap_or_default().trim_end();
        let is_coded = written.ends_with(|c: char| c.is_ascii_uppercase());
        let own = Some(price.currency).filter(|own| *own != scenario_currency || is_coded);
        self.edit(self.file_of(price.at), &price.path, |document, text| {
            document.replaced_in(text, document.find(&price.path)?, price.price, own)
        })?;
        self.changed.insert(price.path.clone());
        self.prices.push(price.clone());
        Ok(())
    }

    /// Writes the source of a price, if the price is changed or its source is an earlier state of the same list; whether it did.
    pub(super) fn write_source(
        &mut self,
        price: &TakenPrice,
        source: &ListSource,
        path_of: ListPath<'_>,
        is_changed: bool,
    ) -> Result<bool, RepriceError> {
        let stated = self.loaded.scenario.sources.get(&price.path);
        let file = self.file_of(price.at);
        let path = path_of(&self.files[file].name, source.list);
        let is_same_list = stated.is_some_and(|stated| {
            stated.value.sha256.is_some() && path.as_ref().is_some_and(|path| *path == stated.value.from.value)
        });
        let is_current = stated.is_some_and(|stated| {
            let sha256 = stated.value.sha256.map(|sha256| sha256.value.to_string());
            sha256.as_ref() == Some(&source.sha256) && stated.value.date.map(|date| date.value) == Some(source.date)
        });
        if !is_changed && (!is_same_list || is_current) {
            return Ok(false);
        }
        if let Some(elsewhere) = stated.and_then(|stated| self.file_of_other(stated.at, file)) {
            let [price_file, source_file] = [file, elsewhere].map(|file| self.files[file].name.clone());
            return Err(RepriceError::SourceElsewhere { path: price.path.clone(), price_file, source_file });
        }
        let sha256 = path.as_ref().map(|_| source.sha256.clone());
        let from = as_scalar(path.as_ref().unwrap_or(&source.words));
        let values =
            [("from", Some(from)), (DATE, Some(source.date.to_string())), ("sha256", sha256), ("valid_until", None)];
        if stated.is_some() {
            for (key, value) in values {
                self.write_in_source(file, &price.path, key, value.as_deref())?;
            }
        } else {
            self.add_source(file, &price.path, &values)?;
        }
        self.changed.insert(format!("{SOURCES}.{}", price.path));
        Ok(true)
    }

    /// Writes or removes a key of a source.
    fn write_in_source(&mut self, file: usize, path: &str, key: &str, value: Option<&str>) -> Result<(), RepriceError> {
        let source_path = format!("{SOURCES}.{path}");
        let stated = Document::parse(&self.files[file].after).ok().and_then(|document| {
            let source = source_of(&document, path)?;
            document.member(source, key).map(|at| document.text(at).map(str::to_owned))
        });
        match (stated, value) {
            (None, None) => Ok(()),
            // the same words in other quotes
            (Some(Some(stated)), Some(value)) if as_scalar(&stated) == value => Ok(()),
            (Some(_), Some(value)) => self.edit(file, &source_path, |document, text| {
                document.restated_in(text, document.member(source_of(document, path)?, key)?, value)
            }),
            (Some(_), None) => self.edit(file, &source_path, |document, text| {
                document.removed_from(text, document.member(source_of(document, path)?, key)?)
            }),
            (None, Some(value)) => self.edit(file, &source_path, |document, text| {
                document.added_to(text, source_of(document, path)?, &format!("{key}: {value}"))
            }),
        }
    }

    /// Adds a source at the end of those of a file.
    fn add_source(&mut self, file: usize, path: &str, values: &[(&str, Option<String>)]) -> Result<(), RepriceError> {
        let stated = values.iter().filter_map(|(key, value)| Some(format!("{key}: {}", value.as_ref()?)));
        let stated: Vec<String> = stated.collect();
        let flow = format!("{path}: {{ {} }}", stated.join(", "));
        let block: Vec<String> =
            std::iter::once(format!("{path}:")).chain(stated.iter().map(|line| format!("  {line}"))).collect();
        let whole: Vec<String> =
            std::iter::once(format!("{SOURCES}:")).chain(block.iter().map(|line| format!("  {line}"))).collect();
        self.edit(file, &format!("{SOURCES}.{path}"), |document, text| {
            let sources = document.member(NodeId::ROOT, SOURCES);
            let appended = sources.map(|sources| document.appended_to(text, sources, &block, &flow));
            appended.unwrap_or_else(|| {
                document.appended_to(text, NodeId::ROOT, &whole, &format!("{SOURCES}: {{ {flow} }}"))
            })
        })
    }

    /// Whether the date of the scenario's prices is in its own file, or in one whose prices change. A date in another shared file is
    /// also that of prices which nobody looked up.
    pub(super) fn may_move_date(&self) -> bool {
        let file = self.loaded.scenario.date.map(|date| self.file_of(date.at));
        file.is_some_and(|file| file == 0 || self.files.get(file).is_some_and(|file| file.before != file.after))
    }

    /// Writes the date of the scenario's prices. Sources without a date of their own, which had that date, keep it.
    pub(super) fn write_date(&mut self, before: Date, date: Date) -> Result<(), RepriceError> {
        let loaded = self.loaded;
        let Some(stated) = loaded.scenario.date else { return Ok(()) };
        let undated = loaded.scenario.sources.iter().filter(|entry| entry.value.date.is_none());
        for entry in
            undated.filter(|entry| !self.changed.contains(&format!("{SOURCES}.{}", entry.name))).collect::<Vec<_>>()
        {
            self.write_in_source(self.file_of(entry.at), &entry.name, DATE, Some(&before.to_string()))?;
            self.changed.insert(format!("{SOURCES}.{}", entry.name));
        }
        self.changed.insert(DATE.to_owned());
        self.edit(self.file_of(stated.at), DATE, |document, text| {
            document.restated_in(text, document.member(NodeId::ROOT, DATE)?, &date.to_string())
        })
    }

    /// A file other than `file` that states one of the values of a source.
    fn file_of_other(&self, source: NodeId, file: usize) -> Option<usize> {
        self.loaded.document.children(source).iter().map(|at| self.file_of(*at)).find(|other| *other != file)
    }

    /// Number of the file that states a value.
    fn file_of(&self, at: NodeId) -> usize {
        match self.loaded.document.place_around(at).map(|place: Place| place.source) {
            Some(SourceId::File(number)) => usize::from(number),
            Some(SourceId::Setting(_) | SourceId::Trace(_)) | None => 0,
        }
    }

    fn edit(
        &mut self,
        file: usize,
        path: &str,
        edit: impl Fn(&Document, &str) -> Option<TextEdit>,
    ) -> Result<(), RepriceError> {
        let target = self.files.get_mut(file);
        let changed = target.as_ref().and_then(|file| {
            let edit = edit(&Document::parse(&file.after).ok()?, &file.after)?;
            edited(&file.after, 0..file.after.len(), &[edit])
        });
        match (target, changed) {
            (Some(file), Some(changed)) => {
                file.after = changed;
                Ok(())
            }
            _ => Err(RepriceError::Shared { path: path.to_owned() }),
        }
    }

    /// The files that differ, after a check that the texts state the new prices and otherwise the same values.
    pub(super) fn checked(self) -> Result<Vec<RewrittenFile>, RepriceError> {
        let Some((scenario, shared)) = self.files.split_first() else { return Ok(Vec::new()) };
        let in_memory = self.loaded.shared.iter().zip(shared);
        let in_memory = in_memory.fold(FilesInMemory::none(), |all, (path, file)| all.with(path, file.after.as_str()));
        let after = load_as(&scenario.name, &scenario.after, &in_memory, LoadRequest::default())
            .map_err(|rejected| RepriceError::Refused(Box::new(rejected)))?;
        for price in &self.prices {
            let number = after.document.find(&price.path).and_then(|at| after.document.number(at));
            let currency = number.and_then(|number| number.currency).unwrap_or(after.scenario.currency.value);
            if number.map(|number| number.value) != Some(price.price) || currency != price.currency {
                return Err(RepriceError::Shared { path: price.path.clone() });
            }
        }
        if let Some(path) = self.changed_beside(&after.document) {
            return Err(RepriceError::Shared { path });
        }
        Ok(self.files.into_iter().filter(|file| file.before != file.after).collect())
    }

    /// A path whose value differs although no price was written there.
    fn changed_beside(&self, after: &Document) -> Option<String> {
        let (before, after) = (values_by_path(&self.loaded.document), values_by_path(after));
        let is_expected = |path: &str| {
            let of = |changed: &String| {
                path.strip_prefix(changed.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            path.is_empty() || path == SOURCES || self.changed.iter().any(of)
        };
        let paths = before.keys().chain(after.keys()).filter(|path| !is_expected(path));
        paths.into_iter().find(|path| before.get(*path) != after.get(*path)).cloned()
    }
}

/// The source of a path in the text of a file.
fn source_of(document: &Document, path: &str) -> Option<NodeId> {
    document.member(document.member(NodeId::ROOT, SOURCES)?, path)
}
