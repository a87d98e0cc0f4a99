//! Hand-calculated scenarios in round numbers; the calculation is in their comments.
//!
//! A comment `# expect …` has the expected answer; the test compares exactly: money to the minor unit, ratios to 12 digits
//! (a quotient such as `10/21` may replace one), `none` for no value.
//!
//! ```text
//! # expect own.a line NAME GROUP TOTAL [PRESENT_VALUE]    once a line of an option is named, all of them must be
//! # expect own.a value TOTAL PRESENT_VALUE LESS_COST
//! # expect own.a indirect_tax TOTAL PRESENT_VALUE
//! # expect own.a month 12 CASH                            likewise `year 1 CASH AMORTIZED PRESENT_VALUE`
//! # expect own.a fiscal_year 2027/28 CASH
//! # expect own.a total 5678.00                            likewise every other figure of an option
//! # expect own.a commitment NAME USED COVERED
//! # expect own.a ineligible [WORDS OF THE REASON]         a line for each reason
//! # expect own.a loan payment 1020.10                     likewise every other figure of a loan
//! # expect own.a waste failed HOURS [SHARE [COST]]
//! # expect own.a group owner TEAM TOTAL PRESENT_VALUE SHARE HOURS PER_HOUR    likewise `group tag:NAME VALUE`, `none` without a name
//! # expect workload chat peak 16                          likewise every other figure of a workload
//! # expect workload chat cost own.a COST [PER_UNIT]
//! # expect own.a rent.b break_even crosses 0.6            several points as `0.6,4/3`; likewise every other figure of a pair
//! # expect own.a rent.b beyond_capacity SHARE FACTOR       or `none`, or `not_up_to SHARE`
//! # expect rent.a rent.b break_even crosses 0.6 first then second
//! # expect verdict winner own.a
//! # expect warning over-budget [WORDS OF THE MESSAGE]
//! # expect warnings over-budget 3                        how many there are
//! # expect error demand-exceeds-fleet
//! ```

use crate::support::ask;
use rackrent::analysis::Answer;
use rackrent::analysis::groups::Grouping;
use rackrent::analysis::statement::{
    By, Comparison, CrossingOutcome, OptionResult, PairHalf, PairResult, RequestedPairs, SameSideOutcome, TimeBasis,
    Winner,
};
use rackrent::diagnostic::Severity;
use rackrent::model::OptionId;
use rackrent::number;
use rackrent::reasons::{falls_behind, ineligible, no_break_even, no_return};
use rackrent::scenario::Rejected;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// An expectation and its position.
struct Expectation<'a> {
    place: String,
    words: Vec<&'a str>,
}

impl Expectation<'_> {
    /// The rest of the line from a word on, as one text.
    fn rest(&self, from: usize) -> String {
        self.words[from..].join(" ")
    }

    #[track_caller]
    fn is(&self, found: &str, expected: &str) {
        assert_eq!(found, expected, "{}: {}", self.place, self.rest(0));
    }

    #[track_caller]
    fn money(&self, found: Option<Decimal>, minor_digits: u32, at: usize) {
        let found = found.map_or("none".to_owned(), |found| number::plain(found, minor_digits));
        self.is(&found, self.words[at]);
    }

    #[track_caller]
    fn ratio(&self, found: Option<Decimal>, at: usize) {
        let expected = (self.words[at] != "none").then(|| number::ratio(quotient(self.words[at])));
        assert_eq!(found, expected, "{}: {}", self.place, self.rest(0));
    }

    #[track_caller]
    fn month(&self, found: Option<u32>, at: usize) {
        self.is(&found.map_or("none".to_owned(), |month| month.to_string()), self.words[at]);
    }

    #[track_caller]
    fn unknown(&self) -> ! {
        panic!("{}: cannot be read: {}", self.place, self.rest(0))
    }
}

/// `10/21` or `0.25`.
fn quotient(text: &str) -> Decimal {
    let decimal = |text: &str| text.parse::<Decimal>().unwrap();
    text.split_once('/').map_or_else(|| decimal(text), |(a, b)| decimal(a) / decimal(b))
}

fn expectations<'a>(name: &str, text: &'a str) -> Vec<Expectation<'a>> {
    let lines = text.lines().zip(1..).filter_map(|(line, number)| {
        let words = line.trim().strip_prefix("# expect ")?.split_whitespace().collect();
        Some(Expectation { place: format!("{name}:{number}"), words })
    });
    lines.collect()
}

