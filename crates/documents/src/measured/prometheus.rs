//! What a range query of Prometheus answers, a `matrix`: series, each with values at instants. Whatever speaks like it is read alike:
//! Thanos, Mimir, VictoriaMetrics. By the documentation of its HTTP API, and by answers of Prometheus 2.42.

use super::asked::{AskedTrace, Counting};
use super::fault::{Flaw, NoTrace, RowFlaw, shown};
use super::json::Answer;
use super::load::{Load, parts};
use super::metric::{Metric, MetricUnit, REQUESTS, ResourceKind};
use super::moment::Moment;
use super::result::Tally;
use super::samples::{Samples, Series};
use super::series::{SeriesLabels, Source};
use super::slice::{Slice, Slices};
use crate::number::decimal;
use rust_decimal::Decimal;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use std::fmt;

/// What was asked of Prometheus, of all files.
#[derive(Debug)]
pub(super) struct Queried {
    said: Option<Counting>,
    accelerator: Option<String>,
    pub(super) samples: Samples,
    pub(super) counting: Option<Counting>,
    slices: Slices,
    counts: Counts,
    /// The series that is read, in its file from 1.
    number: u64,
}

#[derive(Debug, Default)]
struct Counts {
    of_slices: u64,
    shares: u64,
    other_resources: u64,
    other_accelerators: u64,
}

/// What a value of a series is.
#[derive(Clone, Debug)]
struct Reading {
    divisor: u32,
    most: Option<u32>,
    /// The slice of an accelerator that a value is of.
    slice: Option<Slice>,
}

impl Queried {
    pub(super) fn new(asked: &AskedTrace) -> Queried {
        Queried {
            said: asked.counting,
            accelerator: asked.accelerator.clone(),
            samples: Samples::new(asked.gaps),
            counting: None,
            slices: Slices::default(),
            counts: Counts::default(),
            number: 0,
        }
    }

    /// How to read the values of a series; none if it is not counted.
    fn reading(&mut self, labels: &SeriesLabels) -> Result<Option<(Reading, Source)>, NoTrace> {
        let metric = labels.metric().map(|name| (name, Metric::named(name)));
        let (counting, unit) = match (metric, self.said) {
            (Some((_, Some(metric))), _) => (metric.counting, Some(metric.unit)),
            (_, Some(said)) => (said, None),
            (Some((name, None)), None) => {
                return Err(unknown(&format!("the metric `{}` is not known here", shown(name))));
            }
            (None, None) => return Err(unknown("the series have no metric's name, as after sum()")),
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
        if let Some(asked) = &self.accelerator {
            let Some(model) = labels.model() else {
                let message = "the series name no type of accelerator in a label `modelName` or `name`";
                return Err(NoTrace::new(message, "leave out --accelerator, and choose by the query"));
            };
            if !model.eq_ignore_ascii_case(asked) {
                self.counts.other_accelerators += 1;
                return Ok(None);
            }
        }
        let before = *self.counting.get_or_insert(counting);
        if before != counting {
            let message = format!("some series count {} accelerators, others {}", before.name(), counting.name());
            return Err(NoTrace::new(message, "give one metric, and make a trace of each"));
        }
        let source = labels.source(unit, sliced)?;
        self.counts.of_slices += u64::from(source.slice.is_some());
        source.slice.iter().for_each(|slice| self.slices.add(slice.clone()));
        let unit = unit.unwrap_or(MetricUnit::Accelerators);
        let reading = Reading { divisor: unit.divisor(), most: unit.most(), slice: source.slice.clone() };
        Ok(Some((reading, source)))
    }

    /// Holds all samples in a load.
    pub(super) fn finish(self, load: &mut Load, remarks: &mut Vec<String>) -> Result<Vec<Tally>, NoTrace> {
        let more = self.tallies();
        remarks.extend(self.slices.said("series are of", self.counts.of_slices));
        let mut tallies = self.samples.finish(load, remarks)?;
        tallies.extend(more);
        Ok(tallies)
    }

    /// What was read beside samples.
    fn tallies(&self) -> [Tally; 4] {
        [
            Tally { name: "slices", meaning: "series of slices of accelerators", count: self.counts.of_slices },
            Tally {
                name: "shares",
                meaning: "series of shares of accelerators (nvidia_com_gpu_shared), which do not count, since nothing says how large a \
                          share is",
                count: self.counts.shares,
            },
            Tally {
                name: "other_resources",
                meaning: "series of other resources, which do not count",
                count: self.counts.other_resources,
            },
            Tally {
                name: "other_accelerators",
                meaning: "series of other accelerators, which do not count",
                count: self.counts.other_accelerators,
            },
        ]
    }

    /// Why nothing was read, where nothing was.
    pub(super) fn nothing(&self) -> NoTrace {
        if self.counts.other_resources + self.counts.shares > 0 {
            let message = "no series is of accelerators, as of resource=\"nvidia_com_gpu\"";
            return NoTrace::new(message, "look at the labels `resource` of the series");
        }
        if self.counts.other_accelerators > 0 {
            let message = "no series has the type that --accelerator names";
            return NoTrace::new(message, "look at the labels `modelName` of the series");
        }
        NoTrace::new(
            "there are no samples: the query found nothing",
            "look at its metric, its labels and its range of time",
        )
    }
}

/// The error of a series whose values nobody has explained.
fn unknown(message: &str) -> NoTrace {
    let instead =
        format!("say by --counts what its values are, in accelerators; known by themselves are {}", Metric::names());
    NoTrace::new(message, instead)
}

impl Reading {
    /// A value in parts of an accelerator.
    fn value(&self, text: &str) -> Result<i64, RowFlaw> {
        let read = decimal(text).ok().filter(|value| self.most.is_none_or(|most| *value <= Decimal::from(most)));
        let level = read.and_then(|value| parts(value / Decimal::from(self.divisor)));
        level.map(|level| self.slice.as_ref().map_or(level, |slice| slice.of_level(level))).ok_or_else(|| {
            let most = self.most.map_or("1,000,000".to_owned(), |most| most.to_string());
            RowFlaw::new(Flaw::Accelerators, format!("has the value `{}`, no number from 0 to {most}", shown(text)))
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

fn no_range(kind: &str) -> NoTrace {
    let message = format!("it is a {}, the values of one instant", shown(kind));
    NoTrace::new(message, "ask /api/v1/query_range with start, end and step")
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
                        let why = NoTrace::new("a series has its values before its labels", "give the answer as it is");
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
