//! Files that scenarios extend: they are found by these, and not checked on their own.

use super::super::folder::Folder;
use super::files::{self, Asked, File, Meant};
use crate::check::{Checked, SharedFile};
use crate::scenario::{may_be_shared, shared_files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Finds the files that scenarios extend, among those that were met or elsewhere in the repository. One with a name stays a
/// scenario of its own.
pub(super) fn find(meant: &mut Meant) {
    add_scenarios(meant);
    let mut by_identity: BTreeMap<_, usize> =
        meant.files.iter().enumerate().map(|(at, file)| (file.identity(), at)).collect();
    for at in 0..meant.files.len() {
        let file = &meant.files[at];
        let Ok(text) = file.text() else { continue };
        let scenario = file.name.clone();
        // what is to be extended itself stands for the scenarios that do so
        if !text.contains("extends") || may_be_shared(&text) {
            continue;
        }
        for name in shared_files(&scenario, &text, &Folder::beside(&file.path)) {
            let shared = File::extended(&name);
            let met = *by_identity.entry(shared.identity()).or_insert_with(|| {
                meant.files.push(shared);
                meant.files.len() - 1
            });
            let met = &mut meant.files[met];
            if met.asked != Asked::Extended && met.text().is_ok_and(|text| may_be_shared(&text)) {
                met.asked = Asked::Extended;
                met.name = name;
            }
            met.shared_by.push(scenario.clone());
        }
    }
    meant.files.sort_by(|a, b| a.name.cmp(&b.name));
}

/// Adds the scenarios that extend a file which was named itself: what is in it is right or wrong with them.
fn add_scenarios(meant: &mut Meant) {
    let is_shared = |file: &&File| file.asked == Asked::File && file.text().is_ok_and(|text| may_be_shared(&text));
    let named: Vec<&File> = meant.files.iter().filter(is_shared).collect();
    let met: BTreeSet<PathBuf> = meant.files.iter().map(File::identity).collect();
    let mut found = scenarios_that_extend(&named);
    found.retain(|file| !met.contains(&file.identity()));
    meant.files.extend(found);
}

/// The scenarios that extend any of these files, of the repository in which it lies.
pub(super) fn scenarios_that_extend(shared: &[&File]) -> Vec<File> {
    let repositories: BTreeSet<&Path> = shared.iter().map(|file| file.repository()).collect();
    let shared: BTreeSet<PathBuf> = shared.iter().map(|file| file.identity()).collect();
    let extends = |file: &File| {
        let text = file.text().ok().filter(|text| text.contains("extends") && !may_be_shared(text));
        let extended = text.map(|text| shared_files(&file.name, &text, &Folder::beside(&file.path)));
        extended.is_some_and(|all| all.iter().any(|name| shared.contains(&File::extended(name).identity())))
    };
    repositories.into_iter().flat_map(files::below).filter(extends).collect()
}

/// Moves what was found in shared files with each scenario to these files.
pub(super) fn gather(files: &[File], checked: &mut [Option<Checked>]) {
    for (at, file) in files.iter().enumerate().filter(|(_, file)| file.asked == Asked::Extended) {
        let Ok(text) = file.text() else { continue };
        let mut shared = SharedFile::new(&file.name, &text, file.shared_by.len());
        let scenarios: BTreeSet<&str> = file.shared_by.iter().map(String::as_str).collect();
        for (scenario, checked) in files.iter().zip(checked.iter_mut()) {
            if let Some(checked) = checked.as_mut().filter(|_| scenarios.contains(scenario.name.as_str())) {
                shared.take_from(checked);
            }
        }
        checked[at] = Some(shared.checked());
    }
}
