//! Answers of Prometheus range queries (`matrix`): series, each with values at points in time. Thanos, Mimir and VictoriaMetrics
//! use the same format. Based on the documentation of the HTTP API and on answers of Prometheus 2.42.

use super::fault::{RowFlaw, SkipReason, TraceError, shown};
use super::json::Answer;
use super::load::{Load, parts};
use super::metric::{Metric, MetricUnit, REQUESTS, ResourceKind};
use super::moment::Moment;
use super::request::{Counting, TraceRequest};
use super::result::InputCount;
use super::samples::{Samples, Series};
use super::series::{SeriesLabels, Source};
use super::slice::{Slice, Slices};
use crate::number::decimal;
use rust_decimal::Decimal;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::fmt;

/// Series of all files.
#[derive(Debug)]
pub(super) struct Queried {
    requested: Option<Counting>,
    accelerator: Option<String>,
    pub(super) samples: Samples,
    pub(super) counting: Option<Counting>,
    slices: Slices,
    counts: Counts,
    /// Current series in the file, from 1.
    number: u64,
}

#[derive(Debug, Default)]
struct Counts {
    of_slices: u64,
    shares: u64,
    other_resources: u64,
    other_accelerators: u64,
}

/// How to read the values of a series.
#[derive(Clone, Debug)]
struct Reading {
    divisor: u32,
    most: Option<u32>,
    /// Slice of an accelerator that the values measure.
    slice: Option<Slice>,
}

impl Queried {
    pub(super) fn new(request: &TraceRequest) -> Queried {
        Queried {
            requested: request.counting,
            accelerator: request.accelerator.clone(),
            samples: Samples::new(request.gaps),
            counting: None,
            slices: Slices::default(),
            counts: Counts::default(),
            number: 0,
        }
    }

    /// How to read the values of a series; none if it is not counted.
    fn reading(&mut self, labels: &SeriesLabels) -> Result<Option<(Reading, Source)>, TraceError> {
        let metric = labels.metric().map(|name| (name, Metric::named(name)));
        let (counting, unit) = match (metric, self.requested) {
            (Some((_, Some(metric))), _) => (metric.counting, Some(metric.unit)),
            (_, Some(said)) => (said, None),
            (Some((name, None)), None) => {
                return Err(unknown(&format!("the metric `{}` is unknown", shown(name))));
            }
            (None, None) => return Err(unknown("the series have no metric name, as after sum()")),
        };
        let mut sliced = None;
        if labels.metric() == Some(REQUESTS) {
            match labels.resource().map_or(ResourceKind::Other, ResourceKind::named) {
                ResourceKind::Whole => {}
                ResourceKind::Sliced(slice) => sliced = Some(slice),
                ResourceKind::Shared => {
                    self.counts.shares += 1;
                    return Ok(None);
                }
                ResourceKind::Other => {
                    self.counts.other_resources += 1;
                    return Ok(None);
                }
            }
        }
        if let Some(request) = &self.accelerator {
            let Some(model) = labels.model() else {
                let message = "the series have no accelerator type in a label `modelName` or `name`";
                return Err(TraceError::new(message, "omit --accelerator and filter in the query"));
            };
            if !model.eq_ignore_ascii_case(request) {
                self.counts.other_accelerators += 1;
                return Ok(None);
            }
        }
        let before = *self.counting.get_or_insert(counting);
        if before != counting {
            let message = format!("some series count {} accelerators, others {}", before.name(), counting.name());
            return Err(TraceError::new(message, "query one metric per trace"));
        }
        let source = labels.source(unit, sliced)?;
        self.counts.of_slices += u64::from(source.slice.is_some());
        source.slice.iter().for_each(|slice| self.slices.add(slice.clone()));
        let unit = unit.unwrap_or(MetricUnit::Accelerators);
        let reading = Reading { divisor: unit.divisor(), most: unit.most(), slice: source.slice.clone() };
        Ok(Some((reading, source)))
    }

    /// Adds all samples to a load.
    pub(super) fn finish(self, load: &mut Load, remarks: &mut Vec<String>) -> Result<Vec<InputCount>, TraceError> {
        let more = self.tallies();
        remarks.extend(self.slices.remark("series measure", self.counts.of_slices));
        let mut tallies = self.samples.finish(load, remarks)?;
        tallies.extend(more);
        Ok(tallies)
    }

    /// Counts of series by what became of them.
    fn tallies(&self) -> [InputCount; 4] {
        [
            InputCount { name: "slices", meaning: "series of slices of accelerators", count: self.counts.of_slices },
            InputCount {
                name: "shares",
                meaning: "series of shares of accelerators (nvidia_com_gpu_shared), not counted because the size of a share is unknown",
                count: self.counts.shares,
            },
            InputCount {
                name: "other_resources",
                meaning: "series of other resources, not counted",
                count: self.counts.other_resources,
            },
            InputCount {
                name: "other_accelerators",
                meaning: "series of other accelerators, not counted",
                count: self.counts.other_accelerators,
            },
        ]
    }

