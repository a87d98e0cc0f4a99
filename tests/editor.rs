//! Editor support while a scenario is written: completions at a position, and hover texts with current results.

use crate::support::{ONE_SERVER, scenarios_in, text_of};
use rackrent::editor::{LastRead, Proposals, hover, proposals};
use rackrent::scenario::declared;
use rackrent::scenario::document::Document;
use rackrent::{FilesInMemory, compare};

/// Completions at the `|` of a text.
fn offered(text: &str) -> Proposals {
    let cursor = text.find('|').unwrap();
    proposals(&text.replacen('|', "", 1), cursor, LastRead::default())
        .unwrap_or_else(|| panic!("nothing fits in {text}"))
}

fn names(text: &str) -> Vec<String> {
    offered(text).all.into_iter().map(|one| one.name).collect()
}

/// A scenario with two options, two workloads, a commitment and a case, followed by more text.
fn with(more: &str) -> String {
    format!(
        "name: größer 🚀
currency: EUR
demand: {{ workloads: {{ chat: {{}}, batch: {{}} }} }}
own: {{ lab: {{ nodes: 2 }} }}
rent: {{ cloud: {{ commitments: {{ year: {{ instances: 3 }} }} }} }}
cases: {{ worse: {{}} }}
{more}"
    )
}

#[test]
fn present_and_excluded_keys_are_not_offered() {
    assert_eq!(
        names("own:\n  lab:\n    node: { price: 1, | }\n"),
        [
            "accelerators",
            "discount",
            "power_kw",
            "nameplate_kw",
            "idle_power_kw",
            "indirect_tax",
            "depreciation",
            "depreciation_months",
            "first_year_share"
        ]
    );
    // required keys come first
    assert_eq!(
        names("own:\n  lab:\n    lease: { | }\n"),
        ["per_node_month", "per_node_year", "term_months", "until", "buyout", "in_advance"]
    );
    assert_eq!(names("own:\n  lab:\n    payment:\n      order: 1\n      |\n"), ["delivery"]);
    assert_eq!(
        names("own: { lab: { purchases: [{ month: 0, n| }] } }"),
        ["nodes", "worth", "tax_book_value", "useful_life_months"]
    );
    assert_eq!(names("demand: { accelerators: 8, | }"), ["unit", "growth_per_year", "utilization"]);
    assert_eq!(
        names("rent: { a: { spot: { discount: 1, interruptions_per_hour: 1, | } } }"),
        ["price_path", "share", "checkpoint_minutes", "checkpoint_interval_minutes", "restart_minutes"]
    );
    // a line just begun, of an option without keys
    let begun = names("own:\n  lab:\n    no|");
    assert_eq!(begun[..2], ["node", "useful_life_months"]);
    assert!(begun.contains(&"nodes".to_owned()) && begun.contains(&"purchases".to_owned()), "{begun:?}");
}

#[test]
fn a_completed_key_includes_its_colon() {
    let typed = |text: &str| {
        let offered = offered(text);
        let word = text.replacen('|', "", 1)[offered.word.clone()].to_owned();
        (word, offered.all.into_iter().next().unwrap().text)
    };
    assert_eq!(typed("own: { lab: { purchases: [{ month: 0, n| }] } }"), ("n".to_owned(), "nodes: ".to_owned()));
    assert_eq!(typed("own: { lab: { purchases: [{ month: 0, n|o: 1 }] } }"), ("no".to_owned(), "nodes".to_owned()));
    assert_eq!(typed("own:\n  lab:\n    |\n"), (String::new(), "node:".to_owned()));
}

