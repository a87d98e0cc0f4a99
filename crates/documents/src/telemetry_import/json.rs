//! JSON answers of Prometheus and OpenCost. Both are an object with `data`: an object in Prometheus, a list in OpenCost.

use super::fault::{AllSkipped, TraceError, shown};
use super::opencost::{Allocations, WindowsSeed};
use super::prometheus::{MatrixSeed, Queried};
use crate::bounded::BoundedTexts;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::io::{BufReader, Read};

/// Longest string in bytes.
const MOST_TEXT: usize = 1 << 20;

/// Reader of one file, with the targets of its data.
pub(super) struct Answer<'r> {
    pub(super) name: &'r str,
    pub(super) queried: &'r mut Queried,
    pub(super) allocations: &'r mut Allocations,
    pub(super) skipped: &'r mut AllSkipped,
    pub(super) remarks: &'r mut Vec<String>,
    refused: Option<TraceError>,
    read: Option<AnswerOf>,
}

/// Program that gave an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnswerOf {
    Prometheus,
    OpenCost,
}

impl<'r> Answer<'r> {
    pub(super) fn new(
        name: &'r str,
        (queried, allocations): (&'r mut Queried, &'r mut Allocations),
        skipped: &'r mut AllSkipped,
        remarks: &'r mut Vec<String>,
    ) -> Answer<'r> {
        Answer { name, queried, allocations, skipped, remarks, refused: None, read: None }
    }

    /// Reads a file to its end.
    pub(super) fn read(mut self, input: impl Read) -> Result<AnswerOf, TraceError> {
        let mut json = serde_json::Deserializer::from_reader(BufReader::new(BoundedTexts::new(input, MOST_TEXT)));
        let read = TopSeed(&mut self).deserialize(&mut json).and_then(|()| json.end());
        if let Some(refused) = self.refused {
            return Err(refused.at(self.name));
        }
        read.map_err(|error| wrong(self.name, &error))?;
        self.read.ok_or_else(|| {
            let message = "it has no `data`, so it is not an answer of Prometheus or OpenCost";
            TraceError::new(message, "give the unchanged answer of query_range or /allocation").at(self.name)
        })
    }

    /// Stops reading with an error.
    pub(super) fn refuse<E: de::Error>(&mut self, why: TraceError) -> E {
        self.refused = Some(why);
        E::custom("refused")
    }
}

/// Error of a file that is not JSON, or not a known answer.
fn wrong(name: &str, error: &serde_json::Error) -> TraceError {
    let at = format!("{name}:{}:{}", error.line(), error.column());
    if error.is_io() {
        return TraceError::new(format!("it cannot be read: {error}"), "check that the file is complete").at(name);
    }
    if error.is_eof() {
        return TraceError::new("the JSON is incomplete", "write the complete file again").at(at);
    }
    let text = error.to_string();
    let said = text.rsplit_once(" at line ").map_or(text.as_str(), |(said, _)| said);
    TraceError::new(format!("it is not a valid answer in JSON: {}", shown(said)), "give the unchanged answer").at(at)
}

struct TopSeed<'a, 'r>(&'a mut Answer<'r>);

impl<'de> DeserializeSeed<'de> for TopSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for TopSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object with `data`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "data" => map.next_value_seed(DataSeed(self.0))?,
                "error" => {
                    let said: String = map.next_value()?;
                    let message = format!("it is an error, not a result: {}", shown(&said));
                    return Err(self.0.refuse(TraceError::new(message, "fix the query")));
                }
                "message" => {
                    if let Some(said) = map.next_value::<Option<String>>()?.filter(|said| !said.is_empty()) {
                        self.0.remarks.push(format!("{}: message from the server: {}", self.0.name, shown(&said)));
                    }
                }
                "warnings" | "infos" => {
                    for said in map.next_value::<Option<Vec<String>>>()?.unwrap_or_default() {
                        self.0.remarks.push(format!("{}: warning from the server: {}", self.0.name, shown(&said)));
                    }
                }
                "isPartial" => {
                    if map.next_value::<Option<bool>>()?.unwrap_or_default() {
                        self.0.remarks.push(format!("{}: the answer is marked as partial", self.0.name));
                    }
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

struct DataSeed<'a, 'r>(&'a mut Answer<'r>);

impl<'de> DeserializeSeed<'de> for DataSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<(), D::Error> {
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for DataSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the result of a range query, or a list of allocations")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        self.0.read = Some(AnswerOf::Prometheus);
        MatrixSeed(self.0).visit_map(map)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        self.0.read = Some(AnswerOf::OpenCost);
        WindowsSeed(self.0).visit_seq(list)
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
