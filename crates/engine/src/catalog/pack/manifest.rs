//! Manifest of a catalog pack: schema number, version, and the SHA-256 of every file.

use super::{SHIPPED_FILES, finding, sha256_of};
use crate::diagnostic::{Code, Diagnostic, Place, TomlReader};
use crate::scenario::Date;
use language::suggest::{nearest, shown};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// File name of the manifest.
pub const MANIFEST: &str = "catalog.toml";

/// Version of the layout of packs: their files and columns.
const SCHEMA: &str = "1";
const KEYS: [&str; 3] = ["schema", "version", "sha256"];

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
        let _ = writeln!(text, "\"{file}\" = \"{}\"", sha256_of(content));
    }
    text
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    /// All its errors, each at its place.
    pub(super) fn read(text: &str) -> Result<Manifest, Vec<Diagnostic>> {
        TomlReader::read(text, |reader, table| {
            unknown_keys(reader, table);
            schema(reader, table)?;
            let (version, sha256) = (version(reader, table), fingerprints(reader, table));
            Some(Manifest { version: version?, sha256: sha256? })
        })
    }

    /// Files whose SHA-256 is not the stated one.
    pub(super) fn differing(&self, texts: &BTreeMap<&'static str, String>) -> Vec<Diagnostic> {
        let of = |(file, text): (&&str, &String)| {
            let (stated, place) = self.sha256.get(*file)?;
            let now = sha256_of(text);
            let message = format!("`{file}` was changed: its SHA-256 is not the one in this manifest");
            (*stated != now).then(|| finding(Some(*place), message, format!("after a review, write {now}")))
        };
        texts.iter().filter_map(of).collect()
    }
}

fn unknown_keys(reader: &mut TomlReader<'_>, table: &DeTable<'_>) {
    for key in table.keys().filter(|key| !KEYS.contains(&key.get_ref().as_ref())) {
        let name = key.get_ref().as_ref();
        let message = format!("`{}` is not a key of a manifest", shown(name));
        refuse(reader, key.span(), message, suggestion(name, &KEYS));
    }
}

/// Checks that the schema is the supported one.
fn schema(reader: &mut TomlReader<'_>, table: &DeTable<'_>) -> Option<()> {
    let known = format!("write `schema = {SCHEMA}`");
    let value = value_of(reader, table, "schema", &known)?;
    match value.get_ref() {
        DeValue::Integer(number) if number.as_str() == SCHEMA => return Some(()),
        DeValue::Integer(number) => {
            let message =
                format!("the pack has the schema {}, and this program reads {SCHEMA}", shown(number.as_str()));
            let advice =
                "use a rackrent that reads it, or export a pack with `rackrent catalog --export` and move the rows";
            refuse(reader, value.span(), message, advice);
        }
        _ => refuse(reader, value.span(), "`schema` must be a number", known),
    }
    None
}

fn version(reader: &mut TomlReader<'_>, table: &DeTable<'_>) -> Option<Date> {
    let advice = "write the day of the pack, `version = \"2026-11-28\"`";
    let value = value_of(reader, table, "version", advice)?;
    let version = value.get_ref().as_str().and_then(|text| Date::parse(text).ok());
    if version.is_none() {
        refuse(reader, value.span(), "`version` must be a day in quotes", advice);
    }
    version
}

fn fingerprints(reader: &mut TomlReader<'_>, table: &DeTable<'_>) -> Option<BTreeMap<String, (String, Place)>> {
    let advice = "write the SHA-256 of each file under `[sha256]`";
    let value = value_of(reader, table, "sha256", advice)?;
    let Some(stated) = value.get_ref().as_table() else {
        refuse(reader, value.span(), "`sha256` must be a table", advice);
        return None;
    };
    let names = SHIPPED_FILES.map(|(file, _)| file);
    let is_sha256 = |text: &&str| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let mut all = BTreeMap::new();
    for (key, value) in stated {
        let file = key.get_ref().as_ref();
        match value.get_ref().as_str().filter(is_sha256) {
            _ if !names.contains(&file) => {
                let message = format!("`{}` is not a file of a pack", shown(file));
                refuse(reader, key.span(), message, suggestion(file, &names));
            }
            Some(sha256) => {
                all.insert(file.to_owned(), (sha256.to_ascii_lowercase(), reader.place(&value.span())));
            }
            None => {
                let message = format!("the SHA-256 of `{file}` must be 64 hexadecimal digits");
                refuse(reader, value.span(), message, "write the digits that `sha256sum FILE` prints");
            }
        }
    }
    let missing: Vec<&str> = names.into_iter().filter(|file| !all.contains_key(*file)).collect();
    if !missing.is_empty() && reader.is_valid() {
        let message = format!("the manifest lacks the SHA-256 of {}", missing.join(", "));
        refuse(reader, value.span(), message, "add a line for each of these files, such as `\"rentals.csv\" = \"…\"`");
    }
    Some(all)
}

/// Value of a required key.
fn value_of<'v, 'i>(
    reader: &mut TomlReader<'_>,
    table: &'v DeTable<'i>,
    key: &str,
    advice: &str,
) -> Option<&'v Spanned<DeValue<'i>>> {
    let found = table.get(key);
    if found.is_none() {
        refuse(reader, 0..0, format!("the manifest lacks `{key}`"), advice);
    }
    found
}

/// What to do about an unknown name.
fn suggestion(name: &str, known: &[&'static str]) -> String {
    nearest(name, known.iter().copied())
        .map_or_else(|| "remove it".to_owned(), |near| format!("did you mean `{near}`?"))
}

fn refuse(reader: &mut TomlReader<'_>, span: Range<usize>, message: impl Into<String>, label: impl Into<String>) {
    reader.refuse(Code::InvalidConfiguration, "", span, message, label);
}
