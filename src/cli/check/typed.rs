//! Checks the unsaved text of an editor like the file that it will become.

use super::super::folder::Folder;
use super::super::input::MOST;
use super::baseline::{Baselining, Looked};
use super::files::{Content, File, RequestedFolder, RequestedPaths};
use super::policies::FilePolicies;
use super::{roots, shared};
use crate::analysis::Answer;
use crate::check::{self, Checked, Policy};
use crate::report::check::{CheckedFile, Excerpts};
use crate::scenario::document::Document;
use crate::scenario::{is_only_shared, may_be_shared};
use anyhow::{Result, bail};
use std::path::Path;

/// Result of checking a text.
#[derive(Debug)]
pub(in crate::cli) struct TypedText {
    /// Findings.
    pub(in crate::cli) file: CheckedFile,
    /// Result of the comparison, if there is one.
    pub(in crate::cli) answer: Option<Answer>,
}

/// Checks a text with the policy, the baseline and the traces of its folder. `workspace`, the folder open in the editor, replaces
/// the repository where there is none. Returns `None` for a text that is not a scenario, is excluded by the policy, is empty (as
/// every new file is), or is shared by scenarios and checked with them.
///
/// # Errors
/// If a policy or a baseline is invalid.
pub(in crate::cli) fn typed(path: &Path, text: String, workspace: Option<&Path>) -> Result<Option<TypedText>> {
    if !check::is_scenario(&text) || check::is_emptied(&text) {
        return Ok(None);
    }
    let is_extended = || !shared::scenarios_that_extend(&[&File::named(path)]).is_empty();
    // invalid YAML is an error whatever scenarios extend it
    if is_only_shared(&text) || (may_be_shared(&text) && Document::parse(&text).is_ok() && is_extended()) {
        return Ok(None);
    }
    let folders = workspace.map(|path| RequestedFolder { name: path.display().to_string(), path: path.to_path_buf() });
    let mut suggestion = RequestedPaths {
        files: vec![File::typed(path, text)],
        folders: folders.into_iter().collect(),
        ..RequestedPaths::default()
    };
    let mut places = roots::of(&suggestion);
    let policies = match FilePolicies::of(&mut suggestion, &mut places, None, &Policy::default())? {
        Ok(policies) => policies,
        Err(rejected) => {
            let said = rejected.iter().flat_map(|one| one.diagnostics.iter().map(|wrong| (one.sources.name(), wrong)));
            let said: Vec<String> = said.map(|(name, wrong)| format!("{name}: {}", wrong.message)).collect();
            bail!(said.join("; "))
        }
    };
    let (Some(file), Some(place)) = (suggestion.files.first(), places.first()) else { return Ok(None) };
    let Content::Text(text) = &file.content else { return Ok(None) };
    let policy = policies.of_file(0);
    let (checked, answer) = if text.len() as u64 > MOST {
        (Checked::unreadable(&file.name, "cannot read this file: it is larger than 16 MiB"), None)
    } else {
        check::checked_answer(&file.name, text, &[], &Folder::of_file(&file.path), policy)
    };
    let mut checked = CheckedFile::of(checked, policy.rules, policies.policy_files(0), Excerpts::None)
        .in_repository(file.path_in_repository());
    let baselines = Baselining::default().read(&places)?;
    baselines.hold_alone(Looked { file: &mut checked, place, at: 0 }, &policies);
    Ok(Some(TypedText { file: checked, answer }))
}
