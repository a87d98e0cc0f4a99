//! The highest rate of a sweep that keeps a latency target.

use super::error::BenchmarkError;
use super::point::{BenchmarkFile, BenchmarkTool, Point};
use super::target::{LatencyFigure, LatencyTarget};
use crate::catalog::RatePiece;
use crate::number;
use crate::scenario::OptionId;
use crate::scenario::tokens::RateGrade;
use rust_decimal::{Decimal, RoundingStrategy};
use std::num::NonZeroU32;

/// What a rate is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThroughputRequest {
    /// Latency target; may be empty.
    pub target: LatencyTarget,
    /// Number of accelerators that served; needed if the files do not state it.
    pub accelerators: Option<NonZeroU32>,
    /// Option of the scenario that has them.
    pub option: OptionId,
    /// Workload.
    pub workload: String,
}

impl ThroughputRequest {
    /// Option that is to be replaced.
    pub const OPTION: &str = "rent.mine";
    /// Workload that is to be replaced.
    pub const WORKLOAD: &str = "chat";

    /// Comment on the default names, which are to be replaced.
    fn placeholders(&self) -> Option<String> {
        let (option, workload) = (self.option.name(), &self.workload);
        match (self.option == *Self::OPTION, workload == Self::WORKLOAD) {
            (true, true) => Some(format!(
                "# replace `{option}` and `{workload}` by your option, rented or owned, and your workload"
            )),
            (true, false) => Some(format!("# replace `{option}` by your option, rented or owned")),
            (false, true) => Some(format!("# replace `{workload}` by your workload")),
            (false, false) => None,
        }
    }
}

/// Why a measurement cannot be chosen, whatever its latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOut {
    /// The tool marks the run as cancelled or incomplete.
    Cancelled,
    /// No request was answered, or the tokens read or written are 0.
    NoAnswers,
    /// More than 1 % of the requests failed.
    Failures,
}

/// A measurement with its rate, and whether it keeps the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedPoint {
    /// Index of its file.
    pub file: usize,
    /// Its number in the file, from 1; `None` if it is the only one.
    pub number: Option<usize>,
    /// Measurement.
    pub point: Point,
    /// Tokens read and written per second by all accelerators.
    pub tokens_per_second: Decimal,
    /// The same by each accelerator.
    pub per_accelerator: Decimal,
    /// Why it cannot be chosen.
    pub left_out: Option<LeftOut>,
    /// Latencies above the target.
    pub missed: Vec<LatencyFigure>,
    /// Whether answers fall clearly behind the rate at which requests were sent, so that a queue grows.
    pub is_saturated: bool,
    /// Whether they do because the client limits requests at once.
    pub is_held_back: bool,
}

/// Measurements of a sweep, and the best of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredThroughput {
    /// What was requested.
    pub request: ThroughputRequest,
    /// Files, without their points.
    pub files: Vec<BenchmarkFile>,
    /// Number of accelerators.
    pub accelerators: NonZeroU32,
    /// Measurements, in the order of the files.
    pub points: Vec<JudgedPoint>,
    /// Index of the highest rate that keeps the target.
    pub chosen: Option<usize>,
}

/// The highest rate that keeps a target.
///
/// # Errors
/// If a file is given twice, the files are of several tools or models, nobody states the number of accelerators, or a file lacks
/// a latency of the target.
pub fn best_rate(
    mut files: Vec<BenchmarkFile>,
    request: ThroughputRequest,
) -> Result<MeasuredThroughput, BenchmarkError> {
    once(&files)?;
    one_tool(&files)?;
    one_model(&files)?;
    let accelerators = accelerators(&files, &request)?;
    let mut points: Vec<JudgedPoint> = Vec::new();
    for (index, file) in files.iter_mut().enumerate() {
        let measured = std::mem::take(&mut file.points);
        let is_one = measured.len() == 1;
        for (before, point) in measured.into_iter().enumerate() {
            let number = (!is_one).then_some(before + 1);
            let at = number.map_or_else(|| file.name.clone(), |number| format!("{}, benchmark {number}", file.name));
            let judged = judged(point, &request.target, accelerators, file.tool).map_err(|error| error.at(at))?;
            points.push(JudgedPoint { file: index, number, ..judged });
        }
    }
    let mut chosen: Option<usize> = None;
    for (index, one) in points.iter().enumerate().filter(|(_, one)| one.keeps_target()) {
        let best = chosen.and_then(|best| points.get(best));
        if best.is_none_or(|best| one.tokens_per_second > best.tokens_per_second) {
            chosen = Some(index);
        }
    }
    Ok(MeasuredThroughput { request, files, accelerators, points, chosen })
}

