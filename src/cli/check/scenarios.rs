//! One file of a check: read, and judged by its policy.

use super::super::folder::Folder;
use super::super::input;
use super::files::{Asked, Content, File};
use crate::check::{self, Checked, Policy};
use crate::scenario::Setting;
use std::borrow::Cow;

/// Checks a file. That it cannot be read is a finding; `None` if it was met in a folder and is no scenario.
pub(super) fn check(file: &File, settings: &[Setting], policy: &Policy) -> Option<Checked> {
    let text = match &file.content {
        Content::Text(text) => Ok(Cow::Borrowed(text.as_str())),
        Content::File => input::read_regular(&file.path).map(Cow::Owned).map_err(|error| format!("{error:#}")),
        Content::Nothing(reason) => Err(reason.clone()),
    };
    match (text, file.asked) {
        (Err(reason), _) => Some(Checked::unreadable(&file.name, &format!("this cannot be read: {reason}"))),
        (Ok(text), Asked::ByFolder) if !check::is_scenario(&text) && !check::is_emptied(&text) => None,
        (Ok(text), _) => Some(check::check(&file.name, &text, settings, &Folder::beside(&file.path), policy)),
    }
}
