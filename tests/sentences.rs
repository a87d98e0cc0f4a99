//! All sentences of the program, in one file for reading: `tests/sentences.md`. After a change of wording, `RACKRENT_BLESS=1
//! cargo test --test tests -- diagnostics sentences` updates it, to be read aloud.
//!
//! Every list of reasons covers its enum: a match without a wildcard names each variant, and each has a sentence.

use crate::support::{answered, files_below, text_of};
use rackrent::amount::{Amount, Ratio};
use rackrent::analysis::flip::{OutReason, Undecided};
use rackrent::analysis::plan::NotPlanned;
use rackrent::analysis::statement::{
    BeyondCapacity, BookRemedy, BreakEven, BreakEvenPoint, BudgetOf, BudgetYear, CliffCause, Concern, CrossingOutcome,
    Disagreement, Instead, NoBreakEven, PairHalf, RequestedPairs, Reversal, ReversalCause, SameSideBreakEven,
    SameSideOutcome, SameSidePair, ShortMonths, Spending, Warning, Winner, Yardstick,
};
use rackrent::analysis::sweep::{StepError, SweepError};
use rackrent::diagnostic::{Code, Diagnostic, DocumentCode};
use rackrent::model::finance::NoReturn;
use rackrent::model::{CommitmentName, EventKind, OptionId, PriceStepping};
use rackrent::report::{Canvas, Colour, Compared, Extent, Format};
use rackrent::scenario::CalendarMonth;
use rackrent::scenario::calendar::{Calendar, DatedMonth};
use rackrent::scenario::document::Content;
use rackrent::scenario::quantity::{NumberForm, QuantityProblem};
use rackrent::sheet::EvaluationErrorKind;
use rackrent::variation::{
    Broken, CannotWin, Cooling, HostResource, Impossible, Ineligible, Lacks, NoValue, NotComparable,
};
use rackrent::{Answer, Decimal, reasons};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Sentences under a heading.
struct Chapter {
    heading: &'static str,
    phrases: Vec<String>,
}

/// Asserts that samples cover the variants of their enum: the match is exhaustive, and each of its names has a sample.
macro_rules! every_variant {
    ($samples:expr, $( $variant:pat => $name:literal ),* $(,)?) => {{
        let found: BTreeSet<&str> = $samples.iter().map(|sample| match sample { $( $variant => $name, )* }).collect();
        let all = BTreeSet::from([$( $name ),*]);
        assert_eq!(found, all);
    }};
}

const GOLDEN: &str = "tests/sentences.md";

#[test]
fn every_sentence_is_in_the_golden_file() {
    let chapters = [
        verdicts(),
        break_evens(),
        beyond_capacity(),
        pairs_of_one_side(),
        disagreements(),
        returns(),
        barred(),
        incomparable(),
        impossible(),
        out(),
        undecided(),
        unplanned(),
        unswept(),
        cliffs(),
        warnings(),
        findings(),
    ];
    let head = "# Messages\n\nEvery verdict, outcome, reason and finding, with invented names and \
                amounts. A test writes this file.\n";
    let chapter = |chapter: &Chapter| {
        let items: Vec<String> = chapter.phrases.iter().map(|phrases| format!("- {phrases}\n")).collect();
        format!("\n## {}\n\n{}", chapter.heading, items.concat())
    };
    let written = format!("{head}{}", chapters.iter().map(chapter).collect::<String>());
    if std::env::var_os("RACKRENT_BLESS").is_some() {
        assert!(std::env::var_os("CI").is_none(), "expectations are not written on CI");
        fs::write(GOLDEN, &written).unwrap();
    }
    assert_eq!(written, fs::read_to_string(GOLDEN).unwrap_or_default());
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn ratio(text: &str) -> Ratio {
    text.parse::<Decimal>().unwrap().into()
}

fn amount(text: &str) -> Amount {
    Amount::new(text.parse().unwrap(), 2)
}

/// Answer of a scenario with an owned option, a rented one, and a hybrid of both.
fn sample() -> Answer {
    answered(
        "
name: Sentences
currency: USD
horizon_months: 36
hours_per_month: 730
discount_rate: 0%
demand:
  workloads:
    chat: { kind: realtime_inference, accelerators: 8, utilization: 50% }
    tuning: { kind: fine_tuning, accelerator_hours_per_month: 100 }
own:
  lab:
    node: { price: 100_000, accelerators: 16 }
    nodes: 1
    useful_life_months: 60
    operating: { hosting: { per_month: 1_000 } }
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 10 }
hybrid:
  both: { chat: own.lab, tuning: rent.cloud }
",
    )
}

/// Answer of a comparison, as Markdown.
fn page(answer: &Answer) -> String {
    page_of(answer, Extent::Brief)
}

