//! Code of the fuzz targets. `tests/fuzz.rs` runs it with the corpus, without a fuzzer.

use rackrent::ScenarioText;
use rackrent::analysis::Answer;
use rackrent::analysis::backtest::{BacktestRequest, DatedOption, PricesByMonth, backtest};
use rackrent::analysis::groups::Grouping;
use rackrent::analysis::rate::rates;
use rackrent::analysis::sensitivity::{EndBreakEvens, Moved, sensitivity};
use rackrent::analysis::statement::{By, TimeBasis};
use rackrent::analysis::sweep::{Vary, sweep};
use rackrent::analysis::timing::{OrderRequest, replacement, timing};
use rackrent::catalog::{OLD_AFTER_DAYS, catalog_offers};
use rackrent::check::{self, Policy};
use rackrent::demand::trace::Traces;
use rackrent::diagnostic::{Diagnostic, Sources, Style, render};
use rackrent::model::OptionKind;
use rackrent::report::explain::Explanations;
use rackrent::report::{Canvas, Colour, Compared, Extent, Format, SplitCosts, WithCaveats};
use rackrent::scan::{ScanRequest, scan};
use rackrent::scenario::{self, CalendarMonth, Files, Rejected, Setting};
use rackrent::variation::Variation;
use rust_decimal::Decimal;
use std::io::{self, Cursor, Read};
use std::num::{NonZeroU32, NonZeroUsize};

/// Separator between a scenario and its settings, or its trace.
const SEPARATOR: &str = "\n---8<---\n";

/// Loads a scenario and renders all its findings.
pub fn load(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match scenario::load("fuzz.yaml", text, &[]) {
        Ok(loaded) => check_findings(&loaded.warnings, &loaded.sources),
        Err(rejected) => check_rejection(&rejected),
    }
}

/// Evaluates a scenario with the text after the separator as its trace, and writes the answer in every format.
pub fn evaluate(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (text, trace) = text.split_once(SEPARATOR).unwrap_or((text, "accelerators,hours\n4,8000\n1,760\n"));
    let trace = Trace(trace.as_bytes().to_vec());
    let checked = check::check("fuzz.yaml", text, &[], &trace, &Policy::default());
    check_findings(&checked.findings, &checked.sources);
    match answered(text, &trace) {
        Ok(answer) => {
            assert!(checked.decided.is_some(), "{:?}", checked.findings);
            write_all_formats(&answer).expect("a sink never fails");
        }
        Err(rejected) => {
            assert!(checked.decided.is_none(), "{:?}", rejected.diagnostics);
            check_rejection(&rejected);
        }
    }
}

/// Scenario and settings of an input: a setting for each line after the separator.
fn with_settings(text: &str) -> (&str, Vec<Setting>) {
    let (text, lines) = text.split_once(SEPARATOR).unwrap_or((SHORT, text));
    (text, lines.lines().take(64).filter_map(|line| Setting::parse(line).ok()).collect())
}

/// Runs all commands on a scenario with settings; a report has the results of `compare`, `check`, `flip`, `simulate` and `plan`.
pub fn report(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (text, settings) = with_settings(text);
    let trace = Trace(b"accelerators,hours\n4,8000\n1,760\n".to_vec());
    let scenario = ScenarioText::new(text, &trace).named("fuzz.yaml").set(&settings);
    let (mut sink, canvas) = (io::sink(), Canvas::new(100, Colour::Ansi));
    let formats = [Format::Table, Format::Html, Format::Json];
    match scenario.report() {
        Ok(report) => {
            formats
                .iter()
                .try_for_each(|format| format.write(&report, &canvas, &mut sink))
                .expect("a sink never fails");
        }
        Err(rejected) => check_rejection(&rejected),
    }
    let Ok(answer) = scenario.decide() else { return };
    if let Some(found) = sensitivity(&answer, Moved::Every(Decimal::new(1, 1)), EndBreakEvens::All) {
        let found = WithCaveats::of(&answer, &found);
        formats.iter().try_for_each(|format| format.write(&found, &canvas, &mut sink)).expect("a sink never fails");
    }
    run_other_commands(&answer, &settings);
}

