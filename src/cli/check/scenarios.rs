//! Reads the files of a check and checks each with its policy.

use super::super::files_read::FilesRead;
use super::super::folder::Folder;
use super::files::{File, InclusionReason};
use super::policies::FilePolicies;
use super::shared;
use crate::check::{self, Checked, Policy};
use crate::scenario::Setting;
use rayon::prelude::*;

/// Checks files in parallel, in their order; `None` for a file that was found in a folder and is not a scenario. Findings in a
/// file that scenarios extend are moved to that file.
pub(super) fn check_all(
    files: &[File],
    settings: &[Setting],
    policies: &FilePolicies,
    read: &FilesRead,
    done: impl Fn() + Sync,
) -> Vec<Option<Checked>> {
    let checked = files.par_iter().enumerate().map(|(at, file)| {
        let checked = check(file, settings, policies.of_file(at), read);
        done();
        checked
    });
    let mut checked: Vec<Option<Checked>> = checked.collect();
    shared::gather(files, &mut checked);
    checked
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