#[test]
fn choices_of_the_language_are_offered_with_their_meaning() {
    let offered = offered("own: { lab: { value_at_horizon: | } }");
    let printed: Vec<(&str, &str)> = offered.all.iter().map(|one| (one.name.as_str(), one.meaning.as_str())).collect();
    assert_eq!(printed[1..], [("residual", "Residual value."), ("none", "Nothing.")]);
    assert_eq!((printed[0].0, offered.all[0].about.as_str()), ("book", "default"));
    assert_eq!(names("rent: { a: { commitments: { b: { renew: | } } } }"), ["true", "false"]);
    assert_eq!(names("hours_per_month: |\n"), ["730"]);
    assert!(names("currency: E|\n").contains(&"EUR".to_owned()));
    assert!(names(&with("allow:\n  - rule: |\n")).contains(&"left-out".to_owned()));
    let profiles = names("demand: { workloads: { chat: { profile: | } } }");
    assert!(profiles.contains(&"business_hours".to_owned()), "{profiles:?}");
    // on a separate line below its key
    assert_eq!(names("own:\n  lab:\n    value_at_horizon:\n      |\n"), ["book", "residual", "none"]);
}

#[test]
fn names_of_the_file_are_offered_where_a_name_is_expected() {
    assert_eq!(names(&with("hybrid: { mix: { | } }")), ["chat", "batch", "label"]);
    assert_eq!(names(&with("hybrid: { mix: { chat: |, batch: own.lab } }")), ["own.lab", "rent.cloud"]);
    assert_eq!(names(&with("hybrid: { mix: {} }\nexpect: { winner: | }")), ["own.lab", "rent.cloud", "hybrid.mix"]);
    assert_eq!(names(&with("expect: { totals: { own.lab: { max: 1 }, | } }")), ["rent.cloud"]);
    assert_eq!(names(&with("expect: { cases: { | } }")), ["worse"]);
    assert_eq!(names(&with("expect: { pairs: [{ own: lab, rent: | }] }")), ["cloud"]);
    assert_eq!(names(&with("x: 1").replace("nodes: 2", "nodes: 2, burst_to: |")), ["cloud", "wait"]);
    assert_eq!(names(&with("x: 1").replace("nodes: 2", "nodes: 2, serves: [chat, |]")), ["chat", "batch"]);
    assert_eq!(names(&with("x: 1").replace("nodes: 2", "burst_to: { option: cloud, commitments: { | } }")), ["year"]);
    assert_eq!(names(&with("sources: { | }")), ["own.lab.nodes", "rent.cloud.commitments.year.instances"]);
}

#[test]
fn names_of_the_catalog_are_offered() {
    let accelerators = names("own: { lab: { accelerator: H1| } }");
    for name in ["H100-80GB-SXM5", "HGX H100", "MI300X"] {
        assert!(accelerators.iter().any(|known| known == name), "{name}: {accelerators:?}");
    }
    let servers = offered("own:\n  |\n");
    let server = servers.all.iter().find(|one| one.name == "hgx-h100").unwrap();
    assert_eq!(server.about, "8 × H100-80GB-SXM5, 230,000 to 375,000 USD as of 2025-03-03");
}

#[test]
fn invalid_yaml_uses_the_names_of_the_last_valid_text() {
    let before = Document::parse(&with("")).unwrap();
    let text = "wrong: [\nhybrid:\n  mix:\n    chat: ";
    let found = proposals(text, text.len(), LastRead { own: Some(&before), with_shared: None });
    assert_eq!(found, None, "a key that no scenario has");
    let text = "notes: [\nhybrid:\n  mix:\n    chat: ";
    let found = proposals(text, text.len(), LastRead { own: Some(&before), with_shared: None }).unwrap();
    let names: Vec<&str> = found.all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!((found.word, names), (text.len()..text.len(), vec!["own.lab", "rent.cloud"]));
}

#[test]
fn other_files_get_no_completions() {
    for text in ["services:\n  ", "on: push\n", "apiVersion: v1\n"] {
        assert_eq!(proposals(text, text.len(), LastRead::default()), None, "{text}");
        assert_eq!(hover(text, 1, None), None, "{text}");
    }
    assert!(proposals("", 0, LastRead::default()).is_some_and(|offered| offered.all[0].name == "name"));
}

