//! The program in a page: a changed page shows what the program writes with the same `--set`, byte for byte, and rejects
//! input with the same message. The protocol is tested without a browser; Node drives a Chromium if there is one.
//! `.ci/install-test-tools` installs both, and the packages of `web/`. Without them these tests report that they are
//! skipped.

use crate::support::program::{ended, run, system_tool};
use crate::support::rolls::Rolls;
use crate::support::{ONE_SERVER, scenarios_in, text_of};
use browser::Session;
use rackrent::analysis::Answer;
use rackrent::cli::Folder;
use rackrent::report::Report as _;
use rackrent::report::{Extent, PageOf, PageScenario, panel_inputs};
use rackrent::{Compared, Decimal, ScenarioText, Setting};
use rayon::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Changes per scenario, more than two hundred in total; `RACKRENT_MOVES=34` makes a thousand, which take a quarter of an
/// hour.
const MOVES: usize = 8;

fn moves_of_each() -> usize {
    std::env::var("RACKRENT_MOVES").ok().and_then(|moves| moves.parse().ok()).unwrap_or(MOVES)
}

/// Texts that are not numbers, or not valid for every input.
const TEXTS: &[&str] = &[
    "abc",
    "12 kg",
    "1e3",
    "1__0",
    "_5",
    "65%",
    "65 %",
    "650",
    "-1",
    "+2",
    "1,5",
    "1,500",
    "0x10",
    "1e30",
    "1e-30",
    "007",
    ".5",
    "5.",
    "1.2.3",
    "5%%",
    "10 kW",
    "1_000.50",
    "1 000",
    "3k",
    "2 million",
    "inf",
    "NaN",
    "1e",
    "1e+",
    "--3",
    "3-4",
    "1.5",
    "1.0000000000000000000000000001",
    "12345678901234567890123456789",
    "0",
    "-0.0",
    "1000000000000000",
    "per cent",
    "50 percent",
    "99.999999%",
    "1.01",
    "4.99",
    "5",
    "1e9",
    "12%",
    " 7 ",
    "",
    " ",
    "words and words",
    "{ a: 1 }",
    "[1, 2]",
    "\"12",
    "0.123456789012345678901234567891",
];

/// Result of the program for a scenario with settings: standard output, or standard error if it has no answer.
fn program(command: &str, path: &str, settings: &[Setting], format: &str) -> Result<String, String> {
    program_beside(command, path, settings, format, &[])
}