fn page_of(answer: &Answer, extent: Extent) -> String {
    let compared = Compared::of(answer, extent, None);
    let mut out = Vec::new();
    Format::Markdown.write(&compared, &Canvas::new(100, Colour::Plain), &mut out).unwrap();
    String::from_utf8(out).unwrap().replace('\\', "")
}

/// The verdict: the bold text, with a full stop.
fn verdict(answer: &Answer) -> String {
    let page = page(answer);
    let bold = page.lines().filter_map(|line| line.strip_prefix("**")?.strip_suffix("**"));
    bold.filter(|text| text.ends_with('.')).collect()
}

/// The conditions of the verdict.
fn holds(answer: &Answer) -> Option<String> {
    let page = page(answer);
    let section = page.split("**Holds**").nth(1)?;
    section.lines().find_map(|line| line.strip_prefix("- ")).map(ToOwned::to_owned)
}

fn changed(change: impl Fn(&mut Answer)) -> Answer {
    let mut answer = sample();
    change(&mut answer);
    answer
}

fn verdicts() -> Chapter {
    let won = |name: &str, rival: &str| {
        let [name, rival] = [name, rival].map(|name| name.parse::<OptionId>().unwrap());
        changed(move |answer| {
            let verdict = &mut answer.comparison.verdict;
            (verdict.winner, verdict.runner_up) = (Some(name.clone()), Some(rival.clone()));
            (verdict.saving, verdict.saving_share, verdict.close) = (Some(amount("20000")), Some(ratio("0.2")), false);
        })
    };
    let mut close = won("own.lab", "rent.cloud");
    (close.comparison.verdict.close, close.comparison.verdict.saving_share) = (true, Some(ratio("0.014")));
    let mut tie = won("own.lab", "rent.cloud");
    tie.comparison.verdict.saving = Some(amount("0"));
    let mut downtime = won("own.lab", "rent.cloud");
    downtime.comparison.options[0].hours_lost_to_downtime = ratio("12");
    let mut alone = won("own.lab", "rent.cloud");
    alone.comparison.verdict.runner_up = None;
    let mut only = won("own.lab", "rent.cloud");
    only.comparison.options.truncate(1);
    only.comparison.verdict.runner_up = None;
    let nobody = changed(|answer| answer.comparison.verdict = rackrent::analysis::statement::Verdict::default());
    let answers = vec![
        won("own.lab", "rent.cloud"),
        won("rent.cloud", "own.lab"),
        won("hybrid.both", "own.lab"),
        close,
        tie,
        downtime,
        alone,
        only,
        nobody,
    ];
    let phrases: Vec<String> = answers.iter().map(verdict).collect();
    assert!(phrases.iter().all(|verdict| !verdict.is_empty()), "{phrases:?}");
    Chapter { heading: "Verdict", phrases }
}

fn break_evens() -> Chapter {
    let point = |factor: &str, short: bool| BreakEvenPoint {
        factor: ratio(factor),
        utilization: Some((*ratio(factor) / Decimal::TWO).into()),
        demand_utilization: short.then(|| (*ratio(factor) / Decimal::TWO).into()),
        hours_per_day: short.then(|| (*ratio(factor) * Decimal::from(12)).into()),
        replicas: [None, None],
        jump: false,
    };
    let outcomes = [
        CrossingOutcome::Crosses,
        CrossingOutcome::AlwaysOwn,
        CrossingOutcome::AlwaysRent,
        CrossingOutcome::Equal,
        CrossingOutcome::None(NoBreakEven::NothingDemanded),
        CrossingOutcome::None(NoBreakEven::TooManyJumps),
        CrossingOutcome::None(NoBreakEven::NotRequested),
    ];
    every_variant!(outcomes,
        CrossingOutcome::Crosses => "crosses",
        CrossingOutcome::AlwaysOwn => "own",
        CrossingOutcome::AlwaysRent => "rent",
        CrossingOutcome::Equal => "equal",
        CrossingOutcome::None(NoBreakEven::NothingDemanded) => "nothing demanded",
        CrossingOutcome::None(NoBreakEven::TooManyJumps) => "too many jumps",
        CrossingOutcome::None(NoBreakEven::NotRequested) => "not asked",
    );
    let (own, rent) = (Winner::Own, Winner::Rent);
    let crossings = [
        (vec![point("0.8", true)], vec![rent, own]),
        (vec![point("0.8", false)], vec![rent, own]),
        (vec![point("0.8", false), point("1.4", false)], vec![rent, own, rent]),
        (["0.6", "0.8", "1.1", "1.4"].map(|at| point(at, false)).into(), vec![rent, own, rent, own, rent]),
    ];
    let mut phrases = Vec::new();
    for side in [own, rent] {
        for outcome in outcomes {
            let crossings = if outcome == CrossingOutcome::Crosses { crossings.as_slice() } else { &crossings[..1] };
            for at in 0..crossings.len() {
                let answer = changed(|answer| {
                    let (winner, rival) = match side {
                        Winner::Own => (OptionId::own("lab"), OptionId::rent("cloud")),
                        Winner::Rent => (OptionId::rent("cloud"), OptionId::own("lab")),
                    };
                    let verdict = &mut answer.comparison.verdict;
                    (verdict.winner, verdict.runner_up) = (Some(winner), Some(rival));
                    for pair in &mut answer.comparison.pairs.across_sides {
                        let break_even: &mut BreakEven = &mut pair.break_even;
                        break_even.outcome = outcome;
                        (break_even.today, break_even.factor_limit) = (Some(ratio("0.5")), Some(ratio("2")));
                        let points = if outcome == CrossingOutcome::Crosses { at } else { continue };
                        break_even.points = crossings[points].0.iter().map(again).collect();
                        break_even.wins.clone_from(&crossings[points].1);
                    }
                });
                phrases.extend(holds(&answer));
            }
        }
    }
    let mut seen = BTreeSet::new();
    phrases.retain(|sentence| seen.insert(sentence.clone()));
    Chapter { heading: "Conditions of the verdict", phrases }
}

