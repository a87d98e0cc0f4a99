//! Sentences about measured throughput.

use super::DIGITS;
use crate::benchmark_import::{BenchmarkTool, JudgedPoint, LeftOut, MeasuredThroughput, Point, Statistic};
use crate::number::{self, counted};
use rust_decimal::Decimal;

/// Why there is nothing to paste.
pub(super) const NOTHING_TO_PASTE: &str = "a rate as YAML, if a measurement keeps the target";

/// Share by which lengths of requests may differ from those of the chosen measurement: that of the rule `rate-of-other-requests`.
const MOST_UNLIKE: Decimal = Decimal::from_parts(25, 0, 0, false, 2);
/// Share by which a rate may differ from that of the tool.
const MOST_DIFFERENT: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

fn readable(value: Decimal) -> String {
    number::readable(value, DIGITS)
}

/// `Throughput: llama-3.1-70b`.
pub(super) fn title(of: &MeasuredThroughput) -> String {
    let model = of.points.iter().find_map(|one| one.point.model.as_deref());
    model.map_or_else(|| "Throughput".to_owned(), |model| format!("Throughput: {model}"))
}

/// Tool, number of measurements, and accelerators.
pub(super) fn conventions(of: &MeasuredThroughput) -> String {
    let tool = of.files.first().map_or_else(String::new, |file| {
        let version = file.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
        format!("{}{version}", file.tool.display_name())
    });
    let accelerators = counted(of.accelerators.get(), "accelerator");
    format!("{tool}, {}, {accelerators}", counted(of.points.len(), "measurement"))
}

/// The best rate, or that there is none.
pub(super) fn answer(of: &MeasuredThroughput) -> Vec<String> {
    let target = &of.request.target;
    let aim = if target.0.is_empty() {
        "without a latency target (the highest rate measured)".to_owned()
    } else {
        format!("within {target}")
    };
    let Some(best) = of.best() else {
        let able = of.points.iter().filter(|one| one.left_out.is_none()).count();
        return vec![if able == 0 {
            "no measurement can be used; see `Left out`".to_owned()
        } else {
            format!("no measurement is {aim}; measure at a lower rate")
        }];
    };
    let point = &best.point;
    let rate = format!("{} tokens/s read and written by each accelerator, {aim}", readable(best.per_accelerator));
    let mix = format!(
        "for requests of {} tokens read and {} written, {} requests/s answered",
        readable(point.input),
        readable(point.output),
        readable(point.requests_per_second)
    );
    vec![rate, mix]
}

/// Name of a measurement: its file without the folder of all files, and its number if the file has several.
pub(super) fn named(of: &MeasuredThroughput, one: &JudgedPoint) -> String {
    let folder = |name: &str| name.rfind('/').map_or(0, |end| end + 1);
    let file = of.file_of(one).name.as_str();
    let start = folder(file);
    let is_in_it = |other: &str| other.get(..start) == file.get(..start) && folder(other) == start;
    let is_shared = of.files.iter().all(|other| is_in_it(&other.name));
    let file = if is_shared { file.get(start..).unwrap_or(file) } else { file };
    one.number.map_or_else(|| file.to_owned(), |number| format!("{file} #{number}"))
}

/// Mean tokens of a request: `256 + 32`.
pub(super) fn mix(point: &Point) -> String {
    format!("{} + {}", readable(point.input), readable(point.output))
}

/// What became of a measurement.
pub(super) fn outcome(of: &MeasuredThroughput, index: usize, one: &JudgedPoint) -> String {
    let missed: Vec<String> = one.missed.iter().map(|figure| format!("{figure} above target")).collect();
    let judged = match one.left_out {
        Some(LeftOut::Cancelled) => "left out: cancelled".to_owned(),
        Some(LeftOut::NoAnswers) if one.point.completed.is_zero() => "left out: no answers".to_owned(),
        Some(LeftOut::NoAnswers) => "left out: no tokens".to_owned(),
        Some(LeftOut::Failures) => format!("left out: {} failed", number::percent(one.point.failed_share(), 1)),
        None if of.chosen == Some(index) => "chosen".to_owned(),
        None if !missed.is_empty() => missed.join(", "),
        None if of.best().is_some_and(|best| best.tokens_per_second == one.tokens_per_second) => {
            "equal rate".to_owned()
        }
        None => "lower rate".to_owned(),
    };
    if one.is_saturated { judged + ", saturated" } else { judged }
}

