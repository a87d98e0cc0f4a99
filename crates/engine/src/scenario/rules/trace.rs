//! Where the file of a trace may lie: in the folder of the scenario or below it. Whether it is there is found when it is read.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::{Given, quoted};

impl Rules<'_> {
    pub(super) fn trace_path(&mut self, trace: &Given<String>) {
        if self.stand_ins.contains(&trace.at) {
            return;
        }
        if let Some((why, label)) = misplaced(&trace.value) {
            let message = format!("`trace` is {}, {why}", quoted(&trace.value));
            self.found.push(self.at(Code::TracePath, trace.at, message).label(label));
        }
    }
}

const BELOW: &str = "write a path below the folder of the scenario, such as `traces/research.csv`";

/// What is wrong with a path, and what to type; nothing if it stays in the folder.
fn misplaced(path: &str) -> Option<(&'static str, String)> {
    let below = BELOW.to_owned();
    let drive = path.chars().nth(1) == Some(':') && path.starts_with(|c: char| c.is_ascii_alphabetic());
    if path.trim().is_empty() {
        Some(("which names no file", below))
    } else if path.contains("://") {
        Some(("which is an address; nothing is fetched", below))
    } else if path.starts_with(['/', '~']) || drive {
        Some(("which is not relative to the scenario", below))
    } else if path.contains('\\') {
        Some(("which is written with backslashes", format!("write `{}`", path.replace('\\', "/"))))
    } else if leaves(path) {
        Some(("which leaves the folder of the scenario", below))
    } else if path.ends_with('/') || matches!(path.rsplit('/').next(), Some("." | "..")) {
        Some(("which is a folder", "write the path of a CSV file in it".to_owned()))
    } else {
        None
    }
}

/// Whether a path is at any point outside the folder that it begins in.
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
