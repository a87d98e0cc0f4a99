//! Files in which something is found: they are named after it, and say in comments how they are asked.

use super::{scenarios_in, settings, text_of};
use rackrent::check::{Checked, Policy, Requirement, check};
use rackrent::cli::Folder;
use rackrent::diagnostic::Code;
use rackrent::scenario::{Date, Setting};
use std::path::PathBuf;

/// `CODE.yaml` or `CODE--VARIANT.yaml`, with a case in a line `# --case NAME`, settings in lines `# --set PATH=VALUE`, a
/// day in a line `# --today DATE` and what is required in a line `# --require WORD, WORD`.
pub struct ScenarioFile {
    /// Where it is.
    pub path: PathBuf,
    /// What stands in it.
    pub text: String,
}

impl ScenarioFile {
    /// Those of a folder, in the order of their names.
    pub fn all_in(folder: &str) -> Vec<ScenarioFile> {
        scenarios_in(folder).into_iter().map(|path| ScenarioFile { text: text_of(&path), path }).collect()
    }

    /// Its name without its folder.
    pub fn name(&self) -> &str {
        self.path.file_name().unwrap().to_str().unwrap()
    }

    /// What it is named after.
    #[track_caller]
    pub fn code(&self) -> Code {
        let stem = self.path.file_stem().unwrap().to_str().unwrap();
        let code = stem.split("--").next().unwrap();
        Code::named(code).unwrap_or_else(|| panic!("{} is named after nothing that is found", self.path.display()))
    }

    /// The values set in it from outside.
    pub fn settings(&self) -> Vec<Setting> {
        settings(&self.text.lines().filter_map(|line| line.strip_prefix("# --set ")).collect::<Vec<_>>())
    }

    /// The case that is asked for.
    pub fn case(&self) -> Option<&str> {
        self.text.lines().find_map(|line| line.strip_prefix("# --case "))
    }

    /// The policy of nobody, on its day, with what a line `# --require WORD, WORD` requires.
    pub fn policy(&self) -> Policy {
        let required = self.text.lines().filter_map(|line| line.strip_prefix("# --require "));
        let required = required.flat_map(|words| words.split(", ")).map(|word| Requirement::named(word).unwrap());
        Policy {
            requires: required.collect(),
            today: self.text.lines().find_map(|line| line.strip_prefix("# --today ")).map(day),
            ..Policy::default()
        }
    }

    /// What a check finds in it.
    pub fn checked(&self, policy: &Policy) -> Checked {
        check(self.name(), &self.text, &self.settings(), &Folder::of(self.path.to_str().unwrap()), policy)
    }
}

/// A day as `YYYY-MM-DD`.
pub fn day(text: &str) -> Date {
    Date(text.parse().unwrap())
}
