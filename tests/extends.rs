//! Scenarios that share files: precedence, positions of values, equality of a scenario split into files and merged again,
//! and checks and diffs of a file that many scenarios extend.

use crate::generated::{Generated, cases, scenarios};
use crate::support::{ONE_SERVER, decimal, document_without, scenarios_in, settings, text_of};
use proptest::prelude::*;
use rackrent::analysis::Answer;
use rackrent::cli::Folder;
use rackrent::diagnostic::{Code, Severity};
use rackrent::model::OptionId;
use rackrent::scenario::document::{Content, Document, NodeId};
use rackrent::scenario::{Files, Rejected};
use rackrent::{FilesInMemory, ScenarioText};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The scenario of one server without the server's price.
const REST: &str = "\
currency: USD
horizon_months: 1
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 1, utilization: 50% }
own: { lab: { nodes: 1, useful_life_months: 12, value_at_horizon: none, node: { accelerators: 1 } } }
rent: { cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 } }
";

fn files(all: &[(&str, &str)]) -> FilesInMemory {
    all.iter().fold(FilesInMemory::none(), |files, (path, text)| files.with(*path, *text))
}

#[track_caller]
fn answer(text: &str, shared: &[(&str, &str)]) -> Answer {
    let files = files(shared);
    let answer = ScenarioText::new(text, &files).named("teams/search.yaml").compare();
    answer.unwrap_or_else(|rejected| panic!("{rejected}"))
}

/// Errors, each with its position.
#[track_caller]
fn refused(text: &str, shared: &[(&str, &str)]) -> Vec<(Code, String)> {
    let files = files(shared);
    let read = ScenarioText::new(text, &files).named("teams/search.yaml").read();
    let Err(Rejected { diagnostics, sources }) = read else { panic!("{text} is read") };
    let placed = |place| sources.locate(place);
    let errors = diagnostics.iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| (one.code, one.place.map_or_else(String::new, placed))).collect()
}

/// Purchase price of the server, with its position.
#[track_caller]
fn price(text: &str, shared: &[(&str, &str)]) -> (String, String) {
    let loaded = answer(text, shared).loaded;
    let at = loaded.document.find("own.lab.node.price").unwrap();
    (loaded.document.text(at).unwrap().to_owned(), loaded.sources.locate(loaded.document.place(at).unwrap()))
}

fn priced(price: u32) -> String {
    format!("own: {{ lab: {{ node: {{ price: {price} }} }} }}\n")
}

#[test]
fn a_scenario_overrides_extended_files_and_values_keep_their_positions() {
    let text = format!("extends: ../shared/a.yaml\nname: One server\n{REST}");
    let alone = answer(ONE_SERVER, &[]);
    let shared = answer(&text, &[("../shared/a.yaml", &priced(600))]);
    assert_eq!(alone.comparison.verdict.saving, shared.comparison.verdict.saving);
    // 600 against 50 hours at 10
    assert_eq!(shared.comparison.verdict.saving.unwrap(), decimal("100"));
    let place = (String::from("600"), String::from("shared/a.yaml:1:30"));
    assert_eq!(price(&text, &[("../shared/a.yaml", &priced(600))]), place);
    // a value that is set has the position of the setting
    let files = files(&[("../shared/a.yaml", &priced(600))]);
    let scenario = ScenarioText::new(&text, &files).set(&settings(&["own.lab.node.price=450"]));
    assert_eq!(scenario.compare().unwrap().comparison.verdict.winner.as_ref().map(OptionId::as_str), Some("own.lab"));
}

