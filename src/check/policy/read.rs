//! `rackrent.toml`: from its text to a policy, or to everything that is wrong with it.

use super::{Policy, RuleLevel, rules};
use crate::diagnostic::{Code, Diagnostic, Place, Severity, SourceId, clean};
use crate::scenario::nearest;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The keys of the file.
const KEYS: [&str; 2] = ["rules", "severity"];
/// The words for what becomes of the findings of a rule.
const LEVELS: [(&str, RuleLevel); 4] = [
    ("error", RuleLevel::At(Severity::Error)),
    ("warning", RuleLevel::At(Severity::Warning)),
    ("information", RuleLevel::At(Severity::Information)),
    ("off", RuleLevel::Off),
];

/// Reads the text of the file.
pub(super) fn policy(text: &str) -> Result<Policy, Vec<Diagnostic>> {
    let mut reader = Reader { text, policy: Policy::default(), found: Vec::new() };
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let span = error.span().unwrap_or_default();
        // sentences of the parser's own, of which the first line says it
        let message = error.message().lines().next().unwrap_or_default();
        reader.refuse(Code::InvalidConfiguration, "", span, format!("this is not TOML: {message}"), "mend it");
    }
    if reader.found.is_empty() {
        reader.keys(table.get_ref());
    }
    if reader.found.is_empty() {
        return Ok(reader.policy);
    }
    reader.found.sort_by_key(|finding| finding.place);
    Err(reader.found)
}

/// A file as it is read.
struct Reader<'a> {
    text: &'a str,
    policy: Policy,
    found: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn keys(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "rules" => self.version(value),
                "severity" => self.levels(value),
                other => {
                    let message = format!("`{other}` is not a key of this file");
                    let label = meant(other, KEYS, "write `rules` or `[severity]`");
                    self.refuse(Code::UnknownKey, other, key.span(), message, label);
                }
            }
        }
    }

    fn version(&mut self, value: &Spanned<DeValue<'_>>) {
        let newest = rules::VERSION;
        let whole = value.get_ref().as_integer().filter(|number| number.radix() == 10);
        let Some(number) = whole.and_then(|number| number.as_str().parse::<u32>().ok()).filter(|number| *number > 0)
        else {
            let message = "`rules` is the version of the rule set, a whole number from 1";
            self.refuse(Code::InvalidConfiguration, "rules", value.span(), message, format!("write {newest}"));
            return;
        };
        if number > newest {
            let message = format!(
                "`rules` is {number}, and rackrent {} knows the rules up to {newest}",
                env!("CARGO_PKG_VERSION")
            );
            let label = format!("install a newer rackrent, or write {newest}");
            self.refuse(Code::InvalidConfiguration, "rules", value.span(), message, label);
        } else {
            self.policy.rules = number;
        }
    }

    fn levels(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = value.get_ref().as_table() else {
            let message = "`severity` is a table of rules";
            self.refuse(Code::InvalidConfiguration, "severity", value.span(), message, "write [severity]");
            return;
        };
        for (rule, value) in table {
            let code = self.rule(rule.get_ref(), rule.span());
            let level = self.level(rule.get_ref(), value);
            if let Some((code, level)) = code.zip(level) {
                self.policy.levels.insert(code, level);
            }
        }
    }

    /// A rule whose weight may be set: what rejects a scenario always does.
    fn rule(&mut self, name: &str, span: Range<usize>) -> Option<Code> {
        let path = format!("severity.{name}");
        match Code::named(name) {
            Some(code) if code.may_be_set_aside() => return Some(code),
            Some(_) => {
                let message = format!("`{name}` is always an error");
                self.refuse(Code::UnknownRule, &path, span, message, "remove this line");
            }
            None => {
                let known = Code::ALL.iter().filter(|code| code.may_be_set_aside()).map(|code| code.text());
                let label = meant(name, known, "`rackrent check --explain rules` lists them");
                self.refuse(Code::UnknownRule, &path, span, format!("`{name}` is not a rule"), label);
            }
        }
        None
    }

    fn level(&mut self, rule: &str, value: &Spanned<DeValue<'_>>) -> Option<RuleLevel> {
        let word = value.get_ref().as_str();
        let level = LEVELS.iter().find(|(name, _)| Some(*name) == word).map(|(_, level)| *level);
        if level.is_none() {
            let message = "how much a rule weighs is \"error\", \"warning\", \"information\" or \"off\"";
            let label = level_meant(word.unwrap_or_default());
            let path = format!("severity.{rule}");
            self.refuse(Code::UnknownChoice, &path, value.span(), message, label);
        }
        level
    }

    fn refuse(
        &mut self,
        code: Code,
        path: &str,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        let finding = Diagnostic::new(code, path.to_owned(), Some(self.place(&span)), clean(&message.into()));
        self.found.push(finding.label(label));
    }

    fn place(&self, span: &Range<usize>) -> Place {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Place {
            source: SourceId::FILE,
            start: number(before.len()),
            len: number(span.len()),
            line: number(before.matches('\n').count() + 1),
            column: number(before[line_start..].chars().count() + 1),
        }
    }
}

