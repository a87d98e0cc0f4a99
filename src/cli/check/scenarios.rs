//! Reads the files of a check and checks each with its policy.

use super::super::files_read::FilesRead;
use super::super::folder::Folder;
use super::files::{File, InclusionReason};
use super::policies::FilePolicies;
use super::shared;
use crate::check::{self, Checked, Policy};
use crate::scenario::Setting;
use engine::parallel::on_all_cores;
use std::collections::BTreeSet;

/// Checks files in parallel, and converts each result with `convert(index, checked)`; `None` for a file that was found in a folder
/// and is not a scenario. Findings in a file that scenarios extend are moved to that file, so those scenarios are converted when
/// all files are checked. `done` is called for each file.
pub(super) fn check_all<T: Send>(
    files: &[File],
    settings: &[Setting],
    policies: &FilePolicies,
    read: &FilesRead,
    convert: impl Fn(usize, Checked) -> T + Sync,
    done: impl Fn() + Sync,
) -> Vec<Option<T>> {
    let sharing: BTreeSet<&str> = files.iter().flat_map(|file| &file.shared_by).map(String::as_str).collect();
    let checked = on_all_cores(files.iter().enumerate(), |(at, file)| {
        let checked = check(file, settings, policies.of_file(at), read);
        done();
        let (whole, sharing) = match checked {
            Some(checked) if sharing.contains(file.name.as_str()) => (None, Some(checked)),
            checked => (checked, None),
        };
        (whole.map(|checked| convert(at, checked)), sharing)
    });
    let (mut all, mut sharing): (Vec<Option<T>>, Vec<Option<Checked>>) = checked.into_iter().unzip();
    shared::gather(files, &mut sharing);
    for (at, checked) in sharing.into_iter().enumerate() {
        if let Some(checked) = checked {
            all[at] = Some(convert(at, checked));
        }
    }
    all
}

/// Checks a file. An unreadable file is a finding; `None` if it was found in a folder and is not a scenario.
fn check(file: &File, settings: &[Setting], policy: &Policy, read: &FilesRead) -> Option<Checked> {
    match (file.text(), file.inclusion) {
        // its findings come from the scenarios that extend it
        (_, InclusionReason::Extended | InclusionReason::Shared) => None,
        (Err(reason), _) => Some(Checked::unreadable(&file.name, &format!("cannot read this file: {reason}"))),
        (Ok(text), InclusionReason::Folder) if !check::is_scenario(&text) && !check::is_emptied(&text) => None,
        (Ok(text), _) => {
            let folder = Folder::of_file(&file.path).noted_in(read);
            Some(check::check(&file.name, &text, settings, &folder, policy))
        }
    }
}
