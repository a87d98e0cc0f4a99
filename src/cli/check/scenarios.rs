//! The files of a check: read, and each judged by its policy.

use super::super::files_read::FilesRead;
use super::super::folder::Folder;
use super::files::{Asked, File};
use super::policies::FilePolicies;
use super::shared;
use crate::check::{self, Checked, Policy};
use crate::scenario::Setting;
use rayon::prelude::*;

/// Checks files on all cores; the order is theirs. None of a file that was met in a folder and is no scenario. What is found in
/// a file that scenarios extend is said of that.
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

/// Checks a file. That it cannot be read is a finding; `None` if it was met in a folder and is no scenario.
fn check(file: &File, settings: &[Setting], policy: &Policy, read: &FilesRead) -> Option<Checked> {
    match (file.text(), file.asked) {
        // what is found in it is found with the scenarios that extend it
        (_, Asked::Extended | Asked::Shared) => None,
        (Err(reason), _) => Some(Checked::unreadable(&file.name, &format!("this cannot be read: {reason}"))),
        (Ok(text), Asked::Folder) if !check::is_scenario(&text) && !check::is_emptied(&text) => None,
        (Ok(text), _) => {
            let beside = Folder::beside(&file.path).noted_in(read);
            Some(check::check(&file.name, &text, settings, &beside, policy))
        }
    }
}