#[test]
fn later_files_override_earlier_ones_and_a_file_overrides_those_it_extends() {
    let shared: &[(&str, &str)] = &[
        ("a.yaml", &priced(601)),
        ("b.yaml", &format!("extends: deep/c.yaml\n{}", priced(602))),
        ("deep/c.yaml", &format!("extends: [../d.yaml]\n{}", priced(603))),
        ("d.yaml", &priced(604)),
    ];
    let with = |extends: &str| format!("extends: {extends}\nname: One server\n{REST}");
    for (extends, expected) in [
        ("[a.yaml, b.yaml]", "602"),
        ("[b.yaml, a.yaml]", "601"),
        ("deep/c.yaml", "603"),
        ("[deep/c.yaml, d.yaml]", "603"),
        ("[d.yaml, deep/c.yaml]", "603"),
        // a file that two of them extend has the lowest precedence
        ("[a.yaml, d.yaml, b.yaml]", "602"),
        ("[b.yaml, deep/c.yaml, d.yaml]", "602"),
    ] {
        assert_eq!(price(&with(extends), shared).0, expected, "{extends}");
    }
    let own = with("[a.yaml, b.yaml]").replace("node: { acc", "node: { price: 605, acc");
    assert_eq!(price(&own, shared).0, "605");
}

#[test]
fn entries_have_the_order_of_their_first_mention() {
    // The fleet does 100 accelerator-hours of flexible work, and nothing else. For `archive`, whose accelerators wait for
    // data in half of their hours, that is 50 useful hours; for `embeddings` 100.
    let workload = |name: &str, stalled: &str| {
        format!("    {name}: {{ kind: batch_inference, accelerator_hours_per_month: 100{stalled} }}\n")
    };
    let (archive, embeddings) = (workload("archive", ", stalled_share: 50%"), workload("embeddings", ""));
    let demand = |workloads: &[&str]| format!("demand:\n  workloads:\n{}", workloads.concat());
    let fleet = "name: s\ncurrency: USD\nhorizon_months: 1\nhours_per_month: 100\ndiscount_rate: 0%\n\
                 own: { lab: { node: { price: 1, accelerators: 1 }, nodes: 1, useful_life_months: 12, burst_to: wait } }\n";
    let useful = |text: &str, shared: &[(&str, &str)]| {
        let found = answer(text, shared);
        found.comparison.options[0].useful_hours.to_string()
    };
    let (both, swapped) = (demand(&[&archive, &embeddings]), demand(&[&embeddings, &archive]));
    assert_eq!(useful(&format!("{fleet}{both}"), &[]), "50");
    assert_eq!(useful(&format!("{fleet}{swapped}"), &[]), "100");
    // the extended file defines the order of its own names, whatever the scenario says about them later
    let (of_archive, of_embeddings) = (demand(&[&archive]), demand(&[&embeddings]));
    let extending = |of: &str, own: &str| format!("extends: {of}\n{fleet}{own}");
    assert_eq!(useful(&extending("a.yaml", &of_embeddings), &[("a.yaml", &of_archive)]), "50");
    assert_eq!(useful(&extending("e.yaml", &of_archive), &[("e.yaml", &of_embeddings)]), "100");
    assert_eq!(useful(&extending("a.yaml", &swapped), &[("a.yaml", &of_archive)]), "50");
    // of several files the first comes first, and of a file that extends another, that other one
    let two = [("a.yaml", of_archive.as_str()), ("e.yaml", of_embeddings.as_str())];
    assert_eq!(useful(&extending("[a.yaml, e.yaml]", ""), &two), "50");
    assert_eq!(useful(&extending("[e.yaml, a.yaml]", ""), &two), "100");
    let chained = [("a.yaml", format!("extends: e.yaml\n{of_archive}")), ("e.yaml", of_embeddings.clone())];
    let chained = chained.each_ref().map(|(name, text)| (*name, text.as_str()));
    assert_eq!(useful(&extending("a.yaml", ""), &chained), "100");
    // a name that is removed and added again is at its new place
    let again = format!("extends: a.yaml\n{}    archive: null\n", demand(&[&embeddings]));
    let removed = [("a.yaml", of_archive.as_str()), ("again.yaml", again.as_str())];
    assert_eq!(useful(&extending("again.yaml", &of_archive), &removed), "100");
}