/// The way from the figures of the file to the rate.
pub(super) fn arithmetic(of: &MeasuredThroughput) -> Vec<String> {
    let Some(best) = of.best() else { return Vec::new() };
    let Point { requests_per_second, input, output, .. } = &best.point;
    let number = |value: &Decimal| readable(*value);
    vec![
        format!(
            "{} tokens/s = {} requests/s answered × ({} tokens read + {} written)",
            readable(best.tokens_per_second),
            number(requests_per_second),
            number(input),
            number(output)
        ),
        format!(
            "{} tokens/s each = {} ÷ {}",
            readable(best.per_accelerator),
            readable(best.tokens_per_second),
            counted(of.accelerators.get(), "accelerator")
        ) + if of.request.accelerators.is_none() { ", as the file states" } else { "" },
    ]
}

/// What the figures do not count.
pub(super) fn left_out(of: &MeasuredThroughput) -> Vec<String> {
    let sum = |field: fn(&Point) -> Decimal| sum(of, field);
    let requests = |count: Decimal, what: &str| {
        let noun = if count == Decimal::ONE { "request" } else { "requests" };
        (!count.is_zero()).then(|| format!("{} {noun} {what}", number::grouped(count, 0)))
    };
    let points = |why: LeftOut, what: &str| {
        let count = of.points.iter().filter(|one| one.left_out == Some(why)).count();
        (count > 0).then(|| format!("{} {what}", counted(count, "measurement")))
    };
    let all = [
        points(LeftOut::Failures, "in which more than 1 % of the requests failed"),
        points(LeftOut::Cancelled, "that the tool marks as cancelled or incomplete"),
        points(LeftOut::NoAnswers, "without answers, or without tokens read or written"),
        requests(sum(|point| point.failed.unwrap_or_default()), "that failed"),
        requests(sum(|point| point.unfinished), "that were cut off when a measurement ended"),
        Some(warm_up(of)),
    ];
    all.into_iter().flatten().collect()
}

/// Sum of a figure over all measurements.
fn sum(of: &MeasuredThroughput, field: fn(&Point) -> Decimal) -> Decimal {
    of.points.iter().fold(Decimal::ZERO, |sum, one| sum.saturating_add(field(&one.point)))
}

/// How the tool treats the warm-up.
fn warm_up(of: &MeasuredThroughput) -> String {
    match of.files.first().map(|file| file.tool) {
        Some(BenchmarkTool::Vllm) => {
            "warm-up requests (--num-warmups), which the tool does not write to its file".to_owned()
        }
        Some(BenchmarkTool::GuideLlm) => {
            let seconds = sum(of, |point| point.left_out_seconds.unwrap_or_default());
            if seconds.is_zero() {
                "no warm-up or cool-down: none was configured".to_owned()
            } else {
                format!("{} s of warm-up and cool-down", readable(seconds))
            }
        }
        Some(BenchmarkTool::AiPerf) => "the warm-up phase, which the tool reports separately".to_owned(),
        Some(BenchmarkTool::GenAiPerf | BenchmarkTool::InferencePerf) | None => {
            "no warm-up: the tool does not mark it, so its requests are counted".to_owned()
        }
    }
}

/// What to know before using the rate.
pub(super) fn notes(of: &MeasuredThroughput) -> Vec<String> {
    let Some(best) = of.best() else { return Vec::new() };
    let all = [
        no_target(of),
        saturated(best),
        held_back(best),
        top(of, best),
        few(of, best),
        unlike(of, best),
        different(best),
        failures(of, best),
        cache(of, best),
        undated(best),
        unnamed(of, best),
    ];
    all.into_iter().flatten().collect()
}

fn no_target(of: &MeasuredThroughput) -> Option<String> {
    let text = "no latency target: a rate for batches; add --at \"ttft_p99<=2s,tpot_p99<=40ms\" for interactive use";
    of.request.target.0.is_empty().then(|| text.to_owned())
}

fn saturated(best: &JudgedPoint) -> Option<String> {
    let offered = best.point.offered_per_second.filter(|_| best.is_saturated)?;
    Some(format!(
        "saturated: {} of {} requests/s were answered, so a queue grew; latencies of a longer run are higher",
        readable(best.point.requests_per_second),
        readable(offered)
    ))
}

