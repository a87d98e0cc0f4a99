//! Test files with findings: named after the finding, with the settings of the test in comments.

use super::{scenarios_in, settings, text_of};
use rackrent::check::{Checked, Policy, Requirement, check};
use rackrent::cli::Folder;
use rackrent::diagnostic::Code;
use rackrent::scenario::{Date, Setting};
use std::path::PathBuf;

/// `CODE.yaml` or `CODE--VARIANT.yaml`, with a case in a line `# --case NAME`, settings in lines `# --set PATH=VALUE`, a day
/// in a line `# --today DATE` and requirements in a line `# --require WORD, WORD`.
pub struct ScenarioFile {
    /// Path of the file.
    pub path: PathBuf,
    /// Content of the file.
    pub text: String,
}

impl ScenarioFile {
    /// The files of a folder, sorted by name.
    pub fn all_in(folder: &str) -> Vec<ScenarioFile> {
        scenarios_in(folder).into_iter().map(|path| ScenarioFile { text: text_of(&path), path }).collect()
    }

    /// File name without its folder.
    pub fn name(&self) -> &str {
        self.path.file_name().unwrap().to_str().unwrap()
    }

    /// Code in the file name.
    #[track_caller]
    pub fn code(&self) -> Code {
        let stem = self.path.file_stem().unwrap().to_str().unwrap();
        let code = stem.split("--").next().unwrap();
        Code::named(code).unwrap_or_else(|| panic!("{} is named after nothing that is found", self.path.display()))
    }

    /// Settings from its comments.
    pub fn settings(&self) -> Vec<Setting> {
        settings(&self.text.lines().filter_map(|line| line.strip_prefix("# --set ")).collect::<Vec<_>>())
    }

    /// Case from its comments.
    pub fn case(&self) -> Option<&str> {
        self.text.lines().find_map(|line| line.strip_prefix("# --case "))
    }

    /// The default policy, on the day of the file, with the requirements of a line `# --require WORD, WORD`.
    pub fn policy(&self) -> Policy {
        let required = self.text.lines().filter_map(|line| line.strip_prefix("# --require "));
        let required = required.flat_map(|words| words.split(", ")).map(|word| Requirement::named(word).unwrap());
        Policy {
            requires: required.collect(),
            today: self.text.lines().find_map(|line| line.strip_prefix("# --today ")).map(day),
            ..Policy::default()
        }
    }

    /// Result of a check of the file.
    pub fn checked(&self, policy: &Policy) -> Checked {
        check(self.name(), &self.text, &self.settings(), &Folder::of(self.path.to_str().unwrap()), policy)
    }
}

/// A day from `YYYY-MM-DD`.
pub fn day(text: &str) -> Date {
    Date(text.parse().unwrap())
}