#[test]
fn null_removes_an_inherited_value_with_its_sources_and_ranges() {
    let shared = format!(
        "{REST}\
own.x: 1
sources: {{ own.rack.node.price: {{ from: quote, date: 2026-01-01 }}, own.lab.node.price: {{ from: quote, date: 2026-01-01 }} }}
uncertainty: {{ own.rack.node.price: {{ low: 600, high: 900 }} }}
cases: {{ dear: {{ own.rack.node.price: 900, own.lab.node.price: 700 }} }}
"
    )
    .replace("own.x: 1\n", "")
    .replace("own: { lab", "own: { rack: { node: { price: 800, accelerators: 1 }, nodes: 1, useful_life_months: 12 }, lab")
    .replace("node: { acc", "node: { price: 600, acc");
    let kept = answer("extends: a.yaml\nname: One server\n", &[("a.yaml", &shared)]);
    assert_eq!(kept.comparison.options.len(), 3);
    let text = "extends: a.yaml\nname: One server\nown: { rack: null, lab: { node: { price: 650 } } }\n";
    let without = answer(text, &[("a.yaml", &shared)]);
    assert_eq!(without.comparison.options.len(), 2);
    let scenario = &without.loaded.scenario;
    // the quote was for the replaced price; the case ignores the option that is gone
    assert!(scenario.sources.is_empty() && scenario.uncertainty.is_empty());
    assert_eq!(scenario.cases.get("dear").unwrap().value.len(), 1);
    let own_source = format!("{text}sources: {{ own.lab.node.price: {{ from: our quote, date: 2026-02-01 }} }}\n");
    let own_source = answer(&own_source, &[("a.yaml", &shared)]);
    assert_eq!(own_source.loaded.scenario.sources.get("own.lab.node.price").unwrap().value.from.value, "our quote");
    // a key that is not inherited cannot be removed, and an incomplete key removes nothing
    let found = refused("extends: a.yaml\nname: x\nown: { other: null }\n", &[("a.yaml", &shared)]);
    assert_eq!(found, [(Code::NoValue, "teams/search.yaml:3:15".to_owned())]);
    let found = refused("extends: a.yaml\nname: x\ndiscount_rate:\n", &[("a.yaml", &shared)]);
    assert_eq!(found[0].0, Code::NoValue);
}

#[test]
fn missing_keys_are_reported_in_the_scenario() {
    let all = REST.replace("node: { acc", "node: { price: 600, acc");
    let nameless = refused("# no name\nextends: a.yaml\n", &[("a.yaml", &all)]);
    assert_eq!(nameless, [(Code::MissingKey, "teams/search.yaml:2:1".to_owned())]);
    for (text, place) in [("extends: a.yaml\n", "1:1"), ("name: x\nextends: a.yaml\n", "1:1")] {
        let found = refused(text, &[("a.yaml", &priced(600))]);
        let missing = found.iter().filter(|(code, _)| *code == Code::MissingKey);
        let places: Vec<&str> = missing.map(|(_, place)| place.as_str()).collect();
        let top_level = places.iter().filter(|at| **at == format!("teams/search.yaml:{place}")).count();
        assert!(top_level >= 4, "{places:?}");
    }
}

