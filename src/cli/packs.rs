//! Catalog packs: choosing one, and writing the shipped catalog as one.

use super::check::files::shown;
use super::console::Console;
use super::folder::{LEADS_OUT, leads_out};
use super::input::read_regular;
use super::replace;
use crate::catalog::{
    CatalogInUse, CatalogPack, MANIFEST, SHIPPED_FILES, catalog_pack, manifest_text, shipped_version,
};
use crate::check::Policy;
use anyhow::{Result, bail, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Makes a pack the catalog. Returns whether it is valid; errors of its files have been reported.
///
/// # Errors
/// If another catalog is in use.
pub(super) fn install(folder: &Path, console: &mut Console<'_>) -> Result<bool> {
    let name = folder.display().to_string();
    ensure!(
        fs::metadata(folder).is_ok_and(|kind| kind.is_dir()),
        "cannot read the catalog {name}: there is no such folder"
    );
    let open = |file: &str| {
        let path = folder.join(file);
        // no result overwrites it
        console.files_read.note(replace::place(&path));
        read_regular(&path).map_err(|error| format!("{error:#}"))
    };
    match CatalogPack::read(&name, &open) {
        Ok(pack) => match pack.install() {
            Ok(()) => Ok(true),
            Err(CatalogInUse) => {
                bail!("a catalog other than {name} is in use; run the command for each catalog on its own")
            }
        },
        Err(rejected) => {
            for one in rejected {
                console.refuse(&one.diagnostics, &one.sources);
            }
            Ok(false)
        }
    }
}

/// Folder of the pack that a policy names, for a repository at a root.
pub(super) fn of_policy(root: &Path, policy: &Policy) -> Option<PathBuf> {
    policy.catalog.as_ref().map(|folder| root.join(folder))
}

/// Makes the pack that the policies name the catalog, unless the command line names one. Returns false if it is invalid; errors of its
/// files have been reported.
///
/// # Errors
/// If the policies name different packs, or only some name one, or if another catalog is in use.
pub(super) fn install_of_policies(packs: BTreeSet<Option<PathBuf>>, console: &mut Console<'_>) -> Result<bool> {
    if catalog_pack().is_some() {
        return Ok(true);
    }
    let several = packs.len() > 1;
    match packs.into_iter().flatten().next() {
        Some(_) if several => {
            bail!(
                "the policies of these scenarios name different catalogs, or none; check each repository on its own, or add --catalog"
            )
        }
        Some(folder) => {
            ensure!(!leads_out(&folder), "cannot read the catalog {}: {LEADS_OUT}", shown(&folder));
            install(Path::new(&shown(&folder)), console)
        }
        None => Ok(true),
    }
}

/// Writes the shipped catalog as a pack into a folder that has none of its files.
pub(super) fn export(folder: &Path) -> Result<()> {
    let manifest = manifest_text(shipped_version(), SHIPPED_FILES.into_iter());
    let texts = SHIPPED_FILES.into_iter().chain([(MANIFEST, manifest.as_str())]);
    let files: Vec<(PathBuf, Vec<u8>)> =
        texts.map(|(file, text)| (folder.join(file), text.as_bytes().to_vec())).collect();
    for (path, _) in &files {
        ensure!(fs::symlink_metadata(path).is_err(), "{} already exists; name a new folder", path.display());
    }
    replace::make_folder(folder)?;
    replace::replace_all(&files)
}