fn judged(
    point: Point,
    target: &LatencyTarget,
    accelerators: NonZeroU32,
    tool: BenchmarkTool,
) -> Result<JudgedPoint, BenchmarkError> {
    let tokens_per_second = point.tokens_per_second()?;
    let left_out = left_out(&point, tokens_per_second);
    let is_behind = is_behind(&point);
    let mut missed = Vec::new();
    for condition in target.0.iter().filter(|_| left_out.is_none()) {
        match point.latencies_ms.get(&condition.figure) {
            Some(latency) if *latency <= condition.most_ms => {}
            Some(_) => missed.push(condition.figure),
            None => return Err(lacks(&point, condition.figure, tool)),
        }
    }
    Ok(JudgedPoint {
        file: 0,
        number: None,
        tokens_per_second,
        per_accelerator: tokens_per_second / Decimal::from(accelerators.get()),
        left_out,
        missed,
        is_saturated: is_behind && point.concurrency.is_none(),
        is_held_back: is_behind && point.concurrency.is_some(),
        point,
    })
}

/// Why a measurement cannot be chosen.
fn left_out(point: &Point, tokens_per_second: Decimal) -> Option<LeftOut> {
    if point.is_cancelled {
        return Some(LeftOut::Cancelled);
    }
    // before `NoAnswers`, which would hide that all requests failed
    if point.failed_share() > JudgedPoint::MOST_FAILED {
        return Some(LeftOut::Failures);
    }
    let is_zero = [point.completed, point.input, point.output, tokens_per_second].iter().any(Decimal::is_zero);
    is_zero.then_some(LeftOut::NoAnswers)
}

/// Whether answers fall behind the sent requests by more than 10 %, and by more than twice the spread of random arrivals, which
/// is `1 / √n` of `n` requests.
fn is_behind(point: &Point) -> bool {
    let behind = point.offered_per_second.and_then(|offered| {
        let answered = point.requests_per_second.checked_div(offered)?;
        Some(Decimal::ONE - answered).filter(|behind| *behind > JudgedPoint::MOST_BEHIND)
    });
    behind.is_some_and(|behind| {
        let spreads = (behind * behind).checked_mul(point.completed);
        spreads.is_none_or(|spreads| spreads > Decimal::from(4))
    })
}

fn lacks(point: &Point, figure: LatencyFigure, tool: BenchmarkTool) -> BenchmarkError {
    let has: Vec<String> = point.latencies_ms.keys().map(|figure| figure.name()).collect();
    let more = tool.more_latencies();
    if has.is_empty() {
        let message = format!("it has no latencies, so no {figure}");
        return BenchmarkError::new(message, more.unwrap_or("check the log of the tool"));
    }
    let message = format!("it has no {figure}; it has {}", has.join(", "));
    let instead = more.map_or_else(String::new, |more| format!("{more}, or ")) + "choose one of these";
    BenchmarkError::new(message, instead)
}

/// The same file twice would count as two measurements.
fn once(files: &[BenchmarkFile]) -> Result<(), BenchmarkError> {
    for (index, file) in files.iter().enumerate() {
        if let Some(before) = files.iter().take(index).find(|before| before.sha256 == file.sha256) {
            let message = format!("it has the same content as {}", before.name);
            return Err(BenchmarkError::new(message, "give each file once").at(&file.name));
        }
    }
    Ok(())
}

fn one_tool(files: &[BenchmarkFile]) -> Result<(), BenchmarkError> {
    let Some((first, rest)) = files.split_first() else {
        return Err(BenchmarkError::new("no file was read", "name a file"));
    };
    let Some(other) = rest.iter().find(|file| file.tool != first.tool) else { return Ok(()) };
    let [tool, before] = [other.tool, first.tool].map(BenchmarkTool::display_name);
    let message =
        format!("it is from {tool}, but {} is from {before}, which measures latencies differently", first.name);
    Err(BenchmarkError::new(message, "give the files of one tool").at(&other.name))
}