    /// Error if nothing was counted.
    pub(super) fn nothing(&self) -> TraceError {
        if self.counts.other_resources + self.counts.shares > 0 {
            let message = "no series has an accelerator resource such as resource=\"nvidia_com_gpu\"";
            return TraceError::new(message, "check the label `resource` of the series");
        }
        if self.counts.other_accelerators > 0 {
            let message = "no series has the type of --accelerator";
            return TraceError::new(message, "check the label `modelName` of the series");
        }
        TraceError::new("the query returned no samples", "check its metric, labels and time range")
    }
}

/// Error of a series whose values have an unknown meaning.
fn unknown(message: &str) -> TraceError {
    let instead = format!(
        "use --counts to specify what its values count, in accelerators; known metrics are {}",
        Metric::names()
    );
    TraceError::new(message, instead)
}

impl Reading {
    /// Value in parts of an accelerator.
    fn value(&self, text: &str) -> Result<i64, RowFlaw> {
        let read = decimal(text).ok().filter(|value| self.most.is_none_or(|most| *value <= Decimal::from(most)));
        let level = read.and_then(|value| parts(value / Decimal::from(self.divisor)));
        level.map(|level| self.slice.as_ref().map_or(level, |slice| slice.of_level(level))).ok_or_else(|| {
            let most = self.most.map_or("1,000,000".to_owned(), |most| most.to_string());
            RowFlaw::new(
                SkipReason::Accelerators,
                format!("has the value `{}`, which is not a number from 0 to {most}", shown(text)),
            )
        })
    }
}

/// `{"resultType": "matrix", "result": […]}`
pub(super) struct MatrixSeed<'a, 'r>(pub(super) &'a mut Answer<'r>);

impl<'de> Visitor<'de> for MatrixSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the result of a range query")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.0.queried.number = 0;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "resultType" => {
                    let kind: String = map.next_value()?;
                    if kind != "matrix" {
                        return Err(self.0.refuse(no_range(&kind)));
                    }
                }
                "result" => map.next_value_seed(SeriesListSeed(self.0))?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        self.0.queried.samples.end_file().map_err(|why| self.0.refuse(why))
    }
}

fn no_range(kind: &str) -> TraceError {
    let message = format!("it is a {}, the values of one instant", shown(kind));
    TraceError::new(message, "query /api/v1/query_range with start, end and step")
}

struct SeriesListSeed<'a, 'r>(&'a mut Answer<'r>);

impl<'de> DeserializeSeed<'de> for SeriesListSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for SeriesListSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of series")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(SeriesSeed(self.0))?.is_some() {}
        Ok(())
    }
}

/// `{"metric": {…}, "values": [[TIME, "VALUE"], …]}`
struct SeriesSeed<'a, 'r>(&'a mut Answer<'r>);

impl<'de> DeserializeSeed<'de> for SeriesSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for SeriesSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a series")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.0.queried.number += 1;
        let mut labels: Option<SeriesLabels> = None;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "metric" => labels = Some(map.next_value()?),
                "values" => {
                    let Some(labels) = &labels else {
                        let why =
                            TraceError::new("a series has its values before its labels", "give the unchanged answer");
                        return Err(self.0.refuse(why));
                    };
                    match self.0.queried.reading(labels).map_err(|why| self.0.refuse(why))? {
                        Some((reading, source)) => map.next_value_seed(ValuesSeed(self.0, reading, source))?,
                        None => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                "value" => return Err(self.0.refuse(no_range("vector"))),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

struct ValuesSeed<'a, 'r>(&'a mut Answer<'r>, Reading, Source);

impl<'de> DeserializeSeed<'de> for ValuesSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ValuesSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of samples, each a time and a value")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let ValuesSeed(answer, reading, source) = self;
        let mut series = Series::of(source);
        let mut number = 0_u64;
        while let Some((time, value)) = list.next_element::<(Number, String)>()? {
            number += 1;
            let added = sample(&time, &value, &reading)
                .map_or_else(|flaw| Ok(Err(flaw)), |(at, level)| answer.queried.samples.add(&mut series, at, level));
            if let Err(flaw) = added.map_err(|why| answer.refuse::<A::Error>(why))? {
                let (name, nth) = (answer.name, answer.queried.number);
                answer.skipped.add(flaw, || format!("{name}, series {nth}, sample {number}"));
            }
        }
        answer.queried.samples.end_series(series);
        Ok(())
    }
}

fn sample(time: &Number, value: &str, reading: &Reading) -> Result<(Moment, i64), RowFlaw> {
    let time = time.to_string();
    let at = decimal(&time).ok().and_then(Moment::of_seconds).ok_or_else(|| RowFlaw::time("its time", &time))?;
    Ok((at, reading.value(value)?))
}