fn again(point: &BreakEvenPoint) -> BreakEvenPoint {
    BreakEvenPoint {
        factor: point.factor,
        utilization: point.utilization,
        demand_utilization: point.demand_utilization,
        hours_per_day: point.hours_per_day,
        replicas: [None, None],
        jump: point.jump,
    }
}

/// The lines under a heading of the page.
fn listed(answer: &Answer, heading: &str) -> Vec<String> {
    let page = page_of(answer, Extent::Whole);
    let section = page.split(&format!("**{heading}**")).nth(1).unwrap_or_default();
    let section = section.trim_start().lines().take_while(|line| line.starts_with("- "));
    section.filter_map(|line| line.strip_prefix("- ")).map(ToOwned::to_owned).collect()
}

fn beyond_capacity() -> Chapter {
    let phrases = [Some("1.22"), None].map(|share| {
        changed(|answer| {
            let verdict = &mut answer.comparison.verdict;
            (verdict.winner, verdict.runner_up) = (Some(OptionId::rent("cloud")), Some(OptionId::own("lab")));
            for pair in &mut answer.comparison.pairs.across_sides {
                let break_even: &mut BreakEven = &mut pair.break_even;
                (break_even.outcome, break_even.factor_limit) = (CrossingOutcome::AlwaysRent, Some(ratio("2")));
                break_even.beyond_capacity = Some(BeyondCapacity {
                    share_of_capacity: share.map(ratio),
                    demand_factor: share.map(ratio),
                    looked_up_to: ratio("10"),
                });
            }
        })
    });
    let phrases = phrases
        .iter()
        .flat_map(|answer| listed(answer, "Holds"))
        .filter(|phrases| phrases.contains("the fleet served"));
    let phrases: Vec<String> = phrases.collect();
    assert_eq!(phrases.len(), 2, "{phrases:?}");
    Chapter { heading: "Demand beyond capacity at which owning wins", phrases }
}

fn pairs_of_one_side() -> Chapter {
    let outcomes = [
        SameSideOutcome::Crosses,
        SameSideOutcome::Always(PairHalf::First),
        SameSideOutcome::Always(PairHalf::Second),
        SameSideOutcome::Equal,
        SameSideOutcome::None(NoBreakEven::TooManyJumps),
    ];
    every_variant!(outcomes,
        SameSideOutcome::Crosses => "crosses",
        SameSideOutcome::Always(PairHalf::First) => "first",
        SameSideOutcome::Always(PairHalf::Second) => "second",
        SameSideOutcome::Equal => "equal",
        SameSideOutcome::None(_) => "none",
    );
    let point = || BreakEvenPoint {
        factor: ratio("0.8"),
        utilization: None,
        demand_utilization: Some(ratio("0.4")),
        hours_per_day: Some(ratio("9.6")),
        replicas: [None, None],
        jump: false,
    };
    let answer = changed(|answer| {
        answer.comparison.pairs.requested = RequestedPairs::Against("rent.endpoint".to_owned());
        let pair = |outcome: &SameSideOutcome| {
            let crosses = *outcome == SameSideOutcome::Crosses;
            SameSidePair {
                first: OptionId::rent("cloud"),
                second: OptionId::rent("endpoint"),
                break_even: SameSideBreakEven {
                    outcome: *outcome,
                    points: crosses.then(point).into_iter().collect(),
                    wins: if crosses { vec![PairHalf::Second, PairHalf::First] } else { Vec::new() },
                    factor_limit: Some(ratio("10")),
                },
            }
        };
        answer.comparison.pairs.of_one_side = outcomes.iter().map(pair).collect();
    });
    let mut phrases = listed(&answer, "Pairs");
    assert_eq!(phrases.len(), outcomes.len(), "{phrases:?}");
    let alone =
        changed(|answer| answer.comparison.pairs.requested = RequestedPairs::Against("rent.endpoint".to_owned()));
    phrases.extend(listed(&alone, "Pairs"));
    Chapter { heading: "Break-even between two options of the same side", phrases }
}

