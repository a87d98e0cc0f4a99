//! Parser for `rackrent.toml`: from its text to its settings, or to all its errors.

use super::pattern::PathPattern;
use super::{Requirement, RuleLevel, rules};
use crate::analysis::cash_plan::AnnualBudget;
use crate::diagnostic::{Code, Diagnostic, Place, Severity, TomlReader as Reader};
use crate::number;
use crate::scenario::{CurrencyCode, nearest};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Keys of the file, and those of them that a folder may have.
const KEYS: [&str; 10] =
    ["rules", CATALOG, "severity", "require", "waive", "budget", PRICE_AGE, "exclude", "may_loosen", "folders"];
const KEYS_OF_FOLDERS: [&str; 5] = ["severity", "require", "waive", "budget", PRICE_AGE];
/// Key of the age above which a price is old, which is also what `may_loosen` names.
pub(super) const PRICE_AGE: &str = "max_price_age_days";
/// Key of the catalog pack of a repository.
pub(super) const CATALOG: &str = "catalog";
/// Highest age in days, a hundred years.
const MOST_DAYS: u32 = 36_500;
/// Keys of annual budgets.
const KEYS_OF_BUDGET: [&str; 4] = ["currency", "per_year", "capital_per_year", "operating_per_year"];
/// Maximum budget.
const MOST_MONEY: Decimal = Decimal::from_parts(2_764_472_320, 232_830, 0, false, 0);
/// Words for the levels of a rule.
const LEVELS: [(&str, RuleLevel); 4] = [
    ("error", RuleLevel::At(Severity::Error)),
    ("warning", RuleLevel::At(Severity::Warning)),
    ("information", RuleLevel::At(Severity::Information)),
    ("off", RuleLevel::Off),
];

/// Settings of a file.
#[derive(Debug, Default)]
pub(super) struct PolicyFile {
    /// Version of the rule set.
    pub(super) rules: Option<Placed<u32>>,
    /// Folder of a catalog pack, relative to the file.
    pub(super) catalog: Option<Placed<String>>,
    /// Files excluded from checks.
    pub(super) exclude: Vec<Placed<PathPattern>>,
    /// What nested files may loosen.
    pub(super) may_loosen: Vec<Placed<Loosened>>,
    /// Settings for its folder and below.
    pub(super) section: Section,
    /// Settings for folders below it, by their paths.
    pub(super) folders: BTreeMap<String, Placed<Section>>,
}

/// Settings for a folder.
#[derive(Debug, Default)]
pub(super) struct Section {
    /// Levels of rules.
    pub(super) levels: BTreeMap<Code, Placed<RuleLevel>>,
    /// Requirements.
    pub(super) require: Vec<Placed<Requirement>>,
    /// Requirements from above that are waived here.
    pub(super) waive: Vec<Placed<Requirement>>,
    /// Annual budgets of its scenarios together.
    pub(super) budget: Option<AnnualBudget>,
    /// Age in days above which a price is old.
    pub(super) max_price_age_days: Option<Placed<u32>>,
}

/// A value with its place.
#[derive(Debug)]
pub(super) struct Placed<T> {
    pub(super) value: T,
    pub(super) place: Place,
}

/// Something that a nested file may loosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loosened {
    /// The level of a rule.
    Rule(Code),
    /// A requirement.
    Requirement(Requirement),
    /// The version of the rule set.
    Rules,
    /// The age above which a price is old.
    PriceAge,
    /// The exclusion of files.
    Exclude,
}

/// Parses the text of a file.
pub(super) fn policy_file(text: &str) -> Result<PolicyFile, Vec<Diagnostic>> {
    Reader::read(text, |reader, table| {
        let mut policy = PolicyFile::default();
        reader.file(table, &mut policy);
        Some(policy)
    })
}