fn option<'a>(answer: &'a Answer, expected: &Expectation<'_>) -> &'a OptionResult {
    let found = answer.comparison.options.iter().find(|option| option.name == expected.words[0]);
    found.unwrap_or_else(|| expected.unknown())
}

fn of_option(answer: &Answer, expected: &Expectation<'_>) {
    let option = option(answer, expected);
    let digits = answer.comparison.header.minor_digits;
    match expected.words[1] {
        "total" => expected.money(Some(*option.total), digits, 2),
        "present_value" => expected.money(Some(*option.present_value), digits, 2),
        "per_month" => expected.money(Some(*option.per_month), digits, 2),
        "amortized_capital" => expected.money(option.amortized_capital.map(Decimal::from), digits, 2),
        "per_useful_hour" => expected.ratio(option.per_useful_hour.map(Decimal::from), 2),
        "per_unit" => expected.ratio(option.per_unit.map(Decimal::from), 2),
        "indirect_tax" => {
            let tax = option.indirect_tax;
            expected.money(tax.map(|tax| *tax.total), digits, 2);
            expected.money(tax.map(|tax| *tax.present_value), digits, 3);
        }
        "value" => {
            let value = option.value_of_work;
            expected.money(value.map(|value| *value.total), digits, 2);
            expected.money(value.map(|value| *value.present_value), digits, 3);
            expected.money(value.map(|value| *value.less_cost), digits, 4);
        }
        "useful_hours" => expected.ratio(Some(*option.useful_hours), 2),
        "work_done" => expected.ratio(option.work_done.map(Decimal::from), 2),
        "without_headroom" => expected.ratio(Some(*option.hours_without_headroom), 2),
        "lost" => expected.ratio(Some(*option.hours_lost_to_downtime), 2),
        "utilization" => expected.ratio(option.utilization.map(Decimal::from), 2),
        "useful_share" => expected.ratio(option.useful_share_of_paid_hours.map(Decimal::from), 2),
        "energy" => expected.ratio(option.energy_kwh_per_year.map(Decimal::from), 2),
        "carbon" => expected.ratio(option.carbon_kg_per_year.map(Decimal::from), 2),
        "nodes" => expected.ratio(option.nodes.map(Decimal::from), 2),
        "line" => line(option, digits, expected),
        "month" => month(answer, expected),
        "year" => year(option, digits, expected),
        "fiscal_year" => fiscal_year(answer, expected),
        "commitment" => commitment(option, expected),
        "ahead" => ahead(option, digits, expected),
        "loan" => loan(option, digits, expected),
        "waste" => waste(option, digits, expected),
        "group" => group(answer, expected),
        "eligible" => assert!(option.eligible(), "{}: {:?}", expected.place, option.ineligible_because),
        "ineligible" => {
            let words = expected.rest(2);
            let found = option.ineligible_because.iter().any(|why| ineligible(why).contains(&words));
            assert!(found, "{}: {words}: {:?}", expected.place, option.ineligible_because);
        }
        "comparable" => assert!(option.comparable(), "{}: {:?}", expected.place, option.not_comparable_because),
        "not_comparable" => assert!(!option.comparable(), "{}", expected.place),
        _ => expected.unknown(),
    }
}

fn line(option: &OptionResult, digits: u32, expected: &Expectation<'_>) {
    let (name, group) = (expected.words[2], expected.words[3]);
    // a space in a standard line name of the reports is written as a hyphen
    let found: Vec<_> =
        option.lines.iter().filter(|line| line.name.replace(' ', "-") == name && line.group.name() == group).collect();
    assert_eq!(found.len(), 1, "{}: {} {name} {group} stands once", expected.place, option.name);
    expected.money(Some(*found[0].total), digits, 4);
    if expected.words.len() > 5 {
        expected.money(Some(*found[0].present_value), digits, 5);
    }
}

fn month(answer: &Answer, expected: &Expectation<'_>) {
    let view = answer.view(By::Month, TimeBasis::Cash).unwrap();
    let option = view.options.iter().find(|option| option.name == expected.words[0]).unwrap();
    let month: usize = expected.words[2].parse().unwrap();
    expected.money(Some(*option.totals[month]), answer.comparison.header.minor_digits, 3);
}