fn unswept() -> Chapter {
    let path = || text("own.lab.nodes");
    let step = |step: &str, form: NumberForm, fault: StepError| SweepError::Step {
        path: path(),
        step: text(step),
        form,
        fault,
    };
    let all = [
        SweepError::Form,
        SweepError::NoStep { path: path(), from: text("1"), to: text("8") },
        SweepError::Twice { path: path() },
        SweepError::TooManyPoints { values: vec![400, 300], points: 120_000 },
        SweepError::Expectation { path: text("expect.winner") },
        SweepError::NoNumber {
            path: text("own.lab.node"),
            there: Content::Map(Vec::new()),
            first: Some(text("own.lab.node.price")),
        },
        SweepError::NoNumber { path: text("name"), there: Content::Scalar(text("Lab")), first: None },
        SweepError::Refused { message: text("`nodes` is 0"), label: text("write 1 or more") },
        SweepError::Nowhere { path: text("own.labs.nodes") },
        SweepError::Value {
            path: path(),
            problem: QuantityProblem::new(DocumentCode::NotWhole, "is 1.5; it must be whole", "write 2"),
        },
        SweepError::Falls { path: path(), from: text("8"), to: text("1"), step: text("1") },
        step("x", NumberForm::Count, StepError::NoNumber),
        step("-1", NumberForm::Number, StepError::NotAboveZero),
        step("5", NumberForm::Share, StepError::NoShare),
        step("0.5", NumberForm::Count, StepError::Fraction),
        SweepError::TooManyValues { path: path(), values: Decimal::from(20_000) },
    ];
    every_variant!(all,
        SweepError::Form => "form",
        SweepError::NoStep { .. } => "no step",
        SweepError::Twice { .. } => "twice",
        SweepError::TooManyPoints { .. } => "points",
        SweepError::Expectation { .. } => "expectation",
        SweepError::NoNumber { .. } => "no number",
        SweepError::Refused { .. } => "refused",
        SweepError::Nowhere { .. } => "nowhere",
        SweepError::Value { .. } => "value",
        SweepError::Falls { .. } => "falls",
        SweepError::Step { fault: StepError::NoNumber, .. } => "step is no number",
        SweepError::Step { fault: StepError::NotAboveZero, .. } => "step not above zero",
        SweepError::Step { fault: StepError::NoShare, .. } => "step is no share",
        SweepError::Step { fault: StepError::Fraction, .. } => "step is a fraction",
        SweepError::TooManyValues { .. } => "values",
    );
    let phrases = all.iter().map(ToString::to_string).collect();
    Chapter { heading: "Reasons why a sweep has no points", phrases }
}

/// A month of a comparison that starts in April 2027.
fn dated(month: u32) -> DatedMonth {
    let start = CalendarMonth::new(2027, 4).unwrap();
    DatedMonth::of(month, Some(&Calendar { start, fiscal_year_starts: 1 }))
}

fn disagreements() -> Chapter {
    let payback = |month, needs_resale| Yardstick::Payback {
        own: OptionId::own("lab"),
        rent: OptionId::rent("cloud"),
        month,
        horizon_months: 36,
        needs_resale,
    };
    let yardsticks = vec![
        Yardstick::Total { least: amount("90000"), of_winner: amount("95000") },
        Yardstick::LevelizedCost { least: ratio("2.5"), of_winner: ratio("2.75") },
        payback(None, true),
        payback(None, false),
        payback(Some(DatedMonth::from(20)), false),
        payback(Some(dated(20)), false),
    ];
    every_variant!(yardsticks,
        Yardstick::Total { .. } => "total",
        Yardstick::LevelizedCost { .. } => "levelized cost",
        Yardstick::Payback { month: None, .. } => "no payback",
        Yardstick::Payback { month: Some(_), .. } => "payback",
    );
    let phrases = yardsticks
        .into_iter()
        .map(|yardstick| reasons::disagreement(&Disagreement { option: OptionId::rent("cloud"), yardstick }));
    let reversals = [(4, 1, Some(DatedMonth::from(28))), (4, 1, Some(dated(28))), (7, 2, None)];
    let reversals = reversals.map(|(months, times, until)| {
        format!(
            "month 20; then it falls behind again {}",
            reasons::falls_behind(&Reversal { months, times, until, cause: ReversalCause::Purchase })
        )
    });
    Chapter { heading: "Metrics that disagree with the verdict", phrases: phrases.chain(reversals).collect() }
}

