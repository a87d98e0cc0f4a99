//! The engine of pages (`web/src/engine`) beside the program: its decimals are those of `rust_decimal`, and what a page says of
//! moved inputs is what `compare --set` says, in every field that it does not call stale. Node judges, and asks a Chromium
//! where there is one; `.ci/install-test-tools` installs both, and the packages of `web/`. Without Node these tests say that
//! they were skipped.

use crate::support::program::{ended, system_tool};
use crate::support::rolls::Rolls;
use crate::support::{scenarios_in, text_of};
use rackrent::analysis::Answer;
use rackrent::analysis::cases::CaseStatement;
use rackrent::cli::Folder;
use rackrent::diagnostic::Severity;
use rackrent::report::{Extent, live};
use rackrent::{Canvas, Colour, Compared, Decimal, Format, Rejected, ScenarioText, Setting};
use rayon::prelude::*;
use rust_decimal::RoundingStrategy::{MidpointAwayFromZero, MidpointNearestEven};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Operations that decimals are compared in.
const OPERATIONS: usize = 100_000;
/// Moves of each scenario: more than a thousand of all.
const MOVES: usize = 34;

/// Texts that are no number, or not one of every input.
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
];

/// The judges in JavaScript, built once.
fn judges(not_tested: &str) -> Option<(PathBuf, &'static Path)> {
    static BUILT: OnceLock<()> = OnceLock::new();
    let node = system_tool("node", not_tested)?;
    let judges = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/web/node_modules/.tests"));
    BUILT.get_or_init(|| {
        let built = ended(Command::new(&node).args(["build.mjs", "--tests"]).current_dir("web"), "");
        assert_eq!(built.status, 0, "{}{}", built.output, built.errors);
    });
    Some((node, judges))
}

/// What a judge says of lines; it has found nothing wrong.
#[track_caller]
fn judged(judge: &[&str], not_tested: &str, lines: impl FnOnce() -> String) -> Option<String> {
    let (node, judges) = judges(not_tested)?;
    let (judge, arguments) = judge.split_first().unwrap();
    let ran = ended(Command::new(node).arg(judges.join(judge)).args(arguments), &lines());
    assert_eq!(ran.status, 0, "{}{}", ran.output, ran.errors);
    Some(ran.output)
}

#[test]
fn decimals_in_a_browser_are_those_of_the_program() {
    let Some(said) = judged(&["decimal.mjs"], "decimals in a browser", operations) else { return };
    assert_eq!(said, format!("{OPERATIONS} operations, 0 wrong\n"));
}

/// A line for each operation with its operands and its result.
fn operations() -> String {
    let mut rolls = Rolls(11);
    let mut lines = String::new();
    for _ in 0..OPERATIONS {
        let (a, other) = (any_decimal(&mut rolls), any_decimal(&mut rolls));
        let b = if rolls.below(20) == 0 { a } else { other };
        let digits = u32::try_from(rolls.below(28)).unwrap();
        let (operation, result) = operation(rolls.below(14), a, b, digits);
        writeln!(lines, "{operation}\t{a}\t{b}\t{digits}\t{result}").unwrap();
    }
    lines
}

#[expect(clippy::disallowed_methods, reason = "the page's decimals are held to those of rust_decimal itself")]
fn operation(which: usize, a: Decimal, b: Decimal, digits: u32) -> (&'static str, String) {
    let text = |value: Option<Decimal>| value.map_or("none".to_owned(), |value| value.to_string());
    let significant = |half| text(a.round_sf_with_strategy(digits + 1, half).map(|value| value.normalize()));
    match which {
        0 | 1 => ("add", text(a.checked_add(b))),
        2 | 3 => ("subtract", text(a.checked_sub(b))),
        4 | 5 => ("multiply", text(a.checked_mul(b))),
        6..=8 => ("divide", text(a.checked_div(b))),
        9 => ("compare", (a.cmp(&b) as i32).to_string()),
        10 => {
            let rounded = |half| a.round_dp_with_strategy(digits, half);
            ("rounded", format!("{} {}", rounded(MidpointAwayFromZero), rounded(MidpointNearestEven)))
        }
        11 => ("significant", format!("{} {}", significant(MidpointAwayFromZero), significant(MidpointNearestEven))),
        12 => ("whole", format!("{} {} {}", a.ceil(), a.floor(), a.trunc())),
        _ => ("normalized", a.normalize().to_string()),
    }
}

/// A decimal of any length and scale, often at an edge of either.
fn any_decimal(rolls: &mut Rolls) -> Decimal {
    const MOST: u128 = (1 << 96) - 1;
    let power = |rolls: &mut Rolls, below: usize| u32::try_from(rolls.below(below)).unwrap();
    let digits = match rolls.below(12) {
        0 => 10_u128.pow(power(rolls, 29)),
        1 => MOST - rolls.below(3) as u128,
        2 => 10_u128.pow(power(rolls, 28)) * (1 + rolls.below(7) as u128),
        3 => (1_u128 << rolls.below(96)) + rolls.below(2) as u128,
        4 => rolls.below(1000) as u128,
        _ => ((u128::from(rolls.roll()) << 64) | u128::from(rolls.roll())) >> (32 + rolls.below(96)),
    };
    let scale = power(rolls, 29);
    let value = Decimal::from_i128_with_scale(i128::try_from(digits.min(MOST)).unwrap(), scale);
    if rolls.below(2) == 0 { value } else { Decimal::ZERO - value }
}