fn year(option: &OptionResult, digits: u32, expected: &Expectation<'_>) {
    let year: usize = expected.words[2].parse().unwrap();
    let found = &option.years[year];
    expected.money(Some(*found.cash), digits, 3);
    expected.money(Some(*found.amortized), digits, 4);
    expected.money(Some(*found.present_value), digits, 5);
}

fn fiscal_year(answer: &Answer, expected: &Expectation<'_>) {
    let view = answer.view(By::FiscalYear, TimeBasis::Cash).unwrap();
    let option = view.options.iter().find(|option| option.name == expected.words[0]).unwrap();
    let named = |date: &Option<String>| date.as_deref() == Some(expected.words[2]);
    let year = view.dates.iter().flatten().position(named).unwrap_or_else(|| expected.unknown());
    expected.money(Some(*option.totals[year]), answer.comparison.header.minor_digits, 3);
}

fn commitment(option: &OptionResult, expected: &Expectation<'_>) {
    let found = option.commitments.iter().find(|commitment| commitment.name == expected.words[2]).unwrap();
    expected.ratio(found.used_share.map(Decimal::from), 3);
    expected.ratio(found.covered_share.map(Decimal::from), 4);
}

fn ahead(option: &OptionResult, digits: u32, expected: &Expectation<'_>) {
    let found = option.cash_ahead.iter().find(|ahead| ahead.other == expected.words[2]);
    expected.money(found.map(|ahead| ahead.amount).map(Decimal::from), digits, 3);
    if let Some(found) = found {
        expected.month(Some(found.month), 4);
    }
}

fn loan(option: &OptionResult, digits: u32, expected: &Expectation<'_>) {
    let found = option.loan.as_ref().unwrap_or_else(|| expected.unknown());
    let amount = match expected.words[2] {
        "borrowed" => found.borrowed,
        "payment" => found.payment,
        "interest" => found.interest,
        "balance" => found.balance,
        "present_value" => found.present_value,
        _ => expected.unknown(),
    };
    expected.money(Some(*amount), digits, 3);
}

fn waste(option: &OptionResult, digits: u32, expected: &Expectation<'_>) {
    let found = option.waste.iter().find(|waste| waste.cause.name() == expected.words[2]);
    expected.ratio(found.map(|waste| waste.hours).map(Decimal::from), 3);
    if expected.words.len() > 4 {
        expected.ratio(found.map(|waste| waste.share).map(Decimal::from), 4);
    }
    if expected.words.len() > 5 {
        expected.money(found.map(|waste| waste.cost).map(Decimal::from), digits, 5);
    }
}

fn group(answer: &Answer, expected: &Expectation<'_>) {
    let by = match expected.words[2].split_once(':') {
        Some((_, name)) => Grouping::Tag(name.to_owned()),
        None => Grouping::Owner,
    };
    let groups = answer.groups(&by).unwrap();
    let option = groups.options.iter().find(|option| option.name == expected.words[0]).unwrap();
    let name = Some(expected.words[3]).filter(|name| *name != "none");
    let found = option.groups.iter().find(|group| group.group.as_deref() == name);
    let found = found.unwrap_or_else(|| expected.unknown());
    let digits = answer.comparison.header.minor_digits;
    expected.money(Some(*found.total), digits, 4);
    expected.money(Some(*found.present_value), digits, 5);
    expected.ratio(found.share.map(Decimal::from), 6);
    expected.ratio(Some(*found.useful_hours), 7);
    expected.ratio(found.per_useful_hour.map(Decimal::from), 8);
}

