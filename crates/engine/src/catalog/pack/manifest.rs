//! Manifest of a catalog pack: schema number, version, and the SHA-256 of every file.

use super::{SHIPPED_FILES, day, finding};
use crate::diagnostic::{Diagnostic, Place, SourceId, Sources, hexadecimal};
use crate::scenario::{Date, Rejected};
use language::suggest::{nearest, shown};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// File name of the manifest.
pub const MANIFEST: &str = "catalog.toml";

/// Version of the layout of packs: their files and columns.
const SCHEMA: &str = "1";

/// A manifest that was read.
#[derive(Debug)]
pub(super) struct Manifest {
    /// Day of the pack.
    pub version: Date,
    /// SHA-256 of each file, with its place.
    sha256: BTreeMap<String, (String, Place)>,
}

/// Manifest of a pack with these files.
#[must_use]
pub fn manifest_text<'t>(version: Date, files: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let mut text = format!(
        "# Catalog of rackrent: docs/guide/catalog.md\nschema = {SCHEMA}\nversion = \"{version}\"\n\n[sha256]\n"
    );
    for (file, content) in files {
        let _ = writeln!(text, "\"{file}\" = \"{}\"", fingerprint(content));
    }
    text
}

fn fingerprint(text: &str) -> String {
    hexadecimal(&Sha256::digest(text.as_bytes()))
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// All its errors, each at its place.
    pub(super) fn read(name: &str, text: &str) -> Result<Manifest, Rejected> {
        let mut reader = Reader { text, found: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            let message = error.message().lines().next().unwrap_or_default();
            reader.refuse::<()>(
                error.span().unwrap_or_default(),
                format!("this is not TOML: {message}"),
                "fix the syntax",
            );
        }
        let manifest = if reader.found.is_empty() { reader.manifest(table.get_ref()) } else { None };
        reader.found.sort_by_key(|finding| finding.place);
        match manifest.filter(|_| reader.found.is_empty()) {
            Some(manifest) => Ok(manifest),
            None => Err(Rejected { diagnostics: reader.found, sources: Sources::new(name, text, Vec::new()) }),
        }
    }

    /// Files whose SHA-256 is not the stated one.
    pub(super) fn differing(&self, texts: &BTreeMap<&'static str, String>) -> Vec<Diagnostic> {
        let of = |(file, text): (&&str, &String)| {
            let (stated, place) = self.sha256.get(*file)?;
            let now = fingerprint(text);
            let message = format!("`{file}` has another SHA-256 than its manifest states: it was changed");
            (*stated != now).then(|| finding(Some(*place), message, format!("after a review, write {now}")))
        };
        texts.iter().filter_map(of).collect()
    }
}

struct Reader<'t> {
    text: &'t str,
    found: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn manifest(&mut self, table: &DeTable<'_>) -> Option<Manifest> {
        const KEYS: [&str; 3] = ["schema", "version", "sha256"];
        for key in table.keys().filter(|key| !KEYS.contains(&key.get_ref().as_ref())) {
            let name = key.get_ref().as_ref();
            let near =
                nearest(name, KEYS).map_or_else(|| "remove it".to_owned(), |near| format!("did you mean `{near}`?"));
            self.refuse::<()>(key.span(), format!("`{}` is not a key of a manifest", shown(name)), near);
        }
        self.schema(table)?;
        let version = self.version(table);
        let sha256 = self.fingerprints(table);
        Some(Manifest { version: version?, sha256: sha256? })
    }

    /// Whether the schema is the known one.
    fn schema(&mut self, table: &DeTable<'_>) -> Option<()> {
        let known = format!("write `schema = {SCHEMA}`");
        let value = self.value(table, "schema", &known)?;
        match value.get_ref() {
            DeValue::Integer(number) if number.as_str() == SCHEMA => Some(()),
            DeValue::Integer(number) => {
                let message =
                    format!("the pack has the schema {}, and this program reads {SCHEMA}", shown(number.as_str()));
                let advice =
                    "use a rackrent that reads it, or export a pack with `rackrent catalog --export` and move the rows";
                self.refuse(value.span(), message, advice)
            }
            _ => self.refuse(value.span(), "`schema` must be a number".to_owned(), known),
        }
    }

    fn version(&mut self, table: &DeTable<'_>) -> Option<Date> {
        let advice = "write the day of the pack, `version = \"2026-11-28\"`";
        let value = self.value(table, "version", advice)?;
        match value.get_ref().as_str().and_then(day) {
            Some(version) => Some(version),
            None => self.refuse(value.span(), "`version` must be a day in quotes".to_owned(), advice),
        }
    }

    fn fingerprints(&mut self, table: &DeTable<'_>) -> Option<BTreeMap<String, (String, Place)>> {
        let advice = "write the SHA-256 of each file under `[sha256]`";
        let value = self.value(table, "sha256", advice)?;
        let Some(stated) = value.get_ref().as_table() else {
            return self.refuse(value.span(), "`sha256` must be a table".to_owned(), advice);
        };
        let names: Vec<&str> = SHIPPED_FILES.iter().map(|(file, _)| *file).collect();
        let mut all = BTreeMap::new();
        for (key, value) in stated {
            let file = key.get_ref().as_ref();
            let is_sha256 = |text: &&str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
            match value.get_ref().as_str().filter(is_sha256) {
                _ if !names.contains(&file) => {
                    let near = nearest(file, names.iter().copied());
                    let near = near.map_or_else(|| "remove it".to_owned(), |near| format!("did you mean `{near}`?"));
                    self.refuse(key.span(), format!("`{}` is not a file of a pack", shown(file)), near)
                }
                Some(sha256) => {
                    all.insert(file.to_owned(), (sha256.to_ascii_lowercase(), self.place(value.span())));
                    None
                }
                None => self.refuse(
                    value.span(),
                    format!("the SHA-256 of `{file}` must be 64 hexadecimal digits"),
                    "write the digits that `sha256sum FILE` prints",
                ),
            }
            .unwrap_or(());
        }
        let missing: Vec<&str> = names.into_iter().filter(|file| !all.contains_key(*file)).collect();
        if !missing.is_empty() && self.found.is_empty() {
            let message = format!("the manifest lacks the SHA-256 of {}", missing.join(", "));
            return self.refuse(
                value.span(),
                message,
                "add a line for each of these files, such as `\"rentals.csv\" = \"…\"`",
            );
        }
        Some(all)
    }

    fn value<'v, 'i>(&mut self, table: &'v DeTable<'i>, key: &str, advice: &str) -> Option<&'v Spanned<DeValue<'i>>> {
        let found = table.get(key);
        if found.is_none() {
            self.refuse::<()>(0..0, format!("the manifest lacks `{key}`"), advice);
        }
        found
    }

    /// Adds an error; returns nothing, for use as the value of what was wrong.
    fn refuse<T>(&mut self, span: Range<usize>, message: String, label: impl Into<String>) -> Option<T> {
        let place = self.place(span);
        self.found.push(finding(Some(place), message, label));
        None
    }

    fn place(&self, span: Range<usize>) -> Place {
        let before = self.text.get(..span.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Place {
            source: SourceId::FILE,
            start: number(span.start),
            len: number(span.len()),
            line: number(line),
            column: number(column),
        }
    }
}