fn returns() -> Chapter {
    let all = [
        NoReturn::NothingInvested,
        NoReturn::NeverRepaid,
        NoReturn::Several(vec![Decimal::new(5, 2), Decimal::new(2, 1)]),
        NoReturn::OutOfRange,
        NoReturn::GivenUp,
    ];
    every_variant!(all,
        NoReturn::NothingInvested => "nothing invested",
        NoReturn::NeverRepaid => "never repaid",
        NoReturn::Several(_) => "several",
        NoReturn::OutOfRange => "out of range",
        NoReturn::GivenUp => "given up",
    );
    let phrases = all.iter().map(|why| format!("no IRR: {}", reasons::no_return(why))).collect();
    Chapter { heading: "Reasons why there is no internal rate of return", phrases }
}

fn lacks() -> Vec<Lacks> {
    let power = |cooling| Lacks::Power { delivered: Decimal::TEN, needed: Decimal::from(12), cooling };
    let host = |resource, actual| Lacks::Host { resource, actual, required: Decimal::from(14) };
    let lacks = vec![
        Lacks::LocationUnstated { required: vec![text("DE"), text("FR")] },
        Lacks::Location { actual: text("US"), required: vec![text("DE"), text("FR")] },
        Lacks::Feature(text("soc2")),
        Lacks::Availability { after: Decimal::ONE, within: Decimal::ZERO },
        Lacks::MemoryUnstated { required: Decimal::from(80) },
        Lacks::Memory { actual: Decimal::from(40), required: Decimal::from(80) },
        Lacks::Accelerators { actual: Decimal::TWO, required: Decimal::from(4) },
        Lacks::InstanceMemory { actual: Decimal::from(560), required: Decimal::from(640) },
        Lacks::ReplicaMemory { accelerators: Decimal::TWO, actual: Decimal::from(160), required: Decimal::from(175) },
        host(HostResource::CpuCores, None),
        host(HostResource::Memory, Some(Decimal::from(12))),
        host(HostResource::Storage, Some(Decimal::ONE)),
        power(Cooling::With),
        power(Cooling::Without),
    ];
    every_variant!(lacks,
        Lacks::LocationUnstated { .. } => "location unstated",
        Lacks::Location { .. } => "location",
        Lacks::Feature(_) => "feature",
        Lacks::Availability { .. } => "availability",
        Lacks::MemoryUnstated { .. } => "memory unstated",
        Lacks::Memory { .. } => "memory",
        Lacks::Accelerators { .. } => "accelerators",
        Lacks::InstanceMemory { .. } => "instance memory",
        Lacks::ReplicaMemory { .. } => "replica memory",
        Lacks::Host { resource: HostResource::CpuCores, .. } => "CPU cores",
        Lacks::Host { resource: HostResource::Memory, .. } => "main memory",
        Lacks::Host { resource: HostResource::Storage, .. } => "local storage",
        Lacks::Power { cooling: Cooling::With, .. } => "power with cooling",
        Lacks::Power { cooling: Cooling::Without, .. } => "power without cooling",
    );
    lacks
}

fn barred() -> Chapter {
    let alone = lacks().into_iter().map(|lacks| (None, None, lacks));
    let whose = [(Some(OptionId::own("lab")), Some(text("chat")), Lacks::Feature(text("soc2")))];
    let phrases = alone.chain(whose).map(|(part, workload, lacks)| {
        format!("rent.cloud can't be chosen: {}", reasons::ineligible(&Ineligible { part, workload, lacks }))
    });
    Chapter { heading: "Reasons why an option is not eligible", phrases: phrases.collect() }
}

fn incomparable() -> Chapter {
    let all = [
        NotComparable::DoesNotServe(vec![text("chat")]),
        NotComparable::DoesNotServe(["chat", "reports", "tuning"].map(text).into()),
        NotComparable::LeavesUnserved(Decimal::from(1_200)),
        NotComparable::HoldsNoHeadroom(Decimal::from(40)),
    ];
    every_variant!(all,
        NotComparable::DoesNotServe(_) => "does not serve",
        NotComparable::LeavesUnserved(_) => "leaves undone",
        NotComparable::HoldsNoHeadroom(_) => "holds no headroom",
    );
    let phrases =
        all.iter().map(|why| format!("own.lab can't be compared: {}", reasons::not_comparable(why))).collect();
    Chapter { heading: "Reasons why an option is not comparable", phrases }
}

fn refusal() -> Box<Diagnostic> {
    let rejected = crate::support::ask("scenario.yaml", "name: Nothing\ncurrency: USD\n", &[]).unwrap_err();
    Box::new(rejected.diagnostics.into_iter().next().unwrap())
}