fn of_workload(comparison: &Comparison, expected: &Expectation<'_>) {
    let found = comparison.workloads.iter().find(|workload| workload.name == expected.words[1]);
    let found = found.unwrap_or_else(|| expected.unknown());
    match expected.words[2] {
        "peak" => expected.ratio(found.peak.map(Decimal::from), 3),
        "mean" => expected.ratio(Some(*found.mean), 3),
        "useful_hours" => expected.ratio(Some(*found.useful_hours), 3),
        "spent_hours" => expected.ratio(Some(*found.spent_hours), 3),
        "per_run" => {
            let cost = found.costs.iter().find(|cost| cost.option == expected.words[3]);
            let cost = cost.unwrap_or_else(|| expected.unknown());
            expected.ratio(cost.per_run.map(Decimal::from), 4);
        }
        "per_million" => {
            let cost = found.costs.iter().find(|cost| cost.option == expected.words[3]);
            let cost = cost.unwrap_or_else(|| expected.unknown()).per_million_tokens.as_ref();
            expected.ratio(cost.and_then(|cost| cost.input).map(Decimal::from), 4);
            expected.ratio(cost.and_then(|cost| cost.cached_input).map(Decimal::from), 5);
            expected.ratio(cost.and_then(|cost| cost.output).map(Decimal::from), 6);
        }
        "cost" => {
            let cost = found.costs.iter().find(|cost| cost.option == expected.words[3]);
            let cost = cost.unwrap_or_else(|| expected.unknown());
            expected.money(cost.cost.map(Decimal::from), comparison.header.minor_digits, 4);
            if expected.words.len() > 5 {
                expected.ratio(cost.per_unit.map(Decimal::from), 5);
            }
        }
        _ => expected.unknown(),
    }
}

fn of_pair(answer: &Answer, expected: &Expectation<'_>) {
    let (own, rent, digits) = (expected.words[0], expected.words[1], answer.comparison.header.minor_digits);
    if own.split('.').next() == rent.split('.').next() {
        return of_one_side(answer, expected);
    }
    let pair = answer.comparison.pairs.iter().find(|pair| pair.own == own && pair.rent == rent);
    let pair = pair.unwrap_or_else(|| expected.unknown());
    let point = pair.break_even.points.first();
    match expected.words[2] {
        "break_even" => break_even(pair, expected),
        "beyond_capacity" => beyond_capacity(pair, expected),
        "factor_limit" => expected.ratio(pair.break_even.factor_limit.map(Decimal::from), 3),
        "utilization" => expected.ratio(point.and_then(|point| point.utilization).map(Decimal::from), 3),
        "demand_utilization" => expected.ratio(point.and_then(|point| point.demand_utilization).map(Decimal::from), 3),
        "hours_per_day" => expected.ratio(point.and_then(|point| point.hours_per_day).map(Decimal::from), 3),
        "replicas" => {
            for (at, count) in point.map_or([None, None], |point| point.replicas).iter().enumerate() {
                expected.ratio(count.map(Decimal::from), at + 3);
            }
        }
        "payback" => expected.month(pair.payback_month, 3),
        "payback_months" => expected.ratio(pair.payback_months.map(Decimal::from), 3),
        "discounted_payback_months" => expected.ratio(pair.discounted_payback_months.map(Decimal::from), 3),
        "payback_date" => {
            expected.is(&pair.payback_date.map_or("none".to_owned(), |date| date.to_string()), expected.words[3]);
        }
        "discounted_payback" => expected.month(pair.discounted_payback_month, 3),
        "payback_behind" => {
            expected.is(
                &pair.payback_reversal.map_or("never".to_owned(), |behind| falls_behind(&behind)),
                &expected.rest(3),
            );
        }
        "horizon" => expected.month(pair.break_even_horizon_months, 3),
        "resale_needed" => expected.money(pair.resale_needed.map(Decimal::from), digits, 3),
        "resale_counted" => expected.money(pair.resale_counted.map(Decimal::from), digits, 3),
        "irr" if expected.words[3] == "none" => {
            expected
                .is(&pair.no_return.as_ref().map_or_else(|| "there is one".to_owned(), no_return), &expected.rest(4));
        }
        "irr" if expected.words[3] == "about" => {
            expected.is(&pair.irr.map_or("none".to_owned(), |irr| number::percent(*irr, 2)), &expected.rest(4));
        }
        "irr" => expected.ratio(pair.irr.map(Decimal::from), 3),
        _ => expected.unknown(),
    }
}