#[test]
fn invalid_extends_are_reported_at_their_places() {
    let with = |extends: &str| format!("extends: {extends}\nname: One server\n{REST}");
    let at = |place: &str| format!("teams/{place}");
    let (circle, back) = ("extends: b.yaml\n", "extends: [a.yaml]\n");
    assert_eq!(
        refused(&with("a.yaml"), &[("a.yaml", circle), ("b.yaml", back)]),
        [(Code::ExtendsCircle, at("b.yaml:1:11"))]
    );
    assert_eq!(refused(&with("search.yaml"), &[]), [(Code::ExtendsCircle, at("search.yaml:1:10"))]);
    let twice = refused(&with("[a.yaml, ./a.yaml]"), &[("a.yaml", "horizon_months: 1\n")]);
    assert_eq!(twice, [(Code::DuplicateEntry, at("search.yaml:1:19"))]);
    let named = refused(&with("a.yaml"), &[("a.yaml", "name: x\n")]);
    assert_eq!(named, [(Code::ExtendsScenario, at("a.yaml:1:1"))]);
    for path in ["none.yaml", "/etc/hosts", "''", "c:/a.yaml", "x/", "https://example.org/a.yaml"] {
        assert_eq!(refused(&with(path), &[]), [(Code::ExtendsUnreadable, at("search.yaml:1:10"))], "{path}");
    }
    let not_text = FilesInMemory::none().with("a.yaml", b"horizon_months: 1 # \xff".to_vec());
    let text = with("a.yaml");
    let found = ScenarioText::new(&text, &not_text).read().unwrap_err().diagnostics;
    assert!(found[0].message.ends_with("line 1 is not UTF-8 text; save the file as UTF-8"), "{}", found[0].message);
    // all errors in one run, including those of extended files
    let all = refused(&with("[none.yaml, a.yaml, b.yaml]"), &[("a.yaml", "x: [\n"), ("b.yaml", "name: y\n")]);
    let codes: Vec<Code> = all.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, [Code::ExtendsUnreadable, Code::InvalidYaml, Code::ExtendsScenario]);
}

/// A scenario of one server with its own currencies, which extends prices in dollars and unpriced parts.
fn abroad(own: &str, prices: &str) -> Result<Answer, Vec<(Code, String)>> {
    let rest = REST.replace("currency: USD\n", "").replace("node: { acc", "node: { price: 600 USD, acc");
    let (text, files) = (
        format!("extends: [prices.yaml, rest.yaml]\nname: One server\n{own}"),
        files(&[("prices.yaml", prices), ("rest.yaml", &rest.replace("hour: 10 ", "hour: 10 USD "))]),
    );
    let request = ScenarioText::new(&text, &files).named("search.yaml");
    request.compare().map_err(|Rejected { diagnostics, sources }| {
        let errors = diagnostics.iter().filter(|one| one.severity == Severity::Error);
        errors.map(|one| (one.code, one.place.map_or_else(String::new, |place| sources.locate(place)))).collect()
    })
}

#[test]
fn amounts_of_a_shared_file_keep_their_currency() {
    let euros = "currency: EUR\nexchange_rates: { USD: 0.9 }\n";
    let relabelled = || Err(vec![(Code::SharedCurrency, "search.yaml:3:11".to_owned())]);
    let total = |own: &str, prices: &str| {
        abroad(own, prices).map(|answer| answer.comparison.option(&OptionId::own("lab")).unwrap().total.normalize())
    };
    // 600 dollars for the server and 100 for its accessories, in one month
    let bare = "currency: USD\nown: { lab: { one_off: { setup: 100 } } }\n";
    let coded = bare.replace("100", "100 USD");
    assert_eq!(total("currency: USD\n", bare), Ok(decimal("700")));
    assert_eq!(total("", bare), Ok(decimal("700")));
    assert_eq!(total(euros, bare), relabelled());
    // it is not also reported that no amount needs the rate yet
    let all = files(&[("prices.yaml", bare)]);
    let text = format!("extends: prices.yaml\nname: x\n{euros}{}", REST.replace("currency: USD\n", ""));
    let found = ScenarioText::new(&text, &all).read().unwrap_err().diagnostics;
    assert!(found.iter().all(|one| one.code != Code::NoEffect), "{found:?}");
    // 700 dollars at 0.90; zero is the same in every currency
    assert_eq!(total(euros, &coded), Ok(decimal("630")));
    assert_eq!(total(euros, &coded.replace("100 USD", "0")), Ok(decimal("540")));
    // a file without a currency implies nothing about dollars
    assert_eq!(total(euros, &bare.replace("currency: USD\n", "")), Ok(decimal("640")));
    // a rate is the value of one unit of another currency in the currency of its file
    let rates = "currency: USD\nexchange_rates: { GBP: 1.3 }\nown: { lab: { one_off: { setup: 100 GBP } } }\n";
    assert_eq!(total("currency: USD\n", rates), Ok(decimal("730")));
    assert_eq!(total(euros, rates), relabelled());
}