fn one_model(files: &[BenchmarkFile]) -> Result<(), BenchmarkError> {
    let named =
        files.iter().flat_map(|file| file.points.iter().filter_map(move |point| Some((file, point.model.as_deref()?))));
    let mut named = named;
    let Some((first_file, first)) = named.next() else { return Ok(()) };
    let Some((file, other)) = named.find(|(_, model)| *model != first) else { return Ok(()) };
    let message = format!("its model is {other}, but that of {} is {first}", first_file.name);
    Err(BenchmarkError::new(message, "give the results of one model").at(&file.name))
}

/// The number of accelerators: as requested, or as the files state it.
fn accelerators(files: &[BenchmarkFile], request: &ThroughputRequest) -> Result<NonZeroU32, BenchmarkError> {
    let mut number = request.accelerators;
    for file in files {
        for stated in file.points.iter().filter_map(|point| point.accelerators) {
            let whole = u32::try_from(stated).ok().filter(|_| stated.fract().is_zero()).and_then(NonZeroU32::new);
            let Some(whole) = whole else {
                let message = format!("`accelerators` is {stated}, not a whole number of 1 or more");
                return Err(BenchmarkError::new(message, "correct its metadata").at(&file.name));
            };
            match number {
                Some(before) if before != whole => {
                    let message = format!("it states {whole} accelerators, not {before}");
                    let instead = if request.accelerators.is_some() {
                        "omit --accelerators, or correct the metadata of the file"
                    } else {
                        "give the results of one system"
                    };
                    return Err(BenchmarkError::new(message, instead).at(&file.name));
                }
                Some(_) | None => number = Some(whole),
            }
        }
    }
    number.ok_or_else(|| {
        let message = "the files do not state how many accelerators served, and a rate is that of one";
        BenchmarkError::new(message, "add --accelerators N, with those of all replicas")
    })
}

impl JudgedPoint {
    /// Largest share of failed requests of a measurement that can be chosen.
    const MOST_FAILED: Decimal = Decimal::from_parts(1, 0, 0, false, 2);
    /// Share by which answers may be behind the sent requests: runs end with requests under way.
    const MOST_BEHIND: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

    /// Whether it can be chosen.
    #[must_use]
    pub fn keeps_target(&self) -> bool {
        self.left_out.is_none() && self.missed.is_empty()
    }
}

/// A figure with six significant digits, in the notation of scenarios.
fn rounded(value: Decimal) -> String {
    number::typed(number::significant(value, 6, RoundingStrategy::MidpointAwayFromZero))
}

impl MeasuredThroughput {
    /// The best measurement.
    #[must_use]
    pub fn best(&self) -> Option<&JudgedPoint> {
        self.points.get(self.chosen?)
    }

    /// The file of a measurement.
    ///
    /// # Panics
    /// If the measurement is of another sweep.
    #[must_use]
    pub fn file_of(&self, point: &JudgedPoint) -> &BenchmarkFile {
        self.files.get(point.file).expect("a measurement is of a file")
    }

    /// Lines of a scenario with the best rate, its arithmetic and its source; `None` if no measurement keeps the target.
    #[must_use]
    pub fn paste(&self) -> Option<Vec<String>> {
        let best = self.best()?;
        let (file, point) = (self.file_of(best), &best.point);
        let [requests, input, output] = [point.requests_per_second, point.input, point.output].map(rounded);
        let mut lines = vec![
            format!("# measured with {}: {requests} requests/s answered", file.tool.display_name()),
            format!(
                "# × ({input} tokens read + {output} written) ÷ {}",
                number::counted(self.accelerators.get(), "accelerator")
            ),
        ];
        lines.extend(self.request.placeholders());
        if let Some(cached) = point.cached.filter(|cached| !cached.is_zero()) {
            lines.push(format!("# a prefix cache served {} of the tokens read", number::percent(cached, 1)));
        }
        let date = point.date.map(|day| day.to_string());
        let latency = (!self.request.target.0.is_empty()).then(|| self.request.target.to_string());
        let piece = RatePiece {
            option: &self.request.option,
            workload: &self.request.workload,
            tokens_per_second: best.per_accelerator,
            input: point.input,
            output: point.output,
            latency: latency.as_deref(),
            grade: RateGrade::Measured,
            from: &file.name,
            date: date.as_deref(),
            sha256: Some(&file.sha256),
        };
        lines.extend(piece.lines());
        Some(lines)
    }
}