/// Runs the commands whose results a report does not have: `explain`, `rate`, `sweep` of the first settings,
/// `timing`, `backtest`, and `scan`.
fn run_other_commands(answer: &Answer, settings: &[Setting]) {
    let (mut sink, canvas) = (io::sink(), Canvas::new(100, Colour::Ansi));
    explain_lines(answer).expect("a sink never fails");
    Format::Json.write(&rates(answer), &canvas, &mut sink).expect("a sink never fails");
    for setting in settings.iter().take(2) {
        let varied = Vary::parse(&format!("{}=0,1,1e9", setting.path));
        if let Ok(swept) = varied.and_then(|vary| sweep(&answer.loaded, &answer.traces, &[vary])) {
            Format::Json.write(&swept, &canvas, &mut sink).expect("a sink never fails");
        }
    }
    for option in answer.comparison.options.iter().take(2) {
        let every = NonZeroU32::new(12).unwrap_or(NonZeroU32::MIN);
        let request = OrderRequest { every, ..OrderRequest::of(option.name.as_str()) };
        if let Ok(found) = timing(&answer.loaded, &answer.traces, &request) {
            Format::Json.write(&found, &canvas, &mut sink).expect("a sink never fails");
        }
        if let Ok(found) = replacement(&answer.loaded, &answer.traces, option.name.as_str(), None) {
            Format::Json.write(&found, &canvas, &mut sink).expect("a sink never fails");
        }
    }
    for option in answer.comparison.options.iter().filter(|option| option.kind == OptionKind::Rent).take(1) {
        let months = (0..20).filter_map(|number| CalendarMonth::new(2024 + number / 12, number % 12 + 1));
        let prices = months.zip([Decimal::ONE, Decimal::TEN].into_iter().cycle());
        let Some(list) = PricesByMonth::of(prices) else { continue };
        let (option, series) = (option.name.to_string(), String::new());
        let currency = answer.loaded.scenario.currency.value.code().to_owned();
        let dated = DatedOption { option, series, currency, list, spot: None, estimates: Vec::new() };
        let every = NonZeroU32::new(6).unwrap_or(NonZeroU32::MIN);
        let request = BacktestRequest { files: Vec::new(), options: vec![dated], every, least: 2 };
        if let Ok(found) = backtest(&answer.loaded, &answer.traces, &request) {
            Format::Json.write(&found, &canvas, &mut sink).expect("a sink never fails");
        }
    }
    let request = ScanRequest {
        like: None,
        factors: Vec::new(),
        top: NonZeroUsize::MIN,
        effort: answer.effort,
        today: None,
        max_price_age_days: OLD_AFTER_DAYS,
        max_age: None,
    };
    // without a rented option, there is none that offers can resemble
    if let Ok(scan) = scan((&answer.loaded, &answer.traces), (&[], catalog_offers().collect()), &request) {
        Format::Json.write(&scan, &canvas, &mut sink).expect("a sink never fails");
    }
}

/// Loads a scenario with settings.
pub fn set(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (text, settings) = with_settings(text);
    match scenario::load("fuzz.yaml", text, &settings) {
        Ok(loaded) => {
            check_findings(&loaded.warnings, &loaded.sources);
            // applying the settings again changes nothing
            match Variation::of(&loaded, &Traces::default()).read_with(&settings) {
                Ok(again) => assert_eq!(again.warnings.len(), loaded.warnings.len()),
                Err(rejected) => panic!("{:?}", rejected.diagnostics),
            }
        }
        Err(rejected) => check_rejection(&rejected),
    }
}

const SHORT: &str = "\
name: Eight H100s
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { accelerators: 8, utilization: 65% }
own:
  hgx:
    node: { price: 289_000, accelerators: 8, power_kw: 10.2 }
    useful_life_months: 60
    pue: 1.3
    electricity_per_kwh: 0.094
rent:
  aws: { accelerators_per_instance: 8, on_demand_per_accelerator_hour: 6.88 }
";

/// Trace for every file name.
struct Trace(Vec<u8>);

impl Files for Trace {
    fn open(&self, _: &str) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(Cursor::new(&self.0)))
    }
}

fn answered(text: &str, trace: &Trace) -> Result<Answer, Rejected> {
    ScenarioText::new(text, trace).named("fuzz.yaml").compare()
}

/// Asserts that a rejection has an error, and renders it.
fn check_rejection(rejected: &Rejected) {
    assert!(!rejected.diagnostics.is_empty(), "rejected without a reason");
    check_findings(&rejected.diagnostics, &rejected.sources);
}

/// Asserts that findings are rendered in visible characters, with positions within their texts.
fn check_findings(findings: &[Diagnostic], sources: &Sources) {
    for finding in findings {
        if let Some(place) = finding.place {
            assert!(sources.written(place.source).is_some(), "{finding:?}");
            assert!(sources.slice(place).is_some(), "{finding:?}");
        }
    }
    let rendered = render(findings, sources, Style::default());
    assert!(rendered.chars().all(|c| c == '\n' || !c.is_control()), "{rendered:?}");
}

/// Writes an answer in every format and explains every line.
fn write_all_formats(answer: &Answer) -> io::Result<()> {
    check_findings(&answer.warnings(), &answer.loaded.sources);
    let (mut sink, canvas) = (io::sink(), Canvas::new(100, Colour::Ansi));
    let (charts, texts): (Vec<Format>, Vec<Format>) = Format::ALL.iter().partition(|format| format.is_chart());
    // letters of other scripts have no outlines, and are refused
    for format in charts {
        drop(format.write(&Compared::of(answer, Extent::Whole, None), &canvas, &mut sink));
    }
    let over_time = |by, basis| answer.view(by, basis).map(SplitCosts::OverTime);
    let by_owner = answer.groups(&Grouping::Owner).ok().map(SplitCosts::ByGroup);
    let splits = [None, over_time(By::Year, TimeBasis::Cash), over_time(By::Month, TimeBasis::Amortized), by_owner];
    for split in splits {
        let compared = Compared::of(answer, Extent::Whole, split);
        texts.iter().try_for_each(|format| format.write(&compared, &canvas, &mut sink))?;
    }
    explain_lines(answer)
}

/// Explains every line of an answer.
fn explain_lines(answer: &Answer) -> io::Result<()> {
    let (mut sink, canvas) = (io::sink(), Canvas::new(100, Colour::Ansi));
    let header = &answer.comparison.header;
    for topic in answer.topics().iter().take(40) {
        let explained = answer.explain(&topic.name);
        let explained = explained.unwrap_or_else(|near| panic!("{} is nothing but {near:?}", topic.name));
        let explanations = Explanations::Of(header, &topic.name, explained);
        explanations.text(&canvas, &mut sink)?;
        explanations.markdown(&mut sink)?;
        explanations.json(&mut sink)?;
    }
    Ok(())
}