fn no_values() -> Vec<NoValue> {
    let value = |error| NoValue { name: Some(text("energy")), error };
    let all = vec![
        value(EvaluationErrorKind::TooLarge),
        value(EvaluationErrorKind::DivisionByZero),
        value(EvaluationErrorKind::TooManyLevels),
        NoValue { name: None, error: EvaluationErrorKind::TooLarge },
    ];
    every_variant!(all,
        NoValue { error: EvaluationErrorKind::TooLarge, .. } => "too large",
        NoValue { error: EvaluationErrorKind::DivisionByZero, .. } => "division by zero",
        NoValue { error: EvaluationErrorKind::TooManyLevels, .. } => "too many levels",
    );
    all
}

fn all_impossible() -> Vec<Impossible> {
    let short = |nodes: u32| Broken::DemandExceedsFleet { option: text("lab"), nodes: nodes.into(), month: 13.into() };
    let limited = |limit: &str| Broken::LimitExceeded {
        limit: limit.to_owned(),
        most: 10.into(),
        needed: 12.into(),
        month: 13.into(),
    };
    let broken = [
        short(1),
        short(3),
        Broken::SpotCannotFinish { spot: text("rent.cloud.spot") },
        limited(&text("rent.cloud.max_instances")),
    ];
    every_variant!(broken,
        Broken::DemandExceedsFleet { .. } => "demand exceeds fleet",
        Broken::SpotCannotFinish { .. } => "spot cannot finish",
        Broken::LimitExceeded { .. } => "limit exceeded",
    );
    let others = [Impossible::Refused(refusal()), Impossible::NotDeliveredWithin(6)];
    let broken = broken.into_iter().map(Impossible::Breaks);
    let all: Vec<Impossible> =
        others.into_iter().chain(broken).chain(no_values().into_iter().map(Impossible::NoValue)).collect();
    every_variant!(all,
        Impossible::Refused(_) => "refused",
        Impossible::NotDeliveredWithin(_) => "not delivered",
        Impossible::Breaks(_) => "breaks",
        Impossible::NoValue(_) => "no value",
    );
    all
}

fn impossible() -> Chapter {
    let all = all_impossible();
    let phrases = all.iter().map(|why| format!("own.lab is not possible: {}", reasons::impossible(why)));
    Chapter { heading: "Reasons why an option is not possible", phrases: phrases.collect() }
}

fn both_bars() -> Vec<CannotWin> {
    let all = vec![
        CannotWin::Ineligible(Ineligible { part: None, workload: None, lacks: Lacks::Feature(text("soc2")) }),
        CannotWin::NotComparable(NotComparable::DoesNotServe(vec![text("chat")])),
    ];
    every_variant!(all, CannotWin::Ineligible(_) => "ineligible", CannotWin::NotComparable(_) => "not comparable");
    all
}

fn out() -> Chapter {
    let all = [
        OutReason::Breaks(Code::DemandExceedsFleet),
        OutReason::Breaks(Code::SpotCannotFinish),
        OutReason::Breaks(Code::LimitExceeded),
        OutReason::NoValue,
        OutReason::LeavesWorkUnserved,
        OutReason::HoldsNoHeadroom,
        OutReason::ShortOfPower,
        OutReason::NotPossible(Impossible::NotDeliveredWithin(6)),
        OutReason::CannotWin(both_bars()),
    ];
    every_variant!(all,
        OutReason::Breaks(_) => "breaks",
        OutReason::NoValue => "no value",
        OutReason::LeavesWorkUnserved => "leaves work undone",
        OutReason::HoldsNoHeadroom => "holds no headroom",
        OutReason::ShortOfPower => "short of power",
        OutReason::NotPossible(_) => "not possible",
        OutReason::CannotWin(_) => "cannot win",
    );
    let mut phrases: Vec<String> = Vec::new();
    for why in &all {
        for sentence in [format!("own.lab {}", reasons::out(why)), reasons::limit("own.lab", why)] {
            if !phrases.contains(&sentence) {
                phrases.push(sentence);
            }
        }
    }
    Chapter { heading: "Reasons why an option is out beyond a flip value", phrases }
}

fn undecided() -> Chapter {
    let all = [
        Undecided::Nothing(Winner::Own),
        Undecided::Nothing(Winner::Rent),
        Undecided::CannotWin { option: OptionId::own("lab"), because: both_bars() },
    ];
    every_variant!(all,
        Undecided::Nothing(Winner::Own) => "nothing to own",
        Undecided::Nothing(Winner::Rent) => "nothing to rent",
        Undecided::CannotWin { .. } => "cannot win",
    );
    Chapter {
        heading: "Reasons why there is no decision to flip",
        phrases: all.iter().map(reasons::undecided).collect(),
    }
}

