//! Shared files: found through the scenarios that extend them, and not checked on their own.

use super::super::folder::Folder;
use super::files::{self, File, InclusionReason, RequestedPaths};
use crate::check::{Checked, SharedFile, is_scenario};
use crate::scenario::{is_only_shared, may_be_shared, shared_files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Reason given for a shared file that no scenario extends.
pub(super) const WITHOUT_SCENARIO: &str =
    "no scenario extends it, and it has neither `name` nor `demand`; it is treated as a shared file";

/// Shared files that are named explicitly and that no scenario extends.
pub(super) fn alone(files: &[File]) -> Vec<String> {
    let alone = files.iter().filter(|file| file.inclusion == InclusionReason::Shared && file.is_named);
    alone.map(|file| file.name.clone()).collect()
}

/// Finds the files that scenarios extend, among the included files and elsewhere in the repository. A file with a name remains a
/// scenario, and so does one with a demand that no scenario extends.
pub(in crate::cli) fn find(requested: &mut RequestedPaths) {
    find_extended(requested);
    let found = scenarios_beyond(requested);
    if !found.is_empty() {
        requested.files.extend(found);
        find_extended(requested);
    }
    for file in requested
        .files
        .iter_mut()
        .filter(|file| matches!(file.inclusion, InclusionReason::File | InclusionReason::Folder))
    {
        let is_met = |text: &str| file.is_named || is_scenario(text);
        if file.text().is_ok_and(|text| is_met(&text) && is_only_shared(&text)) {
            file.inclusion = InclusionReason::Shared;
        }
    }
    requested.files.sort_by(|a, b| a.name.cmp(&b.name));
}

/// Finds the files that scenarios extend: first those of scenarios with a name, then those of unnamed files that no scenario
/// extends.
fn find_extended(requested: &mut RequestedPaths) {
    let mut by_identity: BTreeMap<_, usize> =
        requested.files.iter().enumerate().map(|(at, file)| (file.identity(), at)).collect();
    for lacks_name in [false, true] {
        for at in 0..requested.files.len() {
            let file = &requested.files[at];
            let Ok(text) = file.text() else { continue };
            // a shared file is covered by the scenarios that extend it
            let is_scenario =
                if lacks_name { file.inclusion != InclusionReason::Extended && !is_only_shared(&text) } else { true };
            if !is_scenario || !text.contains("extends") || may_be_shared(&text) != lacks_name {
                continue;
            }
            let (scenario, folder) = (file.name.clone(), Folder::of_file(&file.path));
            for name in shared_files(&scenario, &text, &folder) {
                note(requested, &mut by_identity, &scenario, name);
            }
        }
    }
}

/// Records that a scenario extends a file.
fn note(requested: &mut RequestedPaths, by_identity: &mut BTreeMap<PathBuf, usize>, scenario: &str, name: String) {
    let shared = File::extended(&name);
    let met = *by_identity.entry(shared.identity()).or_insert_with(|| {
        requested.files.push(shared);
        requested.files.len() - 1
    });
    let met = &mut requested.files[met];
    if met.inclusion != InclusionReason::Extended && met.text().is_ok_and(|text| may_be_shared(&text)) {
        met.inclusion = InclusionReason::Extended;
        met.name = name;
    }
    if !met.shared_by.iter().any(|known| known == scenario) {
        met.shared_by.push(scenario.to_owned());
    }
}

/// Scenarios of the repository that extend a file which is named explicitly, or which no included scenario extends: the file is
/// checked through them.
fn scenarios_beyond(requested: &RequestedPaths) -> Vec<File> {
    let is_shared = |file: &&File| {
        let text = || file.text().ok().filter(|text| may_be_shared(text));
        match file.inclusion {
            InclusionReason::File => text().is_some(),
            InclusionReason::Extended => file.is_named,
            InclusionReason::Folder => text().is_some_and(|text| is_scenario(&text)),
            InclusionReason::Shared => false,
        }
    };
    let shared_files: Vec<&File> = requested.files.iter().filter(is_shared).collect();
    let met: BTreeSet<PathBuf> = requested.files.iter().map(File::identity).collect();
    let mut found = scenarios_that_extend(&shared_files);
    found.retain(|file| !met.contains(&file.identity()));
    found
}

/// Scenarios in the same repository that extend any of these files.
pub(super) fn scenarios_that_extend(shared: &[&File]) -> Vec<File> {
    let repositories: BTreeSet<&Path> = shared.iter().map(|file| file.repository()).collect();
    let shared: BTreeSet<PathBuf> = shared.iter().map(|file| file.identity()).collect();
    if shared.is_empty() {
        return Vec::new();
    }
    let extends = |file: &File| {
        let text = file.text().ok().filter(|text| text.contains("extends") && !is_only_shared(text));
        let extended = text.map(|text| shared_files(&file.name, &text, &Folder::of_file(&file.path)));
        extended.is_some_and(|all| all.iter().any(|name| shared.contains(&File::extended(name).identity())))
    };
    repositories.into_iter().flat_map(files::below).filter(extends).collect()
}

/// Whether these scenarios, by name, are all that extend a file.
pub(super) fn are_all(shared: &Path, scenarios: &[String]) -> bool {
    let known: BTreeSet<PathBuf> = scenarios.iter().map(|name| File::named(Path::new(name)).identity()).collect();
    scenarios_that_extend(&[&File::named(shared)]).iter().all(|scenario| known.contains(&scenario.identity()))
}

/// Moves findings in shared files from the scenarios to these files.
pub(super) fn gather(files: &[File], checked: &mut [Option<Checked>]) {
    for (at, file) in files.iter().enumerate().filter(|(_, file)| file.inclusion == InclusionReason::Extended) {
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
