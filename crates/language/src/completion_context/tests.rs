//! Completion contexts in valid YAML and in text that is not.

use super::*;

/// Completion context at the `|` of a text: `own.hgx [node nodes]` for a key with its sibling keys, `= currency` for a value.
fn said(text: &str) -> String {
    let cursor = text.find('|').unwrap();
    let text = text.replacen('|', "", 1);
    let Some((context, document)) = completion_context(&text, cursor) else { return "nothing".to_owned() };
    let read = if document.is_some() { "" } else { "lines: " };
    let (path, word) = (context.path.join("."), &text[context.word.clone()]);
    match context.side {
        CompletionSide::Key { siblings, colon: Colon::Missing } => format!("{read}{path} {siblings:?} {word}"),
        CompletionSide::Key { siblings, colon: Colon::There } => format!("{read}{path} {siblings:?} {word}:"),
        CompletionSide::Value => format!("{read}= {path} {word}"),
    }
}

#[test]
fn keys_in_lines_are_completed() {
    assert_eq!(said("na|"), " [] na");
    assert_eq!(said("own:\n  hgx:\n    no|"), "own.hgx [] no");
    assert_eq!(said("own:\n  hgx:\n    nodes: 1\n    |\nrent: {}\n"), r#"own.hgx ["nodes"] "#);
    assert_eq!(said("own:\n  hgx:\n    nodes: 1\n  |\nrent: {}\n"), r#"own ["hgx"] "#);
    assert_eq!(said("a: 1\n|\nb: 2\n"), r#" ["a", "b"] "#);
    assert_eq!(said("allow:\n  - rule: x\n    re|\n"), r#"allow.0 ["rule"] re"#);
    assert_eq!(said("allow:\n  - ru|\n"), "allow.0 [] ru");
    assert_eq!(said("own:\n  hgx:\n    no|: 1\n    pue: 1.5\n"), r#"own.hgx ["pue"] no:"#);
}

#[test]
fn keys_in_braces_are_completed() {
    assert_eq!(said("node: { price: 1, ac| }\n"), r#"node ["price"] ac"#);
    assert_eq!(said("node: { price: 1, | }\n"), r#"node ["price"] "#);
    assert_eq!(said("node: {|}\n"), "node [] ");
    // not every editor closes braces
    assert_eq!(said("own:\n  hgx:\n    node: { price: 1, ac|\n    nodes: 1\n"), r#"own.hgx.node ["price"] ac"#);
    assert_eq!(said("purchases: [{ month: 0, no| }]\n"), r#"purchases.0 ["month"] no"#);
}

#[test]
fn values_are_completed() {
    assert_eq!(said("currency: US|\n"), "= currency US");
    assert_eq!(said("currency: |\nname: x\n"), "= currency ");
    assert_eq!(said("own: { hgx: { value_at_horizon: b| } }\n"), "= own.hgx.value_at_horizon b");
    assert_eq!(said("a: { accelerator: \"H1|\" }\n"), "= a.accelerator H1");
    assert_eq!(said("serves: [chat, b|]\n"), "serves.1 [] b");
    assert_eq!(said("serves:\n  - chat\n  - |\n"), "serves.1 [] ");
    assert_eq!(said("name: eight, or ni|\n"), "= name eight, or ni");
    // offsets are in bytes: ünïcödé
    assert_eq!(said("name: größer\nhybrid: { mix: { chat: own.h| } }\n"), "= hybrid.mix.chat own.h");
}

#[test]
fn other_places_have_no_context() {
    assert_eq!(said("name: x # comm|\n"), "nothing");
    assert_eq!(said("# comm|\n"), "nothing");
    assert!(completion_context("ü", 1).is_none() && completion_context("a", 7).is_none());
}

#[test]
fn lines_say_where_a_word_stands_in_a_text_that_is_no_yaml() {
    let broken = "wrong: [\nown:\n  hgx:\n    pue: 1.5\n    no|\n    nodes: 1\n  other:\n    x: 1\n";
    assert_eq!(said(broken), r#"lines: own.hgx ["nodes", "pue"] no"#);
    assert_eq!(said("wrong: [\nown:\n  hgx:\n    pue: 1|\n"), "lines: = own.hgx.pue 1");
    assert_eq!(said("wrong: [\na: 1\n|\nb: 1\n"), r#"lines:  ["b", "a", "wrong"] "#);
    assert_eq!(said("wrong: [\nallow:\n  - rule: x\n    un|\n"), r#"lines: allow.0 ["rule"] un"#);
    assert_eq!(
        keys_of_line("wrong: [\nown:\n  hgx:\n    pue: 1\n", 27),
        Some(vec!["own".into(), "hgx".into(), "pue".into()])
    );
}