fn unplanned() -> Chapter {
    let all = [
        NotPlanned::DoesNotServe { option: OptionId::rent("cloud"), workloads: vec![text("chat"), text("tuning")] },
        NotPlanned::TooManyCommitments { rent: OptionId::rent("cloud"), commitments: 9 },
        NotPlanned::TooMuch,
        NotPlanned::NoMix,
        NotPlanned::Refused(refusal()),
        NotPlanned::NoValue(no_values().remove(0)),
    ];
    every_variant!(all,
        NotPlanned::DoesNotServe { .. } => "does not serve",
        NotPlanned::TooManyCommitments { .. } => "too many commitments",
        NotPlanned::TooMuch => "too much",
        NotPlanned::NoMix => "no mix",
        NotPlanned::Refused(_) => "refused",
        NotPlanned::NoValue(_) => "no value",
    );
    let phrases = all.iter().map(|why| format!("own.lab with rent.cloud: {}", reasons::not_planned(why))).collect();
    Chapter { heading: "Reasons why a pair has no plan", phrases }
}

fn cliffs() -> Chapter {
    let commitment = || CommitmentName { option: OptionId::rent("cloud"), name: text("three-year") };
    let events = [
        EventKind::Delivery,
        EventKind::Replacement,
        EventKind::WarrantyEnds,
        EventKind::LeaseEnds,
        EventKind::LeaseRenewed,
        EventKind::CommitmentBegins(commitment()),
        EventKind::CommitmentEnds(commitment()),
        EventKind::CommitmentRenewed(commitment()),
        EventKind::MinimumTermEnds,
        EventKind::NextPrice,
        EventKind::LineBegins { line: text("storage") },
        EventKind::LineEnds { line: text("storage") },
    ];
    every_variant!(events,
        EventKind::Delivery => "delivery",
        EventKind::Replacement => "replacement",
        EventKind::WarrantyEnds => "warranty ends",
        EventKind::LeaseEnds => "lease ends",
        EventKind::LeaseRenewed => "lease renewed",
        EventKind::CommitmentBegins(_) => "commitment begins",
        EventKind::CommitmentEnds(_) => "commitment ends",
        EventKind::CommitmentRenewed(_) => "commitment renewed",
        EventKind::MinimumTermEnds => "minimum term ends",
        EventKind::NextPrice => "next price",
        EventKind::LineBegins { .. } => "line begins",
        EventKind::LineEnds { .. } => "line ends",
    );
    let demand = |change: Option<&str>| CliffCause::Demand { change: change.map(ratio) };
    let price = |every, change: &str, left: Option<&str>| CliffCause::Price {
        line: text("on-demand"),
        every,
        change: ratio(change),
        left: left.map(ratio),
    };
    let paths = [
        demand(None),
        demand(Some("0.4")),
        demand(Some("-0.125")),
        demand(Some("-1")),
        price(PriceStepping::Year, "0.03", None),
        price(PriceStepping::Year, "-0.6", Some("0.064")),
        price(PriceStepping::Month, "-0.12", None),
        CliffCause::ExchangeRate { currency: "EUR", change: ratio("-0.04") },
    ];
    let all: Vec<CliffCause> = events.into_iter().map(CliffCause::Event).chain(paths).collect();
    every_variant!(all,
        CliffCause::Event(_) => "event",
        CliffCause::Demand { .. } => "demand",
        CliffCause::Price { .. } => "price",
        CliffCause::ExchangeRate { .. } => "exchange rate",
    );
    let phrases = all.iter().map(|cause| {
        format!("own.lab: the monthly cost changes in month 13, because {}", reasons::cliff(cause, "own.lab"))
    });
    Chapter { heading: "Causes of a change in an option's monthly cost", phrases: phrases.collect() }
}