#[test]
fn a_moved_page_says_what_the_program_says() {
    let pages = tempfile::tempdir().unwrap();
    let lines = || {
        // each scenario is moved at random in a way of its own
        let moves =
            |(at, path): (usize, PathBuf)| moved(path.to_str().unwrap(), pages.path(), &mut Rolls(15 + at as u64));
        scenarios_in("scenarios").into_par_iter().enumerate().map(moves).collect()
    };
    // the engine alone says the same, and is asked where there is no browser
    let judge = match system_tool("chromium", "pages that move in a browser") {
        Some(_) => vec!["moves.mjs", "--pages"],
        None => vec!["moves.mjs"],
    };
    let Some(said) = judged(&judge, "inputs that are moved in a page", lines) else { return };
    let count = |of: &str| -> usize {
        let at = said.find(of).unwrap_or_else(|| panic!("{said}"));
        said[..at].rsplit([' ', ',']).find_map(|word| word.parse().ok()).unwrap()
    };
    // what the program gives up, or nearly, is the exception
    let (moves, late) = (count(" moves"), count(" without break-even"));
    assert!(moves >= 1_000 && late * 50 < moves && count(" wrong") == 0, "{said}");
}

/// A scenario with its sheet and its page, and what the program says of it at values made at random, as a line of JSON.
fn moved(path: &str, pages: &Path, rolls: &mut Rolls) -> String {
    let text = text_of(path);
    let (stated, cases) = asked(path, &text, &[]).unwrap_or_else(|found| panic!("{path}: {:#?}", found.diagnostics));
    let sheet = live::sheet(&stated);
    let moves: Vec<String> = (0..MOVES)
        .map(|_| {
            let settings = settings(&stated, &sheet, rolls);
            // a page takes the spaces that `--set` takes
            let spaced = |text: &str| format!(" {text}\t ");
            let pairs: Vec<[String; 2]> = settings.iter().map(|set| [spaced(&set.path), spaced(&set.value)]).collect();
            let expected = match asked(path, &text, &settings) {
                Ok((answer, cases)) => in_json(&answer, &cases),
                Err(rejected) => impossible(&rejected),
            };
            format!("{{\"set\":{},\"expected\":{expected}}}", serde_json::to_string(&pairs).unwrap())
        })
        .collect();
    let json = in_json(&stated, &cases);
    let page = pages.join(Path::new(path).file_name().unwrap()).with_extension("html");
    std::fs::write(&page, written_as(Format::Html, &stated, &cases)).unwrap();
    let page = page.to_str().unwrap();
    let head = format!("\"name\":{path:?},\"page\":{page:?},\"sheet\":{sheet},\"stated\":{json}");
    format!("{{{head},\"moves\":[{}]}}\n", moves.join(","))
}

/// The answer of a scenario with settings, and what each of its cases says.
fn asked(path: &str, text: &str, settings: &[Setting]) -> Result<(Answer, Vec<CaseStatement>), Rejected> {
    let folder = Folder::of(path);
    let scenario = ScenarioText::new(text, &folder).named(path).set(settings);
    let answer = scenario.compare()?;
    let cases = scenario.cases(&answer.loaded);
    Ok((answer, cases))
}

fn in_json(answer: &Answer, cases: &[CaseStatement]) -> Value {
    serde_json::from_slice(&written_as(Format::Json, answer, cases)).unwrap()
}

fn written_as(format: Format, answer: &Answer, cases: &[CaseStatement]) -> Vec<u8> {
    let mut out = Vec::new();
    let compared = Compared::of(answer, Extent::Whole, None).with_cases(cases);
    format.write(&compared, &Canvas::new(100, Colour::Plain), &mut out).unwrap();
    out
}

fn impossible(rejected: &Rejected) -> Value {
    let errors = rejected.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
    let said = |finding: &rackrent::Diagnostic| json!({ "code": finding.code.text(), "message": finding.message, "path": finding.path });
    json!({ "impossible": errors.map(said).collect::<Vec<_>>() })
}

/// One to three inputs of a sheet at other values, or one with a text that may be no value.
fn settings(stated: &Answer, sheet: &Value, rolls: &mut Rolls) -> Vec<Setting> {
    let inputs = sheet["inputs"].as_array().unwrap();
    if rolls.below(8) == 0 {
        // what says no currency is an amount in that of the file, and the page asks for the one that its input has
        let plain: Vec<&Value> = inputs.iter().filter(|input| input["coded"] == false).collect();
        let path = plain[rolls.below(plain.len())]["path"].as_str().unwrap().to_owned();
        return vec![Setting { path, value: TEXTS[rolls.below(TEXTS.len())].to_owned() }];
    }
    let mut settings: Vec<Setting> = Vec::new();
    for _ in 0..=rolls.below(3) {
        let input = &inputs[rolls.below(inputs.len())];
        let path = input["path"].as_str().unwrap().to_owned();
        let document = &stated.loaded.document;
        let number = document.number(document.find(&path).unwrap()).unwrap();
        let value = written(input, other_value(input, number.value, rolls), rolls);
        if settings.iter().all(|set| set.path != path) {
            settings.push(Setting { path, value });
        }
    }
    settings
}

/// Another value of an input, within its bounds, with six decimals at most.
fn other_value(input: &Value, stated: Decimal, rolls: &mut Rolls) -> Decimal {
    let bound = |key: &str| input[key].as_str().unwrap().parse::<Decimal>().unwrap();
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

/// A value as an author may write it.
fn written(input: &Value, value: Decimal, rolls: &mut Rolls) -> String {
    if input["form"] == "share" && (value.abs() > Decimal::ONE || rolls.below(2) == 0) {
        format!("{}%", (value * Decimal::ONE_HUNDRED).normalize())
    } else if input["coded"] == true {
        format!("{value} {}", input["currency"].as_str().unwrap())
    } else {
        value.to_string()
    }
}