fn of_one_side(answer: &Answer, expected: &Expectation<'_>) {
    let (first, second) = (expected.words[0], expected.words[1]);
    let mut pairs = answer.comparison.pairs.of_one_side.iter();
    let pair = pairs.find(|pair| pair.first == first && pair.second == second).unwrap_or_else(|| expected.unknown());
    let point = pair.break_even.points.first();
    let half = |half: &PairHalf| match half {
        PairHalf::First => "first",
        PairHalf::Second => "second",
    };
    match (expected.words[2], &pair.break_even.outcome) {
        ("factor_limit", _) => expected.ratio(pair.break_even.factor_limit.map(Decimal::from), 3),
        ("demand_utilization", _) => {
            expected.ratio(point.and_then(|point| point.demand_utilization).map(Decimal::from), 3);
        }
        ("hours_per_day", _) => expected.ratio(point.and_then(|point| point.hours_per_day).map(Decimal::from), 3),
        ("break_even", SameSideOutcome::Always(wins)) => {
            expected.is(&format!("always_{}", half(wins)), expected.words[3]);
        }
        ("break_even", SameSideOutcome::Equal) => expected.is("always_first", expected.words[3]),
        ("break_even", SameSideOutcome::Crosses) => {
            expected.is("crosses", expected.words[3]);
            expected.is(&pair.break_even.points.len().to_string(), "1");
            expected.ratio(point.map(|point| *point.factor), 4);
            let wins: Vec<&str> = pair.break_even.wins.iter().map(half).collect();
            expected.is(&wins.join(" then "), &expected.rest(5));
        }
        (_, _) => expected.unknown(),
    }
}

fn break_even(pair: &PairResult, expected: &Expectation<'_>) {
    let found = &pair.break_even;
    let outcome = match &found.outcome {
        CrossingOutcome::Crosses => "crosses".to_owned(),
        CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal => "always_own".to_owned(),
        CrossingOutcome::AlwaysRent => "always_rent".to_owned(),
        CrossingOutcome::None(why) => format!("none {}", no_break_even(*why)),
    };
    if found.outcome != CrossingOutcome::Crosses {
        return expected.is(&outcome, &expected.rest(3));
    }
    expected.is(&outcome, expected.words[3]);
    let factors: Vec<Option<Decimal>> = found.points.iter().map(|point| Some(*point.factor)).collect();
    let written: Vec<Option<Decimal>> =
        expected.words[4].split(',').map(|point| Some(number::ratio(quotient(point)))).collect();
    assert_eq!(factors, written, "{}: {}", expected.place, expected.rest(0));
    let winner = |winner: &Winner| match winner {
        Winner::Own => "own",
        Winner::Rent => "rent",
    };
    let wins: Vec<&str> = found.wins.iter().map(winner).collect();
    expected.is(&wins.join(" then "), &expected.rest(5));
}

fn beyond_capacity(pair: &PairResult, expected: &Expectation<'_>) {
    let found = pair.break_even.beyond_capacity;
    match expected.words[3] {
        "none" => assert_eq!(found, None, "{}", expected.place),
        "not_up_to" => {
            assert_eq!(found.map(|beyond| beyond.share_of_capacity), Some(None), "{}", expected.place);
            expected.ratio(found.map(|beyond| beyond.looked_up_to).map(Decimal::from), 4);
        }
        _ => {
            expected.ratio(found.and_then(|beyond| beyond.share_of_capacity).map(Decimal::from), 3);
            expected.ratio(found.and_then(|beyond| beyond.demand_factor).map(Decimal::from), 4);
        }
    }
}

fn of_verdict(comparison: &Comparison, expected: &Expectation<'_>) {
    let (verdict, digits) = (&comparison.verdict, comparison.header.minor_digits);
    match expected.words[1] {
        "winner" => expected.is(verdict.winner.as_ref().map_or("none", OptionId::as_str), expected.words[2]),
        "runner_up" => {
            expected.is(verdict.runner_up.as_ref().map_or("none", OptionId::as_str), expected.words[2]);
        }
        "saving" => expected.money(verdict.saving.map(Decimal::from), digits, 2),
        "saving_share" => expected.ratio(verdict.saving_share.map(Decimal::from), 2),
        "close" => expected.is(&verdict.close.to_string(), expected.words[2]),
        "disagreements" => {
            let found: Vec<String> =
                verdict.disagreements.iter().map(|other| format!("{} {}", other.metric(), other.option)).collect();
            let found = if found.is_empty() { "none".to_owned() } else { found.join(" ") };
            expected.is(&found, &expected.rest(2));
        }
        "pairs" => expected.is(&comparison.pairs.len().to_string(), expected.words[2]),
        _ => expected.unknown(),
    }
}

