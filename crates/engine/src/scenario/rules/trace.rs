//! Rule of trace paths: inside the scenario's folder. Whether the file exists is checked when it is read.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::{Located, quoted};

impl Rules<'_> {
    pub(super) fn trace_path(&mut self, trace: &Located<String>) {
        if self.placeholders.contains(&trace.at) {
            return;
        }
        if let Some((why, label)) = misplaced(&trace.value) {
            let message = format!("`trace` is {}, {why}", quoted(&trace.value));
            self.found.push(self.at(Code::TracePath, trace.at, message).label(label));
        }
    }
}

const BELOW: &str = "write a path inside the scenario's folder, such as `traces/research.csv`";

/// Message and label for an invalid path; none if it stays inside the folder.
fn misplaced(path: &str) -> Option<(&'static str, String)> {
    let below = BELOW.to_owned();
    let drive = path.chars().nth(1) == Some(':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    if path.trim().is_empty() {
        Some(("which names no file", below))
    } else if path.contains("://") {
        Some(("which is a URL; nothing is downloaded", below))
    } else if path.starts_with(['/', '~']) || drive {
        Some(("which is not relative to the scenario", below))
    } else if path.contains('\\') {
        Some(("which contains backslashes", format!("write `{}`", path.replace('\\', "/"))))
    } else if leaves(path) {
        Some(("which is outside the scenario's folder", below))
    } else if path.ends_with('/') || matches!(path.rsplit('/').next(), Some("." | "..")) {
        Some(("which is a folder", "write the path of a CSV file in it".to_owned()))
    } else {
        None
    }
}

/// Whether a path leaves its starting folder at any point.
fn leaves(path: &str) -> bool {
    let mut depth = 0_i32;
    path.split('/').any(|step| {
        depth += match step {
            "" | "." => 0,
            ".." => -1,
            _ => 1,
        };
        depth < 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_lies_in_the_folder_of_the_scenario_or_below() {
        for path in ["a.csv", "traces/a.csv", "./traces/../a.csv", "a b/ö.csv", "..a/b..csv", "c:"] {
            let drive = path == "c:";
            assert_eq!(misplaced(path).is_some(), drive, "{path}");
        }
        for path in [
            "",
            " ",
            "/a.csv",
            "../a.csv",
            "a/../../a.csv",
            "~/a.csv",
            "C:/a.csv",
            "C:a.csv",
            "a\\b.csv",
            "traces/",
            "a/..",
            ".",
        ] {
            assert!(misplaced(path).is_some(), "{path}");
        }
        assert_eq!(misplaced("a\\b.csv").unwrap().1, "write `a/b.csv`");
    }
}