impl Reader<'_> {
    fn file(&mut self, table: &DeTable<'_>, policy: &mut PolicyFile) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "rules" => policy.rules = self.version(value),
                CATALOG => policy.catalog = self.catalog(value),
                "exclude" => policy.exclude = self.words("exclude", "drafts", value, Reader::pattern),
                "may_loosen" => policy.may_loosen = self.words("may_loosen", "left-out", value, Reader::loosened),
                "folders" => policy.folders = self.folders(value),
                name if KEYS_OF_FOLDERS.contains(&name) => self.of_section("", name, value, &mut policy.section),
                other => self.unknown_key("", other, key.span(), &KEYS),
            }
        }
    }

    /// Reads one of the keys that a folder may have.
    fn of_section(&mut self, within: &str, name: &str, value: &Spanned<DeValue<'_>>, section: &mut Section) {
        let path = format!("{within}{name}");
        match name {
            "severity" => section.levels = self.levels(&path, value),
            "require" => section.require = self.words(&path, "owner", value, Reader::requirement),
            "budget" => section.budget = self.budget(&path, value),
            PRICE_AGE => section.max_price_age_days = self.days(&path, value),
            _ => section.waive = self.words(&path, "owner", value, Reader::requirement),
        }
    }

    fn folders(&mut self, value: &Spanned<DeValue<'_>>) -> BTreeMap<String, Placed<Section>> {
        let Some(table) = value.get_ref().as_table() else {
            let message = "`folders` must be a table of folders";
            let label = "write [folders.\"quotes/approved\"]";
            self.refuse(Code::InvalidConfiguration, "folders", value.span(), message, label);
            return BTreeMap::new();
        };
        let mut folders = BTreeMap::new();
        for (name, value) in table {
            let path = name.get_ref().trim_end_matches('/').to_owned();
            if PathPattern::parse(&path).is_err() || path.contains(['*', '?']) {
                let message = format!("`{path}` is not the path of a folder below this file");
                let label = "write a path such as \"quotes/approved\"";
                self.refuse(Code::InvalidConfiguration, "folders", name.span(), message, label);
                continue;
            }
            let section = self.folder(&path, value);
            folders.insert(path, Placed { value: section, place: self.place(&name.span()) });
        }
        folders
    }

    fn folder(&mut self, path: &str, value: &Spanned<DeValue<'_>>) -> Section {
        let mut section = Section::default();
        let Some(table) = value.get_ref().as_table() else {
            let (message, label) =
                (format!("the settings for `{path}` must be a table"), format!("write [folders.\"{path}\"]"));
            self.refuse(Code::InvalidConfiguration, path, value.span(), message, label);
            return section;
        };
        let within = format!("folders.{path}.");
        for (key, value) in table {
            match key.get_ref().as_ref() {
                name if KEYS_OF_FOLDERS.contains(&name) => self.of_section(&within, name, value, &mut section),
                other => self.unknown_key(&within, other, key.span(), &KEYS_OF_FOLDERS),
            }
        }
        section
    }

    fn version(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Placed<u32>> {
        let newest = rules::VERSION;
        let whole = value.get_ref().as_integer().filter(|number| number.radix() == 10);
        let Some(number) = whole.and_then(|number| number.as_str().parse::<u32>().ok()).filter(|number| *number > 0)
        else {
            let message = "`rules` must be a version of the rule set, an integer from 1";
            self.refuse(Code::InvalidConfiguration, "rules", value.span(), message, format!("write {newest}"));
            return None;
        };
        if number > newest {
            let program = env!("CARGO_PKG_VERSION");
            let message = format!("`rules` is {number}, but rackrent {program} supports versions up to {newest}");
            let label = format!("install a newer rackrent, or write {newest}");
            self.refuse(Code::InvalidConfiguration, "rules", value.span(), message, label);
            return None;
        }
        Some(Placed { value: number, place: self.place(&value.span()) })
    }

    fn catalog(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Placed<String>> {
        // as for other paths, without patterns: below this file
        let path = value.get_ref().as_str().map(|path| path.trim_end_matches('/'));
        let path = path.filter(|path| PathPattern::parse(path).is_ok() && !path.contains(['*', '?']));
        if path.is_none() {
            let message = "`catalog` must be the path of a folder below this file";
            self.refuse(
                Code::InvalidConfiguration,
                CATALOG,
                value.span(),
                message,
                "write a path such as \"prices/catalog\"",
            );
        }
        Some(Placed { value: path?.to_owned(), place: self.place(&value.span()) })
    }

    fn days(&mut self, path: &str, value: &Spanned<DeValue<'_>>) -> Option<Placed<u32>> {
        let whole = value.get_ref().as_integer().filter(|number| number.radix() == 10);
        let days = whole.and_then(|number| number.as_str().parse::<u32>().ok());
        let Some(value_in_days) = days.filter(|days| (1..=MOST_DAYS).contains(days)) else {
            let message = format!("`{path}` must be a number of days, an integer from 1 to {MOST_DAYS}");
            self.refuse(Code::InvalidConfiguration, path, value.span(), message, "write 45");
            return None;
        };
        Some(Placed { value: value_in_days, place: self.place(&value.span()) })
    }

    fn levels(&mut self, path: &str, value: &Spanned<DeValue<'_>>) -> BTreeMap<Code, Placed<RuleLevel>> {
        let Some(table) = value.get_ref().as_table() else {
            let message = "`severity` must be a table of rules";
            self.refuse(Code::InvalidConfiguration, path, value.span(), message, format!("write [{path}]"));
            return BTreeMap::new();
        };
        let mut levels = BTreeMap::new();
        for (rule, value) in table {
            let path = format!("{path}.{}", rule.get_ref());
            let code = self.rule(&path, rule.get_ref(), rule.span());
            let level = self.level(&path, value);
            if let Some((code, level)) = code.zip(level) {
                levels.insert(code, Placed { value: level, place: self.place(&value.span()) });
            }
        }
        levels
    }

    /// A rule whose level may be set. Errors that reject a scenario have a fixed level.
    fn rule(&mut self, path: &str, name: &str, span: Range<usize>) -> Option<Code> {
        match Code::named(name) {
            Some(code) if code.may_be_set_aside() => return Some(code),
            Some(_) => {
                let message = format!("`{name}` is always an error");
                self.refuse(Code::UnknownRule, path, span, message, "remove this line");
            }
            None => {
                let label = suggestion(name, rule_names(), "`rackrent check --explain rules` lists them");
                self.refuse(Code::UnknownRule, path, span, format!("`{name}` is not a rule"), label);
            }
        }
        None
    }

    fn level(&mut self, path: &str, value: &Spanned<DeValue<'_>>) -> Option<RuleLevel> {
        let word = value.get_ref().as_str();
        let level = LEVELS.iter().find(|(name, _)| Some(*name) == word).map(|(_, level)| *level);
        if level.is_none() {
            let message = "the severity of a rule must be \"error\", \"warning\", \"information\" or \"off\"";
            let label = suggested_level(word.unwrap_or_default());
            self.refuse(Code::UnknownChoice, path, value.span(), message, label);
        }
        level
    }

    /// Reads a list of words, each with its place.
    fn words<T>(
        &mut self,
        path: &str,
        example: &str,
        value: &Spanned<DeValue<'_>>,
        read: fn(&mut Self, &str, &str, Range<usize>) -> Option<T>,
    ) -> Vec<Placed<T>> {
        let list = value.get_ref().as_array();
        let words = list.map(|list| list.iter().map(|one| (one.get_ref().as_str(), one.span())));
        let mut all = Vec::new();
        for (word, span) in words.into_iter().flatten() {
            let place = self.place(&span);
            match word {
                Some(word) => all.extend(read(self, path, word, span).map(|value| Placed { value, place })),
                None => self.not_a_list(path, example, span),
            }
        }
        if list.is_none() {
            self.not_a_list(path, example, value.span());
        }
        all
    }

    fn not_a_list(&mut self, path: &str, example: &str, span: Range<usize>) {
        let message = format!("`{path}` must be a list of words");
        let label = format!("write {} = [\"{example}\"]", path.rsplit('.').next().unwrap_or(path));
        self.refuse(Code::InvalidConfiguration, path, span, message, label);
    }

    fn pattern(&mut self, path: &str, word: &str, span: Range<usize>) -> Option<PathPattern> {
        match PathPattern::parse(word) {
            Ok(pattern) => Some(pattern),
            Err(label) => {
                let message = format!("`{word}` is not a pattern of paths below this file");
                self.refuse(Code::InvalidConfiguration, path, span, message, label);
                None
            }
        }
    }

    fn requirement(&mut self, path: &str, word: &str, span: Range<usize>) -> Option<Requirement> {
        let requirement = Requirement::named(word);
        if requirement.is_none() {
            let label = suggestion(word, REQUIREMENTS, &format!("write one of {}", quoted(REQUIREMENTS)));
            let message = format!("`{word}` can't be required");
            self.refuse(Code::UnknownChoice, path, span, message, label);
        }
        requirement
    }

    fn loosened(&mut self, path: &str, word: &str, span: Range<usize>) -> Option<Loosened> {
        match word {
            "rules" => Some(Loosened::Rules),
            "exclude" => Some(Loosened::Exclude),
            PRICE_AGE => Some(Loosened::PriceAge),
            _ => match (Requirement::named(word), Code::named(word)) {
                (Some(requirement), _) => Some(Loosened::Requirement(requirement)),
                (None, Some(_)) => self.rule(path, word, span).map(Loosened::Rule),
                (None, None) => {
                    let known = REQUIREMENTS.into_iter().chain(["rules", "exclude", PRICE_AGE]).chain(rule_names());
                    let otherwise = format!("write a rule, \"rules\", \"exclude\", or one of {}", quoted(REQUIREMENTS));
                    let label = suggestion(word, known, &otherwise);
                    let message = format!("`{word}` can't be loosened");
                    self.refuse(Code::UnknownChoice, path, span, message, label);
                    None
                }
            },
        }
    }

    /// Reads annual budgets: a currency, and at least one amount.
    fn budget(&mut self, path: &str, value: &Spanned<DeValue<'_>>) -> Option<AnnualBudget> {
        let example = "write currency = \"USD\" and per_year = 5_000_000 below it";
        let Some(table) = value.get_ref().as_table() else {
            let message = format!("`{path}` must be a table with a currency and annual amounts");
            self.refuse(Code::InvalidConfiguration, path, value.span(), message, format!("write [{path}]"));
            return None;
        };
        let within = format!("{path}.");
        let (mut currency, mut amounts) = (None, [None; 3]);
        for (key, value) in table {
            let path = format!("{within}{}", key.get_ref());
            match KEYS_OF_BUDGET.iter().position(|known| *known == key.get_ref().as_ref()) {
                Some(0) => currency = self.currency(&path, value),
                Some(at) => amounts[at - 1] = self.amount(&path, value),
                None => self.unknown_key(&within, key.get_ref(), key.span(), &KEYS_OF_BUDGET),
            }
        }
        let [per_year, capital_per_year, operating_per_year] = amounts;
        let known = |name: &str| table.keys().any(|key| key.get_ref() == name);
        let is_whole = known("currency") && KEYS_OF_BUDGET[1..].iter().any(|name| known(name));
        // an unknown key, which may be a misspelt one, has its own error
        let all_known = table.keys().all(|key| KEYS_OF_BUDGET.contains(&key.get_ref().as_ref()));
        if !is_whole && all_known {
            let message = format!("`{path}` needs a currency and at least one annual amount");
            self.refuse(Code::InvalidConfiguration, path, value.span(), message, example);
        }
        Some(AnnualBudget { currency: currency?, per_year, capital_per_year, operating_per_year })
    }

    fn currency(&mut self, path: &str, value: &Spanned<DeValue<'_>>) -> Option<CurrencyCode> {
        let currency = value.get_ref().as_str().and_then(CurrencyCode::of);
        if currency.is_none() {
            let message = format!("`{path}` must be an ISO 4217 currency code");
            self.refuse(Code::InvalidConfiguration, path, value.span(), message, "write a code such as \"USD\"");
        }
        currency
    }

    /// Reads an amount above zero, as a number.
    fn amount(&mut self, path: &str, value: &Spanned<DeValue<'_>>) -> Option<Decimal> {
        let text = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
            DeValue::Float(number) => Some(number.as_str().to_owned()),
            _ => None,
        };
        let amount = text.and_then(|text| number::decimal(text.trim_start_matches('+')).ok());
        let amount = amount.filter(|amount| *amount > Decimal::ZERO && *amount <= MOST_MONEY);
        if amount.is_none() {
            let message = format!("`{path}` must be an amount above 0, at most 1e15");
            self.refuse(Code::InvalidConfiguration, path, value.span(), message, "write a number such as 5_000_000");
        }
        amount
    }

    fn unknown_key(&mut self, within: &str, key: &str, span: Range<usize>, known: &[&'static str]) {
        let message = match within {
            "" => format!("`{key}` is not a key of this file"),
            budget if budget.ends_with("budget.") => format!("`{key}` is not a key of a budget"),
            _ => format!("`{key}` is not a key of a folder"),
        };
        let label = suggestion(key, known.iter().copied(), &format!("write one of {}", listed(known)));
        self.refuse(Code::UnknownKey, &format!("{within}{key}"), span, message, label);
    }
}

/// Suggestion for an unknown level, which may be the word of another program.
fn suggested_level(word: &str) -> String {
    let known = match word.to_ascii_lowercase().as_str() {
        "info" | "note" | "notice" | "hint" => Some("information"),
        "warn" => Some("warning"),
        "deny" | "forbid" | "fatal" => Some("error"),
        "ignore" | "ignored" | "none" | "allow" | "allowed" | "disable" | "disabled" | "silent" => Some("off"),
        _ => nearest(word, LEVELS.map(|(name, _)| name)),
    };
    known.map_or_else(|| "write \"warning\" or \"off\"".to_owned(), |level| format!("did you mean \"{level}\"?"))
}

/// Suggestion for an unknown word, or else the given text.
fn suggestion<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    nearest(word, known).map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

/// Words for the requirements.
const REQUIREMENTS: [&str; 5] = [
    Requirement::Sources.text(),
    Requirement::Owner.text(),
    Requirement::ReviewBy.text(),
    Requirement::Expect.text(),
    Requirement::ReasonUntil.text(),
];

/// Names of the rules whose level may be set.
fn rule_names() -> impl Iterator<Item = &'static str> {
    Code::ALL.iter().filter(|code| code.may_be_set_aside()).map(|code| code.text())
}

/// Words in quotes, separated by commas.
fn quoted<const N: usize>(words: [&str; N]) -> String {
    words.map(|word| format!("\"{word}\"")).join(", ")
}

/// Keys in backticks, separated by commas.
fn listed(keys: &[&str]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests;
