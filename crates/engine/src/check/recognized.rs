//! Recognizes scenarios among the YAML files of a folder.
//!
//! A file counts as a scenario if its top level has one of the [`KEYS`], or may have one but cannot be parsed. In doubt a file is
//! checked, so that no scenario is skipped and its author sees the errors.

use crate::scenario::document::{Document, NodeId};

/// Top-level keys that identify a scenario: every scenario has several, other files hardly any.
pub const KEYS: [&str; 5] = ["demand", "own", "rent", "horizon_months", "discount_rate"];

/// Keys that a scenario has if it takes all others from extended files; it has both.
const OF_AN_HEIR: [&str; 2] = ["extends", "name"];

/// Whether `has` is true for keys that identify a scenario.
fn has_keys(has: impl Fn(&str) -> bool) -> bool {
    KEYS.iter().any(|key| has(key)) || OF_AN_HEIR.iter().all(|key| has(key))
}

/// Whether the text of a YAML file is a scenario.
#[must_use]
pub fn is_scenario(text: &str) -> bool {
    // UTF-16 has a zero byte next to each letter, which hides the keys
    if text.contains('\0') || says_at_its_top(text) {
        return true;
    }
    if !has_keys(|key| has_word(text, key)) {
        return false;
    }
    // in braces, quoted or nested: the parser finds the top level
    match Document::parse(text) {
        Ok(document) => has_keys(|key| document.member(NodeId::ROOT, key).is_some()),
        Err(_) => opens_a_map(text),
    }
}

/// Whether a YAML file may be an emptied scenario: it has no content, and its comments, if any, contain a scenario.
#[must_use]
pub fn is_emptied(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    if lines.clone().any(is_content) {
        return false;
    }
    let uncommented = |line: &str| line.trim_start().trim_start_matches('#').trim_start().to_owned();
    let is_comment = |line: &str| line.trim_start().starts_with('#');
    let says_a_key = |line: &str| is_comment(line) && KEYS.iter().any(|key| begins_with(&uncommented(line), key));
    !lines.clone().any(is_comment) || lines.any(says_a_key)
}

/// Whether a line has one of the keys at the indentation of the first line with content.
fn says_at_its_top(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines().filter(|line| is_content(line));
    let indented = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let Some(top) = lines.clone().next().map(indented) else { return false };
    has_keys(|key| lines.clone().any(|line| indented(line) == top && begins_with(line.trim_start(), key)))
}

/// Whether a line has content: it is not empty, a comment, a document marker or a directive.
fn is_content(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with(['#', '%']) && line != "---" && line != "..."
}

/// Whether a line starts with a key, plain or quoted, and a colon.
fn begins_with(line: &str, key: &str) -> bool {
    let unquoted = line.trim_start_matches("? ").trim_start_matches(['"', '\'']);
    let rest = unquoted.strip_prefix(key).map(|rest| rest.trim_start_matches(['"', '\'']).trim_start());
    rest.is_some_and(|rest| rest.starts_with(':'))
}

/// Whether the first content is a map in braces and not a template.
fn opens_a_map(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().filter(|line| is_content(line));
    lines.next().map(str::trim).is_some_and(|line| line.starts_with('{') && !line.starts_with("{{"))
}

/// Whether a text contains a word that is not part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let joins = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        !before.is_some_and(joins) && !after.is_some_and(joins)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_be_a_scenario_is_one() {
        for text in [
            "name: x\nown:\n  a: 1\n",
            "\u{feff}demand: {}\r\n",
            "--- # quote\nname: x\nrent: {}\n",
            "  name: x\n  rent: {}\n",
            "{ name: x, own: {} }",
            "{ name: x, own: {}",
            "{\n\"rent\": {\n",
            "\"demand\" : 3",
            "? own\n: 3\n",
            "base: &b { own: {} }\n<<: *b\n",
            "name: [\nown: 1\n",
            "own: 1\nown: 2\n",
            "own: !!python/object:os.system ls\n",
            "o\0w\0n\0:\0",
            "extends: ../shared/team.yaml\nname: Search\n",
            "{ name: Search, extends: [a.yaml] }",
        ] {
            assert!(is_scenario(text), "{text}");
        }
    }

    #[test]
    fn what_has_no_content_was_emptied_unless_its_comments_are_about_something_else() {
        for text in ["", "\u{feff}", " \n\n", "---\n...\n", "# name: x\n# own:\n#   a: 1\n", "\n  #rent: {}\n"] {
            assert!(is_emptied(text), "{text}");
        }
        for text in ["own: 1\n", "a: 1\n", "# values of the chart\n", "# owner: me\n", "{}\n"] {
            assert!(!is_emptied(text), "{text}");
        }
    }

    #[test]
    fn other_yaml_is_none() {
        for text in [
            "",
            "# own: 1\n",
            "- own: 1\n- rent: 2\n",
            "services:\n  own:\n    image: x\n",
            "jobs:\n  demand: { runs-on: ubuntu }\n",
            "text: |\n  own: 1\n",
            "rental: 1\nowner: x\n",
            "apiVersion: v1\nkind: A\n---\nkind: B\ndata: { rent: 1 }\n",
            "{{- if .Values.own }}\na: [\n",
            "message: our own: words\n",
            "extends: standard\nrules: {}\n",
            "name: build\non: push\n",
        ] {
            assert!(!is_scenario(text), "{text}");
        }
    }
}