/// The same with more options.
fn program_beside(
    command: &str,
    path: &str,
    settings: &[Setting],
    format: &str,
    more: &[&str],
) -> Result<String, String> {
    let mut arguments = vec![command.to_owned(), path.to_owned(), "--format".to_owned(), format.to_owned()];
    for setting in settings {
        arguments.extend(["--set".to_owned(), setting.text()]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
    let ran = run(Path::new("."), &arguments);
    if ran.status == 0 { Ok(ran.output) } else { Err(ran.errors) }
}

/// Answer and scenario embedded in a page.
fn carried(path: &str) -> (Answer, PageScenario) {
    let text = text_of(path);
    let folder = Folder::of(path);
    let answer = ScenarioText::new(&text, &folder).named(path).compare().unwrap();
    let page: PageOf = Compared::of(&answer, Extent::Whole, None).page_of().unwrap();
    let scenario = PageScenario::of(&answer, page);
    (answer, scenario)
}

/// Session opened with an embedded scenario, as the page opens it.
fn opened(scenario: &PageScenario) -> Session {
    let mut session = Session::default();
    assert_eq!(request(&mut session, &json!({ "ask": "open", "scenario": scenario })), json!({ "done": null }));
    session
}

fn request(session: &mut Session, question: &Value) -> Value {
    serde_json::from_slice(&session.ask(question.to_string().as_bytes())).unwrap()
}

/// Paths and texts of settings.
fn pairs(settings: &[Setting]) -> Vec<[&str; 2]> {
    settings.iter().map(|set| [set.path.as_str(), set.value.as_str()]).collect()
}

/// Random settings of a scenario: one to three inputs at other values, or one with a text that may be invalid.
fn moves(answer: &Answer, rolls: &mut Rolls) -> Vec<Vec<Setting>> {
    let inputs = serde_json::to_value(panel_inputs(answer)).unwrap();
    let inputs = inputs["inputs"].as_array().unwrap();
    (0..moves_of_each()).map(|_| settings(answer, inputs, rolls)).collect()
}

fn settings(answer: &Answer, inputs: &[Value], rolls: &mut Rolls) -> Vec<Setting> {
    let path = |input: &Value| input["path"].as_str().unwrap().to_owned();
    if rolls.below(6) == 0 {
        let input = &inputs[rolls.below(inputs.len())];
        return vec![Setting { path: path(input), value: TEXTS[rolls.below(TEXTS.len())].to_owned() }];
    }
    let mut settings: Vec<Setting> = Vec::new();
    for _ in 0..=rolls.below(3) {
        let input = &inputs[rolls.below(inputs.len())];
        let document = &answer.loaded.document;
        let number = document.number(document.find(&path(input)).unwrap()).unwrap();
        let value = written(input, other_value(input, number.value, rolls), rolls);
        if settings.iter().all(|set| set.path != path(input)) {
            settings.push(Setting { path: path(input), value });
        }
    }
    settings
}

#[test]
fn a_page_contains_every_input_of_its_answer() {
    let scenarios = ["scenarios", "tests/inputs"].map(scenarios_in).concat();
    let wrong: Vec<String> = scenarios
        .par_iter()
        .enumerate()
        .filter_map(|(at, path)| {
            let path = path.to_str().unwrap();
            program("compare", path, &[], "json").ok()?;
            let (answer, scenario) = carried(path);
            let mut session = opened(&scenario);
            let mut rolls = Rolls(40 + at as u64);
            let cases = std::iter::once(Vec::new()).chain(moves(&answer, &mut rolls).into_iter().take(8));
            cases.into_iter().find_map(|settings| {
                let printed = request(&mut session, &json!({ "ask": "json", "set": pairs(&settings) }));
                let expected = match program("compare", path, &settings, "json") {
                    Ok(json) => json!({ "json": json }),
                    Err(errors) => json!({ "refused": { "text": errors } }),
                };
                let is_same =
                    printed["json"] == expected["json"] && printed["refused"]["text"] == expected["refused"]["text"];
                (!is_same).then(|| format!("{path} {:?}: {printed:.600}\n{expected:.600}", pairs(&settings)))
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn a_moved_page_shows_what_the_program_writes() {
    let not_tested = "pages that move in a browser";
    let (Some(node), Some(_)) = (system_tool("node", not_tested), system_tool("chromium", not_tested)) else { return };
    let pages = tempfile::tempdir().unwrap();
    let lines: Vec<String> = scenarios_in("scenarios")
        .par_iter()
        .enumerate()
        .map(|(at, path)| {
            let name = path.to_str().unwrap();
            let (answer, _) = carried(name);
            let page = pages.path().join(path.file_name().unwrap()).with_extension("html");
            std::fs::write(&page, program("compare", name, &[], "html").unwrap()).unwrap();
            let moves = moves(&answer, &mut Rolls(15 + at as u64));
            let moves: Vec<Value> = moves.iter().map(|settings| expected(name, settings)).collect();
            json!({ "page": page, "moves": moves }).to_string()
        })
        .collect();
    let judge = ended(Command::new(node).arg("web/tests/moved.mjs"), &lines.join("\n"));
    assert_eq!(judge.status, 0, "{}{}", judge.output, judge.errors);
    let moves: usize = judge.output.split(' ').next().and_then(|count| count.parse().ok()).unwrap();
    assert!(moves >= 200, "{}", judge.output);
}

/// Expected content of a page with settings.
fn expected(path: &str, settings: &[Setting]) -> Value {
    expected_of("compare", path, settings)
}

fn expected_of(command: &str, path: &str, settings: &[Setting]) -> Value {
    let (set, folder) = (pairs(settings), tempfile::tempdir().unwrap());
    let page = folder.path().join("page.html");
    let beside = if command == "compare" { vec!["--static", "--output", page.to_str().unwrap()] } else { Vec::new() };
    match program_beside("compare", path, settings, "json", &beside) {
        Ok(json) if beside.is_empty() => {
            json!({ "set": set, "json": json, "html": article(&program(command, path, settings, "html").unwrap()) })
        }
        Ok(json) => json!({ "set": set, "json": json, "html": article(&text_of(page)) }),
        Err(errors) => json!({ "set": set, "refused": errors }),
    }
}

/// The part of a page that changes, without the embedded program.
fn article(page: &str) -> &str {
    let (start, end) = (page.find("<article>").unwrap(), page.find("</article>").unwrap());
    &page[start..end + "</article>".len()]
}

/// Commands, scenarios, and settings that change their special features.
const CHOSEN: [(&str, &str, &[&str]); 13] = [
    // findings computed from figures: after the change each has another amount, or is gone
    ("compare", "tests/bad/over-budget.yaml", &["own.hgx.node.price=250_000"]),
    ("compare", "tests/bad/over-budget.yaml", &["own.hgx.node.price=90_000"]),
    ("compare", "tests/bad/over-budget--workload.yaml", &["rent.aws.on_demand_per_instance_hour=60"]),
    ("compare", "tests/bad/job-larger-than-fleet.yaml", &["own.hgx.electricity_per_kwh=0.2"]),
    ("compare", "tests/bad/payback-turns.yaml", &["rent.aws.on_demand_per_instance_hour=36"]),
    ("compare", "tests/bad/payback-turns.yaml", &["rent.aws.on_demand_per_instance_hour=99"]),
    ("compare", "tests/bad/book-resale.yaml", &["discount_rate=4%"]),
    ("compare", "tests/bad/book-resale.yaml", &["discount_rate=30%"]),
    // months and counts
    ("compare", "scenarios/department.yaml", &["horizon_months=36"]),
    ("compare", "scenarios/training-512xh100.yaml", &["own.cluster.nodes=65"]),
    // all parts of a report: uncertainty, plans, switching values
    ("report", "scenarios/cancelled-project.yaml", &["discount_rate=4%"]),
    ("report", "scenarios/market-that-moves.yaml", &["demand.utilization=45%"]),
    ("report", "scenarios/search-team.yaml", &["horizon_months=24", "discount_rate=12%"]),
];

#[test]
fn special_features_of_scenarios_update_too() {
    let not_tested = "pages that move in a browser";
    let (Some(node), Some(_)) = (system_tool("node", not_tested), system_tool("chromium", not_tested)) else { return };
    let pages = tempfile::tempdir().unwrap();
    let lines = CHOSEN.iter().enumerate().map(|(at, (command, path, settings))| {
        let page = pages.path().join(format!("{at}.html"));
        std::fs::write(&page, program(command, path, &[], "html").unwrap()).unwrap();
        let settings: Vec<Setting> = settings.iter().map(|set| Setting::parse(set).unwrap()).collect();
        let moves = [&settings[..], &[]].map(|settings| expected_of(command, path, settings));
        json!({ "page": page, "moves": moves }).to_string()
    });
    let lines: Vec<String> = lines.collect();
    let judge = ended(Command::new(node).arg("web/tests/moved.mjs"), &lines.join("\n"));
    assert_eq!(judge.status, 0, "{}{}", judge.output, judge.errors);
}

/// Another value of an input, within its bounds, with at most six decimals.
fn other_value(input: &Value, stated: Decimal, rolls: &mut Rolls) -> Decimal {
    let bound =
        |key: &str| input[key].to_string().parse::<f64>().ok().and_then(|bound| Decimal::try_from(bound).ok()).unwrap();
    let (least, most) = (bound("least"), bound("most"));
    let times = Decimal::new(i64::try_from(rolls.below(3_000_001)).unwrap(), 6);
    let value = match rolls.below(10) {
        0 => least,
        1 => stated + Decimal::new(1, 2),
        2 => stated * Decimal::new(9, 1),
        _ if stated.is_zero() => times / Decimal::from(7),
        _ => stated * times,
    };
    let digits = if input["form"] == "count" { 0 } else { 6 };
    value.clamp(least, most).round_dp(digits).clamp(least, most).normalize()
}

/// A value in one of the notations an author may use.
fn written(input: &Value, value: Decimal, rolls: &mut Rolls) -> String {
    if input["form"] == "share" && (value.abs() > Decimal::ONE || rolls.below(2) == 0) {
        format!("{}%", (value * Decimal::ONE_HUNDRED).normalize())
    } else if input["currency"].is_string() {
        format!("{value} {}", input["currency"].as_str().unwrap())
    } else {
        value.to_string()
    }
}

#[test]
fn the_package_for_node_writes_what_the_program_writes() {
    let Some(node) = system_tool("node", "the package for Node") else { return };
    let built = ended(Command::new(&node).arg("packaging/npm/build.mjs"), "");
    assert_eq!(built.status, 0, "{}{}", built.output, built.errors);
    // scenarios that use no other file
    let alone = |path: &Path| ["trace:", "extends:"].iter().all(|key| !text_of(path.to_str().unwrap()).contains(key));
    let scenarios = scenarios_in("scenarios").into_iter().filter(|path| alone(path));
    let lines: Vec<String> = scenarios
        .map(|path| {
            let path = path.to_str().unwrap();
            let settings = [Setting::parse("discount_rate=7.5%").unwrap()];
            let json = program("compare", path, &settings, "json").unwrap();
            json!({ "name": path, "text": text_of(path), "set": { "discount_rate": "7.5%" }, "json": json }).to_string()
        })
        .collect();
    assert!(lines.len() > 20, "{}", lines.len());
    let script = "
        import { compare, compareJson, check, Refused } from './target/npm/index.mjs';
        import { readFileSync } from 'node:fs';
        for (const line of readFileSync(0, 'utf8').trim().split('\\n')) {
            const { name, text, set, json } = JSON.parse(line);
            if (compareJson(text, { name, set }) !== json) throw new Error(`${name} is another`);
            if (compare(text, { name }).schema !== 'rackrent.compare/1') throw new Error(`${name} has no schema`);
            if (!Array.isArray(check(text, { name }))) throw new Error(`${name} is not checked`);
        }
        try {
            compare('name: x');
            throw new Error('it has an answer');
        } catch (error) {
            if (!(error instanceof Refused) || !/currency/.test(error.message)) throw error;
        }";
    let ran = ended(Command::new(&node).args(["--input-type=module", "--eval", script]), &lines.join("\n"));
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
}

#[test]
fn a_refused_value_comes_with_the_value_that_is_meant() {
    let (_, scenario) = carried("scenarios/serving-8xh100.yaml");
    let mut session = opened(&scenario);
    let mut instead = |path: &str, text: &str| {
        let refused = request(&mut session, &json!({ "ask": "json", "set": [[path, text]] }));
        refused["refused"]["findings"][0]["instead"].as_str().map(str::to_owned)
    };
    for text in ["300k", "$300,000", "300,000", "300 000", "USD 300,000"] {
        assert_eq!(instead("own.hgx-h100.node.price", text).as_deref(), Some("300_000"), "{text}");
    }
    assert_eq!(instead("demand.utilization", "10").as_deref(), Some("10%"));
    assert_eq!(instead("own.hgx-h100.node.price", "a lot"), None);
}

#[test]
fn inputs_have_the_value_at_which_the_verdict_turns() {
    const RENT: &str = "rent.cloud.on_demand_per_instance_hour";
    let mut session = Session::default();
    request(&mut session, &json!({ "ask": "read", "name": "one.yaml", "text": ONE_SERVER }));
    let mut turns = |set: Value, inputs: &[&str]| {
        request(&mut session, &json!({ "ask": "turns", "set": set, "inputs": inputs }))["turns"].take()
    };
    // a server for 600, or 10 for each of 50 hours
    let turn = |path: &str, at: Value, text: &str, range: Value| json!({ "path": path, "at": at, "text": text, "range": range });
    assert_eq!(
        turns(json!([]), &[RENT, "own.lab.node.price", "demand.utilization", "discount_rate"]),
        json!([
            turn(RENT, json!(12), "Turns above 12.00: own.lab wins", json!([9.5, 12.5])),
            turn("own.lab.node.price", json!(500), "Turns below 500.00: own.lab wins", json!([475, 625])),
            turn("demand.utilization", json!(0.6), "Turns above 60 %: own.lab wins", json!([0.475, 0.625])),
        ])
    );
    // with a dearer server another price turns it, and one that is too far away for a slider
    assert_eq!(
        turns(json!([["own.lab.node.price", "1_000"]]), &[RENT]),
        json!([turn(RENT, json!(20), "Turns above 20.00: own.lab wins", json!([7.5, 22.5]))])
    );
    assert_eq!(
        turns(json!([["own.lab.node.price", "60_000"]]), &[RENT]),
        json!([turn(RENT, json!(1_200), "Turns above 1,200.00: own.lab wins", json!(null))])
    );
    // the inputs nearest to changing the verdict are shown first
    let inputs = request(&mut session, &json!({ "ask": "inputs" }));
    assert_eq!(inputs["inputs"]["first"][0], "own.lab.node.price");
}

#[test]
fn the_engine_of_pages_matches_its_sources() {
    let ran = ended(Command::new("bash").args([".ci/build-engine", "--fingerprint"]), "");
    assert_eq!(ran.status, 0, "{}", ran.errors);
    let record = text_of("crates/documents/src/report/page/html/engine.txt");
    let recorded = record.lines().find_map(|line| line.strip_prefix("sources: "));
    assert_eq!(recorded, Some(ran.output.trim()), "the sources have changed: run .ci/build-engine");
}

#[test]
fn the_app_gives_the_same_results_as_the_commands() {
    const OFFERS: &str = "docs/questions/offers.csv";
    for path in ["scenarios/market-that-moves.yaml", "scenarios/serving-8xh100.yaml"] {
        let text = text_of(path);
        let mut session = Session::default();
        request(&mut session, &json!({ "ask": "read", "name": path, "text": text }));
        let views =
            ["compare", "report", "flip", "plan", "sensitivity", "simulate"].map(|name| (name, &[][..], json!(name)));
        let of_catalog = ("scan", &[][..], json!({ "scan": { "list": null } }));
        let of_list = ("scan", &["--offers", OFFERS][..], json!({ "scan": { "list": [OFFERS, text_of(OFFERS)] } }));
        for (command, more, view) in views.into_iter().chain([of_catalog, of_list]) {
            let question = json!({ "ask": "page", "set": [["discount_rate", "8%"]], "depth": "whole", "view": view });
            let printed = request(&mut session, &question);
            match program_beside(command, path, &[Setting::parse("discount_rate=8%").unwrap()], "html", more) {
                Ok(page) => {
                    assert_eq!(
                        printed["page"]["html"].as_str().map(str::trim),
                        Some(article(&page)),
                        "{path} {command}"
                    );
                }
                Err(errors) => {
                    let wrong = printed["wrong"].as_str().unwrap_or_else(|| panic!("{path} {command}: {printed:.300}"));
                    assert!(errors.contains(wrong), "{path} {command}: {wrong} and {errors}");
                }
            }
        }
    }
}

#[test]
fn a_saved_scenario_has_the_changed_inputs() {
    let (mut saved, mut refused) = (0, 0);
    for (at, path) in scenarios_in("scenarios").iter().enumerate() {
        let (answer, scenario) = carried(path.to_str().unwrap());
        let case = answer.loaded.scenario.cases.iter().next().map(|case| case.name.clone());
        for (settings, case) in
            moves(&answer, &mut Rolls(70 + at as u64)).into_iter().take(6).zip([None, case].iter().cycle())
        {
            // a page keeps only values that differ from those of the file
            let is_change = |setting: &Setting| {
                let number =
                    answer.loaded.document.find(&setting.path).and_then(|at| answer.loaded.document.number(at));
                number.is_none_or(|number| setting.value.parse() != Ok(number.value))
            };
            let settings: Vec<Setting> = settings.into_iter().filter(is_change).collect();
            let mut session = opened(&PageScenario { case: case.clone(), ..scenario.clone() });
            let options = |printed: &Value| -> Option<Value> {
                let json: Value = serde_json::from_str(printed["json"].as_str()?).unwrap();
                Some(json["options"].clone())
            };
            let Some(moved) = options(&request(&mut session, &json!({ "ask": "json", "set": pairs(&settings) })))
            else {
                continue;
            };
            let text = request(&mut session, &json!({ "ask": "save", "set": pairs(&settings), "format": "yaml" }));
            let Some(text) = text["text"].as_str() else {
                assert!(
                    text["wrong"].as_str().unwrap().contains("has no separate value"),
                    "{path:?} {settings:?}: {text}"
                );
                refused += 1;
                continue;
            };
            let mut session = opened(&PageScenario { text: text.to_owned(), ..scenario.clone() });
            let kept = options(&request(&mut session, &json!({ "ask": "json", "set": [] })));
            assert_eq!(kept, Some(moved), "{path:?} {case:?} {settings:?}");
            saved += 1;
        }
    }
    assert!(saved > 80 && refused * 3 < saved, "{saved} saved, {refused} refused");
}