#[test]
fn neither_an_intermediate_file_nor_flattening_replaces_a_shared_currency() {
    let files = files(&[
        ("prices.yaml", "extends: dollars.yaml\nown: { lab: { node: { price: 600 } } }\n"),
        ("dollars.yaml", "currency: USD\n"),
    ]);
    let rest = REST.replace("currency: USD", "currency: EUR");
    let text = format!("extends: prices.yaml\nname: One server\n{rest}");
    let refused = ScenarioText::new(&text, &files).named("search.yaml").read().unwrap_err();
    let found = refused.diagnostics.iter().find(|one| one.code == Code::SharedCurrency).unwrap();
    // dollars of one file are dollars of a file that extends it
    let message = "`currency` is EUR instead of USD, but prices.yaml has 1 amount without a code";
    assert_eq!(found.message, message);
    let places: Vec<String> = found.related.iter().map(|(place, _)| refused.sources.locate(*place)).collect();
    assert_eq!(places, ["dollars.yaml:1:11", "prices.yaml:2:30"]);
    let flat = ScenarioText::new(&text, &files).named("search.yaml").flattened().unwrap_err();
    assert_eq!(flat.diagnostics.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::SharedCurrency]);
    // a currency set on the command line applies to all amounts
    let set = settings(&["currency=GBP"]);
    assert!(ScenarioText::new(&text, &files).named("search.yaml").set(&set).compare().is_ok());
}

#[test]
fn hostile_files_are_refused_in_bounded_time() {
    let with = |extends: &str| format!("extends: {extends}\nname: One server\n{REST}");
    // a chain of files, each extending the next
    let chain = (0..200).fold(FilesInMemory::none(), |files, at| {
        files.with(format!("f{at}.yaml"), format!("extends: f{}.yaml\nhorizon_months: 1\n", at + 1))
    });
    let text = with("f0.yaml");
    let found = ScenarioText::new(&text, &chain).read().unwrap_err().diagnostics;
    assert_eq!(found.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::TooMany]);
    // 2^20 paths lead to one file, which is read once
    let ladder = (0..20).fold(FilesInMemory::none().with("f20.yaml", "horizon_months: 1\n"), |files, at| {
        let next = at + 1;
        let both = format!("extends: [f{next}.yaml, g{next}.yaml]\nhorizon_months: 1\n");
        files.with(format!("f{at}.yaml"), both.clone()).with(format!("g{at}.yaml"), both)
    });
    let ladder = ladder.with("g20.yaml", "own: { lab: { node: { price: 600 } } }\n");
    assert!(ScenarioText::new(&text, &ladder).read().is_ok());
    // four of five megabytes
    let large = format!("# {}\nhorizon_months: 1\n", "x".repeat(5 << 20));
    let files = (0..4).fold(FilesInMemory::none(), |files, at| files.with(format!("f{at}.yaml"), large.clone()));
    let text = with("[f0.yaml, f1.yaml, f2.yaml, f3.yaml]");
    let found = ScenarioText::new(&text, &files).read().unwrap_err().diagnostics;
    assert!(found[0].message.ends_with("exceed 16 MiB in total"), "{}", found[0].message);
    // more values than any scenario may have, in files that are each small enough
    let many = format!("x: [{}]\n", "1, ".repeat(130_000));
    let files = FilesInMemory::none().with("f0.yaml", many.clone()).with("f1.yaml", many);
    let text = with("[f0.yaml, f1.yaml]");
    let found = ScenarioText::new(&text, &files).read().unwrap_err().diagnostics;
    assert_eq!(found.iter().map(|one| one.code).collect::<Vec<_>>(), [Code::TooComplex]);
}