/// The weight that was meant: other programs have other words for some.
fn level_meant(word: &str) -> String {
    let known = match word.to_ascii_lowercase().as_str() {
        "info" | "note" | "notice" | "hint" => Some("information"),
        "warn" => Some("warning"),
        "deny" | "forbid" | "fatal" => Some("error"),
        "ignore" | "ignored" | "none" | "allow" | "allowed" | "disable" | "disabled" | "silent" => Some("off"),
        _ => nearest(word, LEVELS.map(|(name, _)| name)),
    };
    known.map_or_else(|| "write \"warning\" or \"off\"".to_owned(), |level| format!("did you mean \"{level}\"?"))
}

/// The word that was meant, or else what there is to write.
fn meant<'a>(word: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    nearest(word, known).map_or_else(|| otherwise.to_owned(), |near| format!("did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> Vec<(&'static str, u32, u32, String)> {
        let found = policy(text).unwrap_err();
        let of = |finding: Diagnostic| {
            let place = finding.place.unwrap();
            (finding.code.text(), place.line, place.column, finding.label)
        };
        found.into_iter().map(of).collect()
    }

    #[test]
    fn what_is_written_is_the_policy() {
        let read = policy("rules = 1 # pinned\n[severity]\nbook-resale = \"off\"\n'left-out' = \"warning\"\n").unwrap();
        assert_eq!(read.rules, 1);
        assert_eq!(read.level(Code::BookResale), RuleLevel::Off);
        assert_eq!(read.level(Code::LeftOut), RuleLevel::At(Severity::Warning));
        assert_eq!(read.level(Code::OverBudget), RuleLevel::At(Severity::Warning));
        assert_eq!(policy(""), Ok(Policy::default()));
    }

    #[test]
    fn everything_wrong_is_told_at_its_place() {
        let text =
            "rule = 1\nrules = 0\n[severity]\nbook-resales = \"off\"\nmissing-key = \"off\"\nleft-out = \"warn\"\n";
        let label = |text: &str| text.to_owned();
        assert_eq!(
            refused(text),
            [
                ("unknown-key", 1, 1, label("did you mean `rules`?")),
                ("invalid-configuration", 2, 9, label("write 1")),
                ("unknown-rule", 4, 1, label("did you mean `book-resale`?")),
                ("unknown-rule", 5, 1, label("remove this line")),
                ("unknown-choice", 6, 12, label("did you mean \"warning\"?")),
            ]
        );
        assert_eq!(refused("severity = 3")[0].0, "invalid-configuration");
        assert_eq!(refused("rules = 1\nrules = 1\n")[0].1, 2);
        assert_eq!(refused("\u{feff}[severity\n").len(), 1);
    }

    #[test]
    fn words_of_other_programs_are_understood() {
        for (word, meant) in [
            ("info", "did you mean \"information\"?"),
            ("ignore", "did you mean \"off\"?"),
            ("none", "did you mean \"off\"?"),
            ("allow", "did you mean \"off\"?"),
            ("Warning", "did you mean \"warning\"?"),
            ("loud", "write \"warning\" or \"off\""),
        ] {
            let found = refused(&format!("[severity]\nleft-out = \"{word}\"\n"));
            assert_eq!(found, [("unknown-choice", 2, 12, meant.to_owned())]);
        }
    }

    #[test]
    fn rules_of_a_newer_program_are_asked_for_in_words() {
        let found = policy(&format!("rules = {}", rules::VERSION + 1)).unwrap_err();
        assert!(found[0].message.contains("rackrent ") && found[0].label.contains("newer rackrent"), "{found:?}");
        for wrong in ["1.0", "\"1\"", "-1", "0x1", "99999999999999", "true"] {
            assert_eq!(refused(&format!("rules = {wrong}")).len(), 1, "{wrong}");
        }
    }

    #[test]
    fn expectations_and_what_rejects_cannot_be_turned_off() {
        for code in Code::ALL.iter().filter(|code| code.severity() == Severity::Error) {
            assert_eq!(refused(&format!("[severity]\n{} = \"off\"", code.text()))[0].0, "unknown-rule");
        }
    }
}
