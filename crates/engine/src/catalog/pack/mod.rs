//! Catalog packs: a folder with the files of the catalog and a manifest, in place of the catalog that ships with the program.
//!
//! A process has one catalog, chosen before the first fact is read. Without a pack, no further file is read. A pack is checked when it is
//! read, so that its facts have the form of shipped ones.

mod files;
mod manifest;
mod rows;

pub use files::{SHIPPED_FILES, shipped_version};
pub use manifest::{MANIFEST, manifest_text};

use crate::diagnostic::{Code, Diagnostic, Place, Sources};
use crate::scenario::Rejected;
use files::FileCheck;
use manifest::Manifest;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Catalog of this process: a pack, or `None` for the shipped one. It is set by the first use.
static IN_USE: OnceLock<Option<CatalogPack>> = OnceLock::new();

/// A catalog pack that was read.
#[derive(Clone, Debug)]
pub struct CatalogPack {
    /// Name, version and fingerprint.
    pub identity: PackIdentity,
    texts: BTreeMap<&'static str, String>,
}

/// Name, version and fingerprint of a catalog pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PackIdentity {
    /// Path of the folder as given.
    pub name: String,
    /// Version: the day of the pack.
    pub version: String,
    /// SHA-256 of its manifest, which has that of every file.
    pub sha256: String,
}

/// Error of a pack that is installed too late: facts were already read from another catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogInUse;

impl CatalogPack {
    /// Reads a pack; `open` reads one of its files by its name, or says why it can't.
    ///
    /// # Errors
    /// For each invalid file its errors, at their lines and columns.
    pub fn read(name: &str, open: &dyn Fn(&str) -> Result<String, String>) -> Result<CatalogPack, Vec<Rejected>> {
        let shown = |file: &str| format!("{}/{file}", name.trim_end_matches('/'));
        let refused = |file: &str, text: &str, diagnostics: Vec<Diagnostic>| Rejected {
            diagnostics,
            sources: Sources::new(shown(file), text, Vec::new()),
        };
        let opened = |file: &str| open(file).map_err(|why| refused(file, "", vec![unreadable(&why)]));
        let text = opened(MANIFEST).map_err(|rejected| vec![rejected])?;
        let manifest = Manifest::read(&text).map_err(|found| vec![refused(MANIFEST, &text, found)])?;
        let (mut texts, mut rejected, mut check) = (BTreeMap::new(), Vec::new(), FileCheck::default());
        for (file, _) in SHIPPED_FILES {
            let valid = opened(file).and_then(|text| match check.check(file, &text) {
                Ok(()) => Ok(text),
                Err(found) => Err(refused(file, &text, found)),
            });
            match valid {
                Ok(text) => drop(texts.insert(file, text)),
                Err(one) => rejected.push(one),
            }
        }
        let differing = manifest.differing(&texts);
        if !differing.is_empty() && rejected.is_empty() {
            rejected.push(refused(MANIFEST, &text, differing));
        }
        if !rejected.is_empty() {
            return Err(rejected);
        }
        let sha256 = sha256_of(&text);
        let identity = PackIdentity { name: name.to_owned(), version: manifest.version.to_string(), sha256 };
        Ok(CatalogPack { identity, texts })
    }

    /// Makes this the catalog of the process.
    ///
    /// # Errors
    /// If a fact was already read from another catalog, or another pack is in use.
    pub fn install(self) -> Result<(), CatalogInUse> {
        let identity = self.identity.clone();
        let installed = IN_USE.set(Some(self)).is_ok();
        if installed || catalog_pack() == Some(&identity) { Ok(()) } else { Err(CatalogInUse) }
    }
}

impl PackIdentity {
    /// `prices/catalog 2026-11-28, sha256 0123abcd`.
    #[must_use]
    pub fn words(&self) -> String {
        let sha256 = self.sha256.get(..8).unwrap_or(&self.sha256);
        format!("{} {}, sha256 {sha256}", crate::diagnostic::clean(&self.name), self.version)
    }
}

/// The pack that is the catalog of this process; `None` for the shipped catalog.
pub fn catalog_pack() -> Option<&'static PackIdentity> {
    IN_USE.get()?.as_ref().map(|pack| &pack.identity)
}

/// Text of a file of the pack that is the catalog of this process, which is fixed by this use; `None` for the shipped catalog.
pub(super) fn text_in_use(file: &str) -> Option<&'static str> {
    let pack = IN_USE.get_or_init(|| None).as_ref()?;
    pack.texts.get(file).map(String::as_str)
}

/// An error at a place of a file of a pack.
fn finding(place: Option<Place>, message: String, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::InvalidConfiguration, String::new(), place, message).label(label)
}

fn unreadable(why: &str) -> Diagnostic {
    finding(None, format!("cannot read this file of a catalog: {why}"), "")
}

/// SHA-256 of a text in hexadecimal.
fn sha256_of(text: &str) -> String {
    Sources::new("", text, Vec::new()).sha256()
}