/// If one line of an option is expected, all its lines must be; the same for the reasons why an option is ineligible.
fn assert_complete(name: &str, comparison: &Comparison, expectations: &[Expectation<'_>]) {
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for expected in expectations.iter().filter(|expected| expected.words.len() > 1) {
        match expected.words[1] {
            "line" => *lines.entry(expected.words[0]).or_default() += 1,
            "ineligible" => *reasons.entry(expected.words[0]).or_default() += 1,
            _ => {}
        }
    }
    for option in &comparison.options {
        if let Some(expected) = lines.get(option.name.as_str()) {
            let found: Vec<String> =
                option.lines.iter().map(|l| format!("{} {} {}", l.name, l.group.name(), l.total)).collect();
            assert_eq!(found.len(), *expected, "{name}: lines of {}: {found:#?}", option.name);
        }
        let expected = reasons.get(option.name.as_str()).copied().unwrap_or_default();
        assert_eq!(option.ineligible_because.len(), expected, "{name}: {:?}", option.ineligible_because);
    }
}

fn rejected(name: &str, rejected: &Rejected, expectations: &[Expectation<'_>]) {
    let errors = || rejected.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
    let codes: Vec<&str> = errors().map(|finding| finding.code.text()).collect();
    let messages: Vec<&str> = errors().map(|finding| finding.message.as_str()).collect();
    let expected: Vec<&str> = expectations.iter().filter(|e| e.words[0] == "error").map(|e| e.words[1]).collect();
    assert_eq!(codes, expected, "{name}: {messages:#?}");
}

fn check(name: &str, text: &str) {
    let expectations = expectations(name, text);
    assert!(!expectations.is_empty(), "{name} expects nothing");
    let answer = match ask(&format!("tests/hand/{name}"), text, &[]) {
        Ok(answer) => answer.with_pairs(RequestedPairs::All).unwrap(),
        Err(findings) => return rejected(name, &findings, &expectations),
    };
    let comparison = &answer.comparison;
    for expected in &expectations {
        match (expected.words[0], expected.words.get(1)) {
            ("verdict", _) => of_verdict(comparison, expected),
            ("warning", Some(code)) => {
                let words = expected.rest(2);
                let is_suggested = |warning: &&rackrent::diagnostic::Diagnostic| {
                    warning.code.text() == *code && warning.message.contains(&words)
                };
                let found = answer.warnings();
                assert!(
                    found.iter().any(|warning| is_suggested(&warning)),
                    "{}: no warning {code} {words}",
                    expected.place
                );
            }
            ("warnings", Some(code)) => {
                let found = answer.warnings().iter().filter(|warning| warning.code.text() == *code).count();
                expected.is(&found.to_string(), expected.words[2]);
            }
            ("workload", Some(_)) => of_workload(comparison, expected),
            (_, Some(other)) if other.starts_with("rent.") || other.starts_with("own.") => of_pair(&answer, expected),
            (option, Some(_)) if comparison.options.iter().any(|found| found.name == option) => {
                of_option(&answer, expected);
            }
            _ => expected.unknown(),
        }
    }
    assert_complete(name, comparison, &expectations);
}

macro_rules! hand {
    ($( $test:ident $file:literal; )*) => {
        mod scenario {
            $(
                #[test]
                fn $test() {
                    super::check($file, include_str!(concat!("hand/", $file)));
                }
            )*
        }

        #[test]
        fn every_file_is_read() {
            let named = [$($file),*];
            for entry in std::fs::read_dir("tests/hand").unwrap() {
                let entry = entry.unwrap();
                let name = entry.file_name().into_string().unwrap();
                let known = entry.path().is_dir() || named.contains(&name.as_str());
                assert!(known, "tests/hand/{name} is not in the list");
            }
        }
    };
}

hand! {
    one_off_at_the_decision "one-off-at-the-decision.yaml";
    own_nodes "own-nodes.yaml";
    own_electricity "own-electricity.yaml";
    own_nameplate "own-nameplate.yaml";
    own_purchases "own-purchases.yaml";
    owned_already "owned-already.yaml";
    owned_already_ages "owned-already-ages.yaml";
    own_sized "own-sized.yaml";
    own_sized_shrinking "own-sized-shrinking.yaml";
    own_sized_lead_time "own-sized-lead-time.yaml";
    own_sized_long_lead_time "own-sized-long-lead-time.yaml";
    own_price "own-price.yaml";
    own_availability "own-availability.yaml";
    throughput "throughput.yaml";
    own_lead_time "own-lead-time.yaml";
    own_payment "own-payment.yaml";
    own_burst "own-burst.yaml";
    own_burst_rules "own-burst-rules.yaml";
    own_burst_always_on "own-burst-always-on.yaml";
    own_wait "own-wait.yaml";
    own_wait_uncosted "own-wait-uncosted.yaml";
    own_wait_availability "own-wait-availability.yaml";
    own_too_small "own-too-small.yaml";
    own_capital "own-capital.yaml";
    own_value_at_horizon "own-value-at-horizon.yaml";
    own_market_values "own-market-values.yaml";
    own_replacements "own-replacements.yaml";
    value_of_work "value-of-work.yaml";
    value_of_work_taxed "value-of-work-taxed.yaml";
    value_of_work_undone "value-of-work-undone.yaml";
    currency_tax_path "currency-tax-path.yaml";
    price_dates "price-dates.yaml";
    price_monthly "price-monthly.yaml";
    price_path "price-path.yaml";
    price_path_dates "price-path-dates.yaml";
    own_warranty "own-warranty.yaml";
    until "until.yaml";
    own_warranty_replacement "own-warranty-replacement.yaml";
    own_operating "own-operating.yaml";
    rent_operating "rent-operating.yaml";
    discounting "discounting.yaml";
    discounted_months "discounted-months.yaml";
    rent_on_demand "rent-on-demand.yaml";
    rent_commitments "rent-commitments.yaml";
    rent_commitments_unused "rent-commitments-unused.yaml";
    rent_dedicated "rent-dedicated.yaml";
    rent_dedicated_terms "rent-dedicated-terms.yaml";
    rent_per_unit "rent-per-unit.yaml";
    requires "requires.yaml";
    requires_workloads "requires-workloads.yaml";
    requires_instance "requires-instance.yaml";
    verdict_tie "verdict-tie.yaml";
    budgets "budgets.yaml";
    budgets_fiscal "budgets-fiscal.yaml";
    budget_owned_already "budget-owned-already.yaml";
    verdict_close "verdict-close.yaml";
    verdict_not_close "verdict-not-close.yaml";
    verdict_one_side "verdict-one-side.yaml";
    verdict_no_winner "verdict-no-winner.yaml";
    verdict_disagreements "verdict-disagreements.yaml";
    break_even "break-even.yaml";
    break_even_equal "break-even-equal.yaml";
    break_even_no_demand "break-even-no-demand.yaml";
    break_even_limit "break-even-limit.yaml";
    payback_turns "payback-turns.yaml";
    payback_turns_tax "payback-turns-tax.yaml";
    payback_turns_loan "payback-turns-loan.yaml";
    payback_turns_running "payback-turns-running.yaml";
    payback_tax_accrued "payback-tax-accrued.yaml";
    returns "returns.yaml";
    returns_by_date "returns-by-date.yaml";
    returns_by_month "returns-by-month.yaml";
    returns_late_cost "returns-late-cost.yaml";
    returns_refresh "returns-refresh.yaml";
    payback_paid "payback-paid.yaml";
    levels_no_hours "levels-no-hours.yaml";
    levels_no_hours_workloads "levels-no-hours-workloads.yaml";
    own_capital_beyond_horizon "own-capital-beyond-horizon.yaml";
    break_even_horizon "break-even-horizon.yaml";
    break_even_horizon_loan "break-even-horizon-loan.yaml";
    currency_yen "currency-yen.yaml";
    currency_dinar "currency-dinar.yaml";
    currency_recurring "currency-recurring.yaml";
    currency_purchase "currency-purchase.yaml";
    currency_terms "currency-terms.yaml";
    currency_bursts "currency-bursts.yaml";
    demand_runs "demand-runs.yaml";
    demand_serving "demand-serving.yaml";
    stalled "stalled.yaml";
    stalled_growth "stalled-growth.yaml";
    groups "groups.yaml";
    demand_serving_too_large "demand-serving-too-large.yaml";
    demand_clock "demand-clock.yaml";
    demand_independent "demand-independent.yaml";
    demand_trace_samples "demand-trace-samples.yaml";
    demand_starts "demand-starts.yaml";
    flexible_idle "flexible-idle.yaml";
    flexible_too_much "flexible-too-much.yaml";
    exact_fit_pools "exact-fit-pools.yaml";
    exact_fit_level "exact-fit-level.yaml";
    flexible_wait "flexible-wait.yaml";
    flexible_delivery "flexible-delivery.yaml";
    spot "spot.yaml";
    spot_discount_own_path "spot-discount-own-path.yaml";
    spot_discount_years "spot-discount-years.yaml";
    failures "failures.yaml";
    failures_elastic "failures-elastic.yaml";
    spot_cannot_finish "spot-cannot-finish.yaml";
    rent_commitments_flexible "rent-commitments-flexible.yaml";
    rent_dedicated_flexible "rent-dedicated-flexible.yaml";
    rent_per_unit_workloads "rent-per-unit-workloads.yaml";
    own_sized_pool "own-sized-pool.yaml";
    throughput_by_workload "throughput-by-workload.yaml";
    tokens "tokens.yaml";
    tokens_cached "tokens-cached.yaml";
    tokens_reference "tokens-reference.yaml";
    replicas "replicas.yaml";
    replicas_several "replicas-several.yaml";
    replicas_too_many "replicas-too-many.yaml";
    quota "quota.yaml";
    quota_exceeded "quota-exceeded.yaml";
    quota_break_even "quota-break-even.yaml";
    replicas_break_even "replicas-break-even.yaml";
    cold_starts "cold-starts.yaml";
    requires_servers "requires-servers.yaml";
    hybrid "hybrid.yaml";
    verdict_tie_hybrid "verdict-tie-hybrid.yaml";
    lead_time_weeks "lead-time-weeks.yaml";
    lease "lease.yaml";
    lease_yearly "lease-yearly.yaml";
    lease_renewed "lease-renewed.yaml";
    loan "loan.yaml";
    break_even_above_fleet "break-even-above-fleet.yaml";
    rent_always_on_flexible "rent-always-on-flexible.yaml";
    lease_purchases "lease-purchases.yaml";
    hybrid_sized "hybrid-sized.yaml";
    demand_statements "demand-statements.yaml";
    break_even_workloads "break-even-workloads.yaml";
    pairs_of_one_side "pairs-of-one-side.yaml";
    pairs_of_one_side_short "pairs-of-one-side-short.yaml";
    pairs_of_one_side_beyond "pairs-of-one-side-beyond.yaml";
    beyond_capacity_short "beyond-capacity-short.yaml";
    beyond_capacity_workloads "beyond-capacity-workloads.yaml";
    failed_runs_too_small "failed-runs-too-small.yaml";
    failed_runs_power "failed-runs-power.yaml";
    indirect_tax "indirect-tax.yaml";
    taxes "taxes.yaml";
    taxes_state "taxes-state.yaml";
    taxes_state_not_deductible "taxes-state-not-deductible.yaml";
    taxes_by_month "taxes-by-month.yaml";
    fiscal_years "fiscal-years.yaml";
    flows_year_end "flows-year-end.yaml";
    flows_mid_year "flows-mid-year.yaml";
    financing_inside "financing-inside.yaml";
    failed_runs_beside_serving "failed-runs-beside-serving.yaml";
    headroom_not_held "headroom-not-held.yaml";
    headroom_some_hours "headroom-some-hours.yaml";
    job_larger_than_fleet "job-larger-than-fleet.yaml";
    job_larger_than_fleet_burst "job-larger-than-fleet-burst.yaml";
    break_even_job_larger "break-even-job-larger.yaml";
    job_larger_than_fleet_purchases "job-larger-than-fleet-purchases.yaml";
    job_elastic "job-elastic.yaml";
    own_sized_job "own-sized-job.yaml";
    job_beside_serving "job-beside-serving.yaml";
    job_larger_than_commitment "job-larger-than-commitment.yaml";
    idle_parts_of_instances "idle-parts-of-instances.yaml";
    two_pools_whole_jobs "two-pools-whole-jobs.yaml";
    sized_by_program_whole_jobs "sized-by-program-whole-jobs.yaml";
}
