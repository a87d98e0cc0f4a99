//! Baseline of a repository: known findings, which do not fail a check. Only new ones do.
//!
//! A finding is identified by its file in the repository, its rule and the path of its value, which stay the same when lines
//! move and amounts change. Identical findings are counted.

use crate::diagnostic::Code;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Name of the file at the root of a repository.
pub const BASELINE: &str = "rackrent-baseline.toml";

/// Version of the file format.
const VERSION: u32 = 1;

/// Findings of one file: for each rule its paths, one per finding.
type FileFindings = BTreeMap<String, Vec<String>>;

/// Known findings, by file in the repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    files: BTreeMap<String, FileFindings>,
}

/// The file as serialized.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    version: u32,
    #[serde(default)]
    files: BTreeMap<String, FileFindings>,
}

/// Known findings of one file that were not matched yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownFindings(FileFindings);

impl Baseline {
    /// Parses the text of the file.
    ///
    /// # Errors
    /// A message if the text is not a baseline.
    pub fn parse(text: &str) -> Result<Baseline, String> {
        let written: BaselineFile = toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| text.get(..span.start).unwrap_or(text).matches('\n').count() + 1);
            format!("line {line}: {}", error.message().lines().next().unwrap_or_default())
        })?;
        if written.version != VERSION {
            return Err(format!("its version is {}; this rackrent supports {VERSION}", written.version));
        }
        Ok(Baseline { files: written.files })
    }

    /// Text of the file: deterministic, with one line per finding, so that changes merge.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::from(
            "# Known findings, which do not fail a check. `rackrent check --write-baseline` rewrites this file:\n\
             # fixed findings are removed, and new ones are added only this way.\n",
        );
        let _ = writeln!(text, "version = {VERSION}");
        for (file, rules) in &self.files {
            let _ = writeln!(text, "\n[files.{}]", quoted(file));
            for (rule, paths) in rules {
                let _ = writeln!(text, "{} = [", quoted(rule));
                for path in paths {
                    let _ = writeln!(text, "    {},", quoted(path));
                }
                text.push_str("]\n");
            }
        }
        text
    }

    /// Known findings of a file.
    #[must_use]
    pub fn of_file(&self, file: &str) -> KnownFindings {
        KnownFindings(self.files.get(file).cloned().unwrap_or_default())
    }

    /// Files with known findings.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Number of known findings.
    #[must_use]
    pub fn count(&self) -> usize {
        self.files.values().flat_map(BTreeMap::values).map(Vec::len).sum()
    }

    /// Removes the known findings of a file.
    pub fn forget(&mut self, file: &str) {
        self.files.remove(file);
    }

    /// Adds a known finding.
    pub fn add(&mut self, file: &str, code: &str, path: &str) {
        let paths = self.files.entry(file.to_owned()).or_default().entry(code.to_owned()).or_default();
        let at = paths.partition_point(|other| other.as_str() <= path);
        paths.insert(at, path.to_owned());
    }
}

impl KnownFindings {
    /// Whether a finding is known. A known finding is removed from the unmatched ones.
    pub fn meets(&mut self, code: Code, path: &str) -> bool {
        let Some(paths) = self.0.get_mut(code.text()) else { return false };
        let known = paths.iter().position(|known| known == path);
        known.map(|at| paths.remove(at)).is_some()
    }

    /// Unmatched findings: rule and path of each.
    pub fn left(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().flat_map(|(rule, paths)| paths.iter().map(move |path| (rule.as_str(), path.as_str())))
    }
}

/// A TOML string literal.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            character if character.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(character));
            }
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut baseline = Baseline::default();
        for (file, rule, path) in [
            ("b.yaml", "left-out", "rent.cloud"),
            ("b.yaml", "left-out", "own.hgx"),
            ("b.yaml", "over-budget", "budget"),
            ("b.yaml", "over-budget", "budget"),
            ("a \"quoted\\\u{1}\u{7f}\".yaml", "unknown-key", ""),
        ] {
            baseline.add(file, rule, path);
        }
        assert_eq!(Baseline::parse(&baseline.text()), Ok(baseline.clone()));
        assert_eq!(baseline.count(), 5);
        let known = "\n[files.\"b.yaml\"]\n\"left-out\" = [\n    \"own.hgx\",\n    \"rent.cloud\",\n]\n";
        assert!(baseline.text().contains(known), "{}", baseline.text());
        baseline.forget("b.yaml");
        assert_eq!(baseline.files().count(), 1);
    }

    #[test]
    fn as_many_findings_are_known_as_are_written() {
        let baseline =
            Baseline::parse("version = 1\nfiles.\"a.yaml\".over-budget = [\"budget\", \"budget\", \"x\"]").unwrap();
        let mut known = baseline.of_file("a.yaml");
        let met = ["budget", "budget", "budget", ""].map(|path| known.meets(Code::OverBudget, path));
        assert_eq!(met, [true, true, false, false]);
        assert!(!known.meets(Code::BookResale, "x"));
        assert_eq!(known.left().collect::<Vec<_>>(), [("over-budget", "x")]);
        assert_eq!(baseline.of_file("b.yaml"), KnownFindings::default());
    }

    #[test]
    fn what_is_no_baseline_is_refused_with_its_line() {
        for (text, said) in [
            ("", "line 1: missing field `version`"),
            ("version = 2", "its version is 2; this rackrent supports 1"),
            ("version = 1\nfile = 3\n", "line 2: unknown field `file`, expected `version` or `files`"),
            ("name: x\n", "line 1: "),
        ] {
            let refused = Baseline::parse(text).unwrap_err();
            assert!(refused.starts_with(said), "{refused}");
        }
    }
}
