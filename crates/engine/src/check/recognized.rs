//! Which of the YAML files of a folder are scenarios: folders hold other YAML too.
//!
//! A file is taken for a scenario if its top level has one of the [`KEYS`], or might have one and cannot be read. Nothing
//! that could be a scenario is passed over: in doubt a file is checked, and its author told what is wrong with it.

use crate::scenario::document::{Document, NodeId};

/// Keys of which every scenario has several at its top level, and other files hardly any.
pub const KEYS: [&str; 5] = ["demand", "own", "rent", "horizon_months", "discount_rate"];

/// Keys of which a scenario that leaves all of the others to shared files has both.
const OF_AN_HEIR: [&str; 2] = ["extends", "name"];

/// Whether what is asked of keys is so of those that make a scenario.
fn has_keys(has: impl Fn(&str) -> bool) -> bool {
    KEYS.iter().any(|key| has(key)) || OF_AN_HEIR.iter().all(|key| has(key))
}

/// Whether the text of a YAML file is that of a scenario.
#[must_use]
pub fn is_scenario(text: &str) -> bool {
    // a text in two-byte characters has a zero beside each letter: no key would be found in it
    if text.contains('\0') || says_at_its_top(text) {
        return true;
    }
    if !has_keys(|key| has_word(text, key)) {
        return false;
    }
    // written in braces, quoted or nested: the parser knows where the top is
    match Document::parse(text) {
        Ok(document) => has_keys(|key| document.member(NodeId::ROOT, key).is_some()),
        Err(_) => opens_a_map(text),
    }
}

/// Whether a YAML file may be a scenario that somebody emptied: it has no content, and nothing but a scenario in comments.
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

/// Whether a line says one of the keys at the indentation of the first line with content.
fn says_at_its_top(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines().filter(|line| is_content(line));
    let indented = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let Some(top) = lines.clone().next().map(indented) else { return false };
    has_keys(|key| lines.clone().any(|line| indented(line) == top && begins_with(line.trim_start(), key)))
}

/// Whether a line is neither empty, nor a comment, nor the mark or a directive of a document.
fn is_content(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with(['#', '%']) && line != "---" && line != "..."
}

/// Whether a line begins with a key, plain or in quotes, and a colon.
fn begins_with(line: &str, key: &str) -> bool {
    let unquoted = line.trim_start_matches("? ").trim_start_matches(['"', '\'']);
    let rest = unquoted.strip_prefix(key).map(|rest| rest.trim_start_matches(['"', '\'']).trim_start());
    rest.is_some_and(|rest| rest.starts_with(':'))
}

/// Whether the first content is a map in braces, and no template.
fn opens_a_map(text: &str) -> bool {
    let mut lines = text.trim_start_matches('\u{feff}').lines().filter(|line| is_content(line));
    lines.next().map(str::trim).is_some_and(|line| line.starts_with('{') && !line.starts_with("{{"))
}

/// Whether a word stands in a text, not as a part of a longer one.
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