#[test]
fn a_trace_is_in_the_folder_of_the_file_that_names_it() {
    let measured = "demand: { workloads: { chat: { kind: realtime_inference, trace: loads/chat.csv } } }\n";
    let rest: String = REST.lines().filter(|line| !line.starts_with("demand")).flat_map(|line| [line, "\n"]).collect();
    let text = format!("extends: ../shared/load.yaml\nname: One server\n{rest}{}", "")
        .replace("node: { acc", "node: { price: 600, acc");
    let load = "accelerators,hours\n1,50\n0,50\n";
    let shared = [("../shared/load.yaml", measured), ("../shared/loads/chat.csv", load)];
    let read = answer(&text, &shared);
    assert_eq!(read.comparison.verdict.saving.unwrap(), decimal("100"));
    assert_eq!(refused(&text, &shared[..1]), [(Code::TraceUnreadable, "shared/load.yaml:1:65".to_owned())]);
    // a file resolves its traces in its own folder
    let files = files(&shared);
    let Err(flat) = ScenarioText::new(&text, &files).named("teams/search.yaml").flattened() else { panic!() };
    assert_eq!(flat.diagnostics[0].code, Code::TracePath);
    let near = [
        ("loads/load.yaml", "demand: { workloads: { chat: { kind: realtime_inference, trace: chat.csv } } }\n"),
        ("loads/chat.csv", load),
    ];
    let text = text.replace("../shared/load", "loads/load");
    let files = self::files(&near);
    let flat = ScenarioText::new(&text, &files).flattened().unwrap();
    assert!(flat.contains("trace: loads/chat.csv"), "{flat}");
    assert_eq!(document(&ScenarioText::new(&flat, &files).compare().unwrap()), document(&answer(&text, &near)));
}

/// The comparison as JSON, without positions.
fn document(answer: &Answer) -> Value {
    document_without(answer, &["file", "line", "column", "sha256", "extends"])
}

/// Results of all options, and the winner.
fn decided(answer: &Answer) -> (BTreeMap<OptionId, Value>, Option<OptionId>) {
    let options = answer.comparison.options.iter();
    let options = options.map(|option| {
        let lines = option.lines.iter().map(|line| (line.name.clone(), line.total, line.present_value));
        let lines: BTreeMap<String, String> =
            lines.map(|(name, total, now)| (name, format!("{total} {now}"))).collect();
        (option.name.clone(), serde_json::json!({ "total": option.total.to_string(), "lines": lines }))
    });
    (options.collect(), answer.comparison.verdict.winner.clone())
}

/// A scenario split into files: random numbers assign each value to one of three.
fn cut(document: &Document, rolls: &[u8]) -> [String; 3] {
    let mut next = rolls.iter().cycle();
    let mut texts = [String::new(), String::new(), String::new()];
    let mut parts: [Vec<String>; 3] = Default::default();
    for child in document.children(NodeId::ROOT) {
        for (at, part) in member(document, *child, &mut next).into_iter().enumerate() {
            parts[at].extend(part);
        }
    }
    for (text, part) in texts.iter_mut().zip(parts) {
        *text = part.iter().flat_map(|member| [member.as_str(), "\n"]).collect();
    }
    texts
}