/// Hover text of the first occurrence of a word in the scenario of one server, with its answer.
fn printed(word: &str) -> String {
    let answer = compare(ONE_SERVER, &FilesInMemory::none()).unwrap();
    hover(ONE_SERVER, ONE_SERVER.find(word).unwrap(), Some(&answer)).map(|printed| printed.text).unwrap_or_default()
}

#[test]
fn the_hover_text_of_a_price_has_its_meaning_and_its_effects() {
    assert_eq!(
        printed("price: 600"),
        "**price**: price of a node

List price of one server with everything inside it.

A number in USD/node, 0 to 1,000,000,000,000.

Read as 600 USD/node.

Cost lines that use it today:
- own.lab, nodes (purchase): 600.00 USD"
    );
    // 100 hours, half of them useful, at 10 each
    assert!(
        printed("10 }").ends_with("Cost lines that use it today:\n- rent.cloud, on-demand (usage): 500.00 USD"),
        "{}",
        printed("10 }")
    );
}

#[test]
fn the_hover_text_of_other_values_has_their_interpretation() {
    assert_eq!(
        printed("discount_rate"),
        "**discount_rate**

Cost of capital, a nominal effective annual rate; before tax, or after tax if there is a `tax`.

A share, 0% to 100%, such as 9%. Required.

Read as 0%."
    );
    assert_eq!(printed("none"), "**none**\n\nNothing.");
    assert_eq!(
        printed("lab"),
        "**lab**\n\nA fleet of owned servers.\n\nToday: total 600.00 USD, present value 600.00 USD."
    );
    let default = printed("hours_per_month");
    assert!(default.ends_with("Default: `730`.\n\nRead as 100 h/month."), "{default}");
}

#[test]
fn invalid_yaml_still_has_hover_texts_for_keys() {
    let text = "demand: {\nown:\n  lab:\n    pue: 1.5\n";
    let printed = hover(text, text.find("pue").unwrap(), None).unwrap();
    assert_eq!(printed.place, None);
    assert!(
        printed.text.starts_with("**pue**: power usage effectiveness\n\nPower usage effectiveness (PUE) of the site.")
    );
}

#[test]
fn every_key_of_the_examples_is_offered_at_its_place() {
    let mut request = 0;
    for path in scenarios_in("scenarios") {
        let text = text_of(&path);
        let document = Document::parse(&text).unwrap();
        // one of seven: each reads its file once per form of a word
        for at in document.all().into_iter().skip(1).step_by(7) {
            let node = document.node(at);
            let is_key = declared(&document, at).key().is_some();
            let Some(place) = node.key_place.filter(|_| is_key && node.used_place.is_none()) else { continue };
            let fits = proposals(&text, place.end(), LastRead::default());
            let fits = fits.is_some_and(|offered| offered.all.iter().any(|one| one.name == node.key));
            assert!(fits, "{}:{}:{}: `{}`", path.display(), place.line, place.column, node.key);
            request += 1;
        }
    }
    assert!(request > 200, "{request}");
}

#[test]
fn texts_cut_at_any_position_are_handled() {
    for end in ["", "{", "[", "\"", ": ", "- ", "\t", "*a", "🚀"] {
        for (cut, _) in ONE_SERVER.char_indices().step_by(9) {
            let text = format!("{}{end}", &ONE_SERVER[..cut]);
            for cursor in [cut, text.len()] {
                if let Some(offered) = proposals(&text, cursor, LastRead::default()) {
                    assert!(
                        text.get(offered.word.clone()).is_some() && offered.word.contains(&cursor)
                            || offered.word.end == cursor
                    );
                }
                if let Some(place) = hover(&text, cursor, None).and_then(|printed| printed.place) {
                    assert!(place.start <= cursor && cursor <= place.end, "{text}");
                }
            }
        }
    }
}