/// A client that limits requests at once delays those that the rate would send.
fn held_back(best: &JudgedPoint) -> Option<String> {
    let most = best.point.concurrency.filter(|_| best.is_held_back)?;
    Some(format!("requests waited in the client: at most {} at once; latencies exclude that wait", readable(most)))
}

/// The best rate is the highest that was measured, so a higher one may also keep the target.
fn top(of: &MeasuredThroughput, best: &JudgedPoint) -> Option<String> {
    let is_top = of.points.iter().all(|one| one.left_out.is_some() || one.tokens_per_second <= best.tokens_per_second);
    let is_open = is_top && !best.is_saturated && !of.request.target.0.is_empty();
    is_open.then(|| "the highest measured rate keeps the target, so a higher one may too; measure further".to_owned())
}

/// A percentile of so few requests is their maximum.
fn few(of: &MeasuredThroughput, best: &JudgedPoint) -> Option<String> {
    let needed = |statistic| match statistic {
        Statistic::Mean | Statistic::P50 => 0,
        Statistic::P90 => 10,
        Statistic::P95 => 20,
        Statistic::P99 => 100,
    };
    let most = of.request.target.0.iter().max_by_key(|condition| needed(condition.figure.statistic))?;
    let is_few = best.point.completed < Decimal::from(needed(most.figure.statistic));
    let count = number::grouped(best.point.completed, 0);
    is_few.then(|| format!("{} of {count} requests is about their maximum; measure more requests", most.figure))
}

/// A sweep of requests of several lengths has no best rate.
fn unlike(of: &MeasuredThroughput, best: &JudgedPoint) -> Option<String> {
    let differs = |one: Decimal, other: Decimal| (one - other).abs() > other * MOST_UNLIKE;
    let is_unlike = |one: &&JudgedPoint| {
        let (point, best) = (&one.point, &best.point);
        one.left_out.is_none() && (differs(point.input, best.input) || differs(point.output, best.output))
    };
    let count = of.points.iter().filter(is_unlike).count();
    (count > 0).then(|| {
        format!(
            "{} of requests whose lengths differ by more than 25 %; only rates at the same lengths compare",
            counted(count, "measurement")
        )
    })
}

/// The tool's own rate is another one.
fn different(best: &JudgedPoint) -> Option<String> {
    let tool = best.point.tool_tokens_per_second?;
    let is_different = (tool - best.tokens_per_second).abs() > best.tokens_per_second * MOST_DIFFERENT;
    is_different.then(|| {
        format!(
            "the tool states {} tokens/s, {} are computed here; check the file",
            readable(tool),
            readable(best.tokens_per_second)
        )
    })
}

fn failures(of: &MeasuredThroughput, best: &JudgedPoint) -> Option<String> {
    let tool = of.file_of(best).tool.display_name();
    let unknown = || format!("failed requests are unknown: the file does not count them; check the log of {tool}");
    best.point.failed.is_none().then(unknown)
}

fn cache(of: &MeasuredThroughput, best: &JudgedPoint) -> Option<String> {
    let tool = of.file_of(best).tool.display_name();
    match best.point.cached {
        Some(share) if share.is_zero() => None,
        Some(share) => Some(format!(
            "{} of the tokens read came from a prefix cache; the rate holds with this share only",
            number::percent(share, 1)
        )),
        None => Some(format!(
            "the share of a prefix cache is unknown ({tool} does not write it); with repeated prompts the rate is too high"
        )),
    }
}

fn undated(best: &JudgedPoint) -> Option<String> {
    best.point.date.is_none().then(|| "the file states no date; add `date` to the source".to_owned())
}

/// Standard input without a name is no source that others find.
fn unnamed(of: &MeasuredThroughput, best: &JudgedPoint) -> Option<String> {
    let text = "the source is standard input; name its file with --stdin-name PATH";
    (of.file_of(best).is_unnamed).then(|| text.to_owned())
}

/// Every file with its hash.
pub(super) fn files(of: &MeasuredThroughput) -> Vec<String> {
    of.files.iter().map(|file| format!("{} · sha256 {}", file.name, file.sha256)).collect()
}