/// A key with the parts of its value for each file, in flow style with quotes, which is valid YAML.
fn member<'r>(document: &Document, at: NodeId, rolls: &mut impl Iterator<Item = &'r u8>) -> [Option<String>; 3] {
    let key = Value::from(document.key(at)).to_string();
    let is_name = document.node(at).parent == Some(NodeId::ROOT) && document.key(at) == "name";
    let mut members: [Option<String>; 3] = Default::default();
    // flexible work takes idle hours in file order, and entries have the order of their first mention
    let is_in_order = document.key(at) == "workloads";
    match &document.node(at).content {
        Content::Map(children) if !children.is_empty() && !is_in_order => {
            let mut parts: [Vec<String>; 3] = Default::default();
            for child in children {
                for (part, member) in parts.iter_mut().zip(member(document, *child, rolls)) {
                    part.extend(member);
                }
            }
            for (member, part) in members.iter_mut().zip(parts).filter(|(_, part)| !part.is_empty()) {
                *member = Some(format!("{key}: {{ {} }}", part.join(", ")));
            }
        }
        _ => {
            let to = if is_name { 0 } else { usize::from(*rolls.next().unwrap()) % 3 };
            members[to] = Some(format!("{key}: {}", whole(document, at)));
        }
    }
    members
}

fn whole(document: &Document, at: NodeId) -> String {
    let each = |children: &[NodeId], keyed: bool| {
        let each = children.iter().map(|child| {
            let key = if keyed { format!("{}: ", Value::from(document.key(*child))) } else { String::new() };
            format!("{key}{}", whole(document, *child))
        });
        each.collect::<Vec<_>>().join(", ")
    };
    match &document.node(at).content {
        Content::Scalar(text) => Value::from(text.as_str()).to_string(),
        Content::List(items) => format!("[{}]", each(items, false)),
        Content::Map(children) => format!("{{ {} }}", each(children, true)),
        Content::Nothing => String::new(),
    }
}

/// A scenario split into files and merged again is unchanged, in any order of the files, and as one file.
#[track_caller]
fn unchanged_when_split(name: &str, text: &str, files: FilesInMemory, rolls: &[u8]) {
    let document = Document::parse(text).unwrap();
    let [own, first, second] = cut(&document, rolls);
    let files = files.with("first.yaml", if first.is_empty() { "{}".to_owned() } else { first });
    let files = files.with("second.yaml", if second.is_empty() { "{}".to_owned() } else { second });
    let whole = ScenarioText::new(text, &files).compare().unwrap_or_else(|rejected| panic!("{name}: {rejected}"));
    for extends in ["[first.yaml, second.yaml]", "[second.yaml, first.yaml]"] {
        let text = format!("extends: {extends}\n{own}");
        let scenario = ScenarioText::new(&text, &files);
        let pieces = scenario.compare().unwrap_or_else(|rejected| panic!("{name}: {rejected}\n{text}"));
        assert_eq!(decided(&pieces), decided(&whole), "{name}\n{text}");
        let flat = scenario.flattened().unwrap();
        let one =
            ScenarioText::new(&flat, &files).compare().unwrap_or_else(|rejected| panic!("{name}: {rejected}\n{flat}"));
        if let Some(path) = differing(&self::document(&one), &self::document(&pieces)) {
            panic!("{name}: {path}\n{flat}");
        }
    }
}

/// The first difference between two documents.
fn differing(one: &Value, other: &Value) -> Option<String> {
    match (one, other) {
        (Value::Object(one), Value::Object(others)) if one.keys().eq(others.keys()) => {
            let mut members = one.iter().zip(others.values());
            members.find_map(|((key, one), other)| Some(format!("{key}.{}", differing(one, other)?)))
        }
        (Value::Array(one), Value::Array(others)) if one.len() == others.len() => {
            let mut items = one.iter().zip(others).enumerate();
            items.find_map(|(at, (one, other))| Some(format!("{at}.{}", differing(one, other)?)))
        }
        _ => (one != other).then(|| format!(" {one} is {other}")),
    }
}

/// Files next to the examples, by their relative paths.
fn beside_examples(text: &str) -> FilesInMemory {
    let mut files = FilesInMemory::none();
    for line in text.lines() {
        let named = line.split_once("trace: ").map(|(_, path)| path.split([' ', ',', '}']).next().unwrap());
        if let Some(path) = named.filter(|path| Path::new(path).extension().is_some_and(|extension| extension == "csv"))
        {
            files = files.with(path, std::fs::read(format!("scenarios/{path}")).unwrap());
        }
    }
    files
}