fn warnings() -> Chapter {
    let turns = |cause| Concern::PaybackReversals {
        own: OptionId::own("lab"),
        rent: OptionId::rent("cloud"),
        month: 20.into(),
        reversal: Reversal { months: 2, times: 1, until: None, cause },
    };
    let book = |remedy| Concern::BookResale {
        option: OptionId::own("lab"),
        book: amount("40000"),
        share: Decimal::new(4, 1),
        month: 36.into(),
        at_stake: Decimal::from(30_000),
        remedy,
    };
    let budget = |whose| Concern::OverBudget { whose, total: amount("90000"), over: amount("10000") };
    let of_scenario = |spending| BudgetOf::Scenario { option: OptionId::own("lab"), spending, owned: None };
    let beside =
        BudgetOf::Scenario { option: OptionId::own("lab"), spending: Spending::Capital, owned: Some(amount("30000")) };
    let job = |fleet, months, instead| Concern::JobLargerThanFleet {
        workload: text("tuning"),
        size: Decimal::from(32),
        option: OptionId::own("lab"),
        fleet: Decimal::from(fleet),
        months,
        instead,
    };
    let calendar = Calendar { start: CalendarMonth::new(2027, 10).unwrap(), fiscal_year_starts: 4 };
    let fiscal = calendar.fiscal_years(24)[1];
    let all = [
        turns(ReversalCause::Purchase),
        turns(ReversalCause::Loan),
        turns(ReversalCause::RunningCosts),
        book(BookRemedy::MarketValues),
        book(BookRemedy::Nothing),
        budget(of_scenario(Spending::Everything)),
        budget(of_scenario(Spending::Year(BudgetYear::Contract(2)))),
        budget(of_scenario(Spending::Year(BudgetYear::Fiscal(fiscal)))),
        budget(of_scenario(Spending::Capital)),
        budget(of_scenario(Spending::Operating)),
        budget(beside),
        budget(BudgetOf::Workload { workload: text("chat"), option: OptionId::own("lab") }),
        job(16, ShortMonths::All, Instead::Nothing),
        job(16, ShortMonths::Until(12.into()), Instead::Unserved),
        job(16, ShortMonths::All, Instead::Rented(text("cloud"))),
        job(32, ShortMonths::Some, Instead::Rented(text("cloud"))),
    ];
    every_variant!(all,
        Concern::PaybackReversals { reversal: Reversal { cause: ReversalCause::Purchase, .. }, .. } => "payback turns, bought",
        Concern::PaybackReversals { reversal: Reversal { cause: ReversalCause::Loan, .. }, .. } => "payback turns, loan",
        Concern::PaybackReversals { reversal: Reversal { cause: ReversalCause::RunningCosts, .. }, .. } => "payback turns, running",
        Concern::BookResale { remedy: BookRemedy::MarketValues, .. } => "book resale, prices",
        Concern::BookResale { remedy: BookRemedy::Nothing, .. } => "book resale, nothing",
        Concern::OverBudget { whose: BudgetOf::Scenario { spending: Spending::Everything, owned: None, .. }, .. } => "budget",
        Concern::OverBudget { whose: BudgetOf::Scenario { spending: Spending::Year(BudgetYear::Contract(_)), owned: None, .. }, .. } => "budget, year",
        Concern::OverBudget { whose: BudgetOf::Scenario { spending: Spending::Year(BudgetYear::Fiscal(_)), owned: None, .. }, .. } => "budget, fiscal year",
        Concern::OverBudget { whose: BudgetOf::Scenario { spending: Spending::Capital, owned: None, .. }, .. } => "budget, bought",
        Concern::OverBudget { whose: BudgetOf::Scenario { spending: Spending::Operating, owned: None, .. }, .. } => "budget, running",
        Concern::OverBudget { whose: BudgetOf::Scenario { owned: Some(_), .. }, .. } => "budget, owned already",
        Concern::OverBudget { whose: BudgetOf::Workload { .. }, .. } => "budget of a workload",
        Concern::JobLargerThanFleet { instead: Instead::Nothing, .. } => "job, nothing",
        Concern::JobLargerThanFleet { instead: Instead::Unserved, .. } => "job, undone",
        Concern::JobLargerThanFleet { instead: Instead::Rented(_), .. } => "job, rented",
    );
    let phrases = all.into_iter().map(|concern| {
        let finding = reasons::warning(&Warning { path: String::new(), place: None, concern });
        format!("{} ({})", finding.message, finding.label)
    });
    Chapter { heading: "Warnings of a comparison", phrases: phrases.collect() }
}

/// The first sentence of every code, from its test file, byte by byte.
fn findings() -> Chapter {
    let files: Vec<_> =
        ["tests/bad", "tests/rules"].into_iter().flat_map(|folder| files_below(folder, "stderr")).collect();
    let phrases = |code: &Code| {
        let name = code.text();
        let start = format!("[{name}]: ");
        let is_of_it = |path: &&PathBuf| {
            let stem = path.file_stem().unwrap().to_str().unwrap();
            stem == name || stem.strip_prefix(name).is_some_and(|rest| rest.starts_with("--"))
        };
        let mut texts = files.iter().filter(is_of_it).map(text_of);
        let sentence = |text: String| {
            text.lines().find_map(|line| line.split_once(&start)).map(|(_, sentence)| sentence.to_owned())
        };
        texts.find_map(sentence).map(|sentence| format!("`{name}`: {sentence}"))
    };
    let (phrases, silent): (Vec<_>, Vec<_>) =
        Code::ALL.iter().map(|code| (code, phrases(code))).partition(|(_, s)| s.is_some());
    let silent: Vec<&str> = silent.into_iter().map(|(code, _)| code.text()).collect();
    assert_eq!(silent, ELSEWHERE, "codes without a sentence");
    Chapter { heading: "Findings of checks", phrases: phrases.into_iter().filter_map(|(_, phrases)| phrases).collect() }
}

/// Codes that no scenario has: they concern other files; their sentences are in `tests/check.rs`, `tests/baseline.rs` and
/// `tests/edited`.
const ELSEWHERE: [&str; 6] =
    ["unreadable-file", "invalid-configuration", "more-mistakes", "stale-baseline", "edited-cell", "edited-twice"];