#[test]
fn every_example_can_be_split_into_files() {
    for (at, path) in scenarios_in("scenarios").into_iter().enumerate() {
        let text = text_of(&path);
        // a different assignment to the three files for each example
        let rolls: Vec<u8> =
            (0..251_usize).map(|roll| u8::try_from((roll * roll + at * 7 + roll / 3) % 251).unwrap()).collect();
        let folder = Folder::of("scenarios/x.yaml");
        let text = ScenarioText::new(&text, &folder).flattened().unwrap();
        // expected amounts have cents wherever they are written
        unchanged_when_split(&path.display().to_string(), &text, beside_examples(&text), &rolls);
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn every_scenario_can_be_split_into_files(Generated(tree) in scenarios(), rolls in prop::collection::vec(any::<u8>(), 200)) {
        let text = tree.yaml("");
        let files = FilesInMemory::none();
        prop_assume!(ScenarioText::new(&text, &files).compare().is_ok());
        unchanged_when_split("generated", &text, files, &rolls);
    }
}

#[test]
fn a_flattened_file_marks_the_origin_of_values_and_keeps_every_text() {
    let shared = "\
notes: |
  Two lines,
    the second indented.
sources: { own.lab.node.price: { from: 'a # b: \"c\"', date: 2026-01-01 } }
own: { lab: { label: '  4711 ' } }
";
    let text =
        format!("extends: shared/a.yaml\nname: 'yes: no'\n{REST}").replace("node: { acc", "node: { price: 600, acc");
    let files = files(&[("shared/a.yaml", shared)]);
    let scenario = ScenarioText::new(&text, &files).named("search.yaml");
    let flat = scenario.flattened().unwrap();
    assert!(flat.starts_with("# search.yaml and what it extends: shared/a.yaml.\nname: \"yes: no\"\n"), "{flat}");
    assert!(flat.contains("    label: \"  4711 \"  # shared/a.yaml:5\n"), "{flat}");
    assert!(flat.contains("notes: |  # shared/a.yaml:1\n  Two lines,\n    the second indented.\n"), "{flat}");
    let (whole, one) = (scenario.compare().unwrap(), ScenarioText::new(&flat, &files).compare().unwrap());
    assert_eq!(document(&one), document(&whole));
    // without `extends` the text is unchanged, including comments
    let alone = format!("# a comment\n{ONE_SERVER}");
    assert_eq!(ScenarioText::new(&alone, &files).flattened().unwrap(), alone);
}

#[test]
fn cases_are_read_with_extended_files() {
    let text = format!("extends: a.yaml\nname: One server\n{REST}cases: {{ cheap: {{ own.lab.node.price: 400 }} }}\n");
    let files = files(&[("a.yaml", &priced(600))]);
    let scenario = ScenarioText::new(&text, &files);
    let stated = scenario.compare().unwrap();
    let cases = scenario.cases(&stated.loaded);
    // 400 against 500
    assert_eq!(cases[0].comparison().unwrap().verdict.saving.unwrap(), decimal("100"));
    assert_eq!(cases[0].comparison().unwrap().verdict.winner.as_ref().map(OptionId::as_str), Some("own.lab"));
    let path = "cases: { odd: { extends: b.yaml } }\n";
    let found = refused(&format!("extends: a.yaml\nname: x\n{REST}{path}"), &[("a.yaml", &priced(600))]);
    assert_eq!(found, [(Code::UnknownPath, "teams/search.yaml:10:17".to_owned())]);
    let set = scenario.clone().set(&settings(&["extends=b.yaml"])).read().unwrap_err();
    assert!(set.diagnostics.iter().any(|one| one.code == Code::SetPath), "{set}");
    assert!(files.open("a.yaml").is_ok());
}
